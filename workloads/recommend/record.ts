import { whole } from "../lib/env.ts";
import { recommend } from "../lib/recommend.ts";

/** Exactly N (5,000) requests at concurrency C (50): a record of what the service does at its limit, not a gate. */
export const options = {
  scenarios: {
    record: {
      ...{ executor: "shared-iterations", vus: whole("C", 50), iterations: whole("N", 5000) },
      maxDuration: "120s",
    },
  },
};

export default recommend;
