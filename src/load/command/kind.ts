import { z } from "zod";
import { own } from "../../base/own.ts";
import { generatorKind } from "../../model/generator.ts";
import { Mapping } from "../../model/mapping.ts";
import { Argv } from "../../model/stack.ts";

/** Any program that loads the stack, or measures in another way, and prints its figures. */
export const Command = z.strictObject({
  run: Argv,
  format: z
    .union(
      [
        z.enum(["steelyard", "benchmark-smaller", "benchmark-bigger", "locust", "jmeter"]),
        z.strictObject({ json: Mapping.meta({ description: "where in its JSON the figures stand" }) }),
      ],
      "steelyard, benchmark-smaller, benchmark-bigger, locust, jmeter, or { json: { metrics: … } }",
    )
    .meta({
      description:
        "what it prints: steelyard's own JSON, github-action-benchmark's custom lists where smaller or bigger is better, the statistics of `locust --json`, JMeter's results as CSV, or any JSON with a mapping",
    }),
  output: z.enum(["stdout", "file"]).default("stdout").meta({
    description: "where it prints: its standard output, or the file that STEELYARD_OUTPUT names",
  }),
});
export type Command = z.infer<typeof Command>;

/** A script that gets the address of the service as an argument. */
const TOLD = { ready: true, variables: [], pauses: false, special: null };
/** Why a plan of JMeter cannot load the stack: its address is fixed, as that of most is. */
const FIXED_PLAN = "it does not read the property `steelyard_url`";
/** The line of a first config: the script's own program, started by a shell, which knows our variables. */
const lineOf = (shell: string, rest: string) =>
  `command: { run: ["sh", "-c", ${JSON.stringify(shell)}], ${rest} }`;

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
  init: [
    {
      files: /\.py$/,
      find: (text) =>
        /^\s*(?:from|import)\s+locust\b/m.test(text) && /\b(?:Fast)?HttpUser\b/.test(text) ? TOLD : null,
      line: (path) =>
        lineOf(
          `exec locust --headless --skip-log --json --exit-code-on-error 0 -f ${path} -H "$STEELYARD_TARGET_API" -u 4 -r 4 -t "\${STEELYARD_DURATION%.*}s"`,
          "format: locust",
        ),
      gate: ["http_req_duration.p50", "cpu_per_request"],
    },
    {
      files: /\.jmx$/,
      find: (text) =>
        /<jmeterTestPlan\b/.test(text)
          ? { ...TOLD, special: /__P\(\s*steelyard_/.test(text) ? null : FIXED_PLAN }
          : null,
      line: (path) =>
        lineOf(
          `exec jmeter -n -t ${path} -l "$STEELYARD_OUTPUT" -Jsteelyard_url="$STEELYARD_TARGET_API"`,
          "output: file, format: jmeter",
        ),
      gate: ["http_req_duration.p50", "cpu_per_request"],
    },
    {
      files: /\.ya?ml$/,
      find: (text) =>
        /^config:/m.test(text) && /^scenarios:/m.test(text) && /^\s+phases:/m.test(text) ? TOLD : null,
      line: (path) =>
        lineOf(
          `exec npx --no-install artillery run --quiet --target "$STEELYARD_TARGET_API" --output "$STEELYARD_OUTPUT" ${path}`,
          'output: file, format: { json: { requests: "/aggregate/counters/http.requests", metrics: { http_p50: { at: "/aggregate/summaries/http.response_time/median", unit: ms, better: lower } } } }',
        ),
      gate: ["http_p50", "cpu_per_request"],
    },
  ],
  mapping: ({ format }) =>
    typeof format === "object" ? { at: ["format", "json"], mapping: format.json } : undefined,
  direction({ format }, metric, printed) {
    if (typeof format === "object") {
      return own(format.json.metrics, metric)?.better;
    }
    return format === "steelyard" ? printed : format === "benchmark-bigger" ? "higher" : "lower";
  },
});
