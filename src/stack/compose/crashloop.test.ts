import { expect, test } from "vitest";
import type { Container } from "./container.ts";
import { CrashLoops } from "./crashloop.ts";

const container = (
  service: string,
  more: Partial<Container> & { readonly listening?: boolean | null } = {},
) =>
  ({
    service,
    status: "running",
    running: true,
    comesBack: true,
    restarts: 0,
    image: { exposed: [80] },
    listening: true,
    ...more,
  }) as Container;

/** Looks once a second at a service whose restarts are given, and at others. Returns the second in which it is known. */
function looked(restarts: (second: number) => number, others: (second: number) => readonly Container[]) {
  const loops = new CrashLoops((one) => (one as { readonly listening?: boolean | null }).listening ?? null);
  for (let second = 0; second < 120; second++) {
    const all = [container("web", { restarts: restarts(second), listening: false }), ...others(second)];
    if (loops.isOver("web", all, 1000 * second)) return second;
  }
  return null;
}

/** As the engine restarts: after 0.1 s, and after twice as long each time. */
const doubled = (second: number) => Math.floor(Math.log2(10 * second + 1));

test.each<[string, number | null, (second: number) => number, (second: number) => readonly Container[]]>([
  ["nothing beside it", 20, doubled, () => []],
  [
    "a database that listens, and a migration that is done",
    20,
    doubled,
    () => [container("db"), container("job", { status: "exited", exitCode: 0, listening: null })],
  ],
  [
    "a database that listens after 40 s",
    64,
    (s) => Math.floor(s / 8),
    (s) => [container("db", { listening: s >= 40 })],
  ],
  [
    "a database that listens for a moment, and again after 30 s",
    50,
    (s) => Math.floor(s / 5),
    (s) => [container("db", { listening: s < 2 || s >= 30 })],
  ],
  [
    "a worker that exposes no port",
    20,
    doubled,
    () => [
      container("worker", { listening: false, image: { exposed: [] } as unknown as Container["image"] }),
    ],
  ],
  [
    "a migration that failed",
    null,
    doubled,
    () => [container("job", { status: "exited", exitCode: 1, listening: null })],
  ],
  ["one that is not visible from here", null, doubled, () => [container("db", { listening: null })]],
  [
    "a database, though it was restarted only twice since that listens",
    null,
    (s) => Math.min(2, s),
    () => [container("db")],
  ],
])(
  "with %s, waiting for a service that is restarted is pointless after %s s",
  (_, second, restarts, others) => {
    expect(looked(restarts, others)).toBe(second);
  },
);
