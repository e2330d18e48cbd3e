import { setTimeout as wait } from "node:timers/promises";
import { EXIT } from "../base/exit.ts";
import { logTo } from "../base/log.ts";
import { redactor } from "../base/redact.ts";
import type { World } from "../base/world.ts";
import { watchJob } from "../commands/pull/watch.ts";
import { clientOf, type Pace } from "../github/client.ts";
import { contextOf } from "../github/context.ts";
import { restForge } from "../github/rest.ts";
import { explained, failed } from "./failure.ts";
import { inputsOf, WatchInputs } from "./inputs.ts";
import { payload } from "./measure.ts";
import type { Runner } from "./runner.ts";

/**
 * The step that ends a check where no machine takes the measurement. Returns its exit code; never throws.
 *
 * @param second milliseconds that count as a second of waiting
 */
export async function watchStep(world: World, runner: Runner, pace?: Pace, second = 1_000): Promise<number> {
  try {
    const { token, job, within = 0, sha, check: mode, name } = inputsOf(WatchInputs, world.env);
    runner.mask(token);
    const log = logTo(world.err, redactor([token]));
    const context = contextOf(world.env, await payload(world));
    const { api, repository, runId: run, runUrl: details } = context;
    const forge = restForge(clientOf({ token, api, log, ...(pace && { pace }) }), repository);
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
  } catch (error) {
    return failed(
      explained(error, "give the job permissions: actions: read, checks: write"),
      "Nobody watches",
      runner,
    );
  }
}
