import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { own } from "../../base/own.ts";
import type { Sampler, Taken } from "../../model/profiler.ts";
import { COLLECTOR } from "../../model/profiling.ts";
import type { Runtime } from "../agents.ts";
import { Answer, treeOf } from "../answer.ts";
import { CallTree, type Located, withTrees } from "../calltree.ts";
import { entriesIn } from "../files.ts";
import type { Placer } from "../places.ts";
import { type Method, methodLocator } from "./classes.ts";
import { Collecting } from "./collecting.ts";
import { ALLOCATION, type Chunk, chunkIn, type JavaEvent, type JavaFrame, WAIT_EVENTS } from "./jfr.ts";

/** Milliseconds between two samples of a thread. */
const PERIOD = 2;
/** Milliseconds until what was sampled is in the file: it is written once a second. */
const TIMEOUT = 5_000;
/** Bytes of a chunk, at most. */
const MOST_BYTES = 64 * 2 ** 20;
/** Chunks of a process, at most. */
const MOST_CHUNKS = 20;

/** The shortest wait that is recorded. */
const SHORTEST = "100 us";
/** Most allocations that are recorded. Each has the bytes of those that are left out. */
const ALLOCATIONS = "300/s";

const recorded = (event: string, setting: string, value: string) => `  <event name="${event}">
    <setting name="enabled">true</setting>
    <setting name="stackTrace">true</setting>
    <setting name="${setting}">${value}</setting>
  </event>
`;
const SETTINGS = `<?xml version="1.0" encoding="UTF-8"?>
<configuration version="2.0">
${recorded("jdk.ExecutionSample", "period", `${PERIOD} ms`)}${recorded(ALLOCATION, "throttle", ALLOCATIONS)}${WAIT_EVENTS.map((one) => recorded(one, "threshold", SHORTEST)).join("")}</configuration>
`;

/** The folder that a service's recordings are in. */
const recordings = (folder: string, service: string) => join(folder, `${service}.java`);

/**
 * Java from version 14, by JDK Flight Recorder: every JVM records from its start into a folder of ours. Older ones write
 * nothing before their end.
 */
export const JAVA: Runtime = {
  source: "java",
  interval: PERIOD / 1e3,
  written: recordings,
  enter(folder, service, { JAVA_TOOL_OPTIONS = "" }) {
    if (/[\s,'"]/.test(folder)) return {}; // such a path cannot be written as an option
    const into = recordings(folder, service);
    if (!existsSync(into)) {
      mkdirSync(into);
      chmodSync(into, 0o777); // a container may run as another user
    }
    const settings = join(folder, "java.jfc");
    writeFileSync(settings, SETTINGS);
    const options = [
      "-XX:+IgnoreUnrecognizedVMOptions",
      `-XX:FlightRecorderOptions=repository=${into},stackdepth=256`,
      `-XX:StartFlightRecording=name=steelyard,settings=${settings},disk=true,maxsize=64m`,
    ];
    return { JAVA_TOOL_OPTIONS: [JAVA_TOOL_OPTIONS, ...options].join(" ").trim() };
  },
};

/**
 * Reads what the JVMs of a side's services record.
 *
 * @param folder the one of the profiler that `JAVA` entered
 * @param tree   the side's files
 */
export function javaSampler(placed: Placer, tree: string, folder: string): Sampler {
  let began = 0;
  let services: readonly string[] = [];
  let collecting: ReadonlyMap<string, Collecting> = new Map();
  return {
    async begin(where, covered) {
      began = Date.now();
      const entered = readdirSync(folder).flatMap((name) => /^(.+)\.java$/.exec(name)?.[1] ?? []);
      services = entered.filter(
        (service) =>
          !covered.has(service) && chunks(recordings(folder, service)).some((file) => chunkOf(file)),
      );
      const roots = where.roots?.() ?? {};
      collecting = new Map(
        services.flatMap((service) => {
          const root = own(roots, service);
          return root === undefined ? [] : [[service, new Collecting(root)]];
        }),
      );
      return services;
    },
    async end(): Promise<Taken[]> {
      const ended = Date.now();
      const collected = new Map([...collecting].map(([service, one]) => [service, one.seconds()]));
      const located = methodLocator(tree);
      const all = services.map(async (service) => {
        const events = await eventsOf(recordings(folder, service), began, ended);
        const trees = treesFrom(events, located, tree, collected.get(service) ?? 0);
        const answer = Answer.safeParse(trees).data;
        if (answer === undefined || answer.nodes.length === 0) return [];
        return [{ service, source: JAVA.source, interval: JAVA.interval, ...treeOf([answer], placed) }];
      });
      services = [];
      return (await Promise.all(all)).flat();
    },
  };
}

/** The events of a service's processes between two moments, when all have been written. */
async function eventsOf(folder: string, from: number, to: number): Promise<JavaEvent[]> {
  for (const until = Date.now() + TIMEOUT; ; ) {
    const found = chunks(folder).flatMap((file) => {
      const chunk = chunkOf(file);
      return chunk === null ? [] : [{ process: dirname(file), chunk }];
    });
    const newest = new Map<string, number>();
    for (const { process, chunk } of found)
      newest.set(process, Math.max(chunk.until, newest.get(process) ?? 0));
    if (areWritten([...newest.values()], from, to) || Date.now() > until)
      return found.flatMap(({ chunk }) => eventsIn(chunk)).filter(({ at }) => at >= from && at <= to);
    await delay(100);
  }
}

/**
 * Whether all that ran between two moments is written: by each process, of which a service may have several (Maven and the program
 * that it starts). One that ended before them writes no more.
 *
 * @param newest the last moment that each process has written
 */
export function areWritten(newest: readonly number[], from: number, to: number): boolean {
  const alive = newest.filter((at) => at >= from);
  return alive.length > 0 && alive.every((at) => at >= to);
}

function eventsIn(chunk: Chunk): JavaEvent[] {
  try {
    return [...chunk.events()];
  } catch {
    return []; // it is the service's own, and may hold anything
  }
}

/**
 * The trees of CPU time, of waits, and of allocated bytes. Threads that wait outside of functions of the repository have
 * nothing to do.
 *
 * @param collected seconds of the garbage collector
 */
function treesFrom(
  events: readonly JavaEvent[],
  located: (method: Method) => Located,
  repository: string,
  collected: number,
): Answer {
  const keyOf = (of: JavaFrame) => `${of.class}\n${of.method}`;
  const lowest = new Map<string, number>();
  for (const frame of events.flatMap(({ stack }) => stack)) {
    const known = lowest.get(keyOf(frame)) ?? Number.POSITIVE_INFINITY;
    if (frame.line !== null && frame.line < known) lowest.set(keyOf(frame), frame.line);
  }
  const places = new Map<string, Located>();
  const placeOf = (of: JavaFrame): Located => {
    const key = keyOf(of);
    const place = places.get(key) ?? located({ ...of, line: lowest.get(key) ?? null });
    places.set(key, place);
    return place;
  };
  const treeOfPlaces = () =>
    new CallTree<Located>(
      (place) => place.join("\n"),
      (place) => place,
    );
  const [ran, waited, allocated] = [treeOfPlaces(), treeOfPlaces(), treeOfPlaces()];
  for (const { stack, wait, bytes } of events) {
    const called = stack.map(placeOf);
    if (bytes !== null) allocated.add(called, bytes);
    else if (wait === null) ran.add(called, PERIOD * 1e3);
    else if (called.some(([, url]) => url.startsWith(`${repository}/`)))
      waited.add([...called, [wait.of, "", null]], wait.millis * 1e3);
  }
  if (ran.answer.nodes.length > 0 && collected > 0) ran.add([[COLLECTOR, "", null]], collected * 1e6);
  const isKnown = allocated.answer.nodes.length > 0;
  return withTrees(ran.answer, {
    waits: waited.answer,
    ...(isKnown && { allocated: allocated.answer }),
  });
}

/** The chunks in a service's folder: a folder for each process, and files in it. */
function chunks(folder: string): string[] {
  return entriesIn(folder)
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) =>
      entriesIn(join(folder, name))
        .filter((entry) => entry.isFile() && entry.name.endsWith(".jfr"))
        .map((entry) => join(folder, name, entry.name))
        .sort()
        .slice(-MOST_CHUNKS),
    );
}

/** A chunk as it is now; null where it cannot be read. The service writes it, and so it may be anything, a link too. */
function chunkOf(file: string): Chunk | null {
  for (let tries = 0; tries < 3; tries++) {
    try {
      const chunk = chunkIn(bytesOf(file));
      if (chunk !== null) return chunk;
    } catch {
      return null;
    }
  }
  return null;
}

function bytesOf(file: string): Buffer {
  const open = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const of = fstatSync(open);
    if (!of.isFile() || of.size > MOST_BYTES) throw new Error("it is no file, or too large");
    const bytes = Buffer.alloc(of.size);
    return bytes.subarray(0, readSync(open, bytes, 0, of.size, 0));
  } finally {
    closeSync(open);
  }
}
