import { isExpected } from "../base.mjs";
import { readLedger } from "../report.mjs";
import { unaffectedBy } from "./measurement.mjs";
import { configAt } from "./rulefiles.mjs";

// src/commands/pull/queue.ts
async function trustedGroup({ group, sha }, { config: path, name }, forge, log) {
	if (group === null) return null;
	try {
		const config = await configAt(forge.tree(group.base), path);
		if (config?.policy.queue !== "trust") return null;
		const members = groupOf(await forge.queue(group.branch), group.base, sha);
		const doubt = typeof members === "string" ? members : await doubtOf(members, config, {
			path,
			name
		}, forge);
		if (doubt === null) return members;
		log.info(`the group is measured: ${doubt}`);
	} catch (error) {
		if (!isExpected(error)) throw error;
		log.warn(`the group is measured, because whether it may be trusted is not known: ${error.message}`);
	}
	return null;
}
function groupOf(queue, base, head) {
	const members = [];
	for (let at = head; at !== base;) {
		const entry = queue?.find(({ after }) => after === at);
		if (entry === void 0 || members.includes(entry)) return `the queue does not tell what ${short(at)} is of`;
		members.push(entry);
		at = entry.before;
	}
	return members.length === 0 ? "it changes nothing" : members;
}
async function doubtOf(members, config, { path, name }, forge) {
	const rules = await forge.tree(members.at(-1).before).id(path);
	for (const { pull, head } of members) {
		const check = await forge.newestCheck(head, name);
		if (check?.conclusion !== "success") return `pull request ${pull} has ${check === null ? "no check" : `the check ${check.conclusion}`} at ${short(head)}`;
		const base = await forge.mergeBase(members.at(-1).before, head);
		if (base === null || await forge.tree(base).id(path) !== rules) return `pull request ${pull} was judged by another ${path}`;
		if (readLedger(check.text ?? "", `the check of ${short(head)}`).rules !== base) return `pull request ${pull} was judged by the rules of another commit than ${short(base)}`;
	}
	if (members.length === 1) return null;
	const affecting = [];
	for (const entry of members) if (await canAffect(entry, config, path, forge)) affecting.push(entry.pull);
	if (affecting.length < 2) return null;
	return `pull requests ${affecting.sort((a, b) => a - b).join(" and ")} can each affect a workload`;
}
async function canAffect({ before, after }, config, path, forge) {
	const [base, head] = [await forge.listing(before), await forge.listing(after)];
	if (base === null || head === null) return true;
	const unaffected = await unaffectedBy({
		config,
		path,
		base,
		head
	});
	return Object.keys(config.workloads).some((workload) => !Object.hasOwn(unaffected, workload));
}
function trustedCheck(members, { sha, runUrl }, name) {
	const list = members.map(({ pull, head }) => `- #${pull} at ${short(head)}`).reverse();
	return {
		name,
		sha,
		conclusion: "success",
		title: "Trusted, not measured",
		details: runUrl,
		summary: `${members.length === 1 ? "This pull request" : "Each of these pull requests"} passed at the commit that was queued, by the same config.${members.length === 1 ? "" : " At most one of them changes files that can affect a workload."} Nothing was measured: \`policy.queue: trust\` on the base branch.\n\n${list.join("\n")}`,
		annotations: [],
		compared: false
	};
}
const short = (sha) => sha.slice(0, 9);

export { trustedCheck, trustedGroup };