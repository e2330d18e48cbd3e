import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { PairsBench } from "../../../testing/k6pairs.ts";

const IMPORTS = `import http from "k6/http"; import { check, sleep } from "k6"; import { sides } from "./steelyard.ts";\n`;
const CLOSED = `export const options = { vus: 2, duration: "30s" };\n`;
const OPEN = `export const options = { scenarios: { o: { executor: "constant-arrival-rate", rate: 100, duration: "30s", preAllocatedVUs: 5 } } };\n`;

const [ITERATION, IN_SCENARIO, IN_INSTANCE] = [
  "__ITER",
  "exec.vu.iterationInScenario",
  "vu.iterationInInstance",
];
const NUMBERED = (number: string) => `import exec, { vu } from "k6/execution";
  const path = () => __ENV.STEELYARD_PHASE === "discovery" ? "/" : "/" + __VU + "/" + ${number};
  export default function () { http.get(__ENV.STEELYARD_TARGET_API + path()); }`;
const NUMBERED_BOTH = (number: string) =>
  NUMBERED(number).replace(/http\.get.*;/, "for (const side of sides()) http.get(side.target() + path());");
test.each([
  [`closed, by copies, ${ITERATION}`, CLOSED + NUMBERED(ITERATION)],
  [`closed, by copies, ${IN_SCENARIO}`, CLOSED + NUMBERED(IN_SCENARIO)],
  [`open, by copies, ${IN_INSTANCE}`, OPEN + NUMBERED(IN_INSTANCE)],
  [`closed, by the module, ${ITERATION}`, CLOSED + NUMBERED_BOTH(ITERATION)],
  [`closed, by the module, ${IN_SCENARIO}`, CLOSED + NUMBERED_BOTH(IN_SCENARIO)],
])("iterations of each VU are numbered from 0, on each side: %s", async (_, body) => {
  const numbers: Record<string, number[]> = {};
  const listen =
    (side: string): RequestListener =>
    ({ url }, response) => {
      const [, vu, number] = url!.split("/");
      const key = `${side} ${vu}`;
      if (number !== undefined) numbers[key] = [...(numbers[key] ?? []), Number(number)];
      response.end("{}");
    };
  await using bench = await PairsBench.open({ base: listen("base"), head: listen("head") });
  await bench.good(IMPORTS + body);
  expect(Object.keys(numbers)).toEqual(expect.arrayContaining(["base 1", "head 1"]));
  for (const all of Object.values(numbers)) expect(all).toEqual(all.map((_, i) => i));
});
