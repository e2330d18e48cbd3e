import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { silent } from "../base/log.ts";
import { firstLine } from "../base/text.ts";
import { readConfig } from "../config/read.ts";
import { obtainK6 } from "../load/k6/obtain.ts";
import { K6Pairs } from "../load/k6/pairs/generator.ts";
import { Workload } from "../model/config.ts";
import type { WarmupUse } from "../model/ports.ts";
import { literals } from "../stack/literals.ts";
import { runGit } from "../testing/git.ts";
import { openStub } from "./scripts/stub.ts";

// In which mode forty public k6 scripts run as they are, and whether two pairs of each have figures of both sides.
// `--pace full` shortens their pauses, by the CPU time of this process, which answers them.
// `--from FOLDER` has their files as OWNER+NAME/PATH; without it they are fetched from GitHub, each at its commit.

interface Listed {
  readonly repo: string;
  readonly commit: string;
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
  readonly literal: string | null;
  readonly more: Readonly<Record<string, string>>;
  readonly needs: readonly string[];
}

const { values } = parseArgs({
  options: {
    from: { type: "string" },
    only: { type: "string" },
    pace: { type: "string", default: "script" },
  },
});
const folder =
  values.from === undefined ? mkdtempSync(join(tmpdir(), "steelyard-scripts-")) : resolve(values.from);
const list = JSON.parse(readFileSync(join(import.meta.dirname, "scripts/list.json"), "utf8")) as Listed[];
const { signal } = new AbortController();
const k6 = await obtainK6({ env: process.env, log: silent, signal, checkout: folder });

/** The files of a repository at its commit. */
function checkout({ repo, commit }: Listed): string {
  const into = join(folder, repo.replace("/", "+"));
  if (existsSync(into)) return into;
  mkdirSync(into);
  const git = (...args: string[]) => void runGit({ cwd: into }, ...args);
  git("init", "-q");
  git("fetch", "-q", "--depth", "1", `https://github.com/${repo}.git`, commit);
  git("-c", "advice.detachedHead=false", "checkout", "-q", "FETCH_HEAD");
  return into;
}

/** The addresses that stand for the endpoint, as a config says that has the service with the script's own port. */
function literalsFor({ literal }: Listed) {
  const { hostname, port } = new URL(
    /^\w+:\/\//.test(literal ?? "") ? literal! : `http://${literal ?? "api:80"}`,
  );
  const service = /^[a-z][a-z0-9]*$/.test(hostname) && hostname !== "localhost" ? hostname : "api";
  const text = `version: 1
stack:
  process: { services: { ${service}: { run: [node], ports: { ${port || 80}: PORT } } } }
  endpoints: { api: { service: ${service}, port: ${port || 80} } }
workloads: { w: { k6: x.js } }
`;
  return literals(readConfig(text, "config"), "process", folder);
}

/** The mode of a script, and the result of two short pairs. */
async function tried(one: Listed): Promise<{ mode: string; pairs: string }> {
  const cwd = checkout(one);
  await using base = await openStub();
  await using head = await openStub();
  const place = { cwd, env: process.env, scratch: join(folder, "scratch"), log: silent };
  const pairs = new K6Pairs({ ...k6, ...place, literals: literalsFor(one) });
  const env = { ...one.more, ...one.env };
  const workload = Workload.parse({ k6: one.path, env, measure: { pace: values.pace } });
  const { mode, why, notes = [] } = await pairs.finest("w", workload, signal);
  if (mode !== "request") return { mode: `${mode}: ${why}`, pairs: "" };
  const { results } = await pairs.pairs(
    {
      name: "w",
      variant: null,
      workload,
      env: workload.env,
      mode,
      warmup: 1,
      block: 1,
      pairs: 2,
      seed: 1,
      use: usage(),
      sides: {
        base: { targets: { api: base.url }, headers: {} },
        head: { targets: { api: head.url }, headers: {} },
      },
    },
    async () => {},
    signal,
  );
  const said = results.map((pair) =>
    pair.ok
      ? `${pair.base.requests}+${pair.head.requests}${left(pair.load.pauses)}`
      : `${pair.side}: ${firstLine(pair.failure.message, 120)}`,
  );
  return { mode: [mode, ...notes].join("; "), pairs: [...new Set(said)].join(", ") };
}

/** The CPU time of this process since the call before, as that of both sides' services. */
function usage(): () => Promise<WarmupUse | null> {
  let before: { readonly at: number; readonly cpu: number } | undefined;
  return async () => {
    const { user, system } = process.cpuUsage();
    const now = { at: performance.now() / 1e3, cpu: (user + system) / 1e6 };
    const begun = before;
    before = now;
    if (begun === undefined) return null;
    const cpu = now.cpu - begun.cpu;
    return { cpu: { base: cpu / 2, head: cpu / 2 }, busiest: cpu / (now.at - begun.at), machine: null };
  };
}

const left = (pauses: number | undefined) =>
  pauses === undefined ? "" : ` (pauses of ${Number((100 * pauses).toPrecision(2))} %)`;

let [finest, figures] = [0, 0];
const wanted = list.filter(({ repo }) => values.only === undefined || repo.includes(values.only));
for (const [i, one] of wanted.entries()) {
  const began = performance.now();
  const { mode, pairs } = await tried(one).catch((error: Error) => ({
    mode: `none: ${firstLine(error.message)}`,
    pairs: "",
  }));
  if (mode.startsWith("request")) finest++;
  if (/^\d+\+\d+/.test(pairs)) figures++;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`| ${i + 1} | ${one.repo} | ${mode.slice(0, 160)} | ${pairs} | ${seconds} s |`);
}
console.log(`\n${finest} of ${wanted.length} run in \`request\` mode, ${figures} with figures of both sides`);
if (values.from === undefined) rmSync(folder, { recursive: true });
