import { seconds } from "../../base/duration.ts";
import { own } from "../../base/own.ts";
import { compose, type Docker, withFile } from "./cli.ts";
import type { Engine } from "./engine.ts";
import type { Mapping, Resolved } from "./resolved.ts";

/** Time between two checks of a service that is not healthy yet. */
const START_INTERVAL = "500ms";
/** Time until the next check of a healthy service: beyond the end of any run. */
const INTERVAL = "24h";
/** What Docker takes where a health check does not say. */
const USUAL = { interval: 30, retries: 3, startPeriod: 0 };
/** The first version of the engine's interface that knows `start_interval`: Docker 25. */
const SINCE = [1, 44] as const;
/** Time limit for asking Compose, in seconds. */
const ASKING = 60;

/**
 * Ends health checks with the start. Those that other services wait for run twice a second until they succeed, and never
 * after that; all others are off. A check every 10 s would delay each of thirty starts by that, and one every second
 * starts a process in the services while they are measured. A service that never succeeds is unhealthy as late as without
 * this.
 */
export class HealthChecks {
  /** Whether engine and Compose can do that, once it was asked. */
  private known: Promise<boolean> | undefined;

  /** @throws Interrupted @param started names of the services that are started */
  async atStart(
    project: Resolved,
    started: readonly string[],
    engine: Engine,
    docker: Docker,
    signal: AbortSignal,
  ): Promise<Resolved> {
    const awaited = awaitedChecks(project, started);
    if (awaited.size === 0) return checkedAtStart(project, awaited, false);
    const isFirst = this.known === undefined;
    this.known ??= canEnd(engine, docker, signal);
    const known = await this.known;
    if (!known && isFirst)
      docker.log.info(`health checks ${ongoing(awaited)}: from Docker 25 on they end with the start`);
    return checkedAtStart(project, awaited, known);
  }
}

/** Seconds between two checks, by service: of those that others wait for, among the services that are started. */
export function awaitedChecks(
  { services = {} }: Resolved,
  started: readonly string[],
): ReadonlyMap<string, number> {
  const awaited = started.flatMap((waiting) =>
    Object.entries((own(services, waiting)?.depends_on ?? {}) as Readonly<Record<string, Mapping>>).flatMap(
      ([name, { condition }]) => (condition === "service_healthy" && started.includes(name) ? [name] : []),
    ),
  );
  return new Map(
    [...new Set(awaited)].flatMap((name) => {
      const check = (own(services, name)?.healthcheck ?? {}) as Mapping;
      if (check.disable === true || (Array.isArray(check.test) && check.test[0] === "NONE")) return [];
      return [[name, seconds(String(check.interval ?? "")) ?? USUAL.interval] as const];
    }),
  );
}

/**
 * The project with health checks only where others wait for them, and there only until the first success.
 *
 * @param canEnd whether engine and Compose can end a check; if not, those that others wait for stay as they are
 */
export function checkedAtStart(
  project: Resolved,
  awaited: ReadonlyMap<string, number>,
  canEnd: boolean,
): Resolved {
  const services = Object.entries(project.services ?? {}).map(([name, service]) => {
    const interval = awaited.get(name);
    if (interval === undefined) return [name, { ...service, healthcheck: { disable: true } }];
    return [name, canEnd ? { ...service, healthcheck: untilHealthy(service, interval) } : service];
  });
  return { ...project, services: Object.fromEntries(services) };
}

function untilHealthy(service: Mapping, interval: number): Mapping {
  const check = (service.healthcheck ?? {}) as Mapping;
  const period = seconds(String(check.start_period ?? "")) ?? USUAL.startPeriod;
  // Docker counts failures only after this period, so the first one that counts is the last one allowed.
  const start_period = `${period + interval * Number(check.retries ?? USUAL.retries)}s`;
  return { ...check, start_period, start_interval: START_INTERVAL, interval: INTERVAL, retries: 1 };
}

/** Whether health checks can end with the start: engine and Compose have to know an interval for it. @throws Interrupted */
export async function canEnd(engine: Engine, docker: Docker, signal: AbortSignal): Promise<boolean> {
  const { ApiVersion = "0" } = (await engine.get("/version")) as { ApiVersion?: string };
  const [major = 0, minor = 0] = ApiVersion.split(".").map(Number);
  if (major < SINCE[0] || (major === SINCE[0] && minor < SINCE[1])) return false;
  const healthcheck = { test: ["NONE"], start_interval: START_INTERVAL };
  const text = JSON.stringify({ services: { a: { image: "a", healthcheck } } });
  return await withFile(docker.ledger, "json", text, async (file) => {
    const call = { signal, timeout: ASKING };
    return (await compose(docker, [file], "steelyard", ["config", "--quiet"], call)).code === 0;
  });
}

/** Describes health checks that do not end with the start. */
export function ongoing(awaited: ReadonlyMap<string, number>): string {
  const each = [...awaited].map(([name, interval]) => `${name} every ${interval} s`).join(", ");
  return `delay each start and run while services are measured (${each})`;
}
