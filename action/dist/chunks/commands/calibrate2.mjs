import { VERSION, hidden, seedOf, stream, userError } from "../base.mjs";
import { calibration, noiseLeft, withRecord } from "../compare.mjs";
import { groundedPath } from "../exec.mjs";
import { slotsIn, tag, workloadsIn } from "../model.mjs";
import { baselinePath, readBaseline, readBaselines, writeBaseline, writeCalibration } from "../store.mjs";
import { fingerprintHere, throughout } from "./run.mjs";
import { withMeasurement } from "./measurement.mjs";
import { inside, typedPath } from "./paths.mjs";
import { pairedTrial } from "./trial.mjs";
import { resolve } from "node:path";

// src/commands/proofs/calibrate.ts
function calibrate(world, options) {
	return withMeasurement(world, {
		...options,
		base: false
	}, async (at) => {
		const { harness, commit, began } = at;
		if (options.write) await demandBaselines(at, options);
		const folder = groundedPath(world.cwd, options.baselines);
		const known = await readBaselines(folder, harness.runnerClass);
		const path = inside(world.cwd, options.out, "calibration");
		const runs = [];
		const written = /* @__PURE__ */ new Set();
		const next = stream(harness.schedule.seed);
		for (;;) {
			const session = `session ${runs.length + 1} of ${options.sessions}`;
			harness.log.info(`${session}: this commit paired with itself`);
			const run = await sessionOf(at, options.pairs, seedOf(next()));
			runs.push(run);
			if (options.write) for (const file of await leave(run, at, folder)) written.add(file);
			const facts = {
				schema: tag("calibration"),
				steelyard: VERSION,
				runnerClass: harness.runnerClass,
				fingerprint: fingerprintHere(harness),
				commit,
				began: began.toISOString(),
				ended: world.now().toISOString(),
				pairs: options.pairs,
				runs: runs.map(({ id }) => id),
				...calibration(runs, known),
				written: [...written]
			};
			const report = hidden(facts, harness.redact);
			await writeCalibration(path, report);
			harness.log.info(`${session}: wrote ${typedPath(world.cwd, path)}`);
			if (runs.length >= options.sessions) return report;
		}
	});
}
async function sessionOf(at, pairs, seed) {
	const result = await pairedTrial({
		base: itself(at.commit),
		both: await twice(at),
		seed,
		pairs: [1, pairs],
		judge: throughout
	}, at);
	if (result.kind === "unable") throw result.error;
	return result.run;
}
async function twice({ harness }) {
	const { stacks, generator, pairs, config, world } = harness;
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
async function demandBaselines({ harness }, options) {
	const folder = resolve(harness.world.cwd, options.baselines);
	const lacking = [];
	for (const workload of workloadsIn(slotsIn(harness.schedule))) {
		const path = baselinePath(folder, harness.runnerClass, workload);
		if (await readBaseline(path) === null) lacking.push(workload);
	}
	if (lacking.length === 0) return;
	throw userError(`No baseline on runner class "${harness.runnerClass}" yet for: ${lacking.join(", ")}.`, {
		where: typedPath(harness.world.cwd, folder),
		remedy: "record a session first, then the noise: steelyard measure && steelyard baseline"
	});
}
async function leave(run, { harness }, folder) {
	const written = [];
	for (const [workload, records] of noiseLeft(run)) {
		const path = baselinePath(folder, harness.runnerClass, workload);
		const before = await readBaseline(path);
		if (records.length === 0 || before === null) {
			harness.log.warn(`${workload}: this session of it cannot be judged, so nothing was added to its baseline`);
			continue;
		}
		await writeBaseline(path, {
			...before,
			noise: records.reduce(withRecord, before.noise ?? [])
		});
		written.push(typedPath(harness.world.cwd, path));
	}
	return written;
}

export { calibrate, itself, twice };