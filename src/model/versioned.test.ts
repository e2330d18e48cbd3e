import { describe, expect, test } from "vitest";
import { z } from "zod";
import { SteelyardError } from "../base/errors.ts";
import { FORMATS, readVersioned, tag } from "./versioned.ts";

const Shape = z.strictObject({ schema: z.literal(tag("run")), figures: z.array(z.number()) });
const good = { schema: "run/1", figures: [1, 2.5] };

const read = (text: string) => readVersioned(text, "run", Shape, "out/run.json", "steelyard measure");
function refusal(text: string): SteelyardError {
  try {
    read(text);
  } catch (error) {
    if (error instanceof SteelyardError) return error;
    throw error;
  }
  throw new Error("it was read");
}

test("a file of the current version is read", () => {
  expect(read(JSON.stringify(good))).toEqual(good);
  expect(tag("run")).toBe("run/1");
});

describe("unreadable files are refused with a remedy", () => {
  const made = "steelyard measure";
  const whole = JSON.stringify(good);
  test.each([
    ["empty", "", "This run file is empty.", made],
    ["white space", " \n\t", "This run file is empty.", made],
    ["cut off", whole.slice(0, -5), "This run file is not JSON (cut off or damaged).", made],
    ["two of them", whole + whole, "This run file is not JSON (cut off or damaged).", made],
    [
      "another format",
      '{"schema":"baseline/1"}',
      'its "schema" is "baseline/1", not "run/1"',
      "name a run file",
    ],
    ["no format", "{}", 'its "schema" is absent, not "run/1"', "name a run file"],
    ["null", "null", 'its "schema" is absent', "name a run file"],
    ["a number", "3", 'its "schema" is absent', "name a run file"],
    ["a list", "[]", 'its "schema" is absent', "name a run file"],
    ["a format that is no text", '{"schema":1}', 'its "schema" is 1', "name a run file"],
    ["a version that is no number", '{"schema":"run/x"}', 'its "schema" is "run/x"', "name a run file"],
    ["newer", '{"schema":"run/2"}', 'newer steelyard ("run/2"; this one reads "run/1")', "update steelyard"],
    ["much newer", '{"schema":"run/10"}', "newer steelyard", "update steelyard"],
    ["older", '{"schema":"run/0"}', "older steelyard", made],
    ["another shape", '{"schema":"run/1"}', 'does not have the shape of "run/1"', made],
    ["an unknown key", '{"schema":"run/1","figures":[],"x":1}', "does not have the shape", made],
    ["NaN, which JSON does not have", '{"schema":"run/1","figures":[NaN]}', "is not JSON", made],
    [
      "what NaN is written as",
      JSON.stringify({ ...good, figures: [Number.NaN] }),
      "does not have the shape",
      made,
    ],
    ["more than the largest number", '{"schema":"run/1","figures":[1e999]}', "does not have the shape", made],
  ])("%s", (_, text, what, remedy) => {
    const error = refusal(text);
    expect(error.message).toContain(what);
    expect(error.remedy).toBe(remedy);
    expect(error.fault).toBe("user");
    expect(error.where).toContain("out/run.json");
  });

  test("a wrong shape is reported with its path in the file", () => {
    expect(refusal('{"schema":"run/1","figures":[1,"2"]}').where).toBe("out/run.json, $.figures.1");
  });

  test("a long format is cut", () => {
    expect(refusal(`{"schema":"${"x".repeat(10_000)}"}`).message.length).toBeLessThan(200);
  });
});

test("every format has a version", () => {
  for (const version of Object.values(FORMATS)) expect(version).toBeGreaterThanOrEqual(1);
});
