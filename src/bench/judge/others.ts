import { type Chance, chance } from "./chance.ts";
import { PEER_SESSIONS, PEER_TRIALS, PEERS, type Peer, slowed, type View, view } from "./contestants.ts";
import { TRIAL_SECONDS } from "./ours.ts";
import {
  GATES,
  KINDS,
  type Seeded,
  SIZES,
  type Source,
  TESTS,
  touches,
  WORKLOADS,
  workloadOf,
} from "./pull.ts";
import { type Cell, powerOf, type Row, type Sizes, Tally } from "./results.ts";

/** Every peer's rule in every environment, all on the same pull requests. */
export function peerRows(sources: readonly Seeded[], sizes: Sizes): Row[] {
  const byEnvironment = sources.map(({ source, seed }) => cells(source, sizes, chance(seed + 30_000)));
  return PEERS.map(({ name }, p) => ({
    rule: name,
    ours: false,
    cells: Object.fromEntries(sources.map(({ source }, s) => [source.name, byEnvironment[s]![p]!])),
  }));
}

/** A cell for each peer, in order. */
function cells(source: Source, sizes: Sizes, random: Chance): Cell[] {
  const counts = PEERS.map(() => ({
    gates: new Tally(),
    all: new Tally(),
    found: KINDS.map(() => SIZES.map(() => new Tally())),
    seconds: 0,
  }));
  const needs = [...new Set(PEERS.map(({ pairs }) => pairs))];
  for (let i = 0; i < sizes.peersHarmless; i++) {
    const views = new Map(needs.map((pairs) => [pairs, viewsOf(source, random, pairs)]));
    const workload = i < sizes.peersSlowed ? random.below(WORKLOADS) : null;
    PEERS.forEach((peer, p) => {
      const seen = views.get(peer.pairs)!;
      const harmless = seen.map((one) => peer.judge(one, random.uniform));
      const count = counts[p]!;
      count.gates.add(GATES.some((test) => harmless[test]!.flagged));
      count.all.add(harmless.some(({ flagged }) => flagged));
      count.seconds += secondsOf(
        peer,
        harmless.map(({ used }) => used),
      );
      if (workload === null) return;
      for (const [s, size] of SIZES.entries()) {
        const mine = GATES.filter((test) => workloadOf(test) === workload);
        const worse = mine.map((test) => peer.judge(slowed(seen[test]!, size), random.uniform).flagged);
        KINDS.forEach((kind, k) => {
          const reported = mine.some((test, t) =>
            touches(kind, workload, test) ? worse[t]! : harmless[test]!.flagged,
          );
          count.found[k]![s]!.add(reported);
        });
      }
    });
  }
  return counts.map(({ gates, all, found, seconds }) => ({
    alarms: gates.share,
    alarmsOfAll: all.share,
    power: powerOf(found, SIZES),
    byWorkload: null,
    unchanged: null,
    wronglyUnchanged: null,
    pairs: null,
    seconds: seconds / sizes.peersHarmless,
  }));
}

function viewsOf(source: Source, random: Chance, pairs: number): View[] {
  // Rules that ask for more pairs do not look at history.
  const sessions = pairs === PEER_TRIALS ? PEER_SESSIONS : 0;
  const pull = source.draw(random, { pairs, sessions, trials: PEER_TRIALS });
  return Array.from({ length: TESTS }, (_, test) => view(pull, test));
}

/** Seconds of load; where a rule asks for more pairs, a workload takes as many as its neediest gate. */
function secondsOf({ design }: Peer, used: readonly (number | undefined)[]): number {
  const sides = design === "interleaved" ? 2 : 1;
  let trials = 0;
  for (let workload = 0; workload < WORKLOADS; workload++) {
    const mine = GATES.filter((test) => workloadOf(test) === workload);
    trials += sides * Math.max(...mine.map((test) => used[test] ?? PEER_TRIALS));
  }
  return trials * TRIAL_SECONDS;
}
