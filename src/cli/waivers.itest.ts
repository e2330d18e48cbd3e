import { afterEach, beforeEach, expect, test } from "vitest";
import { trialsAt } from "../testing/comparing.ts";
import { Project } from "../testing/project.ts";
import { aBaseline, aRun, CLASS } from "../testing/runs.ts";

// Where waivers are read: a change cannot excuse itself.
const waivers = (ceiling: string) => `version: 1
waivers:
  - workload: browse
    metric: http_req_duration.p50
    ceiling: ${ceiling}
    expires: 2099-12-31
    because: the fixture is half as slow again
`;
const FILE = ".github/steelyard-waivers.yml";
const stored = aBaseline({
  workload: "browse",
  sessions: [0.012, 0.0121, 0.0119, 0.012].map((p50) => ({ trials: trialsAt(p50) })),
});

let project: Project;
beforeEach(() => {
  project = new Project({ [`baselines/${CLASS}/browse.json`]: JSON.stringify(stored) });
});
afterEach(() => project[Symbol.dispose]());

/** Judges a run of the commit that is checked out, half as slow again as what is stored. */
async function judged(...args: string[]) {
  const commit = { sha: project.git("rev-parse", "HEAD"), subject: "Change", dirty: false };
  const run = aRun({ workloads: { browse: { trials: trialsAt(0.018) } }, commit });
  project.write(".steelyard/run.json", JSON.stringify(run));
  const done = await project.run(["compare", "--format", "comment", ...args]);
  return { ...done, comparison: done.out === "" ? null : project.json(".steelyard/comparison.json") };
}

test("nobody has written any: it fails, and nothing is said of waivers", async () => {
  const { code, err, comparison } = await judged();
  expect([code, comparison.overall, err]).toEqual([1, "regressed", ""]);
});

test("one at the tip of the default branch counts, also for a branch that is older", async () => {
  project.git("branch", "change");
  project.write(FILE, waivers("60%"));
  project.commit("Accept the price of exact scores");
  project.git("switch", "-q", "change");
  project.commit("The change");
  const { code, out, err, comparison } = await judged();
  expect([code, comparison.overall]).toEqual([0, "accepted"]);
  expect(err).toMatch(/^waivers: 1, read from main \([0-9a-f]{9}\)$/m);
  expect(out).toMatch(/accepted up to 60 % until 2099-12-31: the fixture is half as slow again/);
  expect(comparison.warnings).toEqual([]);
});

test("one that the change itself brings does not, and the comment says so", async () => {
  project.git("switch", "-q", "-c", "change");
  project.write(FILE, waivers("60%"));
  project.commit("The change, and its own excuse");
  const { code, out, comparison } = await judged();
  expect([code, comparison.overall]).toEqual([1, "regressed"]);
  expect(out).toMatch(/This change edits the waivers\. Its own edits do not count; those of `?main/);
});

test("above the ceiling it fails, and says by how much it may be worse", async () => {
  project.write(FILE, waivers("10%"));
  project.commit("Accept a little");
  const { code, out } = await judged();
  expect(code).toBe(1);
  expect(out).toMatch(/worse than the 10 % allowed until 2099-12-31/);
});

test("a file that is named wins, and outside a repository that of the folder counts", async () => {
  project.write("mine.yml", waivers("60%"));
  expect((await judged("--waivers", "mine.yml")).err).toContain("waivers: 1, read from mine.yml");
  project.write(FILE, waivers("60%"));
  project.remove(".git");
  project.write(
    ".steelyard/run.json",
    JSON.stringify(aRun({ workloads: { browse: { trials: trialsAt(0.018) } } })),
  );
  const done = await project.run(["compare"]);
  expect([done.code, done.err]).toEqual([0, "waivers: 1, read from the checkout\n"]);
});

test("a file that cannot be understood is an error, which costs no measurement", async () => {
  project.write(FILE, waivers("15"));
  project.commit("A slip");
  const { code, err } = await judged();
  expect([code, project.has(".steelyard/comparison.json")]).toEqual([2, false]);
  expect(err).toMatch(/main:\.github\/steelyard-waivers\.yml:5:14[\s\S]*percent sign: 15%/);
  project.remove(".steelyard");
  for (const [args, message] of [
    [["--waivers", "nowhere.yml"], /nowhere\.yml[\s\S]*--waivers FILE/],
    [[], /main:\.github\/steelyard-waivers\.yml:5:14[\s\S]*percent sign: 15%/],
  ] as const) {
    const check = await project.run(["check", ...args]);
    expect([check.code, project.has("up.txt")]).toEqual([2, false]);
    expect(check.err).toMatch(message);
  }
});

test("a baseline may grow by a regression that was accepted", async () => {
  await judged();
  const refused = await project.run(["baseline"]);
  expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/is regressed/)]);
  project.write(FILE, waivers("60%"));
  project.commit("Accept it");
  await judged();
  const done = await project.run(["baseline"]);
  expect(done.code).toBe(0);
  expect(project.json(`baselines/${CLASS}/browse.json`).sessions).toHaveLength(5);
});

test("the doctor names waivers that are idle", async () => {
  const old = waivers("5%").replace("2099-12-31", "2020-12-31");
  project.write(FILE, `${waivers("60%")}${old.slice(old.indexOf("  - "))}`.replace("p50\n", "p99\n"));
  expect((await project.run(["doctor"])).out).toMatch(
    /^warn {2}waivers: .*: 2, idle: browse http_req_duration\.p50 \(2020-12-31\)$/m,
  );
  project.write(FILE, waivers("15"));
  expect((await project.run(["doctor"])).out).toMatch(/^FAIL {2}waivers: [\s\S]*percent sign/m);
});
