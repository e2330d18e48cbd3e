import type { Tree } from "../model/tree.ts";
import {
  type ApiUser,
  authorOf,
  orForgeError,
  orNull,
  pullOf,
  pullsFrom,
  type RepositoryName,
} from "./answers.ts";
import type { Client } from "./client.ts";
import { download } from "./download.ts";
import { type Artifact, type CheckRecord, type Forge, ForgeError, type Remark } from "./forge.ts";
import { giteaForge, isGitea } from "./gitea.ts";
import { restListing } from "./listing.ts";
import { mergeQueue } from "./queue.ts";

/** The forge of a repository, over GitHub's REST API, as the forge has it. */
export const restForge = (client: Client, repository: RepositoryName): Forge => ({
  ...githubForge(client, repository),
  ...(isGitea(client) && giteaForge(client, repository)),
});

function githubForge(client: Client, repository: RepositoryName): Forge {
  const { rest } = client;
  const page = { ...repository, per_page: 100 };
  return {
    pull: (pull_number) =>
      orNull(async () => pullOf((await rest.pulls.get({ ...repository, pull_number })).data), [404]),
    pullsFrom: (owner, branch) =>
      orForgeError(async () => (await pullsFrom(client, repository, owner, branch)).map(pullOf)),
    pullsOf: (commit_sha) =>
      orForgeError(async () => {
        const list = { ...page, commit_sha };
        return (await client.paginate(rest.repos.listPullRequestsAssociatedWithCommit, list)).map(pullOf);
      }),
    run: (run_id) =>
      orForgeError(async () => {
        const { data } = await rest.actions.getWorkflowRun({ ...repository, run_id });
        return {
          id: data.id,
          path: data.path.replace(/@.*$/s, ""),
          event: data.event,
          repository: data.repository.full_name,
          attempt: data.run_attempt ?? null,
          head: {
            sha: data.head_sha,
            branch: data.head_branch,
            repository: (data.head_repository as typeof data.head_repository | null)?.full_name ?? null,
          },
        };
      }),
    jobs: (run_id) =>
      orNull(async () => {
        const list = { ...page, run_id, filter: "all" } as const;
        const all = await client.paginate(rest.actions.listJobsForWorkflowRun, list);
        if (all.length === 0) return null; // every run has jobs: this forge does not know them
        return all.map(({ name, status, run_attempt, started_at: started, completed_at: completed }) => ({
          name,
          attempt: run_attempt ?? 1,
          started,
          completed,
          waits: status !== "in_progress" && status !== "completed",
        }));
      }, [404, 405]),
    artifacts: (run_id) =>
      orForgeError(async () => {
        const all = await client.paginate(rest.actions.listWorkflowRunArtifacts, { ...page, run_id });
        return all.map(
          ({ id, name, size_in_bytes: size, expired, created_at }): Artifact => ({
            id,
            name,
            size,
            expired,
            created: created_at ?? "",
          }),
        );
      }),
    archive: (artifact_id, most) =>
      orForgeError(async () => {
        const request = { redirect: "manual" } as const;
        const parameters = { ...repository, artifact_id, archive_format: "zip", request } as const;
        const { headers } = await rest.actions.downloadArtifact(parameters);
        if (headers.location === undefined) throw new ForgeError(0, "the artifact has no download address");
        return download(headers.location, most);
      }),
    mergeBase: (base, head) =>
      orNull(async () => {
        const basehead = `${base}...${head}`;
        const { data } = await rest.repos.compareCommitsWithBasehead({
          ...repository,
          basehead,
          per_page: 1,
        });
        return data.merge_base_commit.sha;
      }, [404]),
    tags: () =>
      orForgeError(async () => {
        const all = await client.paginate(rest.repos.listTags, page);
        return all.map(({ name, commit: { sha } }) => ({ name, sha }));
      }),
    tree: (ref) => restTree(client, repository, ref),
    listing: (sha) => restListing(client, repository, sha),
    defaultBranch: () =>
      orForgeError(async () => (await rest.repos.get({ ...repository })).data.default_branch),
    self: () => orNull(async () => (await rest.users.getAuthenticated()).data.login, [401, 403, 404]),
    comments: (issue_number) =>
      orForgeError(async () =>
        (await client.paginate(rest.issues.listComments, { ...page, issue_number })).map(remarkOf),
      ),
    addComment: (issue_number, body) =>
      orForgeError(async () =>
        remarkOf((await rest.issues.createComment({ ...repository, issue_number, body })).data),
      ),
    editComment: (comment_id, body) =>
      orNull(
        async () => remarkOf((await rest.issues.updateComment({ ...repository, comment_id, body })).data),
        [404],
      ),
    removeComment: (comment_id) =>
      orForgeError(async () => {
        await rest.issues.deleteComment({ ...repository, comment_id });
      }),
    records: (ref, check_name) =>
      orNull(async () => {
        const all = await checkRuns(client, repository, ref, check_name);
        return all.flatMap(({ external_id }) => recordIn(external_id ?? ""));
      }, NO_CHECKS),
    conclusion: (ref, check_name) =>
      orNull(async () => {
        const all = await checkRuns(client, repository, ref, check_name);
        return newestOurs(all)?.conclusion ?? null;
      }, NO_CHECKS),
    queue: (branch) => mergeQueue(client, repository, branch),
    addCheck: ({ name, sha, conclusion, title, summary, text, annotations, details, record }) =>
      orNull(async () => {
        const { data } = await rest.checks.create({
          ...repository,
          name,
          head_sha: sha,
          status: "completed",
          conclusion,
          details_url: details,
          external_id: externalId(record),
          output: {
            title,
            summary,
            ...(text !== undefined && { text }),
            annotations: annotations.map(({ path, line, level, title, message }) => ({
              path,
              start_line: line,
              end_line: line,
              annotation_level: level,
              title,
              message,
            })),
          },
        });
        return data.html_url ?? details;
      }, [404, 405]),
    addStatus: ({ sha, state, context, description, details }) =>
      orForgeError(async () => {
        const known = state as Exclude<typeof state, "warning">; // as GitHub's own client has it
        const status = { sha, state: known, context, description, target_url: details };
        return (await rest.repos.createCommitStatus({ ...repository, ...status })).data.target_url ?? details;
      }),
  };
}

/** Every check of this name on a commit, of whatever attempt. */
export const checkRuns = (client: Client, repository: RepositoryName, ref: string, check_name: string) =>
  client.paginate(client.rest.checks.listForRef, {
    ...repository,
    per_page: 100,
    ref,
    check_name,
    filter: "all",
  });

/** The newest of Steelyard's checks among these. */
export const newestOurs = <T extends { readonly id: number; readonly external_id: string | null }>(
  all: readonly T[],
): T | undefined =>
  all.filter(({ external_id }) => external_id?.startsWith(OURS)).sort((one, other) => other.id - one.id)[0];

/** Statuses that say that a forge has no checks to ask. */
const NO_CHECKS = [403, 404, 405];

/** What external ids of our checks begin with. */
const OURS = "steelyard:";
const COMMENT = `${OURS}comment:`;
const UNABLE = `${OURS}unable`;

function externalId(record: CheckRecord | undefined): string {
  if (record === undefined) return `${OURS}check`;
  return record.kind === "unable" ? UNABLE : `${COMMENT}${record.id}`;
}

/** The record in a check's external id; none where somebody else wrote it. */
function recordIn(id: string): CheckRecord[] {
  if (id === UNABLE) return [{ kind: "unable" }];
  const comment = id.startsWith(COMMENT) ? id.slice(COMMENT.length) : "";
  return /^\d{1,15}$/.test(comment) ? [{ kind: "comment", id: Number(comment) }] : [];
}

/** A commit's files over the API. Files above one megabyte are available only in raw form. */
function restTree({ rest }: Client, repository: RepositoryName, ref: string): Tree {
  const look = (path: string, format: string) =>
    orNull(async () => {
      const content = await rest.repos.getContent({ ...repository, path, ref, mediaType: { format } });
      return content.data as unknown;
    }, [404]);
  return {
    name: ref,
    async file(path) {
      const data = await look(path, "raw");
      if (data === null || typeof data === "string") return data;
      if (data instanceof ArrayBuffer) return new TextDecoder().decode(data);
      const { content, encoding } = data as { content?: unknown; encoding?: unknown }; // a forge without raw answers
      if (typeof content !== "string" || encoding !== "base64") return null; // a folder or a link
      return Buffer.from(content, "base64").toString("utf8");
    },
    async id(path) {
      const data = (await look(path, "json")) as Entry | readonly Entry[] | null;
      if (data === null || !Array.isArray(data)) return (data as Entry | null)?.sha ?? null;
      return data.map(({ name, sha }: Entry) => `${name} ${sha}`).join("\n");
    },
    async folder(path) {
      const data = await look(path, "json");
      return Array.isArray(data) ? data.map(({ name }: Entry) => name) : null;
    },
  };
}

interface Entry {
  readonly name: string;
  readonly sha: string;
}

interface ApiComment {
  readonly id: number;
  readonly body?: string | undefined;
  readonly user?: ApiUser | null;
  readonly html_url: string;
  readonly created_at: string;
}
const remarkOf = ({ id, body, user, html_url: url, created_at: created }: ApiComment): Remark => ({
  id,
  body: body ?? "",
  url,
  created,
  author: authorOf(user),
});
