import { logTo } from "../base/log.ts";
import { redactor } from "../base/redact.ts";
import type { World } from "../base/world.ts";
import { trustedGroup } from "../commands/pull/queue.ts";
import { targetOf } from "../commands/pull/target.ts";
import type { Pace } from "../github/client.ts";
import { clientOf } from "../github/client.ts";
import { contextOf } from "../github/context.ts";
import { restLookup } from "../github/lookup.ts";
import { restForge } from "../github/rest.ts";
import { explained, failed } from "./failure.ts";
import { inputsOf, TargetInputs } from "./inputs.ts";
import { payload } from "./measure.ts";
import type { Runner } from "./runner.ts";

/** The step that looks up what is measured by hand, and whether a group of a merge queue is. Returns its exit code; never throws. */
export async function targetStep(world: World, runner: Runner, pace?: Pace): Promise<number> {
  try {
    const { token, "pull-request": pull, ref, sha, ...places } = inputsOf(TargetInputs, world.env);
    runner.mask(token);
    const log = logTo(world.err, redactor([token]));
    const context = contextOf(world.env, await payload(world));
    const client = clientOf({ token, api: context.api, log, ...(pace && { pace }) });
    const trusted = await trustedGroup(context, places, restForge(client, context.repository), log);
    if (trusted !== null) runner.output("trusted", "true");
    const look = restLookup(client, context.repository);
    // Of a run that was started again: who did that.
    const actor = world.env.GITHUB_TRIGGERING_ACTOR || world.env.GITHUB_ACTOR || "";
    const target = await targetOf({ pull, ref, sha }, context, actor, look);
    runner.output("sha", target.sha);
    runner.output("pull-request", target.pull === null ? "" : String(target.pull));
    runner.output("base", target.base ?? "");
    const of = target.pull === null ? "" : `, the head of pull request ${target.pull}`;
    log.info(trusted === null ? `to be measured: ${target.sha}${of}` : "trusted, not measured");
    return 0;
  } catch (error) {
    const remedy = "give the job permissions: contents: read, pull-requests: read";
    return failed(explained(error, remedy), "This is not measured", runner);
  }
}
