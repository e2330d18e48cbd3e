import { z } from "zod";
import {
  connectionsText,
  generatorKind,
  REQUEST_METRICS,
  threadProblems,
  withConnections,
} from "../../model/generator.ts";
import { Duration } from "../../model/quantity.ts";
import { HttpPath, Name, Path } from "../../model/stack.ts";
import { COMMAND_FILES, calledIn, connectionsOf, TOLD } from "../commandline.ts";

/** Percentiles in oha's JSON, exact. */
export const PERCENTILES = [10, 25, 50, 75, 90, 95, 99, 99.9, 99.99] as const;

/** oha: one request again and again, as fast as its connections allow or at a fixed rate. */
export const Oha = z.strictObject({
  endpoint: Name.optional().meta({
    description: "what is loaded; the stack's only endpoint by default",
    examples: ["api"],
  }),
  path: HttpPath.default("/").meta({ description: "the path that is requested, with its query" }),
  method: z
    .enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
    .default("GET")
    .meta({ description: "the HTTP method" }),
  body: Path.optional().meta({
    description: "a file with the body of each request, relative to the checkout",
    examples: ["load/order.json"],
  }),
  content_type: z
    .string()
    .max(200)
    .regex(/^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.+-]+)*$/, 'a media type such as "application/json"')
    .optional()
    .meta({ description: "the Content-Type header of each request", examples: ["application/json"] }),
  connections: z.number().int().min(1).max(10_000).default(10).meta({
    description: "connections, each with one request at a time",
  }),
  rate: z.number().positive().max(1_000_000).optional().meta({
    description:
      "requests a second (an open model); latency then counts from the time that each request was due. As fast as possible by default",
  }),
  threads: z.number().int().min(1).max(256).default(1).meta({
    description: "threads of oha; more than one only where it has cores that the stack does not use",
  }),
  timeout: Duration.default(2).meta({ description: "a response that takes longer counts as failed" }),
  keepalive: z.boolean().default(true).meta({
    description: "whether connections serve more than one request",
  }),
});
export type Oha = z.infer<typeof Oha>;

export const oha = generatorKind({
  schema: Oha.meta({ description: "oha loads an endpoint with one request, at full speed or at a rate" }),
  names: "an endpoint",
  subject: "oha",
  metrics: REQUEST_METRICS,
  percentiles: PERCENTILES,
  placeable: true,
  countsDropped: false,
  bad: "statuses",
  exposesHeaders: true,
  levelVariable: "none",
  levels: {
    connections: withConnections,
    rate: (settings, level) => ({ ...settings, rate: level }),
  },
  scripts: ({ body }) => (body === undefined ? [] : [{ at: ["body"], file: body }]),
  hostCommands: () => [], // the body is data
  label: ({ path }) => path,
  connections: connectionsText,
  endpoint: ({ endpoint }) => endpoint ?? null,
  problems: (settings) => threadProblems("oha", settings),
  init: {
    files: COMMAND_FILES,
    find: (text) => {
      const found = calledIn(text, "oha");
      if (found === null) return null;
      const method = found.option("-m", "--method")?.toUpperCase();
      const rate = Number(found.option("-q"));
      const hasBody = ["-d", "-D", "-F"].some((name) => found.option(name) !== undefined);
      const settings = [
        `path: ${JSON.stringify(found.path)}`,
        ...(method === undefined || method === "GET" ? [] : [`method: ${method}`]),
        connectionsOf(found),
        ...(rate > 0 ? [`rate: ${rate}`] : []),
      ];
      const doubt = hasBody ? { doubt: "its body has to be a file, which `body` names." } : found.doubt;
      return { ...TOLD, ...doubt, line: `oha: { ${settings.join(", ")} }` };
    },
    line: () => "oha: { path: / }",
  },
});
