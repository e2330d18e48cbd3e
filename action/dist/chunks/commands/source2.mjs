import { gitOutput } from "../git.mjs";
import { NOWHERE, installedSource, repositoryOf } from "../init.mjs";
import { isThere, readIfThere } from "../store.mjs";
import { fileURLToPath } from "node:url";

// src/commands/setup/source.ts
const LOCK = "../.package-lock.json";
async function ownSource(world, home) {
	const top = home ?? await packageFolder();
	const installed = await sourceInstalled(top);
	if (installed !== void 0) return installed;
	const at = {
		...world,
		cwd: fileURLToPath(top)
	};
	if (await gitOutput(at, "rev-parse", "--show-cdup") !== "") return NOWHERE;
	const repository = repositoryOf(await gitOutput(at, "remote", "get-url", "origin") ?? "");
	const ref = await gitOutput(at, "rev-parse", "HEAD");
	return repository === null || ref === null ? NOWHERE : {
		repository,
		ref
	};
}
async function sourceInstalled(home) {
	const lock = fileURLToPath(new URL(LOCK, home ?? await packageFolder()));
	const text = await readIfThere(lock, "lock file of npm", "install it again");
	return text === void 0 ? void 0 : installedSource(resolvedIn(text));
}
async function packageFolder() {
	let at = new URL(".", import.meta.url);
	while (at.pathname !== "/" && !await isThere(fileURLToPath(new URL("package.json", at)))) at = new URL("..", at);
	return at;
}
function resolvedIn(text) {
	try {
		const { packages } = JSON.parse(text);
		return String(packages?.["node_modules/steelyard"]?.resolved ?? "");
	} catch {
		return "";
	}
}

export { ownSource, sourceInstalled };