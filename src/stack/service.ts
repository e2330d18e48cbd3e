import { resolve } from "node:path";
import { environmentError, type SteelyardError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { Redact } from "../base/redact.ts";
import { type Child, start } from "../exec/child.ts";
import { allowed } from "../exec/env.ts";
import { pinned } from "../exec/pin.ts";
import type { ProcessService } from "../model/config.ts";
import { exitReason, logTail, oomKills } from "./exits.ts";
import { collided, freePorts, HOST, taken } from "./port.ts";
import { accepts, answers, type ProbeResult, untilReady } from "./ready.ts";
import { listening } from "./sockets.ts";
import { filled, key } from "./wiring.ts";

/** What every service of a stack shares. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stackEnv: Readonly<Record<string, string>>;
  /** Address by `service:port`; a service that finds its port taken writes its new ones. */
  readonly addresses: Map<string, string>;
  readonly log: Log;
  readonly redact: Redact;
  readonly ledger?: string | undefined;
  /** Cores that its processes are held to; all where undefined. */
  readonly cpus?: string | undefined;
  /** The out-of-memory killer's count when the stack began to start. */
  readonly oom: number | null;
}

/** Times a service is started anew when somebody took its free port before it could. */
const RETRIES = 3;

/**
 * Starts a service and waits until it is ready.
 *
 * @param file where its output goes
 * @param own is told of each process at once, so that the caller can end it whatever happens
 * @throws SteelyardError (environment) when it ends before, or is not ready in time; (user) when it cannot be
 *   started; Interrupted
 */
export async function startService(
  name: string,
  service: ProcessService,
  file: string,
  around: Surroundings,
  own: (child: Child) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const argv = pinned(
      service.run.map((text) => filled(text, around.addresses)),
      around.cpus,
    );
    const ledger = around.ledger === undefined ? {} : { ledger: around.ledger };
    const cwd = resolve(around.cwd, service.cwd);
    const child = await start(argv, { cwd, env: envOf(name, service, around), file, ...ledger });
    own(child);
    const result = await readiness(name, service, child, around, signal);
    if (result.outcome === "ready") return;
    const tail = child.tail();
    if (result.outcome === "late") {
      const advice = { where: file, remedy: lateRemedy(name, service, child, around) };
      const what = `The service "${name}" was not ready within ${service.ready.within} s: ${result.seen}.`;
      throw environmentError(what + logTail(tail, around.redact), advice);
    }
    if (!collided(tail)) throw diedEarly(name, service, child, around, file);
    const fixed = Object.values(service.ports).find((port) => port.fixed !== undefined)?.fixed;
    if (fixed !== undefined) throw taken(fixed, name);
    if (attempt === RETRIES) throw diedEarly(name, service, child, around, file);
    around.log.warn(`the port of ${name} was taken before it could listen; another one is tried`);
    await child.stop();
    await allocate({ [name]: service }, around.addresses);
  }
}

/** Finds a free port for each that is not fixed, and notes down every address. */
export async function allocate(
  services: Readonly<Record<string, ProcessService>>,
  addresses: Map<string, string>,
): Promise<void> {
  const wanted = Object.entries(services).flatMap(([name, { ports }]) =>
    Object.entries(ports).map(([port, { fixed }]) => ({ name: key(name, port), fixed })),
  );
  const free = await freePorts(wanted.filter(({ fixed }) => fixed === undefined).length);
  for (const { name, fixed } of wanted) addresses.set(name, `${HOST}:${fixed ?? free.shift()}`);
}

/** The variant's variables win over the service's own, and its ports over both. */
function envOf(name: string, service: ProcessService, { env, stackEnv, addresses }: Surroundings) {
  const declared = Object.entries({ ...service.env, ...stackEnv }).map(([variable, text]) => [
    variable,
    filled(text, addresses),
  ]);
  const ports = Object.entries(service.ports).map(([port, given]) => [
    given.env,
    String(portOf(addresses, name, port)),
  ]);
  return allowed(env, Object.fromEntries([...declared, ...ports]));
}

function portOf(addresses: ReadonlyMap<string, string>, service: string, port: string | number): number {
  return Number(addresses.get(key(service, port))?.split(":")[1]);
}

/** The real port that readiness asks; undefined where the service has none. */
function askedPort(name: string, { ready, ports }: ProcessService, addresses: ReadonlyMap<string, string>) {
  const logical = ready.port ?? Object.keys(ports)[0];
  return logical === undefined ? undefined : portOf(addresses, name, logical);
}

async function readiness(
  name: string,
  service: ProcessService,
  child: Child,
  { addresses }: Surroundings,
  signal: AbortSignal,
) {
  const port = askedPort(name, service, addresses);
  const address = `${HOST}:${port}`;
  const path = service.ready.http;
  const look = async (abort: AbortSignal): Promise<ProbeResult> => {
    if (port === undefined) return { ready: true };
    const asked = path === undefined ? address : `http://${address}${path}`;
    const found = path === undefined ? await accepts(HOST, port, abort) : await answers(asked, {}, abort);
    return found.ready ? found : { ready: false, seen: `${asked}: ${found.seen}` };
  };
  const over = { promise: child.exited, is: () => child.ended !== null };
  const result = await untilReady(look, service.ready.within, signal, over);
  if (result.outcome === "over") await child.exited; // its last output included
  return result;
}

function diedEarly(
  name: string,
  service: ProcessService,
  child: Child,
  { redact, oom }: Surroundings,
  file: string,
): SteelyardError {
  const ended = child.ended ?? { code: null, signal: null };
  const how = exitReason(ended, oomKilled(oom));
  const remedy =
    ended.code === 0
      ? "a service keeps running: put a command that finishes into stack.seed"
      : `start it by hand: ${redact(service.run.join(" "))}`;
  return environmentError(
    `The service "${name}" ended before it was ready: ${how}.${logTail(child.tail(), redact)}`,
    { where: file, remedy },
  );
}

/** Whether the out-of-memory killer struck since; null where that is not known. */
export function oomKilled(before: number | null): boolean | null {
  const now = oomKills();
  return before === null || now === null ? null : now > before;
}

/** What to do about a service that lives and does not answer: often it listens somewhere else. */
function lateRemedy(
  name: string,
  service: ProcessService,
  child: Child,
  { addresses }: Surroundings,
): string {
  const port = askedPort(name, service, addresses);
  const found = listening(child.pids());
  const variables = Object.values(service.ports).map(({ env }) => `$${env}`);
  if (found.some((socket) => socket.port === port && socket.only6)) {
    return `it listens on [::1] alone: have it listen on ${HOST}`;
  }
  if (found.length > 0 && !found.some((socket) => socket.port === port)) {
    const ports = found.map((socket) => socket.port).join(", ");
    return `it listens on port ${ports}: have it listen on the port given in ${variables.join(", ")}`;
  }
  if (found.length === 0) return `it listens nowhere yet: mend it, or raise services.${name}.ready.within`;
  return `mend what it answers, or raise services.${name}.ready.within`;
}
