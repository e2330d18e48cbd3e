import { expect, test } from "vitest";
import { environmentError } from "../base/errors.ts";
import { silent } from "../base/log.ts";
import type {
  Attach,
  Generator,
  PairGenerator,
  PairsRequest,
  Stacks,
  StatementCounts,
} from "../model/ports.ts";
import type { Profiler } from "../model/profiler.ts";
import type { Side } from "../model/schedule.ts";
import { aDuelist } from "../testing/plans.ts";
import { profileSides } from "./profiling.ts";

interface Spec {
  /** Numbers of starts that fail. */
  readonly failing?: readonly number[];
  /** Numbers of starts in which a service of head ends. */
  readonly dying?: readonly number[];
  /** Numbers of loads, from 0, that end before their last pair. */
  readonly cut?: readonly number[];
  /** Counts of the database at one reading, by the calls so far. */
  readonly counts?: (readings: number) => StatementCounts;
  /** Whether the database is outside of the stack, so that it has no counters. */
  readonly outside?: boolean;
  readonly mode?: "request" | "slice" | "trial";
  /** Seconds in which each start comes up, and of a block. */
  readonly up?: number;
  readonly block?: number;
  /** Whether a whole trial waits until its counters have been read; k6 goes on. */
  readonly waits?: boolean;
}

const USE = { cpu: 1, memory: 1, restarts: 0 };

/** Both sides, with a story of what happened. */
function world({
  failing = [],
  dying = [],
  cut = [],
  counts,
  outside = false,
  mode = "request",
  waits = true,
  up = 5,
  block = 1,
}: Spec = {}) {
  const story: string[] = [];
  const attached: Attach[] = [];
  let [readings, loads, starts, now] = [0, 0, 0, 0];
  const stacks = (side: Side): Stacks => ({
    kind: "process",
    labels: {},
    async up(_env, _signal, _cpus, attach) {
      const start = side === "head" ? starts++ : starts;
      attached.push(attach!);
      if (side === "head") now += 1000 * up;
      if (side === "head" && failing.includes(start)) throw environmentError("no room");
      story.push(`${side} up`);
      const stack = {
        targets: {},
        headers: {},
        fault: () => (side === "head" && dying.includes(start) ? "web ended" : null),
        counters: async () => ({ web: USE, ...(counts && !outside && { db: USE }) }),
        ...(counts && { statementCounts: async () => ({ db: counts(readings++) }) }),
        [Symbol.asyncDispose]: async () => void story.push(`${side} down`),
      };
      return { stack, seed: null };
    },
  });
  const profiler = (side: Side): Profiler => ({
    attach: { folder: `/${side}`, env: () => ({}) },
    async begin() {
      if (!waits) await new Promise((resolve) => setTimeout(resolve, 20));
      story.push(`${side} begins`);
      return ["web"];
    },
    async end() {
      story.push(`${side} ends`);
      return [{ service: "web", source: "node", interval: 1e-3, frames: [], nodes: [] }];
    },
    async [Symbol.asyncDispose]() {},
  });
  const pairs: PairGenerator = {
    finest: async () => ({ mode, why: null }),
    async pairs(request: PairsRequest, border) {
      story.push(`warm-up of ${request.warmup} s`);
      now += 1000 * (request.warmup + block * request.pairs);
      const seen = { seconds: 1, requests: 10, errors: 0, checks: 0, failedChecks: 0, metrics: {} };
      const load = { iterations: 1, dropped: 0, achieved: null };
      const last = cut.includes(loads++) ? request.pairs - 1 : request.pairs;
      for (let pair = 0; pair < last; pair++) {
        for (const side of mode === "slice" ? (["base", "head"] as const) : [null]) {
          await border({ pair, edge: "begin", side });
          story.push(`pair ${pair}`);
          await border({ pair, edge: "end", side });
        }
      }
      const results = Array.from(
        { length: last },
        () => ({ ok: true, load, base: seen, head: seen }) as const,
      );
      return { results, cpu: null, wall: 1, block: 1 };
    },
  };
  const trials: Generator = {
    versions: {},
    facts: async () => ({ digest: "d", model: "closed", generator: "wrk" }),
    planned: () => null,
    async load({ slot }, measuring) {
      story.push(`${slot.side}: warm-up of ${slot.warmup} s`);
      now += 1000 * (slot.warmup + 1);
      const counted = measuring();
      if (waits) await counted;
      story.push(`${slot.side} is loaded`);
      if (cut.includes(loads++)) return { ok: false, failure: { code: "generator", message: "wrk ended" } };
      const unanswered = { timeouts: 0, refused: 0, other: 0 };
      const generator = { cpu: null, wall: 1, dropped: 0, achieved: null };
      const observed = { seconds: 1, requests: 10, errors: 0, checks: [], metrics: {}, statuses: {} };
      return { ok: true, observed: { ...observed, unanswered, generator, thresholds: [] } };
    },
  };
  const side = (name: Side) => ({ stacks: stacks(name), generator: trials, pairs });
  const host = { read: () => ({ at: 0, load: null, ticks: null, stalled: null }), probe: () => null };
  const edges = {
    sides: { base: side("base"), head: side("head") },
    host,
    cores: 2,
    log: {
      ...silent,
      info: (line: string) => void story.push(`info: ${line}`),
      warn: (line: string) => void story.push(`warning: ${line}`),
    },
    now: () => new Date(now),
    profilers: { base: profiler("base"), head: profiler("head") },
  };
  const shop = { ...aDuelist("shop", 1, { mode, block }), warmup: 2 };
  const order = { duelists: [shop], waiting: [], seed: 1, env: {} };
  return { story, attached, run: () => profileSides(order, edges, new AbortController().signal) };
}

test("profiles go from the first pair to the last, without the warm-up, in four starts", async () => {
  const { story, attached, run } = world();
  const [of] = await run();
  const one = story.slice(
    story.findIndex((line) => line.startsWith("warm-up")),
    story.indexOf("head ends") + 1,
  );
  expect(one).toEqual([
    "warm-up of 2 s",
    "base begins",
    "head begins",
    "pair 0",
    "pair 1",
    "base ends",
    "head ends",
  ]);
  expect(of!.pairs.map(({ start, slot }) => [start, slot])).toEqual([
    [0, 0],
    [0, 1],
    [1, 2],
    [1, 3],
    [2, 4],
    [2, 5],
    [3, 6],
    [3, 7],
  ]);
  expect(of!.profiles.map(({ start, side }) => `${start} ${side}`)).toHaveLength(8);
  expect(of!.lacking).toEqual([]);
  expect(new Set(attached.map(({ folder }) => folder))).toEqual(new Set(["/base", "/head"]));
  for (const side of ["base", "head"]) {
    const count = (what: string) => story.filter((line) => line === `${side} ${what}`).length;
    expect([count("up"), count("down")]).toEqual([4, 4]);
  }
});

test.each([
  [0.5, 2, [2, 2, 2, 2, 2, 2]], // 6 × (0.5 + 2 + 4) s
  [2, 2, [2, 2, 2, 2, 2]], // 5 × (2 + 2 + 4) s
  [4, 2, [2, 2, 2, 2]],
  [5, 2, [2, 2, 2, 1]], // 44 s, and 1.5 s around them, would be too long
  [4, 4, [2, 2, 2]],
  [1, 4, [2, 2, 2, 1]],
  [8, 2, [2, 2, 2]], // 42 s
  [12, 2, [1, 1, 1]],
  [30, 4, [1, 1, 1]],
])("with stacks that come up in %s s, and blocks of %s s, starts have %j pairs", async (up, block, pairs) => {
  const [of] = await world({ up, block }).run();
  const found = new Map<number, number>();
  for (const { start } of of!.pairs) found.set(start, (found.get(start) ?? 0) + 1);
  expect([...found.values()]).toEqual(pairs);
  expect(new Set(of!.pairs.map(({ slot }) => slot)).size).toBe(of!.pairs.length);
});

test("in slices the last pair ends twice, and the profile once", async () => {
  const { story, run } = world({ mode: "slice" });
  await run();
  const first = story.slice(story.indexOf("base begins"), story.indexOf("base ends"));
  expect(first.filter((line) => line.startsWith("pair"))).toEqual(["pair 0", "pair 0", "pair 1", "pair 1"]);
  expect(story.filter((line) => line === "base ends")).toHaveLength(4);
});

test("whole trials are profiled from the end of each side's warm-up, one pair in a start", async () => {
  const { story, run } = world({ mode: "trial" });
  const [of] = await run();
  const first = story.slice(
    story.findIndex((line) => line.includes("warm-up")),
    story.indexOf("head ends") + 1,
  );
  const [one, other] = first[0]!.startsWith("head") ? ["head", "base"] : ["base", "head"];
  expect(first).toEqual([
    `${one}: warm-up of 2 s`,
    `${one} begins`,
    `${one} is loaded`,
    `${other}: warm-up of 2 s`,
    `${other} begins`,
    `${other} is loaded`,
    "base ends",
    "head ends",
  ]);
  expect(of!.pairs.map(({ start, slot, outcome }) => [start, slot, outcome])).toEqual(
    [0, 1, 2, 3].map((n) => [n, n, "ok"]),
  );
  expect(of!.profiles).toHaveLength(8);
});

test("a profile of a load that ended before it had begun is begun and ended all the same, in this order", async () => {
  const { story, run } = world({ mode: "trial", waits: false });
  const [of] = await run();
  for (const side of ["base", "head"])
    expect(story.filter((line) => [`${side} begins`, `${side} ends`].includes(line)).slice(0, 4)).toEqual([
      `${side} begins`,
      `${side} ends`,
      `${side} begins`,
      `${side} ends`,
    ]);
  expect(of!.profiles).toHaveLength(8);
});

test("a side whose load fails leaves no profile open, and its pair is lost", async () => {
  const { story, run } = world({ mode: "trial", cut: [0] });
  const [of] = await run();
  expect(of!.pairs.map(({ outcome }) => outcome)).toEqual(["lost", "ok", "ok", "ok"]);
  expect(story.filter((line) => line === "head ends")).toHaveLength(4);
});

test("a generator that ends early leaves no profile open", async () => {
  const { story, run } = world({ cut: [1] });
  const [of] = await run();
  expect(of!.pairs.filter(({ start }) => start === 1)).toHaveLength(1);
  const count = (what: string) => story.filter((line) => line === what).length;
  expect([count("base begins"), count("base ends")]).toEqual([4, 4]);
});

test("a start that fails takes its time, and the others tell what they can", async () => {
  const [of] = await world({ failing: [0, 2] }).run();
  expect(new Set(of!.pairs.map(({ start }) => start))).toEqual(new Set([1, 3, 4])); // 9 s each, and twice 5 s
});

test("a start in which a service dies takes its time, too, and is not repeated", async () => {
  const { story, run } = world({ dying: [0, 2] });
  await run();
  expect(story.filter((line) => line === "head up")).toHaveLength(4);
  const warnings = story.filter((line) => line.startsWith("warning"));
  expect(warnings).toHaveLength(2);
  expect(warnings.join()).not.toContain("again");
});

test("where the first two starts fail there are no others", async () => {
  const { story, run } = world({ failing: [0, 1] });
  const [of] = await run();
  expect(of!.pairs.filter(({ outcome }) => outcome === "ok")).toEqual([]);
  expect(story.filter((line) => line === "head begins")).toEqual([]);
});

test("statements are what was executed between the first pair and the last", async () => {
  const text = "select ?";
  const counts = (n: number) => ({
    counts: [
      { text, calls: 10 * n, rows: n, seconds: n },
      { text: "select a", calls: 5, rows: 5, seconds: 5 },
    ],
  });
  const [of] = await world({ counts }).run();
  expect(of!.statements).toHaveLength(8);
  for (const { counts: run } of of!.statements)
    expect(run).toEqual([{ text, calls: 20, rows: 2, seconds: 2 }]);
});

test("waits for locks and blocks are those between the first pair and the last, where the database tells them", async () => {
  const counts = (n: number) => ({
    counts: [
      { text: "a", calls: n, rows: n, seconds: n, locked: n / 4, blocks: 7 * n },
      { text: "a", calls: n, rows: n, seconds: n, blocks: n }, // the same without its values
      { text: "b", calls: n, rows: n, seconds: n },
    ],
  });
  const [of] = await world({ counts }).run();
  const run = { calls: 2, rows: 2, seconds: 2 };
  expect(of!.statements[0]!.counts).toEqual([
    { text: "a", calls: 4, rows: 4, seconds: 4, locked: 0.5, blocks: 16 },
    { text: "b", ...run },
  ]);
});

test("a database outside of the stack whose statements are not counted is named, too", async () => {
  const [of] = await world({ counts: () => ({ lacking: "no such extension" }), outside: true }).run();
  expect(of!.lacking.map(({ service }) => service)).toEqual(["db"]);
});

test("a database whose statements are not counted is named, with the reason", async () => {
  const { story, run } = world({ counts: () => ({ lacking: "no such extension" }) });
  const [of] = await run();
  expect(of!.statements).toEqual([]);
  expect(of!.lacking).toEqual([
    { service: "db", why: "its statements cannot be counted: no such extension" },
  ]);
  const logged = story.filter((line) => line.startsWith("info"));
  expect(logged).toEqual(["info: db: its statements cannot be counted: no such extension"]);
});
