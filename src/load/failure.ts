import type { LoadResult } from "../model/ports.ts";
import type { FailureCode } from "../model/run.ts";

/** A failed trial with its reason; the message is cut at 8,000 characters. */
export const fail = (code: FailureCode, message: string): Extract<LoadResult, { ok: false }> => ({
  ok: false,
  failure: { code, message: message.trim().slice(0, 8_000) },
});
