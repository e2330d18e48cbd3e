import { expect, test } from "vitest";
import { scriptsIn } from "./scripts.ts";
import { Tree } from "./tree.ts";

const scripts = (files: Readonly<Record<string, string>>) =>
  scriptsIn(new Tree(Object.keys(files), (path) => files[path]!));

const K6 = 'import http from "k6/http";\n';

test("a module that exports an object by default is no script: k6 calls functions", () => {
  const helpers = `${K6}const get = () => http.get("");\nexport default {\n  get,\n};`;
  expect(scripts({ "load/helpers.js": helpers })).toEqual([]);
});
