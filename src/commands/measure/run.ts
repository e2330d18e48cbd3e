import { firstLine } from "../../base/text.ts";
import { VERSION } from "../../base/version.ts";
import { sha256 } from "../../exec/digest.ts";
import { itemKey } from "../../model/item.ts";
import { type Run, trialsIn } from "../../model/run.ts";
import { tag } from "../../model/versioned.ts";
import { containerFacts, fingerprintHere, type Outcome } from "./harness.ts";
import type { Measurement } from "./measurement.ts";

/** An outcome as a run. */
export function runOf({ harness, text, commit, edits, began }: Measurement, outcome: Outcome): Run {
  const { world, options, config, runnerClass, stacks, ruling } = harness;
  const { schedule, measured, duel, profiling, fallback, screened, levels, differences = [] } = outcome;
  const { wait, why, ...steps } = harness.stepTimes.seconds;
  const ended = world.now();
  const shard = schedule.shard ? `-${schedule.shard.index}of${schedule.shard.of}` : "";
  return {
    schema: tag("run"),
    id: `${began.toISOString().replace(/[-:]|\.\d+/g, "")}-${schedule.seed.toString(36)}${shard}`,
    began: began.toISOString(),
    ended: ended.toISOString(),
    state: measured.ended === null ? "complete" : "interrupted",
    steelyard: VERSION,
    runnerClass,
    profile: options.profile ?? null,
    ...(options.scale !== undefined && { scale: options.scale }),
    only: options.only ? [...options.only] : null,
    ...(options.variants && { variants: [...options.variants] }),
    commit,
    ...(edits !== undefined && { edits }),
    config: { path: options.config, digest: sha256(text), resolved: config },
    fingerprint: { ...fingerprintHere(harness), ...containerFacts(measured.composed) },
    stack: {
      kind: stacks.kind,
      labels: { ...stacks.labels },
      seed: measured.seed,
      env: { ...options.stackEnv },
      ...(measured.composed === undefined ? {} : { composed: measured.composed }),
    },
    workloads: measured.workloads,
    schedule,
    ...(measured.starts.length > 0 && { starts: [...measured.starts] }),
    trials: measured.trials,
    ...(ruling !== undefined && { rules: ruling.used }),
    ...(duel !== undefined && { duel }),
    ...(profiling !== undefined && { profiling }),
    ...(differences.length > 0 && { differences: differences.map((one) => one.slice(0, 2_000)) }),
    ...(fallback !== undefined && { fallback }),
    ...(measured.unable !== null && { unable: firstLine(measured.unable.message) }),
    ...(Object.keys(harness.unaffected).length > 0 && { unaffected: { ...harness.unaffected } }),
    ...(screened !== undefined && { screened: { ...screened } }),
    ...(levels !== undefined && { levels: [...levels] }),
    spent: {
      load: measured.load,
      total: (ended.getTime() - began.getTime()) / 1000,
      measured: measuredSeconds(outcome),
      ...steps,
      ...(why > 0 && { why }),
      ...(wait >= 1 && { wait }), // to take a lock that is free is no wait
    },
  };
}

/** Seconds of load that were measured, without warm-up. */
function measuredSeconds({ measured, levels = [], duel }: Outcome): number {
  const trials = trialsIn({ trials: measured.trials, levels: [...levels] }).flatMap((trial) =>
    trial.outcome === "ok" ? [trial.observed.seconds] : [],
  );
  const together = new Set(duel?.pairings.filter(({ mode }) => mode === "duet").map(itemKey));
  const pairs = (duel?.pairs ?? []).flatMap((pair) => {
    if (pair.outcome !== "ok") return [];
    const [base, head] = [pair.base.seconds, pair.head.seconds];
    return [together.has(itemKey(pair)) ? Math.max(base, head) : base + head];
  });
  return [...trials, ...pairs].reduce((sum, seconds) => sum + seconds, 0);
}
