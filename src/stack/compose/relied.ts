import { own } from "../../base/own.ts";
import type { Stack } from "../../model/config.ts";
import { databaseOf } from "../databases/databases.ts";
import { REDIS } from "../databases/redis.ts";
import { type ProbeResult, untilReady } from "../ready.ts";
import { type Container, endsAgain, hasOwnNetwork, listens as listensHere } from "./container.ts";
import { conditionsOf, type Resolved, withDependencies } from "./resolved.ts";

/**
 * Most seconds in which such a service has to listen, after the endpoints do. Most that never do are workers. A database has
 * the whole time of the start: it may load its data first.
 */
const LONGEST = 30;

/**
 * The services that those of the endpoints depend on, directly or not, in the order of the files. A gateway answers before the
 * service behind it does, with an error that it may repeat for seconds.
 */
export function reliedOn({ services = {} }: Resolved, endpoints: Stack["endpoints"]): string[] {
  const loaded = Object.values(endpoints).map(({ service }) => service);
  const found = withDependencies(services, loaded);
  return Object.keys(services).filter((name) => found.has(name) && !loaded.includes(name));
}

/**
 * The remedy where a service is not up, and does not wait for the database that it depends on. Each start has a new one, which
 * takes longer to come up than one with data. Empty for every other service.
 */
export function waitingRemedy({ services = {} }: Resolved, service: string): string {
  const conditions = (name: string) => Object.entries(conditionsOf(own(services, name)));
  const awaited = new Set([service]);
  for (const name of awaited)
    for (const [other, { condition }] of conditions(name))
      if (condition !== "service_started") awaited.add(other);
  const missed = conditions(service).find(([name]) => {
    const database = databaseOf({ name: String(own(services, name)?.image ?? ""), exposed: [] });
    return database !== undefined && database !== REDIS && !awaited.has(name);
  });
  return missed === undefined
    ? ""
    : `if ${service} needs ${missed[0]} at once, have it wait (a healthcheck, and depends_on: { ${missed[0]}: { condition: service_healthy } }), since each start has a new database; else `;
}

/** Where services are waited for that others rely on. */
export interface Reliance {
  readonly services: readonly string[];
  /** All containers of the start. */
  readonly containers: () => Promise<readonly Container[]>;
  /** Services that did not listen at an earlier start, in all of the time: these are not waited for again. */
  readonly silent: Set<string>;
  /** When waiting ends, by `performance.now()`: after a second at least, and 30 s at most unless it is for a database. */
  readonly until: number;
  /** Whether a container listens; null where that is not visible from here. The kernel's answer by default. */
  readonly listens?: (container: Container) => boolean | null;
}

/** The services that were waited for. */
export interface Heard {
  /** When each was first seen to listen, in milliseconds since the epoch. */
  readonly ready: ReadonlyMap<string, number>;
  /** Those that are `silent` from now on. */
  readonly mute: readonly string[];
  /** One of all services that ends again and again; null without. */
  readonly ended: string | null;
}

/**
 * Waits until these services listen, and until none of all services restarts. Only asks the engine and the kernel: a request that
 * a gateway cannot answer yet would have it avoid the service behind it for seconds. One that ended is not waited for, nor one
 * whose process is not visible from here.
 *
 * @throws Interrupted
 */
export async function untilListening(
  { services, containers, silent, until, listens = listensHere }: Reliance,
  signal: AbortSignal,
  longest = LONGEST,
): Promise<Heard> {
  const asked = services.filter((name) => !silent.has(name));
  const ready = new Map<string, number>();
  let pending: readonly Container[] = [];
  let isAwaited = (_: Container): boolean => true;
  const look = async (): Promise<ProbeResult> => {
    const all = (await containers()).map((one) => ({ one, listens: listens(one) }));
    pending = all.flatMap(({ one, listens }) =>
      isPending(one, listens, asked.includes(one.service)) ? [one] : [],
    );
    for (const { one, listens } of all)
      if (listens && asked.includes(one.service) && !ready.has(one.service))
        ready.set(one.service, Date.now());
    return pending.some(isAwaited) ? { ready: false, seen: "nothing" } : { ready: true };
  };
  const left = () => (until - performance.now()) / 1000;
  const within = Math.min(longest, Math.max(1, left()));
  await untilReady(look, within, signal);
  isAwaited = (one) => databaseOf(one.image) !== undefined && !endsAgain(one);
  if (pending.some(isAwaited)) await untilReady(look, left(), signal);
  const late = [...new Set(pending.map(({ service }) => service).filter((name) => asked.includes(name)))];
  const mute = within < longest ? [] : late;
  for (const name of mute) silent.add(name);
  return { ready, mute, ended: pending.find((one) => endsAgain(one))?.service ?? null };
}

/** Whether a container is to come, or runs and does not listen, as it must or after a restart. */
function isPending(container: Container, listens: boolean | null, mustListen: boolean): boolean {
  const { running, status } = container;
  if (!running) return status === "restarting";
  // In the network of the machine or of another container, it may be another one that listens.
  if (listens === true && hasOwnNetwork(container)) return false;
  return (mustListen && listens === false) || endsAgain(container);
}
