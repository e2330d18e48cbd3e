import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  visit,
  type YAMLError,
} from "yaml";
import { type Problem, quoted } from "./problem.ts";

/** Most aliases in a file: each is looked up, and thousands would take too long. */
const MOST_ALIASES = 1_000;

/** By document: what each alias stands for; undefined where no anchor of its name is before it. */
const TARGETS = new WeakMap<Document, Map<Alias, Node | undefined>>();

/**
 * The target of an alias: the last anchor of its name before it. All of a document are looked up in one pass, since
 * `Alias.resolve` goes through the whole document for each.
 */
export function aliasTarget(document: Document, alias: Alias): Node | undefined {
  let found = TARGETS.get(document);
  if (found === undefined) {
    found = targets(document);
    TARGETS.set(document, found);
  }
  return found.get(alias);
}

function targets(document: Document): Map<Alias, Node | undefined> {
  const anchors = new Map<string, Node>();
  const found = new Map<Alias, Node | undefined>();
  visit(document, {
    Node(_, node) {
      if (isAlias(node)) found.set(node, anchors.get(node.source));
      else if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });
  return found;
}

/** Offset at which a node begins. */
export const start = (node: unknown): number => (node as Node | undefined)?.range?.[0] ?? 0;

const REMEDIES: Partial<Record<YAMLError["code"], string>> = {
  TAB_AS_INDENT: "indent with spaces",
  DUPLICATE_KEY: "keep one of them",
  MULTIPLE_DOCS: "keep one document: delete the `---` and everything after it",
  BLOCK_AS_IMPLICIT_KEY:
    'put quotes around a text that contains ": ", or begin the nested mapping on a line of its own',
  BAD_SCALAR_START: "put the text in quotes",
  TAG_RESOLVE_FAILED: "leave the tag out: plain values are enough",
  MISSING_CHAR: "put quotes around a text that contains a bracket, brace or comma, or close the open bracket",
  NON_STRING_KEY: "use a plain text as the key",
  RESOURCE_EXHAUSTION: "nest it less deeply",
};

/** Errors of the YAML parser, the first of each line: one error often causes others. */
export function syntax(document: Document, text: string): Problem[] {
  const seen = new Set<number>();
  return [...document.errors, ...document.warnings]
    .sort((a, b) => a.pos[0] - b.pos[0])
    .filter(({ pos }) => {
      const line = text.lastIndexOf("\n", pos[0] - 1);
      return !seen.has(line) && seen.add(line);
    })
    .map((error) => ({
      what: described(error, text),
      place: { offset: error.pos[0] },
      remedy: REMEDIES[error.code] ?? "fix the indentation, brackets or quotes here or on the line before",
    }));
}

function described({ code, message, pos }: YAMLError, text: string): string {
  if (code === "DUPLICATE_KEY") {
    const key = /^(?:"[^"\n]*"|'[^'\n]*'|[^:,\n]*)/.exec(text.slice(pos[0], pos[0] + 2_000))?.[0] ?? "";
    return `The key ${quoted(key.replace(/^["']|["']$/g, "").trim())} appears twice.`;
  }
  if (code === "MULTIPLE_DOCS") return "The file contains several YAML documents.";
  if (code === "NON_STRING_KEY") return "This key is not a text.";
  if (code === "RESOURCE_EXHAUSTION") return "The file is nested too deeply.";
  const tag = /^Unresolved tag: (.*)/.exec(message)?.[1];
  if (tag !== undefined) return `The tag ${quoted(tag)} is not allowed.`;
  return `This is not valid YAML: ${quoted(message, 160).replaceAll('\\"', "'").slice(1, -1)}.`;
}

/** Problems of valid YAML that a config does not allow: loops, dangling aliases, harmful keys and characters. */
export function harms(document: Document, text: string): Problem[] {
  const problems: Problem[] = [];
  const add = (node: unknown, what: string, remedy: string) =>
    problems.push({ what, place: { offset: start(node) }, remedy });
  let aliases = 0;
  try {
    visit(document, {
      Alias(_, alias, path) {
        if (++aliases > MOST_ALIASES) {
          add(alias, `There are more than ${MOST_ALIASES} aliases.`, "write the values out");
          return visit.BREAK;
        }
        const target = aliasTarget(document, alias);
        if (target === undefined) {
          add(
            alias,
            `There is no anchor ${quoted(`&${alias.source}`)} before this alias.`,
            "name an anchor above",
          );
        } else if (path.some((node) => node === target)) {
          add(alias, `The alias ${quoted(`*${alias.source}`)} contains itself.`, "write the value out");
        }
        return undefined;
      },
      Pair(_, pair) {
        const key = isScalar(pair.key) ? pair.key.value : undefined;
        if (key === "__proto__") add(pair.key, 'The key "__proto__" is not allowed.', "use another name");
        if (key === "<<" && !mergeable(document, pair)) {
          add(
            pair.key,
            "A merge key `<<` accepts only mappings.",
            "write `<<: *anchor` with an anchor on a mapping",
          );
        }
      },
      Scalar(_, { value, range }) {
        if (typeof value !== "string" || !value.includes("\0")) return;
        const what = "A text contains the character U+0000, which file names and arguments cannot contain.";
        problems.push({ what, place: { offset: range?.[0] ?? 0 }, remedy: "take it out" });
      },
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const offset = Math.max(0, text.search(/\S/));
    problems.push({
      what: "The file is nested too deeply.",
      place: { offset },
      remedy: "nest it less deeply",
    });
  }
  return problems;
}

function mergeable(document: Document, { value }: Pair): boolean {
  const target = isAlias(value) ? aliasTarget(document, value) : value;
  const all = isSeq(target)
    ? target.items.map((item) => (isAlias(item) ? aliasTarget(document, item) : item))
    : [target];
  return all.every((one) => one === undefined || isMap(one)); // a dangling alias has a message of its own
}

/** The problem behind an error of converting the document into values. */
export function bomb(document: Document, error: unknown): Problem {
  if (!(error instanceof ReferenceError)) throw error;
  let last: Alias | undefined;
  visit(document, {
    Alias(_, alias) {
      last = alias;
    },
  });
  const what = "The aliases expand into more values than a config can have.";
  return { what, place: { offset: start(last) }, remedy: "write the values out" };
}
