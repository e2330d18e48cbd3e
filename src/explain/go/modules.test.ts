import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { modulesOf } from "./modules.ts";

const tree = mkdtempSync(join(realpathSync(tmpdir()), "steelyard-modules-"));
afterAll(() => rmSync(tree, { recursive: true }));

test("modules are those of all go.mod in a tree", () => {
  for (const [folder, name] of [
    ["services/web", "shop"],
    ["tools", '"example.com/tools"'],
    ["node_modules/a", "other"],
    ["services/testdata", "io"],
  ]) {
    mkdirSync(join(tree, folder!), { recursive: true });
    writeFileSync(join(tree, folder!, "go.mod"), `// of a service\nmodule ${name}\n\ngo 1.22\n`);
  }
  expect(modulesOf(tree).sort()).toEqual(["example.com/tools", "shop"]);
  expect(modulesOf(join(tree, "gone"))).toEqual([]);
});
