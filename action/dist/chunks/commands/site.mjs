import { VERSION, firstLine, logTo, pageOf, userError } from "../base.mjs";
import { groundedPath, linklessStat } from "../exec.mjs";
import { RUNS, json, readComparison, readHistory, readOwnText, readRun, readText, removeEntry, sizeOf, writeEntry, writeText } from "../store.mjs";
import { additions, badge, badgeSvg, benchmarkEntries, besideChanges, chartsOf, customBenches, endpoint, entryOf, retained, sizeWarnings } from "../trend.mjs";
import { typedPath } from "./paths.mjs";
import { judgeRun, pageTemplate } from "./compare.mjs";
import { gitOutput } from "../git.mjs";
import { basename, join, resolve } from "node:path";
import { open } from "node:fs/promises";

// src/commands/history/entries.ts
async function entriesOf(world, options) {
	const found = [];
	for (const file of options.files) {
		const path = resolve(world.cwd, file);
		const comparison = await comparisonOf(world, path, options);
		if (comparison.commit?.dirty && !options.allow.includes("dirty")) throw userError("This was measured with uncommitted changes, so it is a point of no commit.", {
			where: path,
			remedy: "commit them and measure again, or --allow dirty"
		});
		const entry = entryOf(comparison, await factsOf(world, comparison, options));
		if (entry) found.push(entry);
		else logTo(world.err).warn(`${file} holds no figures: nothing of it goes into the history`);
	}
	return found;
}
async function comparisonOf(world, path, options) {
	if (await isComparison(path)) return readComparison(path);
	return judgeRun(world, await readRun(path), { baselines: options.baselines });
}
async function isComparison(path) {
	const file = await open(path).catch(() => null);
	if (file === null) return false;
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(200), 0, 200, 0);
		return /^\s*\{\s*"schema"\s*:\s*"comparison\//.test(buffer.toString("utf8", 0, bytesRead));
	} catch {
		return false;
	} finally {
		await file.close();
	}
}
async function factsOf(world, { commit }, options) {
	const { cwd, env, signal } = world;
	const git = (...args) => gitOutput({
		cwd,
		env,
		signal
	}, ...args).catch(() => null);
	const sha = commit?.sha;
	const [author = "", committed = ""] = (sha === void 0 ? null : await git("log", "-1", "--format=%an%n%cI", sha))?.split("\n") ?? [];
	const tags = sha === void 0 ? null : await git("tag", "--points-at", sha, "--sort=-version:refname");
	return {
		author: author.slice(0, 200) || null,
		committed: committed === "" ? null : new Date(committed).toISOString(),
		attempt: options.attempt ?? attemptOf(env.GITHUB_RUN_ATTEMPT),
		release: options.release ?? (tags && firstLine(tags, 200) || null),
		link: options.link ?? linkOf(env)
	};
}
const attemptOf = (text) => /^[1-9]\d{0,2}$/.test(text ?? "") ? Number(text) : 1;
function linkOf(env) {
	const { GITHUB_RUN_ID: id } = env;
	const repository = repositoryIn(env);
	return repository !== null && /^\d+$/.test(id ?? "") ? `${repository}/actions/runs/${id}` : null;
}
function repositoryIn({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }) {
	if (!/^https?:\/\/[\w.:-]+$/.test(server ?? "") || !/^[\w.-]+\/[\w.-]+$/.test(repository ?? "")) return null;
	return `${server}/${repository}`;
}
async function repositoryOf(world) {
	const { cwd, env, signal } = world;
	const named = repositoryIn(env);
	if (named !== null) return named;
	const remote = await gitOutput({
		cwd,
		env,
		signal
	}, "remote", "get-url", "origin").catch(() => null);
	return remote === null ? null : webAddress(remote);
}
function webAddress(remote) {
	const [, scheme = "https", site, ssh, scp, path] = /^(?:(https?):\/\/(?:[^@/]*@)?([\w.-]+(?::\d+)?)\/|ssh:\/\/(?:[^@/]*@)?([\w.-]+)(?::\d+)?\/|git@([\w.-]+):)([\w./~-]+?)(?:\.git)?\/?$/.exec(remote.trim()) ?? [];
	return path === void 0 ? null : `${scheme}://${site ?? ssh ?? scp}/${path}`;
}

// src/commands/history/site.ts
const OURS = [
	"index.html",
	"badge.json",
	"badge.svg",
	RUNS
];
const GENERATOR = "<meta name=\"generator\" content=\"steelyard\">";
async function buildSite(world, options) {
	const log = logTo(world.err);
	const entries = await entriesOf(world, options);
	if (options.series !== void 0) await writeSeries(groundedPath(world.cwd, options.series), entries);
	const folder = groundedPath(world.cwd, options.out);
	const guests = await guestsOf(options.benchmarks.map((path) => resolve(world.cwd, path)));
	const made = await renewSite(folder, entries, {
		...await making(world, options),
		guests
	});
	for (const warning of made.warnings) log.warn(warning);
	log.info(`${siteSummary(made)}: ${typedPath(world.cwd, join(folder, "index.html"))}`);
	return made;
}
function siteSummary({ added, removed, kept, known }) {
	const there = known > 0 ? ` (${known} ${known === 1 ? "was" : "were"} there already)` : "";
	const gone = removed > 0 ? `, ${removed} of older days removed (--keep-days)` : "";
	return `${added} ${added === 1 ? "run" : "runs"} added${there}${gone}, ${kept} kept`;
}
async function making(world, { title, days }) {
	const repository = await repositoryOf(world);
	return {
		title: title ?? repository?.split("/").at(-1) ?? basename(world.cwd),
		repository,
		template: await pageTemplate("page.html"),
		now: world.now(),
		days
	};
}
async function guestsOf(paths) {
	const found = [];
	for (const path of paths) {
		const text = await readText(path, "data.js", "name the data.js that github-action-benchmark wrote");
		found.push(...benchmarkEntries(text, path));
	}
	return found;
}
async function renewSite(folder, entries, by) {
	await refuseOthers(folder);
	const stored = await readHistory(folder);
	const before = stored.map(({ entry }) => entry);
	const fresh = additions(before, entries);
	const all = [...before, ...fresh];
	const kept = new Set(thinned(all, by));
	const gone = stored.filter(({ entry }) => !kept.has(entry));
	const added = fresh.filter((entry) => kept.has(entry));
	for (const entry of added) await writeEntry(folder, entry);
	for (const { path } of gone) removeEntry(folder, path);
	const history = [...kept];
	const shown = [...history, ...additions(history, by.guests)];
	const { title, repository, now } = by;
	const about = {
		title,
		repository,
		generated: now.toISOString().slice(0, 10),
		steelyard: VERSION
	};
	const page = pageOf(by.template, chartsOf(shown, about));
	const sign = badge(history, now);
	await writeText(join(folder, "index.html"), page);
	await writeText(join(folder, "badge.json"), json(endpoint(sign), true));
	await writeText(join(folder, "badge.svg"), badgeSvg(sign));
	const size = {
		page: Buffer.byteLength(page),
		site: await sizeOf(folder)
	};
	return {
		added: added.length,
		removed: gone.length,
		kept: kept.size,
		known: entries.length - fresh.length,
		warnings: sizeWarnings(size)
	};
}
function thinned(all, { now, days }) {
	const kept = retained(all, now, { days });
	return kept.length === all.length ? kept : retained(all, now, {
		days,
		spared: besideChanges(all)
	});
}
async function refuseOthers(folder) {
	const path = join(folder, "index.html");
	const remedy = "name a folder of its own: --out, or --folder when publishing";
	if (linklessStat(path) === void 0) return;
	if ((await readOwnText(path, "page", remedy)).includes(GENERATOR)) return;
	throw userError("There is a page here that is not ours.", {
		where: path,
		remedy
	});
}
async function writeSeries(folder, entries) {
	const lists = entries.map(customBenches);
	for (const name of ["smaller", "bigger"]) {
		const benches = lists.flatMap((list) => list[name]);
		if (benches.length > 0) await writeText(join(folder, `${name}.json`), json(benches, true));
	}
}

export { OURS, buildSite, entriesOf, guestsOf, making, renewSite, siteSummary };