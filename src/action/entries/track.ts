import { entered } from "../../app/entry.ts";
import { githubRunner } from "../runner.ts";
import { trackStep } from "../track.ts";

await entered((world) => trackStep(world, githubRunner(world.err)), "stdout");
