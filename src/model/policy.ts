import { z } from "zod";
import { Quantity, Ratio } from "./quantity.ts";
import { Name } from "./stack.ts";
import { Movable, Removable } from "./verdict.ts";

const PATTERN = 'a path such as "gateway/**", or "!docs/**" for files that do not matter';
/** Which files of the repository matter; the last pattern that matches decides. */
export const Paths = z
  .array(
    z
      .string(PATTERN)
      .max(400)
      .regex(/^!?[^!/\s][^\n]*$/, PATTERN),
  )
  .min(1)
  .max(200)
  .optional();

/** Trust in a change: it may run any command of its config on the machine, or none outside of containers. */
export const TRUSTS = ["any", "compose-only"] as const;

/** When workloads are loaded again with profilers: those of which a gate changed, all, or none. */
export const WHYS = ["auto", "always", "never"] as const;
export type Why = (typeof WHYS)[number];

const RELEASE = 'tags of releases, such as "v*"';

/** Smallest change that matters where no config says another, a share. */
export const USUAL_BAND = 0.03;

export const Policy = z.strictObject({
  reference: z.enum(["auto", "baseline", "base"]).default("auto").meta({
    description:
      "the reference for head: `baseline` is the committed baseline, `base` is a paired measurement of base, `auto` uses the baseline first and pairs what stays undecided",
  }),
  release: z
    .string(RELEASE)
    .regex(/^[\w./*-]{1,100}$/, RELEASE)
    .default("v*")
    .meta({
      description:
        "tags of releases, as a pattern in which `*` stands for any text; the last one before head is the reference of a comparison with the release (`--release`)",
    }),
  band: Ratio.default(USUAL_BAND).meta({
    description: "smallest change that matters for p50, mean, rate and CPU",
  }),
  floor: Quantity.optional().meta({ description: "smallest change of a latency that matters, such as 50us" }),
  fail_on: z
    .strictObject({
      add: z.array(Movable).default([]).meta({ description: "verdicts that fail the check as well" }),
      remove: z.array(Removable).default([]).meta({ description: "verdicts that are only shown" }),
    })
    .prefault({})
    .meta({ description: "changes to the set of verdicts that fail the check" }),
  failed_trials: Ratio.default(0.2).meta({ description: "share of a workload's trials that may fail" }),
  starts: z.number().int().min(1).max(10).default(3).meta({
    description:
      "starts of the stack per run; in a paired run at least 3 before the first look, and more before each further one",
  }),
  trust: z.enum(TRUSTS).default("any").meta({
    description:
      "what a change may run on the measuring machine; only the base branch's setting counts: `compose-only` refuses to measure a change that would run commands of its own outside of containers (processes, builds, seed.run, command, scripts that can start programs)",
  }),
  why: z.enum(WHYS).default("auto").meta({
    description:
      "whether a paired run loads workloads again with profilers, to name functions and statements that take more or less time: `auto` those of which a gate metric changed (the five that changed most), `always` all, `never` none",
  }),
  queue: z.enum(["measure", "trust"]).default("measure").meta({
    description:
      "what happens to a group of a merge queue: `measure` compares it with the commit before it; `trust` measures nothing where each of its pull requests passed the check with the same config and at most one can affect a workload (`paths`)",
  }),
  creep: z
    .strictObject({
      unmeasured: z.number().int().min(0).max(10_000).default(20).meta({
        description: "merged changes without estimates after which the release is compared with",
      }),
    })
    .prefault({})
    .meta({
      description:
        "when the creep ledger, which sums the estimates of merged changes, starts a comparison with the last release",
    }),
  paths: Paths.meta({
    description:
      "files whose changes can affect workloads that have no `paths` of their own; everything is always measured by default",
  }),
  runner: z
    .enum(["shared", "dedicated"])
    .default("shared")
    .meta({ description: "whether other programs may run on the measuring machine at the same time" }),
  runner_class: Name.optional().meta({
    description: "name of this machine's baselines; os-arch-cores by default",
  }),
  profile: Name.optional().meta({
    description: "the profile that the action uses if its inputs name none",
  }),
});
export type Policy = z.infer<typeof Policy>;
