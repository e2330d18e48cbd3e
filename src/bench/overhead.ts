import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { measureRun } from "../app/measure.ts";
import type { Sink, World } from "../base/world.ts";
import { ROOT, say } from "../dev/command.ts";
import type { GoodTrial } from "../model/run.ts";

// What the tool itself costs: its CPU while it measures (that could disturb the measurement), and the wall
// time that is not load, per trial and per run. Ratios within one run; absolute times are this machine's.
const quiet: Sink = { write() {}, isTerminal: false, columns: 80 };
const out = mkdtempSync(join(tmpdir(), "steelyard-overhead-"));
const world: World = {
  argv: [],
  env: process.env,
  cwd: ROOT,
  out: quiet,
  err: { ...quiet, write: (text) => process.stderr.write(text) },
  now: () => new Date(),
  random: Math.random,
  signal: new AbortController().signal,
};

say("measuring the demo with its own lengths of trials, to see what the tool adds");
const cpuBefore = process.cpuUsage();
const { run } = await measureRun(world, {
  config: ".github/steelyard.yml",
  out,
  trials: Number(process.env.TRIALS ?? 6),
  only: ["recommend", "health"],
  seed: 1,
  stackEnv: {},
});
const cpu = process.cpuUsage(cpuBefore);
rmSync(out, { recursive: true, force: true });

const trials = run.trials.filter((trial): trial is GoodTrial => trial.outcome === "ok");
const generator = trials.reduce((sum, trial) => sum + trial.observed.generator.wall, 0);
const measured = trials.reduce((sum, trial) => sum + trial.warmup + trial.observed.seconds, 0);
const own = (cpu.user + cpu.system) / 1e6;
const { load, total } = run.spent;
const rows: [what: string, seconds: number, of: number, whole: string][] = [
  ["our CPU while the whole run went on", own, total * availableParallelism(), "of all cores' time"],
  ["our wall time around each trial's generator", load - generator, load, "of the time in trials"],
  ["k6 starting and ending, beyond its load", generator - measured, load, "of the time in trials"],
  ["stack up, seed, down, scripts read, files", total - load, total, "of the run"],
];
console.log(`\n${trials.length} trials, ${load.toFixed(1)} s in trials, ${total.toFixed(1)} s altogether`);
for (const [what, seconds, of, whole] of rows) {
  const each = ((seconds / trials.length) * 1000).toFixed(0).padStart(5);
  console.log(
    `${what.padEnd(46)}${each} ms a trial${((100 * seconds) / of).toFixed(2).padStart(8)} % ${whole}`,
  );
}
