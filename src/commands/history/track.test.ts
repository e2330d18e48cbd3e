import { expect, test } from "vitest";
import { silent } from "../../base/log.ts";
import type { Regression } from "../../model/regression.ts";
import type { Tree } from "../../model/tree.ts";
import { sha } from "../../testing/histories.ts";
import { HOSTILE } from "../../testing/hostile.ts";
import { aRegression, IssueList } from "../../testing/issues.ts";
import { reading } from "../../testing/markdown.ts";
import { track } from "./track.ts";

const SITE = "https://octo.github.io/shop/steelyard";
const CONFIG = `version: 1
stack: { external: { endpoints: { api: { url: "http://127.0.0.1:8080" } } } }
workloads: { browse: { k6: workloads/browse.ts } }
site: ${SITE}
`;
const WAIVERS = (expires: string) => `version: 1
waivers:
  - { workload: browse, metric: http_req_duration.p50, ceiling: 60%, expires: ${expires}, because: "exact scores, says @ada" }
`;
const tree = (files: Readonly<Record<string, string>>): Tree => ({
  name: "main",
  file: async (path) => files[path] ?? null,
  id: async (path) => files[path] ?? null,
  folder: async () => null,
});
const tracked = (
  forge: IssueList,
  regressions: readonly Regression[],
  files: Readonly<Record<string, string>> = { ".github/steelyard.yml": CONFIG },
) =>
  track(
    {
      regressions,
      config: ".github/steelyard.yml",
      repository: "https://github.test/octo/shop",
      now: new Date("2026-11-21T12:00:00Z"),
      days: 30,
    },
    forge,
    tree(files),
    silent,
  );

/** A Markdown reader's complaints, without our own mark and links. */
const faults = (body: string) =>
  reading(
    body
      .replace(/^<!-- steelyard:change:[\w:.~-]+ -->\n/, "")
      .replace(/\[(`[0-9a-f]+`|[\w ]+)\]\(https:\/\/(?:github\.test|octo\.github\.io)\/[^\s()]+\)/g, "$1"),
  ).faults;

const COMMITS = {
  list: [
    { sha: sha(51), subject: "Rank by co-occurrence first (#7)" },
    { sha: sha(9), subject: "Log less" },
  ],
  total: 2,
  straight: true,
};

test("an issue says what changed, between which commits, and how to find the one", async () => {
  const forge = new IssueList();
  forge.commits = COMMITS;
  const { opened } = await tracked(forge, [aRegression({ variant: "fast" })]);
  expect(opened.map(({ number }) => number)).toEqual([1]);
  const { title, body } = forge.all[0]!;
  expect(title).toBe(`browse/fast: http_req_duration.p50 is worse since ${sha(9).slice(0, 9)}`);
  expect(body).toContain("| 12 ms (10 runs) | 15 ms (8 runs) | +25 % | 0.0002 |");
  expect(body).toContain(
    `steelyard bisect ${sha(8)} ${sha(9)} --only browse --variants fast --metric http_req_duration.p50`,
  );
  expect(body).toContain(`(https://github.test/octo/shop/compare/${sha(8)}...${sha(9)})`);
  expect(body).toContain(`${SITE}/#workload=browse&metric=http_req_duration.p50&class=bench-8c&a=`);
  for (const { sha: name } of COMMITS.list) expect(body).toContain(`/octo/shop/commit/${name})`);
  expect(faults(body)).toEqual([]);
  await expect(body).toMatchFileSnapshot("../../report/__goldens__/regression.md");
});

test("what is not known is left out, and there is no command without two commits", async () => {
  const forge = new IssueList();
  const { good, bad } = aRegression();
  await tracked(forge, [
    aRegression({ good: { ...good, sha: null, link: null }, metric: "a" }),
    aRegression({ good: { ...good, sha: bad.sha }, metric: "b" }),
  ]);
  expect(forge.all).toHaveLength(2);
  forge.commits = { list: [], total: 0, straight: false };
  await tracked(forge, [aRegression({ metric: "c" })], {});
  const [unknown, same, crooked] = forge.all.map(({ body }) => body);
  for (const body of [unknown!, same!, crooked!]) {
    expect(body).not.toContain("steelyard bisect");
    expect(faults(body)).toEqual([]);
  }
  expect(unknown).toContain("Their commits are unknown");
  expect(same).toContain("so the program did not change");
  expect(crooked).toContain("not an ancestor");
  expect(crooked).not.toContain(SITE);
});

test("from its opening to its end: nothing twice, a remark with every turn", async () => {
  const forge = new IssueList();
  const change = aRegression();
  await tracked(forge, [change]);
  expect(await tracked(forge, [change])).toMatchObject({ opened: [], updated: [], closed: [] });
  expect(forge.writes).toEqual(["open"]);

  await tracked(forge, [aRegression({ after: 0.0155 })]);
  expect(forge.writes.slice(1)).toEqual(["edit 1"]);
  expect(forge.all[0]!.body).toContain("15.5 ms");

  const waived = { ".github/steelyard-waivers.yml": WAIVERS("2026-12-31") };
  await tracked(forge, [change], waived);
  await tracked(forge, [change], waived);
  expect(forge.writes.slice(2)).toEqual(["edit 1", "remark 1"]);
  expect(forge.all[0]).toMatchObject({ open: false });
  expect(forge.all[0]!.remarks[0]).toBe("Accepted by a waiver until 2026-12-31: exact scores, says `@ada`");

  const { reopened } = await tracked(forge, [change], {
    ".github/steelyard-waivers.yml": WAIVERS("2026-11-20"),
  });
  expect(reopened).toMatchObject([{ number: 1, open: true }]);

  await tracked(forge, [{ ...change, undone: true }]);
  expect(forge.all[0]).toMatchObject({ open: false });
  expect(forge.all).toHaveLength(1);
});

test("what a person closed is not touched again, whatever comes", async () => {
  const forge = new IssueList();
  await tracked(forge, [aRegression()]);
  forge.byHand(1, false);
  const writes = forge.writes.length;
  for (const later of [[aRegression({ after: 0.03 })], [aRegression({ undone: true })], [], [aRegression()]])
    await tracked(forge, later);
  expect(forge.writes).toHaveLength(writes);
  expect(forge.all).toHaveLength(1);
});

test("a person who closes one while its text is written anew has closed it", async () => {
  const forge = new IssueList();
  await tracked(forge, [aRegression()]);
  forge.between = async () => {
    forge.byHand(1, false);
    return null;
  };
  await tracked(forge, [aRegression({ after: 0.02 })]);
  expect(forge.all[0]).toMatchObject({ open: false });
});

test("of two runs at once, both of which found none, one issue stays open", async () => {
  const other = new IssueList();
  await tracked(other, [aRegression()]);
  const forge = new IssueList();
  forge.meanwhile = () => {
    forge.meanwhile = () => {};
    forge.add("theirs", other.all[0]!.body);
  };
  await tracked(forge, [aRegression()]);
  expect(forge.all.map(({ open }) => open)).toEqual([true, false]);
  expect(forge.all[1]!.remarks).toEqual(["Duplicate of #1."]);
  await tracked(forge, [aRegression()]);
  expect(forge.all).toHaveLength(2);
});

test("ten at once, the clearest first; the others with the next run", async () => {
  const forge = new IssueList();
  const many = Array.from({ length: 13 }, (_, i) => aRegression({ metric: `m${i}`, p: 0.001 / (i + 1) }));
  expect(await tracked(forge, many)).toMatchObject({ postponed: 3 });
  expect(forge.all.map(({ title }) => /m\d+/.exec(title)![0])).toEqual(
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((i) => `m${i}`),
  );
  await tracked(forge, many);
  expect(forge.all).toHaveLength(13);
});

test("waivers that cannot be read close nothing", async () => {
  const forge = new IssueList();
  await tracked(forge, [aRegression()]);
  await expect(tracked(forge, [], { ".github/steelyard-waivers.yml": "{" })).rejects.toThrow(
    /not valid YAML/,
  );
  expect(forge.all[0]).toMatchObject({ open: true });
});

test.each(HOSTILE)("a name such as %j stays text", async (text) => {
  const forge = new IssueList();
  forge.commits = { list: [{ sha: sha(1), subject: text }], total: 1, straight: true };
  const name = text === "" ? " " : text.slice(0, 400);
  await tracked(forge, [aRegression({ workload: name, variant: name, metric: name, runnerClass: name })]);
  const { title, body } = forge.all[0]!;
  expect(faults(body)).toEqual([]);
  expect(title.length).toBeLessThanOrEqual(200);
  expect(title).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
