import { seedOf, shuffled, stream } from "../../base/random.ts";
import type { PairRecord } from "../../model/duel.ts";
import { isItem, itemKey, itemName } from "../../model/item.ts";
import type { Side } from "../../model/schedule.ts";
import { Starts } from "../starts.ts";
import { pairOf, type Turn, turnOf } from "./pair.ts";
import type { Duelist } from "./plan.ts";
import type { DuelProgress } from "./progress.ts";
import { deathOf, type HalfContext, type PlannedPair } from "./sides.ts";

/** The pairs of one workload that a start still has to measure. */
export interface Left {
  readonly of: Duelist;
  pending: PlannedPair[];
}

/** One start of each side, in this order. */
export interface TurnsStart {
  readonly order: readonly [Side, Side];
  readonly env: Readonly<Record<string, string>>;
  /** Its number, and the seed of every random order within it. */
  readonly start: number;
  readonly seed: number;
  /** Whether nothing was measured well up to now: a failed start is fatal then. */
  readonly fresh: () => boolean;
  readonly hasTime: () => boolean;
}

type Edges = Omit<HalfContext, "stacks" | "start" | "warnedBusy"> & {
  readonly progress: Pick<DuelProgress, "doing" | "half">;
};

/** A pair whose sides are measured minutes apart. */
interface Apart {
  readonly of: Duelist;
  readonly planned: PlannedPair;
  readonly seed: number;
  readonly turns: Partial<Record<Side, Turn>>;
}

/**
 * Pairs of sides that cannot be up at the same time: all trials of one side in a start of it, then those of the other one.
 * What changes on the machine meanwhile is part of how starts differ, since the order of the sides is random.
 */
export class Turns {
  /** The starts of each side. */
  readonly starts: { readonly [S in Side]: Starts<S> };
  private readonly edges: Edges;
  private readonly signal: AbortSignal;
  private readonly warnedBusy = new Set<Side>();

  constructor(edges: Edges, signal: AbortSignal) {
    const { base, head } = edges.sides;
    this.starts = {
      base: new Starts({ base: base.stacks }, edges, signal),
      head: new Starts({ head: head.stacks }, edges, signal),
    };
    this.edges = edges;
    this.signal = signal;
  }

  /** Measures what is left. Pairs for whose second side there was no time are not among the records. */
  async measure(left: readonly Left[], at: TurnsStart): Promise<PairRecord[]> {
    const pairs = sequence(left, at.seed);
    for (const side of at.order) await this.side(side, pairs, at);
    const context = { start: at.start, cores: this.edges.cores };
    return pairs.flatMap(({ of, planned, turns }) => pairOf(of, planned, turns, context) ?? []);
  }

  private async side<S extends Side>(side: S, pairs: readonly Apart[], at: TurnsStart): Promise<void> {
    // Where base failed, head is not tried: the pair is lost anyway.
    let todo = pairs.filter(({ turns }) => turns.base?.half.ok !== false);
    const starts = this.starts[side];
    const { progress, now } = this.edges;
    const tell = () => progress.doing(`starting ${side}`);
    await starts.carryOut(
      {
        open: () => todo.length > 0 && at.hasTime(),
        options: () => ({ order: [side], env: at.env, tell }),
        serve: async (running) => {
          const stacks: HalfContext["stacks"] = { [side]: running[side] };
          const context = { ...this.edges, stacks, start: at.start, warnedBusy: this.warnedBusy };
          const warm = new Set<string>();
          for (let pair = todo[0]; pair !== undefined && at.hasTime(); pair = todo[0]) {
            const ready = await starts.between(running);
            if ("failure" in ready) return ready;
            if (!ready.warm) warm.clear();
            const { of, planned, seed, turns } = pair;
            progress.doing(`${itemName(of)}, pair ${planned.slot + 1}, ${side}`, of);
            const warmup = warm.has(itemKey(of)) ? of.settle : of.warmup;
            warm.add(itemKey(of));
            const how = { warmup, seed };
            turns[side] = await starts.timed(() => turnOf(of, side, planned, how, context, this.signal));
            if (side === at.order[0]) progress.half(of, planned.slot, side);
            todo = todo.slice(1);
            const dead = deathOf(stacks, side);
            if (dead === null) continue;
            todo = todo.filter((one) => !isItem(of)(one.of)); // its load would end the service again
            return dead;
          }
          return null;
        },
        lose: (failure) => {
          const began = now().toISOString();
          for (const { turns } of todo) turns[side] = { began, half: { ok: false, ...failure }, host: null };
        },
      },
      at.fresh,
    );
  }
}

/** The pairs in the order in which both sides measure them, so that the same comes before a trial on each. */
function sequence(left: readonly Left[], seed: number): Apart[] {
  const next = stream(seed);
  const most = Math.max(0, ...left.map(({ pending }) => pending.length));
  return Array.from({ length: most }, (_, i) =>
    shuffled(left, next).flatMap(({ of, pending }) => {
      const planned = pending[i];
      return planned === undefined ? [] : [{ of, planned, seed: seedOf(next()), turns: {} }];
    }),
  ).flat();
}
