import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { parse } from "yaml";
import type { World } from "../../base/world.ts";
import type { Pace } from "../../github/client.ts";
import { RecordingRunner } from "../runner.ts";
import { aWorld } from "../world.ts";
import { type GithubDouble, TOKEN } from "./server.ts";

type Variables = Readonly<Record<string, string>>;

/** How a job of `octo/shop` starts a step. */
export interface Start {
  /** The folder of its action in `action`. */
  readonly action: string;
  readonly event: string;
  /** Inputs, besides the token. */
  readonly given?: Variables | undefined;
  readonly env?: Variables | undefined;
}

/** The step of an action, once, in this process, in a folder that is removed afterwards unless it is given. */
export async function runStep(
  step: (world: World, runner: RecordingRunner, pace: Required<Pace>) => Promise<number>,
  double: GithubDouble,
  start: Start & { readonly payload?: object | undefined; readonly folder?: string },
) {
  const folder = start.folder ?? mkdtempSync(join(tmpdir(), "steelyard-step-"));
  const runner = new RecordingRunner();
  const { payload = { repository: { default_branch: "main" } } } = start;
  writeFileSync(join(folder, "event.json"), JSON.stringify(payload));
  const env = stepEnvironment(double, folder, start);
  try {
    const world = aWorld({ cwd: folder, env, out: runner.log, err: runner.log });
    const code = await step(world, runner, { second: 20, spacing: unspaced() });
    expect(runner.text).not.toContain(TOKEN);
    return { code, runner };
  } finally {
    if (start.folder === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** The variables of a step, in a folder that has the payload as `event.json`. */
export const stepEnvironment = (
  { url }: GithubDouble,
  folder: string,
  { action, event, given, env }: Start,
): Record<string, string> => ({
  ...inputs(`action/${action}/action.yml`, { token: TOKEN, ...given }),
  GITHUB_REPOSITORY: "octo/shop",
  GITHUB_EVENT_NAME: event,
  GITHUB_RUN_ID: "7",
  GITHUB_SHA: "a".repeat(40),
  GITHUB_RUN_ATTEMPT: "1",
  GITHUB_API_URL: url,
  GITHUB_SERVER_URL: "https://github.test",
  GITHUB_EVENT_PATH: join(folder, "event.json"),
  RUNNER_TEMP: folder,
  ...env,
});

/** GitHub wants a second between writes; its double does not. */
const unspaced = () => {
  const at = { schedule: (_: object, job: () => Promise<void>) => job() };
  const group = { key: () => at };
  return { write: group, notifications: group };
};

/** The variables in which the runner passes inputs, with the defaults that the action declares. */
export function inputs(action: string, given: Variables): Record<string, string> {
  const declared = parse(readFileSync(join(import.meta.dirname, "../../..", action), "utf8")).inputs;
  return Object.fromEntries(
    Object.keys(declared).map((name) => [
      `INPUT_${name.toUpperCase()}`,
      given[name] ?? String(declared[name].default ?? ""),
    ]),
  );
}
