// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of workflows are written this way
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { RELEASE_RUN } from "../commands/pull/ledger.ts";
import { NOWHERE } from "../init/source.ts";
import { FORGES, forkWorkflow, perfWorkflow, requestWorkflow, workflows } from "../init/workflows.ts";
import { ROOT } from "./command.ts";

// What linters cannot know: who may do what, and that what one file says of another is so.
interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly concurrency?: Concurrency;
  readonly "runs-on"?: unknown;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly if?: string;
}
interface Concurrency {
  readonly group: string;
}
interface Workflow {
  readonly concurrency?: Concurrency;
  readonly on: Readonly<Record<string, { readonly inputs?: Readonly<Record<string, unknown>> } | null>>;
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = join(ROOT, ".github/workflows");
const TEXTS = Object.fromEntries(
  readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), "utf8")]),
);
const WORKFLOWS = Object.fromEntries(
  Object.entries(TEXTS).map(([name, text]) => [name, parse(text) as Workflow]),
);
const perf = WORKFLOWS["perf.yml"]!;
const fork = WORKFLOWS["perf-fork.yml"]!;
const request = WORKFLOWS["perf-request.yml"]!;
const JOBS = Object.entries(WORKFLOWS).flatMap(([file, { jobs }]) =>
  Object.entries(jobs).map(([name, job]) => ({ of: `${file} ${name}`, job })),
);
const STEPS = JOBS.flatMap(({ of, job }) => (job.steps ?? []).map((step) => ({ of, job, step })));
/** The action that a step starts from our own checkout of steelyard. */
const own = ({ uses = "" }: Step) => /^\.\/\.steelyard-action\/(action(?:\/\w+)?)$/.exec(uses)?.[1];
const declared = (folder: string): { inputs?: object; outputs?: object } =>
  parse(readFileSync(join(ROOT, folder, "action.yml"), "utf8"));

const declaredDefault = (folder: string, input: string) =>
  (declared(folder).inputs as Readonly<Record<string, { readonly default?: string }>>)[input]?.default;

/** Actions of others, each at a commit whose tag was looked at. */
const PINS: Readonly<Record<string, string>> = {
  "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1": "v7.0.1",
  "actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f": "v7.0.0",
  "actions/upload-artifact@c24449f33cd45d4826c6702db7e49f7cdb9b551d": "v3.2.1-node20",
  "actions/setup-node@820762786026740c76f36085b0efc47a31fe5020": "v7.0.0",
  "actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c": "v8.0.1",
  "actions/download-artifact@ad191675b41f6a5b46da9a048cb6893812da158b": "v3.1.0-node20",
};

test("there are these workflows, and they have jobs and steps", () => {
  const names = ["ci", "perf-fork", "perf-request", "perf", "records", "release"].map(
    (name) => `${name}.yml`,
  );
  expect(Object.keys(WORKFLOWS).sort()).toEqual(names);
  expect(STEPS.length).toBeGreaterThan(12);
});

test("nothing may do anything that its job does not ask for", () => {
  for (const { permissions } of Object.values(WORKFLOWS)) expect(permissions).toEqual({});
  for (const { of, job } of JOBS) expect(job.permissions, of).toBeTypeOf("object");
});

test("no event runs a stranger's code with our token", () => {
  for (const [name, text] of Object.entries(TEXTS)) {
    expect(text).not.toContain("pull_request_target");
    if (name !== "perf-request.yml") expect(text).not.toContain("issue_comment");
  }
});

test("what a comment starts has steelyard alone, takes no text from the event, and may do no more than it needs", () => {
  const { permissions, steps, if: condition } = request.jobs.request!;
  expect(permissions).toEqual({ actions: "write", contents: "read", "pull-requests": "write" });
  const [checkout, action, ...more] = steps!;
  expect(checkout!.with).toMatchObject({ path: ".steelyard-action", "sparse-checkout": "action" });
  expect([own(action!), more]).toEqual(["action/request", []]);
  expect(JSON.stringify(steps)).not.toMatch(/event\.(?:comment|issue|label|sender)|head/);
  expect(condition).toContain("github.event.pull_request.head.repo.full_name == github.repository");
  expect(request.on).toMatchObject({
    issue_comment: { types: ["created"] },
    pull_request: { types: ["labeled"] },
  });
  expect(Object.keys(perf.on.workflow_dispatch!.inputs!)).toEqual(
    expect.arrayContaining(["pull-request", "sha", "workloads", "budget"]),
  );
  for (const text of [TEXTS["perf.yml"]!, perfWorkflow(NOWHERE, "main")])
    expect(text).toContain("format('perf of pull request {0}', inputs.pull-request)"); // by which requests are counted
});

test("a caller of the reusable workflow may say when verdicts are explained", () => {
  expect(perf.on.workflow_call!.inputs).toHaveProperty("why");
  const step = perf.jobs.measure!.steps!.find(({ uses }) => uses === "./.steelyard-action/action");
  expect(step!.with!.why).toBe("$" + "{{ inputs.why }}");
});

test("actions of others are at a commit that is known, and say which version it is", () => {
  const uses = [
    ...Object.values(TEXTS)
      .join("\n")
      .matchAll(/uses: ([^.\s]\S*)(?: # (\S+))?/g),
  ];
  expect(uses.length).toBeGreaterThan(6);
  for (const [, action, version] of uses) expect(PINS[action!], action).toBe(version ?? "no version");
});

test("no checkout leaves a token behind", () => {
  for (const { of, step } of STEPS.filter(({ step }) => step.uses?.startsWith("actions/checkout@")))
    expect(step.with?.["persist-credentials"], of).toBe(false);
});

test("commands are texts of ours: no expression is written into one", () => {
  const commands = STEPS.flatMap(({ step }) => step.run ?? []);
  expect(commands.length).toBeGreaterThan(2);
  for (const run of commands) expect(run).not.toContain("${{");
});

test("our actions are given what they take, and asked for what they give", () => {
  const used = STEPS.filter(({ step }) => own(step) !== undefined);
  expect(new Set(used.map(({ step }) => own(step)))).toEqual(
    new Set([
      "action",
      "action/report",
      "action/target",
      "action/watch",
      "action/request",
      "action/ledger",
      "action/refresh",
      "action/publish",
    ]),
  );
  for (const { of, job, step } of used) {
    const { inputs = {}, outputs = {} } = declared(own(step)!);
    expect(Object.keys(inputs), of).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})));
    const asked = [
      ...JSON.stringify(job).matchAll(new RegExp(`steps\\.${step.id}\\.outputs\\.([\\w-]+)`, "g")),
    ];
    expect(Object.keys(outputs), of).toEqual(expect.arrayContaining(asked.map(([, name]) => name)));
  }
});

test("the report is told what the measurement was asked for, in the same words", () => {
  const inputs = Object.keys(declared("action/report").inputs ?? {});
  const asked = ["only", "variants", "profile", "trials", "reference", "budget"];
  const withOf = (job: Job | undefined, folder: string) =>
    job?.steps?.find((step) => own(step) === folder)?.with ?? {};
  const [measure, report] = [withOf(perf.jobs.measure, "action"), withOf(perf.jobs.report, "action/report")];
  const shared = Object.keys(measure).filter((name) => inputs.includes(name) && name !== "sha");
  expect(shared).toEqual(expect.arrayContaining(asked));
  for (const name of shared) expect(report[name], name).toBe(measure[name]);
  for (const name of asked) expect(withOf(fork.jobs.report, "action/report"), name).toHaveProperty(name);
});

test("outputs of jobs that others read are declared", () => {
  const needed = [...TEXTS["perf.yml"]!.matchAll(/(?:needs|jobs)\.(\w+)\.outputs\.([\w-]+)/g)];
  expect(needed.length).toBeGreaterThan(4);
  for (const [, job, name] of needed)
    expect(Object.keys((perf.jobs[job!] as { outputs?: object }).outputs ?? {}), job).toContain(name);
});

describe("the job that measures", () => {
  const { measure } = perf.jobs;
  test("may read, and nothing else; knows no token", () => {
    expect(measure!.permissions).toEqual({ contents: "read" });
    expect(JSON.stringify(measure)).not.toMatch(/secrets\.|github\.token|"token"/);
  });
  test("ends with the upload, of data only", () => {
    const last = measure!.steps!.at(-1)!;
    expect(last.uses).toMatch(/^actions\/upload-artifact@/);
    expect(last.with?.path).toBe("${{ steps.measure.outputs.run }}");
  });
  test("is the only one that has the change's code, and what it checks out is what it demands", () => {
    const [head] = measure!.steps!;
    const own = measure!.steps!.find(({ id }) => id === "measure")!;
    expect(head!.with).toMatchObject({ "fetch-depth": 0, ref: own.with!.sha });
    const others = STEPS.filter(({ job }) => job !== measure && !["ci", "release"].includes(nameOf(job)));
    expect(others.length).toBeGreaterThan(6);
    for (const { of, step } of others)
      expect(JSON.stringify(step), of).not.toMatch(/head\.sha|head_sha|head\.ref/);
  });
});
const nameOf = (job: Job) => JOBS.find((one) => one.job === job)!.of.split(" ")[1]!;

test("who writes runs steelyard from a checkout of its own, in a folder of its own, and nothing else", () => {
  const writing = JOBS.filter(({ job }) => Object.values(job.permissions ?? {}).includes("write"));
  const steps = writing.filter(({ of }) => of.startsWith("perf")).map(({ job }) => job.steps!);
  expect(steps).toHaveLength(7); // two reports, the refresh, the trend page, the request, the ledger, the watch
  for (const all of steps) {
    // The trend page needs two more inputs: the history of the default branch, and the figures.
    const page = own(all.at(-1)!) === "action/publish";
    const [checkout, action, ...rest] = page ? [all[1], all[3]] : all;
    if (page) expect(all[2]!.uses).toMatch(/^actions\/download-artifact@/);
    expect(checkout!.with).toMatchObject({ path: ".steelyard-action", "sparse-checkout": "action" });
    expect(own(action!)).toMatch(/^action\/(?:report|refresh|publish|request|ledger|watch)$/);
    // After a report its own page is kept: no code runs for it.
    const kept = own(action!) === "action/report" ? ["actions/upload-artifact"] : [];
    expect((page ? all.slice(4) : rest).map((step) => step?.uses?.split("@")[0])).toEqual(kept);
    if (kept.length > 0)
      expect(rest[0]!.with).toMatchObject({
        name: "steelyard-why",
        path: "$" + "{{ steps.report.outputs.why }}",
      });
  }
});

test("the trend page is of this repository's own pushes to the default branch", () => {
  const { publish } = perf.jobs;
  expect(publish!.permissions).toEqual({ contents: "write" });
  expect(publish!.if).toContain("github.event_name == 'push' && !inputs.config");
  expect(publish!.if).toContain("github.ref_name == github.event.repository.default_branch");
  const { path, name } = publish!.steps![2]!.with!;
  expect(perf.jobs.measure!.steps!.at(-1)!.with!.name).toContain(`|| '${name}' }}`); // as long as nothing is shared out
  expect(declaredDefault("action/publish", "files")).toBe(`${path}/run.json`);
});

test("forks and Dependabot are reported by the one workflow or by the other, never by both or none", () => {
  const mine = perf.jobs.report!.if!;
  const theirs = fork.jobs.report!.if!;
  expect(mine).toContain("head.repo.full_name == github.repository");
  expect(mine).toContain("github.actor != 'dependabot[bot]'");
  expect(theirs).toContain("head_repository.full_name != github.repository");
  expect(theirs).toContain("actor.login == 'dependabot[bot]'");
  expect(theirs).toContain("event == 'pull_request'");
});

test("runs that have measured nothing yet are not reported: cancelled, skipped, or waiting for approval", () => {
  for (const conclusion of ["cancelled", "skipped", "action_required"])
    expect(fork.jobs.report!.if).toContain(`github.event.workflow_run.conclusion != '${conclusion}' &&`);
});

test("no other comment or label cancels a request that waits: only requests join their group", () => {
  const ours = FORGES.filter((forge) => forge !== "github" && forge !== "gitlab");
  const written = ours.map(
    (forge) => parse(Object.values(workflows(forge, NOWHERE, "main"))[1]!) as Workflow,
  );
  for (const { concurrency, jobs } of [request, parse(requestWorkflow(NOWHERE)) as Workflow, ...written])
    expect([concurrency, jobs.request!.concurrency?.group]).toEqual([
      undefined,
      jobs.request!.uses ? undefined : expect.stringMatching(/^perf-request-.*number \}\}$/),
    ]);
  expect(request.jobs.ledger!.concurrency!.group).toBe("perf-ledger");
  // Gitea's events do not name the label in that place.
  expect(written[ours.indexOf("ghes")]!.jobs.request!.if).toContain("github.event.label.name == 'perf' &&");
});

describe("what `steelyard init` writes", () => {
  const written = parse(perfWorkflow(NOWHERE, "main")) as Workflow;
  const forks = parse(forkWorkflow(NOWHERE)) as Workflow;
  const asks = parse(requestWorkflow(NOWHERE)) as Workflow;
  const takes = (workflow: Workflow) => Object.keys(workflow.on.workflow_call?.inputs ?? {});

  test("passes on what the called workflows take", () => {
    expect(takes(perf)).toEqual(expect.arrayContaining(Object.keys(written.jobs.perf!.with!)));
    expect(takes(fork)).toEqual(expect.arrayContaining(Object.keys(forks.jobs.report!.with!)));
    expect(takes(request)).toEqual(expect.arrayContaining(Object.keys(asks.jobs.request!.with!)));
  });
  test("asks by hand for what our own does, and passes all of it on", () => {
    const asked = Object.keys(written.on.workflow_dispatch!.inputs!);
    expect(asked).toEqual(Object.keys(perf.on.workflow_dispatch!.inputs!));
    for (const name of asked) expect(written.jobs.perf!.with![name]).toContain(`inputs.${name}`);
  });
  test("compares with the last release in a schedule of its own, once its line is not a comment any more", () => {
    const [, cron] = /# - cron: "([^"]+)" # once there are releases/.exec(perfWorkflow(NOWHERE, "main"))!;
    expect(JSON.stringify(written.on.schedule)).not.toContain(cron!);
    const { reference } = written.jobs.perf!.with!;
    expect(reference).toContain(`github.event.schedule == '${cron}' && 'release' ||`);
    // It wins over the session of the baselines, which every schedule asks for, and no baseline is proposed of it.
    const asked = perf.jobs.measure!.steps!.find((step) => own(step) === "action")!.with!.reference as string;
    expect(asked.replace(/\s+/g, " ")).toMatch(/^\$\{\{ inputs\.reference == 'release' && 'release' \|\| \(/);
    expect(perf.jobs.refresh!.if).toContain("inputs.reference != 'release' &&");
  });
  test("grants what the called jobs ask for, and no more", () => {
    const most = (jobs: Workflow["jobs"]) =>
      Object.assign(
        {},
        ...["read", "write"].flatMap((level) =>
          Object.values(jobs).map(({ permissions = {} }) =>
            Object.fromEntries(Object.entries(permissions).filter(([, own]) => own === level)),
          ),
        ),
      );
    expect(written.jobs.perf!.permissions).toEqual(most(perf.jobs));
    expect(forks.jobs.report!.permissions).toEqual(most(fork.jobs));
    expect(asks.jobs.request!.permissions).toEqual(most(request.jobs));
    expect(asks.on).toEqual({
      issue_comment: request.on.issue_comment,
      pull_request: request.on.pull_request,
      workflow_dispatch: request.on.workflow_dispatch,
    });
  });
  test("sums the estimates of merged changes on a schedule, once its lines are not comments any more", () => {
    const text = requestWorkflow(NOWHERE).replace(/^( {2})# (?=schedule:| {2}- cron:)/gm, "$1");
    expect((parse(text) as Workflow).on.schedule).toMatchObject([{ cron: expect.any(String) }]);
    const { if: condition, permissions, steps } = request.jobs.ledger!;
    for (const event of ["schedule", "workflow_dispatch"]) expect(condition).toContain(`'${event}'`);
    // The one write permission starts a measurement, which its workflow takes.
    const writes = Object.entries(permissions!).filter(([, level]) => level === "write");
    expect(writes).toEqual([["actions", "write"]]);
    expect(own(steps!.at(-1)!)).toBe("action/ledger");
    for (const one of [perf, written])
      expect(one.on.workflow_dispatch!.inputs!.reference).toMatchObject({
        options: expect.arrayContaining(["release"]),
      });
    for (const started of [TEXTS["perf.yml"]!, perfWorkflow(NOWHERE, "main")])
      expect(started).toContain(`inputs.reference == 'release' && '${RELEASE_RUN}'`); // by which one under way is known
  });
});

describe.each(FORGES.filter((forge) => forge !== "github" && forge !== "gitlab"))(
  "what `steelyard init --forge %s` writes",
  (forge) => {
    const folder = `.${forge === "ghes" ? "github" : forge}/workflows`;
    const texts = workflows(forge, NOWHERE, "main");
    const [text = "", asking = ""] = Object.values(texts);
    const { jobs, on, env } = parse(text) as Workflow & { env: Record<string, unknown> };
    const asks = parse(asking) as Workflow;
    const steps = [jobs, asks.jobs].flatMap((all) => Object.values(all).flatMap((job) => job.steps ?? []));
    const ours = ({ uses = "" }: Step) => /^OWNER\/REPO\/(action(?:\/\w+)?)@v1$/.exec(uses)?.[1];
    const step = (name: string) => steps.find((one) => ours(one) === name)!;

    test("is two files, where that forge looks for them", () => {
      expect(Object.keys(texts)).toEqual([`${folder}/perf.yml`, `${folder}/perf-request.yml`]);
    });
    test("uses actions of others at a commit that is known", () => {
      const uses = [...text.matchAll(/\buses: (?!OWNER)(\S+) # (\S+)/g)];
      expect(uses.length).toBeGreaterThan(0);
      for (const [, action, version] of uses) expect(PINS[action!], action).toBe(version);
    });
    test("gives our actions what they take, and asks for what they give", () => {
      const used = steps.filter((one) => ours(one) !== undefined);
      const names = ["action/target", "action", "action/report", "action/refresh", "action/request"];
      expect(used.map(ours)).toEqual(expect.arrayContaining(names));
      for (const one of used)
        expect(Object.keys(declared(ours(one)!).inputs ?? {})).toEqual(
          expect.arrayContaining(Object.keys(one.with ?? {})),
        );
      for (const [, id, name] of text.matchAll(/steps\.(measure|target)\.outputs\.([\w-]+)/g))
        expect(declared(id === "measure" ? "action" : "action/target").outputs).toHaveProperty(name!);
    });
    test("keeps a fork's code off the machine, and a token out of the checkout", () => {
      const { measure } = jobs;
      expect(measure!.if).toContain("github.event.pull_request.head.repo.full_name == github.repository");
      expect(measure!.steps![0]!.with).toMatchObject({ "persist-credentials": false, "fetch-depth": 0 });
      expect(Object.keys(on)).not.toContain("pull_request_target");
    });
    test("measures in a job that may only read, and reports in one that runs nothing of the pull request", () => {
      const { target, measure, report } = jobs;
      expect(measure!.permissions).toEqual({ contents: "read" });
      expect(Object.values(target!.permissions!)).not.toContain("write");
      expect(ours(measure!.steps![1]!)).toBe("action");
      expect(measure!.steps![2]!.uses).toMatch(/^actions\/upload-artifact@/);
      expect(measure!.steps).toHaveLength(3);
      for (const job of [target, report, asks.jobs.request])
        expect(job!["runs-on"]).not.toEqual(measure!["runs-on"]);
      for (const one of report!.steps!.filter(({ uses }) => uses?.startsWith("actions/checkout@")))
        expect([one.if, one.with?.ref]).toEqual(["${{ github.event_name == 'push' }}", undefined]);
    });
    test("reports what was asked for, of all machines", () => {
      for (const name of Object.keys(step("action").with!).filter(
        (one) => one in step("action/report").with!,
      ))
        if (name !== "sha") expect(step("action/report").with![name]).toBe(step("action").with![name]);
      for (const name of ["only", "profile", "reference", "budget", "trials"])
        expect(step("action/report").with).toHaveProperty(name);
      expect(env).toEqual({ SHARDS: 1 });
      for (const name of ["action/report", "action/refresh"])
        expect(step(name).with!.shards).toBe("${{ env.SHARDS }}");
    });
    test("is started by a request with inputs that it takes, under the title by which requests are counted", () => {
      expect(asks.on).toEqual({
        issue_comment: request.on.issue_comment,
        pull_request: request.on.pull_request,
      });
      expect(asks.jobs.request!.permissions).toEqual(request.jobs.request!.permissions);
      expect(Object.keys(on.workflow_dispatch!.inputs!)).toEqual(
        expect.arrayContaining(["pull-request", "sha", "workloads", "budget"]),
      );
      expect(text).toContain("format('perf of pull request {0}', inputs.pull-request)");
    });
  },
);
