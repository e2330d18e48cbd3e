import { own } from "../../base/own.ts";
import type { Config } from "../../model/config.ts";
import type { LevelRecord, LevelsShown, Probe, Step } from "../../model/levelrun.ts";
import { alongOf, levelling, MOST_PROBES, type Sweep } from "../../model/levels.ts";
import type { Loaded } from "../../model/load.ts";
import type { Run } from "../../model/run.ts";
import { compared, saturated } from "../subject.ts";
import { kneeNotes, kneeText, type Reasoned } from "./knee.ts";
import { judgedLevel, type LevelRules, starvedGenerator } from "./level.ts";
import { byLevel, goodOf, type Level, rowOf, trialsOf } from "./row.ts";
import { curveNotes, curveOf, curveText } from "./scaling.ts";
import { kneeOf, nextProbe, type Search } from "./sweep.ts";

/** A search as a workload's sweep plans it. */
export function searchOf(sweep: Sweep, config: Loaded, seed: number): Search {
  const [low = 1, high = 1] = alongOf(sweep, config).levels;
  const { precision, confirm, probes } = sweep;
  return { low, high, precision, confirm, probes, seed };
}

const statesOf = (probes: readonly Probe[], rules: LevelRules): Reasoned[] =>
  byLevel(probes).map((level) => ({
    level: level.level,
    ...judgedLevel(trialsOf(level), rules),
    probes: level.probes.length,
    confirmed: level.probes.filter(({ why }) => why === "confirm").length,
  }));

/** The next measurement of a sweep and its state; uses the rule that later judges the result. */
export function sweepStep(search: Search, probes: readonly Probe[], rules: LevelRules): Step | null {
  return nextProbe(search, statesOf(probes, rules), probes.at(-1));
}

/** The result of the last level measured, for progress output. */
export function lastText(probes: readonly Probe[], rules: LevelRules): string {
  const level = probes.at(-1)?.level;
  const state = statesOf(probes, rules).find((one) => one.level === level);
  if (state === undefined) return "";
  return state.reason === "" ? state.status : `${state.status}: ${state.reason}`; // no budgets, no reason
}

/** The results of all workloads that were measured at levels, by a config's budgets. */
export const levelsOf = (run: Run, config: Config): LevelsShown[] =>
  [...(run.levels ?? [])]
    .sort((a, b) => compared(a.workload, b.workload) || compared(a.variant ?? "", b.variant ?? ""))
    .flatMap((record) => shown(record, run, config) ?? []);

function shown(record: LevelRecord, run: Run, config: Config): LevelsShown | undefined {
  const { workload, variant, probes } = record;
  const measured = own(run.config.resolved.workloads, workload);
  const along = measured && levelling(measured);
  if (measured === undefined || along === undefined) return undefined;
  // limits, prices and loads are the current ones; levels are those of the measurement
  const judging = own(config.workloads, workload) ?? measured;
  const { cores } = run.fingerprint;
  const rules = { config: judging, policy: config.policy, cores };
  const levels = byLevel(probes);
  const { axis } = along;
  const full = levels.filter((level) => saturated(goodOf(level), cores)).map(({ level }) => level);
  const common = (states: readonly Reasoned[]) => ({
    workload,
    variant,
    axis,
    rows: levels.map((level, i) => rowOf(level, along, states[i]!)).slice(0, MOST_PROBES),
  });
  const notes = (more: readonly string[]) => [...ending(record), ...more].slice(0, 50);
  if (measured.sweep) {
    const states = statesOf(probes, rules);
    const knee = kneeOf(searchOf(measured.sweep, measured, record.seed), states);
    const remarks = kneeNotes(knee, measured.sweep, states, { axis, full });
    return {
      ...common(states),
      knee,
      curve: null,
      said: kneeText(knee, axis, states),
      notes: notes(remarks),
    };
  }
  if (measured.scaling === undefined) return undefined;
  const scaling = judging.scaling ?? measured.scaling;
  const shown = common(served(levels, rules));
  const curve = curveOf(shown.rows, probes, scaling, axis);
  const remarks = curveNotes(curve, scaling, { axis, full });
  return { ...shown, knee: null, curve, said: curveText(curve, axis), notes: notes(remarks) };
}

/** Levels of a curve. One for which the generator lacked CPU proves nothing, whether budgets hold or not. */
const served = (levels: readonly Level[], rules: LevelRules): Reasoned[] =>
  statesOf(
    levels.flatMap(({ probes }) => probes),
    rules,
  ).map((state, i) => {
    const starving = starvedGenerator(goodOf(levels[i]!), rules.cores);
    return starving === undefined ? state : { ...state, status: "limited", reason: starving };
  });

function ending({ ended, because }: LevelRecord): string[] {
  const why = because === null ? "" : `: ${because}`;
  if (ended === "time") return ["the time limit was reached before the end"];
  if (ended === "failing") return [`ended early${why}`.slice(0, 2_000)];
  return ended === "interrupted" ? ["interrupted before the end"] : [];
}
