import { entered } from "../../app/entry.ts";
import { githubRunner } from "../runner.ts";
import { targetStep } from "../target.ts";

await entered((world) => targetStep(world, githubRunner(world.err)), "stdout");
