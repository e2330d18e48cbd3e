import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { perfWorkflow } from "../../init/workflows.ts";
import type { Run } from "../../model/run.ts";
import { GithubDouble, TOKEN } from "../github/server.ts";
import { Project, testEnv } from "../project.ts";
import { zip } from "../zip.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const INPUTS = ["path", "ref", "repository", "fetch-depth", "persist-credentials", "sparse-checkout"];
const ARTIFACT_INPUTS = ["name", "path", "if-no-files-found", "overwrite"];

/** Number of the workflow run that measures. */
export const MEASURED = 1;

/** A checkout that a step made. */
export interface CheckedOut {
  readonly job: string;
  readonly path?: string;
  readonly ref: string;
}

/** A pull request, and the event that it causes, from which repository it may come. */
export interface Opened {
  readonly base: string;
  readonly head: string;
  readonly event: (from?: string) => object;
}

export interface Acted {
  readonly code: number | null;
  /** What act printed: a line of JSON for each line of each step. */
  readonly text: string;
  readonly checkouts: readonly CheckedOut[];
  /** Jobs that ran, by name, and how they ended. */
  readonly jobs: Readonly<Record<string, string>>;
}

/**
 * Workflows of this repository in a project, run by act on this machine. GitHub is the double; `actions/checkout` and
 * `actions/upload-artifact` are replaced, because act cannot fetch them here. `caller.yml` is what `steelyard init`
 * writes, but that it calls the workflow beside it.
 */
export class Workflows implements AsyncDisposable {
  readonly project: Project;
  readonly double: GithubDouble;
  private readonly folder = mkdtempSync(join(tmpdir(), "steelyard-act-"));
  private readonly programs: { readonly act: string; readonly k6: string };

  private constructor(project: Project, double: GithubDouble, programs: Workflows["programs"]) {
    this.project = project;
    this.double = double;
    this.programs = programs;
    this.standIn("checkout", INPUTS);
    this.standIn("upload", ARTIFACT_INPUTS);
    writeFileSync(this.seen, "");
  }

  /** @param files of the project in addition to its config and the workflows */
  static async start(
    config: string,
    programs: { act: string; k6: string },
    files: Readonly<Record<string, string>> = {},
  ): Promise<Workflows> {
    const workflow = (name: string) => readFileSync(join(ROOT, ".github/workflows", name), "utf8");
    const called = perfWorkflow({ repository: "octo/steelyard", ref: "v1" }, "main").replace(
      "octo/steelyard/.github/workflows/perf.yml@v1",
      "./.github/workflows/perf.yml",
    );
    const project = new Project({
      ...files,
      ".github/steelyard.yml": config,
      ".github/workflows/caller.yml": called,
      ...Object.fromEntries(
        ["perf.yml", "perf-fork.yml", "perf-request.yml"].map((name) => [
          `.github/workflows/${name}`,
          workflow(name),
        ]),
      ),
    });
    return new Workflows(project, await GithubDouble.start({ permissions: {} }), programs);
  }

  /**
   * Runs one workflow for an event that somebody caused.
   *
   * @param cancelAt what act has said by the time somebody cancels it
   */
  async run(event: string, file: string, payload: object, actor = "will", cancelAt?: RegExp): Promise<Acted> {
    const event_ = join(this.folder, "event.json");
    writeFileSync(event_, JSON.stringify(payload));
    writeFileSync(this.seen, "");
    // perf-fork.yml reports what the other one measured
    if (file !== "perf-fork.yml") rmSync(this.artifacts, { recursive: true, force: true });
    mkdirSync(this.artifacts, { recursive: true });
    this.double.before("actions/list-workflow-run-artifacts", () => this.deliver());
    const here = (label: string) => ["-P", `${label}=-self-hosted`];
    const replaced = ([action, name]: readonly [string, string]) => [
      "--local-repository",
      `${this.pinned(action)}=${join(this.folder, name)}`,
    ];
    const { DOCKER_HOST } = testEnv();
    const env = {
      GITHUB_API_URL: this.double.url,
      GITHUB_REPOSITORY: "octo/shop",
      GITHUB_RUN_ID: String(file === "perf-fork.yml" ? MEASURED + 1 : MEASURED),
      DOCKER_CONFIG: process.env.DOCKER_CONFIG ?? join(homedir(), ".docker"), // where Compose may be installed
      ...(DOCKER_HOST === undefined ? {} : { DOCKER_HOST }),
      PROJECT: this.project.folder,
      STEELYARD: ROOT,
      SEEN: this.seen,
      ARTIFACTS: this.artifacts,
    };
    const args = [
      event,
      "-e",
      event_,
      "-W",
      `.github/workflows/${file}`,
      "--json",
      "--pull=false",
      "--no-skip-checkout",
      ...["self-hosted", "perf", "ubuntu-24.04"].flatMap(here),
      ...(
        [
          ["actions/checkout", "checkout"],
          ["actions/upload-artifact", "upload"],
        ] as const
      ).flatMap(replaced),
      "--actor",
      actor,
      "-s",
      `GITHUB_TOKEN=${TOKEN}`,
      ...Object.entries(env).flatMap(([name, value]) => ["--env", `${name}=${value}`]),
    ];
    const path = [dirname(process.execPath), dirname(this.programs.k6), process.env.PATH].join(delimiter);
    const child = spawn(this.programs.act, args, {
      cwd: this.project.folder,
      env: {
        ...process.env,
        PATH: path,
        HOME: this.folder,
        XDG_CACHE_HOME: this.folder,
        TMPDIR: this.project.temporary,
      },
    });
    let text = "";
    let cancelled = false;
    const listen = (chunk: Buffer) => {
      text += chunk.toString("utf8");
      if (cancelAt === undefined || cancelled || !cancelAt.test(text)) return;
      cancelled = true;
      child.kill("SIGINT");
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    const code = await new Promise<number | null>((done) => child.once("close", done));
    return { code, text, checkouts: this.checkouts(), jobs: jobsIn(text) };
  }

  /** Opens a pull request of one commit, whose head has these files. */
  opened(config: string, files: Readonly<Record<string, string>>): Opened {
    const { project, double } = this;
    const base = project.git("rev-parse", "HEAD");
    project.git("switch", "-q", "-c", "change");
    for (const [name, text] of Object.entries(files)) project.write(name, text);
    project.commit("A change");
    const head = project.git("rev-parse", "HEAD");
    const rules = { ".github/steelyard.yml": config };
    const of = { sha: head, ref: "change", repository: "octo/shop" };
    double.state.pulls.push({ number: 12, state: "open", base: "main", head: of });
    Object.assign(double.state.branches, { main: base, change: head });
    Object.assign(double.state.trees, { main: rules, [base]: rules, [head]: rules });
    Object.assign(double.state.mergeBases, { [`main...${head}`]: base, [`main...${base}`]: base });
    const event = (from = "octo/shop") => ({
      repository: { full_name: "octo/shop", default_branch: "main" },
      pull_request: {
        number: 12,
        base: { ref: "main", sha: base },
        head: { sha: head, ref: "change", repo: { full_name: from } },
      },
    });
    return { base, head, event };
  }

  /** The figures that the measuring job uploaded last. */
  get uploaded(): Run | null {
    return this.figures("steelyard");
  }

  /** The figures in an artifact; null where there is none of this name. */
  figures(name: string): Run | null {
    const file = join(this.artifacts, name);
    return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  }

  /** The page that the reporting job uploaded last; null where it had none. */
  get why(): string | null {
    const file = join(this.artifacts, "steelyard-why");
    return existsSync(file) ? readFileSync(file, "utf8") : null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.double[Symbol.asyncDispose]();
    this.project[Symbol.dispose]();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get seen(): string {
    return join(this.folder, "checkouts.jsonl");
  }

  /** Has a file for each artifact, by its name. */
  private get artifacts(): string {
    return join(this.folder, "artifacts");
  }

  /** The uploads become artifacts of the run that measured. */
  private deliver(): void {
    const { artifacts } = this.double.state;
    artifacts.splice(0);
    for (const [i, name] of readdirSync(this.artifacts).sort().entries()) {
      const archive = zip([{ name: "run.json", data: readFileSync(join(this.artifacts, name), "utf8") }]);
      artifacts.push({ id: 5 + i, run: MEASURED, name, archive });
    }
  }

  private checkouts(): CheckedOut[] {
    const lines = readFileSync(this.seen, "utf8").split("\n");
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
  }

  private standIn(name: string, inputs: readonly string[]): void {
    const folder = join(this.folder, name);
    mkdirSync(folder, { recursive: true });
    cpSync(join(import.meta.dirname, `${name}.mjs`), join(folder, "index.mjs"));
    const declared = inputs.map((input) => `  ${input}: { description: of the action it stands in for }`);
    const runs = "runs: { using: node24, main: index.mjs }";
    writeFileSync(
      join(folder, "action.yml"),
      [`name: ${name}`, "description: a stand-in", "inputs:", ...declared, runs, ""].join("\n"),
    );
  }

  /** An action with the commit that the workflow pins it to. */
  private pinned(action: string): string {
    const text = readFileSync(join(ROOT, ".github/workflows/perf.yml"), "utf8");
    return new RegExp(`${action}@[0-9a-f]{40}`).exec(text)![0];
  }
}

function jobsIn(text: string): Record<string, string> {
  const jobs: Record<string, string> = {};
  for (const line of text.split("\n").filter((one) => one.startsWith("{"))) {
    const { jobID, jobResult } = JSON.parse(line) as { jobID?: string; jobResult?: string };
    if (jobID !== undefined && jobResult !== undefined) jobs[jobID] = jobResult;
  }
  return jobs;
}
