import type { SteelyardError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import { seedOf, shuffled, stream } from "../../base/random.ts";
import type { DuelRecord, PairRecord } from "../../model/duel.ts";
import type { Host, RunningStack, Scraper } from "../../model/ports.ts";
import type { Composed } from "../../model/run.ts";
import type { Side } from "../../model/schedule.ts";
import type { Judge } from "../judge.ts";
import { GIVE_UP, REVIVALS } from "../patience.ts";
import { type DuelBench, type DuelSide, deathOf, opposite, type Place, type Sides } from "./bench.ts";
import { blockPairs } from "./blocks.ts";
import { duetPair, trialPair } from "./pair.ts";
import { type Duelist, type DuelStart, keyOf, nameOf, roundStarts } from "./plan.ts";
import type { DuelProgress } from "./progress.ts";
import { type Blame, between, bothDown, bothUp, died } from "./stacks.ts";

/** What is to be measured. */
export interface DuelOrder {
  readonly duelists: readonly Duelist[];
  /** Starts of both stacks before the first look. */
  readonly starts: number;
  /** Of every order. */
  readonly seed: number;
  /** Seconds from now on after which nothing more is measured; null without a limit. */
  readonly budget: number | null;
  /** Added to the environment of every service of both sides. */
  readonly env: Readonly<Record<string, string>>;
}

/** The edges a duel works through. */
export interface DuelEdges {
  readonly sides: Sides<DuelSide>;
  readonly host: Host;
  /** Absent where no service publishes figures. */
  readonly scraper?: Scraper;
  readonly cores: number;
  /** Cores of both stacks and of their generators in the mode `duet`; null where it cannot be had. */
  readonly duetCores: DuelBench["duetCores"];
  readonly log: Log;
  readonly now: () => Date;
  readonly judge: Judge;
  readonly progress: DuelProgress;
}

/** What came of it: everything measured, the looks that were made, and whether it was all. */
export interface Dueled extends Pick<DuelRecord, "pairs" | "seen" | "cut"> {
  /** Digest of head's seed; null where nothing is seeded. */
  readonly seed: string | null;
  /** What head's compose stack was made of, at its first start. */
  readonly composed: Composed | undefined;
  /** Why base never came up, where nothing was measured for that reason; null where it did. */
  readonly unable: SteelyardError | null;
  /** Why it ended before its time: an interruption, or an error; null where it did not. */
  readonly ended: unknown;
  /** Seconds spent in pairs, warm-up included. */
  readonly load: number;
}

/**
 * Measures base and head beside each other until the judge has nothing open, or the time is up.
 *
 * Losses of pairs and of later starts are data. It never throws: whatever ends it early brings both stacks down and
 * is returned beside what was measured, so that nothing is lost.
 */
export async function duel(order: DuelOrder, edges: DuelEdges, signal: AbortSignal): Promise<Dueled> {
  const loop = new DuelLoop(order, edges, signal);
  try {
    edges.progress.begin(order.duelists, edges.judge, order.budget);
    await loop.run();
    return loop.result(null);
  } catch (ended) {
    return loop.result(ended ?? new Error("unknown"));
  } finally {
    edges.progress.stop();
  }
}

/** What is left of a start for one workload. */
interface Left {
  readonly of: Duelist;
  places: Place[];
}

class DuelLoop {
  private readonly pairs: PairRecord[] = [];
  private readonly seen: number[] = [];
  private cut: number | null = null;
  private seed: string | null = null;
  private composed: Composed | undefined;
  private unable: SteelyardError | null = null;
  private load = 0;
  /** Starts made so far. */
  private starts = 0;
  /** Losses in a row, by workload. */
  private readonly losses = new Map<string, number>();
  private readonly restless = new Set<Side>();
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
    this.began = edges.now().getTime();
    this.next = stream(order.seed);
    this.firstSide = this.next() < 0.5 ? "base" : "head";
  }

  async run(): Promise<void> {
    const { judge, progress } = this.edges;
    for (let round = judge.next(); round !== null; round = judge.next()) {
      const open = new Set(round.open.map(keyOf));
      const late = await this.round(
        this.order.duelists.filter((of) => open.has(keyOf(of))),
        round.pairs,
      );
      this.seen.push(this.pairs.length);
      if (late) this.cut = round.look;
      judge.look(this.pairs, late);
      progress.looked(round.look, judge, late);
      if (late) return;
    }
  }

  /** Measures what is lacking for a look at `wanted` pairs. Whether the time was up before all was. */
  private async round(open: readonly Duelist[], wanted: number): Promise<boolean> {
    const able = open.filter((of) => !this.hopeless(of));
    const missing = new Map(able.map((of) => [of, this.missing(of, wanted)]));
    const share = this.affordable([...missing.values()].reduce((sum, { length }) => sum + length, 0));
    const part = (slots: readonly number[]) => slots.slice(0, Math.floor(slots.length * share));
    const planned = roundStarts(
      able,
      { missing: (of) => part(missing.get(of) ?? []), spread: (of) => this.spread(of) },
      this.order.starts,
      this.next,
    );
    for (const start of planned) {
      await this.start(start, wanted);
      if (this.left() <= 0) return true;
    }
    return share < 1;
  }

  /**
   * The share of so many pairs that the time left allows, by the pace so far: better a few pairs in every start than
   * all of one start and none of the next.
   */
  private affordable(pairs: number): number {
    if (pairs === 0 || this.pairs.length === 0) return this.left() > 0 ? 1 : 0;
    const pace = (this.edges.now().getTime() - this.began) / 1000 / this.pairs.length;
    return Math.max(0, Math.min(1, this.left() / (pace * pairs)));
  }

  /** Seconds left. */
  private left(): number {
    const { budget } = this.order;
    return budget === null ? Infinity : budget - (this.edges.now().getTime() - this.began) / 1000;
  }

  /** One planned start of both stacks; where a service dies, as many more as it takes, up to a limit. */
  private async start({ stackEnv, shares, duet, seed }: DuelStart, look: number): Promise<void> {
    const next = stream(seed);
    const left: Left[] = shares
      .filter(({ of }) => !this.hopeless(of)) // it may have become so in an earlier start of this round
      .map(({ of, slots }) => ({ of, places: slots.map((slot) => ({ slot, attempt: 0 })) }));
    for (let life = 0; left.some(({ places }) => places.length > 0) && this.left() > 0; life++) {
      const start = this.starts++;
      const up = await this.up(stackEnv, duet, start);
      if ("failure" in up) return this.lose(left, start, up);
      const died = await this.serve(up, left, { start, look, next });
      if (died === null) return;
      for (const one of left) if (this.hopeless(one.of)) one.places = [];
      if (life >= REVIVALS) return this.lose(left, start, died);
      this.edges.log.warn(`${died.side}: ${died.failure.message.split("\n")[0]}; starting both sides again`);
    }
  }

  /** Both stacks, up; a start that fails is fatal while nothing was measured, and data afterwards. */
  private async up(
    stackEnv: Readonly<Record<string, string>>,
    duet: boolean,
    start: number,
  ): Promise<Sides<RunningStack> | Blame> {
    const first = start % 2 === 0 ? this.firstSide : opposite(this.firstSide);
    const { sides, progress, duetCores } = this.edges;
    const wanted = { env: { ...stackEnv, ...this.order.env }, cpus: duet ? duetCores?.services : undefined };
    const tell = (side: Side) => progress.doing(`starting ${side}`);
    const up = await bothUp(sides, first, wanted, tell, this.signal);
    if ("error" in up) {
      const fresh = !this.pairs.some(({ outcome }) => outcome === "ok");
      if (fresh && up.side === "base") this.unable = up.error;
      if (fresh) throw up.error;
      return { side: up.side, failure: died(`the stack did not start again: ${up.error.message}`) };
    }
    this.seed ??= up.head.seed;
    this.composed ??= up.head.composed;
    return { base: up.base.stack, head: up.head.stack };
  }

  /** One life of both stacks; takes the places it served off `left`. The side that died, or null. */
  private async serve(
    stacks: Sides<RunningStack>,
    left: readonly Left[],
    { start, look, next }: { start: number; look: number; next: () => number },
  ): Promise<Blame | null> {
    await using _both = bothDown(stacks);
    const { restless } = this;
    const bench: DuelBench = { ...this.edges, stacks, start, restless };
    const warm = new Set<string>();
    for (let again = 0; again < 2; again++) {
      while (left.some(({ places }) => places.length > 0)) {
        for (const one of shuffled(left, next)) {
          if (one.places.length === 0) continue;
          if (this.left() <= 0) return null;
          const ready = await between(stacks, this.signal);
          if ("failure" in ready) return ready;
          if (!ready.warm) warm.clear();
          await this.measure(one, bench, warm, next);
          const dead = deathOf(stacks, "base");
          if (dead !== null) return dead;
          if (this.hopeless(one.of)) one.places = [];
        }
      }
      // Once: what is contended now as well would be so a third time.
      if (again === 0) for (const one of left) one.places = this.again(one.of, start, look);
    }
    return null;
  }

  /** Measures the next pair of a workload; all of them, where the generator interleaves by itself. */
  private async measure(one: Left, bench: DuelBench, warm: Set<string>, next: () => number): Promise<void> {
    const { of } = one;
    const { mode, block, script } = of.pairing;
    const generator = mode === "trial" || mode === "duet" ? null : this.edges.sides[script].pairs;
    const warmup = warm.has(keyOf(of)) ? of.settle : of.warmup;
    warm.add(keyOf(of));
    const seed = seedOf(next());
    const flip = next() < 0.5;
    this.edges.progress.doing(`${nameOf(of)}, pair ${one.places[0]!.slot + 1}`);
    const began = this.edges.now().getTime();
    if (generator === null) {
      const order = flip ? (["base", "head"] as const) : (["head", "base"] as const);
      const [place] = one.places;
      const measured = mode === "duet" ? duetPair : trialPair;
      const record = await measured(of, place!, { order, warmup, seed }, bench, this.signal);
      one.places = one.places.slice(1);
      this.record(record);
    } else {
      const fit = Math.max(1, Math.floor(Math.min(1e6, (this.left() - warmup) / block)));
      const places = one.places.slice(0, fit);
      const records = await blockPairs(of, places, { warmup, seed }, generator, bench, this.signal);
      // Fewer than asked for: the generator ended early, and would do so again.
      one.places = records.length < places.length ? [] : one.places.slice(fit);
      for (const record of records) this.record(record);
    }
    this.load += (this.edges.now().getTime() - began) / 1000;
  }

  /** Slots of this start that are worth another attempt. */
  private again(of: Duelist, start: number, look: number): Place[] {
    if (this.hopeless(of)) return [];
    const mine = this.of(of);
    return this.edges.judge
      .repeats(of, mine, look)
      .filter((slot) => mine.some((pair) => pair.slot === slot && pair.start === start))
      .map((slot) => ({ slot, attempt: mine.filter((pair) => pair.slot === slot).length }));
  }

  /** What cannot be measured any more in this start, as lost by the side that is to blame. */
  private lose(left: readonly Left[], start: number, blame: Blame): void {
    for (const { of, places } of left) {
      for (const place of places) {
        const began = this.edges.now().toISOString();
        const { workload, variant } = of;
        this.record({ outcome: "lost", workload, variant, ...place, start, began, ...blame });
      }
    }
  }

  private record(record: PairRecord): void {
    this.pairs.push(record);
    const key = keyOf(record);
    this.losses.set(key, record.outcome === "ok" ? 0 : (this.losses.get(key) ?? 0) + 1);
    // A side that died under a load would die again: that is for the judge to say, not for a revival to try.
    if (record.outcome === "lost" && record.failure.code === "service-died") this.losses.set(key, GIVE_UP);
    this.edges.progress.pair(record);
  }

  private readonly hopeless = (of: Duelist) => (this.losses.get(keyOf(of)) ?? 0) >= GIVE_UP;

  private of(of: Duelist): PairRecord[] {
    return this.pairs.filter((pair) => keyOf(pair) === keyOf(of));
  }

  /** Slots of a workload that have no pair yet, of as many as it should have at the next look. */
  private missing(of: Duelist, wanted: number): number[] {
    const taken = new Set(this.of(of).map(({ slot }) => slot));
    const most = Math.min(wanted, of.pairing.pairs[1]);
    return Array.from({ length: most }, (_, slot) => slot).filter((slot) => !taken.has(slot));
  }

  /** Pairs of a workload in each start that had any. */
  private spread(of: Duelist): number[] {
    const counts = new Map<number, number>();
    for (const { start, attempt } of this.of(of)) {
      if (attempt === 0) counts.set(start, (counts.get(start) ?? 0) + 1);
    }
    return [...counts.values()];
  }

  result(ended: unknown): Dueled {
    const { pairs, seen, cut, seed, composed, unable, load } = this;
    return { pairs, seen, cut, seed, composed, unable, ended, load };
  }
}
