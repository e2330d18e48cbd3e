import { basename, join } from "node:path";
import { runGit } from "../../testing/git.ts";
import { SERVER } from "../../testing/project.ts";
import { ROOT } from "../command.ts";
import { makeChangePoint } from "./changepoint.ts";
import { ACTIONS, programs } from "./programs.ts";
import { Gitea } from "./server.ts";
import { type Seen, Shop } from "./shop.ts";

/**
 * Tries the workflows that `init` writes on a real Gitea with its own runners. Pull requests cannot affect
 * anything, are harmless, or are slower until a second push. They are measured by hand, by `/perf` and by a label; in two
 * shards; and of a fork. Then come the page of the default branch, a proposed baseline and an issue about a change point.
 * Fails where one of them ends in another way than it should. The same on a Forgejo, whose program is given in place of Gitea's.
 *
 * Usage: npm run e2e:gitea [-- GITEA SOURCE RUNNER ACTIONS]
 */
const { gitea: binary, source, runner, actions } = programs(process.argv.slice(2));
const forge = basename(binary).startsWith("forgejo") ? "forgejo" : "gitea";

const say = (what: string) => process.stdout.write(`${what}\n`);
function demand(what: string, holds: boolean): void {
  say(`${holds ? "✓" : "✗"} ${what}`);
  if (!holds) process.exitCode = 1;
}
const show = (name: string, { state, description, title }: Seen) =>
  say(`${name}: ${state}, ${description}; ${title}`);

await using gitea = await Gitea.start(binary, source);
// Actions come first: a repository whose own workflows must not run here has no Actions.
for (const [owner, names] of Object.entries(ACTIONS)) {
  await gitea.ask("POST", "/orgs", { username: owner });
  for (const name of names) {
    const theirs = await gitea.repository(name, owner);
    await gitea.ask("PATCH", `/repos/${owner}/${name}`, { has_actions: false });
    const refs = ["refs/heads/*:refs/heads/*", "refs/tags/*:refs/tags/*"];
    runGit({ cwd: join(actions, name) }, "push", "-q", "-f", theirs, ...refs);
  }
}
const ours = await gitea.repository("steelyard");
await gitea.ask("PATCH", "/repos/octo/steelyard", { has_actions: false });
runGit({ cwd: ROOT }, "push", "-q", "-f", ours, "HEAD:refs/heads/main");

await using _measurer = await gitea.runner(runner, "measurer", ["self-hosted", "perf"]);
await using _reporter = await gitea.runner(runner, "reporter", ["self-hosted", "report"]);
using shop = new Shop(gitea, forge);

const main = await shop.begin();
shop.push("main");
const first = await shop.judged(main);
show("main", first);
demand("the default branch has a status", first.state !== "none");
demand("its trend page is published", (await page()).includes("<html"));

const manual = await shop.propose("manual", { "docs.md": "How it is used.\n" });
const apart = await shop.judged(manual.sha, manual.number);
show("manual", apart);
demand(
  "a pull request that cannot affect anything passes without a measurement",
  apart.state === "success" && /Not affected/.test(apart.title),
);

const reactions = await shop.say(manual.number, "/perf list --budget 1m", 2);
const byComment = await shop.ended();
const asked = await shop.seen(manual.sha, manual.number);
show(`/perf (${reactions.join(", ")}; ${byComment.jobs.join(", ")})`, asked);
demand(
  "/perf measures the workload that it names all the same, and updates the comment",
  asked.state === "success" &&
    asked.comments.length === 1 &&
    !/Not affected/.test(asked.title) &&
    /`list`/.test(asked.comments[0]!) &&
    !/`browse`/.test(asked.comments[0]!),
);
await shop.say(manual.number, "/perf nothing", 2);
demand(
  "an unknown workload is refused with the known ones",
  /"nothing".*browse, list/s.test(await shop.refusal(manual.number)),
);

const harmless = await shop.propose("harmless", { ".nvmrc": "24.21\n" });
const same = await shop.judged(harmless.sha, harmless.number);
show("harmless", same);
demand(
  "a harmless pull request passes, with one comment",
  same.state === "success" && same.comments.length === 1,
);
demand(
  "its comment names the other version of Node.js",
  /`\.nvmrc`: `24\.21` added/.test(same.comments[0] ?? ""),
);

const label = (await shop.ask("POST", "/labels", { name: "perf", color: "#00ff00" })) as { id: number };
await shop.ask("POST", `/issues/${harmless.number}/labels`, { labels: [label.id] });
const byLabel = await shop.ended(byComment.number);
const labels = (await shop.ask("GET", `/issues/${harmless.number}/labels`)) as unknown[];
const again = await shop.seen(harmless.sha, harmless.number);
show(`label (${byLabel.jobs.join(", ")})`, again);
demand(
  "a label measures again, and is removed",
  again.state === "success" && again.comments.length === 1 && labels.length === 0,
);

const inputs = { "pull-request": String(harmless.number) };
await shop.ask("POST", "/actions/workflows/perf.yml/dispatches", { ref: "main", inputs });
const byHand = await shop.ended(byLabel.number);
const once = await shop.seen(harmless.sha, harmless.number);
show(`by hand (${byHand.jobs.join(", ")})`, once);
demand("a measurement by hand does so, too", once.state === "success" && once.comments.length === 1);

const slower = await shop.propose("slower", { "server.mjs": SERVER.replace("BURN ?? 0", "BURN ?? 4000") });
const red = await shop.judged(slower.sha, slower.number);
show("slower", red);
demand("a slower one fails, with one comment", red.state === "failure" && red.comments.length === 1);

const mended = shop.commit({ "server.mjs": `${SERVER}\n// the same again\n` }, "Mend it");
shop.push("slower");
const green = await shop.judged(mended, slower.number);
show("mended", green);
demand(
  "a second push updates the comment",
  green.state === "success" && green.comments.length === 1 && green.title !== red.title,
);

const workflow = `.${forge}/workflows/perf.yml`;
const shared = shop
  .git("show", `main:${workflow}`)
  .replace("SHARDS: 1", "SHARDS: 2")
  .replace("[1]", "[1, 2]");
const shards = await shop.propose("shards", { [workflow]: `${shared}\n` });
const joined = await shop.judged(shards.sha, shards.number);
show("shards", joined);
demand(
  "two shards end in one comment with the workloads of both",
  joined.state === "success" && joined.comments.length === 1 && /`browse`.*`list`/s.test(joined.comments[0]!),
);

// No job that a comment on a fork's pull request starts may write there: such a one is measured by hand.
const fork = await shop.proposeFromFork("stranger", "theirs", { "server.mjs": `${SERVER}\n// of a fork\n` });
const refused = await shop.say(harmless.number, "/perf", 2, "stranger");
demand(
  "a stranger's request is refused without an answer",
  refused.includes("-1") && (await shop.comments(harmless.number)).length === 1,
);
const start = (more: Readonly<Record<string, string>>) =>
  shop.ask("POST", "/actions/workflows/perf.yml/dispatches", {
    ref: "main",
    inputs: { "pull-request": String(fork.number), ...more },
  });
await start({});
const unnamed = await shop.ended(byHand.number);
await start({ sha: fork.sha });
const ofFork = await shop.ended(unnamed.number);
const theirs = await shop.seen(fork.sha, fork.number);
say(`fork: without its commit ${unnamed.jobs.join(", ")}`);
show(`fork (${ofFork.jobs.join(", ")})`, theirs);
demand(
  "a fork's commit is measured by hand where it is named, and not else",
  unnamed.jobs.includes("target: failure") &&
    !unnamed.jobs.includes("measure (1): success") &&
    theirs.state === "success" &&
    theirs.comments.length === 1,
);

await shop.ask("POST", "/actions/workflows/perf.yml/dispatches", {
  ref: "main",
  inputs: { "refresh-baseline": forge === "forgejo" ? "on" : "true" }, // as each takes a boolean
});
const proposed = await shop.until("proposed baseline", async () => {
  const all = (await shop.ask("GET", "/pulls?state=open")) as { head: { ref: string } }[];
  return all.find(({ head }) => head.ref.startsWith("steelyard/"))?.head.ref ?? null;
});
say(`baseline: ${proposed}`);
demand("a baseline is proposed by a pull request", proposed.startsWith("steelyard/baseline-"));

const since = await makeChangePoint(shop, forge);
const track = () => shop.ask("POST", "/actions/workflows/track.yml/dispatches", { ref: "main", inputs: {} });
const issues = async () => {
  const all = (await shop.ask("GET", "/issues?type=issues&state=all")) as { title: string; body: string }[];
  return all.map(({ title, body }) => ({ title, body }));
};
await track();
const [issue] = await shop.until("issue", async () => {
  const all = await issues();
  return all.length > 0 ? all : null;
});
say(`change point: ${issue!.title}`);
await track();
await shop.until("second look", async () => (await shop.runsOf("track.yml")).length === 2 || null);
demand(
  "a change point of the history has one issue, with its commit",
  issue!.title.includes(since.slice(0, 9)) &&
    issue!.body.includes("Change 10") &&
    (await issues()).length === 1,
);

async function page(): Promise<string> {
  const answer = await fetch(`${gitea.root}/octo/shop/raw/branch/gh-pages/steelyard/index.html`, {
    headers: { authorization: `token ${gitea.token}` },
  });
  return answer.text();
}
