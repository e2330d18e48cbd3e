import { sleep } from "k6";
import { scaled } from "../lib/env.ts";
import { session, submit } from "../lib/notify.ts";
import { sides } from "../steelyard.ts";

const SECONDS = scaled(15);

/** 200 sessions of 15 s that take half a second to read each message, of which there are ten a second. */
export const options = {
  scenarios: {
    slow: { executor: "per-vu-iterations", vus: scaled(200), iterations: 1, maxDuration: `${SECONDS + 30}s` },
    publisher: {
      executor: "constant-arrival-rate",
      exec: "publish",
      rate: 10,
      timeUnit: "1s",
      preAllocatedVUs: 5,
      duration: `${SECONDS}s`,
    },
  },
};

export default function (): void {
  for (const side of sides()) session(side, SECONDS, () => sleep(0.5));
}

export function publish(): void {
  for (const side of sides()) submit(side);
}
