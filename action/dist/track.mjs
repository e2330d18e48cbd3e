import { runProgram } from "./chunks/commands/entry.mjs";
import { TrackInputs, githubRunner } from "./chunks/action/runner.mjs";
import { userError } from "./chunks/base.mjs";
import { groundedPath, sha256 } from "./chunks/exec.mjs";
import { closing, evidenceOf, markOf, markdownLink, regressionBody, regressionTitle, remarked } from "./chunks/report.mjs";
import { readHistory } from "./chunks/store.mjs";
import { chartsOf, regressionsOf } from "./chunks/trend.mjs";
import { configAt, waiversAt } from "./chunks/commands/rulefiles.mjs";
import { accepting } from "./chunks/compare.mjs";
import { isOurs } from "./chunks/model.mjs";
import { restIssues } from "./chunks/github.mjs";
import { step } from "./chunks/action/step.mjs";

// src/commands/history/issueplan.ts
const REACH = 8;
const seriesKey = ({ runnerClass, workload, variant, metric }) => sha256(JSON.stringify([
	runnerClass,
	workload,
	variant,
	metric
])).slice(0, 16);
function planned(regressions, issues, waivers, { self, now, border }) {
	const ours = issues.flatMap((issue) => {
		const mark = markOf(issue.body);
		return isOurs(issue.author, self) && mark !== void 0 && mark.fate !== "duplicate" ? [{
			issue,
			mark
		}] : [];
	});
	const nearest = new Map(ours.map((one) => [one, nearestOf(one.mark, regressions)]));
	const lost = ours.filter((one) => nearest.get(one) === void 0);
	const today = now.toISOString().slice(0, 10);
	return [...lost.flatMap((one) => closed(one, "gone", closing("gone"))), ...regressions.flatMap((regression) => {
		const [first, ...others] = ours.filter((one) => nearest.get(one) === regression).sort(byStanding);
		const waiver = accepting(waivers, regression, today);
		const fate = regression.undone ? "undone" : waiver === void 0 ? "live" : "waived";
		const mark = {
			series: seriesKey(regression),
			at: regression.bad.at,
			evidence: evidenceOf(regression),
			fate: "live"
		};
		const recent = regression.bad.at * 1e3 >= border;
		return [...others.flatMap((one) => closed(one, "duplicate", closing("duplicate", { first: first.issue.number }))), ...fate === "live" ? living(first, regression, mark, recent) : first === void 0 ? [] : closed(first, fate, closing(fate, waiver && { waiver }))];
	})];
}
function living(first, regression, mark, recent) {
	if (first === void 0) return recent ? [{
		kind: "open",
		regression,
		mark
	}] : [];
	const { issue, mark: known } = first;
	if (!issue.open) return known.fate !== "live" && recent ? [{
		kind: "reopen",
		issue,
		regression,
		mark
	}] : [];
	return known.at === mark.at && known.evidence === mark.evidence && known.fate === "live" ? [] : [{
		kind: "update",
		issue,
		regression,
		mark
	}];
}
function closed({ issue, mark }, why, remark) {
	if (!issue.open || mark.fate === why) return [];
	return [{
		kind: "close",
		issue,
		mark: {
			...mark,
			fate: why
		},
		why,
		remark
	}];
}
function byStanding(a, b) {
	const rank = ({ issue, mark }) => issue.open ? 0 : mark.fate === "live" ? 1 : 2;
	return rank(a) - rank(b) || a.issue.number - b.issue.number;
}
function nearestOf({ series, at }, regressions) {
	const away = (one) => Math.abs(one.times.filter((time) => time < at).length - one.at);
	return regressions.filter((one) => seriesKey(one) === series && away(one) <= REACH).sort((a, b) => away(a) - away(b))[0];
}

// src/commands/history/track.ts
const MOST = 10;
const DAY = 864e5;
const MARGIN = 30;
async function regressionsIn(cwd, name) {
	const folder = groundedPath(cwd, name);
	const history = (await readHistory(folder)).map(({ entry }) => entry);
	if (history.length === 0) throw userError("There is no history here.", {
		where: folder,
		remedy: "check the pages branch out first, and name the folder of the trend page in it"
	});
	return regressionsOf(chartsOf(history, {
		title: "",
		repository: null,
		generated: "",
		steelyard: ""
	}));
}
async function track(options, forge, tip, log) {
	const { regressions, now, days } = options;
	const site = (await configAt(tip, options.config))?.site;
	const waivers = (await waiversAt(tip))?.rows ?? [];
	const border = now.getTime() - days * DAY;
	const self = await forge.self();
	const plan = async () => planned(regressions, await forge.issues((/* @__PURE__ */ new Date(border - MARGIN * DAY)).toISOString()), waivers, {
		self,
		now,
		border
	});
	const { done, carryOut } = steps(options, forge, site);
	const all = await plan();
	for (const step of all) if (step.kind !== "open") await carryOut(step);
	const fresh = all.filter((step) => step.kind === "open").sort((a, b) => a.regression.p - b.regression.p);
	for (const step of fresh.slice(0, MOST)) await carryOut(step);
	if (done.opened.length > 0) {
		for (const step of await plan()) if (step.kind === "close" && step.why === "duplicate") await carryOut(step);
	}
	const postponed = Math.max(0, fresh.length - MOST);
	log.info(`${regressions.length} change points for the worse: ${done.opened.length} issues opened, ${done.updated.length} updated, ${done.reopened.length} reopened, ${done.closed.length} closed`);
	return {
		...done,
		postponed
	};
}
const DONE$1 = {
	open: "opened",
	update: "updated",
	reopen: "reopened",
	close: "closed"
};
const AGAIN = "The change is there again, and nothing accepts it any more.";
function steps({ repository }, forge, site) {
	const done = {
		opened: [],
		updated: [],
		reopened: [],
		closed: []
	};
	const written = async ({ regression, mark }) => {
		const { good, bad } = regression;
		const commits = good.sha !== null && bad.sha !== null && good.sha !== bad.sha ? await forge.between(good.sha, bad.sha) : null;
		return {
			title: regressionTitle(regression),
			body: regressionBody({
				regression,
				mark,
				commits,
				repository,
				site
			})
		};
	};
	const carryOut = async (step) => {
		if (step.kind === "open") {
			const { title, body } = await written(step);
			done.opened.push(await forge.open(title, body));
			return;
		}
		const change = step.kind === "close" ? {
			body: remarked(step.issue.body, step.mark),
			state: "closed"
		} : {
			...await written(step),
			...step.kind === "reopen" && { state: "open" }
		};
		const edited = await forge.edit(step.issue.number, change);
		if (edited === null) return;
		const words = step.kind === "close" ? step.remark : step.kind === "reopen" ? AGAIN : null;
		if (words !== null) await forge.remark(edited.number, words);
		done[DONE$1[step.kind]].push(edited);
	};
	return {
		done,
		carryOut
	};
}

// src/action/track.ts
const DONE = [
	"opened",
	"updated",
	"reopened",
	"closed"
];
const FAILURE = {
	title: "Change points cannot be tracked",
	remedy: "give the job permissions: contents: read, issues: write; and let the repository have issues (Settings, General)"
};
const trackStep = (world, runner, pace) => step(TrackInputs, {
	world,
	runner,
	pace
}, FAILURE, async ({ inputs, log, context, client, forge }) => {
	const { history, config, days } = inputs;
	const { server, repository } = context;
	const regressions = await regressionsIn(world.cwd, history);
	const done = await track({
		regressions,
		config,
		days,
		now: world.now(),
		repository: `${server}/${repository.owner}/${repository.repo}`
	}, restIssues(client, repository), forge.tree(context.defaultBranch ?? await forge.defaultBranch()), log);
	for (const what of DONE) runner.output(what, done[what].map(({ number }) => number).join(","));
	await runner.summary(summary(done, regressions.length));
	return 0;
});
function summary(done, changes) {
	const lines = DONE.flatMap((what) => done[what].map(({ number, url }) => `- ${markdownLink(`Issue ${number}`, url)} was ${what}.`));
	if (done.postponed > 0) lines.push(`- ${done.postponed} more are opened by the next runs.`);
	return `${[`Change points of gate metrics for the worse: ${changes}.`, lines.length === 0 ? "No issue had to be touched." : lines.join("\n")].join("\n\n")}\n`;
}

// src/action/entries/track.ts
await runProgram((world) => trackStep(world, githubRunner(world.err)), "stdout");

export {  };