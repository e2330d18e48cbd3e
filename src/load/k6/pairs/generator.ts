import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { explain, SteelyardError } from "../../../base/errors.ts";
import type { Workload } from "../../../model/config.ts";
import { loadOf } from "../../../model/load.ts";
import type { PairGenerator, PairResult, PairsRequest } from "../../../model/ports.ts";
import type { Failure } from "../../../model/run.ts";
import type { Side } from "../../../model/schedule.ts";
import { addressVariables, withAddresses } from "../../environment.ts";
import { type Ending, runLoad } from "../../process.ts";
import { makeScratch, type Scratch } from "../../scratch.ts";
import { demandFile, NOWHERE } from "../../script.ts";
import { runArgv, scriptEnv } from "../argv.ts";
import { type Discovery, NOTHING } from "../discovery.ts";
import { explore } from "../explore.ts";
import type { K6Options } from "../generator.ts";
import { logParser } from "../log.ts";
import { labeller, portable } from "../names.ts";
import { span } from "../options.ts";
import { broken } from "../outcome.ts";
import { summary } from "../summary.ts";
import { systemTags } from "../wrapper.ts";
import { attribute } from "./attribution.ts";
import { Barrier } from "./barrier.ts";
import { endless } from "./load.ts";
import { refusals } from "./refusals.ts";
import { results } from "./results.ts";
import { script, TURN, type Way } from "./script.ts";
import { type Read, Scripts } from "./scripts.ts";
import { segments } from "./segments.ts";
import { pairSelection, SIDES } from "./selection.ts";

/** Seconds beyond the planned load and what borders may take after which a run is killed. */
const PATIENCE = 60;
/** Seconds that setup and teardown may add, where the script does not say: k6's own default. */
const SETUP = 60;

/** Base and head under one k6, interleaved: user scripts unchanged, run through a wrapper that deals out the turns. */
export function k6Pairs(options: K6Options): PairGenerator {
  return new K6Pairs(options);
}

class K6Pairs implements PairGenerator {
  private readonly k6: K6Options;
  private readonly scripts: Scripts;
  /** Workloads whose warm-up did not do. */
  private readonly cold = new Set<string>();
  private readonly explored = new Map<string, Discovery>();

  constructor(k6: K6Options) {
    this.k6 = k6;
    this.scripts = new Scripts(k6);
  }

  async finest(name: string, workload: Workload, signal: AbortSignal) {
    const { kind } = loadOf(workload);
    if (kind !== "k6") return { mode: "trial", why: `a load by ${kind} has one target` } as const;
    demandFile(this.scripts.path(workload), name, "k6", "k6:");
    await using scratch = await makeScratch(this.k6.scratch);
    const own = Object.values(workload.variants).filter(({ env }) => Object.keys(env).length > 0);
    for (const { env } of [{ env: {} }, ...own]) {
      const { why } = await this.scripts.suited(workload, { ...workload.env, ...env }, scratch, signal);
      if (why !== null) return { mode: "trial", why } as const;
    }
    return { mode: "request", why: null } as const;
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
      // Read without complaint before, and not under these targets or this variant: these pairs' failure, no more.
      if (!(error instanceof SteelyardError) || error.fault !== "user") throw error;
      const failure: Failure = { code: "script-error", message: explain(error).slice(0, 8_000) };
      return lost(
        request,
        { side: "head", failure },
        { cpu: null, seconds: (performance.now() - began) / 1000 },
      );
    }
  }

  private async measure(
    request: PairsRequest,
    border: Parameters<PairGenerator["pairs"]>[1],
    signal: AbortSignal,
  ): ReturnType<PairGenerator["pairs"]> {
    const { workload, sides, seed, warmup, block, pairs } = request;
    await using scratch = await makeScratch(this.k6.scratch);
    const env = world(sides.base, request.env, seed);
    const read = await this.scripts.read(workload, env, scratch, signal);
    if (typeof read.load === "string") {
      const failure: Failure = { code: "script-error", message: `cannot be interleaved: ${read.load}` };
      return lost(request, { side: "head", failure }, { cpu: null, seconds: 0 });
    }
    const suited = await this.scripts.suited(workload, request.env, scratch, signal);
    const forced = read.module ? "module" : "variables";
    const way: Way = request.mode === "slice" ? "variables" : (suited.way ?? forced);
    const both = JSON.stringify({ seed, ...variables(sides, request.env, seed) });
    const found = await this.discovery(request, read, scratch, signal);
    const plan = segments(request);
    const values = found.split.map(({ value }) => value);
    const wanted = pairSelection({
      ...{ workload, way, pairs, found },
      labels: {
        base: labeller(values, sides.base.targets),
        head: labeller(values, sides.head.targets),
      },
    });
    const around = span(read.options.setupTimeout, SETUP) + span(read.options.teardownTimeout, SETUP);
    const timeout = (2 * warmup + block * pairs) * 1.5 + (workload.timeout ?? PATIENCE + around);
    const into = join(scratch.path, "summary.json");
    await using barrier = await Barrier.open({
      ...{ segments: plan, border },
      vus: read.load.kind === "closed" ? read.load.vus : null,
    });
    const file = scratch.write(
      "pairs.js",
      script({
        ...{ script: pathToFileURL(read.script).href, exec: read.load.scenario.exec ?? "default" },
        options: {
          scenarios: { [read.load.name]: endless(read.load, TURN, timeout + PATIENCE) },
          thresholds: wanted.thresholds,
          ...systemTags(read.options),
        },
        ...{ way, open: read.load.kind === "open", barrier: barrier.url, summary: into },
      }),
    );
    const log = logParser(() => {});
    const refused = refusals(sides);
    const ending = await runLoad(
      this.k6,
      runArgv(this.k6.binary, { wrapper: file, config: scratch.config, points: null }),
      way === "module"
        ? { ...env, ...nowhere(env, request.env), STEELYARD_SIDES: both }
        : { ...env, STEELYARD_VARIABLES: both },
      {
        timeout,
        signal,
        onLine(line) {
          log.line(line);
          refused.line(line);
        },
      },
    );
    const text = scratch.read("summary.json");
    const said = log.result();
    const done = summary(text);
    if (!barrier.over || ending.timedOut || typeof done === "string") {
      const failure = unfinished(ending, barrier.over, timeout, done, said);
      return lost(request, await attribute(sides, failure), ending);
    }
    if (barrier.cold) this.warnCold(request.name, warmup);
    const measured = { found: done, selection: wanted, load: read.load, way, segments: plan };
    return {
      results: results({ ...measured, said, refused: refused.first }),
      ...{ cpu: ending.cpu, wall: ending.seconds },
    };
  }

  /** Says of a workload once that its warm-up does not do. */
  private warnCold(name: string, warmup: number): void {
    if (this.cold.has(name)) return;
    this.cold.add(name);
    this.k6.log.warn(
      `${name}: after ${2 * warmup} s of warm-up the services still got faster; give it more, such as ` +
        `warmup: ${4 * Math.ceil(warmup)}s, or the first pairs of a start are of services that are not warm`,
    );
  }

  /**
   * The findings of a short run of the script, made once. Both sides get one, so that both have run equally long.
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
    let result: Discovery | undefined;
    for (const side of SIDES) {
      const { script, options, scenarios, candidates } = read;
      const found = await explore(
        this.k6,
        {
          ...{ script, options, scenarios, candidates, split: workload.split },
          env: world(sides[side], env, 0),
        },
        scratch,
        signal,
      );
      if (typeof found === "string") {
        this.k6.log.warn(`${name}: a short run of the script against ${side} failed: ${found}`);
      } else {
        const kept = found.split.map((one) => ({ ...one, value: portable(one.value, sides[side].targets) }));
        result ??= { ...found, split: kept };
      }
    }
    if (result) this.explored.set(key, result);
    return result ?? NOTHING;
  }
}

/** The variables of one side for a script; the object may inherit its properties. */
const world = (
  { targets, headers }: PairsRequest["sides"][Side],
  env: Readonly<Record<string, string>>,
  seed: number,
) => scriptEnv({ targets, headers, env, seed });

/** The variables of each side for a script. One that only the other side has is null, so that no value stays behind. */
function variables(
  sides: PairsRequest["sides"],
  env: Readonly<Record<string, string>>,
  seed: number,
): Record<Side, Record<string, string | null>> {
  const of = (side: Side) => world(sides[side], addressVariables(env), seed);
  const none = Object.fromEntries(Object.keys({ ...of("base"), ...of("head") }).map((name) => [name, null]));
  return {
    base: { ...none, ...of("base"), STEELYARD_SIDE: "base" },
    head: { ...none, ...of("head"), STEELYARD_SIDE: "head" },
  };
}

/** Dead addresses in place of the targets that a script must not request outside its sides. */
const nowhere = (env: Readonly<Record<string, string>>, own: Readonly<Record<string, string>>) => ({
  ...withAddresses(addressVariables(own), () => NOWHERE),
  ...Object.fromEntries(
    Object.keys(env)
      .filter((name) => name.startsWith("STEELYARD_TARGET_"))
      .map((name) => [name, NOWHERE]),
  ),
});

function unfinished(
  ending: Ending,
  over: boolean,
  limit: number,
  found: unknown,
  said: Parameters<typeof broken>[1],
): Failure {
  if (ending.timedOut) {
    return { code: "timeout", message: `k6 did not end within ${Math.round(limit)} s and was killed` };
  }
  if (over && typeof found === "string") return { code: "no-summary", message: found };
  return broken(ending, said).failure;
}

function lost(
  { pairs }: PairsRequest,
  why: { readonly side: Side; readonly failure: Failure },
  { cpu, seconds }: Pick<Ending, "cpu" | "seconds">,
) {
  const results = Array.from({ length: pairs }, (): PairResult => ({ ok: false, ...why }));
  return { results, cpu, wall: seconds };
}
