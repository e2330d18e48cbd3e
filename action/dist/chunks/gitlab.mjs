import { SteelyardError, environmentError, interruption, own, userError } from "./base.mjs";
import { treeEntry } from "./model.mjs";
import { ForgeError, download, orNull, receivedBytes } from "./github.mjs";
import { HttpClient } from "./npm/actions-http-client.mjs";
import { posix } from "node:path";
import { setTimeout } from "node:timers/promises";

// src/gitlab/client.ts
const LIMIT_RETRIES = 4;
const SERVER_RETRIES = 4;
const LONGEST_WAIT = 900;
const USUAL_WAIT = 60;
const MOST_JSON = 64 * 2 ** 20;
const ADVICE = {
	401: "the token expired, was revoked or is of another server: put a new project access token into STEELYARD_GITLAB_TOKEN",
	403: "give the project access token in STEELYARD_GITLAB_TOKEN the scope `api` and the role Reporter",
	404: "make STEELYARD_GITLAB_TOKEN a project access token of this very project: GitLab hides from a token what it may not see"
};
function gitlabClient(options) {
	const ask = (request, read) => answered(request, read, options);
	return {
		get: (path, query = {}) => ask({
			method: "GET",
			path,
			query
		}, json),
		send: (method, path, body) => ask({
			method,
			path,
			body
		}, json),
		async pages(path, query = {}, most = Number.POSITIVE_INFINITY) {
			const all = [];
			let next = {
				...query,
				per_page: 100
			};
			for (let page = 0; next !== null; page++) {
				if (page >= most) return null;
				const read = async (answer) => ({
					list: await json(answer),
					next: nextOf(answer)
				});
				const found = await ask({
					method: "GET",
					path,
					query: next
				}, read);
				all.push(...found.list);
				next = found.next && {
					...query,
					...found.next
				};
			}
			return all;
		},
		async bytes(path, query, most) {
			const read = async (answer) => {
				const elsewhere = answer.headers.location;
				if (elsewhere === void 0) return { bytes: await receivedBytes(answer, most, "artifact") };
				answer.resume();
				return { elsewhere };
			};
			const found = await ask({
				method: "GET",
				path,
				query
			}, read);
			return found.bytes ?? await download(found.elsewhere, most);
		}
	};
}
async function answered(request, read, options) {
	const { log, signal, second = 1e3 } = options;
	const retries = new Retries();
	for (;;) {
		if (signal.aborted) throw interruption(signal);
		const tried = await attempt(request, read, options);
		if ("value" in tried) return tried.value;
		const { failure } = tried;
		const wait = retries.wait(failure.status, tried.retryAfter);
		if (wait === null) throw failure;
		const goes = wait >= 0 && wait <= LONGEST_WAIT;
		const what = `${failure.message} (${request.method} ${request.path})`;
		log.warn(`${what}: ${goes ? `waiting ${wait} s` : "giving up"}`);
		if (!goes) throw failure;
		await setTimeout(wait * second, void 0, { signal }).catch(() => {
			throw interruption(signal);
		});
	}
}
var Retries = class {
	#limits = 0;
	#failures = 0;
	wait(status, retryAfter) {
		if (status === 429 && this.#limits < LIMIT_RETRIES) {
			this.#limits += 1;
			return Number(retryAfter ?? USUAL_WAIT);
		}
		if ((status === 0 || status >= 500) && this.#failures < SERVER_RETRIES) {
			this.#failures += 1;
			return this.#failures ** 2;
		}
		return null;
	}
};
async function attempt({ method, path, query = {}, body }, read, { api, token }) {
	const client = new HttpClient("steelyard", [], {
		allowRedirects: false,
		allowRetries: false,
		socketTimeout: 6e4
	});
	const headers = {
		"private-token": token,
		...body && { "content-type": "application/json" }
	};
	const data = body === void 0 ? null : JSON.stringify(body);
	const address = `${api.replace(/\/+$/, "")}${path}${written(query)}`;
	try {
		const { message } = await client.request(method, address, data, headers);
		const status = message.statusCode ?? 0;
		if (status >= 200 && status < 400) return { value: await read(message) };
		const retryAfter = message.headers["retry-after"];
		return {
			failure: await refused(message, status),
			...retryAfter !== void 0 && { retryAfter }
		};
	} catch (error) {
		if (error instanceof ForgeError || error instanceof TypeError) throw error;
		return { failure: new ForgeError(0, unanswered(error)) };
	} finally {
		client.dispose();
	}
}
async function json(answer) {
	const text = (await receivedBytes(answer, MOST_JSON, "answer")).toString("utf8");
	if (text === "") return void 0;
	try {
		return JSON.parse(text);
	} catch {
		throw new ForgeError(answer.statusCode ?? 0, "the answer is not JSON: this is no API of GitLab");
	}
}
function written(query) {
	const all = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) if (typeof value === "object") for (const one of value) all.append(`${name}[]`, one);
	else all.append(name, String(value));
	return all.size === 0 ? "" : `?${all}`;
}
function nextOf({ headers }) {
	const [, address] = /<([^<>]*)>\s*;\s*rel="next"/.exec(String(headers.link ?? "")) ?? [];
	return address === void 0 ? null : Object.fromEntries(new URL(address).searchParams);
}
async function refused(answer, status) {
	const text = (await receivedBytes(answer, 1e4, "answer").catch(() => Buffer.alloc(0))).toString("utf8");
	return new ForgeError(status, `GitLab answers ${status}${messageIn(text)}`, ADVICE[status]);
}
function messageIn(text) {
	try {
		const { message, error } = JSON.parse(text);
		const what = message ?? error;
		if (what === void 0) return "";
		return `: ${(typeof what === "string" ? what : JSON.stringify(what)).slice(0, 300)}`;
	} catch {
		return "";
	}
}
function unanswered(error) {
	const { code, message } = error;
	return `no answer from GitLab: ${[code, message].filter((one) => typeof one === "string").join(": ").slice(0, 300)}`;
}

// src/gitlab/note.ts
const noteOf = (comment) => comment.replace(/^(\s*)\//gm, "$1\\/");

// src/gitlab/tree.ts
const MOST_BYTES = 64 * 2 ** 20;
const MOST_PAGES = 300;
const fileAt = (client, root, path, ref) => orNull(async () => {
	const at = `${root}/repository/files/${encodeURIComponent(path)}/raw`;
	return new TextDecoder().decode(await client.bytes(at, { ref }, MOST_BYTES));
}, [404]);
function gitlabTree(client, root, name, commitOf) {
	const entries = (folder) => orNull(async () => {
		const ref = await commitOf(name);
		if (ref === null) return null;
		const query = {
			ref,
			...folder !== "." && { path: folder }
		};
		const all = await client.pages(`${root}/repository/tree`, query) ?? [];
		return all.length === 0 ? null : all;
	}, [404]);
	return {
		name,
		async file(path) {
			const ref = await commitOf(name);
			return ref === null ? null : fileAt(client, root, path, ref);
		},
		async id(path) {
			const found = (await entries(posix.dirname(path)))?.find((one) => one.name === posix.basename(path));
			return found === void 0 ? null : treeEntry(found.mode, found.id).id;
		},
		folder: async (path) => (await entries(path))?.map((one) => one.name) ?? null
	};
}
async function gitlabListing(client, root, ref) {
	const query = {
		ref,
		recursive: true,
		pagination: "keyset"
	};
	const all = await client.pages(`${root}/repository/tree`, query, MOST_PAGES);
	if (all === null) return null;
	const files = all.filter(({ type }) => type !== "tree");
	const entries = new Map(files.map(({ path, mode, id }) => [path, treeEntry(mode, id)]));
	return {
		entries,
		text: async (path) => entries.has(path) ? fileAt(client, root, path, ref) : null
	};
}

// src/gitlab/forge.ts
function gitlabForge(client, { project, page, context }) {
	const root = `/projects/${project}`;
	const { number, repository } = context.pull;
	const here = `${context.repository.owner}/${context.repository.repo}`;
	const commitOf = commitsOf(client, root);
	return {
		pull: (iid) => orNull(async () => {
			const found = await client.get(`${root}/merge_requests/${iid}`);
			const { sha, source_branch: branch, source_project_id: source } = found;
			return {
				number: found.iid,
				open: found.state === "opened",
				base: found.target_branch,
				baseSha: found.diff_refs?.base_sha,
				head: {
					sha,
					branch,
					repository: source === project ? here : repository
				}
			};
		}, [404]),
		artifacts: async (pipeline) => {
			return (await client.pages(`${root}/pipelines/${pipeline}/jobs`) ?? []).flatMap(({ id, name, artifacts_file: file, finished_at, created_at }) => file ? [{
				id,
				name,
				size: file.size,
				expired: false,
				created: finished_at ?? created_at
			}] : []);
		},
		archive: (job, most) => client.bytes(`${root}/jobs/${job}/artifacts`, {}, most),
		async mergeBase(base, head) {
			const refs = [await commitOf(base), await commitOf(head)].filter((one) => one !== null);
			if (refs.length < 2) return null;
			return orNull(async () => (await client.get(`${root}/repository/merge_base`, { refs })).id, [400, 404]);
		},
		async tags() {
			return (await client.pages(`${root}/repository/tags`) ?? []).map(({ name, commit }) => ({
				name,
				sha: commit.id
			}));
		},
		tree: (ref) => gitlabTree(client, root, ref, commitOf),
		listing: (sha) => gitlabListing(client, root, sha),
		defaultBranch: async () => context.defaultBranch ?? context.pull.base,
		...notes(client, `${root}/merge_requests/${number}/notes`, page),
		addCheck: async () => null,
		newestCheck: async () => null,
		records: async () => null,
		queue: async () => null,
		jobs: async () => null,
		addStatus: () => Promise.reject(new ForgeError(0, "the verdict is the job's own result")),
		...UNASKED
	};
}
function commitsOf(client, root) {
	const tips = /* @__PURE__ */ new Map();
	return (ref) => {
		if (/^[0-9a-f]{40,64}$/.test(ref)) return Promise.resolve(ref);
		const known = tips.get(ref);
		if (known !== void 0) return known;
		const path = `${root}/repository/branches/${encodeURIComponent(ref)}`;
		const asked = orNull(async () => (await client.get(path)).commit.id, [404]);
		tips.set(ref, asked);
		return asked;
	};
}
function notes(client, place, page) {
	const remarkOf = ({ id, body, author, created_at: created }) => ({
		id,
		body,
		created,
		url: `${page}#note_${id}`,
		author: author && {
			login: author.username,
			bot: false
		}
	});
	return {
		self: async () => (await client.get("/user")).username,
		async comments() {
			return (await client.pages(place, {
				sort: "asc",
				order_by: "created_at"
			}) ?? []).filter(({ system }) => !system).map(remarkOf);
		},
		addComment: async (_, comment) => remarkOf(await client.send("POST", place, { body: noteOf(comment) })),
		editComment: (id, comment) => orNull(async () => remarkOf(await client.send("PUT", `${place}/${id}`, { body: noteOf(comment) })), [404]),
		removeComment: (id) => client.send("DELETE", `${place}/${id}`)
	};
}
const unasked = () => Promise.reject(new SteelyardError("bug", "a job of GitLab is told its merge request"));
const UNASKED = {
	run: unasked,
	pullsFrom: unasked,
	pullsOf: unasked
};

// src/gitlab/job.ts
const TOKEN_NAME = "STEELYARD_GITLAB_TOKEN";
function gitlabJob(env) {
	const need = (name) => {
		const value = own(env, name);
		if (value !== void 0 && value !== "") return value;
		throw environmentError(`The variable ${name} is not set: this is no job of a merge request's pipeline.`, {
			where: `CI_PIPELINE_SOURCE=${(env.CI_PIPELINE_SOURCE ?? "").slice(0, 80)}`,
			remedy: `rules: [{ if: $CI_PIPELINE_SOURCE == "merge_request_event" }]; on your own machine: steelyard check --base`
		});
	};
	const number = Number(need("CI_MERGE_REQUEST_IID"));
	const path = need("CI_MERGE_REQUEST_PROJECT_PATH");
	if (need("CI_PROJECT_PATH") !== path) throw userError("This pipeline runs in a fork, where neither machine nor token are the project's.", {
		where: `CI_PROJECT_PATH=${need("CI_PROJECT_PATH").slice(0, 200)}`,
		remedy: "rules: [{ if: $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID }]"
	});
	const last = path.lastIndexOf("/");
	const commit = need("CI_COMMIT_SHA");
	return {
		project: Number(need("CI_MERGE_REQUEST_PROJECT_ID")),
		page: `${need("CI_MERGE_REQUEST_PROJECT_URL")}/-/merge_requests/${number}`,
		context: {
			event: "pull_request",
			repository: {
				owner: path.slice(0, last),
				repo: path.slice(last + 1)
			},
			sha: commit,
			runId: Number(need("CI_PIPELINE_ID")),
			attempt: 1,
			runUrl: need("CI_PIPELINE_URL"),
			api: need("CI_API_V4_URL"),
			server: need("CI_SERVER_URL"),
			pull: {
				number,
				sha: env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || commit,
				branch: need("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME"),
				repository: env.CI_MERGE_REQUEST_SOURCE_PROJECT_PATH || null,
				base: need("CI_MERGE_REQUEST_TARGET_BRANCH_NAME")
			},
			group: null,
			triggeredBy: null,
			defaultBranch: env.CI_DEFAULT_BRANCH || null
		}
	};
}

export { TOKEN_NAME, gitlabClient, gitlabForge, gitlabJob };