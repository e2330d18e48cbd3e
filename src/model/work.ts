import { z } from "zod";
import { family } from "./metric.ts";

/** Work of a service that the kernel counts besides its whole CPU time, with its unit. Metrics are these for one request. */
export const WORK = {
  bytes_received: "B",
  bytes_sent: "B",
  disk_read: "B",
  disk_written: "B",
  page_faults: "1",
  context_switches: "1",
  instructions: "1",
  compilation: "s",
} as const;
export type WorkName = keyof typeof WORK;
export const WORK_NAMES = Object.keys(WORK) as WorkName[];

/** Counts by name; absent where they are not available. */
export const Work = z.partialRecord(z.enum(WORK_NAMES), z.number().min(0));
export type Work = z.infer<typeof Work>;

/** Counts of a database, of the statements that it executes. */
export const EXECUTED = ["statements", "rows"] as const;
/**
 * Counts that a database has of its own accord: accepted connections, ended transactions, rows, scans of whole tables, and
 * blocks. They come late.
 */
export const KEPT = [
  "connections",
  "transactions",
  "rows_read",
  "rows_written",
  "sequential_scans",
  "blocks",
] as const;
/** Counts of a database up to now; those that it does not have are absent. */
export type DatabaseCounts = Readonly<Partial<Record<(typeof EXECUTED | typeof KEPT)[number], number>>>;

const COUNTERS: ReadonlySet<string> = new Set([...WORK_NAMES, ...EXECUTED, ...KEPT].map(perRequestName));

/** The metric of a count for one request. */
export function perRequestName(name: string): string {
  return `${name}_per_request`;
}

/** Whether a metric counts what a database executes: that depends on the program, and not on the machine. */
export const isExecuted = (metric: string): boolean =>
  EXECUTED.some((name) => perRequestName(name) === family(metric));

/** Those that come late, of a database that the config names: `db:blocks_per_request`. Unlike its statements they are not exact. */
const NAMED_KEPT: ReadonlySet<string> = new Set(KEPT.map((name) => `:${perRequestName(name)}`));

/** Whether a metric is such a count: measured in every pair, and shown where it changed or where the config names it. */
export const isWork = (metric: string): boolean =>
  COUNTERS.has(family(metric)) || NAMED_KEPT.has(family(metric).replace(/^\w+(?=:)/, ""));

/** The counts between two readings: those that both have, and that did not fall. */
export const workBetween = (before: Work | undefined, after: Work | undefined): Work =>
  combined(before, after, (first, last) => (last < first ? undefined : last - first));

/** The sum of two counts, of those that both have. */
export const workSum = (one: Work | undefined, other: Work | undefined): Work =>
  combined(one, other, (a, b) => a + b);

function combined(
  one: Work | undefined,
  other: Work | undefined,
  how: (a: number, b: number) => number | undefined,
): Work {
  const found: Work = {};
  for (const name of WORK_NAMES) {
    const [a, b] = [one?.[name], other?.[name]];
    const value = a === undefined || b === undefined ? undefined : how(a, b);
    if (value !== undefined) found[name] = value;
  }
  return found;
}
