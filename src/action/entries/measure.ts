import { entered } from "../../app/entry.ts";
import { measureStep } from "../measure.ts";
import { githubRunner } from "../runner.ts";

await entered((world) => measureStep(world, githubRunner(world.err)), "stdout");
