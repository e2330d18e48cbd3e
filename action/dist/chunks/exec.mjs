import { SteelyardError, environmentError, interruption, userError } from "./base.mjs";
import { _usingCtx } from "./helpers.mjs";
import { basename, dirname, isAbsolute, join, resolve, sep } from "node:path";
import { closeSync, constants, existsSync, fstatSync, ftruncateSync, lstatSync, mkdirSync, openSync, readFileSync, readSync, readdirSync, readlinkSync, realpathSync, renameSync, rmdirSync, statSync, unlinkSync, writeFileSync, writeSync } from "node:fs";
import { open, rename, unlink } from "node:fs/promises";
import { createHash, randomBytes } from "node:crypto";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { spawn, spawnSync } from "node:child_process";
import { homedir, hostname, tmpdir } from "node:os";
import { StringDecoder } from "node:string_decoder";
import { createServer } from "node:net";

// src/exec/deadline.ts
const ORDERLY = 3;
let until = Number.POSITIVE_INFINITY;
function endSoon() {
	until = Math.min(until, performance.now() + ORDERLY * 1e3);
}
const graceLeft = (wanted) => Math.max(0, Math.min(wanted, (until - performance.now()) / 1e3));

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

// src/exec/linkless.ts
const O_PATH = 2097152;
const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_APPEND, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;
const HAS_OPENAT = process.platform === "linux" && existsSync("/proc/self/fd");
const MOST_BYTES$2 = 64 * 2 ** 20;
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
function within(path, act, make) {
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
		return within(path, ({ at }) => lstatSync(at));
	} catch (error) {
		if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return void 0;
		throw error;
	}
}
function makeFolder(path, mode = 511) {
	descend(path, mode)[Symbol.dispose]();
}
function openFile(path, flags = O_RDONLY) {
	return within(path, ({ at }) => {
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
function readBytes(path, most = MOST_BYTES$2) {
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
function filesBelow(path) {
	return namesIn(path).flatMap(({ name, kind }) => kind === "folder" ? filesBelow(join(path, name)) : kind === "file" ? [join(path, name)] : []).sort();
}
function createFile(path, mode = 384, folders = 448) {
	const make = ({ at }) => {
		unlinkIfThere(at);
		return openSync(at, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW, mode);
	};
	return within(path, make, folders);
}
function createNew(path, text, mode) {
	try {
		const file = within(path, ({ at }) => openSync(at, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode));
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
async function writeWhole(path, text, folders = 511) {
	try {
		var _usingCtx5 = _usingCtx();
		const held = _usingCtx5.u(hold(path, folders));
		try {
			const before = lstatSync(held.at, { throwIfNoEntry: false });
			if (before?.isSymbolicLink()) throw linkAt(path);
			const temporary = `${held.folder}/.steelyard-${randomBytes(8).toString("hex")}.tmp`;
			const file = await open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 438);
			try {
				await file.writeFile(text);
				if (before !== void 0) await file.chmod(before.mode & 511);
				await file.sync();
				await file.close();
				await rename(temporary, held.at);
			} catch (error) {
				await file.close().catch(() => {});
				await unlink(temporary).catch(() => {});
				throw error;
			}
		} catch (error) {
			throw named(error, path);
		}
	} catch (_) {
		_usingCtx5.e = _;
	} finally {
		_usingCtx5.d();
	}
}
function removeFile(path) {
	missing(() => within(path, ({ at }) => unlinkIfThere(at)));
}
function unlinkIfThere(at) {
	missing(() => unlinkSync(at));
}
function removeTree(path) {
	missing(() => within(path, ({ at }) => removeAt(at)));
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
function moveInto(path, folder) {
	const to = join(folder, basename(path));
	removeTree(to);
	within(path, (from) => within(to, ({ at }) => renameSync(from.at, at), 448));
}
function renameOver(path, to) {
	within(path, (from) => within(to, ({ at }) => renameSync(from.at, at)));
}
function missing(act) {
	try {
		act();
	} catch (error) {
		if (codeOf(error) !== "ENOENT") throw error;
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
const sshEnv = ({ SSH_AUTH_SOCK }) => SSH_AUTH_SOCK === void 0 ? {} : { SSH_AUTH_SOCK };

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
function descendants(root) {
	const found = [root];
	const all = allStats();
	for (const pid of found) found.push(...all.filter((stat) => stat.parent === pid).map((stat) => stat.pid));
	return found;
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
function parseSchedstat(text) {
	const [, nanoseconds, switches] = /^(\d+) \d+ (\d+)/.exec(text ?? "") ?? [];
	return nanoseconds === void 0 ? void 0 : {
		cpu: Number(nanoseconds) / 1e9,
		switches: Number(switches)
	};
}
const COMPILERS = /^(?:C[12] Compiler|JVMCI|JIT Compil|\.NET Tiered)/;
const isCompiler = (task) => COMPILERS.test(readProc(`${task}/comm`) ?? "");
var Ending = class {
	before = /* @__PURE__ */ new Map();
	total = 0;
	sum(now) {
		for (const [key, count] of now) {
			const known = this.before.get(key) ?? 0;
			this.total += count < known ? count : count - known;
		}
		this.before = now;
		return this.total;
	}
};

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

// src/exec/ledger.ts
const MOST_BYTES$1 = 65536;
function record(directory, child, program, mark) {
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
	const ended = names(directory).map(async (name) => {
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
function names(directory) {
	return namesIn(directory).filter(({ kind, name }) => kind === "file" && /^\d+-\d+\.json$/.test(name)).map(({ name }) => name);
}
function read(path) {
	try {
		const { pid, began, boot, program, mark, owner } = JSON.parse(readWhole(path, MOST_BYTES$1));
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
			remedy: path ? "correct the path (it is relative to `cwd`)" : installing(program)
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
	const [, interpreter] = /^#! *(?:\S*\/env +(?:-S +)?)?(?:\S*\/)?([\w.+-]+)/.exec(textOf$2(resolve(cwd, program))) ?? [];
	return interpreter === void 0 ? "" : `, or name its interpreter first: ["${interpreter}", "${program}"]`;
}
function textOf$2(path) {
	try {
		return readWhole(path);
	} catch {
		return "";
	}
}
const installing = (program) => program === "yarn" || program === "pnpm" ? `run \`corepack enable\` (\`npm install --global corepack\` brings it), or install ${program}` : `install ${program}`;
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
const GRACE = 3;
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
			const entry = options.ledger === void 0 ? null : record(options.ledger, this.family.leader, program, mark);
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

// src/exec/fence.ts
const NAME = /^steelyard-(\d+)-(\d+)-(\d+)-([0-9a-f]+)$/;
const LOOKS = 100;
const PAUSE = 20;
const LIMITS = [
	"memory.max",
	"memory.high",
	"cpu.max"
];
function enterFence() {
	for (const parent of parents()) {
		const folder = join(parent, nameOf());
		try {
			mkdirSync(folder);
			enter(folder);
		} catch {
			removeGroup(folder);
			continue;
		}
		return {
			folder,
			async [Symbol.asyncDispose]() {
				enter(parent);
				await emptyGroup(folder);
			}
		};
	}
	return null;
}
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
function nameOf() {
	const [, , namespace = "", pid = "", began = ""] = ownName().split("/");
	return `steelyard-${namespace}-${pid}-${began}-${domain()}`;
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
	return LIMITS.some((name) => /^\d/.test(textOf$1(join(folder, name))));
}
function ancestors(folder) {
	const above = dirname(folder);
	return existsSync(join(above, "cgroup.procs")) ? [folder, ...ancestors(above)] : [folder];
}
const isOwn = (folder) => membersIn(folder).includes(process.pid);
const enter = (folder) => writeFileSync(join(folder, "cgroup.procs"), String(process.pid));
function membersIn(folder) {
	return [...textOf$1(join(folder, "cgroup.procs")).split("\n").map(Number).filter((pid) => pid > 0), ...foldersIn(folder).flatMap((name) => membersIn(join(folder, name)))];
}
async function emptyGroup(folder) {
	for (let look = 0; look < LOOKS; look++) {
		const members = membersIn(folder);
		if (members.length === 0 && removeGroup(folder)) return;
		try {
			writeFileSync(join(folder, "cgroup.kill"), "1");
		} catch {
			for (const pid of members) kill(pid);
		}
		await setTimeout$1(PAUSE);
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
function textOf$1(path) {
	try {
		return readFileSync(path, "latin1");
	} catch {
		return "";
	}
}

// src/exec/claim.ts
const LONGEST = 300;
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
	if (stat === void 0) return statOf(process.pid) === void 0 ? listed(pid) : null;
	if (stat.state === "Z" || stat.state === "X") return null;
	try {
		const { uid } = statSync(`/proc/${pid}`);
		const words = (readProc(`/proc/${pid}/cmdline`) ?? "").split("\0").join(" ").trim();
		return {
			uid,
			began: stat.began,
			command: words.slice(0, LONGEST)
		};
	} catch {
		return null;
	}
}
function listed(pid) {
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
		command: command.trim().slice(0, LONGEST)
	};
}

// src/exec/lock.ts
const TAKEN = 75;
const ATTEMPTS = 20;
const LOOK = 250;
const MOST_BYTES = 4096;
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
function lock(path, busy, remedy = "wait for it to end, or choose another folder with --out", by = locker()) {
	const taken = take(path, by);
	if (Symbol.dispose in taken) return taken;
	throw environmentError(busy, {
		where: whereOf(path, taken.holder),
		remedy
	});
}
async function lockWhenFree(path, options) {
	const { waiting, signal, most, busy, by = locker() } = options;
	const until = performance.now() + most * 1e3;
	for (let reported = false;; reported = true) {
		if (signal.aborted) throw interruption(signal);
		const taken = take(path, by);
		if (Symbol.dispose in taken) return taken;
		const left = until - performance.now();
		if (left <= 0) {
			const remedy = `end that process if it is not a measurement, or remove ${path}; --no-wait gives up at once`;
			throw environmentError(busy, {
				where: whereOf(path, taken.holder),
				remedy
			});
		}
		if (!reported) waiting(taken.holder);
		await (by !== null && taken.kernel ? waitUntilFree(path, by, left, signal) : pause(Math.min(LOOK, left), signal)).catch(() => {});
	}
}
function unlock(path, by = locker()) {
	if (linklessStat(path) === void 0) return false;
	const taken = take(path, by);
	if (!(Symbol.dispose in taken)) return false;
	taken[Symbol.dispose]();
	return true;
}
const whereOf = (path, holder) => `${holder === null ? "an unknown process" : `process ${holder.pid}`}, which holds ${path}`;
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
const pause = (milliseconds, signal) => setTimeout$1(milliseconds, void 0, { signal });
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
		const claim = claimIn(textOf(file));
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
		return { [Symbol.dispose]: () => release$1(path, file) };
	} finally {
		if (!kept) closeSync(file);
	}
}
function release$1(path, file) {
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
		const claim = claimIn(textOf(other));
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
function textOf(file) {
	const bytes = Buffer.alloc(MOST_BYTES);
	return bytes.toString("utf8", 0, readSync(file, bytes, 0, MOST_BYTES, 0));
}
async function waitUntilFree(path, by, milliseconds, signal) {
	const file = openLock(path);
	if (file === void 0) return;
	try {
		await new Promise((resolve, reject) => {
			const argv = [
				"-x",
				"-w",
				(milliseconds / 1e3).toFixed(3),
				"-E",
				String(TAKEN),
				"3"
			];
			const child = spawn(by, argv, {
				env: {},
				stdio: [
					"ignore",
					"ignore",
					"ignore",
					file
				],
				signal
			});
			child.once("error", reject);
			child.once("close", () => resolve());
		});
	} finally {
		closeSync(file);
	}
}

// src/exec/digest.ts
const sha256 = (text) => createHash("sha256").update(text).digest("hex");

// src/exec/cache.ts
const homeFolder = ({ HOME = "" }) => isAbsolute(HOME) ? HOME : homedir();
function cacheFolder(env) {
	const given = env.XDG_CACHE_HOME ?? "";
	const cache = isAbsolute(given) ? given : join(homeFolder(env), ".cache");
	return join(groundedPath("/", cache), "steelyard");
}

// src/exec/instructions.ts
const EVENT = "instructions:u";
const INTERVAL = 20;
const LATE = 500;
const TIMEOUT = 5;
const FOLDERS = /(?<![\w.])\/(?:[^\s/]+\/)*/g;
var Instructions = class {
	env;
	event;
	asked;
	constructor(env, event = EVENT) {
		this.env = env;
		this.event = event;
	}
	refusal() {
		this.asked ??= this.ask();
		return this.asked;
	}
	async ask() {
		try {
			const how = {
				cwd: tmpdir(),
				env: this.childEnv(),
				timeout: TIMEOUT
			};
			const { code, stderr } = await run([
				...this.argv(),
				"--",
				"true"
			], how);
			if (/<not supported>/.test(stderr)) return "this machine has no counter for them, as most virtual machines";
			if (code === 0 && /^\d+,/m.test(stderr)) return null;
			return mayNot(stderr);
		} catch {
			return "perf is not installed (linux-perf, linux-tools)";
		}
	}
	async count(roots, ledger) {
		if (await this.refusal() !== null) return new Counts([]);
		const all = roots.map(async ([service, root]) => {
			const count = new Count();
			const argv = [
				...this.argv(),
				"-I",
				String(INTERVAL),
				"-p",
				descendants(root).join(",")
			];
			const onLine = (line) => count.hear(line);
			const how = {
				cwd: tmpdir(),
				env: this.childEnv(),
				onLine,
				...ledger !== void 0 && { ledger }
			};
			count.child = await start(argv, how).catch(() => void 0);
			return [service, count];
		});
		return new Counts(await Promise.all(all));
	}
	argv() {
		return [
			"perf",
			"stat",
			"-x,",
			"-e",
			this.event
		];
	}
	childEnv() {
		return allowed(this.env, { LC_ALL: "C" });
	}
};
function mayNot(printed) {
	const [, level] = /perf_event_paranoid setting is (-?\d+)/.exec(printed) ?? [];
	if (level !== void 0) return `perf may not watch it: kernel.perf_event_paranoid is ${level}, and 1 or less (or CAP_PERFMON) allows it`;
	return `perf cannot watch it: ${printed.trim().split("\n").at(-1).trim().replace(FOLDERS, "") || "it says nothing"}`;
}
var Counts = class {
	all;
	constructor(all) {
		this.all = all;
	}
	async read() {
		const read = await Promise.all(this.all.map(async ([service, one]) => ({
			service,
			now: await one.upToNow()
		})));
		const counts = {};
		for (const { service, now = 0 } of read) counts[service] = (counts[service] ?? 0) + now;
		for (const { service, now } of read) if (now === void 0) delete counts[service];
		return counts;
	}
	async close() {
		await Promise.allSettled(this.all.map(([, { child }]) => child?.stop({ grace: .5 })));
	}
};
var Count = class {
	child;
	sum = 0;
	began = Number.POSITIVE_INFINITY;
	waiting = [];
	hear(line, now = performance.now()) {
		const [, seconds, count] = /^\s*(\d+\.\d+),(\d+|<not counted>),/.exec(line) ?? [];
		if (seconds === void 0) return;
		this.sum += count === "<not counted>" ? 0 : Number(count);
		const end = 1e3 * Number(seconds);
		this.began = Math.min(this.began, now - end);
		setImmediate(() => {
			const over = this.waiting.filter(({ since }) => this.began + end >= since);
			this.waiting = this.waiting.filter((one) => !over.includes(one));
			for (const { done } of over) done(this.sum);
		});
	}
	upToNow() {
		if (this.child === void 0 || this.child.ended !== null) return Promise.resolve(void 0);
		return new Promise((resolve) => {
			const one = {
				since: performance.now(),
				done: (sum) => {
					clearTimeout(late);
					resolve(sum);
				}
			};
			const late = setTimeout(() => {
				this.waiting = this.waiting.filter((other) => other !== one);
				resolve(void 0);
			}, LATE);
			this.waiting.push(one);
		});
	}
};

// src/exec/freeports.ts
const HOST = "127.0.0.1";
async function freePorts(count) {
	const servers = await Promise.all(Array.from({ length: count }, () => listen(0)));
	const ports = servers.map((server) => server.address().port);
	await Promise.all(servers.map(close));
	return ports;
}
const listen = (port) => new Promise((resolve, reject) => {
	const server = createServer();
	server.once("error", reject);
	server.listen(port, HOST, () => resolve(server));
});
const close = (server) => new Promise((resolve) => server.close(() => resolve()));

// src/exec/usage.ts
var Usage = class {
	root;
	nodes = /* @__PURE__ */ new Map();
	settled = 0;
	peak = 0;
	switches = new Ending();
	compilation = new Ending();
	constructor(root) {
		this.root = root;
	}
	read() {
		const nodes = /* @__PURE__ */ new Map();
		const memory = this.walk(nodes);
		this.bury(nodes);
		this.nodes = nodes;
		this.peak = Math.max(this.peak, memory);
		let cpu = this.settled;
		for (const node of nodes.values()) cpu += own(node) + node.endedChildren;
		if (cpu === 0 && nodes.size === 0) return null;
		const all = [...nodes.values()];
		const compilers = new Map(all.flatMap((node) => [...node.compilers]));
		return {
			cpu: Math.round(cpu * 1e9) / 1e9,
			memory: this.peak,
			faults: all.reduce((sum, { faults }) => sum + faults, 0),
			switches: this.switches.sum(new Map(all.flatMap(({ switches }) => [...switches]))),
			compilation: compilers.size > 0 ? this.compilation.sum(compilers) : null,
			disk: diskBytes([...nodes.keys()])
		};
	}
	walk(nodes) {
		const queue = [this.root, ...this.nodes.keys()];
		let memory = 0;
		for (let at = 0; at < queue.length; at++) {
			const pid = queue[at];
			if (nodes.has(pid)) continue;
			const found = look(pid, this.nodes.get(pid));
			if (found === void 0) continue;
			nodes.set(pid, found.node);
			memory += found.memory;
			queue.splice(at + 1, 0, ...found.children);
		}
		return memory;
	}
	bury(nodes) {
		const gone = [...this.nodes].filter(([pid, { began }]) => nodes.get(pid)?.began !== began);
		for (const [, node] of gone.reverse()) {
			const total = own(node) + node.endedChildren;
			const parent = nodes.get(node.parent);
			const before = this.nodes.get(node.parent);
			if (parent && before?.began === parent.began) {
				parent.endedChildren = Math.max(parent.endedChildren, before.endedChildren + total);
				before.endedChildren += total;
			} else if (before) before.endedChildren += total;
			else this.settled += total;
		}
	}
};
function own(node) {
	let sum = node.endedThreads;
	for (const seconds of node.threads.values()) sum += seconds;
	return sum;
}
function look(pid, known) {
	const stat = statOf(pid);
	if (stat === void 0) return void 0;
	const before = known?.began === stat.began ? known : void 0;
	const threads = /* @__PURE__ */ new Map();
	const switches = /* @__PURE__ */ new Map();
	const compilers = /* @__PURE__ */ new Map();
	let children;
	for (const thread of numbersIn(`/proc/${pid}/task`)) {
		const scheduled = parseSchedstat(readProc(`/proc/${pid}/task/${thread}/schedstat`));
		if (scheduled !== void 0) {
			threads.set(thread, scheduled.cpu);
			switches.set(thread, scheduled.switches);
			if (isCompiler(`/proc/${pid}/task/${thread}`)) compilers.set(thread, scheduled.cpu);
		}
		const pids = readProc(`/proc/${pid}/task/${thread}/children`)?.trim().split(" ");
		if (pids) children = [...children ?? [], ...pids.filter((text) => text !== "").map(Number)];
	}
	children ??= allStats().flatMap((other) => other.parent === pid ? other.pid : []);
	let living = 0;
	let lost = 0;
	for (const seconds of threads.values()) living += seconds;
	for (const [thread, seconds] of before?.threads ?? []) if ((threads.get(thread) ?? -1) < seconds) lost += seconds;
	return {
		node: {
			began: stat.began,
			parent: stat.parent,
			threads,
			switches,
			compilers,
			faults: stat.faults,
			endedThreads: Math.max((before?.endedThreads ?? 0) + lost, stat.cpu - living),
			endedChildren: Math.max(before?.endedChildren ?? 0, stat.childrenCpu)
		},
		children,
		memory: peakOf(readProc(`/proc/${pid}/status`))
	};
}
function diskBytes(pids) {
	const all = pids.map((pid) => readProc(`/proc/${pid}/io`) ?? "");
	const sum = (line) => all.reduce((sum, text) => sum + Number(line.exec(text)?.[1]), 0);
	const [read, written] = [sum(/^read_bytes: (\d+)/m), sum(/^write_bytes: (\d+)/m)];
	return Number.isNaN(read + written) ? null : {
		read,
		written
	};
}
function peakOf(status) {
	return Number(/^VmHWM:\s*(\d+) kB/m.exec(status ?? "")?.[1] ?? 0) * 1024;
}

// src/exec/pin.ts
const pinned = (argv, cpus) => cpus === void 0 ? argv : [
	"taskset",
	"-c",
	cpus,
	...argv
];

// src/exec/open.ts
const OPENERS = {
	darwin: "open",
	linux: "xdg-open"
};
async function openInViewer(path, env, platform = process.platform) {
	const opener = OPENERS[platform];
	if (!(opener === void 0 ? false : await new Promise((done) => {
		const child = spawn(opener, [path], {
			env,
			detached: true,
			stdio: "ignore"
		});
		child.on("spawn", () => done(true));
		child.on("error", () => done(false));
		child.unref();
	}))) throw environmentError(`Nothing here opens files${opener === void 0 ? "" : ` (${opener})`}.`, {
		where: path,
		remedy: "open it in a browser"
	});
}

export { Capture, Counts, Ending, HOST, Instructions, Usage, allStats, allowed, cacheFolder, checkoutOf, close, createFile, descendants, endSoon, enterFence, filesBelow, freePorts, graceLeft, groundedPath, homeFolder, isCompiler, isDirectory, lines, linkAt, linklessStat, listen, lives, lock, lockWhenFree, makeFolder, mayNot, moveInto, namesIn, numbersIn, openFile, openInViewer, ownName, ownerLives, parseSchedstat, pinned, readBytes, readProc, readWhole, realPath, refusal, removeFile, removeTree, renameOver, run, sha256, sshEnv, start, statOf, sweep, sweepFences, sweepMarked, unlock, writePrivate, writeWhole };