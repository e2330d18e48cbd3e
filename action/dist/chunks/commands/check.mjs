import { measureRun } from "./measure.mjs";
import { compareRun, namedWaivers } from "./compare.mjs";
import { writeReports } from "./report2.mjs";

// src/commands/check/check.ts
async function checkRun(world, options) {
	if (options.waivers !== void 0) await namedWaivers(world, options.waivers);
	const { path } = await measureRun(world, options);
	const { out, baselines, waivers } = options;
	const comparison = await compareRun(world, {
		run: path,
		out,
		baselines,
		waivers
	});
	await writeReports(world, comparison, options.out);
	return comparison;
}

export { checkRun };