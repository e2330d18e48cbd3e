import { firstLine } from "../../base/text.ts";
import { isKept, type Policy, type Workload } from "../../model/config.ts";
import type { LevelStatus } from "../../model/levelrun.ts";
import type { GoodTrial, Trial } from "../../model/run.ts";
import { median } from "../../stats/samples.ts";
import { HOST } from "../criteria.ts";
import { isSaturated, loadsOf, saturatedGenerator } from "../generator.ts";
import { budgetOutcome } from "../limits.ts";
import { busyness, failuresIn } from "../subject.ts";
import { SIDE_AT_FAULT } from "../validity.ts";
import { share } from "../words.ts";

/** The rules that judge levels. */
export interface LevelRules {
  readonly config: Workload;
  readonly policy: Policy;
  /** Of the machine that the generator and usually the services share. */
  readonly cores: number;
}

export interface JudgedLevel {
  readonly status: LevelStatus;
  /** The side of the limit that the estimates lie on. Decides only how the search treats an undecided level. */
  readonly leans: "holds" | "breaks";
  readonly reason: string;
}

/**
 * Whether a level keeps the budgets, over all its trials, with the bounds of budgets. It holds where every budget is kept
 * beyond its noise, and breaks where one is broken beyond its noise.
 *
 * Where budgets are kept and the generator did not produce the load in at least half of the trials, the level was not
 * reached. Where budgets are broken under even less load, the service broke. There is one exception: a generator that was
 * short of CPU, or took at least as much of a full machine as the services. Its own queue is then in the figures.
 */
export function judgedLevel(trials: readonly Trial[], rules: LevelRules): JudgedLevel {
  const good = trials.flatMap((trial) => (trial.outcome === "ok" ? trial : []));
  const failures = failuresIn(trials);
  const own = failures.find(({ code }) => SIDE_AT_FAULT[code] === "head");
  const said = (text: string) => firstLine(text, 300);
  if (own) return broken(`${own.code}: ${said(own.message)}`);
  const restarted = good.flatMap(({ services }) =>
    Object.entries(services).flatMap(([name, { restarts }]) => (restarts > 0 ? name : [])),
  );
  if (restarted.length > 0) return broken(`restarted under the load: ${[...new Set(restarted)].join(", ")}`);
  if (good.length === 0) {
    const [first] = failures;
    return {
      status: "undecided",
      leans: "breaks",
      reason: first ? `not measured, ${first.code}: ${said(first.message)}` : "not measured",
    };
  }
  return byBudgets(good, rules);
}

function byBudgets(good: readonly GoodTrial[], rules: LevelRules): JudgedLevel {
  const { config, cores } = rules;
  const found = Object.entries(config.budgets).map(([text, budget]) => {
    const came = budgetOutcome(text, budget, good, rules);
    const kept = came !== null && isKept(budget, came.seen);
    return {
      outcome: came?.outcome ?? "risk",
      kept,
      said: came === null ? `${text} is absent` : `${text} ${came.said}`,
    };
  });
  const leans = found.every(({ kept }) => kept) ? "holds" : "breaks";
  const failed = found.filter(({ outcome }) => outcome === "fail");
  const generator = shortGenerator(good, cores);
  if (failed.length > 0) {
    const reason = joined(failed);
    const crowding = starvedGenerator(good, cores);
    return crowding === undefined ? broken(reason) : limited(`${crowding}, so its own queue is in ${reason}`);
  }
  if (generator !== undefined) return limited(generator);
  const open = found.filter(({ outcome }) => outcome === "risk");
  if (open.length === 0) return { status: "holds", leans: "holds", reason: joined(found) };
  return { status: "undecided", leans, reason: joined(open) };
}

const broken = (reason: string): JudgedLevel => ({ status: "breaks", leans: "breaks", reason });
const limited = (reason: string): JudgedLevel => ({ status: "limited", leans: "breaks", reason });
const joined = (found: readonly { readonly said: string }[]) => found.map(({ said }) => said).join("; ");

/** Why the generator did not produce the load in at least half of the trials: a machine that stood still once is no limit. */
function shortGenerator(good: readonly GoodTrial[], cores: number): string | undefined {
  const short = loadsOf(good, cores).filter(isSaturated);
  return 2 * short.length < good.length ? undefined : saturatedGenerator(short);
}

/** Why the clients' figures may be the generator's own: it lacked the CPU that it needed. */
export function starvedGenerator(good: readonly GoodTrial[], cores: number): string | undefined {
  const loads = loadsOf(good, cores).map((load) => ({ ...load, dropped: 0, achieved: null }));
  const busy = saturatedGenerator(loads);
  if (busy !== undefined) return busy;
  const host = busyness(good, cores);
  const [mine, theirs] = [generatorCores(good), serviceCores(good)];
  if (host === null || host <= HOST.queues || mine === null || theirs === null || mine < theirs)
    return undefined;
  return `the machine was full (${share(host)}), and the load generator took ${share(mine / (mine + theirs))} of it`;
}

/** Cores that the generator used, the median over trials; null where unknown. */
function generatorCores(good: readonly GoodTrial[]): number | null {
  const used = good.flatMap(({ observed: { generator } }) =>
    generator.cpu === null || generator.wall === 0 ? [] : generator.cpu / generator.wall,
  );
  return used.length > 0 ? median(used) : null;
}

/** Cores that all services used together, the median over trials; null where unknown. */
function serviceCores(good: readonly GoodTrial[]): number | null {
  const used = good.flatMap(({ observed, services }) => {
    const all = Object.values(services).map(({ cpu }) => cpu);
    if (all.length === 0 || all.includes(null)) return [];
    return all.reduce<number>((sum, cpu) => sum + (cpu ?? 0), 0) / observed.seconds;
  });
  return used.length > 0 ? median(used) : null;
}
