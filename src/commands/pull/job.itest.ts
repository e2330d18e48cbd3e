import { afterEach, expect, test } from "vitest";
import { silent } from "../../base/log.ts";
import { contextOf } from "../../github/context.ts";
import { Project, SHOP_CONFIG } from "../../testing/project.ts";
import { aWorld } from "../../testing/world.ts";
import { AS_THE_RULES_SAY } from "./demands.ts";
import { inspectCheckout } from "./job.ts";

// A measuring job in a real clone, before anything of the change is run.
let project: Project;
afterEach(() => project[Symbol.dispose]());

const CONFIG = ".github/steelyard.yml";
const STRICT = SHOP_CONFIG.replace("policy: {", "policy: { trust: compose-only,");

/** Looks at the checked-out commit as a pull request into a branch, in a repository whose default branch is main. */
function inspected(target: string) {
  const head = { sha: project.git("rev-parse", "HEAD"), ref: "topic", repo: { full_name: "octo/shop" } };
  const payload = {
    repository: { default_branch: "main" },
    pull_request: { number: 12, base: { ref: target }, head },
  };
  const env = {
    ...process.env,
    GITHUB_REPOSITORY: "octo/shop",
    GITHUB_EVENT_NAME: "pull_request",
    GITHUB_SHA: head.sha,
    GITHUB_RUN_ID: "1",
  };
  const options = {
    ...AS_THE_RULES_SAY,
    config: CONFIG,
    out: ".steelyard",
    baselines: "baselines",
    stackEnv: {},
  };
  const world = aWorld({ cwd: project.folder, env });
  return inspectCheckout(world, contextOf(env, JSON.stringify(payload)), options, silent);
}

/** Commits the files of HEAD with this config, or without one, on a remote branch. */
function remoteBranch(name: string, config: string | null): void {
  project.remove(CONFIG);
  if (config !== null) project.write(CONFIG, config);
  project.commit(name);
  project.git("update-ref", `refs/remotes/origin/${name}`, "HEAD");
}

test.each<[what: string, main: string | null, target: string | null, commands: boolean]>([
  ["which the default branch withholds, and the target has no config", STRICT, null, false],
  ["which a default branch with an unreadable config cannot give", "version: 0", null, false],
  ["which the default branch withholds, and the target gives", STRICT, SHOP_CONFIG, false],
  ["where the default branch has no config", null, SHOP_CONFIG, true],
  ["which the default branch gives, and the target has no config", SHOP_CONFIG, null, true],
])("a right over the machine %s", async (_, main, target, commands) => {
  project = new Project({});
  remoteBranch("main", main);
  remoteBranch("stable", target);
  project.write(CONFIG, SHOP_CONFIG);
  project.commit("A change");
  expect((await inspected("stable")).trust.hostCommands).toBe(commands);
});

test("a change without a commit in common with its branch has no right that the default branch withholds", async () => {
  project = new Project({});
  remoteBranch("main", STRICT);
  project.git("switch", "-q", "--orphan", "pages");
  remoteBranch("pages", null);
  project.git("switch", "-q", "--orphan", "topic");
  project.write(CONFIG, SHOP_CONFIG);
  project.commit("A change");
  const ready = await inspected("pages");
  expect([ready.base, ready.trust.hostCommands]).toEqual([null, false]);
});

test("a tag that is called as the remote branch is neither base nor tip of a change", async () => {
  project = new Project({});
  project.git("tag", "origin/main");
  remoteBranch("main", STRICT);
  project.write("notes.md", "");
  project.commit("A change");
  const ready = await inspected("main");
  const [main, name] = [project.git("rev-parse", "refs/remotes/origin/main"), "origin/main"];
  expect([ready.base?.name, ready.tip.name, ready.trust.hostCommands]).toEqual([main, name, false]);
  expect(await ready.tip.file(CONFIG)).toBe(STRICT);
});
