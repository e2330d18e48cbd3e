import type { Config } from "../model/config.ts";
import { targetVariable } from "../model/target.ts";
import { type Path, type Problem, quoted } from "./problem.ts";

const SAME_FILE = "their file names are the same";
const SAME_VARIABLE = "scripts read both from the same variable";

/**
 * Names that collide: as file names on a case-insensitive file system, as the variables of endpoints, or when workload
 * and variant are joined.
 */
export function nameProblems({ workloads, stack, profiles }: Config): Problem[] {
  const lower = (name: string) => name.toLowerCase();
  const joined = Object.entries(workloads).flatMap(([workload, { variants }]) => [
    { name: workload, file: workload, path: ["workloads", workload] },
    ...Object.keys(variants).map((variant) => ({
      name: `${workload}/${variant}`,
      file: `${workload}-${variant}`,
      path: ["workloads", workload, "variants", variant],
    })),
  ]);
  return [
    ...collisions(joined, lower, SAME_FILE),
    ...collisions(keys(stack.process?.services ?? {}, "stack", "process", "services"), lower, SAME_FILE),
    ...collisions(keys(profiles, "profiles"), lower, SAME_FILE),
    ...collisions(keys(stack.endpoints, "stack", "endpoints"), targetVariable, SAME_VARIABLE),
    ...collisions(
      keys(stack.external?.endpoints ?? {}, "stack", "external", "endpoints"),
      targetVariable,
      SAME_VARIABLE,
    ),
  ];
}

interface Named {
  readonly name: string;
  /** Its file name, where that differs. */
  readonly file?: string;
  readonly path: Path;
}

const keys = (all: Readonly<Record<string, unknown>>, ...path: string[]): Named[] =>
  Object.keys(all).map((name) => ({ name, path: [...path, name] }));

function collisions(all: readonly Named[], form: (name: string) => string, why: string): Problem[] {
  const first = new Map<string, string>();
  return all.flatMap(({ name, file = name, path }) => {
    const other = first.get(form(file));
    if (other === undefined) {
      first.set(form(file), name);
      return [];
    }
    const what = `The names ${quoted(other)} and ${quoted(name)} collide: ${why}.`;
    return [{ what, place: { path, on: "key" }, remedy: "rename one of them" } as const];
  });
}
