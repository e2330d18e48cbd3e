import { runProgram } from "../../commands/entry.ts";
import { refreshStep } from "../refresh.ts";
import { githubRunner } from "../runner.ts";

await runProgram((world) => refreshStep(world, githubRunner(world.err)), "stdout");
