import { WANTED } from "../model/quantity.ts";
import type { Shape } from "./jsonschema.ts";
import { named, type Path, type Problem } from "./problem.ts";
import { shapeAt } from "./wanted.ts";

/**
 * Problems of durations written as bare numbers: "400" may be meant as milliseconds or seconds. The model accepts them,
 * because a run file carries its config in base units; in a config the unit is required. 0 needs no unit.
 *
 * @param data the parsed file, which fits the schema
 */
export function unitProblems(data: unknown, root: Shape): Problem[] {
  return numbers(data, []).flatMap(({ path, value }) => {
    if (value === 0 || !isTime(path, shapeAt(root, path))) return [];
    const what = `${named(path)} is ${value}, without a unit.`;
    const remedy = `give a unit: ${value}ms or ${value}s`;
    return [{ what, place: { path, on: "value" }, allowed: ALLOWED, remedy } as const];
  });
}

const ALLOWED = WANTED.duration;

/** Every number in a value, with its path. */
function numbers(data: unknown, path: Path): { path: Path; value: number }[] {
  if (typeof data === "number") return [{ path, value: data }];
  if (Array.isArray(data)) return data.flatMap((item, index) => numbers(item, [...path, index]));
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => numbers(value, [...path, key]));
}

/** Whether a key accepts only durations. The floor of the policy counts, because it is for latencies. */
function isTime(path: Path, shape: Shape | undefined): boolean {
  const only = (text: RegExp) => text.test("1m30s") && !text.test("1%") && !text.test("word");
  const some = (shape?.anyOf ?? []).some(({ pattern }) => pattern !== undefined && only(new RegExp(pattern)));
  return some || named(path) === "policy.floor";
}
