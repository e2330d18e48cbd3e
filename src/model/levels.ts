import { z } from "zod";
import { number } from "../base/text.ts";
import { AXES, type Axis } from "./axis.ts";
import { type Loaded, loadIn } from "./load.ts";
import { Price } from "./money.ts";
import { Duration, type Form, Quantity, Ratio, WANTED } from "./quantity.ts";

export { AXES, type Axis } from "./axis.ts";

export const AxisName = z.enum(Object.keys(AXES) as [Axis, ...Axis[]]);

/** Most levels that a workload is measured at, and most trials at each. */
export const MOST_PROBES = 100;
export const MOST_LEVEL_TRIALS = 50;

/** A level is an integer, because k6 accepts nothing else. */
const Level = z.number().int().min(1).max(1_000_000);
const variable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'an environment variable name such as "RATE"')
  .optional()
  .meta({ description: "the variable that gives the load its level; RATE, VUS or CONNECTIONS by default" });
const within = Duration.default(900).meta({ description: "time after which no further level is begun" });
const trials = (least: number) => z.number().int().min(least).max(MOST_LEVEL_TRIALS);

const KNEE = String.raw`^\s*>=?\s*(\d+(?:\.\d*)?|\.\d+)\s*(?:\/\s?s)?\s*$`;

/** A search for the highest level at which a workload keeps its budgets. */
export const Sweep = z.strictObject({
  rate: z
    .tuple([Quantity, Quantity])
    .optional()
    .meta({
      description: "lowest and highest arrival rate, such as [10/s, 160/s], of an open model",
      examples: [["10/s", "160/s"]],
    }),
  vus: z.tuple([Level, Level]).optional().meta({ description: "fewest and most users of a closed model" }),
  connections: z.tuple([Level, Level]).optional().meta({ description: "fewest and most connections" }),
  variable,
  precision: Ratio.default(0.05).meta({
    description: "the search ends when the levels around the knee are this close to each other",
  }),
  trials: trials(2).default(3).meta({ description: "trials per measurement of a level" }),
  confirm: z.number().int().min(0).max(5).default(2).meta({
    description:
      "how often the levels around the knee are measured again, each time with a fresh start of the stack",
  }),
  probes: z
    .number()
    .int()
    .min(3)
    .max(MOST_PROBES)
    .default(30)
    .meta({ description: "maximum number of measurements of levels" }),
  within,
  knee: z
    .string(WANTED.knee)
    .refine((text) => new RegExp(KNEE).test(text), {
      message: WANTED.knee,
      params: { form: "limit" satisfies Form },
    })
    .meta({ pattern: KNEE })
    .optional()
    .meta({
      description: 'a budget for the knee, such as "> 15/s"; without it the sweep never fails the check',
    }),
});
export type Sweep = z.infer<typeof Sweep>;

const Levels = z.array(Level).min(2).max(40);

/** A scaling curve: the throughput at several levels of a closed model, and the conclusions for capacity and cost. */
export const Scaling = z.strictObject({
  vus: Levels.optional().meta({
    description: "numbers of users of a closed model, such as [1, 2, 4, 8, 16, 32]",
    examples: [[1, 2, 4, 8, 16, 32]],
  }),
  connections: Levels.optional().meta({ description: "numbers of connections" }),
  variable,
  trials: trials(1).default(2).meta({ description: "trials per measurement of a level" }),
  repeats: z.number().int().min(2).max(10).default(3).meta({
    description:
      "how often every level is measured, in random order, each time with a fresh start of the stack",
  }),
  within,
  headroom: Ratio.default(0.3).meta({ description: "share of an instance's capacity that is kept free" }),
  loads: z
    .array(Quantity)
    .max(20)
    .default([])
    .meta({
      description: "loads for which instances are calculated, such as [500/s, 2000/s]",
      examples: [["500/s", "2000/s"]],
    }),
  prices: z
    .record(z.string().min(1).max(80), Price)
    .default({})
    .meta({
      description:
        'prices, such as "0.0416 USD/h": `instance` counts per instance, everything else once for any load',
      examples: [{ instance: "0.0416 USD/h" }],
    }),
});
export type Scaling = z.infer<typeof Scaling>;

/** The axis of a sweep or a curve. */
export interface Along {
  readonly axis: Axis;
  /** Of the load's environment; null where the level is a setting of the generator. */
  readonly variable: string | null;
}

type Measured = Partial<Record<Axis, readonly number[] | undefined>> & {
  readonly variable?: string | undefined;
};

/** Axes that a sweep or a curve names: exactly one in a valid config. */
export const axesIn = (levels: Measured): Axis[] =>
  (Object.keys(AXES) as Axis[]).filter((axis) => levels[axis] !== undefined);

/** @throws Error for one that names none, which no config that has been read holds */
export function alongOf(levels: Measured, workload: Loaded): Along & { levels: number[] } {
  const [axis] = axesIn(levels);
  if (axis === undefined) throw new Error("levels of nothing");
  const set = loadIn(workload)?.about.levels[axis] !== undefined && levels.variable === undefined;
  return { axis, variable: set ? null : (levels.variable ?? AXES[axis]), levels: [...levels[axis]!] };
}

/** The number in "> 15/s". */
export const wantedKnee = (text: string): number => Number(/[\d.]+/.exec(text)?.[0]);

interface Levelled extends Loaded {
  readonly env: Readonly<Record<string, string>>;
}

/** A workload at one level: with the variable set, or with the generator's setting. */
export function atLevel<W extends Levelled>(workload: W, { axis, variable }: Along, level: number): W {
  if (variable !== null) return { ...workload, env: { ...workload.env, [variable]: String(level) } };
  const load = loadIn(workload);
  const set = load?.about.levels[axis];
  if (load === undefined || set === undefined) return workload;
  return { ...workload, [load.kind]: set(load.settings, level) };
}

interface Levelling {
  readonly sweep?: Sweep | undefined;
  readonly scaling?: Scaling | undefined;
}

/** The sweep or the curve of a workload; undefined where it has neither, or one without an axis. */
export function levelling(workload: Levelling & Loaded) {
  const levels = workload.sweep ?? workload.scaling;
  return levels === undefined || axesIn(levels).length !== 1 ? undefined : alongOf(levels, workload);
}

/** Whether a workload is measured at levels, and therefore compared neither with a baseline nor with base. */
export const isLevelled = ({ sweep, scaling }: Levelling): boolean =>
  sweep !== undefined || scaling !== undefined;

/** A level for display: "40 /s", "8 VUs", "64 connections". */
export function levelText(level: number, axis: Axis): string {
  const n = number(level);
  if (axis === "rate") return `${n} /s`;
  if (axis === "vus") return level === 1 ? "1 VU" : `${n} VUs`;
  return level === 1 ? "1 connection" : `${n} connections`;
}
