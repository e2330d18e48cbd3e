import { mkdtempSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Child, start } from "../../exec/child.ts";
import { allowed } from "../../exec/env.ts";
import { mayNot } from "../../exec/instructions.ts";
import { descendants } from "../../exec/proc.ts";
import { run } from "../../exec/run.ts";
import type { Sampler, Taken } from "../../model/profiler.ts";
import { Answer, treeOf } from "../answer.ts";
import { OLDEST } from "../node/preload.ts";
import type { Placer } from "../places.ts";
import { stacksIn } from "./stacks.ts";
import { locator } from "./symbols.ts";

/** Samples a second; no divisor of what programs do regularly. */
const RATE = 997;
/** Milliseconds until `perf` samples, at most: seconds on a busy machine. Versions before 5.9 do not say it. */
const SOON = 5_000;
/** Seconds that `perf` may take to print its samples. */
const LATE = 30;
/** Interpreters, databases and shells: none of their functions would be the repository's. */
const KNOWN =
  /^(?:node|python[\d.]*|java|ruby[\d.]*|php[\w.-]*|perl|dotnet|beam\.smp|(?:ba|da|z)?sh|busybox|tini|dumb-init|postgres|redis-server|redis-check-rdb|valkey-server|mysqld|mariadbd|mongod|memcached|nginx|envoy|httpd|apache2)$/;
const OTHERS = "it is no Node.js, Python, Java, Go or native program of its own, which are profiled";
/** Programs whose functions are not sampled, and why there is no profile: agents of runtimes may have failed. */
const SILENT = [
  [/^node$/, `its Node.js gave no profile: it is older than ${OLDEST}, or its start replaces NODE_OPTIONS`],
  [
    /^python[\d.]*$/,
    "its Python gave no profile: it is older than 3.7, or its start replaces or ignores PYTHONPATH",
  ],
  [/^java$/, "its JVM gave no profile: it is older than 14, or its start replaces JAVA_TOOL_OPTIONS"],
  [
    /^(?:postgres|redis-|valkey-|mysqld|mariadbd|mongod)/,
    "it is a database, whose statements are counted instead",
  ],
] as const;
/** Why a service has no profile, unless another start has a function of the repository. */
const NOT_OWN = "none of its functions is of the repository";
const STRIPPED =
  "its program has no symbols: build it without `strip = true` (Rust), `-ldflags=-s` (Go) or `strip`";
/** Bytes that it may print. */
const MOST_BYTES = 256 * 2 ** 20;

/**
 * Profiles native programs by Linux's `perf`, each service apart, from outside. Functions of Go and Rust are found in the tree
 * by their names.
 *
 * @param tree     the side's files
 * @param withheld why it may not sample any; null where it may
 */
export function perfSampler(
  placed: Placer,
  tree: string,
  withheld: string | null = null,
): Sampler & AsyncDisposable {
  let watches: readonly Watch[] = [];
  let folder: string | null = null;
  const lacking = new Map<string, string>();
  /** Ends all that samples, and removes the samples. */
  const clear = async () => {
    await Promise.all(watches.map((one) => one.stop()));
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
    [watches, folder] = [[], null];
  };
  return {
    lacking,
    async begin(where, covered) {
      const wanted = Object.entries(where.roots?.() ?? {}).filter(([service]) => !covered.has(service));
      await clear(); // an interrupted load has no end
      if (wanted.length === 0) return [];
      if (withheld !== null) {
        for (const [service, pid] of wanted)
          lacking.set(service, withoutSampling(descendants(pid).map(programOf)) ?? withheld);
        return [];
      }
      folder = mkdtempSync(join(tmpdir(), `steelyard-perf-${process.pid}-`));
      const all = wanted.map(([service, pid]) => Watch.begin(service, pid, join(folder!, `${service}.data`)));
      watches = (await Promise.all(all)).flatMap((one) => {
        if (one instanceof Watch) return [one];
        lacking.set(one.service, one.why);
        return [];
      });
      return watches.map(({ service }) => service);
    },
    async end(): Promise<Taken[]> {
      const located = locator(tree);
      const ended = await Promise.all(
        watches.map(async (one) => ({ service: one.service, printed: await one.end() })),
      );
      await clear();
      return ended.flatMap(({ service, printed }) => {
        const answer = Answer.safeParse(stacksIn(printed, 1e6 / RATE, located)).data;
        const tree = answer && treeOf([answer], placed);
        const isOwn = tree?.frames.some(({ file }) => file !== null) ?? false;
        const isNameless = tree !== undefined && isOwn && isStripped(tree);
        if (!isOwn || isNameless) lacking.set(service, isNameless ? STRIPPED : NOT_OWN);
        if (tree === undefined || tree.nodes.length === 0 || isNameless) return [];
        return [{ service, source: "perf" as const, interval: 1 / RATE, ...tree }];
      });
    },
    [Symbol.asyncDispose]: clear,
  };
}

/** One `perf` that samples a service. */
class Watch {
  readonly service: string;
  private readonly child: Child;
  private readonly file: string;

  private constructor(service: string, child: Child, file: string) {
    this.service = service;
    this.child = child;
    this.file = file;
  }

  /** Begins to sample a process and its descendants; or tells why not. */
  static async begin(
    service: string,
    root: number,
    file: string,
  ): Promise<Watch | { readonly service: string; readonly why: string }> {
    const pids = descendants(root);
    const why = withoutSampling(pids.map(programOf));
    if (why !== null) return { service, why };
    const argv = [
      ...perfWith(file),
      "record",
      "-D",
      "1", // so that it says when it samples
      "-F",
      String(RATE),
      "-e",
      "cpu-clock",
      "-g",
      "-p",
      pids.join(","),
      "-o",
      file,
    ];
    try {
      const child = await start(argv, { cwd: tmpdir(), env: allowed(process.env) });
      const one = new Watch(service, child, file);
      const isSampling = () => child.tail().some((line) => line.includes("Events enabled"));
      for (let waited = 0; waited < SOON && child.ended === null && !isSampling(); waited += 20)
        await delay(20);
      if (child.ended === null) return one;
      return { service, why: mayNot(child.tail().join("\n")) };
    } catch {
      return {
        service,
        why: "it is no program that loads an agent, and perf is not installed (linux-perf, linux-tools)",
      };
    }
  }

  stop(): Promise<void> {
    return this.child.stop({ grace: 1 });
  }

  /** Its samples, as `perf script` prints them; empty where it cannot. */
  async end(): Promise<string> {
    try {
      process.kill(this.child.pid, "SIGINT");
      await Promise.race([this.child.exited, delay(LATE * 1000)]);
      await this.stop();
      const argv = [...perfWith(this.file), "script", "-i", this.file, "-F", "ip,sym,dso", "--no-inline"];
      const how = { cwd: tmpdir(), env: allowed(process.env), timeout: LATE, limit: MOST_BYTES };
      return (await run(argv, how)).stdout;
    } catch {
      return "";
    }
  }
}

/** `perf` with its cache of programs in the folder of a file. Else a copy of each program stays in `~/.debug`. */
const perfWith = (file: string) => ["perf", "--buildid-dir", join(dirname(file), "programs")];

/** Whether a program has no symbols: most of the time in its own functions is in nameless ones. */
function isStripped({ frames, nodes }: Pick<Taken, "frames" | "nodes">): boolean {
  const own = nodes.filter(([, frame]) => frames[frame]!.file !== null);
  const seconds = (some: typeof own) => some.reduce((sum, [, , one]) => sum + one, 0);
  return seconds(own.filter(([, frame]) => frames[frame]!.name === "[unknown]")) > seconds(own) / 2;
}

/** Why no process of a service, of these programs, is sampled; null where one is. */
export function withoutSampling(programs: readonly string[]): string | null {
  if (!programs.every((program) => KNOWN.test(program))) return null;
  return SILENT.find(([runtime]) => programs.some((program) => runtime.test(program)))?.[1] ?? OTHERS;
}

/** The name of a process's program; empty where it is another user's, which perf will say. */
function programOf(pid: number): string {
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`));
  } catch {
    return "";
  }
}
