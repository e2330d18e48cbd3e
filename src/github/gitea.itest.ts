import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { silent } from "../base/log.ts";
import { questions, type Recorded } from "../testing/gitea.ts";
import { openServer } from "../testing/server.ts";
import { clientOf } from "./client.ts";
import { restRequests } from "./requests.ts";

// Answers of real servers (src/dev/gitea/record.ts). Addresses are those of the recording: an unknown one is a failure.
const octo = { login: "octo", bot: false };
const named = (...all: readonly string[]) => all.map((subject) => expect.objectContaining({ subject }));

describe.each(["gitea-1.26.0", "forgejo-10.0.0-dev"])("%s", async (name) => {
  const { answers, shas } = JSON.parse(
    readFileSync(new URL(`../testing/recorded/${name}.json`, import.meta.url), "utf8"),
  ) as Recorded;
  const { first, second, main, topic } = shas;
  const strange: string[] = [];
  const server = await openServer((request, response) => {
    const asked = `${request.method} ${request.url}`;
    request.resume();
    const answer = answers[asked];
    if (answer === undefined) strange.push(asked);
    const { status, type, text } = answer ?? { status: 418, type: "text/plain", text: "not recorded" };
    response.writeHead(status, { "content-type": type }).end(text);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const api = `${server.url}/api/v1`;
  const asks = new Map(questions({ api, token: "t", writer: "w", shas }));
  const isForgejo = name.startsWith("forgejo");

  const pull = {
    number: 1,
    open: true,
    base: "main",
    baseSha: second, // the merge-base
    head: { sha: topic, branch: "topic", repository: "octo/shop" },
  };

  test.each<[string, unknown]>([
    ["a pull request", pull],
    ["no pull request", null],
    ["pull requests of a branch", [pull]],
    ["pull requests of a branch that has none", []],
    ["pull requests of a commit", [pull]],
    ["pull requests of a commit that has none", []],
    ["the merge-base of a branch that was brought up to date", second],
    ["the merge-base of a commit of main", first],
    ["the merge-base of an unknown commit", null],
    ["a file", "version: 1\n"],
    ["no file", null],
    ["all files of a commit", ["a", "b", "steelyard.yml"]],
    ["a file, found among all", "4"],
    ["the default branch", "main"],
    ["its own login", "octo"],
    ["the jobs of an unknown run", null],
    ["a comment", "Hello"],
    ["comments", [{ body: "Hello", author: octo }]],
    ["a check", null],
    ["records of checks", null],
    ["the conclusion of a check", null],
    ["the merge queue of a branch", null],
    [
      "tags",
      expect.arrayContaining([
        { name: "v1.0", sha: first },
        { name: "v1.1", sha: second },
      ]),
    ],
    ["a status that warns", "https://gitea.test/run"],
    ["the commit of a branch", topic],
    ["the commit of an abbreviation", first],
    ["no commit", null],
    ["the permission of the owner", "admin"],
    ["the permission of a stranger", "none"],
    ["the permission of the owner, asked by a job", "write"],
    ["the permission of a writer, asked by a job", "write"],
    ["the permission of a stranger, asked by a job", "none"],
    [
      "the permission of a writer, asked by a job of an organization",
      "Only who administers an organization's repository may ask who may write to it.",
    ],
    ["whether a job starts workflows", true],
    ["a reaction", "done"],
    ["the removal of a label", "done"],
    ["the removal of a label that is gone", "done"],
    ["an answer", "done"],
    ["when the head was pushed", expect.stringMatching(/^20\d\d-\d\d-\d\dT/)],
    ["the start of a workflow", "done"],
    [
      "runs that were started",
      // Forgejo 10 lists no run that waits for a machine.
      isForgejo
        ? []
        : [
            expect.objectContaining({
              title: "perf of pull request 1",
              url: "https://gitea.test/octo/shop/actions/runs/1",
              active: true,
            }),
          ],
    ],
    ["runs of another workflow", []],
    ["the tip of a branch", main],
    ["the tip of no branch", null],
    ["whether main contains its first commit", true],
    ["whether main contains a commit of a branch", false],
    ["the proposal of a branch", 1],
    ["the proposal of a branch that has none", undefined],
    ["commits in a straight line", { list: named("second", "third"), total: 2, straight: true }],
    ["commits past a merge", { list: named("one", "two", "merge", "four"), total: 4, straight: true }],
    ["commits aside", { list: named("one", "two", "merge", "four"), total: 4, straight: false }],
  ])("%s", async (name, want) => {
    const found = await asks.get(name)!();
    expect(found ?? null).toEqual(want ?? null);
    expect(strange).toEqual([]);
    asks.delete(name);
  });

  test("nothing that is asked of a forge was left out", () => {
    expect([...asks.keys()]).toEqual([]);
  });
});

test("a label is removed by setting the others where Forgejo does not let a job remove it", async () => {
  const asked: string[] = [];
  const labels = [
    { id: 7, name: "perf" },
    { id: 8, name: "bug" },
  ];
  await using forgejo = await openServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    asked.push(`${request.method} ${request.url} ${body}`.trim());
    const status = request.method === "DELETE" ? 500 : 200;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(labels));
  });
  const client = clientOf({ token: "t", api: `${forgejo.url}/api/v1`, log: silent, pace: { second: 1 } });
  await restRequests(client, { owner: "octo", repo: "shop" }).removeLabel(1, "perf");
  const path = "/api/v1/repos/octo/shop/issues/1/labels";
  expect(asked).toEqual([`GET ${path}`, `DELETE ${path}/7`, `PUT ${path} {"labels":[8]}`]);
});

test("runs by hand are those of the jobs that runners took where Forgejo lists no others", async () => {
  const job = (number: number, more: object = {}) => ({
    event: "workflow_dispatch",
    display_title: "Measure it",
    status: "success",
    workflow_id: "perf.yml",
    run_number: number,
    url: `https://forgejo.test/octo/shop/actions/runs/${number}`,
    created_at: "2026-11-26T02:09:08Z",
    ...more,
  });
  const jobs = [
    job(5, { status: "running" }),
    job(5), // the first job of the same run
    job(4),
    job(3, { created_at: "2026-11-26T00:00:00Z" }),
    job(2, { workflow_id: "track.yml" }),
    job(1, { event: "push" }),
  ];
  await using forgejo = await openServer((request, response) => {
    const isThere = request.url!.includes("/actions/tasks?");
    response.writeHead(isThere ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(isThere ? { workflow_runs: jobs, total_count: jobs.length } : {}));
  });
  const client = clientOf({ token: "t", api: `${forgejo.url}/api/v1`, log: silent, pace: { second: 1 } });
  const found = await restRequests(client, { owner: "octo", repo: "shop" }).recent(
    "perf.yml",
    "2026-11-26T01:30:00Z",
  );
  const run = (number: number, active: boolean) =>
    expect.objectContaining({ title: null, active, url: expect.stringMatching(new RegExp(`/${number}$`)) });
  expect(found).toEqual(expect.arrayContaining([run(5, true), run(4, false)]));
  expect(found).toHaveLength(2);
});
