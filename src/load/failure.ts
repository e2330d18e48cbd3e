import type { LoadResult } from "../model/ports.ts";
import type { FailureCode } from "../model/run.ts";
import type { Ending } from "./process.ts";

/** A failed trial with its reason; the message is cut at 8,000 characters. */
export const fail = (code: FailureCode, message: string): Extract<LoadResult, { ok: false }> => ({
  ok: false,
  failure: { code, message: message.trim().slice(0, 8_000) },
});

/** The failure of a program that was killed at its time limit. @param limit seconds */
export const overdue = (program: string, limit: number) =>
  fail(
    "timeout",
    `${program} did not end within ${Math.round(limit)} s and was killed; ` +
      "set a longer `timeout` of the workload if it should take this long",
  );

/** The failure of a program that a time limit (seconds) or a signal ended; null for one that ended itself. */
export function killed(program: string, { code, signal, timedOut }: Ending, limit: number) {
  if (timedOut) return overdue(program, limit);
  return code === null ? fail("interrupted", `${program} was killed by ${signal ?? "a signal"}`) : null;
}
