import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Log, logTo } from "../base/log.ts";
import { seedOf } from "../base/random.ts";
import { hidden, redactor } from "../base/redact.ts";
import { VERSION } from "../base/version.ts";
import type { World } from "../base/world.ts";
import { readConfig } from "../config/read.ts";
import { lock } from "../exec/lock.ts";
import { commitAt } from "../git/commit.ts";
import { type Measured, measure } from "../measure/loop.ts";
import { plan } from "../measure/plan.ts";
import { progressTo } from "../measure/progress.ts";
import { unmatched } from "../measure/unmatched.ts";
import type { Config } from "../model/config.ts";
import type { Stacks } from "../model/ports.ts";
import type { Fingerprint, Run } from "../model/run.ts";
import type { Schedule } from "../model/schedule.ts";
import { tag } from "../model/versioned.ts";
import { scraper } from "../scrape/scraper.ts";
import { linuxHost } from "../stack/host.ts";
import { machine } from "../stack/machine.ts";
import { json, readText, writeText } from "../store/files.ts";
import { writeRun } from "../store/records.ts";
import { generatorOf } from "./generator.ts";
import { BASELINES, type MeasureOptions } from "./options.ts";
import { FILES, inside, prepareOutput, setAside, typed } from "./paths.ts";
import { runnerClassOf } from "./runnerclass.ts";
import { coresOf, secretsIn, stacksOf } from "./stacks.ts";

/**
 * Measures what the config asks for and writes `run.json`.
 *
 * When it ends early what was measured is written, marked as interrupted, and the reason is thrown.
 *
 * @throws SteelyardError for a config, script or option that cannot be used, or a stack that does not start
 */
export async function measureRun(world: World, options: MeasureOptions): Promise<{ run: Run; path: string }> {
  const began = world.now();
  const path = resolve(world.cwd, options.config);
  const text = await readText(
    path,
    "config",
    "run this at the top of your checkout, or name one: steelyard measure --config PATH",
  );
  const config = readConfig(text, options.config);
  const redact = redactor(secretsIn(config, world.env));
  const log = logTo(world.err, redact);
  const seed = options.seed ?? seedOf(world.random());
  const schedule = plan(config, options, seed);
  const here = machine();
  const runnerClass = runnerClassOf(options.runnerClass, world.env, config, here);
  const out = await prepareOutput(world.cwd, options.out);
  using _held = lock(join(out, "lock"), "Another measurement is writing into this folder.");
  await setAside(out);
  await writeText(join(out, FILES.schedule), json(schedule, false));

  const commit = await commitAt(world.cwd, world.env, world.signal, BASELINES);
  const cores = coresOf(config, options.stack, log);
  const generator = generatorOf(world, out, log, cores?.generator);
  const stacks = stacksOf(config, options.stack, { world, out, log, redact, cores });
  const progress = progressTo(log, () => world.now().getTime(), everySecond);
  const published = scraper(config.stack.metrics, log);
  const edges = { stacks, generator, host: linuxHost(), scraper: published, log, now: world.now, progress };
  const measured = await measure(schedule, config, options.stackEnv, edges, world.signal);
  if (measured.trials.length === 0 && measured.ended !== null) throw measured.ended;
  const containers = stacks.kind === "compose" ? { containers: "compose" } : {};
  const fingerprint: Fingerprint = { ...here, ...containers, generators: { ...generator.versions } };

  const run = runOf({
    world,
    options,
    config,
    text,
    commit,
    stacks,
    schedule,
    fingerprint,
    runnerClass,
    measured,
    began,
  });
  const written = await keep(hidden(run, redact), inside(world.cwd, options.out, "run"), log);
  if (measured.ended !== null) {
    log.warn(
      `ended early; the ${run.trials.length} trials measured are kept in ${typed(world.cwd, written)}`,
    );
    throw measured.ended;
  }
  for (const line of typingErrors(run)) log.warn(line);
  log.info(`wrote ${typed(world.cwd, written)}`);
  return { run, path: written };
}

/** A sentence for each gate, budget or expectation that no trial could answer. */
function typingErrors(run: Run): string[] {
  return unmatched(run).map(({ workload, selector, nearest }) => {
    const asked = `${workload}: the config asks for \`${selector}\`, which no trial has`;
    return nearest === null ? asked : `${asked}; there is \`${nearest}\``;
  });
}

interface Parts {
  readonly world: World;
  readonly options: MeasureOptions;
  readonly config: Config;
  readonly text: string;
  readonly commit: Run["commit"];
  readonly stacks: Stacks;
  readonly schedule: Schedule;
  readonly fingerprint: Fingerprint;
  readonly runnerClass: string;
  readonly measured: Measured;
  readonly began: Date;
}

function runOf(parts: Parts): Run {
  const { world, options, config, measured, fingerprint, schedule } = parts;
  const ended = world.now();
  const shard = schedule.shard ? `-${schedule.shard.index}of${schedule.shard.of}` : "";
  return {
    schema: tag("run"),
    id: `${parts.began.toISOString().replace(/[-:]|\.\d+/g, "")}-${schedule.seed.toString(36)}${shard}`,
    began: parts.began.toISOString(),
    ended: ended.toISOString(),
    state: measured.ended === null ? "complete" : "interrupted",
    steelyard: VERSION,
    runnerClass: parts.runnerClass,
    profile: options.profile ?? null,
    only: options.only ? [...options.only] : null,
    commit: parts.commit,
    config: { path: options.config, digest: sha256(parts.text), resolved: config },
    fingerprint,
    stack: {
      kind: parts.stacks.kind,
      labels: { ...parts.stacks.labels },
      seed: measured.seed,
      env: { ...options.stackEnv },
      ...(measured.composed === undefined ? {} : { composed: measured.composed }),
    },
    workloads: measured.workloads,
    schedule,
    trials: measured.trials,
    spent: { load: measured.load, total: (ended.getTime() - parts.began.getTime()) / 1000 },
  };
}

/** Writes the run; where its place cannot be written after all, into the temporary folder, and says so. */
async function keep(run: Run, path: string, log: Log): Promise<string> {
  try {
    await writeRun(path, run);
    return path;
  } catch (error) {
    const rescue = join(tmpdir(), `steelyard-${run.id}.json`);
    const rescued = await writeRun(rescue, run).then(
      () => true,
      () => false,
    );
    if (rescued) log.warn(`the run could not be written where it belongs; it is kept at ${rescue}`);
    throw error;
  }
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, 1000);
  timer.unref();
  return () => clearInterval(timer);
}
