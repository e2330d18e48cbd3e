import { EXIT } from "../base/exit.ts";
import type { Verb } from "./verb.ts";

export const EXPLAIN: Verb = {
  name: "explain",
  summary: "say what a key of the config, a verdict, a metric, a word of the report or a file means",
  takes: "NAME",
  arity: [1, 4],
  about:
    "Prints what it takes, its default and an example. A key may be given whole (workloads.browse.gate), or by\n" +
    "its end (band, measure.pairs). Metrics, exit codes, files, variables and words of the report are explained,\n" +
    "too. workloads/reference.md and reference-cli.md have all of them.",
  flags: [],
  examples: [
    ["steelyard explain measure.pairs", "a key of the config"],
    ["steelyard explain inconclusive", "a verdict"],
    ["steelyard explain cpu_per_request", "a metric"],
    ["steelyard explain cannot tell", "words of the report"],
  ],
  async run(world, given) {
    const { explainTerm } = await import("../commands/setup/lookup.ts");
    const { text, json } = explainTerm(given.positionals.join(" "));
    world.out.write(text);
    return { exit: EXIT.ok, json };
  },
};
