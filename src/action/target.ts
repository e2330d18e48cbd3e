import type { World } from "../base/world.ts";
import { trustedGroup } from "../commands/pull/queue.ts";
import { wantedTarget } from "../commands/pull/target.ts";
import type { Pace } from "../github/client.ts";
import { restLookup } from "../github/lookup.ts";
import { TargetInputs } from "./inputs.ts";
import type { Runner } from "./runner.ts";
import { step } from "./step.ts";

const FAILURE = {
  title: "This is not measured",
  remedy: "give the job permissions: contents: read, pull-requests: read",
};

/** The step that looks up what is measured by hand, and whether a group of a merge queue is. Returns its exit code; never throws. */
export const targetStep = (world: World, runner: Runner, pace?: Pace): Promise<number> =>
  step(TargetInputs, { world, runner, pace }, FAILURE, async ({ inputs, log, context, client, forge }) => {
    const { "pull-request": pull, ref, sha, config, name } = inputs;
    const trusted = await trustedGroup(context, { config, name }, forge, log);
    if (trusted !== null) runner.output("trusted", "true");
    const look = restLookup(client, context.repository);
    // Of a run that was started again: who did that.
    const actor = world.env.GITHUB_TRIGGERING_ACTOR || world.env.GITHUB_ACTOR || "";
    const target = await wantedTarget({ pull, ref, sha }, context, actor, look);
    runner.output("sha", target.sha);
    runner.output("pull-request", target.pull === null ? "" : String(target.pull));
    runner.output("base", target.base ?? "");
    const of = target.pull === null ? "" : `, the head of pull request ${target.pull}`;
    log.info(trusted === null ? `to be measured: ${target.sha}${of}` : "trusted, not measured");
    return 0;
  });
