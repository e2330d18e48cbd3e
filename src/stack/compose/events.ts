import type { StartupTime } from "../../model/ports.ts";
import type { ServiceEvent } from "../../model/slow.ts";
import { logEvent, startupEvents } from "../servicelogs.ts";
import { type Container, linesOf } from "./container.ts";
import type { Engine } from "./engine.ts";
import { labelled, ONE_OFF, PROJECT, SERVICE } from "./labels.ts";

/** The kind of an event, by the engine's name for it. */
const KINDS: Readonly<Record<string, ServiceEvent["kind"]>> = { start: "start", die: "end", oom: "starved" };

/**
 * The events and log lines of a project's containers between two moments, from the engine; null if it does not
 * answer. No request is needed earlier: the engine keeps the logs and its last 256 events.
 *
 * @param startupTimes startup times of the services, which the engine does not know
 */
export async function serviceEvents(
  engine: Engine,
  project: string,
  containers: readonly Container[],
  startupTimes: Readonly<Record<string, StartupTime>>,
  from: number,
  to: number,
): Promise<ServiceEvent[] | null> {
  const within = ({ at }: ServiceEvent) => Date.parse(at) >= from && Date.parse(at) <= to;
  try {
    const span = `since=${Math.floor(from / 1000)}&until=${Math.floor(to / 1000)}`;
    const events = (await engine.bytes(`/events?${span}&${labelled(PROJECT, project)}`)).toString();
    const logs = await Promise.all(
      containers.map(async ({ id, service }) =>
        (await linesOf(engine, id, from, to)).flatMap((line) => lineOf(service, line) ?? []),
      ),
    );
    const known = startupEvents(startupTimes, from, to).filter(({ kind }) => kind === "ready");
    const reported = [...events.split("\n").flatMap((line) => eventOf(line) ?? []), ...logs.flat()];
    return [...known, ...reported.filter(within)];
  } catch {
    return null;
  }
}

/**
 * The startup times of the services that were waited for.
 *
 * @param ready when each service was seen ready; services are probed one after the other, so all after the first
 *   slow one may be seen late
 */
export const startupTimesOf = (
  containers: readonly Container[],
  ready: ReadonlyMap<string, number>,
): Record<string, StartupTime> =>
  Object.fromEntries(
    containers.flatMap(({ service, startedAt }) => {
      const [began, at] = [Date.parse(startedAt), ready.get(service)];
      if (at === undefined || Number.isNaN(began)) return [];
      return [[service, { began, ready: Math.max(0, at - began) / 1000 }]];
    }),
  );

/** The event of a log line with the engine's timestamp before it: `2026-11-21T10:00:00.123456789Z text`. */
export function lineOf(service: string, line: string): ServiceEvent | undefined {
  const [, stamp = "", text = ""] = /^(\S+) (.*)$/s.exec(line) ?? [];
  const at = Date.parse(stamp);
  return Number.isNaN(at) || text.trim() === "" ? undefined : logEvent(service, at, text);
}

/** The event in a line of the engine's event stream; undefined for other events, and those of one-off containers. */
export function eventOf(line: string): ServiceEvent | undefined {
  try {
    const { Action, status, timeNano, Actor } = JSON.parse(line);
    const attributes = Actor?.Attributes ?? {};
    const service = attributes[SERVICE];
    const kind = Object.hasOwn(KINDS, Action ?? status) ? KINDS[Action ?? status] : undefined;
    if (kind === undefined || typeof service !== "string" || attributes[ONE_OFF] === "True") return undefined;
    return { at: new Date(Math.round(timeNano / 1e6)).toISOString(), service, kind, text: "" };
  } catch {
    return undefined; // empty, or cut off
  }
}
