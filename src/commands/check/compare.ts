import { resolve } from "node:path";
import { userError } from "../../base/errors.ts";
import { logTo } from "../../base/log.ts";
import { own } from "../../base/own.ts";
import { VERSION } from "../../base/version.ts";
import type { World } from "../../base/world.ts";
import { warned } from "../../compare/adoption.ts";
import { compare } from "../../compare/compare.ts";
import { readConfig } from "../../config/read.ts";
import type { Comparison } from "../../model/comparison.ts";
import { type Config, STACK_KINDS } from "../../model/config.ts";
import type { Run } from "../../model/run.ts";
import { slotsIn } from "../../model/schedule.ts";
import { isThere, readText } from "../../store/files.ts";
import { baselineClasses, readBaselines, readRun, writeComparison } from "../../store/records.ts";
import { BASELINES, type CompareOptions } from "../options.ts";
import { inside, prepareOutput } from "../paths.ts";
import { waiversOf } from "./waivers.ts";
import { writeWhy } from "./why.ts";

/**
 * Judges a run against the committed baselines of its runner class and writes `comparison.json`; and `why.html`, where it was
 * loaded again with profilers.
 *
 * The judgement is a pure function of the run, the config, the baselines and the waivers: the same files give the
 * same verdict on any machine.
 */
export async function compareRun(world: World, options: CompareOptions): Promise<Comparison> {
  const run = await readRun(resolve(world.cwd, options.run));
  await refuseUnknownFolder(world, options.baselines);
  const comparison = warned(await judgeRun(world, run, options), options.warnings ?? []);
  await prepareOutput(world, options.out);
  await writeComparison(inside(world.cwd, options.out, "comparison"), comparison);
  await writeWhy(world, run, comparison, options.out);
  return comparison;
}

/** The comparison of a run, not written anywhere. */
export async function judgeRun(
  world: World,
  run: Run,
  options: Pick<CompareOptions, "baselines" | "config" | "waivers">,
): Promise<Comparison> {
  const folder = resolve(world.cwd, options.baselines);
  const classes = await baselineClasses(folder);
  return compare({
    run,
    config: await policyOf(world, run, options.config),
    baselines: await readBaselines(folder, run.runnerClass),
    classes,
    at: run.ended,
    steelyard: VERSION,
    replay: replay(run),
    waivers: await waiversOf(world, run, options.waivers),
  });
}

/** A folder named by the user must exist; otherwise the comparison would silently have no baseline. */
export async function refuseUnknownFolder(world: World, named: string): Promise<void> {
  if (named === BASELINES || (await isThere(resolve(world.cwd, named)))) return;
  throw userError("There is no such folder of baselines.", {
    where: `--baselines ${named}`,
    remedy: "mend the path; leave the option out for baselines/",
  });
}

async function policyOf(world: World, run: Run, path: string | undefined): Promise<Config> {
  if (path === undefined) return run.config.resolved;
  const text = await readText(resolve(world.cwd, path), "config", "steelyard compare --config PATH");
  logTo(world.err).info(`judged by ${path}, not by the config the run was measured with`);
  return readConfig(text, path);
}

/** The arguments that measure the same schedule again; none where nothing was measured. */
export function replay(run: Run): string[] {
  const { schedule, config } = run;
  const slots = slotsIn(schedule);
  if (
    run.unaffected !== undefined &&
    slots.length + (schedule.levels ?? []).length + (run.duel?.pairs ?? []).length === 0
  )
    return [];
  const profile = own(config.resolved.profiles, run.profile ?? "");
  const pairs = new Set<number>();
  for (const {
    workload,
    pairs: [, most],
  } of run.duel?.pairings ?? [])
    if (most !== own(config.resolved.workloads, workload)?.measure.pairs[1]) pairs.add(most);
  const asked = new Set<number>();
  const made = new Map<string, number>();
  for (const { workload, trial } of slots) made.set(workload, Math.max(made.get(workload) ?? 0, trial + 1));
  for (const [name, trials] of made) {
    const usual = profile?.trials ?? own(config.resolved.workloads, name)?.measure.trials;
    if (trials !== usual && !run.duel) asked.add(trials);
  }
  return [
    "check",
    ...(run.config.path === ".github/steelyard.yml" ? [] : ["--config", run.config.path]),
    ...(run.stack.kind === usualKind(config.resolved) ? [] : ["--stack", run.stack.kind]),
    ...(run.profile === null ? [] : ["--profile", run.profile]),
    ...(run.scale === undefined ? [] : ["--scale", String(run.scale)]),
    ...(run.only === null ? [] : ["--only", run.only.join(",")]),
    ...(run.variants ? ["--variants", run.variants.join(",")] : []),
    ...(pairs.size === 1 ? ["--pairs", String([...pairs][0])] : []),
    ...(asked.size === 1 ? ["--trials", String([...asked][0])] : []),
    ...baseArguments(run),
    ...(run.rules === undefined ? [] : ["--base-rules"]),
    ...(run.unaffected === undefined ? [] : ["--affected"]),
    ...(run.duel?.budget ? ["--budget", `${run.duel.budget}s`] : []),
    "--seed",
    String(schedule.seed),
    ...Object.entries(run.stack.env).flatMap(([name, value]) => ["--stack-env", `${name}=${value}`]),
  ];
}

/** A release is named as such: with `--base` its rules would count where base's do. Head alone where base was left out. */
function baseArguments({ duel, fallback, config }: Run): string[] {
  if (duel?.base.release) return ["--release"];
  if (duel?.base.sha) return ["--base", duel.base.sha];
  const isChosen = fallback === undefined && config.resolved.policy.reference === "base";
  return isChosen ? ["--no-base"] : [];
}

/** The kind of stack that is measured where none is asked for. */
const usualKind = ({ stack }: Config) => STACK_KINDS.find((kind) => stack[kind] !== undefined);
