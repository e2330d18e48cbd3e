import { allStats, Ending, isCompiler, numbersIn, parseSchedstat, readProc, statOf } from "./proc.ts";

/** The resources that a process and its descendants have used. */
export interface Used {
  /** CPU seconds, including ended threads and children. Never falls. */
  readonly cpu: number;
  /** The largest sum, over all readings, of the peak resident bytes of the running processes. */
  readonly memory: number;
  /** Page faults; those of a process that nobody waited for are lost at its end. */
  readonly faults: number;
  /** Context switches; an ended thread's are counted up to its last reading. */
  readonly switches: number;
  /** CPU seconds of threads that compile; null where there are none. */
  readonly compilation: number | null;
  /** Bytes moved between memory and disks; null where the process is another user's. */
  readonly disk: { readonly read: number; readonly written: number } | null;
}

interface Node {
  readonly began: number;
  parent: number;
  /** CPU seconds of each living thread, exact. */
  threads: Map<number, number>;
  /** CPU seconds of its threads that ended: a lower bound. */
  endedThreads: number;
  /** CPU seconds of its children that ended: a lower bound. */
  endedChildren: number;
  /** How often each living thread was given a core. */
  readonly switches: ReadonlyMap<number, number>;
  /** CPU seconds of its living threads that compile. */
  readonly compilers: ReadonlyMap<number, number>;
  readonly faults: number;
}

/**
 * Reads the usage of a process tree, as often as needed, at about 20 µs for each thread.
 *
 * `/proc/PID/stat` counts everything, but in ticks of 10 ms (rounded down twice); blocks of one second need better.
 * `task/TID/schedstat` is exact to the nanosecond but forgets a thread when it ends. The result is the exact sum of
 * living threads plus a lower bound for ended ones: the larger of their last readings and the part of `stat` beyond
 * the living threads.
 *
 * The bound only tightens, so the sum never falls. The difference of two readings is exact if no thread ended
 * between them. Else it is too low by at most 0.02 s, and for ended children by at most 0.02 s for each process
 * that waited for them. The schedstat of a thread that is running may lag by one scheduler tick, so read it after
 * the load.
 *
 * Parents are read before their children: a child that ends in between is then counted once, not twice.
 */
export class Usage {
  private readonly root: number;
  private nodes = new Map<number, Node>();
  /** CPU seconds of processes that have ended, as have their parents. */
  private settled = 0;
  private peak = 0;
  private readonly switches = new Ending<number>();
  private readonly compilation = new Ending<number>();

  constructor(root: number) {
    this.root = root;
  }

  /** The usage so far; null without `/proc`, or if no process of it was ever seen. */
  read(): Used | null {
    const nodes = new Map<number, Node>();
    const memory = this.walk(nodes);
    this.bury(nodes);
    this.nodes = nodes;
    this.peak = Math.max(this.peak, memory);
    let cpu = this.settled;
    for (const node of nodes.values()) cpu += own(node) + node.endedChildren;
    if (cpu === 0 && nodes.size === 0) return null;
    const all = [...nodes.values()];
    const compilers = new Map(all.flatMap((node) => [...node.compilers]));
    return {
      // Whole nanoseconds: the parts are added in another order once a thread has ended, and that must not show.
      cpu: Math.round(cpu * 1e9) / 1e9,
      memory: this.peak,
      faults: all.reduce((sum, { faults }) => sum + faults, 0),
      switches: this.switches.sum(new Map(all.flatMap(({ switches }) => [...switches]))),
      compilation: compilers.size > 0 ? this.compilation.sum(compilers) : null,
      disk: diskBytes([...nodes.keys()]),
    };
  }

  /** Reads every process, parents first. Returns the sum of their peak memory. */
  private walk(nodes: Map<number, Node>): number {
    // Processes of earlier readings stay in the count after their parent has ended and another process adopted them.
    const queue = [this.root, ...this.nodes.keys()];
    let memory = 0;
    for (let at = 0; at < queue.length; at++) {
      const pid = queue[at]!;
      if (nodes.has(pid)) continue;
      const found = look(pid, this.nodes.get(pid));
      if (found === undefined) continue;
      nodes.set(pid, found.node);
      memory += found.memory;
      queue.splice(at + 1, 0, ...found.children);
    }
    return memory;
  }

  /** Adds the usage of ended processes to their parents, the youngest first. */
  private bury(nodes: Map<number, Node>): void {
    const gone = [...this.nodes].filter(([pid, { began }]) => nodes.get(pid)?.began !== began);
    for (const [, node] of gone.reverse()) {
      const total = own(node) + node.endedChildren;
      const parent = nodes.get(node.parent);
      const before = this.nodes.get(node.parent);
      if (parent && before?.began === parent.began) {
        parent.endedChildren = Math.max(parent.endedChildren, before.endedChildren + total);
        before.endedChildren += total;
      } else if (before) before.endedChildren += total;
      else this.settled += total;
    }
  }
}

function own(node: Node): number {
  let sum = node.endedThreads;
  for (const seconds of node.threads.values()) sum += seconds;
  return sum;
}

function look(pid: number, known: Node | undefined) {
  const stat = statOf(pid); // before its threads and children: see the class
  if (stat === undefined) return undefined;
  const before = known?.began === stat.began ? known : undefined;
  const threads = new Map<number, number>();
  const switches = new Map<number, number>();
  const compilers = new Map<number, number>();
  let children: number[] | undefined;
  for (const thread of numbersIn(`/proc/${pid}/task`)) {
    const scheduled = parseSchedstat(readProc(`/proc/${pid}/task/${thread}/schedstat`));
    if (scheduled !== undefined) {
      threads.set(thread, scheduled.cpu);
      switches.set(thread, scheduled.switches);
      if (isCompiler(`/proc/${pid}/task/${thread}`)) compilers.set(thread, scheduled.cpu);
    }
    const pids = readProc(`/proc/${pid}/task/${thread}/children`)?.trim().split(" ");
    if (pids) children = [...(children ?? []), ...pids.filter((text) => text !== "").map(Number)];
  }
  // Some kernels do not list children (CONFIG_PROC_CHILDREN): search all processes by parent.
  children ??= allStats().flatMap((other) => (other.parent === pid ? other.pid : []));
  let living = 0;
  let lost = 0;
  for (const seconds of threads.values()) living += seconds;
  for (const [thread, seconds] of before?.threads ?? []) {
    if ((threads.get(thread) ?? -1) < seconds) lost += seconds; // ended, or its number belongs to another thread now
  }
  const node: Node = {
    began: stat.began,
    parent: stat.parent,
    threads,
    switches,
    compilers,
    faults: stat.faults,
    endedThreads: Math.max((before?.endedThreads ?? 0) + lost, stat.cpu - living),
    endedChildren: Math.max(before?.endedChildren ?? 0, stat.childrenCpu),
  };
  return { node, children, memory: peakOf(readProc(`/proc/${pid}/status`)) };
}

/** Bytes that processes, and their children that were waited for, moved between memory and disks. */
function diskBytes(pids: readonly number[]): Used["disk"] {
  const all = pids.map((pid) => readProc(`/proc/${pid}/io`) ?? "");
  const sum = (line: RegExp) => all.reduce((sum, text) => sum + Number(line.exec(text)?.[1]), 0);
  const [read, written] = [sum(/^read_bytes: (\d+)/m), sum(/^write_bytes: (\d+)/m)];
  return Number.isNaN(read + written) ? null : { read, written };
}

/** Peak resident bytes; 0 for a zombie. */
function peakOf(status: string | undefined): number {
  return Number(/^VmHWM:\s*(\d+) kB/m.exec(status ?? "")?.[1] ?? 0) * 1024;
}
