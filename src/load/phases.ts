import { own } from "../base/own.ts";
import type { LoadRequest, LoadResult, Measuring } from "../model/ports.ts";
import { loadEnv } from "./environment.ts";
import { type EndingWithOutput, type Execution, runLoad } from "./process.ts";

/** Seconds beyond its planned end after which a trial is killed. */
const TIMEOUT = 30;

export type Phase = "warmup" | "measured";

/** A trial of a program that knows no warm-up: two runs of it, one after the other. */
export interface Phases {
  readonly place: Execution;
  readonly request: LoadRequest;
  /** The trial's own folder. */
  readonly scratch: string;
  /** Planned seconds of both runs. */
  readonly planned: number;
  /** The command of one run. */
  argv(phase: Phase, seconds: number): readonly string[];
  /** The failure of a run that ended, before its figures are read; null where there is none. */
  broken(ending: EndingWithOutput, limit: number): LoadResult | null;
}

/** The measured run, and the use of both. */
export interface Phased {
  readonly ending: EndingWithOutput;
  /** Seconds after which the trial would have been killed. */
  readonly limit: number;
  readonly used: { readonly cpu: number | null; readonly wall: number };
}

/** Runs the warm-up, whose figures are discarded, then the measured run; both share the trial's time limit. */
export async function runPhases(
  { place, request, scratch, planned, argv, broken }: Phases,
  measuring: Measuring,
  signal: AbortSignal,
): Promise<{ readonly failed: LoadResult } | Phased> {
  const { workload, slot, inside, cpus = place.cpus } = request;
  // The program needs libraries that other images do not have: the image's own is started, none is brought along.
  const placed = inside && { inside, scratch, carried: null };
  const limit = workload.timeout ?? planned + TIMEOUT;
  const began = performance.now();
  const run = (phase: Phase, seconds: number) => {
    const env = { ...loadEnv({ ...request, headers: {}, seed: slot.seed }), STEELYARD_PHASE: phase };
    const timeout = Math.max(1, limit - (performance.now() - began) / 1000);
    return runLoad({ ...place, cpus, placed }, argv(phase, seconds), env, { timeout, signal });
  };
  const warm = slot.warmup > 0 ? await run("warmup", slot.warmup) : null;
  const failed = warm && broken(warm, limit);
  if (failed) return { failed };
  await measuring();
  const ending = await run("measured", slot.duration);
  const cpu = ending.cpu === null || warm?.cpu === null ? null : ending.cpu + (warm?.cpu ?? 0);
  return { ending, limit, used: { cpu, wall: ending.seconds + (warm?.seconds ?? 0) } };
}

/** The URL that a generator with one target loads; null where the stack has no such endpoint. */
export function loadTarget(
  { targets }: Pick<LoadRequest, "targets">,
  settings: { readonly endpoint?: string | undefined; readonly path: string },
): { readonly endpoint: string; readonly url: string } | null {
  const endpoint = settings.endpoint ?? Object.keys(targets)[0];
  const base = endpoint === undefined ? undefined : own(targets, endpoint);
  return endpoint === undefined || base === undefined ? null : { endpoint, url: `${base}${settings.path}` };
}
