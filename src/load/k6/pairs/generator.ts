import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { explain, SteelyardError } from "../../../base/errors.ts";
import type { Workload } from "../../../model/config.ts";
import type { LoadRate, PairGenerator, PairsRequest } from "../../../model/ports.ts";
import type { Failure } from "../../../model/run.ts";
import { SIDES, type Side } from "../../../model/schedule.ts";
import { runLoad } from "../../process.ts";
import { makeScratch, type Scratch } from "../../scratch.ts";
import { demandFile } from "../../script.ts";
import { runArgv } from "../argv.ts";
import { single } from "../copies.ts";
import { type Discovery, NOTHING } from "../discovery.ts";
import { explore, warnFailing } from "../explore.ts";
import type { K6Options } from "../generator.ts";
import { logParser } from "../log.ts";
import { labeller } from "../names.ts";
import { aroundSpan, type Options, setupSpan, teardownSpan } from "../options.ts";
import { paceModule } from "../pauses.ts";
import { ONLY, PLACES, placesOf } from "../shims.ts";
import { summary } from "../summary.ts";
import { systemTags } from "../wrapper.ts";
import { enterFiles } from "./attempt.ts";
import { attribute } from "./attribution.ts";
import { Barrier } from "./barrier.ts";
import { FAILING, failing, failingModule } from "./failing.ts";
import { boundsOf, endless, lower, openParts, rateOf, tooLongPause, totalsOf, vusOf } from "./load.ts";
import type { Pacer } from "./pace.ts";
import { isPaced, Paces } from "./paces.ts";
import type { Read } from "./read.ts";
import { redirects } from "./redirects.ts";
import { refusals } from "./refusals.ts";
import { lost, results, tooLong, unfinished } from "./results.ts";
import { SIDES_OF, script, TURN, type Way, type Wrapping } from "./script.ts";
import { Scripts, wholeTrials } from "./scripts.ts";
import { segments } from "./segments.ts";
import { type PairSelection, pairSelection } from "./selection.ts";
import { nowhere, variables, world } from "./variables.ts";
import { Warnings } from "./warnings.ts";

/** Seconds in which iterations must end after their block, and a run after its last one. */
const TIMEOUT = 60;
/** Iterations of a block of an open load, at least: each side needs some. */
const FEWEST = 10;
/** The module that tells how far pauses are shortened. */
const PACE = "pace.js";
const SUMMARY = "summary.json";

const since = (began: number) => (performance.now() - began) / 1000;

/** Base and head under one k6, interleaved: user scripts unchanged, run through a wrapper that deals out the turns. */
export class K6Pairs implements PairGenerator {
  private readonly k6: K6Options;
  private readonly scripts: Scripts;
  private readonly warnings: Warnings;
  private readonly explored = new Map<string, Discovery>();
  private readonly paces: Paces;

  constructor(k6: K6Options) {
    this.k6 = k6;
    this.scripts = new Scripts(k6);
    this.paces = new Paces(k6.log);
    this.warnings = new Warnings(k6.log);
  }

  async finest(name: string, workload: Workload, signal: AbortSignal): ReturnType<PairGenerator["finest"]> {
    const whole = wholeTrials(workload);
    if (whole !== null) return { mode: "trial", why: whole };
    demandFile(this.scripts.path(workload), name, "k6", "k6:");
    await using scratch = await makeScratch(this.k6.scratch);
    const own = Object.values(workload.variants).filter(({ env }) => Object.keys(env).length > 0);
    const notes = new Set<string>();
    let rate: LoadRate | null = { requests: Infinity, isGuess: false };
    let paced = false;
    for (const { env } of [{ env: {} }, ...own]) {
      const found = await this.scripts.suited(workload, { ...workload.env, ...env }, scratch, signal);
      if (found.why !== null) return { mode: "trial", why: found.why };
      const { held } = found.read.load;
      const isShortened = isPaced(workload, found);
      paced ||= isShortened; // how many requests that makes is not known before it runs
      const { iteration } = found;
      const limits = { copies: found.way === "copies", seconds: workload.timeout ?? TIMEOUT };
      const pausing = iteration && !isShortened ? tooLongPause(found.read.load, iteration, limits) : null;
      if (pausing !== null) return { mode: "trial", why: pausing };
      rate = rate && iteration && lower(rate, found.read.load, iteration);
      if (held !== null) notes.add(`the load is held at the mean of its course: ${held}`);
      for (const literal of found.moved)
        notes.add(`\`${literal}\` in the script stands for the endpoint of that port`);
    }
    return { mode: "request", why: null, notes: [...notes], ...(!paced && rate !== null && { rate }) };
  }

  async pairs(
    request: PairsRequest,
    border: Parameters<PairGenerator["pairs"]>[1],
    signal: AbortSignal,
  ): ReturnType<PairGenerator["pairs"]> {
    const began = performance.now();
    try {
      return await this.measure(request, border, signal);
    } catch (error) {
      // Read without complaint before, and not under these targets or this variant: these pairs' failure, no more, and
      // as likely base's as head's.
      if (!(error instanceof SteelyardError) || error.fault !== "user") throw error;
      const failure: Failure = { code: "script-error", message: explain(error).slice(0, 8_000) };
      return lost(request, { side: "base", failure }, { cpu: null, seconds: since(began) });
    }
  }

  private async measure(
    request: PairsRequest,
    border: Parameters<PairGenerator["pairs"]>[1],
    signal: AbortSignal,
  ): ReturnType<PairGenerator["pairs"]> {
    const { sides, warmup, block, blockFor } = request;
    await using scratch = await makeScratch(this.k6.scratch);
    const prepared = await this.prepared(request, scratch, signal);
    const { kind, read, pace, requests } = prepared;
    const found = await this.discovery(request, read, scratch, signal);
    const selection = selectionOf(request, kind, found);
    const { plan, most, timeout } = lengths(request, read);
    const late = new AbortController();
    await using barrier = await Barrier.open({
      segments: plan,
      vus: vusOf(read.load),
      open: openParts(read.load).length,
      border,
      use: request.use,
      pace,
      stretch: blockFor && ((iterations) => blockFor(iterations * requests) / block),
      late: { after: most, act: () => late.abort() },
    });
    const file = loadScript({ ...prepared, selection, barrier: barrier.url, timeout }, scratch);
    const argv = runArgv(this.k6.binary, { wrapper: file, config: scratch.config, points: null });
    const listener = listening(sides, prepared.original);
    const began = performance.now();
    const ending = await runLoad(this.k6, argv, this.environment(request, prepared), {
      timeout,
      signal: AbortSignal.any([signal, late.signal]),
      onLine: listener.line,
    }).catch((error: unknown) => {
      if (signal.aborted || !late.signal.aborted) throw error;
      return null;
    });
    if (ending === null)
      return lost(request, await attribute(sides, tooLong(most, read)), { cpu: null, seconds: since(began) });
    const heard = listener.result();
    const done = summary(scratch.read(SUMMARY));
    if (!barrier.over || ending.timedOut || typeof done === "string") {
      const failure = unfinished(ending, barrier.over, timeout, done, heard.k6Log);
      return lost(request, await attribute(sides, failure), ending);
    }
    if (barrier.cold) this.warnings.cold(request.name, warmup);
    if (heard.redirect !== null) this.warnings.redirected(request.name, heard.redirect);
    const pauses = pace && this.paces.keep(request, pace);
    const loaded = plan.map((one) => ({ ...one, seconds: one.seconds * barrier.stretched }));
    const measured = { found: done, selection, load: read.load, way: kind, segments: loaded, pauses };
    const { cpu, seconds: wall } = ending;
    return { results: results({ ...measured, ...heard }), cpu, wall, block: block * barrier.stretched };
  }

  /** The variables of k6, with those of both sides for the script to choose from. */
  private environment(
    { sides, env: own, seed }: PairsRequest,
    { kind, env }: { readonly kind: Way["kind"]; readonly env: Readonly<Record<string, string>> },
  ): Record<string, string> {
    const both = JSON.stringify({ seed, ...variables(sides, own, seed) });
    return kind === "module"
      ? { ...env, ...nowhere(env, own), [SIDES_OF.module]: both }
      : { ...env, [SIDES_OF.copies]: both, [PLACES]: JSON.stringify(this.places(sides)) };
  }

  /** The script as both sides run it in this call, under their variables. */
  private async prepared(request: PairsRequest, scratch: Scratch, signal: AbortSignal) {
    const { workload, sides, seed, mode } = request;
    const env = world(sides.base, request.env, seed);
    const read = await this.scripts.read(workload, env, scratch, signal);
    const suited = await this.scripts.suited(workload, request.env, scratch, signal);
    const kind = mode === "slice" ? "copies" : (suited.way ?? (read.module ? "module" : "copies"));
    const pace =
      suited.why === null && isPaced(workload, suited) ? this.paces.of(request, suited) : undefined;
    const more = pace && { pace: pathToFileURL(scratch.write(PACE, paceModule)).href };
    const requests = suited.why === null ? Math.max(1, suited.iteration?.requests ?? 1) : 1;
    const common = { kind, read, env, pace, requests };
    if (kind === "module")
      return { ...common, ...this.scripts.way(kind, { base: read, head: read }, scratch.path, more) };
    const head = await this.scripts.read(workload, world(sides.head, request.env, seed), scratch, signal);
    enterFiles(scratch);
    return { ...common, ...this.scripts.way(kind, { base: read, head }, scratch.path, more) };
  }

  /** The target of each side for which a literal address stands. */
  private readonly places = (sides: PairsRequest["sides"]) => ({
    base: placesOf(this.k6.literals, sides.base.targets),
    head: placesOf(this.k6.literals, sides.head.targets),
  });

  /**
   * The findings of a short run of the script, made once. Both sides get one at the same time, so that both have run
   * equally long.
   */
  private async discovery(
    request: PairsRequest,
    read: Read,
    scratch: Scratch,
    signal: AbortSignal,
  ): Promise<Discovery> {
    const { name, env, sides, workload } = request;
    const key = JSON.stringify([read.script, env, workload.split]);
    const before = this.explored.get(key);
    if (before) return before;
    const copy = single(read.script, read, this.k6.literals, join(scratch.path, "short"));
    const run = async (side: Side) => {
      await using own = await makeScratch(this.k6.scratch);
      const places = JSON.stringify({ [ONLY]: this.places(sides)[side] });
      const mine = { ...world(sides[side], env, 0), [PLACES]: places };
      const of = { ...read, url: copy.url, split: workload.split, targets: sides[side].targets };
      return await explore(this.k6, { ...of, env: mine }, own, signal);
    };
    const both = await Promise.all(SIDES.map(run));
    const all: Partial<Record<Side, Discovery>> = {};
    for (const [i, side] of SIDES.entries()) {
      const found = both[i]!;
      if (typeof found === "string")
        this.k6.log.warn(`${name}: a short run of the script against ${side} failed: ${found}`);
      else all[side] = found;
    }
    warnFailing(this.k6.log, workload, name, all);
    const result = all.base ?? all.head;
    if (result) this.explored.set(key, result);
    return result ?? NOTHING;
  }
}

/** The series of a call, under each side's own addresses. */
function selectionOf({ workload, pairs, sides }: PairsRequest, way: Way["kind"], found: Discovery) {
  const values = found.split.map(({ value }) => value);
  const [base, head] = SIDES.map((side) => labeller(values, sides[side].targets));
  return pairSelection({ workload, way, pairs, found, labels: { base: base!, head: head! } });
}

/** Listens to k6's log for everything that results need. @param original a line with the script's own place in it */
function listening(sides: PairsRequest["sides"], original: (line: string) => string) {
  const log = logParser(() => {});
  const refused = refusals(sides);
  const failed = failing();
  const led = redirects(sides);
  return {
    line(text: string) {
      const line = original(text);
      for (const one of [log, refused, failed, led]) one.line(line);
    },
    result: () => ({
      k6Log: log.result(),
      refused: refused.first,
      failing: failed.first,
      redirect: led.first,
    }),
  };
}

/**
 * The planned segments of a call, and its limits in seconds: `most` for whatever ends late, k6 itself as well, and
 * `timeout` for the whole call.
 */
function lengths({ workload, ...request }: PairsRequest, { load, options }: Read) {
  const { warmup, block, blockFor, pairs } = request;
  const least = FEWEST / (rateOf(load) || Infinity);
  const plan = segments({ ...request, block: Math.max(block, least) });
  const most = workload.timeout ?? TIMEOUT;
  const longest = Math.max(blockFor?.(0) ?? block, least);
  const timeout = 2 * warmup + most + (2 * longest + most) * pairs + most + 2 * aroundSpan(options);
  return { plan, most, timeout };
}

interface Loading extends Pick<Wrapping, "way" | "barrier"> {
  readonly read: Read;
  readonly pace: Pacer | undefined;
  readonly selection: Pick<PairSelection, "thresholds">;
  /** Seconds that the call may last. */
  readonly timeout: number;
}

/** Writes the script of a call with the module that it loads. Returns its path. */
function loadScript({ way, barrier, read, pace, selection, timeout }: Loading, scratch: Scratch): string {
  const { load, options } = read;
  scratch.write(FAILING, failingModule);
  const text = script({
    way,
    barrier,
    failing: FAILING,
    pace: pace === undefined ? null : PACE,
    summary: join(scratch.path, SUMMARY),
    exec: Object.fromEntries(load.parts.map(({ name, scenario }) => [name, scenario.exec ?? "default"])),
    options: {
      scenarios: endless(load, TURN, timeout + TIMEOUT),
      thresholds: selection.thresholds,
      ...(way.kind === "copies" && setupOptions(options)),
      ...systemTags(options),
    },
    open: openParts(load).map(({ name }) => name),
    bounds: boundsOf(load),
    totals: totalsOf(load),
    vus: vusOf(load),
  });
  return scratch.write("pairs.js", text);
}

/** Both sides have a setup and a teardown of their own, one after the other. */
const setupOptions = (options: Options) => ({
  setupTimeout: `${2 * setupSpan(options)}s`,
  teardownTimeout: `${2 * teardownSpan(options)}s`,
});
