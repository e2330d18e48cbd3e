import { expect, test } from "vitest";
import { scriptsIn } from "./scripts.ts";
import { Tree } from "./tree.ts";

const scripts = (files: Readonly<Record<string, string>>) =>
  scriptsIn(new Tree(Object.keys(files), (path) => files[path]!));

const K6 = 'import http from "k6/http";\n';

test("variables with the address are found in modules of the checkout, and theirs", () => {
  const found = scripts({
    "load/browse.js": `${K6}import { get } from "./lib/client.js";\nexport default () => get("/");`,
    "load/lib/client.js": 'export { BASE } from "../config";\nexport const get = () => {};',
    "load/config.ts": 'import "./lib/client.js";\nexport const BASE = __ENV.BASE_URL;',
    "load/other.ts": "export const OTHER = __ENV.OTHER_URL;",
  });
  expect(found).toMatchObject([{ path: "load/browse.js", variables: ["BASE_URL"] }]);
});

test("a module that exports an object by default is no script: k6 calls functions", () => {
  const helpers = `${K6}const get = () => http.get("");\nexport default {\n  get,\n};`;
  expect(scripts({ "load/helpers.js": helpers })).toEqual([]);
});
