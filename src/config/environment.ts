import type { Config } from "../model/config.ts";
import { named, type Path, type Problem, quoted } from "./problem.ts";
import type { Written } from "./source.ts";

/** Prefixes of variables that a config may not set, and why. */
const RESERVED: Readonly<Record<string, string>> = {
  GITHUB_: "variables of the runner, which carry its token and the files it takes commands from",
  ACTIONS_: "variables of the runner, which carry its tokens",
  RUNNER_: "variables of the runner",
  K6_: "variables that change how k6 itself runs, and with it what is measured",
  STEELYARD_: "our own variables, such as the addresses of the endpoints",
};

/** Variables that would leak the runner's secrets, break a measurement, or have an unintended value. */
export function environmentProblems(config: Config, written: Written): Problem[] {
  const labels = config.stack.external?.labels ?? {};
  return [
    ...environments(config).flatMap(({ path, env }) => [
      ...Object.keys(env).flatMap((name) => reserved(name, { path: [...path, name], on: "key" }, "set")),
      ...respelled(env, path, written),
    ]),
    ...respelled(labels, ["stack", "external", "labels"], written),
    ...levelProblems(config),
    ...portProblems(config.stack),
    ...headerProblems(config.stack),
  ];
}

/** Every mapping of environment variables, with its path. */
function environments({ stack, workloads }: Config) {
  const services = Object.entries(stack.process?.services ?? {});
  const all: { readonly path: Path; readonly env: Readonly<Record<string, string>> }[] = [
    ...services.map(([name, { env }]) => ({ path: ["stack", "process", "services", name, "env"], env })),
    { path: ["stack", "compose", "env"], env: stack.compose?.env ?? {} },
    { path: ["stack", "seed", "env"], env: stack.seed?.env ?? {} },
  ];
  for (const [name, { env, variants }] of Object.entries(workloads)) {
    all.push({ path: ["workloads", name, "env"], env });
    for (const [variant, { env: own, stack_env }] of Object.entries(variants)) {
      const path = ["workloads", name, "variants", variant];
      all.push({ path: [...path, "env"], env: own }, { path: [...path, "stack_env"], env: stack_env });
    }
  }
  return all;
}

/** Variables that carry levels. */
const levelProblems = ({ workloads }: Config): Problem[] =>
  Object.entries(workloads).flatMap(([name, { sweep, scaling }]) =>
    Object.entries({ sweep, scaling }).flatMap(([kind, levels]) =>
      reserved(levels?.variable ?? "", { path: ["workloads", name, kind, "variable"], on: "value" }, "set"),
    ),
  );

function portProblems({ process }: Config["stack"]): Problem[] {
  return Object.entries(process?.services ?? {}).flatMap(([name, { ports }]) =>
    Object.entries(ports).flatMap(([port, { env }]) => {
      const path = ["stack", "process", "services", name, "ports", port];
      return env === undefined ? [] : reserved(env, { path, on: "value" }, "set");
    }),
  );
}

/** Secrets of the runner that would be sent to the system under test. */
function headerProblems({ external }: Config["stack"]): Problem[] {
  const sides = [
    { at: ["stack", "external", "endpoints"], endpoints: external?.endpoints ?? {} },
    { at: ["stack", "external", "base", "endpoints"], endpoints: external?.base?.endpoints ?? {} },
  ];
  return sides.flatMap(({ at, endpoints }) =>
    Object.entries(endpoints).flatMap(([name, { headers }]) =>
      Object.entries(headers).flatMap(([header, value]) => {
        const path: Path = [...at, name, "headers", header, "env"];
        return typeof value === "string" ? [] : reserved(value.env, { path, on: "value" }, "send");
      }),
    ),
  );
}

function reserved(variable: string, place: Problem["place"], verb: "set" | "send"): Problem[] {
  const prefix = Object.keys(RESERVED).find((start) => variable.toUpperCase().startsWith(start));
  if (prefix === undefined) return [];
  return [
    {
      what: `A config may not ${verb} ${quoted(variable)}: ${prefix}… are ${RESERVED[prefix]}.`,
      place,
      remedy: "use a name of your own",
    },
  ];
}

/** Numbers whose YAML value differs from their spelling: a version 1.10 is the number 1.1. */
function respelled(values: Readonly<Record<string, string>>, at: Path, written: Written): Problem[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const path = [...at, key];
    const text = written(path);
    if (text === undefined || text === value || !/^[-+.\d]/.test(text) || Number.isNaN(Number(value)))
      return [];
    const what = `${named(path)} is written ${quoted(text)}, which YAML reads as the number ${value}.`;
    return [{ what, place: { path, on: "value" }, remedy: `put it in quotes: "${text}"` } as const];
  });
}
