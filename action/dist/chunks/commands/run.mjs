import { VERSION, firstLine, own, userError } from "../base.mjs";
import { sha256 } from "../exec.mjs";
import { BASELINES } from "./options.mjs";
import { PortConflict, changeOf, isItem, isOfLatency, itemKey, itemName, tag, trialsIn } from "../model.mjs";
import { estimateText } from "../report.mjs";
import { json, readBaselines, writeText } from "../store.mjs";
import { FILES } from "./paths.mjs";
import { absolute, calibratedBlock, difference, duelCases, gateTests, isOfCpu, looks, observing, pairRange, pairsToFind, refusals, repeats, replayed, rowsOfDuel, spreadOf, usualInterval, usualPairsToFind } from "../compare.mjs";
import { DuelProgress, TrialProgress, fixBlock, inTurns, measure, runDuel } from "../measure.mjs";
import { scraper } from "../scrape.mjs";
import { PREFIX, duetCores, linuxHost, ownCores } from "../stack.mjs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";

// src/commands/measure/harness.ts
const portsOf = ({ config, world, log }, how = {}) => ({
	host: linuxHost(),
	scraper: scraper(config.stack.metrics, log, how),
	log,
	now: world.now
});
const baselinesFolder = ({ world, options }) => resolve(world.cwd, options.baselines ?? "baselines");
const fingerprintHere = ({ here, generator, stacks }) => ({
	...here,
	...stacks.kind === "compose" && { containers: "compose" },
	generators: { ...generator.versions }
});
function containerFacts(composed) {
	if (composed === void 0) return {};
	const images = Object.entries(composed.services).filter(([, { image }]) => !image.startsWith(PREFIX)).map(([service, { image, id }]) => [service, `${image} ${id}`]);
	return {
		engine: composed.engine,
		images: Object.fromEntries(images)
	};
}

// src/commands/measure/head.ts
async function measureHead(harness, needless) {
	const { schedule, config, options, world, out, log, stacks, generator } = harness;
	await writeText(join(out, FILES.schedule), json(schedule, false));
	const progress = new TrialProgress(log, () => world.now().getTime(), everySecond);
	const edges = {
		...portsOf(harness),
		stacks,
		generator,
		progress,
		...needless && { needless }
	};
	const measured = await measure(schedule, config, options.stackEnv, edges, world.signal);
	const { trials } = measured;
	const leftOut = (slot) => needless?.(slot, trials) === true && !trials.some(({ index }) => index === slot.index);
	const starts = schedule.starts.map((start) => ({
		...start,
		slots: start.slots.filter((slot) => !leftOut(slot))
	}));
	return {
		schedule: {
			...schedule,
			starts
		},
		measured
	};
}
const NOTHING = {
	trials: [],
	workloads: {},
	starts: [],
	seed: null,
	composed: void 0,
	ended: null,
	unable: null,
	load: 0
};
function everySecond(tick) {
	const timer = setInterval(tick, 1e3);
	timer.unref();
	return () => clearInterval(timer);
}

// src/commands/measure/judge.ts
function refusalsBy(rules) {
	const cases = duelCases({
		...rules,
		duel: {
			...rules.duel,
			pairs: []
		}
	});
	const { pairings, starts, shards } = rules.duel;
	return refusals({
		...pairRange(pairings),
		cases,
		starts,
		shards
	});
}
function judgeOf(rules) {
	const { pairings } = rules.duel;
	const { fewest, most } = pairRange(pairings);
	const planned = looks(most, fewest);
	const seen = [];
	const after = (pairs, cut) => replayed({
		...rules,
		duel: {
			...rules.duel,
			looks: planned,
			seen,
			cut,
			pairs: [...pairs]
		}
	});
	let now = after([], null);
	let before = now.state.workloads;
	const listed = (which, why, more = () => ({})) => pairings.flatMap(({ workload, variant }, i) => which(now.state.workloads[i], i) ? [{
		workload,
		variant,
		why: why(i),
		...more(i)
	}] : []);
	return {
		looks: planned,
		next() {
			const open = listed(({ closed }) => closed === null, (i) => whyOpen(gatesOpen(now, i)), (i) => ({
				gates: gatesOpen(now, i),
				needed: neededFor(now, i),
				...now.state.taken === 0 && { neededUsually: usualPairsToFind(now.plan) },
				startRatio: startRatioOf(now, i)
			}));
			const pairs = planned[now.state.taken];
			return open.length === 0 || pairs === void 0 ? null : {
				look: now.state.taken + 1,
				pairs,
				open
			};
		},
		repeats(of, pairs, slots, start) {
			const [one] = duelCases({
				...rules,
				duel: {
					pairings: pairings.filter(isItem(of)),
					pairs: [...pairs]
				}
			});
			const own = pairings.find(isItem(of))?.pairs[1] ?? most;
			return one ? repeats(one.pairs, Math.min(slots, own), own, start) : [];
		},
		look(pairs, last) {
			before = now.state.workloads;
			seen.push(pairs.length);
			now = after(pairs, last ? seen.length : null);
		},
		closed: () => listed(({ closed }, i) => closed !== null && before[i].closed === null, (i) => ENDS[now.state.workloads[i].closed ?? "last"])
	};
}
function changedBy(rules, duel) {
	const changed = rowsOfDuel({
		...rules,
		duel
	}).filter((row) => row.gates && changeOf(row) !== 0);
	return duel.pairings.flatMap((pairing) => {
		const mine = changed.filter(isItem(pairing));
		const { workload, variant } = pairing;
		const has = (is) => mine.some(({ metric }) => metric !== null && is(metric));
		const of = {
			workload,
			variant,
			waits: has(isOfLatency) && !has(isOfCpu)
		};
		return mine.length === 0 ? [] : [{
			of,
			size: Math.max(...mine.map(sizeOf))
		}];
	}).sort((a, b) => b.size - a.size).map(({ of }) => of);
}
const sizeOf = ({ evidence, base, head }) => Math.abs(evidence ? evidence.estimate : Math.log(head.center / base.center));
const ENDS = {
	regressed: "worse, and settled",
	settled: "settled",
	futile: "ended: no change comes near its band",
	last: "ended at the last look",
	failed: "ended: head is broken",
	invalid: "ended: it cannot be judged"
};
function gatesOpen({ cases, state }, at) {
	const gates = gateTests(cases[at]);
	const { tests, slots } = state.workloads[at];
	const seen = observing(cases)(at, slots);
	return tests.flatMap(({ verdict, decided }, t) => {
		if (verdict !== "inconclusive") return [];
		const { metric, rule } = gates[t];
		const sample = typeof seen === "string" ? null : seen[t];
		if (decided === null || !sample) return [{
			metric,
			estimate: null
		}];
		return [{
			metric,
			estimate: estimated(decided, rule, sample)
		}];
	});
}
function estimated({ figures }, { better, unit }, { scale }) {
	const sign = better === "lower" ? 1 : -1;
	const [a, b] = usualInterval(figures);
	const three = [figures.shift, ...sign > 0 ? [a, b] : [b, a]];
	if (scale.differences) {
		const [change, low, high] = three.map((one) => difference(sign * absolute(scale, one), unit));
		return `${change} [${low}, ${high}]`;
	}
	const [ratio, low, high] = three.map((one) => Math.expm1(sign * one));
	return estimateText({
		ratio,
		low,
		high
	});
}
const whyOpen = (gates) => gates.length === 0 ? UNSEEN : gates.slice(0, 2).map(({ metric, estimate }) => `${metric} ${estimate ?? UNSEEN}`).join(", ");
const UNSEEN = "not seen enough of";
function neededFor({ plan, state }, at) {
	const needed = state.workloads[at].tests.flatMap((test, t) => test.verdict === "inconclusive" ? pairsToFind(plan.workloads[at][t], test, plan) ?? [] : []);
	return needed.length === 0 ? void 0 : Math.max(...needed);
}
function startRatioOf({ cases, plan, state }, at) {
	const { tests, slots } = state.workloads[at];
	const seen = observing(cases)(at, slots);
	const ratios = tests.flatMap(({ verdict }, t) => {
		const sample = typeof seen === "string" ? null : seen[t];
		const spread = verdict === "inconclusive" && spreadOf(plan.workloads[at][t], sample);
		return spread ? [spread.between / spread.within] : [];
	});
	return ratios.length === 0 ? void 0 : Math.max(...ratios);
}
function throughout(rules) {
	const { pairings } = rules.duel;
	const { looks: planned, repeats } = judgeOf(rules);
	let taken = 0;
	const open = pairings.map(({ workload, variant }) => ({
		workload,
		variant,
		why: "measured to the end"
	}));
	return {
		looks: planned,
		next: () => planned[taken] === void 0 ? null : {
			look: taken + 1,
			pairs: planned[taken],
			open
		},
		repeats,
		look: () => {
			taken++;
		},
		closed: () => []
	};
}

// src/commands/measure/contest.ts
const FEWEST_STARTS = 3;
const pairedStarts = ({ profiles, policy }, profile) => Math.max(FEWEST_STARTS, own(profiles, profile ?? "")?.starts ?? policy.starts);
async function duelOf(of, harness) {
	const { world, options, schedule, log } = harness;
	const began = world.now().getTime();
	const { items, rules } = of;
	const judge = (of.judge ?? judgeOf)(rules);
	const edges = edgesOf(of.both, judge, harness);
	const { starts, budget } = rules.duel;
	const order = {
		starts,
		seed: schedule.seed,
		env: options.stackEnv,
		duelists: items.duelists
	};
	const left = budget === null ? null : Math.max(0, budget - of.spent);
	const result = await runDuel({
		...order,
		budget: left
	}, edges, world.signal);
	const error = result.unable?.error;
	const isBeside = items.duelists.some(({ pairing }) => pairing.mode !== "turns");
	if (!(error instanceof PortConflict) || !isBeside) return {
		items,
		rules,
		judge,
		edges,
		result
	};
	const why = `the service "${error.service}" fixes port ${error.port}, which base and head cannot both have`;
	log.info(`${why}: they take turns, which takes longer to tell as much`);
	const turned = {
		...items,
		duelists: items.duelists.map((one) => inTurns(one, why))
	};
	const spent = of.spent + (world.now().getTime() - began) / 1e3;
	return duelOf({
		...of,
		items: turned,
		rules: await rulesOf(rules.duel.base, turned, harness),
		spent
	}, harness);
}
async function rulesOf({ sha, subject, ref, release, adopted }, items, harness) {
	const { options, config, runnerClass } = harness;
	const shards = options.shard?.of;
	const baselines = await readBaselines(baselinesFolder(harness), runnerClass);
	for (const one of items.duelists.filter(({ isBlockOpen, unstretched }) => isBlockOpen || unstretched)) {
		const { mode, pace } = one.pairing;
		const digest = own(items.facts, one.workload)?.digest ?? "";
		const known = calibratedBlock(baselines.get(one.workload)?.noise ?? [], {
			mode,
			pace,
			digest
		});
		if (known !== void 0) fixBlock(one, known);
	}
	return {
		duel: {
			base: {
				sha,
				subject,
				ref,
				...release && { release },
				...adopted && { adopted }
			},
			starts: pairedStarts(config, options.profile),
			pairings: items.duelists.map(({ pairing }) => pairing),
			budget: options.budget ?? null,
			...items.gone.length > 0 && { gone: [...items.gone] },
			...shards !== void 0 && { shards }
		},
		workloads: { ...items.facts },
		fingerprint: fingerprintHere(harness),
		config,
		baselines
	};
}
const edgesOf = ({ sides }, judge, harness) => ({
	...portsOf(harness, { paired: true }),
	sides,
	judge,
	pause: (seconds, signal) => setTimeout(seconds * 1e3, void 0, { signal }).catch(() => {}),
	cores: harness.here.cores,
	duetCores: duetCores(ownCores()),
	progress: new DuelProgress(harness.log, () => harness.world.now().getTime(), everySecond)
});
function refuseHopeless(rules) {
	const [first, ...others] = refusalsBy(rules);
	if (first === void 0) return;
	const { workload, variant } = first;
	const where = workload === null ? "the config" : itemName({
		workload,
		variant
	});
	const more = others.length === 0 ? "" : ` (and ${others.length} more like it)`;
	const { most } = pairRange(rules.duel.pairings);
	throw userError(`A duel of up to ${most} pairs could not tell: ${first.message}${more}`, {
		where,
		remedy: first.remedy
	});
}

// src/commands/measure/run.ts
function runOf({ harness, text, commit, edits, began }, outcome) {
	const { world, options, config, runnerClass, stacks, ruling } = harness;
	const { schedule, measured, duel, profiling, fallback, screened, levels, differences = [] } = outcome;
	const { wait, why, ...steps } = harness.stepTimes.seconds;
	const ended = world.now();
	const shard = schedule.shard ? `-${schedule.shard.index}of${schedule.shard.of}` : "";
	return {
		schema: tag("run"),
		id: `${began.toISOString().replace(/[-:]|\.\d+/g, "")}-${schedule.seed.toString(36)}${shard}`,
		began: began.toISOString(),
		ended: ended.toISOString(),
		state: measured.ended === null ? "complete" : "interrupted",
		steelyard: VERSION,
		runnerClass,
		profile: options.profile ?? null,
		...options.scale !== void 0 && { scale: options.scale },
		only: options.only ? [...options.only] : null,
		...options.variants && { variants: [...options.variants] },
		commit,
		...edits !== void 0 && { edits },
		config: {
			path: options.config,
			digest: sha256(text),
			resolved: config
		},
		fingerprint: {
			...fingerprintHere(harness),
			...containerFacts(measured.composed)
		},
		stack: {
			kind: stacks.kind,
			labels: { ...stacks.labels },
			seed: measured.seed,
			env: { ...options.stackEnv },
			...measured.composed === void 0 ? {} : { composed: measured.composed }
		},
		workloads: measured.workloads,
		schedule,
		...measured.starts.length > 0 && { starts: [...measured.starts] },
		trials: measured.trials,
		...ruling !== void 0 && { rules: ruling.used },
		...duel !== void 0 && { duel },
		...profiling !== void 0 && { profiling },
		...differences.length > 0 && { differences: differences.map((one) => one.slice(0, 2e3)) },
		...fallback !== void 0 && { fallback },
		...measured.unable !== null && { unable: firstLine(measured.unable.message) },
		...Object.keys(harness.unaffected).length > 0 && { unaffected: { ...harness.unaffected } },
		...screened !== void 0 && { screened: { ...screened } },
		...levels !== void 0 && { levels: [...levels] },
		spent: {
			load: measured.load,
			total: (ended.getTime() - began.getTime()) / 1e3,
			measured: measuredSeconds(outcome),
			...steps,
			...why > 0 && { why },
			...wait >= 1 && { wait }
		}
	};
}
function measuredSeconds({ measured, levels = [], duel }) {
	const trials = trialsIn({
		trials: measured.trials,
		levels: [...levels]
	}).flatMap((trial) => trial.outcome === "ok" ? [trial.observed.seconds] : []);
	const together = new Set(duel?.pairings.filter(({ mode }) => mode === "duet").map(itemKey));
	const pairs = (duel?.pairs ?? []).flatMap((pair) => {
		if (pair.outcome !== "ok") return [];
		const [base, head] = [pair.base.seconds, pair.head.seconds];
		return [together.has(itemKey(pair)) ? Math.max(base, head) : base + head];
	});
	return [...trials, ...pairs].reduce((sum, seconds) => sum + seconds, 0);
}

export { NOTHING, baselinesFolder, changedBy, duelOf, edgesOf, fingerprintHere, judgeOf, measureHead, pairedStarts, portsOf, refuseHopeless, rulesOf, runOf, throughout };