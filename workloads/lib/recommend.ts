import { check } from "k6";
import exec from "k6/execution";
import http from "k6/http";
import { sides } from "../steelyard.ts";
import { text, whole } from "./env.ts";

const TENANT = text("TENANT", "bench");
const SURFACE = text("SURFACE", "home");
const K = whole("K", 20);
/** Items that must come back: k, unless the tenant has fewer. */
const ITEMS = whole("ITEMS", K);
/** Users of the tenant that ask, u1 first, in turn. */
const USERS = whole("USERS", 5);
const BYPASS = text("BENCH_BYPASS", "");

const params = {
  headers: { "content-type": "application/json", ...(BYPASS && { "x-bench-bypass": BYPASS }) },
  tags: { name: "recommend" },
};

/** One `POST /v1/recommend`, checked: of each side where two are compared, for the same user. */
export function recommend(): void {
  const user = `u${1 + (exec.scenario.iterationInTest % USERS)}`;
  const body = JSON.stringify({ tenant: TENANT, user, surface: SURFACE, k: K });
  for (const side of sides()) {
    const answer = http.post(`${side.target()}/v1/recommend`, body, side.params(params));
    check(answer, {
      "status is 200": ({ status }) => status === 200,
      "as many items as wanted": ({ status }) => status === 200 && answer.json("items.#") === ITEMS,
    });
  }
}
