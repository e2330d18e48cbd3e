import { bodyOf, environmentError, firstLine, own } from "./base.mjs";
import { Ending, allowed, descendants, mayNot, numbersIn, parseSchedstat, readProc, run, start } from "./exec.mjs";
import { array, number$1 as number, object, record, string, tuple } from "./npm/zod.mjs";
import { COLLECTOR, CpuProfile, Frame, Name, PACKAGES_OF_JAVA, PACKAGE_FOLDERS, SIDES, byText, shallow } from "./model.mjs";
import { Profile } from "./npm/pprof-format.mjs";
import { basename, dirname, extname, join, relative, sep } from "node:path";
import { chmodSync, closeSync, constants, existsSync, fstatSync, mkdirSync, mkdtempSync, openSync, readFileSync, readSync, readdirSync, readlinkSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { tmpdir } from "node:os";
import { gunzipSync } from "node:zlib";
import { createServer } from "node:net";

// src/explain/answer.ts
const index = number().int().min(-1).max(1e6);
const MOST_CALLEES = 1e3;
const MOST_PACKAGES = 1e3;
const [PACKAGE, VERSION] = [/^[a-z0-9-]{1,214}$/, /^[\w.+!-]{1,80}$/];
const CALL$1 = /^[A-Z]{1,20} [\w.[\]:-]{1,200}(?:\/[\w.]{1,100}\/\w{1,100})?$/;
const Tree = array(tuple([
	index,
	index.min(0),
	number().min(0)
])).max(5e5);
const Hello = object({
	service: Name,
	source: CpuProfile.shape.source
});
const Answer = object({
	functions: array(tuple([
		string(),
		string(),
		number().int().min(1).nullable(),
		string().optional()
	])).max(1e5),
	nodes: Tree,
	waits: Tree.optional(),
	allocated: Tree.nullable().optional(),
	sampling: object({
		thread: number().min(0),
		samples: number().int().min(0),
		price: number().min(0)
	}).nullable().optional(),
	versions: record(string(), string()).optional(),
	calls: array(tuple([
		string(),
		number().int().min(0),
		number().min(0)
	])).max(MOST_CALLEES).optional()
});
const AGENTS = "steelyard-why-";
const OF_AGENT = new RegExp(`/${AGENTS}\\d+-\\w+/`);
const MOST_NODES = 2e4;
const MOST_FRAMES = 1e4;
function treeOf(answers, placed) {
	for (let least = 0;; least = least === 0 ? 1e-6 : 2 * least) {
		const trees = treesOf(answers, placed, least);
		const { frames, nodes, waits = [], allocated = [] } = trees;
		if (Math.max(nodes.length, waits.length, allocated.length) <= MOST_NODES && frames.length <= MOST_FRAMES) return trees;
	}
}
function callsOf(answers) {
	const counts = answers.flatMap(({ calls = [] }) => calls.flatMap(([text, n, micros]) => CALL$1.test(text) ? [{
		text,
		calls: n,
		rows: 0,
		seconds: micros / 1e6
	}] : []));
	return [...byText(counts).values()].slice(0, MOST_CALLEES);
}
function versionsOf(answers) {
	const found = answers.flatMap(({ versions = {} }) => Object.entries(versions)).filter(([name, version]) => PACKAGE.test(name) && VERSION.test(version));
	return found.length === 0 ? void 0 : Object.fromEntries(found.slice(0, MOST_PACKAGES));
}
function samplingOf(answers) {
	const known = answers.flatMap(({ sampling }) => sampling ?? []);
	if (known.length === 0) return void 0;
	const sum = (of) => known.reduce((all, one) => all + of(one), 0);
	const samples = sum((one) => one.samples);
	const price = sum((one) => one.samples * one.price) / Math.max(1, samples);
	return {
		thread: sum(({ thread }) => thread) / 1e6,
		samples,
		price: price / 1e6
	};
}
function treesOf(answers, placed, least) {
	const frames = [];
	const known = /* @__PURE__ */ new Map();
	const frameOf = ([name, url, line, owner]) => {
		const file = placed(url);
		const place = placed.written?.(url, name, owner) ?? {
			file,
			line: file === null ? null : line
		};
		const frame = Frame.parse({
			name: name.slice(0, 200),
			...place
		});
		const key = JSON.stringify(frame);
		if (!known.has(key)) known.set(key, frames.push(frame) - 1);
		return known.get(key);
	};
	const joined = (of, unit = 1e-6) => {
		const trees = answers.map((one) => ({
			functions: one.functions,
			own: of(one)
		}));
		const all = trees.reduce((sum, { own }) => own.reduce((sub, [, , micros]) => sub + micros, sum), 0);
		const nodes = [];
		for (const { functions, own } of trees) {
			const totals = own.map(([, , micros]) => micros);
			for (let i = own.length - 1; i > 0; i--) {
				const caller = own[i][0];
				if (caller >= 0 && caller < i) totals[caller] += totals[i];
			}
			const at = /* @__PURE__ */ new Map();
			for (const [i, [caller, fn, micros]] of own.entries()) {
				const called = functions[fn];
				const above = at.get(caller) ?? -1;
				if (called === void 0 || totals[i] === 0) continue;
				const amount = unit * micros;
				if (!(totals[i] < least * all || OF_AGENT.test(called[1]))) at.set(i, nodes.push([
					above,
					frameOf(called),
					amount
				]) - 1);
				else if (above >= 0) {
					nodes[above][2] += amount;
					at.set(i, above);
				}
			}
		}
		return shallow(nodes);
	};
	const nodes = joined((one) => one.nodes);
	const waits = joined((one) => one.waits ?? []);
	const allocated = joined((one) => one.allocated ?? [], 1);
	return {
		frames,
		nodes,
		...answers.some((one) => one.waits !== void 0) && { waits },
		...answers.every((one) => one.allocated) && { allocated }
	};
}

// src/explain/files.ts
const MOST_BYTES$5 = 2 ** 20;
const MOST_ENTRIES = 5e4;
function entriesIn(folder) {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch {
		return [];
	}
}
function sourceText(path) {
	try {
		return statSync(path).size > MOST_BYTES$5 ? null : readFileSync(path, "utf8");
	} catch {
		return null;
	}
}
function* walked(tree, leftOut, from = "") {
	for (const entry of entriesIn(join(tree, from))) {
		const { name } = entry;
		const path = from === "" ? name : `${from}/${name}`;
		yield {
			name,
			path,
			isFile: entry.isFile()
		};
		if (entry.isDirectory() && !name.startsWith(".") && !leftOut.has(name)) yield* walked(tree, leftOut, path);
	}
}
function filesByName(tree) {
	const found = /* @__PURE__ */ new Map();
	let left = MOST_ENTRIES;
	for (const { name, path, isFile } of walked(tree, new Set(PACKAGE_FOLDERS))) {
		if (--left < 0) return /* @__PURE__ */ new Map();
		const same = found.get(name);
		if (isFile && same) same.push(path);
		else if (isFile) found.set(name, [path]);
	}
	return found;
}

// src/explain/agents.ts
const SOON$2 = 5e3;
const LATE$1 = 3e4;
const MOST_BYTES$4 = 64 * 2 ** 20;
const LONGEST$1 = 100;
var AgentProfiler = class {
	attach;
	folder;
	server;
	processes = /* @__PURE__ */ new Set();
	placed;
	runtimes;
	constructor(placed, runtimes, parent) {
		this.placed = placed;
		this.runtimes = runtimes;
		this.folder = madeFolder(parent);
		this.attach = {
			folder: this.folder,
			env: (service, own) => Object.assign({}, ...runtimes.map((runtime) => runtime.enter(this.folder, service, own))),
			written: (service) => runtimes.flatMap(({ written }) => written?.(this.folder, service) ?? []).filter((one) => existsSync(one))
		};
		this.server = createServer((socket) => {
			const one = new Process(socket);
			this.processes.add(one);
			socket.on("close", () => this.processes.delete(one));
		});
		this.server.on("error", () => {});
		const path = join(this.folder, "socket");
		this.server.listen(path, () => chmodSync(path, 511));
	}
	async begin() {
		const all = [...this.processes].map(async (one) => await one.ask("start", SOON$2) === null ? [] : one);
		return (await Promise.all(all)).flat().flatMap(({ hello }) => hello?.service ?? []);
	}
	async end() {
		const answers = (await Promise.all([...this.processes].map(async (one) => ({
			of: one.hello,
			text: await one.ask("stop", LATE$1)
		})))).flatMap(({ of, text }) => {
			const answer = text === null ? void 0 : Answer.safeParse(text).data;
			return of === null || answer === void 0 ? [] : [{
				...of,
				answer
			}];
		});
		return this.runtimes.flatMap(({ source, interval }) => {
			const mine = answers.filter((one) => one.source === source);
			return [...new Set(mine.map(({ service }) => service))].map((service) => {
				const own = mine.filter((one) => one.service === service).map(({ answer }) => answer);
				const sampling = samplingOf(own);
				const tree = treeOf(own, this.placed);
				const versions = versionsOf(own);
				return {
					service,
					source,
					interval,
					...sampling && { sampling },
					...versions && { versions },
					...tree,
					calls: callsOf(own)
				};
			});
		});
	}
	async [Symbol.asyncDispose]() {
		for (const one of this.processes) one.close();
		await new Promise((done) => this.server.close(done));
		remove(this.folder);
	}
};
function madeFolder(parent) {
	const places = [
		parent,
		realpathSync(tmpdir()),
		"/tmp"
	];
	const name = `${AGENTS}${process.pid}-`;
	const short = places.find((place) => join(place, `${name}123456/socket`).length <= LONGEST$1);
	try {
		if (short === void 0) throw new Error("its path is too long for a socket");
		for (const place of new Set(places)) sweep(place);
		const folder = mkdtempSync(join(short, name));
		chmodSync(folder, 493);
		return folder;
	} catch (cause) {
		throw environmentError("A folder for profilers cannot be made.", {
			where: join(places[0], AGENTS),
			cause
		});
	}
}
function sweep(place) {
	for (const entry of entriesIn(place)) {
		const [, pid] = /^steelyard-(?:why|perf)-(\d+)-\w+$/.exec(entry.name) ?? [];
		if (pid === void 0 || !entry.isDirectory() || runs(Number(pid))) continue;
		remove(join(place, entry.name));
	}
}
function remove(folder) {
	try {
		rmSync(folder, {
			recursive: true,
			force: true
		});
	} catch {}
}
function runs(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error.code === "EPERM";
	}
}
var Process = class {
	hello = null;
	socket;
	heard = [];
	bytes = 0;
	answer = null;
	constructor(socket) {
		this.socket = socket;
		socket.on("data", (more) => this.hear(more));
		socket.on("error", () => socket.destroy());
		socket.on("close", () => this.answer?.(null));
	}
	ask(line, timeout) {
		if (this.socket.destroyed) return Promise.resolve(null);
		this.answer?.(null);
		return new Promise((resolve) => {
			const late = setTimeout(() => this.close(), timeout);
			this.answer = (value) => {
				clearTimeout(late);
				this.answer = null;
				resolve(value);
			};
			this.socket.write(`${line}\n`);
		});
	}
	close() {
		this.socket.destroy();
	}
	hear(more) {
		this.bytes += more.length;
		if (this.bytes > MOST_BYTES$4) this.close();
		this.heard.push(more);
		if (!more.includes("\n")) return;
		const [first = "", ...rest] = Buffer.concat(this.heard).toString().split("\n");
		const left = rest.join("\n");
		this.heard = left === "" ? [] : [Buffer.from(left)];
		this.bytes = left.length;
		this.receive(first);
	}
	receive(line) {
		try {
			const value = JSON.parse(line);
			if (this.hello === null) this.hello = Hello.parse(value);
			else this.answer?.(value);
		} catch {
			this.close();
		}
	}
};

// src/explain/calltree.ts
var CallTree = class {
	functions = [];
	places = /* @__PURE__ */ new Map();
	nodes = [];
	children = /* @__PURE__ */ new Map();
	keyOf;
	located;
	constructor(keyOf, located) {
		this.keyOf = keyOf;
		this.located = located;
	}
	add(stack, amount) {
		let at = -1;
		for (const of of stack.slice(0, 500)) {
			const place = this.placeOf(of);
			const key = `${at},${place}`;
			if (!this.children.has(key)) this.children.set(key, this.nodes.push([
				at,
				place,
				0
			]) - 1);
			at = this.children.get(key);
		}
		if (at >= 0) this.nodes[at][2] += amount;
	}
	get answer() {
		return {
			functions: this.functions,
			nodes: this.nodes
		};
	}
	placeOf(of) {
		const key = this.keyOf(of);
		if (!this.places.has(key)) this.places.set(key, this.functions.push(this.located(of)) - 1);
		return this.places.get(key);
	}
};
function withTrees(ran, more) {
	const answer = {
		...ran,
		functions: [...ran.functions]
	};
	for (const [kind, { functions, nodes }] of Object.entries(more)) {
		const first = answer.functions.length;
		answer.functions.push(...functions);
		const moved = nodes.map(([caller, fn, amount]) => [
			caller,
			first + fn,
			amount
		]);
		Object.assign(answer, { [kind]: moved });
	}
	return answer;
}

// src/explain/go/modules.ts
const OF_OTHERS = /(?:^|\/)(?:vendor|testdata)\//;
const modulesOf = (tree) => (filesByName(tree).get("go.mod") ?? []).filter((file) => !OF_OTHERS.test(file)).flatMap((file) => modulesIn(sourceText(join(tree, file)) ?? ""));
const modulesIn = (text) => [...text.matchAll(/^module\s+"?([^\s"]+)/gm)].map(([, name]) => name);

// src/explain/go/ownwork.ts
const OWN_WORK = [[/^runtime\.(?:gcBgMark(?:Start)?Workers?|gcenable|bgsweep|bgscavenge)\b/, COLLECTOR], [/^runtime\.(?:mcall|mstart)\b/, "(scheduler)"]];
function ownWork(stack) {
	const outermost = stack.find((name) => !name.startsWith("runtime.goexit.")) ?? "";
	return OWN_WORK.find(([of]) => of.test(outermost))?.[1] ?? null;
}

// src/explain/go/pprof.ts
const MOST_BYTES$3 = 64 * 2 ** 20;
const WAITS$1 = [
	[/^sync\.\(\*(?:RW)?Mutex\)\.R?Lock$/, "a lock"],
	[/^database\/sql\.\(\*DB\)\.conn$|\/puddle(?:\/v\d+)?\.\(\*Pool\b.*\)\.Acquire$/, "a connection"],
	[/^net\/http\.\(\*Transport\)\.getConn$/, "a connection"],
	[/^net\/http\.\(\*(?:persistConn|http2Transport|http2ClientConn)\)\.[rR]oundTrip$/, "an answer"]
];
function goProfile(bytes, modules = []) {
	const tree = goTree();
	for (const [stack, nanos] of stacksOf(decoded(bytes), "cpu", "nanoseconds", modules)) {
		const work = ownWork(stack.map(({ name }) => name));
		tree.add(work === null ? stack : [runtime(work)], nanos / 1e3);
	}
	return tree.answer;
}
function goWaits(bytes, modules = []) {
	const profile = difference(bytes);
	const tree = goTree();
	for (const [stack, nanos] of stacksOf(profile, "delay", "nanoseconds", modules)) {
		const reason = WAITS$1.find(([of]) => stack.some(({ name }) => of.test(name)))?.[1] ?? "another goroutine";
		if (stack.some(({ file }) => file !== "")) tree.add([...stack, runtime(reason)], nanos / 1e3);
	}
	return tree.answer;
}
function goAllocations(bytes, modules = []) {
	const tree = goTree();
	for (const [stack, allocated] of stacksOf(difference(bytes), "alloc_space", "bytes", modules)) tree.add(stack, allocated);
	return tree.answer;
}
const runtime = (name) => ({
	name,
	file: "",
	line: null
});
function difference(bytes) {
	const profile = decoded(bytes);
	if (Number(profile.durationNanos) <= 0) throw new Error("it has no beginning");
	return profile;
}
const goTree = () => new CallTree(({ name, file, line }) => `${name}\n${file}\n${line}`, ({ name, file, line }) => [
	shortName$1(name),
	file,
	line
]);
function decoded(bytes) {
	return Profile.decode(bytes[0] === 31 ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES$3 }) : bytes);
}
function stacksOf(profile, kind, unit, modules) {
	const text = (index) => profile.stringTable.strings[Number(index)] ?? "";
	const value = profile.sampleType.findIndex((one) => text(one.type) === kind && text(one.unit) === unit);
	if (value < 0) throw new Error(`it has no ${unit} of ${kind}`);
	const isOfGo = libraryOf(profile.function.map((one) => [text(one.name), text(one.filename)]), modules);
	const known = new Map(profile.function.map((one) => {
		const [name, file] = [text(one.name), text(one.filename)];
		const line = Number(one.startLine) || null;
		return [Number(one.id), {
			name,
			file: isOfGo(name, file) ? "" : absolute(file),
			line
		}];
	}));
	const lines = new Map(profile.location.map(({ id, line }) => [Number(id), line.toReversed().flatMap(({ functionId }) => known.get(Number(functionId)) ?? [])]));
	return profile.sample.map((one) => [one.locationId.toReversed().flatMap((id) => lines.get(Number(id)) ?? []), Number(one.value[value] ?? 0)]);
}
const shortName$1 = (name) => name.slice(name.lastIndexOf("/") + 1).replace(/^main\./, "");
const absolute = (file) => file.startsWith("/") ? file : `${/^[^/]+\/[^@]*@/.test(file) ? "/pkg/mod/" : "/"}${file}`;
const LIBRARY = ["runtime", "net/http"];
function libraryOf(all, modules) {
	const [root] = all.flatMap(([name, file]) => {
		const folder = file.slice(0, file.lastIndexOf("/"));
		const known = LIBRARY.find((one) => name.startsWith(`${one}.`) && `/${folder}`.endsWith(`/${one}`));
		return known === void 0 ? [] : [folder.slice(0, -known.length)];
	});
	if (root) return (_, file) => file.startsWith(root);
	const ofMain = all.flatMap(([name, file]) => name.startsWith("main.") ? /^([^/]+)\//.exec(file)?.[1] ?? [] : []);
	const own = [.../* @__PURE__ */ new Set([...modules, ...ofMain])];
	return (name, file) => file === "" || !name.startsWith("main.") && !/^[^/]*\./.test(file) && !file.startsWith("/") && !own.some((module) => file.startsWith(`${module}/`));
}

// src/explain/go/go.ts
const INTERVAL$2 = .01;
const EACH = 1;
const TIMEOUT$1 = 5e3;
const SOON$1 = 200;
const MOST_BYTES$2 = 16 * 2 ** 20;
const MOST_WORDS = 200;
function goSampler(placed, services, tree) {
	let modules;
	let watches = [];
	const lacking = /* @__PURE__ */ new Map();
	const keepRefusals = () => {
		for (const { service, refusal } of watches) if (refusal !== null) lacking.set(service, refusal);
	};
	return {
		lacking,
		async begin({ targets, headers }, covered) {
			const seen = /* @__PURE__ */ new Set();
			const found = Object.entries(services).map(async ([endpoint, service]) => {
				const target = own(targets, endpoint);
				if (target === void 0 || covered.has(service)) return [];
				const one = new Watch$1(service, target, own(headers, endpoint) ?? {});
				return await one.isThere() ? [one] : [];
			});
			watches = (await Promise.all(found)).flat().filter(({ service }) => !seen.has(service) && seen.add(service));
			if (watches.length > 0) modules ??= modulesOf(tree);
			for (const one of watches) one.begin(modules ?? []);
			if (watches.length > 0) await setTimeout$1(SOON$1);
			keepRefusals();
			watches = watches.filter(({ refusal }) => refusal === null);
			return watches.map(({ service }) => service);
		},
		async end() {
			const all = await Promise.all(watches.map(async (one) => ({
				service: one.service,
				answers: await one.end()
			})));
			keepRefusals();
			watches = [];
			return all.filter(({ answers }) => answers.length > 0).map(({ service, answers }) => ({
				service,
				source: "go",
				interval: INTERVAL$2,
				...treeOf(answers, placed)
			}));
		}
	};
}
function foundIn(profile, read, modules) {
	try {
		return profile === null ? void 0 : read(profile, modules);
	} catch {
		return;
	}
}
var Watch$1 = class {
	service;
	base;
	headers;
	answers = [];
	ending = false;
	done = Promise.resolve();
	refusal = null;
	constructor(service, target, headers) {
		this.service = service;
		this.base = `${target.replace(/\/$/, "")}/debug/pprof/`;
		this.headers = headers;
	}
	async isThere() {
		const body = await this.get("", TIMEOUT$1, () => {});
		return body !== null && new TextDecoder().decode(body).includes("goroutine?debug=");
	}
	begin(modules) {
		this.done = this.profile(modules);
	}
	async end() {
		this.ending = true;
		await this.done;
		return this.answers;
	}
	async profile(modules) {
		while (!this.ending) {
			const of = (kind, refuse) => this.get(`${kind}?seconds=${EACH}`, 6e3, refuse);
			const [blocked, allocated] = ["block", "allocs"].map((kind) => of(kind, () => {}));
			const body = await of("profile", (words) => {
				this.refusal = `its pprof makes no CPU profile: ${words}`;
			});
			if (body === null) return;
			try {
				const waits = foundIn(await blocked, goWaits, modules) ?? {
					functions: [],
					nodes: []
				};
				const allocations = foundIn(await allocated, goAllocations, modules);
				const trees = withTrees(goProfile(body, modules), {
					waits,
					...allocations && { allocated: allocations }
				});
				this.answers.push(Answer.parse(trees));
			} catch {
				return;
			}
		}
	}
	async get(path, timeout, refuse) {
		try {
			const answer = await fetch(this.base + path, {
				headers: this.headers,
				redirect: "error",
				signal: AbortSignal.timeout(timeout)
			});
			if (answer.ok) return await bodyOf(answer, MOST_BYTES$2);
			const words = answer.headers.has("x-go-pprof") ? await bodyOf(answer, MOST_WORDS) : null;
			refuse(words === null ? `it answers ${answer.status}` : firstLine(new TextDecoder().decode(words)));
			await answer.body?.cancel();
			return null;
		} catch {
			return null;
		}
	}
};

// src/explain/java/classes.ts
const MOST_FILES$1 = 2e4;
const LEFT_OUT$1 = /* @__PURE__ */ new Set([
	"node_modules",
	"target",
	"build",
	"out",
	"bin"
]);
const SOURCE = /\.(?:java|kt|scala|groovy)$/;
const OF_RUNTIME = /^(?:java|javax|jdk|sun|com\.sun)\./;
const BETWEEN = /_(?:ClientProxy|Subclass)(?:$|\$)|\$Definition(?:$|\$)/;
function methodLocator(tree) {
	let files;
	return (of) => {
		files ??= sources$1(tree);
		const name = shortName(of);
		if (OF_RUNTIME.test(of.class) || BETWEEN.test(of.class)) return [
			name,
			"",
			null
		];
		const outer = of.class.replace(/\$.*/s, "").split(".");
		const simple = outer.at(-1);
		const found = [simple, simple.replace(/Kt$/, "")].flatMap((stem) => {
			const end = [...outer.slice(0, -1), stem].join("/");
			return (files.get(stem) ?? []).filter((file) => `/${file.replace(SOURCE, "")}`.endsWith(`/${end}`));
		})[0];
		if (found !== void 0) return [
			name,
			join(tree, found),
			definedAt(join(tree, found), of)
		];
		return [
			name,
			`/${PACKAGES_OF_JAVA}/${outer.slice(0, -1).join(".")}/${simple}.java`,
			null
		];
	};
}
const MADE = /(?<=Generated\w*Accessor|\$Proxy)\d+$|(?<=\$HibernateProxy|\$ByteBuddy|\$\$EnhancerBy\w+)\$+\w+$/;
const LAMBDA = /^(?:lambda\$(.+)\$\d+|(\w+)\$lambda\$[\w$]+)$/;
const SUSPENDING = /^(.*\$[a-z]\w*)\$(\d+(?:\$\d+)*)$/;
function shortName({ class: owner, method }) {
	const plain = owner.slice(owner.lastIndexOf(".") + 1).replace(MADE, "").replace(/^\$/, "").replaceAll("$", ".");
	if (method === "<init>") return `new ${plain}`;
	if (method === "<clinit>") return `static of ${plain}`;
	const [, suspending, number] = SUSPENDING.exec(owner.slice(owner.lastIndexOf(".") + 1)) ?? [];
	if (suspending !== void 0 && /^invoke(?:Suspend)?(?:\$|$)/.test(method)) return `${suspending.replaceAll("$", ".")} (lambda ${number.replaceAll("$", ".")})`;
	const [, ofJava, ofKotlin] = LAMBDA.exec(method) ?? [];
	const within = ofJava ?? ofKotlin;
	return within === void 0 ? `${plain}.${method}` : `${plain}.${within} (lambda)`;
}
function definedAt(path, { class: owner, method, line }) {
	const text = line === null ? null : sourceText(path);
	if (line === null || text === null) return null;
	const name = method === "<init>" ? owner.replace(/^.*[.$]/s, "") : method.replace(LAMBDA, "$1$2");
	if (!/^\w+$/.test(name)) return null;
	const lines = text.split("\n");
	const header = new RegExp(`(?<![.\\w]|\\bnew )${name}\\s*(?:<[^>]*>\\s*)?\\(`);
	for (let at = Math.min(line, lines.length); at > 0; at--) {
		const one = lines[at - 1];
		if (header.test(one) && !/^\s*(?:return|throw|else|\*|\/\/)/.test(one) && !/;\s*$/.test(one)) return at;
	}
	return method.startsWith("lambda$") || line > lines.length ? null : line;
}
function sources$1(tree) {
	const found = /* @__PURE__ */ new Map();
	let left = MOST_FILES$1;
	for (const { name, path, isFile } of walked(tree, LEFT_OUT$1)) {
		if (--left < 0) break;
		if (!isFile || !SOURCE.test(name)) continue;
		const stem = name.replace(SOURCE, "");
		found.set(stem, [...found.get(stem) ?? [], path]);
	}
	return found;
}

// src/explain/java/collecting.ts
const COLLECTORS = /^(?:GC Thread#|G1 |Z[A-Z]|Shenandoah|VM Thread\n)/;
var Collecting = class {
	root;
	counts = new Ending();
	from;
	constructor(root) {
		this.root = root;
		this.from = this.sum();
	}
	seconds() {
		return this.sum() - this.from;
	}
	sum() {
		const times = descendants(this.root).flatMap((pid) => numbersIn(`/proc/${pid}/task`).map((thread) => [thread, `/proc/${pid}/task/${thread}`])).flatMap(([thread, at]) => {
			if (!COLLECTORS.test(readProc(`${at}/comm`) ?? "")) return [];
			const time = parseSchedstat(readProc(`${at}/schedstat`));
			return time === void 0 ? [] : [[thread, time.cpu]];
		});
		return this.counts.sum(new Map(times));
	}
};

// src/explain/java/jfr.ts
const HEADER = 68;
const STATE_AT = 64;
const UPDATING = 255;
const METADATA = 0;
const CONSTANTS = 1;
const OTHER = "another thread";
const ALLOCATION = "jdk.ObjectAllocationSample";
const EVENTS = /* @__PURE__ */ new Map([
	["jdk.ExecutionSample", null],
	[ALLOCATION, null],
	["jdk.ThreadSleep", "a timer"],
	["jdk.JavaMonitorEnter", "a lock"],
	["jdk.JavaMonitorWait", OTHER],
	["jdk.ThreadPark", OTHER],
	["jdk.SocketRead", "an answer"]
]);
const WAIT_EVENTS = [...EVENTS].flatMap(([name, reason]) => reason === null ? [] : name);
const PARKS = [[/^(?:com\.zaxxer\.hikari\.pool\.HikariPool\.getConnection|org\.apache\.tomcat\.jdbc\.pool\.ConnectionPool\.(?:get|borrow)Connection|org\.apache\.commons\.pool2\.impl\.\w+\.borrowObject)$/, "a connection"], [/^java\.util\.concurrent\.locks\.Abstract(?:Queued|QueuedLong)Synchronizer\.(?:try)?acquire/i, "a lock"]];
const DEEPEST$1 = 40;
const MOST_POOLS = 1e4;
var Reference = class {
	type;
	key;
	constructor(type, key) {
		this.type = type;
		this.key = key;
	}
};
function chunkIn(bytes) {
	if (bytes.length < HEADER) return null;
	if (bytes.toString("latin1", 0, 4) !== "FLR\0" || bytes.readUInt16BE(4) !== 2) throw new Error("it is no recording of format 2");
	const [size, constants, metadata] = [
		8,
		16,
		24
	].map((at) => Number(bytes.readBigUInt64BE(at)));
	if (bytes[STATE_AT] === UPDATING || size > bytes.length || constants === 0 || metadata === 0) return null;
	const [start, duration] = [32, 40].map((at) => Number(bytes.readBigUInt64BE(at)) / 1e6);
	const ticks = bytes.readBigUInt64BE(48);
	const perMillisecond = Number(bytes.readBigUInt64BE(56)) / 1e3;
	const at = (tick) => start + Number(BigInt(tick) - ticks) / perMillisecond;
	return {
		until: start + duration,
		*events() {
			const types = typesIn(new Reader(bytes, metadata));
			const pools = poolsIn(bytes, constants, types);
			for (let from = HEADER; from < size;) {
				const reader = new Reader(bytes, from);
				const length = reader.number();
				if (length <= 0) throw new Error("it has an event without a length");
				const id = reader.varint();
				const of = EVENTS.get(types.get(id)?.name ?? "");
				if (of !== void 0) {
					const event = read(reader, id, types);
					const stack = stackOf(event.stackTrace, pools);
					const millis = Number(event.duration) / perMillisecond;
					yield {
						at: at(event.startTime),
						stack,
						wait: of === null ? null : {
							of: of === OTHER ? parkOf(stack) : of,
							millis
						},
						bytes: event.weight === void 0 ? null : Number(event.weight)
					};
				}
				from += length;
			}
		}
	};
}
const parkOf = (stack) => PARKS.find(([of]) => stack.some((frame) => of.test(`${frame.class}.${frame.method}`)))?.[1] ?? OTHER;
function stackOf(reference, pools) {
	const { frames } = fieldsOf(reference, pools);
	return (Array.isArray(frames) ? frames : []).toReversed().flatMap((one) => {
		const { method, lineNumber } = fieldsOf(one, pools);
		const { type, name, hidden } = fieldsOf(method, pools);
		const [owner, called] = [symbol(fieldsOf(type, pools).name, pools), symbol(name, pools)];
		if (hidden === true || owner === "" || called === "") return [];
		const line = Number(lineNumber);
		return {
			class: owner.replaceAll("/", "."),
			method: called,
			line: line > 0 ? line : null
		};
	});
}
const resolved = (value, pools) => value instanceof Reference ? pools.get(value.type)?.get(value.key) : value;
function fieldsOf(value, pools) {
	const found = resolved(value, pools);
	return typeof found === "object" && found !== null && !Array.isArray(found) ? found : {};
}
function symbol(value, pools) {
	const string = resolved(fieldsOf(value, pools).string ?? value, pools);
	return typeof string === "string" ? string : "";
}
function typesIn(reader) {
	reader.number();
	if (reader.number() !== METADATA) throw new Error("its metadata is somewhere else");
	for (let skipped = 0; skipped < 3; skipped++) reader.varint();
	const texts = Array.from({ length: reader.count() }, () => reader.text() ?? "");
	const types = /* @__PURE__ */ new Map();
	const named = ({ attributes }, name) => attributes.get(name) ?? "";
	const add = (element) => {
		if (element.name === "class") {
			const fields = element.children.filter(({ name }) => name === "field").map((field) => ({
				name: named(field, "name"),
				type: keyOf(named(field, "class")),
				isReference: named(field, "constantPool") === "true",
				isArray: named(field, "dimension") === "1"
			}));
			types.set(keyOf(named(element, "id")), {
				name: named(element, "name"),
				fields
			});
		} else for (const child of element.children) add(child);
	};
	add(elementIn(reader, texts, 0));
	return types;
}
const keyOf = (text) => Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
function elementIn(reader, texts, depth) {
	if (depth > DEEPEST$1) throw new Error("its metadata has no end");
	const text = () => texts[reader.number()] ?? "";
	const name = text();
	const attributes = /* @__PURE__ */ new Map();
	for (let left = reader.count(); left > 0; left--) attributes.set(text(), text());
	return {
		name,
		attributes,
		children: Array.from({ length: reader.count() }, () => elementIn(reader, texts, depth + 1))
	};
}
function poolsIn(bytes, last, types) {
	const pools = /* @__PURE__ */ new Map();
	let many = 0;
	for (let at = last;;) {
		const reader = new Reader(bytes, at);
		reader.number();
		if (reader.number() !== CONSTANTS) throw new Error("its constants are somewhere else");
		for (let skipped = 0; skipped < 2; skipped++) reader.varint();
		const back = Number(BigInt.asIntN(64, BigInt(reader.varint())));
		reader.byte();
		for (let left = reader.count(); left > 0; left--) {
			if (++many > MOST_POOLS) throw new Error("its constants have no end");
			const type = reader.varint();
			const pool = pools.get(type) ?? /* @__PURE__ */ new Map();
			pools.set(type, pool);
			for (let of = reader.count(); of > 0; of--) {
				const key = reader.varint();
				const value = read(reader, type, types);
				if (!pool.has(key)) pool.set(key, value);
			}
		}
		if (back >= 0) return pools;
		at += back;
	}
}
function read(reader, id, types, depth = 0) {
	const type = types.get(id);
	if (type === void 0 || depth > DEEPEST$1) throw new Error("it has a type that it does not describe");
	switch (type.name) {
		case "boolean": return reader.byte() !== 0;
		case "byte": return reader.byte();
		case "char":
		case "short":
		case "int":
		case "long": return reader.varint();
		case "float": return reader.skip(4);
		case "double": return reader.skip(8);
		case "java.lang.String": return reader.text((key) => new Reference(id, key));
	}
	const fields = Object.create(null);
	for (const field of type.fields) {
		const one = () => field.isReference ? new Reference(field.type, reader.varint()) : read(reader, field.type, types, depth + 1);
		fields[field.name] = field.isArray ? Array.from({ length: reader.count() }, one) : one();
	}
	return fields;
}
var Reader = class {
	bytes;
	at;
	constructor(bytes, at) {
		this.bytes = bytes;
		this.at = at;
	}
	byte() {
		return this.bytes.readUInt8(this.at++);
	}
	skip(bytes) {
		this.at += bytes;
		return null;
	}
	varint() {
		let value = 0;
		for (let i = 0; i < 7; i++) {
			const byte = this.byte();
			value += (byte & 127) * 2 ** (7 * i);
			if (byte < 128) return value;
		}
		let large = BigInt(value);
		for (let i = 7n;; i++) {
			const byte = this.byte();
			large |= BigInt(i < 8n ? byte & 127 : byte) << 7n * i;
			if (i === 8n || byte < 128) break;
		}
		return large <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(large) : large;
	}
	number() {
		return Number(this.varint());
	}
	count() {
		const count = this.number();
		if (count > this.bytes.length - this.at) throw new RangeError("it has more than fits into it");
		return count;
	}
	text(constant = () => null) {
		const encoding = this.byte();
		if (encoding === 0) return null;
		if (encoding === 1) return "";
		if (encoding === 2) return constant(this.varint());
		const length = this.count();
		if (encoding === 4) return String.fromCodePoint(...Array.from({ length }, () => this.number()));
		const from = this.at;
		this.at += length;
		return this.bytes.toString(encoding === 5 ? "latin1" : "utf8", from, this.at);
	}
};

// src/explain/java/java.ts
const PERIOD = 2;
const TIMEOUT = 5e3;
const MOST_BYTES$1 = 64 * 2 ** 20;
const SHORTEST = "100 us";
const ALLOCATIONS = "300/s";
const recorded = (event, setting, value) => `  <event name="${event}">
    <setting name="enabled">true</setting>
    <setting name="stackTrace">true</setting>
    <setting name="${setting}">${value}</setting>
  </event>
`;
const SETTINGS = `<?xml version="1.0" encoding="UTF-8"?>
<configuration version="2.0">
${recorded("jdk.ExecutionSample", "period", `${PERIOD} ms`)}${recorded(ALLOCATION, "throttle", ALLOCATIONS)}${WAIT_EVENTS.map((one) => recorded(one, "threshold", SHORTEST)).join("")}</configuration>
`;
const recordings = (folder, service) => join(folder, `${service}.java`);
const JAVA = {
	source: "java",
	interval: PERIOD / 1e3,
	written: recordings,
	enter(folder, service, { JAVA_TOOL_OPTIONS = "" }) {
		if (/[\s,'"]/.test(folder)) return {};
		const into = recordings(folder, service);
		if (!existsSync(into)) {
			mkdirSync(into);
			chmodSync(into, 511);
		}
		const settings = join(folder, "java.jfc");
		writeFileSync(settings, SETTINGS);
		return { JAVA_TOOL_OPTIONS: [JAVA_TOOL_OPTIONS, ...[
			"-XX:+IgnoreUnrecognizedVMOptions",
			`-XX:FlightRecorderOptions=repository=${into},stackdepth=256`,
			`-XX:StartFlightRecording=name=steelyard,settings=${settings},disk=true,maxsize=64m`
		]].join(" ").trim() };
	}
};
function javaSampler(placed, tree, folder) {
	let began = 0;
	let services = [];
	let collecting = /* @__PURE__ */ new Map();
	return {
		async begin(where, covered) {
			began = Date.now();
			services = readdirSync(folder).flatMap((name) => /^(.+)\.java$/.exec(name)?.[1] ?? []).filter((service) => !covered.has(service) && chunks(recordings(folder, service)).some((file) => chunkOf(file)));
			const roots = where.roots?.() ?? {};
			collecting = new Map(services.flatMap((service) => {
				const root = own(roots, service);
				return root === void 0 ? [] : [[service, new Collecting(root)]];
			}));
			return services;
		},
		async end() {
			const ended = Date.now();
			const collected = new Map([...collecting].map(([service, one]) => [service, one.seconds()]));
			const located = methodLocator(tree);
			const all = services.map(async (service) => {
				const trees = treesFrom(await eventsOf(recordings(folder, service), began, ended), located, tree, collected.get(service) ?? 0);
				const answer = Answer.safeParse(trees).data;
				if (answer === void 0 || answer.nodes.length === 0) return [];
				return [{
					service,
					source: JAVA.source,
					interval: JAVA.interval,
					...treeOf([answer], placed)
				}];
			});
			services = [];
			return (await Promise.all(all)).flat();
		}
	};
}
async function eventsOf(folder, from, to) {
	for (const until = Date.now() + TIMEOUT;;) {
		const found = chunks(folder).flatMap((file) => {
			const chunk = chunkOf(file);
			return chunk === null ? [] : [{
				process: dirname(file),
				chunk
			}];
		});
		const newest = /* @__PURE__ */ new Map();
		for (const { process, chunk } of found) newest.set(process, Math.max(chunk.until, newest.get(process) ?? 0));
		if (areWritten([...newest.values()], from, to) || Date.now() > until) return found.flatMap(({ chunk }) => eventsIn(chunk)).filter(({ at }) => at >= from && at <= to);
		await setTimeout$1(100);
	}
}
function areWritten(newest, from, to) {
	const alive = newest.filter((at) => at >= from);
	return alive.length > 0 && alive.every((at) => at >= to);
}
function eventsIn(chunk) {
	try {
		return [...chunk.events()];
	} catch {
		return [];
	}
}
function treesFrom(events, located, repository, collected) {
	const keyOf = (of) => `${of.class}\n${of.method}`;
	const lowest = /* @__PURE__ */ new Map();
	for (const frame of events.flatMap(({ stack }) => stack)) {
		const known = lowest.get(keyOf(frame)) ?? Number.POSITIVE_INFINITY;
		if (frame.line !== null && frame.line < known) lowest.set(keyOf(frame), frame.line);
	}
	const places = /* @__PURE__ */ new Map();
	const placeOf = (of) => {
		const key = keyOf(of);
		const place = places.get(key) ?? located({
			...of,
			line: lowest.get(key) ?? null
		});
		places.set(key, place);
		return place;
	};
	const treeOfPlaces = () => new CallTree((place) => place.join("\n"), (place) => place);
	const [ran, waited, allocated] = [
		treeOfPlaces(),
		treeOfPlaces(),
		treeOfPlaces()
	];
	for (const { stack, wait, bytes } of events) {
		const called = stack.map(placeOf);
		if (bytes !== null) allocated.add(called, bytes);
		else if (wait === null) ran.add(called, PERIOD * 1e3);
		else if (called.some(([, url]) => url.startsWith(`${repository}/`))) waited.add([...called, [
			wait.of,
			"",
			null
		]], wait.millis * 1e3);
	}
	if (ran.answer.nodes.length > 0 && collected > 0) ran.add([[
		COLLECTOR,
		"",
		null
	]], collected * 1e6);
	const isKnown = allocated.answer.nodes.length > 0;
	return withTrees(ran.answer, {
		waits: waited.answer,
		...isKnown && { allocated: allocated.answer }
	});
}
function chunks(folder) {
	return entriesIn(folder).filter((entry) => entry.isDirectory()).flatMap(({ name }) => entriesIn(join(folder, name)).filter((entry) => entry.isFile() && entry.name.endsWith(".jfr")).map((entry) => join(folder, name, entry.name)).sort().slice(-20));
}
function chunkOf(file) {
	for (let tries = 0; tries < 3; tries++) try {
		const chunk = chunkIn(bytesOf(file));
		if (chunk !== null) return chunk;
	} catch {
		return null;
	}
	return null;
}
function bytesOf(file) {
	const open = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	try {
		const of = fstatSync(open);
		if (!of.isFile() || of.size > MOST_BYTES$1) throw new Error("it is no file, or too large");
		const bytes = Buffer.alloc(of.size);
		return bytes.subarray(0, readSync(open, bytes, 0, of.size, 0));
	} finally {
		closeSync(open);
	}
}

// src/explain/node/agent.ts
function agent(load, here, service, micros, waits, original, calls) {
	const fs = load("node:fs");
	const { connect } = load("node:net");
	const inspector = load("node:inspector");
	const v8 = load("node:v8");
	const { isMainThread } = load("node:worker_threads");
	const { fileURLToPath } = load("node:url");
	const title = "steelyard";
	const silence = () => {};
	const tasks = "/proc/self/task";
	const restFor = 200;
	const allocations = {
		samplingInterval: 2 ** 17,
		includeObjectsCollectedByMajorGC: true,
		includeObjectsCollectedByMinorGC: true
	};
	v8.setFlagsFromString("--no-turbo-inlining");
	const isFrom20 = parseInt(process.versions.node, 10) >= 20;
	if (isFrom20) v8.setFlagsFromString("--no-maglev-inlining");
	const session = new inspector.Session();
	session.connect();
	session.post("Profiler.enable", silence);
	session.post("Profiler.setSamplingInterval", { interval: micros }, silence);
	const before = threads();
	const helpers = before.filter((one) => Number(one) !== process.pid);
	session.post("Profiler.start", silence);
	const started = threads().filter((one) => !before.includes(one));
	const profiling = started.length === 1 ? `${tasks}/${started[0]}` : null;
	let hasWorkers = false;
	process.on("worker", () => {
		hasWorkers = true;
	});
	let begun = used();
	let ended = begun;
	let rested = 0;
	let heap = null;
	session.on("Profiler.consoleProfileFinished", ({ params }) => {
		if (params.title === title) socket.write(`${JSON.stringify(answerOf(params.profile))}\n`);
	});
	const { profile, profileEnd } = inspector.console;
	const socket = connect(`${here}/socket`);
	socket.on("error", silence);
	socket.unref();
	socket.setEncoding("utf8");
	socket.write(`${JSON.stringify({
		service,
		source: "node"
	})}\n`);
	let heard = "";
	socket.on("data", (more) => {
		heard += more;
		for (let end = heard.indexOf("\n"); end >= 0; end = heard.indexOf("\n")) {
			const word = heard.slice(0, end);
			heard = heard.slice(end + 1);
			try {
				if (word === "start") {
					calls.clear();
					waits.start();
					profile(title);
					const { thread } = used();
					rest();
					begun = used();
					rested = begun.thread - thread;
					if (isFrom20) session.post("HeapProfiler.startSampling", allocations, silence);
					socket.write("{}\n");
				}
				if (word === "stop") {
					waits.stop();
					ended = used();
					heap = null;
					session.post("HeapProfiler.stopSampling", (_, answer) => {
						heap = answer?.profile ?? null;
					});
					profileEnd(title);
				}
			} catch {
				socket.destroy();
			}
		}
	});
	function threads() {
		try {
			return fs.readdirSync(tasks);
		} catch {
			return [];
		}
	}
	function cpuOf(thread) {
		try {
			return Number(fs.readFileSync(`${thread}/schedstat`, "utf8").split(" ")[0]) / 1e3;
		} catch {
			return NaN;
		}
	}
	function used() {
		const { user, system } = process.cpuUsage();
		return {
			thread: cpuOf("/proc/thread-self"),
			profiler: cpuOf(profiling),
			helpers: helpers.reduce((sum, one) => sum + cpuOf(`${tasks}/${one}`), 0),
			process: user + system
		};
	}
	function rest() {
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, restFor);
	}
	function answerOf({ nodes: tree }) {
		const callers = /* @__PURE__ */ new Map();
		for (const { id, children = [] } of tree) for (const child of children) callers.set(child, id);
		const functions = [];
		const known = /* @__PURE__ */ new Map();
		const functionOf = (name, url, line, owner = "") => {
			const key = `${name}\n${url}\n${line}`;
			if (!known.has(key)) known.set(key, functions.push([
				name,
				url,
				line,
				owner
			]) - 1);
			return known.get(key);
		};
		const kept = (all) => {
			const nodes = [];
			const at = /* @__PURE__ */ new Map();
			const ours = /* @__PURE__ */ new Set();
			for (const { id, caller, callFrame, own } of all) {
				const { functionName: name, url } = callFrame;
				const isOurs = isAgent(url);
				if (isOurs && waits.callers.has(name)) {
					const above = at.get(caller);
					if (above !== void 0) at.set(id, above);
					continue;
				}
				if (isOurs || ours.has(caller)) ours.add(id);
				if (name === "(root)" || name === "(idle)" || ours.has(id)) continue;
				const place = original(callFrame);
				const of = functionOf(place.name, place.url, place.line, place.owner);
				at.set(id, nodes.push([
					at.get(caller) ?? -1,
					of,
					own
				]) - 1);
			}
			return {
				nodes,
				ours
			};
		};
		const sampled = tree.map(({ id, callFrame, hitCount = 0 }) => ({
			id,
			caller: callers.get(id) ?? -1,
			callFrame,
			own: hitCount
		}));
		const { nodes, ours } = kept(sampled);
		const rests = /* @__PURE__ */ new Set();
		let [all, resting] = [0, 0];
		for (const { id, caller, callFrame, own } of sampled) {
			if (ours.has(id) && (callFrame.functionName === rest.name || rests.has(caller))) rests.add(id);
			all += own;
			if (rests.has(id)) resting += own;
		}
		const ran = ended.thread - begun.thread;
		const working = nodes.reduce((sum, [, , samples]) => sum + samples, 0);
		const each = Number.isNaN(ran) ? micros : ran / Math.max(1, working);
		for (const node of nodes) node[2] *= each;
		const profiler = ended.profiler - begun.profiler;
		const garbage = heap === null ? 0 : ended.helpers - begun.helpers;
		const named = {
			"(garbage collector)": garbage,
			"(other threads)": ended.process - begun.process - ran - profiler - garbage
		};
		for (const [name, used] of isMainThread && !hasWorkers ? Object.entries(named) : []) if (used > 0) nodes.push([
			-1,
			functionOf(name, "", null),
			used
		]);
		const waited = [];
		for (const { stack, of, micros } of waits.waits()) {
			let caller = -1;
			for (const frame of stack) {
				if (isAgent(frame.url)) continue;
				const place = original(frame);
				caller = waited.push([
					caller,
					functionOf(place.name, place.url, place.line, place.owner),
					0
				]) - 1;
			}
			waited.push([
				caller,
				functionOf(of, "", null),
				Math.round(micros)
			]);
		}
		const price = rested / resting;
		return {
			functions,
			nodes,
			sampling: Number.isFinite(profiler + price) ? {
				thread: profiler,
				samples: all - resting,
				price
			} : null,
			calls: [...calls].map(([text, [n, micros]]) => [
				text,
				n,
				Math.round(micros)
			]),
			waits: waited,
			allocated: heap === null ? null : kept(nodesOf(heap.head)).nodes
		};
	}
	function nodesOf({ callFrame, selfSize, children }, caller = -1, all = []) {
		const id = all.length;
		all.push({
			id,
			caller,
			callFrame,
			own: selfSize
		});
		for (const child of children) nodesOf(child, id, all);
		return all;
	}
	function isAgent(url) {
		try {
			if (!url.endsWith("/agent.cjs")) return false;
			return (url.startsWith("file:") ? fileURLToPath(url) : url) === `${here}/agent.cjs`;
		} catch {
			return false;
		}
	}
}

// src/explain/node/calls.ts
function countCalls(load) {
	const { channel } = load("node:diagnostics_channel");
	const http2 = load("node:http2");
	const { syncBuiltinESMExports } = load("node:module");
	const mostCallees = 200;
	const calls = /* @__PURE__ */ new Map();
	const began = /* @__PURE__ */ new WeakMap();
	on("http.client.request.start", ({ request }) => {
		begin(request);
		request.once("close", () => end(request, `${request.method} ${request.getHeader("host")}`));
	});
	on("undici:request:create", ({ request }) => begin(request));
	for (const ended of ["undici:request:trailers", "undici:request:error"]) on(ended, ({ request }) => end(request, `${request.method} ${new URL(request.origin).host}`));
	const connect = http2.connect;
	try {
		http2.connect = asked;
		syncBuiltinESMExports();
	} catch {}
	return calls;
	function asked(...given) {
		const session = connect(...given);
		const request = session.request.bind(session);
		session.request = function asked(...args) {
			const stream = request(...args);
			try {
				begin(stream);
				const { ":method": method, ":path": path = "", "content-type": type = "" } = stream.sentHeaders;
				const host = stream.sentHeaders[":authority"] ?? new URL(String(given[0])).host;
				const isName = /^application\/grpc\b/.test(String(type)) && /^\/[\w.]{1,100}\/\w{1,100}$/.test(String(path));
				stream.once("close", () => end(stream, `${method} ${host}${isName ? path : ""}`));
			} catch {}
			return stream;
		};
		return session;
	}
	function on(name, heard) {
		channel(name).subscribe((message) => {
			try {
				heard(message);
			} catch {}
		});
	}
	function begin(request) {
		began.set(request, performance.now());
	}
	function end(request, callee) {
		const from = began.get(request);
		const known = calls.get(callee) ?? (calls.size < mostCallees ? [0, 0] : void 0);
		if (from === void 0 || known === void 0) return;
		began.delete(request);
		calls.set(callee, [known[0] + 1, known[1] + 1e3 * (performance.now() - from)]);
	}
}

// src/explain/node/sources.ts
function sources(load) {
	const fs = load("node:fs");
	const inspector = load("node:inspector");
	const nodeModule = load("node:module");
	const { fileURLToPath, pathToFileURL } = load("node:url");
	const largestMap = 64 * 2 ** 20;
	const longestDeclaration = 300;
	const maps = /* @__PURE__ */ new Map();
	const texts = /* @__PURE__ */ new Map();
	let compiled = /* @__PURE__ */ new Map();
	return original;
	function original({ functionName: name, url, lineNumber, columnNumber }) {
		const line = lineNumber < 0 ? null : lineNumber + 1;
		const mapped = lineNumber < 0 ? void 0 : mapOf(url);
		const { originalSource: source, originalLine = 0 } = mapped?.map.findEntry(lineNumber, columnNumber) ?? {};
		if (mapped === void 0 || !source) return {
			name,
			url,
			line,
			owner: ownerOf(url, lineNumber)
		};
		return {
			name: writtenName(mapped, name, lineNumber, columnNumber),
			url: source,
			line: originalLine + 1,
			owner: ""
		};
	}
	function ownerOf(url, line) {
		if (line < 0 || isOfOthers(url)) return "";
		if (!texts.has(url)) {
			let lines = [];
			try {
				lines = fs.readFileSync(url.startsWith("file:") ? fileURLToPath(url) : url, "utf8").split("\n");
			} catch {}
			texts.set(url, lines);
		}
		const lines = texts.get(url);
		const indent = (text = "") => text.search(/\S|$/);
		let at = line;
		while (at >= 0 && (lines[at] === "" || indent(lines[at]) >= indent(lines[line]))) at--;
		return /\bclass\s+([\w$]+)/.exec(lines[at] ?? "")?.[1] ?? "";
	}
	function isOfOthers(url) {
		return url === "" || url.startsWith("node:") || url.includes("/node_modules/");
	}
	function writtenName({ map, lines }, name, line, column) {
		const from = Math.max(0, column - longestDeclaration);
		const before = (lines[line] ?? "").slice(from, column);
		const found = /([\w$]+)\s*(?:[=:]\s*(?:async\s*)?(?:function\s*\*?\s*)?)?$/.exec(before);
		if (found === null || found[1] !== name) return name;
		const at = from + found.index;
		const entry = map.findEntry(line, at);
		return entry.generatedLine === line && entry.generatedColumn === at && entry.name || name;
	}
	function mapOf(url) {
		if (isOfOthers(url)) return void 0;
		if (!maps.has(url)) {
			let map;
			try {
				map = readMap(url);
			} catch {}
			maps.set(url, map);
		}
		return maps.get(url);
	}
	function isCompiledInMemory(url) {
		return /\.(?:[cm]?ts|[jt]sx)$/.test(url);
	}
	function compiledMap(file) {
		const url = pathToFileURL(file).href;
		if (compiled.has(url)) return compiled.get(url);
		const found = /* @__PURE__ */ new Map();
		const session = new inspector.Session();
		session.connect();
		session.on("Debugger.scriptParsed", ({ params: { url, sourceMapURL = "" } }) => {
			try {
				found.set(pathToFileURL(fileURLToPath(url)).href, sourceMapURL);
			} catch {}
		});
		session.post("Debugger.enable");
		session.disconnect();
		compiled = found;
		return found.get(url);
	}
	function readMap(url) {
		const file = url.startsWith("file:") ? fileURLToPath(url) : url;
		const code = fs.readFileSync(file, "utf8");
		const last = code.match(/\/\/[#@] sourceMappingURL=\S+/g);
		const named = isCompiledInMemory(url) ? compiledMap(file) : last?.[last.length - 1]?.split("sourceMappingURL=")[1];
		if (!named) return void 0;
		const own = pathToFileURL(file);
		const [, base64] = /^data:[^,]*;base64,(.*)$/.exec(named) ?? [];
		const at = base64 === void 0 ? new URL(named, own) : own;
		if (base64 === void 0 && fs.statSync(at).size > largestMap) return void 0;
		const text = base64 === void 0 ? fs.readFileSync(at, "utf8") : Buffer.from(base64, "base64").toString();
		const map = JSON.parse(text);
		const root = map.sourceRoot ? new URL(`${map.sourceRoot.replace(/\/$/, "")}/`, at) : at;
		map.sources = map.sources.map((source) => new URL(source, root).href);
		map.sourceRoot = "";
		return {
			map: new nodeModule.SourceMap(map),
			lines: code.split("\n")
		};
	}
}

// src/explain/node/waits.ts
function watchWaits(load) {
	const timers = load("node:timers");
	const promises = load("node:timers/promises");
	const { syncBuiltinESMExports } = load("node:module");
	const queues = [
		[
			"pg-pool/index.js",
			"",
			"connect",
			"a connection"
		],
		[
			"mysql2/lib/pool.js",
			"",
			"getConnection",
			"a connection"
		],
		[
			"mysql2/lib/base/pool.js",
			"",
			"getConnection",
			"a connection"
		],
		[
			"tarn/dist/Pool.js",
			"Pool",
			"acquire",
			"a connection"
		],
		[
			"sequelize-pool/lib/Pool.js",
			"Pool",
			"acquire",
			"a connection"
		],
		[
			"generic-pool/lib/Pool.js",
			"",
			"acquire",
			"a pool"
		],
		[
			"async-mutex/lib/Semaphore.js",
			"default",
			"acquire",
			"a lock"
		]
	];
	const shortest = 100;
	const mostStacks = 1e3;
	const deepest = 24;
	const sums = /* @__PURE__ */ new Map();
	const replaced = /* @__PURE__ */ new WeakSet();
	let isOn = false;
	const { setTimeout: set } = globalThis;
	const { setTimeout: sleep } = promises;
	const callers = /* @__PURE__ */ new Set([
		timed.name,
		fired.name,
		"asked",
		"given"
	]);
	try {
		Object.defineProperties(timed, Object.getOwnPropertyDescriptors(set));
		globalThis.setTimeout = timers.setTimeout = timed;
		promises.setTimeout = slept;
		syncBuiltinESMExports();
	} catch {}
	return {
		callers,
		start() {
			sums.clear();
			for (const queue of queues) replaceQueue(queue);
			isOn = true;
		},
		stop() {
			isOn = false;
		},
		waits: () => [...sums.values()].map(({ sites, of, micros }) => ({
			stack: sites.toReversed().map(located),
			of,
			micros
		}))
	};
	function timed(callback, delay, ...given) {
		const wait = isOn && typeof callback === "function" ? begun(timed, "a timer") : null;
		if (wait === null) return Reflect.apply(set, void 0, [
			callback,
			delay,
			...given
		]);
		return set(fired, delay, wait, callback, given);
	}
	function fired(wait, callback, given) {
		ended(wait);
		return Reflect.apply(callback, this, given);
	}
	async function slept(...given) {
		const wait = isOn ? begun(slept, "a timer") : null;
		const value = await sleep(...given);
		if (wait !== null) ended(wait);
		return value;
	}
	function replaceQueue([end, name, method, of]) {
		for (const [path, loaded] of Object.entries(load.cache)) {
			if (!path.replaceAll("\\", "/").endsWith(`/node_modules/${end}`)) continue;
			try {
				const owner = name === "" ? loaded?.exports : loaded?.exports[name];
				const original = Object.getOwnPropertyDescriptor(owner.prototype, method)?.value;
				if (typeof original !== "function" || replaced.has(original)) continue;
				owner.prototype[method] = queued(original, of);
				replaced.add(owner.prototype[method]);
			} catch {}
		}
	}
	function queued(original, of) {
		return function asked(...args) {
			const wait = isOn ? begun(asked, of) : null;
			if (wait === null) return Reflect.apply(original, this, args);
			const callback = args.at(-1);
			if (typeof callback === "function") args[args.length - 1] = function given(...results) {
				ended(wait);
				return Reflect.apply(callback, this, results);
			};
			const answer = Reflect.apply(original, this, args);
			const then = (value) => {
				ended(wait);
				return value;
			};
			if (typeof answer?.then === "function") return answer.then(then);
			if (typeof answer?.promise?.then === "function") answer.promise = answer.promise.then(then);
			return answer;
		};
	}
	function begun(called, of) {
		const { stackTraceLimit } = Error;
		try {
			const wait = {
				of,
				since: performance.now()
			};
			Error.stackTraceLimit = deepest;
			Error.captureStackTrace(wait, called);
			return wait;
		} catch {
			return null;
		} finally {
			Error.stackTraceLimit = stackTraceLimit;
		}
	}
	function ended(wait) {
		const { prepareStackTrace } = Error;
		try {
			const micros = 1e3 * (performance.now() - wait.since);
			if (micros < shortest) return;
			Error.prepareStackTrace = (_, sites) => sites;
			const all = wait.stack;
			wait.stack = void 0;
			const sites = all.filter((site, i) => !isPromise(site) && !(isPromise(all[i + 1]) && !site.getFunctionName()));
			const places = sites.map((site) => `${site.getFileName()}:${site.getLineNumber()}`);
			const key = [wait.of, ...places].join("\n");
			const sum = sums.get(key) ?? {
				sites,
				of: wait.of,
				micros: 0
			};
			if (!isOn || !sums.has(key) && sums.size === mostStacks) return;
			sums.set(key, sum);
			sum.micros += micros;
		} catch {} finally {
			Error.prepareStackTrace = prepareStackTrace;
		}
	}
	function isPromise(site) {
		return site?.isConstructor() === true && site.getFunctionName() === "Promise";
	}
	function located(site) {
		const of = site;
		return {
			functionName: site.getFunctionName() ?? "",
			url: site.getFileName() ?? "",
			lineNumber: (of.getEnclosingLineNumber?.() ?? site.getLineNumber() ?? 0) - 1,
			columnNumber: (of.getEnclosingColumnNumber?.() ?? site.getColumnNumber() ?? 0) - 1
		};
	}
}

// src/explain/node/preload.ts
const INTERVAL$1 = 500;
const OLDEST = 18;
const NODE = {
	source: "node",
	interval: INTERVAL$1 / 1e6,
	enter(folder, service, { NODE_OPTIONS = "" }) {
		const parts = `module.exports = { agent: ${agent}, watchWaits: ${watchWaits}, sources: ${sources}, countCalls: ${countCalls} };\n`;
		writeFileSync(join(folder, "agent.cjs"), parts);
		const file = join(folder, `${service}.cjs`);
		const start = `const { agent, watchWaits, sources, countCalls } = require("./agent.cjs"); ${`agent(require, __dirname, ${JSON.stringify(service)}, ${INTERVAL$1}, watchWaits(require), sources(require), countCalls(require))`};`;
		writeFileSync(file, `try { if (parseInt(process.versions.node) >= ${18}) { ${start} } } catch {}\n`);
		return { NODE_OPTIONS: `--require ${JSON.stringify(file)} ${NODE_OPTIONS}`.trim() };
	}
};

// src/explain/native/stacks.ts
const KERNEL = "(kernel)";
function stacksIn(printed, micros, located) {
	const tree = new CallTree(({ name, program }) => `${name}\n${program}`, located);
	let stack = [];
	const add = () => {
		const outermostFirst = stack.toReversed();
		const work = ownWork(outermostFirst.map(({ name }) => name));
		tree.add(work === null ? outermostFirst : [{
			name: work,
			program: ""
		}], micros);
		stack = [];
	};
	for (const line of printed.split("\n")) {
		const [, name = "", program = ""] = /^\s+[0-9a-f]+ (.*) \((.*)\)$/.exec(line) ?? [];
		if (program === "") add();
		else if (!isKernel(program)) stack.push({
			name: name.replace(/\+0x[0-9a-f]+$/, ""),
			program
		});
		else if (stack.length === 0) stack.push({
			name: KERNEL,
			program: ""
		});
	}
	add();
	return tree.answer;
}
const isKernel = (program) => program.startsWith("[") && !/^\[(?:vdso|vsyscall|heap|stack|anon)\b|^\[unknown\]/.test(program);

// src/explain/native/symbols.ts
const MOST_FILES = 5e3;
const LEFT_OUT = /* @__PURE__ */ new Set([
	"node_modules",
	"vendor",
	"target",
	"testdata"
]);
const OF_SYSTEM = /^\/(?:usr\/(?:local\/)?(?:s?bin|lib\w*|share)|s?bin|lib\w*|opt|snap|nix)\/|^\[|^\/\/anon|\.so(?:\.|$)|^$/;
const GO_FUNCTION = /^func\s+(?:\(\s*(?:\w+\s+)?\*?\s*(?<owner>\w+)[^)]*\)\s*)?(?<name>\w+)/;
const RUST_FUNCTION = /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:const\s+|async\s+|unsafe\s+|extern\s+"[^"]*"\s+)*fn\s+(?<name>\w+)/;
const RUST_BLOCK = /^(?<indent>\s*)(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+)?(?:impl\s+(?:.*\sfor\s+)?|trait\s+)[&\s]*(?:mut\s+|dyn\s+)?(?:\w+::)*(?<owner>\w+)/;
function locator(tree) {
	let sources;
	return ({ name, program }) => {
		sources ??= new Sources(tree);
		const { short, found } = sources.find(name);
		if (found !== null) return [
			short,
			join(tree, found.file),
			found.line
		];
		return [
			short,
			sources.isForeign(name) || OF_SYSTEM.test(program) ? "" : program,
			null
		];
	};
}
var Sources = class {
	defined = /* @__PURE__ */ new Map();
	modules = [];
	crates = /* @__PURE__ */ new Set();
	files = 0;
	constructor(tree) {
		this.read(tree);
	}
	find(symbol) {
		const generic = ofParameter(symbol);
		if (generic !== null) return {
			short: generic,
			found: null
		};
		const rust = rustPath(symbol);
		if (rust !== null) {
			const short = rust.slice(-2).join("::");
			if (!this.crates.has(rust[0])) return {
				short,
				found: null
			};
			const owner = /^[A-Z]/.test(rust.at(-2)) ? rust.at(-2) : null;
			return {
				short,
				found: this.among(rust.at(-1), owner, rust.slice(1, -1), ".rs")
			};
		}
		const [, path = "", rest = ""] = /^(?:(.*\/))?([^/]*)$/.exec(symbol) ?? [];
		const [, pack = "", name = ""] = /^([^.]+)\.(.+)$/.exec(rest) ?? [];
		const short = (pack === "main" ? name : rest) || symbol;
		if (pack === "" || pack !== "main" && !this.isOwn(`${path}${pack}`)) return {
			short,
			found: null
		};
		const [last, owner] = name.replace(/(?:\.(?:func|gowrap|deferwrap)?\d+)+$/, "").replace(/\[.*\]/, "").split(".").toReversed();
		const type = owner?.replace(/^\(\*?|\)$/g, "") ?? null;
		return {
			short,
			found: this.among(last, type, pack === "main" ? [] : [pack], ".go")
		};
	}
	isForeign(symbol) {
		if (ofParameter(symbol) !== null) return false;
		const rust = rustPath(symbol);
		if (rust !== null) return this.crates.size > 0 && !this.crates.has(rust[0]);
		return this.modules.length > 0 && /^[\w./-]+\.(?:\(\*?\w|\w)/.test(symbol) && !symbol.startsWith("main.") && !this.isOwn(symbol);
	}
	isOwn(path) {
		return this.modules.some((module) => path === module || path.startsWith(`${module}/`) || path.startsWith(`${module}.`));
	}
	among(name, type, names, ending) {
		const all = (this.defined.get(name) ?? []).filter(({ file }) => file.endsWith(ending));
		const score = ({ file, owner }) => names.filter((one) => file.split(/[/.]/).includes(one)).length + (owner === type ? .5 : 0);
		return all.toSorted((a, b) => score(b) - score(a))[0] ?? null;
	}
	read(tree) {
		for (const { path, isFile } of walked(tree, LEFT_OUT)) {
			if (this.files >= MOST_FILES) return;
			if (isFile) this.readFile(join(tree, path), path);
		}
	}
	readFile(at, file) {
		if (!/(?:\.go|\.rs|(?:^|\/)go\.mod|(?:^|\/)Cargo\.toml)$/.test(file) || /_test\.go$/.test(file)) return;
		const text = sourceText(at);
		if (text === null) return;
		this.files++;
		if (file.endsWith("go.mod")) this.modules.push(...modulesIn(text));
		else if (file.endsWith("Cargo.toml")) for (const [, name] of text.matchAll(/^\s*name\s*=\s*"([\w-]+)"/gm)) this.crates.add(name.replaceAll("-", "_"));
		else for (const { name, ...of } of file.endsWith(".go") ? definedInGo(text) : definedInRust(text)) this.defined.set(name, [...this.defined.get(name) ?? [], {
			file,
			...of
		}]);
	}
};
const definedInGo = (text) => text.split("\n").flatMap((line, i) => {
	const { name, owner = null } = GO_FUNCTION.exec(line)?.groups ?? {};
	return name === void 0 ? [] : [{
		name,
		owner,
		line: i + 1
	}];
});
function definedInRust(text) {
	let block = null;
	return text.split("\n").flatMap((line, i) => {
		block = RUST_BLOCK.exec(withoutTypes(line))?.groups ?? block;
		if (block !== null && line.startsWith(`${block.indent}}`)) block = null;
		const { name } = RUST_FUNCTION.exec(line)?.groups ?? {};
		return name === void 0 ? [] : [{
			name,
			owner: block?.owner ?? null,
			line: i + 1
		}];
	});
}
function withoutTypes(line) {
	for (let text = line;;) {
		const less = text.replace(/<[^<>]*>/g, " ");
		if (less === text) return text;
		text = less;
	}
}
const METHOD = /^<(.+?)(?: as (.+))?>::(.+)$/;
function rustPath(symbol) {
	const plain = withoutClosures(symbol);
	const [, of, trait, rest = plain] = METHOD.exec(plain) ?? [];
	if (!plain.includes("::") || /[()]/.test(withoutTypes(rest))) return null;
	const type = withoutTypes(of ?? "").replace(/^(?:[&*\s]|(?:mut|const|dyn)\s)+/, "");
	return (trait !== void 0 && /::[a-z]\w*\s*$/.test(type) ? type : `${type}::${withoutTypes(rest)}`).split("::").map((part) => part.trim()).filter((part) => part !== "");
}
function ofParameter(symbol) {
	const [, type = "", trait = "", rest = ""] = METHOD.exec(withoutClosures(symbol)) ?? [];
	if (!/^[A-Z]\w*$/.test(type) || trait === "" || /^(?:core|alloc|std)::/.test(trait)) return null;
	return `<${type} as ${withoutTypes(trait).trim().split("::").at(-1)}>::${rest}`;
}
const withoutClosures = (symbol) => symbol.replace(/::h[0-9a-f]{16}$/, "").replace(/::\{(?:\{closure\}|closure#\d+)\}/g, "").replaceAll("->", "");

// src/explain/native/perf.ts
const RATE = 997;
const SOON = 5e3;
const LATE = 30;
const KNOWN = /^(?:node|python[\d.]*|java|ruby[\d.]*|php[\w.-]*|perl|dotnet|beam\.smp|(?:ba|da|z)?sh|busybox|tini|dumb-init|postgres|redis-server|redis-check-rdb|valkey-server|mysqld|mariadbd|mongod|memcached|nginx|envoy|httpd|apache2)$/;
const OTHERS = "it is no Node.js, Python, Java, Go or native program of its own, which are profiled";
const SILENT = [
	[/^node$/, `its Node.js gave no profile: it is older than ${18}, or its start replaces NODE_OPTIONS`],
	[/^python[\d.]*$/, "its Python gave no profile: it is older than 3.7, or its start replaces or ignores PYTHONPATH"],
	[/^java$/, "its JVM gave no profile: it is older than 14, or its start replaces JAVA_TOOL_OPTIONS"],
	[/^(?:postgres|redis-|valkey-|mysqld|mariadbd|mongod)/, "it is a database, whose statements are counted instead"]
];
const NOT_OWN = "none of its functions is of the repository";
const STRIPPED = "its program has no symbols: build it without `strip = true` (Rust), `-ldflags=-s` (Go) or `strip`";
const MOST_BYTES = 256 * 2 ** 20;
function perfSampler(placed, tree, withheld = null) {
	let watches = [];
	let folder = null;
	const lacking = /* @__PURE__ */ new Map();
	const clear = async () => {
		await Promise.all(watches.map((one) => one.stop()));
		if (folder !== null) rmSync(folder, {
			recursive: true,
			force: true
		});
		[watches, folder] = [[], null];
	};
	return {
		lacking,
		async begin(where, covered) {
			const wanted = Object.entries(where.roots?.() ?? {}).filter(([service]) => !covered.has(service));
			await clear();
			if (wanted.length === 0) return [];
			if (withheld !== null) {
				for (const [service, pid] of wanted) lacking.set(service, withoutSampling(descendants(pid).map(programOf)) ?? withheld);
				return [];
			}
			folder = mkdtempSync(join(tmpdir(), `steelyard-perf-${process.pid}-`));
			const all = wanted.map(([service, pid]) => Watch.begin(service, pid, join(folder, `${service}.data`)));
			watches = (await Promise.all(all)).flatMap((one) => {
				if (one instanceof Watch) return [one];
				lacking.set(one.service, one.why);
				return [];
			});
			return watches.map(({ service }) => service);
		},
		async end() {
			const located = locator(tree);
			const ended = await Promise.all(watches.map(async (one) => ({
				service: one.service,
				printed: await one.end()
			})));
			await clear();
			return ended.flatMap(({ service, printed }) => {
				const answer = Answer.safeParse(stacksIn(printed, 1e6 / RATE, located)).data;
				const tree = answer && treeOf([answer], placed);
				const isOwn = tree?.frames.some(({ file }) => file !== null) ?? false;
				const isNameless = tree !== void 0 && isOwn && isStripped(tree);
				if (!isOwn || isNameless) lacking.set(service, isNameless ? STRIPPED : NOT_OWN);
				if (tree === void 0 || tree.nodes.length === 0 || isNameless) return [];
				return [{
					service,
					source: "perf",
					interval: 1 / RATE,
					...tree
				}];
			});
		},
		[Symbol.asyncDispose]: clear
	};
}
var Watch = class Watch {
	service;
	child;
	file;
	constructor(service, child, file) {
		this.service = service;
		this.child = child;
		this.file = file;
	}
	static async begin(service, root, file) {
		const pids = descendants(root);
		const why = withoutSampling(pids.map(programOf));
		if (why !== null) return {
			service,
			why
		};
		const argv = [
			...perfWith(file),
			"record",
			"-D",
			"1",
			"-F",
			String(RATE),
			"-e",
			"cpu-clock",
			"-g",
			"-p",
			pids.join(","),
			"-o",
			file
		];
		try {
			const child = await start(argv, {
				cwd: tmpdir(),
				env: allowed(process.env)
			});
			const one = new Watch(service, child, file);
			const isSampling = () => child.tail().some((line) => line.includes("Events enabled"));
			for (let waited = 0; waited < SOON && child.ended === null && !isSampling(); waited += 20) await setTimeout$1(20);
			if (child.ended === null) return one;
			return {
				service,
				why: mayNot(child.tail().join("\n"))
			};
		} catch {
			return {
				service,
				why: "it is no program that loads an agent, and perf is not installed (linux-perf, linux-tools)"
			};
		}
	}
	stop() {
		return this.child.stop({ grace: 1 });
	}
	async end() {
		try {
			process.kill(this.child.pid, "SIGINT");
			await Promise.race([this.child.exited, setTimeout$1(LATE * 1e3)]);
			await this.stop();
			const argv = [
				...perfWith(this.file),
				"script",
				"-i",
				this.file,
				"-F",
				"ip,sym,dso",
				"--no-inline"
			];
			const how = {
				cwd: tmpdir(),
				env: allowed(process.env),
				timeout: LATE,
				limit: MOST_BYTES
			};
			return (await run(argv, how)).stdout;
		} catch {
			return "";
		}
	}
};
const perfWith = (file) => [
	"perf",
	"--buildid-dir",
	join(dirname(file), "programs")
];
function isStripped({ frames, nodes }) {
	const own = nodes.filter(([, frame]) => frames[frame].file !== null);
	const seconds = (some) => some.reduce((sum, [, , one]) => sum + one, 0);
	return seconds(own.filter(([, frame]) => frames[frame].name === "[unknown]")) > seconds(own) / 2;
}
function withoutSampling(programs) {
	if (!programs.every((program) => KNOWN.test(program))) return null;
	return SILENT.find(([runtime]) => programs.some((program) => runtime.test(program)))?.[1] ?? OTHERS;
}
function programOf(pid) {
	try {
		return basename(readlinkSync(`/proc/${pid}/exe`));
	} catch {
		return "";
	}
}

// src/explain/origins.ts
const ASIDE = /(?:^|\/)(?:dist|build|vendor|node_modules|docs?|tests?|__tests__|specs?|fixtures)\/|\.(?:md|lock|map|snap|svg|txt|log)$|\.min\.\w+$|lock\.(?:json|ya?ml)$|[._-](?:test|spec)\.\w+$/i;
const LONGEST_LINE$1 = 500;
const SQL = new Set("select from where and or not in is null as on join inner left right outer full cross order group by having limit offset insert into values update set delete returning distinct asc desc case when then else end count sum min max avg coalesce lower upper like ilike between exists union all any with for".split(" "));
const IMPORT = /^\s*(?:import\b|from\s+\S+\s+import\b|use\s|using\s|#include\b|require(?:_relative)?\s|(?:const|let|var)\s[^=]*=\s*require\()/;
const CALL = /\.\s*\w+\s*[(`<]/;
const ENOUGH = .5;
const [IN_FORM, IN_SQL] = [.25, .1];
const WORD = /[A-Za-z_]\w*/g;
const wordsOf = (line) => new Set(line.toLowerCase().match(WORD));
function maxBy(all, count) {
	const counts = all.map(count);
	return all[counts.indexOf(Math.max(...counts))];
}
const TABLE = /\b(?:from|join|into|update)\s+(?:only\s+)?(?:["`[]?\w+["`\]]?\.)?["`[]?([A-Za-z_]\w{2,})/gi;
const ALIAS = /\b(?:FROM|JOIN)\s+"\w+"\s+"([A-Z]\w{2,})"/g;
const OF_FUNCTIONS = /\b(?:extract|trim|substring|overlay)\s*\([^()]*\)/gi;
const plain = (name) => name.replaceAll("_", "").toLowerCase().replace(/ies$/, "y").replace(/(?<!s)s$/, "");
const withoutGet = (word) => word.replace(/^get(?=[A-Z])/, "");
function namesOf(table) {
	const parts = table.split("_");
	return parts.map((_, i) => parts.slice(i).join("_")).filter((last) => last.length > 2).map((last) => ({
		name: plain(last),
		isPart: last !== table
	}));
}
function originsOf(texts, added) {
	const blocks = added.filter(({ file }) => !ASIDE.test(file)).map((block) => {
		const lines = block.lines.map((line) => line.length > LONGEST_LINE$1 ? "" : line);
		const words = new Set(lines.flatMap((line) => [...wordsOf(line)]));
		return {
			...block,
			words,
			lineOf: lineFinder(lines)
		};
	});
	return texts.flatMap((text) => {
		const clauses = text.replace(OF_FUNCTIONS, "");
		const tables = [...clauses.matchAll(TABLE)].flatMap(([, table = ""]) => namesOf(table));
		const aliases = [...clauses.matchAll(ALIAS)].map(([, alias = ""]) => ({
			name: plain(alias),
			isPart: true
		}));
		tables.push(...aliases);
		tables.sort((a, b) => Number(a.isPart) - Number(b.isPart));
		const names = [...new Set(text.toLowerCase().match(WORD) ?? [])].filter((word) => !SQL.has(word));
		return blocks.flatMap(({ file, from, words, lineOf }) => {
			const namesAmong = (all) => names.filter((name) => all.has(name)).length;
			const share = namesAmong(words) / Math.max(1, names.length);
			const naming = tables.map((table) => lineOf(table)).filter((lines) => lines.length > 0);
			const one = maxBy(naming.find(([first]) => first.isInForm) ?? naming[0] ?? [], ({ line }) => namesAmong(wordsOf(line)));
			if (one === void 0 || share < ENOUGH && !one.isInForm) return [];
			const score = share + (one.isInForm ? IN_FORM : 0) - (file.endsWith(".sql") ? IN_SQL : 0);
			return [{
				origin: {
					text,
					file,
					line: from + one.i,
					name: one.name
				},
				score
			}];
		}).sort((a, b) => b.score - a.score).slice(0, 1).map(({ origin }) => origin);
	});
}
function callOriginsOf(texts, added) {
	const blocks = added.filter(({ file }) => !ASIDE.test(file));
	return texts.flatMap((text) => {
		const [, method] = /\/(\w+)$/.exec(text) ?? [];
		if (method === void 0) return [];
		const called = new RegExp(`(?<=\\.)${method}(?=\\s*\\()`, "i");
		return blocks.flatMap(({ file, from, lines }) => lines.flatMap((line, i) => {
			const name = line.length > LONGEST_LINE$1 ? void 0 : called.exec(line)?.[0];
			return name === void 0 ? [] : [{
				text,
				file,
				line: from + i,
				name
			}];
		})).slice(0, 1);
	});
}
const EAGER = /\b(?:(?:select|prefetch)_related|(?:joined|selectin|subquery|eager_)load|includes|preload|with(?=[(:])|populate|include|relations|(?:left|inner)JoinAndSelect|withGraphFetched|Include|ThenInclude)\b/;
function removedOriginsOf(texts, { added, removed }) {
	const namesIn = (line) => (line.match(WORD) ?? []).flatMap((word) => word.split("__"));
	const gone = removed.flatMap(({ file, from, lines }) => {
		if (ASIDE.test(file) || !EAGER.test(lines.join("\n"))) return [];
		const kept = new Set(added.flatMap((one) => one.file === file ? one.lines.flatMap(namesIn) : []));
		return lines.flatMap((line, i) => {
			if (line.length > LONGEST_LINE$1 || IMPORT.test(line)) return [];
			return namesIn(line).flatMap((name) => kept.has(name) ? [] : [{
				file,
				line: from + i,
				name
			}]);
		});
	});
	return texts.flatMap((text) => {
		const [, table = ""] = text.matchAll(TABLE).next().value ?? [];
		const names = new Set(namesOf(table).map(({ name }) => name));
		const found = gone.find(({ name }) => names.has(plain(name)));
		return found === void 0 ? [] : [{
			text,
			...found,
			removed: true
		}];
	});
}
function linesByName(lines) {
	const found = /* @__PURE__ */ new Map();
	for (const [i, line] of lines.entries()) {
		if (IMPORT.test(line)) continue;
		for (const word of line.match(WORD) ?? []) {
			const name = plain(withoutGet(word));
			const same = found.get(name) ?? [];
			found.set(name, same);
			if (same.at(-1)?.i === i) same.at(-1).words.push(word);
			else same.push({
				i,
				line,
				words: [word]
			});
		}
	}
	return found;
}
function lineFinder(lines) {
	const naming = linesByName(lines);
	const known = /* @__PURE__ */ new Map();
	return (table) => {
		const key = `${table.name} ${table.isPart}`;
		if (!known.has(key)) known.set(key, linesWith(table, naming.get(table.name) ?? []));
		return known.get(key);
	};
}
function linesWith({ isPart }, lines) {
	const at = lines.flatMap(({ i, line, words }) => {
		const own = words.filter((word) => !isPart || isClass(withoutGet(word)));
		const asked = own.find((word) => isInSql(line, word));
		const name = asked ?? own.find((word) => isInForm(line, word)) ?? own[0];
		if (name === void 0) return [];
		return [{
			i,
			line,
			name,
			isAsked: asked !== void 0,
			isInForm: isInForm(line, name),
			isCall: CALL.test(line)
		}];
	});
	const inForm = at.filter(({ isInForm }) => isInForm);
	const inSql = at.filter(({ isAsked }) => isAsked);
	if (inSql.length > 0) return inSql.map((one) => ({
		...one,
		isInForm: inForm.length > 0
	}));
	const named = inForm.length > 0 ? inForm : at;
	const calling = named.filter(({ isCall }) => isCall);
	return calling.length > 0 ? calling : named;
}
const isInSql = (line, name) => !/^\s*(?:\/\/|#|\*|--)/.test(line) && new RegExp(`\\b(?:from|join|into|update)\\s+(?:["'\`]?\\w+["'\`]?\\.)?["'\`[]?${name}\\b`, "i").test(line);
const BUILT$1 = String.raw`(?:(?<!\b(?:Array|Buffer))\.from|\.\w+Join|\b(?:db|tx|trx)\.(?:insert|update|delete))`;
const isInForm = (line, name) => new RegExp(`["'\`]${name}["'\`]|\\.${name}[.(]|${BUILT$1}\\(\\s*${name}\\b`).test(line) || isClass(name) && !/^\s*\w+,?\s*$/.test(line);
const isClass = (name) => /^[A-Z][a-z]/.test(name);

// src/explain/written.ts
const BUILT = /* @__PURE__ */ new Set([
	"dist",
	"build",
	"out",
	"lib",
	"target"
]);
const MOST_ABOVE = 4;
const ENDINGS = [
	".ts",
	".tsx",
	".mts",
	".cts"
];
const MOST_SOURCES = 1e3;
const LONGEST_LINE = 500;
const NAME = "(?<name>[A-Za-z_$][\\w$]*)";
const DECLARATIONS = [
	`^\\s*(?:export\\s+)?(?:default\\s+)?(?:async\\s+)?function\\s*\\*?\\s*${NAME}`,
	`^\\s*(?:export\\s+)?(?:const|let|var)\\s+${NAME}\\b.*=.*(?:=>|\\bfunction\\b|\\basync\\b|\\($)`,
	`^\\s*${NAME}\\s*[:=].*(?:=>|\\bfunction\\b)`,
	`^\\s*(?:(?:public|private|protected|static|override|async|get|set)\\s+)*\\*?${NAME}\\s*(?:<.*>)?\\(.*\\{$`
].map((pattern) => new RegExp(pattern));
const CLASS = /^\s*(?:(?:export|default|abstract)\s+)*class\s+([\w$]+)/;
const WORDS = /* @__PURE__ */ new Set([
	"if",
	"for",
	"while",
	"switch",
	"catch",
	"return",
	"await",
	"super"
]);
function declaredBy(tree, path) {
	const found = /* @__PURE__ */ new Map();
	for (const { file, text } of sourcesOf(tree, path)) {
		let owner = "";
		for (const [i, line] of text.split("\n").entries()) {
			if (line.length > LONGEST_LINE) continue;
			owner = CLASS.exec(line)?.[1] ?? owner;
			const name = nameIn(line.trimEnd());
			for (const key of name === void 0 ? [] : [name, `${owner}.${name}`]) found.set(key, found.has(key) ? null : {
				file,
				line: i + 1
			});
		}
	}
	return found;
}
function nameIn(line) {
	const name = DECLARATIONS.flatMap((pattern) => pattern.exec(line)?.groups?.name ?? [])[0];
	return name === void 0 || WORDS.has(name) ? void 0 : name;
}
function sourcesOf(tree, path) {
	const names = path.split("/");
	const built = names.findLastIndex((name) => BUILT.has(name));
	const [, stem] = /^(.+)\.[cm]?js$/.exec(names.slice(built + 1).join("/")) ?? [];
	if (built < 0 || stem === void 0 || names.includes("..") || names.includes("node_modules")) return [];
	const above = names.slice(Math.max(0, built - MOST_ABOVE), built);
	const folders = Array.from({ length: above.length + 1 }, (_, from) => join(...above.slice(from), "."));
	for (const folder of folders) for (const within of ["src", ""]) for (const ending of ENDINGS) {
		const file = join(folder, within, `${stem}${ending}`);
		const text = sourceText(join(tree, file));
		if (text !== null) return [{
			file,
			text
		}];
	}
	if (!stem.includes("/")) return [];
	return folders.map((folder) => sourcesBelow(tree, join(folder, dirname(stem)))).find((sources) => sources.length > 0) ?? [];
}
function sourcesBelow(tree, folder) {
	const found = [];
	for (const { name, path } of walked(tree, /* @__PURE__ */ new Set([...PACKAGE_FOLDERS, ...BUILT]), folder)) {
		const text = ENDINGS.includes(extname(name)) && !/\.(?:d|test|spec|e2e-spec)\.\w+$/.test(name) ? sourceText(join(tree, path)) : null;
		if (text !== null && found.push({
			file: path,
			text
		}) > MOST_SOURCES) return [];
	}
	return found;
}

// src/explain/places.ts
const TOP = /^\/(?:(?:usr\/|opt\/|srv\/|home\/[\w-]+\/)?(?:src\/)?(?:app|code)|src|srv|workspace)\/[^/]+$/;
const ROOT = /^(?:(?:[a-z]:)?[\\/]|file:)+/i;
const LONGEST = 4e3;
const DEEPEST = 30;
function placer(tree) {
	const known = /* @__PURE__ */ new Map();
	const declared = /* @__PURE__ */ new Map();
	let files;
	const listed = () => {
		files ??= filesByName(tree);
		return files;
	};
	const find = (url) => {
		if (!known.has(url)) known.set(url, placed(url, tree, listed)?.slice(-400).replace(ROOT, "") || null);
		return known.get(url);
	};
	const written = (url, name, owner = "") => {
		if (!declared.has(url)) declared.set(url, declaredBy(tree, pathOf(url) ?? ""));
		const found = declared.get(url);
		return found.get(`${owner}.${name}`) ?? found.get(name) ?? null;
	};
	return Object.assign(find, { written });
}
function placed(url, tree, listed) {
	const path = pathOf(url);
	if (path === null) return null;
	const names = path.split(/[\\/]/).filter((name) => name !== "" && name !== ".");
	const packages = names.findLastIndex((name, i) => PACKAGE_FOLDERS.includes(name) || isModule(names.slice(i)));
	if (packages >= 0) return names.slice(packages).join("/");
	const own = relative(tree, path).split(sep).join("/");
	if (path.startsWith("/") && own !== "" && !own.startsWith("../")) return own;
	for (let from = Math.max(0, names.length - DEEPEST); from < names.length - 1; from++) {
		const rest = names.slice(from);
		if (!rest.includes("..") && existsSync(join(tree, ...rest))) return rest.join("/");
	}
	const name = names.at(-1);
	if (name === void 0) return null;
	const least = existsSync(join(tree, name)) ? 3 : 2;
	const files = listed().get(name) ?? [];
	return withLongestEnd(names, files, least) ?? (TOP.test(path) && files.length === 1 ? files[0] : name);
}
function withLongestEnd(names, files, least) {
	const path = names.toReversed();
	const lengths = files.map((file) => {
		const own = file.split("/").toReversed();
		const differs = path.findIndex((name, i) => name !== own[i]);
		return differs < 0 ? path.length : differs;
	});
	const longest = Math.max(0, ...lengths);
	if (longest < least || BUILT.has(path[longest] ?? "")) return null;
	const found = files.filter((_, i) => lengths[i] === longest);
	return found.length === 1 ? found[0] : names.slice(-longest).join("/");
}
const isModule = ([pkg, mod, ...rest]) => pkg === "pkg" && mod === "mod" && rest.some((name) => name.includes("@"));
function pathOf(url) {
	if (url === "" || url.length > LONGEST || /^(?:node|native|internal|wasm|data|blob|evalmachine|extensions):?/.test(url)) return null;
	if (!/^[a-z][a-z0-9+.-]*:/i.test(url)) return url.startsWith("/") ? url : null;
	try {
		return decodeURIComponent(new URL(url).pathname);
	} catch {
		return null;
	}
}

// src/explain/python/waits.ts
const WAITS = `    shortest = 0.0001
    nearest = 8
    timer, lock, task, other = "a timer", "a lock", "another task", "another thread"
    # Files of packages that wait for a connection of a pool.
    pools = (
        *("sqlalchemy/pool/impl.py", "psycopg_pool/pool.py", "psycopg_pool/pool_async.py", "asyncpg/pool.py"),
        *("aiomysql/pool.py", "redis/connection.py", "redis/asyncio/connection.py", "urllib3/connectionpool.py"),
    )

    def locks_in(code):
        # The places in a function at which it may be waiting for a lock.
        places, name = set(), None
        for at in dis.get_instructions(code):
            if at.opname in ("LOAD_METHOD", "LOAD_ATTR"):
                name = at.argval
            elif at.opname == "LOAD_SPECIAL":
                name = "__enter__"
            elif at.opname in ("SETUP_WITH", "BEFORE_WITH"):
                places.add(at.offset)
            elif "CALL" in at.opname:
                if name in ("acquire", "__enter__"):
                    places.add(at.offset)
                if at.opname != "PRECALL":
                    name = None
        return places

    def wait_of(frame):
        code, known = frame.f_code, state["locking"]
        if id(code) not in known:
            known[id(code)] = (locks_in(code), code)
        if frame.f_lasti not in known[id(code)][0]:
            return None
        if os.path.basename(code.co_filename) != "threading.py":
            return lock
        # A semaphore waits for a condition, and that for a lock of its own.
        above = frame.f_back.f_code if frame.f_back is not None else code
        return lock if above.co_filename == code.co_filename and above.co_name == "acquire" else other

    def waited(codes, seconds, reason):
        if reason != timer and any(code.co_filename.endswith(pools) for code in codes[:nearest]):
            reason = "a connection"
        key, waits = (reason, *map(id, codes)), state["waits"]  # the hash of a code takes as long as all the rest
        if state["on"] is not None and (key in waits or len(waits) < 1000):
            waits.setdefault(key, [[reason, *codes], 0.0])[1] += seconds

    def called(method, host, began):
        text, calls = "%s %s" % (method, host), state["calls"]
        if state["on"] is not None and (text in calls or len(calls) < 200):
            sums = calls.setdefault(text, [0, 0.0])
            sums[0] += 1
            sums[1] += time.perf_counter() - began

    def replace(module, path, wrapped):
        owner, names = sys.modules.get(module), path.split(".")
        for name in names[:-1]:
            owner = getattr(owner, name, None)
        original = getattr(owner, names[-1], None)
        if original is None:
            return
        ours = wrapped(original)
        places = [(owner, names[-1])]
        if len(names) == 1:  # and wherever it was imported by name
            places = [
                (one, name)
                for one in list(sys.modules.values())
                for name, value in list(getattr(one, "__dict__", {}).items())
                if value is original
            ]
        for one, name in places:
            try:
                setattr(one, name, ours)
                state["replaced"].append((one, name, original, ours))
            except Exception:
                pass

    def watch():
        def lasted(began, caller, reason):
            seconds = time.perf_counter() - began
            # A condition that has waited acquires its lock again.
            is_inner = caller.f_code.co_name == "wait" and caller.f_code.co_filename.endswith("asyncio/locks.py")
            if seconds >= shortest and not is_inner:
                waited(stack(caller), seconds, reason)

        def slept(original):
            def sleep(*args, **kwargs):
                began = time.perf_counter()
                original(*args, **kwargs)
                lasted(began, sys._getframe(1), timer)

            return sleep

        def awaiting(reason):
            def wrapped(original):
                async def wait(*args, **kwargs):
                    began = time.perf_counter()
                    result = await original(*args, **kwargs)
                    lasted(began, sys._getframe(1), reason)
                    return result

                return wait

            return wrapped

        def put(original):
            def putrequest(self, method, *args, **kwargs):
                pending[self] = (method, time.perf_counter())
                return original(self, method, *args, **kwargs)

            return putrequest

        def got(original):
            def getresponse(self, *args, **kwargs):
                response = original(self, *args, **kwargs)
                if self in pending:
                    method, began = pending.pop(self)
                    called(method, "%s:%s" % (self.host, self.port), began)
                return response

            return getresponse

        def handled(original):
            def handle_request(self, request):
                began = time.perf_counter()
                response = original(self, request)
                called(request.method, request.url.netloc.decode("ascii"), began)
                return response

            return handle_request

        def awaited(original):
            async def handle_async_request(self, request):
                began = time.perf_counter()
                response = await original(self, request)
                called(request.method, request.url.netloc.decode("ascii"), began)
                return response

            return handle_async_request

        def requested(original):
            async def _request(self, *args, **kwargs):
                began = time.perf_counter()
                response = await original(self, *args, **kwargs)
                called(response.method, "%s:%s" % (response.url.host, response.url.port), began)
                return response

            return _request

        pending = weakref.WeakKeyDictionary()
        replace("time", "sleep", slept)
        replace("asyncio.tasks", "sleep", awaiting(timer))
        replace("asyncio.locks", "Lock.acquire", awaiting(lock))
        replace("asyncio.locks", "Semaphore.acquire", awaiting(lock))
        replace("asyncio.locks", "Event.wait", awaiting(task))
        replace("asyncio.locks", "Condition.wait", awaiting(task))
        replace("asyncio.queues", "Queue.get", awaiting(task))
        replace("asyncio.queues", "Queue.put", awaiting(task))
        replace("http.client", "HTTPConnection.putrequest", put)
        replace("http.client", "HTTPConnection.getresponse", got)
        replace("httpx", "HTTPTransport.handle_request", handled)
        replace("httpx", "AsyncHTTPTransport.handle_async_request", awaited)
        replace("aiohttp.client", "ClientSession._request", requested)

`;

// src/explain/python/agent.ts
const AGENT = `def _steelyard():
    import _thread, dis, json, os, random, re, signal, socket, sys, time, weakref

    here = os.path.dirname(os.path.abspath(__file__))
    folder = os.path.dirname(here)
    began_in = os.getcwd()
    library = os.path.dirname(os.path.abspath(os.__file__)) + os.sep
    packages = tuple(library + name + os.sep for name in ("site-packages", "dist-packages"))
    # Programs that pip installs, such as uvicorn, are no code of the service.
    programs = (os.path.dirname(sys.executable or ""), os.path.join(sys.prefix, "bin"), "/usr/local/bin")
    inner = ("<listcomp>", "<dictcomp>", "<setcomp>")
    anonymous = ("<lambda>", "<genexpr>")
    deepest = 500
    interval = __MICROS__ / 1e6
    moment = 0.0002
    running = 0.3  # of a moment, in which a thread uses the CPU
    mine = sys._getframe().f_code.co_filename
    main = _thread.get_ident()
    state = {"own": set(), "root": {}, "on": None, "switch": 0.005, "main": 0.0, "waits": {}, "calls": {}, "replaced": []}
    state["locking"], state["packages"] = {}, None
    pause = time.sleep

    def clocks():
        found = {}
        for thread in sys._current_frames():
            if thread == main or thread in state["own"]:
                continue
            try:
                found[thread] = time.clock_gettime(time.pthread_getcpuclockid(thread))
            except (OSError, OverflowError, ValueError):
                pass
        return found

    def stack(frame):
        codes = []
        if frame.f_code.co_filename == mine:
            return codes  # the work of these functions is not the service's
        while frame is not None and len(codes) < deepest:
            code = frame.f_code
            if code.co_name not in inner and code.co_filename != mine:
                codes.append(code)
            frame = frame.f_back
        return codes

    def interrupted(_signal, frame):
        if state["on"] is None or _thread.get_ident() != main:
            return
        used, state["main"] = time.thread_time() - state["main"], float("inf")  # a second signal counts nothing
        if used > 0:
            codes = stack(frame)
            for waiting in greenlets() if codes else ():
                codes += stack(waiting)
            count(state["root"], codes, used)
        state["main"] = time.thread_time()

    def greenlets():  # frames of those that wait for the one that runs, as asyncio does for SQLAlchemy
        found = []
        try:
            parent = sys.modules["greenlet"].getcurrent().parent
            while parent is not None and parent.gr_frame is not None:
                found.append(parent.gr_frame)
                parent = parent.parent
        except Exception:
            pass
        return found

    def count(callees, codes, seconds):
        node = None
        for code in reversed(codes):
            node = callees.get(code)
            if node is None:
                node = callees[code] = [0.0, {}]
            callees = node[1]
        if node is not None:
            node[0] += seconds

    def sample(token):
        own = _thread.get_ident()
        state["own"].add(own)
        last = looked = time.perf_counter()
        while state["on"] is token:
            pause(interval * (0.5 + random.random()))  # services do things at equal times
            frames, before, began = sys._current_frames(), clocks(), time.perf_counter()
            seen = {thread: stack(frame) for thread, frame in frames.items() if thread in before}
            if state["on"] is token:
                for thread, frame in frames.items():
                    reason = None if thread in state["own"] else wait_of(frame)
                    if reason is not None:
                        waited(seen.get(thread) or stack(frame), began - looked, reason)
            frames, frame, looked = None, None, began
            pause(moment)
            after, now = clocks(), time.perf_counter()
            used = {thread: after[thread] - before[thread] for thread in after if thread in before}
            thread = max(used, key=used.get) if used else None
            if thread in seen and used[thread] >= running * (now - began) and state["on"] is token:
                count(state["root"], seen[thread], now - last)
            last = now
        state["own"].discard(own)

${WAITS}    def start():
        state["root"], state["waits"], state["calls"], state["on"] = {}, {}, {}, object()
        watch()
        state["main"] = time.clock_gettime(time.pthread_getcpuclockid(main))
        state["switch"] = sys.getswitchinterval()
        sys.setswitchinterval(moment / 2)
        _thread.start_new_thread(sample, (state["on"],))
        signal.setitimer(signal.ITIMER_PROF, interval, interval)
        return {}

    def stop():
        if state["on"] is not None:
            sys.setswitchinterval(state["switch"])
            signal.setitimer(signal.ITIMER_PROF, 0)
        state["on"] = None
        for owner, name, original, ours in state["replaced"]:
            if getattr(owner, name) is ours:
                setattr(owner, name, original)
        state["replaced"] = []
        functions, known, versions = [], {}, {}

        def package(path):
            for folder in ("/site-packages/", "/dist-packages/"):
                above, found, rest = path.rpartition(folder)
                if found:
                    first = rest.split("/")[0]
                    name = distributions().get(os.path.splitext(first)[0])
                    if name is None:
                        return path
                    if name not in versions:
                        versions[name] = installed(name)
                    return path if name == plain(first) else above + found + name + "/" + rest
            return path

        def place(code):
            if isinstance(code, str):  # the reason of a wait
                if code not in known:
                    known[code] = len(functions)
                    functions.append([code, "", None])
            elif code not in known:
                path = code.co_filename
                if path.startswith("<"):
                    url = ""
                else:
                    path = os.path.join(began_in, path)
                    own = not path.startswith(library) or path.startswith(packages)
                    own = own and os.path.dirname(path) not in programs
                    url = package(path) if own and not path.startswith(here) else ""
                name = "" if code.co_name in anonymous else getattr(code, "co_qualname", code.co_name)
                known[code] = len(functions)
                functions.append([name.replace("<locals>.", ""), url, max(1, code.co_firstlineno) if url else None])
            return known[code]

        def tree(root):
            nodes = []
            pending = [(-1, code, node) for code, node in root.items()]
            while pending:
                caller, code, (seconds, callees) = pending.pop()
                at = len(nodes)
                nodes.append([caller, place(code), seconds * 1e6])
                pending.extend((at, callee, node) for callee, node in callees.items())
            return nodes

        waits = {}
        for codes, seconds in list(state["waits"].values()):
            count(waits, codes, seconds)
        calls = [[text, many, seconds * 1e6] for text, (many, seconds) in state["calls"].copy().items()]
        answer = {"nodes": tree(state["root"]), "waits": tree(waits), "functions": functions, "calls": calls, "versions": versions}
        state["root"], state["waits"], state["calls"], state["locking"] = {}, {}, {}, {}
        return answer

    def plain(name):
        return re.sub("[-_.]+", "-", name).lower()

    def distributions():  # the names of packages by their modules: pyyaml of yaml
        if state["packages"] is None:
            state["packages"] = {}
            try:
                from importlib.metadata import packages_distributions  # from Python 3.10 on

                for module, names in packages_distributions().items():
                    if len(set(map(plain, names))) == 1:
                        state["packages"][module] = plain(names[0])
            except Exception:
                pass
        return state["packages"]

    def installed(name):  # the version of a package; empty where it has none
        try:
            from importlib.metadata import version

            return version(name)
        except Exception:
            return ""

    def serve():
        state["own"] = {_thread.get_ident()}
        try:
            with socket.socket(socket.AF_UNIX) as link:
                link.connect(os.path.join(folder, "socket"))
                link.sendall(b'{"service": "__SERVICE__", "source": "python"}\\n')
                for word in link.makefile("r"):
                    answer = start() if word.strip() == "start" else stop()
                    link.sendall(json.dumps(answer).encode() + b"\\n")
        except Exception:
            pass
        finally:
            state["on"] = None

    def begin():
        state["on"] = None
        _thread.start_new_thread(serve, ())

    if signal.getsignal(signal.SIGPROF) in (signal.SIG_DFL, None):
        signal.signal(signal.SIGPROF, interrupted)
        os.register_at_fork(after_in_child=begin)
        begin()
    sys.path[:] = [path for path in sys.path if os.path.abspath(path) != here]


try:
    _steelyard()
except Exception:
    pass
import importlib.machinery, importlib.util

_own = importlib.machinery.PathFinder.find_spec("sitecustomize")
if _own is not None and _own.loader is not None:
    _own.loader.exec_module(importlib.util.module_from_spec(_own))
`;

// src/explain/python/python.ts
const INTERVAL = 2e3;
const PYTHON = {
	source: "python",
	interval: INTERVAL / 1e6,
	enter(folder, service, { PYTHONPATH = "" }) {
		const here = join(folder, `${service}.py`);
		if (!existsSync(here)) mkdirSync(here);
		const text = AGENT.replace("__SERVICE__", service).replace("__MICROS__", String(INTERVAL));
		writeFileSync(join(here, "sitecustomize.py"), text);
		return { PYTHONPATH: PYTHONPATH === "" ? here : `${here}:${PYTHONPATH}` };
	}
};

// src/explain/together.ts
function together(first, ...others) {
	const all = [first, ...others];
	return {
		attach: first.attach,
		get lacking() {
			const found = /* @__PURE__ */ new Map();
			for (const [service, why] of all.flatMap(({ lacking }) => [...lacking ?? []])) {
				const before = found.get(service);
				found.set(service, before === void 0 ? why : `${before}; ${why}`);
			}
			return found;
		},
		async begin(where, covered) {
			const known = new Set(covered);
			for (const one of all) for (const service of await one.begin(where, known)) known.add(service);
			return [...known];
		},
		async end() {
			return (await Promise.all(all.map((one) => one.end()))).flat();
		},
		async [Symbol.asyncDispose]() {
			for (const one of [...others, first]) await one[Symbol.asyncDispose]?.();
		}
	};
}

// src/explain/versions.ts
function installedUpdates(workloads) {
	const [base, head] = SIDES.map((of) => {
		const profiles = workloads.flatMap((one) => one.profiles.filter(({ side }) => side === of));
		return new Map(profiles.flatMap(({ service, versions = {} }) => Object.entries(versions).map(([name, version]) => [`${service} ${name}`, {
			name,
			version
		}])));
	});
	return [...head].flatMap(([key, { name, version }]) => {
		const before = base.get(key)?.version;
		return before === void 0 || before === version ? [] : [{
			name,
			base: before,
			head: version
		}];
	});
}

export { AgentProfiler, JAVA, NODE, PYTHON, callOriginsOf, goSampler, installedUpdates, javaSampler, originsOf, perfSampler, placer, removedOriginsOf, together };