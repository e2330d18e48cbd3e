import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Metrics } from "../../model/metric.ts";
import { Observed } from "../../model/run.ts";
import type { EndingWithOutput } from "../process.ts";
import { whole, wrkArgv } from "./argv.ts";
import { luaOf, quoted, SAID } from "./lua.ts";
import { versionIn } from "./obtain.ts";
import { broken, doneLines, outcome } from "./outcome.ts";
import { fates, metricsOf, reportOf } from "./report.ts";

const RECORDED = join(import.meta.dirname, "../../testing/recorded/wrk-4.1.0");
const recorded = (name: string) => readFileSync(join(RECORDED, `${name}.json`), "utf8");
const report = (name: string) => {
  const found = reportOf(recorded(name));
  if (typeof found === "string") throw new Error(found);
  return found;
};

const run = { connections: 4, threads: 2, timeout: 2, script: "/s/load.lua", seconds: 3, url: "http://h/p" };
test.each([
  [{}, ["--connections", "4", "--threads", "2", "--duration", "3s", "--timeout", "2s"]],
  [{ seconds: 0.2 }, ["--connections", "4", "--threads", "2", "--duration", "1s", "--timeout", "2s"]],
  [
    { seconds: 2.5, timeout: 0.5 },
    ["--connections", "4", "--threads", "2", "--duration", "3s", "--timeout", "1s"],
  ],
])("the command of a run, %j", (part, options) => {
  const rest = ["--script", "/s/load.lua", "http://h/p"];
  expect(wrkArgv("wrk", { ...run, ...part })).toEqual(["wrk", ...options, ...rest]);
});

test.each([
  [0.01, 1],
  [1, 1],
  [1.01, 2],
])("%d s are %d whole ones", (seconds, want) => expect(whole(seconds)).toBe(want));

test.each([
  ["wrk debian/4.1.0-3+b2 [epoll] Copyright (C) 2012 Will Glozer\nUsage: wrk <options> <url>", "4.1.0"],
  ["wrk 4.2.0 [kqueue] Copyright (C) 2012 Will Glozer", "4.2.0"],
  ["wrk a211dd5 [epoll] Copyright (C) 2012 Will Glozer", "a211dd5"],
  ["bash: wrk: command not found", undefined],
  ["", undefined],
])("the version in %j is %s", (text, want) => expect(versionIn(text)).toBe(want));

test.each([
  ["plain-1.0", '"plain-1.0"'],
  ['"\\', '"\\034\\092"'],
  ["\r\nX: y\0", '"\\013\\010X: y\\000"'],
  ["ü1", '"\\195\\1881"'], // three digits each, so that a digit may follow
  ["]]..os.exit()..[[", '"\\093\\093..os.exit\\040\\041..\\091\\091"'],
])("%j as a Lua string", (text, want) => expect(quoted(text)).toBe(want));

test("a warm-up writes nothing and has no done; headers stand in the file alone", () => {
  const lua = luaOf({ script: null, headers: { Authorization: "Bearer x" }, report: null });
  expect(lua).toContain('["Authorization"] = "Bearer x"');
  expect(lua).toContain("done = nil");
  expect(lua).not.toMatch(/io\.open|dofile/);
  expect(luaOf({ script: "/a.lua", headers: {}, report: "/r.json" })).toMatch(
    /dofile\("\/a\.lua"\)[\s\S]*io\.open/,
  );
});

describe("recorded figures", () => {
  test("there are some", () => expect(readdirSync(RECORDED)).toHaveLength(5));

  test("of a healthy target have the names and units of k6's", () => {
    const { http_reqs, http_req_failed, data_received, http_req_duration, ...others } = metricsOf(
      report("ok"),
    );
    expect(others).toEqual({});
    expect(http_reqs).toEqual({ kind: "counter", unit: "1", count: 18944, seconds: 1.099805 });
    expect(http_req_failed).toEqual({ kind: "share", hits: 0, total: 18944 });
    expect(data_received).toMatchObject({ unit: "B", count: 4072960 });
    expect(http_req_duration).toMatchObject({ unit: "s", n: 22834, min: 32e-6 });
    const { quantiles, min, max } = http_req_duration as Extract<Metrics[string], { kind: "trend" }>;
    expect([...quantiles].sort((a, b) => a - b)).toEqual(quantiles);
    expect(quantiles[0]).toBeGreaterThanOrEqual(min);
    expect(quantiles.at(-1)).toBeLessThanOrEqual(max);
    expect(Metrics.safeParse(metricsOf(report("ok"))).success).toBe(true);
  });

  test.each([
    // requests, errors, in time, timeouts, refused
    ["ok", 18944, 0, 18944, 0, 0],
    ["500", 15825, 15825, 15825, 0, 0],
    ["late", 4, 4, 0, 4, 0],
    ["reset", 2795, 2795, 0, 0, 2795],
    ["hang", 0, 0, 0, 0, 0],
  ])("%s: what became of the requests", (name, requests, errors, inTime, timeouts, refused) => {
    expect(fates(report(name))).toEqual({
      requests,
      errors,
      statuses: inTime > 0 ? { other: inTime } : {},
      unanswered: { timeouts, refused, other: 0 },
    });
  });

  test.each([
    [null, "without writing"],
    ["", "empty"],
    [recorded("ok").slice(0, 400), "cut off"],
    ["[]", "expected form"],
    [recorded("ok").replace("18944", "1e999"), "expected form"],
    [recorded("ok").replace("18944", "-1"), "expected form"],
    [recorded("ok").replace(/"quantiles":\[[^,]*,/, '"quantiles":['), "expected form"],
  ])("%j are none: %s", (text, want) => expect(reportOf(text)).toContain(want));
});

const ended = (part: Partial<EndingWithOutput> = {}): EndingWithOutput => ({
  code: 0,
  signal: null,
  timedOut: false,
  seconds: 1.1,
  cpu: 0.9,
  stdout: "",
  stderr: "",
  cut: false,
  ...part,
});
const judged = (part: Partial<EndingWithOutput>, text: string | null = recorded("ok")) =>
  outcome({ ending: ended(part), text, limit: 40 }, { cpu: 0.9, wall: 1.1 });

test("a good run is an observation", () => {
  const result = judged({});
  expect(result).toMatchObject({ ok: true, observed: { seconds: 1.099805, requests: 18944, errors: 0 } });
  expect(Observed.safeParse(result.ok && result.observed).success).toBe(true);
});

test.each([
  [{ code: null, timedOut: true }, "timeout", "within 40 s"],
  [{ code: null, signal: "SIGKILL" }, "interrupted", "SIGKILL"],
  [
    { code: 1, stdout: "unable to connect to 127.0.0.1:1 Connection refused\n" },
    "dead-target",
    "Connection refused",
  ],
  [
    { code: 1, stderr: "unable to resolve no.where:80 Name or service not known\n" },
    "dead-target",
    "no.where",
  ],
  [
    { code: 1, stderr: "PANIC: unprotected error in call to Lua API (pan.lua:1: boom)\n" },
    "script-error",
    "pan.lua:1: boom",
  ],
  [
    { stderr: "/s s/steelyard.lua: /c/user.lua:1: unexpected symbol near '='\n" }, // wrk goes on without the script
    "script-error",
    "/c/user.lua:1: unexpected symbol",
  ],
  [{ code: 3, stderr: "odd\n" }, "generator", "exit code 3: odd"],
] as const)("%j is %s", (part, code, message) => {
  const result = judged(part);
  expect(result).toMatchObject({ ok: false, failure: { code } });
  expect(result.ok ? "" : result.failure.message).toContain(message);
});

test.each([
  [null, "no-summary", "without writing"],
  [recorded("hang"), "dead-target", "hang"],
  [recorded("reset"), "dead-target", "2795 cut off"],
] as const)("figures that are none fail the trial", (text, code, message) => {
  const result = judged({}, text);
  expect(result).toMatchObject({ ok: false, failure: { code } });
  expect(result.ok ? "" : result.failure.message).toContain(message);
});

test("a late target is data: it answered", () => {
  expect(judged({}, recorded("late"))).toMatchObject({ ok: true, observed: { requests: 4, errors: 4 } });
  expect(broken({ ending: ended(), limit: 1 })).toBeNull();
});

test("what the user's done prints, and nothing else", () => {
  expect(doneLines(`Requests/sec: 1\n\n${SAID}\nfirst\n\n second\n`)).toEqual(["first", " second"]);
  expect(doneLines("Requests/sec: 1\n")).toEqual([]);
});
