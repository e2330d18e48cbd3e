import { isAbsolute, relative, resolve } from "node:path";
import type { ComposeAllowance } from "../../model/config.ts";
import type { Mapping, Resolved } from "./resolved.ts";

/** Something that reaches out of its container, where, and the name under which a config may allow it. */
export interface Refusal {
  readonly needs: ComposeAllowance;
  readonly where: string;
  readonly what: string;
}

/** Where the checkout is, and what must not be reached. */
export interface Bounds {
  readonly checkout: string;
  /** Paths of the engine's socket. */
  readonly sockets: readonly string[];
  /** A path with its links followed as far as it exists. */
  readonly real: (path: string) => string;
}

/**
 * What a project asks for that a pull request must not have on the machine that measures it: rights over the
 * engine or the machine, and files beyond the checkout. Everything is looked at, services that are not started too.
 *
 * @param files paths that the services' `env_file` lists name, by service: they are read before this is known
 */
export function refusals(
  resolved: Resolved,
  files: Readonly<Record<string, readonly string[]>>,
  bounds: Bounds,
): Refusal[] {
  const outside = (path: unknown) => typeof path === "string" && !inside(path, bounds);
  const found = Object.entries(resolved.services ?? {}).flatMap(([name, service]) => [
    ...rights(name, service),
    ...mounts(name, service, bounds),
    ...builds(name, service, outside),
    ...(files[name] ?? [])
      .filter(outside)
      .map((path) => hostFile(`services.${name}.env_file`, `reads ${path}`)),
  ]);
  const kept = (["configs", "secrets"] as const).flatMap((kind) =>
    Object.entries(resolved[kind] ?? {}).flatMap(([name, one]) =>
      one?.file !== undefined && outside(one.file) ? [hostFile(`${kind}.${name}`, `reads ${one.file}`)] : [],
    ),
  );
  const volumes = Object.entries(resolved.volumes ?? {}).flatMap(([name, one]) => {
    const device = (one?.driver_opts as Mapping | undefined)?.device;
    return device !== undefined && outside(device)
      ? [hostFile(`volumes.${name}.driver_opts.device`, `mounts ${device}`)]
      : [];
  });
  const external = (["networks", "volumes"] as const).flatMap((kind) =>
    Object.entries(resolved[kind] ?? {}).flatMap(([name, one]) =>
      one?.external
        ? [
            {
              needs: "external",
              where: `${kind}.${name}`,
              what: "is not of this project: it would outlive the run",
            } as const,
          ]
        : [],
    ),
  );
  return [...found, ...kept, ...volumes, ...external];
}

/** Settings that give a container rights over the machine; the value says whether it does. */
const RIGHTS: readonly [
  key: string,
  needs: ComposeAllowance,
  is: (value: unknown) => boolean,
  what: string,
][] = [
  ["privileged", "privileged", (value) => value === true, "is privileged"],
  ["cap_add", "capabilities", some, "adds capabilities"],
  ["devices", "devices", some, "has devices of the machine"],
  ["device_cgroup_rules", "devices", some, "has devices of the machine"],
  ["security_opt", "unconfined", (value) => some(value) && loose(value), "takes off its confinement"],
  ["use_api_socket", "engine-socket", (value) => value === true, "has the engine's socket"],
  ["network_mode", "host-network", beyond, "is in a network outside of the project"],
  ["pid", "host-processes", beyond, "sees processes outside of the project"],
  ["ipc", "host-processes", beyond, "shares memory outside of the project"],
  ["uts", "host-processes", beyond, "shares the machine's name"],
  ["userns_mode", "host-processes", beyond, "shares the machine's users"],
  ["cgroup", "host-processes", beyond, "shares the machine's control groups"],
  ["cgroup_parent", "host-processes", some, "is in a control group outside of the project"],
  [
    "volumes_from",
    "external",
    (value) => JSON.stringify(value ?? null).includes('"container:'),
    "has another's volumes",
  ],
  ["provider", "host-programs", some, "runs a program on the machine"],
];

function some(value: unknown): boolean {
  return value !== undefined && value !== null && Object.keys(Object(value)).length > 0;
}

/** `host`, and containers that are none of the project's. */
function beyond(value: unknown): boolean {
  return typeof value === "string" && (value === "host" || value.startsWith("container:"));
}

function loose(options: unknown): boolean {
  return (options as readonly unknown[]).some((one) => /unconfined|disable|systempaths/i.test(String(one)));
}

function rights(name: string, service: Mapping): Refusal[] {
  const own = RIGHTS.flatMap(([key, needs, is, what]) =>
    is(service[key]) ? [{ needs, where: `services.${name}.${key}`, what }] : [],
  );
  const hooks = ["post_start", "pre_stop"].flatMap((key) =>
    ((service[key] ?? []) as Mapping[]).some((hook) => hook.privileged === true)
      ? [{ needs: "privileged", where: `services.${name}.${key}`, what: "is privileged" } as const]
      : [],
  );
  return [...own, ...hooks];
}

function mounts(name: string, service: Mapping, bounds: Bounds): Refusal[] {
  return ((service.volumes ?? []) as Mapping[]).flatMap(({ type, source, target }) => {
    if (type !== "bind" && type !== "npipe") return [];
    const path = String(source);
    const where = `services.${name}.volumes (${String(target)})`;
    const real = bounds.real(path);
    const holds = bounds.sockets.some((socket) => within(bounds.real(socket), real));
    if (type === "npipe" || holds) {
      return [{ needs: "engine-socket", where, what: `mounts ${path}, with the engine's socket` } as const];
    }
    return inside(path, bounds) ? [] : [hostFile(where, `mounts ${path}`)];
  });
}

function builds(name: string, { build }: Mapping, outside: (path: unknown) => boolean): Refusal[] {
  if (build === undefined || build === null) return [];
  const at = `services.${name}.build`;
  const { context, dockerfile, additional_contexts, network, privileged, entitlements, ssh } =
    build as Mapping;
  const local = (path: unknown) =>
    typeof path === "string" && !/^(https?|git|ssh|docker-image|service|target):|^git@/.test(path);
  const contexts = [["context", context], ...Object.entries((additional_contexts ?? {}) as Mapping)];
  const file =
    typeof dockerfile === "string" && local(context) ? resolve(String(context), dockerfile) : undefined;
  return [
    ...contexts.flatMap(([key, path]) =>
      local(path) && outside(path) ? [hostFile(`${at}.${String(key)}`, `reads ${String(path)}`)] : [],
    ),
    ...(file !== undefined && outside(file) ? [hostFile(`${at}.dockerfile`, `reads ${file}`)] : []),
    ...(beyond(network)
      ? [
          {
            needs: "host-network",
            where: `${at}.network`,
            what: "is in a network outside of the project",
          } as const,
        ]
      : []),
    ...(privileged === true || some(entitlements)
      ? [{ needs: "privileged", where: at, what: "is privileged" } as const]
      : []),
    ...(some(ssh) ? [hostFile(`${at}.ssh`, "reads keys of this machine")] : []),
  ];
}

const hostFile = (where: string, what: string): Refusal => ({ needs: "host-files", where, what });

/** Whether a path, links followed, is the checkout or in it. */
function inside(path: string, { checkout, real }: Bounds): boolean {
  return within(real(path), real(checkout));
}

function within(path: string, folder: string): boolean {
  const step = relative(folder, path);
  return step === "" || (!step.startsWith("..") && !isAbsolute(step));
}
