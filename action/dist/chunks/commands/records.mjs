import { logTo, own, userError } from "../base.mjs";
import { groundedPath } from "../exec.mjs";
import { format, isItem, itemKey, slotsIn, trialsIn, workloadsIn } from "../model.mjs";
import { isRecordDocument, recordDocument } from "../report.mjs";
import { json, readIfThere, readRun, writeText } from "../store.mjs";
import { inside, prepareOutput, typedPath } from "./paths.mjs";
import { judgeRun } from "./compare.mjs";
import { join, resolve } from "node:path";

// src/commands/check/records.ts
async function recordRun(world, options) {
	const run = await readRun(resolve(world.cwd, options.run));
	const comparison = await judgeRun(world, run, options);
	const records = comparison.records ?? [];
	if (records.length === 0) throw userError("This run has measured nothing that a record asks for.", {
		where: `${options.run}, \`records\` of ${options.config ?? run.config.path}`,
		remedy: "declare a record, or measure the workloads that it names: steelyard measure --only NAMES"
	});
	const out = await prepareOutput(world, options.out);
	const artifacts = [];
	const targets = records.flatMap((record) => record.targets);
	for (const { workload, variant } of unique(targets)) {
		const path = join(out, "artifacts", `${variant === null ? workload : `${workload}-${variant}`}.json`);
		await writeText(path, json(summaryOf(run, workload, variant), true));
		artifacts.push({
			workload,
			variant,
			path: typedPath(world.cwd, path)
		});
	}
	const to = options.to === void 0 ? inside(world.cwd, options.out, "record") : groundedPath(world.cwd, options.to);
	const before = options.to === void 0 ? void 0 : await earlier(to);
	const document = recordDocument(comparison, {
		artifacts,
		before,
		setting: settingOf(run),
		labels: run.stack.labels
	});
	await writeText(to, document);
	logTo(world.err).info(`wrote ${typedPath(world.cwd, to)} and ${artifacts.length} files of figures`);
	return {
		document,
		records
	};
}
async function earlier(path) {
	const remedy = "name another file: --to FILE";
	const text = await readIfThere(path, "record", remedy);
	if (text === void 0 || isRecordDocument(text)) return text;
	throw userError("This file is no document of records, and would be overwritten.", {
		where: path,
		remedy
	});
}
function summaryOf(run, workload, variant) {
	const { id, began, commit, runnerClass, stack } = run;
	const same = isItem({
		workload,
		variant
	});
	const levels = run.levels?.find(same);
	return {
		run: id,
		began,
		commit: commit?.sha ?? null,
		runnerClass,
		stack: stack.kind,
		workload,
		variant,
		facts: own(run.workloads, workload) ?? null,
		trials: run.trials.filter((trial) => trial.side === "head" && same(trial)),
		...levels && { levels }
	};
}
function settingOf(run) {
	const { stack, config, workloads, schedule, scale } = run;
	const { compose } = config.resolved.stack;
	const kind = {
		process: "local processes",
		compose: "Docker Compose",
		external: "deployed"
	}[stack.kind];
	const files = stack.kind === "compose" && compose ? ` from ${compose.files.join(", ")}` : "";
	const measured = workloadsIn([...slotsIn(schedule), ...schedule.levels ?? []]);
	const places = new Set(measured.map((name) => own(config.resolved.workloads, name)?.in ?? "host"));
	const kinds = new Set(measured.map((name) => own(workloads, name)?.generator ?? "unknown"));
	const services = new Set(trialsIn(run).flatMap((trial) => trial.outcome === "ok" ? Object.keys(trial.services) : []));
	return [
		`Stack: ${kind}${files}, configured by ${config.path}`,
		...services.size === 0 ? [] : [`Services: ${[...services].sort().join(", ")}`],
		...allotted(stack.composed),
		`Data: ${stack.seed === null ? "nothing was seeded" : `seeded, digest ${stack.seed.slice(0, 12)}`}`,
		`Load: ${[...kinds].sort().join(", ")}, from ${[...places].sort().join(", ")}`,
		...scale === void 0 ? [] : [`Lengths: a share of ${scale} of those in the config, by --scale`]
	];
}
function allotted(composed) {
	const { cpus, memory } = composed?.allotted ?? {};
	if (cpus === void 0 || memory === void 0) return [];
	return [`Allotted to containers: ${cpus} CPUs, ${format(memory, "B")}`];
}
function unique(all) {
	return [...new Map(all.map((one) => [itemKey(one), one])).values()];
}

export { recordRun };