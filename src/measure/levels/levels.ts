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
  /** Seconds since it began. */
  readonly since: () => number;
  /** Seconds of its longest probe, start included. */
  longest: number;
  /** Number of the current start, or of the last one. */
  start: number;
  trials: number;
}

/** How the measurement of a workload ended. */
type End = Pick<LevelRecord, "ended" | "because">;

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
    const under: Under = { item, probes: [], next: stream(of.seed), since, longest: 0, start: -1, trials: 0 };
    let end: End = { ended: "interrupted", because: null };
    try {
      end = await this.probed(under);
    } finally {
      const { workload, variant, seed } = of;
      const { probes } = under;
      if (probes.length > 0) this.records.push({ workload, variant, seed, probes, ...end, seconds: since() });
    }
  }

  /** Starts the stack as often as the plan needs it: a service that dies under too much load is a result. */
  private async probed(under: Under): Promise<End> {
    const env = { ...under.item.of.stackEnv, ...this.env };
    let failure: string | null = null;
    for (;;) {
      const end = failure === null ? endOf(under) : { ended: "failing" as const, because: failure };
      if (end !== null) return end;
      const began = under.since();
      await this.starts.carryOut(
        {
          open: () => true,
          options: () => ({ order: ["head"], env }),
          serve: async ({ head }) => {
            await this.serve(head, under, began);
            return null;
          },
          lose: (lost) => {
            failure = lost.failure.message.slice(0, 2_000);
          },
        },
        () => this.records.length + under.probes.length === 0,
      );
    }
  }

  /**
   * Probes levels in one start, at least one, until the plan ends or wants a fresh start, a service dies, or the stack
   * cannot be reset.
   *
   * @param began when the start began, in seconds of `since`
   */
  private async serve(stack: RunningStack, under: Under, began: number): Promise<void> {
    const { item, probes, since } = under;
    under.start++;
    let before = began;
    for (let used = false; (!used || stack.fault() === null) && endOf(under) === null; used = true) {
      const step = item.plan.next(probes)!;
      if (used && step.fresh) return;
      const { trials, isReset } = await this.probe(stack, under, step.level, used);
      if (trials.length > 0) {
        probes.push({ level: step.level, why: step.why, start: under.start, trials });
        under.longest = Math.max(under.longest, since() - before);
        this.tell(under);
      }
      if (!isReset) return;
      before = since();
    }
  }

  /**
   * Runs the trials of one probe: fewer than planned where a service died, or the stack could not be reset. The first has
   * the full warm-up: leftovers of one level, such as a queue, must not count against the next.
   *
   * @param used whether anything was measured in this start
   */
  private async probe(
    stack: RunningStack,
    under: Under,
    level: number,
    used: boolean,
  ): Promise<{ readonly trials: Trial[]; readonly isReset: boolean }> {
    const { of, plan } = under.item;
    const context = { ...this.edges, config: this.at(of.workload, plan, level), stack, start: under.start };
    const done: Trial[] = [];
    while (done.length === 0 || (done.length < plan.trials && stack.fault() === null)) {
      const ready = used || done.length > 0 ? await this.starts.between({ head: stack }) : { warm: false };
      if ("failure" in ready) {
        this.edges.log.warn(ready.failure.message);
        return { trials: done, isReset: false };
      }
      const slot = {
        index: this.index++,
        workload: of.workload,
        variant: of.variant,
        side: "head" as const,
        trial: under.trials++,
        duration: of.duration,
        seed: seedOf(under.next()),
        warmup: done.length === 0 || !ready.warm ? of.warmup : Math.min(of.settle, of.warmup),
      };
      done.push(await this.starts.timed(() => runTrial(slot, context, this.signal)));
    }
    return { trials: done, isReset: true };
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
    const measured = { records, workloads, seed, composed: composed.head };
    return { ...measured, ended, unable: unable?.error ?? null, load };
  }
}

/** Why nothing more is measured of a workload; null where something is. @throws Error for a plan without an end */
function endOf({ item: { plan }, probes, since, longest }: Under): End | null {
  const broken = brokenReason(probes);
  if (broken !== null) return { ended: "failing", because: broken };
  if (plan.next(probes) === null) return { ended: "done", because: null };
  if (probes.length > 0 && since() + longest > plan.within) return { ended: "time", because: null };
  if (probes.length >= 5 * MOST_PROBES) throw new Error("a plan of levels without an end");
  return null;
}

/** Why a workload is abandoned: enough trials failed and none succeeded; null otherwise. */
function brokenReason(probes: readonly Probe[]): string | null {
  const all = probes.flatMap(({ trials }) => trials);
  if (all.some(({ outcome }) => outcome === "ok") || all.length < MAX_FAILURES_WITHOUT_SUCCESS) return null;
  const last = all.at(-1)!;
  return last.outcome === "failed" ? `no trial was good: ${firstLine(last.failure.message, 1_900)}` : null;
}
