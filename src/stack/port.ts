import { environmentError, type SteelyardError, userError } from "../base/errors.ts";
import { close, listen } from "../exec/freeports.ts";
import { PortConflict } from "../model/conflict.ts";
import { holder } from "./sockets.ts";

export { freePorts, HOST } from "../exec/freeports.ts";

/**
 * Checks that a fixed port is free.
 *
 * @throws SteelyardError (environment) that names the process on it, (user) for a port without permission
 */
export async function claim(port: number, service: string): Promise<void> {
  try {
    await close(await listen(port));
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === "EADDRINUSE") throw taken(port, service);
    const what = `Port ${port}, which the service "${service}" is fixed to, cannot be listened on.`;
    if (code !== "EACCES") throw environmentError(what, { remedy: "choose another port", cause });
    throw userError(what, {
      where: `stack.process.services.${service}.ports`,
      remedy: "choose a port from 1024 up, or leave `fixed` out",
    });
  }
}

/** The error for a fixed port that is in use. Names the process on it, if that is visible. */
export function taken(port: number, service: string): SteelyardError {
  const by = holder(port);
  const who = by === null ? "another process" : `process ${by.pid} (${by.command})`;
  return environmentError(`Port ${port}, which the service "${service}" is fixed to, is taken by ${who}.`, {
    where: `stack.process.services.${service}.ports`,
    remedy: `end it${by === null ? "" : ` (kill ${by.pid})`}, or leave \`fixed\` out so that a free port is found`,
  });
}

/** The error for a port in use that Steelyard did not give to the service. Names the process on it, if that is visible. */
export function conflict(port: number, service: string): PortConflict {
  const by = holder(port);
  const who = by === null ? "another process" : `process ${by.pid} (${by.command})`;
  return new PortConflict(service, port, `taken by ${who}`);
}

const IN_USE =
  /EADDRINUSE|address already in use|address in use|port \d+ (?:was already|is already|is) in use/i;
/** A port in such a line: after an address or the word, so that a time of day is none. */
const PORT =
  /(?:\d+\.\d+\.\d+\.\d+|\[[\da-f:]*\]|localhost|\*|::|\s):(\d{1,5})\b|\bport:?\s+(\d{1,5})\b|['"], (\d{1,5})\)/i;

/**
 * The port that a service's last lines report to be in use, as common runtimes word it: undefined where they do not, null
 * where they do not say which.
 */
export function collision(lines: readonly string[]): number | null | undefined {
  const found = lines.filter((line) => IN_USE.test(line));
  if (found.length === 0) return undefined;
  const [port] = found.flatMap((line) => PORT.exec(line)?.slice(1).find(Boolean) ?? []);
  return port === undefined ? null : Number(port);
}
