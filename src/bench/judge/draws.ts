import { shuffled } from "../../base/random.ts";
import type { Chance } from "./chance.ts";
import { METRICS, type Pull, paired, type Source, type Trials, type Wanted } from "./pull.ts";
import { harmless, RECORDED, type Run, type Trial } from "./recorded.ts";

/** The name of recorded noise among the environments. */
export const REAL = "real";

/**
 * Pull requests cut from recorded trials.
 *
 * A window is some consecutive trials, from the same relative start in all workloads. Past sessions are of other times
 * than the pull request's own: relative starts at least max(0.12, half a window + 0.06) apart. In the shortest
 * recordings that leaves a few trials in common, which is kind to rules that look at history. The order of past
 * sessions is random.
 *
 * @param series one per workload, with its variants' effects still in it
 */
export function replayed(series: readonly (readonly Trial[])[]): Source {
  const clean = series.map(harmless);
  const lengths = series.map((trials) => trials.length);
  const from = (relative: number, n: number): number[] =>
    lengths.map((length) => Math.round(relative * (length - n)));
  const cut = (starts: readonly number[], n: number): Trials =>
    clean.flatMap((metrics, w) => metrics.map((values) => values.slice(starts[w]!, starts[w]! + n)));
  return {
    name: REAL,
    saturated: [RECORDED.indexOf("wsat")],
    draw(random: Chance, { pairs, sessions, trials }: Wanted): Pull {
      const own = Math.max(2 * pairs, trials);
      const at = random.uniform();
      const window = cut(from(at, own), own);
      const gap = Math.max(0.12, own / Math.min(...lengths) / 2 + 0.06);
      const apart = () => until(random, (relative) => Math.abs(relative - at) >= gap);
      const past = Array.from({ length: sessions }, () => cut(from(apart(), trials), trials));
      const alone = window.map((values) => values.slice(0, trials));
      return { ...paired(window, pairs, random), alone, sessions: past };
    },
  };
}

/** A uniform number that satisfies a condition. @throws Error where a thousand do not */
function until(random: Chance, satisfies: (u: number) => boolean): number {
  for (let i = 0; i < 1000; i++) {
    const u = random.uniform();
    if (satisfies(u)) return u;
  }
  throw new Error("the recording is too short: nothing in it is far enough from the window");
}

/** ln(head/base), [test][pair], and which tests there are. */
export type Ratios = readonly (readonly number[])[];

/** Draws ln(head/base), [test][pair], with a slowed program in one workload; null where that has no such variant. */
export type Injection = (variant: string, workload: number, random: Chance) => Ratios | null;

/**
 * Pull requests whose slow-down is real: one workload's pairs are A1 against a slowed program of the same block, all
 * others' A1 against A2, the same program. Blocks are sampled without replacement, as many as the shortest recording
 * has.
 */
export function injected(series: readonly (readonly Trial[])[]): Injection {
  const variants = [...new Set(series.flat().map(({ variant }) => variant))];
  const blocks = series.map((trials) => new Map(variants.map((name) => [name, ratiosOf(trials, name)])));
  const most = Math.min(...blocks.map((all) => all.get("A2")!.length));
  return (variant, workload, random) => {
    if ((blocks[workload]!.get(variant)?.length ?? 0) < most) return null;
    return blocks.flatMap((all, w) => {
      const chosen = shuffled(all.get(w === workload ? variant : "A2")!, random.uniform).slice(0, most);
      return METRICS.map((_, m) => chosen.map((ratios) => ratios[m]!));
    });
  };
}

/** [block][metric]: a variant against A1, in the blocks that have both. */
function ratiosOf(trials: readonly Trial[], variant: string): number[][] {
  const by = (name: string) => new Map(trials.filter((t) => t.variant === name).map((t) => [t.block, t]));
  const [base, head] = [by("A1"), by(variant)];
  return [...head].flatMap(([block, { values }]) => {
    const other = base.get(block);
    return other ? [values.map((v, m) => v - other.values[m]!)] : [];
  });
}

/** Request mode: a pull request of the four recorded ways of load, some runs of each. */
export interface RequestPull {
  readonly modes: readonly string[];
  /** ln(head/base), [mode × metrics + metric][block]. */
  readonly ratios: Ratios;
  /** Whether a mode's blocks have the requests for a mean to be judged. */
  readonly means: readonly boolean[];
}

/** Requests of a side in a block without which its mean is no gate. */
const MEAN_REQUESTS = 200;

/**
 * Whole runs, without replacement: all of base's own program again, but the slowed mode's, which are of `variant`.
 * Their blocks take turns, as those of several starts do.
 *
 * @param each runs of each mode; a run has six blocks
 */
export function requested(
  all: readonly Run[],
  each: number,
  random: Chance,
  slowed?: { readonly mode: number; readonly variant: string },
): RequestPull {
  const modes = [...new Set(all.map(({ mode }) => mode))].sort();
  const chosen = modes.map((mode, i) => {
    const variant = slowed?.mode === i ? slowed.variant : "A2";
    const candidates = all.filter((run) => run.mode === mode && run.variant === variant);
    if (candidates.length < each) throw new Error(`${candidates.length} runs of ${mode}, ${variant}`);
    return shuffled(candidates, random.uniform).slice(0, each);
  });
  return {
    modes,
    ratios: chosen.flatMap((runs) =>
      METRICS.map((_, m) =>
        runs[0]!.ratios[m]!.flatMap((_, block) => runs.map((run) => run.ratios[m]![block]!)),
      ),
    ),
    means: modes.map((mode) => all.every((run) => run.mode !== mode || run.requests >= MEAN_REQUESTS)),
  };
}
