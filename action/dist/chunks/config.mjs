import { nearest, own, userError, visible } from "./base.mjs";
import { ADDRESS_PARTS, AXES, Config, EXECUTED, KEPT, KINDS as KINDS$1, LOADS, QUANTILES, REFERENCE, UNITS, WANTED, WORK, WORK_NAMES, WaiverFile, alongOf, amount, axesIn, betterOf, family, format, isShared, itemName, jsonSchema, levelText, listed, loadOf, mappingOf, metricsOf, perRequestName, prefixOf, scriptsOf, selector, targetVariable } from "./model.mjs";
import { require_dist } from "./npm/yaml.mjs";

// src/config/problem.ts
const MOST = 20;
const MOST_LOCATED = 1e3;
const SHOWN = 60;
function configError(problems, where, position) {
	const located = problems.slice(0, MOST_LOCATED).map((problem) => ({
		problem,
		at: position(problem.place)
	})).sort((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
	const file = visible(where);
	const blocks = located.slice(0, MOST).map(({ problem: { what, allowed, meaning, remedy }, at }) => {
		const lines = [what, `  at ${file}:${at.line}:${at.column}`];
		if (allowed !== void 0) lines.push(`  allowed: ${allowed}`);
		if (meaning !== void 0) lines.push(`  meaning: ${meaning}`);
		return [...lines, `  fix: ${remedy}`].join("\n");
	});
	const first = problems.length - blocks.length > 0 ? `, the first ${blocks.length} of them` : "";
	const count = `${problems.length} ${problems.length === 1 ? "problem" : "problems"} in ${file}${first}:`;
	return userError([count, ...blocks].join("\n\n"));
}
function shown(value) {
	if (value === void 0 || value === null) return "empty";
	if (typeof value === "string") return quoted(value);
	if (Array.isArray(value)) return list$1(value);
	if (typeof value !== "object") return String(value);
	const keys = Object.keys(value);
	return keys.length === 0 ? "an empty mapping" : `a mapping with ${among(keys)}`;
}
function list$1(value) {
	if (value.length === 0) return "an empty list";
	return value.length <= 3 && value.every((item) => typeof item !== "object" && String(item).length <= 20) ? `the list [${value.map(shown).join(", ")}]` : `a list of ${value.length}`;
}
function quoted(text, most = SHOWN) {
	const characters = [...text.slice(0, 2 * most + 2)];
	const cut = characters.length > most ? "…" : "";
	return visible(JSON.stringify(characters.slice(0, most).join(""))) + cut;
}
function among(names) {
	const some = names.slice(0, 20).map((name) => /^[\w.-]{1,60}$/.test(name) ? name : quoted(name));
	return names.length > some.length ? `${some.join(", ")} and ${names.length - some.length} more` : some.join(", ");
}
function named(path) {
	const text = path.reduce((before, key) => {
		if (typeof key === "number") return `${before}[${key}]`;
		if (!/^[\w-]{1,60}$/.test(key)) return `${before}[${quoted(key)}]`;
		return before === "" ? key : `${before}.${key}`;
	}, "");
	return text === "" ? "the file" : text;
}
function absent(thing, name, known, path) {
	const near = nearest(name, known);
	return {
		what: `There is no ${thing} ${quoted(name)}.`,
		place: {
			path,
			on: "value"
		},
		allowed: known.length > 0 ? among(known) : void 0,
		remedy: near === void 0 ? `name an existing ${thing}, or add this one` : `did you mean ${near}?`
	};
}

// src/config/collisions.ts
const SAME_FILE = "their file names are the same";
const SAME_VARIABLE = "scripts read both from the same variable";
function nameProblems({ workloads, stack, profiles }) {
	const lower = (name) => name.toLowerCase();
	return [
		...collisions(Object.entries(workloads).flatMap(([workload, { variants }]) => [{
			name: workload,
			file: workload,
			path: ["workloads", workload]
		}, ...Object.keys(variants).map((variant) => ({
			name: `${workload}/${variant}`,
			file: `${workload}-${variant}`,
			path: [
				"workloads",
				workload,
				"variants",
				variant
			]
		}))]), lower, SAME_FILE),
		...collisions(keys(stack.process?.services ?? {}, "stack", "process", "services"), lower, SAME_FILE),
		...collisions(keys(profiles, "profiles"), lower, SAME_FILE),
		...collisions(keys(stack.endpoints, "stack", "endpoints"), targetVariable, SAME_VARIABLE),
		...collisions(keys(stack.external?.endpoints ?? {}, "stack", "external", "endpoints"), targetVariable, SAME_VARIABLE)
	];
}
const keys = (all, ...path) => Object.keys(all).map((name) => ({
	name,
	path: [...path, name]
}));
function collisions(all, form, why) {
	const first = /* @__PURE__ */ new Map();
	return all.flatMap(({ name, file = name, path }) => {
		const other = first.get(form(file));
		if (other === void 0) {
			first.set(form(file), name);
			return [];
		}
		return [{
			what: `The names ${quoted(other)} and ${quoted(name)} collide: ${why}.`,
			place: {
				path,
				on: "key"
			},
			remedy: "rename one of them"
		}];
	});
}

// src/config/environment.ts
const RESERVED = {
	GITHUB_: "variables of the runner, which carry its token and the files it takes commands from",
	ACTIONS_: "variables of the runner, which carry its tokens",
	RUNNER_: "variables of the runner",
	K6_: "variables that change how k6 itself runs, and with it what is measured",
	STEELYARD_: "our own variables, such as the addresses of the endpoints"
};
function environmentProblems(config, written) {
	const labels = config.stack.external?.labels ?? {};
	return [
		...environments(config).flatMap(({ path, env }) => [...Object.keys(env).flatMap((name) => reserved(name, {
			path: [...path, name],
			on: "key"
		}, "set")), ...respelled(env, path, written)]),
		...respelled(labels, [
			"stack",
			"external",
			"labels"
		], written),
		...levelProblems$1(config),
		...portProblems(config.stack),
		...headerProblems(config.stack)
	];
}
function environments({ stack, workloads }) {
	const all = [
		...Object.entries(stack.process?.services ?? {}).map(([name, { env }]) => ({
			path: [
				"stack",
				"process",
				"services",
				name,
				"env"
			],
			env
		})),
		{
			path: [
				"stack",
				"compose",
				"env"
			],
			env: stack.compose?.env ?? {}
		},
		{
			path: [
				"stack",
				"seed",
				"env"
			],
			env: stack.seed?.env ?? {}
		}
	];
	for (const [name, { env, variants }] of Object.entries(workloads)) {
		all.push({
			path: [
				"workloads",
				name,
				"env"
			],
			env
		});
		for (const [variant, { env: own, stack_env }] of Object.entries(variants)) {
			const path = [
				"workloads",
				name,
				"variants",
				variant
			];
			all.push({
				path: [...path, "env"],
				env: own
			}, {
				path: [...path, "stack_env"],
				env: stack_env
			});
		}
	}
	return all;
}
const levelProblems$1 = ({ workloads }) => Object.entries(workloads).flatMap(([name, { sweep, scaling }]) => Object.entries({
	sweep,
	scaling
}).flatMap(([kind, levels]) => reserved(levels?.variable ?? "", {
	path: [
		"workloads",
		name,
		kind,
		"variable"
	],
	on: "value"
}, "set")));
function portProblems({ process }) {
	return Object.entries(process?.services ?? {}).flatMap(([name, { ports }]) => Object.entries(ports).flatMap(([port, { env }]) => {
		return env === void 0 ? [] : reserved(env, {
			path: [
				"stack",
				"process",
				"services",
				name,
				"ports",
				port
			],
			on: "value"
		}, "set");
	}));
}
function headerProblems({ external }) {
	return [{
		at: [
			"stack",
			"external",
			"endpoints"
		],
		endpoints: external?.endpoints ?? {}
	}, {
		at: [
			"stack",
			"external",
			"base",
			"endpoints"
		],
		endpoints: external?.base?.endpoints ?? {}
	}].flatMap(({ at, endpoints }) => Object.entries(endpoints).flatMap(([name, { headers }]) => Object.entries(headers).flatMap(([header, value]) => {
		const path = [
			...at,
			name,
			"headers",
			header,
			"env"
		];
		return typeof value === "string" ? [] : reserved(value.env, {
			path,
			on: "value"
		}, "send");
	})));
}
function reserved(variable, place, verb) {
	const prefix = Object.keys(RESERVED).find((start) => variable.toUpperCase().startsWith(start));
	if (prefix === void 0) return [];
	return [{
		what: `A config may not ${verb} ${quoted(variable)}: ${prefix}… are ${RESERVED[prefix]}.`,
		place,
		remedy: "use a name of your own"
	}];
}
function respelled(values, at, written) {
	return Object.entries(values).flatMap(([key, value]) => {
		const path = [...at, key];
		const text = written(path);
		if (text === void 0 || text === value || !/^[-+.\d]/.test(text) || Number.isNaN(Number(value))) return [];
		return [{
			what: `${named(path)} is written ${quoted(text)}, which YAML reads as the number ${value}.`,
			place: {
				path,
				on: "value"
			},
			remedy: `put it in quotes: "${text}"`
		}];
	});
}

// src/config/levels.ts
const levelProblems = ({ workloads }) => Object.entries(workloads).flatMap(([name, workload]) => {
	const { sweep, scaling } = workload;
	const at = ["workloads", name];
	const levels = sweep ?? scaling;
	if (levels === void 0) return [];
	return [
		...sharedProblems(workload, at),
		...axisProblems(workload, levels, [...at, sweep ? "sweep" : "scaling"]),
		...sweep ? sweepProblems(workload, sweep, at) : [],
		...scaling ? scalingProblems(scaling, [...at, "scaling"]) : []
	];
});
function sharedProblems({ sweep, scaling, expect, measure }, at) {
	const found = [];
	if (sweep && scaling) found.push({
		what: `${named(at)} has a sweep and a scaling curve.`,
		place: {
			path: [...at, "scaling"],
			on: "key"
		},
		remedy: "keep one; the other is another workload, with the same script"
	});
	if (measure.cold) found.push({
		what: "The workload is measured at levels, which are measured warm.",
		place: {
			path: [
				...at,
				"measure",
				"cold"
			],
			on: "value"
		},
		remedy: "take `cold` out; a cold start is another workload, with the same script"
	});
	if (Object.keys(expect).length > 0) found.push({
		what: "The workload is measured at many levels, and `expect` names none of them.",
		place: {
			path: [...at, "expect"],
			on: "key"
		},
		remedy: "take it out; what is expected of a knee is its own budget: sweep: { knee: \"> 15/s\" }"
	});
	return found;
}
function scalingProblems({ vus, connections, headroom, loads, prices }, at) {
	const found = [];
	const wrong = (what, path, remedy) => found.push({
		what,
		place: {
			path,
			on: "value"
		},
		remedy
	});
	const levels = vus ?? connections ?? [];
	if (new Set(levels).size < levels.length) wrong(`The level ${levels.find((level, i) => levels.indexOf(level) < i)} appears twice.`, [...at, vus ? "vus" : "connections"], "write it once: `repeats` says how often each is measured");
	if (headroom >= 1) wrong(`${named([...at, "headroom"])} is ${format(headroom, "ratio")}, which leaves no capacity.`, [...at, "headroom"], "write it such as \"30%\"");
	const none = loads.findIndex((load) => load <= 0);
	if (none !== -1) wrong("A load of 0 needs no instance.", [
		...at,
		"loads",
		none
	], "write it such as 500/s");
	const names = Object.keys(prices);
	if (names.length > 0 && prices.instance === void 0) wrong("The prices lack one for an instance.", [...at, "prices"], "add it: instance: \"0.0416 USD/h\"");
	const odd = names.find((name) => own(prices, name)?.currency !== own(prices, names[0])?.currency);
	if (odd !== void 0) wrong(`The prices are in ${prices[names[0]]?.currency} and ${prices[odd]?.currency}.`, [
		...at,
		"prices",
		odd
	], "write all of them in one currency");
	return found;
}
const AXIS_NAMES = Object.keys(AXES).join(", ");
function axisProblems(workload, levels, at) {
	const wrong = (what, remedy, path = at, on = "key") => [{
		what,
		place: {
			path,
			on
		},
		remedy
	}];
	const axes = axesIn(levels);
	const kinds = at.at(-1) === "sweep" ? AXIS_NAMES : "vus, connections";
	if (axes.length !== 1) {
		const has = axes.length === 0 ? "names no levels" : `has ${axes.join(" and ")}`;
		return wrong(`${named(at)} ${has}.`, `name exactly one of ${kinds}`);
	}
	const { axis, variable, levels: all } = alongOf(levels, workload);
	const odd = all.find((level) => !Number.isInteger(level) || level < 1);
	if (odd !== void 0) return wrong(`${named([...at, axis])} has the level ${format(odd, axis === "rate" ? "/s" : "1")}.`, "use whole numbers from 1 on: k6 accepts no others", [...at, axis], "value");
	const { about } = loadOf(workload);
	if (about.levelVariable === "none" && levels.variable !== void 0) return wrong(`${about.subject} reads no variable.`, "take `variable` out", [...at, "variable"]);
	if (about.levelVariable !== "default" && about.levels[axis] === void 0 && levels.variable === void 0) {
		const allowed = listed(Object.keys(about.levels), "or");
		const named = about.levelVariable === "named" ? ", or name the `variable` that the script reads" : "";
		return wrong(`${about.subject} has no setting for ${axis}.`, `use ${allowed}${named}`, [...at, axis]);
	}
	return Object.entries(workload.variants).filter(([, { env }]) => variable !== null && variable in env).flatMap(([variant]) => wrong(`The variable ${quoted(variable ?? "")} carries the level, but the variant ${quoted(variant)} sets it.`, "take it out of the variant, or name another `variable`", [
		...at.slice(0, -1),
		"variants",
		variant,
		"env",
		variable ?? ""
	]));
}
function sweepProblems(workload, sweep, at) {
	const here = [...at, "sweep"];
	const found = [];
	const [axis] = axesIn(sweep);
	const [low, high] = (axis && sweep[axis]) ?? [1, 2];
	if (low >= high && axis) found.push({
		what: `The lowest level (${levelText(low, axis)}) is not below the highest (${levelText(high, axis)}).`,
		place: {
			path: [...here, axis],
			on: "value"
		},
		remedy: `write the lowest first, such as [${high}, ${low === high ? 2 * low : low}]`
	});
	if (sweep.precision <= 0 || sweep.precision > 1) found.push({
		what: `${named([...here, "precision"])} is ${format(sweep.precision, "ratio")}.`,
		place: {
			path: [...here, "precision"],
			on: "value"
		},
		allowed: "a percentage above 0% and up to 100%",
		remedy: "write it such as \"5%\""
	});
	if (Object.keys(workload.budgets).length === 0) found.push({
		what: "A sweep searches for the highest level that keeps the budgets, but there are none.",
		place: {
			path: here,
			on: "key"
		},
		remedy: "add some: budgets: { http_req_failed.rate: \"< 1%\" }"
	});
	return found;
}

// src/config/meanings.ts
const STATS = {
	trend: "p1 to p99, p99.5, p99.9, p99.95, p99.99, mean, min, max, count",
	share: "rate, count",
	counter: "count, rate",
	gauge: "value (or the bare name)"
};
const KNOWN = {
	...Object.assign({}, ...Object.values(KINDS$1).map(({ metrics }) => metrics)),
	...metricsOf("trend", "s", "cold_opening cold_steady"),
	...metricsOf("gauge", "s", "cpu_per_request cold_ready cold_first_request"),
	...metricsOf("gauge", "B", "memory_peak"),
	...Object.fromEntries(WORK_NAMES.map((name) => [perRequestName(name), {
		kind: "gauge",
		unit: WORK[name]
	}])),
	...metricsOf("gauge", "1", [...EXECUTED, ...KEPT].map(perRequestName).join(" "))
};
const MEANINGS = {
	http_req_duration: "time of one request: sending it, waiting for the answer and receiving it, without connecting",
	http_req_blocked: "time that a request waited for a connection, connecting included",
	http_req_connecting: "time to open the TCP connection of a request; 0 where one was open",
	http_req_tls_handshaking: "time of the TLS handshake of a request; 0 where a connection was open",
	http_req_sending: "time to send a request",
	http_req_waiting: "time from the end of sending to the first byte of the answer",
	http_req_receiving: "time to receive an answer",
	http_req_failed: "requests without an answer, or with a status that the script does not expect (400 and above)",
	http_reqs: "requests",
	iteration_duration: "time of one iteration of the script, its pauses included",
	iterations: "iterations of the script",
	dropped_iterations: "iterations of an open load that should have begun, and had no virtual user",
	group_duration: "time of one `group()` of the script",
	checks: "checks of the script that passed",
	data_sent: "bytes that the generator sent",
	data_received: "bytes that the generator received",
	vus: "virtual users that were active",
	ws_connecting: "time to open a WebSocket",
	ws_session_duration: "time that a WebSocket was open",
	ws_ping: "time from a WebSocket's ping to its pong",
	ws_sessions: "WebSockets that were opened",
	ws_msgs_sent: "messages sent over WebSockets",
	ws_msgs_received: "messages received over WebSockets",
	grpc_req_duration: "time of one gRPC call",
	cpu_per_request: "CPU time of the services, divided by the requests that were made; `{service:NAME}` is that of one",
	memory_peak: "most memory that the services used, the sum of each one's peak; `{service:NAME}` is that of one. Of a container, as its control group counts it. Of a process, with the pages of its program and libraries, so that another build may differ by those alone",
	cold_ready: "time from the start of the stack until it is ready",
	cold_first_request: "time of the first request after a cold start",
	cold_opening: "time of a request in the first ten seconds after a cold start",
	cold_steady: "time of a request later than ten seconds after a cold start",
	bytes_received_per_request: "bytes that the services received over the network, for each request",
	bytes_sent_per_request: "bytes that the services sent over the network, for each request",
	disk_read_per_request: "bytes that the services read from disks, for each request",
	disk_written_per_request: "bytes that the services wrote to disks, for each request",
	page_faults_per_request: "page faults of the services, for each request",
	context_switches_per_request: "context switches of the services, for each request",
	instructions_per_request: "instructions that the services executed outside of the kernel, for each request, where the machine counts them",
	compilation_per_request: "CPU time in which runtimes of the services compiled code (JVM, .NET), for each request",
	statements_per_request: "statements that a database executed, for each request",
	rows_per_request: "rows that a database returned or changed, for each request",
	connections_per_request: "connections that a database accepted, for each request",
	transactions_per_request: "transactions that a database ended, for each request",
	rows_read_per_request: "rows that a database read in tables and indexes, for each request",
	rows_written_per_request: "rows that a database inserted, changed or deleted, for each request",
	sequential_scans_per_request: "scans of whole tables in a database, for each request",
	blocks_per_request: "blocks that a database read, from its cache or from disks, for each request"
};
const knownMetrics = () => Object.keys(KNOWN).map((name) => meaningOf(name));
function metricNamed(text) {
	return meaningOf(family(selector(text)?.metric ?? "").replace(/^[^:]*:/, ""));
}
function meaningOf(metric) {
	const known = own(KNOWN, metric);
	const meaning = own(MEANINGS, metric);
	if (known === void 0 || meaning === void 0) return void 0;
	return {
		metric,
		meaning,
		unit: known.unit === "1" ? "a number" : known.unit,
		better: betterOf(metric),
		statistics: STATS[known.kind]
	};
}

// src/config/metrics.ts
function metricProblems({ workloads }, written) {
	return Object.entries(workloads).flatMap(([name, workload]) => {
		const at = ["workloads", name];
		return [
			...selectorProblems(workload, at),
			...exclusions(workload, at),
			...Object.entries(workload.budgets).flatMap(([text, budget]) => budgetProblems(text, budget, workload, [
				...at,
				"budgets",
				text
			], written)),
			...Object.entries(workload.expect).flatMap(([text, one]) => {
				if (typeof one !== "object" || !("between" in one) || one.target === void 0) return [];
				return budgetProblems(text, one.target, workload, [
					...at,
					"expect",
					text,
					"target"
				], written);
			}),
			...bareProblems(workload, at, written),
			...pairProblems(workload, at)
		];
	});
}
function selectorProblems(workload, at) {
	const { gate, budgets, expect, metrics } = workload;
	const { about } = loadOf(workload);
	const named = Object.entries(expect).flatMap(([text, expected]) => typeof expected === "object" && "equal" in expected && typeof expected.equal === "string" ? statProblem(expected.equal, {
		path: [
			...at,
			"expect",
			text,
			"equal"
		],
		on: "value"
	}, about) ?? [] : []);
	const all = [gate.map((text, index) => ({
		text,
		place: {
			path: [
				...at,
				"gate",
				index
			],
			on: "value"
		}
	})), ...Object.entries({
		budgets,
		expect,
		metrics
	}).map(([key, all]) => Object.keys(all).map((text) => ({
		text,
		place: {
			path: [
				...at,
				key,
				text
			],
			on: "key"
		}
	})))].flatMap((list) => {
		const seen = /* @__PURE__ */ new Set();
		return list.flatMap(({ text, place }) => {
			const wrong = statProblem(text, place, about);
			if (wrong) return [wrong];
			const once = canonical$1(text);
			if (!seen.has(once)) {
				seen.add(once);
				return [];
			}
			return [{
				what: `The metric ${quoted(text)} appears twice.`,
				place,
				remedy: "keep one of them"
			}];
		});
	});
	return [...named, ...all];
}
function canonical$1(text) {
	const { metric, stat } = selector(text) ?? {
		metric: text,
		stat: ""
	};
	return `${metric}.${/^p[\d.]+$/.test(stat) ? `p${Number(stat.slice(1))}` : stat}`;
}
function statProblem(text, place, { subject, percentiles }) {
	const { metric, stat } = selector(text) ?? {
		metric: text,
		stat: ""
	};
	const kind = knownOf(metric)?.kind;
	const quantile = /^p[\d.]+$/.test(stat);
	if (quantile && (kind === void 0 || kind === "trend") && !QUANTILES.includes(Number(stat.slice(1)))) return {
		what: `The quantile ${stat} of ${quoted(metric)} is not kept.`,
		place,
		allowed: "p1, p2, … p99, p99.5, p99.9, p99.95, p99.99",
		remedy: `name the nearest, ${closest(Number(stat.slice(1)))}`
	};
	if (quantile && kind === "trend" && percentiles?.includes(Number(stat.slice(1))) === false) return {
		what: `${subject} does not measure the ${stat} of ${quoted(metric)}.`,
		place,
		allowed: percentiles.map((q) => `p${q}`).join(", "),
		remedy: `name the nearest, ${closest(Number(stat.slice(1)), percentiles)}`
	};
	if (kind === void 0 || has$1(kind, stat)) return void 0;
	return {
		what: stat === "value" && metric === text ? `${quoted(text)} names no statistic.` : `${quoted(metric)} has no ${stat}.`,
		place,
		allowed: STATS[kind],
		remedy: `write it such as ${metric}.${{
			trend: "p50",
			share: "rate",
			counter: "rate",
			gauge: "value"
		}[kind]}`
	};
}
const has$1 = (kind, stat) => kind === "trend" ? stat !== "rate" && stat !== "value" : STATS[kind].split(/, | /).includes(stat);
function closest(quantile, grid = QUANTILES) {
	const far = (q) => Math.abs(q - quantile);
	return `p${[...grid].sort((a, b) => far(a) - far(b))[0]}`;
}
function knownOf(metric) {
	const name = family(metric);
	return own(KNOWN, name);
}
function exclusions({ budgets, expect }, at) {
	const limited = new Map(Object.keys(budgets).map((text) => [canonical$1(text), text]));
	return Object.keys(expect).flatMap((text) => {
		if (limited.get(canonical$1(text)) === void 0) return [];
		return [{
			what: `The metric ${quoted(text)} has a budget and an expectation.`,
			place: {
				path: [
					...at,
					"expect",
					text
				],
				on: "key"
			},
			remedy: "keep the expectation, which has two bounds, or the budget, which has one"
		}];
	});
}
function budgetProblems(text, { op }, workload, path, written) {
	const place = {
		path,
		on: "value"
	};
	const rule = ruleOf(text, workload.metrics);
	if (op === (rule?.better === "higher" ? "<" : rule?.better === "lower" ? ">" : void 0)) return [{
		what: `The budget of ${quoted(text)} has "${op}", but by \`metrics\` ${rule?.better} is better.`,
		place,
		remedy: `reverse the budget or the rule`
	}];
	const limit = amount((written(path) ?? "").replace(/^\s*[<>]=?/, "").trim());
	const unit = unitIn(text, workload);
	if (limit === void 0 || unit === void 0 || limit.unit === unit) return [];
	const bare = limit.unit === "1";
	if (bare && (unit === "/s" || limit.value === 0)) return [];
	return [{
		what: bare ? `The budget of ${quoted(text)} has no unit; it would mean ${format(limit.value, unit)}.` : `The budget of ${quoted(text)} is in ${WORDS[limit.unit]}, and the metric in ${WORDS[unit]}.`,
		place,
		remedy: `write it such as "${op} ${EXAMPLES$1[unit]}"`
	}];
}
function bareProblems(workload, at, written) {
	const { metrics, expect } = workload;
	const bounds = (text) => [...[0, 1].map((end) => [
		...at,
		"expect",
		text,
		"between",
		end
	]), [
		...at,
		"expect",
		text,
		"equal"
	]];
	return [...Object.keys(metrics).map((text) => ({
		text,
		path: [
			...at,
			"metrics",
			text,
			"floor"
		]
	})), ...Object.keys(expect).flatMap((text) => bounds(text).map((path) => ({
		text,
		path
	})))].flatMap(({ text, path }) => {
		const unit = unitIn(text, workload);
		const found = amount((written(path) ?? "").trim());
		if (found?.unit !== "1" || found.value === 0) return [];
		if (unit === void 0 || unit === "1" || unit === "/s") return [];
		return [{
			what: `${named(path)} has no unit; it would mean ${format(found.value, unit)}.`,
			place: {
				path,
				on: "value"
			},
			remedy: `write it such as ${EXAMPLES$1[unit]}`
		}];
	});
}
const ruleOf = (text, metrics) => Object.entries(metrics).find(([other]) => canonical$1(other) === canonical$1(text))?.[1];
function unitIn(text, workload) {
	const parts = selector(text);
	const mapping = parts && mappingOf(workload)?.mapping;
	const printed = mapping && own(mapping.metrics, parts.metric)?.unit;
	return ruleOf(text, workload.metrics)?.unit ?? (printed === void 0 ? parts && unitOf(parts) : UNITS[printed].unit);
}
const WORDS = {
	s: "time",
	B: "bytes",
	ratio: "percent",
	"/s": "a number per second",
	"1": "plain numbers"
};
const EXAMPLES$1 = {
	s: "250ms",
	B: "64MiB",
	ratio: "1%",
	"/s": "100/s",
	"1": "100"
};
function unitOf({ metric, stat }) {
	const found = knownOf(metric);
	if (found === void 0) return void 0;
	if (found.kind === "counter" && stat === "rate") return found.unit === "B" ? void 0 : "/s";
	return stat === "count" ? "1" : found.unit;
}
function pairProblems({ measure: { pairs } }, at) {
	const [fewest, most] = pairs;
	if (fewest <= most) return [];
	return [{
		what: `The fewest pairs (${fewest}) are more than the most (${most}).`,
		place: {
			path: [
				...at,
				"measure",
				"pairs"
			],
			on: "value"
		},
		remedy: `write the fewest first: [${most}, ${fewest}]`
	}];
}

// src/config/loads.ts
const MEASURED = ["cpu_per_request", "memory_peak"];
function loadProblems(config) {
	const known = endpointsOf(config);
	const pages = Object.entries(config.stack.metrics).flatMap(([name, scrape]) => scrapeProblems(scrape, known, config.stack, [
		"stack",
		"metrics",
		name
	]));
	const loads = Object.entries(config.workloads).flatMap(([name, workload]) => {
		const at = ["workloads", name];
		return [
			...placeProblems(workload, config.stack.compose !== void 0, [...at, "in"]),
			...settingsProblems(workload, at),
			...endpointProblems$1(workload, config, known, at),
			...mappingProblems(workload, at),
			...addressProblems$1(workload, known, at)
		];
	});
	return [...pages, ...loads];
}
const UNREAD = /\$\{?(STEELYARD_TARGET_\w+)\}?/;
const ADDRESS = /^\$\{([A-Za-z0-9][A-Za-z0-9_-]*)(?:\.([^{}]*))?\}(?=[/:]|$)/;
function addressProblems$1(workload, known, at) {
	return [{
		env: workload.env,
		path: [...at, "env"]
	}, ...Object.entries(workload.variants).map(([name, own]) => ({
		env: own.env,
		path: [
			...at,
			"variants",
			name,
			"env"
		]
	}))].flatMap(({ env: variables, path }) => Object.entries(variables).flatMap(([name, text]) => {
		const variable = UNREAD.exec(text)?.[1];
		if (variable === void 0) return misspelt(text, known, [...path, name]);
		const endpoint = known.find((one) => targetVariable(one) === variable) ?? known[0] ?? "api";
		const what = `${named([...path, name])} is sent as it is written: no shell replaces ${variable}.`;
		const remedy = `write the endpoint's name: ${name}: "\${${endpoint}}"`;
		return [{
			what,
			place: {
				path: [...path, name],
				on: "value"
			},
			remedy
		}];
	}));
}
function misspelt(text, known, path) {
	const [, endpoint, part] = ADDRESS.exec(text) ?? [];
	if (endpoint === void 0) return [];
	if (!known.includes(endpoint)) return nearest(endpoint, known) === void 0 ? [] : [absent("endpoint", endpoint, known, path)];
	return part === void 0 || ADDRESS_PARTS.some((one) => one === part) ? [] : [absent("part of an address", part, ADDRESS_PARTS, path)];
}
function scrapeProblems({ endpoint, postgres, database }, known, stack, at) {
	const wrong = (what, remedy, path = at) => [{
		what,
		place: {
			path,
			on: "key"
		},
		remedy
	}];
	const given = Object.entries({
		endpoint,
		postgres,
		database
	}).filter(([, one]) => one !== void 0);
	if (given.length !== 1) {
		const has = given.length === 0 ? "no source" : `more than one source: ${given.map(([key]) => key).join(", ")}`;
		return wrong(`${named(at)} has ${has}.`, "name one: `endpoint`, `postgres` or `database`");
	}
	if (postgres && stack.compose === void 0) return wrong("`postgres` is asked in a container, but there is no stack.compose.", "give its address: database: \"postgres://…\"", [...at, "postgres"]);
	if (database !== void 0 && !isShared(database) && stack.process === void 0) return wrong(`${named([...at, "database"])} names a service, but there is no stack.process.`, "leave it out (databases of Compose are found by their image), or name the service: postgres: { service: db }", [...at, "database"]);
	if (endpoint === void 0 || known.length === 0 || known.includes(endpoint)) return [];
	return [absent("endpoint", endpoint, known, [...at, "endpoint"])];
}
const endpointsOf = ({ stack }) => [.../* @__PURE__ */ new Set([...Object.keys(stack.endpoints), ...Object.keys(stack.external?.endpoints ?? {})])];
function settingsProblems(workload, at) {
	const { kind, about, settings } = loadOf(workload);
	return (about.problems?.(settings) ?? []).map(({ at: below, what, remedy }) => ({
		what,
		place: {
			path: [
				...at,
				kind,
				...below
			],
			on: "value"
		},
		remedy
	}));
}
function endpointProblems$1(workload, { stack }, known, home) {
	const { kind, about, settings } = loadOf(workload);
	const endpoint = about.endpoint?.(settings);
	if (endpoint === void 0 || known.length === 0) return [];
	const at = [...home, kind];
	if (endpoint !== null && !known.includes(endpoint)) return [absent("endpoint", endpoint, known, [...at, "endpoint"])];
	if (endpoint === null && known.length > 1) return [{
		what: `${about.subject} loads one endpoint, but the stack has several.`,
		place: {
			path: at,
			on: "key"
		},
		allowed: among(known),
		remedy: `name one: endpoint: ${known[0]}`
	}];
	const headers = own(stack.external?.endpoints, endpoint ?? known[0])?.headers ?? {};
	if (!about.exposesHeaders || Object.keys(headers).length === 0) return [];
	const what = `${about.subject} takes headers as arguments, which every user of the machine can read, but this endpoint has headers.`;
	const others = LOADS.filter((other) => KINDS$1[other].placeable && !KINDS$1[other].exposesHeaders);
	return [{
		what,
		place: {
			path: at,
			on: "key"
		},
		remedy: `load it with ${listed(others, "or")}`
	}];
}
function placeProblems(workload, composed, at) {
	const place = workload.in;
	if (place === "host") return [];
	const wrong = (what, remedy) => [{
		what,
		place: {
			path: at,
			on: "value"
		},
		remedy
	}];
	const { about } = loadOf(workload);
	if (!about.placeable) {
		const others = LOADS.filter((kind) => KINDS$1[kind].placeable);
		return wrong(`${about.subject} runs on this machine only.`, `leave \`in\` out, or load with ${listed(others, "or")}`);
	}
	if (composed) return [];
	return wrong(`The load comes from ${quoted(place)}, but there is no stack.compose.`, "leave `in` out: other stacks are loaded from this machine");
}
function ownersOf(name) {
	const kinds = Object.keys(KINDS$1).filter((kind) => Object.hasOwn(KINDS$1[kind].metrics, name));
	return kinds.length === 0 ? "steelyard" : listed(kinds, "and");
}
function mappingProblems(workload, at) {
	const found = mappingOf(workload);
	if (found === void 0) return [];
	const { path: below, mapping } = found;
	const names = Object.keys(mapping.metrics);
	const taken = names.filter((name) => knownOf(name) !== void 0).map((name) => {
		const path = [
			...at,
			...below,
			"metrics",
			name
		];
		return {
			what: `${quoted(name)} is already a metric of ${ownersOf(name)}.`,
			place: {
				path,
				on: "key"
			},
			remedy: "use a name of your own"
		};
	});
	const unknown = workload.gate.flatMap((text, index) => {
		const metric = selector(text)?.metric ?? text;
		return names.includes(metric) || knownOf(metric) !== void 0 || metric.includes(":") ? [] : [absent("metric", metric, [...names, ...MEASURED], [
			...at,
			"gate",
			index
		])];
	});
	const requests = workload.gate.indexOf("cpu_per_request");
	if (requests === -1 || mapping.requests !== void 0) return [...taken, ...unknown];
	const lacking = {
		what: "The gate names cpu_per_request, but the mapping has no pointer to the number of requests.",
		place: {
			path: [
				...at,
				"gate",
				requests
			],
			on: "value"
		},
		remedy: "add it: format: { json: { requests: /requests, … } }"
	};
	return [
		...taken,
		...unknown,
		lacking
	];
}

// src/config/paths.ts
function pathProblems({ workloads, stack }) {
	const scripts = Object.entries(workloads).flatMap(([name, workload]) => scriptsOf(workload).map(({ key, file }) => ({
		path: [
			"workloads",
			name,
			...key
		],
		file
	})));
	const folders = Object.entries(stack.process?.services ?? {}).map(([name, { cwd }]) => ({
		path: [
			"stack",
			"process",
			"services",
			name,
			"cwd"
		],
		file: cwd
	}));
	const composed = (stack.compose?.files ?? []).map((file, index) => ({
		path: [
			"stack",
			"compose",
			"files",
			index
		],
		file
	}));
	return [
		...scripts,
		...folders,
		...composed
	].flatMap(({ path, file }) => pathProblem(file, path));
}
function pathProblem(file, path) {
	const how = astray(file);
	if (how === void 0) return [];
	return [{
		what: `The path ${quoted(file)} ${how}.`,
		place: {
			path,
			on: "value"
		},
		allowed: "a path inside the checkout, relative to its top",
		remedy: "write it such as \"workloads/browse.ts\""
	}];
}
function astray(file) {
	if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(file)) return "is an address or names a drive";
	if (/^[/\\]/.test(file)) return "is absolute";
	let depth = 0;
	for (const step of file.split(/[/\\]/)) {
		if (step === "..") depth--;
		else if (step !== "" && step !== ".") depth++;
		if (depth < 0) return "leaves the checkout";
	}
}

// src/config/records.ts
function recordProblems({ records, workloads, stack }) {
	const names = Object.keys(workloads);
	return Object.entries(records).flatMap(([record, { tables, signals, decisions }]) => {
		return [
			...[...Object.entries(tables).flatMap(([title, { workloads }]) => workloads.map((name, index) => ({
				name,
				path: [
					"tables",
					title,
					"workloads",
					index
				]
			}))), ...signals.map(({ workload: name }, index) => ({
				name,
				path: [
					"signals",
					index,
					"workload"
				]
			}))].filter(({ name }) => !names.includes(name)).map(({ name, path }) => absent("workload", name, names, [
				"records",
				record,
				...path
			])),
			...Object.entries(tables).flatMap(([title, { each }]) => bucketProblems(each, stack.metrics, [
				"records",
				record,
				"tables",
				title,
				"each"
			])),
			...decisions.flatMap(({ table: title, variants = [] }, index) => {
				const at = [
					"records",
					record,
					"decisions",
					index
				];
				const table = own(tables, title);
				if (table === void 0) return absent("table", title, Object.keys(tables), [...at, "table"]);
				const known = table.workloads.flatMap((name) => Object.hasOwn(workloads, name) ? Object.keys(own(workloads, name).variants) : []);
				return variants.flatMap((name, n) => known.includes(name) ? [] : absent("variant", name, known, [
					...at,
					"variants",
					n
				]));
			})
		];
	});
}
function bucketProblems(each, metrics, path) {
	if (typeof each === "string") return [];
	const prefix = each.histogram.split(":")[0];
	const names = Object.keys(metrics);
	const name = names.find((one) => prefixOf(one) === prefix);
	if (name === void 0) {
		const what = `There are no metrics named "${prefix}".`;
		const remedy = names.length > 0 ? `name those of ${names.join(", ")}` : "add them: stack.metrics";
		return [{
			what,
			place: {
				path: [...path, "histogram"],
				on: "value"
			},
			remedy
		}];
	}
	if (each.by === void 0 || own(metrics, name)?.split.includes(each.by)) return [];
	return [{
		what: `The metrics of "${name}" are not split by "${each.by}".`,
		place: {
			path: [...path, "by"],
			on: "value"
		},
		remedy: `add it to stack.metrics.${name}, such as split: [${each.by}]`
	}];
}

// src/config/stack.ts
function stackProblems({ stack: { process, compose, external, endpoints, seed, metrics }, workloads }) {
	const problems = [...seedProblems({
		process,
		compose,
		seed
	})];
	if (process) {
		problems.push(...serviceProblems(process.services));
		if (Object.keys(process.services).length > 0) problems.push(...endpointProblems(endpoints, process.services));
		if (seed?.run) problems.push(...references(seed.run, [
			"stack",
			"seed",
			"run"
		], process.services));
		if (seed) problems.push(...references(seed.env, [
			"stack",
			"seed",
			"env"
		], process.services));
		for (const [name, { database }] of Object.entries(metrics)) {
			if (typeof database !== "string") continue;
			problems.push(...references({ database }, [
				"stack",
				"metrics",
				name
			], process.services));
		}
		for (const [workload, { variants }] of Object.entries(workloads)) for (const [variant, { stack_env }] of Object.entries(variants)) {
			const path = [
				"workloads",
				workload,
				"variants",
				variant,
				"stack_env"
			];
			problems.push(...references(stack_env, path, process.services));
		}
	} else if (compose) {
		if (Object.keys(endpoints).length === 0) problems.push(noEndpoint("Compose"));
	} else if (Object.keys(endpoints).length > 0) problems.push({
		what: "stack.endpoints names services, but there is no stack.process or stack.compose.",
		place: {
			path: ["stack", "endpoints"],
			on: "key"
		},
		remedy: "give the addresses in stack.external.endpoints"
	});
	if (external) problems.push(...externalProblems(external));
	return problems;
}
function endpointProblems(endpoints, services) {
	if (Object.keys(endpoints).length === 0) return [noEndpoint("processes")];
	return Object.entries(endpoints).flatMap(([name, { service, port }]) => {
		const path = [
			"stack",
			"endpoints",
			name
		];
		return reference(service, port, services, [...path, "service"], [...path, "port"]);
	});
}
function noEndpoint(kind) {
	return {
		what: `The stack of ${kind} has no endpoint to load.`,
		place: {
			path: ["stack", "endpoints"],
			on: "key"
		},
		remedy: "add stack.endpoints, such as: endpoints: { api: { service: gateway, port: 8080 } }"
	};
}
function seedProblems({ process, compose, seed }) {
	if (seed === void 0) return [];
	const at = (key) => ({
		path: [
			"stack",
			"seed",
			key
		],
		on: "key"
	});
	if (seed.service !== void 0 && compose === void 0) return [{
		what: "The seed is a service of Compose, but there is no stack.compose.",
		place: at("service"),
		remedy: "give the command that seeds: run: [...]"
	}];
	if (seed.service !== void 0 && seed.run !== void 0 && process === void 0) return [{
		what: "The seed has a command on this machine, and on Compose its service runs instead.",
		place: at("run"),
		remedy: "write what the service runs as: command: [...]"
	}];
	if (seed.command === void 0 || seed.service !== void 0) return [];
	return [{
		what: "The seed has a command for a service, but names no service.",
		place: at("command"),
		remedy: "name the service, or write it as: run: [...]"
	}];
}
function serviceProblems(services) {
	const at = [
		"stack",
		"process",
		"services"
	];
	const problems = [];
	if (Object.keys(services).length === 0) problems.push({
		what: "The stack of processes has no service.",
		place: {
			path: at,
			on: "key"
		},
		remedy: "add one with the command that runs it"
	});
	const fixed = /* @__PURE__ */ new Map();
	for (const [name, service] of Object.entries(services)) {
		const whole = [...at, name];
		problems.push(...references(service.run, [...whole, "run"], services));
		problems.push(...shellProblems(service, [...whole, "run"]));
		problems.push(...references(service.env, [...whole, "env"], services));
		problems.push(...readyProblems(service, whole));
		const variables = new Set(Object.keys(service.env));
		for (const [port, { env, fixed: number }] of Object.entries(service.ports)) {
			const path = [
				...whole,
				"ports",
				port
			];
			if (env !== void 0) {
				if (variables.has(env)) {
					const what = `The variable ${env} of service ${name} is set twice.`;
					problems.push({
						what,
						place: {
							path,
							on: "value"
						},
						remedy: "give each port a variable of its own"
					});
				}
				variables.add(env);
			}
			const other = number === void 0 ? void 0 : fixed.get(number);
			if (other !== void 0) {
				const what = `The ports ${other} and ${name}:${port} are both fixed to ${number}.`;
				const remedy = "leave `fixed` out of one, which then gets a free port";
				problems.push({
					what,
					place: {
						path: [...path, "fixed"],
						on: "value"
					},
					remedy
				});
			}
			if (number !== void 0) fixed.set(number, `${name}:${port}`);
		}
	}
	return problems;
}
function shellProblems({ run, env, ports }, path) {
	if (run.some((argument) => /^-[a-z]*c$/.test(argument))) return [];
	const variables = [...Object.keys(env), ...Object.values(ports).flatMap((port) => port.env ?? [])];
	return run.flatMap((argument, i) => {
		const variable = [...argument.matchAll(/\$\{?(\w+)\}?/g)].map(([, name]) => name).find((name) => variables.includes(name));
		if (variable === void 0 || /\s/.test(argument)) return [];
		return {
			what: `${named([...path, i])} has $${variable}, but no shell replaces it there.`,
			place: {
				path: [...path, i],
				on: "value"
			},
			remedy: `have a shell run it: run: ["sh", "-c", "exec … $${variable}"]`
		};
	});
}
function readyProblems({ ready, ports }, at) {
	const declared = Object.keys(ports);
	if (ready.port !== void 0 && !declared.includes(String(ready.port))) return [noPort(String(at.at(-1)), ready.port, declared, [
		...at,
		"ready",
		"port"
	])];
	if (ready.http === void 0 || declared.length > 0) return [];
	return [{
		what: `${named(at)} has a readiness check, but no port.`,
		place: {
			path: [
				...at,
				"ready",
				"http"
			],
			on: "key"
		},
		remedy: "declare the port, such as: ports: { 8080: PORT }"
	}];
}
function references(texts, path, services) {
	return (Array.isArray(texts) ? [...texts.entries()] : Object.entries(texts)).flatMap(([key, text]) => [...text.matchAll(REFERENCE)].flatMap(([all, service = "", port, part]) => [...reference(service, Number(port), services, [...path, key], [...path, key]), ...text === all && part === void 0 && /(?:^|_)PORT$/.test(String(key)) ? [wholeAddress(String(key), `${service}:${port}`, [...path, key])] : []]));
}
const wholeAddress = (variable, reference, path) => ({
	what: `${variable} would be an address: host and port.`,
	place: {
		path,
		on: "value"
	},
	remedy: `for the port alone: \${${reference}.port}`
});
function reference(service, port, services, atService, atPort) {
	const found = own(services, service);
	if (found === void 0) return [absent("service", service, Object.keys(services), atService)];
	const ports = Object.keys(found.ports);
	return ports.includes(String(port)) ? [] : [noPort(service, port, ports, atPort)];
}
function noPort(service, port, ports, path) {
	return {
		what: `The service ${service} has no port ${port}.`,
		place: {
			path,
			on: "value"
		},
		allowed: ports.length > 0 ? among(ports) : void 0,
		remedy: ports.length > 0 ? "name one of its ports" : `declare it: ports: { ${port}: PORT }`
	};
}
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const BREAK = /[\r\n]/;
function externalProblems({ endpoints, base }) {
	const problems = addressProblems(endpoints, [
		"stack",
		"external",
		"endpoints"
	]);
	if (base === void 0) return problems;
	const at = [
		"stack",
		"external",
		"base",
		"endpoints"
	];
	const lacking = Object.keys(endpoints).filter((name) => !Object.hasOwn(base.endpoints, name));
	const more = Object.keys(base.endpoints).filter((name) => !Object.hasOwn(endpoints, name));
	if (lacking.length === 0 && more.length === 0) return [...problems, ...addressProblems(base.endpoints, at)];
	const what = `Base and head have different endpoints: only one of them has ${[...lacking, ...more].sort().join(", ")}.`;
	const remedy = "name the same endpoints in both: one script drives both sides";
	return [...problems, {
		what,
		place: {
			path: at,
			on: "key"
		},
		remedy
	}];
}
function addressProblems(endpoints, at) {
	const problems = [];
	if (Object.keys(endpoints).length === 0) problems.push({
		what: "The external stack has no endpoint to load.",
		place: {
			path: at,
			on: "key"
		},
		remedy: "add one, such as: api: { url: https://staging.example.com }"
	});
	for (const [name, { url, headers }] of Object.entries(endpoints)) {
		const address = new URL(url);
		if (address.username !== "" || address.password !== "") {
			const what = `The address of endpoint ${name} contains a user name or password, and addresses are printed.`;
			const remedy = "send it as a header: headers: { Authorization: { env: API_AUTH, prefix: \"Basic \" } }";
			problems.push({
				what,
				place: {
					path: [
						...at,
						name,
						"url"
					],
					on: "value"
				},
				remedy
			});
		}
		for (const [header, value] of Object.entries(headers)) {
			const path = [
				...at,
				name,
				"headers",
				header
			];
			if (!TOKEN.test(header)) {
				const what = `${named(path)} is not a valid header name.`;
				problems.push({
					what,
					place: {
						path,
						on: "key"
					},
					remedy: "use letters, digits and dashes"
				});
			}
			if (!BREAK.test(typeof value === "string" ? value : value.prefix)) continue;
			const what = `${named(path)} contains a line break, which ends a header.`;
			problems.push({
				what,
				place: {
					path,
					on: "value"
				},
				remedy: "write it on one line (not as a `|` block)"
			});
		}
	}
	return problems;
}

// src/config/check.ts
function contradictions(config, written) {
	return [
		...stackProblems(config),
		...nameProblems(config),
		...pathProblems(config),
		...environmentProblems(config, written),
		...loadProblems(config),
		...levelProblems(config),
		...metricProblems(config, written),
		...policyProblems(config),
		...profileProblems(config),
		...policyProfileProblems(config),
		...recordProblems(config)
	];
}
function policyProblems({ policy, workloads }) {
	const bands = Object.entries(workloads).flatMap(([workload, { metrics }]) => Object.entries(metrics).map(([metric, { band }]) => ({
		path: [
			"workloads",
			workload,
			"metrics",
			metric,
			"band"
		],
		band
	})));
	const wrong = [{
		path: ["policy", "band"],
		band: policy.band
	}, ...bands].filter(({ band }) => band === 0 || (band ?? 0) > 1).map(({ path, band = 0 }) => share(path, band, "a percentage above 0% and up to 100%"));
	if (policy.failed_trials <= 1) return wrong;
	return [...wrong, share(["policy", "failed_trials"], policy.failed_trials, "a percentage up to 100%")];
}
function share(path, value, allowed) {
	const what = `${named(path)} is ${format(value, "ratio")}.`;
	const remedy = value > 1 && value <= 100 ? `write it with a percent sign: ${value}%` : "write it such as \"3%\"";
	return {
		what,
		place: {
			path,
			on: "value"
		},
		allowed,
		remedy
	};
}
function policyProfileProblems({ policy: { profile }, profiles }) {
	if (profile === void 0 || Object.hasOwn(profiles, profile)) return [];
	return [absent("profile", profile, Object.keys(profiles), ["policy", "profile"])];
}
function profileProblems({ profiles, workloads }) {
	const names = Object.keys(workloads);
	return Object.entries(profiles).flatMap(([profile, { only }]) => {
		const path = [
			"profiles",
			profile,
			"only"
		];
		if (only?.length === 0) return [{
			what: `The profile ${quoted(profile)} has no workloads.`,
			place: {
				path,
				on: "value"
			},
			remedy: "name some, or leave `only` out for all"
		}];
		return (only ?? []).flatMap((name, index) => names.includes(name) ? [] : [absent("workload", name, names, [...path, index])]);
	});
}

// src/config/wanted.ts
function shapeAt(root, path) {
	return path.reduce((shape, step) => shape && childOf(shape, step), root);
}
function childOf(shape, step) {
	for (const branch of shape.anyOf ?? []) {
		const child = childOf(branch, step);
		if (child) return child;
	}
	if (typeof step === "number") {
		const { items } = shape;
		return items !== void 0 && "length" in items ? items[step] : items;
	}
	if (shape.properties && Object.hasOwn(shape.properties, step)) return shape.properties[step];
	return shape.additionalProperties || void 0;
}
function keysOf(shape) {
	const all = [shape, ...shape?.anyOf ?? []].flatMap((one) => Object.keys(one?.properties ?? {}));
	return [...new Set(all)];
}
function choices(shape) {
	return [...[...shape?.enum ?? [], shape?.const].filter((one) => typeof one === "string"), ...(shape?.anyOf ?? []).flatMap(choices)];
}
function kind(shape) {
	if (shape.const !== void 0) return JSON.stringify(shape.const);
	if (shape.enum) return `one of ${shape.enum.join(", ")}`;
	if (shape.anyOf) return [...new Set(shape.anyOf.map(kind))].join(", or ");
	switch (shape.type) {
		case "object": {
			const keys = keysOf(shape);
			return keys.length > 0 ? `a mapping with ${among(keys)}` : "a mapping";
		}
		case "array": return list(shape);
		case "integer": return `a whole number${range(shape)}`;
		case "number": return `a number${range(shape)}`;
		case "string": return "a text";
		case "boolean": return "true or false";
		default: return "another value";
	}
}
function list({ items, minItems }) {
	if (items !== void 0 && "length" in items) return `a list of ${items.length}: ${items.map(each).join(", then ")}`;
	return `a list${minItems === void 0 ? "" : ` of at least ${minItems}`}, each ${items === void 0 ? "anything" : each(items)}`;
}
const each = (shape) => shape.anyOf && shape.description || kind(shape);
function range({ minimum, maximum }) {
	if (minimum !== void 0 && maximum !== void 0) return ` from ${minimum} to ${maximum}`;
	if (minimum !== void 0) return ` from ${minimum}`;
	return maximum === void 0 ? "" : ` up to ${maximum}`;
}
function homes(root, key, at = "") {
	const here = keysOf(root).includes(key) ? [at] : [];
	const branches = (root.anyOf ?? []).flatMap((branch) => homes(branch, key, at).filter((home) => home !== at));
	const fixed = Object.entries(root.properties ?? {}).flatMap(([name, shape]) => homes(shape, key, at === "" ? name : `${at}.${name}`));
	const free = root.additionalProperties ? homes(root.additionalProperties, key, `${at}.<name>`) : [];
	return [.../* @__PURE__ */ new Set([
		...here,
		...branches,
		...fixed,
		...free
	])];
}

// src/config/issues.ts
const noMessage = () => "";
function schemaProblems(issues, data, root) {
	const all = issues.flatMap((issue) => problems(issue, [], data, root));
	const meant = new Set(all.map(({ meant }) => meant));
	return all.filter(({ missing }) => missing === void 0 || !meant.has(missing));
}
function problems(issue, above, data, root) {
	const path = [...above, ...issue.path];
	switch (issue.code) {
		case "unrecognized_keys": return issue.keys.map((key) => unknownKey(key, path, root));
		case "invalid_key": return [badKey(issue.issues[0]?.message ?? "", path)];
		case "invalid_union": {
			const meant = branch(issue.errors);
			if (meant) return meant.flatMap((inner) => problems(inner, path, data, root));
		}
	}
	if (!has(data, path)) return [missingKey(path, root)];
	const { what, remedy, form } = issue.code === "custom" ? issue.params ?? {} : {};
	if (what === void 0 || remedy === void 0) return [badValue(issue.message, form, path, data, root)];
	const place = {
		path,
		on: "key"
	};
	return [{
		what: `${named(path)} ${what}.`,
		place,
		allowed: issue.message,
		remedy
	}];
}
function branch(errors) {
	const misfit = ({ code, path }) => path.length === 0 && (code === "invalid_type" || code === "invalid_value");
	return errors.filter((issues) => issues.length > 0 && !issues.some(misfit)).sort((a, b) => a.length - b.length)[0];
}
function unknownKey(key, parent, root) {
	const known = keysOf(shapeAt(root, parent));
	const near = nearest(key, known);
	const found = {
		what: `${subject(parent)} has no key ${quoted(key)}.`,
		place: {
			path: [...parent, key],
			on: "key"
		},
		allowed: among(known)
	};
	if (near !== void 0) return {
		...found,
		remedy: `did you mean ${near}?`,
		meant: named([...parent, near])
	};
	const home = homes(root, key)[0];
	if (home === void 0) return {
		...found,
		remedy: "delete it"
	};
	return {
		...found,
		remedy: `move it: ${key} belongs ${home === "" ? "at the top" : `under ${home}`}`
	};
}
const subject = (path) => path.length === 0 ? "The file" : named(path);
function badKey(allowed, path) {
	const key = String(path.at(-1));
	const what = `${quoted(key)} cannot be a key of ${named(path.slice(0, -1))}.`;
	const hint = metricHint(key);
	return {
		what,
		place: {
			path,
			on: "key"
		},
		allowed: allowed === "" ? void 0 : allowed,
		remedy: hint ?? "rename it"
	};
}
function missingKey(path, root) {
	const key = String(path.at(-1));
	const shape = shapeAt(root, path) ?? {};
	return {
		what: `${subject(path.slice(0, -1))} lacks the key ${key}.`,
		place: {
			path,
			on: "key"
		},
		allowed: kind(shape),
		meaning: shape.description,
		remedy: path.length === 1 && key === "version" ? "begin the file with: version: 1" : `add ${key}: …`,
		missing: named(path)
	};
}
function badValue(message, form, path, data, root) {
	const shape = shapeAt(root, path) ?? {};
	const value = at(data, path);
	const allowed = message === "" ? kind(shape) : message;
	return {
		what: `${named(path)} is ${shown(value)}.`,
		place: {
			path,
			on: "value"
		},
		allowed,
		meaning: shape.description === allowed ? void 0 : shape.description,
		remedy: typeof value === "string" && textRemedy(value, shape, form) || remedyFor(value, shape)
	};
}
function textRemedy(text, shape, form) {
	const near = nearest(text, choices(shape));
	if (near !== void 0) return `did you mean ${near}?`;
	if (shape.type === "array") return `write it as a list: [${quoted(text)}]`;
	if ((shape.type === "number" || shape.type === "integer") && /^\d+$/.test(text)) return "write it without quotes";
	return form === void 0 ? metricHint(text) : HINTS[form];
}
function remedyFor(value, shape) {
	if (value === null) return "give it a value, or delete the key";
	if ([shape, ...shape.anyOf ?? []].some(({ type, pattern }) => type === "string" && pattern === void 0) && (typeof value === "number" || typeof value === "boolean")) return `put it in quotes: "${value}"`;
	if (shape.default !== void 0) return `change it, or delete the key: it is ${JSON.stringify(shape.default)} by default`;
	if (shape.type === "object" && typeof value === "object") return "add what is missing";
	return "change it to what is allowed";
}
const HINTS = {
	duration: "use the units us, ms, s, m and h",
	ratio: "write it with a percent sign, such as \"3%\"",
	limit: "write \"<\" or \">\", a number and its unit"
};
function metricHint(text) {
	if (text.length > 400) return void 0;
	const ours = text.replace(/\.?\bp\((\d{1,2}(?:\.\d+)?)\)$/, ".p$1").replace(/\.avg$/, ".mean").replace(/\.med(?:ian)?$/, ".p50").replace(/[:\s]+(p\d{1,2}(?:\.\d+)?|mean|min|max|rate|count)$/, ".$1");
	return ours !== text && selector(ours) !== void 0 ? `did you mean ${ours}?` : void 0;
}
const at = (data, path) => path.reduce((value, key) => value?.[key], data);
function has(data, path) {
	const key = path.at(-1);
	const parent = at(data, path.slice(0, -1));
	return key === void 0 || typeof parent === "object" && parent !== null && Object.hasOwn(parent, key);
}

// src/config/syntax.ts
var import_dist = require_dist();
const MOST_ALIASES = 1e3;
const TARGETS = /* @__PURE__ */ new WeakMap();
function aliasTarget(document, alias) {
	let found = TARGETS.get(document);
	if (found === void 0) {
		found = targets(document);
		TARGETS.set(document, found);
	}
	return found.get(alias);
}
function targets(document) {
	const anchors = /* @__PURE__ */ new Map();
	const found = /* @__PURE__ */ new Map();
	(0, import_dist.visit)(document, { Node(_, node) {
		if ((0, import_dist.isAlias)(node)) found.set(node, anchors.get(node.source));
		else if (node.anchor !== void 0) anchors.set(node.anchor, node);
	} });
	return found;
}
const start = (node) => node?.range?.[0] ?? 0;
const REMEDIES = {
	TAB_AS_INDENT: "indent with spaces",
	DUPLICATE_KEY: "keep one of them",
	MULTIPLE_DOCS: "keep one document: delete the `---` and everything after it",
	BLOCK_AS_IMPLICIT_KEY: "put quotes around a text that contains \": \", or begin the nested mapping on a line of its own",
	BAD_SCALAR_START: "put the text in quotes",
	TAG_RESOLVE_FAILED: "leave the tag out: plain values are enough",
	MISSING_CHAR: "put quotes around a text that contains a bracket, brace or comma, or close the open bracket",
	NON_STRING_KEY: "use a plain text as the key",
	RESOURCE_EXHAUSTION: "nest it less deeply"
};
function syntax(document, text) {
	const seen = /* @__PURE__ */ new Set();
	return [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]).filter(({ pos }) => {
		const line = text.lastIndexOf("\n", pos[0] - 1);
		return !seen.has(line) && seen.add(line);
	}).map((error) => ({
		what: described(error, text),
		place: { offset: error.pos[0] },
		remedy: REMEDIES[error.code] ?? "fix the indentation, brackets or quotes here or on the line before"
	}));
}
function described({ code, message, pos }, text) {
	if (code === "DUPLICATE_KEY") {
		const key = /^(?:"[^"\n]*"|'[^'\n]*'|[^:,\n]*)/.exec(text.slice(pos[0], pos[0] + 2e3))?.[0] ?? "";
		return `The key ${quoted(key.replace(/^["']|["']$/g, "").trim())} appears twice.`;
	}
	if (code === "MULTIPLE_DOCS") return "The file contains several YAML documents.";
	if (code === "NON_STRING_KEY") return "This key is not a text.";
	if (code === "RESOURCE_EXHAUSTION") return "The file is nested too deeply.";
	const tag = /^Unresolved tag: (.*)/.exec(message)?.[1];
	if (tag !== void 0) return `The tag ${quoted(tag)} is not allowed.`;
	return `This is not valid YAML: ${quoted(message, 160).replaceAll("\\\"", "'").slice(1, -1)}.`;
}
function harms(document, text) {
	const problems = [];
	const add = (node, what, remedy) => problems.push({
		what,
		place: { offset: start(node) },
		remedy
	});
	let aliases = 0;
	try {
		(0, import_dist.visit)(document, {
			Alias(_, alias, path) {
				if (++aliases > MOST_ALIASES) {
					add(alias, `There are more than ${MOST_ALIASES} aliases.`, "write the values out");
					return import_dist.visit.BREAK;
				}
				const target = aliasTarget(document, alias);
				if (target === void 0) add(alias, `There is no anchor ${quoted(`&${alias.source}`)} before this alias.`, "name an anchor above");
				else if (path.some((node) => node === target)) add(alias, `The alias ${quoted(`*${alias.source}`)} contains itself.`, "write the value out");
			},
			Pair(_, pair) {
				const key = (0, import_dist.isScalar)(pair.key) ? pair.key.value : void 0;
				if (key === "__proto__") add(pair.key, "The key \"__proto__\" is not allowed.", "use another name");
				if (key === "<<" && !mergeable(document, pair)) add(pair.key, "A merge key `<<` accepts only mappings.", "write `<<: *anchor` with an anchor on a mapping");
			},
			Scalar(_, { value, range }) {
				if (typeof value !== "string" || !value.includes("\0")) return;
				problems.push({
					what: "A text contains the character U+0000, which file names and arguments cannot contain.",
					place: { offset: range?.[0] ?? 0 },
					remedy: "take it out"
				});
			}
		});
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		const offset = Math.max(0, text.search(/\S/));
		problems.push({
			what: "The file is nested too deeply.",
			place: { offset },
			remedy: "nest it less deeply"
		});
	}
	return problems;
}
function mergeable(document, { value }) {
	const target = (0, import_dist.isAlias)(value) ? aliasTarget(document, value) : value;
	return ((0, import_dist.isSeq)(target) ? target.items.map((item) => (0, import_dist.isAlias)(item) ? aliasTarget(document, item) : item) : [target]).every((one) => one === void 0 || (0, import_dist.isMap)(one));
}
function bomb(document, error) {
	if (!(error instanceof ReferenceError)) throw error;
	let last;
	(0, import_dist.visit)(document, { Alias(_, alias) {
		last = alias;
	} });
	return {
		what: "The aliases expand into more values than a config can have.",
		place: { offset: start(last) },
		remedy: "write the values out"
	};
}

// src/config/source.ts
const LONGEST = 1e5;
const MOST_MULTIPLIED = 100;
function source(text) {
	const lines = new import_dist.LineCounter();
	const long = text.length > LONGEST;
	const document = (0, import_dist.parseDocument)(long ? "" : text, {
		lineCounter: lines,
		prettyErrors: false,
		schema: "core",
		merge: true,
		stringKeys: true,
		resolveKnownTags: false
	});
	const position = (place) => {
		const offset = "offset" in place ? place.offset : offsetOf(document, place.path, place.on);
		const { line, col } = lines.linePos(Math.min(offset, text.length));
		return {
			line: Math.max(1, line),
			column: Math.max(1, col)
		};
	};
	const written = (path) => {
		const { node, missing } = found$1(document, path);
		return missing.length === 0 && (0, import_dist.isScalar)(node) ? node.source : void 0;
	};
	const problems = long ? [tooLong(text)] : [...syntax(document, text), ...harms(document, text)];
	if (problems.length > 0) return {
		data: void 0,
		problems,
		position,
		written
	};
	try {
		return {
			data: document.toJS({ maxAliasCount: MOST_MULTIPLIED }),
			problems,
			position,
			written
		};
	} catch (error) {
		return {
			data: void 0,
			problems: [bomb(document, error)],
			position,
			written
		};
	}
}
const tooLong = (text) => ({
	what: `The file has ${text.length} characters.`,
	place: { offset: 0 },
	allowed: `${LONGEST} characters`,
	remedy: "name a steelyard file, which has a few dozen lines"
});
function found$1(document, path) {
	let node = document.contents;
	let key = null;
	for (const [depth, step] of path.entries()) {
		const next = child(document, node, step);
		if (next === void 0) return {
			node,
			key,
			missing: path.slice(depth)
		};
		({node, key} = next);
	}
	return {
		node: resolved(document, node),
		key,
		missing: []
	};
}
const resolved = (document, node) => (0, import_dist.isAlias)(node) ? aliasTarget(document, node) : node;
function child(document, node, step) {
	const parent = resolved(document, node);
	if ((0, import_dist.isSeq)(parent)) {
		const item = parent.items[Number(step)];
		return item === void 0 ? void 0 : {
			node: item,
			key: item
		};
	}
	if (!(0, import_dist.isMap)(parent)) return void 0;
	const at = (name) => parent.items.find(({ key }) => (0, import_dist.isScalar)(key) && String(key.value) === name);
	const own = at(String(step));
	if (own) return {
		node: own.value,
		key: own.key
	};
	const merged = resolved(document, at("<<")?.value);
	for (const source of (0, import_dist.isSeq)(merged) ? merged.items : merged === void 0 ? [] : [merged]) {
		const inherited = child(document, source, step);
		if (inherited) return inherited;
	}
}
function offsetOf(document, path, on) {
	const { node, key, missing } = found$1(document, path);
	const empty = (0, import_dist.isScalar)(node) && node.value === null && !node.source;
	return start(key !== null && (on === "key" || missing.length > 0 || empty) ? key : node);
}

// src/config/document.ts
function readDocument(text, where, kind) {
	const read = source(text);
	const fail = (problems) => configError(problems, where, read.position);
	if (read.problems.length > 0) throw fail(read.problems);
	const unfit = unreadable(read.data, kind);
	if (unfit) throw fail([unfit]);
	const parsed = kind.schema.safeParse(read.data, { error: noMessage });
	if (!parsed.success) throw fail(schemaProblems(parsed.error.issues, read.data, kind.shape()));
	const problems = kind.check(parsed.data, read.written, read.data);
	if (problems.length > 0) throw fail(problems);
	return parsed.data;
}
function unreadable(data, { noun, version: known, keys, example }) {
	const top = {
		path: [],
		on: "value"
	};
	if (data === null || data === void 0) return {
		what: "The file is empty.",
		place: top,
		remedy: `begin with \`version: ${known}\`${example}`
	};
	if (typeof data !== "object" || Array.isArray(data)) return {
		what: `The file is ${shown(data)}.`,
		place: top,
		allowed: `a mapping with ${keys}`,
		remedy: `begin with: version: ${known}`
	};
	if (!("version" in data) || data.version === known) return void 0;
	const { version } = data;
	const newer = typeof version === "number" && version > known;
	return {
		what: newer ? `The ${noun} is of version ${version}; this steelyard reads version ${known}.` : `The ${noun}'s version is ${shown(version)}.`,
		place: {
			path: ["version"],
			on: "value"
		},
		allowed: newer ? void 0 : String(known),
		remedy: newer ? "update steelyard" : `write it as: version: ${known}`
	};
}

// src/config/jsonschema.ts
const configJsonSchema = () => jsonSchema(Config, "Steelyard", "Performance checks for pull requests: the stack, the loads, and what counts as worse.");
const waiversJsonSchema = () => jsonSchema(WaiverFile, "Steelyard's waivers", "Regressions that reviewers accepted: how much of one, until when, and why.");

// src/config/units.ts
function unitProblems(data, root) {
	return numbers(data, []).flatMap(({ path, value }) => {
		if (value === 0 || !isTime(path, shapeAt(root, path))) return [];
		const what = `${named(path)} is ${value}, without a unit.`;
		const remedy = `give a unit: ${value}ms or ${value}s`;
		return [{
			what,
			place: {
				path,
				on: "value"
			},
			allowed: ALLOWED,
			remedy
		}];
	});
}
const ALLOWED = WANTED.duration;
function numbers(data, path) {
	if (typeof data === "number") return [{
		path,
		value: data
	}];
	if (Array.isArray(data)) return data.flatMap((item, index) => numbers(item, [...path, index]));
	if (typeof data !== "object" || data === null) return [];
	return Object.entries(data).flatMap(([key, value]) => numbers(value, [...path, key]));
}
function isTime(path, shape) {
	const only = (text) => text.test("1m30s") && !text.test("1%") && !text.test("word");
	return (shape?.anyOf ?? []).some(({ pattern }) => pattern !== void 0 && only(new RegExp(pattern))) || named(path) === "policy.floor";
}

// src/config/read.ts
const shape = () => configJsonSchema();
const CONFIG = {
	noun: "config",
	version: Config.shape.version.value,
	keys: "version, stack, workloads, …",
	example: "; the README has a whole example",
	schema: Config,
	shape,
	check: (config, written, data) => [...unitProblems(data, shape()), ...contradictions(config, written)]
};
const readConfig = (text, where) => readDocument(text, where, CONFIG);

// src/config/waivers.ts
const WAIVERS_PATH = ".github/steelyard-waivers.yml";
const HIGHEST = 10;
const WAIVERS = {
	noun: "waivers file",
	version: WaiverFile.shape.version.value,
	keys: "version, waivers and loads",
	example: " and `waivers: []`",
	schema: WaiverFile,
	shape: () => waiversJsonSchema(),
	check: ({ waivers }, written) => [...ceilings(waivers, written), ...twice(waivers)]
};
const readWaivers = (text, where) => readDocument(text, where, WAIVERS);
function ceilings(waivers, written) {
	return waivers.flatMap(({ ceiling }, index) => {
		const path = [
			"waivers",
			index,
			"ceiling"
		];
		const percent = written(path)?.includes("%") ?? false;
		if (ceiling > 0 && ceiling <= (percent ? HIGHEST : 1)) return [];
		return [{
			what: `waivers[${index}].ceiling is ${format(ceiling, "ratio")}.`,
			place: {
				path,
				on: "value"
			},
			allowed: `a percentage above 0% and up to 1000%`,
			remedy: percent || ceiling === 0 ? "write it such as \"15%\"" : `write it with a percent sign: ${ceiling}%`
		}];
	});
}
function twice(waivers) {
	const seen = /* @__PURE__ */ new Map();
	return waivers.flatMap(({ workload, variant, metric }, index) => {
		const key = JSON.stringify([
			workload,
			variant,
			metric
		]);
		const first = seen.get(key);
		if (first === void 0) {
			seen.set(key, index);
			return [];
		}
		const of = itemName({
			workload,
			variant
		});
		return [{
			what: `waivers[${index}] is about ${quoted(`${of} ${metric}`, 160)}, as waivers[${first}] is.`,
			place: {
				path: [
					"waivers",
					index,
					"workload"
				],
				on: "value"
			},
			remedy: "keep one of them"
		}];
	});
}

// src/config/effective.ts
const SERVICE_KEYS = [
	"stack.process.build",
	"stack.process.services",
	"stack.compose.files",
	"stack.compose.build",
	"stack.compose.services",
	"stack.compose.profiles",
	"stack.compose.env"
];
function effective(base, head) {
	return {
		version: base.version,
		stack: effectiveStack(base.stack, head.stack),
		workloads: {
			...head.workloads,
			...mapped(base.workloads, (of, name) => withVariants(of, head, name))
		},
		policy: base.policy,
		profiles: {
			...head.profiles,
			...mapped(base.profiles, (of, name) => withNew(of, base, head, name))
		},
		records: {
			...head.records,
			...base.records
		},
		...base.site !== void 0 && { site: base.site }
	};
}
function effectiveStack(base, head) {
	const { process, compose, external, seed } = base;
	const { files, build, services, profiles, env } = head.compose ?? {};
	return {
		...process && head.process && { process: {
			...process,
			services: head.process.services,
			build: head.process.build
		} },
		...compose && head.compose && { compose: {
			...compose,
			files,
			build,
			services,
			profiles,
			env
		} },
		...external && { external },
		...seed && { seed },
		endpoints: {
			...head.endpoints,
			...base.endpoints
		},
		metrics: {
			...pages(head.metrics),
			...base.metrics
		}
	};
}
const pages = (metrics) => Object.fromEntries(Object.entries(metrics).filter(([, { database }]) => database === void 0));
function withVariants(of, head, name) {
	if (Object.keys(of.variants).length === 0) return of;
	return {
		...of,
		variants: {
			...own(head.workloads, name)?.variants,
			...of.variants
		}
	};
}
function withNew(of, base, head, name) {
	if (of.only === void 0) return of;
	const isNew = (one) => own(head.workloads, one) !== void 0 && own(base.workloads, one) === void 0;
	return {
		...of,
		only: [...of.only, ...(own(head.profiles, name)?.only ?? []).filter(isNew)]
	};
}
function serviceChanges(base, head) {
	return SERVICE_KEYS.flatMap((path) => {
		const [, kind = "", key = ""] = path.split(".");
		const [a, b] = [base, head].map(({ stack }) => stack[kind]?.[key]);
		return key === "services" ? changedBelow(path, a, b, 2) : changedBelow(path, a, b, 0);
	});
}
function changedBelow(path, a, b, depth) {
	if (same(a, b)) return [];
	if (depth === 0 || !isMapping(a) || !isMapping(b)) return [path];
	return [.../* @__PURE__ */ new Set([...Object.keys(a), ...Object.keys(b)])].sort().flatMap((key) => changedBelow(`${path}.${key}`, own(a, key), own(b, key), depth - 1));
}
const isMapping = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const same = (a, b) => canonical(a) === canonical(b);
const canonical = (value) => JSON.stringify(value, (_, each) => isMapping(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => a < b ? -1 : 1)) : each) ?? "absent";
const mapped = (record, of) => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, of(value, key)]));

// src/config/lines.ts
function workloadLines(text) {
	let read;
	return { of(workload) {
		read ??= source(text);
		try {
			return read.position({
				path: ["workloads", workload],
				on: "key"
			}).line;
		} catch {
			return 1;
		}
	} };
}

// src/config/examples.ts
const HEADERS = "{ Authorization: { env: SHOP_TOKEN } }";
const BUILD = "[[\"npm\", \"ci\"], [\"npm\", \"run\", \"build\"]]";
const VARIABLES = "{ LOG_LEVEL: warn }";
const EXAMPLES = {
	version: "1",
	site: "https://acme.github.io/shop/steelyard/",
	"stack.process.build": BUILD,
	"stack.process.services": "{ shop: { run: [\"node\", \"server.js\"], ports: { 8080: PORT } } }",
	"stack.process.services.NAME.run": "[\"node\", \"server.js\"]",
	"stack.process.services.NAME.cwd": "apps/shop",
	"stack.process.services.NAME.env": "{ WORKER_URL: \"http://${worker:9000}\" }",
	"stack.process.services.NAME.ports": "{ 8080: PORT }",
	"stack.process.services.NAME.ports.NAME.env": "PORT",
	"stack.compose.files": "[compose.yaml, perf/compose.yaml]",
	"stack.compose.build": BUILD,
	"stack.compose.services": "[shop]",
	"stack.compose.profiles": "[perf]",
	"stack.compose.env": VARIABLES,
	"stack.compose.ready": "{ shop: { http: /health } }",
	"stack.compose.generator_image": "debian:bookworm-slim",
	"stack.compose.allow": "[checkout-writes]",
	"stack.external.endpoints": "{ api: { url: https://staging.example.com } }",
	"stack.external.endpoints.NAME.url": "https://staging.example.com",
	"stack.external.endpoints.NAME.headers": HEADERS,
	"stack.external.endpoints.NAME.headers.NAME.env": "SHOP_TOKEN",
	"stack.external.base.endpoints": "{ api: { url: https://production.example.com } }",
	"stack.external.base.endpoints.NAME.url": "https://production.example.com",
	"stack.external.base.endpoints.NAME.headers": HEADERS,
	"stack.external.base.endpoints.NAME.headers.NAME.env": "SHOP_TOKEN",
	"stack.external.labels": "{ region: eu }",
	"stack.seed.run": "[\"node\", \"seed.js\"]",
	"stack.seed.service": "shop",
	"stack.seed.command": "[\"node\", \"seed.js\"]",
	"stack.seed.env": "{ ITEMS: 1000 }",
	"stack.endpoints": "{ api: { service: shop, port: 8080 } }",
	"stack.endpoints.NAME.service": "shop",
	"stack.metrics": "{ shop: { endpoint: api, path: /metrics } }",
	"stack.metrics.NAME.endpoint": "api",
	"stack.metrics.NAME.postgres.service": "db",
	"stack.metrics.NAME.postgres.user": "postgres",
	"stack.metrics.NAME.postgres.database": "shop",
	"stack.metrics.NAME.database": "\"postgres://shop@${db:5432}/shop\"",
	"stack.metrics.NAME.database.env": "DATABASE_URL",
	"stack.metrics.NAME.include": "[http_requests_total]",
	"stack.metrics.NAME.split": "[status]",
	workloads: "{ browse: { k6: load/browse.js, env: { BASE_URL: \"${api}\" } } }",
	"workloads.NAME.k6": "load/browse.js",
	"workloads.NAME.k6.script": "load/browse.js",
	"workloads.NAME.command.run": "[\"python3\", \"load/query.py\"]",
	"workloads.NAME.command.format": "locust",
	"workloads.NAME.command.format.json.metrics": "{ query_time: { at: /p50, unit: ms, better: lower } }",
	"workloads.NAME.in": "network",
	"workloads.NAME.env": "{ BASE_URL: \"${api}\" }",
	"workloads.NAME.variants": "{ cached: { stack_env: { CACHE: \"1\" } } }",
	"workloads.NAME.variants.NAME.stack_env": "{ CACHE: \"1\" }",
	"workloads.NAME.variants.NAME.env": "{ PAGE_SIZE: 50 }",
	"workloads.NAME.measure.pairs": "[10, 60]",
	"workloads.NAME.paths": "[\"src/**\", \"!**/*.md\"]",
	"workloads.NAME.split": "[name, scenario]",
	"workloads.NAME.gate": "[http_req_duration.p95, cpu_per_request]",
	"workloads.NAME.budgets": "{ http_req_duration.p99: \"< 250ms\" }",
	"workloads.NAME.expect": "{ rows_out: { equal: rows_in, because: nothing is lost } }",
	"workloads.NAME.expect.NAME.because": "nothing is lost",
	"workloads.NAME.expect.NAME.equal": "rows_in",
	"workloads.NAME.metrics": "{ cache_hits: { better: higher } }",
	"workloads.NAME.sweep.vus": "[1, 64]",
	"workloads.NAME.sweep.connections": "[1, 64]",
	"workloads.NAME.sweep.variable": "RATE",
	"workloads.NAME.scaling.connections": "[1, 2, 4, 8, 16]",
	"workloads.NAME.scaling.variable": "RATE",
	"workloads.NAME.scaling.prices.NAME.currency": "USD",
	"policy.release": "v*",
	"policy.fail_on.add": "[inconclusive]",
	"policy.fail_on.remove": "[budget]",
	"policy.paths": "[\"!docs/**\", \"!**/*.md\"]",
	"policy.runner_class": "perf-1",
	"policy.profile": "quick",
	profiles: "{ quick: { only: [browse], trials: 3 } }",
	"profiles.NAME.only": "[browse]",
	"profiles.NAME.in": "network",
	records: "{ shop: { title: Shop, tables: { runs: { workloads: [browse], columns: { Rate: \"{http_reqs.rate}\" } } } } }",
	"records.NAME.title": "Shop",
	"records.NAME.about": "Closed model, on the data of the demo.",
	"records.NAME.tables": "{ runs: { workloads: [browse], columns: { p95: \"{http_req_duration.p95}\" } } }",
	"records.NAME.tables.NAME.workloads": "[browse]",
	"records.NAME.tables.NAME.each": "level",
	"records.NAME.tables.NAME.each.histogram": "\"shop:request_seconds\"",
	"records.NAME.tables.NAME.each.bounds": "[250ms, 2.5s]",
	"records.NAME.tables.NAME.each.by": "error_type",
	"records.NAME.tables.NAME.columns": "{ p95: \"{http_req_duration.p95}\" }",
	"records.NAME.signals": "[{ say: no request failed, workload: browse, metric: http_req_failed.rate, between: [\"0%\", \"0%\"] }]",
	"records.NAME.signals[].say": "no request failed",
	"records.NAME.signals[].workload": "browse",
	"records.NAME.signals[].metric": "http_req_failed.rate",
	"records.NAME.decisions": "[{ title: Cache, date: \"2026-11-22\", decision: keep it, rationale: p95 is lower, table: runs }]",
	"records.NAME.decisions[].title": "Cache on",
	"records.NAME.decisions[].date": "\"2026-11-22\"",
	"records.NAME.decisions[].decision": "The cache stays on.",
	"records.NAME.decisions[].rationale": "p95 is half as long with it.",
	"records.NAME.decisions[].table": "runs",
	"records.NAME.decisions[].variants": "[cached]",
	waivers: "[{ workload: browse, metric: http_req_duration.p50, ceiling: 15%, expires: \"2026-12-31\", because: \"TLS\" }]",
	"waivers[].workload": "browse",
	"waivers[].variant": "cached",
	"waivers[].metric": "http_req_duration.p50",
	"waivers[].expires": "\"2026-12-31\"",
	"waivers[].because": "TLS costs this much.",
	loads: "[{ workload: browse, expires: \"2026-12-31\", because: a new route }]",
	"loads[].workload": "browse",
	"loads[].variant": "cached",
	"loads[].expires": "\"2026-12-31\"",
	"loads[].because": "The script asks a new route."
};

// src/config/keys.ts
const KNOWN_SINCE = "0.1.0";
const KINDS = {
	limit: "a limit, in the metric's unit",
	rate: "a rate (/s)",
	figure: "a figure, in the metric's unit",
	duration: "a duration (s)",
	share: "a share (%)",
	path: "a path that begins with /",
	pointer: "a JSON pointer",
	name: "a name",
	text: "a text",
	whole: "a whole number",
	number: "a number",
	boolean: "true or false",
	group: "keys of its own"
};
const TEXTS = [
	{
		kind: "limit",
		yes: ["< 5%", "> 15/s"],
		no: ["5%"]
	},
	{
		kind: "rate",
		yes: ["> 15/s"],
		no: ["< 5%", "/a"]
	},
	{
		kind: "figure",
		yes: [
			"5%",
			"50us",
			"10/s"
		],
		no: ["< 5%"]
	},
	{
		kind: "duration",
		yes: ["90s", "1m30s"],
		no: ["5%", "browse"]
	},
	{
		kind: "share",
		yes: ["5%"],
		no: ["90s"]
	},
	{
		kind: "path",
		yes: ["/health", "/~x"],
		no: ["health"]
	},
	{
		kind: "pointer",
		yes: ["/latency/p50"],
		no: ["/~x", "latency"]
	},
	{
		kind: "name",
		yes: ["browse", "a-b"],
		no: ["/health", "5%"]
	}
];
const FIGURES = /* @__PURE__ */ new Set([
	"limit",
	"rate",
	"figure",
	"duration",
	"share"
]);
const NUMBERS = /* @__PURE__ */ new Set(["whole", "number"]);
const TYPICAL = {
	limit: "\"< 250ms\"",
	rate: "\"> 15/s\"",
	figure: "50us",
	duration: "90s",
	share: "5%",
	path: "/health",
	pointer: "/latency/p50",
	whole: "10",
	number: "0.5",
	boolean: "true"
};
const MOST_PORT = 65535;
const plain = (kind) => ({
	kind,
	words: KINDS[kind]
});
const composed = (words) => ({
	kind: null,
	words
});
const configKeys = () => found().map(({ key }) => key);
function found() {
	const all = /* @__PURE__ */ new Map();
	const add = (one) => {
		if (!all.has(one.key.key)) all.set(one.key.key, one);
	};
	below(configJsonSchema(), "", add);
	below(waiversJsonSchema(), "", add);
	return [...all.values()];
}
function below(shape, path, add) {
	for (const [name, value] of Object.entries(shape.properties ?? {})) {
		const key = path === "" ? name : `${path}.${name}`;
		const { kind, words } = typeOf(value);
		const usual = value.default === void 0 ? null : written(value.default, kind);
		const required = shape.required?.includes(name) === true;
		const about = (value.description ?? "").replaceAll("\n", " ");
		add({
			key: {
				key,
				type: words,
				usual,
				required,
				example: exampleOf(key, value, kind),
				about
			},
			kind
		});
		below(value, key, add);
	}
	const named = shape.additionalProperties;
	if (named) below(named, `${path}.NAME`, add);
	for (const one of shape.anyOf ?? []) below(one, path, add);
	if (shape.items && !Array.isArray(shape.items)) below(shape.items, `${path}[]`, add);
}
function typeOf(shape) {
	if (shape.const !== void 0) return composed(JSON.stringify(shape.const));
	if (shape.enum) return composed(shape.enum.map((one) => `\`${String(one)}\``).join(", "));
	if (shape.anyOf) {
		const types = unique(shape.anyOf);
		const figures = types.filter(({ kind }) => !NUMBERS.has(kind));
		const shown = figures.some(({ kind }) => FIGURES.has(kind)) ? figures : types;
		return shown.length === 1 ? shown[0] : composed(shown.map(({ words }) => words).join(", or "));
	}
	if (shape.items) {
		if (!Array.isArray(shape.items)) return composed(`a list: ${typeOf(shape.items).words}`);
		const types = unique(shape.items);
		return composed(`a pair: ${types.map(({ words }) => words).join(", ")}`);
	}
	if (shape.additionalProperties) return composed(`by name: ${typeOf(shape.additionalProperties).words}`);
	if (shape.properties) return plain("group");
	if (Array.isArray(shape.type)) return composed("a text, a number, true or false");
	if (shape.type === "integer") return plain("whole");
	if (shape.type === "number" || shape.type === "boolean") return plain(shape.type);
	if (shape.pattern === void 0) return plain("text");
	const pattern = new RegExp(shape.pattern);
	const accepts = (text) => pattern.test(text);
	return plain(TEXTS.find(({ yes, no }) => yes.every(accepts) && !no.some(accepts))?.kind ?? "text");
}
const unique = (shapes) => [...new Map(shapes.map(typeOf).map((type) => [type.words, type])).values()];
function written(value, kind) {
	if (typeof value === "number" && kind === "duration") return `${value}s`;
	if (typeof value === "number" && kind === "share") return `${Number((100 * value).toPrecision(6))}%`;
	if (typeof value === "string" && value !== "") return value;
	return JSON.stringify(value);
}
function exampleOf(key, shape, kind) {
	const given = own(EXAMPLES, key);
	if (given !== void 0) return given;
	if (shape.examples) return flow(shape.examples[0]);
	if (shape.enum) return plainOrQuoted(String(shape.enum.at(-1)));
	if (shape.maximum === MOST_PORT) return "8080";
	if (kind === "whole" && shape.maximum !== void 0) return String(Math.min(10, shape.maximum));
	return (kind && TYPICAL[kind]) ?? null;
}
const plainOrQuoted = (text) => /^[\w-]/.test(text) ? text : JSON.stringify(text);
function flow(value) {
	if (Array.isArray(value)) return `[${value.join(", ")}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	return `{ ${Object.entries(value).map(([name, one]) => `${name}: ${one}`).join(", ")} }`;
}
function keysNamed(text, keys = configKeys()) {
	const asked = partsOf(text);
	const exact = keys.filter(({ key }) => isSame(partsOf(key), asked));
	if (exact.length > 0 || asked.length === 0) return exact;
	return keys.filter(({ key }) => {
		const end = partsOf(key).slice(-asked.length);
		return end[0] === asked[0] && isSame(end, asked);
	});
}
const partsOf = (key) => key.replaceAll("[]", "").split(".").filter((part) => part !== "");
const isSame = (parts, asked) => parts.length === asked.length && parts.every((part, i) => part === asked[i] || part === "NAME");

export { KNOWN_SINCE, WAIVERS_PATH, configKeys, effective, keysNamed, knownMetrics, metricNamed, readConfig, readWaivers, serviceChanges, workloadLines };