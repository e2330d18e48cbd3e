import type { Comparison, Row } from "../model/comparison.ts";
import type { Verdict } from "../model/verdict.ts";
import { comparison, limited, row, tested, totals } from "./comparisons.ts";
import { someCauses } from "./profilings.ts";

const CPU = { metric: "cpu_per_request" } as const;
const RATE = { metric: "http_reqs.rate", unit: "/s", better: "higher" } as const;

const NOISY = {
  code: "noisy",
  message: "Too noisy to judge small changes: 4 of 10 trials were measured while the host was busy.",
  remedy: "Measure on a machine that does nothing else.",
} as const;

const steady = [
  tested("unchanged", 0.0121, 0.01212, {}, 0.004),
  tested("unchanged", 0.00093, 0.00093, CPU, 0.003),
];
const unsure = tested("inconclusive", 0.0121, 0.0124, {
  reason: "cannot tell: sees changes of 6.8 % and more",
});
const slower = tested("regressed", 0.0121, 0.0162, { reason: "worse by more than the band" });

/** A row without figures on one side or both: missing in head, or not judgeable. */
const without = (verdict: Verdict, reason: string, more: Partial<Row> = {}) =>
  row({ verdict, reason, ...more });

/** A comparison of each verdict, as small as it can be while still saying all that the verdict has to say. */
export const EXAMPLES: Readonly<Record<Verdict, Comparison>> = {
  unaffected: comparison(
    [
      without("unaffected", "none of the 3 changed files can affect it, by its `paths`", {
        kind: "workload",
        metric: "",
      }),
    ],
    { reference: { kind: "none", sessions: {} }, workloads: [], replay: [] },
  ),
  unchanged: comparison([...steady, limited("budget", "pass", "< 250 ms", 0.118)]),
  new: comparison(
    [
      { ...tested("new", 0.0121, 0.0121, { reason: "no baseline yet" }), base: null, evidence: null },
      {
        ...tested("new", 0.00093, 0.00093, { ...CPU, reason: "no baseline yet" }),
        base: null,
        evidence: null,
      },
    ],
    { reference: { kind: "none", sessions: {} } },
  ),
  inconclusive: comparison([steady[1]!, { ...unsure, warnings: [NOISY] }]),
  improved: comparison([
    tested("improved", 0.0153, 0.0121, {
      workload: "search",
      variant: "popularity",
      reason: "better by more than the band",
    }),
    tested("improved", 812, 1031, {
      ...RATE,
      workload: "search",
      variant: "popularity",
      reason: "better by more than the band",
    }),
    unsure,
  ]),
  accepted: comparison([
    tested("accepted", 0.0121, 0.0136, {
      reason: "a waiver allows up to 15 % until 2026-12-31: exact scores cost one more lookup",
    }),
    ...steady.slice(1),
  ]),
  incomparable: comparison([
    without("incomparable", "the baseline was measured on another CPU (Intel Xeon E5-2673)", {
      kind: "workload",
      metric: "",
      warnings: [
        {
          code: "other-cpu",
          message: "CPU differs: AMD EPYC 7763 here, Intel Xeon E5-2673 in the baseline.",
          remedy: "Record a baseline on this runner class: `steelyard baseline`.",
        },
      ],
    }),
  ]),
  invalid: comparison(
    [
      without(
        "invalid",
        "the load generator was saturated: it used 91 % of its cores, and dropped 4.2 % of iterations",
        { kind: "workload", metric: "" },
      ),
      tested("unchanged", 0.0153, 0.0153, { workload: "search" }, 0.004),
    ],
    { workloads: [totals({ saturated: true }), totals({ workload: "search" })] },
  ),
  missing: comparison([
    without("missing", "the baseline has it, this run does not", {
      ...CPU,
      base: { values: [0.00093], center: 0.00093 },
    }),
    steady[0]!,
  ]),
  expectation: comparison([
    limited("expect", "fail", "25 % to 55 %", 0.084, {
      workload: "burst",
      metric: "http_req_failed.rate",
      unit: "ratio",
      because: "the limiter sheds load above 200 requests/s",
    }),
    ...steady,
  ]),
  budget: comparison([
    limited("budget", "fail", "< 250 ms", 0.312),
    limited("budget", "risk", "> 100 /s", 104, RATE),
    ...steady,
  ]),
  regressed: comparison([slower, steady[1]!], { causes: someCauses() }),
  failed: comparison(
    [
      without(
        "failed",
        "3 of 10 trials failed: the service `gateway` ended with exit code 1 while it was measured",
        { kind: "workload", metric: "" },
      ),
    ],
    {
      workloads: [
        totals({
          failed: 3,
          requests: 12_014,
          errors: 9_870,
          statuses: { "200": 2_144, "503": 8_630 },
          timeouts: 1_240,
        }),
      ],
    },
  ),
};

/** A pull request as they are: six workloads, some of everything. */
export function mixed(): Comparison {
  const names = ["recommend", "search", "notify", "burst", "retrieve", "health"];
  const seeds = {
    recommend: 0.0121,
    search: 0.0153,
    notify: 0.0042,
    burst: 0.0089,
    retrieve: 0.031,
    health: 0.00041,
  };
  const quiet = names.flatMap((workload) => [
    tested(
      "unchanged",
      seeds[workload as keyof typeof seeds],
      seeds[workload as keyof typeof seeds] * 1.004,
      { workload },
      0.005,
    ),
    tested("unchanged", 0.0009, 0.000898, { ...CPU, workload }, 0.004),
    ...["p90", "p95", "p99"].map((stat, i) =>
      tested(
        "inconclusive",
        0.02 * (i + 1),
        0.0205 * (i + 1),
        {
          kind: "advisory",
          gates: false,
          workload,
          metric: `http_req_duration.${stat}`,
          reason: "cannot tell",
        },
        0.05 * (i + 1),
      ),
    ),
  ]);
  const replaced: Record<string, Row> = {
    "recommend http_req_duration.p50": { ...slower, warnings: [NOISY] },
    "recommend cpu_per_request": tested("regressed", 0.0009, 0.00117, CPU, 0.006),
    "search http_req_duration.p50": tested("improved", 0.0153, 0.0121, { workload: "search" }),
    "notify http_req_duration.p50": { ...unsure, workload: "notify", warnings: [NOISY] },
  };
  return comparison(
    [
      ...quiet
        .filter((each) => each.workload !== "health")
        .map((each) => replaced[`${each.workload} ${each.metric}`] ?? each),
      tested("regressed", 812, 611, { ...RATE, kind: "advisory", gates: false }, 0.02),
      limited("budget", "risk", "< 250 ms", 0.241),
      limited("budget", "pass", "< 1 %", 0.0002, { metric: "http_req_failed.rate", unit: "ratio" }),
      limited("expect", "pass", "25 % to 55 %", 0.41, {
        workload: "burst",
        metric: "http_req_failed.rate",
        unit: "ratio",
        because: "overload profile",
      }),
      without("invalid", "fewer than 3 trials are valid: the client ran out of sockets", {
        workload: "retrieve",
        variant: "cold",
        kind: "workload",
        metric: "",
        warnings: [
          {
            code: "few-trials",
            message: "2 of 10 trials are valid.",
            tally: { n: 2, of: 10, rest: "trials are valid." },
            remedy: "Raise `ulimit -n` on the runner.",
          },
        ],
      }),
      {
        ...tested("new", 1, 1, { workload: "health", reason: "no baseline yet" }),
        base: null,
        evidence: null,
        head: { values: [0.00041], center: 0.00041 },
      },
      {
        ...tested("new", 1, 1, { workload: "health", ...CPU, reason: "no baseline yet" }),
        base: null,
        evidence: null,
        head: { values: [0.0001], center: 0.0001 },
      },
    ],
    {
      workloads: names.map((workload, i) =>
        totals(
          workload === "burst"
            ? {
                workload,
                requests: 40_112,
                errors: 16_446,
                statuses: { "200": 23_666, "429": 16_402 },
                timeouts: 44,
              }
            : { workload, requests: 81_234 - 7_001 * i, statuses: { "200": 81_234 - 7_001 * i } },
        ),
      ),
      warnings: [
        {
          code: "kernel",
          message: "The kernel differs from the baseline's: 6.1 here, 6.8 there.",
          remedy: null,
        },
      ],
    },
  );
}

/** Waivers of every fate: one is used, one is not enough, and four are only named or not even that. */
export function excused(): Comparison {
  const waiver = (metric: string, expires = "2026-12-31", ceiling = 0.15) => ({
    workload: "recommend",
    metric,
    ceiling,
    expires,
    because: "exact scores cost one more lookup",
  });
  const rows = [
    EXAMPLES.accepted.rows[0]!,
    tested("regressed", 0.00093, 0.0012, {
      ...CPU,
      reason: "worse by more than the band; a waiver allows up to 15 % until 2026-12-31, and this is more",
    }),
    tested("unchanged", 812, 815, RATE, 0.004),
  ];
  return comparison(rows, {
    waivers: {
      from: "origin/main (3f9c2e713)",
      rows: [
        { waiver: waiver(CPU.metric), fate: "exceeded" },
        { waiver: waiver("http_req_duration.p50"), fate: "accepted" },
        { waiver: { ...waiver("http_req_duration.p95", "2026-10-31"), variant: "exact" }, fate: "expired" },
        { waiver: waiver("http_req_duration.p5", "2027-01-31", 0.045), fate: "unmatched" },
        { waiver: waiver(RATE.metric, "2027-01-31", 0.045), fate: "unused" },
        { waiver: { ...waiver("http_req_duration.p50"), workload: "search" }, fate: "unmeasured" },
      ],
    },
  });
}

/** A regression that only warns: the overall verdict is mild, and the headline must not be. */
export function warned(): Comparison {
  const saturated = {
    code: "saturated",
    message: "Saturated: such a workload does not gate against a baseline",
    remedy: "Use fewer connections or a lower rate.",
  };
  const errors = { kind: "errors", metric: "", unit: "ratio", reason: "no errors on either side" } as const;
  return comparison([
    row({ ...errors, base: { values: [0], center: 0 }, head: { values: [0], center: 0 } }),
    { ...slower, gates: false, warnings: [saturated] },
    { ...unsure, ...CPU, gates: false, warnings: [saturated] },
  ]);
}
