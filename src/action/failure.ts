import { environmentError, exitOf, explain, Interrupted, isExpected } from "../base/errors.ts";
import { visible } from "../base/log.ts";
import { ForgeError } from "../github/forge.ts";
import { codeSpan, markdownText } from "../report/escape.ts";
import type { Runner } from "./runner.ts";

/** A refusal of the forge as an error that a person can act on; any other error as it is. */
export function explained(error: unknown, remedy: string): unknown {
  if (!(error instanceof ForgeError)) return error;
  const { status, message } = error;
  const refusedUs = status === 401 || status === 403;
  return environmentError(`The forge ${refusedUs ? "refuses" : "fails"}: ${message}.`, {
    where: status === 0 ? "no answer" : `HTTP ${status}`,
    remedy: refusedUs ? remedy : "run the job again",
  });
}

/**
 * Tells a person that a step could not do its work: in the log, as an annotation, and in the summary, which is there
 * whatever happened. Returns the exit code.
 */
export async function reportFailure(error: unknown, what: string, runner: Runner): Promise<number> {
  const expected = isExpected(error);
  const first = expected
    ? error.message
    : error instanceof Interrupted
      ? `${error.message}: cancelled`
      : String(error);
  runner.log.write(`${visible(explain(error))}\n`);
  runner.remark({ level: "failure", title: what, message: visible(first) });
  const advice = expected
    ? [
        error.where && `at ${codeSpan(error.where, 500)}`,
        error.remedy && `Fix: ${codeSpan(error.remedy, 500)}`,
      ]
    : [];
  const lines = [`### 🚫 ${what}`, markdownText(first, 2_000), ...advice].filter(Boolean);
  await runner.summary(lines.join("\n\n"));
  return exitOf(error);
}
