import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { VERSION } from "../base/version.ts";
import { compare } from "../compare/compare.ts";
import type { Run } from "../model/run.ts";
import { readRun } from "../store/records.ts";
import { captured, ROOT, say, shown } from "./command.ts";
import { lacking, prepareEngine, wrkImage } from "./engine.ts";
import { SYSTEMS, type System } from "./systems.ts";
import { k6, wrk } from "./tools.ts";

// `npm run demo:full -- --scale 0.05` measures the reference systems one after the other on Docker Compose, each with all
// workloads of its record, at a share of their lengths. Without --scale it takes most of an hour. The record is updated:
// rows of earlier runs stay. `--only a,b` measures some of the systems.
const FOLDER = ".steelyard/full";
const STEELYARD = ["node", "action/dist/cli.mjs"];
const RECORD = "baselines/BENCHMARKS.md";

const { values } = parseArgs({
  options: { scale: { type: "string" }, only: { type: "string" }, to: { type: "string", default: RECORD } },
});
const names = values.only?.split(",");
const chosen = SYSTEMS.filter(({ profile }) => names?.includes(profile) ?? true);
if (chosen.length !== (names?.length ?? SYSTEMS.length)) {
  say(`--only got "${values.only}": a list of ${SYSTEMS.map(({ profile }) => profile).join(", ")} is wanted`);
  process.exit(2);
}
const began = Date.now();
await k6();
wrk();
prepareEngine();
const [obstacle] = lacking();
if (obstacle !== undefined) {
  say(`the reference systems are measured on Docker Compose, and ${obstacle}`);
  process.exit(3);
}
wrkImage();

let failed = false;
for (const system of chosen) failed = !(await measured(system)) || failed;
say(`done in ${Math.round((Date.now() - began) / 1000)} s; the record is ${values.to}`);
process.exit(failed ? 1 : 0);

/** Measures a system, writes its record and prints its statements. Returns whether every trial has figures. */
async function measured({ profile, record }: System): Promise<boolean> {
  say(`the reference system "${profile}"`);
  const out = join(FOLDER, profile);
  rmSync(join(ROOT, out), { recursive: true, force: true });
  const share = values.scale === undefined ? [] : ["--scale", values.scale];
  const how = ["--stack", "compose", "--no-base", "--profile", profile, ...share, "--out", out];
  ended(shown([...STEELYARD, "measure", ...how]));
  const run = await readRun(join(ROOT, out, "run.json"));
  const written = captured([...STEELYARD, "record", `${out}/run.json`, "--out", out, "--to", values.to]);
  if (written.code !== 0) process.stderr.write(written.text);
  ended(written.code);
  for (const line of criteriaLines(run, record)) process.stderr.write(`  ${line}\n`);
  return run.trials.every(({ outcome }) => outcome === "ok");
}

/** The statements of the record, and the trials without figures. */
function criteriaLines(run: Run, record: string): string[] {
  const alone = { baselines: new Map(), classes: [], at: run.ended, steelyard: VERSION, replay: [] };
  const { records = [] } = compare({ run, config: run.config.resolved, ...alone });
  const signals = records.flatMap(({ name, signals }) => (name === record ? signals : []));
  const failures = run.trials.flatMap((trial) =>
    trial.outcome === "ok" ? [] : [`${trial.workload}: ${trial.failure.code}: ${trial.failure.message}`],
  );
  const words = { true: "holds", false: "does not hold", null: "is not shown" } as const;
  return [
    ...signals.map(({ say: what, holds, because }) => `${what}: ${words[`${holds}`]} (${because})`),
    ...failures,
  ];
}

/** Ends the program unless the step succeeded. */
function ended(code: number): void {
  if (code !== 0) process.exit(code);
}
