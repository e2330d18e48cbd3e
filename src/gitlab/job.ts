import { environmentError, userError } from "../base/errors.ts";
import { own } from "../base/own.ts";
import type { Context } from "../github/context.ts";

/** The variable with the token that reads the project and writes the note. */
export const TOKEN_NAME = "STEELYARD_GITLAB_TOKEN";

/** A job of a merge request's pipeline. */
export interface GitlabJob {
  readonly context: Context & { readonly pull: NonNullable<Context["pull"]> };
  /** The project's number, by which the API finds it after a move, too. */
  readonly project: number;
  /** Address of the merge request, for people. */
  readonly page: string;
}

/**
 * The job that this is, from GitLab's predefined variables.
 *
 * @throws SteelyardError (environment) outside a merge request's pipeline; (user) in a fork's project
 */
export function gitlabJob(env: Readonly<Record<string, string | undefined>>): GitlabJob {
  const need = (name: string) => {
    const value = own(env, name);
    if (value !== undefined && value !== "") return value;
    throw environmentError(`The variable ${name} is not set: this is no job of a merge request's pipeline.`, {
      where: `CI_PIPELINE_SOURCE=${(env.CI_PIPELINE_SOURCE ?? "").slice(0, 80)}`,
      remedy: `rules: [{ if: $CI_PIPELINE_SOURCE == "merge_request_event" }]; on your own machine: steelyard check --base`,
    });
  };
  const number = Number(need("CI_MERGE_REQUEST_IID"));
  const path = need("CI_MERGE_REQUEST_PROJECT_PATH");
  if (need("CI_PROJECT_PATH") !== path) {
    throw userError("This pipeline runs in a fork, where neither machine nor token are the project's.", {
      where: `CI_PROJECT_PATH=${need("CI_PROJECT_PATH").slice(0, 200)}`,
      remedy: "rules: [{ if: $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID }]",
    });
  }
  const last = path.lastIndexOf("/");
  const commit = need("CI_COMMIT_SHA");
  return {
    project: Number(need("CI_MERGE_REQUEST_PROJECT_ID")),
    page: `${need("CI_MERGE_REQUEST_PROJECT_URL")}/-/merge_requests/${number}`,
    context: {
      event: "pull_request",
      repository: { owner: path.slice(0, last), repo: path.slice(last + 1) },
      sha: commit,
      runId: Number(need("CI_PIPELINE_ID")),
      attempt: 1, // a pipeline lists the last execution of each of its jobs only
      runUrl: need("CI_PIPELINE_URL"),
      api: need("CI_API_V4_URL"),
      server: need("CI_SERVER_URL"),
      pull: {
        number,
        // A pipeline of merged results runs on a merge that GitLab made, and names the change's own commit.
        sha: env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || commit,
        branch: need("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME"),
        repository: env.CI_MERGE_REQUEST_SOURCE_PROJECT_PATH || null, // a deleted fork has none
        base: need("CI_MERGE_REQUEST_TARGET_BRANCH_NAME"),
      },
      group: null,
      triggeredBy: null,
      defaultBranch: env.CI_DEFAULT_BRANCH || null,
    },
  };
}
