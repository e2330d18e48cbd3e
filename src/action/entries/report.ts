import { isMainThread, parentPort } from "node:worker_threads";
import { runProgram } from "../../commands/entry.ts";
import { judgingWorker, serve } from "../../commands/pull/judgeworker.ts";
import { reportStep } from "../report.ts";
import { githubRunner } from "../runner.ts";

// This file is also the module of the judging thread, so that it is found wherever the bundle is.
if (isMainThread) {
  const judging = () => judgingWorker(new URL(import.meta.url));
  await runProgram((world) => reportStep(world, githubRunner(world.err), judging), "stdout");
} else serve(parentPort!);
