import { expect, test } from "vitest";
import { Comparison } from "../model/comparison.ts";
import { Run } from "../model/run.ts";
import { baseTree, github, HEAD, OTHER, ofHead, reported, SLOWER } from "../testing/github/reporting.ts";
import { Job } from "../testing/job.ts";
import { Project, SHOP_CONFIG } from "../testing/project.ts";

// A group of a merge queue: the changes ahead of it count as merged, and it is not judged for them.
const group = (base: string) => ({
  action: "checks_requested",
  merge_group: { head_sha: HEAD, base_sha: base, base_ref: "refs/heads/main" },
  repository: { default_branch: "main" },
});

test("a group is measured beside the commit before it, by that commit's rules", async () => {
  const short = SHOP_CONFIG.replace(
    "duration: 200ms, trials: 3",
    "mode: trial, duration: 150ms, pairs: [6, 6]",
  )
    .replace("settle: 0s,", "settle: 0s, gate: [http_req_duration.p50],")
    .replace("starts: 1", "starts: 1, band: 100%");
  using project = new Project({ ".github/steelyard.yml": short.replace("band: 100%", "band: 90%") });
  project.git("update-ref", "refs/remotes/origin/main", "main");
  project.git("switch", "-q", "-c", "gh-readonly-queue/main/pr-12");
  project.write(".github/steelyard.yml", short);
  project.commit("Ahead in the queue");
  const ahead = project.git("rev-parse", "HEAD");
  project.write(".nvmrc", "24.21\n");
  project.commit("The group's own");
  using job = new Job(project, "merge_group", group(ahead));
  const done = await job.measure().finished;
  expect([done.code, done.err]).toEqual([0, ""]);
  const run = Run.parse(project.json(".steelyard/run.json"));
  expect(run.duel?.base.sha).toBe(ahead);
  expect(run.rules).toMatchObject({ base: ahead });
  expect(run.config.resolved.policy.band).toBe(1);
  expect(run.differences).toEqual(["`.nvmrc`: `24.21` added"]); // and not the config, which is the other's
  const { rows, warnings } = Comparison.parse(project.json(".steelyard/comparison.json"));
  expect(rows.filter(({ verdict }) => verdict === "invalid" || verdict === "missing")).toEqual([]);
  expect(warnings.map(({ message }) => message)).toContain(
    "Besides code the change differs in `.nvmrc`: `24.21` added.",
  );
  expect(project.living()).toEqual([]);
});

test("a group is judged by the commit before it, gets a check at its own commit, and no comment", async () => {
  const main = { ".github/steelyard.yml": "version: 1\n# cannot be read\n" };
  const trees = { main, [OTHER]: baseTree(), [HEAD]: baseTree() };
  const mergeBases = { [`${OTHER}...${HEAD}`]: OTHER };
  await using double = await github({ trees, mergeBases, pulls: [] }, ofHead(SLOWER));
  const { outputs } = await reported(double, { event: "merge_group", payload: group(OTHER) });
  expect(outputs).toMatchObject({ verdict: "regressed", conclusion: "failure" });
  expect(double.state.checks).toMatchObject([{ head_sha: HEAD, conclusion: "failure" }]);
  expect([double.state.comments, double.violations]).toEqual([[], []]);
  expect(double.operations()).not.toContain("repos/list-pull-requests-associated-with-commit");
});
