import { locationOf } from "../../base/text.ts";
import type { Match, Tree } from "../tree.ts";
import { committed, exampleFor } from "../variables.ts";
import { unsetKeys } from "./spring.ts";

/** Reads of variables that a program does not start without. */
const DEMANDS = [
  // Python: os.environ["KEY"]; `request.environ` has the headers of a request
  /(?:\bos\.|(?<![\w.]))environ\[\s*["'](\w+)["']\s*\]/g,
  // Rust: env::var("KEY").expect("…")
  /\benv::var\(\s*"(\w+)"\s*\)\s*\.(?:expect|unwrap)\(/g,
];
const NAME = "[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+";
/** A message about a variable: "FATAL: KEY environment variable is required", "KEY must be set". */
const MESSAGE = new RegExp(
  `["'\`](?:[^"'\`\\n]{0,40}[^\\w"'\`\\n])?(${NAME})(?: (?:environment|env) variable)? (?:is required|is missing|(?:must be|is not) (?:set|defined|configured))\\b`,
  "g",
);
/** Reads by any means: process.env.KEY, os.Getenv("KEY"), ENV["KEY"], config.get<string>("KEY"), viper.GetString("KEY"). */
const READS = new RegExp(
  `(?:[eE]nv|ENV|[cC]onf|viper)[\\w.:<>?!]{0,40}[\\s("'\`[{.$]{0,40}[("'\`[{.$](${NAME})\\b`,
  "g",
);
/** Several reads at once in JavaScript: const { KEY, OTHER } = process.env */
const TAKEN = /\{([^{}]*)\}\s*=\s*process\.env\b/g;
/** Variables that code sets, or gives a default. */
const SETS = [
  /\b(?:process\.env|environ|ENV)(?:\.|\[\s*["'])(\w+)(?:["']\s*\])?\s*(?:\?\?|\|\|)?=(?![=>~])/g,
  /\b(?:[sS]etenv|env::set_var|environ\.setdefault)\(\s*["'](\w+)["']/g,
];
/** A class of settings of pydantic, with its body. */
const SETTINGS = /^class \w+\([^)\n]*\bBaseSettings\b[^)\n]*\):[^\n]*\n((?:[ \t]+[^\n]*\n?|\n)*)/gm;
const PREFIX = /\benv_prefix["']?\s*[:=]\s*["'](\w+)["']/;
/** A field of it without a value, which it demands. One that may be None had that value before pydantic 2. */
const FIELD =
  /^(?: {2}| {4}|\t)(\w+)[ \t]*:[ \t]*(?!.*\b(?:ClassVar|Optional|None)\b)[\w.]+(?:\[.*\])?[ \t]*(?:#.*)?$/gm;
const ENDS = /\b(?:[eE]xit|SystemExit|abort|[pP]anic\w*|die|[fF]atal\w*)!?\(/;
const THROWS = /\b(?:throw|raise)\b/;
/** A statement outside of functions. */
const OUTERMOST = /^(?:if|unless|throw|raise)\b/;
/** Lines below a message in which the program may end, and above it in which its statement may begin. */
const NEARBY = 4;

const indent = (line: string): number => line.search(/\S|$/);

/** Whether a program ends with the message on a line: by a call in the same block, or by an error outside of functions. */
function ends(lines: readonly string[], at: number): boolean {
  let first = at;
  while (at - first < NEARBY && lines[first - 1]?.trimEnd().endsWith("(")) first -= 1;
  const depth = indent(lines[first]!);
  const isAlone = depth === 0 || /^\s*if\b/.test(lines[first]!);
  const after = isAlone ? [] : lines.slice(at + 1, at + 1 + NEARBY);
  const closing = after.findIndex((line) => line.trim() !== "" && indent(line) < depth);
  const block = closing < 0 ? after : after.slice(0, closing);
  let top = first;
  while (at - top < NEARBY && top > 0 && indent(lines[top]!) > 0) top -= 1;
  const text = (from: number) => [...lines.slice(from, at + 1), ...block].join("\n");
  return ENDS.test(text(first)) || (OUTERMOST.test(lines[top]!) && THROWS.test(text(top)));
}

/** Messages of a file about variables that it reads, and without which it ends. */
function fatal(tree: Tree, file: string): Match[] {
  const found = tree.all([file], MESSAGE);
  if (found.length === 0) return [];
  const lines = tree.text(file).split("\n");
  const taken = tree.all([file], TAKEN).flatMap(({ groups: [names = ""] }) => names.match(/\w+/g) ?? []);
  const reads = new Set([...taken, ...tree.all([file], READS).map(({ groups: [name] }) => name)]);
  return found.filter(({ line, groups: [name] }) => reads.has(name) && ends(lines, line! - 1));
}

/** Variables that settings of pydantic are made from. Their names match in any case. */
const settings = (tree: Tree, files: readonly string[]): Match[] =>
  tree.all(files, SETTINGS).flatMap(({ groups: [body = ""], ...at }) => {
    const prefix = PREFIX.exec(body)?.[1] ?? "";
    return [...body.matchAll(FIELD)].map(([, name]) => ({
      ...at,
      groups: [`${prefix}${name}`.toUpperCase()],
    }));
  });

/**
 * A sentence about variables that code demands, and that neither the checkout nor the config sets.
 *
 * @param given those that the config sets, or names already
 */
export function demanded(
  tree: Tree,
  folder: string,
  files: readonly string[],
  given: readonly string[],
): string[] {
  const all = [
    ...Object.keys({ ...committed(tree, folder), ...exampleFor(tree, folder)?.values }),
    ...SETS.flatMap((pattern) => tree.all(files, pattern)).map(({ groups: [name = ""] }) => name),
    ...given,
    ...["PORT", "HOME", "SERVER_NAME"],
  ];
  const known = new Set(all.flatMap((name) => [name, name.toUpperCase()]));
  const found = [
    ...DEMANDS.flatMap((pattern) => tree.all(files, pattern)),
    ...files.flatMap((file) => fatal(tree, file)),
    ...settings(tree, files),
    ...unsetKeys(tree, folder, files, [...known]),
  ].filter(({ groups: [name] }) => !known.has(name!));
  const [first] = found;
  if (!first) return [];
  const names = [...new Set(found.map(({ groups: [name] }) => name!))].slice(0, 5).join(", ");
  return [`it does not start without ${names} (${locationOf(first)}), which nothing in the checkout sets.`];
}
