import { VERSION, explain, firstLine, isExpected, own, userError, withoutEnd } from "../base.mjs";
import { makeFolder } from "../exec.mjs";
import { BASELINES } from "./options.mjs";
import { isItem, itemKey, itemName, slotsIn, tag, trialsIn } from "../model.mjs";
import { _usingCtx } from "../helpers.mjs";
import { json, readBaselines, writeText } from "../store.mjs";
import { changedLines } from "../git.mjs";
import { FILES } from "./paths.mjs";
import { calibratedBlock, change, duelCases, gateTests, looks, observing, pairRange, pairsToFind, refusals, repeats, replayed, spreadOf } from "../compare.mjs";
import { DuelProgress, TrialProgress, fixBlock, measure, plan, profileSides, runDuel, variantsOf, withEnough } from "../measure.mjs";
import { hasFixedPorts } from "./fixedports.mjs";
import { scraper } from "../scrape.mjs";
import { PREFIX, duetCores, linuxHost, ownCores } from "../stack.mjs";
import { joinedMeasured } from "./joining.mjs";
import { buildSide, configOfTree, deployedBase, mayInspect, pairingPlan, treeWithKeptBuild } from "./measurement.mjs";
import { AgentProfiler, JAVA, NODE, PYTHON, goSampler, javaSampler, perfSampler, placer, together } from "../explain.mjs";
import { sha256 } from "./digest.mjs";
import { join, resolve } from "node:path";

// src/commands/measure/harness.ts
const portsOf = ({ config, world, log }) => ({
	host: linuxHost(),
	scraper: scraper(config.stack.metrics, log),
	log,
	now: world.now
});
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
			const open = listed(({ closed }) => closed === null, (i) => whyOpen(now, i), (i) => ({
				needed: neededFor(now, i),
				startRatio: startRatioOf(now, i)
			}));
			const pairs = planned[now.state.taken];
			return open.length === 0 || pairs === void 0 ? null : {
				look: now.state.taken + 1,
				pairs,
				open
			};
		},
		repeats(of, pairs, slots) {
			const [one] = duelCases({
				...rules,
				duel: {
					pairings: pairings.filter(isItem(of)),
					pairs: [...pairs]
				}
			});
			const own = pairings.find(isItem(of))?.pairs[1] ?? most;
			return one ? repeats(one.pairs, Math.min(slots, own), own) : [];
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
	const { state } = replayed({
		...rules,
		duel
	});
	const sizes = duel.pairings.map((_, i) => Math.max(...state.workloads[i].tests.map(({ verdict, decided }) => verdict === "regressed" || verdict === "improved" ? Math.abs(decided?.figures.mean.estimate ?? 0) : -1)));
	return duel.pairings.flatMap((of, i) => sizes[i] >= 0 ? [{
		of,
		size: sizes[i]
	}] : []).sort((a, b) => b.size - a.size).map(({ of }) => of);
}
const ENDS = {
	regressed: "worse, and settled",
	settled: "settled",
	futile: "ended: no change comes near its band",
	last: "ended at the last look",
	failed: "ended: head is broken",
	invalid: "ended: it cannot be judged"
};
function whyOpen({ cases, state }, at) {
	const tests = gateTests(cases[at]);
	const open = state.workloads[at].tests.flatMap(({ verdict, decided }, t) => {
		if (verdict !== "inconclusive") return [];
		const metric = tests[t]?.metric ?? "its gate";
		if (decided === null) return [`${metric} not seen enough of`];
		const [low, high] = decided.figures.bounds;
		return [`${metric} within ${change(low)} and ${change(high)}`];
	});
	return open.length > 0 ? open.slice(0, 2).join(", ") : "not seen enough of";
}
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

// src/commands/measure/profiled.ts
const MOST = 5;
const RUNTIMES = [
	NODE,
	PYTHON,
	JAVA
];
async function profileDuel({ rules, duel, duelists, edges }, base, tree, { world, out, log, stacks, schedule, options, config }) {
	try {
		var _usingCtx$2 = _usingCtx();
		const isAll = (options.why ?? config.policy.why) === "always";
		const largest = isAll ? duelists : changedBy(rules, duel).filter((of) => duelists.some(isItem(of)));
		const wanted = isAll ? largest : largest.slice(0, MOST);
		for (const one of largest.slice(wanted.length)) log.info(`${itemName(one)} is not explained: ${MOST} others changed more; steelyard why --only ${one.workload}`);
		const changed = duelists.filter((of) => wanted.some(isItem(of)));
		if (changed.length === 0) return null;
		if (stacks.kind === "external") {
			log.info("what a deployed service does inside cannot be profiled from here");
			return null;
		}
		const able = changed.filter(({ pairing: { mode } }) => mode !== "duet");
		for (const one of changed.filter((of) => !able.includes(of))) log.info(`${itemName(one)} cannot be explained: in the mode \`duet\` both sides share a core`);
		if (able.length === 0) return null;
		log.info(`loading ${able.map(itemName).join(", ")} again, with profilers, to say why`);
		const services = Object.fromEntries(Object.entries(config.stack.endpoints).map(([endpoint, { service }]) => [endpoint, service]));
		const scratch = join(out, "scratch");
		makeFolder(scratch, 448);
		const profilerOf = (files) => {
			const placed = placer(files);
			const outside = mayInspect(options.trust) ? [perfSampler(placed, files)] : [];
			const agents = new AgentProfiler(placed, RUNTIMES, scratch);
			const recorded = javaSampler(placed, files, agents.attach.folder);
			return together(agents, recorded, goSampler(placed, services), ...outside);
		};
		const mine = _usingCtx$2.a(profilerOf(world.cwd));
		const profilers = {
			base: _usingCtx$2.a(profilerOf(tree)),
			head: mine
		};
		const order = {
			duelists: able.map((of) => withEnough(of, duel.pairs)),
			seed: schedule.seed + 1,
			env: options.stackEnv
		};
		const workloads = await profileSides(order, {
			...edges,
			profilers
		}, world.signal);
		const named = new Set(workloads.flatMap(({ profiles }) => profiles.flatMap(({ frames }) => frames.map(({ file }) => file))));
		const changes = Object.entries(await changedLines(world, base.sha));
		return {
			workloads,
			changes: Object.fromEntries(changes.filter(([file]) => named.has(file)))
		};
	} catch (_) {
		_usingCtx$2.e = _;
	} finally {
		await _usingCtx$2.d();
	}
}

// src/commands/measure/paired.ts
const FEWEST_STARTS = 3;
const pairedStarts = ({ profiles, policy }, profile) => Math.max(FEWEST_STARTS, own(profiles, profile ?? "")?.starts ?? policy.starts);
const OWN_TRIALS = 3;
async function measurePaired(base, harness, screened) {
	try {
		var _usingCtx$1 = _usingCtx();
		const { ruling, log } = harness;
		log.info(`base is ${base.sha.slice(0, 12)} "${base.subject}", the merge-base with ${base.ref}`);
		const tree = (ruling?.used.base === base.sha ? ruling : void 0) ?? await baseTree(base, harness);
		if (typeof tree === "string") return instead(tree, base, harness);
		_usingCtx$1.a("used" in tree ? null : tree);
		const both = await bothSides(tree.cwd, harness);
		if ("unable" in both) {
			const { unable } = both;
			return {
				schedule: harness.schedule,
				measured: {
					...NOTHING,
					ended: unable,
					unable
				}
			};
		}
		if ("lacking" in both) return instead(both.lacking, base, harness);
		const items = unsettled(await pairingPlan(both, harness), screened);
		if (items.duelists.length === 0 && !screened) return instead("no workload is in both configs", base, harness);
		return await measureItems(items, {
			base,
			tree: tree.cwd,
			both
		}, screened?.spent ?? 0, harness);
	} catch (_) {
		_usingCtx$1.e = _;
	} finally {
		await _usingCtx$1.d();
	}
}
async function measureItems(items, { base, tree, both }, before, harness) {
	const { world } = harness;
	const adopted = !base.release && both.configs.base === both.configs.head;
	const rules = await rulesOf(adopted ? {
		...base,
		adopted
	} : base, items, harness);
	if (items.duelists.length > 0) refuseHopeless(rules);
	const began = world.now().getTime();
	const alone = items.alone.length === 0 ? {
		schedule: emptied(harness.schedule),
		measured: NOTHING
	} : await measureAlone(items.alone, harness);
	const workloads = {
		...alone.measured.workloads,
		...items.facts
	};
	if (alone.measured.ended !== null || items.duelists.length === 0) return {
		...alone,
		measured: {
			...alone.measured,
			workloads
		}
	};
	const spent = (world.now().getTime() - began) / 1e3 + before;
	const judge = judgeOf(rules);
	const edges = edgesOf(both, judge, harness);
	const result = await runDuel(orderOf(rules, items, spent, harness), edges, world.signal);
	const { unable } = result;
	if (unable?.side === "base") {
		const again = harness.builds.dropReused(tree) ? "\nmeasure again: its build was an earlier measurement's, and is forgotten" : "";
		return instead(`it does not start: ${explain(unable.error)}${again}`, base, harness);
	}
	const { pairs, seen, cut, ended } = result;
	const record = {
		...rules.duel,
		looks: [...judge.looks],
		seen,
		cut,
		pairs
	};
	const isWanted = (harness.options.why ?? harness.config.policy.why) !== "never" && ended === null;
	const judged = {
		rules,
		duel: record,
		duelists: items.duelists,
		edges
	};
	const { profiling, stopped } = isWanted ? await explained(judged, base, tree, harness) : {
		profiling: null,
		stopped: ended
	};
	return {
		schedule: alone.schedule,
		duel: record,
		...profiling !== null && { profiling },
		measured: {
			...alone.measured,
			...joinedMeasured(alone.measured, {
				...result,
				workloads: items.facts
			}),
			ended: stopped,
			unable: unable?.error ?? null
		}
	};
}
async function explained(judged, base, tree, harness) {
	try {
		const profile = () => profileDuel(judged, base, tree, harness);
		return {
			profiling: await harness.stepTimes.during("why", profile),
			stopped: null
		};
	} catch (error) {
		if (!isExpected(error)) return {
			profiling: null,
			stopped: error
		};
		harness.log.warn(`why it changed cannot be told: ${explain(error)}`);
		return {
			profiling: null,
			stopped: null
		};
	}
}
function unsettled(items, screened) {
	if (!screened) return items;
	const { settled, outcome } = screened;
	return {
		...items,
		duelists: items.duelists.filter(({ workload }) => !Object.hasOwn(settled, workload)),
		alone: items.alone.filter(({ workload }) => !Object.hasOwn(outcome.measured.workloads, workload))
	};
}
async function instead(why, { sha }, harness) {
	harness.log.warn(`base ${sha.slice(0, 12)} was not measured: ${why}\nhead is measured alone`);
	const fallback = withoutEnd(firstLine(why), ".:");
	return {
		...await measureHead(harness),
		fallback
	};
}
async function baseTree({ sha }, harness) {
	try {
		return await treeWithKeptBuild(harness, sha);
	} catch (error) {
		return excuse(error);
	}
}
function excuse(error) {
	if (!isExpected(error)) throw error;
	return explain(error);
}
async function bothSides(tree, harness) {
	const { world, config, stacks, generator } = harness;
	try {
		await stacks.prepare?.(world.signal);
	} catch (error) {
		if (!isExpected(error)) throw error;
		return { unable: error };
	}
	const read = await configOfTree(harness, tree);
	if (typeof read === "string") return { lacking: read };
	if ([config, read].some((one) => hasFixedPorts(stacks.kind, one))) return { lacking: "a service has a `fixed` port, which base and head cannot both have" };
	const head = {
		stacks,
		generator,
		pairs: harness.pairs
	};
	try {
		const stack = stacks.kind === "external" ? deployedBase(config) : read;
		return {
			sides: {
				head,
				base: await buildSide(harness, tree, stack, "base")
			},
			configs: {
				head: config,
				base: read
			}
		};
	} catch (error) {
		return { lacking: excuse(error) };
	}
}
function measureAlone(alone, harness) {
	const { config, options, schedule } = harness;
	const only = alone.map(({ workload }) => workload);
	const among = slotsIn(schedule).filter(({ workload }) => only.includes(workload));
	const variants = variantsOf(config, only, options.variants);
	const trials = options.trials ?? OWN_TRIALS;
	const wishes = {
		profile: options.profile,
		only,
		variants,
		among,
		trials,
		starts: 1
	};
	const planned = {
		...plan(config, wishes, schedule.seed),
		shard: schedule.shard
	};
	const workloads = { ...config.workloads };
	for (const { workload, short } of alone) {
		const of = own(workloads, workload);
		if (short) workloads[workload] = {
			...of,
			measure: {
				...of.measure,
				stages: short.stages
			}
		};
	}
	const brief = new Set(alone.filter((one) => one.onlyThresholds).map(({ workload }) => workload));
	return measureHead({
		...harness,
		config: {
			...config,
			workloads
		},
		schedule: planned
	}, (slot, measured) => options.trials === void 0 && brief.has(slot.workload) && measured.filter(isItem(slot)).some(holds));
}
const holds = (trial) => trial.outcome === "ok" && trial.observed.thresholds.every(({ held }) => held);
const emptied = (schedule) => ({
	...schedule,
	starts: []
});
async function rulesOf({ sha, subject, ref, release, adopted }, items, harness) {
	const { world, options, config, runnerClass } = harness;
	const shards = options.shard?.of;
	const baselines = await readBaselines(resolve(world.cwd, options.baselines ?? "baselines"), runnerClass);
	for (const one of items.duelists.filter(({ isBlockOpen }) => isBlockOpen)) {
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
function orderOf({ duel }, { duelists }, spent, harness) {
	const { options, schedule } = harness;
	const budget = duel.budget === null ? null : Math.max(0, duel.budget - spent);
	return {
		duelists,
		starts: duel.starts,
		seed: schedule.seed,
		env: options.stackEnv,
		budget
	};
}
const edgesOf = ({ sides }, judge, harness) => ({
	...portsOf(harness),
	sides,
	judge,
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
function runOf({ harness, text, commit, began }, outcome) {
	const { world, options, config, runnerClass, stacks, ruling } = harness;
	const { schedule, measured, duel, profiling, fallback, screened, levels, differences = [] } = outcome;
	const { why, ...steps } = harness.stepTimes.seconds;
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
			...why > 0 && { why }
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

export { NOTHING, baseTree, bothSides, edgesOf, fingerprintHere, judgeOf, measureHead, measurePaired, orderOf, pairedStarts, portsOf, profileDuel, refuseHopeless, rulesOf, runOf, throughout };