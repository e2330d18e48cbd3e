import { logTo, userError, wrongOption } from "../base.mjs";
import { linkAt, linklessStat } from "../exec.mjs";
import { gitOutput, pushBranch, sweepClones } from "../git.mjs";
import { isThere } from "../store.mjs";
import { OURS, entriesOf, guestsOf, making, renewSite, siteSummary } from "./site.mjs";
import { join, resolve, sep } from "node:path";

// src/commands/history/publish.ts
async function publish(world, options) {
	const log = logTo(world.err);
	const { cwd, env, signal, random } = world;
	const entries = await entriesOf(world, options);
	const made = await making(world, options);
	const remote = await gitOutput({
		cwd,
		env,
		signal
	}, "remote", "get-url", options.remote) ?? options.remote;
	refuseOption(remote, "remote");
	refuseOption(options.branch, "branch");
	sweepClones(log);
	const commit = await pushBranch({
		cwd,
		env,
		signal
	}, {
		remote,
		branch: options.branch,
		token: env.STEELYARD_TOKEN || env.GITHUB_TOKEN || void 0,
		random,
		log,
		patience: options.patience,
		async update(clone) {
			const folder = below(clone, options.folder);
			const data = join(below(clone, options.benchmarks), "data.js");
			if (linklessStat(data)?.isSymbolicLink()) throw linkAt(data);
			const guests = await guestsOf(await isThere(data) ? [data] : []);
			const built = await renewSite(folder, entries, {
				...made,
				guests
			});
			for (const warning of built.warnings) log.warn(warning);
			log.info(siteSummary(built));
			const there = await Promise.all(OURS.map((name) => isThere(join(folder, name))));
			const paths = OURS.filter((_, i) => there[i]).map((name) => join(folder, name));
			const subject = entries.at(-1)?.commit?.sha.slice(0, 9);
			return {
				paths,
				message: `Performance trends${subject === void 0 ? "" : ` of ${subject}`}`
			};
		}
	});
	log.info(commit === null ? "nothing new to publish" : `published to ${options.branch} as ${commit.slice(0, 9)}`);
	return { commit };
}
function below(clone, folder) {
	const path = resolve(clone, folder);
	if (path === clone || path.startsWith(clone + sep) && !path.startsWith(join(clone, ".git"))) return path;
	throw userError("This folder lies outside of the branch.", {
		where: folder,
		remedy: "give a relative path, such as steelyard"
	});
}
function refuseOption(text, name) {
	if (text !== "" && !text.startsWith("-")) return;
	throw wrongOption(name, text, `name a ${name}`);
}

export { publish };