import type { Profiler, Sampler } from "../model/profiler.ts";

/** A profiler together with others, each of which takes the services that those before it do not. */
export function together(
  first: Profiler,
  ...others: readonly (Sampler & Partial<AsyncDisposable>)[]
): Profiler {
  const all = [first, ...others];
  return {
    attach: first.attach,
    get lacking() {
      const found = new Map<string, string>();
      for (const [service, why] of all.flatMap(({ lacking }) => [...(lacking ?? [])])) {
        const before = found.get(service);
        found.set(service, before === undefined ? why : `${before}; ${why}`);
      }
      return found;
    },
    async begin(where, covered) {
      const known = new Set(covered);
      for (const one of all) for (const service of await one.begin(where, known)) known.add(service);
      return [...known];
    },
    async end() {
      return (await Promise.all(all.map((one) => one.end()))).flat();
    },
    async [Symbol.asyncDispose]() {
      for (const one of [...others, first]) await one[Symbol.asyncDispose]?.();
    },
  };
}
