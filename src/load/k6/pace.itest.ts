import { expect, test } from "vitest";
import { value } from "../../model/metric.ts";
import { K6Bench } from "../../testing/k6.ts";

test("a trial keeps the pauses of its script under `pace: full`: budgets and baselines are about the script's own load", async () => {
  await using bench = await K6Bench.open((_, response) => response.end());
  const { requests, metrics } = await bench.observed(
    `import http from "k6/http"; import { sleep } from "k6";
     export const options = { vus: 1, duration: "30s" };
     export default function () { http.get(__ENV.STEELYARD_TARGET_API + "/x"); sleep(0.2); }`,
    { workload: { measure: { pace: "full" } }, slot: { warmup: 0.5, duration: 2 } },
  );
  expect(value(metrics.iteration_duration!, "min")).toBeGreaterThanOrEqual(0.2);
  expect(requests).toBeGreaterThan(0);
  expect(requests).toBeLessThanOrEqual(11); // one each 0.2 s in 2 s, and one that began before
});
