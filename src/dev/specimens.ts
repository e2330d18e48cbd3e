import { join } from "node:path";
import type { Config } from "../model/config.ts";
import { type Metric, selector } from "../model/metric.ts";
import { parts } from "../model/record.ts";
import type { Run, Trial } from "../model/run.ts";
import { json, writeText } from "../store/files.ts";
import { readRun } from "../store/records.ts";
import { ROOT, say } from "./command.ts";
import { SYSTEMS } from "./systems.ts";

// `node src/dev/specimens.ts` reduces the last runs of `npm run demo:full` to the figures that their records show, with one
// trial per workload and variant. Tests fill every line of workloads/demo.md from these specimens.
const FOLDER = "src/testing/recorded/systems";
/** The metric of wrk's bad responses, which the cell `{bad}` reads. */
const WRK_ERRORS = "http_req_errors{kind:status}";

for (const { profile, record } of SYSTEMS) {
  const run = await readRun(join(ROOT, ".steelyard/full", profile, "run.json"));
  const path = join(FOLDER, `${profile}.json`);
  await writeText(join(ROOT, path), json(specimen(run, record), false));
  say(`wrote ${path}`);
}

/** A run without its config, which is the checkout's, and without figures that its record does not show. */
function specimen(run: Run, record: string) {
  const wanted = shown(run.config.resolved, record);
  const trials = run.trials.filter(({ trial }) => trial === 0).map((trial) => cut(trial, wanted));
  const levels = run.levels?.map((level) => ({
    ...level,
    probes: level.probes.map((probe) => ({
      ...probe,
      trials: probe.trials.map((trial) => cut(trial, wanted)),
    })),
  }));
  const { config, schedule, ...rest } = run;
  const starts = schedule.starts.flatMap((start) => {
    const slots = start.slots.filter(({ trial }) => trial === 0);
    return slots.length === 0 ? [] : [{ ...start, slots }];
  });
  const { path, digest } = config;
  return {
    ...rest,
    config: { path, digest },
    schedule: { ...schedule, starts },
    trials,
    ...(levels && { levels }),
  };
}

/** A trial with the figures that are shown. */
function cut(trial: Trial, wanted: (metric: string) => boolean) {
  if (trial.outcome !== "ok") return trial;
  const { slow: _slow, ...kept } = trial;
  const metrics = Object.entries(trial.observed.metrics).filter(([name]) => wanted(name));
  return { ...kept, observed: { ...trial.observed, metrics: Object.fromEntries(metrics.map(rounded)) } };
}

/** Whether a metric is one that cells and statements of a record, or limits of its workloads, are about. */
function shown({ records, workloads }: Config, name: string): (metric: string) => boolean {
  const { tables = {}, signals = [] } = records[name] ?? {};
  const cells = Object.values(tables).flatMap(({ columns }) => Object.values(columns).flatMap(parts));
  const measured = Object.values(tables).flatMap((table) => table.workloads);
  const texts = [
    ...cells.flatMap((part) => (part?.kind === "metric" ? [part.selector] : [])),
    ...signals.map(({ metric }) => metric),
    ...measured.flatMap((one) => {
      const { budgets = {}, expect = {} } = workloads[one] ?? {};
      const equals = Object.values(expect).flatMap((all) =>
        typeof all === "object" && "equal" in all && typeof all.equal === "string" ? [all.equal] : [],
      );
      return [...Object.keys(budgets), ...Object.keys(expect), ...equals];
    }),
  ];
  const wanted = new Set([...texts.flatMap((text) => selector(text)?.metric ?? []), WRK_ERRORS]);
  const histograms = Object.values(tables).flatMap(({ each }) =>
    typeof each === "object" ? [each.histogram] : [],
  );
  return (metric) => wanted.has(metric) || histograms.some((histogram) => metric.startsWith(histogram));
}

/** A metric with its figures rounded to four digits; records show three. */
function rounded([name, metric]: [string, Metric]) {
  const counts = ["n", "count", "hits", "total"];
  const digits = (key: string, value: unknown) =>
    typeof value === "number" && !counts.includes(key) ? Number(value.toPrecision(4)) : value;
  return [name, JSON.parse(JSON.stringify(metric, digits))] as const;
}
