import { runProgram } from "../../commands/entry.ts";
import { requestStep } from "../request.ts";
import { githubRunner } from "../runner.ts";

await runProgram((world) => requestStep(world, githubRunner(world.err)), "stdout");
