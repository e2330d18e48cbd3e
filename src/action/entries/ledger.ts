import { runProgram } from "../../commands/entry.ts";
import { ledgerStep } from "../ledger.ts";
import { githubRunner } from "../runner.ts";

await runProgram((world) => ledgerStep(world, githubRunner(world.err)), "stdout");
