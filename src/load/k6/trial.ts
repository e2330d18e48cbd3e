import { join } from "node:path";
import type { LoadRequest, LoadResult, Measuring } from "../../model/ports.ts";
import type { Slot } from "../../model/schedule.ts";
import { runLoad } from "../process.ts";
import type { Scratch } from "../scratch.ts";
import { runArgv } from "./argv.ts";
import type { Discovery } from "./discovery.ts";
import { usesDefault } from "./explore.ts";
import { pastTargets } from "./hosts.ts";
import { logParser } from "./log.ts";
import { labeller } from "./names.ts";
import type { Options, Scenarios } from "./options.ts";
import { outcome } from "./outcome.ts";
import { type Selection, selection } from "./series.ts";
import { type Plan, plan } from "./shape.ts";
import type { K6 } from "./source.ts";
import { opening, watchModule } from "./watch.ts";
import { systemTags, type Wrapping, wrapper } from "./wrapper.ts";

/** The module that watches requests; it lies next to the wrapper. */
const WATCH = "watch.js";

/** A script, and what is known of it before a trial. */
export interface Preparing {
  /** Address of the script, or of its copy. */
  readonly url: string;
  readonly options: Options;
  readonly scenarios: Scenarios;
  readonly found: Discovery;
  readonly slot: Pick<Slot, "warmup" | "duration" | "cold">;
  readonly targets: Readonly<Record<string, string>>;
}

/** The load and the series of a trial. */
export interface Prepared {
  readonly plan: Plan;
  readonly selection: Selection;
  /** The wrapper of the trial, without its summary. */
  readonly wrapping: Omit<Wrapping, "summary" | "teardown">;
}

/** Prepares a trial, and writes the module that its wrapper loads. */
export function prepare(
  { url, options, scenarios, found, slot, targets }: Preparing,
  scratch: Scratch,
): Prepared {
  const planned = plan(scenarios, slot);
  const values = found.split.map(({ value }) => value);
  const thresholds = options.thresholds ?? {};
  const labels = labeller(values, targets);
  const wanted = selection({ thresholds, scenarios, warmup: slot.warmup, found, labels });
  scratch.write(WATCH, watchModule(slot.cold ? opening(planned) : null, targets));
  const overrides = { scenarios: planned.scenarios, thresholds: wanted.thresholds, noTeardown: false };
  const wrapping = {
    script: url,
    before: WATCH,
    hasDefault: usesDefault(scenarios),
    options: { ...overrides, ...systemTags(options) },
  };
  return { plan: planned, selection: wanted, wrapping };
}

/** A trial that k6 is to run. */
export interface Trial extends Prepared {
  readonly k6: K6;
  readonly request: Pick<LoadRequest, "slot">;
  readonly options: Options;
  readonly env: Readonly<Record<string, string>>;
  /** Whether the script is known to make requests. */
  readonly requests: boolean;
  /** The targets, of which it has to ask one; undefined where it may reach them otherwise than by their addresses. */
  readonly targets: Readonly<Record<string, string>> | undefined;
  /** Seconds after which a process is killed, from when it is ready. */
  readonly limit: number;
  readonly scratch: Scratch;
  /** A text of k6's with the script's own place. */
  original(text: string): string;
}

/** Runs a trial in one k6. */
export async function runSingle(
  trial: Trial,
  measuring: Measuring,
  signal: AbortSignal,
): Promise<LoadResult> {
  const { k6, wrapping, options, env, limit, scratch, targets } = trial;
  const summary = join(scratch.path, "summary.json");
  const teardown = options.noTeardown !== true;
  const file = scratch.write("trial.js", wrapper({ ...wrapping, teardown, summary }));
  const log = logParser(() => void measuring()); // the load goes on while counters are read
  const argv = runArgv(k6.binary, { wrapper: file, config: scratch.config, points: null });
  const onLine = (line: string) => log.line(trial.original(line));
  const ending = await runLoad(k6, argv, env, { timeout: limit, onLine, signal });
  const k6Log = log.result();
  const past = targets && (await pastTargets(k6Log.asked, targets));
  return outcome({ ...trial, ending, k6Log, past, text: scratch.read("summary.json") });
}
