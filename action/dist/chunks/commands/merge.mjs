import { mergeRuns, mergedRun } from "./merge2.mjs";

export { mergeRuns };