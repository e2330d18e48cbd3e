import { bodyOf, matches, own } from "./base.mjs";
import { EXECUTED, KEPT, isShared, perRequestName, prefixOf } from "./model.mjs";

// src/scrape/families.ts
function families({ types, samples }) {
	const found = /* @__PURE__ */ new Map();
	for (const sample of samples) {
		const role = roleOf(sample, types);
		if (role === void 0) continue;
		const { family, kind, part } = role;
		const entry = found.get(family) ?? {
			kind,
			series: []
		};
		found.set(family, entry);
		const labels = new Map(sample.labels);
		labels.delete("le");
		entry.series.push({
			part,
			le: bound(sample.labels.get("le")),
			labels,
			value: sample.value
		});
	}
	return found;
}
const PARTS = {
	_bucket: "bucket",
	_sum: "sum",
	_count: "count"
};
function roleOf({ name, labels }, types) {
	for (const [suffix, part] of Object.entries(PARTS)) {
		const family = name.slice(0, -suffix.length);
		const type = name.endsWith(suffix) ? types.get(family) : void 0;
		if (type === "gaugehistogram") return void 0;
		if (type !== "histogram" && (type !== "summary" || part === "bucket")) continue;
		if (part === "bucket" && !labels.has("le")) return void 0;
		return {
			family,
			kind: type,
			part
		};
	}
	const base = name.replace(/_(?:total|created|info)$/, "");
	const based = base === name ? void 0 : types.get(base) ?? types.get(`${base}_total`);
	if (name.endsWith("_created") && based !== void 0) return void 0;
	const type = types.get(name) ?? (based === "counter" ? "counter" : void 0);
	if (type === "counter" || undeclared(type) && name.endsWith("_total")) return {
		family: name,
		kind: "counter",
		part: "value"
	};
	if (type === "gauge" || undeclared(type) && based !== "info") return {
		family: name,
		kind: "gauge",
		part: "value"
	};
}
const undeclared = (type) => type === void 0 || type === "untyped" || type === "unknown";
const bound = (text) => {
	if (text === void 0) return NaN;
	return text === "+Inf" || text === "Inf" ? Number.POSITIVE_INFINITY : Number(text);
};

// src/scrape/figures.ts
const MOST_METRICS = 200;
const MOST_VALUES = 20;
const QUANTILES = [
	50,
	90,
	95,
	99
];
const STARTED = "process_start_time_seconds";
var Absent = class extends Error {};
function figures(before, after, seconds, wanted, prefix) {
	const metrics = {};
	const notes = [];
	const [first, last] = [families(before), families(after)];
	const restarted = startOf(first) !== startOf(last);
	if (restarted) notes.push("the process was restarted during the trial: its counters are missing");
	for (const name of [...last.keys()].sort().filter(including(wanted.include))) {
		const family = last.get(name);
		if (restarted && family.kind !== "gauge") continue;
		const earlier = first.get(name)?.series ?? [];
		for (const [labels, series] of groups(family, wanted.split, name, notes)) try {
			const mine = earlier.filter((one) => belongs(one, labels));
			const found = of(family.kind, name, {
				before: mine,
				after: series,
				seconds
			});
			for (const [stem, own, metric] of found) metrics[metricName(prefix, stem, {
				...labels,
				...own
			})] = metric;
		} catch (error) {
			if (!(error instanceof Absent)) throw error;
			notes.push(`${metricName("", name, labels)}: ${error.message}`);
		}
	}
	const names = Object.keys(metrics);
	if (names.length <= 200) return {
		metrics,
		notes
	};
	notes.push(`of ${names.length} metrics the first ${200} are kept: name the important ones under include`);
	return {
		metrics: Object.fromEntries(Object.entries(metrics).slice(0, 200)),
		notes
	};
}
const startOf = (all) => all.get(STARTED)?.series[0]?.value;
function including(include) {
	if (include === void 0) return (name) => name !== STARTED;
	return (name) => include.some((pattern) => matches(pattern, name));
}
const belongs = ({ labels }, wanted) => Object.entries(wanted).every(([label, value]) => labels.get(label) === value);
function groups({ series }, split, name, notes) {
	const parts = split.flatMap((label) => {
		const values = [...new Set(series.flatMap(({ labels }) => labels.get(label) ?? []))].sort();
		if (values.length <= MOST_VALUES) return values.map((value) => {
			const labels = { [label]: value };
			return [labels, series.filter((one) => belongs(one, labels))];
		});
		notes.push(`${name} is not split by ${label}, which has ${values.length} values`);
		return [];
	});
	return [[{}, series], ...parts];
}
function of(kind, name, readings) {
	const unit = unitOf(name);
	if (kind === "gauge") return gauge(name, unit, readings.after);
	const { seconds } = readings;
	const counted = (stem, count, of) => [
		stem,
		{},
		{
			kind: "counter",
			unit: of,
			count,
			seconds
		}
	];
	if (kind === "counter") return [counted(name, added(readings, "value"), unit)];
	const count = added(readings, "count");
	const all = [counted(`${name}_count`, count, "1")];
	if (count === 0) return all;
	const sum = added(readings, "sum");
	all.push([
		name,
		{ stat: "mean" },
		{
			kind: "gauge",
			unit,
			value: sum / count
		}
	]);
	return kind === "summary" ? all : [...all, ...buckets(name, unit, readings)];
}
function gauge(name, unit, series) {
	if (series.length > 1) throw new Absent(`${series.length} series: split it by a label that separates them`);
	const value = series[0]?.value ?? NaN;
	if (!Number.isFinite(value)) throw new Absent(`its value is ${value}`);
	return [[
		name,
		{},
		{
			kind: "gauge",
			unit,
			value
		}
	]];
}
function added({ before, after }, part, le) {
	const mine = (one) => one.part === part && (le === void 0 || one.le === le);
	const earlier = new Map(before.filter(mine).map((one) => [keyOf(one), one.value]));
	let sum = 0;
	for (const one of after.filter(mine)) {
		const key = keyOf(one);
		const delta = one.value - (earlier.get(key) ?? 0);
		earlier.delete(key);
		if (!Number.isFinite(delta)) throw new Absent(`its value is ${one.value}`);
		if (delta < 0 && part !== "sum") throw new Absent("it was reset during the trial");
		sum += delta;
	}
	if (earlier.size > 0) throw new Absent("one of its series disappeared during the trial");
	return sum;
}
const keyOf = ({ labels, le }) => JSON.stringify([le, [...labels].sort()]);
function buckets(name, unit, readings) {
	const all = readings.after.filter(({ part }) => part === "bucket");
	const bounds = [...new Set(all.map(({ le }) => le))].sort((a, b) => a - b);
	const below = bounds.map((le) => ({
		le,
		n: added(readings, "bucket", le)
	}));
	const total = below.at(-1);
	const rising = below.every(({ n }, i) => n >= (below[i - 1]?.n ?? 0));
	if (total === void 0 || total.le !== Number.POSITIVE_INFINITY || bounds.some(Number.isNaN) || !rising) throw new Absent("its buckets do not add up");
	if (total.n === 0) return [];
	const shares = below.slice(0, -1).map(({ le, n }) => [
		name,
		{ le: String(le) },
		{
			kind: "share",
			hits: n,
			total: total.n,
			better: "higher"
		}
	]);
	return [...QUANTILES.flatMap((q) => {
		const value = bucketQuantile(q / 100, below);
		return value === void 0 ? [] : [[
			name,
			{ stat: `p${q}` },
			{
				kind: "gauge",
				unit,
				value
			}
		]];
	}), ...shares];
}
function bucketQuantile(q, below) {
	const rank = q * (below.at(-1)?.n ?? 0);
	const at = below.findIndex(({ n }) => n >= rank && n > 0);
	const bucket = below[at];
	if (bucket === void 0 || bucket.le === Number.POSITIVE_INFINITY) return void 0;
	const under = below[at - 1];
	if (under === void 0 && bucket.le <= 0) return bucket.le;
	const [from, n] = [under?.le ?? 0, under?.n ?? 0];
	return bucket.n === n ? bucket.le : from + (bucket.le - from) * (rank - n) / (bucket.n - n);
}
function unitOf(name) {
	const [, unit] = /_(seconds|bytes|ratio)(?:_total)?$/.exec(name) ?? [];
	return unit === "seconds" ? "s" : unit === "bytes" ? "B" : unit === "ratio" ? "ratio" : "1";
}
function metricName(prefix, stem, labels) {
	const name = stem.slice(0, 200).replace(/[^\w:]/g, "_");
	const tags = Object.entries(labels).map(([label, value]) => `${label}:${inert(value)}`);
	return `${prefix}${name}${tags.length > 0 ? `{${tags.join(",")}}` : ""}`;
}
const inert = (value) => value.slice(0, 100).replace(/[{},\p{C}\u2028\u2029]/gu, "_");

// src/scrape/perrequest.ts
const DROPPED = "it dropped statements during the trial: raise pg_stat_statements.max";
const RESET = "its counts were set back during the trial";
function perRequest(before, after, requests, named) {
	if ("lacking" in before) return before;
	if ("lacking" in after) return after;
	if (requests <= 0) return { lacking: "there were no requests" };
	const metrics = {};
	for (const name of [...EXECUTED, ...KEPT]) {
		const [first, last] = [before[name], after[name]];
		if (first === void 0 || last === void 0) continue;
		const count = last - first;
		if (count < 0) return { lacking: "statements" in before ? DROPPED : RESET };
		metrics[named(perRequestName(name))] = {
			kind: "gauge",
			unit: "1",
			value: count / requests
		};
	}
	return { metrics };
}

// src/scrape/text.ts
var Malformed = class extends Error {};
const MOST_SAMPLES = 5e4;
const NAME = /[A-Za-z_:][A-Za-z0-9_:]*/y;
const LABEL = /[A-Za-z_][A-Za-z0-9_]*/y;
const BLANK = /[ \t]*/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/y;
const VALUE = /[+-]?(?:Inf(?:inity)?|\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|NaN/iy;
const REST = /(?:[ \t]+-?\d+(?:\.\d*)?(?:e[+-]?\d+)?)?(?:[ \t]+#[ \t].*)?[ \t]*$/iy;
function page(text) {
	const types = /* @__PURE__ */ new Map();
	const samples = [];
	for (const [index, raw] of text.split("\n").entries()) {
		const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
		if (/^# EOF\s*$/.test(line)) break;
		if (line.startsWith("#")) {
			const [, name, type] = /^#[ \t]+TYPE[ \t]+("(?:[^"\\]|\\.)*"|\S+)[ \t]+(\w+)[ \t]*$/.exec(line) ?? [];
			if (name !== void 0 && type !== void 0) types.set(unquoted(name), type.toLowerCase());
			continue;
		}
		if (line.trim() === "") continue;
		if (samples.length === MOST_SAMPLES) throw new Malformed(`it has more than ${MOST_SAMPLES} series`);
		samples.push(new Line(line, index + 1).sample());
	}
	return {
		types,
		samples
	};
}
var Line = class {
	at = 0;
	text;
	number;
	constructor(text, number) {
		this.text = text;
		this.number = number;
	}
	sample() {
		this.take(BLANK);
		let name = this.take(NAME);
		const labels = /* @__PURE__ */ new Map();
		this.take(BLANK);
		if (this.text[this.at] === "{") name = this.labels(labels) ?? name;
		if (name === void 0) throw this.wrong("the name of a metric");
		const before = this.at;
		this.take(BLANK);
		const value = this.take(VALUE);
		if (value === void 0 || this.at === before && labels.size === 0) throw this.wrong("a number");
		if (this.take(REST) === void 0) throw this.wrong("the end of the line");
		return {
			name,
			labels,
			value: number(value)
		};
	}
	labels(into) {
		let name;
		this.at++;
		for (;;) {
			this.take(BLANK);
			if (this.text[this.at] === "}") break;
			const quoted = this.take(QUOTED);
			const label = quoted === void 0 ? this.take(LABEL) : unquoted(quoted);
			if (label === void 0) throw this.wrong("a label");
			this.take(BLANK);
			if (this.text[this.at] === "=") {
				this.at++;
				this.take(BLANK);
				const value = this.take(QUOTED);
				if (value === void 0) throw this.wrong("the value of a label in quotes");
				into.set(label, unquoted(value));
			} else if (quoted !== void 0 && name === void 0) name = label;
			else throw this.wrong("\"=\"");
			this.take(BLANK);
			if (this.text[this.at] === ",") this.at++;
			else if (this.text[this.at] !== "}") throw this.wrong("\",\" or \"}\"");
		}
		this.at++;
		return name;
	}
	take(pattern) {
		pattern.lastIndex = this.at;
		const found = pattern.exec(this.text)?.[0];
		if (found !== void 0) this.at += found.length;
		return found;
	}
	wrong(wanted) {
		return new Malformed(`line ${this.number}, column ${this.at + 1}: expected ${wanted}`);
	}
};
const ESCAPES = {
	n: "\n",
	"\"": "\"",
	"\\": "\\"
};
function unquoted(text) {
	if (!text.startsWith("\"")) return text;
	return text.slice(1, -1).replace(/\\(.)/gs, (whole, character) => ESCAPES[character] ?? whole);
}
function number(text) {
	if (!/^[+-]?(?:inf|nan)/i.test(text)) return Number(text);
	if (/nan/i.test(text)) return NaN;
	return text.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

// src/scrape/scraper.ts
const TIMEOUT = 3;
const MOST_BYTES = 8 * 2 ** 20;
const SHARED = "base and head use the same database, and what it executes is not told apart";
function scraper(scrapes, log, { paired = false } = {}) {
	const tell = once(log);
	const pages = Object.entries(scrapes).flatMap(([name, one]) => one.endpoint === void 0 ? [] : [[name, {
		...one,
		endpoint: one.endpoint
	}]]);
	const servers = Object.entries(scrapes).flatMap(([name, { postgres, database }]) => postgres === void 0 && database === void 0 ? [] : [{
		name,
		lacking: paired && database !== void 0 && isShared(database) ? SHARED : void 0
	}]);
	const pagesOf = (where, signal) => Promise.all(pages.map(([, scrape]) => reading(scrape, where, signal)));
	return {
		async read(where, signal) {
			const [statements, executed] = await Promise.all([Promise.all(servers.map(({ name, lacking }) => lacking ? { lacking } : counted(name, where))), where.executed?.() ?? {}]);
			return {
				statements,
				executed,
				pages: await pagesOf(where, signal),
				at: performance.now()
			};
		},
		between: (before, after, load) => ({
			...statementMetrics(servers.map(({ name }) => name), before, after, load.requests, tell),
			...pageMetrics(pages, before, after, load.seconds, tell)
		}),
		started: async (where, signal) => (await pagesOf(where, signal)).flatMap((one, i) => {
			const at = "page" in one ? startOf(families(one.page)) : void 0;
			if (at === void 0 || !(at > 0 && at < 8e12)) return [];
			const service = prefixOf(pages[i][0]);
			return [{
				at: (/* @__PURE__ */ new Date(1e3 * at)).toISOString(),
				service,
				kind: "start",
				text: ""
			}];
		})
	};
}
function once(log) {
	const reported = /* @__PURE__ */ new Set();
	return (name, why) => {
		const message = `metrics of ${name}: ${why}`;
		if (!reported.has(message)) log.info(message);
		reported.add(message);
	};
}
function statementMetrics(servers, before, after, requests, tell) {
	const metrics = {};
	const count = (name, from, to, named) => {
		const found = perRequest(from, to, requests, named);
		if ("lacking" in found) tell(name, found.lacking);
		else Object.assign(metrics, found.metrics);
	};
	for (const [i, name] of servers.entries()) {
		const prefix = `${prefixOf(name)}:`;
		count(name, before.statements[i], after.statements[i], (metric) => prefix + metric);
	}
	for (const [service, to] of Object.entries(after.executed)) count(service, own(before.executed, service) ?? { lacking: "it was not there before" }, to, (metric) => `${metric}{service:${service}}`);
	return metrics;
}
function pageMetrics(pages, before, after, seconds, tell) {
	const metrics = {};
	for (const [i, [name, scrape]] of pages.entries()) {
		const [first, last] = [before.pages[i], after.pages[i]];
		const lacking = "lacking" in first ? first : "lacking" in last ? last : null;
		if (lacking) tell(name, lacking.lacking);
		if ("lacking" in first || "lacking" in last) continue;
		const long = seconds ?? Math.max(1e-6, (last.at - first.at) / 1e3);
		const found = figures(first.page, last.page, long, scrape, `${prefixOf(name)}:`);
		for (const note of found.notes) tell(name, note);
		Object.assign(metrics, found.metrics);
	}
	return metrics;
}
const counted = async (name, where) => where.statements ? where.statements(name) : { lacking: "only a Compose stack has it" };
async function reading({ endpoint, path }, { targets, headers }, signal) {
	const target = own(targets, endpoint);
	if (target === void 0) return { lacking: `the stack has no endpoint ${endpoint}` };
	try {
		const answer = await fetch(`${target}${path}`, {
			headers: {
				accept: "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4",
				...own(headers, endpoint)
			},
			redirect: "error",
			signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT * 1e3)])
		});
		const at = performance.now();
		if (!answer.ok) {
			await answer.body?.cancel();
			return { lacking: `${path} answers with status ${answer.status}` };
		}
		return {
			page: page(await textOf(answer)),
			at
		};
	} catch (error) {
		return { lacking: `${path} ${why(error)}` };
	}
}
function why(error) {
	if (error instanceof Malformed) return `is not a page of metrics: ${error.message}`;
	const { name, cause, message } = error;
	if (name === "TimeoutError") return `did not answer within ${TIMEOUT} s`;
	return `cannot be read: ${cause instanceof Error ? cause.message : message}`;
}
async function textOf(answer) {
	const body = await bodyOf(answer, MOST_BYTES);
	if (body === null) throw new Malformed(`it is longer than ${MOST_BYTES / 2 ** 20} MiB`);
	return new TextDecoder().decode(body);
}

export { scraper };