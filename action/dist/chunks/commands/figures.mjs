import { CAPS, measurementIn } from "../artifact.mjs";
import { userError } from "../base.mjs";

// src/commands/pull/figures.ts
async function fetchArchive({ run }, name, forge) {
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
	return forge.archive(artifact.id, CAPS.archive);
}
const fetchRun = async (origin, name, forge) => measurementIn(await fetchArchive(origin, name, forge));
function measuredCommit({ commit }, { sha, run }, wanted) {
	const where = `the artifact of workflow run ${run}`;
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

export { fetchArchive, fetchRun, measuredCommit };