import { join } from "node:path";
import { readBytes } from "../../../exec/linkless.ts";
import { run } from "../../../exec/run.ts";
import type { Scratch } from "../../scratch.ts";
import { archiveArgv } from "../argv.ts";
import { MARK } from "../shape.ts";
import type { K6 } from "../source.ts";
import type { Prepared } from "../trial.ts";
import { wrapper } from "../wrapper.ts";
import { SEGMENT_STATS } from "./merge.ts";

/** The script of a trial that several processes share. */
export interface Divided extends Prepared {
  readonly segments: number;
}

/**
 * The script of one process. No process can judge a threshold or write the user's own summary, which are about the whole
 * load. The mark begins in each.
 *
 * @param into file of the summary, or "stdout"
 * @param teardown whether each process runs the script's own
 */
export function segmentScript(
  { wrapping, plan, selection, segments }: Divided,
  into: string,
  teardown = false,
): string {
  const scenarios = { ...plan.scenarios, [MARK]: { ...plan.scenarios[MARK], vus: segments } };
  const thresholds = Object.fromEntries(Object.keys(selection.thresholds).map((key) => [key, []]));
  return wrapper({
    ...wrapping,
    options: {
      ...wrapping.options,
      scenarios,
      thresholds,
      summaryTrendStats: SEGMENT_STATS,
      noTeardown: false,
    },
    teardown,
    summary: into,
    ownSummary: false,
  });
}

/** Seconds that packing may take: the init code of the script runs. */
const PACKING = 120;

/**
 * Packs a script with all its files.
 *
 * @param env the environment that its init code sees
 * @param secret whether the archive holds that environment
 */
export async function pack(
  { k6, scratch }: { readonly k6: K6; readonly scratch: Scratch },
  script: string,
  { env, secret }: { readonly env: Readonly<Record<string, string>>; readonly secret: boolean },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const file = scratch.write("packed.js", script);
  const into = join(scratch.path, "packed.tar");
  const argv = archiveArgv(k6.binary, scratch.config, file, into, { env: secret });
  const done = await run(argv, { cwd: k6.cwd, env, signal, timeout: PACKING });
  if (done.code !== 0) throw new Error(`k6 could not pack a script that it had read: ${done.stderr.trim()}`);
  return readBytes(into);
}
