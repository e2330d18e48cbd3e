import { describe, expect, test } from "vitest";
import { environmentError, Interrupted } from "../../base/errors.ts";
import { slot } from "../../testing/plans.ts";
import { aloneSeconds, explained } from "./paired.ts";

test.each([
  ["short courses, one trial each where only thresholds ask", ["shop"], 17.5 + 3 * 17.5 + 3 * 3.5], // 2 + 960/64 + 0.5 s; 2 + 1 + 0.5 s
  ["as many trials as were asked for", [], 3 * 17.5 + 3 * 17.5 + 3 * 3.5],
])("head alone takes %s", (_, brief, want) => {
  const short = { stages: 1 / 64, note: "" };
  const alone = [
    { workload: "shop", onlyThresholds: true, short },
    { workload: "cart", onlyThresholds: false, short },
    { workload: "even", onlyThresholds: false, short }, // of constant load, whose length the config sets
  ];
  const slots = alone.flatMap(({ workload }) =>
    [0, 1, 2].map((trial) => slot({ workload, trial, warmup: 2, duration: 1 })),
  );
  const planned = (workload: string) => (workload === "even" ? 3 : 962);
  expect(aloneSeconds(slots, alone, new Set(brief), { planned })).toBe(want);
});

test.each([
  ["that has no short course", 60, undefined, 60.5],
  ["whose length is not known", null, { stages: 0.5, note: "" }, 15.5],
])("a trial of head alone %s is estimated without one", (_, seconds, short, want) => {
  const alone = [{ workload: "shop", onlyThresholds: false, ...(short && { short }) }];
  expect(aloneSeconds([slot()], alone, new Set(), { planned: () => seconds })).toBe(want);
});

describe("an explanation that fails", () => {
  const failing = async (error: unknown, signal = new AbortController().signal) => {
    const warnings: string[] = [];
    const log = { warn: (text: string) => void warnings.push(text) };
    return { ...(await explained(() => Promise.reject(error), { world: { signal }, log })), warnings };
  };

  test.each([
    ["a failure of the machine", environmentError("no room"), "no room"],
    ["a bug", Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" }), "EACCES"],
  ])("by %s is a warning, and ends nothing", async (_, error, words) => {
    const { warnings, ...rest } = await failing(error);
    expect(rest).toEqual({ profiling: null, stopped: null });
    expect(warnings).toEqual([expect.stringMatching(`^why it changed cannot be told: [^]*${words}`)]);
  });

  test("after an interruption ends everything", async () => {
    const by = new Interrupted("SIGINT");
    const found = await failing(new Error("aborted"), AbortSignal.abort(by));
    expect(found).toEqual({ profiling: null, stopped: by, warnings: [] });
  });
});
