/** Options of Node.js that hold V8's young generation at one size, so that processes of one build differ less. */
export const FIXED_YOUNG_GENERATION = "--min-semi-space-size=64 --max-semi-space-size=64";
