import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { silent } from "../../base/log.ts";
import { runGit } from "../../testing/git.ts";
import { aWorld } from "../../testing/world.ts";
import type { MeasureOptions, Trust } from "../options.ts";
import { treeOf } from "./trees.ts";
import { NO_TRUST } from "./trust.ts";

/** A stand-in for ssh, which runs the command on this machine: for those who have an agent. */
const SSH = `#!/bin/sh
[ "$SSH_AUTH_SOCK" = /run/agent ] || { echo "Permission denied (publickey)." >&2; exit 255; }
for command; do :; done
exec sh -c "$command"
`;

test("a submodule over ssh is fetched with keys of the user's agent, which code on a runner does not get", async () => {
  const folder = mkdtempSync(join(tmpdir(), "steelyard-trees-"));
  try {
    const [bin, lib, repo, out] = ["bin", "lib", "repo", "out"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
      string,
    ];
    mkdirSync(bin);
    writeFileSync(join(bin, "ssh"), SSH, { mode: 0o755 });
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, SSH_AUTH_SOCK: "/run/agent" };
    const sh = (cwd: string, ...args: string[]) => runGit({ cwd, env }, ...args).trim();
    for (const one of [lib, repo]) {
      sh(folder, "init", "-q", "-b", "main", one);
      writeFileSync(join(one, "file.txt"), one);
      sh(one, "add", "-A");
      sh(one, "commit", "-q", "-m", "one");
    }
    sh(repo, "submodule", "add", "-q", `ssh://forge${lib}`, "lib");
    sh(repo, "commit", "-q", "-m", "with a submodule");
    const sha = sh(repo, "rev-parse", "HEAD");
    const world = aWorld({ cwd: repo, env });
    const tree = (trust: Trust | undefined) =>
      treeOf({ world, out, log: silent, options: { trust } as MeasureOptions }, sha);
    {
      await using made = await tree(undefined);
      expect(readFileSync(join(made.cwd, "lib/file.txt"), "utf8")).toBe(lib);
    }
    await expect(tree(NO_TRUST)).rejects.toThrow("lacks the submodule lib, which the checkout has");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
