import type { Answer } from "./answer.ts";

/** How a runtime's collector of garbage is called in a profile. */
const COLLECTOR = "(garbage collector)";

/**
 * The time of the garbage collector becomes that of the functions whose garbage it is: each has a share by the bytes that
 * it allocated. So it counts for their callers, as all does that a function calls. Nothing changes where allocations are not
 * known.
 */
export function withGarbage(answer: Answer): Answer {
  const { functions, allocated } = answer;
  const collector = functions.findIndex(([name, url]) => name === COLLECTOR && url === "");
  const bytes = sum(allocated ?? []);
  if (collector < 0 || !allocated || bytes === 0) return answer;
  const isCollector = ([, of]: Node) => of === collector;
  const each = sum(answer.nodes.filter(isCollector)) / bytes;
  const nodes = answer.nodes.map((node): Node => [node[0], node[1], isCollector(node) ? 0 : node[2]]);
  const known = new Map(nodes.map(([caller, of], i) => [`${caller},${of}`, i]));
  const nodeOf = (caller: number, of: number) => {
    const key = `${caller},${of}`;
    if (!known.has(key)) known.set(key, nodes.push([caller, of, 0]) - 1);
    return known.get(key)!;
  };
  const at: number[] = [];
  for (const [i, [caller, of, own]] of allocated.entries()) {
    at.push(nodeOf(caller < i ? (at[caller] ?? -1) : -1, of));
    if (own > 0) nodes[nodeOf(at[i]!, collector)]![2] += own * each;
  }
  return { ...answer, nodes };
}

type Node = Answer["nodes"][number];
const sum = (nodes: readonly Node[]) => nodes.reduce((all, [, , own]) => all + own, 0);
