import { openInViewer } from "../exec.mjs";
import { readIfThere, readRun, writeRun } from "../store.mjs";
import { guessWarnings, guessesOf } from "./guesses.mjs";
import { hidden, silent, userError } from "../base.mjs";
import { NO_EDITS } from "../git.mjs";
import { isItem } from "../model.mjs";
import { inside } from "./paths.mjs";
import { edgesOf, judgeOf, rulesOf } from "./run.mjs";
import { baseRules, checkoutAt, pairingPlan, withMeasurement } from "./measurement.mjs";
import { baseTree, bothSides, measureRun, profileDuel } from "./measure.mjs";
import { _usingCtx } from "../helpers.mjs";
import { compareRun, findWaivers, refuseUnknownFolder } from "./compare.mjs";
import { writeReports } from "./report2.mjs";
import { resolve } from "node:path";

// src/commands/measure/again.ts
async function explainRun(world, options) {
	const run = await readRun(resolve(world.cwd, options.run));
	const { duel, rules } = run;
	const sha = duel?.base.sha;
	if (duel === void 0 || !sha || run.state === "interrupted") throw userError(run.state === "interrupted" ? "This run was interrupted, so it has no verdict to explain." : "This run did not pair base and head, so nothing can be loaded again on both sides.", {
		where: options.run,
		remedy: AGAIN
	});
	demandTree(run, await checkoutAt(world), options, silent);
	const asked = askedBy(run, sha, options);
	const measuring = {
		...asked,
		...rules !== void 0 && { rules: await baseRules(world, asked) }
	};
	return withMeasurement(world, measuring, async ({ harness, ...here }) => {
		demandTree(run, here, options, harness.log);
		const base = {
			...duel.base,
			sha,
			same: false
		};
		const { stepTimes, redact } = harness;
		const profiling = await stepTimes.during("why", () => profiledAgain(run, duel, base, harness));
		if (profiling === null) return null;
		const spent = {
			...run.spent,
			why: stepTimes.seconds.why
		};
		const path = inside(world.cwd, options.out, "run");
		await writeRun(path, hidden({
			...run,
			profiling,
			spent
		}, redact));
		return path;
	}, { aside: false });
}
function askedBy(run, base, options) {
	const { config, profile, scale, only, variants, schedule, stack, runnerClass } = run;
	return {
		...run.duel?.base.release ? { release: true } : { base },
		config: config.path,
		out: options.out,
		runnerClass,
		wait: options.wait,
		profile: profile ?? void 0,
		scale,
		only: options.only ?? only ?? void 0,
		variants,
		seed: schedule.seed,
		stack: stack.kind,
		stackEnv: stack.env,
		baselines: options.baselines,
		why: options.all ? "always" : "auto"
	};
}
async function profiledAgain(run, duel, base, harness) {
	try {
		var _usingCtx$1 = _usingCtx();
		const tree = await baseTree(base, harness);
		if (typeof tree === "string") throw userError(`Base cannot be built any more: ${tree}`, { where: base.sha });
		_usingCtx$1.a(tree);
		const both = await bothSides(tree.cwd, harness);
		if ("unable" in both) throw both.unable;
		if ("lacking" in both) throw userError(`Base cannot be loaded: ${both.lacking}`, { where: base.sha });
		const items = await pairingPlan(both, harness);
		const duelists = items.duelists.flatMap((one) => {
			const pairing = duel.pairings.find(isItem(one));
			return pairing === void 0 ? [] : [{
				...one,
				pairing,
				isBlockOpen: false
			}];
		});
		const { workloads, fingerprint } = run;
		const rules = {
			...await rulesOf(duel.base, items, harness),
			duel,
			workloads,
			fingerprint
		};
		const edges = edgesOf(both, judgeOf(rules), harness);
		return await profileDuel({
			rules,
			duel,
			duelists,
			edges
		}, base, tree.cwd, harness);
	} catch (_) {
		_usingCtx$1.e = _;
	} finally {
		await _usingCtx$1.d();
	}
}
function demandTree({ commit, edits, editsAfter }, here, { run }, log) {
	if (here.commit?.sha !== commit?.sha) {
		const [measured, now] = [commit, here.commit].map((one) => one?.sha.slice(0, 12) ?? "no commit");
		throw userError(`This run measured ${measured}, and the checkout is at ${now}.`, {
			where: run,
			remedy: commit === null ? AGAIN : `git checkout ${measured}`
		});
	}
	const before = edits ?? (commit?.dirty ? UNKNOWN : NO_EDITS);
	const after = editsAfter ?? before;
	const now = here.edits ?? NO_EDITS;
	const isAs = (key) => now[key] === before[key] || now[key] === after[key];
	const isKnown = before.tracked !== null && now.tracked !== null;
	const isSame = isKnown && isAs("tracked");
	if (isKnown && !isSame && before.tracked === after.tracked) throw userError("The checkout has other uncommitted changes than this run measured.", {
		where: run,
		remedy: `restore what was measured (git stash, git restore), or measure again: ${AGAIN}`
	});
	if (!isSame || !isAs("untracked")) log.warn(`${isSame ? "files that git does not track" : "uncommitted changes"} may differ from those that this run measured; if so, measure again: ${AGAIN}`);
}
const AGAIN = "steelyard check --base --why";
const UNKNOWN = {
	tracked: null,
	untracked: null
};

// src/commands/check/check.ts
async function whyRun(world, options) {
	await refuseUnknownFolder(world, options.baselines);
	const path = await explainRun(world, options);
	if (path === null) return null;
	const { out, baselines, waivers } = options;
	const comparison = await compareRun(world, {
		run: path,
		out,
		baselines,
		waivers
	});
	await writeReports(world, comparison, out);
	const isThere = (comparison.causes ?? []).length > 0;
	if (options.open && isThere) await openInViewer(inside(world.cwd, out, "why"), world.env);
	return comparison;
}
async function checkRun(world, options) {
	await refuseUnknownFolder(world, options.baselines);
	await findWaivers(world, options.waivers, options.base || void 0);
	const warnings = await unconfirmed(world, options.config);
	const { path } = await measureRun(world, options);
	const { out, baselines, waivers } = options;
	const comparison = await compareRun(world, {
		run: path,
		out,
		baselines,
		waivers,
		warnings
	});
	await writeReports(world, comparison, options.out);
	return comparison;
}
async function unconfirmed({ cwd }, config) {
	const read = async (path) => await readIfThere(resolve(cwd, path), "file", "mend its permissions") ?? null;
	return guessWarnings(await guessesOf(config, read));
}

export { checkRun, whyRun };