import { SteelyardError, announce, counted, environmentError, explain, firstLine, interruption, isExpected, own, seconds as seconds$1, shellWord, userError, visible, withoutEnd, withoutValues } from "./base.mjs";
import { Capture, Counts, Ending, HOST, Instructions, Usage, allStats, allowed, cacheFolder, close, createFile, freePorts, graceLeft, groundedPath, homeFolder, isCompiler, isDirectory, lines, linklessStat, listen, makeFolder, namesIn, numbersIn, openFile, ownName, ownerLives, parseSchedstat, pinned, readBytes, readProc, readWhole, realPath, refusal as refusal$1, removeFile, removeTree, renameOver, run, sha256, start, statOf, sweep, writePrivate } from "./exec.mjs";
import { array, number, object, record, string } from "./npm/zod.mjs";
import { CONTENDED_PROBE, DATABASE_IMAGES, EXECUTED, KEPT as KEPT$1, PortConflict, REFERENCE, buildersIn, format, isPlaceholder, isShared, isUnpublishable, keepsData, meanings, publishedPorts, targetVariable, workSum } from "./model.mjs";
import { _usingCtx } from "./helpers.mjs";
import { require_dist } from "./npm/yaml.mjs";
import { basename, delimiter, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { accessSync, closeSync, constants, existsSync, fstatSync, ftruncateSync, mkdtempSync, openSync, readFileSync, readSync, readlinkSync, realpathSync, statSync, statfsSync, writeSync } from "node:fs";
import { createHash, randomBytes } from "node:crypto";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { arch, availableParallelism, cpus, loadavg, platform, release, tmpdir, totalmem } from "node:os";
import { get, request } from "node:http";
import { get as get$1, request as request$1 } from "node:https";
import { connect } from "node:net";
import { join as join$1 } from "node:path/posix";

// src/stack/compose/labels.ts
const PROJECT = "dev.steelyard.project";
const OWNER = "dev.steelyard.owner";
const PREFIX = "steelyard-";
const SERVICE = "com.docker.compose.service";
const ONE_OFF = "com.docker.compose.oneoff";
const labelled = (label, value) => `filters=${encodeURIComponent(JSON.stringify({ label: [value === void 0 ? label : `${label}=${value}`] }))}`;

// src/stack/host.ts
var import_dist = require_dist();
const SPIN = 8;
const LONGEST$7 = 100;
function linuxHost() {
	return {
		read,
		probe: () => probe()
	};
}
function read() {
	return {
		at: performance.now() / 1e3,
		load: load(readProc("/proc/loadavg")),
		ticks: ticks(readProc("/proc/stat")),
		stalled: stalled(readProc("/proc/pressure/cpu"))
	};
}
function ticks(text) {
	const [, rest] = /^cpu +([\d ]+)$/m.exec(text ?? "") ?? [];
	const [user, nice, system, idle, iowait = 0, irq = 0, softirq = 0, steal = 0] = (rest ?? "").split(" ").filter((field) => field !== "").map(Number);
	if (user === void 0 || nice === void 0 || system === void 0 || idle === void 0) return null;
	const total = user + nice + system + idle + iowait + irq + softirq + steal;
	return {
		idle: idle + iowait,
		steal,
		total
	};
}
function stalled(text) {
	const [, total] = /^some .*\btotal=(\d+)/m.exec(text ?? "") ?? [];
	return total === void 0 ? null : Number(total);
}
function load(text) {
	const first = Number.parseFloat(text ?? "");
	return Number.isNaN(first) ? null : first;
}
function probe(wall = () => performance.now(), cpu = threadCpu) {
	const latest = wall() + LONGEST$7;
	const advanced = () => {
		const before = cpu();
		let now = before;
		while (now === before && wall() < latest) now = cpu();
		return now;
	};
	const from = advanced();
	const began = wall();
	let used = 0;
	while (used < SPIN && wall() < latest) used = (advanced() - from) / 1e3;
	const taken = wall() - began;
	return used > 0 ? Math.max(1, taken / used) : null;
}
function threadCpu() {
	const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
	return user + system;
}

// src/stack/exits.ts
const LONGEST$6 = 400;
function exitReason({ code, signal }, outOfMemory) {
	if (signal === null) return `exit code ${code}`;
	if (signal !== "SIGKILL" || outOfMemory === false) return `killed by ${signal}`;
	return outOfMemory ? "killed by SIGKILL: the machine ran out of memory, see dmesg" : "killed by SIGKILL: perhaps the machine ran out of memory, see dmesg";
}
function logTail(lines, redact) {
	const cut = (line) => line.length > LONGEST$6 ? `${line.slice(0, LONGEST$6)}…` : line;
	const shown = lines.slice(-20).map((line) => `\n  | ${cut(visible(redact(line)))}`);
	return shown.length === 0 ? "\n  it printed nothing" : `\n  its last lines:${shown.join("")}`;
}
function oomKills(vmstat = readProc("/proc/vmstat")) {
	const [, count] = /^oom_kill (\d+)$/m.exec(vmstat ?? "") ?? [];
	return count === void 0 ? null : Number(count);
}

// src/stack/keptbuild.ts
const LONGEST$5 = 86400;
const QUOTA = 10 * 2 ** 20;
const COPY = 300;
const CHOICES = [
	".tool-versions",
	".config/mise/config.toml",
	".pyenv/version",
	".rbenv/version",
	".nodenv/version",
	".rustup/settings.toml",
	".cargo/config.toml",
	".npmrc",
	".yarnrc.yml",
	".config/pip/pip.conf",
	".m2/settings.xml",
	".gradle/gradle.properties"
];
var KeptBuild = class {
	#env;
	#folder;
	#top;
	constructor(env, name, top) {
		this.#env = env;
		this.#folder = join(folderOf(env), name);
		this.#top = top;
	}
	async restore(key, now, signal) {
		const kept = recordedIn(this.#folder);
		if (kept?.key !== key || isOld(kept, now)) return null;
		for (const { name } of namesIn(this.#top)) if (name !== ".git") removeTree(join(this.#top, name));
		try {
			await this.#copy(filesOf$1(this.#folder), this.#top, signal);
			if (recordedIn(this.#folder)?.built !== kept.built) throw lost(this.#folder);
		} catch (error) {
			if (isExpected(error)) this.drop();
			throw error;
		}
		return (now - kept.built) / 1e3;
	}
	async keep(key, now, signal) {
		const work = `${this.#folder}.${randomBytes(6).toString("hex")}`;
		try {
			makeFolder(filesOf$1(work), 448);
			await this.#copy(this.#top, filesOf$1(work), signal);
			removeTree(join(filesOf$1(work), ".git"));
			const kept = {
				key,
				built: now,
				size: Number.parseInt(await this.#output([
					"du",
					"-sk",
					filesOf$1(work)
				], signal), 10)
			};
			writePrivate(recordOf(work), JSON.stringify(kept));
			this.drop();
			renameOver(work, this.#folder);
		} finally {
			removeTree(work);
		}
		prune(folderOf(this.#env), now);
	}
	drop() {
		remove(this.#folder);
	}
	async #copy(from, to, signal) {
		const shared = process.platform === "linux" ? ["--reflink=auto"] : [];
		await this.#output([
			"cp",
			"-a",
			...shared,
			`${from}/.`,
			to
		], signal);
	}
	async #output(argv, signal) {
		const done = await run(argv, {
			cwd: "/",
			env: allowed(this.#env),
			signal,
			timeout: COPY
		});
		if (done.code === 0) return done.stdout;
		const cause = done.timedOut ? `it took longer than ${COPY} s` : done.stderr.trim().slice(-500);
		throw environmentError("Files of base's build cannot be copied.", {
			where: argv.join(" "),
			cause
		});
	}
};
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
const lost = (folder) => environmentError("The kept build of base was removed while it was copied.", {
	where: folder,
	remedy: "measure again: base is built then"
});
function buildKey(commands, env) {
	const passed = allowed(env);
	const programs = (passed.PATH ?? "").split(delimiter).map(stamp);
	const choices = CHOICES.map((name) => stamp(join(homeFolder(env), name)));
	const system = [
		process.platform,
		process.arch,
		release()
	];
	const parts = [
		commands,
		Object.entries(passed).sort(),
		programs,
		choices,
		system
	];
	return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
function stamp(path) {
	try {
		const real = realpathSync(path);
		const { mtimeMs, size } = statSync(real);
		return [
			real,
			mtimeMs,
			size
		];
	} catch {
		return null;
	}
}
const folderOf = (env) => join(cacheFolder(env), "builds");
const filesOf$1 = (folder) => join(folder, "files");
const recordOf = (folder) => join(folder, "kept.json");
const isOld = ({ built }, now) => built > now || now - built > LONGEST$5 * 1e3;
function recordedIn(folder) {
	try {
		const { key, built, size } = JSON.parse(readWhole(recordOf(folder), 4096));
		return typeof key === "string" && typeof built === "number" && typeof size === "number" ? {
			key,
			built,
			size
		} : void 0;
	} catch {
		return;
	}
}
function prune(folder, now) {
	const latest = namesIn(folder).map(({ name }) => ({
		name,
		kept: recordedIn(join(folder, name))
	})).sort((a, b) => (b.kept?.built ?? 0) - (a.kept?.built ?? 0));
	let total = 0;
	for (const { name, kept } of latest) {
		total += kept?.size ?? 0;
		if (kept === void 0 || isOld(kept, now) || total > QUOTA) remove(join(folder, name));
	}
}

// src/stack/build.ts
const WORTH_KEEPING = 2;
var Builds = class {
	#started = /* @__PURE__ */ new Map();
	#kept = /* @__PURE__ */ new Map();
	#reused = /* @__PURE__ */ new Set();
	keep(cwd, build) {
		this.#kept.set(resolve(cwd), build);
	}
	dropReused(cwd) {
		const build = this.#kept.get(resolve(cwd));
		if (build === void 0 || !this.#reused.has(build)) return false;
		build.drop();
		return true;
	}
	once(options, signal) {
		const key = JSON.stringify([resolve(options.cwd), options.build]);
		const kept = options.keepable === true ? this.#kept.get(resolve(options.cwd)) : void 0;
		const build = () => kept === void 0 ? runBuild(options, signal) : this.#keptOr(kept, options, signal);
		const started = this.#started.get(key) ?? build();
		this.#started.set(key, started);
		return started;
	}
	async #keptOr(kept, options, signal) {
		const { build = [], env, log } = options;
		if (build.length === 0) return;
		const key = buildKey(build, env);
		const age = await kept.restore(key, Date.now(), signal);
		if (age !== null) {
			this.#reused.add(kept);
			log.info(`the build of ${Math.ceil(age / 60)} min ago is used again; \`steelyard down\` forgets it`);
			return;
		}
		const began = performance.now();
		await runBuild(options, signal);
		if (performance.now() - began < WORTH_KEEPING * 1e3) return;
		try {
			await kept.keep(key, Date.now(), signal);
		} catch (error) {
			if (!isExpected(error)) throw error;
			log.info(`the build is not kept: ${explain(error)}`);
		}
	}
};
async function runBuild(options, signal) {
	const { build = [], log, redact = (text) => text } = options;
	if (build.length === 0) return;
	const file = join(resolve(options.cwd, options.logs), "build.log");
	const kept = createFile(file);
	const output = new Capture();
	const keep = (line) => {
		writeSync(kept, `${line}\n`);
		output.write(Buffer.from(`${line}\n`));
	};
	const last = [];
	try {
		const began = performance.now();
		for (const argv of build) await runCommand(argv, options, {
			file,
			keep,
			last
		}, signal);
		const commands = redact(build.map((argv) => argv.join(" ")).join("; "));
		log.info(`built in ${((performance.now() - began) / 1e3).toFixed(1)} s: ${commands}`);
	} catch (error) {
		const shown = output.text().split("\n").slice(0, -1 - last.length);
		if (!signal.aborted) for (const line of shown) log.info(`  | ${line}`);
		throw error;
	} finally {
		closeSync(kept);
	}
}
async function runCommand(argv, { buildWithin = 600, cwd, env, log, redact = (text) => text, ledger }, { file, keep, last }, signal) {
	try {
		var _usingCtx$2 = _usingCtx();
		const command = redact(argv.join(" "));
		log.progress(`building: ${command}`);
		_usingCtx$2.u(announce(log, `building: ${command}`));
		keep(`$ ${command}`);
		last.length = 0;
		const done = await run(argv, {
			cwd,
			env: allowed(env),
			signal,
			timeout: buildWithin,
			onLine(line) {
				keep(redact(line));
				log.progress(redact(line).trim());
				last.push(line);
				if (last.length > 20) last.shift();
			},
			...ledger === void 0 ? {} : { ledger }
		});
		if (done.code === 0) return;
		const how = done.timedOut ? `it took longer than ${buildWithin} s` : exitReason(done, null);
		throw environmentError(`The build failed: ${command}: ${how}.${logTail(last, redact)}`, {
			where: file,
			remedy: done.timedOut ? "make it faster, or raise build_within of the stack" : "run it by hand at the top of a fresh checkout"
		});
	} catch (_) {
		_usingCtx$2.e = _;
	} finally {
		_usingCtx$2.d();
	}
}

// src/stack/machine.ts
function machine() {
	const [available, quota] = [availableParallelism(), cpuQuota()];
	return {
		os: platform(),
		arch: arch(),
		cpu: cpus()[0]?.model.replace(/\s+/g, " ").trim() || "unknown",
		cores: usable(available, quota),
		memory: memory(totalmem(), process.constrainedMemory()),
		kernel: majorMinor(release()),
		node: process.version
	};
}
function runnerClass({ os, arch, cores }) {
	return `${os}-${arch}-${cores}c`;
}
function majorMinor(release) {
	return /^\d+\.\d+/.exec(release)?.[0] ?? release;
}
function usable(available, quota) {
	return Math.max(1, Math.min(available, Math.floor(quota ?? available)));
}
function memory(total, limit) {
	const step = 16 * 2 ** 20;
	return Math.max(step, Math.round((limit !== void 0 && limit > 0 && limit < total ? limit : total) / step) * step);
}
function cpuQuota() {
	const limits = quotaFiles(readProc("/proc/self/cgroup") ?? "").flatMap(([path, period]) => {
		const value = readProc(path);
		const limit = value === void 0 ? null : quota(value, period === null ? void 0 : readProc(period));
		return limit === null ? [] : [limit];
	});
	return limits.length === 0 ? null : Math.min(...limits);
}
function quota(text, period) {
	const [first, second = period] = text.trim().split(/\s+/);
	const [most, per] = [Number(first), Number(second)];
	return most > 0 && per > 0 ? most / per : null;
}
function quotaFiles(cgroup) {
	return cgroup.split("\n").flatMap((line) => {
		const [, controllers = "", path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
		if (path === void 0) return [];
		const parts = path.split("/").filter((part) => part !== "");
		const folders = parts.map((_, at) => `/${parts.slice(0, at + 1).join("/")}`);
		if (controllers === "") return ["", ...folders].map((folder) => [`/sys/fs/cgroup${folder}/cpu.max`, null]);
		if (!controllers.split(",").includes("cpu")) return [];
		return ["", ...folders].map((folder) => {
			const base = `/sys/fs/cgroup/cpu${folder}/cpu.cfs_`;
			return [`${base}quota_us`, `${base}period_us`];
		});
	});
}

// src/stack/compose/escaping.ts
const unescaped = (text) => JSON.parse(text.replaceAll("$$", "$"));
function escaped(model) {
	return JSON.stringify(model, (_key, value) => typeof value === "string" ? value.replaceAll("$", "$$$$") : value).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
function envFile(variables) {
	return Object.entries(variables).map(([name, value]) => `${name}="${value.replace(/[\\"$]/g, (special) => `\\${special}`)}"\n`).join("");
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
	const passed = PASSED.flatMap((name) => own(env, name) === void 0 ? [] : [[name, own(env, name)]]);
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
function compose(docker, files, project, args, call) {
	const named = files.flatMap((file) => ["--file", file]);
	const dotenv = docker.dotenv === void 0 ? [] : ["--env-file", docker.dotenv];
	const plain = [
		"--ansi",
		"never",
		"--progress",
		"plain"
	];
	return withFile(docker.ledger, "env", marked(envFile(docker.variables)), (variables) => {
		const given = [
			...dotenv,
			"--env-file",
			variables
		];
		return runDocker(docker, [
			"docker",
			"compose",
			...plain,
			...given,
			...named,
			"-p",
			project,
			...args
		], call);
	});
}
const byHand$1 = ({ files, env }, ...args) => {
	const variables = Object.entries(env).map(([name, value]) => `${name}=${shellWord(value)}`);
	const named = files.flatMap((file) => ["-f", file]);
	return [...variables, ...[
		"docker",
		"compose",
		...named,
		...args
	].map(shellWord)].join(" ");
};
const marked = (text) => `# ${ownName()}\n${text}`;
async function withFile(folder, kind, text, use) {
	if (folder !== void 0) makeFolder(groundedPath("/", folder), 448);
	const parent = folder ?? mkdtempSync(join(realpathSync(tmpdir()), "steelyard-compose-"));
	const path = join(parent, `steelyard-${randomBytes(4).toString("hex")}-0.${kind}`);
	try {
		writePrivate(path, text);
		return await use(path);
	} finally {
		if (folder === void 0) removeTree(parent);
		else removeFile(path);
	}
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
async function pull(docker, image, call) {
	mustSucceed(await runDocker(docker, [
		"docker",
		"pull",
		image
	], call), `${image} cannot be pulled`, { remedy: "pull or build it by hand, or check its name and the network" });
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
const complaintsOf = ({ stderr }) => stderr.split(/\r?\n/).filter((line) => line.trim() !== "");
const unquoted = (done) => [...done.stdout.split(/\r?\n/).filter((line) => line.trim() !== ""), ...complaintsOf(done).slice(0, -12)];
function mustSucceed(done, what, advice) {
	if (done.code === 0) return;
	const tail = complaintsOf(done).slice(-12).map((line) => `\n  | ${line.trim()}`);
	const how = done.timedOut ? `${what}: it took too long` : what;
	const { fault, ...rest } = advice;
	throw (fault === "user" ? userError : environmentError)(`${how}.${tail.join("")}`, rest);
}

// src/stack/compose/engine.ts
const TIMEOUT$5 = 3e4;
const LONGEST$4 = 2 ** 20;
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
const findImage = (engine, name) => engine.find(`/images/${encodeURIComponent(name)}/json`);
function isFar(address) {
	const [, host] = /^(?:tcp|https?|ssh):\/\/(?:[^@/]*@)?(\[[^\]]*\]|[^:/]*)/.exec(address) ?? [];
	if (host === void 0) return false;
	return !/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(host);
}
function demandNear(address) {
	if (!isFar(address)) return;
	throw environmentError("Docker Engine is on another machine. A stack must be measured on the machine that it runs on.", {
		where: address,
		remedy: FAR
	});
}
const FAR = "measure on the engine's own machine (unset DOCKER_HOST, or docker context use default): ports are published on its loopback, out of reach from here";
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
		const failed = (cause) => reject(silent$1(address, cause));
		const request$2 = ask({
			...target,
			method,
			path,
			agent: false,
			timeout: TIMEOUT$5
		}, (response) => {
			const chunks = [];
			response.on("data", (chunk) => chunks.push(chunk));
			response.on("end", () => resolve({
				status: response.statusCode ?? 0,
				body: Buffer.concat(chunks)
			}));
			response.on("error", failed);
		});
		request$2.on("timeout", () => request$2.destroy(/* @__PURE__ */ new Error(`no answer within ${TIMEOUT$5 / 1e3} s`)));
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
			const cut = lines(line, LONGEST$4);
			response.on("data", (chunk) => cut.write(chunk));
			response.on("error", () => {});
			resolve();
		});
		request$3.on("error", (cause) => reject(silent$1(address, cause)));
		request$3.end();
	});
}
const silent$1 = (address, cause) => environmentError("Docker Engine does not answer.", {
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

// src/stack/compose/remove.ts
const GRACE = 3;
const LOOKS$1 = 40;
const PAUSE$3 = 150;
async function removeProject(engine, project, { images = true } = {}) {
	const removed = /* @__PURE__ */ new Set();
	for (let look = 0, empty = 0;; look++) {
		const all = await things(engine, labelled(PROJECT, project));
		const found = images ? all : all.filter(({ kind }) => kind !== "images");
		empty = found.length === 0 ? empty + 1 : 0;
		if (empty === 2) return removed.size;
		if (look >= LOOKS$1) {
			const [first] = found;
			throw environmentError(`Could not remove the ${first?.kind ?? "rest"} of ${project}.`, {
				where: first?.id ?? engine.address,
				remedy: `docker compose -p ${project} down -v`
			});
		}
		for (const { id } of found) removed.add(id);
		await removeAll(engine, found);
		if (found.length === 0 || look > 0) await setTimeout$1(PAUSE$3);
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
async function sweepProjects(engine, { log, ledger }) {
	for (const project of (await clearProjects(engine)).removed) log.warn(`removed ${project}, left behind by a run that was killed`);
	clearFiles(ledger);
}

// src/stack/wiring.ts
const key = (service, port) => `${service}:${Number(port)}`;
function filled(text, addresses) {
	return text.replace(REFERENCE, (all, service, port, part) => {
		const address = addresses.get(key(service, port));
		return address === void 0 ? all : partsOf(address)[part ?? "host"];
	});
}
function partsOf(address) {
	const colon = address.lastIndexOf(":");
	return {
		host: address,
		hostname: address.slice(0, colon),
		port: address.slice(colon + 1)
	};
}
function unfilled(text, addresses) {
	return [...addresses].reduce((rest, [name, address]) => rest.replaceAll(address, `\${${name}}`), text);
}
function dependencies(services, endpoints, stackEnv = {}) {
	for (const [name, { service, port }] of Object.entries(endpoints)) known(services, service, port, `stack.endpoints.${name}`);
	const fixed = /* @__PURE__ */ new Map();
	const waits = /* @__PURE__ */ new Map();
	for (const [name, service] of Object.entries(services)) {
		const where = `stack.process.services.${name}`;
		checkReady(service, where);
		for (const port of Object.values(service.ports)) {
			const other = port.fixed === void 0 ? void 0 : fixed.get(port.fixed);
			if (other !== void 0) throw userError(`The services "${other}" and "${name}" want the same fixed port ${port.fixed}.`, {
				where: `${where}.ports`,
				remedy: "leave `fixed` out of one: a free port is found for it"
			});
			if (port.fixed !== void 0) fixed.set(port.fixed, name);
		}
		const found = [
			...service.run.map((text, at) => [text, `${where}.run[${at}]`]),
			...Object.entries(service.env).map(([env, text]) => [text, `${where}.env.${env}`]),
			...Object.entries(stackEnv).map(([env, text]) => [text, `stack_env.${env}`])
		].flatMap(([text, at]) => referred(services, text, at));
		waits.set(name, new Set(found.filter((other) => other !== name)));
	}
	const circle = cycle(waits);
	if (circle) throw userError(`Services wait for each other: ${circle.join(" → ")}.`, {
		where: "stack.process.services",
		remedy: "a service starts when the services that it refers to are ready: remove one of the references"
	});
	return waits;
}
function referred(services, text, where) {
	return [...text.matchAll(REFERENCE)].map(([, service = "", port = ""]) => {
		known(services, service, Number(port), where);
		return service;
	});
}
function known(services, service, port, where) {
	const found = own(services, service);
	if (found === void 0) throw userError(`There is no service "${service}".`, {
		where,
		remedy: `name one of: ${Object.keys(services).join(", ")}`
	});
	const ports = Object.keys(found.ports).map(Number);
	if (ports.includes(port)) return;
	throw userError(`The service "${service}" has no port ${port}.`, {
		where,
		remedy: ports.length > 0 ? `name one of: ${ports.join(", ")}` : `declare it in services.${service}.ports`
	});
}
function checkReady({ ready, ports }, where) {
	const declared = Object.keys(ports).map(Number);
	if (ready.port !== void 0 && !declared.includes(ready.port)) throw userError(`The readiness check uses port ${ready.port}, which the service does not have.`, {
		where: `${where}.ready.port`,
		remedy: declared.length > 0 ? `name one of: ${declared.join(", ")}` : `declare it in ${where}.ports`
	});
	if (ready.http !== void 0 && declared.length === 0) throw userError("The readiness check needs HTTP, but the service has no port.", {
		where: `${where}.ready.http`,
		remedy: `declare the port in ${where}.ports`
	});
}
function cycle(waits) {
	const done = /* @__PURE__ */ new Set();
	const follow = (name, path) => {
		const at = path.indexOf(name);
		if (at !== -1) return [...path.slice(at), name];
		if (done.has(name)) return void 0;
		for (const other of waits.get(name) ?? []) {
			const found = follow(other, [...path, name]);
			if (found) return found;
		}
		done.add(name);
	};
	for (const name of waits.keys()) {
		const found = follow(name, []);
		if (found) return found;
	}
}

// src/stack/seed.ts
async function runSeed(seed, seeding, signal) {
	const fill = (text) => filled(text, seeding.addresses);
	const targets = Object.entries(seeding.targets).map(([name, url]) => [targetVariable(name), url]);
	const declared = Object.entries(seed.env).map(([name, text]) => [name, fill(text)]);
	const lines = [];
	const finished = await run(seed.run.map(fill), {
		cwd: seeding.cwd,
		env: allowed(seeding.env, Object.fromEntries([...targets, ...declared])),
		signal,
		timeout: seed.within,
		onLine(line) {
			lines.push(line);
			if (lines.length > 20) lines.shift();
		},
		...seeding.ledger === void 0 ? {} : { ledger: seeding.ledger }
	});
	if (finished.code === 0) {
		const printed = unfilled(finished.stdout, seeding.addresses);
		return createHash("sha256").update(JSON.stringify([seed.run, printed])).digest("hex");
	}
	const how = finished.timedOut ? `it took longer than ${seed.within} s` : exitReason(finished, null);
	const command = seeding.redact(seed.run.join(" "));
	throw environmentError(`The seed failed: ${how}.${logTail(lines, seeding.redact)}`, {
		where: command,
		remedy: finished.timedOut ? "make it faster, or raise stack.seed.within" : "start the stack by hand and run the seed against it"
	});
}

// src/stack/databases/database.ts
const MOST$1 = 500;
const queryOf = (search, keeps) => search.replace(/^\?/, "").split("&").filter((part) => part !== "" && keeps(part.replace(/=.*$/s, ""))).join("&");
const count = number().min(0);
const Counted = object({
	text: string(),
	calls: count,
	rows: count,
	seconds: count,
	locked: count.optional(),
	blocks: count.optional(),
	numbers: array(string().nullable()).optional()
});
const HIDDEN = "<insufficient privilege>";
function ofSql(printed, waits) {
	const found = printed.split("\n").find((line) => line.startsWith("["));
	if (found === void 0) return null;
	const counted = array(Counted).max(500).parse(JSON.parse(found));
	if (counted.some(({ text }) => text === HIDDEN)) throw environmentError("its user may not see the statements of others: grant it pg_read_all_stats");
	return counted.flatMap(({ text, numbers, locked = waited(numbers, waits), ...counts }) => {
		const plain = withoutValues(text);
		return plain === null ? [] : [{
			text: plain,
			...counts,
			...locked !== void 0 && { locked }
		}];
	});
}
const waited = (numbers, waits) => waits && numbers?.reduce((sum, number) => sum + (waits.get(number ?? "") ?? 0), 0);
const inShell = (container, script) => [
	"docker",
	"exec",
	"-i",
	container,
	"sh",
	"-c",
	script
];
const installed = (programs, args) => [
	"sh",
	"-c",
	`${findClient(programs)}; exec "$client" "$@"`,
	"sh",
	...args
];
const findClient = (programs) => `client=$(${programs.map((one) => `command -v ${one}`).join(" || ")}) || { echo "${programs[0]} is not installed" >&2; exit 127; }`;

// src/stack/databases/mongodb.ts
const ADDRESS = "STEELYARD_DATABASE";
const asking = (db) => `print('[' + EJSON.stringify(${db}.serverStatus().opLatencies) + ']')\n`;
const MONGODB = {
	images: DATABASE_IMAGES.mongodb.names,
	port: 27017,
	client: "mongosh",
	argv: (container) => inShell(container, "exec mongosh --quiet --norc ${MONGO_INITDB_ROOT_USERNAME:+--username \"$MONGO_INITDB_ROOT_USERNAME\" --password \"$MONGO_INITDB_ROOT_PASSWORD\" --authenticationDatabase admin}"),
	at: ({ whole }) => ({
		argv: installed(["mongosh"], [
			"--quiet",
			"--norc",
			"--nodb"
		]),
		env: { [ADDRESS]: whole }
	}),
	input: {
		own: asking("db"),
		foreign: asking(`connect(process.env.${ADDRESS})`)
	},
	counts(printed) {
		const found = /\[(\{.*\})\]/.exec(printed)?.[1];
		if (found === void 0) return null;
		const all = record(string(), object({
			latency: count,
			ops: count
		})).parse(JSON.parse(found));
		return Object.entries(all).map(([text, { latency, ops }]) => ({
			text,
			calls: ops,
			rows: 0,
			seconds: latency / 1e6
		}));
	}
};

// src/stack/databases/mysql.ts
const DIGESTS$1 = "events_statements_summary_by_digest";
const STATEMENTS = `select if(@@performance_schema, coalesce(json_arrayagg(json_object('text', text, 'calls', calls, 'rows', found, 'seconds', seconds, 'locked', locked)), '[]'), 'performance_schema is off: start the server with --performance-schema=ON') from (
 select digest_text as text, sum(count_star) as calls, sum(sum_rows_sent + sum_rows_affected) as found, sum(sum_timer_wait) / 1e12 as seconds, sum(sum_lock_time) / 1e12 as locked
 from performance_schema.${DIGESTS$1} where digest_text is not null and digest_text not like '%${DIGESTS$1}%'
 group by digest_text order by 4 desc limit ${500}) s;\n`.replaceAll("\n ", " ");
const APART = / (?=[.,)])|(?<=[.(]) /g;
const CLIENTS$1 = ["mysql", "mariadb"];
const FROM_FILE = `cat "\${MYSQL_ROOT_PASSWORD_FILE:-\${MARIADB_ROOT_PASSWORD_FILE:-/dev/null}}"`;
const READ_ONLY$1 = "set session transaction read only";
const PLAIN$1 = [
	"-N",
	"-r",
	"--batch",
	"--unbuffered"
];
const MYSQL = {
	images: DATABASE_IMAGES.mysql.names,
	port: 3306,
	client: "mysql",
	argv: (container) => inShell(container, `export MYSQL_PWD="\${MYSQL_ROOT_PASSWORD:-\${MARIADB_ROOT_PASSWORD:-$(${FROM_FILE})}}"; ${findClient(CLIENTS$1)}; exec "$client" -uroot ${PLAIN$1.join(" ")} "--init-command=${READ_ONLY$1}"`),
	at: ({ host, port, user, password, database }) => ({
		argv: installed(CLIENTS$1, [
			...[
				"--no-defaults",
				...PLAIN$1,
				"--local-infile=0",
				"--protocol=tcp",
				`--host=${host}`
			],
			...[`--init-command=${READ_ONLY$1}`, `--port=${port || "3306"}`],
			...user === "" ? [] : [`--user=${user}`],
			...database === "" ? [] : [`--database=${database}`]
		]),
		env: { MYSQL_PWD: password }
	}),
	input: {
		own: STATEMENTS,
		foreign: STATEMENTS
	},
	counts: (printed) => ofSql(printed)?.map((one) => ({
		...one,
		text: one.text.replace(APART, "")
	})) ?? null,
	asked() {
		let own = 0;
		return [{
			question: "show global status where Variable_name in ('Connections', 'Questions');\n",
			counts(lines) {
				const [connections, calls] = ["Connections", "Questions"].map((name) => {
					const line = lines.find((one) => one.startsWith(`${name}\t`));
					return /\t(\d+)\s*$/.exec(line ?? "")?.[1];
				});
				if (connections === void 0 || calls === void 0) return void 0;
				return {
					statements: Number(calls) - ++own,
					connections: Number(connections)
				};
			}
		}];
	}
};

// src/stack/databases/postgres.ts
const LIBRARY = "pg_stat_statements";
const MARK = "steelyard";
const ASK_PRELOADED = `select '${MARK} preloads ' || setting from pg_settings where name = 'shared_preload_libraries';\n`;
const preloadedIn = (printed) => new RegExp(`^${MARK} preloads (.*?)\r?$`, "m").exec(printed)?.[1];
const EXTENSION = "set client_min_messages = error; set default_transaction_read_only = off; create extension if not exists pg_stat_statements; set default_transaction_read_only = on;\n";
const HERE = " and dbid = (select oid from pg_database where datname = current_database())";
const CONNECTIONS = "coalesce((select ' connections=' || (to_jsonb(d)->>'sessions') from pg_stat_database d where datname = current_database()), '')";
const COUNT = `select '${MARK} statements=' || coalesce(sum(calls), 0) || ' rows=' || coalesce(sum(rows), 0) || ${CONNECTIONS} from pg_stat_statements where query not like '%pg_stat_statements%'${HERE};\n`;
const READ_ONLY = "-c default_transaction_read_only=on";
function psqlArgv(container, { user, database } = {}) {
	return [
		"docker",
		"exec",
		"-i",
		container,
		"sh",
		"-c",
		"export PGOPTIONS=\"$3\"; exec psql -XAtq -U \"${1:-${POSTGRES_USER:-postgres}}\" -d \"${2:-${POSTGRES_DB:-${POSTGRES_USER:-postgres}}}\"",
		"sh",
		user ?? "",
		database ?? "",
		READ_ONLY
	];
}
const NAMES$1 = /* @__PURE__ */ new Set([...EXECUTED, ...KEPT$1]);
function countsIn(line) {
	const [mark, ...words] = line.trim().split(" ");
	const counts = words.map((word) => /^(\w+)=(\d+)$/.exec(word) ?? []);
	if (mark !== MARK || counts.length === 0 || !counts.every(([, name = ""]) => NAMES$1.has(name))) return void 0;
	return Object.fromEntries(counts.map(([, name, value]) => [name, Number(value)]));
}
const ASK_KEPT = `select '${MARK} transactions=' || xact_commit + xact_rollback || ' rows_read=' || rows_read || ' rows_written=' || rows_written || ' sequential_scans=' || sequential_scans || ' blocks=' || blks_hit + blks_read || ${CONNECTIONS} from pg_stat_database, (select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0) as rows_read, coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) as rows_written, coalesce(sum(seq_scan), 0) as sequential_scans from pg_stat_user_tables) tables where datname = current_database();\n`;
const statements = (condition) => `select coalesce(jsonb_agg(s), '[]') from (
 select query as text, sum(calls) as calls, sum(rows) as rows, sum(shared_blks_hit + shared_blks_read) as blocks, jsonb_agg(queryid::text) as numbers,
  sum(coalesce((to_jsonb(p)->>'total_exec_time')::float8, (to_jsonb(p)->>'total_time')::float8)) / 1000 as seconds
 from ${LIBRARY} p where query not like '%${LIBRARY}%'${condition}
 group by query order by seconds desc limit ${500}) s;\n`.replaceAll("\n ", " ");
const LOCKS = `select '${MARK} ' || extract(epoch from clock_timestamp()) || coalesce(string_agg(' ' || query_id, ''), '') from pg_stat_activity as for_${LIBRARY} where wait_event_type = 'Lock' and query not like '%${LIBRARY}%' \\watch 0.025\n`;
const counts = (lines) => countsIn(lines.at(-1) ?? "");
const COUNTED = {
	question: COUNT,
	counts
};
const IN_POSTGRES = {
	hello: EXTENSION,
	...COUNTED
};
const KEPT_IN_POSTGRES = {
	hello: "do $$ begin perform set_config('track_counts', 'off', false); exception when others then null; end $$;\n",
	question: ASK_KEPT,
	counts
};
const LIBPQ = /^(?:host|hostaddr|port|dbname|user|require_auth|channel_binding|connect_timeout|client_encoding|options|application_name|fallback_application_name|keepalives\w*|tcp_user_timeout|gss\w+|krbsrvname|ssl\w+|ssl_m(?:in|ax)_protocol_version|requirepeer|target_session_attrs|load_balance_hosts)$/;
function forLibpq(address) {
	const url = new URL(address);
	url.search = queryOf(url.search, (name) => LIBPQ.test(name)).replace(/(?<=^|&)options=[^&]*/g, `$&${encodeURIComponent(` ${READ_ONLY}`)}`);
	return url.href;
}
const POSTGRES = {
	images: DATABASE_IMAGES.postgres.names,
	port: 5432,
	client: "psql",
	argv: (container) => psqlArgv(container),
	at: ({ bare, password }) => ({
		argv: installed(["psql"], [
			"-wXAtq",
			"-d",
			forLibpq(bare)
		]),
		env: {
			PGAPPNAME: "steelyard",
			PGCONNECT_TIMEOUT: "5",
			PGOPTIONS: READ_ONLY,
			...password === "" ? {} : { PGPASSWORD: password }
		}
	}),
	input: {
		own: EXTENSION + statements(""),
		foreign: statements(HERE)
	},
	asked: ({ command }) => [command.some((word) => word.includes("pg_stat_statements")) ? IN_POSTGRES : COUNTED, KEPT_IN_POSTGRES],
	counts: ofSql,
	locks: LOCKS
};

// src/stack/databases/redis.ts
const OWN_COMMANDS = /^(?:info|auth|hello|ping|client|config|command)(?:\||$)/;
const COMMANDS = "INFO commandstats\n";
const CLIENTS = [
	"redis-cli",
	"valkey-cli",
	"keydb-cli"
];
function ofRedis(printed) {
	if (!printed.includes("# Commandstats")) return null;
	return [...printed.matchAll(/^cmdstat_([\w|.-]+):calls=(\d+),usec=(\d+)/gm)].flatMap(([, name = "", calls, micros]) => {
		const text = name.replaceAll("|", " ").toUpperCase();
		const counts = {
			calls: Number(calls),
			rows: 0,
			seconds: Number(micros) / 1e6
		};
		return OWN_COMMANDS.test(name) ? [] : [{
			text,
			...counts
		}];
	});
}
const REDIS = {
	images: DATABASE_IMAGES.redis.names,
	port: 6379,
	client: "redis-cli",
	argv: (container) => inShell(container, `export REDISCLI_AUTH="\${REDISCLI_AUTH:-\${REDIS_PASSWORD:-}}"; ${findClient(CLIENTS)}; [ -n "$REDISCLI_AUTH" ] || unset REDISCLI_AUTH; exec "$client"`),
	at: ({ scheme, host, port, user, password, database }) => ({
		argv: installed(CLIENTS, [
			...[
				"-h",
				host,
				"-p",
				port || "6379"
			],
			...database === "" ? [] : ["-n", database],
			...user === "" ? [] : ["--user", user],
			...scheme === "rediss" ? ["--tls"] : []
		]),
		env: password === "" ? {} : { REDISCLI_AUTH: password }
	}),
	input: {
		own: COMMANDS,
		foreign: COMMANDS
	},
	asked: () => [{
		question: `${COMMANDS}INFO stats\nPING\n`,
		counts(lines) {
			const printed = lines.join("\n");
			const counts = lines.at(-1)?.trim() === "PONG" ? ofRedis(printed) : null;
			if (counts === null) return void 0;
			const connections = /^total_connections_received:(\d+)/m.exec(printed)?.[1];
			return {
				statements: counts.reduce((sum, { calls }) => sum + calls, 0),
				...connections !== void 0 && { connections: Number(connections) }
			};
		}
	}],
	counts: ofRedis
};

// src/stack/databases/databases.ts
const DATABASES = [
	POSTGRES,
	MYSQL,
	REDIS,
	MONGODB
];
const databaseOf = ({ name, exposed }) => DATABASES.find(({ images }) => images.test(name)) ?? DATABASES.find(({ port }) => exposed.includes(port));
const BY_SCHEME = {
	postgres: POSTGRES,
	postgresql: POSTGRES,
	mysql: MYSQL,
	mariadb: MYSQL,
	redis: REDIS,
	rediss: REDIS,
	mongodb: MONGODB,
	"mongodb+srv": MONGODB
};
const SCHEMES = {
	mysql2: "mysql",
	postgis: "postgres"
};
const plainly = (text) => text.replace(/^(?!mongodb\+srv:)([a-z0-9]+)(?:\+\w+)?(?=:\/\/)/, (_, scheme) => own(SCHEMES, scheme) ?? scheme);
function databaseAt(text) {
	try {
		const url = new URL(plainly(text));
		const scheme = url.protocol.slice(0, -1);
		const database = own(BY_SCHEME, scheme);
		if (database === void 0 || url.hostname === "") throw new Error("it names no database");
		const password = decodeURIComponent(url.password) || (url.searchParams.get("password") ?? "");
		const whole = url.href;
		url.password = "";
		url.search = queryOf(url.search, (name) => name !== "password");
		const { port, href: bare, pathname } = url;
		const host = url.hostname.replace(/^\[|\]$/g, "");
		const [user, path] = [url.username, pathname.slice(1)].map(decodeURIComponent);
		return {
			database,
			url: {
				whole,
				bare,
				scheme,
				host,
				port,
				user,
				password,
				database: path
			}
		};
	} catch (cause) {
		throw userError("The address of the database cannot be read.", {
			remedy: "write one such as \"postgres://user:password@127.0.0.1:5432/shop\"",
			cause
		});
	}
}

// src/stack/servicelogs.ts
const PAUSE$2 = 250;
const MOST_LOOKS = 5e4;
const MOST_BYTES$2 = 4 * 2 ** 20;
const MOST_LINES$1 = 2e4;
const LONGEST$3 = 300;
var ServiceLogs = class {
	logs = /* @__PURE__ */ new Map();
	timer;
	constructor() {
		this.timer = setInterval(() => this.look(), PAUSE$2);
		this.timer.unref();
	}
	follow(service, file) {
		closeLog(this.logs.get(service)?.file);
		this.logs.set(service, {
			file: openLog(file),
			looks: [{
				at: Date.now(),
				bytes: 0
			}]
		});
	}
	lines(from, to) {
		this.look();
		return [...this.logs].flatMap(([service, { file, looks }]) => {
			const first = looks.findLast(({ at }) => at <= from)?.bytes ?? 0;
			const last = (looks.find(({ at }) => at >= to) ?? looks.at(-1))?.bytes ?? 0;
			return timedLines(part(file, first, Math.min(last, first + MOST_BYTES$2)), first, looks).filter(({ at }) => at >= from && at <= to).slice(0, MOST_LINES$1).map((line) => logEvent(service, line.at, line.text));
		});
	}
	[Symbol.dispose]() {
		clearInterval(this.timer);
		for (const { file } of this.logs.values()) closeLog(file);
		this.logs.clear();
	}
	look() {
		const at = Date.now();
		for (const log of this.logs.values()) {
			const bytes = sizeOf(log.file);
			const before = log.looks.at(-1)?.bytes ?? 0;
			if (bytes < before) log.looks = [];
			if (bytes !== before && log.looks.length < MOST_LOOKS) log.looks.push({
				at,
				bytes
			});
		}
	}
};
const logEvent = (service, at, text) => ({
	at: new Date(at).toISOString(),
	service,
	kind: "log",
	text: visible(text).trim().slice(0, LONGEST$3)
});
function startupEvents(startupTimes, from, to) {
	return Object.entries(startupTimes).flatMap(([service, { began, ready }]) => [{
		service,
		kind: "start",
		at: began
	}, {
		service,
		kind: "ready",
		at: began + 1e3 * ready
	}]).filter(({ at }) => at >= from && at <= to).map((one) => ({
		...one,
		at: new Date(one.at).toISOString(),
		text: ""
	}));
}
function timedLines(text, offset, looks) {
	const found = [];
	let end = offset;
	let look = 0;
	for (const line of text.split("\n").slice(0, -1)) {
		end += Buffer.byteLength(line) + 1;
		while (look < looks.length - 1 && looks[look].bytes < end) look++;
		const seen = looks[look]?.at;
		if (seen !== void 0 && line.trim() !== "") found.push({
			at: ownTime(line, seen) ?? seen,
			text: line
		});
	}
	return found;
}
const HELD = 1e4;
const AHEAD = 50;
function ownTime(line, seen) {
	const head = line.slice(0, 400);
	const [, date, time, zone] = /(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:[.,]\d{1,9})?) ?(Z|[+-]\d\d:?\d\d)?/.exec(head) ?? [];
	const [, number] = /"(?:time|timestamp|ts)": ?"?(\d{10}(?:\d{3}|\.\d+)?)\b/.exec(head) ?? [];
	const written = date === void 0 ? void 0 : `${date}T${time?.replace(",", ".")}`;
	return [...written === void 0 ? [] : zone ? [Date.parse(written + zone)] : [`${written}Z`, written].map((text) => Date.parse(text)), ...number === void 0 ? [] : [Number(number) * (/^\d{13}$/.test(number) ? 1 : 1e3)]].find((at) => at <= seen + AHEAD && at >= seen - HELD);
}
function openLog(path) {
	try {
		return openFile(path);
	} catch {
		return null;
	}
}
function closeLog(file) {
	if (typeof file === "number") closeSync(file);
}
const sizeOf = (file) => file === null ? 0 : fstatSync(file).size;
function part(file, from, to) {
	if (to <= from || file === null) return "";
	const buffer = Buffer.alloc(to - from);
	return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, from)).toString("utf8");
}

// src/stack/sockets.ts
const LISTEN = "0A";
const LOOPBACK6 = "00000000000000000000000001000000";
function listeners(text) {
	return text.split("\n").flatMap((line) => {
		const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
		const [address = "", port = ""] = local.split(":");
		return state === LISTEN ? [{
			port: Number.parseInt(port, 16),
			inode: Number(inode),
			address
		}] : [];
	});
}
const LOOPBACK4 = /^(?:0{16}FFFF0000)?.{6}7F$/;
function listensForOthers(pid, read = readProc) {
	const texts = ["tcp", "tcp6"].flatMap((name) => read(`/proc/${pid}/net/${name}`) ?? []);
	const isForOthers = ({ address }) => address !== LOOPBACK6 && !LOOPBACK4.test(address);
	return texts.length === 0 ? null : texts.flatMap(listeners).some(isForOthers);
}
function holder(port) {
	const inodes = new Set(all().flatMap((socket) => socket.port === port ? socket.inode : []));
	const pid = allStats().find((stat) => socketsOf(stat.pid).some((inode) => inodes.has(inode)))?.pid;
	if (pid === void 0) return null;
	return {
		pid,
		command: (readProc(`/proc/${pid}/cmdline`) ?? "").replaceAll("\0", " ").trim().slice(0, 200) || "?"
	};
}
function listening(pids) {
	const inodes = new Set(pids.flatMap(socketsOf));
	const own = all().filter(({ inode }) => inodes.has(inode));
	return [...new Set(own.map(({ port }) => port))].sort((a, b) => a - b).map((port) => ({
		port,
		only6: own.every((socket) => socket.port !== port || socket.address === LOOPBACK6)
	}));
}
function all() {
	return ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((path) => {
		try {
			return listeners(readFileSync(path, "latin1"));
		} catch {
			return [];
		}
	});
}
function socketsOf(pid) {
	return numbersIn(`/proc/${pid}/fd`).flatMap((file) => {
		try {
			const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${file}`)) ?? [];
			return inode === void 0 ? [] : Number(inode);
		} catch {
			return [];
		}
	});
}

// src/stack/compose/cgroup.ts
function cgroupOf(pid, id, read) {
	const mounts = mountsIn(read);
	const own = read(`/proc/${pid}/cgroup`) ?? "";
	const groups = own.includes(id) ? own.split("\n").map((line) => line.split(":")) : [];
	const folders = (controller) => {
		const path = groups.find(([, names = ""]) => controller === null ? names === "" : names.split(",").includes(controller))?.slice(2).join(":");
		return mounts.filter(({ type, options }) => controller === null ? type === "cgroup2" : type === "cgroup" && options.includes(controller)).flatMap(({ root, at }) => [...path === void 0 ? [] : below(path, root).map((rest) => join$1(at, rest)), ...usualNames(id).map((name) => join$1(at, name))]);
	};
	const first = (files) => files.find((file) => read(file) !== void 0);
	const one = first(folders("cpuacct").map((folder) => join$1(folder, "cpuacct.usage")));
	if (one !== void 0) {
		const of = (controller, file) => first(folders(controller).map((folder) => join$1(folder, file))) ?? null;
		return {
			cpu: {
				file: one,
				version: 1
			},
			memory: of("memory", "memory.max_usage_in_bytes"),
			faults: of("memory", "memory.stat"),
			disk: of("blkio", "blkio.throttle.io_service_bytes"),
			threads: of("cpuacct", "tasks")
		};
	}
	const two = folders(null).find((folder) => seconds(read(join$1(folder, "cpu.stat")), 2) !== null);
	if (two === void 0) return null;
	const of = (file) => first([join$1(two, file)]) ?? null;
	return {
		cpu: {
			file: join$1(two, "cpu.stat"),
			version: 2
		},
		memory: of("memory.peak"),
		faults: of("memory.stat"),
		disk: of("io.stat"),
		threads: of("cgroup.threads")
	};
}
function hasRoot(read) {
	return mountsIn(read).some(({ at, type, options }) => type === "cgroup2" ? read(join$1(at, "cgroup.procs")) !== void 0 && read(join$1(at, "cgroup.type")) === void 0 : options.includes("cpuacct") && read(join$1(at, "release_agent")) !== void 0);
}
function cgroupUse({ cpu, memory }, read) {
	const bytes = memory === null ? void 0 : read(memory)?.trim();
	return {
		cpu: seconds(read(cpu.file), cpu.version),
		memory: bytes !== void 0 && /^\d+$/.test(bytes) ? Number(bytes) : null
	};
}
function cgroupWork({ faults, disk }, read) {
	const [, count] = /^pgfault (\d+)$/m.exec((faults && read(faults)) ?? "") ?? [];
	const moved = (disk === null ? void 0 : read(disk))?.trim();
	return {
		...count !== void 0 && { page_faults: Number(count) },
		...moved !== void 0 && {
			disk_read: bytes(moved, "r"),
			disk_written: bytes(moved, "w")
		}
	};
}
function bytes(text, direction) {
	const word = {
		r: "Read |\\brbytes=",
		w: "Write |\\bwbytes="
	}[direction];
	return [...text.matchAll(new RegExp(`(?:${word})(\\d+)`, "g"))].reduce((sum, [, n]) => sum + Number(n), 0);
}
const threadsOf = ({ threads }, read) => ((threads && read(threads)) ?? "").split("\n").map(Number).filter((thread) => thread > 0);
function networkWork(text) {
	const all = [...(text ?? "").matchAll(/^\s*(\S+):\s*(\d+)(?:\s+\d+){7}\s+(\d+)/gm)].filter(([, name]) => name !== "lo");
	if (all.length === 0) return {};
	const sum = (at) => all.reduce((total, found) => total + Number(found[at]), 0);
	return {
		bytes_received: sum(2),
		bytes_sent: sum(3)
	};
}
function seconds(text, version) {
	const [, digits] = (version === 1 ? /^(\d+)\s*$/ : /^usage_usec (\d+)$/m).exec(text ?? "") ?? [];
	return digits === void 0 ? null : Number(digits) / (version === 1 ? 1e9 : 1e6);
}
const mountsIn = (read) => (read("/proc/self/mountinfo") ?? "").split("\n").flatMap((line) => mountOf(line) ?? []);
function mountOf(line) {
	const [left = "", right = ""] = line.split(" - ");
	const [, , , root = "", at = ""] = left.split(" ");
	const [type = "", , options = ""] = right.split(" ");
	if (type !== "cgroup" && type !== "cgroup2") return void 0;
	return {
		root,
		at,
		type,
		options: options.split(",")
	};
}
function below(path, root) {
	if (root === "/" || path.startsWith("/..")) return [path];
	return path === root || path.startsWith(`${root}/`) ? [path.slice(root.length)] : [];
}
const usualNames = (id) => [
	`docker/${id}`,
	`system.slice/docker-${id}.scope`,
	`machine.slice/libpod-${id}.scope`
];

// src/stack/compose/container.ts
const exposedIn = ({ ExposedPorts }) => Object.keys(ExposedPorts ?? {}).flatMap((name) => name.endsWith("/tcp") ? [Number.parseInt(name, 10)] : []);
function containerOf(of) {
	const { State, Config, HostConfig, NetworkSettings } = of;
	const ports = Object.entries(NetworkSettings.Ports ?? {}).flatMap(([name, bound]) => bound?.[0] && name.endsWith("/tcp") ? [[Number.parseInt(name, 10), Number(bound[0].HostPort)]] : []);
	return {
		id: of.Id,
		service: Config.Labels?.["com.docker.compose.service"] ?? "",
		pid: State.Pid,
		startedAt: State.StartedAt,
		restarts: of.RestartCount,
		running: State.Running && !State.Restarting,
		status: State.Status,
		exitCode: State.ExitCode,
		outOfMemory: State.OOMKilled,
		comesBack: !["", "no"].includes(HostConfig.RestartPolicy?.Name ?? ""),
		limit: HostConfig.Memory ?? 0,
		cores: coresOf(HostConfig),
		ports: new Map(ports),
		image: {
			name: Config.Image,
			id: of.Image,
			exposed: exposedIn(Config)
		},
		command: Config.Cmd ?? [],
		networks: Object.keys(NetworkSettings.Networks ?? {})
	};
}
const coresOf = ({ NanoCpus, CpuQuota, CpuPeriod }) => {
	if (NanoCpus) return NanoCpus / 1e9;
	return CpuQuota && CpuQuota > 0 ? CpuQuota / (CpuPeriod || 1e5) : null;
};
async function inspectContainer(engine, id) {
	return containerOf(await engine.get(`/containers/${id}/json`));
}
async function containersOf(engine, project) {
	const query = labelled(PROJECT, project);
	const ids = (await engine.get(`/containers/json?all=1&${query}`)).flatMap(({ Id, Labels }) => Labels["com.docker.compose.oneoff"] === "True" ? [] : Id);
	return Promise.all(ids.map((id) => inspectContainer(engine, id)));
}
const STEADY = 2e3;
const endsAgain = ({ status, running, restarts, startedAt }, now = Date.now()) => status === "restarting" || restarts > 0 && (!running || now - Date.parse(startedAt) < STEADY);
const isVisible = ({ id, pid }) => readProc(`/proc/${pid}/cgroup`)?.includes(id) === true;
const hasOwnNetwork = ({ networks }) => networks.length > 0 && !networks.includes("host");
const listens = (one) => one.running && isVisible(one) ? listensForOthers(one.pid) : null;
const publisherOf = (containers, service, port) => containers.find((one) => one.service === service && one.ports.has(port));
const targetsOf = (endpoints, containers) => Object.fromEntries(Object.entries(endpoints).flatMap(([name, { service, port }]) => {
	const at = publisherOf(containers, service, port)?.ports.get(port);
	return at === void 0 ? [] : [[name, `http://${HOST}:${at}`]];
}));
const addressesOf = (containers) => new Map(containers.flatMap(({ service, ports }) => [...ports].map(([port, at]) => [`${service}:${port}`, `${HOST}:${at}`])));
async function lastLinesOf(engine, id, count) {
	const query = `stdout=1&stderr=1&tail=${count}`;
	return demultiplexed(await engine.bytes(`/containers/${id}/logs?${query}`)).split(/\r?\n/).filter(Boolean);
}
async function linesOf(engine, id, from, to) {
	const span = `since=${Math.floor(from / 1e3)}&until=${Math.ceil(to / 1e3)}`;
	const query = `stdout=1&stderr=1&timestamps=1&tail=${MOST_LINES$1}&${span}`;
	return demultiplexed(await engine.bytes(`/containers/${id}/logs?${query}`)).split(/\r?\n/).filter(Boolean);
}
function demultiplexed(log) {
	const parts = [];
	for (let at = 0; at < log.length;) {
		if (!(log.length - at >= 8 && log[at] <= 2 && log.readUIntBE(at + 1, 3) === 0)) return (at === 0 ? log : Buffer.concat(parts)).toString();
		const end = at + 8 + log.readUInt32BE(at + 4);
		parts.push(log.subarray(at + 8, end));
		at = end;
	}
	return Buffer.concat(parts).toString();
}
var Meter = class {
	container;
	cgroup;
	began;
	switches = new Ending();
	compilation = new Ending();
	networked;
	constructor(container) {
		this.container = container;
		this.cgroup = cgroupOf(container.pid, container.id, (path) => {
			try {
				return readFileSync(path, "latin1");
			} catch {
				return;
			}
		});
		this.began = isVisible(container) ? statOf(container.pid)?.began : void 0;
		this.networked = this.began !== void 0 && hasOwnNetwork(container);
	}
	get root() {
		return this.began === void 0 ? null : this.container.pid;
	}
	get visible() {
		return this.cgroup !== null;
	}
	read() {
		const { cgroup } = this;
		if (cgroup === null) return null;
		const use = cgroupUse(cgroup, readProc);
		const threads = threadsOf(cgroup, readProc).flatMap((thread) => {
			const scheduled = parseSchedstat(readProc(`/proc/${thread}/schedstat`));
			return scheduled === void 0 ? [] : [{
				thread,
				...scheduled
			}];
		});
		const turns = threads.map(({ thread, switches }) => [thread, switches]);
		const compilers = threads.flatMap(({ thread, cpu }) => isCompiler(`/proc/${thread}`) ? [[thread, cpu]] : []);
		return {
			...use,
			work: {
				...cgroupWork(cgroup, readProc),
				...turns.length > 0 && { context_switches: this.switches.sum(new Map(turns)) },
				...compilers.length > 0 && { compilation: this.compilation.sum(new Map(compilers)) },
				...this.networked && networkWork(readProc(`/proc/${this.container.pid}/net/dev`))
			}
		};
	}
	same() {
		return this.began === void 0 ? null : statOf(this.container.pid)?.began === this.began;
	}
};
const LATE = 100;
async function statsOf(engine, id, now = () => performance.now()) {
	try {
		const asked = now();
		const stats = await engine.get(`/containers/${id}/stats?stream=0&one-shot=1`);
		const nanoseconds = now() - asked > LATE ? void 0 : stats.cpu_stats?.cpu_usage?.total_usage;
		return {
			cpu: nanoseconds ? nanoseconds / 1e9 : null,
			memory: stats.memory_stats?.max_usage || null
		};
	} catch {
		return {
			cpu: null,
			memory: null
		};
	}
}

// src/stack/compose/attached.ts
const PRELOADING = /^((?:--|-c)?shared[-_]preload[-_]libraries=)(.*)$/s;
const DIGESTS = [
	"--performance-schema=ON",
	"--loose-max-digest-length=4096",
	"--loose-performance-schema-max-digest-length=4096"
];
function attached$1(name, service, attach) {
	const { folder, env, written, preloaded } = attach;
	const own = Object.entries(service.environment).map(([key, value]) => [key, String(value)]);
	const environment = {
		...service.environment,
		...env(name, Object.fromEntries(own))
	};
	const bound = (at, read_only) => ({
		type: "bind",
		source: at,
		target: at,
		read_only
	});
	const folders = [bound(folder, true), ...(written?.(name) ?? []).map((at) => bound(at, false))];
	const command = counting(commandOf(POSTGRES, name, service, attach), preloaded?.get(name)) ?? digesting(commandOf(MYSQL, name, service, attach));
	return {
		...service,
		environment,
		...command && { command },
		volumes: [...service.volumes ?? [], ...folders]
	};
}
const awaitsModules = (started, services, attach) => started.some((name) => {
	const words = commandOf(POSTGRES, name, own(services, name) ?? {}, attach);
	return words !== void 0 && !namesModules(words) && !attach.preloaded?.has(name);
});
const SERVERS = /* @__PURE__ */ new Map([[POSTGRES, /^postgres$/], [MYSQL, /^(?:mysqld|mariadbd)$/]]);
function commandOf(database, name, service, { image }) {
	const { exposed = [], command: ofImage = database === POSTGRES ? ["postgres"] : [] } = image?.(name) ?? {};
	if (databaseOf({
		name: String(service.image ?? ""),
		exposed
	}) !== database) return void 0;
	const { command, entrypoint } = service;
	if (entrypoint !== null && entrypoint !== void 0) return void 0;
	if (command !== null && command !== void 0 && !Array.isArray(command)) return void 0;
	const words = (command ?? ofImage).map(String);
	const [first = ""] = words;
	return SERVERS.get(database)?.test(first) || first.startsWith("-") ? words : void 0;
}
const digesting = (words) => words?.some((word) => /performance[-_]schema/.test(word)) ? void 0 : words && [...words, ...DIGESTS];
const namesModules = (command) => command.some((word) => PRELOADING.test(word));
function counting(words, preloaded) {
	if (words === void 0) return void 0;
	const at = words.findLastIndex((word) => PRELOADING.test(word));
	const [, option, written] = PRELOADING.exec(words[at] ?? "") ?? [];
	const known = written ?? preloaded;
	if (known === void 0) return void 0;
	const modules = known.split(",").flatMap((one) => one.trim() || []);
	if (!modules.some((one) => one.includes("pg_stat_statements"))) modules.push(LIBRARY);
	if (option !== void 0) return words.with(at, option + modules.join(","));
	return [
		...words,
		"-c",
		`shared_preload_libraries=${modules.join(",")}`
	];
}
async function knowingImages(attach, images, engine) {
	const read = async (image) => {
		const found = await findImage(engine, image);
		if (found === void 0) return void 0;
		const { Config = {} } = found;
		const pairs = (Config.Env ?? []).map((text) => text.split(/=(.*)/s).slice(0, 2));
		return {
			variables: Object.fromEntries(pairs),
			exposed: exposedIn(Config),
			command: Config.Cmd ?? []
		};
	};
	const all = Object.entries(images).map(async ([service, image]) => [service, await read(image)]);
	const known = Object.fromEntries(await Promise.all(all));
	return {
		...attach,
		env: (service, mine) => attach.env(service, {
			...own(known, service)?.variables,
			...mine
		}),
		image: (service) => own(known, service)
	};
}

// src/stack/compose/crashloop.ts
const GIVEN = {
	time: 2e4,
	restarts: 3
};
var CrashLoops = class {
	since = /* @__PURE__ */ new Map();
	listens;
	constructor(listens$4 = listens) {
		this.listens = listens$4;
	}
	isOver(service, containers, now = Date.now()) {
		const own = containers.filter((one) => one.service === service);
		if (own.length === 0) return false;
		if (own.every(({ running, comesBack }) => !running && !comesBack)) return true;
		if (!containers.filter((one) => one.service !== service && one.image.exposed.length > 0).every((one) => this.listens(one) === true || hasDone(one))) {
			this.since.delete(service);
			return false;
		}
		const restarts = Math.max(...own.map((one) => one.restarts));
		const first = this.since.get(service) ?? {
			at: now,
			restarts
		};
		this.since.set(service, first);
		return now - first.at >= GIVEN.time && restarts - first.restarts >= GIVEN.restarts;
	}
};
const hasDone = ({ status, exitCode }) => status === "exited" && exitCode === 0;

// src/stack/databases/client.ts
const TIMEOUT$4 = 10;
const how = ({ cwd, env, ledger }) => ({
	cwd,
	env,
	...ledger !== void 0 && { ledger }
});
const startClient = (client, onLine) => start([...client.argv], {
	...how(client),
	interactive: true,
	onLine
});
async function ask(client, input) {
	try {
		return (await run([...client.argv], {
			...how(client),
			timeout: TIMEOUT$4,
			input
		})).stdout;
	} catch (error) {
		if (!isExpected(error)) throw error;
		return "";
	}
}
async function statementsBy(client, input, { client: program, counts }, waits, signal) {
	try {
		const asked = () => run([...client.argv], {
			...how(client),
			signal,
			timeout: TIMEOUT$4,
			input
		});
		const first = await asked();
		const done = `${first.stdout}${first.stderr}`.trim() === "" ? await asked() : first;
		const found = counts(done.stdout, await waits());
		if (found !== null) return { counts: found };
		return { lacking: complaint(done.stderr) || complaint(done.stdout) || `its client ${program} printed nothing` };
	} catch (error) {
		if (signal.aborted) throw error;
		return { lacking: isExpected(error) ? firstLine(error.message) : `its client ${program} printed something else` };
	}
}
const complaint = (text) => firstLine(text.trim());

// src/stack/databases/locks.ts
const LONGEST$2 = 1;
const MOST = 1e4;
var Looks = class {
	seconds = /* @__PURE__ */ new Map();
	last = null;
	known() {
		return this.last === null ? void 0 : this.seconds;
	}
	hear(line) {
		const [, at, waiting] = /^steelyard (\d+(?:\.\d+)?)((?: -?\d+)*) ?$/.exec(line.trimEnd()) ?? [];
		if (at === void 0) return;
		const since = this.last === null ? 0 : Number(at) - this.last;
		this.last = Number(at);
		if (since <= 0) return;
		for (const id of waiting.split(" ").filter(Boolean)) {
			if (!this.seconds.has(id) && this.seconds.size >= MOST) continue;
			this.seconds.set(id, (this.seconds.get(id) ?? 0) + Math.min(LONGEST$2, since));
		}
	}
};
var LockWaits = class {
	open = /* @__PURE__ */ new Map();
	async of(key, { locks }, client) {
		if (locks === void 0) return void 0;
		const known = this.open.get(key);
		if (known !== void 0) return known.child.ended ? void 0 : known.looks.known();
		const looks = new Looks();
		const child = await startClient(client, (line) => looks.hear(line));
		this.open.set(key, {
			child,
			looks
		});
		child.write(locks);
	}
	async close() {
		const children = [...this.open.values()].map(({ child }) => child.stop({ grace: .5 }));
		this.open.clear();
		await Promise.allSettled(children);
	}
};

// src/stack/databases/session.ts
const TIMEOUT$3 = 5e3;
const MOST_LINES = 1e3;
var Session = class Session {
	child;
	why = "its client was not started";
	answer;
	lines = [];
	asked;
	constructor(asked) {
		this.asked = asked;
	}
	static async open(client, questions) {
		const session = new Session(questions[0]);
		try {
			const child = await startClient(client, (line) => session.hear(line));
			session.child = child;
			child.exited.then(() => session.answer?.(session.over(child)));
		} catch (error) {
			session.why = isExpected(error) ? firstLine(error.message) : String(error);
			return session;
		}
		for (const asked of questions) {
			session.asked = asked;
			if (asked.hello !== void 0) session.child.write(asked.hello);
			if (!("lacking" in await session.counts())) return session;
		}
		session.asked = questions[0];
		return session;
	}
	hear(line) {
		this.lines.push(line);
		if (this.lines.length > MOST_LINES) this.lines.shift();
		const counts = this.asked.counts(this.lines);
		const complaint = /\b(?:ERROR|FATAL|NOAUTH|WRONGPASS|NOPERM|error|exec failed)\b:? +(.*)/.exec(line)?.[1];
		if (counts) this.answer?.(counts);
		else if (complaint !== void 0) this.answer?.({ lacking: complaint });
	}
	over(child) {
		return { lacking: child.tail(1)[0] ?? "its client ended" };
	}
	counts() {
		const { child } = this;
		if (child === void 0) return Promise.resolve({ lacking: this.why });
		if (child.ended) return Promise.resolve(this.over(child));
		this.lines = [];
		return new Promise((resolve) => {
			const done = (result) => {
				clearTimeout(late);
				this.answer = void 0;
				resolve(result);
			};
			const lacking = `its client did not answer within ${TIMEOUT$3 / 1e3} s`;
			const late = setTimeout(() => done({ lacking }), TIMEOUT$3);
			this.answer = done;
			child.write(this.asked.question);
		});
	}
	async [Symbol.asyncDispose]() {
		await this.child?.stop({ grace: .5 });
	}
};

// src/stack/databases/addressed.ts
const MONGODB_LATER = "MongoDB's client is too heavy to stay open; it is asked after a verdict";
var AddressedDatabases = class {
	metrics;
	here;
	sessions = /* @__PURE__ */ new Map();
	lockWaits = new LockWaits();
	found = /* @__PURE__ */ new Map();
	constructor(metrics, here) {
		this.metrics = metrics;
		this.here = here;
	}
	async open(addresses) {
		await this.close();
		this.found = new Map(Object.entries(this.metrics).flatMap(([name, { database }]) => database === void 0 ? [] : [[name, this.find(database, addresses)]]));
		const opened = [...this.found].map(async ([name, found]) => {
			if ("lacking" in found) return;
			const questions = found.database.asked?.({ command: [] });
			if (questions !== void 0) this.sessions.set(name, await Session.open(found.client, questions));
		});
		await Promise.all(opened);
	}
	find(wanted, addresses) {
		const { cwd, env, ledger } = this.here;
		try {
			const text = typeof wanted === "string" ? filled(wanted, addresses) : variable(wanted.env, env);
			const { database, url } = databaseAt(text);
			const how = database.at(url);
			const hide = typeof wanted === "string" ? (words) => words : hiding(url);
			return {
				database,
				client: {
					argv: how.argv,
					cwd,
					env: allowed(env, how.env),
					ledger
				},
				hide
			};
		} catch (error) {
			if (error instanceof SteelyardError) return { lacking: firstLine(error.message) };
			throw error;
		}
	}
	async counts(name) {
		const found = this.found.get(name);
		if (found === void 0) return { lacking: "only a Compose stack has it" };
		if ("lacking" in found) return found;
		const counts = await this.sessions.get(name)?.counts() ?? { lacking: MONGODB_LATER };
		return "lacking" in counts ? { lacking: found.hide(counts.lacking) } : counts;
	}
	async statements(signal) {
		const all = [...this.found].map(async ([name, found]) => {
			if (isShared(own(this.metrics, name)?.database)) return [];
			if ("lacking" in found) return [[name, found]];
			const { database, client } = found;
			const waits = () => this.lockWaits.of(name, database, client);
			return [[name, await statementsBy(client, database.input.foreign, database, waits, signal)]];
		});
		return Object.fromEntries((await Promise.all(all)).flat());
	}
	async close() {
		const open = [...this.sessions.values()];
		this.sessions.clear();
		await Promise.allSettled([...open.map((one) => one[Symbol.asyncDispose]()), this.lockWaits.close()]);
	}
};
function variable(name, env) {
	const value = own(env, name);
	if (value === void 0) throw userError(`The variable ${name} is not set.`);
	return value;
}
const IP = /\d+(?:\.\d+){3}|(?:[\da-f]*:){2,}[\da-f.]*/gi;
function hiding({ whole, host, user, database }) {
	const parts = [
		...host.split(","),
		user,
		database,
		...new URL(whole).searchParams.values()
	].filter((one) => /\D/.test(one)).sort((a, b) => b.length - a.length);
	const hidden = (text, part) => text.replace(new RegExp(`(?<!\\w)${part.replace(/\W/g, "\\$&")}(?!\\w)`, "gi"), "***");
	return (text) => parts.reduce(hidden, text).replace(IP, "***");
}
function passwordsIn(metrics, env) {
	return Object.values(metrics).flatMap(({ database }) => typeof database === "object" ? [own(env, database.env) ?? ""] : []).flatMap((text) => {
		try {
			return [text, databaseAt(text).url.password].filter((one) => one !== "");
		} catch {
			return text === "" ? [] : [text];
		}
	});
}

// src/stack/compose/databases.ts
var ComposeDatabases = class {
	named = /* @__PURE__ */ new Map();
	others = /* @__PURE__ */ new Map();
	lockWaits = new LockWaits();
	addressed;
	metrics;
	docker;
	preloaded;
	constructor(metrics, docker, preloaded) {
		this.metrics = metrics;
		this.docker = docker;
		this.preloaded = preloaded;
		this.addressed = new AddressedDatabases(metrics, docker);
	}
	client(argv) {
		const { cwd, ledger } = this.docker;
		return {
			argv,
			cwd,
			env: dockerEnv(this.docker),
			ledger
		};
	}
	async open(containers) {
		await this.closeSessions();
		const running = containers.filter((one) => one.running);
		await Promise.all(running.map((one) => this.keepPreloaded(one)));
		const wanted = Object.entries(this.metrics).flatMap(([name, { postgres }]) => postgres === void 0 ? [] : [{
			name,
			postgres
		}]);
		const named = wanted.map(async ({ name, postgres }) => {
			const found = running.find(({ service }) => service === postgres.service);
			if (found === void 0) return;
			const client = this.client(psqlArgv(found.id, postgres));
			this.named.set(name, await Session.open(client, [IN_POSTGRES]));
		});
		const configured = new Set(wanted.map(({ postgres }) => postgres.service));
		const others = running.map(async (container) => {
			const { id, service, image } = container;
			const database = configured.has(service) ? void 0 : databaseOf(image);
			const questions = database?.asked?.(container);
			if (database === void 0 || questions === void 0) return;
			this.others.set(service, await Session.open(this.client(database.argv(id)), questions));
		});
		await Promise.all([
			...named,
			...others,
			this.addressed.open(/* @__PURE__ */ new Map())
		]);
	}
	async keepPreloaded({ id, service, image, command }) {
		if (this.preloaded.has(service) || databaseOf(image) !== POSTGRES || namesModules(command)) return;
		const found = preloadedIn(await ask(this.client(POSTGRES.argv(id)), ASK_PRELOADED));
		if (found !== void 0) this.preloaded.set(service, found);
	}
	async counts(name) {
		if (own(this.metrics, name)?.postgres === void 0) return this.addressed.counts(name);
		return await this.named.get(name)?.counts() ?? { lacking: "its service does not run" };
	}
	async all() {
		const counts = [...this.others].map(async ([service, one]) => [service, await one.counts()]);
		return Object.fromEntries(await Promise.all(counts));
	}
	async statements(containers, signal) {
		const all = containers.map(async ({ id, service, image, running }) => {
			const database = running ? databaseOf(image) : void 0;
			if (database === void 0) return [];
			const client = this.client(database.argv(id));
			const waits = () => this.lockWaits.of(id, database, client);
			return [[service, await statementsBy(client, database.input.own, database, waits, signal)]];
		});
		return Object.fromEntries((await Promise.all(all)).flat());
	}
	async closeSessions() {
		const open = [...this.named.values(), ...this.others.values()];
		this.named.clear();
		this.others.clear();
		await Promise.allSettled([...open.map((one) => one[Symbol.asyncDispose]()), this.addressed.close()]);
	}
	async close() {
		await Promise.all([this.closeSessions(), this.lockWaits.close()]);
	}
};

// src/stack/compose/judges.ts
const ANY = { kind: "any" };
const REMOVED = { kind: "removed" };
const UNSET = { kind: "unset" };
const FILE = {
	kind: "path",
	of: (path) => ({ path })
};
const only = (words, test) => ({
	kind: "only",
	words,
	test
});
const oneOf = (...words) => only(words.join(", "), (value) => typeof value === "string" && words.includes(value));
const like = (words, form) => only(words, (value) => typeof value === "string" && form.test(value));
const keyed = (form) => only("other keys", (_value, _siblings, key) => form.test(key));
function empty(value) {
	if (value === null || value === void 0 || value === false || value === "" || value === 0) return true;
	return typeof value === "object" && Object.keys(value).length === 0;
}
const ORDINARY_CAPABILITIES = /^(CAP_)?(AUDIT_WRITE|CHOWN|DAC_OVERRIDE|FOWNER|FSETID|KILL|MKNOD|NET_BIND_SERVICE|NET_RAW|SETFCAP|SETGID|SETPCAP|SETUID|SYS_CHROOT)$/i;
const CAPABILITY = like("the default capabilities of containers", ORDINARY_CAPABILITIES);
const CONFINEMENT = like("no-new-privileges, and the engine's own profile", /^(no-new-privileges([:=]true)?|apparmor[:=]docker-default)$/);
const OWN_SYSCTLS = keyed(/^(net\.|fs\.mqueue\.|kernel\.(msgmax|msgmnb|msgmni|sem|shm\w+)$)/);
const ULIMITS = keyed(/^(as|core|cpu|data|fsize|locks|memlock|msgqueue|nofile|nproc|rss|sigpending|stack)$/);
const NETWORK_OPTIONS = keyed(/^com\.docker\.network\.(driver\.mtu|enable_ipv[46]|bridge\.(enable_icc|enable_ip_masquerade))$/);
const LOG_OPTIONS = keyed(/^(max-size|max-file|compress|labels|labels-regex|env|env-regex|tag|mode|max-buffer-size)$/);
const SIZE_ONLY = only("a size", (value) => Object.keys(Object(value)).every((option) => option === "size"));
const MEMORY_VOLUME = only("a tmpfs", (value) => {
	const { type, device, o = "", ...more } = Object(value);
	const known = /^(?:(?:size|uid|gid|mode|nr_inodes)=\w+%?|noexec|nosuid|nodev|)$/;
	const plain = String(o).split(",").every((option) => known.test(option));
	return type === "tmpfs" && (device === "tmpfs" || device === "none") && plain && empty(more);
});
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;
const MOUNTED = {
	kind: "path",
	of(source, { type }) {
		if (type === "bind") return { path: source };
		if (type === "image") return "harmless";
		return type === "volume" && PLAIN.test(source) ? "harmless" : "unknown";
	}
};
const FETCHED = /^(https?:\/\/|docker-image:\/\/|(service|target):[\w.-]+$)/;
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*:|[^/]*@)/;
const contextKind = (context) => {
	if (FETCHED.test(context)) return "harmless";
	return SCHEME.test(context) ? "unknown" : { path: context };
};
const CONTEXT = {
	kind: "path",
	of: contextKind
};
const DOCKERFILE = {
	kind: "path",
	of(file, { context }) {
		const kind = contextKind(String(context));
		return typeof kind === "string" ? kind : {
			path: file,
			from: kind.path
		};
	}
};
const CACHED_IMAGE = like("an image", /^(type=registry,ref=)?[\w./:@-]+$/);
const VOLUMES_OF = like("services of the project", /^(?!container:)[\w.-]+(:r[ow])?$/);
const NETWORK_OF = like("none, service:NAME", /^(none|service:[\w.-]+)$/);
const PROCESSES_OF = like("service:NAME", /^service:[\w.-]+$/);
const MEMORY_OF = like("none, private, shareable, service:NAME", /^(none|private|shareable|service:[\w.-]+)$/);
const NOT_BEFORE_OTHERS = only("0 and more", (value) => Number(value) >= 0);
const NETWORK_NAME = only("not host", (value, { external }) => empty(external) || value !== "host");
const EXTERNAL_VOLUME_NAME = only("a name", (value, { external }) => empty(external) || PLAIN.test(String(value)));

// src/stack/compose/sources.ts
function within(path, folder) {
	const step = relative(folder, path);
	return step === "" || step !== ".." && !step.startsWith("../") && !isAbsolute(step);
}
function mountedFrom({ services, configs, secrets }, started, top, counts = () => true) {
	const bound = started.flatMap((name) => listed(own(services, name)?.volumes).flatMap(({ type, source, target }) => type === "bind" && counts(String(target)) ? [String(source)] : []));
	const files = [configs, secrets].flatMap((of) => Object.values(of ?? {}).flatMap((one) => typeof one?.file === "string" ? [one.file] : []));
	const inside = [...bound, ...files].filter((path) => within(path, top));
	return [...new Set(inside.map((path) => relative(top, path)))].sort();
}
function locating({ checkout, sockets, real }) {
	const top = real(checkout);
	const held = sockets.map(real);
	return (path, from) => {
		const found = real(resolve(from === void 0 ? top : real(from), path));
		if (held.some((socket) => within(socket, found))) return {
			path: found,
			needs: "engine-socket"
		};
		return {
			path: found,
			needs: within(found, top) ? null : "host-files"
		};
	};
}
function mounts(model, bounds, allow, exists) {
	const guarded = allow.includes("checkout-writes") ? [] : bounds.guarded.flatMap((path) => places(path, bounds));
	const top = bounds.real(bounds.checkout);
	const restricted = [];
	const absent = [];
	const services = Object.entries(model.services ?? {}).map(([service, declared]) => {
		const volumes = listed(declared.volumes).map((volume) => {
			if (volume.type !== "bind") return volume;
			const source = String(volume.source);
			const bind = volume.bind;
			const own = within(source, top);
			if (own && bind?.create_host_path === true && !exists(source)) absent.push(source);
			const holds = guarded.find((path) => within(path, source) || within(source, path));
			if (holds !== void 0 && empty(volume.read_only)) restricted.push(restriction(service, volume, relative(top, holds)));
			const made = own && bind?.create_host_path === true ? { bind: {
				...bind,
				create_host_path: false
			} } : {};
			return {
				...volume,
				...made,
				...holds === void 0 ? {} : { read_only: true }
			};
		});
		return [service, volumes.length === 0 ? declared : {
			...declared,
			volumes
		}];
	});
	const mounted = {
		...model,
		services: Object.fromEntries(services)
	};
	return {
		model: mounted,
		refusals: swappable(mounted),
		restricted,
		absent
	};
}
const places = (path, { real }) => [join(real(dirname(path)), basename(path)), real(path)];
const restriction = (service, { target }, holds) => `services.${service}.volumes (${String(target)}) holds ${holds} and is mounted read-only; stack.compose.allow: [checkout-writes] lets the service write there`;
const readOnlyRemedy = (output, sentences) => /read-only file system|\bEROFS\b/i.test(output) ? sentences.find((one) => one.includes("is mounted read-only")) : void 0;
function profiles(model, project, locate) {
	const refusals = [];
	const services = Object.entries(model.services ?? {}).map(([name, service]) => {
		if (!Array.isArray(service.security_opt)) return [name, service];
		const security_opt = service.security_opt.map((option) => {
			const [, file] = /^seccomp[:=](?!unconfined$|builtin$)(.+)$/s.exec(String(option)) ?? [];
			if (file === void 0) return option;
			const { path, needs } = locate(file, project);
			const where = `services.${name}.security_opt`;
			const why = "reads files outside of the checkout";
			if (needs !== null) refusals.push({
				needs: "host-files",
				where,
				value: option,
				why
			});
			return `seccomp=${path}`;
		});
		return [name, {
			...service,
			security_opt
		}];
	});
	return {
		model: {
			...model,
			services: Object.fromEntries(services)
		},
		refusals
	};
}
function swappable(model) {
	const binds = bindsOf(model);
	const writable = binds.filter((one) => one.writable);
	return [...binds, ...filesOf(model)].flatMap(({ where, source }) => {
		const over = writable.find((one) => one.source !== source && within(source, one.source));
		if (over === void 0) return [];
		return [{
			needs: "host-files",
			where,
			value: source,
			why: `lies below ${over.source}, where ${over.service} could replace it with a link before it is mounted: mount that folder read-only`
		}];
	});
}
function bindsOf({ services = {} }) {
	return Object.entries(services).flatMap(([service, { volumes }]) => listed(volumes).filter(({ type }) => type === "bind").map(({ source, target, read_only }) => ({
		service,
		where: `services.${service}.volumes (${String(target)})`,
		source: String(source),
		writable: empty(read_only)
	})));
}
function filesOf(model) {
	return ["configs", "secrets"].flatMap((kind) => Object.entries(model[kind] ?? {}).flatMap(([name, one]) => typeof one?.file === "string" ? [{
		where: `${kind}.${name}.file`,
		source: one.file
	}] : []));
}
const listed = (volumes) => Array.isArray(volumes) ? volumes : [];

// src/stack/compose/datafolders.ts
function withOwnVolumes(model) {
	const held = new Set(Object.values(model.services ?? {}).flatMap((service) => listed(service.volumes).flatMap((volume) => volume.type === "volume" && holdsData(service, volume) ? [String(volume.source)] : [])));
	const warnings = [];
	const volumes = Object.entries(model.volumes ?? {}).map(([key, volume]) => {
		if (!held.has(key) || empty(volume?.external)) return [key, volume];
		const name = String(volume?.name ?? key);
		warnings.push(`volumes.${key} is a new volume in each start, because a database would write to the external volume "${name}"; it is empty: fill it by stack.seed`);
		return [key, {}];
	});
	if (warnings.length === 0) return {
		model,
		warnings
	};
	return {
		model: {
			...model,
			volumes: Object.fromEntries(volumes)
		},
		warnings
	};
}
async function withDataVolumes(model, bounds, stateOf) {
	const top = bounds.real(bounds.checkout);
	const binds = Object.entries(model.services ?? {}).flatMap(([name, service]) => listed(service.volumes).flatMap((volume) => volume.type === "bind" ? [{
		name,
		service,
		volume,
		source: String(volume.source)
	}] : []));
	const data = binds.filter(({ service, volume, source }) => holdsData(service, volume) && empty(service.user) && within(source, top) && !binds.some((other) => other.source !== source && within(other.source, source)));
	const states = /* @__PURE__ */ new Map();
	for (const { source } of data) states.set(source, await stateOf(source));
	const held = data.filter(({ source }) => states.get(source) !== "own");
	const keys = new Map(held.map(({ source }) => [source, keyOf(relative(top, source))]));
	const services = Object.entries(model.services ?? {}).map(([name, service]) => {
		const volumes = listed(service.volumes).map((volume) => {
			const key = volume.type === "bind" ? keys.get(String(volume.source)) : void 0;
			const { bind: _, ...rest } = volume;
			return key === void 0 ? volume : {
				...rest,
				type: "volume",
				source: key
			};
		});
		return [name, volumes.length === 0 ? service : {
			...service,
			volumes
		}];
	});
	const made = Object.fromEntries([...keys.values()].map((key) => [key, {}]));
	const warnings = held.flatMap(({ name, volume, source }) => states.get(source) === "foreign" ? `services.${name}.volumes (${String(volume.target)}) has a new volume in each start, because base does not have the data in ${relative(top, source)}` : []);
	return {
		model: {
			...model,
			services: Object.fromEntries(services),
			volumes: {
				...model.volumes,
				...made
			}
		},
		warnings
	};
}
const holdsData = ({ image }, { target, read_only }) => keepsData(String(image ?? ""), String(target)) && empty(read_only);
const keyOf = (path) => `mounted-${createHash("sha256").update(path).digest("hex").slice(0, 8)}`;

// src/stack/compose/folderstate.ts
async function stateOf(folder, checkout, tracked = async () => null) {
	const files = await tracked(checkout, folder);
	if (files?.some((path) => !isPlaceholder(path))) return "own";
	try {
		const found = linklessStat(folder);
		if (found === void 0) return "empty";
		const owners = [linklessStat(checkout)?.uid, process.getuid?.()];
		if (files === null && found.isDirectory() && !owners.includes(found.uid)) return "foreign";
		if (found.isDirectory() && namesIn(folder).every(({ name }) => isPlaceholder(name))) return "empty";
		return files === null ? "own" : "foreign";
	} catch {
		return "foreign";
	}
}

// src/stack/compose/resolved.ts
const LOGGING = {
	driver: "json-file",
	options: { "max-size": "64m" }
};
function aliased(resolved) {
	const services = Object.entries(resolved.services ?? {}).map(([key, service]) => {
		const { container_name: name, network_mode, networks } = service;
		if (typeof name !== "string" || network_mode) return [key, service];
		const joined = Object.entries(networks ?? { default: null }).map(([network, one]) => own(resolved.networks, network)?.external ? [network, one] : [network, {
			...one,
			aliases: [...one?.aliases ?? [], name]
		}]);
		return [key, {
			...service,
			networks: Object.fromEntries(joined)
		}];
	});
	return {
		...resolved,
		services: Object.fromEntries(services)
	};
}
function made$1(resolved, wanted) {
	const { project } = wanted;
	const labels = {
		[PROJECT]: project,
		[OWNER]: wanted.owner
	};
	const named = (all = {}) => Object.fromEntries(Object.entries(all).map(([key, one]) => [key, one?.external ? one : {
		...one,
		name: `${project}_${key}`,
		labels: {
			...labelsOf(one?.labels),
			...labels
		}
	}]));
	const services = Object.entries(resolved.services ?? {}).map(([name, service]) => [name, serviceOf(name, service, wanted, labels)]);
	return {
		...resolved,
		name: project,
		services: Object.fromEntries(services),
		networks: named(resolved.networks),
		volumes: named(resolved.volumes)
	};
}
function serviceOf(name, service, wanted, labels) {
	const { image, build, ...rest } = service;
	const seeding = wanted.seed?.service === name ? wanted.seed.env : {};
	const ports = [...wanted.ports.get(name) ?? []].map((target) => ({
		mode: "ingress",
		host_ip: "127.0.0.1",
		target,
		published: "",
		protocol: "tcp"
	}));
	const environment = {
		...settled(service.environment),
		...wanted.stackEnv,
		...seeding
	};
	const made = {
		logging: LOGGING,
		...wanted.cpus ? { cpuset: wanted.cpus } : {},
		...rest,
		...build ? builtAs(name, build, wanted) : { image },
		...ports.length > 0 ? { ports } : {},
		labels: {
			...labelsOf(service.labels),
			...labels
		},
		environment
	};
	return wanted.attach ? attached$1(name, made, wanted.attach) : made;
}
function builtAs(service, build, { images, owner }) {
	const labels = {
		...labelsOf(build.labels),
		[PROJECT]: images.project,
		[OWNER]: owner
	};
	return {
		image: images.names.get(service),
		build: {
			...build,
			labels
		}
	};
}
const settled = (env = {}) => Object.fromEntries(Object.entries(env).filter(([, value]) => value !== null));
const labelsOf = (labels) => Array.isArray(labels) ? Object.fromEntries(labels.map((text) => String(text).split(/=(.*)/s).slice(0, 2))) : labels ?? {};
function active(resolved, profiles) {
	return Object.entries(resolved.services ?? {}).flatMap(([name, service]) => {
		const named = service.profiles ?? [];
		return named.length === 0 || profiles.includes("*") || named.some((one) => profiles.includes(one)) ? [name] : [];
	});
}
const LEFT_OUT = "steelyard.left-out";
function selected(resolved, names) {
	for (const name of names) demandService(name, "stack.compose.services", resolved, null);
	const { services = {} } = resolved;
	const kept = withDependencies(services, names);
	const all = Object.entries(services).map(([name, { profiles: _, ...service }]) => [name, kept.has(name) ? service : {
		...service,
		profiles: [LEFT_OUT]
	}]);
	return {
		...resolved,
		services: Object.fromEntries(all)
	};
}
const conditionsOf = (service) => service?.depends_on ?? {};
function withDependencies(services, names) {
	const found = new Set(names);
	for (const name of found) for (const one of Object.keys(conditionsOf(own(services, name)))) found.add(one);
	return found;
}
function demandService(name, where, resolved, started) {
	const all = Object.keys(resolved.services ?? {});
	if (!all.includes(name)) throw userError(`The Compose files have no service "${name}".`, {
		where,
		remedy: `name one of: ${all.join(", ")}`
	});
	if (started === null || started.includes(name)) return;
	const profiles = own(resolved.services, name)?.profiles ?? [];
	if (profiles.includes(LEFT_OUT)) {
		const what = `The service "${name}" is not started, as stack.compose.services does not name it.`;
		throw userError(what, {
			where,
			remedy: "add it there"
		});
	}
	throw userError(`The service "${name}" is not started: it belongs to the profile ${profiles.join(" or ")}.`, {
		where,
		remedy: `add it: stack.compose.profiles: [${profiles[0] ?? ""}]`
	});
}
function demandPorts(name, where, resolved) {
	const mode = own(resolved.services, name)?.network_mode;
	if (!isUnpublishable(mode)) return;
	const [, other] = /^service:(.+)$/.exec(String(mode)) ?? [];
	throw userError(`The service "${name}" has no ports of its own, because of network_mode: ${String(mode)}.`, {
		where,
		remedy: other === void 0 ? `give it a network of its own, in the file or in a further one of stack.compose.files: services: { ${name}: { network_mode: !reset null } }` : `name the service whose network it has: ${other}`
	});
}
function demandServices({ endpoints, compose, seed }, resolved, started) {
	for (const [name, { service }] of Object.entries(endpoints)) {
		demandService(service, `stack.endpoints.${name}`, resolved, started);
		demandPorts(service, `stack.endpoints.${name}`, resolved);
	}
	for (const [service, { port }] of Object.entries(compose.ready)) {
		demandService(service, `stack.compose.ready.${service}`, resolved, started);
		if (port !== void 0) demandPorts(service, `stack.compose.ready.${service}`, resolved);
	}
	if (seed?.service !== void 0) demandService(seed.service, "stack.seed.service", resolved, null);
}

// src/stack/compose/images.ts
function builtAlike(resolved, profiles) {
	const { services = {} } = resolved;
	const builders = buildersIn(services, active(resolved, profiles));
	const all = Object.entries(services).map(([name, service]) => {
		const builder = builders.get(name);
		return [name, builder === void 0 ? service : {
			...service,
			build: own(services, builder)?.build
		}];
	});
	return {
		...resolved,
		services: Object.fromEntries(all)
	};
}
var Images = class {
	project;
	begun = false;
	built = /* @__PURE__ */ new Set();
	constructor(run) {
		this.project = `${PREFIX}${run}-0`;
	}
	names({ services = {} }) {
		return new Map(Object.entries(services).flatMap(([service, { build }]) => {
			if (!build) return [];
			const hash = createHash("sha256").update(`${service}\0${JSON.stringify(build)}`).digest("hex");
			return [[service, `${this.project}-${hash.slice(0, 16)}`]];
		}));
	}
	of(resolved) {
		const named = Object.entries(resolved.services ?? {}).flatMap(([service, { image }]) => typeof image === "string" ? [[service, image]] : []);
		return Object.fromEntries([...named, ...this.names(resolved)]);
	}
	isBuilt(name) {
		return this.built.has(name);
	}
	add(name) {
		this.built.add(name);
	}
};

// src/stack/compose/permissions.ts
const beyond = (value) => value === "host" || String(value).startsWith("container:");
const PERMISSIONS = [
	[
		"{name,version}",
		ANY,
		null,
		"Steelyard names the project"
	],
	[
		"include",
		REMOVED,
		null,
		"is read by Compose before; written.ts checks the files"
	],
	[
		"models",
		UNSET,
		"host-programs",
		"is run by a program on the machine"
	],
	[
		"jobs",
		UNSET,
		"unchecked",
		"holds containers that this version does not check"
	],
	[
		"services.*.{image,platform}",
		ANY,
		null,
		"is pulled or built, and runs in the container"
	],
	[
		"services.*.{pull_policy,pull_refresh_after}",
		ANY,
		null,
		"images are pulled once, before the start"
	],
	[
		"services.*.{command,entrypoint,environment}",
		ANY,
		null,
		"is the container's own"
	],
	[
		"services.*.{user,group_add,umask,working_dir}",
		ANY,
		null,
		"is the container's own"
	],
	[
		"services.*.{init,stdin_open,tty,read_only,attach}",
		ANY,
		null,
		"is the container's own"
	],
	[
		"services.*.{stop_signal,stop_grace_period,restart,profiles}",
		ANY,
		null,
		"controls when it runs"
	],
	[
		"services.*.healthcheck.{disable,interval,retries,start_interval,start_period,test,timeout}",
		ANY,
		null,
		"runs in the container"
	],
	[
		"services.*.depends_on.*.{condition,required,restart}",
		ANY,
		null,
		"controls when it runs"
	],
	[
		"services.*.post_start[].{command,environment,user,working_dir}",
		ANY,
		null,
		"runs in the container"
	],
	[
		"services.*.post_start[].privileged",
		UNSET,
		"privileged",
		"is root on the machine"
	],
	[
		"services.*.pre_stop[].{command,environment,user,working_dir}",
		ANY,
		null,
		"runs in the container"
	],
	[
		"services.*.pre_stop[].privileged",
		UNSET,
		"privileged",
		"is root on the machine"
	],
	[
		"services.*.pre_start",
		UNSET,
		"unchecked",
		"holds containers that this version does not check"
	],
	[
		"services.*.labels",
		ANY,
		null,
		"is written on the container"
	],
	[
		"services.*.annotations",
		UNSET,
		"drivers",
		"is an instruction to the runtime, outside of the container"
	],
	[
		"services.*.container_name",
		REMOVED,
		null,
		"would collide with another run"
	],
	[
		"services.*.{extends,env_file,label_file}",
		REMOVED,
		null,
		"is read by Compose before; written.ts checks the files"
	],
	[
		"services.*.develop",
		REMOVED,
		null,
		"is only for `docker compose watch`"
	],
	[
		"services.*.{scale,hostname,domainname,mac_address}",
		ANY,
		null,
		"is the container's own"
	],
	[
		"services.*.privileged",
		UNSET,
		"privileged",
		"is root on the machine"
	],
	[
		"services.*.cap_drop",
		ANY,
		null,
		"takes rights away"
	],
	[
		"services.*.cap_add[]",
		CAPABILITY,
		"capabilities",
		"adds rights over the machine"
	],
	[
		"services.*.security_opt[]",
		CONFINEMENT,
		"unconfined",
		"removes its confinement"
	],
	[
		"services.*.{devices,device_cgroup_rules,gpus}",
		UNSET,
		"devices",
		"has devices of the machine"
	],
	[
		"services.*.runtime",
		oneOf("runc", "io.containerd.runc.v2"),
		"drivers",
		"is started by another program of the machine"
	],
	[
		"services.*.isolation",
		oneOf("default"),
		"drivers",
		"has another kind of isolation"
	],
	[
		"services.*.credential_spec",
		UNSET,
		"host-files",
		"reads credentials of the machine"
	],
	[
		"services.*.provider",
		UNSET,
		"host-programs",
		"runs a program on the machine"
	],
	[
		"services.*.models",
		UNSET,
		"host-programs",
		"is run by a program on the machine"
	],
	[
		"services.*.use_api_socket",
		UNSET,
		"engine-socket",
		"has the engine's socket"
	],
	[
		"services.*.sysctls.*",
		OWN_SYSCTLS,
		"kernel",
		"is a setting of the whole machine"
	],
	[
		"services.*.pid",
		PROCESSES_OF,
		"host-processes",
		"sees processes outside of the project"
	],
	[
		"services.*.ipc",
		MEMORY_OF,
		"host-processes",
		"shares memory outside of the project"
	],
	[
		"services.*.{uts,userns_mode}",
		UNSET,
		"host-processes",
		"shares the machine's name or users"
	],
	[
		"services.*.cgroup",
		oneOf("private"),
		"host-processes",
		"sees control groups outside of the project"
	],
	[
		"services.*.cgroup_parent",
		UNSET,
		"host-processes",
		"is in a control group outside of the project"
	],
	[
		"services.*.{cpus,cpu_count,cpu_percent,cpu_period,cpu_quota,cpu_shares,cpuset}",
		ANY,
		null,
		"restricts the container"
	],
	[
		"services.*.{mem_limit,mem_reservation,mem_swappiness,memswap_limit,pids_limit,shm_size}",
		ANY,
		null,
		"restricts the container"
	],
	[
		"services.*.{cpu_rt_period,cpu_rt_runtime}",
		UNSET,
		"kernel",
		"has priority over every other program of the machine"
	],
	[
		"services.*.oom_kill_disable",
		UNSET,
		"kernel",
		"lets its memory use kill other programs"
	],
	[
		"services.*.oom_score_adj",
		NOT_BEFORE_OTHERS,
		"kernel",
		"lets its memory use kill other programs"
	],
	[
		"services.*.ulimits.*",
		ULIMITS,
		"kernel",
		"has priority over other programs of the machine"
	],
	[
		"services.*.blkio_config.weight",
		ANY,
		null,
		"restricts the container"
	],
	[
		"services.*.blkio_config.{weight_device,device_read_bps,device_read_iops,device_write_bps,device_write_iops}",
		UNSET,
		"devices",
		"names devices of the machine"
	],
	[
		"services.*.storage_opt",
		SIZE_ONLY,
		"drivers",
		"is an option of the engine's storage"
	],
	[
		"services.*.tmpfs",
		ANY,
		null,
		"is memory of the container"
	],
	[
		"services.*.volumes[].type",
		oneOf("volume", "bind", "tmpfs", "image"),
		(type) => type === "npipe" ? "engine-socket" : "drivers",
		"mounts something else"
	],
	[
		"services.*.volumes[].source",
		MOUNTED,
		"host-files",
		"mounts files outside of the checkout"
	],
	[
		"services.*.volumes[].{target,read_only,consistency}",
		ANY,
		null,
		"is the container's own"
	],
	[
		"services.*.volumes[].bind.{create_host_path,recursive,selinux}",
		ANY,
		null,
		"concerns files of the checkout"
	],
	[
		"services.*.volumes[].bind.propagation",
		oneOf("private", "rprivate"),
		"host-files",
		"shares mounts with the machine"
	],
	[
		"services.*.volumes[].volume.{labels,nocopy,subpath}",
		ANY,
		null,
		"is within the volume"
	],
	[
		"services.*.volumes[].image.subpath",
		ANY,
		null,
		"is within the image"
	],
	[
		"services.*.volumes[].tmpfs.{mode,size}",
		ANY,
		null,
		"is memory of the container"
	],
	[
		"services.*.volumes_from[]",
		VOLUMES_OF,
		"external",
		"has the volumes of a container outside of the project"
	],
	[
		"services.*.{configs,secrets}[].{source,target,uid,gid,mode}",
		ANY,
		null,
		"names one of this project"
	],
	[
		"services.*.network_mode",
		NETWORK_OF,
		(mode) => beyond(mode) ? "host-network" : "external",
		"is in a network outside of the project"
	],
	[
		"services.*.networks.*.{aliases,gw_priority,interface_name,ipv4_address,ipv6_address,mac_address,priority,use_service_name_alias}",
		ANY,
		null,
		"is within the project's network"
	],
	[
		"services.*.networks.*.{driver_opts,link_local_ips}",
		UNSET,
		"network-settings",
		"changes the network's setup"
	],
	[
		"services.*.{dns,dns_opt,dns_search,extra_hosts}",
		ANY,
		null,
		"names addresses that the container can reach in any case, including the machine's own (host-gateway)"
	],
	[
		"services.*.{expose,links}",
		ANY,
		null,
		"is within the project's network"
	],
	[
		"services.*.external_links",
		UNSET,
		"external",
		"reaches a container outside of the project"
	],
	[
		"services.*.ports",
		REMOVED,
		null,
		"only endpoints are published, on the loopback"
	],
	[
		"services.*.logging.driver",
		oneOf("json-file", "local", "none"),
		"drivers",
		"lets the engine send logs elsewhere"
	],
	[
		"services.*.logging.options.*",
		LOG_OPTIONS,
		"drivers",
		"lets the engine send logs elsewhere"
	],
	[
		"services.*.build.context",
		CONTEXT,
		"host-files",
		"reads files outside of the checkout"
	],
	[
		"services.*.build.dockerfile",
		DOCKERFILE,
		"host-files",
		"reads files outside of the checkout"
	],
	[
		"services.*.build.additional_contexts.*",
		CONTEXT,
		"host-files",
		"reads files outside of the checkout"
	],
	[
		"services.*.build.{args,dockerfile_inline,labels,target,platforms,shm_size,extra_hosts}",
		ANY,
		null,
		"is the image's own"
	],
	[
		"services.*.build.{no_cache,no_cache_filter}",
		ANY,
		null,
		"controls what is reused"
	],
	[
		"services.*.build.pull",
		REMOVED,
		null,
		"would build base and head on different images"
	],
	[
		"services.*.build.secrets[].{source,target,uid,gid,mode}",
		ANY,
		null,
		"names one of this project"
	],
	[
		"services.*.build.ulimits.*",
		ULIMITS,
		"kernel",
		"has priority over other programs of the machine"
	],
	[
		"services.*.build.cache_from[]",
		CACHED_IMAGE,
		"host-files",
		"reads files outside of the checkout"
	],
	[
		"services.*.build.cache_to",
		REMOVED,
		null,
		"would write to folders and registries; no measurement needs it"
	],
	[
		"services.*.build.tags",
		REMOVED,
		null,
		"would replace images of the machine, including those of base and of later jobs"
	],
	[
		"services.*.build.{provenance,sbom}",
		REMOVED,
		null,
		"describes an image that is published"
	],
	[
		"services.*.build.ssh",
		UNSET,
		"host-files",
		"reads keys of the machine"
	],
	[
		"services.*.build.network",
		oneOf("default", "none"),
		"host-network",
		"is in a network outside of the project"
	],
	[
		"services.*.build.{privileged,entitlements}",
		UNSET,
		"privileged",
		"is root on the machine"
	],
	[
		"services.*.build.isolation",
		oneOf("default"),
		"drivers",
		"has another kind of isolation"
	],
	[
		"services.*.deploy.{mode,replicas,endpoint_mode,labels}",
		ANY,
		null,
		"sets the number of containers"
	],
	[
		"services.*.deploy.placement.{constraints,max_replicas_per_node,preferences[].spread}",
		ANY,
		null,
		"is ignored by Compose"
	],
	[
		"services.*.deploy.{update_config,rollback_config}.{delay,failure_action,max_failure_ratio,monitor,order,parallelism}",
		ANY,
		null,
		"is ignored by Compose"
	],
	[
		"services.*.deploy.restart_policy.{condition,delay,max_attempts,window}",
		ANY,
		null,
		"controls when it runs"
	],
	[
		"services.*.deploy.resources.limits.{cpus,memory,pids}",
		ANY,
		null,
		"restricts the container"
	],
	[
		"services.*.deploy.resources.reservations.{cpus,memory}",
		ANY,
		null,
		"restricts the container"
	],
	[
		"services.*.deploy.resources.reservations.{devices,generic_resources}",
		UNSET,
		"devices",
		"has devices of the machine"
	],
	[
		"{networks,volumes}.*.external",
		UNSET,
		"external",
		"is not of this project: it would outlive the run"
	],
	[
		"networks.*.name",
		NETWORK_NAME,
		"host-network",
		"is the machine's own network"
	],
	[
		"volumes.*.name",
		EXTERNAL_VOLUME_NAME,
		"host-files",
		"mounts files outside of the checkout"
	],
	[
		"{networks,volumes,configs,secrets}.*.labels",
		ANY,
		null,
		"is written on it"
	],
	[
		"networks.*.driver",
		oneOf("bridge", "default"),
		"network-settings",
		"is in a network outside of the project"
	],
	[
		"networks.*.driver_opts.*",
		NETWORK_OPTIONS,
		"network-settings",
		"changes the machine's network"
	],
	[
		"networks.*.ipam.driver",
		oneOf("default"),
		"network-settings",
		"changes the machine's network"
	],
	[
		"networks.*.ipam.{config,options}",
		UNSET,
		"network-settings",
		"takes addresses that the machine, or the other side, may use"
	],
	[
		"networks.*.{attachable,enable_ipv4,enable_ipv6,internal}",
		ANY,
		null,
		"is within the project's network"
	],
	[
		"volumes.*.driver",
		oneOf("local"),
		"drivers",
		"is made by another program of the machine"
	],
	[
		"volumes.*.driver_opts",
		MEMORY_VOLUME,
		"host-files",
		"mounts what it names, with root's rights"
	],
	[
		"{configs,secrets}.*.file",
		FILE,
		"host-files",
		"reads files outside of the checkout"
	],
	[
		"{configs,secrets}.*.{name,content,environment}",
		ANY,
		null,
		"is in the files, or in the allow-listed environment"
	],
	[
		"{configs,secrets}.*.external",
		UNSET,
		"external",
		"is not of this project"
	],
	[
		"{configs,secrets}.*.{driver,driver_opts,template_driver}",
		UNSET,
		"drivers",
		"is made by another program of the machine"
	]
];

// src/stack/compose/permitted.ts
function planted(rows) {
	const root = { below: /* @__PURE__ */ new Map() };
	for (const row of rows) for (const path of spelled(row[0])) {
		let branch = root;
		for (const step of steps(path)) {
			const next = branch.below.get(step) ?? { below: /* @__PURE__ */ new Map() };
			branch.below.set(step, next);
			branch = next;
		}
		if (branch.row) throw new Error(`${path} has two rows`);
		branch.row = row;
	}
	return root;
}
const silent = (value) => value === null || typeof value === "object" && empty(value);
function spelled(key) {
	const [, before, choices, after] = /^(.*?)\{([^}]*)\}(.*)$/.exec(key) ?? [];
	if (choices === void 0) return [key];
	return choices.split(",").flatMap((choice) => spelled(`${before}${choice}${after}`));
}
const steps = (path) => path.replaceAll("[]", ".[]").split(".");
const TREE = planted(PERMISSIONS);
function permitted(model, locate) {
	const refusals = [];
	return {
		model: new Walk(locate, refusals).mapping(model, TREE, ""),
		refusals
	};
}
var Walk = class {
	locate;
	refusals;
	constructor(locate, refusals) {
		this.locate = locate;
		this.refusals = refusals;
	}
	mapping(all, branch, at) {
		const kept = Object.entries(all).flatMap(([key, value]) => {
			if (key.startsWith("x-") && !branch.below.has("*")) return [];
			const where = at === "" ? key : `${at}.${key}`;
			const next = branch.below.get(key) ?? branch.below.get("*");
			if (next === void 0) {
				if (silent(value)) return [];
				this.refuse("unchecked", where, value, "is a key that this version does not know");
				return [[key, value]];
			}
			if (next.row?.[1].kind === "removed") return [];
			return [[key, this.value(value, next, where, all, key)]];
		});
		return Object.fromEntries(kept);
	}
	value(value, branch, where, siblings, key) {
		if (branch.row) return this.judged(value, branch.row, where, siblings, key);
		if (empty(value)) return value;
		const item = branch.below.get("[]");
		if (Array.isArray(value) && item !== void 0) return value.map((one, index) => this.value(one, item, `${where}[${index}]`, { [key]: value }, key));
		if (typeof value === "object" && !Array.isArray(value)) return this.mapping(value, branch, where);
		this.refuse("unchecked", where, value, "has a form that this version does not know");
		return value;
	}
	judged(value, row, where, siblings, key) {
		const [, harmless, needs, why] = row;
		if (harmless.kind === "any" || harmless.kind === "removed" || empty(value)) return value;
		const needed = () => typeof needs === "function" ? needs(value) : needs ?? "unchecked";
		if (harmless.kind === "path") return this.path(value, harmless, needed(), where, siblings, why);
		if (harmless.kind === "unset" || !harmless.test(value, siblings, key)) this.refuse(needed(), where, value, why);
		return value;
	}
	path(value, { of }, needs, where, siblings, why) {
		const kind = typeof value === "string" ? of(value, siblings) : "unknown";
		if (kind === "harmless") return value;
		if (kind === "unknown") {
			this.refuse(needs, where, value, why);
			return value;
		}
		const found = this.locate(kind.path, kind.from);
		if (found.needs === "engine-socket") this.refuse(found.needs, where, value, "has the engine's socket");
		else if (found.needs !== null) this.refuse(found.needs, where, value, why);
		return found.path;
	}
	refuse(needs, where, value, why) {
		this.refusals.push({
			needs,
			where,
			value,
			why
		});
	}
};

// src/stack/compose/written.ts
const TAGS = /^(!reset|!override|tag:yaml\.org,2002:(str|int|float|bool|null|map|seq|merge))$/;
const LONGEST$1 = 1e6;
const OTHERWISE_READ = /\r(?!\n)|[\u0000\u0085\u2028\u2029\ufffd]|(?!^)\ufeff/;
function namedIn(text) {
	if (text.length > LONGEST$1) throw new Error(`it has more than ${LONGEST$1} characters`);
	if (OTHERWISE_READ.test(text)) throw new Error("it is not UTF-8, or has line breaks other than LF and CRLF");
	const parsed = (0, import_dist.parseAllDocuments)(text, {
		schema: "core",
		merge: true,
		stringKeys: true,
		resolveKnownTags: false,
		prettyErrors: false
	});
	const found = [];
	for (const document of Array.isArray(parsed) ? parsed : []) {
		const [error] = document.errors;
		if (error) throw error;
		(0, import_dist.visit)(document, {
			Node(_, node) {
				if (node.tag !== void 0 && !TAGS.test(node.tag)) throw new Error(`the tag ${node.tag} is not known`);
			},
			Pair(_, { key, value }, path) {
				if (!(0, import_dist.isScalar)(key)) throw new Error("a key is not a plain text");
				if (key.value === "<<" && key.type !== "PLAIN") throw new Error("\"<<\" is in quotes");
				const named = NAMES[String(key.value)];
				if (named === void 0 || key.value === "include" && isWatched(path)) return;
				found.push(...named((0, import_dist.isNode)(value) ? value.toJS(document) : value));
			}
		});
	}
	return found;
}
const texts = (value) => (Array.isArray(value) ? value : [value]).flatMap((one) => {
	const path = typeof one === "object" ? one?.path : one;
	return path === void 0 || path === null ? [] : Array.isArray(path) ? path.map(String) : [String(path)];
});
const NAMES = {
	env_file: (value) => texts(value).map((path) => ({
		key: "env_file",
		path
	})),
	label_file: (value) => texts(value).map((path) => ({
		key: "label_file",
		path
	})),
	extends: (value) => {
		const file = value?.file;
		return typeof file === "string" ? [{
			key: "extends",
			path: file
		}] : [];
	},
	include: (value) => (Array.isArray(value) ? value : [value]).flatMap((one) => {
		const folder = one?.project_directory;
		const more = typeof folder === "string" ? { folder } : {};
		return texts([one]).map((path) => ({
			key: "include",
			path,
			...more
		}));
	})
};
function isWatched(path) {
	const anchored = path.some((node) => (0, import_dist.isNode)(node) && "anchor" in node && node.anchor !== void 0);
	const keys = path.flatMap((node) => typeof node === "object" && node !== null && "key" in node && (0, import_dist.isScalar)(node.key) ? [node.key.value] : []);
	return !anchored && keys.at(-1) === "watch" && keys.at(-2) === "develop";
}
const MOST_READ = 200;
const REMOTE = /^([A-Za-z][A-Za-z0-9+.-]*:|git@|github\.com\/)/;
async function unreadable(files, reading) {
	const { project, locate, read, exists, filled } = reading;
	const refusals = [];
	const refuse = (needs, where, value, why) => {
		if (!refusals.some((one) => one.where === where && one.why === why && one.value === value)) refusals.push({
			needs,
			where,
			value,
			why
		});
	};
	const readable = (path, where, value) => {
		if (!exists(path)) return false;
		const { needs } = locate(path);
		if (needs !== null) refuse("host-files", where, value, `reads ${path}, outside of the checkout`);
		return needs === null;
	};
	const seen = /* @__PURE__ */ new Set();
	const queue = files.map((file) => ({
		file,
		bases: [project, dirname(file)],
		first: true
	}));
	readable(join(project, ".env"), ".env", ".env");
	for (let next = queue.shift(); next !== void 0; next = queue.shift()) {
		const { file, bases, first } = next;
		if (seen.has(`${file}\n${bases.join("\n")}`)) continue;
		seen.add(`${file}\n${bases.join("\n")}`);
		if (first && !readable(file, "stack.compose.files", file)) continue;
		const text = read(file);
		if (text === null) continue;
		if (seen.size > MOST_READ) throw endless(file);
		const named = understood(text, file);
		const paths = first ? await filled(named.map(({ path }) => path)) : named.map(({ path }) => path);
		for (const [index, { key, path: written, folder }] of named.entries()) {
			const path = paths[index] ?? written;
			if (REMOTE.test(path)) {
				refuse("host-programs", key, path, "is fetched by a program on the machine");
				continue;
			}
			if (path.includes("$") || folder?.includes("$") === true) {
				refuse("host-files", key, folder ?? path, `is not known before ${file} is read`);
				continue;
			}
			if (path.startsWith("~")) refuse("host-files", key, path, "reads the user's files");
			for (const base of new Set(bases)) {
				const found = resolve(base, path);
				if (!readable(found, key, path) || key !== "extends" && key !== "include") continue;
				const own = [...folder === void 0 ? [] : [resolve(base, folder)], dirname(found)];
				if (key === "include") for (const one of own) readable(join(one, ".env"), key, `${path} (.env)`);
				queue.push({
					file: found,
					bases: [...own, project],
					first: false
				});
			}
		}
	}
	return refusals;
}
const endless = (file) => userError("The Compose files of the stack include or extend too many others.", {
	where: file,
	remedy: "see whether one includes itself; put them into fewer files"
});
function understood(text, file) {
	try {
		return namedIn(text);
	} catch (error) {
		throw userError("A Compose file of the stack is not plain YAML.", {
			where: file,
			remedy: "correct it: use no tags of other programs, no keys that are not texts, and no quoted merges",
			cause: error
		});
	}
}

// src/stack/compose/project.ts
const READING = 60;
const READER = "steelyard";
async function readProject(options, docker, signal, guard = {
	guarded: [join(docker.cwd, ".git")],
	config: ".github/steelyard.yml"
}) {
	const files = options.files.map((file) => resolve(docker.cwd, file));
	const folder = dirname(files[0]);
	const dotenv = existsSync(join(folder, ".env")) ? join(folder, ".env") : void 0;
	const reader = {
		...docker,
		dotenv,
		fetches: options.allow.includes("host-programs")
	};
	const call = {
		signal,
		timeout: READING
	};
	const demand = (found) => {
		const refused = found.filter(({ needs }) => !options.allow.includes(needs));
		if (refused.length > 0) throw refusal(refused, options, guard);
	};
	let variables = [];
	const ask = async (...args) => {
		const done = await compose(reader, files, READER, [
			"--profile",
			"*",
			"config",
			...args
		], call);
		mustSucceed(done, "Docker Compose cannot read the files of the stack", {
			where: options.files.join(", "),
			remedy: makeThem(variables, docker.cwd) ?? `check them: ${byHand$1(options, "config")}`,
			absent: [...files, ...variables].filter((file) => !existsSync(file)),
			fault: "user"
		});
		return done.stdout;
	};
	const bounds = {
		checkout: docker.cwd,
		sockets: [...SOCKETS, ...docker.address?.startsWith("unix://") ? [docker.address.slice(7)] : []],
		guarded: guard.guarded,
		real: realPath
	};
	const locate = locating(bounds);
	demand(await named(files, folder, reader, locate, call));
	const { services } = options;
	const chosen = services.length > 0 ? [] : await profilesOf(options, reader, folder, call);
	const more = await attached(JSON.parse(await ask("--format", "json", ...AS_WRITTEN)), folder, reader, locate, call);
	demand(more.refusals);
	variables = more.needed;
	const owned = withOwnVolumes(unescaped(await ask("--format", "json")));
	const checked = permitted(aliased(owned.model), locate);
	const confined = profiles(checked.model, folder, locate);
	const top = realPath(docker.cwd);
	const stored = await withDataVolumes(confined.model, bounds, (path) => stateOf(path, top, guard.tracked));
	const safe = mounts(stored.model, bounds, options.allow, existsSync);
	demand([
		...checked.refusals,
		...confined.refusals,
		...safe.refusals
	]);
	for (const path of safe.absent) make(path);
	const digests = async () => digestsOf(await ask("--hash", "*"));
	return {
		resolved: builtAlike(services.length > 0 ? selected(safe.model, services) : safe.model, chosen),
		digests,
		warnings: [
			...safe.restricted,
			...owned.warnings,
			...stored.warnings
		],
		dotenv,
		profiles: chosen
	};
}
function named(files, project, docker, locate, call) {
	const filled = (texts) => filledBy(docker, texts, project, call);
	const read = (path) => textOf$1(locate(path).path);
	return unreadable(files, {
		project,
		locate,
		read,
		exists: existsSync,
		filled
	});
}
function makeThem(variables, checkout) {
	const missing = [...new Set(variables)].filter((file) => !existsSync(file));
	if (missing.length === 0) return null;
	const pathOf = (file) => relative(checkout, file);
	const outside = missing.filter((file) => pathOf(file).startsWith(".."));
	if (outside.length > 0) return `name a file in the checkout instead of ${outside.join(", ")}`;
	const copies = missing.filter((file) => existsSync(`${file}.example`)).map((file) => [
		"cp",
		pathOf(`${file}.example`),
		pathOf(file)
	]);
	const example = copies.length === 0 ? "" : `: ${JSON.stringify(copies)}`;
	return `make ${missing.map(pathOf).join(", ")} by stack.compose.build, because a fresh checkout has only what git tracks${example}`;
}
const AS_WRITTEN = [
	"--no-env-resolution",
	"--no-interpolate",
	"--no-normalize",
	"--no-path-resolution"
];
async function attached({ services = {} }, project, docker, locate, call) {
	const all = Object.entries(services).flatMap(([name, { env_file, label_file }]) => [env_file, label_file].flat().flatMap((one) => {
		const { path = one, required } = Object(one);
		const isNeeded = required !== false;
		return one === void 0 ? [] : [{
			where: `services.${name}`,
			path: String(path),
			isNeeded
		}];
	}));
	const paths = all.map(({ path }) => path);
	const filled = await filledBy(docker, paths, project, call);
	const found = all.map((one, index) => ({
		...one,
		...locate(filled[index] ?? one.path, project)
	}));
	return {
		refusals: found.flatMap(({ where, path, needs }, index) => {
			if (needs === null || !existsSync(path)) return [];
			const why = `reads ${path}, outside of the checkout`;
			return [{
				needs: "host-files",
				where,
				value: paths[index],
				why
			}];
		}),
		needed: found.flatMap(({ path, isNeeded }) => isNeeded ? [path] : [])
	};
}
async function filledBy(docker, texts, project, call) {
	if (!texts.some((text) => text.includes("$"))) return texts;
	return withFile(void 0, "json", JSON.stringify({ "x-texts": texts }), async (file) => {
		const done = await compose(docker, [file], READER, [
			...[
				"--project-directory",
				project,
				"config",
				"--no-normalize",
				"--no-consistency"
			],
			"--format",
			"json"
		], call);
		mustSucceed(done, "Docker Compose cannot fill in the variables of the stack's files", { fault: "user" });
		return unescaped(done.stdout)["x-texts"];
	});
}
const PROFILES = "COMPOSE_PROFILES";
async function profilesOf({ profiles }, docker, project, call) {
	const written = docker.dotenv === void 0 ? null : textOf$1(realPath(docker.dotenv));
	const isNamed = Object.hasOwn(docker.variables, PROFILES) || written?.includes(PROFILES);
	if (profiles.length > 0 || !isNamed) return profiles;
	const [all = ""] = await filledBy(docker, [`\${${PROFILES}:-}`], project, call);
	return all.split(",").flatMap((one) => one.trim() || []);
}
function textOf$1(path) {
	let file;
	try {
		file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	} catch {
		return null;
	}
	try {
		return fstatSync(file).isFile() ? readFileSync(file, "utf8") : null;
	} finally {
		closeSync(file);
	}
}
const SOCKETS = [
	"/var/run/docker.sock",
	"/run/docker.sock",
	"/run/containerd/containerd.sock",
	"/run/podman/podman.sock"
];
function make(folder) {
	try {
		makeFolder(realPath(folder));
	} catch (error) {
		throw environmentError("A folder that a service mounts is missing, and cannot be made.", {
			where: folder,
			remedy: "make it, or check the owner of the folder above it",
			cause: error
		});
	}
}
const SHOWN$1 = 80;
function refusal(found, options, { config }) {
	const lines = found.map(({ where, value, why, needs }) => {
		const text = JSON.stringify(value) ?? "";
		return `\n  | ${where}: ${text.length > SHOWN$1 ? `${text.slice(0, SHOWN$1)}…` : text} ${why} (${needs})`;
	});
	const names = [...new Set(found.map(({ needs }) => needs))];
	return userError(`The Compose files need permissions that this config does not give.${lines.join("")}`, {
		where: options.files.join(", "),
		remedy: `remove it, or allow it (for a pull request: on its base branch): stack.compose.allow: [${names.join(", ")}] in ${config}`
	});
}
function digestsOf(text) {
	const lines = text.split(/\r?\n/).map((line) => line.trim().split(/\s+/));
	return Object.fromEntries(lines.flatMap(([name, digest]) => name && digest ? [[name, digest]] : []));
}

// src/stack/compose/definition.ts
const SHOWN = /^(?:cpus|cpuset|cpu_\w+|mem\w*|shm_size|image|platform|scale|limits|reservations|pids\w*)$/;
const MOST_BYTES$1 = 2 ** 20;
async function readDefinition(options, signal) {
	const { compose, guard, cwd } = options;
	const { resolved } = await readProject(compose, {
		...options,
		variables: compose.env
	}, signal, guard);
	return definitionOf(resolved, cwd);
}
function definitionOf({ services = {} }, tree) {
	const found = {};
	for (const [name, service] of Object.entries(services)) {
		flatten(`services.${name}`, service, tree, found);
		const build = service.build;
		if (typeof build?.context === "string") {
			const file = resolve(build.context, String(build.dockerfile ?? "Dockerfile"));
			found[`services.${name}.build.Dockerfile`] = contentOf$1(file);
		}
	}
	return found;
}
function flatten(path, value, tree, found) {
	if (Array.isArray(value)) value.forEach((one, index) => {
		const { target, source } = typeof one === "object" && one !== null ? one : {};
		const key = typeof target === "string" ? target : String(index);
		flatten(`${path}[${key}]`, one, tree, found);
		if (typeof source === "string" && source.startsWith("/")) found[`${path}[${key}].content`] = contentOf$1(source);
	});
	else if (typeof value === "object" && value !== null) for (const [key, one] of Object.entries(value)) flatten(`${path}.${key}`, one, tree, found);
	else {
		const text = String(value).replaceAll(join(tree, "/"), "./").replaceAll(tree, ".");
		found[path] = path.split(".").some((key) => SHOWN.test(key)) ? text : digest(text);
	}
}
function contentOf$1(file) {
	try {
		return digest(readBytes(file, MOST_BYTES$1));
	} catch {
		return "";
	}
}
const digest = (text) => `#${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;

// src/stack/compose/events.ts
const KINDS = {
	start: "start",
	die: "end",
	oom: "starved"
};
async function serviceEvents(engine, project, containers, startupTimes, from, to) {
	const within = ({ at }) => Date.parse(at) >= from && Date.parse(at) <= to;
	try {
		const span = `since=${Math.floor(from / 1e3)}&until=${Math.floor(to / 1e3)}`;
		const events = (await engine.bytes(`/events?${span}&${labelled(PROJECT, project)}`)).toString();
		const logs = await Promise.all(containers.map(async ({ id, service }) => (await linesOf(engine, id, from, to)).flatMap((line) => lineOf$1(service, line) ?? [])));
		const known = startupEvents(startupTimes, from, to).filter(({ kind }) => kind === "ready");
		const reported = [...events.split("\n").flatMap((line) => eventOf(line) ?? []), ...logs.flat()];
		return [...known, ...reported.filter(within)];
	} catch {
		return null;
	}
}
const startupTimesOf = (containers, ready) => Object.fromEntries(containers.flatMap(({ service, startedAt }) => {
	const [began, at] = [Date.parse(startedAt), ready.get(service)];
	if (at === void 0 || Number.isNaN(began)) return [];
	return [[service, {
		began,
		ready: Math.max(0, at - began) / 1e3
	}]];
}));
function lineOf$1(service, line) {
	const [, stamp = "", text = ""] = /^(\S+) (.*)$/s.exec(line) ?? [];
	const at = Date.parse(stamp);
	return Number.isNaN(at) || text.trim() === "" ? void 0 : logEvent(service, at, text);
}
function eventOf(line) {
	try {
		const { Action, status, timeNano, Actor } = JSON.parse(line);
		const attributes = Actor?.Attributes ?? {};
		const service = attributes[SERVICE];
		const kind = Object.hasOwn(KINDS, Action ?? status) ? KINDS[Action ?? status] : void 0;
		if (kind === void 0 || typeof service !== "string" || attributes["com.docker.compose.oneoff"] === "True") return void 0;
		return {
			at: new Date(Math.round(timeNano / 1e6)).toISOString(),
			service,
			kind,
			text: ""
		};
	} catch {
		return;
	}
}

// src/stack/compose/placed.ts
function placed({ argv, env, carried, cwd, scratch }, { name, image, network, labels, user, cpus, cidfile }) {
	const [program = "", ...rest] = argv;
	const inside = carried === null ? program : `/steelyard/${basename(carried)}`;
	return [
		"docker",
		"run",
		"--rm",
		"--init",
		"--pull",
		"never",
		"--log-driver",
		"none",
		"--cap-drop",
		"ALL",
		"--security-opt",
		"no-new-privileges",
		"--name",
		name,
		"--cidfile",
		cidfile,
		"--network",
		network,
		...Object.entries(labels).flatMap(([label, value]) => ["--label", `${label}=${value}`]),
		...user === null ? [] : ["--user", user],
		...cpus === null ? [] : ["--cpuset-cpus", cpus],
		"--mount",
		bind(cwd, cwd, true),
		"--mount",
		bind(scratch, scratch, false),
		...carried === null ? [] : ["--mount", bind(carried, inside, true)],
		"--workdir",
		cwd,
		...Object.entries(env).flatMap(([key, value]) => ["--env", isOurs(key) ? key : `${key}=${value}`]),
		"--entrypoint",
		inside,
		image,
		...rest
	];
}
const isOurs = (name) => name.startsWith("STEELYARD_");
const placedEnv = (env, theirs) => ({
	...Object.fromEntries(Object.entries(env).filter(([name]) => isOurs(name))),
	...theirs
});
function bind(source, target, readonly) {
	return [
		"type=bind",
		`source=${source}`,
		`target=${target}`,
		...readonly ? ["readonly"] : []
	].map((field) => /[",\n]/.test(field) ? `"${field.replaceAll("\"", "\"\"")}"` : field).join(",");
}

// src/stack/compose/inside.ts
function spotOf(place, running, endpoints, image) {
	const all = Object.entries(endpoints);
	const targets = all.map(([name, { service, port }]) => [name, `http://${service === place ? "127.0.0.1" : service}:${port}`]);
	const found = { targets: Object.fromEntries(targets) };
	if (place !== "network") {
		const own = running.find(({ service }) => service === place);
		if (own) return {
			...found,
			image: image ?? own.image.id,
			network: `container:${own.id}`
		};
		const names = [...new Set(running.map(({ service }) => service))];
		throw userError(`A workload runs its load in the service "${place}", which is not running.`, {
			where: "workloads",
			remedy: `set \`in\` to host, network or one of: ${names.join(", ")}`
		});
	}
	const [first, ...others] = running.filter(({ service }) => all.some(([, one]) => one.service === service));
	const network = first?.networks.find((name) => others.every(({ networks }) => networks.includes(name)));
	if (first && network !== void 0) return {
		...found,
		image: image ?? first.image.id,
		network
	};
	throw userError("A workload runs its load in the network, but the endpoints have no common network.", {
		where: "stack.endpoints",
		remedy: "put their services on one network, or set `in` to a service that reaches them all"
	});
}
const LOOKS = 100;
let made = 0;
function placeAt(spot, options) {
	return {
		targets: spot.targets,
		enter: (call) => new Visit(call, spot, options)
	};
}
var Visit = class {
	argv;
	env;
	placement;
	engine;
	cgroup = null;
	looks = 0;
	constructor(call, { image, network }, options) {
		const { docker, engine, project, cpus = null } = options;
		const name = `${project}-load-${++made}`;
		const labels = {
			[PROJECT]: project,
			[OWNER]: ownName(),
			[ONE_OFF]: "True"
		};
		const user = process.getuid && process.getgid ? `${process.getuid()}:${process.getgid()}` : null;
		const cidfile = join(call.scratch, `${name}.cid`);
		this.engine = engine;
		this.placement = {
			name,
			image,
			network,
			labels,
			user,
			cpus,
			cidfile
		};
		const theirs = dockerEnv(docker);
		this.argv = placed(call, this.placement);
		this.env = placedEnv(call.env, theirs);
	}
	cpu() {
		if (this.cgroup === null && this.looks++ < LOOKS) this.cgroup = this.find();
		return this.cgroup && cgroupUse(this.cgroup, readProc).cpu;
	}
	check({ code, stderr }) {
		if (code !== 125 && code !== 126 && code !== 127) return;
		const [, complaint] = /^(?:docker: |\[FATAL tini \(\d+\)\] )(.*)/m.exec(stderr) ?? [];
		if (complaint === void 0) return;
		throw environmentError("The load generator cannot be started inside the stack.", {
			where: `image ${this.placement.image}, network ${this.placement.network}`,
			remedy: "set stack.compose.generator_image to an image with the generator or its libraries, or remove `in`",
			cause: complaint.slice(0, 1e3)
		});
	}
	async [Symbol.asyncDispose]() {
		removeFile(this.placement.cidfile);
		await this.engine.send("DELETE", `/containers/${this.placement.name}?force=1&v=1`).catch(() => 0);
	}
	find() {
		const read = (path) => {
			try {
				return readFileSync(path, "latin1");
			} catch {
				return;
			}
		};
		const id = this.id();
		return id ? cgroupOf(0, id, read) : null;
	}
	id() {
		try {
			return readWhole(this.placement.cidfile, 100).trim() || void 0;
		} catch {
			return;
		}
	}
};

// src/stack/compose/logs.ts
const KEPT = 5e3;
var Logs = class {
	engine;
	project;
	redact;
	constructor(engine, project, redact) {
		this.engine = engine;
		this.project = project;
		this.redact = redact;
	}
	async tailOf(service) {
		const own = (await this.containers()).find((one) => one.service === service);
		if (own === void 0) return "";
		return logTail(await lastLinesOf(this.engine, own.id, 20).catch(() => []), this.redact);
	}
	async tailsOfFailed() {
		const tails = (await this.containers()).filter(({ running, exitCode }) => !running && exitCode !== 0).map(async ({ service, exitCode }) => `; "${service}" ended with exit code ${exitCode}${await this.tailOf(service)}`);
		return (await Promise.all(tails)).join("");
	}
	async keep(folder, start) {
		const all = await this.containers();
		const write = async ({ service, id }, at) => {
			const twin = all.findIndex((one) => one.service === service) < at ? `-${at}` : "";
			const text = await lastLinesOf(this.engine, id, KEPT);
			writePrivate(join(folder, `${service}${twin}-${start}.log`), `${text.join("\n")}\n`);
		};
		await Promise.all(all.map(write));
	}
	containers() {
		return containersOf(this.engine, this.project).catch(() => []);
	}
};

// src/stack/instructed.ts
const withInstructions = (counters, instructions) => Object.fromEntries(Object.entries(counters).map(([service, one]) => {
	const count = own(instructions, service);
	return [service, count === void 0 ? one : {
		...one,
		work: {
			...one.work,
			instructions: count
		}
	}];
}));

// src/stack/compose/watch.ts
function containerExitOf(line) {
	try {
		const event = JSON.parse(line);
		const attributes = event.Actor?.Attributes ?? {};
		const kind = event.Action ?? event.status;
		if (kind !== "die" && kind !== "oom" || attributes["com.docker.compose.oneoff"] === "True") return void 0;
		const code = Number.parseInt(attributes.exitCode ?? "", 10);
		return {
			kind,
			service: String(attributes["com.docker.compose.service"] ?? ""),
			exitCode: Number.isNaN(code) ? null : code
		};
	} catch {
		return;
	}
}
async function watch(engine, project, onExit, signal) {
	await engine.follow(`/events?${labelled(PROJECT, project)}`, (line) => {
		const exit = containerExitOf(line);
		if (exit) onExit(exit);
	}, signal);
}

// src/stack/compose/monitor.ts
const NEWS$1 = 300;
var Monitor = class {
	engine;
	logs;
	instructions;
	ledger;
	exits = [];
	hangUp = new AbortController();
	meters = [];
	failure = null;
	counts = new Counts([]);
	constructor({ engine, logs, instructions, ledger }) {
		this.engine = engine;
		this.logs = logs;
		this.instructions = instructions;
		this.ledger = ledger;
	}
	listen(project) {
		return watch(this.engine, project, (exit) => this.exits.push(exit), this.hangUp.signal);
	}
	async begin(containers) {
		this.meters = containers.filter(({ running }) => running).map((container) => new Meter(container));
		this.exits.length = 0;
		this.failure = null;
		await this.counts.close();
		this.counts = await this.instructions.count(this.roots, this.ledger);
	}
	async end() {
		this.hangUp.abort();
		await this.counts.close();
	}
	get roots() {
		return this.meters.flatMap(({ root, container }) => root === null ? [] : [[container.service, root]]);
	}
	get watched() {
		return this.meters.map(({ container }) => container);
	}
	reported(service, only) {
		return this.exits.some((exit) => exit.service === service && (only === void 0 || exit.kind === only));
	}
	async counters() {
		const read = this.meters.map((meter) => [meter, meter.read()]);
		const counters = {};
		for (const [{ container }, files] of read) {
			const { cpu, memory, work } = files ?? {
				...await statsOf(this.engine, container.id),
				work: {}
			};
			const other = counters[container.service];
			counters[container.service] = {
				cpu: other ? added(other.cpu, cpu) : cpu,
				memory: other ? added(other.memory, memory) : memory,
				restarts: 0,
				...coresTogether(container, other),
				work: other ? workSum(other.work, work) : work
			};
		}
		const counted = withInstructions(counters, await this.counts.read());
		await this.examine();
		return counted;
	}
	fault() {
		const [exit] = this.exits;
		return this.failure ?? (exit === void 0 ? null : exitDescription(exit, null, null));
	}
	async examine() {
		if (this.failure !== null) return;
		const suspects = this.meters.filter((meter) => meter.same() !== true || this.reported(meter.container.service));
		for (const { container } of suspects) {
			const now = await this.now(container);
			if (!(!now?.running || now.restarts !== container.restarts || now.startedAt !== container.startedAt) && !this.reported(container.service)) continue;
			for (let waited = 0; waited < NEWS$1 && !this.reported(container.service, "die"); waited += 20) await setTimeout$1(20);
			const then = await this.now(container) ?? now;
			const tail = await this.logs.tailOf(container.service);
			this.failure = exitDescription(this.exitOf(container, then), container, then) + tail;
			return;
		}
	}
	exitOf({ service }, now) {
		const own = this.exits.filter((exit) => exit.service === service);
		const starved = own.some(({ kind }) => kind === "oom") || now?.outOfMemory === true;
		const exitCode = own.find(({ kind }) => kind === "die")?.exitCode ?? (now && !now.running ? now.exitCode : null);
		return {
			kind: starved ? "oom" : "die",
			service,
			exitCode
		};
	}
	now({ id }) {
		return inspectContainer(this.engine, id).catch(() => null);
	}
};
function coresTogether({ cores }, other) {
	if (cores === null || other && other.cores === void 0) return {};
	return { cores: cores + (other?.cores ?? 0) };
}
const added = (a, b) => a === null || b === null ? null : a + b;
function exitDescription({ kind, service, exitCode }, before, now) {
	const limit = before?.limit ? ` (its limit is ${Math.round(before.limit / 2 ** 20)} MiB)` : "";
	const same = exitCode === null && now?.running === true && now.startedAt === before?.startedAt;
	if (kind === "oom" && same) return `the service "${service}" lost a process: it ran out of memory${limit}`;
	const code = exitCode === null ? [] : [`exit code ${exitCode}`];
	const causes = [...kind === "oom" ? [`it ran out of memory${limit}`] : [], ...code];
	const back = before?.comesBack ? "; its restart policy starts it again" : "";
	return `the service "${service}" died: ${causes.join(", ") || "its container is gone"}${back}`;
}

// src/stack/ready.ts
const TIMEOUT$2 = 2;
const FIRST_PAUSE = 5;
const LONGEST_PAUSE = 250;
const NEVER = {
	promise: new Promise(() => {}),
	is: () => false
};
async function untilReady(look, within, signal, over = NEVER) {
	const until = performance.now() + within * 1e3;
	for (let pause = FIRST_PAUSE;; pause = Math.min(LONGEST_PAUSE, pause * 1.5)) {
		if (signal.aborted) throw interruption(signal);
		const found = await look(signal);
		if (signal.aborted) throw interruption(signal);
		if (over.is()) return { outcome: "over" };
		if (found.ready) return { outcome: "ready" };
		const left = until - performance.now();
		if (left <= 0) return {
			outcome: "late",
			seen: found.seen
		};
		const wait = new AbortController();
		const paused = setTimeout$1(Math.min(pause, left), void 0, { signal: AbortSignal.any([signal, wait.signal]) });
		await Promise.race([paused.catch(() => {}), over.promise]);
		wait.abort();
	}
}
function answers(url, headers, signal) {
	return new Promise((resolve) => {
		const unready = (seen) => resolve({
			ready: false,
			seen
		});
		try {
			const request = (url.startsWith("https:") ? get$1 : get)(url, {
				headers,
				agent: false,
				signal,
				timeout: TIMEOUT$2 * 1e3
			}, (response) => {
				const status = response.statusCode ?? 0;
				response.destroy();
				if (status > 0 && status < 400) resolve({ ready: true });
				else unready(`status ${status}`);
			});
			request.on("timeout", () => request.destroy(/* @__PURE__ */ new Error(`no answer within ${TIMEOUT$2} s`)));
			request.on("error", (error) => unready(words(error)));
		} catch (error) {
			unready(words(error));
		}
	});
}
function accepts(host, port, signal) {
	return new Promise((resolve) => {
		const socket = connect({
			host,
			port,
			timeout: TIMEOUT$2 * 1e3
		});
		const settle = (look) => {
			signal.removeEventListener("abort", abort);
			socket.destroy();
			resolve(look);
		};
		const unready = (seen) => settle({
			ready: false,
			seen
		});
		const abort = () => unready("interrupted");
		signal.addEventListener("abort", abort);
		if (signal.aborted) abort();
		socket.on("connect", () => settle({ ready: true }));
		socket.on("timeout", () => unready(`no connection within ${TIMEOUT$2} s`));
		socket.on("error", (error) => unready(words(error)));
	});
}
const CODES = {
	ECONNREFUSED: "connection refused",
	ECONNRESET: "connection reset",
	ENOTFOUND: "the host name is not known",
	EAI_AGAIN: "the host name cannot be looked up",
	ETIMEDOUT: "no connection in time"
};
function words(error) {
	const { code = "", message = "" } = error;
	return CODES[code] ?? (message || code || "no answer");
}

// src/stack/port.ts
async function claim(port, service) {
	try {
		await close(await listen(port));
	} catch (cause) {
		const code = cause.code;
		if (code === "EADDRINUSE") throw taken(port, service);
		const what = `Port ${port}, which the service "${service}" is fixed to, cannot be listened on.`;
		if (code !== "EACCES") throw environmentError(what, {
			remedy: "choose another port",
			cause
		});
		throw userError(what, {
			where: `stack.process.services.${service}.ports`,
			remedy: "choose a port from 1024 up, or leave `fixed` out"
		});
	}
}
function taken(port, service) {
	const by = holder(port);
	const who = by === null ? "another process" : `process ${by.pid} (${by.command})`;
	return environmentError(`Port ${port}, which the service "${service}" is fixed to, is taken by ${who}.`, {
		where: `stack.process.services.${service}.ports`,
		remedy: `end it${by === null ? "" : ` (kill ${by.pid})`}, or leave \`fixed\` out so that a free port is found`
	});
}
function conflict(port, service) {
	const by = holder(port);
	const who = by === null ? "another process" : `process ${by.pid} (${by.command})`;
	return new PortConflict(service, port, `taken by ${who}`);
}
const IN_USE = /EADDRINUSE|address already in use|address in use|port \d+ (?:was already|is already|is) in use/i;
const PORT = /(?:\d+\.\d+\.\d+\.\d+|\[[\da-f:]*\]|localhost|\*|::|\s):(\d{1,5})\b|\bport:?\s+(\d{1,5})\b|['"], (\d{1,5})\)/i;
function collision(lines) {
	const found = lines.filter((line) => IN_USE.test(line));
	if (found.length === 0) return void 0;
	const [port] = found.flatMap((line) => PORT.exec(line)?.slice(1).find(Boolean) ?? []);
	return port === void 0 ? null : Number(port);
}

// src/stack/compose/ready.ts
function awaitedPorts({ endpoints, compose: { ready } }) {
	const all = Object.values(endpoints).map(({ service, port }) => {
		const { port: asked = port, http } = own(ready, service) ?? {};
		return {
			service,
			port,
			http: asked === port ? http : void 0
		};
	});
	return [...Object.entries(ready).flatMap(([service, { port, http }]) => {
		return all.some((one) => one.service === service && (port ?? one.port) === one.port) || port === void 0 ? [] : [{
			service,
			port,
			http
		}];
	}), ...all];
}
function portsOf(awaited) {
	const ports = /* @__PURE__ */ new Map();
	for (const { service, port } of awaited) ports.set(service, (ports.get(service) ?? /* @__PURE__ */ new Set()).add(port));
	return ports;
}
const STAYS = {
	heard: 60,
	unheard: 1500
};
const ENDS_AGAIN = "ends again and again";
function notUp(containers, started) {
	for (const service of started) {
		const mine = containers.filter((one) => one.service === service);
		if (mine.length === 0) return {
			service,
			how: "has no container",
			isLate: false
		};
		const bad = mine.find(({ status, exitCode }) => !["running", "restarting"].includes(status) && !(status === "exited" && exitCode === 0));
		if (bad) return {
			service,
			how: `ended before it was ready: ${bad.status}, exit code ${bad.exitCode}`,
			isLate: false
		};
	}
	return null;
}
async function untilAnswering(ports, starting, signal) {
	const ready = /* @__PURE__ */ new Map();
	for (const one of ports) {
		const unready = await readiness$1(one, starting, signal);
		if (unready !== null) return unready;
		ready.set(one.service, Date.now());
	}
	return ready;
}
async function readiness$1({ service, port, http }, { containers, isOver, until, listens: listens$3 = listens }, signal) {
	let ended = false;
	let publisher;
	const look = async (abort) => {
		publisher ??= publisherOf(await containers(), service, port);
		if (publisher === void 0) {
			ended = await isOver(service);
			return {
				ready: false,
				seen: `port ${port} of ${service} is not published`
			};
		}
		const known = publisher.ports.get(port);
		const url = `http://${HOST}:${known}${http ?? ""}`;
		const least = () => listens$3(publisher) === false ? STAYS.unheard : STAYS.heard;
		const found = http === void 0 ? await stays(known, least(), abort) : await answers(url, {}, abort);
		if (found.ready) return found;
		ended = await isOver(service);
		publisher = void 0;
		return {
			ready: false,
			seen: `${http === void 0 ? `port ${port} of ${service}` : url}: ${found.seen}`
		};
	};
	const within = Math.max(1, (until - performance.now()) / 1e3);
	const never = {
		promise: new Promise(() => {}),
		is: () => ended
	};
	const result = await untilReady(look, within, signal, never);
	if (result.outcome === "ready") return null;
	const isLate = result.outcome === "late";
	if ((await containers()).filter((one) => one.service === service).some((one) => endsAgain(one) || !isLate && one.restarts > 0)) return {
		service,
		how: ENDS_AGAIN,
		isLate: false
	};
	return {
		service,
		how: isLate ? `was not ready in time: ${result.seen}` : "ended before it was ready",
		isLate
	};
}
function stays(port, least, signal) {
	return new Promise((resolve) => {
		const socket = connect({
			host: HOST,
			port,
			signal
		});
		const timer = setTimeout(() => settle("no connection in time"), 2e3);
		const settle = (seen) => {
			clearTimeout(timer);
			socket.destroy();
			resolve(seen === null ? { ready: true } : {
				ready: false,
				seen
			});
		};
		socket.on("connect", () => {
			clearTimeout(timer);
			setTimeout(() => settle(null), least);
		});
		socket.on("data", () => settle(null));
		socket.on("error", (error) => settle(error.message));
		socket.on("close", () => settle("the connection is closed at once"));
	});
}

// src/stack/compose/healthchecks.ts
const USUAL = {
	interval: 30,
	timeout: 30
};
const SILENT = 10;
const PAUSE$1 = 500;
function staged(project, started) {
	const { services = {} } = project;
	const checks = awaitedChecks(project, started);
	const made = Object.entries(services).map(([name, service]) => {
		const depends_on = Object.entries(conditionsOf(service)).map(([of, one]) => [of, one.condition === HEALTHY && checks.has(of) ? {
			...one,
			condition: "service_started"
		} : one]);
		return [name, {
			...service,
			...depends_on.length > 0 && { depends_on: Object.fromEntries(depends_on) },
			...started.includes(name) && { healthcheck: { disable: true } }
		}];
	});
	return {
		resolved: {
			...project,
			services: Object.fromEntries(made)
		},
		stages: checks.size === 0 ? [] : stagesOf(services, started, checks)
	};
}
const HEALTHY = "service_healthy";
const COMPLETED = "service_completed_successfully";
function awaitedChecks({ services = {} }, started) {
	const awaited = started.flatMap((waiting) => Object.entries(conditionsOf(own(services, waiting))).flatMap(([name, { condition }]) => condition === HEALTHY && started.includes(name) ? name : []));
	const all = [...new Set(awaited)].flatMap((name) => {
		const { disable, test, interval, timeout } = own(services, name)?.healthcheck ?? {};
		const form = typeof test === "string" ? ["CMD-SHELL", test] : test;
		if (disable === true || form?.[0] === "NONE") return [];
		const of = (time, usual) => seconds$1(String(time ?? "")) ?? usual;
		return [[name, {
			test: form,
			interval: of(interval, USUAL.interval),
			timeout: of(timeout, USUAL.timeout)
		}]];
	});
	return new Map(all);
}
function stagesOf(services, started, checks) {
	const known = /* @__PURE__ */ new Map();
	const completed = /* @__PURE__ */ new Set();
	const stageOf = (name) => {
		const found = known.get(name);
		if (found !== void 0) return found;
		const before = Object.entries(conditionsOf(own(services, name))).flatMap(([of, { condition }]) => {
			if (!started.includes(of)) return [];
			if (condition === COMPLETED) completed.add(of);
			return stageOf(of) + (condition === COMPLETED || condition === HEALTHY && checks.has(of) ? 1 : 0);
		});
		const stage = Math.max(0, ...before);
		known.set(name, stage);
		return stage;
	};
	const numbers = started.map(stageOf);
	return Array.from({ length: Math.max(...numbers) + 1 }, (_, number) => {
		const mine = started.filter((_, i) => numbers[i] === number);
		return {
			services: mine,
			healthy: new Map([...checks].filter(([name]) => mine.includes(name))),
			completed: mine.filter((name) => completed.has(name))
		};
	});
}
async function untilMet({ healthy, completed }, checking, signal, silent = SILENT) {
	let first = null;
	const each = {
		...checking,
		failed: () => first
	};
	const checks = [...healthy].map(([name, check]) => {
		const mute = Math.max(check.interval, silent);
		return untilHealthy(name, {
			...check,
			mute
		}, each, signal);
	});
	const ends = completed.map((name) => untilEnded(name, each, signal));
	const noted = async (one) => {
		const found = await one;
		first ??= found;
	};
	await Promise.all([...checks, ...ends].map(noted));
	return first;
}
async function untilHealthy(service, { test, timeout, mute }, { containers, isOver, until, listens: listens$2 = listens, engine, run, failed }, signal) {
	const began = performance.now();
	let argv = test;
	let last = Number.NEGATIVE_INFINITY;
	let seen = "it does not listen for others";
	let bad = null;
	const isHealthy = async (container, [kind, ...rest]) => {
		const command = kind === "CMD-SHELL" ? [
			"/bin/sh",
			"-c",
			...rest
		] : rest;
		const { code, stdout, stderr } = await run([
			"docker",
			"exec",
			container.id,
			...command
		], timeout);
		seen = `${stdout}\n${stderr}`.trim().split("\n").at(-1) || (code === null ? `no answer within ${timeout} s` : `exit code ${code}`);
		return code === 0;
	};
	const isMute = (one) => one.image.exposed.length > 0 && listens$2(one) === false;
	const look = async () => {
		const all = await containers();
		const mine = all.filter((one) => one.service === service);
		if (await isOver(service)) bad = notUp(all, [service]) ?? {
			service,
			how: "ended",
			isLate: false
		};
		const isUp = mine.length > 0 && mine.every(({ running }) => running);
		const isDue = performance.now() - began >= mute * 1e3 || !mine.some(isMute);
		if (bad !== null || !isUp || !isDue || performance.now() - last < PAUSE$1) return {
			ready: false,
			seen
		};
		argv ??= await testOf(mine[0], engine);
		if (argv === null) bad = {
			service,
			how: "has no health check, and others wait for one",
			isLate: false
		};
		last = performance.now();
		return (await Promise.all(mine.map((one) => argv && isHealthy(one, argv)))).every((one) => one === true) ? { ready: true } : {
			ready: false,
			seen
		};
	};
	const late = () => ({
		service,
		how: `is not healthy: ${seen}`,
		isLate: true
	});
	return awaited(look, {
		until,
		bad: () => bad ?? failed(),
		late
	}, signal);
}
async function testOf({ image }, engine) {
	const { Config } = await engine.get(`/images/${image.id}/json`);
	return Config?.Healthcheck?.Test ?? null;
}
async function untilEnded(service, { containers, until, failed }, signal) {
	let bad = null;
	const look = async () => {
		const all = await containers();
		bad = notUp(all, [service]);
		const isDone = all.every((one) => one.service !== service || one.status === "exited");
		return bad === null && isDone ? { ready: true } : {
			ready: false,
			seen: "it runs"
		};
	};
	const late = () => ({
		service,
		how: "has not ended in time, and others wait for its end",
		isLate: true
	});
	return awaited(look, {
		until,
		bad: () => bad ?? failed(),
		late
	}, signal);
}
async function awaited(look, { until, bad, late }, signal) {
	const over = {
		promise: new Promise(() => {}),
		is: () => bad() !== null
	};
	const within = Math.max(1, (until - performance.now()) / 1e3);
	const { outcome } = await untilReady(look, within, signal, over);
	return outcome === "ready" ? null : bad() ?? late();
}

// src/stack/compose/seeding.ts
const isOwn = ({ service, command }, { resolved, profiles }) => command !== void 0 && service !== void 0 && active(resolved, profiles).includes(service);
async function withSeedOf({ cwd, compose }, service, resolved, docker, signal, guard) {
	const variables = {
		...docker.variables,
		...compose.env
	};
	const other = await readProject(compose, {
		...docker,
		cwd,
		variables
	}, signal, guard);
	demandService(service, "stack.seed.service", other.resolved, null);
	return replaced(resolved, other.resolved, service);
}
function replaced(resolved, other, service) {
	const { depends_on: _, ...definition } = own(other.services, service);
	const both = (key) => other[key] === void 0 ? {} : { [key]: {
		...other[key],
		...resolved[key]
	} };
	return {
		...resolved,
		...both("networks"),
		...both("volumes"),
		...both("configs"),
		...both("secrets"),
		services: {
			...resolved.services,
			[service]: definition
		}
	};
}

// src/stack/compose/projects.ts
var Projects = class {
	read = /* @__PURE__ */ new Map();
	options;
	constructor(options) {
		this.options = options;
	}
	of(docker, signal) {
		const key = JSON.stringify(docker.variables);
		const known = this.read.get(key) ?? this.prepared(docker, signal);
		this.read.set(key, known);
		return known;
	}
	async prepared(docker, signal) {
		const { compose, seed, seedFrom, guard } = this.options;
		const project = await readProject(compose, docker, signal, guard);
		const seeded = seedFrom === void 0 || seed?.service === void 0 || isOwn(seed, project) ? project.resolved : await withSeedOf(seedFrom, seed.service, project.resolved, docker, signal, guard);
		return {
			project,
			...staged(seeded, active(seeded, project.profiles))
		};
	}
};

// src/stack/compose/bases.ts
const MOST_BYTES = 1 << 20;
const IMAGE = /^[a-z0-9][\w.:@/-]*$/i;
const VARIABLE = /\$(?:(\w+)|\{(\w+)(?::?([-+])([^${}]*))?\})/g;
const CONTEXT_IMAGE = /^docker-image:\/\//;
const mapping = (value) => typeof value === "object" && value !== null ? value : {};
function basesOfBuild(build) {
	const { context, dockerfile, dockerfile_inline: inline } = build;
	const given = mapping(build.args);
	const contexts = mapping(build.additional_contexts);
	const found = Object.values(contexts).map(String).filter((one) => CONTEXT_IMAGE.test(one)).map((one) => one.replace(CONTEXT_IMAGE, ""));
	const read = (text) => [...found, ...basesOf(text, given, Object.keys(contexts))];
	if (typeof inline === "string") return read(inline);
	try {
		const file = resolve(String(context), String(dockerfile ?? "Dockerfile"));
		return read(readBytes(file, MOST_BYTES).toString());
	} catch {
		return found;
	}
}
function basesOf(dockerfile, given = {}, contexts = []) {
	const args = {};
	const stages = /* @__PURE__ */ new Set(["scratch", ...contexts.map((name) => name.toLowerCase())]);
	const found = /* @__PURE__ */ new Set();
	let begun = false;
	const filled = (text) => text.replace(VARIABLE, (all, plain, braced, sign, word) => {
		const value = own(args, plain ?? braced);
		if (sign === "+") return value ? word : "";
		return sign === void 0 ? value ?? all : value || word;
	});
	const add = (name) => {
		const image = filled(name);
		if (IMAGE.test(image) && !stages.has(image.toLowerCase()) && !/^\d+$/.test(image)) found.add(image);
	};
	for (const line of dockerfile.replace(/\\\r?\n/g, " ").split(/\r?\n/)) {
		const [word = "", ...rest] = line.trim().split(/\s+/);
		const instruction = word.toUpperCase();
		const names = rest.filter((one) => !one.startsWith("--"));
		if (instruction === "ARG" && !begun) for (const name of names) {
			const [key, value] = name.split(/=(.*)/s);
			const set = own(given, key) ?? (value && filled(value.replace(/^(["'])(.*)\1$/, "$2")));
			if (set !== void 0 && set !== null) args[key] = String(set);
		}
		else if (instruction === "FROM") {
			begun = true;
			const [name = "", as, stage] = names;
			add(name);
			if (as?.toUpperCase() === "AS" && stage !== void 0) stages.add(stage.toLowerCase());
		} else if (instruction === "COPY" || instruction === "RUN") {
			const option = instruction === "COPY" ? /^--(from)=(.+)$/ : /^--mount=(.*,)?from=([^,]+)/;
			for (const one of rest) add(option.exec(one)?.[2] ?? "");
		}
	}
	return [...found];
}

// src/stack/compose/provision.ts
const TIMEOUT$1 = 1800;
async function provide(names, resolved, images, { engine, docker, compose, byHand: of }, signal) {
	try {
		var _usingCtx$1 = _usingCtx();
		const { log } = docker;
		const { services = {} } = resolved;
		const imageOf = images.names(resolved);
		const built = [...names].filter((name) => imageOf.has(name));
		const absent = [];
		for (const name of names) {
			const image = own(services, name)?.image;
			if (built.includes(name) || typeof image !== "string") continue;
			if (!await isHere(engine, image)) absent.push(name);
		}
		const call = {
			signal,
			timeout: TIMEOUT$1
		};
		if (absent.length > 0) {
			log.info(`pulling the images of ${absent.join(", ")}`);
			const remedy = "pull them by hand, or check their names and the network";
			mustSucceed(await compose(["pull", ...absent], {
				...call,
				show: "all"
			}), "The images cannot be pulled", { remedy });
		}
		const missing = built.filter((name) => !images.isBuilt(imageOf.get(name)));
		if (missing.length === 0) return;
		await pullBases(missing.map((name) => own(services, name).build), {
			engine,
			docker,
			call
		});
		images.begun = true;
		const began = performance.now();
		_usingCtx$1.u(announce(log, `building ${missing.join(", ")}`));
		const done = await compose(["build", ...missing], {
			...call,
			show: "live"
		});
		if (done.code !== 0) for (const line of unquoted(done)) log.info(`  | ${line}`);
		const remedy = `build by hand: ${byHand$1(of, "build", ...missing)}`;
		mustSucceed(done, "The images cannot be built", { remedy });
		for (const name of missing) images.add(imageOf.get(name));
		log.info(`built ${missing.join(", ")} in ${((performance.now() - began) / 1e3).toFixed(1)} s`);
	} catch (_) {
		_usingCtx$1.e = _;
	} finally {
		_usingCtx$1.d();
	}
}
async function pullBases(builds, { engine, docker, call }) {
	for (const image of new Set(builds.flatMap(basesOfBuild))) {
		if (await isHere(engine, image)) continue;
		docker.log.info(`pulling ${image}, which a build begins with`);
		await pull(docker, image, {
			...call,
			show: "live"
		}).catch((error) => {
			if (!isExpected(error) || call.signal?.aborted) throw error;
		});
	}
}
async function provideGenerator(image, engine, docker, log, signal) {
	if (image === void 0 || await isHere(engine, image)) return;
	log.info(`pulling ${image}`);
	await pull(docker, image, {
		signal,
		timeout: TIMEOUT$1,
		show: "all"
	});
}
const isHere = async (engine, image) => await findImage(engine, image) !== void 0;
async function factsOf({ engine, docker }, containers, { project, resolved }) {
	const digests = await project.digests();
	const services = await Promise.all(containers.map(async ({ service, image: { name, id } }) => {
		const content = await contentOf(engine, id);
		return [service, {
			image: name,
			id,
			...content && { content },
			config: own(digests, service) ?? ""
		}];
	}));
	const started = containers.map(({ service }) => service);
	const mounted = mountedFrom(resolved, started, realPath(docker.cwd));
	return {
		...await readEngineInfo(engine),
		services: Object.fromEntries(services),
		mounted
	};
}
async function contentOf(engine, id) {
	const found = await findImage(engine, id);
	if (found?.RootFS === void 0) return null;
	const { Env, Entrypoint, Cmd, User, WorkingDir } = found.Config ?? {};
	return sha256(JSON.stringify([
		found.RootFS,
		Env,
		Entrypoint,
		Cmd,
		User,
		WorkingDir
	]));
}
async function readEngineInfo(engine) {
	const { Version = "unknown" } = await engine.get("/version");
	const { NCPU, MemTotal } = await engine.get("/info");
	if (NCPU === void 0 || MemTotal === void 0) return { engine: Version };
	return {
		engine: Version,
		allotted: {
			cpus: NCPU,
			memory: MemTotal
		}
	};
}
function complaints(text) {
	const progress = /^\s*(Container|Network|Volume) .*(Creat|Start|Wait|Health|Runn|Recreat)(ing|ed|y)\s*$/;
	return text.split("\n").filter((line) => !progress.test(line)).join("\n");
}

// src/stack/compose/relied.ts
const LONGEST = 30;
function reliedOn({ services = {} }, endpoints) {
	const loaded = Object.values(endpoints).map(({ service }) => service);
	const found = withDependencies(services, loaded);
	return Object.keys(services).filter((name) => found.has(name) && !loaded.includes(name));
}
function waitingRemedy({ services = {} }, service) {
	const conditions = (name) => Object.entries(conditionsOf(own(services, name)));
	const awaited = /* @__PURE__ */ new Set([service]);
	for (const name of awaited) for (const [other, { condition }] of conditions(name)) if (condition !== "service_started") awaited.add(other);
	const missed = conditions(service).find(([name]) => {
		const database = databaseOf({
			name: String(own(services, name)?.image ?? ""),
			exposed: []
		});
		return database !== void 0 && database !== REDIS && !awaited.has(name);
	});
	return missed === void 0 ? "" : `if ${service} needs ${missed[0]} at once, have it wait (a healthcheck, and depends_on: { ${missed[0]}: { condition: service_healthy } }), since each start has a new database; else `;
}
async function untilListening({ services, containers, silent, until, listens: listens$1 = listens }, signal, longest = LONGEST) {
	const asked = services.filter((name) => !silent.has(name));
	const ready = /* @__PURE__ */ new Map();
	let pending = [];
	let isAwaited = (_) => true;
	const look = async () => {
		const all = (await containers()).map((one) => ({
			one,
			listens: listens$1(one)
		}));
		pending = all.flatMap(({ one, listens }) => isPending(one, listens, asked.includes(one.service)) ? [one] : []);
		for (const { one, listens } of all) if (listens && asked.includes(one.service) && !ready.has(one.service)) ready.set(one.service, Date.now());
		return pending.some(isAwaited) ? {
			ready: false,
			seen: "nothing"
		} : { ready: true };
	};
	const left = () => (until - performance.now()) / 1e3;
	const within = Math.min(longest, Math.max(1, left()));
	await untilReady(look, within, signal);
	isAwaited = (one) => databaseOf(one.image) !== void 0 && !endsAgain(one);
	if (pending.some(isAwaited)) await untilReady(look, left(), signal);
	const late = [...new Set(pending.map(({ service }) => service).filter((name) => asked.includes(name)))];
	const mute = within < longest ? [] : late;
	for (const name of mute) silent.add(name);
	return {
		ready,
		mute,
		ended: pending.find((one) => endsAgain(one))?.service ?? null
	};
}
function isPending(container, listens, mustListen) {
	const { running, status } = container;
	if (!running) return status === "restarting";
	if (listens === true && hasOwnNetwork(container)) return false;
	return mustListen && listens === false || endsAgain(container);
}

// src/stack/compose/seed.ts
async function seedService(seed, { call, byHand: of, redact }, signal) {
	const { service, command = [], within } = seed;
	const done = await call([
		"run",
		"--rm",
		"--no-deps",
		"--no-TTY",
		"--interactive=false",
		service,
		...command
	], {
		signal,
		timeout: within
	});
	if (done.code === 0) return createHash("sha256").update(JSON.stringify([
		service,
		command,
		done.stdout
	])).digest("hex");
	const how = done.timedOut ? `it took longer than ${within} s` : exitReason(done, null);
	const lines = `${done.stdout}\n${done.stderr}`.split(/\r?\n/).filter((line) => line.trim() !== "");
	throw environmentError(`The seed failed: ${how}.${logTail(lines.slice(-20), redact)}`, {
		where: `service "${service}"`,
		remedy: done.timedOut ? "make it faster, or raise stack.seed.within" : `start the stack by hand and run it: ${byHand$1(of, "run", "--rm", service, ...command)}`
	});
}
const innerTargets = (endpoints) => Object.fromEntries(Object.entries(endpoints).map(([name, { service, port }]) => [targetVariable(name), `http://${service}:${port}`]));

// src/stack/compose/up.ts
const chosen = (profiles) => profiles.flatMap((profile) => ["--profile", profile]);
const upOf = (profiles, services) => [...[
	...chosen(profiles),
	"up",
	"--detach",
	"--no-build",
	"--pull",
	"never"
], ...services.length === 0 ? [] : ["--no-deps", ...services]];
function mustBeUp(done, tails, read) {
	const { wait, files } = read.compose;
	const what = `The stack did not come up${done.timedOut ? ` within ${wait} s` : ""}${tails}`;
	const remedy = done.timedOut ? "make it faster, or raise stack.compose.wait" : remedyOf(what, read);
	const failed = {
		...done,
		timedOut: false,
		stderr: complaints(done.stderr)
	};
	mustSucceed(failed, what, {
		where: files.join(", "),
		remedy
	});
}
function unreadyError({ service, how, isLate }, tail, read) {
	const longer = isLate ? "; raise stack.compose.wait if it only needs longer" : "";
	const what = `The service "${service}" ${how}.${tail}`;
	const remedy = `${waitingRemedy(read.project.resolved, service)}${remedyOf(what, read)}${longer}`;
	return environmentError(what, {
		where: read.compose.files.join(", "),
		remedy
	});
}
function remedyOf(what, { compose, project: { profiles, warnings } }) {
	const up = byHand$1(compose, ...chosen(profiles), "up");
	return readOnlyRemedy(what, warnings) ?? `start it by hand: ${up}`;
}
async function untilUp({ endpoints, compose, started, relied, silent, log, stages, start, ...starting }, signal) {
	if (stages.length === 0) await start([]);
	for (const stage of stages) {
		await start(stage.services);
		const unmet = await untilMet(stage, starting, signal);
		if (unmet !== null) return unmet;
	}
	const bad = notUp(await starting.containers(), started);
	if (bad !== null) return bad;
	const ready = await untilAnswering(awaitedPorts({
		endpoints,
		compose
	}), starting, signal);
	if ("how" in ready) return ready;
	const heard = await untilListening({
		...starting,
		services: relied,
		silent
	}, signal);
	if (heard.ended !== null) return {
		service: heard.ended,
		how: ENDS_AGAIN,
		isLate: false
	};
	for (const name of heard.mute) log.info(`${name} did not listen in time, and is not waited for again; where it is a server, name its port: stack.compose.ready: { ${name}: { port: … } }`);
	return notUp(await starting.containers(), started) ?? new Map([...heard.ready, ...ready]);
}

// src/stack/compose/stack.ts
function composeStacks(options) {
	const run = randomBytes(4).toString("hex");
	const shared = {
		run,
		images: new Images(run),
		instructions: new Instructions(options.env),
		projects: new Projects(options),
		described: /* @__PURE__ */ new Map(),
		silent: /* @__PURE__ */ new Set(),
		preloaded: /* @__PURE__ */ new Map()
	};
	const { builds = new Builds() } = options;
	const { build, build_within } = options.compose;
	let starts = 0;
	let address;
	let begun;
	const begin = async (engine) => {
		await sweepProjects(engine, options);
		options.atEnd(async () => shared.images.begun && removeProject(engine, shared.images.project));
	};
	const stackOf = async (start, how, signal) => {
		const unaddressed = {
			...options,
			variables: {
				...options.compose.env,
				...how.stackEnv
			}
		};
		address ??= engineAddress(unaddressed, signal);
		const docker = {
			...unaddressed,
			address: await address
		};
		demandNear(docker.address);
		const engine = engineAt(docker.address, options.env);
		begun ??= begin(engine);
		await begun;
		return new ComposedStack({
			...options,
			...shared,
			...how,
			docker,
			engine,
			start
		});
	};
	return {
		kind: "compose",
		labels: {},
		isApart: true,
		async prepare(signal) {
			await builds.once({
				...options,
				build,
				buildWithin: build_within
			}, signal);
			const stack = await stackOf(0, {
				stackEnv: {},
				cpus: void 0,
				attach: void 0
			}, signal);
			try {
				await stack.provide(signal);
			} finally {
				stack.forget();
			}
		},
		definition: (signal) => readDefinition(options, signal),
		async up(stackEnv, signal, cpus, attach) {
			const start = ++starts;
			const stack = await stackOf(start, {
				stackEnv,
				cpus,
				attach
			}, signal);
			try {
				const { seed, composed } = await stack.bringUp(signal);
				return {
					stack,
					seed,
					composed
				};
			} catch (error) {
				await stack[Symbol.asyncDispose]().catch((left) => options.log.warn(String(left)));
				throw error;
			}
		}
	};
}
var ComposedStack = class {
	headers = {};
	options;
	project;
	model;
	redact;
	logs;
	monitor;
	addresses = {};
	read = {
		resolved: {},
		profiles: [],
		warnings: []
	};
	services = {
		started: [],
		relied: [],
		stages: []
	};
	startups = {};
	trials = 0;
	databases;
	docker;
	constructor(options) {
		this.options = options;
		this.docker = options.docker;
		this.project = `${PREFIX}${options.run}-${options.start}`;
		this.model = join(resolve(options.ledger), `${this.project}.json`);
		this.redact = options.redact ?? ((text) => text);
		this.logs = new Logs(options.engine, this.project, this.redact);
		this.monitor = new Monitor({
			...options,
			logs: this.logs
		});
		this.databases = new ComposeDatabases(options.metrics ?? {}, options.docker, options.preloaded);
	}
	get targets() {
		return this.addresses;
	}
	async provide(signal) {
		const { compose, docker, engine, projects, seed, log, images, building } = this.options;
		const prepared = await projects.of(docker, signal);
		const { project, resolved, stages } = prepared;
		this.docker = {
			...docker,
			dotenv: project.dotenv
		};
		this.read = project;
		const started = active(resolved, project.profiles);
		this.services = {
			started,
			relied: reliedOn(resolved, this.options.endpoints),
			stages
		};
		this.writeModel(resolved);
		const needed = /* @__PURE__ */ new Set([...started, ...seed?.service === void 0 ? [] : [seed.service]]);
		const by = {
			engine,
			docker: this.docker,
			compose: this.compose,
			byHand: compose
		};
		const build = () => provide(needed, resolved, images, by, signal);
		await (building?.(build) ?? build());
		await provideGenerator(compose.generator_image, engine, docker, log, signal);
		return prepared;
	}
	async bringUp(signal) {
		const { docker, engine, start, log, images, attach, described, preloaded } = this.options;
		const prepared = await this.provide(signal);
		const { project, resolved } = prepared;
		if (start === 1) for (const sentence of project.warnings) log.warn(sentence);
		await this.monitor.listen(this.project);
		if (attach) {
			const known = await knowingImages({
				...attach,
				preloaded
			}, images.of(resolved), engine);
			if (described.size === 0 && awaitsModules(this.services.started, resolved.services, known)) {
				await this.start(signal);
				await this.clear();
			}
			this.writeModel(resolved, known);
		}
		const containers = await this.start(signal);
		const key = JSON.stringify(docker.variables);
		if (!described.has(key)) described.set(key, await factsOf(this.options, containers, prepared));
		return {
			seed: await this.runSeed(signal),
			composed: described.get(key)
		};
	}
	forget() {
		removeFile(this.model);
	}
	counters() {
		return this.monitor.counters();
	}
	inside(place) {
		const { compose, endpoints, engine, docker } = this.options;
		const spot = spotOf(place, this.monitor.watched, endpoints, compose.generator_image);
		const cpus = this.options.cores?.generator ?? null;
		return placeAt(spot, {
			engine,
			docker,
			project: this.project,
			cpus
		});
	}
	statements = (name) => this.databases.counts(name);
	executed = () => this.databases.all();
	async statementCounts(signal) {
		return this.databases.statements(await this.containers(), signal);
	}
	roots = () => Object.fromEntries(this.monitor.roots);
	get startupTimes() {
		return this.startups;
	}
	events(from, to) {
		return serviceEvents(this.options.engine, this.project, this.monitor.watched, this.startups, from, to);
	}
	fault() {
		return this.monitor.fault();
	}
	async between(signal) {
		const { compose, log } = this.options;
		const again = this.trials++ > 0;
		const anew = again && compose.reset === "volumes";
		if (anew) {
			log.progress("making new containers and volumes");
			await this.clear();
			await this.start(signal);
		} else this.updateTargets(await this.containers());
		if (again && compose.reset !== "none") await this.runSeed(signal);
		return { warm: !anew };
	}
	async [Symbol.asyncDispose]() {
		await this.monitor.end();
		await this.databases.close();
		const { cwd, logs, start, engine } = this.options;
		await this.logs.keep(resolve(cwd, logs), start).catch(() => {});
		await removeProject(engine, this.project);
		this.forget();
	}
	async start(signal) {
		const until = performance.now() + this.options.compose.wait * 1e3;
		const { containers } = this;
		const crashLoops = new CrashLoops();
		const isOver = async (service) => this.monitor.reported(service) && crashLoops.isOver(service, await containers());
		const start = (services) => this.startServices(services, until, signal);
		const run = (argv, timeout) => runDocker(this.docker, argv, {
			signal,
			timeout
		});
		const by = {
			...this.options,
			...this.services,
			start,
			run,
			containers,
			isOver,
			until
		};
		const ready = await untilUp(by, signal);
		if ("how" in ready) throw await this.unready(ready);
		const all = await containers();
		this.startups = startupTimesOf(all, ready);
		await this.monitor.begin(all);
		this.updateTargets(all);
		await this.databases.open(all);
		return all;
	}
	async startServices(services, until, signal) {
		const timeout = Math.max(1, (until - performance.now()) / 1e3);
		const done = await this.compose(upOf(this.read.profiles, services), {
			signal,
			timeout,
			show: "live"
		});
		const tails = done.code === 0 ? "" : await this.logs.tailsOfFailed();
		mustBeUp(done, tails, {
			...this.options,
			project: this.read
		});
	}
	async clear() {
		await this.databases.closeSessions();
		await removeProject(this.options.engine, this.project, { images: false });
	}
	async unready(of) {
		return unreadyError(of, await this.logs.tailOf(of.service), {
			...this.options,
			project: this.read
		});
	}
	async runSeed(signal) {
		const { compose, seed, cwd, seedFrom, env, ledger } = this.options;
		if (seed === void 0) return null;
		if (seed.service !== void 0) {
			const by = {
				call: this.compose,
				byHand: compose,
				redact: this.redact
			};
			return seedService({
				...seed,
				service: seed.service
			}, by, signal);
		}
		const seeding = {
			cwd: seedFrom?.cwd ?? cwd,
			env,
			redact: this.redact,
			ledger
		};
		const where = {
			targets: this.targets,
			addresses: addressesOf(this.monitor.watched)
		};
		return runSeed({
			...seed,
			run: seed.run ?? []
		}, {
			...seeding,
			...where
		}, signal);
	}
	updateTargets(containers) {
		this.addresses = {
			...this.addresses,
			...targetsOf(this.options.endpoints, containers)
		};
	}
	writeModel(resolved, attach) {
		const { endpoints, compose, seed, stackEnv, images } = this.options;
		demandServices({
			endpoints,
			compose,
			seed
		}, resolved, this.services.started);
		const seedEnv = {
			...innerTargets(endpoints),
			...seed?.env
		};
		const model = made$1(resolved, {
			project: this.project,
			owner: ownName(),
			ports: portsOf(awaitedPorts(this.options)),
			stackEnv,
			attach,
			cpus: this.options.cpus ?? this.options.cores?.services ?? null,
			images: {
				project: images.project,
				names: images.names(resolved)
			},
			seed: seed?.service === void 0 ? null : {
				service: seed.service,
				env: seedEnv
			}
		});
		writePrivate(this.model, escaped(model));
	}
	containers = () => containersOf(this.options.engine, this.project);
	compose = (...of) => compose(this.docker, [this.model], this.project, ...of);
};

// src/stack/cores.ts
const FEWEST = 4;
function apart(cores, wanted) {
	if (cores.length < 4 || cores.length - wanted < 2) return null;
	return {
		generator: cores.slice(-wanted).join(","),
		services: cores.slice(0, -wanted).join(",")
	};
}
function duetCores(cores) {
	const [first, ...others] = cores;
	return first === void 0 || others.length === 0 ? null : {
		services: String(first),
		generator: others.join(",")
	};
}
const coresIn = (list) => list.split(",").flatMap((part) => {
	const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(part.trim()) ?? [];
	if (first === void 0) return [];
	return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => Number(first) + i);
});
function ownCores() {
	const [, list = ""] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readProc("/proc/self/status") ?? "") ?? [];
	return coresIn(list);
}
const sharedNote = (wanted, cores) => `${wanted} of ${cores || "an unknown number of"} cores cannot be set apart for the generator: at least ${4} are needed, two of them for the services, so they are shared`;

// src/stack/machinechecks.ts
const PROBES = 10;
const PAUSE = 20;
async function machineChecks(directory) {
	const { cores, memory } = machine();
	const host = linuxHost();
	const probes = [];
	for (let i = 0; i < PROBES; i++) {
		await setTimeout$1(PAUSE);
		probes.push(host.probe());
	}
	return [
		coresCheck(cores, cpuQuota()),
		memoryCheck(memory),
		loadCheck(loadavg()[0] ?? 0, cores),
		noiseCheck(probes.filter((probe) => probe !== null)),
		governorCheck(readProc("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")),
		pressureCheck(stalled(readProc("/proc/pressure/cpu"))),
		schedstatCheck(readProc("/proc/self/schedstat")),
		nodeCheck(process.version),
		...directoryChecks(directory)
	];
}
const ok = (name, detail) => ({
	name,
	state: "ok",
	detail,
	remedy: null
});
const warn = (name, detail, remedy) => ({
	name,
	state: "warn",
	detail,
	remedy
});
const fail = (name, detail, remedy) => ({
	name,
	state: "fail",
	detail,
	remedy
});
function coresCheck(cores, quota) {
	const detail = `${cores}${quota === null ? "" : `, limited by a control group to ${quota}`}`;
	return cores >= 2 ? ok("cores", detail) : warn("cores", detail, "use a machine with two or more: load generator and stack compete for one");
}
function memoryCheck(bytes) {
	const detail = format(bytes, "B");
	return bytes >= 1.5 * 2 ** 30 ? ok("memory", detail) : warn("memory", detail, "use a machine with 2 GiB or more: a stack that swaps measures the disk");
}
function loadCheck(load, cores) {
	const detail = `${load.toFixed(2)} over the last minute, on ${cores} cores`;
	return load <= .3 * cores ? ok("load", detail) : warn("load", detail, "end what else runs here, or wait: its work is measured along with yours");
}
function noiseCheck(probes) {
	if (probes.length === 0) return warn("noise", "the CPU clock of this platform is too coarse to tell", "measure on Linux");
	const sorted = [...probes].sort((a, b) => a - b);
	const middle = sorted[sorted.length >> 1];
	const worst = sorted.at(-1);
	const contended = probes.filter((probe) => probe > CONTENDED_PROBE).length;
	const detail = `${probes.length} idle probes: median ${middle.toFixed(2)}, worst ${worst.toFixed(2)}, ${contended} contended (1 is an idle host)`;
	return middle <= 1.05 && contended <= probes.length / 5 ? ok("noise", detail) : warn("noise", detail, "use a quieter or dedicated machine: contended trials are kept and marked, not measured again");
}
function governorCheck(text) {
	const governor = text?.trim();
	if (!governor) return ok("governor", "not controllable from here (a virtual machine, or not Linux)");
	return governor === "performance" ? ok("governor", governor) : warn("governor", governor, "cpupower frequency-set -g performance: clock speeds that change add noise");
}
function pressureCheck(total) {
	return total === null ? warn("pressure", "not available", "boot Linux 4.20 or later with psi=1 to see contention") : ok("pressure", "available");
}
function schedstatCheck(text) {
	return /^\d+ \d+ \d+/.test(text ?? "") ? ok("cpu time", "read in nanoseconds") : warn("cpu time", "no /proc/PID/schedstat: read in ticks of 10 ms, or not at all", "measure on Linux with CONFIG_SCHED_INFO for an exact cpu_per_request");
}
const OLDEST = [20, 11];
function nodeCheck(version) {
	const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
	return major > OLDEST[0] || major === OLDEST[0] && minor >= OLDEST[1] ? ok("node", version) : fail("node", version, `install Node ${OLDEST.join(".")} or later`);
}
const LEAST_FREE$1 = 2 ** 30;
function diskCheck(free) {
	const detail = `${format(free, "B")} free`;
	if (free >= LEAST_FREE$1) return ok("disk", detail);
	const remedy = "free some space: logs and results need up to 1 GiB";
	return free >= LEAST_FREE$1 / 10 ? warn("disk", detail, remedy) : fail("disk", detail, remedy);
}
function directoryChecks(directory) {
	try {
		makeFolder(directory, 448);
		accessSync(directory, constants.W_OK | constants.X_OK);
		const { bavail, bsize } = statfsSync(directory);
		return [ok("output", `${directory} can be written`), diskCheck(bavail * bsize)];
	} catch (error) {
		const detail = `${directory} cannot be written: ${error.message}`;
		return [fail("output", detail, "choose another directory with --out, or correct its permissions")];
	}
}

// src/stack/external.ts
function secretsOf(external, env) {
	const values = [external.endpoints, external.base?.endpoints ?? {}].flatMap((all) => Object.values(all)).flatMap((endpoint) => Object.values(endpoint.headers)).map((header) => typeof header === "string" ? void 0 : own(env, header.env)?.trim());
	return [...new Set(values.filter((value) => value !== void 0 && value !== ""))];
}
function headersOf(external, env) {
	return Object.fromEntries(Object.entries(external.endpoints).map(([endpoint, { headers }]) => [endpoint, Object.fromEntries(Object.entries(headers).map(([name, header]) => {
		if (typeof header === "string") return [name, header];
		const value = own(env, header.env)?.trim();
		const where = `stack.external.endpoints.${endpoint}.headers.${name}`;
		if (value === void 0 || value === "") throw userError(`The environment variable ${header.env} is not set.`, {
			where,
			remedy: `set ${header.env}; in a workflow: env: { ${header.env}: "\${{ secrets.${header.env} }}" }`
		});
		if (/[\u0000-\u001f\u007f]/.test(value)) throw userError(`The environment variable ${header.env} holds control characters.`, {
			where,
			remedy: "set it to a single line"
		});
		if (value.length < 6) throw userError(`The environment variable ${header.env} holds fewer than ${6} characters: hiding it would hide ordinary text too.`, {
			where,
			remedy: `set it to a longer secret, or, if it is not secret, write the header's value into the config`
		});
		return [name, header.prefix + value];
	}))]));
}
function externalStacks(options) {
	const { external, seed, seedCwd, metrics = {}, cwd, env, log, redact = (text) => text } = options;
	const headers = headersOf(external, env);
	const targets = Object.fromEntries(Object.entries(external.endpoints).map(([name, { url }]) => [name, withoutEnd(url, "/")]));
	return {
		kind: "external",
		labels: external.labels,
		async up(stackEnv, signal) {
			if (Object.keys(stackEnv).length > 0) throw userError("A deployed stack's environment cannot be set.", {
				where: `stack_env: ${Object.keys(stackEnv).join(", ")}`,
				remedy: "measure such variants on a process stack, or deploy each one and declare it as an endpoint"
			});
			const startupTimes = await allReady(external, targets, headers, log, signal);
			const digest = seed === void 0 ? null : await runSeed(seed, {
				cwd: seedCwd ?? cwd,
				env,
				targets,
				addresses: /* @__PURE__ */ new Map(),
				redact
			}, signal);
			const databases = new AddressedDatabases(metrics, {
				cwd,
				env
			});
			await databases.open(/* @__PURE__ */ new Map());
			return {
				stack: {
					targets,
					headers,
					startupTimes,
					counters: async () => ({}),
					fault: () => null,
					statements: (name) => databases.counts(name),
					[Symbol.asyncDispose]: () => databases.close()
				},
				seed: digest
			};
		}
	};
}
async function reachableChecks(external, signal) {
	const sides = [external?.endpoints ?? {}, external?.base?.endpoints ?? {}];
	const urls = [...new Set(sides.flatMap((side) => Object.values(side).map(({ url }) => url)))];
	return Promise.all(urls.map(async (url) => {
		const { hostname, port, protocol } = new URL(url);
		const number = Number(port) || (protocol === "https:" ? 443 : 80);
		const found = await accepts(hostname.replace(/^\[|\]$/g, ""), number, signal);
		if (found.ready) return ok("address", `${url} accepts connections`);
		return fail("address", `${url}: ${found.seen}`, "start the service there, or correct its address");
	}));
}
async function allReady({ ready }, targets, headers, log, signal) {
	const startupTimes = {};
	if (ready === void 0) return startupTimes;
	for (const [name, target] of Object.entries(targets)) {
		log.progress(`waiting for ${name}`);
		const url = `${target}${ready.http}`;
		const look = (abort) => answers(url, own(headers, name) ?? {}, abort);
		const began = Date.now();
		const result = await untilReady(look, ready.within, signal);
		startupTimes[name] = {
			began,
			ready: (Date.now() - began) / 1e3
		};
		if (result.outcome !== "late") continue;
		throw environmentError(`The endpoint "${name}" was not ready within ${ready.within} s: ${result.seen}.`, {
			where: url,
			remedy: "check that it is deployed and reachable from here, or raise stack.external.ready.within"
		});
	}
	return startupTimes;
}

// src/stack/logfile.ts
const MOST_LOG = 64 * 2 ** 20;
function shortenLog(file, most = MOST_LOG) {
	try {
		const log = openFile(file, constants.O_WRONLY | constants.O_APPEND);
		try {
			const { size } = fstatSync(log);
			if (size <= most) return false;
			ftruncateSync(log, 0);
			writeSync(log, `[steelyard: ${size} bytes of log dropped here]\n`);
			return true;
		} finally {
			closeSync(log);
		}
	} catch {
		return false;
	}
}

// src/stack/service.ts
const OF_OTHERS = 1e3;
const RETRIES = 3;
async function startService(name, service, file, around, own, signal) {
	for (let attempt = 0;; attempt++) {
		const argv = pinned(service.run.map((text) => filled(text, around.addresses)), around.cpus);
		const ledger = around.ledger === void 0 ? {} : { ledger: around.ledger };
		const cwd = resolve(around.cwd, service.cwd);
		const child = await start(argv, {
			cwd,
			env: envOf(name, service, around),
			file,
			...ledger
		});
		own(child);
		const result = await readiness(name, service, child, around, signal);
		if (result.outcome === "ready") return;
		const tail = child.tail();
		if (result.outcome === "late") {
			const advice = {
				where: file,
				remedy: lateRemedy(name, service, child, around)
			};
			const what = `The service "${name}" was not ready within ${service.ready.within} s: ${result.seen}.`;
			throw environmentError(what + logTail(tail, around.redact), advice);
		}
		const busy = collision(tail);
		if (busy === void 0) throw diedEarly(name, service, child, around, file);
		const given = Object.keys(service.ports).map((port) => portOf(around.addresses, name, port));
		if (busy !== null && !given.includes(busy)) throw conflict(busy, name);
		const fixed = Object.values(service.ports).find((port) => port.fixed !== void 0)?.fixed;
		if (fixed !== void 0) throw taken(fixed, name);
		if (attempt === RETRIES) throw diedEarly(name, service, child, around, file);
		around.log.warn(`the port of ${name} was taken before it could listen; another one is tried`);
		await child.stop();
		await allocate({ [name]: service }, around.addresses);
	}
}
async function allocate(services, addresses) {
	const wanted = Object.entries(services).flatMap(([name, { ports }]) => Object.entries(ports).map(([port, { fixed }]) => ({
		name: key(name, port),
		fixed
	})));
	const free = await freePorts(wanted.filter(({ fixed }) => fixed === void 0).length);
	for (const { name, fixed } of wanted) addresses.set(name, `${HOST}:${fixed ?? free.shift()}`);
}
function envOf(name, service, around) {
	const own = allowed(around.env, declaredEnv(name, service, around));
	return {
		...own,
		...around.attach?.env(name, own)
	};
}
function declaredEnv(name, service, { stackEnv, addresses }) {
	const declared = Object.entries({
		...service.env,
		...stackEnv
	}).map(([variable, text]) => [variable, filled(text, addresses)]);
	const ports = Object.entries(service.ports).flatMap(([port, given]) => given.env === void 0 ? [] : [[given.env, String(portOf(addresses, name, port))]]);
	return Object.fromEntries([...declared, ...ports]);
}
function byHand(name, service, around) {
	const place = service.cwd === "." ? [] : [
		"cd",
		shellWord(service.cwd),
		"&&"
	];
	const env = Object.entries(declaredEnv(name, service, around)).map(([variable, value]) => `${variable}=${shellWord(value)}`);
	const argv = service.run.map((text) => shellWord(filled(text, around.addresses)));
	return around.redact([
		...place,
		...env,
		...argv
	].join(" "));
}
function portOf(addresses, service, port) {
	const address = addresses.get(key(service, port));
	return Number(address && partsOf(address).port);
}
function askedPort(name, { ready, ports }, addresses) {
	const logical = ready.port ?? Object.keys(ports)[0];
	return logical === void 0 ? void 0 : portOf(addresses, name, logical);
}
async function readiness(name, service, child, { addresses }, signal) {
	const port = askedPort(name, service, addresses);
	const address = `${HOST}:${port}`;
	const path = service.ready.http;
	let firstOfOthers;
	const look = async (abort) => {
		if (port === void 0) return { ready: true };
		const asked = path === void 0 ? address : `http://${address}${path}`;
		const found = path === void 0 ? await accepts(HOST, port, abort) : await answers(asked, {}, abort);
		if (!found.ready) return {
			ready: false,
			seen: `${asked}: ${found.seen}`
		};
		if (listening(child.pids()).length > 0 || holder(port) === null) return found;
		firstOfOthers ??= performance.now();
		return performance.now() - firstOfOthers >= OF_OTHERS ? found : {
			ready: false,
			seen: `${asked}: another program answers`
		};
	};
	const over = {
		promise: child.exited,
		is: () => child.ended !== null
	};
	const result = await untilReady(look, service.ready.within, signal, over);
	if (result.outcome === "over") await child.exited;
	return result;
}
function diedEarly(name, service, child, around, file) {
	const ended = child.ended ?? {
		code: null,
		signal: null
	};
	const how = exitReason(ended, oomKilled(around.oom));
	const remedy = ended.code === 0 ? "a service keeps running: put a command that finishes into stack.seed" : `start it by hand: ${byHand(name, service, around)}`;
	return environmentError(`The service "${name}" ended before it was ready: ${how}.${logTail(child.tail(), around.redact)}`, {
		where: file,
		remedy
	});
}
function oomKilled(before) {
	const now = oomKills();
	return before === null || now === null ? null : now > before;
}
function lateRemedy(name, service, child, { addresses }) {
	const port = askedPort(name, service, addresses);
	const found = listening(child.pids());
	const variables = Object.values(service.ports).map(({ env }) => `$${env}`);
	if (found.some((socket) => socket.port === port && socket.only6)) return `it listens on [::1] alone: have it listen on ${HOST}`;
	if (found.length > 0 && !found.some((socket) => socket.port === port)) return `it listens on port ${found.map((socket) => socket.port).join(", ")}: have it listen on the port given in ${variables.join(", ")}`;
	if (found.length === 0) return `it listens nowhere yet: correct it, or raise services.${name}.ready.within`;
	return `correct its answer, or raise services.${name}.ready.within`;
}

// src/stack/process.ts
const NEWS = 200;
function countersOf(used) {
	if (used === null) return {
		cpu: null,
		memory: null,
		restarts: 0
	};
	const { cpu, memory, faults, switches, compilation, disk } = used;
	return {
		cpu,
		memory,
		restarts: 0,
		work: {
			page_faults: faults,
			context_switches: switches,
			...disk && {
				disk_read: disk.read,
				disk_written: disk.written
			},
			...compilation !== null && { compilation }
		}
	};
}
function processStacks(options) {
	const { services, endpoints, seed, builds = new Builds() } = options;
	dependencies(services, endpoints);
	for (const text of seed ? [...seed.run, ...Object.values(seed.env)] : []) referred(services, text, "stack.seed");
	const instructions = new Instructions(options.env);
	let starts = 0;
	return {
		kind: "process",
		labels: {},
		prepare: (signal) => builds.once(options, signal),
		async up(stackEnv, signal, cpus, attach) {
			starts++;
			const stack = new ProcessStack({
				...options,
				instructions
			}, starts, stackEnv, {
				cpus,
				attach
			});
			try {
				return {
					stack,
					seed: await stack.bringUp(signal)
				};
			} catch (error) {
				await stack[Symbol.asyncDispose]().catch((left) => options.log.warn(String(left)));
				throw error;
			}
		}
	};
}
var ProcessStack = class {
	headers = {};
	options;
	number;
	around;
	children = /* @__PURE__ */ new Map();
	startups = {};
	logs = new ServiceLogs();
	databases;
	instructions = new Counts([]);
	started = [];
	constructor(options, number, stackEnv, how) {
		this.options = options;
		this.number = number;
		const { cwd, env, log, redact = (text) => text, ledger } = options;
		const addresses = /* @__PURE__ */ new Map();
		this.databases = new AddressedDatabases(options.metrics ?? {}, {
			cwd,
			env,
			ledger
		});
		this.around = {
			cwd,
			env,
			stackEnv,
			addresses,
			log,
			redact,
			ledger,
			...how,
			oom: oomKills()
		};
	}
	get targets() {
		const endpoints = Object.entries(this.options.endpoints);
		return Object.fromEntries(endpoints.map(([name, { service, port }]) => [name, `http://${this.around.addresses.get(key(service, port))}`]));
	}
	get portAddresses() {
		return this.around.addresses;
	}
	roots() {
		return Object.fromEntries([...this.children].map(([name, { child }]) => [name, child.pid]));
	}
	async bringUp(signal) {
		const { services, endpoints, seed } = this.options;
		const waits = dependencies(services, endpoints, this.around.stackEnv);
		this.makeLogs();
		await this.sweepUp();
		for (const [name, { ports }] of Object.entries(services)) for (const { fixed } of Object.values(ports)) if (fixed !== void 0) await claim(fixed, name);
		await allocate(services, this.around.addresses);
		await this.startAll(waits, signal);
		const digest = seed === void 0 ? null : await this.sow(seed, signal);
		await this.databases.open(this.around.addresses);
		this.instructions = await this.options.instructions.count(Object.entries(this.roots()), this.around.ledger);
		const fault = this.fault();
		if (fault !== null) throw environmentError(`While the stack was being started, ${fault}`);
		return digest;
	}
	async counters() {
		const counters = {};
		for (const [name, { usage, file }] of this.children) {
			counters[name] = countersOf(usage.read());
			shortenLog(file);
		}
		return withInstructions(counters, await this.instructions.read());
	}
	statements = (name) => this.databases.counts(name);
	statementCounts = (signal) => this.databases.statements(signal);
	fault() {
		for (const [name, { child }] of this.children) {
			if (child.ended === null) continue;
			return `the service "${name}" died: ${exitReason(child.ended, oomKilled(this.around.oom))}${logTail(child.tail(), this.around.redact)}`;
		}
		return null;
	}
	get startupTimes() {
		return this.startups;
	}
	async events(from, to) {
		return [...startupEvents(this.startups, from, to), ...this.logs.lines(from, to)];
	}
	async [Symbol.asyncDispose]() {
		this.logs[Symbol.dispose]();
		await Promise.all([this.databases.close(), this.instructions.close()]);
		const ends = await Promise.allSettled(this.started.map((child) => child.stop()));
		for (const end of ends) if (end.status === "rejected") throw end.reason;
	}
	async sow(seed, signal) {
		try {
			const cwd = this.options.seedCwd ?? this.around.cwd;
			return await runSeed(seed, {
				...this.around,
				cwd,
				targets: this.targets
			}, signal);
		} catch (error) {
			if (signal.aborted) throw error;
			const exits = [...this.children.values()].map(({ child }) => child.exited);
			await Promise.race([...exits, setTimeout$1(NEWS)]);
			const fault = this.fault();
			if (fault === null) throw error;
			throw environmentError(`While the stack was being seeded, ${fault}`, { cause: error });
		}
	}
	async startAll(waits, signal) {
		const stop = new AbortController();
		const either = AbortSignal.any([signal, stop.signal]);
		const begun = /* @__PURE__ */ new Map();
		const failures = [];
		const begin = (name) => {
			const known = begun.get(name);
			if (known) return known;
			const others = [...waits.get(name) ?? []].map(begin);
			const ready = Promise.all(others).then(() => this.startOne(name, either));
			begun.set(name, ready);
			ready.catch((error) => {
				failures.push(error);
				stop.abort();
			});
			return ready;
		};
		await Promise.allSettled([...waits.keys()].map(begin));
		if (failures.length > 0) throw failures[0];
	}
	async startOne(name, signal) {
		if (signal.aborted) throw interruption(signal);
		this.options.log.progress(`starting ${name}`);
		const file = join(this.directory, `${name}-${this.number}.log`);
		const adopt = (child) => {
			this.started.push(child);
			this.children.set(name, {
				child,
				usage: new Usage(child.pid),
				file
			});
			this.logs.follow(name, file);
		};
		const began = Date.now();
		await startService(name, own(this.options.services, name), file, this.around, adopt, signal);
		this.startups[name] = {
			began,
			ready: (Date.now() - began) / 1e3
		};
	}
	get directory() {
		return resolve(this.options.cwd, this.options.logs);
	}
	async sweepUp() {
		if (this.around.ledger === void 0) return;
		for (const { program, pids } of await sweep(this.around.ledger)) this.options.log.warn(`ended ${program} (${pids.join(", ")}), left behind by a run that was killed`);
	}
	makeLogs() {
		try {
			makeFolder(this.directory, 448);
		} catch (cause) {
			if (cause instanceof SteelyardError) throw cause;
			throw environmentError("Cannot make the directory for the services' logs.", {
				where: this.directory,
				remedy: "choose another output directory, or correct its permissions",
				cause
			});
		}
	}
};

// src/stack/literals.ts
function literals({ stack }, kind, cwd) {
	if (kind === "external") return {};
	const outside = kind === "compose" ? publishedPorts((stack.compose?.files ?? []).map((file) => textOf(join(cwd, file)))) : fixedPorts(stack.process?.services ?? {});
	return meanings(stack.endpoints, outside);
}
const fixedPorts = (services) => Object.fromEntries(Object.entries(services).flatMap(([service, { ports }]) => Object.entries(ports).flatMap(([port, { fixed }]) => fixed === void 0 ? [] : [[`${service}:${port}`, [fixed]]])));
function textOf(file) {
	try {
		return readBytes(file).toString("utf8");
	} catch {
		return "";
	}
}

// src/stack/compose/enginechecks.ts
const TIMEOUT = 30;
const LEAST_FREE = 5 * 2 ** 30;
async function composeChecks({ compose: stack, endpoints, seed }, docker, signal) {
	let engine;
	let info;
	try {
		engine = engineAt(await engineAddress(docker, signal), docker.env);
		info = await engine.get("/info");
	} catch (error) {
		if (!(error instanceof SteelyardError)) throw error;
		return [fail("engine", `${error.message} ${error.where ?? ""}`.trim(), error.remedy ?? "start it")];
	}
	const addressed = {
		...docker,
		address: engine.address
	};
	const capable = await featureCheck(addressed, signal);
	const checks = [
		engineCheck(info, engine.address),
		capable,
		cgroupCheck(info, release(), hasRoot(readProc)),
		...coresChecks(stack),
		...spaceChecks(info)
	];
	if (capable.state === "fail") return checks;
	try {
		const { resolved, profiles } = await readProject(stack, addressed, signal);
		const started = active(resolved, profiles);
		const used = [...started, ...seed?.service === void 0 ? [] : [seed.service]];
		const external = await externalChecks(resolved, used, engine);
		return [
			...checks,
			ok("compose files", `${stack.files.join(", ")}: ${counted(started.length, "service")}`),
			...namedChecks({
				compose: stack,
				endpoints,
				seed
			}, resolved, started),
			await imagesCheck(resolved, used, engine),
			...stack.build.length > 0 ? [] : codeChecks(resolved, started, realPath(docker.cwd)),
			...external.map((check) => unlessBuilt(check, stack))
		];
	} catch (error) {
		if (!(error instanceof SteelyardError)) throw error;
		const failed = fail("compose files", error.message, error.remedy ?? "correct them");
		return [...checks, error.absent.length > 0 ? unlessBuilt(failed, stack) : failed];
	}
}
function namedChecks(named, resolved, started) {
	try {
		demandServices(named, resolved, started);
		return [];
	} catch (error) {
		if (!(error instanceof SteelyardError)) throw error;
		return [fail("services", `${error.message} (${error.where})`, error.remedy ?? null)];
	}
}
const unlessBuilt = ({ name, detail, remedy }, { build }) => build.length === 0 ? fail(name, detail, remedy) : warn(name, detail, `stack.compose.build runs first and may make it; if it does not, ${remedy}`);
function engineCheck({ ServerVersion = "unknown" }, address) {
	const detail = `Docker ${ServerVersion} at ${address}`;
	return isFar(address) ? fail("engine", detail, FAR) : ok("engine", detail);
}
async function featureCheck(docker, signal) {
	const call = {
		signal,
		timeout: TIMEOUT
	};
	const name = "compose";
	const version = await compose(docker, [], "steelyard", ["version", "--short"], call);
	if (version.code !== 0) return fail(name, "docker has no Compose v2", "install it: package docker-compose-plugin");
	const wanted = {
		config: ["--no-env-resolution", "--hash"],
		up: [
			"--detach",
			"--no-build",
			"--no-deps",
			"--pull"
		],
		ps: ["--all", "--format"],
		run: ["--rm", "--no-TTY"]
	};
	const lacking = [];
	for (const [verb, options] of Object.entries(wanted)) {
		const { stdout } = await compose(docker, [], "steelyard", [verb, "--help"], call);
		lacking.push(...options.filter((option) => !stdout.includes(option)).map((option) => `${verb} ${option}`));
	}
	const detail = `${version.stdout.trim() || "unknown version"}`;
	if (lacking.length === 0) return ok(name, detail);
	return fail(name, `${detail} lacks ${lacking.join(", ")}`, "update it: package docker-compose-plugin");
}
function cgroupCheck({ CgroupVersion, OperatingSystem = "", KernelVersion }, kernel, whole) {
	const name = "control groups";
	const less = "figures come from the engine, and some are missing";
	if (KernelVersion !== kernel) {
		const where = OperatingSystem === "" ? "" : ` (${OperatingSystem})`;
		return warn(name, `not on this machine${where}: ${less}`, "measure on Linux, on the engine's own machine, for exact CPU and memory of every service");
	}
	if (whole) return ok(name, `version ${CgroupVersion ?? "unknown"}`);
	return warn(name, `this container sees only its own: ${less}`, "start this container with -v /sys/fs/cgroup:/sys/fs/cgroup:ro");
}
function coresChecks({ generator_cpus: wanted }) {
	if (wanted === void 0) return [];
	const own = ownCores();
	const cores = apart(own, wanted);
	const name = "cores apart";
	if (cores) return [ok(name, `${cores.generator} for the generator, ${cores.services} for the services`)];
	return [warn(name, sharedNote(wanted, own.length), "measure on a machine with more cores, or leave stack.compose.generator_cpus out")];
}
function spaceChecks({ DockerRootDir }) {
	try {
		const { bavail, bsize } = statfsSync(DockerRootDir ?? "/var/lib/docker");
		const free = bavail * bsize;
		const detail = `${format(free, "B")} free in ${DockerRootDir}`;
		return [free >= LEAST_FREE ? ok("image disk", detail) : warn("image disk", detail, "docker system prune")];
	} catch {
		return [];
	}
}
async function imagesCheck({ services }, needed, engine) {
	const names = needed.flatMap((name) => {
		const { build, image } = own(services, name) ?? {};
		return build || typeof image !== "string" ? [] : [image];
	});
	const all = [...new Set(names)];
	const missing = [];
	for (const image of all) if (!await isHere(engine, image)) missing.push(image);
	if (missing.length === 0) return ok("images", `${all.length} here`);
	const remedy = `the first measurement pulls them; or pull them by hand: ${missing.map((one) => `docker pull ${shellWord(one)}`).join("; ")}`;
	return warn("images", `missing: ${missing.join(", ")}`, remedy);
}
const FILLING = "/docker-entrypoint-initdb.d";
function codeChecks(resolved, started, top) {
	const isBuilt = started.some((name) => own(resolved.services, name)?.build);
	const isCode = (target) => !within(target, FILLING);
	if (isBuilt || mountedFrom(resolved, started, top, isCode).length > 0 || started.length === 0) return [];
	return [warn("code", "no service is built from the checkout or mounts its code: base and head start from the same images", "give the service a `build` in a further file of stack.compose.files, or measure it as a process")];
}
async function externalChecks(resolved, started, engine) {
	const services = started.map((name) => own(resolved.services, name) ?? {});
	const used = {
		network: services.flatMap(({ networks }) => Object.keys(networks ?? {})),
		volume: services.flatMap(({ volumes }) => listed(volumes).flatMap(({ type, source }) => type === "volume" ? [String(source)] : []))
	};
	const checks = [];
	for (const kind of ["network", "volume"]) for (const [key, one] of Object.entries(resolved[`${kind}s`] ?? {})) {
		if (empty(one?.external) || !used[kind].includes(key)) continue;
		const name = String(one?.name ?? key);
		if (await engine.find(`/${kind}s/${encodeURIComponent(name)}`) !== void 0) continue;
		const remedy = `create it: docker ${kind} create ${shellWord(name)}`;
		checks.push(fail(`external ${kind}`, `the engine has no ${kind} ${name}`, remedy));
	}
	return checks;
}

// src/stack/javas.ts
const lineOf = ([program = "", ...words]) => {
	const at = words.findIndex((word) => /^-\w*c$/.test(word));
	return at >= 0 && /(?:^|\/)(?:ba|da|k|z)?sh$/.test(program) ? words[at + 1] ?? "" : "";
};
function startsJava(argv) {
	if (argv[0] === "java") return true;
	const line = lineOf(argv);
	return /(?:^|[;&|(]|\bexec\s|\b\w+=\S*\s)\s*java\s/m.test(line) && !/\bPATH=/.test(line);
}
const takesHome = (argv) => argv.some((word) => /(?:^|[\s;&|/])(?:mvnw?|gradlew?)(?=$|[\s;&|])/.test(word)) && !argv.some((word) => /\bJAVA_HOME=/.test(word));
async function javaChecks({ process }, { cwd, env, signal }) {
	const { JAVA_HOME: home } = env;
	const users = Object.entries(process?.services ?? {}).filter(([, { run }]) => startsJava(run));
	if (home === void 0 || home === "" || !process?.build.some(takesHome)) return [];
	const version = (program, own) => versionOf(program, {
		cwd,
		env: allowed(env, own),
		signal
	});
	const checks = [];
	for (const [service, { env: own }] of users) {
		const built = await version(join(home, "bin/java"), {});
		const ran = await version("java", own.PATH === void 0 ? {} : { PATH: own.PATH });
		if (built === null || ran === null || built === ran) continue;
		const detail = `builds take Java ${built} of JAVA_HOME (${home}), and ${service} runs in Java ${ran} of the PATH`;
		checks.push(warn("java", detail, "PATH=\"$JAVA_HOME/bin:$PATH\", or another JAVA_HOME"));
	}
	return checks;
}
async function versionOf(program, options) {
	try {
		const { stderr } = await run([program, "-version"], {
			...options,
			timeout: 10
		});
		return /\bversion "(?:1\.)?(\d+)/.exec(stderr)?.[1] ?? null;
	} catch (error) {
		if (!(error instanceof SteelyardError)) throw error;
		return null;
	}
}

// src/stack/startable.ts
async function startChecks(stack, cwd, env) {
	const checks = [];
	const commands = commandsOf(stack, cwd, env);
	const unbuilt = commands.map((command) => unbuiltOf(command, stack, cwd));
	const toBuild = unbuilt.filter((path) => path !== null);
	const missing = commands.filter((_, i) => unbuilt[i] === null).flatMap(programCheck);
	const built = toBuild.length === 0 ? "" : `; ${toBuild.length} to be built: ${toBuild.join(", ")}`;
	if (commands.length > 0) checks.push(...failedOrOk(missing, "programs", `${commands.length - toBuild.length} found${built}`));
	const ports = Object.entries(stack.process?.services ?? {}).flatMap(([service, { ports }]) => Object.values(ports).flatMap(({ fixed }) => fixed === void 0 ? [] : [{
		service,
		fixed
	}]));
	const taken = [];
	for (const { service, fixed } of ports) taken.push(...await portCheck(service, fixed));
	if (ports.length > 0) checks.push(...failedOrOk(taken, "ports", `${ports.length} fixed, free`));
	return checks;
}
const failedOrOk = (failed, name, detail) => failed.length > 0 ? failed : [ok(name, detail)];
function unbuiltOf(command, { process }, checkout) {
	const { cwd } = command;
	const [program = ""] = command.argv;
	if (!process?.build.length || program.includes("${")) return null;
	const mayBeMade = (path) => path.startsWith(`${resolve(checkout)}/`) && lookAt(path) === "ENOENT" && !isDirectory(path);
	if (placesOf(command, () => true).some((place) => lookAt(place) === "ok")) return mayBeMade(cwd) ? relative(checkout, cwd) : null;
	return placesOf(command, (folder) => folder !== "" && !isAbsolute(folder)).some(mayBeMade) ? program : null;
}
function placesOf({ argv: [program = ""], cwd, path }, counts) {
	if (program.includes("/")) return [resolve(cwd, program)];
	return path.split(delimiter).filter(counts).map((folder) => resolve(cwd, folder, program));
}
function commandsOf({ process, seed }, cwd, env) {
	const builds = (process?.build ?? []).map((argv, i) => {
		return {
			where: `stack.process.build[${i}]`,
			argv,
			cwd,
			path: env.PATH ?? ""
		};
	});
	const services = Object.entries(process?.services ?? {}).map(([name, service]) => ({
		where: `stack.process.services.${name}.run`,
		argv: service.run,
		cwd: resolve(cwd, service.cwd),
		path: service.env.PATH ?? env.PATH ?? ""
	}));
	if (seed?.run === void 0) return [...builds, ...services];
	return [
		...builds,
		...services,
		{
			where: "stack.seed.run",
			argv: seed.run,
			cwd,
			path: seed.env.PATH ?? env.PATH ?? ""
		}
	];
}
function programCheck(command) {
	const { where, argv, cwd } = command;
	if (argv[0]?.includes("${")) return [];
	const found = placesOf(command, () => true).map(lookAt);
	const code = !isDirectory(cwd) ? "ENOENT" : found.find((one) => one === "EACCES") ?? "ENOENT";
	if (isDirectory(cwd) && found.includes("ok")) return [];
	const { message, remedy } = refusal$1(argv, cwd, { code });
	return [fail("programs", `${message} (${where})`, remedy ?? "correct it")];
}
async function portCheck(service, port) {
	try {
		await claim(port, service);
		return [];
	} catch (error) {
		if (!(error instanceof SteelyardError)) throw error;
		return [fail("ports", error.message, error.remedy ?? "choose another port")];
	}
}
function lookAt(path) {
	try {
		if (!statSync(path).isFile()) return "ENOENT";
	} catch {
		return "ENOENT";
	}
	try {
		accessSync(path, constants.X_OK);
		return "ok";
	} catch {
		return "EACCES";
	}
}

export { Builds, KeptBuild, PREFIX, apart, clearFiles, clearKeptBuilds, clearProjects, composeChecks, composeStacks, duetCores, engineHere, externalStacks, fail, javaChecks, linuxHost, literals, machine, machineChecks, ok, ownCores, passwordsIn, processStacks, reachableChecks, runnerClass, secretsOf, sharedNote, startChecks, warn };