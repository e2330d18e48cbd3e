import { isNews, warned } from "../compare.mjs";
import { WAIVERS_PATH, workloadLines } from "../config.mjs";
import { sha256 } from "../exec.mjs";
import { ForgeError, hasChecks, isGiteaApi, originOf, postCheck, postComment, subjectOf } from "../github.mjs";
import { annotations, checkText, codeSpan, comment, ledgerText, summary } from "../report.mjs";
import { pageOrNone, whyPage } from "./compare.mjs";
import { fetchFigures, measuredCommit, readFigures } from "./figures.mjs";
import { guessWarnings, guessesOf } from "./guesses.mjs";
import { SteelyardError, isExpected, userError } from "../base.mjs";
import { Comparison } from "../model.mjs";
import { againstRelease, judgement, rulesAt, withUnaffected } from "./job.mjs";

// src/commands/pull/judging.ts
var Overdue = class extends SteelyardError {
	constructor(seconds) {
		super("environment", `Judging took longer than ${seconds} s and was stopped, so there is no verdict.`, {
			where: "the figures in the artifact",
			remedy: "measure fewer workloads in one run; if it has few, look at what the measuring job uploads"
		});
	}
};
function judging() {
	let run;
	let judged;
	return {
		async open(figures) {
			run = await readFigures(figures);
			const { commit, runnerClass, trials, duel, unable, fallback, unaffected } = run;
			return {
				base: duel === void 0 ? null : {
					sha: duel.base.sha,
					ref: duel.base.ref
				},
				commit,
				runnerClass,
				trials: trials.length + (duel?.pairs.length ?? 0),
				unable: unable !== void 0,
				headOnly: fallback !== void 0,
				lacksUnaffected: unaffected !== void 0
			};
		},
		async judge(rules, at, asked) {
			if (run === void 0) throw new SteelyardError("bug", "nothing was opened");
			judged = sound(judgement(run, rules, at, asked));
			return judged;
		},
		async explain() {
			return run && judged ? whyPage(run, judged) : null;
		}
	};
}
function sound(comparison) {
	const read = Comparison.safeParse(comparison);
	if (read.success) return comparison;
	const [issue] = read.error.issues;
	throw userError(`The figures cannot be judged: ${issue?.message ?? "they do not fit the format"}.`, {
		where: ["comparison", ...(issue?.path ?? []).map(String)].join("."),
		remedy: "measure again; a figure is beyond what a number holds"
	});
}

// src/commands/pull/notices.ts
async function notices(subject, sha, { selfReported }, places, rules, here, forge) {
	const found = selfReported ? [SELF_REPORTED] : [];
	if (subject.kind === "commit") return found;
	const { head, base } = subject.pull;
	if (!(head.repository?.toLowerCase() === here.toLowerCase()) && !selfReported) found.push(FORK_MEASURED);
	return [
		...found,
		...await changedRules(sha, base, places, rules, forge),
		...await unconfirmed(places, rules, forge)
	];
}
async function unconfirmed({ config }, rules, forge) {
	if (rules.kind !== "reviewed") return [];
	const tree = forge.tree(rules.base);
	try {
		return guessWarnings(await guessesOf(config, (path) => tree.file(path)));
	} catch (error) {
		if (!(error instanceof ForgeError)) throw error;
		return [];
	}
}
async function changedRules(sha, branch, { config, baselines }, rules, forge) {
	const parts = [
		[
			"the config",
			config,
			"the merge-base"
		],
		[
			"the baselines",
			baselines,
			"the merge-base"
		],
		[
			"the waivers",
			WAIVERS_PATH,
			"the tip of the base branch"
		]
	];
	try {
		const base = rules.kind === "reviewed" ? rules.base : await forge.mergeBase(branch, sha);
		if (base === null) return [];
		const [before, after] = [forge.tree(base), forge.tree(sha)];
		const changed = [];
		for (const [what, path, where] of parts) {
			if (await before.id(path) === await after.id(path)) continue;
			changed.push({
				code: "rules-changed",
				message: `This pull request changes ${what}; it is judged by what ${where} has.`,
				remedy: "Review that change as such: it counts for those that come after it."
			});
		}
		return changed;
	} catch (error) {
		if (!(error instanceof ForgeError)) throw error;
		return [{
			code: "rules-unknown",
			message: UNKNOWN,
			remedy: "Report again."
		}];
	}
}
const UNKNOWN = "Whether this pull request changes the rules it is judged by could not be looked up.";
const SELF_REPORTED = {
	code: "self-reported",
	message: "These figures were made by the fork's own run, on a machine that nobody here controls: they pass no check.",
	remedy: "A maintainer measures this very commit by starting the workflow by hand."
};
const FORK_MEASURED = {
	code: "fork-measured",
	message: "This is a fork's commit, measured here because somebody who may write started it by hand.",
	remedy: null
};
const selfReportedNotice = `**Self-reported:** ${SELF_REPORTED.message} ${SELF_REPORTED.remedy}`;
const narrowings = ({ only, variants, trials, scale, stack, stackEnv, base }) => [
	...only === void 0 ? [] : [`only ${only.join(", ")}`],
	...variants === void 0 ? [] : [`variants ${variants.join(", ")}`],
	...trials === void 0 ? [] : [`${trials} trials`],
	...scale === void 0 ? [] : [`${scale} of all lengths`],
	...stack === void 0 ? [] : [`stack ${stack}`],
	...Object.keys(stackEnv).length === 0 ? [] : ["another environment of the services"],
	...base === false ? ["without base"] : []
];

// src/commands/pull/refused.ts
const TITLE = "There are no figures to judge";
const BUG = {
	message: "Steelyard failed while it judged: this is a bug in steelyard.",
	where: "the log of the report job",
	remedy: "open an issue with the error from the log"
};
function refusedCheck(error, sha, { runUrl }, { name }) {
	const { message, where, remedy } = isExpected(error) ? error : BUG;
	const lines = [
		message,
		where,
		remedy
	].flatMap((part) => part === void 0 ? [] : [codeSpan(part, 2e3)]);
	return {
		name,
		sha,
		conclusion: "failure",
		title: error instanceof Overdue ? error.message : TITLE,
		details: runUrl,
		summary: lines.join("\n\n"),
		annotations: [],
		compared: false
	};
}

// src/commands/pull/pull.ts
async function reportPull(context, options, forge, log, judging) {
	const origin = await originOf(context, options, forge);
	try {
		const run = await judging.open(await fetchFigures(origin, options, forge));
		const sha = measuredCommit(run, origin, options.sha);
		log.info(`${run.trials} trials and pairs of ${sha.slice(0, 9)}`);
		const subject = await instead(() => subjectOf(options.pull, sha, origin, context, forge), (why) => ({
			kind: "commit",
			why: `pull requests cannot be asked for: ${why}`,
			pull: null
		}));
		log.info(subject.kind === "pull" ? `pull request ${subject.pull.number}` : `no comment: ${subject.why}`);
		const rules = await rulesOf(run, sha, subject, context, options, forge);
		const judged = await judging.judge(rules, options.at, options.asked);
		const here = `${context.repository.owner}/${context.repository.repo}`;
		return await delivered({
			comparison: warned(judged, await notices(subject, sha, origin, options, rules, here, forge)),
			why: await pageOrNone(() => judging.explain(), log),
			subject,
			unable: run.unable && !origin.selfReported && rules.kind === "reviewed" && rules.base === sha,
			about: {
				head: sha,
				...judgedBy(rules)
			}
		}, origin, context, options, forge);
	} catch (error) {
		if (origin.sha === null) throw error;
		const check = refusedCheck(error, origin.sha, context, options);
		return {
			kind: "refused",
			why: error,
			deliveries: [await postCheck(forge, check, options.check)]
		};
	}
}
async function rulesOf(run, sha, subject, context, options, forge) {
	const unknown = (why) => ({
		kind: "none",
		why: {
			code: "base-rules",
			message: `The base branch cannot be read: ${why}.`,
			remedy: "Report again."
		}
	});
	const found = await instead(() => rulesFor(run, sha, subject, context, options, forge), unknown);
	if (options.asked.release) return await instead(() => againstRelease(found, sha, options, run.base, forge), unknown);
	const rules = run.lacksUnaffected && (subject.pull !== null || context.group !== null) ? await withUnaffected(found, sha, options, forge.listing) : found;
	if (rules.kind !== "reviewed" || !run.headOnly) return rules;
	const records = await instead(() => forge.records(rules.base, options.name), () => null);
	return {
		...rules,
		unable: records?.some(({ kind }) => kind === "unable") ?? false
	};
}
async function rulesFor({ runnerClass }, sha, subject, { defaultBranch, group }, places, forge) {
	const main = defaultBranch ?? await forge.defaultBranch();
	const branch = subject.pull?.base ?? group?.base ?? main;
	const base = await mergeBaseOf(branch, sha, subject, forge);
	const at = base === null ? null : forge.tree(base);
	return rulesAt(at, forge.tree(branch), places, runnerClass, branch === main ? null : forge.tree(main));
}
async function mergeBaseOf(branch, sha, { pull }, forge) {
	const base = await forge.mergeBase(branch, sha);
	if (base !== sha || pull?.baseSha === void 0) return base;
	return await forge.mergeBase(pull.baseSha, sha) ?? base;
}
async function instead(ask, otherwise) {
	try {
		return await ask();
	} catch (error) {
		if (error instanceof ForgeError) return otherwise(error.message);
		throw error;
	}
}
const judgedBy = (rules) => rules.kind === "reviewed" ? {
	config: sha256(JSON.stringify(rules.config)).slice(0, 16),
	rules: rules.base
} : { config: null };
async function delivered({ comparison, why, subject, unable, about }, origin, context, options, forge) {
	const { selfReported } = origin;
	const sha = about.head;
	const vouched = origin.sha !== null || subject.kind === "pull";
	const links = linksOf(origin, context, options, why);
	const notice = selfReported ? selfReportedNotice : "";
	const around = {
		links,
		notice
	};
	const text = comment(comparison, {
		...around,
		key: options.name
	});
	const conclusion = selfReported && comparison.conclusion !== "failure" ? "action_required" : comparison.conclusion;
	const check = {
		name: options.name,
		sha,
		conclusion,
		details: context.runUrl,
		compared: comparison.rows.some(({ evidence }) => evidence !== null),
		...checkText(comparison, around),
		...!selfReported && { text: ledgerText(comparison, about) },
		annotations: await placed(comparison, sha, options, forge)
	};
	const unchecked = vouched ? partial(comparison, context, options) : UNVOUCHED;
	const commentary = subject.kind === "pull" ? await commented(subject.pull, {
		text,
		comparison,
		event: context.event,
		unchecked
	}, options, forge) : {
		outcome: "left",
		place: "comment",
		reason: subject.why
	};
	const deliveries = [commentary, unchecked === null ? await postCheck(forge, {
		...check,
		record: unable ? { kind: "unable" } : recordOf(commentary)
	}, options.check) : {
		outcome: "left",
		place: "check",
		reason: unchecked
	}];
	return {
		kind: "judged",
		comparison,
		conclusion,
		subject,
		deliveries,
		comment: text,
		summary: summary(comparison, {
			...around,
			notice: [notice, undelivered(deliveries)].filter(Boolean).join("\n\n")
		}),
		why
	};
}
const recordOf = (commentary) => "id" in commentary && commentary.id !== void 0 ? {
	kind: "comment",
	id: commentary.id
} : void 0;
const UNVOUCHED = "only the figures say which commit they are of";
function partial({ conclusion }, { event }, { asked }) {
	const parts = narrowings(asked);
	if (event !== "workflow_dispatch" || parts.length === 0 || conclusion === "failure") return null;
	return `only a part was asked for by hand (${parts.join(", ")}): the check stays as the whole measurement left it`;
}
async function commented(pull, { text, comparison, event, unchecked }, { name: key, comment: mode, check }, forge) {
	const again = () => forge.pull(pull.number);
	if ((mode === "off" ? pull : await instead(again, () => pull))?.head.sha !== pull.head.sha) return {
		outcome: "left",
		place: "comment",
		reason: "the pull request has moved on meanwhile"
	};
	return postComment(forge, pull.number, {
		text,
		key,
		verdict: comparison.overall,
		mode,
		news: event === "workflow_dispatch" || isNews(comparison),
		check: {
			sha: pull.head.sha,
			name: key,
			posted: unchecked === null && hasChecks(check)
		}
	});
}
function linksOf(origin, { server, api, repository: { owner, repo }, runUrl }, { trend, rerun }, why) {
	const repository = `${server}/${owner}/${repo}`;
	return {
		...why !== null && { why: `${runUrl}#artifacts` },
		artifact: `${runUrl.replace(/\d+$/, String(origin.run))}#artifacts`,
		...trend && { trend },
		...rerun && { rerun: repository + workflowPage(api, encodeURIComponent(rerun)) }
	};
}
const workflowPage = (api, name) => isGiteaApi(api) ? `/actions?workflow=${name}` : `/actions/workflows/${name}`;
async function placed(comparison, sha, { config: path }, forge) {
	const found = annotations(comparison);
	if (found.length === 0) return [];
	const text = await instead(() => forge.tree(sha).file(path), () => null);
	const lines = workloadLines(text ?? "");
	return found.map(({ workload, ...rest }) => ({
		path,
		line: lines.of(workload),
		...rest
	}));
}
function undelivered(deliveries) {
	return deliveries.flatMap((one) => one.outcome === "refused" ? [`The ${one.place} could not be posted: ${codeSpan(one.reason, 400)}`] : []).join("\n\n");
}

export { Overdue, judging, reportPull, undelivered };