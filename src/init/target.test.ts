import { describe, expect, test } from "vitest";
import { findings, readable } from "./findings.ts";

type Files = Readonly<Record<string, string>>;

/** The Compose service that is loaded, and its port. */
function target(services: string, more: Files): unknown[] | null {
  const files: Files = { "compose.yaml": `services:\n${services}`, ...more };
  const plan = findings(Object.keys(files), (path) => files[path]!).chosen?.plan;
  return plan?.kind === "compose" ? [plan.service, plan.port] : null;
}

describe("of PHP-FPM, the web server in front of it is loaded", () => {
  const LARAVEL = {
    "composer.json": "{}",
    artisan: "",
    "public/index.php": "",
    "docker/nginx/default.conf": "fastcgi_pass app:9000;",
  };
  const FPM = "FROM php:8.2-fpm\nEXPOSE 9000\nCMD php-fpm\n";
  const nginx = '  nginx: { image: "nginx:alpine", ports: ["8080:80"], volumes: ["./:/var/www"] }';

  test.each<[string, string, Files, unknown[] | null]>([
    ["an image of PHP's", `  app: { build: . }\n${nginx}`, { Dockerfile: FPM }, ["nginx", 80]],
    [
      "one whose port is published, too",
      `  app: { build: ., ports: ["9000:9000"] }\n${nginx}`,
      { Dockerfile: FPM },
      ["nginx", 80],
    ],
    [
      "one that is not built",
      `  app: { image: "php:8.2-fpm-alpine", expose: [9000], volumes: ["./:/var/www"] }\n${nginx}`,
      {},
      ["nginx", 80],
    ],
    [
      "a stage on one of PHP's, with the port of a debugger",
      `  app: { build: . }\n${nginx}`,
      { Dockerfile: "FROM docker.io/library/php:8-fpm AS base\nFROM base\nEXPOSE 9000\nEXPOSE 10000\n" },
      ["nginx", 80],
    ],
    [
      "another image that starts it",
      `  app: { build: . }\n${nginx}`,
      { Dockerfile: 'FROM alpine\nEXPOSE 9000\nCMD ["/usr/sbin/php-fpm83", "-F"]\n' },
      ["nginx", 80],
    ],
    [
      "a web server that is built",
      "  app: { build: . }\n  web: { build: docker/nginx, ports: [80] }",
      { Dockerfile: FPM, "docker/nginx/Dockerfile": "FROM nginx" },
      ["web", 80],
    ],
    [
      "but not of an image with both",
      `  app: { build: . }\n${nginx}`,
      { Dockerfile: "FROM php:8.2-fpm\nRUN apt-get install nginx\nEXPOSE 8080\nCMD supervisord\n" },
      ["app", 8080],
    ],
    [
      "nor of one that only builds with it",
      `  app: { build: . }\n${nginx}`,
      { Dockerfile: "FROM php:8.2-fpm AS build\nFROM php:8.2-apache\nEXPOSE 9000\n" },
      ["app", 9000],
    ],
  ])("%s", (_, services, files, want) => expect(target(services, { ...LARAVEL, ...files })).toEqual(want));

  test("alone, it is no way to start the service", () => {
    const files: Files = { Dockerfile: FPM };
    expect(findings(Object.keys(files), (path) => files[path]!).chosen).toBeNull();
  });
});

describe("of two services that are built, the back end is loaded", () => {
  const NEXT = JSON.stringify({ scripts: { start: "next start" }, dependencies: { next: "16" } });
  const both = (one: string, other: string) =>
    `  web: { build: apps/web, ${one} }\n  api: { build: apps/api, ${other} }`;

  test.each<[string, string, Files, unknown[] | null]>([
    ["by its name", both("ports: [3000]", "ports: [4000]"), {}, ["api", 4000]],
    [
      "although only the pages are published",
      both("ports: [3000]", "expose: [4000]"),
      { "apps/web/package.json": NEXT },
      ["api", 4000],
    ],
    [
      "where nothing in its name says so",
      "  web: { build: apps/web, ports: [3000] }\n  shop: { build: ., ports: [4000] }",
      { "apps/web/package.json": NEXT },
      ["shop", 4000],
    ],
    [
      "but pages that stand alone are loaded",
      "  web: { build: apps/web, ports: [3000] }",
      { "apps/web/package.json": NEXT },
      ["web", 3000],
    ],
  ])("%s", (_, services, files, want) => expect(target(services, files)).toEqual(want));
});

describe("a published image that is called like its service", () => {
  const compose = '  console: { image: "acme/console:2", ports: [8080] }';
  test.each<[string, Files, unknown[] | null]>([
    ["is the project's own with a Dockerfile at the top", { Dockerfile: "" }, ["console", 8080]],
    [
      "or with one in a folder of its name",
      { "src/console/Dockerfile": "", "src/console/a.go": "" },
      ["console", 8080],
    ],
    ["but not with that of another program", { "gateway/Dockerfile": "", "gateway/a.go": "" }, null],
  ])("%s", (_, files, want) => expect(target(compose, files)).toEqual(want));
});

describe("a published image with the name of project and service", () => {
  const compose = '  api: { image: "ghcr.io/acme/shop-api:1", ports: [3000] }';
  test.each<[string, Files, unknown[] | null]>([
    [
      "is the project's own with a Dockerfile in a folder of the service's name",
      { "api/Dockerfile": "", "api/a.js": "" },
      ["api", 3000],
    ],
    ["but not with that of another service", { "web/Dockerfile": "", "web/a.js": "" }, null],
    ["nor with one at the top", { Dockerfile: "" }, null],
  ])("%s", (_, files, want) => expect(target(compose, files)).toEqual(want));
});

describe("an image without an owner, which no file builds,", () => {
  const UNBUILT = /^warehouse-spring is not built from the checkout/;
  const SHOP = '  backend: { image: warehouse-spring, ports: ["8080:8080"] }\n  db: { image: postgres }\n';
  const script = {
    "load.js": `import http from "k6/http";\nexport default () => http.get("http://localhost:8080");`,
  };
  const found = (services: string, more: Files) => {
    const files: Files = { "compose.yaml": `services:\n${services}`, ...script, ...more };
    const { plan, checks = [] } = findings(Object.keys(files), (path) => files[path]!).chosen ?? {};
    const text = plan?.kind === "compose" ? (plan.written?.text ?? "") : "";
    const args = checks.flatMap((one) => /arguments without a value: write (.*) as/.exec(one)?.[1] ?? []);
    return [/build:/.test(text), checks.some((one) => UNBUILT.test(one)), ...args];
  };
  const other = '  edge: { image: "acme/tracker", ports: [90] }';
  const named = { "pom.xml": "<project>\n  <name>warehouse-spring</name>" };
  const given = "ARG TARGETARCH\nARG BUILDKIT_INLINE_CACHE\nARG SOURCE_DATE_EPOCH\n";
  const image = {
    Dockerfile: `ARG V=1\nARG REG\nFROM \${REG:-docker.io}/java:$V\nARG V\nARG jar\n${given}`,
  };

  test.each<[string, string, Files, unknown[]]>([
    ["is built where the build of Java is called so", SHOP, { ...image, ...named }, [true, false, "jar"]],
    ["whatever else there is", SHOP + other, { ...image, ...named }, [true, false, "jar"]],
    ["is a check where nothing tells whose it is", SHOP, image, [false, true]],
    ["also beside others", SHOP + other, image, [false, true]],
    ["or where there is no Dockerfile", SHOP, {}, [false, true]],
    [
      "but no proxy is",
      '  app: { build: . }\n  edge: { image: nginx, ports: ["8080:80"] }',
      { Dockerfile: "FROM node" },
      [false, false],
    ],
  ])("%s", (_, services, files, want) => expect(found(services, files)).toEqual(want));

  const head =
    "<project>\n<parent><artifactId>warehouse-spring</artifactId></parent>\n<artifactId>shop</artifactId>";
  test.each<[string, string, string, boolean]>([
    ["the project's own", "pom.xml", "<project>\n<artifactId>warehouse-spring</artifactId>", true],
    ["its parent's", "pom.xml", head, false],
    ["a dependency's", "pom.xml", `${head}\n<dependencies><artifactId>warehouse-spring</artifactId>`, false],
    ["a word of a dependency's", "pom.xml", "<groupId>org.warehouse-spring</groupId>", false],
    ["an image of Maven", "pom.xml", "<to>\n<image>r.test:5000/a/warehouse-spring:9</image>", true],
    ["one with a name", "pom.xml", "<image>\n<name>warehouse-spring</name>", true],
    ["another image", "pom.xml", "<image>a/warehouse-spring-ui</image>", false],
    ["a base image of Maven", "pom.xml", "<from>\n<image>warehouse-spring:9</image>", false],
    ["an image of Gradle", "build.gradle", 'imageName = "docker.io/a/warehouse-spring:$version"', true],
    ["one of Kotlin", "build.gradle.kts", 'jib { to { image = "warehouse-spring" } }', true],
    ["a setter", "build.gradle.kts", 'imageName.set("warehouse-spring")', true],
    ["a base image of Gradle", "build.gradle", 'from {\n image = "warehouse-spring:9"', false],
    ["a library", "build.gradle", 'implementation "a:warehouse-spring:9"', false],
  ])("is the project's by its name in the build of Java: %s", (_, path, text, want) =>
    expect(found(SHOP, { ...image, [path]: text })[0]).toBe(want),
  );

  test("leaves the Dockerfile to the project's own program where it is a broker", () => {
    const files: Files = {
      "compose.yaml": 'services:\n  mqtt: { image: "eclipse-mosquitto:2", ports: ["1883:1883"] }\n',
      Dockerfile: "FROM node\nEXPOSE 3000",
    };
    expect(findings(Object.keys(files), (path) => files[path]!).chosen?.title).toBe("Dockerfile");
  });
});

describe("the service that the scripts ask is loaded", () => {
  const script = (address: string) => ({
    "load.js": `import http from "k6/http";\nexport default () => http.get("${address}");`,
  });
  const two = (one: string, other: string) =>
    `  shop: { build: shop, ports: ["${one}"] }\n  api: { build: api, ports: ["${other}"] }`;

  test.each<[string, string, Files, unknown[] | null]>([
    ["by its published port", two("8081:80", "8082:80"), script("http://localhost:8081/"), ["shop", 80]],
    [
      "but an address of another service leaves the choice",
      two("8081:80", "8082:80"),
      script("http://localhost:9000/"),
      ["api", 80],
    ],
    [
      "nor does one in a comment count",
      two("8081:80", "8082:80"),
      { "load.js": `// http://localhost:8081\n${script("http://localhost/")["load.js"]}` },
      ["api", 80],
    ],
    [
      "at that port of several",
      '  api: { build: api, ports: ["8081:81", "8082:82"] }',
      script("http://127.0.0.1:8082"),
      ["api", 82],
    ],
    [
      "a proxy in front of what is built",
      '  app1: { build: ., expose: [8000] }\n  nginx: { image: nginx, ports: ["8080:80"] }',
      script("http://localhost:8080"),
      ["nginx", 80],
    ],
    [
      "and of others an image of somebody else",
      '  edge: { image: "acme/edge:1", ports: ["8080:80"] }',
      script("http://localhost:8080"),
      ["edge", 80],
    ],
    [
      "but no database",
      '  db: { image: influxdb, ports: ["8086:8086"] }\n  api: { build: ., ports: [80] }',
      script("http://localhost:8086"),
      ["api", 80],
    ],
  ])("%s", (_, services, files, want) => expect(target(services, files)).toEqual(want));

  test.each([
    [8000, "a/"],
    [9000, "b/"],
  ])("of processes, too: at %i it is that in %s", (port, want) => {
    const server = JSON.stringify({ dependencies: { express: "5" }, scripts: { start: "node ." } });
    const code = (of: number) => `app.listen(process.env.PORT || ${of})`;
    const files: Files = {
      "a/package.json": server,
      "a/index.js": code(8000),
      "b/package.json": server,
      "b/index.js": code(9000),
      ...script(`http://localhost:${port}`),
    };
    expect(findings(Object.keys(files), (path) => files[path]!).chosen?.title).toContain(want);
  });
});

test.each<[string, Files, number, string | null]>([
  ["is expected where the scripts ask", { "load.js": "http://localhost:3045/" }, 3045, null],
  [
    "but not where they ask several",
    { "load.js": 'http://localhost:3045" + "http://localhost:3046' },
    8080,
    "PORT",
  ],
  ["or none", {}, 8080, "PORT"],
])("a process whose port is not in its code %s", (_, scripts, port, env) => {
  const files: Files = {
    "go.mod": "module example.test/shop",
    "main.go": "package main\nfunc main() { http.ListenAndServe(config.Address, nil) }",
    ...Object.fromEntries(
      Object.entries(scripts).map(([path, address]) => [
        path,
        `import http from "k6/http";\nexport default () => http.get("${address}");`,
      ]),
    ),
  };
  const { chosen } = findings(Object.keys(files), (path) => files[path]!);
  expect(chosen?.plan).toMatchObject({ given: { port, env } });
  expect(chosen?.checks.at(-1)).toMatch(
    env === null ? /expected at 3045, which the scripts ask/ : /to read PORT/,
  );
});

describe("services that stand in for others, or serve them, are not loaded", () => {
  const NEXT = JSON.stringify({ scripts: { start: "next start" }, dependencies: { next: "16" } });
  const all = (...names: readonly string[]) =>
    names.map((name, i) => `  ${name}: { build: ${name}, ports: [${3000 + i}] }`).join("\n");

  test.each<[string, string, Files, unknown[] | null]>([
    ["a mock", all("mock-api", "web"), {}, ["web", 3001]],
    ["a mock, of pages", all("api-mock", "web"), { "web/package.json": NEXT }, ["web", 3001]],
    ["a mock alone is", all("mock-api"), {}, ["mock-api", 3000]],
    ["discovery", all("config-server", "eureka-server", "gateway"), {}, ["gateway", 3002]],
    ["mail and a database", all("mailserver", "sqlserver", "app"), {}, ["app", 3002]],
    ["a word in another word is no back end", all("observer", "app"), {}, ["app", 3001]],
    ["nor a helper", all("sqlite-api", "app"), {}, ["sqlite-api", 3000]],
  ])("%s", (_, services, files, want) => expect(target(services, files)).toEqual(want));
});

test.each<[string, string, string | null]>([
  [
    "one of gRPC in a variable",
    'ports: ["8080:8080", "8081:8081"], environment: { GRPC_PORT: "8081" }',
    "/healthz",
  ],
  [
    "one of gRPC in an address",
    'ports: [8080, 8081], environment: ["SHOP_GRPC_ADDR=0.0.0.0:8081"]',
    "/healthz",
  ],
  ["one of a broker", 'ports: ["8080:8080", "5672:5672"]', "/healthz"],
  ["one that may be HTTP", 'ports: ["8080:8080", "8081:8081"], environment: { ADMIN_PORT: "8081" }', null],
  [
    "one of another service with gRPC",
    'ports: [8080, 8081], environment: { USERS_GRPC_ADDR: "users:8081" }',
    null,
  ],
])(
  "the health path is asked at the first of two ports, unless the second may mean it: %s",
  (_, more, want) => {
    const files: Files = {
      "compose.yaml": `services: { app: { build: ., ${more} } }`,
      Dockerfile: "FROM golang",
      "main.go": 'package main\nfunc main() { r := gin.New(); r.GET("/healthz", f); r.Run(":8080") }',
    };
    const chosen = findings(Object.keys(files), (path) => files[path]!).chosen;
    expect(chosen?.plan.health).toBe(want);
    expect(chosen?.checks).toEqual(want === null ? ["app has further ports: 8081."] : []);
  },
);

describe("of several services that are equally good, the proxy in front of them is loaded", () => {
  const two = ["orders", "stock"]
    .map((name) => `  ${name}: { build: ./${name}, ports: ["3000"] }`)
    .join("\n");
  const code = { "orders/Dockerfile": "FROM node", "stock/Dockerfile": "FROM node" };
  const mounted =
    '  edge: { image: "nginx:1", ports: ["80:80"], volumes: ["./edge.conf:/etc/nginx/nginx.conf"] }';

  test.each<[string, string, Files, string]>([
    [
      "by the configuration that it has mounted",
      `${two}\n${mounted}`,
      { "edge.conf": "server orders:3000;\nproxy_pass http://stock/items;" },
      "edge",
    ],
    [
      "by the one in its image",
      `${two}\n  gateway: { build: ./gateway, ports: ["80:80"] }`,
      { "gateway/Dockerfile": "FROM nginx", "gateway/a.conf": "server orders:3000; server stock:3000;" },
      "gateway",
    ],
    [
      "not one that names one of them",
      `${two}\n${mounted}`,
      { "edge.conf": "server orders:3000;" },
      "orders",
    ],
    [
      "not where one of them comes first by its name",
      `${two}\n  api: { build: ./orders, ports: ["3001"] }\n${mounted}`,
      { "edge.conf": "server orders:3000; server stock:3000; server api:3001;" },
      "api",
    ],
  ])("%s", (_, text, more, want) => {
    expect(target(text, { ...code, ...more })?.[0]).toBe(want);
  });
});

test("the texts of a proxy's configuration and of .dockerignore are read", () => {
  const paths = ["nginx/default.conf", "nginx/default.conf.template", "Caddyfile", "api/.dockerignore"];
  expect(readable([...paths, "logo.png"]).sort()).toEqual([...paths].sort());
});
