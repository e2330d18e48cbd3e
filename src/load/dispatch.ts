import type { Workload } from "../model/config.ts";
import { type LoadKind, loadOf } from "../model/load.ts";
import type { Generator } from "../model/ports.ts";

/** Makes the generator of a kind. */
export type Open = (kind: LoadKind) => Promise<Generator>;

/** A generator that sends workloads of some names to one generator, and all others to another. */
export const divided = (
  isFirst: (name: string) => boolean,
  first: Generator,
  second: Generator,
): Generator => {
  const of = (name: string) => (isFirst(name) ? first : second);
  return {
    get versions() {
      return { ...second.versions, ...first.versions };
    },
    facts: (name, workload, signal) => of(name).facts(name, workload, signal),
    planned: (name, slot) => of(name).planned(name, slot),
    limits: (name) => of(name).limits?.(name) ?? false,
    load: (request, measuring, signal) => of(request.name).load(request, measuring, signal),
  };
};

/**
 * A generator for workloads of every kind. Each kind is opened when its first workload is read: a run without k6
 * scripts does not fetch k6, and `versions` has the programs that were used.
 */
export function generators(open: Open): Generator {
  const made = new Map<LoadKind, Promise<Generator>>();
  const versions: Record<string, string> = {};
  /** By workload, once it has been read. */
  const known = new Map<string, Generator>();
  const of = async (name: string, workload: Workload): Promise<Generator> => {
    const { kind } = loadOf(workload);
    const making = made.get(kind) ?? open(kind);
    made.set(kind, making);
    const generator = await making;
    known.set(name, generator);
    Object.assign(versions, generator.versions);
    return generator;
  };
  return {
    versions,
    facts: async (name, workload, signal) => (await of(name, workload)).facts(name, workload, signal),
    planned: (name, slot) => known.get(name)?.planned(name, slot) ?? null,
    limits: (name) => known.get(name)?.limits?.(name) ?? false,
    load: async (request, measuring, signal) =>
      (await of(request.name, request.workload)).load(request, measuring, signal),
  };
}
