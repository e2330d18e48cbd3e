import { SteelyardError, environmentError, firstLine, own, userError } from "./base.mjs";
import { ZodError, _enum, array, literal, looseObject, number$1, object, string } from "./npm/zod.mjs";
import { FATES, VERDICTS, isOurs, treeEntry } from "./model.mjs";
import { marker } from "./report.mjs";
import { HttpClient } from "./npm/actions-http-client.mjs";
import { GitHub, getOctokitOptions } from "./npm/actions-github.mjs";
import { retry } from "./npm/octokit-plugin-retry.mjs";
import { throttling } from "./npm/octokit-plugin-throttling.mjs";

// src/github/context.ts
const Sha = string().regex(/^[0-9a-f]{40,64}$/);
const Repository = looseObject({ full_name: string() });
const Payload = looseObject({
	pull_request: looseObject({
		number: number$1().int(),
		head: looseObject({
			sha: Sha,
			ref: string(),
			repo: Repository.nullable()
		}),
		base: looseObject({ ref: string() })
	}).optional(),
	merge_group: looseObject({
		base_sha: Sha,
		base_ref: string()
	}).optional(),
	workflow_run: looseObject({ id: number$1().int() }).optional(),
	repository: looseObject({ default_branch: string().optional() }).optional()
});
function contextOf(env, payload) {
	const need = (name) => {
		const value = own(env, name);
		if (value !== void 0 && value !== "") return value;
		throw environmentError(`The variable ${name} is not set: this is not a job of a workflow.`, { remedy: "on your own machine: steelyard check" });
	};
	const [owner = "", repo = ""] = need("GITHUB_REPOSITORY").split("/");
	const event = need("GITHUB_EVENT_NAME");
	if (event === "pull_request_target") throw targeted();
	const { pull_request: pull, merge_group: group, workflow_run: triggered, repository } = payloadOf(payload, event);
	const server = env.GITHUB_SERVER_URL || "https://github.com";
	return {
		event,
		repository: {
			owner,
			repo
		},
		sha: need("GITHUB_SHA"),
		runId: Number(need("GITHUB_RUN_ID")),
		attempt: Number(env.GITHUB_RUN_ATTEMPT) || null,
		runUrl: `${server}/${owner}/${repo}/actions/runs/${need("GITHUB_RUN_ID")}`,
		api: env.GITHUB_API_URL || "https://api.github.com",
		server,
		pull: pull ? {
			number: pull.number,
			sha: pull.head.sha,
			branch: pull.head.ref,
			base: pull.base.ref,
			repository: pull.head.repo?.full_name ?? null
		} : null,
		group: event === "merge_group" && group ? {
			base: group.base_sha,
			branch: group.base_ref.replace(/^refs\/heads\//, "")
		} : null,
		triggeredBy: event === "workflow_run" ? triggered?.id ?? null : null,
		defaultBranch: repository?.default_branch ?? null
	};
}
function payloadOf(text, event) {
	try {
		return Payload.parse(JSON.parse(text));
	} catch (cause) {
		throw environmentError(`The payload of the event ${event} cannot be read.`, {
			where: "GITHUB_EVENT_PATH",
			remedy: "check the file that the runner wrote there",
			cause: cause instanceof ZodError ? cause.issues[0]?.message : cause
		});
	}
}
const targeted = () => userError("The event pull_request_target is not allowed: it would run a fork's code with this repository's token.", {
	where: "on: pull_request_target",
	remedy: "measure on pull_request, and report forks from workflow_run"
});

// src/github/forge.ts
var ForgeError = class extends SteelyardError {
	status;
	advice;
	constructor(status, message, advice) {
		super("environment", message, {
			where: status === 0 ? "the forge's API" : `the forge's API (${status})`,
			remedy: advice ?? (status === 401 || status === 403 ? "give the job the permissions that the manual names" : "run this job again: the figures are kept in the artifact")
		});
		this.status = status;
		this.advice = advice;
	}
};

// src/github/refusal.ts
function refusal(place, error, permission) {
	if (!(error instanceof ForgeError)) throw error;
	const { status, message, advice } = error;
	const isForbidden = status === 403 || status === 401;
	const usual = isForbidden ? `give the job \`permissions: ${permission}\`, and report forks and Dependabot from workflow_run` : void 0;
	return {
		outcome: "refused",
		place,
		reason: [isForbidden ? `the token may not write it (${status}: ${message})` : `${status === 0 ? "no answer" : status}: ${message}`, advice ?? usual].filter((part) => part !== void 0).join("; ").slice(0, 2e3)
	};
}

// src/github/check.ts
const CHECK_MODES = [
	"auto",
	"check",
	"status",
	"off"
];
const hasChecks = (mode) => mode === "auto" || mode === "check";
const DESCRIPTION_LENGTH = 140;
async function postCheck(forge, check, mode) {
	if (mode === "off") return {
		outcome: "left",
		place: "check",
		reason: "the check is off"
	};
	if (mode !== "status") try {
		const url = await createCheck(forge, check);
		if (url !== null) return {
			outcome: "created",
			place: "check",
			url
		};
		if (mode === "check") return {
			outcome: "refused",
			place: "check",
			reason: "this forge has no checks"
		};
	} catch (error) {
		return refusal("check", error, "checks: write");
	}
	try {
		return {
			outcome: "created",
			place: "status",
			url: await createStatus(forge, check)
		};
	} catch (error) {
		return refusal("status", error, "statuses: write");
	}
}
async function createStatus(forge, { sha, name, conclusion, title, details, compared }) {
	const lacking = conclusion === "neutral" && !compared;
	const text = lacking ? `Not compared: ${title}` : title;
	const status = {
		sha,
		context: name,
		description: text.length > DESCRIPTION_LENGTH ? `${text.slice(0, 139)}…` : text,
		details
	};
	if (lacking) try {
		return await forge.addStatus({
			...status,
			state: "warning"
		});
	} catch (error) {
		if (!(error instanceof ForgeError) || ![400, 422].includes(error.status)) throw error;
	}
	return forge.addStatus({
		...status,
		state: STATES[conclusion]
	});
}
const STATES = {
	success: "success",
	neutral: "success",
	failure: "failure",
	action_required: "pending"
};
async function createCheck(forge, check) {
	try {
		return await forge.addCheck(check);
	} catch (error) {
		if (!(error instanceof ForgeError) || error.status !== 422 || check.annotations.length === 0) throw error;
		return forge.addCheck({
			...check,
			annotations: []
		});
	}
}

// src/github/comment.ts
const COMMENT_MODES = [
	"update",
	"relevant",
	"on-change",
	"new",
	"off"
];
async function postComment(forge, pull, order) {
	const place = "comment";
	if (order.mode === "off") return {
		outcome: "left",
		place,
		reason: "the comment is off"
	};
	try {
		const self = await forge.self();
		const before = ours(await forge.comments(pull), order.key, self);
		const newest = Math.max(0, ...before.map(({ id }) => id));
		const vouched = await vouchedFor(before, order.check.name, forge);
		const last = vouched.at(-1);
		if (order.mode === "relevant" && last === void 0 && !order.news) return {
			outcome: "left",
			place,
			reason: "there is nothing that a person should look at"
		};
		const shown = last !== void 0 && !order.news && isFailing(verdictOf(last)) ? {
			...order,
			text: resolved(order.text)
		} : order;
		const changed = last !== void 0 && verdictOf(last) !== order.verdict;
		if (last !== void 0 && order.mode !== "new" && !(order.mode === "on-change" && changed)) {
			const edited = await editedIfOurs(last.id, stated(shown, last), forge);
			if (edited !== null) return {
				outcome: "updated",
				place,
				url: edited.url,
				id: edited.id
			};
		}
		const added = await forge.addComment(pull, stated(shown));
		const created = {
			outcome: "created",
			place,
			url: added.url,
			id: added.id
		};
		const all = ours(await forge.comments(pull), order.key, self);
		const recorded = await recordedComments(order.check.sha, order.check.name, forge) ?? [];
		const [first] = all.filter((one) => (checkOf(one.body) ?? order.check.sha) === order.check.sha && (one.id > newest || !vouched.some(({ id }) => id === one.id) && simultaneous(one, added, recorded)));
		if (first === void 0 || first.id >= added.id) return created;
		const kept = await editedIfOurs(first.id, stated(shown, first), forge);
		if (kept === null) return created;
		await forge.removeComment(added.id);
		return {
			outcome: "updated",
			place,
			url: kept.url,
			id: kept.id
		};
	} catch (error) {
		return refusal(place, error, "pull-requests: write");
	}
}
const SIMULTANEOUS = 60;
function simultaneous(one, added, recorded) {
	if (recorded.length > 0) return recorded.includes(one.id);
	return Date.parse(added.created) - Date.parse(one.created) < SIMULTANEOUS * 1e3;
}
async function editedIfOurs(id, text, forge) {
	try {
		return await forge.editComment(id, text);
	} catch (error) {
		if (error instanceof ForgeError && error.status === 403) return null;
		throw error;
	}
}
async function recordedComments(sha, check, forge) {
	return (await forge.records(sha, check))?.flatMap((record) => record.kind === "comment" ? [record.id] : []) ?? null;
}
async function vouchedFor(remarks, check, forge) {
	const known = /* @__PURE__ */ new Map();
	const vouched = [];
	for (const remark of remarks) {
		const sha = checkOf(remark.body);
		if (sha === void 0) continue;
		if (!known.has(sha)) known.set(sha, await recordedComments(sha, check, forge));
		if (known.get(sha)?.includes(remark.id) ?? true) vouched.push(remark);
	}
	if (vouched.length > 0) return vouched;
	return remarks.filter(({ body }) => checkOf(body) === void 0);
}
function ours(remarks, key, self) {
	return remarks.filter((remark) => isOurs(remark.author, self) && remark.body.split(/\r?\n/, 1)[0] === marker(key)).filter((remark) => verdictOf(remark) !== void 0).sort((a, b) => a.id - b.id);
}
function stated({ text, key, verdict, check }, replaced) {
	const first = `${marker(key)}\n`;
	const sha = check.posted ? check.sha : replaced && checkOf(replaced.body);
	return `${first}<!-- steelyard:verdict:${verdict} -->\n${sha === void 0 ? "" : `<!-- steelyard:check:${sha} -->\n`}${text.slice(first.length)}`;
}
const resolved = (text) => text.replace(/^(#+ .*)$/m, "$1\n\nResolved: what was reported here before is gone.");
const isFailing = (verdict) => VERDICTS.some((one) => one === verdict && FATES[one].conclusion === "failure");
const checkOf = (body) => /^<!-- steelyard:check:([0-9a-f]{40,64}) -->$/.exec(body.split(/\r?\n/, 3)[2] ?? "")?.[1];
const verdictOf = ({ body }) => /^<!-- steelyard:verdict:(\w+) -->$/.exec(body.split(/\r?\n/, 2)[1] ?? "")?.[1];

// src/github/answers.ts
async function pullsFrom(client, repository, owner, branch) {
	const list = {
		...pagesOf(repository),
		state: "open",
		head: `${owner}:${branch}`
	};
	return (await client.paginate(client.rest.pulls.list, list)).filter(({ head }) => head.ref === branch);
}
const pullOf = ({ number, state, head, base, merge_base }) => ({
	number,
	open: state === "open",
	base: base.ref,
	baseSha: merge_base ?? base.sha,
	head: {
		sha: head.sha,
		branch: head.ref,
		repository: head.repo?.full_name ?? null
	}
});
const authorOf = (user) => user ? {
	login: user.login,
	bot: user.type === "Bot"
} : null;
async function orForgeError(ask) {
	try {
		return await ask();
	} catch (error) {
		if (error instanceof ForgeError) throw error;
		const { status, message } = error;
		const text = String(message).split(" - https://")[0];
		if (typeof status === "number") throw new ForgeError(status, text.slice(0, 500));
		const code = error.code;
		if (typeof code === "string") throw new ForgeError(0, `${code}: ${text.slice(0, 500)}`);
		throw error;
	}
}
const pagesOf = (repository) => ({
	...repository,
	per_page: 100
});
async function orNull(ask, statuses) {
	try {
		return await orForgeError(ask);
	} catch (error) {
		if (error instanceof ForgeError && statuses.includes(error.status)) return null;
		throw error;
	}
}

// src/github/gitea.ts
const isGiteaApi = (address) => /\/api\/v1\/*$/.test(address);
const isGitea = ({ request }) => isGiteaApi(request.endpoint.DEFAULTS.baseUrl);
const commitAt = ({ rest }, repository, commit_sha) => orNull(async () => (await rest.git.getCommit({
	...repository,
	commit_sha
})).data.sha, [404, 422]);
function giteaCommits(client, repository) {
	const { rest } = client;
	async function ahead(base, head) {
		const compare = () => rest.repos.compareCommitsWithBasehead({
			...repository,
			basehead: `${base}...${head}`
		});
		const compared = await orNull(compare, [404]);
		if (compared !== null) return compared.data.commits;
		if (await commitAt(client, repository, base) === null) return null;
		const list = {
			...pagesOf(repository),
			sha: head,
			not: base,
			stat: false,
			files: false
		};
		return orNull(() => client.paginate(rest.repos.listCommits, list), [404]);
	}
	return {
		async mergeBase(base, head) {
			const commits = await ahead(base, head);
			if (commits === null) return null;
			if (commits.length === 0) return head;
			const inside = new Set(commits.map(({ sha }) => sha));
			const parents = commits.flatMap((one) => one.parents.map(({ sha }) => sha));
			let best = null;
			for (const one of new Set(parents.filter((sha) => !inside.has(sha)))) if (best === null || (await ahead(best, one) ?? []).length > 0) best = one;
			return best;
		},
		async between(good, bad) {
			const [commits, missing] = [await ahead(good, bad), await ahead(bad, good)];
			if (commits === null || missing === null) return null;
			const all = commits.map(({ sha, commit }) => ({
				sha,
				subject: firstLine(commit.message)
			})).reverse();
			return {
				list: all.slice(0, 100),
				total: all.length,
				straight: missing.length === 0
			};
		},
		tip: (branch) => orNull(async () => {
			const { data } = await rest.repos.getBranch({
				...repository,
				branch
			});
			return data.commit.id;
		}, [404])
	};
}
function giteaForge(client, repository) {
	const { rest } = client;
	return {
		mergeBase: giteaCommits(client, repository).mergeBase,
		pullsOf: (sha) => orForgeError(async () => {
			return (await client.paginate(rest.pulls.list, {
				...repository,
				state: "open"
			})).map(pullOf).filter(({ head }) => head.sha === sha);
		})
	};
}
const BOTS = ["gitea-actions", "forgejo-actions"];
function giteaLookup(client, repository, usual) {
	const { rest } = client;
	const isOrganization = async () => await orNull(() => rest.orgs.get({ org: repository.owner }), [404]) !== null;
	return {
		isBot: (login) => BOTS.includes(login),
		commit: (ref) => commitAt(client, repository, ref),
		async permission(login) {
			try {
				return await usual(login);
			} catch (error) {
				if (!(error instanceof ForgeError && error.status === 403)) throw error;
			}
			if (await isOrganization()) throw environmentError("Only who administers an organization's repository may ask who may write to it.", { remedy: `give the step a token of theirs: token: \${{ secrets.STEELYARD_TOKEN }}` });
			return orForgeError(async () => {
				return (await client.paginate(rest.issues.listAssignees, pagesOf(repository))).some((one) => one.login.toLowerCase() === login.toLowerCase()) ? "write" : "none";
			});
		}
	};
}
const Pushed = looseObject({
	op_type: literal("commit_repo"),
	ref_name: string(),
	content: string(),
	created: string()
});
const PushContent = looseObject({ HeadCommit: looseObject({ Sha1: string() }) });
function pushOf(entry, branch) {
	const { data: push } = Pushed.safeParse(entry);
	if (push?.ref_name !== `refs/heads/${branch}` || push.content === "") return null;
	const { data: content } = PushContent.safeParse(JSON.parse(push.content));
	return content === void 0 ? null : {
		sha: content.HeadCommit.Sha1,
		at: push.created
	};
}
const ownTitle = (title) => /^perf\b/.test(title) ? title : null;
const ENDED = [
	"completed",
	"success",
	"failure",
	"cancelled",
	"skipped"
];
const DispatchedRuns = looseObject({ workflow_runs: array(looseObject({
	event: string(),
	status: string(),
	display_title: string().optional(),
	title: string().optional(),
	path: string().optional(),
	workflow_id: string().optional(),
	html_url: string().optional(),
	url: string().optional(),
	created: string().optional(),
	started_at: string().optional(),
	created_at: string().optional()
}).transform((run) => ({
	event: run.event,
	workflow: run.workflow_id ?? run.path?.replace(/@.*$/s, ""),
	title: ownTitle(run.display_title ?? run.title ?? ""),
	url: run.html_url ?? run.url ?? "",
	active: !ENDED.includes(run.status),
	at: run.created ?? run.created_at ?? run.started_at ?? ""
}))) });
function giteaRequests(client, repository) {
	const { rest } = client;
	return {
		async removeLabel(issue_number, name) {
			const of = {
				...repository,
				issue_number
			};
			const all = await orForgeError(async () => (await rest.issues.listLabelsOnIssue(of)).data);
			const label = all.find((one) => one.name === name);
			if (label === void 0) return;
			const one = {
				...of,
				name: String(label.id),
				request: { retries: 0 }
			};
			const gone = () => orNull(() => rest.issues.removeLabel(one), [404]).then(() => true);
			if (await orNull(gone, [500]) !== null) return;
			const labels = all.flatMap(({ id }) => id === label.id ? [] : [id]);
			const path = "PUT /repos/{owner}/{repo}/issues/{issue_number}/labels";
			await orForgeError(() => client.request(path, {
				...of,
				labels
			}));
		},
		async pushed({ head }) {
			const feed = {
				...repository,
				limit: 50
			};
			return ((await orNull(() => client.request("GET /repos/{owner}/{repo}/activities/feeds", feed), [403, 404]))?.data ?? []).map((entry) => pushOf(entry, head.branch)).find((push) => push?.sha === head.sha)?.at ?? null;
		},
		async recent(workflow, since) {
			const asked = {
				...repository,
				event: "workflow_dispatch",
				limit: 50
			};
			const ask = (route) => () => client.request(`GET /repos/{owner}/{repo}/actions/${route}`, asked);
			const found = await orNull(ask("runs"), [404]) ?? await orForgeError(ask("tasks"));
			const runs = DispatchedRuns.parse(found.data).workflow_runs.filter((run) => run.event === "workflow_dispatch" && run.workflow === workflow);
			const active = runs.filter((run) => run.active);
			const late = runs.filter((run) => !run.active && Date.parse(run.at) >= Date.parse(since));
			return [...new Map([...late, ...active].map((run) => [run.url, run])).values()];
		}
	};
}

// src/github/subject.ts
async function originOf(context, options, forge) {
	const { event, pull, repository: name } = context;
	const here = `${name.owner}/${name.repo}`;
	const run = options.run ?? context.triggeredBy ?? context.runId;
	if (run === context.runId) {
		const repository = pull ? pull.repository : here;
		const commit = options.pull === void 0 ? context.sha : null;
		return {
			run,
			attempt: context.attempt,
			repository,
			branch: pull?.branch ?? null,
			selfReported: !same(repository, here),
			sha: options.sha ?? pull?.sha ?? commit
		};
	}
	const found = await forge.run(run);
	const refuse = (what, remedy) => userError(`The workflow run ${run} is rejected: ${what}.`, {
		where: "the run that has the artifact",
		remedy
	});
	if (!same(found.repository, here)) throw refuse("it is of another repository", "name a run of this repository");
	if (event === "workflow_run" && options.workflow === void 0) throw userError("The input `workflow` is missing, and a fork can add a workflow of the same name.", {
		where: "the input `workflow`",
		remedy: "set the path of the measuring workflow: workflow: .github/workflows/perf.yml"
	});
	if (options.workflow !== void 0 && found.path !== options.workflow) throw refuse(`its workflow is ${found.path}`, `only runs of ${options.workflow} are accepted`);
	if (event === "workflow_run" && found.event !== "pull_request") throw refuse(`it was triggered by ${found.event}`, "only runs for pull requests are accepted");
	if (options.sha !== void 0 && options.sha !== found.head.sha) throw refuse(`it is of commit ${found.head.sha}`, `only runs of ${options.sha} are accepted`);
	const { sha, branch, repository } = found.head;
	return {
		run,
		attempt: found.attempt,
		sha,
		branch,
		repository,
		selfReported: !same(repository, here)
	};
}
async function subjectOf(named, sha, origin, context, forge) {
	const number = named ?? (origin.run === context.runId ? context.pull?.number : void 0);
	if (number !== void 0) {
		const pull = await forge.pull(number);
		if (pull === null) return {
			kind: "commit",
			why: `there is no pull request ${number}`,
			pull
		};
		if (!pull.open) return {
			kind: "commit",
			why: `pull request ${number} is closed`,
			pull
		};
		if (pull.head.sha === sha) return {
			kind: "pull",
			pull
		};
		return {
			kind: "commit",
			why: `pull request ${number} has moved on: ${short(sha)} was measured, its head is ${short(pull.head.sha)}`,
			pull
		};
	}
	const { repository, branch } = origin;
	if (context.group !== null) return {
		kind: "commit",
		why: "a group of a merge queue is no pull request",
		pull: null
	};
	if (context.event === "push") return {
		kind: "commit",
		why: "a push is not a pull request",
		pull: null
	};
	const all = repository !== null && branch !== null ? await forge.pullsFrom(repository.split("/")[0], branch) : await forge.pullsOf(sha);
	const isFitting = ({ head }) => head.sha === sha && same(head.repository, repository);
	const fitting = all.filter((one) => one.open && isFitting(one));
	const [pull] = fitting;
	if (pull !== void 0 && fitting.length === 1) return {
		kind: "pull",
		pull
	};
	if (pull !== void 0) return {
		kind: "commit",
		why: `${fitting.length} open pull requests have ${short(sha)} as their head`,
		pull: null
	};
	const closed = context.event === "workflow_run" ? (await forge.pullsOf(sha)).filter(isFitting) : [];
	const merged = closed.length === 1 ? closed[0] : null;
	return {
		kind: "commit",
		why: `no open pull request has ${short(sha)} as its head`,
		pull: merged
	};
}
const same = (a, b) => a !== null && a.toLowerCase() === b?.toLowerCase();
const short = (sha) => sha.slice(0, 9);

// src/github/client.ts
const LIMIT_RETRIES = 4;
const SERVER_RETRIES = 4;
const LONGEST_WAIT = 900;
const FINAL = [
	400,
	401,
	403,
	404,
	409,
	410,
	413,
	422,
	429,
	451
];
const markRateLimits = (octokit) => {
	octokit.hook.error("request", (error) => {
		if ((error.status === 429 || error.status === 403) && error.response?.headers["retry-after"] !== void 0 && !/secondary rate/i.test(error.message)) error.message += " (treated as a secondary rate limit)";
		throw error;
	});
};
const Octokit = GitHub.plugin(markRateLimits, retry, throttling);
function clientOf({ token, api, log, pace = {} }) {
	const { second = 1e3, spacing } = pace;
	const again = (what) => (after, asked, _, tries) => {
		const goes = tries < LIMIT_RETRIES && after <= LONGEST_WAIT;
		log.warn(`${what} for ${asked.method} ${asked.url}: ${goes ? `waiting ${after} s` : "giving up"}`);
		return goes;
	};
	const warn = (text) => log.warn(text);
	return new Octokit(getOctokitOptions(token, {
		baseUrl: api,
		userAgent: "steelyard",
		retry: {
			retries: SERVER_RETRIES,
			retryAfterBaseValue: second,
			doNotRetry: FINAL
		},
		throttle: {
			...spacing,
			retryAfterBaseValue: second,
			onRateLimit: again("rate limit"),
			onSecondaryRateLimit: again("secondary rate limit")
		},
		log: {
			debug() {},
			info() {},
			warn,
			error: () => {}
		}
	}));
}

// src/github/rest/checks.ts
function checks(client, repository) {
	const { rest } = client;
	return {
		records: (ref, check_name) => orNull(async () => {
			return (await checkRuns(client, repository, ref, check_name)).flatMap(({ external_id }) => recordIn(external_id ?? ""));
		}, NO_CHECKS),
		newestCheck: (ref, check_name) => orNull(async () => {
			const one = newestOurs(await checkRuns(client, repository, ref, check_name));
			return one === void 0 ? null : posted(one);
		}, NO_CHECKS),
		addCheck: ({ name, sha, conclusion, title, summary, text, annotations, details, record }) => orNull(async () => {
			const { data } = await rest.checks.create({
				...repository,
				name,
				head_sha: sha,
				status: "completed",
				conclusion,
				details_url: details,
				external_id: externalId(record),
				output: {
					title,
					summary,
					...text !== void 0 && { text },
					annotations: annotations.map(({ path, line, level, title, message }) => ({
						path,
						start_line: line,
						end_line: line,
						annotation_level: level,
						title,
						message
					}))
				}
			});
			return data.html_url ?? details;
		}, [404, 405]),
		addStatus: ({ sha, state, context, description, details }) => orForgeError(async () => {
			const status = {
				sha,
				state,
				context,
				description,
				target_url: details
			};
			return (await rest.repos.createCommitStatus({
				...repository,
				...status
			})).data.target_url ?? details;
		})
	};
}
const checkRuns = (client, repository, ref, check_name) => client.paginate(client.rest.checks.listForRef, {
	...pagesOf(repository),
	ref,
	check_name,
	filter: "all"
});
const posted = ({ conclusion, output }) => ({
	conclusion,
	text: output.text
});
const newestOurs = (all) => all.filter(({ external_id }) => external_id?.startsWith(OURS)).sort((one, other) => other.id - one.id)[0];
const NO_CHECKS = [
	403,
	404,
	405
];
const OURS = "steelyard:";
const COMMENT = `${OURS}comment:`;
const UNABLE = `${OURS}unable`;
function externalId(record) {
	if (record === void 0) return `${OURS}check`;
	return record.kind === "unable" ? UNABLE : `${COMMENT}${record.id}`;
}
function recordIn(id) {
	if (id === UNABLE) return [{ kind: "unable" }];
	const comment = id.startsWith(COMMENT) ? id.slice(COMMENT.length) : "";
	return /^\d{1,15}$/.test(comment) ? [{
		kind: "comment",
		id: Number(comment)
	}] : [];
}

// src/github/rest/comments.ts
function comments(client, repository) {
	const { rest } = client;
	return {
		self: () => orNull(async () => (await rest.users.getAuthenticated()).data.login, [
			401,
			403,
			404
		]),
		comments: (issue_number) => orForgeError(async () => (await client.paginate(rest.issues.listComments, {
			...pagesOf(repository),
			issue_number
		})).map(remarkOf)),
		addComment: (issue_number, body) => orForgeError(async () => remarkOf((await rest.issues.createComment({
			...repository,
			issue_number,
			body
		})).data)),
		editComment: (comment_id, body) => orNull(async () => remarkOf((await rest.issues.updateComment({
			...repository,
			comment_id,
			body
		})).data), [404]),
		removeComment: (comment_id) => orForgeError(async () => {
			await rest.issues.deleteComment({
				...repository,
				comment_id
			});
		})
	};
}
const remarkOf = ({ id, body, user, html_url: url, created_at: created }) => ({
	id,
	body: body ?? "",
	url,
	created,
	author: authorOf(user)
});

// src/github/listing.ts
const MOST_PAGES$1 = 100;
const restListing = (client, repository, tree_sha) => orForgeError(async () => {
	const entries = /* @__PURE__ */ new Map();
	const blobs = /* @__PURE__ */ new Map();
	const whole = {
		...repository,
		tree_sha,
		recursive: "true"
	};
	const pages = isGitea(client) ? MOST_PAGES$1 : 1;
	let cut = true;
	for (let page = 1; cut && page <= pages; page++) {
		const { data } = await client.rest.git.getTree({
			...whole,
			...pages > 1 && { page }
		});
		for (const { path, mode, type, sha } of data.tree) {
			if (type === "tree") continue;
			entries.set(path, treeEntry(mode, sha));
			blobs.set(path, sha);
		}
		cut = data.truncated;
	}
	return cut ? null : {
		entries,
		text: (path) => blobText(client, repository, blobs.get(path))
	};
});
async function blobText(client, repository, file_sha) {
	if (file_sha === void 0) return null;
	const { data } = await orForgeError(() => client.rest.git.getBlob({
		...repository,
		file_sha
	}));
	return Buffer.from(data.content, "base64").toString("utf8");
}

// src/github/rest/files.ts
function files(client, repository) {
	const { rest } = client;
	return {
		mergeBase: (base, head) => orNull(async () => {
			const basehead = `${base}...${head}`;
			const { data } = await rest.repos.compareCommitsWithBasehead({
				...repository,
				basehead,
				per_page: 1
			});
			return data.merge_base_commit.sha;
		}, [404]),
		tags: () => orForgeError(async () => {
			return (await client.paginate(rest.repos.listTags, pagesOf(repository))).map(({ name, commit: { sha } }) => ({
				name,
				sha
			}));
		}),
		tree: (ref) => restTree(client, repository, ref),
		listing: (sha) => restListing(client, repository, sha),
		defaultBranch: () => orForgeError(async () => (await rest.repos.get({ ...repository })).data.default_branch)
	};
}
function restTree({ rest }, repository, ref) {
	const look = (path, format) => orNull(async () => {
		return (await rest.repos.getContent({
			...repository,
			path,
			ref,
			mediaType: { format }
		})).data;
	}, [404]);
	return {
		name: ref,
		async file(path) {
			const data = await look(path, "raw");
			if (data === null || typeof data === "string") return data;
			if (data instanceof ArrayBuffer) return new TextDecoder().decode(data);
			const { content, encoding } = data;
			if (typeof content !== "string" || encoding !== "base64") return null;
			return Buffer.from(content, "base64").toString("utf8");
		},
		async id(path) {
			const data = await look(path, "json");
			if (data === null || !Array.isArray(data)) return data?.sha ?? null;
			return data.map(({ name, sha }) => `${name} ${sha}`).join("\n");
		},
		async folder(path) {
			const data = await look(path, "json");
			return Array.isArray(data) ? data.map(({ name }) => name) : null;
		}
	};
}

// src/github/graphql.ts
const askGraphql = (client, query, variables) => orForgeError(async () => {
	try {
		return await client.graphql(query, variables);
	} catch (error) {
		if (!(error instanceof Error) || error.name !== "GraphqlResponseError") throw error;
		throw new ForgeError(0, error.message.slice(0, 500));
	}
});

// src/github/queue.ts
const QUERY = `query ($owner: String!, $repo: String!, $branch: String!) {
  repository(owner: $owner, name: $repo) {
    mergeQueue(branch: $branch) {
      entries(first: 100) {
        nodes {
          baseCommit { oid }
          headCommit { oid }
          pullRequest { number headRefOid }
        }
      }
    }
  }
}`;
const Commit = object({ oid: string() }).nullable();
const Answer = object({ repository: object({ mergeQueue: object({ entries: object({ nodes: array(object({
	baseCommit: Commit,
	headCommit: Commit,
	pullRequest: object({
		number: number$1(),
		headRefOid: string()
	}).nullable()
}).nullable()) }).nullable() }).nullable() }).nullable() });
async function mergeQueue(client, repository, branch) {
	const answer = await orNull(() => askGraphql(client, QUERY, {
		...repository,
		branch
	}), [404]);
	const parsed = Answer.nullable().safeParse(answer);
	if (!parsed.success) throw new ForgeError(0, "the merge queue is told in an unknown form");
	const entries = parsed.data?.repository?.mergeQueue?.entries;
	if (!entries) return null;
	return entries.nodes.flatMap((node) => {
		const { baseCommit: before, headCommit: after, pullRequest: pull } = node ?? {};
		if (!before || !after || !pull) return [];
		return [{
			pull: pull.number,
			head: pull.headRefOid,
			before: before.oid,
			after: after.oid
		}];
	});
}

// src/github/rest/pulls.ts
function pulls(client, repository) {
	const { rest } = client;
	return {
		pull: (pull_number) => orNull(async () => pullOf((await rest.pulls.get({
			...repository,
			pull_number
		})).data), [404]),
		pullsFrom: (owner, branch) => orForgeError(async () => (await pullsFrom(client, repository, owner, branch)).map(pullOf)),
		pullsOf: (commit_sha) => orForgeError(async () => {
			const list = {
				...pagesOf(repository),
				commit_sha
			};
			return (await client.paginate(rest.repos.listPullRequestsAssociatedWithCommit, list)).map(pullOf);
		}),
		queue: (branch) => mergeQueue(client, repository, branch)
	};
}

// src/github/download.ts
async function download(address, most) {
	const http = new HttpClient("steelyard", [], {
		allowRetries: true,
		maxRetries: 3,
		socketTimeout: 6e4
	});
	const { message } = await http.get(address);
	try {
		if (message.statusCode !== 200) throw new ForgeError(message.statusCode ?? 0, "the artifact cannot be downloaded");
		return await receivedBytes(message, most, "artifact");
	} finally {
		message.destroy();
		http.dispose();
	}
}
async function receivedBytes(message, most, what) {
	const chunks = [];
	let size = 0;
	for await (const chunk of message) {
		size += chunk.length;
		if (size > most) throw new ForgeError(0, `the ${what} has more than ${most} bytes`);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

// src/github/rest/runs.ts
function runs(client, repository) {
	const { rest } = client;
	return {
		run: (run_id) => orForgeError(async () => {
			const { data } = await rest.actions.getWorkflowRun({
				...repository,
				run_id
			});
			return {
				id: data.id,
				path: data.path.replace(/@.*$/s, ""),
				event: data.event,
				repository: data.repository.full_name,
				attempt: data.run_attempt ?? null,
				head: {
					sha: data.head_sha,
					branch: data.head_branch,
					repository: data.head_repository?.full_name ?? null
				}
			};
		}),
		jobs: (run_id) => orNull(async () => {
			const list = {
				...pagesOf(repository),
				run_id,
				filter: "all"
			};
			const all = await client.paginate(rest.actions.listJobsForWorkflowRun, list);
			if (all.length === 0) return null;
			return all.map(({ name, status, run_attempt, started_at: started, completed_at: completed }) => ({
				name,
				attempt: run_attempt ?? 1,
				started,
				completed,
				waits: status !== "in_progress" && status !== "completed"
			}));
		}, [404, 405]),
		artifacts: (run_id) => orForgeError(async () => {
			return (await client.paginate(rest.actions.listWorkflowRunArtifacts, {
				...pagesOf(repository),
				run_id
			})).map(({ id, name, size_in_bytes: size, expired, created_at }) => ({
				id,
				name,
				size,
				expired,
				created: created_at ?? ""
			}));
		}),
		archive: (artifact_id, most) => orForgeError(async () => {
			const request = { redirect: "manual" };
			const parameters = {
				...repository,
				artifact_id,
				archive_format: "zip",
				request
			};
			const { headers } = await rest.actions.downloadArtifact(parameters);
			if (headers.location === void 0) throw new ForgeError(0, "the artifact has no download address");
			return download(headers.location, most);
		})
	};
}

// src/github/rest.ts
const restForge = (client, repository) => ({
	...pulls(client, repository),
	...runs(client, repository),
	...files(client, repository),
	...comments(client, repository),
	...checks(client, repository),
	...isGitea(client) && giteaForge(client, repository)
});

// src/github/lookup.ts
function restLookup(client, repository) {
	const { rest } = client;
	const permission = async (username) => {
		const level = () => rest.repos.getCollaboratorPermissionLevel({
			...repository,
			username
		});
		const found = await orNull(async () => (await level()).data.permission, [404]) ?? "none";
		return found === "owner" ? "admin" : found;
	};
	return {
		pull: (number) => restForge(client, repository).pull(number),
		commit: (ref) => orNull(async () => (await rest.repos.getCommit({
			...repository,
			ref,
			per_page: 1
		})).data.sha, [404, 422]),
		permission,
		isBot: (login) => login === "github-actions[bot]",
		...isGitea(client) && giteaLookup(client, repository, permission)
	};
}

// src/github/requests.ts
const Login = looseObject({ login: string() });
const number = number$1().int();
const Commented = looseObject({
	action: literal("created"),
	issue: looseObject({
		number,
		pull_request: looseObject({})
	}),
	comment: looseObject({
		id: number,
		body: string(),
		created_at: string(),
		user: Login
	})
});
const Label = looseObject({ name: string() });
const Labelled = looseObject({
	action: _enum(["labeled", "label_updated"]),
	label: Label.optional(),
	changes: looseObject({ added_labels: array(Label).nullish() }).nullish(),
	sender: Login,
	pull_request: looseObject({
		number,
		head: looseObject({ sha: string() }),
		labels: array(Label)
	})
});
function askOf(payload, label) {
	const event = JSON.parse(payload);
	const commented = Commented.safeParse(event);
	if (commented.success) {
		const { issue, comment } = commented.data;
		const { id, body, created_at, user } = comment;
		if (!/^\s*\/perf(?:\s|$)/.test(body)) return null;
		return {
			kind: "comment",
			pull: issue.number,
			author: user.login,
			comment: id,
			body,
			written: created_at
		};
	}
	const labelled = Labelled.safeParse(event);
	if (labelled.success) {
		const { label: one, changes, sender, pull_request: pull } = labelled.data;
		const named = (labels) => labels.some(({ name }) => name === label);
		const isAdded = named(one === void 0 ? changes?.added_labels ?? [] : [one]) && named(pull.labels);
		const by = {
			pull: pull.number,
			author: sender.login
		};
		return isAdded ? {
			kind: "label",
			...by,
			label,
			head: pull.head.sha
		} : null;
	}
	throw environmentError("This event is neither a new comment on a pull request nor a new label of one.", { remedy: "start this step on: issue_comment (created), or pull_request (labeled)" });
}
function restRequests(client, repository) {
	const { rest } = client;
	return {
		...restLookup(client, repository),
		tree: restForge(client, repository).tree,
		react: (comment_id, content) => orForgeError(async () => {
			await rest.reactions.createForIssueComment({
				...repository,
				comment_id,
				content
			});
		}),
		async removeLabel(issue_number, name) {
			await orNull(() => rest.issues.removeLabel({
				...repository,
				issue_number,
				name
			}), [404]);
		},
		answer: (issue_number, body) => orForgeError(async () => {
			await rest.issues.createComment({
				...repository,
				issue_number,
				body
			});
		}),
		async pushed({ head }) {
			const of = {
				...repository,
				ref: `refs/heads/${head.branch}`,
				per_page: 30
			};
			return (await orNull(() => rest.repos.listActivities(of), [
				403,
				404,
				422
			]))?.data.find(({ after }) => after === head.sha)?.timestamp ?? null;
		},
		recent: (workflow_id, since) => orForgeError(async () => {
			const asked = {
				...repository,
				workflow_id,
				event: "workflow_dispatch",
				created: `>=${since}`
			};
			const { data } = await rest.actions.listWorkflowRuns({
				...asked,
				per_page: 100
			});
			return data.workflow_runs.map(({ display_title: title, html_url: url, status }) => ({
				title,
				url,
				active: status !== "completed"
			}));
		}),
		dispatch: (workflow_id, ref, inputs) => orForgeError(async () => {
			await rest.actions.createWorkflowDispatch({
				...repository,
				workflow_id,
				ref,
				inputs
			});
		}),
		...isGitea(client) && giteaRequests(client, repository)
	};
}

// src/github/proposals.ts
function restProposals(client, repository, push) {
	const { rest } = client;
	const forge = restForge(client, repository);
	const { tip, put } = isGitea(client) ? {
		tip: giteaCommits(client, repository).tip,
		put: push
	} : githubBranches(client, repository);
	const proposal = ({ number, html_url: url }) => ({
		number,
		url
	});
	return {
		tip,
		contains: async (branch, commit) => await forge.mergeBase(branch, commit) === commit,
		tree: forge.tree,
		put,
		pull: (branch) => orForgeError(async () => {
			const all = await pullsFrom(client, repository, repository.owner, branch);
			const name = `${repository.owner}/${repository.repo}`.toLowerCase();
			const own = all.find(({ head }) => head.repo?.full_name.toLowerCase() === name);
			return own ? proposal(own) : null;
		}),
		open: (branch, onto, title, body) => orForgeError(async () => proposal((await rest.pulls.create({
			...repository,
			head: branch,
			base: onto,
			title,
			body
		})).data)),
		edit: (pull_number, title, body) => orForgeError(async () => proposal((await rest.pulls.update({
			...repository,
			pull_number,
			title,
			body
		})).data))
	};
}
function githubBranches(client, repository) {
	const { rest } = client;
	const tip = (branch) => orNull(async () => (await rest.git.getRef({
		...repository,
		ref: `heads/${branch}`
	})).data.object.sha, [404]);
	const commit = ({ parent, message, files }) => orForgeError(async () => {
		const before = await rest.git.getCommit({
			...repository,
			commit_sha: parent
		});
		const blobs = [...files].map(([path, content]) => {
			return {
				path,
				mode: "100644",
				type: "blob",
				content
			};
		});
		const base_tree = before.data.tree.sha;
		const tree = await rest.git.createTree({
			...repository,
			base_tree,
			tree: blobs
		});
		const made = {
			...repository,
			message,
			tree: tree.data.sha,
			parents: [parent]
		};
		return (await rest.git.createCommit(made)).data.sha;
	});
	const put = async (branch, from, made) => {
		const sha = await commit(made);
		if (from !== null) {
			if (await tip(branch) !== from) return false;
			await orForgeError(() => rest.git.updateRef({
				...repository,
				ref: `heads/${branch}`,
				sha,
				force: true
			}));
			return true;
		}
		const ref = `refs/heads/${branch}`;
		return await orNull(() => rest.git.createRef({
			...repository,
			ref,
			sha
		}), [422]) !== null;
	};
	return {
		tip,
		put
	};
}

// src/github/issues.ts
function restIssues(client, repository) {
	const { rest } = client;
	const page = pagesOf(repository);
	const forge = restForge(client, repository);
	return {
		self: forge.self,
		issues: (since) => orForgeError(async () => {
			const open = await client.paginate(rest.issues.listForRepo, {
				...page,
				state: "open"
			});
			const closed = await client.paginate(rest.issues.listForRepo, {
				...page,
				state: "closed",
				since
			});
			return [...new Map([...open, ...closed].map((one) => [one.number, one])).values()].filter((one) => !one.pull_request).map(issueOf);
		}),
		open: (title, body) => orForgeError(async () => issueOf((await rest.issues.create({
			...repository,
			title,
			body
		})).data)),
		edit: (issue_number, change) => orNull(async () => issueOf((await rest.issues.update({
			...repository,
			issue_number,
			...change
		})).data), [404, 410]),
		remark: async (issue, text) => void await forge.addComment(issue, text),
		between: (good, bad) => isGitea(client) ? giteaCommits(client, repository).between(good, bad) : orNull(async () => {
			const basehead = `${good}...${bad}`;
			const { data } = await rest.repos.compareCommitsWithBasehead({
				...page,
				basehead
			});
			return {
				list: data.commits.map(({ sha, commit }) => ({
					sha,
					subject: firstLine(commit.message)
				})),
				total: data.total_commits,
				straight: data.merge_base_commit.sha === good
			};
		}, [404])
	};
}
const issueOf = ({ number, html_url: url, state, body, user }) => ({
	number,
	url,
	body: body ?? "",
	open: state === "open",
	author: authorOf(user)
});

// src/github/landed.ts
const MOST_PAGES = 10;
const PAGE = 100;
const TAGS = `query ($owner: String!, $repo: String!, $part: String!) {
  repository(owner: $owner, name: $repo) {
    refs(refPrefix: "refs/tags/", query: $part, first: 100, orderBy: { field: TAG_COMMIT_DATE, direction: DESC }) {
      nodes {
        name
        target {
          oid
          ... on Commit { committedDate }
          ... on Tag { tagger { date } target { oid } }
        }
      }
    }
  }
}`;
const Tags = object({ repository: object({ refs: object({ nodes: array(object({
	name: string(),
	target: object({
		oid: string(),
		committedDate: string().optional(),
		tagger: object({ date: string().nullable() }).nullish(),
		target: object({ oid: string() }).optional()
	})
})) }) }) });
const Viewer = object({ viewer: object({ login: string() }) });
function restLanded(client, repository) {
	const { rest } = client;
	const { tree, commit, recent, dispatch } = restRequests(client, repository);
	let app;
	return {
		tree,
		commit,
		recent,
		dispatch,
		newestTags: (part) => newestTags(client, repository, part),
		since: (base, head) => orNull(() => since(client, repository, base, head), [404]),
		merged: (commit_sha, branch) => orForgeError(async () => {
			const { data } = await rest.repos.listPullRequestsAssociatedWithCommit({
				...repository,
				commit_sha,
				per_page: PAGE
			});
			const all = data.filter(({ merged_at, base }) => merged_at !== null && base.ref === branch);
			const one = all.find(({ merge_commit_sha }) => merge_commit_sha === commit_sha) ?? all[0];
			return one === void 0 ? null : {
				number: one.number,
				head: one.head.sha
			};
		}),
		check: (sha, name) => orForgeError(async () => {
			app ??= appOf(client);
			const login = await app;
			const all = await checkRuns(client, repository, sha, name);
			const one = newestOurs(all.filter(({ app: by }) => `${by?.slug}[bot]` === login));
			return one === void 0 ? null : posted(one);
		})
	};
}
async function newestTags(client, repository, part) {
	const parsed = Tags.safeParse(await askGraphql(client, TAGS, {
		...repository,
		part
	}));
	if (!parsed.success) throw new ForgeError(0, "the tags are told in an unknown form");
	return parsed.data.repository.refs.nodes.map(({ name, target }) => ({
		name,
		sha: target.target?.oid ?? target.oid,
		made: Date.parse(target.tagger?.date ?? target.committedDate ?? "") || 0
	})).sort((one, other) => other.made - one.made || numbers.compare(other.name, one.name));
}
async function since({ rest }, repository, base, head) {
	const basehead = `${base}...${head}`;
	const asked = async (page) => (await rest.repos.compareCommitsWithBasehead({
		...repository,
		basehead,
		per_page: PAGE,
		page
	})).data;
	const first = await asked(1);
	if (first.merge_base_commit.sha !== base) return null;
	const last = Math.ceil(first.total_commits / PAGE);
	const from = Math.max(1, last - MOST_PAGES + 1);
	const commits = from === 1 ? [...first.commits] : [];
	for (let page = Math.max(2, from); page <= last; page++) commits.push(...(await asked(page)).commits);
	return {
		total: first.total_commits,
		commits: commits.map(({ sha, parents }) => ({
			sha,
			parents: parents.map((one) => one.sha)
		}))
	};
}
const numbers = new Intl.Collator("en", { numeric: true });
async function appOf(client) {
	const parsed = Viewer.safeParse(await askGraphql(client, "query { viewer { login } }", {}));
	if (!parsed.success) throw new ForgeError(0, "the owner of the token is told in an unknown form");
	return parsed.data.viewer.login;
}

export { CHECK_MODES, COMMENT_MODES, ForgeError, askOf, clientOf, contextOf, download, hasChecks, isGiteaApi, orNull, originOf, postCheck, postComment, receivedBytes, restForge, restIssues, restLanded, restLookup, restProposals, restRequests, subjectOf };