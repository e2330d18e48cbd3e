import { runProgram } from "./chunks/commands/entry.mjs";
import { fetchFigures, measuredCommit, readFigures } from "./chunks/commands/figures.mjs";
import { pushCommit } from "./chunks/git.mjs";
import { VERSION } from "./chunks/base.mjs";
import { compare, session, withSession, withSince } from "./chunks/compare.mjs";
import { codeSpan, markdownLink, proposalBody, proposalTitle } from "./chunks/report.mjs";
import { baselineAt, baselinePath, reviewable } from "./chunks/store.mjs";
import { doubts, obstaclesIn } from "./chunks/commands/baseline2.mjs";
import { configAt, waiversAt } from "./chunks/commands/rulefiles.mjs";
import { originOf, restProposals } from "./chunks/github.mjs";
import { RefreshInputs, figuresPath, githubRunner } from "./chunks/action/runner.mjs";
import { step } from "./chunks/action/step.mjs";

// src/commands/pull/pusher.ts
const pusher = ({ env, signal }, { server, repository: { owner, repo } }, token) => (branch, from, commit) => pushCommit({
	env,
	signal
}, {
	...commit,
	branch,
	from,
	token,
	remote: `${server}/${owner}/${repo}`
});

// src/commands/pull/refresh.ts
const TRIES = 3;
const proposalBranch = (runnerClass) => `steelyard/baseline-${runnerClass.replace(/\.{2,}/g, ".").replace(/(?:\.lock|\.)+$/i, "")}`;
async function refresh(options, forge, log) {
	for (let attempt = 1;; attempt++) {
		const done = await attempted(options, forge, log);
		if (done !== "moved") return done;
		if (attempt === TRIES) return {
			kind: "refused",
			why: ["its branch moved each time while it was written"]
		};
		log.info("the branch moved meanwhile: trying again");
	}
}
async function attempted(options, forge, log) {
	const { run, defaultBranch } = options;
	const tip = await forge.tip(defaultBranch);
	if (tip === null) return refused(`there is no branch ${defaultBranch}`);
	if (run.duel) return refused("head was paired with base: a session is head alone (reference: baseline)");
	if (run.commit === null) return refused("no commit is known");
	if (!await forge.contains(defaultBranch, run.commit.sha)) return refused(`${run.commit.sha.slice(0, 9)} is no commit of ${defaultBranch}`);
	const rules = forge.tree(tip);
	const config = await configAt(rules, options.config);
	if (config === null) return refused(`${defaultBranch} has no ${options.config}`);
	const known = await storedAt(rules, options);
	const comparison = await judged(rules, config, known, options);
	const obstacles = obstaclesIn(run, comparison, { run: "the run" });
	if (obstacles.length > 0) return refused(...obstacles.map(({ what }) => what));
	const branch = proposalBranch(run.runnerClass);
	const open = await forge.pull(branch);
	const old = await forge.tip(branch);
	const waiting = open && old !== null ? await storedAt(forge.tree(old), options) : /* @__PURE__ */ new Map();
	const grown = growth(options, config, known, waiting);
	if (grown.every(({ workload }) => waiting.get(workload)?.sessions.some(({ run: id }) => id === run.id))) return { kind: "current" };
	const text = {
		comparison,
		growth: grown,
		doubts: doubts(run, comparison),
		run: options.page
	};
	const title = proposalTitle(text);
	const files = new Map(grown.map(({ path, baseline }) => [path, reviewable(baseline)]));
	const message = `${title}\n\nMeasured at ${run.commit.sha}, run ${run.id}.\n`;
	if (!await forge.put(branch, old, {
		parent: tip,
		message,
		files
	})) return "moved";
	const body = proposalBody(text);
	const proposal = open ? await forge.edit(open.number, title, body) : await forge.open(branch, defaultBranch, title, body);
	log.info(`${open ? "brought up to date" : "opened"}: ${proposal.url}`);
	log.info("opened with the workflow's own token it starts no checks: close and open it, or use an App's token");
	return {
		kind: open ? "updated" : "opened",
		proposal,
		branch
	};
}
const refused = (...why) => ({
	kind: "refused",
	why
});
async function storedAt(tree, { run, baselines }) {
	const found = /* @__PURE__ */ new Map();
	for (const workload of Object.keys(run.workloads)) {
		const baseline = await baselineAt(tree, baselinePath(baselines, run.runnerClass, workload));
		if (baseline !== null) found.set(workload, baseline);
	}
	return found;
}
async function judged(tip, config, baselines, { run, at, defaultBranch }) {
	const accepted = await waiversAt(tip);
	return compare({
		run,
		config,
		baselines,
		classes: baselines.size > 0 ? [run.runnerClass] : [],
		at: run.ended,
		steelyard: VERSION,
		replay: [],
		waivers: accepted === null ? void 0 : {
			from: defaultBranch,
			...accepted,
			changed: false,
			at
		}
	});
}
function growth(options, config, known, waiting) {
	const { run } = options;
	return Object.keys(run.workloads).flatMap((workload) => {
		const before = known.get(workload) ?? null;
		const added = session(run, config, workload);
		if (added === null || before?.sessions.some((old) => old.run === run.id)) return [];
		const all = withSince(before, waiting.get(workload) ?? null);
		const baseline = withSession(all, added, {
			workload,
			runnerClass: run.runnerClass
		});
		const fresh = baseline.sessions.filter(({ run: id }) => !before?.sessions.some((old) => old.run === id));
		if (fresh.length === 0) return [];
		return [{
			workload,
			path: baselinePath(options.baselines, run.runnerClass, workload),
			baseline,
			before: before?.sessions.length ?? 0,
			after: baseline.sessions.length,
			added: fresh.map(({ run: id, commit, at }) => ({
				run: id,
				commit,
				at
			}))
		}];
	});
}

// src/action/refresh.ts
const FAILURE = {
	title: "No baseline can be proposed",
	remedy: "give the job permissions: actions: read, contents: write, pull-requests: write; and let Actions create pull requests (Settings, Actions, General)"
};
const refreshStep = (world, runner, pace) => step(RefreshInputs, {
	world,
	runner,
	pace
}, FAILURE, async ({ inputs, log, context, client, forge }) => {
	const origin = await originOf(context, { run: inputs["run-id"] }, forge);
	const { token, config, baselines, artifact, shards } = inputs;
	const where = {
		artifact,
		shards,
		path: figuresPath(world, inputs.figures)
	};
	const run = await readFigures(await fetchFigures(origin, where, forge));
	measuredCommit(run, origin, void 0);
	const done = await refresh({
		run,
		config,
		baselines,
		page: context.runUrl,
		at: world.now().toISOString(),
		defaultBranch: context.defaultBranch ?? await forge.defaultBranch()
	}, restProposals(client, context.repository, pusher(world, context, token)), log);
	runner.output("outcome", done.kind);
	if (done.kind === "refused") {
		for (const message of done.why) runner.remark({
			level: "notice",
			title: "No baseline is proposed",
			message
		});
		await runner.summary(`No baseline is proposed:\n\n${done.why.map((why) => `- ${codeSpan(why, 500)}`).join("\n")}`);
	} else if (done.kind !== "current") {
		runner.output("pull-request", String(done.proposal.number));
		runner.output("url", done.proposal.url);
		await runner.summary(`${markdownLink("The proposed baseline", done.proposal.url)} was ${done.kind}.`);
	}
	return 0;
});

// src/action/entries/refresh.ts
await runProgram((world) => refreshStep(world, githubRunner(world.err)), "stdout");

export {  };