import type { ChartRun } from "../../model/chart.ts";
import type { Group } from "./groups.ts";
import { verdictAt } from "./text.ts";

/** One point of a chart as it is downloaded, with all its data. Base units. */
export interface Point {
  readonly at: string;
  readonly commit: string | null;
  readonly subject: string;
  readonly author: string | null;
  readonly runner_class: string;
  readonly workload: string;
  readonly variant: string | null;
  readonly metric: string;
  readonly unit: string;
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number | null;
  readonly verdict: string | null;
  readonly release: string | null;
  readonly link: string | null;
}

/** The points of a chart between two times, oldest first within each variant. */
export function points(group: Group, runs: readonly ChartRun[], from: number, to: number): Point[] {
  return group.series.flatMap((series) =>
    series.runs.flatMap((place, i): Point[] => {
      const run = runs[place]!;
      if (run.at < from || run.at > to) return [];
      return [
        {
          at: new Date(run.at * 1000).toISOString(),
          commit: run.sha,
          subject: run.subject,
          author: run.author,
          runner_class: series.runnerClass,
          workload: series.workload,
          variant: series.variant,
          metric: series.metric,
          unit: series.unit,
          value: series.values[i]!,
          low: series.low[i] ?? null,
          high: series.high[i] ?? null,
          n: series.n[i] ?? null,
          verdict: verdictAt(series.verdicts[i]),
          release: run.release,
          link: run.link,
        },
      ];
    }),
  );
}

/** CSV (RFC 4180). Text that a spreadsheet would read as a formula gets a leading apostrophe. */
export function csv(all: readonly Point[]): string {
  const names = Object.keys(all[0] ?? {}) as (keyof Point)[];
  const cell = (value: string | number | null) => {
    if (value === null) return "";
    if (typeof value === "number") return String(value);
    const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return [names.join(","), ...all.map((point) => names.map((name) => cell(point[name])).join(","))]
    .map((line) => `${line}\r\n`)
    .join("");
}
