import { VERSION, environmentError, hidden, seedOf, stream, userError } from "../base.mjs";
import { proof, testedDuel } from "../compare.mjs";
import { allowed, run } from "../exec.mjs";
import { asked } from "../git.mjs";
import { tag } from "../model.mjs";
import { writeSelfTest } from "../store.mjs";
import { fingerprintOf } from "./record.mjs";
import { itself, twice } from "./calibrate2.mjs";
import { judged } from "./compare.mjs";
import { contest } from "./contest.mjs";
import { ledger } from "./down2.mjs";
import { inside, typed } from "./paths.mjs";
import { atWorkbench, builtSide, configIn, treeOf } from "./workbench.mjs";
import { _usingCtx } from "../helpers.mjs";

// src/app/selftest.ts
const PATCH = 600;
function selfTest(world, options) {
	const wishes = {
		...options,
		stackEnv: {},
		base: false
	};
	return atWorkbench(world, wishes, async (at) => {
		const { bench } = at;
		if (bench.stacks.kind === "external") throw userError("A system that is deployed already cannot be made slower.", {
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
		const { bench, commit } = at;
		if (commit === null) throw userError("There is no commit here that could be patched.", {
			where: bench.world.cwd,
			remedy: "run it inside a git checkout with a commit, or use --stack-env NAME=VALUE"
		});
		if (commit.dirty) bench.log.warn("the tree has uncommitted changes: what is tested is the commit without them");
		const clean = _usingCtx$1.a(await treeOf(bench, commit.sha));
		const slow = _usingCtx$1.a(await treeOf(bench, commit.sha));
		await applied(patch, slow.cwd, at);
		const config = await configIn(bench, clean.cwd, "This commit");
		const slowConfig = await configIn(bench, slow.cwd, "The patched commit");
		const base = await builtSide(bench, clean.cwd, config, "base");
		const head = await builtSide(bench, slow.cwd, slowConfig, "slowed");
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
async function applied(patch, cwd, { bench }) {
	const { world, out, redact } = bench;
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
	const status = await asked({
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
	const { bench, commit, began } = at;
	const { world, log, options } = bench;
	const next = stream(bench.schedule.seed);
	const ask = async (both) => {
		const of = {
			base: itself(commit),
			both,
			seed: seedOf(next())
		};
		const result = await contest(of, at);
		if (result.kind === "unable") throw result.error;
		return {
			comparison: await judged(world, result.run, {
				baselines: options.baselines,
				config: void 0
			}),
			pairs: result.run.duel.pairs.length
		};
	};
	log.info("with the slowdown in head");
	const slowed = await ask(slower);
	log.info("without it: this commit beside itself");
	const unslowed = await ask(same);
	const report = {
		schema: tag("selftest"),
		steelyard: VERSION,
		runnerClass: bench.runnerClass,
		fingerprint: fingerprintOf(bench),
		commit,
		began: began.toISOString(),
		ended: world.now().toISOString(),
		slowdown: "patch" in slowdown ? slowdown : { stackEnv: { ...slowdown.stackEnv } },
		slowed: testedDuel(slowed.comparison, slowed.pairs),
		unslowed: testedDuel(unslowed.comparison, unslowed.pairs),
		...proof(slowed.comparison, unslowed.comparison)
	};
	const path = inside(world.cwd, options.out, "selftest");
	await writeSelfTest(path, hidden(report, bench.redact));
	log.info(`wrote ${typed(world.cwd, path)}`);
	return report;
}

export { selfTest };