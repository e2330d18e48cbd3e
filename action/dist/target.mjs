import { runProgram } from "./chunks/commands/entry.mjs";
import { TargetInputs, githubRunner } from "./chunks/action/runner.mjs";
import { trustedGroup } from "./chunks/commands/queue.mjs";
import { wantedTarget } from "./chunks/commands/target.mjs";
import { restLookup } from "./chunks/github.mjs";
import { step } from "./chunks/action/step.mjs";

// src/action/target.ts
const FAILURE = {
	title: "This is not measured",
	remedy: "give the job permissions: contents: read, pull-requests: read"
};
const targetStep = (world, runner, pace) => step(TargetInputs, {
	world,
	runner,
	pace
}, FAILURE, async ({ inputs, log, context, client, forge }) => {
	const { "pull-request": pull, ref, sha, config, name } = inputs;
	const trusted = await trustedGroup(context, {
		config,
		name
	}, forge, log);
	if (trusted !== null) runner.output("trusted", "true");
	const look = restLookup(client, context.repository);
	const actor = world.env.GITHUB_TRIGGERING_ACTOR || world.env.GITHUB_ACTOR || "";
	const target = await wantedTarget({
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
});

// src/action/entries/target.ts
await runProgram((world) => targetStep(world, githubRunner(world.err)), "stdout");

export {  };