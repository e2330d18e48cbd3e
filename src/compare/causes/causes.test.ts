import { describe, expect, test } from "vitest";
import type { Row } from "../../model/comparison.ts";
import type { PairSide } from "../../model/duel.ts";
import type { Profiling } from "../../model/profiling.ts";
import { tested } from "../../testing/comparisons.ts";
import { aProfiling, HANDLE, type ProfilingSpec, RANK, type SideSpec } from "../../testing/profilings.ts";
import { aTrend } from "../../testing/trials.ts";
import { causesOf, fewStarts } from "./causes.ts";

const WORSE = [tested("regressed", 1, 1.1, { workload: "browse", variant: null })];
const BETTER = [tested("improved", 1, 0.9, { workload: "browse", variant: null })];
const STATEMENT = "SELECT * FROM items WHERE id = $1";
const MORE = { rank: 80 };

const causes = (spec: ProfilingSpec, rows = WORSE) => causesOf(aProfiling(spec), rows)[0]!;
/** A load whose latency is another metric. */
function renamed(spec: ProfilingSpec, metric: string): Profiling {
  const { workloads, changes } = aProfiling(spec);
  const side = (of: PairSide) => ({ ...of, metrics: { [metric]: of.metrics.http_req_duration! } });
  const pairs = workloads[0]!.pairs.map((pair) =>
    pair.outcome === "ok" ? { ...pair, base: side(pair.base), head: side(pair.head) } : pair,
  );
  return { workloads: [{ ...workloads[0]!, pairs }], changes };
}

test("a function that takes more time is named, with its share", () => {
  const found = causes({ head: MORE });
  expect(found).toMatchObject({ workload: "browse", starts: 4, reappeared: { cpu: true, latency: true } });
  expect(found.cpu.added.estimate).toBeCloseTo(30e-6, 7);
  expect(found.causes).toHaveLength(1);
  const [cause] = found.causes;
  expect(cause).toMatchObject({
    kind: "function",
    service: "web",
    name: "rankItems",
    file: RANK.file,
    line: 42,
    edited: null,
  });
  expect(cause!.added.estimate).toBeCloseTo(30e-6, 7);
  expect(cause!.added.interval[0]).toBeGreaterThan(15e-6);
  expect(cause).toMatchObject({
    share: expect.closeTo(1, 1),
    base: expect.closeTo(50e-6, 6),
    head: expect.closeTo(80e-6, 6),
  });
  // Starts have all of their differences in common, and the interval of the seconds is wide.
  expect(cause).toMatchObject({ shareInterval: [expect.closeTo(1, 3), expect.closeTo(1, 3)] });
  expect(cause).not.toHaveProperty("within");
});

test("what a function calls is named where it makes up most of the difference", () => {
  const [cause] = causes({ head: { rank: 80, parse: 28 } }).causes;
  expect(cause).toMatchObject({ name: "rankItems", within: "parse" });
});

/** A profile in which a function of two packages, one calling the other, has the time that \`rank\` spends in its callee. */
function packaged(head: SideSpec, callee: string, updates: Profiling["updates"]): Profiling {
  const profiling = aProfiling({ head });
  const frame = (file: string) => ({ name: "f", file, line: 1 });
  const workloads = profiling.workloads.map((of) => ({
    ...of,
    profiles: of.profiles.map((profile) => ({
      ...profile,
      frames: [...profile.frames.slice(0, 2), frame(callee), ...profile.frames.slice(3)],
    })),
  }));
  return { ...profiling, workloads, updates };
}

describe("a package that the change updates", () => {
  const update = (name: string) => ({ name, base: "2.2.3", head: "1.1.2", file: "package-lock.json" });
  const FILE = "node_modules/deep-equal/index.js";

  test.each<[string, SideSpec, string, string[], string | undefined]>([
    [
      "is named where most of the difference is in it",
      { rank: 80, parse: 28 },
      FILE,
      ["ms", "deep-equal"],
      "deep-equal",
    ],
    ["is not where little of it is", { rank: 80, parse: 5 }, FILE, ["deep-equal"], undefined],
    ["is not where another one has it", { rank: 80, parse: 28 }, FILE, ["equal"], undefined],
    [
      "may have another form of its name in the lock file",
      { rank: 80, parse: 28 },
      "site-packages/typing_extensions/x.py",
      ["Typing.Extensions"],
      "Typing.Extensions",
    ],
    [
      "may be a module of Go",
      { rank: 80, parse: 28 },
      "pkg/mod/github.com/!burnt!sushi/toml@v1.1.2/x.go",
      ["github.com/BurntSushi/toml"],
      "github.com/BurntSushi/toml",
    ],
    [
      "may be an artifact of Java, whose words its classes have",
      { rank: 80, parse: 28 },
      "(jar)/com.fasterxml.jackson.databind.ser/BeanSerializer.java",
      ["com.fasterxml.jackson.core:jackson-core", "com.fasterxml.jackson.core:jackson-databind"],
      "com.fasterxml.jackson.core:jackson-databind",
    ],
    [
      "may be an artifact of Java, which is the only one of their group",
      { rank: 80, parse: 28 },
      "(jar)/com.zaxxer.hikari.pool/HikariPool.java",
      ["com.zaxxer:HikariCP-java8", "com.zaxxerlike:nuprocess"],
      "com.zaxxer:HikariCP-java8",
    ],
    [
      "may be the list of a framework's versions",
      { rank: 80, parse: 28 },
      "(jar)/io.quarkus.arc.impl/ArcContainerImpl.java",
      ["io.quarkus.platform:quarkus-bom", "com.auth0:java-jwt"],
      "io.quarkus.platform:quarkus-bom",
    ],
    [
      "is not one of two that the classes may be from",
      { rank: 80, parse: 28 },
      "(jar)/org.springframework.util/StringUtils.java",
      ["org.springframework:spring-core", "org.springframework:spring-web"],
      undefined,
    ],
    [
      "is not one of another group",
      { rank: 80, parse: 28 },
      "(jar)/org.apache.catalina.core/StandardHost.java",
      ["org.apache.commons:commons-lang3", "org.apache.logging.log4j:log4j-core"],
      undefined,
    ],
  ])("%s", (_, head, file, names, named) => {
    const [cause] = causesOf(packaged(head, file, names.map(update)), WORSE)[0]!.causes;
    expect(cause).toMatchObject({ kind: "function", name: "rankItems" });
    expect((cause as { update?: object }).update).toEqual(named === undefined ? undefined : update(named));
  });

  test("is the inner one of two, where one calls the other", () => {
    const profiling = packaged({ rank: 50 }, "node_modules/express/index.js", ["express", "qs"].map(update));
    const workloads = profiling.workloads.map((of) => ({
      ...of,
      profiles: of.profiles.map((profile) => ({
        ...profile,
        frames: [...profile.frames, { name: "parse", file: "node_modules/qs/lib/parse.js", line: 3 }],
        nodes: [
          ...profile.nodes,
          [2, 5, (profile.side === "head" ? 28e-6 : 1e-6) * 2_000] as (typeof profile.nodes)[number],
        ],
      })),
      pairs: aProfiling({ head: { rank: 78 } }).workloads[0]!.pairs,
    }));
    const [cause] = causesOf({ ...profiling, workloads }, WORSE)[0]!.causes;
    expect(cause).toMatchObject({ name: "rankItems", update: { name: "qs" } });
  });
});

test("the change of a file is told", () => {
  const [cause] = causes({
    head: MORE,
    changes: { "src/rank.js": [{ base: [42, 1], head: [42, 2] }] },
  }).causes;
  expect(cause).toMatchObject({ edited: [42, 43] });
});

test("what became faster is named where the verdict is that, and not where it is the contrary", () => {
  expect(causes({ base: MORE }, BETTER).causes).toMatchObject([
    { name: "rankItems", added: { estimate: expect.closeTo(-30e-6, 7) } },
  ]);
  expect(causes({ base: MORE }, WORSE)).toMatchObject({
    causes: [],
    reappeared: { cpu: false, latency: false },
  });
});

test("a regression that a waiver accepts is explained like any other, of an exact count as well", () => {
  const accepted = [{ ...WORSE[0]!, verdict: "accepted" as const, evidence: null }];
  expect(causes({ head: MORE }, accepted)).toMatchObject({ changed: true, causes: [{ name: "rankItems" }] });
});

test("where many functions take a little more, the innermost that calls them is named with all of it", () => {
  const found = causes({ head: { rank: 57, handle: 57 } }).causes;
  expect(found).toMatchObject([
    { name: HANDLE.name, file: HANDLE.file, total: true, added: { estimate: expect.closeTo(14e-6, 7) } },
  ]);
  expect(found[0]).toMatchObject({ base: expect.closeTo(100e-6, 6), share: null }); // the sum is uncertain
});

test.each([
  { name: "<module>", file: null, line: null },
  { name: "use", file: "node_modules/express/index.js", line: 7 },
])("where many functions take a little more, $name is not named, which calls all of them", (outermost) => {
  const profiling = aProfiling({ head: { rank: 56.5, handle: 56.5 } });
  const workloads = profiling.workloads.map((of) => ({
    ...of,
    profiles: of.profiles.map(({ frames, nodes, ...profile }) => ({
      ...profile,
      frames: [...frames, outermost],
      nodes: [
        [-1, frames.length, 0],
        ...nodes.map(([, frame, seconds]) => [0, frame, seconds]),
      ] as (typeof nodes)[number][],
    })),
  }));
  const [found] = causesOf({ ...profiling, workloads }, WORSE);
  expect(found).toMatchObject({ reappeared: { cpu: true }, causes: [] });
});

test("what the runtime does by itself comes after what makes it do so", () => {
  const found = causes({ head: { rank: 60, native: 90 } }).causes;
  expect(found).toMatchObject([{ name: "rankItems" }, { name: "(program)", file: null }]);
});

describe("of a database", () => {
  const one = { [STATEMENT]: { calls: 1, seconds: 50e-6 } };

  test("a statement that is executed more often comes before the service, and so often is one for each element", () => {
    const statements = { [STATEMENT]: { calls: 4, seconds: 200e-6 } };
    const head = { database: 320, latency: 600, statements };
    const found = causes({ base: { statements: one }, head }).causes;
    expect(found.map(({ kind, service }) => [kind, service])).toEqual([
      ["statement", "db"],
      ["service", "db"],
    ]);
    expect(found[0]).toMatchObject({
      text: STATEMENT,
      calls: { base: expect.closeTo(1), head: expect.closeTo(4) },
      repeated: true,
      added: { estimate: expect.closeTo(150e-6, 6) },
    });
    expect(found[1]).toMatchObject({ share: expect.closeTo(1, 1) });
  });

  test.each([
    [1.4, 3.1, true],
    [1.6, 3.1, false],
    [1.4, 2.9, false],
  ])("one of %d calls a request that has %d: for each element of a list, %s", (before, now, repeated) => {
    const side = (calls: number) => ({
      database: 80 * calls,
      latency: 450 + 80 * calls,
      statements: { [STATEMENT]: { calls, seconds: 80e-6 * calls } },
    });
    expect(causes({ base: side(before), head: side(now) }).causes[0]).toMatchObject({
      text: STATEMENT,
      repeated,
    });
  });

  test("of six that have more calls, the five that take most longer are named", () => {
    const names = ["a", "b", "c", "d", "e", "f"].map((column) => `SELECT ${column} FROM items`);
    const side = (more: number) => ({
      latency: 450 + 900 * more,
      statements: Object.fromEntries(
        names.map((text, i) => [text, { calls: 1 + more, seconds: 1e-4 * (1 + more * (1 + i)) }]),
      ),
    });
    const found = causes({ base: side(0), head: side(1) }).causes;
    expect(found.map((cause) => "text" in cause && cause.text)).toEqual(names.slice(1).toReversed());
  });

  test("a line that may be its origin is told of a statement that takes more, not of one that takes less", () => {
    const [few, many] = [1, 4].map((calls) => ({
      database: 80 * calls,
      statements: { [STATEMENT]: { calls, seconds: 50e-6 * calls } },
    })) as [object, object];
    const line = { file: "src/shop.ts", line: 9, name: "items", removed: true } as const;
    const originOf = (base: object, head: object, rows = WORSE) => {
      const profiling = { ...aProfiling({ base, head }), origins: [{ text: STATEMENT, ...line }] };
      return causesOf(profiling, rows)[0]!.causes.find(({ kind }) => kind === "statement");
    };
    expect(originOf(few, many)).toMatchObject({ origin: line });
    expect(originOf(many, few, BETTER)).not.toHaveProperty("origin");
  });

  describe("edited by the change", () => {
    const EDITED = "SELECT *, city FROM items WHERE id = $1";
    type Counts = Record<string, { calls: number; seconds: number }>;
    const of = (before: Counts, now: Counts, latency = 800) =>
      causes({ base: { latency: 450, statements: before }, head: { latency, statements: now } }).causes;
    const times = (calls: number, micros: number) => ({ calls, seconds: micros * 1e-6 });

    test("has the time of its earlier version on base, so that one more column is no cause", () => {
      const before = { [STATEMENT]: times(1, 390) };
      expect(of(before, { [EDITED]: times(1, 400) })).toEqual([]);
      expect(of(before, { [EDITED]: times(1, 740) })).toMatchObject([
        { kind: "statement", text: EDITED, calls: { base: 1, head: 1 }, base: expect.closeTo(390e-6, 6) },
      ]);
    });
    test.each<[string, Counts, Counts]>([
      ["is executed for each element", { [STATEMENT]: times(1, 40) }, { [EDITED]: times(4, 400) }],
      ["asks another table", { "SELECT * FROM shops": times(1, 40) }, { [EDITED]: times(1, 400) }],
      ["has no earlier version", {}, { [EDITED]: times(1, 400) }],
      [
        "stands beside the earlier one",
        { [STATEMENT]: times(1, 40) },
        { [STATEMENT]: times(1, 40), [EDITED]: times(1, 400) },
      ],
      [
        "is one of two",
        { [STATEMENT]: times(1, 40) },
        { [EDITED]: times(1, 400), "SELECT 1 FROM items": times(1, 400) },
      ],
    ])("is new where it %s", (_, before, now) => {
      const found = of(before, now).find((one) => one.kind === "statement" && one.text === EDITED);
      expect(found).toMatchObject({ calls: { base: 0 } });
    });
  });

  test.each([
    ["the same number of", 0, ["statement"]],
    ["a different number of", 1, []],
  ])(
    "a statement that two requests a start execute, with %s executions in each start of a side",
    (_, off, kinds) => {
      const side = (calls: number) => ({
        requests: 2,
        statements: { [STATEMENT]: { calls, seconds: 50e-6 } },
      });
      const profiling = aProfiling({ base: side(1), head: side(2) });
      const workloads = profiling.workloads.map((one) => ({
        ...one,
        statements: one.statements!.map((taken) => ({
          ...taken,
          counts: taken.counts.map((count) => {
            const more = taken.start === 0 ? off : 0;
            return { ...count, calls: count.calls + more, rows: count.rows + more };
          }),
        })),
      }));
      const found = causesOf({ ...profiling, workloads }, WORSE)[0]!.causes;
      expect(found.map(({ kind }) => kind)).toEqual(kinds);
    },
  );

  test("one that is executed more often comes before the function that asks it", () => {
    const head = { rank: 300, statements: { [STATEMENT]: { calls: 6, seconds: 60e-6 } } };
    const found = causes({ base: { statements: one }, head }).causes;
    expect(found.map(({ kind }) => kind)).toEqual(["statement", "function"]);
  });

  test("one with many more rows comes before the function that reads them; one with a few more does not", () => {
    const withRows = (rows: number) => ({
      rank: 300,
      statements: { [STATEMENT]: { calls: 1, seconds: 60e-6, rows } },
    });
    const kinds = (rows: number) =>
      causes({ base: { statements: one }, head: withRows(rows) }).causes.map(({ kind }) => kind);
    expect(kinds(10)).toEqual(["statement", "function"]);
    expect(kinds(1.3)).toEqual(["function"]);
  });

  test("one that is executed hardly more often is none for that", () => {
    const head = { rank: 300, statements: { [STATEMENT]: { calls: 1.08, seconds: 54e-6 } } };
    expect(causes({ base: { statements: one }, head }).causes.map(({ kind }) => kind)).toEqual(["function"]);
  });

  test("one that takes longer, and is executed as often, is no list of queries", () => {
    const head = { database: 320, statements: { [STATEMENT]: { calls: 1, seconds: 200e-6 } } };
    expect(causes({ base: { statements: one }, head }).causes[0]).toMatchObject({
      kind: "statement",
      repeated: false,
    });
  });

  test("one that waits is named though nothing has more CPU time", () => {
    const head = { latency: 800, statements: { [STATEMENT]: { calls: 1, seconds: 400e-6 } } };
    const found = causes({ base: { latency: 450, statements: one }, head });
    expect(found.reappeared).toEqual({ cpu: false, latency: true });
    expect(found.causes.map(({ kind }) => kind)).toEqual(["statement"]);
  });
});

test("a statement has its waits for locks and its blocks a request of both sides, where the database tells them", () => {
  const waiting = (seconds: number, locked?: number) => ({
    [STATEMENT]: { calls: 1, seconds, ...(locked !== undefined && { locked, blocks: locked * 1e6 }) },
  });
  const found = (before?: number, now?: number) =>
    causes({
      base: { latency: 450, statements: waiting(100e-6, before) },
      head: { latency: 1450, statements: waiting(1100e-6, now) },
    }).causes[0];
  const locked = { base: expect.closeTo(20e-6), head: expect.closeTo(900e-6) };
  const blocks = { base: expect.closeTo(20), head: expect.closeTo(900) };
  expect(found(20e-6, 900e-6)).toMatchObject({ kind: "statement", locked, blocks });
  expect(found()).not.toHaveProperty("locked");
  expect(found()).not.toHaveProperty("blocks");
});

test("what sampling costs is left out of CPU time, at one price for both sides", () => {
  const { workloads, changes } = aProfiling({ head: { rank: 90 } });
  const requests = 2_000;
  // 20 µs a request by the thread and 5 µs by samples, which one start of head says are ten times as dear.
  const sampled = workloads.map((of) => ({
    ...of,
    profiles: of.profiles.map((one) => {
      const price = one.side === "head" && one.start === 1 ? 10e-6 : 1e-6;
      return { ...one, sampling: { thread: 20e-6 * requests, samples: 5 * requests, price } };
    }),
  }));
  const [plain, net] = [workloads, sampled].map((of) => causesOf({ workloads: of, changes }, WORSE)[0]!.cpu);
  expect(plain!.base - net!.base).toBeCloseTo(25e-6, 8);
  expect(net!.added.estimate).toBeCloseTo(plain!.added.estimate, 8);
  // Where one start does not know it, nothing is left out of any.
  const partly = sampled.map((of) => ({
    ...of,
    profiles: of.profiles.map(({ sampling, ...one }) => (one.start === 2 ? one : { ...one, sampling })),
  }));
  expect(causesOf({ workloads: partly, changes }, WORSE)[0]!.cpu).toEqual(plain);
});

test("a call of another service that waits longer is named with the service that calls it", () => {
  const text = "GET pricing:8080";
  const calls = (seconds: number) => ({ [text]: { calls: 1, seconds, rows: 0 } });
  const { workloads, changes } = aProfiling({
    base: { latency: 450, statements: calls(100e-6) },
    head: { latency: 800, statements: calls(450e-6) },
  });
  const asCalls = workloads.map((of) => ({
    ...of,
    statements: of.statements.map((one) => ({ ...one, service: "web", http: true as const })),
  }));
  const [found] = causesOf({ workloads: asCalls, changes }, WORSE);
  expect(found!.causes).toMatchObject([
    { kind: "statement", http: true, service: "web", text, repeated: false, rows: { head: 0 } },
  ]);
});

describe("where the change of a gate does not show again", () => {
  const CPU_WORSE = { ...WORSE[0]!, metric: "cpu_per_request" };
  const CPU_ONLY = { head: { ...MORE, latency: 450 } };
  const shares = (rows = WORSE) =>
    causes(CPU_ONLY, rows).causes.map((cause) => ("share" in cause ? cause.share : undefined));

  test("other CPU time has no shares in a change of latency alone", () => {
    const found = causes(CPU_ONLY);
    expect(found).toMatchObject({
      gates: { cpu: false, latency: true },
      reappeared: { cpu: true, latency: false },
      causes: [{ name: "rankItems", share: null }],
    });
    expect(
      shares([tested("regressed", 900, 800, { ...WORSE[0], metric: "http_reqs.rate", unit: "/s" })]),
    ).toEqual([null]);
  });

  test("it has shares where CPU time changed too, or neither did, or the load reports no latency", () => {
    expect(shares([...WORSE, CPU_WORSE])).toEqual([expect.closeTo(1, 1)]);
    expect(causes(CPU_ONLY, [...WORSE, CPU_WORSE]).gates).toEqual({ cpu: true, latency: true });
    const better = { ...CPU_WORSE, verdict: "improved" as const };
    expect(causes(CPU_ONLY, [...WORSE, better]).gates).toEqual({ cpu: false, latency: true });
    const count = { ...WORSE[0]!, metric: "db:statements_per_request", unit: "1" as const };
    expect(shares([count])).toEqual([expect.closeTo(1, 1)]);
    const scraped = { ...WORSE[0]!, metric: "gateway:rpc_seconds{stat:mean}" };
    expect(causes(CPU_ONLY, [scraped])).toMatchObject({
      gates: { cpu: false, latency: false },
      causes: [{ name: "rankItems", share: expect.closeTo(1, 1) }],
    });
    expect(causesOf(renamed(CPU_ONLY, "query_time"), WORSE)[0]).toMatchObject({
      latency: null,
      causes: [{ name: "rankItems", share: expect.closeTo(1, 1) }],
    });
  });
});

test.each(["grpc_req_duration", "ws_session_duration", "iteration_duration"])(
  "latency is that of a load's own protocol: %s",
  (metric) => {
    const slower = { base: { latency: 450, waits: 0 }, head: { latency: 3_450, waits: 3_000 } };
    const found = causesOf(renamed(slower, metric), WORSE)[0]!;
    expect(found.latency!.added.estimate).toBeCloseTo(3e-3, 4);
    expect(found).toMatchObject({
      reappeared: { latency: true },
      causes: [{ kind: "wait", name: "rankItems" }],
    });
  },
);

test("of several latencies, that of the gate that became worse is compared", () => {
  const { workloads, changes } = aProfiling({ base: { latency: 450 }, head: { latency: 3_450 } });
  const [of] = workloads;
  const steady = (side: PairSide): PairSide => {
    const { http_req_duration: own } = side.metrics;
    return {
      ...side,
      metrics: { http_req_duration: aTrend(1e-3), grpc_req_duration: own!, iteration_duration: own! },
    };
  };
  const pairs = of!.pairs.map((pair) =>
    pair.outcome === "ok" ? { ...pair, base: steady(pair.base), head: steady(pair.head) } : pair,
  );
  const gate = (metric: string) => [{ ...WORSE[0]!, metric }];
  const latency = (rows: Row[]) => {
    const [found] = causesOf({ workloads: [{ ...of!, pairs }], changes }, rows);
    return [found!.latency!.added.estimate, found!.reappeared.latency];
  };
  const added = [expect.closeTo(3e-3, 4), true];
  expect(latency(gate("grpc_req_duration{name:rank}.p50"))).toEqual(added);
  expect(latency([...gate("cpu_per_request"), ...gate("grpc_req_duration.p95")])).toEqual(added);
  expect(latency(gate("http_req_duration.p50"))).toEqual([0, false]);
  expect(latency(gate("http_reqs.rate"))).toEqual([0, false]);
  expect(latency(gate("iteration_duration.p50"))).toEqual([0, false]); // it may have several requests
  expect(latency([{ ...gate("grpc_req_duration.p50")[0]!, verdict: "unchanged" }])).toEqual([0, false]);
});

test("where only the latency is more, no function is named", () => {
  expect(causes({ base: { latency: 450 }, head: { latency: 900 } })).toMatchObject({
    causes: [],
    reappeared: { cpu: false, latency: true },
  });
});

describe("of waits", () => {
  const waiting = (head: SideSpec, base: SideSpec = {}) =>
    causes({ base: { latency: 450, waits: 0, ...base }, head: { latency: 3_450, waits: 3_000, ...head } })
      .causes;

  test("a function that waits is named, with what it waits for", () => {
    expect(waiting({})).toMatchObject([
      {
        kind: "wait",
        service: "web",
        name: "rankItems",
        file: RANK.file,
        line: 42,
        base: 0,
        head: expect.closeTo(3e-3, 4),
        added: { estimate: expect.closeTo(3e-3, 4) },
        within: "a timer",
        edited: null,
      },
    ]);
  });

  test("a loop in the background waits longer for each of fewer requests, and is none", () => {
    const other = { waits: 0, idles: 1.5 };
    expect(waiting({ ...other, requests: 1_000 }, other)).toEqual([]);
    expect(waiting({ ...other, idles: 3, requests: 1_000 }, other)).toMatchObject([
      { name: "", kind: "wait" },
    ]);
  });

  test("what waits for longer than latency has grown is nothing that requests wait for", () => {
    expect(waiting({ waits: 60_000 })).toEqual([]);
  });

  test("it may be longer by the CPU time of another request, which is computed when the wait is over", () => {
    const waits = 4_500; // of 3,000 that latency has grown
    expect(waiting({ waits, database: 200 }, { database: 200 })).toEqual([]);
    expect(waiting({ waits, database: 2_000 }, { database: 2_000 })).toMatchObject([{ kind: "wait" }]);
  });

  test("where latency is as before, waits explain nothing", () => {
    expect(waiting({ latency: 450, waits: 100, rank: 90 }).map(({ kind }) => kind)).toEqual(["function"]);
  });

  test("where it is uncertain by how much latency has grown, a wait that is clear is named, without shares", () => {
    const { workloads, changes } = aProfiling({ head: { waits: 1_500 } });
    const latency = [4.5e-3, 9e-3, 4e-3, 8e-3];
    const pairs = workloads[0]!.pairs.map((pair, n) => {
      if (pair.outcome !== "ok") return pair;
      const side = (of: PairSide, more: number) => ({
        ...of,
        metrics: { ...of.metrics, http_req_duration: aTrend(latency[(n + more) % 4]! + 1.5e-3 * more) },
      });
      return { ...pair, base: side(pair.base, 0), head: side(pair.head, 1) };
    });
    const found = causesOf({ workloads: [{ ...workloads[0]!, pairs }], changes }, WORSE)[0]!;
    expect(found.reappeared).toMatchObject({ latency: false });
    expect(found.causes).toMatchObject([{ kind: "wait", name: "rankItems" }]);
  });

  test("waits that differ from start to start by as much are none", () => {
    const { workloads, changes } = aProfiling({
      base: { latency: 450, waits: 100 },
      head: { latency: 3_450, waits: 3_000 },
    });
    const erratic = workloads.map((of) => ({
      ...of,
      profiles: of.profiles.map((one) => ({
        ...one,
        waits: one.waits!.map(([caller, frame, seconds]): (typeof one.nodes)[number] => [
          caller,
          frame,
          one.side === "head" ? [2, 0.1, 0.4, 1.5][one.start]! * seconds : seconds,
        ]),
      })),
    }));
    expect(causesOf({ workloads: erratic, changes }, WORSE)[0]!.causes).toEqual([]);
  });
});

describe("a function that head alone runs, where others scatter so that none is clear among all", () => {
  const FACTORS = { base: [1.5, 0.6, 1.3, 0.7], head: [0.7, 1.4, 0.8, 1.2] };
  function found(base: SideSpec, head: SideSpec, changes: Profiling["changes"], isMoved = false) {
    const profiling = aProfiling({ base, head, changes });
    const workloads = profiling.workloads.map((of) => ({
      ...of,
      profiles: of.profiles.map((one) => ({
        ...one,
        frames: isMoved
          ? one.frames.map((frame) => ({ ...frame, file: frame.file && RANK.file }))
          : one.frames,
        nodes: one.nodes.map(([caller, frame, seconds]): (typeof one.nodes)[number] => [
          caller,
          frame,
          one.frames[frame]!.name === RANK.name ? seconds : FACTORS[one.side][one.start]! * seconds,
        ]),
      })),
    }));
    return causesOf({ workloads, changes }, WORSE)[0]!.causes;
  }
  const edited: Profiling["changes"] = { [RANK.file!]: [{ base: [40, 40], head: [40, 44] }] };

  test("is named if its file is edited", () => {
    expect(found({ rank: 0 }, { rank: 6 }, edited)).toMatchObject([
      { kind: "function", name: "rankItems", base: 0 },
    ]);
    expect(found({ rank: 0 }, { rank: 6 }, {})).toEqual([]);
  });
  test("is not if base runs it, too", () => {
    expect(found({ rank: 8 }, { rank: 13 }, edited)).toEqual([]);
  });
  test("is not if its code was elsewhere in the file, which takes no more time than before", () => {
    expect(found({ rank: 0, handle: 80 }, { rank: 6, handle: 60 }, edited, true)).toEqual([]);
  });
});

describe("where the sum of all CPU time tells nothing", () => {
  test("a function whose own time is clear is named, without a share", () => {
    const found = causes({ head: { ...MORE, unsteady: 0.3 } });
    expect(found.reappeared.cpu).toBe(false);
    expect(found.causes).toMatchObject([{ kind: "function", name: "rankItems", share: null }]);
  });

  test("nor has one a share where the sum is clear and uncertain by more than two fifths", () => {
    for (const [unsteady, isSure] of [
      [0.01, true],
      [0.08, false],
    ] as const) {
      const { cpu, reappeared, causes: found } = causes({ head: { ...MORE, unsteady } });
      const [low, high] = cpu.added.interval;
      expect([reappeared.cpu, (high - low) / 2 < 0.4 * cpu.added.estimate]).toEqual([true, isSure]);
      const share = isSure ? expect.closeTo(1, 1) : null;
      expect(found[0]).toMatchObject({ kind: "function", name: "rankItems", share });
    }
  });

  test("of code that no gate found slower nothing is named", () => {
    expect(causes({ head: { ...MORE, latency: 450, unsteady: 0.3 } }, []).causes).toEqual([]);
  });

  test("what only moved from one function to another explains nothing", () => {
    const moved = { rank: 80, handle: 20 };
    expect(causes({ base: { latency: 450 }, head: { ...moved, latency: 900 } }).causes).toEqual([]);
    const more = causes({ head: { ...moved, rank: 140 } });
    expect(more).toMatchObject({ causes: [{ name: "rankItems" }], elsewhere: expect.closeTo(-30e-6, 7) });
  });
});

test("unchanged code has no cause", () => {
  expect(causes({})).toMatchObject({ causes: [], reappeared: { cpu: false, latency: false } });
});

test("a start with a lost pair is left out, and fewer than three starts say nothing", () => {
  expect(causes({ head: MORE, lost: [1] }).starts).toBe(3);
  expect(causesOf(aProfiling({ head: MORE, lost: [1, 2] }), WORSE)).toEqual([]);
});

test("a workload whose services have no CPU time has a warning with that", () => {
  const profiling = aProfiling({ head: MORE });
  for (const pair of profiling.workloads[0]!.pairs)
    if (pair.outcome === "ok") Object.values(pair.base.services)[0]!.cpu = null;
  expect(fewStarts(profiling, causesOf(profiling, WORSE))).toMatchObject([
    { message: "`browse` is not explained: the CPU time of its services is not known here." },
  ]);
});

test("a workload with too few starts has a warning, with their number", () => {
  const warnings = (lost: number[]) => {
    const profiling = aProfiling({ head: MORE, lost });
    return fewStarts(profiling, causesOf(profiling, WORSE));
  };
  expect(warnings([1])).toEqual([]);
  expect(warnings([1, 2])).toEqual([
    {
      code: "few-starts",
      message: "`browse` is not explained: 2 starts with profilers ended well, and 3 are needed.",
      remedy: "Explain it again with `steelyard why --only browse`.",
    },
  ]);
  // A start that never came up has no pair.
  const [none] = fewStarts(aProfiling({ starts: 0 }), []);
  expect(none!.message).toMatch(/: 0 starts with profilers ended well, and 3 are needed\.$/);
});

test("names that every object has are names like any other", () => {
  const profiling = aProfiling({ head: MORE });
  const [of] = profiling.workloads;
  const profiles = of!.profiles.map((one) => ({
    ...one,
    service: "web",
    frames: [HANDLE, { ...RANK, file: "constructor" }, ...one.frames.slice(2)],
  }));
  const [found] = causesOf({ ...profiling, workloads: [{ ...of!, profiles }] }, WORSE);
  expect(found!.causes[0]).toMatchObject({ file: "constructor", edited: null });
});
