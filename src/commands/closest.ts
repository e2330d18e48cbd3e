import { distance } from "fastest-levenshtein";

/** Differing letters up to which another name is suggested. */
const CLOSE = 3;

/** Up to three names that somebody may have meant, the closest first; none where all are far from it. */
export const closest = (names: readonly string[], typed: string): string[] =>
  [...new Set(names)]
    .map((name) => ({ name, far: distance(name, typed) }))
    .filter(({ name, far }) => far <= Math.min(CLOSE, name.length / 2))
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ name }) => name);
