import { own } from "../base/own.ts";
import { stream } from "../base/random.ts";
import { firstLine } from "../base/text.ts";
import type { PairRecord } from "../model/duel.ts";
import { type Item, isItem, itemKey, itemName } from "../model/item.ts";
import { isWhole } from "../model/noise.ts";
import type { Generator, StatementCounts } from "../model/ports.ts";
import type { Profiler } from "../model/profiler.ts";
import { byText, type CpuProfile, ofTree, type Profiled, type StatementCount } from "../model/profiling.ts";
import { SIDES, type Side } from "../model/schedule.ts";
import { callsByName } from "./calls.ts";
import { measureBlockPairs } from "./duel/blocks.ts";
import type { DuelEdges } from "./duel/duel.ts";
import { trialPair } from "./duel/pair.ts";
import { type Duelist, type DuelStart, roundStarts } from "./duel/plan.ts";
import { deathOf, noneBusy, opposite, type PairContext, type PlannedPair, type Sides } from "./duel/sides.ts";
import { fitting, hasTime, MOST_STARTS, PAIRS, type Spent } from "./profilingtime.ts";
import { type Running, type SideFailure, Starts } from "./starts.ts";
import { type Watch, watched } from "./watched.ts";

/** Starts after which there are no more if all of them were lost: services do not start with a profiler here. */
const GIVEN_UP = 2;
const NO_PROFILE = "no profiler reaches its processes from here";

export interface ProfilingOrder {
  /** Workloads that are loaded one side after the other, or by turns, each with the load of its pairs. */
  readonly duelists: readonly Duelist[];
  /** Those of which only the latency changed: waits may explain it. */
  readonly waiting: readonly Item[];
  /** Seed of every random order. */
  readonly seed: number;
  /** Added to the environment of every service of both sides. */
  readonly env: Readonly<Record<string, string>>;
}

/** The ports that it uses. */
export interface ProfilingEdges extends Pick<DuelEdges, "sides" | "host" | "cores" | "log" | "now"> {
  readonly profilers: Sides<Profiler>;
}

/**
 * Loads both sides again, interleaved as before, with a profiler on each, in a few starts. Lost pairs and failed starts
 * are data.
 *
 * @throws Interrupted; whatever is no failure of a service
 */
export async function profileSides(
  order: ProfilingOrder,
  edges: ProfilingEdges,
  signal: AbortSignal,
): Promise<Profiled[]> {
  const session = new Profiling(order, edges, signal);
  return session.run();
}

/** The measurements of one workload so far. */
interface Part extends Spent {
  readonly pairs: PairRecord[];
  readonly profiles: CpuProfile[];
  readonly statements: Profiled["statements"];
}

class Profiling {
  private readonly parts = new Map<string, Part>();
  private readonly services = new Set<string>();
  /** Databases whose statements are not counted, and why. */
  private readonly uncounted = new Map<string, string>();
  private readonly starts: Starts<"base" | "head">;
  private readonly next: () => number;
  private made = 0;
  private readonly order: ProfilingOrder;
  private readonly edges: ProfilingEdges;
  private readonly signal: AbortSignal;

  constructor(order: ProfilingOrder, edges: ProfilingEdges, signal: AbortSignal) {
    this.order = order;
    this.edges = edges;
    this.signal = signal;
    this.next = stream(order.seed);
    const { base, head } = edges.sides;
    this.starts = new Starts({ base: base.stacks, head: head.stacks }, edges, signal);
    for (const of of order.duelists) {
      const isWaiting = order.waiting.some(isItem(of));
      const part = { of, isWaiting, pairs: [], profiles: [], statements: [], starts: 0, seconds: 0 };
      this.parts.set(itemKey(of), part);
    }
  }

  async run(): Promise<Profiled[]> {
    const slots = Array.from({ length: MOST_STARTS * PAIRS }, (_, slot) => slot);
    const missing = (of: Duelist) => (isWhole(of.pairing.mode) ? slots.slice(0, MOST_STARTS) : slots);
    const standing = { missing, spread: () => [], best: () => undefined };
    try {
      for (const start of roundStarts(this.order.duelists, standing, MOST_STARTS, this.next)) {
        if (this.made === GIVEN_UP && !this.hasPairs()) break;
        const shares = start.shares.filter(({ of }) => hasTime(this.partOf(of)));
        if (shares.length > 0) await this.start({ ...start, shares });
      }
    } finally {
      await this.starts.untilDown();
    }
    const all = [...this.parts.values()].map(({ of, pairs, statements, ...part }) => {
      const { workload, variant } = of;
      const profiles = ofTree(part.profiles);
      const seen = new Set(profiles.map(({ service }) => service));
      const lacking = [...new Set([...this.services, ...this.uncounted.keys()])]
        .filter((service) => !seen.has(service))
        .map((service) => ({
          service,
          why: this.uncounted.get(service) ?? this.refused(service) ?? NO_PROFILE,
        }));
      return { workload, variant, pairs, profiles, statements, lacking };
    });
    const reasons = all.flatMap(({ lacking }) =>
      lacking.map(({ service, why }) =>
        this.uncounted.has(service) ? `${service}: ${why}` : `no CPU profile of ${service}: ${why}`,
      ),
    );
    for (const one of new Set(reasons)) this.edges.log.info(one);
    return all;
  }

  private partOf(of: Duelist): Part {
    return this.parts.get(itemKey(of))!;
  }

  private hasPairs(): boolean {
    return [...this.parts.values()].some(({ pairs }) => pairs.some(({ outcome }) => outcome === "ok"));
  }

  /** Why a profiler has no profile of a service; undefined where none says. */
  private refused(service: string): string | undefined {
    const { head, base } = this.edges.profilers;
    return head.lacking?.get(service) ?? base.lacking?.get(service);
  }

  private async start({ stackEnv, shares }: DuelStart): Promise<void> {
    const { profilers, log } = this.edges;
    const start = this.made++;
    const first = this.next() < 0.5 ? "base" : "head";
    const now = () => this.edges.now().getTime() / 1000;
    const began = now();
    const up = () => (now() - began) / shares.length;
    let open = true;
    for (const { of } of shares) this.partOf(of).starts++;
    await this.starts.carryOut(
      {
        open: () => open,
        options: () => ({
          order: [first, opposite(first)],
          env: { ...stackEnv, ...this.order.env },
          attach: { base: profilers.base.attach, head: profilers.head.attach },
        }),
        serve: async (stacks) => {
          open = false; // a start that breaks is not repeated: the others tell enough
          const each = up();
          for (const { of, slots } of shares) {
            const part = this.partOf(of);
            const before = now();
            const dead = await this.load(part, slots.slice(0, fitting(part, each)), start, stacks);
            part.seconds += each + now() - before;
            if (dead !== null) return dead;
          }
          return null;
        },
        lose: ({ side, failure }) => {
          open = false;
          const each = up();
          for (const { of } of shares) this.partOf(of).seconds += each;
          log.warn(`start ${start + 1} to explain it is lost by ${side}: ${firstLine(failure.message)}`);
        },
      },
      () => false,
    );
  }

  /** Loads both sides with one workload, and takes the profiles. Returns the side that died, if one did. */
  private async load(
    part: Part,
    slots: readonly number[],
    start: number,
    stacks: Running<"base" | "head">,
  ): Promise<SideFailure | null> {
    const { sides, log } = this.edges;
    const ready = await this.starts.between(stacks);
    if ("failure" in ready) return ready;
    const { of } = part;
    log.progress(`${itemName(of)}: start ${start + 1} with profilers`);
    const busy = noneBusy(SIDES); // a profiler keeps an idle side busy
    const context: PairContext = { ...this.edges, stacks, start, duetCores: null, ...busy };
    const watch = this.watch(stacks, start, part);
    const planned = slots.map((slot) => ({ slot, attempt: 0 }));
    const how = { warmup: of.warmup, seed: Math.floor(this.next() * 2 ** 31) };
    const measured = () =>
      isWhole(of.pairing.mode)
        ? this.whole(of, planned[0]!, how, context, watch)
        : measureBlockPairs(
            of,
            planned,
            how,
            watched(sides[of.pairing.script].pairs!, watch),
            context,
            this.signal,
          );
    part.pairs.push(...(await this.starts.timed(measured)));
    for (const service of Object.keys(await stacks.head.counters())) this.services.add(service);
    return deathOf(stacks, "base");
  }

  /** Measures one pair of whole trials, each side watched from the end of its warm-up. */
  private async whole(
    of: Duelist,
    planned: PlannedPair,
    how: { readonly warmup: number; readonly seed: number },
    context: PairContext,
    watch: Watch,
  ): Promise<PairRecord[]> {
    const { script } = of.pairing;
    const side = context.sides[script];
    const generator: Generator = {
      versions: side.generator.versions,
      facts: (...call) => side.generator.facts(...call),
      planned: (...call) => side.generator.planned(...call),
      async load(request, measuring, signal) {
        let begun = Promise.resolve();
        const result = await side.generator.load(
          request,
          async () => {
            begun = Promise.resolve(measuring()).then(() => watch.begin(request.slot.side));
            await begun.catch(() => {}); // it surfaces below
          },
          signal,
        );
        await begun; // k6 goes on meanwhile, and may have ended first
        return result;
      },
    };
    const sides = { ...context.sides, [script]: { ...side, generator } };
    const first = this.next() < 0.5 ? "base" : "head";
    const order = [first, opposite(first)] as const;
    try {
      return [await trialPair(of, planned, { ...how, order }, { ...context, sides }, this.signal)];
    } finally {
      await watch.end();
    }
  }

  /** Watches both sides, and adds what they did to `part` in the end. */
  private watch(stacks: Running<"base" | "head">, start: number, part: Part): Watch {
    const { profilers } = this.edges;
    const counted = () => Promise.all(SIDES.map((side) => stacks[side].statementCounts?.(this.signal)));
    const before: Partial<Record<Side, Readonly<Record<string, StatementCounts>>>> = {};
    return {
      begin: async (side) => {
        before[side] = (await stacks[side].statementCounts?.(this.signal)) ?? {};
        await profilers[side].begin(stacks[side], new Set());
      },
      end: async () => {
        const taken = await Promise.all(SIDES.map((side) => profilers[side].end()));
        const after = await counted();
        for (const [i, side] of SIDES.entries()) {
          for (const { calls = [], ...profile } of taken[i]!) {
            part.profiles.push({ ...profile, start, side });
            const counts = callsByName(calls, stacks[side].portAddresses);
            if (counts.length > 0)
              part.statements.push({ http: true, start, side, service: profile.service, counts });
          }
          for (const [service, now] of Object.entries(after[i] ?? {})) {
            const then = own(before[side] ?? {}, service) ?? { lacking: "it did not run before" };
            const lacking = [then, now].flatMap((one) => ("lacking" in one ? [one.lacking] : []))[0];
            if (lacking === undefined)
              part.statements.push({ start, side, service, counts: executed(then, now) });
            else this.uncounted.set(service, `its statements cannot be counted: ${lacking}`);
          }
        }
      },
    };
  }
}

/** What a statement did before it was executed. */
const NOTHING: Omit<StatementCount, "text"> = { calls: 0, rows: 0, seconds: 0 };

/** The executions between two readings. Without their values some statements have the same text. */
function executed(before: StatementCounts, after: StatementCounts): StatementCount[] {
  const [earlier, later] = [before, after].map((one) => byText("counts" in one ? one.counts : []));
  return [...later!.values()].flatMap(({ text, ...now }) => {
    const { calls, rows, seconds, locked = 0, blocks = 0 } = earlier!.get(text) ?? NOTHING;
    const more = {
      calls: now.calls - calls,
      rows: now.rows - rows,
      seconds: now.seconds - seconds,
      ...(now.locked !== undefined && { locked: Math.max(0, now.locked - locked) }),
      ...(now.blocks !== undefined && { blocks: Math.max(0, now.blocks - blocks) }),
    };
    return more.calls > 0 && more.rows >= 0 && more.seconds >= 0 ? [{ text, ...more }] : [];
  });
}
