import { entered } from "../../app/entry.ts";
import { refreshStep } from "../refresh.ts";
import { githubRunner } from "../runner.ts";

await entered((world) => refreshStep(world, githubRunner(world.err)), "stdout");
