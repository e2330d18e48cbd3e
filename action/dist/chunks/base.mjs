import { require_fastest_levenshtein } from "./npm/fastest-levenshtein.mjs";

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
const EXIT_MEANINGS = {
	0: "nothing was found",
	1: "head is worse or broken: regressed, failed, budget, expectation, missing",
	2: "a mistake in the config, the arguments or a file",
	3: "no verdict is possible: invalid measurements, or a broken environment",
	4: "undecided, and the policy demands a decision: inconclusive, incomparable",
	5: "nothing was compared; only `gitlab report` ends so, since a job of GitLab has no neutral end",
	70: "a bug in steelyard",
	130: "interrupted (SIGINT)",
	143: "ended (SIGTERM)"
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
const wrongOption = (name, found, remedy) => userError(`--${name} got "${found.slice(0, 80)}".`, {
	where: "the command line",
	remedy
});
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
function errorFacts(thrown) {
	const error = blamed(thrown);
	if (error instanceof Interrupted) return {
		fault: null,
		message: error.message
	};
	if (!isExpected(error)) return {
		fault: "bug",
		message: explain(error)
	};
	const { fault, message, where, remedy } = error;
	return {
		fault,
		message,
		where,
		because: reason(error.cause),
		remedy
	};
}
function reason(cause) {
	if (cause === void 0) return void 0;
	return cause instanceof Error ? cause.message : String(cause);
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
const LONG = 3e4;
function announce(log, what, after = LONG) {
	const timer = log.isLive ? void 0 : setTimeout(() => log.info(what), after);
	return { [Symbol.dispose]: () => clearTimeout(timer) };
}
const named = (log, name) => ({
	info: (line) => log.info(`${name}: ${line}`),
	warn: (line) => log.warn(`${name}: ${line}`),
	progress: (line) => log.progress(line),
	isLive: log.isLive ?? false,
	get columns() {
		return log.columns ?? Infinity;
	}
});
const silent = {
	info() {},
	warn() {},
	progress() {}
};
const COLOUR = /\u001b\[[\d;]*m/g;
function visible(text) {
	return text.replace(COLOUR, "").replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).replace(/^([^\S\n]*):(?=:)/gm, "$1: ").replace(/##(?=\[)/g, "## ");
}

// src/base/version.ts
const VERSION = "0.1.0";

// src/base/world.ts
const sinkLike = (sink, more) => ({
	...sink,
	...more,
	get columns() {
		return sink.columns;
	}
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
const NUMBER = String.raw`(?:\d+(?:\.\d*)?|\.\d+)`;
const PART = `(${NUMBER})\\s?(${Object.keys(TIMES).join("|")})`;
const SPAN = `${PART}(?:\\s?${PART})*`;
const decimal = (product) => Number(product.toPrecision(15));
function seconds(text) {
	if (!new RegExp(`^${SPAN}$`).test(text)) return void 0;
	const parts = [...text.matchAll(new RegExp(PART, "g"))];
	return decimal(parts.reduce((sum, [, n, unit]) => sum + Number(n) * TIMES[unit], 0));
}

// src/base/pairlimits.ts
const PAIRS = {
	least: 6,
	most: 200
};

// src/base/own.ts
function own(record, name) {
	return record && Object.hasOwn(record, name) ? record[name] : void 0;
}

// src/base/text.ts
function withoutEnd(text, characters) {
	let end = text.length;
	while (end > 0 && characters.includes(text[end - 1])) end--;
	return text.slice(0, end);
}
const firstLine = (text, most = 2e3) => text.trim().split("\n", 1)[0].slice(0, most);
const locationOf = ({ file, line }) => line === null ? file : `${file}:${line}`;
const GROUPED = new Intl.NumberFormat("en-US");
const number = (n) => GROUPED.format(n);
const counted = (n, one, many = `${one}s`) => `${number(n)} ${n === 1 ? one : many}`;

// src/base/shell.ts
const shellWord = (word) => /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

// src/base/pattern.ts
function matches(pattern, text) {
	const parts = pattern.split("*");
	const [first = "", last = ""] = [parts[0], parts.at(-1)];
	if (parts.length === 1) return text === pattern;
	if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
	let at = first.length;
	for (const part of parts.slice(1, -1)) {
		const found = text.indexOf(part, at);
		if (found === -1) return false;
		at = found + part.length;
	}
	return at <= text.length - last.length;
}

// src/base/page.ts
const SLOT = "__STEELYARD_DATA__";
const pageOf = (template, data) => template.replace(SLOT, () => JSON.stringify(data).replaceAll("<", "\\u003c"));

// src/base/paths.ts
function resolved(folder, path) {
	const steps = folder === "." ? [] : folder.split("/");
	for (const step of path.split("/")) {
		if (step === "" || step === ".") continue;
		if (step !== "..") steps.push(step);
		else if (steps.pop() === void 0) return null;
	}
	return steps.join("/") || ".";
}

// src/base/redact.ts
const SHORTEST_SECRET = 6;
function redactor(secrets) {
	const forms = /* @__PURE__ */ new Set();
	for (const secret of secrets) {
		if (secret.length < 6) continue;
		forms.add(secret);
		forms.add(JSON.stringify(secret).slice(1, -1));
		forms.add(encodeURIComponent(secret));
		forms.add(Buffer.from(secret).toString("base64"));
	}
	const ordered = [...forms].sort((a, b) => b.length - a.length);
	return (text) => ordered.reduce((hidden, form) => hidden.replaceAll(form, "***"), text);
}
function hidden(value, redact) {
	const walk = (part) => {
		if (typeof part === "string") return redact(part);
		if (Array.isArray(part)) return part.map(walk);
		if (part === null || typeof part !== "object") return part;
		return Object.fromEntries(Object.entries(part).map(([key, inner]) => [redact(key), walk(inner)]));
	};
	return walk(value);
}

// src/base/nearest.ts
var import_fastest_levenshtein = require_fastest_levenshtein();
function nearest(name, known) {
	const plain = (text) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
	const wanted = plain(name.slice(0, 100));
	if (wanted === "") return void 0;
	const [best] = known.map((candidate) => ({
		candidate,
		far: slips(wanted, plain(candidate))
	})).sort((a, b) => a.far - b.far);
	const most = wanted.length <= 4 ? 1 : Math.max(2, .4 * wanted.length);
	return best !== void 0 && best.far <= most && best.far < wanted.length ? best.candidate : void 0;
}
function choice(name, known) {
	const near = nearest(name, known);
	return near === void 0 ? `one of: ${known.join(", ")}` : `did you mean ${near}?`;
}
function slips(a, b) {
	const sorted = (text) => [...text].sort().join("");
	return a !== b && sorted(a) === sorted(b) ? 1 : (0, import_fastest_levenshtein.distance)(a, b);
}

// src/base/random.ts
function stream(seed) {
	let state = seed >>> 0;
	return () => {
		state = state + 1831565813 >>> 0;
		let t = Math.imul(state ^ state >>> 15, state | 1);
		t = t + Math.imul(t ^ t >>> 7, t | 61) ^ t;
		return ((t ^ t >>> 14) >>> 0) / 2 ** 32;
	};
}
function shuffled(items, next) {
	const order = [...items];
	for (let i = order.length - 1; i > 0; i--) {
		const j = Math.floor(next() * (i + 1));
		[order[i], order[j]] = [order[j], order[i]];
	}
	return order;
}
const seedOf = (uniform) => Math.floor(uniform * 2 ** 31);

// src/base/response.ts
async function bodyOf(answer, most) {
	const parts = [];
	let size = 0;
	for await (const part of answer.body ?? []) {
		size += part.length;
		if (size > most) return null;
		parts.push(part);
	}
	return Buffer.concat(parts);
}

// src/base/ends.ts
var Ends = class {
	acts = [];
	add = (act) => void this.acts.push(act);
	async [Symbol.asyncDispose]() {
		const failed = [];
		for (const act of this.acts.splice(0).reverse()) await act().catch((error) => failed.push(error));
		if (failed.length > 0) throw failed[0];
	}
};

// src/base/steptimes.ts
const STEPS = [
	"wait",
	"why",
	"build",
	"start"
];
const NONE = {
	wait: 0,
	why: 0,
	build: 0,
	start: 0
};
var StepTimes = class {
	seconds = { ...NONE };
	running = { ...NONE };
	now;
	since = 0;
	constructor(now = () => performance.now() / 1e3) {
		this.now = now;
	}
	async during(step, act) {
		this.settle();
		this.running[step]++;
		try {
			return await act();
		} finally {
			this.settle();
			this.running[step]--;
		}
	}
	settle() {
		const now = this.now();
		const step = STEPS.find((one) => this.running[one] > 0);
		if (step !== void 0) this.seconds[step] += now - this.since;
		this.since = now;
	}
};

// src/base/sql.ts
const STATEMENT = /^\(*\s*(?:select|insert|update|delete|merge|with|values|table)\b/i;
const KEPT = 2e3;
const LONGEST = 1e5;
const DOLLARS = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/u;
const PARTS = new RegExp([
	"(\"(?:[^\"]|\"\")*\")",
	String.raw`--[^\n]*|/\*[\s\S]*?\*/|#(?!(?:>>?|-)\s*(?:[$'(]|array\b))[^\n]*`,
	String.raw`\b[eE]'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'`,
	String.raw`(${DOLLARS.source})[\s\S]*?\2`,
	String.raw`(\$\d+)`,
	String.raw`\b\d[\p{L}\p{N}_.$]*(?:(?<=[eE])[+-]\d+)?`
].join("|"), "gu");
const UNSURE = /^'[\s\S]*(?<!\\)(?:\\\\)*\\'/;
const UNFINISHED = new RegExp(`'|/\\*|\\*/|--|${DOLLARS.source}`, "u");
function withoutValues(sql) {
	if (sql.length > LONGEST) return null;
	let isUnsure = false;
	const text = sql.replace(PARTS, (part, name, _tag, parameter) => {
		if (name !== void 0 || parameter !== void 0) return part;
		if (UNSURE.test(part)) isUnsure = true;
		return /^(?:--|\/\*|#)/.test(part) ? " " : "?";
	}).replace(/\s+/g, " ").trim();
	const unfinished = UNFINISHED.test(text.replace(/"(?:[^"]|"")*"/g, ""));
	return !STATEMENT.test(text) || unfinished || isUnsure ? null : text.slice(0, KEPT);
}

// src/base/tags.ts
const releaseCheck = (name) => `${name}-release`;

export { EXIT, EXIT_MEANINGS, Ends, Interrupted, NUMBER, PAIRS, SPAN, SteelyardError, StepTimes, TIMES, VERSION, announce, bodyOf, choice, counted, decimal, environmentError, errorFacts, exitOf, explain, firstLine, hidden, interruption, isExpected, locationOf, logTo, matches, named, nearest, number, own, pageOf, redactor, releaseCheck, resolved, seconds, seedOf, shellWord, shuffled, silent, sinkLike, stream, userError, visible, withoutEnd, withoutValues, wrongOption };