import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Duelist } from "../../measure/duel/plan.ts";
import { aDuelist, configOf } from "../../testing/plans.ts";
import { aBaseline, aFingerprint, CLASS, DIGEST } from "../../testing/runs.ts";
import { rulesOf } from "./contest.ts";
import type { Harness } from "./harness.ts";
import type { PairingPlan } from "./pairings.ts";

const folder = mkdtempSync(join(tmpdir(), "steelyard-contest-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each<[what: string, of: Partial<Duelist>, seconds: number, most: number]>([
  ["to be decided by the first warm-up", { isBlockOpen: true }, 2, 20],
  ["made longer by slow starts", { unstretched: [6, 30] }, 2, 30],
  ["of the config", {}, 4, 20],
])("blocks have the length of the calibration where theirs is %s", async (_, differs, seconds, most) => {
  const noise = {
    run: "run-1",
    commit: null,
    at: "2026-11-02T02:00:00Z",
    fingerprint: aFingerprint(),
    digest: DIGEST,
    mode: "request",
    block: 2,
    variants: {},
  };
  const baseline = { ...aBaseline({ workload: "shop", sessions: [0.01, 0.01, 0.01] }), noise: [noise] };
  mkdirSync(join(folder, CLASS), { recursive: true });
  writeFileSync(join(folder, CLASS, "shop.json"), JSON.stringify(baseline));
  const shop = { ...aDuelist("shop", 5, { mode: "request", block: 4, pairs: [6, 20] }), ...differs };
  const items = { duelists: [shop], alone: [], facts: { shop: { digest: DIGEST } }, gone: [] } as object;
  const harness = {
    options: { baselines: folder },
    world: { cwd: folder },
    config: configOf({ shop: {} }),
    runnerClass: CLASS,
    here: aFingerprint(),
    generator: { versions: {} },
    stacks: { kind: "compose" },
  } as object;
  const base = { sha: "b".repeat(40), subject: "base", ref: "main" };
  const { duel } = await rulesOf(base, items as PairingPlan, harness as Harness);
  expect(duel.pairings.map(({ block, pairs }) => [block, pairs[1]])).toEqual([[seconds, most]]);
});
