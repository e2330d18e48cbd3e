import { firstLine } from "../base/text.ts";
import type { Issue, Issues } from "../model/regression.ts";
import { type ApiUser, authorOf, orForgeError, orNull, pagesOf, type RepositoryName } from "./answers.ts";
import type { Client } from "./client.ts";
import { giteaCommits, isGitea } from "./gitea.ts";
import { restForge } from "./rest.ts";

/** The issues of a repository, over GitHub's REST API. */
export function restIssues(client: Client, repository: RepositoryName): Issues {
  const { rest } = client;
  const page = pagesOf(repository);
  const forge = restForge(client, repository);
  return {
    self: forge.self,
    issues: (since) =>
      orForgeError(async () => {
        const open = await client.paginate(rest.issues.listForRepo, { ...page, state: "open" });
        const closed = await client.paginate(rest.issues.listForRepo, { ...page, state: "closed", since });
        // An issue that is opened or closed between the two requests may be in both lists: the later one counts.
        const all = new Map([...open, ...closed].map((one) => [one.number, one]));
        return [...all.values()].filter((one) => !one.pull_request).map(issueOf);
      }),
    open: (title, body) =>
      orForgeError(async () => issueOf((await rest.issues.create({ ...repository, title, body })).data)),
    edit: (issue_number, change) =>
      orNull(
        async () => issueOf((await rest.issues.update({ ...repository, issue_number, ...change })).data),
        [404, 410],
      ),
    remark: async (issue, text) => void (await forge.addComment(issue, text)),
    between: (good, bad) =>
      isGitea(client)
        ? giteaCommits(client, repository).between(good, bad)
        : orNull(async () => {
            const basehead = `${good}...${bad}`;
            const { data } = await rest.repos.compareCommitsWithBasehead({ ...page, basehead });
            return {
              list: data.commits.map(({ sha, commit }) => ({ sha, subject: firstLine(commit.message) })),
              total: data.total_commits,
              straight: data.merge_base_commit.sha === good,
            };
          }, [404]),
  };
}

interface ApiIssue {
  readonly number: number;
  readonly html_url: string;
  readonly state: string;
  readonly body?: string | null | undefined;
  readonly user: ApiUser | null;
}
const issueOf = ({ number, html_url: url, state, body, user }: ApiIssue): Issue => ({
  number,
  url,
  body: body ?? "",
  open: state === "open",
  author: authorOf(user),
});
