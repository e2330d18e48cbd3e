import { expect, test } from "vitest";
import { configOf } from "../../testing/plans.ts";
import { hasFixedPorts, refuseFixedPorts } from "./fixedports.ts";

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
  expect(() => refuseFixedPorts("process", free, fixed)).toThrow(/`fixed` port/);
  expect(() => refuseFixedPorts("process", free, free)).not.toThrow();
  expect(() => refuseFixedPorts("compose", fixed)).not.toThrow();
});
