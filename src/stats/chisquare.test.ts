import { expect, test } from "vitest";
import { chiSquareCdf, chiSquarePpf } from "./chisquare.ts";

/** The wanted figures are scipy's (1.17.1). */
const close = (got: number, want: number) => expect(Math.abs(got / want - 1)).toBeLessThan(1e-12);

test.each([
  [0.5, 1, 0.5204998778130466],
  [3, 2, 0.7768698398515702], // 1 − e^(−3/2)
  [7, 11, 0.20091649868455616],
  [120, 100, 0.9155933189063082],
  [1e-4, 3, 2.6595354156449156e-7],
  [60, 7, 0.9999999998490444],
])("P(χ² ≤ %d), df %d", (x, df, p) => {
  close(chiSquareCdf(x, df), p);
});

test.each([
  [0.2, 1, 0.0641847546673016],
  [0.2, 7, 3.8223219077661383],
  [0.2, 11, 6.988673512230545],
  [0.2, 24, 18.06180432338749],
  [0.001, 5, 0.2102126026292192],
  [0.95, 10, 18.307038053275146],
  [0.5, 200, 199.33372983863097],
])("χ² quantile %d, df %d", (p, df, x) => {
  close(chiSquarePpf(p, df), x);
});

test.each([
  [() => chiSquareCdf(1, 0)],
  [() => chiSquareCdf(-1, 3)],
  [() => chiSquareCdf(Number.NaN, 3)],
  [() => chiSquarePpf(0, 3)],
  [() => chiSquarePpf(1.2, 3)],
])("a question without an answer throws", (f) => {
  expect(f).toThrow(RangeError);
});
test("nothing lies below 0", () => {
  expect(chiSquareCdf(0, 3)).toBe(0);
});
