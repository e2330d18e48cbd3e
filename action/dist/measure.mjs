import { entered } from "./chunks/app/entry.mjs";
import { measureStep } from "./chunks/action/measure.mjs";
import { githubRunner } from "./chunks/action/runner.mjs";

// src/action/entries/measure.ts
await entered((world) => measureStep(world, githubRunner(world.err)), "stdout");

export {  };