import { afterAll, beforeAll, expect, test } from "vitest";
import { Project, SHOP_CONFIG } from "../testing/project.ts";
import { VERBS } from "./verbs.ts";

// With `--json` every verb prints one value and nothing else, so that a program can read it. One checkout serves all.

const RECORD = `
records:
  shop:
    title: The shop
    tables: { Times: { workloads: [browse], columns: { median: "{http_req_duration.p50}" } } }
`;
const PAIRS = "mode: trial, pairs: [6, 12]";

let project: Project;
beforeAll(() => {
  project = new Project({
    ".github/steelyard.yml": SHOP_CONFIG.replace("trials: 3", `trials: 3, ${PAIRS}`) + RECORD,
  });
  project.git("remote", "add", "origin", project.folder);
});
afterAll(() => project[Symbol.dispose]());

const seen = new Set<string>();

/** What a verb answers with `--json --quiet`. */
async function answer(verb: string, ...args: string[]) {
  seen.add(verb);
  const { code, out, err } = await project.run([verb, ...args, "--json", "--quiet"]);
  expect(out, err).toMatch(/^[{[n]/);
  return { code, json: JSON.parse(out), err };
}

test("what is measured and judged is the content of its file", async () => {
  const run = await answer("measure");
  expect(run).toEqual({ code: 0, json: project.json(".steelyard/run.json"), err: "" });
  const comparison = await answer("compare");
  expect(comparison.json).toEqual(project.json(".steelyard/comparison.json"));
  expect((await answer("report")).json).toEqual(comparison.json);
  expect((await answer("check", "--no-base")).json).toEqual(project.json(".steelyard/comparison.json"));
  const record = await answer("record");
  expect(record.json.records).toMatchObject([
    { title: "The shop", tables: [{ rows: [[expect.stringMatching(/s$/)]] }] },
  ]);
  expect(record.json.document).toBe(project.read(".steelyard/record.md"));
  const { json } = await answer("baseline");
  const [[file, baseline]] = Object.entries(json.written) as [[string, object]];
  expect(baseline).toEqual(project.json(file));
});

test("shards and a plan", async () => {
  await answer("measure", "--shard", "1/1", "--out", "shard");
  const merged = await answer("merge", "shard/run.json", "--out", "all");
  expect(merged.json).toEqual(project.json("all/run.json"));
  const plan = await answer("measure", "--explain");
  expect(plan.json).toEqual({
    base: null,
    workloads: [{ workload: "browse", mode: "trial", why: expect.any(String), notes: [] }],
  });
});

test("proofs", async () => {
  const calibration = await answer("calibrate", "--pairs", "6");
  expect(calibration.json).toEqual(project.json(".steelyard/calibration.json"));
  const proof = await answer("self-test", "--stack-env", "BURN=20000");
  expect(proof.json).toEqual(project.json(".steelyard/selftest.json"));
  expect(proof.json).toMatchObject({ outcome: "proved", slowed: { overall: "regressed" } });
  // The report is that of the slowed duel: what a pull request with this slowdown would get.
  expect(project.read(".steelyard/comment.md")).toContain("regressed");
});

test("pages", async () => {
  expect((await answer("site", "all/run.json", "--allow", "dirty", "--out", "page")).json).toMatchObject({
    added: 1,
    kept: 1,
    warnings: [],
  });
  project.write(
    "summary.json",
    JSON.stringify({ metrics: { http_req_duration: { avg: 5, med: 4, "p(95)": 9 } } }),
  );
  expect((await answer("import", "summary.json", "--out", "page")).json).toMatchObject({ added: 1, kept: 2 });
  const published = await answer("publish", "all/run.json", "--allow", "dirty");
  expect(published.json).toEqual({ commit: project.git("rev-parse", "gh-pages") });
});

test("the machine, the checkout and words", async () => {
  const doctor = await answer("doctor");
  expect(doctor.json.broken).toBe(false);
  expect(doctor.json.checks).toContainEqual(expect.objectContaining({ name: "config", state: "ok" }));
  const init = await answer("init");
  expect(init.json).toMatchObject({ kept: [".github/steelyard.yml"], measured: null });
  expect(init.json.wrote).toContain(".github/workflows/perf.yml");
  expect((await answer("down")).json).toEqual({ removed: 0 });
  expect((await answer("explain", "policy.band")).json.keys).toMatchObject([
    { key: "policy.band", usual: "3%" },
  ]);
  expect((await answer("completion", "bash")).json).toMatchObject({ shell: "bash", script: /complete -o/ });
});

test("a mistake is told as JSON, and in words beside it", async () => {
  for (const args of [
    ["why"],
    ["gitlab", "report"],
    ["k6-operator", "browse"],
    ["bisect", "nowhere", "main", "--only", "browse", "--metric", "http_req_duration.p50"],
  ] as [string, ...string[]][]) {
    const { code, json, err } = await answer(...args);
    expect(json).toMatchObject({ error: { message: expect.any(String) }, exit: code });
    expect([code === 2 || code === 3, err]).toEqual([true, expect.stringContaining(json.error.message)]);
  }
});

test("every verb was asked", () => {
  expect([...seen].sort()).toEqual(VERBS.map(({ name }) => name).sort());
});
