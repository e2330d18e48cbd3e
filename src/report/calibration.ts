import { counted } from "../base/text.ts";
import type { CalibratedMetric, CalibratedWorkload, CalibrationReport } from "../model/calibration.ts";
import { itemName } from "../model/item.ts";
import { format } from "../model/quantity.ts";
import { padded, width, wrapped } from "./columns.ts";
import { ABSENT, MESSAGE_LENGTH, plainText } from "./escape.ts";
import { logPercent, percent } from "./figures.ts";

/** The results of a calibration for a terminal or a log: a table per workload, false alarms, and advice. */
export function calibrationText(report: CalibrationReport, columns: number): string {
  const { commit, runnerClass, runs, pairs, alarms, level, written } = report;
  const of = commit === null ? "an unknown commit" : `commit ${commit.sha.slice(0, 9)}`;
  const blocks = [
    wrapped(
      `${of} against itself on ${plainText(runnerClass, 100)}: ${counted(runs.length, "session")} of ${counted(pairs, "pair")}`,
      columns,
    ),
    ...report.workloads.map((workload) => workloadText(workload, columns)),
    wrapped(alarmsText(alarms, level), columns),
    written.length === 0 ? [] : wrapped(`Added to ${written.join(", ")}. Commit the change.`, columns),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function alarmsText(alarms: CalibrationReport["alarms"], level: number): string {
  if (alarms === null) return "No gate could be tested, so the rate of false alarms is unknown.";
  const judged = alarms.interval[0] > level ? "more than" : "consistent with";
  return `False alarms in ${alarms.regressed} of ${counted(alarms.sessions, "session")}: the gate would fail ${interval(alarms.interval)} (95 %) of harmless changes, ${judged} the ${percent(level)} that the rule allows.`;
}

function workloadText(of: CalibratedWorkload, columns: number): string[] {
  const lost = of.lost === 0 ? "" : `, ${of.lost} lost`;
  const head = `${plainText(itemName(of), 200)}: mode ${of.mode}, ${counted(of.pairs, "pair")} of ${format(of.block, "s")}${lost}`;
  const fault = of.fault === null ? [] : [`cannot be judged here: ${plainText(of.fault, MESSAGE_LENGTH)}`];
  const advice = of.advice.map(({ message }) => plainText(message.replaceAll("`", ""), MESSAGE_LENGTH));
  return [
    ...wrapped(head, columns),
    ...fault.flatMap((text) => wrapped(text, columns, "  ")),
    ...table(of.metrics),
    ...(advice.length === 0 ? [] : ["  to detect smaller changes:"]),
    ...advice.flatMap((text) => wrapped(text, columns, "    ", "  - ")),
  ];
}

function table(metrics: readonly CalibratedMetric[]): string[] {
  if (metrics.length === 0) return [];
  const pairs = metrics.find(({ mde }) => mde.length > 0)?.mde.map((one) => one.pairs) ?? [];
  const detects = pairs.length === 0 ? "detects" : `detects, after ${pairs.join(" | ")} pairs`;
  const rows = [
    ["metric", "one pair", "per start", "band", "false alarms", detects],
    ...metrics.map(({ metric, pair, start, band, alarms, mde }) => [
      plainText(metric, 100),
      pair === null ? ABSENT : deviation(pair),
      start === null ? ABSENT : `${deviation(start.sd)}${start.differ ? " (large)" : ""}`,
      logPercent(band),
      alarms === null
        ? "not tested"
        : `${alarms.regressed} of ${alarms.sessions} (${interval(alarms.interval)})`,
      mde.length === 0 ? "unknown" : mde.map(({ change }) => logPercent(change)).join(" | "),
    ]),
  ];
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => width(row[i]!))));
  return rows.map((row) => `  ${row.map((cell, i) => padded(cell, widths[i]!)).join("  ")}`.trimEnd());
}

/** A standard deviation of log ratios; as long as it is small, also that of ratios. */
const deviation = (sd: number) => `±${logPercent(sd)}`;

const interval = ([low, high]: readonly [number, number]) => `${percent(low)} to ${percent(high)}`;
