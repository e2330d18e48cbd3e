import type { World } from "../base/world.ts";
import { startRequested } from "../commands/pull/request.ts";
import type { Pace } from "../github/client.ts";
import { askOf, restRequests } from "../github/requests.ts";
import { RequestInputs } from "./inputs.ts";
import type { Runner } from "./runner.ts";
import { step } from "./step.ts";

const FAILURE = {
  title: "The measurement was not started",
  remedy:
    "give the job permissions: actions: write, contents: read, pull-requests: write; on Gitea, where no job of a comment on a fork's pull request may write, start perf.yml by hand",
};

/** The step that starts a measurement which a comment or a label asks for. Returns its exit code; never throws. */
export const requestStep = (world: World, runner: Runner, pace?: Pace): Promise<number> =>
  step(RequestInputs, { world, runner, pace }, FAILURE, async ({ inputs, log, event, context, ...at }) => {
    const { workflow, config, label } = inputs;
    const { repository } = context;
    const ask = askOf(event, label);
    if (ask === null) {
      log.info("nobody asks for a measurement here");
      return 0;
    }
    const defaultBranch = context.defaultBranch ?? (await at.forge.defaultBranch());
    const files = { repository, workflow, config, defaultBranch };
    const result = await startRequested(
      ask,
      files,
      restRequests(at.client, repository),
      world.now().getTime(),
    );
    runner.output("outcome", result.kind);
    if (result.kind === "refused") {
      runner.remark({ level: "notice", title: "Not measured", message: result.why.message });
      return 0;
    }
    runner.output("sha", result.sha);
    log.info(`started: ${workflow} for ${result.sha} of pull request ${result.pull}`);
    return 0;
  });
