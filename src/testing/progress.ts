import type { Log } from "../base/log.ts";

/** A log that keeps its lines and its live lines, and a second that passes when `tick` is called. */
export function watching(isLive = false) {
  const lines: string[] = [];
  const live: string[] = [];
  let each = () => {};
  const log: Log = {
    isLive,
    info: (line) => void lines.push(line),
    warn() {},
    progress: (line) => void live.push(line),
  };
  const every = (tick: () => void) => {
    each = tick;
    return () => void live.push("stopped");
  };
  return { lines, live, log, every, tick: () => each() };
}
