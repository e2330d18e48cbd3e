import type { Event } from "../gateway/recommend.ts";
import { uniform } from "../random.ts";

/** Events of one tenant, and the expected counts after ingest. */
export interface Dataset {
  readonly tenant: string;
  readonly events: readonly Event[];
  readonly expected: { readonly events: number; readonly popularity: number; readonly cooccurrence: number };
}

/**
 * Ten events that can be checked by hand: u1 has item-1 (twice), item-2 and item-3; u2 has item-1 and item-2; u3
 * has item-3 and item-4; u4 has item-1; u5 has item-2. So the pairs are 1-2 (u1, u2), 1-3, 2-3 (u1), 3-4 (u3).
 */
const DEMO = ["1:1", "1:2", "1:3", "2:1", "2:2", "3:3", "3:4", "4:1", "5:2", "1:1"];

/** Size of the bench tenant, such that ranking, not HTTP, is most of a request's work. */
const BENCH = { users: 200, items: 200, events: 4_000, seed: 7 };

function demo(): Event[] {
  return DEMO.map((pair, i) => {
    const [user, item] = pair.split(":");
    return { id: `demo-${i + 1}`, user: `u${user}`, item: `item-${item}` };
  });
}

/** Random events from a seed: users uniform, items by popularity (the square of a uniform number: few are hits). */
function bench(): Event[] {
  const draw = uniform(BENCH.seed);
  return Array.from({ length: BENCH.events }, (_, i) => ({
    id: `bench-${i + 1}`,
    user: `u${1 + Math.floor(draw() * BENCH.users)}`,
    item: `item-${1 + Math.floor(draw() ** 2 * BENCH.items)}`,
  }));
}

export function datasets(): Dataset[] {
  return [
    { tenant: "demo", events: demo(), expected: { events: 10, popularity: 4, cooccurrence: 4 } },
    { tenant: "bench", events: bench(), expected: { events: 4_000, popularity: 200, cooccurrence: 13_434 } },
  ];
}
