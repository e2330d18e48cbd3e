import { COLLECTOR } from "../../model/profiling.ts";

/**
 * Names of Go's own work by the outermost function: of goroutines that collect garbage, and of threads between two goroutines. The
 * name of a wrapper begins with it (`runtime.gcenable.gowrap1`).
 */
const OWN_WORK: readonly (readonly [RegExp, string])[] = [
  [/^runtime\.(?:gcBgMark(?:Start)?Workers?|gcenable|bgsweep|bgscavenge)\b/, COLLECTOR],
  [/^runtime\.(?:mcall|mstart)\b/, "(scheduler)"],
];

/**
 * The name of Go's own work that a stack is of; null for any other stack.
 *
 * @param stack names of functions, the outermost first; `perf` has `runtime.goexit` before it
 */
export function ownWork(stack: readonly string[]): string | null {
  const outermost = stack.find((name) => !name.startsWith("runtime.goexit.")) ?? "";
  return OWN_WORK.find(([of]) => of.test(outermost))?.[1] ?? null;
}
