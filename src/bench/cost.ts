import { type DuelPlan, duelVerdicts, looks } from "../compare/duel/duel.ts";
import { plainSight } from "../compare/duel/sight.ts";
import { NO_PRIOR } from "../stats/location.ts";
import { chance } from "./judge/chance.ts";

// What it costs to judge a very large pull request, every look of it: 200 workloads × 10 gate metrics × 30 pairs. In
// the worst case nothing can be told, so that no workload is done before the last look.
const [WORKLOADS, METRICS, PAIRS, REPEATS] = [200, 10, 30, 5];

const random = chance(1);
const test = { band: Math.log1p(0.03), floor: 0, prior: NO_PRIOR, startSd: null };
const plan: DuelPlan = {
  looks: looks(PAIRS),
  level: 0.02,
  workloads: Array.from({ length: WORKLOADS }, () => new Array<typeof test>(METRICS).fill(test)),
};

for (const [what, sd, centre] of [
  ["unchanged, shown early", 0.01, 0],
  ["cannot tell, all looks", 0.1, 0.02],
] as const) {
  const times: number[] = [];
  let judged = 0;
  for (let i = 0; i < REPEATS; i++) {
    const pairs = plan.workloads.map((tests) =>
      tests.map(() => Array.from({ length: PAIRS }, () => centre + sd * random.heavy())),
    );
    const began = performance.now();
    const { workloads } = duelVerdicts(plan, (w, n) => pairs[w]!.map((r) => plainSight(r.slice(0, n), 3)));
    times.push(performance.now() - began);
    judged = workloads.reduce((sum, { looks, tests }) => sum + looks * tests.length, 0);
  }
  const [best, worst] = [Math.min(...times), Math.max(...times)].map((ms) => `${ms.toFixed(0)} ms`);
  console.log(
    `${what.padEnd(24)} ${WORKLOADS} × ${METRICS} × ${PAIRS}: ${best} to ${worst} of ${REPEATS} (${judged} tests in the last)`,
  );
}
