import { userError } from "../base/errors.ts";
import type { Context } from "./context.ts";
import type { Forge, Pull } from "./forge.ts";

/** Where figures come from: a workflow run, the commit it has to have measured, and who vouches for them. */
export interface Origin {
  readonly run: number;
  /** What has to have been measured; null where only the figures can say. */
  readonly sha: string | null;
  /** Repository and branch of head, where they are known. */
  readonly repository: string | null;
  readonly branch: string | null;
  /** Whether a fork's own run made them: on a machine, and by a workflow, that nobody here controls. */
  readonly selfReported: boolean;
}

export interface OriginOptions {
  /** The run that has the artifact, where it is not the one that the event names. */
  readonly run?: number | undefined;
  /** Path that the workflow of that run has to have. */
  readonly workflow?: string | undefined;
  /** The commit that was asked for. */
  readonly sha?: string | undefined;
  /** The pull request that was asked for. */
  readonly pull?: number | undefined;
}

/**
 * The origin of the figures. Of another run than this one nothing is believed but what the API says.
 *
 * @throws SteelyardError (user) for a run of another repository, workflow or event than the one that is expected
 */
export async function originOf(context: Context, options: OriginOptions, forge: Forge): Promise<Origin> {
  const { event, pull, place } = context;
  const here = `${place.owner}/${place.repo}`;
  const run = options.run ?? context.triggeredBy ?? context.runId;
  if (run === context.runId) {
    const repository = pull ? pull.repository : here;
    // A dispatch for a pull request may be about a commit that the runner does not name: its head has to be it.
    const commit = options.pull === undefined ? context.sha : null;
    return {
      ...{ run, repository, branch: pull?.branch ?? null, selfReported: !same(repository, here) },
      sha: options.sha ?? pull?.sha ?? commit,
    };
  }
  const found = await forge.run(run);
  const refuse = (what: string, remedy: string) =>
    userError(`The workflow run ${run} is refused: ${what}.`, {
      where: "the run that has the artifact",
      remedy,
    });
  if (!same(found.repository, here)) {
    throw refuse("it is of another repository", "name a run of this repository");
  }
  if (event === "workflow_run" && options.workflow === undefined) {
    throw userError("Which workflow measures is not said, and a fork can bring one of the same name.", {
      where: "the input `workflow`",
      remedy: "give its path: workflow: .github/workflows/perf.yml",
    });
  }
  if (options.workflow !== undefined && found.path !== options.workflow) {
    throw refuse(`its workflow is ${found.path}`, `only runs of ${options.workflow} are taken`);
  }
  if (event === "workflow_run" && found.event !== "pull_request") {
    throw refuse(`it was triggered by ${found.event}`, "only runs for pull requests are taken");
  }
  if (options.sha !== undefined && options.sha !== found.head.sha) {
    throw refuse(`it is of commit ${found.head.sha}`, `only runs of ${options.sha} are taken`);
  }
  const { sha, branch, repository } = found.head;
  return { run, sha, branch, repository, selfReported: !same(repository, here) };
}

/** The pull request that a report is for; or none, and why. */
export type Subject =
  | { readonly kind: "pull"; readonly pull: Pull }
  | { readonly kind: "commit"; readonly why: string };

/**
 * The pull request of a measured commit: the one that was named, whose head has to be that commit still; else the one
 * open pull request whose head is that commit in that repository.
 */
export async function subjectOf(
  named: number | undefined,
  sha: string,
  origin: Origin,
  context: Context,
  forge: Forge,
): Promise<Subject> {
  if (named !== undefined) {
    const pull = await forge.pull(named);
    if (pull === null) return { kind: "commit", why: `there is no pull request ${named}` };
    if (!pull.open) return { kind: "commit", why: `pull request ${named} is closed` };
    if (pull.head.sha === sha) return { kind: "pull", pull };
    return {
      kind: "commit",
      why: `pull request ${named} has moved on: ${short(sha)} was measured, its head is ${short(pull.head.sha)}`,
    };
  }
  const { repository, branch } = origin;
  if (context.event === "push") return { kind: "commit", why: "a push is no pull request" };
  const all =
    repository !== null && branch !== null
      ? await forge.pullsFrom(repository.split("/")[0]!, branch)
      : await forge.pullsOf(sha);
  const fitting = all.filter(
    ({ open, head }) => open && head.sha === sha && same(head.repository, repository),
  );
  const [pull] = fitting;
  if (pull !== undefined && fitting.length === 1) return { kind: "pull", pull };
  return {
    kind: "commit",
    why:
      fitting.length === 0
        ? `no open pull request has ${short(sha)} as its head`
        : `${fitting.length} open pull requests have ${short(sha)} as their head`,
  };
}

/** Whether two repositories are one: their names do not tell capitals apart. One that is gone is none. */
const same = (a: string | null, b: string | null) => a !== null && a.toLowerCase() === b?.toLowerCase();

const short = (sha: string) => sha.slice(0, 9);
