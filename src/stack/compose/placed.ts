import { basename } from "node:path";
import type { InsideCall } from "../../model/ports.ts";

/** A container of ours in which a program runs, beside the services. */
export interface Placement {
  readonly name: string;
  readonly image: string;
  /** A network, or `container:<id>` for that of a service. */
  readonly network: string;
  readonly labels: Readonly<Record<string, string>>;
  /** `uid:gid` that what it writes belongs to; its image's own where null. */
  readonly user: string | null;
  /** Cores that it may use, as `2,3`; all where null. */
  readonly cpus: string | null;
  /** Where the container's id is written. */
  readonly cidfile: string;
}

/**
 * The command that runs a program in a container of ours. Variables of our own may hold secrets, and everybody on the
 * machine can read arguments: the caller has their values in the environment of `docker` itself. Those of the config are
 * arguments, because in that environment `PATH` or `LD_PRELOAD` would say which program runs on this machine.
 *
 * It gets no capabilities and nothing of this machine but the folders of the call. Its log goes to us alone.
 */
export function placed(
  { argv, env, carried, cwd, scratch }: InsideCall,
  { name, image, network, labels, user, cpus, cidfile }: Placement,
): string[] {
  const [program = "", ...rest] = argv;
  const inside = carried === null ? program : `/steelyard/${basename(carried)}`;
  return [
    ...["docker", "run", "--rm", "--init", "--pull", "never", "--log-driver", "none"],
    ...["--cap-drop", "ALL", "--security-opt", "no-new-privileges"],
    ...["--name", name, "--cidfile", cidfile, "--network", network],
    ...Object.entries(labels).flatMap(([label, value]) => ["--label", `${label}=${value}`]),
    ...(user === null ? [] : ["--user", user]),
    ...(cpus === null ? [] : ["--cpuset-cpus", cpus]),
    ...["--mount", bind(cwd, cwd, true), "--mount", bind(scratch, scratch, false)],
    ...(carried === null ? [] : ["--mount", bind(carried, inside, true)]),
    ...["--workdir", cwd],
    ...Object.entries(env).flatMap(([key, value]) => ["--env", isOurs(key) ? key : `${key}=${value}`]),
    ...["--entrypoint", inside, image, ...rest],
  ];
}

const isOurs = (name: string) => name.startsWith("STEELYARD_");

/** The environment of that command: its own (`theirs`), and our variables for the program. */
export const placedEnv = (
  env: Readonly<Record<string, string>>,
  theirs: Readonly<Record<string, string>>,
): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => isOurs(name))),
  ...theirs,
});

/** A mount as `--mount` takes it: a record of comma-separated values, so that a path may hold any character. */
function bind(source: string, target: string, readonly: boolean): string {
  const fields = ["type=bind", `source=${source}`, `target=${target}`, ...(readonly ? ["readonly"] : [])];
  return fields.map((field) => (/[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(",");
}
