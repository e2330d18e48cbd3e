import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { entriesIn, sourceText } from "./files.ts";
import { methodLocator } from "./java/classes.ts";
import { locator } from "./native/symbols.ts";

const tree = realpathSync(mkdtempSync(join(tmpdir(), "steelyard-tree-")));
const OTHER = 65_534; // "nobody": root may read everything
const [closed, secret] = [join(tree, "pgdata"), join(tree, "a.go")];
mkdirSync(closed);
for (const [path, text] of [
  [join(closed, "Rank.java"), "class Rank {}\n"],
  [secret, "package main\nfunc handle() {}\n"],
  [join(tree, "main.go"), "package main\nfunc handle() {}\n"],
  [join(tree, "Shop.java"), "class Shop {\n  void best() {}\n}\n"],
] as const)
  writeFileSync(path, text);
chmodSync(tree, 0o755);
for (const path of [closed, secret]) chmodSync(path, 0);
afterAll(() => {
  chmodSync(closed, 0o700);
  rmSync(tree, { recursive: true });
});

/** As a user who may not read what belongs to another one. */
function asOther<T>(look: () => T): T {
  if (process.geteuid?.() !== 0) return look();
  process.seteuid!(OTHER);
  try {
    return look();
  } finally {
    process.seteuid!(0);
  }
}

test("a folder that cannot be read is empty, and a file that cannot is no source", () => {
  expect(asOther(() => [entriesIn(closed), sourceText(secret)])).toEqual([[], null]);
  expect([entriesIn(join(tree, "gone")), sourceText(join(tree, "gone"))]).toEqual([[], null]);
});

test("functions are found although a folder of the tree belongs to a container's user", () => {
  const [method, symbol] = asOther(() => [
    methodLocator(tree)({ class: "Shop", method: "best", line: 2 }),
    locator(tree)({ name: "main.handle", program: "/app/shop" }),
  ]);
  expect(method).toEqual(["Shop.best", join(tree, "Shop.java"), 2]);
  expect(symbol).toEqual(["handle", join(tree, "main.go"), 2]);
});
