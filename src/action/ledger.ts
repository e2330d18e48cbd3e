import { userError } from "../base/errors.ts";
import type { World } from "../base/world.ts";
import { runCreepLedger } from "../commands/pull/ledger.ts";
import type { Pace } from "../github/client.ts";
import { isGiteaApi } from "../github/gitea.ts";
import { restLanded } from "../github/landed.ts";
import { creepSummary } from "../report/creep.ts";
import { LedgerInputs } from "./inputs.ts";
import type { Runner } from "./runner.ts";
import { step } from "./step.ts";

const FAILURE = {
  title: "The estimates of merged changes were not summed",
  remedy: "give the job permissions: actions: write, checks: read, contents: read, pull-requests: read",
};

/** The step that sums the estimates of merged changes. Returns its exit code; never throws. */
export const ledgerStep = (world: World, runner: Runner, pace?: Pace): Promise<number> =>
  step(LedgerInputs, { world, runner, pace }, FAILURE, async ({ inputs, log, context, client, forge }) => {
    if (isGiteaApi(context.api)) {
      throw userError(
        "This forge has no checks, and so no place that keeps the estimates of merged changes.",
        { remedy: "compare with the last release on a schedule instead: reference: release" },
      );
    }
    const { workflow, config, name } = inputs;
    const branch = context.defaultBranch ?? (await forge.defaultBranch());
    const options = { branch, workflow, config, name };
    const creep = await runCreepLedger(
      options,
      restLanded(client, context.repository),
      world.now().getTime(),
    );
    runner.output("outcome", creep.outcome.kind);
    runner.output("release", creep.release);
    runner.output("unmeasured", String(creep.unmeasured.length + creep.beyond));
    log.info(`${creep.changes} changes since ${creep.release}: ${creep.outcome.kind}`);
    await runner.summary(creepSummary(creep, workflow));
    return 0;
  });
