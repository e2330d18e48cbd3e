import { expect, test } from "vitest";
import { Config } from "../model/config.ts";
import { scaledTo } from "./scale.ts";

const config = (workload: object, profile: object = {}) =>
  Config.parse({
    version: 1,
    stack: { external: { endpoints: { api: { url: "http://127.0.0.1:1" } } } },
    workloads: { load: { k6: "load.ts", ...workload } },
    profiles: { short: profile },
  });
const scaled = (scale: number, workload: object, profile?: object) =>
  scaledTo(config(workload, profile), scale);

test.each([
  // five minutes at a twentieth
  [0.05, "5m", 15],
  [0.05, "60s", 3],
  // no trial gets shorter than a second, and none longer than it was
  [0.05, "10s", 1],
  [0.05, "400ms", 0.4],
  [1, "5m", 300],
])("at a share of %d a trial of %s has %d s", (scale, duration, seconds) => {
  const { workloads, profiles } = scaled(scale, { measure: { duration } }, { duration });
  expect(workloads.load?.measure.duration).toBe(seconds);
  expect(profiles.short?.duration).toBe(seconds);
});

test("a script that reads SCALE scales its own lengths; stages of others are shortened", () => {
  const own = scaled(0.1, { env: { SCALE: "0.3", K: "20" } }).workloads.load;
  expect(own?.env).toEqual({ SCALE: "0.03", K: "20" });
  expect(own?.measure.stages).toBeUndefined();
  const other = scaled(0.1, { env: { K: "20" } }).workloads.load;
  expect(other?.env).toEqual({ K: "20" });
  expect(other?.measure.stages).toBe(0.1);
  const variant = scaled(0.1, { variants: { a: { env: { SCALE: 2 } }, b: {} } }).workloads.load;
  expect(variant?.variants).toMatchObject({ a: { env: { SCALE: "0.2" } }, b: { env: {} } });
  expect(variant?.measure.stages).toBeUndefined();
});

test("workloads at levels are not scaled: fewer requests would decide nothing", () => {
  const sweep = { rate: ["10/s", "40/s"] };
  const levelled = { env: { RATE: "10", SCALE: "1" }, budgets: { "http_req_failed.rate": "< 1%" }, sweep };
  const whole = config({ ...levelled, measure: { duration: "5s" } });
  expect(scaledTo(whole, 0.05).workloads).toEqual(whole.workloads);
});

test("warm-up, rates, users, trials and starts stay", () => {
  const whole = config({ warmup: "6s", settle: "1s", env: { VUS: 200 }, measure: { trials: 7 } });
  const { workloads, policy } = scaledTo(whole, 0.05);
  expect(workloads.load).toMatchObject({ warmup: 6, settle: 1, env: { VUS: "200" }, measure: { trials: 7 } });
  expect(policy).toEqual(whole.policy);
});

test.each(["", "large", "-1", "0"])("a SCALE of %j is refused with its position in the config", (SCALE) => {
  expect(() => scaled(0.5, { env: { SCALE } })).toThrow(/SCALE is/);
  expect(() => scaled(0.5, { variants: { a: { env: { SCALE } } } })).toThrow(/SCALE is/);
});
