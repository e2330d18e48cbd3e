import { logTo } from "../base/log.ts";
import { redactor } from "../base/redact.ts";
import type { World } from "../base/world.ts";
import { fetchFigures, measuredCommit, readFigures } from "../commands/pull/figures.ts";
import { pusher } from "../commands/pull/pusher.ts";
import { refresh } from "../commands/pull/refresh.ts";
import type { Pace } from "../github/client.ts";
import { clientOf } from "../github/client.ts";
import { contextOf } from "../github/context.ts";
import { restProposals } from "../github/proposals.ts";
import { restForge } from "../github/rest.ts";
import { originOf } from "../github/subject.ts";
import { codeSpan, markdownLink } from "../report/escape.ts";
import { explained, failed } from "./failure.ts";
import { inputsOf, RefreshInputs } from "./inputs.ts";
import { fileOf, payload } from "./measure.ts";
import type { Runner } from "./runner.ts";

const REMEDY =
  "give the job permissions: actions: read, contents: write, pull-requests: write; and let Actions create pull requests (Settings, Actions, General)";

/** The step that proposes a baseline. Returns its exit code; never throws. */
export async function refreshStep(world: World, runner: Runner, pace?: Pace): Promise<number> {
  try {
    const inputs = inputsOf(RefreshInputs, world.env);
    const { token, config, baselines } = inputs;
    runner.mask(token);
    const log = logTo(world.err, redactor([token]));
    const context = contextOf(world.env, await payload(world));
    const client = clientOf({ token, api: context.api, log, ...(pace && { pace }) });
    const forge = restForge(client, context.repository);
    const origin = await originOf(context, { run: inputs["run-id"] }, forge);
    const { artifact, shards } = inputs;
    const where = { artifact, shards, file: fileOf(world, inputs.figures) };
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
  } catch (error) {
    return failed(explained(error, REMEDY), "No baseline can be proposed", runner);
  }
}
