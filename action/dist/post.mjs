import { setMaxListeners } from "node:events";
import { createInterface } from "node:readline/promises";
import { basename, dirname, isAbsolute, join, resolve, sep } from "node:path";
import { closeSync, constants, existsSync, fstatSync, ftruncateSync, lstatSync, mkdirSync, openSync, readFileSync, readSync, readdirSync, readlinkSync, realpathSync, rmdirSync, statSync, unlinkSync, writeFileSync, writeSync } from "node:fs";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { createHash, randomUUID } from "node:crypto";
import { homedir, hostname, tmpdir } from "node:os";
import { spawn, spawnSync } from "node:child_process";
import { StringDecoder } from "node:string_decoder";
import { request } from "node:http";
import { request as request$1 } from "node:https";
import * as os from "os";
import { EOL } from "os";
import * as crypto from "crypto";
import * as fs from "fs";
import { constants as constants$1, promises } from "fs";

// src/base/exit.ts
const EXIT = {
	ok: 0,
	worse: 1,
	user: 2,
	environment: 3,
	undecided: 4,
	neutral: 5,
	bug: 70,
	sigint: 130,
	sigterm: 143
};

// src/base/errors.ts
var SteelyardError = class extends Error {
	fault;
	where;
	remedy;
	absent;
	constructor(fault, what, advice = {}) {
		super(what, advice.cause === void 0 ? void 0 : { cause: advice.cause });
		this.name = "SteelyardError";
		this.fault = fault;
		this.where = advice.where;
		this.remedy = advice.remedy;
		this.absent = advice.absent ?? [];
	}
};
const userError = (what, advice) => new SteelyardError("user", what, advice);
const environmentError = (what, advice) => new SteelyardError("environment", what, advice);
const isExpected = (error) => error instanceof SteelyardError && error.fault !== "bug";
var Interrupted = class extends Error {
	by;
	constructor(by) {
		super(`interrupted by ${by}`);
		this.name = "Interrupted";
		this.by = by;
	}
};
function interruption(signal) {
	return signal.reason instanceof Interrupted ? signal.reason : new Interrupted("SIGTERM");
}
const REFUSALS = {
	ENOSPC: "the disk is full",
	EDQUOT: "the disk quota is used up",
	EROFS: "the file system is read-only",
	EMFILE: "too many files are open",
	ENFILE: "too many files are open",
	ENOMEM: "there is not enough memory",
	EIO: "the disk does not work"
};
function blamed(error) {
	const { code, path } = error ?? {};
	const what = typeof code === "string" ? REFUSALS[code] : void 0;
	if (what === void 0 || error instanceof SteelyardError) return error;
	const where = typeof path === "string" ? { where: path } : {};
	return environmentError(`The system refused the operation: ${what}.`, {
		...where,
		remedy: "free the missing resource",
		cause: error
	});
}
function exitOf(thrown) {
	const error = blamed(thrown);
	if (error instanceof Interrupted) return error.by === "SIGINT" ? EXIT.sigint : EXIT.sigterm;
	if (error instanceof SteelyardError) return {
		user: EXIT.user,
		environment: EXIT.environment,
		bug: EXIT.bug
	}[error.fault];
	return EXIT.bug;
}
function explain(thrown) {
	const error = blamed(thrown);
	if (error instanceof Interrupted) return error.message;
	if (!isExpected(error)) return `This is a bug in steelyard, not in your configuration.\n${error instanceof Error ? error.stack ?? error.message : String(error)}`;
	const lines = [error.message];
	if (error.where !== void 0) lines.push(`  at ${error.where}`);
	const cause = reason(error.cause);
	if (cause !== void 0) lines.push(`  because ${cause}`);
	if (error.remedy !== void 0) lines.push(`  fix: ${error.remedy}`);
	return lines.join("\n");
}
function reason(cause) {
	if (cause === void 0) return void 0;
	return cause instanceof Error ? cause.message : String(cause);
}

// src/exec/deadline.ts
const ORDERLY = 3;
let until = Number.POSITIVE_INFINITY;
function endSoon() {
	until = Math.min(until, performance.now() + ORDERLY * 1e3);
}
const graceLeft = (wanted) => Math.max(0, Math.min(wanted, (until - performance.now()) / 1e3));

// src/commands/entry.ts
const sink = (stream) => ({
	write: (text) => void stream.write(text),
	isTerminal: stream.isTTY === true,
	get columns() {
		return stream.columns || 80;
	}
});
const asking = ({ input, output, signal, interrupt }) => async (question) => {
	const terminal = createInterface({
		input,
		output
	});
	terminal.on("SIGINT", () => interrupt(new Interrupted("SIGINT")));
	const closed = new Promise((resolve) => terminal.once("close", () => resolve("")));
	try {
		return await Promise.race([terminal.question(question, { signal }), closed]);
	} catch (error) {
		throw signal.aborted ? interruption(signal) : error;
	} finally {
		terminal.close();
	}
};
async function runProgram(program, messages = "stderr") {
	const abort = new AbortController();
	setMaxListeners(0, abort.signal);
	const ended = (why) => {
		endSoon();
		abort.abort(why);
	};
	for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => ended(new Interrupted(name)));
	process.on("SIGHUP", () => ended(new Interrupted("SIGTERM")));
	for (const stream of [process.stdout, process.stderr]) stream.on("error", (error) => {
		if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
	});
	const bugs = [];
	for (const event of ["uncaughtException", "unhandledRejection"]) process.on(event, (error) => {
		bugs.push(error);
		ended(new Interrupted("SIGTERM"));
	});
	const { stdin: input, stdout: output } = process;
	const ask = asking({
		input,
		output,
		signal: abort.signal,
		interrupt: ended
	});
	const code = await program({
		argv: process.argv.slice(2),
		env: process.env,
		cwd: process.cwd(),
		out: sink(process.stdout),
		err: sink(process[messages]),
		now: () => /* @__PURE__ */ new Date(),
		random: Math.random,
		signal: abort.signal,
		...input.isTTY && output.isTTY && { ask }
	});
	for (const bug of bugs) process.stderr.write(`${explain(bug)}\n`);
	process.exitCode = bugs.length > 0 ? EXIT.bug : code;
}

// src/base/log.ts
function logTo(sink, redact = (text) => text) {
	let live = false;
	const clear = () => {
		if (live) sink.write("\r\x1B[2K");
		live = false;
	};
	const line = (text) => {
		clear();
		sink.write(`${visible(redact(text))}\n`);
	};
	return {
		isLive: sink.isTerminal && !sink.isQuiet,
		get columns() {
			return columnsOf(sink);
		},
		info: sink.isQuiet ? () => {} : line,
		warn: (text) => line(`warning: ${text}`),
		progress(text) {
			if (!sink.isTerminal || sink.isQuiet) return;
			clear();
			if (text === "") return;
			const flat = visible(redact(text)).replace(/[\n\t]/g, " ");
			sink.write(flat.slice(0, columnsOf(sink)));
			live = true;
		}
	};
}
const columnsOf = ({ columns }) => Math.max(20, columns - 1);
const COLOUR = /\u001b\[[\d;]*m/g;
function visible(text) {
	return text.replace(COLOUR, "").replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).replace(/^([^\S\n]*):(?=:)/gm, "$1: ").replace(/##(?=\[)/g, "## ");
}

// src/exec/proc.ts
const TICKS = 100;
function parseStat(text) {
	const close = text.lastIndexOf(")");
	const pid = Number.parseInt(text, 10);
	const field = text.slice(close + 2).split(" ");
	if (close === -1 || Number.isNaN(pid) || field.length < 20) return void 0;
	const number = (at) => Number(field[at - 3]);
	return {
		pid,
		state: field[0],
		parent: number(4),
		group: number(5),
		session: number(6),
		cpu: (number(14) + number(15)) / TICKS,
		childrenCpu: (number(16) + number(17)) / TICKS,
		faults: number(10) + number(11) + number(12) + number(13),
		began: number(22)
	};
}
const alive = (stat) => stat.state !== "Z" && stat.state !== "X";
function statOf(pid) {
	const text = readProc(`/proc/${pid}/stat`);
	return text === void 0 ? void 0 : parseStat(text);
}
function lives({ pid, began }) {
	const stat = statOf(pid);
	return stat !== void 0 && stat.began === began && alive(stat);
}
function allStats() {
	return numbersIn("/proc").flatMap((pid) => statOf(pid) ?? []);
}
function numbersIn(directory) {
	try {
		return readdirSync(directory).map(Number).filter(Number.isInteger);
	} catch {
		return [];
	}
}
const buffer = Buffer.allocUnsafe(65536);
function readProc(path) {
	let file;
	try {
		file = openSync(path, "r");
		return buffer.toString("latin1", 0, readSync(file, buffer));
	} catch {
		return;
	} finally {
		if (file !== void 0) closeSync(file);
	}
}

// src/exec/owner.ts
function ownName() {
	return [
		...here(),
		process.pid,
		statOf(process.pid)?.began ?? 0
	].join("/");
}
function domain() {
	const folder = tmpdir();
	let path = folder;
	try {
		path = realpathSync(folder);
	} catch {}
	return createHash("sha256").update(path).digest("hex").slice(0, 12);
}
function ownerLives(text) {
	const [host, boot, namespace, pid = "", began = ""] = text.split("/");
	const [ourHost, ourBoot, ourNamespace] = here();
	if (host !== ourHost || !/^\d+$/.test(pid) || !/^\d+$/.test(began)) return null;
	if (boot !== ourBoot) return false;
	if (namespace !== ourNamespace) return null;
	if (began === "0") return signalable(Number(pid));
	return lives({
		pid: Number(pid),
		began: Number(began)
	});
}
function here() {
	return [
		hostname(),
		readProc("/proc/sys/kernel/random/boot_id")?.trim() ?? "-",
		namespaceOfPids()
	];
}
function namespaceOfPids() {
	try {
		return readlinkSync("/proc/self/ns/pid").replace(/\D/g, "");
	} catch {
		return "-";
	}
}
function signalable(pid) {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return error.code === "EPERM";
	}
}

// src/exec/fence.ts
const NAME = /^steelyard-(\d+)-(\d+)-(\d+)-([0-9a-f]+)$/;
const LOOKS$1 = 100;
const PAUSE$1 = 20;
const LIMITS = [
	"memory.max",
	"memory.high",
	"cpu.max"
];
async function sweepFences() {
	const ended = [];
	for (const parent of new Set(parents().flatMap(ancestors))) for (const name of foldersIn(parent)) {
		const folder = join(parent, name);
		if (!abandoned(name) || isOwn(folder)) continue;
		ended.push(...membersIn(folder));
		await emptyGroup(folder);
	}
	return [...new Set(ended)];
}
function abandoned(name) {
	const [, namespace, pid, began, of] = NAME.exec(name) ?? [];
	const [, , own] = ownName().split("/");
	if (namespace !== own || of !== domain()) return false;
	return !lives({
		pid: Number(pid),
		began: Number(began)
	});
}
function parents() {
	const lines = (readProc("/proc/self/cgroup") ?? "").split("\n");
	const of = (known) => lines.flatMap((line) => {
		const [, controllers = "", path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
		return path !== void 0 && known(controllers) ? [path === "/" ? "" : path] : [];
	});
	const second = of((controllers) => controllers === "").flatMap((path) => [`/sys/fs/cgroup${path}`, `/sys/fs/cgroup/unified${path}`]);
	const first = of((controllers) => controllers === "freezer").map((path) => `/sys/fs/cgroup/freezer${path}`);
	return [...second.filter((folder) => !isLimited(folder)), ...first].filter((folder) => existsSync(join(folder, "cgroup.procs")));
}
function isLimited(folder) {
	return LIMITS.some((name) => /^\d/.test(textOf$2(join(folder, name))));
}
function ancestors(folder) {
	const above = dirname(folder);
	return existsSync(join(above, "cgroup.procs")) ? [folder, ...ancestors(above)] : [folder];
}
const isOwn = (folder) => membersIn(folder).includes(process.pid);
function membersIn(folder) {
	return [...textOf$2(join(folder, "cgroup.procs")).split("\n").map(Number).filter((pid) => pid > 0), ...foldersIn(folder).flatMap((name) => membersIn(join(folder, name)))];
}
async function emptyGroup(folder) {
	for (let look = 0; look < LOOKS$1; look++) {
		const members = membersIn(folder);
		if (members.length === 0 && removeGroup(folder)) return;
		try {
			writeFileSync(join(folder, "cgroup.kill"), "1");
		} catch {
			for (const pid of members) kill(pid);
		}
		await setTimeout$1(PAUSE$1);
	}
}
function kill(pid) {
	try {
		process.kill(pid, "SIGKILL");
	} catch {}
}
function removeGroup(folder) {
	try {
		for (const name of foldersIn(folder)) removeGroup(join(folder, name));
		rmdirSync(folder);
		return true;
	} catch (error) {
		return error.code === "ENOENT";
	}
}
function foldersIn(folder) {
	try {
		return readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory()).map(({ name }) => name);
	} catch {
		return [];
	}
}
function textOf$2(path) {
	try {
		return readFileSync(path, "latin1");
	} catch {
		return "";
	}
}

// src/exec/grounded.ts
function groundedPath(cwd, name) {
	const path = resolve(cwd, name);
	const top = checkoutOf(cwd);
	if (path === top || path.startsWith(`${top}${sep}`)) return join(realPath(top), path.slice(top.length));
	return realPath(path);
}
function checkoutOf(folder) {
	for (let at = folder;; at = dirname(at)) {
		if (existsSync(join(at, ".git"))) return at;
		if (dirname(at) === at) return folder;
	}
}
function realPath(path) {
	try {
		return realpathSync(path);
	} catch {
		const parent = dirname(path);
		return parent === path ? path : join(realPath(parent), basename(path));
	}
}

// src/exec/mark.ts
const MARK = "STEELYARD_OWNER";
let made = 0;
const newMark = () => `${ownName()}/${++made}/${domain()}`;
const isAbandoned = (mark) => mark.split("/")[6] === domain() && ownerLives(mark) === false;
function marked(env, mark) {
	const { [MARK]: _, ...rest } = env;
	return {
		[MARK]: mark,
		...rest
	};
}
const seen = /* @__PURE__ */ new Map();
function markOf(process) {
	const { pid, began } = process;
	const before = seen.get(pid);
	if (before?.began === began) return before.mark;
	seen.delete(pid);
	const text = environmentOf(process);
	if (text === null) return null;
	const mark = text.split("\0").find((one) => one.startsWith(`${"STEELYARD_OWNER"}=`))?.slice(16) ?? null;
	if (mark !== null || text === "") seen.set(pid, {
		began,
		mark
	});
	return mark;
}
const KTHREADD = 2;
const STARTING = 20;
function environmentOf(process) {
	const { pid, parent } = process;
	for (let left = pid === KTHREADD || parent === KTHREADD || !alive(process) ? 0 : STARTING;; left--) {
		try {
			const text = readFileSync(`/proc/${pid}/environ`, "latin1");
			if (text !== "" || left <= 0) return text;
		} catch {
			return null;
		}
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
	}
}

// src/exec/family.ts
const VANISH = 10;
var Family = class {
	leader;
	seen = /* @__PURE__ */ new Map();
	extinct = false;
	mark;
	constructor(leader, mark = null) {
		this.leader = leader;
		this.mark = mark;
	}
	members() {
		if (this.extinct) return [];
		const { pid, began } = this.leader;
		if (began === null) return exists(-pid) ? [pid] : [];
		const look = this.scan(pid, began);
		const found = look.length === 0 && exists(-pid) ? this.scan(pid, began) : look;
		this.extinct = found.length === 0;
		return found;
	}
	scan(leader, began) {
		const all = allStats();
		const own = /* @__PURE__ */ new Set();
		const taken = all.some(({ pid, began: since }) => pid === leader && since !== began);
		const ours = (stat) => !taken && (stat.pid === leader || stat.group === leader || stat.session === leader) || this.seen.get(stat.pid) === stat.began;
		const kin = kinOfOurs(all);
		for (const stat of all) {
			if (kin.has(stat.pid)) continue;
			if (ours(stat) || stat.began >= began && this.mark !== null && markOf(stat) === this.mark) own.add(stat.pid);
		}
		for (let before = -1; before < own.size;) {
			before = own.size;
			for (const { pid, parent } of all) if (own.has(parent) && !kin.has(pid)) own.add(pid);
		}
		const living = all.filter((stat) => own.has(stat.pid) && alive(stat));
		for (const stat of living) this.seen.set(stat.pid, stat.began);
		return living.map(({ pid }) => pid);
	}
	kill() {
		this.signal("SIGKILL");
	}
	signal(name) {
		const members = this.members();
		const inGroup = (pid) => this.leader.began === null || statOf(pid)?.group === this.leader.pid;
		if (members.some(inGroup)) send(-this.leader.pid, name);
		for (const pid of members) if (name === "SIGKILL" || !inGroup(pid)) send(pid, name);
	}
	async end(grace) {
		if (this.members().length === 0) return;
		if (graceLeft(grace) > 0) {
			this.signal("SIGTERM");
			if (await this.gone(grace, () => {}, graceLeft)) return;
		}
		this.kill();
		if (await this.gone(VANISH, () => this.kill())) return;
		throw environmentError(`Processes do not end, even when killed: ${this.members().join(", ")}.`, { remedy: "they hang inside the kernel (often a dead network disk): restart the machine" });
	}
	async gone(seconds, meanwhile, most = (left) => left) {
		const until = performance.now() + seconds * 1e3;
		for (let pause = 2;; pause = Math.min(50, pause * 1.5)) {
			await setTimeout$1(pause);
			meanwhile();
			if (this.members().length === 0) return true;
			if (most((until - performance.now()) / 1e3) <= 0) return false;
		}
	}
};
function kinOfOurs(all) {
	const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
	const kin = /* @__PURE__ */ new Set();
	for (let pid = process.pid; pid && !kin.has(pid); pid = parents.get(pid)) kin.add(pid);
	return kin;
}
function leader(pid) {
	return {
		pid,
		began: statOf(pid)?.began ?? null
	};
}
function exists(target) {
	try {
		return process.kill(target, 0);
	} catch (error) {
		return error.code === "EPERM";
	}
}
function send(target, signal) {
	try {
		process.kill(target, signal);
	} catch {}
}

// \0@oxc-project+runtime@0.156.0/helpers/esm/usingCtx.js
function _usingCtx() {
	var r = "function" == typeof SuppressedError ? SuppressedError : function(r, e) {
		var n = Error();
		return n.name = "SuppressedError", n.error = r, n.suppressed = e, n;
	}, e = {}, n = [];
	function using(r, e) {
		if (null != e) {
			if (Object(e) !== e) throw new TypeError("using declarations can only be used with objects, functions, null, or undefined.");
			if (r) var o = e[Symbol.asyncDispose || Symbol["for"]("Symbol.asyncDispose")];
			if (void 0 === o && (o = e[Symbol.dispose || Symbol["for"]("Symbol.dispose")], r)) var t = o;
			if ("function" != typeof o) throw new TypeError("Object is not disposable.");
			t && (o = function o() {
				try {
					t.call(e);
				} catch (r) {
					return Promise.reject(r);
				}
			}), n.push({
				v: e,
				d: o,
				a: r
			});
		} else r && n.push({
			d: e,
			a: r
		});
		return e;
	}
	return {
		e,
		u: using.bind(null, !1),
		a: using.bind(null, !0),
		d: function d() {
			var o, t = this.e, s = 0;
			function next() {
				for (; o = n.pop();) try {
					if (!o.a && 1 === s) return s = 0, n.push(o), Promise.resolve().then(next);
					if (o.d) {
						var r = o.d.call(o.v);
						if (o.a) return s |= 2, Promise.resolve(r).then(next, err);
					} else s |= 1;
				} catch (r) {
					return err(r);
				}
				if (1 === s) return t !== e ? Promise.reject(t) : Promise.resolve();
				if (t !== e) throw t;
			}
			function err(n) {
				return t = t !== e ? new r(n, t) : n, next();
			}
			return next();
		}
	};
}

// src/exec/linkless.ts
const O_PATH = 2097152;
const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_APPEND, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;
const HAS_OPENAT = process.platform === "linux" && existsSync("/proc/self/fd");
const MOST_BYTES$3 = 64 * 2 ** 20;
function descend(path, make) {
	let folder = step(sep, sep, void 0);
	let whole = "";
	for (const name of resolve(path).split(sep).filter(Boolean)) try {
		var _usingCtx$1 = _usingCtx();
		const before = _usingCtx$1.u(folder);
		whole += `${sep}${name}`;
		folder = step(`${before.at.replace(/\/$/, "")}/${name}`, whole, make);
	} catch (_) {
		_usingCtx$1.e = _;
	} finally {
		_usingCtx$1.d();
	}
	return folder;
}
function hold(path, make) {
	const folder = descend(dirname(resolve(path)), make);
	return {
		...folder,
		folder: folder.at,
		at: join(folder.at, basename(resolve(path)))
	};
}
function step(at, path, make) {
	try {
		if (HAS_OPENAT) {
			const file = openSync(at, O_PATH | O_DIRECTORY | O_NOFOLLOW);
			return {
				at: `/proc/self/fd/${file}`,
				[Symbol.dispose]: () => closeSync(file)
			};
		}
		if (!lstatSync(at).isDirectory()) throw Object.assign(/* @__PURE__ */ new Error(`ENOTDIR: not a directory, ${path}`), NOT_FOLDER);
		return {
			at,
			[Symbol.dispose]() {}
		};
	} catch (error) {
		if (make !== void 0 && codeOf(error) === "ENOENT") {
			try {
				mkdirSync(at, { mode: make });
			} catch (refused) {
				if (codeOf(refused) !== "EEXIST") throw named(refused, path);
			}
			return step(at, path, void 0);
		}
		if (codeOf(error) === "ENOTDIR" && isLink(at)) throw linkAt(path);
		throw named(error, path);
	}
}
const NOT_FOLDER = { code: "ENOTDIR" };
const codeOf = (error) => error?.code;
function isLink(at) {
	try {
		return lstatSync(at).isSymbolicLink();
	} catch {
		return false;
	}
}
function linkAt(path) {
	return userError("There is a symbolic link where Steelyard reads or writes. It is not followed.", {
		where: path,
		remedy: "remove the link, also from the repository, or choose another folder"
	});
}
function named(error, path) {
	if (error instanceof Error && /\/proc\/self\/fd\/\d+/.test(error.message)) {
		error.message = error.message.replace(/'?\/proc\/self\/fd\/\d+[^']*'?/, `'${path}'`);
		Object.assign(error, { path });
	}
	return error;
}
function within$2(path, act, make) {
	try {
		var _usingCtx3 = _usingCtx();
		const held = _usingCtx3.u(hold(path, make));
		try {
			return act(held);
		} catch (error) {
			if (codeOf(error) === "ELOOP" || codeOf(error) === "ENOTDIR" && isLink(held.at)) throw linkAt(path);
			throw named(error, path);
		}
	} catch (_) {
		_usingCtx3.e = _;
	} finally {
		_usingCtx3.d();
	}
}
function linklessStat(path) {
	try {
		return within$2(path, ({ at }) => lstatSync(at));
	} catch (error) {
		if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return void 0;
		throw error;
	}
}
function openFile(path, flags = O_RDONLY) {
	return within$2(path, ({ at }) => {
		const refusal = userError("This is not a regular file.", {
			where: path,
			remedy: "remove it"
		});
		if (lstatSync(at).isDirectory()) throw refusal;
		const file = openSync(at, flags | O_NOFOLLOW | O_NONBLOCK);
		if (fstatSync(file).isFile()) return file;
		closeSync(file);
		throw refusal;
	});
}
const readWhole = (path, most) => readBytes(path, most).toString("utf8");
function readBytes(path, most = MOST_BYTES$3) {
	const file = openFile(path);
	try {
		const { size } = fstatSync(file);
		if (size > most) throw userError(`This file is too large (${size} bytes).`, {
			where: path,
			remedy: "remove it"
		});
		const bytes = Buffer.alloc(size);
		let read = 0;
		for (let more = 1; more > 0 && read < size; read += more) more = readSync(file, bytes, read, size - read, read);
		return bytes.subarray(0, read);
	} finally {
		closeSync(file);
	}
}
function namesIn(path) {
	try {
		try {
			var _usingCtx4 = _usingCtx();
			const folder = _usingCtx4.u(descend(path));
			return readdirSync(folder.at, { withFileTypes: true }).map((one) => ({
				name: one.name,
				kind: one.isDirectory() ? "folder" : one.isFile() ? "file" : one.isSymbolicLink() ? "link" : "other"
			}));
		} catch (_) {
			_usingCtx4.e = _;
		} finally {
			_usingCtx4.d();
		}
	} catch (error) {
		if (codeOf(error) === "ENOENT") return [];
		throw error;
	}
}
function createFile(path, mode = 384, folders = 448) {
	const make = ({ at }) => {
		unlinkIfThere(at);
		return openSync(at, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW, mode);
	};
	return within$2(path, make, folders);
}
function createNew(path, text, mode) {
	try {
		const file = within$2(path, ({ at }) => openSync(at, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode));
		writeSync(file, text);
		return file;
	} catch (error) {
		if (codeOf(error) === "EEXIST") return void 0;
		throw error;
	}
}
function writePrivate(path, content) {
	const file = createFile(path);
	try {
		writeFileSync(file, content);
	} finally {
		closeSync(file);
	}
}
function removeFile(path) {
	missing(() => within$2(path, ({ at }) => unlinkIfThere(at)));
}
function unlinkIfThere(at) {
	missing(() => unlinkSync(at));
}
function removeTree(path) {
	missing(() => within$2(path, ({ at }) => removeAt(at)));
}
function removeAt(at) {
	const stat = lstatSync(at, { throwIfNoEntry: false });
	if (stat === void 0) return;
	if (!stat.isDirectory()) {
		unlinkSync(at);
		return;
	}
	try {
		var _usingCtx6 = _usingCtx();
		const folder = _usingCtx6.u(step(at, at, void 0));
		for (const name of readdirSync(folder.at)) missing(() => removeAt(`${folder.at}/${name}`));
	} catch (_) {
		_usingCtx6.e = _;
	} finally {
		_usingCtx6.d();
	}
	rmdirSync(at);
}
function missing(act) {
	try {
		act();
	} catch (error) {
		if (codeOf(error) !== "ENOENT") throw error;
	}
}

// src/exec/ledger.ts
const MOST_BYTES$2 = 65536;
function record$1(directory, child, program, mark) {
	const boot = bootId();
	const own = statOf(process.pid);
	if (child.began === null || boot === null || own === void 0) return null;
	const entry = {
		pid: child.pid,
		began: child.began,
		boot,
		program,
		mark,
		owner: {
			pid: own.pid,
			began: own.began
		}
	};
	const path = join(directory, `${child.pid}-${child.began}.json`);
	try {
		writePrivate(path, JSON.stringify(entry));
	} catch (cause) {
		throw environmentError("Cannot record the started processes.", {
			where: path,
			remedy: "make this directory writable",
			cause
		});
	}
	return path;
}
function forget(path) {
	removeFile(path);
}
async function sweep(directory, grace = 3) {
	const ended = names$1(directory).map(async (name) => {
		const path = join(directory, name);
		const entry = read(path);
		if (entry?.boot === bootId() && lives(entry.owner)) return [];
		const swept = entry?.boot === bootId() && couldBeOurs(entry) ? await endFamily(entry, entry.mark, entry.program, grace) : [];
		forget(path);
		return swept;
	});
	return (await Promise.all(ended)).flat();
}
async function sweepMarked(grace = 3) {
	const left = /* @__PURE__ */ new Map();
	for (const stat of allStats().filter(alive)) {
		const mark = markOf(stat);
		if (mark === null || !isAbandoned(mark)) continue;
		left.set(mark, [...left.get(mark) ?? [], stat]);
	}
	const ended = [...left].map(async ([mark, stats]) => {
		const first = stats.reduce((oldest, stat) => stat.began < oldest.began ? stat : oldest);
		return endFamily(first, mark, programOf(first.pid), grace);
	});
	return (await Promise.all(ended)).flat();
}
function couldBeOurs({ pid, began, mark }) {
	const stat = statOf(pid);
	if (stat === void 0 || stat.began !== began) return true;
	return mark !== null && markOf(stat) === mark || stat.session === pid && stat.group === pid;
}
async function endFamily(leader, mark, program, grace) {
	const family = new Family(leader, mark);
	const pids = family.members();
	await family.end(grace);
	return pids.length > 0 ? [{
		program,
		pids
	}] : [];
}
const programOf = (pid) => basename(readProc(`/proc/${pid}/cmdline`)?.split("\0")[0] || "a program");
function names$1(directory) {
	return namesIn(directory).filter(({ kind, name }) => kind === "file" && /^\d+-\d+\.json$/.test(name)).map(({ name }) => name);
}
function read(path) {
	try {
		const { pid, began, boot, program, mark, owner } = JSON.parse(readWhole(path, MOST_BYTES$2));
		return [
			pid,
			began,
			owner.pid,
			owner.began
		].every((n) => Number.isInteger(n) && n > 0) && pid > 1 && typeof boot === "string" ? {
			pid,
			began,
			boot,
			program: String(program),
			mark: typeof mark === "string" ? mark : null,
			owner
		} : void 0;
	} catch {
		return;
	}
}
function bootId() {
	return readProc("/proc/sys/kernel/random/boot_id")?.trim() ?? null;
}

// src/exec/claim.ts
const LONGEST$1 = 300;
function ownClaim() {
	const own = processOf(process.pid);
	return JSON.stringify({
		pid: process.pid,
		began: own?.began ?? null,
		command: own?.command
	});
}
function claimIn(text) {
	try {
		const { pid, began = null, command } = JSON.parse(text);
		if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 1) return null;
		if (began !== null && typeof began !== "number" && typeof began !== "string") return null;
		return {
			pid,
			began,
			...typeof command === "string" && { command }
		};
	} catch {
		return null;
	}
}
function holds(claim, file) {
	if (claim === null) return false;
	const found = processOf(claim.pid);
	if (found === null || found.uid !== file.uid || found.began !== claim.began) return false;
	return claim.command === void 0 || claim.command === found.command;
}
function processOf(pid) {
	const stat = statOf(pid);
	if (stat === void 0) return statOf(process.pid) === void 0 ? listed$1(pid) : null;
	if (stat.state === "Z" || stat.state === "X") return null;
	try {
		const { uid } = statSync(`/proc/${pid}`);
		const words = (readProc(`/proc/${pid}/cmdline`) ?? "").split("\0").join(" ").trim();
		return {
			uid,
			began: stat.began,
			command: words.slice(0, LONGEST$1)
		};
	} catch {
		return null;
	}
}
function listed$1(pid) {
	const { status, stdout } = spawnSync("ps", [
		"-ww",
		"-o",
		"uid=",
		"-o",
		"lstart=",
		"-o",
		"command=",
		"-p",
		String(pid)
	], {
		encoding: "utf8",
		env: { LC_ALL: "C" }
	});
	const [, uid, began, command] = /^\s*(\d+)\s+(\S.{23})\s+(.*)$/m.exec(stdout ?? "") ?? [];
	if (status !== 0 || uid === void 0 || began === void 0 || command === void 0) return null;
	return {
		uid: Number(uid),
		began,
		command: command.trim().slice(0, LONGEST$1)
	};
}

// src/exec/lock.ts
const TAKEN = 75;
const ATTEMPTS = 20;
const MOST_BYTES$1 = 4096;
let known;
function locker() {
	const { stdout } = known === void 0 ? spawnSync("flock", ["--version"], CALL) : { stdout: "" };
	known ??= /util-linux/.test(stdout) ? "flock" : null;
	return known;
}
const CALL = {
	env: {},
	encoding: "utf8"
};
function unlock(path, by = locker()) {
	if (linklessStat(path) === void 0) return false;
	const taken = take(path, by);
	if (!(Symbol.dispose in taken)) return false;
	taken[Symbol.dispose]();
	return true;
}
function take(path, by) {
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const taken = by === null ? byClaim(path) : byKernel(path, by);
		if (taken !== void 0) return taken;
	}
	return {
		holder: null,
		kernel: false
	};
}
function byKernel(path, by) {
	const file = openLock(path);
	if (file === void 0) return void 0;
	let kept = false;
	try {
		const { status, stderr } = spawnSync(by, [
			"-x",
			"-n",
			"-E",
			String(TAKEN),
			"3"
		], {
			env: {},
			encoding: "utf8",
			stdio: [
				"ignore",
				"ignore",
				"pipe",
				file
			]
		});
		const claim = claimIn(textOf$1(file));
		const holder = holds(claim, fstatSync(file)) ? claim : null;
		if (status === TAKEN) return {
			holder,
			kernel: true
		};
		if (status !== 0) throw environmentError("A lock cannot be taken.", {
			where: path,
			cause: stderr.trim() || `exit ${status}`
		});
		const now = linklessStat(path);
		const own = fstatSync(file);
		if (now?.ino !== own.ino || now.dev !== own.dev) return void 0;
		if (holder !== null && holder.command === void 0) return {
			holder,
			kernel: false
		};
		rewrite(file, ownClaim());
		kept = true;
		return { [Symbol.dispose]: () => release(path, file) };
	} finally {
		if (!kept) closeSync(file);
	}
}
function release(path, file) {
	try {
		rewrite(file, "");
		removeFile(path);
	} catch {} finally {
		closeSync(file);
	}
}
function rewrite(file, text) {
	try {
		ftruncateSync(file, 0);
		writeSync(file, text, 0);
	} catch {}
}
function openLock(path) {
	try {
		return openFile(path, constants.O_RDWR);
	} catch (error) {
		const { code } = error;
		if (code === "ENOENT") return createNew(path, "", 420);
		if (code !== "EACCES" && code !== "EROFS") throw error;
	}
	try {
		return openFile(path);
	} catch (cause) {
		const remedy = `remove ${path}: its owner does not let other users read it`;
		throw environmentError("A lock cannot be opened.", {
			where: path,
			remedy,
			cause
		});
	}
}
function byClaim(path) {
	const file = createNew(path, ownClaim(), 420);
	if (file !== void 0) {
		closeSync(file);
		return { [Symbol.dispose]: () => removeFile(path) };
	}
	const other = openLock(path);
	if (other === void 0) return void 0;
	try {
		const claim = claimIn(textOf$1(other));
		if (holds(claim, fstatSync(other))) return {
			holder: claim,
			kernel: false
		};
	} finally {
		closeSync(other);
	}
	try {
		removeFile(path);
	} catch (cause) {
		throw environmentError("A lock that no process holds cannot be removed.", {
			where: path,
			remedy: "remove it by hand",
			cause
		});
	}
}
function textOf$1(file) {
	const bytes = Buffer.alloc(MOST_BYTES$1);
	return bytes.toString("utf8", 0, readSync(file, bytes, 0, MOST_BYTES$1, 0));
}

// src/git/clone.ts
const PREFIX$1 = "steelyard-publish-";
const OWNER$1 = join(".git", "steelyard-owner");
const NAME_SIZE = 1e3;
function sweepClones(log) {
	const place = realpathSync(tmpdir());
	const dead = namesIn(place).filter(({ name, kind }) => kind === "folder" && name.startsWith(PREFIX$1)).map(({ name }) => join(place, name)).filter(isLeft);
	for (const folder of dead) {
		removeTree(folder);
		log.warn(`removed ${folder}, left behind by a publisher that was killed`);
	}
	return dead.length;
}
function isLeft(folder) {
	if (linklessStat(folder)?.uid !== process.getuid?.()) return false;
	try {
		return ownerLives(readWhole(join(folder, OWNER$1), NAME_SIZE)) === false;
	} catch {
		return false;
	}
}

// src/exec/env.ts
const ALLOWED = /* @__PURE__ */ new Set([
	"PATH",
	"HOME",
	"USER",
	"LOGNAME",
	"SHELL",
	"TMPDIR",
	"JAVA_HOME",
	"GOROOT",
	"GOTOOLCHAIN",
	"GOPATH",
	"GOCACHE",
	"GOMODCACHE",
	"CARGO_HOME",
	"RUSTUP_HOME",
	"RUSTUP_TOOLCHAIN",
	"PYENV_ROOT",
	"PYENV_VERSION",
	"LANG",
	"LANGUAGE",
	"TZ",
	"http_proxy",
	"https_proxy",
	"no_proxy",
	"all_proxy",
	"HTTP_PROXY",
	"HTTPS_PROXY",
	"NO_PROXY",
	"ALL_PROXY",
	"SSL_CERT_FILE",
	"SSL_CERT_DIR",
	"NODE_EXTRA_CA_CERTS"
]);
const LOCALE = /^LC_[A-Z]+$/;
const GO = /* @__PURE__ */ new Set([
	"GOPROXY",
	"GOSUMDB",
	"GONOSUMDB",
	"GOFLAGS"
]);
function allowed(env, extra = {}, options = {}) {
	const passes = (name) => ALLOWED.has(name) || LOCALE.test(name) || options.go === true && GO.has(name);
	const inherited = Object.entries(env).filter((entry) => entry[1] !== void 0 && passes(entry[0]));
	return {
		...Object.fromEntries(inherited),
		...extra
	};
}

// src/exec/capture.ts
const LIMIT = 8 * 2 ** 20;
var Capture = class {
	half;
	head = [];
	tail = [];
	gone = 0;
	headBytes = 0;
	tailBytes = 0;
	dropped = 0;
	constructor(limit = LIMIT) {
		this.half = Math.ceil(limit / 2);
	}
	get cut() {
		return this.dropped > 0;
	}
	write(chunk) {
		const fits = Math.min(chunk.length, this.half - this.headBytes);
		if (fits > 0) {
			this.head.push(chunk.subarray(0, fits));
			this.headBytes += fits;
		}
		const rest = chunk.subarray(Math.max(0, fits));
		if (rest.length === 0) return;
		this.tail.push(rest);
		this.tailBytes += rest.length;
		for (let first = this.tail[this.gone]; first && this.tailBytes > this.half; first = this.tail[this.gone]) {
			const over = Math.min(first.length, this.tailBytes - this.half);
			if (over === first.length) this.gone++;
			else this.tail[this.gone] = first.subarray(over);
			this.tailBytes -= over;
			this.dropped += over;
		}
		if (2 * this.gone <= this.tail.length) return;
		this.tail.splice(0, this.gone);
		this.gone = 0;
	}
	text() {
		const [head, tail] = [Buffer.concat(this.head), Buffer.concat(this.tail.slice(this.gone))];
		if (!this.cut) return Buffer.concat([head, tail]).toString("utf8");
		return `${head.toString("utf8")}\n[${this.dropped} bytes not kept]\n${tail.toString("utf8")}`;
	}
};

// src/exec/lines.ts
const LONGEST_LINE = 4096;
function lines(onLine, longest = LONGEST_LINE) {
	const decoder = new StringDecoder("utf8");
	let rest = "";
	const emit = (line) => {
		const text = line.endsWith("\r") ? line.slice(0, -1) : line;
		onLine(text.length > longest ? `${text.slice(0, longest)}… [cut]` : text);
	};
	const add = (text) => {
		const parts = (rest + text).split("\n");
		const last = parts.pop() ?? "";
		for (const part of parts) emit(part);
		rest = last.slice(0, longest + 2);
	};
	return {
		write: (chunk) => add(decoder.write(chunk)),
		end() {
			add(decoder.end());
			if (rest !== "") emit(rest);
			rest = "";
		}
	};
}

// src/exec/refusal.ts
function refusal(argv, cwd, cause) {
	const program = argv[0] ?? "";
	const code = cause?.code ?? "";
	if (!isDirectory(cwd)) return userError(`Cannot start ${program}: its working directory does not exist.`, {
		where: cwd,
		remedy: "create the directory, or correct `cwd` (it is relative to the checkout)"
	});
	if (code === "ENOENT") {
		const path = program.includes("/");
		return userError(path ? `Cannot start ${program}: there is no such file, or the interpreter its first line names is missing.` : `Cannot start ${program}: no program of this name is on the PATH.`, {
			where: cwd,
			remedy: path ? "correct the path (it is relative to `cwd`)" : installing$1(program)
		});
	}
	if (code === "EACCES") return userError(`Cannot start ${program}: it is not executable.`, {
		where: cwd,
		remedy: `chmod +x ${program}${interpreted(program, cwd)}`
	});
	return environmentError(`Cannot start ${program}.`, {
		where: cwd,
		remedy: code === "E2BIG" ? "shorten its arguments or environment" : "check the machine's limits",
		cause
	});
}
function interpreted(program, cwd) {
	if (!program.includes("/")) return "";
	const [, interpreter] = /^#! *(?:\S*\/env +(?:-S +)?)?(?:\S*\/)?([\w.+-]+)/.exec(textOf(resolve(cwd, program))) ?? [];
	return interpreter === void 0 ? "" : `, or name its interpreter first: ["${interpreter}", "${program}"]`;
}
function textOf(path) {
	try {
		return readWhole(path);
	} catch {
		return "";
	}
}
const installing$1 = (program) => program === "yarn" || program === "pnpm" ? `run \`corepack enable\` (\`npm install --global corepack\` brings it), or install ${program}` : `install ${program}`;
function isDirectory(path) {
	try {
		return statSync(path).isDirectory();
	} catch {
		return false;
	}
}

// src/exec/tail.ts
const REACH = 65536;
function lastLines(path, count) {
	let file;
	try {
		file = openFile(path);
		const { size } = fstatSync(file);
		const from = Math.max(0, size - REACH);
		const bytes = Buffer.alloc(size - from);
		const read = readSync(file, bytes, 0, bytes.length, from);
		const found = [];
		const cut = lines((line) => found.push(line));
		cut.write(bytes.subarray(0, read));
		cut.end();
		if (from > 0 && found.length > 1) found.shift();
		return found.slice(-count);
	} catch {
		return [];
	} finally {
		if (file !== void 0) closeSync(file);
	}
}

// src/exec/child.ts
const GRACE$1 = 3;
const FLUSH = 250;
async function start(argv, options) {
	const [program = "", ...args] = argv;
	if (program === "") throw userError("A command is empty.", { remedy: "name a program" });
	const output = options.file === void 0 ? "pipe" : openLog(options.file);
	const mark = newMark();
	try {
		const spawned = spawn(program, args, {
			cwd: options.cwd,
			env: marked(options.env, mark),
			detached: true,
			stdio: [
				options.input === void 0 && !options.interactive ? "ignore" : "pipe",
				output,
				output
			]
		});
		const failed = new Promise((_, reject) => spawned.once("error", reject));
		const child = spawned.pid === void 0 ? await failed : new Child(spawned, spawned.pid, program, mark, options);
		failed.catch(() => {});
		return child;
	} catch (cause) {
		throw cause instanceof SteelyardError ? cause : refusal(argv, options.cwd, cause);
	} finally {
		if (typeof output === "number") closeSync(output);
	}
}
var Child = class {
	pid;
	exited;
	options;
	family;
	kept = [];
	release;
	stopping;
	end = null;
	stdin = null;
	constructor(spawned, pid, program, mark, options) {
		this.pid = pid;
		this.options = options;
		this.family = new Family(leader(pid), mark);
		this.exited = this.ending(spawned);
		spawned.on("error", () => {});
		spawned.stdin?.on("error", () => {});
		if (options.interactive) this.stdin = spawned.stdin;
		else spawned.stdin?.end(options.input);
		if (spawned.stdout) this.read(spawned.stdout, "stdout");
		if (spawned.stderr) this.read(spawned.stderr, "stderr");
		const unhook = atExit(() => this.family.kill());
		try {
			const entry = options.ledger === void 0 ? null : record$1(options.ledger, this.family.leader, program, mark);
			this.release = () => {
				unhook();
				if (entry !== null) forget(entry);
			};
		} catch (error) {
			this.family.kill();
			unhook();
			throw error;
		}
	}
	get ended() {
		return this.end;
	}
	write(text) {
		this.stdin?.write(text);
	}
	pids() {
		return this.family.members();
	}
	tail(count = this.options.keep ?? 50) {
		return this.options.file === void 0 ? this.kept.slice(-count) : lastLines(this.options.file, count);
	}
	stop({ grace = 3 } = {}) {
		this.stopping ??= this.family.end(grace).then(async () => {
			await this.exited;
			this.release();
		});
		return this.stopping;
	}
	[Symbol.asyncDispose]() {
		return this.stop();
	}
	async ending(spawned) {
		const closed = new Promise((resolve) => spawned.once("close", () => resolve()));
		const ended = await new Promise((resolve) => spawned.once("exit", (code, signal) => {
			this.end = {
				code,
				signal
			};
			this.family.members();
			resolve({
				code,
				signal
			});
		}));
		const flushed = new AbortController();
		await Promise.race([closed, setTimeout$1(FLUSH, void 0, { signal: flushed.signal }).catch(() => {})]);
		flushed.abort();
		return ended;
	}
	read(from, stream) {
		const most = this.options.keep ?? 50;
		const cut = lines((line) => {
			this.kept.push(line);
			if (this.kept.length > most) this.kept.shift();
			this.options.onLine?.(line, stream);
		});
		from.on("data", (chunk) => {
			this.options.onOutput?.(chunk, stream);
			cut.write(chunk);
		});
		from.on("end", () => cut.end());
		from.on("error", () => {});
	}
};
function atExit(last) {
	process.setMaxListeners(process.getMaxListeners() + 1);
	process.once("exit", last);
	return () => {
		process.removeListener("exit", last);
		process.setMaxListeners(process.getMaxListeners() - 1);
	};
}
function openLog(file) {
	try {
		return createFile(file);
	} catch (cause) {
		if (cause instanceof SteelyardError) throw cause;
		throw environmentError("Cannot write the log of a service.", {
			where: file,
			remedy: "choose another directory for the results, or correct its permissions",
			cause
		});
	}
}

// src/exec/run.ts
async function run(argv, options) {
	const { signal, timeout, limit, grace = 2, onStart, ...rest } = options;
	if (signal?.aborted) throw interruption(signal);
	const captured = {
		stdout: new Capture(limit),
		stderr: new Capture(limit)
	};
	const began = performance.now();
	const child = await start(argv, {
		...rest,
		onOutput: (chunk, stream) => captured[stream].write(chunk)
	});
	try {
		onStart?.(child.pid);
		const outcome = await first(child, signal, timeout);
		const seconds = (performance.now() - began) / 1e3;
		await child.stop({ grace: outcome === "ended" ? 0 : grace });
		if (outcome === "aborted") throw interruption(signal);
		const { stdout, stderr } = captured;
		const timedOut = outcome === "late";
		const { code, signal: by } = await child.exited;
		return {
			code: timedOut ? null : code,
			signal: by,
			timedOut,
			stdout: stdout.text(),
			stderr: stderr.text(),
			cut: stdout.cut || stderr.cut,
			seconds
		};
	} finally {
		await child.stop({ grace });
	}
}
async function first(child, signal, timeout) {
	const done = new AbortController();
	const waits = [child.exited.then(() => "ended")];
	if (signal) waits.push(new Promise((resolve) => {
		const abort = () => resolve("aborted");
		signal.addEventListener("abort", abort, {
			once: true,
			signal: done.signal
		});
		if (signal.aborted) abort();
	}));
	if (timeout !== void 0) {
		const late = setTimeout$1(timeout * 1e3, "late", { signal: done.signal });
		late.catch(() => {});
		waits.push(late);
	}
	try {
		return await Promise.race(waits);
	} finally {
		done.abort();
	}
}

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

// src/git/worktree.ts
const PREFIX = "steelyard-base-";
async function sweepWorktrees(notes, checkout, failed) {
	const swept = [];
	for (const { name, kind } of namesIn(notes)) {
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
const MOST_BYTES = 8192;
function placeIn(note) {
	try {
		const { owner, folder } = JSON.parse(readWhole(note, MOST_BYTES));
		return basename(folder) === basename(note, ".json") && basename(folder).startsWith(PREFIX) ? {
			owner: String(owner),
			folder
		} : void 0;
	} catch {
		return;
	}
}

// src/base/own.ts
function own$1(record, name) {
	return record && Object.hasOwn(record, name) ? record[name] : void 0;
}

// src/stack/compose/cli.ts
const PASSED = [
	"DOCKER_CONFIG",
	"DOCKER_CONTEXT",
	"DOCKER_TLS_VERIFY",
	"DOCKER_CERT_PATH",
	"XDG_RUNTIME_DIR"
];
const NEEDED = ["PATH", "HOME"];
function dockerEnv({ env, variables, address, fetches }) {
	const inherited = Object.entries(env).filter(([name]) => NEEDED.includes(name) || !Object.hasOwn(variables, name));
	const passed = PASSED.flatMap((name) => own$1(env, name) === void 0 ? [] : [[name, own$1(env, name)]]);
	const host = address ?? env.DOCKER_HOST;
	return allowed(Object.fromEntries(inherited), {
		...Object.fromEntries(passed),
		...host ? { DOCKER_HOST: host } : {},
		BUILDX_BUILDER: "default",
		BUILDKIT_PROGRESS: "plain",
		COMPOSE_MENU: "0",
		...fetches === true ? {} : {
			COMPOSE_EXPERIMENTAL_GIT_REMOTE: "false",
			COMPOSE_EXPERIMENTAL_OCI_REMOTE: "false"
		}
	});
}
async function engineAddress(docker, signal) {
	if (docker.env.DOCKER_HOST) return docker.env.DOCKER_HOST;
	const { code, stdout } = await runDocker(docker, [
		"docker",
		"context",
		"inspect",
		"--format",
		"{{.Endpoints.docker.Host}}"
	], {
		signal,
		timeout: 20
	});
	return code === 0 && stdout.trim() || "unix:///var/run/docker.sock";
}
async function runDocker(docker, argv, call) {
	const shown = {
		all: (line) => docker.log.info(`  | ${line}`),
		live: (line) => docker.log.progress(line.trim())
	};
	try {
		return await run(argv, {
			cwd: docker.cwd,
			env: dockerEnv(docker),
			signal: call.signal,
			timeout: call.timeout,
			...call.show === void 0 ? {} : { onLine: shown[call.show] },
			...docker.ledger === void 0 ? {} : { ledger: docker.ledger }
		});
	} catch (error) {
		if (error.fault !== "user") throw error;
		throw environmentError("The program docker cannot be started.", {
			remedy: "install Docker Engine with Compose v2, or measure another kind of stack: --stack process",
			cause: error
		});
	}
}

// src/stack/compose/engine.ts
const TIMEOUT = 3e4;
const LONGEST = 2 ** 20;
function engineAt(address, env) {
	const target = connection(address, env);
	const send = (method, path) => answer(address, target, method, path);
	const bytes = async (path) => {
		const { status, body } = await send("GET", path);
		if (status < 400) return body;
		throw refused(address, path, status, body);
	};
	return {
		address,
		bytes,
		get: async (path) => JSON.parse((await bytes(path)).toString()),
		async find(path) {
			const { status, body } = await send("GET", path);
			if (status < 400) return JSON.parse(body.toString());
			if (status === 404 || status === 400) return void 0;
			throw refused(address, path, status, body);
		},
		async send(method, path) {
			const { status, body } = await send(method, path);
			if (status < 400 || status === 404 || status === 409) return status;
			throw refused(address, path, status, body);
		},
		follow: (path, line, signal) => stream(address, target, path, line, signal)
	};
}
function connection(address, env) {
	const [, scheme = "", rest = ""] = /^(\w+):\/\/(.+)$/.exec(address) ?? [];
	if (scheme === "unix" || scheme === "npipe") return {
		socketPath: rest,
		secure: false
	};
	if (scheme !== "tcp" && scheme !== "http" && scheme !== "https") throw userError(`The engine's address "${address}" cannot be used.`, {
		where: "DOCKER_HOST, or the context in use",
		remedy: "use unix:///path/to/docker.sock or tcp://127.0.0.1:2375"
	});
	const url = new URL(`http://${rest}`);
	const at = {
		host: url.hostname.replace(/^\[|\]$/g, ""),
		port: url.port || 2375
	};
	const folder = env.DOCKER_CERT_PATH;
	if (!env.DOCKER_TLS_VERIFY || folder === void 0) return {
		...at,
		secure: scheme === "https"
	};
	const file = (name) => readFileSync(join(folder, name));
	return {
		...at,
		secure: true,
		ca: file("ca.pem"),
		cert: file("cert.pem"),
		key: file("key.pem")
	};
}
function answer(address, { secure, ...target }, method, path) {
	return new Promise((resolve, reject) => {
		const ask = secure ? request$1 : request;
		const failed = (cause) => reject(silent(address, cause));
		const request$2 = ask({
			...target,
			method,
			path,
			agent: false,
			timeout: TIMEOUT
		}, (response) => {
			const chunks = [];
			response.on("data", (chunk) => chunks.push(chunk));
			response.on("end", () => resolve({
				status: response.statusCode ?? 0,
				body: Buffer.concat(chunks)
			}));
			response.on("error", failed);
		});
		request$2.on("timeout", () => request$2.destroy(/* @__PURE__ */ new Error(`no answer within ${TIMEOUT / 1e3} s`)));
		request$2.on("error", failed);
		request$2.end();
	});
}
function stream(address, { secure, ...target }, path, line, signal) {
	return new Promise((resolve, reject) => {
		const request$3 = (secure ? request$1 : request)({
			...target,
			path,
			agent: false,
			signal
		}, (response) => {
			const cut = lines(line, LONGEST);
			response.on("data", (chunk) => cut.write(chunk));
			response.on("error", () => {});
			resolve();
		});
		request$3.on("error", (cause) => reject(silent(address, cause)));
		request$3.end();
	});
}
const silent = (address, cause) => environmentError("Docker Engine does not answer.", {
	where: address,
	remedy: "start it, or give this user access to it (group docker); steelyard doctor checks it",
	cause
});
function refused(address, path, status, body) {
	let complaint = body.toString("utf8", 0, 500);
	try {
		complaint = String(JSON.parse(body.toString()).message ?? complaint);
	} catch {}
	return environmentError(`Docker Engine refused (status ${status}): ${complaint}`, { where: `${address} ${path.split("?")[0]}` });
}

// src/stack/compose/labels.ts
const PROJECT = "dev.steelyard.project";
const OWNER = "dev.steelyard.owner";
const labelled = (label, value) => `filters=${encodeURIComponent(JSON.stringify({ label: [value === void 0 ? label : `${label}=${value}`] }))}`;

// src/stack/compose/remove.ts
const GRACE = 3;
const LOOKS = 40;
const PAUSE = 150;
async function removeProject(engine, project, { images = true } = {}) {
	const removed = /* @__PURE__ */ new Set();
	for (let look = 0, empty = 0;; look++) {
		const all = await things(engine, labelled(PROJECT, project));
		const found = images ? all : all.filter(({ kind }) => kind !== "images");
		empty = found.length === 0 ? empty + 1 : 0;
		if (empty === 2) return removed.size;
		if (look >= LOOKS) {
			const [first] = found;
			throw environmentError(`Could not remove the ${first?.kind ?? "rest"} of ${project}.`, {
				where: first?.id ?? engine.address,
				remedy: `docker compose -p ${project} down -v`
			});
		}
		for (const { id } of found) removed.add(id);
		await removeAll(engine, found);
		if (found.length === 0 || look > 0) await setTimeout$1(PAUSE);
	}
}
async function removeAll(engine, found) {
	const of = (kind) => found.filter((thing) => thing.kind === kind);
	const at = ({ id }) => encodeURIComponent(id);
	await every(of("containers"), async (one) => {
		if (one.running) await engine.send("POST", `/containers/${at(one)}/stop?t=${Math.floor(graceLeft(GRACE))}`);
		await engine.send("DELETE", `/containers/${at(one)}?force=1&v=1`);
	});
	await every(of("networks"), (one) => engine.send("DELETE", `/networks/${at(one)}`));
	await every(of("volumes"), (one) => engine.send("DELETE", `/volumes/${at(one)}?force=1`));
	await every(of("images"), (one) => engine.send("DELETE", `/images/${at(one)}?force=1`));
}
async function every(things, act) {
	await Promise.allSettled(things.map(act));
}
async function things(engine, query) {
	const list = async (kind, path) => {
		const answer = await engine.get(path);
		return (Array.isArray(answer) ? answer : answer.Volumes ?? []).map(({ Id, Name, Labels, State }) => ({
			kind,
			id: Id ?? Name ?? "",
			running: State === "running" || State === "restarting" || State === "paused",
			labels: Labels ?? {}
		}));
	};
	return (await Promise.all([
		list("containers", `/containers/json?all=1&${query}`),
		list("networks", `/networks?${query}`),
		list("volumes", `/volumes?${query}`),
		list("images", `/images/json?${query}`)
	])).flat();
}
async function remnants(engine) {
	const owners = /* @__PURE__ */ new Map();
	for (const { labels } of await things(engine, labelled(PROJECT))) owners.set(labels["dev.steelyard.project"] ?? "", labels["dev.steelyard.owner"] ?? "");
	return [...owners].map(([project, owner]) => ({
		project,
		owner,
		owned: ownerLives(owner)
	}));
}

// src/stack/compose/orphans.ts
async function engineHere(docker, signal) {
	try {
		const engine = engineAt(await engineAddress(docker, signal), docker.env);
		await engine.bytes("/_ping");
		return engine;
	} catch (error) {
		if (error instanceof SteelyardError) return null;
		throw error;
	}
}
function clearFiles(ledger) {
	for (const name of names(ledger)) {
		const path = join(ledger, name);
		const owner = ownerIn(path);
		if (owner === void 0 || ownerLives(owner) === false) removeFile(path);
	}
}
function names(folder) {
	return namesIn(folder).filter(({ kind }) => kind === "file").map(({ name }) => name).filter((name) => /^steelyard-[0-9a-f]+-\d+\.(json|env)$/.test(name));
}
function ownerIn(path) {
	try {
		const text = readWhole(path);
		if (path.endsWith(".env")) return /^# (.*)\n/.exec(text)?.[1];
		const { services } = JSON.parse(text);
		const [service] = Object.values(services ?? {});
		return String((service?.labels)?.["dev.steelyard.owner"] ?? "");
	} catch {
		return;
	}
}
async function clearProjects(engine) {
	const found = await remnants(engine);
	const of = (owned) => found.filter((one) => one.owned === owned).map(({ project }) => project);
	const removed = of(false);
	for (const project of removed) await removeProject(engine, project);
	return {
		removed,
		unknown: of(null)
	};
}

// src/exec/cache.ts
const homeFolder = ({ HOME = "" }) => isAbsolute(HOME) ? HOME : homedir();
function cacheFolder(env) {
	const given = env.XDG_CACHE_HOME ?? "";
	const cache = isAbsolute(given) ? given : join(homeFolder(env), ".cache");
	return join(groundedPath("/", cache), "steelyard");
}

// src/stack/keptbuild.ts
function clearKeptBuilds(env) {
	const folder = folderOf(env);
	const found = namesIn(folder);
	for (const { name } of found) remove(join(folder, name));
	removeTree(folder);
	return found.length;
}
function remove(folder) {
	removeTree(recordOf(folder));
	removeTree(folder);
}
const folderOf = (env) => join(cacheFolder(env), "builds");
const recordOf = (folder) => join(folder, "kept.json");

// src/commands/measure/down.ts
const ledger = (out) => join(out, "running");
async function bringDown(world, options) {
	const log = logTo(world.err);
	const out = groundedPath(world.cwd, options.out);
	const failures = [];
	const tried = async (act) => {
		try {
			return await act();
		} catch (error) {
			failures.push(error);
			return 0;
		}
	};
	const removed = [
		await tried(() => sweepRun(out, log)),
		await tried(() => clearEngine(world, log)),
		await tried(() => {
			clearFiles(ledger(out));
			return sweepTrees(world, out, log, (error) => failures.push(error));
		}),
		await tried(() => sweepClones(log)),
		await tried(() => clearBuilds(world, log)),
		await tried(() => unlock(join(out, "lock")) ? 1 : 0)
	].reduce((sum, count) => sum + count, 0);
	if (failures.length > 0) throw failures[0];
	if (removed === 0) log.info("nothing was left running");
	return removed;
}
function clearBuilds(world, log) {
	const removed = clearKeptBuilds(world.env);
	if (removed > 0) log.info(`removed ${removed} kept ${removed === 1 ? "build" : "builds"} of base`);
	return removed;
}
async function sweepTrees(world, out, log, failed) {
	const folders = await sweepWorktrees(ledger(out), world, failed);
	for (const folder of folders) log.warn(`removed ${folder}, left behind by an earlier measurement`);
	return folders.length;
}
async function sweepRun(out, log) {
	const all = [...await sweepMarked(), ...await sweep(ledger(out))];
	const held = await sweepFences();
	if (held.length > 0) all.push({
		program: "processes",
		pids: held
	});
	for (const { program, pids } of all) log.warn(`ended ${program} (${pids.join(", ")}), left running by a measurement that was killed`);
	return all.reduce((sum, { pids }) => sum + pids.length, 0);
}
async function clearEngine(world, log) {
	const docker = {
		cwd: world.cwd,
		env: world.env,
		variables: {},
		log
	};
	const engine = await engineHere(docker, world.signal);
	if (engine === null) return 0;
	const { removed, unknown } = await clearProjects(engine);
	for (const project of removed) log.warn(`removed ${project}, left behind by a measurement that was killed`);
	for (const project of unknown) log.warn(`${project} was made on another machine or in another container, and may be in use; if not: docker compose -p ${project} down -v`);
	return removed.length;
}

// node_modules/zod/v4/core/util.js
function getEnumValues(entries) {
	const numericValues = Object.values(entries).filter((v) => typeof v === "number");
	return Object.entries(entries).filter(([k, _]) => numericValues.indexOf(+k) === -1).map(([_, v]) => v);
}
function joinValues(array, separator = "|") {
	return array.map((val) => stringifyPrimitive(val)).join(separator);
}
function jsonStringifyReplacer(_, value) {
	if (typeof value === "bigint") return value.toString();
	return value;
}
var Cached = class {
	constructor(getter) {
		this._getter = getter;
		this._value = void 0;
	}
	get value() {
		const getter = this._getter;
		if (getter !== void 0) {
			this._value = getter();
			this._getter = void 0;
		}
		return this._value;
	}
};
function cached(getter) {
	return new Cached(getter);
}
function nullish(input) {
	return input === null || input === void 0;
}
function cleanRegex(source) {
	const start = source.startsWith("^") ? 1 : 0;
	const end = source.endsWith("$") ? source.length - 1 : source.length;
	return source.slice(start, end);
}
function floatSafeRemainder(val, step) {
	const ratio = val / step;
	const roundedRatio = Math.round(ratio);
	const tolerance = 4 * Number.EPSILON * Math.max(Math.abs(ratio), 1);
	if (Math.abs(ratio - roundedRatio) < tolerance) return 0;
	return ratio - roundedRatio;
}
function assignProp(target, prop, value) {
	Object.defineProperty(target, prop, {
		value,
		writable: true,
		enumerable: true,
		configurable: true
	});
}
function rawShape(def) {
	const desc = Object.getOwnPropertyDescriptor(def, "shape");
	return desc?.get ? desc.get.raw : desc?.value;
}
function sourceShape(schema) {
	return rawShape(schema._zod.def) ?? schema._zod.def.shape;
}
function deferProp(target, key, getter) {
	Object.defineProperty(target, key, {
		get() {
			const value = getter();
			assignProp(this, key, value);
			return value;
		},
		enumerable: true,
		configurable: true
	});
}
function putProp(target, key, value) {
	if (key in target) assignProp(target, key, value);
	else target[key] = value;
}
function mirrorShape(target, source, keys, wrap) {
	const raw = sourceShape(source);
	for (const key of keys) {
		const desc = Object.getOwnPropertyDescriptor(raw, key);
		if (!desc.enumerable) continue;
		if (desc.get) deferProp(target, key, () => {
			const value = source._zod.def.shape[key];
			return wrap ? wrap(value, key) : value;
		});
		else putProp(target, key, wrap ? wrap(desc.value, key) : desc.value);
	}
}
function mirrorProps(target, source) {
	for (const key of Reflect.ownKeys(source)) {
		const desc = Object.getOwnPropertyDescriptor(source, key);
		if (!desc.enumerable) continue;
		if (desc.get) deferProp(target, key, () => source[key]);
		else putProp(target, key, desc.value);
	}
}
function mergeDefs(...defs) {
	const mergedDescriptors = {};
	for (const def of defs) {
		const descriptors = Object.getOwnPropertyDescriptors(def);
		Object.assign(mergedDescriptors, descriptors);
	}
	return Object.defineProperties({}, mergedDescriptors);
}
function esc(str) {
	return JSON.stringify(str);
}
function slugify(input) {
	return input.toLowerCase().trim().replace(/[^\w\s-]/g, "").replace(/[\s_-]+/g, "-").replace(/^-+|-+$/g, "");
}
const captureStackTrace = "captureStackTrace" in Error ? Error.captureStackTrace : (..._args) => {};
function isObject(data) {
	return typeof data === "object" && data !== null && !Array.isArray(data);
}
const allowsEval = /* @__PURE__*/ cached(() => {
	if (globalConfig.jitless) return false;
	if (typeof navigator !== "undefined" && navigator?.userAgent?.includes("Cloudflare")) return false;
	try {
		new Function("");
		return true;
	} catch (_) {
		return false;
	}
});
function isPlainObject(o) {
	if (isObject(o) === false) return false;
	const ctor = o.constructor;
	if (ctor === void 0) return true;
	if (typeof ctor !== "function") return true;
	const prot = ctor.prototype;
	if (isObject(prot) === false) return false;
	if (Object.prototype.hasOwnProperty.call(prot, "isPrototypeOf") === false) return false;
	return true;
}
function shallowClone(o) {
	if (isPlainObject(o)) return { ...o };
	if (Array.isArray(o)) return [...o];
	if (o instanceof Map) return new Map(o);
	if (o instanceof Set) return new Set(o);
	return o;
}
const propertyKeyTypes = /* @__PURE__*/ new Set([
	"string",
	"number",
	"symbol"
]);
function escapeRegex(str) {
	return str.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
function clone(inst, def, params) {
	const cl = new inst._zod.constr(def ?? inst._zod.def);
	if (!def || params?.parent) cl._zod.parent = inst;
	return cl;
}
function normalizeParams(_params) {
	const params = _params;
	if (!params) return {};
	if (typeof params === "string") return { error: () => params };
	if (params?.message !== void 0) {
		if (params?.error !== void 0) throw new Error("Cannot specify both `message` and `error` params");
		params.error = params.message;
	}
	delete params.message;
	if (typeof params.error === "string") return {
		...params,
		error: () => params.error
	};
	return params;
}
function stringifyPrimitive(value) {
	if (typeof value === "bigint") return value.toString() + "n";
	if (typeof value === "string") return `"${value}"`;
	return `${value}`;
}
function optionalKeys(shape) {
	return Object.keys(shape).filter((k) => {
		return shape[k]._zod.optin !== void 0 && shape[k]._zod.optout === "optional";
	});
}
const NUMBER_FORMAT_RANGES = /*@__PURE__*/ (() => ({
	safeint: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
	int32: [-2147483648, 2147483647],
	uint32: [0, 4294967295],
	float32: [-34028234663852886e22, 34028234663852886e22],
	float64: [-Number.MAX_VALUE, Number.MAX_VALUE]
}))();
const BIGINT_FORMAT_RANGES = {
	int64: [/* @__PURE__*/ BigInt("-9223372036854775808"), /* @__PURE__*/ BigInt("9223372036854775807")],
	uint64: [/* @__PURE__*/ BigInt(0), /* @__PURE__*/ BigInt("18446744073709551615")]
};
function pick(schema, mask) {
	const currDef = schema._zod.def;
	const checks = currDef.checks;
	if (checks && checks.length > 0) throw new Error(".pick() cannot be used on object schemas containing refinements");
	const newShape = {};
	mirrorShape(newShape, schema, maskedKeys(schema, mask));
	return clone(schema, mergeDefs(currDef, {
		shape: newShape,
		checks: []
	}));
}
function maskedKeys(schema, mask) {
	const raw = sourceShape(schema);
	const keys = [];
	for (const key of Reflect.ownKeys(mask)) {
		if (!Object.getOwnPropertyDescriptor(raw, key)?.enumerable) throw new Error(`Unrecognized key: "${String(key)}"`);
		if (mask[key]) keys.push(key);
	}
	return keys;
}
function omit(schema, mask) {
	const currDef = schema._zod.def;
	const checks = currDef.checks;
	if (checks && checks.length > 0) throw new Error(".omit() cannot be used on object schemas containing refinements");
	const omitted = new Set(maskedKeys(schema, mask));
	const newShape = {};
	mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)).filter((key) => !omitted.has(key)));
	return clone(schema, mergeDefs(currDef, {
		shape: newShape,
		checks: []
	}));
}
function extend(schema, shape) {
	if (!isPlainObject(shape)) throw new Error("Invalid input to extend: expected a plain object");
	const checks = schema._zod.def.checks;
	if (checks && checks.length > 0) {
		const existingShape = sourceShape(schema);
		for (const key of Reflect.ownKeys(shape)) if (Object.getOwnPropertyDescriptor(existingShape, key) !== void 0) throw new Error("Cannot overwrite keys on object schemas containing refinements. Use `.safeExtend()` instead.");
	}
	return clone(schema, mergeDefs(schema._zod.def, { shape: extended(schema, shape) }));
}
function extended(schema, shape) {
	const newShape = {};
	mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)));
	mirrorProps(newShape, shape);
	return newShape;
}
function safeExtend(schema, shape) {
	if (!isPlainObject(shape)) throw new Error("Invalid input to safeExtend: expected a plain object");
	return clone(schema, mergeDefs(schema._zod.def, { shape: extended(schema, shape) }));
}
function merge(a, b) {
	if (!b?._zod?.def) throw new Error("Invalid input to merge: expected an object schema. To merge a plain shape, use `.extend()`.");
	if (a._zod.def.checks?.length) throw new Error(".merge() cannot be used on object schemas containing refinements. Use .safeExtend() instead.");
	const newShape = {};
	mirrorShape(newShape, a, Reflect.ownKeys(sourceShape(a)));
	mirrorShape(newShape, b, Reflect.ownKeys(sourceShape(b)));
	return clone(a, mergeDefs(a._zod.def, {
		shape: newShape,
		get catchall() {
			return b._zod.def.catchall;
		},
		checks: b._zod.def.checks ?? []
	}));
}
function partial(Class, schema, mask, name = "partial") {
	const checks = schema._zod.def.checks;
	if (checks && checks.length > 0) throw new Error(`.${name}() cannot be used on object schemas containing refinements`);
	const selected = mask ? new Set(maskedKeys(schema, mask)) : void 0;
	const newShape = {};
	mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)), Class && ((value, key) => selected && !selected.has(key) ? value : new Class({
		type: "optional",
		innerType: value
	})));
	return clone(schema, mergeDefs(schema._zod.def, {
		shape: newShape,
		checks: []
	}));
}
function required(Class, schema, mask) {
	const selected = mask ? new Set(maskedKeys(schema, mask)) : void 0;
	const newShape = {};
	mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)), (value, key) => selected && !selected.has(key) ? value : new Class({
		type: "nonoptional",
		innerType: value
	}));
	return clone(schema, mergeDefs(schema._zod.def, { shape: newShape }));
}
function aborted(x, startIndex = 0) {
	if (x.aborted === true) return true;
	for (let i = startIndex; i < x.issues.length; i++) if (x.issues[i]?.continue !== true) return true;
	return false;
}
function explicitlyAborted(x, startIndex = 0) {
	if (x.aborted === true) return true;
	for (let i = startIndex; i < x.issues.length; i++) if (x.issues[i]?.continue === false) return true;
	return false;
}
function prefixIssues(path, issues) {
	return issues.map((iss) => {
		var _a;
		(_a = iss).path ?? (_a.path = []);
		iss.path.unshift(path);
		return iss;
	});
}
function unwrapMessage(message) {
	return typeof message === "string" ? message : message?.message;
}
function sizeCaps(defChecks) {
	const caps = [];
	for (const ch of defChecks ?? []) {
		const d = ch._zod.def;
		if (!/_(length|size)$|_equals$/.test(d.check)) break;
		const max = d.maximum ?? d.length ?? d.size;
		if (max >= 0) caps.push([max, ch]);
	}
	return caps;
}
function attachSchema(issues, start, inst) {
	var _a;
	for (let i = start; i < issues.length; i++) (_a = issues[i]).schema ?? (_a.schema = inst);
}
function finalizeIssue(iss, ctx, config) {
	var _a;
	const traits = iss.inst?._zod?.traits;
	if (traits?.has("$ZodType")) {
		if (traits.has("$ZodCheck")) (_a = iss).schema ?? (_a.schema = iss.inst);
		else iss.schema = iss.inst;
	}
	const schemaError = iss.schema !== iss.inst ? iss.schema?._zod.def?.error : void 0;
	const message = iss.message ? iss.message : unwrapMessage(iss.inst?._zod.def?.error?.(iss)) ?? unwrapMessage(schemaError?.(iss)) ?? unwrapMessage(ctx?.error?.(iss)) ?? unwrapMessage(config.customError?.(iss)) ?? unwrapMessage(config.localeError?.(iss)) ?? "Invalid input";
	const full = {};
	for (const k of Object.keys(iss)) {
		if (k === "inst" || k === "schema" || k === "continue" || k === "input" || k === "__proto__") continue;
		full[k] = iss[k];
	}
	full.path ?? (full.path = []);
	full.message = message;
	if (ctx?.reportInput) full.input = iss.input;
	return full;
}
const highSurrogate = /[\uD800-\uDBFF]/;
function codePointLength(str) {
	const units = str.length;
	if (!highSurrogate.test(str)) return units;
	let count = units;
	for (let i = 0; i < units - 1; i++) if ((str.charCodeAt(i) & 64512) === 55296 && (str.charCodeAt(i + 1) & 64512) === 56320) {
		count--;
		i++;
	}
	return count;
}
function getLengthableOrigin(input) {
	if (Array.isArray(input)) return "array";
	if (typeof input === "string") return "string";
	return "unknown";
}
function parsedType(data) {
	const t = typeof data;
	switch (t) {
		case "number": return Number.isNaN(data) ? "nan" : "number";
		case "object": {
			if (data === null) return "null";
			if (Array.isArray(data)) return "array";
			const obj = data;
			if (obj && Object.getPrototypeOf(obj) !== Object.prototype && "constructor" in obj && obj.constructor) return obj.constructor.name;
		}
	}
	return t;
}
function issue$1(...args) {
	const [iss, input, inst] = args;
	if (typeof iss === "string") return {
		message: iss,
		code: "custom",
		input,
		inst
	};
	return { ...iss };
}
function members(proto, table) {
	for (const key in table) {
		const desc = Object.getOwnPropertyDescriptor(table, key);
		if (desc.get) Object.defineProperty(proto, key, {
			...desc,
			enumerable: false
		});
		else defineBound(proto, key, desc.value);
	}
}
function own(inst, key, value, enumerable = true) {
	Object.defineProperty(inst, key, {
		configurable: true,
		writable: true,
		enumerable,
		value
	});
	return value;
}
function hide(inst, key, value) {
	return own(inst, key, value, false);
}
/* @__NO_SIDE_EFFECTS__ */
function derived(computes, table) {
	for (const key in computes) {
		const compute = computes[key];
		Object.defineProperty(table, key, {
			configurable: true,
			enumerable: true,
			get() {
				return own(this, key, compute(this));
			},
			set(value) {
				own(this, key, value);
			}
		});
	}
	return table;
}
function defineBound(proto, key, fn) {
	Object.defineProperty(proto, key, {
		configurable: true,
		get() {
			return this == null ? fn : own(this, key, fn.bind(this));
		},
		set(value) {
			own(this, key, value);
		}
	});
}
function claim(inst, sentinel) {
	const proto = Object.getPrototypeOf(inst);
	return sentinel in proto ? void 0 : proto;
}
let installing;
let broke = false;
const breaker = {
	configurable: true,
	get() {
		broke = true;
	}
};
function defineLazyInternal(inst, key, compute) {
	const proto = Object.getPrototypeOf(inst._zod);
	if (key in proto && installing !== inst._zod) {
		installing = void 0;
		return;
	}
	installing = inst._zod;
	Object.defineProperty(proto, key, {
		configurable: true,
		get() {
			Object.defineProperty(this, key, breaker);
			const outer = broke;
			broke = false;
			try {
				const value = compute(this);
				if (broke) delete this[key];
				else Object.defineProperty(this, key, {
					configurable: true,
					writable: true,
					value
				});
				broke = broke || outer;
				return value;
			} catch (err) {
				delete this[key];
				broke = broke || outer;
				throw err;
			}
		},
		set(value) {
			Object.defineProperty(this, key, {
				configurable: true,
				writable: true,
				value
			});
		}
	});
}
function installLazyProp(inst, key, make, enumerable) {
	const proto = claim(inst, key);
	if (!proto) return;
	Object.defineProperty(proto, key, {
		configurable: true,
		get() {
			const desc = {
				configurable: true,
				writable: true,
				enumerable,
				value: void 0
			};
			Object.defineProperty(this, key, desc);
			desc.value = make(this);
			Object.defineProperty(this, key, desc);
			return desc.value;
		},
		set(value) {
			Object.defineProperty(this, key, {
				configurable: true,
				writable: true,
				enumerable,
				value
			});
		}
	});
}
const CONSTANT_CATCH = "~constantCatch";
function constantCatch(value) {
	const fn = () => value;
	fn[CONSTANT_CATCH] = true;
	return fn;
}

// node_modules/zod/v4/core/core.js
var _a$1;
const NEVER = /*@__PURE__*/ Object.freeze({ status: "aborted" });
const _zodDesc = {
	value: void 0,
	enumerable: false
};
let _E = "captureStackTrace" in Error ? Error : null;
function newError(Definition) {
	const E = _E;
	if (E) {
		const saved = E.stackTraceLimit;
		if (typeof saved === "number") {
			try {
				E.stackTraceLimit = 0;
			} catch {
				_E = null;
				return new Definition();
			}
			try {
				return new Definition();
			} finally {
				E.stackTraceLimit = saved;
			}
		}
	}
	return new Definition();
}
/* @__NO_SIDE_EFFECTS__ */
function $constructor(name, initializer, proto, params) {
	const zodProto = {};
	function Internals(def) {
		this.def = def;
		this.constr = _;
		this.traits = /* @__PURE__ */ new Set();
	}
	Internals.prototype = zodProto;
	const protoMembers = proto;
	const initialized = protoMembers && /* @__PURE__ */ new WeakSet();
	function init(inst, def) {
		if (!inst._zod) {
			_zodDesc.value = new Internals(def);
			try {
				Object.defineProperty(inst, "_zod", _zodDesc);
			} finally {
				_zodDesc.value = void 0;
			}
		} else if (inst._zod.traits.has(name)) return;
		inst._zod.traits.add(name);
		initializer(inst, def);
		if (initialized) {
			const own = Object.getPrototypeOf(inst);
			const ctorProto = inst._zod.constr.prototype;
			let up = own;
			while (up && up !== ctorProto) up = Object.getPrototypeOf(up);
			const target = up ?? own;
			if (!initialized.has(target)) {
				initialized.add(target);
				members(target, protoMembers);
			}
		}
		const proto = _.prototype;
		for (const k in proto) {
			if (!Object.prototype.hasOwnProperty.call(proto, k)) continue;
			if (!(k in inst)) inst[k] = proto[k].bind(inst);
		}
	}
	const Parent = params?.Parent ?? Object;
	class Definition extends Parent {}
	Object.defineProperty(Definition, "name", { value: name });
	function _(def) {
		const inst = params?.Parent ? newError(Definition) : this;
		init(inst, def);
		const deferred = inst._zod.deferred;
		if (deferred) {
			for (const fn of deferred) fn();
			inst._zod.deferred = void 0;
		}
		const pp = globalThis.__zod_globalConfig?.postProcessor;
		if (pp) pp(inst);
		return inst;
	}
	Object.defineProperty(_, "init", { value: init });
	Object.defineProperty(_, Symbol.hasInstance, { value: (inst) => {
		if (params?.Parent && inst instanceof params.Parent) return true;
		return inst?._zod?.traits?.has(name);
	} });
	Object.defineProperty(_, "name", { value: name });
	return _;
}
var $ZodAsyncError = class extends Error {
	constructor() {
		super(`Encountered Promise during synchronous parse. Use .parseAsync() instead.`);
	}
};
var $ZodEncodeError = class extends Error {
	constructor(name) {
		super(`Encountered unidirectional transform during encode: ${name}`);
		this.name = "ZodEncodeError";
	}
};
(_a$1 = globalThis).__zod_globalConfig ?? (_a$1.__zod_globalConfig = {});
const globalConfig = globalThis.__zod_globalConfig;
function config(newConfig) {
	if (newConfig) Object.assign(globalConfig, newConfig);
	return globalConfig;
}

// node_modules/zod/v4/core/errors.js
function _getMessage() {
	const internals = this._zod;
	internals.message ?? (internals.message = JSON.stringify(internals.def, jsonStringifyReplacer, 2));
	return internals.message;
}
function _setMessage(value) {
	this._zod.message = value;
}
const _messageDesc = {
	get: _getMessage,
	set: _setMessage,
	enumerable: true,
	configurable: true
};
const _issuesDesc = {
	value: void 0,
	enumerable: false
};
const _installedToString = /* @__PURE__ */ new WeakSet([Object.prototype, Error.prototype]);
const initializer$1 = (inst, def) => {
	inst.name = "$ZodError";
	_issuesDesc.value = def;
	Object.defineProperty(inst, "issues", _issuesDesc);
	_issuesDesc.value = void 0;
	Object.defineProperty(inst, "message", _messageDesc);
	const proto = Object.getPrototypeOf(inst);
	if (!_installedToString.has(proto)) {
		_installedToString.add(proto);
		Object.defineProperty(proto, "toString", {
			configurable: true,
			enumerable: false,
			get() {
				const value = () => this.message;
				Object.defineProperty(this, "toString", {
					value,
					configurable: true,
					writable: true
				});
				return value;
			},
			set(value) {
				Object.defineProperty(this, "toString", {
					value,
					configurable: true,
					writable: true
				});
			}
		});
	}
};
const $ZodError = /* @__PURE__ */ $constructor("$ZodError", initializer$1);
function node(obj, key, make) {
	if (!Object.prototype.hasOwnProperty.call(obj, key)) {
		if (key === "__proto__") Object.defineProperty(obj, key, {
			value: make(),
			writable: true,
			enumerable: true,
			configurable: true
		});
		else obj[key] = make();
	}
	return obj[key];
}
function flattenError(error, mapper = (issue) => issue.message) {
	const fieldErrors = {};
	const formErrors = [];
	for (const sub of error.issues) if (sub.path.length > 0) node(fieldErrors, sub.path[0], () => []).push(mapper(sub));
	else formErrors.push(mapper(sub));
	return {
		formErrors,
		fieldErrors
	};
}
function formatError(error, mapper = (issue) => issue.message) {
	const fieldErrors = { _errors: [] };
	const processError = (error, path = []) => {
		for (const issue of error.issues) if (issue.code === "invalid_union" && issue.errors.length) issue.errors.map((issues) => processError({ issues }, [...path, ...issue.path]));
		else if (issue.code === "invalid_key") processError({ issues: issue.issues }, [...path, ...issue.path]);
		else if (issue.code === "invalid_element") processError({ issues: issue.issues }, [...path, ...issue.path]);
		else {
			const fullpath = [...path, ...issue.path];
			if (fullpath.length === 0) fieldErrors._errors.push(mapper(issue));
			else {
				let curr = fieldErrors;
				let i = 0;
				while (i < fullpath.length) {
					const el = fullpath[i];
					const terminal = i === fullpath.length - 1;
					if (el === "_errors") {
						if (terminal) curr._errors.push(mapper(issue));
						i++;
						continue;
					}
					if (!Object.prototype.hasOwnProperty.call(curr, el)) Object.defineProperty(curr, el, {
						value: { _errors: [] },
						enumerable: true,
						writable: true,
						configurable: true
					});
					const node = curr[el];
					if (terminal) node._errors.push(mapper(issue));
					curr = node;
					i++;
				}
			}
		}
	};
	processError(error);
	return fieldErrors;
}

// node_modules/zod/v4/core/parse.js
function finalizeParams(callee, params) {
	return {
		callee: params?.callee ?? callee,
		Err: params?.Err
	};
}
const _parse = (_Err) => {
	const fn = (schema, value, _ctx, _params) => {
		const ctx = _ctx ? {
			..._ctx,
			async: false
		} : { async: false };
		const result = schema._zod.run({
			value,
			issues: []
		}, ctx);
		if (result instanceof Promise) throw new $ZodAsyncError();
		if (result.issues.length) {
			const e = new ((_params?.Err) ?? _Err)(result.issues.map((iss) => finalizeIssue(iss, ctx, config())));
			captureStackTrace(e, _params?.callee ?? fn);
			throw e;
		}
		return result.value;
	};
	return fn;
};
const _parseAsync = (_Err) => {
	const fn = async (schema, value, _ctx, params) => {
		const ctx = _ctx ? {
			..._ctx,
			async: true
		} : { async: true };
		let result = schema._zod.run({
			value,
			issues: []
		}, ctx);
		if (result instanceof Promise) result = await result;
		if (result.issues.length) {
			const e = new ((params?.Err) ?? _Err)(result.issues.map((iss) => finalizeIssue(iss, ctx, config())));
			captureStackTrace(e, params?.callee ?? fn);
			throw e;
		}
		return result.value;
	};
	return fn;
};
const _safeParse = (_Err) => (schema, value, _ctx) => {
	const ctx = _ctx ? {
		..._ctx,
		async: false
	} : { async: false };
	const result = schema._zod.run({
		value,
		issues: []
	}, ctx);
	if (result instanceof Promise) throw new $ZodAsyncError();
	return result.issues.length ? failure(_Err, result.issues, ctx) : {
		success: true,
		data: result.value
	};
};
function failure(Err, issues, ctx) {
	let error;
	return {
		success: false,
		get error() {
			if (!error) {
				error = new Err(issues.map((iss) => finalizeIssue(iss, ctx, config())));
				issues = void 0;
				ctx = void 0;
			}
			return error;
		},
		set error(e) {
			error = e;
			issues = void 0;
			ctx = void 0;
		}
	};
}
const _safeParseAsync = (_Err) => async (schema, value, _ctx) => {
	const ctx = _ctx ? {
		..._ctx,
		async: true
	} : { async: true };
	let result = schema._zod.run({
		value,
		issues: []
	}, ctx);
	if (result instanceof Promise) result = await result;
	return result.issues.length ? failure(_Err, result.issues, ctx) : {
		success: true,
		data: result.value
	};
};
const COMPILE_INVALID = /* @__PURE__ */ Symbol.for("zod.compile.invalid");
const COMPILE_FALLBACK = /* @__PURE__ */ Symbol.for("zod.compile.fallback");
const validate = ((schema, value, _ctx) => {
	const validator = schema._zod.bag.validator;
	if (validator !== void 0) {
		if (validator(value) !== COMPILE_INVALID) return true;
		if (validator.definite === true && _ctx === void 0) return false;
	}
	return validateFallback(schema, value, _ctx);
});
function validateFallback(schema, value, _ctx) {
	const ctx = _ctx ? {
		..._ctx,
		async: false,
		abortEarly: true
	} : {
		async: false,
		abortEarly: true
	};
	const fallbackRun = schema._zod.bag.fallbackRun;
	let result;
	if (fallbackRun) {
		ctx[COMPILE_FALLBACK] = true;
		result = fallbackRun({
			value,
			issues: []
		}, ctx);
	} else result = schema._zod.run({
		value,
		issues: []
	}, ctx);
	if (result instanceof Promise) throw new $ZodAsyncError();
	return result.issues.length === 0;
}
const validateAsync$1 = async (schema, value, _ctx) => {
	const ctx = _ctx ? {
		..._ctx,
		async: true,
		abortEarly: true
	} : {
		async: true,
		abortEarly: true
	};
	let result = schema._zod.run({
		value,
		issues: []
	}, ctx);
	if (result instanceof Promise) result = await result;
	return result.issues.length === 0;
};
const _encode = (_Err) => {
	const parse = _parse(_Err);
	const fn = (schema, value, _ctx, _params) => {
		const ctx = _ctx ? {
			..._ctx,
			direction: "backward"
		} : { direction: "backward" };
		return parse(schema, value, ctx, finalizeParams(fn, _params));
	};
	return fn;
};
const _decode = (_Err) => {
	const parse = _parse(_Err);
	const fn = (schema, value, _ctx, _params) => {
		return parse(schema, value, _ctx, finalizeParams(fn, _params));
	};
	return fn;
};
const _encodeAsync = (_Err) => {
	const parseAsync = _parseAsync(_Err);
	const fn = async (schema, value, _ctx, _params) => {
		const ctx = _ctx ? {
			..._ctx,
			direction: "backward"
		} : { direction: "backward" };
		return await parseAsync(schema, value, ctx, finalizeParams(fn, _params));
	};
	return fn;
};
const _decodeAsync = (_Err) => {
	const parseAsync = _parseAsync(_Err);
	const fn = async (schema, value, _ctx, _params) => {
		return await parseAsync(schema, value, _ctx, finalizeParams(fn, _params));
	};
	return fn;
};
const _safeEncode = (_Err) => (schema, value, _ctx) => {
	const ctx = _ctx ? {
		..._ctx,
		direction: "backward"
	} : { direction: "backward" };
	return _safeParse(_Err)(schema, value, ctx);
};
const _safeDecode = (_Err) => (schema, value, _ctx) => {
	return _safeParse(_Err)(schema, value, _ctx);
};
const _safeEncodeAsync = (_Err) => async (schema, value, _ctx) => {
	const ctx = _ctx ? {
		..._ctx,
		direction: "backward"
	} : { direction: "backward" };
	return _safeParseAsync(_Err)(schema, value, ctx);
};
const _safeDecodeAsync = (_Err) => async (schema, value, _ctx) => {
	return _safeParseAsync(_Err)(schema, value, _ctx);
};

// node_modules/zod/v4/core/regexes.js
const cuid = /^[cC][0-9a-z]{6,}$/;
const cuid2 = /^[0-9a-z]+$/;
const ulid = /^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$/;
const xid = /^[0-9a-vA-V]{20}$/;
const ksuid = /^[A-Za-z0-9]{27}$/;
const nanoid = /^[a-zA-Z0-9_-]{21}$/;
function nanoidOfLength(length) {
	return new RegExp(`^[a-zA-Z0-9_-]{${length}}$`);
}
const duration$2 = /^P(?:(\d+W)|(?!.*W)(?=\d|T\d)(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?)$/;
const guid = /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$/;
const uuid = (version) => {
	if (!version) return /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$/;
	return new RegExp(`^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-${version}[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12})$`);
};
const email = /^(?:[A-Za-z0-9_'+\-]+\.)*[A-Za-z0-9_'+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$/;
const _emoji$1 = `^(?=[\\s\\S]*[\\p{Extended_Pictographic}\\p{Regional_Indicator}\\u20E3])[\\p{Extended_Pictographic}\\p{Emoji_Component}]+$`;
function emoji() {
	return new RegExp(_emoji$1, "u");
}
const ipv4 = /^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])$/;
const ipv6 = /^(([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,7}:|([0-9a-fA-F]{1,4}:){1,6}:[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,5}(:[0-9a-fA-F]{1,4}){1,2}|([0-9a-fA-F]{1,4}:){1,4}(:[0-9a-fA-F]{1,4}){1,3}|([0-9a-fA-F]{1,4}:){1,3}(:[0-9a-fA-F]{1,4}){1,4}|([0-9a-fA-F]{1,4}:){1,2}(:[0-9a-fA-F]{1,4}){1,5}|[0-9a-fA-F]{1,4}:((:[0-9a-fA-F]{1,4}){1,6})|:((:[0-9a-fA-F]{1,4}){1,7}|:))$/;
const cidrv4 = /^((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\.){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\/([0-9]|[1-2][0-9]|3[0-2])$/;
const cidrv6 = /^(([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,7}:|([0-9a-fA-F]{1,4}:){1,6}:[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,5}(:[0-9a-fA-F]{1,4}){1,2}|([0-9a-fA-F]{1,4}:){1,4}(:[0-9a-fA-F]{1,4}){1,3}|([0-9a-fA-F]{1,4}:){1,3}(:[0-9a-fA-F]{1,4}){1,4}|([0-9a-fA-F]{1,4}:){1,2}(:[0-9a-fA-F]{1,4}){1,5}|[0-9a-fA-F]{1,4}:((:[0-9a-fA-F]{1,4}){1,6})|:((:[0-9a-fA-F]{1,4}){1,7}|:))\/(12[0-8]|1[01][0-9]|[1-9]?[0-9])$/;
const base64 = /^$|^(?:[0-9a-zA-Z+/]{4})*(?:(?:[0-9a-zA-Z+/]{2}==)|(?:[0-9a-zA-Z+/]{3}=))?$/;
const base64url = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2,3})?$/;
const httpProtocol = /^https?$/;
const e164 = /^\+[1-9]\d{6,14}$/;
const dateSource = `(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))`;
function anchor(source) {
	return new RegExp(`^${source}$`);
}
const date$1 = /*@__PURE__*/ anchor(dateSource);
function timeSource(args) {
	const hhmm = `(?:[01]\\d|2[0-3]):[0-5]\\d`;
	return typeof args.precision === "number" ? args.precision === -1 ? `${hhmm}` : args.precision === 0 ? `${hhmm}:[0-5]\\d` : `${hhmm}:[0-5]\\d\\.\\d{${args.precision}}` : args.seconds ? `${hhmm}:[0-5]\\d(?:\\.\\d+)?` : `${hhmm}(?::[0-5]\\d(?:\\.\\d+)?)?`;
}
function time(args) {
	return new RegExp(`^${timeSource(args)}$`);
}
function datetime$1(args) {
	const opts = ["Z"];
	if (args.offset) opts.push(`([+-](?:[01]\\d|2[0-3]):[0-5]\\d)`);
	const qualified = `${timeSource({
		precision: args.precision,
		seconds: true
	})}(?:${opts.join("|")})`;
	const timeRegex = args.local ? `${qualified}|${timeSource({ precision: args.precision })}` : qualified;
	return new RegExp(`^${dateSource}T(?:${timeRegex})$`);
}
const anyString = /^[\s\S]{0,}$/;
const integer = /^-?\d+$/;
const number$3 = /^-?\d+(?:\.\d+)?$/;
const boolean$1 = /^(?:true|false)$/i;
const lowercase = /^[^A-Z]*$/;
const uppercase = /^[^a-z]*$/;

// node_modules/zod/v4/core/checks.js
const $ZodCheck = /*@__PURE__*/ $constructor("$ZodCheck", (inst, def) => {
	var _a;
	inst._zod ?? (inst._zod = {});
	inst._zod.def = def;
	(_a = inst._zod).onattach ?? (_a.onattach = []);
});
const _whenHasLength = (payload) => {
	const val = payload.value;
	return !nullish(val) && val.length !== void 0;
};
const numericOriginMap = {
	number: "number",
	bigint: "bigint",
	object: "date"
};
const $ZodCheckLessThan = /*@__PURE__*/ $constructor("$ZodCheckLessThan", (inst, def) => {
	$ZodCheck.init(inst, def);
	const origin = numericOriginMap[typeof def.value];
	inst._zod.check = (payload) => {
		if (def.inclusive ? payload.value <= def.value : payload.value < def.value) return;
		payload.issues.push({
			origin: numericOriginMap[typeof payload.value] ?? origin,
			code: "too_big",
			maximum: typeof def.value === "object" ? def.value.getTime() : def.value,
			input: payload.value,
			inclusive: def.inclusive,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodCheckGreaterThan = /*@__PURE__*/ $constructor("$ZodCheckGreaterThan", (inst, def) => {
	$ZodCheck.init(inst, def);
	const origin = numericOriginMap[typeof def.value];
	inst._zod.check = (payload) => {
		if (def.inclusive ? payload.value >= def.value : payload.value > def.value) return;
		payload.issues.push({
			origin: numericOriginMap[typeof payload.value] ?? origin,
			code: "too_small",
			minimum: typeof def.value === "object" ? def.value.getTime() : def.value,
			input: payload.value,
			inclusive: def.inclusive,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodCheckMultipleOf = /*@__PURE__*/ $constructor("$ZodCheckMultipleOf", (inst, def) => {
	$ZodCheck.init(inst, def);
	inst._zod.check = (payload) => {
		if (typeof payload.value !== typeof def.value) throw new Error("Cannot mix number and bigint in multiple_of check.");
		if (typeof payload.value === "bigint" ? def.value !== BigInt(0) && payload.value % def.value === BigInt(0) : floatSafeRemainder(payload.value, def.value) === 0) return;
		payload.issues.push({
			origin: typeof payload.value,
			code: "not_multiple_of",
			divisor: def.value,
			input: payload.value,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodCheckNumberFormat = /*@__PURE__*/ $constructor("$ZodCheckNumberFormat", (inst, def) => {
	$ZodCheck.init(inst, def);
	def.format = def.format || "float64";
	const isInt = def.format?.includes("int");
	const origin = isInt ? "int" : "number";
	const [minimum, maximum] = NUMBER_FORMAT_RANGES[def.format];
	inst._zod.check = (payload) => {
		const input = payload.value;
		if (isInt) {
			if (!Number.isInteger(input)) {
				payload.issues.push({
					expected: origin,
					format: def.format,
					code: "invalid_type",
					continue: false,
					input,
					inst
				});
				return;
			}
			if (!Number.isSafeInteger(input)) {
				if (input > 0) payload.issues.push({
					input,
					code: "too_big",
					maximum: Number.MAX_SAFE_INTEGER,
					note: "Integers must be within the safe integer range.",
					inst,
					origin,
					inclusive: true,
					continue: !def.abort
				});
				else payload.issues.push({
					input,
					code: "too_small",
					minimum: Number.MIN_SAFE_INTEGER,
					note: "Integers must be within the safe integer range.",
					inst,
					origin,
					inclusive: true,
					continue: !def.abort
				});
				return;
			}
		}
		if (input < minimum) payload.issues.push({
			origin: "number",
			input,
			code: "too_small",
			minimum,
			inclusive: true,
			inst,
			continue: !def.abort
		});
		if (input > maximum) payload.issues.push({
			origin: "number",
			input,
			code: "too_big",
			maximum,
			inclusive: true,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodCheckMaxLength = /*@__PURE__*/ $constructor("$ZodCheckMaxLength", (inst, def) => {
	var _a;
	$ZodCheck.init(inst, def);
	(_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
	inst._zod.check = (payload) => {
		const input = payload.value;
		const units = input.length;
		if ((typeof input === "string" && units > def.maximum ? codePointLength(input) : units) <= def.maximum) return;
		const origin = getLengthableOrigin(input);
		payload.issues.push({
			origin,
			code: "too_big",
			maximum: def.maximum,
			inclusive: true,
			input,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodCheckMinLength = /*@__PURE__*/ $constructor("$ZodCheckMinLength", (inst, def) => {
	var _a;
	$ZodCheck.init(inst, def);
	(_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
	inst._zod.check = (payload) => {
		const input = payload.value;
		const units = input.length;
		if ((typeof input === "string" && units >= def.minimum && units < def.minimum * 2 ? codePointLength(input) : units) >= def.minimum) return;
		const origin = getLengthableOrigin(input);
		payload.issues.push({
			origin,
			code: "too_small",
			minimum: def.minimum,
			inclusive: true,
			input,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodCheckLengthEquals = /*@__PURE__*/ $constructor("$ZodCheckLengthEquals", (inst, def) => {
	var _a;
	$ZodCheck.init(inst, def);
	(_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
	inst._zod.check = (payload) => {
		const input = payload.value;
		const units = input.length;
		const length = typeof input === "string" && units >= def.length && units <= def.length * 2 ? codePointLength(input) : units;
		if (length === def.length) return;
		const origin = getLengthableOrigin(input);
		const tooBig = length > def.length;
		payload.issues.push({
			origin,
			...tooBig ? {
				code: "too_big",
				maximum: def.length
			} : {
				code: "too_small",
				minimum: def.length
			},
			inclusive: true,
			exact: true,
			input: payload.value,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodCheckStringFormat = /*@__PURE__*/ $constructor("$ZodCheckStringFormat", (inst, def) => {
	var _a, _b;
	$ZodCheck.init(inst, def);
	if (def.pattern) (_a = inst._zod).check ?? (_a.check = (payload) => {
		def.pattern.lastIndex = 0;
		if (def.pattern.test(payload.value)) return;
		payload.issues.push({
			origin: "string",
			code: "invalid_format",
			format: def.format,
			input: payload.value,
			...def.pattern ? { pattern: def.pattern.toString() } : {},
			inst,
			continue: !def.abort
		});
	});
	else (_b = inst._zod).check ?? (_b.check = () => {});
});
const $ZodCheckRegex = /*@__PURE__*/ $constructor("$ZodCheckRegex", (inst, def) => {
	$ZodCheckStringFormat.init(inst, def);
	inst._zod.check = (payload) => {
		def.pattern.lastIndex = 0;
		if (def.pattern.test(payload.value)) return;
		payload.issues.push({
			origin: "string",
			code: "invalid_format",
			format: "regex",
			input: payload.value,
			pattern: def.pattern.toString(),
			inst,
			continue: !def.abort
		});
	};
});
const $ZodCheckLowerCase = /*@__PURE__*/ $constructor("$ZodCheckLowerCase", (inst, def) => {
	def.pattern ?? (def.pattern = lowercase);
	$ZodCheckStringFormat.init(inst, def);
});
const $ZodCheckUpperCase = /*@__PURE__*/ $constructor("$ZodCheckUpperCase", (inst, def) => {
	def.pattern ?? (def.pattern = uppercase);
	$ZodCheckStringFormat.init(inst, def);
});
const $ZodCheckIncludes = /*@__PURE__*/ $constructor("$ZodCheckIncludes", (inst, def) => {
	$ZodCheck.init(inst, def);
	const escapedRegex = escapeRegex(def.includes);
	def.pattern = new RegExp(typeof def.position === "number" ? `^.{${def.position},}${escapedRegex}` : escapedRegex);
	inst._zod.check = (payload) => {
		if (payload.value.includes(def.includes, def.position)) return;
		payload.issues.push({
			origin: "string",
			code: "invalid_format",
			format: "includes",
			includes: def.includes,
			input: payload.value,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodCheckStartsWith = /*@__PURE__*/ $constructor("$ZodCheckStartsWith", (inst, def) => {
	$ZodCheck.init(inst, def);
	const pattern = new RegExp(`^${escapeRegex(def.prefix)}.*`);
	def.pattern ?? (def.pattern = pattern);
	inst._zod.check = (payload) => {
		if (payload.value.startsWith(def.prefix)) return;
		payload.issues.push({
			origin: "string",
			code: "invalid_format",
			format: "starts_with",
			prefix: def.prefix,
			input: payload.value,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodCheckEndsWith = /*@__PURE__*/ $constructor("$ZodCheckEndsWith", (inst, def) => {
	$ZodCheck.init(inst, def);
	const pattern = new RegExp(`.*${escapeRegex(def.suffix)}$`);
	def.pattern ?? (def.pattern = pattern);
	inst._zod.check = (payload) => {
		if (payload.value.endsWith(def.suffix)) return;
		payload.issues.push({
			origin: "string",
			code: "invalid_format",
			format: "ends_with",
			suffix: def.suffix,
			input: payload.value,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodCheckOverwrite = /*@__PURE__*/ $constructor("$ZodCheckOverwrite", (inst, def) => {
	$ZodCheck.init(inst, def);
	inst._zod.check = (payload) => {
		payload.value = def.tx(payload.value);
	};
});

// node_modules/zod/v4/core/doc.js
var Doc = class {
	constructor(args = [], closed = {}) {
		this.content = [];
		this.indent = 0;
		this.args = args;
		this.closed = closed;
	}
	indented(fn) {
		this.indent += 1;
		try {
			fn(this);
		} finally {
			this.indent -= 1;
		}
	}
	write(arg) {
		if (typeof arg === "function") {
			arg(this, { execution: "sync" });
			arg(this, { execution: "async" });
			return;
		}
		const lines = arg.split("\n").filter((x) => x);
		const minIndent = Math.min(...lines.map((x) => x.length - x.trimStart().length));
		const dedented = lines.map((x) => x.slice(minIndent)).map((x) => " ".repeat(this.indent * 2) + x);
		for (const line of dedented) this.content.push(line);
	}
	compile() {
		const F = Function;
		const content = this?.content ?? [``];
		return new F(...Object.keys(this.closed), `return function (${this.args.join(", ")}) {\n${content.join("\n")}\n};`)(...Object.values(this.closed));
	}
};

// node_modules/zod/v4/core/versions.js
const version = {
	major: 4,
	minor: 6,
	patch: 7
};

// node_modules/zod/v4/core/schemas.js
const $ZodType = /*@__PURE__*/ $constructor("$ZodType", (inst, def) => {
	var _a;
	inst ?? (inst = {});
	inst._zod.def = def;
	inst._zod.bag = inst._zod.bag || {};
	inst._zod.version = version;
	const defChecks = inst._zod.def.checks;
	const checks = inst._zod.traits.has("$ZodCheck") ? [inst, ...defChecks ?? []] : defChecks?.length ? [...defChecks] : [];
	for (const ch of checks) for (const fn of ch._zod.onattach) fn(inst);
	if (checks.length === 0) {
		(_a = inst._zod).deferred ?? (_a.deferred = []);
		inst._zod.deferred?.push(() => {
			inst._zod.run = inst._zod.parse;
		});
	} else {
		const runChecks = (payload, checks, ctx) => {
			if (payload.memo) return payload;
			let isAborted = aborted(payload);
			let asyncResult;
			for (const ch of checks) {
				if (ch._zod.def.when) {
					if (explicitlyAborted(payload)) continue;
					if (!ch._zod.def.when(payload)) continue;
				} else if (isAborted) continue;
				const currLen = payload.issues.length;
				const _ = ch._zod.check(payload);
				if (_ instanceof Promise && ctx?.async === false) throw new $ZodAsyncError();
				if (asyncResult || _ instanceof Promise) asyncResult = (asyncResult ?? Promise.resolve()).then(async () => {
					await _;
					if (payload.issues.length === currLen) return;
					attachSchema(payload.issues, currLen, inst);
					if (!isAborted) isAborted = aborted(payload, currLen);
				});
				else {
					if (payload.issues.length === currLen) continue;
					attachSchema(payload.issues, currLen, inst);
					if (!isAborted) isAborted = aborted(payload, currLen);
				}
			}
			if (asyncResult) return asyncResult.then(() => {
				return payload;
			});
			return payload;
		};
		const handleCanaryResult = (canary, payload, ctx) => {
			if (aborted(canary)) {
				canary.aborted = true;
				return canary;
			}
			const checkResult = runChecks(payload, checks, ctx);
			if (checkResult instanceof Promise) {
				if (ctx.async === false) throw new $ZodAsyncError();
				return checkResult.then((checkResult) => inst._zod.parse(checkResult, ctx));
			}
			return inst._zod.parse(checkResult, ctx);
		};
		inst._zod.run = (payload, ctx) => {
			if (ctx.skipChecks) return inst._zod.parse(payload, ctx);
			if (ctx.direction === "backward") {
				const canary = inst._zod.parse({
					value: payload.value,
					issues: []
				}, {
					...ctx,
					skipChecks: true
				});
				if (canary instanceof Promise) return canary.then((canary) => {
					return handleCanaryResult(canary, payload, ctx);
				});
				return handleCanaryResult(canary, payload, ctx);
			}
			const result = inst._zod.parse(payload, ctx);
			if (result instanceof Promise) {
				if (ctx.async === false) throw new $ZodAsyncError();
				return result.then((result) => runChecks(result, checks, ctx));
			}
			return runChecks(result, checks, ctx);
		};
	}
}, {
	get "~standard"() {
		return hide(this, "~standard", standardProps(this));
	},
	set "~standard"(value) {
		own(this, "~standard", value);
	}
});
const toStandardResult = (r, ctx) => r.issues.length ? { issues: r.issues.map((iss) => finalizeIssue(iss, ctx, config())) } : { value: r.value };
async function validateAsync(inst, value) {
	const ctx = { async: true };
	return toStandardResult(await inst._zod.run({
		value,
		issues: []
	}, ctx), ctx);
}
function standardProps(inst) {
	return {
		validate: (value) => {
			const ctx = { async: false };
			try {
				const r = inst._zod.run({
					value,
					issues: []
				}, ctx);
				if (!(r instanceof Promise)) return toStandardResult(r, ctx);
			} catch (_) {}
			return validateAsync(inst, value);
		},
		vendor: "zod",
		version: 1
	};
}
const $ZodString = /*@__PURE__*/ $constructor("$ZodString", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.pattern = def.pattern ?? anyString;
	inst._zod.parse = (payload, _) => {
		if (def.coerce) try {
			payload.value = String(payload.value);
		} catch (_) {}
		if (typeof payload.value === "string") return payload;
		payload.issues.push({
			expected: "string",
			code: "invalid_type",
			input: payload.value,
			inst
		});
		return payload;
	};
});
const $ZodStringFormat = /*@__PURE__*/ $constructor("$ZodStringFormat", (inst, def) => {
	$ZodCheckStringFormat.init(inst, def);
	$ZodString.init(inst, def);
});
const $ZodGUID = /*@__PURE__*/ $constructor("$ZodGUID", (inst, def) => {
	def.pattern ?? (def.pattern = guid);
	$ZodStringFormat.init(inst, def);
});
const $ZodUUID = /*@__PURE__*/ $constructor("$ZodUUID", (inst, def) => {
	if (def.version) {
		const v = {
			v1: 1,
			v2: 2,
			v3: 3,
			v4: 4,
			v5: 5,
			v6: 6,
			v7: 7,
			v8: 8
		}[def.version];
		if (v === void 0) throw new Error(`Invalid UUID version: "${def.version}"`);
		def.pattern ?? (def.pattern = uuid(v));
	} else def.pattern ?? (def.pattern = uuid());
	$ZodStringFormat.init(inst, def);
});
const $ZodEmail = /*@__PURE__*/ $constructor("$ZodEmail", (inst, def) => {
	def.pattern ?? (def.pattern = email);
	$ZodStringFormat.init(inst, def);
});
const URL_BAD_FORMAT = 1;
const URL_UNPARSEABLE = 2;
function canParseURL(input) {
	try {
		if (typeof URL !== "undefined" && typeof URL.canParse === "function") return URL.canParse(input);
		new URL(input);
		return true;
	} catch {
		return false;
	}
}
function validateURL(trimmed, def) {
	if (!("normalize" in def) && !("hostname" in def) && !("protocol" in def)) return canParseURL(trimmed) || 2;
	return parseURLObject(trimmed, def);
}
function parseURLObject(trimmed, def) {
	if (!def.normalize && def.protocol?.source === httpProtocol.source && !/^https?:\/\//i.test(trimmed)) return 1;
	try {
		if (typeof URL !== "undefined") {
			const URLStatic = URL;
			if (typeof URLStatic.parse === "function") return URLStatic.parse(trimmed) ?? 2;
		}
		return new URL(trimmed);
	} catch {
		return 2;
	}
}
const asciiTabOrNewline = /[\t\n\r]/g;
function stripTabAndNewline(value) {
	return value.replace(asciiTabOrNewline, "");
}
function urlHostnameOk(url, hostname) {
	hostname.lastIndex = 0;
	return hostname.test(url.hostname);
}
function urlProtocolOk(url, protocol) {
	protocol.lastIndex = 0;
	return protocol.test(url.protocol.endsWith(":") ? url.protocol.slice(0, -1) : url.protocol);
}
const $ZodURL = /*@__PURE__*/ $constructor("$ZodURL", (inst, def) => {
	$ZodStringFormat.init(inst, def);
	inst._zod.check = (payload) => {
		try {
			const trimmed = payload.value.trim();
			const url = validateURL(trimmed, def);
			if (url === 1) {
				payload.issues.push({
					code: "invalid_format",
					format: "url",
					note: "Invalid URL format",
					input: payload.value,
					inst,
					continue: !def.abort
				});
				return;
			}
			if (url === 2) {
				payload.issues.push({
					code: "invalid_format",
					format: "url",
					input: payload.value,
					inst,
					continue: !def.abort
				});
				return;
			}
			if (url === true) {
				payload.value = stripTabAndNewline(trimmed);
				return;
			}
			if (def.hostname && !urlHostnameOk(url, def.hostname)) payload.issues.push({
				code: "invalid_format",
				format: "url",
				note: "Invalid hostname",
				pattern: def.hostname.source,
				input: payload.value,
				inst,
				continue: !def.abort
			});
			if (def.protocol && !urlProtocolOk(url, def.protocol)) payload.issues.push({
				code: "invalid_format",
				format: "url",
				note: "Invalid protocol",
				pattern: def.protocol.source,
				input: payload.value,
				inst,
				continue: !def.abort
			});
			payload.value = def.normalize ? url.href : stripTabAndNewline(trimmed);
			return;
		} catch (_) {
			payload.issues.push({
				code: "invalid_format",
				format: "url",
				input: payload.value,
				inst,
				continue: !def.abort
			});
		}
	};
});
const $ZodEmoji = /*@__PURE__*/ $constructor("$ZodEmoji", (inst, def) => {
	def.pattern ?? (def.pattern = emoji());
	$ZodStringFormat.init(inst, def);
});
const $ZodNanoID = /*@__PURE__*/ $constructor("$ZodNanoID", (inst, def) => {
	if (def.length !== void 0 && (!Number.isInteger(def.length) || def.length < 1)) throw new Error(`Invalid nanoid length: ${def.length}`);
	def.pattern ?? (def.pattern = def.length === void 0 ? nanoid : nanoidOfLength(def.length));
	$ZodStringFormat.init(inst, def);
});
const $ZodCUID = /*@__PURE__*/ $constructor("$ZodCUID", (inst, def) => {
	def.pattern ?? (def.pattern = cuid);
	$ZodStringFormat.init(inst, def);
});
const $ZodCUID2 = /*@__PURE__*/ $constructor("$ZodCUID2", (inst, def) => {
	def.pattern ?? (def.pattern = cuid2);
	$ZodStringFormat.init(inst, def);
});
const $ZodULID = /*@__PURE__*/ $constructor("$ZodULID", (inst, def) => {
	def.pattern ?? (def.pattern = ulid);
	$ZodStringFormat.init(inst, def);
});
const $ZodXID = /*@__PURE__*/ $constructor("$ZodXID", (inst, def) => {
	def.pattern ?? (def.pattern = xid);
	$ZodStringFormat.init(inst, def);
});
const $ZodKSUID = /*@__PURE__*/ $constructor("$ZodKSUID", (inst, def) => {
	def.pattern ?? (def.pattern = ksuid);
	$ZodStringFormat.init(inst, def);
});
const $ZodISODateTime = /*@__PURE__*/ $constructor("$ZodISODateTime", (inst, def) => {
	def.pattern ?? (def.pattern = datetime$1(def));
	$ZodStringFormat.init(inst, def);
});
const $ZodISODate = /*@__PURE__*/ $constructor("$ZodISODate", (inst, def) => {
	def.pattern ?? (def.pattern = date$1);
	$ZodStringFormat.init(inst, def);
});
const $ZodISOTime = /*@__PURE__*/ $constructor("$ZodISOTime", (inst, def) => {
	def.pattern ?? (def.pattern = time(def));
	$ZodStringFormat.init(inst, def);
});
const $ZodISODuration = /*@__PURE__*/ $constructor("$ZodISODuration", (inst, def) => {
	def.pattern ?? (def.pattern = duration$2);
	$ZodStringFormat.init(inst, def);
});
const $ZodIPv4 = /*@__PURE__*/ $constructor("$ZodIPv4", (inst, def) => {
	def.pattern ?? (def.pattern = ipv4);
	$ZodStringFormat.init(inst, def);
});
const ipv6Alphabet = /^[0-9a-fA-F:.]+$/;
function isValidIPv6(value) {
	if (!ipv6Alphabet.test(value)) return false;
	return canParseURL(`http://[${value}]`);
}
const $ZodIPv6 = /*@__PURE__*/ $constructor("$ZodIPv6", (inst, def) => {
	def.pattern ?? (def.pattern = ipv6);
	$ZodStringFormat.init(inst, def);
	inst._zod.check = (payload) => {
		if (!isValidIPv6(payload.value)) payload.issues.push({
			code: "invalid_format",
			format: "ipv6",
			input: payload.value,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodCIDRv4 = /*@__PURE__*/ $constructor("$ZodCIDRv4", (inst, def) => {
	def.pattern ?? (def.pattern = cidrv4);
	$ZodStringFormat.init(inst, def);
});
function isValidCIDRv6(value) {
	const parts = value.split("/");
	if (parts.length !== 2) return false;
	const [address, prefix] = parts;
	if (!prefix) return false;
	const prefixNum = Number(prefix);
	if (`${prefixNum}` !== prefix) return false;
	if (prefixNum < 0 || prefixNum > 128) return false;
	return isValidIPv6(address);
}
const $ZodCIDRv6 = /*@__PURE__*/ $constructor("$ZodCIDRv6", (inst, def) => {
	def.pattern ?? (def.pattern = cidrv6);
	$ZodStringFormat.init(inst, def);
	inst._zod.check = (payload) => {
		if (!isValidCIDRv6(payload.value)) payload.issues.push({
			code: "invalid_format",
			format: "cidrv6",
			input: payload.value,
			inst,
			continue: !def.abort
		});
	};
});
function isValidBase64(data) {
	if (data === "") return true;
	if (/\s/.test(data)) return false;
	if (data.length % 4 !== 0) return false;
	try {
		atob(data);
		return true;
	} catch {
		return false;
	}
}
const base64Charset = /^[0-9a-zA-Z+/]*={0,2}$/;
const $ZodBase64 = /*@__PURE__*/ $constructor("$ZodBase64", (inst, def) => {
	def.pattern ?? (def.pattern = base64Charset);
	$ZodStringFormat.init(inst, def);
	inst._zod.check = (payload) => {
		if (isValidBase64(payload.value)) return;
		payload.issues.push({
			code: "invalid_format",
			format: "base64",
			input: payload.value,
			inst,
			continue: !def.abort
		});
	};
});
const base64urlCharset = /^[A-Za-z0-9_-]*$/;
function isValidBase64URL(data) {
	if (!base64urlCharset.test(data)) return false;
	const base64 = data.replace(/[-_]/g, (c) => c === "-" ? "+" : "/");
	return isValidBase64(base64.padEnd(Math.ceil(base64.length / 4) * 4, "="));
}
const $ZodBase64URL = /*@__PURE__*/ $constructor("$ZodBase64URL", (inst, def) => {
	def.pattern ?? (def.pattern = base64urlCharset);
	$ZodStringFormat.init(inst, def);
	inst._zod.check = (payload) => {
		if (isValidBase64URL(payload.value)) return;
		payload.issues.push({
			code: "invalid_format",
			format: "base64url",
			input: payload.value,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodE164 = /*@__PURE__*/ $constructor("$ZodE164", (inst, def) => {
	def.pattern ?? (def.pattern = e164);
	$ZodStringFormat.init(inst, def);
});
function isValidJWT(token, algorithm = null) {
	try {
		const tokensParts = token.split(".");
		if (tokensParts.length !== 3) return false;
		const [header] = tokensParts;
		if (!header) return false;
		const parsedHeader = JSON.parse(atob(header));
		if ("typ" in parsedHeader && parsedHeader?.typ !== "JWT") return false;
		if (!parsedHeader.alg) return false;
		if (algorithm && (!("alg" in parsedHeader) || parsedHeader.alg !== algorithm)) return false;
		return true;
	} catch {
		return false;
	}
}
const $ZodJWT = /*@__PURE__*/ $constructor("$ZodJWT", (inst, def) => {
	$ZodStringFormat.init(inst, def);
	inst._zod.check = (payload) => {
		if (isValidJWT(payload.value, def.alg)) return;
		payload.issues.push({
			code: "invalid_format",
			format: "jwt",
			input: payload.value,
			inst,
			continue: !def.abort
		});
	};
});
const $ZodNumber = /*@__PURE__*/ $constructor("$ZodNumber", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.pattern = number$3;
	inst._zod.parse = (payload, _ctx) => {
		if (def.coerce) try {
			payload.value = Number(payload.value);
		} catch (_) {}
		const input = payload.value;
		if (typeof input === "number" && !Number.isNaN(input) && Number.isFinite(input)) return payload;
		const received = typeof input === "number" ? Number.isNaN(input) ? "NaN" : !Number.isFinite(input) ? String(input) : void 0 : void 0;
		payload.issues.push({
			expected: "number",
			code: "invalid_type",
			input,
			inst,
			...received ? { received } : {}
		});
		return payload;
	};
});
const $ZodNumberFormat = /*@__PURE__*/ $constructor("$ZodNumberFormat", (inst, def) => {
	$ZodCheckNumberFormat.init(inst, def);
	$ZodNumber.init(inst, def);
});
const $ZodBoolean = /*@__PURE__*/ $constructor("$ZodBoolean", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.pattern = boolean$1;
	inst._zod.parse = (payload, _ctx) => {
		if (def.coerce) try {
			payload.value = Boolean(payload.value);
		} catch (_) {}
		const input = payload.value;
		if (typeof input === "boolean") return payload;
		payload.issues.push({
			expected: "boolean",
			code: "invalid_type",
			input,
			inst
		});
		return payload;
	};
});
const $ZodUnknown = /*@__PURE__*/ $constructor("$ZodUnknown", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.parse = (payload) => payload;
});
const $ZodNever = /*@__PURE__*/ $constructor("$ZodNever", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.parse = (payload, _ctx) => {
		payload.issues.push({
			expected: "never",
			code: "invalid_type",
			input: payload.value,
			inst
		});
		return payload;
	};
});
function capSize(inst, size) {
	const caps = sizeCaps(inst._zod.def.checks);
	if (!caps.length) return;
	const cap = Math.min(...caps.map((c) => c[0]));
	const parse = inst._zod.parse;
	inst._zod.parse = (payload, ctx) => {
		const n = size(payload.value);
		if (n > cap && !ctx?.skipChecks && ctx?.direction !== "backward") {
			for (const [max, ch] of sizeCaps(inst._zod.def.checks)) if (n > max && ch._zod.def.when(payload)) {
				const start = payload.issues.length;
				ch._zod.check(payload);
				payload.issues[start].continue = false;
				attachSchema(payload.issues, start, inst);
				return payload;
			}
		}
		return parse(payload, ctx);
	};
}
const arraySize = (input) => Array.isArray(input) ? input.length : -1;
function handleArrayResult(result, final, index) {
	if (result.issues.length) final.issues.push(...prefixIssues(index, result.issues));
	final.value[index] = result.value;
}
const $ZodArray = /*@__PURE__*/ $constructor("$ZodArray", (inst, def) => {
	$ZodType.init(inst, def);
	const memo = globalConfig.memoizer;
	memo?.attach(inst);
	inst._zod.parse = (payload, ctx) => {
		const input = payload.value;
		if (!Array.isArray(input)) {
			payload.issues.push({
				expected: "array",
				code: "invalid_type",
				input,
				inst
			});
			return payload;
		}
		payload.value = memo ? memo.alloc(inst, payload, Array(input.length), ctx) : Array(input.length);
		const proms = [];
		const abortEarly = ctx?.abortEarly;
		for (let i = 0; i < input.length; i++) {
			const item = input[i];
			const result = def.element._zod.run({
				value: item,
				issues: []
			}, ctx);
			if (result instanceof Promise) proms.push(result.then((result) => handleArrayResult(result, payload, i)));
			else {
				handleArrayResult(result, payload, i);
				if (abortEarly && result.issues.length !== 0 && aborted(result)) break;
			}
		}
		if (proms.length) return Promise.all(proms).then(() => payload);
		return payload;
	};
	capSize(inst, arraySize);
});
function handlePropertyResult(result, final, key, input, optin, optout) {
	const isPresent = key in input;
	const isOptionalOut = optout === "optional";
	if (!isPresent && isOptionalOut && optin === "optional") return;
	if (result.issues.length) {
		if (optin !== void 0 && isOptionalOut && !isPresent) return;
		final.issues.push(...prefixIssues(key, result.issues));
	}
	if (!isPresent && optin === void 0) {
		if (!result.issues.length) final.issues.push({
			code: "invalid_type",
			expected: "nonoptional",
			input: void 0,
			path: [key]
		});
		return;
	}
	if (result.value === void 0) {
		if (isPresent || optin === "defaulted" && !isOptionalOut) final.value[key] = void 0;
	} else final.value[key] = result.value;
}
const NO_SYMBOL_KEYS = [];
function normalizeDef(def) {
	const keys = Object.keys(def.shape);
	const ownSymbols = Object.getOwnPropertySymbols(def.shape);
	const symbolKeys = ownSymbols.length ? ownSymbols : NO_SYMBOL_KEYS;
	const allKeys = symbolKeys.length ? [...keys, ...symbolKeys] : keys;
	for (const k of allKeys) if (!def.shape?.[k]?._zod?.traits?.has("$ZodType")) throw new Error(`Invalid element at key "${String(k)}": expected a Zod schema`);
	const okeys = optionalKeys(def.shape);
	return {
		...def,
		allKeys,
		symbolKeys,
		keySet: new Set(keys),
		numKeys: keys.length,
		optionalKeys: new Set(okeys)
	};
}
function handleCatchall(proms, input, payload, ctx, def, inst, abortEarly) {
	const unrecognized = [];
	const keySet = def.keySet;
	const _catchall = def.catchall._zod;
	const t = _catchall.def.type;
	const optin = _catchall.optin;
	const optout = _catchall.optout;
	let seen = 0;
	for (const key in input) {
		if (abortEarly && payload.issues.length !== seen) {
			if (aborted(payload, seen)) break;
			seen = payload.issues.length;
		}
		if (keySet.has(key)) continue;
		if (key === "__proto__") {
			if (t === "never") unrecognized.push(key);
			continue;
		}
		if (t === "never") {
			unrecognized.push(key);
			continue;
		}
		const r = _catchall.run({
			value: input[key],
			issues: []
		}, ctx);
		if (r instanceof Promise) proms.push(r.then((r) => handlePropertyResult(r, payload, key, input, optin, optout)));
		else handlePropertyResult(r, payload, key, input, optin, optout);
	}
	if (unrecognized.length) payload.issues.push({
		code: "unrecognized_keys",
		keys: unrecognized,
		input,
		inst,
		continue: true
	});
	if (!proms.length) return payload;
	return Promise.all(proms).then(() => {
		return payload;
	});
}
const $ZodObject = /*@__PURE__*/ $constructor("$ZodObject", (inst, def) => {
	$ZodType.init(inst, def);
	const desc = Object.getOwnPropertyDescriptor(def, "shape");
	const sh = desc?.get ? desc.get.raw : def.shape ?? {};
	if (sh) {
		const get = () => {
			const newSh = { ...sh };
			Object.defineProperty(def, "shape", { value: newSh });
			get.raw = newSh;
			return newSh;
		};
		get.raw = sh;
		Object.defineProperty(def, "shape", { get });
	}
	const _normalized = cached(() => normalizeDef(def));
	defineLazyInternal(inst, "propValues", (zod) => {
		const shape = zod.def.shape;
		const propValues = {};
		for (const key in shape) {
			const field = shape[key]._zod;
			if (field.values) {
				if (!Object.prototype.hasOwnProperty.call(propValues, key)) assignProp(propValues, key, /* @__PURE__ */ new Set());
				for (const v of field.values) propValues[key].add(v);
				if (field.optin !== void 0) propValues[key].add(void 0);
			}
		}
		return propValues;
	});
	const isObject$1 = isObject;
	const catchall = def.catchall;
	let value;
	const memo = globalConfig.memoizer;
	memo?.attach(inst);
	inst._zod.parse = (payload, ctx) => {
		value ?? (value = _normalized.value);
		const input = payload.value;
		if (!isObject$1(input)) {
			payload.issues.push({
				expected: "object",
				code: "invalid_type",
				input,
				inst
			});
			return payload;
		}
		payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
		const proms = [];
		const shape = value.shape;
		const abortEarly = ctx?.abortEarly;
		let seen = payload.issues.length;
		for (const key of value.allKeys) {
			if (abortEarly && payload.issues.length !== seen) {
				if (aborted(payload, seen)) break;
				seen = payload.issues.length;
			}
			if (key === "__proto__") continue;
			const el = shape[key];
			const optin = el._zod.optin;
			const optout = el._zod.optout;
			const r = el._zod.run({
				value: input[key],
				issues: []
			}, ctx);
			if (r instanceof Promise) proms.push(r.then((r) => handlePropertyResult(r, payload, key, input, optin, optout)));
			else handlePropertyResult(r, payload, key, input, optin, optout);
		}
		if (!catchall) return proms.length ? Promise.all(proms).then(() => payload) : payload;
		return handleCatchall(proms, input, payload, ctx, _normalized.value, inst, abortEarly === true);
	};
});
const $ZodObjectJIT = /*@__PURE__*/ $constructor("$ZodObjectJIT", (inst, def) => {
	$ZodObject.init(inst, def);
	const superParse = inst._zod.parse;
	const _normalized = cached(() => normalizeDef(def));
	const memo = globalConfig.memoizer;
	const generateFastpass = (shape) => {
		const normalized = _normalized.value;
		const syms = normalized.symbolKeys;
		const doc = new Doc(["payload", "ctx"], {
			shape,
			inst,
			memo,
			syms
		});
		const parseStr = (k) => `shape[${k}]._zod.run({ value: input[${k}], issues: [] }, ctx)`;
		const prefixStr = (id, k) => `
          let ${id}_ab = false;
          for (let i = 0; i < ${id}.issues.length; i++) {
            const iss = ${id}.issues[i];
            iss.path = iss.path ? [${k}, ...iss.path] : [${k}];
            payload.issues.push(iss);
            if (iss.continue !== true) ${id}_ab = true;
          }
          if (${id}_ab && ctx && ctx.abortEarly) {
            payload.value = newResult;
            return payload;
          }`;
		doc.write(`const input = payload.value;`);
		const ids = Object.create(null);
		let counter = 0;
		for (const key of normalized.allKeys) ids[key] = `key_${counter++}`;
		doc.write(memo ? `const newResult = memo.alloc(inst, payload, {}, ctx);` : `const newResult = {};`);
		for (const key of normalized.allKeys) {
			if (key === "__proto__") continue;
			const id = ids[key];
			const k = typeof key === "symbol" ? `syms[${syms.indexOf(key)}]` : esc(key);
			const isPresent = `${k} in input`;
			const schema = shape[key];
			const optin = schema?._zod?.optin;
			const isOptionalIn = optin !== void 0;
			const isOptionalOut = schema?._zod?.optout === "optional";
			doc.write(`const ${id} = ${parseStr(k)};`);
			if (isOptionalIn && isOptionalOut) {
				const assign = optin === "optional" ? `${id}_present` : `${id}.value !== undefined || ${id}_present`;
				doc.write(`
        const ${id}_present = ${isPresent};
        if (!${id}.issues.length || ${id}_present) {
          if (${id}.issues.length) {${prefixStr(id, k)}
          }

          if (${assign}) {
            newResult[${k}] = ${id}.value;
          }
        }

      `);
			} else if (!isOptionalIn) doc.write(`
        const ${id}_present = ${isPresent};
        if (${id}.issues.length) {${prefixStr(id, k)}
        }
        if (!${id}_present && !${id}.issues.length) {
          payload.issues.push({
            code: "invalid_type",
            expected: "nonoptional",
            input: undefined,
            path: [${k}]
          });
          if (ctx && ctx.abortEarly) {
            payload.value = newResult;
            return payload;
          }
        }

        if (${id}_present) {
          newResult[${k}] = ${id}.value;
        }

      `);
			else {
				doc.write(`
        if (${id}.issues.length) {${prefixStr(id, k)}
        }
      `);
				if (optin === "defaulted") doc.write(`newResult[${k}] = ${id}.value;`);
				else doc.write(`
        if (${id}.value !== undefined || ${isPresent}) {
          newResult[${k}] = ${id}.value;
        }
      `);
			}
		}
		doc.write(`payload.value = newResult;`);
		doc.write(`return payload;`);
		return doc.compile();
	};
	let fastpass;
	const isObject$2 = isObject;
	const jit = !globalConfig.jitless;
	const allowsEval$1 = allowsEval;
	const fastEnabled = jit && allowsEval$1.value;
	const catchall = def.catchall;
	let value;
	inst._zod.parse = (payload, ctx) => {
		value ?? (value = _normalized.value);
		const input = payload.value;
		if (!isObject$2(input)) {
			payload.issues.push({
				expected: "object",
				code: "invalid_type",
				input,
				inst
			});
			return payload;
		}
		if (jit && fastEnabled && ctx?.async === false && ctx.jitless !== true) {
			if (!fastpass) fastpass = generateFastpass(def.shape);
			payload = fastpass(payload, ctx);
			if (!catchall) return payload;
			return handleCatchall([], input, payload, ctx, value, inst, ctx?.abortEarly === true);
		}
		return superParse(payload, ctx);
	};
});
function handleUnionResults(results, final, inst, ctx) {
	for (const result of results) if (result.issues.length === 0) {
		final.value = result.value;
		return final;
	}
	const nonaborted = results.filter((r) => !aborted(r));
	if (nonaborted.length === 1) {
		final.value = nonaborted[0].value;
		return nonaborted[0];
	}
	final.issues.push({
		code: "invalid_union",
		input: final.value,
		inst,
		errors: results.map((result) => result.issues.map((iss) => finalizeIssue(iss, ctx, config())))
	});
	return final;
}
const $ZodUnion = /*@__PURE__*/ $constructor("$ZodUnion", (inst, def) => {
	$ZodType.init(inst, def);
	defineLazyInternal(inst, "optin", (zod) => zod.def.options.some((o) => o._zod.optin === "defaulted") ? "defaulted" : zod.def.options.some((o) => o._zod.optin !== void 0) ? "optional" : void 0);
	defineLazyInternal(inst, "optout", (zod) => zod.def.options.some((o) => o._zod.optout === "optional") ? "optional" : void 0);
	defineLazyInternal(inst, "values", (zod) => {
		if (zod.def.options.every((o) => o._zod.values)) return new Set(zod.def.options.flatMap((option) => Array.from(option._zod.values)));
	});
	defineLazyInternal(inst, "pattern", (zod) => {
		if (zod.def.options.every((o) => o._zod.pattern)) {
			const patterns = zod.def.options.map((o) => o._zod.pattern);
			return new RegExp(`^(${patterns.map((p) => cleanRegex(p.source)).join("|")})$`);
		}
	});
	const first = def.options.length === 1 ? def.options[0]._zod.run : null;
	inst._zod.parse = (payload, ctx) => {
		if (first) return first(payload, ctx);
		let async = false;
		const results = [];
		for (const option of def.options) {
			const result = option._zod.run({
				value: payload.value,
				issues: []
			}, ctx);
			if (result instanceof Promise) {
				results.push(result);
				async = true;
			} else {
				if (result.issues.length === 0) return result;
				results.push(result);
			}
		}
		if (!async) return handleUnionResults(results, payload, inst, ctx);
		return Promise.all(results).then((results) => {
			return handleUnionResults(results, payload, inst, ctx);
		});
	};
});
function discriminatorMap(def) {
	const map = /* @__PURE__ */ new Map();
	for (const option of def.options) {
		const values = option._zod.propValues?.[def.discriminator];
		if (!values || values.size === 0) throw new Error(`Invalid discriminated union option at index "${def.options.indexOf(option)}"`);
		for (const value of values) if (map.has(value)) {
			if (value !== void 0) throw new Error(`Duplicate discriminator value "${String(value)}"`);
			map.set(value, null);
		} else map.set(value, option);
	}
	return map;
}
const $ZodDiscriminatedUnion = /*@__PURE__*/ $constructor("$ZodDiscriminatedUnion", (inst, def) => {
	def.inclusive = false;
	$ZodUnion.init(inst, def);
	const _super = inst._zod.parse;
	defineLazyInternal(inst, "propValues", (zod) => {
		const propValues = {};
		let undefinedCount = 0;
		for (const option of zod.def.options) {
			const pv = option._zod.propValues;
			if (!pv || Object.keys(pv).length === 0) throw new Error(`Invalid discriminated union option at index "${zod.def.options.indexOf(option)}"`);
			if (pv[zod.def.discriminator]?.has(void 0)) undefinedCount++;
			for (const [k, v] of Object.entries(pv)) {
				if (!Object.prototype.hasOwnProperty.call(propValues, k)) assignProp(propValues, k, /* @__PURE__ */ new Set());
				for (const val of v) propValues[k].add(val);
			}
		}
		if (!zod.def.unionFallback && undefinedCount > 1) propValues[zod.def.discriminator]?.delete(void 0);
		return propValues;
	});
	def.options.forEach((option, i) => {
		const propShape = rawShape(option._zod.def);
		if (propShape && !Object.prototype.hasOwnProperty.call(propShape, def.discriminator)) throw new Error(`Invalid discriminated union option at index "${i}"`);
	});
	const disc = cached(() => discriminatorMap(def));
	inst._zod.parse = (payload, ctx) => {
		const input = payload.value;
		if (!isObject(input)) {
			payload.issues.push({
				code: "invalid_type",
				expected: "object",
				input,
				inst
			});
			return payload;
		}
		const value = input?.[def.discriminator];
		const opt = disc.value.get(value);
		if (opt && (value !== void 0 || ctx.direction !== "backward")) return opt._zod.run(payload, ctx);
		if (def.unionFallback || ctx.direction === "backward") return _super(payload, ctx);
		payload.issues.push({
			code: "invalid_union",
			errors: [],
			note: "No matching discriminator",
			discriminator: def.discriminator,
			options: Array.from(disc.value.keys()).filter((value) => disc.value.get(value) !== null),
			input,
			path: [def.discriminator],
			inst
		});
		return payload;
	};
});
const $ZodIntersection = /*@__PURE__*/ $constructor("$ZodIntersection", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.parse = (payload, ctx) => {
		const input = payload.value;
		const left = def.left._zod.run({
			value: input,
			issues: []
		}, ctx);
		const right = def.right._zod.run({
			value: input,
			issues: []
		}, ctx);
		if (left instanceof Promise || right instanceof Promise) return Promise.all([left, right]).then(([left, right]) => {
			return handleIntersectionResults(payload, left, right);
		});
		return handleIntersectionResults(payload, left, right);
	};
});
function mergeValues(a, b) {
	if (a === b) return {
		valid: true,
		data: a
	};
	if (a instanceof Date && b instanceof Date && +a === +b) return {
		valid: true,
		data: a
	};
	if (isPlainObject(a) && isPlainObject(b)) {
		const bKeys = Object.keys(b);
		const sharedKeys = Object.keys(a).filter((key) => bKeys.indexOf(key) !== -1);
		const newObj = {
			...a,
			...b
		};
		if (Object.prototype.hasOwnProperty.call(newObj, "__proto__")) delete newObj.__proto__;
		for (const key of sharedKeys) {
			if (key === "__proto__") continue;
			const sharedValue = mergeValues(a[key], b[key]);
			if (!sharedValue.valid) return {
				valid: false,
				mergeErrorPath: [key, ...sharedValue.mergeErrorPath]
			};
			newObj[key] = sharedValue.data;
		}
		return {
			valid: true,
			data: newObj
		};
	}
	if (Array.isArray(a) && Array.isArray(b)) {
		if (a.length !== b.length) return {
			valid: false,
			mergeErrorPath: []
		};
		const newArray = [];
		for (let index = 0; index < a.length; index++) {
			const itemA = a[index];
			const itemB = b[index];
			const sharedValue = mergeValues(itemA, itemB);
			if (!sharedValue.valid) return {
				valid: false,
				mergeErrorPath: [index, ...sharedValue.mergeErrorPath]
			};
			newArray.push(sharedValue.data);
		}
		return {
			valid: true,
			data: newArray
		};
	}
	return {
		valid: false,
		mergeErrorPath: []
	};
}
function handleIntersectionResults(result, left, right) {
	const unrecKeys = /* @__PURE__ */ new Map();
	let unrecIssue;
	const keyIssues = /* @__PURE__ */ new Map();
	const collect = (iss, side) => {
		let keys;
		if (iss.code === "unrecognized_keys" && !iss.path?.length) {
			unrecIssue ?? (unrecIssue = iss);
			keys = iss.keys;
		} else if (iss.code === "invalid_key" && iss.origin === "record" && iss.path?.length === 1) {
			const k = String(iss.path[0]);
			if (!keyIssues.has(k)) keyIssues.set(k, iss);
			keys = [k];
		} else return false;
		for (const k of keys) {
			if (!unrecKeys.has(k)) unrecKeys.set(k, {});
			unrecKeys.get(k)[side] = true;
		}
		return true;
	};
	for (const iss of left.issues) if (!collect(iss, "l")) result.issues.push(iss);
	for (const iss of right.issues) if (!collect(iss, "r")) result.issues.push(iss);
	const bothKeys = [...unrecKeys].filter(([, f]) => f.l && f.r).map(([k]) => k);
	if (bothKeys.length) {
		const aggregated = unrecIssue ? bothKeys.filter((k) => unrecIssue.keys.includes(k)) : [];
		if (aggregated.length) result.issues.push({
			...unrecIssue,
			keys: aggregated
		});
		for (const k of bothKeys) if (!aggregated.includes(k) && keyIssues.has(k)) result.issues.push(keyIssues.get(k));
	}
	const merged = mergeValues(left.value, right.value);
	if (!merged.valid) {
		if (aborted(result)) return result;
		throw new Error(`Unmergable intersection. Error path: ${JSON.stringify(merged.mergeErrorPath)}`);
	}
	result.value = merged.data;
	return result;
}
const $ZodTuple = /*@__PURE__*/ $constructor("$ZodTuple", (inst, def) => {
	$ZodType.init(inst, def);
	const items = def.items;
	const memo = globalConfig.memoizer;
	memo?.attach(inst);
	inst._zod.parse = (payload, ctx) => {
		const input = payload.value;
		if (!Array.isArray(input)) {
			payload.issues.push({
				input,
				inst,
				expected: "tuple",
				code: "invalid_type"
			});
			return payload;
		}
		payload.value = memo ? memo.alloc(inst, payload, [], ctx) : [];
		const proms = [];
		const optinStart = getTupleOptStart(items, "optin");
		const optoutStart = getTupleOptStart(items, "optout");
		if (!def.rest) {
			if (input.length < optinStart) {
				payload.issues.push({
					code: "too_small",
					minimum: optinStart,
					inclusive: true,
					input,
					inst,
					origin: "array"
				});
				return payload;
			}
			if (input.length > items.length) payload.issues.push({
				code: "too_big",
				maximum: items.length,
				inclusive: true,
				input,
				inst,
				origin: "array"
			});
		}
		const itemResults = new Array(items.length);
		const abortEarly = def.rest ? ctx?.abortEarly : void 0;
		let itemAborted = false;
		for (let i = 0; i < items.length; i++) {
			const r = items[i]._zod.run({
				value: input[i],
				issues: []
			}, ctx);
			if (r instanceof Promise) proms.push(r.then((rr) => {
				itemResults[i] = rr;
			}));
			else {
				itemResults[i] = r;
				if (abortEarly && !itemAborted && r.issues.length) itemAborted = aborted(r);
			}
		}
		if (def.rest && !itemAborted) {
			let i = items.length - 1;
			const rest = input.slice(items.length);
			let seen = payload.issues.length;
			for (const el of rest) {
				if (abortEarly && payload.issues.length !== seen) {
					if (aborted(payload, seen)) break;
					seen = payload.issues.length;
				}
				i++;
				const result = def.rest._zod.run({
					value: el,
					issues: []
				}, ctx);
				if (result instanceof Promise) proms.push(result.then((r) => handleTupleResult(r, payload, i)));
				else handleTupleResult(result, payload, i);
			}
		}
		if (proms.length) return Promise.all(proms).then(() => handleTupleResults(itemResults, payload, items, input, optoutStart));
		return handleTupleResults(itemResults, payload, items, input, optoutStart);
	};
});
function getTupleOptStart(items, key) {
	for (let i = items.length - 1; i >= 0; i--) if (!(key === "optin" ? items[i]._zod.optin !== void 0 : items[i]._zod.optout === "optional")) return i + 1;
	return 0;
}
function handleTupleResult(result, final, index) {
	if (result.issues.length) final.issues.push(...prefixIssues(index, result.issues));
	final.value[index] = result.value;
}
function handleTupleResults(itemResults, final, items, input, optoutStart) {
	for (let i = 0; i < items.length; i++) {
		const r = itemResults[i];
		const isPresent = i < input.length;
		if (!isPresent && i >= optoutStart && items[i]._zod.optin === "optional") {
			final.value.length = i;
			break;
		}
		if (r.issues.length) {
			if (!isPresent && i >= optoutStart) {
				final.value.length = i;
				break;
			}
			final.issues.push(...prefixIssues(i, r.issues));
		}
		final.value[i] = r.value;
	}
	for (let i = final.value.length - 1; i >= input.length; i--) if (items[i]._zod.optout === "optional" && final.value[i] === void 0) final.value.length = i;
	else break;
	return final;
}
const $ZodRecord = /*@__PURE__*/ $constructor("$ZodRecord", (inst, def) => {
	$ZodType.init(inst, def);
	const memo = globalConfig.memoizer;
	memo?.attach(inst);
	inst._zod.parse = (payload, ctx) => {
		const input = payload.value;
		if (!isPlainObject(input)) {
			payload.issues.push({
				expected: "record",
				code: "invalid_type",
				input,
				inst
			});
			return payload;
		}
		const proms = [];
		const values = def.keyType._zod.values;
		if (values && !def.partial) {
			payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
			const recordKeys = /* @__PURE__ */ new Set();
			for (const key of values) if (typeof key === "string" || typeof key === "number" || typeof key === "symbol") {
				recordKeys.add(typeof key === "number" ? key.toString() : key);
				if (key === "__proto__") continue;
				const keyResult = def.keyType._zod.run({
					value: key,
					issues: []
				}, ctx);
				if (keyResult instanceof Promise) throw new Error("Async schemas not supported in object keys currently");
				if (keyResult.issues.length) {
					payload.issues.push({
						code: "invalid_key",
						origin: "record",
						issues: keyResult.issues.map((iss) => finalizeIssue(iss, ctx, config())),
						input: key,
						path: [key],
						inst
					});
					continue;
				}
				const outKey = keyResult.value;
				if (outKey === "__proto__") continue;
				const result = def.valueType._zod.run({
					value: input[key],
					issues: []
				}, ctx);
				if (result instanceof Promise) proms.push(result.then((result) => {
					if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
					payload.value[outKey] = result.value;
				}));
				else {
					if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
					payload.value[outKey] = result.value;
				}
			}
			let unrecognized;
			for (const key in input) if (!recordKeys.has(key)) {
				if (def.mode === "loose") {
					if (key === "__proto__") continue;
					payload.value[key] = input[key];
				} else {
					unrecognized = unrecognized ?? [];
					unrecognized.push(key);
				}
			}
			if (unrecognized && unrecognized.length > 0) payload.issues.push({
				code: "unrecognized_keys",
				input,
				inst,
				keys: unrecognized,
				continue: true
			});
		} else {
			payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
			let unrecognized;
			for (const key of Reflect.ownKeys(input)) {
				if (key === "__proto__") continue;
				if (!Object.prototype.propertyIsEnumerable.call(input, key)) continue;
				let keyResult = def.keyType._zod.run({
					value: key,
					issues: []
				}, ctx);
				if (keyResult instanceof Promise) throw new Error("Async schemas not supported in object keys currently");
				if (typeof key === "string" && number$3.test(key) && keyResult.issues.length) {
					const retryResult = def.keyType._zod.run({
						value: Number(key),
						issues: []
					}, ctx);
					if (retryResult instanceof Promise) throw new Error("Async schemas not supported in object keys currently");
					if (retryResult.issues.length === 0) keyResult = retryResult;
				}
				if (keyResult.issues.length) {
					if (def.mode === "loose") payload.value[key] = input[key];
					else if (values) {
						unrecognized = unrecognized ?? [];
						unrecognized.push(key);
					} else payload.issues.push({
						code: "invalid_key",
						origin: "record",
						issues: keyResult.issues.map((iss) => finalizeIssue(iss, ctx, config())),
						input: key,
						path: [key],
						inst
					});
					continue;
				}
				const outKey = keyResult.value;
				if (outKey === "__proto__") continue;
				const result = def.valueType._zod.run({
					value: input[key],
					issues: []
				}, ctx);
				if (result instanceof Promise) proms.push(result.then((result) => {
					if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
					payload.value[outKey] = result.value;
				}));
				else {
					if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
					payload.value[outKey] = result.value;
				}
			}
			if (unrecognized && unrecognized.length > 0) payload.issues.push({
				code: "unrecognized_keys",
				input,
				inst,
				keys: unrecognized,
				continue: true
			});
		}
		if (proms.length) return Promise.all(proms).then(() => payload);
		return payload;
	};
});
const $ZodEnum = /*@__PURE__*/ $constructor("$ZodEnum", (inst, def) => {
	$ZodType.init(inst, def);
	const values = getEnumValues(def.entries);
	const valuesSet = new Set(values);
	inst._zod.values = valuesSet;
	defineLazyInternal(inst, "pattern", (zod) => {
		const patternValues = getEnumValues(zod.def.entries).filter((k) => propertyKeyTypes.has(typeof k));
		return new RegExp(patternValues.length ? `^(${patternValues.map((o) => escapeRegex(o.toString())).join("|")})$` : "^[^\\s\\S]$");
	});
	inst._zod.parse = (payload, _ctx) => {
		const input = payload.value;
		if (valuesSet.has(input)) return payload;
		payload.issues.push({
			code: "invalid_value",
			values,
			input,
			inst
		});
		return payload;
	};
});
const $ZodLiteral = /*@__PURE__*/ $constructor("$ZodLiteral", (inst, def) => {
	$ZodType.init(inst, def);
	const values = new Set(def.values);
	inst._zod.values = values;
	defineLazyInternal(inst, "pattern", (zod) => {
		const vals = zod.def.values;
		return new RegExp(vals.length ? `^(${vals.map((o) => typeof o === "string" ? escapeRegex(o) : o ? escapeRegex(o.toString()) : String(o)).join("|")})$` : "^[^\\s\\S]$");
	});
	inst._zod.parse = (payload, _ctx) => {
		const input = payload.value;
		if (values.has(input)) return payload;
		payload.issues.push({
			code: "invalid_value",
			values: def.values,
			input,
			inst
		});
		return payload;
	};
});
const $ZodTransform = /*@__PURE__*/ $constructor("$ZodTransform", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.optin = "optional";
	globalConfig.memoizer?.guard(inst);
	inst._zod.parse = (payload, ctx) => {
		if (ctx.direction === "backward") throw new $ZodEncodeError(inst.constructor.name);
		const _out = def.transform(payload.value, payload);
		if (ctx.async) return (_out instanceof Promise ? _out : Promise.resolve(_out)).then((output) => {
			payload.value = output;
			return payload;
		});
		if (_out instanceof Promise) throw new $ZodAsyncError();
		payload.value = _out;
		return payload;
	};
});
function handleOptionalResult(payload, result) {
	payload.value = result.issues.length ? void 0 : result.value;
	return payload;
}
const $ZodOptional = /*@__PURE__*/ $constructor("$ZodOptional", (inst, def) => {
	$ZodType.init(inst, def);
	defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin === "defaulted" ? "defaulted" : "optional");
	inst._zod.optout = "optional";
	defineLazyInternal(inst, "values", (zod) => {
		const values = zod.def.innerType._zod.values;
		return values ? /* @__PURE__ */ new Set([...values, void 0]) : void 0;
	});
	defineLazyInternal(inst, "pattern", (zod) => {
		const pattern = zod.def.innerType._zod.pattern;
		return pattern ? new RegExp(`^(${cleanRegex(pattern.source)})?$`) : void 0;
	});
	inst._zod.parse = (payload, ctx) => {
		if (payload.value === void 0) {
			if (def.innerType._zod.optin !== "defaulted") return payload;
			const result = def.innerType._zod.run({
				value: payload.value,
				issues: []
			}, ctx);
			if (result instanceof Promise) return result.then((result) => handleOptionalResult(payload, result));
			return handleOptionalResult(payload, result);
		}
		return def.innerType._zod.run(payload, ctx);
	};
});
const $ZodExactOptional = /*@__PURE__*/ $constructor("$ZodExactOptional", (inst, def) => {
	$ZodOptional.init(inst, def);
	defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
	defineLazyInternal(inst, "pattern", (zod) => zod.def.innerType._zod.pattern);
	inst._zod.parse = (payload, ctx) => {
		return def.innerType._zod.run(payload, ctx);
	};
});
const $ZodNullable = /*@__PURE__*/ $constructor("$ZodNullable", (inst, def) => {
	$ZodType.init(inst, def);
	defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin);
	defineLazyInternal(inst, "optout", (zod) => zod.def.innerType._zod.optout);
	defineLazyInternal(inst, "pattern", (zod) => {
		const pattern = zod.def.innerType._zod.pattern;
		return pattern ? new RegExp(`^(${cleanRegex(pattern.source)}|null)$`) : void 0;
	});
	defineLazyInternal(inst, "values", (zod) => {
		return zod.def.innerType._zod.values ? /* @__PURE__ */ new Set([...zod.def.innerType._zod.values, null]) : void 0;
	});
	inst._zod.parse = (payload, ctx) => {
		if (payload.value === null) return payload;
		return def.innerType._zod.run(payload, ctx);
	};
});
const $ZodDefault = /*@__PURE__*/ $constructor("$ZodDefault", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.optin = "defaulted";
	defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
	inst._zod.parse = (payload, ctx) => {
		if (ctx.direction === "backward") return def.innerType._zod.run(payload, ctx);
		if (payload.value === void 0) {
			payload.value = def.defaultValue;
			return payload;
		}
		const result = def.innerType._zod.run(payload, ctx);
		if (result instanceof Promise) return result.then((result) => handleDefaultResult(result, def));
		return handleDefaultResult(result, def);
	};
});
function handleDefaultResult(payload, def) {
	if (payload.value === void 0) payload.value = def.defaultValue;
	return payload;
}
const $ZodPrefault = /*@__PURE__*/ $constructor("$ZodPrefault", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.optin = "defaulted";
	defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
	inst._zod.parse = (payload, ctx) => {
		if (ctx.direction === "backward") return def.innerType._zod.run(payload, ctx);
		if (payload.value === void 0) payload.value = def.defaultValue;
		return def.innerType._zod.run(payload, ctx);
	};
});
const $ZodNonOptional = /*@__PURE__*/ $constructor("$ZodNonOptional", (inst, def) => {
	$ZodType.init(inst, def);
	defineLazyInternal(inst, "values", (zod) => {
		const v = zod.def.innerType._zod.values;
		return v ? new Set([...v].filter((x) => x !== void 0)) : void 0;
	});
	inst._zod.parse = (payload, ctx) => {
		const result = def.innerType._zod.run(payload, ctx);
		if (result instanceof Promise) return result.then((result) => handleNonOptionalResult(result, inst));
		return handleNonOptionalResult(result, inst);
	};
});
function handleNonOptionalResult(payload, inst) {
	if (!payload.issues.length && payload.value === void 0) payload.issues.push({
		code: "invalid_type",
		expected: "nonoptional",
		input: payload.value,
		inst
	});
	return payload;
}
function handleCatchResult(payload, result, def, ctx) {
	if (!result.issues.length) {
		payload.value = result.value;
		if (result.memo) payload.memo = true;
		return payload;
	}
	payload.value = def.catchValue({
		...result,
		value: payload.value,
		error: { issues: result.issues.map((iss) => finalizeIssue(iss, ctx, config())) },
		input: payload.value
	});
	return payload;
}
const $ZodCatch = /*@__PURE__*/ $constructor("$ZodCatch", (inst, def) => {
	$ZodType.init(inst, def);
	defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin === "defaulted" ? "defaulted" : "optional");
	defineLazyInternal(inst, "optout", (zod) => zod.def.innerType._zod.optout);
	defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
	inst._zod.parse = (payload, ctx) => {
		if (ctx.direction === "backward") return def.innerType._zod.run(payload, ctx);
		const result = def.innerType._zod.run({
			value: payload.value,
			issues: []
		}, ctx);
		if (result instanceof Promise) return result.then((result) => handleCatchResult(payload, result, def, ctx));
		return handleCatchResult(payload, result, def, ctx);
	};
});
const $ZodPipe = /*@__PURE__*/ $constructor("$ZodPipe", (inst, def) => {
	$ZodType.init(inst, def);
	defineLazyInternal(inst, "values", (zod) => zod.def.in._zod.values);
	defineLazyInternal(inst, "optin", (zod) => zod.def.in._zod.optin);
	defineLazyInternal(inst, "optout", (zod) => zod.def.out._zod.optout);
	defineLazyInternal(inst, "propValues", (zod) => zod.def.in._zod.propValues);
	inst._zod.parse = (payload, ctx) => {
		if (ctx.direction === "backward") {
			const right = def.out._zod.run(payload, ctx);
			if (right instanceof Promise) return right.then((right) => handlePipeResult(right, def.in, ctx));
			return handlePipeResult(right, def.in, ctx);
		}
		const left = def.in._zod.run(payload, ctx);
		if (left instanceof Promise) return left.then((left) => handlePipeResult(left, def.out, ctx));
		return handlePipeResult(left, def.out, ctx);
	};
});
function handlePipeResult(left, next, ctx) {
	if (left.issues.some((iss) => iss.code !== "unrecognized_keys")) {
		left.aborted = true;
		return left;
	}
	return next._zod.run({
		value: left.value,
		issues: left.issues
	}, ctx);
}
const $ZodReadonly = /*@__PURE__*/ $constructor("$ZodReadonly", (inst, def) => {
	$ZodType.init(inst, def);
	defineLazyInternal(inst, "propValues", (zod) => zod.def.innerType._zod.propValues);
	defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
	defineLazyInternal(inst, "optin", (zod) => zod.def.innerType?._zod?.optin);
	defineLazyInternal(inst, "optout", (zod) => zod.def.innerType?._zod?.optout);
	inst._zod.parse = (payload, ctx) => {
		if (ctx.direction === "backward") return def.innerType._zod.run(payload, ctx);
		const result = def.innerType._zod.run(payload, ctx);
		if (result instanceof Promise) return result.then(handleReadonlyResult);
		return handleReadonlyResult(result);
	};
});
function handleReadonlyResult(payload) {
	if (!payload.memo) payload.value = Object.freeze(payload.value);
	return payload;
}
const $ZodCustom = /*@__PURE__*/ $constructor("$ZodCustom", (inst, def) => {
	$ZodCheck.init(inst, def);
	$ZodType.init(inst, def);
	inst._zod.parse = (payload, _) => {
		return payload;
	};
	inst._zod.check = (payload) => {
		const input = payload.value;
		const r = def.fn(input);
		if (r instanceof Promise) return r.then((r) => handleRefineResult(r, payload, input, inst));
		handleRefineResult(r, payload, input, inst);
	};
});
function handleRefineResult(result, payload, input, inst) {
	if (!result) {
		const _iss = {
			code: "custom",
			input,
			inst,
			path: [...inst._zod.def.path ?? []],
			continue: !inst._zod.def.abort
		};
		if (inst._zod.def.params) _iss.params = inst._zod.def.params;
		payload.issues.push(issue$1(_iss));
	}
}

// node_modules/zod/v4/core/memoizer.js
var $ZodCyclicError = class extends Error {
	constructor() {
		super(`Cannot parse a reference cycle that closes through a transform`);
		this.name = "ZodCyclicError";
	}
};
const STATE = "~memo";
const NO_ISSUES = [];
function isRef(value) {
	return value !== null && typeof value === "object";
}
function cloneIssues(issues) {
	return issues.map((iss) => iss.path ? {
		...iss,
		path: iss.path.slice()
	} : { ...iss });
}
const recursive = /*@__PURE__*/ new WeakMap();
const NONE = 0;
const ASSUMED = 1;
const PROVEN = 2;
function isRecursive(inst, stack, resolve) {
	const cached = recursive.get(inst);
	if (cached !== void 0) return cached ? PROVEN : NONE;
	if (stack.has(inst)) return PROVEN;
	stack.add(inst);
	let result = NONE;
	const check = (child) => {
		if (result !== PROVEN && child?._zod) {
			const answer = isRecursive(child, stack, resolve);
			if (answer > result) result = answer;
		}
	};
	const shape = (sh, spread) => {
		let answer = NONE;
		for (const key of Reflect.ownKeys(sh)) {
			const desc = Object.getOwnPropertyDescriptor(sh, key);
			if (spread && !desc.enumerable) continue;
			const child = desc.get ? ASSUMED : desc.value?._zod ? isRecursive(desc.value, stack, resolve) : NONE;
			if (child > answer) answer = child;
		}
		return answer;
	};
	const merge = (answer) => {
		if (answer > result) result = answer;
	};
	const def = inst._zod.def;
	switch (def.type) {
		case "object": {
			const raw = rawShape(def);
			merge(raw ? shape(raw, true) : ASSUMED);
			check(def.catchall);
			break;
		}
		case "array":
			check(def.element);
			break;
		case "tuple":
			for (const el of def.items) check(el);
			check(def.rest);
			break;
		case "record":
		case "map":
			check(def.keyType);
			check(def.valueType);
			break;
		case "set":
			check(def.valueType);
			break;
		case "union":
			for (const el of def.options) check(el);
			break;
		case "intersection":
			check(def.left);
			check(def.right);
			break;
		case "optional":
		case "nullable":
		case "default":
		case "prefault":
		case "catch":
		case "readonly":
		case "nonoptional":
		case "promise":
		case "success":
			check(def.innerType);
			break;
		case "pipe":
			check(def.in);
			check(def.out);
			break;
		case "function":
			check(def.input);
			check(def.output);
			break;
		case "lazy": {
			const inner = def._cachedInner ?? (resolve ? inst._zod.innerType : void 0);
			merge(inner ? isRecursive(inner, stack, false) : ASSUMED);
			break;
		}
		case "template_literal":
		case "string":
		case "number":
		case "int":
		case "boolean":
		case "bigint":
		case "symbol":
		case "undefined":
		case "null":
		case "void":
		case "never":
		case "any":
		case "unknown":
		case "date":
		case "nan":
		case "enum":
		case "literal":
		case "file":
		case "transform":
		case "custom": break;
		default: for (const key in def) {
			const desc = Object.getOwnPropertyDescriptor(def, key);
			if (!desc || desc.get) continue;
			const value = desc.value;
			if (!value || typeof value !== "object") continue;
			if (value._zod) check(value);
			else if (Array.isArray(value)) for (const el of value) check(el);
		}
	}
	stack.delete(inst);
	return settle(inst, result);
}
function settle(inst, answer) {
	if (answer !== ASSUMED) recursive.set(inst, answer === PROVEN);
	return answer;
}
function bucketFor(state, inst) {
	let bucket = state.buckets.get(inst);
	if (!bucket) {
		bucket = /* @__PURE__ */ new WeakMap();
		state.buckets.set(inst, bucket);
	}
	return bucket;
}
let handoff;
const open = [];
const memo = {
	alloc(_inst, payload, empty) {
		const bucket = handoff;
		if (!bucket) return empty;
		handoff = void 0;
		const entry = {
			value: empty,
			issues: null
		};
		bucket.set(payload.value, entry);
		open.push(entry);
		return empty;
	},
	guard(inst) {
		var _a;
		(_a = inst._zod).deferred ?? (_a.deferred = []);
		inst._zod.deferred.push(() => {
			const base = inst._zod.parse;
			const wrapped = (payload, ctx) => {
				if (ctx.direction !== "backward" && isBackEdge(ctx, payload.value)) throw new $ZodCyclicError();
				return base(payload, ctx);
			};
			inst._zod.parse = wrapped;
			if (inst._zod.run === base) inst._zod.run = wrapped;
		});
	},
	attach(inst) {
		var _a;
		let isRecursiveInst;
		let rechecked = false;
		let lastCtx;
		let lastBucket;
		(_a = inst._zod).deferred ?? (_a.deferred = []);
		inst._zod.deferred.push(() => {
			const base = inst._zod.parse;
			const wrapped = (payload, ctx) => {
				if (isRecursiveInst === void 0) {
					const walked = isRecursive(inst, /* @__PURE__ */ new Set(), false);
					if (walked === NONE) {
						inst._zod.parse = base;
						if (inst._zod.run === wrapped) inst._zod.run = base;
						return base(payload, ctx);
					}
					if (walked === PROVEN || rechecked) isRecursiveInst = true;
					else rechecked = true;
				}
				const input = payload.value;
				if (!isRef(input)) return base(payload, ctx);
				let state = ctx[STATE];
				if (!state) {
					state = {
						buckets: /* @__PURE__ */ new WeakMap(),
						backEdges: void 0
					};
					ctx[STATE] = state;
				}
				let bucket;
				if (lastCtx === ctx) bucket = lastBucket;
				else {
					bucket = bucketFor(state, inst);
					lastCtx = ctx;
					lastBucket = bucket;
				}
				const hit = bucket.get(input);
				if (hit) {
					payload.value = hit.value;
					if (hit.issues) {
						if (hit.issues.length) payload.issues.push(...cloneIssues(hit.issues));
					} else {
						payload.memo = true;
						state.backEdges ?? (state.backEdges = /* @__PURE__ */ new WeakSet());
						state.backEdges.add(hit.value);
					}
					return payload;
				}
				handoff = bucket;
				const depth = open.length;
				const result = base(payload, ctx);
				handoff = void 0;
				const entry = open.length > depth ? open.pop() : void 0;
				if (result instanceof Promise) return result.then((r) => {
					if (entry) entry.issues = r.issues.length ? cloneIssues(r.issues) : NO_ISSUES;
					return r;
				});
				if (entry) entry.issues = result.issues.length ? cloneIssues(result.issues) : NO_ISSUES;
				return result;
			};
			inst._zod.parse = wrapped;
			if (inst._zod.run === base) inst._zod.run = wrapped;
		});
	}
};
function memoizer() {
	return memo;
}
function isBackEdge(ctx, value) {
	const backEdges = ctx[STATE]?.backEdges;
	return backEdges !== void 0 && isRef(value) && backEdges.has(value);
}

// node_modules/zod/v4/locales/en.js
const error$1 = () => {
	const Sizable = {
		string: {
			unit: "characters",
			verb: "to have"
		},
		file: {
			unit: "bytes",
			verb: "to have"
		},
		array: {
			unit: "items",
			verb: "to have"
		},
		set: {
			unit: "items",
			verb: "to have"
		},
		map: {
			unit: "entries",
			verb: "to have"
		}
	};
	function getSizing(origin) {
		return Sizable[origin] ?? null;
	}
	const FormatDictionary = {
		regex: "input",
		email: "email address",
		url: "URL",
		emoji: "emoji",
		uuid: "UUID",
		uuidv4: "UUIDv4",
		uuidv6: "UUIDv6",
		nanoid: "nanoid",
		guid: "GUID",
		cuid: "cuid",
		cuid2: "cuid2",
		ulid: "ULID",
		xid: "XID",
		ksuid: "KSUID",
		datetime: "ISO datetime",
		date: "ISO date",
		time: "ISO time",
		duration: "ISO duration",
		ipv4: "IPv4 address",
		ipv6: "IPv6 address",
		mac: "MAC address",
		cidrv4: "IPv4 range",
		cidrv6: "IPv6 range",
		base64: "base64-encoded string",
		base64url: "base64url-encoded string",
		json_string: "JSON string",
		e164: "E.164 number",
		currency_code: "currency code",
		credit_card: "credit card number",
		iban: "IBAN",
		jwt: "JWT",
		template_literal: "input"
	};
	const TypeDictionary = { nan: "NaN" };
	function getTypeName(type, input) {
		if (type === "number" && typeof input === "number" && !Number.isFinite(input)) return String(input);
		return TypeDictionary[type] ?? type;
	}
	return (issue) => {
		switch (issue.code) {
			case "invalid_type": return `Invalid input: expected ${getTypeName(issue.expected)}, received ${getTypeName(parsedType(issue.input), issue.input)}`;
			case "invalid_value":
				if (issue.values.length === 1) return `Invalid input: expected ${stringifyPrimitive(issue.values[0])}`;
				return `Invalid option: expected one of ${joinValues(issue.values, "|")}`;
			case "too_big": {
				const adj = issue.exact ? "exactly " : issue.inclusive ? "<=" : "<";
				const sizing = getSizing(issue.origin);
				if (sizing) return `Too big: expected ${issue.origin ?? "value"} to have ${adj}${issue.maximum.toString()} ${sizing.unit ?? "elements"}`;
				return `Too big: expected ${issue.origin ?? "value"} to be ${adj}${issue.maximum.toString()}`;
			}
			case "too_small": {
				const adj = issue.exact ? "exactly " : issue.inclusive ? ">=" : ">";
				const sizing = getSizing(issue.origin);
				if (sizing) return `Too small: expected ${issue.origin} to have ${adj}${issue.minimum.toString()} ${sizing.unit}`;
				return `Too small: expected ${issue.origin} to be ${adj}${issue.minimum.toString()}`;
			}
			case "invalid_format": {
				const _issue = issue;
				if (_issue.format === "starts_with") return `Invalid string: must start with "${_issue.prefix}"`;
				if (_issue.format === "ends_with") return `Invalid string: must end with "${_issue.suffix}"`;
				if (_issue.format === "includes") return `Invalid string: must include "${_issue.includes}"`;
				if (_issue.format === "regex") return `Invalid string: must match pattern ${_issue.pattern}`;
				return `Invalid ${FormatDictionary[_issue.format] ?? issue.format}`;
			}
			case "not_multiple_of": return `Invalid number: must be a multiple of ${issue.divisor}`;
			case "unrecognized_keys": return `Unrecognized key${issue.keys.length > 1 ? "s" : ""}: ${joinValues(issue.keys, ", ")}`;
			case "invalid_key": return `Invalid key in ${issue.origin}`;
			case "invalid_union":
				if (issue.options && Array.isArray(issue.options) && issue.options.length > 0) return `Invalid discriminator value. Expected ${issue.options.map((o) => `'${o}'`).join(" | ")}`;
				if (issue.inclusive === false) return "Invalid input: more than one option matched";
				return "Invalid input";
			case "invalid_element": return `Invalid value in ${issue.origin}`;
			default: return `Invalid input`;
		}
	};
};
function en_default() {
	return { localeError: error$1() };
}

// node_modules/zod/v4/core/registries.js
var _a;
var $ZodRegistry = class {
	constructor() {
		this._map = /* @__PURE__ */ new WeakMap();
		this._idmap = /* @__PURE__ */ new Map();
	}
	add(schema, ..._meta) {
		const meta = _meta[0];
		this._map.set(schema, meta);
		if (meta && typeof meta === "object" && "id" in meta) this._idmap.set(meta.id, schema);
		return this;
	}
	clear() {
		this._map = /* @__PURE__ */ new WeakMap();
		this._idmap = /* @__PURE__ */ new Map();
		return this;
	}
	remove(schema) {
		const meta = this._map.get(schema);
		if (meta && typeof meta === "object" && "id" in meta) this._idmap.delete(meta.id);
		this._map.delete(schema);
		return this;
	}
	get(schema) {
		const p = schema._zod.parent;
		if (p) {
			const pm = { ...this.get(p) ?? {} };
			delete pm.id;
			const f = {
				...pm,
				...this._map.get(schema)
			};
			return Object.keys(f).length ? f : void 0;
		}
		return this._map.get(schema);
	}
	has(schema) {
		return this._map.has(schema);
	}
};
function registry() {
	return new $ZodRegistry();
}
(_a = globalThis).__zod_globalRegistry ?? (_a.__zod_globalRegistry = registry());
const globalRegistry = globalThis.__zod_globalRegistry;

// node_modules/zod/v4/core/api.js
function snapshotChecks(def) {
	if (def.checks) def.checks = [...def.checks];
	return def;
}
// @__NO_SIDE_EFFECTS__
function _string(Class, params) {
	return new Class(snapshotChecks({
		type: "string",
		...normalizeParams(params)
	}));
}
// @__NO_SIDE_EFFECTS__
function _email(Class, params) {
	return new Class({
		type: "string",
		format: "email",
		check: "string_format",
		abort: false,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _guid(Class, params) {
	return new Class({
		type: "string",
		format: "guid",
		check: "string_format",
		abort: false,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _uuid(Class, params) {
	return new Class({
		type: "string",
		format: "uuid",
		check: "string_format",
		abort: false,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _uuidv4(Class, params) {
	return new Class({
		type: "string",
		format: "uuid",
		check: "string_format",
		abort: false,
		version: "v4",
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _uuidv6(Class, params) {
	return new Class({
		type: "string",
		format: "uuid",
		check: "string_format",
		abort: false,
		version: "v6",
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _uuidv7(Class, params) {
	return new Class({
		type: "string",
		format: "uuid",
		check: "string_format",
		abort: false,
		version: "v7",
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _url(Class, params) {
	return new Class({
		type: "string",
		format: "url",
		check: "string_format",
		abort: false,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _emoji(Class, params) {
	return new Class({
		type: "string",
		format: "emoji",
		check: "string_format",
		abort: false,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _nanoid(Class, params) {
	return new Class({
		type: "string",
		format: "nanoid",
		check: "string_format",
		abort: false,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _cuid(Class, params) {
	return new Class({
		type: "string",
		format: "cuid",
		check: "string_format",
		abort: false,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _cuid2(Class, params) {
	return new Class({
		type: "string",
		format: "cuid2",
		check: "string_format",
		abort: false,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _ulid(Class, params) {
	return new Class({
		type: "string",
		format: "ulid",
		check: "string_format",
		abort: false,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _xid(Class, params) {
	return new Class({
		type: "string",
		format: "xid",
		check: "string_format",
		abort: false,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _ksuid(Class, params) {
	return new Class({
		type: "string",
		format: "ksuid",
		check: "string_format",
		abort: false,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _ipv4(Class, params) {
	return new Class({
		type: "string",
		format: "ipv4",
		check: "string_format",
		abort: false,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _ipv6(Class, params) {
	return new Class({
		type: "string",
		format: "ipv6",
		check: "string_format",
		abort: false,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _cidrv4(Class, params) {
	return new Class({
		type: "string",
		format: "cidrv4",
		check: "string_format",
		abort: false,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _cidrv6(Class, params) {
	return new Class({
		type: "string",
		format: "cidrv6",
		check: "string_format",
		abort: false,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _base64(Class, params) {
	return new Class({
		type: "string",
		format: "base64",
		check: "string_format",
		abort: false,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _base64url(Class, params) {
	return new Class({
		type: "string",
		format: "base64url",
		check: "string_format",
		abort: false,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _e164(Class, params) {
	return new Class({
		type: "string",
		format: "e164",
		check: "string_format",
		abort: false,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _jwt(Class, params) {
	return new Class({
		type: "string",
		format: "jwt",
		check: "string_format",
		abort: false,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _isoDateTime(Class, params) {
	return new Class({
		type: "string",
		format: "datetime",
		check: "string_format",
		offset: false,
		local: false,
		precision: null,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _isoDate(Class, params) {
	return new Class({
		type: "string",
		format: "date",
		check: "string_format",
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _isoTime(Class, params) {
	return new Class({
		type: "string",
		format: "time",
		check: "string_format",
		precision: null,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _isoDuration(Class, params) {
	return new Class({
		type: "string",
		format: "duration",
		check: "string_format",
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _number(Class, params) {
	return new Class(snapshotChecks({
		type: "number",
		checks: [],
		...normalizeParams(params)
	}));
}
// @__NO_SIDE_EFFECTS__
function _int(Class, params) {
	return new Class({
		type: "number",
		check: "number_format",
		abort: false,
		format: "safeint",
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _boolean(Class, params) {
	return new Class({
		type: "boolean",
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _unknown(Class) {
	return new Class({ type: "unknown" });
}
// @__NO_SIDE_EFFECTS__
function _never(Class, params) {
	return new Class({
		type: "never",
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _lt(value, params) {
	return new $ZodCheckLessThan({
		check: "less_than",
		...normalizeParams(params),
		value,
		inclusive: false
	});
}
// @__NO_SIDE_EFFECTS__
function _lte(value, params) {
	return new $ZodCheckLessThan({
		check: "less_than",
		...normalizeParams(params),
		value,
		inclusive: true
	});
}
// @__NO_SIDE_EFFECTS__
function _gt(value, params) {
	return new $ZodCheckGreaterThan({
		check: "greater_than",
		...normalizeParams(params),
		value,
		inclusive: false
	});
}
// @__NO_SIDE_EFFECTS__
function _gte(value, params) {
	return new $ZodCheckGreaterThan({
		check: "greater_than",
		...normalizeParams(params),
		value,
		inclusive: true
	});
}
// @__NO_SIDE_EFFECTS__
function _multipleOf(value, params) {
	return new $ZodCheckMultipleOf({
		check: "multiple_of",
		...normalizeParams(params),
		value
	});
}
// @__NO_SIDE_EFFECTS__
function _maxLength(maximum, params) {
	return new $ZodCheckMaxLength({
		check: "max_length",
		...normalizeParams(params),
		maximum
	});
}
// @__NO_SIDE_EFFECTS__
function _minLength(minimum, params) {
	return new $ZodCheckMinLength({
		check: "min_length",
		...normalizeParams(params),
		minimum
	});
}
// @__NO_SIDE_EFFECTS__
function _length(length, params) {
	return new $ZodCheckLengthEquals({
		check: "length_equals",
		...normalizeParams(params),
		length
	});
}
// @__NO_SIDE_EFFECTS__
function _regex(pattern, params) {
	return new $ZodCheckRegex({
		check: "string_format",
		format: "regex",
		...normalizeParams(params),
		pattern
	});
}
// @__NO_SIDE_EFFECTS__
function _lowercase(params) {
	return new $ZodCheckLowerCase({
		check: "string_format",
		format: "lowercase",
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _uppercase(params) {
	return new $ZodCheckUpperCase({
		check: "string_format",
		format: "uppercase",
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _includes(includes, params) {
	return new $ZodCheckIncludes({
		check: "string_format",
		format: "includes",
		...normalizeParams(params),
		includes
	});
}
// @__NO_SIDE_EFFECTS__
function _startsWith(prefix, params) {
	return new $ZodCheckStartsWith({
		check: "string_format",
		format: "starts_with",
		...normalizeParams(params),
		prefix
	});
}
// @__NO_SIDE_EFFECTS__
function _endsWith(suffix, params) {
	return new $ZodCheckEndsWith({
		check: "string_format",
		format: "ends_with",
		...normalizeParams(params),
		suffix
	});
}
// @__NO_SIDE_EFFECTS__
function _overwrite(tx) {
	return new $ZodCheckOverwrite({
		check: "overwrite",
		tx
	});
}
// @__NO_SIDE_EFFECTS__
function _normalize(form) {
	return /* @__PURE__ */ _overwrite((input) => input.normalize(form));
}
// @__NO_SIDE_EFFECTS__
function _trim() {
	return /* @__PURE__ */ _overwrite((input) => input.trim());
}
// @__NO_SIDE_EFFECTS__
function _toLowerCase() {
	return /* @__PURE__ */ _overwrite((input) => input.toLowerCase());
}
// @__NO_SIDE_EFFECTS__
function _toUpperCase() {
	return /* @__PURE__ */ _overwrite((input) => input.toUpperCase());
}
// @__NO_SIDE_EFFECTS__
function _slugify() {
	return /* @__PURE__ */ _overwrite((input) => slugify(input));
}
// @__NO_SIDE_EFFECTS__
function _array(Class, element, params) {
	return new Class({
		type: "array",
		element,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _refine(Class, fn, _params) {
	return new Class({
		type: "custom",
		check: "custom",
		fn,
		...normalizeParams(_params)
	});
}
// @__NO_SIDE_EFFECTS__
function _superRefine(fn, params) {
	const ch = /* @__PURE__ */ _check((payload) => {
		payload.addIssue = (issue) => {
			if (typeof issue === "string") payload.issues.push(issue$1(issue, payload.value, ch._zod.def));
			else {
				const _issue = issue;
				if (_issue.fatal) _issue.continue = false;
				_issue.code ?? (_issue.code = "custom");
				if (!("input" in _issue)) _issue.input = payload.value;
				_issue.inst ?? (_issue.inst = ch);
				_issue.continue ?? (_issue.continue = !ch._zod.def.abort);
				payload.issues.push(issue$1(_issue));
			}
		};
		return fn(payload.value, payload);
	}, params);
	return ch;
}
// @__NO_SIDE_EFFECTS__
function _check(fn, params) {
	const ch = new $ZodCheck({
		check: "custom",
		...normalizeParams(params)
	});
	ch._zod.check = fn;
	return ch;
}

// node_modules/zod/v4/core/to-json-schema.js
function assignProps(target, ...sources) {
	for (const source of sources) for (const key of Reflect.ownKeys(source)) if (Object.prototype.propertyIsEnumerable.call(source, key)) assignProp(target, key, source[key]);
	return target;
}
function initializeContext(params) {
	let target = params?.target ?? "draft-2020-12";
	if (target === "draft-4") target = "draft-04";
	if (target === "draft-7") target = "draft-07";
	return {
		processors: params.processors ?? {},
		metadataRegistry: params?.metadata ?? globalRegistry,
		target,
		unrepresentable: params?.unrepresentable ?? "throw",
		override: params?.override ?? (() => {}),
		io: params?.io ?? "output",
		counter: 0,
		seen: /* @__PURE__ */ new Map(),
		sharedDefsExtractedFor: void 0,
		sharedEmitDoneFor: void 0,
		cycles: params?.cycles ?? "ref",
		reused: params?.reused ?? "inline",
		intersections: [],
		deferred: [],
		external: params?.external ?? void 0
	};
}
function handleUnrepresentable(schema, ctx, json, params, message) {
	const result = typeof ctx.unrepresentable === "function" ? ctx.unrepresentable({
		zodSchema: schema,
		path: params.path,
		message
	}) : ctx.unrepresentable;
	if (result === "any") return false;
	if (result === void 0 || result === "throw") throw new Error(message);
	Object.assign(json, result);
	return true;
}
function processSchema(schema, ctx, _params = {
	path: [],
	schemaPath: []
}) {
	var _a;
	const def = schema._zod.def;
	const seen = ctx.seen.get(schema);
	if (seen) {
		seen.count++;
		if (_params.schemaPath.includes(schema)) seen.cycle = _params.path;
		return seen.schema;
	}
	const result = {
		schema: {},
		count: 1,
		cycle: void 0,
		path: _params.path
	};
	ctx.seen.set(schema, result);
	ctx.sharedDefsExtractedFor = void 0;
	ctx.sharedEmitDoneFor = void 0;
	const overrideSchema = schema._zod.toJSONSchema?.();
	if (overrideSchema) result.schema = overrideSchema;
	else {
		const params = {
			..._params,
			schemaPath: [..._params.schemaPath, schema],
			path: _params.path
		};
		if (schema._zod.processJSONSchema) schema._zod.processJSONSchema(ctx, result.schema, params);
		else {
			const _json = result.schema;
			const processor = ctx.processors[def.type];
			if (!processor) throw new Error(`[toJSONSchema]: Non-representable type encountered: ${def.type}`);
			processor(schema, ctx, _json, params);
		}
		const parent = schema._zod.parent;
		if (parent) {
			if (!result.ref) result.ref = parent;
			processSchema(parent, ctx, params);
			ctx.seen.get(parent).isParent = true;
		}
	}
	const meta = ctx.metadataRegistry.get(schema);
	if (meta) assignProps(result.schema, meta);
	if (ctx.io === "input" && isTransforming(schema)) {
		delete result.schema.examples;
		delete result.schema.default;
	}
	if (ctx.io === "input" && "_prefault" in result.schema) (_a = result.schema).default ?? (_a.default = result.schema._prefault);
	delete result.schema._prefault;
	return ctx.seen.get(schema).schema;
}
function encodeJSONPointerSegment(segment) {
	return segment.replace(/~/g, "~0").replace(/\//g, "~1");
}
function extractDefs(ctx, schema) {
	const root = ctx.seen.get(schema);
	if (!root) throw new Error("Unprocessed schema. This is a bug in Zod.");
	if (ctx.external && ctx.sharedDefsExtractedFor === ctx.external) return;
	const idToSchema = /* @__PURE__ */ new Map();
	for (const entry of ctx.seen.entries()) {
		const id = ctx.metadataRegistry.get(entry[0])?.id;
		if (id) {
			const existing = idToSchema.get(id);
			if (existing && existing !== entry[0]) throw new Error(`Duplicate schema id "${id}" detected during JSON Schema conversion. Two different schemas cannot share the same id when converted together.`);
			idToSchema.set(id, entry[0]);
		}
	}
	const makeURI = (entry) => {
		const defsSegment = ctx.target === "draft-2020-12" ? "$defs" : "definitions";
		if (ctx.external) {
			const externalId = ctx.external.registry.get(entry[0])?.id;
			const uriGenerator = ctx.external.uri ?? ((id) => id);
			if (externalId) return { ref: uriGenerator(externalId) };
			const id = entry[1].defId ?? entry[1].schema.id ?? `schema${ctx.counter++}`;
			entry[1].defId = id;
			return {
				defId: id,
				ref: `${uriGenerator("__shared")}#/${defsSegment}/${encodeJSONPointerSegment(id)}`
			};
		}
		const uriPrefix = `#`;
		const defUriPrefix = `${uriPrefix}/${defsSegment}/`;
		if (entry[1] === root && !entry[1].schema.id) return { ref: uriPrefix };
		const defId = entry[1].schema.id ?? `__schema${ctx.counter++}`;
		return {
			defId,
			ref: defUriPrefix + encodeJSONPointerSegment(defId)
		};
	};
	const extractToDef = (entry) => {
		if (entry[1].schema.$ref) return;
		const seen = entry[1];
		const { ref, defId } = makeURI(entry);
		seen.def = { ...seen.schema };
		if (defId) seen.defId = defId;
		const schema = seen.schema;
		for (const key in schema) delete schema[key];
		schema.$ref = ref;
	};
	if (ctx.cycles === "throw") for (const entry of ctx.seen.entries()) {
		const seen = entry[1];
		if (seen.cycle) throw new Error(`Cycle detected: #/${seen.cycle?.join("/")}/<root>

Set the \`cycles\` parameter to \`"ref"\` to resolve cyclical schemas with defs.`);
	}
	for (const entry of ctx.seen.entries()) {
		const seen = entry[1];
		if (schema === entry[0]) {
			extractToDef(entry);
			continue;
		}
		if (ctx.external) {
			const ext = ctx.external.registry.get(entry[0])?.id;
			if (schema !== entry[0] && ext) {
				extractToDef(entry);
				continue;
			}
		}
		if (ctx.metadataRegistry.get(entry[0])?.id) {
			extractToDef(entry);
			continue;
		}
		if (seen.cycle) {
			extractToDef(entry);
			continue;
		}
		if (seen.count > 1) {
			if (ctx.reused === "ref") extractToDef(entry);
		}
	}
	if (ctx.external) ctx.sharedDefsExtractedFor = ctx.external;
}
function compactTypeUnion(schema) {
	const options = schema.anyOf;
	if (!Array.isArray(options) || options.length === 0 || schema.type !== void 0) return;
	const types = [];
	for (const option of options) {
		if (!option || typeof option !== "object") return;
		compactTypeUnion(option);
		const keys = Object.keys(option);
		if (keys.length !== 1 || keys[0] !== "type") return;
		const type = option.type;
		for (const member of Array.isArray(type) ? type : [type]) {
			if (typeof member !== "string") return;
			if (!types.includes(member)) types.push(member);
		}
	}
	delete schema.anyOf;
	schema.type = types.length === 1 ? types[0] : types;
}
const FOLDABLE_KEYS = /* @__PURE__ */ new Set([
	"type",
	"properties",
	"required",
	"additionalProperties"
]);
const UNION_KEYS = ["oneOf", "anyOf"];
function undeclaredConstraint(member) {
	const extra = member.additionalProperties;
	if (extra === void 0 || extra === false || typeof extra !== "object" || extra === null) return null;
	return Object.keys(extra).length ? extra : null;
}
function foldObjects(members) {
	const objects = [];
	for (const member of members) {
		if (typeof member !== "object" || member.type !== "object") return null;
		for (const key in member) if (!FOLDABLE_KEYS.has(key)) return null;
		objects.push(member);
	}
	const properties = {};
	const required = /* @__PURE__ */ new Set();
	for (const object of objects) {
		for (const key in object.properties) {
			if (Object.prototype.hasOwnProperty.call(properties, key)) continue;
			const parts = [];
			for (const other of objects) {
				const part = other.properties?.[key] ?? undeclaredConstraint(other);
				if (part === null || part === void 0) continue;
				if (!parts.some((seen) => JSON.stringify(seen) === JSON.stringify(part))) parts.push(part);
			}
			const merged = parts.length === 1 ? parts[0] : foldObjects(parts) ?? { allOf: parts };
			assignProp(properties, key, merged);
		}
		for (const key of object.required ?? []) required.add(key);
	}
	const folded = {
		type: "object",
		properties
	};
	if (required.size) folded.required = [...required];
	if (objects.every((object) => object.additionalProperties === false)) folded.additionalProperties = false;
	else {
		const constraints = [];
		for (const object of objects) {
			const constraint = undeclaredConstraint(object);
			if (constraint && !constraints.some((seen) => JSON.stringify(seen) === JSON.stringify(constraint))) constraints.push(constraint);
		}
		if (constraints.length === 1) folded.additionalProperties = constraints[0];
		else if (constraints.length > 1) folded.additionalProperties = { allOf: constraints };
	}
	return folded;
}
function foldIntersection(json) {
	const allOf = json.allOf;
	if (!Array.isArray(allOf) || allOf.length < 2) return;
	for (const key of FOLDABLE_KEYS) if (key in json) return;
	const unions = allOf.filter((m) => UNION_KEYS.some((k) => Array.isArray(m[k])));
	let folded = null;
	if (!unions.length) folded = foldObjects(allOf);
	else {
		const union = unions[0];
		const keyword = UNION_KEYS.find((k) => Array.isArray(union[k]));
		if (Object.keys(union).length !== 1) return;
		const rest = allOf.filter((m) => m !== union);
		const branches = union[keyword].map((branch) => foldObjects([...rest, branch]));
		if (branches.some((b) => !b)) return;
		folded = { [keyword]: branches };
	}
	if (!folded) return;
	delete json.allOf;
	assignProps(json, folded);
}
function finalize(ctx, schema) {
	const root = ctx.seen.get(schema);
	if (!root) throw new Error("Unprocessed schema. This is a bug in Zod.");
	const flattenRef = (zodSchema) => {
		const seen = ctx.seen.get(zodSchema);
		if (seen.ref === null) return;
		const schema = seen.def ?? seen.schema;
		const _cached = { ...schema };
		const ref = seen.ref;
		seen.ref = null;
		if (ref) {
			flattenRef(ref);
			const refSeen = ctx.seen.get(ref);
			const refSchema = refSeen.schema;
			if (refSchema.$ref && (ctx.target === "draft-07" || ctx.target === "draft-04" || ctx.target === "openapi-3.0")) {
				schema.allOf = schema.allOf ?? [];
				schema.allOf.push(refSchema);
			} else assignProps(schema, refSchema);
			assignProps(schema, _cached);
			if (zodSchema._zod.parent === ref) for (const key in schema) {
				if (key === "$ref" || key === "allOf") continue;
				if (!(key in _cached)) delete schema[key];
			}
			if (refSchema.$ref && refSeen.def) for (const key in schema) {
				if (key === "$ref" || key === "allOf") continue;
				if (key in refSeen.def && JSON.stringify(schema[key]) === JSON.stringify(refSeen.def[key])) delete schema[key];
			}
		}
		const parent = zodSchema._zod.parent;
		if (parent && parent !== ref) {
			flattenRef(parent);
			const parentSeen = ctx.seen.get(parent);
			if (parentSeen?.schema.$ref) {
				schema.$ref = parentSeen.schema.$ref;
				if (parentSeen.def) for (const key in schema) {
					if (key === "$ref" || key === "allOf") continue;
					if (key in parentSeen.def && JSON.stringify(schema[key]) === JSON.stringify(parentSeen.def[key])) delete schema[key];
				}
			}
		}
		ctx.override({
			zodSchema,
			jsonSchema: schema,
			path: seen.path ?? []
		});
	};
	if (!ctx.external || ctx.sharedEmitDoneFor !== ctx.external) {
		for (const entry of [...ctx.seen.entries()].reverse()) flattenRef(entry[0]);
		if (ctx.target !== "openapi-3.0") for (const entry of ctx.seen.entries()) compactTypeUnion(entry[1].def ?? entry[1].schema);
		for (const rewrite of ctx.deferred) rewrite();
		if (ctx.intersections.length) {
			const carriers = /* @__PURE__ */ new Map();
			for (const seen of ctx.seen.values()) for (const json of [seen.schema, seen.def]) {
				const allOf = json?.allOf;
				if (!Array.isArray(allOf)) continue;
				const existing = carriers.get(allOf);
				if (existing) existing.push(json);
				else carriers.set(allOf, [json]);
			}
			for (const allOf of ctx.intersections) for (const json of carriers.get(allOf) ?? []) foldIntersection(json);
		}
	}
	const result = {};
	if (ctx.target === "draft-2020-12") result.$schema = "https://json-schema.org/draft/2020-12/schema";
	else if (ctx.target === "draft-07") result.$schema = "http://json-schema.org/draft-07/schema#";
	else if (ctx.target === "draft-04") result.$schema = "http://json-schema.org/draft-04/schema#";
	else if (ctx.target === "openapi-3.0") {}
	if (ctx.external?.uri) {
		const id = ctx.external.registry.get(schema)?.id;
		if (!id) throw new Error("Schema is missing an `id` property");
		result.$id = ctx.external.uri(id);
	}
	assignProps(result, root.defId ? root.schema : root.def ?? root.schema);
	const rootMetaId = ctx.metadataRegistry.get(schema)?.id;
	if (rootMetaId !== void 0 && result.id === rootMetaId) delete result.id;
	const defs = ctx.external?.defs ?? {};
	if (!ctx.external || ctx.sharedEmitDoneFor !== ctx.external) for (const entry of ctx.seen.entries()) {
		const seen = entry[1];
		if (seen.def && seen.defId) {
			if (seen.def.id === seen.defId) delete seen.def.id;
			assignProp(defs, seen.defId, seen.def);
		}
	}
	if (ctx.external) ctx.sharedEmitDoneFor = ctx.external;
	if (ctx.external) {} else if (Object.keys(defs).length > 0) {
		if (ctx.target === "draft-2020-12") result.$defs = defs;
		else result.definitions = defs;
	}
	try {
		const finalized = JSON.parse(JSON.stringify(result));
		Object.defineProperty(finalized, "~standard", {
			value: {
				...schema["~standard"],
				jsonSchema: {
					input: createStandardJSONSchemaMethod(schema, "input", ctx.processors),
					output: createStandardJSONSchemaMethod(schema, "output", ctx.processors)
				}
			},
			enumerable: false,
			writable: false
		});
		return finalized;
	} catch (_err) {
		throw new Error("Error converting schema to JSON.");
	}
}
function isTransforming(_schema, _ctx) {
	const ctx = _ctx ?? { seen: /* @__PURE__ */ new Set() };
	if (ctx.seen.has(_schema)) return false;
	ctx.seen.add(_schema);
	const def = _schema._zod.def;
	if (def.type === "transform") return true;
	if (def.type === "array") return isTransforming(def.element, ctx);
	if (def.type === "set") return isTransforming(def.valueType, ctx);
	if (def.type === "lazy") return isTransforming(def.getter(), ctx);
	if (def.type === "promise" || def.type === "optional" || def.type === "nonoptional" || def.type === "nullable" || def.type === "readonly" || def.type === "default" || def.type === "prefault" || def.type === "catch") return isTransforming(def.innerType, ctx);
	if (def.type === "intersection") return isTransforming(def.left, ctx) || isTransforming(def.right, ctx);
	if (def.type === "record" || def.type === "map") return isTransforming(def.keyType, ctx) || isTransforming(def.valueType, ctx);
	if (def.type === "pipe") {
		if (_schema._zod.traits.has("$ZodCodec")) return true;
		return isTransforming(def.in, ctx) || isTransforming(def.out, ctx);
	}
	if (def.type === "object") {
		for (const key in def.shape) if (isTransforming(def.shape[key], ctx)) return true;
		return false;
	}
	if (def.type === "union") {
		for (const option of def.options) if (isTransforming(option, ctx)) return true;
		return false;
	}
	if (def.type === "tuple") {
		for (const item of def.items) if (isTransforming(item, ctx)) return true;
		if (def.rest && isTransforming(def.rest, ctx)) return true;
		return false;
	}
	return false;
}
const createToJSONSchemaMethod = (schema, processors = {}) => (params) => {
	const ctx = initializeContext({
		...params,
		processors
	});
	processSchema(schema, ctx);
	extractDefs(ctx, schema);
	return finalize(ctx, schema);
};
const createStandardJSONSchemaMethod = (schema, io, processors = {}) => (params) => {
	const { libraryOptions, target } = params ?? {};
	const ctx = initializeContext({
		...libraryOptions ?? {},
		target,
		io,
		processors
	});
	processSchema(schema, ctx);
	extractDefs(ctx, schema);
	return finalize(ctx, schema);
};

// node_modules/zod/v4/core/json-schema-processors.js
const narrowMin = (agg, key, value) => {
	if (agg[key] === void 0 || value > agg[key]) agg[key] = value;
};
const narrowMax = (agg, key, value) => {
	if (agg[key] === void 0 || value < agg[key]) agg[key] = value;
};
const narrowBoth = (agg, value) => {
	narrowMin(agg, "minimum", value);
	narrowMax(agg, "maximum", value);
};
const addDivisor = (agg, value) => {
	agg.multipleOf ?? (agg.multipleOf = []);
	if (!agg.multipleOf.includes(value)) agg.multipleOf.push(value);
};
const addPattern = (agg, pattern) => {
	agg.patterns ?? (agg.patterns = /* @__PURE__ */ new Set());
	agg.patterns.add(pattern);
};
const intersectMime = (agg, mime) => {
	agg.mime = agg.mime ? agg.mime.filter((m) => mime.includes(m)) : [...mime];
};
const setFormat = (agg, format) => {
	agg.format = format;
	if (format.includes("int")) agg.isInt = true;
};
const minContributor = (agg, def) => narrowMin(agg, "minimum", def.minimum);
const maxContributor = (agg, def) => narrowMax(agg, "maximum", def.maximum);
const formatContributor = (ranges) => (agg, def) => {
	setFormat(agg, def.format);
	const [minimum, maximum] = ranges[def.format];
	narrowMin(agg, "minimum", minimum);
	narrowMax(agg, "maximum", maximum);
};
const contributors = {
	greater_than: (agg, def) => narrowMin(agg, def.inclusive ? "minimum" : "exclusiveMinimum", def.value),
	less_than: (agg, def) => narrowMax(agg, def.inclusive ? "maximum" : "exclusiveMaximum", def.value),
	multiple_of: (agg, def) => addDivisor(agg, def.value),
	number_format: formatContributor(NUMBER_FORMAT_RANGES),
	bigint_format: formatContributor(BIGINT_FORMAT_RANGES),
	min_length: minContributor,
	max_length: maxContributor,
	length_equals: (agg, def) => narrowBoth(agg, def.length),
	min_size: minContributor,
	max_size: maxContributor,
	size_equals: (agg, def) => narrowBoth(agg, def.size),
	string_format: (agg, def) => {
		setFormat(agg, def.format);
		if (def.pattern) addPattern(agg, def.pattern);
		if (def.format === "base64" || def.format === "base64url") agg.contentEncoding = def.format;
		if (def.local || def.precision === -1) agg.laxFormat = true;
	},
	mime_type: (agg, def) => intersectMime(agg, def.mime)
};
function aggregateChecks(schema) {
	const agg = {};
	const def = schema._zod.def;
	const list = schema._zod.traits.has("$ZodCheck") ? [schema, ...def.checks ?? []] : def.checks ?? [];
	for (const ch of list) contributors[ch._zod.def.check]?.(agg, ch._zod.def);
	const bag = schema._zod.bag;
	if (bag.minimum !== void 0) narrowMin(agg, "minimum", bag.minimum);
	if (bag.exclusiveMinimum !== void 0) narrowMin(agg, "exclusiveMinimum", bag.exclusiveMinimum);
	if (bag.maximum !== void 0) narrowMax(agg, "maximum", bag.maximum);
	if (bag.exclusiveMaximum !== void 0) narrowMax(agg, "exclusiveMaximum", bag.exclusiveMaximum);
	if (bag.multipleOf !== void 0) addDivisor(agg, bag.multipleOf);
	if (bag.format !== void 0) {
		agg.format ?? (agg.format = bag.format);
		if (bag.format.includes("int")) agg.isInt = true;
	}
	if (bag.mime) intersectMime(agg, bag.mime);
	for (const pattern of bag.patterns ?? []) addPattern(agg, pattern);
	return agg;
}
const formatMap = {
	guid: "uuid",
	url: "uri",
	datetime: "date-time",
	json_string: "json-string",
	regex: ""
};
const exactPatterns = /* @__PURE__ */ new Map([[base64Charset, base64], [base64urlCharset, base64url]]);
const exactPattern = (p) => exactPatterns.get(p) ?? p;
const stringProcessor = (schema, ctx, _json, _params) => {
	const json = _json;
	json.type = "string";
	const { minimum, maximum, format, patterns, contentEncoding, laxFormat } = aggregateChecks(schema);
	if (typeof minimum === "number") json.minLength = minimum;
	if (typeof maximum === "number") json.maxLength = maximum;
	if (format) {
		json.format = formatMap[format] ?? format;
		if (json.format === "") delete json.format;
		if (format === "time" || laxFormat) delete json.format;
	}
	if (contentEncoding) json.contentEncoding = contentEncoding;
	if (patterns && patterns.size > 0) {
		const patternList = [...patterns].map(exactPattern);
		if (patternList.length === 1) json.pattern = patternList[0].source;
		else if (patternList.length > 1) json.allOf = [...patternList.map((regex) => ({
			...ctx.target === "draft-07" || ctx.target === "draft-04" || ctx.target === "openapi-3.0" ? { type: "string" } : {},
			pattern: regex.source
		}))];
	}
};
const numberProcessor = (schema, ctx, _json, params) => {
	const json = _json;
	const { minimum, maximum, multipleOf, exclusiveMaximum, exclusiveMinimum, isInt } = aggregateChecks(schema);
	json.type = isInt ? "integer" : "number";
	const exMin = typeof exclusiveMinimum === "number" && exclusiveMinimum >= (minimum ?? Number.NEGATIVE_INFINITY);
	const exMax = typeof exclusiveMaximum === "number" && exclusiveMaximum <= (maximum ?? Number.POSITIVE_INFINITY);
	const legacy = ctx.target === "draft-04" || ctx.target === "openapi-3.0";
	if (exMin) {
		if (legacy) {
			json.minimum = exclusiveMinimum;
			json.exclusiveMinimum = true;
		} else json.exclusiveMinimum = exclusiveMinimum;
	} else if (typeof minimum === "number") json.minimum = minimum;
	if (exMax) {
		if (legacy) {
			json.maximum = exclusiveMaximum;
			json.exclusiveMaximum = true;
		} else json.exclusiveMaximum = exclusiveMaximum;
	} else if (typeof maximum === "number") json.maximum = maximum;
	if (multipleOf) {
		const divisors = /* @__PURE__ */ new Set();
		for (const divisor of multipleOf) if (Number.isFinite(divisor) && divisor !== 0) divisors.add(Math.abs(divisor));
		else handleUnrepresentable(schema, ctx, json, params, `A multipleOf divisor of ${divisor} cannot be represented in JSON Schema`);
		const [first, ...rest] = divisors;
		if (first !== void 0) json.multipleOf = first;
		if (rest.length) json.allOf = [...json.allOf ?? [], ...rest.map((m) => ({ multipleOf: m }))];
	}
};
const booleanProcessor = (_schema, _ctx, json, _params) => {
	json.type = "boolean";
};
const neverProcessor = (_schema, _ctx, json, _params) => {
	json.not = {};
};
const unknownProcessor = (_schema, _ctx, _json, _params) => {};
const enumProcessor = (schema, _ctx, json, _params) => {
	const def = schema._zod.def;
	const values = getEnumValues(def.entries);
	if (values.length === 0) {
		json.not = {};
		return;
	}
	if (values.every((v) => typeof v === "number")) json.type = "number";
	if (values.every((v) => typeof v === "string")) json.type = "string";
	json.enum = values;
};
const literalProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	if (def.values.length === 0) {
		json.not = {};
		return;
	}
	const vals = [];
	for (const val of def.values) if (val === void 0) {
		if (handleUnrepresentable(schema, ctx, json, params, "Literal `undefined` cannot be represented in JSON Schema")) return;
	} else if (typeof val === "bigint") {
		if (handleUnrepresentable(schema, ctx, json, params, "BigInt literals cannot be represented in JSON Schema")) return;
		vals.push(Number(val));
	} else vals.push(val);
	if (vals.length === 0) {} else if (vals.length === 1) {
		const val = vals[0];
		json.type = val === null ? "null" : typeof val;
		if (ctx.target === "draft-04" || ctx.target === "openapi-3.0") json.enum = [val];
		else json.const = val;
	} else {
		if (vals.every((v) => typeof v === "number")) json.type = "number";
		if (vals.every((v) => typeof v === "string")) json.type = "string";
		if (vals.every((v) => typeof v === "boolean")) json.type = "boolean";
		if (vals.every((v) => v === null)) json.type = "null";
		json.enum = vals;
	}
};
const customProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Custom types cannot be represented in JSON Schema");
};
const transformProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Transforms cannot be represented in JSON Schema");
};
const arrayProcessor = (schema, ctx, _json, params) => {
	const json = _json;
	const def = schema._zod.def;
	const { minimum, maximum } = aggregateChecks(schema);
	if (typeof minimum === "number") json.minItems = minimum;
	if (typeof maximum === "number") json.maxItems = maximum;
	json.type = "array";
	json.items = processSchema(def.element, ctx, {
		...params,
		path: [...params.path, "items"]
	});
};
function inputOptin(schema) {
	const def = schema._zod.def;
	if (def.type === "pipe" && def.in._zod.traits.has("$ZodTransform")) return inputOptin(def.out);
	if (def.type === "catch") return inputOptin(def.innerType);
	return schema._zod.optin;
}
const objectProcessor = (schema, ctx, _json, params) => {
	const json = _json;
	const def = schema._zod.def;
	const shape = def.shape;
	if (Object.getOwnPropertySymbols(shape).length && handleUnrepresentable(schema, ctx, json, params, "Symbol keys cannot be represented in JSON Schema")) return;
	json.type = "object";
	json.properties = {};
	for (const key in shape) assignProp(json.properties, key, processSchema(shape[key], ctx, {
		...params,
		path: [
			...params.path,
			"properties",
			key
		]
	}));
	const requiredKeys = [];
	for (const key of Object.keys(shape)) {
		const field = def.shape[key];
		if (ctx.io === "input" ? inputOptin(field) === void 0 : field._zod.optout === void 0) requiredKeys.push(key);
	}
	if (requiredKeys.length > 0) json.required = requiredKeys;
	if (def.catchall?._zod.def.type === "never") json.additionalProperties = false;
	else if (!def.catchall) {
		if (ctx.io === "output") json.additionalProperties = false;
	} else if (def.catchall) json.additionalProperties = processSchema(def.catchall, ctx, {
		...params,
		path: [...params.path, "additionalProperties"]
	});
};
const unionProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	const isExclusive = def.inclusive === false;
	const options = def.options.map((x, i) => processSchema(x, ctx, {
		...params,
		path: [
			...params.path,
			isExclusive ? "oneOf" : "anyOf",
			i
		]
	}));
	if (isExclusive) json.oneOf = options;
	else json.anyOf = options;
};
const intersectionProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	const a = processSchema(def.left, ctx, {
		...params,
		path: [
			...params.path,
			"allOf",
			0
		]
	});
	const b = processSchema(def.right, ctx, {
		...params,
		path: [
			...params.path,
			"allOf",
			1
		]
	});
	const isSimpleIntersection = (val) => "allOf" in val && Object.keys(val).length === 1;
	const allOf = [...isSimpleIntersection(a) ? a.allOf : [a], ...isSimpleIntersection(b) ? b.allOf : [b]];
	json.allOf = allOf;
	ctx.intersections.push(allOf);
};
const tupleProcessor = (schema, ctx, _json, params) => {
	const json = _json;
	const def = schema._zod.def;
	json.type = "array";
	const prefixPath = ctx.target === "draft-2020-12" ? "prefixItems" : "items";
	const restPath = ctx.target === "draft-2020-12" ? "items" : ctx.target === "openapi-3.0" ? "items" : "additionalItems";
	const prefixItems = def.items.map((x, i) => processSchema(x, ctx, {
		...params,
		path: [
			...params.path,
			prefixPath,
			i
		]
	}));
	const rest = def.rest ? processSchema(def.rest, ctx, {
		...params,
		path: [
			...params.path,
			restPath,
			...ctx.target === "openapi-3.0" ? [def.items.length] : []
		]
	}) : null;
	let minItems = def.items.length;
	while (minItems > 0) {
		const item = def.items[minItems - 1];
		if (!(ctx.io === "input" ? inputOptin(item) !== void 0 : item._zod.optout === "optional")) break;
		minItems--;
	}
	const maxItems = def.items.length;
	const isClosed = !def.rest;
	if (ctx.target === "draft-2020-12") {
		json.prefixItems = prefixItems;
		if (isClosed) json.items = false;
		else if (rest) json.items = rest;
		if (minItems > 0) json.minItems = minItems;
		if (isClosed) json.maxItems = maxItems;
	} else if (ctx.target === "openapi-3.0") {
		json.items = { anyOf: prefixItems };
		if (rest) json.items.anyOf.push(rest);
		if (minItems > 0) json.minItems = minItems;
		if (isClosed) json.maxItems = maxItems;
	} else {
		json.items = prefixItems;
		if (isClosed) json.additionalItems = false;
		else if (rest) json.additionalItems = rest;
		if (minItems > 0) json.minItems = minItems;
		if (isClosed) json.maxItems = maxItems;
	}
	const { minimum, maximum } = aggregateChecks(schema);
	if (typeof minimum === "number") json.minItems = minimum;
	if (typeof maximum === "number") json.maxItems = maximum;
};
function stringifyKeyNames(bySchema, json, visited) {
	if (json.$ref) {
		if (visited.has(json)) return json;
		visited.add(json);
		const def = bySchema.get(json)?.def;
		if (!def) return json;
		const inlined = stringifyKeyNames(bySchema, def, visited);
		return inlined === def ? json : inlined;
	}
	for (const keyword of ["anyOf", "oneOf"]) {
		const branches = json[keyword];
		if (!Array.isArray(branches)) continue;
		const mapped = branches.map((branch) => stringifyKeyNames(bySchema, branch, visited));
		if (mapped.some((branch, i) => branch !== branches[i])) json = {
			...json,
			[keyword]: mapped
		};
	}
	const types = Array.isArray(json.type) ? json.type : [json.type];
	const numericType = !types.includes("string") && types.some((t) => t === "number" || t === "integer");
	const values = json.enum ?? (json.const !== void 0 ? [json.const] : void 0);
	if (!numericType && !values?.some((v) => typeof v === "number")) return json;
	const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format, id, ...rest } = json;
	if (rest.enum) rest.enum = rest.enum.map((v) => typeof v === "number" ? String(v) : v);
	else if (typeof rest.const === "number") rest.const = String(rest.const);
	if (!numericType) return rest;
	rest.type = "string";
	if (!values) rest.pattern = (types.includes("number") ? number$3 : integer).source;
	return rest;
}
const pendingRecords = /* @__PURE__ */ new WeakMap();
function rewriteKeyNames(ctx) {
	const bySchema = /* @__PURE__ */ new Map();
	for (const entry of ctx.seen.values()) if (entry.def && !bySchema.has(entry.schema)) bySchema.set(entry.schema, entry);
	const rewrites = /* @__PURE__ */ new Map();
	for (const record of pendingRecords.get(ctx) ?? []) {
		const seen = ctx.seen.get(record);
		const names = (seen?.def ?? seen?.schema)?.propertyNames;
		if (!names || names === true || rewrites.has(names)) continue;
		const rewritten = stringifyKeyNames(bySchema, names, /* @__PURE__ */ new Set());
		if (rewritten !== names) rewrites.set(names, rewritten);
	}
	if (!rewrites.size) return;
	for (const entry of ctx.seen.values()) for (const carrier of [entry.schema, entry.def]) {
		const rewritten = carrier && rewrites.get(carrier.propertyNames);
		if (rewritten) carrier.propertyNames = rewritten;
	}
}
const recordProcessor = (schema, ctx, _json, params) => {
	const json = _json;
	const def = schema._zod.def;
	json.type = "object";
	const keyType = def.keyType;
	const patterns = aggregateChecks(keyType).patterns;
	if (def.mode === "loose" && patterns && patterns.size > 0) {
		const valueSchema = processSchema(def.valueType, ctx, {
			...params,
			path: [
				...params.path,
				"patternProperties",
				"*"
			]
		});
		json.patternProperties = {};
		for (const pattern of patterns) assignProp(json.patternProperties, exactPattern(pattern).source, valueSchema);
	} else {
		if (ctx.target === "draft-07" || ctx.target === "draft-2020-12") {
			json.propertyNames = processSchema(def.keyType, ctx, {
				...params,
				path: [...params.path, "propertyNames"]
			});
			let pending = pendingRecords.get(ctx);
			if (!pending) {
				pending = [];
				pendingRecords.set(ctx, pending);
				ctx.deferred.push(() => rewriteKeyNames(ctx));
			}
			pending.push(schema);
		}
		json.additionalProperties = processSchema(def.valueType, ctx, {
			...params,
			path: [...params.path, "additionalProperties"]
		});
	}
	const keyValues = keyType._zod.values;
	const omittableOnInput = ctx.io === "input" && inputOptin(def.valueType) !== void 0;
	if (keyValues && !def.partial && !omittableOnInput) {
		const validKeyValues = [...keyValues].filter((v) => typeof v === "string" || typeof v === "number");
		if (validKeyValues.length > 0) json.required = validKeyValues.map(String);
	}
};
const nullableProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	const inner = processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	if (ctx.target === "openapi-3.0") {
		seen.ref = def.innerType;
		json.nullable = true;
	} else json.anyOf = [inner, { type: "null" }];
};
const nonoptionalProcessor = (schema, ctx, _json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
};
const UNREPRESENTABLE_DEFAULT = Symbol();
function serializeDefaultValue(value, schema, ctx, json, params) {
	let unrepresentable = false;
	const serialized = JSON.stringify(value, (_, val) => {
		if (typeof val !== "bigint") return val;
		unrepresentable = true;
		return null;
	});
	if (!unrepresentable) return JSON.parse(serialized);
	handleUnrepresentable(schema, ctx, json, params, "BigInt defaults cannot be represented in JSON Schema");
	return UNREPRESENTABLE_DEFAULT;
}
const defaultProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
	const value = serializeDefaultValue(def.defaultValue, schema, ctx, json, params);
	if (value !== UNREPRESENTABLE_DEFAULT) json.default = value;
};
const prefaultProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
	if (ctx.io !== "input") return;
	const value = serializeDefaultValue(def.defaultValue, schema, ctx, json, params);
	if (value !== UNREPRESENTABLE_DEFAULT) json._prefault = value;
};
const catchProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
	let catchValue;
	try {
		catchValue = def.catchValue(void 0);
	} catch {
		handleUnrepresentable(schema, ctx, json, params, "Dynamic catch values are not supported in JSON Schema");
		return;
	}
	json.default = catchValue;
};
const pipeProcessor = (schema, ctx, _json, params) => {
	const def = schema._zod.def;
	const inIsTransform = def.in._zod.traits.has("$ZodTransform");
	const innerType = ctx.io === "input" ? inIsTransform ? def.out : def.in : def.out;
	processSchema(innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = innerType;
};
const readonlyProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
	json.readOnly = true;
};
const optionalProcessor = (schema, ctx, _json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
};

// node_modules/zod/v4/classic/errors.js
const _installedErrorProtos = /* @__PURE__ */ new WeakSet([Object.prototype, Error.prototype]);
function _lazyMethod(proto, key, make) {
	Object.defineProperty(proto, key, {
		configurable: true,
		enumerable: false,
		get() {
			const value = make(this);
			Object.defineProperty(this, key, {
				value,
				configurable: true,
				writable: true
			});
			return value;
		},
		set(value) {
			Object.defineProperty(this, key, {
				value,
				configurable: true,
				writable: true
			});
		}
	});
}
const initializer = (inst, issues) => {
	$ZodError.init(inst, issues);
	inst.name = "ZodError";
	const proto = Object.getPrototypeOf(inst);
	if (_installedErrorProtos.has(proto)) return;
	_installedErrorProtos.add(proto);
	_lazyMethod(proto, "format", (self) => (mapper) => formatError(self, mapper));
	_lazyMethod(proto, "flatten", (self) => (mapper) => flattenError(self, mapper));
	_lazyMethod(proto, "addIssue", (self) => (issue) => {
		self.issues.push(issue);
		self.message = JSON.stringify(self.issues, jsonStringifyReplacer, 2);
	});
	_lazyMethod(proto, "addIssues", (self) => (issues) => {
		self.issues.push(...issues);
		self.message = JSON.stringify(self.issues, jsonStringifyReplacer, 2);
	});
	Object.defineProperty(proto, "isEmpty", {
		configurable: true,
		enumerable: false,
		get() {
			return this.issues.length === 0;
		}
	});
};
const ZodRealError = /*@__PURE__*/ $constructor("ZodError", initializer, void 0, { Parent: Error });

// node_modules/zod/v4/classic/parse.js
const parse = /* @__PURE__ */ _parse(ZodRealError);
const parseAsync = /* @__PURE__ */ _parseAsync(ZodRealError);
const safeParse = /* @__PURE__ */ _safeParse(ZodRealError);
const safeParseAsync = /* @__PURE__ */ _safeParseAsync(ZodRealError);
const encode = /* @__PURE__ */ _encode(ZodRealError);
const decode = /* @__PURE__ */ _decode(ZodRealError);
const encodeAsync = /* @__PURE__ */ _encodeAsync(ZodRealError);
const decodeAsync = /* @__PURE__ */ _decodeAsync(ZodRealError);
const safeEncode = /* @__PURE__ */ _safeEncode(ZodRealError);
const safeDecode = /* @__PURE__ */ _safeDecode(ZodRealError);
const safeEncodeAsync = /* @__PURE__ */ _safeEncodeAsync(ZodRealError);
const safeDecodeAsync = /* @__PURE__ */ _safeDecodeAsync(ZodRealError);

// node_modules/zod/v4/classic/schemas.js
function _ensureDefaultLocale() {
	if (!globalConfig.localeError) config(en_default());
}
function _ensureDefaultMemoizer() {
	if (!globalConfig.memoizer) config({ memoizer: memoizer() });
}
const ZodType = /*@__PURE__*/ $constructor("ZodType", (inst, def) => {
	_ensureDefaultLocale();
	$ZodType.init(inst, def);
	inst.def = def;
	inst.type = def.type;
	return inst;
}, {
	check(...chks) {
		const def = this.def;
		return this.clone(mergeDefs(def, { checks: [...def.checks ?? [], ...chks.map((ch) => typeof ch === "function" ? { _zod: {
			check: ch,
			def: { check: "custom" },
			onattach: []
		} } : ch)] }), { parent: true });
	},
	with(...chks) {
		return this.check(...chks);
	},
	clone(def, params) {
		return clone(this, def, params);
	},
	brand() {
		return this;
	},
	register(reg, meta) {
		reg.add(this, meta);
		return this;
	},
	refine(check, params) {
		return this.check(refine(check, params));
	},
	superRefine(refinement, params) {
		return this.check(superRefine(refinement, params));
	},
	overwrite(fn) {
		return this.check(_overwrite(fn));
	},
	optional() {
		return optional$1(this);
	},
	exactOptional() {
		return exactOptional(this);
	},
	nullable() {
		return nullable(this);
	},
	nullish() {
		return optional$1(nullable(this));
	},
	nonoptional(params) {
		return nonoptional(this, params);
	},
	array() {
		return array(this);
	},
	or(arg) {
		return union([this, arg]);
	},
	and(arg) {
		return intersection(this, arg);
	},
	transform(tx) {
		return pipe(this, transform(tx));
	},
	default(d) {
		return _default(this, d);
	},
	prefault(d) {
		return prefault(this, d);
	},
	catch(params) {
		return _catch(this, params);
	},
	pipe(target) {
		return pipe(this, target);
	},
	readonly() {
		return readonly(this);
	},
	describe(description) {
		const cl = this.clone();
		globalRegistry.add(cl, { description });
		return cl;
	},
	meta(...args) {
		if (args.length === 0) return globalRegistry.get(this);
		const cl = this.clone();
		globalRegistry.add(cl, args[0]);
		return cl;
	},
	isOptional() {
		return this.safeParse(void 0).success;
	},
	isNullable() {
		return this.safeParse(null).success;
	},
	apply(fn, ...args) {
		return args.length === 0 ? fn(this) : fn(this, ...args);
	},
	get "~standard"() {
		return hide(this, "~standard", {
			...standardProps(this),
			jsonSchema: {
				input: createStandardJSONSchemaMethod(this, "input"),
				output: createStandardJSONSchemaMethod(this, "output")
			}
		});
	},
	set "~standard"(value) {
		own(this, "~standard", value);
	},
	parse: function _parse(data, params) {
		return parse(this, data, params, { callee: _parse });
	},
	parseAsync: async function _parseAsync(data, params) {
		return await parseAsync(this, data, params, { callee: _parseAsync });
	},
	safeParse(data, params) {
		return safeParse(this, data, params);
	},
	async safeParseAsync(data, params) {
		return safeParseAsync(this, data, params);
	},
	get spa() {
		return this?.safeParseAsync;
	},
	set spa(value) {
		own(this, "spa", value);
	},
	validate(data, params) {
		return validate(this, data, params);
	},
	validateAsync(data, params) {
		return validateAsync$1(this, data, params);
	},
	encode: function _encode(data, params) {
		return encode(this, data, params, { callee: _encode });
	},
	decode: function _decode(data, params) {
		return decode(this, data, params, { callee: _decode });
	},
	encodeAsync: async function _encodeAsync(data, params) {
		return await encodeAsync(this, data, params, { callee: _encodeAsync });
	},
	decodeAsync: async function _decodeAsync(data, params) {
		return await decodeAsync(this, data, params, { callee: _decodeAsync });
	},
	safeEncode(data, params) {
		return safeEncode(this, data, params);
	},
	safeDecode(data, params) {
		return safeDecode(this, data, params);
	},
	async safeEncodeAsync(data, params) {
		return safeEncodeAsync(this, data, params);
	},
	async safeDecodeAsync(data, params) {
		return safeDecodeAsync(this, data, params);
	},
	toJSONSchema(params) {
		return createToJSONSchemaMethod(this, {})(params);
	},
	get description() {
		return globalRegistry.get(this)?.description;
	},
	get _def() {
		return this._zod.def;
	}
});
const _ZodString = /*@__PURE__*/ $constructor("_ZodString", (inst, def) => {
	$ZodString.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => stringProcessor(inst, ctx, json, params);
}, /*@__PURE__*/ derived({
	format: (inst) => aggregateChecks(inst).format ?? null,
	minLength: (inst) => aggregateChecks(inst).minimum ?? null,
	maxLength: (inst) => aggregateChecks(inst).maximum ?? null
}, {
	regex(...args) {
		return this.check(_regex(...args));
	},
	includes(...args) {
		return this.check(_includes(...args));
	},
	startsWith(...args) {
		return this.check(_startsWith(...args));
	},
	endsWith(...args) {
		return this.check(_endsWith(...args));
	},
	min(...args) {
		return this.check(_minLength(...args));
	},
	max(...args) {
		return this.check(_maxLength(...args));
	},
	length(...args) {
		return this.check(_length(...args));
	},
	nonempty(...args) {
		return this.check(_minLength(1, ...args));
	},
	lowercase(params) {
		return this.check(_lowercase(params));
	},
	uppercase(params) {
		return this.check(_uppercase(params));
	},
	trim() {
		return this.check(_trim());
	},
	normalize(...args) {
		return this.check(_normalize(...args));
	},
	toLowerCase() {
		return this.check(_toLowerCase());
	},
	toUpperCase() {
		return this.check(_toUpperCase());
	},
	slugify() {
		return this.check(_slugify());
	}
}));
const ZodString = /*@__PURE__*/ $constructor("ZodString", (inst, def) => {
	$ZodString.init(inst, def);
	_ZodString.init(inst, def);
}, {
	email(params) {
		return this.check(_email(ZodEmail, params));
	},
	url(params) {
		return this.check(_url(ZodURL, params));
	},
	jwt(params) {
		return this.check(_jwt(ZodJWT, params));
	},
	emoji(params) {
		return this.check(_emoji(ZodEmoji, params));
	},
	guid(params) {
		return this.check(_guid(ZodGUID, params));
	},
	uuid(params) {
		return this.check(_uuid(ZodUUID, params));
	},
	uuidv4(params) {
		return this.check(_uuidv4(ZodUUID, params));
	},
	uuidv6(params) {
		return this.check(_uuidv6(ZodUUID, params));
	},
	uuidv7(params) {
		return this.check(_uuidv7(ZodUUID, params));
	},
	nanoid(params) {
		return this.check(_nanoid(ZodNanoID, params));
	},
	cuid(params) {
		return this.check(_cuid(ZodCUID, params));
	},
	cuid2(params) {
		return this.check(_cuid2(ZodCUID2, params));
	},
	ulid(params) {
		return this.check(_ulid(ZodULID, params));
	},
	base64(params) {
		return this.check(_base64(ZodBase64, params));
	},
	base64url(params) {
		return this.check(_base64url(ZodBase64URL, params));
	},
	xid(params) {
		return this.check(_xid(ZodXID, params));
	},
	ksuid(params) {
		return this.check(_ksuid(ZodKSUID, params));
	},
	ipv4(params) {
		return this.check(_ipv4(ZodIPv4, params));
	},
	ipv6(params) {
		return this.check(_ipv6(ZodIPv6, params));
	},
	cidrv4(params) {
		return this.check(_cidrv4(ZodCIDRv4, params));
	},
	cidrv6(params) {
		return this.check(_cidrv6(ZodCIDRv6, params));
	},
	e164(params) {
		return this.check(_e164(ZodE164, params));
	},
	datetime(params) {
		return this.check(_isoDateTime(ZodISODateTime, params));
	},
	date(params) {
		return this.check(_isoDate(ZodISODate, params));
	},
	time(params) {
		return this.check(_isoTime(ZodISOTime, params));
	},
	duration(params) {
		return this.check(_isoDuration(ZodISODuration, params));
	}
});
function string(params) {
	return _string(ZodString, params);
}
const ZodStringFormat = /*@__PURE__*/ $constructor("ZodStringFormat", (inst, def) => {
	$ZodStringFormat.init(inst, def);
	_ZodString.init(inst, def);
});
const ZodISODateTime = /*@__PURE__*/ $constructor("ZodISODateTime", (inst, def) => {
	$ZodISODateTime.init(inst, def);
	ZodStringFormat.init(inst, def);
});
const ZodISODate = /*@__PURE__*/ $constructor("ZodISODate", (inst, def) => {
	$ZodISODate.init(inst, def);
	ZodStringFormat.init(inst, def);
});
const ZodISOTime = /*@__PURE__*/ $constructor("ZodISOTime", (inst, def) => {
	$ZodISOTime.init(inst, def);
	ZodStringFormat.init(inst, def);
});
const ZodISODuration = /*@__PURE__*/ $constructor("ZodISODuration", (inst, def) => {
	$ZodISODuration.init(inst, def);
	ZodStringFormat.init(inst, def);
});
const ZodEmail = /*@__PURE__*/ $constructor("ZodEmail", (inst, def) => {
	$ZodEmail.init(inst, def);
	ZodStringFormat.init(inst, def);
});
const ZodGUID = /*@__PURE__*/ $constructor("ZodGUID", (inst, def) => {
	$ZodGUID.init(inst, def);
	ZodStringFormat.init(inst, def);
});
const ZodUUID = /*@__PURE__*/ $constructor("ZodUUID", (inst, def) => {
	$ZodUUID.init(inst, def);
	ZodStringFormat.init(inst, def);
});
const ZodURL = /*@__PURE__*/ $constructor("ZodURL", (inst, def) => {
	$ZodURL.init(inst, def);
	ZodStringFormat.init(inst, def);
});
function url(params) {
	return _url(ZodURL, params);
}
const ZodEmoji = /*@__PURE__*/ $constructor("ZodEmoji", (inst, def) => {
	$ZodEmoji.init(inst, def);
	ZodStringFormat.init(inst, def);
});
const ZodNanoID = /*@__PURE__*/ $constructor("ZodNanoID", (inst, def) => {
	$ZodNanoID.init(inst, def);
	ZodStringFormat.init(inst, def);
});
const ZodCUID = /*@__PURE__*/ $constructor("ZodCUID", (inst, def) => {
	$ZodCUID.init(inst, def);
	ZodStringFormat.init(inst, def);
});
const ZodCUID2 = /*@__PURE__*/ $constructor("ZodCUID2", (inst, def) => {
	$ZodCUID2.init(inst, def);
	ZodStringFormat.init(inst, def);
});
const ZodULID = /*@__PURE__*/ $constructor("ZodULID", (inst, def) => {
	$ZodULID.init(inst, def);
	ZodStringFormat.init(inst, def);
});
const ZodXID = /*@__PURE__*/ $constructor("ZodXID", (inst, def) => {
	$ZodXID.init(inst, def);
	ZodStringFormat.init(inst, def);
});
const ZodKSUID = /*@__PURE__*/ $constructor("ZodKSUID", (inst, def) => {
	$ZodKSUID.init(inst, def);
	ZodStringFormat.init(inst, def);
});
const ZodIPv4 = /*@__PURE__*/ $constructor("ZodIPv4", (inst, def) => {
	$ZodIPv4.init(inst, def);
	ZodStringFormat.init(inst, def);
});
const ZodIPv6 = /*@__PURE__*/ $constructor("ZodIPv6", (inst, def) => {
	$ZodIPv6.init(inst, def);
	ZodStringFormat.init(inst, def);
});
const ZodCIDRv4 = /*@__PURE__*/ $constructor("ZodCIDRv4", (inst, def) => {
	$ZodCIDRv4.init(inst, def);
	ZodStringFormat.init(inst, def);
});
const ZodCIDRv6 = /*@__PURE__*/ $constructor("ZodCIDRv6", (inst, def) => {
	$ZodCIDRv6.init(inst, def);
	ZodStringFormat.init(inst, def);
});
const ZodBase64 = /*@__PURE__*/ $constructor("ZodBase64", (inst, def) => {
	$ZodBase64.init(inst, def);
	ZodStringFormat.init(inst, def);
});
const ZodBase64URL = /*@__PURE__*/ $constructor("ZodBase64URL", (inst, def) => {
	$ZodBase64URL.init(inst, def);
	ZodStringFormat.init(inst, def);
});
const ZodE164 = /*@__PURE__*/ $constructor("ZodE164", (inst, def) => {
	$ZodE164.init(inst, def);
	ZodStringFormat.init(inst, def);
});
const ZodJWT = /*@__PURE__*/ $constructor("ZodJWT", (inst, def) => {
	$ZodJWT.init(inst, def);
	ZodStringFormat.init(inst, def);
});
const ZodNumber = /*@__PURE__*/ $constructor("ZodNumber", (inst, def) => {
	$ZodNumber.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => numberProcessor(inst, ctx, json, params);
	inst.isFinite = true;
}, /*@__PURE__*/ derived({
	minValue: (inst) => {
		const { minimum, exclusiveMinimum } = aggregateChecks(inst);
		return Math.max(minimum ?? Number.NEGATIVE_INFINITY, exclusiveMinimum ?? Number.NEGATIVE_INFINITY);
	},
	maxValue: (inst) => {
		const { maximum, exclusiveMaximum } = aggregateChecks(inst);
		return Math.min(maximum ?? Number.POSITIVE_INFINITY, exclusiveMaximum ?? Number.POSITIVE_INFINITY);
	},
	isInt: (inst) => {
		const { isInt, multipleOf } = aggregateChecks(inst);
		return !!isInt || !!multipleOf?.some(Number.isSafeInteger);
	},
	format: (inst) => aggregateChecks(inst).format ?? null
}, {
	gt(value, params) {
		return this.check(_gt(value, params));
	},
	gte(value, params) {
		return this.check(_gte(value, params));
	},
	min(value, params) {
		return this.check(_gte(value, params));
	},
	lt(value, params) {
		return this.check(_lt(value, params));
	},
	lte(value, params) {
		return this.check(_lte(value, params));
	},
	max(value, params) {
		return this.check(_lte(value, params));
	},
	int(params) {
		return this.check(int(params));
	},
	safe(params) {
		return this.check(int(params));
	},
	positive(params) {
		return this.check(_gt(0, params));
	},
	nonnegative(params) {
		return this.check(_gte(0, params));
	},
	negative(params) {
		return this.check(_lt(0, params));
	},
	nonpositive(params) {
		return this.check(_lte(0, params));
	},
	multipleOf(value, params) {
		return this.check(_multipleOf(value, params));
	},
	step(value, params) {
		return this.check(_multipleOf(value, params));
	},
	finite() {
		return this;
	}
}));
function number$2(params) {
	return _number(ZodNumber, params);
}
const ZodNumberFormat = /*@__PURE__*/ $constructor("ZodNumberFormat", (inst, def) => {
	$ZodNumberFormat.init(inst, def);
	ZodNumber.init(inst, def);
});
function int(params) {
	return _int(ZodNumberFormat, params);
}
const ZodBoolean = /*@__PURE__*/ $constructor("ZodBoolean", (inst, def) => {
	$ZodBoolean.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => booleanProcessor(inst, ctx, json, params);
});
function boolean(params) {
	return _boolean(ZodBoolean, params);
}
const ZodUnknown = /*@__PURE__*/ $constructor("ZodUnknown", (inst, def) => {
	$ZodUnknown.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => unknownProcessor(inst, ctx, json, params);
});
function unknown() {
	return _unknown(ZodUnknown);
}
const ZodNever = /*@__PURE__*/ $constructor("ZodNever", (inst, def) => {
	$ZodNever.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => neverProcessor(inst, ctx, json, params);
});
function never(params) {
	return _never(ZodNever, params);
}
const ZodArray = /*@__PURE__*/ $constructor("ZodArray", (inst, def) => {
	_ensureDefaultMemoizer();
	$ZodArray.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => arrayProcessor(inst, ctx, json, params);
	inst.element = def.element;
}, {
	min(n, params) {
		return this.check(_minLength(n, params));
	},
	nonempty(params) {
		return this.check(_minLength(1, params));
	},
	max(n, params) {
		return this.check(_maxLength(n, params));
	},
	length(n, params) {
		return this.check(_length(n, params));
	},
	unwrap() {
		return this.element;
	}
});
function array(element, params) {
	return _array(ZodArray, element, params);
}
const ZodObject = /*@__PURE__*/ $constructor("ZodObject", (inst, def) => {
	_ensureDefaultMemoizer();
	$ZodObjectJIT.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => objectProcessor(inst, ctx, json, params);
	installLazyProp(inst, "shape", (self) => self._zod.def.shape, false);
}, {
	keyof() {
		return _enum(Object.keys(this._zod.def.shape));
	},
	catchall(catchall) {
		return this.clone(mergeDefs(this._zod.def, { catchall }));
	},
	passthrough() {
		return this.clone(mergeDefs(this._zod.def, { catchall: unknown() }));
	},
	loose() {
		return this.clone(mergeDefs(this._zod.def, { catchall: unknown() }));
	},
	strict() {
		return this.clone(mergeDefs(this._zod.def, { catchall: never() }));
	},
	strip() {
		return this.clone(mergeDefs(this._zod.def, { catchall: void 0 }));
	},
	extend(incoming) {
		return extend(this, incoming);
	},
	safeExtend(incoming) {
		return safeExtend(this, incoming);
	},
	merge(other) {
		return merge(this, other);
	},
	pick(mask) {
		return pick(this, mask);
	},
	omit(mask) {
		return omit(this, mask);
	},
	partial(...args) {
		return partial(ZodOptional, this, args[0]);
	},
	exactPartial(...args) {
		return partial(ZodExactOptional, this, args[0], "exactPartial");
	},
	required(...args) {
		return required(ZodNonOptional, this, args[0]);
	}
});
function strictObject(shape, params) {
	return new ZodObject({
		type: "object",
		shape,
		catchall: never(),
		...normalizeParams(params)
	});
}
const ZodUnion = /*@__PURE__*/ $constructor("ZodUnion", (inst, def) => {
	$ZodUnion.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => unionProcessor(inst, ctx, json, params);
	inst.options = def.options;
});
function union(options, params) {
	return new ZodUnion({
		type: "union",
		options,
		...normalizeParams(params)
	});
}
const ZodDiscriminatedUnion = /*@__PURE__*/ $constructor("ZodDiscriminatedUnion", (inst, def) => {
	ZodUnion.init(inst, def);
	$ZodDiscriminatedUnion.init(inst, def);
});
function discriminatedUnion(discriminator, options, params) {
	return new ZodDiscriminatedUnion({
		type: "union",
		options,
		discriminator,
		...normalizeParams(params)
	});
}
const ZodIntersection = /*@__PURE__*/ $constructor("ZodIntersection", (inst, def) => {
	$ZodIntersection.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => intersectionProcessor(inst, ctx, json, params);
});
function intersection(left, right) {
	return new ZodIntersection({
		type: "intersection",
		left,
		right
	});
}
const ZodTuple = /*@__PURE__*/ $constructor("ZodTuple", (inst, def) => {
	_ensureDefaultMemoizer();
	$ZodTuple.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => tupleProcessor(inst, ctx, json, params);
}, {
	rest(rest) {
		return this.clone({
			...this._zod.def,
			rest
		});
	},
	partial() {
		const def = this._zod.def;
		if (def.checks?.length) throw new Error(".partial() cannot be used on tuple schemas containing refinements");
		return this.clone({
			...def,
			items: def.items.map((item) => new ZodOptional({
				type: "optional",
				innerType: item
			}))
		});
	}
});
function tuple(items, _paramsOrRest, _params) {
	const hasRest = _paramsOrRest instanceof $ZodType;
	const params = hasRest ? _params : _paramsOrRest;
	return new ZodTuple({
		type: "tuple",
		items,
		rest: hasRest ? _paramsOrRest : null,
		...normalizeParams(params)
	});
}
const ZodRecord = /*@__PURE__*/ $constructor("ZodRecord", (inst, def) => {
	_ensureDefaultMemoizer();
	$ZodRecord.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => recordProcessor(inst, ctx, json, params);
	inst.keyType = def.keyType;
	inst.valueType = def.valueType;
});
function record(keyType, valueType, params) {
	if (!valueType || !valueType._zod) return new ZodRecord({
		type: "record",
		keyType: string(),
		valueType: keyType,
		...normalizeParams(valueType)
	});
	return new ZodRecord({
		type: "record",
		keyType,
		valueType,
		...normalizeParams(params)
	});
}
function partialRecord(keyType, valueType, params) {
	return new ZodRecord({
		type: "record",
		keyType,
		valueType,
		...normalizeParams(params),
		partial: true
	});
}
const ZodEnum = /*@__PURE__*/ $constructor("ZodEnum", (inst, def) => {
	$ZodEnum.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => enumProcessor(inst, ctx, json, params);
	inst.enum = def.entries;
	inst.options = [...inst._zod.values];
	const keys = new Set(Object.keys(def.entries));
	inst.extract = (values, params) => {
		const newEntries = {};
		for (const value of values) if (keys.has(value)) newEntries[value] = def.entries[value];
		else throw new Error(`Key ${value} not found in enum`);
		return new ZodEnum({
			...def,
			checks: [],
			...normalizeParams(params),
			entries: newEntries
		});
	};
	inst.exclude = (values, params) => {
		const newEntries = { ...def.entries };
		for (const value of values) if (keys.has(value)) delete newEntries[value];
		else throw new Error(`Key ${value} not found in enum`);
		return new ZodEnum({
			...def,
			checks: [],
			...normalizeParams(params),
			entries: newEntries
		});
	};
});
function _enum(values, params) {
	const entries = Array.isArray(values) ? Object.fromEntries(values.map((v) => [v, v])) : values;
	return new ZodEnum({
		type: "enum",
		entries,
		...normalizeParams(params)
	});
}
const ZodLiteral = /*@__PURE__*/ $constructor("ZodLiteral", (inst, def) => {
	$ZodLiteral.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => literalProcessor(inst, ctx, json, params);
	inst.values = new Set(def.values);
	Object.defineProperty(inst, "value", { get() {
		if (def.values.length > 1) throw new Error("This schema contains multiple valid literal values. Use `.values` instead.");
		return def.values[0];
	} });
});
function literal(value, params) {
	return new ZodLiteral({
		type: "literal",
		values: Array.isArray(value) ? value : [value],
		...normalizeParams(params)
	});
}
const ZodTransform = /*@__PURE__*/ $constructor("ZodTransform", (inst, def) => {
	_ensureDefaultMemoizer();
	$ZodTransform.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => transformProcessor(inst, ctx, json, params);
	inst._zod.parse = (payload, _ctx) => {
		if (_ctx.direction === "backward") throw new $ZodEncodeError(inst.constructor.name);
		payload.addIssue = (issue) => {
			if (typeof issue === "string") payload.issues.push(issue$1(issue, payload.value, def));
			else {
				const _issue = issue;
				if (_issue.fatal) _issue.continue = false;
				_issue.code ?? (_issue.code = "custom");
				if (!("input" in _issue)) _issue.input = payload.value;
				_issue.inst ?? (_issue.inst = inst);
				payload.issues.push(issue$1(_issue));
			}
		};
		const output = def.transform(payload.value, payload);
		if (output instanceof Promise) return output.then((output) => {
			payload.value = output;
			return payload;
		});
		payload.value = output;
		return payload;
	};
});
function transform(fn) {
	return new ZodTransform({
		type: "transform",
		transform: fn
	});
}
const ZodOptional = /*@__PURE__*/ $constructor("ZodOptional", (inst, def) => {
	$ZodOptional.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => optionalProcessor(inst, ctx, json, params);
	inst.unwrap = () => inst._zod.def.innerType;
});
function optional$1(innerType) {
	return new ZodOptional({
		type: "optional",
		innerType
	});
}
const ZodExactOptional = /*@__PURE__*/ $constructor("ZodExactOptional", (inst, def) => {
	$ZodExactOptional.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => optionalProcessor(inst, ctx, json, params);
	inst.unwrap = () => inst._zod.def.innerType;
});
function exactOptional(innerType) {
	return new ZodExactOptional({
		type: "optional",
		innerType
	});
}
const ZodNullable = /*@__PURE__*/ $constructor("ZodNullable", (inst, def) => {
	$ZodNullable.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => nullableProcessor(inst, ctx, json, params);
	inst.unwrap = () => inst._zod.def.innerType;
});
function nullable(innerType) {
	return new ZodNullable({
		type: "nullable",
		innerType
	});
}
const ZodDefault = /*@__PURE__*/ $constructor("ZodDefault", (inst, def) => {
	$ZodDefault.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => defaultProcessor(inst, ctx, json, params);
	inst.unwrap = () => inst._zod.def.innerType;
	inst.removeDefault = inst.unwrap;
});
function _default(innerType, defaultValue) {
	return new ZodDefault({
		type: "default",
		innerType,
		get defaultValue() {
			return typeof defaultValue === "function" ? defaultValue() : shallowClone(defaultValue);
		}
	});
}
const ZodPrefault = /*@__PURE__*/ $constructor("ZodPrefault", (inst, def) => {
	$ZodPrefault.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => prefaultProcessor(inst, ctx, json, params);
	inst.unwrap = () => inst._zod.def.innerType;
});
function prefault(innerType, defaultValue) {
	return new ZodPrefault({
		type: "prefault",
		innerType,
		get defaultValue() {
			return typeof defaultValue === "function" ? defaultValue() : shallowClone(defaultValue);
		}
	});
}
const ZodNonOptional = /*@__PURE__*/ $constructor("ZodNonOptional", (inst, def) => {
	$ZodNonOptional.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => nonoptionalProcessor(inst, ctx, json, params);
	inst.unwrap = () => inst._zod.def.innerType;
});
function nonoptional(innerType, params) {
	return new ZodNonOptional({
		type: "nonoptional",
		innerType,
		...normalizeParams(params)
	});
}
const ZodCatch = /*@__PURE__*/ $constructor("ZodCatch", (inst, def) => {
	$ZodCatch.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => catchProcessor(inst, ctx, json, params);
	inst.unwrap = () => inst._zod.def.innerType;
	inst.removeCatch = inst.unwrap;
});
function _catch(innerType, catchValue) {
	return new ZodCatch({
		type: "catch",
		innerType,
		catchValue: typeof catchValue === "function" ? catchValue : constantCatch(catchValue)
	});
}
const ZodPipe = /*@__PURE__*/ $constructor("ZodPipe", (inst, def) => {
	$ZodPipe.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => pipeProcessor(inst, ctx, json, params);
	inst.in = def.in;
	inst.out = def.out;
});
function pipe(in_, out) {
	return new ZodPipe({
		type: "pipe",
		in: in_,
		out
	});
}
const ZodReadonly = /*@__PURE__*/ $constructor("ZodReadonly", (inst, def) => {
	$ZodReadonly.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => readonlyProcessor(inst, ctx, json, params);
	inst.unwrap = () => inst._zod.def.innerType;
});
function readonly(innerType) {
	return new ZodReadonly({
		type: "readonly",
		innerType
	});
}
const ZodCustom = /*@__PURE__*/ $constructor("ZodCustom", (inst, def) => {
	$ZodCustom.init(inst, def);
	ZodType.init(inst, def);
	inst._zod.processJSONSchema = (ctx, json, params) => customProcessor(inst, ctx, json, params);
});
function refine(fn, _params = {}) {
	return _refine(ZodCustom, fn, _params);
}
function superRefine(fn, params) {
	return _superRefine(fn, params);
}

// node_modules/zod/v4/classic/iso.js
function datetime(params) {
	return _isoDateTime(ZodISODateTime, params);
}
function date(params) {
	return _isoDate(ZodISODate, params);
}

// src/base/text.ts
const GROUPED = new Intl.NumberFormat("en-US");
const number$1 = (n) => GROUPED.format(n);

// src/model/generator.ts
const generatorKind = (kind) => kind;
const metricsOf = (kind, unit, names) => Object.fromEntries(names.split(" ").map((name) => [name, {
	kind,
	unit
}]));
const REQUEST_METRICS = {
	...metricsOf("trend", "s", "http_req_duration"),
	...metricsOf("share", "ratio", "http_req_failed"),
	...metricsOf("counter", "1", "http_reqs"),
	...metricsOf("counter", "B", "data_received")
};
const withConnections = (settings, connections) => ({
	...settings,
	connections,
	threads: Math.min(settings.threads, connections)
});
const connectionsText = ({ threads, connections }) => `${threads} × ${number$1(connections)}`;
const threadProblems = (subject, { threads, connections }) => threads <= connections ? [] : [{
	at: ["threads"],
	what: `${subject} has ${threads} threads for ${connections} connections.`,
	remedy: "use at least one connection a thread"
}];

// src/model/mapping.ts
const UNITS = {
	ns: {
		unit: "s",
		factor: 1e-9
	},
	us: {
		unit: "s",
		factor: 1e-6
	},
	ms: {
		unit: "s",
		factor: .001
	},
	s: {
		unit: "s",
		factor: 1
	},
	B: {
		unit: "B",
		factor: 1
	},
	kB: {
		unit: "B",
		factor: 1e3
	},
	MB: {
		unit: "B",
		factor: 1e6
	},
	GB: {
		unit: "B",
		factor: 1e9
	},
	KiB: {
		unit: "B",
		factor: 1024
	},
	MiB: {
		unit: "B",
		factor: 2 ** 20
	},
	GiB: {
		unit: "B",
		factor: 2 ** 30
	},
	"%": {
		unit: "ratio",
		factor: .01
	},
	ratio: {
		unit: "ratio",
		factor: 1
	},
	"/s": {
		unit: "/s",
		factor: 1
	},
	"1": {
		unit: "1",
		factor: 1
	}
};
const Printed = _enum(Object.keys(UNITS));
const Pointer = string().max(1e3).regex(/^(?:\/(?:[^~/]|~[01])*)+$/, "a JSON pointer (RFC 6901) such as \"/latency/p50\" or \"/runs/0/rps\"");
const PlainName = string().max(200).regex(/^[A-Za-z_]\w*$/, "a name of letters, digits and \"_\", such as \"query_time\"");
const Mapping = strictObject({
	requests: Pointer.optional().meta({ description: "where the number of requests stands, for cpu_per_request" }),
	errors: Pointer.optional().meta({ description: "where the number of failed requests stands" }),
	metrics: record(PlainName, strictObject({
		at: Pointer.meta({ description: "where it stands, as a JSON pointer: \"/latency/p50\"" }),
		unit: Printed.meta({ description: "what it is printed in" }),
		better: _enum(["lower", "higher"]).meta({ description: "which way is better" })
	})).refine((all) => Object.keys(all).length > 0, "at least one metric").meta({ description: "the figures, by the name that gates and budgets call them" })
});

// src/base/duration.ts
const TIMES = {
	us: 1e-6,
	"µs": 1e-6,
	"μs": 1e-6,
	ms: .001,
	s: 1,
	m: 60,
	h: 3600
};
const NUMBER$1 = String.raw`(?:\d+(?:\.\d*)?|\.\d+)`;
const PART = `(${NUMBER$1})\\s?(${Object.keys(TIMES).join("|")})`;
const SPAN = `${PART}(?:\\s?${PART})*`;
const decimal = (product) => Number(product.toPrecision(15));
function seconds$2(text) {
	if (!new RegExp(`^${SPAN}$`).test(text)) return void 0;
	const parts = [...text.matchAll(new RegExp(PART, "g"))];
	return decimal(parts.reduce((sum, [, n, unit]) => sum + Number(n) * TIMES[unit], 0));
}

// src/model/figure.ts
const MOST_DIGITS = 12;
const ALL_DIGITS = new Intl.NumberFormat("en-US", { maximumSignificantDigits: MOST_DIGITS });

// src/model/quantity.ts
const SIZE = {
	B: 1,
	kB: 1e3,
	MB: 1e6,
	GB: 1e9,
	KiB: 1024,
	MiB: 2 ** 20,
	GiB: 2 ** 30
};
function bytes(text) {
	const part = new RegExp(`^(${NUMBER$1})\\s?(B|kB|MB|GB|KiB|MiB|GiB)$`).exec(text);
	return part ? decimal(Number(part[1]) * SIZE[part[2]]) : void 0;
}
function ratio(text) {
	const part = new RegExp(`^(-?${NUMBER$1})\\s?%$`).exec(text);
	return part ? decimal(Number(part[1]) / 100) : void 0;
}
function perSecond(text) {
	const part = new RegExp(`^(${NUMBER$1})\\s?/\\s?(s|m|h)$`).exec(text);
	return part ? Number(part[1]) / TIMES[part[2]] : void 0;
}
function amount(text) {
	const { value, unit } = [
		{
			value: new RegExp(`^-?${NUMBER$1}$`).test(text) ? Number(text) : void 0,
			unit: "1"
		},
		{
			value: seconds$2(text),
			unit: "s"
		},
		{
			value: bytes(text),
			unit: "B"
		},
		{
			value: ratio(text),
			unit: "ratio"
		},
		{
			value: perSecond(text),
			unit: "/s"
		}
	].find((one) => one.value !== void 0) ?? {};
	return value === void 0 || unit === void 0 ? void 0 : {
		value,
		unit
	};
}
const quantity = (text) => amount(text)?.value;
function parsed$1(parse, pattern, want, { form, least = Number.NEGATIVE_INFINITY } = {}) {
	return union([number$2(), string().meta({ pattern })], want).transform((input, context) => {
		const value = typeof input === "number" ? input : parse(input.trim());
		if (value !== void 0 && Number.isFinite(value) && value >= least) return value;
		context.addIssue({
			code: "custom",
			message: want,
			params: { form },
			input
		});
		return NEVER;
	}).meta({ description: want });
}
const LEAST_DURATION = 1e-9;
const duration$1 = `^${SPAN}$`;
const QUANTITY = `(?:-?${NUMBER$1}\\s?(?:%|/\\s?[smh]|${Object.keys(SIZE).join("|")})?|${SPAN})`;
const WANTED = {
	duration: "a duration such as \"500ms\", \"5s\" or \"1m30s\"",
	durationOrZero: "a duration such as \"0s\", \"500ms\" or \"5s\"",
	ratio: "a percentage such as \"3%\"",
	limit: "a limit such as \"< 250ms\" or \"> 100/s\"",
	knee: "a limit such as \"> 15/s\""
};
const Duration = parsed$1(seconds$2, duration$1, WANTED.duration, {
	form: "duration",
	least: LEAST_DURATION
});
const DurationOrZero = parsed$1(seconds$2, duration$1, WANTED.durationOrZero, {
	form: "duration",
	least: 0
});
const Ratio = parsed$1(ratio, `^${NUMBER$1}\\s?%$`, WANTED.ratio, {
	form: "ratio",
	least: 0
});
const Quantity = parsed$1(quantity, `^${QUANTITY}$`, "a number with a unit, such as \"250ms\", \"1%\", \"64MiB\" or \"100/s\"");

// src/model/stack.ts
const Name = string().max(80).regex(/^[A-Za-z0-9][A-Za-z0-9_.-]*$/, "a name of letters, digits, \"_\", \".\" and \"-\", such as \"recommend\"");
const EnvName = string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "an environment variable name such as \"PORT\"");
const Text = union([
	string(),
	number$2(),
	boolean()
], "a text, a number, true or false").transform(String);
const Env = record(EnvName, Text);
const Argv = array(string()).min(1).meta({ description: "a program and its arguments; no shell reads it" });
const Path = string().min(1);
const Port = number$2().int().min(1).max(65535);
const HttpPath = string().startsWith("/", "a path such as \"/health\"");
const Ready = strictObject({
	http: HttpPath.optional().meta({ description: "path that is requested until the status is below 400; without it, an accepted TCP connection counts" }),
	port: Port.optional().meta({ description: "one of the service's ports; the first one by default" }),
	within: Duration.default(60).meta({ description: "time limit" })
});
const ProcessService = strictObject({
	run: Argv,
	cwd: Path.default(".").meta({ description: "working directory, relative to the checkout" }),
	env: Env.default({}).meta({ description: "variables in addition to the allow-listed environment; a service and port in dollar braces, such as `worker:9000`, is replaced by the service's address, and `worker:9000.hostname` and `worker:9000.port` by each part of it" }),
	ports: record(string().regex(/^[1-9]\d{0,4}$/, "a port number from 1 to 65535").refine((port) => Number(port) <= 65535, "a port number from 1 to 65535"), union([EnvName.transform((env) => ({ env })), strictObject({
		env: EnvName.optional().meta({ description: "the variable that gives the process its port" }),
		fixed: Port.optional().meta({ description: "a fixed port instead of a free one; without `env`, the port that the program always listens on" })
	}).refine(({ env, fixed }) => env !== void 0 || fixed !== void 0, { message: "the variable that gives the process its port, or a fixed port" })], "an environment variable's name such as PORT, { env: PORT, fixed: 8080 }, or { fixed: 8080 }")).default({}).meta({ description: "logical port → the environment variable that gives the process a free port to listen on; `fixed` sets the port" }),
	ready: Ready.prefault({}).meta({ description: "when the service counts as ready" })
});
const Header = union([string(), strictObject({
	env: EnvName.meta({ description: "the variable that holds the value" }),
	prefix: string().default("").meta({
		description: "text before the value, such as \"Bearer \"",
		examples: ["Bearer "]
	})
}).meta({ description: "read from an environment variable, and never printed" })], "a text, or { env: API_TOKEN, prefix: \"Bearer \" }");
const ExternalEndpoints = record(Name, strictObject({
	url: url({
		protocol: /^https?$/,
		error: "an address such as \"https://staging.example.com\""
	}).meta({ description: "base address; the scripts add their paths to it" }),
	headers: record(string(), Header).default({}).meta({ description: "sent with every request" })
}));
const ExternalStack = strictObject({
	endpoints: ExternalEndpoints.meta({ description: "addresses to load, by name" }),
	base: strictObject({ endpoints: ExternalEndpoints.meta({ description: "the same endpoints, where base is deployed" }) }).optional().meta({ description: "where the base of a change is deployed, for a paired measurement" }),
	ready: strictObject({
		http: HttpPath.meta({ description: "path that is requested until the status is below 400" }),
		within: Duration.default(60).meta({ description: "time limit" })
	}).optional().meta({ description: "check that the system is up, before any load" }),
	labels: record(Name, Text).default({}).meta({ description: "recorded with the run: image tag, instance size, minimum and maximum instances, warm-up, client time-out …" })
});
const ALLOWANCES = [
	"privileged",
	"capabilities",
	"devices",
	"unconfined",
	"engine-socket",
	"host-files",
	"host-network",
	"host-processes",
	"host-programs",
	"external",
	"checkout-writes",
	"drivers",
	"kernel",
	"network-settings",
	"unchecked"
];
const ComposeAllowance = _enum(ALLOWANCES);
const Build = {
	build: array(Argv).default([]).meta({ description: "build commands, run in order, once per run, at the top of the checkout; in a paired run also in base's tree" }),
	build_within: Duration.default(600).meta({ description: "time limit of each build command" })
};
const ComposeStack = strictObject({
	files: array(Path).min(1, "at least one file").meta({ description: "Compose files, relative to the checkout; later ones override earlier ones" }),
	...Build,
	services: array(Name).default([]).meta({ description: "services to start, with those they depend on" }),
	profiles: array(Name).default([]).meta({ description: "profiles to start, or COMPOSE_PROFILES of .env" }),
	env: Env.default({}).meta({ description: "variables that the Compose files may use; they see nothing else of the environment" }),
	wait: Duration.default(120).meta({ description: "time limit until everything is up and ready" }),
	ready: record(Name, strictObject({
		http: HttpPath.optional().meta({ description: "path that is requested until the status is below 400" }),
		port: Port.optional().meta({ description: "one of the service's ports; that of its endpoint by default" })
	})).default({}).meta({ description: "readiness by service: a path that is requested from outside until the status is below 400, or a port that accepts connections; endpoints are always waited for" }),
	generator_image: string().min(1).optional().meta({ description: "image of the generator's container for workloads `in: network` or `in: <service>`, by default that of the service; the generator must be installed in it, k6 is mounted" }),
	generator_cpus: number$2().int().min(1).max(64).optional().meta({ description: "number of cores reserved for the generator; the services use all others; on machines with fewer than four cores all are shared" }),
	reset: _enum([
		"none",
		"seed",
		"volumes"
	]).default("none").meta({ description: "reset between trials: `seed` runs the seed again, `volumes` recreates containers and volumes and seeds them" }),
	allow: array(ComposeAllowance).default([]).meta({ description: "permissions that the Compose files need, by name (action/trust.md lists them); on a runner only those of the base branch count" })
});
const Seed = strictObject({
	run: Argv.optional().meta({ description: "command on this machine, run once the stack is ready; any exit code other than 0 stops the run; it gets the allow-listed environment, the address of each endpoint (STEELYARD_TARGET_API) and `seed.env`, and no variable of a service" }),
	service: Name.optional().meta({ description: "on Compose, instead of `run`: a service of the project that runs once" }),
	command: Argv.optional().meta({ description: "replaces that service's command" }),
	env: Env.default({}).meta({ description: "additional environment variables" }),
	within: Duration.default(120).meta({ description: "time limit" })
}).refine(({ run, service }) => run !== void 0 || service !== void 0, { message: "a mapping with `run` (a command on this machine) or `service` (of Compose)" });
const DatabaseAddress = union([string().regex(/^(?:postgres|postgis|postgresql|postgresql\+\w+|mysql2?|mysql\+\w+|mariadb|mariadb\+\w+|rediss?|mongodb(?:\+srv)?):\/\/./, "an address such as \"postgres://shop@127.0.0.1/shop\""), strictObject({ env: EnvName.meta({ description: "the variable that holds the address, which is never printed" }) })], "an address such as \"postgres://shop@127.0.0.1/shop\", or { env: DATABASE_URL }");
const Scrape = strictObject({
	endpoint: Name.optional().meta({ description: "the endpoint of the page" }),
	postgres: strictObject({
		service: Name.meta({ description: "the service that PostgreSQL runs in, on Compose" }),
		user: string().min(1).optional().meta({ description: "its POSTGRES_USER by default" }),
		database: string().min(1).optional().meta({ description: "its POSTGRES_DB by default" })
	}).optional().meta({ description: "instead of a page: statements and rows per request, counted by pg_stat_statements, which the server must preload" }),
	database: DatabaseAddress.optional().meta({ description: "instead of a page: the address of a PostgreSQL, MySQL, MariaDB or Redis, whose own client on this machine counts its statements; `db:5432` in dollar braces is replaced by the address of that service and port; on a runner only the base branch can add one" }),
	path: HttpPath.default("/metrics").meta({ description: "the path of the page" }),
	include: array(string().regex(/^[A-Za-z_:*][A-Za-z0-9_:*]*$/, "a metric such as \"http_requests_total\" or \"http_*\"")).min(1).optional().meta({ description: "metrics to keep, with * as a wildcard; all by default" }),
	split: array(string().regex(/^[A-Za-z_]\w*$/, "a label such as \"error_type\"")).default([]).meta({ description: "labels whose values become sub-metrics, such as error_type" })
});
const Stack = strictObject({
	process: strictObject({
		...Build,
		keep_build: boolean().default(true).meta({ description: "whether base's build is kept for a day and used again outside of CI; false where `build` changes anything outside of the checkout, such as a database" }),
		services: record(Name, ProcessService).meta({ description: "by name" })
	}).optional().meta({ description: "plain local processes, started before the run and stopped after it" }),
	compose: ComposeStack.optional().meta({ description: "a project of Docker Compose, started before the run and removed after it" }),
	external: ExternalStack.optional().meta({ description: "a deployed system, which is loaded but never started" }),
	seed: Seed.optional().meta({ description: "fills the stack with data before any load" }),
	endpoints: record(Name, strictObject({
		service: Name.meta({ description: "a service of `process.services` or of the Compose files" }),
		port: Port.meta({ description: "one of that service's ports" })
	})).default({}).meta({ description: "addresses to load: the script reads that of endpoint `api` from the environment variable STEELYARD_TARGET_API" }),
	metrics: record(Name, Scrape).default({}).meta({ description: "metrics pages of services, read before and after each trial; page `gateway` gives metrics such as `gateway:requests_total`" })
}).refine(({ process, compose, external }) => process || compose || external, { message: "a mapping with `process` (local commands), `compose` (Docker Compose) or `external` (a URL)" });
const STACK_KINDS = [
	"process",
	"compose",
	"external"
];

// src/load/commandline.ts
const COMMAND_FILES = /\.sh$|(?:^|\/)(?:GNU)?[mM]akefile$|\.mk$/;
const TOLD = {
	ready: true,
	variables: [],
	pauses: false,
	special: null
};
const UNREAD = { doubt: "the path of its URL could not be read, so it asks /." };
function calledIn(text, program) {
	const joined = text.replace(/\\\r?\n/g, " ");
	const rest = new RegExp(`^(?!\\s*#)(?:[^#\\n]*[\\s;&|@(])?${program}[ \\t]+((?:"[^"\\n]*"|'[^'\\n]*'|[^\\n;&|#"'])+)`, "m").exec(joined)?.[1];
	if (rest === void 0) return null;
	const words = [...rest.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replace(/["']/g, ""));
	const url = words.find((word) => /^https?:\/\//.test(word)) ?? words.findLast((word) => word.startsWith("$"));
	if (url === void 0) return null;
	const [, path = ""] = /^(?:https?:\/\/)?(?:\$\{[^}]*\}|\$\([^)]*\)|[^/])*(\/.*)?$/.exec(url) ?? [];
	const isRead = !/[$\\{}()<>\s]/.test(path);
	const option = (...names) => {
		for (const [i, word] of words.entries()) for (const name of names) {
			if (word === name) return words[i + 1];
			const joint = name.startsWith("--") ? `${name}=` : name;
			if (word.startsWith(joint)) return word.slice(joint.length);
		}
	};
	return {
		path: isRead && path !== "" ? path : "/",
		doubt: isRead ? {} : UNREAD,
		option
	};
}
function connectionsOf({ option }) {
	const count = Number(option("-c", "--connections"));
	return `connections: ${Number.isInteger(count) && count > 0 && count <= 1e4 ? count : 4}`;
}

// src/load/command/finders.ts
const FIXED_PLAN = "it does not read the property `steelyard_url`";
const FIXED_SIMULATION = "its address is fixed: let it read the property `baseUrl`";
const DURATIONS = ["http_req_duration.p50", "cpu_per_request"];
const lineOf = (shell, rest) => `command: { run: ["sh", "-c", ${JSON.stringify(shell)}], ${rest} }`;
const locust = {
	files: /\.py$/,
	find: (text) => /^\s*(?:from|import)\s+locust\b/m.test(text) && /\b(?:Fast)?HttpUser\b/.test(text) ? TOLD : null,
	line: (path) => lineOf(`exec locust --headless --skip-log --json --exit-code-on-error 0 -f ${path} -H "$STEELYARD_TARGET_API" -u 4 -r 4 -t "\${STEELYARD_DURATION%.*}s"`, "format: locust"),
	gate: DURATIONS
};
const jmeter = {
	files: /\.jmx$/,
	find: (text) => /<jmeterTestPlan\b/.test(text) ? {
		...TOLD,
		special: /__P\(\s*steelyard_/.test(text) ? null : FIXED_PLAN
	} : null,
	line: (path) => lineOf(`exec jmeter -n -t ${path} -l "$STEELYARD_OUTPUT" -Jsteelyard_url="$STEELYARD_TARGET_API"`, "output: file, format: jmeter"),
	gate: DURATIONS
};
const artillery = {
	files: /\.ya?ml$/,
	find: (text) => /^config:/m.test(text) && /^scenarios:/m.test(text) && /^\s+phases:/m.test(text) ? TOLD : null,
	line: (path) => lineOf(`exec npx --no-install artillery run --quiet --target "$STEELYARD_TARGET_API" --output "$STEELYARD_OUTPUT" ${path}`, "output: file, format: { json: { requests: \"/aggregate/counters/http.requests\", metrics: { http_p50: { at: \"/aggregate/summaries/http.response_time/median\", unit: ms, better: lower } } } }"),
	gate: ["http_p50", "cpu_per_request"]
};
const REPORT = "ls -t target/gatling/*/js/stats.js* build/reports/gatling/*/js/stats.js* | head -n 1";
const gatling = (files, start) => ({
	files,
	find: (text) => {
		const name = /\bclass\s+(\w+)[^{]*(?:\bextends\s+|:\s*)Simulation\b/.exec(text)?.[1];
		if (name === void 0 || !/\bio\.gatling\b/.test(text)) return null;
		const home = /^package\s+([\w.]+)/m.exec(text)?.[1];
		const property = /\bgetProperty\(\s*"(\w*(?:[uU]rl|URL|[hH]ost|HOST)\w*)"/.exec(text)?.[1];
		const variable = /\b(?:getenv|sys\.env(?:\.getOrElse)?)\(\s*"(\w*(?:URL|HOST)\w*)"/.exec(text)?.[1];
		const address = "\"$STEELYARD_TARGET_API\"";
		const [before, option] = property === void 0 && variable !== void 0 ? [`export ${variable}=${address}; `, ""] : ["", ` -D${property ?? "baseUrl"}=${address}`];
		const run = start(home === void 0 ? name : `${home}.${name}`, option);
		return {
			...TOLD,
			special: property === void 0 && variable === void 0 ? FIXED_SIMULATION : null,
			line: lineOf(`${before}${run} >&2 && cp "$(${REPORT})" "$STEELYARD_OUTPUT"`, "output: file, format: gatling")
		};
	},
	line: () => "",
	gate: ["http_p50", "cpu_per_request"]
});
const FINDERS = [
	locust,
	jmeter,
	artillery,
	gatling(/(?<=\bsrc\/gatling\/.*)\.(?:scala|java|kt)$/, (simulation, address) => `sh ./gradlew -q gatlingRun --simulation ${simulation}${address}`),
	gatling(/\.(?:scala|java|kt)$/, (simulation, address) => `M=./mvnw; test -x $M || M=mvn; $M -B -q gatling:test -Dgatling.simulationClass=${simulation}${address}`)
];

// src/load/command/kind.ts
const Command$1 = strictObject({
	run: Argv,
	format: union([_enum([
		"steelyard",
		"benchmark-smaller",
		"benchmark-bigger",
		"locust",
		"jmeter",
		"gatling"
	]), strictObject({ json: Mapping.meta({ description: "where in its JSON the figures stand" }) })], "steelyard, benchmark-smaller, benchmark-bigger, locust, jmeter, gatling, or { json: { metrics: … } }").meta({ description: "what it prints: steelyard's own JSON, github-action-benchmark's custom lists where smaller or bigger is better, the statistics of `locust --json`, JMeter's results as CSV, Gatling's `stats.js`, or any JSON with a mapping" }),
	output: _enum(["stdout", "file"]).default("stdout").meta({ description: "where it prints: its standard output, or the file that STEELYARD_OUTPUT names" })
});
const command = generatorKind({
	schema: Command$1.meta({ description: "any program loads the stack, and prints what it saw" }),
	names: "a program",
	subject: "A command",
	metrics: {},
	placeable: false,
	countsDropped: false,
	bad: null,
	exposesHeaders: false,
	levelVariable: "default",
	levels: {},
	scripts: () => [],
	hostCommands: () => [[]],
	label: ({ run }) => run.join(" "),
	init: FINDERS,
	mapping: ({ format }) => typeof format === "object" ? {
		at: ["format", "json"],
		mapping: format.json
	} : void 0,
	direction({ format }, metric, printed) {
		if (typeof format === "object") return own$1(format.json.metrics, metric)?.better;
		return format === "steelyard" ? printed : format === "benchmark-bigger" ? "higher" : "lower";
	}
});

// src/model/here.ts
const HERE = [
	"localhost",
	"127.0.0.1",
	"0.0.0.0",
	"[::1]",
	"host.docker.internal"
];

// src/load/k6/kind.ts
const METRICS = {
	...metricsOf("trend", "s", "http_req_duration http_req_blocked http_req_connecting http_req_tls_handshaking"),
	...metricsOf("trend", "s", "http_req_sending http_req_waiting http_req_receiving iteration_duration"),
	...metricsOf("trend", "s", "group_duration ws_connecting ws_session_duration ws_ping grpc_req_duration"),
	...metricsOf("share", "ratio", "http_req_failed checks"),
	...metricsOf("counter", "1", "http_reqs iterations dropped_iterations ws_sessions ws_msgs_sent ws_msgs_received"),
	...metricsOf("counter", "B", "data_sent data_received"),
	...metricsOf("gauge", "1", "vus")
};
const IMPORT = /(?:\bfrom|\bimport|\brequire\()\s*["']k6(?:\/[\w./-]+)?["']/;
const ENTRY = /\bexport\s+default\b(?!\s*[{[])|\bexport\s*\{[^{}]*\bdefault\b|\bexports\.default\b|\bscenarios\s*:/;
const OTHERS = /DATABASE|_DB_|^DB_|REDIS|KAFKA|RABBIT|MONGO|POSTGRES|MYSQL|INFLUX|PROM|LOKI|GRAFANA|SLACK|WEBHOOK|PROXY/i;
const ADDRESS = /__ENV(?:\.|\[["'])(\w*(?:URL|URI|HOST|TARGET|ENDPOINT|ADDR|BASE|ORIGIN)\w*|(?:\w*_)?PORT\b)/gi;
const NUMBER = /(?:(?:\b(?:Number|parseInt|parseFloat)\(|[=(,:?[{|&]\s*\+)\s*__ENV(?:\.|\[["'])(\w+)|__ENV(?:\.|\[["'])(\w+)(?:["']\])?\s*(?:\|\||\?\?)\s*["'`]?\d[\d_]*(?:\.\d+)?\b(?![.:/]))/g;
const NAMED = /\b(?:https?|wss?):\/\/([\w.-]+:\d{2,5})\b|["'`]((?:localhost|127\.0\.0\.1|0\.0\.0\.0):\d{2,5})\b|\bhttp:\/\/(localhost|127\.0\.0\.1)(?=[/"'`])/g;
const COMMENT = /^[ \t]*(?:\/\/|\/?\*).*$/gm;
const GIVEN = String.raw`__ENV(?:\.|\[["'])(\w+)(?:["']\])?\s*(?:\|\||\?\?|\?\s*__ENV(?:\.|\[["'])\1\b(?:["']\])?\s*:)\s*["'\x60]`;
const DEFAULT = new RegExp(String.raw`${GIVEN}(?:https?|(wss?))://([^\s/:"'\x60$]+)(?::(\d{2,5}))?(/[\w./~%?=&+-]*)?["'\x60]`, "g");
const WITH_PORT = new RegExp(String.raw`${GIVEN}(?:\w+://)?[^\s/:"'\x60$]+:\d{2,5}(?=[/"'\x60])`, "g");
const IMPORTED = /\b(?:from|import|require\()\s*["'][^"'\n]*["']/g;
const SITE$1 = /["'`]https?:\/\/((?:[\w-]+\.)+[a-z]{2,})(?=[/:?#"'`])/gi;
const OWN$1 = /(?:\bhttp\.\w+\(?\s*(?:["'`]\w+["'`],\s*)?|\b(?:Origin|Referer)["'`]?\]?\s*[:=]\s*)["'`]https?:\/\//gi;
const RESERVED = /(?:^|\.)(?:example\.\w+|test|example|invalid|localhost|local|internal|svc)$/i;
const isNear = (host) => HERE.includes(host) || !host.includes(".");
const sitesIn = (code, variables) => [...new Set([...code.replace(IMPORTED, "").replace(OWN$1, "").replace(DEFAULT, (all, name) => variables.has(name) ? "" : all).matchAll(SITE$1)].map(([, host]) => host.toLowerCase()).filter((host) => !RESERVED.test(host)))];
const PORTED = /\$\{(?:__ENV(?:\.|\[["'])(\w+)|(\w+))\b[^}\n]{0,80}\}:\d{2,5}\b/g;
const PORTED_DEFAULT = /\$\{__ENV(?:\.|\[["'])(\w+)[^|?}\n]{0,80}(?:\|\||\?\?)\s*["'`]([^"'`$}\n]*)["'`]\s*\}(?=:\d{2,5}\b)/g;
const CONSTANT = /\b(?:const|let|var)\s+(\w+)\s*=\s*__ENV(?:\.|\[["'])(\w+)(?:["']\])?(?:\s*(?:\|\||\?\?)\s*(["'`][^"'`$\n]{0,80}["'`]))?/g;
function withPorts(code) {
	const full = new Set([...code.matchAll(WITH_PORT)].map(([, name]) => name));
	const found = [...code.matchAll(PORTED)].filter(([, name]) => !full.has(name));
	const names = new Set(found.map(([, , name]) => name));
	const constants = [...code.matchAll(CONSTANT)].filter(([, constant, variable]) => !full.has(variable) && names.has(constant));
	const defaults = new Map(constants.flatMap(([, constant = "", , quoted]) => quoted === void 0 ? [] : [[constant, quoted]]));
	return {
		ported: /* @__PURE__ */ new Set([...found.map(([, name]) => name), ...constants.map(([, , name]) => name)]),
		code: code.replace(PORTED_DEFAULT, (all, name, given) => full.has(name) ? all : given).replace(/\$\{(\w+)\}/g, (all, name) => defaults.get(name)?.slice(1, -1) ?? all).replace(CONSTANT, (all, constant, _, quoted) => defaults.has(constant) && quoted !== void 0 ? all.replace(quoted, "\"\"") : all)
	};
}
const READ$1 = /__ENV(?:\.|\[["'])(\w+)(?:["']\])?(\s*(?:\|\||\?|&&|[!=]==?|\)))?/g;
function unset(code, addresses) {
	const reads = [...code.matchAll(READ$1)];
	const optional = new Set(reads.flatMap(([, name, more]) => more === void 0 ? [] : [name]));
	const open = [...new Set(reads.map(([, name = ""]) => name))].filter((name) => !optional.has(name) && !addresses.has(name) && !/^(?:STEELYARD|K6)_/.test(name));
	return open.length === 0 ? {} : { doubt: `variables without a default: ${open.slice(0, 6).join(", ")}. Write their values under \`env\`.` };
}
const Script = Path.meta({ description: "a k6 script (JavaScript or TypeScript), relative to the checkout" });
const MOST_SEGMENTS = 64;
const K6Settings = union([Script, strictObject({
	script: Script,
	segments: number$2().int().min(1).max(MOST_SEGMENTS).default(1).meta({ description: "k6 processes that share the load by k6's execution segments, on this machine or on those in STEELYARD_GENERATORS" })
})], "a script's path, or { script: load/browse.ts, segments: 4 }").meta({ description: "a k6 script (JavaScript or TypeScript), relative to the checkout" });
const scriptOf = (settings) => typeof settings === "string" ? settings : settings.script;
const OTHER_PROTOCOL = "speaks another protocol than HTTP";
const SPECIAL = [
	[/["']k6\/(?:experimental\/)?browser["']|browser:\s*\{\s*type:/, "drives a browser"],
	[/["']k6\/x\//, "needs an extension of k6"],
	[
		/["']k6\/net\/grpc["']/,
		OTHER_PROTOCOL,
		"grpc_req_duration.p50"
	],
	[
		/["']k6\/(?:experimental\/)?(?:ws|websockets)["']/,
		OTHER_PROTOCOL,
		"ws_connecting.p50"
	],
	[/["']k6\/(?:experimental\/)?redis["']|xk6/, "loads another program than the service"]
];
function specialIn(text) {
	const found = SPECIAL.filter(([sign]) => sign.test(text));
	const [[, special, latency] = [null, null]] = found;
	const isOnly = found.every(([, reason]) => reason === special);
	return {
		special,
		...latency !== void 0 && isOnly && { gate: [latency, "cpu_per_request"] }
	};
}
const STAGES = /\bstages\s*[:=]\s*\[([^\]]*)/g;
const STAGE = /\bduration\s*:\s*["'`]([\w.]+)["'`]/g;
function courseOf(code) {
	const lengths = [...code.matchAll(STAGES)].map(([, stages = ""]) => [...stages.matchAll(STAGE)].reduce((sum, [, length = ""]) => sum + (seconds$2(length) ?? 0), 0));
	return lengths.length === 0 ? {} : { course: Math.max(...lengths) };
}
const k6 = generatorKind({
	schema: K6Settings,
	names: "a script",
	subject: "k6",
	metrics: METRICS,
	placeable: true,
	countsDropped: true,
	bad: "statuses",
	exposesHeaders: false,
	levelVariable: "default",
	levels: {},
	scripts: (settings) => [{
		at: typeof settings === "string" ? [] : ["script"],
		file: scriptOf(settings)
	}],
	hostCommands: () => [],
	label: scriptOf,
	init: {
		files: /\.[cm]?[jt]s$/,
		module: IMPORT,
		find(text, through, modules) {
			if (!through && !IMPORT.test(text) || !ENTRY.test(text)) return null;
			if (through && !IMPORT.test(text) && !/__ENV\b|\bexport\s+(?:const|let)\s+options\b|\bsleep\(/.test(text)) return null;
			const { code, ported } = withPorts([text, ...modules()].join("\n"));
			const plain = code.replace(COMMENT, "");
			const named = plain.matchAll(NAMED);
			const numbers = new Set([...code.matchAll(NUMBER)].map(([, read, given]) => read ?? given));
			const defaults = [...code.matchAll(DEFAULT)];
			const near = defaults.filter(([, , , host = ""]) => isNear(host));
			const variables = new Set([...code.matchAll(ADDRESS), ...near].map(([, name]) => name).filter((name) => !ported.has(name) && (name.endsWith("PORT") || !numbers.has(name))));
			return {
				ready: [...variables].some((name) => name.startsWith("STEELYARD_TARGET_")),
				variables: [...variables].filter((name) => !name.startsWith("STEELYARD_") && !OTHERS.test(name)),
				defaults: Object.fromEntries(defaults.map(([, name = "", socket, , port, path = ""]) => [name, {
					isSocket: socket !== void 0,
					port: port === void 0 ? null : Number(port),
					path
				}])),
				addresses: [...new Set([...named].map(([, address, other, host]) => address ?? other ?? `${host}:80`))],
				sites: sitesIn(plain, variables),
				pauses: /\bsleep\s*\(/.test(text),
				...courseOf(plain),
				...specialIn(text),
				...unset(plain, variables)
			};
		},
		line: (path) => `k6: ${path}`
	}
});

// src/load/oha/kind.ts
const PERCENTILES = [
	10,
	25,
	50,
	75,
	90,
	95,
	99,
	99.9,
	99.99
];
const Oha = strictObject({
	endpoint: Name.optional().meta({
		description: "what is loaded; the stack's only endpoint by default",
		examples: ["api"]
	}),
	path: HttpPath.default("/").meta({ description: "the path that is requested, with its query" }),
	method: _enum([
		"GET",
		"HEAD",
		"POST",
		"PUT",
		"PATCH",
		"DELETE",
		"OPTIONS"
	]).default("GET").meta({ description: "the HTTP method" }),
	body: Path.optional().meta({
		description: "a file with the body of each request, relative to the checkout",
		examples: ["load/order.json"]
	}),
	content_type: string().max(200).regex(/^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.+-]+)*$/, "a media type such as \"application/json\"").optional().meta({
		description: "the Content-Type header of each request",
		examples: ["application/json"]
	}),
	connections: number$2().int().min(1).max(1e4).default(10).meta({ description: "connections, each with one request at a time" }),
	rate: number$2().positive().max(1e6).optional().meta({ description: "requests a second (an open model); latency then counts from the time that each request was due. As fast as possible by default" }),
	threads: number$2().int().min(1).max(256).default(1).meta({ description: "threads of oha; more than one only where it has cores that the stack does not use" }),
	timeout: Duration.default(2).meta({ description: "a response that takes longer counts as failed" }),
	keepalive: boolean().default(true).meta({ description: "whether connections serve more than one request" })
});
const oha = generatorKind({
	schema: Oha.meta({ description: "oha loads an endpoint with one request, at full speed or at a rate" }),
	names: "an endpoint",
	subject: "oha",
	metrics: REQUEST_METRICS,
	percentiles: PERCENTILES,
	placeable: true,
	countsDropped: false,
	bad: "statuses",
	exposesHeaders: true,
	levelVariable: "none",
	levels: {
		connections: withConnections,
		rate: (settings, level) => ({
			...settings,
			rate: level
		})
	},
	scripts: ({ body }) => body === void 0 ? [] : [{
		at: ["body"],
		file: body
	}],
	hostCommands: () => [],
	label: ({ path }) => path,
	connections: connectionsText,
	endpoint: ({ endpoint }) => endpoint ?? null,
	problems: (settings) => threadProblems("oha", settings),
	init: {
		files: COMMAND_FILES,
		find: (text) => {
			const found = calledIn(text, "oha");
			if (found === null) return null;
			const method = found.option("-m", "--method")?.toUpperCase();
			const rate = Number(found.option("-q"));
			const hasBody = [
				"-d",
				"-D",
				"-F"
			].some((name) => found.option(name) !== void 0);
			const settings = [
				`path: ${JSON.stringify(found.path)}`,
				...method === void 0 || method === "GET" ? [] : [`method: ${method}`],
				connectionsOf(found),
				...rate > 0 ? [`rate: ${rate}`] : []
			];
			const doubt = hasBody ? { doubt: "its body has to be a file, which `body` names." } : found.doubt;
			return {
				...TOLD,
				...doubt,
				line: `oha: { ${settings.join(", ")} }`
			};
		},
		line: () => "oha: { path: / }"
	}
});

// src/load/wrk/kind.ts
const Wrk = strictObject({
	endpoint: Name.optional().meta({
		description: "what is loaded; the stack's only endpoint by default",
		examples: ["api"]
	}),
	path: HttpPath.default("/").meta({ description: "the path that is asked for, with its query" }),
	script: Path.optional().meta({
		description: "a Lua script of wrk's, relative to the checkout: its request, response, init, delay and done",
		examples: ["load/search.lua"]
	}),
	connections: number$2().int().min(1).max(1e4).default(10).meta({ description: "connections kept open, over all threads" }),
	threads: number$2().int().min(1).max(256).default(1).meta({ description: "threads of wrk; more than one only where it has cores that the stack does not use" }),
	timeout: Duration.default(2).meta({ description: "an answer that takes longer counts as failed, in whole seconds" })
});
const SIGNS = [/\bwrk\.(?:format|method|headers|body|path|host|scheme|lookup|connect|init|thread)\b/, /^\s*(?:function\s+(?:request|response)\b|(?:request|response)\s*=\s*function\b)/m];
const PATH = /\bwrk\.path\s*=|\bwrk\.format\([^,)\n]*,\s*[^\s)]/;
const NO_PATH = { doubt: "it names no path, so it asks / over 4 connections." };
const wrk = generatorKind({
	schema: Wrk.meta({ description: "wrk loads an endpoint, with a Lua script or without" }),
	names: "an endpoint",
	subject: "wrk",
	metrics: REQUEST_METRICS,
	placeable: true,
	countsDropped: false,
	bad: { selector: "http_req_errors{kind:status}.count" },
	exposesHeaders: false,
	levelVariable: "named",
	levels: { connections: withConnections },
	scripts: ({ script }) => script === void 0 ? [] : [{
		at: ["script"],
		file: script
	}],
	hostCommands: ({ script }) => script === void 0 ? [] : [["script"]],
	label: ({ script, path }) => script ?? path,
	connections: connectionsText,
	endpoint: ({ endpoint }) => endpoint ?? null,
	problems: (settings) => threadProblems("wrk", settings),
	init: [{
		files: /\.lua$/,
		find: (text) => SIGNS.some((sign) => sign.test(text)) ? {
			...TOLD,
			...PATH.test(text) ? {} : NO_PATH
		} : null,
		line: (path) => `wrk: { path: /, script: ${path}, connections: 4 }`
	}, {
		files: COMMAND_FILES,
		find: (text) => {
			const found = calledIn(text, "wrk");
			if (found === null || found.option("-s", "--script") !== void 0) return null;
			return {
				...TOLD,
				...found.doubt,
				line: `wrk: { path: ${JSON.stringify(found.path)}, ${connectionsOf(found)} }`
			};
		},
		line: () => "wrk: { path: / }"
	}]
});

// src/load/registry.ts
const KINDS = {
	k6,
	wrk,
	oha,
	command
};

// src/model/load.ts
const LOADS = Object.keys(KINDS);
const loadsIn = (workload) => LOADS.filter((kind) => workload[kind] !== void 0);
function listed(words, joint) {
	const last = words.at(-1) ?? "";
	return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} ${joint} ${last}`;
}

// src/commands/measure/trust.ts
const NO_TRUST = {
	allow: [],
	secrets: [],
	hostCommands: true,
	variables: []
};
const READ = [
	"CI",
	"STEELYARD_RUNNER_CLASS",
	"STEELYARD_GENERATORS",
	"SSH_AUTH_SOCK",
	"XDG_CACHE_HOME",
	"XDG_RUNTIME_DIR",
	"DOCKER_HOST",
	"DOCKER_CONTEXT",
	"DOCKER_CONFIG",
	"DOCKER_TLS_VERIFY",
	"DOCKER_CERT_PATH"
];
function runnerless(env, { secrets }) {
	const passed = [...READ, ...secrets].flatMap((name) => {
		const value = own$1(env, name);
		return value === void 0 ? [] : [[name, value]];
	});
	return allowed(env, Object.fromEntries(passed), { go: true });
}

// src/base/pairlimits.ts
const PAIRS = {
	least: 6,
	most: 200
};

// src/commands/options.ts
const SCALES = {
	least: .01,
	most: 1
};
function shardOf(text) {
	const [index = 0, of = 0] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text)?.slice(1).map(Number) ?? [];
	return index > 0 && index <= of ? {
		index,
		of
	} : void 0;
}

// src/github/check.ts
const CHECK_MODES = [
	"auto",
	"check",
	"status",
	"off"
];

// src/model/fates.ts
const VERDICTS = [
	"unaffected",
	"unchanged",
	"new",
	"inconclusive",
	"improved",
	"accepted",
	"incomparable",
	"invalid",
	"missing",
	"expectation",
	"budget",
	"regressed",
	"failed"
];
const pass = (meaning, symbol, conclusion = "success") => ({
	meaning,
	symbol,
	conclusion,
	exit: EXIT.ok,
	fails: false,
	movable: false
});
const fail = (meaning, symbol, exit, movable) => ({
	meaning,
	symbol,
	conclusion: "failure",
	exit,
	fails: true,
	movable
});
const undecided = (meaning, symbol, conclusion) => ({
	meaning,
	symbol,
	conclusion,
	exit: EXIT.undecided,
	fails: false,
	movable: true
});
const FATES = {
	unaffected: pass("the change cannot affect it, so it was not measured", "⏭️"),
	unchanged: pass("shown not to be worse by the band", "✅"),
	new: pass("nothing to compare with yet", "🆕", "neutral"),
	inconclusive: undecided("cannot tell at this precision", "🔍", "success"),
	improved: pass("better by more than the band", "🎉"),
	accepted: pass("regressed within a valid waiver", "🤝"),
	incomparable: undecided("measured under other conditions than the reference", "🔀", "neutral"),
	invalid: fail("this run cannot be judged", "🚫", EXIT.environment, false),
	missing: fail("the base has it, this run does not", "❓", EXIT.worse, false),
	expectation: fail("an expected profile did not happen", "🎭", EXIT.worse, true),
	budget: fail("an absolute limit is broken beyond its noise", "💸", EXIT.worse, true),
	regressed: fail("worse by more than the band", "❌", EXIT.worse, true),
	failed: fail("head itself broke", "💥", EXIT.worse, false)
};

// src/model/fingerprint.ts
const text$12 = string().max(2e3);
const Fingerprint = strictObject({
	os: text$12.meta({ description: "operating system, such as linux" }),
	arch: text$12.meta({ description: "architecture, such as x64" }),
	cpu: text$12.meta({ description: "model of the CPU" }),
	cores: number$2().int().min(1).meta({ description: "number of CPUs" }),
	memory: number$2().min(0).meta({ description: "usable memory in bytes" }),
	kernel: text$12.meta({ description: "version of the kernel, major.minor" }),
	node: text$12.meta({ description: "version of Node.js" }),
	generators: record(string(), text$12).meta({ description: "versions of the load generators, by name" }),
	containers: text$12.optional().meta({ description: "container runtime of the services, such as compose; absent for processes and deployed stacks" }),
	engine: text$12.optional().meta({ description: "version of the container engine; absent without containers" }),
	images: record(string(), text$12).optional().meta({ description: "images not built for the run, by service: postgres:16 sha256:… with the digest of the contents" })
});

// src/report/escape.ts
const UNSEEN = new RegExp(`[\\p{C}\\u115f\\u1160\\u2800\\u3164\\uffa0]`, "gu");
const BOUND = "[+−×]?\\d[\\d.,]*(?: [A-Za-zµ%/]{1,6})?";
const INTERVAL = new RegExp(`(?<=^| )(\\[${BOUND}(?:,| to) ${BOUND}\\])(?=[.,;]?(?: |$))`);

// src/model/itemkeys.ts
const ItemKeys = {
	workload: Name.meta({ description: "name of the workload" }),
	variant: Name.nullable().meta({ description: "name of its variant; null where it has none" })
};

// src/model/cause.ts
const seconds$1 = number$2().min(0);
const text$11 = string().max(2e3);
const count$8 = number$2().int().min(0);
const Added = strictObject({
	estimate: number$2().meta({ description: "seconds a request; positive is more" }),
	interval: tuple([number$2(), number$2()]).meta({ description: "its two-sided 95 % interval, seconds a request" })
});
const Times = {
	base: seconds$1.meta({ description: "seconds a request in base" }),
	head: seconds$1.meta({ description: "seconds a request in head" })
};
const Both = {
	...Times,
	added: Added.meta({ description: "head less base" })
};
const Share$1 = {
	share: number$2().nullable().meta({ description: "share of the CPU time that was added, or saved, in this workload: 1 is all of it; null where that did not show again, or is too uncertain" }),
	shareInterval: tuple([number$2(), number$2()]).optional().meta({ description: "two-sided 95 % interval of the share; absent with no share, and in files of earlier versions" })
};
const Counted = strictObject({
	base: number$2().min(0).meta({ description: "number a request in base" }),
	head: number$2().min(0).meta({ description: "number a request in head" })
});
const service = Name.meta({ description: "the service" });
const within$1 = string().max(400).optional();
const edited = tuple([count$8.min(1), count$8.min(1)]).nullable().meta({ description: "first and last line of its file that the change edits, in head, next after its beginning; null where it edits none" });
const line = count$8.min(1).nullable().meta({ description: "line of its beginning in head, or in base where head does not have it; null where it is not known" });
const Origin = strictObject({
	file: string().max(400).meta({ description: "path in the repository" }),
	line: count$8.min(1).meta({ description: "number of the line, from 1" }),
	name: string().max(200).meta({ description: "the name as the line has it" }),
	removed: literal(true).optional().meta({ description: "true where the change removes the line; its number is that in base then" })
});
const PackageUpdate = strictObject({
	name: string().max(214).meta({ description: "name of the package" }),
	base: string().max(200).meta({ description: "its version in base; several as \"1.2.0 and 2.0.1\"" }),
	head: string().max(200).meta({ description: "its version in head" }),
	file: string().max(400).optional().meta({ description: "path of the file with the versions in the repository; absent where none has them" })
});
const Cause = discriminatedUnion("kind", [
	strictObject({
		kind: literal("function").meta({ description: "CPU time in a function of the repository and its callees up to the next one; or in a package, or the runtime" }),
		service,
		...Both,
		...Share$1,
		name: string().max(200).meta({ description: "the function, package or part of the runtime; empty for an anonymous function" }),
		file: string().max(400).nullable().meta({ description: "path in the repository, or of the package; null for the runtime" }),
		line,
		total: boolean().meta({ description: "whether the time is that of all it calls, other functions of the repository too" }),
		within: within$1.meta({ description: "the callee that makes up most of it, such as JSON.parse; absent where it does so itself" }),
		update: PackageUpdate.optional().meta({ description: "the updated package that most of it is spent in; absent where there is none" }),
		edited
	}),
	strictObject({
		kind: literal("wait").meta({ description: "time in which a function of the repository waited, with its callees up to the next one" }),
		service,
		...Both,
		name: string().max(200).meta({ description: "the function; empty for an anonymous one" }),
		file: string().max(400).meta({ description: "path in the repository" }),
		line,
		within: within$1.meta({ description: "the reason of most of it, such as a timer or a lock; absent where none has most" }),
		edited
	}),
	strictObject({
		kind: literal("service").meta({ description: "CPU time of a whole service, which has no profile" }),
		service,
		...Both,
		...Share$1
	}),
	strictObject({
		kind: literal("statement").meta({ description: "time in which a database executed a statement, waits included; or in which a service waited for another one" }),
		http: literal(true).optional().meta({ description: "set where a service called another one by HTTP: the text is \"GET pricing:8080\" or \"POST stock:5001/shop.Stock/Get\" (gRPC), and there are no rows" }),
		service,
		...Both,
		text: text$11.meta({ description: "the statement without values, normalised" }),
		calls: Counted.meta({ description: "executions or calls" }),
		rows: Counted.meta({ description: "rows that it returned or changed" }),
		locked: strictObject(Times).optional().meta({ description: "the part of its time in which it waited for locks; absent where the database does not report it" }),
		blocks: Counted.optional().meta({ description: "blocks that it read; absent where the database does not report it" }),
		origin: Origin.optional().meta({ description: "a line that the change adds or removes, and that it may come from; absent where there is none" }),
		repeated: boolean().meta({ description: "whether it looks like one query for each element of a list: below 1.5 calls a request before, three or more now" })
	})
]);
const MOST_CAUSES = 5;
const Causes = strictObject({
	...ItemKeys,
	starts: count$8.meta({ description: "starts of both sides: the sample" }),
	cpu: strictObject(Both).meta({ description: "CPU time of all services" }),
	latency: strictObject(Both).nullable().meta({ description: "mean latency; null where the load reports none" }),
	changed: boolean().meta({ description: "whether a gate metric of it became worse or better" }),
	gates: strictObject({
		cpu: boolean().meta({ description: "whether a gate of CPU time did" }),
		latency: boolean().meta({ description: "whether a gate of latency did" })
	}).optional().meta({ description: "which kinds of gates changed in that direction; absent in files of earlier versions" }),
	reappeared: strictObject({
		cpu: boolean().meta({ description: "whether it showed in CPU time" }),
		latency: boolean().meta({ description: "whether it showed in latency" })
	}).meta({ description: "whether the change showed here again in the direction of the verdict" }),
	causes: array(Cause).max(5).meta({ description: "parts that explain it, most time first; empty where no single place does" }),
	elsewhere: number$2().meta({ description: "CPU seconds a request that other places take less (negative), or more where the verdict is that it became faster" }),
	lacking: array(strictObject({
		service,
		why: text$11.meta({ description: "the reason in words" })
	})).max(200).meta({ description: "services without a profile" })
});

// src/model/axis.ts
const AXES = {
	rate: "RATE",
	vus: "VUS",
	connections: "CONNECTIONS"
};

// src/model/money.ts
const HOURS = {
	h: 1,
	day: 24,
	month: 730
};
const HOURS_A_MONTH = HOURS.month;
const WANT = "a price such as \"0.0416 USD/h\" or \"30 EUR/month\"";
const PATTERN$1 = String.raw`^\s*(\d+(?:\.\d+)?)\s*([A-Z]{3})\s*/\s*(h|day|month)\s*$`;
function price(text) {
	const [, amount, currency, time] = new RegExp(PATTERN$1).exec(text) ?? [];
	if (amount === void 0 || currency === void 0 || time === void 0) return void 0;
	const perHour = Number(amount) / HOURS[time];
	return Number.isFinite(perHour) ? {
		perHour,
		currency
	} : void 0;
}
const Price = union([string().meta({ pattern: PATTERN$1 }), strictObject({
	perHour: number$2().min(0).meta({ description: "price of an hour" }),
	currency: string().regex(/^[A-Z]{3}$/).meta({ description: "three letters, such as USD" })
})], WANT).transform((input, context) => {
	const found = typeof input === "string" ? price(input) : input;
	if (found !== void 0) return found;
	context.addIssue({
		code: "custom",
		message: WANT,
		input
	});
	return NEVER;
}).meta({ description: WANT });

// src/model/levels.ts
const AxisName = _enum(Object.keys(AXES));
const MOST_PROBES = 100;
const MOST_LEVEL_TRIALS = 50;
const Level = number$2().int().min(1).max(1e6);
const variable = string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "an environment variable name such as \"RATE\"").optional().meta({ description: "the variable that gives the load its level; RATE, VUS or CONNECTIONS by default" });
const within = Duration.default(900).meta({ description: "time after which no further level is begun" });
const trials = (least) => number$2().int().min(least).max(50);
const KNEE = String.raw`^\s*>=?\s*(\d+(?:\.\d*)?|\.\d+)\s*(?:\/\s?s)?\s*$`;
const Sweep = strictObject({
	rate: tuple([Quantity, Quantity]).optional().meta({
		description: "lowest and highest arrival rate, such as [10/s, 160/s], of an open model",
		examples: [["10/s", "160/s"]]
	}),
	vus: tuple([Level, Level]).optional().meta({ description: "fewest and most users of a closed model" }),
	connections: tuple([Level, Level]).optional().meta({ description: "fewest and most connections" }),
	variable,
	precision: Ratio.default(.05).meta({ description: "the search ends when the levels around the knee are this close to each other" }),
	trials: trials(2).default(3).meta({ description: "trials per measurement of a level" }),
	confirm: number$2().int().min(0).max(5).default(2).meta({ description: "how often the levels around the knee are measured again, each time with a fresh start of the stack" }),
	probes: number$2().int().min(3).max(100).default(30).meta({ description: "maximum number of measurements of levels" }),
	within,
	knee: string(WANTED.knee).refine((text) => new RegExp(KNEE).test(text), {
		message: WANTED.knee,
		params: { form: "limit" }
	}).meta({ pattern: KNEE }).optional().meta({ description: "a budget for the knee, such as \"> 15/s\"; without it the sweep never fails the check" })
});
const Levels = array(Level).min(2).max(40);
const Scaling = strictObject({
	vus: Levels.optional().meta({
		description: "numbers of users of a closed model, such as [1, 2, 4, 8, 16, 32]",
		examples: [[
			1,
			2,
			4,
			8,
			16,
			32
		]]
	}),
	connections: Levels.optional().meta({ description: "numbers of connections" }),
	variable,
	trials: trials(1).default(2).meta({ description: "trials per measurement of a level" }),
	repeats: number$2().int().min(2).max(10).default(3).meta({ description: "how often every level is measured, in random order, each time with a fresh start of the stack" }),
	within,
	headroom: Ratio.default(.3).meta({ description: "share of an instance's capacity that is kept free" }),
	loads: array(Quantity).max(20).default([]).meta({
		description: "loads for which instances are calculated, such as [500/s, 2000/s]",
		examples: [["500/s", "2000/s"]]
	}),
	prices: record(string().min(1).max(80), Price).default({}).meta({
		description: "prices, such as \"0.0416 USD/h\": `instance` counts per instance, everything else once for any load",
		examples: [{ instance: "0.0416 USD/h" }]
	})
});

// src/model/measure.ts
const Mode = _enum([
	"auto",
	"trial",
	"request",
	"slice",
	"turns",
	"duet"
]);
const SHORT_COURSE = 15;
const MOST_PAIRS = {
	usual: 30,
	long: 20
};
const PairCount = number$2().int().min(PAIRS.least).max(PAIRS.most);
const Measure = strictObject({
	mode: Mode.default("auto").meta({ description: "how finely a duel interleaves head and base; `auto` chooses the finest possible mode" }),
	duration: Duration.default(5).meta({ description: "measured time of one trial" }),
	trials: number$2().int().min(1).max(200).default(10).meta({ description: "trials per session" }),
	pairs: tuple([PairCount, PairCount]).default([6, MOST_PAIRS.usual]).meta({ description: "fewest and most pairs of a duel; a single workload on Compose, whose pairs have 4 s, has 20 instead of 30" }),
	block: Duration.optional().meta({ description: "length of one block in `request` mode; by default 2 s (1 s in comparisons of more than two workloads), and 4 s where a pair would have few requests, or for a single workload on Compose, where starts take long" }),
	pace: _enum(["script", "full"]).default("script").meta({ description: "`full` shortens the pauses of a k6 script in pairs, in both sides alike, until the busiest service uses half a core, or half of its limit where that is less than a core: more requests, so a smaller change is found in the same time" }),
	cold: boolean().default(false).meta({ description: "whether each trial starts the stack and loads it as soon as it is ready, without warm-up; adds the metrics cold_ready, cold_first_request, cold_opening and cold_steady" }),
	stages: number$2().positive().max(1).optional().meta({ description: `factor for the lengths of a k6 script's stages, 1 by default; in paired runs, thresholds and budgets are judged in a course of at most ${15} s unless it is set` })
});

// src/model/metric.ts
const QUANTILES = [
	...Array.from({ length: 99 }, (_, i) => i + 1),
	99.5,
	99.9,
	99.95,
	99.99
];
const UnitName = _enum([
	"s",
	"B",
	"ratio",
	"/s",
	"1"
]);
const count$7 = number$2().int().min(0);
const MOST$1 = 1e60;
const LEAST_SECONDS = 1e-9;
const Finite = number$2().min(-1e60).max(MOST$1);
const Seconds = number$2().min(LEAST_SECONDS).max(MOST$1);
const direction = { better: _enum(["lower", "higher"]).optional() };
const Trend = strictObject({
	kind: literal("trend"),
	unit: UnitName,
	n: count$7.min(1),
	mean: Finite,
	min: Finite,
	max: Finite,
	quantiles: array(Finite).length(QUANTILES.length),
	errors: array(Finite.min(0)).length(QUANTILES.length).optional(),
	...direction
});
const Share = strictObject({
	kind: literal("share"),
	hits: count$7,
	total: count$7.min(1),
	...direction
});
const Counter = strictObject({
	kind: literal("counter"),
	unit: UnitName,
	count: Finite,
	seconds: Seconds,
	...direction
});
const Gauge = strictObject({
	kind: literal("gauge"),
	unit: UnitName,
	value: Finite,
	...direction
});
const Metric = discriminatedUnion("kind", [
	Trend,
	Share,
	Counter,
	Gauge
]);
const Metrics = record(string().max(400), Metric);
const STAT = /^(.+?)\.(p\d{1,2}(?:\.\d+)?|mean|min|max|rate|count|value)$/s;
function selector(text) {
	const open = text.indexOf("{");
	const close = open === -1 ? -1 : text.indexOf("}", open) + 1;
	const [before, tags, after] = close > 0 ? [
		text.slice(0, open),
		text.slice(open, close),
		text.slice(close)
	] : [
		text,
		"",
		""
	];
	if (text === "" || /\s/.test(before + after)) return void 0;
	const [, metric, stat] = STAT.exec(`${before}${tags.replaceAll(".", "\0")}${after}`) ?? [];
	if (metric !== void 0 && stat !== void 0) return {
		metric: metric.replaceAll("\0", "."),
		stat
	};
	return /^[A-Za-z_][\w:]*(?:\{[^}]*\})?$/.test(text) ? {
		metric: text,
		stat: "value"
	} : void 0;
}

// src/model/verdict.ts
const Verdict = _enum(VERDICTS);
const SEVERITY = [
	EXIT.ok,
	EXIT.undecided,
	EXIT.environment,
	EXIT.worse
];
const Movable = _enum(["inconclusive", "incomparable"]);
const Removable = _enum([
	"expectation",
	"budget",
	"regressed"
]);

// src/model/policy.ts
const PATTERN = "a path such as \"gateway/**\", or \"!docs/**\" for files that do not matter";
const Paths = array(string(PATTERN).max(400).regex(/^!?[^!/\s][^\n]*$/, PATTERN)).min(1).max(200).optional();
const TRUSTS = ["any", "compose-only"];
const WHYS = [
	"auto",
	"always",
	"never"
];
const RELEASE = "tags of releases, such as \"v*\"";
const USUAL_BAND = .03;
const Policy = strictObject({
	reference: _enum([
		"auto",
		"baseline",
		"base"
	]).default("auto").meta({ description: "the reference for head: `baseline` is the committed baseline, `base` is a paired measurement of base, `auto` uses the baseline first and pairs what stays undecided" }),
	release: string(RELEASE).regex(/^[\w./*-]{1,100}$/, RELEASE).default("v*").meta({ description: "tags of releases, as a pattern in which `*` stands for any text; the last one before head is the reference of a comparison with the release (`--release`)" }),
	band: Ratio.default(USUAL_BAND).meta({ description: "smallest change that matters for p50, mean, rate and CPU" }),
	floor: Quantity.optional().meta({ description: "smallest change of a latency that matters, such as 50us" }),
	fail_on: strictObject({
		add: array(Movable).default([]).meta({ description: "verdicts that fail the check as well" }),
		remove: array(Removable).default([]).meta({ description: "verdicts that are only shown" })
	}).prefault({}).meta({ description: "changes to the set of verdicts that fail the check" }),
	failed_trials: Ratio.default(.2).meta({ description: "share of a workload's trials that may fail" }),
	starts: number$2().int().min(1).max(10).default(3).meta({ description: "starts of the stack per run; in a paired run at least 3 before the first look, and more before each further one" }),
	trust: _enum(TRUSTS).default("any").meta({ description: "what a change may run on the measuring machine; only the base branch's setting counts: `compose-only` refuses to measure a change that would run commands of its own outside of containers (processes, builds, seed.run, command, scripts that can start programs)" }),
	why: _enum(WHYS).default("auto").meta({ description: "whether a paired run loads workloads again with profilers, to name functions and statements that take more or less time: `auto` those of which a gate metric changed (the five that changed most), `always` all, `never` none" }),
	queue: _enum(["measure", "trust"]).default("measure").meta({ description: "what happens to a group of a merge queue: `measure` compares it with the commit before it; `trust` measures nothing where each of its pull requests passed the check with the same config and at most one can affect a workload (`paths`)" }),
	creep: strictObject({ unmeasured: number$2().int().min(0).max(1e4).default(20).meta({ description: "merged changes without estimates after which the release is compared with" }) }).prefault({}).meta({ description: "when the creep ledger, which sums the estimates of merged changes, starts a comparison with the last release" }),
	paths: Paths.meta({ description: "files whose changes can affect workloads that have no `paths` of their own; everything is always measured by default" }),
	runner: _enum(["shared", "dedicated"]).default("shared").meta({ description: "whether other programs may run on the measuring machine at the same time" }),
	runner_class: Name.optional().meta({ description: "name of this machine's baselines; os-arch-cores by default" }),
	profile: Name.optional().meta({ description: "the profile that the action uses if its inputs name none" })
});

// src/model/record.ts
const FIELDS = {
	date: "the day of the measurement",
	env: "`local`; for a deployed stack its label `env`",
	stack: "process, compose or external",
	commit: "the first nine digits of the commit",
	class: "the runner class",
	workload: "the workload's name",
	variant: "the variant's name",
	load: "the script, path or program that generates the load",
	connections: "of a generator with a fixed number: its threads × connections",
	place: "origin of the load: host, network or a service",
	scale: "share of the config's lengths that was measured; 1 for full lengths",
	trials: "number of measured trials",
	seconds: "measured time of a trial, the median",
	ready: "time until the stack was ready, the median over its starts",
	requests: "requests sent",
	errors: "failed requests",
	statuses: "responses by status code",
	bad: "responses with a status of 400 and above",
	dropped: "iterations that an open model should have started and could not",
	timeouts: "requests that timed out at the client",
	checks: "passed checks, of all",
	limits: "whether budgets and expectations held",
	peak: "requests per second in the best trial; for a scaling curve the highest rate and its level",
	sustained: "requests per second that every trial reached; for a scaling curve the highest rate within the budgets",
	target: "in a row for a target: its metric",
	wanted: "in a row for a target: its limit",
	achieved: "in a row for a target: the measured figure; in a row for a level: arrivals, or requests, per second",
	outcome: "PASS, FAIL, or the expectation and its reason; in a row for a level: whether the budgets hold",
	bucket: "in a row for a bucket: its range",
	count: "in a row for a bucket: observations in it, over all trials",
	share: "in a row for a bucket: their share of all observations",
	kinds: "in a row for a bucket: observations by the label of the table",
	knee: "for a sweep: the levels between which the knee lies",
	saturation: "for a scaling curve: the level from which on the rate hardly rises",
	law: "for a scaling curve: the fitted Universal Scalability Law, or why there is none",
	instances: "for a scaling curve: instances for each of its loads",
	cost: "for a scaling curve: cost of these instances per month and per million requests",
	level: "in a row for a level: the level",
	served: "in a row for a level: successful responses per second",
	service_cpu: "in a row for a level: CPU per request of each service"
};
const SCOPES = [
	"env",
	"stack_env",
	"label"
];
const PLACEHOLDER = /\{((?:[^{}]|\{[^{}]*\})*)\}/g;
const STATUS = /^statuses\.(\d{3})$/;
const VARIABLE = new RegExp(`^(${SCOPES.join("|")})\\.(\\w+)$`);
function parts(cell) {
	const found = [];
	let at = 0;
	for (const match of cell.matchAll(PLACEHOLDER)) {
		if (match.index > at) found.push({
			kind: "text",
			text: cell.slice(at, match.index)
		});
		found.push(part(match[1].trim()));
		at = match.index + match[0].length;
	}
	if (at < cell.length) found.push({
		kind: "text",
		text: cell.slice(at)
	});
	return found;
}
function part(text) {
	if (Object.hasOwn(FIELDS, text)) return {
		kind: "field",
		field: text
	};
	const [, scope, name] = VARIABLE.exec(text) ?? [];
	if (name !== void 0) return {
		kind: "variable",
		scope,
		name
	};
	const [, code] = STATUS.exec(text) ?? [];
	if (code !== void 0) return {
		kind: "status",
		code
	};
	const wanted = selector(text);
	const bare = wanted?.stat === "value" && wanted.metric === text;
	if (wanted === void 0 || bare && !OWN.includes(text)) return void 0;
	return {
		kind: "metric",
		selector: text
	};
}
const OWN = [
	"cpu_per_request",
	"memory_peak",
	"cold_ready",
	"cold_first_request"
];
const Cell = string().max(400).refine((text) => !parts(text).includes(void 0), `a text with ${Object.keys(FIELDS).map((field) => `{${field}}`).join(", ")}, {env.NAME}, {stack_env.NAME}, {label.NAME}, {statuses.202}, or a figure such as {http_req_duration.p95}`);
const Buckets = strictObject({
	histogram: string().max(400).regex(/^[A-Za-z_][\w:]*$/, "a histogram such as \"gateway:http_request_duration_seconds\"").meta({ description: "a histogram of `stack.metrics`, with its prefix" }),
	bounds: array(Quantity).min(1).refine((all) => all.every((bound, i) => i === 0 || bound > all[i - 1]), "each above the one before").meta({ description: "upper bounds of the rows, each one a bound of the histogram: [250ms, 2.5s]" }),
	by: string().regex(/^[A-Za-z_]\w*$/, "a label such as \"error_type\"").optional().meta({ description: "the label that {kinds} counts by; the histogram must be split by it" })
});
const Title = string().min(1).max(200);
const Sentence = string().min(1).max(2e3);
const Signal = strictObject({
	say: Title.meta({ description: "the statement, such as: no request failed in steady state" }),
	workload: Name.meta({ description: "the workload of the figure; every variant and trial counts" }),
	metric: string().max(400).refine((text) => selector(text) !== void 0, "a metric and a statistic, such as \"http_req_failed.rate\"").meta({ description: "the figure" }),
	between: tuple([Quantity, Quantity]).refine(([low, high]) => low <= high, "the lower bound first, such as [25%, 55%]").meta({
		description: "lowest and highest figure for which the statement holds, such as [0%, 0%]",
		examples: [["0%", "0%"]]
	})
});
const Decision = strictObject({
	title: Title.meta({ description: "the subject" }),
	date: date("a day such as \"2026-11-21\"").meta({ description: "the day of the decision, such as 2026-11-21" }),
	decision: Sentence.meta({ description: "the decision" }),
	rationale: Sentence.meta({ description: "the reason" }),
	table: Title.meta({ description: "the table that it is based on; it is shown below that table" }),
	variants: array(Name).min(1).optional().meta({ description: "the variants that it is based on; all of the table by default" })
});
const RecordSpec = strictObject({
	title: Title.meta({ description: "the heading" }),
	about: string().max(4e3).optional().meta({ description: "introduction: the measurement and its settings" }),
	tables: record(Title, strictObject({
		workloads: array(Name).min(1).meta({ description: "workloads with a row in the table" }),
		history: boolean().default(false).meta({ description: "whether rows of earlier runs stay when the document is updated; add a {date} column" }),
		each: union([_enum([
			"workload",
			"level",
			"target"
		]), Buckets], "workload, level, target, or { histogram: gateway:request_seconds, bounds: [250ms, 2.5s] }").default("workload").meta({ description: "one row for each workload and variant (at its knee, if measured at levels), for each level, for each target (budget or expectation), or for each bucket of a histogram" }),
		columns: record(string().min(1).max(60), Cell).refine((all) => Object.keys(all).length > 0, "at least one column").meta({ description: "headings and cells: text with figures in braces, such as {http_req_duration.p95}" })
	})).refine((all) => Object.keys(all).length > 0, "at least one table").meta({ description: "tables by their heading, each with a row for each workload and variant" }),
	signals: array(Signal).max(50).default([]).meta({ description: "statements that the figures confirm or refute" }),
	decisions: array(Decision).max(50).default([]).meta({ description: "decisions based on the figures, each shown below its table" }),
	comment: boolean().default(false).meta({ description: "whether the pull request's comment contains it too" })
});
const text$10 = string().max(2e3);
const RecordShown = strictObject({
	name: Name.meta({ description: "its name in the config" }),
	title: text$10.meta({ description: "the heading" }),
	about: string().max(4e3).nullable().meta({ description: "introduction; null without one" }),
	tables: array(strictObject({
		title: text$10.meta({ description: "heading of the table" }),
		columns: array(text$10).meta({ description: "headings of the columns" }),
		rows: array(array(text$10)).max(2e3).meta({ description: "cells of each row, in words" }),
		history: boolean().meta({ description: "whether rows of earlier runs stay in the document" })
	})).meta({ description: "the filled tables" }),
	signals: array(strictObject({
		say: text$10.meta({ description: "the statement" }),
		holds: boolean().nullable().meta({ description: "whether the figures confirm it; null where the run has no such figure" }),
		because: text$10.meta({ description: "the figures and the allowed range" })
	})).meta({ description: "statements about the figures" }),
	decisions: array(strictObject({
		title: text$10.meta({ description: "the subject" }),
		date: text$10.meta({ description: "the day, such as 2026-11-21" }),
		decision: text$10.meta({ description: "the decision" }),
		rationale: text$10.meta({ description: "the reason" }),
		table: text$10.meta({ description: "heading of the table that it is based on" }),
		variants: array(Name).meta({ description: "variants that it is based on" }),
		unmeasured: array(Name).meta({ description: "those of them without figures in this run" })
	})).default([]).meta({ description: "decisions based on the tables" }),
	targets: array(strictObject(ItemKeys)).meta({ description: "workloads and variants with a row, each once" }),
	comment: boolean().meta({ description: "whether the pull request's comment contains it too" })
});

// src/model/config.ts
const SelectorText = string().max(400).refine((text) => selector(text) !== void 0, "a metric and a statistic, such as \"http_req_duration.p95\"");
const Budget = union([string().meta({ pattern: `^\\s*[<>]=?\\s*${QUANTITY}\\s*$` }), strictObject({
	op: _enum(["<", ">"]).meta({ description: "the allowed side of the limit" }),
	limit: number$2().meta({ description: "the limit in seconds, bytes, shares or per second" })
})], WANTED.limit).transform((input, context) => {
	if (typeof input !== "string") return input;
	const text = input.trim();
	const op = text[0];
	const limit = quantity(text.slice(text[1] === "=" ? 2 : 1).trim());
	if (limit !== void 0 && (op === "<" || op === ">")) return {
		op,
		limit
	};
	context.addIssue({
		code: "custom",
		message: WANTED.limit,
		params: { form: "limit" },
		input
	});
	return NEVER;
}).meta({ description: WANTED.limit });
const misses = ({ op, limit }, low, high) => op === "<" ? low >= limit : high <= limit;
const Because = string().min(1).meta({ description: "the reason, shown with the result" });
const Expect = union([
	literal("equal").meta({ description: "exactly base's figure" }),
	strictObject({
		between: tuple([Quantity, Quantity]).meta({
			description: "lowest and highest, such as [25%, 55%]",
			examples: [["25%", "55%"]]
		}),
		because: Because,
		target: Budget.optional().meta({
			description: "a limit that the expected figure misses, such as \"< 500ms\"; a record shows it as failed as expected",
			examples: ["< 500ms"]
		})
	}).refine(({ between: [low, high] }) => low <= high, {
		path: ["between"],
		message: "the lower bound first, such as [25%, 55%]"
	}).refine(({ between: [low, high], target }) => !target || misses(target, low, high), {
		path: ["target"],
		message: "a target that everything in `between` misses"
	}),
	strictObject({
		equal: union([Quantity, SelectorText], "a number with a unit, or another metric such as \"rows_in\"").meta({ description: "a number, or another metric of the same trial, such as rows_in" }),
		within: Ratio.default(0).meta({ description: "allowed deviation from it, such as 5%" }),
		because: Because
	})
], "the word \"equal\", or { between: [25%, 55%], because: \"overload profile\" }, or { equal: rows_in, because: … }");
const MetricRule = strictObject({
	better: _enum(["lower", "higher"]).optional().meta({ description: "which direction is better" }),
	unit: UnitName.optional().meta({ description: "seconds, bytes, a share, per second, or a plain number" }),
	band: Ratio.optional().meta({ description: "smallest change that matters" }),
	floor: Quantity.optional().meta({ description: "smallest absolute change that matters" })
});
const Variant = strictObject({
	stack_env: Env.default({}).meta({ description: "environment of every service while this variant is measured" }),
	env: Env.default({}).meta({ description: "environment of the load script" })
});
const GATE = ["http_req_duration.p50", "cpu_per_request"];
const ONE_LOAD = `exactly one of ${listed(LOADS.map((kind) => `${kind} (${KINDS[kind].names})`), "and")}`;
const OWN_GATE = "a gate: which of a program's metrics may fail the check, only its user knows";
const hasDefaultGate = (kind) => Object.keys(KINDS[kind].metrics).length > 0;
const LOAD_KEYS = Object.fromEntries(LOADS.map((kind) => [kind, KINDS[kind].schema.optional()]));
const WorkloadShape = strictObject({
	...LOAD_KEYS,
	in: Name.default("host").meta({ description: "where the generator runs: `host` is this machine; on Compose also `network`, a separate container in the project's network, or the name of a service, to share its network" }),
	env: Env.default({}).meta({ description: "environment of the load script; `${api}` is replaced by the URL of that endpoint, `${api.host}` by its host and port, `${api.hostname}` and `${api.port}` by each of the two" }),
	variants: record(Name, Variant).default({}).meta({ description: "the same load under several settings, each measured and judged separately" }),
	warmup: DurationOrZero.default(2).meta({ description: "load after each start of the stack whose figures are discarded; 6s for Node and other JIT runtimes; paired closed loads take up to twice as long while they still get faster" }),
	settle: DurationOrZero.default(.5).meta({ description: "load at the start of every further trial whose figures are discarded" }),
	measure: Measure.prefault({}).meta({ description: "length, number and mode of trials and pairs" }),
	paths: Paths.meta({ description: "files whose changes can affect this workload, as patterns; pull requests that change none of them do not measure it. `!` stands before files that do not matter; the last match decides; the default is that of `policy.paths`" }),
	timeout: Duration.optional().meta({ description: "time after which a trial is killed; by default its planned length + 60s" }),
	split: array(Name).default(["name"]).meta({ description: "tags whose values become sub-metrics, found by a short run of the script" }),
	gate: array(SelectorText).min(1, "at least one metric; leave `gate` out for the default").optional().meta({
		description: "the metrics that may fail the check; everything else is advisory",
		default: GATE
	}),
	budgets: record(SelectorText, Budget).default({}).meta({ description: "absolute limits, independent of base" }),
	expect: record(SelectorText, Expect).default({}).meta({ description: "expected figures; a deviation in either direction fails the check" }),
	metrics: record(SelectorText, MetricRule).default({}).meta({ description: "rules for single metrics" }),
	sweep: Sweep.optional().meta({ description: "a search for the highest level of load that keeps the budgets, instead of trials at one level" }),
	scaling: Scaling.optional().meta({ description: "measures throughput and CPU at several levels, and derives instances and cost" })
});
const Workload = WorkloadShape.superRefine((workload, context) => {
	const wrong = (what, message, remedy) => context.addIssue({
		code: "custom",
		message,
		params: {
			what,
			remedy
		}
	});
	const loads = loadsIn(workload);
	if (loads.length === 0) wrong("does not say what loads it", ONE_LOAD, "add it, such as k6: workloads/browse.ts");
	else if (loads.length > 1) wrong(`has ${loads.join(" and ")}`, ONE_LOAD, "keep one, and move the other to a workload of its own");
	else if (!loads.every(hasDefaultGate) && workload.gate === void 0) wrong(`is a ${loads[0]} without a gate`, OWN_GATE, "name one or two metrics it prints: gate: [query_time]");
}).meta({ oneOf: LOADS.map((kind) => ({ required: hasDefaultGate(kind) ? [kind] : [kind, "gate"] })) }).transform((workload) => ({
	...workload,
	gate: workload.gate ?? GATE
}));
const Profile = strictObject({
	only: array(Name).optional().meta({ description: "workloads of this profile; all by default" }),
	trials: number$2().int().min(1).max(200).optional().meta({ description: "trials per session" }),
	duration: Duration.optional().meta({ description: "measured time of one trial" }),
	warmup: DurationOrZero.optional().meta({ description: "warm-up whose figures are discarded" }),
	starts: number$2().int().min(1).max(10).optional().meta({ description: "starts of the stack per run, as in policy" }),
	cold: boolean().optional().meta({ description: "whether all its workloads are measured cold" }),
	in: Name.optional().meta({ description: "origin of the load of all its workloads; overrides theirs" })
});
const SITE = "an address such as \"https://example.github.io/shop/steelyard/\"";
const Site = string(SITE).max(300).regex(/^https?:\/\/[\w.-]+(:\d+)?(\/[\w.~%/-]*)?$/, SITE).meta({ description: "address of the published trend page, which the comment links to" });
const Config = strictObject({
	version: literal(1).meta({ description: "version of this file's format" }),
	stack: Stack.meta({ description: "the system under test" }),
	workloads: record(Name, Workload).refine((all) => Object.keys(all).length > 0, "at least one workload").meta({ description: "the loads, by name" }),
	policy: Policy.prefault({}).meta({ description: "the rules: what counts as worse, and what fails the check" }),
	profiles: record(Name, Profile).default({}).meta({ description: "shorter or longer runs of the same workloads, chosen by name" }),
	records: record(Name, RecordSpec).default({}).meta({ description: "documents with tables of measurements, one row per run: steelyard record" }),
	site: Site.optional()
});

// src/model/noise.ts
const MOST_RECORDS = 12;
const text$9 = string().max(2e3);
const count$6 = number$2().int().min(0);
const PairMode = _enum([
	"request",
	"slice",
	"trial",
	"turns",
	"duet"
]);
const NoiseFigures = strictObject({
	variance: number$2().min(0),
	starts: array(strictObject({
		pairs: count$6.min(1).max(2e3),
		mean: number$2()
	})).min(1).max(50)
}).refine(({ starts }) => starts.reduce((sum, { pairs }) => sum + pairs, 0) >= 2, "two pairs at least");
const NoiseRecord = strictObject({
	run: text$9,
	commit: text$9.nullable(),
	at: datetime(),
	fingerprint: Fingerprint,
	digest: text$9,
	mode: PairMode,
	block: number$2().positive(),
	pace: literal("full").optional(),
	variants: record(string().max(100), record(string().max(400), NoiseFigures))
});
const NoiseRecords = array(NoiseRecord).max(PairMode.options.length * 12);

// src/model/evidence.ts
const text$8 = string().max(8e3);
const count$5 = number$2().int().min(0);
const probability = number$2().min(0).max(1);
const Sample = strictObject({
	values: array(number$2()).min(1).max(2e3).meta({ description: "figures in the row's unit: one for each trial, stored session or pair" }),
	center: number$2().meta({ description: "the figure that the estimate compares, in the row's unit. For trials: their median. For stored sessions: the geometric mean of their medians (the mean where some are not above zero). For pairs: two figures around the common middle whose ratio is the estimate. Head over base is therefore the printed change." })
});
const Evidence = strictObject({
	mode: _enum(["baseline", ...PairMode.options]).meta({ description: "baseline: compared with stored sessions; otherwise with base, in pairs by request, slice of one load, or trial; turns: never up at the same time; duet: simultaneously on one core" }),
	n: count$5.meta({ description: "number of stored sessions or pairs that head is compared with" }),
	estimate: number$2().meta({ description: "the estimated change, a log ratio: 0.049 is 5 %. Positive is worse. Where a figure is not above zero: a difference as a share of the metric's size." }),
	interval: tuple([number$2(), number$2()]).meta({ description: "95 % interval of the estimate, log ratios, not adjusted for the number of tests" }),
	se: number$2().positive().meta({ description: "standard error of the estimate, a log ratio" }),
	df: number$2().positive().meta({ description: "degrees of freedom of the standard error" }),
	pWorse: probability.meta({ description: "one-sided p-value of \"head is not worse\", from 0 to 1" }),
	pBetter: probability.meta({ description: "one-sided p-value of \"head is not better\", from 0 to 1" }),
	level: probability.meta({ description: "error level of the whole family of tests, from 0 to 1" }),
	family: count$5.meta({ description: "number of tests in the family" }),
	band: number$2().positive().meta({ description: "smallest change that matters, a log ratio" }),
	floor: number$2().min(0).meta({ description: "smallest absolute change that matters, in the row's unit; 0 for none" }),
	mde: number$2().positive().meta({ description: "smallest worsening that 8 of 10 such runs detect, a log ratio" }),
	prior: strictObject({
		used: boolean().meta({ description: "whether it entered the standard error" }),
		df: number$2().min(0).meta({ description: "its degrees of freedom; 0 for none" }),
		sd: number$2().min(0).meta({ description: "its standard deviation, a log ratio" })
	}).meta({ description: "the noise that was known before this run" }),
	duel: strictObject({
		look: count$5.meta({ description: "the look that decided the test" }),
		looks: count$5.meta({ description: "number of planned looks" }),
		closed: _enum([
			"regressed",
			"settled",
			"futile",
			"last",
			"failed",
			"invalid"
		]).nullable().meta({ description: "why no more pairs were measured. regressed: a metric is worse; settled: every test is decided; futile: no estimate came near its band, and more pairs would hardly have decided; last: the last look; failed and invalid: the workload. Null where more may follow." }),
		starts: number$2().min(1).meta({ description: "effective number of starts in which the pairs were measured" }),
		toFind: strictObject({
			pairs: count$5.meta({ description: "about how many pairs find a worsening of 5 %" }),
			startSd: number$2().min(0).nullable().meta({ description: "standard deviation between starts of one build, a log ratio, where starts were the sample; null where pairs were" })
		}).optional().meta({ description: "the effort that an undecided test needs; absent for others" })
	}).optional().meta({ description: "course of a gate test of pairs; absent for other tests" })
});
const Limit = strictObject({
	wanted: text$8.meta({ description: "the limit for display: \"< 250 ms\", \"25 % to 55 %\"" }),
	range: tuple([number$2().nullable(), number$2().nullable()]).optional().meta({ description: "lowest and highest allowed figure in the row's unit; null where that side has no limit" }),
	because: text$8.nullable().meta({ description: "the reason that the config gives; null where it gives none" }),
	seen: number$2().meta({ description: "estimate on head, in the row's unit" }),
	bounds: tuple([number$2(), number$2()]).nullable().meta({ description: "one-sided 95 % bounds of the estimate, in the row's unit; null where one trial gives none" }),
	outcome: _enum([
		"pass",
		"risk",
		"fail"
	]).meta({ description: "pass: kept; risk: the limit lies within the noise; fail: broken beyond the noise" }),
	crossed: strictObject({
		trials: count$5.meta({ description: "trials that crossed the limit" }),
		of: count$5.meta({ description: "all trials" })
	}).optional().meta({ description: "for a limit that each trial crossed or kept, without a figure of its own" })
});

// src/model/versioned.ts
const FORMATS = {
	schedule: 1,
	run: 1,
	baseline: 1,
	comparison: 1,
	report: 1,
	calibration: 1,
	selftest: 1,
	bisect: 1,
	entry: 1,
	ledger: 1
};
const tag = (format) => `${format}/${FORMATS[format]}`;

// src/model/schedule.ts
const Side = _enum(["head", "base"]);
const Slot = strictObject({
	index: number$2().int().min(0),
	workload: Name,
	variant: Name.nullable(),
	side: Side,
	trial: number$2().int().min(0),
	warmup: number$2().min(0),
	duration: Seconds,
	cold: literal(true).optional(),
	seed: number$2().int().min(0)
});
const Start = strictObject({
	start: number$2().int().min(0),
	stackEnv: record(string(), string()),
	slots: array(Slot).min(1)
});
const Levelled = strictObject({
	workload: Name,
	variant: Name.nullable(),
	stackEnv: record(string(), string()),
	warmup: number$2().min(0),
	settle: number$2().min(0),
	duration: Seconds,
	seed: number$2().int().min(0)
});
const Schedule = strictObject({
	schema: literal(tag("schedule")),
	seed: number$2().int().min(0),
	shard: strictObject({
		index: number$2().int().min(1),
		of: number$2().int().min(1)
	}).nullable(),
	starts: array(Start),
	levels: array(Levelled).optional()
});

// src/model/slow.ts
const Instant$2 = datetime();
const SlowRequest = strictObject({
	at: Instant$2,
	seconds: number$2().positive(),
	status: number$2().int().min(0).max(999),
	name: string().max(200).nullable(),
	first: boolean()
});
const ServiceEvent = strictObject({
	at: Instant$2,
	service: Name,
	kind: _enum([
		"start",
		"ready",
		"starved",
		"end",
		"log"
	]),
	text: string().max(300)
});
const Slow = strictObject({
	limit: number$2().positive(),
	requests: array(SlowRequest).min(1).max(20),
	happened: array(ServiceEvent).max(200).nullable()
});
const text$7 = string().max(2e3);
const SlowShown = strictObject({
	...ItemKeys,
	trial: number$2().int().min(0).meta({ description: "number of the trial, from 0" }),
	at: Instant$2.meta({ description: "when the first of them began" }),
	requests: number$2().int().min(1).meta({ description: "number of slow requests" }),
	least: number$2().positive().meta({ description: "seconds of the fastest of them" }),
	most: number$2().positive().meta({ description: "seconds of the slowest of them" }),
	cause: _enum([
		"deed",
		"lines",
		"none",
		"unknown"
	]).meta({ description: "deed: a service started or ended; lines: log lines; none: no event; unknown: events are not available" }),
	text: text$7.meta({ description: "the explanation in words, without a full stop" }),
	lines: array(strictObject({
		service: Name.meta({ description: "the service that wrote it" }),
		text: text$7.meta({ description: "the line" })
	})).max(10).meta({ description: "log lines from that time" })
});

// src/model/work.ts
const WORK = {
	bytes_received: "B",
	bytes_sent: "B",
	disk_read: "B",
	disk_written: "B",
	page_faults: "1",
	context_switches: "1",
	instructions: "1",
	compilation: "s"
};
const WORK_NAMES = Object.keys(WORK);
const Work = partialRecord(_enum(WORK_NAMES), number$2().min(0));
const EXECUTED = ["statements", "rows"];
const KEPT = [
	"connections",
	"transactions",
	"rows_read",
	"rows_written",
	"sequential_scans",
	"blocks"
];
const COUNTERS = new Set([
	...WORK_NAMES,
	...EXECUTED,
	...KEPT
].map(perRequestName));
function perRequestName(name) {
	return `${name}_per_request`;
}
const NAMED_KEPT = new Set(KEPT.map((name) => `:${perRequestName(name)}`));

// src/model/trial.ts
const text$6 = string().max(2e3);
const count$4 = number$2().int().min(0);
const Instant$1 = datetime();
const HostState = strictObject({
	probe: tuple([number$2().min(0), number$2().min(0)]).nullable(),
	steal: number$2().min(0).max(1).nullable(),
	pressure: number$2().min(0).nullable(),
	busy: number$2().min(0).max(1).nullable(),
	load: number$2().min(0).nullable()
});
const ServiceUse = strictObject({
	cpu: number$2().min(0).nullable(),
	memory: number$2().min(0).nullable(),
	restarts: count$4,
	work: Work.optional()
});
const GeneratorUse = strictObject({
	cpu: number$2().min(0).nullable(),
	wall: number$2().min(0),
	dropped: count$4,
	achieved: number$2().min(0).nullable(),
	segments: strictObject({
		count: number$2().int().min(2),
		machines: number$2().int().min(1),
		spread: number$2().min(0)
	}).optional()
});
const Observed = strictObject({
	seconds: Seconds,
	metrics: Metrics,
	requests: count$4,
	errors: count$4,
	statuses: record(string().regex(/^(\d{3}|other)$/), count$4),
	unanswered: strictObject({
		timeouts: count$4,
		refused: count$4,
		other: count$4
	}),
	checks: array(strictObject({
		name: text$6,
		passes: count$4,
		fails: count$4
	})).max(1e3),
	thresholds: array(strictObject({
		metric: text$6,
		limit: text$6,
		held: boolean()
	})).max(1e3),
	generator: GeneratorUse
});
const FailureCode = _enum([
	"dead-target",
	"no-requests",
	"service-died",
	"script-error",
	"setup-timeout",
	"timeout",
	"no-summary",
	"bad-numbers",
	"generator",
	"interrupted"
]);
const Failure = strictObject({
	code: FailureCode,
	message: string().max(8e3),
	skipped: literal(true).optional()
});
const TrialBase = {
	index: count$4,
	workload: Name,
	variant: Name.nullable(),
	side: Side,
	trial: count$4,
	start: count$4,
	began: Instant$1,
	warmup: number$2().min(0),
	host: HostState
};
const Trial = discriminatedUnion("outcome", [strictObject({
	outcome: literal("ok"),
	...TrialBase,
	observed: Observed,
	services: record(Name, ServiceUse),
	slow: Slow.optional()
}), strictObject({
	outcome: literal("failed"),
	...TrialBase,
	failure: Failure
})]);

// src/model/levelrun.ts
const count$3 = number$2().int().min(0);
const level = count$3.min(1);
const text$5 = string().max(2e3);
const ProbeReason = _enum([
	"bracket",
	"halve",
	"again",
	"confirm",
	"planned"
]);
const Probe = strictObject({
	level,
	why: ProbeReason,
	start: count$3,
	trials: array(Trial).min(1).max(50)
});
const LevelRecord = strictObject({
	workload: Name,
	variant: Name.nullable(),
	seed: count$3,
	probes: array(Probe).max(100 * 5),
	ended: _enum([
		"done",
		"time",
		"failing",
		"interrupted"
	]),
	because: text$5.nullable(),
	seconds: number$2().min(0)
});
const LevelStatus = _enum([
	"holds",
	"breaks",
	"undecided",
	"limited"
]);
const figure = number$2().nullable();
const LevelRow = strictObject({
	level: level.meta({ description: "arrivals a second, users or connections, by the axis" }),
	probes: count$3.meta({ description: "number of measurements of the level" }),
	trials: count$3.meta({ description: "trials of them all" }),
	failed: count$3.meta({ description: "failed ones of these trials" }),
	achieved: figure.meta({ description: "arrivals per second for an open model, requests per second for a closed one; the median over trials; null where there are none" }),
	served: figure.meta({ description: "successful responses per second, the median over trials; null where there are none" }),
	cpu: figure.meta({ description: "CPU seconds per request of all services, the median over trials; null where not known" }),
	services: record(Name, number$2().min(0)).meta({ description: "CPU seconds per request of each service, the median over trials" }),
	p50: figure.meta({ description: "median latency in seconds, the median over trials" }),
	p95: figure.meta({ description: "95th percentile of latency in seconds, the median over trials" }),
	p99: figure.meta({ description: "99th percentile of latency in seconds, the median over trials" }),
	requests: count$3.meta({ description: "requests of all good trials" }),
	errors: count$3.meta({ description: "failed ones of these requests" }),
	statuses: text$5.meta({ description: "responses by status code, for display: \"202: 1,200, 429: 31\"" }),
	status: LevelStatus.meta({ description: "holds: the budgets are kept; breaks: they are not; undecided; limited: the generator could not produce the load, so nothing follows for the service" }),
	reason: text$5.meta({ description: "the reason of the status in words" })
});
const Knee = strictObject({
	holds: level.nullable().meta({ description: "highest level shown to hold; null where none was" }),
	breaks: level.nullable().meta({ description: "lowest level above it shown to break; null where none was" }),
	limit: _enum([
		"service",
		"generator",
		"range",
		"unknown"
	]).meta({ description: "the limiting factor: the service, the generator, or the configured range; unknown: none of them was shown" }),
	confirmed: tuple([count$3, count$3]).meta({ description: "numbers of fresh starts of the stack in which `holds` and `breaks` were confirmed" })
});
const estimate = strictObject({
	value: number$2().meta({ description: "the estimate" }),
	interval: tuple([number$2(), number$2()]).nullable().meta({ description: "its 95 % interval; null where the value lies at its bound of 0" })
});
const place = strictObject({
	level: level.meta({ description: "users or connections" }),
	rate: number$2().positive().meta({ description: "successful responses per second" })
});
const Curve = strictObject({
	peak: place.nullable().meta({ description: "the measured level with the highest rate; null where none served anything" }),
	saturation: level.nullable().meta({ description: "lowest level that served almost as much; null where the highest level still served more than the one before" }),
	sustained: place.nullable().meta({ description: "the highest rate at a level that keeps the budgets; null where none does" }),
	law: discriminatedUnion("kind", [strictObject({
		kind: literal("fitted").meta({ description: "the law was fitted: the rate at level N is λN / (1 + σ(N − 1) + κN(N − 1))" }),
		lambda: estimate.meta({ description: "λ: successful responses per second at level 1" }),
		sigma: estimate.meta({ description: "σ: contention, the share of the work that waits for the others" }),
		kappa: estimate.meta({ description: "κ: coherency, the cost of agreement between any two" }),
		residual: number$2().min(0).meta({ description: "typical deviation from the curve, a share of the rate" }),
		peak: strictObject({
			at: number$2().min(1).meta({ description: "its level" }),
			rate: number$2().meta({ description: "its successful responses per second" }),
			measured: boolean().meta({ description: "whether it lies within the measured levels" })
		}).nullable().meta({ description: "the maximum of the fitted curve; null where it is not shown to fall" })
	}), strictObject({
		kind: literal("refused").meta({ description: "the law was not fitted" }),
		why: text$5.meta({ description: "the reason in words" })
	})]).meta({ description: "the fit of Gunther's Universal Scalability Law, or why there is none" }),
	capacity: number$2().positive().nullable().meta({ description: "successful responses per second that one instance may carry: the sustained rate minus the headroom; null without one" }),
	plans: array(strictObject({
		load: number$2().positive().meta({ description: "requests per second" }),
		instances: count$3.min(1).meta({ description: "instances that they need" }),
		cost: strictObject({
			perMonth: number$2().meta({ description: "cost of a month (730 hours)" }),
			perMillion: number$2().meta({ description: "cost of a million requests" }),
			currency: string().length(3).meta({ description: "three letters, such as USD" })
		}).nullable().meta({ description: "cost of the instances; null where they have no price" })
	})).max(50).meta({ description: "instances and cost for each load of the config; without such loads, for the capacity of one instance" })
});
const LevelsShown = strictObject({
	...ItemKeys,
	axis: AxisName.meta({ description: "rate: arrivals a second of an open model; vus and connections: users and connections of a closed one" }),
	said: text$5.meta({ description: "the conclusion in one sentence" }),
	notes: array(text$5).max(50).meta({ description: "notes on the conclusion" }),
	rows: array(LevelRow).max(100).meta({ description: "the levels, lowest first" }),
	knee: Knee.nullable().meta({ description: "highest level within the budgets, found by a sweep; null for a scaling curve" }),
	curve: Curve.nullable().meta({ description: "conclusions of a scaling curve; null for a sweep" })
});

// src/model/duel.ts
const text$4 = string().max(2e3);
const count$2 = number$2().int().min(0);
const PairSide = strictObject({
	seconds: Seconds,
	metrics: Metrics,
	requests: count$2,
	errors: count$2,
	failing: array(string().max(200)).max(3).optional(),
	checks: count$2,
	failedChecks: count$2,
	services: record(Name, ServiceUse)
});
const PairBase = {
	workload: Name,
	variant: Name.nullable(),
	slot: count$2,
	attempt: count$2,
	start: count$2,
	began: datetime()
};
const PairRecord = discriminatedUnion("outcome", [strictObject({
	outcome: literal("ok"),
	...PairBase,
	host: HostState,
	load: strictObject({
		iterations: count$2,
		dropped: count$2,
		achieved: number$2().min(0).nullable(),
		busy: number$2().min(0).nullable(),
		pauses: number$2().min(0).max(1).optional()
	}),
	base: PairSide,
	head: PairSide
}), strictObject({
	outcome: literal("lost"),
	...PairBase,
	side: Side,
	failure: Failure
})]);
const BLOCKS = [
	1,
	2,
	4
];
const LONGEST_BLOCK = BLOCKS[BLOCKS.length - 1];
const Pairing = strictObject({
	workload: Name,
	variant: Name.nullable(),
	mode: PairMode,
	pace: literal("full").optional(),
	why: text$4.nullable(),
	block: Seconds,
	pairs: tuple([count$2, count$2]),
	script: Side,
	notes: array(text$4).max(50).optional()
});
const Looks = {
	looks: array(count$2.min(1)).min(1).max(50),
	seen: array(count$2).max(50),
	cut: count$2.min(1).nullable()
};
const DuelPart = strictObject({
	...Looks,
	own: strictObject({
		pairings: count$2,
		pairs: count$2
	})
});
const DuelRecord = strictObject({
	base: strictObject({
		sha: string().regex(/^[0-9a-f]{40,64}$/).nullable(),
		subject: text$4,
		ref: text$4,
		release: literal(true).optional(),
		adopted: literal(true).optional()
	}),
	starts: count$2.min(1),
	pairings: array(Pairing).max(2e3),
	alike: literal(true).optional(),
	variables: array(text$4).max(10).optional(),
	gone: array(Name).max(2e3).optional(),
	...Looks,
	budget: number$2().positive().nullable(),
	pairs: array(PairRecord).max(1e5),
	shards: count$2.min(1).optional(),
	parts: array(DuelPart).min(1).max(1e3).optional()
});

// src/model/profiling.ts
const text$3 = string().max(2e3);
const count$1 = number$2().int().min(0);
const RELATIVE = /^(?![\\/]|[A-Za-z]:[\\/]|[Ff][Ii][Ll][Ee]:)/;
const Frame = strictObject({
	name: string().max(200),
	file: string().max(400).regex(RELATIVE).nullable(),
	line: count$1.min(1).nullable()
});
const CallTree = array(tuple([
	number$2().int().min(-1),
	count$1,
	number$2().min(0)
])).max(2e4);
const CpuProfile = strictObject({
	start: count$1,
	side: Side,
	service: Name,
	source: _enum([
		"node",
		"python",
		"go",
		"java",
		"perf"
	]),
	interval: number$2().positive(),
	sampling: strictObject({
		thread: number$2().min(0),
		samples: count$1,
		price: number$2().min(0)
	}).optional(),
	versions: record(string().max(214), string().max(80)).optional(),
	frames: array(Frame).max(1e4),
	nodes: CallTree,
	waits: CallTree.optional(),
	allocated: CallTree.optional()
});
const StatementCount = strictObject({
	text: string().max(2e3),
	calls: count$1,
	rows: count$1,
	seconds: number$2().min(0),
	locked: number$2().min(0).optional(),
	blocks: count$1.optional()
});
const StatementsRun = strictObject({
	http: literal(true).optional(),
	start: count$1,
	side: Side,
	service: Name,
	counts: array(StatementCount).max(1e3)
});
const Hunk = strictObject({
	base: tuple([count$1, count$1]),
	head: tuple([count$1, count$1])
});
const StatementOrigin = Origin.extend({ text: text$3 });
const Profiled = strictObject({
	workload: Name,
	variant: Name.nullable(),
	pairs: array(PairRecord).max(100),
	profiles: array(CpuProfile).max(500),
	statements: array(StatementsRun).max(500),
	lacking: array(strictObject({
		service: Name,
		why: text$3
	})).max(200)
});
const MOST_ORIGINS = 1e3;
const MOST_UPDATES = 1e3;
const Profiling = strictObject({
	workloads: array(Profiled).min(1).max(200),
	changes: record(string().max(400), array(Hunk).max(1e4)),
	origins: array(StatementOrigin).max(MOST_ORIGINS).optional(),
	updates: array(PackageUpdate).max(MOST_UPDATES).optional()
});

// src/model/run.ts
const text$2 = string().max(2e3);
const Instant = datetime();
const seconds = number$2().min(0);
const Sha = string().regex(/^[0-9a-f]{40,64}$/);
const WorkloadFacts = strictObject({
	digest: text$2,
	model: _enum([
		"open",
		"closed",
		"iterations",
		"mixed"
	]),
	generator: text$2
});
const Composed = strictObject({
	engine: text$2,
	allotted: strictObject({
		cpus: number$2().min(0),
		memory: number$2().min(0)
	}).optional(),
	services: record(Name, strictObject({
		image: text$2,
		id: text$2,
		content: text$2.optional(),
		config: text$2
	})),
	mounted: array(text$2).optional()
});
const StartFacts = strictObject({
	start: number$2().int().min(0),
	began: Instant,
	ready: record(Name, number$2().min(0))
});
const RulesUsed = strictObject({
	base: Sha,
	edited: array(strictObject({
		workload: Name,
		as: Name.nullable()
	})).max(2e3),
	service: array(text$2).max(2e3)
});
const Edits = strictObject({
	tracked: text$2.nullable(),
	untracked: text$2.nullable()
});
const Spent = strictObject({
	load: seconds.meta({ description: "seconds in trials and pairs, warm-up included" }),
	total: seconds.meta({ description: "seconds of the whole run" }),
	measured: seconds.optional().meta({ description: "measured seconds, without warm-up; absent in files of earlier versions" }),
	build: seconds.optional().meta({ description: "seconds of builds; those at the same time count once; absent in files of earlier versions" }),
	start: seconds.optional().meta({ description: "seconds of starts and stops of stacks; those at the same time count once; absent in files of earlier versions" }),
	why: seconds.optional().meta({ description: "seconds to explain the verdict, starts and load included; absent where nothing was measured for it" }),
	wait: seconds.optional().meta({ description: "seconds until another measurement on this machine had ended; absent where there was none" })
});
const Run = strictObject({
	schema: literal(tag("run")),
	id: text$2,
	began: Instant,
	ended: Instant,
	state: _enum(["complete", "interrupted"]),
	steelyard: text$2,
	runnerClass: Name,
	profile: Name.nullable(),
	scale: number$2().positive().max(1).optional(),
	only: array(Name).nullable(),
	variants: array(Name).optional(),
	commit: strictObject({
		sha: Sha,
		subject: text$2,
		dirty: boolean()
	}).nullable(),
	edits: Edits.optional(),
	editsAfter: Edits.optional(),
	config: strictObject({
		path: text$2,
		digest: text$2,
		resolved: Config
	}),
	fingerprint: Fingerprint,
	stack: strictObject({
		kind: _enum(STACK_KINDS),
		labels: record(string(), text$2),
		seed: text$2.nullable(),
		env: record(string(), text$2),
		composed: Composed.optional()
	}),
	workloads: record(Name, WorkloadFacts),
	schedule: Schedule,
	starts: array(StartFacts).max(5e3).optional(),
	trials: array(Trial).max(2e4),
	rules: RulesUsed.optional(),
	duel: DuelRecord.optional(),
	fallback: text$2.optional(),
	shards: strictObject({
		of: number$2().int().min(1),
		absent: array(strictObject({
			index: number$2().int().min(1),
			why: text$2
		})).max(1e3)
	}).optional(),
	unable: text$2.max(2e3).optional(),
	screened: record(Name, text$2).optional(),
	differences: array(text$2).max(20).optional(),
	unaffected: record(Name, text$2).optional(),
	levels: array(LevelRecord).max(2e3).optional(),
	profiling: Profiling.optional(),
	spent: Spent
});

// src/model/waiver.ts
const MOST_WAIVERS = 200;
const About = {
	workload: Name.meta({ description: "the workload that is allowed to be worse" }),
	variant: Name.optional().meta({ description: "one variant of it; all of them by default" })
};
const Term = {
	expires: date("a day such as \"2026-12-31\"").meta({ description: "the last day on which it counts, in UTC, such as 2026-12-31" }),
	because: string().trim().min(1).max(1e3).meta({ description: "the reason, shown with the result" })
};
const Waiver = strictObject({
	...About,
	metric: SelectorText.meta({ description: "the metric, as a gate names it: \"http_req_duration.p50\"" }),
	ceiling: Ratio.meta({ description: "how much worse it may be, such as 15%" }),
	...Term
});
const LoadWaiver = strictObject({
	...About,
	...Term
});
const WaiverFile = strictObject({
	version: literal(1).meta({ description: "version of this file's format" }),
	waivers: array(Waiver).max(200).meta({ description: "the regressions that are accepted" }),
	loads: array(LoadWaiver).max(200).default([]).meta({ description: "workloads whose load a change may edit so that base's load no longer drives head: their figures are accepted" })
});
const WaiverFate = _enum([
	"accepted",
	"exceeded",
	"expired",
	"unused",
	"unmatched",
	"unmeasured"
]);
const WaiversUsed = strictObject({
	from: string().max(2e3).meta({ description: "the tree that they were read from: \"origin/main\", \"the checkout\"" }),
	rows: array(strictObject({
		waiver: Waiver.meta({ description: "the row of the file; its ceiling is a share here, 0.15 for 15%" }),
		fate: WaiverFate.meta({ description: "accepted: a regression was accepted; exceeded: it lay above the ceiling; expired: its last day had passed; unused: there was no regression; unmatched: nothing has this name; unmeasured: its workload was not measured" })
	})).max(200).meta({ description: "waivers of regressions" }),
	loads: array(strictObject({
		waiver: LoadWaiver.meta({ description: "the row of the file" }),
		fate: _enum([
			"accepted",
			"expired",
			"unused"
		]).meta({ description: "accepted: the edited load was accepted; expired: its last day had passed; unused: no load was edited" })
	})).max(200).optional().meta({ description: "waivers of edited loads; absent where none was read" })
});

// src/model/comparison.ts
const text$1 = string().max(8e3);
const count = number$2().int().min(0);
const Warning = strictObject({
	code: Name.meta({ description: "the kind of warning, such as noisy" }),
	message: text$1.meta({ description: "the problem in words" }),
	remedy: text$1.nullable().meta({ description: "the remedy in words; null where there is none" }),
	tally: strictObject({
		n: count.meta({ description: "the first number" }),
		of: count.meta({ description: "the second number" }),
		rest: text$1.meta({ description: "the text after both" })
	}).optional().meta({ description: "the parts of a message such as \"3 of 10 trials …\"; absent for other messages" })
});
const RowKind = _enum([
	"gate",
	"advisory",
	"errors",
	"checks",
	"budget",
	"expect",
	"workload"
]);
const Row = strictObject({
	kind: RowKind.meta({ description: "gate: a metric that may fail the check; advisory: one that may not; errors: failed requests; checks: checks of the script; budget and expect: a limit of the config; workload: the workload as such" }),
	...ItemKeys,
	metric: string().max(400).meta({ description: "metric and statistic, such as http_req_duration.p50; empty where there is none" }),
	verdict: Verdict.meta({ description: "the verdict on this row" }),
	gates: boolean().meta({ description: "whether the row counts for the overall verdict and the exit code" }),
	reason: text$1.meta({ description: "the reason of the verdict in words" }),
	unit: UnitName.meta({ description: "unit of the figures: s (seconds), B (bytes), ratio (a share from 0 to 1), /s (per second), or 1 (a number)" }),
	better: _enum(["lower", "higher"]).meta({ description: "which direction is better" }),
	head: Sample.nullable().meta({ description: "head's figures; null where there are none" }),
	base: Sample.nullable().meta({ description: "figures of base or the baseline; null where there are none" }),
	evidence: Evidence.nullable().meta({ description: "result of the test; null where nothing was tested" }),
	limit: Limit.nullable().meta({ description: "limit of the row; null where it has none" }),
	warnings: array(Warning).meta({ description: "warnings about this row" })
});
const WorkloadSummary = strictObject({
	...ItemKeys,
	trials: count.meta({ description: "planned trials or pairs" }),
	failed: count.meta({ description: "failed ones of these trials or pairs" }),
	requests: count.meta({ description: "head's requests in good trials or pairs" }),
	errors: count.meta({ description: "failed ones of these requests" }),
	statuses: record(string(), count).meta({ description: "responses by status code; empty where only pairs were measured" }),
	timeouts: count.meta({ description: "requests that timed out at the client; 0 where only pairs were measured" }),
	saturated: boolean().meta({ description: "whether head's own trials left almost no CPU of the host" })
});
const Commit = strictObject({
	sha: text$1.meta({ description: "its full hash" }),
	subject: text$1.meta({ description: "first line of its message" }),
	dirty: boolean().meta({ description: "whether the checkout had uncommitted changes" })
});
const Reference = strictObject({
	kind: _enum([
		"baseline",
		"base",
		"none"
	]).meta({ description: "baseline: stored sessions; base: a commit measured paired with head; none: nothing" }),
	base: strictObject({
		sha: text$1.nullable().meta({ description: "its full hash; null where it is not known" }),
		subject: text$1.meta({ description: "first line of its message" }),
		ref: text$1.meta({ description: "its name, such as origin/main" }),
		release: literal(true).optional().meta({ description: "set where it is a release, whose tag `ref` is" }),
		adopted: literal(true).optional().meta({ description: "set where it has no config, so that it was measured by head's" })
	}).optional().meta({ description: "the commit that was measured paired with head, if any" }),
	sessions: record(Name, array(strictObject({
		run: text$1.meta({ description: "the run that measured it" }),
		commit: text$1.nullable().meta({ description: "the measured commit; null where it is not known" }),
		at: datetime().meta({ description: "when it was measured" })
	}))).meta({ description: "the stored sessions used, by workload" }),
	unlike: count.optional().meta({ description: "where no stored session was comparable: the largest number of stored sessions of a workload" })
});
const Comparison = strictObject({
	schema: literal(tag("comparison")).meta({ description: "format and version of this file" }),
	steelyard: text$1.meta({ description: "version of Steelyard that judged" }),
	run: text$1.meta({ description: "the judged run, by its id" }),
	commit: Commit.nullable().meta({ description: "head; null where it is not known" }),
	at: datetime().meta({ description: "when the run was judged" }),
	runnerClass: Name.meta({ description: "name that machines of the same kind share" }),
	fingerprint: Fingerprint.meta({ description: "the machine and the tools of the run" }),
	reference: Reference.meta({ description: "the figures that head is compared with" }),
	overall: Verdict.meta({ description: "the worst verdict of all rows that count; inconclusive at best where gates were tested and none of them counts" }),
	exit: number$2().int().meta({ description: "exit code: 0, or 1 (head is worse or broken), 3 (no verdict is possible), 4 (undecided, and the policy demands a decision)" }),
	conclusion: _enum([
		"success",
		"neutral",
		"failure"
	]).meta({ description: "conclusion of the check" }),
	failOn: array(Verdict).meta({ description: "the verdicts that fail the check under the policy of this judgement" }),
	mde: number$2().positive().nullable().meta({ description: "smallest worsening that no gate can have missed, a log ratio; null where none was tested" }),
	rows: array(Row).max(2e4).meta({ description: "the judged metrics, limits and workloads" }),
	workloads: array(WorkloadSummary).meta({ description: "counts of each workload" }),
	waivers: WaiversUsed.optional().meta({ description: "the waivers that applied; absent where there is no waiver file" }),
	warnings: array(Warning).meta({ description: "warnings about the whole run" }),
	causes: array(Causes).max(200).optional().meta({ description: "explanations of changed workloads, which never enter a verdict; absent where nothing was measured for them" }),
	slow: array(SlowShown).min(1).max(50).optional().meta({ description: "requests that took far longer than the others of their trial; absent where there were none" }),
	records: array(RecordShown).optional().meta({ description: "records of the config for which this run has measurements" }),
	levels: array(LevelsShown).optional().meta({ description: "results of the workloads measured at levels; absent where there are none" }),
	spent: Spent.meta({ description: "seconds that the run took" }),
	replay: array(text$1).meta({ description: "the command that repeats this measurement: its arguments, without the program" }),
	site: text$1.optional().meta({ description: "address of the trend page, where the config names one" })
});

// src/github/comment.ts
const COMMENT_MODES = [
	"update",
	"relevant",
	"on-change",
	"new",
	"off"
];

// src/action/inputs.ts
const text = string().max(1e3);
const given = text.transform((value) => value === "" ? void 0 : value);
const optional = (schema) => given.pipe(schema.optional());
const matching = (pattern, wanted) => optional(string().regex(pattern, wanted));
const token = text.min(1, "a token; by default the job's own");
const path = text.regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\0-\x1f\\:]+$/, "a path below the top of the repository").transform((value) => value.replace(/^(?:\.\/)+/, "").replace(/\/+$/, ""));
const flag = _enum(["true", "false"], "true or false").transform((value) => value === "true");
const sha = matching(/^[0-9a-f]{40,64}$/, "the whole name of a commit: 40 hexadecimal digits");
const ref = matching(/^[^-\0-\x20~^:?*[\\][^\0-\x20~^:?*[\\]*$/, "a branch, tag or commit");
const number = (pattern, wanted, { least, most }) => optional(string().regex(pattern, wanted).transform(Number).pipe(number$2().min(least).max(most)));
const whole = (least, most) => number(/^\d+$/, `a whole number from ${least} to ${most}`, {
	least,
	most
});
const scale = number(/^\d+(\.\d+)?$/, `a share from ${SCALES.least} to ${SCALES.most}, such as 0.05`, SCALES);
const WORKFLOW = [/^[\w.-]+\.ya?ml$/, "the file name of a workflow, such as perf.yml"];
const name = string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$/, "letters, digits, \"_\", \".\" and \"-\"");
const list = given.transform((value) => value?.split(",").map((item) => item.trim()));
const MOST = Number.MAX_SAFE_INTEGER;
const parsed = (parse, message) => given.transform((value, context) => {
	const found = value === void 0 ? void 0 : parse(value);
	if (value === void 0 || found !== void 0) return found;
	context.addIssue({
		code: "custom",
		message,
		input: value
	});
	return NEVER;
});
const duration = parsed((value) => seconds$2(value) || void 0, "a duration such as 90s or 8m");
const shard = parsed(shardOf, "a shard such as 2/4: the second of four");
function outOf(saved) {
	const found = path.safeParse(saved);
	if (found.success) return found.data;
	throw userError("The output folder that was left for this step is none of the checkout's.", { where: saved.slice(0, 200) });
}
const pairs = string().max(5e4).transform((value, context) => {
	const found = {};
	for (const line of value.split(/\r?\n/).filter((one) => one.trim() !== "")) {
		const [, key, rest] = /^\s*([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line) ?? [];
		if (key === void 0 || rest === void 0) {
			context.addIssue({
				code: "custom",
				message: "NAME=VALUE, one a line",
				input: value
			});
			return NEVER;
		}
		found[key] = rest;
	}
	return found;
});
const Wanted = {
	profile: optional(name),
	only: list.pipe(array(name).optional()),
	variants: list.pipe(array(name).optional()),
	reference: _enum([
		"auto",
		"base",
		"baseline",
		"release"
	], "auto, base, baseline or release"),
	budget: duration,
	trials: whole(1, 200),
	scale,
	stack: optional(_enum(STACK_KINDS, STACK_KINDS.join(", "))),
	"stack-env": pairs,
	"runner-class": optional(name)
};
const Figures = {
	artifact: string().min(1).max(255),
	figures: given,
	shards: whole(1, 100).transform((value) => value ?? 1),
	"run-id": whole(1, MOST)
};
const MeasureInputs = strictObject({
	config: path,
	out: path,
	baselines: path,
	...Wanted,
	base: ref,
	seed: whole(0, 2 ** 31 - 1),
	shard,
	why: optional(_enum(WHYS, WHYS.join(", "))),
	"no-wait": flag,
	sha,
	"fail-on-verdict": flag
});
const ReportInputs = strictObject({
	token,
	...Figures,
	workflow: matching(/^\.github\/workflows\/[\w.-]+\.ya?ml$/, "a path such as .github/workflows/perf.yml"),
	config: path,
	baselines: path,
	...Wanted,
	"pull-request": whole(1, MOST),
	sha,
	comment: _enum(COMMENT_MODES, COMMENT_MODES.join(", ")),
	check: _enum(CHECK_MODES, CHECK_MODES.join(", ")),
	name,
	trend: optional(url({
		protocol: /^https?$/,
		error: "an address that begins with https://"
	})),
	rerun: matching(...WORKFLOW),
	"fail-on-verdict": flag
});
const TargetInputs = strictObject({
	token,
	"pull-request": whole(1, MOST),
	ref,
	sha,
	config: path,
	name
});
const RequestInputs = strictObject({
	token,
	workflow: string().regex(...WORKFLOW),
	config: path,
	label: string().min(1).max(100)
});
const LedgerInputs = strictObject({
	token,
	workflow: string().regex(...WORKFLOW),
	config: path,
	name
});
const WatchInputs = strictObject({
	token,
	job: string().min(1).max(200),
	within: duration.refine((value) => value !== void 0, "a duration such as 30m"),
	sha,
	check: _enum(CHECK_MODES, CHECK_MODES.join(", ")),
	name
});
const RefreshInputs = strictObject({
	token,
	...Figures,
	config: path,
	baselines: path
});
const TrackInputs = strictObject({
	token,
	history: path,
	config: path,
	days: whole(1, 3650).transform((value) => value ?? 30)
});

// src/action/post.ts
async function postStep(world, runner) {
	const saved = runner.saved("out");
	if (saved === "") return 0;
	try {
		const out = outOf(saved);
		await runner.group("Leftovers", () => bringDown({
			...world,
			env: runnerless(world.env, NO_TRUST)
		}, { out }));
		return 0;
	} catch (error) {
		runner.log.write(`${visible(explain(error))}\n`);
		runner.remark({
			level: "warning",
			title: "Something is left running",
			message: "What the measurement started could not all be removed; on the machine itself: steelyard down"
		});
		return exitOf(error);
	}
}

// node_modules/@actions/core/lib/utils.js
function toCommandValue(input) {
	if (input === null || input === void 0) return "";
	else if (typeof input === "string" || input instanceof String) return input;
	return JSON.stringify(input);
}
function toCommandProperties(annotationProperties) {
	if (!Object.keys(annotationProperties).length) return {};
	return {
		title: annotationProperties.title,
		file: annotationProperties.file,
		line: annotationProperties.startLine,
		endLine: annotationProperties.endLine,
		col: annotationProperties.startColumn,
		endColumn: annotationProperties.endColumn
	};
}

// node_modules/@actions/core/lib/command.js
function issueCommand(command, properties, message) {
	const cmd = new Command(command, properties, message);
	process.stdout.write(cmd.toString() + os.EOL);
}
function issue(name, message = "") {
	issueCommand(name, {}, message);
}
const CMD_STRING = "::";
var Command = class {
	constructor(command, properties, message) {
		if (!command) command = "missing.command";
		this.command = command;
		this.properties = properties;
		this.message = message;
	}
	toString() {
		let cmdStr = CMD_STRING + this.command;
		if (this.properties && Object.keys(this.properties).length > 0) {
			cmdStr += " ";
			let first = true;
			for (const key in this.properties) if (this.properties.hasOwnProperty(key)) {
				const val = this.properties[key];
				if (val) {
					if (first) first = false;
					else cmdStr += ",";
					cmdStr += `${key}=${escapeProperty(val)}`;
				}
			}
		}
		cmdStr += `${CMD_STRING}${escapeData(this.message)}`;
		return cmdStr;
	}
};
function escapeData(s) {
	return toCommandValue(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}
function escapeProperty(s) {
	return toCommandValue(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/:/g, "%3A").replace(/,/g, "%2C");
}

// node_modules/@actions/core/lib/file-command.js
function issueFileCommand(command, message) {
	const filePath = process.env[`GITHUB_${command}`];
	if (!filePath) throw new Error(`Unable to find environment variable for file command ${command}`);
	if (!fs.existsSync(filePath)) throw new Error(`Missing file at path: ${filePath}`);
	fs.appendFileSync(filePath, `${toCommandValue(message)}${os.EOL}`, { encoding: "utf8" });
}
function prepareKeyValueMessage(key, value) {
	const delimiter = `ghadelimiter_${crypto.randomUUID()}`;
	const convertedValue = toCommandValue(value);
	if (key.includes(delimiter)) throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
	if (convertedValue.includes(delimiter)) throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
	return `${key}<<${delimiter}${os.EOL}${convertedValue}${os.EOL}${delimiter}`;
}

// node_modules/@actions/core/lib/summary.js
var __awaiter$1 = void 0 && (void 0).__awaiter || function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
const { access, appendFile, writeFile } = promises;
const SUMMARY_ENV_VAR = "GITHUB_STEP_SUMMARY";
var Summary = class {
	constructor() {
		this._buffer = "";
	}
	filePath() {
		return __awaiter$1(this, void 0, void 0, function* () {
			if (this._filePath) return this._filePath;
			const pathFromEnv = process.env[SUMMARY_ENV_VAR];
			if (!pathFromEnv) throw new Error(`Unable to find environment variable for $${SUMMARY_ENV_VAR}. Check if your runtime environment supports job summaries.`);
			try {
				yield access(pathFromEnv, constants$1.R_OK | constants$1.W_OK);
			} catch (_a) {
				throw new Error(`Unable to access summary file: '${pathFromEnv}'. Check if the file has correct read/write permissions.`);
			}
			this._filePath = pathFromEnv;
			return this._filePath;
		});
	}
	wrap(tag, content, attrs = {}) {
		const htmlAttrs = Object.entries(attrs).map(([key, value]) => ` ${key}="${value}"`).join("");
		if (!content) return `<${tag}${htmlAttrs}>`;
		return `<${tag}${htmlAttrs}>${content}</${tag}>`;
	}
	write(options) {
		return __awaiter$1(this, void 0, void 0, function* () {
			const overwrite = !!(options === null || options === void 0 ? void 0 : options.overwrite);
			const filePath = yield this.filePath();
			yield (overwrite ? writeFile : appendFile)(filePath, this._buffer, { encoding: "utf8" });
			return this.emptyBuffer();
		});
	}
	clear() {
		return __awaiter$1(this, void 0, void 0, function* () {
			return this.emptyBuffer().write({ overwrite: true });
		});
	}
	stringify() {
		return this._buffer;
	}
	isEmptyBuffer() {
		return this._buffer.length === 0;
	}
	emptyBuffer() {
		this._buffer = "";
		return this;
	}
	addRaw(text, addEOL = false) {
		this._buffer += text;
		return addEOL ? this.addEOL() : this;
	}
	addEOL() {
		return this.addRaw(EOL);
	}
	addCodeBlock(code, lang) {
		const attrs = Object.assign({}, lang && { lang });
		const element = this.wrap("pre", this.wrap("code", code), attrs);
		return this.addRaw(element).addEOL();
	}
	addList(items, ordered = false) {
		const tag = ordered ? "ol" : "ul";
		const listItems = items.map((item) => this.wrap("li", item)).join("");
		const element = this.wrap(tag, listItems);
		return this.addRaw(element).addEOL();
	}
	addTable(rows) {
		const tableBody = rows.map((row) => {
			const cells = row.map((cell) => {
				if (typeof cell === "string") return this.wrap("td", cell);
				const { header, data, colspan, rowspan } = cell;
				const tag = header ? "th" : "td";
				const attrs = Object.assign(Object.assign({}, colspan && { colspan }), rowspan && { rowspan });
				return this.wrap(tag, data, attrs);
			}).join("");
			return this.wrap("tr", cells);
		}).join("");
		const element = this.wrap("table", tableBody);
		return this.addRaw(element).addEOL();
	}
	addDetails(label, content) {
		const element = this.wrap("details", this.wrap("summary", label) + content);
		return this.addRaw(element).addEOL();
	}
	addImage(src, alt, options) {
		const { width, height } = options || {};
		const attrs = Object.assign(Object.assign({}, width && { width }), height && { height });
		const element = this.wrap("img", null, Object.assign({
			src,
			alt
		}, attrs));
		return this.addRaw(element).addEOL();
	}
	addHeading(text, level) {
		const tag = `h${level}`;
		const allowedTag = [
			"h1",
			"h2",
			"h3",
			"h4",
			"h5",
			"h6"
		].includes(tag) ? tag : "h1";
		const element = this.wrap(allowedTag, text);
		return this.addRaw(element).addEOL();
	}
	addSeparator() {
		const element = this.wrap("hr", null);
		return this.addRaw(element).addEOL();
	}
	addBreak() {
		const element = this.wrap("br", null);
		return this.addRaw(element).addEOL();
	}
	addQuote(text, cite) {
		const attrs = Object.assign({}, cite && { cite });
		const element = this.wrap("blockquote", text, attrs);
		return this.addRaw(element).addEOL();
	}
	addLink(text, href) {
		const element = this.wrap("a", text, { href });
		return this.addRaw(element).addEOL();
	}
};
const _summary = new Summary();
const summary = _summary;

// node_modules/@actions/core/lib/core.js
var __awaiter = void 0 && (void 0).__awaiter || function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
var ExitCode;
(function(ExitCode) {
	ExitCode[ExitCode["Success"] = 0] = "Success";
	ExitCode[ExitCode["Failure"] = 1] = "Failure";
})(ExitCode || (ExitCode = {}));
function setSecret(secret) {
	issueCommand("add-mask", {}, secret);
}
function setOutput(name, value) {
	if (process.env["GITHUB_OUTPUT"] || "") return issueFileCommand("OUTPUT", prepareKeyValueMessage(name, value));
	process.stdout.write(os.EOL);
	issueCommand("set-output", { name }, toCommandValue(value));
}
function error(message, properties = {}) {
	issueCommand("error", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
function warning(message, properties = {}) {
	issueCommand("warning", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
function notice(message, properties = {}) {
	issueCommand("notice", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
function startGroup(name) {
	issue("group", name);
}
function endGroup() {
	issue("endgroup");
}
function saveState(name, value) {
	if (process.env["GITHUB_STATE"] || "") return issueFileCommand("STATE", prepareKeyValueMessage(name, value));
	issueCommand("save-state", { name }, toCommandValue(value));
}
function getState(name) {
	return process.env[`STATE_${name}`] || "";
}

// src/action/runner.ts
function githubRunner(sink) {
	return {
		log: sink,
		async group(name, inside) {
			startGroup(visible(name));
			const fence = randomUUID();
			sink.write(`::stop-commands::${fence}\n`);
			try {
				return await inside();
			} finally {
				sink.write(`::${fence}::\n`);
				endGroup();
			}
		},
		remark({ level, title, message, file, line }) {
			const properties = {
				title,
				...file !== void 0 && { file },
				...line !== void 0 && { startLine: line }
			};
			const say = {
				failure: error,
				warning,
				notice
			}[level];
			say(message, properties);
		},
		output: (name, value) => setOutput(name, value),
		async summary(markdown) {
			try {
				await summary.addRaw(markdown, true).write();
			} catch {
				summary.emptyBuffer();
				sink.write(`${visible(markdown)}\n`);
			}
		},
		save: (name, value) => saveState(name, value),
		saved: (name) => getState(name),
		mask: (secret) => setSecret(secret)
	};
}

// src/action/entries/post.ts
await runProgram((world) => postStep(world, githubRunner(world.err)), "stdout");

export {  };