import type { Log } from "../../base/log.ts";
import { own } from "../../base/own.ts";
import { readProc } from "../../exec/proc.ts";
import type { ComposeStack, Stack } from "../../model/config.ts";
import { type ProbeResult, untilReady } from "../ready.ts";
import { listensForOthers } from "../sockets.ts";
import { type Container, endsAgain } from "./container.ts";
import { notUp } from "./provision.ts";
import { awaitedPorts, ENDS_AGAIN, type Starting, type Unready, untilAnswering } from "./ready.ts";
import type { Mapping, Resolved } from "./resolved.ts";

/** Most seconds in which such a service has to listen, after the endpoints do. One that never does is a worker. */
const LONGEST = 30;

/**
 * The services that those of the endpoints depend on, directly or not, in the order of the files. A gateway answers before the
 * service behind it does, with an error that it may repeat for seconds.
 */
export function reliedOn({ services = {} }: Resolved, endpoints: Stack["endpoints"]): string[] {
  const loaded = Object.values(endpoints).map(({ service }) => service);
  const found = new Set(loaded);
  for (const name of found) for (const one of dependenciesOf(own(services, name))) found.add(one);
  return Object.keys(services).filter((name) => found.has(name) && !loaded.includes(name));
}

/** `docker compose config` prints them as a mapping. */
const dependenciesOf = (service: Mapping | undefined): string[] =>
  Object.keys((service?.depends_on ?? {}) as Mapping);

/** Where services are waited for that others rely on. */
export interface Reliance {
  readonly services: readonly string[];
  /** All containers of the start. */
  readonly containers: () => Promise<readonly Container[]>;
  /** Services that did not listen in time, at any start: these are not waited for again. */
  readonly silent: Set<string>;
  /** When waiting ends, by `performance.now()`: not more than 30 s from now. */
  readonly until: number;
}

/**
 * Waits until these services listen, and until none of all services restarts. Only asks the engine and the kernel: a request that
 * a gateway cannot answer yet would have it avoid the service behind it for seconds. One that ended is not waited for, nor one
 * whose process is not visible from here.
 *
 * @returns the services that did not listen in time, which are `silent` from now on, and one that ends again and again
 * @throws Interrupted
 */
export async function untilListening(
  { services, containers, silent, until }: Reliance,
  signal: AbortSignal,
): Promise<{ readonly mute: readonly string[]; readonly ended: string | null }> {
  const asked = services.filter((name) => !silent.has(name));
  let pending: readonly Container[] = [];
  const look = async (): Promise<ProbeResult> => {
    pending = (await containers()).filter((one) => isPending(one, asked.includes(one.service)));
    return pending.length === 0 ? { ready: true } : { ready: false, seen: "nothing" };
  };
  await untilReady(look, Math.min(LONGEST, (until - performance.now()) / 1000), signal);
  const mute = pending.map(({ service }) => service).filter((name) => asked.includes(name));
  for (const name of mute) silent.add(name);
  return { mute, ended: pending.find((one) => endsAgain(one))?.service ?? null };
}

/** Whether a container is to come, or runs and does not listen on a port of its network, as it must or after a restart. */
function isPending(container: Container, mustListen: boolean): boolean {
  const { id, pid, running, status } = container;
  if (!running) return status === "restarting";
  const isVisible = readProc(`/proc/${pid}/cgroup`)?.includes(id) === true;
  const listens = isVisible ? listensForOthers(pid) : null;
  return listens !== true && ((mustListen && listens === false) || endsAgain(container));
}

/**
 * Waits until all is up that is loaded, or that this relies on. Returns when each service was seen ready, or the first that is not.
 *
 * @throws Interrupted
 */
export async function untilUp(
  {
    endpoints,
    compose,
    started,
    relied,
    silent,
    log,
    ...starting
  }: Starting & {
    readonly endpoints: Stack["endpoints"];
    readonly compose: Pick<ComposeStack, "ready">;
    readonly started: readonly string[];
    readonly relied: readonly string[];
    readonly silent: Set<string>;
    readonly log: Log;
  },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number> | Unready> {
  const bad = notUp(await starting.containers(), started);
  if (bad !== null) return bad;
  const ready = await untilAnswering(awaitedPorts({ endpoints, compose }), starting, signal);
  if ("how" in ready) return ready;
  const { ended, mute } = await untilListening({ ...starting, services: relied, silent }, signal);
  if (ended !== null) return { service: ended, how: ENDS_AGAIN };
  for (const name of mute) log.info(`${name} listens on no port, and is not waited for again`);
  return notUp(await starting.containers(), started) ?? ready;
}
