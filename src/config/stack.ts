import { own } from "../base/own.ts";
import {
  type Config,
  type ExternalStack,
  type ProcessService,
  REFERENCE,
  type Stack,
} from "../model/config.ts";
import { absent, among, named, type Path, type Problem } from "./problem.ts";

type Services = Readonly<Record<string, ProcessService>>;

/** Problems of endpoints, references, ports and addresses of a stack that do not match. */
export function stackProblems({
  stack: { process, compose, external, endpoints, seed, metrics },
  workloads,
}: Config): Problem[] {
  const problems: Problem[] = [...seedProblems({ process, compose, seed })];
  if (process) {
    problems.push(...serviceProblems(process.services));
    if (Object.keys(process.services).length > 0) {
      problems.push(...endpointProblems(endpoints, process.services));
    }
    if (seed?.run) problems.push(...references(seed.run, ["stack", "seed", "run"], process.services));
    if (seed) problems.push(...references(seed.env, ["stack", "seed", "env"], process.services));
    for (const [name, { database }] of Object.entries(metrics)) {
      if (typeof database !== "string") continue;
      problems.push(...references({ database }, ["stack", "metrics", name], process.services));
    }
    for (const [workload, { variants }] of Object.entries(workloads)) {
      for (const [variant, { stack_env }] of Object.entries(variants)) {
        const path = ["workloads", workload, "variants", variant, "stack_env"];
        problems.push(...references(stack_env, path, process.services));
      }
    }
  } else if (compose) {
    if (Object.keys(endpoints).length === 0) problems.push(noEndpoint("Compose"));
  } else if (Object.keys(endpoints).length > 0) {
    problems.push({
      what: "stack.endpoints names services, but there is no stack.process or stack.compose.",
      place: { path: ["stack", "endpoints"], on: "key" },
      remedy: "give the addresses in stack.external.endpoints",
    });
  }
  if (external) problems.push(...externalProblems(external));
  return problems;
}

function endpointProblems(endpoints: Stack["endpoints"], services: Services): Problem[] {
  if (Object.keys(endpoints).length === 0) return [noEndpoint("processes")];
  return Object.entries(endpoints).flatMap(([name, { service, port }]) => {
    const path = ["stack", "endpoints", name];
    return reference(service, port, services, [...path, "service"], [...path, "port"]);
  });
}

function noEndpoint(kind: string): Problem {
  const what = `The stack of ${kind} has no endpoint to load.`;
  const remedy = "add stack.endpoints, such as: endpoints: { api: { service: gateway, port: 8080 } }";
  return { what, place: { path: ["stack", "endpoints"], on: "key" }, remedy };
}

/** Problems of the seed: a `service` requires Compose, a `run` with it is for processes, and a `command` requires a `service`. */
function seedProblems({ process, compose, seed }: Pick<Stack, "process" | "compose" | "seed">): Problem[] {
  if (seed === undefined) return [];
  const at = (key: string) => ({ path: ["stack", "seed", key], on: "key" }) as const;
  if (seed.service !== undefined && compose === undefined) {
    const what = "The seed is a service of Compose, but there is no stack.compose.";
    return [{ what, place: at("service"), remedy: "give the command that seeds: run: [...]" }];
  }
  if (seed.service !== undefined && seed.run !== undefined && process === undefined) {
    const what = "The seed has a command on this machine, and on Compose its service runs instead.";
    return [{ what, place: at("run"), remedy: "write what the service runs as: command: [...]" }];
  }
  if (seed.command === undefined || seed.service !== undefined) return [];
  const what = "The seed has a command for a service, but names no service.";
  return [{ what, place: at("command"), remedy: "name the service, or write it as: run: [...]" }];
}

function serviceProblems(services: Services): Problem[] {
  const at: Path = ["stack", "process", "services"];
  const problems: Problem[] = [];
  if (Object.keys(services).length === 0) {
    const what = "The stack of processes has no service.";
    problems.push({ what, place: { path: at, on: "key" }, remedy: "add one with the command that runs it" });
  }
  const fixed = new Map<number, string>();
  for (const [name, service] of Object.entries(services)) {
    const whole = [...at, name];
    problems.push(...references(service.run, [...whole, "run"], services));
    problems.push(...shellProblems(service, [...whole, "run"]));
    problems.push(...references(service.env, [...whole, "env"], services));
    problems.push(...readyProblems(service, whole));
    const variables = new Set(Object.keys(service.env));
    for (const [port, { env, fixed: number }] of Object.entries(service.ports)) {
      const path = [...whole, "ports", port];
      if (env !== undefined) {
        if (variables.has(env)) {
          const what = `The variable ${env} of service ${name} is set twice.`;
          problems.push({
            what,
            place: { path, on: "value" },
            remedy: "give each port a variable of its own",
          });
        }
        variables.add(env);
      }
      const other = number === undefined ? undefined : fixed.get(number);
      if (other !== undefined) {
        const what = `The ports ${other} and ${name}:${port} are both fixed to ${number}.`;
        const remedy = "leave `fixed` out of one, which then gets a free port";
        problems.push({ what, place: { path: [...path, "fixed"], on: "value" }, remedy });
      }
      if (number !== undefined) fixed.set(number, `${name}:${port}`);
    }
  }
  return problems;
}

/** Arguments with a variable of the service that no shell replaces. One with blanks may be a command for a shell of its program. */
function shellProblems({ run, env, ports }: ProcessService, path: Path): Problem[] {
  if (run.some((argument) => /^-[a-z]*c$/.test(argument))) return [];
  const variables = [...Object.keys(env), ...Object.values(ports).flatMap((port) => port.env ?? [])];
  return run.flatMap((argument, i) => {
    const used = [...argument.matchAll(/\$\{?(\w+)\}?/g)].map(([, name]) => name!);
    const variable = used.find((name) => variables.includes(name));
    if (variable === undefined || /\s/.test(argument)) return [];
    return {
      what: `${named([...path, i])} has $${variable}, but no shell replaces it there.`,
      place: { path: [...path, i], on: "value" },
      remedy: `have a shell run it: run: ["sh", "-c", "exec … $${variable}"]`,
    };
  });
}

function readyProblems({ ready, ports }: ProcessService, at: Path): Problem[] {
  const declared = Object.keys(ports);
  if (ready.port !== undefined && !declared.includes(String(ready.port))) {
    return [noPort(String(at.at(-1)), ready.port, declared, [...at, "ready", "port"])];
  }
  if (ready.http === undefined || declared.length > 0) return [];
  const what = `${named(at)} has a readiness check, but no port.`;
  const place = { path: [...at, "ready", "http"], on: "key" } as const;
  return [{ what, place, remedy: "declare the port, such as: ports: { 8080: PORT }" }];
}

/** Problems of references, in arguments or variables, to missing services or ports. */
function references(
  texts: readonly string[] | Readonly<Record<string, string>>,
  path: Path,
  services: Services,
): Problem[] {
  const entries: [string | number, string][] = Array.isArray(texts)
    ? [...texts.entries()]
    : Object.entries(texts);
  return entries.flatMap(([key, text]) =>
    [...text.matchAll(REFERENCE)].flatMap(([all, service = "", port, part]) => [
      ...reference(service, Number(port), services, [...path, key], [...path, key]),
      ...(text === all && part === undefined && /(?:^|_)PORT$/.test(String(key))
        ? [wholeAddress(String(key), `${service}:${port}`, [...path, key])]
        : []),
    ]),
  );
}

const wholeAddress = (variable: string, reference: string, path: Path): Problem => ({
  what: `${variable} would be an address: host and port.`,
  place: { path, on: "value" },
  remedy: `for the port alone: \${${reference}.port}`,
});

function reference(
  service: string,
  port: number,
  services: Services,
  atService: Path,
  atPort: Path,
): Problem[] {
  const found = own(services, service);
  if (found === undefined) return [absent("service", service, Object.keys(services), atService)];
  const ports = Object.keys(found.ports);
  return ports.includes(String(port)) ? [] : [noPort(service, port, ports, atPort)];
}

function noPort(service: string, port: number, ports: readonly string[], path: Path): Problem {
  return {
    what: `The service ${service} has no port ${port}.`,
    place: { path, on: "value" },
    allowed: ports.length > 0 ? among(ports) : undefined,
    remedy: ports.length > 0 ? "name one of its ports" : `declare it: ports: { ${port}: PORT }`,
  };
}

/** A header name (RFC 9110, "token"), and the characters that end a header early. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const BREAK = /[\r\n]/;

function externalProblems({ endpoints, base }: ExternalStack): Problem[] {
  const problems = addressProblems(endpoints, ["stack", "external", "endpoints"]);
  if (base === undefined) return problems;
  const at: Path = ["stack", "external", "base", "endpoints"];
  const lacking = Object.keys(endpoints).filter((name) => !Object.hasOwn(base.endpoints, name));
  const more = Object.keys(base.endpoints).filter((name) => !Object.hasOwn(endpoints, name));
  if (lacking.length === 0 && more.length === 0) return [...problems, ...addressProblems(base.endpoints, at)];
  const what = `Base and head have different endpoints: only one of them has ${[...lacking, ...more].sort().join(", ")}.`;
  const remedy = "name the same endpoints in both: one script drives both sides";
  return [...problems, { what, place: { path: at, on: "key" }, remedy }];
}

function addressProblems(endpoints: ExternalStack["endpoints"], at: Path): Problem[] {
  const problems: Problem[] = [];
  if (Object.keys(endpoints).length === 0) {
    const remedy = "add one, such as: api: { url: https://staging.example.com }";
    problems.push({
      what: "The external stack has no endpoint to load.",
      place: { path: at, on: "key" },
      remedy,
    });
  }
  for (const [name, { url, headers }] of Object.entries(endpoints)) {
    const address = new URL(url);
    if (address.username !== "" || address.password !== "") {
      const what = `The address of endpoint ${name} contains a user name or password, and addresses are printed.`;
      const remedy = 'send it as a header: headers: { Authorization: { env: API_AUTH, prefix: "Basic " } }';
      problems.push({ what, place: { path: [...at, name, "url"], on: "value" }, remedy });
    }
    for (const [header, value] of Object.entries(headers)) {
      const path = [...at, name, "headers", header];
      if (!TOKEN.test(header)) {
        const what = `${named(path)} is not a valid header name.`;
        problems.push({ what, place: { path, on: "key" }, remedy: "use letters, digits and dashes" });
      }
      if (!BREAK.test(typeof value === "string" ? value : value.prefix)) continue;
      const what = `${named(path)} contains a line break, which ends a header.`;
      problems.push({
        what,
        place: { path, on: "value" },
        remedy: "write it on one line (not as a `|` block)",
      });
    }
  }
  return problems;
}
