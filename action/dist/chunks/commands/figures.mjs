import { CAPS, measurementIn, runIn } from "../artifact.mjs";
import { SteelyardError, firstLine, userError, withoutEnd } from "../base.mjs";
import { isDirectory, readBytes } from "../exec.mjs";
import { mergedRun } from "./merge2.mjs";
import { join } from "node:path";

// src/commands/pull/reruns.ts
function isCurrent(created, jobs) {
	const at = Date.parse(created);
	const last = /* @__PURE__ */ new Map();
	for (const { name, attempt } of jobs) last.set(name, Math.max(attempt, last.get(name) ?? 0));
	const from = (job) => Date.parse(job.started);
	const until = (job) => job.completed === null ? Number.POSITIVE_INFINITY : Date.parse(job.completed);
	const lasting = jobs.filter(({ name, attempt }) => attempt === last.get(name));
	const replaced = jobs.filter((job) => !lasting.some((kept) => kept.name === job.name && from(kept) === from(job)));
	return lasting.some((job) => from(job) <= at && at <= until(job)) && !replaced.some((job) => from(job) < at && at <= until(job));
}

// src/commands/pull/shards.ts
const shardName = (artifact, index, of) => `${artifact}-${index}of${of}`;
function isOfShard(job, index, of) {
	const number = Number(/(?:^|\D)(\d{1,3})\)?$/.exec(job)?.[1] ?? index);
	return number === index || number < 1 || number > of;
}
const shardsOf = (of) => Array.from({ length: of }, (_, i) => ({
	index: i + 1,
	of: i + 1
}));
async function eachShard(shards, get) {
	const found = [];
	const errors = [];
	for (const one of shards) {
		if ("why" in one) {
			found.push(one);
			continue;
		}
		try {
			found.push({
				index: one.index,
				of: await get(one.of)
			});
		} catch (error) {
			if (!(error instanceof SteelyardError) || error.fault !== "user") throw error;
			errors.push(error);
			found.push({
				index: one.index,
				why: withoutEnd(firstLine(error.message), ".").slice(0, 1e3)
			});
		}
	}
	if (found.every((one) => "why" in one) && errors[0] !== void 0) throw errors[0];
	return found;
}
function joinedShards(shards) {
	const of = shards.length;
	const there = shards.flatMap((one) => "of" in one ? [one.of] : []);
	const judged = shards.map((one) => {
		const why = "of" in one ? unfit(one.of, {
			index: one.index,
			of
		}, there) : null;
		return why === null ? one : {
			index: one.index,
			why
		};
	});
	const runs = judged.flatMap((one) => "of" in one ? [one.of] : []);
	const absent = judged.flatMap((one) => "why" in one ? [{
		index: one.index,
		why: one.why
	}] : []);
	if (runs.length > 0) return mergedRun(runs, absent);
	throw userError(`None of the ${of} shards has figures to judge: ${absent[0]?.why ?? "there are none"}.`, {
		where: "the figures of the shards",
		remedy: "see the logs of the measuring jobs"
	});
}
function unfit(run, wanted, others) {
	const { shard } = run.schedule;
	if (shard?.index !== wanted.index || shard.of !== wanted.of) return `its figures are ${shard === null ? "of no shard" : `of shard ${shard.index} of ${shard.of}`}`;
	if (run.state === "interrupted" && run.unable === void 0) return "it was interrupted";
	if (run.unable !== void 0 && others.some(({ unable }) => unable === void 0)) return run.unable;
	const { fallback } = run;
	if (fallback !== void 0 && others.some(({ duel }) => duel !== void 0)) return `base was not measured: ${fallback}`;
	return null;
}

// src/commands/pull/figures.ts
const artifactNames = ({ artifact, shards = 1 }) => shards === 1 ? [artifact] : shardsOf(shards).map(({ index }) => shardName(artifact, index, shards));
async function fetchFigures(origin, where, forge) {
	const { path, artifact, shards = 1 } = where;
	const all = path === void 0 ? await forge.artifacts(origin.run) : [];
	const get = async (name, isItsJob) => path === void 0 ? fetchArtifact(name, all, origin, forge, isItsJob) : {
		kind: "file",
		bytes: fileAt(isDirectory(path) ? join(path, name, "run.json") : path)
	};
	if (shards === 1) return get(artifact);
	const ofShard = (index) => get(shardName(artifact, index, shards), (job) => isOfShard(job, index, shards));
	return {
		kind: "shards",
		all: await eachShard(shardsOf(shards), ofShard)
	};
}
async function fetchArtifact(name, all, origin, forge, isItsJob = () => true) {
	const { run } = origin;
	const [artifact] = all.filter((one) => one.name === name && !one.expired).sort((a, b) => a.created < b.created ? 1 : a.created > b.created ? -1 : b.id - a.id);
	if (artifact === void 0) {
		const gone = all.some((one) => one.name === name);
		throw userError(`The workflow run ${run} has no artifact "${name}"${gone ? " any more: it expired" : ""}.`, {
			where: `workflow run ${run}`,
			remedy: gone ? "measure again" : "see whether the measuring job failed, and what name it uploads to"
		});
	}
	if (artifact.size > CAPS.archive) throw userError(`The artifact is refused: it has ${artifact.size} bytes, more than ${CAPS.archive}.`, {
		where: `artifact ${artifact.id} of workflow run ${run}`,
		remedy: "upload the run.json of the measuring step, and nothing else"
	});
	await demandCurrent(artifact, isItsJob, origin, forge);
	return {
		kind: "archive",
		bytes: await forge.archive(artifact.id, CAPS.archive)
	};
}
function fileAt(path) {
	try {
		return readBytes(path, CAPS.unpacked);
	} catch (cause) {
		if (cause instanceof SteelyardError) throw cause;
		throw userError("The figures cannot be read.", {
			where: path,
			remedy: "see whether the measuring step wrote them, and whether its job uploaded them",
			cause
		});
	}
}
async function demandCurrent({ name, created }, isItsJob, { run, attempt }, forge) {
	if (attempt === 1) return;
	const own = (await forge.jobs(run))?.filter((job) => isItsJob(job.name)) ?? null;
	if (own === null || isCurrent(created, own)) return;
	throw userError(`The artifact "${name}" is from an earlier attempt of the workflow run ${run}, and a job that ran at that time was run again.`, {
		where: `attempt ${attempt ?? "unknown"} of workflow run ${run}`,
		remedy: "re-run all jobs, and see whether the measuring job uploads its figures"
	});
}
async function readFigures(figures) {
	if (figures.kind !== "shards") return readMeasured(figures);
	return joinedShards(await eachShard(figures.all, readMeasured));
}
const readMeasured = async ({ kind, bytes }) => kind === "file" ? runIn(bytes, "run.json") : measurementIn(bytes);
function measuredCommit({ commit }, { sha, run }, wanted) {
	const where = `the figures of workflow run ${run}`;
	if (commit === null) throw userError("The figures do not say which commit they are of.", {
		where,
		remedy: "measure a checkout"
	});
	const expected = wanted ?? sha;
	if (expected === null || expected === commit.sha) return commit.sha;
	throw userError(`The figures are of ${commit.sha.slice(0, 9)}, and not of ${expected.slice(0, 9)}.`, {
		where,
		remedy: `check out the head of the pull request: ref: \${{ github.event.pull_request.head.sha }}`
	});
}

export { artifactNames, fetchFigures, measuredCommit, readFigures };