import { own } from "../base/own.ts";
import type { ServiceCounters } from "../model/ports.ts";

type Counters = Readonly<Record<string, ServiceCounters>>;

/** Counters of services with their instructions, of those whose are known. */
export const withInstructions = (
  counters: Counters,
  instructions: Readonly<Record<string, number>>,
): Counters =>
  Object.fromEntries(
    Object.entries(counters).map(([service, one]) => {
      const count = own(instructions, service);
      return [service, count === undefined ? one : { ...one, work: { ...one.work, instructions: count } }];
    }),
  );
