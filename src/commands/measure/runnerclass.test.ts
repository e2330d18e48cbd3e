import { expect, test } from "vitest";
import { configOf } from "../../testing/plans.ts";
import { runnerClassOf } from "./runnerclass.ts";

const machine = { os: "linux", arch: "x64", cores: 2 };
const named = (asked: string | undefined, env: string | undefined, config?: string) =>
  runnerClassOf(
    asked,
    { STEELYARD_RUNNER_CLASS: env },
    configOf({ shop: {} }, { policy: config === undefined ? {} : { runner_class: config } }),
    machine,
  );

test.each([
  ["asked", "env", "config", "asked"],
  [undefined, "env", "config", "env"],
  [undefined, "", "config", "config"], // an unset variable of a workflow is an empty one
  ["", undefined, undefined, "linux-x64-2c"],
  [undefined, undefined, undefined, "linux-x64-2c"],
])("asked %j, environment %j, config %j: %s", (asked, env, config, want) => {
  expect(named(asked, env, config)).toBe(want);
});

test.each(["my runner", "../../x", ".hidden", "a/b"])("%j cannot be a folder's name", (name) => {
  expect(() => named(name, undefined)).toThrow("cannot name a runner class");
  expect(() => named(undefined, name)).toThrow("cannot name a runner class");
});
