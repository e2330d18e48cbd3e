import { resolve } from "node:path";
import type { World } from "../../base/world.ts";
import type { Comparison } from "../../model/comparison.ts";
import { Report } from "../../model/report.ts";
import { tag } from "../../model/versioned.ts";
import { comment } from "../../report/comment.ts";
import { csv } from "../../report/csv.ts";
import { headline } from "../../report/headline.ts";
import { junit } from "../../report/junit.ts";
import { summary } from "../../report/summary.ts";
import { terminal } from "../../report/terminal.ts";
import { json, writeText } from "../../store/files.ts";
import { readComparison } from "../../store/records.ts";
import type { Format, ReportOptions } from "../options.ts";
import { inside, prepareOutput } from "../paths.ts";

/** Writes every form of the report next to the comparison, and returns the comparison. */
export async function reportOn(world: World, options: ReportOptions): Promise<Comparison> {
  const comparison = await readComparison(resolve(world.cwd, options.comparison));
  await writeReports(world, comparison, options.out);
  return comparison;
}

export async function writeReports(world: World, comparison: Comparison, out: string): Promise<void> {
  await prepareOutput(world, out);
  const report = reportOf(comparison);
  for (const name of ["comment", "summary", "junit", "csv"] as const) {
    await writeText(inside(world.cwd, out, name), report[name]);
  }
  await writeText(inside(world.cwd, out, "report"), json(report, false));
}

/** A comparison in every form that is posted or kept. */
export function reportOf(comparison: Comparison): Report {
  const { title, action } = headline(comparison);
  return Report.parse({
    schema: tag("report"),
    run: comparison.run,
    overall: comparison.overall,
    exit: comparison.exit,
    conclusion: comparison.conclusion,
    title,
    action,
    comment: comment(comparison),
    summary: summary(comparison),
    junit: junit(comparison),
    csv: csv(comparison),
  });
}

/** One form of the report as text. */
export function rendered(world: World, comparison: Comparison, format: Format): string {
  const colour = world.out.isTerminal && world.env.NO_COLOR === undefined;
  switch (format) {
    case "terminal":
      return terminal(comparison, { colour, columns: world.out.columns });
    case "comment":
      return comment(comparison);
    case "summary":
      return summary(comparison);
    case "junit":
      return junit(comparison);
    case "csv":
      return csv(comparison);
    case "json":
      return json(comparison, true);
  }
}
