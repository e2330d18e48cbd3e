/** Options of Node.js that hold V8's young generation at one size, so that processes of one build differ less. */
export const FIXED_YOUNG_GENERATION = "--min-semi-space-size=64 --max-semi-space-size=64";

/** Settings of runtimes that make processes of one build differ less, in words: nothing tells which runtime a service has. */
export const PINNED = [
  `the young generation (Node.js: \`${FIXED_YOUNG_GENERATION}\`)`,
  "the hash seed (Python: `PYTHONHASHSEED=0`)",
  "the heap (JVM: `-Xms` as large as `-Xmx`)",
] as const;
