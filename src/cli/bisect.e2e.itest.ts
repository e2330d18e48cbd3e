import { afterEach, expect, test } from "vitest";
import { endProject } from "../testing/endproject.ts";
import { Project, SERVER, SHOP_CONFIG } from "../testing/project.ts";

// A search through a small history, with real git, real processes and real k6.
let project: Project;
afterEach(() => endProject(project));

/** With a band as wide as what a busy machine adds: how small a change is found is simulated, not tried here. */
const SHORT = SHOP_CONFIG.replace(
  "duration: 200ms, trials: 3",
  "mode: trial, duration: 200ms, pairs: [6, 24]",
).replace("starts: 1", "starts: 1, band: 100%");
/** The server with a pause before each answer, which a busy machine disturbs less than work. */
const pausing = (milliseconds: number) =>
  SERVER.replace(
    /^ {2}response\.writeHead.*$/m,
    (answer) => `setTimeout(() => {\n${answer}\n}, ${milliseconds});`,
  );
const FAST = pausing(4);
const SLOW = pausing(60);
const BROKEN = "process.exit(4);";
/** Of a commit whose config is not there: the checkout's says how it is started. */
const BARE = `// without a config\n${FAST}`;
/** Of a commit that cannot be built. */
const UNBUILT = `// not built\n${FAST}`;
const FAILING = SHORT.replace("process:", 'process:\n    build: [["node", "-e", "process.exit(3)"]]');
const ASKED = ["--only", "browse", "--metric", "http_req_duration.p50"];

/** A shop whose commits 1, 2, 3 … on main bring these servers. */
function history(...servers: readonly string[]): Project {
  const shop = new Project({ ".github/steelyard.yml": SHORT, "server.mjs": FAST });
  for (const [i, server] of servers.entries()) {
    shop.write("server.mjs", `${server}\n// ${i + 1}\n`);
    if (server === BARE) shop.remove(".github/steelyard.yml");
    else shop.write(".github/steelyard.yml", server === UNBUILT ? FAILING : SHORT);
    shop.commit(`Change ${i + 1}`);
  }
  return shop;
}
const shaOf = (back: number) => project.git("rev-parse", `HEAD~${back}`);

test("the commit that made it slower is found among eight, past what does not start and what cannot be built; an interrupted search goes on", async () => {
  project = history(FAST, FAST, UNBUILT, BROKEN, SLOW, SLOW, SLOW, SLOW);
  project.write("notes.md", "work under way"); // of which the search takes no notice
  const argv = ["bisect", "HEAD~8", "HEAD", ...ASKED];
  const first = project.start(argv);
  await first.until("a step", () => /step 1: /.test(first.err));
  first.kill("SIGINT");
  expect((await first.finished).code).toBe(130);
  const kept = project.json(".steelyard/bisect.json");
  expect([kept.verified.verdict, kept.result]).toEqual(["regressed", null]);
  expect(kept.steps[0]).toMatchObject({ sha: shaOf(4), found: "skip", how: "skipped", duel: null });

  const done = await project.run(argv);
  expect(done.err).toContain(`going on after ${kept.steps.length} step`);
  const state = project.json(".steelyard/bisect.json");
  expect(state.steps.slice(0, kept.steps.length)).toEqual(kept.steps);
  expect(state.steps[1]).toMatchObject({
    sha: shaOf(5),
    found: "skip",
    why: expect.stringContaining("The build failed"),
  });
  // The third and the fourth cannot be measured and are next to the first bad one: they and it are what is left.
  const left = [shaOf(5), shaOf(4), shaOf(3)];
  expect(state.result, JSON.stringify(state.steps, null, 1)).toMatchObject({
    kind: "left",
    commits: left.map((sha) => ({ sha })),
  });
  expect([done.code, done.out]).toEqual([4, expect.stringMatching(/^The first bad commit is one of 3: /)]);
  expect([project.git("status", "--porcelain"), project.git("branch", "--show-current")]).toEqual([
    "?? notes.md",
    "main",
  ]);
});

test("a culprit is confirmed against its own parent, and told with its evidence; the same question again measures nothing", async () => {
  project = history(FAST, BROKEN, FAST, BARE, FAST, SLOW, SLOW, SLOW);
  const argv = ["bisect", "HEAD~8", "main", ...ASKED];
  const done = await project.run(argv);
  const { result, steps, verified } = project.json(".steelyard/bisect.json");
  expect(result, JSON.stringify(result)).toMatchObject({
    kind: "found",
    parent: shaOf(3),
    confirmed: { verdict: "regressed" },
    culprit: {
      sha: shaOf(2),
      subject: "Change 6",
      authored: project.git("log", "-1", "--format=%aI", "HEAD~2"),
    },
  });
  expect(verified.verdict).toBe("regressed");
  expect(steps.every(({ found }: { found: string }) => found !== "skip")).toBe(true);
  expect(steps.length).toBeLessThanOrEqual(3); // of eight: halving
  expect(done.code).toBe(0);
  expect(done.out).toMatch(new RegExp(`^${shaOf(2)} is the first bad commit\\n {2}"Change 6", authored 2`));
  const unwrapped = done.out.replaceAll(/\n {2,}/g, " ");
  expect(unwrapped).toMatch(
    /browse http_req_duration\.p50 against its parent [0-9a-f]{9}: (?:\+\d+ %|×[\d.]+) worse \[/,
  );
  const again = await project.run(argv);
  expect([again.code, again.out, again.err.includes("pair 1")]).toEqual([0, done.out, false]);
  const other = await project.run(["bisect", "HEAD~7", "main", ...ASKED]);
  expect([other.code, other.err]).toEqual([2, expect.stringContaining("another question")]);
});

test("where bad is not worse there is nothing to search", async () => {
  project = history(FAST, FAST);
  const done = await project.run(["bisect", "HEAD~2", "HEAD", ...ASKED]);
  expect(project.json(".steelyard/bisect.json")).toMatchObject({ steps: [], result: { kind: "not-worse" } });
  expect([done.code, done.out]).toEqual([
    4,
    expect.stringContaining("bad is not shown to be worse than good"),
  ]);
});

test("what cannot be asked is refused before anything is measured", async () => {
  project = history(FAST, BROKEN);
  const ask = async (...args: string[]) => (await project.run(["bisect", ...args])).err;
  expect(await ask("HEAD", "HEAD~1", ...ASKED)).toMatch(/is not an ancestor of[\s\S]*the other way round/);
  expect(await ask("HEAD", "HEAD", ...ASKED)).toContain("the same commit");
  expect(await ask("nowhere", "HEAD", ...ASKED)).toContain('There is no commit "nowhere"');
  expect(await ask("HEAD~1", "HEAD", "--only", "browse")).toContain("One --metric is needed");
  expect(await ask("HEAD~1", "HEAD", "--only", "browse", "--metric", "no such thing")).toContain(
    "is no metric",
  );
  expect(await ask("HEAD~1", "HEAD", ...ASKED, "--variants", "blue")).toContain('no variant "blue"');
  expect(await ask("HEAD~1", "HEAD", ...ASKED)).toMatch(/The bad commit [0-9a-f]{12} cannot be measured: /);
});
