import { logTo, userError } from "../base.mjs";
import { session, withSession } from "../compare.mjs";
import { groundedPath } from "../exec.mjs";
import { itemName } from "../model.mjs";
import { baselinePath, readBaseline, readRun, writeBaseline } from "../store.mjs";
import { ALLOWANCES } from "./options.mjs";
import { typedPath } from "./paths.mjs";
import { judgeRun } from "./compare.mjs";
import { resolve } from "node:path";

// src/commands/check/baseline.ts
async function addBaseline(world, options) {
	const log = logTo(world.err);
	const run = await readRun(resolve(world.cwd, options.run));
	const comparison = await judgeRun(world, run, { baselines: options.baselines });
	const obstacles = obstaclesIn(run, comparison, options);
	const allowed = obstacles.filter(({ name }) => options.allow.includes(name));
	const refused = obstacles.filter((obstacle) => !allowed.includes(obstacle));
	if (refused.length > 0) throw refusal(options.run, refused);
	for (const { what } of allowed) log.warn(`allowed: ${what}`);
	for (const line of doubts(run, comparison)) log.warn(line);
	const folder = groundedPath(world.cwd, options.baselines);
	const written = {};
	const done = [];
	for (const name of Object.keys(run.workloads).filter((one) => options.only?.includes(one) ?? true)) {
		const path = baselinePath(folder, run.runnerClass, name);
		const before = await readBaseline(path);
		const added = session(run, run.config.resolved, name);
		if (added === null) continue;
		const after = withSession(before, added, {
			workload: name,
			runnerClass: run.runnerClass
		});
		const shown = typedPath(world.cwd, path);
		if (before?.sessions.some((old) => old.run === run.id)) {
			done.push(`${shown}: this run is already in it, nothing to add`);
			continue;
		}
		written[shown] = after;
		done.push(`${shown}: ${before ? "added" : "started with"} session ${after.sessions.length} (run ${run.id})`);
	}
	if (done.length === 0) throw userError("This run has no trial that could become a baseline.", {
		where: options.run,
		remedy: "steelyard measure"
	});
	for (const [path, baseline] of Object.entries(written)) await writeBaseline(resolve(world.cwd, path), baseline);
	for (const line of done) log.info(line);
	return written;
}
function obstaclesIn(run, comparison, options) {
	const unknown = (options.only ?? []).filter((name) => !Object.hasOwn(run.workloads, name));
	if (unknown.length > 0) throw userError(`The run has no workload ${unknown.map((name) => `"${name}"`).join(", ")}.`, {
		where: options.run,
		remedy: `one of: ${Object.keys(run.workloads).join(", ")}`
	});
	if (run.state === "interrupted") return [{
		name: "interrupted",
		what: "the run was interrupted"
	}];
	if (run.variants) return [{
		name: "partial",
		what: "only some variants were measured"
	}];
	const [gap] = run.shards?.absent ?? [];
	if (gap) return [{
		name: "partial",
		what: `shard ${gap.index} of ${run.shards?.of} has no figures: ${gap.why}`
	}];
	if (run.scale !== void 0) return [{
		name: "scaled",
		what: `only a share of ${run.scale} of its lengths was measured`
	}];
	const rows = comparison.rows.filter(({ workload, gates }) => gates && (options.only?.includes(workload) ?? true));
	const found = [];
	if (run.commit?.dirty) found.push({
		name: "dirty",
		what: "the tree had uncommitted changes"
	});
	for (const name of ALLOWANCES) {
		const row = rows.find((one) => one.verdict === name);
		if (row) {
			const of = itemName(row);
			found.push({
				name,
				what: `${[of, row.metric].filter((part) => part !== "").join(" ")} is ${name}: ${row.reason}`
			});
		}
	}
	return found;
}
function doubts(run, comparison) {
	const slower = comparison.rows.filter((row) => row.kind === "gate" && !row.gates && row.verdict === "regressed");
	const few = comparison.workloads.filter(({ trials, failed }) => trials - failed < 6);
	return [
		...slower.map(({ workload, metric, reason }) => `${workload} ${metric} looks regressed (${reason}); it is stored, because so few sessions do not show the noise yet`),
		...few.map(({ workload }) => `${workload} has fewer than ${6} good trials: a weak session`),
		...run.commit === null ? ["no commit is known: the session does not say what was measured"] : []
	];
}
function refusal(where, refused) {
	const names = refused.map(({ name }) => name);
	const what = refused.map((obstacle) => `\n  - ${obstacle.what}`).join("");
	return userError(`This run should not become a baseline:${what}`, {
		where,
		remedy: names.some((name) => [
			"interrupted",
			"partial",
			"scaled"
		].includes(name)) ? "measure again, all of it: steelyard measure" : `mend it and measure again, or overrule it by name: --allow ${names.join(",")}`
	});
}

export { addBaseline, doubts, obstaclesIn };