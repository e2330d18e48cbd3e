import { describe, expect, test } from "vitest";
import type { CpuProfile, Profiled, StatementsRun } from "../../model/profiling.ts";
import { tested } from "../../testing/comparisons.ts";
import { aProfiling, type ProfilingSpec } from "../../testing/profilings.ts";
import { causesOf } from "./causes.ts";
import { workOf } from "./flame.ts";
import { comparable, startsSeen } from "./seen.ts";

const WORSE = [tested("regressed", 1, 1.1, { workload: "browse", variant: null })];
const STATEMENT = "SELECT * FROM items WHERE id = $1";

const workload = (spec: ProfilingSpec): Profiled => aProfiling(spec).workloads[0]!;
const causes = (of: Profiled) => causesOf({ workloads: [of], changes: {} }, WORSE)[0]!;
const ofBase = ({ side }: CpuProfile | StatementsRun) => side === "base";

describe("a service", () => {
  const worse = workload({ head: { rank: 80, native: 90 } });
  const altered = (alter: (one: CpuProfile) => CpuProfile[]): Profiled => ({
    ...worse,
    profiles: worse.profiles.flatMap(alter),
  });

  test.each([
    ["base lacks the profile", altered((one) => (ofBase(one) ? [] : [one]))],
    ["one start lacks it", altered((one) => (one.side === "head" && one.start === 2 ? [] : [one]))],
    ["has another source on each side", altered((one) => [{ ...one, source: ofBase(one) ? "java" : "go" }])],
  ])("of which %s is compared as a whole, and named", (_, of) => {
    const found = causes(of);
    expect(found.causes).toMatchObject([
      { kind: "service", service: "web", base: expect.closeTo(150e-6, 5), head: expect.closeTo(220e-6, 5) },
    ]);
    expect(found.lacking).toContainEqual({
      service: "web",
      why: "base and head do not both have one in each start",
    });
    for (const { base, head } of startsSeen(of, {}))
      for (const side of [base, head])
        expect([side.places.size, side.waits.size, side.intervals.size]).toEqual([0, 0, 0]);
    expect(workOf(of, {}, []).services).toEqual([]);
  });

  test.each([
    ["no CPU time", 0, false],
    ["some", 1, true],
  ])("that used %s is named: %s", (_, cpu, isNamed) => {
    const pairs = worse.pairs.map((pair) => {
      if (pair.outcome !== "ok") return pair;
      const more = (side: typeof pair.base) => ({
        ...side,
        services: { ...side.services, pages: { ...side.services.web!, cpu } },
      });
      return { ...pair, base: more(pair.base), head: more(pair.head) };
    });
    const lacking = [{ service: "pages", why: "it is no Node.js" }];
    expect(causes({ ...worse, pairs, lacking }).lacking).toEqual(isNamed ? lacking : []);
  });

  test("that only head runs has its functions, all of which are new", () => {
    const pairs = worse.pairs.map((pair) =>
      pair.outcome === "ok"
        ? { ...pair, base: { ...pair.base, services: { db: pair.base.services.db! } } }
        : pair,
    );
    const of = { ...altered((one) => (ofBase(one) ? [] : [one])), pairs };
    expect(causes(of).causes).toContainEqual(
      expect.objectContaining({ kind: "function", name: "rankItems", base: 0 }),
    );
  });

  test("that base lets idle has its functions, too", () => {
    const idle = worse.pairs.map((pair) =>
      pair.outcome === "ok"
        ? {
            ...pair,
            base: {
              ...pair.base,
              services: { ...pair.base.services, web: { ...pair.base.services.web!, cpu: 1e-4 } },
            },
          }
        : pair,
    );
    const of = { ...altered((one) => (ofBase(one) ? [] : [one])), pairs: idle };
    expect(causes(of).causes).toContainEqual(
      expect.objectContaining({ kind: "function", name: "rankItems", base: 0 }),
    );
  });

  test("with a second source in some processes keeps the first one", () => {
    const helper: CpuProfile = { ...worse.profiles[0]!, source: "python" };
    const kept = comparable({ ...worse, profiles: [...worse.profiles, helper] }).profiles;
    expect(kept).toEqual(worse.profiles);
  });
});

describe("statements", () => {
  const spec = {
    head: { rank: 80, database: 400, statements: { [STATEMENT]: { calls: 4, seconds: 2e-4 } } },
  };
  const kinds = (of: Profiled) => causes(of).causes.map(({ kind }) => kind);
  const without = (of: Profiled, lacks: (one: StatementsRun) => boolean): Profiled => ({
    ...of,
    statements: of.statements.filter((one) => !lacks(one)),
  });

  test("that base does not execute are new", () => {
    expect(causes(workload(spec)).causes[0]).toMatchObject({ kind: "statement", repeated: true });
  });

  test("of which base has no counts are not compared", () => {
    expect(kinds(without(workload(spec), ofBase))).not.toContain("statement");
    const late = (one: StatementsRun) => one.side === "base" && one.start === 3;
    expect(kinds(without(workload(spec), late))).not.toContain("statement");
  });

  test("of a database outside of the stack, which has no counters, are not new without base's counts", () => {
    const of = workload(spec);
    const outside = { ...of, statements: of.statements.map((one) => ({ ...one, service: "far" })) };
    expect(kinds(outside)).toContain("statement");
    expect(kinds(without(outside, ofBase))).not.toContain("statement");
  });

  test("of calls by HTTP count as none only where the agent was there", () => {
    const of = workload(spec);
    const calls = of.statements.map((one) => ({ ...one, service: "web", http: true as const }));
    const made = { ...of, statements: calls.filter(({ side }) => side === "head") };
    expect(kinds(made)).toContain("statement");
    const silent = made.profiles.filter((one) => !ofBase(one));
    expect(kinds({ ...made, profiles: silent })).not.toContain("statement");
  });
});

test("of two methods of one name the one that takes more time is named, at its own line", () => {
  const twin = (of: CpuProfile): CpuProfile => ({
    ...of,
    frames: of.frames.map((one, i) => (i < 2 ? { name: "get", file: "src/a.js", line: [9, 40][i]! } : one)),
  });
  const of = workload({ head: { rank: 80, waits: 1_000 }, base: { waits: 1_000 } });
  const twins = { ...of, profiles: of.profiles.map(twin) };
  expect(causes(twins).causes).toMatchObject([{ kind: "function", name: "get", line: 40 }]);
  const { services, waits } = workOf(twins, {}, causes(twins).causes);
  expect(services[0]!.frames.filter(({ name }) => name === "get")).toHaveLength(2);
  expect(waits.map(({ place }) => place)).toContain("src/a.js:40");
});
