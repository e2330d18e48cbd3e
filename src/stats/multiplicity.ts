/**
 * p-values adjusted for a family of tests by Benjamini & Hochberg (1995), in the given order. A test is rejected at false
 * discovery rate q where its adjusted p is at most q. Empty for an empty family.
 *
 * Valid for independent and for positively dependent tests. Where every null hypothesis is true, it controls the
 * family-wise error, which is what a gate needs for a harmless change.
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

/** Whether Benjamini–Hochberg rejects each test of a family at level q, in the given order. */
export const rejected = (p: readonly number[], q: number): boolean[] => adjusted(p).map((a) => a <= q);
