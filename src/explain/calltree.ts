import { DEEPEST } from "../model/profiling.ts";
import type { Answer } from "./answer.ts";

/** Name, URL and line of a function; the URL is empty where it is not of the repository, nor of a package. */
export type Located = Answer["functions"][number];

/** A call tree that is made of samples of stacks: of their time, or of their bytes. */
export class CallTree<F> {
  private readonly functions: Located[] = [];
  private readonly places = new Map<unknown, number>();
  private readonly nodes: [number, number, number][] = [];
  private readonly children = new Map<string, number>();
  private readonly keyOf: (of: F) => unknown;
  private readonly located: (of: F) => Located;

  /** @param keyOf what two functions that are the same have in common */
  constructor(keyOf: (of: F) => unknown, located: (of: F) => Located) {
    this.keyOf = keyOf;
    this.located = located;
  }

  /** Adds a sample. @param stack the outermost function first */
  add(stack: readonly F[], amount: number): void {
    let at = -1;
    for (const of of stack.slice(0, DEEPEST)) {
      const place = this.placeOf(of);
      const key = `${at},${place}`;
      if (!this.children.has(key)) this.children.set(key, this.nodes.push([at, place, 0]) - 1);
      at = this.children.get(key)!;
    }
    if (at >= 0) this.nodes[at]![2] += amount;
  }

  get answer(): Answer {
    return { functions: this.functions, nodes: this.nodes };
  }

  private placeOf(of: F): number {
    const key = this.keyOf(of);
    if (!this.places.has(key)) this.places.set(key, this.functions.push(this.located(of)) - 1);
    return this.places.get(key)!;
  }
}

/** A tree of CPU time, with others whose nodes are waits, or allocated bytes. */
export function withTrees(
  ran: Answer,
  more: Readonly<Partial<Record<"waits" | "allocated", Answer>>>,
): Answer {
  const answer = { ...ran, functions: [...ran.functions] };
  for (const [kind, { functions, nodes }] of Object.entries(more)) {
    const first = answer.functions.length;
    answer.functions.push(...functions);
    const moved = nodes.map(([caller, fn, amount]): Answer["nodes"][number] => [caller, first + fn, amount]);
    Object.assign(answer, { [kind]: moved });
  }
  return answer;
}
