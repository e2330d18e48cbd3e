import { z } from "zod";
import { Name } from "./config.ts";
import { Fingerprint } from "./fingerprint.ts";
import { Verdict } from "./verdict.ts";
import { tag } from "./versioned.ts";

const text = z.string().max(8_000);
const count = z.number().int().min(0);

/** One gate of one of the two duels of a self-test. */
export const TestedGate = z.strictObject({
  workload: Name,
  variant: Name.nullable(),
  metric: z.string().max(400),
  verdict: Verdict,
  reason: text,
  /** Log ratio, positive is worse, and its 95 % interval; null where nothing was tested. */
  estimate: z.number().nullable(),
  interval: z.tuple([z.number(), z.number()]).nullable(),
  /** Smallest worsening that would have been detected, a log ratio. */
  mde: z.number().positive().nullable(),
});
export type TestedGate = z.infer<typeof TestedGate>;

/** One duel of this commit against itself, with or without the slowdown in head. */
export const TestedDuel = z.strictObject({
  run: text,
  overall: Verdict,
  /** Exit code that a check would have had. */
  exit: count,
  pairs: count,
  gates: z.array(TestedGate).max(2_000),
});
export type TestedDuel = z.infer<typeof TestedDuel>;

/** Whether the gate fails for a known slowdown, and only for it. */
export const SelfTest = z.strictObject({
  schema: z.literal(tag("selftest")),
  steelyard: text,
  runnerClass: Name,
  fingerprint: Fingerprint,
  commit: z.strictObject({ sha: text, subject: text, dirty: z.boolean() }).nullable(),
  began: z.iso.datetime(),
  ended: z.iso.datetime(),
  /** The slowdown applied to head alone. */
  slowdown: z.union([
    z.strictObject({ stackEnv: z.record(z.string(), text) }),
    z.strictObject({ patch: text }),
  ]),
  slowed: TestedDuel,
  unslowed: TestedDuel,
  /** `unjudged`: the machine or the stack did not allow a conclusion. */
  outcome: z.enum(["proved", "refuted", "unjudged"]),
  /** Conclusions and required actions, in sentences. */
  why: z.array(text).min(1).max(10),
});
export type SelfTest = z.infer<typeof SelfTest>;
