import { runProgram } from "./chunks/commands/entry.mjs";
import { SteelyardError, seconds, userError } from "./chunks/base.mjs";
import { Name } from "./chunks/model.mjs";
import { codeSpan } from "./chunks/report.mjs";
import { findConfig } from "./chunks/commands/rulefiles.mjs";
import { TRUSTED } from "./chunks/commands/target.mjs";
import { askOf, restRequests } from "./chunks/github.mjs";
import { RequestInputs, githubRunner } from "./chunks/action/runner.mjs";
import { step } from "./chunks/action/step.mjs";

// src/commands/pull/request.ts
const MOST_AN_HOUR = 6;
const HOUR = 36e5;
const USAGE = "write it such as: /perf, /perf search checkout --budget 8m, or /perf SHA";
function commandIn(body) {
	const [line = ""] = body.trimStart().split(/\r?\n/, 1);
	const [verb, ...words] = line.trim().split(/[\s,]+/).filter((word) => word !== "");
	if (verb !== "/perf") return null;
	const sha = /^[0-9a-f]{7,64}$/.test(words[0] ?? "") ? words.shift() : void 0;
	const at = words.findIndex((word) => word.startsWith("--"));
	const [workloads, rest] = at === -1 ? [words, []] : [words.slice(0, at), words.slice(at)];
	const [option, budget, more] = rest;
	const wrong = workloads.find((word) => !Name.safeParse(word).success) ?? (option !== void 0 && option !== "--budget" ? option : more);
	if (wrong !== void 0) throw unusable(`\`/perf\` does not know "${wrong.slice(0, 80)}".`);
	if (option !== void 0 && !((seconds(budget ?? "") ?? 0) > 0)) throw unusable("`--budget` needs a time.");
	return {
		sha,
		workloads,
		budget
	};
}
const unusable = (what) => userError(what, {
	where: "the comment",
	remedy: USAGE
});
async function startRequested(ask, at, forge, now) {
	if (ask.kind === "comment") await forge.react(ask.comment, "eyes");
	else await forge.removeLabel(ask.pull, ask.label);
	const isTrusted = TRUSTED.includes(await forge.permission(ask.author));
	try {
		if (!isTrusted) throw userError(`${ask.author} may not start measurements.`, {});
		const { command, head } = await wanted(ask, at, forge);
		await demandKnown(command.workloads, head, at, forge);
		await demandRoom(ask.pull, at, forge, now);
		await forge.dispatch(at.workflow, at.defaultBranch, {
			"pull-request": String(ask.pull),
			sha: head,
			...command.workloads.length > 0 && { workloads: command.workloads.join(",") },
			...command.budget !== void 0 && { budget: command.budget }
		});
		if (ask.kind === "comment") await forge.react(ask.comment, "rocket");
		return {
			kind: "started",
			pull: ask.pull,
			sha: head
		};
	} catch (error) {
		if (!(error instanceof SteelyardError) || error.fault !== "user") throw error;
		if (ask.kind === "comment") await forge.react(ask.comment, "-1");
		if (isTrusted) await forge.answer(ask.pull, refusal(error));
		return {
			kind: "refused",
			why: error
		};
	}
}
const refusal = ({ message, remedy }) => [`**Not measured:** ${codeSpan(message, 500)}`, ...remedy === void 0 ? [] : [codeSpan(remedy, 500)]].join("\n\n");
async function wanted(ask, { repository: { owner, repo } }, forge) {
	const command = ask.kind === "label" ? {
		sha: ask.head,
		workloads: [],
		budget: void 0
	} : commandIn(ask.body);
	if (command === null) throw unusable("This comment does not begin with `/perf`.");
	const pull = await forge.pull(ask.pull);
	if (pull === null || !pull.open) throw userError(`Pull request ${ask.pull} is not open.`, {});
	const { head } = pull;
	const remedy = `look at what came since; if that is meant: /perf ${head.sha}`;
	if (!(head.repository?.toLowerCase() === `${owner}/${repo}`.toLowerCase()) && (ask.kind === "label" || command.sha === void 0 || command.sha.length < head.sha.length)) throw userError("This is a fork's pull request, and its commit is not named in full.", { remedy: `review its changes; if they may run on the machine: /perf ${head.sha}` });
	if (command.sha !== void 0) {
		if (head.sha.startsWith(command.sha)) return {
			command,
			head: head.sha
		};
		throw userError(`The head is ${head.sha.slice(0, 9)}, and ${command.sha.slice(0, 9)} is named.`, { remedy });
	}
	const pushed = await forge.pushed(pull);
	if (ask.kind === "comment" && pushed !== null && Date.parse(pushed) < Date.parse(ask.written)) return {
		command,
		head: head.sha
	};
	throw userError(`${head.sha.slice(0, 9)} was pushed after the comment, or it is not known when.`, { remedy });
}
async function demandKnown(workloads, head, { config, defaultBranch }, forge) {
	if (workloads.length === 0) return;
	const known = /* @__PURE__ */ new Set();
	for (const ref of [head, defaultBranch]) {
		const found = await findConfig(forge.tree(ref), config);
		for (const name of Object.keys(found.config?.workloads ?? {})) known.add(name);
	}
	const unknown = workloads.find((name) => !known.has(name));
	if (unknown === void 0 || known.size === 0) return;
	throw userError(`There is no workload "${unknown.slice(0, 80)}".`, { remedy: `one of: ${[...known].sort().slice(0, 20).join(", ")}` });
}
async function demandRoom(number, { workflow }, forge, now) {
	const since = `${(/* @__PURE__ */ new Date(now - HOUR)).toISOString().slice(0, 19)}Z`;
	const own = `perf of pull request ${number}`;
	const mine = (await forge.recent(workflow, since)).filter(({ title }) => title === own || title === null);
	const active = mine.find((one) => one.active);
	if (active !== void 0) throw userError("A measurement of this pull request is under way.", { remedy: `wait for it: ${active.url}` });
	if (mine.length < MOST_AN_HOUR) return;
	throw userError(`${mine.length} measurements of this pull request were started in the last hour.`, { remedy: "wait a while, or start the workflow by hand" });
}

// src/action/request.ts
const FAILURE = {
	title: "The measurement was not started",
	remedy: "give the job permissions: actions: write, contents: read, pull-requests: write; on Gitea, where no job of a comment on a fork's pull request may write, start perf.yml by hand"
};
const requestStep = (world, runner, pace) => step(RequestInputs, {
	world,
	runner,
	pace
}, FAILURE, async ({ inputs, log, event, context, ...at }) => {
	const { workflow, config, label } = inputs;
	const { repository } = context;
	const ask = askOf(event, label);
	if (ask === null) {
		log.info("nobody asks for a measurement here");
		return 0;
	}
	const files = {
		repository,
		workflow,
		config,
		defaultBranch: context.defaultBranch ?? await at.forge.defaultBranch()
	};
	const result = await startRequested(ask, files, restRequests(at.client, repository), world.now().getTime());
	runner.output("outcome", result.kind);
	if (result.kind === "refused") {
		runner.remark({
			level: "notice",
			title: "Not measured",
			message: result.why.message
		});
		return 0;
	}
	runner.output("sha", result.sha);
	log.info(`started: ${workflow} for ${result.sha} of pull request ${result.pull}`);
	return 0;
});

// src/action/entries/request.ts
await runProgram((world) => requestStep(world, githubRunner(world.err)), "stdout");

export {  };