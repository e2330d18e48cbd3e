import { expect, test } from "vitest";
import type { Container } from "./container.ts";
import { eventOf, lineOf, startupTimesOf } from "./events.ts";

const event = (Action: string, more: Record<string, string> = {}) =>
  JSON.stringify({
    Action,
    timeNano: 1795262400250000000,
    Actor: { Attributes: { "com.docker.compose.service": "api", ...more } },
  });
const AT = "2026-11-21T12:00:00.250Z";

test.each([
  [event("start"), { at: AT, service: "api", kind: "start", text: "" }],
  [event("die", { exitCode: "1" }), { at: AT, service: "api", kind: "end", text: "" }],
  [event("oom"), { at: AT, service: "api", kind: "starved", text: "" }],
  [event("exec_start: sh"), undefined],
  [event("constructor"), undefined],
  // a seed, or a load from inside the stack
  [event("start", { "com.docker.compose.oneoff": "True" }), undefined],
  [`{"Action":"start","timeNano":1}`, undefined],
  [event("start").slice(0, 40), undefined],
  ["", undefined],
])("the event %s", (line, want) => {
  expect(eventOf(line)).toEqual(want);
});

test.each([
  [
    "2026-11-21T12:00:00.250123456Z model \u001b[31mloaded",
    { at: AT, text: expect.stringMatching(/^model /) },
  ],
  ["2026-11-21T12:00:00.250123456Z   ", undefined],
  ["without a time", undefined],
])("the line %j", (line, want) => {
  const found = lineOf("api", line);
  if (want === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject({ service: "api", kind: "log", ...want });
  expect(found?.text ?? "").not.toContain("\u001b");
});

test("only services that were waited for have a startup time", () => {
  const container = (service: string, startedAt: string) => ({ service, startedAt }) as Container;
  const all = [container("api", "2026-11-21T12:00:00.5Z"), container("db", "2026-11-21T12:00:00Z")];
  const noon = Date.parse("2026-11-21T12:00:00Z");
  expect(startupTimesOf(all, new Map([["api", noon + 2_000]]))).toEqual({
    api: { began: noon + 500, ready: 1.5 },
  });
});
