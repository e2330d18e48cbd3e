import { expect, test } from "vitest";
import { configOf } from "../testing/plans.ts";
import { placedAt, placeIn } from "./place.ts";

test("a profile says where every load comes from, or leaves it to the workloads", () => {
  const config = configOf(
    { near: { in: "network" }, far: {} },
    { profiles: { here: { in: "host" }, asis: { trials: 1 } } },
  );
  expect(["here", "asis", undefined].map((profile) => placeIn(config, profile))).toEqual([
    ...["host", undefined, undefined],
  ]);
  expect(placeIn(config, "constructor")).toBeUndefined(); // it does not exist: the plan refuses it
  expect(Object.values(placedAt(config, "gateway").workloads).map((workload) => workload.in)).toEqual([
    ...["gateway", "gateway"],
  ]);
});
