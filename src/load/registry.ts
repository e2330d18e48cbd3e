import { command } from "./command/kind.ts";
import { k6 } from "./k6/kind.ts";
import { oha } from "./oha/kind.ts";
import { wrk } from "./wrk/kind.ts";

/** The registry of generators: the key of each in a workload, and its description. Messages keep this order. */
export const KINDS = { k6, wrk, oha, command } as const;
