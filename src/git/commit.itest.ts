import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runGit } from "../testing/git.ts";
import { commitAt } from "./commit.ts";

let repo: string;
const sh = (...args: string[]) => runGit({ cwd: repo }, ...args).trim();
function write(path: string, text: string): void {
  mkdirSync(join(repo, path, ".."), { recursive: true });
  writeFileSync(join(repo, path), text, { mode: 0o755 });
}
/** The commit as it is seen from a folder of the repository. */
const seen = (folder = "") =>
  commitAt(join(repo, folder), { ...process.env, HOME: repo }, new AbortController().signal, "baselines");

beforeEach(() => {
  repo = mkdtempSync(join(tmpdir(), "steelyard-commit-"));
  sh("init", "-q", "-b", "main");
  write("services/shop/server.js", "one");
  write("libraries/prices/index.js", "one");
  sh("add", "-A");
  sh("commit", "-q", "-m", "one");
});
afterEach(() => rmSync(repo, { recursive: true }));

test("in a folder of a monorepo, changes of its other folders count; the baselines of that folder do not", async () => {
  expect(await seen("services/shop")).toMatchObject({ subject: "one", dirty: false });
  write("services/shop/baselines/large/browse.json", "{}");
  expect(await seen("services/shop")).toMatchObject({ dirty: false });
  write("libraries/prices/index.js", "two");
  expect(await seen("services/shop")).toMatchObject({ dirty: true });
  sh("checkout", "-q", "libraries");
  write("libraries/taxes/index.js", "one");
  expect(await seen("services/shop")).toMatchObject({ dirty: true });
});

/** Signs anything, and verifies it as gpg does: with words for people. */
const GPG = `#!/bin/sh
case "$*" in
  *--verify*) echo "gpg: Signature made today" >&2; echo "[GNUPG:] GOODSIG 0 Test" ;;
  *) cat > /dev/null; echo "-----BEGIN PGP SIGNATURE-----"; echo; echo x; echo "-----END PGP SIGNATURE-----"
     printf '\\n[GNUPG:] SIG_CREATED D\\n' >&2 ;;
esac
`;

test("signatures that the user's settings show are not taken for the commit", async () => {
  write(".git/gpg", GPG);
  sh("config", "gpg.program", join(repo, ".git/gpg"));
  sh("commit", "-q", "--allow-empty", "-S", "-m", "signed");
  sh("config", "log.showSignature", "true");
  expect(sh("log", "-1", "--format=%H")).toMatch(/^gpg: Signature made today\n/);
  expect(await seen()).toEqual({ sha: sh("rev-parse", "HEAD"), subject: "signed", dirty: false });
});
