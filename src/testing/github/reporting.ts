import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { reportStep } from "../../action/report.ts";
import { judgingWorker } from "../../commands/pull/judgeworker.ts";
import type { Run } from "../../model/run.ts";
import { marker } from "../../report/comment.ts";
import { bundle } from "../bundles.ts";
import { trialsAt } from "../comparing.ts";
import { aBaseline, aRun, CLASS } from "../runs.ts";
import { type ZipEntry, zip } from "../zip.ts";
import { GithubDouble } from "./server.ts";
import { BOT, type State } from "./state.ts";
import { runStep } from "./step.ts";

/** A pull request on `octo/shop`, its figures as an artifact of run 7, and the step that reports on it. */

export const HEAD = "a".repeat(40);
export const BASE = "b".repeat(40);
export const OTHER = "c".repeat(40);

export const CONFIG = `version: 1
stack: { external: { endpoints: { api: { url: "http://127.0.0.1:8080" } } } }

workloads:
  browse:
    k6: workloads/browse.ts
    gate: [http_req_duration.p50]
`;

/** Ten trials of the workload `browse`; the baseline has a median of 10 ms. */
export const ofHead = (p50: number, more: Partial<Parameters<typeof aRun>[0]> = {}): Run =>
  aRun({
    workloads: { browse: { trials: trialsAt(p50), config: { gate: ["http_req_duration.p50"] } } },
    commit: { sha: HEAD, subject: "Faster", dirty: false },
    ...more,
  });
export const SAME = 0.01;
export const SLOWER = 0.03;

export const archived = (run: Run, more: readonly ZipEntry[] = []) =>
  zip([{ name: "run.json", data: JSON.stringify(run) }, ...more]);

/** The files of a base branch that has a config and three sessions. */
export const baseTree = (): Record<string, string> => ({
  ".github/steelyard.yml": CONFIG,
  "baselines/README.md": "# Baselines",
  [`baselines/${CLASS}/browse.json`]: JSON.stringify(
    aBaseline({ workload: "browse", sessions: [0.0101, 0.01, 0.0099, 0.01] }),
  ),
});

export const aPull = (more: Partial<State["pulls"][number]> = {}): State["pulls"][number] => ({
  number: 12,
  state: "open",
  base: "main",
  head: { sha: HEAD, ref: "faster", repository: "octo/shop" },
  ...more,
});

/** GitHub with one pull request of a branch of its own, and figures that are as they were. */
export function github(more: Partial<State> = {}, run: Run = ofHead(SAME)): Promise<GithubDouble> {
  const tree = baseTree();
  return GithubDouble.start({
    pulls: [aPull()],
    artifacts: [{ id: 70, run: 7, name: "steelyard", archive: archived(run) }],
    trees: { main: tree, [BASE]: tree, [HEAD]: { ".github/steelyard.yml": CONFIG } },
    mergeBases: { [`main...${HEAD}`]: BASE },
    ...more,
  });
}

/** Comments with the marker of the report, as an earlier one left them. */
export const KEY = marker("steelyard");
export const ours = (verdict: string) => `${KEY}\n<!-- steelyard:verdict:${verdict} -->\n### old`;
export const remark = (id: number, body: string, user = BOT, pull = 12) => ({ id, pull, body, user });
export const posted = ({ comments }: State) => comments.filter(({ body }) => body.startsWith(KEY));

/** The payloads of the events, as far as they are read. */
export const payloads = {
  pull: (repository = "octo/shop", sha = HEAD) => ({
    repository: { default_branch: "main" },
    pull_request: {
      number: 12,
      base: { ref: "main" },
      head: { sha, ref: "faster", repo: { full_name: repository } },
    },
  }),
  triggered: { repository: { default_branch: "main" }, workflow_run: { id: 8 } },
  plain: { repository: { default_branch: "main" } },
};

/** A run for the same commit, started in a fork or a branch. */
export const theirRun = (more: Partial<State["runs"][number]> = {}): State["runs"][number] => ({
  id: 8,
  path: ".github/workflows/perf.yml",
  event: "pull_request",
  repository: "octo/shop",
  head: { sha: HEAD, branch: "faster", repository: "octo/shop" },
  ...more,
});

export interface Reporting {
  readonly event?: string;
  readonly payload?: object;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Done in the job's folder before the step begins, as by an earlier step. */
  readonly before?: (folder: string) => void;
  /** Seconds for reading and judging. */
  readonly judging?: number;
  /** Milliseconds that count as a second. */
  readonly second?: number;
}

/** The thread that judges runs the entry itself. */
const ENTRY = pathToFileURL(bundle("report"));

/** The reporting step, once, in this process. */
export async function reported(double: GithubDouble, asked: Reporting = {}) {
  const { event = "pull_request", payload = payloads.pull(), inputs: given, env } = asked;
  let why = null as string | null;
  const { code, runner } = await runStep(
    async (world, runner, pace) => {
      asked.before?.(world.cwd);
      const second = asked.second ?? pace.second;
      const judging = () => judgingWorker(ENTRY, asked.judging);
      const code = await reportStep(world, runner, judging, { ...pace, second });
      if (runner.outputs.why) why = readFileSync(runner.outputs.why, "utf8");
      return code;
    },
    double,
    { action: "report", event, payload, given, env },
  );
  const { outputs, markdown, remarks, text, outside, groups, nested, masked } = runner;
  return { code, outputs, markdown, remarks, text, outside, groups, nested, masked, why };
}
