import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Interrupted } from "../../base/errors.ts";
import type { Base } from "../../git/base.ts";
import type { Composed } from "../../model/run.ts";
import { runGit } from "../../testing/git.ts";
import { areAlike, ownVariables } from "./alike.ts";

/** Sides that mount nothing, so that git is not asked. */
const alike = (base: Record<string, string> | null, head: Record<string, string> | null) => {
  const side = (ids: Record<string, string>): Composed => ({
    engine: "28",
    services: Object.fromEntries(
      Object.entries(ids).map(([service, id]) => [
        service,
        { image: `of-${service}`, id: "", content: id, config: "" },
      ]),
    ),
    mounted: [],
  });
  const composed = { ...(base && { base: side(base) }), ...(head && { head: side(head) }) };
  return areAlike(composed, [], {} as Base, {} as never);
};

test.each<[string, Parameters<typeof alike>, boolean]>([
  [
    "the same images",
    [
      { web: "a", db: "b" },
      { web: "a", db: "b" },
    ],
    true,
  ],
  [
    "another image of one service",
    [
      { web: "a", db: "b" },
      { web: "c", db: "b" },
    ],
    false,
  ],
  ["a service that only head has", [{ web: "a" }, { web: "a", cache: "b" }], false],
  ["a service that only base has", [{ web: "a", cache: "b" }, { web: "a" }], false],
  ["base never started", [null, { web: "a" }], false],
  ["another stack than one of Compose", [null, null], false],
])("whether both sides are alike: %s", async (_, sides, want) => expect(await alike(...sides)).toBe(want));

test("what an earlier version measured is not known to be alike", async () => {
  const one: Composed = { engine: "28", services: {} };
  expect(await areAlike({ base: one, head: one }, [], {} as Base, {} as never)).toBe(false);
});

test("an interruption, and a clone that git cannot read, lose nothing: it is not known", async () => {
  const one: Composed = { engine: "28", services: {}, mounted: [] };
  const ask = (signal: AbortSignal, cwd: string) =>
    areAlike({ base: one, head: one }, ["compose.yml"], { sha: "a".repeat(40) } as Base, {
      cwd,
      env: process.env,
      signal,
    });
  expect(await ask(AbortSignal.abort(new Interrupted("SIGINT")), ".")).toBe(false);
  expect(await ask(new AbortController().signal, "/nowhere")).toBe(false);
});

describe("files of variables that git does not track, and that differ", () => {
  let trees: { base: string; head: string };
  beforeEach(() => {
    const top = mkdtempSync(join(tmpdir(), "steelyard-alike-"));
    trees = { base: join(top, "base"), head: join(top, "head") };
    for (const tree of [trees.base, trees.head]) mkdirSync(join(tree, "api"), { recursive: true });
    runGit({ cwd: trees.head }, "init", "-q");
  });
  afterEach(() => rmSync(join(trees.head, ".."), { recursive: true }));

  type Texts = Readonly<Record<string, string>>;
  async function found(base: Texts, head: Texts, tracked: readonly string[] = []) {
    const compose = {
      "compose.yaml": "services: { api: { env_file: [api/.env, { path: b.env }, /etc/c.env, ../d.env] } }",
    };
    for (const [path, text] of Object.entries(base)) writeFileSync(join(trees.base, path), text);
    for (const [path, text] of Object.entries({ ...compose, ...head }))
      writeFileSync(join(trees.head, path), text);
    if (tracked.length > 0) runGit({ cwd: trees.head }, "add", ...tracked);
    const checkout = { cwd: trees.head, env: process.env, signal: new AbortController().signal };
    return await ownVariables(["compose.yaml"], trees, checkout);
  }

  test("are named", async () => {
    const base = { ".env": "A=1", "api/.env": "A=1", "b.env": "A=1" };
    expect(await found(base, { ".env": "A=2", "api/.env": "A=2", "b.env": "A=1" })).toEqual([
      ".env",
      "api/.env",
    ]);
  });
  test("where head alone has one, but not where base alone does", async () => {
    expect(await found({ ".env": "A=1" }, { "b.env": "A=1" })).toEqual(["b.env"]);
  });
  test("also those that an included Compose file reads, in its own folder", async () => {
    const compose = {
      "compose.yaml": "include: [api/compose.yaml, { path: deploy.yaml, project_directory: . }]",
      "api/compose.yaml": "services: { api: { env_file: own.env } }",
      "deploy.yaml": "services: { db: { env_file: b.env } }",
    };
    const own = { "api/.env": "A=2", "api/own.env": "A=2", "b.env": "A=2", "own.env": "A=2" };
    expect(await found({ "b.env": "A=1" }, { ...compose, ...own })).toEqual([
      "api/.env",
      "api/own.env",
      "b.env",
    ]);
  });
  test("but not those of the change", async () => {
    expect(await found({ ".env": "A=1" }, { ".env": "A=2" }, [".env"])).toEqual([]);
  });
  test("and not of other stacks", async () => {
    expect(await ownVariables([], trees, {} as never)).toEqual([]);
  });
});
