import { scaled } from "../lib/env.ts";
import { session } from "../lib/notify.ts";
import { sides } from "../steelyard.ts";

const SECONDS = 2;
const TIMES = scaled(45);

/** 3,600 sessions of 2 s: 80 clients that come back 45 times, 40 handshakes a second. */
export const options = {
  scenarios: {
    storm: {
      executor: "per-vu-iterations",
      vus: 80,
      iterations: TIMES,
      maxDuration: `${SECONDS * TIMES + 30}s`,
    },
  },
};

export default function (): void {
  for (const side of sides()) session(side, SECONDS);
}
