import { connect } from "node:net";
import { own } from "../../base/own.ts";
import type { ComposeStack, Stack } from "../../model/config.ts";
import { HOST } from "../port.ts";
import { answers, type ProbeResult, untilReady } from "../ready.ts";
import { type Container, endsAgain, listens as listensHere, publisherOf } from "./container.ts";

/** A port of a service that must answer before any load. */
export interface AwaitedPort {
  readonly service: string;
  readonly port: number;
  /** Path that must answer below 400. If undefined, a connection that stays open is enough. */
  readonly http: string | undefined;
}

/** The ports that must answer before any load: those in the config, and those of all endpoints. */
export function awaitedPorts({
  endpoints,
  compose: { ready },
}: {
  readonly endpoints: Stack["endpoints"];
  readonly compose: Pick<ComposeStack, "ready">;
}): AwaitedPort[] {
  const all = Object.values(endpoints).map(({ service, port }) => {
    const { port: asked = port, http } = own(ready, service) ?? {};
    return { service, port, http: asked === port ? http : undefined };
  });
  const others = Object.entries(ready).flatMap(([service, { port, http }]) => {
    const known = all.some((one) => one.service === service && (port ?? one.port) === one.port);
    return known || port === undefined ? [] : [{ service, port, http }];
  });
  return [...others, ...all];
}

/** Ports by service. */
export function portsOf(awaited: readonly AwaitedPort[]): Map<string, Set<number>> {
  const ports = new Map<string, Set<number>>();
  for (const { service, port } of awaited) ports.set(service, (ports.get(service) ?? new Set()).add(port));
  return ports;
}

/**
 * Milliseconds that a connection must stay open: the engine's proxy accepts even if the service does not listen yet. On a
 * machine with 27 busy programs 3 of 400 such connections stayed open for longer, up to 123 ms. So the kernel is asked, too.
 * Where it knows of no listener, as with sandboxes that have sockets of their own (gVisor), it has to stay for longer.
 */
const STAYS = { heard: 60, unheard: 1_500 } as const;

/** A service that is not up, and the reason: "ended before it was ready". */
export interface Unready {
  readonly service: string;
  readonly how: string;
  /** Whether it may only need longer. */
  readonly isLate: boolean;
}

/** The reason of a service that its restart policy restarts, and that ends each time. */
export const ENDS_AGAIN = "ends again and again";

/**
 * A service that is not up, and its state; null if all are up. Success of `up` is not enough: each service must
 * have a container that runs, restarts, or has exited with code 0.
 */
export function notUp(
  containers: readonly Pick<Container, "service" | "status" | "exitCode">[],
  started: readonly string[],
): Unready | null {
  for (const service of started) {
    const mine = containers.filter((one) => one.service === service);
    if (mine.length === 0) return { service, how: "has no container", isLate: false };
    const bad = mine.find(
      ({ status, exitCode }) =>
        !["running", "restarting"].includes(status) && !(status === "exited" && exitCode === 0),
    );
    if (bad) {
      const how = `ended before it was ready: ${bad.status}, exit code ${bad.exitCode}`;
      return { service, how, isLate: false };
    }
  }
  return null;
}

/** The services of a start. */
export interface Starting {
  readonly containers: () => Promise<readonly Container[]>;
  /** Whether waiting for a service is pointless. */
  readonly isOver: (service: string) => Promise<boolean>;
  /** When waiting ends, by `performance.now()`. Each port has a second at least. */
  readonly until: number;
  /** Whether a container listens; null where that is not visible from here. The kernel's answer by default. */
  readonly listens?: (container: Container) => boolean | null;
}

/**
 * Waits until all ports answer, one after the other. Returns when each service was seen ready, or the first that is not.
 *
 * @throws Interrupted
 */
export async function untilAnswering(
  ports: readonly AwaitedPort[],
  starting: Starting,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number> | Unready> {
  const ready = new Map<string, number>();
  for (const one of ports) {
    const unready = await readiness(one, starting, signal);
    if (unready !== null) return unready;
    ready.set(one.service, Date.now());
  }
  return ready;
}

/**
 * Waits until a service is ready. Null when it is, else the reason. Probes from outside, because health checks
 * inside would use CPU of the measured stack.
 */
async function readiness(
  { service, port, http }: AwaitedPort,
  { containers, isOver, until, listens = listensHere }: Starting,
  signal: AbortSignal,
): Promise<Unready | null> {
  let ended = false;
  let publisher: Container | undefined;
  const look = async (abort: AbortSignal): Promise<ProbeResult> => {
    publisher ??= publisherOf(await containers(), service, port);
    if (publisher === undefined) {
      ended = await isOver(service);
      return { ready: false, seen: `port ${port} of ${service} is not published` };
    }
    const known = publisher.ports.get(port)!;
    const url = `http://${HOST}:${known}${http ?? ""}`;
    const least = () => (listens(publisher!) === false ? STAYS.unheard : STAYS.heard);
    const found = http === undefined ? await stays(known, least(), abort) : await answers(url, {}, abort);
    if (found.ready) return found;
    ended = await isOver(service);
    publisher = undefined; // a restarted container gets another port
    return {
      ready: false,
      seen: `${http === undefined ? `port ${port} of ${service}` : url}: ${found.seen}`,
    };
  };
  const within = Math.max(1, (until - performance.now()) / 1000);
  const never = { promise: new Promise(() => {}), is: () => ended };
  const result = await untilReady(look, within, signal, never);
  if (result.outcome === "ready") return null;
  const isLate = result.outcome === "late";
  const own = (await containers()).filter((one) => one.service === service);
  if (own.some((one) => endsAgain(one) || (!isLate && one.restarts > 0)))
    return { service, how: ENDS_AGAIN, isLate: false };
  const how = isLate ? `was not ready in time: ${result.seen}` : "ended before it was ready";
  return { service, how, isLate };
}

/** Whether a port accepts a connection and keeps it open for so many milliseconds. */
function stays(port: number, least: number, signal: AbortSignal): Promise<ProbeResult> {
  return new Promise((resolve) => {
    const socket = connect({ host: HOST, port, signal });
    const timer = setTimeout(() => settle("no connection in time"), 2_000);
    const settle = (seen: string | null) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(seen === null ? { ready: true } : { ready: false, seen });
    };
    socket.on("connect", () => {
      clearTimeout(timer);
      setTimeout(() => settle(null), least);
    });
    socket.on("data", () => settle(null)); // the server speaks first
    socket.on("error", (error) => settle(error.message));
    socket.on("close", () => settle("the connection is closed at once"));
  });
}
