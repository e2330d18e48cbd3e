import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { trendAddress } from "../report/trend.ts";
import { readComparison } from "../store/records.ts";
import { ROOT, say, shown } from "./command.ts";
import { lacking, pullImages } from "./engine.ts";

// The two main use cases, end to end on this machine. First the pair: this commit beside itself, once with more work in
// head and once without, and the comment of the slower one. Then the baseline: short sessions, and a run that is judged
// against them. A new machine has no baseline of its class, so the demo records one under .steelyard/.
const FOLDER = ".steelyard/demo";
const BASELINES = `${FOLDER}/baselines`;
const STEELYARD = ["node", "action/dist/cli.mjs"];
/** Of a gateway without the load around it: under load about 5 %. */
const LITTLE = "8%";
/** For a machine on which so much else is going on that a minute does not show 5 %. */
const MUCH = "50%";
const SESSIONS = 3;
// Developers run the demo on a tree with uncommitted changes, so these are allowed.
const ALLOWED = ["--allow", "dirty"];

const began = Date.now();
rmSync(join(ROOT, FOLDER), { recursive: true, force: true });

// As processes, which start in a second: a pair starts both sides many times.
const pair = `${FOLDER}/pair`;
const RULES = ["--profile", "demo", "--stack", "process", "--budget", "1m"];
const slower = (share: string) => ["--stack-env", `FAULTS=recommend.cpu=${share}`, "--out", pair];
const test = (share: string) => [...STEELYARD, "self-test", ...RULES, ...slower(share)];
say("base and head side by side: first both do the same, then head does about 5 % more work");
const code = shown(test(LITTLE));
if (isInterrupted(code)) process.exit(code);
if (code !== 0) {
  say("not told apart in a minute, for the reasons above: once more with half as much work again");
  must(0, test(MUCH));
}
say(`the comment of the slower pull request (${pair}/comment.md):\n`);
const [comment] = readFileSync(join(ROOT, pair, "comment.md"), "utf8").split("<details>");
process.stdout.write(`${comment}`);

// On real servers if possible; both forms give the same answers.
pullImages();
const obstacle = lacking()[0] ?? null;
say(
  obstacle === null
    ? "head alone: an engine and the images are here, so on Compose, with PostgreSQL and Redis"
    : `head alone: as plain local processes, because ${obstacle}`,
);
const MEASURED = ["--profile", "demo", "--stack", obstacle === null ? "compose" : "process"];
// Also in CI.
const ALONE = [...STEELYARD, "measure", ...MEASURED, "--no-base"];
for (let session = 1; session <= SESSIONS; session++) {
  say(`a baseline, session ${session} of ${SESSIONS}: measured, and added`);
  const out = `${FOLDER}/session-${session}`;
  must(0, [...ALONE, "--out", out]);
  must(0, [...STEELYARD, "baseline", `${out}/run.json`, "--baselines", BASELINES, ...ALLOWED]);
}
say("judged against the baseline: the endpoint does eleven times the work");
const slowed = `${FOLDER}/slowed`;
const judged = ["--no-base", "--baselines", BASELINES, "--out", slowed];
must(1, [...STEELYARD, "check", ...MEASURED, ...judged, "--stack-env", "FAULTS=recommend.cpu=1000%"]);

say("the trend page: the sessions, and the slowed run marked against them");
const SITE = `${FOLDER}/site`;
const PAGE = ["--out", SITE, "--title", "demo", "--baselines", BASELINES, ...ALLOWED];
for (let session = 1; session <= SESSIONS; session++) {
  const run = `${FOLDER}/session-${session}/run.json`;
  must(0, [...STEELYARD, "site", run, "--attempt", String(session), ...PAGE]);
}
const comparison = await readComparison(join(ROOT, slowed, "comparison.json"));
const [, mark = ""] = trendAddress({ ...comparison, site: "demo" })?.split("#") ?? [];
say(`open it: ${pathToFileURL(join(ROOT, SITE, "index.html"))}#${mark}`);
say(`done in ${Math.round((Date.now() - began) / 1000)} s; figures and evidence are in ${FOLDER}/`);

/** Runs a step; an unexpected exit code ends the demo with a message. */
function must(expected: number, argv: readonly string[]): void {
  const code = shown(argv);
  if (code === expected) return;
  say(`this step ended with exit code ${code} where the demo expects ${expected}: this is a bug`);
  process.exit(isInterrupted(code) ? code : 1);
}

function isInterrupted(code: number): boolean {
  return code === 130 || code === 143;
}
