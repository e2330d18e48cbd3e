import { seconds } from "../../base/duration.ts";
import { own } from "../../base/own.ts";
import type { Finished } from "../../exec/run.ts";
import { type ProbeResult, untilReady } from "../ready.ts";
import { type Container, listens as listensHere } from "./container.ts";
import type { Engine } from "./engine.ts";
import { notUp, type Starting, type Unready } from "./ready.ts";
import { conditionsOf, type Mapping, type Resolved } from "./resolved.ts";

/** What Docker takes where a health check does not say, in seconds. */
const USUAL = { interval: 30, timeout: 30 };
/** Seconds at least until a service is checked that does not listen. */
const SILENT = 10;
/** The least time between two checks, in milliseconds. */
const PAUSE = 500;

/** A health check that other services wait for. */
export interface HealthCheck {
  /** In Docker's form, such as `["CMD-SHELL", "pg_isready"]`; undefined where only the image has one. */
  readonly test: readonly string[] | undefined;
  /** Seconds until Docker's first check, and of one check at most. */
  readonly interval: number;
  readonly timeout: number;
}

/** Services that are started together, and the conditions of those that come later. */
export interface Stage {
  readonly services: readonly string[];
  /** Health checks that have to succeed, by service. */
  readonly healthy: ReadonlyMap<string, HealthCheck>;
  /** Services that have to end with exit code 0. */
  readonly completed: readonly string[];
}

/** A project, and the stages in which it is started; none where Compose can start all of it at once. */
export interface Staged {
  readonly resolved: Resolved;
  readonly stages: readonly Stage[];
}

/**
 * The project without health checks, and the stages of its start. The engine's own first check comes after a whole interval,
 * which would delay each of thirty starts, and its checks run in the services while these are measured. So those that others
 * wait for are made from here, twice a second, until they succeed.
 *
 * @param started names of the services that are started
 */
export function staged(project: Resolved, started: readonly string[]): Staged {
  const { services = {} } = project;
  const checks = awaitedChecks(project, started);
  const made = Object.entries(services).map(([name, service]) => {
    const depends_on = Object.entries(conditionsOf(service)).map(([of, one]) => [
      of,
      one.condition === HEALTHY && checks.has(of) ? { ...one, condition: "service_started" } : one,
    ]);
    return [
      name,
      {
        ...service,
        ...(depends_on.length > 0 && { depends_on: Object.fromEntries(depends_on) }),
        ...(started.includes(name) && { healthcheck: { disable: true } }),
      },
    ];
  });
  return {
    resolved: { ...project, services: Object.fromEntries(made) },
    stages: checks.size === 0 ? [] : stagesOf(services, started, checks),
  };
}

const HEALTHY = "service_healthy";
const COMPLETED = "service_completed_successfully";

/** The health checks that started services wait for. One that is switched off is left to Compose, which refuses it. */
function awaitedChecks({ services = {} }: Resolved, started: readonly string[]): Map<string, HealthCheck> {
  const awaited = started.flatMap((waiting) =>
    Object.entries(conditionsOf(own(services, waiting))).flatMap(([name, { condition }]) =>
      condition === HEALTHY && started.includes(name) ? name : [],
    ),
  );
  const all = [...new Set(awaited)].flatMap((name): [string, HealthCheck][] => {
    const { disable, test, interval, timeout } = (own(services, name)?.healthcheck ?? {}) as Mapping;
    const form = typeof test === "string" ? ["CMD-SHELL", test] : (test as readonly string[] | undefined);
    if (disable === true || form?.[0] === "NONE") return [];
    const of = (time: unknown, usual: number) => seconds(String(time ?? "")) ?? usual;
    return [
      [name, { test: form, interval: of(interval, USUAL.interval), timeout: of(timeout, USUAL.timeout) }],
    ];
  });
  return new Map(all);
}

/** A service's stage is one after the last of those whose health or end it waits for, and not before any that it depends on. */
function stagesOf(
  services: Readonly<Record<string, Mapping>>,
  started: readonly string[],
  checks: ReadonlyMap<string, HealthCheck>,
): Stage[] {
  const known = new Map<string, number>();
  const completed = new Set<string>();
  const stageOf = (name: string): number => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const before = Object.entries(conditionsOf(own(services, name))).flatMap(([of, { condition }]) => {
      if (!started.includes(of)) return [];
      if (condition === COMPLETED) completed.add(of);
      return stageOf(of) + (condition === COMPLETED || (condition === HEALTHY && checks.has(of)) ? 1 : 0);
    });
    const stage = Math.max(0, ...before);
    known.set(name, stage);
    return stage;
  };
  const numbers = started.map(stageOf);
  return Array.from({ length: Math.max(...numbers) + 1 }, (_, number) => {
    const mine = started.filter((_, i) => numbers[i] === number);
    return {
      services: mine,
      healthy: new Map([...checks].filter(([name]) => mine.includes(name))),
      completed: mine.filter((name) => completed.has(name)),
    };
  });
}

/** Where the services of a stage are, and how a command runs in one of them. */
export interface Checking extends Pick<Starting, "containers" | "isOver" | "until" | "listens"> {
  readonly engine: Pick<Engine, "get">;
  /** Runs a command of the `docker` program, for so many seconds at most. */
  readonly run: (argv: readonly string[], timeout: number) => Promise<Omit<Finished, "timedOut">>;
}

/**
 * Waits until the services of a stage are as those of later ones demand. Returns the first that is not; null where all are.
 *
 * @throws Interrupted
 */
export async function untilMet(
  { healthy, completed }: Stage,
  checking: Checking,
  signal: AbortSignal,
  silent = SILENT,
): Promise<Unready | null> {
  let first: Unready | null = null;
  const each = { ...checking, failed: () => first };
  const checks = [...healthy].map(([name, check]) => {
    const mute = Math.max(check.interval, silent);
    return untilHealthy(name, { ...check, mute }, each, signal);
  });
  const ends = completed.map((name) => untilEnded(name, each, signal));
  const noted = async (one: Promise<Unready | null>) => {
    const found = await one;
    first ??= found;
  };
  await Promise.all([...checks, ...ends].map(noted));
  return first;
}

/** Once one service is not as it must be, the others are not waited for. */
type Each = Checking & { readonly failed: () => Unready | null };

/**
 * A check may succeed too early: while it is filled a database listens for programs of its own container alone. So none is made
 * before a service whose image exposes a port listens for others, or until Docker's first check would come.
 */
async function untilHealthy(
  service: string,
  { test, timeout, mute }: HealthCheck & { readonly mute: number },
  { containers, isOver, until, listens = listensHere, engine, run, failed }: Each,
  signal: AbortSignal,
): Promise<Unready | null> {
  const began = performance.now();
  let argv: readonly string[] | null | undefined = test;
  let last = Number.NEGATIVE_INFINITY;
  let seen = "it does not listen for others";
  let bad: Unready | null = null;
  const isHealthy = async (container: Container, [kind, ...rest]: readonly string[]) => {
    const command = kind === "CMD-SHELL" ? ["/bin/sh", "-c", ...rest] : rest;
    const { code, stdout, stderr } = await run(["docker", "exec", container.id, ...command], timeout);
    const said = `${stdout}\n${stderr}`.trim().split("\n").at(-1);
    seen = said || (code === null ? `no answer within ${timeout} s` : `exit code ${code}`);
    return code === 0;
  };
  const isMute = (one: Container) => one.image.exposed.length > 0 && listens(one) === false;
  const look = async (): Promise<ProbeResult> => {
    const all = await containers();
    const mine = all.filter((one) => one.service === service);
    if (await isOver(service)) bad = notUp(all, [service]) ?? { service, how: "ended", isLate: false };
    const isUp = mine.length > 0 && mine.every(({ running }) => running);
    const isDue = performance.now() - began >= mute * 1000 || !mine.some(isMute);
    if (bad !== null || !isUp || !isDue || performance.now() - last < PAUSE) return { ready: false, seen };
    argv ??= await testOf(mine[0]!, engine);
    if (argv === null) bad = { service, how: "has no health check, and others wait for one", isLate: false };
    last = performance.now();
    const found = await Promise.all(mine.map((one) => argv && isHealthy(one, argv)));
    return found.every((one) => one === true) ? { ready: true } : { ready: false, seen };
  };
  const late = () => ({ service, how: `is not healthy: ${seen}`, isLate: true });
  return awaited(look, { until, bad: () => bad ?? failed(), late }, signal);
}

/** The health check of a container's image; null where it has none. */
async function testOf({ image }: Container, engine: Checking["engine"]): Promise<readonly string[] | null> {
  const { Config } = (await engine.get(`/images/${image.id}/json`)) as {
    readonly Config?: { readonly Healthcheck?: { readonly Test?: readonly string[] } };
  };
  return Config?.Healthcheck?.Test ?? null;
}

async function untilEnded(
  service: string,
  { containers, until, failed }: Each,
  signal: AbortSignal,
): Promise<Unready | null> {
  let bad: Unready | null = null;
  const look = async (): Promise<ProbeResult> => {
    const all = await containers();
    bad = notUp(all, [service]);
    const isDone = all.every((one) => one.service !== service || one.status === "exited");
    return bad === null && isDone ? { ready: true } : { ready: false, seen: "it runs" };
  };
  const late = () => ({ service, how: "has not ended in time, and others wait for its end", isLate: true });
  return awaited(look, { until, bad: () => bad ?? failed(), late }, signal);
}

/** Waits until a look finds a service ready. Returns why it is not: as soon as that is known, or as the time is over. */
async function awaited(
  look: () => Promise<ProbeResult>,
  {
    until,
    bad,
    late,
  }: { readonly until: number; readonly bad: () => Unready | null; readonly late: () => Unready },
  signal: AbortSignal,
): Promise<Unready | null> {
  const over = { promise: new Promise(() => {}), is: () => bad() !== null };
  const within = Math.max(1, (until - performance.now()) / 1000);
  const { outcome } = await untilReady(look, within, signal, over);
  return outcome === "ready" ? null : (bad() ?? late());
}
