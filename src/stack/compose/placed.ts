import { basename } from "node:path";
import type { InsideCall } from "../../model/ports.ts";

/** A container in which Steelyard runs a program next to the services. */
export interface Placement {
  readonly name: string;
  readonly image: string;
  /** A network, or `container:<id>` for that of a service. */
  readonly network: string;
  readonly labels: Readonly<Record<string, string>>;
  /** `uid:gid` that owns the files it writes; the image's default if null. */
  readonly user: string | null;
  /** Cores that it may use, such as `2,3`; all cores if null. */
  readonly cpus: string | null;
  /** File that receives the container's id. */
  readonly cidfile: string;
}

/**
 * The command that runs a program in its own container. Steelyard's variables may hold secrets, and arguments are
 * visible to everybody on the machine: the caller passes their values in the environment of `docker`. Variables of
 * the config are arguments, because in that environment `PATH` or `LD_PRELOAD` would choose the program that runs
 * on this machine.
 *
 * The container gets no capabilities, and of this machine only the folders of the call. Its log goes only to
 * Steelyard.
 */
export function placed(
  { argv, env, carried, cwd, scratch }: InsideCall,
  { name, image, network, labels, user, cpus, cidfile }: Placement,
): string[] {
  const [program = "", ...rest] = argv;
  const inside = carried === null ? program : `/steelyard/${basename(carried)}`;
  return [
    "docker",
    "run",
    "--rm",
    "--init",
    "--pull",
    "never",
    "--log-driver",
    "none",
    "--cap-drop",
    "ALL",
    "--security-opt",
    "no-new-privileges",
    "--name",
    name,
    "--cidfile",
    cidfile,
    "--network",
    network,
    ...Object.entries(labels).flatMap(([label, value]) => ["--label", `${label}=${value}`]),
    ...(user === null ? [] : ["--user", user]),
    ...(cpus === null ? [] : ["--cpuset-cpus", cpus]),
    "--mount",
    bind(cwd, cwd, true),
    "--mount",
    bind(scratch, scratch, false),
    ...(carried === null ? [] : ["--mount", bind(carried, inside, true)]),
    "--workdir",
    cwd,
    ...Object.entries(env).flatMap(([key, value]) => ["--env", isOurs(key) ? key : `${key}=${value}`]),
    "--entrypoint",
    inside,
    image,
    ...rest,
  ];
}

const isOurs = (name: string) => name.startsWith("STEELYARD_");

/** The environment of that command: the program's own (`theirs`), and Steelyard's variables for it. */
export const placedEnv = (
  env: Readonly<Record<string, string>>,
  theirs: Readonly<Record<string, string>>,
): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => isOurs(name))),
  ...theirs,
});

/** A value for `--mount`: a record of comma-separated values, so that a path may contain any character. */
function bind(source: string, target: string, readonly: boolean): string {
  const fields = ["type=bind", `source=${source}`, `target=${target}`, ...(readonly ? ["readonly"] : [])];
  return fields.map((field) => (/[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(",");
}
