import { SteelyardError, userError } from "../../base/errors.ts";
import { firstLine, withoutEnd } from "../../base/text.ts";
import type { Run } from "../../model/run.ts";
import { type Absent, mergedRun } from "../check/merge.ts";

/** Figures of one shard, or why there are none. */
export type Shard<T> = { readonly index: number } & ({ readonly of: T } | { readonly why: string });

/** Name of the artifact of one of several machines: `steelyard-2of3`. */
export const shardName = (artifact: string, index: number, of: number) => `${artifact}-${index}of${of}`;

/**
 * Whether a job may have measured a shard: not where its name ends with the number of another, as "Measure 2" and
 * "measure (2)" do. Machines measure at the same time, so that times alone do not tell whose figures an artifact has.
 */
export function isOfShard(job: string, index: number, of: number): boolean {
  const number = Number(/(?:^|\D)(\d{1,3})\)?$/.exec(job)?.[1] ?? index);
  return number === index || number < 1 || number > of;
}

/** The shards of so many machines, each with its number. */
export const shardsOf = (of: number): Shard<number>[] =>
  Array.from({ length: of }, (_, i) => ({ index: i + 1, of: i + 1 }));

/**
 * What `get` makes of each shard, in order. Where it refuses one, that is its answer; where it refuses all, its first error
 * is thrown.
 *
 * @throws whatever is no problem of one shard alone
 */
export async function eachShard<A, B>(
  shards: readonly Shard<A>[],
  get: (one: A) => Promise<B>,
): Promise<Shard<B>[]> {
  const found: Shard<B>[] = [];
  const errors: SteelyardError[] = [];
  for (const one of shards) {
    if ("why" in one) {
      found.push(one);
      continue;
    }
    try {
      found.push({ index: one.index, of: await get(one.of) });
    } catch (error) {
      if (!(error instanceof SteelyardError) || error.fault !== "user") throw error;
      errors.push(error);
      found.push({ index: one.index, why: withoutEnd(firstLine(error.message), ".").slice(0, 1_000) });
    }
  }
  if (found.every((one) => "why" in one) && errors[0] !== undefined) throw errors[0];
  return found;
}

/**
 * The run of all shards together. One that cannot be judged with the others is left out and said; the report then finds
 * its workloads missing.
 *
 * @throws SteelyardError (user) where the others do not fit together either
 */
export function joinedShards(shards: readonly Shard<Run>[]): Run {
  const of = shards.length;
  const there = shards.flatMap((one) => ("of" in one ? [one.of] : []));
  const judged = shards.map((one): Shard<Run> => {
    const why = "of" in one ? unfit(one.of, { index: one.index, of }, there) : null;
    return why === null ? one : { index: one.index, why };
  });
  const runs = judged.flatMap((one) => ("of" in one ? [one.of] : []));
  const absent = judged.flatMap((one): Absent[] =>
    "why" in one ? [{ index: one.index, why: one.why }] : [],
  );
  if (runs.length > 0) return mergedRun(runs, absent);
  throw userError(`None of the ${of} shards has figures to judge: ${absent[0]?.why ?? "there are none"}.`, {
    where: "the figures of the shards",
    remedy: "see the logs of the measuring jobs",
  });
}

/** Why a shard's run cannot be judged with the others; null where it can. */
function unfit(run: Run, wanted: { index: number; of: number }, others: readonly Run[]): string | null {
  const { shard } = run.schedule;
  if (shard?.index !== wanted.index || shard.of !== wanted.of) {
    const which = shard === null ? "of no shard" : `of shard ${shard.index} of ${shard.of}`;
    return `its figures are ${which}`;
  }
  if (run.state === "interrupted" && run.unable === undefined) return "it was interrupted";
  if (run.unable !== undefined && others.some(({ unable }) => unable === undefined)) return run.unable;
  const { fallback } = run;
  if (fallback !== undefined && others.some(({ duel }) => duel !== undefined))
    return `base was not measured: ${fallback}`;
  return null;
}
