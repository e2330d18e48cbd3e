import type { Config, Scrape, Workload } from "../model/config.ts";
import { mappingOf } from "../model/load.ts";
import { selector } from "../model/metric.ts";
import { knownOf } from "./metrics.ts";
import { absent, among, named, type Path, type Problem, quoted } from "./problem.ts";

/** Metrics that Steelyard measures with any generator. */
const MEASURED = ["cpu_per_request", "memory_peak"];

/** Loads and metrics pages at a missing endpoint, and mappings that do not fit the gates. */
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

/** Problems of `stack.metrics`: each entry is a page of an endpoint, or a PostgreSQL on Compose. */
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
    const what = "Statements of PostgreSQL are counted on Compose only, but there is no stack.compose.";
    return wrong(what, "leave it out, or add the stack", [...at, "postgres"]);
  }
  if (endpoint === undefined || known.length === 0 || known.includes(endpoint)) return [];
  return [absent("endpoint", endpoint, known, [...at, "endpoint"])];
}

/** Endpoints of the config, of any kind of stack. */
const endpointsOf = ({ stack }: Config): string[] => [
  ...new Set([...Object.keys(stack.endpoints), ...Object.keys(stack.external?.endpoints ?? {})]),
];

function endpointProblems({ wrk }: Workload, known: readonly string[], at: Path): Problem[] {
  if (wrk === undefined) return [];
  if (wrk.threads > wrk.connections) {
    const what = `wrk has ${wrk.threads} threads for ${wrk.connections} connections.`;
    const place = { path: [...at, "threads"], on: "value" } as const;
    return [{ what, place, remedy: "use at least one connection per thread" }];
  }
  if (known.length === 0) return []; // reported elsewhere
  if (wrk.endpoint !== undefined) {
    return known.includes(wrk.endpoint) ? [] : [absent("endpoint", wrk.endpoint, known, [...at, "endpoint"])];
  }
  if (known.length === 1) return [];
  const what = "wrk loads one endpoint, but the stack has several.";
  const place = { path: at, on: "key" } as const;
  return [{ what, place, allowed: among(known), remedy: `name one: endpoint: ${known[0]}` }];
}

/** Problems of `in`: only Compose stacks have an inside, and a command's needs there are not known. */
function placeProblems({ in: place, command }: Workload, composed: boolean, at: Path): Problem[] {
  if (place === "host") return [];
  const wrong = (what: string, remedy: string): Problem[] => [
    { what, place: { path: at, on: "value" }, remedy },
  ];
  if (command) return wrong("A command runs on this machine only.", "leave `in` out, or load with k6 or wrk");
  if (composed) return [];
  return wrong(
    `The load comes from ${quoted(place)}, but there is no stack.compose.`,
    "leave `in` out: other stacks are loaded from this machine",
  );
}

/** Mapped names that are taken by other metrics, and gates of metrics that are not mapped. */
function mappingProblems(workload: Workload, at: Path): Problem[] {
  const mapping = mappingOf(workload);
  if (mapping === undefined) return [];
  const names = Object.keys(mapping.metrics);
  const taken = names
    .filter((name) => knownOf(name) !== undefined)
    .map((name): Problem => {
      const path = [...at, "command", "format", "json", "metrics", name];
      const what = `${quoted(name)} is already a metric of ${MEASURED.includes(name) ? "steelyard" : "k6 and wrk"}.`;
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
