import type { HostReading, HostState } from "../model/ports.ts";

/**
 * The state of the host between two readings; a figure that either reading lacks is null.
 *
 * @param probes wall over CPU time of a short spin before and after, or null where it is not available
 */
export function hostState(
  before: HostReading,
  after: HostReading,
  probes: readonly [number | null, number | null],
): HostState {
  const [a, b] = [before.ticks, after.ticks];
  const total = a && b ? b.total - a.total : 0;
  const share = (part: number) => Math.min(1, Math.max(0, part / total));
  const wall = after.at - before.at;
  const stalled = before.stalled === null || after.stalled === null ? null : after.stalled - before.stalled;
  return {
    probe: probes[0] === null || probes[1] === null ? null : [probes[0], probes[1]],
    steal: a && b && total > 0 ? share(b.steal - a.steal) : null,
    busy: a && b && total > 0 ? share(total - (b.idle - a.idle) - (b.steal - a.steal)) : null,
    pressure: stalled === null || wall <= 0 ? null : Math.max(0, stalled / 1e6 / wall),
    load: before.load,
  };
}
