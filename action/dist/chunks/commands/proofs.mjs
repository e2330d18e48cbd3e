import { EXIT } from "../base.mjs";
import { bisectText, calibrationText, selfTestText } from "../report.mjs";

// src/commands/proofs/proofs.ts
function printed(world, text, { exit, json }) {
	world.out.write(text);
	return {
		exit,
		json
	};
}
function calibrationAnswer(world, report) {
	const { alarms, level, workloads } = report;
	const unjudged = workloads.some(({ fault }) => fault !== null);
	const exit = alarms !== null && alarms.interval[0] > level ? EXIT.worse : unjudged ? EXIT.environment : EXIT.ok;
	return printed(world, calibrationText(report, world.out.columns), {
		exit,
		json: report
	});
}
const OUTCOMES = {
	proved: EXIT.ok,
	refuted: EXIT.worse,
	unjudged: EXIT.environment
};
const selfTestAnswer = (world, report) => printed(world, selfTestText(report, world.out.columns), {
	exit: OUTCOMES[report.outcome],
	json: report
});
function bisectAnswer(world, state) {
	const exit = state.result?.kind === "found" && state.result.confirmed.verdict === "regressed" ? EXIT.ok : EXIT.undecided;
	return printed(world, bisectText(state, world.out.columns), {
		exit,
		json: state
	});
}

export { bisectAnswer, calibrationAnswer, selfTestAnswer };