import { own } from "../base/own.ts";
import type { Config, Workload } from "../model/config.ts";
import { AXES, type Axis, alongOf, axesIn, levelText, type Scaling } from "../model/levels.ts";
import { listed, loadOf } from "../model/load.ts";
import { format } from "../model/quantity.ts";
import { named, type Path, type Problem, quoted } from "./problem.ts";

/** Levels that a load cannot have, that nothing sets, or that would lead to no result. */
export const levelProblems = ({ workloads }: Config): Problem[] =>
  Object.entries(workloads).flatMap(([name, workload]) => {
    const { sweep, scaling } = workload;
    const at: Path = ["workloads", name];
    const levels = sweep ?? scaling;
    if (levels === undefined) return [];
    return [
      ...sharedProblems(workload, at),
      ...axisProblems(workload, levels, [...at, sweep ? "sweep" : "scaling"]),
      ...(sweep ? sweepProblems(workload, sweep, at) : []),
      ...(scaling ? scalingProblems(scaling, [...at, "scaling"]) : []),
    ];
  });

/** Settings that contradict a measurement at levels. */
function sharedProblems({ sweep, scaling, expect, measure }: Workload, at: Path): Problem[] {
  const found: Problem[] = [];
  if (sweep && scaling) {
    found.push({
      what: `${named(at)} has a sweep and a scaling curve.`,
      place: { path: [...at, "scaling"], on: "key" },
      remedy: "keep one; the other is another workload, with the same script",
    });
  }
  if (measure.cold) {
    found.push({
      what: "The workload is measured at levels, which are measured warm.",
      place: { path: [...at, "measure", "cold"], on: "value" },
      remedy: "take `cold` out; a cold start is another workload, with the same script",
    });
  }
  if (Object.keys(expect).length > 0) {
    found.push({
      what: "The workload is measured at many levels, and `expect` names none of them.",
      place: { path: [...at, "expect"], on: "key" },
      remedy: 'take it out; what is expected of a knee is its own budget: sweep: { knee: "> 15/s" }',
    });
  }
  return found;
}

function scalingProblems({ vus, connections, headroom, loads, prices }: Scaling, at: Path): Problem[] {
  const found: Problem[] = [];
  const wrong = (what: string, path: Path, remedy: string) =>
    found.push({ what, place: { path, on: "value" }, remedy });
  const levels = vus ?? connections ?? [];
  if (new Set(levels).size < levels.length) {
    const twice = levels.find((level, i) => levels.indexOf(level) < i)!;
    wrong(
      `The level ${twice} appears twice.`,
      [...at, vus ? "vus" : "connections"],
      "write it once: `repeats` says how often each is measured",
    );
  }
  if (headroom >= 1) {
    wrong(
      `${named([...at, "headroom"])} is ${format(headroom, "ratio")}, which leaves no capacity.`,
      [...at, "headroom"],
      'write it such as "30%"',
    );
  }
  const none = loads.findIndex((load) => load <= 0);
  if (none !== -1) wrong("A load of 0 needs no instance.", [...at, "loads", none], "write it such as 500/s");
  const names = Object.keys(prices);
  if (names.length > 0 && prices.instance === undefined) {
    wrong("The prices lack one for an instance.", [...at, "prices"], 'add it: instance: "0.0416 USD/h"');
  }
  const odd = names.find((name) => own(prices, name)?.currency !== own(prices, names[0]!)?.currency);
  if (odd !== undefined) {
    wrong(
      `The prices are in ${prices[names[0]!]?.currency} and ${prices[odd]?.currency}.`,
      [...at, "prices", odd],
      "write all of them in one currency",
    );
  }
  return found;
}

const AXIS_NAMES = Object.keys(AXES).join(", ");

type Levels = Partial<Record<Axis, readonly number[] | undefined>> & {
  readonly variable?: string | undefined;
};

/** Problems of levels of any kind. */
function axisProblems(workload: Workload, levels: Levels, at: Path): Problem[] {
  const wrong = (what: string, remedy: string, path: Path = at, on: "key" | "value" = "key"): Problem[] => [
    { what, place: { path, on }, remedy },
  ];
  const axes = axesIn(levels);
  const kinds = at.at(-1) === "sweep" ? AXIS_NAMES : "vus, connections";
  if (axes.length !== 1) {
    const has = axes.length === 0 ? "names no levels" : `has ${axes.join(" and ")}`;
    return wrong(`${named(at)} ${has}.`, `name exactly one of ${kinds}`);
  }
  const { axis, variable, levels: all } = alongOf(levels, workload);
  const odd = all.find((level) => !Number.isInteger(level) || level < 1);
  if (odd !== undefined) {
    const what = `${named([...at, axis])} has the level ${format(odd, axis === "rate" ? "/s" : "1")}.`;
    return wrong(what, "use whole numbers from 1 on: k6 accepts no others", [...at, axis], "value");
  }
  const { about } = loadOf(workload);
  if (about.levelVariable === "none" && levels.variable !== undefined) {
    return wrong(`${about.subject} reads no variable.`, "take `variable` out", [...at, "variable"]);
  }
  if (
    about.levelVariable !== "default" &&
    about.levels[axis] === undefined &&
    levels.variable === undefined
  ) {
    const allowed = listed(Object.keys(about.levels), "or");
    const named = about.levelVariable === "named" ? ", or name the `variable` that the script reads" : "";
    return wrong(`${about.subject} has no setting for ${axis}.`, `use ${allowed}${named}`, [...at, axis]);
  }
  const taken = Object.entries(workload.variants).filter(
    ([, { env }]) => variable !== null && variable in env,
  );
  const shadowed = taken.flatMap(([variant]) =>
    wrong(
      `The variable ${quoted(variable ?? "")} carries the level, but the variant ${quoted(variant)} sets it.`,
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
      what: "A sweep searches for the highest level that keeps the budgets, but there are none.",
      place: { path: here, on: "key" },
      remedy: 'add some: budgets: { http_req_failed.rate: "< 1%" }',
    });
  }
  return found;
}
