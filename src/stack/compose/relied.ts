import type { Log } from "../../base/log.ts";
import { own } from "../../base/own.ts";
import { readProc } from "../../exec/proc.ts";
import type { ComposeStack, Stack } from "../../model/config.ts";
import { type ProbeResult, untilReady } from "../ready.ts";
import { listensForOthers } from "../sockets.ts";
import type { Container } from "./container.ts";
import { notUp } from "./provision.ts";
import { awaitedPorts, type Starting, type Unready, untilAnswering } from "./ready.ts";
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
  readonly containers: () => Promise<readonly Container[]>;
  /** Services that did not listen in time, at any start: these are not waited for again. */
  readonly silent: Set<string>;
  /** When waiting ends, by `performance.now()`: not more than 30 s from now. */
  readonly until: number;
}

/**
 * Waits until services listen. Only asks the kernel: a request that a gateway cannot answer yet would have it avoid the
 * service behind it for seconds. One that ended is not waited for, nor one whose process is not visible from here.
 *
 * @returns the services that did not in time, which are `silent` from now on, and one that ends again and again
 * @throws Interrupted
 */
export async function untilListening(
  { services, containers, silent, until }: Reliance,
  signal: AbortSignal,
): Promise<{ readonly mute: readonly string[]; readonly ended: string | null }> {
  const asked = services.filter((name) => !silent.has(name));
  let mute: readonly Container[] = [];
  const look = async (): Promise<ProbeResult> => {
    mute = (await containers()).filter((one) => asked.includes(one.service) && isMute(one));
    return mute.length === 0 ? { ready: true } : { ready: false, seen: "nothing" };
  };
  const within = Math.min(LONGEST, (until - performance.now()) / 1000);
  if (asked.length > 0) await untilReady(look, within, signal);
  for (const { service } of mute) silent.add(service);
  const ended = mute.find(({ running, restarts }) => !running || restarts > 0);
  return { mute: mute.map(({ service }) => service), ended: ended?.service ?? null };
}

/** Whether a container is to come, or runs and listens on no port of its network. */
function isMute({ id, pid, running, status }: Container): boolean {
  if (!running) return status === "restarting";
  return readProc(`/proc/${pid}/cgroup`)?.includes(id) === true && listensForOthers(pid) === false;
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
  if (ended !== null) return { service: ended, how: "ends again and again" };
  for (const name of mute) log.info(`${name} listens on no port, and is not waited for again`);
  return ready;
}
