import { expect, test } from "vitest";
import { configOf } from "../testing/plans.ts";
import { profileOrigin, withOrigin } from "./origin.ts";

test("a profile sets the origin of every load, or leaves it to the workloads", () => {
  const config = configOf(
    { near: { in: "network" }, far: {} },
    { profiles: { here: { in: "host" }, asis: { trials: 1 } } },
  );
  expect(["here", "asis", undefined].map((profile) => profileOrigin(config, profile))).toEqual([
    "host",
    undefined,
    undefined,
  ]);
  expect(profileOrigin(config, "constructor")).toBeUndefined(); // it does not exist: the plan refuses it
  expect(Object.values(withOrigin(config, "gateway").workloads).map((workload) => workload.in)).toEqual([
    "gateway",
    "gateway",
  ]);
});
