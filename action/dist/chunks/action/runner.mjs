import { Interrupted, SteelyardError, environmentError, exitOf, explain, isExpected, logTo, own, releaseCheck, seconds, userError, visible } from "../base.mjs";
import { filesBelow, openFile } from "../exec.mjs";
import { SCALES, shardOf } from "../commands/options.mjs";
import { NEVER, _enum, array, number$1, strictObject, string, url } from "../npm/zod.mjs";
import { STACK_KINDS, WHYS } from "../model.mjs";
import { annotations, codeSpan, headline, markdownText, summary, tally } from "../report.mjs";
import { readText } from "../store.mjs";
import { FILES, logsOf } from "../commands/paths.mjs";
import { rendered } from "../commands/report2.mjs";
import { workloadLines } from "../config.mjs";
import { inspectCheckout, judgeHere, measureChange } from "../commands/job.mjs";
import { CHECK_MODES, COMMENT_MODES, ForgeError, contextOf } from "../github.mjs";
import { endGroup, error, getState, notice, saveState, setOutput, setSecret, startGroup, summary as summary$1, warning } from "../npm/actions-core.mjs";
import { join, relative, resolve } from "node:path";
import { closeSync, fstatSync, readSync } from "node:fs";
import { randomUUID } from "node:crypto";

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
async function reportFailure(error, what, runner) {
	const expected = isExpected(error);
	const first = expected ? error.message : error instanceof Interrupted ? `${error.message}: cancelled` : String(error);
	runner.log.write(`${visible(explain(error))}\n`);
	runner.remark({
		level: "failure",
		title: what,
		message: visible(first)
	});
	const advice = expected ? [error.where && `at ${codeSpan(error.where, 500)}`, error.remedy && `Fix: ${codeSpan(error.remedy, 500)}`] : [];
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
const optional = (schema) => given.pipe(schema.optional());
const matching = (pattern, wanted) => optional(string().regex(pattern, wanted));
const token = text.min(1, "a token; by default the job's own");
const path = text.regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\0-\x1f\\:]+$/, "a path below the top of the repository").transform((value) => value.replace(/^(?:\.\/)+/, "").replace(/\/+$/, ""));
const flag = _enum(["true", "false"], "true or false").transform((value) => value === "true");
const sha = matching(/^[0-9a-f]{40,64}$/, "the whole name of a commit: 40 hexadecimal digits");
const ref = matching(/^[^-\0-\x20~^:?*[\\][^\0-\x20~^:?*[\\]*$/, "a branch, tag or commit");
const number = (pattern, wanted, { least, most }) => optional(string().regex(pattern, wanted).transform(Number).pipe(number$1().min(least).max(most)));
const whole = (least, most) => number(/^\d+$/, `a whole number from ${least} to ${most}`, {
	least,
	most
});
const scale = number(/^\d+(\.\d+)?$/, `a share from ${SCALES.least} to ${SCALES.most}, such as 0.05`, SCALES);
const WORKFLOW = [/^[\w.-]+\.ya?ml$/, "the file name of a workflow, such as perf.yml"];
const name = string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$/, "letters, digits, \"_\", \".\" and \"-\"");
const list = given.transform((value) => value?.split(",").map((item) => item.trim()));
const MOST = Number.MAX_SAFE_INTEGER;
const parsed = (parse, message) => given.transform((value, context) => {
	const found = value === void 0 ? void 0 : parse(value);
	if (value === void 0 || found !== void 0) return found;
	context.addIssue({
		code: "custom",
		message,
		input: value
	});
	return NEVER;
});
const duration = parsed((value) => seconds(value) || void 0, "a duration such as 90s or 8m");
const shard = parsed(shardOf, "a shard such as 2/4: the second of four");
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
	profile: optional(name),
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
	stack: optional(_enum(STACK_KINDS, STACK_KINDS.join(", "))),
	"stack-env": pairs,
	"runner-class": optional(name)
};
const Figures = {
	artifact: string().min(1).max(255),
	figures: given,
	shards: whole(1, 100).transform((value) => value ?? 1),
	"run-id": whole(1, MOST)
};
const MeasureInputs = strictObject({
	config: path,
	out: path,
	baselines: path,
	...Wanted,
	base: ref,
	seed: whole(0, 2 ** 31 - 1),
	shard,
	why: optional(_enum(WHYS, WHYS.join(", "))),
	"no-wait": flag,
	sha,
	"fail-on-verdict": flag
});
const ReportInputs = strictObject({
	token,
	...Figures,
	workflow: matching(/^\.github\/workflows\/[\w.-]+\.ya?ml$/, "a path such as .github/workflows/perf.yml"),
	config: path,
	baselines: path,
	...Wanted,
	"pull-request": whole(1, MOST),
	sha,
	comment: _enum(COMMENT_MODES, COMMENT_MODES.join(", ")),
	check: _enum(CHECK_MODES, CHECK_MODES.join(", ")),
	name,
	trend: optional(url({
		protocol: /^https?$/,
		error: "an address that begins with https://"
	})),
	rerun: matching(...WORKFLOW),
	"fail-on-verdict": flag
});
const TargetInputs = strictObject({
	token,
	"pull-request": whole(1, MOST),
	ref,
	sha,
	config: path,
	name
});
const RequestInputs = strictObject({
	token,
	workflow: string().regex(...WORKFLOW),
	config: path,
	label: string().min(1).max(100)
});
const LedgerInputs = strictObject({
	token,
	workflow: string().regex(...WORKFLOW),
	config: path,
	name
});
const WatchInputs = strictObject({
	token,
	job: string().min(1).max(200),
	within: duration.refine((value) => value !== void 0, "a duration such as 30m"),
	sha,
	check: _enum(CHECK_MODES, CHECK_MODES.join(", ")),
	name
});
const RefreshInputs = strictObject({
	token,
	...Figures,
	config: path,
	baselines: path
});
const TrackInputs = strictObject({
	token,
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
		return reportFailure(error, "Nothing could be measured", runner);
	}
}
const payload = ({ env }) => env.GITHUB_EVENT_PATH ? readText(env.GITHUB_EVENT_PATH, "event", "run this in a workflow") : Promise.resolve("{}");
const figuresPath = ({ cwd }, figures) => figures === void 0 ? void 0 : resolve(cwd, figures);
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

export { LedgerInputs, RefreshInputs, ReportInputs, RequestInputs, TargetInputs, TrackInputs, WatchInputs, explained, figuresPath, githubRunner, inputsOf, measureStep, payload, reportFailure, reportOptions, verdictOutputs };