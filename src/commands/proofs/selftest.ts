import { environmentError, userError } from "../../base/errors.ts";
import { seedOf, stream } from "../../base/random.ts";
import { hidden } from "../../base/redact.ts";
import { VERSION } from "../../base/version.ts";
import type { World } from "../../base/world.ts";
import { proof, testedDuel } from "../../compare/proofs/selftest.ts";
import { allowed } from "../../exec/env.ts";
import { run as runCommand } from "../../exec/run.ts";
import { gitOutput } from "../../git/git.ts";
import type { DuelSide } from "../../measure/duel/sides.ts";
import type { SelfTest } from "../../model/selftest.ts";
import { tag } from "../../model/versioned.ts";
import { writeComparison, writeSelfTest } from "../../store/records.ts";
import { judgeRun } from "../check/compare.ts";
import { writeReports } from "../check/report.ts";
import { ledger } from "../measure/down.ts";
import { fingerprintHere } from "../measure/harness.ts";
import { type Measurement, withMeasurement } from "../measure/measurement.ts";
import type { BothSides } from "../measure/pairings.ts";
import { buildSide, configIn, treeOf } from "../measure/trees.ts";
import type { SelfTestOptions, Slowdown } from "../options.ts";
import { inside, typedPath } from "../paths.ts";
import { itself, twice } from "./calibrate.ts";
import { type PairedTrial, pairedTrial } from "./trial.ts";

/** Seconds that a patch may take. */
const PATCH = 600;

/**
 * Asks the gate about a commit paired with itself, and then with head made slower on purpose. Writes
 * `selftest.json`, and the comparison and report that a pull request with this slowdown would get.
 *
 * @throws SteelyardError as a measurement would, and for a slowdown that cannot be made
 */
export function selfTest(world: World, options: SelfTestOptions): Promise<SelfTest> {
  const wishes = { ...options, stackEnv: {}, base: false as const };
  return withMeasurement(world, wishes, async (at) => {
    const { harness } = at;
    if (harness.stacks.kind === "external") {
      throw userError("A system that is deployed already cannot be made slower.", {
        where: "stack.external",
        remedy: "use a stack that is started here: --stack process, --stack compose",
      });
    }
    const { slowdown } = options;
    return "patch" in slowdown ? patched(at, slowdown.patch) : provoked(at, slowdown.stackEnv);
  });
}

/** Head is this checkout, with something more in the environment of its services. */
async function provoked(at: Measurement, stackEnv: Readonly<Record<string, string>>): Promise<SelfTest> {
  const same = await twice(at);
  return tested(at, { stackEnv: { ...stackEnv } }, same, {
    ...same,
    sides: { ...same.sides, head: withEnv(same.sides.head, stackEnv) },
  });
}

const withEnv = (side: DuelSide, env: Readonly<Record<string, string>>): DuelSide => ({
  ...side,
  stacks: {
    ...side.stacks,
    up: (stackEnv, signal, cpus) => side.stacks.up({ ...stackEnv, ...env }, signal, cpus),
  },
});

/** Both sides are worktrees of the same commit, and a command was run in head's. */
async function patched(at: Measurement, patch: string): Promise<SelfTest> {
  const { harness, commit } = at;
  if (commit === null) {
    throw userError("There is no commit here that could be patched.", {
      where: harness.world.cwd,
      remedy: "run it inside a git checkout with a commit, or use --stack-env NAME=VALUE",
    });
  }
  if (commit.dirty)
    harness.log.warn("the tree has uncommitted changes: what is tested is the commit without them");
  await using clean = await treeOf(harness, commit.sha);
  await using slow = await treeOf(harness, commit.sha);
  await applied(patch, slow.cwd, at);
  const config = await configIn(harness, clean.cwd, "This commit");
  const slowConfig = await configIn(harness, slow.cwd, "The patched commit");
  const base = await buildSide(harness, clean.cwd, config, "base");
  const head = await buildSide(harness, slow.cwd, slowConfig, "slowed");
  const same: BothSides = { sides: { base, head: base }, configs: { base: config, head: config } };
  return await tested(at, { patch }, same, {
    sides: { base, head },
    configs: { base: config, head: slowConfig },
  });
}

/** Runs the patch in head's tree. @throws SteelyardError (user) where it fails or changes nothing */
async function applied(patch: string, cwd: string, { harness }: Measurement): Promise<void> {
  const { world, out, redact } = harness;
  const done = await runCommand(["sh", "-c", patch], {
    cwd,
    env: allowed(world.env),
    signal: world.signal,
    timeout: PATCH,
    ledger: ledger(out),
  });
  const where = `--patch ${patch.slice(0, 200)}`;
  if (done.code !== 0) {
    const how = done.timedOut ? `it took more than ${PATCH} s` : `exit code ${done.code ?? done.signal}`;
    throw userError(`The patch failed: ${how}.`, {
      where,
      remedy: "it is run by sh at the top of a worktree of this commit; try it there",
      cause: redact(`${done.stdout}${done.stderr}`.trim().slice(-2_000)) || "it says nothing",
    });
  }
  const status = await gitOutput({ ...world, cwd }, "status", "--porcelain", "--ignored=no");
  if (status === null) throw environmentError("git cannot tell what the patch changed.", { where: cwd });
  if (status === "") {
    throw userError("The patch changed nothing, so nothing would be slower.", {
      where,
      remedy: "let it change files of the worktree that it is run in",
    });
  }
}

/** Both duels, judged as a check judges them. */
async function tested(
  at: Measurement,
  slowdown: Slowdown,
  same: BothSides,
  slower: BothSides,
): Promise<SelfTest> {
  const { harness, commit, began } = at;
  const { world, log, options } = harness;
  const next = stream(harness.schedule.seed);
  const ask = async (both: BothSides) => {
    const of: PairedTrial = { base: itself(commit), both, seed: seedOf(next()) };
    const result = await pairedTrial(of, at);
    if (result.kind === "unable") throw result.error;
    const run = hidden(result.run, harness.redact);
    const comparison = await judgeRun(world, run, { baselines: options.baselines!, config: undefined });
    return { comparison, pairs: run.duel.pairs.length };
  };
  log.info("this commit paired with itself");
  const unslowed = await ask(same);
  log.info("with the slowdown in head");
  const slowed = await ask(slower);
  await writeComparison(inside(world.cwd, options.out, "comparison"), slowed.comparison);
  await writeReports(world, slowed.comparison, options.out);
  const facts: SelfTest = {
    schema: tag("selftest"),
    steelyard: VERSION,
    runnerClass: harness.runnerClass,
    fingerprint: fingerprintHere(harness),
    commit,
    began: began.toISOString(),
    ended: world.now().toISOString(),
    slowdown: "patch" in slowdown ? slowdown : { stackEnv: { ...slowdown.stackEnv } },
    slowed: testedDuel(slowed.comparison, slowed.pairs),
    unslowed: testedDuel(unslowed.comparison, unslowed.pairs),
    ...proof(slowed.comparison, unslowed.comparison),
  };
  const report = hidden(facts, harness.redact);
  const path = inside(world.cwd, options.out, "selftest");
  await writeSelfTest(path, report);
  log.info(`wrote ${typedPath(world.cwd, path)}`);
  return report;
}
