/**
 * Bounds of the number of pairs that a workload may have in a comparison. The module has no dependencies, because the
 * command line loads it at startup.
 */
export const PAIRS = { least: 6, most: 200 } as const;
