import { recommend } from "../lib/recommend.ts";

/** Exactly 5,000 requests at concurrency 50: a record of what the service does at its limit, not a gate. */
export const options = {
  scenarios: {
    record: { executor: "shared-iterations", vus: 50, iterations: 5000, maxDuration: "120s" },
  },
};

export default recommend;
