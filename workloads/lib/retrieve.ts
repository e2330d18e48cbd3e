import { text } from "./env.ts";

const TOKEN = text("TOKEN", "");
const BYPASS = text("BENCH_BYPASS", "");

/** Headers of every request; a deployed stack's token comes with the side instead, and is in no file. */
export const headers = {
  ...(TOKEN && { authorization: `Bearer ${TOKEN}` }),
  ...(BYPASS && { "x-bench-bypass": BYPASS }),
};
/** The record's own limit: an answer that takes longer counts as failed. */
export const timeout = "60s";

const SYLLABLES = ["ba", "ke", "li", "mo", "nu", "ra", "se", "ti"];

/** So many words that the service's documents have, other ones for each n, and the same for the same. */
export function phrase(n: number, words: number): string {
  let state = n + 1;
  const syllable = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0; // Numerical Recipes' generator
    return SYLLABLES[state >>> 29];
  };
  return Array.from({ length: words }, () => syllable()! + syllable() + syllable()).join(" ");
}
