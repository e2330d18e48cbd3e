import type { Config, Scrape, Workload } from "../model/config.ts";
import { mappingOf } from "../model/load.ts";
import { selector } from "../model/metric.ts";
import { knownOf } from "./metrics.ts";
import { absent, among, named, type Path, type Problem, quoted } from "./problem.ts";

/** Metrics that we measure ourselves, whatever loads the stack. */
const MEASURED = ["cpu_per_request", "memory_peak"];

/** Loads and pages of metrics at an endpoint that is not there, and mappings that gates do not fit. */
export function loadProblems(config: Config): Problem[] {
  const known = endpointsOf(config);
  const pages = Object.entries(config.stack.metrics).flatMap(([name, scrape]) =>
    scrapeProblems(scrape, known, config.stack.compose !== undefined, ["stack", "metrics", name]),
  );
  const loads = Object.entries(config.workloads).flatMap(([name, workload]) => {
    const at: Path = ["workloads", name];
    return [
      ...placeProblems(workload, config.stack.compose !== undefined, [...at, "in"]),
      ...endpointProblems(workload, known, [...at, "wrk"]),
      ...mappingProblems(workload, at),
    ];
  });
  return [...pages, ...loads];
}

/** What is scraped is a page of an endpoint, or a PostgreSQL that runs on Compose. */
function scrapeProblems(
  { endpoint, postgres }: Scrape,
  known: readonly string[],
  composed: boolean,
  at: Path,
): Problem[] {
  const wrong = (what: string, remedy: string, path: Path = at): Problem[] => [
    { what, place: { path, on: "key" }, remedy },
  ];
  if ((endpoint === undefined) === (postgres === undefined)) {
    const has = endpoint === undefined ? "neither a page nor a PostgreSQL" : "both a page and a PostgreSQL";
    return wrong(`${named(at)} has ${has}.`, "name either `endpoint` or `postgres`");
  }
  if (postgres && !composed) {
    const what = "Statements of PostgreSQL are counted on Compose only, and there is no stack.compose.";
    return wrong(what, "leave it out, or add the stack", [...at, "postgres"]);
  }
  if (endpoint === undefined || known.length === 0 || known.includes(endpoint)) return [];
  return [absent("endpoint", endpoint, known, [...at, "endpoint"])];
}

/** Endpoints of the config, whichever stack has them. */
const endpointsOf = ({ stack }: Config): string[] => [
  ...new Set([...Object.keys(stack.endpoints), ...Object.keys(stack.external?.endpoints ?? {})]),
];

function endpointProblems({ wrk }: Workload, known: readonly string[], at: Path): Problem[] {
  if (wrk === undefined) return [];
  if (wrk.threads > wrk.connections) {
    const what = `wrk has ${wrk.threads} threads for ${wrk.connections} connections.`;
    const place = { path: [...at, "threads"], on: "value" } as const;
    return [{ what, place, remedy: "use at least one connection a thread" }];
  }
  if (known.length === 0) return []; // a stack without any is told of already
  if (wrk.endpoint !== undefined) {
    return known.includes(wrk.endpoint) ? [] : [absent("endpoint", wrk.endpoint, known, [...at, "endpoint"])];
  }
  if (known.length === 1) return [];
  const what = "wrk loads one endpoint, and the stack has several.";
  const place = { path: at, on: "key" } as const;
  return [{ what, place, allowed: among(known), remedy: `say which: endpoint: ${known[0]}` }];
}

/** Only containers have an inside, and what a command needs there nobody knows. */
function placeProblems({ in: place, command }: Workload, composed: boolean, at: Path): Problem[] {
  if (place === "host") return [];
  const wrong = (what: string, remedy: string): Problem[] => [
    { what, place: { path: at, on: "value" }, remedy },
  ];
  if (command) return wrong("A command runs on this machine only.", "leave `in` out, or load with k6 or wrk");
  if (composed) return [];
  return wrong(
    `The load is to come from ${quoted(place)}, and there is no stack.compose.`,
    "leave `in` out: other stacks are loaded from this machine",
  );
}

/** Mapped names that mean something else, and gates of metrics that are not mapped. */
function mappingProblems(workload: Workload, at: Path): Problem[] {
  const mapping = mappingOf(workload);
  if (mapping === undefined) return [];
  const names = Object.keys(mapping.metrics);
  const taken = names
    .filter((name) => knownOf(name) !== undefined)
    .map((name): Problem => {
      const path = [...at, "command", "format", "json", "metrics", name];
      const what = `${quoted(name)} is the name of another metric: of ${MEASURED.includes(name) ? "ours" : "k6 and wrk"}.`;
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
    what: "The gate names cpu_per_request, and the mapping does not say where the number of requests stands.",
    place: { path: [...at, "gate", requests], on: "value" },
    remedy: "add it: format: { json: { requests: /requests, … } }",
  };
  return [...taken, ...unknown, lacking];
}
