import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { groundedPath } from "./grounded.ts";
import {
  createFile,
  filesBelow,
  linklessStat,
  makeFolder,
  moveInto,
  namesIn,
  openFile,
  readWhole,
  removeFile,
  removeTree,
  writePrivate,
  writeWhole,
} from "./linkless.ts";

let root: string;
let inside: string;
let outside: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "linkless-")));
  [inside, outside] = [join(root, "inside"), join(root, "outside")];
  mkdirSync(inside);
  mkdirSync(outside);
  writeFileSync(join(outside, "kept.txt"), "kept");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The folder outside has its original content, and nothing else. */
const untouched = () => {
  expect(readdirSync(outside)).toEqual(["kept.txt"]);
  expect(readFileSync(join(outside, "kept.txt"), "utf8")).toBe("kept");
};
const LINK = expect.objectContaining({ fault: "user", message: expect.stringContaining("symbolic link") });

const WRITES: [name: string, act: (path: string) => unknown][] = [
  ["createFile", (path) => closeSync(createFile(path))],
  ["writePrivate", (path) => writePrivate(path, "new")],
  ["writeWhole", (path) => writeWhole(path, "new")],
  ["removeFile", (path) => removeFile(path)],
  ["removeTree", (path) => removeTree(path)],
  ["moveInto, from", (path) => moveInto(path, join(inside, "to"))],
  [
    "moveInto, to",
    (path) => {
      writeFileSync(join(inside, "kept.txt"), "new");
      moveInto(join(inside, "kept.txt"), join(path, ".."));
    },
  ],
  ["readWhole", (path) => readWhole(path)],
  ["openFile", (path) => closeSync(openFile(path))],
  ["makeFolder", (path) => makeFolder(path)],
  ["namesIn", (path) => namesIn(join(path, ".."))],
  ["standing", (path) => linklessStat(path)],
];

for (const depth of ["folder", "folder/below"]) {
  test.each(WRITES)(`a link at ${depth} stops %s with an error that names it`, async (_, act) => {
    const link = join(inside, depth);
    mkdirSync(join(link, ".."), { recursive: true });
    symlinkSync(outside, link);
    await expect((async () => act(join(link, "kept.txt")))()).rejects.toEqual(
      expect.objectContaining({ ...LINK.sample, where: link }),
    );
    untouched();
  });
}

test("a link as the last name: reading and replacing fail, removing removes the link itself", async () => {
  const link = join(inside, "run.json");
  symlinkSync(join(outside, "kept.txt"), link);
  expect(() => readWhole(link)).toThrow(LINK);
  await expect(writeWhole(link, "new")).rejects.toEqual(LINK);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  writePrivate(link, "new");
  expect([lstatSync(link).isFile(), readFileSync(link, "utf8")]).toEqual([true, "new"]);
  rmSync(link);
  symlinkSync(outside, link);
  removeTree(link);
  expect(existsSync(link)).toBe(false);
  untouched();
});

test("empties a tree, including its links, without leaving it", () => {
  mkdirSync(join(inside, "logs/deep"), { recursive: true });
  symlinkSync(outside, join(inside, "logs/deep/link"));
  symlinkSync(join(outside, "kept.txt"), join(inside, "logs/file"));
  writeFileSync(join(inside, "logs/deep/one.log"), "");
  expect(filesBelow(join(inside, "logs"))).toEqual([join(inside, "logs/deep/one.log")]);
  removeTree(join(inside, "logs"));
  expect(readdirSync(inside)).toEqual([]);
  untouched();
});

test("makes folders with the given permissions, and private files", () => {
  makeFolder(join(inside, "out/logs"), 0o700);
  writePrivate(join(inside, "out/logs/a.log"), "a");
  const modes = ["out", "out/logs", "out/logs/a.log"].map(
    (name) => statSync(join(inside, name)).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o700, 0o600]);
});

test("writes a whole file, keeps its permissions, and leaves no temporary file", async () => {
  const path = join(inside, "some/where.json");
  await writeWhole(path, "one");
  writeFileSync(join(inside, "tool"), "", { mode: 0o750 });
  await writeWhole(join(inside, "tool"), "two");
  expect([readWhole(path), statSync(join(inside, "tool")).mode & 0o777]).toEqual(["one", 0o750]);
  expect(readdirSync(join(inside, "some"))).toEqual(["where.json"]);
  await expect(writeWhole(join(inside, "some"), "x")).rejects.toThrow(/EISDIR/);
  expect(readdirSync(inside).sort()).toEqual(["some", "tool"]);
});

test("errors name the given path", () => {
  expect(() => readWhole(join(inside, "none.json"))).toThrow(join(inside, "none.json"));
  expect(() => readWhole(join(inside, "no/such.json"))).toThrow(join(inside, "no"));
  expect(linklessStat(join(inside, "no/such.json"))).toBeUndefined();
  expect(namesIn(join(inside, "none"))).toEqual([]);
});

test("rejects a pipe without waiting, and a file beyond the size limit", () => {
  const pipe = join(inside, "pipe");
  expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
  expect(() => readWhole(pipe)).toThrow("not a regular file");
  writeFileSync(join(inside, "long"), "x".repeat(11));
  expect(() => readWhole(join(inside, "long"), 10)).toThrow("too large (11 bytes)");
});

test.runIf(process.platform === "linux")(
  "a folder that keeps changing into a link and back never leads outside",
  async () => {
    const flip = `const fs = require("fs"); const [, real, link, aside] = process.argv;
      process.stdout.write("on");
      for (;;) { fs.renameSync(real, aside); fs.symlinkSync(link, real); fs.unlinkSync(real); fs.renameSync(aside, real); }`;
    const out = join(inside, "out");
    mkdirSync(out);
    writeFileSync(join(out, "kept.txt"), "ours");
    const flipping = spawn(process.execPath, ["-e", flip, out, outside, join(inside, "aside")], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      await once(flipping.stdout, "data");
      const met = { done: 0, refused: 0 };
      for (let turn = 0; turn < 50_000 && (met.done < 200 || met.refused < 200); turn++) {
        try {
          expect(readWhole(join(out, "kept.txt"))).toBe("ours");
          const file = openFile(join(out, "kept.txt"), constants.O_WRONLY);
          writeSync(file, "ours");
          closeSync(file);
          met.done++;
        } catch (error) {
          if (error instanceof Error && error.name === "AssertionError") throw error;
          met.refused++; // the link, or no folder at this moment
        }
      }
      expect([met.done >= 200, met.refused >= 200]).toEqual([true, true]);
    } finally {
      flipping.kill("SIGKILL");
      await once(flipping, "close");
    }
    untouched();
  },
);

test("keeps links below the checkout, which are rejected later, and follows the owner's links outside", () => {
  mkdirSync(join(inside, ".git"));
  mkdirSync(join(inside, "sub"));
  symlinkSync(outside, join(inside, ".steelyard"));
  symlinkSync(outside, join(root, "disk"));
  expect(groundedPath(inside, ".steelyard")).toBe(join(inside, ".steelyard"));
  expect(groundedPath(join(inside, "sub"), "../.steelyard/logs")).toBe(join(inside, ".steelyard/logs"));
  expect(groundedPath(inside, "../disk/results")).toBe(join(outside, "results"));
  expect(groundedPath(inside, join(root, "disk"))).toBe(outside);
});
