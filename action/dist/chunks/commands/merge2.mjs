import { logTo, own, userError } from "../base.mjs";
import { MOST_ORIGINS, Spent, joinedDuel } from "../model.mjs";
import { readRun, writeRun } from "../store.mjs";
import { joinedParts } from "./joining.mjs";
import { inside, prepareOutput } from "./paths.mjs";
import { isDeepStrictEqual } from "node:util";
import { resolve } from "node:path";

// src/commands/check/merge.ts
async function mergeRuns(world, options) {
	const runs = await Promise.all(options.runs.map((path) => readRun(resolve(world.cwd, path))));
	const run = mergedRun(runs);
	await prepareOutput(world, options.out);
	await writeRun(inside(world.cwd, options.out, "run"), run);
	const pairs = run.duel === void 0 ? "" : ` and ${run.duel.pairs.length} pairs`;
	logTo(world.err).info(`merged ${runs.length} shards: ${run.trials.length} trials${pairs}`);
	return run;
}
function mergedRun(runs, absent = []) {
	const ordered = [...runs].sort((a, b) => (a.schedule.shard?.index ?? 0) - (b.schedule.shard?.index ?? 0));
	const [first] = ordered;
	const of = first?.schedule.shard?.of;
	if (!first || of === void 0) throw unmergeable("these are not shards: no run has a shard number");
	const found = ordered.map((run) => run.schedule.shard?.index ?? 0);
	const known = [...found, ...absent.map(({ index }) => index)].sort((a, b) => a - b);
	const wanted = Array.from({ length: of }, (_, i) => i + 1);
	if (known.join() !== wanted.join()) throw unmergeable(`shards 1 to ${of} are needed once each; found ${found.join(", ")}`);
	for (const run of ordered) {
		const odd = differences(first, run);
		if (odd.length > 0) throw unmergeable(`shard ${run.schedule.shard?.index} differs from shard 1 in ${odd.join(", ")}`);
	}
	const { planned, trials, risen } = joinedParts(ordered.map((run) => ({
		planned: run.schedule.starts,
		trials: run.trials,
		risen: run.starts ?? []
	})));
	const duels = ordered.flatMap(({ duel }) => duel ?? []);
	const { edits, editsAfter, ...shared } = first;
	const isSameTree = ordered.every((run) => isDeepStrictEqual([run.edits, run.editsAfter], [edits, editsAfter]));
	return {
		...shared,
		...isSameTree && {
			edits,
			editsAfter
		},
		...joinedFacts(ordered),
		...duels.length > 0 && { duel: joinedDuel(duels) },
		shards: {
			of,
			absent: [...absent]
		},
		id: first.id.replace(/-\d+of\d+$/, ""),
		commit: first.commit && {
			...first.commit,
			dirty: ordered.some((run) => run.commit?.dirty ?? false)
		},
		began: ordered.map((run) => run.began).sort()[0],
		ended: ordered.map((run) => run.ended).sort().at(-1),
		state: ordered.every((run) => run.state === "complete") ? "complete" : "interrupted",
		fingerprint: {
			...first.fingerprint,
			generators: Object.assign({}, ...ordered.map((run) => run.fingerprint.generators))
		},
		workloads: Object.assign({}, ...ordered.map((run) => run.workloads)),
		schedule: {
			...first.schedule,
			shard: null,
			starts: planned,
			...joinedLevels(ordered.map(({ schedule }) => schedule))
		},
		...risen.length > 0 && { starts: risen },
		trials,
		...joinedLevels(ordered),
		spent: spentBy(ordered)
	};
}
function joinedFacts(runs) {
	const first = (key) => runs.find((run) => run[key] !== void 0)?.[key];
	const [rules, fallback, unable] = [
		first("rules"),
		first("fallback"),
		first("unable")
	];
	const edited = new Map(runs.flatMap((run) => (run.rules?.edited ?? []).map((one) => [one.workload, one])));
	const differences = [...new Set(runs.flatMap((run) => run.differences ?? []))].slice(0, 20);
	const records = (key) => {
		const all = Object.assign({}, ...runs.map((run) => run[key]));
		return Object.keys(all).length > 0 && { [key]: all };
	};
	const profilings = runs.flatMap(({ profiling }) => profiling ?? []);
	const origins = new Map(profilings.flatMap(({ origins: own = [] }) => own.map((one) => [one.text, one])));
	return {
		...rules !== void 0 && { rules: {
			...rules,
			edited: [...edited.values()]
		} },
		...fallback !== void 0 && { fallback },
		...unable !== void 0 && { unable },
		...differences.length > 0 && { differences },
		...records("screened"),
		...records("unaffected"),
		...profilings.length > 0 && { profiling: {
			workloads: profilings.flatMap(({ workloads }) => workloads).slice(0, 200),
			changes: Object.assign({}, ...profilings.map(({ changes }) => changes)),
			...origins.size > 0 && { origins: [...origins.values()].slice(0, 1e3) }
		} }
	};
}
function joinedLevels(parts) {
	const levels = parts.flatMap((part) => part.levels ?? []);
	return levels.length > 0 ? { levels } : {};
}
const unmergeable = (why) => userError(`These runs cannot be merged: ${why}.`, { remedy: "give every shard of one measurement once: steelyard measure --seed S --shard 1/N, 2/N, …" });
function differences(a, b) {
	const machine = ({ cpu, cores }) => JSON.stringify([cpu, cores]);
	const stack = ({ stack: { kind, env, labels } }) => JSON.stringify([
		kind,
		sorted(env),
		sorted(labels)
	]);
	const alike = [
		[
			"the number of shards",
			a.schedule.shard?.of,
			b.schedule.shard?.of
		],
		[
			"the seed",
			a.schedule.seed,
			b.schedule.seed
		],
		[
			"the commit",
			a.commit?.sha,
			b.commit?.sha
		],
		["the base", ...bases(a, b)],
		[
			"the rules",
			a.rules?.base,
			b.rules?.base
		],
		[
			"the config",
			a.config.digest,
			b.config.digest
		],
		[
			"the profile",
			a.profile,
			b.profile
		],
		[
			"--scale",
			a.scale,
			b.scale
		],
		[
			"--only",
			JSON.stringify(a.only),
			JSON.stringify(b.only)
		],
		[
			"--variants",
			JSON.stringify(a.variants ?? null),
			JSON.stringify(b.variants ?? null)
		],
		[
			"the stack's kind, environment or labels",
			stack(a),
			stack(b)
		],
		...isEmpty(a) || isEmpty(b) ? [] : [seeded(a, b)],
		[
			"the version of steelyard",
			a.steelyard,
			b.steelyard
		],
		[
			"the runner class",
			a.runnerClass,
			b.runnerClass
		],
		[
			"the machine (CPU, cores or generator)",
			machine(a.fingerprint),
			machine(b.fingerprint)
		],
		...Object.entries(a.fingerprint.generators).map(([name, version]) => [
			"the machine (CPU, cores or generator)",
			version,
			own(b.fingerprint.generators, name) ?? version
		])
	];
	return [...new Set(alike.filter(([, left, right]) => left !== right).map(([name]) => name))];
}
const seeded = (a, b) => [
	"the seeded data",
	a.stack.seed,
	b.stack.seed
];
const isEmpty = ({ trials, duel, levels = [] }) => trials.length + (duel?.pairs.length ?? 0) + levels.length === 0;
function bases({ duel: a }, { duel: b }) {
	const settings = ({ base, budget, shards }) => JSON.stringify([
		base,
		budget,
		shards
	]);
	return a && b ? [settings(a), settings(b)] : [null, null];
}
const sorted = (record) => Object.entries(record).sort(([a], [b]) => a < b ? -1 : 1);
function spentBy(runs) {
	const known = Spent.keyof().options.filter((step) => {
		const isKnown = ({ spent }) => spent[step] !== void 0;
		return step === "why" || step === "wait" ? runs.some(isKnown) : runs.every(isKnown);
	});
	const sum = (step) => runs.reduce((all, { spent }) => all + (spent[step] ?? 0), 0);
	return {
		load: sum("load"),
		total: sum("total"),
		...Object.fromEntries(known.map((step) => [step, sum(step)]))
	};
}

export { mergeRuns, mergedRun };