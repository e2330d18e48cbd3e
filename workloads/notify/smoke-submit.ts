import { submit } from "../lib/notify.ts";
import { sides } from "../steelyard.ts";

/** One notification: whether it works at all. */
export const options = {
  scenarios: { smoke: { executor: "shared-iterations", vus: 1, iterations: 1, maxDuration: "10s" } },
};

export default function (): void {
  for (const side of sides()) submit(side);
}
