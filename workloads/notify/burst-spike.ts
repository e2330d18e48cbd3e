import { sleep } from "k6";
import { scaled, whole } from "../lib/env.ts";
import { submit } from "../lib/notify.ts";
import { sides } from "../steelyard.ts";

const peak = whole("PEAK", 200);
const third = `${scaled(30)}s`;

/**
 * From 10 users to PEAK, a while there, and back, in 90 s. Users pause for PAUSE milliseconds, so that what they ask
 * for is known whatever the machine is: at 200 users and 100 ms up to 2,000 a second.
 */
export const options = {
  scenarios: {
    burst: {
      executor: "ramping-vus",
      startVUs: 10,
      gracefulRampDown: "5s",
      stages: [
        { duration: third, target: peak },
        { duration: third, target: peak },
        { duration: third, target: 10 },
      ],
    },
  },
};

export default function (): void {
  for (const side of sides()) submit(side, true);
  sleep(whole("PAUSE", 100) / 1000);
}
