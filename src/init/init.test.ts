// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Compose files write variables this way
import { describe, expect, test } from "vitest";
import { readConfig } from "../config/read.ts";
import { isCompose, ranked } from "./compose.ts";
import { configText, todo } from "./config.ts";
import { findings } from "./findings.ts";
import { guessesIn } from "./guess.ts";
import { scriptIn, scriptsIn, workloadNames } from "./scripts.ts";
import { installedSource, sourceOf } from "./source.ts";
import { STARTER, starterText } from "./starter.ts";
import { Tree } from "./tree.ts";
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
    ["a program in Python", "a.py", "import requests", null],
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
    [
      ["k6/scripts/load.js", "k6/scripts/smoke.js"],
      ["load", "smoke"],
    ],
  ])("%j are called %j", (paths, want) => expect(workloadNames(paths)).toEqual(want));
});

describe("scripts that need a person", () => {
  const k6 = (more: string) => `import http from "k6/http";\n${more}\nexport default function () {}`;
  test.each([
    ["a browser", k6('import { browser } from "k6/browser";'), "drives a browser"],
    ["an extension", k6('import x from "k6/x/sql";'), "needs an extension of k6"],
    ["gRPC", k6('import grpc from "k6/net/grpc";'), "speaks another protocol than HTTP"],
    ["none of it", k6(""), null],
  ])("%s", (_, text, want) => expect(scriptIn("a.js", text)?.special ?? null).toBe(want));

  test("ordinary ones are chosen, at most three, and one of two in both languages", () => {
    const files: Record<string, string> = {
      "load/0.js": k6('import { browser } from "k6/browser";'),
      "load/1.js": k6(""),
      "load/1.ts": k6(""),
      "load/2.js": k6(""),
      "load/3.js": k6(""),
      "load/4.js": k6(""),
    };
    const found = findings(Object.keys(files), (path) => files[path]!);
    const text = configText(found);
    const used = Object.values(readConfig(text, "x").workloads).map(({ k6: path }) => path);
    expect(used).toEqual(["load/1.js", "load/2.js", "load/3.js"]);
    expect(text).toContain("# Found as well: load/0.js (drives a browser)");
    expect(todo(found).join("\n")).toMatch(/load\/1\.js, .* are measured; 3 further scripts/);
    const two = findings(["load/0.js", "load/1.js"], (path) => files[path]!);
    expect(todo(two).join("\n")).toMatch(/load\/1\.js is measured; 1 further script is named/);
  });

  test.each([
    ["k6/net/grpc", ["grpc_req_duration.p50", "cpu_per_request"], ["load.js"]],
    ["k6/ws", ["ws_connecting.p50", "cpu_per_request"], ["load.js"]],
    ["k6/experimental/websockets", ["ws_connecting.p50", "cpu_per_request"], ["load.js"]],
    ["k6/browser", ["http_req_duration.p50", "cpu_per_request"], [STARTER]],
  ])("a script with %s is chosen with its own gate where it is alone", (module, gate, used) => {
    const files: Record<string, string> = { "load.js": k6(`import x from "${module}";`) };
    const of = () => {
      const { workloads } = readConfig(configText(findings(Object.keys(files), (path) => files[path]!)), "x");
      return Object.values(workloads).map((one) => [one.k6, one.gate]);
    };
    expect(of()).toEqual(used.map((path) => [path, gate]));
    files["other.js"] = k6("");
    expect(of()).toMatchObject([["other.js", expect.anything()]]);
  });

  test("k6 is found through modules of the checkout", () => {
    const files: Record<string, string> = {
      "load/lib/client.js": 'import http from "k6/http";\nexport const get = (path) => http.get(path);',
      "load/lib/index.ts": 'export * from "./client.js";',
      "load/browse.js": 'import { get } from "./lib";\nexport default () => get(__ENV.BASE_URL);',
      "src/other.js": 'import { get } from "./app.js";\nexport default () => get(__ENV.BASE_URL);',
    };
    const tree = new Tree(Object.keys(files), (path) => files[path]!);
    expect(scriptsIn(tree)).toMatchObject([{ path: "load/browse.js", kind: "k6", variables: ["BASE_URL"] }]);
  });

  test.each([
    ["locustfile.py", "from locust import HttpUser\nclass A(HttpUser): ...", "locust"],
    ["load/it's.jmx", "<jmeterTestPlan>${__P(steelyard_url)}", "jmeter"],
    [
      "load/artillery.yml",
      "config:\n  target: x\n  phases: []\nscenarios: []\n",
      { json: expect.anything() },
    ],
  ])("%s is run by its own program", (path, content, format) => {
    const text = configText(findings([path], () => content));
    const [load] = Object.values(readConfig(text, "steelyard.yml").workloads);
    expect(load?.command).toMatchObject({ format });
    expect(load?.command?.run.at(-1)).toContain("$STEELYARD_TARGET_API");
  });

  test.each([
    [
      "src/test/java/shop/Browse.java",
      'package shop;\nimport io.gatling.javaapi.core.*;\npublic class Browse extends Simulation { System.getProperty("baseUrl", "x") }',
      /\$M -B -q gatling:test -Dgatling\.simulationClass=shop\.Browse -DbaseUrl="\$STEELYARD_TARGET_API"/,
    ],
    [
      "src/gatling/kotlin/Browse.kt",
      'import io.gatling.javaapi.core.*\nclass Browse : Simulation() { val url = System.getenv("SHOP_URL") }',
      /^export SHOP_URL="\$STEELYARD_TARGET_API"; sh \.\/gradlew -q gatlingRun --simulation Browse >&2/,
    ],
  ])("a simulation of Gatling: %s", (path, text, want) => {
    const { workloads } = readConfig(configText(findings([path], () => text)), "steelyard.yml");
    const [workload] = Object.values(workloads);
    expect(Object.keys(workloads)).toEqual(["Browse"]);
    expect(workload?.command).toMatchObject({ format: "gatling", output: "file" });
    expect(workload?.command?.run.at(-1)).toMatch(want);
  });

  test("a plan of JMeter with an address of its own is named and not chosen: a first script is written", () => {
    const found = findings(["load/plan.jmx"], () => "<jmeterTestPlan>http://localhost:8080");
    expect(configText(found)).toContain(
      "# Found as well: load/plan.jmx (it does not read the property `steelyard_url`)",
    );
    expect(Object.values(readConfig(configText(found), "steelyard.yml").workloads)).toMatchObject([
      { k6: "perf/browse.js" },
    ]);
  });

  test("a pointer of Git LFS is no script", () => {
    const tree = new Tree(["a.js"], () => "version https://git-lfs.github.com/spec/v1\noid sha256:0\n");
    expect(tree.text("a.js")).toBe("");
  });
});

describe("Compose files", () => {
  test.each([
    ["compose.yaml", true],
    ["deploy/docker-compose.yml", true],
    ["docker-compose.override.yml", true],
    ["compose-dev.yaml", true],
    ["compose.local-stack.monolithic.yaml", true],
    ["composer.yaml", false],
    ["compose.yaml.bak", false],
  ])("%s: %s", (path, want) => expect(isCompose(path)).toBe(want));

  test("the nearest to the top first, then without a suffix, then by today's name", () => {
    const all = ["deploy/compose.yaml", "docker-compose.yml", "compose.override.yaml", "compose.yml"];
    const want = ["compose.yml", "docker-compose.yml", "compose.override.yaml", "deploy/compose.yaml"];
    expect(ranked(all)).toEqual(want);
    expect(ranked(all.toReversed())).toEqual(want);
  });
});

/** Files that a repository may have, by kind. */
const FILES: Record<string, string> = {
  "compose.yaml": 'services: { web: { build: ., ports: ["8080:80"] }, seed: { image: x } }',
  "package.json": '{ "scripts": { "start": "node ." }, "dependencies": { "express": "1" } }',
  "apps/true/package.json": '{ "scripts": { "start": "node ." }, "dependencies": { "koa": "1" } }',
  "go.mod": "module example.test/on",
  "main.go": 'package main\nfunc main() { http.ListenAndServe(":8080", nil) }',
  "load/browse.js": 'import "k6/http"; export default () => __ENV.BASE_URL;',
  "load/with space/on.lua": 'wrk.method = "POST"',
};

test.each([
  ["stages: [{ duration: '4m', target: 9 }, { duration: '1m', target: 0 }]", { stages: 0.05, pace: "full" }],
  ["stages: [{ duration: '20s', target: 9 }]", { pace: "full" }],
])("head alone runs long stages in part: %s", (options, want) => {
  const script = `import http from "k6/http"; import { sleep } from "k6"; export const options = { ${options} };
    export default () => { http.get(__ENV.BASE_URL); sleep(1); };`;
  const found = findings(["load/browse.js"], () => script);
  const { workloads } = readConfig(configText(found), "config");
  const { stages, pace } = workloads.browse!.measure;
  expect({ ...(stages && { stages }), pace }).toEqual(want);
});

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
    const starts = paths.some((path) => /package\.json$/.test(path));
    const kind = paths.includes("compose.yaml")
      ? "compose"
      : starts || (paths.includes("go.mod") && paths.includes("main.go"))
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
  ["`http://${__ENV.HOST}:${__ENV.PORT}/`", { HOST: "${api.hostname}", PORT: "${api.port}" }],
  ['"http://localhost:" + __ENV["API_PORT"]', { API_PORT: "${api.port}" }],
  ['__ENV.ITEMS_URL || "http://10.0.0.1:8080/items?page=1"', { ITEMS_URL: "${api}/items?page=1" }],
  ['__ENV["HOST"] ? __ENV["HOST"] : "http://localhost:8080"', { HOST: "${api}" }],
  ['`http://${__ENV.HOST || "localhost:8080"}/`', { HOST: "${api.host}" }],
  ['__ENV.FEED_URL || "ws://localhost:8080/feed"', { FEED_URL: "ws://${api.host}/feed" }],
  ['__ENV.STOCK || "http://localhost:8080"', { STOCK: "${api}" }],
  ['__ENV.STOCK ? __ENV.STOCK : "http://localhost:8080/v1"', { STOCK: "${api}/v1" }],
  ['__ENV.STOCK_URL ? `${__ENV.STOCK_URL}/v1` : "http://localhost:8080/v1"', { STOCK_URL: "${api}" }],
  ['__ENV.STOCK || "http://127.0.0.1:8080/"', { STOCK: "${api}/" }],
  ['__ENV.STOCK || "http://stock/v1"', { STOCK: "${api}/v1" }],
  ['__ENV.STOCK_URL || "https://stock.acme.com/v1"', { STOCK_URL: "${api}/v1" }],
  ['__ENV.IDP || "https://login.acme.com/token"', {}],
  ['__ENV.SMOKE ? SMALL : "http://localhost:8080"', {}],
  ['__ENV.KAFKA || "http://localhost:9092"', {}],
  ["__ENV.DATABASE_URL + __ENV.REDIS_HOST + __ENV.DB_PORT + __ENV.REPORT", {}],
  ["__ENV.STEELYARD_TARGET_API || __ENV.BASE_URL", {}],
  ["__ENV.TARGET || 1000", {}],
  ['__ENV["TARGET_SHARE"] ?? "0.5"', {}],
  ["__ENV.BASE_VUS || 1_000", {}],
  ["Number(__ENV.TARGET_VUS || '50')", {}],
  ["[+__ENV.BASELINE_MS]", {}],
  ["'http://localhost:' + (__ENV.PORT || 8080)", { PORT: "${api.port}" }],
  ["'http://localhost:' + Number(__ENV.PORT)", { PORT: "${api.port}" }],
  ['"http://" + __ENV.HOST', { HOST: "${api.host}" }],
  ['"http://" + (__ENV.HOST || "10.0.0.1:8080")', { HOST: "${api.host}" }],
  ["__ENV.BASE_URL, __ENV.BASE_URL ? 10 : 1", { BASE_URL: "${api}" }],
])("a script that asks %s is told where the stack is", (address, want) => {
  const text = `import http from "k6/http"; export default () => http.get(${address});`;
  const { workloads } = readConfig(configText(findings(["a.js"], () => text)), "steelyard.yml");
  expect(Object.values(workloads)[0]!.env).toEqual(want);
});

test.each([
  [["go.mod", "main.go"], 2],
  [["package.json"], 6],
  [["compose.yaml"], 6],
  [[], 6],
])("of %j warm-ups are %i s: a JIT needs longer", (paths, seconds) => {
  const { workloads } = readConfig(configText(findings(paths, (path) => FILES[path]!)), "steelyard.yml");
  expect(Object.values(workloads).map(({ warmup }) => warmup)).toEqual([seconds]);
});

test("a variable with the address of another service gets an endpoint of that service", () => {
  const files: Record<string, string> = {
    "compose.yaml": [
      "services:",
      '  gateway: { build: gateway, ports: ["8080:80"] }',
      '  shop.orders: { build: orders, ports: ["8083:83", "9093:93"] }',
      '  api: { build: api, ports: ["8084:84"] }',
      '  stock: { build: stock, ports: ["8085:85"] }',
    ].join("\n"),
    "load.js": [
      'import http from "k6/http";',
      'const orders = __ENV.ORDERS_URL || "http://localhost:8083/orders";',
      'const events = __ENV.EVENTS_URL || "ws://localhost:9093";',
      'const api = __ENV.API_URL || "http://localhost:8084";',
      'const other = __ENV.OTHER_URL || "http://localhost:9999";',
      "const stock = __ENV.STOCK_SERVICE || 'http://localhost:8085';",
      'export default () => http.get(__ENV.GATEWAY_URL ?? "http://localhost:8080");',
    ].join("\n"),
  };
  const found = findings(Object.keys(files), (path) => files[path]!);
  const { stack, workloads } = readConfig(configText(found), "steelyard.yml");
  expect(stack.endpoints).toMatchObject({
    api: { service: "api", port: 84 },
    "shop-orders": { service: "shop.orders", port: 83 },
    "shop-orders-93": { service: "shop.orders", port: 93 },
    gateway: { service: "gateway", port: 80 },
    stock: { service: "stock", port: 85 },
  });
  expect(Object.keys(stack.endpoints ?? {})).toHaveLength(5);
  expect(guessesIn("x", configText(found)).map(({ guess }) => guess)).toEqual([
    "by default the script asks another address than that of api, which is at port 8084: OTHER_URL (port 9999).",
  ]);
  expect(Object.values(workloads)[0]!.env).toEqual({
    ORDERS_URL: "${shop-orders}/orders",
    EVENTS_URL: "ws://${shop-orders-93.host}",
    API_URL: "${api}",
    OTHER_URL: "${api}",
    STOCK_SERVICE: "${stock}",
    GATEWAY_URL: "${gateway}",
  });
});

test("services whose endpoints would have the same variable get names apart", () => {
  const names = ["shop", "API", "a.b", "a-b"];
  const files: Record<string, string> = {
    "compose.yaml": `services:\n${names.map((name, i) => `  "${name}": { build: ., ports: ["808${i}:80"] }`).join("\n")}`,
    "load.js": `import "k6/http";\n${names.map((_, i) => `__ENV.A${i}_URL || "http://localhost:808${i}";`).join("\n")}\nexport default () => {};`,
  };
  const found = findings(Object.keys(files), (path) => files[path]!);
  const { stack, workloads } = readConfig(configText(found), "steelyard.yml");
  const endpoints = Object.fromEntries(
    Object.entries(stack.endpoints).map(([name, endpoint]) => [
      name,
      "service" in endpoint && endpoint.service,
    ]),
  );
  expect(endpoints).toEqual({ api: "API", shop: "shop", "a-b": "a.b", "a-b-80": "a-b" });
  expect(Object.values(workloads)[0]!.env).toMatchObject({ A1_URL: "${api}", A3_URL: "${a-b-80}" });
});

test.each([
  ["http://localhost:3030/items", 3030],
  ["https://shop.example.test/items", 8080],
])(
  "where nothing can be started, a service is expected where the script asks one: of %s at %i",
  (address, port) => {
    const script = `import http from "k6/http"; export default () => http.get("${address}");`;
    const { stack } = readConfig(configText(findings(["load.js"], () => script)), "steelyard.yml");
    expect(stack).toMatchObject({ external: { endpoints: { api: { url: `http://127.0.0.1:${port}` } } } });
  },
);

test("its guesses are found in what it writes", () => {
  const nothing = findings([], () => "");
  expect(guessesIn("steelyard.yml", configText(nothing))).toMatchObject([
    { guess: expect.stringMatching(/^nothing to start was found.*\.$/) },
  ]);
  expect(guessesIn(STARTER, starterText(nothing))).toMatchObject([
    { guess: "no GET route without an account or parameters was found" },
  ]);
});

test("what a person has to look at is said, and nothing else", () => {
  const of = (...paths: string[]) => todo(findings(paths, (path) => FILES[path]!)).join("\n");
  expect(of("compose.yaml", "load/with space/on.lua")).toMatch(
    /^Check: load\/with space\/on\.lua: it names no path/,
  );
  expect(of("compose.yaml", "load/browse.js")).toBe(""); // its BASE_URL is mapped
  const own = findings(["compose.yaml", "a.js"], (path) =>
    path === "a.js"
      ? FILES["load/browse.js"]!.replace("__ENV.BASE_URL", '"http://localhost:9"')
      : FILES[path]!,
  );
  expect(todo(own).join("\n")).toMatch(/^a\.js asks an address of its own: let it ask .*API/);
  expect(of("go.mod", "main.go", "load/with space/on.lua")).toMatch(
    /^Check: port 8080 is fixed in main\.go:2/,
  );
  expect(of()).toMatch(/^Say what to start[\s\S]*Make perf\/browse\.js/);
});

const ITS_OWN = [
  /it reads no variable of ours: an address in it/,
  /a\.js asks an address of its own: let it ask __ENV\.STEELYARD_TARGET_API/,
] as const;

// The measurement lets an address that is written out stand for the endpoint with that port (model/literals.ts).
test.each<[string, Record<string, string>, string, boolean]>([
  ["the port of a process", {}, "http://localhost:3000/items", false],
  ["a private address with that port", {}, "http://192.168.0.9:3000", false],
  ["another port", {}, "http://localhost:3001", true],
  ["another machine", {}, "https://shop.example.com:3000", true],
  ["one of two", {}, 'http://localhost:3000", "http://localhost:3001', true],
  ["no address that can be read", {}, "/items", true],
  ["the port that a gateway publishes", { ports: '["9999:80"]' }, "http://localhost:9999", false],
  ["a service by its name", { ports: '["9999:80"]' }, "http://shop:80", false],
  // Compose knows the value; a measurement does not.
  [
    "a port that only .env names",
    { ports: '["${OUT}:80"]', ".env": "OUT=9999" },
    "http://localhost:9999",
    true,
  ],
])(
  "a script that asks %s has a line about it only where that is needed",
  (_, { ports, ...more }, url, isOwn) => {
    const files: Record<string, string> = {
      ...(ports === undefined
        ? { "package.json": FILES["package.json"]!, "server.js": "app.listen(process.env.PORT || 3000);" }
        : { "compose.yaml": `services: { shop: { build: ., ports: ${ports} } }`, Dockerfile: "FROM x" }),
      ...more,
      "a.js": `import http from "k6/http"; export default () => http.batch(["${url}"]);`,
    };
    const found = findings(Object.keys(files), (path) => files[path]!);
    const [line, point] = ITS_OWN;
    expect(line.test(configText(found))).toBe(isOwn);
    expect(point.test(todo(found).join("\n"))).toBe(isOwn);
  },
);

test("without a stack of its own the address has to be that of the service", () => {
  const text = 'import http from "k6/http"; export default () => http.get("http://localhost:3000");';
  expect(todo(findings(["a.js"], () => text)).join("\n")).toMatch(ITS_OWN[1]);
});

test("a first script asks the routes that were found, and says where", () => {
  const files: Record<string, string> = {
    "package.json": FILES["package.json"]!,
    "server.js":
      'app.get("/items", list);\napp.get("/items/:id", one);\napp.get("/admin", all);\napp.get("/healthz", ok);\nrouter.get("/more", x);',
  };
  const text = starterText(findings(Object.keys(files), (path) => files[path]!));
  expect(text).toContain(
    '  "/items", // server.js:1\n  "/more", // server.js:5, check: its router may have a prefix\n]',
  );
});

test.each([
  [
    "a handler of Go that becomes a WebSocket, and methods of gorilla",
    "http/event.go",
    `package http
func (s *Server) registerRoutes(r *mux.Router) {
	r.HandleFunc("/items", s.handleItems).Methods("GET")
	r.HandleFunc("/orders", s.handleItems).Methods("POST")
	r.HandleFunc("/live", s.handleLive)
}
func (s *Server) handleItems(w http.ResponseWriter, r *http.Request) {
	fmt.Fprint(w, "[]")
}
// handleLive comes after.
func (s *Server) handleLive(w http.ResponseWriter, r *http.Request) {
	conn, err := upgrader.Upgrade(w, r, nil)
}
func main() { http.ListenAndServe(":8080", nil) }`,
    { "go.mod": "module shop", "main.go": 'package main\nfunc main() { http.ListenAndServe(":8080", nil) }' },
  ],
  [
    "a handler of Express that sends events for ever",
    "server.js",
    `app.get("/live", (req, res) => {
  res.setHeader("content-type", "text/event-stream");
});
app.get("/items", (req, res) => res.json([]));
app.listen(process.env.PORT);`,
    { "package.json": '{ "scripts": { "start": "node server.js" }, "dependencies": { "express": "4" } }' },
  ],
])("the first script does not ask %s", (_, path, code, more) => {
  const files: Record<string, string> = { ...more, [path]: code };
  const text = starterText(findings(Object.keys(files), (path) => files[path]!));
  expect([...text.matchAll(/^ {2}("\S+),/gm)].map(([, path]) => path)).toEqual(['"/items"']);
});

test("the first script asks the patterns of Go's router, each once, and no socket", () => {
  const files: Record<string, string> = {
    "go.mod": "module shop",
    "main.go": `package main
func main() {
	mux.HandleFunc("GET /{$}", index)
	mux.HandleFunc("GET /items", items)
	mux.HandleFunc("/items/", items)
	mux.HandleFunc("/items/{id}", item)
	mux.HandleFunc("GET /websocket/echo", echo)
	http.ListenAndServe(":8080", mux)
}`,
  };
  const text = starterText(findings(Object.keys(files), (path) => files[path]!));
  expect([...text.matchAll(/^ {2}("\S+),/gm)].map(([, path]) => path)).toEqual(['"/"', '"/items"']);
});

test.each([
  ["octo/steelyard@v1", { repository: "octo/steelyard", ref: "v1" }],
  [`o/r@${"a".repeat(40)}`, { repository: "o/r", ref: "a".repeat(40) }],
  ["octo/steelyard", undefined],
  ["steelyard@v1", undefined],
  ["o/r@v1\n", undefined],
  ["o/r/x@v1", undefined],
])("%j is the source %j", (text, want) => expect(sourceOf(text)).toEqual(want));

const SHA = "0123456789".repeat(4);
test.each([
  [`git+ssh://git@github.com/octo/steelyard.git#${SHA}`, { repository: "octo/steelyard", ref: SHA }],
  [`git+https://github.com/octo/steelyard#${SHA}`, { repository: "octo/steelyard", ref: SHA }],
  [`git+https://example.com/octo/steelyard.git#${SHA}`, undefined],
  ["https://example.com/steelyard-1.0.0.tgz", undefined],
  ["", undefined],
])("what npm installed from %j is of %j", (resolved, want) =>
  expect(installedSource(resolved)).toEqual(want),
);

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

test.each([
  [
    "its code",
    { "src/app.js": 'const jsonServer = require("json-server");\nconst data = require("../data.json");' },
  ],
  [
    "a script of npm",
    { "package.json": '{ "scripts": { "start": "json-server --watch data.json --port 3000" } }' },
  ],
  [
    "its code, after another file",
    {
      "src/app.js":
        'import jsonServer from "json-server";\nimport about from "../package.json";\nconst data = "../data.json";',
    },
  ],
])("json-server answers to the lists of its file, as %s names it: the shortest are asked", (_, named) => {
  const files: Record<string, string> = {
    "package.json":
      '{ "scripts": { "start": "node src/app.js" }, "dependencies": { "json-server": "0.16" } }',
    "data.json": '{ "photos": [1, 2, 3], "posts": [1], "settings": {}, "a b": [] }',
    ...named,
  };
  const text = starterText(findings(Object.keys(files), (path) => files[path]!));
  expect(text).toContain('  "/posts", // data.json\n  "/photos", // data.json\n];');
});
