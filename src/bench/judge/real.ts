import { variance } from "../../stats/samples.ts";
import { type Chance, chance } from "./chance.ts";
import { injected, type Ratios, requested } from "./draws.ts";
import { duel } from "./procedures.ts";
import { GATES, METRICS, WORKLOADS, workloadOf } from "./pull.ts";
import { type Duet, RECORDED, type Run, type Trial } from "./recorded.ts";
import { type Duetted, type Injected, type Requested, type Share, Tally } from "./results.ts";

/** Recorded programs: A2 is base's own again, the others are slower by 2, 5, 10 and 20 %. */
const VARIANTS = ["A2", "B02", "B05", "B10", "B20"] as const;

/** Real slow-downs in recorded trials. */
export function injectedShares(
  series: readonly (readonly Trial[])[],
  each: number,
  seed: number,
): Injected[] {
  const draw = injected(series);
  return VARIANTS.map((variant, v) => {
    const random = chance(seed + v);
    const all = new Tally();
    const by = RECORDED.map(() => new Tally());
    let pairs = 0;
    for (let i = 0; i < each; i++) {
      const workload = random.below(WORKLOADS);
      const ratios = draw(variant, workload, random);
      if (!ratios) continue;
      pairs = ratios[0]!.length;
      const gates = GATES.map((test) => ratios[test]!);
      const { verdicts } = duel(gates, new Array<number>(WORKLOADS).fill(GATES.length / WORKLOADS), {
        metrics: GATES.map((test) => METRICS[test % METRICS.length]!),
      });
      const found = verdicts.some(
        (verdict, t) => verdict === "regressed" && (variant === "A2" || workloadOf(GATES[t]!) === workload),
      );
      all.add(found);
      by[workload]!.add(found);
    }
    return { variant, pairs, found: all.share, byWorkload: shares(RECORDED, by) };
  });
}

/** Pairs of one duet: as long as 20 s of load with trials of 2 s. */
const DUET_PAIRS = 10;

/** Duets on one core: some of the recorded pairs, in any order, at the usual band and at half of it. */
export function duettedShares(duets: readonly Duet[], each: number, seed: number): Duetted[] {
  return duets.flatMap(({ load, variant, cpu }, d) =>
    [0.03, 0.015].map((band, b) => {
      const random = chance(seed + 10 * d + b);
      const [found, unchanged] = [new Tally(), new Tally()];
      for (let i = 0; i < each; i++) {
        const { verdicts } = duel([some(cpu, DUET_PAIRS, random)], [1], { band });
        found.add(verdicts[0] === "regressed");
        unchanged.add(verdicts[0] === "unchanged");
      }
      return {
        load,
        variant,
        band,
        pairs: DUET_PAIRS,
        recorded: cpu.length,
        sd: Math.sqrt(variance(cpu)),
        found: found.share,
        unchanged: unchanged.share,
      };
    }),
  );
}

/** n of them in random order. */
function some(values: readonly number[], n: number, random: Chance): number[] {
  const left = [...values];
  return Array.from({ length: n }, () => left.splice(random.below(left.length), 1)[0]!);
}

function shares(names: readonly string[], tallies: readonly Tally[]): Record<string, Share> {
  return Object.fromEntries(
    names.flatMap((name, i) => (tallies[i]!.n > 0 ? [[name, tallies[i]!.share]] : [])),
  );
}

/** Blocks of 1 s in a recorded run. */
const BLOCKS = 6;
/** Starts of a run in request mode, at most. */
const STARTS = 3;

/** Request-level interleaving: 12 s and 30 s a workload, at the usual band and at half of it. */
export function requestedShares(runs: readonly Run[], each: number, seed: number): Requested[] {
  const found: Requested[] = [];
  for (const band of [0.03, 0.015]) {
    for (const count of [2, 5]) {
      for (const [v, variant] of (["A2", "B02", "B05"] as const).entries()) {
        const settings = { band, count, variant, each };
        found.push(requestedShare(runs, settings, seed + 100 * count + 10 * v + (band < 0.02 ? 1 : 0)));
      }
    }
  }
  return found;
}

function requestedShare(
  runs: readonly Run[],
  settings: { band: number; count: number; variant: string; each: number },
  seed: number,
): Requested {
  const { band, count, variant, each } = settings;
  const random = chance(seed);
  const modes = [...new Set(runs.map(({ mode }) => mode))].sort();
  const [all, unchanged] = [new Tally(), new Tally()];
  const any = modes.map(() => new Tally());
  const latency = modes.map(() => new Tally());
  let pairs = 0;
  for (let i = 0; i < each; i++) {
    const slowed = random.below(modes.length);
    const pull = requested(runs, count, random, { mode: slowed, variant });
    const gates = pull.means.map((mean) =>
      METRICS.filter((m) => m === "p50" || m === "cpu" || (mean && m === "mean")),
    );
    const names = gates.flatMap((mine, mode) => mine.map((metric) => ({ mode, metric })));
    const ratios: Ratios = names.map(
      ({ mode, metric }) => pull.ratios[mode * METRICS.length + METRICS.indexOf(metric)]!,
    );
    const judged = duel(
      ratios,
      gates.map((mine) => mine.length),
      { band, starts: () => Math.min(count, STARTS), metrics: names.map(({ metric }) => metric) },
    );
    pairs += judged.pairs;
    const worse = names.filter((_, t) => judged.verdicts[t] === "regressed");
    const reported = worse.filter(({ mode }) => variant === "A2" || mode === slowed);
    all.add(reported.length > 0);
    any[slowed]!.add(worse.some(({ mode }) => mode === slowed));
    latency[slowed]!.add(worse.some(({ mode, metric }) => mode === slowed && metric !== "cpu"));
    for (const verdict of judged.verdicts) unchanged.add(verdict === "unchanged");
  }
  return {
    variant,
    band,
    blocks: count * BLOCKS,
    found: all.share,
    byMode: Object.fromEntries(
      modes.map((mode, m) => [mode, { any: any[m]!.share, latency: latency[m]!.share }]),
    ),
    unchanged: variant === "A2" ? unchanged.share : null,
    pairs: pairs / each,
  };
}
