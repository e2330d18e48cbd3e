import { expect, test } from "vitest";
import { readConfig } from "../config/read.ts";
import { NO_TRUST, restrained, runnerless, trustIn, withheld } from "./restraint.ts";

const external = (variable: string) =>
  readConfig(
    `version: 1
stack: { external: { endpoints: { api: { url: "https://a.test", headers: { Authorization: { env: ${variable} }, Accept: text/html } } } } }
workloads: { browse: { k6: a.ts } }
`,
    "steelyard.yml",
  );
const composed = (allow: string) =>
  readConfig(
    `version: 1
stack: { compose: { files: [compose.yaml], allow: ${allow} }, endpoints: { api: { service: a, port: 80 } } }
workloads: { browse: { k6: a.ts } }
`,
    "steelyard.yml",
  );

test("a change has the rights that both its config and the reviewed one name", () => {
  const change = composed("[privileged, devices]");
  const trust = trustIn(composed("[devices, host-network]"));
  const given = restrained(change, trust);
  expect(given.stack.compose?.allow).toEqual(["devices"]);
  expect(withheld(change, given)).toEqual(["privileged"]);
  expect(restrained(change, NO_TRUST).stack.compose?.allow).toEqual([]);
  expect(restrained(external("TOKEN"), NO_TRUST)).toEqual(external("TOKEN"));
});

const env = {
  ...{ PATH: "/bin", HOME: "/root", LC_ALL: "C", GOPROXY: "direct", DOCKER_HOST: "unix:///x", CI: "true" },
  ...{ TOKEN: "t", OTHER: "o", GITHUB_TOKEN: "g", ACTIONS_RUNTIME_TOKEN: "a", RUNNER_TEMP: "/tmp" },
  ...{ INPUT_TOKEN: "i", GITHUB_ENV: "/e", NODE_OPTIONS: "--require evil", LD_PRELOAD: "evil.so" },
};
const PLAIN = ["CI", "DOCKER_HOST", "GOPROXY", "HOME", "LC_ALL", "PATH"];

test.each([
  ["nothing reviewed", NO_TRUST, PLAIN],
  ["a variable that the reviewed config names", trustIn(external("TOKEN")), [...PLAIN, "TOKEN"]],
  ["one that is not set", trustIn(external("ABSENT")), PLAIN],
])("the environment with %s", (_, trust, names) => {
  expect(Object.keys(runnerless(env, trust)).sort()).toEqual([...names].sort());
});

test("a config that names a variable of the runner is no config", () => {
  expect(() => external("ACTIONS_RUNTIME_TOKEN")).toThrow(/variables of the runner/);
});
