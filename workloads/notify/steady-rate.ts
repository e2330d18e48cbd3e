import { whole } from "../lib/env.ts";
import { submit } from "../lib/notify.ts";
import { sides } from "../steelyard.ts";

/** RATE notifications a second, whatever comes back, at most IN_FLIGHT at a time: what a sweep varies. */
export const options = {
  scenarios: {
    steady: {
      executor: "constant-arrival-rate",
      rate: whole("RATE", 100),
      timeUnit: "1s",
      duration: "5s",
      preAllocatedVUs: whole("IN_FLIGHT", 20),
    },
  },
};

export default function (): void {
  for (const side of sides()) submit(side, true);
}
