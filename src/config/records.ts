import type { Config } from "../model/config.ts";
import { absent, type Problem } from "./problem.ts";

/** Records with rows or statements of workloads that are not there, and decisions that rest on nothing. */
export function recordProblems({ records, workloads }: Config): Problem[] {
  const names = Object.keys(workloads);
  return Object.entries(records).flatMap(([record, { tables, signals, decisions }]) => {
    const named = [
      ...Object.entries(tables).flatMap(([title, { workloads }]) =>
        workloads.map((name, index) => ({ name, path: ["tables", title, "workloads", index] })),
      ),
      ...signals.map(({ workload: name }, index) => ({ name, path: ["signals", index, "workload"] })),
    ];
    return [
      ...named
        .filter(({ name }) => !names.includes(name))
        .map(({ name, path }) => absent("workload", name, names, ["records", record, ...path])),
      ...decisions.flatMap(({ table: title, variants = [] }, index) => {
        const at = ["records", record, "decisions", index];
        const table = Object.hasOwn(tables, title) ? tables[title] : undefined;
        if (table === undefined) return absent("table", title, Object.keys(tables), [...at, "table"]);
        const known = table.workloads.flatMap((name) =>
          Object.hasOwn(workloads, name) ? Object.keys(workloads[name]!.variants) : [],
        );
        return variants.flatMap((name, n) =>
          known.includes(name) ? [] : absent("variant", name, known, [...at, "variants", n]),
        );
      }),
    ];
  });
}
