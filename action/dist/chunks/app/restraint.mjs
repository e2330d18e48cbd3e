import { userError } from "../base.mjs";
import { allowed } from "../exec.mjs";

// src/app/restraint.ts
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
const hostCommandsOf = (workload, { variables }) => [
	...workload.command === void 0 ? [] : ["command"],
	...workload.wrk?.script === void 0 ? [] : ["wrk.script"],
	...variablesOf(workload).filter((variable) => !variables.includes(variable)).map((variable) => `env.${variable}`)
];
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
	"XDG_CACHE_HOME",
	"XDG_RUNTIME_DIR",
	...[
		"DOCKER_HOST",
		"DOCKER_CONTEXT",
		"DOCKER_CONFIG",
		"DOCKER_TLS_VERIFY",
		"DOCKER_CERT_PATH"
	]
];
function runnerless(env, { secrets }) {
	const passed = [...READ, ...secrets].flatMap((name) => env[name] === void 0 ? [] : [[name, env[name]]]);
	return allowed(env, Object.fromEntries(passed), { go: true });
}

export { NO_TRUST, demandContained, hostCommandsOf, lesser, restrained, runnerless, trustIn, withheld };