import { whole } from "../lib/env.ts";
import { recommend } from "../lib/recommend.ts";

/** Closed model: each VU asks again as soon as it has its answer. One VU leaves half of a 2-core machine idle. */
export const options = {
  scenarios: { closed: { executor: "constant-vus", vus: whole("VUS", 1), duration: "5s" } },
};

export default recommend;
