import { z } from "zod";
import { environmentError } from "../base/errors.ts";
import { firstLine } from "../base/text.ts";
import type { Commits } from "../model/regression.ts";
import { orForgeError, orNull, pagesOf, pullOf, type RepositoryName } from "./answers.ts";
import type { Client } from "./client.ts";
import { type Forge, ForgeError, type Lookup, type Requests } from "./forge.ts";

/**
 * Whether an API is that of Gitea or Forgejo, by the address that their runners give: theirs ends in `/api/v1`,
 * GitHub Enterprise Server's in `/api/v3`, and github.com's is another host.
 */
export const isGiteaApi = (address: string): boolean => /\/api\/v1\/*$/.test(address);
export const isGitea = ({ request }: Client): boolean => isGiteaApi(request.endpoint.DEFAULTS.baseUrl);

interface ApiCommit {
  readonly sha: string;
  readonly parents: readonly { readonly sha: string }[];
  readonly commit: { readonly message: string };
}

/** The commit of a branch, tag or name, which Gitea has under this route; null if there is none. */
const commitAt = ({ rest }: Client, repository: RepositoryName, commit_sha: string): Promise<string | null> =>
  orNull(async () => (await rest.git.getCommit({ ...repository, commit_sha })).data.sha, [404, 422]);

/** The questions about commits that Gitea answers by other routes than GitHub, or with less. */
export function giteaCommits(client: Client, repository: RepositoryName) {
  const { rest } = client;
  /** The commits of `head` that `base` has not, newest first; null where one of them is missing. */
  async function ahead(base: string, head: string): Promise<readonly ApiCommit[] | null> {
    const compare = () =>
      rest.repos.compareCommitsWithBasehead({ ...repository, basehead: `${base}...${head}` });
    const compared = await orNull(compare, [404]);
    if (compared !== null) return compared.data.commits;
    // Forgejo 10 compares branches and tags only. Its list of commits is an internal error where `not` names none.
    if ((await commitAt(client, repository, base)) === null) return null;
    const list = { ...pagesOf(repository), sha: head, not: base, stat: false, files: false };
    return orNull(() => client.paginate(rest.repos.listCommits, list), [404]);
  }
  return {
    /**
     * The comparison does not name the merge-base. It is a parent, outside of the commits that only head has, of one of
     * those; of several such parents the one that is no ancestor of another.
     */
    async mergeBase(base: string, head: string): Promise<string | null> {
      const commits = await ahead(base, head);
      if (commits === null) return null;
      if (commits.length === 0) return head;
      const inside = new Set(commits.map(({ sha }) => sha));
      const parents = commits.flatMap((one) => one.parents.map(({ sha }) => sha));
      let best: string | null = null;
      for (const one of new Set(parents.filter((sha) => !inside.has(sha)))) {
        const isNewer: boolean = best === null || ((await ahead(best, one)) ?? []).length > 0;
        if (isNewer) best = one;
      }
      return best;
    },
    async between(good: string, bad: string): Promise<Commits | null> {
      const [commits, missing] = [await ahead(good, bad), await ahead(bad, good)];
      if (commits === null || missing === null) return null;
      const all = commits.map(({ sha, commit }) => ({ sha, subject: firstLine(commit.message) })).reverse();
      return { list: all.slice(0, 100), total: all.length, straight: missing.length === 0 };
    },
    tip: (branch: string): Promise<string | null> =>
      orNull(async () => {
        const { data } = await rest.repos.getBranch({ ...repository, branch });
        return (data.commit as unknown as { readonly id: string }).id;
      }, [404]),
  };
}

/** What differs from GitHub in reports. */
export function giteaForge(client: Client, repository: RepositoryName): Pick<Forge, "mergeBase" | "pullsOf"> {
  const { rest } = client;
  return {
    mergeBase: giteaCommits(client, repository).mergeBase,
    /** Open ones only: no report follows another workflow's run here, and asks for one that was merged meanwhile. */
    pullsOf: (sha) =>
      orForgeError(async () => {
        const open = await client.paginate(rest.pulls.list, { ...repository, state: "open" });
        return open.map(pullOf).filter(({ head }) => head.sha === sha);
      }),
  };
}

/** Logins by which Gitea and Forgejo start a workflow for another one; both reserve theirs. */
const BOTS: readonly string[] = ["gitea-actions", "forgejo-actions"];

/**
 * What differs from GitHub before a manual measurement.
 *
 * @param usual the permission of a user, asked as on GitHub. Whoever does not administer the repository is refused it, and so
 *   is the token of a job
 * @throws SteelyardError (environment) for a permission in an organization where the token may not ask
 */
export function giteaLookup(client: Client, repository: RepositoryName, usual: Lookup["permission"]) {
  const { rest } = client;
  const isOrganization = async () =>
    (await orNull(() => rest.orgs.get({ org: repository.owner }), [404])) !== null;
  return {
    isBot: (login) => BOTS.includes(login),
    commit: (ref) => commitAt(client, repository, ref),
    async permission(login) {
      try {
        return await usual(login);
      } catch (error) {
        if (!(error instanceof ForgeError && error.status === 403)) throw error;
      }
      // A user's repository lists those who may write to it, an organization's also some who may only read.
      if (await isOrganization()) {
        throw environmentError(
          "Only who administers an organization's repository may ask who may write to it.",
          {
            remedy: `give the step a token of theirs: token: \${{ secrets.STEELYARD_TOKEN }}`,
          },
        );
      }
      return orForgeError(async () => {
        const all = await client.paginate(rest.issues.listAssignees, pagesOf(repository));
        return all.some((one) => one.login.toLowerCase() === login.toLowerCase()) ? "write" : "none";
      });
    },
  } satisfies Pick<Lookup, "isBot" | "commit" | "permission">;
}

/** An entry of a repository's feed, as far as it is of a push. */
const Pushed = z.looseObject({
  op_type: z.literal("commit_repo"),
  ref_name: z.string(),
  content: z.string(),
  created: z.string(),
});
const PushContent = z.looseObject({ HeadCommit: z.looseObject({ Sha1: z.string() }) });

/** The commit that a branch had after a push of a feed; null for another branch and for other entries. */
function pushOf(entry: unknown, branch: string): { readonly sha: string; readonly at: string } | null {
  const { data: push } = Pushed.safeParse(entry);
  if (push?.ref_name !== `refs/heads/${branch}` || push.content === "") return null;
  const { data: content } = PushContent.safeParse(JSON.parse(push.content));
  return content === undefined ? null : { sha: content.HeadCommit.Sha1, at: push.created };
}

/** The title of a run that our workflow names; null for another one, which a server without run-names takes from a commit. */
const ownTitle = (title: string): string | null => (/^perf\b/.test(title) ? title : null);
const ENDED: readonly string[] = ["completed", "success", "failure", "cancelled", "skipped"];
/** Runs as Gitea and Forgejo have them, or jobs of runs. One that waits for a machine has no time on Gitea. */
const DispatchedRuns = z.looseObject({
  workflow_runs: z.array(
    z
      .looseObject({
        event: z.string(),
        status: z.string(),
        display_title: z.string().optional(),
        title: z.string().optional(), // Forgejo
        path: z.string().optional(),
        workflow_id: z.string().optional(), // Forgejo, and jobs
        html_url: z.string().optional(),
        url: z.string().optional(), // jobs
        created: z.string().optional(), // Forgejo
        started_at: z.string().optional(),
        created_at: z.string().optional(), // jobs
      })
      .transform((run) => ({
        event: run.event,
        workflow: run.workflow_id ?? run.path?.replace(/@.*$/s, ""),
        title: ownTitle(run.display_title ?? run.title ?? ""),
        url: run.html_url ?? run.url ?? "",
        active: !ENDED.includes(run.status),
        at: run.created ?? run.created_at ?? run.started_at ?? "",
      })),
  ),
});

/** What differs from GitHub where a comment or a label asks for a measurement. */
export function giteaRequests(client: Client, repository: RepositoryName) {
  const { rest } = client;
  return {
    async removeLabel(issue_number, name) {
      const of = { ...repository, issue_number };
      const all = await orForgeError(async () => (await rest.issues.listLabelsOnIssue(of)).data);
      const label = all.find((one) => one.name === name);
      if (label === undefined) return;
      const one = { ...of, name: String(label.id), request: { retries: 0 } };
      const gone = () => orNull(() => rest.issues.removeLabel(one), [404]).then(() => true);
      if ((await orNull(gone, [500])) !== null) return;
      // Forgejo 10 answers so to the token of a job, which it lets set all labels.
      const labels = all.flatMap(({ id }) => (id === label.id ? [] : [id]));
      const path = "PUT /repos/{owner}/{repo}/issues/{issue_number}/labels";
      await orForgeError(() => client.request(path, { ...of, labels: labels as never }));
    },
    async pushed({ head }) {
      const feed = { ...repository, limit: 50 };
      const found = await orNull(
        () => client.request("GET /repos/{owner}/{repo}/activities/feeds", feed),
        [403, 404],
      );
      const pushes = ((found?.data ?? []) as unknown[]).map((entry) => pushOf(entry, head.branch));
      return pushes.find((push) => push?.sha === head.sha)?.at ?? null;
    },
    async recent(workflow, since) {
      const asked = { ...repository, event: "workflow_dispatch", limit: 50 };
      const ask = (route: string) => () =>
        client.request(`GET /repos/{owner}/{repo}/actions/${route}`, asked);
      // Forgejo 10 lists no runs, but the jobs that a runner has taken.
      const found = (await orNull(ask("runs"), [404])) ?? (await orForgeError(ask("tasks")));
      const runs = DispatchedRuns.parse(found.data).workflow_runs.filter(
        (run) => run.event === "workflow_dispatch" && run.workflow === workflow,
      );
      const active = runs.filter((run) => run.active);
      const late = runs.filter((run) => !run.active && Date.parse(run.at) >= Date.parse(since));
      return [...new Map([...late, ...active].map((run) => [run.url, run])).values()];
    },
  } satisfies Pick<Requests, "removeLabel" | "pushed" | "recent">;
}
