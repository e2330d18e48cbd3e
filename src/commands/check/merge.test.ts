import { describe, expect, test } from "vitest";
import { compare } from "../../compare/compare.ts";
import { machineRecords } from "../../model/duel.ts";
import { MOST_ORIGINS } from "../../model/profiling.ts";
import { type Run, Run as RunSchema } from "../../model/run.ts";
import { aDuelRecord, WOBBLE } from "../../testing/dueling.ts";
import { aRun } from "../../testing/runs.ts";
import { mergedRun } from "./merge.ts";

const shard = (index: number, of: number, workload: string, differs: Partial<Run> = {}): Run => {
  const run = aRun({ workloads: { [workload]: { trials: [0.01, 0.02] } }, id: `r-${index}of${of}` });
  return { ...run, schedule: { ...run.schedule, shard: { index, of } }, ...differs };
};

test("the steps of all shards add up where each knows them", () => {
  const steps = { load: 5, total: 9, measured: 4, build: 1, start: 2 };
  const parts = [1, 2].map((index) => ({ ...shard(index, 2, "ab"[index - 1]!), spent: steps }));
  const sums = { load: 10, total: 18, measured: 8, build: 2, start: 4 };
  expect(mergedRun(parts).spent).toEqual(sums);
  const [one, other] = parts as [Run, Run];
  const waited = { ...one, spent: { ...steps, why: 3, wait: 7 } };
  expect(mergedRun([waited, other]).spent).toEqual({ ...sums, why: 3, wait: 7 });
});

test("shards become one valid run, in their order, with trials and starts numbered on", () => {
  const run = mergedRun([shard(2, 2, "b"), shard(1, 2, "a")]);
  expect(RunSchema.parse(run)).toEqual(run);
  expect(run.id).toBe("r");
  expect(run.schedule.shard).toBeNull();
  expect(run.trials.map((trial) => [trial.index, trial.workload, trial.start])).toEqual([
    [0, "a", 0],
    [1, "a", 0],
    [2, "b", 1],
    [3, "b", 1],
  ]);
  expect(run.schedule.starts.flatMap((start) => start.slots.map((slot) => slot.index))).toEqual([0, 1, 2, 3]);
  expect(Object.keys(run.workloads).sort()).toEqual(["a", "b"]);
  expect(run.spent).toEqual({ load: 20, total: 24 }); // 2 shards × 2 trials × 5 s; their steps are not known
});

test("what shards measured at levels comes together, and nothing is made up where none did", () => {
  const planned = { workload: "c", variant: null, stackEnv: {}, warmup: 1, settle: 0, duration: 1, seed: 3 };
  const record = { workload: "c", variant: null, seed: 3, probes: [], because: null, seconds: 1 };
  const some = shard(2, 2, "b");
  const levelled: Run = {
    ...some,
    schedule: { ...some.schedule, levels: [planned] },
    levels: [{ ...record, ended: "done" }],
  };
  const run = mergedRun([shard(1, 2, "a"), levelled]);
  expect([run.levels, run.schedule.levels]).toEqual([levelled.levels, [planned]]);
  expect(RunSchema.parse(run)).toEqual(run);
  expect(mergedRun([shard(1, 2, "a"), some])).not.toHaveProperty("levels");
});

test("an interrupted shard makes the whole interrupted: it is never judged", () => {
  expect(mergedRun([shard(1, 2, "a"), shard(2, 2, "b", { state: "interrupted" })]).state).toBe("interrupted");
});

test("one dirty shard makes the whole dirty", () => {
  const dirty = { sha: "1".repeat(40), subject: "", dirty: true };
  expect(mergedRun([shard(1, 2, "a"), shard(2, 2, "b", { commit: dirty })]).commit?.dirty).toBe(true);
  // Of other uncommitted work in each, none is that of the whole.
  const [one, other] = ["a", "b"].map((digit) => ({
    tracked: digit.repeat(64),
    untracked: digit.repeat(64),
  }));
  const both = (...edits: (typeof one)[]) =>
    mergedRun(edits.map((mine, i) => shard(i + 1, 2, `${i}`, { commit: dirty, edits: mine! }))).edits;
  expect([both(one, one), both(one, other)]).toEqual([one, undefined]);
});

const loadedBy = (run: Run, generators: Record<string, string>): Run => ({
  ...run,
  fingerprint: { ...run.fingerprint, generators },
});

test("shards may have the generators of their own workloads, and the whole has all of them", () => {
  const a = loadedBy(shard(1, 2, "a"), { k6: "k6 1.8.1", command: "command load/1" });
  const b = loadedBy(shard(2, 2, "b"), { k6: "k6 1.8.1", wrk: "wrk 4.1.0" });
  expect(mergedRun([a, b]).fingerprint.generators).toEqual({
    k6: "k6 1.8.1",
    command: "command load/1",
    wrk: "wrk 4.1.0",
  });
});

const sha = "2".repeat(40);
test.each<[string, Run[], RegExp]>([
  [
    "a shard is lacking",
    [shard(1, 3, "a"), shard(3, 3, "c")],
    /shards 1 to 3 are needed once each; found 1, 3/,
  ],
  ["one comes twice", [shard(1, 2, "a"), shard(1, 2, "a")], /found 1, 1/],
  ["no shards", [aRun({ workloads: { a: { trials: [1] } } })], /no run has a shard number/],
  [
    "another commit",
    [shard(1, 2, "a"), shard(2, 2, "b", { commit: { sha, subject: "", dirty: false } })],
    /shard 2 differs from shard 1 in the commit/,
  ],
  ["another share of the lengths", [shard(1, 2, "a"), shard(2, 2, "b", { scale: 0.05 })], /in --scale/],
  ["other variants", [shard(1, 2, "a"), shard(2, 2, "b", { variants: ["x"] })], /in --variants/],
  [
    "another machine",
    [shard(1, 2, "a"), shard(2, 2, "b", { fingerprint: { ...shard(2, 2, "b").fingerprint, cores: 3 } })],
    /in the machine \(CPU, cores or generator\)/,
  ],
  [
    "another version of the same generator",
    [shard(1, 2, "a"), loadedBy(shard(2, 2, "b"), { k6: "k6 2.0.0" })],
    /in the machine \(CPU, cores or generator\)/,
  ],
  [
    "another environment of the stack",
    [shard(1, 2, "a"), shard(2, 2, "b", { stack: { ...shard(2, 2, "b").stack, env: { SLOW: "1" } } })],
    /in the stack's kind, environment or labels/,
  ],
])("refused: %s", (_, runs, message) => {
  expect(() => mergedRun(runs)).toThrow(message);
});

describe("shards of a paired run", () => {
  const RELEASE = "b".repeat(40);
  const paired = (index: number, of: number, workload: string, differs: Partial<Run> = {}): Run => {
    const run = shard(index, of, workload);
    const record = aDuelRecord({
      pairs: Array.from({ length: 6 + index }, () => [{ p50: 0.01 }, { p50: 0.01 }]),
    });
    const named = <T extends { workload: string }>(all: T[]) => all.map((one) => ({ ...one, workload }));
    const duel = { ...record, shards: of, pairings: named(record.pairings), pairs: named(record.pairs) };
    const why = { workloads: [aProfiled(workload)], changes: { [`${workload}.js`]: [] } };
    return {
      ...run,
      trials: [],
      schedule: { ...run.schedule, starts: [] },
      duel,
      profiling: why,
      ...differs,
    };
  };
  const aProfiled = (workload: string) => ({
    workload,
    variant: null,
    pairs: [],
    profiles: [],
    statements: [],
    lacking: [],
  });

  test("keep their own looks and pairs, and what explains them", () => {
    const both = [paired(1, 2, "a"), paired(2, 2, "b")];
    const run = mergedRun(both);
    expect(RunSchema.parse(run)).toEqual(run);
    expect(machineRecords(run.duel!)).toEqual(both.map(({ duel }) => duel));
    expect(run.profiling?.workloads.map(({ workload }) => workload)).toEqual(["a", "b"]);
    expect(Object.keys(run.profiling!.changes)).toEqual(["a.js", "b.js"]);
  });

  test("keep the lines that statements may come from, each statement once and not too many", () => {
    const origin = (text: string) => ({ text, file: "src/shop.ts", line: 42, name: "items" });
    const origins = (texts: readonly string[], workload: string) => ({
      profiling: { workloads: [aProfiled(workload)], changes: {}, origins: texts.map(origin) },
    });
    const joined = (one: readonly string[], other: readonly string[]) =>
      mergedRun([paired(1, 2, "a", origins(one, "a")), paired(2, 2, "b", origins(other, "b"))]);
    const run = joined(["SELECT 1", "SELECT 2"], ["SELECT 2", "SELECT 3"]);
    expect(run.profiling?.origins).toEqual(["SELECT 1", "SELECT 2", "SELECT 3"].map(origin));
    const many = (from: number) => Array.from({ length: MOST_ORIGINS - 1 }, (_, i) => `SELECT ${from + i}`);
    const most = joined(many(0), many(MOST_ORIGINS));
    expect(RunSchema.parse(most).profiling?.origins).toHaveLength(MOST_ORIGINS);
    expect(mergedRun([paired(1, 2, "a"), paired(2, 2, "b")]).profiling).not.toHaveProperty("origins");
  });

  test("what any of them found out is kept", () => {
    const run = mergedRun([
      paired(1, 2, "a", { differences: ["node 24.1 → 24.2"], unaffected: { c: "no file" } }),
      paired(2, 2, "b", { differences: ["node 24.1 → 24.2", "2 packages"], screened: { d: "settled" } }),
    ]);
    expect(run).toMatchObject({
      differences: ["node 24.1 → 24.2", "2 packages"],
      unaffected: { c: "no file" },
      screened: { d: "settled" },
      shards: { of: 2, absent: [] },
    });
  });

  test("an edited load of which each measured a variant is told once", () => {
    const rules = { base: RELEASE, edited: [{ workload: "a", as: null }], service: [] };
    const run = mergedRun([paired(1, 2, "a", { rules }), paired(2, 2, "b", { rules })]);
    expect(run.rules).toEqual(rules);
  });

  test("one for which nothing was left is no obstacle", () => {
    const { duel: _, profiling: __, ...empty } = paired(2, 2, "b", { workloads: {} });
    const seeded = paired(1, 2, "a");
    const run = mergedRun([{ ...seeded, stack: { ...seeded.stack, seed: "sha256:aa" } }, empty]);
    expect(machineRecords(run.duel!)).toHaveLength(1);
  });

  test("beside another commit they are refused", () => {
    const other = paired(2, 2, "b");
    const base = { ...other.duel!.base, sha: RELEASE.replaceAll("b", "c") };
    expect(() => mergedRun([paired(1, 2, "a"), { ...other, duel: { ...other.duel!, base } }])).toThrow(
      /shard 2 differs from shard 1 in the base/,
    );
  });

  test("those that are lacking are said, where that is known", () => {
    const why = "its machine was taken away";
    const run = mergedRun([paired(2, 2, "b")], [{ index: 1, why }]);
    expect(run.shards).toEqual({ of: 2, absent: [{ index: 1, why }] });
    const { warnings } = compare({
      run,
      config: run.config.resolved,
      baselines: new Map(),
      classes: [],
      at: run.ended,
      steelyard: "1",
      replay: [],
    });
    expect(warnings.map(({ message }) => message)).toContain(`Shard 1 of 2 has no figures: ${why}.`);
  });

  test("each is judged at its share of the level, as it was while it measured", () => {
    const judged = (of: number) => {
      const pairs = Array.from(
        { length: 30 },
        (_, i) => [{ p50: 0.01 }, { p50: 0.01 * WOBBLE[(i * 5 + (i >> 2)) % WOBBLE.length]! }] as const,
      );
      const run = paired(1, of, "browse", { duel: { ...aDuelRecord({ pairs }), shards: of } });
      const absent = Array.from({ length: of - 1 }, (_, i) => ({ index: i + 2, why: "none" }));
      const whole = mergedRun([run], absent);
      const input = { run: whole, config: whole.config.resolved, baselines: new Map(), classes: [] };
      const { rows } = compare({ ...input, at: whole.ended, steelyard: "1", replay: [] });
      return rows.find(({ metric }) => metric === "http_req_duration.p50")!.evidence!.mde!;
    };
    const [one, three] = [judged(1), judged(3)];
    expect(three).toBeGreaterThan(one);
    expect(three).toBeLessThan(1.5 * one);
  });
});
