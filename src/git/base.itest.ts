import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { silent } from "../base/log.ts";
import { runGit } from "../testing/git.ts";
import { mergeBase } from "./base.ts";
import { git } from "./git.ts";
import { addWorktree, sweepWorktrees, unfilled } from "./worktree.ts";

let folder: string;
let repo: string;
let notes: string;
const signal = new AbortController().signal;
const fail = (error: unknown) => {
  throw error;
};
const at = (cwd: string) => ({ cwd, env: process.env, signal });

const sh = (cwd: string, ...args: string[]) => runGit({ cwd }, ...args).trim();
function commit(cwd: string, text: string): string {
  writeFileSync(join(cwd, "file.txt"), text);
  sh(cwd, "add", "-A");
  sh(cwd, "commit", "-q", "-m", text);
  return sh(cwd, "rev-parse", "HEAD");
}
/** main: one ─ two ─ three; topic from one: alpha. */
let shas: Record<"one" | "two" | "three" | "alpha", string>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "steelyard-git-"));
  repo = join(folder, "repo");
  notes = join(folder, "notes");
  sh(folder, "init", "-q", "-b", "main", repo);
  const one = commit(repo, "one");
  sh(repo, "branch", "topic");
  const [two, three] = [commit(repo, "two"), commit(repo, "three")];
  sh(repo, "switch", "-q", "topic");
  shas = { one, two, three, alpha: commit(repo, "alpha") };
});
afterEach(() => rmSync(folder, { recursive: true }));

test("the base is the commit where the branch left the default branch, not its tip", async () => {
  const from = { ref: "main", tip: shas.three };
  expect(await mergeBase(at(repo))).toEqual({ sha: shas.one, subject: "one", ...from, same: false });
  sh(repo, "switch", "-q", "main");
  expect(await mergeBase(at(repo))).toMatchObject({ sha: shas.three, same: true });
  expect(await mergeBase(at(repo), "HEAD~1")).toMatchObject({ sha: shas.two, ref: "HEAD~1", same: false });
  expect(await mergeBase(at(repo), "topic")).toMatchObject({ sha: shas.one });
});

test("uses origin's default branch in a clone, whatever its name, and not the clone's own stale branch", async () => {
  sh(repo, "branch", "-m", "main", "trunk");
  sh(repo, "switch", "-q", "trunk");
  const clone = join(folder, "clone");
  sh(folder, "clone", "-q", `file://${repo}`, clone);
  sh(clone, "switch", "-q", "topic");
  expect(await mergeBase(at(clone))).toMatchObject({ sha: shas.one, ref: "origin/trunk" });
});

test("a tag that is called as a remote branch is not taken for it", async () => {
  const clone = join(folder, "clone");
  sh(repo, "switch", "-q", "main");
  sh(folder, "clone", "-q", `file://${repo}`, clone);
  sh(clone, "tag", "origin/main", shas.one);
  const main = { ref: "origin/main", sha: shas.three, tip: shas.three };
  expect(await mergeBase(at(clone))).toMatchObject(main);
  expect(await mergeBase(at(clone), "origin/main")).toMatchObject(main); // as it is typed
  sh(clone, "symbolic-ref", "--delete", "refs/remotes/origin/HEAD");
  expect(await mergeBase(at(clone))).toMatchObject(main);
  expect(await mergeBase(at(clone), "tags/origin/main")).toMatchObject({ sha: shas.one });
});

test("reports a shallow clone with a remedy, histories without a common commit, and unknown refs", async () => {
  const shallow = join(folder, "shallow");
  sh(folder, "clone", "-q", "--depth", "1", "--no-single-branch", `file://${repo}`, shallow);
  await expect(mergeBase(at(shallow), "origin/main")).rejects.toMatchObject({
    fault: "user",
    remedy: expect.stringContaining("fetch-depth: 0"),
  });
  sh(repo, "switch", "-q", "--orphan", "other");
  commit(repo, "stranger");
  await expect(mergeBase(at(repo), "main")).rejects.toThrow("no commit in common");
  await expect(mergeBase(at(repo), "nowhere")).rejects.toThrow('no commit "nowhere"');
  await expect(mergeBase(at(repo), "--all")).rejects.toThrow('no commit "--all"'); // never an option
  await expect(mergeBase(at(folder))).rejects.toThrow("no commit here");
});

test("a worktree has only the commit's files, is outside the checkout, and leaves nothing behind", async () => {
  writeFileSync(join(repo, "file.txt"), "work under way");
  const before = sh(repo, "status", "--porcelain", "--branch");
  let place: string;
  {
    await using tree = await addWorktree(at(repo), shas.two, notes, silent);
    place = tree.cwd;
    expect(place.startsWith(repo)).toBe(false);
    expect(readFileSync(join(place, "file.txt"), "utf8")).toBe("two");
    expect(sh(place, "rev-parse", "HEAD")).toBe(shas.two);
    expect(await sweepWorktrees(notes, at(repo), fail)).toEqual([]); // its owner still runs
  }
  expect([existsSync(place), existsSync(join(place, "..")), readdirSync(notes)]).toEqual([false, false, []]);
  expect(sh(repo, "worktree", "list").split("\n")).toHaveLength(1);
  expect(sh(repo, "status", "--porcelain", "--branch")).toBe(before);
  expect(readFileSync(join(repo, "file.txt"), "utf8")).toBe("work under way");
});

test("a failed checkout leaves nothing behind", async () => {
  const places = () => readdirSync(tmpdir()).filter((name) => name.startsWith("steelyard-base-"));
  const before = places();
  await expect(addWorktree(at(repo), "0".repeat(40), notes, silent)).rejects.toMatchObject({
    fault: "environment",
  });
  expect([places(), readdirSync(notes)]).toEqual([before, []]);
});

test("removes the worktree of a killed run once its owner has ended", async () => {
  const tree = await addWorktree(at(repo), shas.two, notes, silent);
  const [note = ""] = readdirSync(notes);
  const told = JSON.parse(readFileSync(join(notes, note), "utf8"));
  writeFileSync(
    join(notes, note),
    JSON.stringify({ ...told, owner: told.owner.replace(/\d+\/\d+$/, "4194305/1") }),
  );
  writeFileSync(join(notes, "steelyard-base-cut.json"), '{"pid": 4');
  expect(await sweepWorktrees(notes, at(repo), fail)).toEqual([told.folder]);
  expect([existsSync(tree.cwd), readdirSync(notes)]).toEqual([false, []]);
  expect(sh(repo, "worktree", "list").split("\n")).toHaveLength(1);
});

test("a worktree with files of another user ends in a warning with its remedy, and is removed when that is possible", async () => {
  const warnings: string[] = [];
  const tree = await addWorktree(at(repo), shas.two, notes, {
    ...silent,
    warn: (line) => warnings.push(line),
  });
  const top = join(tree.top, "..");
  const data = join(tree.top, "pgdata");
  mkdirSync(data);
  writeFileSync(join(data, "PG_VERSION"), "17");
  chmodSync(data, 0);
  chmodSync(top, 0o755);
  {
    using _user = asUser(folder, tree.top);
    await tree[Symbol.asyncDispose]();
    expect(warnings).toEqual([expect.stringMatching(`fix: sudo rm -rf ${top}$`)]);
    const [note = ""] = readdirSync(notes);
    const told = JSON.parse(readFileSync(join(notes, note), "utf8"));
    const owner = told.owner.replace(/\d+\/\d+$/, "4194305/1");
    writeFileSync(join(notes, note), JSON.stringify({ ...told, owner }));
    const failed: unknown[] = [];
    const own = { ...at(repo), env: { ...process.env, HOME: folder } };
    expect(await sweepWorktrees(notes, own, (error) => failed.push(error))).toEqual([]);
    expect(failed).toEqual([expect.objectContaining({ fault: "environment", where: top })]);
  }
  chmodSync(data, 0o700);
  expect(await sweepWorktrees(notes, at(repo), fail)).toEqual([top]);
  expect([existsSync(top), readdirSync(notes)]).toEqual([false, []]);
});

/** Gives folders to a user, and acts as that user, where the tests run as root, whom no permission stops. */
function asUser(...folders: readonly string[]): Disposable {
  if (process.getuid?.() !== 0) return { [Symbol.dispose]() {} };
  const give = (owner: string) => execFileSync("chown", ["-R", owner, ...folders]);
  give("1234");
  process.seteuid?.(1234);
  return {
    [Symbol.dispose]() {
      process.seteuid?.(0);
      give("0");
    },
  };
}

test("a forged note removes nothing: only folders in the temporary folder that git lists are removed", async () => {
  const owner = (await noteOf()).replace(/\d+\/\d+$/, "4194305/1");
  const temporary = realpathSync(tmpdir());
  const victims = [
    join(folder, "steelyard-base-elsewhere"), // outside the temporary folder
    mkdtempSync(join(temporary, "steelyard-base-")), // inside, but unknown to git
  ];
  const link = join(temporary, `steelyard-base-link-${process.pid}`);
  try {
    for (const victim of victims) {
      mkdirSync(join(victim, "tree"), { recursive: true });
      writeFileSync(join(victim, "tree/kept.txt"), "kept");
    }
    symlinkSync(victims[0]!, link);
    mkdirSync(notes, { recursive: true });
    for (const place of [...victims, link]) {
      const note = JSON.stringify({ owner, folder: place, checkout: folder });
      writeFileSync(join(notes, `${place.split("/").at(-1)}.json`), note);
    }
    expect(await sweepWorktrees(notes, at(repo), fail)).toEqual([]);
    for (const victim of victims) {
      expect(readFileSync(join(victim, "tree/kept.txt"), "utf8")).toBe("kept");
    }
    expect([existsSync(link), readdirSync(notes)]).toEqual([true, []]);
  } finally {
    for (const place of [link, ...victims]) rmSync(place, { recursive: true, force: true });
  }
});

test("removes the empty folder of a run that was killed before git knew of it", async () => {
  const owner = (await noteOf()).replace(/\d+\/\d+$/, "4194305/1");
  const empty = mkdtempSync(join(realpathSync(tmpdir()), "steelyard-base-"));
  writeFileSync(join(notes, `${empty.split("/").at(-1)}.json`), JSON.stringify({ owner, folder: empty }));
  expect(await sweepWorktrees(notes, at(repo), fail)).toEqual([]);
  expect([existsSync(empty), readdirSync(notes)]).toEqual([false, []]);
});

test("reading a clone starts no programs from its configuration", async () => {
  const script = join(folder, "spy.sh");
  writeFileSync(script, `#!/bin/sh\ntouch ${join(folder, "started")}\n`, { mode: 0o755 });
  sh(repo, "config", "core.fsmonitor", script);
  mkdirSync(join(folder, "hooks"));
  writeFileSync(join(folder, "hooks/post-checkout"), readFileSync(script), { mode: 0o755 });
  sh(repo, "config", "core.hooksPath", join(folder, "hooks"));
  rmSync(join(folder, "started"), { force: true });
  await git(at(repo), ["status", "--porcelain"]);
  {
    await using _tree = await addWorktree(at(repo), shas.two, notes, silent);
  }
  expect(existsSync(join(folder, "started"))).toBe(false);
});

/** The owner in the note of this process. */
async function noteOf(): Promise<string> {
  await using _tree = await addWorktree(at(repo), shas.two, notes, silent);
  const [note = ""] = readdirSync(notes);
  return JSON.parse(readFileSync(join(notes, note), "utf8")).owner;
}

/** A clone whose submodule `lib` is filled, and whose first commit has it, too. */
function withSubmodule(): { readonly clone: string; readonly env: Record<string, string | undefined> } {
  const lib = join(folder, "lib");
  sh(folder, "init", "-q", "-b", "main", lib);
  writeFileSync(join(lib, "lib.txt"), "a library");
  sh(lib, "add", "-A");
  sh(lib, "commit", "-q", "-m", "lib");
  sh(repo, "submodule", "add", "-q", lib, "lib");
  sh(repo, "commit", "-q", "-m", "with a submodule");
  writeFileSync(join(folder, ".gitconfig"), '[protocol "file"]\n\tallow = always\n');
  return { clone: repo, env: { ...process.env, HOME: folder } };
}

test("submodules that the checkout has are fetched into base's tree", async () => {
  const { clone, env } = withSubmodule();
  await using tree = await addWorktree(
    { cwd: clone, env, signal },
    sh(clone, "rev-parse", "HEAD"),
    notes,
    silent,
  );
  expect(readFileSync(join(tree.cwd, "lib/lib.txt"), "utf8")).toBe("a library");
});

test("empty submodules and pointers of Git LFS are found", async () => {
  const { clone, env } = withSubmodule();
  expect(await unfilled({ cwd: clone, env, signal })).toEqual({ submodules: [], pointers: [] });
  sh(clone, "submodule", "deinit", "-q", "-f", "lib");
  writeFileSync(join(clone, ".gitattributes"), "*.bin -text filter=lfs\n");
  writeFileSync(
    join(clone, "model.bin"),
    "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n",
  );
  sh(clone, "-c", "filter.lfs.clean=cat", "add", "-A");
  expect(await unfilled({ cwd: clone, env, signal })).toEqual({
    submodules: ["lib"],
    pointers: ["model.bin"],
  });
});

test("a submodule that cannot be fetched is named, and nothing stays", async () => {
  const { clone, env } = withSubmodule();
  rmSync(join(folder, "lib"), { recursive: true });
  const made = addWorktree({ cwd: clone, env, signal }, sh(clone, "rev-parse", "HEAD"), notes, silent);
  await expect(made).rejects.toThrow(/lacks the submodule lib, which the checkout has/);
  expect(sh(clone, "worktree", "list").split("\n")).toHaveLength(1);
});

test("a submodule that the checkout does not use either is left alone", async () => {
  const { clone, env } = withSubmodule();
  rmSync(join(folder, "lib"), { recursive: true });
  rmSync(join(clone, "lib"), { recursive: true });
  mkdirSync(join(clone, "lib"));
  await using tree = await addWorktree(
    { cwd: clone, env, signal },
    sh(clone, "rev-parse", "HEAD"),
    notes,
    silent,
  );
  expect(existsSync(join(tree.cwd, "file.txt"))).toBe(true);
});

test("a Git LFS pointer where the checkout has the file is named; one that it has, too, is not", async () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 9\n`;
  writeFileSync(join(repo, ".gitattributes"), "*.bin filter=lfs\n");
  writeFileSync(join(repo, "data.bin"), pointer);
  const sha = commit(repo, "with a pointer");
  {
    await using tree = await addWorktree(at(repo), sha, notes, silent);
    expect(readFileSync(join(tree.cwd, "data.bin"), "utf8")).toBe(pointer);
  }
  writeFileSync(join(repo, "data.bin"), "real data");
  await expect(addWorktree(at(repo), sha, notes, silent)).rejects.toThrow(/lacks the Git LFS file data\.bin/);
});
