import { stream } from "../base/random.ts";
import type { Fingerprint } from "../model/fingerprint.ts";
import { itemName } from "../model/item.ts";
import { Entry, type Figure } from "../model/trend.ts";
import { VERDICTS, type Verdict } from "../model/verdict.ts";
import { aFingerprint } from "./runs.ts";

/** Histories made by hand, for what keeps and shows them. */

const DAY = 86_400_000;

export interface EntrySpec extends Partial<Omit<Entry, "results" | "schema" | "commit">> {
  readonly commit?: string | null;
  readonly subject?: string;
  readonly author?: string;
  /** By "workload" or "workload/variant": figures by metric, a number being its value. */
  readonly results?: Readonly<Record<string, Readonly<Record<string, number | Partial<Figure>>>>>;
}

/** The name of the n-th commit of a made-up repository. */
export const sha = (n: number): string =>
  Array.from({ length: 5 }, (_, i) =>
    (Math.imul(n + 1, 2654435761 + i * 40503) >>> 0).toString(16).padStart(8, "0"),
  ).join("");

/** A figure of a latency, unless it says otherwise. */
export function aFigure(more: Partial<Figure> = {}): Figure {
  const value = more.value ?? 0.012;
  return {
    metric: "http_req_duration.p50",
    unit: "s",
    better: "lower",
    gate: true,
    value,
    interval: [value * 0.985, value * 1.015],
    n: 10,
    verdict: "unchanged",
    change: null,
    band: Math.log1p(0.03),
    budget: null,
    ...more,
  };
}

/** One run in the history: a browse workload, unless told otherwise. */
export function anEntry(spec: EntrySpec = {}): Entry {
  const { commit, subject, author, results, ...rest } = spec;
  const all = results ?? { browse: { "http_req_duration.p50": 0.012 } };
  return Entry.parse({
    schema: "entry/1",
    source: "steelyard",
    run: "20261121-100000-abcdef",
    at: "2026-11-21T10:00:00Z",
    commit:
      commit === null
        ? null
        : { sha: commit ?? sha(0), subject: subject ?? "Faster search", author: author ?? "Ada", at: null },
    attempt: 1,
    release: null,
    link: null,
    runnerClass: "bench-8c",
    fingerprint: aFingerprint(),
    verdict: "unchanged",
    mde: 0.05,
    ...rest,
    results: Object.entries(all).map(([name, figures]) => {
      const [workload, variant = null] = name.split("/");
      return {
        workload,
        variant,
        verdict: "unchanged",
        figures: Object.entries(figures).map(([metric, what]) =>
          aFigure({ ...(typeof what === "number" ? { value: what } : what), metric }),
        ),
      };
    }),
  });
}

/** A change that the made-up history holds: from which run on, by what factor, and of which series. */
export interface Known {
  readonly run: number;
  readonly factor: number;
  readonly series: string;
}

const SUBJECTS = [
  "Cache the price list",
  "Rank by co-occurrence first",
  "Bump dependencies",
  "Fix the paging of search results",
  "Index orders by customer",
  "Validate requests with a schema",
  "Log less",
  "Split the gateway's settings",
  "Answer health checks at once",
  "Retry once when Redis is away",
];
const AUTHORS = ["Ada Lovelace", "Grace Hopper", "Edsger Dijkstra", "Barbara Liskov", "Donald Knuth"];

/**
 * Two years of a small shop: one run per day, at the end several. Two workloads, one of them in three variants. It has
 * known change points, another machine after fourteen months, four releases, and a budget that was tightened.
 */
export function twoYears(until: Date, seed = 7): { readonly entries: Entry[]; readonly known: Known[] } {
  const next = stream(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const runs = 730 + 180;
  const known: Known[] = [
    { run: 180, factor: 1.18, series: "recommend/popularity" },
    { run: 300, factor: 0.8, series: "recommend/popularity" },
    { run: 640, factor: 1.3, series: "recommend/cooccurrence" },
    { run: 850, factor: 1.12, series: "browse" },
  ];
  const MOVED = 430;
  const old = aFingerprint();
  const moved: Fingerprint = aFingerprint({
    cpu: "Example CPU 2 @ 3.40GHz",
    cores: 16,
    memory: 64 * 2 ** 30,
  });
  const level = (series: string, run: number) =>
    known
      .filter((one) => one.series === series && run >= one.run)
      .reduce((all, { factor }) => all * factor, 1) * (run >= MOVED ? 0.78 : 1);
  const figures = (series: string, base: number, run: number) => {
    const of = (metric: string, scale: number, noise: number, more: Partial<Figure> = {}): Figure => {
      const value = base * scale * level(series, run) * Math.exp(noise * normal());
      const half = noise * 0.8;
      const fresh = known.some(
        (one) => one.series === series && one.factor > 1 && run >= one.run && run < one.run + 3,
      );
      const verdict: Verdict = fresh ? "regressed" : next() < 0.1 ? "inconclusive" : "unchanged";
      return aFigure({
        metric,
        value,
        interval: [value * Math.exp(-half), value * Math.exp(half)],
        verdict,
        ...more,
      });
    };
    return [
      of("http_req_duration.p50", 1, 0.012, { budget: [null, base * (run < 500 ? 1.9 : 1.45)] }),
      of("http_req_duration.p99", 3.2, 0.04, { gate: false }),
      of("cpu_per_request", 0.6, 0.006),
      of("http_reqs.rate", 1, 0.01, {
        unit: "/s",
        better: "higher",
        gate: false,
        value: (2 / base / level(series, run)) * Math.exp(0.01 * normal()),
        interval: null,
      }),
    ];
  };
  const entries = Array.from({ length: runs }, (_, run) => {
    const back = run < 730 ? 730 - run + 45 : ((runs - run) * 225) / 900;
    const at = new Date(until.getTime() - back * DAY - (run % 7) * 3_600_000).toISOString();
    const series: [string, string | null, number][] = [
      ["recommend", "popularity", 0.004],
      ["recommend", "cooccurrence", 0.0062],
      ["recommend", "none", 0.0031],
      ["browse", null, 0.0118],
    ];
    const results = series.map(([workload, variant, base]) => {
      const all = figures(itemName({ workload, variant }), base, run);
      const worst = Math.max(
        ...all.filter(({ gate }) => gate).map(({ verdict }) => VERDICTS.indexOf(verdict!)),
      );
      return { workload, variant, verdict: VERDICTS[worst]!, figures: all };
    });
    return Entry.parse({
      schema: "entry/1",
      source: "steelyard",
      run: `run-${run}`,
      at,
      commit: {
        sha: sha(run),
        subject: `${SUBJECTS[(run * 7) % SUBJECTS.length]}${run % 3 === 0 ? ` (#${run})` : ""}`,
        author: AUTHORS[(run * 3) % AUTHORS.length],
        at,
      },
      attempt: 1,
      release: run % 220 === 110 ? `v${1 + Math.floor(run / 220)}.0.0` : null,
      link: `https://github.com/example/shop/actions/runs/${1000 + run}`,
      runnerClass: "bench-8c",
      fingerprint: run >= MOVED ? moved : old,
      verdict: VERDICTS[Math.max(...results.map((one) => VERDICTS.indexOf(one.verdict)))],
      mde: 0.05,
      results,
    });
  });
  return { entries, known };
}
