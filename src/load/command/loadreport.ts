import { z } from "zod";
import { QUANTILES, UnitName } from "../../model/metric.ts";
import { trend } from "./percentiles.ts";
import { MOST_METRICS, quoted, type Seen, UNCOUNTED, Unreadable } from "./seen.ts";

const SCHEMA = "load/1";
/** Most samples of one distribution: sorting them is quick, and their text fits into what is read. */
const MOST_SAMPLES = 1_000_000;

const number = z.number();
const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const some = count.default(0);
const better = z.enum(["lower", "higher"]).optional();
const common = { unit: UnitName, better };

/** A name, with tags or without: `rows`, `rows{op:read}`. */
const MetricName = z
  .string()
  .max(200)
  .regex(/^[A-Za-z_]\w*(?:\{[^{}\p{C}\u2028\u2029]*\})?$/u, 'a name such as "rows" or "rows{op:read}"')
  .refine((name) => !/^(?:cpu_per_request|memory_peak)\b/.test(name), "a name that is not one of ours");

/** A metric as programs write it: the model's, and distributions as their samples. */
const Written = z.union([
  z.strictObject({ kind: z.literal("trend"), ...common, samples: z.array(number).min(1).max(MOST_SAMPLES) }),
  z.strictObject({
    kind: z.literal("trend"),
    ...common,
    n: count.min(1),
    mean: number,
    min: number,
    max: number,
    quantiles: z.array(number).length(QUANTILES.length),
  }),
  z.strictObject({ kind: z.literal("share"), hits: count, total: count.min(1), better }),
  z.strictObject({ kind: z.literal("counter"), ...common, count: number }),
  z.strictObject({ kind: z.literal("gauge"), ...common, value: number }),
]);

/** Our own format: figures of the measured time, in base units. */
export const Own = z
  .strictObject({
    schema: z.literal(SCHEMA),
    seconds: number.positive().optional(),
    requests: count.optional(),
    errors: count.optional(),
    statuses: z.record(z.string().regex(/^(\d{3}|other)$/), count).optional(),
    unanswered: z.strictObject({ timeouts: some, refused: some, other: some }).optional(),
    checks: z
      .array(z.strictObject({ name: z.string().min(1).max(200), passes: count, fails: count }))
      .max(1_000)
      .optional(),
    metrics: z
      .record(MetricName, Written)
      .refine((all) => Object.keys(all).length > 0, "at least one metric")
      .refine((all) => Object.keys(all).length <= MOST_METRICS, `at most ${MOST_METRICS} metrics`),
  })
  .refine(({ requests = 0, errors = 0 }) => errors <= requests, "no more errors than requests");

/** @throws Unreadable */
export function own(data: unknown): Seen {
  const schema =
    typeof data === "object" && data !== null ? (data as { schema?: unknown }).schema : undefined;
  if (schema !== SCHEMA) {
    throw new Unreadable(`its "schema" is ${quoted(schema ?? null)}; this steelyard reads "${SCHEMA}"`);
  }
  const parsed = Own.safeParse(data);
  if (!parsed.success) throw new Unreadable(complaint(parsed.error.issues));
  const { requests = 0, errors = 0, statuses = {}, checks = [], seconds = null, unanswered } = parsed.data;
  const metrics = Object.entries(parsed.data.metrics).map(([name, { better: way, ...metric }]) => {
    const direction = way === undefined ? {} : { better: way };
    if (metric.kind !== "trend" || !("samples" in metric)) return [name, { ...metric, ...direction }];
    return [name, { ...trend(metric.samples, metric.unit), ...direction }];
  });
  return {
    requests,
    errors,
    statuses,
    checks,
    seconds,
    unanswered: unanswered ?? UNCOUNTED.unanswered,
    metrics: Object.fromEntries(metrics),
  };
}

type Issue = z.core.$ZodIssue;

/** The first thing that is wrong, and where. */
function complaint(issues: readonly Issue[]): string {
  const first = issues[0];
  if (first === undefined) return "it is not what it should be";
  const where = (path: readonly PropertyKey[]) => quoted(`/${path.map(String).join("/")}`);
  if (first.code === "invalid_union") {
    // the member of the same kind came furthest
    const branches = first.errors.filter((errors) => !errors.some(({ path }) => path[0] === "kind"));
    const inner = branches.sort((a, b) => a.length - b.length)[0]?.[0];
    if (inner) return complaint([{ ...inner, path: [...first.path, ...inner.path] } as Issue]);
  }
  if (first.code === "invalid_key")
    return `${where(first.path)} is not ${first.issues[0]?.message ?? "a name"}`;
  return `${where(first.path)}: ${first.message}`;
}
