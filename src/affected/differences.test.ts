import { describe, expect, test } from "vitest";
import type { Listing } from "../model/tree.ts";
import { differencesBetween, updatesIn } from "./differences.ts";
import { packagesIn } from "./lockfiles.ts";

const NPM = (express: string) =>
  JSON.stringify({
    lockfileVersion: 3,
    packages: {
      "": { name: "shop", version: "1.0.0" },
      "node_modules/express": { version: express },
      "node_modules/express/node_modules/@types/ms": { version: "2.0.0" },
      "packages/own": { version: "9.9.9" },
    },
  });

describe("the packages of", () => {
  test.each<[string, string, Record<string, string[]>]>([
    ["package-lock.json", NPM("4.18.1"), { express: ["4.18.1"], "@types/ms": ["2.0.0"] }],
    [
      "npm-shrinkwrap.json",
      JSON.stringify({
        dependencies: {
          a: { version: "1.0.0", dependencies: { b: { version: "2.0.0" } } },
          b: { version: "3.0.0" },
        },
      }),
      { a: ["1.0.0"], b: ["2.0.0", "3.0.0"] },
    ],
    [
      "yarn.lock",
      '# yarn lockfile v1\n\n"@babel/core@^7.0.0", "@babel/core@^7.1.0":\n  version "7.1.2"\n  dependencies:\n    ms "^2"\n\nms@^2:\n  version "2.1.3"\n',
      { "@babel/core": ["7.1.2"], ms: ["2.1.3"] },
    ],
    [
      "yarn.lock",
      '__metadata:\n  version: 8\n\n"ms@npm:^2":\n  version: 2.1.3\n  resolution: "ms@npm:2.1.3"\n',
      { ms: ["2.1.3"] },
    ],
    [
      "pnpm-lock.yaml",
      "lockfileVersion: '9.0'\n\nimporters:\n  .:\n    dependencies:\n\npackages:\n\n  '@babel/core@7.1.2':\n    resolution: {}\n\n  ms@2.1.3(debug@4.0.0):\n    engines: {}\n\nsnapshots:\n\n  other@1.0.0: {}\n",
      { "@babel/core": ["7.1.2"], ms: ["2.1.3"] },
    ],
    [
      "pnpm-lock.yaml",
      "packages:\n\n  /@babel/core/7.1.2:\n    a: b\n  /ms/2.1.3:\n",
      { "@babel/core": ["7.1.2"], ms: ["2.1.3"] },
    ],
    [
      "bun.lock",
      `{
  "workspaces": { "": { "dependencies": { "ms": "^2.1.3", }, }, },
  "packages": {
    "@babel/core": ["@babel/core@7.1.2", "", { "dependencies": { "ms": "^2" } }, "sha512-a"],
    "debug/ms": ["ms@2.0.0", "", {}, "sha512-b"],
    "ms": ["ms@2.1.3", "", {}, "sha512-c"],
    "own": ["own@workspace:packages/own"],
  }
}`,
      { "@babel/core": ["7.1.2"], ms: ["2.0.0", "2.1.3"], own: ["workspace:packages/own"] },
    ],
    [
      "go.sum",
      "github.com/gin-gonic/gin v1.9.1 h1:abc=\ngithub.com/gin-gonic/gin v1.9.1/go.mod h1:def=\n",
      { "github.com/gin-gonic/gin": ["v1.9.1"] },
    ],
    [
      "Cargo.lock",
      'version = 3\n\n[[package]]\nname = "axum"\nversion = "0.7.5"\ndependencies = [\n "tokio",\n]\n\n[metadata]\nversion = "1"\n',
      { axum: ["0.7.5"] },
    ],
    ["uv.lock", 'version = 1\n\n[[package]]\nname = "flask"\nversion = "3.0.0"\n', { flask: ["3.0.0"] }],
    [
      "Gemfile.lock",
      "GEM\n  specs:\n    rails (7.1.0)\n      rack (>= 2)\n    rack (3.0.8)\n",
      { rails: ["7.1.0"], rack: ["3.0.8"] },
    ],
    [
      "composer.lock",
      JSON.stringify({
        packages: [{ name: "a/b", version: "v1" }],
        "packages-dev": [{ name: "c/d", version: "2" }],
      }),
      { "a/b": ["v1"], "c/d": ["2"] },
    ],
    [
      "requirements.txt",
      "flask==3.0.0  # web\nuvicorn[standard]==0.30.1\n-r other.txt\nrequests>=2\n",
      { flask: ["3.0.0"], uvicorn: ["0.30.1"] },
    ],
    [
      "Pipfile.lock",
      JSON.stringify({ default: { flask: { version: "==3.0.0" }, own: { path: "." } }, develop: {} }),
      { flask: ["3.0.0"] },
    ],
    [
      "gradle.lockfile",
      "# a comment\ncom.zaxxer:HikariCP:5.1.0=compileClasspath,runtimeClasspath\nempty=\n",
      { "com.zaxxer:HikariCP": ["5.1.0"] },
    ],
    [
      "pom.xml",
      `<project>
  <parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId><version>3.2.1</version></parent>
  <properties><java.version>21</java.version><gson.version>2.10</gson.version></properties>
  <dependencies>
    <dependency>
      <groupId>com.google.code.gson</groupId>
      <artifactId>gson</artifactId>
      <version>\${gson.version}</version>
    </dependency>
    <dependency><groupId>org.postgresql</groupId><artifactId>postgresql</artifactId></dependency>
    <dependency><groupId>com.zaxxer</groupId><artifactId>HikariCP</artifactId><version> 5.1.0 </version></dependency>
  </dependencies>
</project>`,
      {
        "com.google.code.gson:gson": ["2.10"],
        "com.zaxxer:HikariCP": ["5.1.0"],
        "org.springframework.boot:spring-boot-starter-parent": ["3.2.1"],
      },
    ],
    [
      "build.gradle",
      `plugins {
  id 'java'
  id 'org.springframework.boot' version '3.2.1'
}
dependencies {
  implementation 'org.springframework.boot:spring-boot-starter-web'
  implementation 'com.google.code.gson:gson:2.10'
  runtimeOnly "com.zaxxer:HikariCP:$hikari"
}`,
      { "com.google.code.gson:gson": ["2.10"], "org.springframework.boot": ["3.2.1"] },
    ],
    [
      "build.gradle.kts",
      `plugins { id("org.springframework.boot") version "3.2.1" }
dependencies { implementation("com.google.code.gson:gson:2.10") }`,
      { "com.google.code.gson:gson": ["2.10"], "org.springframework.boot": ["3.2.1"] },
    ],
    [
      "libs.versions.toml",
      `[versions]
jackson = "2.17.0"

[libraries]
jackson = { module = "com.fasterxml.jackson.core:jackson-databind", version.ref = "jackson" }
gson = "com.google.code.gson:gson:2.10"
hikari = { group = "com.zaxxer", name = "HikariCP", version = "5.1.0" }
starter = { module = "org.springframework.boot:spring-boot-starter" }
`,
      {
        "com.fasterxml.jackson.core:jackson-databind": ["2.17.0"],
        "com.google.code.gson:gson": ["2.10"],
        "com.zaxxer:HikariCP": ["5.1.0"],
      },
    ],
  ])("%s", (name, text, expected) => {
    const found = [...packagesIn(name, text)!].map(([pack, versions]) => [pack, [...versions]]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  test("what is no lock file that we know, or is broken, are not known", () => {
    expect([
      packagesIn("deno.lock", "{}"),
      packagesIn("package-lock.json", "{"),
      packagesIn("composer.lock", "null"),
    ]).toEqual([null, null, null]);
  });
});

const listing = (tree: Readonly<Record<string, string>>): Listing => ({
  entries: new Map(Object.entries(tree).map(([path, text]) => [path, { kind: "file", id: text }])),
  text: async (path) => tree[path] ?? null,
});
const between = (base: Readonly<Record<string, string>>, head: Readonly<Record<string, string>>) =>
  differencesBetween(listing(base), listing(head));

describe("besides its code a change changes", () => {
  test.each<[string, Record<string, string>, Record<string, string>, string[]]>([
    [
      "packages",
      { "api/package-lock.json": NPM("4.18.1") },
      { "api/package-lock.json": NPM("4.19.0") },
      ["`api/package-lock.json`: 1 package: express 4.18.1 → 4.19.0"],
    ],
    [
      "packages that come and go, updates first",
      { "requirements.txt": "a==1\nb==1\nc==1\nd==1\n" },
      { "requirements.txt": "b==2\nc==2\nd==2\ne==1\n" },
      ["`requirements.txt`: 5 packages: b 1 → 2, c 1 → 2, d 1 → 2, …"],
    ],
    [
      "versions in manifests of Java",
      { "web/build.gradle": "implementation 'com.google.code.gson:gson:2.10'" },
      { "web/build.gradle": "implementation 'com.google.code.gson:gson:2.11'\n// new" },
      ["`web/build.gradle`: 1 package: com.google.code.gson:gson 2.10 → 2.11"],
    ],
    [
      "requirements in a folder of their own",
      { "requirements/base.txt": "flask==3.0.0" },
      { "requirements/base.txt": "flask==3.0.1" },
      ["`requirements/base.txt`: 1 package: flask 3.0.0 → 3.0.1"],
    ],
    [
      "a lock file that is not understood",
      { "bun.lockb": "1" },
      { "bun.lockb": "2" },
      ["`bun.lockb`: changed"],
    ],
    [
      "the order of a lock file alone: nothing",
      { "requirements.txt": "a==1\nb==1\n" },
      { "requirements.txt": "b==1\na==1\n" },
      [],
    ],
    [
      "the version of Node.js",
      { ".nvmrc": "24.20\n" },
      { ".nvmrc": "# new\n24.21\n" },
      ["`.nvmrc`: `24.20` → `24.21`"],
    ],
    [
      "the version of Go",
      { "go.mod": "module x\n\ngo 1.22\n" },
      { "go.mod": "module x\n\ngo 1.23\n\nrequire a v1\n" },
      ["`go.mod`: `go 1.22` → `go 1.23`"],
    ],
    [
      "the image that is built on",
      { "web/Dockerfile": "FROM node:24.20-slim AS build\nRUN x\nFROM scratch\n" },
      { "web/Dockerfile": "FROM --platform=linux/amd64 node:24.21-slim AS build\nFROM scratch\n" },
      ["`web/Dockerfile`: `node:24.20-slim` → `node:24.21-slim`"],
    ],
    [
      "a stage that is built on another: nothing",
      { Dockerfile: "FROM a AS base\nFROM base\n" },
      { Dockerfile: "FROM a as base\nFROM base AS dev\nFROM dev\n" },
      [],
    ],
    [
      "other lines of a Dockerfile: nothing",
      { Dockerfile: "FROM a\nRUN x\n" },
      { Dockerfile: "FROM a\nRUN y\n" },
      [],
    ],
    [
      "keys of services in a Compose file, and whole services",
      { "compose.yaml": "services: { db: { image: a }, web: { build: ., environment: [A=1] } }" },
      {
        "compose.yaml":
          "services: { queue: { image: b }, web: { build: ., environment: [A=2], mem_limit: 1g } }",
      },
      ["`compose.yaml`: `db`, `queue`, `web.environment`, …"],
    ],
    [
      "keys of a Compose file that refer to themselves, or break out of the line",
      { "compose.yaml": "services: { web: { a: &x [1, *x] } }" },
      { "compose.yaml": 'services: { web: { a: &x [2, *x], "b\\n`": 1 } }' },
      ["`compose.yaml`: `web.a`, `web.b '`"],
    ],
    [
      "comments of a Compose file, and what is none: nothing",
      { "docker-compose.prod.yml": "services: { web: { build: . } }", "compose.yaml": "[" },
      { "docker-compose.prod.yml": "services: { web: { build: . } } # x", "compose.yaml": "]" },
      [],
    ],
    [
      "a new lock file",
      {},
      { "yarn.lock": 'ms@^2:\n  version "2.1.3"\n' },
      ["`yarn.lock`: 1 package: ms 2.1.3 added"],
    ],
    ["code: nothing", { "a.js": "1" }, { "a.js": "2" }, []],
    [
      "names that would break out of the line",
      { ".nvmrc": "1" },
      { ".nvmrc": `\`${"x".repeat(200)}` },
      [`\`.nvmrc\`: \`1\` → \`'${"x".repeat(78)}…\``],
    ],
  ])("%s", async (_, base, head, expected) => expect(await between(base, head)).toEqual(expected));

  test("no keys of Compose files, which base's rules name themselves", async () => {
    const [base, head] = ["1", "2"].map((cpus) =>
      listing({ "compose.yaml": `services: { web: { cpus: ${cpus} } }` }),
    );
    expect(await differencesBetween(base!, head!, { composeKeys: false })).toEqual([]);
  });

  test("many files: the first twenty", async () => {
    const files = Array.from({ length: 30 }, (_, i) => [`p${i}/.nvmrc`, "2"]);
    expect(await between({}, Object.fromEntries(files))).toHaveLength(20);
  });
});

describe("updates", () => {
  const updates = (base: string | null, head: string | null, file = "web/package-lock.json") =>
    updatesIn([file, "src/a.js"], (side) => (side === "base" ? base : head));

  test("packages that both sides have, in other versions", () => {
    expect(updates(NPM("4.18.1"), NPM("4.19.0"))).toEqual([
      { name: "express", file: "web/package-lock.json", base: "4.18.1", head: "4.19.0" },
    ]);
  });

  test("all versions of a package that is there in several", () => {
    expect(updates("a==1\n", "a==1\na==2\n", "requirements.txt")).toMatchObject([
      { name: "a", base: "1", head: "1 and 2" },
    ]);
  });

  test.each<[string, string | null, string | null]>([
    ["what only one side has", "a==1\n", "b==1\n"],
    ["a file that cannot be read", null, "a==1\n"],
    ["names that no package has", `${"a".repeat(215)}==1\n`, `${"a".repeat(215)}==2\n`],
  ])("not %s", (_, base, head) => expect(updates(base, head, "requirements.txt")).toEqual([]));

  test("versions of any length are cut", () => {
    const [update] = updates("a==1\n", `a==${"2".repeat(500)}\n`, "requirements.txt");
    expect(update!.head).toHaveLength(80);
  });
});
