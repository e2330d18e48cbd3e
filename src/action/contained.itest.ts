import { existsSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { Job } from "../testing/job.ts";
import { Project, SERVER, SHOP_CONFIG } from "../testing/project.ts";

// `trust: compose-only` on the base branch, against the measuring action as a runner starts it: a change that would run
// commands of its own on the machine is not measured, and nothing of it runs.
let project: Project;
let job: Job;
afterEach(() => {
  expect(project.living()).toEqual([]);
  job[Symbol.dispose]();
  project[Symbol.dispose]();
});

const STRICT = SHOP_CONFIG.replace("policy: {", "policy: { trust: compose-only,");
const MARKING = `process.getBuiltinModule("fs").writeFileSync("ran.txt", "");\n${SERVER}`;
/** A change that leaves a mark when it runs, and asks for the right to do so. */
const CHANGE = { ".github/steelyard.yml": SHOP_CONFIG, "server.mjs": MARKING };

function change(): void {
  for (const [name, text] of Object.entries(CHANGE)) project.write(name, text);
  project.commit("A change");
  job = new Job(project, "pull_request", {
    repository: { default_branch: "main" },
    pull_request: {
      number: 12,
      base: { ref: "main" },
      head: { sha: project.git("rev-parse", "HEAD"), ref: "topic", repo: { full_name: "octo/shop" } },
    },
  });
}

async function refused(): Promise<void> {
  const done = await job.measure({ reference: "baseline" }).finished;
  expect(done.code).not.toBe(0);
  expect(done.out).toMatch(/own on the measuring machine, outside of containers: stack\.process/);
  expect(done.out).toContain("policy.trust: compose-only, in the config of the base branch");
  expect(existsSync(project.path("ran.txt"))).toBe(false);
}

test("by the merge-base's config, whatever the change's own says", async () => {
  project = new Project({ ".github/steelyard.yml": STRICT });
  project.git("update-ref", "refs/remotes/origin/main", "main");
  project.git("switch", "-q", "-c", "topic");
  change();
  await refused();
});

test("by the tip's, where the change branched from a commit that had no such rule yet", async () => {
  project = new Project({});
  project.git("branch", "topic");
  project.write(".github/steelyard.yml", STRICT);
  project.commit("Containers alone");
  project.git("update-ref", "refs/remotes/origin/main", "main");
  project.git("switch", "-q", "topic");
  change();
  await refused();
});

test("by the tip's, where the change has no commit in common with it", async () => {
  project = new Project({ ".github/steelyard.yml": STRICT });
  project.git("update-ref", "refs/remotes/origin/main", "main");
  project.git("switch", "-q", "--orphan", "topic");
  for (const name of ["load.ts"]) project.git("checkout", "-q", "main", "--", name);
  change();
  await refused();
});

test("without the rule the same change is measured, and runs", async () => {
  project = new Project({});
  project.git("update-ref", "refs/remotes/origin/main", "main");
  project.git("switch", "-q", "-c", "topic");
  change();
  const done = await job.measure({ reference: "baseline" }).finished;
  expect([done.code, existsSync(project.path("ran.txt"))]).toEqual([0, true]);
});
