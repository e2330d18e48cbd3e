import type { Profiler, Sampler, Taken } from "../model/ports.ts";

/** A profiler together with others; of a service that several see, the first one's profiles count. */
export function together(first: Profiler, ...others: readonly Sampler[]): Profiler {
  const all = [first, ...others];
  return {
    attach: first.attach,
    async begin(where) {
      await Promise.all(all.map((one) => one.begin(where)));
    },
    async end() {
      const taken = await Promise.all(all.map((one) => one.end()));
      const kept: Taken[] = [];
      for (const some of taken) {
        const known = new Set(kept.map(({ service }) => service));
        kept.push(...some.filter(({ service }) => !known.has(service)));
      }
      return kept;
    },
    [Symbol.asyncDispose]: () => first[Symbol.asyncDispose](),
  };
}
