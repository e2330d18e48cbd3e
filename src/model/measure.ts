import { z } from "zod";
import { PAIRS } from "../base/pairlimits.ts";
import { Duration } from "./quantity.ts";

export const Mode = z.enum(["auto", "trial", "request", "slice", "turns", "duet"]);
/** Seconds of a script's stages that are enough to see how head does under them. */
export const SHORT_COURSE = 15;

/** Most pairs where the config does not say: of the usual length, and of those that slow starts make longer. */
export const MOST_PAIRS = { usual: 30, long: 20 } as const;

const PairCount = z.number().int().min(PAIRS.least).max(PAIRS.most);

export const Measure = z.strictObject({
  mode: Mode.default("auto").meta({
    description: "how finely a duel interleaves head and base; `auto` chooses the finest possible mode",
  }),
  duration: Duration.default(5).meta({ description: "measured time of one trial" }),
  trials: z.number().int().min(1).max(200).default(10).meta({ description: "trials per session" }),
  pairs: z.tuple([PairCount, PairCount]).default([6, MOST_PAIRS.usual]).meta({
    description:
      "fewest and most pairs of a duel; a single workload on Compose, whose pairs have 4 s, has 20 instead of 30",
  }),
  block: Duration.optional().meta({
    description:
      "length of one block in `request` mode; by default 2 s (1 s in comparisons of more than two workloads), and 4 s where a pair would have few requests, or for a single workload on Compose, where starts take long",
  }),
  pace: z.enum(["script", "full"]).default("script").meta({
    description:
      "`full` shortens the pauses of a k6 script in pairs, in both sides alike, until the busiest service uses half a core, or half of its limit where that is less than a core: more requests, so a smaller change is found in the same time",
  }),
  cold: z.boolean().default(false).meta({
    description:
      "whether each trial starts the stack and loads it as soon as it is ready, without warm-up; adds the metrics cold_ready, cold_first_request, cold_opening and cold_steady",
  }),
  stages: z
    .number()
    .positive()
    .max(1)
    .optional()
    .meta({
      description: `factor for the lengths of a k6 script's stages, 1 by default; in paired runs, thresholds and budgets are judged in a course of at most ${SHORT_COURSE} s unless it is set`,
    }),
});
export type Measure = z.infer<typeof Measure>;
