import { check } from "k6";
import encoding from "k6/encoding";
import exec from "k6/execution";
import http from "k6/http";
import { text, whole } from "../lib/env.ts";
import { headers, phrase, timeout } from "../lib/retrieve.ts";
import { sides } from "../steelyard.ts";

const K = whole("K", 10);
const MODALITY = text("MODALITY", "text");
const BACKEND = text("BACKEND", "");
/** In flight at most: what would be more is dropped, and counted. */
const C = whole("C", 10);

/** With RATE an open model, so many questions a second whatever comes back; else VUS in a closed loop. */
const open = {
  executor: "constant-arrival-rate",
  rate: whole("RATE", 5),
  timeUnit: "1s",
  preAllocatedVUs: C,
  maxVUs: C,
};
const closed = { executor: "constant-vus", vus: whole("VUS", 1) };
export const options = { scenarios: { query: { ...(__ENV.RATE ? open : closed), duration: "60s" } } };

const params = {
  headers: { "content-type": "application/json", ...headers },
  timeout,
  tags: { name: "query" },
};
const image = __ENV.IMAGE ? picture(whole("IMAGE", 16_384)) : undefined;

export default function (): void {
  const n = exec.scenario.iterationInTest;
  const body = JSON.stringify({
    text: phrase(n, 6),
    modality: MODALITY,
    k: K,
    ...(BACKEND && { backend: BACKEND }),
    ...(image && { image }),
  });
  for (const side of sides()) {
    const answer = http.post(`${side.target()}/v1/query`, body, side.params(params));
    check(answer, {
      "status is 200": ({ status }) => status === 200,
      "as many hits as wanted": ({ status }) => status === 200 && answer.json("hits.#") === K,
    });
  }
}

/** A picture of so many bytes: stripes, in base64. */
function picture(bytes: number): string {
  const pixels = new Uint8Array(bytes);
  for (let n = 0; n < bytes; n++) pixels[n] = 16 * Math.floor((16 * n) / bytes) + (n % 16);
  return encoding.b64encode(pixels.buffer);
}
