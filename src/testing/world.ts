import type { World } from "../base/world.ts";

const nowhere = { write() {}, isTerminal: false, columns: 80 };

/** A world in which it is noon on 21 November 2026, and nobody interrupts. Its output is discarded. */
export const aWorld = (more: Partial<World> & Pick<World, "cwd" | "env">): World => ({
  argv: [],
  out: nowhere,
  err: nowhere,
  now: () => new Date("2026-11-21T12:00:00Z"),
  random: () => 0.5,
  signal: new AbortController().signal,
  ...more,
});
