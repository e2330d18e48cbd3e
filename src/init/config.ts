import type { Findings } from "./findings.ts";
import { loadLine, type Script, workloadNames } from "./scripts.ts";

/** Most workloads that a first config has: each is measured for minutes. */
const MOST = 6;
/** The script that is written where there is none. */
export const STARTER = "perf/browse.js";

const STARTING: Script = { path: STARTER, kind: "k6", ready: true, variables: [], pauses: false };

/** A text as a YAML scalar. */
const scalar = (text: string) =>
  /^[A-Za-z_][A-Za-z0-9_./-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text);

/**
 * The text of a first config from the findings, with a comment wherever a person must check it.
 *
 * `steelyard doctor` accepts it for any findings.
 */
export function configText(found: Findings): string {
  const scripts = found.scripts.length > 0 ? found.scripts : [STARTING];
  const names = workloadNames(scripts.map(({ path }) => path));
  const all = scripts.map((script, i) => ({ ...script, name: names[i]! }));
  const left = all.slice(MOST).map(({ path }) => `  # Found as well: ${path}`);
  return [
    "# What steelyard measures, and what counts as worse. Written by `steelyard init`; from now on it is yours.",
    "# `steelyard doctor` checks it and the machine; `steelyard check` measures and judges.",
    "version: 1",
    "",
    "stack:",
    ...stack(found),
    "",
    "workloads:",
    ...all.slice(0, MOST).flatMap(workload),
    ...left,
    "",
    "policy:",
    "  band: 3% # the smallest change that matters",
    "  # Undecided results pass; to have them fail: fail_on: { add: [inconclusive] }",
    '  # Pull requests that change only files which do not matter need no measurement: paths: ["!docs/**", "!**/*.md"]',
    "",
  ].join("\n");
}

function stack({ compose, node }: Findings): string[] {
  if (compose) return composeStack(compose);
  if (node) return processStack(node);
  return [
    "  # CHANGE: nothing to start was found, so this expects a service that is up already. To have it started, write",
    '  # `process: { services: { app: { run: ["./server"], ports: { 8080: PORT } } } }` and `endpoints` instead.',
    "  external:",
    "    endpoints:",
    "      api: { url: http://127.0.0.1:8080 } # scripts get it as STEELYARD_TARGET_API",
  ];
}

function composeStack({ path, target, seed }: NonNullable<Findings["compose"]>): string[] {
  const { service, port, health } = target ?? { service: "app", port: 8080, health: null };
  const ready =
    health === null
      ? []
      : [`    ready: { ${scalar(service)}: { http: ${scalar(health)} } } # asked from outside`];
  return [
    "  compose:",
    `    files: [${scalar(path)}]`,
    "    wait: 120s # until everything is up and ready",
    ...ready,
    ...(seed === null ? [] : [`  seed: { service: ${scalar(seed)} } # run once, inside, before any load`]),
    "  endpoints:",
    ...(target
      ? []
      : ["    # CHANGE: no service of the Compose file publishes a port; name the one to be loaded."]),
    `    api: { service: ${scalar(service)}, port: ${port} } # scripts get it as STEELYARD_TARGET_API`,
  ];
}

function processStack({ folder, locked }: NonNullable<Findings["node"]>): string[] {
  const prefix = folder === "." ? [] : ["--prefix", folder];
  const install = JSON.stringify(["npm", ...prefix, "ci"]);
  return [
    "  process:",
    ...(locked ? [`    build: [${install}] # base gets a fresh checkout, with nothing installed`] : []),
    "    services:",
    "      app:",
    '        run: ["npm", "start"]',
    ...(folder === "." ? [] : [`        cwd: ${scalar(folder)}`]),
    "        ports: { 8080: PORT } # the free port that we choose arrives in $PORT",
    "        ready: { within: 60s } # a connection; with http: /health, an answer",
    "  endpoints:",
    "    api: { service: app, port: 8080 } # scripts get it as STEELYARD_TARGET_API",
  ];
}

function workload(script: Script & { readonly name: string }): string[] {
  const { name, path, kind, pauses } = script;
  const pointed = pointedVariables(script).map(([variable, value]) => `${scalar(variable)}: "${value}"`);
  return [
    `  ${scalar(name)}:`,
    `    ${loadLine(kind, scalar(path))}`,
    ...(pointed.length === 0 ? [] : [`    env: { ${pointed.join(", ")} } # where the stack is`]),
    "    warmup: 6s # discarded after each start; 2s will do without a JIT",
    pauses
      ? "    measure: { duration: 5s, trials: 10, pace: full } # shorter pauses beside base: more requests, an earlier verdict"
      : "    measure: { duration: 5s, trials: 10 }",
    "    gate: [http_req_duration.p50, cpu_per_request] # these may fail the check; all else is advisory",
    '    # budgets: { http_req_failed.rate: "< 1%", http_req_duration.p99: "< 250ms" }',
  ];
}

/** The variables in which a script expects the address of the service, and the reference that each gets. */
const pointedVariables = ({ ready, variables }: Script): [name: string, value: string][] =>
  ready ? [] : variables.map((name) => [name, `$\{${isHost(name) ? "api.host" : "api"}}`]);
const isHost = (name: string) => /HOST|ADDR/i.test(name) && !/UR[LI]/i.test(name);

/** A first script, for a repository without any. */
export const starterText = [
  "// A first load script, written by `steelyard init`: make it ask what your users ask.",
  'import { check } from "k6";',
  'import http from "k6/http";',
  "",
  "// How it loads; how long is said in .github/steelyard.yml.",
  'export const options = { vus: 2, duration: "5s" };',
  "",
  "export default function () {",
  '  const answer = http.get(__ENV.STEELYARD_TARGET_API + "/", { tags: { name: "home" } });',
  '  check(answer, { "is 200": ({ status }) => status === 200 });',
  "}",
  "",
].join("\n");

/** The points that a person must check, one sentence each. */
export function todo(found: Findings): string[] {
  const { compose, node, otherCompose, scripts } = found;
  const said: string[] = [];
  if (!compose && !node) said.push("Say what to start: nothing was found (`stack` in the config).");
  if (compose && !compose.target)
    said.push("Name the service that is loaded: none publishes a port (`endpoints`).");
  if (compose && otherCompose.length > 0) {
    said.push(`Compose starts ${compose.path} alone; left alone: ${otherCompose.slice(0, 5).join(", ")}.`);
  }
  const fixed = scripts.filter(({ ready, variables }) => !ready && variables.length === 0);
  for (const { path } of fixed.slice(0, MOST)) {
    said.push(
      `${path} asks an address of its own: let it ask __ENV.STEELYARD_TARGET_API, which is where the stack is.`,
    );
  }
  if (scripts.length > MOST)
    said.push(`${scripts.length - MOST} further scripts are named in the config, and not measured.`);
  if (scripts.length === 0) said.push(`Make ${STARTER} ask what your users ask.`);
  return said;
}
