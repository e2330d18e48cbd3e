import { describe, expect, test } from "vitest";
import { silent } from "../../base/log.ts";
import { effective } from "../../config/effective.ts";
import { readConfig } from "../../config/read.ts";
import type { Config } from "../../model/config.ts";
import { headsOwn, withoutOwnLoads } from "./ruling.ts";
import {
  demandContained,
  hostCommands,
  lesser,
  mayInspect,
  NO_TRUST,
  restrained,
  runnerless,
  trustIn,
  withheld,
} from "./trust.ts";

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
  PATH: "/bin",
  HOME: "/root",
  LC_ALL: "C",
  GOPROXY: "direct",
  DOCKER_HOST: "unix:///x",
  CI: "true",
  TOKEN: "t",
  OTHER: "o",
  GITHUB_TOKEN: "g",
  ACTIONS_RUNTIME_TOKEN: "a",
  RUNNER_TEMP: "/tmp",
  INPUT_TOKEN: "i",
  GITHUB_ENV: "/e",
  NODE_OPTIONS: "--require evil",
  LD_PRELOAD: "evil.so",
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

/** A config with Compose and k6, plus the keys of a case. */
const contained = (more: { stack?: string; workloads?: string; policy?: string } = {}) =>
  readConfig(
    `version: 1
stack: { compose: { files: [compose.yaml] }, endpoints: { api: { service: a, port: 80 } } ${more.stack ?? ""} }
workloads: { browse: { k6: a.ts, env: { K: 1 } } ${more.workloads ?? ""} }
policy: { ${more.policy ?? ""} }
`,
    "steelyard.yml",
  );
const service = "{ services: { a: { run: [./a], ports: { 80: PORT } } } }";

test.each<[string, Parameters<typeof contained>[0], "compose" | "process", string[]]>([
  ["k6 on Compose", {}, "compose", []],
  ["wrk without a script", { workloads: ", w: { wrk: {} }" }, "compose", []],
  ["a seed that is a service", { stack: ", seed: { service: s }" }, "compose", []],
  ["processes that are not what is measured", { stack: `, process: ${service}` }, "compose", []],
  ["processes", { stack: `, process: ${service}` }, "process", ["stack.process"]],
  ["a seed's command", { stack: ", seed: { run: [./seed] }" }, "compose", ["stack.seed.run"]],
  [
    "a command as load",
    { workloads: ", c: { command: { run: [./load], format: steelyard }, gate: [x] }" },
    "compose",
    ["workloads.c.command"],
  ],
  [
    "a Lua script",
    { workloads: ", w: { wrk: { script: a.lua }, in: network }" },
    "compose",
    ["workloads.w.wrk.script"],
  ],
  [
    "a variable that names a program",
    { workloads: ", w: { k6: a.ts, env: { PATH: ./x } }" },
    "compose",
    ["workloads.w.env.PATH"],
  ],
  [
    "a variant's",
    { workloads: ", w: { k6: a.ts, variants: { v: { env: { LD_PRELOAD: ./x } } } }" },
    "compose",
    ["workloads.w.env.LD_PRELOAD"],
  ],
  [
    "a variable that base's config names as well",
    { workloads: ", w: { k6: a.ts, env: { K: 2 } }" },
    "compose",
    [],
  ],
])("commands of its own: %s", (_, more, kind, want) => {
  expect(hostCommands(contained(more), kind, trustIn(contained()))).toEqual(want);
});

const BASE_LOADS = `, w: { k6: a.ts, env: { OLD: 1 }, variants: { v: { env: { K: 1 } } } }
  , c: { command: { run: [./load], format: steelyard }, gate: [x], variants: { v: {} } }`;

test.each<[what: string, edit: [from: string, to: string], want: string[]]>([
  ["none", ["", ""], []],
  [
    "a new variant of base's load",
    ["variants: { v", "variants: { n: { env: { LD_PRELOAD: ./x } }, v"],
    ["workloads.w.env.LD_PRELOAD"],
  ],
  ["one without new variables", ["variants: { v", "variants: { n: { env: { K: 2 } }, v"], []],
  [
    "a new variant of base's command",
    ["variants: { v: {} }", "variants: { n: { env: { K: 2 } }, v: {} }"],
    [],
  ],
  ["an edited variant, of which base's is measured", ["K: 1", "PATH: ./x"], []],
  ["a new workload", [", w:", ", n: { k6: a.ts, env: { PATH: ./x } }, w:"], ["workloads.n.env.PATH"]],
])("commands of its own under base's rules: %s", (_, [from, to], want) => {
  const base = contained({ workloads: BASE_LOADS });
  const head = contained({ workloads: BASE_LOADS.replace(from, to) });
  const measured = headsOwn(effective(base, head), { config: base, sha: "b".repeat(40) });
  const trust = { ...trustIn(base), variables: ["K"] }; // the branch's tip no longer names OLD
  expect(hostCommands(measured, "compose", trust)).toEqual(want);
});

describe("where the loads of a deployed stack get a secret", () => {
  const deployed = (variants: string, more: string, only: string) =>
    readConfig(
      `version: 1
stack: { external: { endpoints: { api: { url: "https://a.test", headers: { Authorization: { env: TOKEN } } } } } }
workloads: { w: { k6: a.ts, variants: { ${variants} } } ${more} }
profiles: { quick: { only: [${only}] } }
`,
      "steelyard.yml",
    );
  const base = deployed("v: {}", "", "w");
  const measured = effective(base, deployed("v: {}, x: {}", ", n: { k6: n.ts }", "w, n"));
  const rules = { config: base, sha: "b".repeat(40) };
  const loads = (config: Config) => ({
    w: Object.keys(config.workloads.w!.variants),
    all: Object.keys(config.workloads).sort(),
    quick: config.profiles.quick!.only,
  });
  const all = { w: ["v", "x"], all: ["n", "w"], quick: ["w", "n"] };

  test("workloads and variants of the change's own are left out, each with a warning", () => {
    const warned: string[] = [];
    const log = { ...silent, warn: (line: string) => void warned.push(line) };
    const left = withoutOwnLoads(measured, "external", { rules, trust: trustIn(base) }, log);
    expect(loads(left)).toEqual({ w: ["v"], all: ["w"], quick: ["w"] });
    expect(warned.map((line) => line.split(",")[0])).toEqual([
      "w/x is not measured: the change adds it",
      "n is not measured: the change adds it",
    ]);
  });

  test.each<[string, "external" | "process", Parameters<typeof withoutOwnLoads>[2]]>([
    ["without a secret", "external", { rules, trust: NO_TRUST }],
    ["on another stack", "process", { rules, trust: trustIn(base) }],
    ["of its user's own", "external", { rules }],
    ["by the checkout's own rules", "external", { trust: trustIn(base) }],
  ])("all are measured %s", (_, kind, options) => {
    expect(loads(withoutOwnLoads(measured, kind, options, silent))).toEqual(all);
  });
});

test("the build of a Compose stack is a command of its own", () => {
  const config = readConfig(
    "version: 1\nstack: { compose: { files: [c.yaml], build: [[make]] }, endpoints: { api: { service: a, port: 80 } } }\nworkloads: { b: { k6: a.ts } }",
    "steelyard.yml",
  );
  expect(hostCommands(config, "compose", NO_TRUST)).toEqual(["stack.compose.build"]);
  expect(hostCommands(config, "process", NO_TRUST)).toEqual([]);
});

test("commands are refused by the base branch's rules, never by the change's own", () => {
  const change = contained({ stack: ", seed: { run: [./seed] }" });
  const strict = trustIn(contained({ policy: "trust: compose-only" }));
  expect(() => demandContained(change, "compose", strict)).toThrow(
    /own on the measuring machine.*stack\.seed\.run/,
  );
  expect(() => demandContained(contained(), "compose", strict)).not.toThrow();
  expect(() => demandContained(change, "compose", trustIn(contained()))).not.toThrow();
  expect(() => demandContained(change, "compose", NO_TRUST)).not.toThrow();
  const own = contained({ stack: ", seed: { run: [./seed] }", policy: "trust: compose-only" });
  expect(() => demandContained(own, "compose", trustIn(contained()))).not.toThrow();
});

test("an old merge-base trusts no more than the tip of its branch, and the other way round", () => {
  const wide = trustIn(composed("[privileged, devices]"));
  const narrow = { ...trustIn(composed("[devices, kernel]")), hostCommands: false };
  for (const both of [lesser(wide, narrow), lesser(narrow, wide)]) {
    expect(both).toEqual({ allow: ["devices"], secrets: [], hostCommands: false, variables: [] });
  }
});

test("tools of this machine read the programs of a change only where it may run its own commands", () => {
  expect(mayInspect(undefined)).toBe(true); // its user's own
  expect(mayInspect(NO_TRUST)).toBe(true);
  expect(mayInspect(trustIn(composed("[]")))).toBe(true);
  const contained = composed("[]");
  expect(mayInspect(trustIn({ ...contained, policy: { ...contained.policy, trust: "compose-only" } }))).toBe(
    false,
  );
});
