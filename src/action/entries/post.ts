import { runProgram } from "../../commands/entry.ts";
import { postStep } from "../post.ts";
import { githubRunner } from "../runner.ts";

await runProgram((world) => postStep(world, githubRunner(world.err)), "stdout");
