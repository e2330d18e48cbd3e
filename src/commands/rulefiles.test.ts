import { expect, test } from "vitest";
import { environmentError } from "../base/errors.ts";
import { configAt, findConfig, readConfigFile, waiversAt } from "./rulefiles.ts";

const CONFIG = `version: 1
stack: { external: { endpoints: { api: { url: "http://127.0.0.1:8080" } } } }
workloads: { browse: { k6: workloads/browse.ts } }
`;
const holding = (text: string | null) => ({ file: async () => text });
const silentForge = { file: () => Promise.reject(environmentError("the forge does not answer")) };

test.each([
  ["read", CONFIG],
  ["absent", null],
  ["unreadable", "version: 2"],
  ["unreadable", ""],
])("a config is %s where its file is %j", async (kind, text) => {
  const found = await findConfig(holding(text), "steelyard.yml");
  expect([found.kind, found.config === null]).toEqual([kind, kind !== "read"]);
});

test("a forge that does not answer is neither a damaged config nor a missing one", async () => {
  await expect(findConfig(silentForge, "steelyard.yml")).rejects.toThrow("does not answer");
  await expect(configAt(silentForge, "steelyard.yml")).rejects.toThrow("does not answer");
});

test("a config or waivers that cannot be used are an error at the place that the caller names", async () => {
  const damaged = holding("version: 2");
  await expect(configAt(damaged, "a.yml", "main:a.yml")).rejects.toMatchObject({
    fault: "user",
    message: expect.stringContaining("main:a.yml"),
  });
  await expect(waiversAt(damaged, "main:w.yml")).rejects.toMatchObject({
    fault: "user",
    message: expect.stringContaining("main:w.yml"),
  });
  expect([await configAt(holding(null), "a.yml"), await waiversAt(holding(null))]).toEqual([null, null]);
});

test("without a config, init is named", async () => {
  await expect(readConfigFile({ cwd: "/nowhere" }, "steelyard.yml")).rejects.toMatchObject({
    where: "/nowhere/steelyard.yml",
    remedy: "`steelyard init` at the top of your checkout writes one; or name it: --config PATH",
  });
});
