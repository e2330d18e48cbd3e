import type { World } from "../base/world.ts";
import { fetchFigures, measuredCommit, readFigures } from "../commands/pull/figures.ts";
import { pusher } from "../commands/pull/pusher.ts";
import { refresh } from "../commands/pull/refresh.ts";
import type { Pace } from "../github/client.ts";
import { restProposals } from "../github/proposals.ts";
import { originOf } from "../github/subject.ts";
import { codeSpan, markdownLink } from "../report/escape.ts";
import { RefreshInputs } from "./inputs.ts";
import { figuresPath } from "./measure.ts";
import type { Runner } from "./runner.ts";
import { step } from "./step.ts";

const FAILURE = {
  title: "No baseline can be proposed",
  remedy:
    "give the job permissions: actions: read, contents: write, pull-requests: write; and let Actions create pull requests (Settings, Actions, General)",
};

/** The step that proposes a baseline. Returns its exit code; never throws. */
export const refreshStep = (world: World, runner: Runner, pace?: Pace): Promise<number> =>
  step(RefreshInputs, { world, runner, pace }, FAILURE, async ({ inputs, log, context, client, forge }) => {
    const origin = await originOf(context, { run: inputs["run-id"] }, forge);
    const { token, config, baselines, artifact, shards } = inputs;
    const where = { artifact, shards, path: figuresPath(world, inputs.figures) };
    const run = await readFigures(await fetchFigures(origin, where, forge));
    measuredCommit(run, origin, undefined);
    const done = await refresh(
      {
        run,
        config,
        baselines,
        page: context.runUrl,
        at: world.now().toISOString(),
        defaultBranch: context.defaultBranch ?? (await forge.defaultBranch()),
      },
      restProposals(client, context.repository, pusher(world, context, token)),
      log,
    );
    runner.output("outcome", done.kind);
    if (done.kind === "refused") {
      for (const message of done.why)
        runner.remark({ level: "notice", title: "No baseline is proposed", message });
      await runner.summary(
        `No baseline is proposed:\n\n${done.why.map((why) => `- ${codeSpan(why, 500)}`).join("\n")}`,
      );
    } else if (done.kind !== "current") {
      runner.output("pull-request", String(done.proposal.number));
      runner.output("url", done.proposal.url);
      await runner.summary(`${markdownLink("The proposed baseline", done.proposal.url)} was ${done.kind}.`);
    }
    return 0;
  });
