import { CAPS, measurementIn, runIn } from "../artifact.mjs";
import { SteelyardError, userError } from "../base.mjs";
import { readBytes } from "../exec.mjs";

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

// src/commands/pull/figures.ts
async function fetchFigures(origin, { artifact: name, file }, forge) {
	if (file !== void 0) return {
		kind: "file",
		bytes: fileAt(file)
	};
	const { run } = origin;
	const all = await forge.artifacts(run);
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
	await demandCurrent(artifact, origin, forge);
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
			remedy: `see whether the measuring step wrote them: figures: \${{ steps.measure.outputs.run }}`,
			cause
		});
	}
}
async function demandCurrent({ name, created }, { run, attempt }, forge) {
	if (attempt === 1) return;
	const jobs = await forge.jobs(run);
	if (jobs === null || isCurrent(created, jobs)) return;
	throw userError(`The artifact "${name}" is from an earlier attempt of the workflow run ${run}, and a job that ran at that time was run again.`, {
		where: `attempt ${attempt ?? "unknown"} of workflow run ${run}`,
		remedy: "re-run all jobs, and see whether the measuring job uploads its figures"
	});
}
const readFigures = async ({ kind, bytes }) => kind === "file" ? runIn(bytes, "run.json") : measurementIn(bytes);
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

export { fetchFigures, measuredCommit, readFigures };