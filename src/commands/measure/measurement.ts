import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Ends } from "../../base/ends.ts";
import { explain, Interrupted, isExpected } from "../../base/errors.ts";
import { type Log, logTo } from "../../base/log.ts";
import { own } from "../../base/own.ts";
import { seedOf } from "../../base/random.ts";
import { redactor } from "../../base/redact.ts";
import { StepTimes } from "../../base/steptimes.ts";
import type { World } from "../../base/world.ts";
import { enterFence } from "../../exec/fence.ts";
import { lock } from "../../exec/lock.ts";
import { mergeBase } from "../../git/base.ts";
import { commitAt } from "../../git/commit.ts";
import { editsAt, NO_EDITS } from "../../git/edits.ts";
import type { Worktree } from "../../git/worktree.ts";
import { plan } from "../../measure/plan.ts";
import type { Config } from "../../model/config.ts";
import type { Run } from "../../model/run.ts";
import { type Schedule, slotsIn } from "../../model/schedule.ts";
import { Builds } from "../../stack/build.ts";
import { machine } from "../../stack/machine.ts";
import { BASELINES, type MeasureOptions } from "../options.ts";
import { prepareOutput, setAside } from "../paths.ts";
import { readConfigFile } from "../rulefiles.ts";
import { noteUncounted } from "./counted.ts";
import { sweepRun, sweepTrees } from "./down.ts";
import type { Harness } from "./harness.ts";
import { hostLock } from "./hostlock.ts";
import { headsOwn, measuredBy, ruledBy, ruledKind, withoutOwnLoads } from "./ruling.ts";
import { runnerClassOf } from "./runnerclass.ts";
import { sideOf } from "./side.ts";
import { coresOf, kindOf, secretsIn } from "./stacks.ts";
import { treeOf } from "./trees.ts";
import { demandContained, restrained, withheld } from "./trust.ts";
import { skippable } from "./unaffected.ts";

/** The means of a measurement, which has the machine and the output folder to itself. */
export interface Measurement {
  readonly harness: Harness;
  /** The config's text. */
  readonly text: string;
  readonly commit: Run["commit"];
  /** Undefined where the tree is the commit's. */
  readonly edits: Run["edits"];
  readonly began: Date;
}

/**
 * Reads the config, makes a plan, takes the machine and the output folder, and calls `use`: what earlier runs left is
 * out of the way by then.
 *
 * @param how whether the results of the run before are set aside
 * @throws SteelyardError for a config or option that cannot be used, and what `use` throws
 */
export async function withMeasurement<T>(
  world: World,
  options: MeasureOptions,
  use: (at: Measurement) => Promise<T>,
  how: { readonly aside: boolean } = { aside: true },
): Promise<T> {
  const began = world.now();
  const { text, config: written } = await readConfigFile(world, options.config);
  const whole = measuredBy(written, options);
  const allowed = options.trust === undefined ? whole : restrained(whole, options.trust);
  const { rules, trust } = options;
  const kind =
    rules === undefined ? kindOf(allowed, options.stack) : ruledKind(rules.config, allowed, options.stack);
  if (trust !== undefined) demandContained(headsOwn(allowed, rules), kind, trust);
  const redact = redactor(secretsIn(allowed, world.env));
  const log = logTo(world.err, redact);
  for (const right of withheld(written, allowed)) {
    log.warn(
      `stack.compose.allow: \`${right}\` is not given, because the base branch's config does not allow it`,
    );
  }
  const config = withoutOwnLoads(allowed, kind, options, log);
  const { schedule, unaffected } = await scheduleOf(world, config, options, log);
  // Before anything waits: there may be no such commit.
  if (typeof options.base === "string") await mergeBase(world, options.base || options.branch);
  const here = machine();
  const runnerClass = runnerClassOf(options.runnerClass, world.env, config, here);
  const out = await prepareOutput(world, options.out);
  using _folder = lock(join(out, "lock"), "Another measurement is writing into this folder.");
  const stepTimes = new StepTimes();
  using _host = await stepTimes.during("wait", () => hostLock(world, options.wait ?? true, log));
  if (how.aside) setAside(out);
  await sweepRun(out, log);
  await using _fence = enterFence();
  await sweepTrees(world, out, log, (error) => log.warn(explain(error)));
  const checkout = await checkoutAt(world);
  await using tree: Worktree | null =
    rules === undefined ? null : await treeOf({ world, out, log, options }, rules.sha);
  await using ends = new Ends();
  const deps = {
    atEnd: ends.add,
    stepTimes,
    builds: new Builds(),
    world,
    out,
    log,
    redact,
    inside: isInside(config, schedule),
    configPath: options.config,
    ...(rules && tree && { seedFrom: { cwd: tree.cwd, config: rules.config } }),
    cores: coresOf(config, kind, log),
  };
  const harness: Harness = {
    ...deps,
    ...sideOf(config, kind, deps),
    options,
    config,
    schedule,
    unaffected,
    here,
    runnerClass,
  };
  const ruled = rules && tree ? await ruledBy(rules, harness, written, tree.cwd) : harness;
  if (kind !== "external") await noteUncounted(ruled.config, log, world.env);
  return await use({ harness: ruled, text, ...checkout, began });
}

/** The files that are measured: their commit and their uncommitted work. */
export async function checkoutAt(world: World): Promise<Pick<Measurement, "commit" | "edits">> {
  const commit = await commitAt(world.cwd, world.env, world.signal, BASELINES);
  return { commit, edits: commit?.dirty ? await editsAt(world, BASELINES) : undefined };
}

/**
 * The uncommitted work after a measurement, whose builds and services may have written files of the checkout. Undefined where
 * it is that of before, and where git does not answer: no figures are lost for it.
 */
export async function editsAfter(
  world: World,
  { edits: before = NO_EDITS }: Pick<Measurement, "edits">,
): Promise<Run["editsAfter"]> {
  try {
    const { edits: after = NO_EDITS } = await checkoutAt(world);
    return isDeepStrictEqual(after, before) ? undefined : after;
  } catch (error) {
    if (!isExpected(error) && !(error instanceof Interrupted)) throw error;
    return undefined;
  }
}

/** The checkout's own config and its merge-base; null where uncommitted work may affect anything. */
async function ownRules(world: World, { base, branch }: MeasureOptions, config: Config) {
  const commit = await commitAt(world.cwd, world.env, world.signal, BASELINES);
  if (commit === null || commit.dirty) return null;
  return { config, sha: (await mergeBase(world, base || branch)).sha };
}

/** The schedule without the workloads that the change cannot affect, and why it cannot. */
async function scheduleOf(
  world: World,
  config: Config,
  options: MeasureOptions,
  log: Log,
): Promise<Pick<Harness, "schedule" | "unaffected">> {
  const whole = plan(config, options, options.seed ?? seedOf(world.random()));
  const base = options.affected === true ? (options.rules ?? (await ownRules(world, options, config))) : null;
  if (base === null) return { schedule: whole, unaffected: {} };
  const unaffected = await skippable(world, base, options.config, whole, log);
  const all = [...slotsIn(whole), ...(whole.levels ?? [])];
  const among = all.filter(({ workload }) => !Object.hasOwn(unaffected, workload));
  const schedule = among.length === all.length ? whole : plan(config, { ...options, among }, whole.seed);
  return { schedule, unaffected };
}

/** The config of the checkout, as it was asked for. @throws SteelyardError (user) where it cannot be used */
export const configOf = async (
  world: World,
  options: Pick<MeasureOptions, "config" | "profile" | "scale">,
): Promise<Config> => measuredBy((await readConfigFile(world, options.config)).config, options);

/** Whether a workload that is planned is loaded from inside of the stack. */
export const isInside = ({ workloads }: Config, { starts, levels = [] }: Schedule): boolean =>
  [...slotsIn({ starts }), ...levels].some(({ workload }) => own(workloads, workload)?.in !== "host");
