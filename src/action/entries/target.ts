import { runProgram } from "../../commands/entry.ts";
import { githubRunner } from "../runner.ts";
import { targetStep } from "../target.ts";

await runProgram((world) => targetStep(world, githubRunner(world.err)), "stdout");
