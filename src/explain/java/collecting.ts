import { descendants, Ending, numbersIn, parseSchedstat, readProc } from "../../exec/proc.ts";

/** Threads of HotSpot that collect garbage. The serial collector runs in the VM's own thread. */
const COLLECTORS = /^(?:GC Thread#|G1 |Z[A-Z]|Shenandoah|VM Thread\n)/;

/** The CPU time of the threads that collect the garbage of a service, from outside: a recording does not have it. */
export class Collecting {
  private readonly root: number;
  private readonly counts = new Ending<number>();
  private readonly from: number;

  /** Begins to count. @param root the service's first process */
  constructor(root: number) {
    this.root = root;
    this.from = this.sum();
  }

  /** CPU seconds since the beginning; 0 where its threads are not visible. */
  seconds(): number {
    return this.sum() - this.from;
  }

  private sum(): number {
    const threads = descendants(this.root).flatMap((pid) =>
      numbersIn(`/proc/${pid}/task`).map((thread) => [thread, `/proc/${pid}/task/${thread}`] as const),
    );
    const times = threads.flatMap(([thread, at]) => {
      if (!COLLECTORS.test(readProc(`${at}/comm`) ?? "")) return [];
      const time = parseSchedstat(readProc(`${at}/schedstat`));
      return time === undefined ? [] : [[thread, time.cpu] as const];
    });
    return this.counts.sum(new Map(times));
  }
}
