import { expect, test } from "vitest";
import { targetVariable } from "./target.ts";

test.each([
  ["api", "STEELYARD_TARGET_API"],
  ["my-api.v2", "STEELYARD_TARGET_MY_API_V2"],
  ["Admin_1", "STEELYARD_TARGET_ADMIN_1"],
])("the endpoint %s is found in %s", (endpoint, want) => {
  expect(targetVariable(endpoint)).toBe(want);
});
