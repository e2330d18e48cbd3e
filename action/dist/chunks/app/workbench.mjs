import { SteelyardError, explain, logTo, redactor, seedOf, userError } from "../base.mjs";
import { effective, readConfig, serviceChanges } from "../config.mjs";
import { enterFence, lock, lockWhenFree } from "../exec.mjs";
import { commitAt, gitTree, mergeBase, worktree } from "../git.mjs";
import { definitionChanges, placeIn, placedAt, plan, scaledTo } from "../measure.mjs";
import { STACK_KINDS, loadOf, slotsIn, workloadsIn } from "../model.mjs";
import { apart, composeStacks, duetCores, externalStacks, machine, ownCores, processStacks, secretsOf, sharedNote } from "../stack.mjs";
import { readIfThere, readText } from "../store.mjs";
import { ledger, swept, treesSwept } from "./down2.mjs";
import { BASELINES } from "./options.mjs";
import { prepareOutput, setAside } from "./paths.mjs";
import { demandContained, hostCommandsOf, restrained, withheld } from "./restraint.mjs";
import { cachedK6, commandGenerator, divided, generators, k6Generator, k6Pairs, obtainK6, obtainWrk, wrkGenerator } from "../load.mjs";
import { runnerClassOf } from "./runnerclass.mjs";
import { _usingCtx } from "../helpers.mjs";
import { dirname, join, relative, resolve } from "node:path";
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";

// src/app/stacks.ts
const kindOf = ({ stack }, wanted) => wanted ?? STACK_KINDS.find((one) => stack[one] !== void 0) ?? "process";
function coresOf(config, wanted, log) {
	const count = config.stack.compose?.generator_cpus;
	if (count === void 0 || kindOf(config, wanted) !== "compose") return null;
	const own = ownCores();
	const cores = apart(own, count);
	if (cores === null) log.warn(sharedNote(count, own.length));
	return cores;
}
function noDuetOn(kind) {
	if (kind === "external") return "where a deployed system runs is not ours to say";
	if (process.platform !== "linux") return "only Linux holds processes to cores";
	return duetCores(ownCores()) === null ? "this machine has one core" : null;
}
function secretsIn(config, env) {
	return config.stack.external ? secretsOf(config.stack.external, env) : [];
}
function stacksOf(config, wanted, deps) {
	const { process, compose, external, endpoints, seed, metrics } = config.stack;
	const declared = STACK_KINDS.filter((one) => config.stack[one] !== void 0);
	const kind = kindOf(config, wanted);
	const cores = deps.cores ?? null;
	const common = {
		cwd: deps.world.cwd,
		env: deps.world.env,
		log: deps.log,
		redact: deps.redact
	};
	const kept = {
		logs: deps.logs ?? join(deps.out, "logs"),
		ledger: ledger(deps.out)
	};
	const { seedFrom } = deps;
	const seedCwd = seedFrom?.cwd;
	if (kind === "process" && process) return processStacks({
		...common,
		...kept,
		seed: command(seed),
		seedCwd,
		services: process.services,
		build: process.build,
		buildWithin: process.build_within,
		endpoints
	});
	if (kind === "compose" && compose) {
		const { generator_image: _image, ...bare } = compose;
		const needed = deps.inside === false ? bare : compose;
		const guard = {
			guarded: guardedFrom(deps),
			config: deps.configPath ?? ".github/steelyard.yml"
		};
		const from = seedFrom?.config.stack.compose;
		return composeStacks({
			...common,
			...kept,
			...seedFrom && from && { seedFrom: {
				cwd: seedFrom.cwd,
				compose: from
			} },
			compose: needed,
			seed,
			endpoints,
			metrics,
			cores,
			guard
		});
	}
	if (kind === "external" && external) return externalStacks({
		...common,
		seed: command(seed),
		seedCwd,
		external
	});
	throw userError(`The config has no ${kind} stack.`, {
		where: "--stack",
		remedy: `declare stack.${kind}, or use --stack ${declared.join(" or ")}`
	});
}
const guardedFrom = ({ world, out }) => [...[".git", ".steelyard-action"].map((name) => join(world.cwd, name)), ...[resolve(world.cwd, out), dirname(cachedK6(world.env))]];
function command(seed) {
	if (seed === void 0) return void 0;
	if (seed.run !== void 0) return {
		...seed,
		run: seed.run
	};
	throw userError("The seed is a service of Compose, and the stack is another one.", {
		where: "stack.seed",
		remedy: "add the command that seeds it: seed: { run: [...] }, or use --stack compose"
	});
}

// src/app/generator.ts
function generatorOf({ env, cwd, signal }, out, log, cpus) {
	const place = {
		cwd,
		env,
		scratch: join(out, "scratch"),
		ledger: ledger(out),
		cpus
	};
	return generators({
		k6: async () => k6Generator({
			...await obtainK6({
				env,
				log,
				signal,
				checkout: cwd
			}),
			...place,
			log
		}),
		wrk: async () => wrkGenerator({
			...await obtainWrk(env, signal),
			...place,
			log
		}),
		command: async () => commandGenerator(place)
	});
}

// src/app/pairs.ts
function pairsOf({ env, cwd, signal }, out, log, cpus) {
	const place = {
		cwd,
		env,
		scratch: join(out, "scratch"),
		ledger: ledger(out),
		cpus
	};
	let made;
	const k6 = async () => {
		made ??= obtainK6({
			env,
			log,
			signal,
			checkout: cwd
		}).then((found) => k6Pairs({
			...found,
			...place,
			log
		}));
		return made;
	};
	return {
		async finest(name, workload, abort) {
			const { kind } = loadOf(workload);
			if (kind !== "k6") return {
				mode: "trial",
				why: `a load by ${kind} has one target`
			};
			return (await k6()).finest(name, workload, abort);
		},
		pairs: async (request, border, abort) => (await k6()).pairs(request, border, abort)
	};
}

// src/app/side.ts
function sideOf(config, kind, deps) {
	const cores = deps.cores === void 0 ? coresOf(config, kind, deps.log) : deps.cores;
	return {
		stacks: stacksOf(config, kind, {
			...deps,
			cores
		}),
		...loadsOf({
			...deps,
			cores
		})
	};
}
function loadsOf({ world, out, log, cores }) {
	return {
		generator: generatorOf(world, out, log, cores?.generator),
		pairs: pairsOf(world, out, log, cores?.generator)
	};
}
function deployedBase(config) {
	const { external } = config.stack;
	if (external?.base === void 0) throw userError("The config does not say where base is deployed.", {
		where: "stack.external",
		remedy: "name it: base: { endpoints: { api: { url: https://base.example.com } } }"
	});
	return {
		...config,
		stack: {
			...config.stack,
			external: {
				...external,
				...external.base
			}
		}
	};
}
function loadedAs(config, head, { profile, scale }) {
	const place = placeIn(head, profile);
	const placed = place === void 0 ? config : placedAt(config, place);
	return scale === void 0 ? placed : scaledTo(placed, scale);
}
async function configOfTree({ world, options, config: head }, tree) {
	const path = relative(world.cwd, resolve(world.cwd, options.config));
	try {
		const text = await readIfThere(join(tree, path), "config", "restore it");
		if (text === void 0) return `it has no ${path} (first adoption), so nothing is compared yet`;
		return loadedAs(readConfig(text, path), head, options);
	} catch (error) {
		if (!(error instanceof SteelyardError)) throw error;
		return `its ${path} cannot be used: ${error.message.split("\n")[0]}`;
	}
}

// src/app/trees.ts
const treeOf = ({ world, out }, sha) => worktree(world, sha, ledger(out));
async function configIn(bench, cwd, what) {
	const read = await configOfTree(bench, cwd);
	if (typeof read !== "string") return read;
	throw userError(`${what} has no config that can be used: ${read}.`, {
		where: bench.options.config,
		remedy: "commit it"
	});
}
async function builtSide(bench, cwd, config, name) {
	const { world, out, stacks } = bench;
	const side = sideOf(config, stacks.kind, {
		...bench,
		world: {
			...world,
			cwd
		},
		logs: join(out, "logs", name)
	});
	await side.stacks.prepare?.(world.signal);
	return side;
}

// src/app/ruling.ts
async function baseRules(world, { base, config: path }) {
	const { sha } = await mergeBase(world, base || void 0);
	const text = await gitTree(world, sha).file(path);
	if (text !== null) return {
		config: readConfig(text, `${sha.slice(0, 12)}:${path}`),
		sha
	};
	throw userError("The merge-base has no config, so it has no rules to measure by.", {
		where: `${sha.slice(0, 12)}:${path}`,
		remedy: "leave --base-rules out: the checkout's own config counts then"
	});
}
function measuredBy(own, { rules, profile, scale }) {
	const config = rules === void 0 ? own : effective(rules.config, own);
	return loadedAs(config, config, {
		profile,
		scale
	});
}
function ruledKind(rules, config, asked) {
	const kind = kindOf(rules, asked);
	if (config.stack[kind] !== void 0) return kind;
	throw userError(`Base's rules measure the ${kind} stack, and head's config has none.`, {
		where: `stack.${kind}`,
		remedy: "keep it in this change; a change of the rules counts once it is merged"
	});
}
function headsOwn(config, rules) {
	if (rules === void 0) return config;
	const { seed: _, ...stack } = config.stack;
	const workloads = Object.entries(config.workloads).filter(([name]) => !Object.hasOwn(rules.config.workloads, name));
	return {
		...config,
		stack,
		workloads: Object.fromEntries(workloads)
	};
}
async function ruledBy({ config: rules, sha }, bench, own, cwd) {
	const { config, options, world, schedule, generator: headLoads } = bench;
	const [base, head] = [rules, own].map((one) => loadedAs(one, one, options));
	const loads = loadsOf({
		...bench,
		world: {
			...world,
			cwd
		}
	});
	const ofBase = (name) => Object.hasOwn(base.workloads, name);
	const generator = divided(ofBase, loads.generator, headLoads);
	if (runsPrograms(base, schedule)) await builtSide(bench, cwd, base, "base");
	const edited = await editedLoads(schedule, {
		base,
		head
	}, {
		...bench,
		generator
	});
	const versions = edited.flatMap(({ as, workload }) => as === null || options.shard !== void 0 ? [] : [[as, head.workloads[workload]]]);
	const whole = {
		...config,
		workloads: {
			...config.workloads,
			...Object.fromEntries(versions)
		}
	};
	const changed = await composedChanges(bench, base, cwd);
	const used = {
		base: sha,
		edited,
		service: [...serviceChanges(rules, own), ...changed].map((one) => one.slice(0, 500)).slice(0, 500)
	};
	const asked = {
		...options,
		only: [...workloadsIn(all(schedule)), ...versions.map(([name]) => name)]
	};
	return {
		...bench,
		generator,
		pairs: loads.pairs,
		config: whole,
		ruling: {
			base,
			cwd,
			used
		},
		...versions.length > 0 && { schedule: plan(whole, asked, schedule.seed) }
	};
}
async function composedChanges(bench, base, cwd) {
	const { stacks, world } = bench;
	try {
		const [before, after] = [await stacksOf(base, stacks.kind, {
			...bench,
			world: {
				...world,
				cwd
			}
		}).definition?.(world.signal), await stacks.definition?.(world.signal)];
		return before && after ? definitionChanges(before, after) : [];
	} catch (error) {
		if (error instanceof SteelyardError && error.fault === "user") return [];
		throw error;
	}
}
const runsPrograms = ({ stack, workloads }, schedule) => stack.seed?.run !== void 0 || workloadsIn(all(schedule)).some((name) => Object.hasOwn(workloads, name) && loadOf(workloads[name]).kind === "command");
async function editedLoads(schedule, { base, head }, { generator, world, log, config, options }) {
	const edited = [];
	const taken = new Set(Object.keys(config.workloads));
	for (const name of workloadsIn(all(schedule)).sort()) {
		if (!Object.hasOwn(base.workloads, name) || !Object.hasOwn(head.workloads, name)) continue;
		const [theirs, ours] = [base.workloads[name], head.workloads[name]];
		const { digest } = await generator.facts(name, theirs, world.signal);
		const as = versionOf(name, taken);
		const found = await digestOf(as, ours, generator, world.signal);
		if (found.digest === digest) continue;
		const forbidden = options.trust ? hostCommandsOf(ours, options.trust) : [];
		log.info(`${name}: head edits its load; base's drives both sides`);
		const why = forbidden.length > 0 ? "base's rules forbid a change's own commands" : found.why;
		if (why !== void 0) log.warn(`head's version of ${name} cannot be measured: ${why}`);
		edited.push({
			workload: name,
			as: why === void 0 ? as : null
		});
		taken.add(as);
	}
	return edited;
}
async function digestOf(name, workload, generator, signal) {
	try {
		return { digest: (await generator.facts(name, workload, signal)).digest };
	} catch (error) {
		if (error instanceof SteelyardError && error.fault === "user") return { why: explain(error) };
		throw error;
	}
}
function versionOf(workload, taken) {
	for (let n = 1;; n++) {
		const name = `${workload.slice(0, 70)}.head${n === 1 ? "" : n}`;
		if (!taken.has(name)) return name;
	}
}
const all = ({ starts, levels = [] }) => [...slotsIn({ starts }), ...levels];

// src/app/host.ts
const PATIENCE = 7200;
async function hostLock(world, wait, log, patience = PATIENCE) {
	const path = join(realpathSync(tmpdir()), "steelyard-host.lock");
	const busy = "Another measurement is using this machine.";
	if (!wait) return lock(path, busy, "wait for it to end, or leave out --no-wait to have that done");
	return lockWhenFree(path, {
		signal: world.signal,
		most: patience,
		busy: `Another measurement has been using this machine for ${Math.round(patience / 60)} minutes.`,
		waiting: (holder) => log.info(`another measurement (process ${holder?.pid ?? "unknown"}) is using this machine; waiting for its end`)
	});
}

// src/app/workbench.ts
async function atWorkbench(world, options, use) {
	try {
		var _usingCtx$1 = _usingCtx();
		const began = world.now();
		const { text, config: own } = await readOwn(world, options.config);
		const whole = measuredBy(own, options);
		const config = options.trust === void 0 ? whole : restrained(whole, options.trust);
		const { rules, trust } = options;
		const kind = rules === void 0 ? kindOf(config, options.stack) : ruledKind(rules.config, config, options.stack);
		if (trust !== void 0) demandContained(headsOwn(config, rules), kind, trust);
		const redact = redactor(secretsIn(config, world.env));
		const log = logTo(world.err, redact);
		for (const right of withheld(own, config)) log.warn(`stack.compose.allow: \`${right}\` is not given, because the base branch's config does not allow it`);
		const seed = options.seed ?? seedOf(world.random());
		const schedule = plan(config, options, seed);
		const here = machine();
		const runnerClass = runnerClassOf(options.runnerClass, world.env, config, here);
		const out = await prepareOutput(world, options.out);
		_usingCtx$1.u(lock(join(out, "lock"), "Another measurement is writing into this folder."));
		_usingCtx$1.u(await hostLock(world, options.wait ?? true, log));
		setAside(out);
		await swept(out, log);
		_usingCtx$1.a(enterFence());
		await treesSwept(world, out, log);
		const commit = await commitAt(world.cwd, world.env, world.signal, BASELINES);
		const tree = _usingCtx$1.a(rules === void 0 ? null : await worktree(world, rules.sha, ledger(out)));
		const deps = {
			world,
			out,
			log,
			redact,
			inside: isInside(config, schedule),
			configPath: options.config,
			...rules && tree && { seedFrom: {
				cwd: tree.cwd,
				config: rules.config
			} },
			cores: coresOf(config, kind, log)
		};
		const bench = {
			...deps,
			...sideOf(config, kind, deps),
			options,
			config,
			schedule,
			here,
			runnerClass
		};
		if (rules === void 0 || tree === null) return await use({
			bench,
			text,
			commit,
			began
		});
		return await use({
			bench: await ruledBy(rules, bench, own, tree.cwd),
			text,
			commit,
			began
		});
	} catch (_) {
		_usingCtx$1.e = _;
	} finally {
		await _usingCtx$1.d();
	}
}
const configOf = async (world, options) => measuredBy((await readOwn(world, options.config)).config, options);
async function readOwn(world, name) {
	const text = await readText(resolve(world.cwd, name), "config", "run this at the top of your checkout, or name one: steelyard measure --config PATH");
	return {
		text,
		config: readConfig(text, name)
	};
}
const isInside = ({ workloads }, { starts, levels = [] }) => [...slotsIn({ starts }), ...levels].some(({ workload }) => workloads[workload]?.in !== "host");

export { atWorkbench, baseRules, builtSide, configIn, configOf, configOfTree, deployedBase, kindOf, loadedAs, noDuetOn, secretsIn, sideOf, treeOf };