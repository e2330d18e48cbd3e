import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { freePorts } from "../../stack/port.ts";

const exec = promisify(execFile);
/** Seconds until the server answers. */
const READY = 60;
/** Its only user. */
const OWNER = "octo";

/** A Gitea of its own on this machine, with one user, for as long as it is not disposed of. */
export class Gitea implements AsyncDisposable {
  readonly root: string;
  readonly folder: string;
  token = "";
  /** Gitea with its settings, to which a command is added. */
  private readonly argv: readonly [string, ...string[]];
  private server: ChildProcess | undefined;

  private constructor(binary: string, root: string, folder: string) {
    this.root = root;
    this.folder = folder;
    this.argv = [binary, "--config", join(folder, "app.ini"), "--work-path", folder];
  }

  /**
   * @param binary built with SQLite: `go build -tags "sqlite sqlite_unlock_notify"`
   * @param source the module's own files, of which it needs `options` and `templates`
   */
  static async start(binary: string, source: string): Promise<Gitea> {
    const folder = mkdtempSync(join(tmpdir(), "steelyard-gitea-"));
    const [port] = await freePorts(1);
    const root = `http://127.0.0.1:${port}`;
    writeFileSync(join(folder, "app.ini"), settings(folder, root, source));
    const gitea = new Gitea(binary, root, folder);
    try {
      await gitea.begin();
      return gitea;
    } catch (error) {
      await gitea[Symbol.asyncDispose]();
      throw error;
    }
  }

  private async begin(): Promise<void> {
    await this.command("migrate");
    await this.command(
      "admin",
      "user",
      "create",
      "--admin",
      "--username",
      OWNER,
      "--password",
      "a long password 1",
      "--email",
      "octo@example.org",
      "--must-change-password=false",
    );
    this.token = await this.tokenOf(OWNER);
    const log = openSync(join(this.folder, "web.log"), "a");
    const [binary, ...args] = this.argv;
    const server = spawn(binary, [...args, "web"], { stdio: ["ignore", log, log] });
    this.server = server;
    for (const end = Date.now() + READY * 1000; Date.now() < end && server.exitCode === null; ) {
      const answer = await fetch(`${this.root}/api/v1/version`).catch(() => null);
      if (answer?.ok) return;
      await delay(200);
    }
    throw new Error(
      `Gitea does not answer:\n${readFileSync(join(this.folder, "web.log"), "utf8").slice(-2_000)}`,
    );
  }

  tokenOf(login: string): Promise<string> {
    const about = ["--username", login, "--token-name", "test", "--scopes", "all", "--raw"];
    return this.command("admin", "user", "generate-access-token", ...about);
  }

  /** The last line that a command of Gitea prints: warnings come before it. */
  private async command(...args: string[]): Promise<string> {
    const [binary, ...common] = this.argv;
    return (await exec(binary, [...common, ...args])).stdout.trim().split("\n").at(-1)!;
  }

  /** The answer of its API. @param as another user in place of its owner */
  async ask(method: string, path: string, body?: unknown, as: string = OWNER): Promise<unknown> {
    const answer = await fetch(`${this.root}/api/v1${path}`, {
      method,
      headers: { authorization: `token ${this.token}`, "content-type": "application/json", sudo: as },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
    return text === "" ? null : JSON.parse(text);
  }

  /** The answer of an address that there will be: a push, for example, is entered into the database later. */
  async until(path: string): Promise<unknown> {
    for (const end = Date.now() + READY * 1000; ; await delay(200)) {
      try {
        return await this.ask("GET", path);
      } catch (error) {
        if (Date.now() > end) throw error;
      }
    }
  }

  /** The address of a repository to push to, with the token. */
  remote(name: string, owner = OWNER): string {
    return `${this.root.replace("//", `//${OWNER}:${this.token}@`)}/${owner}/${name}.git`;
  }

  /** A new repository; returns the address to push to. */
  async repository(name: string, owner = OWNER): Promise<string> {
    const path = owner === OWNER ? "/user/repos" : `/orgs/${owner}/repos`;
    await this.ask("POST", path, { name, default_branch: "main" });
    return this.remote(name, owner);
  }

  /** Adds a user, who may write to none of the repositories. */
  async user(login: string): Promise<void> {
    const about = {
      email: `${login}@example.org`,
      password: "a long password 2",
      must_change_password: false,
    };
    await this.ask("POST", "/admin/users", { username: login, ...about });
  }

  /** The last lines of the server, the runner and the last job. */
  async logs(): Promise<string> {
    const files = ["web.log", "measurer/runner.log", "reporter/runner.log"].map((name) => {
      const path = join(this.folder, name);
      return existsSync(path) ? readFileSync(path, "utf8").slice(-3_000) : "";
    });
    const none = { jobs: [] }; // on Forgejo, which has no such list
    const { jobs = [] } = (await this.ask("GET", "/repos/octo/shop/actions/jobs").catch(() => none)) as {
      jobs?: { id: number }[];
    };
    const job = jobs.length === 0 ? null : Math.max(...jobs.map(({ id }) => id));
    const path = `${this.root}/api/v1/repos/octo/shop/actions/jobs/${job}/logs`;
    const answer = job !== null && (await fetch(path, { headers: { authorization: `token ${this.token}` } }));
    return [...files, answer ? (await answer.text()).slice(-6_000) : ""].join("\n---\n");
  }

  /** Registers a runner of this name that runs jobs on this machine, and starts it. */
  async runner(binary: string, name: string, labels: readonly string[]): Promise<AsyncDisposable> {
    const folder = join(this.folder, name);
    mkdirSync(folder);
    const token = await this.command("actions", "generate-runner-token");
    const about = ["--no-interactive", "--instance", this.root, "--token", token, "--name", name];
    await exec(binary, ["register", ...about, "--labels", labels.map((one) => `${one}:host`).join(",")], {
      cwd: folder,
    });
    // Fetched actions are kept by the address that they were fetched from, which is another in each round.
    writeFileSync(
      join(folder, "config.yaml"),
      `host: { workdir_parent: ${JSON.stringify(join(folder, "work"))} }\n`,
    );
    const log = openSync(join(folder, "runner.log"), "a");
    const daemon = spawn(binary, ["daemon", "--config", "config.yaml"], {
      cwd: folder,
      stdio: ["ignore", log, log],
    });
    return { [Symbol.asyncDispose]: () => ended(daemon) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.server !== undefined) await ended(this.server);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  if ((await Promise.race([gone, delay(10_000, "late")])) === "late") child.kill("SIGKILL");
  await gone;
}

const settings = (folder: string, root: string, source: string) => `RUN_MODE = prod
WORK_PATH = ${folder}
I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${new URL(root).port}
ROOT_URL = ${root}/
STATIC_ROOT_PATH = ${source}
DISABLE_SSH = true
OFFLINE_MODE = true
[database]
DB_TYPE = sqlite3
PATH = ${folder}/gitea.db
[security]
INSTALL_LOCK = true
SECRET_KEY = of a test
[actions]
ENABLED = true
DEFAULT_ACTIONS_URL = self
[service]
DISABLE_REGISTRATION = true
[log]
LEVEL = warn
`;
