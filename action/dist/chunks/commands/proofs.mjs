import { EXIT } from "../base.mjs";
import { bisectText, calibrationText, selfTestText } from "../report.mjs";

// src/commands/proofs/proofs.ts
function calibrationAnswer(world, report) {
	const { alarms, level, workloads } = report;
	const unjudged = workloads.some(({ fault }) => fault !== null);
	const exit = alarms !== null && alarms.interval[0] > level ? EXIT.worse : unjudged ? EXIT.environment : EXIT.ok;
	return {
		text: calibrationText(report, world.out.columns),
		exit
	};
}
const OUTCOMES = {
	proved: EXIT.ok,
	refuted: EXIT.worse,
	unjudged: EXIT.environment
};
const selfTestAnswer = (world, report) => ({
	text: selfTestText(report, world.out.columns),
	exit: OUTCOMES[report.outcome]
});
const bisectAnswer = (world, state) => ({
	text: bisectText(state, world.out.columns),
	exit: state.result?.kind === "found" && state.result.confirmed.verdict === "regressed" ? EXIT.ok : EXIT.undecided
});

export { bisectAnswer, calibrationAnswer, selfTestAnswer };