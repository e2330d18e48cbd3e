import { whole } from "../lib/env.ts";
import { search } from "../lib/search.ts";

/** Closed model: each VU asks again as soon as it has its answer. */
export const options = {
  scenarios: { closed: { executor: "constant-vus", vus: whole("VUS", 1), duration: "5s" } },
};

export default search;
