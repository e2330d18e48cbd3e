import { expect, test } from "vitest";
import { findings } from "../../init/findings.ts";
import { starterText, withoutPaths } from "../../init/starter.ts";
import { aRun } from "../../testing/runs.ts";
import { refusedPaths } from "./starter.ts";

const FILES: Record<string, string> = {
  "package.json": '{ "scripts": { "start": "node a.js" }, "dependencies": { "express": "5" } }',
  "a.js":
    'app.get("/items", list);\napp.get("/orders", mine);\napp.get("/items/top", top);\napp.listen(3000);',
};
const text = starterText(findings(Object.keys(FILES), (path) => FILES[path]!));

test("a path is refused where no trial had one answer with success", () => {
  const checks = (orders: number) =>
    [
      ["/items is answered", 50, 0],
      ["/orders is answered", orders, 50],
      ["a check of somebody else", 0, 50],
    ] as const;
  const run = (...orders: number[]) =>
    aRun({ workloads: { browse: { trials: orders.map((n) => ({ checks: checks(n) })) } } });
  expect(refusedPaths(run(0, 0))).toEqual(["/orders"]);
  expect(refusedPaths(run(0, 1))).toEqual([]);
});

test("what is refused leaves the first script, and nothing else does", () => {
  const left = withoutPaths(text, ["/orders"])!;
  expect(text.split("\n").filter((line) => !left.split("\n").includes(line))).toEqual([
    expect.stringMatching(/^ {2}"\/orders", \/\/ a\.js:2/),
  ]);
  expect(withoutPaths(text, ["/items"])).toContain('"/items/top"');
  expect(withoutPaths(text, ["/items", "/orders", "/items/top"])).toBeNull();
});
