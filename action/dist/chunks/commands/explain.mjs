import { StepTimes, logTo, own, redactor } from "../base.mjs";
import { commitAt } from "../git.mjs";
import { modeOf, plan } from "../measure.mjs";
import { slotsIn, workloadsIn } from "../model.mjs";
import { Builds } from "../stack.mjs";
import { BASELINES } from "./options.mjs";
import { prepareOutput } from "./paths.mjs";
import { hindrances, secretsIn } from "./runnerclass.mjs";
import { configOf, limitsOf, referenceOf, sideOf } from "./measurement.mjs";

// src/commands/measure/explain.ts
async function explainMeasurement(world, options) {
	const config = await configOf(world, options);
	const redact = redactor(secretsIn(config, world.env));
	const log = logTo(world.err, redact);
	const out = await prepareOutput(world, options.out);
	const commit = await commitAt(world.cwd, world.env, world.signal, BASELINES);
	const reference = await referenceOf(world, options, config, commit, log);
	const { stacks, generator, pairs } = sideOf(config, options.stack, {
		world,
		out,
		log,
		redact,
		atEnd() {},
		stepTimes: new StepTimes(),
		builds: new Builds()
	});
	const schedule = plan(config, options, 0);
	const slots = slotsIn(schedule);
	const found = workloadsIn(schedule.levels ?? []).map((workload) => alone(workload, "at levels"));
	for (const name of workloadsIn(slots).sort()) {
		const workload = own(config.workloads, name);
		await generator.facts(name, workload, world.signal);
		const mine = slots.filter((slot) => slot.workload === name);
		if (mine.some((slot) => slot.cold)) {
			found.push(alone(name, "cold"));
			continue;
		}
		const { mode, why, notes = [] } = await modeOf(name, workload, pairs, hindrances(stacks.kind, config), world.signal);
		const limits = limitsOf(workload, mine, { generator });
		found.push({
			workload: name,
			mode,
			why: why && redact(why),
			notes: [...notes, ...limits?.short ? [limits.short.note] : []].map(redact)
		});
	}
	const base = reference.kind === "base" ? reference.base : null;
	world.out.write(redact(explained(base, found)));
	return {
		base,
		workloads: found
	};
}
const alone = (workload, why) => ({
	workload,
	mode: null,
	why,
	notes: []
});
function explained(base, workloads) {
	return `${[base === null ? "base: none; head would be measured alone (--base pairs it with base)" : `base: ${base.sha.slice(0, 12)} "${base.subject}", the merge-base with ${base.ref}`, ...workloads.flatMap(({ workload, mode, why, notes }) => [mode === null ? `${workload}: ${why}, of head alone` : `${workload}: ${mode}${why === null ? "" : `; no finer mode: ${why}`}`, ...notes.map((note) => `  ${note}`)])].join("\n")}\n`;
}

export { explainMeasurement };