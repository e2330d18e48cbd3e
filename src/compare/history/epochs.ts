import { MOST_SESSIONS } from "../../model/baseline.ts";
import { type Change, changes } from "../../stats/changes.ts";
import { chiSquarePpf } from "../../stats/chisquare.ts";
import { moderated, type VariancePrior } from "../../stats/location.ts";
import { mean, median } from "../../stats/samples.ts";
import { LEAST_SD } from "../criteria.ts";
import { ENOUGH_SESSIONS } from "../reference.ts";
import type { StoredValues } from "../stored.ts";
import { compared } from "../subject.ts";
import { UNDERRATED } from "./noise.ts";

/** Chance of a cut in a history that never changed. */
const CUT_LEVEL = 0.001;
/** Fewest sessions, days and hours for the spread between sessions: one evening is not a history. */
const ENOUGH_FOR_SPREAD = 8;
const ENOUGH_DAYS = 3;
const ENOUGH_HOURS = 48;
/** Weight of the prior for the spread between sessions, degrees of freedom. */
export const SESSION_PRIOR_DF = 4;

/** The figure of one session for one metric. */
export interface SessionFigure {
  readonly run: string;
  readonly at: string;
  /** Median over its trials of ln(value). */
  readonly value: number;
}

/** The history of one metric. A session with a value that has no logarithm is left out. */
export const sessionSeries = (stored: readonly StoredValues[]): SessionFigure[] =>
  stored
    .filter(({ values }) => values.every((v) => v > 0))
    .map(({ run, at, values }) => ({ run, at, value: median(values.map(Math.log)) }));

/** A history, cut where its level changed. */
export interface Epochs {
  /** Sessions of the current level, oldest first; head is compared with these. */
  readonly current: readonly SessionFigure[];
  /** Earlier levels, oldest first. Their sessions contribute to the spread only. */
  readonly earlier: readonly (readonly SessionFigure[])[];
  readonly changes: readonly Change[];
}

/**
 * The last twelve sessions, cut at change points of at least the band. Accepts any order and counts each run once.
 *
 * @param band smallest change that matters, a log ratio
 */
export function epochs(sessions: readonly SessionFigure[], band: number): Epochs {
  const history = inOrder(sessions);
  const found = changes(
    history.map(({ value }) => value),
    { level: CUT_LEVEL, magnitude: band, least: ENOUGH_SESSIONS, edge: ENOUGH_SESSIONS },
  );
  const places = [0, ...found.map(({ at }) => at), history.length];
  const all = places.slice(1).map((to, i) => history.slice(places[i], to));
  return { current: all.at(-1) ?? [], earlier: all.slice(0, -1), changes: found };
}

/** Each run once, oldest first. */
function inOrder(sessions: readonly SessionFigure[]): SessionFigure[] {
  const sorted = [...sessions].sort(
    (a, b) => compared(a.at, b.at) || compared(a.run, b.run) || a.value - b.value,
  );
  return [...new Map(sorted.map((one) => [one.run, one])).values()]
    .sort((a, b) => compared(a.at, b.at) || compared(a.run, b.run))
    .slice(-MOST_SESSIONS);
}

/** The spread between sessions of one program, learned from its own history. */
export interface Spread {
  /** Standard deviation between sessions of one level, a log ratio. */
  readonly sd: number;
  /** Its one-sided upper 80 % limit. */
  readonly upper: number;
  readonly df: number;
}

/**
 * The spread between sessions, each measured from the mean of its own epoch. Null until there are eight sessions on three
 * days that span at least two days.
 */
export function spread({ current, earlier }: Epochs): Spread | null {
  const all = [...earlier, current];
  const sessions = all.flat();
  const days = new Set(sessions.map(({ at }) => at.slice(0, 10)));
  const times = sessions.map(({ at }) => Date.parse(at));
  const hours = (Math.max(...times) - Math.min(...times)) / 3_600_000;
  if (sessions.length < ENOUGH_FOR_SPREAD || days.size < ENOUGH_DAYS || hours < ENOUGH_HOURS) return null;
  const { df, variance } = pooled(all);
  const least = Math.max(variance, LEAST_SD ** 2);
  return { sd: Math.sqrt(least), upper: Math.sqrt((least * df) / chiSquarePpf(UNDERRATED, df)), df };
}

function pooled(epochs: readonly (readonly SessionFigure[])[]): VariancePrior {
  let squares = 0;
  let df = 0;
  for (const epoch of epochs.filter(({ length }) => length > 1)) {
    const centre = mean(epoch.map(({ value }) => value));
    squares += epoch.reduce((sum, { value }) => sum + (value - centre) ** 2, 0);
    df += epoch.length - 1;
  }
  return { df, variance: df > 0 ? squares / df : 0 };
}

/**
 * The prior for the variance between sessions before the current epoch counts: 4 degrees of freedom, plus those of
 * earlier epochs.
 *
 * Once the spread is learned, its upper limit replaces the usual one. The sessions it was learned from also enter the
 * test; the upper limit keeps the test's level although they count twice.
 *
 * @param usual sd between sessions of such a runner, used until it is learned
 */
export function sessionPrior(of: Epochs, usual: number): VariancePrior {
  const known = spread(of);
  const belief = { df: SESSION_PRIOR_DF, variance: (known?.upper ?? usual) ** 2 };
  const { df, variance } = pooled(of.earlier);
  return df > 0 ? moderated({ df, variance: Math.max(variance, LEAST_SD ** 2) }, belief) : belief;
}
