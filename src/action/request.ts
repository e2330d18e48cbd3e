import { logTo } from "../base/log.ts";
import { redactor } from "../base/redact.ts";
import type { World } from "../base/world.ts";
import { requested } from "../commands/pull/request.ts";
import { clientOf, type Pace } from "../github/client.ts";
import { contextOf } from "../github/context.ts";
import { askOf, restRequests } from "../github/requests.ts";
import { restForge } from "../github/rest.ts";
import { explained, failed } from "./failure.ts";
import { inputsOf, RequestInputs } from "./inputs.ts";
import { payload } from "./measure.ts";
import type { Runner } from "./runner.ts";

/** The step that starts a measurement which a comment or a label asks for. Returns its exit code; never throws. */
export async function requestStep(world: World, runner: Runner, pace?: Pace): Promise<number> {
  try {
    const { token, workflow, config, label } = inputsOf(RequestInputs, world.env);
    runner.mask(token);
    const log = logTo(world.err, redactor([token]));
    const event = await payload(world);
    const { api, repository, defaultBranch } = contextOf(world.env, event);
    const ask = askOf(event);
    const isAsked = ask.kind === "label" ? ask.label === label : /^\s*\/perf(?:\s|$)/.test(ask.body);
    if (!isAsked) {
      log.info("nobody asks for a measurement here");
      return 0;
    }
    const client = clientOf({ token, api, log, ...(pace && { pace }) });
    const branch = defaultBranch ?? (await restForge(client, repository).defaultBranch());
    const at = { repository, workflow, config, defaultBranch: branch };
    const result = await requested(ask, at, restRequests(client, repository), world.now().getTime());
    runner.output("outcome", result.kind);
    if (result.kind === "refused") {
      runner.remark({ level: "notice", title: "Not measured", message: result.why.message });
      return 0;
    }
    runner.output("sha", result.sha);
    log.info(`started: ${workflow} for ${result.sha} of pull request ${result.pull}`);
    return 0;
  } catch (error) {
    const remedy = "give the job permissions: actions: write, contents: read, pull-requests: write";
    return failed(explained(error, remedy), "The measurement was not started", runner);
  }
}
