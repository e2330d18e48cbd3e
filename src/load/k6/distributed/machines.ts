import { environmentError, userError } from "../../../base/errors.ts";
import { shellWord } from "../../../base/shell.ts";
import { allowed, sshEnv } from "../../../exec/env.ts";
import { run } from "../../../exec/run.ts";
import type { Execution } from "../../process.ts";

/** The variable by which the operator of this machine names others that make load, as ssh does: "bench-b,bench-c". */
export const GENERATORS = "STEELYARD_GENERATORS";
/** A destination of ssh. It cannot be taken for an option. */
const DESTINATION = /^[A-Za-z0-9_][\w.-]*(?:@[A-Za-z0-9][\w.-]*)?$/;
/** Seconds that a connection may take. */
const CONNECTING = 10;

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Machines that make load in place of this one; none where this one does. They are the operator's choice, so no
 * config names them.
 *
 * @throws SteelyardError (user) for what is no destination of ssh
 */
export function machinesIn(env: Env): string[] {
  const names = (env[GENERATORS] ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const odd = names.find((name) => !DESTINATION.test(name));
  if (odd === undefined) return [...new Set(names)];
  throw userError(`"${odd.slice(0, 80)}" is not a destination of ssh.`, {
    where: GENERATORS,
    remedy: "name hosts, such as bench-b,load@bench-c; ports and keys belong in ~/.ssh/config",
  });
}

/** A port of this machine that leads to one of the other. */
export interface Tunnel {
  readonly local: number;
  readonly remote: number;
}

/** The command that runs another on a machine. Its arguments are quoted, because a shell reads them there. */
export function sshArgv(machine: string, command: readonly string[], tunnel?: Tunnel): string[] {
  const settings = ["BatchMode=yes", `ConnectTimeout=${CONNECTING}`, "ExitOnForwardFailure=yes"];
  const forward = tunnel ? ["-L", `127.0.0.1:${tunnel.local}:127.0.0.1:${tunnel.remote}`] : [];
  return [
    "ssh",
    ...settings.flatMap((setting) => ["-o", setting]),
    ...forward,
    "--",
    machine,
    ...command.map(shellWord),
  ];
}

/**
 * Checks that every machine can be reached and has the same k6 as this one.
 *
 * @throws SteelyardError (environment) that names the machine
 */
export async function demandSameK6(
  machines: readonly string[],
  version: string,
  { cwd, env }: Pick<Execution, "cwd" | "env">,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    machines.map(async (machine) => {
      const argv = sshArgv(machine, ["k6", "version"]);
      const options = { cwd, env: allowed(env, sshEnv(env)), signal, timeout: 3 * CONNECTING };
      const done = await run(argv, options);
      const found = /\bk6(?:\.exe)? v(\d+\.\d+\.\d+\S*)/.exec(done.stdout)?.[1];
      if (found === version) return;
      const what =
        found === undefined
          ? `No k6 can be run on the machine ${machine}.`
          : `The machine ${machine} has k6 ${found}, and this one ${version}: they cannot share a load.`;
      throw environmentError(what, {
        where: GENERATORS,
        remedy: `make \`ssh ${machine} k6 version\` print ${version} without asking for anything`,
        cause: done.timedOut ? "it did not answer in time" : done.stderr.trim().slice(-1_000) || undefined,
      });
    }),
  );
}
