import { SteelyardError } from "../base.mjs";
import { WAIVERS_PATH, readConfig, readWaivers } from "../config.mjs";
import { readText } from "../store.mjs";
import { resolve } from "node:path";

// src/commands/rulefiles.ts
async function readConfigFile({ cwd }, path) {
	const text = await readText(resolve(cwd, path), "config", "`steelyard init` at the top of your checkout writes one; or name it: --config PATH");
	return {
		text,
		config: readConfig(text, path)
	};
}
async function configAt(tree, path, where = path) {
	const text = await tree.file(path);
	return text === null ? null : readConfig(text, where);
}
async function findConfig(tree, path) {
	try {
		const config = await configAt(tree, path);
		return config === null ? {
			kind: "absent",
			config
		} : {
			kind: "read",
			config
		};
	} catch (error) {
		if (!(error instanceof SteelyardError) || error.fault !== "user") throw error;
		return {
			kind: "unreadable",
			config: null,
			error
		};
	}
}
function waiversIn(text, where) {
	const { waivers: rows, loads } = readWaivers(text, where);
	return {
		rows,
		loads
	};
}
async function waiversAt(tree, where = WAIVERS_PATH) {
	const text = await tree.file(WAIVERS_PATH);
	return text === null ? null : waiversIn(text, where);
}

export { configAt, findConfig, readConfigFile, waiversAt, waiversIn };