import { setTimeout as delay } from "node:timers/promises";
import { interruption } from "../../../base/errors.ts";
import type { LoadResult } from "../../../model/ports.ts";
import { fail } from "../../failure.ts";
import type { Ending, EndingWithOutput } from "../../process.ts";
import type { Api } from "./api.ts";

/** One k6 of several, and its place. */
export interface Member {
  /** For messages: "segment 2 of 4 on bench-b". */
  readonly name: string;
  readonly api: Api;
  /** Starts it, paused. Resolves when it has ended; rejects when the signal is aborted. */
  run(signal: AbortSignal): Promise<EndingWithOutput>;
  /** The failure of a k6 that has ended; null where it has figures. */
  broken(ending: Ending): Failed | null;
}
type Failed = Extract<LoadResult, { ok: false }>;

export interface Crewing {
  /** Runs `setup()` when all are ready; returns its data, null where it has none. */
  setUp(signal: AbortSignal): Promise<{ readonly data: unknown } | Failed>;
  /** Seconds in which all must be ready. */
  readonly readyTimeout: number;
  readonly signal: AbortSignal;
}

/** All have ended, with figures. */
export interface Finish {
  readonly endings: readonly EndingWithOutput[];
  /** Most seconds between the starts of two loads: from the first request to resume to the last answer. */
  readonly spread: number;
}

/** k6's exit code after a request to stop. */
const STOPPED = 103;
/** Milliseconds in which the end of a k6 whose API failed can show itself, which says more than the API's failure. */
const ENDING = 1_000;

/**
 * Runs several k6 as one load. All start paused; when the last one is ready, `setup()` runs and all get its data; then
 * they are resumed at once. If one fails, all others are stopped, because a part of a load is not the
 * load.
 *
 * @throws Interrupted when the signal is aborted, after all have been stopped
 */
export async function runCrew(members: readonly Member[], crewing: Crewing): Promise<Finish | Failed> {
  const { signal } = crewing;
  if (signal.aborted) throw interruption(signal);
  const over = new AbortController();
  /** The first end that was none of ours, and what the API said before. The former explains the latter. */
  let died: Failed | undefined;
  let held: Failed | undefined;
  /** Aborted when a k6 has died. */
  const death = new AbortController();
  let thrown: { readonly error: unknown } | undefined;
  let halting: Promise<void> | undefined;
  /** Asks each over its API before its process is ended: that is all that reaches a k6 of another machine. */
  const halt = () => {
    halting ??= Promise.all(members.map(({ api }) => api.stop())).then(() => over.abort());
    return halting;
  };
  const onAbort = () => void halt();
  signal.addEventListener("abort", onAbort, { once: true });
  const running = members.map(async (member): Promise<EndingWithOutput | null> => {
    try {
      const ending = await member.run(over.signal);
      const failed = halting !== undefined && ending.code === STOPPED ? null : member.broken(ending);
      if (failed === null) return ending;
      died ??= named(member, failed);
      death.abort();
    } catch (error) {
      if (!over.signal.aborted) thrown ??= { error };
    }
    await halt();
    return null;
  });
  try {
    const spread = await conduct(members, crewing, over.signal, death.signal).catch(
      async (error: unknown) => {
        if (error instanceof Held) held = error.failed;
        else if (!over.signal.aborted) thrown ??= { error };
        await halt();
        return null;
      },
    );
    const endings = (await Promise.all(running)).filter((ending) => ending !== null);
    if (signal.aborted) throw interruption(signal);
    if (thrown) throw thrown.error;
    const lost = died ?? held;
    if (lost) return lost;
    if (spread === null) throw new Error("k6 could not be started together, for no reason that it gave");
    return { endings, spread };
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

const named = ({ name }: Member, { failure: { code, message } }: Failed): Failed =>
  fail(code, `${name}: ${message} (all segments were stopped)`);

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Why nobody could start. */
class Held extends Error {
  readonly failed: Failed;
  constructor(failed: Failed) {
    super(failed.failure.message);
    this.failed = failed;
  }
}

/** Brings all to the start, and starts them. Returns the spread of the starts. @throws Held */
async function conduct(
  members: readonly Member[],
  { setUp, readyTimeout }: Crewing,
  signal: AbortSignal,
  death: AbortSignal,
): Promise<number> {
  const late = AbortSignal.timeout(readyTimeout * 1000);
  const soon = AbortSignal.any([signal, late]);
  const each = (act: (api: Api) => Promise<void>, failure: (error: unknown) => Promise<string>) =>
    Promise.all(
      members.map((member) =>
        act(member.api).catch(async (error: unknown) => {
          if (signal.aborted) throw error;
          throw new Held(named(member, fail("generator", await failure(error))));
        }),
      ),
    );
  await each(
    (api) => api.ready(soon),
    async (error) => (late.aborted ? `k6 was not ready within ${readyTimeout} s` : messageOf(error)),
  );
  const done = await setUp(signal);
  if ("failure" in done) throw new Held(done);
  const { data } = done;
  const failure = async (error: unknown) => {
    await delay(ENDING, undefined, { signal: death, ref: false }).catch(() => {});
    return `its API failed: ${messageOf(error)}`;
  };
  if (data !== null) await each((api) => api.put(data, signal), failure);
  const began = performance.now();
  await each((api) => api.resume(signal), failure);
  return (performance.now() - began) / 1000;
}
