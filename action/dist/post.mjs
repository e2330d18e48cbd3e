import { entered } from "./chunks/app/entry.mjs";
import { bringDown } from "./chunks/app/down2.mjs";
import { NO_TRUST, runnerless } from "./chunks/app/restraint.mjs";
import { exitOf, explain, visible } from "./chunks/base.mjs";
import { githubRunner, outOf } from "./chunks/action/runner.mjs";

// src/action/post.ts
async function postStep(world, runner) {
	const saved = runner.saved("out");
	if (saved === "") return 0;
	try {
		const out = outOf(saved);
		await runner.group("What was left running", () => bringDown({
			...world,
			env: runnerless(world.env, NO_TRUST)
		}, { out }));
		return 0;
	} catch (error) {
		runner.log.write(`${visible(explain(error))}\n`);
		runner.remark({
			level: "warning",
			title: "Something is left running",
			message: "What the measurement started could not all be removed; on the machine itself: steelyard down"
		});
		return exitOf(error);
	}
}

// src/action/entries/post.ts
await entered((world) => postStep(world, githubRunner(world.err)), "stdout");

export {  };