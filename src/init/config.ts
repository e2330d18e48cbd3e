import { counted, locationOf } from "../base/text.ts";
import { SHORT_COURSE } from "../model/measure.ts";
import { format } from "../model/quantity.ts";
import type { Candidate, ComposePlan, ProcessPlan } from "./candidate.ts";
import { asksItsOwn, type Endpoint, elsewhere, moreEndpoints, pointedVariables } from "./endpoints.ts";
import type { Findings } from "./findings.ts";
import { GUESS, remark } from "./guess.ts";
import { loadLine, portsOf, type Script, workloadNames } from "./scripts.ts";
import { asksSites } from "./sites.ts";
import { STARTER } from "./starter.ts";

/** Most workloads that a first config has: each is measured for minutes. */
const MOST = 3;
const STARTING: Script = {
  path: STARTER,
  kind: "k6",
  finder: null,
  ready: true,
  variables: [],
  pauses: false,
  special: null,
};

/** A text as a YAML scalar. */
const scalar = (text: string) =>
  /^[A-Za-z_][A-Za-z0-9_./-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text);
const list = (words: readonly string[]) => `[${words.map((word) => JSON.stringify(word)).join(", ")}]`;

/** The scripts that a first config loads with, and the others with the reason: ordinary ones, else those of other protocols. */
export function selected(scripts: readonly Script[]) {
  const stem = (path: string) => path.replace(/\.[cm]?[jt]s$/, "");
  const ordinary = scripts.filter(({ special }) => special === null);
  const usable = ordinary.length > 0 ? ordinary : scripts.filter(({ gate }) => gate !== undefined);
  const apart = usable.filter(
    ({ path }, i) => usable.findIndex((other) => stem(other.path) === stem(path)) === i,
  );
  const chosen = apart.slice(0, MOST);
  return {
    chosen,
    left: scripts.filter((script) => !chosen.includes(script)),
    isStarting: chosen.length === 0,
  };
}

/**
 * The text of a first config from the findings. Everything that a person must check is in a line that begins with
 * "# check:".
 *
 * `steelyard doctor` can read it for any findings.
 */
export function configText(found: Findings): string {
  const { chosen, left, isStarting } = selected(found.scripts);
  const scripts = isStarting ? [STARTING] : chosen;
  const names = workloadNames(scripts.map(({ path }) => path));
  const more = moreEndpoints(found.chosen, scripts);
  return [
    "# What steelyard measures, and what counts as worse. Written by `steelyard init`; from now on it is yours.",
    "# `steelyard doctor` checks it and the machine; `steelyard check` measures and judges.",
    "version: 1",
    "",
    "stack:",
    ...stack(found, scripts, more),
    "",
    "workloads:",
    ...scripts.flatMap((script, i) => workload({ ...script, name: names[i]! }, found.chosen, more)),
    ...left
      .slice(0, 30)
      .map(
        ({ path, special }) => `  # Found as well: ${remark(path)}${special === null ? "" : ` (${special})`}`,
      ),
    "",
    "policy:",
    "  band: 3% # the smallest change that matters",
    "  # Undecided results pass; to have them fail: fail_on: { add: [inconclusive] }",
    '  # Pull requests that change only files which do not matter need no measurement: paths: ["!docs/**", "!**/*.md"]',
    "",
  ].join("\n");
}

function stack(
  { chosen, others, lacking }: Findings,
  scripts: readonly Script[],
  more: readonly Endpoint[],
): string[] {
  const mentioned = [...others.slice(0, 3), ...lacking.slice(0, 3)].map(other);
  if (chosen === null) {
    const [port = 8080] = scripts.flatMap(portsOf);
    return [
      `  # ${GUESS}nothing to start was found, so this expects a service that is up already.`,
      ...mentioned,
      '  # To have it started, write `process: { services: { app: { run: ["./server"], ports: { 8080: PORT } } } }` and `endpoints`.',
      "  external:",
      "    endpoints:",
      `      api: { url: http://127.0.0.1:${port} } # scripts get it as STEELYARD_TARGET_API`,
    ];
  }
  const { plan, evidence, checks, title } = chosen;
  const places = [...new Set(evidence.map(locationOf))].slice(0, 4).map(remark);
  return [
    `  # ${remark(title)}, by ${places.join(", ")}`,
    ...checks.map((check) => `  # ${GUESS}${remark(check)}`),
    ...mentioned,
    ...(plan.kind === "compose" ? composeStack(plan, more) : processStack(plan)),
  ];
}

function other({ title, plan, lacks = [] }: Candidate): string {
  const kind = plan.kind === "compose" ? "Compose" : "a process";
  const reason = lacks.length === 0 ? "" : `; the checkout lacks ${lacks.slice(0, 6).join(", ")}`;
  return `  # Found as well: ${remark(title)} (${kind}${remark(reason)})`;
}

function builds(build: readonly (readonly string[])[]): string[] {
  if (build.length === 0) return [];
  return [
    "    build: # base gets a fresh checkout, with nothing installed",
    ...build.map((argv) => `      - ${list(argv)}`),
  ];
}

const variables = (env: Readonly<Record<string, string>>) =>
  `{ ${Object.entries(env)
    .map(([name, value]) => `${scalar(name)}: ${JSON.stringify(value)}`)
    .join(", ")} }`;

function composeStack(plan: ComposePlan, more: readonly Endpoint[]): string[] {
  const { service, files, services, leftOut, profiles, build, env, allow, port, health, seed } = plan;
  const command = seed?.command ? `, command: ${list(seed.command)}` : "";
  return [
    "  compose:",
    `    files: [${files.map(scalar).join(", ")}]`,
    ...(services.length === 0
      ? []
      : [
          `    services: [${services.map(scalar).join(", ")}] # and what they depend on; not ${remark(leftOut.join(", "))}`,
        ]),
    ...(profiles.length === 0 ? [] : [`    profiles: [${profiles.map(scalar).join(", ")}]`]),
    ...builds(build),
    ...(Object.keys(env).length === 0 ? [] : [`    env: ${variables(env)}`]),
    ...(allow.length === 0 ? [] : [`    allow: [${allow.join(", ")}]`]),
    "    wait: 120s # until everything is up and ready",
    ...(health === null
      ? []
      : [`    ready: { ${scalar(service)}: { http: ${scalar(health)} } } # asked from outside`]),
    ...(seed === null
      ? []
      : [`  seed: { service: ${scalar(seed.service)}${command} } # run once, inside, before any load`]),
    "  endpoints:",
    `    api: { service: ${scalar(service)}, port: ${port} } # scripts get it as STEELYARD_TARGET_API`,
    ...more.map((one) => `    ${scalar(one.name)}: { service: ${scalar(one.service)}, port: ${one.port} }`),
  ];
}

function processStack(plan: ProcessPlan): string[] {
  const { service, folder, build, migrates, run, env, hints, given, health, seed } = plan;
  const name = scalar(service);
  const ports =
    given.env === null
      ? `{ ${given.port}: { fixed: ${given.port} } }`
      : `{ ${given.port}: ${scalar(given.env)} } # the free port that we choose arrives in $${given.env}`;
  const seeded = seed === null || Object.keys(seed.env).length === 0 ? "" : `, env: ${variables(seed.env)}`;
  const ready =
    health === null ? "{ within: 60s } # a connection" : `{ http: ${scalar(health)}, within: 60s }`;
  return [
    "  process:",
    ...builds(build),
    ...(migrates ? ["    keep_build: false # its migrations have to run each time"] : []),
    "    services:",
    `      ${name}:`,
    ...hints.map((hint) => `        # ${remark(hint)}`),
    `        run: ${list(run)}`,
    ...(folder === "." ? [] : [`        cwd: ${scalar(folder)}`]),
    ...(Object.keys(env).length === 0 ? [] : [`        env: ${variables(env)}`]),
    `        ports: ${ports}`,
    `        ready: ${ready}`,
    ...(seed === null
      ? []
      : [`  seed: { run: ${list(seed.run)}${seeded} } # once the service is ready, before any load`]),
    "  endpoints:",
    `    api: { service: ${name}, port: ${given.port} } # scripts get it as STEELYARD_TARGET_API`,
  ];
}

/** Seconds until a program is warm: code that is compiled before it starts needs little. */
const warmUp = (chosen: Candidate | null): string =>
  chosen !== null &&
  COMPILED.some((file) => chosen.code.ending.test(file)) &&
  !chosen.code.ending.test("a.js")
    ? "    warmup: 2s # discarded after each start; 6s where a JIT compiles"
    : "    warmup: 6s # discarded after each start; 2s will do without a JIT";
/** Files of languages that are compiled beforehand. */
const COMPILED = ["a.go", "a.rs"];

function workload(
  script: Script & { readonly name: string },
  chosen: Candidate | null,
  more: readonly Endpoint[],
): string[] {
  const { name, path, finder, doubt, gate } = script;
  const pointed = pointedVariables(script, more).map(
    ([variable, value]) => `${scalar(variable)}: "${value}"`,
  );
  return [
    `  ${scalar(name)}:`,
    ...(asksItsOwn(script, chosen, more)
      ? [`    # ${GUESS}it reads no variable of ours: an address in it has to be that of the service.`]
      : []),
    ...(doubt === undefined ? [] : [`    # ${GUESS}${remark(doubt)}`]),
    ...[...elsewhere(script, chosen, more), ...asksSites(script, chosen)].map(
      (text) => `    # ${GUESS}${remark(text)}`,
    ),
    `    ${loadLine(script, scalar(path))}`,
    ...(pointed.length === 0 ? [] : [`    env: { ${pointed.join(", ")} } # where the stack is`]),
    warmUp(chosen),
    ...measure(script),
    `    gate: [${(gate ?? finder?.gate ?? ["http_req_duration.p50", "cpu_per_request"]).join(", ")}] # these may fail the check; all else is advisory`,
    '    # budgets: { http_req_failed.rate: "< 1%", http_req_duration.p99: "< 250ms" }',
  ];
}

function measure({ pauses, course = 0 }: Script): string[] {
  const isLong = course > 2 * SHORT_COURSE;
  const settings = [
    "duration: 5s",
    "trials: 10",
    ...(isLong ? [`stages: ${Number((SHORT_COURSE / course).toPrecision(1))}`] : []),
    ...(pauses ? ["pace: full"] : []),
  ];
  return [
    ...(isLong
      ? [
          `    # Its stages take ${format(course, "s")}: head alone runs them in some ${SHORT_COURSE} s; pairs have their mean load.`,
        ]
      : []),
    `    measure: { ${settings.join(", ")} }${pauses ? " # shorter pauses in pairs: more requests, an earlier verdict" : ""}`,
  ];
}

/** The points that a person must check, one sentence each. */
export function todo(found: Findings): string[] {
  const { chosen, scripts, routes, guarded } = found;
  const picked = selected(scripts);
  const remarks: string[] = [];
  if (chosen === null) remarks.push("Say what to start: nothing was found (`stack` in the config).");
  else remarks.push(...chosen.checks.map((check) => `Check: ${check}`));
  const more = moreEndpoints(chosen, picked.chosen);
  const fixed = picked.chosen.filter((script) => asksItsOwn(script, chosen, more));
  for (const { path, gate } of fixed) {
    remarks.push(
      gate === undefined
        ? `${path} asks an address of its own: let it ask __ENV.STEELYARD_TARGET_API, which is where the stack is.`
        : `${path} asks an address of its own: let it read a variable, and set that under \`env\` to "$\{api.host}", the host and port of the stack.`,
    );
  }
  for (const { path, doubt } of picked.chosen) {
    if (doubt !== undefined) remarks.push(`Check: ${path}: ${doubt}`);
  }
  if (!picked.isStarting && picked.left.length > 0) {
    const be = ({ length }: readonly Script[]) => (length === 1 ? "is" : "are");
    remarks.push(
      `${picked.chosen.map(({ path }) => path).join(", ")} ${be(picked.chosen)} measured; ${counted(picked.left.length, "further script")} ${be(picked.left)} named in the config.`,
    );
  }
  if (picked.isStarting) {
    const asked =
      routes.length > 0
        ? routes.map(({ path }) => path).join(", ")
        : "/, as no GET route without an account or parameters was found";
    const [first] = guarded;
    const others =
      first === undefined
        ? ""
        : `, and not the ${counted(guarded.length, "route")} for which it has to log in: ${first.path} (${locationOf(first)})${guarded.length > 1 ? " and others" : ""}`;
    remarks.push(`Make ${STARTER} ask what your users ask. It asks ${asked}${others}.`);
  }
  return remarks;
}
