import { z } from "zod";
import { Name } from "./stack.ts";

const Instant = z.iso.datetime();

/** A request that took far longer than its trial's others, as its client saw it. */
export const SlowRequest = z.strictObject({
  /** When the client began it. */
  at: Instant,
  /** Until the answer was there, or the client gave up; connecting included. */
  seconds: z.number().positive(),
  /** The answer's status; 0 where there was none. */
  status: z.number().int().min(0).max(999),
  /** Its `name` tag, where the script gave one. */
  name: z.string().max(200).nullable(),
  /** Whether it was the first of its virtual user. */
  first: z.boolean(),
});
export type SlowRequest = z.infer<typeof SlowRequest>;

/**
 * Something that a service did or wrote at a known moment: its process or container started, answered for the first time
 * (`ready`), was killed for want of memory (`starved`) or ended; or it printed a line.
 */
export const ServiceEvent = z.strictObject({
  at: Instant,
  service: Name,
  kind: z.enum(["start", "ready", "starved", "end", "log"]),
  /** The line; empty for all else. */
  text: z.string().max(300),
});
export type ServiceEvent = z.infer<typeof ServiceEvent>;

/** Milliseconds around a slow request in which what happened may have to do with it. */
export const BEFORE = 2_000;
const AFTER = 500;

/** Whether a moment is one in which something may have made a request slow. */
export function isNear(at: number, request: SlowRequest): boolean {
  const began = time(request);
  return at >= began - BEFORE && at <= began + 1000 * request.seconds + AFTER;
}

/** Milliseconds since the epoch. */
export const time = ({ at }: { readonly at: string }) => Date.parse(at);

/** The slowest requests of a trial, and what happened around them. */
export const Slow = z.strictObject({
  /** Seconds beyond which a request of this trial counts as slow. */
  limit: z.number().positive(),
  /** In the order in which they began. */
  requests: z.array(SlowRequest).min(1).max(20),
  /** Null where nobody can tell what the stack did: it is not ours, or its logs could not be had. */
  happened: z.array(ServiceEvent).max(200).nullable(),
});
export type Slow = z.infer<typeof Slow>;

const text = z.string().max(2_000);

/** Slow requests of a trial that began at about the same time, and what is known of why. */
export const SlowShown = z.strictObject({
  workload: Name,
  variant: Name.nullable(),
  trial: z.number().int().min(0),
  at: Instant,
  requests: z.number().int().min(1),
  /** Seconds of the fastest and the slowest of them. */
  least: z.number().positive(),
  most: z.number().positive(),
  /** What explains them: a start or an end, lines that are shown, nothing that is known, or nobody can know. */
  cause: z.enum(["deed", "lines", "none", "unknown"]),
  /** The same in a sentence without its stop. */
  text,
  lines: z.array(z.strictObject({ service: Name, text })).max(10),
});
export type SlowShown = z.infer<typeof SlowShown>;
