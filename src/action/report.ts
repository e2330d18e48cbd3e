import { join, resolve } from "node:path";
import type { World } from "../base/world.ts";
import { rendered } from "../commands/check/report.ts";
import { whyText } from "../commands/check/why.ts";
import { artifactNames, type Whereabouts } from "../commands/pull/figures.ts";
import type { JudgingWorker } from "../commands/pull/judgeworker.ts";
import { type PullReport, reportPull, undelivered } from "../commands/pull/pull.ts";
import { trustedCheck, trustedGroup } from "../commands/pull/queue.ts";
import { postCheck } from "../github/check.ts";
import type { Pace } from "../github/client.ts";
import type { Context } from "../github/context.ts";
import type { CheckRun, Forge } from "../github/forge.ts";
import type { Delivery } from "../model/delivery.ts";
import { writeText } from "../store/files.ts";
import { writeComparison } from "../store/records.ts";
import { reportFailure } from "./failure.ts";
import { ReportInputs, reportOptions } from "./inputs.ts";
import { figuresPath } from "./measure.ts";
import { verdictOutputs } from "./outputs.ts";
import type { Runner } from "./runner.ts";
import { connect } from "./step.ts";

/** The reporting step: everything but the entry. Returns its exit code; never throws. */
export async function reportStep(
  world: World,
  runner: Runner,
  worker: () => JudgingWorker,
  pace?: Pace,
): Promise<number> {
  try {
    await using judging = worker();
    const { inputs, log, context, forge } = await connect(ReportInputs, { world, runner, pace });
    const path = figuresPath(world, inputs.figures);
    const options = { ...reportOptions(inputs), path, at: world.now().toISOString() };
    const members = (await isMeasured(context, options, forge))
      ? null
      : await trustedGroup(context, options, forge, log);
    if (members !== null) {
      const check = trustedCheck(members, context, options.name);
      const delivery = await postCheck(forge, check, options.check);
      await trusted(check, delivery, runner);
      return 0;
    }
    const report = await runner.group("Judging and posting", () =>
      reportPull(context, options, forge, log, judging),
    );
    deliveryOutputs(report.deliveries, runner);
    if (report.kind === "refused") {
      const rest = undelivered(report.deliveries);
      const code = await reportFailure(report.why, "There are no figures to judge", runner);
      if (rest !== "") await runner.summary(rest);
      return code;
    }
    await results(world, report, runner);
    return inputs["fail-on-verdict"] ? report.comparison.exit : 0;
  } catch (error) {
    return reportFailure(error, "There is no report", runner);
  }
}

/**
 * Whether a group of a merge queue was measured after all: its figures are judged then, even if the checks of its pull
 * requests have become good enough meanwhile.
 */
const isMeasured = async ({ group, runId }: Context, where: Whereabouts, forge: Forge): Promise<boolean> =>
  group !== null &&
  (where.path !== undefined ||
    (await forge.artifacts(runId)).some(({ name }) => artifactNames(where).includes(name)));

/** Tells that a group of a merge queue passes without a measurement. */
async function trusted(check: CheckRun, delivery: Delivery, runner: Runner): Promise<void> {
  runner.output("verdict", "trusted");
  runner.output("conclusion", check.conclusion);
  runner.output("title", check.title);
  deliveryOutputs([delivery], runner);
  logDeliveries([delivery], runner);
  const rest = undelivered([delivery]);
  await runner.summary([`### ${check.title}`, check.summary, rest].filter(Boolean).join("\n\n"));
}

/** What became of the deliveries, for the log. */
function logDeliveries(deliveries: readonly Delivery[], runner: Runner): void {
  for (const one of deliveries) {
    if (one.outcome === "refused") {
      runner.remark({ level: "warning", title: `The ${one.place} could not be posted`, message: one.reason });
    } else runner.log.write(`${one.place}: ${"url" in one ? `${one.outcome}, ${one.url}` : one.reason}\n`);
  }
}

async function results(
  world: World,
  report: Extract<PullReport, { kind: "judged" }>,
  runner: Runner,
): Promise<void> {
  const { comparison, conclusion, subject, deliveries } = report;
  verdictOutputs(comparison, conclusion, runner);
  runner.output("pull-request", subject.kind === "pull" ? String(subject.pull.number) : "");
  const folder = resolve(world.env.RUNNER_TEMP || world.cwd, "steelyard-report");
  const paths = { comparison: join(folder, "comparison.json"), comment: join(folder, "comment.md") };
  await writeComparison(paths.comparison, comparison);
  await writeText(paths.comment, report.comment);
  for (const [name, path] of Object.entries(paths)) runner.output(name, path);
  if (report.why !== null) await writeText(join(folder, "why.html"), await whyText(report.why));
  runner.output("why", report.why === null ? "" : join(folder, "why.html"));
  runner.log.write(rendered(world, comparison, "terminal"));
  logDeliveries(deliveries, runner);
  await runner.summary(report.summary);
}

function deliveryOutputs(deliveries: readonly Delivery[], runner: Runner): void {
  const url = (places: readonly Delivery["place"][]) =>
    deliveries.flatMap((one) => ("url" in one && places.includes(one.place) ? [one.url] : []))[0] ?? "";
  runner.output("comment-url", url(["comment"]));
  runner.output("check-url", url(["check", "status"]));
  runner.output("delivered", JSON.stringify(deliveries));
}
