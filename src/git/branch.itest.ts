import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { silent } from "../base/log.ts";
import { stream } from "../base/random.ts";
import { Forge } from "../testing/branches.ts";
import { openServer } from "../testing/server.ts";
import { type Pushing, pushBranch, pushCommit, settings } from "./branch.ts";

const checkout = { cwd: tmpdir(), env: process.env, signal: new AbortController().signal };
const pushing = (remote: string, more: Partial<Pushing> = {}): Pushing => ({
  remote,
  branch: "pages",
  random: stream(1),
  log: silent,
  patience: 60,
  async update(folder) {
    writeFileSync(join(folder, "ours.txt"), "ours");
    return { paths: [join(folder, "ours.txt")], message: "Ours" };
  },
  ...more,
});
const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith("steelyard-publish-"));

test("creates a missing branch; publishing the same content again makes no commit", async () => {
  using forge = new Forge();
  expect(await pushBranch(checkout, pushing(forge.remote))).toMatch(/^[0-9a-f]{40}$/);
  expect(await pushBranch(checkout, pushing(forge.remote))).toBeNull();
  expect(forge.files("pages")).toEqual(["ours.txt"]);
  expect(forge.commits("pages")).toBe(1);
});

test("keeps what others push meanwhile, and redoes the update on top of it", async () => {
  using forge = new Forge();
  forge.put("pages", { "theirs.txt": "theirs" });
  let turns = 0;
  const update: Pushing["update"] = async (folder) => {
    if (++turns <= 3) forge.put("pages", { [`racing-${turns}.txt`]: "faster" });
    const seen = readdirSync(folder).filter((name) => name.startsWith("racing"));
    writeFileSync(join(folder, "ours.txt"), String(seen.length));
    return { paths: [join(folder, "ours.txt")], message: "Ours" };
  };
  await pushBranch(checkout, pushing(forge.remote, { update }));
  expect(turns).toBe(4);
  expect(forge.read("pages", "ours.txt")).toBe("3");
  expect(forge.files("pages")).toEqual([
    "ours.txt",
    "racing-1.txt",
    "racing-2.txt",
    "racing-3.txt",
    "theirs.txt",
  ]);
});

test("two publishers that create the same branch at once are both on it", async () => {
  using forge = new Forge();
  const one = (name: string) =>
    pushing(forge.remote, {
      async update(folder) {
        writeFileSync(join(folder, name), name);
        return { paths: [join(folder, name)], message: name };
      },
    });
  await Promise.all(["a.txt", "b.txt", "c.txt"].map((name) => pushBranch(checkout, one(name))));
  expect(forge.files("pages")).toEqual(["a.txt", "b.txt", "c.txt"]);
  expect(forge.commits("pages")).toBe(3);
});

test("commits only the named paths", async () => {
  using forge = new Forge();
  forge.put("pages", { "theirs.txt": "theirs" });
  const update: Pushing["update"] = async (folder) => {
    writeFileSync(join(folder, "theirs.txt"), "touched");
    writeFileSync(join(folder, "ours.txt"), "ours");
    return { paths: [join(folder, "ours.txt")], message: "Ours" };
  };
  await pushBranch(checkout, pushing(forge.remote, { update }));
  expect(forge.read("pages", "theirs.txt")).toBe("theirs");
});

test("reports a hook that declines at once, and leaves nothing behind", async () => {
  using forge = new Forge();
  const hook = join(forge.folder, "hooks/pre-receive");
  spawnSync("mkdir", ["-p", join(forge.folder, "hooks")]);
  writeFileSync(hook, "#!/bin/sh\necho 'GH006: Protected branch update failed' >&2\nexit 1\n");
  chmodSync(hook, 0o755);
  const before = left();
  await expect(pushBranch(checkout, pushing(forge.remote))).rejects.toMatchObject({
    fault: "environment",
    message: "The push was rejected.",
  });
  expect(left()).toEqual(before);
});

test("passes on an error of the update, and publishes nothing", async () => {
  using forge = new Forge();
  const before = left();
  const update = () => Promise.reject(new Error("unreadable"));
  await expect(pushBranch(checkout, pushing(forge.remote, { update }))).rejects.toThrow("unreadable");
  expect(forge.has("pages")).toBe(false);
  expect(left()).toEqual(before);
});

test("reports the time limit, with a remedy", async () => {
  using forge = new Forge();
  let n = 0;
  const update: Pushing["update"] = async (folder) => {
    forge.put("pages", { [`racing-${++n}.txt`]: "faster" });
    writeFileSync(join(folder, "ours.txt"), "ours");
    return { paths: [join(folder, "ours.txt")], message: "Ours" };
  };
  await expect(pushBranch(checkout, pushing(forge.remote, { update, patience: 0 }))).rejects.toMatchObject({
    remedy: "publish again: nothing is lost, and nothing is published twice",
  });
});

test("rejects credentials in an address, without printing them", async () => {
  const remote = "https://user:secretword@example.com/shop.git";
  const error = await pushBranch(checkout, pushing(remote)).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ fault: "user", where: "https://***@example.com/shop.git" });
});

/** Arguments of all processes, and the settings of every temporary clone. */
function exposed(): string {
  const texts = readdirSync("/proc").flatMap((pid) => (/^\d+$/.test(pid) ? [`/proc/${pid}/cmdline`] : []));
  const clones = left().map((name) => join(tmpdir(), name, ".git/config"));
  return [...texts, ...clones]
    .map((path) => {
      try {
        return readFileSync(path, "utf8");
      } catch {
        return ""; // it ended meanwhile
      }
    })
    .join("\n");
}

test("sends a token to the server as a header, and never has it in an argument or a file", async () => {
  const seen: string[] = [];
  let around = "";
  await using server = await openServer((request, response) => {
    seen.push(request.headers.authorization ?? "");
    around += exposed(); // git waits for the answer
    response.writeHead(403).end("no");
  });
  const remote = `${server.url}/shop.git`;
  const env = { ...process.env, no_proxy: "127.0.0.1", NO_PROXY: "127.0.0.1" };
  await expect(pushBranch({ ...checkout, env }, pushing(remote, { token: "secretword" }))).rejects.toThrow(
    "cannot be fetched",
  );
  const word = Buffer.from("x-access-token:secretword").toString("base64");
  expect(seen[0]).toBe(`basic ${word}`);
  expect(around).toContain("/shop.git"); // git itself was visible
  expect(around).not.toContain("secretword");
  expect(around).not.toContain(word);
});

test("sends no header without a token, or to an address that is not http(s)", () => {
  const keys = (all: Record<string, string>) =>
    Object.values(all).filter((text) => text.includes("extraHeader"));
  expect(keys(settings({ remote: "https://example.com/a.git" }))).toEqual([]);
  expect(keys(settings({ remote: "git@example.com:a.git", token: "secretword" }))).toEqual([]);
  expect(keys(settings({ remote: "https://example.com/a.git", token: "secretword" }))).toEqual([
    "http.https://example.com/.extraHeader",
  ]);
});

test("a commit is put on top of another without a checkout, where the branch is still what was read", async () => {
  using forge = new Forge();
  forge.put("main", { "kept.txt": "kept", "folder/x.json": "old" });
  forge.put("main", { link: tmpdir() }, "A link", "120000"); // out of the repository
  const tip = (branch: string) => forge.git("rev-parse", `refs/heads/${branch}`).trim();
  const { env, signal } = checkout;
  const put = (from: string | null, text: string) =>
    pushCommit(
      { env, signal },
      {
        remote: forge.remote,
        branch: "proposal/x",
        from,
        parent: tip("main"),
        message: "One\n\nAnd why.",
        files: new Map([
          ["folder/x.json", text],
          ["new/deep/y.json", "new"],
        ]),
      },
    );
  expect(await put(null, "1")).toBe(true);
  const first = tip("proposal/x");
  expect(forge.git("log", "-1", "--format=%P|%B", first).trim()).toBe(`${tip("main")}|One\n\nAnd why.`);
  expect(forge.files("proposal/x")).toEqual(["folder/x.json", "kept.txt", "link", "new/deep/y.json"]);
  expect(await put(null, "2")).toBe(false); // it exists
  expect(await put(tip("main"), "2")).toBe(false); // it is elsewhere
  expect(tip("proposal/x")).toBe(first);
  expect(await put(first, "3")).toBe(true);
  expect([forge.read("proposal/x", "folder/x.json"), forge.commits("proposal/x")]).toEqual(["3", 3]);
  await expect(
    pushCommit(
      { env, signal },
      {
        remote: forge.remote,
        branch: "b",
        from: null,
        message: "m",
        files: new Map(),
        parent: "f".repeat(40),
      },
    ),
  ).rejects.toThrow("cannot be fetched");
  expect(left()).toEqual([]);
});
