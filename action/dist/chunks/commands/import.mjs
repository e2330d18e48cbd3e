import { logTo, wrongOption } from "../base.mjs";
import { groundedPath, sha256 } from "../exec.mjs";
import { readText } from "../store.mjs";
import { benchmarkEntries, summaryEntry } from "../trend.mjs";
import { making, renewSite, siteSummary } from "./site.mjs";
import { basename, resolve } from "node:path";

// src/commands/history/import.ts
async function importFiles(world, options) {
	const entries = [];
	for (const file of options.files) entries.push(...await entriesIn(world, file, options));
	const made = {
		...await making(world, options),
		guests: []
	};
	const built = await renewSite(groundedPath(world.cwd, options.out), entries, made);
	const log = logTo(world.err);
	for (const warning of built.warnings) log.warn(warning);
	log.info(`${entries.length} read, ${siteSummary(built)}: ${options.out}/index.html`);
	return built;
}
async function entriesIn(world, file, options) {
	const path = resolve(world.cwd, file);
	const text = await readText(path, "file to import", "name a data.js or a k6 summary");
	if (/^\s*window\./.test(text) || file.endsWith(".js")) return benchmarkEntries(text, path);
	const { commit, workload, runnerClass } = options;
	if (commit !== void 0 && !/^[0-9a-f]{7,64}$/.test(commit)) throw wrongOption("commit", commit, "give a commit's name in hexadecimal");
	const run = `k6 ${sha256(text).slice(0, 24)}`;
	return [summaryEntry(text, path, run, {
		workload: workload ?? basename(file).replace(/\.json$/, ""),
		runnerClass,
		at: instant(options.at) ?? world.now().toISOString(),
		sha: commit ?? null,
		subject: ""
	})];
}
function instant(text) {
	if (text === void 0) return void 0;
	const ms = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN;
	if (Number.isFinite(ms)) return new Date(ms).toISOString();
	throw wrongOption("at", text, "give a time such as 2026-11-21T10:00:00Z");
}

export { importFiles };