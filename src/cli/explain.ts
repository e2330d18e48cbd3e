import { EXIT } from "../base/exit.ts";
import type { Verb } from "./verb.ts";

export const EXPLAIN: Verb = {
  name: "explain",
  summary: "say what a key of the config, a verdict, an exit code or a file means",
  takes: "NAME",
  arity: [1, 1],
  about:
    "Prints what it takes, its default and an example. A key may be given whole (workloads.browse.gate), or by\n" +
    "its end (band, measure.pairs). workloads/reference.md has all of them.",
  flags: [],
  examples: [
    ["steelyard explain measure.pairs", "a key of the config"],
    ["steelyard explain inconclusive", "a verdict"],
  ],
  async run(world, given) {
    const { explainTerm } = await import("../commands/setup/lookup.ts");
    const { text, json } = explainTerm(given.positionals[0]!);
    world.out.write(text);
    return { exit: EXIT.ok, json };
  },
};
