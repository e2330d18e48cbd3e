import { expect, test } from "vitest";
import type { Scenario } from "../options.ts";
import { demandWork, partsOf } from "./division.ts";

test.each([
  [2, ["0:1/2", "1/2:1"], "0,1/2,1"],
  [3, ["0:1/3", "1/3:2/3", "2/3:1"], "0,1/3,2/3,1"],
])("%d parts", (count, segments, sequence) => {
  expect(partsOf(count)).toEqual(segments.map((segment) => ({ segment, sequence })));
});

test.each<[string, Scenario, string | null]>([
  ["as many VUs", { executor: "constant-vus", vus: 4 }, null],
  ["fewer VUs", { executor: "constant-vus", vus: 3 }, "has 3 VUs for 4 segments"],
  ["VUs left out", { executor: "per-vu-iterations", iterations: 100 }, "has one VU for 4 segments"],
  [
    "fewer iterations",
    { executor: "shared-iterations", vus: 4, iterations: 3 },
    "has 3 iterations for 4 segments",
  ],
  [
    "a peak of enough",
    { executor: "ramping-vus", startVUs: 1, stages: [{ duration: "1s", target: 4 }] },
    null,
  ],
  [
    "a low peak",
    { executor: "ramping-vus", stages: [{ duration: "1s", target: 2 }] },
    "has 2 VUs for 4 segments",
  ],
  ["a pool", { executor: "constant-arrival-rate", rate: 1, preAllocatedVUs: 4 }, null],
  ["a pool that grows", { executor: "constant-arrival-rate", rate: 1, preAllocatedVUs: 1, maxVUs: 4 }, null],
  ["a small pool", { executor: "ramping-arrival-rate", preAllocatedVUs: 2 }, "has 2 VUs for 4 segments"],
])("%s", (_, scenario, refusal) => {
  const demand = () => demandWork({ s: scenario }, 4, "w");
  if (refusal === null) expect(demand).not.toThrow();
  else expect(demand).toThrow(refusal);
});
