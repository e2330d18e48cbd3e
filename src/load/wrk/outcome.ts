import type { LoadResult } from "../../model/ports.ts";
import { fail, killed } from "../failure.ts";
import type { EndingWithOutput } from "../process.ts";
import { SAID } from "./lua.ts";
import { fates, metricsOf, type Report, reportOf } from "./report.ts";

/** The output of a run of wrk that has ended. */
export interface Evidence {
  readonly ending: EndingWithOutput;
  /** The report file's content; null where there is none. */
  readonly text: string | null;
  /** Seconds after which it would be killed. */
  readonly limit: number;
}

/** The failure of a run that ended, before its figures are read; null where there is none. */
export function broken({ ending, limit }: Omit<Evidence, "text">): LoadResult | null {
  const { code, stderr, stdout } = ending;
  const stopped = killed("wrk", ending, limit);
  if (stopped) return stopped;
  const printed = [stderr, stdout].join("\n");
  const unreachable = /unable to (?:connect|resolve)[^\n]*/.exec(printed)?.[0];
  if (unreachable !== undefined) return fail("dead-target", `not one request was answered: ${unreachable}`);
  const lua = scriptError(stderr);
  if (lua !== undefined) return fail("script-error", `the Lua script failed: ${lua}`);
  return code === 0 ? null : fail("generator", `wrk ended with exit code ${code}: ${last(printed)}`);
}

/** The result of a measured run: figures only where it did not fail. */
export function outcome(evidence: Evidence, whole: { cpu: number | null; wall: number }): LoadResult {
  const wrong = broken(evidence);
  if (wrong) return wrong;
  const report = reportOf(evidence.text);
  if (typeof report === "string") return fail("no-summary", report);
  const nothing = silent(report);
  if (nothing) return nothing;
  return {
    ok: true,
    observed: {
      seconds: report.duration / 1e6,
      metrics: metricsOf(report),
      ...fates(report),
      checks: [],
      thresholds: [],
      generator: { ...whole, dropped: 0, achieved: null },
    },
  };
}

/** A run without an answer. wrk does not count requests that hang, and ends well whatever became of them. */
function silent(report: Report): LoadResult | null {
  if (report.requests > 0) return null;
  const { connect, read, write } = report.errors;
  const errors = connect + read + write;
  const why = errors > 0 ? `${connect} refused, ${read} cut off, ${write} not sent` : "all of them hang";
  return fail("dead-target", `not one request was answered: ${why}`);
}

/** The error of the Lua interpreter: the script cannot be loaded, or fails in the main thread. */
export function scriptError(stderr: string): string | undefined {
  const panic = /PANIC: unprotected error in call to Lua API \((.*)\)/.exec(stderr)?.[1];
  // wrk names our file, and in it the user's: its own place comes after
  return panic ?? /^.*?steelyard\.lua: (.+)$/m.exec(stderr)?.[1];
}

/** The lines that the user's own `done` printed. */
export function doneLines(stdout: string): string[] {
  const at = stdout.lastIndexOf(`\n${SAID}\n`);
  if (at === -1) return [];
  return stdout
    .slice(at + SAID.length + 2)
    .split("\n")
    .filter((line) => line.trim() !== "");
}

const last = (text: string) => text.trim().split("\n").slice(-3).join(" ");
