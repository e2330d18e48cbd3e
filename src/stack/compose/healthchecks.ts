import { seconds } from "../../base/duration.ts";
import type { Log } from "../../base/log.ts";
import { own } from "../../base/own.ts";
import { compose, type Docker, withFile } from "./cli.ts";
import type { Engine } from "./engine.ts";
import type { Mapping, Resolved } from "./resolved.ts";

/** Time between two checks of a service that is not healthy yet. */
const START_INTERVAL = "500ms";
/** What Docker takes where a health check does not say. */
const USUAL = { interval: 30, retries: 3, startPeriod: 0 };
/** Seconds between two checks beyond which they delay a start noticeably. */
const SLOW = 2;
/** The first version of the engine's interface that knows `start_interval`: Docker 25. */
const SINCE = [1, 44] as const;
/** Time limit for asking Compose, in seconds. */
const ASKING = 60;

/**
 * Makes health checks that others wait for run twice a second until they succeed; from then on they have their own interval.
 * Meanwhile no failure counts that would not have counted before. A check every 10 s would delay each of thirty starts
 * by that.
 */
export class HealthChecks {
  /** Whether engine and Compose can do that, once it was asked. */
  private known: Promise<boolean> | undefined;

  /** @throws Interrupted */
  async quickened(project: Resolved, engine: Engine, docker: Docker, signal: AbortSignal): Promise<Resolved> {
    const slow = slowChecks(project);
    if (slow.size === 0) return project;
    const isFirst = this.known === undefined;
    this.known ??= canHurry(engine, docker, signal);
    if (await this.known) return withQuick(project, slow);
    if (isFirst) tellSlow(slow, docker.log);
    return project;
  }
}

/** Seconds between two checks, by service: of those that others wait for, and that are checked seldom. */
export function slowChecks({ services = {} }: Resolved): ReadonlyMap<string, number> {
  const awaited = Object.values(services).flatMap(({ depends_on }) =>
    Object.entries((depends_on ?? {}) as Readonly<Record<string, Mapping>>).flatMap(
      ([name, { condition }]) => (condition === "service_healthy" ? [name] : []),
    ),
  );
  return new Map(
    [...new Set(awaited)].flatMap((name) => {
      const check = (own(services, name)?.healthcheck ?? {}) as Mapping;
      const interval = seconds(String(check.start_interval ?? check.interval ?? "")) ?? USUAL.interval;
      return check.disable === true || interval <= SLOW ? [] : [[name, interval] as const];
    }),
  );
}

/** The project with quick checks of these services while they start. */
export function withQuick(project: Resolved, slow: ReadonlyMap<string, number>): Resolved {
  const services = Object.entries(project.services ?? {}).map(([name, service]) => {
    if (!slow.has(name)) return [name, service];
    const check = (service.healthcheck ?? {}) as Mapping;
    const period = seconds(String(check.start_period ?? "")) ?? USUAL.startPeriod;
    const interval = seconds(String(check.interval ?? "")) ?? USUAL.interval;
    const given = period + interval * Number(check.retries ?? USUAL.retries);
    const healthcheck = { ...check, start_period: `${given}s`, start_interval: START_INTERVAL };
    return [name, { ...service, healthcheck }];
  });
  return { ...project, services: Object.fromEntries(services) };
}

/** Whether both engine and Compose know the interval of checks at the start. */
async function canHurry(engine: Engine, docker: Docker, signal: AbortSignal): Promise<boolean> {
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

function tellSlow(slow: ReadonlyMap<string, number>, log: Log): void {
  const each = [...slow].map(([name, interval]) => `${name} every ${interval} s`).join(", ");
  log.info(
    `health checks delay each start (${each}): Docker 25 checks more often at the start, or lower healthcheck.interval`,
  );
}
