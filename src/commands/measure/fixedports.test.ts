import { expect, test } from "vitest";
import { configOf } from "../../testing/plans.ts";
import { hasFixedPorts, hindrances } from "./fixedports.ts";

const stack = (port: unknown) =>
  configOf(
    { shop: {} },
    { stack: { process: { services: { web: { run: ["web"], ports: { 80: port } } } } } },
  );
const fixed = stack({ env: "PORT", fixed: 8080 });
const free = stack("PORT");

test("a fixed port stands in the way of processes, on either side, and of nothing else", () => {
  expect(hasFixedPorts("process", fixed)).toBe(true);
  expect(hasFixedPorts("process", free)).toBe(false);
  // Containers and deployed systems have ports of their own, whatever the processes of the same config have.
  expect(hasFixedPorts("compose", fixed)).toBe(false);
  expect(hasFixedPorts("external", fixed)).toBe(false);
  expect(hindrances("process", free, fixed).beside).toMatch(/`fixed` port/);
  expect(hindrances("process", free, free).beside).toBeNull();
  expect(hindrances("compose", fixed).beside).toBeNull();
});
