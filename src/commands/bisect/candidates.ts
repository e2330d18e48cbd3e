import { environmentError, isExpected } from "../../base/errors.ts";
import { own } from "../../base/own.ts";
import { seedOf } from "../../base/random.ts";
import { firstLine } from "../../base/text.ts";
import { duelShown } from "../../compare/proofs/bisect.ts";
import type { Commit } from "../../git/history.ts";
import type { DuelSide } from "../../measure/duel/sides.ts";
import type { BisectDuel, BisectQuestion } from "../../model/bisect.ts";
import type { Config, Workload } from "../../model/config.ts";
import { judgeRun } from "../check/compare.ts";
import type { Measurement } from "../measure/measurement.ts";
import { configOfTree } from "../measure/side.ts";
import { buildSide, treeOf } from "../measure/trees.ts";
import { pairedTrial } from "../proofs/trial.ts";

/** A commit that is checked out and built, to be held against others. */
export interface Candidate extends AsyncDisposable {
  readonly commit: Commit;
  readonly side: DuelSide;
  readonly config: Config;
}

/**
 * Duels of commits about one metric of one workload. Scripts and rules are those of the checkout, the same for all;
 * each commit's stack is its own, where its config has one.
 */
export class Candidates {
  private readonly at: Measurement;
  private readonly question: BisectQuestion;
  private readonly next: () => number;
  private readonly pairs: readonly [number, number];

  /** @param next of the order within each duel; uniform in [0, 1) */
  constructor(
    at: Measurement,
    question: BisectQuestion,
    pairs: readonly [number, number],
    next: () => number,
  ) {
    this.at = at;
    this.question = question;
    this.pairs = pairs;
    this.next = next;
  }

  /**
   * A commit, checked out and built; the reason where it cannot be built, everything removed again.
   *
   * @throws SteelyardError (environment) where it cannot be checked out, which is no fault of the commit's
   */
  async build(commit: Commit, name: string): Promise<Candidate | string> {
    const { harness } = this.at;
    const tree = await treeOf(harness, commit.sha);
    try {
      const config = await this.configOf(tree.cwd);
      const { stacks } = await buildSide(harness, tree.cwd, config, name);
      const side = { stacks, generator: harness.generator, pairs: harness.pairs };
      return { commit, side, config, [Symbol.asyncDispose]: () => tree[Symbol.asyncDispose]() };
    } catch (error) {
      await tree[Symbol.asyncDispose]();
      if (!isExpected(error)) throw error;
      return firstLine(error.message);
    }
  }

  /** The same, of one that has to be there. @throws SteelyardError (environment) where it cannot be built as well */
  async demandBuilt(commit: Commit, name: string): Promise<Candidate> {
    const built = await this.build(commit, name);
    if (typeof built !== "string") return built;
    throw environmentError(`The ${name} commit ${commit.sha.slice(0, 12)} cannot be measured: ${built}`, {
      remedy: "see the logs in the output folder, or name another commit",
    });
  }

  /**
   * The duel's result for the metric, or the reason where head does not start.
   *
   * @throws SteelyardError where base does not start, or both cannot be measured
   */
  async duel(base: Candidate, head: Candidate): Promise<BisectDuel | string> {
    const { harness } = this.at;
    const { sha, subject } = base.commit;
    const result = await pairedTrial(
      {
        base: { sha, subject, ref: sha },
        pairs: this.pairs,
        seed: seedOf(this.next()),
        both: {
          sides: { base: base.side, head: head.side },
          configs: { base: base.config, head: head.config },
        },
      },
      { ...this.at, commit: { sha: head.commit.sha, subject: head.commit.subject, dirty: false } },
    );
    if (result.kind === "unable") {
      if (result.side === "base") throw result.error;
      return firstLine(result.error.message);
    }
    const rules = { baselines: harness.options.baselines!, config: undefined };
    const comparison = await judgeRun(harness.world, result.run, rules);
    return duelShown(comparison, this.question.metric, result.run.duel.pairs.length);
  }

  /** The checkout's workload and rules, on the stack of a tree. */
  private async configOf(cwd: string): Promise<Config> {
    const { config } = this.at.harness;
    const found = await configOfTree(this.at.harness, cwd);
    return { ...config, stack: typeof found === "string" ? config.stack : found.stack };
  }
}

/** A config that asks about one metric of one workload alone. */
export function asking(config: Config, workload: string, metric: string): Config {
  const of: Workload = { ...own(config.workloads, workload)!, gate: [metric], budgets: {}, expect: {} };
  return { ...config, workloads: { [workload]: of } };
}
