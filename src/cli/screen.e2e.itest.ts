import { readdirSync, writeFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { endProject } from "../testing/endproject.ts";
import { Project, SERVER, SHOP_CONFIG } from "../testing/project.ts";

// `reference: auto` in CI: stored sessions settle a part, paired runs the rest.
let project: Project;
afterEach(() => endProject(project));

// `count` is an exact counter, which no noise of a busy machine moves; `browse` has no session, and so is not screened.
const SHORT = SHOP_CONFIG.replace(
  "duration: 200ms, trials: 3",
  "mode: trial, duration: 150ms, trials: 6, pairs: [6, 12]",
).replace(
  "policy:",
  `  count:
    command: { run: [node, count.mjs], format: benchmark-smaller }
    warmup: 0s
    settle: 0s
    measure: { duration: 100ms, trials: 6, pairs: [6, 12] }
    gate: [rows]
policy:`,
);
/** A server of which each answer costs so many rows, and the program that asks how many. */
const rows = (n: number) => SERVER.replace('{"items":[]}', String(n));
const COUNT = `
const answer = await fetch(process.env.STEELYARD_TARGET_API);
console.log(JSON.stringify([{ name: "rows", unit: "rows", value: await answer.json() }]));
`;
const CI = { CI: "true" };

/** A shop on main with three sessions of `count`, and a branch of it. */
async function branch(files: Readonly<Record<string, string>>): Promise<void> {
  project = new Project({ ".github/steelyard.yml": SHORT, "count.mjs": COUNT, "server.mjs": rows(5) });
  await project.run(["measure", "--only", "count"]);
  expect((await project.run(["baseline", "--only", "count"])).code).toBe(0);
  const [folder = ""] = readdirSync(project.path("baselines"));
  const place = `baselines/${folder}/count.json`;
  const baseline = project.json(place);
  const [session] = baseline.sessions;
  baseline.sessions = [1, 2, 3].map((day) => ({
    ...session,
    run: `day-${day}`,
    at: `2026-11-0${day}T10:00:00.000Z`,
  }));
  writeFileSync(project.path(place), JSON.stringify(baseline));
  project.commit("Three sessions");
  project.git("switch", "-q", "-c", "topic");
  for (const [name, text] of Object.entries(files)) project.write(name, text);
  project.commit("A change");
}
/** Each gate, and what its test compares with; null for an exact counter, which needs none. */
const modes = (
  rows: { workload: string; metric: string; kind: string; evidence: { mode: string } | null }[],
) =>
  rows
    .filter(({ kind }) => kind === "gate")
    .map(({ workload, metric, evidence }) => [workload, metric, evidence?.mode ?? null])
    .sort();

test("what stored sessions settle meets no base, the rest does; both are in the comparison", async () => {
  await branch({ "notes.md": "nothing that runs" });
  const done = await project.run(["check"], CI);
  expect(done.err).toMatch(/count: head alone first, stored sessions may settle it/);
  const run = project.json(".steelyard/run.json");
  expect(run.screened).toEqual({
    count: expect.stringMatching(/^1 gate shown unchanged .* base was not measured$/),
  });
  expect(run.duel.pairings.map(({ workload }: { workload: string }) => workload)).toEqual(["browse"]);
  expect(run.trials.map(({ workload }: { workload: string }) => workload)).toEqual(Array(6).fill("count"));
  const { rows, warnings, reference } = project.json(".steelyard/comparison.json");
  expect(modes(rows)).toEqual([
    ["browse", "cpu_per_request", "trial"],
    ["browse", "http_req_duration.p50", "trial"],
    ["count", "rows", null],
  ]);
  expect(reference).toMatchObject({ kind: "base", sessions: { count: expect.any(Array) } });
  expect(warnings).toContainEqual(expect.objectContaining({ code: "screened" }));
  expect([0, 1]).toContain(done.code); // a false alarm of `browse` on a busy machine is not what is tried here
});

test("where they settle everything base is not even checked out; where base is asked for nothing is settled without it", async () => {
  await branch({ "notes.md": "nothing that runs" });
  const alone = await project.run(["check", "--only", "count"], CI);
  expect(alone.err).not.toMatch(/^base is/m);
  const run = project.json(".steelyard/run.json");
  expect([run.duel, Object.keys(run.screened), alone.code]).toEqual([undefined, ["count"], 0]);
  const { overall, reference } = project.json(".steelyard/comparison.json");
  expect([overall, reference.kind]).toEqual(["unchanged", "baseline"]);
  await project.run(["check", "--only", "count", "--base"], CI);
  const asked = project.json(".steelyard/run.json");
  expect([asked.screened, asked.duel.pairings.length, asked.trials]).toEqual([undefined, 1, []]);
});

test("what looks worse is suspect, and settled by the duel; a change that takes a workload away is not screened", async () => {
  await branch({ "server.mjs": rows(6) });
  const done = await project.run(["check", "--only", "count"], CI);
  expect(done.err).toMatch(/count: base is measured next to head: rows: regressed, so not shown unchanged/);
  const run = project.json(".steelyard/run.json");
  expect([run.screened, run.duel.pairings.length, run.trials.length]).toEqual([{}, 1, 6]);
  expect([done.code, project.json(".steelyard/comparison.json").overall]).toEqual([1, "regressed"]);
  project.write(".github/steelyard.yml", SHORT.replace(/ {2}browse: .*\n/, ""));
  project.commit("Without browse");
  await project.run(["measure"], CI);
  const less = project.json(".steelyard/run.json");
  expect([less.screened, less.duel.gone]).toEqual([undefined, ["browse"]]);
});
