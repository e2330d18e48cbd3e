import { userError } from "../base.mjs";
import { STACK_KINDS } from "../model.mjs";
import { trackedIn } from "../git.mjs";
import { apart, composeStacks, duetCores, externalStacks, ownCores, passwordsIn, processStacks, runnerClass, secretsOf, sharedNote } from "../stack.mjs";
import { ledger } from "./down2.mjs";
import { PROGRAMS, cachedK6, generators } from "../load.mjs";
import { dirname, join, resolve } from "node:path";

// src/commands/measure/stacks.ts
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
	const { external, metrics } = config.stack;
	return [...external ? secretsOf(external, env) : [], ...passwordsIn(metrics, env)];
}
const stacksOf = (config, wanted, deps) => timed(untimed(config, wanted, deps), deps.stepTimes);
function timed(stacks, stepTimes) {
	return {
		...stacks,
		prepare: (signal) => stepTimes.during("build", async () => stacks.prepare?.(signal)),
		async up(...how) {
			const started = await stepTimes.during("start", () => stacks.up(...how));
			const end = started.stack[Symbol.asyncDispose].bind(started.stack);
			started.stack[Symbol.asyncDispose] = () => stepTimes.during("start", async () => end());
			return started;
		}
	};
}
function untimed(config, wanted, deps) {
	const { process, compose, external, endpoints, seed, metrics } = config.stack;
	const declared = STACK_KINDS.filter((one) => config.stack[one] !== void 0);
	const kind = kindOf(config, wanted);
	const cores = deps.cores ?? null;
	const common = {
		cwd: deps.world.cwd,
		env: deps.world.env,
		log: deps.log,
		redact: deps.redact,
		builds: deps.builds
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
		keepable: process.keep_build,
		endpoints,
		metrics
	});
	if (kind === "compose" && compose) {
		const { generator_image: _image, ...bare } = compose;
		const needed = deps.inside === false ? bare : compose;
		const { env, signal } = deps.world;
		const guard = {
			guarded: guardedFrom(deps),
			config: deps.configPath ?? ".github/steelyard.yml",
			tracked: (cwd, folder) => trackedIn({
				cwd,
				env,
				signal
			}, folder)
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
			guard,
			atEnd: deps.atEnd,
			building: (build) => deps.stepTimes.during("build", build)
		});
	}
	if (kind === "external" && external) return externalStacks({
		...common,
		seed: command(seed),
		seedCwd,
		external,
		metrics
	});
	throw userError(`The config has no ${kind} stack.`, {
		where: "--stack",
		remedy: `declare stack.${kind}, or use --stack ${declared.join(" or ")}`
	});
}
const guardedFrom = ({ world, out }) => [
	...[".git", ".steelyard-action"].map((name) => join(world.cwd, name)),
	resolve(world.cwd, out),
	dirname(cachedK6(world.env))
];
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

// src/commands/measure/fixedports.ts
const hasFixedPorts = (kind, { stack }) => kind === "process" && Object.values(stack.process?.services ?? {}).some(({ ports }) => Object.values(ports).some(({ fixed }) => fixed !== void 0));
const hindrances = (kind, ...configs) => ({
	beside: configs.some((config) => hasFixedPorts(kind, config)) ? "a service has a `fixed` port, which base and head cannot both have" : null,
	duet: noDuetOn(kind)
});

// src/commands/measure/generators.ts
const workplace = ({ env, cwd }, out, at) => ({
	cwd,
	env,
	scratch: join(out, "scratch"),
	ledger: ledger(out),
	...at
});
function generatorOf(world, out, log, at) {
	const place = {
		...workplace(world, out, at),
		log,
		signal: world.signal
	};
	return generators((kind) => PROGRAMS[kind].open(place));
}

// src/commands/measure/runnerclass.ts
function runnerClassOf(asked, env, config, fingerprint) {
	const named = asked || env.STEELYARD_RUNNER_CLASS || config.policy.runner_class;
	if (named === void 0) return runnerClass(fingerprint);
	if (/^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$/.test(named)) return named;
	throw userError(`"${named.slice(0, 80)}" cannot name a runner class.`, {
		where: asked ? "--runner-class" : "STEELYARD_RUNNER_CLASS",
		remedy: "use letters, digits, \"_\", \".\" and \"-\", a letter or digit first"
	});
}

export { coresOf, generatorOf, hasFixedPorts, hindrances, kindOf, runnerClassOf, secretsIn, stacksOf, workplace };