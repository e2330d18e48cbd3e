import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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
