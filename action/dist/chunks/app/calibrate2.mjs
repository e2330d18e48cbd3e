import { VERSION, hidden, seedOf, stream, userError } from "../base.mjs";
import { calibration, noiseLeft, withRecord } from "../compare.mjs";
import { groundedPath } from "../exec.mjs";
import { slotsIn, tag, workloadsIn } from "../model.mjs";
import { baselinePath, readBaseline, readBaselines, writeBaseline, writeCalibration } from "../store.mjs";
import { fingerprintOf, throughout } from "./record.mjs";
import { contest } from "./contest.mjs";
import { inside, typed } from "./paths.mjs";
import { atWorkbench } from "./workbench.mjs";
import { resolve } from "node:path";

// src/app/calibrate.ts
function calibrate(world, options) {
	return atWorkbench(world, {
		...options,
		base: false
	}, async (at) => {
		const { bench, commit, began } = at;
		if (options.write) await demandBaselines(at, options);
		const folder = groundedPath(world.cwd, options.baselines);
		const known = await readBaselines(folder, bench.runnerClass);
		const path = inside(world.cwd, options.out, "calibration");
		const runs = [];
		const written = /* @__PURE__ */ new Set();
		const next = stream(bench.schedule.seed);
		for (;;) {
			const session = `session ${runs.length + 1} of ${options.sessions}`;
			bench.log.info(`${session}: this commit beside itself`);
			const run = await sessionOf(at, options.pairs, seedOf(next()));
			runs.push(run);
			if (options.write) for (const file of await leave(run, at, folder)) written.add(file);
			const report = {
				schema: tag("calibration"),
				steelyard: VERSION,
				runnerClass: bench.runnerClass,
				fingerprint: fingerprintOf(bench),
				commit,
				began: began.toISOString(),
				ended: world.now().toISOString(),
				pairs: options.pairs,
				runs: runs.map(({ id }) => id),
				...calibration(runs, known),
				written: [...written]
			};
			await writeCalibration(path, hidden(report, bench.redact));
			bench.log.info(`${session}: wrote ${typed(world.cwd, path)}`);
			if (runs.length >= options.sessions) return report;
		}
	});
}
async function sessionOf(at, pairs, seed) {
	const result = await contest({
		base: itself(at.commit),
		both: await twice(at),
		seed,
		pairs: [1, pairs],
		judge: throughout
	}, at);
	if (result.kind === "unable") throw result.error;
	return result.run;
}
async function twice({ bench }) {
	const { stacks, generator, pairs, config, world } = bench;
	await stacks.prepare?.(world.signal);
	const side = {
		stacks,
		generator,
		pairs
	};
	return {
		sides: {
			head: side,
			base: side
		},
		configs: {
			head: config,
			base: config
		}
	};
}
const itself = (commit) => ({
	sha: commit?.sha ?? null,
	subject: commit?.subject ?? "",
	ref: "itself"
});
async function demandBaselines({ bench }, options) {
	const folder = resolve(bench.world.cwd, options.baselines);
	const lacking = [];
	for (const workload of workloadsIn(slotsIn(bench.schedule))) {
		const path = baselinePath(folder, bench.runnerClass, workload);
		if (await readBaseline(path) === null) lacking.push(workload);
	}
	if (lacking.length === 0) return;
	throw userError(`No baseline on runner class "${bench.runnerClass}" yet for: ${lacking.join(", ")}.`, {
		where: typed(bench.world.cwd, folder),
		remedy: "record a session first, and the noise beside it: steelyard measure && steelyard baseline"
	});
}
async function leave(run, { bench }, folder) {
	const written = [];
	for (const [workload, records] of noiseLeft(run)) {
		const path = baselinePath(folder, bench.runnerClass, workload);
		const before = await readBaseline(path);
		if (records.length === 0 || before === null) {
			bench.log.warn(`${workload}: this session of it cannot be judged, so nothing was added to its baseline`);
			continue;
		}
		await writeBaseline(path, {
			...before,
			noise: records.reduce(withRecord, before.noise ?? [])
		});
		written.push(typed(bench.world.cwd, path));
	}
	return written;
}

export { calibrate, itself, twice };