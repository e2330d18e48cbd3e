import { own } from "../../base/own.ts";
import { type Metric, QUANTILES } from "../../model/metric.ts";

/** The statistics k6 is asked for: the quantile grid, and what goes with it. */
export const TREND_STATS = [...QUANTILES.map((q) => `p(${q})`), "avg", "min", "max", "count"].join(",");

/** A metric as k6 hands it to `handleSummary`. */
export interface Raw {
  readonly type: "counter" | "gauge" | "rate" | "trend";
  readonly contains: "default" | "time" | "data";
  readonly values: Readonly<Record<string, unknown>>;
  readonly thresholds?: Readonly<Record<string, { readonly ok?: unknown }>>;
  /** Largest possible errors of a trend's quantiles, where it was merged from several processes. */
  readonly errors?: readonly number[];
}

interface Group {
  readonly checks?: readonly { readonly name: string; readonly passes: number; readonly fails: number }[];
  readonly groups?: readonly Group[];
}

export interface Summary {
  readonly metrics: Readonly<Record<string, Raw>>;
  /** Checks of the whole run, warm-up included, the same name in several groups added up. */
  readonly checks: ReadonlyMap<string, { readonly passes: number; readonly fails: number }>;
}

/** A summary file's content, or in words what is wrong with it. */
export function summary(text: string | null): Summary | string {
  if (text === null) return "k6 ended without writing a summary";
  if (text.trim() === "") return "the summary k6 wrote is empty";
  let data: { metrics?: unknown; checks?: unknown };
  try {
    data = JSON.parse(text) as typeof data;
  } catch {
    return "the summary k6 wrote is cut off or damaged";
  }
  if (typeof data?.metrics !== "object" || data.metrics === null) {
    return "the summary k6 wrote holds no metrics";
  }
  const checks = new Map<string, { passes: number; fails: number }>();
  gather((data.checks ?? {}) as Group, checks);
  return { metrics: data.metrics as Summary["metrics"], checks };
}

function gather(group: Group, into: Map<string, { passes: number; fails: number }>): void {
  for (const { name, passes, fails } of group.checks ?? []) {
    const before = into.get(name) ?? { passes: 0, fails: 0 };
    into.set(name, { passes: before.passes + passes, fails: before.fails + fails });
  }
  for (const inner of group.groups ?? []) gather(inner, into);
}

/** A figure that cannot be: the message says which. */
export class BadNumber extends Error {}

/** What one of k6's times (ms), sizes (bytes) or numbers is multiplied by, and the unit it then has. */
const UNITS = {
  time: { unit: "s", scale: 1e-3 },
  data: { unit: "B", scale: 1 },
  default: { unit: "1", scale: 1 },
} as const;

/**
 * One of k6's metrics as ours, in base units; null for a trend or rate without a sample, for which k6
 * gives zeros: the count decides.
 *
 * @param seconds the time it was collected over
 * @throws BadNumber for a value that is no number, not finite, or negative where that cannot be
 */
export function metric(
  name: string,
  { type, contains, values, errors }: Raw,
  seconds: number,
): Metric | null {
  const { unit, scale } = UNITS[contains] ?? UNITS.default;
  const number = (stat: string) => {
    const value = own(values, stat);
    if (typeof value !== "number" || !Number.isFinite(value)) throw bad(name, stat, value);
    if (value < 0 && contains !== "default") throw bad(name, stat, value);
    return value * scale;
  };
  const count = (stat: string) => {
    const value = own(values, stat);
    if (typeof value !== "number" || !Number.isInteger(value) || value < 0) throw bad(name, stat, value);
    return value;
  };
  switch (type) {
    case "trend": {
      const n = count("count");
      if (n === 0) return null;
      const quantiles = QUANTILES.map((q) => number(`p(${q})`));
      const [mean, min, max] = [number("avg"), number("min"), number("max")];
      return {
        kind: "trend",
        unit,
        n,
        mean,
        min,
        max,
        quantiles,
        ...(errors && { errors: errors.map((error) => error * scale) }),
      };
    }
    case "rate": {
      const [hits, total] = [count("passes"), count("passes") + count("fails")];
      return total === 0 ? null : { kind: "share", hits, total };
    }
    case "counter": {
      return { kind: "counter", unit, count: number("count"), seconds };
    }
    case "gauge":
      return { kind: "gauge", unit, value: number("value") };
    default:
      throw bad(name, "type", type);
  }
}

const bad = (name: string, stat: string, value: unknown) =>
  new BadNumber(`k6 reports ${name} with ${stat} = ${value === null ? "NaN" : String(value)}`);
