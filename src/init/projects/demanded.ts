import { locationOf } from "../../base/text.ts";
import type { Match, Tree } from "../tree.ts";
import { committed, exampleFor } from "../variables.ts";

/** Reads of variables that a program does not start without, and messages that say so. */
const DEMANDS = [
  // Python: os.environ["KEY"], and no assignment to it
  /\benviron\[\s*["'](\w+)["']\s*\](?!\s*=[^=])/g,
  // Rust: env::var("KEY").expect("…")
  /\benv::var\(\s*"(\w+)"\s*\)\s*\.(?:expect|unwrap)\(/g,
  message("is required|must be (?:set|defined|configured)"),
];
/** A message that may be a warning, or be about one request, unless the program ends nearby. */
const ABSENT = message("is (?:not (?:set|defined|configured)|missing)");
/** The end of a program: by a call, or by an error outside of functions. */
const ENDS = /\b(?:exit|abort|panic|die|[Ff]atal\w*)!?\(|^if\b[^\n]*\n?[^\n]*\b(?:throw|raise)\b/m;
/** Lines before and after a message in which the program may end. */
const NEARBY = [2, 4] as const;

/** A message about a variable: "FATAL: KEY environment variable is required", "KEY must be set". */
function message(words: string): RegExp {
  const name = "([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)";
  return new RegExp(
    `["'\`](?:[^"'\`\\n]{0,40}[^\\w"'\`\\n])?${name}(?: (?:environment|env) variable)? (?:${words})\\b`,
    "g",
  );
}

/** Whether a program ends near a line of a file. */
function ends(tree: Tree, { file, line }: Match): boolean {
  const [before, after] = NEARBY;
  const lines = tree.text(file).split("\n");
  return ENDS.test(lines.slice(Math.max(0, line! - 1 - before), line! + after).join("\n"));
}

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
  const known = { ...committed(tree, folder), ...exampleFor(tree, folder)?.values };
  const absent = tree.all(files, ABSENT).filter((one) => ends(tree, one));
  const found = [...DEMANDS.flatMap((pattern) => tree.all(files, pattern)), ...absent].filter(
    ({ groups: [name = ""] }) =>
      !Object.hasOwn(known, name) && !given.includes(name) && !["PORT", "HOME", "SERVER_NAME"].includes(name),
  );
  const [first] = found;
  if (!first) return [];
  const names = [...new Set(found.map(({ groups: [name] }) => name!))].slice(0, 5).join(", ");
  return [`it does not start without ${names} (${locationOf(first)}), which nothing in the checkout sets.`];
}
