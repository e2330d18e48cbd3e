import { locationOf } from "../../base/text.ts";
import type { Tree } from "../tree.ts";
import { committed, exampleFor } from "../variables.ts";

/** Reads of variables that a program does not start without, and messages that say so. */
const DEMANDS = [
  // Python: os.environ["KEY"], and no assignment to it
  /\benviron\[\s*["'](\w+)["']\s*\](?!\s*=[^=])/g,
  // Rust: env::var("KEY").expect("…")
  /\benv::var\(\s*"(\w+)"\s*\)\s*\.(?:expect|unwrap)\(/g,
  // "KEY environment variable is required", "KEY must be set"
  /["'`]([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?: (?:environment|env) variable)? (?:is required|must be set)\b/g,
];
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
  const found = DEMANDS.flatMap((pattern) => tree.all(files, pattern)).filter(
    ({ groups: [name = ""] }) =>
      !Object.hasOwn(known, name) && !given.includes(name) && !["PORT", "HOME", "SERVER_NAME"].includes(name),
  );
  const [first] = found;
  if (!first) return [];
  const names = [...new Set(found.map(({ groups: [name] }) => name!))].slice(0, 5).join(", ");
  return [`it does not start without ${names} (${locationOf(first)}), which nothing in the checkout sets.`];
}
