import { counted, locationOf, number, shellWord, userError, withoutEnd } from "./base.mjs";
import { FATES, FIXED_YOUNG_GENERATION, Ledger, OVERVIEW, USUAL_BAND, VERDICTS, WaiverFate, digits, endedWorse, format, fragment, isExecuted, isItem, isUnseen, isWork, itemKey, itemName, joined, levelText, limitFormat, limitText, readVersioned, scaled, secondsTaken, shortImage, tag, tolerated, visible } from "./model.mjs";

// src/report/escape.ts
const NAME_LENGTH = 120;
const MESSAGE_LENGTH = 400;
const ABSENT = "n/a";
const UNSEEN$1 = new RegExp(`[\\p{C}\\u115f\\u1160\\u2800\\u3164\\uffa0]`, "gu");
function plainText(text, most) {
	const shown = text.slice(0, most * 4).replace(/[\s\u0085]+/gu, " ").replace(UNSEEN$1, escaped).replace(/(\p{M}{3})\p{M}+/gu, "$1").replace(/(^|\s)::/g, "$1\\u003a:").replaceAll("##[", "#\\u0023[").replaceAll("<!--", "<\\u0021--").trim();
	if (shown.length <= most && text.length <= most * 4) return shown;
	return `${shown.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
function escaped(character) {
	const point = character.codePointAt(0).toString(16);
	return point.length > 4 ? `\\u{${point}}` : `\\u${point.padStart(4, "0")}`;
}
function codeSpan(text, most = 120) {
	const shown = plainText(text, most);
	return shown === "" ? "n/a" : span(shown);
}
function span(shown) {
	const runs = new Set([...shown.matchAll(/`+/g)].map(([run]) => run.length));
	let length = 1;
	while (runs.has(length)) length += 1;
	const fence = "`".repeat(length);
	const pad = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
	return `${fence}${pad}${shown}${pad}${fence}`;
}
function markdownText(text, most = 400) {
	const shown = plainText(text, most);
	const parts = shown.split("`");
	if (parts.length % 2 === 0) return unlisted(sentence$2(shown.replaceAll("`", "'")));
	const quoted = (part) => part.trim() === "" ? " " : span(part.trim());
	const set = parts.map((part, i) => i % 2 === 1 ? quoted(part) : sentence$2(part));
	const joined = [];
	let last = "";
	for (const next of set.filter((one) => one !== "")) {
		if (last.endsWith("`") && next.startsWith("`")) joined.push(" ");
		joined.push(next);
		last = next;
	}
	return unlisted(joined.join("").trim()) || "n/a";
}
const sentence$2 = (text) => text.split(INTERVAL).map((part, i) => i % 2 === 1 && isOrdinaryInterval(part) ? part : part.split(" ").map(word).join(" ")).join("");
const isOrdinaryInterval = (text) => text.slice(1, -1).split(" ").every(ordinary);
const BOUND = "[+−×]?\\d[\\d.,]*(?: [A-Za-zµ%/]{1,6})?";
const INTERVAL = new RegExp(`(?<=^| )(\\[${BOUND}(?:,| to) ${BOUND}\\])(?=[.,;]?(?: |$))`);
const unlisted = (text) => text.replace(/^(?:[-+=]+|\d+[.)])(?= |$)/, span);
const [OPENING$1, CLOSING] = ["(\"'", ".,;:!?)\"'"];
const MARKS = {
	"<": "&lt;",
	">": "&gt;",
	"<=": "&lt;=",
	">=": "&gt;=",
	"&": "&amp;"
};
function word(text) {
	if (Object.hasOwn(MARKS, text)) return MARKS[text];
	if (/:[\w+-]+:/.test(text)) return span(text);
	let begin = 0;
	while (begin < text.length && OPENING$1.includes(text[begin])) begin++;
	const before = text.slice(0, begin);
	const core = withoutEnd(text.slice(begin), CLOSING);
	const after = text.slice(begin + core.length);
	return core === "" || ordinary(core) ? text : `${before}${span(core)}${after}`;
}
function ordinary(text) {
	return /^(?:[A-Za-z0-9.,;:!?()'"%+/=-]|[^\0-\x7f])+$/u.test(text) && !/\/\/|www\./i.test(text) && !/[a-z]-\d|\b(?:ghsa|cve)-/i.test(text) && !/^\/\w\w|!\d|%["a-z\d]/i.test(text) && !/\b[0-9a-f]{7,64}\b/i.test(text);
}
function markdownTable(columns, rows) {
	if (rows.length === 0) return "";
	const head = columns.map((column) => column.replace(/:$/, ""));
	const rule = columns.map((column) => column.endsWith(":") ? "---:" : "---");
	return [
		line(head),
		`|${rule.join("|")}|`,
		...rows.map(line)
	].join("\n");
}
function line(cells) {
	return `| ${cells.map(unpiped).join(" | ")} |`;
}
function unpiped(cell) {
	const parts = cell.split("|");
	const last = parts.pop();
	return [...parts.map(spelt), last].join("\\|");
}
function spelt(part) {
	const rest = withoutEnd(part, "\\");
	return rest + "\\u005c".repeat(part.length - rest.length);
}
function markdownLink(label, address) {
	return /^https?:\/\/[\w.~:/?#@!$&'*+,;=%-]+$/.test(address) && address.length <= 500 ? `[${label}](${address})` : label;
}

// src/report/figures.ts
function change(row) {
	const { evidence, head, base } = row;
	if (evidence === null || head === null || base === null) return void 0;
	if (Math.min(...head.values, head.center, ...base.values, base.center) <= 0) return void 0;
	const [a, b] = evidence.interval;
	const [ratio, low, high] = (row.better === "lower" ? [
		evidence.estimate,
		a,
		b
	] : [
		-evidence.estimate,
		-b,
		-a
	]).map(Math.expm1);
	return {
		ratio,
		low,
		high
	};
}
function changeText(row) {
	const found = change(row);
	if (found !== void 0) return `${estimateText(found)}${judged(row, found.ratio)}`;
	if (row.head === null || row.base === null) return "n/a";
	const difference = row.head.center - row.base.center;
	if (!Number.isFinite(difference)) return "n/a";
	return `${difference > 0 ? "+" : ""}${minus(points(difference, row.unit))}`;
}
function estimateText({ ratio, low, high }) {
	const form = formOf(ratio);
	return `${signed(ratio)} [${bare(low, form)}, ${bare(high, form)}]`;
}
function judged(row, ratio) {
	if (row.better === "lower" || !/^(?:regressed|improved|accepted)$/.test(row.verdict)) return "";
	return ratio < 0 ? ", worse" : ", better";
}
function points(difference, unit) {
	return unit === "ratio" ? `${digits(difference * 100)} points` : format(difference, unit);
}
function transition(row) {
	const [base, head] = [row.base, row.head].map((side) => side === null ? null : scaled(side.center, row.unit));
	const text = (one) => one ? minus(joined(one)) : "n/a";
	return `${base && base.unit === head?.unit ? minus(base.number) : text(base)} → ${text(head)}`;
}
function signed(ratio) {
	if (!Number.isFinite(ratio)) return "n/a";
	const form = formOf(ratio);
	return form === "factor" ? bare(ratio, form) : `${bare(ratio, form)} %`;
}
const formOf = (ratio) => ratio >= 9 ? "factor" : "percent";
function bare(ratio, form) {
	if (!Number.isFinite(ratio)) return "n/a";
	if (form === "factor") return `×${digits(1 + ratio)}`;
	const size = Math.abs(ratio * 100);
	const text = size < 9.95 ? size.toFixed(1) : whole(size);
	return Number(text) === 0 ? text : `${ratio < 0 ? "−" : "+"}${text}`;
}
function percent(ratio) {
	const value = ratio * 100;
	if (!Number.isFinite(value)) return "n/a";
	return `${digits(Math.abs(value) < 9.95 ? Number(value.toPrecision(2)) : Math.round(value))} %`;
}
const logPercent = (log) => percent(Math.expm1(log));
function probability(p) {
	if (!Number.isFinite(p)) return "n/a";
	return p < 1e-4 ? "≤ 0.0001" : digits(Number(p.toPrecision(2)));
}
const chance = (evidence, verdict) => probability(verdict === "improved" ? evidence.pBetter : evidence.pWorse);
const whole = (n) => Number.isFinite(n) ? number(Math.round(n)) : "n/a";
const minus = (text) => text.replace(/^-/, "−");

// src/report/naming.ts
function subject(row, name = (text) => text) {
	if (row.metric !== "") return name(row.metric);
	return row.kind === "errors" || row.kind === "checks" ? row.kind : "the workload";
}
function groupName(rows, name) {
	const whose = name(itemName(rows[0]));
	if (rows.some((row) => row.kind === "workload")) return whose;
	const metrics = [...new Set(rows.map((row) => subject(row, name)))];
	const rest = metrics.length > 3 ? ` and ${whole(metrics.length - 3)} more` : "";
	return `${whose} ${metrics.slice(0, 3).join(", ")}${rest}`;
}
const SAID = { inconclusive: "cannot tell" };
const FATE = {
	failed: "broke",
	missing: "is missing",
	invalid: "cannot be judged",
	incomparable: "cannot be compared"
};
const verdictWord = (verdict) => SAID[verdict] ?? verdict;
const PROBABLE = .025;
const isOpenGate = ({ kind, gates, verdict }) => kind === "gate" && gates && verdict === "inconclusive";
const isProbablyWorse = (row) => isOpenGate(row) && row.evidence !== null && row.evidence.pWorse * row.evidence.family * (row.evidence.duel?.looks ?? 1) < PROBABLE;
const isBeyondBand = (row) => isOpenGate(row) && row.evidence !== null && row.evidence.interval[0] > row.evidence.band;
function rowVerdict(row) {
	const { kind, verdict, base } = row;
	if (kind === "checks" && verdict === "unchanged" && base === null) return "holds";
	return isProbablyWorse(row) ? `${verdictWord(verdict)}, probably worse` : verdictWord(verdict);
}
const fate = (verdict) => FATE[verdict] ?? `is ${verdictWord(verdict)}`;
const sides = ({ reference }, head = "head") => `${reference.kind === "base" ? "Base" : "Baseline"} → ${head}`;
const short = (sha) => /^[0-9a-f]{40,64}$/.test(sha) ? sha.slice(0, 9) : sha;

// src/report/shell.ts
const LONGEST$2 = 2e3;
const shell = (argv) => plainText(argv.map((word) => shellWord(plainText(word, LONGEST$2))).join(" "), LONGEST$2);

// src/report/environment.ts
const MOST$5 = 20;
function environment(comparison) {
	const { fingerprint: machine, commit, spent, waivers } = comparison;
	const generators = Object.entries(machine.generators).slice(0, MOST$5);
	return [
		`Commit: ${commit === null ? "n/a" : `${codeSpan(commit.sha)} ${codeSpan(commit.subject)}${commit.dirty ? ", with uncommitted changes" : ""}`}`,
		`Runner class: ${codeSpan(comparison.runnerClass)}`,
		`Machine: ${codeSpan(machine.cpu)}, ${counted(machine.cores, "core")}, ${format(machine.memory, "B")}, ${codeSpan(machine.arch)}`,
		`System: ${codeSpan(machine.os)}, kernel ${codeSpan(machine.kernel)}, Node.js ${codeSpan(machine.node)}`,
		...containers(machine),
		`Load: ${generators.map(([name, version]) => codeSpan(version.startsWith(name) ? version : `${name} ${version}`)).join(", ") || "n/a"}, ${spentTime(spent)}`,
		`Measured: ${codeSpan(comparison.at)}, run ${codeSpan(comparison.run)}, by steelyard ${codeSpan(comparison.steelyard)}`,
		...references(comparison.reference.sessions),
		...waivers ? [`Waivers: ${whole(waivers.rows.length)}, read from ${codeSpan(waivers.from)}`] : []
	].map((line) => `- ${line}`).join("\n");
}
function containers({ engine, images = {} }) {
	if (engine === void 0) return [];
	const all = Object.entries(images).map(([service, image]) => `${codeSpan(service)} from ${codeSpan(shortImage(image))}`);
	const more = all.length > MOST$5 ? ` and ${all.length - MOST$5} more` : "";
	const listed = all.length === 0 ? "" : `; ${all.slice(0, MOST$5).join(", ")}${more}`;
	return [`Containers: engine ${codeSpan(engine)}${listed}`];
}
function references(sessions) {
	const sharing = /* @__PURE__ */ new Map();
	for (const [workload, list] of Object.entries(sessions)) {
		const each = list.map(({ commit, at }) => `${codeSpan(at.slice(0, 10))} (${commit === null ? "no commit" : codeSpan(short(commit))})`);
		const older = each.length > MOST$5 ? `${each.length - MOST$5} older and ` : "";
		const text = each.length === 0 ? "n/a" : `${older}${each.slice(-20).join(", ")}`;
		sharing.set(text, [...sharing.get(text) ?? [], workload]);
	}
	return [...sharing].slice(0, MOST$5).map(([text, workloads]) => {
		const more = workloads.length > MOST$5 ? ` and ${workloads.length - MOST$5} more` : "";
		return `Reference of ${workloads.slice(0, MOST$5).map((name) => codeSpan(name)).join(", ")}${more}: ${text}`;
	});
}
function replay$1(argv) {
	if (argv.length === 0) return "";
	return `\`\`\`sh\n${shell(["steelyard", ...argv])}\n\`\`\``;
}
function spentTime({ load, total, measured, build, start, why = 0, wait = 0 }) {
	if (measured === void 0 || build === void 0 || start === void 0) return `${format(load, "s")} of load in a run of ${format(total, "s")}`;
	const shown = [
		[measured, "load"],
		[Math.max(0, load - measured), "warm-up"],
		[start, "start"],
		[build, "build"],
		[why, "why"],
		[wait, "waiting for another measurement"],
		[Math.max(0, total - load - start - build - why - wait), "other"]
	].filter(([seconds]) => seconds >= .5).map(([n, what]) => `${Math.round(n)} ${what}`);
	return [`${Math.round(total)} s`, ...shown.length > 0 ? [shown.join(", ")] : []].join(": ");
}

// src/report/causes.ts
const explained = ({ causes = [] }, set) => causes.map((one) => explainedOne(one, set));
const explainedOne = (one, set) => ({
	name: set.name(itemName(one)),
	summary: summaryOf(one, set),
	causes: one.causes.map((cause) => causeLine(cause, set)),
	lacking: one.lacking.map(({ service, why }) => `${set.name(service)}: ${set.name(why)}`)
});
function summaryOf(of, set) {
	const { name } = set;
	const { cpu, latency, starts, gates, reappeared, lacking } = of;
	const figures = [...latency !== null && (reappeared.latency || gates?.latency) ? [`${amount(latency.added)} of mean latency`] : [], `${amount(cpu.added)} of CPU a request`].join(", ");
	const again = `when loaded again with profilers, in ${counted(starts, "start")}`;
	return [
		`${name(itemName(of))}: ${figures} ${again}`,
		...restOf(of),
		...unprofiled(lacking, set)
	].join("; ");
}
function unprofiled(lacking, { name, reason }) {
	const services = /* @__PURE__ */ new Map();
	for (const { service, why } of lacking) {
		const given = reason === void 0 ? "" : ` (${reason(why)})`;
		services.set(given, [...services.get(given) ?? [], name(service)]);
	}
	return [...services].map(([given, names]) => `no CPU profile of ${names.join(", ")}${given}`);
}
function restOf(of) {
	const { causes, changed, latency, reappeared } = of;
	if (!changed && !reappeared.cpu && !reappeared.latency) return ["no difference"];
	const rest = causes.length > 0 ? "there are no shares" : "nothing explains it";
	const unlooked = latency === null ? ["this load reports no latency, so waits are not looked at"] : [];
	if (!reappeared.cpu && !reappeared.latency) return [`${`${causes.length > 0 ? "as a whole the" : "the"} change did not show again`}${latency === null ? " in CPU time" : ""}, so ${rest}`, ...unlooked];
	if (isUnseen(of)) return [`${UNSEEN.latency}, so ${rest}`, ...elsewhereOf(of)];
	return [
		...unseenOf(of),
		...unexplainedOf(of),
		...unlooked
	];
}
const UNSEEN = {
	latency: "the change of latency did not show again in its mean",
	cpu: "the change of CPU time did not show again",
	sum: "the sum of CPU time is too uncertain to show the change again"
};
const unseenOf = ({ causes, gates, latency, reappeared }) => [...gates?.latency && latency !== null && !reappeared.latency ? [UNSEEN.latency] : [], ...gates?.cpu && !reappeared.cpu ? [causes.some(isOfCpu) ? UNSEEN.sum : UNSEEN.cpu] : []];
const isOfCpu = ({ kind }) => kind === "function" || kind === "service";
function unexplainedOf(of) {
	const { causes } = of;
	const { cpu, latency } = of.reappeared;
	if (causes.length === 0) return [`no single place explains it${latency ? ", and not all waiting is seen" : ""}`];
	const ofCpu = causes.flatMap((cause) => "share" in cause ? [cause.share] : []);
	const shares = ofCpu.flatMap((share) => share ?? []);
	const less = elsewhereOf(of);
	const isWaiting = ofCpu.length === 0 && Math.abs(of.cpu.added.estimate) < TOLD * Math.abs(of.latency?.added.estimate ?? 0);
	const rest = Math.round(100 * (1 - shares.reduce((sum, share) => sum + share, 0)));
	const isClear = rest > 100 * halfOfSum(causes);
	if (cpu && shares.length < ofCpu.length) return [
		"the sum of CPU time is too uncertain for shares",
		...less,
		...outsideOf(of)
	];
	return [
		...cpu && isClear && less.length === 0 && !isWaiting ? [`not explained: ${rest} % of this difference in CPU time`] : [],
		...less,
		...outsideOf(of),
		...overlapOf(of)
	];
}
const NESTED = [
	"wait",
	"statement",
	"service"
];
function outsideOf({ causes, gates, latency, reappeared }) {
	const isWaitedFor = gates?.latency && !gates.cpu || causes.some(({ kind }) => kind === "wait" || kind === "statement");
	if (latency === null || !reappeared.latency || !isWaitedFor || causes.length === 5) return [];
	const sign = Math.sign(latency.added.estimate);
	const sumOf = (kind) => causes.reduce((sum, one) => sum + (one.kind === kind ? sign * one.added.estimate : 0), 0);
	const inside = sumOf("function") + Math.max(...NESTED.map(sumOf));
	const rest = sign * latency.added.estimate - inside;
	const uncertain = Math.hypot(...[latency, ...causes].map(({ added }) => halfOf(added.interval)));
	if (rest <= Math.max(uncertain, TOLD * Math.abs(latency.added.estimate))) return [];
	return [`not in the times below: ${format(rest, "s")} of the latency (round trips, queues, unseen waits)`];
}
function overlapOf({ causes, latency, reappeared }) {
	if (latency === null || !reappeared.latency) return [];
	const times = causes.flatMap(({ kind, added }) => kind === "statement" ? Math.abs(added.estimate) : []);
	const sum = times.reduce((all, one) => all + one, 0);
	return times.length > 1 && sum > Math.abs(latency.added.estimate) ? ["times of statements overlap, so only CPU time is summed"] : [];
}
const TOLD = .1;
const MOSTLY = .5;
function elsewhereOf({ causes, elsewhere }) {
	if (causes.length === 0) return [];
	const largest = Math.max(...causes.map(({ added }) => Math.abs(added.estimate)));
	if (Math.abs(elsewhere) <= TOLD * largest) return [];
	return [`other functions take ${format(Math.abs(elsewhere), "s")} ${elsewhere < 0 ? "less" : "more"}`];
}
function halfOfSum(causes) {
	const halves = causes.flatMap((cause) => "share" in cause && cause.shareInterval ? halfOf(cause.shareInterval) : []);
	return Math.hypot(...halves);
}
const halfOf = ([low, high]) => (high - low) / 2;
const ONE_FIGURE = .15;
function shareOf(cause) {
	if (!("share" in cause) || cause.share === null) return "";
	const { share, shareInterval: interval } = cause;
	const [low, high] = (interval ?? [share, share]).map((side) => whole(100 * side));
	if (interval === void 0 || halfOf(interval) <= ONE_FIGURE) return ` (${whole(100 * share)} %)`;
	if (interval[1] >= 1) return ` (${low} % or more)`;
	return interval[0] <= 0 ? ` (up to ${high} %)` : ` (${low} to ${high} %)`;
}
function causeLine(cause, { name }) {
	const { kind, service, added } = cause;
	if (kind === "statement") {
		const { text, calls, repeated, http } = cause;
		const before = calls.base === 0 ? `was not ${http ? "called" : "executed"}` : `was ${times(calls.base)}`;
		const each = repeated ? `: one ${http ? "call" : "query"} for each element (N+1)` : "";
		const many = `${times(calls.head)} times a request (${before})${each}`;
		if (http) return `${name(text)} from ${name(service)}: ${many}, ${amount(added)} of waiting a request${originOf(cause, name)}`;
		const query = name(withShortList(text));
		const executed = `${amount(added)} of execution a request${locksOf(cause)}${originOf(cause, name)}`;
		return `${query} in ${name(service)}: ${many}${eachOf(cause)}, ${executed}`;
	}
	const more = `${amount(added)} of ${kind === "wait" ? "waiting" : "CPU"} a request${shareOf(cause)}`;
	if (kind === "service") return `${name(service)}: ${more}`;
	const { file, line, within, edited } = cause;
	const updated = kind === "function" && cause.update ? `; ${updateOf(cause.update, name)}` : "";
	const where = file === null ? "" : ` (${name(locationOf({
		file,
		line
	}))})`;
	const inner = within === void 0 ? "" : `, mostly ${kind === "wait" ? "for" : "in"} ${name(within)}`;
	const mostly = kind === "function" && cause.total ? ", with all that it calls" : inner;
	const touched = edited === null ? "" : `; the change edits ${linesOf(edited)} of this file`;
	return `${name(cause.name || "an anonymous function")}${where} of ${name(service)}: ${more}${mostly}${updated}${touched}`;
}
const updateOf = ({ name: of, base, head, file }, name) => `the change takes ${name(of)} from ${name(base)} to ${name(head)}${file === void 0 ? "" : ` (${name(file)})`}`;
const OTHER = .5;
function eachOf({ calls, rows, blocks }) {
	if (calls.base === 0 || calls.head === 0) return "";
	const told = [{
		of: rows,
		what: "rows each"
	}, ...blocks ? [{
		of: blocks,
		what: "blocks read each"
	}] : []].flatMap(({ of, what }) => {
		const [before, now] = [of.base / calls.base, of.head / calls.head];
		return Math.abs(now - before) >= Math.max(1, OTHER * before) ? `${whole(now)} ${what} (was ${whole(before)})` : [];
	});
	return told.length === 0 ? "" : ` with ${told.join(" and ")}`;
}
function originOf({ origin }, name) {
	return origin === void 0 ? "" : `; ${name(origin.name)} is in a line that the change ${origin.removed ? "removes" : "adds"} (${name(locationOf(origin))})`;
}
function locksOf({ locked, calls, added }) {
	if (locked === void 0) return "";
	const more = locked.head - (calls.base > 0 ? locked.base / calls.base * calls.head : 0);
	if (!(more / added.estimate >= (calls.base > 0 ? TOLD : MOSTLY))) return "";
	return `, ${format(Math.abs(more), "s")} of it waiting for locks`;
}
const LONG$1 = 80;
const COLUMNS$1 = /^(select .{1,40}?, ).+?( from .*)$/is;
const withShortList = (text) => text.length > LONG$1 ? text.replace(COLUMNS$1, "$1…$2") : text;
const linesOf = ([from, to]) => from === to ? `line ${from}` : `lines ${from} to ${to}`;
const times = (calls) => calls >= .1 ? calls.toFixed(1) : String(Number(calls.toPrecision(1)));
const UNITS = [
	["s", 1],
	["ms", .001],
	["µs", 1e-6],
	["ns", 1e-9]
];
const NEAR_0 = .1;
function amount({ estimate, interval }) {
	const bound = Math.max(...interval.map(Math.abs));
	const largest = Math.abs(estimate) < NEAR_0 * bound ? bound : Math.abs(estimate);
	const [unit, size] = UNITS.find(([, least]) => largest >= least) ?? UNITS[3];
	const decimals = largest >= 9.95 * size ? 0 : 1;
	const text = (seconds) => `${seconds < 0 ? "−" : "+"}${Math.abs(seconds / size).toFixed(decimals)}`;
	return `${text(estimate)} ${unit} [${interval.map(text).join(", ")}]`;
}

// src/report/news.ts
const CHANGED = [
	"regressed",
	"accepted",
	"improved"
];
const UNJUDGED = [
	"failed",
	"missing",
	"invalid",
	"incomparable"
];
const limited = (row) => row.kind === "budget" || row.kind === "expect";
function news({ rows }) {
	const sorted = worstFirst(rows);
	const changed = sorted.filter((row) => CHANGED.includes(row.verdict) && !limited(row) || isProbablyWorse(row) || isBeyondBand(row));
	const isCount = ({ kind, metric }) => kind === "advisory" && isWork(metric) && !isExecuted(metric);
	return {
		changed: changed.filter((row) => !isCount(row)),
		counts: changed.filter(isCount),
		limits: sorted.filter((row) => row.verdict === "budget" || row.verdict === "expectation" || limited(row) && row.limit !== null && row.limit.outcome !== "pass"),
		unjudged: groups(sorted.filter((row) => UNJUDGED.includes(row.verdict))),
		unaffected: groups(sorted.filter((row) => row.verdict === "unaffected")),
		fresh: groups(sorted.filter((row) => row.verdict === "new" && row.kind !== "advisory"))
	};
}
function worstFirst(rows) {
	const risk = (row) => Number(row.limit?.outcome === "risk");
	const size = (row) => row.evidence === null ? exactSize(row) : row.evidence.estimate * (row.verdict === "improved" ? -1 : 1);
	return [...rows].sort((a, b) => Number(b.gates) - Number(a.gates) || VERDICTS.indexOf(b.verdict) - VERDICTS.indexOf(a.verdict) || risk(b) - risk(a) || size(b) - size(a) || compared(a.workload, b.workload) || compared(a.variant ?? "", b.variant ?? "") || Number(b.kind === "errors") - Number(a.kind === "errors") || compared(a.metric, b.metric));
}
const exactSize = ({ base, head }) => base !== null && head !== null && Math.min(base.center, head.center) > 0 ? Math.abs(Math.log(head.center / base.center)) : 0;
const compared = (a, b) => a < b ? -1 : a > b ? 1 : 0;
function groups(rows) {
	const found = /* @__PURE__ */ new Map();
	for (const row of rows) {
		const key = JSON.stringify([
			row.workload,
			row.variant,
			row.verdict,
			row.verdict === "new" ? "" : row.reason
		]);
		const members = found.get(key);
		if (members === void 0) found.set(key, [row]);
		else members.push(row);
	}
	return [...found.values()].map((members) => ({ rows: members }));
}
function tally(rows) {
	return VERDICTS.map((verdict) => ({
		verdict,
		count: rows.filter((row) => row.verdict === verdict).length
	})).filter(({ count }) => count > 0).reverse();
}
function failing({ rows, exit }) {
	return tally(rows.filter((row) => row.gates)).find(({ verdict }) => exit !== 0 && FATES[verdict].exit === exit)?.verdict;
}

// src/report/context.ts
function context(comparison, name) {
	const { commit, rows, mde, overall, runnerClass } = comparison;
	const head = commit === null ? "This run" : `Commit ${name(short(commit.sha))}${commit.dirty ? " with uncommitted changes" : ""}`;
	if (overall === "unaffected") return `${head}, compared with base by its files.`;
	const gates = rows.filter((row) => row.kind === "gate");
	const silenced = silent(gates, rows);
	const counts = tally(gates).map(({ verdict, count }) => `${count} ${verdictWord(verdict)}`);
	const outcome = gates.length === 0 ? comparison.levels !== void 0 && comparison.workloads.length === 0 ? "Measured at load levels only, which have no gate metrics." : "No gate metric could be tested." : `${counted(gates.length, "gate metric")}: ${counts.join(", ")}.${silenced}`;
	const who = gates.some(endedWorse) ? "Every other gate" : "Every gate";
	const detectable = mde === null || overall === "inconclusive" ? "" : ` ${gates.length === 1 ? "It" : who} could detect a worsening of ≥ ${logPercent(mde)}.`;
	return `${head}, ${against(comparison, name)}, on ${name(runnerClass)}. ${outcome}${detectable}`;
}
function silent(gates, rows) {
	const broken = new Set(rows.filter(({ kind, gates: fails }) => kind === "workload" && fails).map((row) => itemName(row)));
	const weak = gates.filter((row) => !row.gates);
	const unjudged = weak.filter((row) => broken.has(itemName(row))).length;
	const warn = weak.length - unjudged;
	const of = (n) => n < gates.length ? `${n} of them` : n === 1 ? "It" : "All of them";
	const none = (n) => n < gates.length || n === 1 ? `${of(n)} ${n === 1 ? "is" : "are"} not` : "None of them is";
	return [unjudged === 0 ? "" : ` ${none(unjudged)} judged, because the workload could not be.`, warn === 0 ? "" : ` ${of(warn)} only ${warn === 1 ? "warns" : "warn"}.`].join("");
}
function against({ reference, rows }, name) {
	if (reference.kind === "none") {
		if (reference.unlike === void 0) return "compared with nothing yet";
		return reference.unlike === 1 ? "not comparable with the one stored session" : `not comparable with the ${counted(reference.unlike, "stored session")}`;
	}
	if (reference.kind === "base") {
		const { sha, release, ref } = reference.base ?? {};
		const modes = rows.flatMap(({ evidence }) => evidence?.mode ?? []);
		const how = modes.length === 0 ? "" : modes.includes("turns") ? ", one after the other" : ", side by side";
		if (release) return `compared with the release ${name(ref)}${how}`;
		return `compared with base${sha ? ` ${name(short(sha))}` : ""}${how}`;
	}
	const counts = Object.values(reference.sessions).map((sessions) => sessions.length);
	const [least, most] = [Math.min(...counts), Math.max(...counts)];
	if (counts.length === 0 || most === 0) return "compared with the baseline";
	return least === most ? `compared with ${counted(most, "stored session")} of the baseline` : `compared with ${least} to ${most} stored sessions of the baseline`;
}

// src/report/phrases.ts
const REASON_LENGTH = 200;
const quoted = (text) => `\`${plainText(text, 120).replaceAll("`", "'")}\``;
function named$1(row) {
	if (row === void 0) return "The run";
	return row.kind === "workload" ? quoted(itemName(row)) : `${quoted(itemName(row))} ${quoted(subject(row))}`;
}
function changed(row, how = "") {
	if (row === void 0) return "The run changed";
	const found = change(row);
	const values = transition(row);
	if (found === void 0) return `${named$1(row)} is ${how}${row.verdict === "improved" ? "better" : "worse"} (${values})`;
	const [down, up] = row.unit === "s" && !row.metric.startsWith("cpu") ? ["faster", "slower"] : ["lower", "higher"];
	return `${named$1(row)} is ${how}${percent(Math.abs(found.ratio))} ${found.ratio < 0 ? down : up} (${values})`;
}
const worse = (rows) => others(rows, "more metric is worse", "more metrics are worse");
function others(rows, one, many) {
	return rows.length < 2 ? "" : `, and ${counted(rows.length - 1, one, many)}`;
}
function unjudged(rows, verdict) {
	const [first] = rows;
	const reason = plainText(first?.reason ?? "", 200).replace(/\.$/, "");
	const why = reason === "" ? "" : `: ${reason}`;
	if (first === void 0 || rows.length === 1 || verdict === "missing") return `${named$1(first)} ${fate(verdict)}${others(rows, "more is", "more are")}${why}`;
	const further = new Set(rows.map(itemName)).size - 1;
	const more = further === 0 ? "" : `, and ${counted(further, "more workload")}`;
	return `${quoted(itemName(first))} ${fate(verdict)}${more}${why}`;
}
function limit$1(row, wanted) {
	if (row === void 0 || row.limit === null) return unjudged(row === void 0 ? [] : [row], row?.verdict ?? "budget");
	return `${named$1(row)} is ${limitText(row.limit, row.unit)}; ${wanted} ${plainText(row.limit.wanted, 80)}`;
}
const isThreshold = ({ limit }) => limit?.crossed !== void 0;
const threshold = (row) => `In ${quoted(itemName(row))} ${plainText(row.reason, 400)}`;
function perhaps(rows) {
	const [row] = rows.filter(({ kind, gates, evidence }) => kind === "gate" && gates && evidence !== null && evidence.interval[0] > 0);
	if (row === void 0) return "";
	return ` ${named$1(row)} is perhaps worse: ${changeText(row)}. One unchanged metric in forty looks like this by chance.`;
}
function sentence$1(text) {
	const shown = plainText(text, 200).replace(/\.$/, "");
	return shown === "" ? "" : `${shown[0].toUpperCase()}${shown.slice(1)}.`;
}

// src/report/sharper.ts
const sharper = (rows) => rows.some((row) => row.evidence?.mode === "baseline") ? "More baseline sessions or a quieter machine detect smaller changes; more trials per session do not." : "Measure more pairs, or use a quieter machine.";
function decidingMeasurement(comparison, row) {
	const { mode, n, mde, estimate, band } = row.evidence;
	if (estimate <= band) return `It may be below the band of ±${logPercent(band)}. ${sharper([row])}`;
	if (mode === "baseline") return sharper([row]);
	const pairs = Math.ceil(n * (mde / estimate) ** 2);
	if (pairs <= n) return "Measure again: as many pairs usually decide such a change.";
	return `${morePairs(comparison, n, pairs, "decide")}${slowedBy(comparison, row)}`;
}
const LONG = 240;
function secondsForPairs(spent, n, pairs) {
	const { build = 0, why = 0 } = spent;
	return (secondsTaken(spent) - build - why) * (pairs / n);
}
function morePairs({ spent }, n, pairs, what) {
	const minutes = Math.max(1, Math.round((secondsForPairs(spent, n, pairs) - secondsForPairs(spent, n, n)) / 60));
	return minutes > LONG ? `It would take hours to ${what} at this noise.` : `About ${counted(minutes, "more minute")} would ${what}: \`steelyard check --base --pairs ${pairs}\`.`;
}
function leastSensitive(rows) {
	return rows.flatMap((row) => {
		const { kind, gates, evidence } = row;
		const toFind = evidence?.duel?.toFind;
		return kind === "gate" && gates && toFind && toFind.pairs > evidence.n ? [{
			row,
			...toFind,
			n: evidence.n
		}] : [];
	}).sort((a, b) => b.pairs / b.n - a.pairs / a.n)[0];
}
const startsLimit = (rows) => typeof leastSensitive(rows)?.startSd === "number";
function limitation(comparison, rows) {
	const most = leastSensitive(rows);
	if (most === void 0) return "";
	const { row, startSd, n, pairs } = most;
	const more = morePairs(comparison, n, pairs, "find +5 %");
	if (startSd === null) return `${more}${slowedBy(comparison, row) || " Or use a quieter machine."}`;
	const differs = `What limits it: ${named$1(row)} differs by ${logPercent(startSd)} (sd) from one start of a build to the next`;
	if (row.warnings.some(({ code }) => code === "compiling")) return `${differs}, as its code is still compiled while it is measured: set a longer \`warmup\` first.`;
	return `${differs}, and more requests do not lower that. With Node.js, hold its young generation at one size (\`${FIXED_YOUNG_GENERATION}\`), or measure more starts. ${more}`;
}
const FEW_REQUESTS = 200;
function slowedBy({ workloads }, row) {
	const mode = row.evidence.mode;
	const found = workloads.find(isItem(row));
	const requests = found === void 0 || found.trials === 0 ? null : Math.round(found.requests / found.trials);
	const causes = [...mode === "trial" || mode === "turns" ? [`whole trials are compared (mode \`${mode}\`)`] : [], ...requests !== null && requests < FEW_REQUESTS ? [`a pair has only ${counted(requests, "request")}: pauses in the script, few VUs, or slow answers`] : []];
	return causes.length === 0 ? "" : ` What makes it slow: ${causes.join("; ")}.`;
}

// src/report/headline.ts
const ACTION_LENGTH = 2e3;
const MILD = [
	"unchanged",
	"new",
	"inconclusive",
	"improved"
];
function headline(comparison) {
	const { overall } = comparison;
	const sorted = worstFirst(comparison.rows);
	const rows = sorted.filter((row) => row.verdict === overall);
	const gating = rows.filter((row) => row.gates);
	const worsened = MILD.includes(overall) ? sorted.filter((row) => row.verdict === "regressed") : [];
	const warned = worsened.filter((row) => row.kind !== "advisory");
	const [title, action, symbol = FATES[overall].symbol] = uncompared(comparison) ?? (warned.length > 0 ? onlyWarned(warned) : SAY$1[overall](comparison, gating.length > 0 ? gating : rows));
	return {
		symbol,
		title,
		action: action + (advisory(worsened.length - warned.length) + leftOut$1(comparison) + policy(comparison))
	};
}
const RECORD = "On the default branch, `steelyard baseline` records the baseline for later pull requests.";
const SAY$1 = {
	unaffected: ({ rows }) => [`Not affected: the change touches nothing that ${rows.length === 1 ? "the workload depends" : `the ${counted(new Set(rows.map(({ workload }) => workload)).size, "workload")} depend`} on`, "Nothing to do. Nothing was measured, by `paths` in the base branch's config."],
	unchanged: (comparison, rows) => {
		const gates = rows.filter((row) => row.kind === "gate");
		if (gates.length === 0) return onlyLevels(comparison) ?? ungated(comparison);
		const bands = gates.flatMap(({ evidence }) => evidence?.band ?? []);
		const by = bands.length > 0 ? `less than ${logPercent(Math.max(...bands))}` : "no";
		return [`No regression: ${["the gate metric is", "both gate metrics are"][gates.length - 1] ?? `all ${counted(gates.length, "gate metric")} are`} shown to be ${by} worse`, "Nothing to do."];
	},
	new: (comparison, fresh) => {
		const { rows, warnings } = comparison;
		const levels = onlyLevels(comparison);
		if (levels) return levels;
		const elsewhere = warnings.find(({ code }) => code === "other-class");
		const action = elsewhere?.remedy ?? `Nothing to do here. ${RECORD}`;
		if (rows.every((row) => row.kind !== "gate" || row.verdict === "new")) {
			const measured = counted(new Set(rows.map(itemName)).size, "workload was", "workloads were");
			return [`Nothing to compare with yet${elsewhere === void 0 ? "" : " on this kind of machine"}: ${measured} measured for the first time`, action];
		}
		return [`No regression found; ${fresh.length === 1 ? `${named$1(fresh[0])} is` : `${counted(fresh.length, "metric")} are`} new, with nothing to compare with yet`, action];
	},
	inconclusive: (comparison, rows) => {
		const gates = comparison.rows.filter((row) => row.gates && row.kind === "gate").length;
		if (gates === 0) return ungated(comparison);
		const suspects = rows.filter(isProbablyWorse);
		if (suspects.length > 0) return probable(comparison, suspects);
		const untested = rows.filter(({ kind, gates, evidence }) => kind === "gate" && gates && evidence === null);
		if (untested.length > 0) return noVerdict(comparison, untested);
		const open = rows.filter((row) => row.kind === "gate").length;
		const which = `${open} of ${counted(gates, "gate metric")} may have changed by less than this run can detect`;
		const limits = limitation(comparison, rows);
		const advice = (limits || sharper(rows)) + perhaps(rows);
		if (comparison.exit !== 0) return [`Cannot tell: ${which}${detectable(comparison)}`, advice];
		if ((comparison.mde ?? 0) > COARSE) {
			const cause = startsLimit(rows) ? "" : "Too little was measured, or the machine is noisy. ";
			return [`Cannot tell${detectable(comparison, "only ")}`, cause + advice];
		}
		return [`No regression found${detectable(comparison)}`, `The check passes. ${which}, so ${open === 1 ? "it is" : "they are"} not reported as unchanged.${limits && ` ${limits}`}${perhaps(rows)}`];
	},
	improved: (_, rows) => [`${changed(rows[0])}${others(rows, "more metric is better", "more metrics are better")}`, "Nothing to do: no regression found."],
	accepted: (_, rows) => [`${changed(rows[0])}${worse(rows)}, accepted by a waiver`, `Nothing to do. ${sentence$1(rows[0]?.reason ?? "")}`.trim()],
	incomparable: (comparison, rows) => [unjudged(rows, "incomparable"), remedy(comparison, rows) ?? "Measure on the kind of machine that the baseline is from, or record a baseline on this kind with `steelyard baseline`."],
	invalid: (_, rows) => [unjudged(rows, "invalid"), cure(rows) ?? "Measure again: this run shows nothing about the change itself."],
	missing: (_, rows) => [unjudged(rows, "missing"), cure(rows) ?? "Restore it. If it was removed on purpose, remove it from the config and the baseline too."],
	expectation: (_, rows) => [`${limit$1(rows[0], "expected")}${others(rows, "more expectation is broken", "more expectations are broken")}`, "Restore the expected profile, or change `expect` in the config if the new one is intended."],
	budget: (_, rows) => {
		const more = others(rows, "more budget is broken", "more budgets are broken");
		if (rows[0] !== void 0 && isThreshold(rows[0])) return [`${threshold(rows[0])}${more}`, "Bring it back within the threshold, or change the threshold in the script."];
		return [`${limit$1(rows[0], "the budget is")}${more}`, "Bring it back within the budget, or change the budget in the config."];
	},
	regressed: (_, rows) => [`${changed(rows[0])}${worse(rows)}`, "Fix it. If the change is worth its cost, a reviewer can accept it with a row in `.github/steelyard-waivers.yml` on the base branch."],
	failed: (_, rows) => {
		const [first] = rows;
		if (first?.warnings.some(({ code }) => code === "unable")) return [`Head was not measured: ${plainText(first.reason, 200).replace(/\.$/, "")}`, "Fix its build or its start, and measure again. The log of the measuring job has more."];
		return [unjudged(rows, "failed"), cure(rows) ?? "Fix this first: the figures of a broken head mean nothing."];
	}
};
function uncompared({ overall, warnings }) {
	const of = (code) => warnings.find((warning) => warning.code === code);
	const [alike, alone] = [of("same-images"), of("only-head")];
	const { symbol } = FATES.inconclusive;
	if (alike && MILD.includes(overall)) return [
		"Nothing of this change ran: base and head ran the same images",
		alike.remedy ?? "",
		symbol
	];
	if (alone && overall === "new") return [
		"Nothing to compare with: base was not measured",
		alone.remedy ?? "",
		symbol
	];
}
function onlyLevels({ levels, workloads }) {
	const [first] = levels ?? [];
	if (first === void 0 || workloads.length > 0) return void 0;
	const more = (levels?.length ?? 0) - 1;
	return [more === 0 ? `\`${itemName(first)}\` ${first.said}` : `${counted(more + 1, "workload was", "workloads were")} measured at levels`, "Nothing to do: levels never fail the check, except through a budget for the `knee` of a sweep."];
}
function onlyWarned(rows) {
	const why = rows[0]?.warnings[0]?.message;
	return [
		`${changed(rows[0])}${worse(rows)}`,
		`Look into it. It only warns and does not fail the check.${why === void 0 ? "" : ` ${sentence$1(why)}`}`,
		"⚠️"
	];
}
function probable(comparison, rows) {
	const [row] = rows;
	const more = others(rows, "more metric is probably worse", "more metrics are probably worse");
	return [`Cannot tell: ${changed(row, "probably ")}${more}`, `The change is ${changeText(row)}, which is not enough for a verdict. ${decidingMeasurement(comparison, row)}`];
}
const COARSE = Math.log(1.25);
function noVerdict(comparison, rows) {
	const [first] = rows;
	const reason = plainText(first.reason, 200).replace(/\.$/, "");
	return [`Cannot tell: ${named$1(first)}${others(rows, "more gate metric", "more gate metrics")}: ${reason}`, remedy(comparison, rows) ?? sharper(rows)];
}
function ungated(comparison) {
	const gates = comparison.rows.filter((row) => row.kind === "gate");
	if (gates.length === 0) return [`No regression found${detectable(comparison)}`, "Nothing to do."];
	return [
		`Cannot tell: ${gates.length === 1 ? "the gate metric only warns" : `the ${counted(gates.length, "gate metric")} only warn`} in this run`,
		remedy(comparison, gates) ?? "Nothing is shown to be unchanged. The measurements are below.",
		FATES.inconclusive.symbol
	];
}
const advisory = (count) => count === 0 ? "" : ` ${counted(count, "advisory metric is", "advisory metrics are")} worse, which never fails the check.`;
function leftOut$1({ overall, rows }) {
	const names = new Set(rows.flatMap((row) => row.verdict === "unaffected" ? [row.workload] : []));
	if (overall === "unaffected" || names.size === 0) return "";
	const [first = ""] = names;
	return ` ${names.size === 1 ? `\`${first}\` was` : `${counted(names.size, "workload")} were`} not measured: the change cannot affect ${names.size === 1 ? "it" : "them"}.`;
}
function policy(comparison) {
	const { overall, exit } = comparison;
	const { fails, exit: own } = FATES[overall];
	if (exit === 0) return fails ? ` The policy does not fail the check for "${overall}".` : "";
	if (exit === own) return fails ? "" : ` The policy fails the check for "${overall}".`;
	const cause = failing(comparison);
	return cause === void 0 ? "" : ` The check fails because of rows with the verdict "${cause}".`;
}
const detectable = ({ mde }, only = "") => mde === null ? "" : `; this run could ${only}detect a worsening of ≥ ${logPercent(mde)}`;
const REASONS = /* @__PURE__ */ new Set([
	"few-trials",
	"script-error",
	"failing-base",
	"setup-timeout",
	"interrupted",
	"absent-gate",
	"absent-limit",
	"missing-workload",
	"not-compared",
	"not-by-the-rules",
	"nothing-asked",
	"asked",
	"unknown-class",
	"base-load",
	"outdated",
	"base-rules",
	"other-base"
]);
const cure = ([row]) => row?.warnings.find(({ code, remedy }) => remedy !== null && REASONS.has(code))?.remedy;
const remedy = ({ warnings }, rows) => [...rows.flatMap((row) => row.warnings), ...warnings].find((warning) => warning.remedy !== null)?.remedy;
function inTitle({ overall }, unjudged) {
	const [group] = unjudged;
	if (group === void 0 || unjudged.length > 1) return false;
	const [{ kind, verdict, warnings, reason }] = group.rows;
	return (group.rows.length === 1 || kind === "workload") && verdict === overall && warnings.length === 0 && reason.length <= 200;
}

// src/report/sections.ts
function opening$3(comparison) {
	const { symbol, title, action } = headline(comparison);
	return `### ${symbol} ${markdownText(title, 600)}\n\n${markdownText(action, ACTION_LENGTH)}\n\n${context(comparison, codeSpan)}`;
}
function verdictCell(row, mark) {
	const kind = row.kind === "advisory" ? " (advisory)" : row.gates ? "" : " (warns only)";
	return `${FATES[row.verdict].symbol} ${rowVerdict(row)}${kind}${mark([row])}`;
}
function changedTable(comparison, rows, mark, head) {
	return markdownTable([
		"Workload",
		"Metric",
		`${sides(comparison, head)}:`,
		"Change [95 %]:",
		"Verdict"
	], rows.map((row) => [
		codeSpan(itemName(row)),
		subject(row, codeSpan),
		transition(row),
		changeText(row),
		verdictCell(row, mark)
	]));
}
const causeList = (comparison) => explained(comparison, {
	name: codeSpan,
	reason: (why) => markdownText(why, 300)
}).map(({ summary, causes }) => [`Why ${summary}`, causes.map((cause) => `- ${cause}`).join("\n")]).map((parts) => parts.filter((part) => part !== "").join("\n\n")).join("\n\n");
function limitTable(rows, mark) {
	return markdownTable([
		"Workload",
		"Metric",
		"Measured:",
		"Required",
		"Outcome"
	], rows.map((row) => [
		codeSpan(itemName(row)),
		subject(row, codeSpan),
		seen(row),
		wanted(row),
		outcome$1(row) + mark([row])
	]));
}
function seen({ limit, unit }) {
	if (limit === null) return "n/a";
	const print = limitFormat(limit, unit);
	const shown = print(limit.seen);
	const bounds = limit.bounds?.map(print) ?? [];
	return bounds.every((bound) => bound === shown) ? shown : `${shown} [${bounds.join(", ")}]`;
}
function wanted({ limit, reason }) {
	if (limit === null) return markdownText(reason, 160);
	return `${codeSpan(limit.wanted, 80)}${limit.because === null ? "" : `, because ${markdownText(limit.because, 160)}`}`;
}
function outcome$1({ limit, verdict }) {
	if (limit?.outcome === "pass") return "holds";
	if (limit?.outcome === "risk") return "at risk";
	return `${FATES[verdict].symbol} ${verdict === "budget" || verdict === "expectation" ? "broken" : verdictWord(verdict)}`;
}
function unjudgedList(groups, mark) {
	return groups.map(({ rows }) => {
		const [{ verdict, reason, gates }] = rows;
		const why = markdownText(reason === "" ? FATES[verdict].meaning : reason);
		const warns = gates ? "" : " (does not gate)";
		return `- ${FATES[verdict].symbol} ${groupName(rows, codeSpan)} ${fate(verdict)}${warns}: ${sentence(why)}${mark(rows)}`;
	}).join("\n");
}
function newList(groups) {
	return groups.map(({ rows }) => `- ${groupName(rows, codeSpan)}`).join("\n");
}
const unaffectedList = (groups, more) => [...groups.map(({ rows }) => `- ${groupName(rows, codeSpan)}: ${markdownText(rows[0].reason)}`), ...more > 0 ? [`- and ${more} more`] : []].join("\n");
function noteList(footnotes, first = 1) {
	return footnotes.map(({ warning: { message, remedy } }, i) => [
		superscript(first + i),
		sentence(markdownText(message)),
		remedy === null ? "" : sentence(markdownText(remedy))
	].join(" ").trim()).join("  \n");
}
function marksOf(footnotes) {
	const numbers = /* @__PURE__ */ new Map();
	for (const [i, { rows }] of footnotes.entries()) for (const row of rows) numbers.set(row, [...numbers.get(row) ?? [], i + 1]);
	return (rows) => [...new Set(rows.flatMap((row) => numbers.get(row) ?? []))].sort((a, b) => a - b).map((n) => ` ${superscript(n)}`).join("");
}
const superscript = (n) => [...String(n)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
const sentence = (text) => /[.!?…]$/.test(text) ? text : `${text}.`;

// src/report/terms.ts
const TERMS = {
	"cannot tell": "neither a regression nor its absence was shown (`inconclusive`); more pairs, more starts or a wider band decide",
	"probably worse": "of an undecided gate: the interval that holds its change in 95 of 100 such runs, for all tests and looks together, excludes zero",
	"Change [95 %]": "head against base or baseline, and the interval that holds the true change in 95 of 100 such runs",
	n: "number of sessions or pairs compared",
	p: "how often chance alone would look at least this much worse (better, where improved)",
	δ: "the smallest change that matters",
	Detectable: "the smallest worsening that 8 of 10 such runs detect; for unchanged, the smallest that this run rules out",
	"too noisy to judge": "only a worsening of more than four bands could have been detected",
	gate: "a metric that may fail the check",
	advisory: "a metric that is shown, and never fails the check",
	"warns only": "a row that is judged like a gate, and never fails the check",
	base: "the state that a change is compared with",
	head: "the change",
	baseline: "stored sessions that head is compared with where it is not paired with base",
	session: "all trials of a workload in one run",
	start: "one start of the stack; processes of one build differ, so that a run has several",
	pair: "figures of base and of head that were measured next to each other",
	look: "a moment at which the pairs so far are judged; the levels of all looks together are 1 %",
	"start-up variance": "differences between processes of one build, which further starts reduce and longer pairs do not",
	disturbed: "measured while other programs used the CPUs",
	"not saturated": "the machine had CPU time to spare, so that the load was not limited by it",
	"not explained": "the part of a difference that no function, statement, call or service named in the report has"
};

// src/report/evidence.ts
function evidenceTable(comparison, rows, mark) {
	const lines = rows.map((row) => [
		codeSpan(itemName(row)),
		subject(row, codeSpan),
		transition(row),
		changeText(row),
		...figures$1(row),
		verdictCell(row, mark)
	]);
	const body = markdownTable([
		"Workload",
		"Metric",
		`${sides(comparison)}:`,
		"Change [95 %]:",
		...[
			"n:",
			"p:",
			"δ:",
			"Detectable:",
			"Verdict"
		]
	], lines);
	return body === "" ? "" : `${body}\n\n${legend(rows)}`;
}
function figures$1(row) {
	const { evidence, verdict } = row;
	const seen = visible(row);
	if (evidence === null) return [
		"n/a",
		"n/a",
		"n/a",
		"n/a"
	];
	const least = seen === null ? "n/a" : `≥ ${logPercent(seen)}`;
	return [
		whole(evidence.n),
		chance(evidence, verdict),
		logPercent(evidence.band),
		least
	];
}
function legend(rows) {
	const families = new Set(rows.flatMap(({ evidence }) => evidence === null ? [] : [`${percent(evidence.level)} over ${counted(evidence.family, "test")}`]));
	const level = families.size === 0 ? "" : `, judged at a level of ${[...families].slice(0, 4).join(" or ")}`;
	return [
		`n: ${TERMS.n}.`,
		`p: ${TERMS.p}${level}.`,
		`δ: ${TERMS.δ}.`,
		`Detectable: ${TERMS.Detectable}.`
	].join(" ");
}
function totalsTable({ workloads, rows }) {
	return markdownTable([
		"Workload",
		"Trials:",
		"Failed:",
		"Requests:",
		"Errors:",
		"Time-outs:",
		"Status codes",
		"Host"
	], workloads.map((each) => [
		codeSpan(itemName(each)),
		whole(each.trials),
		whole(each.failed),
		whole(each.requests),
		each.requests === 0 ? "n/a" : `${whole(each.errors)} (${percent(each.errors / each.requests)})`,
		each.requests === 0 ? "n/a" : whole(each.timeouts),
		statuses(each.statuses),
		hostOf(each, rows)
	]));
}
function hostOf(each, rows) {
	if (each.saturated) return "saturated";
	return rows.filter((row) => itemName(row) === itemName(each)).some(({ warnings }) => warnings.some(({ code }) => code === "contended")) ? "disturbed by other programs" : "not saturated";
}
function statuses(counts) {
	const entries = Object.entries(counts).sort(([a], [b]) => a < b ? -1 : 1);
	if (entries.length === 0) return "n/a";
	return entries.slice(0, 8).map(([status, count]) => `${codeSpan(status, 20)} × ${whole(count)}`).join(", ") + (entries.length > 8 ? ` and ${entries.length - 8} more` : "");
}

// src/report/levels.ts
const levelTexts = ({ levels = [] }, set) => levels.map((one) => ({
	name: set.name(itemName(one)),
	said: set.prose(one.said),
	notes: one.notes.map(set.prose)
}));
const levelList = (comparison) => levelTexts(comparison, {
	name: codeSpan,
	prose: (text) => markdownText(text)
}).flatMap(({ name, said, notes }) => [`- ${name} ${said}`, ...notes.map((note) => `- ${name}: ${note}`)]).join("\n");
const levelTables = ({ levels = [] }) => levels.map((one) => `Levels of ${codeSpan(itemName(one))}:\n\n${levelTable(one)}`).join("\n\n");
const MOST_ROWS$1 = 30;
function levelTable({ axis, rows, curve }) {
	const [heads, cells] = curve ? CURVE : SWEEP;
	return markdownTable([
		"Level:",
		"Trials:",
		...heads,
		"Outcome"
	], rows.slice(0, MOST_ROWS$1).map((row) => [
		levelText(row.level, axis),
		row.failed === 0 ? whole(row.trials) : `${whole(row.trials)} (${whole(row.failed)} failed)`,
		...cells(row),
		outcome(row)
	]));
}
const waits = ({ p50, p95, p99 }) => [
	p50,
	p95,
	p99
].map((wait) => figure(wait, "s"));
const SWEEP = [[
	"Achieved:",
	"p50:",
	"p95:",
	"p99:",
	"Errors:",
	"Answers"
], (row) => [
	figure(row.achieved, "/s"),
	...waits(row),
	row.requests === 0 ? "n/a" : `${whole(row.errors)} of ${whole(row.requests)}`,
	row.statuses === "" ? "n/a" : markdownText(row.statuses, 200)
]];
const CURVE = [[
	"Served:",
	"p50:",
	"p95:",
	"p99:",
	"CPU per request:",
	"Per service"
], (row) => [
	figure(row.served, "/s"),
	...waits(row),
	figure(row.cpu, "s"),
	Object.entries(row.services).map(([name, cpu]) => `${codeSpan(name, 40)} ${format(cpu, "s")}`).join(", ") || "n/a"
]];
const figure = (value, unit) => value === null ? "n/a" : format(value, unit);
const MARK$3 = {
	holds: "✅ holds",
	breaks: "❌ breaks",
	undecided: "🔍 undecided",
	limited: "🚫 limited"
};
const outcome = ({ status, reason }) => status === "holds" ? MARK$3.holds : `${MARK$3[status]}: ${markdownText(reason, 200)}`;

// src/report/notes.ts
const MOST$4 = 8;
function notes(comparison) {
	const found = /* @__PURE__ */ new Map();
	const add = (warning, row) => {
		const key = JSON.stringify([
			warning.code,
			warning.message,
			warning.remedy
		]);
		const note = found.get(key) ?? {
			warning,
			rows: /* @__PURE__ */ new Set()
		};
		found.set(key, note);
		if (row !== void 0) note.rows.add(row);
	};
	for (const warning of comparison.warnings) add(warning);
	for (const row of worstFirst(comparison.rows)) for (const warning of row.warnings) add(warning, row);
	const targets = new Set(comparison.rows.map(itemName)).size;
	return together([...found.values()], targets).map((note) => ({
		...note,
		minor: note.rows.size > 0 && [...note.rows].every((row) => row.kind === "advisory")
	})).sort((a, b) => Number(a.minor) - Number(b.minor));
}
function apart(one) {
	const { tally } = one.warning;
	return {
		one,
		count: tally === void 0 ? null : `${tally.n} of ${tally.of}`,
		rest: tally?.rest ?? "",
		whose: [...new Set([...one.rows].map(itemName))]
	};
}
function together(found, targets) {
	const groups = /* @__PURE__ */ new Map();
	for (const [i, part] of found.map(apart).entries()) {
		const { code, remedy } = part.one.warning;
		const alone = part.count === null || part.whose.length === 0;
		const key = JSON.stringify(alone ? i : [
			code,
			part.rest,
			remedy
		]);
		const members = groups.get(key);
		if (members === void 0) groups.set(key, [part]);
		else members.push(part);
	}
	return [...groups.values()].flatMap((members) => named(members, targets));
}
function named(members, targets) {
	const [{ one: first, count, rest }] = members;
	const names = members.flatMap(({ whose }) => whose);
	const plain = names.length === 0 || members.length === 1 && names.length === targets;
	if (count === null || plain || new Set(names).size < names.length) return members.map(({ one }) => one);
	const code = (whose) => whose.map((name) => `\`${name}\``).join(", ");
	const shown = members.slice(0, MOST$4);
	const counts = shown.map((part) => `${part.count} (${code(part.whose)})`);
	const left = names.length - shown.flatMap(({ whose }) => whose).length;
	const more = left > 0 ? `, … (${counted(left, "more workload")})` : "";
	const message = members.length === 1 ? `${code(names)}: ${first.warning.message}` : `${counts.join(", ")}${more} ${rest}`;
	return [{
		warning: {
			...first.warning,
			message
		},
		rows: new Set(members.flatMap(({ one }) => [...one.rows]))
	}];
}

// src/report/slow.ts
const MOST$3 = 5;
function slowLines(clusters, { name, prose }) {
	const more = clusters.length - MOST$3;
	return [...clusters.slice(0, MOST$3).map((cluster) => {
		const wrote = cluster.lines.map(({ service, text }) => `${name(service)} wrote ${name(text)}`);
		return [`${name(itemName(cluster))}: ${prose(cluster.text)}`, ...wrote].join("; ");
	}), ...more > 0 ? [`and ${counted(more, "more cluster")} of slow requests`] : []];
}
function slowTitle({ slow = [] }) {
	if (slow.length === 0) return "";
	const requests = slow.reduce((sum, cluster) => sum + cluster.requests, 0);
	return `${counted(requests, "slow request")}, up to ${format(Math.max(...slow.map(({ most }) => most)), "s")}`;
}

// src/report/record.ts
const OPENING = "<!-- steelyard:records -->\n";
const HEADING = "# Benchmark records\n";
const isRecordDocument = (text) => [OPENING, HEADING].some((first) => text.startsWith(first));
function recordDocument(comparison, options) {
	const { before = "" } = options;
	const records = comparison.records ?? [];
	const old = chaptersIn(before);
	const chapters = [.../* @__PURE__ */ new Set([...old.keys(), ...records.map(({ name }) => name)])].map((name) => {
		const record = records.find((one) => one.name === name);
		return record ? chapter(record, comparison, options) : old.get(name);
	});
	return [OPENING + HEADING, ...chapters.map((text) => `${text}\n`)].join("\n");
}
const [BEGIN, END] = ["<!-- steelyard:record ", "<!-- /steelyard:record -->"];
function chaptersIn(document) {
	const found = /* @__PURE__ */ new Map();
	const rest = /([\w.-]+) -->/y;
	for (let at = document.indexOf(BEGIN); at !== -1; at = document.indexOf(BEGIN, at)) {
		rest.lastIndex = at + BEGIN.length;
		const [, name] = rest.exec(document) ?? [];
		const end = name === void 0 ? at : document.indexOf(END, at);
		if (end === -1) break;
		const next = name === void 0 ? at + BEGIN.length : end + END.length;
		if (name !== void 0 && !found.has(name)) found.set(name, document.slice(at, next));
		at = next;
	}
	return found;
}
function chapter(record, comparison, options) {
	const { artifacts, before = "", setting, labels } = options;
	const tables = record.tables.flatMap(({ title, columns, rows, history }) => {
		const now = tableOf(columns, rows);
		const shown = history ? living(`${record.name} ${title}`, now, before) : now;
		if (shown === "") return [];
		const decided = record.decisions.filter(({ table }) => table === title).map(decision);
		return [[
			`### ${markdownText(title)}`,
			shown,
			...decided
		].join("\n\n")];
	});
	const files = artifacts.filter(({ workload, variant }) => record.targets.some(isItem({
		workload,
		variant
	}))).map((file) => `- ${codeSpan(itemName(file))}: ${codeSpan(file.path)}`);
	return [
		`<!-- steelyard:record ${record.name} -->`,
		`## ${markdownText(record.title)}`,
		...record.about === null ? [] : [markdownText(record.about, 4e3)],
		...tables,
		...record.signals.length === 0 ? [] : ["### Reliability signals", signals(record)],
		...slowRequests(record, comparison),
		...files.length === 0 ? [] : ["### Artifacts", files.join("\n")],
		"### Environment",
		[
			environment(comparison),
			...setting.map((line) => `- ${markdownText(line)}`),
			...Object.entries(labels).map(([name, value]) => `- Label ${codeSpan(name)}: ${codeSpan(value)}`)
		].join("\n"),
		...comparison.replay.length === 0 ? [] : ["### Measure it again", replay$1(comparison.replay)],
		"<!-- /steelyard:record -->"
	].join("\n\n");
}
function decision({ title, date, decision, rationale, ...on }) {
	const lacking = on.unmeasured.map((name) => codeSpan(name)).join(", ");
	const rests = on.variants.map((name) => codeSpan(name)).join(", ");
	return [
		`**Decision of ${markdownText(date)}: ${markdownText(title)}**`,
		markdownText(decision, LONGEST$1),
		`Because: ${markdownText(rationale, LONGEST$1)}`,
		...rests === "" ? [] : [`Rests on: ${rests}${lacking === "" ? "" : `; not measured this time: ${lacking}`}`]
	].map((line) => `> ${line}`).join("\n>\n");
}
const LONGEST$1 = 2e3;
function slowRequests({ targets }, { slow = [] }) {
	const mine = slow.filter(({ workload, variant }) => targets.some(isItem({
		workload,
		variant
	})));
	const lines = slowLines(mine, {
		name: codeSpan,
		prose: markdownText
	}).map((line) => `- ${line}`);
	return lines.length === 0 ? [] : ["### Slow requests", lines.join("\n")];
}
function recordSection({ records = [] }) {
	return records.filter(({ comment }) => comment).flatMap((record) => [
		`**${markdownText(record.title)}**`,
		...record.tables.map(({ columns, rows }) => tableOf(columns, rows.slice(0, MOST_ROWS))).filter((text) => text !== ""),
		...record.signals.length === 0 ? [] : [signals(record)]
	]).join("\n\n");
}
const MOST_ROWS = 20;
const tableOf = (columns, rows) => markdownTable(columns.map((column) => markdownText(column)), rows.map((row) => row.map((cell) => cell === "" ? "" : markdownText(cell))));
const MARK$2 = {
	true: "✅",
	false: "❌",
	null: "❓"
};
function signals({ signals }) {
	return signals.map(({ say, holds, because }) => `- ${MARK$2[`${holds}`]} ${markdownText(say)}: ${markdownText(because)}`).join("\n");
}
function living(key, now, before) {
	const [opening, closing] = [`<!-- steelyard:rows ${key.replace(/[^\w ,.-]/g, "_")} -->`, "<!-- /steelyard:rows -->"];
	const from = before.indexOf(opening);
	const to = before.indexOf(closing, from);
	const old = from === -1 || to === -1 ? "" : before.slice(from + opening.length, to).trim();
	const marked = (...parts) => [
		opening,
		...parts.filter((part) => part !== ""),
		closing
	].join("\n\n");
	if (now === "") return old === "" ? "" : marked(old);
	const [head = "", rule = "", ...rows] = now.split("\n");
	const at = old.lastIndexOf(`${head}\n${rule}`);
	const kept = at === -1 ? [] : old.slice(at).split("\n").slice(2);
	const fresh = rows.filter((row) => !kept.includes(row));
	return marked((at === -1 ? old : old.slice(0, at)).trim(), [
		head,
		rule,
		...kept,
		...fresh
	].join("\n"));
}

// src/report/rules.ts
const BASIS = {
	baseline: "Head was measured in one session and compared with stored ones. The spread between sessions counts as noise, whatever the number of trials",
	trial: "Head and base were measured in neighbouring trials in random order, and compared pair by pair",
	turns: "Head and base were started one after the other in random order, and their trials were compared pair by pair",
	request: "Head and base were loaded request by request in random order and compared block by block",
	slice: "Head and base were loaded in alternating time slices, and neighbouring slices were compared",
	duet: "Head and base were loaded at the same time on the same core and compared trial by trial"
};
function rules({ rows, mde }) {
	const tested = rows.filter((row) => row.kind === "gate" && row.evidence !== null);
	const evidence = tested.map((row) => row.evidence);
	const unique = (texts) => [...new Set(texts)].slice(0, 4).join(" or ");
	const bands = unique(evidence.map(({ band }) => logPercent(band)));
	const floors = unique(tested.flatMap(({ evidence: e, unit }) => e !== null && e.floor > 0 ? [format(e.floor, unit)] : []));
	const levels = unique(evidence.map(({ level, family, duel }) => `${percent(level)}${duel ? ` per look, ${counted(duel.looks, "look")} planned,` : ""} over ${counted(family, "test")}`));
	const moderated = evidence.filter(({ prior }) => prior.used).length;
	const says = [];
	for (const mode of new Set(evidence.map((e) => e.mode))) says.push(`${BASIS[mode]}.`);
	if (evidence.length > 0) says.push(`Regressed needs two things: the change is separable from no change (Benjamini–Hochberg, ${levels}), and its estimate is at least the band of ${bands}${floors === "" ? "" : ` and more than ${floors}`}.`, "Unchanged is shown, not assumed: both one-sided 95 % bounds lie within the band. Where neither is shown, the answer is “cannot tell”, which is not “unchanged”.");
	if (mde !== null) says.push(`Every gate detects a worsening of ${logPercent(mde)} in 8 of 10 such runs, or rules it out${tested.some(endedWorse) ? ", except where measuring stopped early because the workload is worse" : ""}.`);
	if (moderated > 0) says.push(`A prior steadied the noise of ${counted(moderated, "test")}: typical values for such machines, or values learned on this one.`);
	says.push(evidence.some(({ mode }) => mode !== "baseline") ? "A change is the Hodges–Lehmann estimate of head over base, minus one, over pairs. Intervals are 95 %, not adjusted for the number of tests or looks. The figures of base and head are placed around their common middle, so that they differ by the estimate." : "A change is the estimate of head over base, minus one. Intervals are 95 %, not adjusted for the number of tests. The figures next to it are medians over trials.", "Advisory metrics warn and never fail. An absent value is n/a and never counts as zero or as unchanged.");
	return says;
}

// src/report/trend.ts
const LONGEST = 500;
function trendAddress(comparison) {
	const { site, rows, commit } = comparison;
	if (site === void 0) return void 0;
	const page = site.replace(/\/?$/, "/");
	const shown = worstFirst(rows).filter(({ metric, head }) => metric !== "" && head !== null);
	const row = shown.find(({ kind }) => kind === "gate") ?? shown[0];
	if (row === void 0) return page;
	const address = `${page}#${fragment({
		...OVERVIEW,
		...viewOf(row, comparison.runnerClass, commit?.sha)
	})}`;
	return address.length <= LONGEST ? address : page;
}
function viewOf({ workload, variant, metric, head }, runnerClass, sha) {
	return {
		chart: {
			runnerClass,
			workload,
			metric
		},
		mark: {
			value: Number(head.center.toPrecision(6)),
			interval: null,
			label: sha === void 0 ? "this run" : `head ${short(sha)}`,
			variant
		}
	};
}

// src/report/waivers.ts
const SAY = {
	accepted: ({ ceiling, expires, because }, { prose }) => `accepted up to ${format(ceiling, "ratio")} until ${expires}: ${prose(because)}`,
	exceeded: ({ ceiling, expires }) => `not accepted: worse than the ${format(ceiling, "ratio")} allowed until ${expires}`,
	expired: ({ ceiling, expires }) => `expired: up to ${format(ceiling, "ratio")} was accepted until ${expires}; delete the row`,
	unused: ({ ceiling, expires }) => `not needed by this run: up to ${format(ceiling, "ratio")} until ${expires}`,
	unmatched: () => "no measured metric has this name",
	unmeasured: null
};
function waiverLines({ waivers }, set) {
	const rank = ({ fate }) => WaiverFate.options.indexOf(fate);
	const metrics = [...waivers?.rows ?? []].sort((a, b) => rank(a) - rank(b)).flatMap(({ waiver, fate }) => {
		const sentence = SAY[fate]?.(waiver, set);
		const of = itemName(waiver);
		return sentence === void 0 ? [] : [`${set.name(of)} ${set.name(waiver.metric)}: ${sentence}`];
	});
	const loads = (waivers?.loads ?? []).map(({ waiver: { workload, variant, expires, because }, fate }) => {
		const of = set.name(itemName({
			workload,
			variant
		}));
		if (fate === "accepted") return `${of}: its edited load is accepted until ${expires}: ${set.prose(because)}`;
		if (fate === "expired") return `${of}: an edited load was accepted until ${expires}; delete the row`;
		return `${of}: an edited load is accepted until ${expires}; this change does not edit it`;
	});
	return [...metrics, ...loads];
}

// src/report/comment.ts
const COMMENT_LIMIT = 6e4;
function marker(key = "default") {
	return `<!-- steelyard:comment:${key.replace(/[^A-Za-z0-9_.-]/g, "_").slice(0, 80)} -->`;
}
const DROPPED_FIRST = [
	["advisory", "advisory metrics"],
	["levelTables", "each level"],
	["gates", "all gate metrics"],
	["limitsAll", "all budgets and expectations"],
	["changedRest", "further changes"],
	["newRest", "more new metrics"],
	["unjudgedRest", "more rows that could not be judged"],
	["notesRest", "further warnings"],
	["totals", "totals"],
	["slow", "slow requests"],
	["environment", "the environment"],
	["rules", "the rules"],
	["notes", "warnings"],
	["unjudged", "rows that could not be judged"],
	["limits", "budgets and expectations"],
	["unaffected", "workloads that were not measured"],
	["new", "new metrics"],
	["waivers", "waivers"],
	["levels", "levels"],
	["causes", "what explains the changes"],
	["changed", "changes"],
	["records", "the records"],
	["replay", "the replay command"]
];
const READ = [
	"changed",
	"causes",
	"changedRest",
	"limits",
	"levels",
	"unjudged",
	"unjudgedRest",
	"new",
	"newRest",
	"unaffected",
	"waivers",
	"notes",
	"notesRest",
	"slow",
	"records",
	"replay",
	"levelTables",
	"gates",
	"advisory",
	"limitsAll",
	"totals",
	"environment",
	"rules"
];
function comment(comparison, options = {}) {
	const { links, notice, limit = COMMENT_LIMIT, key } = options;
	const first = `${marker(key)}\n`;
	return first + body(comparison, {
		links,
		notice
	}, (text) => first.length + text.length <= limit);
}
function linksOf(comparison, given = {}) {
	const trend = given.trend ?? trendAddress(comparison);
	return {
		...given,
		...trend !== void 0 && { trend }
	};
}
function body(comparison, around, fits) {
	const { notice = "" } = around;
	const links = linksOf(comparison, around.links);
	const texts = sections(comparison);
	const start = [opening$3(comparison), notice].filter((part) => part !== "").join("\n\n");
	const dropped = [];
	for (const [section, name] of DROPPED_FIRST) {
		const text = assembled(start, texts, dropped, links);
		if (fits(text)) return text;
		if (texts[section] === "") continue;
		texts[section] = "";
		dropped.push(name);
	}
	return assembled(start, texts, dropped, links);
}
function assembled(start, texts, dropped, links) {
	return `${[
		start,
		...READ.map((section) => texts[section]),
		leftOut(dropped),
		footer(links)
	].filter((part) => part !== "").join("\n\n")}\n`;
}
const leftOut = (dropped) => dropped.length === 0 ? "" : `Left out to fit: ${dropped.join(", ")}. The file \`comparison.json\` of this run has everything.`;
function footer({ why, trend, artifact, rerun }) {
	return [
		["Flame graphs and statements", why],
		["Trend", trend],
		["Data of this run", artifact],
		["Measure again", rerun]
	].flatMap(([label, address]) => address === void 0 ? [] : [markdownLink(label, address)]).join(" · ");
}
const MOST_SHOWN = 10;
function sections(comparison) {
	const { changed, counts, limits, unjudged, unaffected, fresh } = news(comparison);
	const footnotes = notes(comparison);
	const mark = marksOf(footnotes);
	const warned = first(footnotes.filter(({ minor }) => !minor));
	const unwarned = footnotes.slice(warned.length);
	const sorted = worstFirst(comparison.rows);
	const gates = sorted.filter(({ kind }) => kind === "gate" || kind === "errors" || kind === "checks");
	const advisory = sorted.filter(({ kind }) => kind === "advisory");
	const allLimits = sorted.filter(({ kind }) => kind === "budget" || kind === "expect");
	const listed = inTitle(comparison, unjudged) ? [] : unjudged;
	const others = [...rest(changed), ...counts];
	const changes = (rows) => changedTable(comparison, rows, mark);
	return {
		changed: changes(first(changed)),
		changedRest: folded(counted(others.length, "more change"), changes(others)),
		limits: limitSection(allLimits, limits, mark),
		levels: titled("Levels", levelList(comparison)),
		levelTables: folded("Each level", levelTables(comparison)),
		unjudged: titled("Could not be judged", unjudgedList(first(listed), mark)),
		unjudgedRest: folded(`${whole(rest(listed).length)} more that could not be judged`, unjudgedList(rest(listed), mark)),
		new: titled("New, with nothing to compare with yet", newList(first(fresh))),
		newRest: folded(`${whole(rest(fresh).length)} more that are new`, newList(rest(fresh))),
		unaffected: titled("Not measured", unaffectedList(first(unaffected), rest(unaffected).length)),
		waivers: waiverSection(comparison),
		notes: titled("Warnings", noteList(warned)),
		notesRest: folded(counted(unwarned.length, "more warning"), noteList(unwarned, warned.length + 1)),
		causes: causeList(comparison),
		slow: folded(slowTitle(comparison), slowLines(comparison.slow ?? [], {
			name: codeSpan,
			prose: markdownText
		}).map((line) => `- ${line}`).join("\n")),
		records: recordSection(comparison),
		replay: folded("Replay this on your machine", replay$1(comparison.replay)),
		gates: folded(gatesTitle(gates), evidenceTable(comparison, gates, mark)),
		advisory: folded(counted(advisory.length, "advisory metric"), evidenceTable(comparison, advisory, mark)),
		limitsAll: folded(counted(allLimits.length, "budget or expectation", "budgets and expectations"), first(limits).length === allLimits.length ? "" : limitTable(allLimits, mark)),
		totals: folded("Totals", totalsTable(comparison)),
		environment: folded("Environment and reference", environment(comparison)),
		rules: folded("How it is judged", rules(comparison).map((rule) => `- ${rule}`).join("\n"))
	};
}
const first = (all) => all.slice(0, MOST_SHOWN);
const rest = (all) => all.slice(MOST_SHOWN);
function limitSection(all, news, mark) {
	const holds = all.filter(({ limit }) => limit?.outcome === "pass").length;
	const count = `${holds} of ${all.length} ${holds === 1 ? "holds" : "hold"}.`;
	if (all.length === 0) return "";
	if (news.length === 0) return `Budgets and expectations: ${count}`;
	return titled("Budgets and expectations", `${limitTable(first(news), mark)}\n\n${count}`);
}
function waiverSection(comparison) {
	const lines = waiverLines(comparison, {
		name: codeSpan,
		prose: markdownText
	}).map((line) => `- ${line}`);
	const more = rest(lines).length > 0 ? [`- and ${whole(rest(lines).length)} more`] : [];
	return titled("Waivers", [...first(lines), ...more].join("\n"));
}
const titled = (title, text) => text === "" ? "" : `**${title}**\n\n${text}`;
function folded(summary, text) {
	return text === "" ? "" : `<details>\n<summary>${summary}</summary>\n\n${text}\n\n</details>`;
}
function gatesTitle(rows) {
	const gates = rows.filter(({ kind }) => kind === "gate").length;
	const others = rows.length - gates;
	return [gates > 0 ? counted(gates, "gate") : [], others > 0 ? `${counted(others, "row")} of errors and checks` : []].flat().join(" and ");
}

// src/report/csv.ts
const COLUMNS = {
	workload: (row) => row.workload,
	variant: (row) => row.variant,
	kind: (row) => row.kind,
	metric: (row) => row.metric,
	gates: (row) => row.gates,
	verdict: (row) => row.verdict,
	unit: (row) => row.unit,
	better: (row) => row.better,
	base_center: (row) => row.base?.center ?? null,
	head_center: (row) => row.head?.center ?? null,
	base_values: (row) => row.base?.values.length ?? null,
	head_values: (row) => row.head?.values.length ?? null,
	change: (row) => change(row)?.ratio ?? null,
	change_low: (row) => change(row)?.low ?? null,
	change_high: (row) => change(row)?.high ?? null,
	mode: (row) => row.evidence?.mode ?? null,
	n: (row) => row.evidence?.n ?? null,
	p_worse: (row) => row.evidence?.pWorse ?? null,
	p_better: (row) => row.evidence?.pBetter ?? null,
	level: (row) => row.evidence?.level ?? null,
	family: (row) => row.evidence?.family ?? null,
	log_band: (row) => row.evidence?.band ?? null,
	log_mde: (row) => row.evidence?.mde ?? null,
	limit: (row) => row.limit?.wanted ?? null,
	limit_outcome: (row) => row.limit?.outcome ?? null,
	reason: (row) => row.reason,
	warnings: (row) => row.warnings.map((warning) => warning.message).join("; ")
};
function csv({ rows }) {
	const lines = rows.map((row) => Object.values(COLUMNS).map((cell) => field(cell(row))));
	return [Object.keys(COLUMNS), ...lines].map((fields) => `${fields.join(",")}\r\n`).join("");
}
function field(value) {
	if (value === null) return "";
	if (typeof value === "number") return Number.isFinite(value) ? String(Number(value.toPrecision(12))) : "";
	if (typeof value === "boolean") return String(value);
	const text = plainText(value, 2e3).replace(/^[=+\-@＝＋－＠]/, "'$&");
	return /[",;]/.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text;
}

// src/report/junit.ts
function junit(comparison) {
	const overall = suite("steelyard", comparison.at, [verdict(comparison)]);
	const byTarget = /* @__PURE__ */ new Map();
	for (const row of comparison.rows) {
		const rows = byTarget.get(itemName(row));
		if (rows === void 0) byTarget.set(itemName(row), [row]);
		else rows.push(row);
	}
	const names = unique();
	return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="steelyard">\n${[overall, ...[...byTarget].map(([name, rows]) => suite(name, comparison.at, rows.map((row) => testcase(row, comparison.failOn, names))))].join("")}</testsuites>\n`;
}
function suite(name, at, cases) {
	const count = (outcome) => cases.filter((each) => each.outcome === outcome).length;
	const counts = `tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}"`;
	return `${`  <testsuite name="${xml(name)}" ${counts} timestamp="${xml(at)}">\n`}${cases.map((each) => each.xml).join("")}  </testsuite>\n`;
}
function verdict(comparison) {
	const { title, action } = headline(comparison);
	const outcome = {
		success: "passed",
		neutral: "skipped",
		failure: "failure"
	}[comparison.conclusion];
	const text = `${message$1(title)}. ${message$1(action)}`;
	return caseOf("steelyard", "verdict", outcome, comparison.overall, title, text);
}
function testcase(row, failOn, names) {
	const label = row.kind === "gate" ? subject(row) : `${subject(row)} (${row.kind})`;
	const name = names(itemName(row), label);
	const message = row.reason || verdictWord(row.verdict);
	return caseOf(itemName(row), name, outcomeOf(row, failOn), row.verdict, message, evidence$1(row));
}
const UNANSWERED = [
	"unaffected",
	"new",
	"inconclusive",
	"incomparable",
	"invalid",
	"missing"
];
function outcomeOf({ verdict, gates }, failOn) {
	if (gates && failOn.includes(verdict)) return verdict === "invalid" ? "error" : "failure";
	return UNANSWERED.includes(verdict) ? "skipped" : "passed";
}
function evidence$1(row) {
	const lines = [`verdict: ${verdictWord(row.verdict)}${row.gates ? "" : " (does not gate)"}`, `reason: ${message$1(row.reason) || "n/a"}`];
	if (row.head !== null || row.base !== null) lines.push(`medians: ${transition(row)}`, `change: ${changeText(row)}`);
	if (row.evidence !== null) {
		const seen = visible(row);
		const detectable = seen === null ? "" : `, detectable: ${logPercent(seen)}`;
		const { n, band, level, family } = row.evidence;
		lines.push(`n: ${n}, p: ${chance(row.evidence, row.verdict)}, level: ${percent(level)} over ${counted(family, "test")}`, `smallest change that matters: ${logPercent(band)}${detectable}`);
	}
	if (row.limit !== null) lines.push(`required: ${plainText(row.limit.wanted, 80)}`);
	for (const warning of row.warnings) {
		lines.push(`warning: ${message$1(warning.message)}`);
		if (warning.remedy !== null) lines.push(`fix: ${message$1(warning.remedy)}`);
	}
	return lines.join("\n");
}
function caseOf(place, name, outcome, verdict, why, text) {
	const short = xml(message$1(why));
	const detail = text.split("\n").map((line) => xml(line, 2 * 400)).join("\n");
	const inner = {
		passed: `<system-out>${detail}</system-out>`,
		skipped: `<skipped message="${verdict}: ${short}"/><system-out>${detail}</system-out>`,
		failure: `<failure type="${verdict}" message="${short}">${detail}</failure>`,
		error: `<error type="${verdict}" message="${short}">${detail}</error>`
	}[outcome];
	return {
		outcome,
		xml: `${`    <testcase classname="${xml(place)}" name="${xml(name)}">`}${inner}</testcase>\n`
	};
}
const message$1 = (text) => plainText(text.replaceAll("`", ""), 400);
function unique() {
	const seen = /* @__PURE__ */ new Map();
	return (place, name) => {
		const key = JSON.stringify([place, name]);
		const times = (seen.get(key) ?? 0) + 1;
		seen.set(key, times);
		return times === 1 ? name : `${name} #${times}`;
	};
}
const ENTITIES = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	"\"": "&quot;",
	"'": "&apos;"
};
const xml = (text, most = 400) => plainText(text, most).replace(/[&<>"']/g, (character) => ENTITIES[character]);

// src/report/summary.ts
const SUMMARY_LIMIT = 1e6;
function summary(comparison, around = {}, limit = SUMMARY_LIMIT) {
	return body(comparison, around, (text) => Buffer.byteLength(text) <= limit);
}

// src/report/columns.ts
const WIDE = /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;
const MARK$1 = /\p{M}/u;
function width(text) {
	let columns = 0;
	for (const character of text) columns += MARK$1.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
	return columns;
}
function padded(text, columns, side = "left") {
	const space = " ".repeat(Math.max(0, columns - width(text)));
	return side === "left" ? text + space : space + text;
}
function wrapped(text, columns, indent = "", lead = indent) {
	const room = Math.max(8, columns - width(indent));
	const lines = [];
	let line = "";
	const words = text.split(/ (?!%)/).map((word) => word.startsWith("::") ? `…${word}` : word);
	for (const word of words.flatMap((each) => pieces(each, room))) {
		const longer = line === "" ? word : `${line} ${word}`;
		if (width(longer) <= room) {
			line = longer;
			continue;
		}
		lines.push(line);
		line = word;
	}
	return [...lines, line].map((each, i) => (i === 0 ? lead : indent) + each);
}
function pieces(word, room) {
	if (width(word) <= room) return [word];
	const parts = [""];
	for (const character of word) {
		const last = parts.at(-1);
		if (width(last + character) <= room) parts[parts.length - 1] = last + character;
		else parts.push(`…${character}`);
	}
	return parts;
}

// src/report/terminal.ts
const MOST$2 = 20;
function terminal(comparison, options) {
	const page = {
		columns: Math.max(40, options.columns),
		paint: options.colour ? painted : unpainted
	};
	const { changed, counts, limits, unjudged, unaffected, fresh } = news(comparison);
	const listed = inTitle(comparison, unjudged) ? [] : unjudged;
	return `${[
		opening$2(comparison, page),
		block("Changed", changes(changed.slice(0, MOST$2), page), changed.length, page),
		block("Why", causes(comparison, page), 0, page),
		block("Other counts", each(counts, (row) => `${name(itemName(row))} ${subject(row, name)}: ${changeText(row)}`, page), counts.length, page),
		block("Budgets and expectations", each(limits, limit, page), limits.length, page),
		levels(comparison, page),
		block("Could not be judged", each(listed, unjudgedText, page), listed.length, page),
		block("New, with nothing to compare with yet", each(fresh, ({ rows }) => groupName(rows, name), page), fresh.length, page),
		block("Not measured", each(unaffected, ({ rows }) => `${groupName(rows, name)}: ${message(rows[0].reason)}`, page), unaffected.length, page),
		waivers(comparison, page),
		...warnings(notes(comparison).filter(({ minor }) => !minor), page),
		block("Slow requests", each(slowLines(comparison.slow ?? [], {
			name,
			prose: message
		}), (line) => line, page), 0, page),
		block("Replay", replay(comparison.replay, page), 0, page)
	].filter((lines) => lines.length > 0).map((lines) => lines.join("\n")).join("\n\n")}\n`;
}
const SGR = {
	bold: 1,
	dim: 2,
	red: 31,
	green: 32,
	yellow: 33
};
const painted = (text, ink) => `\u001b[${SGR[ink]}m${text}\u001b[0m`;
const unpainted = (text) => text;
function ink(verdict) {
	const { fails, conclusion, movable } = FATES[verdict];
	return fails ? "red" : movable || conclusion === "neutral" ? "yellow" : "green";
}
const name = (text) => plainText(text, 120) || "n/a";
const message = (text, most = 400) => plainText(text.replaceAll("`", ""), most) || "n/a";
function opening$2(comparison, { columns, paint }) {
	const { symbol, title, action } = headline(comparison);
	const tone = ink(comparison.overall);
	return [
		...wrapped(message(title, 600), columns, "   ", `${symbol} `).map((line) => paint(paint(line, tone), "bold")),
		...wrapped(message(action, ACTION_LENGTH), columns, "   "),
		"",
		...wrapped(context(comparison, name), columns, "   ").map((line) => paint(line, "dim"))
	];
}
function block(title, lines, count, { paint }) {
	if (lines.length === 0) return [];
	const more = count > MOST$2 ? [`  … and ${whole(count - MOST$2)} more`] : [];
	return [
		paint(title, "bold"),
		...lines,
		...more
	];
}
const causes = (comparison, { columns }) => explained(comparison, {
	name,
	reason: (why) => message(why, 300)
}).flatMap((one) => [...wrapped(one.summary, columns, "    ", "  "), ...one.causes.flatMap((cause) => wrapped(cause, columns, "      ", "    "))]);
const each = (all, text, { columns }) => all.slice(0, MOST$2).flatMap((one) => wrapped(text(one), columns, "    ", "  "));
function changes(rows, page) {
	const cells = rows.map((row) => ({
		under: row.kind === "advisory" ? `${name(itemName(row))} (advisory)` : name(itemName(row)),
		metric: subject(row, name),
		values: transition(row),
		change: changeText(row),
		verdict: row.gates || row.kind === "advisory" ? rowVerdict(row) : `${rowVerdict(row)} (warns only)`,
		ink: ink(row.verdict)
	}));
	const widest = (key) => Math.max(0, ...cells.map((cell) => width(cell[key])));
	const figures = widest("values") + widest("change") + widest("verdict") + 4;
	const room = page.columns - figures - 6;
	const metric = Math.max(0, ...cells.map((cell) => width(cell.metric)).filter((columns) => columns <= room));
	return [...new Set(cells.map((cell) => cell.under))].flatMap((under) => [...wrapped(under, page.columns, "  "), ...cells.filter((cell) => cell.under === under).flatMap((cell) => {
		const numbers = `${padded(cell.values, widest("values"), "right")}  ${padded(cell.change, widest("change"))}`;
		const verdict = page.paint(cell.verdict, cell.ink);
		if (width(cell.metric) <= room) return [`    ${padded(cell.metric, metric)}  ${numbers}  ${verdict}`];
		const head = wrapped(cell.metric, page.columns, "    ");
		if (figures + 6 <= page.columns) return [...head, `      ${numbers}  ${verdict}`];
		return [...head, ...wrapped(`${cell.values}, ${cell.change}, ${cell.verdict}`, page.columns, "      ")];
	})]);
}
function limit(row) {
	const { limit } = row;
	const about = `${name(itemName(row))} ${subject(row, name)}`;
	if (limit === null) return `${about} ${fate(row.verdict)}: ${message(row.reason)}`;
	const outcome = limit.outcome === "risk" ? "at risk" : limit.outcome === "fail" ? "broken" : "holds";
	const because = limit.because === null ? "" : `, because ${message(limit.because)}`;
	return `${about}: ${limitText(limit, row.unit)}, required ${message(limit.wanted, 80)}${because}: ${outcome}`;
}
const unjudgedText = ({ rows }) => `${groupName(rows, name)} ${fate(rows[0].verdict)}: ${message(rows[0].reason || FATES[rows[0].verdict].meaning)}`;
function levels(comparison, page) {
	const texts = levelTexts(comparison, {
		name,
		prose: (text) => message(text)
	});
	return block("Levels", texts.slice(0, MOST$2).flatMap(({ name, said, notes }) => [...wrapped(`${name} ${said}`, page.columns, "    ", "  "), ...notes.flatMap((note) => wrapped(note, page.columns, "      ", "    "))]), texts.length, page);
}
function waivers(comparison, page) {
	const lines = waiverLines(comparison, {
		name,
		prose: message
	});
	return block("Waivers", each(lines, (line) => line, page), lines.length, page);
}
function warnings(all, page) {
	return [block("Warnings", all.slice(0, MOST$2).flatMap(({ warning }) => [...wrapped(message(warning.message), page.columns, "    ", "  "), ...warning.remedy === null ? [] : wrapped(message(warning.remedy), page.columns, "         ", "    fix: ")]), all.length, page)];
}
const replay = (argv, { paint }) => argv.length === 0 ? [] : [paint(`  ${shell(["steelyard", ...argv])}`, "dim")];

// src/report/check.ts
const CHECK_LIMIT = 65e3;
const MOST_ANNOTATIONS = 50;
const TITLE_LENGTH = 200;
const fitsCheck = (text) => Buffer.byteLength(text) <= CHECK_LIMIT;
function checkText(comparison, around = {}) {
	const { symbol, title } = headline(comparison);
	return {
		title: plainText(`${symbol} ${title}`, TITLE_LENGTH),
		summary: body(comparison, around, fitsCheck)
	};
}
function annotations({ rows, failOn }) {
	const fails = (row) => row.gates && failOn.includes(row.verdict);
	return worstFirst(rows).filter((row) => fails(row) || row.verdict === "regressed" && row.kind !== "advisory").slice(0, 50).map((row) => ({
		workload: row.workload,
		level: fails(row) ? "failure" : "warning",
		title: plainText(`${itemName(row)} ${subject(row)}: ${verdictWord(row.verdict)}`, TITLE_LENGTH),
		message: plainText(row.reason === "" ? FATES[row.verdict].meaning : row.reason, 1e3)
	}));
}

// src/report/ledger.ts
const [OPEN, CLOSE] = ["<!-- steelyard:ledger ", " -->"];
const COMPARED = [
	"unchanged",
	"improved",
	"regressed",
	"accepted",
	"inconclusive"
];
function ledgerText(comparison, about) {
	const { base } = comparison.reference;
	const all = entriesOf(comparison);
	const text = (kept) => {
		const ledger = {
			schema: tag("ledger"),
			...about,
			base: base?.sha ?? null,
			release: base?.release ? base.ref.slice(0, 500) : null,
			entries: all.slice(0, kept),
			more: all.length - kept
		};
		const escaped = JSON.stringify(ledger).replaceAll("<", "\\u003c").replaceAll(">", "\\u003e");
		return `${OPEN}${escaped}${CLOSE}`;
	};
	let kept = Math.min(all.length, MOST_ENTRIES);
	while (kept > 0 && !fitsCheck(text(kept))) kept = Math.floor(kept * .9);
	return text(kept);
}
const MOST_ENTRIES = 2e3;
function readLedger(text, where) {
	if (!text.startsWith(OPEN) || !text.endsWith(CLOSE)) throw userError("The check has no estimates.", { where });
	const json = text.slice(OPEN.length, -CLOSE.length);
	return readVersioned(json, "ledger", Ledger, where, "nothing: newer checks replace it");
}
function entriesOf({ rows }) {
	const isPaired = new Set(rows.filter(paired).map(itemKey));
	return rows.filter(({ kind, gates }) => gates && (kind === "gate" || kind === "workload")).map((row) => ({
		workload: row.workload,
		variant: row.variant,
		metric: row.metric,
		verdict: row.verdict,
		effect: COMPARED.includes(row.verdict) ? effectOf(row, isPaired.has(itemKey(row))) : null
	}));
}
function effectOf(row, isPaired) {
	const { evidence, base, head } = row;
	const centers = Math.min(base?.center ?? 0, head?.center ?? 0);
	if (evidence === null) {
		if (!isPaired || centers <= 0) return null;
		const log = Math.log(head.center / base.center);
		const estimate = rounded(row.better === "lower" ? log : -log);
		return {
			estimate,
			interval: [estimate, estimate],
			se: 0,
			tolerated: rounded(COUNTER_BAND)
		};
	}
	if (!paired(row)) return null;
	const { estimate, interval, se, band, floor } = evidence;
	return {
		estimate: rounded(estimate),
		se: rounded(se),
		interval: [rounded(interval[0]), rounded(interval[1])],
		tolerated: rounded(centers > 0 ? tolerated({
			band,
			floor
		}, base.center) : band)
	};
}
const paired = ({ evidence }) => evidence !== null && evidence.mode !== "baseline";
const COUNTER_BAND = Math.log1p(USUAL_BAND);
const rounded = (value) => Number(value.toPrecision(6));

// src/report/proposal.ts
const MOST$1 = 40;
function proposalTitle({ comparison, growth }) {
	const runs = new Set(growth.flatMap(({ added }) => added.map(({ run }) => run)));
	return `Baseline of ${comparison.runnerClass}: ${counted(runs.size, "more session")}`;
}
function proposalBody(text) {
	const { comparison, growth, doubts, run } = text;
	return `${[
		opening$1(text),
		markdownTable([
			"Baseline",
			"Sessions:",
			"Added"
		], growth.slice(0, MOST$1).map(({ path, before, after, added }) => [
			codeSpan(path),
			`${whole(before)} → ${whole(after)}`,
			added.slice(-5).map(({ at, commit }) => `${codeSpan(at.slice(0, 10))} (${commit === null ? "no commit" : codeSpan(short(commit))})`).join(", ")
		])),
		figures(comparison),
		doubts.length === 0 ? "" : `**Please note**\n\n${doubts.slice(0, MOST$1).map((line) => `- ${markdownText(line)}`).join("\n")}`,
		NOTES$1,
		run === void 0 ? "" : markdownLink("Data of this run", run)
	].filter((part) => part !== "").join("\n\n")}\n`;
}
function opening$1({ comparison, growth }) {
	const { commit, fingerprint, runnerClass } = comparison;
	return `A session${commit === null ? "" : ` of ${codeSpan(short(commit.sha))} ${codeSpan(commit.subject)}`} on ${`${codeSpan(runnerClass)} (${codeSpan(fingerprint.cpu)}, ${counted(fingerprint.cores, "core")})`} for ${counted(growth.length, "baseline")}. It is proposed because the run passed: no row failed, is missing or invalid, or is worse than the stored sessions, except where a waiver accepts it.`;
}
function figures(comparison) {
	const gates = worstFirst(comparison.rows).filter(({ kind }) => kind === "gate");
	const shown = changedTable(comparison, gates.slice(0, MOST$1), () => "", "session");
	const more = gates.length > MOST$1 ? `\n\nAnd ${whole(gates.length - MOST$1)} more gate metrics.` : "";
	return shown === "" ? "" : `${shown}${more}`;
}
const NOTES$1 = `**Before you merge**

- Sessions from different days show how much this machine varies. A gate needs at least three.
- Each new session rebuilds this branch from the default branch. Edits on the branch are lost; waiting sessions are kept.
- A pull request opened with the workflow's own token starts no workflows, so required checks never run. Close and reopen it to start them, or give the job the token of a GitHub App (the input \`token\`).`;

// src/report/regression.ts
const ISSUE_FATES = [
	"live",
	"gone",
	"undone",
	"waived",
	"duplicate"
];
const MARK = /^<!-- steelyard:change:([0-9a-f]{16}):(\d{1,12}):([\d.e+~-]{1,80}):([a-z]+) -->$/;
const markLine = ({ series, at, evidence, fate }) => `<!-- steelyard:change:${series}:${at}:${evidence}:${fate} -->`;
function markOf(body) {
	const [, series, at, evidence, word] = MARK.exec(body.split(/\r?\n/, 1)[0]) ?? [];
	const fate = ISSUE_FATES.find((one) => one === word);
	if (series === void 0 || evidence === void 0 || fate === void 0) return void 0;
	return {
		series,
		at: Number(at),
		evidence,
		fate
	};
}
const remarked = (body, mark) => `${markLine(mark)}\n${body.split(/\r?\n/).slice(1).join("\n")}`;
const LEAST_P = 1e-4;
const evidenceOf = ({ before, after, p }) => [
	before.toPrecision(3),
	after.toPrecision(3),
	Math.max(p, LEAST_P).toPrecision(1)
].join("~");
const MOST = 20;
const TITLE = 200;
function regressionTitle({ workload, variant, metric, bad }) {
	const since = bad.sha === null ? day(bad) : short(bad.sha);
	return plainText(`${plainText(itemName({
		workload,
		variant
	}), 80)}: ${plainText(metric, 80)} is worse since ${since}`, TITLE);
}
function regressionBody(text) {
	const { regression, mark } = text;
	const parts = [
		opening(regression),
		evidence(regression),
		commitsText(text),
		command(text),
		[
			chart(text),
			run("The run before", regression.good),
			run("The run after", regression.bad)
		].filter((one) => one !== "").join(" · "),
		NOTES
	];
	return `${markLine(mark)}\n${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
function opening({ workload, variant, metric, runnerClass, better }) {
	const way = better === "lower" ? "up" : "down";
	return `The level of ${codeSpan(metric)} of ${codeSpan(itemName({
		workload,
		variant
	}))} on ${codeSpan(runnerClass)} went ${way} (worse) between two runs of the default branch.`;
}
function evidence({ before, after, unit, p, n }) {
	const change = before > 0 ? signed(after / before - 1) : "n/a";
	return markdownTable([
		"Level before:",
		"Level after:",
		"Change:",
		"p:"
	], [[
		level(before, unit, n[0]),
		level(after, unit, n[1]),
		change,
		probability(p)
	]]);
}
const level = (value, unit, n) => `${format(value, unit).replace(/^-/, "−")} (${counted(n, "run")})`;
function commitsText({ regression: { good, bad }, commits, repository }) {
	if (good.sha === null || bad.sha === null) return `The change lies between a run of ${day(good)} and one of ${day(bad)}. Their commits are unknown.`;
	const of = ({ sha, subject }) => {
		const name = markdownLink(codeSpan(short(sha)), `${repository}/commit/${sha}`);
		return subject === void 0 ? name : `${name} ${codeSpan(subject)}`;
	};
	if (good.sha === bad.sha) return `Both runs measured ${of({ sha: bad.sha })}, so the program did not change. The machine did, or a system that the program uses.`;
	const all = markdownLink("all changes between them", `${repository}/compare/${good.sha}...${bad.sha}`);
	const first = `The change lies between ${of({ sha: good.sha })} (${day(good)}) and ${of({ sha: bad.sha })} (${day(bad)}); ${all}.`;
	if (commits === null) return first;
	if (!commits.straight) return `${first} The first is not an ancestor of the second, because runs are in order of measurement.`;
	const list = commits.list.slice(0, MOST).map((commit) => `- ${of(commit)}`);
	const more = commits.total - list.length;
	return `${first}\n\n${[...list, ...more > 0 ? [`- and ${whole(more)} more`] : []].join("\n")}`;
}
function command({ regression, commits }) {
	const { good, bad, workload, variant, metric } = regression;
	if (good.sha === null || bad.sha === null || good.sha === bad.sha || commits?.straight === false) return "";
	const variants = variant === null ? [] : ["--variants", variant];
	const argv = [
		"steelyard",
		"bisect",
		good.sha,
		bad.sha,
		"--only",
		workload,
		...variants,
		"--metric",
		metric
	];
	return `This command finds the commit. It measures each candidate side by side with a good one:\n\n\`\`\`sh\n${shell(argv)}\n\`\`\``;
}
function chart({ regression, site }) {
	if (site === void 0) return "";
	const { runnerClass, workload, metric, good, bad } = regression;
	const view = {
		...OVERVIEW,
		chart: {
			runnerClass,
			workload,
			metric
		},
		a: brief(good),
		b: brief(bad)
	};
	return markdownLink("The chart", `${site.replace(/\/?$/, "/")}#${fragment(view)}`);
}
const brief = ({ sha }) => sha === null ? null : short(sha);
const run = (label, { link: address }) => address === null ? "" : markdownLink(label, address);
const day = ({ at }) => (/* @__PURE__ */ new Date(at * 1e3)).toISOString().slice(0, 10);
const NOTES = `p is the probability of a change as clear as this in a series that never changed. This text is updated when the levels, p or the place change. The issue is closed when later runs no longer show the change, when it is undone, and when a waiver on the default branch accepts it. An issue that a person closes stays closed.`;
function closing(why, about = {}) {
	const { waiver, first } = about;
	switch (why) {
		case "gone": return "The history no longer shows this change: later runs do not confirm it, or the metric is not gated any more.";
		case "undone": return "Undone: a later level is as good as the one before the change.";
		case "waived": return waiver === void 0 ? "Accepted by a waiver." : `Accepted by a waiver until ${waiver.expires}: ${markdownText(waiver.because)}`;
		case "duplicate": return `Duplicate of #${first}.`;
	}
}

// src/report/creep.ts
const MOST_LISTED = 50;
const TWO_SIDED = 1.96;
function creepSummary(creep, workflow) {
	const { release, head, compared, sums, unmeasured } = creep;
	const since = compared === null ? codeSpan(release) : `the comparison with ${codeSpan(release)} at ${codeSpan(short(compared))}`;
	const listed = unmeasured.slice(0, MOST_LISTED).map(({ change, why }) => `- ${codeSpan(change)} ${markdownText(why)}`);
	return [
		"### Creep ledger",
		...consequence(creep, workflow),
		`${counts(creep)} Counted up to ${codeSpan(short(head))}, since ${since}.`,
		"These are sums of estimates and no verdict: only a comparison with the release measures it.",
		table$1(sums),
		sums.length > MOST_LISTED ? `${whole(sums.length - MOST_LISTED)} more metrics have smaller sums.` : "",
		creep.configs > 1 ? `The changes were judged by ${creep.configs} different configs.` : "",
		unmeasured.length === 0 ? "" : details(unmeasured.length, listed)
	].filter((part) => part !== "").join("\n\n");
}
function consequence(creep, workflow) {
	const { outcome } = creep;
	const why = reasons(creep);
	switch (outcome.kind) {
		case "enough": return ["**No comparison needed**", "No sum reaches its threshold, and few changes lack estimates."];
		case "started": return ["**Comparison started**", `${codeSpan(workflow)} measures the release and the branch: ${why}.`];
		case "active": return ["**Comparison under way**", `Another was not started: ${why}. ${markdownLink("The run", outcome.url)}`];
		case "compared": return ["**Not started again**", `A comparison at this commit gave no figures; its check says why. Still ${why}.`];
	}
}
function reasons({ sums, unmeasured, beyond, most }) {
	const exceeding = sums.filter(({ exceeds }) => exceeds).length;
	const lacking = unmeasured.length + beyond;
	return [...exceeding > 0 ? [`${counted(exceeding, "sum reaches its threshold", "sums reach their thresholds")}`] : [], ...lacking > most ? [`${whole(lacking)} changes lack estimates`] : []].join(" and ");
}
function counts({ changes, unaffected, unmeasured, beyond, most }) {
	const rest = beyond > 0 ? ` ${whole(beyond)} older commits were not looked up, and count as unmeasured.` : "";
	const lacking = unmeasured.length + beyond;
	return `${counted(changes, "merged change")}: ${whole(unaffected)} can affect no workload, ${whole(lacking)} lack estimates (at most ${whole(most)} may).${rest}`;
}
const table$1 = (sums) => markdownTable([
	"workload",
	"metric",
	"changes:",
	"sum of estimates [95 %], + is worse:",
	"threshold:"
], sums.slice(0, MOST_LISTED).map((sum) => {
	const { start, since, se, tolerated, exceeds } = sum;
	const total = start + since;
	const [low, high] = [total - TWO_SIDED * se, total + TWO_SIDED * se];
	const before = start === 0 ? "" : `, of which ${logSigned(start)} measured before`;
	return [
		codeSpan(itemName(sum)),
		codeSpan(sum.metric),
		whole(sum.changes),
		`${logSigned(total)} [${logSigned(low)}, ${logSigned(high)}]${before}`,
		`${logPercent(tolerated)}${exceeds ? ", reached" : ""}`
	];
}));
const logSigned = (log) => signed(Math.expm1(log));
const details = (count, listed) => [
	`<details>\n<summary>${counted(count, "change")} without estimates</summary>`,
	listed.join("\n"),
	...count > listed.length ? [`and ${whole(count - listed.length)} more`] : [],
	"</details>"
].join("\n\n");

// src/report/bisect.ts
function duelLine({ verdict, reason, estimate, interval, pairs }) {
	if (estimate === null || interval === null) return `${verdictWord(verdict)}: ${plainText(reason, 400)}`;
	const change = (log) => signed(Math.expm1(log));
	const bounds = interval.map(change).join(", ");
	return `${change(estimate)} worse [${bounds}], ${verdictWord(verdict)}, ${counted(pairs, "pair")}`;
}
function bisectText(state, columns) {
	const { question, verified } = state;
	const about = `${plainText(itemName(question), 200)} ${plainText(question.metric, 200)}`;
	const whole = verified === null ? "" : `bad ${short(question.bad)} against good ${short(question.good)}: ${duelLine(verified)}`;
	return `${[ending(state, about).flatMap((line, i) => wrapped(line, columns, i === 0 ? "" : "  ")), [
		...wrapped(`${about}, ${counted(state.commits.length, "commit")}`, columns),
		...wrapped(whole, columns, "    ", "  "),
		...state.steps.flatMap((step) => wrapped(stepLine(step), columns, "    ", "  "))
	]].map((lines) => lines.join("\n")).join("\n\n")}\n`;
}
const stepLine = ({ found, how, sha, subject, why, duel }) => {
	const what = {
		good: "good",
		bad: "bad",
		skip: "skip"
	}[found];
	const shown = duel !== null && how === "shown" ? duelLine(duel) : plainText(why, 400);
	return `${what.padEnd(4)} ${short(sha)} ${plainText(subject, 100)}: ${shown}`;
};
const MOST_OF_IT = .5;
function ending({ result, verified }, about) {
	if (result === null) return ["the search is not finished yet"];
	if (result.kind === "not-worse") return [`${about}: bad is not shown to be worse than good, so there is nothing to search.`, "Use more pairs or commits further apart. `steelyard calibrate` shows the changes that this machine can detect."];
	if (result.kind === "left") return [`The first bad commit is one of ${result.commits.length}: only the last of them can be measured.`, ...result.commits.map(({ sha, subject }) => `${short(sha)} ${plainText(subject, 100)}`)];
	const { culprit, parent, confirmed } = result;
	const sure = confirmed.verdict === "regressed";
	const part = (confirmed.estimate ?? 0) < MOST_OF_IT * (verified?.estimate ?? 0);
	return [
		`${culprit.sha} is the first bad commit${sure ? "" : ", but this could not be confirmed"}`,
		`"${plainText(culprit.subject, 200)}", authored ${plainText(culprit.authored, 40)}`,
		`${about} against its parent ${short(parent)}: ${duelLine(confirmed)}`,
		...sure && part ? ["This is less than half of the change from good to bad, so other commits contribute. Search again with this commit as good."] : []
	];
}

// src/report/calibration.ts
function calibrationText(report, columns) {
	const { commit, runnerClass, runs, pairs, alarms, level, written } = report;
	const of = commit === null ? "an unknown commit" : `commit ${commit.sha.slice(0, 9)}`;
	return `${[
		wrapped(`${of} against itself on ${plainText(runnerClass, 100)}: ${counted(runs.length, "session")} of ${counted(pairs, "pair")}`, columns),
		...report.workloads.map((workload) => workloadText(workload, columns)),
		wrapped(alarmsText(alarms, level), columns),
		written.length === 0 ? [] : wrapped(`Added to ${written.join(", ")}. Commit the change.`, columns)
	].filter((lines) => lines.length > 0).map((lines) => lines.join("\n")).join("\n\n")}\n`;
}
function alarmsText(alarms, level) {
	if (alarms === null) return "No gate could be tested, so the rate of false alarms is unknown.";
	const judged = alarms.interval[0] > level ? "more than" : "consistent with";
	return `False alarms in ${alarms.regressed} of ${counted(alarms.sessions, "session")}: the gate would fail ${interval(alarms.interval)} (95 %) of harmless changes, ${judged} the ${percent(level)} that the rule allows.`;
}
function workloadText(of, columns) {
	const lost = of.lost === 0 ? "" : `, ${of.lost} lost`;
	const head = `${plainText(itemName(of), 200)}: mode ${of.mode}, ${counted(of.pairs, "pair")} of ${format(of.block, "s")}${lost}`;
	const fault = of.fault === null ? [] : [`cannot be judged here: ${plainText(of.fault, 400)}`];
	const advice = of.advice.map(({ message }) => plainText(message.replaceAll("`", ""), 400));
	return [
		...wrapped(head, columns),
		...fault.flatMap((text) => wrapped(text, columns, "  ")),
		...table(of.metrics),
		...advice.length === 0 ? [] : ["  to detect smaller changes:"],
		...advice.flatMap((text) => wrapped(text, columns, "    ", "  - "))
	];
}
function table(metrics) {
	if (metrics.length === 0) return [];
	const pairs = metrics.find(({ mde }) => mde.length > 0)?.mde.map((one) => one.pairs) ?? [];
	const rows = [[
		"metric",
		"one pair",
		"per start",
		"band",
		"false alarms",
		pairs.length === 0 ? "detects" : `detects, after ${pairs.join(" | ")} pairs`
	], ...metrics.map(({ metric, pair, start, band, alarms, mde }) => [
		plainText(metric, 100),
		pair === null ? "n/a" : deviation(pair),
		start === null ? "n/a" : `${deviation(start.sd)}${start.differ ? " (large)" : ""}`,
		logPercent(band),
		alarms === null ? "not tested" : `${alarms.regressed} of ${alarms.sessions} (${interval(alarms.interval)})`,
		mde.length === 0 ? "unknown" : mde.map(({ change }) => logPercent(change)).join(" | ")
	])];
	const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => width(row[i]))));
	return rows.map((row) => `  ${row.map((cell, i) => padded(cell, widths[i])).join("  ")}`.trimEnd());
}
const deviation = (sd) => `±${logPercent(sd)}`;
const interval = ([low, high]) => `${percent(low)} to ${percent(high)}`;

// src/report/selftest.ts
const OUTCOMES = {
	proved: `${FATES.unchanged.symbol} proved`,
	refuted: `${FATES.regressed.symbol} not proved`,
	unjudged: `${FATES.invalid.symbol} cannot be judged`
};
function selfTestText(report, columns) {
	const { slowdown, outcome, why } = report;
	const how = "patch" in slowdown ? `after ${slowdown.patch}` : `with ${Object.entries(slowdown.stackEnv).map(([name, value]) => `${name}=${value}`).join(" ")}`;
	const sentences = why.map((text) => plainText(text.replaceAll("`", ""), 2 * 400));
	return `${[
		wrapped(`${OUTCOMES[outcome]}: ${sentences.join(" ")}`, columns, "   ", ""),
		duelText("the commit against itself", report.unslowed, columns),
		duelText(`head ${plainText(how, 200)}`, report.slowed, columns)
	].map((lines) => lines.join("\n")).join("\n\n")}\n`;
}
function duelText(title, { overall, exit, pairs, gates }, columns) {
	const check = exit === 0 ? "the check passes" : `the check fails with ${exit}`;
	return [...wrapped(`${title}: ${verdictWord(overall)}, ${check}, ${counted(pairs, "pair")}`, columns), ...gates.flatMap((gate) => {
		const { metric, verdict, reason, estimate, interval, mde } = gate;
		const name = [itemName(gate), metric].filter((part) => part !== "").join(" ");
		const change = estimate === null || interval === null ? ` (${plainText(reason, 400)})` : `, ${signed(Math.expm1(estimate))} [${interval.map((r) => signed(Math.expm1(r))).join(", ")}]`;
		const detects = mde === null ? "" : `; it could detect ${logPercent(mde)}`;
		return wrapped(`${plainText(name, 200)}: ${verdictWord(verdict)}${change}${detects}`, columns, "    ", "  ");
	})];
}

export { TERMS, annotations, bisectText, calibrationText, checkText, closing, codeSpan, comment, context, creepSummary, csv, duelLine, estimateText, evidenceOf, explainedOne, headline, isRecordDocument, junit, ledgerText, markOf, markdownLink, markdownText, marker, plainText, proposalBody, proposalTitle, readLedger, recordDocument, regressionBody, regressionTitle, remarked, selfTestText, spentTime, summary, tally, terminal };