import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, release, type } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT, say } from "../dev/command.ts";
import { PairMode } from "../model/noise.ts";
import type { Condition } from "./duel/conditions.ts";
import { conditions, type Knobs } from "./duel/conditions.ts";
import { calibrated } from "./duel/knobs.ts";
import { Lab, type Setting } from "./duel/lab.ts";
import { type Results, table } from "./duel/table.ts";
import { beside, type Outcome, oneAfterTheOther } from "./duel/trial.ts";
import { Outcomes } from "./outcomes.ts";
import { withRows } from "./rows.ts";

// Pairs base and head on the demo stack through real k6, many times. Counts how often a change is found and how often
// unchanged code is reported, in every mode, and for comparison in sessions judged by benchstat's rule. Every repeat is
// stored when it ends, and an interrupted run continues there. The full set, `--repeats 20`, takes hours.
// `--minutes 30` ends it earlier; `--stack compose` has results of its own; `--only` and `--way` select a part.
// `--keep` writes the results into the tree.
const { values } = parseArgs({
  options: {
    repeats: { type: "string", default: "20" },
    minutes: { type: "string", default: "600" },
    stack: { type: "string", default: "process" },
    only: { type: "string", multiple: true },
    way: { type: "string", multiple: true },
    keep: { type: "boolean", default: false },
  },
});
const stack = values.stack === "compose" ? "compose" : "process";
const repeats = Number(values.repeats);
const until = performance.now() + Number(values.minutes) * 60_000;
const folder = join(ROOT, ".steelyard", "bench", stack);
const outcomes = new Outcomes<Outcome>(join(folder, "duel.jsonl"));
using lab = new Lab();
const setting = (mode: PairMode): Setting => ({ mode, stack, pairs: [6, 30] });

const kept = join(folder, "knobs.json");
if (!existsSync(kept)) {
  say("calibrating the knob by long runs");
  writeFileSync(kept, `${JSON.stringify(calibrated(lab, setting("request")))}\n`);
}
const knobs = JSON.parse(readFileSync(kept, "utf8")) as Knobs;
say(
  `the knob: ${knobs.percent.toFixed(1)} µs for 1 % of CPU a request and ${knobs.p50.toFixed(2)} % of its median`,
);

for (const [condition, way, repeat] of order()) {
  const key = `${condition.name}/${way}/${repeat}`;
  if (outcomes.has(key) || performance.now() > until) continue;
  const outcome =
    way === "benchstat"
      ? oneAfterTheOther(lab, condition, setting("trial"), {
          key,
          seed: repeat,
          trials: trialsAlike(condition),
        })
      : beside(lab, condition, setting(way), key, repeat);
  outcomes.add(outcome);
  const { regressed, untold, pairs, total } = outcome;
  const left = untold ? ` (${untold} not told)` : "";
  say(
    `${key}: ${regressed.join(", ") || "nothing"} regressed${left} after ${pairs} pairs and ${total.toFixed(0)} s`,
  );
}
console.log(`\n${table(outcomes.all)}`);
if (values.keep) {
  const [{ model = "unknown" } = {}, ...others] = cpus();
  const machine = `${model.trim()}, ${others.length + 1} cores, ${type()} ${release()}`;
  const day = new Date().toISOString().slice(0, 10);
  const results: Results = { stack, machine, day, knobs, outcomes: outcomes.all };
  const file = join(ROOT, `src/bench/duel/results-${stack}.json`);
  writeFileSync(file, withRows(results, "outcomes"));
  say(`kept in ${file}: npm run generate puts it into the documents`);
}

/** Every repeat of everything, the first of each before the second of any. */
function order(): [Condition, PairMode | "benchstat", number][] {
  const all = conditions(knobs, repeats).filter(({ name }) => values.only?.includes(name) ?? true);
  return Array.from({ length: repeats }, (_, repeat) => repeat + 1).flatMap((repeat) =>
    all.flatMap((condition) => {
      const modes = PairMode.options.filter((mode) => repeat <= (condition.repeats[mode] ?? 0));
      const peer = condition.repeats.slice !== undefined && repeat <= condition.repeats.slice;
      return [...modes, ...(peer ? (["benchstat"] as const) : [])]
        .filter((way) => values.way?.includes(way) ?? true)
        .map((way): [Condition, typeof way, number] => [condition, way, repeat]);
    }),
  );
}

/** Trials a side that take as long as the trials of pairs did, of the same condition: 2 s each. */
function trialsAlike({ name }: Condition): number {
  const alike = outcomes.all.filter(({ condition, way }) => condition === name && way === "trial");
  const pairs = alike.reduce((sum, one) => sum + one.pairs, 0) / Math.max(1, alike.length);
  return Math.max(6, Math.round(pairs));
}
