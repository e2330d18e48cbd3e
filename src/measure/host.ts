import type { HostReading, HostState } from "../model/ports.ts";

/** The state of the host over two stretches of time: the worse of each figure; what one of them lacks is the other's. */
export function worseOf(a: HostState, b: HostState): HostState {
  const worse = (x: number | null, y: number | null) =>
    x === null || y === null ? (x ?? y) : Math.max(x, y);
  const probe: HostState["probe"] =
    a.probe && b.probe
      ? [Math.max(a.probe[0], b.probe[0]), Math.max(a.probe[1], b.probe[1])]
      : (a.probe ?? b.probe);
  return {
    probe,
    steal: worse(a.steal, b.steal),
    busy: worse(a.busy, b.busy),
    pressure: worse(a.pressure, b.pressure),
    load: worse(a.load, b.load),
  };
}

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
