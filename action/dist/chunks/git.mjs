import { Interrupted, SteelyardError, environmentError, explain, interruption, isExpected, matches, own, userError } from "./base.mjs";
import { allowed, linklessStat, namesIn as namesIn$1, ownName, ownerLives, readWhole, removeFile, removeTree, run, sha256, sshEnv, writePrivate } from "./exec.mjs";
import { treeEntry } from "./model.mjs";
import { _usingCtx } from "./helpers.mjs";
import { basename, dirname, join, resolve } from "node:path";
import { lstatSync, mkdirSync, readdirSync, realpathSync, rmdirSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { homedir, tmpdir } from "node:os";

// src/git/git.ts
const SAFE = [
	["-c", "core.fsmonitor=false"],
	["-c", "core.hooksPath=/dev/null"],
	["-c", "log.showSignature=false"]
].flat();
const LOOK = 60;
async function git({ cwd, env, signal, extra = {} }, args, timeout = LOOK, limit) {
	try {
		return await run([
			"git",
			...SAFE,
			...args
		], {
			cwd,
			env: allowed(env, {
				...extra,
				LC_ALL: "C",
				GIT_TERMINAL_PROMPT: "0"
			}),
			signal,
			timeout,
			...limit !== void 0 && { limit }
		});
	} catch (cause) {
		if (cause instanceof Interrupted) throw cause;
		throw environmentError("git cannot be run.", {
			where: cwd,
			remedy: "install git",
			cause
		});
	}
}
async function gitOutput(checkout, ...args) {
	const done = await git(checkout, args);
	return done.code === 0 ? done.stdout.trim() : null;
}
function complaint({ stderr, timedOut }) {
	if (timedOut) return "it took too long";
	const lines = stderr.trim().split("\n");
	return (lines.find((one) => /^(?:fatal|error): /.test(one)) ?? lines.at(-1) ?? "").slice(0, 500) || "it printed no error";
}

// src/git/tracked.ts
const LITERAL = { GIT_LITERAL_PATHSPECS: "1" };
async function trackedIn(checkout, folder) {
	return (await gitOutput({
		...checkout,
		extra: LITERAL
	}, "ls-files", "-z", "--", folder).catch((error) => {
		if (error instanceof Interrupted) throw error;
		return null;
	}))?.split("\0").filter((one) => one !== "") ?? null;
}

// src/git/show.ts
const REMOTES = "refs/remotes/";
const remoteBranch = (name) => `${REMOTES}origin/${name}`;
const shownRef = (ref) => ref.startsWith(REMOTES) ? ref.slice(13) : ref;
const shaOf = async (checkout, ref) => await commitOf$1(checkout, REMOTES + ref) ?? await commitOf$1(checkout, ref);
async function commitOf$1(checkout, ref) {
	const sha = await gitOutput(checkout, "rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`);
	return sha === "" ? null : sha;
}
async function isChangedSince(checkout, since, commit, path) {
	return (await git(checkout, [
		"diff",
		"--quiet",
		`${since}...${commit}`,
		"--",
		path
	])).code === 1;
}

// src/git/base.ts
const USUAL = [
	remoteBranch("main"),
	remoteBranch("master"),
	"main",
	"master"
];
async function mergeBase(checkout, ref) {
	const where = checkout.cwd;
	const head = await gitOutput(checkout, "rev-parse", "--verify", "--quiet", "HEAD^{commit}");
	if (head === null) throw userError("There is no commit here to find the base of.", {
		where,
		remedy: "run it inside a git checkout with a commit, or measure only head: remove --base"
	});
	const full = ref ?? await defaultBranch(checkout);
	const branch = shownRef(full);
	const shallow = await gitOutput(checkout, "rev-parse", "--is-shallow-repository") === "true";
	const deepen = "fetch the whole history: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` here";
	const tip = await shaOf(checkout, full);
	if (tip === null) {
		const remedy = shallow ? deepen : "name a branch, tag or commit that `git rev-parse` knows";
		throw userError(`There is no commit "${branch.slice(0, 200)}".`, {
			where,
			remedy
		});
	}
	const sha = await gitOutput(checkout, "merge-base", head, tip);
	if (sha === null || sha === "") {
		if (shallow) {
			const what = `This clone is too shallow to hold the merge-base of HEAD and ${branch}.`;
			throw userError(what, {
				where,
				remedy: deepen
			});
		}
		throw userError(`HEAD and ${branch} have no commit in common.`, {
			where,
			remedy: "name a commit of this history: --base REF"
		});
	}
	return {
		sha,
		subject: (await gitOutput(checkout, "log", "-1", "--format=%s", sha) ?? "").slice(0, 500),
		ref: branch,
		tip,
		same: sha === head
	};
}
async function defaultBranch(checkout) {
	const named = await gitOutput(checkout, "symbolic-ref", "--quiet", remoteBranch("HEAD"));
	for (const branch of [...named ? [named] : [], ...USUAL]) if (await shaOf(checkout, branch) !== null) return branch;
	throw userError("The default branch is not known here.", {
		where: checkout.cwd,
		remedy: "name the commit to compare with: --base REF; in a workflow: `fetch-depth: 0` for actions/checkout"
	});
}

// src/git/checkout.ts
async function verifyCheckout(checkout, wanted) {
	const where = checkout.cwd;
	const found = await git(checkout, [
		"rev-parse",
		"--verify",
		"HEAD^{commit}"
	]);
	if (found.code !== 0) throw userError("There is no checkout here that git can read.", {
		where,
		remedy: "add a step before this one: uses: actions/checkout with fetch-depth: 0",
		cause: complaint(found)
	});
	const head = found.stdout.trim();
	if (wanted !== null && head !== wanted) {
		const merge = await mergeOf(checkout, wanted);
		throw userError(merge ? `The forge's merge of the change into its base is checked out (${head.slice(0, 9)}), not the change's own commit.` : `${head.slice(0, 9)} is checked out, but the commit to measure is ${wanted.slice(0, 9)}.`, {
			where,
			remedy: `actions/checkout with: ref: \${{ github.event.pull_request.head.sha }}`
		});
	}
	if (await gitOutput(checkout, "rev-parse", "--is-shallow-repository") === "true") throw userError("This clone is shallow: it does not contain the commit that the change started from.", {
		where,
		remedy: "actions/checkout with: fetch-depth: 0"
	});
	return head;
}
async function mergeOf(checkout, wanted) {
	const parents = await gitOutput(checkout, "log", "-1", "--format=%P") ?? "";
	return parents.split(" ").length > 1 && parents.split(" ").includes(wanted);
}

// src/git/credentials.ts
const MOST_FOLDERS = 5e3;
const DEEPEST = 3;
const MOST_FILES = 200;
const IN_ADDRESS = /\b(?:https?|ftps?):\/\/[^/\s@]+@|\b\w+:\/\/[^/\s@:]+:[^/\s@]+@/i;
const SECRETS = /(?:^|\.)[^.]*(?:pass|passwd|password|token|secret|apikey)$/;
const HOLDERS = /^(?:credential\.(?:.*\.)?helper|core\.askpass|http\.(?:.*\.)?(?:extraheader|cookiefile|sslkey|sslcert|proxysslkey|proxysslcert))$/;
const PLAIN_SSH = /^(?:\/\S*\/)?ssh(?:\s+-(?:[46qvaTxC]+|p\s*\d+|o\s*"?(?:StrictHostKeyChecking|UserKnownHostsFile|CheckHostIP|BatchMode|ConnectTimeout|LogLevel|ServerAlive\w+)[= ][^\s"]+"?))*$/;
function keepsCredentials({ key, value }) {
	if (IN_ADDRESS.test(key) || IN_ADDRESS.test(value)) return true;
	if (value === "") return false;
	const name = lowered(key);
	if (name === "core.sshcommand") return !PLAIN_SSH.test(value.trim());
	return HOLDERS.test(name) || SECRETS.test(name);
}
function lowered(key) {
	const [first, last] = [key.indexOf("."), key.lastIndexOf(".")];
	return `${key.slice(0, first).toLowerCase()}${key.slice(first, last)}${key.slice(last).toLowerCase()}`;
}
function settingsIn(text) {
	return text.split("\0").flatMap((one) => {
		const [, key, value = ""] = /^([^\n]+)(?:\n([\s\S]*))?$/.exec(one) ?? [];
		return key === void 0 ? [] : [{
			key,
			value
		}];
	});
}
async function credentialsIn(checkout) {
	const { env } = checkout;
	return [...await keptIn(checkout, [...await configsOf(checkout), ...namesIn(env.RUNNER_TEMP ?? "").filter((name) => /^git-credentials-.*\.config$/.test(name)).map((name) => join(env.RUNNER_TEMP ?? "", name))]), ...inEnvironment(env)];
}
async function demandNoCredentials(checkout) {
	const found = await credentialsIn(checkout);
	if (found.length === 0) return;
	const names = [...new Set(found.map(({ key, where }) => `${key} in ${where}`))];
	throw userError("This clone contains the job's credentials, and the measured code could read them.", {
		where: `${checkout.cwd}, its git configuration: ${names.slice(0, 5).join("; ")}`,
		remedy: "actions/checkout with: persist-credentials: false; or remove these settings"
	});
}
async function credentialsOfUser(checkout) {
	const found = [];
	for (const scope of ["--global", "--system"]) {
		const done = await git(checkout, [
			"config",
			scope,
			"--includes",
			"--list",
			"-z"
		]);
		if (done.code !== 0) continue;
		const where = `git config ${scope}`;
		found.push(...settingsIn(done.stdout).filter(keepsCredentials).map(({ key }) => ({
			key: bare(key),
			where
		})));
	}
	const home = checkout.env.HOME || homedir();
	const files = namesIn(home).filter((name) => [".git-credentials", ".netrc"].includes(name));
	return [...found, ...files.map((name) => ({
		key: name,
		where: home
	}))];
}
const bare = (key) => key.replace(/\/\/[^/@]*@/g, "//***@");
async function keptIn(checkout, files) {
	const found = [];
	const queue = [...new Set(files)];
	for (let at = 0; at < queue.length && at < MOST_FILES; at++) {
		const file = queue[at];
		const done = await git(checkout, [
			"config",
			"--file",
			file,
			"--no-includes",
			"--list",
			"-z"
		]);
		if (done.code !== 0) continue;
		for (const setting of settingsIn(done.stdout)) {
			if (keepsCredentials(setting)) found.push({
				key: bare(setting.key),
				where: file
			});
			if (!/^include(?:if\..*)?\.path$/i.test(setting.key)) continue;
			const path = included(setting.value, file, checkout.env.HOME || homedir());
			if (!queue.includes(path)) queue.push(path);
		}
	}
	return found;
}
const included = (path, file, home) => path.startsWith("~/") ? join(home, path.slice(2)) : resolve(dirname(file), path);
async function configsOf(checkout) {
	const { cwd } = checkout;
	const folders = /* @__PURE__ */ new Set();
	for (const option of ["--git-dir", "--git-common-dir"]) {
		const folder = await gitOutput(checkout, "rev-parse", option);
		if (folder !== null) folders.add(resolve(cwd, folder));
	}
	const top = await gitOutput(checkout, "rev-parse", "--show-toplevel") ?? cwd;
	for (const folder of repositoriesIn(top)) folders.add(folder);
	return [...folders].flatMap((folder) => [
		...configsIn(folder),
		...below(join(folder, "modules"), 8).flatMap(configsIn),
		...below(join(folder, "worktrees"), 1).flatMap(configsIn)
	]);
}
const configsIn = (folder) => namesIn(folder).filter((name) => name === "config" || name === "config.worktree").map((name) => join(folder, name));
function repositoriesIn(top) {
	return below(top, DEEPEST).filter((folder) => folder.endsWith("/.git"));
}
function below(folder, depth) {
	const found = [{
		folder,
		depth
	}];
	for (let at = 0; at < found.length && found.length < MOST_FOLDERS; at++) {
		const one = found[at];
		if (one.depth === 0 || one.folder.endsWith("/.git")) continue;
		const inner = entriesIn(one.folder).filter((entry) => entry.isDirectory() && entry.name !== "node_modules");
		found.push(...inner.map(({ name }) => ({
			folder: join(one.folder, name),
			depth: one.depth - 1
		})));
	}
	return found.map((one) => one.folder);
}
const namesIn = (folder) => entriesIn(folder).map(({ name }) => name);
function entriesIn(folder) {
	try {
		return folder === "" ? [] : readdirSync(folder, { withFileTypes: true });
	} catch {
		return [];
	}
}
function inEnvironment(env) {
	const where = "the job's environment";
	const found = [];
	for (const [name, value = ""] of Object.entries(env)) {
		const [, number] = /^GIT_CONFIG_KEY_(\d+)$/.exec(name) ?? [];
		const setting = {
			key: value,
			value: own(env, `GIT_CONFIG_VALUE_${number}`) ?? ""
		};
		if (number !== void 0 && keepsCredentials(setting)) found.push({
			key: bare(value),
			where
		});
	}
	const parameters = env.GIT_CONFIG_PARAMETERS ?? "";
	if (/extraheader|helper|askpass|sshcommand|cookiefile|sslkey/i.test(parameters) || IN_ADDRESS.test(parameters)) found.push({
		key: "GIT_CONFIG_PARAMETERS",
		where
	});
	return found;
}

// src/git/tree.ts
const MOST_BYTES$3 = 64 * 2 ** 20;
function gitTree(checkout, sha) {
	const look = async (args) => {
		const done = await git(checkout, args, void 0, MOST_BYTES$3);
		if (!done.cut) return done.code === 0 ? done.stdout : null;
		throw environmentError("This file is too large.", {
			where: args.join(" "),
			remedy: `keep it below ${MOST_BYTES$3} bytes`
		});
	};
	return {
		name: sha,
		file: (path) => look([
			"cat-file",
			"blob",
			`${sha}:./${path}`
		]),
		id: (path) => gitOutput(checkout, "rev-parse", "--verify", "--quiet", `${sha}:./${path}`),
		async folder(path) {
			return (await look([
				"ls-tree",
				"--name-only",
				"-z",
				`${sha}:./${path}`
			]))?.split("\0").filter((name) => name !== "") ?? null;
		}
	};
}
async function gitListing(checkout, sha) {
	if (await gitOutput(checkout, "rev-parse", "--show-prefix") !== "") return null;
	const done = await git(checkout, [
		"ls-tree",
		"-r",
		"-z",
		"--full-tree",
		sha
	], void 0, MOST_BYTES$3);
	if (done.code !== 0 || done.cut) return null;
	const entries = /* @__PURE__ */ new Map();
	const blobs = /* @__PURE__ */ new Map();
	for (const [, mode, blob, path] of done.stdout.matchAll(/(\d+) \w+ ([0-9a-f]+)\t([^\0]+)\0/g)) {
		entries.set(path, treeEntry(mode, blob));
		blobs.set(path, blob);
	}
	return {
		entries,
		async text(path) {
			const blob = blobs.get(path);
			if (blob === void 0) return null;
			const found = await git(checkout, [
				"cat-file",
				"blob",
				blob
			], void 0, MOST_BYTES$3);
			return found.code === 0 && !found.cut ? found.stdout : null;
		}
	};
}

// src/git/release.ts
async function lastRelease(checkout, pattern) {
	const found = (await gitOutput(checkout, ...[
		"for-each-ref",
		"--merged=HEAD",
		"--no-contains=HEAD",
		"--format=%(refname)",
		...["--sort=-version:refname", "--sort=-creatordate"]
	], "refs/tags/") ?? "").split("\n").map((ref) => ref.replace(/^refs\/tags\//, "")).find((tag) => matches(pattern, tag));
	if (found) return found;
	const shallow = await gitOutput(checkout, "rev-parse", "--is-shallow-repository") === "true";
	throw userError(`There is no release before this commit: no earlier tag in its history is "${pattern}".`, {
		where: "policy.release",
		remedy: shallow ? "fetch the whole history: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow --tags` here" : "fetch the tags (git fetch --tags), set policy.release to the pattern of yours, or name one: --base TAG"
	});
}
const gitTags = (checkout) => ({
	async tags() {
		return (await gitOutput(checkout, "for-each-ref", "--format=%(refname) %(objectname) %(*objectname)", "refs/tags/") ?? "").split("\n").map((line) => {
			const [ref = "", object = "", commit = ""] = line.split(" ");
			return {
				name: ref.replace(/^refs\/tags\//, ""),
				sha: commit || object
			};
		});
	},
	tree: (ref) => gitTree(checkout, ref),
	mergeBase: (base, head) => gitOutput(checkout, "merge-base", base, head)
});

// src/git/commit.ts
async function commitAt(cwd, env, signal, except) {
	const look = async (...args) => {
		try {
			return await gitOutput({
				cwd,
				env,
				signal
			}, ...args);
		} catch (error) {
			if (error instanceof Interrupted) throw error;
			return null;
		}
	};
	const head = await look("log", "-1", "--format=%H%n%s");
	if (head === null) return null;
	const [sha = "", subject = ""] = head.split("\n");
	const status = await look("status", "--porcelain", "--untracked-files=normal", "--", ":/", `:(exclude)${except}`);
	return {
		sha,
		subject: subject.slice(0, 500),
		dirty: status === null || status !== ""
	};
}

// src/git/edits.ts
const MOST_BYTES$2 = 32 * 2 ** 20;
const PLAIN$1 = [...[
	"--full-index",
	"--no-color",
	"--no-ext-diff",
	"--no-textconv",
	"--no-renames"
], ...["--src-prefix=a/", "--dst-prefix=b/"]];
const NO_EDITS = {
	tracked: sha256(""),
	untracked: sha256("")
};
async function editsAt(checkout, except) {
	const paths = [
		"--",
		":/",
		`:(exclude)${except}`
	];
	const look = async (...args) => {
		const done = await git(checkout, [...args, ...paths], void 0, MOST_BYTES$2);
		return done.code === 0 && !done.cut ? done.stdout : null;
	};
	const diff = await look("diff", "HEAD", ...PLAIN$1);
	const names = await look("ls-files", "-z", "--others", "--exclude-standard", "--full-name");
	const top = await gitOutput(checkout, "rev-parse", "--show-toplevel") ?? checkout.cwd;
	const files = names?.split("\0").filter((name) => name !== "");
	return {
		tracked: diff === null ? null : sha256(diff),
		untracked: files === void 0 ? null : sha256(files.map((name) => stamp(top, name)).join(""))
	};
}
function stamp(top, name) {
	const { size, mtimeMs } = lstatSync(join(top, name), { throwIfNoEntry: false }) ?? {};
	return JSON.stringify([
		name,
		size,
		mtimeMs
	]);
}

// src/git/clone.ts
const PREFIX$1 = "steelyard-publish-";
const OWNER = join(".git", "steelyard-owner");
const NAME_SIZE = 1e3;
async function makeTemporaryClone() {
	const folder = await mkdtemp(join(realpathSync(tmpdir()), PREFIX$1));
	writePrivate(join(folder, OWNER), ownName());
	return {
		folder,
		[Symbol.dispose]: () => removeTree(folder)
	};
}
function sweepClones(log) {
	const place = realpathSync(tmpdir());
	const dead = namesIn$1(place).filter(({ name, kind }) => kind === "folder" && name.startsWith(PREFIX$1)).map(({ name }) => join(place, name)).filter(isLeft);
	for (const folder of dead) {
		removeTree(folder);
		log.warn(`removed ${folder}, left behind by a publisher that was killed`);
	}
	return dead.length;
}
function isLeft(folder) {
	if (linklessStat(folder)?.uid !== process.getuid?.()) return false;
	try {
		return ownerLives(readWhole(join(folder, OWNER), NAME_SIZE)) === false;
	} catch {
		return false;
	}
}

// src/git/worktree.ts
const PREFIX = "steelyard-base-";
const CHECKOUT = 1800;
const namedTop = (name) => join(folderNamed(name), "tree");
const folderNamed = (name) => join(realpathSync(tmpdir()), `${PREFIX}${name}`);
async function addWorktree(checkout, sha, notes, log, name) {
	const below = await gitOutput(checkout, "rev-parse", "--show-prefix") ?? "";
	const folder = await newFolder(name);
	const note = join(notes, `${basename(folder)}.json`);
	const calm = {
		...checkout,
		signal: new AbortController().signal
	};
	const remove = () => removeWorktree(calm, folder, note).catch((error) => {
		if (!isExpected(error)) throw error;
		log.warn(explain(error));
	});
	try {
		writePrivate(note, JSON.stringify({
			owner: ownName(),
			folder
		}));
		const tree = join(folder, "tree");
		const done = await git(checkout, [
			"worktree",
			"add",
			"--quiet",
			"--detach",
			tree,
			sha
		], CHECKOUT);
		if (done.code !== 0) throw environmentError(`The commit ${sha.slice(0, 12)} cannot be checked out next to head.`, {
			where: tree,
			remedy: "check that `git worktree add` works here, and that the disk has space",
			cause: complaint(done)
		});
		await fillIn(checkout, tree, sha);
		return {
			cwd: join(tree, below),
			top: tree,
			[Symbol.asyncDispose]: remove
		};
	} catch (error) {
		await remove();
		if (error instanceof SteelyardError || !(error instanceof Error) || !("code" in error)) throw error;
		throw environmentError("A folder for base cannot be made.", {
			where: folder,
			cause: error
		});
	}
}
async function newFolder(name) {
	if (name !== void 0) try {
		mkdirSync(folderNamed(name), 448);
		return folderNamed(name);
	} catch (error) {
		if (error.code !== "EEXIST") throw error;
	}
	return mkdtemp(folderNamed(""));
}
async function fillIn(checkout, tree, sha) {
	const [head, base] = [await gitOutput(checkout, "rev-parse", "--show-toplevel") ?? checkout.cwd, tree].map((cwd) => ({
		...checkout,
		cwd
	}));
	await fillSubmodules(head, base, sha);
	await fillLfs(head, base, sha);
}
async function fillSubmodules(head, base, sha) {
	const used = (await submodules(head)).filter(({ filled }) => filled).map(({ path }) => path);
	const wanted = (await submodules(base)).filter(({ filled }) => !filled).map(({ path }) => path).filter((path) => used.includes(path));
	if (wanted.length === 0) return;
	const update = [
		"submodule",
		"update",
		"--init",
		"--checkout",
		"--recursive",
		"--quiet",
		"--",
		...wanted
	];
	const done = await git(base, update, CHECKOUT);
	if (done.code === 0) return;
	throw lacking(base.cwd, sha, `the submodule ${wanted[0]}`, "make `git submodule update --init` work on this machine without a password", done);
}
async function fillLfs(head, base, sha) {
	const pointers = await lfsPointers(base);
	if (pointers.length === 0) return;
	const known = await lfsPointers(head);
	const wanted = pointers.filter((path) => !known.includes(path));
	if (wanted.length === 0) return;
	const done = await git(base, ["lfs", "pull"], CHECKOUT);
	const [first] = (await lfsPointers(base)).filter((path) => wanted.includes(path));
	if (first === void 0) return;
	throw lacking(base.cwd, sha, `the Git LFS file ${first}`, "fetch the files of both commits before: `git lfs fetch origin BASE HEAD`", done);
}
const lacking = (tree, sha, what, remedy, done) => environmentError(`The commit ${sha.slice(0, 12)} lacks ${what}, which the checkout has.`, {
	where: tree,
	remedy,
	...done.code !== 0 && { cause: complaint(done) }
});
async function unfilled(at) {
	return {
		submodules: (await submodules(at)).filter(({ filled }) => !filled).map(({ path }) => path),
		pointers: await lfsPointers(at)
	};
}
async function submodules(at) {
	return (await gitOutput(at, "config", "--file", ".gitmodules", "--null", "--get-regexp", "\\.path$") ?? "").split("\0").flatMap((entry) => entry.includes("\n") ? [entry.slice(entry.indexOf("\n") + 1)] : []).map((path) => ({
		path,
		filled: namesIn$1(join(at.cwd, path)).length > 0
	}));
}
async function lfsPointers(at) {
	return (await gitOutput(at, "grep", "-lzE", "-e", "^version https://git-lfs.github.com/spec/v1$", "--", ":(top,attr:filter=lfs)"))?.split("\0").filter((path) => path !== "") ?? [];
}
async function sweepWorktrees(notes, checkout, failed) {
	const swept = [];
	for (const { name, kind } of namesIn$1(notes)) {
		if (kind !== "file" || !name.startsWith(PREFIX) || !name.endsWith(".json")) continue;
		const note = join(notes, name);
		const found = placeIn(note);
		if (found !== void 0 && ownerLives(found.owner) !== false) continue;
		if (found !== void 0 && await leftBehind(checkout, found.folder)) await removeWorktree(checkout, found.folder, note).then(() => swept.push(found.folder), failed);
		else removeFile(note);
	}
	return swept;
}
async function leftBehind(checkout, folder) {
	const found = dirname(folder) === realpathSync(tmpdir()) ? linklessStat(folder) : void 0;
	if (!found?.isDirectory() || found.uid !== process.getuid?.()) return false;
	if (((await gitOutput(checkout, "worktree", "list", "--porcelain", "-z"))?.split("\0") ?? []).includes(`worktree ${join(folder, "tree")}`)) return true;
	try {
		rmdirSync(folder);
	} catch {}
	return false;
}
async function removeWorktree(checkout, folder, note) {
	try {
		removeTree(folder);
	} catch (error) {
		if (!["EACCES", "EPERM"].includes(error.code ?? "")) throw error;
		throw environmentError("A worktree cannot be deleted: a service has made files in it as another user.", {
			where: folder,
			remedy: `sudo rm -rf ${folder}`,
			cause: error
		});
	}
	await git(checkout, ["worktree", "prune"]).catch(() => {});
	removeFile(note);
}
const MOST_BYTES$1 = 8192;
function placeIn(note) {
	try {
		const { owner, folder } = JSON.parse(readWhole(note, MOST_BYTES$1));
		return basename(folder) === basename(note, ".json") && basename(folder).startsWith(PREFIX) ? {
			owner: String(owner),
			folder
		} : void 0;
	} catch {
		return;
	}
}

// src/git/changes.ts
const MOST_BYTES = 32 * 2 ** 20;
const PLAIN = [
	"--no-color",
	"--no-ext-diff",
	"--no-textconv",
	"--no-renames",
	"--relative"
];
const FORM = [
	"-c",
	"core.quotePath=false",
	"-c",
	"diff.noprefix=false",
	"-c",
	"diff.mnemonicPrefix=false"
];
async function changedLines(checkout, since) {
	const options = ["--unified=0", "--ignore-cr-at-eol"];
	const args = [
		...FORM,
		"diff",
		...options,
		...PLAIN,
		since,
		"--",
		"."
	];
	const done = await git(checkout, args, void 0, MOST_BYTES);
	return done.code === 0 && !done.cut ? changesIn(done.stdout) : {
		hunks: {},
		added: [],
		removed: []
	};
}
async function isAsIn(checkout, commit, paths) {
	if (paths.length === 0) return true;
	const which = ["--", ...paths.map((path) => path === "" ? "." : `:(literal)${path}`)];
	const diff = await git(checkout, [
		"diff",
		"--quiet",
		...PLAIN,
		commit,
		...which
	]);
	const others = await git(checkout, [
		"ls-files",
		"--others",
		...which
	]);
	return diff.code === 0 && others.code === 0 && others.stdout === "";
}
function changesIn(diff) {
	const found = Object.create(null);
	const added = [];
	const removed = [];
	let own;
	let file = "";
	let lines = [];
	let former = [];
	let [gone, come] = [0, 0];
	for (const line of diff.split("\n")) if (gone > 0 && line.startsWith("-")) {
		gone--;
		former.push(line.slice(1));
	} else if (come > 0 && line.startsWith("+")) {
		come--;
		lines.push(line.slice(1));
	} else if (line.startsWith("diff ")) own = void 0;
	else if (/^(?:---|\+\+\+) /.test(line)) {
		const [, path] = /^(?:--- a|\+\+\+ b)\/([^\t]*)/.exec(line) ?? [];
		if (path === void 0) continue;
		own = found[path] ??= [];
		file = path;
	} else {
		const numbers = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
		if (numbers === null) continue;
		const [from, before = 1, to, after = 1] = numbers.slice(1).map((text) => text === void 0 ? text : Number(text));
		[gone, come] = [before, after];
		own?.push({
			base: [from, before],
			head: [to, after]
		});
		[lines, former] = [[], []];
		if (own !== void 0 && after > 0) added.push({
			file,
			from: to,
			lines
		});
		if (own !== void 0 && before > 0) removed.push({
			file,
			from,
			lines: former
		});
	}
	return {
		hunks: { ...found },
		added,
		removed
	};
}

// src/git/branch.ts
const OVERTAKEN = /\[rejected\]|fetch first|non-fast-forward|cannot lock ref|failed to update ref|stale info|already exists/i;
const REFUSED = /authentication failed|permission|denied|\b40[13]\b|protected branch|hook declined|GH006|GH013|could not read username|repository not found|does not appear to be a git repository/i;
const NO_BRANCH = /couldn't find remote ref|remote ref does not exist/i;
const FIRST_WAIT = .25;
const LONGEST_WAIT = 20;
const TRANSFER = 300;
async function pushBranch(checkout, pushing) {
	try {
		var _usingCtx$1 = _usingCtx();
		const { remote, branch, log, random } = pushing;
		refuseCredentials(remote);
		const { folder } = _usingCtx$1.u(await makeTemporaryClone());
		const extra = {
			...IDENTITY,
			...settings(pushing),
			...sshEnv(checkout.env)
		};
		const clone = {
			...checkout,
			cwd: folder,
			extra
		};
		await mustRun(clone, [
			"init",
			"-q",
			"--template="
		]);
		const began = Date.now();
		for (let turn = 0;; turn++) {
			await resetBranch(clone, remote, branch);
			const made = await pushing.update(folder);
			if (made === null) return null;
			await mustRun(clone, [
				"add",
				"-A",
				"-f",
				"--",
				...made.paths
			]);
			if ((await git(clone, [
				"diff",
				"--cached",
				"--quiet"
			])).code === 0) return null;
			await mustRun(clone, [
				"commit",
				"-q",
				"--no-verify",
				"-m",
				made.message
			]);
			const done = await git(clone, [
				"push",
				"-q",
				remote,
				`HEAD:refs/heads/${branch}`
			], TRANSFER);
			if (done.code === 0) return (await mustRun(clone, ["rev-parse", "HEAD"])).trim();
			const spent = (Date.now() - began) / 1e3;
			const overtaken = OVERTAKEN.test(done.stderr);
			if (REFUSED.test(done.stderr) && !overtaken) throw unpushed(pushing, done);
			if (spent > pushing.patience) throw environmentError(`No push came through in ${Math.round(spent)} s.`, {
				where: `${branch} of ${remote}`,
				remedy: "publish again: nothing is lost, and nothing is published twice",
				cause: complaint(done)
			});
			const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** turn) * (.5 + random());
			const why = overtaken ? `another job pushed to ${branch} first` : `the push failed: ${complaint(done)}`;
			log.info(`${why}; trying again in ${wait.toFixed(1)} s`);
			await pause(wait, checkout.signal);
		}
	} catch (_) {
		_usingCtx$1.e = _;
	} finally {
		_usingCtx$1.d();
	}
}
async function pushCommit(checkout, { from, parent, message, files, ...to }) {
	try {
		var _usingCtx3 = _usingCtx();
		const { remote, branch } = to;
		refuseCredentials(remote);
		const { folder } = _usingCtx3.u(await makeTemporaryClone());
		const clone = {
			...checkout,
			cwd: folder,
			extra: {
				...IDENTITY,
				...settings(to)
			}
		};
		await mustRun(clone, [
			"init",
			"-q",
			"--template="
		]);
		const got = await git(clone, [
			"fetch",
			"-q",
			"--depth=1",
			"--no-tags",
			remote,
			parent
		], TRANSFER);
		if (got.code !== 0) throw unfetched(parent.slice(0, 9), remote, got);
		await mustRun(clone, ["read-tree", parent]);
		for (const [path, content] of files) {
			const kept = join(folder, "content");
			await writeFile(kept, content);
			await mustRun(clone, [
				"update-index",
				"--add",
				"--cacheinfo",
				`100644,${(await mustRun(clone, [
					"hash-object",
					"-w",
					"--no-filters",
					kept
				])).trim()},${path}`
			]);
		}
		const commit = (await mustRun(clone, [
			"commit-tree",
			"-p",
			parent,
			"-m",
			message,
			(await mustRun(clone, ["write-tree"])).trim()
		])).trim();
		const ref = `refs/heads/${branch}`;
		const lease = `--force-with-lease=${ref}:${from ?? ""}`;
		const done = await git(clone, [
			"push",
			"-q",
			lease,
			remote,
			`${commit}:${ref}`
		], TRANSFER);
		if (done.code !== 0 && !OVERTAKEN.test(done.stderr)) throw unpushed(to, done);
		return done.code === 0;
	} catch (_) {
		_usingCtx3.e = _;
	} finally {
		_usingCtx3.d();
	}
}
const unpushed = ({ branch, remote }, done) => environmentError("The push was rejected.", {
	where: `${branch} of ${remote}`,
	remedy: `give the job write permission for contents, and let it push to ${branch}`,
	cause: complaint(done)
});
const unfetched = (what, remote, done) => environmentError("The branch cannot be fetched.", {
	where: `${what} of ${remote}`,
	remedy: "check the address and the permission to read it",
	cause: complaint(done)
});
async function pause(seconds, signal) {
	await setTimeout(seconds * 1e3, void 0, { signal }).catch(() => {
		throw interruption(signal);
	});
}
async function resetBranch(clone, remote, branch) {
	const ref = `refs/heads/${branch}`;
	const done = await git(clone, [
		"fetch",
		"-q",
		"--depth=1",
		"--no-tags",
		remote,
		ref
	], TRANSFER);
	if (done.code === 0) await mustRun(clone, [
		"checkout",
		"-q",
		"-f",
		"-B",
		branch,
		"FETCH_HEAD"
	]);
	else if (NO_BRANCH.test(done.stderr)) {
		await mustRun(clone, [
			"symbolic-ref",
			"HEAD",
			ref
		]);
		await git(clone, [
			"update-ref",
			"-d",
			ref
		]);
		await mustRun(clone, ["read-tree", "--empty"]);
	} else throw unfetched(branch, remote, done);
	await mustRun(clone, [
		"clean",
		"-q",
		"-ffdx"
	]);
}
async function mustRun(clone, args) {
	const done = await git(clone, args);
	if (done.code === 0) return done.stdout;
	throw environmentError(`git ${args[0]} failed in the temporary clone.`, { cause: complaint(done) });
}
const WHO = {
	NAME: "steelyard",
	EMAIL: "steelyard@users.noreply.github.com"
};
const IDENTITY = {
	GIT_AUTHOR_NAME: WHO.NAME,
	GIT_AUTHOR_EMAIL: WHO.EMAIL,
	GIT_COMMITTER_NAME: WHO.NAME,
	GIT_COMMITTER_EMAIL: WHO.EMAIL
};
function settings({ remote, token }) {
	const pairs = [
		["core.hooksPath", "/dev/null"],
		["commit.gpgSign", "false"],
		["core.autocrlf", "false"],
		["gc.auto", "0"]
	];
	const [origin] = /^https?:\/\/[^/]+\//.exec(remote) ?? [];
	if (token !== void 0 && origin !== void 0) {
		const word = Buffer.from(`x-access-token:${token}`).toString("base64");
		pairs.push([`http.${origin}.extraHeader`, `AUTHORIZATION: basic ${word}`]);
	}
	const all = { GIT_CONFIG_COUNT: String(pairs.length) };
	for (const [i, [key, value]] of pairs.entries()) {
		all[`GIT_CONFIG_KEY_${i}`] = key;
		all[`GIT_CONFIG_VALUE_${i}`] = value;
	}
	return all;
}
function refuseCredentials(remote) {
	if (!/^https?:\/\/[^/]*@/.test(remote)) return;
	throw userError("The address of the repository contains credentials, which would be visible in the list of processes.", {
		where: remote.replace(/\/\/[^/]*@/, "//***@"),
		remedy: "remove them, and pass the token in the environment variable GITHUB_TOKEN"
	});
}

// src/git/history.ts
const SHALLOW = "fetch the whole history: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` here";
async function commitOf(checkout, ref) {
	const verified = [
		"rev-parse",
		"--verify",
		"--quiet",
		"--end-of-options",
		`${ref}^{commit}`
	];
	const sha = await gitOutput(checkout, ...verified);
	const printed = sha === null ? null : await gitOutput(checkout, "log", "-1", "--format=%aI%n%s", sha);
	if (sha === null || printed === null) throw userError(`There is no commit "${ref.slice(0, 200)}".`, {
		where: checkout.cwd,
		remedy: `name a branch, tag or commit that \`git rev-parse\` knows; in a shallow clone, ${SHALLOW}`
	});
	const [authored = "", subject = ""] = printed.split("\n");
	return {
		sha,
		subject: subject.slice(0, 500),
		authored
	};
}
const parentOf = (checkout, sha) => commitOf(checkout, `${sha}^1`);
async function firstParents(checkout, good, bad) {
	const [a, b] = [good.sha.slice(0, 12), bad.sha.slice(0, 12)];
	const where = `${a}..${b}`;
	if (good.sha === bad.sha) throw userError("Good and bad are the same commit.", {
		where,
		remedy: "name two: bisect GOOD BAD"
	});
	const base = await gitOutput(checkout, "merge-base", good.sha, bad.sha);
	if (base !== good.sha) {
		const turned = base === bad.sha;
		throw userError(`The good commit ${a} is not an ancestor of the bad commit ${b}.`, {
			where,
			remedy: turned ? "name them the other way round: good first" : `name an earlier commit that was good, such as their merge-base; in a shallow clone, ${SHALLOW}`
		});
	}
	return (await gitOutput(checkout, "rev-list", "--first-parent", "--reverse", `${good.sha}..${bad.sha}`) ?? "").split("\n").filter((sha) => sha !== "");
}

export { NO_EDITS, addWorktree, changedLines, commitAt, commitOf, credentialsOfUser, defaultBranch, demandNoCredentials, editsAt, firstParents, gitListing, gitOutput, gitTags, gitTree, isAsIn, isChangedSince, lastRelease, mergeBase, namedTop, parentOf, pushBranch, pushCommit, remoteBranch, shaOf, shownRef, sweepClones, sweepWorktrees, trackedIn, unfilled, verifyCheckout };