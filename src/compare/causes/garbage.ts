import { type CallTree, COLLECTOR, type CpuProfile, type Frame } from "../../model/profiling.ts";
import { SIDES } from "../../model/schedule.ts";
import { mean } from "../../stats/samples.ts";

/** Number of requests of a side in a start; 0 where a pair of it is lost. */
type Requests = (of: Pick<CpuProfile, "start" | "side">) => number;

/**
 * Time of the garbage collector becomes that of the functions whose garbage it is, where allocations are known: each has a
 * share by its bytes. So it counts for their callers, as all does that a function calls.
 *
 * A byte has one price on both sides, so that functions which allocate as before take as long. It is the difference in the
 * collector's time over that in bytes, at most the lower of the prices that the sides have alone. The rest stays the collector's.
 */
export function withGarbage(profiles: readonly CpuProfile[], requests: Requests): CpuProfile[] {
  const keyOf = ({ service, source }: CpuProfile) => `${service} ${source}`;
  const prices = new Map<string, number>();
  for (const key of new Set(profiles.map(keyOf))) {
    const mine = profiles.filter((one) => keyOf(one) === key);
    prices.set(key, priceOf(mine, requests));
  }
  return profiles.map((one) => dealtOut(one, prices.get(keyOf(one))!));
}

/** CPU seconds of the collector for a byte by which the sides differ, in means of their starts. */
function priceOf(profiles: readonly CpuProfile[], requests: Requests): number {
  const sides = SIDES.flatMap((side) => {
    const mine = profiles.filter((one) => one.side === side && requests(one) > 0);
    const each = (of: (one: CpuProfile) => number) => mean(mine.map((one) => of(one) / requests(one)));
    return mine.length === 0 ? [] : [{ collected: each(collected), bytes: each(allocatedIn) }];
  });
  const lower = Math.min(...sides.map(({ collected, bytes }) => (bytes > 0 ? collected / bytes : 0)));
  const [base, head] = sides;
  if (base === undefined || head === undefined) return lower;
  const price = (head.collected - base.collected) / (head.bytes - base.bytes);
  return Number.isNaN(price) ? lower : Math.min(Math.max(0, price), lower);
}

const isCollector = (frame: Frame | undefined) => frame?.name === COLLECTOR && frame.file === null;

const collected = ({ frames, nodes }: CpuProfile) =>
  sum(nodes.filter(([, index]) => isCollector(frames[index])));
const allocatedIn = ({ allocated = [] }: CpuProfile) => sum(allocated);
/** CPU seconds of the collector for each allocated byte; 0 where bytes are not known. */
const ownPrice = (one: CpuProfile) => (allocatedIn(one) > 0 ? collected(one) / allocatedIn(one) : 0);

/** @param most CPU seconds for a byte, where the collector has as many in this profile */
function dealtOut(profile: CpuProfile, most: number): CpuProfile {
  const { frames, allocated = [] } = profile;
  const own = ownPrice(profile);
  const price = Math.min(most, own);
  if (price === 0) return profile;
  const collector = frames.findIndex(isCollector);
  const nodes = profile.nodes.map(([caller, index, seconds]): Node => {
    return [caller, index, isCollector(frames[index]) ? seconds * (1 - price / own) : seconds];
  });
  const known = new Map(nodes.map(([caller, index], i) => [`${caller},${index}`, i]));
  const nodeOf = (caller: number, index: number) => {
    const key = `${caller},${index}`;
    if (!known.has(key)) known.set(key, nodes.push([caller, index, 0]) - 1);
    return known.get(key)!;
  };
  const at: number[] = [];
  for (const [i, [caller, index, bytes]] of allocated.entries()) {
    at.push(nodeOf(caller < i ? (at[caller] ?? -1) : -1, index));
    if (bytes > 0) nodes[nodeOf(at[i]!, collector)]![2] += bytes * price;
  }
  return { ...profile, nodes };
}

type Node = CallTree[number];
const sum = (nodes: CallTree) => nodes.reduce((all, [, , own]) => all + own, 0);
