import { runProgram } from "./chunks/commands/entry.mjs";
import { isExpected, matches, releaseCheck, userError } from "./chunks/base.mjs";
import { creepSums, isUnaffected, unmeasuredIn } from "./chunks/compare.mjs";
import { itemName } from "./chunks/model.mjs";
import { creepSummary, readLedger } from "./chunks/report.mjs";
import { configAt } from "./chunks/commands/rulefiles.mjs";
import { isGiteaApi, restLanded } from "./chunks/github.mjs";
import { LedgerInputs, githubRunner } from "./chunks/action/runner.mjs";
import { step } from "./chunks/action/step.mjs";

// src/commands/pull/ledger.ts
const MOST_LOOKED_UP = 100;
const MOST_TAGS = 40;
const RELEASE_RUN = "perf against the last release";
const DAY = 864e5;
async function runCreepLedger(options, forge, now) {
	const { branch, config: path } = options;
	const head = await forge.commit(branch);
	const config = head === null ? null : await configAt(forge.tree(head), path);
	if (head === null || config === null) throw userError(`The branch ${branch} has no config.`, {
		where: path,
		remedy: "name it: config"
	});
	const { policy } = config;
	const release = await lastReleaseBefore(head, policy, forge);
	const found = await changesOf(lineOf(head, release.since.commits), {
		...options,
		release: release.sha
	}, forge);
	const unlisted = found.compared === null ? release.since.total - release.since.commits.length : 0;
	const beyond = found.left + unlisted;
	const sums = creepSums(found.ledgers, found.compared?.ledger ?? null);
	const most = policy.creep.unmeasured;
	const asks = found.unmeasured.length + beyond > most || sums.some(({ exceeds }) => exceeds);
	return {
		release: release.name,
		head,
		compared: found.compared?.sha ?? null,
		most,
		sums,
		beyond,
		changes: found.changes,
		unaffected: found.ledgers.filter(isUnaffected).length,
		unmeasured: found.unmeasured,
		configs: new Set(found.ledgers.flatMap(({ config }) => config ?? [])).size,
		outcome: asks ? await start(found.isTried, options, forge, now) : { kind: "enough" }
	};
}
async function lastReleaseBefore(head, { release: pattern }, forge) {
	const [part = ""] = pattern.split("*").sort((one, other) => other.length - one.length);
	const tags = (await forge.newestTags(part)).filter(({ name }) => matches(pattern, name));
	for (const { name, sha } of tags.filter((tag) => tag.sha !== head).slice(0, MOST_TAGS)) {
		const since = await forge.since(sha, head);
		if (since !== null) return {
			name,
			sha,
			since
		};
	}
	const tried = `none of the ${MOST_TAGS} newest tags that are "${pattern}" is in its history`;
	throw userError(`There is no release before ${head.slice(0, 9)}: ${tried}.`, {
		where: "policy.release",
		remedy: "set it to the pattern of your tags, or make the first release on this branch"
	});
}
function lineOf(head, commits) {
	const known = new Map(commits.map((one) => [one.sha, one]));
	const line = [];
	for (let at = known.get(head); at !== void 0; at = known.get(at.parents[0] ?? "")) line.push(at);
	return line;
}
async function changesOf(line, { branch, name, release }, forge) {
	const pulls = /* @__PURE__ */ new Set();
	const ledgers = [];
	const unmeasured = [];
	let changes = 0;
	let isTried = false;
	const done = (compared, left = 0) => ({
		compared,
		ledgers,
		unmeasured,
		changes,
		isTried,
		left
	});
	for (const [at, { sha }] of line.entries()) {
		if (at >= MOST_LOOKED_UP) return done(null, line.length - at);
		const comparison = await forge.check(sha, releaseCheck(name));
		if (comparison !== null) {
			isTried ||= at === 0;
			const ledger = ledgerIn(comparison.text, sha);
			if (typeof ledger !== "string" && isOf(release, ledger)) return done({
				sha,
				ledger
			});
		}
		const pull = await forge.merged(sha, branch);
		if (pull !== null && pulls.has(pull.number)) continue;
		changes++;
		if (pull === null) {
			unmeasured.push({
				change: sha.slice(0, 9),
				why: "was pushed without a pull request"
			});
			continue;
		}
		pulls.add(pull.number);
		const check = await forge.check(pull.head, name);
		const ledger = check === null ? "has no check" : ledgerIn(check.text, pull.head);
		const why = typeof ledger === "string" ? ledger : lackOf(ledger);
		if (typeof ledger !== "string") ledgers.push(ledger);
		if (why !== null) unmeasured.push({
			change: `#${pull.number}`,
			why
		});
	}
	return done(null);
}
const isOf = (sha, { base, release, entries }) => release !== null && base === sha && entries.some(({ effect }) => effect !== null);
function ledgerIn(text, sha) {
	if (text === null || text === "") return "has a check without estimates";
	try {
		const ledger = readLedger(text, "the check");
		return ledger.head === sha ? ledger : "has the estimates of another commit";
	} catch (error) {
		if (!isExpected(error)) throw error;
		return `has estimates that cannot be read: ${error.message}`;
	}
}
function lackOf(ledger) {
	if (ledger.entries.length === 0) return "was judged by no reviewed rules";
	const lacking = unmeasuredIn(ledger);
	const [first] = lacking;
	const rest = lacking.length - 1 + ledger.more;
	if (first === void 0) return ledger.more === 0 ? null : `has more gate metrics than fit: ${ledger.more}`;
	return `${first.verdict === "inconclusive" ? "cannot tell" : "has no estimate"}: ${`${itemName(first)} ${first.metric}`.trim()}${rest > 0 ? ` and ${rest} more` : ""}`;
}
async function start(isTried, { workflow, branch }, forge, now) {
	if (isTried) return { kind: "compared" };
	const since = `${(/* @__PURE__ */ new Date(now - DAY)).toISOString().slice(0, 19)}Z`;
	const active = (await forge.recent(workflow, since)).find((one) => one.active && one.title === "perf against the last release");
	if (active !== void 0) return {
		kind: "active",
		url: active.url
	};
	await forge.dispatch(workflow, branch, { reference: "release" });
	return { kind: "started" };
}

// src/action/ledger.ts
const FAILURE = {
	title: "The estimates of merged changes were not summed",
	remedy: "give the job permissions: actions: write, checks: read, contents: read, pull-requests: read"
};
const ledgerStep = (world, runner, pace) => step(LedgerInputs, {
	world,
	runner,
	pace
}, FAILURE, async ({ inputs, log, context, client, forge }) => {
	if (isGiteaApi(context.api)) throw userError("This forge has no checks, and so no place that keeps the estimates of merged changes.", { remedy: "compare with the last release on a schedule instead: reference: release" });
	const { workflow, config, name } = inputs;
	const options = {
		branch: context.defaultBranch ?? await forge.defaultBranch(),
		workflow,
		config,
		name
	};
	const creep = await runCreepLedger(options, restLanded(client, context.repository), world.now().getTime());
	runner.output("outcome", creep.outcome.kind);
	runner.output("release", creep.release);
	runner.output("unmeasured", String(creep.unmeasured.length + creep.beyond));
	log.info(`${creep.changes} changes since ${creep.release}: ${creep.outcome.kind}`);
	await runner.summary(creepSummary(creep, workflow));
	return 0;
});

// src/action/entries/ledger.ts
await runProgram((world) => ledgerStep(world, githubRunner(world.err)), "stdout");

export {  };