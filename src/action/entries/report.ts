import { isMainThread, parentPort } from "node:worker_threads";
import { entered } from "../../app/entry.ts";
import { judgingWorker, serve } from "../../app/judgeworker.ts";
import { reportStep } from "../report.ts";
import { githubRunner } from "../runner.ts";

// This file is also the module of the thread that judges: so it is found wherever the bundle lies.
if (isMainThread) {
  const judging = () => judgingWorker(new URL(import.meta.url));
  await entered((world) => reportStep(world, githubRunner(world.err), judging), "stdout");
} else serve(parentPort!);
