import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Interrupted } from "../../base/errors.ts";
import { NO_EDITS } from "../../git/edits.ts";
import { runGit } from "../../testing/git.ts";
import { aWorld } from "../../testing/world.ts";
import { checkoutAt, editsAfter } from "./measurement.ts";

test("files of the checkout that a measurement writes are its edits afterwards", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "steelyard-edits-"));
  try {
    const world = aWorld({ cwd, env: { ...process.env, HOME: cwd } });
    const sh = (...args: string[]) => runGit({ cwd }, ...args);
    const write = (text: string) => writeFileSync(join(cwd, "shop.sqlite3"), text);
    sh("init", "-q", "-b", "main");
    write("one");
    sh("add", "-A");
    sh("commit", "-q", "-m", "one");
    const clean = await checkoutAt(world);
    expect(await editsAfter(world, clean)).toBeUndefined();
    write("two");
    const { edits } = await checkoutAt(world);
    expect(await editsAfter(world, clean)).toEqual(edits);
    expect(await editsAfter(world, { edits })).toBeUndefined();
    write("one");
    expect(await editsAfter(world, { edits })).toEqual(NO_EDITS);
    const signal = AbortSignal.abort(new Interrupted("SIGINT"));
    expect(await editsAfter({ ...world, signal }, clean)).toBeUndefined();
  } finally {
    rmSync(cwd, { recursive: true });
  }
});
