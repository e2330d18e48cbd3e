import { entered } from "../../app/entry.ts";
import { postStep } from "../post.ts";
import { githubRunner } from "../runner.ts";

await entered((world) => postStep(world, githubRunner(world.err)), "stdout");
