import { Interrupted, SteelyardError, VERSION, environmentError, exitOf, explain, isExpected, logTo, matchesTag, own, seconds, userError, visible } from "../base.mjs";
import { filesBelow, openFile$1 as openFile } from "../exec.mjs";
import { SCALES } from "../commands/options.mjs";
import { NEVER, _enum, array, number$1 as number, strictObject, string, url } from "../npm/zod.mjs";
import { STACK_KINDS, WHYS } from "../model.mjs";
import { annotations, codeSpan, headline, markdownText, summary, tally } from "../report.mjs";
import { _usingCtx } from "../helpers.mjs";
import { baselineIn, readText, writeComparison, writeText } from "../store.mjs";
import { demandNoCredentials, gitListing, gitTags, gitTree, mergeBase, verifyCheckout } from "../git.mjs";
import { FILES, inside, logsOf } from "../commands/paths.mjs";
import { rendered, writeReports } from "../commands/report2.mjs";
import { WAIVERS_PATH, readConfig, readWaivers, workloadLines } from "../config.mjs";
import { compare, firstAdoption, notCompared, unjudgeable, unlikeRules, withoutBase } from "../compare.mjs";
import { replay, rowsIn, writeWhy } from "../commands/compare.mjs";
import { demandsOf } from "../measure.mjs";
import { pairedStarts } from "../commands/run.mjs";
import { measureRun } from "../commands/measure.mjs";
import { NO_TRUST, hasPaths, kindOf, lesser, loadedAs, runnerless, trustIn, unaffectedBy } from "../commands/pairings.mjs";
import { CHECK_MODES, COMMENT_MODES, ForgeError, contextOf } from "../github.mjs";
import { endGroup, error, getState, notice, saveState, setOutput, setSecret, startGroup, summary as summary$1, warning } from "../npm/actions-core.mjs";
import { join, relative, resolve } from "node:path";
import { closeSync, fstatSync, mkdtempSync, readSync, realpathSync, rmSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";

// src/commands/pull/demands.ts
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
		message: `Head was measured beside ${measured.slice(0, 9)}, and ${rules.release ? `the release ${rules.release.name}` : "the merge-base"} is ${base.slice(0, 9)}.`,
		remedy: "Measure again."
	});
}

// src/commands/pull/release.ts
const releaseCheck = (name) => `${name}-release`;
async function againstRelease(rules, head, { config: path }, claimed, forge) {
	if (rules.kind !== "reviewed") return rules;
	const { release: pattern } = rules.config.policy;
	const { sha = null, ref } = claimed ?? {};
	const tag = (await forge.tags()).find((one) => one.name === ref && one.sha === sha);
	if (tag !== void 0 && await forge.mergeBase(tag.sha, head) === tag.sha && tag.sha !== head && matchesTag(pattern, tag.name)) return {
		...rules,
		release: {
			...tag,
			config: await configAt(forge.tree(tag.sha), path)
		}
	};
	return {
		kind: "none",
		why: {
			code: "no-release",
			message: `Head was measured beside ${sha?.slice(0, 9) ?? "no commit"}, which is no release before it: a tag "${pattern}".`,
			remedy: "Measure again."
		}
	};
}
async function configAt(tree, path) {
	const text = await tree.file(path);
	try {
		return text === null ? null : readConfig(text, path);
	} catch (error) {
		if (!isExpected(error)) throw error;
		return null;
	}
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
			if (!PLAIN.test(runnerClass)) continue;
			for (const name of await base?.folder(`${place}/${runnerClass}`) ?? []) {
				if (!PLAIN.test(name) || !name.endsWith(".json")) continue;
				const text = await base?.file(`${place}/${runnerClass}/${name}`);
				if (text) await writeText(join(folder, runnerClass, name), text);
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
async function rulesAt(base, tip, places, runnerClass) {
	if (base === null) return {
		kind: "none",
		why: outdated("it has no commit in common with the base branch")
	};
	try {
		const text = await base.file(places.config);
		if (text !== null) {
			const config = readConfig(text, places.config);
			const stored = await baselinesAt(base, places, runnerClass);
			return {
				kind: "reviewed",
				config,
				base: base.name,
				...stored,
				waivers: await waiversAt(tip)
			};
		}
		if (await tip.file(places.config) === null) return { kind: "adoption" };
		return {
			kind: "none",
			why: outdated(`it left the base branch before that had a ${places.config}`)
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
const outdated = (why) => ({
	code: "outdated",
	message: `This change cannot be judged by the base branch's rules: ${why}.`,
	remedy: "Update the branch: merge the base branch into it, and measure again."
});
async function baselinesAt(tree, { baselines: folder }, runnerClass) {
	const top = await tree.folder(folder) ?? [];
	const classes = top.filter((name) => !name.includes(".") || name === runnerClass);
	const baselines = /* @__PURE__ */ new Map();
	if (!top.includes(runnerClass)) return {
		baselines,
		classes
	};
	for (const name of await tree.folder(`${folder}/${runnerClass}`) ?? []) {
		if (!name.endsWith(".json")) continue;
		const path = `${folder}/${runnerClass}/${name}`;
		const text = await tree.file(path);
		if (text === null) continue;
		const baseline = baselineIn(text, path);
		baselines.set(baseline.workload, baseline);
	}
	return {
		baselines,
		classes
	};
}
async function waiversAt(tip) {
	const text = await tip.file(WAIVERS_PATH);
	return text === null ? void 0 : {
		from: tip.name,
		...rowsIn(readWaivers(text, WAIVERS_PATH))
	};
}

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
	const branch = options.branch ?? group?.base ?? (pull ? `origin/${pull.base}` : void 0);
	const found = await mergeBase(world, branch).catch((error) => {
		if (!isExpected(error)) throw error;
		log.warn(error.message);
		return null;
	});
	if (found?.sha !== sha) await demandNoCredentials(world);
	log.info(`${sha} is checked out, with its history; its merge-base is ${found?.sha ?? "not known"}`);
	const isChange = pull !== null || group !== null;
	const branchConfig = (ref) => reviewedConfig(gitTree(world, ref), options.config, log);
	if (found === null) {
		const trust = lesser(NO_TRUST, branch === void 0 ? NO_TRUST : trustOf(await branchConfig(branch)));
		return {
			sha,
			base: null,
			tip: gitTree(world, sha),
			branch,
			trust,
			isChange,
			reviewed: null
		};
	}
	const reviewed = await branchConfig(found.sha);
	const trust = lesser(trustOf(reviewed), trustOf(await branchConfig(found.ref)));
	const [base, tip] = [gitTree(world, found.sha), gitTree(world, found.ref)];
	return {
		sha,
		base,
		tip,
		branch,
		trust,
		isChange,
		reviewed: reviewed === "unread" ? null : reviewed
	};
}
function trustOf(reviewed) {
	if (reviewed === "unread") return {
		...NO_TRUST,
		hostCommands: false
	};
	return reviewed === null ? NO_TRUST : trustIn(reviewed);
}
async function reviewedConfig(tree, path, log) {
	const text = await tree.file(path);
	if (text === null) return null;
	try {
		return readConfig(text, path);
	} catch (error) {
		if (!(error instanceof SteelyardError)) throw error;
		log.warn(`${path} of ${tree.name.slice(0, 40)} cannot be used: no secret is passed and no right over the machine given`);
		return "unread";
	}
}
function askedOf$1(options, { base, sha, reviewed, isChange }) {
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
		const asked = askedOf$1(options, ready);
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
async function judgeHere(world, run, { sha, base, tip, isChange }, options) {
	const found = await rulesAt(base, tip, options, run.runnerClass);
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

// src/action/failure.ts
function explained(error, remedy) {
	if (!(error instanceof ForgeError)) return error;
	const { status, message } = error;
	const refusedUs = status === 401 || status === 403;
	return environmentError(`The forge ${refusedUs ? "refuses" : "fails"}: ${message}.`, {
		where: status === 0 ? "no answer" : `HTTP ${status}`,
		remedy: refusedUs ? remedy : "run the job again"
	});
}
async function failed(error, what, runner) {
	const told = isExpected(error);
	const first = told ? error.message : error instanceof Interrupted ? `${error.message}: cancelled` : String(error);
	runner.log.write(`${visible(explain(error))}\n`);
	runner.remark({
		level: "failure",
		title: what,
		message: visible(first)
	});
	const advice = told ? [error.where && `at ${codeSpan(error.where, 500)}`, error.remedy && `Fix: ${codeSpan(error.remedy, 500)}`] : [];
	const lines = [
		`### 🚫 ${what}`,
		markdownText(first, 2e3),
		...advice
	].filter(Boolean);
	await runner.summary(lines.join("\n\n"));
	return exitOf(error);
}

// src/action/inputs.ts
const text = string().max(1e3);
const given = text.transform((value) => value === "" ? void 0 : value);
const path = text.regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\0-\x1f\\:]+$/, "a path below the top of the repository").transform((value) => value.replace(/^(?:\.\/)+/, "").replace(/\/+$/, ""));
const flag = _enum(["true", "false"], "true or false").transform((value) => value === "true");
const sha = given.pipe(string().regex(/^[0-9a-f]{40,64}$/, "the whole name of a commit: 40 hexadecimal digits").optional());
const ref = given.pipe(string().regex(/^[^-\0-\x20~^:?*[\\][^\0-\x20~^:?*[\\]*$/, "a branch, tag or commit").optional());
const whole = (least, most) => given.pipe(string().regex(/^\d+$/, `a whole number from ${least} to ${most}`).transform(Number).pipe(number().min(least).max(most)).optional());
const scale = given.pipe(string().regex(/^\d+(\.\d+)?$/, `a share from ${SCALES.least} to ${SCALES.most}, such as 0.05`).transform(Number).pipe(number().min(SCALES.least).max(SCALES.most)).optional());
const name = string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$/, "letters, digits, \"_\", \".\" and \"-\"");
const list = given.transform((value) => value?.split(",").map((item) => item.trim()));
const MOST = Number.MAX_SAFE_INTEGER;
const duration = given.transform((value, context) => {
	const found = value === void 0 ? void 0 : seconds(value);
	if (value === void 0 || found !== void 0 && found > 0) return found;
	context.addIssue({
		code: "custom",
		message: "a duration such as 90s or 8m",
		input: value
	});
	return NEVER;
});
const shard = given.transform((value, context) => {
	if (value === void 0) return void 0;
	const [, index, of] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(value) ?? [];
	if (Number(index) <= Number(of)) return {
		index: Number(index),
		of: Number(of)
	};
	context.addIssue({
		code: "custom",
		message: "a shard such as 2/4: the second of four",
		input: value
	});
	return NEVER;
});
const shards = whole(1, 100).transform((value) => value ?? 1);
const pairs = string().max(5e4).transform((value, context) => {
	const found = {};
	for (const line of value.split(/\r?\n/).filter((one) => one.trim() !== "")) {
		const [, key, rest] = /^\s*([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line) ?? [];
		if (key === void 0 || rest === void 0) {
			context.addIssue({
				code: "custom",
				message: "NAME=VALUE, one a line",
				input: value
			});
			return NEVER;
		}
		found[key] = rest;
	}
	return found;
});
const Wanted = {
	profile: given.pipe(name.optional()),
	only: list.pipe(array(name).optional()),
	variants: list.pipe(array(name).optional()),
	reference: _enum([
		"auto",
		"base",
		"baseline",
		"release"
	], "auto, base, baseline or release"),
	budget: duration,
	trials: whole(1, 200),
	scale,
	stack: given.pipe(_enum(STACK_KINDS, STACK_KINDS.join(", ")).optional()),
	"stack-env": pairs,
	"runner-class": given.pipe(name.optional())
};
const MeasureInputs = strictObject({
	config: path,
	out: path,
	baselines: path,
	...Wanted,
	base: ref,
	seed: whole(0, 2 ** 31 - 1),
	shard,
	why: given.pipe(_enum(WHYS, WHYS.join(", ")).optional()),
	"no-wait": flag,
	sha,
	"fail-on-verdict": flag
});
const ReportInputs = strictObject({
	token: text.min(1, "a token; by default the job's own"),
	artifact: string().min(1).max(255),
	figures: given,
	shards,
	"run-id": whole(1, MOST),
	workflow: given.pipe(string().regex(/^\.github\/workflows\/[\w.-]+\.ya?ml$/, "a path such as .github/workflows/perf.yml").optional()),
	config: path,
	baselines: path,
	...Wanted,
	"pull-request": whole(1, MOST),
	sha,
	comment: _enum(COMMENT_MODES, COMMENT_MODES.join(", ")),
	check: _enum(CHECK_MODES, CHECK_MODES.join(", ")),
	name,
	trend: given.pipe(url({
		protocol: /^https?$/,
		error: "an address that begins with https://"
	}).optional()),
	rerun: given.pipe(string().regex(/^[\w.-]+\.ya?ml$/, "the file name of a workflow, such as perf.yml").optional()),
	"fail-on-verdict": flag
});
const TargetInputs = strictObject({
	token: text.min(1, "a token; by default the job's own"),
	"pull-request": whole(1, MOST),
	ref,
	sha,
	config: path,
	name
});
const RequestInputs = strictObject({
	token: text.min(1, "a token; by default the job's own"),
	workflow: string().regex(/^[\w.-]+\.ya?ml$/, "the file name of a workflow, such as perf.yml"),
	config: path,
	label: string().min(1).max(100)
});
const LedgerInputs = strictObject({
	token: text.min(1, "a token; by default the job's own"),
	workflow: string().regex(/^[\w.-]+\.ya?ml$/, "the file name of a workflow, such as perf.yml"),
	config: path,
	name
});
const WatchInputs = strictObject({
	token: text.min(1, "a token; by default the job's own"),
	job: string().min(1).max(200),
	within: duration.refine((value) => value !== void 0, "a duration such as 30m"),
	sha,
	check: _enum(CHECK_MODES, CHECK_MODES.join(", ")),
	name
});
const RefreshInputs = strictObject({
	token: text.min(1, "a token; by default the job's own"),
	artifact: string().min(1).max(255),
	figures: given,
	shards,
	"run-id": whole(1, MOST),
	config: path,
	baselines: path
});
const TrackInputs = strictObject({
	token: text.min(1, "a token; by default the job's own"),
	history: path,
	config: path,
	days: whole(1, 3650).transform((value) => value ?? 30)
});
function inputsOf(schema, env) {
	const values = Object.keys(schema.shape).map((input) => [input, (own(env, `INPUT_${input.toUpperCase()}`) ?? "").trim()]);
	const parsed = schema.safeParse(Object.fromEntries(values));
	if (parsed.success) return parsed.data;
	const wrong = parsed.error.issues.map(({ path: [input], message }) => `\n  - ${String(input)}: ${message}`);
	throw userError(`${wrong.length === 1 ? "An input" : `${wrong.length} inputs`} cannot be used:${wrong.join("")}`, {
		where: "with: of this step",
		remedy: "give one of the named values; leave an input out for its default"
	});
}
const askedOf = (inputs) => ({
	profile: inputs.profile,
	only: inputs.only,
	variants: inputs.variants,
	trials: inputs.trials,
	scale: inputs.scale,
	stack: inputs.stack,
	stackEnv: inputs["stack-env"],
	runnerClass: inputs["runner-class"],
	budget: inputs.budget,
	base: {
		auto: void 0,
		base: "",
		baseline: false,
		release: void 0
	}[inputs.reference],
	...inputs.reference === "release" && { release: true }
});
const jobOptions = (inputs) => ({
	...askedOf(inputs),
	config: inputs.config,
	out: inputs.out,
	baselines: inputs.baselines,
	seed: inputs.seed,
	shard: inputs.shard,
	sha: inputs.sha,
	branch: inputs.base,
	why: inputs.why,
	wait: !inputs["no-wait"]
});
const reportOptions = (inputs) => ({
	asked: {
		...askedOf(inputs),
		shards: inputs.shards
	},
	artifact: inputs.artifact,
	shards: inputs.shards,
	run: inputs["run-id"],
	workflow: inputs.workflow,
	config: inputs.config,
	baselines: inputs.baselines,
	pull: inputs["pull-request"],
	sha: inputs.sha,
	comment: inputs.comment,
	check: inputs.check,
	name: inputs.reference === "release" ? releaseCheck(inputs.name) : inputs.name,
	trend: inputs.trend,
	rerun: inputs.rerun
});

// src/commands/measure/logs.ts
const MOST_FILES = 12;
const MOST_BYTES = 16384;
function logEnds(folder) {
	return logFiles(folder).slice(0, MOST_FILES).map((path) => ({
		path,
		end: tail(path)
	}));
}
function logFiles(folder) {
	try {
		return filesBelow(folder);
	} catch {
		return [];
	}
}
function tail(path) {
	try {
		const file = openFile(path);
		try {
			const { size } = fstatSync(file);
			const buffer = Buffer.alloc(Math.min(size, MOST_BYTES));
			readSync(file, buffer, 0, buffer.length, size - buffer.length);
			return buffer.toString("utf8");
		} finally {
			closeSync(file);
		}
	} catch {
		return "";
	}
}

// src/action/logs.ts
async function showLogs(folder, runner) {
	for (const { path, end } of logEnds(folder)) {
		const text = visible(end).trim();
		if (text === "") continue;
		await runner.group(`The end of ${relative(folder, path)}`, async () => runner.log.write(`${text}\n`));
	}
}

// src/action/outputs.ts
function verdictOutputs(comparison, conclusion, runner) {
	const counts = Object.fromEntries(tally(comparison.rows).map(({ verdict, count }) => [verdict, count]));
	runner.output("verdict", comparison.overall);
	runner.output("conclusion", conclusion);
	runner.output("exit-code", String(comparison.exit));
	runner.output("title", headline(comparison).title);
	runner.output("counts", JSON.stringify(counts));
}

// src/action/measure.ts
const MOST_REMARKS = 10;
async function measureStep(world, runner) {
	const log = logTo(world.err);
	let logs = null;
	try {
		const inputs = inputsOf(MeasureInputs, world.env);
		runner.save("out", inputs.out);
		const context = contextOf(world.env, await payload(world));
		const options = jobOptions(inputs);
		const ready = await runner.group("What is checked out", () => inspectCheckout(world, context, options, log));
		for (const name of ready.trust.secrets) {
			const secret = own(world.env, name);
			if (secret) runner.mask(secret);
		}
		logs = logsOf(world.cwd, inputs.out);
		const { run, path } = await runner.group("Measuring, a line a trial", () => measureChange(world, ready, options, (written) => runner.output("run", written)));
		const comparison = await runner.group("Judging", () => judgeHere(world, run, ready, options));
		outputs(run, comparison, path, runner);
		if (["failed", "invalid"].includes(comparison.overall)) await showLogs(logs, runner);
		runner.log.write(rendered(world, comparison, "terminal"));
		await remarks(world, comparison, inputs.config, runner);
		await runner.summary(summary(comparison));
		return inputs["fail-on-verdict"] ? comparison.exit : 0;
	} catch (error) {
		if (logs !== null && error instanceof SteelyardError) await showLogs(logs, runner);
		return failed(error, "Nothing could be measured", runner);
	}
}
const payload = ({ env }) => env.GITHUB_EVENT_PATH ? readText(env.GITHUB_EVENT_PATH, "event", "run this in a workflow") : Promise.resolve("{}");
const fileOf = ({ cwd }, figures) => figures === void 0 ? void 0 : resolve(cwd, figures);
function outputs(run, comparison, path, runner) {
	const pairs = run.duel?.pairs ?? [];
	const lost = run.trials.filter(({ outcome }) => outcome === "failed").length;
	const folder = resolve(path, "..");
	verdictOutputs(comparison, comparison.conclusion, runner);
	runner.output("trials", String(run.trials.length + pairs.length));
	runner.output("failed-trials", String(lost + pairs.filter(({ outcome }) => outcome === "lost").length));
	for (const file of [
		"comparison",
		"comment",
		"summary",
		"junit"
	]) runner.output(file, join(folder, FILES[file]));
}
async function remarks(world, comparison, config, runner) {
	const found = annotations(comparison).slice(0, MOST_REMARKS);
	if (found.length === 0) return;
	const lines = workloadLines(await readText(resolve(world.cwd, config), "config", "restore it"));
	for (const { workload, level, title, message } of found) runner.remark({
		level,
		title,
		message,
		file: config,
		line: lines.of(workload)
	});
}

// src/action/runner.ts
function githubRunner(sink) {
	return {
		log: sink,
		async group(name, inside) {
			startGroup(visible(name));
			const fence = randomUUID();
			sink.write(`::stop-commands::${fence}\n`);
			try {
				return await inside();
			} finally {
				sink.write(`::${fence}::\n`);
				endGroup();
			}
		},
		remark({ level, title, message, file, line }) {
			const properties = {
				title,
				...file !== void 0 && { file },
				...line !== void 0 && { startLine: line }
			};
			const say = {
				failure: error,
				warning,
				notice
			}[level];
			say(message, properties);
		},
		output: (name, value) => setOutput(name, value),
		async summary(markdown) {
			try {
				await summary$1.addRaw(markdown, true).write();
			} catch {
				summary$1.emptyBuffer();
				sink.write(`${visible(markdown)}\n`);
			}
		},
		save: (name, value) => saveState(name, value),
		saved: (name) => getState(name),
		mask: (secret) => setSecret(secret)
	};
}

export { LedgerInputs, RefreshInputs, ReportInputs, RequestInputs, TargetInputs, TrackInputs, WatchInputs, againstRelease, explained, failed, fileOf, githubRunner, inputsOf, judgement, measureStep, payload, releaseCheck, reportOptions, rulesAt, verdictOutputs, withUnaffected };