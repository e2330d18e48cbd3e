import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Conclusion,
  conclusion,
  exitCode,
  FATES,
  failing,
  Movable,
  Removable,
  VERDICTS,
  type Verdict,
  worst,
} from "./verdict.ts";

const verdict = fc.constantFrom(...VERDICTS);
const verdicts = fc.array(verdict, { maxLength: 8 });
const usual = failing([], []);
const everything = failing(Movable.options, []);

/** Documented behaviour: verdict, conclusion, exit code by default, exit code where the policy fails it. */
const TABLE: readonly [Verdict, Conclusion, number, number][] = [
  ["unaffected", "success", 0, 0],
  ["unchanged", "success", 0, 0],
  ["new", "neutral", 0, 0],
  ["inconclusive", "success", 0, 4],
  ["improved", "success", 0, 0],
  ["accepted", "success", 0, 0],
  ["incomparable", "neutral", 0, 4],
  ["invalid", "failure", 3, 3],
  ["missing", "failure", 1, 1],
  ["expectation", "failure", 1, 1],
  ["budget", "failure", 1, 1],
  ["regressed", "failure", 1, 1],
  ["failed", "failure", 1, 1],
];

test("every verdict has exactly one fate, and a line in the table", () => {
  expect(Object.keys(FATES).sort()).toEqual([...VERDICTS].sort());
  expect(TABLE.map(([name]) => name)).toEqual(VERDICTS);
  expect(new Set(VERDICTS).size).toBe(VERDICTS.length);
  expect(new Set(VERDICTS.map((name) => FATES[name].symbol)).size).toBe(VERDICTS.length);
  expect(new Set(VERDICTS.map((name) => FATES[name].meaning)).size).toBe(VERDICTS.length);
});

test.each(TABLE)(
  "%s concludes %s, exits %d, or %d where the policy fails it",
  (name, concludes, exit, strict) => {
    expect(exitCode([name], usual)).toBe(exit);
    expect(conclusion(name, exitCode([name], usual))).toBe(concludes);
    expect(exitCode([name], everything)).toBe(strict);
    expect(conclusion(name, exitCode([name], everything))).toBe(strict === 0 ? concludes : "failure");
  },
);

describe("fail_on", () => {
  test("covers the failures by default", () => {
    expect([...usual].sort()).toEqual(["budget", "expectation", "failed", "invalid", "missing", "regressed"]);
  });

  test("a config can add undecided verdicts and remove judged ones, nothing else", () => {
    expect([...Movable.options].sort()).toEqual(["incomparable", "inconclusive"]);
    expect([...Removable.options].sort()).toEqual(["budget", "expectation", "regressed"]);
    for (const never of ["failed", "missing", "invalid"]) {
      expect(Removable.safeParse(never).success).toBe(false);
      expect(failing([], Removable.options).has(never as Verdict)).toBe(true);
    }
  });

  test("the table states for each whether it is movable", () => {
    const movable = VERDICTS.filter((name) => FATES[name].movable);
    expect(movable.sort()).toEqual([...Movable.options, ...Removable.options].sort());
  });

  test("a failing verdict that is not covered passes as neutral, never as success", () => {
    const lenient = failing([], ["regressed"]);
    expect(exitCode(["regressed"], lenient)).toBe(0);
    expect(conclusion("regressed", 0)).toBe("neutral");
  });
});

describe("exit codes", () => {
  test.each<[Verdict[], number]>([
    [[], 0],
    [["unchanged", "improved", "new"], 0],
    [["regressed", "invalid"], 1], // head is worse, whatever else cannot be judged
    [["invalid", "inconclusive"], 3],
    [["inconclusive", "unchanged"], 4],
    [["inconclusive", "invalid", "missing"], 1],
    [["incomparable", "accepted"], 4],
  ])("%j exits %d where all are covered", (found, want) => {
    expect(exitCode(found, everything)).toBe(want);
    expect(exitCode(found.toReversed(), everything)).toBe(want);
  });

  test("another verdict never makes the code milder: 1 over 3 over 4 over 0", () => {
    const severity = [0, 4, 3, 1];
    fc.assert(
      fc.property(verdicts, verdict, (found, more) => {
        const before = severity.indexOf(exitCode(found, everything));
        expect(severity.indexOf(exitCode([...found, more], everything))).toBeGreaterThanOrEqual(before);
      }),
    );
  });
});

describe("the worst of several", () => {
  test.each<[Verdict[], Verdict]>([
    [[], "new"], // nothing was compared
    [["unchanged"], "unchanged"],
    [["unchanged", "improved"], "improved"],
    [["inconclusive", "unchanged"], "inconclusive"],
    [["regressed", "failed", "budget"], "failed"],
    [["invalid", "missing"], "missing"],
    [["improved", "incomparable", "accepted"], "incomparable"],
  ])("of %j is %s", (found, want) => expect(worst(found)).toBe(want));

  test("is one of them, and order does not matter", () => {
    fc.assert(
      fc.property(fc.array(verdict, { minLength: 1 }), (found) => {
        expect(found).toContain(worst(found));
        expect(worst(found.toReversed())).toBe(worst(found));
        for (const other of found) expect(worst([worst(found), other])).toBe(worst(found));
      }),
    );
  });
});

test("a failure has an exit code other than 0, and vice versa", () => {
  fc.assert(
    fc.property(verdicts, (found) => {
      const exit = exitCode(found, usual);
      expect(exit === 0).toBe(!found.some((name) => usual.has(name)));
      expect(conclusion(worst(found), exit) === "failure").toBe(exit !== 0);
    }),
  );
});
