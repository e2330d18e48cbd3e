import { COLLECTOR } from "../../model/profiling.ts";

/** By the outermost function: of goroutines that collect garbage, and of threads between two goroutines. Wrappers have its name, too. */
const OWN_WORK: readonly (readonly [RegExp, string])[] = [
  [/^runtime\.(?:gcBgMark(?:Start)?Workers?|gcenable|bgsweep|bgscavenge)\b/, COLLECTOR],
  [/^runtime\.(?:mcall|mstart)\b/, "(scheduler)"],
];

/**
 * The name of Go's own work that a stack is of; null for any other stack.
 *
 * @param stack names of functions, the outermost first; in symbols of a program that is where a goroutine ends
 */
export function ownWork(stack: readonly string[]): string | null {
  const outermost = stack.find((name) => !name.startsWith("runtime.goexit.")) ?? "";
  return OWN_WORK.find(([of]) => of.test(outermost))?.[1] ?? null;
}
