import type { StartupTime } from "../../model/ports.ts";
import type { ServiceEvent } from "../../model/slow.ts";
import { logEvent, startupEvents } from "../servicelogs.ts";
import { type Container, linesOf } from "./container.ts";
import type { Engine } from "./engine.ts";
import { labelled, ONE_OFF, PROJECT, SERVICE } from "./labels.ts";

/** What the engine calls what we tell of. */
const KINDS: Readonly<Record<string, ServiceEvent["kind"]>> = { start: "start", die: "end", oom: "starved" };

/**
 * What the containers of a project did and printed between two moments, as the engine has it; null where it does not
 * answer. Nothing is asked of it before: it keeps logs, and its last 256 events, by itself.
 *
 * @param startupTimes how services came up, which the engine knows nothing of
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
    const told = [...events.split("\n").flatMap((line) => eventOf(line) ?? []), ...logs.flat()];
    return [...known, ...told.filter(within)];
  } catch {
    return null;
  }
}

/**
 * How the services came up that were waited for.
 *
 * @param ready when each was seen to be ready: services are looked at one after the other, so that may be late for all
 *   but the first that was slow
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

/** A line that the engine gives with its time before it: `2026-11-21T10:00:00.123456789Z text`. */
export function lineOf(service: string, line: string): ServiceEvent | undefined {
  const [, stamp = "", text = ""] = /^(\S+) (.*)$/s.exec(line) ?? [];
  const at = Date.parse(stamp);
  return Number.isNaN(at) || text.trim() === "" ? undefined : logEvent(service, at, text);
}

/** What a line of the engine's events says, where it is of a service and of something that we tell of. */
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
