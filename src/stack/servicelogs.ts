import { closeSync, fstatSync, readSync } from "node:fs";
import { visible } from "../base/log.ts";
import { openFile } from "../exec/linkless.ts";
import type { StartupTime } from "../model/ports.ts";
import type { ServiceEvent } from "../model/slow.ts";

/** Milliseconds between two readings of the logs' lengths. */
const PAUSE = 250;
/** The most readings for each log. Only those with a new length are kept. */
const MOST_LOOKS = 50_000;
/** Limits for one query: bytes of a log, then lines, then characters of a line. */
const MOST_BYTES = 4 * 2 ** 20;
export const MOST_LINES = 20_000;
const LONGEST = 300;

/** The length of a log in bytes at a moment, in milliseconds since the epoch. */
export interface LogLength {
  readonly at: number;
  readonly bytes: number;
}

/**
 * When services wrote their log lines. Reads only the lengths of the logs, four times a second, which costs
 * microseconds. The text is read only for a queried interval.
 */
export class ServiceLogs implements Disposable {
  private readonly logs = new Map<string, { readonly file: number | null; looks: LogLength[] }>();
  private readonly timer: NodeJS.Timeout;

  constructor() {
    this.timer = setInterval(() => this.look(), PAUSE);
    this.timer.unref();
  }

  /** Follows the log of a service from now on, in place of an earlier log of that service. */
  follow(service: string, file: string): void {
    closeLog(this.logs.get(service)?.file);
    this.logs.set(service, { file: openLog(file), looks: [{ at: Date.now(), bytes: 0 }] });
  }

  /** Lines written between two moments. Each has its own time, or that of the reading that found it. */
  lines(from: number, to: number): ServiceEvent[] {
    this.look();
    return [...this.logs].flatMap(([service, { file, looks }]) => {
      const first = looks.findLast(({ at }) => at <= from)?.bytes ?? 0;
      const last = (looks.find(({ at }) => at >= to) ?? looks.at(-1))?.bytes ?? 0;
      const text = part(file, first, Math.min(last, first + MOST_BYTES));
      return timedLines(text, first, looks)
        .filter(({ at }) => at >= from && at <= to)
        .slice(0, MOST_LINES)
        .map((line) => logEvent(service, line.at, line.text));
    });
  }

  [Symbol.dispose](): void {
    clearInterval(this.timer);
    for (const { file } of this.logs.values()) closeLog(file);
    this.logs.clear();
  }

  private look(): void {
    const at = Date.now();
    for (const log of this.logs.values()) {
      const bytes = sizeOf(log.file);
      const before = log.looks.at(-1)?.bytes ?? 0;
      if (bytes < before) log.looks = []; // emptied at its size limit
      if (bytes !== before && log.looks.length < MOST_LOOKS) log.looks.push({ at, bytes });
    }
  }
}

/** The event of a printed line. */
export const logEvent = (service: string, at: number, text: string): ServiceEvent => ({
  at: new Date(at).toISOString(),
  service,
  kind: "log",
  text: visible(text).trim().slice(0, LONGEST),
});

/** The startup events of services: each was started, and later ready. */
export function startupEvents(
  startupTimes: Readonly<Record<string, StartupTime>>,
  from: number,
  to: number,
): ServiceEvent[] {
  const all = Object.entries(startupTimes).flatMap(([service, { began, ready }]) => [
    { service, kind: "start" as const, at: began },
    { service, kind: "ready" as const, at: began + 1000 * ready },
  ]);
  return all
    .filter(({ at }) => at >= from && at <= to)
    .map((one) => ({ ...one, at: new Date(one.at).toISOString(), text: "" }));
}

/** Whole lines, with their times, of a part of a log that begins at `offset`. */
export function timedLines(
  text: string,
  offset: number,
  looks: readonly LogLength[],
): { readonly at: number; readonly text: string }[] {
  const found: { at: number; text: string }[] = [];
  let end = offset;
  let look = 0;
  for (const line of text.split("\n").slice(0, -1)) {
    end += Buffer.byteLength(line) + 1;
    while (look < looks.length - 1 && looks[look]!.bytes < end) look++;
    const seen = looks[look]?.at;
    if (seen !== undefined && line.trim() !== "") found.push({ at: ownTime(line, seen) ?? seen, text: line });
  }
  return found;
}

/** Milliseconds that a line may be held back before it is written, and by which clocks may differ. */
const HELD = 10_000;
const AHEAD = 50;

/**
 * The time in a line, in milliseconds since the epoch: an ISO 8601 date, or the milliseconds or seconds of JSON
 * logs. Undefined without a time, or if it is too far from `seen`, when the line was found.
 */
export function ownTime(line: string, seen: number): number | undefined {
  const head = line.slice(0, 400);
  const [, date, time, zone] =
    /(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:[.,]\d{1,9})?) ?(Z|[+-]\d\d:?\d\d)?/.exec(head) ?? [];
  const [, number] = /"(?:time|timestamp|ts)": ?"?(\d{10}(?:\d{3}|\.\d+)?)\b/.exec(head) ?? [];
  const written = date === undefined ? undefined : `${date}T${time?.replace(",", ".")}`;
  const stamps = [
    ...(written === undefined
      ? []
      : zone
        ? [Date.parse(written + zone)]
        : [`${written}Z`, written].map((text) => Date.parse(text))),
    ...(number === undefined ? [] : [Number(number) * (/^\d{13}$/.test(number) ? 1 : 1000)]),
  ];
  return stamps.find((at) => at <= seen + AHEAD && at >= seen - HELD);
}

/** The open log, or null without one. It stays open because the measured code may remove or replace it. */
function openLog(path: string): number | null {
  try {
    return openFile(path);
  } catch {
    return null;
  }
}

function closeLog(file: number | null | undefined): void {
  if (typeof file === "number") closeSync(file);
}

const sizeOf = (file: number | null): number => (file === null ? 0 : fstatSync(file).size);

function part(file: number | null, from: number, to: number): string {
  if (to <= from || file === null) return "";
  const buffer = Buffer.alloc(to - from);
  return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, from)).toString("utf8");
}
