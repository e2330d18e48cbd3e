import { userError } from "../../base/errors.ts";
import type { Workload } from "../../model/config.ts";
import type { PairMode } from "../../model/noise.ts";
import type { LoadRate, PairGenerator } from "../../model/ports.ts";

/** How a workload is interleaved, why no finer, and in what its load differs then from the script's own. */
export interface Chosen {
  readonly mode: PairMode;
  readonly why: string | null;
  readonly notes?: readonly string[];
  readonly rate?: LoadRate;
}

/** From coarse to fine. */
const ORDER: readonly PairMode[] = ["turns", "trial", "slice", "request"];

/** The reason for the mode `trial` where the generator cannot interleave within a trial. */
const WHOLE = "this load generator runs whole trials only";

/** Why both sides cannot be up at the same time, and why not loaded at the same time on one core; null where they can. */
export interface Hindrances {
  readonly beside: string | null;
  readonly duet: string | null;
}

/**
 * The finest way to interleave a workload, or the one that its config names.
 *
 * The mode `duet` is used only where the config names it, and `turns` also where both sides cannot be up together.
 *
 * @throws SteelyardError (user) where the named mode is not available, with the reason
 */
export async function modeOf(
  name: string,
  workload: Workload,
  generator: PairGenerator | null,
  { duet, beside }: Hindrances,
  signal: AbortSignal,
): Promise<Chosen> {
  const wanted = workload.measure.mode;
  if (wanted === "duet") {
    const why = beside ?? duet ?? (workload.in === "host" ? null : `its load comes from "${workload.in}"`);
    if (why === null) return { mode: wanted, why: "the config asks for it" };
    throw userError(`The workload "${name}" cannot be measured in mode "duet": ${why}.`, {
      where: `workloads.${name}.measure.mode`,
      remedy: "leave it out: the finest mode that the workload supports is chosen",
    });
  }
  const finest: Chosen =
    beside !== null
      ? { mode: "turns", why: beside }
      : ((await within(name, workload, generator, signal)) ?? { mode: "trial", why: WHOLE });
  if (wanted === "auto" || wanted === finest.mode) return finest;
  if (ORDER.indexOf(wanted) < ORDER.indexOf(finest.mode))
    return { ...(wanted === "slice" && finest), mode: wanted, why: "the config asks for it" };
  throw userError(`The workload "${name}" cannot be measured in mode "${wanted}": ${finest.why ?? WHOLE}.`, {
    where: `workloads.${name}.measure.mode`,
    remedy: `leave it out, or write mode: ${finest.mode}`,
  });
}

/** The generator's finest mode on this machine. A load inside of one side's stack cannot reach the other side. */
async function within(
  name: string,
  workload: Workload,
  generator: PairGenerator | null,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<PairGenerator["finest"]>> | undefined> {
  if (workload.in === "host") return generator?.finest(name, workload, signal);
  return { mode: "trial", why: `its load comes from "${workload.in}", inside of one stack` };
}
