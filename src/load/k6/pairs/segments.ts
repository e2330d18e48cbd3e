import { shuffled, stream } from "../../../base/random.ts";
import type { PairsRequest } from "../../../model/ports.ts";
import type { Side } from "../../../model/schedule.ts";

/** A stretch of load between two borders. */
export interface Segment {
  /** The pair it belongs to, from 0; null for the warm-up. */
  readonly pair: number | null;
  /** The only side that is loaded; null where both are. */
  readonly side: Side | null;
  readonly seconds: number;
  /** What its samples are tagged with; `.base` or `.head` follows where a side is known. */
  readonly block: string;
}

/** The warm-up's samples, which nobody asks for. */
export const WARM = "warm";
export const blockOf = (pair: number) => `b${pair}`;

/** The parts of a load, in order: the warm-up, then each pair as one block of both sides or as two slices in random order. */
export function segments({
  mode,
  warmup,
  block,
  pairs,
  seed,
}: Pick<PairsRequest, "mode" | "warmup" | "block" | "pairs" | "seed">): Segment[] {
  const next = stream(seed);
  const warm = warmup > 0 ? [{ pair: null, side: null, seconds: warmup, block: WARM }] : [];
  const measured = Array.from({ length: pairs }, (_, pair): Segment[] => {
    const common = { pair, block: blockOf(pair) };
    if (mode === "request") return [{ ...common, side: null, seconds: block }];
    const order = shuffled<Side>(["base", "head"], next);
    return order.map((side) => ({ ...common, side, seconds: block / 2 }));
  });
  return [...warm, ...measured.flat()];
}
