import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { silent } from "../../base/log.ts";
import { ComposeStack } from "../../model/config.ts";
import { noEngine, useEngine } from "../../testing/engine.ts";
import { composeChecks } from "./enginechecks.ts";

useEngine();

type Endpoints = Parameters<typeof composeChecks>[0]["endpoints"];

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "steelyard-checks-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

/** The checks of a Compose file, by name. */
async function checked(project: object, stack: object = {}, service?: string, endpoints: Endpoints = {}) {
  writeFileSync(join(cwd, "compose.yaml"), JSON.stringify(project)); // JSON is YAML
  const docker = { cwd, env: process.env, variables: {}, log: silent };
  const compose = ComposeStack.parse({ files: ["compose.yaml"], ...stack });
  const named = { compose, endpoints, seed: { service } };
  const all = await composeChecks(named, docker, new AbortController().signal);
  return Object.fromEntries(all.map(({ name, ...check }) => [name, check]));
}

describe.skipIf(noEngine !== null)("the checks of a compose stack", () => {
  const envFile = (path: unknown) => ({ services: { web: { image: "redis:7", env_file: [path] } } });
  const building = { build: [["cp", ".env.example", ".env"]] };

  test.each<[string, unknown, object, string]>([
    ["that no build makes", ".env", {}, "fail"],
    ["that a build may make", ".env", building, "warn"],
    ["that may be missing", { path: ".env", required: false }, {}, "ok"],
  ])("a file of variables %s", async (_, path, stack, state) => {
    const { "compose files": files } = await checked(envFile(path), stack);
    expect(files?.state).toBe(state);
    if (state !== "ok") expect(files?.detail).toContain("/.env not found");
    if (state === "warn")
      expect(files?.remedy).toMatch(
        /^stack\.compose\.build runs first .* make \.env by stack\.compose\.build/,
      );
  });

  test("the remedy of a file of variables that is missing copies its example", async () => {
    const remedy = async () => (await checked(envFile("a/.env")))["compose files"]?.remedy;
    expect(await remedy()).toMatch(/^make a\/\.env by stack\.compose\.build, .* what git tracks$/);
    mkdirSync(join(cwd, "a"));
    writeFileSync(join(cwd, "a/.env.example"), "");
    expect(await remedy()).toMatch(/: \[\["cp","a\/\.env\.example","a\/\.env"\]\]$/);
  });

  test("a Compose file that a build may make", async () => {
    const files = ["compose.yaml", "made.yaml"];
    expect((await checked({ services: {} }, { files }))["compose files"]?.state).toBe("fail");
    expect((await checked({ services: {} }, { files, ...building }))["compose files"]?.state).toBe("warn");
  });

  test("services of other profiles do not count, but the seed's does", async () => {
    const none = (profile: string) => ({ image: `steelyard.invalid/${profile}:1`, profiles: [profile] });
    const services = { db: { image: "redis:7" }, tool: none("tool"), seed: none("seed") };
    const found = async (stack: object, seed?: string) => {
      const { "compose files": files, images } = await checked({ services }, stack, seed);
      return [files?.detail, images?.detail];
    };
    expect(await found({})).toEqual(["compose.yaml: 1 service", "1 here"]);
    const missing = "missing: steelyard.invalid";
    expect(await found({}, "seed")).toEqual(["compose.yaml: 1 service", `${missing}/seed:1`]);
    expect(await found({ profiles: ["tool"] })).toEqual(["compose.yaml: 2 services", `${missing}/tool:1`]);
  });

  test("an endpoint of a service that is not there", async () => {
    const files = { services: { web: { image: "redis:7" } } };
    const at = (service: string) => ({ api: { service, port: 80, protocol: "http" } }) as Endpoints;
    expect((await checked(files, {}, undefined, at("web"))).services).toBeUndefined();
    expect((await checked(files, {}, undefined, at("app"))).services).toEqual({
      state: "fail",
      detail: 'The Compose files have no service "app". (stack.endpoints.api)',
      remedy: "name one of: web",
    });
  });

  test("an error in the files is a failure, also with a build", async () => {
    const wrong = { services: { web: { imag: "redis:7" } } };
    expect((await checked(wrong, building))["compose files"]?.state).toBe("fail");
  });
});
