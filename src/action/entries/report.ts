import { entered } from "../../app/entry.ts";
import { reportStep } from "../report.ts";
import { githubRunner } from "../runner.ts";

await entered((world) => reportStep(world, githubRunner(world.err)), "stdout");
