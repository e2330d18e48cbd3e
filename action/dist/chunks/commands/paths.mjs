import { firstLine, userError } from "../base.mjs";
import { groundedPath, linkAt, linklessStat, moveInto, namesIn, removeTree } from "../exec.mjs";
import { trackedIn } from "../git.mjs";
import { makeOwnFolder, writeText } from "../store.mjs";
import { join, relative } from "node:path";

// src/commands/paths.ts
const FILES = {
	schedule: "schedule.json",
	run: "run.json",
	comparison: "comparison.json",
	report: "report.json",
	comment: "comment.md",
	summary: "summary.md",
	junit: "junit.xml",
	csv: "rows.csv",
	record: "record.md",
	why: "why.html",
	calibration: "calibration.json",
	selftest: "selftest.json"
};
const FILE_MEANINGS = {
	schedule: "the planned trials, in order",
	run: "every measurement, raw",
	comparison: "the verdict, with the figures behind it",
	report: "the verdict and every form of the report, in one file",
	comment: "the comment of a pull request",
	summary: "the summary of a job",
	junit: "the rows as JUnit test cases",
	csv: "the rows as a table",
	record: "the records of the config, filled in",
	why: "flame graphs and statements of both sides",
	calibration: "the outcome of `calibrate`",
	selftest: "the outcome of `self-test`"
};
const BISECT = "bisect.json";
const inside = (cwd, folder, file) => join(groundedPath(cwd, folder), FILES[file]);
const logsOf = (cwd, folder) => join(groundedPath(cwd, folder), "logs");
function typedPath(cwd, path) {
	const short = relative(cwd, path);
	return short === "" || short.startsWith("..") ? path : short;
}
async function prepareOutput(world, folder) {
	const path = groundedPath(world.cwd, folder);
	const where = `--out ${folder}`;
	const remedy = "name a folder of its own, such as .steelyard";
	if (!relative(path, groundedPath(world.cwd, ".")).startsWith("..")) throw userError("The output folder would be the checkout itself, or one above it.", {
		where,
		remedy
	});
	if (path.split("/").includes(".git")) throw userError("The output folder would be in git's own.", {
		where,
		remedy
	});
	if (linklessStat(path)?.isSymbolicLink()) throw linkAt(path);
	const { cwd, env, signal } = world;
	const [tracked] = await trackedIn({
		cwd,
		env,
		signal
	}, path) ?? [];
	if (tracked !== void 0) throw userError("Git tracks files in the output folder, and a change could bring any of them.", {
		where: `${where}: ${firstLine(tracked)}`,
		remedy: `git rm -r --cached ${folder}, or name another folder with --out`
	});
	makeOwnFolder(path);
	const entries = namesIn(path);
	if (entries.every(({ name }) => OURS.has(name)) && !entries.some(({ name }) => name === ".gitignore")) await writeText(join(path, ".gitignore"), "*\n");
	return path;
}
const OURS = /* @__PURE__ */ new Set([
	...Object.values(FILES),
	".gitignore",
	"artifacts",
	BISECT,
	"lock",
	"logs",
	"previous",
	"running",
	"scratch",
	"site"
]);
function setAside(out) {
	const entries = new Set(namesIn(out).map(({ name }) => name));
	const old = [...Object.values(FILES), "logs"].filter((name) => entries.has(name));
	if (old.length === 0) return;
	const aside = join(out, "previous");
	removeTree(aside);
	for (const name of old) moveInto(join(out, name), aside);
}

export { BISECT, FILES, FILE_MEANINGS, inside, logsOf, prepareOutput, setAside, typedPath };