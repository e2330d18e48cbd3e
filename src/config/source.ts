import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import type { Path, Place, Position, Problem } from "./problem.ts";
import { bomb, harms, start, syntax, targetOf } from "./syntax.ts";

/** Characters of a config: far above any that people write, and parsed within seconds whatever they are. */
const LONGEST = 100_000;
/** Values that aliases of aliases may stand for; more is a bomb. */
const MOST_MULTIPLIED = 100;

/** A scalar's own spelling, such as `1.10`; undefined for what is no scalar or not in the file, as a default. */
export type Written = (path: Path) => string | undefined;

/** A YAML text, and where in it everything is. */
export interface Source {
  /** As plain values; keys are always strings. Undefined where there are problems. */
  readonly data: unknown;
  readonly problems: readonly Problem[];
  position(place: Place): Position;
  readonly written: Written;
}

/** Reads a YAML text; whatever is wrong with it is in `problems`, never thrown. */
export function source(text: string): Source {
  const lines = new LineCounter();
  const long = text.length > LONGEST;
  const document = parseDocument<Node>(long ? "" : text, {
    lineCounter: lines,
    prettyErrors: false,
    schema: "core",
    merge: true,
    stringKeys: true, // `8080:` is a key like any other
    resolveKnownTags: false,
  });
  const position = (place: Place): Position => {
    const offset = "offset" in place ? place.offset : offsetOf(document, place.path, place.on);
    const { line, col } = lines.linePos(Math.min(offset, text.length));
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const written: Written = (path) => {
    const { node, missing } = found(document, path);
    return missing.length === 0 && isScalar(node) ? node.source : undefined;
  };
  const problems = long ? [tooLong(text)] : [...syntax(document, text), ...harms(document, text)];
  if (problems.length > 0) return { data: undefined, problems, position, written };
  try {
    return { data: document.toJS({ maxAliasCount: MOST_MULTIPLIED }), problems, position, written };
  } catch (error) {
    return { data: undefined, problems: [bomb(document, error)], position, written };
  }
}

const tooLong = (text: string): Problem => ({
  what: `The file has ${text.length} characters.`,
  place: { offset: 0 },
  allowed: `${LONGEST} characters`,
  remedy: "name a file of steelyard, which has some dozens of lines",
});

/** The node at a path, or the deepest there is on the way, with its key and the steps that are missing. */
function found(document: Document, path: Path): { node: unknown; key: unknown; missing: Path } {
  let node: unknown = document.contents;
  let key: unknown = null;
  for (const [depth, step] of path.entries()) {
    const next = child(document, node, step);
    if (next === undefined) return { node, key, missing: path.slice(depth) };
    ({ node, key } = next);
  }
  return { node: resolved(document, node), key, missing: [] };
}

const resolved = (document: Document, node: unknown) => (isAlias(node) ? targetOf(document, node) : node);

/** The entry of a mapping or list, merged mappings included. */
function child(
  document: Document,
  node: unknown,
  step: string | number,
): { node: unknown; key: unknown } | undefined {
  const parent = resolved(document, node);
  if (isSeq(parent)) {
    const item = parent.items[Number(step)];
    return item === undefined ? undefined : { node: item, key: item };
  }
  if (!isMap(parent)) return undefined;
  const at = (name: string) => parent.items.find(({ key }) => isScalar(key) && String(key.value) === name);
  const own = at(String(step));
  if (own) return { node: own.value, key: own.key };
  const merged = resolved(document, at("<<")?.value);
  for (const source of isSeq(merged) ? merged.items : merged === undefined ? [] : [merged]) {
    const inherited = child(document, source, step);
    if (inherited) return inherited;
  }
  return undefined;
}

/** Where a key or value stands; where it is absent, the key of the mapping that should have it. */
function offsetOf(document: Document, path: Path, on: "key" | "value"): number {
  const { node, key, missing } = found(document, path);
  const empty = isScalar(node) && node.value === null && !node.source;
  return start(key !== null && (on === "key" || missing.length > 0 || empty) ? key : node);
}
