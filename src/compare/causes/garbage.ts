import { type CallTree, COLLECTOR, type CpuProfile, type Frame } from "../../model/profiling.ts";
import { SIDES } from "../../model/schedule.ts";
import { mean } from "../../stats/samples.ts";

/** Requests of a side in a start; 0 where a pair of it is lost. */
type Requests = (of: Pick<CpuProfile, "start" | "side">) => number;

/**
 * Time of the garbage collector becomes that of the functions whose garbage it is, where allocations are known: each has a
 * share by its bytes. So it counts for their callers, as all does that a function calls.
 *
 * A byte has one price on both sides, so that functions which allocate as before take as long. It is that of the bytes by which
 * they differ: the collector's difference over theirs. No byte costs more than on the side where it costs less. The rest stays
 * the collector's.
 */
export function withGarbage(profiles: readonly CpuProfile[], requests: Requests): CpuProfile[] {
  return profiles.map((one) => {
    const mine = profiles.filter((other) => other.service === one.service && other.source === one.source);
    return dealtOut(one, Math.min(priceOf(mine, requests), ownPrice(one)));
  });
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

function dealtOut(profile: CpuProfile, price: number): CpuProfile {
  const { frames, allocated = [] } = profile;
  const own = ownPrice(profile);
  const collector = frames.findIndex(isCollector);
  if (price === 0) return profile;
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
