import { check } from "k6";
import http from "k6/http";
import { whole } from "../lib/env.ts";
import { sides } from "../steelyard.ts";

/** With RATE an open model, so many requests a second whatever comes back; else VUS in a closed loop. */
const open = {
  executor: "constant-arrival-rate",
  rate: whole("RATE", 100),
  timeUnit: "1s",
  preAllocatedVUs: 10,
};
const closed = { executor: "constant-vus", vus: whole("VUS", 1) };

export const options = { scenarios: { health: { ...(__ENV.RATE ? open : closed), duration: "5s" } } };

const params = { tags: { name: "health" } };

export default function (): void {
  for (const side of sides()) {
    const answer = http.get(`${side.target()}/health/live`, side.params(params));
    check(answer, { "status is 200": ({ status }) => status === 200 });
  }
}
