import { differencesBetween, updatesIn } from "../affected.mjs";
import { Interrupted, VERSION, explain, firstLine, hidden, interruption, isExpected, own, withoutEnd } from "../base.mjs";
import { changedLines, gitListing, gitTree, isAsIn, trackedIn } from "../git.mjs";
import { USUAL_START, measureLevels, plan, profileSides, rounds, secondsUntil, trialSeconds, unmatched, upTo, variantsOf, wholeText, withEnough } from "../measure.mjs";
import { MOST_ORIGINS, MOST_UPDATES, SIDES, UNEXPLAINED, composePath, isItem, itemName, levelling, packageFinder, packageIn, servicesIn, slotsIn, trialsIn, withIncludes, workloadsIn } from "../model.mjs";
import { spentTime } from "../report.mjs";
import { baselineClasses, json, readBaselines, writeRun, writeText } from "../store.mjs";
import { FILES, inside, typedPath } from "./paths.mjs";
import { NOTHING, baselinesFolder, changedBy, duelOf, fingerprintHere, judgeOf, measureHead, portsOf, refuseHopeless, rulesOf, runOf } from "./run.mjs";
import { compare, lastText, screenable, screens, searchOf, sweepStep } from "../compare.mjs";
import { joinedMeasured, joinedParts } from "./joining.mjs";
import { UNINSPECTED, baseRules, buildSide, configOfTree, deployedBase, editsAfter, mayInspect, onlyTried, pairingPlan, plannedAlone, referenceOf, treeWithKeptBuild, withMeasurement } from "./measurement.mjs";
import { makeFolder, readBytes, readWhole } from "../exec.mjs";
import { AgentProfiler, JAVA, NODE, PYTHON, callOriginsOf, goSampler, installedUpdates, javaSampler, originsOf, perfSampler, placer, removedOriginsOf, together } from "../explain.mjs";
import { _usingCtx } from "../helpers.mjs";
import { findConfig } from "./rulefiles.mjs";
import { dirname, join } from "node:path";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";

// src/commands/measure/levels.ts
async function withLevels(outcome, harness) {
	const { schedule, config, options, stacks, generator, log, world } = harness;
	const { levels = [] } = schedule;
	if (levels.length === 0 || outcome.measured.ended !== null) return outcome;
	log.info(`${workloadsIn(levels).join(", ")}: measured at levels, of head alone`);
	const whole = {
		...outcome.schedule,
		levels
	};
	await writeText(join(harness.out, FILES.schedule), json(whole, false));
	const edges = {
		...portsOf(harness),
		stacks,
		generator
	};
	const items = levels.map((of) => itemOf(of, harness));
	const found = await measureLevels(items, config, options.stackEnv, edges, world.signal);
	return {
		...joined(outcome, found),
		levels: found.records,
		schedule: whole
	};
}
function joined(outcome, found) {
	const { measured, duel } = outcome;
	const nothing = measured.trials.length + (duel?.pairs.length ?? 0) === 0;
	return {
		...outcome,
		measured: {
			...measured,
			...joinedMeasured(measured, found),
			ended: found.ended,
			unable: nothing ? found.unable : null
		}
	};
}
function itemOf(of, { config, here }) {
	const workload = own(config.workloads, of.workload);
	const along = workload && levelling(workload);
	if (workload === void 0 || along === void 0) throw new Error(`${of.workload} has no levels`);
	const rules = {
		config: workload,
		policy: config.policy,
		cores: here.cores
	};
	const shared = {
		along,
		first: Math.min(...along.levels),
		said: (probes) => lastText(probes, rules)
	};
	const { sweep, scaling } = workload;
	if (scaling !== void 0) {
		const planned = rounds(along.levels, scaling.repeats, of.seed);
		const { trials, within } = scaling;
		return {
			of,
			plan: {
				...shared,
				trials,
				within,
				next: ({ length }) => planned[length] ?? null
			}
		};
	}
	if (sweep === void 0) throw new Error(`${of.workload} has no levels`);
	const search = searchOf(sweep, workload, of.seed);
	const { trials, within } = sweep;
	return {
		of,
		plan: {
			...shared,
			trials,
			within,
			next: (probes) => sweepStep(search, probes, rules)
		}
	};
}

// src/commands/measure/alike.ts
async function areAlike(composed, files, base, checkout) {
	const [before, after] = SIDES.map((side) => composed[side]);
	if (!before?.mounted || !after?.mounted) return false;
	if (![...new Set([before, after].flatMap(({ services }) => Object.keys(services)))].every((name) => {
		const [one, other] = [before, after].map(({ services }) => own(services, name)?.content);
		return one !== void 0 && one === other;
	})) return false;
	try {
		return await isAsIn(checkout, base.sha, [
			...files,
			...before.mounted,
			...after.mounted
		]);
	} catch (error) {
		if (!isExpected(error) && !(error instanceof Interrupted)) throw error;
		return false;
	}
}
const MOST$1 = 10;
async function ownVariables(files, trees, checkout) {
	const text = (file) => contentOf(join(trees.head, file))?.toString() ?? "";
	const placed = files.map((file) => ({
		file,
		folder: dirname(files[0])
	}));
	const paths = withIncludes(placed, text).flatMap(({ file, folder }) => {
		return [".env", ...Object.values(servicesIn(text(file))).flatMap(({ env_file }) => [env_file].flat().map((one) => Object(one).path ?? one))].flatMap((path) => typeof path === "string" ? composePath(folder, path) ?? [] : []);
	});
	const differing = [...new Set(paths)].filter((path) => {
		const [before, after] = SIDES.map((side) => contentOf(join(trees[side], path))?.toString("hex"));
		return after !== void 0 && before !== after;
	});
	const found = [];
	for (const path of differing.slice(0, MOST$1)) if ((await trackedIn(checkout, join(trees.head, path)).catch(() => null))?.length === 0) found.push(path);
	return found;
}
function contentOf(path) {
	try {
		return readBytes(path);
	} catch {
		return null;
	}
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
		const known = changedBy(rules, duel);
		const largest = isAll ? duelists : known.filter((of) => duelists.some(isItem(of)));
		const wanted = isAll ? largest : largest.slice(0, MOST);
		for (const one of largest.slice(wanted.length)) log.info(`${itemName(one)} is not explained: ${MOST} others changed more; steelyard why --only ${one.workload}`);
		const changed = duelists.filter((of) => wanted.some(isItem(of)));
		if (changed.length === 0) return null;
		if (stacks.kind === "external") {
			log.info("what a deployed service does inside cannot be profiled from here");
			return null;
		}
		const able = changed.filter(({ pairing: { mode } }) => !UNEXPLAINED[mode]);
		for (const one of changed.filter((of) => !able.includes(of))) {
			const { mode } = one.pairing;
			log.info(`${itemName(one)} cannot be explained: in the mode \`${mode}\` both sides ${UNEXPLAINED[mode]}`);
		}
		if (able.length === 0) return null;
		const names = able.map(itemName).join(", ");
		log.info(`loading ${names} again, with profilers, to say why: about 45 s each, longer where starts are slow`);
		const services = Object.fromEntries(Object.entries(config.stack.endpoints).map(([endpoint, { service }]) => [endpoint, service]));
		const scratch = join(out, "scratch");
		makeFolder(scratch, 448);
		const profilerOf = (files) => {
			const placed = placer(files);
			const outside = perfSampler(placed, files, mayInspect(options.trust) ? null : UNINSPECTED);
			const agents = new AgentProfiler(placed, RUNTIMES, scratch);
			const recorded = javaSampler(placed, files, agents.attach.folder);
			return together(agents, recorded, goSampler(placed, services, files), outside);
		};
		const mine = _usingCtx$2.a(profilerOf(world.cwd));
		const profilers = {
			base: _usingCtx$2.a(profilerOf(tree)),
			head: mine
		};
		const order = {
			duelists: able.map((of) => withEnough(of, duel.pairs)),
			waiting: known.filter(({ waits }) => waits),
			seed: schedule.seed + 1,
			env: options.stackEnv
		};
		return withChanges(await profileSides(order, {
			...edges,
			profilers
		}, world.signal), await changedLines(world, base.sha), {
			base: tree,
			head: world.cwd
		});
	} catch (_) {
		_usingCtx$2.e = _;
	} finally {
		await _usingCtx$2.d();
	}
}
function withChanges(workloads, { hunks, ...lines }, folders) {
	const named = new Set(workloads.flatMap(({ profiles }) => profiles.flatMap(({ frames }) => frames.map(({ file }) => file))));
	const packages = [...named].flatMap((file) => file === null ? [] : packageIn(file)?.[1] ?? []);
	const listed = updatesIn(Object.keys(hunks), (side, file) => textOf(join(folders[side], file)));
	const updateOf = packageFinder([...installedUpdates(workloads), ...listed]);
	const found = [...new Set(packages)].flatMap((name) => updateOf(name) ?? []);
	const updates = [...new Set(found)].slice(0, MOST_UPDATES);
	const all = workloads.flatMap(({ statements }) => statements);
	const textsOf = (runs) => [...new Set(runs.flatMap(({ counts }) => counts.map(({ text }) => text)))];
	const texts = textsOf(all.filter(({ http }) => !http));
	const calls = textsOf(all.filter(({ http }) => http));
	const origins = [
		...originsOf(texts, lines.added),
		...removedOriginsOf(texts, lines),
		...callOriginsOf(calls, lines.added)
	].slice(0, MOST_ORIGINS);
	return {
		workloads,
		changes: Object.fromEntries(Object.entries(hunks).filter(([file]) => named.has(file))),
		...origins.length > 0 && { origins },
		...updates.length > 0 && { updates }
	};
}
function textOf(path) {
	try {
		return readWhole(path);
	} catch {
		return null;
	}
}

// src/commands/measure/paired.ts
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
	} : await measureAlone(items.alone, harness, followed(items, rules, harness));
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
	const contest = {
		both,
		items,
		rules,
		spent: (world.now().getTime() - began) / 1e3 + before
	};
	const { result, judge, edges, ...dueled } = await duelOf(contest, harness);
	const { unable } = result;
	if (unable?.side === "base") {
		const again = harness.builds.dropReused(tree) ? "\nmeasure again: its build was an earlier measurement's, and is forgotten" : "";
		return instead(`it does not start: ${explain(unable.error)}${again}`, base, harness);
	}
	if (unable !== null) harness.log.info("head does not start, so that nothing is compared");
	const { pairs, seen, cut, ended } = result;
	const { files = [] } = harness.config.stack.compose ?? {};
	const isSame = await areAlike(result.composed, files, base, world);
	const variables = await ownVariables(files, {
		base: tree,
		head: world.cwd
	}, world);
	const record = {
		...dueled.rules.duel,
		looks: [...judge.looks],
		seen,
		cut,
		pairs,
		...isSame && { alike: true },
		...variables.length > 0 && { variables }
	};
	const isWanted = (harness.options.why ?? harness.config.policy.why) !== "never" && ended === null;
	const judged = {
		rules: dueled.rules,
		duel: record,
		duelists: dueled.items.duelists,
		edges
	};
	const { profiling, stopped } = isWanted ? await explained(() => harness.stepTimes.during("why", () => profileDuel(judged, base, tree, harness)), harness) : {
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
				composed: result.composed.head,
				workloads: items.facts
			}),
			ended: stopped,
			unable: unable?.error ?? null
		}
	};
}
async function explained(profile, { world, log }) {
	try {
		return {
			profiling: await profile(),
			stopped: null
		};
	} catch (error) {
		if (world.signal.aborted) return {
			profiling: null,
			stopped: interruption(world.signal)
		};
		log.warn(`why it changed cannot be told: ${explain(error)}`);
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
	const { size } = await readBaselines(baselinesFolder(harness), harness.runnerClass);
	return {
		...await (size > 0 ? measureHead(harness) : measureAlone(await onlyTried(harness), harness)),
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
function followed({ duelists }, rules, { stacks }) {
	const { looks } = judgeOf(rules);
	const until = (pairs) => secondsUntil(duelists, upTo(pairs), rules.duel.starts, USUAL_START[stacks.kind]);
	return duelists.length === 0 ? null : [until(looks[0]), until(looks.at(-1))];
}
function measureAlone(alone, harness, pairs = null) {
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
	const { generator, stacks, log } = harness;
	const thresholds = alone.filter((one) => options.trials === void 0 && one.onlyThresholds);
	const brief = new Set(thresholds.map(({ workload }) => workload));
	const load = aloneSeconds(slotsIn(planned), alone, brief, generator);
	if (pairs !== null) log.info(wholeText(USUAL_START[stacks.kind] + load, pairs));
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
	return measureHead({
		...harness,
		config: {
			...config,
			workloads
		},
		schedule: planned
	}, (slot, measured) => brief.has(slot.workload) && measured.filter(isItem(slot)).some(holds));
}
function aloneSeconds(slots, alone, brief, generator) {
	return slots.filter(({ workload, trial }) => trial === 0 || !brief.has(workload)).map((slot) => {
		const how = alone.find(({ workload }) => workload === slot.workload);
		return trialSeconds(plannedAlone(slot, how, generator));
	}).reduce((sum, one) => sum + one, 0);
}
const holds = (trial) => trial.outcome === "ok" && trial.observed.thresholds.every(({ held }) => held);
const emptied = (schedule) => ({
	...schedule,
	starts: []
});

// src/commands/measure/screening.ts
async function screenHead(at, base) {
	const { harness } = at;
	const { world, options, config, schedule, generator, log } = harness;
	const began = world.now().getTime();
	const folder = baselinesFolder(harness);
	const baselines = await readBaselines(folder, harness.runnerClass);
	if (baselines.size === 0 || await goneOrUnread(base, harness)) return null;
	const workloads = {};
	for (const name of workloadsIn(slotsIn(schedule)).sort()) workloads[name] = await generator.facts(name, own(config.workloads, name), world.signal);
	const here = {
		id: "",
		runnerClass: harness.runnerClass,
		workloads,
		fingerprint: fingerprintHere(harness)
	};
	const only = screenable(here, config, baselines);
	if (only.length === 0) return null;
	log.info(`${only.join(", ")}: head alone first, stored sessions may settle it`);
	const outcome = await measureHead({
		...harness,
		schedule: plan(config, {
			...options,
			only,
			variants: variantsOf(config, only, options.variants)
		}, schedule.seed)
	});
	const spent = () => (world.now().getTime() - began) / 1e3;
	if (outcome.measured.ended !== null) return {
		outcome,
		settled: {},
		spent: spent()
	};
	const run = runOf(at, outcome);
	const judged = {
		run,
		config,
		baselines,
		classes: await baselineClasses(folder),
		at: run.ended,
		steelyard: VERSION,
		replay: []
	};
	const settled = {};
	for (const [name, { duel, reason }] of screens(judged, compare(judged).rows)) {
		log.info(`${name}: ${reason}`);
		if (!duel) settled[name] = reason.slice(0, 2e3);
	}
	return {
		outcome,
		settled,
		spent: spent()
	};
}
async function goneOrUnread({ sha }, { world, options, config }) {
	const { config: base } = await findConfig(gitTree(world, sha), options.config);
	return base === null || Object.keys(base.workloads).some((name) => !Object.hasOwn(config.workloads, name));
}
async function joinOutcomes(first, then, { out }) {
	const [a, b] = [first.outcome, then];
	const { planned, trials, risen } = joinedParts([a, b].map(({ schedule, measured }) => ({
		planned: schedule.starts,
		trials: measured.trials,
		risen: measured.starts
	})));
	const schedule = {
		...b.schedule,
		starts: planned
	};
	await writeText(join(out, FILES.schedule), json(schedule, false));
	const facts = joinedMeasured(a.measured, b.measured);
	return {
		...b,
		schedule,
		screened: first.settled,
		measured: {
			...b.measured,
			...facts,
			trials,
			starts: risen
		}
	};
}
const allSettled = ({ settled }, { schedule }) => schedule.starts.every(({ slots }) => slots.every(({ workload }) => Object.hasOwn(settled, workload)));

// src/commands/measure/measure.ts
async function measureRun(world, options, written) {
	const rules = options.baseRules ? await baseRules(world, options) : options.rules;
	return withMeasurement(world, {
		...options,
		rules
	}, (at) => measured(at, written));
}
async function measured(at, written) {
	const { harness, commit } = at;
	const { world, options, config, log, redact } = harness;
	const first = harness.schedule.starts.length === 0 ? {
		schedule: harness.schedule,
		measured: NOTHING
	} : await comparedWith(await referenceOf(world, options, config, commit, log), at);
	const outcome = await withLevels(first, harness);
	const { ended, unable, trials } = outcome.measured;
	const pairs = outcome.duel?.pairs ?? [];
	const probes = outcome.levels?.flatMap((record) => record.probes) ?? [];
	const nothing = trials.length + pairs.length + probes.length === 0;
	if (nothing && ended !== null && (unable === null || written === void 0)) throw ended;
	const after = ended === null ? await editsAfter(world, at) : void 0;
	const run = hidden({
		...runOf(at, outcome),
		...after && { editsAfter: after }
	}, redact);
	const path = await keep(run, inside(world.cwd, options.out, "run"), log);
	written?.(path);
	if (ended !== null) {
		const own = trials.length + probes.reduce((sum, probe) => sum + probe.trials.length, 0);
		const what = pairs.length > 0 ? `${pairs.length} pairs` : `${own} trials`;
		if (!nothing) log.warn(`ended early; the ${what} measured are kept in ${typedPath(world.cwd, path)}`);
		throw ended;
	}
	for (const line of typingErrors(run)) log.warn(line);
	if (nothing && run.unaffected) log.info("nothing was measured: the change can affect none of the workloads");
	else if (nothing) log.info("nothing was measured: there are more shards than workloads and variants");
	else if (!hasFigures(run)) log.warn("every trial failed, so there are no figures to judge");
	log.info(`took ${spentTime(run.spent)}`);
	log.info(`wrote ${typedPath(world.cwd, path)}`);
	return {
		run,
		path
	};
}
function hasFigures(run) {
	const all = [...trialsIn(run), ...run.duel?.pairs ?? []];
	return all.length === 0 || all.some(({ outcome }) => outcome === "ok");
}
async function comparedWith(reference, at) {
	const { harness } = at;
	if (reference.kind === "alone") {
		const { fallback } = reference;
		return {
			...await measureHead(harness),
			...fallback !== null && { fallback }
		};
	}
	const differences = await differing(reference.base, harness);
	return {
		...await besideBase(reference, at),
		differences
	};
}
async function besideBase(reference, at) {
	const { harness } = at;
	const screened = reference.screen ? await screenHead(at, reference.base) : null;
	if (screened === null) return measurePaired(reference.base, harness);
	const { outcome, settled } = screened;
	if (outcome.measured.ended !== null) return outcome;
	if (allSettled(screened, harness)) return {
		...outcome,
		screened: settled
	};
	const then = await measurePaired(reference.base, harness, screened);
	return then.fallback === void 0 ? joinOutcomes(screened, then, harness) : then;
}
async function differing({ sha }, { world, ruling }) {
	try {
		const [base, head] = [await gitListing(world, sha), await gitListing(world, "HEAD")];
		if (base === null || head === null) return [];
		return await differencesBetween(base, head, { composeKeys: ruling === void 0 });
	} catch (error) {
		if (!isExpected(error)) throw error;
		return [];
	}
}
function typingErrors(run) {
	return unmatched(run).map(({ workload, selector, nearest }) => {
		const asked = `${workload}: the config asks for \`${selector}\`, which no trial has`;
		return nearest === null ? asked : `${asked}; there is \`${nearest}\``;
	});
}
async function keep(run, path, log) {
	try {
		await writeRun(path, run);
		return path;
	} catch (error) {
		const rescue = join(mkdtempSync(join(realpathSync(tmpdir()), "steelyard-run-")), FILES.run);
		if (await writeRun(rescue, run).then(() => true, () => false)) log.warn(`the run could not be written where it belongs; it is kept at ${rescue}`);
		throw error;
	}
}

export { baseTree, bothSides, hasFigures, measureRun, profileDuel };