import { firstLine } from "../base/text.ts";
import type { Commits } from "../model/regression.ts";
import { orForgeError, orNull, pullOf, type RepositoryName } from "./answers.ts";
import type { Client } from "./client.ts";
import type { Forge } from "./forge.ts";

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

/** The questions about commits that Gitea answers by other routes than GitHub, or with less. */
export function giteaCommits(client: Client, repository: RepositoryName) {
  const { rest } = client;
  /** The commits of `head` that `base` has not, newest first; null where one of them is missing. */
  const ahead = (base: string, head: string) =>
    orNull(async () => {
      const { data } = await rest.repos.compareCommitsWithBasehead({
        ...repository,
        basehead: `${base}...${head}`,
      });
      return data.commits as readonly ApiCommit[];
    }, [404]);
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
    /** Open ones only: those are all that a report asks for. */
    pullsOf: (sha) =>
      orForgeError(async () => {
        const open = await client.paginate(rest.pulls.list, { ...repository, state: "open" });
        return open.map(pullOf).filter(({ head }) => head.sha === sha);
      }),
  };
}

/** What differs from GitHub before a manual measurement. */
export function giteaLookup(client: Client, repository: RepositoryName) {
  return {
    commit: (commit_sha: string): Promise<string | null> =>
      orNull(
        async () => (await client.rest.git.getCommit({ ...repository, commit_sha })).data.sha,
        [404, 422],
      ),
  };
}
