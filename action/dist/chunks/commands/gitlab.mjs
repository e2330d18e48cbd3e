import { EXIT, SteelyardError, isExpected, logTo, own, redactor, userError } from "../base.mjs";
import { TOKEN_NAME, gitlabClient, gitlabForge, gitlabJob } from "../gitlab.mjs";
import { writeComparison, writeText } from "../store.mjs";
import { rendered, writeReports } from "./report2.mjs";
import { whyText } from "./compare.mjs";
import { inside } from "./paths.mjs";
import { AS_THE_RULES_SAY, inspectCheckout, judgeHere, measureChange } from "./job.mjs";
import { judging, reportPull } from "./pull.mjs";
import { COMMENT_MODES } from "../github.mjs";

// src/commands/pull/gitlab.ts
async function measureMergeRequest(world, options) {
	if (own(world.env, "STEELYARD_GITLAB_TOKEN")) throw exposed();
	const { context } = gitlabJob(world.env);
	const asked = {
		...AS_THE_RULES_SAY,
		...options
	};
	const ready = await inspectCheckout(world, context, asked, logTo(world.err)).catch((error) => {
		throw inTermsOfGitlab(error);
	});
	const { run } = await measureChange(world, ready, asked, () => {});
	const comparison = await judgeHere(world, run, ready, asked);
	world.out.write(rendered(world, comparison, "terminal"));
	return {
		exit: EXIT.ok,
		json: comparison
	};
}
async function reportMergeRequest(world, options, second) {
	const job = gitlabJob(world.env);
	const token = own(world.env, TOKEN_NAME);
	if (!token) throw lacking();
	const log = logTo(world.err, redactor([token]));
	const { api } = job.context;
	const client = gitlabClient({
		api,
		token,
		log,
		signal: world.signal,
		...second && { second }
	});
	const { out, job: artifact, ...rest } = options;
	const asked = {
		...rest,
		artifact,
		asked: AS_THE_RULES_SAY,
		at: world.now().toISOString()
	};
	const about = {
		pull: job.context.pull.number,
		check: "off"
	};
	const forge = gitlabForge(client, job);
	const report = await reportPull(job.context, {
		...asked,
		...about
	}, forge, log, judging());
	if (report.kind === "refused") throw report.why;
	await writeResults(world, report, out);
	world.out.write(rendered(world, report.comparison, "terminal"));
	for (const one of report.deliveries.filter(({ place }) => place === "comment")) {
		const what = "url" in one ? `${one.outcome}, ${one.url}` : `${one.outcome}: ${one.reason}`;
		log.info(`note: ${what}`);
	}
	return {
		exit: resultOf(report),
		json: report.comparison
	};
}
function resultOf({ comparison, conclusion }) {
	if (conclusion === "action_required") return EXIT.undecided;
	return conclusion === "neutral" ? EXIT.neutral : comparison.exit;
}
async function writeResults(world, { comparison, why }, out) {
	await writeReports(world, comparison, out);
	await writeComparison(inside(world.cwd, out, "comparison"), comparison);
	if (why !== null) await writeText(inside(world.cwd, out, "why"), await whyText(why));
}
function inTermsOfGitlab(error) {
	if (!isExpected(error) || error.fault !== "user") return error;
	const { message, where } = error;
	return new SteelyardError("user", message, {
		...where !== void 0 && { where },
		remedy: `GIT_DEPTH: "0" among the job's variables, and before this: git checkout --detach "\${CI_MERGE_REQUEST_SOURCE_BRANCH_SHA:-$CI_COMMIT_SHA}" && git remote set-url origin "$CI_PROJECT_URL.git"`
	});
}
const exposed = () => userError("The token for notes reaches the measuring job, and the measured code could read it.", {
	where: `the variable ${TOKEN_NAME}`,
	remedy: "limit it to the environment `steelyard`: Settings, CI/CD, Variables, Environment scope"
});
const lacking = () => userError("There is no token to read the project and to write the note with.", {
	where: `the variable ${TOKEN_NAME}`,
	remedy: "make a project access token (scope api, role Reporter), and put it into this variable: masked, not protected, with the environment scope `steelyard`; the job needs environment: { name: steelyard, action: access }"
});

export { COMMENT_MODES, measureMergeRequest, reportMergeRequest };