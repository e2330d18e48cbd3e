import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../dev/command.ts";
import { clopperPearson } from "../../stats/beta.ts";
import { median } from "../../stats/samples.ts";
import { markdown } from "../markdown.ts";
import { grouped } from "../rows.ts";
import { CPU, type Knobs, P50 } from "./conditions.ts";
import type { Outcome } from "./trial.ts";

export type Stack = keyof typeof STACKS;
const STACKS = { process: "processes", compose: "Compose" } as const;

/** Measurements on one kind of stack, as stored in `results-<stack>.json`. */
export interface Results {
  readonly stack: Stack;
  /** Processor, cores and system, in words. */
  readonly machine: string;
  /** Day of the last repeat. */
  readonly day: string;
  readonly knobs: Knobs;
  readonly outcomes: readonly Outcome[];
}

/** @throws Error where nothing was kept of that stack */
export const kept = (stack: Stack): Results =>
  JSON.parse(readFileSync(join(ROOT, `src/bench/duel/results-${stack}.json`), "utf8"));

/** The outcome of every condition and way, as a Markdown table. */
export function table(outcomes: readonly Outcome[]): string {
  const rows = repeats(outcomes).map(({ condition, way, all }) => {
    const { called, right, middle } = seen(all);
    return [
      condition,
      way,
      interval(called, all.length),
      interval(right, all.length),
      middle(({ untold }) => untold, whole),
      middle(({ estimates }) => estimates[P50], percent),
      middle(({ estimates }) => estimates[CPU], percent),
      middle(({ spread }) => spread[P50], percent),
      middle(({ spread }) => spread[CPU], percent),
      middle(({ pairs }) => pairs, whole),
      middle(({ load }) => load, whole),
      middle(({ total }) => total, whole),
      middle(
        ({ load, total }) => (load > 0 ? total / load : null),
        (ratio) => ratio.toFixed(2),
      ),
    ];
  });
  const head = ["condition", "way", "called regressed", "right", "not told", "p50", "CPU"];
  return markdown([...head, "sd of a pair: p50", "CPU", "pairs", "s of load", "s in all", "wall/load"], rows);
}

/** A short form for all kinds of stack: reported regressions and their cost. */
export function short(results: readonly Results[]): string {
  const rows = results.flatMap(({ stack, outcomes }) =>
    repeats(outcomes).map(({ condition, way, all }) => {
      const { called, middle } = seen(all);
      const each = [middle(({ pairs }) => pairs, whole), middle(({ load }) => load, whole)];
      return [condition, STACKS[stack], way, `${called} of ${all.length}`, ...each];
    }),
  );
  const columns = ["head differs from base by", "on", "way", "called regressed", "pairs", "s of load"];
  const where = [...new Set(results.map(({ machine, day }) => `${machine}; ${day}.`))].join(" ");
  return `${markdown(columns, rows)}\n\nMedians of pairs and of seconds, warm-up and both sides included. ${where}`;
}

/** Repeats of one condition in one way: conditions in the order first met, and the ways of each. */
const repeats = (outcomes: readonly Outcome[]) =>
  grouped(outcomes, ({ condition }) => condition).flatMap(([condition, mine]) =>
    grouped(mine, ({ way }) => way).map(([way, all]) => ({ condition, way, all })),
  );

function seen(all: readonly Outcome[]) {
  return {
    called: all.filter(({ regressed }) => regressed.length > 0).length,
    right: all.filter((one) => one.right).length,
    middle(of: (one: Outcome) => number | null | undefined, unit: (v: number) => string): string {
      const values = all.flatMap((one) => of(one) ?? []);
      return values.length === 0 ? "n/a" : unit(median(values));
    },
  };
}

const percent = (v: number) => `${(100 * Math.expm1(v)).toFixed(1)} %`;
const whole = (v: number) => v.toFixed(0);

/** `3 of 20 [3, 38]`: with the exact 95 % interval in percent. */
function interval(k: number, n: number): string {
  const [low, high] = clopperPearson(k, n, 0.05);
  return `${k} of ${n} [${(100 * low).toFixed(0)}, ${(100 * high).toFixed(0)}]`;
}
