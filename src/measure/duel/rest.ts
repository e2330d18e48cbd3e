import { setTimeout as delay } from "node:timers/promises";
import { interruption } from "../../base/errors.ts";
import { itemKey, itemName } from "../../model/item.ts";
import type { PairBorder } from "../../model/ports.ts";
import { SIDES, type Side } from "../../model/schedule.ts";
import { servicesUse } from "../services.ts";
import type { Duelist } from "./plan.ts";
import type { PairContext } from "./sides.ts";

/** Seconds of one look at the services, and those after which a side is not waited for any more. */
const LOOK = 0.2;
const MOST = 20;
/** Share of a core that the services of a side may use and still rest: a collector or a compiler may have something left to do. */
const BUSY = 0.5;

/**
 * Waits for rest at the borders between the pairs of one generator. The first call for a workload waits before and after the first
 * pair: a worker may be up later than the service, so that the warm-up alone does not tell. If a service was busy then, this and
 * later calls wait before the first pair and after each. Otherwise none waits again.
 */
export function restAtBorders(
  of: Duelist,
  context: PairContext,
  signal: AbortSignal,
): (at: PairBorder) => Promise<void> {
  const key = itemKey(of);
  const isNew = !context.outlasting.has(key);
  let isBegun = false;
  return async ({ pair, edge, side }) => {
    const isOpening = edge === "begin" && !isBegun;
    isBegun = true;
    const isBusy = context.outlasting.get(key) === true;
    const isDue = isOpening ? isNew || isBusy : edge === "end" && (isBusy || (isNew && pair === 0));
    if (!isDue) return;
    const was = await untilRest(of, isOpening || side === null ? SIDES : [side], context, signal);
    if (isNew) context.outlasting.set(key, was || isBusy);
  };
}

/**
 * Waits until the services of these sides rest, with nothing loaded. A worker that takes tasks from a queue goes on after the
 * last answer. Without the wait its CPU time would be that of the next pair or workload. And while the queue grows, workers use
 * all of the CPU that they get, whatever a task costs. Returns whether any side was busy.
 *
 * @throws Interrupted
 */
export async function untilRest(
  of: Duelist,
  sides: readonly Side[],
  { stacks, warnedBusy, restless, log }: PairContext,
  signal: AbortSignal,
  { look = LOOK, most = MOST } = {},
): Promise<boolean> {
  // Where one side is not waited for, neither is the other: both have to count the same.
  if (restless.size > 0) return false;
  const read = () => Promise.all(sides.map((side) => stacks[side].counters()));
  const until = performance.now() + most * 1000;
  for (let isAgain = false; ; isAgain = true) {
    const [began, before] = [performance.now(), await read()];
    await delay(look * 1000);
    if (signal.aborted) throw interruption(signal);
    const [now, after] = [performance.now(), await read()];
    const busy = sides.flatMap((side, i) => {
      const used = Object.entries(servicesUse(before[i]!, after[i]!)).map(
        ([service, { cpu }]) => [cpu ?? 0, service] as const,
      );
      const sum = used.reduce((seconds, [cpu]) => seconds + cpu, 0);
      const most = used.reduce((one, other) => (other[0] > one[0] ? other : one), [0, ""]);
      return sum * 1000 > BUSY * (now - began) ? [{ side, service: most[1] }] : [];
    });
    if (busy.length === 0) return isAgain;
    for (const { side, service } of busy) {
      const works = `${itemName(of)}: ${service} of ${side} works on when all requests are answered`;
      if (now >= until)
        log.warn(`${works}, for more than ${most} s: have the script pause, so that it keeps up`);
      else if (!warnedBusy.has(side)) log.info(`${works}; its CPU time until it rests counts for them`);
      warnedBusy.add(side);
      if (now >= until) restless.add(side);
    }
    if (now >= until) return true;
  }
}
