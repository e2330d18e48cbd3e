import { Ends, Interrupted, SteelyardError, StepTimes, environmentError, explain, firstLine, isExpected, logTo, named, own, redactor, seedOf, userError } from "../base.mjs";
import { Instructions, allowed, enterFence, lock, lockWhenFree, namesIn, sshEnv } from "../exec.mjs";
import { NO_EDITS, addWorktree, commitAt, editsAt, gitListing, gitOutput, gitTree, lastRelease, mergeBase, namedTop } from "../git.mjs";
import { blockFor, clock, definitionChanges, demandOrigin, modeOf, plan, profileOrigin, scaledTo, settings, startsSlowly, withOrigin } from "../measure.mjs";
import { LONGEST_BLOCK, MOST_PAIRS, familyOf, format, hasLimits, isWhole, itemKey, itemName, loadIn, loadOf, slotsIn, workloadsIn } from "../model.mjs";
import { Builds, KeptBuild, literals, machine } from "../stack.mjs";
import { BASELINES } from "./options.mjs";
import { prepareOutput, setAside } from "./paths.mjs";
import { configAt, readConfigFile } from "./rulefiles.mjs";
import { ledger, sweepRun, sweepTrees } from "./down2.mjs";
import { effective, serviceChanges } from "../config.mjs";
import { K6Pairs, divided, machinesIn, obtainK6 } from "../load.mjs";
import { coresOf, generatorOf, hindrances, kindOf, runnerClassOf, secretsIn, stacksOf, workplace } from "./runnerclass.mjs";
import { filesIn } from "../store.mjs";
import { effects } from "../affected.mjs";
import { _usingCtx } from "../helpers.mjs";
import { isDeepStrictEqual } from "node:util";
import { join, relative, resolve } from "node:path";
import { realpathSync } from "node:fs";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";

// src/commands/measure/counted.ts
async function noteUncounted({ workloads }, log, env, refusal = (own) => new Instructions(own).refusal()) {
	if (!Object.values(workloads).some(asksFor)) return;
	const why = await refusal(env);
	if (why !== null) log.info(`instructions are not counted: ${why}`);
}
const asksFor = ({ gate, budgets, expect, metrics }) => [...gate, ...[
	budgets,
	expect,
	metrics
].flatMap(Object.keys)].some((text) => familyOf(text) === "instructions_per_request");

// src/commands/measure/hostlock.ts
const TIMEOUT = 7200;
const REPORT = 60;
async function hostLock(world, wait, log, timeout = TIMEOUT) {
	const path = join(temporary(), "steelyard-host.lock");
	const busy = "Another measurement is using this machine.";
	if (!wait) return lock(path, busy, "wait for it to end, or leave out --no-wait to have that done");
	let report = { stop() {} };
	try {
		return await lockWhenFree(path, {
			signal: world.signal,
			most: timeout,
			busy: `Another measurement has been using this machine for ${Math.round(timeout / 60)} minutes.`,
			waiting: (holder) => {
				report = reportWait(log, holder?.pid ?? null, timeout);
			}
		});
	} finally {
		report.stop();
	}
}
function reportWait(log, pid, timeout) {
	const first = `another measurement (process ${pid ?? "unknown"}) is using this machine`;
	log.info(`${first}; waiting for its end, ${clock(timeout)} at most (--no-wait gives up at once)`);
	const other = "another measurement is using this machine";
	let seconds = 0;
	const timer = setInterval(() => {
		seconds++;
		if (log.isLive) log.progress(`${other} · waited ${clock(seconds)}`);
		else if (seconds % REPORT === 0) log.info(`${other}; waited ${clock(seconds)}`);
	}, 1e3);
	return { stop() {
		clearInterval(timer);
		log.progress("");
		log.info(`waited ${clock(seconds)} for another measurement`);
	} };
}
function temporary() {
	try {
		return realpathSync(tmpdir());
	} catch (cause) {
		throw environmentError("The temporary folder is not there.", {
			where: tmpdir(),
			remedy: "make it, or set TMPDIR to one that is there",
			cause
		});
	}
}

// src/commands/measure/pairings.ts
async function pairingPlan(both, harness) {
	const { sides, configs } = both;
	const { schedule, world, config, log } = harness;
	const facts = {};
	const alone = /* @__PURE__ */ new Map();
	const duelists = [];
	const slots = slotsIn(schedule);
	const comparisonSize = new Set(slots.map(itemKey)).size;
	for (const name of workloadsIn(slots).sort()) {
		const workload = own(config.workloads, name);
		demandOrigin(name, workload, sides.head.stacks.kind);
		const fact = await sides.head.generator.facts(name, workload, world.signal);
		facts[name] = fact;
		const theirs = own(configs.base.workloads, name);
		const mine = slots.filter((slot) => slot.workload === name);
		const cold = mine.some((slot) => slot.cold);
		const limits = limitsOf(workload, mine, sides.head);
		if (limits !== null) alone.set(name, limits);
		if (theirs === void 0 || cold) {
			alone.set(name, {
				workload: name,
				onlyThresholds: false
			});
			const why = cold ? "is measured cold, which pairs are not" : "is not in base's config";
			log.info(`${name} ${why}: head is measured alone`);
			continue;
		}
		const variants = [...new Set(mine.map(({ variant }) => variant))].sort();
		const isShared = (variant) => variant === null || Object.hasOwn(theirs.variants, variant);
		if (!variants.every(isShared)) alone.set(name, {
			workload: name,
			onlyThresholds: false
		});
		const shared = {
			name,
			workload,
			theirs,
			fact,
			notes: limits?.short ? [limits.short.note] : [],
			course: courseOf(mine[0], sides.head.generator),
			variants: variants.filter(isShared),
			comparisonSize
		};
		duelists.push(...await paired(both, harness, shared));
	}
	return {
		duelists,
		alone: [...alone.values()],
		facts,
		gone: goneFrom(configs, harness)
	};
}
async function paired({ sides, configs }, harness, shared) {
	const { options, world, config, log } = harness;
	const { name, workload, theirs, fact, variants, comparisonSize } = shared;
	const { digest } = await digestOf(name, theirs, sides.base, world.signal);
	const script = digest === fact.digest ? "base" : "head";
	const driven = {
		...script === "base" ? theirs : workload,
		measure: workload.measure
	};
	const against = hindrances(sides.head.stacks.kind, configs.head, configs.base);
	const chosen = await modeOf(name, driven, sides[script].pairs, against, world.signal);
	const { mode, why, rate } = chosen;
	const notes = [...chosen.notes ?? [], ...shared.notes];
	for (const note of notes) log.info(`${name}: ${note}`);
	const { pairs, pace } = workload.measure;
	if (pace === "full" && mode !== "request") log.info(`${name}: \`pace: full\` has no effect in mode ${mode}`);
	demandOrigin(name, driven, sides.head.stacks.kind);
	const size = settings(config, driven, options.profile ?? null);
	const whole = isWhole(mode);
	const isChosen = !whole && workload.measure.block === void 0;
	const isLong = isChosen && startsSlowly(sides.head.stacks.kind, comparisonSize);
	const usual = isLong ? LONGEST_BLOCK : blockFor(rate?.requests ?? Infinity, comparisonSize);
	const block = whole ? size.duration : workload.measure.block ?? usual;
	const isFewer = isLong && options.pairs === void 0 && pairs[1] === MOST_PAIRS.usual;
	const range = (most) => [Math.min(pairs[0], most), most];
	const unstretched = range(options.pairs ?? pairs[1]);
	return variants.map((variant) => ({
		workload: name,
		variant,
		config: driven,
		...size,
		course: shared.course,
		rate,
		comparisonSize,
		isBlockOpen: isChosen && !isLong && !isOpenLoad(fact),
		unstretched: isLong ? unstretched : void 0,
		stackEnv: variant === null ? {} : own(workload.variants, variant)?.stack_env ?? {},
		pairing: {
			workload: name,
			variant,
			mode,
			...pace === "full" && { pace },
			why,
			block,
			pairs: isFewer ? range(MOST_PAIRS.long) : unstretched,
			script,
			...notes.length > 0 && { notes }
		}
	}));
}
const isOpenLoad = ({ model }) => model === "open" || model === "mixed";
function goneFrom({ head, base }, { options }) {
	const profile = options.profile === void 0 ? void 0 : own(head.profiles, options.profile);
	const only = options.only ?? profile?.only;
	return Object.keys(base.workloads).filter((name) => !Object.hasOwn(head.workloads, name) && (only?.includes(name) ?? true)).sort();
}
function limitsOf(workload, slots, { generator }) {
	const { workload: name } = slots[0];
	const isLimited = hasLimits(workload);
	if (!isLimited && !generator.limits?.(name)) return null;
	const alone = {
		workload: name,
		onlyThresholds: !isLimited
	};
	if (needsWholeCourse(workload)) return alone;
	const short = shortCourse(workload, slots, generator);
	if (short === null) return alone;
	const note = `its ${isLimited ? "budgets" : "thresholds"} are judged in ${short.text}; \`measure: { stages: 1 }\` keeps all of it`;
	return {
		...alone,
		short: {
			stages: short.stages,
			note
		}
	};
}
const needsWholeCourse = ({ budgets, expect }) => Object.keys(expect).length > 0 || Object.keys(budgets).some((name) => /\.count$|^memory_/.test(name));
function shortCourse({ measure }, slots, generator) {
	const course = Math.max(0, ...slots.map((slot) => ownCourse(slot, generator) ?? 0));
	if (course <= 15 || measure.stages !== void 0) return null;
	const text = `${format(15, "s")} of its course of ${format(course, "s")}`;
	return {
		stages: 15 / course,
		text
	};
}
function plannedAlone(slot, { short }, generator) {
	const course = ownCourse(slot, generator);
	return short && course !== void 0 ? slot.warmup + course * short.stages : generator.planned(slot.workload, slot);
}
async function onlyTried({ schedule, config, generator, world, log }) {
	const slots = slotsIn(schedule);
	const found = [];
	for (const name of workloadsIn(slots).sort()) {
		const workload = own(config.workloads, name);
		await generator.facts(name, workload, world.signal);
		const mine = slots.filter((slot) => slot.workload === name);
		const one = limitsOf(workload, mine, { generator }) ?? tried(workload, mine, generator);
		if (one.short) log.info(`${name}: ${one.short.note}`);
		found.push(one);
	}
	return found;
}
function tried(workload, slots, generator) {
	const alone = {
		workload: slots[0].workload,
		onlyThresholds: false
	};
	const short = shortCourse(workload, slots, generator);
	return short === null ? alone : {
		...alone,
		short: {
			stages: short.stages,
			note: `${short.text} are run`
		}
	};
}
function ownCourse(slot, generator) {
	const course = courseOf(slot, generator);
	return course === slot.duration ? void 0 : course;
}
function courseOf(slot, generator) {
	const planned = generator.planned(slot.workload, slot);
	return planned === null ? void 0 : planned - slot.warmup;
}
async function digestOf(name, workload, { generator }, signal) {
	try {
		return { digest: (await generator.facts(name, workload, signal)).digest };
	} catch (error) {
		if (error instanceof SteelyardError && error.fault === "user") return { why: explain(error) };
		throw error;
	}
}

// src/commands/measure/interleaving.ts
function pairsOf(world, out, log, at) {
	const { env, cwd, signal } = world;
	const place = workplace(world, out, at);
	let made;
	const k6 = async () => {
		made ??= obtainK6({
			env,
			log,
			signal,
			checkout: cwd
		}).then((found) => new K6Pairs({
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

// src/commands/measure/reference.ts
const ALONE = {
	kind: "alone",
	fallback: null
};
async function referenceOf(world, options, config, commit, log) {
	const { reference, release } = config.policy;
	const typed = typeof options.base === "string" || options.release === true;
	const asked = typed || reference === "base" && options.base !== false;
	const automatic = reference === "auto" && options.base === void 0 && inCI(world.env);
	if (!asked && !automatic) return ALONE;
	try {
		const ref = options.release ? await lastRelease(world, release) : options.base || options.branch;
		const found = await mergeBase(world, ref);
		const base = options.release ? {
			...found,
			release: true
		} : found;
		if (!base.same) return {
			kind: "base",
			base,
			screen: !asked && options.shard === void 0
		};
		if (asked && commit?.dirty) return {
			kind: "base",
			base,
			screen: false
		};
		if (typed) throw userError("The base is the checked-out commit itself, and nothing in the checkout differs from it.", {
			where: `--base ${base.ref.slice(0, 200)}`,
			remedy: "check out the change, or name an earlier commit; `steelyard calibrate` pairs a commit with itself"
		});
		if (asked) log.info(`this commit is its own merge-base with ${base.ref}: head is measured alone`);
		return ALONE;
	} catch (error) {
		if (asked || !isExpected(error)) throw error;
		log.warn(`base is not measured: ${explain(error)}`);
		return {
			kind: "alone",
			fallback: error.message.replace(/\.$/, "")
		};
	}
}
const inCI = ({ CI }) => CI !== void 0 && ![
	"",
	"0",
	"false"
].includes(CI);

// src/commands/measure/side.ts
function sideOf(config, kind, deps) {
	const cores = deps.cores === void 0 ? coresOf(config, kind, deps.log) : deps.cores;
	const stacks = stacksOf(config, kind, {
		...deps,
		cores
	});
	return {
		stacks,
		...loadGenerators(config, stacks.kind, {
			...deps,
			cores
		})
	};
}
function loadGenerators(config, kind, { world, out, log, cores }) {
	const deployed = kind === "external";
	const machines = deployed ? machinesIn(world.env) : [];
	const at = {
		cpus: cores?.generator,
		literals: literals(config, kind, world.cwd),
		deployed,
		machines
	};
	return {
		generator: generatorOf(world, out, log, at),
		pairs: pairsOf(world, out, log, at)
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
	const place = profileOrigin(head, profile);
	const placed = place === void 0 ? config : withOrigin(config, place);
	return scale === void 0 ? placed : scaledTo(placed, scale);
}
const isTried = ({ env }, { rules }) => rules === void 0 && !inCI(env);
async function configOfTree({ world, options, config: head }, tree) {
	const path = relative(world.cwd, resolve(world.cwd, options.config));
	try {
		const config = await configAt(filesIn(tree, "config", "restore it"), path);
		if (config !== null) return loadedAs(config, head, options);
		if (options.release || isTried(world, options)) return head;
		return `it has no ${path} (first adoption), so nothing is compared yet`;
	} catch (error) {
		if (!(error instanceof SteelyardError)) throw error;
		return `its ${path} cannot be used: ${firstLine(error.message)}`;
	}
}

// src/commands/measure/trees.ts
function treeOf({ world, out, log, options }, sha, name) {
	const extra = options.trust === void 0 ? sshEnv(world.env) : {};
	return addWorktree({
		...world,
		extra
	}, sha, ledger(out), log, name);
}
async function treeWithKeptBuild(harness, sha) {
	const { world, options, builds } = harness;
	if (inCI(world.env) || options.trust !== void 0 || options.rules !== void 0) return treeOf(harness, sha);
	const name = await nameOf(world, sha);
	const tree = await treeOf(harness, sha, name);
	if (tree.top === namedTop(name) && namesIn(tree.top).every((one) => one.name !== ".gitmodules")) builds.keep(tree.cwd, new KeptBuild(world.env, name, tree.top));
	return tree;
}
async function nameOf(world, sha) {
	const top = await gitOutput(world, "rev-parse", "--show-toplevel") ?? world.cwd;
	return createHash("sha256").update(`${top}\0${tmpdir()}\0${sha}`).digest("hex").slice(0, 16);
}
async function configIn(harness, cwd, what) {
	const read = await configOfTree(harness, cwd);
	if (typeof read !== "string") return read;
	throw userError(`${what} has no config that can be used: ${read}.`, {
		where: harness.options.config,
		remedy: "commit it"
	});
}
async function buildSide(harness, cwd, config, name) {
	const { world, out, log, stacks } = harness;
	const side = sideOf(config, stacks.kind, {
		...harness,
		log: named(log, name),
		world: {
			...world,
			cwd
		},
		logs: join(out, "logs", name)
	});
	await side.stacks.prepare?.(world.signal);
	return side;
}

// src/commands/measure/trust.ts
const NO_TRUST = {
	allow: [],
	secrets: [],
	hostCommands: true,
	variables: []
};
function trustIn({ stack, workloads, policy }) {
	const { compose, external } = stack;
	const headers = [external?.endpoints, external?.base?.endpoints].flatMap((all) => Object.values(all ?? {})).flatMap((endpoint) => Object.values(endpoint.headers));
	return {
		allow: compose?.allow ?? [],
		secrets: [...new Set(headers.flatMap((header) => typeof header === "string" ? [] : [header.env]))],
		hostCommands: policy.trust === "any",
		variables: [...new Set(Object.values(workloads).flatMap(variablesOf))]
	};
}
const variablesOf = ({ env, variants, sweep, scaling }) => [...[env, ...Object.values(variants).map((variant) => variant.env)].flatMap(Object.keys), ...[sweep, scaling].flatMap((levels) => levels?.variable ?? [])];
function lesser(one, other) {
	const both = (key) => one[key].filter((name) => other[key].includes(name));
	return {
		allow: both("allow"),
		secrets: both("secrets"),
		hostCommands: one.hostCommands && other.hostCommands,
		variables: both("variables")
	};
}
function restrained(config, { allow }) {
	const { compose } = config.stack;
	if (compose === void 0) return config;
	const kept = compose.allow.filter((one) => allow.includes(one));
	return {
		...config,
		stack: {
			...config.stack,
			compose: {
				...compose,
				allow: kept
			}
		}
	};
}
const withheld = (asked, given) => (asked.stack.compose?.allow ?? []).filter((one) => given.stack.compose?.allow.includes(one) !== true);
function hostCommands({ stack, workloads }, kind, trust) {
	const { process, compose, seed } = stack;
	const loads = Object.entries(workloads).flatMap(([name, workload]) => hostCommandsOf(workload, trust).map((key) => `workloads.${name}.${key}`));
	return [
		...kind === "process" && process !== void 0 ? ["stack.process"] : [],
		...kind === "compose" && compose !== void 0 && compose.build.length > 0 ? ["stack.compose.build"] : [],
		...seed?.run !== void 0 && seed.service === void 0 ? ["stack.seed.run"] : [],
		...loads
	];
}
function hostCommandsOf(workload, { variables }) {
	const load = loadIn(workload);
	return [...(load?.about.hostCommands(load.settings) ?? []).map((at) => [load?.kind, ...at].join(".")), ...variablesOf(workload).filter((variable) => !variables.includes(variable)).map((variable) => `env.${variable}`)];
}
function demandContained(config, kind, trust) {
	if (trust.hostCommands) return;
	const found = hostCommands(config, kind, trust);
	if (found.length === 0) return;
	throw userError(`This change would run commands of its own on the measuring machine, outside of containers: ${found.join(", ")}.`, {
		where: "policy.trust: compose-only, in the config of the base branch (or that config cannot be read)",
		remedy: "run them in containers (services of Compose with --stack compose, seed: { service: … }, k6), name new variables on the base branch first, or review the change and measure it by hand"
	});
}
const READ = [
	"CI",
	"STEELYARD_RUNNER_CLASS",
	"STEELYARD_GENERATORS",
	"SSH_AUTH_SOCK",
	"XDG_CACHE_HOME",
	"XDG_RUNTIME_DIR",
	"DOCKER_HOST",
	"DOCKER_CONTEXT",
	"DOCKER_CONFIG",
	"DOCKER_TLS_VERIFY",
	"DOCKER_CERT_PATH"
];
function runnerless(env, { secrets }) {
	const passed = [...READ, ...secrets].flatMap((name) => {
		const value = own(env, name);
		return value === void 0 ? [] : [[name, value]];
	});
	return allowed(env, Object.fromEntries(passed), { go: true });
}
const mayInspect = (trust) => trust?.hostCommands ?? true;
const UNINSPECTED = "perf may not watch it: policy.trust of the base branch is compose-only (or that config cannot be read), and any allows it";

// src/commands/measure/ruling.ts
async function baseRules(world, { base, config: path }) {
	const { sha } = await mergeBase(world, base || void 0);
	const where = `${sha.slice(0, 12)}:${path}`;
	const config = await configAt(gitTree(world, sha), path, where);
	if (config !== null) return {
		config,
		sha
	};
	throw userError("The merge-base has no config, so it has no rules to measure by.", {
		where,
		remedy: "leave --base-rules out: the checkout's own config counts then"
	});
}
function measuredBy(written, { rules, profile, scale }) {
	const config = rules === void 0 ? written : effective(rules.config, written);
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
	const workloads = Object.entries(config.workloads).map(([name, workload]) => {
		const theirs = own(rules.config.workloads, name);
		return [name, theirs === void 0 ? workload : newVariants(workload, theirs)];
	});
	return {
		...config,
		stack,
		workloads: Object.fromEntries(workloads)
	};
}
const keepsSecrets = (kind, { rules, trust }) => kind === "external" && rules !== void 0 && trust !== void 0 && trust.secrets.length > 0;
function withoutOwnLoads(config, kind, options, log) {
	if (options.rules === void 0 || !keepsSecrets(kind, options)) return config;
	const base = options.rules.config.workloads;
	const [kept, added] = [/* @__PURE__ */ new Map(), []];
	for (const [name, workload] of Object.entries(config.workloads)) {
		const theirs = own(base, name);
		if (theirs === void 0) added.push(name);
		else {
			kept.set(name, {
				...workload,
				variants: theirs.variants
			});
			const variants = Object.keys(newVariants(workload, theirs).variants);
			added.push(...variants.map((variant) => itemName({
				workload: name,
				variant
			})));
		}
	}
	for (const name of added) log.warn(`${name} is not measured: the change adds it, and its load would get the secrets of \`stack.external\`; add it on the base branch first`);
	const profiles = Object.entries(config.profiles).map(([name, profile]) => {
		const only = profile.only?.filter((one) => kept.has(one));
		return [name, {
			...profile,
			...only && { only }
		}];
	});
	return {
		...config,
		workloads: Object.fromEntries(kept),
		profiles: Object.fromEntries(profiles)
	};
}
function newVariants(workload, base) {
	const added = Object.entries(workload.variants).filter(([name]) => !Object.hasOwn(base.variants, name));
	const variants = Object.fromEntries(added);
	const { kind } = loadOf(workload);
	return {
		...workload,
		[kind]: void 0,
		env: {},
		sweep: void 0,
		scaling: void 0,
		variants
	};
}
async function ruledBy({ config: rules, sha }, harness, written, cwd) {
	const { config, options, world, schedule, generator: headLoads } = harness;
	const [base, head] = [rules, written].map((one) => loadedAs(one, one, options));
	const loads = loadGenerators(base, harness.stacks.kind, {
		...harness,
		world: {
			...world,
			cwd
		}
	});
	const ofBase = (name) => Object.hasOwn(base.workloads, name);
	const generator = divided(ofBase, loads.generator, headLoads);
	if (runsPrograms(base, schedule)) await buildSide(harness, cwd, base, "base");
	const edited = await editedLoads(schedule, {
		base,
		head
	}, {
		...harness,
		generator
	});
	const versions = edited.flatMap(({ as, workload }) => as === null || options.shard !== void 0 ? [] : [[as, own(head.workloads, workload)]]);
	const whole = {
		...config,
		workloads: {
			...config.workloads,
			...Object.fromEntries(versions)
		}
	};
	const changed = await composedChanges(harness, base, cwd);
	const used = {
		base: sha,
		edited,
		service: [...serviceChanges(rules, written), ...changed].map((one) => one.slice(0, 500)).slice(0, 500)
	};
	const asked = {
		...options,
		only: [...workloadsIn(all(schedule)), ...versions.map(([name]) => name)]
	};
	return {
		...harness,
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
async function composedChanges(harness, base, cwd) {
	const { stacks, world } = harness;
	try {
		const [before, after] = [await stacksOf(base, stacks.kind, {
			...harness,
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
const runsPrograms = ({ stack, workloads }, schedule) => stack.seed?.run !== void 0 || workloadsIn(all(schedule)).some((name) => own(workloads, name)?.command !== void 0);
async function editedLoads(schedule, { base, head }, { generator, world, log, config, options, stacks: { kind } }) {
	const edited = [];
	const taken = new Set(Object.keys(config.workloads));
	for (const name of workloadsIn(all(schedule)).sort()) {
		const [theirs, ours] = [own(base.workloads, name), own(head.workloads, name)];
		if (theirs === void 0 || ours === void 0) continue;
		const { digest } = await generator.facts(name, theirs, world.signal);
		const as = versionOf(name, taken);
		const found = await digestOf(as, ours, { generator }, world.signal);
		if (found.digest === digest) continue;
		log.info(`${name}: head edits its load; base's drives both sides`);
		const why = forbidden(ours, kind, options) ?? found.why;
		if (why !== void 0) log.warn(`head's version of ${name} cannot be measured: ${why}`);
		edited.push({
			workload: name,
			as: why === void 0 ? as : null
		});
		taken.add(as);
	}
	return edited;
}
function forbidden(load, kind, options) {
	if (keepsSecrets(kind, options)) return "it would get the secrets of `stack.external`";
	return (options.trust ? hostCommandsOf(load, options.trust) : []).length > 0 ? "base's rules forbid a change's own commands" : null;
}
function versionOf(workload, taken) {
	for (let n = 1;; n++) {
		const name = `${workload.slice(0, 70)}.head${n === 1 ? "" : n}`;
		if (!taken.has(name)) return name;
	}
}
const all = ({ starts, levels = [] }) => [...slotsIn({ starts }), ...levels];

// src/commands/measure/unaffected.ts
const hasPaths = ({ policy, workloads }) => policy.paths !== void 0 || Object.values(workloads).some(({ paths }) => paths !== void 0);
async function unaffectedBy(change) {
	const found = [];
	for (const [name, effect] of await effects(change)) if (effect.kind === "unaffected") found.push([name, reasonFor(effect.files)]);
	return Object.fromEntries(found);
}
function reasonFor(files) {
	if (files === 0) return "the change changes no file";
	return `${files === 1 ? "the changed file cannot" : `none of the ${files} changed files can`} affect it, by its \`paths\``;
}
async function skippable(world, rules, path, schedule, log) {
	if (!hasPaths(rules.config)) return {};
	try {
		const [base, head] = [await gitListing(world, rules.sha), await gitListing(world, "HEAD")];
		if (base === null || head === null) {
			log.warn("the files of the change cannot be listed at the top of its repository: everything is measured");
			return {};
		}
		const found = await effects({
			config: rules.config,
			path,
			base,
			head
		});
		const skipped = {};
		for (const name of workloadsIn([...slotsIn(schedule), ...schedule.levels ?? []])) {
			const effect = found.get(name);
			if (effect?.kind === "unaffected") skipped[name] = reasonFor(effect.files);
			else if (effect !== void 0) log.info(`${name}: ${effect.file} can affect it (${effect.because})`);
		}
		for (const [name, why] of Object.entries(skipped)) log.info(`${name} is not measured: ${why}`);
		return skipped;
	} catch (error) {
		if (!isExpected(error)) throw error;
		log.warn(`what the change can affect is not known: ${error.message}`);
		return {};
	}
}

// src/commands/measure/measurement.ts
async function withMeasurement(world, options, use, how = { aside: true }) {
	try {
		var _usingCtx$1 = _usingCtx();
		const began = world.now();
		const { text, config: written } = await readConfigFile(world, options.config);
		const whole = measuredBy(written, options);
		const allowed = options.trust === void 0 ? whole : restrained(whole, options.trust);
		const { rules, trust } = options;
		const kind = rules === void 0 ? kindOf(allowed, options.stack) : ruledKind(rules.config, allowed, options.stack);
		if (trust !== void 0) demandContained(headsOwn(allowed, rules), kind, trust);
		const redact = redactor(secretsIn(allowed, world.env));
		const log = logTo(world.err, redact);
		for (const right of withheld(written, allowed)) log.warn(`stack.compose.allow: \`${right}\` is not given, because the base branch's config does not allow it`);
		const config = withoutOwnLoads(allowed, kind, options, log);
		const { schedule, unaffected } = await scheduleOf(world, config, options, log);
		if (typeof options.base === "string") await mergeBase(world, options.base || options.branch);
		const here = machine();
		const runnerClass = runnerClassOf(options.runnerClass, world.env, config, here);
		const out = await prepareOutput(world, options.out);
		_usingCtx$1.u(lock(join(out, "lock"), "Another measurement is writing into this folder."));
		const stepTimes = new StepTimes();
		_usingCtx$1.u(await stepTimes.during("wait", () => hostLock(world, options.wait ?? true, log)));
		if (how.aside) setAside(out);
		await sweepRun(out, log);
		_usingCtx$1.a(enterFence());
		await sweepTrees(world, out, log, (error) => log.warn(explain(error)));
		const checkout = await checkoutAt(world);
		const tree = _usingCtx$1.a(rules === void 0 ? null : await treeOf({
			world,
			out,
			log,
			options
		}, rules.sha));
		const deps = {
			atEnd: _usingCtx$1.a(new Ends()).add,
			stepTimes,
			builds: new Builds(),
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
		const harness = {
			...deps,
			...sideOf(config, kind, deps),
			options,
			config,
			schedule,
			unaffected,
			here,
			runnerClass
		};
		const ruled = rules && tree ? await ruledBy(rules, harness, written, tree.cwd) : harness;
		if (kind !== "external") await noteUncounted(ruled.config, log, world.env);
		return await use({
			harness: ruled,
			text,
			...checkout,
			began
		});
	} catch (_) {
		_usingCtx$1.e = _;
	} finally {
		await _usingCtx$1.d();
	}
}
async function checkoutAt(world) {
	const commit = await commitAt(world.cwd, world.env, world.signal, BASELINES);
	return {
		commit,
		edits: commit?.dirty ? await editsAt(world, BASELINES) : void 0
	};
}
async function editsAfter(world, { edits: before = NO_EDITS }) {
	try {
		const { edits: after = NO_EDITS } = await checkoutAt(world);
		return isDeepStrictEqual(after, before) ? void 0 : after;
	} catch (error) {
		if (!isExpected(error) && !(error instanceof Interrupted)) throw error;
		return;
	}
}
async function ownRules(world, { base, branch }, config) {
	const commit = await commitAt(world.cwd, world.env, world.signal, BASELINES);
	if (commit === null || commit.dirty) return null;
	return {
		config,
		sha: (await mergeBase(world, base || branch)).sha
	};
}
async function scheduleOf(world, config, options, log) {
	const whole = plan(config, options, options.seed ?? seedOf(world.random()));
	const base = options.affected === true ? options.rules ?? await ownRules(world, options, config) : null;
	if (base === null) return {
		schedule: whole,
		unaffected: {}
	};
	const unaffected = await skippable(world, base, options.config, whole, log);
	const all = [...slotsIn(whole), ...whole.levels ?? []];
	const among = all.filter(({ workload }) => !Object.hasOwn(unaffected, workload));
	return {
		schedule: among.length === all.length ? whole : plan(config, {
			...options,
			among
		}, whole.seed),
		unaffected
	};
}
const configOf = async (world, options) => measuredBy((await readConfigFile(world, options.config)).config, options);
const isInside = ({ workloads }, { starts, levels = [] }) => [...slotsIn({ starts }), ...levels].some(({ workload }) => own(workloads, workload)?.in !== "host");

export { NO_TRUST, UNINSPECTED, baseRules, buildSide, checkoutAt, configIn, configOf, configOfTree, deployedBase, editsAfter, hasPaths, lesser, limitsOf, loadedAs, mayInspect, onlyTried, pairingPlan, plannedAlone, referenceOf, runnerless, sideOf, treeOf, treeWithKeptBuild, trustIn, unaffectedBy, withMeasurement };