import { userError } from "../../base/errors.ts";
import { own } from "../../base/own.ts";
import { VERSION } from "../../base/version.ts";
import type { World } from "../../base/world.ts";
import { sha256 } from "../../exec/digest.ts";
import { type Commit, firstParents } from "../../git/history.ts";
import { type Bisect, type BisectQuestion, MOST_COMMITS } from "../../model/bisect.ts";
import { selector } from "../../model/metric.ts";
import { tag } from "../../model/versioned.ts";
import { readBisect } from "../../store/records.ts";
import type { Measurement } from "../measure/measurement.ts";
import type { BisectOptions } from "../options.ts";
import { asking } from "./candidates.ts";

/** The state of this question, or a fresh one. @throws SteelyardError (user) for the state of another question */
export async function searchState(
  path: string,
  question: BisectQuestion,
  commits: readonly string[],
  { harness, began }: Measurement,
  { restart }: BisectOptions,
): Promise<Bisect> {
  const fresh: Bisect = {
    schema: tag("bisect"),
    steelyard: VERSION,
    began: began.toISOString(),
    question,
    commits: [...commits],
    verified: null,
    steps: [],
    result: null,
  };
  const before = restart ? null : await readBisect(path);
  if (before === null) return fresh;
  const same = JSON.stringify([before.question, before.commits]) === JSON.stringify([question, commits]);
  if (!same) {
    const { good, bad, workload, metric } = before.question;
    const asked = `${workload} ${metric}, ${good.slice(0, 12)}..${bad.slice(0, 12)}`;
    throw userError(`This folder holds the search of another question (${asked}, or under other rules).`, {
      where: path,
      remedy: "give this one a folder of its own, --out DIR, or forget the other: --restart",
    });
  }
  if (before.verified !== null)
    harness.log.info(`going on after ${before.steps.length} steps of an earlier run`);
  return before;
}

/** The commits that are searched. @throws SteelyardError (user) where they are none, or too many */
export async function candidateCommits(world: World, good: Commit, bad: Commit): Promise<string[]> {
  const commits = await firstParents(world, good, bad);
  if (commits.length <= MOST_COMMITS) return commits;
  throw userError(`There are ${commits.length} commits between good and bad.`, {
    where: `${good.sha.slice(0, 12)}..${bad.sha.slice(0, 12)}`,
    remedy: `name a good commit at most ${MOST_COMMITS} before bad`,
  });
}

/** The question, by the current scripts and rules of the checkout. */
export async function questionOf(
  { harness }: Measurement,
  { workload, variant, metric, profile }: BisectOptions,
  good: Commit,
  bad: Commit,
): Promise<BisectQuestion> {
  const { config, generator, world, stacks, runnerClass } = harness;
  const of = own(config.workloads, workload)!;
  const { digest } = await generator.facts(workload, of, world.signal);
  const asked = JSON.stringify([
    digest,
    of,
    config.policy,
    profile === undefined ? null : own(config.profiles, profile),
  ]);
  return {
    good: good.sha,
    bad: bad.sha,
    workload,
    variant: variant ?? null,
    metric,
    runnerClass,
    stack: stacks.kind,
    digest: sha256(asked),
  };
}

/** Fewest and most pairs of each duel. */
export function sizeOf({ harness }: Measurement, { workload, pairs }: BisectOptions) {
  const [fewest, usual] = own(harness.config.workloads, workload)!.measure.pairs;
  const most = pairs ?? usual;
  return [Math.min(fewest, most), most] as const;
}

/** The workbench with a config that asks this question alone. @throws SteelyardError (user) where it cannot be asked */
export function narrowedTo(at: Measurement, { workload, variant, metric }: BisectOptions): Measurement {
  const { config, stacks } = at.harness;
  if (stacks.kind === "external") {
    throw userError("A system that is deployed already has no commits to choose from.", {
      where: "stack.external",
      remedy: "use a stack that is started here: --stack process, --stack compose",
    });
  }
  const variants = Object.keys(own(config.workloads, workload)!.variants);
  if (variants.length > 0 && variant === undefined) {
    throw userError(`The workload "${workload}" has variants: one of them is searched.`, {
      where: "--variants",
      remedy: `one of: ${variants.join(", ")}`,
    });
  }
  if (selector(metric) === undefined) {
    throw userError(`"${metric.slice(0, 200)}" is no metric.`, {
      where: "--metric",
      remedy: "name one as a gate does, such as http_req_duration.p50 or cpu_per_request",
    });
  }
  return { ...at, harness: { ...at.harness, config: asking(config, workload, metric) } };
}
