import { userError } from "../base/errors.ts";
import type { Context } from "./context.ts";
import type { Forge, Pull } from "./forge.ts";

/** The origin of the figures: a workflow run, the commit that it must have measured, and their trustworthiness. */
export interface Origin {
  readonly run: number;
  /** The attempt of that run, from 1; null where nobody says. */
  readonly attempt: number | null;
  /** The commit that must have been measured; null if only the figures name it. */
  readonly sha: string | null;
  /** Repository and branch of head, if known. */
  readonly repository: string | null;
  readonly branch: string | null;
  /** Whether a fork's own run made them, on a machine and with a workflow that this repository does not control. */
  readonly selfReported: boolean;
}

export interface OriginOptions {
  /** The run with the artifact, if it is not the event's. */
  readonly run?: number | undefined;
  /** Path that this run's workflow must have. */
  readonly workflow?: string | undefined;
  /** The requested commit. */
  readonly sha?: string | undefined;
  /** The requested pull request. */
  readonly pull?: number | undefined;
}

/**
 * The origin of the figures. About any other run than this one, only the API is trusted.
 *
 * @throws SteelyardError (user) for a run of an unexpected repository, workflow or event
 */
export async function originOf(context: Context, options: OriginOptions, forge: Forge): Promise<Origin> {
  const { event, pull, repository: name } = context;
  const here = `${name.owner}/${name.repo}`;
  const run = options.run ?? context.triggeredBy ?? context.runId;
  if (run === context.runId) {
    const repository = pull ? pull.repository : here;
    // A dispatch for a pull request may be about a commit that the runner does not name; that must be its head.
    const commit = options.pull === undefined ? context.sha : null;
    return {
      run,
      attempt: context.attempt,
      repository,
      branch: pull?.branch ?? null,
      selfReported: !same(repository, here),
      sha: options.sha ?? pull?.sha ?? commit,
    };
  }
  const found = await forge.run(run);
  const refuse = (what: string, remedy: string) =>
    userError(`The workflow run ${run} is rejected: ${what}.`, {
      where: "the run that has the artifact",
      remedy,
    });
  if (!same(found.repository, here)) {
    throw refuse("it is of another repository", "name a run of this repository");
  }
  if (event === "workflow_run" && options.workflow === undefined) {
    throw userError("The input `workflow` is missing, and a fork can add a workflow of the same name.", {
      where: "the input `workflow`",
      remedy: "set the path of the measuring workflow: workflow: .github/workflows/perf.yml",
    });
  }
  if (options.workflow !== undefined && found.path !== options.workflow) {
    throw refuse(`its workflow is ${found.path}`, `only runs of ${options.workflow} are accepted`);
  }
  if (event === "workflow_run" && found.event !== "pull_request") {
    throw refuse(`it was triggered by ${found.event}`, "only runs for pull requests are accepted");
  }
  if (options.sha !== undefined && options.sha !== found.head.sha) {
    throw refuse(`it is of commit ${found.head.sha}`, `only runs of ${options.sha} are accepted`);
  }
  const { sha, branch, repository } = found.head;
  return { run, attempt: found.attempt, sha, branch, repository, selfReported: !same(repository, here) };
}

/** The pull request of a report; or none, with the reason. */
export type Subject =
  | { readonly kind: "pull"; readonly pull: Pull }
  | {
      readonly kind: "commit";
      readonly why: string;
      /** The pull request that it was measured for, which gets no comment; null where there is none. */
      readonly pull: Pull | null;
    };

/**
 * The pull request of a measured commit. One that is named, or that this run's event is about, must still have the commit
 * as its head. Otherwise it is the only open pull request with this head in that repository.
 */
export async function subjectOf(
  named: number | undefined,
  sha: string,
  origin: Origin,
  context: Context,
  forge: Forge,
): Promise<Subject> {
  const number = named ?? (origin.run === context.runId ? context.pull?.number : undefined);
  if (number !== undefined) {
    const pull = await forge.pull(number);
    if (pull === null) return { kind: "commit", why: `there is no pull request ${number}`, pull };
    if (!pull.open) return { kind: "commit", why: `pull request ${number} is closed`, pull };
    if (pull.head.sha === sha) return { kind: "pull", pull };
    return {
      kind: "commit",
      why: `pull request ${number} has moved on: ${short(sha)} was measured, its head is ${short(pull.head.sha)}`,
      pull,
    };
  }
  const { repository, branch } = origin;
  if (context.group !== null)
    return { kind: "commit", why: "a group of a merge queue is no pull request", pull: null };
  if (context.event === "push") return { kind: "commit", why: "a push is not a pull request", pull: null };
  const all =
    repository !== null && branch !== null
      ? await forge.pullsFrom(repository.split("/")[0]!, branch)
      : await forge.pullsOf(sha);
  const isFitting = ({ head }: Pull) => head.sha === sha && same(head.repository, repository);
  const fitting = all.filter((one) => one.open && isFitting(one));
  const [pull] = fitting;
  if (pull !== undefined && fitting.length === 1) return { kind: "pull", pull };
  if (pull !== undefined) {
    const why = `${fitting.length} open pull requests have ${short(sha)} as their head`;
    return { kind: "commit", why, pull: null };
  }
  // One whose run triggered this may have been merged meanwhile.
  const closed = context.event === "workflow_run" ? (await forge.pullsOf(sha)).filter(isFitting) : [];
  const merged = closed.length === 1 ? closed[0]! : null;
  return { kind: "commit", why: `no open pull request has ${short(sha)} as its head`, pull: merged };
}

/** Whether two repository names are the same, ignoring case. A deleted repository equals none. */
const same = (a: string | null, b: string | null) => a !== null && a.toLowerCase() === b?.toLowerCase();

const short = (sha: string) => sha.slice(0, 9);
