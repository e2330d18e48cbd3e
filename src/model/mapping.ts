import { z } from "zod";

/** Units in which programs print, and what one is in base units. */
export const UNITS = {
  ns: { unit: "s", factor: 1e-9 },
  us: { unit: "s", factor: 1e-6 },
  ms: { unit: "s", factor: 1e-3 },
  s: { unit: "s", factor: 1 },
  B: { unit: "B", factor: 1 },
  kB: { unit: "B", factor: 1e3 },
  MB: { unit: "B", factor: 1e6 },
  GB: { unit: "B", factor: 1e9 },
  KiB: { unit: "B", factor: 2 ** 10 },
  MiB: { unit: "B", factor: 2 ** 20 },
  GiB: { unit: "B", factor: 2 ** 30 },
  "%": { unit: "ratio", factor: 0.01 },
  ratio: { unit: "ratio", factor: 1 },
  "/s": { unit: "/s", factor: 1 },
  "1": { unit: "1", factor: 1 },
} as const;
export const Printed = z.enum(Object.keys(UNITS) as [keyof typeof UNITS, ...(keyof typeof UNITS)[]]);

const Pointer = z
  .string()
  .max(1_000)
  .regex(/^(?:\/(?:[^~/]|~[01])*)+$/, 'a JSON pointer (RFC 6901) such as "/latency/p50" or "/runs/0/rps"');

/** Names that selectors take without a statistic. */
export const PlainName = z
  .string()
  .max(200)
  .regex(/^[A-Za-z_]\w*$/, 'a name of letters, digits and "_", such as "query_time"');

/** Where the figures stand in the JSON that a program prints. */
export const Mapping = z.strictObject({
  requests: Pointer.optional().meta({
    description: "where the number of requests stands, for cpu_per_request",
  }),
  errors: Pointer.optional().meta({ description: "where the number of failed requests stands" }),
  metrics: z
    .record(
      PlainName,
      z.strictObject({
        at: Pointer.meta({ description: 'where it stands, as a JSON pointer: "/latency/p50"' }),
        unit: Printed.meta({ description: "what it is printed in" }),
        better: z.enum(["lower", "higher"]).meta({ description: "which way is better" }),
      }),
    )
    .refine((all) => Object.keys(all).length > 0, "at least one metric")
    .meta({ description: "the figures, by the name that gates and budgets call them" }),
});
export type Mapping = z.infer<typeof Mapping>;
