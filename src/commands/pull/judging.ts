import { SteelyardError, userError } from "../../base/errors.ts";
import { Comparison } from "../../model/comparison.ts";
import type { Run } from "../../model/run.ts";
import type { WhyPage } from "../../model/why.ts";
import { whyPage } from "../check/why.ts";
import type { Asked } from "./demands.ts";
import { type Figures, readFigures } from "./figures.ts";
import { judgement } from "./judgement.ts";
import type { ClaimedBase } from "./release.ts";
import type { Rules } from "./rules.ts";

/** Facts about a run before it is judged. */
export interface Opened extends Pick<Run, "commit" | "runnerClass"> {
  readonly trials: number;
  /** The commit that head was measured beside; null where there was none. */
  readonly base: ClaimedBase | null;
  /** Whether its stack could be neither built nor started. */
  readonly unable: boolean;
  /** Whether base was to be measured, and was not. */
  readonly headOnly: boolean;
  /** Whether workloads were left out because the change cannot affect them. */
  readonly lacksUnaffected: boolean;
}

/**
 * Reads figures and judges them. A port: the report step has a worker thread do it, which can be ended,
 * since both are work of one thread on data that anybody may have written.
 */
export interface Judging {
  /** Reads the figures. @throws SteelyardError (user) as `readFigures` */
  open(figures: Figures): Promise<Opened>;
  /** Judges the run that was opened last. @throws SteelyardError (user) where a figure is no finite number */
  judge(rules: Rules, at: string, asked: Asked): Promise<Comparison>;
  /** What explains the verdict of the run that was judged last; null where nothing was profiled. */
  explain(): Promise<WhyPage | null>;
}

/** Nothing was judged in the time there is. */
export class Overdue extends SteelyardError {
  constructor(seconds: number) {
    super("environment", `Judging took longer than ${seconds} s and was stopped, so there is no verdict.`, {
      where: "the figures in the artifact",
      remedy: "measure fewer workloads in one run; if it has few, look at what the measuring job uploads",
    });
  }
}

/** Judges in this thread. */
export function judging(): Judging {
  let run: Run | undefined;
  let judged: Comparison | undefined;
  return {
    async open(figures) {
      run = await readFigures(figures);
      const { commit, runnerClass, trials, duel, unable, fallback, unaffected } = run;
      return {
        base: duel === undefined ? null : { sha: duel.base.sha, ref: duel.base.ref },
        commit,
        runnerClass,
        trials: trials.length + (duel?.pairs.length ?? 0),
        unable: unable !== undefined,
        headOnly: fallback !== undefined,
        lacksUnaffected: unaffected !== undefined,
      };
    },
    async judge(rules, at, asked) {
      if (run === undefined) throw new SteelyardError("bug", "nothing was opened");
      judged = sound(judgement(run, rules, at, asked));
      return judged;
    },
    async explain() {
      return run && judged ? whyPage(run, judged) : null;
    },
  };
}

/** A comparison whose every number is finite, as its format asks: before anything of it is posted. */
function sound(comparison: Comparison): Comparison {
  const read = Comparison.safeParse(comparison);
  if (read.success) return comparison;
  const [issue] = read.error.issues;
  throw userError(`The figures cannot be judged: ${issue?.message ?? "they do not fit the format"}.`, {
    where: ["comparison", ...(issue?.path ?? []).map(String)].join("."),
    remedy: "measure again; a figure is beyond what a number holds",
  });
}
