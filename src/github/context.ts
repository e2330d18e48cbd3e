import { z } from "zod";
import { environmentError, userError } from "../base/errors.ts";
import { own } from "../base/own.ts";
import type { RepositoryName } from "./answers.ts";

const Sha = z.string().regex(/^[0-9a-f]{40,64}$/);
const Repository = z.looseObject({ full_name: z.string() });

/** The used parts of an event's payload. All others are ignored. */
const Payload = z.looseObject({
  pull_request: z
    .looseObject({
      number: z.number().int(),
      head: z.looseObject({ sha: Sha, ref: z.string(), repo: Repository.nullable() }),
      base: z.looseObject({ ref: z.string() }),
    })
    .optional(),
  merge_group: z.looseObject({ base_sha: Sha, base_ref: z.string() }).optional(),
  workflow_run: z.looseObject({ id: z.number().int() }).optional(),
  repository: z.looseObject({ default_branch: z.string().optional() }).optional(),
});

/** The context of a job, from the runner. */
export interface Context {
  readonly event: string;
  readonly repository: RepositoryName;
  /** The commit of the event. For a pull request, the merge commit that GitHub made. */
  readonly sha: string;
  readonly runId: number;
  /** The attempt of this run, from 1; null where the runner does not say. */
  readonly attempt: number | null;
  /** Address of this run, for people. */
  readonly runUrl: string;
  /** Roots of the REST API and of the web pages. */
  readonly api: string;
  readonly server: string;
  /** The pull request in the payload, if the event has one. */
  readonly pull: {
    readonly number: number;
    readonly sha: string;
    readonly branch: string;
    /** Null if the fork was deleted. */
    readonly repository: string | null;
    readonly base: string;
  } | null;
  /** The commit before the group that a merge queue checks, and its branch; null for other events. */
  readonly group: { readonly base: string; readonly branch: string } | null;
  /** The run that triggered `workflow_run`. */
  readonly triggeredBy: number | null;
  readonly defaultBranch: string | null;
}

/**
 * The context of a job, from the runner's variables and its payload.
 *
 * @throws SteelyardError (environment) outside a job, or for an invalid payload; (user) for `pull_request_target`
 */
export function contextOf(env: Readonly<Record<string, string | undefined>>, payload: string): Context {
  const need = (name: string) => {
    const value = own(env, name);
    if (value !== undefined && value !== "") return value;
    throw environmentError(`The variable ${name} is not set: this is not a job of a workflow.`, {
      remedy: "on your own machine: steelyard check",
    });
  };
  const [owner = "", repo = ""] = need("GITHUB_REPOSITORY").split("/");
  const event = need("GITHUB_EVENT_NAME");
  if (event === "pull_request_target") throw targeted();
  const {
    pull_request: pull,
    merge_group: group,
    workflow_run: triggered,
    repository,
  } = payloadOf(payload, event);
  const server = env.GITHUB_SERVER_URL || "https://github.com";
  return {
    event,
    repository: { owner, repo },
    sha: need("GITHUB_SHA"),
    runId: Number(need("GITHUB_RUN_ID")),
    attempt: Number(env.GITHUB_RUN_ATTEMPT) || null,
    runUrl: `${server}/${owner}/${repo}/actions/runs/${need("GITHUB_RUN_ID")}`,
    api: env.GITHUB_API_URL || "https://api.github.com",
    server,
    pull: pull
      ? {
          number: pull.number,
          sha: pull.head.sha,
          branch: pull.head.ref,
          base: pull.base.ref,
          repository: pull.head.repo?.full_name ?? null,
        }
      : null,
    group:
      event === "merge_group" && group
        ? { base: group.base_sha, branch: group.base_ref.replace(/^refs\/heads\//, "") }
        : null,
    triggeredBy: event === "workflow_run" ? (triggered?.id ?? null) : null,
    defaultBranch: repository?.default_branch ?? null,
  };
}

function payloadOf(text: string, event: string): z.infer<typeof Payload> {
  try {
    return Payload.parse(JSON.parse(text));
  } catch (cause) {
    throw environmentError(`The payload of the event ${event} cannot be read.`, {
      where: "GITHUB_EVENT_PATH",
      remedy: "check the file that the runner wrote there",
      cause: cause instanceof z.ZodError ? cause.issues[0]?.message : cause,
    });
  }
}

const targeted = () =>
  userError(
    "The event pull_request_target is not allowed: it would run a fork's code with this repository's token.",
    {
      where: "on: pull_request_target",
      remedy: "measure on pull_request, and report forks from workflow_run",
    },
  );
