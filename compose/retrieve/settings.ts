import { z } from "zod";
import { BACKENDS, type Backend } from "./backends.ts";

/** All settings of the retrieval service. */
export interface Retrieval {
  /** Bearer token that its routes require; null where they require none. */
  readonly token: string | null;
  /** Answers where the request does not name one. */
  readonly backend: Backend;
  /** Build the usual back end's index before the gateway listens. */
  readonly warm: boolean;
  /** Files processed at the same time. */
  readonly workers: number;
  /** Events that may wait, and events processed per second. */
  readonly queue: number;
  readonly drain: number;
}

const names = Object.keys(BACKENDS) as [Backend, ...Backend[]];
const count = (most: number) =>
  z
    .string()
    .refine((text) => /^[1-9]\d{0,5}$/.test(text) && Number(text) <= most, {
      error: `wanted a whole number from 1 to ${most}`,
    })
    .transform(Number);

/** Its variables, by name. */
export const RETRIEVAL = {
  RETRIEVE_TOKEN: z.string().optional(),
  RETRIEVE_BACKEND: z.enum(names, { error: `wanted one of ${names.join(", ")}` }).default("base"),
  RETRIEVE_WARM: z.enum(["on", "off"], { error: "wanted on or off" }).default("off"),
  RETRIEVE_WORKERS: count(64).default(2),
  RETRIEVE_QUEUE: count(100_000).default(20),
  RETRIEVE_DRAIN: count(100_000).default(20),
};

export const retrieval = (data: z.output<z.ZodObject<typeof RETRIEVAL>>): Retrieval => ({
  token: data.RETRIEVE_TOKEN ?? null,
  backend: data.RETRIEVE_BACKEND,
  warm: data.RETRIEVE_WARM === "on",
  workers: data.RETRIEVE_WORKERS,
  queue: data.RETRIEVE_QUEUE,
  drain: data.RETRIEVE_DRAIN,
});
