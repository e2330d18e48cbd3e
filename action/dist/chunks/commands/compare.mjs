import { VERSION, environmentError, explain, isExpected, logTo, own, pageOf, userError } from "../base.mjs";
import { compare, warned, workOf } from "../compare.mjs";
import { WAIVERS_PATH, readConfig } from "../config.mjs";
import { STACK_KINDS, isItem, slotsIn } from "../model.mjs";
import { baselineClasses, filesIn, isThere, readBaselines, readIfThere, readRun, readText, writeComparison, writeText } from "../store.mjs";
import { BASELINES } from "./options.mjs";
import { inside, prepareOutput, typedPath } from "./paths.mjs";
import { defaultBranch, gitTree, isChangedSince, shaOf, shownRef } from "../git.mjs";
import { waiversAt, waiversIn } from "./rulefiles.mjs";
import { context, explainedOne, headline, plainText } from "../report.mjs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

// src/commands/template.ts
const PLACES = ["../../", "../../action/dist/"];
const REMEDY = "take it from the same place as this program; in a checkout of steelyard: npm run bundle";
async function pageTemplate(file) {
	const paths = PLACES.map((place) => fileURLToPath(new URL(place + file, import.meta.url)));
	for (const path of paths) {
		const text = await readIfThere(path, "page", REMEDY);
		if (text !== void 0) return text;
	}
	throw environmentError("The page is not there.", {
		where: paths[0],
		remedy: REMEDY
	});
}

// src/commands/check/why.ts
const NAME = 200;
const STATEMENT = 2e3;
const name = (text) => plainText(text, NAME);
function whyPage(run, comparison) {
	const { profiling } = run;
	const { causes = [] } = comparison;
	const workloads = (profiling?.workloads ?? []).flatMap((of) => {
		const found = causes.find(isItem(of));
		if (found === void 0) return [];
		return [{
			...explainedOne(found, { name }),
			...shown(workOf(of, profiling.changes, found.causes))
		}];
	});
	if (workloads.length === 0) return null;
	return {
		title: plainText(headline(comparison).title.replaceAll("`", ""), 600),
		compared: context(comparison, name),
		steelyard: VERSION,
		workloads
	};
}
const shown = ({ services, statements, waits }) => ({
	services: services.map(({ frames, ...tree }) => ({
		...tree,
		frames: frames.map(shownFrame)
	})),
	statements: statements.map((one) => ({
		...one,
		text: plainText(one.text, STATEMENT)
	})),
	waits: waits.map((one) => ({
		...one,
		name: name(one.name),
		place: name(one.place)
	}))
});
const shownFrame = (frame) => ({
	name: name(frame.name),
	file: frame.file === null ? null : name(frame.file),
	line: frame.line
});
async function pageOrNone(make, log) {
	try {
		return await make();
	} catch (error) {
		log.warn(`there is no page that explains the verdict: ${explain(error)}`);
		return null;
	}
}
const whyText = async (data) => pageOf(await pageTemplate("why.html"), data);
async function writeWhy(world, run, comparison, out) {
	const log = logTo(world.err);
	const data = await pageOrNone(async () => whyPage(run, comparison), log);
	if (data === null) return;
	const path = inside(world.cwd, out, "why");
	await writeText(path, await whyText(data));
	log.info(`wrote ${typedPath(world.cwd, path)}: flame graphs and statements`);
}

// src/commands/check/waivers.ts
async function waiversOf(world, { duel, commit, ended }, named) {
	const found = await findWaivers(world, named, duel?.base.release ? void 0 : duel?.base.ref, commit?.sha);
	if (found === void 0) return void 0;
	logTo(world.err).info(`waivers: ${found.rows.length}, read from ${found.from}`);
	return {
		...found,
		at: ended
	};
}
async function findWaivers(world, named, ref, head = "HEAD") {
	if (named !== void 0) {
		const text = await readText(resolve(world.cwd, named), "waivers file", "mend --waivers FILE");
		return {
			from: named,
			...waiversIn(text, named),
			changed: false
		};
	}
	const tip = await baseTip(world, ref);
	if (tip === null) {
		const found = await waiversAt(filesIn(world.cwd, "waivers file", "mend its permissions"));
		return found === null ? void 0 : {
			from: "the checkout",
			...found,
			changed: false
		};
	}
	const from = `${tip.ref} (${tip.sha.slice(0, 9)})`;
	const found = await waiversAt(gitTree(world, tip.sha), `${tip.ref}:${WAIVERS_PATH}`);
	const changed = await isChangedSince(world, tip.sha, head, WAIVERS_PATH);
	return found === null && !changed ? void 0 : {
		from,
		rows: [],
		...found,
		changed
	};
}
async function baseTip(checkout, ref) {
	try {
		const own = ref === void 0 ? null : await shaOf(checkout, ref);
		if (ref !== void 0 && own !== null) return {
			ref,
			sha: own
		};
		const branch = await defaultBranch(checkout);
		const sha = await shaOf(checkout, branch);
		return sha === null ? null : {
			ref: shownRef(branch),
			sha
		};
	} catch (error) {
		if (isExpected(error)) return null;
		throw error;
	}
}

// src/commands/check/compare.ts
async function compareRun(world, options) {
	const run = await readRun(resolve(world.cwd, options.run));
	await refuseUnknownFolder(world, options.baselines);
	const comparison = warned(await judgeRun(world, run, options), options.warnings ?? []);
	await prepareOutput(world, options.out);
	await writeComparison(inside(world.cwd, options.out, "comparison"), comparison);
	await writeWhy(world, run, comparison, options.out);
	return comparison;
}
async function judgeRun(world, run, options) {
	const folder = resolve(world.cwd, options.baselines);
	const classes = await baselineClasses(folder);
	return compare({
		run,
		config: await policyOf(world, run, options.config),
		baselines: await readBaselines(folder, run.runnerClass),
		classes,
		at: run.ended,
		steelyard: VERSION,
		replay: replay(run),
		waivers: await waiversOf(world, run, options.waivers)
	});
}
async function refuseUnknownFolder(world, named) {
	if (named === "baselines" || await isThere(resolve(world.cwd, named))) return;
	throw userError("There is no such folder of baselines.", {
		where: `--baselines ${named}`,
		remedy: "mend the path; leave the option out for baselines/"
	});
}
async function policyOf(world, run, path) {
	if (path === void 0) return run.config.resolved;
	const text = await readText(resolve(world.cwd, path), "config", "steelyard compare --config PATH");
	logTo(world.err).info(`judged by ${path}, not by the config the run was measured with`);
	return readConfig(text, path);
}
function replay(run) {
	const { schedule, config } = run;
	const slots = slotsIn(schedule);
	if (run.unaffected !== void 0 && slots.length + (schedule.levels ?? []).length + (run.duel?.pairs ?? []).length === 0) return [];
	const profile = own(config.resolved.profiles, run.profile ?? "");
	const pairs = /* @__PURE__ */ new Set();
	for (const { workload, pairs: [, most] } of run.duel?.pairings ?? []) if (most !== own(config.resolved.workloads, workload)?.measure.pairs[1]) pairs.add(most);
	const asked = /* @__PURE__ */ new Set();
	const made = /* @__PURE__ */ new Map();
	for (const { workload, trial } of slots) made.set(workload, Math.max(made.get(workload) ?? 0, trial + 1));
	for (const [name, trials] of made) if (trials !== (profile?.trials ?? own(config.resolved.workloads, name)?.measure.trials) && !run.duel) asked.add(trials);
	return [
		"check",
		...run.config.path === ".github/steelyard.yml" ? [] : ["--config", run.config.path],
		...run.stack.kind === usualKind(config.resolved) ? [] : ["--stack", run.stack.kind],
		...run.profile === null ? [] : ["--profile", run.profile],
		...run.scale === void 0 ? [] : ["--scale", String(run.scale)],
		...run.only === null ? [] : ["--only", run.only.join(",")],
		...run.variants ? ["--variants", run.variants.join(",")] : [],
		...pairs.size === 1 ? ["--pairs", String([...pairs][0])] : [],
		...asked.size === 1 ? ["--trials", String([...asked][0])] : [],
		...baseArguments(run),
		...run.rules === void 0 ? [] : ["--base-rules"],
		...run.unaffected === void 0 ? [] : ["--affected"],
		...run.duel?.budget ? ["--budget", `${run.duel.budget}s`] : [],
		"--seed",
		String(schedule.seed),
		...Object.entries(run.stack.env).flatMap(([name, value]) => ["--stack-env", `${name}=${value}`])
	];
}
function baseArguments({ duel, fallback, config }) {
	if (duel?.base.release) return ["--release"];
	if (duel?.base.sha) return ["--base", duel.base.sha];
	return fallback === void 0 && config.resolved.policy.reference === "base" ? ["--no-base"] : [];
}
const usualKind = ({ stack }) => STACK_KINDS.find((kind) => stack[kind] !== void 0);

export { compareRun, findWaivers, judgeRun, pageOrNone, pageTemplate, refuseUnknownFolder, replay, whyPage, whyText, writeWhy };