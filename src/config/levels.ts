import type { Config, Workload } from "../model/config.ts";
import { AXES, type Axis, alongOf, axesIn, levelText } from "../model/levels.ts";
import { loadOf } from "../model/load.ts";
import { format } from "../model/quantity.ts";
import { named, type Path, type Problem, quoted } from "./problem.ts";

/** Levels that no load can be at, that nothing sets, or of which nothing would be known in the end. */
export const levelProblems = ({ workloads }: Config): Problem[] =>
  Object.entries(workloads).flatMap(([name, workload]) => {
    if (workload.sweep === undefined) return [];
    const at: Path = ["workloads", name];
    return [
      ...axisProblems(workload, workload.sweep, [...at, "sweep"]),
      ...sweepProblems(workload, workload.sweep, at),
    ];
  });

const AXIS_NAMES = Object.keys(AXES).join(", ");

type Levels = Partial<Record<Axis, readonly number[] | undefined>> & {
  readonly variable?: string | undefined;
};

/** What holds of levels of any kind. */
function axisProblems(workload: Workload, levels: Levels, at: Path): Problem[] {
  const wrong = (what: string, remedy: string, path: Path = at, on: "key" | "value" = "key"): Problem[] => [
    { what, place: { path, on }, remedy },
  ];
  const axes = axesIn(levels);
  if (axes.length !== 1) {
    const has = axes.length === 0 ? "does not say what its levels are" : `has ${axes.join(" and ")}`;
    return wrong(`${named(at)} ${has}.`, `name exactly one of ${AXIS_NAMES}`);
  }
  const { axis, variable, levels: all } = alongOf(levels, workload);
  const odd = all.find((level) => !Number.isInteger(level) || level < 1);
  if (odd !== undefined) {
    const what = `${named([...at, axis])} has the level ${format(odd, axis === "rate" ? "/s" : "1")}.`;
    return wrong(what, "use whole numbers from 1 on: k6 takes no other", [...at, axis], "value");
  }
  const { kind } = loadOf(workload);
  if (kind === "wrk" && axis !== "connections" && levels.variable === undefined) {
    const what = `wrk knows no ${axis}.`;
    return wrong(what, "use connections, or name the `variable` that the Lua script reads", [...at, axis]);
  }
  const taken = Object.entries(workload.variants).filter(
    ([, { env }]) => variable !== null && variable in env,
  );
  const shadowed = taken.flatMap(([variant]) =>
    wrong(
      `The variable ${quoted(variable ?? "")} is the level's, and the variant ${quoted(variant)} sets it.`,
      "take it out of the variant, or name another `variable`",
      [...at.slice(0, -1), "variants", variant, "env", variable ?? ""],
    ),
  );
  return shadowed;
}

function sweepProblems(workload: Workload, sweep: NonNullable<Workload["sweep"]>, at: Path): Problem[] {
  const here: Path = [...at, "sweep"];
  const found: Problem[] = [];
  const [axis] = axesIn(sweep);
  const [low, high] = (axis && sweep[axis]) ?? [1, 2];
  if (low >= high && axis) {
    found.push({
      what: `The lowest level (${levelText(low, axis)}) is not below the highest (${levelText(high, axis)}).`,
      place: { path: [...here, axis], on: "value" },
      remedy: `write the lowest first, such as [${high}, ${low === high ? 2 * low : low}]`,
    });
  }
  if (sweep.precision <= 0 || sweep.precision > 1) {
    found.push({
      what: `${named([...here, "precision"])} is ${format(sweep.precision, "ratio")}.`,
      place: { path: [...here, "precision"], on: "value" },
      allowed: "a percentage above 0% and up to 100%",
      remedy: 'write it such as "5%"',
    });
  }
  if (Object.keys(workload.budgets).length === 0) {
    found.push({
      what: "A sweep searches for the highest level that keeps the budgets, and there are none.",
      place: { path: here, on: "key" },
      remedy: 'add some: budgets: { http_req_failed.rate: "< 1%" }',
    });
  }
  if (Object.keys(workload.expect).length > 0) {
    found.push({
      what: "A workload with a sweep is measured at many levels, and `expect` does not say at which.",
      place: { path: [...at, "expect"], on: "key" },
      remedy: 'take it out; what is expected of the knee is its own budget: sweep: { knee: "> 15/s" }',
    });
  }
  return found;
}
