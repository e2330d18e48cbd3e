import { expect, test } from "vitest";
import { cgroupCheck, codeChecks, externalChecks } from "./enginechecks.ts";

const KERNEL = "6.18.44";
const LINUX = { CgroupVersion: "2", OperatingSystem: "Debian", KernelVersion: KERNEL };
const DESKTOP = { ...LINUX, OperatingSystem: "Docker Desktop", KernelVersion: "6.12.5-linuxkit" };

test.each<[string, Parameters<typeof cgroupCheck>, string, RegExp]>([
  ["on the engine's machine", [LINUX, KERNEL, true], "ok", /^version 2$/],
  ["in a container without the hierarchy", [LINUX, KERNEL, false], "warn", /^this container .* engine/],
  ["beside Docker Desktop's machine", [DESKTOP, KERNEL, true], "warn", /^not .* \(Docker Desktop\): /],
  ["in a container of Docker Desktop", [DESKTOP, DESKTOP.KernelVersion, true], "ok", /^version 2$/],
  ["on macOS", [DESKTOP, "25.1.0", false], "warn", /^not on this machine/],
])("%s", (_, given, state, detail) => {
  expect(cgroupCheck(...given)).toMatchObject({ state, detail: expect.stringMatching(detail) });
});

test("external networks and volumes that the engine lacks are named, where started services use them", async () => {
  const external = (name: string) => ({ external: true, name });
  const resolved = {
    services: {
      web: {
        networks: { proxy: null, there: null, own: null },
        volumes: [{ type: "volume", source: "files" }],
      },
      other: { profiles: ["other"], networks: { rest: null } },
    },
    networks: { proxy: external("traefik"), there: external("there"), own: {}, rest: external("rest") },
    volumes: { files: external("shop_files"), unused: external("unused") },
  };
  const asked: string[] = [];
  const find = async (path: string) => {
    asked.push(path);
    return path === "/networks/there" ? {} : undefined;
  };
  expect(await externalChecks(resolved, ["web"], { find })).toEqual([
    {
      name: "external network",
      state: "fail",
      detail: "the engine has no network traefik",
      remedy: "create it: docker network create traefik",
    },
    {
      name: "external volume",
      state: "fail",
      detail: "the engine has no volume shop_files",
      remedy: "create it: docker volume create shop_files",
    },
  ]);
  expect(asked).toEqual(["/networks/traefik", "/networks/there", "/volumes/shop_files"]);
});

test.each<[string, Record<string, object>, boolean]>([
  ["images of others", { web: { image: "shop" }, db: { image: "postgres" } }, true],
  ["a build", { web: { build: { context: "/work" } }, db: { image: "postgres" } }, false],
  ["a build that is not started", { web: { image: "shop" }, tool: { build: {} } }, true],
  ["a mount of the checkout", { web: { volumes: [{ type: "bind", source: "/work/src" }] } }, false],
  ["a mount of the machine", { web: { volumes: [{ type: "bind", source: "/workshop" }] } }, true],
  [
    "a mount that fills a database",
    {
      db: { volumes: [{ type: "bind", source: "/work/a.sql", target: "/docker-entrypoint-initdb.d/a.sql" }] },
    },
    true,
  ],
  ["a volume", { web: { volumes: [{ type: "volume", source: "/work" }] } }, true],
  ["no service", {}, false],
])("a stack without code of the checkout is a warning: %s", (_, services, want) => {
  const started = Object.keys(services).filter((name) => name !== "tool");
  expect(codeChecks({ services } as never, started, "/work").map(({ state }) => state)).toEqual(
    want ? ["warn"] : [],
  );
});
