import { type Source, source } from "./source.ts";

/** Where in a config's text each workload begins; the line of `workloads` for one that it does not have. */
export interface Lines {
  /** From 1. */
  of(workload: string): number;
}

/** Lines of a text that need not be a valid config: what cannot be found is on line 1. */
export function workloadLines(text: string): Lines {
  let read: Source | undefined;
  return {
    of(workload) {
      read ??= source(text);
      try {
        return read.position({ path: ["workloads", workload], on: "key" }).line;
      } catch {
        return 1; // no document to be found in it
      }
    },
  };
}
