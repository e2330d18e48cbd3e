import { VERSION, isExpected, matches, own } from "../base.mjs";
import { demandNoCredentials, gitListing, gitTags, gitTree, mergeBase, remoteBranch, shaOf, shownRef, verifyCheckout } from "../git.mjs";
import { baselineFiles, baselinesAt, writeComparison, writeText } from "../store.mjs";
import { writeReports } from "./report2.mjs";
import { replay, writeWhy } from "./compare.mjs";
import { measureRun } from "./measure.mjs";
import { NO_TRUST, hasPaths, lesser, loadedAs, runnerless, trustIn, unaffectedBy } from "./measurement.mjs";
import { inside } from "./paths.mjs";
import { configAt, findConfig, waiversAt } from "./rulefiles.mjs";
import { demandsOf } from "../measure.mjs";
import { pairedStarts } from "./run.mjs";
import { kindOf } from "./runnerclass.mjs";
import { compare, firstAdoption, notCompared, unjudgeable, unlikeRules, withoutBase } from "../compare.mjs";
import { _usingCtx } from "../helpers.mjs";
import { basename, join } from "node:path";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";

// src/commands/pull/demands.ts
const AS_THE_RULES_SAY = { stackEnv: {} };
function demandsBy({ config: rules, base, release, unaffected = {} }, run, asked) {
	const measured = run.profile !== null && Object.hasOwn(rules.profiles, run.profile) ? run.profile : void 0;
	const profile = asked.profile ?? usualProfile(rules, asked) ?? measured;
	try {
		const config = loadedAs(rules, rules, {
			profile,
			scale: asked.scale
		});
		const stack = kindOf(config, asked.stack);
		const all = demandsOf(config, {
			...asked,
			profile
		});
		return {
			config,
			demands: {
				base: release?.sha ?? base,
				release: asked.release ? all.filter((one) => lacks(release?.config ?? null, one)) : null,
				all,
				paired: isPaired(config, asked) && (stack !== "external" || config.stack.external?.base !== void 0),
				shards: asked.shard?.of ?? asked.shards ?? 1,
				starts: pairedStarts(config, profile),
				profile: profile ?? null,
				stack,
				stackEnv: asked.stackEnv,
				scale: asked.scale ?? 1,
				budget: asked.budget ?? null,
				unaffected,
				runnerClass: asked.runnerClass ?? config.policy.runner_class ?? null
			}
		};
	} catch (error) {
		if (!isExpected(error)) throw error;
		return { why: {
			code: "asked",
			message: `Base's rules have no answer to what was asked for: ${error.message.slice(0, 1e3)}`,
			remedy: error.remedy ?? "Ask for what base's config has."
		} };
	}
}
function lacks(released, { workload, variant }) {
	if (released === null) return false;
	const theirs = own(released.workloads, workload);
	return theirs === void 0 || variant !== null && own(theirs.variants, variant) === void 0;
}
const usualProfile = ({ policy }, { only, variants }) => only === void 0 && variants === void 0 ? policy.profile : void 0;
const isPaired = ({ policy }, { base, release }) => release === true || (base === void 0 ? policy.reference !== "baseline" : base !== false);
function unknownClass({ runnerClass, commit }, { baselines, classes, base }, { paired }) {
	if (paired || baselines.size > 0 || classes.length === 0 || commit?.sha === base) return null;
	return {
		code: "unknown-class",
		message: `Base's rules compare with stored sessions, and have none of runner class ${runnerClass}, only of ${classes.slice(0, 5).join(", ")}.`,
		remedy: "Measure on such a machine, record sessions on this one first, or set policy.reference: auto."
	};
}

// src/commands/pull/judgement.ts
function judgement(run, rules, at, asked) {
	const input = {
		run,
		at: run.ended,
		steelyard: VERSION,
		replay: replay(run)
	};
	const { site: _, ...ownConfig } = run.config.resolved;
	const own = () => compare({
		...input,
		config: ownConfig,
		baselines: /* @__PURE__ */ new Map(),
		classes: []
	});
	if (rules.kind === "adoption") return firstAdoption(own());
	if (rules.kind === "none") return unjudgeable(own(), rules.why);
	const { baselines, classes } = rules;
	const base = rules.release?.sha ?? rules.base;
	const found = demandsBy(rules, run, asked);
	if ("why" in found) return unjudgeable(own(), found.why);
	const { config, demands } = found;
	const waivers = rules.waivers && {
		...rules.waivers,
		changed: false,
		at
	};
	const comparison = compare({
		...input,
		config,
		baselines,
		classes,
		waivers,
		demands
	});
	const lacking = withoutBase(run, demands);
	if (lacking !== null && rules.unable === true) return notCompared(comparison, lacking, config);
	const unlike = lacking ?? unlikeRules(run, demands) ?? unknownClass(run, rules, demands);
	if (unlike !== null) return unjudgeable(comparison, unlike);
	const measured = run.duel?.base.sha;
	if (measured === void 0 || measured === null || measured === base) return comparison;
	return unjudgeable(comparison, {
		code: "other-base",
		message: `Head was paired with ${measured.slice(0, 9)}, and ${rules.release ? `the release ${rules.release.name}` : "the merge-base"} is ${base.slice(0, 9)}.`,
		remedy: "Measure again."
	});
}

// src/commands/pull/release.ts
async function againstRelease(rules, head, { config: path }, claimed, forge) {
	if (rules.kind !== "reviewed") return rules;
	const { release: pattern } = rules.config.policy;
	const { sha = null, ref } = claimed ?? {};
	const tag = (await forge.tags()).find((one) => one.name === ref && one.sha === sha);
	if (tag !== void 0 && await forge.mergeBase(tag.sha, head) === tag.sha && tag.sha !== head && matches(pattern, tag.name)) {
		const { config } = await findConfig(forge.tree(tag.sha), path);
		return {
			...rules,
			release: {
				...tag,
				config
			}
		};
	}
	return {
		kind: "none",
		why: {
			code: "no-release",
			message: `Head was paired with ${sha?.slice(0, 9) ?? "no commit"}, which is no release before it: a tag "${pattern}".`,
			remedy: "Measure again."
		}
	};
}

// src/commands/pull/reviewed.ts
async function reviewedBaselines({ env }, base, place) {
	const folder = mkdtempSync(join(realpathSync(env.RUNNER_TEMP || tmpdir()), "steelyard-baselines-"));
	const remove = () => rmSync(folder, {
		recursive: true,
		force: true
	});
	try {
		for (const runnerClass of await base?.folder(place) ?? []) {
			if (base === null || !PLAIN.test(runnerClass)) continue;
			for (const path of await baselineFiles(base, join(place, runnerClass))) {
				const name = basename(path);
				const text = PLAIN.test(name) ? await base.file(path) : null;
				if (text !== null) await writeText(join(folder, runnerClass, name), text);
			}
		}
		return {
			folder,
			[Symbol.dispose]: remove
		};
	} catch (error) {
		remove();
		throw error;
	}
}
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;

// src/commands/pull/rules.ts
async function rulesAt(base, tip, places, runnerClass, main = null) {
	if (base === null) return {
		kind: "none",
		why: outdated("it has no commit in common with the base branch")
	};
	try {
		const config = await configAt(base, places.config);
		if (config !== null) {
			const top = await base.folder(places.baselines) ?? [];
			const baselines = await baselinesAt(base, places.baselines, runnerClass);
			const classes = top.filter((name) => !name.includes(".") || name === runnerClass);
			const accepted = await waiversAt(tip);
			const waivers = accepted === null ? void 0 : {
				from: tip.name,
				...accepted
			};
			return {
				kind: "reviewed",
				config,
				base: base.name,
				baselines,
				classes,
				waivers
			};
		}
		if (await tip.file(places.config) !== null) return {
			kind: "none",
			why: outdated(`it left the base branch before that had a ${places.config}`)
		};
		if (main === null || await main.file(places.config) === null) return { kind: "adoption" };
		return {
			kind: "none",
			why: unconfigured(places.config)
		};
	} catch (error) {
		if (!isExpected(error)) throw error;
		return {
			kind: "none",
			why: {
				code: "base-rules",
				message: `The base branch's own rules cannot be used: ${error.message.slice(0, 1e3)}`,
				remedy: "Mend them on the base branch first."
			}
		};
	}
}
const unconfigured = (config) => ({
	code: "base-rules",
	message: `The base branch has no ${config}, but the default branch has one: this is not the repository's first.`,
	remedy: "Add the default branch's config to the base branch, and measure again."
});
const outdated = (why) => ({
	code: "outdated",
	message: `This change cannot be judged by the base branch's rules: ${why}.`,
	remedy: "Update the branch: merge the base branch into it, and measure again."
});

// src/commands/pull/unaffected.ts
async function withUnaffected(rules, head, { config: path }, listing) {
	if (rules.kind !== "reviewed" || !hasPaths(rules.config)) return rules;
	try {
		const [before, after] = [await listing(rules.base), await listing(head)];
		if (before === null || after === null) return rules;
		const change = {
			config: rules.config,
			path,
			base: before,
			head: after
		};
		return {
			...rules,
			unaffected: await unaffectedBy(change)
		};
	} catch (error) {
		if (!isExpected(error)) throw error;
		return rules;
	}
}

// src/commands/pull/job.ts
async function inspectCheckout(world, context, options, log) {
	const sha = await verifyCheckout(world, options.sha ?? context.pull?.sha ?? null);
	const { pull, group } = context;
	const branch = options.branch ?? group?.base ?? (pull ? remoteBranch(pull.base) : void 0);
	const found = await mergeBase(world, branch).catch((error) => {
		if (!isExpected(error)) throw error;
		log.warn(error.message);
		return null;
	});
	if (found?.sha !== sha) await demandNoCredentials(world);
	log.info(`${sha} is checked out, with its history; its merge-base is ${found?.sha ?? "not known"}`);
	const isChange = pull !== null || group !== null;
	const treeAt = (commit, name = commit) => ({
		...gitTree(world, commit),
		name
	});
	const branchTree = async (ref) => {
		const commit = await shaOf(world, ref);
		return commit === null ? null : treeAt(commit, shownRef(ref));
	};
	const [base, tip] = found === null ? [null, branch === void 0 ? null : await branchTree(branch)] : [treeAt(found.sha), treeAt(found.tip, found.ref)];
	const main = context.defaultBranch ? await branchTree(remoteBranch(context.defaultBranch)) : null;
	const configAt = (tree) => reviewedConfig(tree, options.config, log);
	const [reviewed, theirs] = [await configAt(base), await configAt(tip)];
	const given = lesser(trustOf(reviewed), trustOf(theirs));
	const usual = main && main.name !== tip?.name ? await configAt(main) : null;
	const trust = usual === null || usual.kind === "absent" ? given : lesser(given, trustOf(usual));
	return {
		sha,
		base,
		tip: (base && tip) ?? treeAt(sha),
		main,
		branch,
		trust,
		isChange,
		reviewed: reviewed.config
	};
}
function trustOf({ kind, config }) {
	if (kind === "unreadable") return {
		...NO_TRUST,
		hostCommands: false
	};
	return config === null ? NO_TRUST : trustIn(config);
}
async function reviewedConfig(tree, path, log) {
	if (tree === null) return {
		kind: "absent",
		config: null
	};
	const found = await findConfig(tree, path);
	if (found.kind === "unreadable") log.warn(`${path} of ${tree.name.slice(0, 40)} cannot be used: no secret is passed and no right over the machine given`);
	return found;
}
function askedOf(options, { base, sha, reviewed, isChange }) {
	if (reviewed === null || base === null) return options;
	const profile = options.profile ?? usualProfile(reviewed, options);
	return {
		...options,
		...profile !== void 0 && { profile },
		affected: isChange,
		...base.name !== sha && { rules: {
			config: reviewed,
			sha: base.name
		} }
	};
}
async function measureChange(world, ready, options, written) {
	try {
		var _usingCtx$1 = _usingCtx();
		const { base, branch, trust } = ready;
		const baselines = _usingCtx$1.u(await reviewedBaselines(world, base, options.baselines));
		const bare = {
			...world,
			env: {
				...runnerless(world.env, trust),
				CI: "true"
			}
		};
		const asked = askedOf(options, ready);
		return await measureRun(bare, {
			...asked,
			branch,
			trust,
			baselines: baselines.folder
		}, written);
	} catch (_) {
		_usingCtx$1.e = _;
	} finally {
		_usingCtx$1.d();
	}
}
async function judgeHere(world, run, { sha, base, tip, main, isChange }, options) {
	const found = await rulesAt(base, tip, options, run.runnerClass, main);
	const claimed = run.duel === void 0 ? null : run.duel.base;
	const known = options.release ? await againstRelease(found, sha, options, claimed, gitTags(world)) : found;
	const isExcused = isChange && run.unaffected !== void 0;
	const files = (commit) => gitListing(world, commit);
	const rules = isExcused ? await withUnaffected(known, sha, options, files) : known;
	const comparison = judgement(run, rules, run.ended, options);
	await writeComparison(inside(world.cwd, options.out, "comparison"), comparison);
	await writeReports(world, comparison, options.out);
	await writeWhy(world, run, comparison, options.out);
	return comparison;
}

export { AS_THE_RULES_SAY, againstRelease, inspectCheckout, judgeHere, judgement, measureChange, rulesAt, withUnaffected };