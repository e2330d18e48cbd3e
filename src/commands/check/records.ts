import { join, resolve } from "node:path";
import { userError } from "../../base/errors.ts";
import { logTo } from "../../base/log.ts";
import { own } from "../../base/own.ts";
import type { World } from "../../base/world.ts";
import { groundedPath } from "../../exec/grounded.ts";
import { isItem, itemKey } from "../../model/item.ts";
import { format } from "../../model/quantity.ts";
import type { RecordShown } from "../../model/record.ts";
import { type Composed, type Run, trialsIn } from "../../model/run.ts";
import { slotsIn, workloadsIn } from "../../model/schedule.ts";
import { type Artifact, isRecordDocument, recordDocument } from "../../report/record.ts";
import { json, readIfThere, writeText } from "../../store/files.ts";
import { readRun } from "../../store/records.ts";
import { inside, prepareOutput, typedPath } from "../paths.ts";
import { judgeRun } from "./compare.ts";

export interface RecordOptions {
  /** Path of the run file. */
  readonly run: string;
  readonly out: string;
  readonly baselines: string;
  /** Config whose records are filled in; the run's own where undefined. */
  readonly config?: string | undefined;
  /** Document whose earlier rows are kept, and that is written; record.md in the output folder by default. */
  readonly to?: string | undefined;
}

/**
 * Writes the records of a run as a Markdown document, and the figures of each workload and variant in them as a file
 * of their own.
 *
 * @throws SteelyardError (user) where the config has no records, or the run measured nothing of them
 */
export async function recordRun(
  world: World,
  options: RecordOptions,
): Promise<{ readonly document: string; readonly records: readonly RecordShown[] }> {
  const run = await readRun(resolve(world.cwd, options.run));
  const comparison = await judgeRun(world, run, options);
  const records = comparison.records ?? [];
  if (records.length === 0) {
    throw userError("This run has measured nothing that a record asks for.", {
      where: `${options.run}, \`records\` of ${options.config ?? run.config.path}`,
      remedy: "declare a record, or measure the workloads that it names: steelyard measure --only NAMES",
    });
  }
  const out = await prepareOutput(world, options.out);
  const artifacts: Artifact[] = [];
  const targets = records.flatMap((record) => record.targets);
  for (const { workload, variant } of unique(targets)) {
    const path = join(out, "artifacts", `${variant === null ? workload : `${workload}-${variant}`}.json`);
    await writeText(path, json(summaryOf(run, workload, variant), true));
    artifacts.push({ workload, variant, path: typedPath(world.cwd, path) });
  }
  const to =
    options.to === undefined ? inside(world.cwd, options.out, "record") : groundedPath(world.cwd, options.to);
  const before = options.to === undefined ? undefined : await earlier(to);
  const document = recordDocument(comparison, {
    artifacts,
    before,
    setting: settingOf(run),
    labels: run.stack.labels,
  });
  await writeText(to, document);
  logTo(world.err).info(`wrote ${typedPath(world.cwd, to)} and ${artifacts.length} files of figures`);
  return { document, records };
}

/** The document as it is. @throws SteelyardError (user) for a file that is something else, which would be lost */
async function earlier(path: string): Promise<string | undefined> {
  const remedy = "name another file: --to FILE";
  const text = await readIfThere(path, "record", remedy);
  if (text === undefined || isRecordDocument(text)) return text;
  throw userError("This file is no document of records, and would be overwritten.", { where: path, remedy });
}

/** Everything measured of one workload and variant: what its program would have left behind, trial by trial. */
function summaryOf(run: Run, workload: string, variant: string | null) {
  const { id, began, commit, runnerClass, stack } = run;
  const same = isItem({ workload, variant });
  const levels = run.levels?.find(same);
  return {
    run: id,
    began,
    commit: commit?.sha ?? null,
    runnerClass,
    stack: stack.kind,
    workload,
    variant,
    facts: own(run.workloads, workload) ?? null,
    trials: run.trials.filter((trial) => trial.side === "head" && same(trial)),
    ...(levels && { levels }),
  };
}

/** How it was measured, in lines next to the environment. */
export function settingOf(run: Run): string[] {
  const { stack, config, workloads, schedule, scale } = run;
  const { compose } = config.resolved.stack;
  const kind = { process: "local processes", compose: "Docker Compose", external: "deployed" }[stack.kind];
  const files = stack.kind === "compose" && compose ? ` from ${compose.files.join(", ")}` : "";
  const measured = workloadsIn([...slotsIn(schedule), ...(schedule.levels ?? [])]);
  const places = new Set(measured.map((name) => own(config.resolved.workloads, name)?.in ?? "host"));
  const kinds = new Set(measured.map((name) => own(workloads, name)?.generator ?? "unknown"));
  const services = new Set(
    trialsIn(run).flatMap((trial) => (trial.outcome === "ok" ? Object.keys(trial.services) : [])),
  );
  return [
    `Stack: ${kind}${files}, configured by ${config.path}`,
    ...(services.size === 0 ? [] : [`Services: ${[...services].sort().join(", ")}`]),
    ...allotted(stack.composed),
    `Data: ${stack.seed === null ? "nothing was seeded" : `seeded, digest ${stack.seed.slice(0, 12)}`}`,
    `Load: ${[...kinds].sort().join(", ")}, from ${[...places].sort().join(", ")}`,
    ...(scale === undefined ? [] : [`Lengths: a share of ${scale} of those in the config, by --scale`]),
  ];
}

/** The resources that the engine gives its containers; empty where they are unknown. */
function allotted(composed: Composed | undefined): string[] {
  const { cpus, memory } = composed?.allotted ?? {};
  if (cpus === undefined || memory === undefined) return [];
  return [`Allotted to containers: ${cpus} CPUs, ${format(memory, "B")}`];
}

function unique<T extends { workload: string; variant: string | null }>(all: readonly T[]): T[] {
  return [...new Map(all.map((one) => [itemKey(one), one])).values()];
}
