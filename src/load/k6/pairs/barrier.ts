import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { PairBorder, PairsRequest, WarmupUse } from "../../../model/ports.ts";
import type { Pacer } from "./pace.ts";
import type { Segment } from "./segments.ts";
import { Warmup } from "./warmup.ts";

/** The instruction that a VU gets at the barrier. */
export type Word =
  /** Load for so many milliseconds, with pauses so many times as long as the script's. */
  | { readonly go: Pick<Segment, "block" | "side">; readonly ms: number; readonly pauses: number }
  /** Nothing to be done by this iteration. */
  | { readonly skip: true }
  /** Load of before still runs: ask again. */
  | { readonly wait: true }
  /** The last segment is over. */
  | { readonly over: true };

/**
 * The barrier between two segments of load: VUs come to it when their time is up, and it opens when all load of before
 * has ended and the border is crossed.
 *
 * A closed load has ended when all its VUs stand at the barrier. Of each scenario of an open one, the first iteration that
 * asks clearly after the end watches. Nothing runs any more when as many iterations have ended as began before the watchers,
 * less those turned away since. Iterations that come before it, or while it watches, are turned away: they fall between
 * the blocks.
 *
 * The warm-up comes in pieces, and goes on until the sides are warm and, in a closed load, the pace is found.
 */
export class Barrier implements AsyncDisposable {
  readonly url: string;
  private readonly server: Server;
  private readonly load: BarrierOptions;
  private readonly queue: Segment[];
  private readonly now: () => number;
  private current: Segment | null = null;
  private began = 0;
  private warmup: Warmup | null = null;
  /** How many times as long as planned the segments after the warm-up are. */
  stretched = 1;
  /** Whether the pauses changed after the last piece of the warm-up. */
  private paceChanged = false;
  /** Iterations of the VUs that came to the barrier, and their milliseconds without pauses. */
  private busy = { iterations: 0, ms: 0 };
  /** Whether any of these iterations paused. */
  private paused = false;
  /** Iterations of load that had ended when the current segment began, and all that have ended or been turned away by now. */
  private readonly done = { before: 0, now: 0, turnedAway: 0 };
  private waiting: ServerResponse[] = [];
  /** By scenario of an open load: the iteration that watches. */
  private readonly watchers = new Map<string, number>();
  /** By scenario of a closed load: iterations that have begun, those at the barrier included. */
  private readonly begun = new Map<string, number>();
  /** Iterations of open loads that were turned away, without those that began before a watcher. */
  private turnedAway: Place[] = [];
  private crossing = false;
  private ended = false;
  private trouble: unknown;
  private overdue: NodeJS.Timeout | undefined;

  private constructor(server: Server, path: string, load: BarrierOptions) {
    this.server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    this.load = load;
    this.queue = [...load.segments];
    this.now = load.now ?? (() => performance.now());
    server.on("request", (request, response) => {
      if (request.url?.split("?")[0] === path) this.answer(request, response);
      else response.writeHead(404).end();
    });
  }

  static async open(options: BarrierOptions): Promise<Barrier> {
    const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(0, "127.0.0.1", resolve);
    });
    return new Barrier(server, `/${randomUUID()}`, options);
  }

  /** Whether all segments were loaded and all borders crossed. @throws what a border threw */
  get over(): boolean {
    if (this.trouble !== undefined) throw this.trouble;
    return this.ended;
  }

  /** Whether the sides were still getting faster when the longest warm-up was over. */
  get cold(): boolean {
    return this.warmup?.short ?? false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.overdue);
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const left = this.left();
    const query = new URLSearchParams(request.url!.split("?")[1]);
    const at: Arrival = {
      scenario: query.get("scenario") ?? "",
      index: Number(query.get("index")),
      done: Number(query.get("done")),
      travelled: Math.max(0, Date.now() - Number(query.get("at") ?? Date.now())),
    };
    if (query.get("open") === null || left <= 0) {
      this.busy.iterations += Number(query.get("iterations"));
      this.busy.ms += Number(query.get("busy"));
    } // else they were of the segment before
    if (Number(query.get("paused")) > 0) this.paused = true;
    this.done.now = Math.max(this.done.now, at.done);
    if (this.ended || this.trouble !== undefined) say(response, { over: true });
    else if (query.get("open") === null) {
      this.waiting.push(response);
      this.begun.set(at.scenario, Math.max(this.begun.get(at.scenario) ?? 0, at.index + 1));
      if (this.load.open === 0 && this.waiting.length >= this.load.vus) void this.advance();
    } else if (left > 0) say(response, this.go(this.current!, left));
    else this.watch(at, response);
  }

  /** Milliseconds the current segment still has. */
  private left(): number {
    if (this.current === null || this.crossing) return 0;
    return this.began + this.current.seconds * 1000 - this.now();
  }

  private watch({ scenario, index, done, travelled }: Arrival, response: ServerResponse): void {
    if (!this.watchers.has(scenario) && this.isClearlyOver(travelled)) {
      this.watchers.set(scenario, index);
      this.turnedAway = this.turnedAway.filter(this.isAfterWatcher);
    }
    if (index !== this.watchers.get(scenario)) {
      if (this.isAfterWatcher({ scenario, index })) this.turnedAway.push({ scenario, index });
      this.done.turnedAway++;
      say(response, { skip: true });
    } else if (this.crossing || !this.isDrained(done)) say(response, { wait: true });
    else {
      this.waiting.push(response);
      void this.advance();
    }
  }

  /**
   * Whether an iteration that asked so many milliseconds ago has a higher number than all iterations of the load. One
   * that asked just after the end may have a lower number than one that began just before it.
   */
  private isClearlyOver(travelled: number): boolean {
    if (this.current === null || this.crossing) return true;
    return this.now() - travelled >= this.began + this.current.seconds * 1000 + CLEARLY;
  }

  private readonly isAfterWatcher = ({ scenario, index }: Place) =>
    index > (this.watchers.get(scenario) ?? -1);

  /** Whether nothing runs but what stands here, when so many iterations have ended. */
  private isDrained(done: number): boolean {
    const { open, vus } = this.load;
    if (this.watchers.size < open || this.waiting.length < vus) return false;
    const sum = (counts: Iterable<number>) => [...counts].reduce((a, b) => a + b, 0);
    return done - this.turnedAway.length >= sum(this.watchers.values()) + sum(this.begun.values()) - vus;
  }

  /** The next part of the load: more of the warm-up, or the next segment. */
  private following(before: Segment | null, use: WarmupUse | null): Segment | null {
    if (before?.pair === null && this.warmup !== null) {
      const more = this.moreWarmup(this.warmup, use);
      if (more > 0) return { ...before, seconds: more };
    }
    const next = this.queue.shift() ?? null;
    if (next === null) return null;
    if (next.pair !== null) return { ...next, seconds: next.seconds * this.stretched };
    this.warmup = new Warmup(next.seconds, this.load.open > 0 ? "open" : "closed");
    return { ...next, seconds: this.warmup.next() };
  }

  /** The usage in the piece of the warm-up that has ended; read before the first one too. */
  private async warmupUse(before: Segment | null): Promise<WarmupUse | null> {
    if (before !== null && before.pair !== null) return null;
    return (await this.load.use?.()) ?? null;
  }

  /** Seconds that the warm-up goes on for, after one more piece of it; 0 where it is over. */
  private moreWarmup(warmup: Warmup, use: WarmupUse | null): number {
    const { busy, paused, done } = this;
    const { pace, stretch, open } = this.load;
    const seconds = (this.now() - this.began) / 1000;
    const iterations = done.now - done.turnedAway - done.before;
    const seen = busy.iterations === 0 ? null : busy;
    warmup.loaded({ iterations, seconds, use, samePace: !this.paceChanged, seen });
    if (open > 0) return warmup.next();
    this.stretched = stretch?.(iterations / seconds) ?? 1;
    const before = pace?.pauses;
    pace?.loaded({ use, busy: seen && seen.ms / seen.iterations, paused });
    this.paceChanged = pace?.pauses !== before;
    return warmup.next(pace?.settled === false);
  }

  private readonly go = (segment: Segment, ms: number): Word => ({
    go: segment,
    ms,
    pauses: this.load.pace?.pauses ?? 1,
  });

  /** Crosses the border, then lets everyone through that waits. */
  private async advance(): Promise<void> {
    this.crossing = true;
    try {
      const before = this.current;
      if (before !== null && before.pair !== null) {
        await this.load.border({ pair: before.pair, edge: "end", side: before.side });
      }
      this.current = this.following(before, await this.warmupUse(before));
      const next = this.current;
      if (next !== null && next.pair !== null) {
        await this.load.border({ pair: next.pair, edge: "begin", side: next.side });
      }
      this.ended = next === null;
    } catch (error) {
      this.trouble = error;
    }
    const through = this.waiting;
    this.waiting = [];
    this.busy = { iterations: 0, ms: 0 };
    this.paused = false;
    this.watchers.clear();
    this.begun.clear();
    this.turnedAway = [];
    this.crossing = false;
    this.began = this.now();
    this.done.before = this.done.now - this.done.turnedAway;
    const next = this.current;
    const { late } = this.load;
    clearTimeout(this.overdue);
    if (next !== null && late) this.overdue = setTimeout(late.act, (next.seconds + late.after) * 1000);
    const over = next === null || this.trouble !== undefined;
    for (const one of through) say(one, over ? { over: true } : this.go(next, next.seconds * 1000));
  }
}

/** The number of an iteration in its scenario. */
interface Place {
  readonly scenario: string;
  readonly index: number;
}

/** An iteration at the barrier. */
interface Arrival extends Place {
  /** How many iterations of all scenarios had ended when it asked. */
  readonly done: number;
  /** Milliseconds since it asked, by the clock of this machine. */
  readonly travelled: number;
}

/** Milliseconds after the end from which an iteration can watch: longer than one takes from its number to its question. */
const CLEARLY = 5;

export interface BarrierOptions {
  readonly segments: readonly Segment[];
  /** VUs of all scenarios of a closed load. */
  readonly vus: number;
  /** Number of scenarios of an open load. */
  readonly open: number;
  readonly border: (at: PairBorder) => Promise<void>;
  /** The usage since the call before; not known where absent. */
  readonly use?: PairsRequest["use"];
  /** Finds during the warm-up how far pauses are shortened; they stay as they are where absent. */
  readonly pace?: Pacer | undefined;
  /** How many times as long as planned segments become, by the iterations a second of a piece of the warm-up of a closed load. */
  readonly stretch?: ((rate: number) => number) | undefined;
  /** Called where iterations still run so many seconds after the end of a segment. */
  readonly late?: { readonly after: number; readonly act: () => void };
  /** Milliseconds of a steady clock. */
  readonly now?: () => number;
}

function say(response: ServerResponse, word: Word): void {
  const { go, ...rest } = "go" in word ? word : { ...word, go: {} };
  response.end(JSON.stringify({ ...go, ...rest }));
}
