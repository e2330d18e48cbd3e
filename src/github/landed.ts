import { z } from "zod";
import { orForgeError, orNull, type RepositoryName } from "./answers.ts";
import type { Client } from "./client.ts";
import { ForgeError, type PostedCheck, type Requests } from "./forge.ts";
import { askGraphql } from "./graphql.ts";
import { restRequests } from "./requests.ts";
import { checkRuns, newestOurs, posted } from "./rest/checks.ts";

/** A commit and those before it, the branch's own first. */
export interface LandedCommit {
  readonly sha: string;
  readonly parents: readonly string[];
}

/** The commits of a branch after one of its commits. */
export interface LandedSince {
  /** The newest of them, in any order, up to `MOST_COMMITS`. */
  readonly commits: readonly LandedCommit[];
  /** How many there are. */
  readonly total: number;
}

/** The requests to a forge about changes that were merged. Every method throws `ForgeError`. */
export interface Landed extends Pick<Requests, "tree" | "commit" | "recent" | "dispatch"> {
  /** The tags whose names contain a text, the one made last first: up to a hundred. */
  newestTags(part: string): Promise<readonly { readonly name: string; readonly sha: string }[]>;
  /** What came to a commit after another; null where that one is no ancestor of it. */
  since(base: string, head: string): Promise<LandedSince | null>;
  /** The merged pull request that brought a commit to a branch; null where there is none. */
  merged(sha: string, branch: string): Promise<{ readonly number: number; readonly head: string } | null>;
  /** The newest of our checks of this name on a commit; null where there is none. */
  check(sha: string, name: string): Promise<PostedCheck | null>;
}

/** Pages of a hundred commits that are asked for, at most. */
const MOST_PAGES = 10;
const PAGE = 100;
export const MOST_COMMITS = MOST_PAGES * PAGE;

const TAGS = `query ($owner: String!, $repo: String!, $part: String!) {
  repository(owner: $owner, name: $repo) {
    refs(refPrefix: "refs/tags/", query: $part, first: 100, orderBy: { field: TAG_COMMIT_DATE, direction: DESC }) {
      nodes {
        name
        target {
          oid
          ... on Commit { committedDate }
          ... on Tag { tagger { date } target { oid } }
        }
      }
    }
  }
}`;

const Tags = z.object({
  repository: z.object({
    refs: z.object({
      nodes: z.array(
        z.object({
          name: z.string(),
          target: z.object({
            oid: z.string(),
            committedDate: z.string().optional(),
            tagger: z.object({ date: z.string().nullable() }).nullish(),
            target: z.object({ oid: z.string() }).optional(),
          }),
        }),
      ),
    }),
  }),
});

const Viewer = z.object({ viewer: z.object({ login: z.string() }) });

export function restLanded(client: Client, repository: RepositoryName): Landed {
  const { rest } = client;
  const { tree, commit, recent, dispatch } = restRequests(client, repository);
  let app: Promise<string> | undefined;
  return {
    tree,
    commit,
    recent,
    dispatch,
    newestTags: (part) => newestTags(client, repository, part),
    since: (base, head) => orNull(() => since(client, repository, base, head), [404]),
    merged: (commit_sha, branch) =>
      orForgeError(async () => {
        const { data } = await rest.repos.listPullRequestsAssociatedWithCommit({
          ...repository,
          commit_sha,
          per_page: PAGE,
        });
        const all = data.filter(({ merged_at, base }) => merged_at !== null && base.ref === branch);
        const one = all.find(({ merge_commit_sha }) => merge_commit_sha === commit_sha) ?? all[0];
        return one === undefined ? null : { number: one.number, head: one.head.sha };
      }),
    check: (sha, name) =>
      orForgeError(async () => {
        app ??= appOf(client);
        const login = await app;
        const all = await checkRuns(client, repository, sha, name);
        const one = newestOurs(all.filter(({ app: by }) => `${by?.slug}[bot]` === login));
        return one === undefined ? null : posted(one);
      }),
  };
}

async function newestTags(client: Client, repository: RepositoryName, part: string) {
  const parsed = Tags.safeParse(await askGraphql(client, TAGS, { ...repository, part }));
  if (!parsed.success) throw new ForgeError(0, "the tags are told in an unknown form");
  return parsed.data.repository.refs.nodes
    .map(({ name, target }) => ({
      name,
      sha: target.target?.oid ?? target.oid,
      made: Date.parse(target.tagger?.date ?? target.committedDate ?? "") || 0,
    }))
    .sort((one, other) => other.made - one.made || numbers.compare(other.name, one.name));
}

/** What came to a commit after another, the newest of it. Throws as the API does. */
async function since(
  { rest }: Client,
  repository: RepositoryName,
  base: string,
  head: string,
): Promise<LandedSince | null> {
  const basehead = `${base}...${head}`;
  const asked = async (page: number) =>
    (await rest.repos.compareCommitsWithBasehead({ ...repository, basehead, per_page: PAGE, page })).data;
  const first = await asked(1);
  if (first.merge_base_commit.sha !== base) return null;
  // The oldest commits are on the first page.
  const last = Math.ceil(first.total_commits / PAGE);
  const from = Math.max(1, last - MOST_PAGES + 1);
  const commits = from === 1 ? [...first.commits] : [];
  for (let page = Math.max(2, from); page <= last; page++) commits.push(...(await asked(page)).commits);
  return {
    total: first.total_commits,
    commits: commits.map(({ sha, parents }) => ({ sha, parents: parents.map((one) => one.sha) })),
  };
}

const numbers = new Intl.Collator("en", { numeric: true });

/**
 * The login of the app that the token belongs to. Only GraphQL tells it to a job's token. A check counts only where the same
 * app posted it: another app may write any external id.
 */
async function appOf(client: Client): Promise<string> {
  const parsed = Viewer.safeParse(await askGraphql(client, "query { viewer { login } }", {}));
  if (!parsed.success) throw new ForgeError(0, "the owner of the token is told in an unknown form");
  return parsed.data.viewer.login;
}
