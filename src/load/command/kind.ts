import { z } from "zod";
import { own } from "../../base/own.ts";
import { generatorKind } from "../../model/generator.ts";
import { Mapping } from "../../model/mapping.ts";
import { Argv } from "../../model/stack.ts";
import { FINDERS } from "./finders.ts";

/** Any program that loads the stack, or measures in another way, and prints its figures. */
export const Command = z.strictObject({
  run: Argv,
  format: z
    .union(
      [
        z.enum(["steelyard", "benchmark-smaller", "benchmark-bigger", "locust", "jmeter", "gatling"]),
        z.strictObject({ json: Mapping.meta({ description: "where in its JSON the figures stand" }) }),
      ],
      "steelyard, benchmark-smaller, benchmark-bigger, locust, jmeter, gatling, or { json: { metrics: … } }",
    )
    .meta({
      description:
        "what it prints: steelyard's own JSON, github-action-benchmark's custom lists where smaller or bigger is better, the statistics of `locust --json`, JMeter's results as CSV, Gatling's `stats.js`, or any JSON with a mapping",
    }),
  output: z.enum(["stdout", "file"]).default("stdout").meta({
    description: "where it prints: its standard output, or the file that STEELYARD_OUTPUT names",
  }),
});
export type Command = z.infer<typeof Command>;

export const command = generatorKind({
  schema: Command.meta({ description: "any program loads the stack, and prints what it saw" }),
  names: "a program",
  subject: "A command",
  metrics: {},
  placeable: false,
  countsDropped: false,
  bad: null,
  exposesHeaders: false,
  levelVariable: "default",
  levels: {},
  scripts: () => [],
  hostCommands: () => [[]],
  label: ({ run }) => run.join(" "),
  init: FINDERS,
  mapping: ({ format }) =>
    typeof format === "object" ? { at: ["format", "json"], mapping: format.json } : undefined,
  direction({ format }, metric, printed) {
    if (typeof format === "object") {
      return own(format.json.metrics, metric)?.better;
    }
    return format === "steelyard" ? printed : format === "benchmark-bigger" ? "higher" : "lower";
  },
});
