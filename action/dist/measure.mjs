import { runProgram } from "./chunks/commands/entry.mjs";
import { githubRunner, measureStep } from "./chunks/action/runner.mjs";

// src/action/entries/measure.ts
await runProgram((world) => measureStep(world, githubRunner(world.err)), "stdout");

export {  };