import { STARTER } from "../init/config.ts";
import { type Guess, guessesIn } from "../init/doubt.ts";
import type { Warning } from "../model/comparison.ts";
import type { Config } from "../model/config.ts";
import { scriptsOf } from "../model/load.ts";

/** How to settle a guess of `init`. */
export const GUESS_REMEDY = "Correct what it is about, or find it right, and take the comment out.";

/**
 * The guesses of `init` that are still in a config, and in the first script that it wrote.
 *
 * @param read the text of a file; null where there is none
 */
export async function guessesOf(
  path: string,
  { workloads }: Pick<Config, "workloads">,
  read: (path: string) => Promise<string | null>,
): Promise<Guess[]> {
  const starts = Object.values(workloads).some((load) =>
    scriptsOf(load).some(({ file }) => file === STARTER),
  );
  const files = starts ? [path, STARTER] : [path];
  const found = files.map(async (file) => guessesIn(file, (await read(file)) ?? ""));
  return (await Promise.all(found)).flat();
}

/** A warning beside a verdict that rests on guesses; none where there are none. */
export function guessWarnings(found: readonly Guess[]): Warning[] {
  const [first] = found;
  if (first === undefined) return [];
  const { path, line, doubt } = first;
  const more = found.length === 1 ? "" : `, and ${found.length - 1} more`;
  const message = `\`steelyard init\` guessed, and nobody has confirmed it: ${doubt} (${path}:${line})${more}.`;
  return [{ code: "guesses", message, remedy: GUESS_REMEDY }];
}
