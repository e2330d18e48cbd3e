import { describe, expect, test } from "vitest";
import { environmentError, Interrupted } from "../../base/errors.ts";
import { explained } from "./paired.ts";

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
