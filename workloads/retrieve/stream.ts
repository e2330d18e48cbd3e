import { check } from "k6";
import exec from "k6/execution";
import http from "k6/http";
import { Rate } from "k6/metrics";
import { whole } from "../lib/env.ts";
import { headers, phrase, timeout } from "../lib/retrieve.ts";
import { sides } from "../steelyard.ts";

/** RATE events a second, whatever comes back: accepted with 202, or refused with 429 while the queue is full. */
export const options = {
  scenarios: {
    stream: {
      executor: "constant-arrival-rate",
      rate: whole("RATE", 10),
      timeUnit: "1s",
      duration: "30s",
      preAllocatedVUs: 50,
      maxVUs: 50,
    },
  },
};

/** Share of events that were accepted. */
const accepted = new Rate("ingest_accepted");

const params = {
  headers: { "content-type": "application/json", ...headers },
  timeout,
  responseCallback: http.expectedStatuses(202, 429),
  tags: { name: "ingest" },
};

export default function (): void {
  const n = exec.scenario.iterationInTest;
  const body = JSON.stringify({ id: `event-${n}`, text: phrase(n, 20) });
  for (const side of sides()) {
    const answer = http.post(`${side.target()}/v1/ingest`, body, side.params(params));
    accepted.add(answer.status === 202);
    check(answer, { "accepted or pushed back": ({ status }) => status === 202 || status === 429 });
  }
}
