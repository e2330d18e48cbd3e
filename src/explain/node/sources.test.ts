import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sources } from "./sources.ts";

const folder = mkdtempSync(join(tmpdir(), "steelyard-sources-"));
afterAll(() => rmSync(folder, { recursive: true }));

const BUNDLE = `(() => {
let OrdersService = OrdersService_1 = class OrdersService {
    list() {
        const all = [];

        return all.map((one) => one);
    }
};
function list() {
}
})();
`;

test.each([
  ["a method", 2, "OrdersService"],
  ["a function in a method", 5, ""],
  ["a function of no class", 8, ""],
  ["a line that the file lacks", 80, ""],
])("the class of %s in a file without source map", (_, lineNumber, want) => {
  const file = join(folder, "main.js");
  writeFileSync(file, BUNDLE);
  const original = sources(createRequire(import.meta.url));
  const called = { functionName: "list", url: file, lineNumber, columnNumber: 4 };
  expect(original(called)).toEqual({ name: "list", url: file, line: lineNumber + 1, owner: want });
});
