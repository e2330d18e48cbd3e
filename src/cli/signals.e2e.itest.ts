import { afterEach, expect, test } from "vitest";
import { Project, SHOP_CONFIG, type Started } from "../testing/project.ts";

let project: Project;
afterEach(() => {
  expect(project.living()).toEqual([]);
  expect(project.leftovers()).toEqual([]);
  project[Symbol.dispose]();
});

const long = SHOP_CONFIG.replace("duration: 200ms, trials: 3", "duration: 1s, trials: 5");
const never = SHOP_CONFIG.replace("ready:", "env: { NEVER_READY: 1 }\n        ready:").replace("10s", "100s");
const seeding = SHOP_CONFIG.replace(
  "endpoints:",
  "seed: { run: [node, -e, \"require('fs').writeFileSync('seeding.txt', ''); setTimeout(() => {}, 60000)\"] }\n  endpoints:",
);

const CODES = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const;
const STAGES: [stage: string, config: string, reached: (started: Started) => boolean, trials: boolean][] = [
  ["the service is not ready yet", never, () => project.has("up.txt"), false],
  ["the stack is being seeded", seeding, () => project.has("seeding.txt"), false],
  ["the first trial is under way", long, ({ err }) => /trials planned/.test(err) && loading(), false],
  ["a later trial is under way", long, ({ err }) => /\[1\/5\]/.test(err) && loading(), true],
];
/** Whether a generator runs. */
const loading = () => project.living().some((line) => / (?:\S*\/)?k6 run /.test(line));

for (const [signal, code] of CODES) {
  test.each(STAGES)(`${signal} while %s`, async (stage, config, reached, measured) => {
    project = new Project({ ".github/steelyard.yml": config });
    const started = project.start(["measure"]);
    await started.until(stage, () => reached(started));
    started.kill(signal);
    const done = await started.finished;
    expect(done.code).toBe(code);
    expect(done.err).toContain(`interrupted by ${signal}`);
    expect(project.has(".steelyard/run.json")).toBe(measured);
    if (!measured) return;
    expect(project.json(".steelyard/run.json")).toMatchObject({
      state: "interrupted",
      trials: [{ outcome: "ok" }],
    });
    const judged = await project.run(["compare"]);
    expect([judged.code, project.json(".steelyard/comparison.json").overall]).toEqual([3, "invalid"]);
    const kept = await project.run(["baseline"]);
    expect([kept.code, project.has("baselines")]).toEqual([2, false]);
  });
}

test("an impatient second Ctrl-C changes nothing: the stack still comes down", async () => {
  project = new Project({ ".github/steelyard.yml": long });
  const started = project.start(["measure"]);
  await started.until("the first trial", () => /trials planned/.test(started.err) && project.has("up.txt"));
  started.kill("SIGINT");
  started.kill("SIGINT");
  expect((await started.finished).code).toBe(130);
});

test("kill -9 leaves what `down` ends, and a second `down` finds nothing", async () => {
  project = new Project({ ".github/steelyard.yml": long });
  const started = project.start(["measure"]);
  await started.until("a later trial", () => /\[1\/5\]/.test(started.err));
  started.kill("SIGKILL");
  await started.finished;
  expect(project.living().join("\n")).toContain("server.mjs");
  const down = await project.run(["down"]);
  expect(down.err).toMatch(/ended node \(\d+\), left running by a measurement that was killed/);
  expect([down.code, project.living()]).toEqual([0, []]);
  expect((await project.run(["down"])).err).toBe("nothing was left running\n");
  for (const name of project.leftovers()) project.remove(name);
});

test("the next measurement ends it as well, before it begins", async () => {
  project = new Project({
    ".github/steelyard.yml": long.replace("duration: 1s, trials: 5", "duration: 300ms, trials: 3"),
  });
  const started = project.start(["measure"]);
  await started.until("a trial", () => /\[1\/3\]/.test(started.err));
  started.kill("SIGKILL");
  await started.finished;
  const next = await project.run(["measure"]);
  expect(next.err).toMatch(/left running|left behind/);
  expect([next.code, project.living()]).toEqual([0, []]);
  for (const name of project.leftovers()) project.remove(name);
});
