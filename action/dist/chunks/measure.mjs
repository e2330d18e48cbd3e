import { SteelyardError, choice, counted as counted$1, firstLine, interruption, isExpected, nearest, own, seedOf, shuffled, stream, userError } from "./base.mjs";
import { BEFORE, BLOCKS, LONGEST_BLOCK, PortConflict, SIDES, WORK, WORK_NAMES, Workload, atLevel, byItem, byText, contendedAround, family, format, isItem, isLevelled, isNear, isWhole, itemKey, itemName, meansFailures, ofTree, perRequestName, select, selector, slotsIn, tag, time, trialsIn, value, workBetween, workSum, workloadsIn } from "./model.mjs";
import { setTimeout } from "node:timers/promises";

// src/measure/unmatched.ts
const DEFAULT = Workload.parse({ k6: "-" }).gate;
const USUAL = {
	trend: "p50",
	share: "rate",
	counter: "rate",
	gauge: "value"
};
function unmatched(run) {
	const trials = trialsIn(run);
	return Object.entries(run.config.resolved.workloads).flatMap(([name, { gate, budgets, expect }]) => {
		const seen = trials.flatMap((trial) => trial.outcome === "ok" && trial.workload === name ? [trial.observed.metrics] : []);
		if (seen.length === 0) return [];
		const observed = new Map(seen.flatMap((metrics) => Object.entries(metrics)));
		return [.../* @__PURE__ */ new Set([
			...gate,
			...Object.keys(budgets),
			...Object.keys(expect)
		])].filter((text) => !DEFAULT.includes(text) && seen.every((metrics) => select(metrics, text) === void 0)).map((text) => ({
			workload: name,
			selector: text,
			nearest: similar(text, observed)
		}));
	});
}
function similar(text, metrics) {
	const wanted = selector(text);
	if (wanted === void 0) return null;
	const name = nearest(wanted.metric, [...metrics.keys()].sort());
	return name === void 0 ? null : written(name, metrics.get(name), wanted.stat);
}
function written(name, metric, stat) {
	const kept = value(metric, stat) === void 0 ? USUAL[metric.kind] : stat;
	return kept === "value" ? name : `${name}.${kept}`;
}

// src/measure/origin.ts
function demandOrigin(name, { in: place }, kind) {
	if (place === "host" || kind === "compose") return;
	throw userError(`The workload "${name}" is loaded from "${place}", and a ${kind} stack has no such place.`, {
		where: `workloads.${name}.in`,
		remedy: "measure with --stack compose, or leave `in` out"
	});
}
const profileOrigin = ({ profiles }, profile) => profile === void 0 ? void 0 : own(profiles, profile)?.in;
function withOrigin(config, place) {
	const all = Object.entries(config.workloads).map(([name, workload]) => [name, {
		...workload,
		in: place
	}]);
	return {
		...config,
		workloads: Object.fromEntries(all)
	};
}
function insideOf(place, stack) {
	if (place === "host") return void 0;
	if (!stack.inside) throw new Error(`the load is to come from ${place}, which was not refused`);
	return stack.inside(place);
}

// src/measure/starts.ts
var Starts = class {
	seed = null;
	composed = {};
	unable = null;
	load = 0;
	stacks;
	edges;
	signal;
	ending = Promise.resolve();
	constructor(stacks, edges, signal) {
		this.stacks = stacks;
		this.edges = edges;
		this.signal = signal;
	}
	async prepare(side) {
		try {
			await this.stacks[side].prepare?.(this.signal);
		} catch (error) {
			throw this.noteUnable(side, error);
		}
	}
	async carryOut(planned, fresh) {
		for (let restart = 0; planned.open(); restart++) {
			const started = await this.up(planned.options(), fresh());
			try {
				await this.untilDown();
			} catch (error) {
				if ("stacks" in started) await down(started.stacks);
				throw error;
			}
			if ("failure" in started) return planned.lose(started);
			const loss = await this.served(started.stacks, planned, restart);
			if (loss === null) return;
			if (restart >= 2) return planned.lose(loss);
			const [who, what] = Object.keys(this.stacks).length > 1 ? [`${loss.side}: `, "both sides"] : ["", "the stack"];
			const next = planned.open() ? `; starting ${what} again` : "";
			this.edges.log.warn(`${who}${firstLine(loss.failure.message)}${next}`);
		}
	}
	async up({ order, env, cpus, attach, tell }, fresh) {
		const stacks = {};
		const failures = [];
		const one = async (side) => {
			try {
				const { stack, seed, composed } = await this.stacks[side].up(env, this.signal, cpus, attach?.[side]);
				stacks[side] = stack;
				if (composed !== void 0) this.composed[side] ??= composed;
				if (side === "head") this.seed ??= seed;
			} catch (error) {
				failures.push({
					side,
					error
				});
			}
		};
		if (!fresh || order.every((side) => this.stacks[side].isApart)) {
			tell?.(order);
			await Promise.all(order.map(one));
		} else for (const side of order) {
			if (failures.length > 0) break;
			tell?.([side]);
			await one(side);
		}
		const failed = failures.find(({ error }) => !isExpected(error)) ?? failures.find(({ side }) => side === "base") ?? failures[0];
		if (failed === void 0) return { stacks };
		await down(stacks);
		const cause = failed.error instanceof PortConflict && order.length > 1 ? "base" : failed.side;
		if (fresh || !isExpected(failed.error)) throw this.noteUnable(cause, failed.error);
		return {
			side: cause,
			failure: died(`the stack did not start again: ${failed.error.message}`)
		};
	}
	async untilDown() {
		const { ending } = this;
		this.ending = Promise.resolve();
		await ending;
	}
	async between(stacks) {
		let warm = true;
		for (const side of Object.keys(stacks)) try {
			warm = ((await stacks[side].between?.(this.signal))?.warm ?? true) && warm;
		} catch (error) {
			if (!isExpected(error)) throw error;
			return {
				side,
				failure: died(`the stack could not be reset between two measurements: ${error.message}`)
			};
		}
		return { warm };
	}
	async timed(measure) {
		const began = this.edges.now().getTime();
		const result = await measure();
		this.load += (this.edges.now().getTime() - began) / 1e3;
		return result;
	}
	async served(stacks, planned, restart) {
		try {
			return await planned.serve(stacks, restart);
		} finally {
			this.ending = down(stacks);
			this.ending.catch(() => {});
			if (Object.keys(this.stacks).length === 1) await this.untilDown();
		}
	}
	noteUnable(side, error) {
		if (isExpected(error)) this.unable = {
			side,
			error
		};
		return error;
	}
};
async function down(stacks) {
	const ends = await Promise.allSettled(Object.values(stacks).map((stack) => stack[Symbol.asyncDispose]()));
	for (const end of ends) if (end.status === "rejected") throw end.reason;
}
const died = (message) => ({
	code: "service-died",
	message: message.slice(0, 8e3)
});

// src/measure/host.ts
function worseOf(a, b) {
	const worse = (x, y) => x === null || y === null ? x ?? y : Math.max(x, y);
	return {
		probe: a.probe && b.probe ? [Math.max(a.probe[0], b.probe[0]), Math.max(a.probe[1], b.probe[1])] : a.probe ?? b.probe,
		steal: worse(a.steal, b.steal),
		busy: worse(a.busy, b.busy),
		pressure: worse(a.pressure, b.pressure),
		load: worse(a.load, b.load)
	};
}
function hostState(before, after, probes) {
	const [a, b] = [before.ticks, after.ticks];
	const total = a && b ? b.total - a.total : 0;
	const share = (part) => Math.min(1, Math.max(0, part / total));
	const wall = after.at - before.at;
	const stalled = before.stalled === null || after.stalled === null ? null : after.stalled - before.stalled;
	return {
		probe: probes[0] === null || probes[1] === null ? null : [probes[0], probes[1]],
		steal: a && b && total > 0 ? share(b.steal - a.steal) : null,
		busy: a && b && total > 0 ? share(total - (b.idle - a.idle) - (b.steal - a.steal)) : null,
		pressure: stalled === null || wall <= 0 ? null : Math.max(0, stalled / 1e6 / wall),
		load: before.load
	};
}

// src/measure/plan.ts
function plan(config, wishes, seed) {
	const profile = profileOf(config, wishes.profile);
	const { among } = wishes;
	const asked = share(itemsOf(config, profile, wishes), wishes.shard).filter((item) => among?.some(isItem(item)) ?? true);
	const items = asked.filter(({ levelled }) => !levelled);
	const starts = wishes.starts ?? profile.starts ?? config.policy.starts;
	const [cold, warm] = [true, false].map((is) => items.filter(({ settings }) => settings.cold === is));
	const next = stream(seed);
	const counter = { index: 0 };
	const planned = [];
	for (let start = 0; start < starts; start++) for (const group of shuffled(groups$1(warm), next)) {
		const slots = startSlots(group, start, starts, next, counter);
		if (slots.length > 0) planned.push({
			start: planned.length,
			stackEnv: { ...group[0].stackEnv },
			slots
		});
	}
	planned.push(...coldStarts(cold, planned.length, next, counter));
	const shard = wishes.shard ? { ...wishes.shard } : null;
	const levels = asked.filter(({ levelled }) => levelled).map((item) => levelledOf(item, seedOf(next())));
	return {
		schema: tag("schedule"),
		seed,
		shard,
		starts: planned,
		...levels.length > 0 && { levels }
	};
}
function levelledOf({ workload, variant, stackEnv, settings }, seed) {
	const { warmup, settle, duration } = settings;
	return {
		workload,
		variant,
		stackEnv: { ...stackEnv },
		warmup,
		settle,
		duration,
		seed
	};
}
function profileOf(config, name) {
	if (name === void 0) return {};
	const profile = own(config.profiles, name);
	if (profile) return profile;
	const known = Object.keys(config.profiles);
	throw userError(`There is no profile "${name}".`, {
		where: "profiles in the config",
		remedy: known.length > 0 ? choice(name, known) : "declare it under `profiles`"
	});
}
function itemsOf(config, profile, wishes) {
	const names = Object.keys(config.workloads);
	const only = new Set(wishes.only ?? profile.only ?? names);
	const unknown = [...only].filter((name) => !Object.hasOwn(config.workloads, name));
	if (unknown.length > 0) throw userError(`There is no workload ${unknown.map((name) => `"${name}"`).join(", ")}.`, {
		where: "workloads in the config",
		remedy: choice(unknown[0], names)
	});
	const asked = names.filter((name) => only.has(name)).sort();
	const { variants } = wishes;
	if (variants) demandVariants(variants, asked, config);
	return asked.flatMap((name) => itemsOfWorkload(name, own(config.workloads, name), profile, wishes.trials)).filter(({ variant }) => variant === null || (variants?.includes(variant) ?? true));
}
const trialVariables = ({ env, variants }, variant) => ({
	...env,
	...variant === null ? {} : own(variants, variant)?.env
});
const variantsOf = ({ workloads }, names, variants) => variants?.filter((one) => names.some((name) => Object.hasOwn(own(workloads, name).variants, one)));
function demandVariants(variants, workloads, config) {
	const known = new Set(workloads.flatMap((name) => Object.keys(own(config.workloads, name).variants)));
	const unknown = variants.filter((name) => !known.has(name));
	if (unknown.length === 0) return;
	throw userError(`There is no variant ${unknown.map((name) => `"${name}"`).join(", ")}.`, {
		where: `the workloads ${workloads.join(", ")}`,
		remedy: known.size > 0 ? `one of: ${[...known].join(", ")}` : "these have none: leave --variants out"
	});
}
function itemsOfWorkload(workload, config, profile, trials) {
	const settings = {
		trials: trials ?? profile.trials ?? config.measure.trials,
		duration: profile.duration ?? config.measure.duration,
		warmup: profile.warmup ?? config.warmup,
		settle: config.settle,
		cold: profile.cold ?? config.measure.cold
	};
	const variants = Object.entries(config.variants).sort(([a], [b]) => a < b ? -1 : 1);
	const levelled = isLevelled(config);
	if (variants.length === 0) return [{
		workload,
		variant: null,
		stackEnv: {},
		settings,
		levelled
	}];
	return variants.map(([variant, { stack_env }]) => ({
		workload,
		variant,
		settings,
		levelled,
		stackEnv: stack_env
	}));
}
function share(items, shard) {
	if (items.length > 0) return shard ? items.filter((_, i) => i % shard.of === shard.index - 1) : items;
	throw userError("There is nothing to measure in this plan.", {
		where: "the config",
		remedy: "name a workload"
	});
}
function groups$1(items) {
	const byEnv = /* @__PURE__ */ new Map();
	for (const item of items) {
		const key = JSON.stringify(Object.entries(item.stackEnv).sort());
		const group = byEnv.get(key);
		if (group) group.push(item);
		else byEnv.set(key, [item]);
	}
	return [...byEnv.values()];
}
function coldStarts(items, first, next, counter) {
	const starts = [];
	const rounds = Math.max(0, ...items.map(({ settings }) => settings.trials));
	for (let trial = 0; trial < rounds; trial++) for (const { workload, variant, stackEnv, settings } of shuffled(items, next)) {
		const seed = seedOf(next());
		if (trial >= settings.trials) continue;
		const { duration } = settings;
		const what = {
			workload,
			variant,
			side: "head",
			trial,
			warmup: 0,
			duration,
			cold: true
		};
		const slots = [{
			index: counter.index++,
			...what,
			seed
		}];
		starts.push({
			start: first + starts.length,
			stackEnv: { ...stackEnv },
			slots
		});
	}
	return starts;
}
function startSlots(items, start, starts, next, counter) {
	const ends = (item, at) => Math.floor(item.settings.trials * at / starts);
	const slots = [];
	const rounds = Math.max(...items.map((item) => ends(item, start + 1) - ends(item, start)));
	for (let round = 0; round < rounds; round++) for (const item of shuffled(items, next)) {
		const trial = ends(item, start) + round;
		const seed = seedOf(next());
		if (trial >= ends(item, start + 1)) continue;
		slots.push({
			index: counter.index++,
			workload: item.workload,
			variant: item.variant,
			side: "head",
			trial,
			warmup: round === 0 ? item.settings.warmup : Math.min(item.settings.settle, item.settings.warmup),
			duration: item.settings.duration,
			seed
		});
	}
	return slots;
}

// src/measure/scraped.ts
async function scrapedSince(before, { stack, scraper }, requests, signal) {
	if (before === void 0 || scraper === void 0) return {};
	return scraper.between(before, await scraper.read(stack, signal), { requests });
}

// src/measure/services.ts
function useSum(first, then) {
	const cpu = first.cpu === null || then.cpu === null ? null : first.cpu + then.cpu;
	const work = workSum(first.work, then.work);
	return {
		cpu,
		memory: then.memory,
		restarts: first.restarts + then.restarts,
		...Object.keys(work).length > 0 && { work }
	};
}
function servicesUse(before, after) {
	const use = {};
	for (const [service, end] of Object.entries(after)) {
		const begin = before[service];
		const cpu = begin?.cpu == null || end.cpu === null ? null : end.cpu - begin.cpu;
		const work = workBetween(begin?.work, end.work);
		use[service] = {
			cpu: cpu === null || cpu < 0 ? null : cpu,
			memory: end.memory,
			restarts: Math.max(0, end.restarts - (begin?.restarts ?? 0)),
			...Object.keys(work).length > 0 && { work }
		};
	}
	return use;
}
const sharesUsed = (used, counters, seconds) => Object.entries(used).flatMap(([service, { cpu }]) => cpu === null || seconds <= 0 ? [] : [cpu / seconds / Math.min(1, own(counters, service)?.cores ?? 1)]);
function readyMetrics(startupTimes) {
	const all = Object.entries(startupTimes);
	if (all.length === 0) return {};
	const gauge = (value) => ({
		kind: "gauge",
		unit: "s",
		value
	});
	const first = Math.min(...all.map(([, { began }]) => began));
	const last = Math.max(...all.map(([, { began, ready }]) => began + 1e3 * ready));
	const each = all.length > 1 ? all : [];
	return {
		cold_ready: gauge((last - first) / 1e3),
		...Object.fromEntries(each.map(([service, { ready }]) => [`cold_ready{service:${service}}`, gauge(ready)]))
	};
}
function serviceMetrics(use, requests) {
	const metrics = {};
	const services = Object.entries(use);
	for (const [service, { cpu, memory, work }] of services) {
		const at = (name) => services.length > 1 ? `${name}{service:${service}}` : name;
		if (cpu !== null && requests > 0) metrics[at("cpu_per_request")] = {
			kind: "gauge",
			unit: "s",
			value: cpu / requests
		};
		for (const name of requests > 0 && work !== void 0 ? WORK_NAMES : []) {
			const count = own(work, name);
			if (count === void 0) continue;
			metrics[at(perRequestName(name))] = {
				kind: "gauge",
				unit: WORK[name],
				value: count / requests
			};
		}
		if (memory !== null) metrics[at("memory_peak")] = {
			kind: "gauge",
			unit: "B",
			value: memory
		};
	}
	if (services.length < 2) return metrics;
	for (const name of new Set(Object.keys(metrics).map(family))) {
		const each = services.flatMap(([service]) => {
			const one = own(metrics, `${name}{service:${service}}`);
			return one?.kind === "gauge" ? [one] : [];
		});
		if (each.length < services.length) continue;
		metrics[name] = {
			...each[0],
			value: each.reduce((sum, { value }) => sum + value, 0)
		};
	}
	return metrics;
}

// src/measure/slow.ts
const MOST_REQUESTS = 20;
const MOST_EVENTS = 100;
const LEAST = .25;
function slowLimit(metrics) {
	const [p50, p90] = [select(metrics, "http_req_duration.p50"), select(metrics, "http_req_duration.p90")];
	if (p50 === void 0 || p90 === void 0) return void 0;
	return Math.max(p50 + 8 * (p90 - p50), 3 * p50, p50 + LEAST);
}
function slowest(candidates, metrics) {
	const limit = slowLimit(metrics);
	if (limit === void 0) return void 0;
	const requests = candidates.filter(({ seconds }) => seconds > limit).sort((a, b) => b.seconds - a.seconds).slice(0, MOST_REQUESTS).sort((a, b) => time(a) - time(b));
	return requests.length === 0 ? void 0 : {
		limit,
		requests
	};
}
function around(requests, all, isCold) {
	const near = all.filter((one) => requests.some((request) => isNear(one, request, isCold)));
	const inside = counted(near);
	const everywhere = counted(all);
	const lines = near.filter((one) => one.kind === "log" && telling(inside.get(shape(one)), everywhere.get(shape(one)))).sort((a, b) => everywhere.get(shape(a)) - everywhere.get(shape(b)));
	return [...near.filter(({ kind }) => kind !== "log"), ...lines].slice(0, MOST_EVENTS).sort((a, b) => time(a) - time(b));
}
const telling = (here, all) => 2 * here > all;
function counted(all) {
	const counts = /* @__PURE__ */ new Map();
	for (const one of all) counts.set(shape(one), (counts.get(shape(one)) ?? 0) + 1);
	return counts;
}
const shape = ({ service, text }) => `${service} ${text.replace(/[\w.:+-]+/g, (word) => /\d/.test(word) ? "#" : word)}`;

// src/measure/trial.ts
async function runTrial(slot, context, signal) {
	const { stack, host, generator, config } = context;
	const workload = own(config.workloads, slot.workload);
	if (!workload) throw new Error(`the schedule names an unknown workload ${slot.workload}`);
	const inside = insideOf(workload.in, stack);
	const began = context.now().toISOString();
	const probe = host.probe();
	let before = host.read();
	let counters = reading(stack);
	let pages;
	const measuring = async () => {
		before = host.read();
		counters = reading(stack);
		pages = context.scraper?.read(stack, signal);
		await Promise.allSettled([counters, pages]);
	};
	const result = await generator.load({
		name: slot.workload,
		workload,
		env: trialVariables(workload, slot.variant),
		slot,
		...inside && { inside },
		targets: inside?.targets ?? stack.targets,
		headers: stack.headers
	}, measuring, signal);
	const services = servicesUse(await counters, await stack.counters());
	const after = host.read();
	const common = {
		index: slot.index,
		workload: slot.workload,
		variant: slot.variant,
		side: slot.side,
		trial: slot.trial,
		start: context.start,
		began,
		warmup: slot.warmup,
		host: hostState(before, after, [probe, host.probe()])
	};
	const failure = serviceFailure(stack) ?? (result.ok ? null : result.failure);
	if (failure !== null || !result.ok) return {
		outcome: "failed",
		...common,
		failure: failure ?? {
			code: "generator",
			message: "unknown"
		}
	};
	const { observed } = result;
	const scraped = await scrapedSince(await pages, context, observed.requests, signal);
	const metrics = {
		...observed.metrics,
		...scraped,
		...serviceMetrics(services, observed.requests),
		...slot.cold && readyMetrics(stack.startupTimes ?? {})
	};
	const since = Date.parse(began);
	const slow = await slowRequests(result.slow ?? [], observed.metrics, {
		since,
		isCold: slot.cold === true
	}, context, signal);
	return {
		outcome: "ok",
		...common,
		observed: {
			...observed,
			metrics
		},
		services,
		...slow && { slow }
	};
}
async function slowRequests(candidates, metrics, { since, isCold }, { stack, scraper, now }, signal) {
	const found = slowest(candidates, metrics);
	if (found === void 0) return void 0;
	const startups = isCold ? Object.values(stack.startupTimes ?? {}) : [];
	const from = Math.min(since - BEFORE, ...startups.map(({ began }) => began));
	const all = await stack.events?.(from, now().getTime()) ?? null;
	if (all !== null) return {
		...found,
		happened: around(found.requests, all, isCold)
	};
	const starts = around(found.requests, await scraper?.started?.(stack, signal) ?? [], isCold);
	return {
		...found,
		happened: starts.length > 0 ? starts : null
	};
}
function reading(stack) {
	const counters = stack.counters();
	counters.catch(() => {});
	return counters;
}
function serviceFailure(stack) {
	const fault = stack.fault();
	return fault === null ? null : {
		code: "service-died",
		message: fault.slice(0, 8e3)
	};
}

// src/measure/loop.ts
async function measure(schedule, config, env, edges, signal) {
	const session = new Session(config, env, edges, signal);
	try {
		await session.prepare(schedule);
		for (const start of schedule.starts) await session.run(start);
		return session.result(null);
	} catch (ended) {
		return session.result(ended ?? /* @__PURE__ */ new Error("unknown"));
	} finally {
		edges.progress.stop();
	}
}
var Session = class {
	trials = [];
	workloads = {};
	failures = /* @__PURE__ */ new Map();
	facts = [];
	starts;
	config;
	env;
	edges;
	signal;
	constructor(config, env, edges, signal) {
		this.config = config;
		this.env = env;
		this.edges = edges;
		this.signal = signal;
		this.starts = new Starts({ head: edges.stacks }, edges, signal);
	}
	async prepare(schedule) {
		const slots = slotsIn(schedule);
		for (const name of workloadsIn(slots)) {
			const workload = own(this.config.workloads, name);
			if (!workload) throw new SteelyardError("bug", `the schedule names an unknown workload ${name}`);
			demandOrigin(name, workload, this.edges.stacks.kind);
			this.workloads[name] = await this.edges.generator.facts(name, workload, this.signal);
		}
		await this.starts.prepare("head");
		this.edges.progress.begin(slots, (slot) => this.edges.generator.planned(slot.workload, slot));
	}
	async run(start) {
		const left = [...start.slots];
		const lose = ({ failure }) => {
			for (const slot of left) this.record(failed(slot, start, failure, this.edges.now()));
		};
		await this.starts.carryOut({
			open: () => this.next(left, start) !== void 0,
			options: () => ({
				order: ["head"],
				env: {
					...start.stackEnv,
					...this.env
				}
			}),
			serve: ({ head }, restart) => this.serve(head, start, left, restart),
			lose
		}, () => !this.trials.some(({ outcome }) => outcome === "ok"));
	}
	async serve(stack, start, left, restart) {
		this.facts.push(...startFacts(stack, start));
		const context = {
			config: this.config,
			stack,
			start: start.start,
			...this.edges
		};
		const warm = /* @__PURE__ */ new Set();
		for (let slot = this.next(left, start); slot; slot = this.next(left, start)) {
			const ready = await this.starts.between({ head: stack });
			if ("failure" in ready) return ready;
			if (!ready.warm) warm.clear();
			const key = itemKey(slot);
			const rewarm = (restart > 0 || !ready.warm) && !warm.has(key) && slot.cold !== true;
			warm.add(key);
			const next = rewarm ? this.warmed(slot) : slot;
			const result = await this.starts.timed(() => runTrial(next, context, this.signal));
			left.shift();
			this.record(result);
			const fault = stack.fault();
			if (fault !== null && this.next(left, start)) return {
				side: "head",
				failure: died(fault)
			};
		}
		return null;
	}
	next(left, start) {
		for (let slot = left[0]; slot; slot = left[0]) {
			if (this.edges.needless?.(slot, this.trials)) {
				left.shift();
				this.edges.progress.skipped(slot);
				continue;
			}
			const failures = this.failures.get(itemKey(slot));
			if (failures === void 0 || failures.count < 3) return slot;
			left.shift();
			const message = `not run after ${3} failures in a row: ${failures.last.message}`.slice(0, 8e3);
			this.record(failed(slot, start, {
				...failures.last,
				message,
				skipped: true
			}, this.edges.now()));
		}
	}
	warmed(slot) {
		return {
			...slot,
			warmup: Math.max(slot.warmup, own(this.config.workloads, slot.workload)?.warmup ?? 0)
		};
	}
	record(result) {
		this.trials.push(result);
		const key = itemKey(result);
		const before = this.failures.get(key)?.count ?? 0;
		if (result.outcome === "ok") this.failures.delete(key);
		else if (before < 3) this.failures.set(key, {
			count: before + 1,
			last: result.failure
		});
		this.edges.progress.done(result);
	}
	result(ended) {
		const { trials, workloads, facts } = this;
		const { seed, composed, unable, load } = this.starts;
		return {
			trials,
			workloads,
			starts: facts,
			seed,
			composed: composed.head,
			ended,
			unable: unable?.error ?? null,
			load
		};
	}
};
function startFacts({ startupTimes: services = {} }, { start }) {
	const all = Object.entries(services);
	if (all.length === 0) return [];
	const began = Math.min(...all.map(([, one]) => one.began));
	const ready = all.map(([service, one]) => [service, one.ready]);
	return [{
		start,
		began: new Date(began).toISOString(),
		ready: Object.fromEntries(ready)
	}];
}
function failed(slot, start, failure, now) {
	return {
		outcome: "failed",
		index: slot.index,
		workload: slot.workload,
		variant: slot.variant,
		side: slot.side,
		trial: slot.trial,
		start: start.start,
		began: now.toISOString(),
		warmup: slot.warmup,
		host: {
			probe: null,
			steal: null,
			pressure: null,
			busy: null,
			load: null
		},
		failure
	};
}

// src/measure/liveprogress.ts
var LiveProgress = class {
	log;
	#now;
	#every;
	#began = 0;
	#end = () => {};
	#logged = /* @__PURE__ */ new Set();
	constructor(log, now, every) {
		this.log = log;
		this.#now = now;
		this.#every = every;
	}
	stop() {
		this.#end();
		this.log.progress("");
	}
	logRest({ message }, side) {
		const [first = "", ...rest] = message.split("\n");
		const key = `${side ?? ""} ${first}`;
		if (rest.length === 0 || this.#logged.has(key)) return;
		this.#logged.add(key);
		this.log.info(rest.join("\n"));
	}
	startClock() {
		this.#began = this.#now();
	}
	tickEverySecond() {
		this.#end = this.#every(() => this.tick());
	}
	gone() {
		return (this.#now() - this.#began) / 1e3;
	}
};

// src/measure/progress.ts
const OVERHEAD = .5;
const UNKNOWN$1 = 15;
var TrialProgress = class extends LiveProgress {
	#left = [];
	#planned = () => null;
	#seen = /* @__PURE__ */ new Map();
	#done = 0;
	#estimated = 0;
	#pace = 1;
	#current = 0;
	begin(slots, planned) {
		this.#left = slots;
		this.#planned = planned;
		this.startClock();
		this.#current = 0;
		this.log.info(`${counted$1(slots.length, "trial")} planned, about ${clock(this.#total(slots))} of load`);
		this.tickEverySecond();
	}
	skipped(slot) {
		this.#left = this.#left.filter((one) => one !== slot);
	}
	done(trial) {
		if (trial.outcome === "ok") this.#seen.set(trial.workload, trial.observed.generator.wall);
		const slot = this.#left.find(({ index }) => index === trial.index);
		if (slot) this.skipped(slot);
		this.#done += 1;
		this.#estimated += slot ? this.#length(slot) : 0;
		if (this.#estimated > 0) this.#pace = Math.max(1, this.gone() / this.#estimated);
		this.#current = this.gone();
		this.log.info(line(trial, this.#done, this.#done + this.#left.length));
		if (trial.outcome === "failed") this.logRest(trial.failure, trial.side);
	}
	tick() {
		const gone = clock(this.gone());
		if (this.#left.length === 0) {
			this.log.progress(`all trials done · ${gone} gone, the stack ends`);
			return;
		}
		const number = `${this.#done + 1}/${this.#done + this.#left.length}`;
		this.log.progress(`trial ${number} · ${gone} gone, about ${clock(this.#remaining())} left`);
	}
	#length(slot) {
		return trialSeconds(this.#planned(slot) ?? this.#seen.get(slot.workload) ?? null);
	}
	#total(slots) {
		return slots.reduce((sum, slot) => sum + this.#length(slot), 0);
	}
	#remaining() {
		const [current, later] = [this.#left.slice(0, 1), this.#left.slice(1)].map((slots) => this.#total(slots));
		return Math.max(0, current * this.#pace - (this.gone() - this.#current)) + later * this.#pace;
	}
};
const trialSeconds = (planned) => (planned ?? UNKNOWN$1) + OVERHEAD;
function line(trial, number, of) {
	const name = itemName(trial);
	const head = `[${String(number).padStart(String(of).length)}/${of}] ${name}`;
	if (trial.outcome === "failed") return `${head}: failed (${trial.failure.code}): ${firstLine(trial.failure.message)}`;
	const { observed } = trial;
	const shown = [
		["p50", select(observed.metrics, "http_req_duration.p50")],
		["p95", select(observed.metrics, "http_req_duration.p95")],
		["cpu/request", select(observed.metrics, "cpu_per_request")]
	].flatMap(([label, value]) => value === void 0 ? [] : [`${label} ${format(value, "s")}`]);
	const errors = observed.errors > 0 ? [`${observed.errors} errors`] : [];
	return `${head}: ${[
		`${observed.requests} requests`,
		...shown,
		...errors
	].join(", ")}`;
}
function clock(seconds) {
	const whole = Math.max(0, Math.round(seconds));
	const [h, m, s] = [
		Math.floor(whole / 3600),
		Math.floor(whole / 60) % 60,
		whole % 60
	];
	const two = (n) => String(n).padStart(2, "0");
	return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

// src/measure/levels/levels.ts
const MAX_FAILURES_WITHOUT_SUCCESS = 3;
async function measureLevels(items, config, env, edges, signal) {
	const session = new Levels(config, env, edges, signal);
	let ended = null;
	try {
		await session.prepare(items);
		for (const item of items) await session.run(item);
	} catch (error) {
		ended = error ?? /* @__PURE__ */ new Error("unknown");
	}
	return session.result(ended);
}
var Levels = class {
	records = [];
	workloads = {};
	starts;
	index = 0;
	config;
	env;
	edges;
	signal;
	constructor(config, env, edges, signal) {
		this.config = config;
		this.env = env;
		this.edges = edges;
		this.signal = signal;
		this.starts = new Starts({ head: edges.stacks }, edges, signal);
	}
	async prepare(items) {
		for (const { of, plan } of items) {
			const workload = own(this.at(of.workload, plan, plan.first).workloads, of.workload);
			demandOrigin(of.workload, workload, this.edges.stacks.kind);
			if (!Object.hasOwn(this.workloads, of.workload)) this.workloads[of.workload] = await this.edges.generator.facts(of.workload, workload, this.signal);
		}
		await this.starts.prepare("head");
	}
	async run(item) {
		const { of } = item;
		const began = this.edges.now().getTime();
		const since = () => (this.edges.now().getTime() - began) / 1e3;
		const under = {
			item,
			probes: [],
			next: stream(of.seed),
			since,
			longest: 0,
			start: -1,
			trials: 0
		};
		let end = {
			ended: "interrupted",
			because: null
		};
		try {
			end = await this.probed(under);
		} finally {
			const { workload, variant, seed } = of;
			const { probes } = under;
			if (probes.length > 0) this.records.push({
				workload,
				variant,
				seed,
				probes,
				...end,
				seconds: since()
			});
		}
	}
	async probed(under) {
		const env = {
			...under.item.of.stackEnv,
			...this.env
		};
		let failure = null;
		for (;;) {
			const end = failure === null ? endOf(under) : {
				ended: "failing",
				because: failure
			};
			if (end !== null) return end;
			const began = under.since();
			await this.starts.carryOut({
				open: () => true,
				options: () => ({
					order: ["head"],
					env
				}),
				serve: async ({ head }) => {
					await this.serve(head, under, began);
					return null;
				},
				lose: (lost) => {
					failure = lost.failure.message.slice(0, 2e3);
				}
			}, () => this.records.length + under.probes.length === 0);
		}
	}
	async serve(stack, under, began) {
		const { item, probes, since } = under;
		under.start++;
		let before = began;
		for (let used = false; (!used || stack.fault() === null) && endOf(under) === null; used = true) {
			const step = item.plan.next(probes);
			if (used && step.fresh) return;
			const { trials, isReset } = await this.probe(stack, under, step.level, used);
			if (trials.length > 0) {
				probes.push({
					level: step.level,
					why: step.why,
					start: under.start,
					trials
				});
				under.longest = Math.max(under.longest, since() - before);
				this.tell(under);
			}
			if (!isReset) return;
			before = since();
		}
	}
	async probe(stack, under, level, used) {
		const { of, plan } = under.item;
		const context = {
			...this.edges,
			config: this.at(of.workload, plan, level),
			stack,
			start: under.start
		};
		const done = [];
		while (done.length === 0 || done.length < plan.trials && stack.fault() === null) {
			const ready = used || done.length > 0 ? await this.starts.between({ head: stack }) : { warm: false };
			if ("failure" in ready) {
				this.edges.log.warn(ready.failure.message);
				return {
					trials: done,
					isReset: false
				};
			}
			const slot = {
				index: this.index++,
				workload: of.workload,
				variant: of.variant,
				side: "head",
				trial: under.trials++,
				duration: of.duration,
				seed: seedOf(under.next()),
				warmup: done.length === 0 || !ready.warm ? of.warmup : Math.min(of.settle, of.warmup)
			};
			done.push(await this.starts.timed(() => runTrial(slot, context, this.signal)));
		}
		return {
			trials: done,
			isReset: true
		};
	}
	at(workload, { along }, level) {
		const found = own(this.config.workloads, workload);
		if (!found) throw new SteelyardError("bug", `the schedule names an unknown workload ${workload}`);
		return {
			...this.config,
			workloads: {
				...this.config.workloads,
				[workload]: atLevel(found, along, level)
			}
		};
	}
	tell({ item: { of, plan }, probes }) {
		const last = probes.at(-1);
		const said = plan.said(probes);
		this.edges.log.info(`${itemName(of)} at ${last.level} (${last.why})${said === "" ? "" : `: ${said}`}`);
	}
	result(ended) {
		const { records, workloads } = this;
		const { seed, composed, unable, load } = this.starts;
		return {
			records,
			workloads,
			seed,
			composed: composed.head,
			ended,
			unable: unable?.error ?? null,
			load
		};
	}
};
function endOf({ item: { plan }, probes, since, longest }) {
	const broken = brokenReason(probes);
	if (broken !== null) return {
		ended: "failing",
		because: broken
	};
	if (plan.next(probes) === null) return {
		ended: "done",
		because: null
	};
	if (probes.length > 0 && since() + longest > plan.within) return {
		ended: "time",
		because: null
	};
	if (probes.length >= 5 * 100) throw new Error("a plan of levels without an end");
	return null;
}
function brokenReason(probes) {
	const all = probes.flatMap(({ trials }) => trials);
	if (all.some(({ outcome }) => outcome === "ok") || all.length < MAX_FAILURES_WITHOUT_SUCCESS) return null;
	const last = all.at(-1);
	return last.outcome === "failed" ? `no trial was good: ${firstLine(last.failure.message, 1900)}` : null;
}

// src/measure/levels/order.ts
function rounds(levels, repeats, seed) {
	const next = stream(seed);
	const each = [...new Set(levels)];
	return Array.from({ length: repeats }, () => shuffled(each, next).map((level, i) => ({
		level,
		why: "planned",
		fresh: i === 0
	}))).flat();
}

// src/measure/definition.ts
function definitionChanges(base, head) {
	return [.../* @__PURE__ */ new Set([...Object.keys(base), ...Object.keys(head)])].sort().flatMap((path) => {
		const [before, after] = [base[path], head[path]];
		if (before === after) return [];
		if (isDigest(before) || isDigest(after)) return [path];
		return [`${path} (${before ?? "none"} → ${after ?? "none"})`];
	});
}
const isDigest = (value) => value?.startsWith("#") === true || value === "";

// src/measure/duel/mode.ts
const ORDER = [
	"turns",
	"trial",
	"slice",
	"request"
];
const WHOLE = "this load generator runs whole trials only";
async function modeOf(name, workload, generator, { duet, beside }, signal) {
	const wanted = workload.measure.mode;
	if (wanted === "duet") {
		const why = beside ?? duet ?? (workload.in === "host" ? null : `its load comes from "${workload.in}"`);
		if (why === null) return {
			mode: wanted,
			why: "the config asks for it"
		};
		throw userError(`The workload "${name}" cannot be measured in mode "duet": ${why}.`, {
			where: `workloads.${name}.measure.mode`,
			remedy: "leave it out: the finest mode that the workload supports is chosen"
		});
	}
	const finest = beside !== null ? {
		mode: "turns",
		why: beside
	} : await within(name, workload, generator, signal) ?? {
		mode: "trial",
		why: WHOLE
	};
	if (wanted === "auto" || wanted === finest.mode) return finest;
	if (ORDER.indexOf(wanted) < ORDER.indexOf(finest.mode)) return {
		...wanted === "slice" && finest,
		mode: wanted,
		why: "the config asks for it"
	};
	throw userError(`The workload "${name}" cannot be measured in mode "${wanted}": ${finest.why ?? WHOLE}.`, {
		where: `workloads.${name}.measure.mode`,
		remedy: `leave it out, or write mode: ${finest.mode}`
	});
}
async function within(name, workload, generator, signal) {
	if (workload.in === "host") return generator?.finest(name, workload, signal);
	return {
		mode: "trial",
		why: `its load comes from "${workload.in}", inside of one stack`
	};
}

// src/measure/duel/plan.ts
function fixBlock(of, block) {
	of.pairing.block = block;
	of.isBlockOpen = false;
	if (block !== LONGEST_BLOCK) of.pairing.pairs = of.unstretched ?? of.pairing.pairs;
}
function inTurns(of, why) {
	const { pairing, duration, unstretched: pairs = pairing.pairs } = of;
	return {
		...of,
		isBlockOpen: false,
		pairing: {
			...pairing,
			mode: "turns",
			why,
			block: duration,
			pairs
		}
	};
}
function roundStarts(open, standing, configured, next) {
	const wanting = open.filter((of) => standing.missing(of).length > 0);
	return shuffled(groups(wanting), next).flatMap((group) => {
		const parts = Math.max(...group.map((of) => partsOf(of, standing, configured)));
		return Array.from({ length: parts }, (_, part) => {
			const shares = shuffled(group, next).flatMap((of) => {
				const slots = portion(standing.missing(of), part, parts);
				return slots.length > 0 ? [{
					of,
					slots
				}] : [];
			});
			const { stackEnv } = group[0];
			return {
				stackEnv,
				shares,
				stacks: arrangementOf(group[0]),
				seed: seedOf(next())
			};
		}).filter(({ shares }) => shares.length > 0);
	});
}
const FEWEST_IN_A_START = 2;
const MOST_PARTS = 20;
function partsOf(of, standing, configured) {
	const had = standing.spread(of);
	const more = standing.missing(of);
	const best = Math.ceil(more.length / (standing.best(of) ?? Infinity));
	if (had.length === 0) return Math.min(Math.max(configured, best), more.length);
	const enough = Math.min(configured, effectiveStarts(had));
	const room = had.length <= configured ? more.length : Math.floor(more.length / 2);
	const usual = Math.max(1, best, Math.min(configured, room));
	for (let parts = usual; parts < Math.min(more.length, MOST_PARTS); parts++) {
		const added = Array.from({ length: parts }, (_, part) => portion(more, part, parts).length);
		if (effectiveStarts([...had, ...added]) >= enough) return parts;
	}
	return Math.min(more.length, MOST_PARTS);
}
const pairSeconds = ({ settle, course, pairing: { mode, block } }) => isWhole(mode) ? 2 * ((course ?? block) + settle) : block;
function effectiveStarts(pairs) {
	const all = pairs.reduce((sum, n) => sum + n, 0);
	return all === 0 ? 0 : 1 / pairs.reduce((sum, n) => sum + (n / all) ** 2, 0);
}
function portion(slots, part, parts) {
	const at = (i) => Math.floor(slots.length * i / parts);
	return slots.slice(at(part), at(part + 1));
}
const arrangementOf = ({ pairing: { mode } }) => mode === "duet" || mode === "turns" ? mode : "beside";
function groups(all) {
	const byEnv = /* @__PURE__ */ new Map();
	for (const one of all) {
		const key = JSON.stringify([arrangementOf(one), Object.entries(one.stackEnv).sort()]);
		byEnv.set(key, [...byEnv.get(key) ?? [], one]);
	}
	return [...byEnv.values()];
}
function settings(config, workload, profile) {
	const over = profile === null ? void 0 : own(config.profiles, profile);
	const warmup = over?.warmup ?? workload.warmup;
	return {
		warmup,
		settle: Math.min(workload.settle, warmup),
		duration: over?.duration ?? workload.measure.duration
	};
}
const REQUESTS = 400;
const FEW = 2;
const USUAL_START = {
	process: 1,
	compose: 5,
	external: 0
};
const USUAL_BLOCK = 2;
const startsSlowly = (kind, workloads) => USUAL_START[kind] / workloads > 4;
const blockFor = (rate, workloads) => BLOCKS.find((seconds) => rate * seconds >= REQUESTS && (seconds > 1 || workloads > FEW)) ?? LONGEST_BLOCK;
function withEnough(of, pairs) {
	const { pairing } = of;
	const requests = pairs.filter(isItem(of)).flatMap((pair) => pair.outcome === "ok" ? pair.base.requests + pair.head.requests : []).sort((a, b) => a - b);
	const usual = requests[requests.length >> 1];
	if (usual === void 0 || isWhole(pairing.mode)) return of;
	const least = of.config.measure.block ?? Math.min(pairing.block, USUAL_BLOCK);
	const block = Math.max(least, blockFor(usual / pairing.block, Infinity));
	return {
		...of,
		pairing: {
			...pairing,
			block
		}
	};
}

// src/measure/scale.ts
const SHORTEST = 1;
const SHARE$1 = "SCALE";
function scaledTo(config, scale) {
	const workloads = Object.entries(config.workloads).map(([name, workload]) => [name, isLevelled(workload) ? workload : scaledWorkload(name, workload, scale)]);
	const profiles = Object.entries(config.profiles).map(([name, profile]) => [name, {
		...profile,
		...profile.duration !== void 0 && { duration: shorter(profile.duration, scale) }
	}]);
	return {
		...config,
		workloads: Object.fromEntries(workloads),
		profiles: Object.fromEntries(profiles)
	};
}
function scaledWorkload(name, workload, scale) {
	const { env, variants, measure } = workload;
	const own = [env, ...Object.values(variants).map((variant) => variant.env)].some((one) => SHARE$1 in one);
	const shared = (of, where) => scaledEnv(of, scale, `workloads.${name}.${where}.${SHARE$1}`);
	return {
		...workload,
		env: shared(env, "env"),
		variants: Object.fromEntries(Object.entries(variants).map(([variant, of]) => [variant, {
			...of,
			env: shared(of.env, `variants.${variant}.env`)
		}])),
		measure: {
			...measure,
			duration: shorter(measure.duration, scale),
			stages: own ? measure.stages : decimal((measure.stages ?? 1) * scale)
		}
	};
}
function scaledEnv(env, scale, where) {
	const text = env[SHARE$1];
	if (text === void 0) return { ...env };
	const own = Number(text);
	if (text.trim() === "" || !Number.isFinite(own) || own <= 0) throw userError(`${SHARE$1} is "${text.slice(0, 80)}", which --scale cannot multiply.`, {
		where,
		remedy: `set it to a positive number, such as "1", or rename the variable`
	});
	return {
		...env,
		[SHARE$1]: String(decimal(own * scale))
	};
}
const shorter = (seconds, scale) => decimal(Math.max(Math.min(seconds, SHORTEST), seconds * scale));
const decimal = (product) => Number(product.toPrecision(12));

// src/measure/duel/progress.ts
var DuelProgress = class extends LiveProgress {
	#planned = 0;
	#look = 1;
	#allowed = null;
	#duelists = [];
	#starts = 0;
	#start = 0;
	#isTimed = false;
	#printed = 0;
	#most = 0;
	#measured = /* @__PURE__ */ new Map();
	#pairs = 0;
	#paced = 0;
	#open = [];
	#doing = "";
	#current = null;
	begin(duelists, judge, budget, starts, kind) {
		this.startClock();
		this.#start = USUAL_START[kind];
		this.#isTimed = false;
		this.#duelists = duelists;
		this.#starts = starts;
		this.#planned = judge.looks.length;
		this.#most = judge.looks.at(-1) ?? 0;
		this.#open = judge.next()?.open ?? [];
		this.#allowed = budget;
		for (const one of duelists) this.log.info(described(one));
		const about = duelists.some(({ isBlockOpen }) => isBlockOpen) ? "at least" : "about";
		const [first, last] = [this.#until(judge.looks[0] ?? 0), this.#until(this.#most)];
		this.#printed = last;
		this.log.info(`base and head paired, looks after ${judge.looks.join(", ")} pairs of each: ${about} ${clock(first)} until the first, ${clock(last)} until the last, with starts of ${format(this.#start, "s")}`);
		const usual = this.#open.flatMap((one) => one.needed ?? one.neededUsually ?? []);
		if (usual.length === this.#open.length && usual.length > 0) {
			const noise = this.#needed() === null ? "with usual noise" : "by the noise of calibrations";
			const needed = Math.max(...usual);
			const seconds = secondsUntil(duelists, () => needed, starts, this.#start);
			const early = needed > this.#most ? ENDS_BEFORE : "";
			this.log.info(`${noise}, +5 % takes ${roughly(seconds)}${early}`);
		}
		this.tickEverySecond();
	}
	doing(what, of = null) {
		this.#doing = what;
		this.#current = of ?? this.#current;
		this.tick();
	}
	waiting(pairs, most) {
		const what = `waiting for other programs to leave the CPU, ${format(most, "s")} at most`;
		this.doing(what);
		this.log.info(`${clock(this.gone())}  ${what}, to measure ${counted$1(pairs, "disturbed pair")} again`);
	}
	half(of, slot, side) {
		if (!this.log.isLive) this.log.info(`${clock(this.gone())}  ${itemName(of)}, pair ${slot + 1}: ${side} is measured`);
	}
	started(seconds) {
		this.#start = this.#isTimed ? Math.min(this.#start, seconds) : seconds;
		this.#isTimed = true;
		const last = this.#until(this.#most);
		if (Math.abs(last - this.#printed) <= this.#printed / 4) return;
		this.#printed = last;
		this.log.info(`both sides start in ${format(this.#start, "s")}: about ${clock(last)} in all until the last look`);
	}
	fitted(of, requests) {
		this.#printed = this.#until(this.#most);
		this.log.info(`${itemName(of)}: pairs of ${format(of.pairing.block, "s")}${requestsEach(requests)}: about ${clock(this.#printed)} in all until the last look`);
	}
	pair(record) {
		this.#pairs++;
		this.#paced = this.gone();
		this.#measured.set(itemKey(record), Math.max(this.#measuredOf(record), record.slot + 1));
		const line = pairLine(record);
		const ordinary = record.outcome === "ok" && record.attempt === 0;
		this.#doing = this.log.isLive && ordinary ? line : "";
		if (this.#doing === "") this.log.info(`${clock(this.gone())}  ${line}`);
		else this.tick();
		if (record.outcome === "lost") this.logRest(record.failure, record.side);
	}
	looked(number, judge, last) {
		const next = judge.next();
		this.#open = next?.open ?? [];
		this.#look = next?.look ?? number;
		for (const one of judge.closed()) this.log.info(`  ${itemName(one)}: ${one.why}`);
		const rest = this.#open.length > 0 ? `open: ${openIn(this.#open)}${this.#forecast()}` : "nothing is open";
		this.log.info(`look ${number} of ${this.#planned} after ${clock(this.gone())}${last ? ", the last one: the time is up" : ""}; ${rest}`);
	}
	tick() {
		const gates = this.#open.reduce((sum, one) => sum + (one.gates?.length ?? 0), 0);
		const estimate = estimateIn(this.#open, this.#current);
		const parts = [
			`look ${this.#look}/${this.#planned}`,
			estimate,
			this.#left(),
			gates === 0 ? "" : `${counted$1(gates, "gate")} open`,
			this.#doing || (estimate === "" ? openIn(this.#open) : ""),
			`${clock(this.gone())} gone${this.#allowed === null ? "" : ` of ${clock(this.#allowed)}`}`,
			counted$1(this.#pairs, "pair")
		];
		this.log.progress(fitting$1(parts, this.log.columns ?? Infinity));
	}
	#left() {
		const allowed = this.#allowed === null ? Infinity : this.#allowed - this.gone();
		const since = this.gone() - this.#paced;
		const paced = this.#pairs === 0 ? Infinity : Math.max(0, this.#secondsOf(this.#most) - since);
		const most = Math.min(allowed, paced);
		return Number.isFinite(most) ? `at most ${clock(most)} left` : "";
	}
	#measuredOf(of) {
		return this.#measured.get(itemKey(of)) ?? 0;
	}
	#until(pairs) {
		return secondsUntil(this.#duelists, upTo(pairs), this.#starts, this.#start);
	}
	#secondsOf(pairs) {
		return this.#open.map((one) => Math.max(0, (pairs ?? one.needed ?? 0) - this.#measuredOf(one))).reduce((sum, one) => sum + one, 0) * (this.#paced / this.#pairs);
	}
	#needed() {
		const needed = this.#open.flatMap((one) => one.needed ?? []);
		return needed.length === this.#open.length && needed.length > 0 ? needed : null;
	}
	#forecast() {
		if (this.#needed() === null) return "";
		const seconds = this.#secondsOf(null);
		if (seconds === 0) return "; +5 % would have been found";
		const early = seconds > this.#secondsOf(this.#most) ? ENDS_BEFORE : "";
		return `; finding +5 % takes ${roughly(seconds)} more${early}`;
	}
};
const roughly = (seconds) => seconds < 3600 ? `about ${clock(seconds)}` : `about ${Math.round(seconds / 3600)} h`;
const ENDS_BEFORE = ", and this run ends before";
const upTo = (pairs) => ({ pairing }) => Math.min(pairs, pairing.pairs[1]);
function secondsUntil(duelists, pairs, starts, start) {
	const made = Math.max(starts, Math.max(...duelists.map(pairs)) / 2);
	return duelists.reduce((sum, of) => {
		const { mode } = of.pairing;
		return sum + made * of.warmup * (isWhole(mode) ? 2 : 1) + pairs(of) * pairSeconds(of);
	}, made * start * groups(duelists).length);
}
const wholeText = (alone, [first, last]) => `first head alone, for its own limits: about ${clock(alone)}; then base and head paired: about ${clock(first)} until the first look, ${clock(last)} until the last`;
const requestsEach = (requests) => requests === void 0 ? "" : `, about ${Number(requests.toPrecision(2))} requests each`;
function described({ pairing, rate, isBlockOpen, ...of }) {
	const { mode, why, block, pairs, script } = pairing;
	const coarse = why === null ? "" : `; no finer mode: ${why}`;
	const changed = script === "head" ? "; base has another script or none, so head's drives both sides" : "";
	const requests = requestsEach(rate && !rate.isGuess ? rate.requests * block : void 0);
	const size = `${pairs[0]} to ${pairs[1]} pairs of ${format(block, "s")}${isBlockOpen ? " (the warm-up decides)" : ""}${requests}`;
	return `${itemName(of)}: mode ${mode}, ${size}${coarse}${changed}`;
}
function pairLine(record) {
	const again = record.attempt > 0 ? ", second attempt" : "";
	const head = `${itemName(record)}, pair ${record.slot + 1}${again}`;
	if (record.outcome === "lost") {
		const { code, message } = record.failure;
		return `${head}: lost by ${record.side} (${code}): ${firstLine(message)}`;
	}
	const figure = (name, text) => {
		const both = [record.base, record.head].map(({ metrics }) => select(metrics, text));
		return both.every((value) => value !== void 0) ? [`${name} ${both.map((value) => format(value, "s")).join(" | ")}`] : [];
	};
	return `${head}: ${["base | head", ...Object.entries(SHORT).flatMap(([text, name]) => figure(name, text))].join(", ")}`;
}
const SHORT = {
	"http_req_duration.p50": "p50",
	cpu_per_request: "cpu/request"
};
function estimateIn(open, current) {
	const isCurrent = (one) => current !== null && itemKey(one) === itemKey(current);
	const first = [...open.filter(isCurrent), ...open].flatMap((one) => (one.gates ?? []).map((gate) => ({
		one,
		...gate
	}))).find(({ estimate }) => estimate !== null);
	if (first === void 0) return "";
	return `${itemName(first.one)} ${own(SHORT, first.metric) ?? first.metric} ${first.estimate}`;
}
function fitting$1([first = "", ...more], columns) {
	return more.reduce((line, part) => {
		const longer = `${line} · ${part}`;
		return part === "" || longer.length > columns ? line : longer;
	}, first);
}
function openIn(open) {
	const [first] = open;
	if (first === void 0) return "nothing open";
	const others = open.slice(1).map(itemName);
	const more = others.length > 3 ? [...others.slice(0, 3), `${others.length - 3} more`] : others;
	return [`${itemName(first)} (${first.why})`, ...more].join(", ");
}

// src/measure/duel/rest.ts
const LOOK = .2;
const MOST = 20;
const BUSY = .5;
function restAtBorders(of, context, signal) {
	const key = itemKey(of);
	const isNew = !context.outlasting.has(key);
	let isBegun = false;
	return async ({ pair, edge, side }) => {
		const isOpening = edge === "begin" && !isBegun;
		isBegun = true;
		const isBusy = context.outlasting.get(key) === true;
		if (!(isOpening ? isNew || isBusy : edge === "end" && (isBusy || isNew && pair === 0))) return;
		const was = await untilRest(of, isOpening || side === null ? SIDES : [side], context, signal);
		if (isNew) context.outlasting.set(key, was || isBusy);
	};
}
async function untilRest(of, sides, { stacks, warnedBusy, restless, log }, signal, { look = LOOK, most = MOST } = {}) {
	if (restless.size > 0) return false;
	const read = () => Promise.all(sides.map((side) => stacks[side].counters()));
	const until = performance.now() + most * 1e3;
	for (let isAgain = false;; isAgain = true) {
		const [began, before] = [performance.now(), await read()];
		await setTimeout(look * 1e3);
		if (signal.aborted) throw interruption(signal);
		const [now, after] = [performance.now(), await read()];
		const busy = sides.flatMap((side, i) => {
			const used = Object.entries(servicesUse(before[i], after[i])).map(([service, { cpu }]) => [cpu ?? 0, service]);
			const sum = used.reduce((seconds, [cpu]) => seconds + cpu, 0);
			const most = used.reduce((one, other) => other[0] > one[0] ? other : one, [0, ""]);
			return sum * 1e3 > BUSY * (now - began) ? [{
				side,
				service: most[1]
			}] : [];
		});
		if (busy.length === 0) return isAgain;
		for (const { side, service } of busy) {
			const works = `${itemName(of)}: ${service} of ${side} works on when all requests are answered`;
			if (now >= until) log.warn(`${works}, for more than ${most} s: have the script pause, so that it keeps up`);
			else if (!warnedBusy.has(side)) log.info(`${works}; its CPU time until it rests counts for them`);
			warnedBusy.add(side);
			if (now >= until) restless.add(side);
		}
		if (now >= until) return true;
	}
}

// src/measure/duel/sides.ts
const noneBusy = (warned = []) => ({
	warnedBusy: new Set(warned),
	restless: /* @__PURE__ */ new Set(),
	outlasting: /* @__PURE__ */ new Map()
});
const opposite = (side) => side === "head" ? "base" : "head";
function deathOf(stacks, first) {
	for (const side of [first, opposite(first)]) {
		const fault = stacks[side]?.fault() ?? null;
		if (fault !== null) return {
			side,
			failure: died(fault)
		};
	}
	return null;
}

// src/measure/duel/blocks.ts
async function measureBlockPairs(of, planned, how, generator, context, signal) {
	const { config, variant, pairing } = of;
	const read = /* @__PURE__ */ new Map();
	const rest = restAtBorders(of, context, signal);
	const { results, cpu, wall, block } = await generator.pairs({
		name: of.workload,
		variant,
		workload: config,
		env: trialVariables(config, variant),
		mode: pairing.mode === "slice" ? "slice" : "request",
		sides: {
			base: aim(context.stacks.base),
			head: aim(context.stacks.head)
		},
		warmup: how.warmup,
		block: pairing.block,
		blockFor: of.isBlockOpen ? (rate) => blockFor(rate, of.comparisonSize) : void 0,
		pairs: planned.length,
		seed: how.seed,
		use: usage(context)
	}, async (at) => {
		await rest(at);
		await atBorder(at, read, planned.length - 1, context, signal);
	}, signal);
	if (of.isBlockOpen && results.some(({ ok }) => ok)) fixBlock(of, block);
	const busy = cpu === null || wall === 0 ? null : cpu / wall / context.cores;
	const dead = deathOf(context.stacks, "base");
	return planned.flatMap((pair, i) => {
		const result = results[i];
		if (result === void 0) return [];
		return [recordOf$1(of, pair, result, [read.get(i), read.get(i + 1)], {
			busy,
			dead
		}, context)];
	});
}
const aim = ({ targets, headers }) => ({
	targets,
	headers
});
function usage({ stacks, host }) {
	const now = async () => {
		const [base, head] = await Promise.all([stacks.base.counters(), stacks.head.counters()]);
		return {
			host: host.read(),
			sides: {
				base,
				head
			}
		};
	};
	let before;
	return async () => {
		const read = await now();
		const begun = before;
		before = read;
		if (begun === void 0) return null;
		const { host: first, sides } = begun;
		const spent = (side) => servicesUse(sides[side], read.sides[side]);
		const both = {
			base: spent("base"),
			head: spent("head")
		};
		const wall = read.host.at - first.at;
		const shares = SIDES.flatMap((side) => sharesUsed(both[side], read.sides[side], wall));
		return {
			cpu: {
				base: total(both.base),
				head: total(both.head)
			},
			busiest: shares.length === 0 ? null : Math.max(...shares),
			machine: hostState(first, read.host, [null, null]).busy
		};
	};
}
const total = (used) => {
	const cpus = Object.values(used).map(({ cpu }) => cpu);
	return cpus.every((cpu) => cpu !== null) ? cpus.reduce((sum, cpu) => sum + cpu, 0) : null;
};
async function atBorder({ pair, edge, side }, read, last, context, signal) {
	const known = read.get(pair) ?? opened(context);
	read.set(pair, known);
	const sides = side === null ? SIDES : [side];
	if (edge === "begin") await publish(known.published.before, sides, context, signal);
	const counters = await Promise.all(sides.map((one) => context.stacks[one].counters()));
	for (const [i, one] of sides.entries()) {
		const now = counters[i];
		const begun = known.open[one];
		if (edge === "begin") known.open[one] = now;
		else if (begun !== void 0) added(known.use[one], servicesUse(begun, now));
	}
	if (edge === "begin") return;
	if (pair === last) {
		for (const one of sides) delete known.published.after[one];
		await publish(known.published.after, sides, context, signal);
	}
	known.last = context.host.read();
	known.probes = [known.probes[0], context.host.probe()];
	known.died ??= deathOf(context.stacks, "base");
}
async function publish(into, sides, { scraper, stacks }, signal) {
	if (scraper === void 0) return;
	const missing = sides.filter((side) => into[side] === void 0);
	const found = await Promise.all(missing.map((side) => scraper.read(stacks[side], signal)));
	for (const [i, side] of missing.entries()) into[side] = found[i];
}
function opened({ host, now }) {
	const probe = host.probe();
	const first = host.read();
	return {
		began: now().toISOString(),
		first,
		last: first,
		probes: [probe, null],
		open: {},
		died: null,
		use: {
			base: {},
			head: {}
		},
		published: {
			before: {},
			after: {}
		}
	};
}
function added(sum, more) {
	for (const [service, use] of Object.entries(more)) {
		const before = sum[service];
		sum[service] = before === void 0 ? use : useSum(before, use);
	}
}
function recordOf$1(of, pair, result, [read, next], { busy, dead }, context) {
	const began = read?.began ?? context.now().toISOString();
	const common = {
		workload: of.workload,
		variant: of.variant,
		...pair,
		start: context.start,
		began
	};
	const died = read?.died ?? (result.ok ? null : dead);
	if (died !== null) return {
		outcome: "lost",
		...common,
		...died
	};
	if (!result.ok) return {
		outcome: "lost",
		...common,
		side: result.side,
		failure: result.failure
	};
	const sideOf = (side) => {
		const services = read?.use[side] ?? {};
		const seen = result[side];
		const [before, after] = [read?.published.before[side], (next?.published.before ?? read?.published.after)?.[side]];
		const scraped = before && after && context.scraper?.between(before, after, seen);
		const metrics = {
			...seen.metrics,
			...scraped,
			...serviceMetrics(services, seen.requests)
		};
		return {
			...seen,
			services,
			metrics
		};
	};
	return {
		outcome: "ok",
		...common,
		host: read ? hostState(read.first, read.last, read.probes) : UNKNOWN,
		load: {
			...result.load,
			busy
		},
		base: sideOf("base"),
		head: sideOf("head")
	};
}
const UNKNOWN = {
	probe: null,
	steal: null,
	pressure: null,
	busy: null,
	load: null
};

// src/measure/duel/costs.ts
var StartCosts = class {
	seen = [];
	add({ shares }, seconds, pairs) {
		const each = new Map(shares.map(({ of }) => [itemKey(of), pairSeconds(of)]));
		const loaded = pairs.reduce((sum, pair) => sum + (each.get(itemKey(pair)) ?? 0), 0);
		this.seen.push(Math.max(0, seconds - loaded) / shares.length);
	}
	best(of, startRatio) {
		if (startRatio === void 0) return void 0;
		const start = [...this.seen].sort((a, b) => a - b)[this.seen.length >> 1] ?? of.warmup;
		return Math.max(1, Math.round(Math.sqrt(start / pairSeconds(of) / startRatio)));
	}
};

// src/measure/duel/measured.ts
const requestsOf = (pairs) => pairs.flatMap((pair) => pair.outcome === "ok" ? pair.base.requests + pair.head.requests : [])[0];
var MeasuredPairs = class {
	all = [];
	losses = /* @__PURE__ */ new Map();
	add(record) {
		this.all.push(record);
		const key = itemKey(record);
		this.losses.set(key, record.outcome === "ok" ? 0 : (this.losses.get(key) ?? 0) + 1);
		if (record.outcome === "lost" && record.failure.code === "service-died") this.losses.set(key, 3);
	}
	isFresh = () => !this.all.some(({ outcome }) => outcome === "ok");
	isAbandoned = (of) => (this.losses.get(itemKey(of)) ?? 0) >= 3 || this.failsOnBase(of);
	failsOnBase(of) {
		const good = this.of(of).flatMap((pair) => pair.outcome === "ok" ? [pair.base] : []);
		return good.length > 0 && good.every(({ requests, errors }) => requests > 0 && errors >= requests) && !meansFailures(of.config);
	}
	of(of) {
		return this.all.filter(isItem(of));
	}
	missing(of, wanted) {
		const taken = new Set(this.of(of).map(({ slot }) => slot));
		const most = Math.min(wanted, of.pairing.pairs[1]);
		return Array.from({ length: most }, (_, slot) => slot).filter((slot) => !taken.has(slot));
	}
	spread(of) {
		const counts = /* @__PURE__ */ new Map();
		for (const { start, attempt } of this.of(of)) if (attempt === 0) counts.set(start, (counts.get(start) ?? 0) + 1);
		return [...counts.values()];
	}
};

// src/measure/duel/half.ts
const IDLE = .05;
async function measureHalf(of, side, { slot }, { warmup, seed, cpus }, context, signal) {
	const { workload, variant, config, duration } = of;
	const { scraper } = context;
	const stack = context.stacks[side];
	const other = context.stacks[opposite(side)];
	const inside = insideOf(config.in, stack);
	let counters = readings(stack, other);
	let pages;
	const result = await context.sides[of.pairing.script].generator.load({
		name: workload,
		workload: config,
		env: trialVariables(config, variant),
		slot: {
			index: slot,
			workload,
			variant,
			side,
			trial: slot,
			warmup,
			duration,
			seed
		},
		...inside && { inside },
		...cpus !== void 0 && { cpus },
		targets: inside?.targets ?? stack.targets,
		headers: stack.headers
	}, async () => {
		counters = readings(stack, other);
		pages = scraper?.read(stack, signal);
		await Promise.allSettled([counters, pages]);
	}, signal);
	const [begun, idle] = await counters;
	const services = servicesUse(begun, await stack.counters());
	const resting = servicesUse(idle, await other?.counters() ?? {});
	const died = deathOf(context.stacks, side);
	if (died !== null) return {
		ok: false,
		...died
	};
	if (!result.ok) return {
		ok: false,
		side,
		failure: result.failure
	};
	if (of.pairing.mode !== "duet") verifyIdle(of, opposite(side), resting, result.observed.seconds, context);
	const scraped = await scrapedSince(await pages, {
		stack,
		scraper
	}, result.observed.requests, signal);
	const metrics = {
		...result.observed.metrics,
		...scraped
	};
	return {
		ok: true,
		observed: {
			...result.observed,
			metrics
		},
		services
	};
}
function readings(...stacks) {
	const both = Promise.all(stacks.map(async (stack) => await stack?.counters() ?? {})).then(([a = {}, b = {}]) => [a, b]);
	both.catch(() => {});
	return both;
}
function verifyIdle(of, side, use, seconds, { warnedBusy, log }) {
	const used = Object.values(use).reduce((sum, { cpu }) => sum + (cpu ?? 0), 0) / seconds;
	if (used <= IDLE || warnedBusy.has(side)) return;
	warnedBusy.add(side);
	const other = opposite(side);
	log.warn(`${itemName(of)}: ${side} used ${Math.round(used * 100)} % of a core while only ${other} was loaded; stop its background work, because it disturbs the figures of both sides`);
}

// src/measure/duel/pair.ts
function trialPair(of, planned, how, context, signal) {
	return paired(of, planned, context, async () => {
		const halves = {};
		for (const side of how.order) {
			if (halves.base && !halves.base.ok) break;
			halves[side] = await measureHalf(of, side, planned, how, context, signal);
		}
		return halves;
	});
}
function duetPair(of, planned, how, context, signal) {
	const cpus = context.duetCores?.generator;
	return paired(of, planned, context, async () => {
		const sides = how.order.map(async (side) => {
			return [side, await measureHalf(of, side, planned, {
				...how,
				...cpus && { cpus }
			}, context, signal)];
		});
		const ended = await Promise.allSettled(sides);
		const failed = ended.find((one) => one.status === "rejected");
		if (failed) throw failed.reason;
		return Object.fromEntries(ended.flatMap((one) => one.status === "fulfilled" ? [one.value] : []));
	});
}
async function paired(of, planned, context, measure) {
	const began = context.now().toISOString();
	const { found, host } = await hostDuring(context, measure);
	const record = recordOf(of, planned, {
		began,
		host
	}, found, context);
	if (record === null) throw new Error("a side was not measured, and did not fail");
	return record;
}
async function turnOf(of, side, planned, how, context, signal) {
	const began = context.now().toISOString();
	const measured = await hostDuring(context, () => measureHalf(of, side, planned, how, context, signal));
	return {
		began,
		half: measured.found,
		host: measured.host
	};
}
function pairOf(of, planned, turns, context) {
	const { base, head } = turns;
	const all = [base, head].flatMap((one) => one ?? []);
	const [began = ""] = all.map((one) => one.began).sort();
	const hosts = all.flatMap((one) => one.host ?? []);
	const host = hosts.length === 0 ? null : hosts.reduce(worseOf);
	const halves = {
		...base && { base: base.half },
		...head && { head: head.half }
	};
	return recordOf(of, planned, {
		began,
		host
	}, halves, context);
}
async function hostDuring({ host }, measure) {
	const probe = host.probe();
	const before = host.read();
	return {
		found: await measure(),
		host: hostState(before, host.read(), [probe, host.probe()])
	};
}
function recordOf(of, planned, { began, host }, { base, head }, { start, cores }) {
	const common = {
		workload: of.workload,
		variant: of.variant,
		...planned,
		start,
		began
	};
	for (const half of [base, head]) if (half?.ok === false) return {
		outcome: "lost",
		...common,
		side: half.side,
		failure: half.failure
	};
	if (!base?.ok || !head?.ok || host === null) return null;
	const duet = of.pairing.mode === "duet";
	return {
		outcome: "ok",
		...common,
		host,
		load: together(base.observed, head.observed, cores, duet),
		base: sideOf(base.observed, base.services),
		head: sideOf(head.observed, head.services)
	};
}
function together(base, head, cores, duet) {
	const both = [base.generator, head.generator];
	const iterations = [base, head].map(({ metrics }) => {
		const found = Object.hasOwn(metrics, "iterations") ? metrics.iterations : void 0;
		return found?.kind === "counter" ? found.count : 0;
	});
	const achieved = both.flatMap((use) => use.achieved ?? []);
	const busy = both.flatMap(({ cpu, wall }) => cpu === null || wall === 0 ? [] : cpu / wall / cores);
	return {
		iterations: Math.round(iterations.reduce((sum, n) => sum + n, 0)),
		dropped: both.reduce((sum, { dropped }) => sum + dropped, 0),
		achieved: achieved.length > 0 ? Math.min(...achieved) : null,
		busy: busy.length > 0 ? duet ? busy.reduce((sum, one) => sum + one, 0) : Math.max(...busy) : null
	};
}
function sideOf(observed, services) {
	const { seconds, requests, errors, checks } = observed;
	const failedChecks = checks.reduce((sum, { fails }) => sum + fails, 0);
	return {
		seconds,
		requests,
		errors,
		failedChecks,
		services,
		checks: checks.reduce((sum, { passes }) => sum + passes, failedChecks),
		metrics: {
			...observed.metrics,
			...serviceMetrics(services, requests)
		}
	};
}

// src/measure/duel/repeats.ts
const STEP = .5;
const LONGEST = 10;
const SHARE = .1;
var Repeats = class {
	waited = 0;
	isVain = false;
	pairs;
	edges;
	signal;
	constructor(pairs, edges, signal) {
		this.pairs = pairs;
		this.edges = edges;
		this.signal = signal;
	}
	async plan(all, at) {
		let disturbed = 0;
		for (const one of all) {
			if (this.pairs.isAbandoned(one.of)) continue;
			const mine = this.pairs.of(one.of);
			one.pending = this.edges.judge.repeats(one.of, mine, at.look, at.start).map((slot) => {
				const attempts = mine.filter((pair) => pair.slot === slot);
				if (attempts.some((pair) => pair.outcome === "ok" && contendedAround(pair.host))) disturbed++;
				return {
					slot,
					attempt: attempts.length
				};
			});
		}
		const most = Math.min(LONGEST, SHARE * at.gone - this.waited, at.left);
		if (disturbed > 0 && !this.isVain && most >= STEP) await this.untilCalm(disturbed, most);
	}
	async untilCalm(disturbed, most) {
		const { log, now, progress } = this.edges;
		progress.waiting(disturbed, most);
		const began = now().getTime();
		const gone = () => (now().getTime() - began) / 1e3;
		let isCalm = false;
		while (!isCalm && gone() + STEP <= most) isCalm = await this.isCalm();
		this.waited += gone();
		if (isCalm) return;
		this.isVain = true;
		log.info("other programs keep using the CPU: no further wait for them to stop");
	}
	async isCalm() {
		const { host, pause } = this.edges;
		const [before, probe] = [host.read(), host.probe()];
		await pause(STEP, this.signal);
		if (this.signal.aborted) throw interruption(this.signal);
		return !contendedAround(hostState(before, host.read(), [probe, host.probe()]));
	}
};

// src/measure/duel/turns.ts
var Turns = class {
	starts;
	edges;
	signal;
	warnedBusy = /* @__PURE__ */ new Set();
	constructor(edges, signal) {
		const { base, head } = edges.sides;
		this.starts = {
			base: new Starts({ base: base.stacks }, edges, signal),
			head: new Starts({ head: head.stacks }, edges, signal)
		};
		this.edges = edges;
		this.signal = signal;
	}
	async measure(left, at) {
		const pairs = sequence(left, at.seed);
		for (const side of at.order) await this.side(side, pairs, at);
		const context = {
			start: at.start,
			cores: this.edges.cores
		};
		return pairs.flatMap(({ of, planned, turns }) => pairOf(of, planned, turns, context) ?? []);
	}
	async side(side, pairs, at) {
		let todo = pairs.filter(({ turns }) => turns.base?.half.ok !== false);
		const starts = this.starts[side];
		const { progress, now } = this.edges;
		const tell = () => progress.doing(`starting ${side}`);
		await starts.carryOut({
			open: () => todo.length > 0 && at.hasTime(),
			options: () => ({
				order: [side],
				env: at.env,
				tell
			}),
			serve: async (running) => {
				const stacks = { [side]: running[side] };
				const context = {
					...this.edges,
					stacks,
					start: at.start,
					warnedBusy: this.warnedBusy
				};
				const warm = /* @__PURE__ */ new Set();
				for (let pair = todo[0]; pair !== void 0 && at.hasTime(); pair = todo[0]) {
					const ready = await starts.between(running);
					if ("failure" in ready) return ready;
					if (!ready.warm) warm.clear();
					const { of, planned, seed, turns } = pair;
					progress.doing(`${itemName(of)}, pair ${planned.slot + 1}, ${side}`, of);
					const warmup = warm.has(itemKey(of)) ? of.settle : of.warmup;
					warm.add(itemKey(of));
					const how = {
						warmup,
						seed
					};
					turns[side] = await starts.timed(() => turnOf(of, side, planned, how, context, this.signal));
					if (side === at.order[0]) progress.half(of, planned.slot, side);
					todo = todo.slice(1);
					const dead = deathOf(stacks, side);
					if (dead === null) continue;
					todo = todo.filter((one) => !isItem(of)(one.of));
					return dead;
				}
				return null;
			},
			lose: (failure) => {
				const began = now().toISOString();
				for (const { turns } of todo) turns[side] = {
					began,
					half: {
						ok: false,
						...failure
					},
					host: null
				};
			}
		}, at.fresh);
	}
};
function sequence(left, seed) {
	const next = stream(seed);
	const most = Math.max(0, ...left.map(({ pending }) => pending.length));
	return Array.from({ length: most }, (_, i) => shuffled(left, next).flatMap(({ of, pending }) => {
		const planned = pending[i];
		return planned === void 0 ? [] : [{
			of,
			planned,
			seed: seedOf(next()),
			turns: {}
		}];
	})).flat();
}

// src/measure/duel/duel.ts
async function runDuel(order, edges, signal) {
	const loop = new DuelLoop(order, edges, signal);
	try {
		const { duelists, budget, starts } = order;
		edges.progress.begin(duelists, edges.judge, budget, starts, edges.sides.head.stacks.kind);
		await loop.run();
		return loop.result(null);
	} catch (ended) {
		return loop.result(ended ?? /* @__PURE__ */ new Error("unknown"));
	} finally {
		edges.progress.stop();
	}
}
var DuelLoop = class {
	pairs = new MeasuredPairs();
	seen = [];
	cut = null;
	starts;
	turns;
	made = 0;
	costs = new StartCosts();
	repeats;
	busy = noneBusy();
	began;
	next;
	firstSide;
	order;
	edges;
	signal;
	constructor(order, edges, signal) {
		this.order = order;
		this.edges = edges;
		this.signal = signal;
		const { base, head } = edges.sides;
		this.starts = new Starts({
			base: base.stacks,
			head: head.stacks
		}, edges, signal);
		this.turns = new Turns(edges, signal);
		this.repeats = new Repeats(this.pairs, edges, signal);
		this.began = edges.now().getTime();
		this.next = stream(order.seed);
		this.firstSide = this.next() < .5 ? "base" : "head";
	}
	async run() {
		try {
			await this.rounds();
		} finally {
			await this.starts.untilDown();
		}
	}
	async rounds() {
		const { judge, progress } = this.edges;
		for (let round = judge.next(); round !== null; round = judge.next()) {
			const late = await this.round(round);
			this.seen.push(this.pairs.all.length);
			if (late) this.cut = round.look;
			judge.look(this.pairs.all, late);
			progress.looked(round.look, judge, late);
			if (late) return;
		}
	}
	async round({ open, pairs: wanted }) {
		const asked = new Map(open.map((one) => [itemKey(one), one]));
		const able = this.order.duelists.filter((of) => asked.has(itemKey(of)) && !this.pairs.isAbandoned(of));
		const missing = new Map(able.map((of) => [of, this.pairs.missing(of, wanted)]));
		const share = this.affordable([...missing.values()].reduce((sum, { length }) => sum + length, 0));
		const part = (slots) => slots.slice(0, Math.floor(slots.length * share));
		const planned = roundStarts(able, {
			missing: (of) => part(missing.get(of) ?? []),
			spread: (of) => this.pairs.spread(of),
			best: (of) => this.costs.best(of, asked.get(itemKey(of))?.startRatio)
		}, this.order.starts, this.next);
		for (const start of planned) {
			const [began, before] = [this.gone() - this.repeats.waited, this.pairs.all.length];
			await this.start(start, wanted);
			this.costs.add(start, this.gone() - this.repeats.waited - began, this.pairs.all.slice(before));
			if (this.left() <= 0) return true;
		}
		return share < 1;
	}
	affordable(pairs) {
		if (pairs === 0 || this.pairs.all.length === 0) return this.left() > 0 ? 1 : 0;
		const pace = this.gone() / this.pairs.all.length;
		return Math.max(0, Math.min(1, this.left() / (pace * pairs)));
	}
	left() {
		const { budget } = this.order;
		return budget === null ? Infinity : budget - this.gone();
	}
	gone() {
		return (this.edges.now().getTime() - this.began) / 1e3;
	}
	async start({ stackEnv, shares, stacks: arranged, seed }, look) {
		const next = stream(seed);
		const left = shares.filter(({ of }) => !this.pairs.isAbandoned(of)).map(({ of, slots }) => ({
			of,
			pending: slots.map((slot) => ({
				slot,
				attempt: 0
			}))
		}));
		const env = {
			...stackEnv,
			...this.order.env
		};
		if (arranged === "turns") return await this.inTurns(left, env, seed);
		const cpus = arranged === "duet" ? this.edges.duetCores?.services : void 0;
		const tell = (sides) => this.edges.progress.doing(`starting ${sides.join(" and ")}`);
		let [start, began] = [0, 0];
		await this.starts.carryOut({
			open: () => left.some(({ pending }) => pending.length > 0) && this.left() > 0,
			options: () => {
				[start, began] = [this.made++, this.gone()];
				return {
					order: this.sidesOf(start),
					env,
					cpus,
					tell
				};
			},
			serve: async (stacks) => {
				this.edges.progress.started(this.gone() - began);
				const died = await this.serve(stacks, left, {
					start,
					look,
					next
				});
				for (const one of left) if (this.pairs.isAbandoned(one.of)) one.pending = [];
				return died;
			},
			lose: (sideFailure) => this.lose(left, start, sideFailure)
		}, this.pairs.isFresh);
	}
	async inTurns(left, env, seed) {
		const start = this.made++;
		const order = this.sidesOf(start);
		const time = {
			fresh: this.pairs.isFresh,
			hasTime: () => this.left() > 0
		};
		for (const record of await this.turns.measure(left, {
			order,
			env,
			start,
			seed,
			...time
		})) this.record(record);
	}
	sidesOf(start) {
		const first = start % 2 === 0 ? this.firstSide : opposite(this.firstSide);
		return [first, opposite(first)];
	}
	async serve(stacks, left, { start, look, next }) {
		const context = {
			...this.edges,
			stacks,
			start,
			...this.busy
		};
		const warm = /* @__PURE__ */ new Set();
		for (let again = 0; again < 2; again++) {
			while (left.some(({ pending }) => pending.length > 0)) for (const one of shuffled(left, next)) {
				if (one.pending.length === 0) continue;
				if (this.left() <= 0) return null;
				const ready = await this.starts.between(stacks);
				if ("failure" in ready) return ready;
				if (!ready.warm) warm.clear();
				await this.measure(one, context, warm, next);
				const dead = deathOf(stacks, "base");
				if (dead !== null) return dead;
				if (this.pairs.isAbandoned(one.of)) one.pending = [];
			}
			if (again === 0) await this.repeats.plan(left, {
				start,
				look,
				gone: this.gone(),
				left: this.left()
			});
		}
		return null;
	}
	async measure(one, context, warm, next) {
		const { of } = one;
		const { mode, block, script } = of.pairing;
		const generator = isWhole(mode) ? null : this.edges.sides[script].pairs;
		const warmup = warm.has(itemKey(of)) ? of.settle : of.warmup;
		warm.add(itemKey(of));
		const seed = seedOf(next());
		const order = next() < .5 ? ["base", "head"] : ["head", "base"];
		this.edges.progress.doing(`${itemName(of)}, pair ${one.pending[0].slot + 1}`, of);
		const records = await this.starts.timed(async () => {
			if (generator === null) {
				const [pair, ...rest] = one.pending;
				const record = await (mode === "duet" ? duetPair : trialPair)(of, pair, {
					order,
					warmup,
					seed
				}, context, this.signal);
				one.pending = rest;
				return [record];
			}
			const { isBlockOpen } = of;
			const longest = isBlockOpen ? LONGEST_BLOCK : block;
			const fit = Math.max(1, Math.floor(Math.min(1e6, (this.left() - warmup) / longest)));
			const batch = one.pending.slice(0, fit);
			const found = await measureBlockPairs(of, batch, {
				warmup,
				seed
			}, generator, context, this.signal);
			if (isBlockOpen && !of.isBlockOpen) this.edges.progress.fitted(of, requestsOf(found));
			one.pending = found.length < batch.length ? [] : one.pending.slice(fit);
			return found;
		});
		for (const record of records) this.record(record);
	}
	lose(left, start, sideFailure) {
		for (const { of, pending } of left) for (const pair of pending) {
			const began = this.edges.now().toISOString();
			const { workload, variant } = of;
			this.record({
				outcome: "lost",
				workload,
				variant,
				...pair,
				start,
				began,
				...sideFailure
			});
		}
	}
	record(record) {
		this.pairs.add(record);
		this.edges.progress.pair(record);
	}
	result(ended) {
		const { base, head } = this.turns.starts;
		const all = [
			this.starts,
			base,
			head
		];
		return {
			pairs: this.pairs.all,
			seen: this.seen,
			cut: this.cut,
			seed: this.starts.seed ?? head.seed,
			composed: {
				...base.composed,
				...head.composed,
				...this.starts.composed
			},
			unable: all.find(({ unable }) => unable !== null)?.unable ?? null,
			ended,
			load: all.reduce((sum, { load }) => sum + load, 0)
		};
	}
};

// src/measure/calls.ts
function callsByName(calls, addresses = /* @__PURE__ */ new Map()) {
	const names = new Map([...addresses].map(([name, address]) => [address, name]));
	const named = calls.map(({ text, ...counts }) => {
		const [, method = "", host = "", path = ""] = /^(\S*) ([^/]*)(.*)$/.exec(text) ?? [];
		return {
			text: `${method} ${names.get(host.replace(/^localhost:/, "127.0.0.1:")) ?? host}${path}`,
			...counts
		};
	});
	return [...byText(named).values()];
}

// src/measure/profilingtime.ts
const MORE_STARTS = 4;
const PAIRS = 2;
const WITHIN = 43.5;
function hasTime(spent) {
	const { of, pairs, starts, seconds } = spent;
	const good = new Set(pairs.filter(({ outcome }) => outcome === "ok").map(({ start }) => start)).size;
	if (starts < fewest(spent) || good < 3 && starts < MORE_STARTS) return true;
	return seconds + unpaired(spent, starts) + pairSeconds(of) <= WITHIN;
}
const fewest = ({ of, isWaiting }) => isWaiting || isWhole(of.pairing.mode) ? MORE_STARTS : 3;
function fitting(spent, up) {
	const { of, starts, seconds } = spent;
	const pair = pairSeconds(of);
	const one = (starts > 1 ? unpaired(spent, starts - 1) : up + of.warmup) + pair;
	const left = WITHIN - seconds - one - Math.max(0, fewest(spent) - starts) * one;
	return Math.max(1, Math.min(2, 1 + Math.floor(left / pair)));
}
const unpaired = ({ of, pairs, seconds }, starts) => Math.max(0, seconds - pairs.length * pairSeconds(of)) / starts;

// src/measure/watched.ts
function watched(generator, watch) {
	return {
		finest: (...of) => generator.finest(...of),
		async pairs(request, border, signal) {
			let begun = false;
			let ends = request.mode === "slice" ? 2 : 1;
			const result = await generator.pairs(request, async (at) => {
				if (!begun) await Promise.all(SIDES.map((side) => watch.begin(side)));
				begun = true;
				await border(at);
				if (at.pair === request.pairs - 1 && at.edge === "end" && --ends === 0) await watch.end();
			}, signal);
			if (begun && ends > 0) await watch.end();
			return result;
		}
	};
}

// src/measure/profiling.ts
const GIVEN_UP = 2;
const NO_PROFILE = "no profiler reaches its processes from here";
async function profileSides(order, edges, signal) {
	return new Profiling(order, edges, signal).run();
}
var Profiling = class {
	parts = /* @__PURE__ */ new Map();
	services = /* @__PURE__ */ new Set();
	uncounted = /* @__PURE__ */ new Map();
	starts;
	next;
	made = 0;
	order;
	edges;
	signal;
	constructor(order, edges, signal) {
		this.order = order;
		this.edges = edges;
		this.signal = signal;
		this.next = stream(order.seed);
		const { base, head } = edges.sides;
		this.starts = new Starts({
			base: base.stacks,
			head: head.stacks
		}, edges, signal);
		for (const of of order.duelists) {
			const part = {
				of,
				isWaiting: order.waiting.some(isItem(of)),
				pairs: [],
				profiles: [],
				statements: [],
				starts: 0,
				seconds: 0
			};
			this.parts.set(itemKey(of), part);
		}
	}
	async run() {
		const slots = Array.from({ length: 6 * 2 }, (_, slot) => slot);
		const missing = (of) => isWhole(of.pairing.mode) ? slots.slice(0, 6) : slots;
		const standing = {
			missing,
			spread: () => [],
			best: () => void 0
		};
		try {
			for (const start of roundStarts(this.order.duelists, standing, 6, this.next)) {
				if (this.made === GIVEN_UP && !this.hasPairs()) break;
				const shares = start.shares.filter(({ of }) => hasTime(this.partOf(of)));
				if (shares.length > 0) await this.start({
					...start,
					shares
				});
			}
		} finally {
			await this.starts.untilDown();
		}
		const all = [...this.parts.values()].map(({ of, pairs, statements, ...part }) => {
			const { workload, variant } = of;
			const profiles = ofTree(part.profiles);
			const seen = new Set(profiles.map(({ service }) => service));
			return {
				workload,
				variant,
				pairs,
				profiles,
				statements,
				lacking: [.../* @__PURE__ */ new Set([...this.services, ...this.uncounted.keys()])].filter((service) => !seen.has(service)).map((service) => ({
					service,
					why: this.uncounted.get(service) ?? this.refused(service) ?? NO_PROFILE
				}))
			};
		});
		const reasons = all.flatMap(({ lacking }) => lacking.map(({ service, why }) => this.uncounted.has(service) ? `${service}: ${why}` : `no CPU profile of ${service}: ${why}`));
		for (const one of new Set(reasons)) this.edges.log.info(one);
		return all;
	}
	partOf(of) {
		return this.parts.get(itemKey(of));
	}
	hasPairs() {
		return [...this.parts.values()].some(({ pairs }) => pairs.some(({ outcome }) => outcome === "ok"));
	}
	refused(service) {
		const { head, base } = this.edges.profilers;
		return head.lacking?.get(service) ?? base.lacking?.get(service);
	}
	async start({ stackEnv, shares }) {
		const { profilers, log } = this.edges;
		const start = this.made++;
		const first = this.next() < .5 ? "base" : "head";
		const now = () => this.edges.now().getTime() / 1e3;
		const began = now();
		const up = () => (now() - began) / shares.length;
		let open = true;
		for (const { of } of shares) this.partOf(of).starts++;
		await this.starts.carryOut({
			open: () => open,
			options: () => ({
				order: [first, opposite(first)],
				env: {
					...stackEnv,
					...this.order.env
				},
				attach: {
					base: profilers.base.attach,
					head: profilers.head.attach
				}
			}),
			serve: async (stacks) => {
				open = false;
				const each = up();
				for (const { of, slots } of shares) {
					const part = this.partOf(of);
					const before = now();
					const dead = await this.load(part, slots.slice(0, fitting(part, each)), start, stacks);
					part.seconds += each + now() - before;
					if (dead !== null) return dead;
				}
				return null;
			},
			lose: ({ side, failure }) => {
				open = false;
				const each = up();
				for (const { of } of shares) this.partOf(of).seconds += each;
				log.warn(`start ${start + 1} to explain it is lost by ${side}: ${firstLine(failure.message)}`);
			}
		}, () => false);
	}
	async load(part, slots, start, stacks) {
		const { sides, log } = this.edges;
		const ready = await this.starts.between(stacks);
		if ("failure" in ready) return ready;
		const { of } = part;
		log.progress(`${itemName(of)}: start ${start + 1} with profilers`);
		const busy = noneBusy(SIDES);
		const context = {
			...this.edges,
			stacks,
			start,
			duetCores: null,
			...busy
		};
		const watch = this.watch(stacks, start, part);
		const planned = slots.map((slot) => ({
			slot,
			attempt: 0
		}));
		const how = {
			warmup: of.warmup,
			seed: Math.floor(this.next() * 2 ** 31)
		};
		const measured = () => isWhole(of.pairing.mode) ? this.whole(of, planned[0], how, context, watch) : measureBlockPairs(of, planned, how, watched(sides[of.pairing.script].pairs, watch), context, this.signal);
		part.pairs.push(...await this.starts.timed(measured));
		for (const service of Object.keys(await stacks.head.counters())) this.services.add(service);
		return deathOf(stacks, "base");
	}
	async whole(of, planned, how, context, watch) {
		const { script } = of.pairing;
		const side = context.sides[script];
		const generator = {
			versions: side.generator.versions,
			facts: (...call) => side.generator.facts(...call),
			planned: (...call) => side.generator.planned(...call),
			async load(request, measuring, signal) {
				let begun = Promise.resolve();
				const result = await side.generator.load(request, async () => {
					begun = Promise.resolve(measuring()).then(() => watch.begin(request.slot.side));
					await begun.catch(() => {});
				}, signal);
				await begun;
				return result;
			}
		};
		const sides = {
			...context.sides,
			[script]: {
				...side,
				generator
			}
		};
		const first = this.next() < .5 ? "base" : "head";
		const order = [first, opposite(first)];
		try {
			return [await trialPair(of, planned, {
				...how,
				order
			}, {
				...context,
				sides
			}, this.signal)];
		} finally {
			await watch.end();
		}
	}
	watch(stacks, start, part) {
		const { profilers } = this.edges;
		const counted = () => Promise.all(SIDES.map((side) => stacks[side].statementCounts?.(this.signal)));
		const before = {};
		return {
			begin: async (side) => {
				before[side] = await stacks[side].statementCounts?.(this.signal) ?? {};
				await profilers[side].begin(stacks[side], /* @__PURE__ */ new Set());
			},
			end: async () => {
				const taken = await Promise.all(SIDES.map((side) => profilers[side].end()));
				const after = await counted();
				for (const [i, side] of SIDES.entries()) {
					for (const { calls = [], ...profile } of taken[i]) {
						part.profiles.push({
							...profile,
							start,
							side
						});
						const counts = callsByName(calls, stacks[side].portAddresses);
						if (counts.length > 0) part.statements.push({
							http: true,
							start,
							side,
							service: profile.service,
							counts
						});
					}
					for (const [service, now] of Object.entries(after[i] ?? {})) {
						const then = own(before[side] ?? {}, service) ?? { lacking: "it did not run before" };
						const lacking = [then, now].flatMap((one) => "lacking" in one ? [one.lacking] : [])[0];
						if (lacking === void 0) part.statements.push({
							start,
							side,
							service,
							counts: executed(then, now)
						});
						else this.uncounted.set(service, `its statements cannot be counted: ${lacking}`);
					}
				}
			}
		};
	}
};
const NOTHING = {
	calls: 0,
	rows: 0,
	seconds: 0
};
function executed(before, after) {
	const [earlier, later] = [before, after].map((one) => byText("counts" in one ? one.counts : []));
	return [...later.values()].flatMap(({ text, ...now }) => {
		const { calls, rows, seconds, locked = 0, blocks = 0 } = earlier.get(text) ?? NOTHING;
		const more = {
			calls: now.calls - calls,
			rows: now.rows - rows,
			seconds: now.seconds - seconds,
			...now.locked !== void 0 && { locked: Math.max(0, now.locked - locked) },
			...now.blocks !== void 0 && { blocks: Math.max(0, now.blocks - blocks) }
		};
		return more.calls > 0 && more.rows >= 0 && more.seconds >= 0 ? [{
			text,
			...more
		}] : [];
	});
}

// src/measure/demand.ts
function demandsOf(config, wishes) {
	const { starts, levels = [] } = plan(config, wishes, 0);
	const slots = slotsIn({ starts });
	const slotsOf = byItem(slots);
	const found = /* @__PURE__ */ new Map();
	for (const item of [...slots, ...levels]) {
		const { workload, variant } = item;
		const key = itemKey(item);
		if (found.has(key)) continue;
		const of = own(config.workloads, workload);
		const mine = slotsOf(item);
		found.set(key, {
			workload,
			variant,
			kind: mine.length === 0 ? "levels" : mine[0].cold === true ? "cold" : "load",
			trials: mine.length,
			duration: item.duration,
			warmup: mine[0]?.cold ? 0 : warmupOf(config, workload, wishes),
			mode: of.measure.mode,
			pace: of.measure.pace,
			block: of.measure.block,
			pairs: of.measure.pairs
		});
	}
	return [...found.values()];
}
const warmupOf = (config, workload, { profile }) => settings(config, own(config.workloads, workload), profile ?? null).warmup;

export { DuelProgress, TrialProgress, USUAL_START, blockFor, clock, definitionChanges, demandOrigin, demandsOf, fixBlock, inTurns, measure, measureLevels, modeOf, plan, profileOrigin, profileSides, rounds, runDuel, scaledTo, secondsUntil, settings, startsSlowly, trialSeconds, trialVariables, unmatched, upTo, variantsOf, wholeText, withEnough, withOrigin };