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
  mkdirSync(join(ROOT, ".steelyard"), { recursive: true });
  rmSync(REPORT, { force: true });
  const code = shown([
    "vitest",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${REPORT}`,
  ]);
  const report = reported();
  counts.passed += report.numPassedTests ?? 0;
  counts.failed += report.numFailedTests ?? 0;
  counts.skipped += (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0);
  for (const { name, assertionResults } of report.testResults ?? []) {
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === "failed")
        failures.push(`${relative(ROOT, name)}: ${fullName}\n${failureMessages.join("\n").slice(0, 2_000)}`);
  }
  // A file that did not even load counts no test.
  if (code !== 0 && (report.numFailedTests ?? 0) === 0) count("the test runner", false);
}

/** What the test runner's report says, of all that is in it. */
interface Report {
  readonly numPassedTests?: number;
  readonly numFailedTests?: number;
  readonly numPendingTests?: number;
  readonly numTodoTests?: number;
  readonly testResults?: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** What the test runner counted; nothing where it did not get that far. */
function reported(): Report {
  try {
    return JSON.parse(readFileSync(REPORT, "utf8"));
  } catch {
    return {};
  }
}

function count(name: string, good: boolean): void {
  counts[good ? "passed" : "failed"]++;
  if (!good) failures.push(name);
}
