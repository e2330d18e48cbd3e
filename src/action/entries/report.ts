import { runProgram } from "../../commands/entry.ts";
import { reportStep } from "../report.ts";
import { githubRunner } from "../runner.ts";

await runProgram((world) => reportStep(world, githubRunner(world.err)), "stdout");
