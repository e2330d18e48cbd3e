import { differencesBetween } from "../affected.mjs";
import { VERSION, hidden, isExpected, own } from "../base.mjs";
import { gitListing, gitTree } from "../git.mjs";
import { measureLevels, plan, rounds, unmatched, variantsOf } from "../measure.mjs";
import { levelling, slotsIn, trialsIn, workloadsIn } from "../model.mjs";
import { spentTime } from "../report.mjs";
import { baselineClasses, json, readBaselines, writeRun, writeText } from "../store.mjs";
import { FILES, inside, typedPath } from "./paths.mjs";
import { refuseFixedPorts } from "./fixedports.mjs";
import { NOTHING, fingerprintHere, measureHead, measurePaired, portsOf, runOf } from "./run.mjs";
import { compare, lastText, screenable, screens, searchOf, sweepStep } from "../compare.mjs";
import { joinedMeasured, joinedParts } from "./joining.mjs";
import { baseRules, inCI, referenceOf, withMeasurement } from "./measurement.mjs";
import { BASELINES } from "./options.mjs";
import { findConfig } from "./rulefiles.mjs";
import { join, resolve } from "node:path";
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

// src/commands/measure/screening.ts
async function screenHead(at, base) {
	const { harness } = at;
	const { world, options, config, schedule, generator, log } = harness;
	const began = world.now().getTime();
	const folder = resolve(world.cwd, options.baselines ?? "baselines");
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
	const run = hidden(runOf(at, outcome), redact);
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
	const { world, options, stacks, config } = harness;
	if (typeof options.base === "string" && !inCI(world.env)) refuseFixedPorts(stacks.kind, config);
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
async function differing({ sha }, { world }) {
	try {
		const [base, head] = [await gitListing(world, sha), await gitListing(world, "HEAD")];
		return base === null || head === null ? [] : await differencesBetween(base, head);
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

export { hasFigures, measureRun };