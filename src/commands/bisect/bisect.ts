import { join } from "node:path";
import { environmentError } from "../../base/errors.ts";
import { stream } from "../../base/random.ts";
import { hidden } from "../../base/redact.ts";
import type { World } from "../../base/world.ts";
import { type BisectState, bisectState, finding } from "../../compare/proofs/bisect.ts";
import { type Commit, commitOf, parentOf } from "../../git/history.ts";
import type { Bisect, BisectDuel, BisectResult, BisectStep } from "../../model/bisect.ts";
import { duelLine } from "../../report/bisect.ts";
import { writeBisect } from "../../store/records.ts";
import { type Measurement, withMeasurement } from "../measure/measurement.ts";
import type { BisectOptions } from "../options.ts";
import { BISECT } from "../paths.ts";
import { type Candidate, Candidates } from "./candidates.ts";
import { candidateCommits, narrowedTo, questionOf, searchState, sizeOf } from "./search.ts";

/**
 * Searches for the commit that made a metric worse, by duels of good against the commits between good and bad. Every
 * duel is stored in `bisect.json` when it ends, and an interrupted search continues from there.
 *
 * @throws SteelyardError for a question that cannot be asked, for good or bad that cannot be measured, and for the
 *   state of another question
 */
export function bisect(world: World, options: BisectOptions): Promise<Bisect> {
  const { workload, variant } = options;
  const variants = variant === undefined ? undefined : [variant];
  const wishes = { ...options, only: [workload], variants, stackEnv: {}, base: false as const };
  return withMeasurement(world, wishes, async (whole) => {
    const at = narrowedTo(whole, options);
    const { harness } = at;
    const [good, bad] = [await commitOf(world, options.good), await commitOf(world, options.bad)];
    const commits = await candidateCommits(world, good, bad);
    const path = join(harness.out, BISECT);
    const question = await questionOf(at, options, good, bad);
    const state = await searchState(path, question, commits, at, options);
    const keep = (next: Bisect) => writeBisect(path, hidden(next, harness.redact));
    const seed = stream(harness.schedule.seed);
    const candidates = new Candidates(at, question, sizeOf(at, options), seed);
    return hidden(await new Search(at, candidates, state, keep).run(), harness.redact);
  });
}

/** One search, from wherever its state stands. */
class Search {
  private readonly at: Measurement;
  private readonly candidates: Candidates;
  private readonly keep: (state: Bisect) => Promise<void>;
  private state: Bisect;

  constructor(
    at: Measurement,
    candidates: Candidates,
    state: Bisect,
    keep: (state: Bisect) => Promise<void>,
  ) {
    this.at = at;
    this.candidates = candidates;
    this.state = state;
    this.keep = keep;
  }

  async run(): Promise<Bisect> {
    const { log } = this.at.harness;
    if (this.state.result !== null) {
      log.info("this search had come to its end before: --restart measures again");
      return this.state;
    }
    const good = await this.commit(this.state.question.good);
    await using base = await this.candidates.demandBuilt(good, "good");
    const verified = this.state.verified ?? (await this.verify(base));
    if (verified.verdict !== "regressed") return this.end({ kind: "not-worse" });
    for (;;) {
      const now = this.standing();
      if (now.kind === "try") await this.step(base, now, verified);
      else if (now.kind === "left") return this.end(await this.left(now));
      else return this.end(await this.confirm(base, now.place));
    }
  }

  private standing(): BisectState {
    const { commits, steps } = this.state;
    const found = steps.map(({ sha, found }) => [commits.indexOf(sha) + 1, found] as const);
    return bisectState(commits.length, new Map(found));
  }

  private async verify(base: Candidate): Promise<BisectDuel> {
    const bad = await this.commit(this.state.question.bad);
    const shown = await this.against(base, bad);
    const obstacle = typeof shown === "string" ? shown : unmeasured(shown);
    if (typeof shown === "string" || obstacle !== null) {
      throw environmentError(`The bad commit ${bad.sha.slice(0, 12)} cannot be measured: ${obstacle}`, {
        remedy: "mend what it lacks, or name a bad commit that builds and starts",
      });
    }
    this.at.harness.log.info(`bad against good: ${duelLine(shown)}`);
    await this.save({ verified: shown });
    return shown;
  }

  private async step(
    base: Candidate,
    { place, between: [low, high] }: Extract<BisectState, { kind: "try" }>,
    { estimate }: BisectDuel,
  ): Promise<void> {
    const commit = await this.commit(this.state.commits[place - 1]!);
    const shown = await this.against(base, commit);
    const step: BisectStep =
      typeof shown === "string"
        ? { ...named(commit), found: "skip", how: "skipped", why: shown, duel: null }
        : { ...named(commit), ...finding(shown, estimate), duel: shown };
    await this.save({ steps: [...this.state.steps, step] });
    const left = high - low - 1;
    this.at.harness.log.info(
      `step ${this.state.steps.length}: ${commit.sha.slice(0, 12)} "${commit.subject}" is ${SAID[step.found]}: ${
        step.duel === null || step.how !== "shown" ? step.why : duelLine(step.duel)
      } (${left} ${left === 1 ? "commit was" : "commits were"} left)`,
    );
  }

  /** The first bad commit against its own parent, once more. */
  private async confirm(good: Candidate, place: number): Promise<BisectResult> {
    const { log, world } = this.at.harness;
    const culprit = await this.commit(this.state.commits[place - 1]!);
    const parent = await parentOf(world, culprit.sha);
    log.info(
      `${culprit.sha.slice(0, 12)} "${culprit.subject}" is the first bad one: against its parent, once more`,
    );
    await using other =
      parent.sha === good.commit.sha ? null : await this.candidates.demandBuilt(parent, "parent");
    const shown = await this.against(other ?? good, culprit);
    if (typeof shown === "string") {
      throw environmentError(`${culprit.sha.slice(0, 12)} started before, and does not now: ${shown}`, {
        remedy: "run the same command again: the search goes on from here",
      });
    }
    return { kind: "found", culprit, parent: parent.sha, confirmed: shown };
  }

  private async left({ good, bad }: Extract<BisectState, { kind: "left" }>): Promise<BisectResult> {
    const commits: Commit[] = [];
    for (const sha of this.state.commits.slice(good, bad)) commits.push(await this.commit(sha));
    return { kind: "left", commits };
  }

  /** The result of a commit's duel, or why it cannot be built or started. */
  private async against(base: Candidate, commit: Commit): Promise<BisectDuel | string> {
    this.at.harness.log.info(`measuring ${commit.sha.slice(0, 12)} "${commit.subject}"`);
    const head = await this.candidates.build(commit, "candidate");
    if (typeof head === "string") return head;
    await using candidate = head;
    return await this.candidates.duel(base, candidate);
  }

  private readonly commit = (sha: string): Promise<Commit> => commitOf(this.at.harness.world, sha);

  private async save(more: Partial<Bisect>): Promise<void> {
    this.state = { ...this.state, ...more };
    await this.keep(this.state);
  }

  private async end(result: BisectResult): Promise<Bisect> {
    await this.save({ result });
    return this.state;
  }
}

/** Why a duel tells nothing of the metric; null where it does. */
const unmeasured = (shown: BisectDuel) => {
  const { found, why } = finding(shown, shown.estimate);
  return found === "skip" ? why : null;
};

const SAID = { good: "good", bad: "bad", skip: "skipped" } as const;
const named = ({ sha, subject }: Commit) => ({ sha, subject });
