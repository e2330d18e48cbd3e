import type { Workload } from "../model/config.ts";
import { type LoadKind, loadOf } from "../model/load.ts";
import type { Generator } from "../model/ports.ts";

/** How each generator is had, when it is needed. */
export type Makers = Readonly<Record<LoadKind, () => Promise<Generator>>>;

/** One generator that sends the workloads of some names to one, and all others to another. */
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
 * One generator for workloads of every kind. Each kind is made when the first workload of it is read, and no
 * sooner: a run without k6 scripts does not fetch k6, and `versions` has what was used.
 */
export function generators(makers: Makers): Generator {
  const made = new Map<LoadKind, Promise<Generator>>();
  const versions: Record<string, string> = {};
  /** By workload, once it has been read. */
  const known = new Map<string, Generator>();
  const of = async (name: string, workload: Workload): Promise<Generator> => {
    const { kind } = loadOf(workload);
    const making = made.get(kind) ?? makers[kind]();
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
