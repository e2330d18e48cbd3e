import { own } from "../../base/own.ts";
import { isItem } from "../../model/item.ts";
import type { Curve, LevelRecord, LevelRow, LevelsShown } from "../../model/levelrun.ts";
import { type Axis, atLevel, levelling, levelText } from "../../model/levels.ts";
import { format } from "../../model/quantity.ts";
import type { Run } from "../../model/run.ts";
import { failuresIn, type Subject } from "../subject.ts";
import { byLevel, goodOf, trialsOf } from "./row.ts";
import { costText, lawText } from "./scaling.ts";

/** A workload measured at levels, or one of its levels; the source of a record's rows. */
export interface LevelSubject extends Subject {
  readonly levels: LevelsShown;
  /** The level of its figures; undefined where no level represents the whole. */
  readonly at: LevelRow | undefined;
}

/** By level: one subject per level. By variant: one per workload, at its knee. */
export function levelSubjects(
  run: Run,
  shown: readonly LevelsShown[],
  by: "variant" | "level",
): LevelSubject[] {
  return shown.flatMap((levels) => {
    const record = run.levels?.find(isItem(levels));
    if (record === undefined) return [];
    const { rows } = levels;
    const wanted = by === "level" ? rows : [rows.find(({ level }) => level === standing(levels))];
    return wanted.flatMap((at) => subjectAt(run, record, levels, at) ?? []);
  });
}

/** The level that represents the whole: the highest shown to hold; for a curve, the one with the highest throughput. */
const standing = ({ knee, curve }: LevelsShown) =>
  knee ? knee.holds : ((curve?.sustained ?? curve?.peak)?.level ?? null);

function subjectAt(
  run: Run,
  { workload, variant, probes }: LevelRecord,
  levels: LevelsShown,
  at: LevelRow | undefined,
): LevelSubject | undefined {
  const whole = own(run.config.resolved.workloads, workload);
  const along = whole && levelling(whole);
  if (whole === undefined || along === undefined) return undefined;
  const config = at === undefined ? whole : atLevel(whole, along, at.level);
  const level = byLevel(probes).find((one) => one.level === at?.level);
  const all = level === undefined ? [] : trialsOf(level);
  return {
    workload,
    variant,
    config,
    facts: own(run.workloads, workload),
    planned: all.length,
    good: level === undefined ? [] : goodOf(level),
    failures: failuresIn(all),
    levels,
    at,
  };
}

/** Cells that only levels have; undefined for an empty cell. */
export const LEVEL_CELLS = {
  level: ({ at, levels }) => at && levelText(at.level, levels.axis),
  achieved: ({ at }) => (at?.achieved == null ? undefined : format(at.achieved, "/s")),
  outcome: ({ at }) => at && (at.status === "holds" ? "holds" : `${at.status}: ${at.reason}`),
  knee: ({ levels: { knee, axis } }) => {
    if (knee === null) return undefined;
    const { holds, breaks, limit } = knee;
    if (holds === null) return breaks === null ? undefined : `below ${levelText(breaks, axis)}`;
    const least = levelText(holds, axis);
    if (breaks === null) return `at least ${least}`;
    return limit === "generator"
      ? `at least ${least} (the generator's limit)`
      : `${least} to ${levelText(breaks, axis)}`;
  },
  served: ({ at }) => (at?.served == null ? undefined : format(at.served, "/s")),
  service_cpu: ({ at }) =>
    Object.entries(at?.services ?? {})
      .map(([name, cpu]) => `${name} ${format(cpu, "s")}`)
      .join(", ") || undefined,
  peak: ({ levels: { curve, axis } }) => placeText(curve?.peak, axis),
  sustained: ({ levels: { curve, axis } }) => placeText(curve?.sustained, axis),
  saturation: ({ levels: { curve, axis } }) =>
    curve && (curve.saturation === null ? "not reached" : levelText(curve.saturation, axis)),
  law: ({ levels: { curve, axis } }) => curve && lawText(curve.law, axis),
  instances: ({ levels: { curve } }) =>
    curve?.plans.map(({ load, instances }) => `${format(load, "/s")}: ${instances}`).join("; ") || undefined,
  cost: ({ levels: { curve } }) =>
    curve?.plans
      .flatMap(({ load, cost }) => (cost === null ? [] : `${format(load, "/s")}: ${costText(cost)}`))
      .join("; ") || undefined,
} as const satisfies Readonly<Record<string, (of: LevelSubject) => string | null | undefined>>;

const placeText = (place: Curve["peak"] | undefined, axis: Axis) =>
  place && `${format(place.rate, "/s")} at ${levelText(place.level, axis)}`;
