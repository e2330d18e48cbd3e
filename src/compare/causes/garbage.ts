import type { CallTree, CpuProfile, Frame } from "../../model/profiling.ts";

/** The runtime's collector, with its own threads. */
const COLLECTOR = "(garbage collector)";

/**
 * Time of the garbage collector becomes that of the functions whose garbage it is, where allocations are known: each has a
 * share by its bytes. So it counts for their callers, as all does that a function calls. The price of a byte is the lower one
 * of both sides in a start, so that functions which allocate as before take as long; the rest stays the collector's.
 */
export function withGarbage(profiles: readonly CpuProfile[]): CpuProfile[] {
  return profiles.map((one) => {
    const prices = profiles.filter((other) => isOfSame(one, other)).map(priceOf);
    return dealtOut(one, Math.min(...prices));
  });
}

const isOfSame = (one: CpuProfile, other: CpuProfile) =>
  one.start === other.start && one.service === other.service && one.source === other.source;

const isCollector = (frame: Frame | undefined) => frame?.name === COLLECTOR && frame.file === null;

/** CPU seconds of the collector for each allocated byte; 0 where bytes are not known. */
function priceOf({ frames, nodes, allocated = [] }: CpuProfile): number {
  const bytes = sum(allocated);
  return bytes === 0 ? 0 : sum(nodes.filter(([, index]) => isCollector(frames[index]))) / bytes;
}

function dealtOut(profile: CpuProfile, price: number): CpuProfile {
  const { frames, allocated = [] } = profile;
  const own = priceOf(profile);
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
