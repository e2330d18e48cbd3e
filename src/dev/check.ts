import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { captured, ROOT, say, shown } from "./command.ts";
import { prepareEngine } from "./engine.ts";
import { act, actionlint, zizmor } from "./programs.ts";
import { chromium, k6, nodes, wrk } from "./tools.ts";

// `npm test`: everything that CI asks for, in the order in which it fails fastest. Ends with a line of counts,
// and writes them to .steelyard/tests.json.
const REPORT = join(ROOT, ".steelyard/vitest.json");
const counts = { passed: 0, failed: 0, skipped: 0 };
/** What failed, in words: said again at the very end, where the end of a long log is all that is kept. */
const failures: string[] = [];

step("types", ["tsc", "--noEmit"]);
step("types of the trend page", ["tsc", "-p", "src/site"]);
step("types of the k6 scripts", ["tsc", "-p", "workloads"]);
step("lint and format", ["biome", "check", "--error-on-warnings", "."]);
step("generated files are current", ["node", "src/dev/generate.ts", "--check"]);
current("bundles are current", ["npm", "run", "--silent", "build"], "action/dist");
say(
  "the tools that the integration tests need: k6, wrk, Chromium, Node 20, actionlint, zizmor, act, Docker with Compose",
);
await k6();
wrk();
chromium();
nodes();
actionlint();
zizmor();
act();
prepareEngine();
tests();

writeFileSync(join(ROOT, ".steelyard/tests.json"), `${JSON.stringify({ ...counts, failures })}\n`);
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
for (const failure of failures) say(`failed: ${failure}`);
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
process.exit(counts.failed > 0 || counts.passed === 0 || (process.env.CI && counts.skipped > 0) ? 1 : 0);

function step(name: string, argv: readonly string[]): void {
  say(name);
  count(name, shown(argv) === 0);
}

/** Runs a generator and demands that the committed files under `path` come out as they were. */
function current(name: string, argv: readonly string[], path: string): void {
  say(name);
  const status = () => captured(["git", "status", "--porcelain", "--", path]).text + digest(path);
  const before = status();
  const built = shown(argv) === 0;
  const same = status() === before;
  if (built && !same) say(`${path} was out of date; it has been rebuilt: commit it`);
  count(name, built && same);
}

function digest(path: string): string {
  return captured(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", path])
    .text.split("\0")
    .filter((file) => file !== "")
    .map((file) => captured(["git", "hash-object", file]).text)
    .join("");
}

function tests(): void {
  say("unit and integration tests");
  let { code, files } = vitest();
  const loud = files.filter((file) => file.status === "failed" && file.name.endsWith(".itest.ts"));
  if (loud.length > 0) {
    // Two of these run at a time: what only fails beside another was too much for the machine, and is told.
    const names = loud.map(({ name }) => relative(ROOT, name));
    say(`failed beside other tests, tried again alone: ${names.join(", ")}`);
    const again = vitest(...names, "--no-file-parallelism");
    code = again.code;
    files = [...files.filter((file) => !loud.includes(file)), ...again.files];
  }
  let broken = 0;
  for (const { name, status, message, assertionResults } of files) {
    const where = relative(ROOT, name);
    for (const one of assertionResults) {
      if (one.status === "passed") counts.passed++;
      else if (one.status !== "failed") counts.skipped++;
      else fail(`${where}: ${one.fullName}\n${one.failureMessages.join("\n")}`);
    }
    const told = assertionResults.some((one) => one.status === "failed");
    if (status === "failed" && !told) fail(`${where}: ${message}`); // it did not even load
    if (status === "failed") broken++;
  }
  if (code !== 0 && broken === 0) fail("the test runner");
}

/** A file of tests, in the test runner's report. */
interface TestFile {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly fullName: string;
    readonly failureMessages: readonly string[];
  }[];
}

/** What the test runner found in these files, or in all; no files where it did not get that far. */
function vitest(...args: string[]): { code: number; files: readonly TestFile[] } {
  mkdirSync(join(ROOT, ".steelyard"), { recursive: true });
  rmSync(REPORT, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${REPORT}`];
  const code = shown(["vitest", "run", ...args, ...reporters]);
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
