import { join, resolve } from "node:path";
import { SteelyardError } from "../base/errors.ts";
import { logTo } from "../base/log.ts";
import { own } from "../base/own.ts";
import type { World } from "../base/world.ts";
import { rendered } from "../commands/check/report.ts";
import { FILES, logsOf } from "../commands/paths.ts";
import { inspectCheckout, judgeHere, measureChange } from "../commands/pull/job.ts";
import { workloadLines } from "../config/lines.ts";
import { contextOf } from "../github/context.ts";
import type { Comparison } from "../model/comparison.ts";
import type { Run } from "../model/run.ts";
import { annotations } from "../report/check.ts";
import { summary } from "../report/summary.ts";
import { readText } from "../store/files.ts";
import { reportFailure } from "./failure.ts";
import { inputsOf, jobOptions, MeasureInputs } from "./inputs.ts";
import { showLogs } from "./logs.ts";
import { verdictOutputs } from "./outputs.ts";
import type { Runner } from "./runner.ts";

/** Remarks that the runner shows of one step. */
const MOST_REMARKS = 10;

/** The measuring step: everything but the entry. Returns its exit code; never throws. */
export async function measureStep(world: World, runner: Runner): Promise<number> {
  const log = logTo(world.err);
  let logs: string | null = null;
  try {
    const inputs = inputsOf(MeasureInputs, world.env);
    runner.save("out", inputs.out); // before anything is started: what is left is found by it
    const context = contextOf(world.env, await payload(world));
    const options = jobOptions(inputs);
    const ready = await runner.group("What is checked out", () =>
      inspectCheckout(world, context, options, log),
    );
    for (const name of ready.trust.secrets) {
      const secret = own(world.env, name);
      if (secret) runner.mask(secret);
    }
    logs = logsOf(world.cwd, inputs.out);
    const { run, path } = await runner.group("Measuring, a line a trial", () =>
      // The file is uploaded once it is written, whatever happens to the measurement or to the judgement here.
      measureChange(world, ready, options, (written) => runner.output("run", written)),
    );
    const comparison = await runner.group("Judging", () => judgeHere(world, run, ready, options));
    outputs(run, comparison, path, runner);
    if (["failed", "invalid"].includes(comparison.overall)) await showLogs(logs, runner);
    runner.log.write(rendered(world, comparison, "terminal"));
    await remarks(world, comparison, inputs.config, runner);
    await runner.summary(summary(comparison));
    return inputs["fail-on-verdict"] ? comparison.exit : 0;
  } catch (error) {
    if (logs !== null && error instanceof SteelyardError) await showLogs(logs, runner);
    return reportFailure(error, "Nothing could be measured", runner);
  }
}

/** The payload of the event, as the runner wrote it. */
export const payload = ({ env }: World): Promise<string> =>
  env.GITHUB_EVENT_PATH
    ? readText(env.GITHUB_EVENT_PATH, "event", "run this in a workflow")
    : Promise.resolve("{}");

/** Where figures are on this machine; undefined where they are artifacts of the forge. */
export const figuresPath = ({ cwd }: World, figures: string | undefined): string | undefined =>
  figures === undefined ? undefined : resolve(cwd, figures);

function outputs(run: Run, comparison: Comparison, path: string, runner: Runner): void {
  const pairs = run.duel?.pairs ?? [];
  const lost = run.trials.filter(({ outcome }) => outcome === "failed").length;
  const folder = resolve(path, "..");
  verdictOutputs(comparison, comparison.conclusion, runner);
  runner.output("trials", String(run.trials.length + pairs.length));
  runner.output("failed-trials", String(lost + pairs.filter(({ outcome }) => outcome === "lost").length));
  for (const file of ["comparison", "comment", "summary", "junit"] as const) {
    runner.output(file, join(folder, FILES[file]));
  }
}

/** The worst of what got worse, on the line of the config where its workload begins. */
async function remarks(world: World, comparison: Comparison, config: string, runner: Runner): Promise<void> {
  const found = annotations(comparison).slice(0, MOST_REMARKS);
  if (found.length === 0) return;
  const lines = workloadLines(await readText(resolve(world.cwd, config), "config", "restore it"));
  for (const { workload, level, title, message } of found) {
    runner.remark({ level, title, message, file: config, line: lines.of(workload) });
  }
}
