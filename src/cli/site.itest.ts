import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { anEntry } from "../testing/histories.ts";
import { Project } from "../testing/project.ts";
import { chartsIn, dataJs, runOfMain } from "../testing/publishing.ts";

const ENV = { GITHUB_SERVER_URL: "", GITHUB_REPOSITORY: "", GITHUB_RUN_ID: "", GITHUB_RUN_ATTEMPT: "" };
const SITE = ".steelyard/site";

const runs = (project: Project) =>
  readdirSync(project.path(`${SITE}/runs`), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".json"),
  );
const charts = (project: Project) => chartsIn(project.read(`${SITE}/index.html`));

test("runs are added once, and the page and the badge follow", async () => {
  using project = new Project();
  project.write("a.json", runOfMain(1));
  project.write("b.json", runOfMain(2));
  expect((await project.run(["site", "a.json", "b.json", "--title", "Shop"], ENV)).err).toContain(
    "2 runs added, 2 kept",
  );
  expect((await project.run(["site", "b.json", "a.json"], ENV)).err).toContain(
    "0 runs added (2 were there already), 2 kept",
  );
  expect((await project.run(["site", "a.json", "--attempt", "2"], ENV)).err).toContain("0 runs added");
  project.write("again.json", runOfMain(1, { run: "run-1-again" }));
  expect((await project.run(["site", "again.json", "--attempt", "2"], ENV)).err).toContain(
    "1 run added, 3 kept",
  );
  expect(runs(project)).toHaveLength(3);
  expect(charts(project).series).toMatchObject([
    { workload: "recommend", values: [0.01001, 0.01001, 0.01002] },
  ]);
  expect(project.json(`${SITE}/badge.json`).message).toMatch(/^unchanged · \d{4}-\d\d-\d\d$/);
});

test("a run file is judged and added; its commit's author and tag are found, and CI's own link", async () => {
  using project = new Project();
  project.git("remote", "add", "origin", "git@github.com:example/shop.git");
  project.git("tag", "v1.2.0");
  expect(await project.run(["measure"])).toMatchObject({ code: 0 });
  const env = {
    ...ENV,
    GITHUB_SERVER_URL: "https://github.com",
    GITHUB_REPOSITORY: "example/shop",
    GITHUB_RUN_ID: "77",
  };
  expect(await project.run(["site", ".steelyard/run.json", "--series", "series"], env)).toMatchObject({
    code: 0,
  });
  const [run] = charts(project).runs;
  expect(run).toMatchObject({
    author: "Test",
    subject: "A shop",
    release: "v1.2.0",
    link: "https://github.com/example/shop/actions/runs/77",
    sha: project.git("rev-parse", "HEAD"),
  });
  expect(charts(project)).toMatchObject({ title: "shop", repository: "https://github.com/example/shop" });
  const smaller = project.json("series/smaller.json");
  expect(smaller.map(({ name }: { name: string }) => name)).toContain("browse / http_req_duration.p50");
  expect(project.json("series/bigger.json").length).toBeGreaterThan(0);
});

test("what was measured with uncommitted changes is a point of no commit", async () => {
  using project = new Project();
  project.write("a.json", runOfMain(1, { commit: { sha: "a".repeat(40), subject: "x", dirty: true } }));
  const done = await project.run(["site", "a.json"], ENV);
  expect(done).toMatchObject({ code: 2, err: expect.stringContaining("uncommitted changes") });
  expect(project.has(SITE)).toBe(false);
});

test("other tools' histories are taken in, once", async () => {
  using project = new Project();
  project.write("data.js", dataJs());
  const k6 = { metrics: { http_req_duration: { avg: 12, med: 10, "p(95)": 30 } } };
  project.write("summary.json", JSON.stringify(k6));
  const args = [
    "import",
    "data.js",
    "summary.json",
    "--workload",
    "browse",
    "--at",
    "2026-11-20T10:00:00Z",
    "--commit",
    "1a2b3c4d",
  ];
  expect((await project.run(args, ENV)).err).toContain("4 read, 4 runs added");
  expect((await project.run(args, ENV)).err).toContain("4 read, 0 runs added (4 were there already), 4 kept");
  const names = charts(project).series.map(
    (one: { workload: string; metric: string }) => `${one.workload} ${one.metric}`,
  );
  expect(names).toEqual([
    "Parser parse",
    "browse http_req_duration.p50",
    "browse http_req_duration.mean",
    "browse http_req_duration.p95",
  ]);
});

test("another tool's series are shown and not kept; those of a data.js that is kept already are not doubled", async () => {
  using project = new Project();
  project.write("data.js", dataJs());
  expect(await project.run(["site", "--benchmarks", "data.js"], ENV)).toMatchObject({ code: 0 });
  expect(charts(project).series[0].values).toHaveLength(3);
  expect(project.has(`${SITE}/runs`)).toBe(false);
  await project.run(["import", "data.js"], ENV);
  await project.run(["site", "--benchmarks", "data.js"], ENV);
  expect(charts(project).series[0].values).toHaveLength(3);
});

test("old days are thinned to their last run", async () => {
  using project = new Project();
  const day = new Date(Date.now() - 200 * 86_400_000).toISOString().slice(0, 10);
  for (const hour of ["08", "09", "10"]) {
    const entry = anEntry({ run: hour, commit: hour.repeat(20), at: `${day}T${hour}:00:00Z` });
    project.write(`${SITE}/runs/2026/05/${hour}.json`, JSON.stringify(entry));
  }
  expect((await project.run(["site", "--keep-days", "all"], ENV)).err).toContain("0 runs added, 3 kept");
  expect((await project.run(["site"], ENV)).err).toContain(
    "0 runs added, 2 of older days removed (--keep-days), 1 kept",
  );
  expect(runs(project)).toEqual(["2026/05/10.json"]);
});

test.each([
  [["site", "absent.json"], "Cannot read the run file"],
  [["site", "--attempt", "0"], "--attempt"],
  [["site", "--keep-days", "some"], "--keep-days"],
  [["import"], '"import" takes FILE'],
  [["import", "server.mjs"], "is not JSON"],
  [["import", "data.js", "--at", "yesterday"], "Cannot read"],
])("%j ends with 2 and says why", async (argv, message) => {
  using project = new Project();
  expect(await project.run(argv, ENV)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
});
