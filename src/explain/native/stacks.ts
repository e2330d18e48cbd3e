import type { Answer } from "../answer.ts";
import { CallTree, type Located } from "../calltree.ts";
import { ownWork } from "../go/ownwork.ts";

const KERNEL = "(kernel)";

/** A symbol of a program, and the path of the program or library that it is in. */
export interface Native {
  readonly name: string;
  readonly program: string;
}

/**
 * The call tree in the output of `perf script -F ip,sym,dso`: a stack for each sample, the innermost function first, and an
 * empty line after it. Functions of the kernel are one, and so is Go's own work.
 *
 * @param micros time of a sample
 */
export function stacksIn(printed: string, micros: number, located: (symbol: Native) => Located): Answer {
  const tree = new CallTree<Native>(({ name, program }) => `${name}\n${program}`, located);
  let stack: Native[] = [];
  const add = () => {
    const outermostFirst = stack.toReversed();
    const work = ownWork(outermostFirst.map(({ name }) => name));
    tree.add(work === null ? outermostFirst : [{ name: work, program: "" }], micros);
    stack = [];
  };
  for (const line of printed.split("\n")) {
    const [, name = "", program = ""] = /^\s+[0-9a-f]+ (.*) \((.*)\)$/.exec(line) ?? [];
    if (program === "") add();
    else if (!isKernel(program)) stack.push({ name: name.replace(/\+0x[0-9a-f]+$/, ""), program });
    else if (stack.length === 0) stack.push({ name: KERNEL, program: "" });
  }
  add();
  return tree.answer;
}

/** "[kernel.kallsyms]", and modules of the kernel such as "[nf_tables]". */
const isKernel = (program: string) =>
  program.startsWith("[") && !/^\[(?:vdso|vsyscall|heap|stack|anon)\b|^\[unknown\]/.test(program);
