import { z } from "zod";
import { ItemKeys } from "./itemkeys.ts";
import { Name } from "./stack.ts";

const Instant = z.iso.datetime();

/** A request that took far longer than the others of its trial, as its client saw it. */
export const SlowRequest = z.strictObject({
  /** When the client began it. */
  at: Instant,
  /** Until the response arrived, or the client gave up; connecting included. */
  seconds: z.number().positive(),
  /** Status of the response; 0 where there was none. */
  status: z.number().int().min(0).max(999),
  /** Its `name` tag, if the script set one. */
  name: z.string().max(200).nullable(),
  /** Whether it was the first of its virtual user. */
  first: z.boolean(),
});
export type SlowRequest = z.infer<typeof SlowRequest>;

/**
 * An event of a service at a known moment. Its process or container started, answered for the first time (`ready`), was
 * killed by the out-of-memory killer (`starved`), ended, or printed a line.
 */
export const ServiceEvent = z.strictObject({
  at: Instant,
  service: Name,
  kind: z.enum(["start", "ready", "starved", "end", "log"]),
  /** The line; empty for all else. */
  text: z.string().max(300),
});
export type ServiceEvent = z.infer<typeof ServiceEvent>;

/** Milliseconds before and after a slow request in which an event may explain it. */
export const BEFORE = 2_000;
const AFTER = 500;

/** Whether an event may explain a slow request. @param isCold whether the stack was started for its trial */
export function isNear(event: ServiceEvent, request: SlowRequest, isCold: boolean): boolean {
  const [began, at] = [time(request), time(event)];
  // A seed and the generator may take longer in between.
  const isStart = isCold && request.first && (event.kind === "start" || event.kind === "ready");
  return (isStart || at >= began - BEFORE) && at <= began + 1000 * request.seconds + AFTER;
}

/** Milliseconds since the epoch. */
export const time = ({ at }: { readonly at: string }) => Date.parse(at);

/** The slowest requests of a trial, and the events around them. */
export const Slow = z.strictObject({
  /** Seconds beyond which a request of this trial counts as slow. */
  limit: z.number().positive(),
  /** In the order in which they began. */
  requests: z.array(SlowRequest).min(1).max(20),
  /** Null where events are not available: the stack is a deployed one, or its logs could not be read. */
  happened: z.array(ServiceEvent).max(200).nullable(),
});
export type Slow = z.infer<typeof Slow>;

const text = z.string().max(2_000);

/** Slow requests of a trial that began at about the same time, and their explanation. */
export const SlowShown = z.strictObject({
  ...ItemKeys,
  trial: z.number().int().min(0).meta({ description: "number of the trial, from 0" }),
  at: Instant.meta({ description: "when the first of them began" }),
  requests: z.number().int().min(1).meta({ description: "number of slow requests" }),
  least: z.number().positive().meta({ description: "seconds of the fastest of them" }),
  most: z.number().positive().meta({ description: "seconds of the slowest of them" }),
  cause: z.enum(["deed", "lines", "none", "unknown"]).meta({
    description:
      "deed: a service started or ended; lines: log lines; none: no event; unknown: events are not available",
  }),
  text: text.meta({ description: "the explanation in words, without a full stop" }),
  lines: z
    .array(
      z.strictObject({
        service: Name.meta({ description: "the service that wrote it" }),
        text: text.meta({ description: "the line" }),
      }),
    )
    .max(10)
    .meta({ description: "log lines from that time" }),
});
export type SlowShown = z.infer<typeof SlowShown>;
