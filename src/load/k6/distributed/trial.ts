import { join } from "node:path";
import { sshEnv } from "../../../exec/env.ts";
import { freePorts } from "../../../exec/freeports.ts";
import type { LoadResult, Measuring } from "../../../model/ports.ts";
import { fail } from "../../failure.ts";
import { type Ending, type EndingWithOutput, runLoad } from "../../process.ts";
import { common } from "../argv.ts";
import { type K6Log, logParser } from "../log.ts";
import { broken, USABLE } from "../outcome.ts";
import { summary } from "../summary.ts";
import type { Trial } from "../trial.ts";
import type { Source } from "../workloaddigest.ts";
import { Api } from "./api.ts";
import { hasAround, runAround } from "./around.ts";
import { type Member, runCrew } from "./crew.ts";
import { partsOf } from "./division.ts";
import { sshArgv } from "./machines.ts";
import { judgedTogether, mergeLogs } from "./merge.ts";
import { pack, segmentScript } from "./script.ts";

/** Seconds in which every process must have its VUs. */
const READY = 120;
/** Bytes of a summary that comes over ssh. */
const LONGEST_SUMMARY = 64 * 2 ** 20;
/** Seconds that may lie between the starts of two processes: the larger of a share of the measured time, and an allowance. */
const MOST_SPREAD = { share: 0.1, seconds: 0.5 };

/** A trial whose load several k6 share. */
export interface Shared extends Trial {
  readonly segments: number;
  /** Destinations of ssh; this machine where there are none. */
  readonly machines: readonly string[];
  readonly files: readonly Source[];
  /** Seconds in which every process must have its VUs. */
  readonly readyTimeout?: number | undefined;
}

/** Runs a trial on several k6 at once, and merges their figures. */
export async function shareLoad(
  shared: Shared,
  measuring: Measuring,
  signal: AbortSignal,
): Promise<LoadResult> {
  const { machines, segments, readyTimeout = READY } = shared;
  // On the other machine any port may be taken; a number that is free here is as good as another. Both may be one machine.
  const ports = await freePorts(machines.length > 0 ? 2 * segments : segments);
  const archive = machines.length > 0 ? await packed(shared, signal) : null;
  let begun = false;
  const onBegin = () => {
    if (!begun) measuring();
    begun = true;
  };
  const alike = { archive, onBegin, timeout: shared.limit + readyTimeout };
  const all = partsOf(segments).map((part, i) =>
    segmentOf(shared, { ...alike, ...part, index: i, port: ports[i]!, far: ports.at(segments + i)! }),
  );
  const around = { ...shared, script: shared.wrapping.script };
  let data: unknown = null;
  let isSetUp = false;
  const finish = await runCrew(
    all.map(({ member }) => member),
    {
      readyTimeout,
      signal,
      async setUp(stop) {
        const done = hasAround("setup", shared)
          ? await runAround("setup", around, null, stop)
          : { data: null };
        if ("data" in done) [data, isSetUp] = [done.data, true];
        return done;
      },
    },
  );
  const left =
    isSetUp && hasAround("teardown", shared) ? await runAround("teardown", around, data, signal) : null;
  if ("failure" in finish) return finish;
  if (left !== null && "failure" in left) return left;
  return mergedResult(shared, all, finish);
}

/** The place of one k6 among those that share a trial. */
interface Place {
  readonly index: number;
  readonly segment: string;
  readonly sequence: string;
  /** Of its REST API: here, and on another machine. */
  readonly port: number;
  readonly far: number;
  /** The script with its files, for another machine. */
  readonly archive: Uint8Array | null;
  /** Seconds from its start after which it is killed. */
  readonly timeout: number;
  onBegin(): void;
}

/** One k6 of those that share a trial. */
interface Segment {
  readonly name: string;
  readonly log: ReturnType<typeof logParser>;
  readonly member: Member;
  /** The text of its summary; null where it left none. */
  text(ending: EndingWithOutput): string | null;
}

function segmentOf(shared: Shared, place: Place): Segment {
  const { machines, segments, scratch, k6 } = shared;
  const { index, port, far, archive, timeout } = place;
  const machine = machines[index % machines.length];
  const log = logParser(place.onBegin);
  const flags = [
    "--paused",
    "--no-setup",
    "--quiet",
    "--no-usage-report",
    "--execution-segment",
    place.segment,
    "--execution-segment-sequence",
    place.sequence,
  ];
  const onLine = (line: string, stream: "stdout" | "stderr") => {
    if (stream === "stderr") log.line(shared.original(line));
  };
  const file = `summary-${index}.json`;
  const local = (signal: AbortSignal): Promise<EndingWithOutput> => {
    const script = scratch.write(`trial-${index}.js`, segmentScript(shared, join(scratch.path, file)));
    const argv = [k6.binary, "run", ...common(scratch.config, `127.0.0.1:${port}`), ...flags, script];
    return runLoad(k6, argv, shared.env, { timeout, onLine, signal });
  };
  const remote = async (destination: string, signal: AbortSignal): Promise<EndingWithOutput> => {
    const own = ["--address", `127.0.0.1:${far}`, "--log-format", "json", "--no-color"];
    const bound = ["timeout", String(Math.ceil(timeout))]; // ends a k6 whose connection broke while it was paused
    const argv = [...bound, "k6", "run", ...own, ...flags, "-"];
    const done = await runLoad(k6, sshArgv(destination, argv, { local: port, remote: far }), sshEnv(k6.env), {
      timeout,
      onLine,
      signal,
      limit: LONGEST_SUMMARY,
      ...(archive && { input: archive }),
    });
    return { ...done, cpu: null }; // what was read is that of ssh
  };
  const name = `segment ${index + 1} of ${segments}${machine === undefined ? "" : ` on ${machine}`}`;
  return {
    name,
    log,
    member: {
      name,
      api: new Api(`http://127.0.0.1:${port}`),
      run: (stop) => (machine === undefined ? local(stop) : remote(machine, stop)),
      broken: (ending) => failureOf(ending, log.result(), timeout),
    },
    text: (ending) => (machine === undefined ? scratch.read(file) : ending.stdout),
  };
}

/** The figures of all segments as those of one trial. @param finish its spread in seconds, between the first and last start */
function mergedResult(
  { machines, segments, plan, selection, requests, request }: Shared,
  all: readonly Segment[],
  finish: { readonly endings: readonly EndingWithOutput[]; readonly spread: number },
): LoadResult {
  const { endings } = finish;
  const logs = all.map(({ name, log }) => ({ name, log: log.result() }));
  const spread = machines.length > 0 ? finish.spread : spreadOf(logs.flatMap(({ log }) => log.begin ?? []));
  const most = Math.max(MOST_SPREAD.seconds, MOST_SPREAD.share * request.slot.duration);
  if (spread > most) return tooFarApart(spread, most);
  const found = endings.map((ending, i) => summary(all[i]!.text(ending)));
  const whole = found.filter((one) => typeof one !== "string");
  const odd = found.findIndex((one) => typeof one === "string");
  if (odd >= 0) return fail("no-summary", `${all[odd]!.name}: ${String(found[odd])}`);
  const k6Log = mergeLogs(logs, { spread, warm: plan.warmup > 0 });
  const ended = { ending: together(endings), k6Log, plan, selection, requests };
  const used = Math.max(1, Math.min(machines.length, segments));
  return judgedTogether(ended, whole, { count: segments, machines: used, spread });
}

function failureOf(ending: Ending, k6Log: K6Log, limit: number) {
  if (ending.timedOut) return fail("timeout", `k6 did not end within ${Math.round(limit)} s and was killed`);
  return ending.code !== null && USABLE.includes(ending.code) ? null : broken(ending, k6Log);
}

/** Seconds between the first and the last start. @param begins milliseconds since the epoch, of one clock */
const spreadOf = (begins: readonly number[]) =>
  begins.length === 0 ? 0 : (Math.max(...begins) - Math.min(...begins)) / 1000;

const tooFarApart = (spread: number, most: number) =>
  fail(
    "generator",
    `the segments began up to ${spread.toFixed(2)} s apart, and may by ${most.toFixed(2)} s: measure longer, or over a faster connection`,
  );

/** The ends of all processes as one. */
function together(endings: readonly EndingWithOutput[]): Ending {
  const cpus = endings.flatMap(({ cpu }) => cpu ?? []);
  return {
    code: 0,
    signal: null,
    timedOut: false,
    seconds: Math.max(...endings.map(({ seconds }) => seconds)),
    cpu: cpus.length === endings.length ? cpus.reduce((a, b) => a + b, 0) : null,
  };
}

/** The script with all its files and its environment, which another machine reads from its input: it may hold secrets. */
function packed(shared: Shared, signal: AbortSignal): Promise<Uint8Array> {
  return pack(shared, segmentScript(shared, "stdout"), { env: shared.env, secret: true }, signal);
}
