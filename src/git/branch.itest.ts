import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { silent } from "../base/log.ts";
import { stream } from "../base/random.ts";
import { Forge } from "../testing/branches.ts";
import { type Pushing, pushBranch, settings } from "./branch.ts";

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

test("a branch that is not there yet is begun; what is published again unchanged is no commit", async () => {
  using forge = new Forge();
  expect(await pushBranch(checkout, pushing(forge.remote))).toMatch(/^[0-9a-f]{40}$/);
  expect(await pushBranch(checkout, pushing(forge.remote))).toBeNull();
  expect(forge.files("pages")).toEqual(["ours.txt"]);
  expect(forge.commits("pages")).toBe(1);
});

test("what others push meanwhile stays, and everything is made anew on top of it", async () => {
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

test("two that begin the same branch at once are both on it", async () => {
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

test("only the paths named are committed", async () => {
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

test("a hook that declines is told at once, and nothing is left behind", async () => {
  using forge = new Forge();
  const hook = join(forge.folder, "hooks/pre-receive");
  spawnSync("mkdir", ["-p", join(forge.folder, "hooks")]);
  writeFileSync(hook, "#!/bin/sh\necho 'GH006: Protected branch update failed' >&2\nexit 1\n");
  chmodSync(hook, 0o755);
  const before = left();
  await expect(pushBranch(checkout, pushing(forge.remote))).rejects.toMatchObject({
    fault: "environment",
    message: "The push was refused.",
  });
  expect(left()).toEqual(before);
});

test("an error while the files are made is passed on, and nothing is published", async () => {
  using forge = new Forge();
  const before = left();
  const update = () => Promise.reject(new Error("unreadable"));
  await expect(pushBranch(checkout, pushing(forge.remote, { update }))).rejects.toThrow("unreadable");
  expect(forge.has("pages")).toBe(false);
  expect(left()).toEqual(before);
});

test("time that is up is said, with what it means", async () => {
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

test("credentials in an address are refused, and not shown", async () => {
  const remote = "https://user:secretword@example.com/shop.git";
  const error = await pushBranch(checkout, pushing(remote)).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ fault: "user", where: "https://***@example.com/shop.git" });
});

/** Arguments of every process there is, and the settings of every clone of ours. */
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

test("a token reaches the server as a header, and stands in no argument and no file while it does", async () => {
  const seen: string[] = [];
  let around = "";
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization ?? "");
    around += exposed(); // git waits for the answer
    response.writeHead(403).end("no");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  try {
    const remote = `http://127.0.0.1:${port}/shop.git`;
    const env = { ...process.env, no_proxy: "127.0.0.1", NO_PROXY: "127.0.0.1" };
    await expect(pushBranch({ ...checkout, env }, pushing(remote, { token: "secretword" }))).rejects.toThrow(
      "cannot be fetched",
    );
  } finally {
    server.close();
  }
  const word = Buffer.from("x-access-token:secretword").toString("base64");
  expect(seen[0]).toBe(`basic ${word}`);
  expect(around).toContain("/shop.git"); // git itself was among them
  expect(around).not.toContain("secretword");
  expect(around).not.toContain(word);
});

test("without a token, and for an address that is no web address, there is no header", () => {
  const keys = (all: Record<string, string>) =>
    Object.values(all).filter((text) => text.includes("extraHeader"));
  expect(keys(settings({ remote: "https://example.com/a.git" }))).toEqual([]);
  expect(keys(settings({ remote: "git@example.com:a.git", token: "secretword" }))).toEqual([]);
  expect(keys(settings({ remote: "https://example.com/a.git", token: "secretword" }))).toEqual([
    "http.https://example.com/.extraHeader",
  ]);
});
