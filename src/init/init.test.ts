// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Compose files write variables this way
import { describe, expect, test } from "vitest";
import { readConfig } from "../config/read.ts";
import { composedIn, isCompose, ranked } from "./compose.ts";
import { configText, STARTER, todo } from "./config.ts";
import { findings } from "./findings.ts";
import { scriptIn, workloadNames } from "./scripts.ts";
import { sourceOf } from "./source.ts";
import { badge, repositoryOf } from "./workflows.ts";

describe("load scripts", () => {
  const k6 = 'import http from "k6/http";\nexport default function () { http.get(__ENV.BASE_URL); }';
  test.each([
    ["a k6 script", "load/a.js", k6, "k6"],
    ["with modules of its own", "load/a.mjs", k6, "k6"],
    ["TypeScript", "load/a.ts", k6, "k6"],
    [
      "scenarios alone",
      "a.js",
      'import exec from "k6/execution";\nexport const options = { scenarios: {} };',
      "k6",
    ],
    [
      "a default of another file",
      "a.js",
      'import "k6/http";\nexport { default, setup } from "./b.js";',
      "k6",
    ],
    ["CommonJS", "a.js", 'const http = require("k6/http");\nexports.default = () => {};', "k6"],
    [
      "a part of a script",
      "lib/a.js",
      'import http from "k6/http";\nexport const get = () => http.get("");',
      null,
    ],
    ["another program", "a.js", "export default function () {}", null],
    ["something called k6", "a.js", 'import x from "k6-helpers";\nexport default x;', null],
    ["types", "a.d.ts", k6, null],
    ["somebody else's", "node_modules/a/a.js", k6, null],
    ["wrk's, by what it sets", "a.lua", 'wrk.method = "POST"', "wrk"],
    ["wrk's, by what it defines", "a.lua", "function request()\n  return wrk.format()\nend", "wrk"],
    ["wrk's, as a value", "a.lua", "request = function()\nend", "wrk"],
    ["another program in Lua", "a.lua", "local m = {}\nreturn m", null],
    ["a text about wrk", "a.md", "wrk.method", null],
  ])("%s", (_, path, text, want) => expect(scriptIn(path, text)?.kind ?? null).toBe(want));

  test("say where they look for the service", () => {
    const of = (text: string) => scriptIn("a.js", `import "k6/http";\nexport default () => ${text};`);
    expect(of("__ENV.BASE_URL + __ENV.TOKEN")).toMatchObject({ ready: false, variables: ["BASE_URL"] });
    expect(of('__ENV["API_HOST"]')).toMatchObject({ ready: false, variables: ["API_HOST"] });
    expect(of("__ENV.STEELYARD_TARGET_API || __ENV.BASE_URL")).toMatchObject({ ready: true });
    expect(of('"http://localhost"')).toMatchObject({ ready: false, variables: [], pauses: false });
    expect(of('"http://localhost"); sleep(1')).toMatchObject({ pauses: true });
  });

  test.each([
    [
      ["load/checkout.js", "load/Search.ts"],
      ["checkout", "Search"],
    ],
    [
      ["load/checkout.k6.js", "load/search-test.js"],
      ["checkout", "search"],
    ],
    [
      ["shop/script.js", "auth/index.ts"],
      ["shop", "auth"],
    ],
    [["script.js"], ["script"]],
    [
      ["a/list.js", "b/list.js", "c/LIST.lua"],
      ["list", "b-list", "c-LIST"],
    ],
    [
      ["list.js", "list.ts", "list.lua"],
      ["list", "list-2", "list-3"],
    ],
    [
      ["load/größe (neu).js", "_.js"],
      ["gr-e-neu", "load"],
    ],
    [[`${"x/".repeat(60)}${"y".repeat(200)}.js`], ["y".repeat(60)]],
  ])("%j are called %j", (paths, want) => expect(workloadNames(paths)).toEqual(want));
});

describe("Compose files", () => {
  test.each([
    ["compose.yaml", true],
    ["deploy/docker-compose.yml", true],
    ["docker-compose.override.yml", true],
    ["compose-dev.yaml", true],
    ["composer.yaml", false],
    ["compose.yaml.bak", false],
  ])("%s: %s", (path, want) => expect(isCompose(path)).toBe(want));

  test("the nearest to the top first, then without a suffix, then by today's name", () => {
    const all = ["deploy/compose.yaml", "docker-compose.yml", "compose.override.yaml", "compose.yml"];
    const want = ["compose.yml", "docker-compose.yml", "compose.override.yaml", "deploy/compose.yaml"];
    expect(ranked(all)).toEqual(want);
    expect(ranked(all.toReversed())).toEqual(want);
  });

  const services = (text: string) => composedIn(`services:\n${text}`).target;
  test.each([
    ["a short form", '  app: { ports: ["8080:80"] }', ["app", 80]],
    ["an address before it", '  app: { ports: ["127.0.0.1:8080:80/tcp"] }', ["app", 80]],
    ["a variable with a default", '  app: { ports: ["${PORT:-9000}:3000"] }', ["app", 3000]],
    ["a variable inside", '  app: { ports: ["8080:${INNER:-81}"] }', ["app", 81]],
    ["a number", "  app: { ports: [80] }", ["app", 80]],
    ["the long form", "  app: { ports: [{ target: 80, published: 8080 }] }", ["app", 80]],
    ["UDP first", '  app: { ports: ["53:53/udp", "80:80"] }', ["app", 80]],
    ["exposed only", '  app: { expose: ["3000"] }', ["app", 3000]],
    ["a variable nobody knows", '  app: { ports: ["${PORT}"] }', null],
    ["no port", "  app: { image: x }", null],
    ["nothing behind the front", '  db: { image: postgres:16, ports: ["5432:5432"] }', null],
    ["an image that says it", '  data: { image: "docker.io/bitnami/redis:7", ports: [6379] }', null],
    ["the front before the rest", "  api: { ports: [1] }\n  gateway: { ports: [2] }", ["gateway", 2]],
    ["published before exposed", "  gateway: { expose: [2] }\n  worker: { ports: [1] }", ["worker", 1]],
    ["not what a profile adds", "  api: { ports: [1], profiles: [x] }\n  z: { ports: [2] }", ["z", 2]],
    ["no mapping", "  api:", null],
  ])("the service that is aimed at: %s", (_, text, want) => {
    const found = services(text);
    expect(found && [found.service, found.port]).toEqual(want);
  });

  test.each([
    ['["CMD", "curl", "-f", "http://localhost:8080/health/ready"]', "/health/ready"],
    ['"wget -qO- http://127.0.0.1/up || exit 1"', "/up"],
    ['["CMD", "pg_isready"]', null],
    ['["CMD", "curl", "http://localhost:8080"]', null],
  ])("a health check %s asks %s", (check, want) =>
    expect(services(`  app: { ports: [80], healthcheck: { test: ${check} } }`)?.health).toBe(want),
  );

  test("a file that is no Compose file has nothing", () => {
    for (const text of [
      "",
      "[",
      "services: [a]",
      "services: { a: [] }",
      "- a",
      "services: { '\u0000': {} }",
    ]) {
      expect(composedIn(text)).toEqual({ target: null, seed: null });
    }
  });
});

/** Files that a repository may have, by kind. */
const FILES: Record<string, string> = {
  "compose.yaml": 'services: { web: { ports: ["8080:80"] }, seed: { image: x } }',
  "deploy/docker-compose.yml": "services: { x: { image: y } }",
  "package.json": '{ "scripts": { "start": "node ." } }',
  "apps/true/package.json": '{ "scripts": { "start": "node ." } }',
  "apps/true/package-lock.json": "{}",
  "load/browse.js": 'import "k6/http"; export default () => __ENV.BASE_URL;',
  "load/with space/on.js": 'import "k6/http"; export default () => {};',
  "load/post.lua": 'wrk.method = "POST"',
};

test("whatever is found, the config is one that can be read, and names what was found", () => {
  const names = Object.keys(FILES);
  for (let mask = 0; mask < 2 ** names.length; mask++) {
    const paths = names.filter((_, i) => mask & (1 << i));
    const found = findings(paths, (path) => FILES[path]!);
    const { stack, workloads } = readConfig(configText(found), `files ${paths.join(" ")}`);
    const scripts = paths.filter((path) => /^load/.test(path));
    expect(
      Object.values(workloads)
        .map(({ k6, wrk }) => k6 ?? wrk?.script)
        .sort(),
    ).toEqual((scripts.length > 0 ? scripts : [STARTER]).sort());
    const kind = paths.some(isCompose)
      ? "compose"
      : paths.some((p) => p.endsWith("package.json"))
        ? "process"
        : "external";
    expect(Object.keys(stack).filter((key) => ["compose", "process", "external"].includes(key))).toEqual([
      kind,
    ]);
  }
});

test.each([
  ["__ENV.BASE_URL", { BASE_URL: "${api}" }],
  ["`http://${__ENV.HOST}/` + __ENV.API_HOST_URL", { HOST: "${api.host}", API_HOST_URL: "${api}" }],
  ["__ENV.DATABASE_URL + __ENV.REDIS_HOST", {}],
  ["__ENV.STEELYARD_TARGET_API || __ENV.BASE_URL", {}],
])("a script that asks %s is told where the stack is", (address, want) => {
  const text = `import http from "k6/http"; export default () => http.get(${address});`;
  const { workloads } = readConfig(configText(findings(["a.js"], () => text)), "steelyard.yml");
  expect(Object.values(workloads)[0]!.env).toEqual(want);
});

test("what a person has to look at is said, and nothing else", () => {
  const of = (...paths: string[]) => todo(findings(paths, (path) => FILES[path]!)).join("\n");
  expect(of("compose.yaml", "load/post.lua")).toBe("");
  expect(of("compose.yaml", "load/browse.js")).toBe(""); // its BASE_URL is mapped
  const own = findings(["compose.yaml", "a.js"], (path) =>
    path === "a.js" ? FILES["load/browse.js"]!.replace("__ENV.BASE_URL", '"http://localhost"') : FILES[path]!,
  );
  expect(todo(own).join("\n")).toMatch(/^a\.js asks an address of its own: let it ask .*API/);
  expect(of("compose.yaml", "deploy/docker-compose.yml", "load/post.lua")).toMatch(
    /left alone: deploy\/docker-/,
  );
  expect(of("deploy/docker-compose.yml", "load/post.lua")).toMatch(/^Name the service that is loaded/);
  expect(of()).toMatch(/^Say what to start[\s\S]*Make perf\/browse\.js/);
});

test.each([
  ["octo/steelyard@v1", { repository: "octo/steelyard", ref: "v1" }],
  [`o/r@${"a".repeat(40)}`, { repository: "o/r", ref: "a".repeat(40) }],
  ["octo/steelyard", undefined],
  ["steelyard@v1", undefined],
  ["o/r@v1\n", undefined],
  ["o/r/x@v1", undefined],
])("%j is the source %j", (text, want) => expect(sourceOf(text)).toEqual(want));

test.each([
  ["git@github.com:octo/shop.git", "octo/shop"],
  ["https://github.com/octo/shop", "octo/shop"],
  ["https://user@github.com/octo/my.shop.git\n", "octo/my.shop"],
  ["https://git.example.test/octo/shop.git", null],
  ["", null],
])("the remote %j is %j", (remote, want) => expect(repositoryOf(remote)).toBe(want));

test("a branch cannot break out of the badge", () => {
  const text = badge("o/r", "a)b](c/d");
  expect(text).toBe(
    "[![perf](https://github.com/o/r/actions/workflows/perf.yml/badge.svg?branch=a%29b%5D%28c%2Fd)]" +
      "(https://github.com/o/r/actions/workflows/perf.yml)",
  );
});
