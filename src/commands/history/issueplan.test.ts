import { expect, test } from "vitest";
import type { Issue, Regression } from "../../model/regression.ts";
import type { Waiver } from "../../model/waiver.ts";
import { evidenceOf, type IssueFate, markLine } from "../../report/regression.ts";
import { aRegression, BOT, noon } from "../../testing/issues.ts";
import { planned, seriesKey } from "./issueplan.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const BORDER = noon(1) * 1000;
const CHANGE = aRegression();

/** Issue `number` about a change, as we left it. */
const issue = (
  number: number,
  { about = CHANGE, fate = "live" as IssueFate, ...more }: Partial<Issue> & IssueSpec = {},
): Issue => ({
  number,
  url: `https://github.test/${number}`,
  open: true,
  author: BOT,
  body: `${markLine({
    series: seriesKey(about),
    at: about.bad.at,
    evidence: evidenceOf(about),
    fate,
  })}\nWords.`,
  ...more,
});
interface IssueSpec {
  readonly about?: Regression;
  readonly fate?: IssueFate;
}

const plan = (
  regressions: readonly Regression[],
  issues: readonly Issue[],
  waivers: readonly Waiver[] = [],
  { self = null as string | null, border = BORDER } = {},
) =>
  planned(regressions, issues, waivers, { self, now: NOW, border }).map((step) =>
    step.kind === "open"
      ? `open ${step.regression.at}`
      : `${step.kind} ${step.issue.number}${step.kind === "close" ? ` ${step.why}` : ""}`,
  );

const waiver = (more: Partial<Waiver> = {}): Waiver => ({
  workload: "browse",
  metric: "http_req_duration.p50",
  ceiling: 0.3,
  expires: "2026-12-31",
  because: "exact scores",
  ...more,
});
/** The same change, found at another point. */
const movedTo = (at: number) => aRegression({ at });
const undone = aRegression({ undone: true });
const SURE = aRegression({ p: 1e-5 });
const other = aRegression({ metric: "cpu_per_request" });

test.each<[string, Regression[], Issue[], string[]]>([
  ["nothing, of nothing", [], [], []],
  ["an issue where there is none", [CHANGE], [], ["open 9"]],
  ["one a series", [CHANGE, other], [], ["open 9", "open 9"]],
  ["nothing where it says all there is to say", [CHANGE], [issue(1)], []],
  ["new words for levels that moved", [aRegression({ after: 0.0161 })], [issue(1)], ["update 1"]],
  ["none for the fourth digit", [aRegression({ after: 0.015004, p: 0.00021 })], [issue(1)], []],
  ["none for a p that is ever smaller", [aRegression({ p: 1e-12 })], [issue(1, { about: SURE })], []],
  ["new words for a change that moved a little", [movedTo(12)], [issue(1)], ["update 1"]],
  ["another issue for a change further away", [movedTo(18)], [issue(1)], ["close 1 gone", "open 18"]],
  ["of two changes the nearest", [movedTo(5), CHANGE], [issue(1)], ["open 5"]],
  ["an end to what is gone", [], [issue(1)], ["close 1 gone"]],
  ["an end to what is undone", [undone], [issue(1)], ["close 1 undone"]],
  ["nothing for what was undone before anybody knew", [undone], [], []],
  ["nothing where a person closed it", [aRegression({ after: 0.02 })], [issue(1, { open: false })], []],
  ["nothing where a person closed what is gone", [], [issue(1, { open: false })], []],
  [
    "it again, where we closed it and it is back",
    [CHANGE],
    [issue(1, { open: false, fate: "gone" })],
    ["reopen 1"],
  ],
  ["nothing more, where we closed it", [undone], [issue(1, { open: false, fate: "undone" })], []],
  ["nothing where a person opened it after us", [], [issue(1, { fate: "gone" })], []],
  ["new words where a person opened it and it is back", [CHANGE], [issue(1, { fate: "gone" })], ["update 1"]],
  ["an end to the second of two", [CHANGE], [issue(2), issue(1)], ["close 2 duplicate"]],
  ["nothing where a person closed one of two", [CHANGE], [issue(1), issue(2, { open: false })], []],
  [
    "nothing of what was the second of two",
    [CHANGE],
    [issue(1), issue(2, { open: false, fate: "duplicate" })],
    [],
  ],
  [
    "an issue beside one that a person wrote",
    [CHANGE],
    [issue(1, { author: { login: "ada", bot: false } })],
    ["open 9"],
  ],
  ["an issue beside one without a mark", [CHANGE], [issue(1, { body: "Slow!" })], ["open 9"]],
  [
    "an issue beside one with the mark below",
    [CHANGE],
    [issue(1, { body: `> quoted\n${issue(1).body}` })],
    ["open 9"],
  ],
  ["an issue beside that of another metric", [CHANGE, other], [issue(1, { about: other })], ["open 9"]],
])("plans %s", (_, regressions, issues, wanted) => {
  expect(plan(regressions, issues)).toEqual(wanted);
});

test.each<[string, Partial<Waiver>, Regression, boolean]>([
  ["up to its ceiling", { ceiling: 0.25 }, CHANGE, true], // 15 / 12 − 1
  ["not above it", { ceiling: 0.249 }, CHANGE, false],
  ["on its last day", { expires: "2026-11-21" }, CHANGE, true],
  ["not after it", { expires: "2026-11-20" }, CHANGE, false],
  ["not of another metric", { metric: "cpu_per_request" }, CHANGE, false],
  ["of every variant", {}, aRegression({ variant: "fast" }), true],
  ["of its variant only", { variant: "slow" }, aRegression({ variant: "fast" }), false],
  // 100 to 80 requests a second is a fifth fewer.
  ["of a rate", { ceiling: 0.2 }, aRegression({ better: "higher", before: 100, after: 80 }), true],
  [
    "not of a rate that fell further",
    { ceiling: 0.19 },
    aRegression({ better: "higher", before: 100, after: 80 }),
    false,
  ],
  ["not of what was zero", {}, aRegression({ before: 0, after: 1 }), false],
])("a waiver accepts a change %s", (_, more, regression, accepted) => {
  const about = issue(1, { about: regression });
  expect(plan([regression], [], [waiver(more)])).toEqual(accepted ? [] : [`open ${regression.at}`]);
  expect(plan([regression], [about], [waiver(more)])).toEqual(accepted ? ["close 1 waived"] : []);
  const byUs = issue(1, { about: regression, fate: "waived", open: false });
  expect(plan([regression], [byUs], [waiver(more)])).toEqual(accepted ? [] : ["reopen 1"]);
});

test("a change before the border opens nothing, and its issue is kept up all the same", () => {
  const border = { border: CHANGE.bad.at * 1000 + 1 };
  expect(plan([CHANGE], [], [], border)).toEqual([]);
  expect(plan([CHANGE], [issue(1, { open: false, fate: "gone" })], [], border)).toEqual([]);
  expect(plan([aRegression({ after: 0.02 })], [issue(1)], [], border)).toEqual(["update 1"]);
  expect(plan([CHANGE], [], [], { border: CHANGE.bad.at * 1000 })).toEqual(["open 9"]);
});

test("where the token belongs to a user, theirs are ours and a bot's are not", () => {
  const theirs = issue(1, { author: { login: "ada", bot: false } });
  expect(plan([CHANGE], [theirs], [], { self: "ada" })).toEqual([]);
  expect(plan([CHANGE], [issue(1)], [], { self: "ada" })).toEqual(["open 9"]);
});
