import type { PairsRequest } from "../../../model/ports.ts";
import type { Failure } from "../../../model/run.ts";
import type { Side } from "../../../model/schedule.ts";
import { SIDES } from "../../../model/schedule.ts";
import { failedSetup } from "./script.ts";

/** Milliseconds in which a side must answer anything at all. */
const TIMEOUT = 2_000;

/**
 * Attributes a run that did not reach its end to the side that does not answer now, base first; else to the side in whose
 * setup() the script failed. Where neither is known, the failure is the measurement's own: an error of the script is called
 * base's, since what both sides do is not head's fault.
 *
 * @param failure k6's
 */
export async function attribute(
  sides: PairsRequest["sides"],
  failure: Failure,
): Promise<{ readonly side: Side; readonly failure: Failure }> {
  for (const side of SIDES) {
    const silent = (await Promise.all(Object.values(sides[side].targets).map(silence))).find(
      (why) => why !== null,
    );
    if (silent === undefined || silent === null) continue;
    const code = failure.code === "timeout" ? "timeout" : "dead-target";
    return { side, failure: { code, message: `${silent}\n${failure.message}`.slice(0, 8_000) } };
  }
  if (failure.code === "script-error") return { side: failedSetup(failure.message) ?? "base", failure };
  const own = failure.code === "timeout" ? ({ ...failure, code: "generator" } as const) : failure;
  return { side: "head", failure: own };
}

/** The reason why an address gives no answer; null where it answers, and for other protocols than HTTP. */
async function silence(url: string): Promise<string | null> {
  if (!/^https?:/.test(url)) return null;
  try {
    await (await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT) })).body?.cancel();
    return null;
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { message?: string } };
    return `${url} does not answer: ${cause?.message ?? message}`;
  }
}
