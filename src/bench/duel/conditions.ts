import type { PairMode } from "../../model/noise.ts";

/** A change that is tried many times: what base and head do, and what should be said of it. */
export interface Condition {
  readonly name: string;
  /** What the gateway of each side is made to do, as FAULTS says it. */
  readonly base: string;
  readonly head: string;
  /** Smallest change that matters. */
  readonly band: string;
  /** Metrics of which at least one is to be called regressed; empty where nothing is. */
  readonly wanted: readonly string[];
  /** Metrics that are not to be: what the change leaves as it was. */
  readonly spared: readonly string[];
  /** Repeats by mode. */
  readonly repeats: Readonly<Partial<Record<PairMode, number>>>;
}

export const P50 = "http_req_duration.p50";
export const CPU = "cpu_per_request";
const BOTH = [P50, CPU];
/** What is loaded. */
export const ENDPOINT = "recommend";

/** What the knob has to be for a true change of p50, as a long run showed it. */
export interface Knobs {
  /** `5%` and `2%` of p50, as FAULTS takes them: a duration of CPU. */
  readonly five: string;
  readonly two: string;
}

/** Everything that is tried. @param repeats of the finest mode; the others have six, or fewer */
export function conditions({ five, two }: Knobs, repeats: number): Condition[] {
  const cpu = (amount: string) => `${ENDPOINT}.cpu=${amount}`;
  const others = Math.min(6, repeats);
  const all = { request: repeats, slice: others, trial: others };
  const few = { request: Math.min(3, repeats) };
  const shape = { base: "", band: "3%", spared: [] };
  return [
    { ...shape, name: "the same commit", head: "", wanted: [], spared: BOTH, repeats: all },
    { ...shape, name: "+5 %", head: cpu(five), wanted: BOTH, repeats: all },
    { ...shape, name: "+2 %, band 1.5 %", head: cpu(two), band: "1.5%", wanted: BOTH, repeats: all },
    {
      ...{ ...shape, name: "CPU behind a wait of 20 ms", base: `${ENDPOINT}.wait=20ms` },
      ...{ head: `${ENDPOINT}.wait=20ms,${ENDPOINT}.cpu=150us`, wanted: [CPU], spared: [P50], repeats: few },
    },
    {
      ...{ ...shape, name: "21 ms of waiting for 20", base: `${ENDPOINT}.wait=20ms` },
      ...{ head: `${ENDPOINT}.wait=21ms`, wanted: [P50], spared: [CPU], repeats: few },
    },
  ];
}
