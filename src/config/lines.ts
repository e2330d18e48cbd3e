import { type Source, source } from "./source.ts";

/** Lines of a config at which workloads begin; the line of `workloads` for one that the config lacks. */
export interface Lines {
  /** From 1. */
  of(workload: string): number;
}

/** Lines of a text that may be an invalid config: a workload that cannot be found is on line 1. */
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
