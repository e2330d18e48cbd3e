import { z } from "zod";
import { environmentError } from "../base/errors.ts";
import { orForgeError, orNull, type RepositoryName } from "./answers.ts";
import type { Client } from "./client.ts";
import type { Requests } from "./forge.ts";
import { giteaRequests, isGitea } from "./gitea.ts";
import { restLookup } from "./lookup.ts";
import { restForge } from "./rest.ts";

/** How somebody asks for a measurement of a pull request. */
export type Ask = { readonly pull: number; readonly author: string } & (
  | {
      readonly kind: "comment";
      readonly comment: number;
      readonly body: string;
      /** By the forge's clock, ISO 8601. */
      readonly written: string;
    }
  | {
      readonly kind: "label";
      readonly label: string;
      /** The head of the pull request when it was labelled. */
      readonly head: string;
    }
);

const Login = z.looseObject({ login: z.string() });
const number = z.number().int();
const Commented = z.looseObject({
  action: z.literal("created"),
  issue: z.looseObject({ number, pull_request: z.looseObject({}) }),
  comment: z.looseObject({ id: number, body: z.string(), created_at: z.string(), user: Login }),
});
const Label = z.looseObject({ name: z.string() });
const Labelled = z.looseObject({
  action: z.enum(["labeled", "label_updated"]), // GitHub; Gitea and Forgejo
  label: Label.optional(),
  changes: z.looseObject({ added_labels: z.array(Label).nullish() }).nullish(), // Gitea in place of `label`
  sender: Login,
  pull_request: z.looseObject({ number, head: z.looseObject({ sha: z.string() }), labels: z.array(Label) }),
});

/**
 * The request in an event's payload; null for another comment or label.
 *
 * @param label the one that asks
 * @throws SteelyardError (environment) for another event
 */
export function askOf(payload: string, label: string): Ask | null {
  const event: unknown = JSON.parse(payload);
  const commented = Commented.safeParse(event);
  if (commented.success) {
    const { issue, comment } = commented.data;
    const { id, body, created_at, user } = comment;
    if (!/^\s*\/perf(?:\s|$)/.test(body)) return null;
    const by = { pull: issue.number, author: user.login };
    return { kind: "comment", ...by, comment: id, body, written: created_at };
  }
  const labelled = Labelled.safeParse(event);
  if (labelled.success) {
    const { label: one, changes, sender, pull_request: pull } = labelled.data;
    const named = (labels: readonly z.infer<typeof Label>[]) => labels.some(({ name }) => name === label);
    // Forgejo sends the same event where a label was taken away.
    const isAdded = named(one === undefined ? (changes?.added_labels ?? []) : [one]) && named(pull.labels);
    const by = { pull: pull.number, author: sender.login };
    return isAdded ? { kind: "label", ...by, label, head: pull.head.sha } : null;
  }
  throw environmentError("This event is neither a new comment on a pull request nor a new label of one.", {
    remedy: "start this step on: issue_comment (created), or pull_request (labeled)",
  });
}

export function restRequests(client: Client, repository: RepositoryName): Requests {
  const { rest } = client;
  return {
    ...restLookup(client, repository),
    tree: restForge(client, repository).tree,
    react: (comment_id, content) =>
      orForgeError(async () => {
        await rest.reactions.createForIssueComment({ ...repository, comment_id, content });
      }),
    async removeLabel(issue_number, name) {
      await orNull(() => rest.issues.removeLabel({ ...repository, issue_number, name }), [404]);
    },
    answer: (issue_number, body) =>
      orForgeError(async () => {
        await rest.issues.createComment({ ...repository, issue_number, body });
      }),
    async pushed({ head }) {
      const of = { ...repository, ref: `refs/heads/${head.branch}`, per_page: 30 };
      const found = await orNull(() => rest.repos.listActivities(of), [403, 404, 422]);
      return found?.data.find(({ after }) => after === head.sha)?.timestamp ?? null;
    },
    recent: (workflow_id, since) =>
      orForgeError(async () => {
        const asked = { ...repository, workflow_id, event: "workflow_dispatch", created: `>=${since}` };
        const { data } = await rest.actions.listWorkflowRuns({ ...asked, per_page: 100 });
        return data.workflow_runs.map(({ display_title: title, html_url: url, status }) => ({
          title,
          url,
          active: status !== "completed",
        }));
      }),
    dispatch: (workflow_id, ref, inputs) =>
      orForgeError(async () => {
        await rest.actions.createWorkflowDispatch({ ...repository, workflow_id, ref, inputs });
      }),
    ...(isGitea(client) && giteaRequests(client, repository)),
  };
}
