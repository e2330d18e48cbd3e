import { scaled, whole } from "../lib/env.ts";
import { recommend } from "../lib/recommend.ts";

const atOnce = whole("C", 50);

/** Exactly N (5,000) requests at concurrency C (50): a record of what the service does at its limit, not a gate. */
export const options = {
  scenarios: {
    record: {
      executor: "shared-iterations",
      vus: atOnce,
      iterations: scaled(whole("N", 5000), atOnce),
      maxDuration: "120s",
    },
  },
};

export default recommend;
