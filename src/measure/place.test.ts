import { expect, test } from "vitest";
import { configOf } from "../testing/plans.ts";
import { placedBy } from "./place.ts";

test("a profile says where every load comes from, or leaves it to the workloads", () => {
  const config = configOf(
    { near: { in: "network" }, far: {} },
    { profiles: { here: { in: "host" }, asis: { trials: 1 } } },
  );
  const places = (profile: string | undefined) =>
    Object.values(placedBy(config, profile).workloads).map((workload) => workload.in);
  expect(places("here")).toEqual(["host", "host"]);
  expect(places("asis")).toEqual(["network", "host"]);
  expect(places(undefined)).toEqual(["network", "host"]);
  expect(places("constructor")).toEqual(["network", "host"]); // it does not exist: the plan refuses it
});
