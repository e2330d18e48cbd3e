import { counted } from "../base/text.ts";
import type { Limit, Row } from "../model/comparison.ts";
import { leastRate } from "./checks.ts";
import type { Case } from "./metrics.ts";
import { row } from "./row.ts";
import { notJudged } from "./validity.ts";
import { warning } from "./words.ts";

/**
 * The script's own thresholds as budgets. k6 reports for each trial whether a threshold held. Crossed in more than half
 * of the trials, it is broken; crossed in fewer, it is at risk. Thresholds of the checks row are left out here.
 */
export function thresholdRows({ subject, validity }: Case): Row[] {
  const found = new Map<string, { metric: string; limit: string; crossed: number; trials: number }>();
  for (const { observed } of subject.good) {
    for (const { metric, limit, held } of observed.thresholds) {
      if (ofChecks(metric, limit)) continue;
      const key = JSON.stringify([metric, limit]);
      const before = found.get(key) ?? { metric, limit, crossed: 0, trials: 0 };
      found.set(key, { ...before, crossed: before.crossed + (held ? 0 : 1), trials: before.trials + 1 });
    }
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { metric, limit, crossed, trials }]) => {
      const outcome = 2 * crossed > trials ? "fail" : crossed > 0 ? "risk" : "pass";
      const name = `${metric}: ${limit}`.slice(0, 400);
      const reason = `the script's threshold \`${name}\` was crossed in ${crossed} of ${counted(trials, "trial")}`;
      const wanted = "crossed in at most half of the trials";
      const shown: Limit = {
        wanted,
        because: null,
        seen: crossed / trials,
        bounds: null,
        outcome,
        crossed: { trials: crossed, of: trials },
      };
      const about = {
        kind: "budget",
        metric: name,
        subject,
        rule: { unit: "ratio", better: "lower" },
      } as const;
      const gates = validity.kind === "judged";
      const verdict = outcome === "fail" ? "budget" : "unchanged";
      const risk = warning(
        "at-risk",
        `${reason[0]!.toUpperCase()}${reason.slice(1)}.`,
        "It breaks when more than half of the trials cross it.",
      );
      return row(
        about,
        gates
          ? { verdict, reason, limit: shown }
          : {
              verdict: "inconclusive",
              reason: `${notJudged(validity)}: ${reason}`,
              gates,
              limit: shown,
            },
        outcome === "risk" ? [risk] : [],
      );
    });
}

const ofChecks = (metric: string, limit: string) =>
  /^checks(\{\s*check:|$)/.test(metric) && leastRate(limit) !== undefined;
