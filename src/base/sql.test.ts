import { expect, test } from "vitest";
import { withoutValues } from "./sql.ts";

test.each([
  ["parameters stay", "SELECT * FROM items WHERE id = $1", "SELECT * FROM items WHERE id = $1"],
  ["white space is one space", " select\n\t1\n", "select ?"],
  ["strings", "select 'secret', 'it''s', E'a\\'b' from t", "select ?, ?, ? from t"],
  ["strings between dollar signs", "select $$secret$$, $q$it's $$ secret$q$", "select ?, ?"],
  ["numbers, but not within names", "select t1.c2, 12, 1.5e3 from t1", "select t1.c2, ?, ? from t1"],
  [
    "numbers of every form, and what follows them",
    "select 0xDEADBEEF, 1_000, 0b101, 12secret, 12gehêim, 1.5e-3, 7e+2 from t",
    "select ?, ?, ?, ?, ?, ?, ? from t",
  ],
  [
    "a string between dollar signs with a letter beyond ASCII",
    "select $é$secret$é$ from t",
    "select ? from t",
  ],
  ["comments of MySQL", "select a # secret\nfrom t #secret", "select a from t"],
  [
    "operators for JSON, which are no comments",
    "select a #> '{secret}', a #>> $1, a #- array['secret'] from t",
    "select a #> ?, a #>> $1, a #- array[?] from t",
  ],
  ["a string that ends with a backslash, for every database", "select 'C:\\\\', 'x'", "select ?, ?"],
  ["a string after a type", "select date'2020-01-01' from t", "select date? from t"],
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
  ["a string between dollar signs that is cut off", "select $$secre"],
  ["one with a tag that is cut off", "select $é$secre"],
  [
    "a string that ends elsewhere for MySQL",
    "select * from t where a = 'it\\'s secret1' and b = 'x\\' secret2'",
  ],
  ["another one", "select 'it\\'s secret1 \\' x' from t"],
  ["a comment that is cut off", "select 1 /* secre"],
  ["a comment within a comment", "select 1 /* a /* b */ secret */"],
  ["a text that is too long", `select '${"a".repeat(100_000)}'`],
  ["nothing", ""],
])("a statement with %s is not told", (_, sql) => expect(withoutValues(sql)).toBeNull());

test("a long statement is cut", () => {
  expect(withoutValues(`select ${"a, ".repeat(2_000)}b`)).toHaveLength(2_000);
});
