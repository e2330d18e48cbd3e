import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { configOf } from "../../testing/plans.ts";
import { configOfTree, loadedAs } from "./side.ts";

let tree = "";
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), "side-"));
});
afterEach(() => rmSync(tree, { recursive: true, force: true }));

const WORKLOADS = { near: { in: "network", measure: { duration: "4s" } }, far: {} };
const head = configOf(WORKLOADS, { profiles: { here: { in: "host" } } });
const TEXT = `
version: 1
stack: { compose: { files: [compose.yaml] }, endpoints: { api: { service: shop, port: 80 } } }
workloads:
  near: { k6: near.ts, in: network, measure: { duration: 4s } }
  far: { k6: far.ts }
`;
const optionsOf = (differs: object) => ({ config: "steelyard.yml", ...differs }) as never;
const theirs = (differs = {}, env = {}) =>
  configOfTree(
    { world: { cwd: "/checkout", env } as never, options: optionsOf(differs), config: head },
    tree,
  );

test("base's loads come from where head's profile has them come from, and are as long: else its script would be another", async () => {
  writeFileSync(join(tree, "steelyard.yml"), TEXT);
  for (const asked of [{ profile: "here" }, { profile: "here", scale: 0.5 }, { scale: 0.5 }]) {
    const found = await theirs(asked);
    const wanted = loadedAs(head, head, asked);
    expect(found).toMatchObject({ workloads: wanted.workloads });
  }
  expect(await theirs()).toMatchObject({ workloads: head.workloads });
  expect(await theirs({ profile: "here", scale: 0.5 })).toMatchObject({
    workloads: { near: { in: "host", measure: { duration: 2 } } },
  });
});

test("a tree without a config, or with one that cannot be used, says so", async () => {
  expect(await theirs({}, { CI: "true" })).toMatch(/^it has no steelyard\.yml \(first adoption\)/);
  expect(await theirs({ release: true }, { CI: "true" })).toBe(head); // of a release from before there was one
  expect(await theirs()).toBe(head); // a person's first try, on a laptop
  expect(await theirs({ rules: {} })).toMatch(/first adoption/); // where base's rules decide
  writeFileSync(join(tree, "steelyard.yml"), "version: 2");
  expect(await theirs()).toMatch(/^its steelyard\.yml cannot be used: /);
});
