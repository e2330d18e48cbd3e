import { scaled } from "../lib/env.ts";
import { session, submit } from "../lib/notify.ts";
import { sides } from "../steelyard.ts";

const SECONDS = scaled(10);

/** 600 handshakes: 200 listeners, three sessions of 10 s each, while 5 notifications a second go to all of them. */
export const options = {
  scenarios: {
    listeners: {
      executor: "per-vu-iterations",
      vus: scaled(200),
      iterations: 3,
      maxDuration: `${3 * SECONDS + 30}s`,
    },
    publisher: {
      executor: "constant-arrival-rate",
      exec: "publish",
      rate: 5,
      timeUnit: "1s",
      preAllocatedVUs: 5,
      duration: `${3 * SECONDS}s`,
    },
  },
};

export default function (): void {
  for (const side of sides()) session(side, SECONDS);
}

export function publish(): void {
  for (const side of sides()) submit(side);
}
