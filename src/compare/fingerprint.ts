import { own } from "../base/own.ts";
import type { Fingerprint, Run } from "../model/run.ts";

/**
 * The fingerprint of a run for one workload: with the generator that loaded it, and without those of other workloads,
 * which another run may not have.
 */
export function fingerprintOf(
  { fingerprint, workloads }: Pick<Run, "fingerprint" | "workloads">,
  workload: string,
): Fingerprint {
  const loaded = own(workloads, workload)?.generator;
  const mine = Object.entries(fingerprint.generators).filter(([, version]) => version === loaded);
  return mine.length === 0 ? fingerprint : { ...fingerprint, generators: Object.fromEntries(mine) };
}
