import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { openInViewer } from "./open.ts";

const folder = mkdtempSync(join(tmpdir(), "steelyard-open-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ["linux", "xdg-open"],
  ["darwin", "open"],
] as const)("on %s it is %s's, with the whole environment of its user", async (platform, program) => {
  const heard = join(folder, `${program}.txt`);
  writeFileSync(
    join(folder, program),
    `#!/bin/sh\necho "$1 $DISPLAY" > ${heard}.part && mv ${heard}.part ${heard}\n`,
    { mode: 0o755 },
  );
  const path = `${folder}:${process.env.PATH}`;
  await openInViewer("/tmp/a page.html", { PATH: path, DISPLAY: ":7" }, platform);
  await vi.waitFor(() => expect(existsSync(heard)).toBe(true), { timeout: 5_000 });
  expect(readFileSync(heard, "utf8")).toBe("/tmp/a page.html :7\n");
});

test.each(["linux", "aix"] as const)("where %s has none it says so", async (platform) => {
  const opened = openInViewer("/tmp/why.html", { PATH: join(folder, "none") }, platform);
  await expect(opened).rejects.toMatchObject({ fault: "environment", where: "/tmp/why.html" });
});
