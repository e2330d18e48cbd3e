import { readProc } from "../exec/proc.ts";

/** Which cores the generator may use and which the services, as lists such as `0,1,2`. */
export interface Cores {
  readonly generator: string;
  readonly services: string;
}

/** Fewest cores of which some are set apart: with fewer, services would be left with one, and measure another machine. */
export const FEWEST = 4;

/**
 * The last cores for the generator and the others for the services; null where there are too few to set some apart.
 *
 * @param cores numbers of the cores that this process may use
 * @param wanted how many the generator gets
 */
export function apart(cores: readonly number[], wanted: number): Cores | null {
  if (cores.length < FEWEST || cores.length - wanted < 2) return null;
  return { generator: cores.slice(-wanted).join(","), services: cores.slice(0, -wanted).join(",") };
}

/**
 * One core that both sides share while both are loaded, so that they are treated alike, and all others for their
 * generators; null where there is one core only.
 */
export function duetCores(cores: readonly number[]): Cores | null {
  const [first, ...others] = cores;
  return first === undefined || others.length === 0
    ? null
    : { services: String(first), generator: others.join(",") };
}

/** `0-2,5` as numbers. */
export const coresIn = (list: string): number[] =>
  list.split(",").flatMap((part) => {
    const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(part.trim()) ?? [];
    if (first === undefined) return [];
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => Number(first) + i);
  });

/** The cores that this process may use; none where that cannot be known. */
export function ownCores(): number[] {
  const [, list = ""] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readProc("/proc/self/status") ?? "") ?? [];
  return coresIn(list);
}

/** That cores are shared although some were to be set apart, and why. */
export const sharedNote = (wanted: number, cores: number): string =>
  `${wanted} of ${cores || "an unknown number of"} cores cannot be set apart for the generator: at least ${FEWEST} are needed, two of them for the services, so they are shared`;
