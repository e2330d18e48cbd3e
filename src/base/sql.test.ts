import { expect, test } from "vitest";
import { withoutValues } from "./sql.ts";

test.each([
  ["parameters stay", "SELECT * FROM items WHERE id = $1", "SELECT * FROM items WHERE id = $1"],
  ["white space is one space", " select\n\t1\n", "select ?"],
  ["strings", "select 'secret', 'it''s', E'a\\'b' from t", "select ?, ?, ? from t"],
  ["strings between dollar signs", "select $$secret$$, $q$it's $$ secret$q$", "select ?, ?"],
  ["numbers, but not within names", "select t1.c2, 12, 1.5e3 from t1", "select t1.c2, ?, ? from t1"],
  ["comments", "/* user=alice */ select 1 -- secret\n, 2", "select ? , ?"],
  [
    "what looks like a value in a quoted name",
    `select "it's 1 -- x" from "a""b"`,
    `select "it's 1 -- x" from "a""b"`,
  ],
  [
    "common table expressions",
    "with a as (select 1) insert into b select * from a",
    "with a as (select ?) insert into b select * from a",
  ],
  ["in parentheses", "(select 1) union (select 2)", "(select ?) union (select ?)"],
])("of a statement, %s", (_, sql, wanted) => expect(withoutValues(sql)).toBe(wanted));

test.each([
  ["a password", "ALTER ROLE shop PASSWORD 'secret'"],
  ["a file", "COPY items FROM '/home/alice/items.csv'"],
  ["a function's code", "DO $$ begin perform 'secret'; end $$"],
  ["a string that is cut off", "select * from t where token = 'secre"],
  ["a comment that is cut off", "select 1 /* secre"],
  ["a comment within a comment", "select 1 /* a /* b */ secret */"],
  ["a text that is too long", `select '${"a".repeat(100_000)}'`],
  ["nothing", ""],
])("a statement with %s is not told", (_, sql) => expect(withoutValues(sql)).toBeNull());

test("a long statement is cut", () => {
  expect(withoutValues(`select ${"a, ".repeat(2_000)}b`)).toHaveLength(2_000);
});
