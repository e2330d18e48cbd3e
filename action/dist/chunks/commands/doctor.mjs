import { SteelyardError, counted, explain, own, silent } from "../base.mjs";
import { WAIVERS_PATH } from "../config.mjs";
import { Instructions, groundedPath } from "../exec.mjs";
import { commitAt, credentialsOfUser, unfilled } from "../git.mjs";
import { FORGES, NOWHERE, perfPath } from "../init.mjs";
import { PROGRAMS, isFile } from "../load.mjs";
import { LOADS, isLevelled, loadOf, scriptsOf } from "../model.mjs";
import { composeChecks, fail, javaChecks, machine, machineChecks, ok, reachableChecks, startChecks, warn } from "../stack.mjs";
import { filesIn, readBaselines, readIfThere, readText } from "../store.mjs";
import { GUESS_REMEDY, guessesOf } from "./guesses.mjs";
import { generatorOf, hasFixedPorts, runnerClassOf } from "./runnerclass.mjs";
import { BASELINES } from "./options.mjs";
import { readConfigFile, waiversAt } from "./rulefiles.mjs";
import { resolve } from "node:path";

// src/commands/setup/doctor.ts
const ofInstructions = (refusal) => ok("instructions", refusal === null ? "counted for each request" : `not counted: ${refusal}`);
async function examine(world, options) {
	const { check: configCheck, config } = await ofConfig(world, options.config);
	const out = groundedPath(world.cwd, options.out);
	const generators = await ofGenerators(world, config);
	const found = generators.flatMap(({ name, state }) => state === "ok" ? [name] : []);
	const checks = [
		...await machineChecks(out),
		ofInstructions(await new Instructions(world.env).refusal()),
		...generators,
		await ofGit(world),
		...await ofContent(world),
		await ofCredentials(world),
		configCheck,
		...config ? await guessChecks(world.cwd, options.config) : [],
		...await ofWaivers(world, config),
		...await ofWorkflow(world),
		...config ? await ofScripts(world, config, {
			out,
			found
		}) : [],
		...config ? await ofPlan(world, config) : []
	];
	return {
		checks,
		text: checks.map(shown).join(""),
		broken: checks.some(({ state }) => state === "fail")
	};
}
const MARKS = {
	ok: "ok  ",
	warn: "warn",
	fail: "FAIL"
};
function shown({ name, state, detail, remedy }) {
	const advice = state === "ok" || remedy === null ? "" : `\n       fix: ${remedy}`;
	return `${MARKS[state]}  ${name}: ${detail}${advice}\n`;
}
async function ofConfig(world, path) {
	try {
		const { config } = await readConfigFile(world, path);
		const detail = `${path}: ${counted(Object.keys(config.workloads).length, "workload")}`;
		return {
			check: ok("config", detail),
			config
		};
	} catch (error) {
		if (!(error instanceof SteelyardError)) throw error;
		return {
			check: fail("config", explain(error), null),
			config: null
		};
	}
}
async function guessChecks(cwd, config) {
	return (await guessesOf(config, async (path) => isFile(resolve(cwd, path)) ? await readText(resolve(cwd, path), "file", "mend its permissions") : null)).map(({ path, line, guess }) => warn("guess of init", `${path}:${line}: ${guess}`, GUESS_REMEDY));
}
async function ofWaivers(world, config) {
	const name = "waivers";
	try {
		const found = await waiversAt(filesIn(world.cwd, "waivers file", "mend its permissions"));
		if (found === null) return [];
		const { rows: waivers, loads = [] } = found;
		const rows = [...waivers, ...loads.map((load) => ({
			...load,
			metric: "load"
		}))];
		const today = world.now().toISOString().slice(0, 10);
		const idle = rows.filter(({ workload, expires }) => expires < today || config && !Object.hasOwn(config.workloads, workload));
		const detail = `${WAIVERS_PATH}: ${rows.length}`;
		if (idle.length === 0) return [ok(name, detail)];
		const named = idle.slice(0, 5).map(({ workload, metric, expires }) => `${workload} ${metric} (${expires})`);
		return [warn(name, `${detail}, idle: ${named.join(", ")}`, "take them out: their last day is over, or the config has no such workload")];
	} catch (error) {
		if (!(error instanceof SteelyardError)) throw error;
		return [fail(name, explain(error), null)];
	}
}
async function ofWorkflow(world) {
	const paths = FORGES.map((forge) => resolve(world.cwd, perfPath(forge)));
	const texts = await Promise.all(paths.map((path) => readIfThere(path, "workflow", "mend its permissions")));
	if (texts.every((text) => text === void 0)) return [];
	const runner = warn("runner", "pull requests run code on the machine that measures, and can falsify their own figures; no program can see whether its owner prevents that", "require approval for outside contributors, give the machine to that workflow alone (a runner group), and a new runner to each job (action/runner.md of steelyard)");
	if (!texts.some((text) => text?.includes(NOWHERE.repository))) return [runner];
	const nowhere = `the workflow calls ${NOWHERE.repository}, a placeholder: it cannot run`;
	return [runner, warn("workflow", nowhere, "steelyard init --from REPOSITORY@REF, with the repository that has Steelyard")];
}
async function ofGenerators(world, config) {
	const used = config ? Object.values(config.workloads).map((one) => loadOf(one).kind) : ["k6"];
	return (await Promise.all(LOADS.filter((kind) => used.includes(kind)).map((kind) => ofGenerator(world, kind)))).flatMap((check) => check ?? []);
}
async function ofGenerator(world, name) {
	const { look } = PROGRAMS[name];
	if (look === null) return null;
	try {
		const { version, how } = await look.find({
			env: world.env,
			cwd: world.cwd,
			signal: world.signal
		});
		return ok(name, `${version}, ${how}`);
	} catch (error) {
		if (!(error instanceof SteelyardError)) throw error;
		return warn(name, error.message, look.remedy ?? error.remedy ?? null);
	}
}
async function ofGit(world) {
	const commit = await commitAt(world.cwd, world.env, world.signal, BASELINES);
	const name = "git";
	if (commit === null) return warn(name, "no commit here", "run it inside a git checkout with a commit, so that results name what was measured");
	const detail = `${commit.sha.slice(0, 12)}${commit.dirty ? " with uncommitted changes" : ""}`;
	return {
		name,
		state: commit.dirty ? "warn" : "ok",
		detail,
		remedy: "commit or stash before recording a baseline"
	};
}
async function ofContent(world) {
	const { submodules, pointers } = await unfilled(world);
	const shown = (paths) => paths.slice(0, 3).join(", ") + (paths.length > 3 ? ` and ${paths.length - 3} more` : "");
	return [...lackingCheck("submodules", "not checked out", shown(submodules), "git submodule update --init --recursive"), ...lackingCheck("git lfs", "pointers without their content", shown(pointers), "git lfs pull")];
}
const lackingCheck = (name, what, paths, remedy) => paths === "" ? [] : [warn(name, `${what}: ${paths}`, remedy)];
async function ofCredentials(world) {
	const name = "git credentials";
	const found = await credentialsOfUser(world);
	if (found.length === 0) return ok(name, "this user keeps none");
	const detail = `code that is measured can read them: ${found.map(({ key, where }) => `${key} (${where})`).join(", ")}`;
	return warn(name, detail, "measure pull requests as a user of its own, who has none (action/runner.md of steelyard)");
}
async function ofPlan(world, config) {
	const started = await startChecks(config.stack, world.cwd, world.env);
	const { compose, endpoints, external, seed } = config.stack;
	const reachable = await reachableChecks(external, world.signal);
	const docker = {
		cwd: world.cwd,
		env: world.env,
		variables: compose?.env ?? {},
		log: silent
	};
	const composed = compose ? await composeChecks({
		compose,
		endpoints,
		seed
	}, docker, world.signal) : [];
	const judged = compose && config.stack.process ? composed.map(optional) : composed;
	return [
		...portChecks(config),
		...started,
		...await javaChecks(config.stack, world),
		...judged,
		...reachable,
		await ofBaselines(world, config)
	];
}
function optional(check) {
	return check.state === "fail" ? warn(check.name, `${check.detail} (matters with --stack compose)`, check.remedy) : check;
}
async function ofScripts(world, config, { out, found }) {
	const checks = scriptChecks(config, world.cwd);
	if (checks.some(({ state }) => state === "fail")) return checks;
	const generator = generatorOf(world, out, silent, { literals: {} });
	const refusals = /* @__PURE__ */ new Set();
	for (const [name, workload] of Object.entries(config.workloads)) {
		if (!found.includes(loadOf(workload).kind)) continue;
		try {
			await generator.facts(name, workload, world.signal);
		} catch (error) {
			if (!(error instanceof SteelyardError)) throw error;
			refusals.add(explain(error));
		}
	}
	return refusals.size === 0 ? checks : [...refusals].map((text) => warn("scripts", text, null));
}
function scriptChecks({ workloads }, cwd) {
	const name = "scripts";
	const all = Object.entries(workloads).flatMap(([workload, load]) => scriptsOf(load).map(({ key, file }) => ({
		file,
		at: [
			"workloads",
			workload,
			...key
		].join(".")
	})));
	const lacking = all.filter(({ file }) => !isFile(resolve(cwd, file)));
	if (lacking.length === 0) return [ok(name, `${all.length} found`)];
	const remedy = "create it, or correct the path (relative to the checkout)";
	return lacking.map(({ file, at }) => fail(name, `${file} is no file (${at})`, remedy));
}
function portChecks(config) {
	if (!hasFixedPorts("process", config)) return [];
	return [warn("ports", "a service has a `fixed` port: base and head take turns (`--base`, pull requests), which takes longer to tell as much", "leave `fixed` out: a free port is chosen and told to the process")];
}
async function ofBaselines(world, config) {
	try {
		return await baselineCheck(world, config);
	} catch (error) {
		if (!(error instanceof SteelyardError)) throw error;
		return fail("baselines", error.message, error.remedy ?? null);
	}
}
async function baselineCheck(world, config) {
	const named = runnerClassOf(void 0, world.env, config, machine());
	const found = await readBaselines(resolve(world.cwd, BASELINES), named);
	const name = "baselines";
	const names = Object.keys(config.workloads).filter((one) => !isLevelled(own(config.workloads, one)));
	const lacking = names.filter((one) => (found.get(one)?.sessions.length ?? 0) < 3);
	const detail = `runner class ${named}: ${found.size} of ${names.length} workloads`;
	const remedy = `three sessions each make a gate: steelyard measure && steelyard baseline (lacking: ${lacking.join(", ")})`;
	return {
		name,
		state: lacking.length === 0 ? "ok" : "warn",
		detail,
		remedy
	};
}

export { examine };