import { runProgram } from "../../commands/entry.ts";
import { githubRunner } from "../runner.ts";
import { watchStep } from "../watch.ts";

await runProgram((world) => watchStep(world, githubRunner(world.err)), "stdout");
