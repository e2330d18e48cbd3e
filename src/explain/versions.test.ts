import { expect, test } from "vitest";
import type { CpuProfile } from "../model/profiling.ts";
import { installedUpdates } from "./versions.ts";

const profile = (side: "base" | "head", versions?: CpuProfile["versions"], service = "web"): CpuProfile => ({
  start: 0,
  side,
  service,
  source: "python",
  interval: 0.002,
  frames: [],
  nodes: [],
  ...(versions && { versions }),
});

test("packages of a service that have another version on head are updates, without a file", () => {
  const profiles = [
    profile("base", { sqlalchemy: "1.4.41", flask: "3.0.0", gone: "1" }),
    profile("base", { flask: "2.0.0" }, "jobs"),
    profile("head", { sqlalchemy: "1.4.54", flask: "3.0.0", new: "1" }),
    profile("head"),
  ];
  expect(installedUpdates([{ profiles }])).toEqual([{ name: "sqlalchemy", base: "1.4.41", head: "1.4.54" }]);
});
