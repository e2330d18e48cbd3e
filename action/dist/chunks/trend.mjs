import { firstLine, own, userError } from "./base.mjs";
import { BenchmarkData, Entry, FATES, USUAL_BAND, VERDICTS, family, format, isSameMemory, isWork, itemKey, nature, shortImage, tag, worst } from "./model.mjs";
import { changes, interval, large, meanEstimate, median, variance } from "./stats.mjs";
import { UNTRACKED } from "./compare.mjs";

// src/trend/history.ts
const DAY$1 = 864e5;
function keysOf(entry, { workload, variant }) {
	const { commit, run, attempt, source, runnerClass } = entry;
	const keys = [[
		source,
		runnerClass,
		workload,
		variant,
		commit === null ? ["run", run] : [commit.sha, attempt]
	]];
	if (source === "steelyard") keys.push([
		"run",
		run,
		runnerClass,
		commit?.sha,
		workload,
		variant
	]);
	return keys.map((key) => JSON.stringify(key));
}
function additions(history, entries) {
	const known = new Set(history.flatMap((each) => each.results.flatMap((result) => keysOf(each, result))));
	return entries.flatMap((entry) => {
		const results = entry.results.filter((result) => keysOf(entry, result).every((key) => !known.has(key)));
		for (const key of results.flatMap((result) => keysOf(entry, result))) known.add(key);
		return results.length === 0 ? [] : [{
			...entry,
			results
		}];
	});
}
const subjectsOf = ({ runnerClass, results }) => results.map(({ workload, variant }) => JSON.stringify([
	runnerClass,
	workload,
	variant
]));
function latestJudged(history) {
	const judged = history.filter(({ verdict }) => verdict !== null).sort(ordered);
	const last = judged.at(-1);
	const same = judged.filter(({ commit, run }) => last?.commit ? commit?.sha === last.commit.sha : run === last?.run);
	const attempts = /* @__PURE__ */ new Map();
	for (const entry of same) for (const subject of subjectsOf(entry)) attempts.set(subject, Math.max(entry.attempt, attempts.get(subject) ?? 0));
	return same.filter((entry) => subjectsOf(entry).some((subject) => attempts.get(subject) === entry.attempt));
}
function retained(entries, now, { days, spared }) {
	if (days === null) return [...entries];
	const border = now.getTime() - days * DAY$1;
	const young = ({ at }) => Date.parse(at) >= border;
	const last = /* @__PURE__ */ new Map();
	const slots = (entry) => subjectsOf(entry).map((subject) => `${new Date(entry.at).toISOString().slice(0, 10)} ${subject}`);
	for (const entry of entries) for (const slot of slots(entry)) {
		const before = last.get(slot);
		if (before === void 0 || ordered(before, entry) <= 0) last.set(slot, entry);
	}
	return entries.filter((entry) => young(entry) || entry.release !== null || entry.source !== "steelyard" || spared?.has(entry) || slots(entry).some((slot) => last.get(slot) === entry));
}
function ordered(a, b) {
	const [x, y] = [`${a.run}/${a.attempt}`, `${b.run}/${b.attempt}`];
	return Date.parse(a.at) - Date.parse(b.at) || (x < y ? -1 : x > y ? 1 : 0);
}
const LIMITS = {
	file: 50 * 2 ** 20,
	site: 500 * 2 ** 20
};
const HEAVY = 10 * 2 ** 20;
function sizeWarnings(size) {
	const mib = (bytes) => `${Math.round(bytes / 2 ** 20)} MiB`;
	const found = [];
	if (size.page > LIMITS.file) found.push(`the trend page has ${mib(size.page)}; GitHub refuses files of 100 MB`);
	else if (size.page > HEAVY) found.push(`the trend page has ${mib(size.page)} and loads slowly on a phone`);
	if (size.site > LIMITS.site) found.push(`the published branch has ${mib(size.site)}; the limit of GitHub Pages is 1 GB`);
	return found;
}

// src/trend/levels.ts
const LEVEL = .001;
const LEAST = 4;
const STRETCH = 400;
const ENOUGH = 5;
const SIDES = 1.96;
const FROM_MAD = 1.4826;
function levelsOf(values, breaks, band, better) {
	const scale = scaleOf(values, band);
	const edges = [
		0,
		...breaks,
		values.length
	];
	const found = {
		levels: [],
		changes: []
	};
	for (const [i, from] of edges.slice(0, -1).entries()) {
		const part = values.slice(from, edges[i + 1]).map(scale.there);
		const cuts = cutsOf(part, scale.magnitude);
		for (const { at, before, after, p } of cuts) found.changes.push({
			at: from + at,
			before: scale.back(before),
			after: scale.back(after),
			worse: after > before === (better === "lower"),
			p
		});
		const places = [
			0,
			...cuts.map(({ at }) => at),
			part.length
		];
		for (const [k, start] of places.slice(0, -1).entries()) {
			const level = levelOf(part.slice(start, places[k + 1]), scale.back);
			if (level) found.levels.push({
				from: from + start,
				to: from + places[k + 1],
				...level
			});
		}
	}
	return found;
}
function scaleOf(values, band) {
	if (values.every((v) => v > 0)) return {
		there: Math.log,
		back: Math.exp,
		magnitude: band
	};
	const size = median(values.length > 0 ? values.map(Math.abs) : [0]);
	return {
		there: (v) => v,
		back: (v) => v,
		magnitude: Math.expm1(band) * size
	};
}
function cutsOf(values, magnitude) {
	const settings = {
		level: LEVEL,
		least: LEAST,
		edge: LEAST,
		magnitude
	};
	if (values.length <= STRETCH) return changes(values, settings);
	const cuts = /* @__PURE__ */ new Map();
	for (let from = 0; from === 0 || from + STRETCH / 2 < values.length; from += STRETCH / 2) for (const { at, p } of changes(values.slice(from, from + STRETCH), settings)) {
		const near = [...cuts.keys()].find((known) => Math.abs(known - from - at) < LEAST);
		if (near !== void 0 && cuts.get(near) <= p) continue;
		if (near !== void 0) cuts.delete(near);
		cuts.set(from + at, p);
	}
	return large(values, cuts, magnitude);
}
function levelOf(part, back) {
	if (part.length === 0) return null;
	const center = median(part);
	const sd = FROM_MAD * median(part.map((v) => Math.abs(v - center)));
	const band = [back(center - SIDES * sd), back(center + SIDES * sd)];
	return {
		center: back(center),
		band: part.length < ENOUGH ? null : band
	};
}

// src/trend/machine.ts
function difference(before, after) {
	if (before === null || after === null) return "";
	const found = [];
	for (const part of [
		"cpu",
		"cores",
		"arch",
		"os",
		"kernel",
		"node"
	]) if (before[part] !== after[part]) found.push(`${part}: ${before[part]} → ${after[part]}`);
	if (!isSameMemory(before, after)) found.push(`memory: ${format(before.memory, "B")} → ${format(after.memory, "B")}`);
	const containers = [before.containers ?? "plain processes", after.containers ?? "plain processes"];
	if (containers[0] !== containers[1]) found.push(`stack: ${containers.join(" → ")}`);
	const versions = ({ generators, engine, images = {} }) => ({
		...generators,
		...engine !== void 0 && { engine },
		...Object.fromEntries(Object.entries(images).map(([name, image]) => [name, shortImage(image)]))
	});
	const old = versions(before);
	for (const [name, version] of Object.entries(versions(after))) if (Object.hasOwn(old, name) && old[name] !== version) found.push(`${name}: ${old[name]} → ${version}`);
	return found.join(", ");
}

// src/trend/charts.ts
const CHART_BAND = Math.log1p(USUAL_BAND);
function chartsOf(history, about) {
	const entries = [...history].sort(ordered);
	const series = /* @__PURE__ */ new Map();
	entries.forEach((entry, run) => {
		for (const result of entry.results) for (const figure of result.figures) {
			const { workload, variant } = result;
			const key = JSON.stringify([
				entry.runnerClass,
				workload,
				variant,
				figure.metric,
				figure.unit
			]);
			const points = series.get(key) ?? [];
			if (points.length === 0) series.set(key, points);
			points.push({
				run,
				entry,
				result,
				figure
			});
		}
	});
	return {
		...about,
		runs: entries.map(runOf),
		newest: latestJudged(entries).map((entry) => entries.indexOf(entry)),
		series: [...series.values()].map(seriesOf).sort(bySubject)
	};
}
const BESIDE = 4;
function besideChanges(history) {
	const entries = [...history].sort(ordered);
	const { series } = chartsOf(history, NOTHING);
	return new Set(series.flatMap(({ changes, runs }) => changes.flatMap(({ at }) => runs.slice(Math.max(0, at - BESIDE), at + BESIDE).map((run) => entries[run]))));
}
const NOTHING = {
	title: "",
	repository: null,
	generated: "",
	steelyard: ""
};
const runOf = (entry) => ({
	at: Math.floor(Date.parse(entry.at) / 1e3),
	sha: entry.commit?.sha ?? null,
	subject: entry.commit?.subject ?? "",
	author: entry.commit?.author ?? null,
	verdict: entry.verdict,
	mde: entry.mde === null ? null : rounded(entry.mde),
	release: entry.release,
	link: entry.link,
	source: entry.source
});
function seriesOf(points) {
	const { entry, result, figure } = points.at(-1);
	const values = points.map((point) => rounded(point.figure.value));
	const breaks = points.flatMap(({ entry: { fingerprint } }, at) => {
		const what = at === 0 ? "" : difference(points[at - 1].entry.fingerprint, fingerprint);
		return what === "" ? [] : [{
			at,
			what
		}];
	});
	const band = figure.band ?? CHART_BAND;
	const places = breaks.map(({ at }) => at);
	return {
		runnerClass: entry.runnerClass,
		workload: result.workload,
		variant: result.variant,
		metric: figure.metric,
		unit: figure.unit,
		better: figure.better,
		gate: figure.gate,
		band: rounded(band),
		runs: points.map(({ run }) => run),
		values,
		low: points.map((point) => bound(point, 0)),
		high: points.map((point) => bound(point, 1)),
		n: points.map((point) => point.figure.n),
		verdicts: points.map(({ figure: { verdict } }) => verdict === null ? -1 : VERDICTS.indexOf(verdict)),
		budgets: budgetsOf(points),
		breaks,
		...levelsOf(values, places, band, figure.better)
	};
}
const bound = ({ figure }, side) => figure.interval === null ? null : rounded(figure.interval[side]);
const rounded = (value) => Number(value.toPrecision(5));
function budgetsOf(points) {
	const found = [];
	points.forEach(({ figure: { budget } }, from) => {
		const [least, most] = budget ?? [null, null];
		const before = found.at(-1) ?? {
			least: null,
			most: null
		};
		if (before.least !== least || before.most !== most) found.push({
			from,
			least,
			most
		});
	});
	return found;
}
const bySubject = (a, b) => compared(a.runnerClass, b.runnerClass) || compared(a.workload, b.workload) || Number(b.gate) - Number(a.gate) || compared(a.metric, b.metric) || compared(a.variant ?? "", b.variant ?? "");
const compared = (a, b) => a < b ? -1 : a > b ? 1 : 0;

// src/trend/regressions.ts
function regressionsOf(charts) {
	return charts.series.filter(({ gate, runs }) => gate && charts.runs[runs.at(-1)].source === "steelyard").flatMap((series) => regressions(series, charts));
}
function regressions(series, { runs }) {
	const { runnerClass, workload, variant, metric, unit, better, changes } = series;
	const neighbour = (point) => {
		const { sha, at, link } = runs[series.runs[point]];
		return {
			sha,
			at,
			link
		};
	};
	const edges = [
		0,
		...changes.map(({ at }) => at),
		...series.breaks.map(({ at }) => at),
		series.values.length
	];
	edges.sort((a, b) => a - b);
	return changes.flatMap(({ at, before, after, worse, p }, i) => {
		if (!worse) return [];
		const [from, to] = [edges.findLast((edge) => edge < at), edges.find((edge) => edge > at)];
		const machine = series.breaks.find((edge) => edge.at > at)?.at ?? series.values.length;
		const later = changes.slice(i + 1).filter((one) => one.at < machine);
		return [{
			runnerClass,
			workload,
			variant,
			metric,
			unit,
			better,
			before,
			after,
			p,
			n: [at - from, to - at],
			good: neighbour(at - 1),
			bad: neighbour(at),
			at,
			times: series.runs.map((run) => runs[run].at),
			undone: later.some((one) => worsening(before, one.after, series) < series.band)
		}];
	});
}
function worsening(before, after, { better }) {
	const change = before > 0 && after > 0 ? Math.log(after / before) : (after - before) / Math.abs(before || 1);
	return better === "lower" ? change : -change;
}

// src/trend/benchmark.ts
const SUITES = {
	smaller: "steelyard, smaller is better",
	bigger: "steelyard, bigger is better"
};
const OURS = new Set(Object.values(SUITES));
const PREFIX = "window.BENCHMARK_DATA";
const BIGGER = /* @__PURE__ */ new Set([
	"benchmarkjs",
	"pytest",
	"customBiggerIsBetter"
]);
function benchmarkEntries(text, where) {
	const { entries } = parsed(text, where);
	return Object.entries(entries).flatMap(([suite, items]) => {
		const attempts = /* @__PURE__ */ new Map();
		return items.flatMap(({ commit, date, tool, benches }) => {
			const attempt = (attempts.get(commit.id) ?? 0) + 1;
			attempts.set(commit.id, attempt);
			const better = BIGGER.has(tool) ? "higher" : "lower";
			const figures = new Map(benches.map((bench) => figureOf$1(bench, better)).map((one) => [one.metric, one]));
			if (OURS.has(suite) || figures.size === 0 || attempt > 1e3) return [];
			return [Entry.parse({
				schema: tag("entry"),
				source: "github-action-benchmark",
				run: `${suite.slice(0, 200)} ${date} ${commit.id.slice(0, 64)}`,
				at: instant(date),
				commit: /^[0-9a-f]{7,64}$/.test(commit.id) ? {
					sha: commit.id,
					subject: firstLine(commit.message, 500),
					author: (commit.author.name ?? commit.author.username ?? "").slice(0, 200) || null,
					at: instant(Date.parse(commit.timestamp))
				} : null,
				attempt,
				release: null,
				link: null,
				runnerClass: "github-action-benchmark",
				fingerprint: null,
				verdict: null,
				mde: null,
				results: [{
					workload: suite.slice(0, 400) || "-",
					variant: null,
					verdict: null,
					figures: [...figures.values()].slice(0, 1e3)
				}]
			})];
		});
	});
}
function assigned(text) {
	const [prefix] = /^\s*window\.BENCHMARK_DATA\s*=/.exec(text) ?? [];
	if (prefix === void 0) return void 0;
	const rest = text.slice(prefix.length).trim();
	return rest.endsWith(";") ? rest.slice(0, -1) : rest;
}
function parsed(text, where) {
	const remedy = "restore the file from the branch's history; nothing was written";
	const rest = assigned(text);
	if (rest === void 0) throw userError(`This is not github-action-benchmark's data.js: it does not begin with "${PREFIX} =".`, {
		where,
		remedy
	});
	let data;
	try {
		data = JSON.parse(rest);
	} catch (cause) {
		throw userError("This data.js is damaged: the text after its prefix is not JSON.", {
			where,
			remedy,
			cause
		});
	}
	const found = BenchmarkData.safeParse(data);
	if (found.success) return found.data;
	const issue = found.error.issues[0];
	throw userError(`This data.js does not have the shape of github-action-benchmark's: ${issue?.message}.`, {
		where: `${where}, ${["$", ...(issue?.path ?? []).map(String)].join(".")}`,
		remedy
	});
}
const instant = (ms) => Number.isFinite(ms) && ms >= 0 && ms < 0xe35fa931a000 ? new Date(ms).toISOString() : null;
const UNITS = {
	ns: ["s", 1e-9],
	us: ["s", 1e-6],
	µs: ["s", 1e-6],
	μs: ["s", 1e-6],
	ms: ["s", .001],
	s: ["s", 1],
	sec: ["s", 1],
	seconds: ["s", 1],
	b: ["B", 1],
	bytes: ["B", 1],
	kb: ["B", 1e3],
	mb: ["B", 1e6],
	kib: ["B", 1024],
	mib: ["B", 2 ** 20],
	"%": ["ratio", .01],
	"ops/sec": ["/s", 1],
	"ops/s": ["/s", 1],
	"iter/sec": ["/s", 1],
	"req/s": ["/s", 1],
	"/s": ["/s", 1],
	"": ["1", 1]
};
function figureOf$1(bench, better) {
	const written = bench.unit.trim();
	const key = written.toLowerCase().replace(/\/(iter|op)$/, "");
	const known = own(UNITS, key);
	const [unit, scale] = known ?? ["1", 1];
	const name = bench.name.trim() || "-";
	const half = halfOf(bench.range, bench.value);
	const value = bench.value * scale;
	return {
		metric: (known ? name : `${name} (${written})`).slice(0, 400),
		unit,
		better,
		gate: true,
		value,
		interval: half === null ? null : [value - half * scale, value + half * scale],
		n: null,
		verdict: null,
		change: null,
		band: null,
		budget: null
	};
}
function halfOf(range, value) {
	const [, digits, percent] = /^(?:±|\+\/-)\s*([\d.,]+(?:e[+-]?\d+)?)\s*(%?)/i.exec(range?.trim() ?? "") ?? [];
	if (digits === void 0) return null;
	const half = Number(digits.replaceAll(",", ""));
	if (!Number.isFinite(half)) return null;
	return percent === "%" ? Math.abs(value) * half / 100 : half;
}
const SHOWN = {
	s: ["ms", 1e3],
	B: ["bytes", 1],
	ratio: ["%", 100],
	"/s": ["/s", 1],
	"1": ["", 1]
};
function customBenches(entry) {
	const found = {
		smaller: [],
		bigger: []
	};
	for (const { workload, variant, figures } of entry.results) for (const figure of figures) {
		const [unit, scale] = SHOWN[figure.unit];
		const name = [
			workload,
			...variant === null ? [] : [variant],
			figure.metric
		].join(" / ");
		const half = figure.interval && Math.max(figure.value - figure.interval[0], figure.interval[1] - figure.value);
		found[figure.better === "higher" ? "bigger" : "smaller"].push({
			name,
			unit,
			value: short(figure.value * scale),
			...half !== null && { range: `± ${short(half * scale)}` },
			extra: extra(entry, figure)
		});
	}
	return found;
}
const short = (value) => Number(value.toPrecision(6));
function extra(entry, { n, verdict, interval, unit }) {
	const { fingerprint } = entry;
	return [
		n === null ? "" : `${n} ${n === 1 ? "trial" : "trials"}`,
		interval === null ? "" : `95 %: ${format(interval[0], unit)} to ${format(interval[1], unit)}`,
		verdict === null ? "" : `verdict: ${verdict}`,
		`runner class: ${entry.runnerClass}`,
		fingerprint === null ? "" : `${fingerprint.cpu}, ${fingerprint.cores} cores, ${fingerprint.os} ${fingerprint.kernel}`,
		entry.link ?? ""
	].filter((line) => line !== "").join("\n");
}

// src/trend/summary.ts
const TIMES = /^(http_req_|grpc_req_|ws_connecting|ws_session_duration|ws_ping|iteration_duration|group_duration|browser_web_vital_(?!cls))/;
const STATS = [
	["med", "p50"],
	["p(50)", "p50"],
	["avg", "mean"],
	["p(90)", "p90"],
	["p(95)", "p95"],
	["p(99)", "p99"]
];
function summaryEntry(text, where, run, facts) {
	const remedy = "pass a file that k6 wrote: k6 run --summary-export=FILE script.js";
	let data;
	try {
		data = JSON.parse(text);
	} catch (cause) {
		throw userError("This k6 summary is not JSON (cut off or damaged).", {
			where,
			remedy,
			cause
		});
	}
	const metrics = data?.metrics;
	if (typeof metrics !== "object" || metrics === null) throw userError("This is not a k6 summary: it has no \"metrics\".", {
		where,
		remedy
	});
	const figures = Object.entries(metrics).flatMap(([name, metric]) => figuresOf$1(name, metric)).slice(0, 200);
	if (figures.length === 0) throw userError("This k6 summary holds no figures.", {
		where,
		remedy
	});
	return Entry.parse({
		schema: tag("entry"),
		source: "k6",
		run,
		at: facts.at,
		commit: facts.sha === null ? null : {
			sha: facts.sha,
			subject: facts.subject,
			author: null,
			at: null
		},
		attempt: 1,
		release: null,
		link: null,
		runnerClass: facts.runnerClass,
		fingerprint: null,
		verdict: null,
		mde: null,
		results: [{
			workload: facts.workload,
			variant: null,
			verdict: null,
			figures
		}]
	});
}
function figuresOf$1(name, metric) {
	if (typeof metric !== "object" || metric === null || UNTRACKED.has(family(name)) || name.length > 380) return [];
	const { values = metric, contains } = metric;
	if (typeof values !== "object" || values === null) return [];
	const time = contains === "time" || contains === void 0 && TIMES.test(name);
	const unit = time ? "s" : contains === "data" ? "B" : "1";
	const number = (key) => {
		const value = values[key];
		return typeof value === "number" && Number.isFinite(value) ? value : void 0;
	};
	const figure = (stat, value, shape) => value === void 0 ? [] : [{
		metric: stat === "value" ? name : `${name}.${stat}`,
		...nature({
			metric: name,
			stat
		}, shape),
		gate: family(name) === "http_req_duration" && stat === "p50",
		value,
		interval: null,
		n: null,
		verdict: null,
		change: null,
		band: null,
		budget: null
	}];
	if (number("passes") !== void 0) return figure("rate", number("rate") ?? number("value"), {
		kind: "share",
		hits: 0,
		total: 1
	});
	if (number("count") !== void 0 && number("avg") === void 0) return figure("rate", number("rate"), {
		kind: "counter",
		unit,
		count: 0,
		seconds: 1
	});
	const gauge = {
		kind: "gauge",
		unit,
		value: 0
	};
	if (number("avg") === void 0) return figure("value", number("value"), gauge);
	const seen = /* @__PURE__ */ new Set();
	return STATS.flatMap(([theirs, ours]) => {
		const value = number(theirs);
		if (value === void 0 || seen.has(ours)) return [];
		seen.add(ours);
		return figure(ours, time ? value * .001 : value, gauge);
	});
}

// src/trend/badge.ts
const COLORS = {
	good: "#2da44e",
	fair: "#6f8f1d",
	news: "#0969da",
	bad: "#cf222e",
	grey: "#6e7781"
};
const DAY = 864e5;
const SAID = {
	inconclusive: "no regression found",
	new: "measured",
	accepted: "accepted",
	invalid: "cannot be judged",
	budget: "over budget",
	missing: "figures missing"
};
function badge(history, now) {
	const latest = latestJudged(history);
	const last = latest.at(-1);
	if (last === void 0) return {
		label: "performance",
		message: "not measured yet",
		color: COLORS.grey
	};
	const verdict = worst(latest.flatMap((each) => each.verdict ?? []));
	const days = Math.floor((now.getTime() - Date.parse(last.at)) / DAY);
	const date = last.at.slice(0, 10);
	const word = SAID[verdict] ?? verdict;
	if (days >= 14) return {
		label: "performance",
		message: `${word} · ${date}, ${days} days old`,
		color: COLORS.grey
	};
	return {
		label: "performance",
		message: `${word} · ${date}`,
		color: colorOf(verdict)
	};
}
function colorOf(verdict) {
	const { fails, conclusion } = FATES[verdict];
	if (fails) return COLORS.bad;
	if (verdict === "inconclusive") return COLORS.fair;
	if (verdict === "new") return COLORS.news;
	return conclusion === "success" ? COLORS.good : COLORS.grey;
}
const endpoint = ({ label, message, color }) => ({
	schemaVersion: 1,
	label,
	message,
	color
});
function badgeSvg({ label, message, color }) {
	const [left, right] = [widthOf(label), widthOf(message)];
	const whole = left + right;
	const title = xml(`${label}: ${message}`);
	const text = (at, width, words) => `<text x="${at + width / 2}" y="14" textLength="${width - 12}" lengthAdjust="spacingAndGlyphs">${xml(words)}</text>`;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="20" role="img" aria-label="${title}"><title>${title}</title><clipPath id="r"><rect width="${whole}" height="20" rx="4"/></clipPath><g clip-path="url(#r)"><rect width="${left}" height="20" fill="#444c56"/><rect x="${left}" width="${right}" height="20" fill="${color}"/></g><g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">${text(0, left, label)}${text(left, right, message)}</g></svg>\n`;
}
function widthOf(text) {
	const narrow = text.match(/[iljt.,·:|' ]/g)?.length ?? 0;
	return Math.round(12 + (text.length - narrow) * 7.1 + narrow * 4.2);
}
const xml = (text) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

// src/trend/entry.ts
const MOST_FIGURES = 40;
const MOST_RESULTS = 1e3;
function entryOf(comparison, facts) {
	const { commit, rows } = comparison;
	const results = groups(rows).flatMap((group) => {
		const figures = figuresOf(group);
		const { workload, variant } = group[0];
		const verdicts = group.filter(({ gates }) => gates).map(({ verdict }) => verdict);
		return figures.length === 0 ? [] : [{
			workload,
			variant,
			verdict: worst(verdicts),
			figures
		}];
	});
	if (results.length === 0) return null;
	if (results.length > MOST_RESULTS) throw userError(`A run of ${results.length} workloads and variants is not kept in the history.`, {
		where: comparison.run,
		remedy: `publish runs of at most ${MOST_RESULTS}: use shards or profiles`
	});
	return Entry.parse({
		schema: tag("entry"),
		source: "steelyard",
		run: comparison.run,
		at: comparison.at,
		commit: commit === null ? null : {
			sha: commit.sha,
			subject: commit.subject,
			author: facts.author,
			at: facts.committed
		},
		attempt: facts.attempt,
		release: facts.release,
		link: facts.link,
		runnerClass: comparison.runnerClass,
		fingerprint: comparison.fingerprint,
		verdict: comparison.overall,
		mde: comparison.mde,
		results
	});
}
function groups(rows) {
	const found = /* @__PURE__ */ new Map();
	for (const row of rows) {
		const key = itemKey(row);
		found.set(key, [...found.get(key) ?? [], row]);
	}
	return [...found.values()];
}
const isPassing = ({ kind, metric }) => kind === "advisory" && (metric.includes("{") || isWork(metric));
const ORDER = [
	"gate",
	"budget",
	"expect",
	"advisory"
];
function figuresOf(rows) {
	const figures = /* @__PURE__ */ new Map();
	for (const kind of ORDER) for (const row of rows.filter((each) => each.kind === kind && each.metric !== "")) {
		const { metric, head, limit, verdict } = row;
		if (head === null || isPassing(row)) continue;
		const known = figures.get(metric);
		const budget = limit?.range ?? null;
		if (known === void 0) figures.set(metric, figureOf(row, budget));
		else if (limit !== null) {
			const both = verdict === "budget" || verdict === "expectation" ? worst([known.verdict ?? verdict, verdict]) : known.verdict;
			figures.set(metric, {
				...known,
				verdict: both,
				budget: budget ?? known.budget
			});
		}
	}
	return [...figures.values()].slice(0, MOST_FIGURES);
}
function figureOf(row, budget) {
	const { metric, unit, better, kind, gates, evidence } = row;
	const values = row.head?.values ?? [];
	return {
		metric,
		unit,
		better,
		gate: kind === "gate" && gates,
		value: median(values),
		interval: medianInterval(values),
		n: values.length,
		verdict: row.verdict,
		change: evidence && {
			estimate: evidence.estimate,
			interval: evidence.interval
		},
		band: evidence?.band ?? null,
		budget
	};
}
const OUT = .025;
function medianInterval(values) {
	const n = values.length;
	if (n < 2) return null;
	const sorted = [...values].sort((a, b) => a - b);
	const ends = [sorted[0], sorted[n - 1]];
	if (n > 5) {
		const cut = signCut(n);
		return [sorted[cut], sorted[n - 1 - cut]];
	}
	const logs = sorted.every((v) => v > 0);
	const scale = logs ? sorted.map(Math.log) : sorted;
	if (variance(scale) / n === 0) return ends;
	const [low, high] = interval(meanEstimate(scale), OUT);
	return logs ? [Math.exp(low), Math.min(Math.exp(high), Number.MAX_VALUE)] : [low, high];
}
function signCut(n) {
	let term = .5 ** n;
	let sum = term;
	let k = 0;
	while (sum + term * (n - k) / (k + 1) <= OUT) {
		term *= (n - k) / (k + 1);
		sum += term;
		k++;
	}
	return k;
}

export { additions, badge, badgeSvg, benchmarkEntries, besideChanges, chartsOf, customBenches, endpoint, entryOf, regressionsOf, retained, sizeWarnings, summaryEntry };