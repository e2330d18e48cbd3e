import { logTo, own, redactor } from "../base.mjs";
import { commitAt } from "../git.mjs";
import { modeOf, plan } from "../measure.mjs";
import { slotsIn, workloadsIn } from "../model.mjs";
import { BASELINES } from "./options.mjs";
import { prepareOutput } from "./paths.mjs";
import { configOf, noDuetOn, secretsIn, sideOf } from "./measurement.mjs";
import { referenceOf } from "./reference.mjs";

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
		atEnd() {}
	});
	const schedule = plan(config, options, 0);
	const slots = slotsIn(schedule);
	const lines = workloadsIn(schedule.levels ?? []).map((name) => `${name}: at levels, of head alone`);
	for (const name of workloadsIn(slots).sort()) {
		const workload = own(config.workloads, name);
		await generator.facts(name, workload, world.signal);
		if (slots.some((slot) => slot.workload === name && slot.cold)) {
			lines.push(`${name}: cold, of head alone`);
			continue;
		}
		const { mode, why, notes = [] } = await modeOf(name, workload, pairs, noDuetOn(stacks.kind), world.signal);
		lines.push(`${name}: ${mode}${why === null ? "" : `; no finer mode: ${why}`}`, ...notes.map((note) => `  ${note}`));
	}
	return redact(`${[reference.kind === "base" ? `base: ${reference.base.sha.slice(0, 12)} "${reference.base.subject}", the merge-base with ${reference.base.ref}` : "base: none; head would be measured alone (--base measures base beside it)", ...lines].join("\n")}\n`);
}

export { explainMeasurement };