import { z } from "zod";
import { Name, SelectorText } from "./config.ts";
import { Ratio } from "./quantity.ts";

/** Most waivers in a file. */
export const MOST_WAIVERS = 200;

const About = {
  workload: Name.meta({ description: "the workload that is allowed to be worse" }),
  variant: Name.optional().meta({ description: "one variant of it; all of them by default" }),
};
const Term = {
  expires: z.iso
    .date('a day such as "2026-12-31"')
    .meta({ description: "the last day on which it counts, in UTC, such as 2026-12-31" }),
  because: z.string().trim().min(1).max(1_000).meta({ description: "the reason, shown with the result" }),
};

/** One reviewed row: a regression of this metric is accepted up to a ceiling, for a time, for a reason. */
export const Waiver = z.strictObject({
  ...About,
  metric: SelectorText.meta({ description: 'the metric, as a gate names it: "http_req_duration.p50"' }),
  ceiling: Ratio.meta({ description: "how much worse it may be, such as 15%" }),
  ...Term,
});
export type Waiver = z.infer<typeof Waiver>;

/** One reviewed row: a change may edit this workload's load, and head's figures under base's load are accepted. */
export const LoadWaiver = z.strictObject({ ...About, ...Term });
export type LoadWaiver = z.infer<typeof LoadWaiver>;

/** `.github/steelyard-waivers.yml`: the regressions that reviewers accepted. */
export const WaiverFile = z.strictObject({
  version: z.literal(1).meta({ description: "version of this file's format" }),
  waivers: z.array(Waiver).max(MOST_WAIVERS).meta({ description: "the regressions that are accepted" }),
  loads: z.array(LoadWaiver).max(MOST_WAIVERS).default([]).meta({
    description:
      "workloads whose load a change may edit so that base's load no longer drives head: their figures are accepted",
  }),
});
export type WaiverFile = z.infer<typeof WaiverFile>;

/** The effect of a waiver in a run. */
export const WaiverFate = z.enum(["accepted", "exceeded", "expired", "unused", "unmatched", "unmeasured"]);
export type WaiverFate = z.infer<typeof WaiverFate>;

/** The waivers that applied to a run. */
export const WaiversUsed = z.strictObject({
  from: z
    .string()
    .max(2_000)
    .meta({ description: 'the tree that they were read from: "origin/main", "the checkout"' }),
  rows: z
    .array(
      z.strictObject({
        waiver: Waiver.meta({
          description: "the row of the file; its ceiling is a share here, 0.15 for 15%",
        }),
        fate: WaiverFate.meta({
          description:
            "accepted: a regression was accepted; exceeded: it lay above the ceiling; expired: its last day had passed; unused: there was no regression; unmatched: nothing has this name; unmeasured: its workload was not measured",
        }),
      }),
    )
    .max(MOST_WAIVERS)
    .meta({ description: "waivers of regressions" }),
  loads: z
    .array(
      z.strictObject({
        waiver: LoadWaiver.meta({ description: "the row of the file" }),
        fate: z.enum(["accepted", "expired", "unused"]).meta({
          description:
            "accepted: the edited load was accepted; expired: its last day had passed; unused: no load was edited",
        }),
      }),
    )
    .max(MOST_WAIVERS)
    .optional()
    .meta({ description: "waivers of edited loads; absent where none was read" }),
});
export type WaiversUsed = z.infer<typeof WaiversUsed>;
