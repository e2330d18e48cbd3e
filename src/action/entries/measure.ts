import { runProgram } from "../../commands/entry.ts";
import { measureStep } from "../measure.ts";
import { githubRunner } from "../runner.ts";

await runProgram((world) => measureStep(world, githubRunner(world.err)), "stdout");
