import { logTo } from "../base/log.ts";
import { redactor } from "../base/redact.ts";
import type { World } from "../base/world.ts";
import { regressionsIn, type Tracked, track } from "../commands/history/track.ts";
import { clientOf, type Pace } from "../github/client.ts";
import { contextOf } from "../github/context.ts";
import { restIssues } from "../github/issues.ts";
import { restForge } from "../github/rest.ts";
import { markdownLink } from "../report/escape.ts";
import { explained, failed } from "./failure.ts";
import { inputsOf, TrackInputs } from "./inputs.ts";
import { payload } from "./measure.ts";
import type { Runner } from "./runner.ts";

const REMEDY =
  "give the job permissions: contents: read, issues: write; and let the repository have issues (Settings, General)";

const DONE = ["opened", "updated", "reopened", "closed"] as const;

/** The step that keeps issues about change points. Returns its exit code; never throws. */
export async function trackStep(world: World, runner: Runner, pace?: Pace): Promise<number> {
  try {
    const { token, history, config, days } = inputsOf(TrackInputs, world.env);
    runner.mask(token);
    const log = logTo(world.err, redactor([token]));
    const context = contextOf(world.env, await payload(world));
    const { server, repository } = context;
    const regressions = await regressionsIn(world.cwd, history);
    const client = clientOf({ token, api: context.api, log, ...(pace && { pace }) });
    const forge = restForge(client, repository);
    const done = await track(
      {
        regressions,
        config,
        days,
        now: world.now(),
        repository: `${server}/${repository.owner}/${repository.repo}`,
      },
      restIssues(client, repository),
      forge.tree(context.defaultBranch ?? (await forge.defaultBranch())),
      log,
    );
    for (const what of DONE) runner.output(what, done[what].map(({ number }) => number).join(","));
    await runner.summary(summary(done, regressions.length));
    return 0;
  } catch (error) {
    return failed(explained(error, REMEDY), "Change points cannot be tracked", runner);
  }
}

function summary(done: Tracked, changes: number): string {
  const lines = DONE.flatMap((what) =>
    done[what].map(({ number, url }) => `- ${markdownLink(`Issue ${number}`, url)} was ${what}.`),
  );
  if (done.postponed > 0) lines.push(`- ${done.postponed} more are opened by the next runs.`);
  const found = `Change points of gate metrics for the worse: ${changes}.`;
  return `${[found, lines.length === 0 ? "No issue had to be touched." : lines.join("\n")].join("\n\n")}\n`;
}
