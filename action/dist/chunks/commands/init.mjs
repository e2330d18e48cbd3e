import { EXIT, SteelyardError, errorFacts, exitOf, explain, own, userError, wrongOption } from "../base.mjs";
import { groundedPath } from "../exec.mjs";
import { defaultBranch, gitOutput, shownRef } from "../git.mjs";
import { ANSWERED, FORGES, NOWHERE, STARTER, badge, configText, findings, gitlabFiles, instead, isData, isOwn, perfPath, readable, repositoryOf, selected, sourceOf, starterText, todo, withoutPaths, workflows } from "../init.mjs";
import { isThere, readIfThere, readRun, readText, writeText } from "../store.mjs";
import { checkRun } from "./check.mjs";
import { rendered } from "./report2.mjs";
import { BASELINES } from "./options.mjs";
import { ownSource } from "./source2.mjs";
import { join, resolve } from "node:path";
import { lstat } from "node:fs/promises";

// src/commands/setup/starter.ts
function refusedPaths({ trials }) {
	const passes = {};
	for (const trial of trials) {
		if (trial.outcome !== "ok") continue;
		for (const check of trial.observed.checks) passes[check.name] = (own(passes, check.name) ?? 0) + check.passes;
	}
	return Object.entries(passes).flatMap(([name, n]) => n === 0 && name.endsWith(" is answered") ? [name.slice(0, -ANSWERED.length)] : []);
}
async function withoutRefused(world, out) {
	const paths = refusedPaths(await readRun(resolve(world.cwd, out, "run.json")));
	if (paths.length === 0) return null;
	const file = groundedPath(world.cwd, STARTER);
	const text = withoutPaths(await readText(file, "script", "mend its permissions"), paths);
	const failed = `Every request to ${paths.join(", ")} failed: it may need an account or parameters.`;
	if (text === null) return {
		text: `${failed} Let ${STARTER} ask something that is answered.`,
		isChanged: false
	};
	await writeText(file, text);
	const them = paths.length === 1 ? "it" : "them";
	return {
		text: `${failed} ${STARTER} no longer asks ${them}.`,
		isChanged: true
	};
}

// src/commands/setup/init.ts
const MOST_READ = 5e3;
const LONGEST = 2e5;
const LONGEST_DATA = 5e6;
const TRIALS = 6;
const CONFIG_PATH = ".github/steelyard.yml";
const ONCE = `steelyard check --no-base --trials ${TRIALS}`;
async function initialize(world, options) {
	const { forge, yes } = options;
	const source = await sourceFor(world, options.from);
	const ask = yes ? void 0 : world.ask;
	const found = await foundIn(world, options.wanted, ask);
	const branch = await branchOf(world);
	const existing = forge === "gitlab" ? await readIfThere(resolve(world.cwd, perfPath(forge)), "file of jobs", "mend its permissions") : void 0;
	const { plan } = found.chosen ?? {};
	const files = await writeMissing(world, {
		first: {
			[CONFIG_PATH]: configText(found),
			...selected(found.scripts).isStarting && { ["perf/browse.js"]: starterText(found) },
			...plan?.kind === "compose" && plan.written && { [plan.written.path]: plan.written.text }
		},
		workflows: workflows(forge, source, branch, existing),
		untouched: source === NOWHERE ? {} : workflows(forge, NOWHERE, branch, existing)
	});
	const pathsOf = (isKept) => files.all.filter((one) => one.isKept === isKept).map(({ path }) => path);
	const [wrote, kept] = [pathsOf(false), pathsOf(true)];
	const isKept = kept.includes(CONFIG_PATH);
	const open = [
		...isKept ? [] : todo(found),
		...files.isNowhere ? [REPLACE] : [],
		...forge === "gitlab" ? gitlabFiles(source, existing).open : [],
		...isOwn(forge) && wrote.includes(perfPath(forge)) ? [RUNNERS] : [],
		...await ignored(world, [...wrote, ...kept]),
		...isKept ? [] : await unignored(world, plan?.build ?? [])
	];
	const remote = await gitOutput(world, "remote", "get-url", "origin") ?? "";
	const shown = forge === "github" ? badge(repositoryOf(remote) ?? "YOUR/REPOSITORY", branch) : null;
	world.out.write(`${lines(files, open, shown).join("\n")}\n`);
	if (isKept || plan === void 0 || !(yes || await agreed(ask))) {
		world.out.write(next(plan === void 0));
		return {
			exit: EXIT.ok,
			json: {
				wrote,
				kept,
				open,
				measured: null
			}
		};
	}
	const { exit, json } = await measureOnce(world, wrote.includes(STARTER));
	return {
		exit,
		json: {
			wrote,
			kept,
			open,
			measured: json
		}
	};
}
const RUNNERS = "Give a runner the label `perf`, which measures, and one on another machine the label `report`, which runs no code of pull requests.";
const REPLACE = "Replace OWNER/REPO in the workflows by the repository that has Steelyard: init --from acme/steelyard@v1 does it.";
async function sourceFor(world, from) {
	if (from === void 0) return await ownSource(world);
	const source = sourceOf(from);
	if (source !== void 0) return source;
	throw wrongOption("from", from, "give a repository and a ref of it, such as octo/steelyard@v1");
}
async function writeMissing(world, { first, workflows, untouched }) {
	const all = [];
	let isNowhere = false;
	for (const [path, text] of Object.entries({
		...first,
		...workflows
	})) {
		const at = resolve(world.cwd, path);
		const isWorkflow = Object.hasOwn(workflows, path);
		const before = isWorkflow ? await readIfThere(at, "workflow", "mend its permissions") : void 0;
		const isOurs = before === void 0 ? !await isThere(at) : before === own(untouched, path);
		if (isOurs) await writeText(groundedPath(world.cwd, path), text);
		all.push({
			path,
			isKept: !isOurs
		});
		isNowhere ||= isWorkflow && (isOurs ? text : before ?? "").includes(NOWHERE.repository);
	}
	return {
		all,
		isNowhere
	};
}
const lines = ({ all }, open, shown) => [
	...all.map(({ path, isKept }) => isKept ? `kept   ${path}: it is there already` : `wrote  ${path}`),
	...open.length === 0 ? [] : [
		"",
		"Look at these:",
		...open.map((line) => `  - ${line}`)
	],
	...shown === null ? [] : [
		"",
		"The badge, for the README:",
		`  ${shown}`
	],
	""
];
async function ignored(world, paths) {
	const found = await gitOutput(world, "check-ignore", "--", ...paths) ?? "";
	return found === "" ? [] : [`.gitignore leaves these out: git add --force ${found.split("\n").join(" ")}`];
}
async function unignored(world, build) {
	const left = [];
	for (const name of new Set(build.flatMap(madeBy))) if (!await gitOutput(world, "check-ignore", "--", `${name}/`)) left.push(`/${name}/`);
	if (left.length === 0) return [];
	return [`Add to .gitignore what the build makes, or later runs have uncommitted changes: ${left.join(" ")}`];
}
function madeBy(argv) {
	const line = argv.join(" ");
	const [, environment, output] = /\bvenv (\.\w+)|-o ([\w-]+)\//.exec(line) ?? [];
	const name = environment ?? output;
	const [, folder] = /\bcd ([\w./-]+) && /.exec(line) ?? [];
	return name === void 0 ? [] : [join(folder ?? "", name)];
}
const next = (isNothing) => [
	"Then:",
	...isNothing ? [] : [`  ${ONCE}   # measures this checkout once: whether stack and load work`],
	"  steelyard doctor   # the config and this machine",
	"  steelyard check --base   # a branch against where it left the default branch",
	""
].join("\n");
async function foundIn(world, kind, ask) {
	const paths = await filesOf(world);
	const texts = await read(world, readable(paths).slice(0, MOST_READ));
	const text = (path) => texts.get(path) ?? "";
	const found = findings(paths, text, kind);
	const others = found.others.filter(({ plan }) => kind === "any" || plan.kind === kind);
	if (ask === void 0 || found.chosen === null || others.length === 0) return found;
	const all = [found.chosen, ...others].slice(0, 9);
	const list = all.map(({ title, plan }, i) => `  ${i + 1}  ${title} (${KIND_NAMES[plan.kind]})\n`);
	world.out.write(`Several ways to start a service were found:\n${list.join("")}`);
	for (;;) {
		const answer = (await ask("Which one is measured? [1] ")).trim();
		const chosen = answer === "" ? found.chosen : /^\d$/.test(answer) ? all[Number(answer) - 1] : void 0;
		if (chosen) return chosen === found.chosen ? found : instead(found, chosen, paths, text);
	}
}
const KIND_NAMES = {
	compose: "Compose",
	process: "a process"
};
const agreed = async (ask) => ask !== void 0 && !/^n/i.test((await ask("Measure once now? It takes a minute or two. [Y/n] ")).trim());
async function measureOnce(world, isStarting) {
	world.out.write(`Measuring once: ${ONCE}\n\n`);
	try {
		const options = {
			config: CONFIG_PATH,
			out: ".steelyard",
			base: false,
			trials: TRIALS,
			stackEnv: {}
		};
		const measure = () => checkRun(world, {
			...options,
			baselines: BASELINES,
			waivers: void 0
		});
		const first = await measure();
		const cleared = isStarting ? await withoutRefused(world, options.out) : null;
		if (cleared !== null) world.out.write(`\n${cleared.text}\n`);
		if (cleared?.isChanged) world.out.write(`\nMeasuring again: ${ONCE}\n\n`);
		const comparison = cleared?.isChanged ? await measure() : first;
		world.out.write(`\nThe comment of a pull request:\n\n${rendered(world, comparison, "comment")}\n`);
		return {
			exit: comparison.exit,
			json: comparison
		};
	} catch (error) {
		if (!(error instanceof SteelyardError)) throw error;
		world.out.write(`${explain(error)}\n\nMend that, then: ${ONCE}\n`);
		return {
			exit: exitOf(error),
			json: { error: errorFacts(error) }
		};
	}
}
async function filesOf(world) {
	const top = await gitOutput(world, "rev-parse", "--show-cdup");
	if (top !== "") throw userError(top === null ? "This is no git checkout." : "This is not the top of the checkout.", {
		where: world.cwd,
		remedy: top === null ? "git init, then again" : `cd ${top}, then again`
	});
	const listed = await gitOutput(world, "ls-files", "-z", "--cached", "--others", "--exclude-standard");
	return [...new Set((listed ?? "").split("\0"))].filter((path) => path !== "" && !/[\p{C}"\\]/u.test(path));
}
async function read(world, paths) {
	const texts = /* @__PURE__ */ new Map();
	for (const path of paths) {
		const file = resolve(world.cwd, path);
		const stat = await lstat(file).catch(() => null);
		if (!stat?.isFile() || stat.size > (isData(path) ? LONGEST_DATA : LONGEST)) continue;
		texts.set(path, await readText(file, "file", "mend its permissions").catch(() => ""));
	}
	return texts;
}
async function branchOf(world) {
	try {
		return shownRef(await defaultBranch(world)).replace(/^origin\//, "");
	} catch (error) {
		if (!(error instanceof SteelyardError) || error.fault !== "user") throw error;
		return await gitOutput(world, "symbolic-ref", "--quiet", "--short", "HEAD") || "main";
	}
}

export { FORGES, initialize };