import { EXIT } from "../base/exit.ts";
import { CONFIG, OUT } from "./flags.ts";
import type { Verb } from "./verb.ts";

export const TESTRUN: Verb = {
  name: "k6-operator",
  summary: "run a k6 load on Kubernetes: manifests, and figures from logs",
  takes: "WORKLOAD",
  arity: [1, 1],
  about:
    "Prints a ConfigMap and a TestRun for k6-operator with as many runners as the workload has segments. With\n" +
    "--logs it reads what the runners printed, merges it, and prints the figures as JSON. The workload loads a\n" +
    "deployed system (stack.external). Nothing is sent to a cluster: kubectl does that. Tried on no cluster yet.",
  flags: [
    CONFIG,
    OUT,
    { name: "variant", value: "NAME", help: "of the workload" },
    { name: "logs", value: "FILES", help: "logs of all runner pods, saved by kubectl logs" },
  ],
  examples: [
    ["steelyard k6-operator browse | kubectl apply -f -", "start it"],
    ["steelyard k6-operator browse --logs 1.log,2.log,3.log", "its figures, of three runners"],
  ],
  async run(world, given) {
    const { testRunFigures, testRunManifests } = await import("../commands/measure/testrun.ts");
    const options = {
      config: given.sure("config"),
      out: given.sure("out"),
      variant: given.text("variant"),
      workload: given.positionals[0]!,
    };
    const logs = given.list("logs");
    const value = logs ? await testRunFigures(world, options, logs) : await testRunManifests(world, options);
    world.out.write(`${JSON.stringify(value, null, 2)}\n`);
    return { exit: EXIT.ok, json: value };
  },
};
