import type { Config } from "../model/config.ts";
import { format } from "../model/quantity.ts";
import { nameProblems } from "./collisions.ts";
import { environmentProblems } from "./environment.ts";
import { levelProblems } from "./levels.ts";
import { loadProblems } from "./loads.ts";
import { metricProblems } from "./metrics.ts";
import { pathProblems } from "./paths.ts";
import { absent, named, type Path, type Problem, quoted } from "./problem.ts";
import { recordProblems } from "./records.ts";
import type { Written } from "./source.ts";
import { stackProblems } from "./stack.ts";

/**
 * Checks that the schema cannot make: parts of a config that contradict each other, name missing things, or would do
 * harm.
 */
export function contradictions(config: Config, written: Written): Problem[] {
  return [
    ...stackProblems(config),
    ...nameProblems(config),
    ...pathProblems(config),
    ...environmentProblems(config, written),
    ...loadProblems(config),
    ...levelProblems(config),
    ...metricProblems(config, written),
    ...policyProblems(config),
    ...profileProblems(config),
    ...policyProfileProblems(config),
    ...recordProblems(config),
  ];
}

/** Bands and shares out of range: "band: 3" is 300 %, and 0 makes every change matter. */
function policyProblems({ policy, workloads }: Config): Problem[] {
  const bands = Object.entries(workloads).flatMap(([workload, { metrics }]) =>
    Object.entries(metrics).map(([metric, { band }]) => ({
      path: ["workloads", workload, "metrics", metric, "band"],
      band,
    })),
  );
  const wrong = [{ path: ["policy", "band"], band: policy.band }, ...bands]
    .filter(({ band }) => band === 0 || (band ?? 0) > 1)
    .map(({ path, band = 0 }) => share(path, band, "a percentage above 0% and up to 100%"));
  if (policy.failed_trials <= 1) return wrong;
  return [...wrong, share(["policy", "failed_trials"], policy.failed_trials, "a percentage up to 100%")];
}

function share(path: Path, value: number, allowed: string): Problem {
  const what = `${named(path)} is ${format(value, "ratio")}.`;
  const remedy =
    value > 1 && value <= 100 ? `write it with a percent sign: ${value}%` : 'write it such as "3%"';
  return { what, place: { path, on: "value" }, allowed, remedy };
}

/** A profile that is not declared. */
function policyProfileProblems({ policy: { profile }, profiles }: Config): Problem[] {
  if (profile === undefined || Object.hasOwn(profiles, profile)) return [];
  return [absent("profile", profile, Object.keys(profiles), ["policy", "profile"])];
}

function profileProblems({ profiles, workloads }: Config): Problem[] {
  const names = Object.keys(workloads);
  return Object.entries(profiles).flatMap(([profile, { only }]) => {
    const path = ["profiles", profile, "only"];
    if (only?.length === 0) {
      const what = `The profile ${quoted(profile)} has no workloads.`;
      return [
        { what, place: { path, on: "value" }, remedy: "name some, or leave `only` out for all" } as const,
      ];
    }
    return (only ?? []).flatMap((name, index) =>
      names.includes(name) ? [] : [absent("workload", name, names, [...path, index])],
    );
  });
}
