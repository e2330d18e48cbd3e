import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { trendAddress } from "../report/trend.ts";
import { readComparison } from "../store/records.ts";
import { ROOT, say, shown } from "./command.ts";
import { lacking, pullImages } from "./engine.ts";

// The main use case, end to end on this machine: three short sessions become a baseline, then a harmless run and a slowed
// one are judged against it. A new machine has no baseline of its class, so the demo records one under .steelyard/.
const FOLDER = ".steelyard/demo";
const BASELINES = `${FOLDER}/baselines`;
const STEELYARD = ["node", "action/dist/cli.mjs"];
// The demo shows the baseline: base is not measured, also not in CI.
const ALONE = ["--profile", "demo", "--no-base"];
const SLOW = "recommend.cpu=1000%";
const SESSIONS = 3;
// Developers run the demo on a tree with uncommitted changes, so these are allowed.
const ALLOWED = ["--allow", "dirty"];

const began = Date.now();
rmSync(join(ROOT, FOLDER), { recursive: true, force: true });

// On real servers if possible, else as processes; both forms give the same answers.
pullImages();
const obstacle = lacking()[0] ?? null;
say(
  obstacle === null
    ? "an engine and the images are here: the demo runs on Compose, with PostgreSQL and Redis"
    : `the demo runs as plain local processes, because ${obstacle}`,
);
const STACK = ["--stack", obstacle === null ? "compose" : "process"];
for (let session = 1; session <= SESSIONS; session++) {
  say(`session ${session} of ${SESSIONS}: measure the demo as it is, and add it to a baseline`);
  const out = `${FOLDER}/session-${session}`;
  must(0, [...STEELYARD, "measure", ...STACK, ...ALONE, "--out", out]);
  must(0, [...STEELYARD, "baseline", `${out}/run.json`, "--baselines", BASELINES, ...ALLOWED]);
}

say("a harmless change: the same program, measured again and judged");
const harmless = [...STEELYARD, "check", ...STACK, ...ALONE, "--baselines", BASELINES];
const code = shown(harmless);
if (code === 1 && (await crowded())) {
  say(
    "worse, while something else used the CPU: three sessions do not know that yet, so it is measured again",
  );
  must(0, harmless);
} else ended(code, 0);

say("a harmful change: the recommend endpoint does several times the work");
const slowed = `${FOLDER}/slowed`;
const knob = ["--stack-env", `FAULTS=${SLOW}`];
const judged = [...ALONE, "--baselines", BASELINES, "--out", slowed, ...knob];
must(1, [...STEELYARD, "check", ...STACK, ...judged]);

say("the comment on the harmless pull request (.steelyard/comment.md):\n");
process.stdout.write(readFileSync(join(ROOT, ".steelyard/comment.md"), "utf8"));
say(`the comment on the harmful one (${slowed}/comment.md):\n`);
process.stdout.write(readFileSync(join(ROOT, slowed, "comment.md"), "utf8"));
say("the trend page: the sessions and the harmless run, and the harmful one marked against them");
const SITE = `${FOLDER}/site`;
const points = [...Array.from({ length: SESSIONS }, (_, i) => `${FOLDER}/session-${i + 1}`), ".steelyard"];
const PAGE = ["--out", SITE, "--title", "demo", "--baselines", BASELINES, ...ALLOWED];
points.forEach((folder, i) => {
  must(0, [...STEELYARD, "site", `${folder}/run.json`, "--attempt", String(i + 1), ...PAGE]);
});
const comparison = await readComparison(join(ROOT, slowed, "comparison.json"));
const [, mark = ""] = trendAddress({ ...comparison, site: "demo" })?.split("#") ?? [];
say(`open it: ${pathToFileURL(join(ROOT, SITE, "index.html"))}#${mark}`);
say(`done in ${Math.round((Date.now() - began) / 1000)} s; figures and evidence are in .steelyard/`);

/** Whether trials of the last judgement were measured while other programs used the CPU. */
async function crowded(): Promise<boolean> {
  const { rows } = await readComparison(join(ROOT, ".steelyard/comparison.json"));
  return rows.some(({ warnings }) => warnings.some((one) => one.code === "contended"));
}

/** Runs a step; an unexpected exit code ends the demo with a message. */
function must(expected: number, argv: readonly string[]): void {
  ended(shown(argv), expected);
}

function ended(code: number, expected: number): void {
  if (code === expected) return;
  say(`this step ended with exit code ${code} where the demo expects ${expected}: this is a bug`);
  process.exit(code === 130 || code === 143 ? code : 1);
}
