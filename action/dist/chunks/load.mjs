import { SteelyardError, environmentError, explain, interruption, own as own$1, seconds, shellWord, shuffled, silent as silent$2, stream, userError } from "./base.mjs";
import { Usage, allowed, cacheFolder, checkoutOf, freePorts, groundedPath, homeFolder, linklessStat, lives, makeFolder, namesIn, openFile, pinned, readBytes, readWhole, removeTree, renameOver, run, sshEnv, statOf, writePrivate } from "./exec.mjs";
import { _enum, array, literal as literal$1, number$1 as number$4, object, record, strictObject, string, union as union$1 } from "./npm/zod.mjs";
import { ADDRESS_PARTS, HERE, PERCENTILES, PRIVATE, PlainName, QUANTILES, SIDES, UNITS as UNITS$1, UnitName, family, headersVariable, itemKey, itemName, loadOf, meansFailures, pausesText, scriptOf, segmentsOf, selector, settingsOf, targetVariable } from "./model.mjs";
import { _usingCtx } from "./helpers.mjs";
import { promisify } from "node:util";
import { basename, delimiter, dirname, join, posix, resolve, sep } from "node:path";
import { accessSync, chmodSync, closeSync, constants, existsSync, readFileSync, readSync, realpathSync, statSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { networkInterfaces } from "node:os";
import { pathToFileURL } from "node:url";
import { createServer } from "node:http";
import { gunzip } from "node:zlib";
import { createServer as createServer$1 } from "node:net";
import { lookup } from "node:dns/promises";
import { createServer as createServer$2 } from "node:http2";

// src/load/dispatch.ts
const divided = (isFirst, first, second) => {
	const of = (name) => isFirst(name) ? first : second;
	return {
		get versions() {
			return {
				...second.versions,
				...first.versions
			};
		},
		facts: (name, workload, signal) => of(name).facts(name, workload, signal),
		planned: (name, slot) => of(name).planned(name, slot),
		limits: (name) => of(name).limits?.(name) ?? false,
		load: (request, measuring, signal) => of(request.name).load(request, measuring, signal)
	};
};
function generators(open) {
	const made = /* @__PURE__ */ new Map();
	const versions = {};
	const known = /* @__PURE__ */ new Map();
	const of = async (name, workload) => {
		const { kind } = loadOf(workload);
		const making = made.get(kind) ?? open(kind);
		made.set(kind, making);
		const generator = await making;
		known.set(name, generator);
		Object.assign(versions, generator.versions);
		return generator;
	};
	return {
		versions,
		facts: async (name, workload, signal) => (await of(name, workload)).facts(name, workload, signal),
		planned: (name, slot) => known.get(name)?.planned(name, slot) ?? null,
		limits: (name) => known.get(name)?.limits?.(name) ?? false,
		load: async (request, measuring, signal) => (await of(request.name, request.workload)).load(request, measuring, signal)
	};
}

// src/load/k6/tar.ts
const BLOCK = 512;
function untar(archive) {
	const entries = [];
	let longer = {};
	for (let at = 0; at + BLOCK <= archive.length;) {
		const header = archive.subarray(at, at + BLOCK);
		if (header.every((byte) => byte === 0)) return entries;
		const size = Number.parseInt(field(header, 124, 12), 8) || 0;
		const content = archive.subarray(at + BLOCK, at + BLOCK + size);
		if (content.length < size) throw new Error("the archive is cut off");
		at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
		const type = String.fromCharCode(header[156] ?? 0);
		if (type === "x") {
			longer = pax(content);
			continue;
		}
		const prefix = field(header, 345, 155);
		const path = longer.path ?? (prefix === "" ? "" : `${prefix}/`) + field(header, 0, 100);
		if (type === "1") entries.push({
			path,
			link: longer.linkpath ?? field(header, 157, 100),
			content
		});
		if (type === "0" || type === "\0") entries.push({
			path,
			link: null,
			content
		});
		longer = {};
	}
	throw new Error("the archive is cut off");
}
function field(header, from, length) {
	const bytes = header.subarray(from, from + length);
	const end = bytes.indexOf(0);
	return bytes.toString("utf8", 0, end === -1 ? length : end);
}
function pax(content) {
	const records = {};
	for (let at = 0; at < content.length;) {
		const length = Number.parseInt(content.toString("utf8", at, content.indexOf(" ", at)), 10);
		if (!(length > 0)) break;
		const [, key, value] = /^\d+ ([^=]+)=(.*)\n$/s.exec(content.toString("utf8", at, at + length)) ?? [];
		if (key !== void 0) records[key] = value;
		at += length;
	}
	return records;
}

// src/load/k6/download.ts
const PINNED$1 = "1.8.1";
const RELEASES = "https://github.com/grafana/k6/releases/download";
const TIMEOUT$6 = 120;
const LARGEST = 200 * 2 ** 20;
function archiveName(platform, arch) {
	const cpu = {
		x64: "amd64",
		arm64: "arm64"
	}[arch];
	return platform === "linux" && cpu !== void 0 ? `k6-v${PINNED$1}-linux-${cpu}.tar.gz` : void 0;
}
async function fetchRelease(into, releases, { platform, arch }, signal) {
	const name = archiveName(platform, arch);
	if (name === void 0) throw new Error(`there is no archive for ${platform} on ${arch}`);
	const at = `${releases}/v${PINNED$1}`;
	const wanted = checksum((await download(`${at}/k6-v${PINNED$1}-checksums.txt`, signal)).toString("utf8"), name);
	if (wanted === void 0) throw new Error(`the release's checksum file does not list ${name}`);
	const archive = await download(`${at}/${name}`, signal);
	const found = createHash("sha256").update(archive).digest("hex");
	if (found !== wanted) throw new Error(`${name} has the SHA-256 ${found}, the release says ${wanted}`);
	const program = untar(await promisify(gunzip)(archive, { maxOutputLength: 2 * LARGEST })).find(({ path, link }) => link === null && /(^|\/)k6$/.test(path));
	if (!program) throw new Error(`${name} does not hold a k6`);
	await writeFile(into, program.content, { mode: 493 });
}
function checksum(text, name) {
	for (const line of text.split("\n")) {
		const [, hex, file] = /^([0-9a-f]{64}) [ *](.+?)\s*$/i.exec(line) ?? [];
		if (file === name) return hex.toLowerCase();
	}
}
async function download(url, signal) {
	const both = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT$6 * 1e3)]);
	let response;
	try {
		response = await fetch(url, { signal: both });
	} catch (cause) {
		throw unreachable(url, cause);
	}
	if (!response.ok) throw new Error(`${url} answers with ${response.status}`);
	if (Number(response.headers.get("content-length") ?? 0) > LARGEST) throw new Error(`${url} is too large`);
	try {
		return Buffer.from(await response.arrayBuffer());
	} catch (cause) {
		throw unreachable(url, cause);
	}
}
function unreachable(url, error) {
	const { cause, message } = error;
	return /* @__PURE__ */ new Error(`${url} cannot be fetched: ${cause?.message || message || String(error)}`);
}

// src/load/k6/cache.ts
const CHUNK = 2 ** 20;
function cachedK6(env, checkout) {
	const path = join(cacheFolder(env), `k6-v${PINNED$1}`, "k6");
	const top = checkout === void 0 ? void 0 : checkoutOf(groundedPath("/", checkout));
	if (!(top !== void 0 && existsSync(join(top, ".git")) && top !== groundedPath("/", homeFolder(env))) || !path.startsWith(`${top}${sep}`)) return path;
	throw environmentError("The cache of k6 would be in the checkout, where a change could put a program of its own.", {
		where: path,
		remedy: "set XDG_CACHE_HOME to a folder outside of the checkout"
	});
}
function cacheFault(binary) {
	const record = recordOf(binary);
	for (const path of [
		dirname(dirname(binary)),
		dirname(binary),
		binary,
		record
	]) {
		const why = ownershipFault(path);
		if (why !== null) return why;
	}
	const recorded = readRecord(record);
	if (recorded === null) return `${basename(record)} is damaged`;
	const found = digestOf(binary);
	return found === recorded.sha256 ? null : `its SHA-256 is ${found}, and ${recorded.sha256} was put there`;
}
async function keepInCache(binary, make) {
	const folder = dirname(binary);
	for (const own of [dirname(folder), folder]) {
		makeFolder(own, 448);
		chmodSync(own, 448);
	}
	const work = join(folder, `new-${randomBytes(6).toString("hex")}`);
	makeFolder(work, 448);
	try {
		const file = join(work, "k6");
		await make(file);
		chmodSync(file, 493);
		const recorded = {
			version: PINNED$1,
			sha256: digestOf(file)
		};
		writePrivate(recordOf(file), JSON.stringify(recorded));
		renameOver(recordOf(file), recordOf(binary));
		renameOver(file, binary);
	} finally {
		removeTree(work);
	}
}
const recordOf = (binary) => `${binary}.json`;
function readRecord(path) {
	try {
		const { version, sha256 } = JSON.parse(readWhole(path, 4096));
		return version === "1.8.1" && typeof sha256 === "string" ? {
			version,
			sha256
		} : null;
	} catch {
		return null;
	}
}
function ownershipFault(path) {
	const stat = linklessStat(path);
	if (stat === void 0) return `${basename(path)} is not there`;
	if (stat.isSymbolicLink()) return `${path} is a link`;
	if (stat.uid !== 0 && stat.uid !== process.getuid?.()) return `${path} belongs to another user`;
	return (stat.mode & 18) === 0 ? null : `${path} may be written by others`;
}
function digestOf(path) {
	const file = openFile(path);
	try {
		const hash = createHash("sha256");
		const chunk = Buffer.allocUnsafe(CHUNK);
		for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) hash.update(chunk.subarray(0, read));
		return hash.digest("hex");
	} finally {
		closeSync(file);
	}
}

// src/load/k6/distributed/machines.ts
const GENERATORS = "STEELYARD_GENERATORS";
const DESTINATION = /^[A-Za-z0-9_][\w.-]*(?:@[A-Za-z0-9][\w.-]*)?$/;
const CONNECTING = 10;
function machinesIn(env) {
	const names = (env["STEELYARD_GENERATORS"] ?? "").split(",").map((name) => name.trim()).filter((name) => name !== "");
	const odd = names.find((name) => !DESTINATION.test(name));
	if (odd === void 0) return [...new Set(names)];
	throw userError(`"${odd.slice(0, 80)}" is not a destination of ssh.`, {
		where: GENERATORS,
		remedy: "name hosts, such as bench-b,load@bench-c; ports and keys belong in ~/.ssh/config"
	});
}
function sshArgv(machine, command, tunnel) {
	const settings = [
		"BatchMode=yes",
		`ConnectTimeout=${CONNECTING}`,
		"ExitOnForwardFailure=yes"
	];
	const forward = tunnel ? ["-L", `127.0.0.1:${tunnel.local}:127.0.0.1:${tunnel.remote}`] : [];
	return [
		"ssh",
		...settings.flatMap((setting) => ["-o", setting]),
		...forward,
		"--",
		machine,
		...command.map(shellWord)
	];
}
async function demandSameK6(machines, version, { cwd, env }, signal) {
	await Promise.all(machines.map(async (machine) => {
		const argv = sshArgv(machine, ["k6", "version"]);
		const options = {
			cwd,
			env: allowed(env, sshEnv(env)),
			signal,
			timeout: 30
		};
		const done = await run(argv, options);
		const found = /\bk6(?:\.exe)? v(\d+\.\d+\.\d+\S*)/.exec(done.stdout)?.[1];
		if (found === version) return;
		const what = found === void 0 ? `No k6 can be run on the machine ${machine}.` : `The machine ${machine} has k6 ${found}, and this one ${version}: they cannot share a load.`;
		throw environmentError(what, {
			where: GENERATORS,
			remedy: `make \`ssh ${machine} k6 version\` print ${version} without asking for anything`,
			cause: done.timedOut ? "it did not answer in time" : done.stderr.trim().slice(-1e3) || void 0
		});
	}));
}

// src/load/environment.ts
const REFERENCE = new RegExp(`\\$\\{([A-Za-z0-9][A-Za-z0-9_-]*)(?:\\.(${ADDRESS_PARTS.join("|")}))?\\}`, "g");
function partOf(url, part) {
	if (part === void 0) return url;
	const { host, hostname, port, protocol } = new URL(url);
	return part === "host" ? host : part === "hostname" ? hostname : port || (protocol === "https:" ? "443" : "80");
}
const withAddresses = (env, url) => Object.fromEntries(Object.entries(env).map(([name, text]) => [name, text.replace(REFERENCE, (all, endpoint, part) => {
	const found = url(endpoint);
	return found === void 0 ? all : partOf(found, part);
})]));
const addressVariables = (env) => Object.fromEntries(Object.entries(env).filter(([, text]) => text.search(REFERENCE) >= 0));
function loadEnv({ env, targets, headers, seed }) {
	const ours = { STEELYARD_SEED: String(seed) };
	for (const [endpoint, url] of Object.entries(targets)) ours[targetVariable(endpoint)] = url;
	for (const [endpoint, list] of Object.entries(headers)) if (Object.keys(list).length > 0) ours[headersVariable(endpoint)] = JSON.stringify(list);
	return {
		...withAddresses(env, (endpoint) => own$1(targets, endpoint)),
		...ours
	};
}

// src/load/failure.ts
const fail = (code, message) => ({
	ok: false,
	failure: {
		code,
		message: message.trim().slice(0, 8e3)
	}
});
const overdue = (program, limit) => fail("timeout", `${program} did not end within ${Math.round(limit)} s and was killed; set a longer \`timeout\` of the workload if it should take this long`);
function killed(program, { code, signal, timedOut }, limit) {
	if (timedOut) return overdue(program, limit);
	return code === null ? fail("interrupted", `${program} was killed by ${signal ?? "a signal"}`) : null;
}

// src/load/process.ts
const SAMPLING = 50;
const KEPT$2 = 65536;
async function runLoad(place, argv, env, options) {
	try {
		var _usingCtx$8 = _usingCtx();
		const { family = false, ...rest } = options;
		const { placed, cwd } = place;
		const call = placed && {
			...placed,
			argv,
			env,
			cwd
		};
		const entered = _usingCtx$8.a(call && placed.inside.enter(call));
		let cpu = null;
		let sampling;
		try {
			const done = await run(entered?.argv ?? pinned(argv, place.cpus), {
				cwd,
				env: entered?.env ?? allowed(place.env, env),
				limit: KEPT$2,
				...rest,
				...place.ledger === void 0 ? {} : { ledger: place.ledger },
				onStart(pid) {
					const usage = family ? new Usage(pid) : null;
					const read = () => entered ? entered.cpu() : usage ? usage.read()?.cpu : statOf(pid)?.cpu;
					sampling = setInterval(() => {
						cpu = read() ?? cpu;
					}, SAMPLING);
				}
			});
			entered?.check(done);
			const { code, signal, timedOut, seconds, stdout, stderr, cut } = done;
			return {
				code,
				signal,
				timedOut,
				seconds,
				cpu,
				stdout,
				stderr,
				cut
			};
		} finally {
			clearInterval(sampling);
		}
	} catch (_) {
		_usingCtx$8.e = _;
	} finally {
		await _usingCtx$8.d();
	}
}

// src/load/scratch.ts
const MOST_BYTES$2 = 512 * 2 ** 20;
async function makeScratch(parent) {
	try {
		makeFolder(parent, 448);
		removeOrphans(parent);
		const name = `load-${process.pid}-${statOf(process.pid)?.began ?? 0}-${randomBytes(6).toString("hex")}`;
		const path = join(parent, name);
		makeFolder(path, 448);
		const write = (file, text) => {
			writePrivate(join(path, file), text);
			return join(path, file);
		};
		return {
			path,
			write,
			config: write("config.json", "{}\n"),
			read: (file) => textOf$1(join(path, file)),
			[Symbol.asyncDispose]: async () => removeTree(path)
		};
	} catch (cause) {
		if (cause instanceof SteelyardError) throw cause;
		throw environmentError("Cannot write in the load generator's working directory.", {
			where: parent,
			remedy: "choose another directory for the results, or correct its permissions",
			cause
		});
	}
}
function removeOrphans(parent) {
	for (const { name, kind } of namesIn(parent)) {
		if (kind !== "folder" || !orphaned(name)) continue;
		try {
			removeTree(join(parent, name));
		} catch {}
	}
}
function orphaned(name) {
	const [, pid, began] = /^load-(\d+)-([1-9]\d*)-/.exec(name) ?? [];
	return pid !== void 0 && !lives({
		pid: Number(pid),
		began: Number(began)
	});
}
function textOf$1(file) {
	try {
		return readWhole(file, MOST_BYTES$2);
	} catch {
		return null;
	}
}

// src/load/script.ts
function isFile(path) {
	try {
		return statSync(path).isFile();
	} catch {
		return false;
	}
}
const LONGEST$6 = 16 * 2 ** 20;
function textOf(file) {
	try {
		return isFile(file) && statSync(file).size <= LONGEST$6 ? readFileSync(file, "utf8") : "";
	} catch {
		return "";
	}
}
function mentionedVariables(script) {
	const names = /* @__PURE__ */ new Set();
	const seen = /* @__PURE__ */ new Set();
	const visit = (file) => {
		if (seen.has(file)) return;
		seen.add(file);
		const text = textOf(file);
		for (const [name] of text.matchAll(/\bSTEELYARD_(?:TARGET|HEADERS)_[A-Z0-9_]+/g)) names.add(name);
		for (const [, from] of text.matchAll(/\b(?:from|import|require\()\s*["'](\.[^"']+)["']/g)) visit(resolve(dirname(file), from));
	};
	visit(script);
	return [...names].sort();
}
const NOWHERE = "http://127.0.0.1:9";
function readingEnv(script, env) {
	const mentioned = mentionedVariables(script).map((name) => {
		return [name, name.startsWith("STEELYARD_TARGET_") ? NOWHERE : "{}"];
	});
	return {
		...Object.fromEntries(mentioned),
		...withAddresses(env, () => NOWHERE)
	};
}
function demandFile(script, workload, kind, key) {
	if (isFile(script)) return;
	const what = existsSync(script) ? "is not a file" : "does not exist";
	throw userError(`The ${kind} script of the workload "${workload}" ${what}.`, {
		where: script,
		remedy: `create it, or correct \`${key}\` of the workload (relative to the checkout)`
	});
}

// src/load/shaping.ts
function shaping({ env, variants, warmup, settle, measure, in: place }) {
	const load = Object.entries(variants).filter(([, variant]) => Object.keys(variant.env).length > 0).map(([name, variant]) => [name, sorted$1(variant.env)]);
	const placed = place === "host" ? {} : { in: place };
	const stages = (measure.stages ?? 1) === 1 ? {} : { stages: measure.stages };
	const cold = measure.cold ? { cold: true } : {};
	return {
		env: sorted$1(env),
		load,
		warmup,
		settle,
		duration: measure.duration,
		...stages,
		...cold,
		...placed
	};
}
const sorted$1 = (record) => Object.entries(record).sort(([a], [b]) => a < b ? -1 : 1);

// src/load/command/seen.ts
var Unreadable = class extends Error {};
const MOST_METRICS = 1e3;
const UNCOUNTED = {
	seconds: null,
	requests: 0,
	errors: 0,
	statuses: {},
	checks: [],
	unanswered: {
		timeouts: 0,
		refused: 0,
		other: 0
	}
};
function timed(metrics, seconds) {
	const all = Object.entries(metrics).map(([name, metric]) => [name, metric.kind === "counter" ? {
		seconds,
		...metric
	} : metric]);
	return Object.fromEntries(all);
}
function quoted$1(value) {
	const text = JSON.stringify(value) ?? String(value);
	return (text.length > 60 ? `${text.slice(0, 60)}…` : text).replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, "�");
}

// src/load/command/benchmark.ts
const Entry = object({
	name: string().min(1).max(200),
	unit: string().max(100),
	value: number$4()
});
function benchmark(data, better) {
	if (!Array.isArray(data)) throw new Unreadable("it is not a list of benchmarks");
	if (data.length === 0) throw new Unreadable("the list of benchmarks is empty");
	if (data.length > 1e3) throw new Unreadable(`there are more than ${MOST_METRICS} benchmarks`);
	const metrics = /* @__PURE__ */ new Map();
	for (const [index, one] of data.entries()) {
		const parsed = Entry.safeParse(one);
		if (!parsed.success) {
			const { path, message } = parsed.error.issues[0];
			throw new Unreadable(`${quoted$1(`/${[index, ...path.map(String)].join("/")}`)}: ${message}`);
		}
		const name = metricName(parsed.data.name);
		if (metrics.has(name)) throw new Unreadable(`there are two benchmarks called ${quoted$1(parsed.data.name)}`);
		const { unit, factor } = unitOf(parsed.data.unit);
		metrics.set(name, {
			kind: "gauge",
			unit,
			value: parsed.data.value * factor,
			better
		});
	}
	return {
		...UNCOUNTED,
		metrics: Object.fromEntries(metrics)
	};
}
function metricName(name) {
	if (/[\p{C}\u2028\u2029]/u.test(name)) throw new Unreadable(`the name of a benchmark holds a control character: ${quoted$1(name)}`);
	return PlainName.safeParse(name).success && !/^(?:cpu_per_request|memory_peak)$/.test(name) ? name : `benchmark{name:${name.replaceAll("{", "(").replaceAll("}", ")")}}`;
}
const NONE = {
	unit: "1",
	factor: 1
};
const SPELLINGS = {
	"µs": "us",
	"μs": "us",
	sec: "s",
	secs: "s",
	second: "s",
	seconds: "s",
	milliseconds: "ms",
	microseconds: "us",
	nanoseconds: "ns",
	bytes: "B",
	byte: "B",
	kb: "kB",
	mb: "MB",
	gb: "GB",
	kib: "KiB",
	mib: "MiB",
	gib: "GiB",
	percent: "%"
};
function unitOf(text) {
	const plain = text.trim();
	if (/^\S*\s?(?:\/|per )\s?(?:s|sec|second)$/i.test(plain)) return /^[kmg]?i?b\s?\//i.test(plain) ? NONE : UNITS$1["/s"];
	const each = plain.replace(/\s?\/\s?\w+$/, "");
	if (Object.hasOwn(UNITS$1, each)) return UNITS$1[each];
	const small = each.toLowerCase();
	return Object.hasOwn(SPELLINGS, small) ? UNITS$1[SPELLINGS[small]] : NONE;
}

// src/load/command/percentiles.ts
function trend(samples, unit) {
	const sorted = Float64Array.from(samples).sort();
	const at = (q) => {
		const place = q / 100 * (sorted.length - 1);
		const low = sorted[Math.floor(place)];
		return low + (sorted[Math.ceil(place)] - low) * (place % 1);
	};
	const n = sorted.length;
	return {
		kind: "trend",
		unit,
		n,
		mean: sorted.reduce((sum, value) => sum + value / n, 0),
		min: sorted[0],
		max: sorted[n - 1],
		quantiles: QUANTILES.map(at)
	};
}

// src/load/command/loadreport.ts
const SCHEMA = "load/1";
const MOST_SAMPLES$1 = 1e6;
const number$3 = number$4();
const count$2 = number$4().int().min(0).max(Number.MAX_SAFE_INTEGER);
const some = count$2.default(0);
const better = _enum(["lower", "higher"]).optional();
const common$1 = {
	unit: UnitName,
	better
};
const MetricName = string().max(200).regex(/^[A-Za-z_]\w*(?:\{[^{}\p{C}\u2028\u2029]*\})?$/u, "a name such as \"rows\" or \"rows{op:read}\"").refine((name) => !/^(?:cpu_per_request|memory_peak)\b/.test(name), "a name that is not one of ours");
const Written = union$1([
	strictObject({
		kind: literal$1("trend"),
		...common$1,
		samples: array(number$3).min(1).max(MOST_SAMPLES$1)
	}),
	strictObject({
		kind: literal$1("trend"),
		...common$1,
		n: count$2.min(1),
		mean: number$3,
		min: number$3,
		max: number$3,
		quantiles: array(number$3).length(QUANTILES.length)
	}),
	strictObject({
		kind: literal$1("share"),
		hits: count$2,
		total: count$2.min(1),
		better
	}),
	strictObject({
		kind: literal$1("counter"),
		...common$1,
		count: number$3
	}),
	strictObject({
		kind: literal$1("gauge"),
		...common$1,
		value: number$3
	})
]);
const Own = strictObject({
	schema: literal$1(SCHEMA),
	seconds: number$3.positive().optional(),
	requests: count$2.optional(),
	errors: count$2.optional(),
	statuses: record(string().regex(/^(\d{3}|other)$/), count$2).optional(),
	unanswered: strictObject({
		timeouts: some,
		refused: some,
		other: some
	}).optional(),
	checks: array(strictObject({
		name: string().min(1).max(200),
		passes: count$2,
		fails: count$2
	})).max(1e3).optional(),
	metrics: record(MetricName, Written).refine((all) => Object.keys(all).length > 0, "at least one metric").refine((all) => Object.keys(all).length <= MOST_METRICS, `at most ${MOST_METRICS} metrics`)
}).refine(({ requests = 0, errors = 0 }) => errors <= requests, "no more errors than requests");
function own(data) {
	const schema = typeof data === "object" && data !== null ? data.schema : void 0;
	if (schema !== SCHEMA) throw new Unreadable(`its "schema" is ${quoted$1(schema ?? null)}; this steelyard reads "${SCHEMA}"`);
	const parsed = Own.safeParse(data);
	if (!parsed.success) throw new Unreadable(complaint(parsed.error.issues));
	const { requests = 0, errors = 0, statuses = {}, checks = [], seconds = null, unanswered } = parsed.data;
	const metrics = Object.entries(parsed.data.metrics).map(([name, { better: way, ...metric }]) => {
		const direction = way === void 0 ? {} : { better: way };
		if (metric.kind !== "trend" || !("samples" in metric)) return [name, {
			...metric,
			...direction
		}];
		return [name, {
			...trend(metric.samples, metric.unit),
			...direction
		}];
	});
	return {
		requests,
		errors,
		statuses,
		checks,
		seconds,
		unanswered: unanswered ?? UNCOUNTED.unanswered,
		metrics: Object.fromEntries(metrics)
	};
}
function complaint(issues) {
	const first = issues[0];
	if (first === void 0) return "it is not what it should be";
	const where = (path) => quoted$1(`/${path.map(String).join("/")}`);
	if (first.code === "invalid_union") {
		const inner = first.errors.filter((errors) => !errors.some(({ path }) => path[0] === "kind")).sort((a, b) => a.length - b.length)[0]?.[0];
		if (inner) return complaint([{
			...inner,
			path: [...first.path, ...inner.path]
		}]);
	}
	if (first.code === "invalid_key") return `${where(first.path)} is not ${first.issues[0]?.message ?? "a name"}`;
	return `${where(first.path)}: ${first.message}`;
}

// src/load/command/mapping.ts
function pointed(data, pointer) {
	let value = data;
	for (const step of pointer.split("/").slice(1)) {
		const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
		if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return void 0;
		if (Array.isArray(value) && !/^(?:0|[1-9]\d*)$/.test(key)) return void 0;
		value = value[key];
	}
	return value;
}
function mapped(data, { requests, errors, metrics }) {
	const sent = requests === void 0 ? 0 : whole$2(data, requests);
	const failed = errors === void 0 ? 0 : whole$2(data, errors);
	if (failed > sent) throw new Unreadable(`there are ${failed} errors of ${sent} requests`);
	const found = Object.entries(metrics).map(([name, { at, unit: printed, better }]) => {
		const { unit, factor } = UNITS$1[printed];
		return [name, {
			kind: "gauge",
			unit,
			value: number$2(data, at) * factor,
			better
		}];
	});
	return {
		...UNCOUNTED,
		requests: sent,
		errors: failed,
		metrics: Object.fromEntries(found)
	};
}
function number$2(data, at) {
	const value = pointed(data, at);
	if (value === void 0) throw new Unreadable(`there is nothing at ${quoted$1(at)}`);
	if (typeof value === "number" && Number.isFinite(value)) return value;
	throw new Unreadable(`at ${quoted$1(at)} is ${quoted$1(typeof value === "object" ? typeof value : value)}, no number`);
}
function whole$2(data, at) {
	const value = number$2(data, at);
	if (Number.isSafeInteger(value) && value >= 0) return value;
	throw new Unreadable(`at ${quoted$1(at)} is ${value}, no count`);
}

// src/load/command/reports.ts
const MOST_SAMPLES = 1e6;
const Locust = array(object({
	num_requests: number$4().int().min(0),
	num_failures: number$4().int().min(0),
	response_times: record(string().regex(/^\d+(?:\.\d+)?$/), number$4().int().min(0))
})).min(1);
function locust(data) {
	const parsed = Locust.safeParse(data);
	if (!parsed.success) {
		const { path, message } = parsed.error.issues[0];
		throw new Unreadable(`${quoted$1(`/${path.map(String).join("/")}`)}: ${message}`);
	}
	const { data: entries } = parsed;
	const sum = (of) => entries.reduce((total, entry) => total + of(entry), 0);
	const requests = sum(({ num_requests }) => num_requests);
	if (requests > MOST_SAMPLES) throw new Unreadable(`there are more than ${MOST_SAMPLES} requests`);
	const samples = entries.flatMap(({ response_times }) => Object.entries(response_times).flatMap(([ms, count]) => {
		if (count > MOST_SAMPLES) throw new Unreadable(`there are more than ${MOST_SAMPLES} requests`);
		return Array.from({ length: count }, () => Number(ms) / 1e3);
	}));
	return requested({
		samples,
		requests,
		errors: sum(({ num_failures }) => num_failures),
		statuses: {}
	});
}
const TRANSACTION = "Number of samples in transaction :";
const COLUMNS = [
	"elapsed",
	"responseCode",
	"success"
];
function jmeter(text) {
	const [header = [], ...rows] = csv(text);
	const [elapsed, code, success] = COLUMNS.map((name) => {
		const at = header.indexOf(name);
		if (at === -1) throw new Unreadable(`the first line has no column ${quoted$1(name)}`);
		return at;
	});
	if (rows.length > MOST_SAMPLES) throw new Unreadable(`there are more than ${MOST_SAMPLES} samples`);
	const statuses = /* @__PURE__ */ new Map();
	let errors = 0;
	const message = header.indexOf("responseMessage");
	const isSum = (row) => row[message]?.startsWith(TRANSACTION) === true;
	const hasRequests = rows.some((row) => !isSum(row));
	const samples = rows.flatMap((row, i) => {
		const ms = Number(row[elapsed] || NaN);
		if (!Number.isFinite(ms) || ms < 0) throw new Unreadable(`line ${i + 2}: elapsed is ${quoted$1(row[elapsed] ?? null)}, no time`);
		if (hasRequests && isSum(row)) return [];
		const status = /^\d{3}$/.test(row[code] ?? "") ? row[code] : "other";
		statuses.set(status, (statuses.get(status) ?? 0) + 1);
		if (row[success] !== "true") errors++;
		return ms / 1e3;
	});
	return requested({
		samples,
		requests: samples.length,
		errors,
		statuses: Object.fromEntries(statuses)
	});
}
const GATLING = {
	http_p50: "percentiles1",
	http_p75: "percentiles2",
	http_p95: "percentiles3",
	http_p99: "percentiles4"
};
function gatling(text) {
	const figure = (name, of) => {
		const found = new RegExp(`"${name}"\\s*:\\s*\\{[^}]*"${of}"\\s*:\\s*"?(\\d{1,15})\\b`).exec(text)?.[1];
		if (found === void 0) throw new Unreadable(`it has no ${quoted$1(name)}`);
		return Number(found);
	};
	const [requests, errors] = [figure("numberOfRequests", "total"), figure("numberOfRequests", "ko")];
	const times = Object.entries({
		http_mean: "meanResponseTime",
		...GATLING
	}).map(([metric, name]) => [metric, {
		kind: "gauge",
		unit: "s",
		value: figure(name, "total") / 1e3
	}]);
	return counted({
		requests,
		errors,
		statuses: {}
	}, Object.fromEntries(times));
}
const requested = ({ samples, ...counts }) => counted(counts, samples.length === 0 ? {} : { http_req_duration: trend(samples, "s") });
function counted(counts, times) {
	const { requests, errors } = counts;
	if (requests === 0 || Object.keys(times).length === 0) throw new Unreadable("it has no request");
	if (errors > requests) throw new Unreadable(`there are ${errors} errors of ${requests} requests`);
	return {
		...UNCOUNTED,
		...counts,
		metrics: {
			...times,
			http_req_failed: {
				kind: "share",
				hits: errors,
				total: requests
			},
			http_reqs: {
				kind: "counter",
				unit: "1",
				count: requests
			}
		}
	};
}
function csv(text) {
	const rows = [];
	let row = [];
	for (const [, quotedValue, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r?\n|$)/g)) {
		row.push(quotedValue?.replaceAll("\"\"", "\"") ?? plain ?? "");
		if (end === ",") continue;
		if (row.length > 1 || row[0] !== "") rows.push(row);
		row = [];
	}
	return rows;
}

// src/load/command/outcome.ts
const MOST_BYTES$1 = 8 * 2 ** 20;
function broken$3(ending, program, limit) {
	const { code, stdout, stderr } = ending;
	const stopped = killed(program, ending, limit);
	if (stopped || code === 0) return stopped;
	const last = (stderr.trim() === "" ? stdout : stderr).trim().split("\n").slice(-10).join("\n").slice(-2e3);
	return fail("script-error", `${program} ended with exit code ${code}${last === "" ? "" : `: ${last}`}`);
}
function outcome$3({ command, ending, output }, whole) {
	if ("lacking" in output) return fail("no-summary", output.lacking);
	if (output.text.trim() === "") return fail("no-summary", "the program printed nothing");
	const { format } = command;
	const textual = typeof format === "string" && Object.hasOwn(TEXTUAL, format) ? TEXTUAL[format] : void 0;
	let data;
	try {
		if (textual === void 0) data = JSON.parse(output.text);
	} catch {
		return fail("no-summary", `what the program printed is no JSON, or cut off: ${quoted$1(output.text.trim())}`);
	}
	try {
		const seen = textual?.(output.text) ?? read(data, format);
		const { metrics, ...rest } = seen;
		const seconds = seen.seconds ?? ending.seconds;
		return {
			ok: true,
			observed: {
				...rest,
				seconds,
				metrics: timed(metrics, seconds),
				thresholds: [],
				generator: {
					...whole,
					dropped: 0,
					achieved: null
				}
			}
		};
	} catch (error) {
		if (error instanceof Unreadable) return fail("bad-numbers", `what the program printed: ${error.message}`);
		throw error;
	}
}
const TEXTUAL = {
	jmeter,
	gatling
};
function read(data, format) {
	if (typeof format === "object") return mapped(data, format.json);
	if (format === "steelyard") return own(data);
	if (format === "locust") return locust(data);
	return benchmark(data, format === "benchmark-smaller" ? "lower" : "higher");
}

// src/load/command/generator.ts
const TIMEOUT$5 = 60;
const VERSION = "command load/1";
function commandGenerator(place) {
	const planned = (_name, slot) => slot.warmup + slot.duration;
	return {
		versions: { command: VERSION },
		planned,
		facts: async (_name, workload) => facts$1(settingsOf("command", workload), workload, place.cwd),
		load: (request, measuring, signal) => trial(place, request, planned(request.name, request.slot), measuring, signal)
	};
}
async function facts$1(command, workload, cwd) {
	const hash = createHash("sha256").update(JSON.stringify({
		...command,
		...shaping(workload)
	}));
	for (const argument of command.run) {
		const file = resolve(cwd, argument);
		if (isFile(file) && liesIn(file, cwd)) hash.update("\0").update(await readFile(file));
	}
	return {
		digest: hash.digest("hex"),
		model: "mixed",
		generator: VERSION
	};
}
const liesIn = (file, cwd) => file.startsWith(`${resolve(cwd)}/`) && realpathSync(file).startsWith(`${realpathSync(cwd)}/`);
async function trial(place, { workload, slot, cpus = place.cpus, ...world }, planned, measuring, signal) {
	const command = settingsOf("command", workload);
	const program = command.run[0];
	const limit = workload.timeout ?? planned + TIMEOUT$5;
	const began = performance.now();
	const run = async (duration, phase) => {
		try {
			var _usingCtx$7 = _usingCtx();
			const scratch = _usingCtx$7.a(await makeScratch(place.scratch));
			const file = join(scratch.path, "output.json");
			const ours = {
				STEELYARD_PHASE: phase,
				STEELYARD_DURATION: String(duration),
				STEELYARD_OUTPUT: file
			};
			const env = {
				...loadEnv({
					...world,
					seed: slot.seed
				}),
				...ours
			};
			const timeout = Math.max(1, limit - (performance.now() - began) / 1e3);
			const ending = await runLoad({
				...place,
				cpus
			}, command.run, env, {
				timeout,
				signal,
				limit: MOST_BYTES$1,
				family: true
			});
			return {
				ending,
				output: command.output === "file" ? written(file) : printed$1(ending)
			};
		} catch (_) {
			_usingCtx$7.e = _;
		} finally {
			await _usingCtx$7.d();
		}
	};
	try {
		const warm = slot.warmup > 0 ? (await run(slot.warmup, "warmup")).ending : null;
		const cold = warm && broken$3(warm, program, limit);
		if (cold) return cold;
		await measuring();
		const { ending, output } = await run(slot.duration, "measured");
		const cpu = ending.cpu === null || warm?.cpu === null ? null : ending.cpu + (warm?.cpu ?? 0);
		const wall = ending.seconds + (warm?.seconds ?? 0);
		return broken$3(ending, program, limit) ?? outcome$3({
			command,
			ending,
			output
		}, {
			cpu,
			wall
		});
	} catch (error) {
		if (!(error instanceof SteelyardError) || error.fault !== "user") throw error;
		return fail("script-error", error.message);
	}
}
const printed$1 = ({ stdout, cut }) => cut ? { lacking: TOO_LONG } : { text: stdout };
const TOO_LONG = `the program printed more than ${MOST_BYTES$1 / 2 ** 20} MiB`;
function written(file) {
	const found = linklessStat(file);
	if (found === void 0 || !found.isFile()) return { lacking: "the program did not write the file that STEELYARD_OUTPUT names" };
	return found.size > MOST_BYTES$1 ? { lacking: TOO_LONG } : { text: readWhole(file, MOST_BYTES$1) };
}

// src/load/command/program.ts
const commandProgram = {
	open: async (place) => commandGenerator(place),
	look: null
};

// src/load/k6/summary.ts
const TREND_STATS = [
	...QUANTILES.map((q) => `p(${q})`),
	"avg",
	"min",
	"max",
	"count"
].join(",");
function summary(text) {
	if (text === null) return "k6 ended without writing a summary";
	if (text.trim() === "") return "the summary k6 wrote is empty";
	let data;
	try {
		data = JSON.parse(text);
	} catch {
		return "the summary k6 wrote is cut off or damaged";
	}
	if (typeof data?.metrics !== "object" || data.metrics === null) return "the summary k6 wrote holds no metrics";
	const checks = /* @__PURE__ */ new Map();
	gather(data.checks ?? {}, checks);
	return {
		metrics: data.metrics,
		checks
	};
}
function gather(group, into) {
	for (const { name, passes, fails } of group.checks ?? []) {
		const before = into.get(name) ?? {
			passes: 0,
			fails: 0
		};
		into.set(name, {
			passes: before.passes + passes,
			fails: before.fails + fails
		});
	}
	for (const inner of group.groups ?? []) gather(inner, into);
}
var BadNumber = class extends Error {};
const UNITS = {
	time: {
		unit: "s",
		scale: .001
	},
	data: {
		unit: "B",
		scale: 1
	},
	default: {
		unit: "1",
		scale: 1
	}
};
function metric(name, { type, contains, values, errors }, seconds) {
	const { unit, scale } = UNITS[contains] ?? UNITS.default;
	const number = (stat) => {
		const value = own$1(values, stat);
		if (typeof value !== "number" || !Number.isFinite(value)) throw bad(name, stat, value);
		if (value < 0 && contains !== "default") throw bad(name, stat, value);
		return value * scale;
	};
	const count = (stat) => {
		const value = own$1(values, stat);
		if (typeof value !== "number" || !Number.isInteger(value) || value < 0) throw bad(name, stat, value);
		return value;
	};
	switch (type) {
		case "trend": {
			const n = count("count");
			if (n === 0) return null;
			const quantiles = QUANTILES.map((q) => number(`p(${q})`));
			const [mean, min, max] = [
				number("avg"),
				number("min"),
				number("max")
			];
			return {
				kind: "trend",
				unit,
				n,
				mean,
				min,
				max,
				quantiles,
				...errors && { errors: errors.map((error) => error * scale) }
			};
		}
		case "rate": {
			const [hits, total] = [count("passes"), count("passes") + count("fails")];
			return total === 0 ? null : {
				kind: "share",
				hits,
				total
			};
		}
		case "counter": return {
			kind: "counter",
			unit,
			count: number("count"),
			seconds
		};
		case "gauge": return {
			kind: "gauge",
			unit,
			value: number("value")
		};
		default: throw bad(name, "type", type);
	}
}
const bad = (name, stat, value) => new BadNumber(`k6 reports ${name} with ${stat} = ${value === null ? "NaN" : String(value)}`);

// src/load/k6/argv.ts
const common = (config, address = "") => [
	"--address",
	address,
	"--config",
	config,
	"--log-format",
	"json",
	"--no-color"
];
function runArgv(binary, { wrapper, config, points }) {
	const out = points === null ? [] : ["--out", `json=${points}`];
	const quiet = [
		"--quiet",
		"--no-usage-report",
		"--summary-trend-stats",
		TREND_STATS
	];
	return [
		binary,
		"run",
		...common(config),
		...quiet,
		...out,
		wrapper
	];
}
function archiveArgv(binary, config, script, into, { env = false } = {}) {
	const pack = [
		"--include-system-env-vars",
		...env ? [] : ["--exclude-env-vars"],
		"--archive-out",
		into
	];
	return [
		binary,
		"archive",
		...common(config),
		...pack,
		script
	];
}
const scriptEnv = (world) => ({
	...loadEnv(world),
	K6_AUTO_EXTENSION_RESOLUTION: "false"
});
const OVERRULING = /^K6_(VUS|DURATION|ITERATIONS|STAGES|EXECUTION_SEGMENT\w*|NO_(THRESHOLDS|SUMMARY|SETUP|TEARDOWN)|SUMMARY_\w+|SYSTEM_TAGS|INCLUDE_SYSTEM_ENV_VARS|LOG_\w+|CONSOLE_OUTPUT)$/;
const overruling = (env) => Object.keys(env).find((name) => OVERRULING.test(name));

// src/load/k6/pauses.ts
const paceModule = "export const pace = { pauses: 1, slept: 0 };\n";
const PAUSED = "steelyard:paused";
const paced = (pace) => `import { sleep as own } from "k6";
import execution from "k6/execution";
import { pace } from ${JSON.stringify(pace)};
import { asked } from "./side.js";
export * from "k6";
const last = {};
const polling = {};
export function sleep(seconds) {
  if (__VU === 0) return own(seconds); // in setup() or teardown(), which are no part of the load
  const place = new Error().stack;
  const iteration = execution.vu.iterationInInstance;
  const before = last[place];
  if (before && before.iteration === iteration && asked.size > 0 && [...asked].every((url) => before.asked.has(url)))
    polling[place] = true;
  last[place] = { iteration, asked: new Set(asked) };
  asked.clear();
  const left = polling[place] ? seconds : seconds * pace.pauses;
  pace.slept += left * 1000;
  own(left);
}
import k6 from "k6";
export default Object.assign({}, k6, { sleep });
`;
const ENOUGH$2 = 20;
const MANY = 500;
const pauses = (most) => `import { sleep as own } from "k6";
import execution from "k6/execution";
export * from "k6";
const times = {};
export function sleep(seconds) {
  const around = __VU === 0; // in setup() or teardown()
  if (!around) console.log("${PAUSED} " + seconds);
  const place = execution.vu.iterationInInstance + new Error().stack;
  times[place] = (times[place] || 0) + 1;
  if (times[place] > (around ? ${MANY} : ${ENOUGH$2})) throw new Error("it pauses again and again at one place");
  own(Math.min(seconds, ${most}));
}
import k6 from "k6";
export default Object.assign({}, k6, { sleep });
`;

// src/load/k6/watch.ts
const WATCHED = {
	slow: "steelyard:slow",
	first: "steelyard:first",
	asked: "steelyard:asked"
};
const COLD = {
	opening: "cold_opening",
	steady: "cold_steady"
};
const opening = ({ seconds }) => Math.min(10, (seconds ?? 30) / 3);
const FLOOR = 250;
const FAST = FLOOR / 4;
const MOST_ORIGINS$1 = 20;
const SIGNATURES = {
	"url, params": ["get", "head"],
	"url, body, params": [
		"post",
		"put",
		"patch",
		"del",
		"options"
	],
	"method, url, body, params": ["request"]
};
function watchModule(opening, targets) {
	const cold = opening !== null;
	const known = Object.values(targets).flatMap((url) => /^\w+:\/\/[^/?#]*/.exec(url)?.[0] ?? []);
	return [
		`import http from "k6/http";`,
		...cold ? coldLines(opening) : [],
		`const now = Date.now;`,
		`let usual = ${FAST}, first = true, told = 0, top = 0;`,
		`const origins = {}, targets = ${JSON.stringify(known)};`,
		`let origin = "\\n", left = ${MOST_ORIGINS$1};`,
		`function asks(url) {`,
		`  const text = typeof url === "string" ? url : url?.url;`,
		`  if (typeof text !== "string" || (text.startsWith(origin) && "/?#".includes(text.charAt(origin.length)))) return;`,
		`  const found = /^\\w+:\\/\\/[^/?#]*/.exec(text)?.[0];`,
		`  if (found === undefined) return;`,
		`  origin = found;`,
		`  if (origins[found] || (!targets.includes(found) && left-- <= 0)) return;`,
		`  origins[found] = true;`,
		`  console.log("${WATCHED.asked} " + JSON.stringify([found.replace(/\\/\\/.*@/, "//")]));`,
		`}`,
		`function seen(began, ms, status, url, params) {`,
		...cold ? ["  chilly(began, ms);"] : [],
		`  if (ms >= ${FLOOR} && ms > 4 * usual && (told < 10 || ms > top)) {`,
		`    told++;`,
		`    top = Math.max(top, ms);`,
		`    const name = params?.tags?.name ?? url?.name ?? null;`,
		`    const what = [began, ms, status, name === null ? null : String(name).slice(0, 200), first];`,
		`    console.log("${WATCHED.slow} " + JSON.stringify(what));`,
		`  }`,
		`  first = false;`,
		`  usual = Math.max(${FAST}, ms > usual ? 1.5 * usual : 0.7 * usual);`,
		`}`,
		...Object.entries(SIGNATURES).flatMap(([given, names]) => [
			`for (const name of ${JSON.stringify(names)}) {`,
			`  const call = http[name];`,
			`  http[name] = (${given}) => {`,
			`    asks(url);`,
			`    const began = now();`,
			`    let answer;`,
			`    try {`,
			`      answer = call(${given});`,
			`    } catch (error) {`,
			`      seen(began, now() - began, 0, url, params);`,
			`      throw error;`,
			`    }`,
			`    const ms = now() - began;`,
			`    ${cold ? "" : `if (ms > ${FAST} || first || usual > ${FAST}) `}seen(began, ms, answer?.status ?? 0, url, params);`,
			`    return answer;`,
			`  };`,
			`}`
		]),
		`const later = http.asyncRequest;`,
		`http.asyncRequest = async (method, url, body, params) => {`,
		`  asks(url);`,
		`  const began = now();`,
		`  let status = 0;`,
		`  try {`,
		`    const answer = await later(method, url, body, params);`,
		`    status = answer.status;`,
		`    return answer;`,
		`  } finally {`,
		`    seen(began, now() - began, status, url, params);`,
		`  }`,
		`};`,
		`const { batch } = http;`,
		`http.batch = (requests) => {`,
		`  for (const one of Object.values(requests ?? {})) asks(Array.isArray(one) ? one[1] : (one?.url ?? one));`,
		`  return batch(requests);`,
		`};`,
		``
	].join("\n");
}
const coldLines = (opening) => [
	`import exec from "k6/execution";`,
	`import { Trend } from "k6/metrics";`,
	`const opening = new Trend("${COLD.opening}", true);`,
	`const steady = new Trend("${COLD.steady}", true);`,
	`let start;`,
	`function chilly(began, ms) {`,
	`  start ??= began - exec.instance.currentTestRunDuration;`,
	`  (began - start < ${Math.round(opening * 1e3)} ? opening : steady).add(ms);`,
	`  if (first) console.log("${WATCHED.first} " + JSON.stringify([began, ms]));`,
	`}`
];

// src/load/k6/shims.ts
const PLACES = "STEELYARD_PLACES";
const ONLY = "only";
const ITERATION = "STEELYARD_ITERATION";
const SCENARIO = "STEELYARD_SCENARIO";
const MOVED = "steelyard:moved";
const STAYED = "steelyard:stayed";
const placesOf = (literals, targets) => Object.fromEntries(Object.entries(literals).flatMap(([address, endpoint]) => {
	const target = own$1(targets, endpoint);
	return target === void 0 ? [] : [[address, target]];
}));
function shims({ side, addresses, cookies, turns, pause, pace }, folder, forms) {
	const asks = side !== null || addresses || cookies || pace !== void 0;
	const all = [
		[
			"",
			"side.js",
			shared(side, pace !== void 0, cookies)
		],
		[
			"k6/data",
			"data.js",
			data(side)
		],
		[
			"k6/net/grpc",
			"grpc.js",
			grpc(folder)
		],
		[
			"k6/experimental/fs",
			"fs.js",
			fs(folder)
		],
		...asks ? [[
			"k6/http",
			"http.js",
			http(forms)
		], ...SOCKETS] : [],
		...turns ? [[
			"k6/execution",
			"execution.js",
			EXECUTION
		]] : [],
		...pause === void 0 ? [] : [[
			"k6",
			"k6.js",
			pauses(pause)
		]],
		...pace === void 0 ? [] : [[
			"k6",
			"k6.js",
			paced(pace)
		]]
	];
	return Object.fromEntries(all.map(([name, file, text]) => [name, {
		file,
		text
	}]));
}
const shared = (side, keeps, cookies) => `import http from "k6/http";
const places = JSON.parse(__ENV.${PLACES} || "{}")[${JSON.stringify(side ?? "only")}] || {};
const noted = __ENV.STEELYARD_PHASE === "discovery" ? {} : null;
const PLACE = /^(https?|wss?):\\/\\/([^/?#@]*@)?(\\[[^\\]]+\\]|[^/?#:@]+)(?::(\\d+))?/i;
function place(host, port) {
  const to = places[host.toLowerCase() + ":" + port] ?? (${PRIVATE}.test(host) ? places["private:" + port] : undefined);
  if (noted !== null && !noted[host + ":" + port]) {
    noted[host + ":" + port] = true;
    console.log((to === undefined ? "${STAYED} " : "${MOVED} ") + host + ":" + port);
  }
  return to;
}
/** Addresses asked since the last pause. */
export const asked = new Set();
/** The length of the beginning of an address that is replaced, and by what; null where it stays. */
export function begin(url) {
  const [all, scheme, user = "", host, port] = PLACE.exec(url) ?? [];
  const to = all === undefined ? undefined : place(host, port ?? (/s$/i.test(scheme) ? "443" : "80"));
  if (to === undefined) return null;
  const socket = scheme.toLowerCase().startsWith("ws");
  return { length: all.length, to: (socket ? to.replace(/^http/, "ws") : to).replace("://", "://" + user) };
}
export function moved(url) {
  const found = typeof url === "string" ? begin(url) : null;
  return found === null ? url : found.to + url.slice(found.length);
}
export function at(url) {
  called(url?.url ?? url);
  return moved(url);
}
/** Keeps what is asked: the method of a gRPC call, or an address without its query, in which a poll may count. */
export function called(what) {
  ${keeps ? "asked.add(String(what).replace(/[?#].*$/s, \"\"));" : ""}
}
export function host(address) {
  const [, name, port] = /^(.+):(\\d+)$/.exec(address) ?? [];
  const to = name === undefined ? undefined : place(name, port);
  return to === undefined ? address : to.replace(/^\\w+:\\/\\//, "");
}
/** An object that stands for one of k6's, whose properties cannot be replaced, and gives some of them otherwise. */
export const instead = (of, get) => new Proxy({}, {
  get,
  has: (_, name) => name in of(),
  ownKeys: () => Reflect.ownKeys(of()),
  getOwnPropertyDescriptor(_, name) {
    const found = Reflect.getOwnPropertyDescriptor(of(), name);
    return found && { ...found, configurable: true };
  },
});
export class CookieJar {
  constructor(own = new http.CookieJar()) { this.own = own; }
  cookiesForURL(url) { return this.own.cookiesForURL(moved(url)); }
  set(url, ...more) { return this.own.set(moved(url), ...more); }
  clear(url) { return this.own.clear(moved(url)); }
  delete(url, name) { return this.own.delete(moved(url), name); }
}
let own;
/** The jar of this side; k6's own where undefined. setup() and teardown() of both sides run in one VU (0) each. */
const jar = () => (${cookies || `${side !== null} && __VU === 0`} ? (own ??= new http.CookieJar()) : undefined);
export const cookieJar = () => new CookieJar(jar() ?? http.cookieJar());
export const kept = (params) => {
  if (params && params.jar) return params.jar instanceof CookieJar ? { ...params, jar: params.jar.own } : params;
  const mine = jar();
  return mine === undefined ? params : { ...params, jar: mine };
};
`;
const data = (side) => `import { SharedArray as Own } from "k6/data";
export * from "k6/data";
export function SharedArray(name, make) { return new Own(${JSON.stringify(side === null ? "" : `${side}:`)} + name, make); }
export default { SharedArray };
`;
const ANSWERED = `const answered = (answer) => instead(() => answer, (_, name) =>
  name === "submitForm" || name === "clickLink"
    ? (how) => answered(answer[name]({ ...how, params: kept(how && how.params) }))
    : answer[name],
);
`;
function http(forms) {
	const answered = (answer) => forms ? `answered(${answer})` : answer;
	const calls = Object.entries(SIGNATURES).flatMap(([given, names]) => names.map((name) => {
		const passed = given.replace("url", "at(url)").replace("params", "kept(params)");
		return `const ${name} = (${given}) => ${answered(`http.${name}(${passed})`)};`;
	}));
	const names = [
		...Object.values(SIGNATURES).flat(),
		"asyncRequest",
		"batch",
		"url",
		"cookieJar",
		"CookieJar"
	];
	return `import http from "k6/http";
import { at, begin, CookieJar, cookieJar, instead, kept } from "./side.js";
export * from "k6/http";
${forms ? ANSWERED : ""}${calls.join("\n")}
const asyncRequest = (method, url, body, params) => http.asyncRequest(method, at(url), body, kept(params))${forms ? ".then(answered)" : ""};
const isRequest = (of) => of !== null && typeof of === "object" && ("method" in of || ("url" in of && !("name" in of)));
const one = (of) => {
  if (Array.isArray(of)) {
    const [method, url, body, params] = of;
    return [method, at(url), body, kept(params)];
  }
  if (!isRequest(of)) return ["GET", at(of), null, kept()];
  return { ...of, url: at(of.url), params: kept(of.params) };
};
const all = (of, each) =>
  Array.isArray(of) ? of.map(each) : Object.fromEntries(Object.entries(of).map(([key, value]) => [key, each(value)]));
const batch = (of) => ${forms ? "all(http.batch(all(of, one)), answered)" : "http.batch(all(of, one))"};
/** Replaces the beginning, which several pieces may share; the name of the request keeps its places for values. */
const url = (parts, ...values) => {
  const pieces = parts.flatMap((part, i) => (i < values.length ? [part, String(values[i])] : [part]));
  let { length, to } = begin(pieces.join("")) ?? { length: 0, to: "" };
  const left = pieces.map((piece) => {
    const cut = Math.min(length, piece.length);
    const before = cut > 0 ? to : "";
    if (cut > 0) to = "";
    length -= cut;
    return before + piece.slice(cut);
  });
  return http.url(left.filter((_, i) => i % 2 === 0), ...left.filter((_, i) => i % 2 === 1));
};
export { ${names.join(", ")} };
export default Object.assign({}, http, { ${names.join(", ")} });
`;
}
const socketClass = (name) => `import { WebSocket as Own } from "${name}";
import { at, kept } from "./side.js";
export * from "${name}";
export class WebSocket extends Own {
  constructor(url, protocols, params) { super(at(String(url)), protocols, kept(params)); }
}
`;
const SOCKETS = [
	[
		"k6/ws",
		"ws.js",
		`import ws from "k6/ws";
import { at, kept } from "./side.js";
export * from "k6/ws";
const connect = (url, ...more) => ws.connect(at(String(url)), kept(more.length > 1 ? more[0] : undefined), more[more.length - 1]);
export { connect };
export default Object.assign({}, ws, { connect });
`
	],
	[
		"k6/websockets",
		"websockets.js",
		socketClass("k6/websockets")
	],
	[
		"k6/experimental/websockets",
		"experimental.js",
		socketClass("k6/experimental/websockets")
	]
];
const paths = (folder) => `const folder = ${JSON.stringify(folder)};
const from = (path) => (/^(?:file:\\/)?\\//.test(path) ? path : folder + "/" + path);
`;
const fs = (folder) => `import * as fs from "k6/experimental/fs";
export * from "k6/experimental/fs";
${paths(folder)}const open = (path) => fs.open(path && from(path));
export { open };
export default Object.assign({}, fs, { open });
`;
const grpc = (folder) => `import grpc from "k6/net/grpc";
import { called, host } from "./side.js";
export * from "k6/net/grpc";
${paths(folder)}class Client {
  constructor() { this.own = new grpc.Client(); }
  load(paths, ...names) { return this.own.load(paths && paths.length > 0 ? paths.map(from) : [folder], ...names); }
  loadProtoset(path) { return this.own.loadProtoset(from(path)); }
  connect(address, params) { return params === undefined ? this.own.connect(host(address)) : this.own.connect(host(address), params); }
  invoke(method, ...all) { called(method); return this.own.invoke(method, ...all); }
  asyncInvoke(method, ...all) { called(method); return this.own.asyncInvoke(method, ...all); }
  healthCheck(...all) { called("health"); return this.own.healthCheck(...all); }
  close() { return this.own.close(); }
}
function Stream(client, method, ...more) { called(method); return new grpc.Stream(client.own, method, ...more); }
export { Client, Stream };
export default Object.assign({}, grpc, { Client, Stream });
`;
const EXECUTION = `import own from "k6/execution";
import { instead } from "./side.js";
const numbers = ["iterationInInstance", "iterationInScenario"];
const counted = ["iterationInInstance", "iterationInTest"];
const part = (of) => instead(() => own[of], (_, name) => {
  if (of === "vu" && numbers.includes(name) && typeof __ITER !== "undefined") return __ITER;
  if (of === "scenario" && name === "name") return __ENV.${SCENARIO} ?? own.scenario.name;
  const iteration = of === "scenario" && counted.includes(name) ? __ENV.${ITERATION} : undefined;
  return iteration === undefined ? own[of][name] : Number(iteration);
});
const all = { instance: part("instance"), scenario: part("scenario"), test: part("test"), vu: part("vu") };
export const { instance, scenario, test, vu } = all;
export default all;
`;

// src/load/k6/workloaddigest.ts
function sources(entries) {
	const script = entries.find(({ link }) => link === "data");
	const from = posix.dirname(script?.path ?? "file");
	const data = entries.find(({ path }) => path === "data");
	return entries.filter(({ path }) => /^(file|https)\//.test(path)).map((entry) => ({
		path: entry.path.startsWith("https/") ? entry.path.replace("https/", "https://") : posix.relative(from, entry.path),
		content: entry.link === "data" && data ? data.content : entry.content
	})).sort((a, b) => a.path < b.path ? -1 : 1);
}
function digest(files, workload, version, { segments, machines } = {
	segments: 1,
	machines: 1
}) {
	const hash = createHash("sha256");
	for (const { path, content } of files) hash.update(`${path}\0${content.length}\0`).update(content);
	hash.update(JSON.stringify({
		...shaping(workload),
		k6: version.split(".")[0],
		...segments > 1 && {
			segments,
			machines
		}
	}));
	return hash.digest("hex");
}
const mention = (files, ...words) => files.some(({ content }) => words.some((word) => content.includes(word)));
function declaredMetrics(files) {
	const names = files.filter(({ path }) => /\.[cm]?[jt]s$/.test(path)).flatMap(({ content }) => [...content.toString("utf8").matchAll(/\bnew\s+(?:\w+\.)?(?:Trend|Counter|Rate|Gauge)\(\s*["'`]([A-Za-z_]\w{0,127})["'`]/g)]).map((match) => match[1]);
	return [...new Set(names)].sort();
}

// src/load/k6/copies.ts
const CODE = /\.[cm]?[jt]sx?$/;
const SHIMS = "steelyard";
const REMOTE = "https";
function copyScript({ files, path }, script, into, wanted) {
	const made = shims(wanted, join(into, dirname(path)), mention(files, ...FORMS));
	for (const { file, text } of Object.values(made)) write(join(into, SHIMS, file), text);
	const folder = join(into, dirname(path));
	const remotes = new Map(files.filter(isRemote).map(({ path }) => [path, join(into, remotePlace(path))]));
	for (const { path: name, content } of files) {
		const remote = remotes.get(name);
		const at = remote ?? join(folder, name);
		const other = (imported, required) => {
			const meant = address(imported, remote && name);
			const found = made[imported] ? join(into, SHIMS, made[imported].file) : remotes.get(meant);
			if (found) return pathToFileURL(found).href;
			return required ? void 0 : remote && meant;
		};
		write(at, CODE.test(at) || at === join(into, path) ? replaced(content, other) : content);
	}
	const elsewhere = join(into, REMOTE);
	const [top, own] = tops(folder, dirname(script));
	const places = [
		[pathToFileURL(top).href, pathToFileURL(own).href],
		[top, own],
		[pathToFileURL(elsewhere).href, "https:/"],
		[elsewhere, "https:/"]
	];
	return {
		url: pathToFileURL(join(into, path)).href,
		original: (text) => places.reduce((said, [copied, own]) => said.replaceAll(copied, own), text)
	};
}
function tops(copied, own) {
	const [above, ownAbove] = [dirname(copied), dirname(own)];
	const isRoot = ownAbove === dirname(ownAbove);
	return basename(copied) !== basename(own) || isRoot ? [copied, own] : tops(above, ownAbove);
}
const FORMS = ["submitForm", "clickLink"];
const OPENING = ["k6/net/grpc", "k6/experimental/fs"];
const opensFiles = ({ files }) => mention(files, ...OPENING);
function single(script, read, literals, into) {
	const addresses = Object.keys(literals).length > 0;
	if (!addresses && !opensFiles(read)) return {
		url: pathToFileURL(script).href,
		original: (text) => text
	};
	return copyScript(read, script, into, {
		side: null,
		addresses,
		cookies: false,
		turns: false
	});
}
const isRemote = ({ path }) => path.startsWith("https://");
const address = (name, from) => !name.startsWith("k6") && URL.canParse(name, from) ? new URL(name, from).href : name;
function remotePlace(url) {
	const { host, pathname, search } = new URL(url);
	const path = posix.join(REMOTE, host, pathname + search.replace(/[^\w.-]/g, "_"));
	return /\.(?:[cm]?[jt]sx?|json|map)$/.test(path) ? path : `${path}.js`;
}
function write(file, content) {
	makeFolder(dirname(file), 448);
	writePrivate(file, content);
}
const IMPORTS$1 = /\b((?:from|import|import\s*\(|require\s*\()\s*)(["'])(k6(?:\/[\w./-]+)?|(?:https:\/\/|\.{0,2}\/)[^"'\n\\]+)\2/g;
function replaced(content, by) {
	return content.toString("utf8").replace(IMPORTS$1, (all, before, _, name) => {
		const other = by(name, before.startsWith("require"));
		return other === void 0 ? all : before + JSON.stringify(other);
	});
}

// src/load/k6/discovery.ts
const NOTHING = {
	metrics: [],
	checks: [],
	split: [],
	unbounded: [],
	requests: false,
	answers: false,
	allFailed: null
};
const SPLIT = [
	"http_req_duration",
	"http_req_failed",
	"grpc_req_duration",
	"ws_connecting"
];
const REQUESTS = /* @__PURE__ */ new Set([
	"http_reqs",
	"ws_sessions",
	"grpc_req_duration"
]);
const MOST_VALUES = 20;
const MOST_CHECKS = 100;
const LONGEST_VALUE = 200;
var Sets = class {
	sets = /* @__PURE__ */ new Map();
	add(key, value) {
		const set = this.sets.get(key) ?? /* @__PURE__ */ new Set();
		this.sets.set(key, set.add(value));
	}
	get(key) {
		return this.sets.get(key) ?? /* @__PURE__ */ new Set();
	}
};
function discovery(lines, split) {
	const metrics = /* @__PURE__ */ new Set();
	const checks = /* @__PURE__ */ new Set();
	const values = new Sets();
	let requests = false;
	let answers = false;
	let failed = null;
	let good = false;
	for (const line of lines) {
		const entry = parsed(line);
		if (entry === void 0) continue;
		metrics.add(entry.metric);
		if (entry.type !== "Point") continue;
		const tags = entry.data?.tags ?? {};
		if (REQUESTS.has(entry.metric)) {
			requests = true;
			answers ||= tags.status !== void 0 && !(entry.metric === "http_reqs" && tags.status === "0");
			if (entry.metric !== "http_reqs" || tags.expected_response !== "false") good = true;
			else failed ??= `${tags.method ?? ""} ${pathOf$1(String(tags.name))} answered ${tags.status}`.trim();
		}
		if (entry.metric === "checks" && typeof tags.check === "string") checks.add(tags.check);
		if (!SPLIT.includes(entry.metric)) continue;
		for (const tag of split) {
			const value = tags[tag];
			if (typeof value === "string") values.add(`${entry.metric} ${tag}`, value);
		}
	}
	const found = SPLIT.flatMap((metric) => split.map((tag) => ({
		metric,
		tag,
		values: [...values.get(`${metric} ${tag}`)].sort()
	})));
	const some = found.filter((one) => one.values.length > 1 && one.values.length <= 20);
	return {
		metrics: [...metrics].sort(),
		checks: [...checks].sort().slice(0, MOST_CHECKS),
		split: some.flatMap(({ metric, tag, values: list }) => list.filter((value) => value.length <= LONGEST_VALUE).map((value) => ({
			metric,
			tag,
			value
		}))),
		unbounded: [...new Set(found.filter((one) => one.values.length > 20).map(({ tag }) => tag))],
		requests,
		answers,
		allFailed: good ? null : failed
	};
}
const pathOf$1 = (name) => name.replace(/^https?:\/\/[^/]+(?=\/|$)/, "").slice(0, LONGEST_VALUE) || "/";
function parsed(line) {
	try {
		const entry = JSON.parse(line);
		return typeof entry?.metric === "string" && typeof entry.type === "string" ? entry : void 0;
	} catch {
		return;
	}
}

// src/load/k6/distributed/division.ts
function partsOf$1(count) {
	const border = (at) => at === 0 ? "0" : at === count ? "1" : `${at}/${count}`;
	const sequence = Array.from({ length: count + 1 }, (_, at) => border(at)).join(",");
	return Array.from({ length: count }, (_, at) => ({
		segment: `${border(at)}:${border(at + 1)}`,
		sequence
	}));
}
function mostVUs({ executor, vus, startVUs, stages, preAllocatedVUs, maxVUs }) {
	if (executor.endsWith("arrival-rate")) return Math.max(preAllocatedVUs ?? 0, maxVUs ?? 0);
	if (executor !== "ramping-vus") return vus ?? 1;
	return Math.max(startVUs ?? 1, ...(stages ?? []).map(({ target }) => target ?? 0));
}
function demandWork(scenarios, segments, workload) {
	for (const [name, one] of Object.entries(scenarios)) {
		const vus = mostVUs(one);
		const few = one.executor === "shared-iterations" && (one.iterations ?? 1) < segments;
		if (vus >= segments && !few) continue;
		const has = few ? `${one.iterations ?? 1} iterations` : vus === 1 ? "one VU" : `${vus} VUs`;
		throw userError(`The scenario "${name}" has ${has} for ${segments} segments.`, {
			where: `workloads.${workload}.k6.segments`,
			remedy: "use at most as many segments as the scenario has VUs and iterations"
		});
	}
}

// src/load/k6/options.ts
const aroundSpan = (options) => setupSpan(options) + teardownSpan(options);
const setupSpan = ({ setupTimeout }) => span(setupTimeout, AROUND$1);
const teardownSpan = ({ teardownTimeout }) => span(teardownTimeout, AROUND$1);
const AROUND$1 = 60;
function span(text, otherwise) {
	if (text === null || text === void 0) return otherwise;
	const value = /^0[a-zµ]*$/.test(text) ? 0 : seconds(text);
	if (value === void 0) throw new Error(`k6 printed the duration "${text}"`);
	return value;
}
function scenarios(options, where) {
	const { vus = null, duration = null, iterations = null } = options;
	const stages = options.stages?.length ? options.stages : null;
	const own = Object.keys(options.scenarios ?? {}).length > 0 ? options.scenarios : null;
	for (const [name, { executor }] of Object.entries(own ?? {})) if (!EXECUTORS.includes(executor)) throw userError(`The scenario "${name}" has the executor "${executor}", which cannot be measured.`, {
		where,
		remedy: `use one of ${EXECUTORS.join(", ")}`
	});
	if (own !== null) return own;
	if (iterations !== null) return { default: {
		executor: "shared-iterations",
		vus,
		iterations,
		maxDuration: duration
	} };
	if (stages !== null) return { default: {
		executor: "ramping-vus",
		startVUs: vus,
		stages
	} };
	return { default: {
		executor: "constant-vus",
		vus,
		duration
	} };
}
const EXECUTORS = [
	"constant-vus",
	"ramping-vus",
	"constant-arrival-rate",
	"ramping-arrival-rate",
	"shared-iterations",
	"per-vu-iterations"
];

// src/load/k6/shape.ts
const PHASE = "steelyard_phase";
const MEASURED = "measured";
const WARMUP = "steelyard_warmup";
const MARK = "steelyard_mark";
const GRACE = 30;
const LONGEST$5 = 600;
const SHORTEST_CONSTANT = 1;
function model(scenarios) {
	const kinds = new Set(Object.values(scenarios).map(({ executor }) => executor.endsWith("arrival-rate") ? "open" : executor.endsWith("iterations") ? "iterations" : "closed"));
	return kinds.size === 1 ? [...kinds][0] : "mixed";
}
function plan(scenarios, { warmup, duration }) {
	const all = Object.entries(scenarios);
	const settable = all.every(([, { executor }]) => executor.startsWith("constant-"));
	const scale = settable ? duration / Math.max(...all.map(([, one]) => end(one))) : 1;
	const fitted = all.map(([name, one]) => [name, bounded$1(one, scale)]);
	const starts = fitted.map(([, one]) => span(one.startTime, 0));
	const planned = {};
	for (const [name, one] of fitted) {
		planned[name] = phased(one, MEASURED, { startTime: ms(warmup + span(one.startTime, 0)) });
		if (warmup === 0) continue;
		planned[`${WARMUP}_${name}`] = phased(beginning$1(one, warmup), "warmup", { gracefulStop: "0s" });
	}
	planned[MARK] = {
		executor: "per-vu-iterations",
		vus: 1,
		iterations: 1,
		exec: MARK,
		startTime: ms(warmup + Math.min(...starts)),
		maxDuration: "10s",
		gracefulStop: "0s"
	};
	const lengths = fitted.map(([, one]) => one);
	const bound = lengths.some(({ executor }) => executor.endsWith("-iterations"));
	return {
		scenarios: planned,
		warmup,
		window: settable ? window(lengths) : { kind: "watched" },
		seconds: bound ? null : warmup + Math.max(...lengths.map(end)),
		most: warmup + Math.max(...lengths.map((one) => end(one) + span(one.gracefulStop, 0)))
	};
}
function shortened(scenarios, share = 1) {
	const all = Object.entries(scenarios);
	if (share === 1 || !all.some(([, { stages }]) => stages)) return scenarios;
	const part = (length, otherwise) => ms(span(length, otherwise) * share);
	return Object.fromEntries(all.map(([name, one]) => [name, {
		...one,
		startTime: part(one.startTime, 0),
		...one.stages && { stages: one.stages.map((stage) => ({
			...stage,
			duration: part(stage.duration, 0)
		})) },
		...one.executor.startsWith("constant-") && { duration: part(one.duration, 1) }
	}]));
}
function end(one) {
	const start = span(one.startTime, 0);
	if (one.stages) return start + one.stages.reduce((sum, stage) => sum + span(stage.duration, 0), 0);
	if (one.executor.endsWith("-iterations")) return start + span(one.maxDuration, LONGEST$5);
	return start + span(one.duration, 1);
}
function bounded$1(one, scale) {
	const stop = ms(Math.min(span(one.gracefulStop, GRACE), GRACE));
	const fitted = {
		...Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null)),
		executor: one.executor,
		gracefulStop: stop
	};
	if (one.executor.startsWith("constant-")) {
		const length = span(one.duration, 1) * scale;
		return constant({
			...fitted,
			startTime: ms(span(one.startTime, 0) * scale)
		}, length);
	}
	if (one.executor.endsWith("-iterations")) return {
		...fitted,
		maxDuration: ms(span(one.maxDuration, LONGEST$5))
	};
	if (one.executor !== "ramping-vus") return fitted;
	return {
		...fitted,
		gracefulRampDown: ms(Math.min(span(one.gracefulRampDown, GRACE), GRACE))
	};
}
function beginning$1(one, seconds) {
	const { exec, env, tags, options, timeUnit, preAllocatedVUs, maxVUs } = one;
	const common = Object.fromEntries(Object.entries({
		exec,
		env,
		tags,
		options
	}).filter(([, value]) => value !== void 0));
	if (one.executor.endsWith("arrival-rate")) {
		const rate = Math.max(1, one.rate ?? one.startRate ?? 0);
		const pool = {
			timeUnit: timeUnit ?? "1s",
			preAllocatedVUs: preAllocatedVUs ?? 1
		};
		const most = maxVUs === void 0 ? {} : { maxVUs };
		return constant({
			...common,
			executor: "constant-arrival-rate",
			rate,
			...pool,
			...most
		}, seconds);
	}
	const vus = Math.max(1, (one.executor === "ramping-vus" ? one.startVUs : one.vus) ?? 1);
	return constant({
		...common,
		executor: "constant-vus",
		vus
	}, seconds);
}
function constant(one, seconds) {
	if (seconds >= SHORTEST_CONSTANT) return {
		...one,
		duration: ms(seconds)
	};
	const { duration: _duration, vus, rate, ...rest } = one;
	const target = rate ?? vus ?? 1;
	const stages = [{
		duration: ms(seconds),
		target
	}];
	return one.executor === "constant-vus" ? {
		...rest,
		executor: "ramping-vus",
		startVUs: target,
		stages,
		gracefulRampDown: "0s"
	} : {
		...rest,
		executor: "ramping-arrival-rate",
		startRate: target,
		stages
	};
}
function phased(one, phase, more) {
	const env = {
		...one.env,
		STEELYARD_PHASE: phase
	};
	return {
		...one,
		...more,
		env,
		tags: {
			...one.tags,
			[PHASE]: phase
		}
	};
}
function window(all) {
	const from = Math.min(...all.map((one) => span(one.startTime, 0)));
	const seconds = Math.max(...all.map(end)) - from;
	const open = all.every(({ executor }) => executor.endsWith("arrival-rate"));
	return {
		kind: "constant",
		seconds,
		vus: all.every((one) => span(one.startTime, 0) === from && end(one) === from + seconds) && all.every(({ executor }) => executor.endsWith("-vus")) ? sum$1(all.map((one) => one.vus ?? one.startVUs ?? 1)) : null,
		target: open ? sum$1(all.map(iterations)) : null
	};
}
function iterations(one) {
	const seconds = end(one) - span(one.startTime, 0);
	return (one.rate ?? one.startRate ?? 0) / span(one.timeUnit, 1) * seconds;
}
const sum$1 = (values) => values.reduce((a, b) => a + b, 0);
const ms = (seconds) => `${Math.round(seconds * 1e3)}ms`;
function measuredSeconds(window, wall, { sum: busy, longest }) {
	if (window.kind === "watched" || wall < window.seconds - ABORTED) return Math.max(wall, longest, .001);
	return window.vus === null ? window.seconds : Math.max(window.seconds, busy / window.vus);
}
const ABORTED = .05;

// src/load/k6/wrapper.ts
const MARKS = {
	begin: "steelyard:begin",
	end: "steelyard:end"
};
function wrapper(wrapping) {
	const { script, before, options, hasDefault, teardown, summary, ownSummary = true, of } = wrapping;
	const lines = [
		before === void 0 ? "" : `import ${text$1(`./${before}`)};`,
		`import * as user from ${text$1(script)};`,
		`export * from ${text$1(script)};`,
		hasDefault ? `export { default } from ${text$1(script)};` : "",
		`const { ${SHORTCUTS.join(", ")}, ...kept } = user.options || {};`,
		`export const options = Object.assign(kept, ${text$1(options)});`,
		`export function ${MARK}() { console.log("${MARKS.begin} " + Date.now()); }`,
		`export function teardown(data) {`,
		`  console.log("${MARKS.end} " + Date.now());`,
		teardown ? "  return user.teardown ? user.teardown(data) : undefined;" : "",
		`}`,
		`export function handleSummary(data) {`
	];
	if (summary === null) return [
		...lines,
		"  return {};",
		"}",
		""
	].join("\n");
	return [
		...lines,
		ownSummary ? "" : WANTED,
		`  const shown = { metrics: ${ownSummary ? "data.metrics" : "wanted(data.metrics)"}, checks: data.root_group, of: ${text$1(of)} };`,
		`  const ours = { ${text$1(summary)}: JSON.stringify(shown) };`,
		ownSummary ? `  if (!user.handleSummary) return ours;` : "  return ours;",
		`  try {`,
		`    return Object.assign({}, user.handleSummary(data), ours);`,
		`  } catch (error) {`,
		`    console.warn("handleSummary of the script failed: " + error);`,
		`    return ours;`,
		`  }`,
		`}`,
		``
	].join("\n");
}
const WANTED = `  const wanted = (all) => Object.fromEntries(
    Object.entries(all).filter(([name, { type }]) => type !== "trend" || name in options.thresholds),
  );`;
const NEEDED = [
	"status",
	"error_code",
	"name",
	"check",
	"group",
	"scenario",
	"expected_response"
];
function systemTags({ systemTags: own }) {
	return own ? { systemTags: [.../* @__PURE__ */ new Set([...own, ...NEEDED])] } : {};
}
const SHORTCUTS = [
	"vus",
	"duration",
	"iterations",
	"stages",
	"scenarios",
	"thresholds",
	"summaryTimeUnit"
];
const text$1 = (value) => JSON.stringify(value);

// src/load/k6/log.ts
const KEPT$1 = 5;
const LONGEST$4 = 1500;
const MOST_ORIGINS = 1e3;
const MOST_SLOW = 100;
function logParser(onBegin) {
	let begin = null;
	let end = null;
	let thrown = 0;
	let exception = null;
	let failedRequest = null;
	const errors = [];
	let slow = [];
	let first = null;
	const asked = /* @__PURE__ */ new Set();
	const watched = (text) => {
		const line = messageIn(text);
		const request = slowRequest(line);
		if (request) {
			slow.push(request);
			if (slow.length > 200) slow = theSlowest(slow);
		}
		const begun = beginning(line);
		if (begun && (first === null || begun.at < first.at)) first = begun;
		const [origin] = after(WATCHED.asked, line) ?? [];
		if (typeof origin === "string" && asked.size < MOST_ORIGINS) asked.add(origin);
	};
	const mark = (text) => {
		const [what, at] = messageIn(text).split(" ");
		if (what === MARKS.begin && begin === null) {
			begin = Number(at);
			onBegin();
		}
		if (what === MARKS.end) end = Number(at);
	};
	return {
		line(text) {
			if (text.includes("\"source\":\"console\"")) {
				if (text.includes(MARKS.begin) || text.includes(MARKS.end)) mark(text);
				else if (Object.values(WATCHED).some((word) => text.includes(word))) watched(text);
			} else if (text.includes("\"source\":\"stacktrace\"")) {
				if (text.includes(`"scenario":"${"steelyard_warmup"}`) || text.includes(`"scenario":"${"steelyard_mark"}`)) return;
				thrown++;
				exception ??= messageIn(text);
			} else if (text.includes("\"level\":\"warning\"")) {
				if (failedRequest === null && text.includes("Request Failed")) failedRequest = messageIn(text, "error");
			} else if (errors.length < KEPT$1 && (text.includes("\"level\":\"error\"") || text.startsWith("panic:"))) errors.push(messageIn(text));
		},
		result: () => ({
			begin,
			end,
			thrown,
			exception,
			errors,
			failedRequest,
			slow: theSlowest(slow),
			first,
			asked: [...asked]
		})
	};
}
const theSlowest = (all) => [...all].sort((a, b) => b.seconds - a.seconds).slice(0, MOST_SLOW);
function after(word, line) {
	if (!line.startsWith(`${word} `)) return void 0;
	try {
		const value = JSON.parse(line.slice(word.length));
		return Array.isArray(value) ? value : void 0;
	} catch {
		return;
	}
}
function slowRequest(line) {
	const [at, ms, status, name, first] = after(WATCHED.slow, line) ?? [];
	if (!isTime(at) || typeof ms !== "number" || !(ms > 0)) return void 0;
	return {
		at: new Date(at).toISOString(),
		seconds: ms / 1e3,
		status: typeof status === "number" && status >= 100 && status <= 999 ? Math.round(status) : 0,
		name: typeof name === "string" ? name.slice(0, 200) : null,
		first: first === true
	};
}
function beginning(line) {
	const [at, ms] = after(WATCHED.first, line) ?? [];
	return isTime(at) && typeof ms === "number" && ms >= 0 ? {
		at,
		seconds: ms / 1e3
	} : void 0;
}
const isTime = (at) => typeof at === "number" && at > 0 && at < 8e15;
function messageIn(line, field = "msg") {
	try {
		const entry = JSON.parse(line);
		const cause = field === "msg" && typeof entry.error === "string" ? `: ${entry.error}` : "";
		return `${String(entry[field] ?? entry.msg)}${cause}`.trim().slice(0, LONGEST$4);
	} catch {
		return line.trim().slice(0, LONGEST$4);
	}
}

// src/load/k6/statuses.ts
const STATUSES = [
	0,
	101,
	200,
	201,
	202,
	204,
	206,
	301,
	302,
	303,
	304,
	307,
	308,
	400,
	401,
	403,
	404,
	405,
	409,
	413,
	422,
	429,
	500,
	502,
	503,
	504
].map(String);
const TIMEOUTS = [1050, 1211];
const REFUSED$1 = [
	1100,
	1101,
	1110,
	1111,
	1200,
	1201,
	1202,
	1210,
	1212,
	1213,
	1220
];
const CODES$1 = [...TIMEOUTS, ...REFUSED$1];
function answers(requests, byStatus, byCode) {
	const statuses = {};
	const add = (status, n) => {
		if (n > 0) statuses[status] = (own$1(statuses, status) ?? 0) + n;
	};
	for (const by of [byStatus.http, byStatus.ws]) for (const [status, n] of Object.entries(by)) if (status !== "0") add(status, n);
	const sum = (counts) => counts.reduce((a, b) => a + (b ?? 0), 0);
	const zero = byStatus.http["0"] ?? 0;
	const wsLost = Math.max(0, requests.ws - sum(Object.values(byStatus.ws)));
	add("other", Math.max(0, requests.http - sum(Object.values(byStatus.http))) + requests.grpc);
	const timeouts = sum(TIMEOUTS.map((code) => byCode[code]));
	const refused = sum(REFUSED$1.map((code) => byCode[code]));
	return {
		statuses,
		unanswered: {
			timeouts,
			refused,
			other: Math.max(0, zero - timeouts - refused) + wsLost
		},
		answered: sum(Object.values(statuses))
	};
}

// src/load/k6/series.ts
const BUILTIN = [
	"http_reqs",
	"http_req_failed",
	"http_req_duration",
	"http_req_waiting",
	"http_req_blocked",
	"http_req_connecting",
	"http_req_tls_handshaking",
	"http_req_sending",
	"http_req_receiving",
	"iterations",
	"iteration_duration",
	"group_duration",
	"checks",
	"data_sent",
	"data_received",
	"ws_sessions",
	"ws_connecting",
	"ws_session_duration",
	"ws_msgs_sent",
	"ws_msgs_received",
	"ws_ping",
	"grpc_req_duration"
];
const MODULES = /^(grpc|browser|http|ws|data)_/;
const UNTAGGED = /* @__PURE__ */ new Set([
	"vus",
	"vus_max",
	"dropped_iterations"
]);
const OUTSIDE = /group:\s*::(setup|teardown)\b/;
const keyOf$1 = (metric, tags = []) => `${metric}{${[`${PHASE}:${MEASURED}`, ...tags].join(",")}}`;
const nameable = (value) => value !== "" && !/,|^[\s"']|[\s"']$/.test(value);
function selection({ thresholds: written, scenarios, warmup, found, labels }) {
	const thresholds = {};
	const series = /* @__PURE__ */ new Map();
	const limits = [];
	const ask = (key, role) => {
		thresholds[key] = own$1(thresholds, key) ?? [];
		series.set(`${role.kind} ${key}`, {
			key,
			role
		});
	};
	const one = (name) => {
		return {
			kind: "metric",
			name,
			own: !(name.includes("{") || BUILTIN.includes(name) || MODULES.test(name))
		};
	};
	const arrivals = Object.entries(scenarios).filter(([, { executor }]) => executor.endsWith("arrival-rate")).map(([name]) => `dropped_iterations{scenario:${name}}`);
	for (const key of arrivals) ask(key, { kind: "dropped" });
	for (const [metric, list] of Object.entries(written)) {
		const [key, name] = measured(metric === "dropped_iterations" && arrivals.length === 1 ? arrivals[0] : metric);
		if (!UNTAGGED.has(family(name))) ask(key, one(name));
		thresholds[key] = [...own$1(thresholds, key) ?? [], ...list.map((limit) => delayed(limit, warmup))];
		limits.push(...list.map((limit) => ({
			key,
			metric,
			text: typeof limit === "string" ? limit : limit.threshold
		})));
	}
	for (const name of /* @__PURE__ */ new Set([...BUILTIN, ...found.metrics])) if (!UNTAGGED.has(name)) ask(keyOf$1(name), one(name));
	for (const { metric, tag, value } of found.split) {
		const label = labels(value);
		if (!nameable(label.k6)) continue;
		ask(keyOf$1(metric, [`${tag}:${label.k6}`]), one(`${metric}{${tag}:${label.ours}}`));
	}
	for (const metric of ["http_reqs", "ws_sessions"]) for (const status of STATUSES) ask(keyOf$1(metric, [`status:${status}`]), {
		kind: "status",
		metric,
		status
	});
	for (const code of CODES$1) ask(keyOf$1("http_reqs", ["status:0", `error_code:${code}`]), {
		kind: "code",
		code
	});
	for (const name of found.checks.filter(nameable)) ask(keyOf$1("checks", [`check:${name}`]), {
		kind: "check",
		name
	});
	return {
		thresholds,
		series: [...series.values()],
		limits
	};
}
function measured(metric) {
	const [, base = metric, inner = ""] = /^([^{]*)\{(.*)\}$/s.exec(metric) ?? [];
	const tags = inner.split(",").map((tag) => tag.trim()).filter((tag) => tag !== "");
	if (UNTAGGED.has(base) || OUTSIDE.test(inner)) return [metric, metric];
	return [keyOf$1(base, tags), tags.length === 0 ? base : `${base}{${tags.join(",")}}`];
}
function delayed(one, warmup) {
	if (typeof one === "string" || !one.abortOnFail) return one;
	return {
		...one,
		delayAbortEval: `${Math.round((span(one.delayAbortEval, 0) + warmup) * 1e3)}ms`
	};
}

// src/load/k6/figures.ts
const MOST$3 = 1e3;
function countOf(summary, key) {
	const value = own$1(summary.metrics, key)?.values.count;
	return typeof value === "number" ? value : 0;
}
function counts(summary, selection) {
	const of = (name, tags = []) => countOf(summary, keyOf$1(name, tags));
	const requests = {
		http: of("http_reqs"),
		ws: of("ws_sessions"),
		grpc: of("grpc_req_duration")
	};
	const byStatus = {
		http_reqs: {},
		ws_sessions: {}
	};
	const byCode = {};
	for (const { key, role } of selection.series) {
		if (role.kind === "status") byStatus[role.metric][role.status] = countOf(summary, key);
		if (role.kind === "code") byCode[role.code] = countOf(summary, key);
	}
	const dropped = selection.series.filter(({ role }) => role.kind === "dropped");
	const became = answers(requests, {
		http: byStatus.http_reqs,
		ws: byStatus.ws_sessions
	}, byCode);
	const failed = own$1(summary.metrics, keyOf$1("http_req_failed"))?.values.passes;
	const handshakes = requests.ws - (byStatus.ws_sessions["101"] ?? 0);
	return {
		...became,
		requests: requests.http + requests.ws + requests.grpc,
		errors: (typeof failed === "number" ? failed : 0) + Math.max(0, handshakes),
		iterations: of("iterations"),
		dropped: dropped.reduce((sum, { key }) => sum + countOf(summary, key), 0)
	};
}
function iterationSeconds(summary) {
	const { avg, count, max } = own$1(summary.metrics, keyOf$1("iteration_duration"))?.values ?? {};
	const number = (value) => typeof value === "number" ? value : 0;
	return {
		sum: number(avg) * number(count) / 1e3,
		longest: number(max) / 1e3
	};
}
function metrics(summary, series, seconds, vus = null) {
	const found = {};
	for (const { key, role } of series) {
		const raw = own$1(summary.metrics, key);
		if (role.kind !== "metric" || raw === void 0) continue;
		const value = metric(role.name, raw, seconds);
		if (value !== null && occurred(summary, role, value)) found[role.name.slice(0, 400)] = value;
	}
	const active = summary.metrics.vus?.values.max;
	if (typeof active === "number") found.vus = {
		kind: "gauge",
		unit: "1",
		value: Math.min(active, vus ?? active)
	};
	return found;
}
function occurred(summary, role, value) {
	if (value.kind === "counter") return value.count !== 0 || role.own;
	if (value.kind !== "gauge" || value.value !== 0) return true;
	const whole = own$1(summary.metrics, family(role.name))?.values;
	return whole?.value === 0 && (whole.min !== 0 || whole.max !== 0);
}
function checks(summary, series) {
	const found = /* @__PURE__ */ new Map();
	for (const { key, role } of series) {
		const raw = own$1(summary.metrics, key);
		const share = role.kind === "check" && raw !== void 0 ? metric(key, raw, 1) : null;
		if (role.kind !== "check" || share?.kind !== "share") continue;
		found.set(role.name, {
			passes: share.hits,
			fails: share.total - share.hits
		});
	}
	for (const [name, whole] of summary.checks) if (!found.has(name)) found.set(name, whole);
	return [...found].filter(([, { passes, fails }]) => passes + fails > 0).map(([name, { passes, fails }]) => ({
		name: name.slice(0, 2e3),
		passes,
		fails
	})).slice(0, MOST$3);
}
const COMPARE = {
	"<": (a, b) => a < b,
	"<=": (a, b) => a <= b,
	">": (a, b) => a > b,
	">=": (a, b) => a >= b,
	"==": (a, b) => a === b,
	"===": (a, b) => a === b,
	"!=": (a, b) => a !== b
};
function limits(summary, declared, seconds) {
	return declared.slice(0, MOST$3).flatMap(({ key, metric: name, text }) => {
		const raw = own$1(summary.metrics, key);
		const ok = own$1(raw?.thresholds, text)?.ok;
		if (raw === void 0 || typeof ok !== "boolean" || metric(key, raw, seconds) === null) return [];
		const held = rateHeld(raw, text, seconds) ?? ok;
		return [{
			metric: name.slice(0, 2e3),
			limit: text.slice(0, 2e3),
			held
		}];
	});
}
function rateHeld(raw, text, seconds) {
	const [, op, limit] = /^\s*rate\s*([<>=!]=*)\s*(-?[\d.]+)\s*$/.exec(text) ?? [];
	const compare = op === void 0 ? void 0 : COMPARE[op];
	const count = raw.values.count;
	if (raw.type !== "counter" || !compare || typeof count !== "number") return void 0;
	return compare(count / seconds, Number(limit));
}

// src/load/k6/hosts.ts
const isHere = (name) => HERE.includes(name) || name.endsWith(".localhost") || /^127(?:\.\d+){3}$/.test(name);
const partsOf = (host) => host.split(/(?=:\d+$)/);
const MOST_NAMED = 3;
const fewOf = (addresses) => [...addresses.slice(0, MOST_NAMED), ...addresses.length > MOST_NAMED ? ["…"] : []].join(", ");
function hostOf(url) {
	const [, host = url] = /^\w+:\/\/(?:[^/?#@]*@)?([^/?#]*)/.exec(url) ?? [];
	const [name, port = ""] = partsOf(host.toLowerCase());
	return `${isHere(name) ? "localhost" : name}${port === ":80" || port === ":443" ? "" : port}`;
}
function among(targets) {
	const hosts = new Set(Object.values(targets).map(hostOf));
	return (url) => hosts.has(hostOf(url));
}
async function pastTargets(urls, targets, addresses = addressesOf) {
	if (urls.some(among(targets))) return [];
	const hosts = Object.values(targets).map(hostOf);
	for (const [name, port] of urls.map((url) => partsOf(hostOf(url)))) for (const [target] of hosts.map(partsOf).filter((one) => one[1] === port)) {
		const [here, there] = await Promise.all([addresses(name), addresses(target)]);
		if (here.length === 0 || there.length === 0 || here.some((one) => there.includes(one))) return [];
	}
	return urls;
}
async function addressesOf(name) {
	const ours = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []);
	try {
		return (await lookup(name.replace(/^\[|\]$/g, ""), { all: true })).map(({ address }) => address.replace(/^::ffff:/, "")).map((address) => ours.includes(address) || isHere(address) ? "localhost" : address);
	} catch {
		return [];
	}
}

// src/load/k6/outcome.ts
const USABLE = [0, 99];
const CODES = {
	100: ["setup-timeout", "setup() of the script took longer than its time-out"],
	101: ["script-error", "teardown() of the script took longer than its time-out"],
	104: ["script-error", "k6 refuses the script's configuration"],
	105: ["interrupted", "k6 was stopped by a signal from outside"],
	107: ["script-error", "the script failed"],
	108: ["script-error", "the script aborted the test"],
	110: ["script-error", "the script marked the test as failed"],
	255: ["script-error", "k6 cannot run the script"]
};
function outcome$2(evidence) {
	const { ending, k6Log, limit } = evidence;
	if (ending.timedOut) return overdue("k6", limit);
	const found = summary(evidence.text);
	if (ending.code === null || !USABLE.includes(ending.code)) return ending.code === 107 && typeof found !== "string" && silent$1(found) ? dead(k6Log) : broken$2(ending, k6Log);
	if (typeof found === "string") return fail("no-summary", [found, ...k6Log.errors].join("\n"));
	return judged(evidence, () => found);
}
function judged(evidence, read) {
	try {
		return figures(evidence, read());
	} catch (error) {
		if (error instanceof BadNumber) return fail("bad-numbers", error.message);
		throw error;
	}
}
function figures(evidence, found) {
	const { k6Log, plan, selection, ending } = evidence;
	const { window } = plan;
	const counted = counts(found, selection);
	const elsewhere = strangers(evidence, found);
	if (counted.requests > 0 && counted.answered === 0) return elsewhere === null ? dead(k6Log) : fail("script-error", elsewhere);
	if (counted.requests === 0 && k6Log.exception !== null && UNREACHABLE.test(k6Log.exception)) return dead(k6Log);
	const { iterations, dropped } = counted;
	if (k6Log.thrown > 0 && k6Log.thrown >= iterations) return fail("script-error", `every iteration ended with an exception: ${k6Log.exception}`);
	if (iterations === 0 && counted.requests === 0) return fail("no-requests", "no iteration of the script ended in the measured time");
	if (counted.requests === 0 && (evidence.requests || sent(found))) return fail("no-requests", "the script made no request in the measured time");
	if (elsewhere !== null) return fail("script-error", elsewhere);
	if (k6Log.begin === null || k6Log.end === null || k6Log.end < k6Log.begin) return fail("generator", ["k6 did not reach the end of the measured part", ...k6Log.errors].join("\n"));
	const begun = k6Log.begin;
	const wall = (k6Log.end - begun) / 1e3;
	const seconds = measuredSeconds(window, wall, iterationSeconds(found));
	const observed = {
		seconds,
		metrics: metrics(found, selection.series, seconds, window.kind === "constant" ? window.vus : null),
		requests: counted.requests,
		errors: Math.min(counted.errors, counted.requests),
		statuses: counted.statuses,
		unanswered: counted.unanswered,
		checks: checks(found, selection.series),
		thresholds: limits(found, selection.limits, seconds),
		generator: {
			cpu: ending.cpu,
			wall: ending.seconds,
			dropped,
			achieved: achieved(plan, iterations)
		}
	};
	if (dropped > 0) observed.metrics.dropped_iterations = {
		kind: "counter",
		unit: "1",
		count: dropped,
		seconds
	};
	if (k6Log.thrown > 0) observed.metrics.exceptions = {
		kind: "share",
		hits: k6Log.thrown,
		total: iterations
	};
	if (k6Log.first !== null) observed.metrics.cold_first_request = {
		kind: "gauge",
		unit: "s",
		value: k6Log.first.seconds
	};
	const slow = k6Log.slow.filter(({ at }) => plan.warmup === 0 || Date.parse(at) >= begun);
	return {
		ok: true,
		observed,
		...slow.length > 0 && { slow }
	};
}
const UNREACHABLE = /connection refused|no such host|connection reset|i\/o timeout|no route to host/i;
function achieved({ window }, iterations) {
	if (window.kind !== "constant" || window.target === null || window.target === 0) return null;
	return Math.min(1, (iterations + 1) / window.target);
}
const sent = ({ metrics: all }) => Number(all.http_reqs?.values.count ?? 0) > 0;
const OTHERS = ["ws_sessions", "grpc_req_duration"];
function strangers({ past = [] }, found) {
	if (past.length === 0 || OTHERS.some((name) => countOf(found, name) > 0)) return null;
	return `the script asked none of its targets, but ${fewOf(past.map((origin) => origin.replace(/^\w+:\/\//, "")))}: name that service's port as an endpoint, or make the address a variable in \`env:\``;
}
function silent$1({ metrics: all }) {
	const { passes, fails } = all.http_req_failed?.values ?? {};
	return Number(passes ?? 0) > 0 && Number(fails ?? 0) === 0;
}
function dead(k6Log) {
	const why = k6Log.failedRequest ?? k6Log.exception ?? k6Log.errors[0] ?? "no answer to any request";
	return fail("dead-target", `not one request was answered: ${why}`);
}
function broken$2({ code, signal }, k6Log) {
	const why = [...k6Log.errors, k6Log.exception ?? ""].filter((line) => line !== "").join("\n");
	if (code === null) return fail("generator", `k6 was killed by ${signal ?? "a signal"}\n${why}`);
	const [kind, what] = CODES[code] ?? ["generator", `k6 ended with exit code ${code}`];
	return fail(kind, why === "" ? what : `${what}: ${why}`);
}

// src/load/k6/distributed/api.ts
const PAUSED_BEFORE_RUN = 4;
const LOOK = 50;
const STOPPING = 1e3;
var Refused = class extends Error {};
var Api = class {
	url;
	constructor(url) {
		this.url = url;
	}
	async ready(signal) {
		for (;;) {
			const status = await this.call("GET", "status", void 0, signal).catch((error) => {
				if (signal.aborted) throw error;
			});
			if (status?.status === PAUSED_BEFORE_RUN && status.paused === true) return;
			await setTimeout$1(LOOK, void 0, { signal });
		}
	}
	async put(data, signal) {
		await this.call("PUT", "setup", JSON.stringify(data), signal);
	}
	async resume(signal) {
		await this.patch({ paused: false }, signal);
	}
	async stop() {
		await this.patch({ stopped: true }, AbortSignal.timeout(STOPPING)).catch(() => {});
	}
	patch(attributes, signal) {
		const body = JSON.stringify({ data: {
			type: "status",
			id: "default",
			attributes
		} });
		return this.call("PATCH", "status", body, signal);
	}
	async call(method, path, body, signal) {
		const response = await fetch(`${this.url}/v1/${path}`, {
			method,
			signal,
			...body !== void 0 && {
				body,
				headers: { "content-type": "application/json" }
			}
		});
		const answer = await response.json();
		if (response.ok) return answer.data?.attributes ?? {};
		const [error] = answer.errors ?? [];
		throw new Refused(error?.detail ?? error?.title ?? `status ${response.status}`);
	}
};

// src/load/k6/distributed/around.ts
const STARTING = 30;
const hasAround = (what, { files, options }) => options[what === "setup" ? "noSetup" : "noTeardown"] !== true && mention(files, what);
async function runAround(what, { k6, script, options, env, scratch, original }, data, signal) {
	const into = `${what}.json`;
	const file = scratch.write(`${what}.js`, aroundScript(what, script, data, join(scratch.path, into)));
	const argv = runArgv(k6.binary, {
		wrapper: file,
		config: scratch.config,
		points: null
	});
	const log = logParser(() => {});
	const timeout = STARTING + (what === "setup" ? setupSpan(options) : teardownSpan(options));
	const onLine = (line) => log.line(original(line));
	const done = await runLoad(k6, argv, env, {
		timeout,
		signal,
		onLine
	});
	if (done.timedOut) return fail("timeout", `${what}() of the script did not end within ${timeout} s`);
	if (done.code !== 0) return broken$2(done, log.result());
	const text = scratch.read(into);
	if (text === null) return fail("no-summary", `k6 ended without the data of ${what}()`);
	return { data: JSON.parse(text).data ?? null };
}
function aroundScript(what, script, data, into) {
	const once = {
		executor: "per-vu-iterations",
		vus: 1,
		iterations: 1,
		exec: "nothing"
	};
	const call = what === "setup" ? "export function setup() { return user.setup ? user.setup() : undefined; }" : `export function setup() { return ${JSON.stringify(data)}; }
export function teardown(data) { return user.teardown ? user.teardown(data) : undefined; }`;
	return [
		`import * as user from ${JSON.stringify(script)};`,
		`const { ${SHORTCUTS.join(", ")}, noSetup, noTeardown, ...kept } = user.options || {};`,
		`export const options = Object.assign(kept, { scenarios: { nothing: ${JSON.stringify(once)} } });`,
		"export function nothing() {}",
		call,
		`export function handleSummary(of) { return { ${JSON.stringify(into)}: JSON.stringify({ data: of.setup_data }) }; }`,
		""
	].join("\n");
}

// src/load/k6/distributed/crew.ts
const STOPPED = 103;
const ENDING = 1e3;
async function runCrew(members, crewing) {
	const { signal } = crewing;
	if (signal.aborted) throw interruption(signal);
	const over = new AbortController();
	let died;
	let held;
	const death = new AbortController();
	let thrown;
	let halting;
	const halt = () => {
		halting ??= Promise.all(members.map(({ api }) => api.stop())).then(() => over.abort());
		return halting;
	};
	const onAbort = () => void halt();
	signal.addEventListener("abort", onAbort, { once: true });
	const running = members.map(async (member) => {
		try {
			const ending = await member.run(over.signal);
			const failed = halting !== void 0 && ending.code === STOPPED ? null : member.broken(ending);
			if (failed === null) return ending;
			died ??= named$1(member, failed);
			death.abort();
		} catch (error) {
			if (!over.signal.aborted) thrown ??= { error };
		}
		await halt();
		return null;
	});
	try {
		const spread = await conduct(members, crewing, over.signal, death.signal).catch(async (error) => {
			if (error instanceof Held) held = error.failed;
			else if (!over.signal.aborted) thrown ??= { error };
			await halt();
			return null;
		});
		const endings = (await Promise.all(running)).filter((ending) => ending !== null);
		if (signal.aborted) throw interruption(signal);
		if (thrown) throw thrown.error;
		const lost = died ?? held;
		if (lost) return lost;
		if (spread === null) throw new Error("k6 could not be started together, for no reason that it gave");
		return {
			endings,
			spread
		};
	} finally {
		signal.removeEventListener("abort", onAbort);
	}
}
const named$1 = ({ name }, { failure: { code, message } }) => fail(code, `${name}: ${message} (all segments were stopped)`);
const messageOf = (error) => error instanceof Error ? error.message : String(error);
var Held = class extends Error {
	failed;
	constructor(failed) {
		super(failed.failure.message);
		this.failed = failed;
	}
};
async function conduct(members, { setUp, readyTimeout }, signal, death) {
	const late = AbortSignal.timeout(readyTimeout * 1e3);
	const soon = AbortSignal.any([signal, late]);
	const each = (act, failure) => Promise.all(members.map((member) => act(member.api).catch(async (error) => {
		if (signal.aborted) throw error;
		throw new Held(named$1(member, fail("generator", await failure(error))));
	})));
	await each((api) => api.ready(soon), async (error) => late.aborted ? `k6 was not ready within ${readyTimeout} s` : messageOf(error));
	const done = await setUp(signal);
	if ("failure" in done) throw new Held(done);
	const { data } = done;
	const failure = async (error) => {
		await setTimeout$1(ENDING, void 0, {
			signal: death,
			ref: false
		}).catch(() => {});
		return `its API failed: ${messageOf(error)}`;
	};
	if (data !== null) await each((api) => api.put(data, signal), failure);
	const began = performance.now();
	await each((api) => api.resume(signal), failure);
	return (performance.now() - began) / 1e3;
}

// src/load/k6/distributed/quantiles.ts
const GRID = [
	...Array.from({ length: 999 }, (_, i) => (i + 1) / 10),
	...Array.from({ length: 9 }, (_, i) => Number((99.9 + (i + 1) / 100).toFixed(2))),
	...Array.from({ length: 9 }, (_, i) => Number((99.99 + (i + 1) / 1e3).toFixed(3)))
];
function union(parts) {
	if (parts.length === 0) throw new Error("a union of nothing");
	const lows = sorted(parts.flatMap((part) => bounds(part, "low")));
	const highs = sorted(parts.flatMap((part) => bounds(part, "high")));
	const n = parts.reduce((sum, part) => sum + part.n, 0);
	return (percentile) => {
		const index = percentile / 100 * (n - 1);
		const [low, high] = [interpolated$1(lows, index), interpolated$1(highs, index)];
		return {
			value: (low + high) / 2,
			error: Math.max(0, (high - low) / 2)
		};
	};
}
function bounds(part, side) {
	const last = part.n - 1;
	const edges = [
		{
			index: 0,
			value: part.min
		},
		...GRID.map((percentile) => ({
			index: percentile / 100 * last,
			value: part.quantile(percentile)
		})),
		{
			index: last,
			value: part.max
		}
	].map(({ index, value }) => ({
		index: whole$1(index),
		value
	})).map(({ index, value }) => ({
		at: side === "low" ? Math.ceil(index) : Math.floor(index),
		value
	}));
	return edges.flatMap(({ at, value }, i) => {
		const beyond = side === "low" ? (edges[i + 1]?.at ?? part.n) - at : at - (edges[i - 1]?.at ?? -1);
		return beyond > 0 ? [[value, beyond]] : [];
	});
}
const whole$1 = (index) => Math.abs(index - Math.round(index)) < 1e-7 ? Math.round(index) : index;
function sorted(all) {
	let upTo = 0;
	return [...all].sort(([a], [b]) => a - b).map(([value, count]) => {
		upTo += count;
		return {
			value,
			upTo
		};
	});
}
function interpolated$1(all, index) {
	const below = at(all, Math.floor(index));
	return below + (at(all, Math.ceil(index)) - below) * (index - Math.floor(index));
}
function at(all, index) {
	let [first, last] = [0, all.length - 1];
	while (first < last) {
		const middle = first + last >> 1;
		if (all[middle].upTo > index) last = middle;
		else first = middle + 1;
	}
	return all[first].value;
}

// src/load/k6/distributed/merge.ts
const SEGMENT_STATS = [
	...GRID.map((percentile) => `p(${percentile})`),
	"avg",
	"min",
	"max",
	"count"
];
const VUS = /* @__PURE__ */ new Set(["vus", "vus_max"]);
function mergeSummaries(parts, limits) {
	const names = new Set(parts.flatMap(({ metrics }) => Object.keys(metrics)));
	const metrics = {};
	for (const name of names) {
		const merged = mergeRaw(name, parts.flatMap(({ metrics: all }) => own$1(all, name) ?? []), limits.filter(({ key }) => key === name).map(({ text }) => text));
		if (merged !== null) metrics[name] = merged;
	}
	const checks = /* @__PURE__ */ new Map();
	for (const [name, { passes, fails }] of parts.flatMap((part) => [...part.checks])) {
		const before = checks.get(name) ?? {
			passes: 0,
			fails: 0
		};
		checks.set(name, {
			passes: before.passes + passes,
			fails: before.fails + fails
		});
	}
	return {
		metrics,
		checks
	};
}
function mergeRaw(name, raws, limits) {
	const { type, contains } = raws[0];
	const common = {
		type,
		contains
	};
	const sum = (stat) => raws.reduce((all, raw) => all + numberOf(name, raw, stat), 0);
	const judged = (value) => ({ ...limits.length > 0 && { thresholds: Object.fromEntries(limits.map((text) => [text, held(text, value)])) } });
	switch (type) {
		case "counter": {
			const values = { count: sum("count") };
			return {
				...common,
				values,
				...judged((stat) => own$1(values, stat))
			};
		}
		case "rate": {
			const [passes, fails] = [sum("passes"), sum("fails")];
			const rate = passes + fails === 0 ? 0 : passes / (passes + fails);
			return {
				...common,
				values: {
					passes,
					fails,
					rate
				},
				...judged((stat) => own$1({ rate }, stat))
			};
		}
		case "gauge": {
			const all = (stat) => raws.map((raw) => numberOf(name, raw, stat));
			const values = VUS.has(name) ? {
				value: sum("value"),
				min: sum("min"),
				max: sum("max")
			} : {
				value: numberOf(name, raws[0], "value"),
				min: Math.min(...all("min")),
				max: Math.max(...all("max"))
			};
			if (!VUS.has(name) && new Set(all("value")).size > 1) return null;
			return {
				...common,
				values,
				...judged((stat) => own$1(values, stat))
			};
		}
		case "trend": {
			const some = raws.filter((raw) => numberOf(name, raw, "count") > 0);
			if (some.length === 0) return raws[0];
			const parts = some.map((raw) => ({
				n: numberOf(name, raw, "count"),
				min: numberOf(name, raw, "min"),
				max: numberOf(name, raw, "max"),
				quantile: (percentile) => numberOf(name, raw, `p(${percentile})`)
			}));
			const quantile = union(parts);
			const count = sum("count");
			const total = some.reduce((all, raw, i) => all + numberOf(name, raw, "avg") * parts[i].n, 0);
			const grid = QUANTILES.map((percentile) => quantile(percentile));
			const values = {
				...Object.fromEntries(QUANTILES.map((percentile, i) => [`p(${percentile})`, grid[i].value])),
				avg: total / count,
				count,
				min: Math.min(...parts.map(({ min }) => min)),
				max: Math.max(...parts.map(({ max }) => max))
			};
			const value = (stat) => {
				const [, percentile] = /^p\(([\d.]+)\)$/.exec(stat === "med" ? "p(50)" : stat) ?? [];
				return percentile === void 0 ? own$1(values, stat) : quantile(Number(percentile)).value;
			};
			return {
				...common,
				values,
				errors: grid.map(({ error }) => error),
				...judged(value)
			};
		}
	}
}
function numberOf(name, { values }, stat) {
	const value = own$1(values, stat);
	if (typeof value === "number" && Number.isFinite(value)) return value;
	throw new BadNumber(`k6 reports ${name} with ${stat} = ${String(value)}`);
}
const THRESHOLD = /^\s*([a-z]+(?:\([\d.]+\))?)\s*(===?|!=|[<>]=?)\s*(-?[\d.]+(?:[eE][+-]?\d+)?)\s*$/;
function held(text, statistic) {
	const [, stat = "", operator = "", limit] = THRESHOLD.exec(text) ?? [];
	const value = stat === "" ? void 0 : statistic(stat);
	const compare = own$1(COMPARE, operator);
	return value === void 0 || compare === void 0 ? {} : { ok: compare(value, Number(limit)) };
}
function judgedTogether(ended, parts, segments) {
	const result = judged(ended, () => mergeSummaries(parts, ended.selection.limits));
	if (!result.ok || segments.count === 1) return result;
	const { observed } = result;
	return {
		...result,
		observed: {
			...observed,
			generator: {
				...observed.generator,
				segments
			}
		}
	};
}
const KEPT = 5;
function mergeLogs(parts, { spread, warm }) {
	const logs = parts.map(({ log }) => log);
	const spans = logs.flatMap(({ begin, end }) => begin === null || end === null ? [] : [{
		begin,
		end
	}]);
	const complete = spans.length === parts.length;
	const begin = Math.min(...spans.map((one) => one.begin));
	const firsts = logs.flatMap(({ first }) => first ?? []);
	return {
		begin: complete ? begin : null,
		end: complete ? begin + Math.max(...spans.map((one) => one.end - one.begin)) + spread * 1e3 : null,
		thrown: logs.reduce((sum, { thrown }) => sum + thrown, 0),
		exception: logs.find(({ exception }) => exception !== null)?.exception ?? null,
		errors: parts.flatMap(({ name, log }) => log.errors.map((error) => `${name}: ${error}`)).slice(0, KEPT),
		failedRequest: logs.find(({ failedRequest }) => failedRequest !== null)?.failedRequest ?? null,
		slow: logs.flatMap(({ slow, begin: own }) => slow.filter(({ at }) => !warm || own === null || Date.parse(at) >= own)).sort((a, b) => b.seconds - a.seconds),
		first: firsts.sort((a, b) => a.at - b.at)[0] ?? null,
		asked: [...new Set(logs.flatMap(({ asked }) => asked))]
	};
}

// src/load/k6/distributed/script.ts
function segmentScript({ wrapping, plan, selection, segments }, into, teardown = false) {
	const scenarios = {
		...plan.scenarios,
		[MARK]: {
			...plan.scenarios[MARK],
			vus: segments
		}
	};
	const thresholds = Object.fromEntries(Object.keys(selection.thresholds).map((key) => [key, []]));
	return wrapper({
		...wrapping,
		options: {
			...wrapping.options,
			scenarios,
			thresholds,
			summaryTrendStats: SEGMENT_STATS,
			noTeardown: false
		},
		teardown,
		summary: into,
		ownSummary: false
	});
}
const PACKING = 120;
async function pack({ k6, scratch }, script, { env, secret }, signal) {
	const file = scratch.write("packed.js", script);
	const into = join(scratch.path, "packed.tar");
	const argv = archiveArgv(k6.binary, scratch.config, file, into, { env: secret });
	const done = await run(argv, {
		cwd: k6.cwd,
		env,
		signal,
		timeout: PACKING
	});
	if (done.code !== 0) throw new Error(`k6 could not pack a script that it had read: ${done.stderr.trim()}`);
	return readBytes(into);
}

// src/load/k6/distributed/trial.ts
const READY = 120;
const LONGEST_SUMMARY = 64 * 2 ** 20;
const MOST_SPREAD = {
	share: .1,
	seconds: .5
};
async function shareLoad(shared, measuring, signal) {
	const { machines, segments, readyTimeout = READY } = shared;
	const ports = await freePorts(machines.length > 0 ? 2 * segments : segments);
	const archive = machines.length > 0 ? await packed(shared, signal) : null;
	let begun = false;
	const onBegin = () => {
		if (!begun) measuring();
		begun = true;
	};
	const alike = {
		archive,
		onBegin,
		timeout: shared.limit + readyTimeout
	};
	const all = partsOf$1(segments).map((part, i) => segmentOf(shared, {
		...alike,
		...part,
		index: i,
		port: ports[i],
		far: ports.at(segments + i)
	}));
	const around = {
		...shared,
		script: shared.wrapping.script
	};
	let data = null;
	let isSetUp = false;
	const finish = await runCrew(all.map(({ member }) => member), {
		readyTimeout,
		signal,
		async setUp(stop) {
			const done = hasAround("setup", shared) ? await runAround("setup", around, null, stop) : { data: null };
			if ("data" in done) [data, isSetUp] = [done.data, true];
			return done;
		}
	});
	const left = isSetUp && hasAround("teardown", shared) ? await runAround("teardown", around, data, signal) : null;
	if ("failure" in finish) return finish;
	if (left !== null && "failure" in left) return left;
	return mergedResult(shared, all, finish);
}
function segmentOf(shared, place) {
	const { machines, segments, scratch, k6 } = shared;
	const { index, port, far, archive, timeout } = place;
	const machine = machines[index % machines.length];
	const log = logParser(place.onBegin);
	const flags = [
		"--paused",
		"--no-setup",
		"--quiet",
		"--no-usage-report",
		"--execution-segment",
		place.segment,
		"--execution-segment-sequence",
		place.sequence
	];
	const onLine = (line, stream) => {
		if (stream === "stderr") log.line(shared.original(line));
	};
	const file = `summary-${index}.json`;
	const local = (signal) => {
		const script = scratch.write(`trial-${index}.js`, segmentScript(shared, join(scratch.path, file)));
		const argv = [
			k6.binary,
			"run",
			...common(scratch.config, `127.0.0.1:${port}`),
			...flags,
			script
		];
		return runLoad(k6, argv, shared.env, {
			timeout,
			onLine,
			signal
		});
	};
	const remote = async (destination, signal) => {
		const own = [
			"--address",
			`127.0.0.1:${far}`,
			"--log-format",
			"json",
			"--no-color"
		];
		const argv = [
			...["timeout", String(Math.ceil(timeout))],
			"k6",
			"run",
			...own,
			...flags,
			"-"
		];
		return {
			...await runLoad(k6, sshArgv(destination, argv, {
				local: port,
				remote: far
			}), sshEnv(k6.env), {
				timeout,
				onLine,
				signal,
				limit: LONGEST_SUMMARY,
				...archive && { input: archive }
			}),
			cpu: null
		};
	};
	const name = `segment ${index + 1} of ${segments}${machine === void 0 ? "" : ` on ${machine}`}`;
	return {
		name,
		log,
		member: {
			name,
			api: new Api(`http://127.0.0.1:${port}`),
			run: (stop) => machine === void 0 ? local(stop) : remote(machine, stop),
			broken: (ending) => failureOf(ending, log.result(), timeout)
		},
		text: (ending) => machine === void 0 ? scratch.read(file) : ending.stdout
	};
}
function mergedResult({ machines, segments, plan, selection, requests, request }, all, finish) {
	const { endings } = finish;
	const logs = all.map(({ name, log }) => ({
		name,
		log: log.result()
	}));
	const spread = machines.length > 0 ? finish.spread : spreadOf(logs.flatMap(({ log }) => log.begin ?? []));
	const most = Math.max(MOST_SPREAD.seconds, MOST_SPREAD.share * request.slot.duration);
	if (spread > most) return tooFarApart(spread, most);
	const found = endings.map((ending, i) => summary(all[i].text(ending)));
	const whole = found.filter((one) => typeof one !== "string");
	const odd = found.findIndex((one) => typeof one === "string");
	if (odd >= 0) return fail("no-summary", `${all[odd].name}: ${String(found[odd])}`);
	const k6Log = mergeLogs(logs, {
		spread,
		warm: plan.warmup > 0
	});
	const ended = {
		ending: together(endings),
		k6Log,
		plan,
		selection,
		requests
	};
	const used = Math.max(1, Math.min(machines.length, segments));
	return judgedTogether(ended, whole, {
		count: segments,
		machines: used,
		spread
	});
}
function failureOf(ending, k6Log, limit) {
	if (ending.timedOut) return fail("timeout", `k6 did not end within ${Math.round(limit)} s and was killed`);
	return ending.code !== null && USABLE.includes(ending.code) ? null : broken$2(ending, k6Log);
}
const spreadOf = (begins) => begins.length === 0 ? 0 : (Math.max(...begins) - Math.min(...begins)) / 1e3;
const tooFarApart = (spread, most) => fail("generator", `the segments began up to ${spread.toFixed(2)} s apart, and may by ${most.toFixed(2)} s: measure longer, or over a faster connection`);
function together(endings) {
	const cpus = endings.flatMap(({ cpu }) => cpu ?? []);
	return {
		code: 0,
		signal: null,
		timedOut: false,
		seconds: Math.max(...endings.map(({ seconds }) => seconds)),
		cpu: cpus.length === endings.length ? cpus.reduce((a, b) => a + b, 0) : null
	};
}
function packed(shared, signal) {
	return pack(shared, segmentScript(shared, "stdout"), {
		env: shared.env,
		secret: true
	}, signal);
}

// src/load/k6/names.ts
const ADDRESS = /^(https?|wss?):\/\/([^/?#]+)(.*)$/s;
const PLACE = /^\u0000(\w+)\u0000([^\u0000]+)\u0000(.*)$/s;
function portable(value, targets) {
	const [, scheme, host, rest] = ADDRESS.exec(value) ?? [];
	const [endpoint] = Object.entries(targets).find(([, url]) => ADDRESS.exec(url)?.[2] === host) ?? [];
	return endpoint === void 0 ? value : `\u0000${scheme}\u0000${endpoint}\u0000${rest}`;
}
function labeller(values, targets) {
	const rests = /* @__PURE__ */ new Map();
	for (const value of values) {
		const [, , endpoint, rest] = PLACE.exec(value) ?? [];
		if (rest !== void 0) rests.set(rest, (rests.get(rest) ?? /* @__PURE__ */ new Set()).add(endpoint));
	}
	return (value) => {
		const [, scheme, endpoint, rest] = PLACE.exec(value) ?? [];
		if (endpoint === void 0 || rest === void 0) return {
			k6: value,
			ours: plain(value)
		};
		const host = ADDRESS.exec(own$1(targets, endpoint) ?? "")?.[2] ?? endpoint;
		const path = rest === "" ? "/" : rest;
		const shared = (rests.get(rest)?.size ?? 0) > 1;
		return {
			k6: `${scheme}://${host}${rest}`,
			ours: plain(shared ? `${endpoint}${path}` : path)
		};
	};
}
const VARIES = /\$\{\}/g;
function plain(value) {
	return value.replace(/^\$\{\}(?=\/)/, "").replaceAll(VARIES, "*").replaceAll("{", "(").replaceAll("}", ")");
}

// src/load/k6/explore.ts
const ITERATIONS = 20;
const LONGEST$3 = 5;
function shortScenarios(scenarios) {
	return Object.fromEntries(Object.entries(scenarios).map(([name, one]) => {
		const { exec, tags, options, iterations } = one;
		const env = {
			...one.env,
			STEELYARD_PHASE: "discovery"
		};
		const kept = Object.entries({
			exec,
			env,
			tags,
			options
		}).filter(([, v]) => v !== null && v !== void 0);
		const most = Math.min(ITERATIONS, iterations ?? (one.executor.endsWith("-iterations") ? 1 : ITERATIONS));
		return [name, {
			...Object.fromEntries(kept),
			executor: "per-vu-iterations",
			vus: 1,
			iterations: most,
			maxDuration: `${LONGEST$3}s`,
			gracefulStop: "0s"
		}];
	}));
}
async function explore(k6, { url, options, scenarios, candidates, split, targets, env }, scratch, signal) {
	const points = join(scratch.path, "points.json");
	const file = join(scratch.path, "explore.js");
	const names = new Set(candidates);
	const argv = runArgv(k6.binary, {
		wrapper: file,
		config: scratch.config,
		points
	});
	const timeout = LONGEST$3 + aroundSpan(options);
	for (;;) {
		const thresholds = Object.fromEntries([...names].map((name) => [name, []]));
		const wrapping = {
			script: url,
			options: {
				scenarios: shortScenarios(scenarios),
				thresholds,
				...systemTags(options)
			}
		};
		scratch.write("explore.js", wrapper({
			...wrapping,
			hasDefault: usesDefault(scenarios),
			teardown: options.noTeardown !== true,
			summary: null
		}));
		const log = logParser(() => {});
		const done = await runLoad(k6, argv, env, {
			timeout,
			signal,
			onLine: (line) => log.line(line)
		});
		const { errors } = log.result();
		const unknown = done.code === 104 ? /no metric name \\?"([^"\\]+)\\?" found/.exec(errors.join("\n"))?.[1] : void 0;
		if (unknown !== void 0 && names.delete(unknown)) continue;
		if (done.code !== 0) return errors.join("\n") || `k6 ended with ${done.code ?? done.signal}`;
		const text = scratch.read("points.json") ?? "";
		const found = discovery(text.split("\n"), split);
		if (found.requests && !found.answers) return log.result().failedRequest ?? "not one request was answered";
		const metrics = [.../* @__PURE__ */ new Set([...found.metrics, ...names])].sort();
		const kept = found.split.map((one) => ({
			...one,
			value: portable(one.value, targets)
		}));
		return {
			...found,
			metrics,
			split: kept
		};
	}
}
function warnFailing(log, workload, name, found) {
	if (meansFailures(workload)) return;
	const failing = Object.entries(found).flatMap(([side, { allFailed }]) => allFailed === null ? [] : [[allFailed, side]]);
	for (const how of new Set(failing.map(([reason]) => reason))) {
		const against = failing.flatMap(([reason, side]) => reason === how ? [side] : []);
		const hint = / answered 5\d\d$/.test(how) ? "the service's log says why (`logs/` beside run.json): often its database has no tables, which a `seed` makes;\nelse " : "";
		log.warn(`${name}: every request of a short run against ${against.join(" and ")} failed: ${how}\n${hint}check the load's paths and logins; where failures are meant, declare them in \`budgets: http_req_failed.rate\``);
	}
}
const usesDefault = (scenarios) => Object.values(scenarios).some(({ exec }) => exec === null || exec === void 0 || exec === "default");

// src/load/k6/source.ts
const READING$1 = 60;
async function readScript({ binary, cwd, env: own }, script, env, scratch, signal) {
	const into = join(scratch.path, "script.tar");
	const argv = archiveArgv(binary, scratch.config, script, into);
	const done = await run(argv, {
		cwd,
		env: allowed(own, env),
		signal,
		timeout: READING$1
	});
	if (done.code !== 0) throw unreadable(script, done);
	const entries = untar(readBytes(into));
	const metadata = entries.find(({ path }) => path === "metadata.json");
	if (!metadata) throw new Error("k6 archive wrote no metadata.json");
	const { options } = JSON.parse(metadata.content.toString("utf8"));
	const path = entries.find(({ link }) => link === "data")?.path.replace(/^file/, "") ?? script;
	return {
		options,
		files: sources(entries),
		path
	};
}
function unreadable(script, done) {
	const log = logParser(() => {});
	for (const line of done.stderr.split("\n")) log.line(line);
	const complaint = log.result().errors.join("\n") || done.stderr.trim().slice(-1500);
	return userError("k6 cannot run this script.", {
		where: place(complaint, script) ?? script,
		remedy: remedy(complaint),
		cause: done.timedOut ? `its init code took longer than ${READING$1} s` : complaint
	});
}
function remedy(complaint) {
	const [, modules] = /unknown modules \[([^\]]+)\]/.exec(complaint) ?? [];
	if (modules !== void 0) return `put a k6 that is built with ${modules.replaceAll("\"", "")} on the PATH, which is used before any other`;
	const [, host] = /couldn't be retrieved from the resolved url "https:\/\/([^/"]+)/.exec(complaint) ?? [];
	if (host !== void 0) return `let this machine reach ${host}, or keep the module in the repository and import it from there`;
	return "mend the script, until `k6 inspect` prints its options";
}
function place(message, script) {
	const [, file, line, column] = /file:\/\/(\/[^\s:()']+):(\d+):(\d+)/.exec(message) ?? /file:\/\/(\/[^\s:()']+): Line (\d+):(\d+)/.exec(message) ?? [];
	return file === void 0 ? void 0 : `${decodeURI(file) === script ? script : file}:${line}:${column}`;
}

// src/load/k6/trial.ts
const WATCH = "watch.js";
function prepare({ url, options, scenarios, found, slot, targets }, scratch) {
	const planned = plan(scenarios, slot);
	const values = found.split.map(({ value }) => value);
	const thresholds = options.thresholds ?? {};
	const labels = labeller(values, targets);
	const wanted = selection({
		thresholds,
		scenarios,
		warmup: slot.warmup,
		found,
		labels
	});
	scratch.write(WATCH, watchModule(slot.cold ? opening(planned) : null, targets));
	const overrides = {
		scenarios: planned.scenarios,
		thresholds: wanted.thresholds,
		noTeardown: false
	};
	return {
		plan: planned,
		selection: wanted,
		wrapping: {
			script: url,
			before: WATCH,
			hasDefault: usesDefault(scenarios),
			options: {
				...overrides,
				...systemTags(options)
			}
		}
	};
}
async function runSingle(trial, measuring, signal) {
	const { k6, wrapping, options, env, limit, scratch, targets } = trial;
	const summary = join(scratch.path, "summary.json");
	const teardown = options.noTeardown !== true;
	const file = scratch.write("trial.js", wrapper({
		...wrapping,
		teardown,
		summary
	}));
	const log = logParser(() => void measuring());
	const argv = runArgv(k6.binary, {
		wrapper: file,
		config: scratch.config,
		points: null
	});
	const onLine = (line) => log.line(trial.original(line));
	const ending = await runLoad(k6, argv, env, {
		timeout: limit,
		onLine,
		signal
	});
	const k6Log = log.result();
	const past = targets && await pastTargets(k6Log.asked, targets);
	return outcome$2({
		...trial,
		ending,
		k6Log,
		past,
		text: scratch.read("summary.json")
	});
}

// src/load/k6/generator.ts
const TIMEOUT$4 = 60;
var K6Generator = class {
	versions;
	version;
	k6;
	known = /* @__PURE__ */ new Map();
	reads = /* @__PURE__ */ new Map();
	explored = /* @__PURE__ */ new Map();
	lamented = /* @__PURE__ */ new Set();
	checked;
	constructor(k6) {
		this.k6 = k6;
		this.version = `k6 ${k6.version}`;
		this.versions = { k6: this.version };
	}
	async facts(name, workload, signal) {
		try {
			var _usingCtx$6 = _usingCtx();
			const script = resolve(this.k6.cwd, scriptOf(settingsOf("k6", workload)));
			const division = this.division(workload);
			if (division.segments > 1 && workload.in !== "host") throw notInside(name);
			demandFile(script, name, "k6", "k6:");
			const world = (env) => scriptEnv({
				env: readingEnv(script, env),
				targets: {},
				headers: {},
				seed: 0
			});
			const scratch = _usingCtx$6.a(await makeScratch(this.k6.scratch));
			const read = (env) => {
				refuseOverruling(env, name);
				return readScript(this.k6, script, world(env), scratch, signal);
			};
			const packed = await read(workload.env);
			const { files, options } = packed;
			const shape = (of) => shortened(scenarios(of, script), workload.measure.stages);
			const shapes = /* @__PURE__ */ new Map([["", shape(options)]]);
			for (const [variant, { env }] of Object.entries(workload.variants)) {
				if (Object.keys(env).length === 0) continue;
				shapes.set(variant, shape((await read({
					...workload.env,
					...env
				})).options));
			}
			for (const one of shapes.values()) demandWork(one, division.segments, name);
			if (division.segments > 1) await this.sameK6(signal);
			const facts = {
				digest: digest(files, workload, this.k6.version, division),
				model: model(shapes.get("")),
				generator: this.version
			};
			const limits = Object.keys(options.thresholds ?? {}).length > 0;
			this.known.set(name, {
				script,
				read: packed,
				facts,
				candidates: declaredMetrics(files),
				shapes,
				limits
			});
			return facts;
		} catch (_) {
			_usingCtx$6.e = _;
		} finally {
			await _usingCtx$6.d();
		}
	}
	limits(name) {
		return this.known.get(name)?.limits ?? false;
	}
	planned(name, slot) {
		const shapes = this.known.get(name)?.shapes;
		const shape = shapes?.get(slot.variant ?? "") ?? shapes?.get("");
		return shape === void 0 ? null : plan(shape, slot).seconds;
	}
	async load(request, measuring, signal) {
		try {
			return await this.trial(request, measuring, signal);
		} catch (error) {
			if (!(error instanceof SteelyardError) || error.fault !== "user") throw error;
			return {
				ok: false,
				failure: {
					code: "script-error",
					message: explain(error).slice(0, 8e3)
				}
			};
		}
	}
	async trial(request, measuring, signal) {
		try {
			var _usingCtx3 = _usingCtx();
			const { name, workload, slot, targets } = request;
			if (!this.known.has(name)) await this.facts(name, workload, signal);
			const known = this.known.get(name);
			const places = { [ONLY]: placesOf(this.k6.literals, targets) };
			const env = {
				...scriptEnv({
					...request,
					seed: slot.seed
				}),
				[PLACES]: JSON.stringify(places)
			};
			const scratch = _usingCtx3.a(await makeScratch(this.k6.scratch));
			const k6 = this.placed(request, scratch);
			const read = await this.read(known, request, env, scratch, signal);
			const copy = single(known.script, read, this.k6.literals, join(scratch.path, "script"));
			const { options } = read;
			const own = shortened(scenarios(options, known.script), workload.measure.stages);
			const script = {
				url: copy.url,
				options,
				scenarios: own
			};
			const found = slot.cold ? {
				...NOTHING,
				metrics: Object.values(COLD)
			} : await this.discovery(k6, known, request, {
				...script,
				env
			}, scratch, signal);
			const prepared = prepare({
				...script,
				found,
				slot,
				targets
			}, scratch);
			const spare = TIMEOUT$4 + span(options.setupTimeout, 0) + span(options.teardownTimeout, 0);
			const limit = workload.timeout ?? prepared.plan.most + spare;
			const place = {
				k6,
				env,
				scratch,
				original: copy.original
			};
			const isFree = this.k6.deployed === true || reachesOtherwise(read);
			const asked = {
				requests: found.requests,
				targets: isFree ? void 0 : targets
			};
			const trial = {
				...prepared,
				...place,
				...asked,
				request,
				options,
				limit
			};
			const { segments } = this.division(workload);
			if (segments === 1) return await runSingle(trial, measuring, signal);
			demandWork(own, segments, name);
			const shared = {
				...trial,
				segments,
				machines: this.k6.machines ?? [],
				files: known.read.files
			};
			return await shareLoad(shared, measuring, signal);
		} catch (_) {
			_usingCtx3.e = _;
		} finally {
			await _usingCtx3.d();
		}
	}
	division(workload) {
		const segments = segmentsOf(settingsOf("k6", workload));
		return {
			segments,
			machines: Math.max(1, Math.min(segments, this.k6.machines?.length ?? 1))
		};
	}
	sameK6(signal) {
		const { machines = [], version } = this.k6;
		this.checked ??= demandSameK6(machines, version, this.k6, signal);
		return this.checked;
	}
	placed({ inside, cpus = this.k6.cpus }, { path }) {
		if (inside === void 0) return {
			...this.k6,
			cpus
		};
		return {
			...this.k6,
			cpus,
			placed: {
				inside,
				scratch: path,
				carried: resolve(this.k6.binary)
			}
		};
	}
	async read(known, { name, env, slot, targets }, world, scratch, signal) {
		const of = JSON.stringify([
			name,
			env,
			slot.side
		]);
		const key = JSON.stringify([known.facts.digest, targets]);
		const before = this.reads.get(of);
		if (before?.key === key) return before.read;
		const read = await readScript(this.k6, known.script, world, scratch, signal);
		this.reads.set(of, {
			key,
			read
		});
		return read;
	}
	async discovery(k6, known, { name, env, targets, workload }, script, scratch, signal) {
		const key = JSON.stringify([
			known.facts.digest,
			env,
			workload.split
		]);
		const before = this.explored.get(key);
		if (before) return before;
		const { candidates } = known;
		const world = {
			...script.env,
			STEELYARD_SEED: "0"
		};
		const exploring = {
			...script,
			candidates,
			split: workload.split,
			targets,
			env: world
		};
		const found = await explore(k6, exploring, scratch, signal);
		if (typeof found === "string") {
			const warned = this.lamented.has(name);
			this.lamented.add(name);
			if (!warned) this.k6.log.warn(`${name}: a short run of the script failed, so nothing is split: ${found}`);
			return NOTHING;
		}
		warnFailing(this.k6.log, workload, name, { "the service": found });
		for (const tag of found.unbounded) this.k6.log.info(`${name}: not split by "${tag}", which has too many values; give requests a name tag`);
		this.explored.set(key, found);
		return found;
	}
};
const reachesOtherwise = ({ files, options }) => mention(files, "k6/browser", "k6/x/") || (options.hosts ?? null) !== null;
const notInside = (name) => userError(`The load of the workload "${name}" has several segments, and is to come from inside of the stack.`, {
	where: `workloads.${name}.in`,
	remedy: "leave `in` out, or `segments`: a container is one machine"
});
function refuseOverruling(env, name) {
	const variable = overruling(env);
	if (variable === void 0) return;
	throw userError(`${variable} would overrule the load of the workload "${name}".`, {
		where: `workloads.${name}.env`,
		remedy: "set it in the options of the script"
	});
}

// src/load/k6/obtain.ts
const BUILDING = 900;
async function obtainK6(options) {
	const { env, log, signal, lookOnly = false } = options;
	const refusals = [];
	const onOwn = await onPath(options, refusals);
	if (onOwn) return onOwn;
	const cached = cachedK6(env, options.checkout);
	const found = await inCache(cached, options, refusals);
	if (found) return found;
	if (!lookOnly) {
		const { releases = RELEASES, platform = {
			platform: process.platform,
			arch: process.arch
		} } = options;
		const ways = [["the release", (file) => fetchRelease(file, releases, platform, signal)], ["a build with Go", (file) => build(file, env, signal)]];
		for (const [what, get] of ways) {
			log.info(`getting ${what} of k6 ${PINNED$1} into ${dirname(cached)}`);
			try {
				await keepInCache(cached, async (file) => {
					await get(file);
					if (await versionOf(file, options) === void 0) throw new Error("what was got does not run");
				});
				return {
					binary: cached,
					version: PINNED$1,
					how: `${what}, now in the cache`
				};
			} catch (error) {
				if (signal.aborted) throw interruption(signal);
				const why = `${what}: ${error instanceof Error ? error.message : String(error)}`;
				log.info(`could not get ${why}`);
				refusals.push(why);
			}
		}
	}
	throw environmentError("There is no k6 on this machine.", {
		where: `PATH, ${cached}`,
		remedy: `install k6 ${PINNED$1} (https://grafana.com/docs/k6/latest/set-up/install-k6/) so that \`k6 version\` works`,
		...refusals.length > 0 ? { cause: refusals.join("; ") } : {}
	});
}
async function onPath(options, refusals) {
	const binary = (options.env.PATH ?? "").split(delimiter).filter((directory) => directory !== "").map((directory) => join(directory, "k6")).find(executable);
	if (binary === void 0) return void 0;
	const version = await versionOf(binary, options);
	if (version !== void 0 && Number(version.split(".")[0]) >= 1) return {
		binary,
		version,
		how: "on the PATH"
	};
	const what = version === void 0 ? "does not say its version" : `is ${version}, and 1.0 is needed`;
	options.log.info(`${binary} ${what}: not used`);
	refusals.push(`${binary} ${what}`);
}
async function inCache(binary, options, refusals) {
	if (!executable(binary)) return void 0;
	const fault = cacheFault(binary);
	if (fault !== null) {
		options.log.warn(`the k6 in the cache is not used, and got anew: ${fault}`);
		refusals.push(`${binary}: ${fault}`);
		return;
	}
	const version = await versionOf(binary, options);
	return version === void 0 ? void 0 : {
		binary,
		version,
		how: "in the cache"
	};
}
async function versionOf(binary, { env, signal }) {
	const done = await run([binary, "version"], {
		cwd: "/",
		env: allowed(env),
		signal,
		timeout: 20
	}).catch((error) => {
		if (signal.aborted) throw error;
	});
	return done?.code === 0 ? /\bk6(?:\.exe)? v(\d+\.\d+\.\d+\S*)/.exec(done.stdout)?.[1] : void 0;
}
async function build(file, env, signal) {
	const own = allowed(env, {
		GOBIN: dirname(file),
		CGO_ENABLED: "0"
	}, { go: true });
	const argv = [
		"go",
		"install",
		`go.k6.io/k6@v${PINNED$1}`
	];
	const done = await run(argv, {
		cwd: dirname(file),
		env: own,
		signal,
		timeout: BUILDING
	});
	if (done.code === 0) return;
	const why = done.timedOut ? `took longer than ${BUILDING} s` : done.stderr.trim().split("\n").at(-1);
	throw new Error(`${argv.join(" ")} failed: ${why || `exit code ${done.code}`}`);
}
function executable(file) {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

// src/load/k6/program.ts
const k6Program = {
	open: async ({ signal, ...place }) => new K6Generator({
		...await obtainK6({
			env: place.env,
			log: place.log,
			signal,
			checkout: place.cwd
		}),
		...place
	}),
	look: {
		find: ({ env, cwd, signal }) => obtainK6({
			env,
			log: silent$2,
			signal,
			checkout: cwd,
			lookOnly: true
		}),
		remedy: "the first measurement fetches the pinned release, or builds it where Go is installed"
	}
};

// src/load/phases.ts
const TIMEOUT$3 = 30;
async function runPhases({ place, request, scratch, planned, argv, broken }, measuring, signal) {
	const { workload, slot, inside, cpus = place.cpus } = request;
	const placed = inside && {
		inside,
		scratch,
		carried: null
	};
	const limit = workload.timeout ?? planned + TIMEOUT$3;
	const began = performance.now();
	const run = (phase, seconds) => {
		const env = {
			...loadEnv({
				...request,
				headers: {},
				seed: slot.seed
			}),
			STEELYARD_PHASE: phase
		};
		const timeout = Math.max(1, limit - (performance.now() - began) / 1e3);
		return runLoad({
			...place,
			cpus,
			placed
		}, argv(phase, seconds), env, {
			timeout,
			signal
		});
	};
	const warm = slot.warmup > 0 ? await run("warmup", slot.warmup) : null;
	const failed = warm && broken(warm, limit);
	if (failed) return { failed };
	await measuring();
	const ending = await run("measured", slot.duration);
	return {
		ending,
		limit,
		used: {
			cpu: ending.cpu === null || warm?.cpu === null ? null : ending.cpu + (warm?.cpu ?? 0),
			wall: ending.seconds + (warm?.seconds ?? 0)
		}
	};
}
function loadTarget({ targets }, settings) {
	const endpoint = settings.endpoint ?? Object.keys(targets)[0];
	const base = endpoint === void 0 ? void 0 : own$1(targets, endpoint);
	return endpoint === void 0 || base === void 0 ? null : {
		endpoint,
		url: `${base}${settings.path}`
	};
}

// src/load/oha/argv.ts
const millis = (seconds) => `${Math.max(1, Math.round(seconds * 1e3))}ms`;
function ohaArgv(binary, run) {
	const { connections, threads, rate, timeout, method, body, content_type, keepalive } = run;
	return [
		binary,
		"--no-tui",
		"--output-format",
		"json",
		"--output",
		run.report,
		"-z",
		millis(run.seconds),
		"--wait-ongoing-requests-after-deadline",
		"-c",
		String(connections),
		"--worker-threads",
		String(threads),
		"-t",
		millis(timeout),
		"--connect-timeout",
		millis(timeout),
		"-m",
		method,
		...rate === void 0 ? [] : [
			"-q",
			String(rate),
			"--latency-correction"
		],
		...body === null ? [] : ["-D", body],
		...content_type === void 0 ? [] : ["-T", content_type],
		...keepalive ? [] : ["--disable-keepalive"],
		run.url
	];
}

// src/load/report.ts
function parsedReport(program, form, text) {
	if (text === null) return `${program} ended without writing its figures`;
	const figures = `the figures of ${program}`;
	try {
		return form.safeParse(JSON.parse(text)).data ?? `${figures} do not have the expected form`;
	} catch {
		return `${figures} are ${text.trim() === "" ? "empty" : "cut off or damaged"}`;
	}
}
function countMetrics({ requests, errors }, failed, { bytes, seconds }) {
	const counter = (unit, count) => ({
		kind: "counter",
		unit,
		count,
		seconds
	});
	const metrics = {
		http_reqs: counter("1", requests),
		data_received: counter("B", bytes)
	};
	if (requests > 0) metrics.http_req_failed = {
		kind: "share",
		hits: errors,
		total: requests
	};
	for (const [kind, n] of Object.entries(failed)) if (n > 0) metrics[`http_req_errors{kind:${kind}}`] = counter("1", n);
	return metrics;
}

// src/load/oha/report.ts
const number$1 = number$4().min(0).max(Number.MAX_SAFE_INTEGER);
const count$1 = number$1.int();
const figure = number$1.nullable();
const Report$1 = object({
	summary: object({
		total: number$1.positive(),
		slowest: figure,
		fastest: figure,
		average: figure,
		totalData: count$1
	}),
	latencyPercentiles: record(string(), figure),
	statusCodeDistribution: record(string().regex(/^\d{3}$/), count$1),
	errorDistribution: record(string(), count$1)
});
const reportOf$1 = (text) => parsedReport("oha", Report$1, text);
const TIMEOUT$2 = "timeout";
const DEADLINE = "aborted due to deadline";
const REFUSED = /\(os error (?:111|104|103|32|61|54|53)\)|^connection closed before message completed/;
function failures({ errorDistribution, statusCodeDistribution }) {
	const kinds = {
		status: 0,
		timeout: 0,
		refused: 0,
		other: 0
	};
	for (const [status, n] of Object.entries(statusCodeDistribution)) if (Number(status) >= 400) kinds.status += n;
	for (const [error, n] of Object.entries(errorDistribution)) {
		if (error === DEADLINE) continue;
		kinds[error === TIMEOUT$2 ? "timeout" : REFUSED.test(error) ? "refused" : "other"] += n;
	}
	return kinds;
}
const sum = (all) => all.reduce((a, b) => a + b, 0);
function fates$1(report) {
	const { status, timeout, refused, other } = failures(report);
	const unanswered = timeout + refused + other;
	return {
		requests: sum(Object.values(report.statusCodeDistribution)) + unanswered,
		errors: status + unanswered,
		statuses: report.statusCodeDistribution,
		unanswered: {
			timeouts: timeout,
			refused,
			other
		}
	};
}
function metricsOf$1(report) {
	const { total: seconds, totalData: bytes } = report.summary;
	const counts = countMetrics(fates$1(report), failures(report), {
		bytes,
		seconds
	});
	const duration = durationOf(report);
	return {
		...counts,
		...duration && { http_req_duration: duration }
	};
}
function durationOf({ summary, latencyPercentiles, statusCodeDistribution }) {
	const { fastest, slowest, average } = summary;
	const n = sum(Object.values(statusCodeDistribution));
	const middle = PERCENTILES.map((q) => [q, latencyPercentiles[`p${q}`] ?? null]);
	if (n === 0 || fastest === null || slowest === null || average === null) return void 0;
	const knots = [
		[0, fastest],
		...middle,
		[100, slowest]
	].filter((knot) => knot[1] !== null);
	return {
		kind: "trend",
		unit: "s",
		n,
		mean: average,
		min: fastest,
		max: slowest,
		quantiles: QUANTILES.map((q) => interpolated(knots, q))
	};
}
function interpolated(knots, at) {
	const above = knots.findIndex(([q]) => q >= at);
	const [q1, v1] = knots[above];
	const [q0, v0] = knots[Math.max(0, above - 1)];
	return q1 === q0 || q1 === at ? v1 : v0 + (v1 - v0) * (at - q0) / (q1 - q0);
}

// src/load/oha/outcome.ts
function broken$1(ending, limit) {
	const stopped = killed("oha", ending, limit);
	if (stopped || ending.code === 0) return stopped;
	const lines = ending.stderr.trim().split("\n");
	const said = lines.find((line) => line.startsWith("error: ")) ?? lines.slice(-3).join(" ");
	return fail("generator", `oha ended with exit code ${ending.code}: ${said}`);
}
function outcome$1({ ending, text, limit, used, target }) {
	const failed = broken$1(ending, limit);
	if (failed) return failed;
	const report = reportOf$1(text);
	if (typeof report === "string") return fail("no-summary", report);
	const metrics = metricsOf$1(report);
	if (metrics.http_req_duration === void 0) return fail("dead-target", unansweredText(report));
	const counts = fates$1(report);
	return {
		ok: true,
		observed: {
			seconds: report.summary.total,
			metrics,
			...counts,
			checks: [],
			thresholds: [],
			generator: {
				...used,
				dropped: 0,
				achieved: target === null ? null : Math.min(1, (counts.requests + 1) / target)
			}
		}
	};
}
function unansweredText({ errorDistribution }) {
	const [first] = Object.entries(errorDistribution).sort(([, a], [, b]) => b - a);
	return `not one request was answered: ${first?.[0] ?? "none was sent"}`;
}

// src/load/oha/generator.ts
const REPORT = "report.json";
function ohaGenerator(options) {
	const version = `oha ${options.version}`;
	return {
		versions: { oha: version },
		planned: (_name, slot) => planned(slot),
		facts: async (name, workload) => ({
			...await facts(options, name, workload),
			generator: version
		}),
		load: (request, measuring, signal) => load$1(options, request, measuring, signal)
	};
}
const planned = ({ warmup, duration }) => warmup + duration;
const bodyOf = ({ cwd }, { body }) => body === void 0 ? null : resolve(cwd, body);
async function facts(options, name, workload) {
	const settings = settingsOf("oha", workload);
	const body = bodyOf(options, settings);
	if (body !== null) demandFile(body, name, "body", "oha.body:");
	const major = options.version.split(".")[0];
	const hash = createHash("sha256").update(JSON.stringify({
		...settings,
		...shaping(workload),
		version: major
	}));
	if (body !== null) hash.update("\0").update(await readFile(body));
	return {
		digest: hash.digest("hex"),
		model: settings.rate === void 0 ? "closed" : "open"
	};
}
async function load$1(options, request, measuring, signal) {
	try {
		var _usingCtx$5 = _usingCtx();
		const settings = settingsOf("oha", request.workload);
		const target = loadTarget(request, settings);
		if (target === null) return fail("script-error", `the stack has no endpoint ${settings.endpoint ?? ""}`);
		if (Object.keys(own$1(request.headers, target.endpoint) ?? {}).length > 0) return fail("generator", "oha takes headers as arguments, which every user of the machine can read");
		const scratch = _usingCtx$5.a(await makeScratch(options.scratch));
		const done = await runPhases({
			place: options,
			request,
			scratch: scratch.path,
			planned: planned(request.slot),
			argv: (phase, seconds) => ohaArgv(options.binary, {
				...settings,
				body: bodyOf(options, settings),
				seconds,
				url: target.url,
				report: join(scratch.path, phase === "measured" ? REPORT : "warmup.json")
			}),
			broken: broken$1
		}, measuring, signal);
		if ("failed" in done) return done.failed;
		const { rate } = settings;
		const wanted = rate === void 0 ? null : rate * request.slot.duration;
		return outcome$1({
			...done,
			text: scratch.read(REPORT),
			target: wanted
		});
	} catch (_) {
		_usingCtx$5.e = _;
	} finally {
		await _usingCtx$5.d();
	}
}

// src/load/onpath.ts
async function findOnPath({ name, argv, version: versionIn, least, remedy }, env, signal) {
	let cause;
	try {
		const done = await run([...argv], {
			cwd: "/",
			env: allowed(env),
			signal,
			timeout: 20
		});
		const version = versionIn(done.stdout) ?? versionIn(done.stderr);
		if (version !== void 0 && !older(version, least)) return {
			binary: argv[0],
			version,
			how: "on the PATH"
		};
		cause = version === void 0 ? `the program called ${name} does not print its version` : `${name} is ${version}, and ${least.join(".")} is needed`;
	} catch (error) {
		if (signal.aborted) throw error;
		cause = error;
	}
	throw environmentError(`There is no ${name} on this machine.`, {
		where: "PATH",
		remedy,
		cause
	});
}
function older(version, [major, minor]) {
	const [a = NaN, b = 0] = version.split(".").map(Number);
	return a < major || a === major && b < minor;
}

// src/load/oha/obtain.ts
const PINNED = "1.16.0";
const versionIn$1 = (text) => /^oha (\d+\.\d+\.\d+\S*)/m.exec(text)?.[1];
const obtainOha = (env, signal, binary = "oha") => findOnPath({
	name: "oha",
	argv: [binary, "--version"],
	version: versionIn$1,
	least: [1, 16],
	remedy: `cargo install oha --locked --version ${PINNED}, and its folder (~/.cargo/bin) on the PATH; or brew install oha (macOS)`
}, env, signal);

// src/load/oha/program.ts
const ohaProgram = {
	open: async ({ signal, ...place }) => ohaGenerator({
		...await obtainOha(place.env, signal),
		...place
	}),
	look: { find: ({ env, signal }) => obtainOha(env, signal) }
};

// src/load/wrk/argv.ts
const whole = (seconds) => Math.max(1, Math.ceil(seconds));
function wrkArgv(binary, { connections, threads, timeout, script, seconds, url }) {
	return [
		binary,
		"--connections",
		String(connections),
		"--threads",
		String(threads),
		"--duration",
		`${whole(seconds)}s`,
		"--timeout",
		`${whole(timeout)}s`,
		"--script",
		script,
		url
	];
}

// src/load/wrk/lua.ts
const SAID = "steelyard:done";
function luaOf({ script, headers, report }) {
	const adding = [
		"local headers = {",
		...Object.entries(headers).map(([name, value]) => `  [${quoted(name)}] = ${quoted(value)},`),
		"}",
		"local function add()",
		"  for name, value in pairs(headers) do",
		"    local theirs = false",
		"    for other in pairs(wrk.headers) do",
		"      theirs = theirs or (other ~= name and string.lower(other) == string.lower(name))",
		"    end",
		"    if theirs then wrk.headers[name] = nil",
		"    elseif wrk.headers[name] == nil then wrk.headers[name] = value end",
		"  end",
		"end"
	];
	const loading = script === null ? ["add()"] : [
		"add()",
		`dofile(${quoted(script)})`,
		"add()"
	];
	const ending = report === null ? ["done = nil"] : reporting(report);
	return `${[
		...adding,
		...loading,
		...ending
	].join("\n")}\n`;
}
const reporting = (report) => [
	"local theirs = done",
	"function done(summary, latency, requests)",
	"  local function number(value) return string.format('%.17g', tonumber(value)) end",
	"  local quantiles = {}",
	"  if #latency > 0 then",
	`    for _, q in ipairs({${QUANTILES.join(",")}}) do`,
	"      quantiles[#quantiles + 1] = number(latency:percentile(q))",
	"    end",
	"  end",
	"  local errors = {}",
	"  for _, kind in ipairs({'connect', 'read', 'write', 'status', 'timeout'}) do",
	`    errors[#errors + 1] = '"' .. kind .. '":' .. number(summary.errors[kind])`,
	"  end",
	"  local parts = {",
	`    '"duration":' .. number(summary.duration),`,
	`    '"requests":' .. number(summary.requests),`,
	`    '"bytes":' .. number(summary.bytes),`,
	`    '"errors":{' .. table.concat(errors, ',') .. '}',`,
	"  }",
	"  if #latency > 0 then",
	"    local n = 0",
	"    for i = 1, #latency do",
	"      local _, count = latency(i)",
	"      n = n + tonumber(count)",
	"    end",
	"    parts[#parts + 1] = '\"latency\":{\"n\":' .. number(n) .. ',\"mean\":' .. number(latency.mean) ..",
	"      ',\"min\":' .. number(latency.min) .. ',\"max\":' .. number(latency.max) ..",
	"      ',\"quantiles\":[' .. table.concat(quantiles, ',') .. ']}'",
	"  end",
	`  local place = ${quoted(report)}`,
	"  local file = assert(io.open(place .. '.part', 'w'))",
	"  assert(file:write('{', table.concat(parts, ','), '}\\n'))",
	"  assert(file:close())",
	"  assert(os.rename(place .. '.part', place))",
	"  if theirs then",
	`    io.write('\\n${SAID}\\n')`,
	"    theirs(summary, latency, requests)",
	"  end",
	"end"
];
function quoted(text) {
	return `"${[...Buffer.from(text, "utf8")].map((byte) => {
		const character = String.fromCharCode(byte);
		return /[A-Za-z0-9 _./:;,=+@-]/.test(character) ? character : `\\${String(byte).padStart(3, "0")}`;
	}).join("")}"`;
}

// src/load/wrk/report.ts
const number = number$4().min(0).max(Number.MAX_SAFE_INTEGER);
const count = number.int();
const Report = strictObject({
	duration: number.positive(),
	requests: count,
	bytes: count,
	errors: strictObject({
		connect: count,
		read: count,
		write: count,
		status: count,
		timeout: count
	}),
	latency: strictObject({
		n: count.min(1),
		mean: number,
		min: number,
		max: number,
		quantiles: array(number).length(QUANTILES.length)
	}).optional()
});
const reportOf = (text) => parsedReport("wrk", Report, text);
const TICK = 1e-6;
function fates({ requests, errors }) {
	const { connect, read, write, status, timeout } = errors;
	const sent = requests + connect + read + write;
	const inTime = Math.max(0, requests - timeout);
	return {
		requests: sent,
		errors: Math.min(sent, connect + read + write + timeout + status),
		statuses: inTime > 0 ? { other: inTime } : {},
		unanswered: {
			timeouts: timeout,
			refused: connect + read,
			other: write
		}
	};
}
function metricsOf(report) {
	const { bytes, duration, errors } = report;
	const metrics = countMetrics(fates(report), errors, {
		bytes,
		seconds: duration * TICK
	});
	if (report.latency) {
		const { n, mean, min, max, quantiles } = report.latency;
		metrics.http_req_duration = {
			kind: "trend",
			unit: "s",
			n,
			mean: mean * TICK,
			min: min * TICK,
			max: max * TICK,
			quantiles: quantiles.map((value) => value * TICK)
		};
	}
	return metrics;
}

// src/load/wrk/outcome.ts
function broken({ ending, limit }) {
	const { code, stderr, stdout } = ending;
	const stopped = killed("wrk", ending, limit);
	if (stopped) return stopped;
	const printed = [stderr, stdout].join("\n");
	const unreachable = /unable to (?:connect|resolve)[^\n]*/.exec(printed)?.[0];
	if (unreachable !== void 0) return fail("dead-target", `not one request was answered: ${unreachable}`);
	const lua = scriptError(stderr);
	if (lua !== void 0) return fail("script-error", `the Lua script failed: ${lua}`);
	return code === 0 ? null : fail("generator", `wrk ended with exit code ${code}: ${last(printed)}`);
}
function outcome(evidence, whole) {
	const wrong = broken(evidence);
	if (wrong) return wrong;
	const report = reportOf(evidence.text);
	if (typeof report === "string") return fail("no-summary", report);
	const nothing = silent(report);
	if (nothing) return nothing;
	return {
		ok: true,
		observed: {
			seconds: report.duration / 1e6,
			metrics: metricsOf(report),
			...fates(report),
			checks: [],
			thresholds: [],
			generator: {
				...whole,
				dropped: 0,
				achieved: null
			}
		}
	};
}
function silent(report) {
	if (report.requests > 0) return null;
	const { connect, read, write } = report.errors;
	const why = connect + read + write > 0 ? `${connect} refused, ${read} cut off, ${write} not sent` : "all of them hang";
	return fail("dead-target", `not one request was answered: ${why}`);
}
function scriptError(stderr) {
	return /PANIC: unprotected error in call to Lua API \((.*)\)/.exec(stderr)?.[1] ?? /^.*?steelyard\.lua: (.+)$/m.exec(stderr)?.[1];
}
function doneLines(stdout) {
	const at = stdout.lastIndexOf(`\n${SAID}\n`);
	if (at === -1) return [];
	return stdout.slice(at + SAID.length + 2).split("\n").filter((line) => line.trim() !== "");
}
const last = (text) => text.trim().split("\n").slice(-3).join(" ");

// src/load/wrk/workloaddigest.ts
function wrkDigest(wrk, script, workload, version) {
	const settings = {
		...wrk,
		...shaping(workload),
		version: version.split(".")[0]
	};
	return createHash("sha256").update(JSON.stringify(settings)).update(`\0${script ?? ""}`).digest("hex");
}

// src/load/wrk/generator.ts
const READING = 20;
const MOST_LINES = 50;
var WrkGenerator = class {
	versions;
	wrk;
	constructor(options) {
		this.wrk = options;
		this.versions = { wrk: `wrk ${options.version}` };
	}
	async facts(name, workload, signal) {
		const settings = settingsOf("wrk", workload);
		const script = this.scriptOf(settings);
		if (script !== null) {
			demandFile(script, name, "Lua", "wrk.script:");
			await this.read(script, workload.env, signal);
		}
		return {
			digest: wrkDigest(settings, script === null ? null : await readFile(script, "utf8"), workload, this.wrk.version),
			model: "closed",
			generator: this.versions.wrk
		};
	}
	planned(_name, slot) {
		return (slot.warmup > 0 ? whole(slot.warmup) : 0) + whole(slot.duration);
	}
	async load(request, measuring, signal) {
		try {
			var _usingCtx$4 = _usingCtx();
			const settings = settingsOf("wrk", request.workload);
			const target = loadTarget(request, settings);
			if (target === null) return fail("script-error", `the stack has no endpoint ${settings.endpoint ?? ""}`);
			const scratch = _usingCtx$4.a(await makeScratch(this.wrk.scratch));
			const report = join(scratch.path, "report.json");
			const done = await runPhases({
				place: this.wrk,
				request,
				scratch: scratch.path,
				planned: this.planned(request.name, request.slot),
				argv: (phase, seconds) => {
					const script = this.writeLua(scratch, {
						script: this.scriptOf(settings),
						headers: own$1(request.headers, target.endpoint) ?? {},
						report: phase === "measured" ? report : null
					});
					return wrkArgv(this.wrk.binary, {
						...settings,
						script,
						seconds,
						url: target.url
					});
				},
				broken: (ending, limit) => broken({
					ending,
					limit
				})
			}, measuring, signal);
			if ("failed" in done) return done.failed;
			this.logDone(request.name, done.ending.stdout);
			return outcome({
				...done,
				text: scratch.read("report.json")
			}, done.used);
		} catch (_) {
			_usingCtx$4.e = _;
		} finally {
			await _usingCtx$4.d();
		}
	}
	logDone(name, stdout) {
		for (const line of doneLines(stdout).slice(0, MOST_LINES)) this.wrk.log.info(`${name}: ${line}`);
	}
	scriptOf({ script }) {
		return script === void 0 ? null : resolve(this.wrk.cwd, script);
	}
	writeLua(scratch, lua) {
		return scratch.write("steelyard.lua", luaOf(lua));
	}
	async read(script, env, signal) {
		try {
			var _usingCtx3 = _usingCtx();
			const scratch = _usingCtx3.a(await makeScratch(this.wrk.scratch));
			const file = this.writeLua(scratch, {
				script,
				headers: {},
				report: null
			});
			const argv = wrkArgv(this.wrk.binary, {
				connections: 1,
				threads: 1,
				timeout: 1,
				seconds: 1,
				script: file,
				url: NOWHERE
			});
			const variables = loadEnv({
				env: readingEnv(script, env),
				targets: {},
				headers: {},
				seed: 0
			});
			const ending = await runLoad(this.wrk, argv, variables, {
				timeout: READING,
				signal
			});
			const cause = ending.timedOut ? `its top level took longer than ${READING} s` : scriptError(ending.stderr);
			if (cause === void 0) return;
			throw userError("wrk cannot load this script.", {
				where: script,
				remedy: "correct the script, until wrk --script runs it without a message",
				cause
			});
		} catch (_) {
			_usingCtx3.e = _;
		} finally {
			await _usingCtx3.d();
		}
	}
};

// src/load/wrk/obtain.ts
function versionIn(text) {
	const token = /^wrk (\S+) \[\w+\]/m.exec(text)?.[1];
	return /\d+\.\d+\.\d+/.exec(token ?? "")?.[0] ?? token;
}
const obtainWrk = (env, signal, binary = "wrk") => findOnPath({
	name: "wrk",
	argv: [binary, "-v"],
	version: versionIn,
	least: [4, 0],
	remedy: "apt install wrk (Debian, Ubuntu), brew install wrk (macOS), or build https://github.com/wg/wrk"
}, env, signal);

// src/load/wrk/program.ts
const wrkProgram = {
	open: async ({ signal, ...place }) => new WrkGenerator({
		...await obtainWrk(place.env, signal),
		...place
	}),
	look: { find: ({ env, signal }) => obtainWrk(env, signal) }
};

// src/load/programs.ts
const PROGRAMS = {
	k6: k6Program,
	wrk: wrkProgram,
	oha: ohaProgram,
	command: commandProgram
};

// src/load/k6/pairs/protocols.ts
const PREFACE = "PRI ";
var BothProtocols = class BothProtocols {
	sockets = /* @__PURE__ */ new Set();
	server;
	constructor(server) {
		this.server = server;
		server.on("connection", (socket) => {
			this.sockets.add(socket.once("close", () => this.sockets.delete(socket)).on("error", () => {}));
		});
	}
	static async open(http, http2) {
		const server = createServer$1((socket) => {
			socket.once("data", (first) => {
				socket.pause();
				socket.unshift(first);
				(first.toString("latin1").startsWith(PREFACE) ? http2 : http).emit("connection", socket);
				process.nextTick(() => socket.resume());
			});
		});
		await new Promise((done) => server.listen(0, "127.0.0.1", done));
		return new BothProtocols(server);
	}
	get url() {
		return `http://127.0.0.1:${this.server.address().port}`;
	}
	async [Symbol.asyncDispose]() {
		for (const socket of this.sockets) socket.destroy();
		await new Promise((done) => this.server.close(done));
	}
};
function answerCall(stream) {
	stream.on("error", () => {}).resume();
	stream.respond({
		":status": 200,
		"content-type": "application/grpc"
	}, { waitForTrailers: true });
	stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
	stream.end(Buffer.alloc(5));
}

// src/load/k6/pairs/probe.ts
const PROBE_TARGETS = [
	"top",
	"base",
	"head"
];
const TURN_PATH = "/steelyard-turn/";
const AROUND = "?around";
var ProbeTargets = class ProbeTargets {
	urls = {
		top: "",
		base: "",
		head: ""
	};
	reached = /* @__PURE__ */ new Set();
	crossed = /* @__PURE__ */ new Set();
	requests = 0;
	servers = [];
	turn = null;
	around = false;
	constructor() {}
	static async open() {
		const targets = new ProbeTargets();
		for (const name of PROBE_TARGETS) {
			const server = await targets.server(name);
			targets.servers.push(server);
			targets.urls[name] = server.url;
		}
		return targets;
	}
	async [Symbol.asyncDispose]() {
		for (const server of this.servers) await server[Symbol.asyncDispose]();
	}
	server(name) {
		const asked = ({ url }) => {
			if (url?.startsWith("/steelyard-turn/")) this.turned(url.slice(16));
			else this.seen(name);
		};
		const http = createServer((request, response) => {
			asked(request);
			request.resume();
			response.setHeader("content-type", "application/json").end("{}");
		});
		http.on("upgrade", (request, socket) => {
			asked(request);
			socket.destroy();
		});
		http.on("clientError", (_, socket) => {
			this.seen(name);
			socket.destroy();
		});
		const http2 = createServer$2().on("stream", (stream) => {
			this.seen(name);
			answerCall(stream);
		});
		return BothProtocols.open(http, http2);
	}
	turned(to) {
		this.around = to.endsWith(AROUND);
		this.turn = this.around ? to.slice(0, -7) : to;
	}
	seen(name) {
		if (!this.around) this.requests++;
		this.reached.add(name);
		if (this.turn !== null && this.turn !== name) this.crossed.add(name);
	}
};

// src/load/k6/pairs/script.ts
const TAG = "steelyard_turn";
const TURNS = "steelyard_turn_duration";
const LEFT = "steelyard_turns_left";
const TURN$1 = "steelyard_iteration";
const OVER = "steelyard:over";
const SIDES_OF = {
	module: "STEELYARD_SIDES",
	copies: "STEELYARD_VARIABLES"
};
const ENTER = "enter.js";
const entering = (side) => ({
	name: `${side}.js`,
	text: `import { enter } from "./${ENTER}";\nenter("${side}");\n`
});
const enterModule = `export const sides = JSON.parse(__ENV.${SIDES_OF.copies});
const worlds = {}, plain = {}, globals = { base: {}, head: {} }, scenarios = {};
for (const side of ["base", "head"]) {
  plain[side] = { ...__ENV, ...sides[side] };
  for (const [key, value] of Object.entries(sides[side])) if (value === null) delete plain[side][key];
  worlds[side] = { ...plain[side] };
}
const common = new Set([...Object.keys(globalThis), "__ITER"]);
let current, usual = 0;
function putAway() {
  const own = {};
  const keys = Object.keys(globalThis);
  if (keys.length === usual) return own;
  usual = keys.length;
  for (const key of keys) {
    if (common.has(key)) continue;
    own[key] = globalThis[key];
    if (Reflect.deleteProperty(globalThis, key)) usual--;
  }
  return own;
}
export function enter(side, scenario, { options } = {}) {
  if (scenario !== undefined && scenario !== scenarios[side]) {
    scenarios[side] = scenario;
    worlds[side] = { ...plain[side], ...options?.scenarios?.[scenario]?.env };
  }
  if (side !== current) {
    if (current !== undefined) globals[current] = putAway();
    for (const key in globals[side]) Reflect.set(globalThis, key, globals[side][key]);
    current = side;
  }
  __ENV = worlds[side];
}
`;
function imports(way) {
	if (way.kind === "module") return {
		lines: `import * as user from ${text(way.script)};\nexport * from ${text(way.script)};`,
		first: "user"
	};
	const { base, head } = way.scripts;
	return {
		lines: [
			`import { enter, sides } from "./${ENTER}";`,
			`import "./base.js";`,
			`import * as base from ${text(base)};`,
			`import "./head.js";`,
			`import * as head from ${text(head)};`,
			`const user = { base, head };`
		].join("\n"),
		first: "base"
	};
}
const setups = (before = "") => `export async function setup() {
  const data = {};
  for (const side of ["base", "head"]) {
    if (!user[side].setup) continue;
    enter(side);
    ${before}
    try {
      data[side] = await user[side].setup();
    } catch (error) {
      throw new Error("setup() of " + side + ": " + (error?.stack || error));
    }
  }
  return data;
}
export async function teardown(data) {
  for (const side of ["base", "head"]) {
    if (!user[side].teardown) continue;
    enter(side);
    ${before}
    await user[side].teardown(data?.[side]);
  }
}`;
const failedSetup = (message) => /setup\(\) of (base|head): /.exec(message)?.[1];
const IMPORTS = [
	"import http from \"k6/http\";",
	"import execution from \"k6/execution\";",
	"import { sleep } from \"k6\";",
	"import { Counter } from \"k6/metrics\";"
];
function script({ way, exec, options, open, bounds, totals, vus, failing, pace, barrier, summary }) {
	const { lines, first } = imports(way);
	const copies = way.kind === "copies";
	return `import ${text(`./${failing}`)};
${lines}
${IMPORTS.join("\n")}
${pace === null ? "const pace = { slept: 0 };" : `import { pace } from ${text(`./${pace}`)};`}
const { ${SHORTCUTS.join(", ")}, ...kept } = ${first}.options || {};
export const options = Object.assign(kept, ${text(options)});
const exec = ${text(exec)};
const open = ${text(Object.fromEntries(open.map((name) => [name, true])))};
const bounds = ${text(bounds)}, totals = ${text(totals)};
${copies ? `const left = new Counter(${text(LEFT)});` : ""}
let tags, until = 0, block = "", phase = "warmup", side = null, n = 0, begun = -1;
${copies ? "const turns = { base: 0, head: 0 };" : ""}
const busy = { iterations: 0, ms: 0, paused: 0 };
const complete = (name) => ${copies ? "open[name] || (n > begun && (side !== null || n % 2 === 0))" : "true"};

function ask() {
  const { iterationInTest: index, name } = execution.scenario;
  for (;;) {
    const asked = Date.now();
    const query = "?index=" + index + "&done=" + execution.instance.iterationsCompleted +
      "&at=" + asked + "&scenario=" + encodeURIComponent(name) + (open[name] ? "&open" : "") +
      "&iterations=" + busy.iterations + "&busy=" + busy.ms + "&paused=" + busy.paused;
    busy.iterations = busy.ms = busy.paused = 0;
    const answer = http.get(${text(barrier)} + query, {
      responseType: "text", timeout: "3600s", redirects: 0, tags: { name: "steelyard" },
    });
    if (answer.status !== 200) execution.test.abort("steelyard: the barrier is gone");
    const word = JSON.parse(answer.body);
    if (word.over) execution.test.abort(${text(OVER)});
    if (word.wait) { sleep(0.001); continue; }
    if (word.skip) return false;
    ({ block, side, pauses: pace.pauses } = word);
    until = asked + word.ms;
    begun = n;
    phase = block === "warm" ? "warmup" : "measured";
    return true;
  }
}

function headFirst(seed, vu, n) {
  let h = (seed ^ Math.imul(vu, 0x9e3779b1) ^ Math.imul(n >>> 1, 0x85ebca6b)) >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (((h ^ (h >>> 16)) ^ n) & 1) === 1;
}

function number(n, name) {
  __ITER = n % (bounds[name] ?? Infinity);
  __ENV.STEELYARD_PHASE = phase;
  if (totals[name] !== undefined) __ENV.${ITERATION} = (n * ${vus} + __VU - 1) % totals[name];
}

export function ${TURN$1}(data) {
  tags ??= execution.vu.metrics.tags;
  const { name } = execution.scenario;
  if (Date.now() >= until && complete(name)) {
    delete tags.${TAG};
    if (!ask() || !open[name]) return;
  }
${pace === null && open.length === 0 ? "  return turn(name, data);" : TIMED}
}

function turn(name, data) {
${copies ? COPIES : MODULE}}
${copies ? setups() : ""}

export function handleSummary(data) {
  return { ${text(summary)}: JSON.stringify({ metrics: data.metrics, checks: data.root_group }) };
}
`;
}
const TIMED = `  const { slept } = pace;
  const began = Date.now() - slept;
  const done = () => {
    busy.iterations++;
    busy.ms += Date.now() - pace.slept - began;
    busy.paused += pace.slept - slept;
  };
  const ending = turn(name, data);
  if (ending && ending.then) return ending.then(done);
  done();`;
const MODULE = `  tags.${TAG} = block;
  number(n++, name);
  return user[exec[name]](data);
`;
const COPIES = `  const first = headFirst(sides.seed, __VU, n++) ? "head" : "base";
  const mine = side ?? first;
  enter(mine, name, user[mine]);
  number(turns[mine]++, name);
  tags.${TAG} = block + "." + mine;
  const broken = (error) => { left.add(1); throw error; };
  try {
    const ending = user[mine][exec[name]](data?.[mine]);
    return ending && ending.then ? ending.then(undefined, broken) : ending;
  } catch (error) {
    broken(error);
  }
`;
const text = (value) => JSON.stringify(value);

// src/load/k6/pairs/attempt.ts
const LONGEST$2 = 20;
const PAUSE = .02;
const PAUSE_LINE = new RegExp(`${PAUSED} ([\\d.]+)`);
const MOVED_LINE = new RegExp(`${MOVED} ([^"\\\\]+)`);
const STAYED_LINE = new RegExp(`${STAYED} ([^"\\\\]+)`);
async function attempt(k6, way, { read, mentioned, env, literals }, scratch, signal) {
	try {
		var _usingCtx$3 = _usingCtx();
		const targets = _usingCtx$3.a(await ProbeTargets.open());
		const variables = (name) => ({
			STEELYARD_TARGET: targets.urls[name],
			...withAddresses(addressVariables(env), () => targets.urls[name]),
			...Object.fromEntries(mentioned.map((name_) => [name_, name_.startsWith("STEELYARD_TARGET_") ? targets.urls[name] : "{}"]))
		});
		const places = (name) => Object.fromEntries(literals.map((one) => [one, targets.urls[name]]));
		const copies = way.kind === "copies";
		if (copies) enterFiles(scratch);
		const file = scratch.write("attempt.js", attemptScript(way, read, targets.urls.top));
		const log = logParser(() => {});
		const moved = /* @__PURE__ */ new Set();
		const stayed = /* @__PURE__ */ new Set();
		let paused = 0;
		const done = await runLoad(k6, runArgv(k6.binary, {
			wrapper: file,
			config: scratch.config,
			points: null
		}), {
			...env,
			...variables("top"),
			[SIDES_OF[way.kind]]: JSON.stringify({
				seed: 1,
				base: variables("base"),
				head: variables("head")
			}),
			[PLACES]: JSON.stringify({
				base: places("base"),
				head: places("head")
			}),
			STEELYARD_PHASE: "discovery"
		}, {
			timeout: LONGEST$2 + 2 * setupSpan(read.options),
			signal,
			onLine(line) {
				log.line(line);
				paused += Number(PAUSE_LINE.exec(line)?.[1] ?? 0);
				for (const [pattern, all] of [[MOVED_LINE, moved], [STAYED_LINE, stayed]]) {
					const address = pattern.exec(line)?.[1];
					if (address !== void 0) all.add(address);
				}
			}
		});
		const { errors, exception } = log.result();
		const trouble = [...errors, exception ?? ""].find((line) => line !== "") ?? (done.code === 0 ? null : `k6 ended with ${done.code ?? done.signal}`);
		const iterations = 2 * read.load.parts.length;
		const mean = {
			requests: targets.requests / iterations,
			pause: paused / iterations
		};
		const iteration = trouble === null ? mean : null;
		return {
			why: (copies ? ofCopies : ofModule)(targets, () => nothing(trouble, [...stayed])),
			moved: [...moved],
			iteration
		};
	} catch (_) {
		_usingCtx$3.e = _;
	} finally {
		await _usingCtx$3.d();
	}
}
function enterFiles(scratch) {
	scratch.write(ENTER, enterModule);
	for (const { name, text } of SIDES.map(entering)) scratch.write(name, text);
}
function attemptScript(way, { load, options }, top) {
	const { lines, first } = imports(way);
	const parts = load.parts.map(({ name, scenario }) => ({
		name,
		exec: scenario.exec ?? "default"
	}));
	const [{ tags, options: more } = {}] = load.parts.map(({ scenario }) => scenario);
	const scenario = {
		...Object.fromEntries(Object.entries({
			tags,
			options: more
		}).filter(([, value]) => value)),
		executor: "per-vu-iterations",
		vus: 1,
		iterations: 2 * parts.length,
		maxDuration: `${LONGEST$2}s`,
		gracefulStop: "0s",
		exec: "steelyard_attempt"
	};
	const begin = `import http from "k6/http";
${lines}
const { ${SHORTCUTS.join(", ")}, ...kept } = ${first}.options || {};
const { minIterationDuration, ...rest } = kept;
export const options = Object.assign(rest, ${JSON.stringify({ scenarios: { attempt: scenario } })});
const parts = ${JSON.stringify(parts)};
let n = 0;
export function handleSummary() { return {}; }
`;
	if (way.kind === "copies") {
		const turn = (side, more = "") => `http.get(${JSON.stringify(top + TURN_PATH)} + ${side} + ${JSON.stringify(more)});`;
		return `${begin}
${setups(turn("side", AROUND))}
export function steelyard_attempt(data) {
  const { name, exec } = parts[n >> 1];
  const side = n++ % 2 ? "head" : "base";
  ${turn("side")}
  enter(side, name, user[side]);
  Object.assign(__ENV, { ${SCENARIO}: name, ${ITERATION}: 0 });
  __ITER = 0;
  return user[side][exec](data?.[side]);
}
`;
	}
	return `${begin}
export function setup() {
  if (!user.setup || ${options.noSetup === true}) return;
  return user.setup();
}
export function steelyard_attempt(data) {
  const { name, exec } = parts[n++ >> 1];
  Object.assign(__ENV, { ${SCENARIO}: name, ${ITERATION}: 0 });
  __ITER = 0;
  return user[exec](data);
}
`;
}
function ofCopies({ reached, crossed }, otherwise) {
	if (crossed.size > 0) return "its code for one side asks the other side's target";
	if (reached.has("base") || reached.has("head")) return null;
	return otherwise();
}
function ofModule({ reached }, otherwise) {
	if (!reached.has("top") && reached.has("base") && reached.has("head")) return null;
	return otherwise();
}
function nothing(trouble, stayed) {
	const asked = fewOf(stayed);
	return `a short try of it reached no target${asked === "" ? "" : `, but asked ${asked} (a target's address can be a variable in \`env:\`)`}${trouble === null ? "" : `: ${trouble}`}`;
}

// src/load/k6/pairs/attribution.ts
const TIMEOUT$1 = 2e3;
async function attribute(sides, failure) {
	for (const side of SIDES) {
		const silent = (await Promise.all(Object.values(sides[side].targets).map(silence))).find((why) => why !== null);
		if (silent === void 0 || silent === null) continue;
		return {
			side,
			failure: {
				code: failure.code === "timeout" ? "timeout" : "dead-target",
				message: `${silent}\n${failure.message}`.slice(0, 8e3)
			}
		};
	}
	if (failure.code === "script-error") return {
		side: failedSetup(failure.message) ?? "base",
		failure
	};
	return {
		side: "head",
		failure: failure.code === "timeout" ? {
			...failure,
			code: "generator"
		} : failure
	};
}
async function silence(url) {
	if (!/^https?:/.test(url)) return null;
	try {
		await (await fetch(url, {
			redirect: "manual",
			signal: AbortSignal.timeout(TIMEOUT$1)
		})).body?.cancel();
		return null;
	} catch (error) {
		const { message, cause } = error;
		return `${url} does not answer: ${cause?.message ?? message}`;
	}
}

// src/load/k6/pairs/warmup.ts
const SHORTEST = .5;
const FEWEST$1 = 4;
const SIGMAS = 2;
const TELLING = .2;
const ROOM = 1.2;
const WAIT = .5;
const MOST$2 = 2;
const ENOUGH$1 = 1 / 6;
var Warmup = class {
	planned;
	kind;
	piece;
	spent = 0;
	best = /* @__PURE__ */ new Map();
	better = false;
	telling = false;
	constructor(seconds, kind = "closed") {
		this.planned = seconds;
		this.kind = kind;
		this.piece = seconds < FEWEST$1 * SHORTEST ? seconds : SHORTEST;
	}
	next(wanted = false) {
		const { planned, piece, spent, left } = this;
		if (left > Math.min(piece, planned / FEWEST$1) / 2) return this.kind === "open" ? Math.min(piece, left) : piece;
		if (this.kind === "open") return 0;
		return (this.better || wanted) && spent + piece <= MOST$2 * planned + piece / 2 ? piece : 0;
	}
	loaded({ iterations, seconds, use, samePace, seen }) {
		const piece = this.kind === "open" ? Math.min(this.piece, this.left) : this.piece;
		this.spent += piece;
		if (this.piece >= this.planned) return;
		const spent = SIDES.map((side) => use?.cpu[side] ?? null);
		if (!samePace) this.best.delete("pace");
		const pace = {
			figure: iterations / seconds,
			iterations
		};
		const quickness = seen && {
			figure: seen.iterations / seen.ms,
			iterations: seen.iterations
		};
		const figures = [["pace", this.kind === "open" ? quickness : pace], ...SIDES.flatMap((side, i) => spent[i] ? [[side, {
			figure: iterations / spent[i],
			iterations
		}]] : [])];
		const known = spent.every((cpu) => cpu !== null);
		this.telling = known && !this.better && this.best.size === figures.length && SIGMAS / Math.sqrt(iterations) <= TELLING;
		const enough = piece * (SIGMAS / TELLING) ** 2 / Math.max(1, iterations);
		const most = this.planned / FEWEST$1;
		const busy = this.kind === "open" ? (seconds - piece) / WAIT : 0;
		this.piece = busy > most ? this.planned : Math.min(most, Math.max(SHORTEST, ROOM * enough, busy));
		this.better = figures.map(([name, figure]) => this.isBetter(name, figure)).some(Boolean);
	}
	get left() {
		return (this.telling && !this.better ? ENOUGH$1 : 1) * this.planned - this.spent;
	}
	isBetter(name, piece) {
		if (piece === null) return false;
		const best = this.best.get(name);
		if (best === void 0 || piece.figure > best.figure) this.best.set(name, piece);
		if (best === void 0 || best.figure === 0) return false;
		return piece.figure > best.figure * (1.05 + SIGMAS / Math.sqrt(best.iterations));
	}
	get short() {
		return this.kind === "closed" && this.better && this.next() === 0;
	}
};

// src/load/k6/pairs/barrier.ts
var Barrier = class Barrier {
	url;
	server;
	load;
	queue;
	now;
	current = null;
	began = 0;
	warmup = null;
	stretched = 1;
	paceChanged = false;
	busy = {
		iterations: 0,
		ms: 0
	};
	paused = false;
	done = {
		before: 0,
		now: 0,
		turnedAway: 0
	};
	waiting = [];
	watchers = /* @__PURE__ */ new Map();
	begun = /* @__PURE__ */ new Map();
	turnedAway = [];
	crossing = false;
	ended = false;
	trouble;
	overdue;
	constructor(server, path, load) {
		this.server = server;
		this.url = `http://127.0.0.1:${server.address().port}${path}`;
		this.load = load;
		this.queue = [...load.segments];
		this.now = load.now ?? (() => performance.now());
		server.on("request", (request, response) => {
			if (request.url?.split("?")[0] === path) this.answer(request, response);
			else response.writeHead(404).end();
		});
	}
	static async open(options) {
		const server = createServer({
			keepAliveTimeout: 0,
			requestTimeout: 0
		});
		await new Promise((resolve, reject) => {
			server.once("error", reject);
			server.listen(0, "127.0.0.1", resolve);
		});
		return new Barrier(server, `/${randomUUID()}`, options);
	}
	get over() {
		if (this.trouble !== void 0) throw this.trouble;
		return this.ended;
	}
	get cold() {
		return this.warmup?.short ?? false;
	}
	async [Symbol.asyncDispose]() {
		clearTimeout(this.overdue);
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
	answer(request, response) {
		const left = this.left();
		const query = new URLSearchParams(request.url.split("?")[1]);
		const at = {
			scenario: query.get("scenario") ?? "",
			index: Number(query.get("index")),
			done: Number(query.get("done")),
			travelled: Math.max(0, Date.now() - Number(query.get("at") ?? Date.now()))
		};
		if (query.get("open") === null || left <= 0) {
			this.busy.iterations += Number(query.get("iterations"));
			this.busy.ms += Number(query.get("busy"));
		}
		if (Number(query.get("paused")) > 0) this.paused = true;
		this.done.now = Math.max(this.done.now, at.done);
		if (this.ended || this.trouble !== void 0) say(response, { over: true });
		else if (query.get("open") === null) {
			this.waiting.push(response);
			this.begun.set(at.scenario, Math.max(this.begun.get(at.scenario) ?? 0, at.index + 1));
			if (this.load.open === 0 && this.waiting.length >= this.load.vus) this.advance();
		} else if (left > 0) say(response, this.go(this.current, left));
		else this.watch(at, response);
	}
	left() {
		if (this.current === null || this.crossing) return 0;
		return this.began + this.current.seconds * 1e3 - this.now();
	}
	watch({ scenario, index, done, travelled }, response) {
		if (!this.watchers.has(scenario) && this.isClearlyOver(travelled)) {
			this.watchers.set(scenario, index);
			this.turnedAway = this.turnedAway.filter(this.isAfterWatcher);
		}
		if (index !== this.watchers.get(scenario)) {
			if (this.isAfterWatcher({
				scenario,
				index
			})) this.turnedAway.push({
				scenario,
				index
			});
			this.done.turnedAway++;
			say(response, { skip: true });
		} else if (this.crossing || !this.isDrained(done)) say(response, { wait: true });
		else {
			this.waiting.push(response);
			this.advance();
		}
	}
	isClearlyOver(travelled) {
		if (this.current === null || this.crossing) return true;
		return this.now() - travelled >= this.began + this.current.seconds * 1e3 + CLEARLY;
	}
	isAfterWatcher = ({ scenario, index }) => index > (this.watchers.get(scenario) ?? -1);
	isDrained(done) {
		const { open, vus } = this.load;
		if (this.watchers.size < open || this.waiting.length < vus) return false;
		const sum = (counts) => [...counts].reduce((a, b) => a + b, 0);
		return done - this.turnedAway.length >= sum(this.watchers.values()) + sum(this.begun.values()) - vus;
	}
	following(before, use) {
		if (before?.pair === null && this.warmup !== null) {
			const more = this.moreWarmup(this.warmup, use);
			if (more > 0) return {
				...before,
				seconds: more
			};
		}
		const next = this.queue.shift() ?? null;
		if (next === null) return null;
		if (next.pair !== null) return {
			...next,
			seconds: next.seconds * this.stretched
		};
		this.warmup = new Warmup(next.seconds, this.load.open > 0 ? "open" : "closed");
		return {
			...next,
			seconds: this.warmup.next()
		};
	}
	async warmupUse(before) {
		if (before !== null && before.pair !== null) return null;
		return await this.load.use?.() ?? null;
	}
	moreWarmup(warmup, use) {
		const { busy, paused, done } = this;
		const { pace, stretch, open } = this.load;
		const seconds = (this.now() - this.began) / 1e3;
		const iterations = done.now - done.turnedAway - done.before;
		const seen = busy.iterations === 0 ? null : busy;
		warmup.loaded({
			iterations,
			seconds,
			use,
			samePace: !this.paceChanged,
			seen
		});
		if (open > 0) return warmup.next();
		this.stretched = stretch?.(iterations / seconds) ?? 1;
		const before = pace?.pauses;
		pace?.loaded({
			use,
			busy: seen && seen.ms / seen.iterations,
			paused
		});
		this.paceChanged = pace?.pauses !== before;
		return warmup.next(pace?.settled === false);
	}
	go = (segment, ms) => ({
		go: segment,
		ms,
		pauses: this.load.pace?.pauses ?? 1
	});
	async advance() {
		this.crossing = true;
		try {
			const before = this.current;
			if (before !== null && before.pair !== null) await this.load.border({
				pair: before.pair,
				edge: "end",
				side: before.side
			});
			this.current = this.following(before, await this.warmupUse(before));
			const next = this.current;
			if (next !== null && next.pair !== null) await this.load.border({
				pair: next.pair,
				edge: "begin",
				side: next.side
			});
			this.ended = next === null;
		} catch (error) {
			this.trouble = error;
		}
		const through = this.waiting;
		this.waiting = [];
		this.busy = {
			iterations: 0,
			ms: 0
		};
		this.paused = false;
		this.watchers.clear();
		this.begun.clear();
		this.turnedAway = [];
		this.crossing = false;
		this.began = this.now();
		this.done.before = this.done.now - this.done.turnedAway;
		const next = this.current;
		const { late } = this.load;
		clearTimeout(this.overdue);
		if (next !== null && late) this.overdue = setTimeout(late.act, (next.seconds + late.after) * 1e3);
		const over = next === null || this.trouble !== void 0;
		for (const one of through) say(one, over ? { over: true } : this.go(next, next.seconds * 1e3));
	}
};
const CLEARLY = 5;
function say(response, word) {
	const { go, ...rest } = "go" in word ? word : {
		...word,
		go: {}
	};
	response.end(JSON.stringify({
		...go,
		...rest
	}));
}

// src/load/k6/pairs/failing.ts
const FAILING = "failing.js";
const FAILED = "steelyard:failed";
const LEFT_FOR = "steelyard:redirected";
const TURN = /^b\d+\.(base|head)$/;
const MOST$1 = 3;
const LONGEST$1 = 200;
const failingModule = [
	`import http from "k6/http";`,
	`import execution from "k6/execution";`,
	`const known = {};`,
	`function seen(answer, url) {`,
	`  if (!answer) return answer;`,
	`  if (answer.status >= 400) tell(answer);`,
	`  if (answer.url !== url) compare(answer);`,
	`  return answer;`,
	`}`,
	`function turnOf() {`,
	`  const turn = __VU === 0 ? undefined : execution.vu.metrics.tags.${TAG};`,
	`  return turn && turn[0] === "b" ? turn : undefined;`,
	`}`,
	`function once(turn, what, word, values) {`,
	`  const key = turn.split(".")[1] + " " + what;`,
	`  if (known[key]) return;`,
	`  known[key] = true;`,
	`  console.log(word + " " + JSON.stringify([turn, ...values]));`,
	`}`,
	`function tell({ status, request }) {`,
	`  const turn = turnOf();`,
	`  if (turn !== undefined) once(turn, status, "${FAILED}", [status, request.method, request.url]);`,
	`}`,
	`const host = (url) => /^\\w+:\\/\\/(?:[^/?#@]*@)?([^/?#]*)/.exec(url)?.[1];`,
	`function compare({ url, request }) {`,
	`  if (request.url === url) return;`,
	`  const [from, to] = [host(request.url), host(url)];`,
	`  if (to === undefined || from === to) return;`,
	`  const turn = turnOf();`,
	`  if (turn !== undefined) once(turn, to, "${LEFT_FOR}", [from, to]);`,
	`}`,
	...Object.entries(SIGNATURES).flatMap(([given, names]) => [
		`for (const name of ${JSON.stringify(names)}) {`,
		`  const call = http[name];`,
		`  http[name] = (${given}) => seen(call(${given}), url);`,
		`}`
	]),
	`const { asyncRequest, batch } = http;`,
	`http.asyncRequest = async (method, url, body, params) => {`,
	`  const answer = await asyncRequest(method, url, body, params);`,
	`  return seen(answer, url);`,
	`};`,
	`http.batch = (requests) => {`,
	`  const answers = batch(requests);`,
	`  for (const key of Object.keys(answers)) seen(answers[key]);`,
	`  return answers;`,
	`};`,
	``
].join("\n");
function failing() {
	const first = {
		base: [],
		head: []
	};
	const statuses = {
		base: /* @__PURE__ */ new Set(),
		head: /* @__PURE__ */ new Set()
	};
	return {
		first,
		line(text) {
			if (!text.includes(FAILED)) return;
			const found = answerIn(text);
			if (found === void 0) return;
			const { side } = found;
			if (first[side].length >= MOST$1 || statuses[side].has(found.status)) return;
			statuses[side].add(found.status);
			first[side].push(`${found.method} ${found.path} answered ${found.status}`.slice(0, LONGEST$1));
		}
	};
}
function answerIn(line) {
	const { side, rest } = turnIn(line, FAILED) ?? {};
	const [status, method, url] = rest ?? [];
	if (side === void 0 || typeof status !== "number") return void 0;
	return {
		side,
		status,
		method: String(method),
		path: pathOf(String(url))
	};
}
function turnIn(line, word) {
	try {
		const { msg } = JSON.parse(line);
		const [turn, ...rest] = JSON.parse(String(msg).slice(word.length));
		const name = TURN.exec(String(turn))?.[1];
		const side = SIDES.find((one) => one === name);
		return side && {
			side,
			rest
		};
	} catch {
		return;
	}
}
const pathOf = (url) => url.replace(/^\w+:\/\/[^/?#]*/, "").replace(/[?#].*$/s, "") || "/";

// src/load/k6/pairs/load.ts
const UNKNOWN = 0;
function load(scenarios) {
	const all = Object.entries(scenarios);
	const whole = Math.max(...all.map(([, one]) => span(one.startTime, 0) + lengthOf(one)));
	const parts = all.map(([name, scenario]) => {
		const share = whole === UNKNOWN || isBound(scenario) ? 1 : lengthOf(scenario) / whole;
		const level = share * levelOf(scenario);
		const held = share < 1 || scenario.executor.startsWith("ramping-");
		if (scenario.executor.endsWith("arrival-rate")) return {
			kind: "open",
			name,
			scenario,
			rate: level / span(scenario.timeUnit, 1),
			held
		};
		return {
			kind: "closed",
			name,
			scenario,
			vus: Math.max(1, Math.round(level)),
			held
		};
	});
	const held = parts.filter((part) => part.held);
	return {
		parts,
		held: held.length === 0 ? null : held.map(partText).join(", ")
	};
}
const partText = (part) => {
	const level = part.kind === "closed" ? `${part.vus} VUs` : `${Number(part.rate.toPrecision(3))} iterations/s`;
	return part.name === "default" ? level : `${level} of \`${part.name}\``;
};
const openParts = ({ parts }) => parts.filter(({ kind }) => kind === "open");
const isOpen = (load) => openParts(load).length > 0;
const vusOf = ({ parts }) => parts.reduce((sum, part) => sum + (part.kind === "closed" ? part.vus : 0), 0);
const rateOf = ({ parts }) => parts.reduce((sum, part) => sum + (part.kind === "open" ? part.rate : 0), 0);
const ANSWER = .003;
const requestRate = (load, { requests, pause }) => requests * (rateOf(load) + vusOf(load) / Math.max(.001, pause + requests * ANSWER));
const LONG_PAUSE = 100;
const lower = (rate, load, iteration) => ({
	requests: Math.min(rate.requests, requestRate(load, iteration)),
	isGuess: rate.isGuess || vusOf(load) > 0 && iteration.pause < LONG_PAUSE * iteration.requests * ANSWER
});
function tooLongPause(load, { pause }, { copies, seconds }) {
	const two = copies && vusOf(load) > 0;
	if ((two ? 2 : 1) * pause <= seconds) return null;
	const waits = `a block waits ${seconds} s for ${two ? "two of them" : "it"} (\`timeout:\`)`;
	return `an iteration pauses for ${Number(pause.toPrecision(3))} s, and ${waits}`;
}
const isBound = ({ executor }) => executor.endsWith("-iterations");
const boundsOf = ({ parts }) => Object.fromEntries(parts.filter(({ scenario }) => isBound(scenario)).map(({ name, scenario }) => [name, scenario.iterations ?? 1]));
const totalsOf = ({ parts }) => Object.fromEntries(parts.filter(({ scenario }) => isBound(scenario)).map(({ name, scenario: { executor, iterations, vus } }) => [name, (iterations ?? 1) * (executor.startsWith("per-vu-") ? vus ?? 1 : 1)]));
function lengthOf(one) {
	if (isBound(one)) return UNKNOWN;
	if (one.stages) return one.stages.reduce((sum, { duration }) => sum + span(duration, 0), 0);
	return span(one.duration, 1);
}
function levelOf(one) {
	if (one.stages === null || one.stages === void 0) return one.rate ?? one.vus ?? 1;
	let from = one.startRate ?? one.startVUs ?? (one.executor === "ramping-vus" ? 1 : 0);
	let area = 0;
	for (const { duration, target } of one.stages) {
		const to = target ?? 0;
		area += (from + to) / 2 * span(duration, 0);
		from = to;
	}
	const length = lengthOf(one);
	return length > 0 ? area / length : from;
}
const FINE = 1e3;
function endless({ parts }, exec, seconds) {
	return Object.fromEntries(parts.map((part) => {
		const { env, tags, options, timeUnit, preAllocatedVUs, maxVUs } = part.scenario;
		const pool = {
			preAllocatedVUs: preAllocatedVUs ?? 1,
			maxVUs
		};
		const own = part.kind === "open" && Number.isInteger(part.rate * span(timeUnit, 1));
		const all = {
			...part.kind === "closed" ? {
				executor: "constant-vus",
				vus: part.vus
			} : {
				executor: "constant-arrival-rate",
				...pool,
				rate: own ? part.rate * span(timeUnit, 1) : Math.max(1, Math.round(part.rate * FINE)),
				timeUnit: own ? timeUnit ?? "1s" : `${FINE}s`
			},
			env,
			tags,
			options,
			exec,
			duration: `${Math.ceil(seconds)}s`,
			gracefulStop: "0s"
		};
		const set = Object.entries(all).filter(([, value]) => value !== null && value !== void 0);
		return [part.name, Object.fromEntries(set)];
	}));
}

// src/load/k6/pairs/pace.ts
const AIM = .5;
const MOST = .6;
const ENOUGH = .4;
const LONGER = 3;
const LEAST = .001;
const PARTS = 12;
var Pacer = class {
	pauses;
	settled = false;
	utilisation = null;
	paused = null;
	parts = 0;
	quickest = Infinity;
	before;
	floor = LEAST;
	constructor(first, settled = false) {
		this.pauses = bounded(first, LEAST);
		this.before = 1;
		this.settled = settled;
	}
	get found() {
		return this.settled || this.parts > 0 ? this.pauses : 1;
	}
	loaded({ use, busy, paused }) {
		if (busy !== null) this.paused = paused || this.paused === true;
		if (this.settled) return;
		this.utilisation = use === null ? null : utilisationOf(use);
		const { utilisation, pauses } = this;
		if (utilisation === null || this.paused === false) {
			this.end(1);
			return;
		}
		this.parts++;
		const held = busy !== null && busy > LONGER * this.quickest;
		if (busy !== null) this.quickest = Math.min(this.quickest, busy);
		if (held) this.floor = Math.min(this.before, 2 * pauses);
		const wanted = bounded(pauses * utilisation / AIM, this.floor);
		const good = !held && utilisation >= ENOUGH && utilisation <= MOST;
		const isCold = this.parts === 1;
		if ((good || wanted === pauses) && !isCold || this.parts >= PARTS) {
			this.end(utilisation > MOST || held ? wanted : pauses);
			return;
		}
		this.before = pauses;
		this.pauses = wanted;
	}
	end(pauses) {
		this.pauses = pauses;
		this.settled = true;
	}
};
const bounded = (pauses, least) => Math.min(1, Math.max(least, pauses));
function utilisationOf({ busiest, machine }) {
	const known = [busiest, machine].filter((one) => one !== null);
	return known.length === 0 ? null : Math.max(...known);
}

// src/load/k6/pairs/paces.ts
const BRISK = 50;
function isPaced({ measure: { pace } }, { read, iteration }) {
	if (pace !== "full" || vusOf(read.load) === 0) return false;
	return didPause(iteration) || mention(read.files, "sleep");
}
const didPause = (iteration) => (iteration?.pause ?? 0) > 0;
var Paces = class {
	log;
	found = /* @__PURE__ */ new Map();
	constructor(log) {
		this.log = log;
	}
	of(request, { read, iteration }) {
		const key = itemKey(itemOf(request));
		if (this.found.has(key)) return new Pacer(this.found.get(key) ?? 1, true);
		return new Pacer(didPause(iteration) ? requestRate(read.load, iteration) / BRISK : 1);
	}
	keep(request, pace) {
		const item = itemOf(request);
		const key = itemKey(item);
		if (this.found.has(key)) return this.found.get(key);
		const { utilisation } = pace;
		const found = pace.paused === false ? void 0 : pace.found;
		this.found.set(key, found);
		if (found === void 0) return found;
		const at = utilisation === null ? "" : `, at ${Math.round(100 * utilisation)} % utilisation`;
		this.log.info(`${itemName(item)}: ${pausesText(found)}${at}`);
		return found;
	}
};
const itemOf = ({ name, variant }) => ({
	workload: name,
	variant
});

// src/load/k6/pairs/redirects.ts
const LONGEST = 200;
function redirects(sides) {
	let first = null;
	return {
		line(text) {
			if (first !== null || !text.includes("steelyard:redirected")) return;
			const { side, rest } = turnIn(text, "steelyard:redirected") ?? {};
			const [from, to] = (rest ?? []).map(String);
			if (side === void 0 || from === void 0 || to === void 0) return;
			const isTarget = among(sides[side].targets);
			if (isTarget(from) && !isTarget(to)) first = {
				side,
				to: to.slice(0, LONGEST)
			};
		},
		get first() {
			return first;
		}
	};
}

// src/load/k6/pairs/refusals.ts
function refusals(sides) {
	const first = {
		base: null,
		head: null
	};
	const hosts = (side) => Object.values(sides[side].targets).map((url) => url.replace(/^\w+:\/\//, ""));
	const known = {
		base: hosts("base"),
		head: hosts("head")
	};
	return {
		first,
		line(text) {
			if (first.base !== null && first.head !== null) return;
			if (!text.includes("Request Failed")) return;
			for (const side of SIDES) if (first[side] === null && known[side].some((host) => text.includes(host))) first[side] = messageIn(text, "error");
		}
	};
}

// src/load/k6/pairs/segments.ts
const WARM = "warm";
const blockOf = (pair) => `b${pair}`;
function segments({ mode, warmup, block, pairs, seed }) {
	const next = stream(seed);
	const warm = warmup > 0 ? [{
		pair: null,
		side: null,
		seconds: warmup,
		block: WARM
	}] : [];
	const measured = Array.from({ length: pairs }, (_, pair) => {
		const common = {
			pair,
			block: blockOf(pair)
		};
		if (mode === "request") return [{
			...common,
			side: null,
			seconds: block
		}];
		return shuffled(["base", "head"], next).map((side) => ({
			...common,
			side,
			seconds: block / 2
		}));
	});
	return [...warm, ...measured.flat()];
}

// src/load/k6/pairs/selection.ts
const DURATION = "http_req_duration";
const ALWAYS = [
	DURATION,
	"http_req_failed",
	"checks"
];
const COMMON = /^(http_|iteration|data_|group_duration$|vus|dropped_iterations$|steelyard_)/;
const TAG_OF = /^[^:]+:./s;
const MOST_OF_NAMES = 100;
const keyOf = (metric, pair, side, tags = []) => `${metric}{${[`${TAG}:${blockOf(pair)}${side === null ? "" : `.${side}`}`, ...tags].join(",")}}`;
const busy = (way) => way === "module" ? TURNS : "iteration_duration";
function pairSelection({ workload, way, pairs, found, labels }) {
	const wanted = named(workload);
	const names = found.split.filter(({ metric }) => metric === DURATION).length;
	const isByName = SIDES.length * pairs * names <= MOST_OF_NAMES;
	const plain = /* @__PURE__ */ new Set([...ALWAYS, ...found.metrics.filter((name) => !name.includes("{") && (!COMMON.test(name) || wanted.has(name)))]);
	const known = new Set(found.split.map(({ metric, tag, value }) => `${metric}{${tag}:${labels.base(value).ours}}`));
	const tagged = [...wanted].flatMap((name) => {
		const [, metric = "", inner = ""] = /^([^{]*)\{(.*)\}$/s.exec(name) ?? [];
		const tags = inner.split(",").map((tag) => tag.trim());
		return found.metrics.includes(metric) && tags.every((tag) => TAG_OF.test(tag)) && !known.has(name) ? [{
			name,
			metric,
			tags
		}] : [];
	});
	const series = (pair, side) => [
		...tagged.map(({ name, metric, tags }) => ({
			key: keyOf(metric, pair, side, tags),
			role: {
				kind: "metric",
				name,
				own: false
			}
		})),
		...[...plain].map((name) => {
			const own = !ALWAYS.includes(name) && !/^(ws|grpc|browser)_/.test(name) && !COMMON.test(name);
			return {
				key: keyOf(name, pair, side),
				role: {
					kind: "metric",
					name,
					own
				}
			};
		}),
		...found.split.flatMap(({ metric, tag, value }) => {
			const { k6, ours } = labels[side](value);
			const name = `${metric}{${tag}:${ours}}`;
			if (!(wanted.has(name) || isByName && metric === DURATION) || !nameable(k6)) return [];
			return [{
				key: keyOf(metric, pair, side, [`${tag}:${k6}`]),
				role: {
					kind: "metric",
					name,
					own: false
				}
			}];
		})
	];
	const keys = Array.from({ length: pairs }, (_, pair) => [keyOf("iterations", pair, null), ...SIDES.flatMap((side) => [
		...series(pair, side).map(({ key }) => key),
		keyOf("iterations", pair, side),
		keyOf(busy(way), pair, side),
		keyOf(LEFT, pair, side),
		keyOf("http_reqs", pair, side, ["status:0"]),
		...plain.has("ws_sessions") ? [keyOf("ws_sessions", pair, side, ["status:101"])] : []
	])]).flat();
	return {
		thresholds: Object.fromEntries(keys.map((key) => [key, []])),
		series
	};
}
function named({ gate, budgets, expect, metrics }) {
	const texts = [
		...gate,
		...Object.keys(budgets),
		...Object.keys(expect),
		...Object.keys(metrics)
	];
	return new Set(texts.flatMap((text) => {
		const metric = selector(text)?.metric;
		return metric === void 0 ? [] : [metric, family(metric)];
	}));
}

// src/load/k6/pairs/results.ts
function results(measured) {
	return [...new Set(measured.segments.flatMap(({ pair }) => pair === null ? [] : [pair]))].map((pair) => {
		const observed = {};
		for (const side of SIDES) try {
			const one = observe(measured, pair, side);
			if ("code" in one) return {
				ok: false,
				side,
				failure: one
			};
			observed[side] = one;
		} catch (error) {
			if (!(error instanceof BadNumber)) throw error;
			return {
				ok: false,
				side,
				failure: {
					code: "bad-numbers",
					message: error.message
				}
			};
		}
		const { pauses } = measured;
		return {
			ok: true,
			load: {
				...loaded(measured, pair),
				...pauses !== void 0 && { pauses }
			},
			base: observed.base,
			head: observed.head
		};
	});
}
function observe(measured, pair, side) {
	const { found, selection, k6Log } = measured;
	const series = selection.series(pair, side);
	const seconds = secondsOf(measured, pair, side);
	const all = metrics(found, series, seconds);
	const of = (name) => all[name];
	const [failed, made] = [of("http_req_failed"), of("checks")];
	const http = failed?.kind === "share" ? failed : {
		hits: 0,
		total: 0
	};
	const ws = of("ws_sessions")?.kind === "counter" ? countOf(found, keyOf("ws_sessions", pair, side)) : 0;
	const upgraded = countOf(found, keyOf("ws_sessions", pair, side, ["status:101"]));
	const calls = of("grpc_req_duration");
	const requests = http.total + ws + (calls?.kind === "trend" ? calls.n : 0);
	const silent = countOf(found, keyOf("http_reqs", pair, side, ["status:0"])) + ws - upgraded;
	if (requests > 0 && silent >= requests) return {
		code: "dead-target",
		message: `not one request was answered: ${measured.refused[side] ?? k6Log.exception ?? "no answer to any request"}`
	};
	if (requests === 0) {
		const what = "the script made no request to it in this block";
		return {
			code: "no-requests",
			message: k6Log.exception === null ? what : `${what}: ${k6Log.exception}`
		};
	}
	const turns = countOf(found, keyOf(busy(measured.way), pair, side));
	if (turns > 0 && countOf(found, keyOf("steelyard_turns_left", pair, side)) >= turns) return {
		code: "script-error",
		message: `no turn of it reached its end: ${k6Log.exception ?? k6Log.errors.find((line) => !line.includes("steelyard:over")) ?? "left early"}`
	};
	if (http.total > 0) all.http_reqs = {
		kind: "counter",
		unit: "1",
		count: http.total,
		seconds
	};
	delete all.vus;
	const checks = made?.kind === "share" ? made : {
		hits: 0,
		total: 0
	};
	const errors = http.hits + ws - upgraded;
	const failing = errors > 0 ? measured.failing[side] : [];
	return {
		seconds,
		metrics: all,
		requests,
		errors,
		checks: checks.total,
		failedChecks: checks.total - checks.hits,
		...failing.length > 0 && { failing: [...failing] }
	};
}
function secondsOf({ found, load, way, segments }, pair, side) {
	const planned = segments.filter((one) => one.pair === pair && (one.side ?? side) === side).reduce((sum, one) => sum + one.seconds, 0);
	if (isOpen(load)) return planned;
	const { avg, count: n } = own$1(found.metrics, keyOf(busy(way), pair, side))?.values ?? {};
	const spent = typeof avg === "number" && typeof n === "number" ? avg * n / 1e3 / vusOf(load) : 0;
	return spent > 0 ? spent : planned;
}
function loaded({ found, load, segments }, pair) {
	const iterations = [null, ...SIDES].reduce((sum, side) => sum + countOf(found, keyOf("iterations", pair, side)), 0);
	const lost = Number(found.metrics.dropped_iterations?.values.count ?? 0);
	if (!isOpen(load)) return {
		iterations,
		dropped: 0,
		achieved: null
	};
	const mine = segments.filter((one) => one.pair === pair);
	if (vusOf(load) > 0) {
		const pairs = new Set(segments.map((one) => one.pair)).size;
		return {
			iterations,
			dropped: Math.ceil(lost / pairs),
			achieved: null
		};
	}
	const target = rateOf(load) * mine.reduce((sum, { seconds }) => sum + seconds, 0);
	return {
		iterations,
		dropped: Math.min(lost, Math.max(0, Math.ceil(target - iterations - mine.length))),
		achieved: target > 0 ? Math.min(1, (iterations + mine.length) / target) : null
	};
}
function unfinished(ending, over, limit, found, k6Log) {
	if (ending.timedOut) return {
		code: "timeout",
		message: `k6 did not end within ${Math.round(limit)} s and was killed`
	};
	if (over && typeof found === "string") return {
		code: "no-summary",
		message: found
	};
	return broken$2(ending, k6Log).failure;
}
function tooLong(seconds, { waitsForSockets }) {
	return {
		code: "timeout",
		message: `an iteration of the script still ran ${seconds} s after the end of its block: pairs of seconds cannot measure iterations of minutes; let the script ask more often, or write mode: trial with a duration of several iterations${waitsForSockets ? ", or it waits for a message that k6/websockets lost, because it came before the event open: let the script send something in onopen, and wait for the answer" : ""}`
	};
}
function lost({ pairs, block }, why, { cpu, seconds }) {
	return {
		results: Array.from({ length: pairs }, () => ({
			ok: false,
			...why
		})),
		cpu,
		wall: seconds,
		block
	};
}

// src/load/k6/pairs/read.ts
async function readLoad(k6, script, env, scratch, signal) {
	const found = await readScript(k6, script, env, scratch, signal);
	const own = scenarios(found.options, script);
	const module = mention(found.files, "STEELYARD_SIDES");
	const waitsForSockets = mention(found.files, "/websockets\"", "/websockets'");
	const candidates = declaredMetrics(found.files);
	return {
		...found,
		script,
		scenarios: own,
		load: load(own),
		module,
		waitsForSockets,
		candidates
	};
}

// src/load/k6/pairs/scripts.ts
const NUMBERS = /\biterationIn(?:Test|Instance|Scenario)\b/;
const readsNumbers = ({ files }) => files.some(({ content }) => NUMBERS.test(content.toString("latin1")));
function wholeTrials(workload) {
	const { kind } = loadOf(workload);
	if (kind !== "k6") return `a load by ${kind} has one target`;
	const count = segmentsOf(settingsOf("k6", workload));
	return count > 1 ? `${count} k6 processes share its load` : null;
}
var Scripts = class {
	k6;
	reads = /* @__PURE__ */ new Map();
	suits = /* @__PURE__ */ new Map();
	constructor(k6) {
		this.k6 = k6;
	}
	path(workload) {
		return resolve(this.k6.cwd, scriptOf(settingsOf("k6", workload)));
	}
	async read(workload, env, scratch, signal) {
		const script = this.path(workload);
		const key = JSON.stringify([script, env]);
		const before = this.reads.get(key);
		if (before) return before;
		const read = await readLoad(this.k6, script, env, scratch, signal);
		this.reads.set(key, read);
		return read;
	}
	async suited(workload, env, scratch, signal) {
		const script = this.path(workload);
		const key = JSON.stringify([script, env]);
		const own = scriptEnv({
			env,
			targets: {},
			headers: {},
			seed: 0
		});
		const read = await this.read(workload, readingEnv(script, own), scratch, signal);
		const result = this.suits.get(key) ?? await this.tried(read, own, scratch, signal);
		this.suits.set(key, result);
		return {
			...result,
			read
		};
	}
	way(kind, reads, folder, more = {}) {
		if (kind === "module") {
			const { url, original } = this.shared(reads.base, folder, more);
			return {
				way: {
					kind,
					script: url
				},
				original
			};
		}
		const [base, head] = SIDES.map((side) => {
			const { script, options } = reads[side];
			const cookies = options.noCookiesReset === true;
			const wanted = {
				side,
				addresses: Object.keys(this.k6.literals).length > 0,
				cookies,
				turns: true,
				...more
			};
			return copyScript(reads[side], script, join(folder, side), wanted);
		});
		return {
			way: {
				kind,
				scripts: {
					base: base.url,
					head: head.url
				}
			},
			original: (text) => head.original(base.original(text))
		};
	}
	shared(read, folder, more) {
		if (Object.keys(more).length === 0 && !readsNumbers(read) && !opensFiles(read)) return {
			url: pathToFileURL(read.script).href,
			original: (text) => text
		};
		const wanted = {
			side: null,
			addresses: false,
			cookies: false,
			turns: true,
			...more
		};
		return copyScript(read, read.script, folder, wanted);
	}
	async tried(read, env, scratch, signal) {
		const trying = {
			read,
			mentioned: mentionedVariables(read.script),
			env,
			literals: Object.keys(this.k6.literals)
		};
		const reads = {
			base: read,
			head: read
		};
		const attempted = async (kind) => {
			const { way, original } = this.way(kind, reads, join(scratch.path, `attempt-${kind}`), { pause: PAUSE });
			const found = await attempt(this.k6, way, trying, scratch, signal);
			return {
				...found,
				why: found.why === null ? null : original(found.why)
			};
		};
		const kinds = read.module ? ["module", "copies"] : ["copies"];
		let why = "";
		for (const way of kinds) {
			const found = await attempted(way);
			if (found.why === null) return {
				...found,
				way,
				why: null
			};
			why = found.why;
		}
		return {
			way: null,
			why
		};
	}
};

// src/load/k6/pairs/variables.ts
const world = ({ targets, headers }, env, seed) => scriptEnv({
	targets,
	headers,
	env,
	seed
});
function variables(sides, env, seed) {
	const of = (side) => world(sides[side], addressVariables(env), seed);
	const none = Object.fromEntries(Object.keys({
		...of("base"),
		...of("head")
	}).map((name) => [name, null]));
	return {
		base: {
			...none,
			...of("base"),
			STEELYARD_SIDE: "base"
		},
		head: {
			...none,
			...of("head"),
			STEELYARD_SIDE: "head"
		}
	};
}
const nowhere = (env, own) => ({
	...withAddresses(addressVariables(own), () => NOWHERE),
	...Object.fromEntries(Object.keys(env).filter((name) => name.startsWith("STEELYARD_TARGET_")).map((name) => [name, NOWHERE]))
});

// src/load/k6/pairs/warnings.ts
var Warnings = class {
	log;
	given = /* @__PURE__ */ new Set();
	constructor(log) {
		this.log = log;
	}
	cold(name, warmup) {
		this.once("cold", name, `after ${2 * warmup} s of warm-up the services still got faster; give it more, such as warmup: ${4 * Math.ceil(warmup)}s, or the first pairs of a start are of services that are not warm`);
	}
	redirected(name, { side, to }) {
		this.once("redirected", name, `redirects of ${side} lead to ${to}, which is none of its targets; the time of these answers counts for both sides. Let the service redirect to a path (Location: /there), or the script not follow it (redirects: 0)`);
	}
	once(kind, name, text) {
		const key = `${kind} ${name}`;
		if (this.given.has(key)) return;
		this.given.add(key);
		this.log.warn(`${name}: ${text}`);
	}
};

// src/load/k6/pairs/generator.ts
const TIMEOUT = 60;
const FEWEST = 10;
const PACE = "pace.js";
const SUMMARY = "summary.json";
const since = (began) => (performance.now() - began) / 1e3;
var K6Pairs = class {
	k6;
	scripts;
	warnings;
	explored = /* @__PURE__ */ new Map();
	paces;
	constructor(k6) {
		this.k6 = k6;
		this.scripts = new Scripts(k6);
		this.paces = new Paces(k6.log);
		this.warnings = new Warnings(k6.log);
	}
	async finest(name, workload, signal) {
		try {
			var _usingCtx$2 = _usingCtx();
			const whole = wholeTrials(workload);
			if (whole !== null) return {
				mode: "trial",
				why: whole
			};
			demandFile(this.scripts.path(workload), name, "k6", "k6:");
			const scratch = _usingCtx$2.a(await makeScratch(this.k6.scratch));
			const own = Object.values(workload.variants).filter(({ env }) => Object.keys(env).length > 0);
			const notes = /* @__PURE__ */ new Set();
			let rate = {
				requests: Infinity,
				isGuess: false
			};
			let paced = false;
			for (const { env } of [{ env: {} }, ...own]) {
				const found = await this.scripts.suited(workload, {
					...workload.env,
					...env
				}, scratch, signal);
				if (found.why !== null) return {
					mode: "trial",
					why: found.why
				};
				const { held } = found.read.load;
				const isShortened = isPaced(workload, found);
				paced ||= isShortened;
				const { iteration } = found;
				const limits = {
					copies: found.way === "copies",
					seconds: workload.timeout ?? TIMEOUT
				};
				const pausing = iteration && !isShortened ? tooLongPause(found.read.load, iteration, limits) : null;
				if (pausing !== null) return {
					mode: "trial",
					why: pausing
				};
				rate = rate && iteration && lower(rate, found.read.load, iteration);
				if (held !== null) notes.add(`the load is held at the mean of its course: ${held}`);
				for (const literal of found.moved) notes.add(`\`${literal}\` in the script stands for the endpoint of that port`);
			}
			return {
				mode: "request",
				why: null,
				notes: [...notes],
				...!paced && rate !== null && { rate }
			};
		} catch (_) {
			_usingCtx$2.e = _;
		} finally {
			await _usingCtx$2.d();
		}
	}
	async pairs(request, border, signal) {
		const began = performance.now();
		try {
			return await this.measure(request, border, signal);
		} catch (error) {
			if (!(error instanceof SteelyardError) || error.fault !== "user") throw error;
			const failure = {
				code: "script-error",
				message: explain(error).slice(0, 8e3)
			};
			return lost(request, {
				side: "base",
				failure
			}, {
				cpu: null,
				seconds: since(began)
			});
		}
	}
	async measure(request, border, signal) {
		try {
			var _usingCtx3 = _usingCtx();
			const { sides, warmup, block, blockFor } = request;
			const scratch = _usingCtx3.a(await makeScratch(this.k6.scratch));
			const prepared = await this.prepared(request, scratch, signal);
			const { kind, read, pace, requests } = prepared;
			const selection = selectionOf(request, kind, await this.discovery(request, read, scratch, signal));
			const { plan, most, timeout } = lengths(request, read);
			const late = new AbortController();
			const barrier = _usingCtx3.a(await Barrier.open({
				segments: plan,
				vus: vusOf(read.load),
				open: openParts(read.load).length,
				border,
				use: request.use,
				pace,
				stretch: blockFor && ((iterations) => blockFor(iterations * requests) / block),
				late: {
					after: most,
					act: () => late.abort()
				}
			}));
			const file = loadScript({
				...prepared,
				selection,
				barrier: barrier.url,
				timeout
			}, scratch);
			const argv = runArgv(this.k6.binary, {
				wrapper: file,
				config: scratch.config,
				points: null
			});
			const listener = listening(sides, prepared.original);
			const began = performance.now();
			const ending = await runLoad(this.k6, argv, this.environment(request, prepared), {
				timeout,
				signal: AbortSignal.any([signal, late.signal]),
				onLine: listener.line
			}).catch((error) => {
				if (signal.aborted || !late.signal.aborted) throw error;
				return null;
			});
			if (ending === null) return lost(request, await attribute(sides, tooLong(most, read)), {
				cpu: null,
				seconds: since(began)
			});
			const heard = listener.result();
			const done = summary(scratch.read(SUMMARY));
			if (!barrier.over || ending.timedOut || typeof done === "string") {
				const failure = unfinished(ending, barrier.over, timeout, done, heard.k6Log);
				return lost(request, await attribute(sides, failure), ending);
			}
			if (barrier.cold) this.warnings.cold(request.name, warmup);
			if (heard.redirect !== null) this.warnings.redirected(request.name, heard.redirect);
			const pauses = pace && this.paces.keep(request, pace);
			const loaded = plan.map((one) => ({
				...one,
				seconds: one.seconds * barrier.stretched
			}));
			const measured = {
				found: done,
				selection,
				load: read.load,
				way: kind,
				segments: loaded,
				pauses
			};
			const { cpu, seconds: wall } = ending;
			return {
				results: results({
					...measured,
					...heard
				}),
				cpu,
				wall,
				block: block * barrier.stretched
			};
		} catch (_) {
			_usingCtx3.e = _;
		} finally {
			await _usingCtx3.d();
		}
	}
	environment({ sides, env: own, seed }, { kind, env }) {
		const both = JSON.stringify({
			seed,
			...variables(sides, own, seed)
		});
		return kind === "module" ? {
			...env,
			...nowhere(env, own),
			[SIDES_OF.module]: both
		} : {
			...env,
			[SIDES_OF.copies]: both,
			[PLACES]: JSON.stringify(this.places(sides))
		};
	}
	async prepared(request, scratch, signal) {
		const { workload, sides, seed, mode } = request;
		const env = world(sides.base, request.env, seed);
		const read = await this.scripts.read(workload, env, scratch, signal);
		const suited = await this.scripts.suited(workload, request.env, scratch, signal);
		const kind = mode === "slice" ? "copies" : suited.way ?? (read.module ? "module" : "copies");
		const pace = suited.why === null && isPaced(workload, suited) ? this.paces.of(request, suited) : void 0;
		const more = pace && { pace: pathToFileURL(scratch.write(PACE, "export const pace = { pauses: 1, slept: 0 };\n")).href };
		const common = {
			kind,
			read,
			env,
			pace,
			requests: suited.why === null ? Math.max(1, suited.iteration?.requests ?? 1) : 1
		};
		if (kind === "module") return {
			...common,
			...this.scripts.way(kind, {
				base: read,
				head: read
			}, scratch.path, more)
		};
		const head = await this.scripts.read(workload, world(sides.head, request.env, seed), scratch, signal);
		enterFiles(scratch);
		return {
			...common,
			...this.scripts.way(kind, {
				base: read,
				head
			}, scratch.path, more)
		};
	}
	places = (sides) => ({
		base: placesOf(this.k6.literals, sides.base.targets),
		head: placesOf(this.k6.literals, sides.head.targets)
	});
	async discovery(request, read, scratch, signal) {
		const { name, env, sides, workload } = request;
		const key = JSON.stringify([
			read.script,
			env,
			workload.split
		]);
		const before = this.explored.get(key);
		if (before) return before;
		const copy = single(read.script, read, this.k6.literals, join(scratch.path, "short"));
		const run = async (side) => {
			try {
				var _usingCtx4 = _usingCtx();
				const own = _usingCtx4.a(await makeScratch(this.k6.scratch));
				const places = JSON.stringify({ [ONLY]: this.places(sides)[side] });
				const mine = {
					...world(sides[side], env, 0),
					[PLACES]: places
				};
				const of = {
					...read,
					url: copy.url,
					split: workload.split,
					targets: sides[side].targets
				};
				return await explore(this.k6, {
					...of,
					env: mine
				}, own, signal);
			} catch (_) {
				_usingCtx4.e = _;
			} finally {
				await _usingCtx4.d();
			}
		};
		const both = await Promise.all(SIDES.map(run));
		const all = {};
		for (const [i, side] of SIDES.entries()) {
			const found = both[i];
			if (typeof found === "string") this.k6.log.warn(`${name}: a short run of the script against ${side} failed: ${found}`);
			else all[side] = found;
		}
		warnFailing(this.k6.log, workload, name, all);
		const result = all.base ?? all.head;
		if (result) this.explored.set(key, result);
		return result ?? NOTHING;
	}
};
function selectionOf({ workload, pairs, sides }, way, found) {
	const values = found.split.map(({ value }) => value);
	const [base, head] = SIDES.map((side) => labeller(values, sides[side].targets));
	return pairSelection({
		workload,
		way,
		pairs,
		found,
		labels: {
			base,
			head
		}
	});
}
function listening(sides, original) {
	const log = logParser(() => {});
	const refused = refusals(sides);
	const failed = failing();
	const led = redirects(sides);
	return {
		line(text) {
			const line = original(text);
			for (const one of [
				log,
				refused,
				failed,
				led
			]) one.line(line);
		},
		result: () => ({
			k6Log: log.result(),
			refused: refused.first,
			failing: failed.first,
			redirect: led.first
		})
	};
}
function lengths({ workload, ...request }, { load, options }) {
	const { warmup, block, blockFor, pairs } = request;
	const least = FEWEST / (rateOf(load) || Infinity);
	const plan = segments({
		...request,
		block: Math.max(block, least)
	});
	const most = workload.timeout ?? TIMEOUT;
	const longest = Math.max(blockFor?.(0) ?? block, least);
	return {
		plan,
		most,
		timeout: 2 * warmup + most + (2 * longest + most) * pairs + most + 2 * aroundSpan(options)
	};
}
function loadScript({ way, barrier, read, pace, selection, timeout }, scratch) {
	const { load, options } = read;
	scratch.write(FAILING, failingModule);
	const text = script({
		way,
		barrier,
		failing: FAILING,
		pace: pace === void 0 ? null : PACE,
		summary: join(scratch.path, SUMMARY),
		exec: Object.fromEntries(load.parts.map(({ name, scenario }) => [name, scenario.exec ?? "default"])),
		options: {
			scenarios: endless(load, TURN$1, timeout + TIMEOUT),
			thresholds: selection.thresholds,
			...way.kind === "copies" && setupOptions(options),
			...systemTags(options)
		},
		open: openParts(load).map(({ name }) => name),
		bounds: boundsOf(load),
		totals: totalsOf(load),
		vus: vusOf(load)
	});
	return scratch.write("pairs.js", text);
}
const setupOptions = (options) => ({
	setupTimeout: `${2 * setupSpan(options)}s`,
	teardownTimeout: `${2 * teardownSpan(options)}s`
});

// src/load/k6/operator/manifest.ts
const MOST_BYTES = 1048576;
const ARCHIVE = "script.tar";
const ARGS = [
	"--log-format",
	"json",
	"--no-color",
	"--no-usage-report"
];
const objectName = (workload) => `steelyard-${workload.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`.slice(0, 50).replace(/-+$/, "");
const secretName = (workload) => `${objectName(workload)}-headers`;
function manifests(of) {
	const { name, segments, version, archive, env, secrets, id } = of;
	if (archive.byteLength > MOST_BYTES) throw userError(`The script of the workload "${name}" has ${archive.byteLength} bytes with its files.`, {
		where: `workloads.${name}.k6`,
		remedy: `a ConfigMap holds ${MOST_BYTES}: let the script open less, or generate its data`
	});
	const metadata = (called) => ({
		name: called,
		labels: { "app.kubernetes.io/managed-by": "steelyard" },
		annotations: { "steelyard/id": id }
	});
	const called = objectName(name);
	const secret = (variable) => ({
		name: variable,
		valueFrom: { secretKeyRef: {
			name: secretName(name),
			key: variable
		} }
	});
	return {
		apiVersion: "v1",
		kind: "List",
		items: [{
			apiVersion: "v1",
			kind: "ConfigMap",
			metadata: metadata(called),
			binaryData: { [ARCHIVE]: Buffer.from(archive).toString("base64") }
		}, {
			apiVersion: "k6.io/v1alpha1",
			kind: "TestRun",
			metadata: metadata(called),
			spec: {
				parallelism: segments,
				separate: true,
				script: { configMap: {
					name: called,
					file: ARCHIVE
				} },
				args: ARGS,
				runner: {
					image: `grafana/k6:${version}`,
					env: [...Object.entries(env).map(([variable, value]) => ({
						name: variable,
						value: literal(value)
					})), ...secrets.map(secret)],
					resources: { requests: {
						cpu: "1",
						memory: "512Mi"
					} }
				}
			}
		}]
	};
}
const literal = (value) => value.replaceAll("$", "$$$$");

// src/load/k6/operator/logs.ts
function printed(logs, { segments, id }) {
	const wrong = (file, what, remedy) => userError(what, {
		where: file,
		remedy
	});
	const again = "save it again: kubectl logs POD > FILE, when the pod has completed";
	const seen = /* @__PURE__ */ new Map();
	const found = logs.map(({ file, text }) => {
		const line = text.split("\n").find((one) => one.startsWith("{\"metrics\":")) ?? null;
		const read = summary(line);
		if (typeof read === "string") throw wrong(file, `This log of a runner has no figures: ${read}.`, again);
		if (JSON.parse(line).of !== id) throw wrong(file, "This log is of another trial: the script or its settings have changed since, or it is of another workload.", "apply the manifests again, or check out the commit that they were written at");
		const before = seen.get(line);
		if (before !== void 0) throw wrong(file, `This log has the same figures as ${before}.`, "name each pod's once");
		seen.set(line, file);
		const log = logParser(() => {});
		for (const one of text.split("\n")) if (!one.startsWith("{\"metrics\":")) log.line(one);
		return {
			summary: read,
			log: log.result()
		};
	});
	if (found.length === segments) return found;
	throw userError(`There are ${found.length} logs of ${segments} runners.`, {
		where: logs[0]?.file ?? "the arguments",
		remedy: "name the log of each runner pod: a part of a load is not the load"
	});
}

// src/load/k6/operator/testrun.ts
async function prepareTestRun(k6, asked, signal) {
	try {
		var _usingCtx$1 = _usingCtx();
		const { name, workload, slot, targets, secrets } = asked;
		const script = resolve(k6.cwd, scriptOf(settingsOf("k6", workload)));
		const segments = segmentsOf(settingsOf("k6", workload));
		demandFile(script, name, "k6", "k6:");
		const scratch = _usingCtx$1.a(await makeScratch(k6.scratch));
		const env = scriptEnv({
			env: asked.env,
			targets,
			headers: {},
			seed: slot.seed
		});
		const init = {
			...Object.fromEntries(secrets.map((variable) => [variable, "{}"])),
			...env
		};
		const read = await readScript(k6, script, init, scratch, signal);
		const { options } = read;
		const own = shortened(scenarios(options, script), workload.measure.stages);
		demandWork(own, segments, name);
		const copy = single(script, read, {}, join(scratch.path, "script"));
		const shape = JSON.stringify([
			digest(read.files, workload, k6.version),
			segments,
			env,
			slot
		]);
		const id = createHash("sha256").update(shape).digest("hex").slice(0, 16);
		const preparing = {
			url: copy.url,
			options,
			scenarios: own,
			found: NOTHING,
			slot,
			targets
		};
		const { plan, selection, wrapping } = prepare(preparing, scratch);
		const divided = {
			segments,
			wrapping: {
				...wrapping,
				of: id
			},
			plan,
			selection
		};
		const text = segmentScript(divided, "stdout", options.noTeardown !== true);
		const archive = await pack({
			k6,
			scratch
		}, text, {
			env: init,
			secret: false
		}, signal);
		return {
			name,
			segments,
			version: k6.version,
			archive,
			env,
			secrets,
			id,
			plan,
			selection
		};
	} catch (_) {
		_usingCtx$1.e = _;
	} finally {
		await _usingCtx$1.d();
	}
}
function readTestRun(logs, testrun) {
	const { plan, selection, segments } = testrun;
	const all = printed(logs, testrun);
	const begins = all.flatMap(({ log }) => log.begin ?? []);
	const spread = begins.length < segments ? 0 : (Math.max(...begins) - Math.min(...begins)) / 1e3;
	const parts = all.map(({ log }, i) => ({
		name: logs[i].file,
		log
	}));
	const k6Log = mergeLogs(parts, {
		spread,
		warm: plan.warmup > 0
	});
	const ending = {
		code: 0,
		signal: null,
		timedOut: false,
		seconds: plan.warmup + ((k6Log.end ?? 0) - (k6Log.begin ?? 0)) / 1e3,
		cpu: null
	};
	const summaries = all.map((one) => one.summary);
	return judgedTogether({
		ending,
		k6Log,
		plan,
		selection,
		requests: false
	}, summaries, {
		count: segments,
		machines: segments,
		spread
	});
}

export { K6Pairs, PROGRAMS, cachedK6, divided, generators, isFile, machinesIn, manifests, obtainK6, prepareTestRun, readTestRun, secretName };