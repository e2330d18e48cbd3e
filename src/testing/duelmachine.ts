import { type DuelEdges, type DuelOrder, runDuel } from "../measure/duel/duel.ts";
import type { Duelist } from "../measure/duel/plan.ts";
import type { Judge, Open } from "../measure/judge.ts";
import type { PairRecord } from "../model/duel.ts";
import type {
  Generator,
  LoadRequest,
  LoadResult,
  PairGenerator,
  RunningStack,
  Stacks,
} from "../model/ports.ts";
import type { Observed } from "../model/run.ts";
import type { Side } from "../model/schedule.ts";
import { aDuelist } from "./plans.ts";

export type Behaviour = {
  load?: (request: LoadRequest, side: Side) => LoadResult | undefined;
  up?: (side: Side, n: number) => void;
  /** Whether a workload is closed by a look at so many pairs. */
  closes?: (name: string, pairs: readonly PairRecord[]) => boolean;
  repeats?: Judge["repeats"];
  pairs?: PairGenerator;
  /** Seconds that a trial takes. */
  takes?: number;
  between?: (side: Side) => { warm: boolean };
  /** Wall time over CPU time of the probe, by the seconds gone. */
  probe?: (seconds: number) => number;
};

/** Fakes for two sides, a clock and a judge: they log every call, and each can be made to misbehave. */
export function machine(all: readonly Duelist[], behave: Behaviour = {}) {
  const events: string[] = [];
  const warnings: string[] = [];
  const faults: Record<Side, string | null> = { base: null, head: null };
  const cpu: Record<Side, number> = { base: 0, head: 0 };
  const ups = { base: 0, head: 0 };
  let seconds = 0;
  let loading = 0;
  let together = 0;
  const stacksOf = (side: Side): Stacks => ({
    kind: "process",
    labels: {},
    async up(env, _signal, cpus) {
      behave.up?.(side, ++ups[side]);
      faults[side] = null;
      const on = cpus === undefined ? [] : [`on ${cpus}`];
      events.push(["up", side, ...Object.entries(env).map((pair) => pair.join("=")), ...on].join(" "));
      const stack: RunningStack = {
        targets: { api: `http://${side}` },
        headers: {},
        counters: async () => ({ api: { cpu: cpu[side], memory: 1e6, restarts: 0 } }),
        fault: () => faults[side],
        ...(behave.between && { between: async () => behave.between!(side) }),
        async [Symbol.asyncDispose]() {
          events.push(`down ${side}`);
        },
      };
      return { stack, seed: `seed of ${side}` };
    },
  });
  const generatorOf = (script: Side): Generator => ({
    versions: { k6: "k6 0" },
    facts: async () => ({ digest: "d", model: "closed", generator: "k6 0" }),
    planned: () => 1,
    async load(request, measuring) {
      const side = request.targets.api === "http://head" ? "head" : "base";
      together = Math.max(together, ++loading);
      const on = request.cpus === undefined ? "" : ` on ${request.cpus}`;
      events.push(`${request.name} ${side} by ${script} ${request.slot.warmup}${on}`);
      cpu[side] += 5; // spent while warming up: must not be charged to the pair
      await measuring();
      cpu[side] += side === "head" ? 3 : 2;
      seconds += behave.takes ?? 1;
      loading--;
      return behave.load?.(request, side) ?? { ok: true, observed: observedRequests(100) };
    },
  });
  const sideOf = (side: Side) => ({
    stacks: stacksOf(side),
    generator: generatorOf(side),
    pairs: behave.pairs ?? null,
  });
  const looks = [6, 10];
  let taken = 0;
  let open: readonly Open[] = all.map(({ workload, variant }) => ({ workload, variant, why: "new" }));
  const judge: Judge = {
    looks,
    next: () =>
      open.length > 0 && taken < looks.length ? { look: taken + 1, pairs: looks[taken]!, open } : null,
    repeats: behave.repeats ?? (() => []),
    look(pairs, last) {
      taken++;
      events.push(`look ${taken} at ${pairs.length}${last ? " last" : ""}`);
      open = open.filter(({ workload }) => !behave.closes?.(workload, pairs));
      if (last) open = [];
    },
    closed: () => [],
  };
  const edges: DuelEdges = {
    sides: { base: sideOf("base"), head: sideOf("head") },
    host: {
      probe: () => behave.probe?.(seconds) ?? 1,
      read: () => ({ at: 0, load: 0, ticks: null, stalled: null }),
    },
    cores: 2,
    duetCores: { services: "0", generator: "1" },
    log: { info() {}, warn: (line) => warnings.push(line), progress() {} },
    now: () => new Date(seconds * 1000),
    async pause(wait) {
      events.push(`pause ${wait}`);
      seconds += wait;
    },
    judge,
    progress: {
      begin() {},
      started() {},
      doing() {},
      waiting: (pairs, most) => void events.push(`waiting for ${pairs}, ${most} at most`),
      half() {},
      fitted() {},
      pair() {},
      looked() {},
      stop: () => void events.push("stopped"),
    },
  };
  const count = (text: string) => events.filter((event) => event.includes(text)).length;
  return { events, warnings, faults, cpu, edges, count, together: () => together };
}

export const observedRequests = (requests: number): Observed => ({
  seconds: 1,
  metrics: {},
  requests,
  errors: 1,
  statuses: {},
  thresholds: [],
  unanswered: { timeouts: 0, refused: 0, other: 0 },
  checks: [{ name: "ok", passes: 9, fails: 1 }],
  generator: { cpu: 0.5, wall: 1, dropped: 0, achieved: null },
});
export const duelist = (
  workload: string,
  differs: Partial<Duelist["pairing"]> = {},
  stackEnv = {},
): Duelist => aDuelist(workload, 1, { pairs: [6, 10], ...differs }, stackEnv);
export const order = (duelists: readonly Duelist[], differs: Partial<DuelOrder> = {}): DuelOrder => ({
  duelists,
  starts: 3,
  seed: 7,
  budget: null,
  env: {},
  ...differs,
});
export const never = new AbortController().signal;
export const go = (
  all: readonly Duelist[],
  behave: Behaviour = {},
  differs: Partial<DuelOrder> = {},
  signal = never,
) => {
  const at = machine(all, behave);
  return runDuel(order(all, differs), at.edges, signal).then((result) => ({ ...at, ...result }));
};
export const outcomes = (pairs: readonly PairRecord[]) =>
  pairs.map((pair) => (pair.outcome === "ok" ? "ok" : `${pair.failure.code} of ${pair.side}`));

export const failing = (side: Side, from = 0) => {
  let calls = 0;
  return (_: LoadRequest, of: Side): LoadResult | undefined =>
    of === side && calls++ >= from
      ? { ok: false, failure: { code: "timeout", message: "too slow" } }
      : undefined;
};
