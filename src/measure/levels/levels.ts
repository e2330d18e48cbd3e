import { SteelyardError } from "../../base/errors.ts";
import { own } from "../../base/own.ts";
import { seedOf, stream } from "../../base/random.ts";
import { firstLine } from "../../base/text.ts";
import type { Config } from "../../model/config.ts";
import { itemName } from "../../model/item.ts";
import type { LevelRecord, Probe, Step } from "../../model/levelrun.ts";
import { type Along, atLevel, MOST_PROBES } from "../../model/levels.ts";
import type { RunningStack } from "../../model/ports.ts";
import type { Composed, Trial, WorkloadFacts } from "../../model/run.ts";
import type { Levelled } from "../../model/schedule.ts";
import type { Edges } from "../loop.ts";
import { demandOrigin } from "../origin.ts";
import { Starts } from "../starts.ts";
import { runTrial } from "../trial.ts";

/** Chooses the level that is measured next: a search, or a list. */
export interface LevelPlan {
  readonly along: Along;
  /** Its lowest level, at which the script is read before the measurement. */
  readonly first: number;
  /** Trials per probe of a level. */
  readonly trials: number;
  /** Seconds after which no further level is begun. */
  readonly within: number;
  next(probes: readonly Probe[]): Step | null;
  /** The result of the last probe, for the log. */
  said(probes: readonly Probe[]): string;
}

/** A workload, or a variant of it, and the plan of its levels. */
export interface LevelItem {
  readonly of: Levelled;
  readonly plan: LevelPlan;
}

export type LevelEdges = Omit<Edges, "progress">;

/** The outcome: everything measured at levels, and why it ended. */
export interface LevelsMeasured {
  readonly records: LevelRecord[];
  readonly workloads: Record<string, WorkloadFacts>;
  readonly seed: string | null;
  readonly composed: Composed | undefined;
  /** Why the measurement ended early: an interruption, or an error; null where it ran to its end. */
  readonly ended: unknown;
  /** As in `Measured`. */
  readonly unable: SteelyardError | null;
  /** Seconds spent in trials, warm-up included. */
  readonly load: number;
}

/** Failed trials without a good one after which a workload is abandoned: it is broken, not overloaded. */
const MAX_FAILURES_WITHOUT_SUCCESS = 3;

/**
 * Measures workloads at the levels that their plans choose, one workload after the other. Each has at most
 * `MOST_PROBES` levels, and none is begun when its time is up.
 *
 * A failed trial is data: under too much load, failing is a result. A stack that lost a service is restarted. It never
 * throws: whatever ends it early is returned with the measurements.
 */
export async function measureLevels(
  items: readonly LevelItem[],
  config: Config,
  env: Readonly<Record<string, string>>,
  edges: LevelEdges,
  signal: AbortSignal,
): Promise<LevelsMeasured> {
  const session = new Levels(config, env, edges, signal);
  let ended: unknown = null;
  try {
    await session.prepare(items);
    for (const item of items) await session.run(item);
  } catch (error) {
    ended = error ?? new Error("unknown");
  }
  return session.result(ended);
}

/** One workload under way. */
interface Under {
  readonly item: LevelItem;
  readonly probes: Probe[];
  readonly next: () => number;
  /** Number of the current start, or of the last one. */
  start: number;
  stack: RunningStack | null;
  /** Whether anything was measured in this start. */
  used: boolean;
  trials: number;
}

class Levels {
  private readonly records: LevelRecord[] = [];
  private readonly workloads: Record<string, WorkloadFacts> = {};
  private readonly starts: Starts<"head">;
  private index = 0;
  private readonly config: Config;
  private readonly env: Readonly<Record<string, string>>;
  private readonly edges: LevelEdges;
  private readonly signal: AbortSignal;

  constructor(config: Config, env: Readonly<Record<string, string>>, edges: LevelEdges, signal: AbortSignal) {
    this.config = config;
    this.env = env;
    this.edges = edges;
    this.signal = signal;
    this.starts = new Starts({ head: edges.stacks }, edges, signal);
  }

  /** Reads every script at its lowest level before any stack is started. */
  async prepare(items: readonly LevelItem[]): Promise<void> {
    for (const { of, plan } of items) {
      const workload = own(this.at(of.workload, plan, plan.first).workloads, of.workload)!;
      demandOrigin(of.workload, workload, this.edges.stacks.kind);
      if (!Object.hasOwn(this.workloads, of.workload)) {
        this.workloads[of.workload] = await this.edges.generator.facts(of.workload, workload, this.signal);
      }
    }
    await this.starts.prepare("head");
  }

  /** Measures one workload to the end of its plan. */
  async run(item: LevelItem): Promise<void> {
    const { of } = item;
    const began = this.edges.now().getTime();
    const since = () => (this.edges.now().getTime() - began) / 1000;
    const under: Under = {
      item,
      probes: [],
      next: stream(of.seed),
      start: -1,
      stack: null,
      used: false,
      trials: 0,
    };
    let end: Pick<LevelRecord, "ended" | "because"> = { ended: "interrupted", because: null };
    try {
      end = await this.probed(under, since);
    } finally {
      await down(under);
      const { workload, variant, seed } = of;
      const { probes } = under;
      if (probes.length > 0) this.records.push({ workload, variant, seed, probes, ...end, seconds: since() });
    }
  }

  private async probed(under: Under, since: () => number): Promise<Pick<LevelRecord, "ended" | "because">> {
    const { item, probes } = under;
    const { plan } = item;
    let longest = 0;
    for (let step = plan.next(probes); step !== null; step = plan.next(probes)) {
      if (probes.length > 0 && since() + longest > plan.within) return { ended: "time", because: null };
      if (probes.length >= 5 * MOST_PROBES) throw new Error("a plan of levels without an end");
      const before = since();
      if (step.fresh) await down(under);
      const failure = await this.up(under);
      if (failure !== null) return { ended: "failing", because: failure };
      const trials = await this.probe(under, step.level);
      if (trials.length === 0) continue; // its data could not be reset: again, with a fresh start
      probes.push({ level: step.level, why: step.why, start: under.start, trials });
      longest = Math.max(longest, since() - before);
      this.tell(under);
      const broken = brokenReason(probes);
      if (broken !== null) return { ended: "failing", because: broken };
    }
    return { ended: "done", because: null };
  }

  /** Starts the stack unless it is up. Returns the reason of a failure; throws it where nothing was measured yet. */
  private async up(under: Under): Promise<string | null> {
    if (under.stack !== null) return null;
    const env = { ...under.item.of.stackEnv, ...this.env };
    const fresh = this.records.length + under.probes.length === 0;
    const up = await this.starts.up({ order: ["head"], env }, fresh);
    if ("failure" in up) return up.failure.message.slice(0, 2_000);
    under.stack = up.stacks.head;
    under.start++;
    under.used = false;
    return null;
  }

  /** Runs the trials of one probe: fewer than planned where a service died. The first has the full warm-up. */
  private async probe(under: Under, level: number): Promise<Trial[]> {
    const { of, plan } = under.item;
    const config = this.at(of.workload, plan, level);
    const done: Trial[] = [];
    while (done.length < plan.trials && under.stack !== null) {
      const warm = under.used && (await this.between(under.stack));
      if (warm === null) {
        await down(under);
        break;
      }
      const stack = under.stack;
      under.used = true;
      const context = { ...this.edges, config, stack, start: under.start };
      const slot = {
        index: this.index++,
        workload: of.workload,
        variant: of.variant,
        side: "head" as const,
        trial: under.trials++,
        duration: of.duration,
        seed: seedOf(under.next()),
        // A fresh warm-up per level: leftovers of one level, such as a queue, must not count against the next.
        warmup: done.length === 0 || !warm ? of.warmup : Math.min(of.settle, of.warmup),
      };
      done.push(await this.starts.timed(() => runTrial(slot, context, this.signal)));
      if (stack.fault() !== null) await down(under);
    }
    return done;
  }

  /** Resets the stack between two trials as configured. Returns whether it is still warm; null where that failed. */
  private async between(stack: RunningStack): Promise<boolean | null> {
    const ready = await this.starts.between({ head: stack });
    if ("warm" in ready) return ready.warm;
    this.edges.log.warn(ready.failure.message);
    return null;
  }

  private at(workload: string, { along }: LevelPlan, level: number): Config {
    const found = own(this.config.workloads, workload);
    if (!found) throw new SteelyardError("bug", `the schedule names an unknown workload ${workload}`);
    return {
      ...this.config,
      workloads: { ...this.config.workloads, [workload]: atLevel(found, along, level) },
    };
  }

  private tell({ item: { of, plan }, probes }: Under): void {
    const last = probes.at(-1)!;
    const said = plan.said(probes);
    this.edges.log.info(`${itemName(of)} at ${last.level} (${last.why})${said === "" ? "" : `: ${said}`}`);
  }

  result(ended: unknown): LevelsMeasured {
    const { records, workloads } = this;
    const { seed, composed, unable, load } = this.starts;
    return { records, workloads, seed, composed, ended, unable: unable?.error ?? null, load };
  }
}

async function down(under: Under): Promise<void> {
  const { stack } = under;
  under.stack = null;
  await stack?.[Symbol.asyncDispose]();
}

/** Why a workload is abandoned: enough trials failed and none succeeded; null otherwise. */
function brokenReason(probes: readonly Probe[]): string | null {
  const all = probes.flatMap(({ trials }) => trials);
  if (all.some(({ outcome }) => outcome === "ok") || all.length < MAX_FAILURES_WITHOUT_SUCCESS) return null;
  const last = all.at(-1)!;
  return last.outcome === "failed" ? `no trial was good: ${firstLine(last.failure.message, 1_900)}` : null;
}
