import { logTo } from "../base.mjs";
import { groundedPath, sweep, sweepFences, sweepMarked, unlock } from "../exec.mjs";
import { sweepClones, sweepWorktrees } from "../git.mjs";
import { clearFiles, clearKeptBuilds, clearProjects, engineHere } from "../stack.mjs";
import { join } from "node:path";

// src/commands/measure/down.ts
const ledger = (out) => join(out, "running");
async function bringDown(world, options) {
	const log = logTo(world.err);
	const out = groundedPath(world.cwd, options.out);
	const failures = [];
	const tried = async (act) => {
		try {
			return await act();
		} catch (error) {
			failures.push(error);
			return 0;
		}
	};
	const removed = [
		await tried(() => sweepRun(out, log)),
		await tried(() => clearEngine(world, log)),
		await tried(() => {
			clearFiles(ledger(out));
			return sweepTrees(world, out, log, (error) => failures.push(error));
		}),
		await tried(() => sweepClones(log)),
		await tried(() => clearBuilds(world, log)),
		await tried(() => unlock(join(out, "lock")) ? 1 : 0)
	].reduce((sum, count) => sum + count, 0);
	if (failures.length > 0) throw failures[0];
	if (removed === 0) log.info("nothing was left running");
	return removed;
}
function clearBuilds(world, log) {
	const removed = clearKeptBuilds(world.env);
	if (removed > 0) log.info(`removed ${removed} kept ${removed === 1 ? "build" : "builds"} of base`);
	return removed;
}
async function sweepTrees(world, out, log, failed) {
	const folders = await sweepWorktrees(ledger(out), world, failed);
	for (const folder of folders) log.warn(`removed ${folder}, left behind by an earlier measurement`);
	return folders.length;
}
async function sweepRun(out, log) {
	const all = [...await sweepMarked(), ...await sweep(ledger(out))];
	const held = await sweepFences();
	if (held.length > 0) all.push({
		program: "processes",
		pids: held
	});
	for (const { program, pids } of all) log.warn(`ended ${program} (${pids.join(", ")}), left running by a measurement that was killed`);
	return all.reduce((sum, { pids }) => sum + pids.length, 0);
}
async function clearEngine(world, log) {
	const docker = {
		cwd: world.cwd,
		env: world.env,
		variables: {},
		log
	};
	const engine = await engineHere(docker, world.signal);
	if (engine === null) return 0;
	const { removed, unknown } = await clearProjects(engine);
	for (const project of removed) log.warn(`removed ${project}, left behind by a measurement that was killed`);
	for (const project of unknown) log.warn(`${project} was made on another machine or in another container, and may be in use; if not: docker compose -p ${project} down -v`);
	return removed.length;
}

export { bringDown, ledger, sweepRun, sweepTrees };