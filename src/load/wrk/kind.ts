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

/** wrk: as many requests as its connections can carry, of one URL or of a Lua script's choice. */
export const Wrk = z.strictObject({
  endpoint: Name.optional().meta({
    description: "what is loaded; the stack's only endpoint by default",
    examples: ["api"],
  }),
  path: HttpPath.default("/").meta({ description: "the path that is asked for, with its query" }),
  script: Path.optional().meta({
    description:
      "a Lua script of wrk's, relative to the checkout: its request, response, init, delay and done",
    examples: ["load/search.lua"],
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

const SIGNS = [
  /\bwrk\.(?:format|method|headers|body|path|host|scheme|lookup|connect|init|thread)\b/,
  /^\s*(?:function\s+(?:request|response)\b|(?:request|response)\s*=\s*function\b)/m,
];

/** A script that says itself which path it asks. */
const PATH = /\bwrk\.path\s*=|\bwrk\.format\([^,)\n]*,\s*[^\s)]/;

const NO_PATH = { doubt: "it names no path, so it asks / over 4 connections." };

export const wrk = generatorKind({
  schema: Wrk.meta({ description: "wrk loads an endpoint, with a Lua script or without" }),
  names: "an endpoint",
  subject: "wrk",
  metrics: REQUEST_METRICS,
  placeable: true,
  countsDropped: false,
  bad: { selector: "http_req_errors{kind:status}.count" },
  exposesHeaders: false,
  levelVariable: "named",
  levels: {
    connections: withConnections,
  },
  scripts: ({ script }) => (script === undefined ? [] : [{ at: ["script"], file: script }]),
  // Lua has `os.execute`, and wrk reads the script on this machine even where it loads from inside.
  hostCommands: ({ script }) => (script === undefined ? [] : [["script"]]),
  label: ({ script, path }) => script ?? path,
  connections: connectionsText,
  endpoint: ({ endpoint }) => endpoint ?? null,
  problems: (settings) => threadProblems("wrk", settings),
  init: [
    {
      files: /\.lua$/,
      // wrk gets the address as an argument, whatever the script
      find: (text) =>
        SIGNS.some((sign) => sign.test(text)) ? { ...TOLD, ...(PATH.test(text) ? {} : NO_PATH) } : null,
      line: (path) => `wrk: { path: /, script: ${path}, connections: 4 }`,
    },
    {
      files: COMMAND_FILES,
      find: (text) => {
        const found = calledIn(text, "wrk");
        // A Lua script is found as a file of its own.
        if (found === null || found.option("-s", "--script") !== undefined) return null;
        return {
          ...TOLD,
          ...found.doubt,
          line: `wrk: { path: ${JSON.stringify(found.path)}, ${connectionsOf(found)} }`,
        };
      },
      line: () => "wrk: { path: / }",
    },
  ],
});
