import type { Kept } from "../bench/placebo/kept.ts";

/** A kept comparison of unchanged code, with the deviations that a test sets. For tests only. */
export const aKept = (differs: Partial<Kept>): Kept => ({
  key: "shop/same/1",
  service: "shop",
  branch: "same",
  busy: false,
  overall: "unchanged",
  regressed: [],
  untold: [],
  pairs: {},
  looks: [],
  contended: 0,
  seconds: { load: 1, total: 1 },
  ...differs,
});
