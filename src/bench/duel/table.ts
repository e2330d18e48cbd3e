import { clopperPearson } from "../../stats/beta.ts";
import { median } from "../../stats/samples.ts";
import { CPU, P50 } from "./conditions.ts";
import type { Outcome } from "./trial.ts";

/** What came of every condition in every way, as a Markdown table. */
export function table(outcomes: readonly Outcome[]): string {
  const groups = new Map<string, Outcome[]>();
  for (const one of outcomes) {
    const key = `${one.condition}\n${one.way}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const rows = [...groups.values()].map((all) => {
    const [{ condition, way }] = all as [Outcome];
    const called = all.filter(({ regressed }) => regressed.length > 0).length;
    const right = all.filter((one) => one.right).length;
    const middle = (of: (one: Outcome) => number | null | undefined, unit: (v: number) => string) => {
      const values = all.flatMap((one) => of(one) ?? []);
      return values.length === 0 ? "n/a" : unit(median(values));
    };
    const percent = (v: number) => `${(100 * Math.expm1(v)).toFixed(1)} %`;
    const seconds = (v: number) => v.toFixed(0);
    return [
      ...[condition, way, interval(called, all.length), interval(right, all.length)],
      middle(({ estimates }) => estimates[P50], percent),
      middle(({ estimates }) => estimates[CPU], percent),
      middle(({ spread }) => spread[P50], percent),
      middle(({ spread }) => spread[CPU], percent),
      middle(({ pairs }) => pairs, seconds),
      middle(({ load }) => load, seconds),
      middle(({ total }) => total, seconds),
    ];
  });
  const head = ["condition", "way", "called regressed", "right", "p50", "CPU", "sd of a pair: p50", "CPU"];
  const columns = [...head, "pairs", "s of load", "s in all"];
  return [columns, columns.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** `3 of 20 [3, 38]`: with the exact 95 % interval in percent. */
function interval(k: number, n: number): string {
  const [low, high] = clopperPearson(k, n, 0.05);
  return `${k} of ${n} [${(100 * low).toFixed(0)}, ${(100 * high).toFixed(0)}]`;
}
