import { runProgram } from "./chunks/commands/entry.mjs";
import { TargetInputs, explained, failed, githubRunner, inputsOf, payload } from "./chunks/action/runner.mjs";
import { logTo, redactor } from "./chunks/base.mjs";
import { trustedGroup } from "./chunks/commands/queue.mjs";
import { targetOf } from "./chunks/commands/target.mjs";
import { clientOf, contextOf, restForge, restLookup } from "./chunks/github.mjs";

// src/action/target.ts
async function targetStep(world, runner, pace) {
	try {
		const { token, "pull-request": pull, ref, sha, ...places } = inputsOf(TargetInputs, world.env);
		runner.mask(token);
		const log = logTo(world.err, redactor([token]));
		const context = contextOf(world.env, await payload(world));
		const client = clientOf({
			token,
			api: context.api,
			log,
			...pace && { pace }
		});
		const trusted = await trustedGroup(context, places, restForge(client, context.repository), log);
		if (trusted !== null) runner.output("trusted", "true");
		const look = restLookup(client, context.repository);
		const actor = world.env.GITHUB_TRIGGERING_ACTOR || world.env.GITHUB_ACTOR || "";
		const target = await targetOf({
			pull,
			ref,
			sha
		}, context, actor, look);
		runner.output("sha", target.sha);
		runner.output("pull-request", target.pull === null ? "" : String(target.pull));
		runner.output("base", target.base ?? "");
		const of = target.pull === null ? "" : `, the head of pull request ${target.pull}`;
		log.info(trusted === null ? `to be measured: ${target.sha}${of}` : "trusted, not measured");
		return 0;
	} catch (error) {
		return failed(explained(error, "give the job permissions: contents: read, pull-requests: read"), "This is not measured", runner);
	}
}

// src/action/entries/target.ts
await runProgram((world) => targetStep(world, githubRunner(world.err)), "stdout");

export {  };