import { resolve } from "node:path";
import { environmentError, type SteelyardError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { Redact } from "../base/redact.ts";
import { shellWord } from "../base/shell.ts";
import { type Child, start } from "../exec/child.ts";
import { allowed } from "../exec/env.ts";
import { pinned } from "../exec/pin.ts";
import type { ProcessService } from "../model/config.ts";
import type { Attach } from "../model/ports.ts";
import { exitReason, logTail, oomKills } from "./exits.ts";
import { collision, conflict, freePorts, HOST, taken } from "./port.ts";
import { accepts, answers, type ProbeResult, untilReady } from "./ready.ts";
import { holder, listening } from "./sockets.ts";
import { filled, key, partsOf } from "./wiring.ts";

/** What all services of a stack share. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stackEnv: Readonly<Record<string, string>>;
  /** Address by `service:port`. A service whose port was taken writes its new address here. */
  readonly addresses: Map<string, string>;
  readonly log: Log;
  readonly redact: Redact;
  readonly ledger?: string | undefined;
  /** Cores of its processes; all cores if undefined. */
  readonly cpus?: string | undefined;
  /** Lets a profiler in. */
  readonly attach?: Attach | undefined;
  /** Number of kills by the out-of-memory killer when the stack began to start. */
  readonly oom: number | null;
}

/** Milliseconds in which a service ends that finds its port taken: until then answers of another program do not count. */
const OF_OTHERS = 1_000;
/** Restarts of a service whose free port another program took first. */
const RETRIES = 3;

/**
 * Starts a service and waits until it is ready.
 *
 * @param file receives its output
 * @param own receives each process at once, so that the caller can always end it
 * @throws SteelyardError (environment) when it ends early or is not ready in time, (user) when it cannot be
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
    const busy = collision(tail);
    if (busy === undefined) throw diedEarly(name, service, child, around, file);
    const given = Object.keys(service.ports).map((port) => portOf(around.addresses, name, port));
    if (busy !== null && !given.includes(busy)) throw conflict(busy, name);
    const fixed = Object.values(service.ports).find((port) => port.fixed !== undefined)?.fixed;
    if (fixed !== undefined) throw taken(fixed, name);
    if (attempt === RETRIES) throw diedEarly(name, service, child, around, file);
    around.log.warn(`the port of ${name} was taken before it could listen; another one is tried`);
    await child.stop();
    await allocate({ [name]: service }, around.addresses);
  }
}

/** Finds a free port for each port that is not fixed, and writes every address into `addresses`. */
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

/** The environment of a service. The variant's variables override the service's own; ports override both. */
function envOf(name: string, service: ProcessService, around: Surroundings) {
  const own = allowed(around.env, declaredEnv(name, service, around));
  return { ...own, ...around.attach?.env(name, own) };
}

function declaredEnv(name: string, service: ProcessService, { stackEnv, addresses }: Surroundings) {
  const declared = Object.entries({ ...service.env, ...stackEnv }).map(([variable, text]) => [
    variable,
    filled(text, addresses),
  ]);
  const ports = Object.entries(service.ports).flatMap(([port, given]) =>
    given.env === undefined ? [] : [[given.env, String(portOf(addresses, name, port))]],
  );
  return Object.fromEntries([...declared, ...ports]) as Record<string, string>;
}

/** The line of shell that starts a service as it was started, from the top of the checkout. */
function byHand(name: string, service: ProcessService, around: Surroundings): string {
  const place = service.cwd === "." ? [] : ["cd", shellWord(service.cwd), "&&"];
  const env = Object.entries(declaredEnv(name, service, around)).map(
    ([variable, value]) => `${variable}=${shellWord(value)}`,
  );
  const argv = service.run.map((text) => shellWord(filled(text, around.addresses)));
  return around.redact([...place, ...env, ...argv].join(" "));
}

function portOf(addresses: ReadonlyMap<string, string>, service: string, port: string | number): number {
  const address = addresses.get(key(service, port));
  return Number(address && partsOf(address).port);
}

/** The real port of the readiness check; undefined if the service has no port. */
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
  let firstOfOthers: number | undefined;
  const look = async (abort: AbortSignal): Promise<ProbeResult> => {
    if (port === undefined) return { ready: true };
    const asked = path === undefined ? address : `http://${address}${path}`;
    const found = path === undefined ? await accepts(HOST, port, abort) : await answers(asked, {}, abort);
    if (!found.ready) return { ready: false, seen: `${asked}: ${found.seen}` };
    if (listening(child.pids()).length > 0 || holder(port) === null) return found;
    // What listens may belong to it in a way that is not seen, as a container does.
    firstOfOthers ??= performance.now();
    const isSure = performance.now() - firstOfOthers >= OF_OTHERS;
    return isSure ? found : { ready: false, seen: `${asked}: another program answers` };
  };
  const over = { promise: child.exited, is: () => child.ended !== null };
  const result = await untilReady(look, service.ready.within, signal, over);
  if (result.outcome === "over") await child.exited; // wait for its last output
  return result;
}

function diedEarly(
  name: string,
  service: ProcessService,
  child: Child,
  around: Surroundings,
  file: string,
): SteelyardError {
  const ended = child.ended ?? { code: null, signal: null };
  const how = exitReason(ended, oomKilled(around.oom));
  const remedy =
    ended.code === 0
      ? "a service keeps running: put a command that finishes into stack.seed"
      : `start it by hand: ${byHand(name, service, around)}`;
  return environmentError(
    `The service "${name}" ended before it was ready: ${how}.${logTail(child.tail(), around.redact)}`,
    { where: file, remedy },
  );
}

/** Whether the out-of-memory killer has run since; null if unknown. */
export function oomKilled(before: number | null): boolean | null {
  const now = oomKills();
  return before === null || now === null ? null : now > before;
}

/** The remedy for a service that runs but does not answer. Often it listens on another address. */
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
  if (found.length === 0) return `it listens nowhere yet: correct it, or raise services.${name}.ready.within`;
  return `correct its answer, or raise services.${name}.ready.within`;
}
