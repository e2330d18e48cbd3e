import { readFileSync } from "node:fs";
import { mean } from "../../stats/samples.ts";
import { METRICS, type MetricName } from "./pull.ts";

/** Workloads of the recordings, in the order of a pull request's. */
export const RECORDED = ["wcpu", "wsat", "kopen_cpu", "kopen_io", "kclosed_cpu", "kclosed_io"] as const;

/** One recorded trial: ln(metric), higher is worse. */
export interface Trial {
  /** Servers were restarted between rounds. */
  readonly round: string;
  /** Within a block every variant ran once. */
  readonly block: string;
  readonly variant: string;
  /** How much slower its program is than A1's: ln(1.02) … ln(1.2). */
  readonly slow: number;
  readonly values: readonly number[];
}

const DATA = new URL("../data/", import.meta.url);

/** Rows of a file with a line of names and no quotes. */
function rows(name: string): Record<string, string>[] {
  const [names = [], ...lines] = readFileSync(new URL(name, DATA), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.trim().split(","));
  return lines.map((cells) => Object.fromEntries(names.map((key, i) => [key, cells[i]!])));
}

/**
 * Trials of each recorded workload, consecutive in time, of the interleaved design: one program at a time has the
 * machine. A closed loop's fourth metric is the time a request takes of the whole (1/rate), an open one's the mean:
 * a constant arrival rate says nothing.
 */
export function trials(): Trial[][] {
  const all = rows("trials.csv").filter(({ design }) => design === "interleaved");
  return RECORDED.map((workload) =>
    all
      .filter((row) => row.workload === workload)
      .map((row) => ({
        round: row.round!,
        block: `${row.round}.${row.block}`,
        variant: row.variant!,
        slow: Math.log(Number(row.slow)),
        values: METRICS.map((metric) => logarithm(row, metric, workload.startsWith("kopen"))),
      })),
  );
}

function logarithm(row: Record<string, string>, metric: MetricName, open: boolean): number {
  const column = metric === "cpu" ? "cpu_us_req" : metric === "mean" && !open ? "rps" : metric;
  const value = Math.log(Number(row[column]));
  if (!Number.isFinite(value)) throw new Error(`trials.csv: ${column} is ${row[column]}`);
  return column === "rps" ? -value : value;
}

/**
 * The trials without their variants' slow-downs: by least squares within rounds, ln(metric) rises with ln(slow) by a
 * slope that is the workload's and metric's own, and that much is taken off.
 *
 * @returns [metric][trial]
 */
export function harmless(series: readonly Trial[]): number[][] {
  const rounds = [...new Set(series.map(({ round }) => round))].map((round) =>
    series.filter((trial) => trial.round === round),
  );
  return METRICS.map((_, m) => {
    let [products, squares] = [0, 0];
    for (const round of rounds) {
      const x = mean(round.map(({ slow }) => slow));
      const y = mean(round.map(({ values }) => values[m]!));
      for (const { slow, values } of round) {
        products += (slow - x) * (values[m]! - y);
        squares += (slow - x) ** 2;
      }
    }
    return series.map(({ slow, values }) => values[m]! - (products / squares) * slow);
  });
}

/** Pairs of trials in which both sides were loaded at once, on the same core. */
export interface Duet {
  /** Connections, and what a trial lasted. */
  readonly load: string;
  readonly variant: string;
  /** ln(head/base) of CPU a request, a pair each, in the order measured. */
  readonly cpu: readonly number[];
}

/** The recorded duets on one core; those on two cores are no duets. */
export function duets(): Duet[] {
  const found = new Map<string, { of: Omit<Duet, "cpu">; sides: Map<string, Map<string, number>> }>();
  for (const row of rows("duet2.csv").filter(({ mode }) => mode !== "free")) {
    const of = { load: `c = ${row.c}, ${row.dur} s`, variant: row.variant! };
    const key = `${of.load} ${of.variant}`;
    const { sides } = found.get(key) ?? { sides: new Map<string, Map<string, number>>() };
    const pair = sides.get(row.ts!) ?? new Map<string, number>();
    sides.set(row.ts!, pair.set(row.role!, Math.log(Number(row.cpu_us_req))));
    found.set(key, { of, sides });
  }
  const inOrder = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  return inOrder.map(({ of, sides }) => ({
    ...of,
    cpu: [...sides.values()].map((pair) => pair.get("b")! - pair.get("a")!),
  }));
}

/** One run of request-level interleaving: six blocks of 1 s. */
export interface Run {
  /** c1, c4, open, io: how the load was made. */
  readonly mode: string;
  /** A2 is base's own program again, B02 and B05 are 2 and 5 % slower. */
  readonly variant: string;
  /** [metric][block]: ln(head/base) of p50, p95, p99, mean, CPU a request. */
  readonly ratios: readonly (readonly number[])[];
  /** Fewest requests of a side in a block. */
  readonly requests: number;
}

/** Columns of a side: n, mean, p50, p90, p95, p99, cpu. */
const COLUMN: Readonly<Record<MetricName, number>> = { p50: 2, p95: 4, p99: 5, mean: 1, cpu: 6 };
const SIDE = 7;

/** The recorded runs of request-level interleaving. */
export function runs(): Run[] {
  return readFileSync(new URL("fine2.jsonl", DATA), "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const { mode, variant, rows } = JSON.parse(line) as { mode: string; variant: string; rows: number[][] };
      return {
        mode,
        variant,
        ratios: METRICS.map((metric) =>
          rows.map((row) => Math.log(row[SIDE + COLUMN[metric]]! / row[COLUMN[metric]]!)),
        ),
        requests: Math.min(...rows.flatMap((row) => [row[0]!, row[SIDE]!])),
      };
    });
}
