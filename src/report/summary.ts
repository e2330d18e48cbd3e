import type { Comparison } from "../model/comparison.ts";
import { type Around, body } from "./comment.ts";

/** Below GitHub's 1 MiB for a step summary, with room for additions of a caller. In bytes of UTF-8. */
export const SUMMARY_LIMIT = 1_000_000;

/** The job summary: the comment with more room and without its marker. */
export function summary(comparison: Comparison, around: Around = {}, limit: number = SUMMARY_LIMIT): string {
  return body(comparison, around, (text) => Buffer.byteLength(text) <= limit);
}
