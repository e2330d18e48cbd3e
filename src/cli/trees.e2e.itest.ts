import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { enterFence } from "../exec/fence.ts";
import { Project, SERVER, SHOP_CONFIG } from "../testing/project.ts";

// What a service may leave behind when steelyard is killed outright: eight ways of living on, each as a program whose
// arguments hold a word of this test alone.
const word = `left-${randomBytes(6).toString("hex")}`;
let project: Project;
afterEach(() => {
  for (const { pid } of left()) process.kill(pid, "SIGKILL");
  project[Symbol.dispose]();
});

/** Sleeps under a name that can be looked for. */
const sleeper = (name: string) => `sh -c 'while :; do sleep 100; done' ${word}-${name}`;
const WAYS: Readonly<Record<string, string>> = {
  child: `${sleeper("child")} &`,
  grandchild: `sh -c "${sleeper("grandchild")} & wait" &`,
  session: `setsid ${sleeper("session")} &`,
  orphan: `sh -c "${sleeper("orphan")} & exit 0"`,
  daemon: `setsid -f sh -c "${sleeper("daemon")} & exit 0"`,
  nohup: `nohup setsid -f ${sleeper("nohup")} > /dev/null 2>&1`,
  stubborn: `setsid -f sh -c "trap '' TERM INT HUP; while :; do sleep 100; done" ${word}-stubborn`,
  cleared: `env -i setsid -f ${sleeper("cleared")}`,
};
const ALL = Object.keys(WAYS).sort();

/** Processes with the word of this test, by the name that follows it. */
function left(): { readonly pid: number; readonly name: string }[] {
  return readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid))
    .flatMap((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
        const named = words.find((one) => one.startsWith(`${word}-`));
        return named === undefined ? [] : [{ pid: Number(pid), name: named.slice(word.length + 1) }];
      } catch {
        return [];
      }
    });
}
const names = () => [...new Set(left().map(({ name }) => name))].sort();

/** Steelyard where it may make no control group. */
const UNFENCED = [
  "unshare",
  "-rm",
  "sh",
  "-c",
  'mount -t tmpfs -o ro none /sys/fs/cgroup && exec "$@"',
  "sh",
];
const FENCED = await (async () => {
  await using fence = enterFence();
  return fence !== null;
})();

/** A measurement whose service has left everything behind that it can, killed outright. */
async function killed(wrap: readonly string[]): Promise<void> {
  const leaving = `import { spawnSync } from "node:child_process";
for (const way of ${JSON.stringify(Object.values(WAYS))}) spawnSync("sh", ["-c", way], { stdio: "ignore" });
`;
  project = new Project({
    "server.mjs": leaving + SERVER,
    ".github/steelyard.yml": SHOP_CONFIG.replace("duration: 200ms, trials: 3", "duration: 20s, trials: 3"),
  });
  const started = project.start(["measure"], {}, wrap);
  await started.until("the first trial", () => /trials planned/.test(started.err) && project.has("up.txt"));
  await started.until("all that is left", () => names().length === ALL.length);
  started.kill("SIGKILL");
  await started.finished;
  expect(names()).toEqual(ALL);
}

const MODES: [held: string, wrap: readonly string[], escaped: string[]][] = [
  ["held by a control group", [], []],
  ["marked by their environment", UNFENCED, ["cleared"]],
];
for (const [held, wrap, escaped] of MODES.filter(([, of]) => of.length > 0 || FENCED)) {
  test(`after SIGKILL \`down\` ends every process that is ${held}, but for ${escaped.join() || "none"}`, async () => {
    await killed(wrap);
    const down = await project.run(["down"]);
    expect(names()).toEqual(escaped);
    expect([down.code, /left running by a measurement that was killed/.test(down.err)]).toEqual([0, true]);
    expect((await project.run(["down"])).err).toBe("nothing was left running\n");
  });

  test(`so does the next run, in another checkout of the machine: ${held}`, async () => {
    await killed(wrap);
    using other = new Project();
    expect((await other.run(["measure"], { TMPDIR: project.temporary })).code).toBe(0);
    expect(names()).toEqual(escaped);
  });
}

test("an orderly end takes less than 5 s, whatever ignores SIGTERM on both sides, and leaves nothing", async () => {
  const stubborn = `import { spawnSync } from "node:child_process";
for (const way of ${JSON.stringify(Object.values(WAYS))}) spawnSync("sh", ["-c", way], { stdio: "ignore" });
${SERVER.replace('process.on("SIGTERM", () => process.exit(0));', 'process.on("SIGTERM", () => {});')}`;
  const config = SHOP_CONFIG.replace(
    /browse: .*/,
    `browse: { command: { run: [sh, -c, "trap '' TERM INT; while :; do sleep 1; done", ${word}-load], format: steelyard }, gate: [query_time], warmup: 0s, measure: { duration: 30s, trials: 3 } }`,
  );
  project = new Project({ "server.mjs": stubborn, ".github/steelyard.yml": config });
  project.git("switch", "-q", "-c", "topic");
  project.write("note.txt", "a change");
  project.commit("A change");
  const started = project.start(["measure", "--base", "main"]);
  await started.until("the load", () => names().includes("load"));
  const began = performance.now();
  started.kill("SIGINT");
  const done = await started.finished;
  const seconds = (performance.now() - began) / 1000;
  expect(done.code).toBe(130);
  expect(seconds).toBeLessThan(5);
  expect([names(), project.living()]).toEqual([FENCED ? [] : ["cleared"], []]);
});
