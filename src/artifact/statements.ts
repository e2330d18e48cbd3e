import { withoutValues } from "../base/sql.ts";
import type { Profiling } from "../model/profiling.ts";

/** Commands of Redis, of one word or two, and the groups of MongoDB. They hold no values. */
const NAMED = /^(?:[A-Z\d_.-]+(?: [A-Z\d_.-]+)?|reads|writes|commands|transactions)$/;

const plain = (text: string) => (NAMED.test(text) ? text : withoutValues(text));

/** The same with statements of SQL normalised again: code that was measured may have written values into them. */
export function withoutStatementValues(profiling: Profiling): Profiling {
  const all = <T extends { readonly text: string }>(ones: readonly T[]) =>
    ones.flatMap((one) => {
      const text = plain(one.text);
      return text === null ? [] : [{ ...one, text }];
    });
  const { workloads, origins } = profiling;
  return {
    ...profiling,
    workloads: workloads.map((workload) => ({
      ...workload,
      statements: workload.statements.map((one) => (one.http ? one : { ...one, counts: all(one.counts) })),
    })),
    ...(origins && { origins: all(origins) }),
  };
}
