import { expect, test } from "vitest";
import { Interrupted } from "../../base/errors.ts";
import type { Base } from "../../git/base.ts";
import type { Composed } from "../../model/run.ts";
import { areAlike } from "./alike.ts";

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
