import type { World } from "../base/world.ts";
import { regressionsIn, type Tracked, track } from "../commands/history/track.ts";
import type { Pace } from "../github/client.ts";
import { restIssues } from "../github/issues.ts";
import { markdownLink } from "../report/escape.ts";
import { TrackInputs } from "./inputs.ts";
import type { Runner } from "./runner.ts";
import { step } from "./step.ts";

const DONE = ["opened", "updated", "reopened", "closed"] as const;

const FAILURE = {
  title: "Change points cannot be tracked",
  remedy:
    "give the job permissions: contents: read, issues: write; and let the repository have issues (Settings, General)",
};

/** The step that keeps issues about change points. Returns its exit code; never throws. */
export const trackStep = (world: World, runner: Runner, pace?: Pace): Promise<number> =>
  step(TrackInputs, { world, runner, pace }, FAILURE, async ({ inputs, log, context, client, forge }) => {
    const { history, config, days } = inputs;
    const { server, repository } = context;
    const regressions = await regressionsIn(world.cwd, history);
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
  });

function summary(done: Tracked, changes: number): string {
  const lines = DONE.flatMap((what) =>
    done[what].map(({ number, url }) => `- ${markdownLink(`Issue ${number}`, url)} was ${what}.`),
  );
  if (done.postponed > 0) lines.push(`- ${done.postponed} more are opened by the next runs.`);
  const found = `Change points of gate metrics for the worse: ${changes}.`;
  return `${[found, lines.length === 0 ? "No issue had to be touched." : lines.join("\n")].join("\n\n")}\n`;
}
