import { runProgram } from "./chunks/commands/entry.mjs";
import { WatchInputs, githubRunner } from "./chunks/action/runner.mjs";
import { EXIT } from "./chunks/base.mjs";
import { postCheck } from "./chunks/github.mjs";
import { format } from "./chunks/model.mjs";
import { step } from "./chunks/action/step.mjs";
import { setTimeout } from "node:timers/promises";

// src/commands/pull/watch.ts
const EVERY = 15;
async function watchJob({ run, job, within, check }, forge, clock, log) {
	const names = (name) => name === job || name.endsWith(` / ${job}`);
	const isIt = ({ name }) => names(name) || names(name.replace(/ \d+$/, ""));
	const until = clock.now() + within;
	for (;;) {
		const jobs = await forge.jobs(run);
		if (jobs === null) {
			log.warn("this forge does not list jobs: nobody watches whether a machine takes the measurement");
			return null;
		}
		const found = jobs.filter(isIt);
		const last = Math.max(...found.map(({ attempt }) => attempt));
		if (found.some(({ attempt, waits }) => attempt === last && !waits)) return null;
		const left = until - clock.now();
		if (left <= 0) break;
		await clock.wait(Math.min(EVERY, left));
	}
	const title = `No machine took the measurement within ${format(within, "s")}`;
	log.warn(title);
	const { mode, ...at } = check;
	const remedy = "Start the machine, or correct the labels of the measuring job. If one takes it later, its report replaces this.";
	return await postCheck(forge, {
		...at,
		conclusion: "failure",
		title,
		summary: remedy,
		annotations: [],
		compared: false
	}, mode);
}

// src/action/watch.ts
const FAILURE = {
	title: "Nobody watches",
	remedy: "give the job permissions: actions: read, checks: write"
};
const watchStep = (world, runner, pace, second = 1e3) => step(WatchInputs, {
	world,
	runner,
	pace
}, FAILURE, async ({ inputs, log, context, forge }) => {
	const { job, within = 0, sha, check: mode, name } = inputs;
	const { runId: run, runUrl: details } = context;
	const check = {
		name,
		sha: sha ?? context.pull?.sha ?? context.sha,
		details,
		mode
	};
	const delivery = await watchJob({
		run,
		job,
		within,
		check
	}, forge, {
		now: () => performance.now() / second,
		wait: (seconds) => setTimeout(seconds * second, void 0, { signal: world.signal })
	}, log);
	if (delivery === null) {
		log.info(`${job} has a machine`);
		return EXIT.ok;
	}
	const posted = "reason" in delivery ? `the check: ${delivery.reason}` : "the check says so";
	runner.remark({
		level: "failure",
		title: "No machine took the measurement",
		message: posted
	});
	return EXIT.environment;
});

// src/action/entries/watch.ts
await runProgram((world) => watchStep(world, githubRunner(world.err)), "stdout");

export {  };