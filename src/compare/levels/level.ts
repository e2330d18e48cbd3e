import type { Policy, Workload } from "../../model/config.ts";
import type { LevelStatus } from "../../model/levelrun.ts";
import type { GoodTrial, Trial } from "../../model/run.ts";
import { median } from "../../stats/samples.ts";
import { saturatedGenerator } from "../generator.ts";
import { budgetOutcome } from "../limits.ts";
import { busyness, failuresIn } from "../subject.ts";
import { FAULT, loadsOf } from "../validity.ts";
import { share } from "../words.ts";

/** What levels are judged by. */
export interface LevelRules {
  readonly config: Workload;
  readonly policy: Policy;
  /** Of the machine that generator and, mostly, services share. */
  readonly cores: number;
}

export interface JudgedLevel {
  readonly status: LevelStatus;
  /** Where it lies by the estimates alone: what an undecided level counts as in the search, and in nothing else. */
  readonly leans: "holds" | "breaks";
  readonly reason: string;
}

/** Share of the host in use above which it, and not the service, may set the pace. */
const FULL = 0.9;

/**
 * Whether a level keeps the budgets, by all its trials together and the bounds that budgets are judged by: it holds
 * where every budget is kept beyond its noise, and breaks where one is broken beyond it.
 *
 * A generator that could not bring the load says nothing of the service where the budgets are kept: the level was not
 * reached. Where they are broken by even less load the service broke, unless the generator itself was short of CPU, or
 * took at least as much of a full machine as the services did: then its own queue is in the figures.
 */
export function judgedLevel(trials: readonly Trial[], rules: LevelRules): JudgedLevel {
  const good = trials.flatMap((trial) => (trial.outcome === "ok" ? trial : []));
  const failures = failuresIn(trials);
  const own = failures.find(({ code }) => FAULT[code] === "head");
  const said = (text: string) => text.trim().split("\n")[0]!.slice(0, 300);
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
    const kept = came !== null && (budget.op === "<" ? came.seen < budget.limit : came.seen > budget.limit);
    return {
      outcome: came?.outcome ?? "risk",
      kept,
      said: came === null ? `${text} is absent` : `${text} ${came.said}`,
    };
  });
  const leans = found.every(({ kept }) => kept) ? "holds" : "breaks";
  const failed = found.filter(({ outcome }) => outcome === "fail");
  const generator = saturatedGenerator(loadsOf(good, cores));
  if (failed.length > 0) {
    const reason = told(failed);
    const crowding = starved(good, cores);
    return crowding === undefined ? broken(reason) : limited(`${crowding}, so its own queue is in ${reason}`);
  }
  if (generator !== undefined) return limited(generator);
  const open = found.filter(({ outcome }) => outcome === "risk");
  if (open.length === 0) return { status: "holds", leans: "holds", reason: told(found) };
  return { status: "undecided", leans, reason: told(open) };
}

const broken = (reason: string): JudgedLevel => ({ status: "breaks", leans: "breaks", reason });
const limited = (reason: string): JudgedLevel => ({ status: "limited", leans: "breaks", reason });
const told = (found: readonly { readonly said: string }[]) => found.map(({ said }) => said).join("; ");

/** Why what clients saw may be the generator's own doing: it had not the CPU that it needed. */
export function starved(good: readonly GoodTrial[], cores: number): string | undefined {
  const loads = loadsOf(good, cores).map((load) => ({ ...load, dropped: 0, achieved: null }));
  const busy = saturatedGenerator(loads);
  if (busy !== undefined) return busy;
  const host = busyness(good, cores);
  const [mine, theirs] = [generatorCores(good), serviceCores(good)];
  if (host === null || host <= FULL || mine === null || theirs === null || mine < theirs) return undefined;
  return `the machine was full (${share(host)}), and the load generator took ${share(mine / (mine + theirs))} of it`;
}

/** Cores that the generator used, the median over trials; null where that is not known. */
function generatorCores(good: readonly GoodTrial[]): number | null {
  const used = good.flatMap(({ observed: { generator } }) =>
    generator.cpu === null || generator.wall === 0 ? [] : generator.cpu / generator.wall,
  );
  return used.length > 0 ? median(used) : null;
}

/** Cores that all services used together, likewise. */
function serviceCores(good: readonly GoodTrial[]): number | null {
  const used = good.flatMap(({ observed, services }) => {
    const all = Object.values(services).map(({ cpu }) => cpu);
    if (all.length === 0 || all.includes(null)) return [];
    return all.reduce<number>((sum, cpu) => sum + (cpu ?? 0), 0) / observed.seconds;
  });
  return used.length > 0 ? median(used) : null;
}
