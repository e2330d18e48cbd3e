import { sleep } from "k6";
import { whole } from "../lib/env.ts";
import { submit } from "../lib/notify.ts";
import { sides } from "../steelyard.ts";

/** 20 users who pause for a fifth of a second: about 97 notifications a second. */
export const options = {
  scenarios: { steady: { executor: "constant-vus", vus: whole("VUS", 20), duration: "300s" } },
};

export default function (): void {
  for (const side of sides()) submit(side);
  sleep(whole("PAUSE", 200) / 1000);
}
