import { expect, test } from "vitest";
import { COUNT, countsIn, LIBRARY, POSTGRES, psqlArgv } from "./postgres.ts";

test.each([
  ["steelyard statements=12 rows=340", { statements: 12, rows: 340 }],
  ["steelyard statements=0 rows=0 connections=7\r", { statements: 0, rows: 0, connections: 7 }],
  ["steelyard statements=12 340", undefined],
  ["steelyard statements=-1", undefined],
  ["steelyard constructor=12", undefined],
  ["steelyard", undefined],
  ["ERROR:  steelyard statements=1 rows=2", undefined],
  ["", undefined],
])("psql says %j", (line, want) => expect(countsIn(line)).toEqual(want));

test("names are separate arguments, so that no shell interprets them", () => {
  const argv = psqlArgv("4f5c", { service: "db", user: "a b", database: "$(x)" });
  expect(argv.slice(0, 6)).toEqual(["docker", "exec", "-i", "4f5c", "sh", "-c"]);
  expect(argv.slice(-3)).toEqual(["a b", "$(x)", "-c default_transaction_read_only=on"]);
  expect(argv[6]).not.toContain("$(x)");
  expect(psqlArgv("4f5c", { service: "db" }).slice(-3, -1)).toEqual(["", ""]);
});

test.each([COUNT, POSTGRES.input.own, POSTGRES.input.foreign, POSTGRES.locks])(
  "a question is left out of the statements by a name in it: PostgreSQL keeps no texts in quotes: %.30s",
  (question) => expect(question?.replace(/'[^']*'/g, "$1")).toContain(LIBRARY),
);
