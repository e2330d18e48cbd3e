import { mean, median } from "../../stats/samples.ts";
import { asv } from "./peers/asv.ts";
import { bencherIqr, bencherT } from "./peers/bencher.ts";
import { benchstat } from "./peers/benchstat.ts";
import { conbench } from "./peers/conbench.ts";
import { criterion } from "./peers/criterion.ts";
import { NYRKIO, OTAVA, otava } from "./peers/otava.ts";
import { perfgate } from "./peers/perfgate.ts";
import { ratio } from "./peers/ratio.ts";
import { rustcPerf } from "./peers/rustcperf.ts";
import { smp } from "./peers/smp.ts";
import type { Pull } from "./pull.ts";

/** Trials a side, and of every past session, that peers are given. */
export const PEER_TRIALS = 10;
/** Past sessions of rules that look at history; rustc-perf's needs more. */
const HISTORY = 20;
export const PEER_SESSIONS = 31;
/** Pairs that perfgate's retries may reach: 10 + 2 + 3 + 5. */
const RETRIED_PAIRS = 20;

/** One metric of one workload as a peer sees it, in its own unit, lower is better. */
export interface View {
  /** Past sessions, oldest first: medians, means and smallest values of their trials. */
  readonly medians: readonly number[];
  readonly means: readonly number[];
  readonly smallest: readonly number[];
  /** The trials of the last past session. */
  readonly previous: readonly number[];
  /** Head's trials, measured alone. */
  readonly head: readonly number[];
  /** Interleaved trials of both sides. */
  readonly pairs: { readonly base: readonly number[]; readonly head: readonly number[] };
}

export function view({ sessions, alone, base, head }: Pull, test: number): View {
  const natural = (logs: readonly number[]) => logs.map(Math.exp);
  const past = sessions.map((session) => natural(session[test]!));
  return {
    medians: past.map(median),
    means: past.map(mean),
    smallest: past.map((values) => Math.min(...values)),
    previous: past.at(-1) ?? [],
    head: natural(alone[test]!),
    pairs: { base: natural(base[test]!), head: natural(head[test]!) },
  };
}

/** The same with a head that is slower by a ratio. */
export function slowed(seen: View, by: number): View {
  const slower = (values: readonly number[]) => values.map((v) => v * (1 + by));
  return { ...seen, head: slower(seen.head), pairs: { ...seen.pairs, head: slower(seen.pairs.head) } };
}

/** A peer's rule with the data it asks for. */
export interface Peer {
  readonly name: string;
  /** How it is fed: `committed` costs head's trials, `interleaved` those of both sides. */
  readonly design: "committed" | "interleaved";
  /** Interleaved pairs it may ask for. */
  readonly pairs: number;
  /** Whether it reports this metric as worse, and the pairs it took where these differ. */
  judge(seen: View, uniform: () => number): { readonly flagged: boolean; readonly used?: number };
}

const simple = (
  name: string,
  design: Peer["design"],
  flagged: (seen: View, u: () => number) => boolean,
): Peer => ({
  name,
  design,
  pairs: PEER_TRIALS,
  judge: (seen, uniform) => ({ flagged: flagged(seen, uniform) }),
});
const recent = (values: readonly number[]) => values.slice(-HISTORY);

/** Two-sample rules, fed both ways: the last past session against head's, and interleaved trials. */
function twice(
  name: string,
  rule: (base: readonly number[], head: readonly number[], u: () => number) => boolean,
) {
  return [
    simple(`${name}, committed`, "committed", (v, u) => rule(v.previous, v.head, u)),
    simple(`${name}, interleaved`, "interleaved", (v, u) => rule(v.pairs.base, v.pairs.head, u)),
  ];
}

const perfgateOn = (name: string, retries: boolean): Peer => ({
  name,
  design: "interleaved",
  pairs: retries ? RETRIED_PAIRS : PEER_TRIALS,
  judge: ({ pairs }) =>
    perfgate(
      pairs.head.map((v, i) => v - pairs.base[i]!),
      PEER_TRIALS,
      retries,
    ),
});

export const PEERS: readonly Peer[] = [
  simple("github-action-benchmark 200 % (default)", "committed", (v) =>
    ratio(v.medians.at(-1)!, median(v.head)),
  ),
  simple("github-action-benchmark 110 %", "committed", (v) => ratio(v.medians.at(-1)!, median(v.head), 1.1)),
  simple("Bencher t-test .99", "committed", (v) => bencherT(recent(v.means), mean(v.head))),
  simple("Bencher IQR 3", "committed", (v) => bencherIqr(recent(v.means), mean(v.head))),
  ...twice("benchstat", (base, head) => benchstat(base, head)),
  simple("Otava p .001", "committed", (v) => otava([...recent(v.medians), median(v.head)], OTAVA)),
  simple("Nyrkiö p .001, 5 %", "committed", (v) => otava([...recent(v.medians), median(v.head)], NYRKIO)),
  simple("conbench z > 5", "committed", (v) => conbench(recent(v.smallest), Math.min(...v.head))),
  simple("rustc-perf (31 sessions)", "committed", (v) => rustcPerf(v.medians, median(v.head))),
  simple("asv 1.1, p .002", "committed", (v) => asv(v.previous, v.head)),
  perfgateOn("perfgate paired", false),
  perfgateOn("perfgate paired, retries", true),
  ...twice("criterion.rs", (base, head, uniform) => criterion(base, head, uniform)),
  simple("Datadog SMP (as printed)", "interleaved", (v) => smp(v.pairs.base, v.pairs.head)),
];
