import { expect, test } from "vitest";
import { causesOf } from "../../compare/causes/causes.ts";
import { comparison, tested } from "../../testing/comparisons.ts";
import { aProfiling } from "../../testing/profilings.ts";
import { pageOrNone, whyPage } from "./why.ts";

const ROWS = [tested("regressed", 1, 1.1, { workload: "browse", variant: null })];
const profiling = aProfiling({
  base: { statements: { "SELECT $1": { calls: 1, seconds: 5e-5 } } },
  head: { rank: 80, waits: 1_000, statements: { "SELECT $1": { calls: 1, seconds: 5e-5 } } },
});
const compared = comparison(ROWS, { causes: causesOf(profiling, ROWS) });

test("the page has the verdict, what was found out, both sides' stacks and all statements", () => {
  const page = whyPage({ profiling }, compared)!;
  expect(page.title).not.toContain("`");
  const [workload, ...others] = page.workloads;
  expect(others).toEqual([]);
  expect(workload).toMatchObject({
    name: "browse",
    summary: expect.stringMatching(
      /^browse: .*of CPU a request when loaded again with profilers, in 4 starts/,
    ),
    causes: [expect.stringMatching(/^rankItems \(src\/rank\.js:42\) of web: \+30 µs/)],
    lacking: ["db: it is no Node.js"],
  });
  expect(workload!.services.map(({ service, nodes }) => [service, nodes.length > 2])).toEqual([
    ["web", true],
  ]);
  expect(workload!.statements.map(({ text }) => text)).toEqual(["SELECT $1"]);
  expect(workload!.waits).toMatchObject([
    { service: "web", name: "rankItems", place: "src/rank.js:42", seconds: { head: expect.closeTo(1e-3) } },
  ]);
});

test("there is none where nothing was profiled, or in too few starts", () => {
  expect(whyPage({}, comparison(ROWS))).toBeNull();
  expect(whyPage({ profiling }, comparison(ROWS, { causes: [] }))).toBeNull();
});

test("one that cannot be made is a warning, and there is none", async () => {
  const warnings: string[] = [];
  const log = { warn: (text: string) => void warnings.push(text) };
  const overflow = () => Promise.reject(new RangeError("Maximum call stack size exceeded"));
  expect(await pageOrNone(overflow, log)).toBeNull();
  expect(warnings).toEqual([
    expect.stringMatching(/^there is no page that explains the verdict: [\s\S]*Maximum call stack/),
  ]);
  expect(await pageOrNone(async () => whyPage({ profiling }, compared), log)).not.toBeNull();
});

test("names hide nothing: what is not seen is written out", () => {
  const [of] = profiling.workloads;
  const frames = of!.profiles[0]!.frames.map((one) => ({
    ...one,
    name: `rank\u202eItems`,
    file: "src/\u200brank.js",
  }));
  const hidden = {
    ...profiling,
    workloads: [{ ...of!, profiles: of!.profiles.map((one) => ({ ...one, frames })) }],
  };
  const page = JSON.stringify(whyPage({ profiling: hidden }, compared));
  expect(page).not.toMatch(/[\u200b\u202e]/);
  expect(page).toContain("rank\\\\u202eItems");
});
