import { SteelyardError, userError } from "../base.mjs";
import { groundedPath } from "../exec.mjs";
import { defaultBranch, gitOutput } from "../git.mjs";
import { FORGES, NOWHERE, STARTER, badge, configText, findings, isReadable, repositoryOf, sourceOf, starterText, todo, workflows } from "../init.mjs";
import { isThere, readText, writeText } from "../store.mjs";
import { resolve } from "node:path";
import { lstat } from "node:fs/promises";

// src/commands/setup/init.ts
const MOST_READ = 5e3;
const LONGEST = 2e5;
async function initialize(world, { from, forge }) {
	const source = from === void 0 ? NOWHERE : sourceOf(from);
	if (source === void 0) throw userError(`--from got "${from?.slice(0, 80)}".`, {
		where: "the command line",
		remedy: "give a repository and a ref of it, such as octo/steelyard@v1"
	});
	const paths = await filesOf(world);
	const texts = await read(world, paths.filter(isReadable).slice(0, MOST_READ));
	const found = findings(paths, (path) => texts.get(path) ?? "");
	const branch = await branchOf(world);
	const remote = await gitOutput(world, "remote", "get-url", "origin") ?? "";
	const repository = repositoryOf(remote) ?? "YOUR/REPOSITORY";
	const written = workflows(forge, source, branch);
	const wanted = {
		".github/steelyard.yml": configText(found),
		...found.scripts.length === 0 && { ["perf/browse.js"]: starterText },
		...written
	};
	const kept = /* @__PURE__ */ new Set();
	for (const [path, text] of Object.entries(wanted)) if (await isThere(resolve(world.cwd, path))) kept.add(path);
	else await writeText(groundedPath(world.cwd, path), text);
	const open = [...kept.has(".github/steelyard.yml") ? [] : todo(found), ...source === NOWHERE && Object.keys(written).some((path) => !kept.has(path)) ? ["Replace OWNER/REPO in the workflows by the repository that has Steelyard, or run init with --from."] : []];
	return [
		...Object.keys(wanted).map((path) => kept.has(path) ? `kept   ${path}: it is there already` : `wrote  ${path}`),
		...open.length === 0 ? [] : [
			"",
			"Look at these:",
			...open.map((line) => `  - ${line}`)
		],
		"",
		"Then:",
		"  steelyard doctor   # the config and this machine",
		"  steelyard check    # measure and judge once, here",
		"",
		...forge === "github" ? [
			"The badge, for the README:",
			`  ${badge(repository, branch)}`,
			""
		] : []
	].join("\n");
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
		if (!stat?.isFile() || stat.size > LONGEST) continue;
		texts.set(path, await readText(file, "file", "mend its permissions").catch(() => ""));
	}
	return texts;
}
async function branchOf(world) {
	try {
		return (await defaultBranch(world)).replace(/^origin\//, "");
	} catch (error) {
		if (!(error instanceof SteelyardError) || error.fault !== "user") throw error;
		return await gitOutput(world, "symbolic-ref", "--quiet", "--short", "HEAD") || "main";
	}
}

export { FORGES, initialize };