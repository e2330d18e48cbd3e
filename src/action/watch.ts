import { setTimeout as wait } from "node:timers/promises";
import { EXIT } from "../base/exit.ts";
import type { World } from "../base/world.ts";
import { watchJob } from "../commands/pull/watch.ts";
import type { Pace } from "../github/client.ts";
import { WatchInputs } from "./inputs.ts";
import type { Runner } from "./runner.ts";
import { step } from "./step.ts";

const FAILURE = { title: "Nobody watches", remedy: "give the job permissions: actions: read, checks: write" };

/**
 * The step that ends a check where no machine takes the measurement. Returns its exit code; never throws.
 *
 * @param second milliseconds that count as a second of waiting
 */
export const watchStep = (world: World, runner: Runner, pace?: Pace, second = 1_000): Promise<number> =>
  step(WatchInputs, { world, runner, pace }, FAILURE, async ({ inputs, log, context, forge }) => {
    const { job, within = 0, sha, check: mode, name } = inputs;
    const { runId: run, runUrl: details } = context;
    const check = { name, sha: sha ?? context.pull?.sha ?? context.sha, details, mode };
    const clock = {
      now: () => performance.now() / second,
      wait: (seconds: number) => wait(seconds * second, undefined, { signal: world.signal }),
    };
    const delivery = await watchJob({ run, job, within, check }, forge, clock, log);
    if (delivery === null) {
      log.info(`${job} has a machine`);
      return EXIT.ok;
    }
    const posted = "reason" in delivery ? `the check: ${delivery.reason}` : "the check says so";
    runner.remark({ level: "failure", title: "No machine took the measurement", message: posted });
    return EXIT.environment;
  });
