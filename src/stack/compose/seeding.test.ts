import { expect, test } from "vitest";
import { isOwn, replaced } from "./seeding.ts";

test("takes the seed's service and what only it needs from base, and everything else from head", () => {
  const head = {
    services: { web: { image: "web:2" }, seed: { build: { context: "/head" } } },
    networks: { default: { driver: "bridge" } },
    volumes: { rows: { name: "head" } },
  };
  const base = {
    services: {
      web: { image: "web:1" },
      seed: { build: { context: "/base" }, volumes: [{ source: "data" }], depends_on: { gone: {} } },
    },
    networks: { default: { driver: "other" }, back: {} },
    volumes: { rows: { name: "base" }, data: {} },
    configs: { rows: { file: "/base/rows.json" } },
  };
  expect(replaced(head, base, "seed")).toEqual({
    services: {
      web: { image: "web:2" },
      seed: { build: { context: "/base" }, volumes: [{ source: "data" }] },
    },
    networks: { default: { driver: "bridge" }, back: {} },
    volumes: { rows: { name: "head" }, data: {} },
    configs: { rows: { file: "/base/rows.json" } },
  });
});

test("a command in a service of the stack is each side's own, and a service that only seeds is not", () => {
  const project = { resolved: { services: { web: {}, seed: { profiles: ["seed"] } } }, profiles: [] };
  const seed = { env: {}, within: 120 };
  const migrate = ["npm", "run", "migrate"];
  expect(isOwn({ ...seed, service: "web", command: migrate }, project)).toBe(true);
  expect(isOwn({ ...seed, service: "seed", command: migrate }, project)).toBe(false);
  expect(isOwn({ ...seed, service: "web" }, project)).toBe(false);
});
