import { userError } from "../base/errors.ts";
import { CAPS, type Caps } from "./caps.ts";

/**
 * Whether a JSON text stays within the caps, counted in one pass over its characters before anything is built of it.
 * It need not be valid JSON: the parser says that later.
 *
 * @throws SteelyardError (user) for too many values, too deep nesting, and texts or numbers of absurd length
 */
export function demandBounded(text: string, where: string, caps: Caps = CAPS): void {
  const refuse = (why: string) =>
    userError(`This file is refused: ${why}.`, {
      where,
      remedy: "upload the run.json of the measuring step",
    });
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) {
      const end = closing(text, at);
      if (end - at > caps.text) throw refuse(`a text has more than ${caps.text} characters`);
      at = end;
      values++;
    } else if (character === OPEN_LIST || character === OPEN_OBJECT) {
      depth++;
      values++;
      if (depth > caps.depth) throw refuse(`it nests deeper than ${caps.depth} levels`);
    } else if (character === CLOSE_LIST || character === CLOSE_OBJECT) depth--;
    else if (isWord(character)) {
      const begin = at;
      while (at + 1 < text.length && isWord(text.charCodeAt(at + 1))) at++;
      if (at - begin > MOST_DIGITS) throw refuse("a number has more digits than any number needs");
      const size = Math.abs(Number(text.slice(begin, at + 1)));
      if (size > LARGEST || (size > 0 && size < SMALLEST)) throw refuse("a number is beyond any measurement");
      values++;
    }
    if (values > caps.values) throw refuse(`it has more than ${caps.values} values`);
  }
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125];
/** Digits, sign, point and exponent of a number: what `JSON.stringify` writes has at most 24. */
const MOST_DIGITS = 40;
/** Sizes of numbers: sums of squares and ratios of such stay finite. */
const [LARGEST, SMALLEST] = [1e60, 1e-60];

/** The index of the quote that ends a text; the end where there is none. */
function closing(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === BACKSLASH) at++;
    else if (character === QUOTE) return at;
  }
  return text.length;
}

/** A character of a number or of true, false, null. */
const isWord = (character: number) =>
  (character >= 48 && character <= 57) || // 0-9
  (character >= 97 && character <= 122) || // a-z
  character === 43 || // +
  character === 45 || // -
  character === 46 || // .
  character === 69; // E
