import { z } from "zod";
import { Verdict } from "./verdict.ts";
import { tag } from "./versioned.ts";

const text = z.string().max(8_000);

/** A comparison rendered for every destination. A delivery posts these texts as they are. */
export const Report = z.strictObject({
  schema: z.literal(tag("report")),
  run: text,
  overall: Verdict,
  exit: z.number().int(),
  conclusion: z.enum(["success", "neutral", "failure"]),
  /** The verdict in a sentence: the title of a check. */
  title: text,
  /** The required action. */
  action: text,
  /** Markdown of the pull request's comment, below GitHub's limit. */
  comment: z.string().max(65_536),
  /** Markdown of the job summary. */
  summary: z.string().max(2 ** 20),
  junit: z.string(),
  csv: z.string(),
});
export type Report = z.infer<typeof Report>;
