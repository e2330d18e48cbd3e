import { z } from "zod";
import { Duration } from "./quantity.ts";
import { Argv, HttpPath, Name, Path } from "./stack.ts";

/** Programs that load a stack: a workload has exactly one of them. */
export const LOADS = ["k6", "wrk", "command"] as const;
export type LoadKind = (typeof LOADS)[number];

/** wrk: as many requests as its connections can carry, of one URL or of what a Lua script makes of it. */
export const Wrk = z.strictObject({
  endpoint: Name.optional().meta({ description: "what is loaded; the stack's only endpoint by default" }),
  path: HttpPath.default("/").meta({ description: "the path that is asked for, with its query" }),
  script: Path.optional().meta({
    description:
      "a Lua script of wrk's, relative to the checkout: its request, response, init, delay and done",
  }),
  connections: z.number().int().min(1).max(10_000).default(10).meta({
    description: "connections kept open, over all threads",
  }),
  threads: z.number().int().min(1).max(256).default(1).meta({
    description: "threads of wrk; more than one only where it has cores that the stack does not use",
  }),
  timeout: Duration.default(2).meta({
    description: "an answer that takes longer counts as failed, in whole seconds",
  }),
});
export type Wrk = z.infer<typeof Wrk>;

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

const Mapping = z.strictObject({
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

/** Any program that loads the stack, or measures in another way, and prints what it saw. */
export const Command = z.strictObject({
  run: Argv,
  format: z
    .union(
      [
        z.enum(["steelyard", "benchmark-smaller", "benchmark-bigger"]),
        z.strictObject({ json: Mapping.meta({ description: "where in its JSON the figures stand" }) }),
      ],
      "steelyard, benchmark-smaller, benchmark-bigger, or { json: { metrics: … } }",
    )
    .meta({
      description:
        "what it prints: steelyard's own JSON, github-action-benchmark's custom lists where smaller or bigger is better, or any JSON with a mapping",
    }),
  output: z.enum(["stdout", "file"]).default("stdout").meta({
    description: "where it prints: its standard output, or the file that STEELYARD_OUTPUT names",
  }),
});
export type Command = z.infer<typeof Command>;

/** What a workload is loaded by: the one of the three that is there. */
export type Load =
  | { readonly kind: "k6"; readonly script: string }
  | { readonly kind: "wrk"; readonly wrk: Wrk }
  | { readonly kind: "command"; readonly command: Command };

interface Loaded {
  readonly k6?: string | undefined;
  readonly wrk?: Wrk | undefined;
  readonly command?: Command | undefined;
}

/** The kinds of load that a workload names: exactly one in a config that has been read. */
export const loadsIn = (workload: Readonly<Partial<Record<LoadKind, unknown>>>): LoadKind[] =>
  LOADS.filter((kind) => workload[kind] !== undefined);

/** @throws Error for a workload that has none, which no config that has been read holds */
export function loadOf({ k6, wrk, command }: Loaded): Load {
  if (k6 !== undefined) return { kind: "k6", script: k6 };
  if (wrk !== undefined) return { kind: "wrk", wrk };
  if (command !== undefined) return { kind: "command", command };
  throw new Error("a workload without a load");
}

/** Where in a program's JSON its figures stand; undefined where it prints a format that says so itself. */
export function mappingOf({ command }: Loaded): Mapping | undefined {
  return typeof command?.format === "object" ? command.format.json : undefined;
}

/** Files of the checkout that the load of a workload begins with, and the key that names each. */
export function scriptsOf(workload: Loaded): { readonly key: readonly string[]; readonly file: string }[] {
  const load = loadOf(workload);
  if (load.kind === "k6") return [{ key: ["k6"], file: load.script }];
  if (load.kind === "command" || load.wrk.script === undefined) return [];
  return [{ key: ["wrk", "script"], file: load.wrk.script }];
}
