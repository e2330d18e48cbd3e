import type { Answer } from "../answer.ts";

/** Functions of a call stack that are looked at, at most. */
const DEEPEST = 300;
const KERNEL = "(kernel)";

/** A symbol of a program, and the path of the program or library that it is in. */
export interface Native {
  readonly name: string;
  readonly program: string;
}

/** Name, URL and line of a symbol's function; the URL is empty where it is not of the repository. */
export type Located = Answer["functions"][number];

/**
 * The call tree in the output of `perf script -F ip,sym,dso`: a stack for each sample, the innermost function first, and an
 * empty line after it. Functions of the kernel are one.
 *
 * @param micros time of a sample
 */
export function stacksIn(printed: string, micros: number, located: (symbol: Native) => Located): Answer {
  const functions: Located[] = [];
  const known = new Map<string, number>();
  const nodes: [number, number, number][] = [];
  const children = new Map<string, number>();
  const placeOf = (symbol: Native) => {
    const key = `${symbol.name}\n${symbol.program}`;
    if (!known.has(key)) known.set(key, functions.push(located(symbol)) - 1);
    return known.get(key)!;
  };
  const count = (stack: readonly Native[]) => {
    let at = -1;
    for (const symbol of stack.toReversed().slice(0, DEEPEST)) {
      const place = placeOf(symbol);
      const key = `${at},${place}`;
      if (!children.has(key)) children.set(key, nodes.push([at, place, 0]) - 1);
      at = children.get(key)!;
    }
    if (at >= 0) nodes[at]![2] += micros;
  };
  let stack: Native[] = [];
  for (const line of printed.split("\n")) {
    const [, name = "", program = ""] = /^\s+[0-9a-f]+ (.*) \((.*)\)$/.exec(line) ?? [];
    if (program === "") {
      count(stack);
      stack = [];
    } else if (!isKernel(program)) stack.push({ name: name.replace(/\+0x[0-9a-f]+$/, ""), program });
    else if (stack.length === 0) stack.push({ name: KERNEL, program: "" });
  }
  count(stack);
  return { functions, nodes };
}

/** "[kernel.kallsyms]", and modules of the kernel such as "[nf_tables]". */
const isKernel = (program: string) =>
  program.startsWith("[") && !/^\[(?:vdso|vsyscall|heap|stack|anon)\b|^\[unknown\]/.test(program);
