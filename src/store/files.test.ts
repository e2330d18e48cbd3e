import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readIfThere, readText, writeText } from "./files.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "files-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("writes a whole file, makes folders, and leaves no temporary file", async () => {
  const path = join(folder, "a/b/c.json");
  await writeText(path, "one");
  await writeText(path, "two");
  expect(await readFile(path, "utf8")).toBe("two");
  expect(await readdir(join(folder, "a/b"))).toEqual(["c.json"]);
});

test("twenty writers at once leave one whole text", async () => {
  const path = join(folder, "c.json");
  const texts = Array.from({ length: 20 }, (_, i) => String(i).repeat(50_000));
  await Promise.all(texts.map((text) => writeText(path, text)));
  expect(texts).toContain(await readFile(path, "utf8"));
  expect(await readdir(folder)).toEqual(["c.json"]);
});

test("the error for a path that cannot be written has a remedy, and the existing file stays", async () => {
  await writeFile(join(folder, "file"), "mine");
  await expect(writeText(join(folder, "file/run.json"), "x")).rejects.toMatchObject({
    fault: "environment",
    message: "Cannot write this file: a part of the path is a file.",
    where: join(folder, "file/run.json"),
    remedy: "choose another path",
  });
  expect(await readFile(join(folder, "file"), "utf8")).toBe("mine");
});

test("a directory with the name of the file is not replaced", async () => {
  await mkdir(join(folder, "run.json"));
  await expect(writeText(join(folder, "run.json"), "x")).rejects.toMatchObject({ fault: "environment" });
  expect(await readdir(folder)).toEqual(["run.json"]);
});

test("a missing file is an error or undefined, as the caller chooses", async () => {
  const path = join(folder, "absent.json");
  await expect(readText(path, "run file", "steelyard measure")).rejects.toMatchObject({
    fault: "user",
    message: "Cannot read the run file: it does not exist.",
    where: path,
    remedy: "steelyard measure",
  });
  expect(await readIfThere(path, "baseline file", "")).toBeUndefined();
});

test("a directory with the name of the file is an error, not a missing file", async () => {
  await expect(readIfThere(folder, "baseline file", "look")).rejects.toThrow("it is a directory");
});
