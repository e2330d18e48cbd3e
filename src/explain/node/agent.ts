import type { HeapProfiler, Runtime, Profiler as V8 } from "node:inspector";
import type { Calls } from "./calls.ts";
import type { Sources } from "./sources.ts";
import type { Waits } from "./waits.ts";

/** The agent's answer to `stop`. Lines are from 1. */
export interface NodeAnswer {
  readonly functions: readonly (readonly [name: string, url: string, line: number | null, owner: string])[];
  /** Caller's index or −1, function's index, microseconds in itself. */
  readonly nodes: readonly (readonly [number, number, number])[];
  /** What sampling costs: CPU microseconds of V8's own thread for it, samples of the service's thread, and those of one sample. */
  readonly sampling: { readonly thread: number; readonly samples: number; readonly price: number } | null;
  /** Calls of other services by HTTP: "GET pricing:8080", how many, and microseconds until the end of the answer. */
  readonly calls: readonly (readonly [text: string, calls: number, micros: number])[];
  /** As `nodes`: microseconds that functions waited, with the reason as their callee. */
  readonly waits: NodeAnswer["nodes"];
  /** As `nodes`: bytes that functions allocated; null where V8 only knows those that are left. */
  readonly allocated: NodeAnswer["nodes"] | null;
}

/**
 * Runs inside of a service, of which it must not change anything: it is sent there as text, so it refers to nothing
 * outside of itself. It connects to the socket in a folder, says its service, and profiles its thread between `start`
 * (answered by `{}`) and `stop` (by an `Answer`).
 *
 * @param micros between two samples
 * @param waits says how long functions waited, and what for
 * @param original says where a function was written
 * @param calls of other services, counted from now on
 */
export function agent(
  load: NodeJS.Require,
  here: string,
  service: string,
  micros: number,
  waits: Waits,
  original: Sources,
  calls: Calls,
): void {
  const fs = load("node:fs") as typeof import("node:fs");
  const { connect } = load("node:net") as typeof import("node:net");
  const inspector = load("node:inspector") as typeof import("node:inspector");
  const v8 = load("node:v8") as typeof import("node:v8");
  const { isMainThread } = load("node:worker_threads") as typeof import("node:worker_threads");
  const { fileURLToPath } = load("node:url") as typeof import("node:url");
  const title = "steelyard";
  const silence = () => {};
  const tasks = "/proc/self/task";
  const restFor = 200; // milliseconds
  const allocations = {
    samplingInterval: 2 ** 17, // bytes
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  };
  /** A node of a tree that V8 gives, by its number and its caller's. */
  interface Node {
    readonly id: number;
    readonly caller: number;
    readonly callFrame: Runtime.CallFrame;
    readonly own: number;
  }

  // V8 counts the time of an inlined function for its caller: in a loop over two small functions neither was named. Without
  // inlining an ordinary handler took 2 % more CPU time.
  v8.setFlagsFromString("--no-turbo-inlining");
  const isFrom20 = parseInt(process.versions.node, 10) >= 20;
  if (isFrom20) v8.setFlagsFromString("--no-maglev-inlining");
  // Code that was compiled in the midst of a loop is unknown to a profile that begins later. So one that nobody reads goes on
  // all the time, and the requested one is a second one.
  const session = new inspector.Session();
  session.connect();
  session.post("Profiler.enable", silence);
  session.post("Profiler.setSamplingInterval", { interval: micros }, silence);
  // Those of V8 collect garbage and compile. Files, zlib and crypto get theirs later.
  const before = threads();
  const helpers = before.filter((one) => Number(one) !== process.pid);
  session.post("Profiler.start", silence);
  const started = threads().filter((one) => !before.includes(one));
  const profiling = started.length === 1 ? `${tasks}/${started[0]}` : null;
  let hasWorkers = false;
  process.on("worker", () => {
    hasWorkers = true;
  });
  let begun = used();
  let ended = begun;
  let rested = 0;
  let heap: HeapProfiler.SamplingHeapProfile | null = null;
  session.on("Profiler.consoleProfileFinished", ({ params }) => {
    if (params.title === title) socket.write(`${JSON.stringify(answerOf(params.profile))}\n`);
  });
  const { profile, profileEnd } = inspector.console as unknown as Record<
    "profile" | "profileEnd",
    (title: string) => void
  >;

  const socket = connect(`${here}/socket`);
  socket.on("error", silence);
  socket.unref();
  socket.setEncoding("utf8");
  socket.write(`${JSON.stringify({ service, source: "node" })}\n`);
  let heard = "";
  socket.on("data", (more: string) => {
    heard += more;
    for (let end = heard.indexOf("\n"); end >= 0; end = heard.indexOf("\n")) {
      const word = heard.slice(0, end);
      heard = heard.slice(end + 1);
      try {
        if (word === "start") {
          calls.clear();
          waits.start();
          profile(title);
          const { thread } = used();
          rest();
          begun = used();
          rested = begun.thread - thread;
          // V8 of older versions only knows the objects that are left.
          if (isFrom20) session.post("HeapProfiler.startSampling", allocations, silence);
          socket.write("{}\n");
        }
        if (word === "stop") {
          waits.stop();
          ended = used();
          heap = null;
          session.post("HeapProfiler.stopSampling", (_, answer) => {
            heap = answer?.profile ?? null;
          });
          profileEnd(title);
        }
      } catch {
        socket.destroy(); // the service goes on without being profiled
      }
    }
  });

  function threads(): string[] {
    try {
      return fs.readdirSync(tasks);
    } catch {
      return []; // not on Linux
    }
  }

  /** CPU microseconds that a thread has used so far; NaN where the system does not tell. */
  function cpuOf(thread: string | null): number {
    try {
      return Number(fs.readFileSync(`${thread}/schedstat`, "utf8").split(" ")[0]) / 1000;
    } catch {
      return Number.NaN;
    }
  }

  /** CPU microseconds so far: of this thread, of the profiler's, of V8's own, and of the whole process. */
  function used() {
    const { user, system } = process.cpuUsage();
    return {
      thread: cpuOf("/proc/thread-self"),
      profiler: cpuOf(profiling),
      helpers: helpers.reduce((sum, one) => sum + cpuOf(`${tasks}/${one}`), 0),
      process: user + system,
    };
  }

  /** Does nothing for a while, so that all that the thread uses is the price of being sampled. */
  function rest() {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, restFor);
  }

  function answerOf({ nodes: tree }: V8.Profile): NodeAnswer {
    const callers = new Map<number, number>();
    for (const { id, children = [] } of tree) for (const child of children) callers.set(child, id);
    const functions: [string, string, number | null, string][] = [];
    const known = new Map<string, number>();
    const functionOf = (name: string, url: string, line: number | null, owner = "") => {
      const key = `${name}\n${url}\n${line}`;
      if (!known.has(key)) known.set(key, functions.push([name, url, line, owner]) - 1);
      return known.get(key)!;
    };
    /** A tree without functions of the agent, and the nodes of these. */
    const kept = (all: readonly Node[]) => {
      const nodes: [number, number, number][] = [];
      const at = new Map<number, number>();
      const ours = new Set<number>();
      for (const { id, caller, callFrame, own } of all) {
        const { functionName: name, url } = callFrame;
        const isOurs = isAgent(url);
        if (isOurs && waits.callers.has(name)) {
          // its callees belong to its caller
          const above = at.get(caller);
          if (above !== undefined) at.set(id, above);
          continue;
        }
        if (isOurs || ours.has(caller)) ours.add(id);
        if (name === "(root)" || name === "(idle)" || ours.has(id)) continue;
        const place = original(callFrame);
        const of = functionOf(place.name, place.url, place.line, place.owner);
        at.set(id, nodes.push([at.get(caller) ?? -1, of, own]) - 1);
      }
      return { nodes, ours };
    };
    const sampled = tree.map(({ id, callFrame, hitCount = 0 }) => ({
      id,
      caller: callers.get(id) ?? -1,
      callFrame,
      own: hitCount,
    }));
    const { nodes, ours } = kept(sampled);
    const rests = new Set<number>();
    let [all, resting] = [0, 0];
    for (const { id, caller, callFrame, own } of sampled) {
      if (ours.has(id) && (callFrame.functionName === rest.name || rests.has(caller))) rests.add(id);
      all += own;
      if (rests.has(id)) resting += own;
    }
    // The time between two samples includes that in which the thread waited for a core, mostly in long functions. So each
    // sample counts the same, and all of them together are what the thread ran.
    const ran = ended.thread - begun.thread;
    const working = nodes.reduce((sum, [, , samples]) => sum + samples, 0);
    const each = Number.isNaN(ran) ? micros : ran / Math.max(1, working);
    for (const node of nodes) node[2] *= each;
    const profiler = ended.profiler - begun.profiler;
    const garbage = heap === null ? 0 : ended.helpers - begun.helpers;
    const others = ended.process - begun.process - ran - profiler - garbage;
    const named = { "(garbage collector)": garbage, "(other threads)": others };
    for (const [name, used] of isMainThread && !hasWorkers ? Object.entries(named) : [])
      if (used > 0) nodes.push([-1, functionOf(name, "", null), used]);
    const waited: [number, number, number][] = [];
    for (const { stack, of, micros } of waits.waits()) {
      let caller = -1;
      for (const frame of stack) {
        if (isAgent(frame.url)) continue; // as in a timer that a timer's callback sets
        const place = original(frame);
        caller = waited.push([caller, functionOf(place.name, place.url, place.line, place.owner), 0]) - 1;
      }
      waited.push([caller, functionOf(of, "", null), Math.round(micros)]);
    }
    const price = rested / resting;
    const isKnown = Number.isFinite(profiler + price);
    return {
      functions,
      nodes,
      sampling: isKnown ? { thread: profiler, samples: all - resting, price } : null,
      calls: [...calls].map(([text, [n, micros]]) => [text, n, Math.round(micros)]),
      waits: waited,
      allocated: heap === null ? null : kept(nodesOf(heap.head)).nodes,
    };
  }

  /** The nodes of a tree of allocations, callers first. */
  function nodesOf(
    { callFrame, selfSize, children }: HeapProfiler.SamplingHeapProfileNode,
    caller = -1,
    all: Node[] = [],
  ) {
    const id = all.length;
    all.push({ id, caller, callFrame, own: selfSize });
    for (const child of children) nodesOf(child, id, all);
    return all;
  }

  /** Whether a URL is that of this file. V8 encodes fewer characters in it than Node.js. */
  function isAgent(url: string) {
    try {
      if (!url.endsWith("/agent.cjs")) return false;
      const path = url.startsWith("file:") ? fileURLToPath(url) : url;
      return path === `${here}/agent.cjs`;
    } catch {
      return false;
    }
  }
}
