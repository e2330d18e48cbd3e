import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { clopperPearson } from "./beta.ts";
import { dispersion, errorTest, total } from "./errors.ts";
import { digamma, trigamma, trigammaInverse } from "./gamma.ts";
import {
  interval,
  meanEstimate,
  predictiveEstimate,
  pValues,
  trimmedEstimate,
  welchEstimate,
} from "./location.ts";
import { adjusted, rejected } from "./multiplicity.ts";
import { normalCdf, normalPpf } from "./normal.ts";
import { pairFigures } from "./pair.ts";
import { fitVariancePrior } from "./prior.ts";
import { hodgesLehmann, quantile, trimmed, variance } from "./samples.ts";
import { studentCdf, studentPpf, studentSf } from "./student.ts";

/**
 * scipy's answers (its version is in the file). Sections without a test here: `ties` and `eprocess`, because rank tests and
 * e-processes are not used (corrected over 30 tests, ranks cannot reject for n ≤ 11). Also the Wilcoxon, Mann–Whitney, BY
 * and Holm fields of the others.
 */
// biome-ignore lint/suspicious/noExplicitAny: the file's own shape, section by section
const vectors: Record<string, Record<string, any>[]> = JSON.parse(
  readFileSync(new URL("vectors.json", import.meta.url), "utf8"),
);

/** 1e-9 relative; 1e-6 below 1e-12. */
function close(got: number, want: number, tolerance = Math.abs(want) < 1e-12 ? 1e-6 : 1e-9): void {
  const error = want === 0 ? Math.abs(got) : Math.abs(got - want) / Math.abs(want);
  expect(error, `${got} for ${want}`).toBeLessThanOrEqual(tolerance);
}
/**
 * The file rounds the inputs of some sections, but its answers belong to the unrounded ones. 40-digit arithmetic on the
 * rounded inputs differs from them by up to 6e-9, and agrees with ours (distributions.test.ts).
 */
const ROUNDED = 1e-8;
const closeTo = (got: readonly number[], want: readonly number[]) => {
  expect(got).toHaveLength(want.length);
  got.forEach((v, i) => {
    close(v, want[i]!);
  });
};

test("every section is known here", () => {
  expect(
    Object.keys(vectors)
      .filter((key) => Array.isArray(vectors[key]))
      .sort(),
  ).toEqual([
    "beta",
    "digamma_trigamma",
    "duel_single_test",
    "edge",
    "eprocess",
    "errors",
    "fit_variance_prior",
    "multiplicity",
    "norm_cdf",
    "norm_ppf",
    "paired",
    "predictive",
    "quantile_linear",
    "t_cdf",
    "t_ppf",
    "ties",
    "trigamma_inverse",
    "two_sample",
  ]);
});

test.each(vectors.norm_cdf!)("normal cdf of $x", ({ x, p }) => {
  close(normalCdf(x), p);
});
test.each(vectors.norm_ppf!)("normal ppf of $p", ({ p, x }) => {
  close(normalPpf(p), x);
});
test.each(vectors.t_cdf!)("t cdf of $t, df $df", ({ t, df, p }) => {
  close(studentCdf(t, df), p);
  close(studentSf(-t, df), p);
});
test.each(vectors.t_ppf!)("t ppf of $p, df $df", ({ p, df, t }) => {
  close(studentPpf(p, df), t);
});
test.each(vectors.digamma_trigamma!)("digamma and trigamma of $x", (v) => {
  close(digamma(v.x), v.digamma);
  close(trigamma(v.x), v.trigamma);
});
test.each(vectors.trigamma_inverse!)("inverse trigamma of $y", ({ y, x }) => {
  close(trigammaInverse(y), x);
});

describe.each(vectors.paired!)("paired, n = $n", (v) => {
  const r: number[] = v.logratio;
  const plain = meanEstimate(r);
  test("logs of the ratios", () => {
    closeTo(
      v.head.map((h: number, i: number) => Math.log(h / v.base[i])),
      r,
    );
  });
  test("paired t", () => {
    close(plain.estimate, v.mean);
    close(Math.sqrt(variance(r)), v.sd);
    close(plain.estimate / plain.se, v.t);
    const { above, below } = pValues(plain);
    close(above, v.p_greater);
    close(below, v.p_less);
    close(2 * Math.min(above, below), v.p_two);
  });
  test("intervals", () => {
    closeTo(interval(plain, 0.05), v.ci90);
    closeTo(interval(plain, 0.025), v.ci95);
    closeTo(interval(plain, 0.005), v.ci99);
  });
  test("equivalence: the larger p of the two one-sided tests", () => {
    const band = Math.log1p(0.03);
    const low = pValues({ ...plain, estimate: plain.estimate + band }).above;
    const high = pValues({ ...plain, estimate: plain.estimate - band }).below;
    close(Math.max(low, high), v.tost_p_delta3pct);
  });
  test("Hodges–Lehmann and Yuen", () => {
    close(hodgesLehmann(r), v.hodges_lehmann);
    close(trimmed(r, 0.2).mean, v.trimmed_mean20);
    close(pValues(trimmedEstimate(r)).above, v.yuen20_p_greater, ROUNDED);
  });
  test("moderated t", () => {
    const { d0, s02, df, se, t, p_greater, ci90 } = v.moderated;
    const steady = meanEstimate(r, { prior: { df: d0, variance: s02 } });
    close(steady.df, df);
    close(steady.se, se);
    close(steady.estimate / steady.se, t);
    close(pValues(steady).above, p_greater, ROUNDED);
    closeTo(interval(steady, 0.05), ci90);
  });
});

test.each(vectors.two_sample!)("two samples: $welch_t", (v) => {
  const [a, b] = [v.base.map(Math.log), v.head.map(Math.log)];
  const welch = welchEstimate(a, b);
  close(welch.estimate / welch.se, v.welch_t);
  close(welch.df, v.welch_df);
  const { above, below } = pValues(welch);
  close(2 * Math.min(above, below), v.welch_p_two);
  closeTo(interval(welch, 0.025), v.welch_ci95);
});

test.each(vectors.multiplicity!)("Benjamini–Hochberg of $p", ({ p, bh_adjusted }) => {
  closeTo(adjusted(p), bh_adjusted);
  for (const q of [0.01, 0.05, 0.1]) {
    expect(rejected(p, q)).toEqual(bh_adjusted.map((a: number) => a <= q));
  }
});

test.each(vectors.fit_variance_prior!)("variance prior with d0 = $d0", ({ s2, df, cap, d0, s02 }) => {
  const prior = fitVariancePrior(s2, df, cap);
  close(prior.df, d0, ROUNDED);
  close(prior.variance, s02, ROUNDED);
});

test.each(vectors.errors!)("errors $base against $head", (v) => {
  const counts = (all: number[]) => all.map((errors) => ({ errors, requests: v.requests_per_trial }));
  const spread = dispersion([counts(v.base), counts(v.head)]);
  const { z, p } = errorTest(total(counts(v.base)), total(counts(v.head)), spread);
  close(spread.ratio, v.phi);
  close(spread.df, v.df);
  close(z, v.z);
  close(p, v.p_quasi);
});

test.each(vectors.beta!)("Clopper–Pearson of $k in $n", ({ k, n, clopper_pearson95 }) => {
  closeTo(clopperPearson(k, n, 0.025), clopper_pearson95);
});

test.each(vectors.predictive!)("one more session at $cand", (v) => {
  const prior = { df: v.d0, variance: v.s02 };
  const next = predictiveEstimate(v.session_logmedians, v.cand, prior);
  close(next.estimate / next.se, v.t);
  close(next.df, v.df);
  close(pValues(next).above, v.p_greater);
  // The prediction interval lies around the sessions' mean, which is the candidate less the estimate.
  const [low, high] = interval({ ...next, estimate: v.cand - next.estimate }, 0.025);
  closeTo([low, high], v.pi95);
});

test.each(vectors.quantile_linear!)("quantile $q", ({ x, q, v }) => {
  close(quantile(x, q), v);
});

test.each(vectors.duel_single_test!)("pairs, verdict $verdict_if_only_test", (v) => {
  const prior = { df: v.d0, variance: v.s02 };
  const got = pairFigures(v.r, { prior, startSd: v.s_inst, starts: v.R, floor: v.s2_floor });
  close(got.mean.estimate, v.mean);
  close(got.mean.se, v.se_t);
  close(got.mean.df, v.df);
  close(got.trimmed.estimate, v.trimmed_mean);
  close(got.trimmed.se, v.se_y);
  close(pValues(got.mean).above, v.p_t);
  close(pValues(got.trimmed).above, v.p_y);
  close(got.pWorse, v.p_worse);
  close(got.pBetter, v.p_better);
  close(got.shift, v.hl);
  closeTo(got.bounds, [v.lb, v.ub]);
  if (v.prior_dropped !== undefined) expect(got.priorUsed).toBe(!v.prior_dropped);
});

/** The first of the `edge` cases; the others concern decisions, not numbers. */
test("values that are all equal get a floor, and p = 0.5", () => {
  const equal = meanEstimate([0, 0, 0, 0, 0], { floor: 1e-6 });
  close(pValues(equal).above, 0.5);
  close(equal.se, Math.sqrt(1e-6 / 5));
  expect(() => meanEstimate([0, 0, 0, 0, 0])).toThrow(/equal values/);
});
