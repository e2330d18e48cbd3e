import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { definitionChanges } from "../../measure/definition.ts";
import { definitionOf } from "./definition.ts";
import type { Mapping } from "./resolved.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A tree with a Dockerfile and a mounted file, and its service `web` as Compose resolves it. */
function tree(web: Mapping, files: Readonly<Record<string, string>> = {}): ReturnType<typeof definitionOf> {
  const folder = mkdtempSync(join(tmpdir(), "steelyard-definition-"));
  folders.push(folder);
  for (const [name, text] of Object.entries({ Dockerfile: "FROM a", "rows.sql": "1", ...files })) {
    mkdirSync(join(folder, "web"), { recursive: true });
    writeFileSync(join(folder, "web", name), text);
  }
  const service = {
    build: { context: join(folder, "web"), dockerfile: "Dockerfile" },
    cpus: 1,
    mem_limit: "1g",
    environment: { NODE_OPTIONS: "--max-old-space-size=100", PASSWORD: "secret" },
    volumes: [{ type: "bind", source: join(folder, "web/rows.sql"), target: "/rows.sql" }],
    ...web,
  };
  return definitionOf({ services: { web: service } }, folder);
}
const changes = (web: Mapping, files?: Readonly<Record<string, string>>) =>
  definitionChanges(tree({}), tree(web, files));

test.each<[what: string, head: [Mapping, Record<string, string>?], told: string[]]>([
  ["nothing, in another folder", [{}], []],
  [
    "sizes, with their values",
    [{ cpus: 4, mem_limit: "2g" }],
    ["services.web.cpus (1 → 4)", "services.web.mem_limit (1g → 2g)"],
  ],
  ["an image", [{ image: "fast:1" }], ["services.web.image (none → fast:1)"]],
  [
    "variables, never their values",
    [{ environment: { NODE_OPTIONS: "--jitless", PASSWORD: "secret" } }],
    ["services.web.environment.NODE_OPTIONS"],
  ],
  [
    "a removed variable",
    [{ environment: { NODE_OPTIONS: "--max-old-space-size=100" } }],
    ["services.web.environment.PASSWORD"],
  ],
  ["the content of a Dockerfile", [{}, { Dockerfile: "FROM b" }], ["services.web.build.Dockerfile"]],
  ["the content of a mounted file", [{}, { "rows.sql": "2" }], ["services.web.volumes[/rows.sql].content"]],
  ["a new key", [{ command: ["node", "fast.mjs"] }], ["services.web.command[0]", "services.web.command[1]"]],
])("%s", (_, [web, files], told) => {
  expect(changes(web, files)).toEqual(told);
  expect(JSON.stringify(tree(web, files))).not.toMatch(/secret|old-space/);
});
