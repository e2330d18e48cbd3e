import type { LoadResult } from "../../model/ports.ts";
import { fail, killed } from "../failure.ts";
import type { EndingWithOutput } from "../process.ts";
import { benchmark } from "./benchmark.ts";
import type { Command } from "./kind.ts";
import { own } from "./loadreport.ts";
import { mapped } from "./mapping.ts";
import { gatling, jmeter, locust } from "./reports.ts";
import { quoted, type Seen, timed, Unreadable } from "./seen.ts";

/** Most bytes that are read of a program's output. */
export const MOST_BYTES = 8 * 2 ** 20;

/** The output of a program, or the reason why there is none. */
export type Output = { readonly text: string } | { readonly lacking: string };

/** What speaks against a run, before anybody looks at its figures; null where nothing does. */
export function broken(ending: EndingWithOutput, program: string, limit: number): LoadResult | null {
  const { code, stdout, stderr } = ending;
  const stopped = killed(program, ending, limit);
  if (stopped || code === 0) return stopped;
  const printed = stderr.trim() === "" ? stdout : stderr;
  const last = printed.trim().split("\n").slice(-10).join("\n").slice(-2_000);
  return fail("script-error", `${program} ended with exit code ${code}${last === "" ? "" : `: ${last}`}`);
}

/** The result of the measured run of a program: figures only where nothing speaks against them. */
export function outcome(
  { command, ending, output }: { command: Command; ending: EndingWithOutput; output: Output },
  whole: { cpu: number | null; wall: number },
): LoadResult {
  if ("lacking" in output) return fail("no-summary", output.lacking);
  if (output.text.trim() === "") return fail("no-summary", "the program printed nothing");
  const { format } = command;
  const textual = typeof format === "string" && Object.hasOwn(TEXTUAL, format) ? TEXTUAL[format] : undefined;
  let data: unknown;
  try {
    if (textual === undefined) data = JSON.parse(output.text);
  } catch {
    return fail(
      "no-summary",
      `what the program printed is no JSON, or cut off: ${quoted(output.text.trim())}`,
    );
  }
  try {
    const seen = textual?.(output.text) ?? read(data, format);
    const { metrics, ...rest } = seen;
    const seconds = seen.seconds ?? ending.seconds;
    return {
      ok: true,
      observed: {
        ...rest,
        seconds,
        metrics: timed(metrics, seconds),
        thresholds: [],
        generator: { ...whole, dropped: 0, achieved: null },
      },
    };
  } catch (error) {
    if (error instanceof Unreadable) return fail("bad-numbers", `what the program printed: ${error.message}`);
    throw error;
  }
}

/** Formats that are no JSON. */
const TEXTUAL: Readonly<Record<string, (text: string) => Seen>> = { jmeter, gatling };

function read(data: unknown, format: Command["format"]): Seen {
  if (typeof format === "object") return mapped(data, format.json);
  if (format === "steelyard") return own(data);
  if (format === "locust") return locust(data);
  return benchmark(data, format === "benchmark-smaller" ? "lower" : "higher");
}
