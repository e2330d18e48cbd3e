import { VERSION, environmentError, hidden, seedOf, stream, userError } from "../base.mjs";
import { proof, testedDuel } from "../compare.mjs";
import { allowed, run } from "../exec.mjs";
import { gitOutput } from "../git.mjs";
import { tag } from "../model.mjs";
import { writeComparison, writeSelfTest } from "../store.mjs";
import { judgeRun } from "./compare.mjs";
import { writeReports } from "./report2.mjs";
import { ledger } from "./down2.mjs";
import { fingerprintHere } from "./run.mjs";
import { buildSide, configIn, treeOf, withMeasurement } from "./measurement.mjs";
import { inside, typedPath } from "./paths.mjs";
import { itself, twice } from "./calibrate2.mjs";
import { pairedTrial } from "./trial.mjs";
import { _usingCtx } from "../helpers.mjs";

// src/commands/proofs/selftest.ts
const PATCH = 600;
function selfTest(world, options) {
	const wishes = {
		...options,
		stackEnv: {},
		base: false
	};
	return withMeasurement(world, wishes, async (at) => {
		const { harness } = at;
		if (harness.stacks.kind === "external") throw userError("A system that is deployed already cannot be made slower.", {
			where: "stack.external",
			remedy: "use a stack that is started here: --stack process, --stack compose"
		});
		const { slowdown } = options;
		return "patch" in slowdown ? patched(at, slowdown.patch) : provoked(at, slowdown.stackEnv);
	});
}
async function provoked(at, stackEnv) {
	const same = await twice(at);
	return tested(at, { stackEnv: { ...stackEnv } }, same, {
		...same,
		sides: {
			...same.sides,
			head: withEnv(same.sides.head, stackEnv)
		}
	});
}
const withEnv = (side, env) => ({
	...side,
	stacks: {
		...side.stacks,
		up: (stackEnv, signal, cpus) => side.stacks.up({
			...stackEnv,
			...env
		}, signal, cpus)
	}
});
async function patched(at, patch) {
	try {
		var _usingCtx$1 = _usingCtx();
		const { harness, commit } = at;
		if (commit === null) throw userError("There is no commit here that could be patched.", {
			where: harness.world.cwd,
			remedy: "run it inside a git checkout with a commit, or use --stack-env NAME=VALUE"
		});
		if (commit.dirty) harness.log.warn("the tree has uncommitted changes: what is tested is the commit without them");
		const clean = _usingCtx$1.a(await treeOf(harness, commit.sha));
		const slow = _usingCtx$1.a(await treeOf(harness, commit.sha));
		await applied(patch, slow.cwd, at);
		const config = await configIn(harness, clean.cwd, "This commit");
		const slowConfig = await configIn(harness, slow.cwd, "The patched commit");
		const base = await buildSide(harness, clean.cwd, config, "base");
		const head = await buildSide(harness, slow.cwd, slowConfig, "slowed");
		return await tested(at, { patch }, {
			sides: {
				base,
				head: base
			},
			configs: {
				base: config,
				head: config
			}
		}, {
			sides: {
				base,
				head
			},
			configs: {
				base: config,
				head: slowConfig
			}
		});
	} catch (_) {
		_usingCtx$1.e = _;
	} finally {
		await _usingCtx$1.d();
	}
}
async function applied(patch, cwd, { harness }) {
	const { world, out, redact } = harness;
	const done = await run([
		"sh",
		"-c",
		patch
	], {
		cwd,
		env: allowed(world.env),
		signal: world.signal,
		timeout: PATCH,
		ledger: ledger(out)
	});
	const where = `--patch ${patch.slice(0, 200)}`;
	if (done.code !== 0) {
		const how = done.timedOut ? `it took more than ${PATCH} s` : `exit code ${done.code ?? done.signal}`;
		throw userError(`The patch failed: ${how}.`, {
			where,
			remedy: "it is run by sh at the top of a worktree of this commit; try it there",
			cause: redact(`${done.stdout}${done.stderr}`.trim().slice(-2e3)) || "it says nothing"
		});
	}
	const status = await gitOutput({
		...world,
		cwd
	}, "status", "--porcelain", "--ignored=no");
	if (status === null) throw environmentError("git cannot tell what the patch changed.", { where: cwd });
	if (status === "") throw userError("The patch changed nothing, so nothing would be slower.", {
		where,
		remedy: "let it change files of the worktree that it is run in"
	});
}
async function tested(at, slowdown, same, slower) {
	const { harness, commit, began } = at;
	const { world, log, options } = harness;
	const next = stream(harness.schedule.seed);
	const ask = async (both) => {
		const of = {
			base: itself(commit),
			both,
			seed: seedOf(next())
		};
		const result = await pairedTrial(of, at);
		if (result.kind === "unable") throw result.error;
		const run = hidden(result.run, harness.redact);
		return {
			comparison: await judgeRun(world, run, {
				baselines: options.baselines,
				config: void 0
			}),
			pairs: run.duel.pairs.length
		};
	};
	log.info("this commit paired with itself");
	const unslowed = await ask(same);
	log.info("with the slowdown in head");
	const slowed = await ask(slower);
	await writeComparison(inside(world.cwd, options.out, "comparison"), slowed.comparison);
	await writeReports(world, slowed.comparison, options.out);
	const facts = {
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
		...proof(slowed.comparison, unslowed.comparison)
	};
	const report = hidden(facts, harness.redact);
	const path = inside(world.cwd, options.out, "selftest");
	await writeSelfTest(path, report);
	log.info(`wrote ${typedPath(world.cwd, path)}`);
	return report;
}

export { selfTest };