import { runProgram } from "./chunks/commands/entry.mjs";
import { SteelyardError } from "./chunks/base.mjs";
import { Overdue, judging, reportPull, undelivered } from "./chunks/commands/pull.mjs";
import { rendered } from "./chunks/commands/report2.mjs";
import { whyText } from "./chunks/commands/compare.mjs";
import { artifactNames } from "./chunks/commands/figures.mjs";
import { trustedCheck, trustedGroup } from "./chunks/commands/queue.mjs";
import { postCheck } from "./chunks/github.mjs";
import { writeComparison, writeText } from "./chunks/store.mjs";
import { ReportInputs, figuresPath, githubRunner, reportFailure, reportOptions, verdictOutputs } from "./chunks/action/runner.mjs";
import { connect } from "./chunks/action/step.mjs";
import { _usingCtx } from "./chunks/helpers.mjs";
import { join, resolve } from "node:path";
import { Worker, isMainThread, parentPort } from "node:worker_threads";

// src/commands/pull/judgeworker.ts
const JUDGING_SECONDS = 180;
const MOST_MEMORY = 4096;
function judgingWorker(module, seconds = 180) {
	const worker = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY } });
	const overdue = new Overdue(seconds);
	let fail;
	const failed = new Promise((_, reject) => {
		fail = reject;
	});
	failed.catch(() => {});
	worker.on("error", (error) => fail(error));
	worker.on("exit", (code) => fail(new SteelyardError("bug", `the judging thread ended with ${code}`)));
	const timer = setTimeout(() => {
		fail(overdue);
		worker.terminate();
	}, seconds * 1e3);
	const answer = async (request) => {
		const answered = new Promise((done) => {
			worker.once("message", done);
		});
		worker.postMessage(request);
		const came = await Promise.race([answered, failed]);
		if (came.kind === "done") return came.value;
		if (came.kind === "broken") throw Object.assign(new Error(came.message), { stack: came.stack });
		throw new SteelyardError(came.fault, came.message, came);
	};
	return {
		open: (...args) => answer({
			kind: "open",
			args
		}),
		judge: (...args) => answer({
			kind: "judge",
			args
		}),
		explain: (...args) => answer({
			kind: "explain",
			args
		}),
		async [Symbol.asyncDispose]() {
			clearTimeout(timer);
			await worker.terminate();
		}
	};
}
function serve(port, here = judging()) {
	port.on("message", async (request) => {
		port.postMessage(await answerTo(request, here));
	});
}
async function answerTo(request, here) {
	try {
		return {
			kind: "done",
			value: await carriedOut(request, here)
		};
	} catch (error) {
		if (error instanceof SteelyardError) {
			const { fault, message, where, remedy } = error;
			return {
				kind: "refused",
				fault,
				message,
				...where && { where },
				...remedy && { remedy }
			};
		}
		const { message, stack } = error instanceof Error ? error : new Error(String(error));
		return {
			kind: "broken",
			message,
			stack: stack ?? message
		};
	}
}
function carriedOut(request, here) {
	switch (request.kind) {
		case "open": return here.open(...request.args);
		case "judge": return here.judge(...request.args);
		case "explain": return here.explain(...request.args);
	}
}

// src/action/report.ts
async function reportStep(world, runner, worker, pace) {
	try {
		try {
			var _usingCtx$1 = _usingCtx();
			const judging = _usingCtx$1.a(worker());
			const { inputs, log, context, forge } = await connect(ReportInputs, {
				world,
				runner,
				pace
			});
			const path = figuresPath(world, inputs.figures);
			const options = {
				...reportOptions(inputs),
				path,
				at: world.now().toISOString()
			};
			const members = await isMeasured(context, options, forge) ? null : await trustedGroup(context, options, forge, log);
			if (members !== null) {
				const check = trustedCheck(members, context, options.name);
				await trusted(check, await postCheck(forge, check, options.check), runner);
				return 0;
			}
			const report = await runner.group("Judging and posting", () => reportPull(context, options, forge, log, judging));
			deliveryOutputs(report.deliveries, runner);
			if (report.kind === "refused") {
				const rest = undelivered(report.deliveries);
				const code = await reportFailure(report.why, "There are no figures to judge", runner);
				if (rest !== "") await runner.summary(rest);
				return code;
			}
			await results(world, report, runner);
			return inputs["fail-on-verdict"] ? report.comparison.exit : 0;
		} catch (_) {
			_usingCtx$1.e = _;
		} finally {
			await _usingCtx$1.d();
		}
	} catch (error) {
		return reportFailure(error, "There is no report", runner);
	}
}
const isMeasured = async ({ group, runId }, where, forge) => group !== null && (where.path !== void 0 || (await forge.artifacts(runId)).some(({ name }) => artifactNames(where).includes(name)));
async function trusted(check, delivery, runner) {
	runner.output("verdict", "trusted");
	runner.output("conclusion", check.conclusion);
	runner.output("title", check.title);
	deliveryOutputs([delivery], runner);
	logDeliveries([delivery], runner);
	const rest = undelivered([delivery]);
	await runner.summary([
		`### ${check.title}`,
		check.summary,
		rest
	].filter(Boolean).join("\n\n"));
}
function logDeliveries(deliveries, runner) {
	for (const one of deliveries) if (one.outcome === "refused") runner.remark({
		level: "warning",
		title: `The ${one.place} could not be posted`,
		message: one.reason
	});
	else runner.log.write(`${one.place}: ${"url" in one ? `${one.outcome}, ${one.url}` : one.reason}\n`);
}
async function results(world, report, runner) {
	const { comparison, conclusion, subject, deliveries } = report;
	verdictOutputs(comparison, conclusion, runner);
	runner.output("pull-request", subject.kind === "pull" ? String(subject.pull.number) : "");
	const folder = resolve(world.env.RUNNER_TEMP || world.cwd, "steelyard-report");
	const paths = {
		comparison: join(folder, "comparison.json"),
		comment: join(folder, "comment.md")
	};
	await writeComparison(paths.comparison, comparison);
	await writeText(paths.comment, report.comment);
	for (const [name, path] of Object.entries(paths)) runner.output(name, path);
	if (report.why !== null) await writeText(join(folder, "why.html"), await whyText(report.why));
	runner.output("why", report.why === null ? "" : join(folder, "why.html"));
	runner.log.write(rendered(world, comparison, "terminal"));
	logDeliveries(deliveries, runner);
	await runner.summary(report.summary);
}
function deliveryOutputs(deliveries, runner) {
	const url = (places) => deliveries.flatMap((one) => "url" in one && places.includes(one.place) ? [one.url] : [])[0] ?? "";
	runner.output("comment-url", url(["comment"]));
	runner.output("check-url", url(["check", "status"]));
	runner.output("delivered", JSON.stringify(deliveries));
}

// src/action/entries/report.ts
if (isMainThread) {
	const judging = () => judgingWorker(new URL(import.meta.url));
	await runProgram((world) => reportStep(world, githubRunner(world.err), judging), "stdout");
} else serve(parentPort);

export {  };