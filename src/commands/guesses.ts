import { withoutEnd } from "../base/text.ts";
import { type Guess, guessesIn, WRITTEN } from "../init/guess.ts";
import { STARTER } from "../init/starter.ts";
import type { Warning } from "../model/comparison.ts";

/** How to settle a guess of `init`. */
export const GUESS_REMEDY = "Correct what it is about, or find it right, and take the comment out.";

/**
 * The guesses of `init` that are still in a config, and in the script that it wrote where the config names that.
 *
 * @param read the text of a file; null where there is none
 */
export async function guessesOf(
  config: string,
  read: (path: string) => Promise<string | null>,
): Promise<Guess[]> {
  const text = (await read(config)) ?? "";
  const script = (text.includes(STARTER) ? await read(STARTER) : null) ?? "";
  // In a script of a person such comments mean something else.
  return [...guessesIn(config, text), ...(script.includes(WRITTEN) ? guessesIn(STARTER, script) : [])];
}

/** A warning that names the first guess that a verdict rests on; none where there are none. */
export function guessWarnings(found: readonly Guess[]): Warning[] {
  const [first] = found;
  if (first === undefined) return [];
  const { path, line, guess } = first;
  const more = found.length === 1 ? "" : `, and ${found.length - 1} more`;
  const message = `\`steelyard init\` guessed, and nobody has confirmed it: ${withoutEnd(guess, ".")} (${path}:${line})${more}.`;
  return [{ code: "guesses", message, remedy: GUESS_REMEDY }];
}
