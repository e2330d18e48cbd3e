// src/commands/measure/joining.ts
function joinedParts(parts) {
	const [planned, trials, risen] = [
		[],
		[],
		[]
	];
	let slots = 0;
	for (const part of parts) {
		const [start, slot] = [planned.length, slots];
		const atStart = (one) => ({
			...one,
			start: one.start + start
		});
		const atSlot = (one) => ({
			...one,
			index: one.index + slot
		});
		planned.push(...part.planned.map((one) => ({
			...atStart(one),
			slots: one.slots.map(atSlot)
		})));
		trials.push(...part.trials.map((one) => atSlot(atStart(one))));
		risen.push(...part.risen.map(atStart));
		slots += part.planned.reduce((sum, one) => sum + one.slots.length, 0);
	}
	return {
		planned,
		trials,
		risen
	};
}
const joinedMeasured = (first, then) => ({
	workloads: {
		...first.workloads,
		...then.workloads
	},
	seed: first.seed ?? then.seed,
	composed: first.composed ?? then.composed,
	load: first.load + then.load
});

export { joinedMeasured, joinedParts };