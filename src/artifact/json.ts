import { userError } from "../base/errors.ts";
import { CAPS, type Caps } from "./caps.ts";

/**
 * Checks a JSON text against the limits in one pass over its characters, before anything is built from it. Invalid
 * JSON is left to the parser.
 *
 * @throws SteelyardError (user) for too many values, too deep nesting, and too long texts or numbers
 */
export function demandBounded(text: string, where: string, caps: Caps = CAPS): void {
  const refuse = (why: string) =>
    userError(`This file is rejected: ${why}.`, {
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
      if (at - begin > MOST_DIGITS) throw refuse("a number has too many digits");
      const size = Math.abs(Number(text.slice(begin, at + 1)));
      if (size > LARGEST || (size > 0 && size < SMALLEST)) throw refuse("a number is out of range");
      values++;
    }
    if (values > caps.values) throw refuse(`it has more than ${caps.values} values`);
  }
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125];
/** Most characters of a number: digits, sign, point and exponent. `JSON.stringify` writes at most 24. */
const MOST_DIGITS = 40;
/** Largest and smallest size of a number: sums of squares and ratios of such stay finite. */
const LARGEST = 1e60;
const SMALLEST = 1e-60;

/** The index of the quote that ends a text; the end of the file without one. */
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
