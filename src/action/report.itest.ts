import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { marker } from "../report/comment.ts";
import {
  aPull,
  BASE,
  baseTree,
  CONFIG,
  github,
  HEAD,
  OTHER,
  ofHead,
  ours,
  posted,
  remark,
  reported,
  SLOWER,
} from "../testing/github/reporting.ts";
import type { GithubDouble } from "../testing/github/server.ts";
import { BOT } from "../testing/github/state.ts";
import { reading } from "../testing/markdown.ts";
import { aProfiling } from "../testing/profilings.ts";

let double: GithubDouble;
afterEach(async () => {
  expect(double.violations).toEqual([]); // every request and answer is as GitHub describes them
  await double[Symbol.asyncDispose]();
});

const check = () => double.state.checks[0] as Record<string, unknown> & { output: Record<string, unknown> };

describe("figures of the same job", () => {
  const inputs = { figures: "out/run.json", rerun: "perf.yml" };
  const written = (text: string) => (folder: string) => {
    mkdirSync(join(folder, "out"));
    writeFileSync(join(folder, "out/run.json"), text);
  };

  test("are judged from their file, and no artifact is asked for", async () => {
    double = await github({ artifacts: [] });
    const { code, outputs } = await reported(double, {
      inputs,
      before: written(JSON.stringify(ofHead(SLOWER))),
    });
    expect([code, outputs.verdict]).toEqual([1, "regressed"]);
    expect(posted(double.state)[0]!.body).toContain(
      "https://github.test/octo/shop/actions/workflows/perf.yml",
    );
  });

  test.each<[string, (folder: string) => void, string]>([
    ["is missing", () => {}, "The figures cannot be read"],
    [
      "is a link",
      (folder) => {
        written("{}")(folder);
        rmSync(join(folder, "out/run.json"));
        symlinkSync("/etc/hostname", join(folder, "out/run.json"));
      },
      "link",
    ],
    ["is no run", written('{"schema":"else"}'), "run.json"],
  ])("the check says so where the file %s, and nothing is posted of it", async (_, before, message) => {
    double = await github({ artifacts: [] });
    const { code } = await reported(double, { inputs, before });
    expect(code).toBe(2);
    expect(check()).toMatchObject({ conclusion: "failure", head_sha: HEAD });
    expect(check().output.summary).toContain(message);
    expect(posted(double.state)).toEqual([]);
  });
});

describe("a pull request of this repository", () => {
  test("that changes nothing gets one comment and a green check", async () => {
    double = await github();
    const { code, outputs, markdown, nested, outside, masked } = await reported(double);
    expect(code).toBe(0);
    expect(outputs).toMatchObject({ conclusion: "success", "exit-code": "0", "pull-request": "12" });
    expect(posted(double.state)).toHaveLength(1);
    expect(check()).toMatchObject({
      head_sha: HEAD,
      name: "steelyard",
      conclusion: "success",
      status: "completed",
    });
    expect(markdown).toContain("### ");
    expect(JSON.parse(outputs.delivered!)).toMatchObject([
      { place: "comment", outcome: "created" },
      { place: "check", outcome: "created" },
    ]);
    expect([nested, masked.length]).toEqual([false, 1]);
    expect(outside).toContain(outputs.title); // the verdict is not folded away
  });

  test("that is slower fails, with an annotation on the workload's line", async () => {
    double = await github({}, ofHead(SLOWER));
    const { code, outputs } = await reported(double);
    expect([code, outputs.verdict, outputs.conclusion]).toEqual([1, "regressed", "failure"]);
    expect(check()).toMatchObject({
      conclusion: "failure",
      output: { title: expect.stringContaining("browse") },
    });
    const line = CONFIG.split("\n").indexOf("  browse:") + 1;
    expect(check().output.annotations).toMatchObject([
      { path: ".github/steelyard.yml", start_line: line, end_line: line, annotation_level: "failure" },
    ]);
    const [comment] = posted(double.state);
    expect(comment?.body.split("\n")[1]).toBe("<!-- steelyard:verdict:regressed -->");
    expect(reading(comment!.body.replace(/\n<!-- steelyard:(?:verdict|check):\w+ -->/g, "")).faults).toEqual(
      [],
    );
  });

  test("that was profiled is explained: in the comment, and by a page made of the checked run", async () => {
    const profiling = aProfiling({
      head: { rank: 80 },
      changes: { "src/rank.js": [{ base: [42, 1], head: [42, 2] }] },
    });
    double = await github({}, { ...ofHead(SLOWER), profiling });
    const { code, why } = await reported(double);
    expect(code).toBe(1);
    const [comment] = posted(double.state);
    expect(comment!.body).toContain("- `rankItems` (`src/rank.js:42`) of `web`: +30 µs");
    expect(comment!.body).toContain(
      "[Flame graphs and statements](https://github.test/octo/shop/actions/runs/7#artifacts)",
    );
    expect(why).toContain('"name":"rankItems","file":"src/rank.js","line":42');
    expect(why).toMatch(/<meta http-equiv="Content-Security-Policy" content="default-src 'none'/);
    await double[Symbol.asyncDispose]();
    double = await github({}, ofHead(SLOWER));
    const { outputs } = await reported(double);
    expect(outputs.why).toBe("");
    expect(posted(double.state)[0]!.body).not.toContain("Flame graphs");
  });

  test("is judged by the merge-base's rules and sessions, and its changes of them are named", async () => {
    const own = { ...baseTree(), ".github/steelyard.yml": CONFIG.replace("gate:", "budgets: {}\n    gate:") };
    for (const path of Object.keys(own)) if (path.endsWith("browse.json")) delete own[path as never];
    const tree = baseTree();
    double = await github({ trees: { main: {}, [BASE]: tree, [HEAD]: own } }, ofHead(SLOWER));
    const { outputs, markdown } = await reported(double);
    expect(outputs.verdict).toBe("regressed"); // against sessions that head took away
    expect(markdown).toContain("This pull request changes the config");
    expect(markdown).toContain("This pull request changes the baselines");
    expect(markdown).not.toContain("changes the waivers");
  });

  test("whose base has guesses of init is told the first", async () => {
    const tree = { ...baseTree(), ".github/steelyard.yml": `# check: the port is a guess\n${CONFIG}` };
    double = await github({ trees: { main: tree, [BASE]: tree, [HEAD]: tree } });
    const { code, markdown } = await reported(double);
    expect([code, markdown]).toEqual([
      0,
      expect.stringContaining("the port is a guess (.github/steelyard.yml:1)"),
    ]);
  });

  test("that brings the first config is shown, and nothing gates", async () => {
    double = await github({ trees: { main: {}, [BASE]: {}, [HEAD]: baseTree() } }, ofHead(SLOWER));
    const { code, outputs, markdown } = await reported(double);
    expect([code, outputs.verdict, outputs.conclusion]).toEqual([0, "new", "neutral"]);
    expect(markdown).toContain("no result can fail the check");
  });

  test("that brings the default branch's config to another branch is not excused as the first", async () => {
    const trees = { main: baseTree(), stable: {}, [BASE]: {}, [HEAD]: baseTree() };
    const to = { pulls: [aPull({ base: "stable" })], mergeBases: { [`stable...${HEAD}`]: BASE } };
    double = await github({ trees, ...to }, ofHead(SLOWER));
    const { code, outputs, markdown } = await reported(double);
    expect([code, outputs.verdict, outputs.conclusion]).toEqual([3, "invalid", "failure"]);
    expect(markdown).toContain(
      "The base branch has no .github/steelyard.yml, but the default branch has one",
    );
  });

  test.each([
    ["whose base has a config only since", { main: baseTree(), [BASE]: {} }, BASE],
    ["without anything in common with its base", { main: baseTree() }, undefined],
  ])("%s is to be updated", async (_, trees, base) => {
    const mergeBases: Record<string, string> = base ? { [`main...${HEAD}`]: base } : {};
    double = await github({ trees, mergeBases });
    const { code, outputs, markdown } = await reported(double);
    expect([code, outputs.verdict, outputs.conclusion]).toEqual([3, "invalid", "failure"]);
    expect(markdown).toContain("Update the branch");
  });

  test("whose base has a config that cannot be read is not judged by another", async () => {
    const broken = { ...baseTree(), ".github/steelyard.yml": "version: [" };
    double = await github({ trees: { main: broken, [BASE]: broken } });
    const { code, outputs, markdown } = await reported(double);
    expect([code, outputs.verdict]).toEqual([3, "invalid"]);
    expect(markdown).toContain("Mend them on the base branch first");
  });

  test("that moved on meanwhile gets no comment, and its check on what was measured", async () => {
    double = await github({
      pulls: [aPull({ head: { sha: OTHER, ref: "faster", repository: "octo/shop" } })],
    });
    const { code, outputs, markdown } = await reported(double);
    expect([code, outputs["pull-request"], posted(double.state)]).toEqual([0, "", []]);
    expect(check().head_sha).toBe(HEAD);
    expect(markdown).not.toBe("");
  });

  test("that moves on while it is judged keeps the word of its next report", async () => {
    double = await github();
    double.before("repos/compare-commits-with-basehead", (state) => {
      state.pulls[0]!.head = { ...state.pulls[0]!.head, sha: OTHER };
    });
    const { outputs } = await reported(double);
    expect(posted(double.state)).toEqual([]);
    expect(outputs.delivered).toContain("moved on meanwhile");
  });

  test("whose head another one has, too, is the event's own", async () => {
    double = await github({ pulls: [aPull(), aPull({ number: 13, base: "next" })] });
    const { outputs } = await reported(double);
    expect(outputs["pull-request"]).toBe("12");
    expect(posted(double.state)).toMatchObject([{ pull: 12 }]);
  });
});

describe("the one comment", () => {
  test("is found on the third page, whoever else copies its marker", async () => {
    const others = Array.from({ length: 230 }, (_, i) =>
      remark(i + 1, `comment ${i}`, { login: "kim", type: "User" }),
    );
    const forged = remark(500, ours("unchanged"), { login: "mallory", type: "User" });
    const quoted = remark(501, `> ${ours("unchanged")}`);
    const other = remark(502, `${marker("nightly")}\nother`);
    double = await github({ comments: [...others, remark(300, ours("regressed")), forged, quoted, other] });
    const { outputs } = await reported(double);
    expect(double.operations().filter((name) => name === "issues/list-comments")).toHaveLength(3);
    expect(outputs["comment-url"]).toContain("issuecomment-300");
    const [mine, theirs] = [300, 500].map((id) => double.state.comments.find((one) => one.id === id)!.body);
    expect([mine!.includes("### old"), theirs!.includes("### old")]).toEqual([false, true]);
    expect(double.state.comments).toHaveLength(234);
  });

  test("of a token that belongs to a user is that user's", async () => {
    const user = { login: "perf-robot", type: "User" };
    double = await github({
      self: "perf-robot",
      author: user,
      comments: [remark(1, ours("new"), BOT), remark(2, ours("new"), user)],
    });
    const { outputs } = await reported(double);
    expect(outputs["comment-url"]).toContain("issuecomment-2");
  });

  test.each([
    ["on-change", "regressed", 2],
    ["on-change", "same", 1],
    ["new", "same", 2],
    ["update", "regressed", 1],
    ["off", "regressed", 1],
  ])("with %s, after %s: %i", async (mode, before, count) => {
    double = await github({});
    const first = await reported(double, { inputs: { comment: "off" } });
    double.state.comments.push(remark(1, ours(before === "same" ? first.outputs.verdict! : before)));
    await reported(double, { inputs: { comment: mode } });
    expect(posted(double.state)).toHaveLength(count);
  });

  test("that is deleted between being found and being written is written anew", async () => {
    double = await github({ comments: [remark(1, ours("new"))] });
    double.before("issues/update-comment", ({ comments }) => comments.splice(0));
    const { outputs } = await reported(double);
    expect(posted(double.state).map(({ id }) => id)).not.toContain(1);
    expect(posted(double.state)).toHaveLength(1);
    expect(outputs.delivered).toContain('"created"');
  });

  test("of two reports that both found none is one in the end", async () => {
    double = await github();
    double.before("issues/create-comment", (state) => state.comments.push(remark(900, ours("new"))));
    const { outputs } = await reported(double);
    expect(posted(double.state).map(({ id, body }) => [id, body.includes("### old")])).toEqual([
      [900, false],
    ]);
    expect(outputs["comment-url"]).toContain("issuecomment-900");
  });

  test("of two reports at the same time is one", async () => {
    double = await github();
    await Promise.all([reported(double), reported(double)]);
    expect(posted(double.state)).toHaveLength(1);
  });
});

describe("where the API", () => {
  test("lets the token only read, the summary says so, and the verdict stands", async () => {
    double = await github({ readOnly: true }, ofHead(SLOWER));
    const { code, markdown, remarks } = await reported(double);
    expect(code).toBe(1);
    expect(markdown).toMatch(/comment could not be posted.*pull-requests: write/);
    expect(markdown).toMatch(/check could not be posted.*checks: write/);
    expect(remarks.map(({ level }) => level)).toEqual(["warning", "warning"]);
    expect(markdown).toContain("http_req_duration.p50");
  });

  test.each([
    ["issues/list-comments", 404, "Not Found"],
    ["issues/create-comment", 422, "Validation Failed"],
    ["issues/create-comment", 410, "Issues are disabled"],
  ])(
    "answers %s with %i, the check is there and the summary says why",
    async (operation, status, message) => {
      double = await github();
      double.fail(operation, { status, body: { message }, times: 9 });
      const { code, markdown, outputs } = await reported(double);
      expect([code, outputs["comment-url"]]).toEqual([0, ""]);
      expect(check().conclusion).toBe("success");
      expect(markdown).toContain(`${status}: ${message}`);
    },
  );

  test("takes exception to an annotation, the check comes without", async () => {
    double = await github({}, ofHead(SLOWER));
    double.fail("checks/create", { status: 422, body: { message: "Invalid annotation" }, times: 1 });
    await reported(double);
    expect(check().output.annotations).toEqual([]);
  });

  test.each([
    ["429 with Retry-After", 429, { "retry-after": "3" }, "Too Many Requests"],
    ["a secondary limit", 403, { "retry-after": "3" }, "You have exceeded a secondary rate limit"],
    ["429 in the words of a secondary limit", 429, { "retry-after": "3" }, "secondary rate limit"],
  ])("says %s, it waits as long as it was told", async (_, status, headers, message) => {
    double = await github();
    double.fail("issues/create-comment", { status, headers, body: { message }, times: 2 });
    const { text } = await reported(double, { second: 40 });
    const [first, second, third] = double.seen.filter((one) => one.operation === "issues/create-comment");
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(110);
    expect(third!.at - second!.at).toBeGreaterThanOrEqual(110);
    expect(text).toMatch(/limit for POST .*waiting 3 s/);
    expect(posted(double.state)).toHaveLength(1);
  });

  test("says to wait for an hour, it does not, and loses nothing", async () => {
    double = await github({}, ofHead(SLOWER));
    const limit = {
      status: 429,
      headers: { "retry-after": "3600" },
      body: { message: "Too Many" },
      times: 9,
    };
    double.fail("issues/create-comment", limit);
    const { code, markdown } = await reported(double, { second: 1 });
    expect([code, posted(double.state)]).toEqual([1, []]);
    expect(double.operations().filter((name) => name === "issues/create-comment")).toHaveLength(1);
    expect(markdown).toContain("429: Too Many");
  });

  test.each(["pulls/get", "actions/list-workflow-run-artifacts", "issues/create-comment", "checks/create"])(
    "fails twice at %s, the third time counts",
    async (operation) => {
      double = await github();
      double.fail(operation, { status: 500, body: { message: "Server Error" }, times: 2 });
      const { code } = await reported(double);
      expect([code, posted(double.state).length, double.state.checks.length]).toEqual([0, 1, 1]);
    },
  );

  test("wrote a comment before it failed, the second try leaves one", async () => {
    double = await github();
    double.before("issues/create-comment", (state) => state.comments.push(remark(800, ours("new"))));
    double.fail("issues/create-comment", { status: 502, body: { message: "Bad Gateway" }, times: 1 });
    await reported(double);
    expect(posted(double.state).map(({ id }) => id)).toEqual([800]);
  });

  test.each(["pulls/get", "repos/compare-commits-with-basehead", "repos/get-content"])(
    "never answers %s, the figures are shown all the same",
    async (operation) => {
      double = await github({}, ofHead(SLOWER));
      double.fail(operation, { status: 503, body: { message: "Unavailable" }, times: 99 });
      const { markdown, outputs } = await reported(double, { second: 1 });
      expect(markdown).toContain("http_req_duration.p50");
      expect(outputs.verdict).toMatch(/regressed|invalid/); // never green, whatever is missing
    },
  );

  test("has no checks, there is a status", async () => {
    double = await github({}, ofHead(SLOWER));
    double.without("checks/");
    const { outputs } = await reported(double);
    expect(double.state.statuses).toMatchObject([{ sha: HEAD, state: "failure", context: "steelyard" }]);
    expect(outputs.delivered).toContain('"status"');
  });

  test("is that of a GitHub Enterprise Server, it is found there", async () => {
    double = await github();
    const { code } = await reported(double, { env: { GITHUB_API_URL: `${double.url}/api/v3` } });
    expect([code, posted(double.state).length]).toEqual([0, 1]);
  });
});
