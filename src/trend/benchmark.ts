import { userError } from "../base/errors.ts";
import { own } from "../base/own.ts";
import { firstLine } from "../base/text.ts";
import { BenchmarkData, type CustomBench } from "../model/benchmarkdata.ts";
import { format, type Unit } from "../model/figure.ts";
import { Entry, type Figure } from "../model/trend.ts";
import { tag } from "../model/versioned.ts";

/** The names of our own two series on github-action-benchmark's page. */
export const SUITES = {
  smaller: "steelyard, smaller is better",
  bigger: "steelyard, bigger is better",
} as const;
const OURS: ReadonlySet<string> = new Set(Object.values(SUITES));

/** The prefix of its `data.js`; the rest is JSON. */
const PREFIX = "window.BENCHMARK_DATA";
/** Its tools for which more is better. */
const BIGGER: ReadonlySet<string> = new Set(["benchmarkjs", "pytest", "customBiggerIsBetter"]);

/**
 * Reads github-action-benchmark's `data.js` as entries, without the series that we wrote ourselves. The script is never
 * run; the text after the prefix is parsed as JSON.
 *
 * Several items of one commit in a suite count as attempts.
 *
 * @throws SteelyardError (user) for any other text: damaged history is never read as empty
 */
export function benchmarkEntries(text: string, where: string): Entry[] {
  const { entries } = parsed(text, where);
  return Object.entries(entries).flatMap(([suite, items]) => {
    const attempts = new Map<string, number>();
    return items.flatMap(({ commit, date, tool, benches }): Entry[] => {
      const attempt = (attempts.get(commit.id) ?? 0) + 1;
      attempts.set(commit.id, attempt);
      const better = BIGGER.has(tool) ? "higher" : "lower";
      const figures = new Map(
        benches.map((bench) => figureOf(bench, better)).map((one) => [one.metric, one]),
      );
      if (OURS.has(suite) || figures.size === 0 || attempt > 1_000) return [];
      return [
        Entry.parse({
          schema: tag("entry"),
          source: "github-action-benchmark",
          run: `${suite.slice(0, 200)} ${date} ${commit.id.slice(0, 64)}`,
          at: instant(date),
          commit: /^[0-9a-f]{7,64}$/.test(commit.id)
            ? {
                sha: commit.id,
                subject: firstLine(commit.message, 500),
                author: (commit.author.name ?? commit.author.username ?? "").slice(0, 200) || null,
                at: instant(Date.parse(commit.timestamp)),
              }
            : null,
          attempt,
          release: null,
          link: null,
          runnerClass: "github-action-benchmark",
          fingerprint: null,
          verdict: null,
          mde: null,
          results: [
            {
              workload: suite.slice(0, 400) || "-",
              variant: null,
              verdict: null,
              figures: [...figures.values()].slice(0, 1_000),
            },
          ],
        }),
      ];
    });
  });
}

/** What `window.BENCHMARK_DATA = …;` assigns; undefined for another text. */
function assigned(text: string): string | undefined {
  const [prefix] = /^\s*window\.BENCHMARK_DATA\s*=/.exec(text) ?? [];
  if (prefix === undefined) return undefined;
  const rest = text.slice(prefix.length).trim();
  return rest.endsWith(";") ? rest.slice(0, -1) : rest;
}

function parsed(text: string, where: string): BenchmarkData {
  const remedy = "restore the file from the branch's history; nothing was written";
  const rest = assigned(text);
  if (rest === undefined)
    throw userError(`This is not github-action-benchmark's data.js: it does not begin with "${PREFIX} =".`, {
      where,
      remedy,
    });
  let data: unknown;
  try {
    data = JSON.parse(rest);
  } catch (cause) {
    throw userError("This data.js is damaged: the text after its prefix is not JSON.", {
      where,
      remedy,
      cause,
    });
  }
  const found = BenchmarkData.safeParse(data);
  if (found.success) return found.data;
  const issue = found.error.issues[0];
  throw userError(`This data.js does not have the shape of github-action-benchmark's: ${issue?.message}.`, {
    where: `${where}, ${["$", ...(issue?.path ?? []).map(String)].join(".")}`,
    remedy,
  });
}

const instant = (ms: number) =>
  Number.isFinite(ms) && ms >= 0 && ms < 2.5e14 ? new Date(ms).toISOString() : null;

/** Conversion of its tools' units to ours. Other units become plain numbers, named in the metric. */
const UNITS: Readonly<Record<string, readonly [unit: Unit, scale: number]>> = {
  ns: ["s", 1e-9],
  us: ["s", 1e-6],
  µs: ["s", 1e-6],
  μs: ["s", 1e-6],
  ms: ["s", 1e-3],
  s: ["s", 1],
  sec: ["s", 1],
  seconds: ["s", 1],
  b: ["B", 1],
  bytes: ["B", 1],
  kb: ["B", 1e3],
  mb: ["B", 1e6],
  kib: ["B", 2 ** 10],
  mib: ["B", 2 ** 20],
  "%": ["ratio", 0.01],
  "ops/sec": ["/s", 1],
  "ops/s": ["/s", 1],
  "iter/sec": ["/s", 1],
  "req/s": ["/s", 1],
  "/s": ["/s", 1],
  "": ["1", 1],
};

function figureOf(
  bench: BenchmarkData["entries"][string][number]["benches"][number],
  better: Figure["better"],
): Figure {
  const written = bench.unit.trim();
  const key = written.toLowerCase().replace(/\/(iter|op)$/, "");
  const known = own(UNITS, key);
  const [unit, scale] = known ?? ["1", 1];
  const name = bench.name.trim() || "-";
  const half = halfOf(bench.range, bench.value);
  const value = bench.value * scale;
  return {
    metric: (known ? name : `${name} (${written})`).slice(0, 400),
    unit,
    better,
    gate: true,
    value,
    interval: half === null ? null : [value - half * scale, value + half * scale],
    n: null,
    verdict: null,
    change: null,
    band: null,
    budget: null,
  };
}

/** Half of a range in the value's unit: "± 12", "+/- 12", "±1.5%"; null for any other text. */
function halfOf(range: string | undefined, value: number): number | null {
  const [, digits, percent] =
    /^(?:±|\+\/-)\s*([\d.,]+(?:e[+-]?\d+)?)\s*(%?)/i.exec(range?.trim() ?? "") ?? [];
  if (digits === undefined) return null;
  const half = Number(digits.replaceAll(",", ""));
  if (!Number.isFinite(half)) return null;
  return percent === "%" ? (Math.abs(value) * half) / 100 : half;
}

/** Units for readers of its page, chosen to need no exponent. */
const SHOWN: Readonly<Record<Unit, readonly [unit: string, scale: number]>> = {
  s: ["ms", 1e3],
  B: ["bytes", 1],
  ratio: ["%", 100],
  "/s": ["/s", 1],
  "1": ["", 1],
};

/** An entry in the format of github-action-benchmark: one list per direction, gates first. */
export function customBenches(entry: Entry): {
  readonly smaller: CustomBench[];
  readonly bigger: CustomBench[];
} {
  const found = { smaller: [] as CustomBench[], bigger: [] as CustomBench[] };
  for (const { workload, variant, figures } of entry.results) {
    for (const figure of figures) {
      const [unit, scale] = SHOWN[figure.unit];
      const name = [workload, ...(variant === null ? [] : [variant]), figure.metric].join(" / ");
      const half =
        figure.interval && Math.max(figure.value - figure.interval[0], figure.interval[1] - figure.value);
      found[figure.better === "higher" ? "bigger" : "smaller"].push({
        name,
        unit,
        value: short(figure.value * scale),
        ...(half !== null && { range: `± ${short(half * scale)}` }),
        extra: extra(entry, figure),
      });
    }
  }
  return found;
}

const short = (value: number) => Number(value.toPrecision(6));

function extra(entry: Entry, { n, verdict, interval, unit }: Figure): string {
  const { fingerprint } = entry;
  return [
    n === null ? "" : `${n} ${n === 1 ? "trial" : "trials"}`,
    interval === null ? "" : `95 %: ${format(interval[0], unit)} to ${format(interval[1], unit)}`,
    verdict === null ? "" : `verdict: ${verdict}`,
    `runner class: ${entry.runnerClass}`,
    fingerprint === null
      ? ""
      : `${fingerprint.cpu}, ${fingerprint.cores} cores, ${fingerprint.os} ${fingerprint.kernel}`,
    entry.link ?? "",
  ]
    .filter((line) => line !== "")
    .join("\n");
}
