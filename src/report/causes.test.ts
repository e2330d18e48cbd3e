import { expect, test } from "vitest";
import type { Cause, Causes } from "../model/cause.ts";
import { someCauses } from "../testing/profilings.ts";
import { explainedOne } from "./causes.ts";

const [of] = someCauses();
/** The line of a statement with so many calls and rows a request. */
function line(
  base: readonly [number, number],
  head: readonly [number, number],
  more: Partial<Extract<Cause, { kind: "statement" }>> = {},
): string {
  const added = { estimate: 5e-5, interval: [4e-5, 6e-5] as [number, number] };
  const statement = {
    kind: "statement",
    service: "db",
    text: "SELECT 1",
    base: 1e-5,
    head: 6e-5,
    added,
  } as const;
  const calls = { base: base[0], head: head[0] };
  const rows = { base: base[1], head: head[1] };
  const causes = [{ ...statement, calls, rows, repeated: false, ...more }];
  return explainedOne({ ...of!, causes }, { name: (text) => text }).causes[0]!;
}

test.each<[string, [number, number], [number, number], string]>([
  [
    "many more rows",
    [0.5, 25],
    [0.5, 250],
    "0.5 times a request (was 0.5) with 500 rows each (was 50), +50 µs",
  ],
  ["far fewer", [1, 50], [1, 5], "1.0 times a request (was 1.0) with 5 rows each (was 50), +50 µs"],
  ["as many rows each", [1, 5], [3, 15], "3.0 times a request (was 1.0), +50 µs"],
  ["hardly more rows", [1, 50], [1, 60], "1.0 times a request (was 1.0), +50 µs"],
  ["a new one", [0, 0], [1, 9], "1.0 times a request (was not executed), +50 µs"],
])("a statement with %s", (_, base, head, want) =>
  expect(line(base, head)).toContain(`SELECT 1 in db: ${want}`),
);

test.each<[string, [number, number], string]>([
  ["many more", [3, 410], "2.0 times a request (was 2.0) with 205 blocks read each (was 2), +50 µs"],
  ["about as many", [100, 120], "2.0 times a request (was 2.0), +50 µs"],
])("a statement that reads %s blocks", (_, [base, head], want) =>
  expect(line([2, 2], [2, 2], { blocks: { base, head } })).toContain(`SELECT 1 in db: ${want}`),
);

test("a statement with more rows that reads more blocks", () => {
  const blocks = { base: 2, head: 40 };
  expect(line([1, 5], [1, 50], { blocks })).toContain(
    " with 50 rows each (was 5) and 40 blocks read each (was 2), ",
  );
});

test.each<[string, number, number, string]>([
  [
    "most of the difference",
    1e-6,
    41e-6,
    "+50 µs [+40, +60] of execution a request, 40 µs of it waiting for locks",
  ],
  ["little of it", 40e-6, 41e-6, "+50 µs [+40, +60] of execution a request"],
])("waits for locks that are %s", (_, base, head, want) => {
  const text = line([1, 1], [1, 1], { locked: { base, head } });
  expect(text.slice(text.indexOf(", ") + 2)).toBe(want);
});

test("more executions that wait for locks as long as before, or that are new and compute most of the time, wait for none", () => {
  const locked = ([before, now]: readonly [number, number], base: number, head: number) =>
    line([before, before], [now, now], { locked: { base, head } });
  expect(locked([1, 3], 10e-6, 30e-6)).not.toContain("locks");
  expect(locked([1, 3], 10e-6, 60e-6)).toContain(", 30 µs of it waiting for locks");
  expect(locked([0, 3], 0, 11e-6)).not.toContain("locks");
  expect(locked([0, 3], 0, 40e-6)).toContain(", 40 µs of it waiting for locks");
});

test("a long list of columns gives way to what tells a statement from others", () => {
  const columns = "`id`, `title`, `description`, `published`, `createdAt`, `updatedAt`";
  const rest = "FROM `tutorials` AS `tutorial` WHERE `tutorial`.`id` = ?";
  expect(line([1, 1], [1, 1], { text: `SELECT ${columns} ${rest}` })).toContain(
    `SELECT \`id\`, … ${rest} in db`,
  );
  expect(line([1, 1], [1, 1], { text: "SELECT id, name FROM items" })).toContain(
    "SELECT id, name FROM items",
  );
});

test("the line that a statement may come from: its parts are set as names", () => {
  const [, statement] = of!.causes as [Cause, Cause];
  const [text] = explainedOne({ ...of!, causes: [statement] }, { name: (one) => `<${one}>` }).causes;
  expect(text).toMatch(/ a request; <items> is in a line that the change adds \(<src\/items\.ts:9>\)$/);
});

test("a removed line that may have made a statement unnecessary is called removed", () => {
  const origin = { file: "views.py", line: 8, name: "author", removed: true } as const;
  expect(line([1, 1], [1, 1], { origin })).toMatch(
    /; author is in a line that the change removes \(views\.py:8\)$/,
  );
});

test.each([
  ["package-lock.json", " (<package-lock.json>)"],
  [undefined, ""],
])("the package that the change updates: its parts are set as names, with the file %s", (file, where) => {
  const update = { name: "qs", base: "6.1.0", head: "6.2.0", ...(file !== undefined && { file }) };
  const [cause] = of!.causes as [Extract<Cause, { kind: "function" }>];
  const [text] = explainedOne(
    { ...of!, causes: [{ ...cause, edited: null, update }] },
    { name: (one) => `<${one}>` },
  ).causes;
  expect(text!.endsWith(`; the change takes <qs> from <6.1.0> to <6.2.0>${where}`)).toBe(true);
});

test("where the sum is too uncertain for shares, the summary says so", () => {
  const { summary } = explainedOne(
    {
      ...of!,
      causes: of!.causes.map((one) => ("share" in one ? { ...one, share: null } : one)),
    },
    { name: (text) => text },
  );
  expect(summary).toMatch(/; the sum of CPU time is too uncertain for shares/);
  expect(summary).not.toContain("not explained");
});

test.each<[string, number, [number, number] | undefined, string, boolean]>([
  ["certain", 0.8, [0.7, 0.9], "(80 %)", true],
  ["of an earlier version", 0.8, undefined, "(80 %)", true],
  ["uncertain", 0.6, [0.4, 0.8], "(40 to 80 %)", true],
  ["uncertain, and maybe all", 0.9, [0.6, 1.2], "(60 % or more)", false],
  ["uncertain, and maybe none", 0.2, [-0.1, 0.5], "(up to 50 %)", true],
  ["all but what may be chance", 0.92, [0.8, 1.04], "(92 %)", false],
])("a share that is %s", (_, share, shareInterval, wanted, isRestTold) => {
  const [first] = of!.causes.flatMap((one) => (one.kind === "function" ? [one] : []));
  const { shareInterval: _own, ...plain } = first!;
  const cause = { ...plain, share, ...(shareInterval && { shareInterval }) };
  const { summary, causes } = explainedOne(
    { ...of!, causes: [cause], elsewhere: 0 },
    { name: (text) => text },
  );
  expect(causes[0]).toContain(` of CPU a request ${wanted}`);
  expect(summary.includes(`not explained: ${Math.round(100 * (1 - share))} %`)).toBe(isRestTold);
});

test.each([
  ["little", 60e-6, false],
  ["a lot of", 2e-3, true],
])("of requests that only wait longer, %s CPU time without a cause", (_, estimate, isTold) => {
  const causes = of!.causes.flatMap((one) => (one.kind === "wait" ? [one] : []));
  const { summary } = explainedOne(
    { ...of!, causes, cpu: { ...of!.cpu, added: { estimate, interval: [estimate / 2, 2 * estimate] } } },
    { name: (text) => text },
  );
  expect([causes.length > 0, summary.includes("not explained: 100 %")]).toEqual([true, isTold]);
});

test.each<[string, number, number, string]>([
  ["new", 0, 1, "1.0 times a request (was not called), +50 µs [+40, +60] of waiting a request"],
  ["repeated", 1, 3, "3.0 times a request (was 1.0): one call for each element (N+1), +50 µs"],
])("a call of another service that is %s", (_, base, head, want) => {
  const text = "GET pricing:8080";
  expect(line([base, 0], [head, 0], { http: true, repeated: base > 0, text })).toContain(
    `${text} from db: ${want}`,
  );
});

test("a call of another service has the line that the change adds", () => {
  const origin = { file: "src/shop.ts", line: 12, name: "getProduct" };
  const text = "POST stock:5001/shop.Stock/GetProduct";
  expect(line([0, 0], [4, 0], { http: true, text, origin })).toContain(
    "of waiting a request; getProduct is in a line that the change adds (src/shop.ts:12)",
  );
});

const LATENCY_CAME_NOT = { reappeared: { cpu: true, latency: false }, elsewhere: 0 };
const summary = (differs: Partial<Causes>) =>
  explainedOne({ ...of!, ...differs }, { name: (text) => text }).summary;

test.each<[string, Partial<Causes>, string]>([
  [
    "of latency alone",
    { gates: { cpu: false, latency: true } },
    "; the change of latency did not show again in its mean, so there are no shares; no CPU profile of db",
  ],
  [
    "of latency alone, and there is no cause",
    { gates: { cpu: false, latency: true }, causes: [] },
    "; the change of latency did not show again in its mean, so nothing explains it; no CPU profile of db",
  ],
  [
    "of both, of which CPU time showed again",
    { gates: { cpu: true, latency: true } },
    "; the change of latency did not show again in its mean; not explained: 12 % of this difference in CPU time; no CPU",
  ],
  [
    "of both, of which latency showed again",
    { gates: { cpu: true, latency: true }, reappeared: { cpu: false, latency: true }, causes: [] },
    "; the change of CPU time did not show again; no single place explains it, and not all waiting is seen; no CPU",
  ],
  [
    "in a file of an earlier version",
    {},
    "4 starts; not explained: 12 % of this difference in CPU time; no CPU profile of db",
  ],
])("a change %s", (_, differs, want) => {
  const text = summary({ ...LATENCY_CAME_NOT, ...differs });
  expect(text).toContain(want);
  expect(text.includes("+4.0 ms [+3.2, +4.8] of mean latency")).toBe("gates" in differs);
});

test.each<[string, Partial<Causes>, string]>([
  [
    "that showed again in CPU time",
    LATENCY_CAME_NOT,
    "; not explained: 12 % of this difference in CPU time; this load reports no latency, so waits are not looked at; no",
  ],
  [
    "that did not",
    { reappeared: { cpu: false, latency: false }, causes: [] },
    "; the change did not show again in CPU time, so nothing explains it; this load reports no latency, so waits are not",
  ],
])("a change %s, of a load without latency", (_, differs, want) => {
  expect(summary({ latency: null, gates: { cpu: false, latency: true }, ...differs })).toContain(want);
});

test("where latency alone is the verdict and a service's CPU time its only cause, the rest of it is told", () => {
  const added = (estimate: number) => ({
    estimate,
    interval: [0.8 * estimate, 1.2 * estimate] as [number, number],
  });
  const [known] = of!.causes.filter(({ kind }) => kind === "function");
  const differs = {
    causes: [{ ...known!, added: added(3e-4) }],
    latency: { base: 5e-3, head: 8e-3, added: added(3e-3) },
    elsewhere: 0,
  };
  const rest = "not in the times below: 2.7 ms of the latency (round trips, queues, unseen waits)";
  expect(summary({ ...differs, gates: { cpu: false, latency: true } })).toContain(rest);
  expect(summary({ ...differs, gates: { cpu: true, latency: true } })).not.toContain(rest);
});

test("where a function's CPU time is clear and the sum is not, the change is not said to be gone", () => {
  const differs = {
    gates: { cpu: true, latency: true },
    reappeared: { cpu: false, latency: true },
    causes: of!.causes.filter(({ kind }) => kind === "function"),
  };
  expect(summary(differs)).toContain("; the sum of CPU time is too uncertain to show the change again");
});

test("a reason without a profile is given once, in the sentence or apart from it", () => {
  const lacking = ["db", "cache", "api"].map((service) => ({
    service,
    why: service === "api" ? "perf may not watch it" : "it is no Node.js",
  }));
  const apart = explainedOne({ ...of!, lacking }, { name: (text) => text });
  expect(apart.summary).toMatch(/; no CPU profile of db, cache, api$/);
  expect(apart.lacking).toContain("api: perf may not watch it");
  const { summary } = explainedOne(
    { ...of!, lacking },
    { name: (text) => text, reason: (why) => `<${why}>` },
  );
  expect(summary).toMatch(
    /; no CPU profile of db, cache \(<it is no Node\.js>\); no CPU profile of api \(<perf may not watch it>\)$/,
  );
});

test.each<[string, readonly (readonly [Cause["kind"], number])[], string | null]>([
  ["a wait has a sixth", [["wait", 0.5]], "2.5 ms"],
  ["a statement has a sixth", [["statement", 0.5]], "2.5 ms"],
  [
    "the function that waits, and its statement, are one time",
    [
      ["wait", 1],
      ["statement", 0.8],
    ],
    "2 ms",
  ],
  [
    "so are a statement and its service",
    [
      ["statement", 0.5],
      ["service", 1],
    ],
    "2 ms",
  ],
  [
    "functions run before and after",
    [
      ["wait", 0.5],
      ["function", 1],
    ],
    "1.5 ms",
  ],
  [
    "statements overlap",
    [
      ["statement", 1.6],
      ["statement", 1.6],
    ],
    null,
  ],
  [
    "five statements have a half, beyond which there may be others",
    Array.from({ length: 5 }, () => ["statement", 0.3] as const),
    null,
  ],
  ["four have two fifths", Array.from({ length: 4 }, () => ["statement", 0.3] as const), "1.8 ms"],
  ["the rest is within the intervals", [["wait", 2.8]], null],
  ["nothing waits, so that the time may be in queues for CPU", [["function", 0.5]], null],
])("latency of 3 ms of which %s", (_, parts, want) => {
  for (const sign of [1, -1]) {
    const added = (millis: number, half: number) => ({
      estimate: (sign * millis) / 1e3,
      interval: [(sign * millis - half) / 1e3, (sign * millis + half) / 1e3] as [number, number],
    });
    const causes = parts.map(([kind, millis]) => ({
      ...of!.causes.find((one) => one.kind === kind)!,
      added: added(millis, 0.1 * millis),
    }));
    const latency = { base: 0.01, head: 0.01 + (sign * 3) / 1e3, added: added(3, 0.1) };
    const text = summary({ causes, latency, elsewhere: 0 });
    const told = /; not in the times below: (.*?) of the latency \(round trips, queues, unseen waits\)/.exec(
      text,
    );
    expect(told?.[1] ?? null).toBe(want);
    expect(summary({ causes, latency, reappeared: { cpu: true, latency: false } })).not.toContain(
      "not in the",
    );
  }
});

test.each([
  [[1.6, 1.6], true],
  [[1.4, 1.4], false],
  [[3.2], false],
])("statements of %j ms more in 3 ms of latency: that they overlap is said: %s", (millis, said) => {
  for (const sign of [1, -1]) {
    const added = (of: number) => ({
      estimate: (sign * of) / 1e3,
      interval: [(sign * of - 0.1) / 1e3, (sign * of + 0.1) / 1e3] as [number, number],
    });
    const statement = of!.causes.find(({ kind }) => kind === "statement")!;
    const causes = millis.map((one) => ({ ...statement, added: added(one) }));
    const latency = { base: 0.01, head: 0.01 + (sign * 3) / 1e3, added: added(3) };
    const text = summary({ causes, latency, elsewhere: 0 });
    expect(text.includes("; times of statements overlap, so only CPU time is summed")).toBe(said);
    const unseen = { causes, latency, elsewhere: 0, reappeared: { cpu: true, latency: false } };
    expect(summary(unseen)).not.toContain("overlap");
  }
});

test.each<[number, [number, number], string]>([
  [58e-6, [44e-6, 71e-6], "+58 µs [+44, +71]"],
  [0.9e-3, [0.7e-3, 1.1e-3], "+900 µs [+700, +1100]"], // +0.9 ms would have one digit
  [1.2e-3, [-0.1e-3, 2.5e-3], "+1.2 ms [−0.1, +2.5]"],
  [0.3e-3, [-1.9e-3, 2.5e-3], "+300 µs [−1900, +2500]"],
  [0, [-12.211e-6, 12.211e-6], "+0 µs [−12, +12]"],
  [-0.3e-6, [-8.1e-6, 7.5e-6], "−0.3 µs [−8.1, +7.5]"], // below a tenth of 8.1
  [0, [0, 0], "+0.0 ns [+0.0, +0.0]"],
])("%d s more, with the interval %j, is %s", (estimate, interval, want) => {
  const text = summary({ cpu: { ...of!.cpu, added: { estimate, interval } } });
  expect(text).toContain(`, ${want} of CPU a request`);
});
