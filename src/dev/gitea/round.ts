import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { runGit } from "../../testing/git.ts";
import { SCRIPT, SERVER, SHOP_CONFIG } from "../../testing/project.ts";
import { ROOT } from "../command.ts";
import { programs } from "./programs.ts";
import { Gitea } from "./server.ts";

/**
 * Tries the workflow that `init` writes on a real Gitea with its own runner. There are three pull requests: one cannot
 * affect anything, one is harmless, one is slower, and mended by a second push. Then come the page of the default branch
 * and a proposed baseline. Fails where one of them ends in another way than it should.
 *
 * Usage: npm run e2e:gitea [-- GITEA SOURCE RUNNER CHECKOUT]
 */
const { gitea: binary, source, runner, checkout } = programs(process.argv.slice(2));
/** Seconds until a job has ended. */
const TIMEOUT = 120;

interface Seen {
  readonly state: string;
  readonly description: string;
  readonly comments: readonly string[];
}

const say = (what: string) => process.stdout.write(`${what}\n`);
function demand(what: string, holds: boolean): void {
  say(`${holds ? "✓" : "✗"} ${what}`);
  if (!holds) process.exitCode = 1;
}

await using gitea = await Gitea.start(binary, source);
const push = (folder: string, to: string, ...refs: string[]) =>
  void runGit({ cwd: folder }, "push", "-q", "-f", to, ...refs);
// Actions come first: a repository whose own workflows must not run here has no Actions.
await gitea.ask("POST", "/orgs", { username: "actions" });
const theirs = await gitea.repository("checkout", "actions");
const ours = await gitea.repository("steelyard");
for (const name of ["actions/checkout", "octo/steelyard"])
  await gitea.ask("PATCH", `/repos/${name}`, { has_actions: false });
push(checkout, theirs, "refs/heads/*:refs/heads/*", "refs/tags/*:refs/tags/*");
push(ROOT, ours, "HEAD:refs/heads/main");

const work = mkdtempSync(join(tmpdir(), "steelyard-round-"));
try {
  await using _runner = await gitea.runner(runner, ["self-hosted", "perf"]);
  const remote = await gitea.repository("shop");
  const git = (...args: string[]) => runGit({ cwd: work }, ...args).trim();
  const commit = (files: Readonly<Record<string, string>>, message: string) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(work, name), text);
    git("add", "-A");
    git("commit", "-qm", message);
    return git("rev-parse", "HEAD");
  };
  git("init", "-q", "-b", "main");
  git("remote", "add", "origin", remote);
  commit({ "server.mjs": SERVER, "load.ts": SCRIPT, ".gitignore": ".steelyard\n" }, "A shop");
  const cli = join(ROOT, "action/dist/cli.mjs");
  const init = ["init", "--forge", "gitea", "--from", "octo/steelyard@main"];
  execFileSync(process.execPath, [cli, ...init], { cwd: work, stdio: "pipe" });
  const short = SHOP_CONFIG.replace(
    "duration: 200ms, trials: 3",
    "duration: 500ms, trials: 6, pairs: [6, 12]",
  ).replace("starts: 1", 'starts: 1, why: never, paths: ["!docs.md"]');
  const main = commit({ ".github/steelyard.yml": short }, "Measure it");

  const judged = async (sha: string, pull?: number): Promise<Seen> => {
    for (const end = Date.now() + TIMEOUT * 1000; Date.now() < end; await delay(1_000)) {
      const path = `/repos/octo/shop/commits/${sha}/status`;
      const { statuses } = (await gitea.ask("GET", path)) as { statuses: Record<string, string>[] | null };
      const all = statuses ?? [];
      const found = all.find(({ context }) => context === "steelyard");
      const jobs = all.filter(({ context }) => context !== "steelyard");
      const over = jobs.length > 0 && jobs.every(({ status }) => status !== "pending");
      if (!over) continue;
      const comments =
        pull === undefined ? [] : await gitea.ask("GET", `/repos/octo/shop/issues/${pull}/comments`);
      return {
        state: found?.status ?? "none",
        description: found?.description ?? "no status",
        comments: (comments as { body: string }[]).map(({ body }) => body),
      };
    }
    throw new Error(`no verdict on ${sha} in ${TIMEOUT} s:\n${await gitea.logs()}`);
  };
  const title = ({ comments }: Seen) => /^#+ .*$/m.exec(comments[0] ?? "")?.[0] ?? "no comment";
  const proposal = async (branch: string, files: Readonly<Record<string, string>>) => {
    git("switch", "-q", "-c", branch, "main");
    const sha = commit(files, `Change of ${branch}`);
    push(work, remote, branch);
    await gitea.until(`/repos/octo/shop/branches/${branch}`);
    const made = await gitea.ask("POST", "/repos/octo/shop/pulls", {
      head: branch,
      base: "main",
      title: branch,
    });
    return { sha, number: (made as { number: number }).number };
  };

  push(work, remote, "main");
  const first = await judged(main);
  say(`main: ${first.state}, ${first.description}`);
  demand("the default branch has a status", first.state !== "none");
  demand("its trend page is published", (await page(gitea)).includes("<html"));

  const manual = await proposal("manual", { "docs.md": "How it is used.\n" });
  const apart = await judged(manual.sha, manual.number);
  say(`manual: ${apart.state}, ${apart.description}; ${title(apart)}`);
  demand(
    "a pull request that cannot affect anything passes without a measurement",
    apart.state === "success" && /Not affected/.test(title(apart)),
  );

  const harmless = await proposal("harmless", { ".nvmrc": "24.21\n" });
  const same = await judged(harmless.sha, harmless.number);
  say(`harmless: ${same.state}, ${same.description}; ${title(same)}`);
  demand(
    "a harmless pull request passes, with one comment",
    same.state === "success" && same.comments.length === 1,
  );
  demand(
    "its comment names the other version of Node.js",
    /`\.nvmrc`: `24\.21` added/.test(same.comments[0] ?? ""),
  );

  const slower = await proposal("slower", { "server.mjs": SERVER.replace("BURN ?? 0", "BURN ?? 4000") });
  const red = await judged(slower.sha, slower.number);
  say(`slower: ${red.state}, ${red.description}; ${title(red)}`);
  demand("a slower one fails, with one comment", red.state === "failure" && red.comments.length === 1);

  const mended = commit({ "server.mjs": `${SERVER}\n// the same again\n` }, "Mend it");
  push(work, remote, "slower");
  const green = await judged(mended, slower.number);
  say(`mended: ${green.state}, ${green.description}; ${title(green)}`);
  demand(
    "a second push updates the comment",
    green.state === "success" && green.comments.length === 1 && title(green) !== title(red),
  );

  const dispatch = { ref: "main", inputs: { "refresh-baseline": "true" } };
  await gitea.ask("POST", "/repos/octo/shop/actions/workflows/perf.yml/dispatches", dispatch);
  const proposed = await baseline(gitea);
  say(`baseline: ${proposed}`);
  demand("a baseline is proposed by a pull request", proposed.startsWith("steelyard/baseline-"));
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function page({ root, token }: Gitea): Promise<string> {
  const answer = await fetch(`${root}/octo/shop/raw/branch/gh-pages/steelyard/index.html`, {
    headers: { authorization: `token ${token}` },
  });
  return answer.text();
}

/** The branch of the pull request that proposes a baseline. */
async function baseline(of: Gitea): Promise<string> {
  for (const end = Date.now() + TIMEOUT * 1000; Date.now() < end; await delay(1_000)) {
    const all = (await of.ask("GET", "/repos/octo/shop/pulls?state=open")) as { head: { ref: string } }[];
    const found = all.find(({ head }) => head.ref.startsWith("steelyard/"));
    if (found) return found.head.ref;
  }
  return `none:\n${await of.logs()}`;
}
