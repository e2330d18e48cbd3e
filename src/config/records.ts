import { own } from "../base/own.ts";
import type { Config } from "../model/config.ts";
import { prefixOf } from "../model/metric.ts";
import type { RecordSpec } from "../model/record.ts";
import { absent, type Problem } from "./problem.ts";

/**
 * Records with rows or statements of missing workloads, buckets of histograms that are not read, and decisions about
 * missing tables or variants.
 */
export function recordProblems({ records, workloads, stack }: Config): Problem[] {
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
      ...Object.entries(tables).flatMap(([title, { each }]) =>
        bucketProblems(each, stack.metrics, ["records", record, "tables", title, "each"]),
      ),
      ...decisions.flatMap(({ table: title, variants = [] }, index) => {
        const at = ["records", record, "decisions", index];
        const table = own(tables, title);
        if (table === undefined) return absent("table", title, Object.keys(tables), [...at, "table"]);
        const known = table.workloads.flatMap((name) =>
          Object.hasOwn(workloads, name) ? Object.keys(own(workloads, name)!.variants) : [],
        );
        return variants.flatMap((name, n) =>
          known.includes(name) ? [] : absent("variant", name, known, [...at, "variants", n]),
        );
      }),
    ];
  });
}

/** Problems of buckets: the histogram must be in `stack.metrics`, and those metrics split by the label of `by`. */
function bucketProblems(
  each: RecordSpec["tables"][string]["each"],
  metrics: Config["stack"]["metrics"],
  path: readonly (string | number)[],
): Problem[] {
  if (typeof each === "string") return [];
  const prefix = each.histogram.split(":")[0]!;
  const names = Object.keys(metrics);
  const name = names.find((one) => prefixOf(one) === prefix);
  if (name === undefined) {
    const what = `There are no metrics named "${prefix}".`;
    const remedy = names.length > 0 ? `name those of ${names.join(", ")}` : "add them: stack.metrics";
    return [{ what, place: { path: [...path, "histogram"], on: "value" }, remedy }];
  }
  if (each.by === undefined || own(metrics, name)?.split.includes(each.by)) return [];
  const what = `The metrics of "${name}" are not split by "${each.by}".`;
  const place = { path: [...path, "by"], on: "value" } as const;
  return [{ what, place, remedy: `add it to stack.metrics.${name}, such as split: [${each.by}]` }];
}
