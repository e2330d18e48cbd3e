import { userError } from "../base.mjs";
import { runnerClass } from "../stack.mjs";

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

export { runnerClassOf };