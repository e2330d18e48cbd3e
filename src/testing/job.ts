import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle } from "./bundles.ts";
import { inputs } from "./github/step.ts";
import { type Project, Started, testEnv } from "./project.ts";

/** Variables of a runner that no child process may see. */
export const SECRETS: Readonly<Record<string, string>> = {
  ACTIONS_RUNTIME_TOKEN: "runtime-token-abcdef",
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: "oidc-token-abcdef",
  ACTIONS_ID_TOKEN_REQUEST_URL: "https://oidc.test/abcdef",
  ACTIONS_CACHE_URL: "https://cache.test/abcdef",
  GITHUB_TOKEN: "ghs_job-token-abcdef",
  NODE_AUTH_TOKEN: "npm-token-abcdef",
  AWS_SECRET_ACCESS_KEY: "aws-secret-abcdef",
};

const bundled = (step: string): readonly string[] => [process.execPath, bundle(step)];

/** A job of a runner in a project: its command files, its payload, its variables, and steps as it runs them. */
export class Job implements Disposable {
  private readonly folder = mkdtempSync(join(tmpdir(), "steelyard-job-"));
  private readonly project: Project;
  private readonly event: string;

  private readonly argv: (step: string) => readonly string[];

  /** @param argv what starts a step; its bundle by default */
  constructor(project: Project, event: string, payload: object, argv = bundled) {
    this.argv = argv;
    this.project = project;
    this.event = event;
    writeFileSync(join(this.folder, "event.json"), JSON.stringify(payload));
    for (const name of ["OUTPUT", "STATE", "ENV", "PATH", "STEP_SUMMARY"]) writeFileSync(this.file(name), "");
  }

  /** The measuring step, started and not waited for. */
  measure(given: Readonly<Record<string, string>> = {}, env: Readonly<Record<string, string>> = {}): Started {
    return this.step("measure", inputs("action/action.yml", given), env);
  }

  /** The step after it, with the state that it left. */
  post(env: Readonly<Record<string, string>> = {}): Started {
    const state = Object.entries(this.read("STATE")).map(([name, value]) => [`STATE_${name}`, value]);
    return this.step("post", Object.fromEntries(state), env);
  }

  outputs(): Record<string, string> {
    return this.read("OUTPUT");
  }

  summary(): string {
    return readFileSync(this.file("STEP_SUMMARY"), "utf8");
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private step(
    name: string,
    state: Record<string, string>,
    more: Readonly<Record<string, string>> = {},
  ): Started {
    const [program = "", ...args] = this.argv(name);
    const files = ["OUTPUT", "STATE", "ENV", "PATH", "STEP_SUMMARY"].map((one) => [
      `GITHUB_${one}`,
      this.file(one),
    ]);
    return new Started(
      spawn(program, args, {
        cwd: this.project.folder,
        env: {
          ...testEnv(),
          ...SECRETS,
          ...state,
          ...Object.fromEntries(files),
          CI: "true",
          GITHUB_ACTIONS: "true",
          RUNNER_TEMP: this.folder,
          RUNNER_NAME: "perf-1",
          GITHUB_EVENT_NAME: this.event,
          GITHUB_EVENT_PATH: join(this.folder, "event.json"),
          GITHUB_REPOSITORY: "octo/shop",
          GITHUB_RUN_ID: "7",
          GITHUB_SHA: "f".repeat(40),
          GITHUB_WORKSPACE: this.project.folder,
          TMPDIR: this.project.temporary,
          ...more,
        },
      }),
    );
  }

  private file(name: string): string {
    return join(this.folder, name.toLowerCase());
  }

  /** A command file: `name<<delimiter`, the value, the delimiter. */
  private read(name: string): Record<string, string> {
    const text = readFileSync(this.file(name), "utf8");
    const found = [...text.matchAll(/^([\w-]+)<<(\S+)\n([\s\S]*?)\n\2$/gm)];
    return Object.fromEntries(found.map(([, key, , value]) => [key, value]));
  }
}

/** A log as the runner reads it: lines with the group they fold into, and commands that it would have acted on. */
export function readLog(text: string) {
  const lines: { text: string; group: string | null }[] = [];
  const commands: string[] = [];
  const faults: string[] = [];
  let group: string | null = null;
  let fence: string | null = null;
  for (const line of text.split("\n")) {
    const [, name, value] = /^\s*::([\w-]+)[^:]*::(.*)$/.exec(line) ?? [];
    if (fence !== null) {
      if (line === `::${fence}::`) fence = null;
      else lines.push({ text: line, group });
    } else if (name === "stop-commands") fence = value!;
    else if (name === "group") {
      if (group !== null) faults.push(`${value} is inside of ${group}`);
      group = value!;
    } else if (name === "endgroup") group = null;
    else if (name !== undefined || /##\[/.test(line)) commands.push(line);
    else lines.push({ text: line, group });
  }
  if (fence !== null) faults.push("commands stay stopped");
  if (group !== null) faults.push(`${group} stays open`);
  return { lines, commands, faults };
}
