import { SteelyardError, environmentError, userError } from "./base.mjs";
import { checkoutOf, linkAt, makeFolder, namesIn, readWhole, removeFile, writeWhole } from "./exec.mjs";
import { Baseline, Bisect, CalibrationReport, Comparison, Entry, Run, SelfTest, readVersioned } from "./model.mjs";
import { dirname, join, relative, sep } from "node:path";
import { existsSync } from "node:fs";
import { readFile, readdir, realpath, stat } from "node:fs/promises";
import { createHash } from "node:crypto";

// src/store/files.ts
const MOST_BYTES = 512 * 2 ** 20;
const REASONS = {
	ENOSPC: ["the disk is full", "free some space"],
	EDQUOT: ["the disk quota is used up", "free some space"],
	EROFS: ["the file system is read-only", "choose another directory with --out"],
	EACCES: ["permission is denied", "choose another directory with --out, or correct its permissions"],
	EPERM: ["permission is denied", "choose another directory with --out, or correct its permissions"],
	ENOTDIR: ["a part of the path is a file", "choose another path"],
	EEXIST: ["a part of the path is a file", "choose another path"],
	EISDIR: ["it is a directory", "name a file"],
	ENOENT: ["it does not exist", "check the path"]
};
const codeOf = (cause) => cause?.code ?? "";
async function readText(path, what, remedy) {
	return reading(path, what, remedy, async () => {
		const target = await realpath(path);
		const top = checkoutOf(dirname(path));
		if (existsSync(join(top, ".git"))) {
			demandWithin(path, target, await realpath(top), what);
			return readWhole(target, MOST_BYTES);
		}
		const { size } = await stat(target);
		if (size > MOST_BYTES) throw userError(`This ${what} is too large (${size} bytes).`, {
			where: path,
			remedy
		});
		return await readFile(target, "utf8");
	});
}
const readOwnText = (path, what, remedy) => reading(path, what, remedy, async () => readWhole(path, MOST_BYTES));
async function reading(path, what, remedy, read) {
	try {
		return await read();
	} catch (cause) {
		if (cause instanceof SteelyardError) throw cause;
		const [why = void 0] = REASONS[codeOf(cause)] ?? [];
		throw userError(`Cannot read the ${what}: ${why ?? String(cause)}.`, {
			where: path,
			remedy
		});
	}
}
function demandWithin(path, target, top, what) {
	const lies = (folder) => target.startsWith(`${folder}${sep}`);
	if (lies(top) && !lies(join(top, ".git"))) return;
	throw userError(`The ${what} is a link that leads out of its checkout; it is not followed.`, {
		where: path,
		remedy: "put the file itself into the repository"
	});
}
const isThere = (path) => stat(path).then(() => true, (cause) => codeOf(cause) !== "ENOENT");
async function readIfThere(path, what, remedy) {
	return await isThere(path) ? readText(path, what, remedy) : void 0;
}
const filesIn = (folder, what, remedy) => ({ file: async (path) => await readIfThere(join(folder, path), what, remedy) ?? null });
async function writeText(path, text) {
	try {
		await writeWhole(path, text);
	} catch (cause) {
		throw unwritable(cause, path);
	}
}
function makeOwnFolder(path) {
	try {
		makeFolder(path, 448);
	} catch (cause) {
		if (codeOf(cause) === "ENOENT") throw environmentError("Cannot make this folder: the file system takes none there.", {
			where: path,
			remedy: "choose another directory with --out",
			cause
		});
		throw unwritable(cause, path);
	}
}
function unwritable(cause, where) {
	if (codeOf(cause) === "") return cause;
	const [why, remedy] = REASONS[codeOf(cause)] ?? [String(cause), "check the path"];
	return environmentError(`Cannot write this file: ${why}.`, {
		where,
		remedy,
		cause
	});
}
const json = (value, reviewed) => `${JSON.stringify(value, null, reviewed ? 2 : 0)}\n`;

// src/store/records.ts
const MEASURE = "steelyard measure";
async function readRun(path) {
	return readVersioned(await readText(path, "run file", MEASURE), "run", Run, path, MEASURE);
}
const writeRun = (path, run) => writeText(path, json(Run.parse(run), false));
async function readComparison(path) {
	const remedy = "steelyard compare";
	return readVersioned(await readText(path, "comparison file", remedy), "comparison", Comparison, path, remedy);
}
const writeComparison = (path, comparison) => writeText(path, json(Comparison.parse(comparison), false));
const writeCalibration = (path, report) => writeText(path, json(CalibrationReport.parse(report), true));
const writeSelfTest = (path, report) => writeText(path, json(SelfTest.parse(report), true));
async function readBisect(path) {
	const remedy = "start again: steelyard bisect … --restart";
	const text = await readIfThere(path, "state of a bisect", remedy);
	return text === void 0 ? null : readVersioned(text, "bisect", Bisect, path, remedy);
}
const writeBisect = (path, state) => writeText(path, json(Bisect.parse(state), true));
const baselinePath = (folder, runnerClass, workload) => join(folder, runnerClass, `${workload}.json`);
const RESTORE$1 = "restore it from git history, or delete it and record a new one: steelyard baseline";
const DISK = filesIn("", "baseline file", RESTORE$1);
const readBaseline = (path) => baselineAt(DISK, path);
async function baselineAt(tree, path) {
	const text = await tree.file(path);
	if (text === null) return null;
	const baseline = readVersioned(text, "baseline", Baseline, path, RESTORE$1);
	const { workload, runnerClass } = baseline;
	const place = `${runnerClass}/${workload}.json`;
	if (`/${path}`.endsWith(`/${place}`)) return baseline;
	throw userError(`This baseline is of the workload "${workload}" on "${runnerClass}", which does not match its path.`, {
		where: path,
		remedy: `move it to ${place}, or delete it`
	});
}
const writeBaseline = (path, baseline) => writeText(path, reviewable(Baseline.parse(baseline)));
function reviewable(value) {
	return `${laidOut(JSON.parse(json(value, false)), "")}\n`;
}
function laidOut(value, indent) {
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	const inner = `${indent}  `;
	const block = (open, parts, close) => parts.length === 0 ? open + close : `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
	if (!Array.isArray(value)) return block("{", Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${laidOut(one, inner)}`), "}");
	const parts = value.map((one) => laidOut(one, inner));
	return parts.length > 0 && value.every((one) => typeof one === "number") ? `[${parts.join(", ")}]` : block("[", parts, "]");
}
const readBaselines = (folder, runnerClass) => baselinesAt({
	...DISK,
	folder: listed
}, folder, runnerClass);
async function baselinesAt(tree, folder, runnerClass) {
	const found = /* @__PURE__ */ new Map();
	for (const path of await baselineFiles(tree, join(folder, runnerClass))) {
		const baseline = await baselineAt(tree, path);
		if (baseline) found.set(baseline.workload, baseline);
	}
	return found;
}
async function baselineFiles(tree, folder) {
	return (await tree.folder(folder) ?? []).filter((name) => name.endsWith(".json")).sort().map((name) => join(folder, name));
}
async function baselineClasses(folder) {
	const entries = await listed(folder);
	const classes = [];
	for (const entry of entries.sort()) if ((await readdir(join(folder, entry)).catch(() => [])).some((name) => name.endsWith(".json"))) classes.push(entry);
	return classes;
}
async function listed(folder) {
	try {
		return await readdir(folder);
	} catch (cause) {
		if (cause.code === "ENOENT") return [];
		throw userError("Cannot read this folder of baselines.", {
			where: folder,
			remedy: "name the folder that contains one folder for each runner class: --baselines DIR",
			cause
		});
	}
}

// src/store/history.ts
const RUNS = "runs";
const RESTORE = "restore it from the branch's git history; nothing is published over a history that cannot be read";
const AT_ONCE = 64;
function entryPath(entry) {
	const { at, commit, source, run, attempt, results } = entry;
	const keys = results.map(({ workload, variant }) => [workload, variant]);
	const digest = createHash("sha256").update(JSON.stringify([
		source,
		run,
		attempt,
		keys
	])).digest("hex");
	const time = new Date(at).toISOString();
	const stamp = time.slice(0, 19).replace(/[-:]/g, "");
	const [year, month] = time.split("-");
	return [
		RUNS,
		year,
		month,
		`${stamp}-${commit?.sha.slice(0, 9) ?? "none"}-${digest.slice(0, 12)}.json`
	].join("/");
}
async function readHistory(site) {
	const names = files(join(site, RUNS)).map((path) => relative(site, path).split(sep).join("/")).sort();
	const found = [];
	for (let from = 0; from < names.length; from += AT_ONCE) found.push(...await Promise.all(names.slice(from, from + AT_ONCE).map((path) => stored(site, path))));
	return found;
}
async function stored(site, path) {
	const where = join(site, path);
	return {
		path,
		entry: readVersioned(await readOwnText(where, "file of the history", RESTORE), "entry", Entry, where, RESTORE)
	};
}
function files(folder) {
	try {
		return namesIn(folder).flatMap(({ name, kind }) => {
			const path = join(folder, name);
			if (kind === "link") throw linkAt(path);
			if (kind === "folder") return files(path);
			return name.endsWith(".json") ? [path] : [];
		});
	} catch (cause) {
		if (cause instanceof SteelyardError) throw cause;
		throw userError("Cannot read the history.", {
			where: folder,
			remedy: RESTORE,
			cause
		});
	}
}
async function writeEntry(site, entry) {
	const path = join(site, entryPath(entry));
	const text = json(Entry.parse(entry), false);
	if (await isThere(path)) {
		if (await readOwnText(path, "file of the history", RESTORE) === text) return;
		throw userError("This file of the history has other content already. It is not overwritten.", {
			where: path,
			remedy: "publish with another --attempt"
		});
	}
	await writeText(path, text);
}
const removeEntry = (site, path) => removeFile(join(site, path));
async function sizeOf(folder) {
	const sizes = (await readdir(folder, {
		recursive: true,
		withFileTypes: true
	})).filter((one) => one.isFile() && !`${one.parentPath}${sep}`.includes(`${sep}.git${sep}`)).map(async (one) => (await stat(join(one.parentPath, one.name))).size);
	return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

export { RUNS, baselineAt, baselineClasses, baselineFiles, baselinePath, baselinesAt, filesIn, isThere, json, makeOwnFolder, readBaseline, readBaselines, readBisect, readComparison, readHistory, readIfThere, readOwnText, readRun, readText, removeEntry, reviewable, sizeOf, writeBaseline, writeBisect, writeCalibration, writeComparison, writeEntry, writeRun, writeSelfTest, writeText };