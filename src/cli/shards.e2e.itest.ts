import { afterEach, expect, test } from "vitest";
import { Project, SERVER, SHOP_CONFIG } from "../testing/project.ts";

let project: Project;
afterEach(() => {
  expect([project.living(), project.leftovers(), project.left()]).toEqual([[], [], []]);
  project[Symbol.dispose]();
});

const TWO = SHOP_CONFIG.replace("trials: 3", "mode: trial, pairs: [6, 24]")
  .replace("starts: 1", "starts: 3")
  .replace(/^( +)browse: (.*)$/m, "$1browse: $2\n$1order: $2");
const SLOW = SERVER.replace("BURN ?? 0", "BURN ?? 3000");
const changed = (slow: string) => {
  project = Project.branch({ ".github/steelyard.yml": TWO }, { "server.mjs": slow });
};
const measured = (index: number, of = 2) =>
  project.run([
    "measure",
    "--base",
    "main",
    "--seed",
    "7",
    "--shard",
    `${index}/${of}`,
    "--out",
    `s${index}`,
  ]);

test("base and head are paired in shards, and merged they are one verdict", async () => {
  changed(SLOW);
  for (const index of [1, 2]) {
    const done = await measured(index);
    expect({ code: done.code, said: done.err.slice(-2_000) }).toMatchObject({ code: 0 });
    const { duel } = project.json(`s${index}/run.json`);
    expect(duel.pairings).toMatchObject([{ workload: ["browse", "order"][index - 1] }]);
  }
  const merged = await project.run(["merge", "s1/run.json", "s2/run.json", "--out", "all"]);
  expect([merged.code, merged.err]).toEqual([0, expect.stringMatching(/merged 2 shards: .* and \d+ pairs/)]);
  const { duel } = project.json("all/run.json");
  expect(duel.parts).toHaveLength(2);
  const judged = await project.run(["compare", "all/run.json", "--out", "all"]);
  expect(judged.code).toBe(1);
  const { rows, overall } = project.json("all/comparison.json");
  expect(overall).toBe("regressed");
  const worse = rows.filter((row: { verdict: string }) => row.verdict === "regressed");
  expect(new Set(worse.map((row: { workload: string }) => row.workload))).toEqual(
    new Set(["browse", "order"]),
  );
});

test("a shard for which nothing is left measures nothing, and merges", async () => {
  changed(SERVER.replace("BURN ?? 0", "BURN ?? 0.5"));
  const done = await measured(3, 3);
  expect([done.code, done.err]).toEqual([0, expect.stringContaining("there are more shards than workloads")]);
  expect(project.json("s3/run.json").trials).toEqual([]);
});
