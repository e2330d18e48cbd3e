import { z } from "zod";
import { Name } from "./config.ts";
import { Verdict } from "./verdict.ts";
import { tag } from "./versioned.ts";

/** Most commits that are searched. */
export const MOST_COMMITS = 10_000;

const text = z.string().max(8_000);
const count = z.number().int().min(0);
const Sha = z.string().regex(/^[0-9a-f]{40,64}$/);

/** The question of a search. A state file can only continue a search with the same question. */
export const BisectQuestion = z.strictObject({
  good: Sha,
  bad: Sha,
  workload: Name,
  variant: Name.nullable(),
  /** A selector. */
  metric: z.string().max(400),
  runnerClass: Name,
  stack: text,
  /** Digest of the workload and the rules in the checkout where the search began. */
  digest: text,
});
export type BisectQuestion = z.infer<typeof BisectQuestion>;

/** The result of one duel for the metric. */
export const BisectDuel = z.strictObject({
  verdict: Verdict,
  reason: text,
  /** Log ratio, positive is worse, and its 95 % interval; null where nothing was tested. */
  estimate: z.number().nullable(),
  interval: z.tuple([z.number(), z.number()]).nullable(),
  pairs: count,
  run: text,
});
export type BisectDuel = z.infer<typeof BisectDuel>;

/** Classification of a commit. `skip`: it cannot be measured. */
export const Found = z.enum(["good", "bad", "skip"]);
export type Found = z.infer<typeof Found>;

export const BisectStep = z.strictObject({
  sha: Sha,
  subject: text,
  found: Found,
  /** `shown`: by its verdict; `nearer`: the verdict is undecided, and the estimate lies nearer to this class; `skipped`. */
  how: z.enum(["shown", "nearer", "skipped"]),
  why: text,
  /** Against good; null where nothing was measured. */
  duel: BisectDuel.nullable(),
});
export type BisectStep = z.infer<typeof BisectStep>;

/** A commit for display; `authored` is its author date, ISO 8601. */
export const BisectCommit = z.strictObject({ sha: Sha, subject: text, authored: text });
export type BisectCommit = z.infer<typeof BisectCommit>;

/** The result of a search. */
export const BisectResult = z.discriminatedUnion("kind", [
  /** The first bad commit, and the duel against its parent that confirms it. */
  z.strictObject({ kind: z.literal("found"), culprit: BisectCommit, parent: Sha, confirmed: BisectDuel }),
  /** The culprit is one of these, oldest first; all but the last cannot be measured. */
  z.strictObject({ kind: z.literal("left"), commits: z.array(BisectCommit).min(2).max(MOST_COMMITS) }),
  /** Bad is not shown to be worse than good. */
  z.strictObject({ kind: z.literal("not-worse") }),
]);
export type BisectResult = z.infer<typeof BisectResult>;

/** A search for the commit that made a metric worse: its log, its state, and finally its result. */
export const Bisect = z
  .strictObject({
    schema: z.literal(tag("bisect")),
    steelyard: text,
    began: z.iso.datetime(),
    question: BisectQuestion,
    /** After good, along first parents, oldest first; the last is bad. */
    commits: z.array(Sha).min(1).max(MOST_COMMITS),
    /** Bad against good; null before it was measured. */
    verified: BisectDuel.nullable(),
    steps: z.array(BisectStep).max(MOST_COMMITS),
    result: BisectResult.nullable(),
  })
  .refine(({ commits, question }) => commits.at(-1) === question.bad, "the last commit is bad")
  .refine(
    ({ commits, steps }) =>
      steps.every(({ sha }) => commits.indexOf(sha) < commits.length - 1 && commits.includes(sha)),
    "every step is one of the commits before bad",
  )
  .refine(
    ({ steps }) => new Set(steps.map(({ sha }) => sha)).size === steps.length,
    "a commit is tried once",
  );
export type Bisect = z.infer<typeof Bisect>;
