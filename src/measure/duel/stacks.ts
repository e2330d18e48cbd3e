import { SteelyardError } from "../../base/errors.ts";
import type { RunningStack, Stacks } from "../../model/ports.ts";
import type { Failure } from "../../model/run.ts";
import type { Side } from "../../model/schedule.ts";
import { type DuelSide, opposite, type Sides } from "./bench.ts";

/** The side that caused a loss of pairs, and the failure. */
export interface Blame {
  readonly side: Side;
  readonly failure: Failure;
}

type Up = Awaited<ReturnType<Stacks["up"]>>;

/**
 * Starts both stacks, one after the other. Where one fails, brings the other down and returns the failing side.
 *
 * @param tell called with each side before it is started
 * @throws Interrupted, and bugs
 */
export async function bothUp(
  sides: Sides<DuelSide>,
  first: Side,
  { env, cpus }: { readonly env: Readonly<Record<string, string>>; readonly cpus: string | undefined },
  tell: (side: Side) => void,
  signal: AbortSignal,
): Promise<Sides<Up> | { readonly side: Side; readonly error: SteelyardError }> {
  const up: { -readonly [S in Side]?: Up } = {};
  for (const side of [first, opposite(first)]) {
    tell(side);
    try {
      up[side] = await sides[side].stacks.up(env, signal, cpus);
    } catch (error) {
      await up[first]?.stack[Symbol.asyncDispose]();
      if (!(error instanceof SteelyardError) || error.fault === "bug") throw error;
      return { side, error };
    }
  }
  return { base: up.base!, head: up.head! };
}

/** Brings both stacks down at the same time: a cancelled job has no time to do it one after the other. */
export const bothDown = ({ base, head }: Sides<RunningStack>): AsyncDisposable => ({
  async [Symbol.asyncDispose]() {
    const ends = await Promise.allSettled([head, base].map((stack) => stack[Symbol.asyncDispose]()));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  },
});

/** Resets both stacks between two pairs as configured. Returns whether they are still warm, or the failing side. */
export async function between(
  stacks: Sides<RunningStack>,
  signal: AbortSignal,
): Promise<{ readonly warm: boolean } | Blame> {
  let warm = true;
  for (const side of ["base", "head"] as const) {
    try {
      warm = ((await stacks[side].between?.(signal))?.warm ?? true) && warm;
    } catch (error) {
      if (!(error instanceof SteelyardError) || error.fault === "bug") throw error;
      return { side, failure: died(`the stack could not be reset between two pairs: ${error.message}`) };
    }
  }
  return { warm };
}

export const died = (message: string): Failure => ({
  code: "service-died",
  message: message.slice(0, 8_000),
});
