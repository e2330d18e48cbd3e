import type { Config } from "../model/config.ts";
import { absent, type Problem } from "./problem.ts";

/** Records with rows or statements of workloads that are not there. */
export function recordProblems({ records, workloads }: Config): Problem[] {
  const names = Object.keys(workloads);
  return Object.entries(records).flatMap(([record, { tables, signals }]) => {
    const named = [
      ...Object.entries(tables).flatMap(([title, { workloads }]) =>
        workloads.map((name, index) => ({ name, path: ["tables", title, "workloads", index] })),
      ),
      ...signals.map(({ workload: name }, index) => ({ name, path: ["signals", index, "workload"] })),
    ];
    return named
      .filter(({ name }) => !names.includes(name))
      .map(({ name, path }) => absent("workload", name, names, ["records", record, ...path]));
  });
}
