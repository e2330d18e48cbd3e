import { Profile } from "pprof-format";
import { expect, test } from "vitest";
import { pprof } from "./pprof.ts";

test("an exported profile has the names and places of its functions, and no other text", () => {
  const tree = {
    service: "web",
    source: "planted-secret",
    frames: [
      { name: "handle", file: "src/server.js", line: 7 },
      { name: "", file: null, line: null },
    ],
    nodes: [
      [-1, 0, 1e-6, 2e-6],
      [0, 1, 0, 1e-6],
    ] as const,
    labels: { customer: "planted-secret" },
  };
  const profile = Profile.decode(pprof(tree));
  expect(profile.stringTable.strings.toSorted()).toEqual(
    ["", "(anonymous)", "base", "handle", "head", "nanoseconds", "src/server.js", "web"].toSorted(),
  );
  expect([profile.comment, profile.mapping]).toEqual([[], []]);
  expect(profile.sample.flatMap(({ label }) => label)).toEqual([]);
});
