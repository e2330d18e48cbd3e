import { Report, tag } from "../model.mjs";
import { comment, csv, headline, junit, summary, terminal } from "../report.mjs";
import { json, readComparison, writeText } from "../store.mjs";
import { inside, prepareOutput } from "./paths.mjs";
import { resolve } from "node:path";

// src/commands/check/report.ts
async function reportOn(world, options) {
	const comparison = await readComparison(resolve(world.cwd, options.comparison));
	await writeReports(world, comparison, options.out);
	return comparison;
}
async function writeReports(world, comparison, out) {
	await prepareOutput(world, out);
	const report = reportOf(comparison);
	for (const name of [
		"comment",
		"summary",
		"junit",
		"csv"
	]) await writeText(inside(world.cwd, out, name), report[name]);
	await writeText(inside(world.cwd, out, "report"), json(report, false));
}
function reportOf(comparison) {
	const { title, action } = headline(comparison);
	return Report.parse({
		schema: tag("report"),
		run: comparison.run,
		overall: comparison.overall,
		exit: comparison.exit,
		conclusion: comparison.conclusion,
		title,
		action,
		comment: comment(comparison),
		summary: summary(comparison),
		junit: junit(comparison),
		csv: csv(comparison)
	});
}
function rendered(world, comparison, format) {
	const colour = world.out.isTerminal && world.env.NO_COLOR === void 0;
	switch (format) {
		case "terminal": return terminal(comparison, {
			colour,
			columns: world.out.columns
		});
		case "comment": return comment(comparison);
		case "summary": return summary(comparison);
		case "junit": return junit(comparison);
		case "csv": return csv(comparison);
		case "json": return json(comparison, true);
	}
}

export { rendered, reportOf, reportOn, writeReports };