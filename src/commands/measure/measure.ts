import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { differencesBetween } from "../../affected/differences.ts";
import { isExpected } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import { hidden } from "../../base/redact.ts";
import type { World } from "../../base/world.ts";
import type { Base } from "../../git/base.ts";
import { gitListing } from "../../git/tree.ts";
import { unmatched } from "../../measure/unmatched.ts";
import { type Run, trialsIn } from "../../model/run.ts";
import { spentTime } from "../../report/environment.ts";
import { writeRun } from "../../store/records.ts";
import type { MeasureOptions } from "../options.ts";
import { FILES, inside, typedPath } from "../paths.ts";
import type { Harness, Outcome } from "./harness.ts";
import { measureHead, NOTHING } from "./head.ts";
import { withLevels } from "./levels.ts";
import { editsAfter, type Measurement, withMeasurement } from "./measurement.ts";
import { measurePaired } from "./paired.ts";
import { type Reference, referenceOf } from "./reference.ts";
import { baseRules } from "./ruling.ts";
import { runOf } from "./run.ts";
import { allSettled, joinOutcomes, screenHead } from "./screening.ts";

/**
 * Measures the workloads of the config, head alone or paired with base, and writes `run.json`.
 *
 * After an early end the results so far are written, marked as interrupted, and the reason is thrown.
 *
 * @param written is called with the path of `run.json` once it is written, whatever is thrown afterwards. Whoever gives it
 *   wants a run of a stack that could be neither built nor started as well: it says why, and has no measurements
 * @throws SteelyardError for a config, script or option that cannot be used, or a stack that does not start
 */
export async function measureRun(
  world: World,
  options: MeasureOptions,
  written?: (path: string) => void,
): Promise<{ run: Run; path: string }> {
  const rules = options.baseRules ? await baseRules(world, options) : options.rules;
  return withMeasurement(world, { ...options, rules }, (at) => measured(at, written));
}

async function measured(
  at: Measurement,
  written: ((path: string) => void) | undefined,
): Promise<{ run: Run; path: string }> {
  const { harness, commit } = at;
  const { world, options, config, log, redact } = harness;
  const onlyLevels = harness.schedule.starts.length === 0;
  const first: Outcome = onlyLevels
    ? { schedule: harness.schedule, measured: NOTHING }
    : await comparedWith(await referenceOf(world, options, config, commit, log), at);
  const outcome = await withLevels(first, harness);
  const { ended, unable, trials } = outcome.measured;
  const pairs = outcome.duel?.pairs ?? [];
  const probes = outcome.levels?.flatMap((record) => record.probes) ?? [];
  const nothing = trials.length + pairs.length + probes.length === 0;
  if (nothing && ended !== null && (unable === null || written === undefined)) throw ended;

  const after = ended === null ? await editsAfter(world, at) : undefined;
  const run = hidden({ ...runOf(at, outcome), ...(after && { editsAfter: after }) }, redact);
  const path = await keep(run, inside(world.cwd, options.out, "run"), log);
  written?.(path);
  if (ended !== null) {
    const own = trials.length + probes.reduce((sum, probe) => sum + probe.trials.length, 0);
    const what = pairs.length > 0 ? `${pairs.length} pairs` : `${own} trials`;
    if (!nothing) log.warn(`ended early; the ${what} measured are kept in ${typedPath(world.cwd, path)}`);
    throw ended;
  }
  for (const line of typingErrors(run)) log.warn(line);
  if (nothing && run.unaffected)
    log.info("nothing was measured: the change can affect none of the workloads");
  else if (nothing) log.info("nothing was measured: there are more shards than workloads and variants");
  else if (!hasFigures(run)) log.warn("every trial failed, so there are no figures to judge");
  log.info(`took ${spentTime(run.spent)}`);
  log.info(`wrote ${typedPath(world.cwd, path)}`);
  return { run, path };
}

/** Whether any trial or pair of a run succeeded, or there was nothing to measure. */
export function hasFigures(run: Run): boolean {
  const all = [...trialsIn(run), ...(run.duel?.pairs ?? [])];
  return all.length === 0 || all.some(({ outcome }) => outcome === "ok");
}

/** Measures head, paired with base where there is one and stored sessions do not settle everything. */
async function comparedWith(reference: Reference, at: Measurement): Promise<Outcome> {
  const { harness } = at;
  if (reference.kind === "alone") {
    const { fallback } = reference;
    return { ...(await measureHead(harness)), ...(fallback !== null && { fallback }) };
  }
  const differences = await differing(reference.base, harness); // first: nothing may stop it once there are figures
  return { ...(await besideBase(reference, at)), differences };
}

async function besideBase(
  reference: Extract<Reference, { kind: "base" }>,
  at: Measurement,
): Promise<Outcome> {
  const { harness } = at;
  const screened = reference.screen ? await screenHead(at, reference.base) : null;
  if (screened === null) return measurePaired(reference.base, harness);
  const { outcome, settled } = screened;
  if (outcome.measured.ended !== null) return outcome;
  if (allSettled(screened, harness)) return { ...outcome, screened: settled };
  const then = await measurePaired(reference.base, harness, screened);
  // Without base head was measured alone after all, the whole of it.
  return then.fallback === undefined ? joinOutcomes(screened, then, harness) : then;
}

/** Differences between base and head besides code, in words; none where git does not list their files. */
async function differing({ sha }: Base, { world, ruling }: Harness): Promise<string[]> {
  try {
    const [base, head] = [await gitListing(world, sha), await gitListing(world, "HEAD")];
    if (base === null || head === null) return [];
    return await differencesBetween(base, head, { composeKeys: ruling === undefined });
  } catch (error) {
    if (!isExpected(error)) throw error;
    return [];
  }
}

/** A sentence for each gate, budget or expectation that no trial could answer. */
function typingErrors(run: Run): string[] {
  return unmatched(run).map(({ workload, selector, nearest }) => {
    const asked = `${workload}: the config asks for \`${selector}\`, which no trial has`;
    return nearest === null ? asked : `${asked}; there is \`${nearest}\``;
  });
}

/** Writes the run; where its place cannot be written after all, into the temporary folder, and says so. */
async function keep(run: Run, path: string, log: Log): Promise<string> {
  try {
    await writeRun(path, run);
    return path;
  } catch (error) {
    const rescue = join(mkdtempSync(join(realpathSync(tmpdir()), "steelyard-run-")), FILES.run);
    const rescued = await writeRun(rescue, run).then(
      () => true,
      () => false,
    );
    if (rescued) log.warn(`the run could not be written where it belongs; it is kept at ${rescue}`);
    throw error;
  }
}
