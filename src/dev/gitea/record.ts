import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runGit } from "../../testing/git.ts";
import { questions, type Recorded } from "../../testing/gitea.ts";
import { openServer } from "../../testing/server.ts";
import { Gitea } from "./server.ts";

/**
 * Records the answers of a real Gitea to what our clients ask, for `src/github/gitea.itest.ts`.
 *
 * Usage: node src/dev/gitea/record.ts GITEA SOURCE > src/testing/recorded/gitea-1.26.0.json
 */
const [binary = "", source = ""] = process.argv.slice(2);
await using gitea = await Gitea.start(binary, source);
const remote = await gitea.repository("shop");
const { version } = (await gitea.ask("GET", "/version")) as { version: string };

const work = mkdtempSync(join(tmpdir(), "steelyard-record-"));
const JOBS = `name: perf
run-name: perf of pull request 1
on: { workflow_dispatch: { inputs: { sha: { type: string } } } }
jobs: { measure: { runs-on: [self-hosted], steps: [{ run: "true" }] } }
`;
let clock = Date.parse("2026-11-21T10:00:00Z");
const git = (...args: string[]) => {
  clock += 60_000;
  const at = new Date(clock).toISOString();
  const env = { ...process.env, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at };
  return runGit({ cwd: work, env }, ...args).trim();
};
const commit = (file: string, text: string, message: string) => {
  writeFileSync(join(work, file), text);
  git("add", "-A");
  git("commit", "-qm", message);
};

// main:   first ── second ──────────── third
// topic:      └── one ── two ── merge ┘(of second) ── four
git("init", "-q", "-b", "main");
commit("steelyard.yml", "version: 1\n", "first");
git("switch", "-qc", "topic");
commit("a", "1", "one\n\nWith a body.");
commit("a", "2", "two");
git("switch", "-q", "main");
commit("b", "1", "second");
git("switch", "-q", "topic");
git("merge", "-q", "--no-ff", "-m", "merge", "main");
commit("a", "4", "four");
git("switch", "-q", "main");
commit("b", "2", "third");
git("tag", "v1.0", "main~2");
git("tag", "-a", "v1.1", "-m", "A release", "main~1");
git("switch", "-qc", "jobs", "main");
mkdirSync(join(work, ".gitea/workflows"), { recursive: true });
commit(".gitea/workflows/perf.yml", JOBS, "A workflow");
git("push", "-q", remote, "main", "topic", "jobs", "--tags");
const names = { first: "main~2", second: "main~1", main: "main", topic: "topic" };
const shas = Object.fromEntries(Object.entries(names).map(([name, ref]) => [name, git("rev-parse", ref)]));
for (const branch of ["main", "topic", "jobs"]) await gitea.until(`/repos/octo/shop/branches/${branch}`);
await gitea.ask("POST", "/repos/octo/shop/pulls", { head: "topic", base: "main", title: "A change" });
const label = (await gitea.ask("POST", "/repos/octo/shop/labels", { name: "perf", color: "#00ff00" })) as {
  id: number;
};
await gitea.ask("POST", "/repos/octo/shop/issues/1/labels", { labels: [label.id] });
await gitea.ask("POST", "/orgs", { username: "hive" });
await gitea.repository("shop", "hive");
for (const login of ["will", "ann"]) {
  await gitea.user(login);
  for (const owner of ["octo", "hive"])
    await gitea.ask("PUT", `/repos/${owner}/shop/collaborators/${login}`, { permission: "write" });
}

const answers: Recorded["answers"] = {};
await using proxy = await openServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", async () => {
    const { authorization = "", accept = "" } = request.headers;
    const answer = await fetch(gitea.root + request.url, {
      method: request.method!,
      headers: { authorization, accept, "content-type": "application/json" },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const text = (await answer.text()).replaceAll(gitea.root, "https://gitea.test");
    const type = answer.headers.get("content-type") ?? "text/plain";
    answers[`${request.method} ${request.url}`] = { status: answer.status, type, text };
    response.writeHead(answer.status, { "content-type": type }).end(text);
  });
});
try {
  const api = `${proxy.url}/api/v1`;
  const writer = await gitea.tokenOf("will");
  for (const [, ask] of questions({ api, token: gitea.token, writer, shas })) await ask().catch(() => {});
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.stdout.write(`${JSON.stringify({ version, shas, answers } satisfies Recorded, null, 1)}\n`);
