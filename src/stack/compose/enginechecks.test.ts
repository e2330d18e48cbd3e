import { expect, test } from "vitest";
import { cgroupCheck } from "./enginechecks.ts";

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
