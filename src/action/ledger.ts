import { userError } from "../base/errors.ts";
import { logTo } from "../base/log.ts";
import { redactor } from "../base/redact.ts";
import type { World } from "../base/world.ts";
import { creepLedger } from "../commands/pull/ledger.ts";
import { clientOf, type Pace } from "../github/client.ts";
import { contextOf } from "../github/context.ts";
import { isGiteaApi } from "../github/gitea.ts";
import { restLanded } from "../github/landed.ts";
import { restForge } from "../github/rest.ts";
import { creepSummary } from "../report/creep.ts";
import { explained, failed } from "./failure.ts";
import { inputsOf, LedgerInputs } from "./inputs.ts";
import { payload } from "./measure.ts";
import type { Runner } from "./runner.ts";

/** The step that sums the estimates of merged changes. Returns its exit code; never throws. */
export async function ledgerStep(world: World, runner: Runner, pace?: Pace): Promise<number> {
  try {
    const { token, workflow, config, name } = inputsOf(LedgerInputs, world.env);
    runner.mask(token);
    const log = logTo(world.err, redactor([token]));
    const { api, repository, defaultBranch } = contextOf(world.env, await payload(world));
    if (isGiteaApi(api)) {
      throw userError(
        "This forge has no checks, and so no place that keeps the estimates of merged changes.",
        {
          remedy: "compare with the last release on a schedule instead: reference: release",
        },
      );
    }
    const client = clientOf({ token, api, log, ...(pace && { pace }) });
    const branch = defaultBranch ?? (await restForge(client, repository).defaultBranch());
    const options = { branch, workflow, config, name };
    const creep = await creepLedger(options, restLanded(client, repository), world.now().getTime());
    runner.output("outcome", creep.outcome.kind);
    runner.output("release", creep.release);
    runner.output("unmeasured", String(creep.unmeasured.length + creep.beyond));
    log.info(`${creep.changes} changes since ${creep.release}: ${creep.outcome.kind}`);
    await runner.summary(creepSummary(creep, workflow));
    return 0;
  } catch (error) {
    const remedy =
      "give the job permissions: actions: write, checks: read, contents: read, pull-requests: read";
    return failed(explained(error, remedy), "The estimates of merged changes were not summed", runner);
  }
}
