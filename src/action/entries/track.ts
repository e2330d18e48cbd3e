import { runProgram } from "../../commands/entry.ts";
import { githubRunner } from "../runner.ts";
import { trackStep } from "../track.ts";

await runProgram((world) => trackStep(world, githubRunner(world.err)), "stdout");
