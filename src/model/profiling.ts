import { z } from "zod";
import { Origin, PackageUpdate } from "./cause.ts";
import { PairRecord } from "./duel.ts";
import { Side } from "./schedule.ts";
import { Name } from "./stack.ts";

const text = z.string().max(2_000);
const count = z.number().int().min(0);

/** No path of POSIX or Windows from a root on, and no `file:` URL. */
const RELATIVE = /^(?![\\/]|[A-Za-z]:[\\/]|[Ff][Ii][Ll][Ee]:)/;

/** A function as a profiler names it. */
export const Frame = z.strictObject({
  /** Empty for an anonymous function. */
  name: z.string().max(200),
  /**
   * Path in the repository (`src/rank.ts`), or from the last folder of packages on
   * (`node_modules/pg/lib/client.js`, `pkg/mod/github.com/lib/pq@v1.10.9/conn.go`);
   * null for the runtime's own functions. Never an absolute path.
   */
  file: z.string().max(400).regex(RELATIVE).nullable(),
  /** Line of its beginning, from 1; null where the profiler does not tell. */
  line: count.min(1).nullable(),
});
export type Frame = z.infer<typeof Frame>;

/**
 * A call tree. Of each node: its caller's index (−1 for none; callers come first), its function's index in the frames, and
 * the seconds, or bytes, of the function itself.
 */
const CallTree = z.array(z.tuple([z.number().int().min(-1), count, z.number().min(0)])).max(20_000);
export type CallTree = z.infer<typeof CallTree>;

/** Functions of a call stack that are kept, from the outermost on: whoever walks a tree has a call of its own for each. */
export const DEEPEST = 500;

/** A call tree in which the time of functions that are deeper than that counts for the deepest one that is kept. */
export function shallow(nodes: CallTree): CallTree {
  const kept: CallTree = [];
  const depths: number[] = [];
  const at: number[] = [];
  for (const [i, [caller, frame, seconds]] of nodes.entries()) {
    const above = caller < i ? (at[caller] ?? -1) : caller;
    const depth = 1 + (depths[above] ?? 0);
    if (depth > DEEPEST) {
      kept[above]![2] += seconds;
      at.push(above);
    } else {
      at.push(kept.push([above, frame, seconds]) - 1);
      depths.push(depth);
    }
  }
  return kept;
}

/** The function of a profile that has the time of the garbage collector, in its own threads as well. */
export const COLLECTOR = "(garbage collector)";

/** How CPU time of one service was spent by function, while it was loaded. */
export const CpuProfile = z.strictObject({
  /** Start of both stacks in which it was taken, from 0. */
  start: count,
  side: Side,
  service: Name,
  /** The runtime of its processes, or the tool. */
  source: z.enum(["node", "python", "go", "java", "perf"]),
  /** Seconds between two samples. */
  interval: z.number().positive(),
  /** What sampling costs, which is in the service's counters; absent where it is not known. */
  sampling: z
    .strictObject({
      /** CPU seconds of the profiler's own thread. */
      thread: z.number().min(0),
      /** Samples of the service's threads, when idle, too. */
      samples: count,
      /** CPU seconds of one, measured while the thread rested. */
      price: z.number().min(0),
    })
    .optional(),
  /** Versions of the packages that frames are in, by name. Absent where the runtime does not tell. */
  versions: z.record(z.string().max(214), z.string().max(80)).optional(),
  frames: z.array(Frame).max(10_000),
  /** CPU time. */
  nodes: CallTree,
  /**
   * Time in which functions waited, summed over those that waited at the same time. The innermost frames are what they waited
   * for: "a timer" or "a lock". Absent where the runtime does not tell.
   */
  waits: CallTree.optional(),
  /** Bytes that functions allocated. Absent where the runtime does not tell. */
  allocated: CallTree.optional(),
});
export type CpuProfile = z.infer<typeof CpuProfile>;

/** Executions of one statement. */
export const StatementCount = z.strictObject({
  /** Normalised, without values and comments. */
  text: z.string().max(2_000),
  calls: count,
  /** That it returned or changed. */
  rows: count,
  /** From its beginning to its end, summed over those that ran at the same time. */
  seconds: z.number().min(0),
  /** Those of them in which it waited for locks; absent where the database does not tell. */
  locked: z.number().min(0).optional(),
  /** That it read, from memory or from a disk; absent where the database does not tell. */
  blocks: count.optional(),
});
export type StatementCount = z.infer<typeof StatementCount>;

/** Counts by their text, those with the same one added up. */
export function byText(counts: readonly StatementCount[]): Map<string, StatementCount> {
  const sums = new Map<string, StatementCount>();
  const added = (sum: number | undefined, one: number | undefined) =>
    one === undefined ? sum : (sum ?? 0) + one;
  for (const { text, calls, rows, seconds, ...told } of counts) {
    const sum = sums.get(text) ?? { text, calls: 0, rows: 0, seconds: 0 };
    const locked = added(sum.locked, told.locked);
    const blocks = added(sum.blocks, told.blocks);
    sums.set(text, {
      text,
      calls: sum.calls + calls,
      rows: sum.rows + rows,
      seconds: sum.seconds + seconds,
      ...(locked !== undefined && { locked }),
      ...(blocks !== undefined && { blocks }),
    });
  }
  return sums;
}

/** The statements that one service executed while it was loaded; or the calls by HTTP that it made of others. */
export const StatementsRun = z.strictObject({
  /** Set for calls: each text is a method and a host, the seconds are those until the end of the answer, and there are no rows. */
  http: z.literal(true).optional(),
  /** Start of both stacks in which they were counted, from 0. */
  start: count,
  side: Side,
  service: Name,
  counts: z.array(StatementCount).max(1_000),
});
export type StatementsRun = z.infer<typeof StatementsRun>;

/** Lines of a file that the change replaces: from which line how many, in base and in head. */
export const Hunk = z.strictObject({ base: z.tuple([count, count]), head: z.tuple([count, count]) });
export type Hunk = z.infer<typeof Hunk>;

/** Lines next to each other that a change adds to a file, or removes, and the number of the first one in head, or in base. */
export interface DiffLines {
  readonly file: string;
  readonly from: number;
  readonly lines: readonly string[];
}

/** Where a statement may come from. Its text is as it was counted. */
export const StatementOrigin = Origin.extend({ text });
export type StatementOrigin = z.infer<typeof StatementOrigin>;

/** A workload of which both sides were loaded again, with profilers, after its verdict. None of it enters the verdict. */
export const Profiled = z.strictObject({
  workload: Name,
  variant: Name.nullable(),
  /** Pairs that were measured meanwhile. */
  pairs: z.array(PairRecord).max(100),
  profiles: z.array(CpuProfile).max(500),
  statements: z.array(StatementsRun).max(500),
  /** Services of which no side has a CPU profile, and why. */
  lacking: z.array(z.strictObject({ service: Name, why: text })).max(200),
});
export type Profiled = z.infer<typeof Profiled>;

/** Fewest starts of both sides that show anything: start-up variance moves the shares of functions, too. */
export const FEWEST_STARTS = 3;

/** Statements of which it is kept where they may come from, at most. */
export const MOST_ORIGINS = 1_000;

/** Packages of which an update is kept, at most. */
export const MOST_UPDATES = 1_000;

/** All measurements that explain a verdict. */
export const Profiling = z.strictObject({
  workloads: z.array(Profiled).min(1).max(200),
  /** The change of each file that profiles name, by path in the repository; files that do not change are absent. */
  changes: z.record(z.string().max(400), z.array(Hunk).max(10_000)),
  /** Lines that statements may come from; absent where none was found, and in files of earlier versions. */
  origins: z.array(StatementOrigin).max(MOST_ORIGINS).optional(),
  /** Packages that profiles name; absent where none is updated, and in files of earlier versions. */
  updates: z.array(PackageUpdate).max(MOST_UPDATES).optional(),
});
export type Profiling = z.infer<typeof Profiling>;

/** The profiles without those that perf took of a service which has no function of the repository in any start. */
export const ofTree = (profiles: readonly CpuProfile[]): CpuProfile[] => {
  const isOwn = ({ source, frames }: CpuProfile) =>
    source !== "perf" || frames.some(({ file }) => file !== null);
  return profiles.filter((one) => profiles.some((other) => other.service === one.service && isOwn(other)));
};
