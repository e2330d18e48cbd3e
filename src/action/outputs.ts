import type { Comparison } from "../model/comparison.ts";
import { headline } from "../report/headline.ts";
import { tally } from "../report/news.ts";
import type { Runner } from "./runner.ts";

/** The outputs that both actions have. */
export function verdictOutputs(comparison: Comparison, conclusion: string, runner: Runner): void {
  const counts = Object.fromEntries(tally(comparison.rows).map(({ verdict, count }) => [verdict, count]));
  runner.output("verdict", comparison.overall);
  runner.output("conclusion", conclusion);
  runner.output("exit-code", String(comparison.exit));
  runner.output("title", headline(comparison).title);
  runner.output("counts", JSON.stringify(counts));
}
