import { seconds, userError, visible } from "../base.mjs";
import { SCALES } from "../app/options.mjs";
import { NEVER, _enum, array, number, strictObject, string, url } from "../npm/zod.mjs";
import { STACK_KINDS } from "../model.mjs";
import { CHECK_MODES, COMMENT_MODES } from "../github.mjs";
import { endGroup, error, getState, notice, saveState, setOutput, setSecret, startGroup, summary, warning } from "../npm/actions-core.mjs";
import { randomUUID } from "node:crypto";

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
function outOf(saved) {
	const found = path.safeParse(saved);
	if (found.success) return found.data;
	throw userError("The output folder that was left for this step is none of the checkout's.", { where: saved.slice(0, 200) });
}
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
		"baseline"
	], "auto, base or baseline"),
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
	"no-wait": flag,
	sha,
	"fail-on-verdict": flag
});
const ReportInputs = strictObject({
	token: text.min(1, "a token; by default the job's own"),
	artifact: string().min(1).max(255),
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
	sha
});
const RefreshInputs = strictObject({
	token: text.min(1, "a token; by default the job's own"),
	artifact: string().min(1).max(255),
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
	const values = Object.keys(schema.shape).map((input) => [input, (env[`INPUT_${input.toUpperCase()}`] ?? "").trim()]);
	const parsed = schema.safeParse(Object.fromEntries(values));
	if (parsed.success) return parsed.data;
	const wrong = parsed.error.issues.map(({ path: [input], message }) => `\n  - ${String(input)}: ${message}`);
	throw userError(`${wrong.length === 1 ? "An input" : `${wrong.length} inputs`} cannot be used:${wrong.join("")}`, {
		where: "with: of this step",
		remedy: "give what is named; leave an input out for its default"
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
		baseline: false
	}[inputs.reference]
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
	wait: !inputs["no-wait"]
});
const reportOptions = (inputs) => ({
	asked: askedOf(inputs),
	artifact: inputs.artifact,
	run: inputs["run-id"],
	workflow: inputs.workflow,
	config: inputs.config,
	baselines: inputs.baselines,
	pull: inputs["pull-request"],
	sha: inputs.sha,
	comment: inputs.comment,
	check: inputs.check,
	name: inputs.name,
	trend: inputs.trend,
	rerun: inputs.rerun
});

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
				await summary.addRaw(markdown, true).write();
			} catch {
				summary.emptyBuffer();
				sink.write(`${visible(markdown)}\n`);
			}
		},
		save: (name, value) => saveState(name, value),
		saved: (name) => getState(name),
		mask: (secret) => setSecret(secret)
	};
}

export { MeasureInputs, RefreshInputs, ReportInputs, TargetInputs, TrackInputs, githubRunner, inputsOf, jobOptions, outOf, reportOptions };