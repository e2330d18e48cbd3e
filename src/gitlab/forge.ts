import { SteelyardError } from "../base/errors.ts";
import { orNull } from "../github/answers.ts";
import { type Artifact, type Forge, ForgeError, type Remark } from "../github/forge.ts";
import type { GitlabClient } from "./client.ts";
import type { GitlabJob } from "./job.ts";
import { noteOf } from "./note.ts";
import { gitlabListing, gitlabTree } from "./tree.ts";

interface ApiMergeRequest {
  readonly iid: number;
  readonly state: string;
  readonly sha: string;
  readonly source_branch: string;
  readonly target_branch: string;
  readonly source_project_id: number | null;
  readonly diff_refs?: { readonly base_sha: string } | null;
}
interface ApiNote {
  readonly id: number;
  readonly body: string;
  readonly system: boolean;
  readonly author: { readonly username: string } | null;
  readonly created_at: string;
}
interface ApiJob {
  readonly id: number;
  readonly name: string;
  readonly created_at: string;
  readonly finished_at?: string | null;
  readonly artifacts_file?: { readonly size: number } | null;
}

/** The project of a merge request's pipeline, over GitLab's API. An artifact is that of a job, and has the job's name. */
export function gitlabForge(client: GitlabClient, { project, page, context }: GitlabJob): Forge {
  const root = `/projects/${project}`;
  const { number, repository } = context.pull;
  const here = `${context.repository.owner}/${context.repository.repo}`;
  const commitOf = commitsOf(client, root);
  return {
    pull: (iid) =>
      orNull(async () => {
        const found = await client.get<ApiMergeRequest>(`${root}/merge_requests/${iid}`);
        const { sha, source_branch: branch, source_project_id: source } = found;
        return {
          number: found.iid,
          open: found.state === "opened",
          base: found.target_branch,
          baseSha: found.diff_refs?.base_sha,
          head: { sha, branch, repository: source === project ? here : repository },
        };
      }, [404]),
    artifacts: async (pipeline) => {
      const jobs = (await client.pages<ApiJob>(`${root}/pipelines/${pipeline}/jobs`)) ?? [];
      return jobs.flatMap(({ id, name, artifacts_file: file, finished_at, created_at }): Artifact[] =>
        file ? [{ id, name, size: file.size, expired: false, created: finished_at ?? created_at }] : [],
      );
    },
    archive: (job, most) => client.bytes(`${root}/jobs/${job}/artifacts`, {}, most),
    async mergeBase(base, head) {
      const refs = [await commitOf(base), await commitOf(head)].filter((one) => one !== null);
      if (refs.length < 2) return null;
      // 400 for a commit that is not there, 404 for two without a common one.
      return orNull(
        async () => (await client.get<{ id: string }>(`${root}/repository/merge_base`, { refs })).id,
        [400, 404],
      );
    },
    async tags() {
      const all = await client.pages<{ name: string; commit: { id: string } }>(`${root}/repository/tags`);
      return (all ?? []).map(({ name, commit }) => ({ name, sha: commit.id }));
    },
    tree: (ref) => gitlabTree(client, root, ref, commitOf),
    listing: (sha) => gitlabListing(client, root, sha),
    defaultBranch: async () => context.defaultBranch ?? context.pull.base,
    ...notes(client, `${root}/merge_requests/${number}/notes`, page),
    // There are no checks, no queue that we know of, and no attempts of a pipeline.
    addCheck: async () => null,
    newestCheck: async () => null,
    records: async () => null,
    queue: async () => null,
    jobs: async () => null,
    addStatus: () => Promise.reject(new ForgeError(0, "the verdict is the job's own result")),
    ...UNASKED,
  };
}

/** The commit of a branch, asked once; a commit is itself. A tag of the branch's name does not count. */
function commitsOf(client: GitlabClient, root: string): (ref: string) => Promise<string | null> {
  const tips = new Map<string, Promise<string | null>>();
  return (ref) => {
    if (/^[0-9a-f]{40,64}$/.test(ref)) return Promise.resolve(ref);
    const known = tips.get(ref);
    if (known !== undefined) return known;
    const path = `${root}/repository/branches/${encodeURIComponent(ref)}`;
    const asked = orNull(async () => (await client.get<{ commit: { id: string } }>(path)).commit.id, [404]);
    tips.set(ref, asked);
    return asked;
  };
}

/** The notes of a merge request, at their place in the API. */
function notes(client: GitlabClient, place: string, page: string) {
  const remarkOf = ({ id, body, author, created_at: created }: ApiNote): Remark => ({
    id,
    body,
    created,
    url: `${page}#note_${id}`,
    author: author && { login: author.username, bot: false },
  });
  return {
    self: async () => (await client.get<{ username: string }>("/user")).username,
    async comments() {
      const all = await client.pages<ApiNote>(place, { sort: "asc", order_by: "created_at" });
      return (all ?? []).filter(({ system }) => !system).map(remarkOf);
    },
    addComment: async (_, comment) =>
      remarkOf(await client.send<ApiNote>("POST", place, { body: noteOf(comment) })),
    editComment: (id, comment) =>
      orNull(
        async () => remarkOf(await client.send<ApiNote>("PUT", `${place}/${id}`, { body: noteOf(comment) })),
        [404],
      ),
    removeComment: (id) => client.send("DELETE", `${place}/${id}`),
  } satisfies Partial<Forge>;
}

/** Questions of a job that is not told which merge request and pipeline it reports on. */
const unasked = () => Promise.reject(new SteelyardError("bug", "a job of GitLab is told its merge request"));
const UNASKED = { run: unasked, pullsFrom: unasked, pullsOf: unasked };
