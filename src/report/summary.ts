import type { Comparison } from "../model/comparison.ts";
import { type Around, body } from "./comment.ts";

/** A step's summary may have 1 MiB; below it, with room for what a caller adds. In bytes of UTF-8. */
export const SUMMARY_LIMIT = 1_000_000;

/** The job summary: what the comment says, with more room and without its marker. */
export function summary(comparison: Comparison, around: Around = {}, limit: number = SUMMARY_LIMIT): string {
  return body(comparison, around, (text) => Buffer.byteLength(text) <= limit);
}
