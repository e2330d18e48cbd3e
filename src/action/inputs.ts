import { z } from "zod";
import { userError } from "../base/errors.ts";
import { own } from "../base/own.ts";
import { releaseCheck } from "../base/tags.ts";
import { SCALES, seconds, shardOf } from "../commands/options.ts";
import type { Asked } from "../commands/pull/demands.ts";
import type { JobOptions } from "../commands/pull/job.ts";
import type { PullReportOptions } from "../commands/pull/pull.ts";
import { CHECK_MODES } from "../github/check.ts";
import { COMMENT_MODES } from "../github/comment.ts";
import { STACK_KINDS, WHYS } from "../model/config.ts";

/** The inputs of the actions: texts, as the runner passes them. Empty counts as not given. */

const text = z.string().max(1_000);
const given = text.transform((value) => (value === "" ? undefined : value));
const optional = <S extends z.ZodType<unknown, string>>(schema: S) => given.pipe(schema.optional());
const matching = (pattern: RegExp, wanted: string) => optional(z.string().regex(pattern, wanted));
const token = text.min(1, "a token; by default the job's own");
/** A path below the top of the repository: it is read over the API and from other commits as well. */
const path = text
  .regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\0-\x1f\\:]+$/, "a path below the top of the repository")
  .transform((value) => value.replace(/^(?:\.\/)+/, "").replace(/\/+$/, ""));
const flag = z.enum(["true", "false"], "true or false").transform((value) => value === "true");
const sha = matching(/^[0-9a-f]{40,64}$/, "the whole name of a commit: 40 hexadecimal digits");
const ref = matching(/^[^-\0-\x20~^:?*[\\][^\0-\x20~^:?*[\\]*$/, "a branch, tag or commit");
const number = (pattern: RegExp, wanted: string, { least, most }: { least: number; most: number }) =>
  optional(z.string().regex(pattern, wanted).transform(Number).pipe(z.number().min(least).max(most)));
const whole = (least: number, most: number) =>
  number(/^\d+$/, `a whole number from ${least} to ${most}`, { least, most });
const scale = number(/^\d+(\.\d+)?$/, `a share from ${SCALES.least} to ${SCALES.most}, such as 0.05`, SCALES);
/** The file name of a workflow in `.github/workflows`. */
const WORKFLOW = [/^[\w.-]+\.ya?ml$/, "the file name of a workflow, such as perf.yml"] as const;
const name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$/, 'letters, digits, "_", "." and "-"');
const list = given.transform((value) => value?.split(",").map((item) => item.trim()));
const MOST = Number.MAX_SAFE_INTEGER;

/** What `parse` makes of the text; undefined is a text that cannot be used. */
const parsed = <T>(parse: (value: string) => T | undefined, message: string) =>
  given.transform((value, context) => {
    const found = value === undefined ? undefined : parse(value);
    if (value === undefined || found !== undefined) return found;
    context.addIssue({ code: "custom", message, input: value });
    return z.NEVER;
  });
const duration = parsed((value) => seconds(value) || undefined, "a duration such as 90s or 8m");
const shard = parsed(shardOf, "a shard such as 2/4: the second of four");

/** The output folder as a step left it for the next. @throws SteelyardError (user) for one outside of the checkout */
export function outOf(saved: string): string {
  const found = path.safeParse(saved);
  if (found.success) return found.data;
  throw userError("The output folder that was left for this step is none of the checkout's.", {
    where: saved.slice(0, 200),
  });
}

/** NAME=VALUE, one a line. */
const pairs = z
  .string()
  .max(50_000)
  .transform((value, context) => {
    const found: Record<string, string> = {};
    for (const line of value.split(/\r?\n/).filter((one) => one.trim() !== "")) {
      const [, key, rest] = /^\s*([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line) ?? [];
      if (key === undefined || rest === undefined) {
        context.addIssue({ code: "custom", message: "NAME=VALUE, one a line", input: value });
        return z.NEVER;
      }
      found[key] = rest;
    }
    return found;
  });

/** How a measurement is asked for: inputs of the measuring step, and of the report that holds figures against them. */
const Wanted = {
  profile: optional(name),
  only: list.pipe(z.array(name).optional()),
  variants: list.pipe(z.array(name).optional()),
  reference: z.enum(["auto", "base", "baseline", "release"], "auto, base, baseline or release"),
  budget: duration,
  trials: whole(1, 200),
  scale,
  stack: optional(z.enum(STACK_KINDS, STACK_KINDS.join(", "))),
  "stack-env": pairs,
  "runner-class": optional(name),
};

/** The figures of a workflow run: an artifact of each shard, or a run file of the same job. */
const Figures = {
  artifact: z.string().min(1).max(255),
  figures: given,
  /** Machines that the workloads are shared out among: each uploads an artifact of its own. */
  shards: whole(1, 100).transform((value) => value ?? 1),
  "run-id": whole(1, MOST),
};

export const MeasureInputs = z.strictObject({
  config: path,
  out: path,
  baselines: path,
  ...Wanted,
  base: ref,
  seed: whole(0, 2 ** 31 - 1),
  shard,
  why: optional(z.enum(WHYS, WHYS.join(", "))),
  "no-wait": flag,
  sha,
  "fail-on-verdict": flag,
});
export type MeasureInputs = z.infer<typeof MeasureInputs>;

export const ReportInputs = z.strictObject({
  token,
  ...Figures,
  workflow: matching(/^\.github\/workflows\/[\w.-]+\.ya?ml$/, "a path such as .github/workflows/perf.yml"),
  config: path,
  baselines: path,
  ...Wanted,
  "pull-request": whole(1, MOST),
  sha,
  comment: z.enum(COMMENT_MODES, COMMENT_MODES.join(", ")),
  check: z.enum(CHECK_MODES, CHECK_MODES.join(", ")),
  name,
  trend: optional(z.url({ protocol: /^https?$/, error: "an address that begins with https://" })),
  rerun: matching(...WORKFLOW),
  "fail-on-verdict": flag,
});
export type ReportInputs = z.infer<typeof ReportInputs>;

export const TargetInputs = z.strictObject({
  token,
  "pull-request": whole(1, MOST),
  ref,
  sha,
  config: path,
  name,
});

export const RequestInputs = z.strictObject({
  token,
  workflow: z.string().regex(...WORKFLOW),
  config: path,
  label: z.string().min(1).max(100),
});

export const LedgerInputs = z.strictObject({
  token,
  workflow: z.string().regex(...WORKFLOW),
  config: path,
  name,
});

export const WatchInputs = z.strictObject({
  token,
  job: z.string().min(1).max(200),
  within: duration.refine((value) => value !== undefined, "a duration such as 30m"),
  sha,
  check: z.enum(CHECK_MODES, CHECK_MODES.join(", ")),
  name,
});

export const RefreshInputs = z.strictObject({ token, ...Figures, config: path, baselines: path });

export const TrackInputs = z.strictObject({
  token,
  history: path,
  config: path,
  days: whole(1, 3_650).transform((value) => value ?? 30),
});

/**
 * The inputs of this step from the runner's variables.
 *
 * @throws SteelyardError (user) that names each input that cannot be used, and its allowed values
 */
export function inputsOf<S extends z.ZodObject>(
  schema: S,
  env: Readonly<Record<string, string | undefined>>,
): z.infer<S> {
  const names = Object.keys(schema.shape);
  const values = names.map((input) => [input, (own(env, `INPUT_${input.toUpperCase()}`) ?? "").trim()]);
  const parsed = schema.safeParse(Object.fromEntries(values));
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path: [input], message }) => `\n  - ${String(input)}: ${message}`);
  throw userError(
    `${wrong.length === 1 ? "An input" : `${wrong.length} inputs`} cannot be used:${wrong.join("")}`,
    {
      where: "with: of this step",
      remedy: "give one of the named values; leave an input out for its default",
    },
  );
}

/** How a measurement is asked for. */
const askedOf = (inputs: Pick<MeasureInputs, keyof typeof Wanted>): Asked => ({
  profile: inputs.profile,
  only: inputs.only,
  variants: inputs.variants,
  trials: inputs.trials,
  scale: inputs.scale,
  stack: inputs.stack,
  stackEnv: inputs["stack-env"],
  runnerClass: inputs["runner-class"],
  budget: inputs.budget,
  base: { auto: undefined, base: "" as const, baseline: false as const, release: undefined }[
    inputs.reference
  ],
  ...(inputs.reference === "release" && { release: true }),
});

/** The inputs as options of the engine. */
export const jobOptions = (inputs: MeasureInputs): JobOptions => ({
  ...askedOf(inputs),
  config: inputs.config,
  out: inputs.out,
  baselines: inputs.baselines,
  seed: inputs.seed,
  shard: inputs.shard,
  sha: inputs.sha,
  branch: inputs.base,
  why: inputs.why,
  wait: !inputs["no-wait"],
});

/** The inputs as options of the report. */
export const reportOptions = (inputs: ReportInputs): Omit<PullReportOptions, "at" | "file"> => ({
  asked: { ...askedOf(inputs), shards: inputs.shards },
  artifact: inputs.artifact,
  shards: inputs.shards,
  run: inputs["run-id"],
  workflow: inputs.workflow,
  config: inputs.config,
  baselines: inputs.baselines,
  pull: inputs["pull-request"],
  sha: inputs.sha,
  comment: inputs.comment,
  check: inputs.check,
  name: inputs.reference === "release" ? releaseCheck(inputs.name) : inputs.name,
  trend: inputs.trend,
  rerun: inputs.rerun,
});
