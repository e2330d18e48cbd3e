import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { copyScript } from "./copies.ts";

const folder = mkdtempSync(join(tmpdir(), "steelyard-copies-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The text of a copy that imports all modules of ours, their addresses as `ours:k6.js`. */
function copied(text: string): string {
  const files = [{ path: "script.js", content: Buffer.from(text) }];
  const into = join(folder, "copy");
  const wanted = { side: "base", addresses: true, cookies: false, turns: true, pause: 1 } as const;
  const { url } = copyScript({ files, path: "/x/script.js" }, "/x/script.js", into, wanted);
  return readFileSync(fileURLToPath(url), "utf8").replace(/file:\/\/[^"']*\/steelyard\//g, "ours:");
}

test.each([
  ['import http from "k6/http";', 'import http from "ours:http.js";'],
  ["import {sleep}from'k6';", 'import {sleep}from"ours:k6.js";'],
  ['import "k6";', 'import "ours:k6.js";'],
  ['export * from "k6/http";', 'export * from "ours:http.js";'],
  ["import {\n  sleep,\n} from\n  'k6';", 'import {\n  sleep,\n} from\n  "ours:k6.js";'],
  ["const k6 = require( 'k6' );", 'const k6 = require( "ours:k6.js" );'],
  ['await import("k6/http");', 'await import("ours:http.js");'],
])("an import in a copy is of the module of ours: %s", (text, want) => {
  expect(copied(text)).toBe(want);
});

test.each([
  'const params = { tags: { tool: "k6" }, headers: { "user-agent": "k6" } };',
  'check(r, { "k6": (r) => r.body === "k6/http" });',
  'const from = ["k6"]; required("k6");',
  'import metrics from "k6/metrics";',
])("all else in a copy stays as it is: %s", (text) => {
  expect(copied(text)).toBe(text);
});

test("modules from elsewhere are copied, and import each other's copies", () => {
  const [lib, utils, page] = [
    "https://lib.test/a/index.js",
    "https://lib.test/a/b/utils?v=1",
    "https://lib.test/page",
  ];
  const main = `import { a } from "${lib}";\nimport b from '${utils}';\nimport "https://other.test/x.js";\nimport "./own.js";`;
  const code = `import http from "k6/http"; import "k6/metrics"; import "./b/utils?v=1"; export * from "/page"; import "./lost.js"; require("./lost.js");`;
  const files = [
    ["script.js", main],
    ["own.js", "1;"],
    [lib, code],
    [`${lib}.map`, "{}"],
    [utils, "export {};"],
    [page, "export {};"],
  ].map(([path, text]) => ({ path: path!, content: Buffer.from(text!) }));
  const into = join(folder, "remote");
  const wanted = { side: "base", addresses: true, cookies: false, turns: false } as const;
  const copy = copyScript({ files, path: "/x/script.js" }, "/home/me/script.js", into, wanted);
  const read = (path: string) =>
    readFileSync(path, "utf8").replaceAll(pathToFileURL(into).href, "copy:").replaceAll("'", '"');
  expect(read(fileURLToPath(copy.url))).toBe(
    [
      'import { a } from "copy:/https/lib.test/a/index.js";',
      'import b from "copy:/https/lib.test/a/b/utils_v_1.js";',
      'import "https://other.test/x.js";',
      'import "./own.js";',
    ].join("\n"),
  );
  expect(read(join(into, "https/lib.test/a/index.js"))).toBe(
    'import http from "copy:/steelyard/http.js"; import "k6/metrics"; import "copy:/https/lib.test/a/b/utils_v_1.js"; ' +
      'export * from "copy:/https/lib.test/page.js"; import "https://lib.test/a/lost.js"; require("./lost.js");',
  );
  expect(read(join(into, "https/lib.test/a/index.js.map"))).toBe("{}");
  expect(copy.original(`at ${pathToFileURL(join(into, "https/lib.test/a/index.js")).href}:2:1`)).toBe(
    `at ${lib}:2:1`,
  );
  expect(copy.original(`at ${copy.url}:1:2`)).toBe("at file:///home/me/script.js:1:2");
});

test.each([
  // k6 writes `nobody` for the user's name
  ["/home/nobody/shop/load/k6/a.js", "/home/me/shop/load/k6/a.js", "/home/me/shop/lib/b.js"],
  ["/work/shop/load/a.js", "/work/shop/load/a.js", "/work/shop/lib/b.js"],
  ["/load/a.js", "/load/a.js", "/load/b.js"],
])(
  "a message from a copy of %s names the files of its author, those above the script's folder too",
  (path, script, other) => {
    const into = join(folder, "above");
    const files = [{ path: "a.js", content: Buffer.from("") }];
    const wanted = { side: "base", addresses: true, cookies: false, turns: false } as const;
    const copy = copyScript({ files, path }, script, into, wanted);
    const place = join(into, other.replace("/home/me/", "/home/nobody/"));
    expect(copy.original(`at ${pathToFileURL(place).href}:1:2, ${place}`)).toBe(
      `at file://${other}:1:2, ${other}`,
    );
  },
);
