/**
 * p-values adjusted for a family of tests by Benjamini & Hochberg (1995), in the order given: a test is rejected
 * at false discovery rate q where its adjusted p is at most q. An empty family has none.
 *
 * Holds for independent and for positively dependent tests; where no null hypothesis is false it controls the
 * family-wise error, which is what a gate needs on a harmless change.
 *
 * @param p values in [0, 1]
 */
export function adjusted(p: readonly number[]): number[] {
  const falling = p.map((_, i) => i).sort((a, b) => p[b]! - p[a]!);
  const result = new Array<number>(p.length);
  let least = 1;
  falling.forEach((test, i) => {
    const rank = p.length - i;
    least = Math.min(least, (p[test]! * p.length) / rank);
    result[test] = least;
  });
  return result;
}

/** Which tests of a family Benjamini–Hochberg rejects at level q, in the order given. */
export const rejected = (p: readonly number[], q: number): boolean[] => adjusted(p).map((a) => a <= q);
