import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { placer } from "./places.ts";
import { declaredBy } from "./written.ts";

const tree = mkdtempSync(join(realpathSync(tmpdir()), "steelyard-written-"));
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), text);
};
afterAll(() => rmSync(tree, { recursive: true }));

write(
  "src/items/rank.ts",
  `import { sorted } from "./sorted";

export const rank: Handler<Item> = async (c) => {
  const list = await all();
  return twice(list);
};

function twice(list: Item[]) {
  return twice([...list]);
}

class Ranking {
  private static async best<T extends Item>(list: T[]): Promise<T> {
    if (list.length > 0) {
      return list[0];
    }
  }
  worst = (list: Item[]) => list.at(-1);
}

export default {
  each: (list: Item[]) => list.map(rank),
};

export const later = debounce(
  () => rank,
);
const again = function () {};
function again() {}
`,
);
write("packages/api/src/main.ts", "export function start() {}\n");
write("apps/orders/src/a.service.ts", "class A {\n  itemsOf(id: string) {\n  }\n  list() {\n  }\n}\n");
write("apps/orders/src/a.controller.ts", "class B {\n  list() {\n  }\n}\n");
write("apps/orders/src/a.spec.ts", "function itemsOf() {\n}\n");
write("apps/stock/src/a.service.ts", "class A {\n  itemsOf(id: string) {\n  }\n}\n");
write("web/page.tsx", "export const Page = () => null;\n");

describe("a function of a compiled file without source map", () => {
  test.each<[string, string, string, { file: string; line: number } | null]>([
    ["a constant", "/app/dist/items/rank.js", "rank", { file: "src/items/rank.ts", line: 3 }],
    [
      "a method in the bundle of an app",
      "/app/dist/apps/orders/main.js",
      "itemsOf",
      { file: "apps/orders/src/a.service.ts", line: 2 },
    ],
    ["one that two files of the app have", "/app/dist/apps/orders/main.js", "list", null],
    [
      "one of them by its class",
      "/app/dist/apps/orders/main.js",
      "B.list",
      { file: "apps/orders/src/a.controller.ts", line: 2 },
    ],
    ["one of a bundle without a folder of its own", "/app/dist/main.js", "itemsOf", null],
    [
      "a function, which is called in other lines",
      "/app/dist/items/rank.js",
      "twice",
      { file: "src/items/rank.ts", line: 8 },
    ],
    ["a method", "/app/dist/items/rank.js", "best", { file: "src/items/rank.ts", line: 13 }],
    ["a field", "/app/dist/items/rank.js", "worst", { file: "src/items/rank.ts", line: 18 }],
    ["a property", "/app/dist/items/rank.js", "each", { file: "src/items/rank.ts", line: 22 }],
    [
      "what another function makes",
      "/app/dist/items/rank.js",
      "later",
      { file: "src/items/rank.ts", line: 25 },
    ],
    [
      "below the folder of sources",
      "/app/build/src/items/rank.js",
      "rank",
      { file: "src/items/rank.ts", line: 3 },
    ],
    [
      "in a package",
      "/app/packages/api/dist/main.js",
      "start",
      { file: "packages/api/src/main.ts", line: 1 },
    ],
    ["in JSX", "/app/web/out/page.js", "Page", { file: "web/page.tsx", line: 1 }],
    ["two of one name", "/app/dist/items/rank.js", "again", null],
    ["a word that declares nothing", "/app/dist/items/rank.js", "if", null],
    ["a variable", "/app/dist/items/rank.js", "list", null],
    ["without a source", "/app/dist/other.js", "rank", null],
    ["that is no compiled one", "/app/items/rank.js", "rank", null],
    ["of a package of others", "/app/node_modules/items/dist/rank.js", "rank", null],
    ["outside of the tree", "/app/dist/../../items/rank.js", "rank", null],
  ])("%s", (_, path, name, want) => expect(declaredBy(tree, path).get(name) ?? null).toEqual(want));

  test("is found by its address, in the tree and in a container's copy of it", () => {
    const { written } = placer(tree);
    const want = { file: "src/items/rank.ts", line: 8 };
    expect(written?.(`file://${tree}/dist/items/rank.js`, "twice")).toEqual(want);
    expect(written?.("file:///app/dist/items/rank.js", "twice")).toEqual(want);
    expect(written?.("node:internal/timers", "twice")).toBeNull();
    const bundle = "file:///app/dist/apps/orders/main.js";
    const of = (owner: string) => written?.(bundle, "list", owner)?.file;
    expect(["A", "B", "C"].map(of)).toEqual([
      "apps/orders/src/a.service.ts",
      "apps/orders/src/a.controller.ts",
      undefined,
    ]);
    expect(written?.(bundle, "itemsOf", "C")?.line).toBe(2);
  });
});
