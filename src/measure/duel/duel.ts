import type { SteelyardError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import { seedOf, shuffled, stream } from "../../base/random.ts";
import { type DuelRecord, LONGEST_BLOCK, type PairRecord } from "../../model/duel.ts";
import { itemKey, itemName } from "../../model/item.ts";
import { isWhole } from "../../model/noise.ts";
import type { Host, RunningStack } from "../../model/ports.ts";
import type { Composed } from "../../model/run.ts";
import type { Side } from "../../model/schedule.ts";
import type { Scraper } from "../../model/scraper.ts";
import type { Judge } from "../judge.ts";
import { type SideFailure, Starts } from "../starts.ts";
import { measureBlockPairs } from "./blocks.ts";
import { StartCosts } from "./costs.ts";
import { MeasuredPairs, requestsOf } from "./measured.ts";
import { duetPair, trialPair } from "./pair.ts";
import { type Duelist, type DuelStart, roundStarts } from "./plan.ts";
import type { DuelProgress } from "./progress.ts";
import { type Pause, Repeats } from "./repeats.ts";
import { type DuelSide, deathOf, noneBusy, opposite, type PairContext, type Sides } from "./sides.ts";
import { type Left, Turns } from "./turns.ts";

/** The workloads to be measured, and the limits. */
export interface DuelOrder {
  readonly duelists: readonly Duelist[];
  /** Starts of both stacks before the first look. */
  readonly starts: number;
  /** Seed of every random order. */
  readonly seed: number;
  /** Seconds from now after which nothing more is measured; null without a limit. */
  readonly budget: number | null;
  /** Added to the environment of every service of both sides. */
  readonly env: Readonly<Record<string, string>>;
}

/** The ports that a duel uses. */
export interface DuelEdges {
  readonly sides: Sides<DuelSide>;
  readonly host: Host;
  /** Absent where no service publishes figures. */
  readonly scraper?: Scraper;
  readonly cores: number;
  /** Cores of both stacks and of their generators in the mode `duet`; null where `duet` is not available. */
  readonly duetCores: PairContext["duetCores"];
  readonly log: Log;
  readonly now: () => Date;
  readonly pause: Pause;
  readonly judge: Judge;
  readonly progress: Pick<DuelProgress, keyof DuelProgress>;
}

/** The outcome of a duel: everything measured, the looks that were made, and why it ended. */
export interface Dueled extends Pick<DuelRecord, "pairs" | "seen" | "cut"> {
  /** Digest of head's seed; null where nothing is seeded. */
  readonly seed: string | null;
  /** Images and settings of the Compose stacks, at their first starts. */
  readonly composed: Readonly<Partial<Record<Side, Composed>>>;
  /** The side that never started, so that nothing was measured, and why; null where both started. */
  readonly unable: { readonly side: Side; readonly error: SteelyardError } | null;
  /** Why the duel ended early: an interruption, or an error; null where it ran to its end. */
  readonly ended: unknown;
  /** Seconds spent in pairs, warm-up included. */
  readonly load: number;
}

/**
 * Measures base and head paired until the judge has nothing open, or the time is up.
 *
 * Lost pairs and failures of later starts are data. It never throws: whatever ends it early brings both stacks down
 * and is returned with the measurements, so that nothing is lost.
 */
export async function runDuel(order: DuelOrder, edges: DuelEdges, signal: AbortSignal): Promise<Dueled> {
  const loop = new DuelLoop(order, edges, signal);
  try {
    const { duelists, budget, starts } = order;
    edges.progress.begin(duelists, edges.judge, budget, starts, edges.sides.head.stacks.kind);
    await loop.run();
    return loop.result(null);
  } catch (ended) {
    return loop.result(ended ?? new Error("unknown"));
  } finally {
    edges.progress.stop();
  }
}

class DuelLoop {
  private readonly pairs = new MeasuredPairs();
  private readonly seen: number[] = [];
  private cut: number | null = null;
  private readonly starts: Starts<Side>;
  private readonly turns: Turns;
  /** Starts made so far. */
  private made = 0;
  private readonly costs = new StartCosts();
  private readonly repeats: Repeats;
  private readonly busy = noneBusy();
  private readonly began: number;
  private readonly next: () => number;
  private readonly firstSide: Side;
  private readonly order: DuelOrder;
  private readonly edges: DuelEdges;
  private readonly signal: AbortSignal;

  constructor(order: DuelOrder, edges: DuelEdges, signal: AbortSignal) {
    this.order = order;
    this.edges = edges;
    this.signal = signal;
    const { base, head } = edges.sides;
    this.starts = new Starts({ base: base.stacks, head: head.stacks }, edges, signal);
    this.turns = new Turns(edges, signal);
    this.repeats = new Repeats(this.pairs, edges, signal);
    this.began = edges.now().getTime();
    this.next = stream(order.seed);
    this.firstSide = this.next() < 0.5 ? "base" : "head";
  }

  async run(): Promise<void> {
    try {
      await this.rounds();
    } finally {
      await this.starts.untilDown();
    }
  }

  private async rounds(): Promise<void> {
    const { judge, progress } = this.edges;
    for (let round = judge.next(); round !== null; round = judge.next()) {
      const late = await this.round(round);
      this.seen.push(this.pairs.all.length);
      if (late) this.cut = round.look;
      judge.look(this.pairs.all, late);
      progress.looked(round.look, judge, late);
      if (late) return;
    }
  }

  /** Measures the pairs that are missing for the next look. Returns whether the time was up first. */
  private async round({ open, pairs: wanted }: NonNullable<ReturnType<Judge["next"]>>): Promise<boolean> {
    const asked = new Map(open.map((one) => [itemKey(one), one]));
    const able = this.order.duelists.filter((of) => asked.has(itemKey(of)) && !this.pairs.isAbandoned(of));
    const missing = new Map(able.map((of) => [of, this.pairs.missing(of, wanted)]));
    const share = this.affordable([...missing.values()].reduce((sum, { length }) => sum + length, 0));
    const part = (slots: readonly number[]) => slots.slice(0, Math.floor(slots.length * share));
    const planned = roundStarts(
      able,
      {
        missing: (of) => part(missing.get(of) ?? []),
        spread: (of) => this.pairs.spread(of),
        best: (of) => this.costs.best(of, asked.get(itemKey(of))?.startRatio),
      },
      this.order.starts,
      this.next,
    );
    for (const start of planned) {
      const [began, before] = [this.gone() - this.repeats.waited, this.pairs.all.length];
      await this.start(start, wanted);
      this.costs.add(start, this.gone() - this.repeats.waited - began, this.pairs.all.slice(before));
      if (this.left() <= 0) return true;
    }
    return share < 1;
  }

  /**
   * The share of `pairs` that fits into the time left, at the pace so far. A few pairs in every start are better than
   * all of one start and none of the next.
   */
  private affordable(pairs: number): number {
    if (pairs === 0 || this.pairs.all.length === 0) return this.left() > 0 ? 1 : 0;
    const pace = this.gone() / this.pairs.all.length;
    return Math.max(0, Math.min(1, this.left() / (pace * pairs)));
  }

  /** Seconds left. */
  private left(): number {
    const { budget } = this.order;
    return budget === null ? Infinity : budget - this.gone();
  }

  /** Seconds since it began. */
  private gone(): number {
    return (this.edges.now().getTime() - this.began) / 1000;
  }

  /** Carries out one planned start of both stacks; restarts them when a service dies, up to a limit. */
  private async start({ stackEnv, shares, stacks: arranged, seed }: DuelStart, look: number): Promise<void> {
    const next = stream(seed);
    const left: Left[] = shares
      .filter(({ of }) => !this.pairs.isAbandoned(of)) // perhaps since an earlier start of this round
      .map(({ of, slots }) => ({ of, pending: slots.map((slot) => ({ slot, attempt: 0 })) }));
    const env = { ...stackEnv, ...this.order.env };
    if (arranged === "turns") return await this.inTurns(left, env, seed);
    const cpus = arranged === "duet" ? this.edges.duetCores?.services : undefined;
    const tell = (sides: readonly Side[]) => this.edges.progress.doing(`starting ${sides.join(" and ")}`);
    let [start, began] = [0, 0];
    await this.starts.carryOut(
      {
        open: () => left.some(({ pending }) => pending.length > 0) && this.left() > 0,
        options: () => {
          [start, began] = [this.made++, this.gone()];
          return { order: this.sidesOf(start), env, cpus, tell };
        },
        serve: async (stacks) => {
          this.edges.progress.started(this.gone() - began);
          const died = await this.serve(stacks, left, { start, look, next });
          for (const one of left) if (this.pairs.isAbandoned(one.of)) one.pending = [];
          return died;
        },
        lose: (sideFailure) => this.lose(left, start, sideFailure),
      },
      this.pairs.isFresh,
    );
  }

  /** Carries out one planned start of each stack, one after the other. To repeat a pair, both would have to start again. */
  private async inTurns(
    left: readonly Left[],
    env: Readonly<Record<string, string>>,
    seed: number,
  ): Promise<void> {
    const start = this.made++;
    const order = this.sidesOf(start);
    const time = { fresh: this.pairs.isFresh, hasTime: () => this.left() > 0 };
    for (const record of await this.turns.measure(left, { order, env, start, seed, ...time }))
      this.record(record);
  }

  /** The sides in the order of a start, which changes from one to the next. */
  private sidesOf(start: number): readonly [Side, Side] {
    const first = start % 2 === 0 ? this.firstSide : opposite(this.firstSide);
    return [first, opposite(first)];
  }

  /** Measures pairs until a side dies or none is left, removing them from `left`. Returns the side that died, or null. */
  private async serve(
    stacks: Sides<RunningStack>,
    left: readonly Left[],
    { start, look, next }: { start: number; look: number; next: () => number },
  ): Promise<SideFailure | null> {
    const context: PairContext = { ...this.edges, stacks, start, ...this.busy };
    const warm = new Set<string>();
    for (let again = 0; again < 2; again++) {
      while (left.some(({ pending }) => pending.length > 0)) {
        for (const one of shuffled(left, next)) {
          if (one.pending.length === 0) continue;
          if (this.left() <= 0) return null;
          const ready = await this.starts.between(stacks);
          if ("failure" in ready) return ready;
          if (!ready.warm) warm.clear();
          await this.measure(one, context, warm, next);
          const dead = deathOf(stacks, "base");
          if (dead !== null) return dead;
          if (this.pairs.isAbandoned(one.of)) one.pending = [];
        }
      }
      // Repeated once: a pair that is contended twice would be contended a third time.
      if (again === 0) await this.repeats.plan(left, { start, look, gone: this.gone(), left: this.left() });
    }
    return null;
  }

  /** Measures the next pair of a workload; all of them, where the generator does the interleaving. */
  private async measure(
    one: Left,
    context: PairContext,
    warm: Set<string>,
    next: () => number,
  ): Promise<void> {
    const { of } = one;
    const { mode, block, script } = of.pairing;
    const generator = isWhole(mode) ? null : this.edges.sides[script].pairs;
    const warmup = warm.has(itemKey(of)) ? of.settle : of.warmup;
    warm.add(itemKey(of));
    const seed = seedOf(next());
    const order = next() < 0.5 ? (["base", "head"] as const) : (["head", "base"] as const);
    this.edges.progress.doing(`${itemName(of)}, pair ${one.pending[0]!.slot + 1}`, of);
    const records = await this.starts.timed(async () => {
      if (generator === null) {
        const [pair, ...rest] = one.pending;
        const measured = mode === "duet" ? duetPair : trialPair;
        const record = await measured(of, pair!, { order, warmup, seed }, context, this.signal);
        one.pending = rest;
        return [record];
      }
      const { isBlockOpen } = of;
      const longest = isBlockOpen ? LONGEST_BLOCK : block;
      const fit = Math.max(1, Math.floor(Math.min(1e6, (this.left() - warmup) / longest)));
      const batch = one.pending.slice(0, fit);
      const found = await measureBlockPairs(of, batch, { warmup, seed }, generator, context, this.signal);
      if (isBlockOpen && !of.isBlockOpen) this.edges.progress.fitted(of, requestsOf(found));
      // Fewer records than planned: the generator ended early, and would do so again.
      one.pending = found.length < batch.length ? [] : one.pending.slice(fit);
      return found;
    });
    for (const record of records) this.record(record);
  }

  /** Records all pending pairs of this start as lost by the side that caused it. */
  private lose(left: readonly Left[], start: number, sideFailure: SideFailure): void {
    for (const { of, pending } of left) {
      for (const pair of pending) {
        const began = this.edges.now().toISOString();
        const { workload, variant } = of;
        this.record({ outcome: "lost", workload, variant, ...pair, start, began, ...sideFailure });
      }
    }
  }

  private record(record: PairRecord): void {
    this.pairs.add(record);
    this.edges.progress.pair(record);
  }

  result(ended: unknown): Dueled {
    const { base, head } = this.turns.starts;
    const all = [this.starts, base, head];
    return {
      pairs: this.pairs.all,
      seen: this.seen,
      cut: this.cut,
      seed: this.starts.seed ?? head.seed,
      composed: { ...base.composed, ...head.composed, ...this.starts.composed },
      unable: all.find(({ unable }) => unable !== null)?.unable ?? null,
      ended,
      load: all.reduce((sum, { load }) => sum + load, 0),
    };
  }
}
