import { silent } from "../base/log.ts";
import { clientOf } from "../github/client.ts";
import { restIssues } from "../github/issues.ts";
import { restLookup } from "../github/lookup.ts";
import { restProposals } from "../github/proposals.ts";
import { restRequests } from "../github/requests.ts";
import { restForge } from "../github/rest.ts";

/** The answers of a real Gitea, by method and address. */
export interface Recorded {
  readonly version: string;
  /** Commits of its repository, by the names that `record.ts` gives them. */
  readonly shas: Readonly<Record<string, string>>;
  readonly answers: Record<string, { readonly status: number; readonly type: string; readonly text: string }>;
}

export interface Asking extends Pick<Recorded, "shas"> {
  readonly api: string;
  readonly token: string;
  /** The token of somebody who may write to the repository, and does not administer it: as that of a job. */
  readonly writer: string;
}

/** Everything that our clients ask a forge, of a repository with one pull request and no runs, and in what words. */
export function questions({
  api,
  token,
  writer,
  shas,
}: Asking): [name: string, ask: () => Promise<unknown>][] {
  const client = clientOf({ token, api, log: silent, pace: { second: 1 } });
  const name = { owner: "octo", repo: "shop" };
  const forge = restForge(client, name);
  const look = restLookup(client, name);
  const proposals = restProposals(client, name, async () => false);
  const issues = restIssues(client, name);
  const job = clientOf({ token: writer, api, log: silent, pace: { second: 1 } });
  const asks = restRequests(job, name);
  const ofOrganization = restLookup(job, { owner: "hive", repo: "shop" });
  const { first = "", second = "", main = "", topic = "" } = shas;
  const nowhere = "f".repeat(40);
  return [
    ["a pull request", () => forge.pull(1)],
    ["no pull request", () => forge.pull(99)],
    ["pull requests of a branch", () => forge.pullsFrom("octo", "topic")],
    ["pull requests of a branch that has none", () => forge.pullsFrom("octo", "main")],
    ["pull requests of a commit", () => forge.pullsOf(topic)],
    ["pull requests of a commit that has none", () => forge.pullsOf(main)],
    ["the merge-base of a branch that was brought up to date", () => forge.mergeBase("main", topic)],
    ["the merge-base of a commit of main", () => forge.mergeBase("main", first)],
    ["the merge-base of an unknown commit", () => forge.mergeBase("main", nowhere)],
    ["a file", () => forge.tree(main).file("steelyard.yml")],
    ["no file", () => forge.tree(main).file("nothing")],
    ["all files of a commit", () => forge.listing(topic).then((all) => [...all!.entries.keys()])],
    ["a file, found among all", () => forge.listing(topic).then((all) => all!.text("a"))],
    ["the default branch", () => forge.defaultBranch()],
    ["its own login", () => forge.self()],
    ["the jobs of an unknown run", () => forge.jobs(1)],
    ["a comment", () => forge.addComment(1, "Hello").then(({ body }) => body)],
    ["comments", () => forge.comments(1).then((all) => all.map(({ body, author }) => ({ body, author })))],
    [
      "a check",
      () =>
        forge.addCheck({
          name: "steelyard",
          sha: topic,
          conclusion: "success",
          title: "Fine",
          summary: "Fine",
          annotations: [],
          details: "https://gitea.test/run",
          compared: true,
        }),
    ],
    ["records of checks", () => forge.records(topic, "steelyard")],
    ["the conclusion of a check", () => forge.newestCheck(topic, "steelyard")],
    ["the merge queue of a branch", () => forge.queue("main")],
    ["tags", () => forge.tags()],
    [
      "a status that warns",
      () =>
        forge.addStatus({
          sha: topic,
          state: "warning",
          context: "steelyard",
          description: "Not compared",
          details: "https://gitea.test/run",
        }),
    ],
    ["the commit of a branch", () => look.commit("topic")],
    ["the commit of an abbreviation", () => look.commit(first.slice(0, 10))],
    ["no commit", () => look.commit("nowhere")],
    ["the permission of the owner", () => look.permission("octo")],
    ["the permission of a stranger", () => look.permission("stranger")],
    ["the permission of the owner, asked by a job", () => asks.permission("Octo")],
    ["the permission of a writer, asked by a job", () => asks.permission("ann")],
    ["the permission of a stranger, asked by a job", () => asks.permission("nobody")],
    [
      "the permission of a writer, asked by a job of an organization",
      () => ofOrganization.permission("ann").catch(({ message }: Error) => message),
    ],
    ["whether a job starts workflows", async () => asks.isBot("gitea-actions")],
    ["a reaction", () => asks.react(1, "eyes").then(() => "done")],
    ["the removal of a label", () => asks.removeLabel(1, "perf").then(() => "done")],
    ["the removal of a label that is gone", () => asks.removeLabel(1, "gone").then(() => "done")],
    ["an answer", () => asks.answer(1, "Hello").then(() => "done")],
    ["when the head was pushed", async () => asks.pushed((await forge.pull(1))!)],
    ["the start of a workflow", () => asks.dispatch("perf.yml", "jobs", { sha: topic }).then(() => "done")],
    ["runs that were started", () => asks.recent("perf.yml", "2026-01-01T00:00:00Z")],
    ["runs of another workflow", () => asks.recent("other.yml", "2026-01-01T00:00:00Z")],
    ["the tip of a branch", () => proposals.tip("main")],
    ["the tip of no branch", () => proposals.tip("steelyard/baseline-x")],
    ["whether main contains its first commit", () => proposals.contains("main", first)],
    ["whether main contains a commit of a branch", () => proposals.contains("main", topic)],
    ["the proposal of a branch", () => proposals.pull("topic").then((found) => found?.number)],
    ["the proposal of a branch that has none", () => proposals.pull("steelyard/baseline-x")],
    ["commits in a straight line", () => issues.between(first, main)],
    ["commits past a merge", () => issues.between(second, topic)],
    ["commits aside", () => issues.between(main, topic)],
  ];
}
