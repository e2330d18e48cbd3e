import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { runGit } from "../../testing/git.ts";
import { SCRIPT, SERVER, SHOP_CONFIG } from "../../testing/project.ts";
import { ROOT } from "../command.ts";
import type { Gitea } from "./server.ts";

/** Seconds until a job has ended. */
const TIMEOUT = 120;
const REPOSITORY = "/repos/octo/shop";

/** A commit, as a person sees it. */
export interface Seen {
  readonly state: string;
  readonly description: string;
  readonly comments: readonly string[];
  /** The first heading of the first comment. */
  readonly title: string;
}
export interface Pull {
  readonly sha: string;
  readonly number: number;
}
/** A run of a workflow that was started by hand. */
export interface Ran {
  readonly number: number;
  readonly jobs: readonly string[];
}
interface Status {
  readonly id: number;
  readonly context: string;
  readonly status: string;
  readonly description: string;
}
/** A job that a runner has taken, as both forges list them. */
interface Task {
  readonly name: string;
  readonly event: string;
  readonly status: string;
  readonly workflow_id: string;
  readonly run_number: number;
}

/** A repository on a Gitea, with what `steelyard init` writes, and a checkout of it. */
export class Shop implements Disposable {
  private readonly gitea: Gitea;
  private readonly forge: string;
  readonly folder = mkdtempSync(join(tmpdir(), "steelyard-round-"));

  /** @param forge gitea or forgejo */
  constructor(gitea: Gitea, forge: string) {
    this.gitea = gitea;
    this.forge = forge;
  }

  git(...args: string[]): string {
    return runGit({ cwd: this.folder }, ...args).trim();
  }

  ask(method: string, path: string, body?: unknown, as?: string): Promise<unknown> {
    return this.gitea.ask(method, REPOSITORY + path, body, as);
  }

  commit(files: Readonly<Record<string, string>>, message: string): string {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.folder, name), text);
    this.git("add", "-A");
    this.git("commit", "-qm", message);
    return this.git("rev-parse", "HEAD");
  }

  /** Its first commits, with two workloads; returns the tip of main, which is not pushed yet. */
  async begin(): Promise<string> {
    const remote = await this.gitea.repository("shop");
    this.git("init", "-q", "-b", "main");
    this.git("remote", "add", "origin", remote);
    this.commit({ "server.mjs": SERVER, "load.ts": SCRIPT, ".gitignore": ".steelyard\n" }, "A shop");
    const init = ["init", "--forge", this.forge, "--from", "octo/steelyard@main"];
    execFileSync(process.execPath, [join(ROOT, "action/dist/cli.mjs"), ...init], {
      cwd: this.folder,
      stdio: "pipe",
    });
    const browse =
      "{ k6: load.ts, warmup: 0s, settle: 0s, measure: { duration: 500ms, trials: 6, pairs: [6, 12] } }";
    const config = SHOP_CONFIG.replace(/ {2}browse: .*/, `  browse: ${browse}\n  list: ${browse}`);
    const policy = 'starts: 1, why: never, paths: ["!docs.md"]';
    return this.commit(
      { ".github/steelyard.yml": config.replace("starts: 1, why: never", policy) },
      "Measure it",
    );
  }

  push(branch: string, to = "origin"): void {
    this.git("push", "-q", "-f", to, branch);
  }

  /** A branch of one commit beside main. */
  private branch(branch: string, files: Readonly<Record<string, string>>): string {
    this.git("switch", "-q", "-c", branch, "main");
    return this.commit(files, `Change of ${branch}`);
  }

  /** A pull request of the repository's own. */
  async propose(branch: string, files: Readonly<Record<string, string>>): Promise<Pull> {
    const sha = this.branch(branch, files);
    this.push(branch);
    await this.gitea.until(`${REPOSITORY}/branches/${branch}`);
    return { sha, number: await this.open(branch) };
  }

  /** A pull request of a stranger's fork. */
  async proposeFromFork(
    login: string,
    branch: string,
    files: Readonly<Record<string, string>>,
  ): Promise<Pull> {
    await this.gitea.user(login);
    await this.ask("POST", "/forks", {}, login);
    await this.gitea.until(`/repos/${login}/shop/branches/main`);
    const sha = this.branch(branch, files);
    this.push(branch, this.gitea.remote("shop", login));
    await this.gitea.until(`/repos/${login}/shop/branches/${branch}`);
    return { sha, number: await this.open(`${login}:${branch}`, login) };
  }

  private async open(head: string, as?: string): Promise<number> {
    const made = await this.ask("POST", "/pulls", { head, base: "main", title: head }, as);
    return (made as { number: number }).number;
  }

  /** A verdict, once every job of the commit has ended. */
  judged(sha: string, pull?: number): Promise<Seen> {
    return this.until(`a verdict on ${sha}`, async () => {
      const jobs = (await this.statuses(sha)).filter(({ context }) => context !== "steelyard");
      if (jobs.length === 0 || jobs.some(({ status }) => status === "pending")) return null;
      return this.seen(sha, pull);
    });
  }

  /** The last status of each context. */
  private async statuses(sha: string): Promise<Status[]> {
    const all = (await this.ask("GET", `/statuses/${sha}`)) as Status[];
    const ordered = all.toSorted((a, b) => a.id - b.id);
    return [...new Map(ordered.map((one) => [one.context, one])).values()];
  }

  /** A commit as it is seen now. */
  async seen(sha: string, pull?: number): Promise<Seen> {
    const found = (await this.statuses(sha)).find(({ context }) => context === "steelyard");
    const comments = pull === undefined ? [] : await this.comments(pull);
    return {
      state: found?.status ?? "none",
      description: found?.description ?? "no status",
      comments,
      title: /^#+ .*$/m.exec(comments[0] ?? "")?.[0] ?? "no comment",
    };
  }

  /** Texts of comments that no person wrote. */
  async comments(pull: number): Promise<string[]> {
    const all = (await this.ask("GET", `/issues/${pull}/comments`)) as {
      body: string;
      user: { login: string };
    }[];
    return all.filter(({ user }) => user.login === `${this.forge}-actions`).map(({ body }) => body);
  }

  /** Somebody's comment, and the reactions to it once there are so many. */
  async say(pull: number, body: string, answers: number, as?: string): Promise<string[]> {
    const { id } = (await this.ask("POST", `/issues/${pull}/comments`, { body }, as)) as { id: number };
    return this.until(`an answer to ${body}`, async () => {
      const all = (await this.ask("GET", `/issues/comments/${id}/reactions`)) as { content: string }[] | null;
      return (all ?? []).length >= answers ? all!.map(({ content }) => content) : null;
    });
  }

  /** The answer of Steelyard to a request that it refuses. */
  refusal(pull: number): Promise<string> {
    return this.until("refusal", async () => {
      const all = await this.comments(pull);
      return all.find((body) => body.startsWith("**Not measured:**")) ?? null;
    });
  }

  /** The first run of perf.yml by hand after another one, once its report has ended. */
  ended(after = 0): Promise<Ran> {
    return this.until("run by hand", async () => {
      const [first] = await this.runsOf("perf.yml", after);
      return first ?? null;
    });
  }

  /** Ended runs by hand of a workflow, oldest first. */
  async runsOf(workflow: string, after = 0): Promise<Ran[]> {
    const { workflow_runs: all } = (await this.ask("GET", "/actions/tasks?limit=50")) as {
      workflow_runs: Task[];
    };
    const found: Ran[] = [];
    const later = all.filter(
      (one) => one.event === "workflow_dispatch" && one.workflow_id === workflow && one.run_number > after,
    );
    for (const number of [...new Set(later.map((one) => one.run_number))].sort((a, b) => a - b)) {
      const own = later.filter((one) => one.run_number === number);
      const last =
        own.find(({ name }) => name === "report") ?? own.find(({ status }) => status === "failure");
      if (last === undefined || ["running", "waiting"].includes(last.status)) continue;
      found.push({ number, jobs: own.map(({ name, status }) => `${name}: ${status}`).sort() });
    }
    return found;
  }

  /** The first answer that is not null. @throws after the time limit, with the logs */
  async until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
    for (const end = Date.now() + TIMEOUT * 1000; Date.now() < end; await delay(1_000)) {
      const found = await look();
      if (found !== null) return found;
    }
    throw new Error(`no ${what} in ${TIMEOUT} s:\n${await this.gitea.logs()}`);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
