import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { anEntry, sha } from "../testing/histories.ts";
import { entryPath, readHistory, removeEntry, sizeOf, writeEntry } from "./history.ts";

let site: string;
beforeEach(async () => {
  site = await mkdtemp(join(tmpdir(), "history-"));
});
afterEach(() => rm(site, { recursive: true, force: true }));

const entry = anEntry();
const put = async (path: string, text: string) => {
  await mkdir(dirname(join(site, path)), { recursive: true });
  await writeFile(join(site, path), text);
};

test("reads back what was written, by month, in order of time", async () => {
  const later = anEntry({ commit: sha(1), at: "2026-12-01T00:00:00Z" });
  const many = Array.from({ length: 150 }, (_, i) => anEntry({ run: `r${i}` }));
  for (const one of [later, entry, ...many]) await writeEntry(site, one);
  const stored = await readHistory(site);
  expect(stored).toHaveLength(152);
  expect(stored.at(-1)).toEqual({ path: entryPath(later), entry: later });
  expect(await readdir(join(site, "runs/2026"))).toEqual(["11", "12"]);
});

test("a missing history is empty, and no error", async () => {
  expect(await readHistory(site)).toEqual([]);
});

test("the same measurement has the same path, another measurement another path", () => {
  const others = [
    anEntry({ attempt: 2 }),
    anEntry({ run: "x" }),
    anEntry({ results: { b: { m: 1 } } }),
    anEntry({ commit: null }),
  ];
  expect(entryPath(anEntry())).toBe(entryPath(entry));
  expect(new Set([entry, ...others].map(entryPath)).size).toBe(5);
});

test("a hostile name does not become a path", () => {
  const odd = anEntry({ run: "../../x", results: { "../y": { m: 1 } } });
  expect(entryPath(odd)).toMatch(/^runs\/2026\/11\/20261121T100000-[0-9a-f]{9}-[0-9a-f]{12}\.json$/);
});

test("writes an entry once: the same again does nothing, other content is an error, and the first stays", async () => {
  await writeEntry(site, entry);
  await writeEntry(site, entry);
  const other = { ...entry, results: entry.results.map((one) => ({ ...one, figures: [] })) };
  await expect(writeEntry(site, other)).rejects.toThrow("has other content already");
  expect((await readHistory(site)).map((one) => one.entry)).toEqual([entry]);
});

describe("an unreadable history is an error with the file's name, and stays unchanged", () => {
  test.each([
    ["", "is empty"],
    ['{"schema":"entry/1","source":', "is not JSON"],
    ['{"schema":"entry/9"}', "written by a newer steelyard"],
    ['{"schema":"run/1"}', "This is not an entry file"],
    [JSON.stringify({ ...entry, results: "many" }), "does not have the shape"],
    [JSON.stringify({ ...entry, more: 1 }), "does not have the shape"],
    [JSON.stringify({ ...entry, link: "javascript:alert(1)" }), "does not have the shape"],
  ])("%j", async (text, message) => {
    await writeEntry(site, entry);
    await put("runs/2026/11/bad.json", text);
    await expect(readHistory(site)).rejects.toThrow(message);
    await expect(readHistory(site)).rejects.toMatchObject({ where: expect.stringContaining("bad.json") });
    expect(await readFile(join(site, "runs/2026/11/bad.json"), "utf8")).toBe(text);
  });

  test("a file with the name of the folder", async () => {
    await put("runs", "mine");
    await expect(readHistory(site)).rejects.toThrow("Cannot read the history");
  });
});

test("ignores other files, and removes only the given entry", async () => {
  await put("runs/README.md", "mine");
  await writeEntry(site, entry);
  expect(await sizeOf(site)).toBeGreaterThan(300);
  await removeEntry(site, entryPath(entry));
  expect(await readHistory(site)).toEqual([]);
  expect(await readFile(join(site, "runs/README.md"), "utf8")).toBe("mine");
});
