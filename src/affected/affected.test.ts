import { describe, expect, test } from "vitest";
import { readConfig } from "../config/read.ts";
import type { Listing, TreeEntry } from "../model/tree.ts";
import { effects } from "./affected.ts";

const CONFIG = `
version: 1
stack:
  compose: { files: [deploy/compose.yaml] }
  endpoints: { api: { service: gateway, port: 8080 } }
workloads:
  browse:
    k6: load/browse.js
    paths: ["services/gateway/**", "libs/", "!**/*.md", "!docs/**"]
  always: { k6: load/browse.js }
`;
const COMPOSE = `
x-common: &common { restart: always }
services:
  gateway:
    <<: *common
    build:
      context: ../services/gateway
      additional_contexts: { proto: ../proto }
    env_file: gateway.env
    volumes: ["../config/nginx.conf:/etc/nginx/nginx.conf:ro", "\${DATA:-../data}:/data", "cache:/cache"]
    command: ["sh", "-c", "ls . && exec gateway"]
    environment: { GREETING: "\${GREETING}", FOLDER: ../unused }
  web:
    build:
      context: ../my services/web
      dockerfile: ../../docker/Web.Dockerfile
      additional_contexts: ["shared=../shared"]
    volumes: ["../my data:/data"]
  db: { image: "postgres:\${PG}", labels: { folder: ../unused } }
include: [{ path: ../infra/base.yaml }]
volumes: { cache: {} }
secrets: { token: { file: ../secrets/token } }
`;
const file = (content: string) => ({ kind: "file", content }) as const;
type Content = { readonly kind: TreeEntry["kind"]; readonly content: string; readonly mode?: string };
const TREE: Readonly<Record<string, Content>> = {
  ".github/steelyard.yml": file(CONFIG),
  "README.md": file("# Shop"),
  "docs/api/index.html": file("<p>"),
  "deploy/compose.yaml": file(COMPOSE),
  "deploy/gateway.env": file("A=1"),
  "infra/base.yaml": file("services: { search: { build: { context: ../services/search } } }"),
  "services/search/main.go": file("package main"),
  "services/gateway/index.js": file("1"),
  "services/gateway/README.md": file("# Gateway"),
  "services/gateway/run.sh": file("exec node ."),
  "services/gateway/code": { kind: "link", content: "../../code" },
  "services/gateway2/index.js": file("1"),
  "services/other/index.js": file("1"),
  "services/other/package-lock.json": file("{}"),
  "code/deep/x.js": file("1"),
  "code/more": { kind: "link", content: "../further" },
  "further/y.js": file("1"),
  "unused/z": file("1"),
  elsewhere: { kind: "link", content: "services/other" },
  "libs/money.js": file("1"),
  "proto/api.proto": file("1"),
  "config/nginx.conf": file("1"),
  "data/rows.csv": file("1"),
  "docker/Web.Dockerfile": file("FROM node"),
  "shared/x.js": file("1"),
  "my services/web/x.js": file("1"),
  "my data/a.csv": file("1"),
  "secrets/token": file("1"),
  "package-lock.json": file("{}"),
  "load/browse.js": file(
    'import { login } from "../common/auth.js";\nconst data = open("../fixtures/items.json");',
  ),
  "load/note.txt": file("1"),
  "common/auth.js": file('import "./sign.js";'),
  "common/sign.js": file("1"),
  "common/unrelated.js": file("1"),
  "fixtures/items.json": file("[]"),
  "vendor/lib": { kind: "submodule", content: "abc" },
};

function listing(tree: Readonly<Record<string, Content>>): Listing {
  const entries = Object.entries(tree).map(([path, { kind, content, mode = "" }]) => {
    return [path, { kind, id: `${kind} ${mode} ${content}` }] as const;
  });
  return { entries: new Map(entries), text: async (path) => tree[path]?.content ?? null };
}

type Edit = Readonly<Record<string, Content | null>>;
async function effect(edit: Edit, base = TREE) {
  const head = Object.entries({ ...base, ...edit }).flatMap(([path, content]) =>
    content ? [[path, content]] : [],
  );
  const change = { base: listing(base), head: listing(Object.fromEntries(head)) };
  const config = readConfig(base[".github/steelyard.yml"]!.content, "steelyard.yml");
  const found = await effects({ config, path: ".github/steelyard.yml", ...change });
  expect(found.has("always")).toBe(false);
  return found.get("browse")!;
}
const edited = (path: string): Edit => ({
  [path]: { ...TREE[path], kind: TREE[path]?.kind ?? "file", content: "edited" },
});

describe("a change cannot affect a workload by", () => {
  test.each([
    ["nothing at all", {}],
    ["a page of the manual", edited("docs/api/index.html")],
    ["the README", edited("README.md")],
    ["a README in a build context, since a pattern says so", edited("services/gateway/README.md")],
    ["another service", edited("services/other/index.js")],
    ["a folder whose name begins alike", edited("services/gateway2/index.js")],
    ["a new file outside of everything", { LICENSE: file("MIT") }],
    ["a file next to an imported one", edited("common/unrelated.js")],
    ["a folder that only an environment variable and a label name", edited("unused/z")],
    [
      "a link outside of everything, and its target",
      { ...edited("elsewhere"), ...edited("services/other/index.js") },
    ],
    ["another spelling of a folder", { "Services/Gateway/index.js": file("1") }],
  ] satisfies [string, Edit][])("%s", async (_, edit) => {
    expect(await effect(edit)).toEqual({ kind: "unaffected", files: Object.keys(edit).length });
  });
});

describe("a change can affect a workload by", () => {
  test.each([
    ["its service", edited("services/gateway/index.js"), "named by `paths`"],
    ["a library that `paths` names as a folder", edited("libs/money.js"), "named by `paths`"],
    ["a new file", { "services/gateway/new.js": file("1") }, "named by `paths`"],
    ["a file that is gone", { "services/gateway/index.js": null }, "named by `paths`"],
    [
      "a file that moved away",
      { "services/gateway/index.js": null, "docs/index.js": TREE["services/gateway/index.js"]! },
      "named by `paths`",
    ],
    [
      "a file's mode",
      { "services/gateway/run.sh": { ...TREE["services/gateway/run.sh"]!, mode: "100755" } },
      "named by `paths`",
    ],
    [
      "a file that became a link",
      { "services/gateway/index.js": { kind: "link", content: "1" } },
      "named by `paths`",
    ],
    [
      "what a link in its folder leads to",
      edited("code/deep/x.js"),
      "the link services/gateway/code leads there",
    ],
    ["what a link behind a link leads to", edited("further/y.js"), "the link code/more leads there"],
    [
      "what a new link leads to",
      { "libs/other": { kind: "link", content: "../services/other" }, ...edited("services/other/index.js") },
      "named by `paths`",
    ],
    ["a lock file", edited("package-lock.json"), "a lock file"],
    ["a lock file of another service", edited("services/other/package-lock.json"), "a lock file"],
    ["a lock file in a folder that does not matter", { "docs/yarn.lock": file("1") }, "a lock file"],
    ["requirements of Python", { "tools/requirements-dev.txt": file("1") }, "a lock file"],
    ["the version of Node.js", { ".nvmrc": file("24") }, "the version of a toolchain"],
    ["how files are checked out", { ".gitattributes": file("* text") }, "how git checks files out"],
    ["the config", edited(".github/steelyard.yml"), "the config"],
    ["the script", edited("load/browse.js"), "a file of the load"],
    ["an import of the script's import", edited("common/sign.js"), "a file of the load"],
    ["a file that the script opens", edited("fixtures/items.json"), "a file of the load"],
    ["a file next to the script", edited("load/note.txt"), "the folder of the load"],
    ["the Compose file", edited("deploy/compose.yaml"), "a file of the Compose project"],
    ["an included Compose file", edited("infra/base.yaml"), "named in deploy/compose.yaml"],
    [
      "the build context of an included service",
      edited("services/search/main.go"),
      "named in infra/base.yaml",
    ],
    [
      "an additional context, of which code is generated",
      edited("proto/api.proto"),
      "named in deploy/compose.yaml",
    ],
    ["a mounted file", edited("config/nginx.conf"), "named in deploy/compose.yaml"],
    ["a mount whose variable has a default", edited("data/rows.csv"), "named in deploy/compose.yaml"],
    ["an environment file", edited("deploy/gateway.env"), "named in deploy/compose.yaml"],
    ["Compose's own environment", { "deploy/.env": file("A=1") }, "read by Compose"],
    ["a Dockerfile outside of its context", edited("docker/Web.Dockerfile"), "named in deploy/compose.yaml"],
    ["an additional context of a list", edited("shared/x.js"), "named in deploy/compose.yaml"],
    ["a build context with a space", edited("my services/web/x.js"), "named in deploy/compose.yaml"],
    ["a mount with a space", edited("my data/a.csv"), "named in deploy/compose.yaml"],
    ["a secret's file", edited("secrets/token"), "named in deploy/compose.yaml"],
    ["a submodule", edited("vendor/lib"), "a submodule"],
  ] satisfies [string, Edit, string][])("%s", async (_, edit, because) => {
    expect(await effect(edit)).toMatchObject({ kind: "affected", because });
  });

  const within = (path: string, edit: (text: string) => string) => ({
    ...TREE,
    [path]: file(edit(TREE[path]!.content)),
  });
  const anything = { LICENSE: file("MIT") };
  test.each([
    [
      "`COPY .` of the whole checkout",
      within("deploy/compose.yaml", (text) => text.replace("context: ../services/gateway", "context: ..")),
      "named in deploy/compose.yaml",
    ],
    [
      "a folder that is known only when Compose reads it",
      within("deploy/compose.yaml", (text) => text.replace(":-../data", "")),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as Compose has it
      "deploy/compose.yaml names ${DATA}, which is known only when it runs",
    ],
    [
      "a Compose file that cannot be read",
      within("deploy/compose.yaml", () => "services: ["),
      "deploy/compose.yaml names $, which is known only when it runs",
    ],
    [
      "a script that computes what it opens",
      within("load/browse.js", (text) => `${text}\nopen(__ENV.DATA);`),
      "load/browse.js opens files whose names are known only when it runs",
    ],
    [
      "a command as the load",
      within(".github/steelyard.yml", (text) =>
        text.replace(
          "k6: load/browse.js",
          "command: { run: [./bench], format: benchmark-smaller }\n    gate: [a]",
        ),
      ),
      "the load is a command in the checkout",
    ],
    [
      "a service that is started in the checkout",
      within(".github/steelyard.yml", (text) =>
        text.replace(
          "stack:",
          'stack:\n  process: { services: { gateway: { run: ["./run"], ports: { 8080: PORT } } } }',
        ),
      ),
      "the folder of the service gateway",
    ],
    [
      "a seed that is a command",
      within(".github/steelyard.yml", (text) =>
        text.replace("stack:", "stack:\n  seed: { run: [make, seed] }"),
      ),
      "the seed is a command in the checkout",
    ],
  ] satisfies [string, typeof TREE, string][])(
    "any file, by %s, but for those that do not matter",
    async (_, base, because) => {
      expect(await effect(anything, base)).toEqual({ kind: "affected", file: "LICENSE", because });
      expect(await effect({ "docs/new.html": file("1") }, base)).toEqual({ kind: "unaffected", files: 1 });
    },
  );
});

test("`policy.paths` counts for workloads without their own, and the last pattern decides", async () => {
  const config = CONFIG.replace(/ {4}paths: .*\n/, "").concat(
    'policy: { paths: ["services/**", "!services/other/**"] }\n',
  );
  const base = { ...TREE, ".github/steelyard.yml": file(config) };
  const found = async (edit: Edit) => {
    const change = { base: listing(base), head: listing({ ...base, ...(edit as typeof TREE) }) };
    return effects({ config: readConfig(config, "steelyard.yml"), path: ".github/steelyard.yml", ...change });
  };
  const other = await found(edited("services/other/index.js"));
  expect([...other].map(([name, { kind }]) => [name, kind])).toEqual([
    ["browse", "unaffected"],
    ["always", "unaffected"],
  ]);
  const two = await found(edited("services/gateway2/index.js"));
  expect(two.get("always")).toMatchObject({ kind: "affected", file: "services/gateway2/index.js" });
});

describe("links, each of which is a request to a forge,", () => {
  const TEXT = CONFIG.replace('"!docs/**"', '"!docs/**", "!proto/**"').replace(
    "  always:",
    "  other: { k6: load/browse.js, paths: [libs/, '!proto/**', '!docs/**'] }\n  always:",
  );
  /** The effects of a change that adds a file and links in a folder, and how often a link was read. */
  async function withLinks(folder: string, count: number) {
    const link = { kind: "link", content: "../unused" } as const;
    const links = Array.from({ length: count }, (_, n) => [`${folder}/l${n}`, link] as const);
    let reads = 0;
    const counting = (tree: Readonly<Record<string, Content>>): Listing => {
      const { entries, text } = listing(tree);
      return {
        entries,
        text(path) {
          if (tree[path]?.kind === "link") reads++;
          return text(path);
        },
      };
    };
    const head = counting({ ...TREE, LICENSE: file("MIT"), ...Object.fromEntries(links) });
    const change = { path: ".github/steelyard.yml", base: counting(TREE), head };
    const found = await effects({ config: readConfig(TEXT, "steelyard.yml"), ...change });
    return { effects: ["browse", "other"].map((name) => found.get(name)), reads };
  }

  test("are read once, whatever the workloads and commits", async () => {
    const unaffected = { kind: "unaffected", files: 21 };
    expect(await withLinks("proto", 20)).toEqual({ effects: [unaffected, unaffected], reads: 22 });
  });
  test("are not read where nothing leads to them", async () => {
    const unaffected = { kind: "unaffected", files: 301 };
    expect(await withLinks("docs", 300)).toEqual({ effects: [unaffected, unaffected], reads: 2 });
  });
  test("are read up to a limit, and with more of them any file affects a workload", async () => {
    const because = "there are too many links to follow";
    const affected = { kind: "affected", file: "LICENSE", because };
    expect(await withLinks("proto", 450)).toEqual({ effects: [affected, affected], reads: 100 });
  });
});
