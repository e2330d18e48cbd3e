import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { captured, ROOT, say, shown } from "./command.ts";
import { prepareEngine } from "./engine.ts";
import { durations, outcome, type TestFile } from "./outcome.ts";
import { act, actionlint, oha, zizmor } from "./programs.ts";
import { chromium, java, k6, nodes, python, wrk } from "./tools.ts";

// `npm test`: the checks and tests of every part, fastest first. Ends with a line of counts, and writes them to
// .steelyard/tests.json. With an argument, only that project of tests (vitest.config.ts), to .steelyard/tests-PROJECT.json.
const [asked] = process.argv.slice(2);
const PROJECTS = asked === undefined ? ["unit", "long", "integration"] : [asked];
const COUNTS = join(ROOT, `.steelyard/tests${asked === undefined ? "" : `-${asked}`}.json`);
const REPORT = join(ROOT, ".steelyard/vitest.json");
const counts = { passed: 0, failed: 0, skipped: 0 };
/** A text for each failure, printed again at the end, because often only the end of a long log is kept. */
const failures: string[] = [];
/** Start times of the last step and of the first, in milliseconds. */
const began = performance.now();
let since = began;

if (asked === undefined) statics();
say(
  "the tools that the integration tests need: k6, wrk, Chromium, Python, Node 20, actionlint, zizmor, act, oha, Docker with Compose",
);
await k6();
wrk();
chromium();
python();
java();
nodes();
actionlint();
zizmor();
act();
oha();
prepareEngine();
lap();
tests();
lap();

writeFileSync(COUNTS, `${JSON.stringify({ ...counts, failures })}\n`);
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
for (const failure of failures) say(`failed: ${failure}`);
const minutes = (performance.now() - began) / 60_000;
process.stdout.write(
  `\n${minutes.toFixed(1)} minutes in all\n${counts.passed} passed, ${counts.failed} failed${skipped}\n`,
);
process.exit(counts.failed > 0 || counts.passed === 0 || (process.env.CI && counts.skipped > 0) ? 1 : 0);

/** What needs no test runner. */
function statics(): void {
  step("types", ["tsc", "--noEmit"]);
  step("types of the trend page", ["tsc", "-p", "src/site"]);
  step("types of the k6 scripts", ["tsc", "-p", "workloads"]);
  step("lint and format", ["biome", "check", "--error-on-warnings", "."]);
  step("generated files are current", ["node", "src/dev/generate.ts", "--check"]);
  current("bundles are current", ["npm", "run", "--silent", "bundle"], "action/dist");
}

function step(name: string, argv: readonly string[]): void {
  say(name);
  count(name, shown(argv) === 0);
  lap();
}

/** Prints the duration of the step that ends here. */
function lap(): void {
  const now = performance.now();
  process.stderr.write(`  ${((now - since) / 1000).toFixed(1)} s\n`);
  since = now;
}

/** Runs a generator and requires that the committed files under `path` do not change. */
function current(name: string, argv: readonly string[], path: string): void {
  say(name);
  const status = () => captured(["git", "status", "--porcelain", "--", path]).text + digest(path);
  const before = status();
  const built = shown(argv) === 0;
  const same = status() === before;
  if (built && !same) say(`${path} was out of date; it has been rebuilt: commit it`);
  count(name, built && same);
  lap();
}

function digest(path: string): string {
  return captured(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", path])
    .text.split("\0")
    .filter((file) => file !== "")
    .map((file) => captured(["git", "hash-object", file]).text)
    .join("");
}

function tests(): void {
  say(`tests: ${PROJECTS.join(", ")}`);
  const { code, files } = vitest();
  const named = (name: string) => relative(ROOT, name);
  const found = outcome(code, files, named);
  counts.passed += found.passed;
  counts.skipped += found.skipped;
  found.failures.forEach(fail);
  say("the slowest files of tests");
  process.stdout.write(durations(files, named));
}

/** The test runner's report; without files if it ended early. */
function vitest(): { code: number; files: readonly TestFile[] } {
  mkdirSync(join(ROOT, ".steelyard"), { recursive: true });
  rmSync(REPORT, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${REPORT}`];
  const projects = PROJECTS.map((name) => `--project=${name}`);
  const code = shown(["vitest", "run", ...projects, ...reporters]);
  try {
    return { code, files: JSON.parse(readFileSync(REPORT, "utf8")).testResults };
  } catch {
    return { code, files: [] };
  }
}

function count(name: string, good: boolean): void {
  if (good) counts.passed++;
  else fail(name);
}

function fail(what: string): void {
  counts.failed++;
  failures.push(what.slice(0, 2_000));
}
