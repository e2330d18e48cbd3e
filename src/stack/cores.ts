import { readProc } from "../exec/proc.ts";

/** The cores of the generator and those of the services, as lists such as `0,1,2`. */
export interface Cores {
  readonly generator: string;
  readonly services: string;
}

/**
 * The fewest cores that are split. With fewer, a single core is left for the services, which would measure another
 * machine.
 */
export const FEWEST = 4;

/**
 * The last cores for the generator, the others for the services; null for too few cores.
 *
 * @param cores numbers of the cores that this process may use
 * @param wanted number of cores for the generator
 */
export function apart(cores: readonly number[], wanted: number): Cores | null {
  if (cores.length < FEWEST || cores.length - wanted < 2) return null;
  return { generator: cores.slice(-wanted).join(","), services: cores.slice(0, -wanted).join(",") };
}

/**
 * One core that base and head share while both are under load, so that both have the same conditions; all other
 * cores for their generators. Null on a single core.
 */
export function duetCores(cores: readonly number[]): Cores | null {
  const [first, ...others] = cores;
  return first === undefined || others.length === 0
    ? null
    : { services: String(first), generator: others.join(",") };
}

/** The numbers in a list such as `0-2,5`. */
export const coresIn = (list: string): number[] =>
  list.split(",").flatMap((part) => {
    const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(part.trim()) ?? [];
    if (first === undefined) return [];
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => Number(first) + i);
  });

/** The cores that this process may use; empty if unknown. */
export function ownCores(): number[] {
  const [, list = ""] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readProc("/proc/self/status") ?? "") ?? [];
  return coresIn(list);
}

/** The note that cores are shared although the config reserves some for the generator, and the reason. */
export const sharedNote = (wanted: number, cores: number): string =>
  `${wanted} of ${cores || "an unknown number of"} cores cannot be set apart for the generator: at least ${FEWEST} are needed, two of them for the services, so they are shared`;
