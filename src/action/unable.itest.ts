import { afterEach, describe, expect, test } from "vitest";
import type { Run } from "../model/run.ts";
import {
  archived,
  BASE,
  baseTree,
  CONFIG,
  github,
  HEAD,
  ofHead,
  payloads,
  posted,
  reported,
  SAME,
} from "../testing/github/reporting.ts";
import type { GithubDouble } from "../testing/github/server.ts";
import type { State } from "../testing/github/state.ts";
import { Job } from "../testing/job.ts";
import { reading } from "../testing/markdown.ts";
import { Project } from "../testing/project.ts";

// Services that neither build nor start: head's, so that nothing is measured, and base's, so that nothing is compared.

const WHY = "The build of `shop` failed: it exited with code 3.";

/** Head alone, because base did not start. */
const withoutBase = (): Run => ({ ...ofHead(SAME), fallback: "it does not start: no database" });

const unable = (sha = HEAD): Run => {
  const run = ofHead(SAME, { commit: { sha, subject: "Broken", dirty: false } });
  return { ...run, state: "interrupted", trials: [], unable: WHY };
};

let double: GithubDouble;
const check = () =>
  double.state.checks.at(-1) as Record<string, unknown> & { output: Record<string, unknown> };

describe("the report", () => {
  afterEach(async () => {
    expect(double.violations).toEqual([]);
    await double[Symbol.asyncDispose]();
  });

  const config = CONFIG.replace(
    'endpoints: { api: { url: "http://127.0.0.1:8080" } }',
    'endpoints: { api: { url: "http://127.0.0.1:8080" } }, base: { endpoints: { api: { url: "http://127.0.0.1:8081" } } }',
  );
  const tree = { ...baseTree(), ".github/steelyard.yml": config };
  const pull = (run: Run, more: Partial<State> = {}) =>
    github(
      {
        trees: { main: tree, [BASE]: tree, [HEAD]: tree },
        mergeBases: { [`main...${HEAD}`]: BASE, [`main...${BASE}`]: BASE },
        ...more,
      },
      run,
    );
  const push = { event: "push", payload: payloads.plain, env: { GITHUB_SHA: BASE } };

  test("says that head does not build, on the pull request and in the check, which fails", async () => {
    double = await pull(unable());
    const { outputs, markdown } = await reported(double);
    expect(outputs).toMatchObject({ conclusion: "failure", verdict: "failed" });
    expect(check().output.title).toContain(
      "Head was not measured: The build of `shop` failed: it exited with code 3",
    );
    expect(posted(double.state)[0]!.body).toContain("The build of `shop` failed");
    expect(reading(markdown).faults).toEqual([]);
  });

  test("fails where base was not measured, and its title says so", async () => {
    double = await pull(withoutBase());
    expect((await reported(double)).outputs.conclusion).toBe("failure");
    expect(check().output.title).toContain("Base was not measured: it does not start: no database");
  });

  test("is neutral where the default branch's own run recorded that this base does not start", async () => {
    double = await pull(unable(BASE));
    const own = await reported(double, push);
    expect(own.outputs.conclusion).toBe("failure");
    expect(check()).toMatchObject({ head_sha: BASE, external_id: "steelyard:unable" });

    double.state.artifacts[0]!.archive = archived(withoutBase());
    expect((await reported(double)).outputs).toMatchObject({
      conclusion: "neutral",
      verdict: "incomparable",
    });
    expect(check()).toMatchObject({ head_sha: HEAD, conclusion: "neutral" });
    expect(check().output.title).toContain("Base was not measured: it does not start: no database");
    expect(check().output.title).toContain("The default branch's own run of that commit failed, too");
  });

  test("still fails then for what head's own limits say", async () => {
    double = await pull(unable(BASE));
    await reported(double, push);
    const limited = config.replace("gate:", 'budgets: { http_req_duration.p50: "< 1ms" }\n    gate:');
    Object.assign(double.state.trees, { [BASE]: { ...tree, ".github/steelyard.yml": limited } });
    double.state.artifacts[0]!.archive = archived(withoutBase());
    expect((await reported(double)).outputs).toMatchObject({ conclusion: "failure", verdict: "budget" });
  });

  test.each<[string, (state: State) => void]>([
    ["of another name", ({ checks }) => Object.assign(checks[0]!, { name: "lint" })],
    ["of another commit", ({ checks }) => Object.assign(checks[0]!, { head_sha: HEAD })],
    ["with another record", ({ checks }) => Object.assign(checks[0]!, { external_id: "steelyard:unable!" })],
  ])("fails where the record is that of a check %s", async (_, edit) => {
    double = await pull(unable(BASE));
    await reported(double, push);
    edit(double.state);
    double.state.artifacts[0]!.archive = archived(withoutBase());
    expect((await reported(double)).outputs.conclusion).toBe("failure");
  });

  test("records nothing for a commit that is not on the default branch", async () => {
    double = await pull(unable());
    await reported(double, { event: "push", payload: payloads.plain });
    expect(check()).toMatchObject({ head_sha: HEAD, conclusion: "failure" });
    expect(check().external_id).toBe("steelyard:check");
  });

  test("fails on a forge without checks, which has no such records", async () => {
    double = await pull(unable(BASE));
    double.without("checks/");
    await reported(double, push);
    double.state.artifacts[0]!.archive = archived(withoutBase());
    await reported(double);
    expect(double.state.statuses).toMatchObject([
      { sha: BASE, state: "failure" },
      { sha: HEAD, state: "failure" },
    ]);
  });

  test("of an interrupted run that names nothing is no pass", async () => {
    const run = ofHead(SAME);
    double = await pull({
      ...run,
      state: "interrupted",
      trials: [],
      schedule: { ...run.schedule, starts: [] },
    });
    expect((await reported(double)).outputs).toMatchObject({ conclusion: "failure", verdict: "missing" });
  });

  describe("with nothing to compare with, on a forge that has statuses only", () => {
    const fresh = async () => {
      double = await github({ trees: { main: {}, [BASE]: {}, [HEAD]: {} } });
      double.without("checks/");
    };

    test("is a warning where the forge knows that", async () => {
      await fresh();
      double.fail("repos/create-commit-status", {
        status: 201,
        body: { target_url: "https://forge" },
        times: 1,
      });
      await reported(double);
      const [sent] = double.seen.filter(({ operation }) => operation === "repos/create-commit-status");
      expect(sent!.body).toMatchObject({
        state: "warning",
        description: expect.stringMatching(/^Not compared: /),
      });
    });

    test("is a success elsewhere, whose first words say so", async () => {
      await fresh();
      double.fail("repos/create-commit-status", {
        status: 422,
        body: { message: "Validation Failed" },
        times: 1,
      });
      await reported(double);
      expect(double.state.statuses).toMatchObject([
        { state: "success", description: expect.stringMatching(/^Not compared: /) },
      ]);
    });
  });
});

describe("the measuring step", () => {
  const SERVER =
    'import { createServer } from "node:http"; createServer((_, r) => r.end()).listen(process.env.PORT);\n';
  const files = (build: string) => ({
    "server.mjs": SERVER,
    "load.js": 'import http from "k6/http"; export default () => { http.get(__ENV.STEELYARD_TARGET_API); }\n',
    ".github/steelyard.yml": `
version: 1
stack:
  process:
    build: [[node, -e, "${build}"]]
    services: { shop: { run: [node, server.mjs], ports: { 8080: PORT }, ready: { within: 10s } } }
  endpoints: { api: { service: shop, port: 8080 } }
workloads: { browse: { k6: load.js, measure: { duration: 300ms, trials: 3 } } }
`,
  });

  test.each(["pull_request", "push"])("keeps a run that says why nothing was measured: %s", async (event) => {
    using project = new Project(files(""));
    project.git("update-ref", "refs/remotes/origin/main", "main");
    if (event === "pull_request") {
      project.git("switch", "-q", "-c", "topic");
      for (const [name, text] of Object.entries(files("process.exit(3)"))) project.write(name, text);
      project.commit("Broken");
    } else {
      for (const [name, text] of Object.entries(files("process.exit(3)"))) project.write(name, text);
      project.commit("Broken");
      project.git("update-ref", "refs/remotes/origin/main", "main");
    }
    const sha = project.git("rev-parse", "HEAD");
    using job = new Job(project, event, {
      repository: { default_branch: "main" },
      ...(event === "pull_request" && {
        pull_request: {
          number: 12,
          base: { ref: "main" },
          head: { sha, ref: "topic", repo: { full_name: "octo/shop" } },
        },
      }),
    });
    const done = await job.measure({}, { GITHUB_SHA: sha }).finished;
    expect(done.code).not.toBe(0);
    expect(job.outputs().run).toBe(`${project.folder}/.steelyard/run.json`);
    const run = project.json(".steelyard/run.json") as Run;
    expect(run).toMatchObject({ state: "interrupted", trials: [], commit: { sha } });
    expect(run.unable).toMatch(/^The build failed: .*exit code 3\.$/);
  });
});
