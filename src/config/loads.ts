import { nearest } from "../base/nearest.ts";
import { own } from "../base/own.ts";
import { KINDS } from "../load/registry.ts";
import { type Config, isShared, type Scrape, type Workload } from "../model/config.ts";
import { LOADS, type LoadKind, listed, loadOf, mappingOf } from "../model/load.ts";
import { selector } from "../model/metric.ts";
import { ADDRESS_PARTS, targetVariable } from "../model/target.ts";
import { knownOf } from "./metrics.ts";
import { absent, among, named, type Path, type Problem, quoted } from "./problem.ts";

/** Metrics that Steelyard measures with any generator. */
const MEASURED = ["cpu_per_request", "memory_peak"];

/** Loads and metrics pages at a missing endpoint, and mappings that do not fit the gates. */
export function loadProblems(config: Config): Problem[] {
  const known = endpointsOf(config);
  const pages = Object.entries(config.stack.metrics).flatMap(([name, scrape]) =>
    scrapeProblems(scrape, known, config.stack, ["stack", "metrics", name]),
  );
  const loads = Object.entries(config.workloads).flatMap(([name, workload]) => {
    const at: Path = ["workloads", name];
    return [
      ...placeProblems(workload, config.stack.compose !== undefined, [...at, "in"]),
      ...settingsProblems(workload, at),
      ...endpointProblems(workload, config, known, at),
      ...mappingProblems(workload, at),
      ...addressProblems(workload, known, at),
    ];
  });
  return [...pages, ...loads];
}

/** `${STEELYARD_TARGET_API}` in a variable: no shell reads variables, so a script would get this text itself. */
const UNREAD = /\$\{?(STEELYARD_TARGET_\w+)\}?/;

/** An address that begins with a reference: `${api}`, `${api.host}:80`, `${api}/v1`. A shell's `${PORT:-80}` is none. */
const ADDRESS = /^\$\{([A-Za-z0-9][A-Za-z0-9_-]*)(?:\.([^{}]*))?\}(?=[/:]|$)/;

/** Variables that mean the address of an endpoint, and write it as a shell would, or misspell it. */
function addressProblems(workload: Workload, known: readonly string[], at: Path): Problem[] {
  const all = [
    { env: workload.env, path: [...at, "env"] },
    ...Object.entries(workload.variants).map(([name, own]) => ({
      env: own.env,
      path: [...at, "variants", name, "env"],
    })),
  ];
  return all.flatMap(({ env: variables, path }) =>
    Object.entries(variables).flatMap(([name, text]): Problem[] => {
      const variable = UNREAD.exec(text)?.[1];
      if (variable === undefined) return misspelt(text, known, [...path, name]);
      const endpoint = known.find((one) => targetVariable(one) === variable) ?? known[0] ?? "api";
      const what = `${named([...path, name])} is sent as it is written: no shell replaces ${variable}.`;
      const remedy = `write the endpoint's name: ${name}: "\${${endpoint}}"`;
      return [{ what, place: { path: [...path, name], on: "value" }, remedy }];
    }),
  );
}

/**
 * An address of a misspelt endpoint, or of a part that none has. A script or a command may replace a name of its own, such
 * as `${id}` in `${id}/reviews`, so only one that is similar to an endpoint's is refused.
 */
function misspelt(text: string, known: readonly string[], path: Path): Problem[] {
  const [, endpoint, part] = ADDRESS.exec(text) ?? [];
  if (endpoint === undefined) return [];
  if (!known.includes(endpoint)) {
    return nearest(endpoint, known) === undefined ? [] : [absent("endpoint", endpoint, known, path)];
  }
  const isKnown = part === undefined || ADDRESS_PARTS.some((one) => one === part);
  return isKnown ? [] : [absent("part of an address", part, ADDRESS_PARTS, path)];
}

/** Problems of `stack.metrics`: each entry is a page of an endpoint, a PostgreSQL on Compose, or the address of a database. */
function scrapeProblems(
  { endpoint, postgres, database }: Scrape,
  known: readonly string[],
  stack: Pick<Config["stack"], "process" | "compose">,
  at: Path,
): Problem[] {
  const wrong = (what: string, remedy: string, path: Path = at): Problem[] => [
    { what, place: { path, on: "key" }, remedy },
  ];
  const given = Object.entries({ endpoint, postgres, database }).filter(([, one]) => one !== undefined);
  if (given.length !== 1) {
    const has =
      given.length === 0 ? "no source" : `more than one source: ${given.map(([key]) => key).join(", ")}`;
    return wrong(`${named(at)} has ${has}.`, "name one: `endpoint`, `postgres` or `database`");
  }
  if (postgres && stack.compose === undefined) {
    const what = "`postgres` is asked in a container, but there is no stack.compose.";
    return wrong(what, 'give its address: database: "postgres://…"', [...at, "postgres"]);
  }
  if (database !== undefined && !isShared(database) && stack.process === undefined) {
    const what = `${named([...at, "database"])} names a service, but there is no stack.process.`;
    const remedy =
      "leave it out (databases of Compose are found by their image), or name the service: postgres: { service: db }";
    return wrong(what, remedy, [...at, "database"]);
  }
  if (endpoint === undefined || known.length === 0 || known.includes(endpoint)) return [];
  return [absent("endpoint", endpoint, known, [...at, "endpoint"])];
}

/** Endpoints of the config, of any kind of stack. */
const endpointsOf = ({ stack }: Config): string[] => [
  ...new Set([...Object.keys(stack.endpoints), ...Object.keys(stack.external?.endpoints ?? {})]),
];

/** Contradictions within the settings of a generator. */
function settingsProblems(workload: Workload, at: Path): Problem[] {
  const { kind, about, settings } = loadOf(workload);
  return (about.problems?.(settings) ?? []).map(({ at: below, what, remedy }) => ({
    what,
    place: { path: [...at, kind, ...below], on: "value" },
    remedy,
  }));
}

/** The endpoint of a generator that loads one: whether it is there, and whether it may be loaded so. */
function endpointProblems(
  workload: Workload,
  { stack }: Config,
  known: readonly string[],
  home: Path,
): Problem[] {
  const { kind, about, settings } = loadOf(workload);
  const endpoint = about.endpoint?.(settings);
  if (endpoint === undefined || known.length === 0) return []; // a stack without endpoints is reported elsewhere
  const at = [...home, kind];
  if (endpoint !== null && !known.includes(endpoint)) {
    return [absent("endpoint", endpoint, known, [...at, "endpoint"])];
  }
  if (endpoint === null && known.length > 1) {
    const what = `${about.subject} loads one endpoint, but the stack has several.`;
    const place = { path: at, on: "key" } as const;
    return [{ what, place, allowed: among(known), remedy: `name one: endpoint: ${known[0]}` }];
  }
  const headers = own(stack.external?.endpoints, endpoint ?? known[0]!)?.headers ?? {};
  if (!about.exposesHeaders || Object.keys(headers).length === 0) return [];
  const what = `${about.subject} takes headers as arguments, which every user of the machine can read, but this endpoint has headers.`;
  const others = LOADS.filter((other) => KINDS[other].placeable && !KINDS[other].exposesHeaders);
  return [{ what, place: { path: at, on: "key" }, remedy: `load it with ${listed(others, "or")}` }];
}

/** Only containers have a network of their own, and what a user's program needs there is unknown. */
function placeProblems(workload: Workload, composed: boolean, at: Path): Problem[] {
  const place = workload.in;
  if (place === "host") return [];
  const wrong = (what: string, remedy: string): Problem[] => [
    { what, place: { path: at, on: "value" }, remedy },
  ];
  const { about } = loadOf(workload);
  if (!about.placeable) {
    const others = LOADS.filter((kind) => KINDS[kind].placeable);
    return wrong(
      `${about.subject} runs on this machine only.`,
      `leave \`in\` out, or load with ${listed(others, "or")}`,
    );
  }
  if (composed) return [];
  return wrong(
    `The load comes from ${quoted(place)}, but there is no stack.compose.`,
    "leave `in` out: other stacks are loaded from this machine",
  );
}

/** The programs that report a metric under this name: "k6 and command"; "steelyard" for one that we measure. */
function ownersOf(name: string): string {
  const kinds = (Object.keys(KINDS) as LoadKind[]).filter((kind) => Object.hasOwn(KINDS[kind].metrics, name));
  return kinds.length === 0 ? "steelyard" : listed(kinds, "and");
}

/** Mapped names that mean something else, and gates of metrics that are not mapped. */
function mappingProblems(workload: Workload, at: Path): Problem[] {
  const found = mappingOf(workload);
  if (found === undefined) return [];
  const { path: below, mapping } = found;
  const names = Object.keys(mapping.metrics);
  const taken = names
    .filter((name) => knownOf(name) !== undefined)
    .map((name): Problem => {
      const path = [...at, ...below, "metrics", name];
      const what = `${quoted(name)} is already a metric of ${ownersOf(name)}.`;
      return { what, place: { path, on: "key" }, remedy: "use a name of your own" };
    });
  const unknown = workload.gate.flatMap((text, index) => {
    const metric = selector(text)?.metric ?? text;
    const there = names.includes(metric) || knownOf(metric) !== undefined || metric.includes(":");
    return there ? [] : [absent("metric", metric, [...names, ...MEASURED], [...at, "gate", index])];
  });
  const requests = workload.gate.indexOf("cpu_per_request");
  if (requests === -1 || mapping.requests !== undefined) return [...taken, ...unknown];
  const lacking: Problem = {
    what: "The gate names cpu_per_request, but the mapping has no pointer to the number of requests.",
    place: { path: [...at, "gate", requests], on: "value" },
    remedy: "add it: format: { json: { requests: /requests, … } }",
  };
  return [...taken, ...unknown, lacking];
}
