import { z } from "zod";
import { Duration } from "./quantity.ts";
import { Argv, HttpPath, Name, Path } from "./stack.ts";

/** The kinds of load generators; a workload has exactly one. */
export const LOADS = ["k6", "wrk", "command"] as const;
export type LoadKind = (typeof LOADS)[number];

/** wrk: as many requests as its connections can carry, to one URL or as a Lua script builds them. */
export const Wrk = z.strictObject({
  endpoint: Name.optional().meta({
    description: "the endpoint that is loaded; the stack's only endpoint by default",
  }),
  path: HttpPath.default("/").meta({ description: "the requested path, with its query" }),
  script: Path.optional().meta({
    description:
      "a Lua script for wrk, relative to the checkout; it may define request, response, init, delay and done",
  }),
  connections: z.number().int().min(1).max(10_000).default(10).meta({
    description: "connections kept open, over all threads",
  }),
  threads: z.number().int().min(1).max(256).default(1).meta({
    description: "threads of wrk; use more than one only if wrk has cores that the stack does not use",
  }),
  timeout: Duration.default(2).meta({
    description: "a response that takes longer counts as failed, in whole seconds",
  }),
});
export type Wrk = z.infer<typeof Wrk>;

/** Units that programs print, and their factors to base units. */
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

/** Names that selectors accept without a statistic. */
export const PlainName = z
  .string()
  .max(200)
  .regex(/^[A-Za-z_]\w*$/, 'a name of letters, digits and "_", such as "query_time"');

const Mapping = z.strictObject({
  requests: Pointer.optional().meta({
    description: "JSON pointer to the number of requests, for cpu_per_request",
  }),
  errors: Pointer.optional().meta({ description: "JSON pointer to the number of failed requests" }),
  metrics: z
    .record(
      PlainName,
      z.strictObject({
        at: Pointer.meta({ description: 'JSON pointer to the figure, such as "/latency/p50"' }),
        unit: Printed.meta({ description: "unit of the printed figure" }),
        better: z.enum(["lower", "higher"]).meta({ description: "which direction is better" }),
      }),
    )
    .refine((all) => Object.keys(all).length > 0, "at least one metric")
    .meta({ description: "the figures, by the names that gates and budgets use" }),
});
export type Mapping = z.infer<typeof Mapping>;

/** Any program that loads the stack, or measures in another way, and prints its results. */
export const Command = z.strictObject({
  run: Argv,
  format: z
    .union(
      [
        z.enum(["steelyard", "benchmark-smaller", "benchmark-bigger"]),
        z.strictObject({ json: Mapping.meta({ description: "positions of the figures in its JSON" }) }),
      ],
      "steelyard, benchmark-smaller, benchmark-bigger, or { json: { metrics: … } }",
    )
    .meta({
      description:
        "format of its output: steelyard's own JSON, github-action-benchmark's custom lists where smaller or bigger is better, or any JSON with a mapping",
    }),
  output: z.enum(["stdout", "file"]).default("stdout").meta({
    description: "where it prints: its standard output, or the file that STEELYARD_OUTPUT names",
  }),
});
export type Command = z.infer<typeof Command>;

/** The load generator of a workload with its settings. */
export type Load =
  | { readonly kind: "k6"; readonly script: string }
  | { readonly kind: "wrk"; readonly wrk: Wrk }
  | { readonly kind: "command"; readonly command: Command };

interface Loaded {
  readonly k6?: string | undefined;
  readonly wrk?: Wrk | undefined;
  readonly command?: Command | undefined;
}

/** The kinds of load that a workload names: exactly one in a valid config. */
export const loadsIn = (workload: Readonly<Partial<Record<LoadKind, unknown>>>): LoadKind[] =>
  LOADS.filter((kind) => workload[kind] !== undefined);

/** The load of a workload. @throws Error where it has none, which no valid config does */
export function loadOf({ k6, wrk, command }: Loaded): Load {
  if (k6 !== undefined) return { kind: "k6", script: k6 };
  if (wrk !== undefined) return { kind: "wrk", wrk };
  if (command !== undefined) return { kind: "command", command };
  throw new Error("a workload without a load");
}

/** The positions of the figures in a program's JSON; undefined where its format needs no mapping. */
export function mappingOf({ command }: Loaded): Mapping | undefined {
  return typeof command?.format === "object" ? command.format.json : undefined;
}

/** Entry files of a workload's load in the checkout, each with the config key that names it. */
export function scriptsOf(workload: Loaded): { readonly key: readonly string[]; readonly file: string }[] {
  const load = loadOf(workload);
  if (load.kind === "k6") return [{ key: ["k6"], file: load.script }];
  if (load.kind === "command" || load.wrk.script === undefined) return [];
  return [{ key: ["wrk", "script"], file: load.wrk.script }];
}
