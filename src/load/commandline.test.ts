// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shells write variables this way
import { expect, test } from "vitest";
import { scriptIn } from "../init/scripts.ts";
import { calledIn } from "./commandline.ts";

test.each<[string, string, string, string | null]>([
  ["an address with a path", "oha -z 5s http://localhost:8080/items", "oha", "/items"],
  ["a variable of the shell", 'oha "$BASE/items?page=1&size=2" -c 9', "oha", "/items?page=1&size=2"],
  ["a variable with a default", "wrk -t2 ${BASE:-http://localhost:80}/a", "wrk", "/a"],
  ["variables before it", "wrk -t $THREADS -c $COUNT http://localhost/a", "wrk", "/a"],
  ["only variables", "wrk -c $COUNT $BASE/a", "wrk", "/a"],
  ["a variable of make", "load:\n\t@wrk -c 10 $(URL)/a\n", "wrk", "/a"],
  ["over several lines", "exec wrk \\\n  -c 10 \\\n  http://localhost/a", "wrk", "/a"],
  ["after another command", "sleep 1 && oha http://localhost/a | tee log", "oha", "/a"],
  ["no path", "wrk http://localhost:8080", "wrk", "/"],
  ["a path that only the shell knows", "wrk http://localhost/$NAME", "wrk", "/"],
  ["a comment", "# wrk http://localhost/a", "wrk", null],
  ["another program", "mywrk http://localhost/a", "wrk", null],
  ["its installation", "apt-get install wrk", "wrk", null],
])("%s", (_, text, program, path) => {
  expect(calledIn(text, program)?.path ?? null).toBe(path);
});

const lineOf = (path: string, text: string) => {
  const found = scriptIn(path, text);
  return found && [found.line ?? found.finder?.line(path), found.doubt];
};

test("command lines become settings, and what cannot be read is a doubt", () => {
  expect(lineOf("bench/run.sh", "oha -z 30s -c 20 -q 100 -m POST http://localhost:8080/items")).toEqual([
    'oha: { path: "/items", method: POST, connections: 20, rate: 100 }',
    undefined,
  ]);
  expect(lineOf("Makefile", "bench:\n\twrk -t2 -c10 -d30s http://localhost:8080/items\n")).toEqual([
    'wrk: { path: "/items", connections: 10 }',
    undefined,
  ]);
  expect(lineOf("a.sh", "oha -d '{}' -m POST http://localhost/a")?.[1]).toMatch(/body has to be a file/);
  expect(lineOf("a.sh", "wrk --connections=7 http://localhost/$1")).toEqual([
    'wrk: { path: "/", connections: 7 }',
    expect.stringMatching(/could not be read/),
  ]);
});

test("a script of wrk is found as a file of its own, and its path is a doubt where it names none", () => {
  expect(lineOf("run.sh", "wrk -s post.lua http://localhost/items")).toBeNull();
  expect(lineOf("post.lua", 'wrk.method = "POST"')?.[1]).toMatch(/names no path/);
  expect(lineOf("post.lua", 'wrk.path = "/items"')?.[1]).toBeUndefined();
  expect(lineOf("a.lua", 'request = function() return wrk.format("GET", "/" .. i) end')?.[1]).toBeUndefined();
});
