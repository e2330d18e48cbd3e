import { counted } from "../base/text.ts";
import type { Row } from "../model/comparison.ts";
import { rates } from "./failures.ts";
import type { Case } from "./metrics.ts";
import { row } from "./row.ts";
import { share } from "./words.ts";

interface Tally {
  readonly passes: number;
  readonly fails: number;
}

/** A minimum pass rate; with `strict`, the rate must be exceeded. */
interface Least {
  readonly rate: number;
  readonly strict: boolean;
}
const EVERY: Least = { rate: 1, strict: false };

/** Minimum pass rates from a script's thresholds: for all checks, and for single checks by name. */
interface Demands {
  readonly all: Least | undefined;
  readonly byName: ReadonlyMap<string, Least>;
  /** Whether a threshold on checks is not a minimum rate of known checks; the threshold row judges it then. */
  readonly other: boolean;
}

/**
 * The row about the script's checks.
 *
 * Head fails where a check passes less often than the script's threshold; without a threshold, every check must pass.
 * A profile in `expect` or a budget replaces this row. A workload without checks has no row.
 */
export function checkRows({ subject }: Case): Row[] {
  const { good, config } = subject;
  const replaced = [config.expect, config.budgets].some((rules) => Object.hasOwn(rules, "checks.rate"));
  const tallies = tallied(good);
  if (replaced || tallies.size === 0) return [];
  const wanted = demands(good);
  const broken = [...tallies].flatMap(([name, tally]) => {
    const least = wanted.byName.get(name) ?? (wanted.all === undefined && !wanted.other ? EVERY : undefined);
    return least && !holds(tally, least) ? [below(`"${name.slice(0, 100)}"`, tally, least)] : [];
  });
  const sum = [...tallies.values()].reduce(
    (a, b) => ({ passes: a.passes + b.passes, fails: a.fails + b.fails }),
    { passes: 0, fails: 0 },
  );
  if (wanted.all && !holds(sum, wanted.all)) broken.unshift(below("all checks", sum, wanted.all));
  const counts = good.flatMap(({ observed: { checks } }) => {
    const errors = checks.reduce((n, check) => n + check.fails, 0);
    const requests = checks.reduce((n, check) => n + check.passes + check.fails, 0);
    return requests > 0 ? [{ errors, requests }] : [];
  });
  const about = { kind: "checks", metric: "", subject, rule: { unit: "ratio", better: "higher" } } as const;
  const reason =
    broken.length > 0
      ? `failed checks: ${broken.slice(0, 5).join("; ")}${broken.length > 5 ? `; and ${broken.length - 5} more` : ""}`
      : `${share(rate(sum))} of ${counted(sum.passes + sum.fails, "check")} passed`;
  return [
    row(about, {
      verdict: broken.length > 0 ? "failed" : "unchanged",
      reason,
      head: rates(counts, "higher"),
    }),
  ];
}

const rate = ({ passes, fails }: Tally) => passes / (passes + fails);

const holds = (tally: Tally, least: Least) =>
  least.strict ? rate(tally) > least.rate : rate(tally) >= least.rate;

const below = (what: string, tally: Tally, least: Least) =>
  `${what} passed ${share(rate(tally))} of ${counted(tally.passes + tally.fails, "time")}; required: ${least.strict ? "more than" : "at least"} ${share(least.rate)}`;

/** Passes and fails by check name, over all good trials; names sorted. */
function tallied(good: Case["subject"]["good"]): Map<string, Tally> {
  const found = new Map<string, Tally>();
  for (const { observed } of good) {
    for (const { name, passes, fails } of observed.checks) {
      if (passes + fails === 0) continue;
      const before = found.get(name) ?? { passes: 0, fails: 0 };
      found.set(name, { passes: before.passes + passes, fails: before.fails + fails });
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function demands(good: Case["subject"]["good"]): Demands {
  let all: Least | undefined;
  let other = false;
  const byName = new Map<string, Least>();
  for (const { observed } of good) {
    for (const { metric, limit } of observed.thresholds) {
      if (!/^checks(\{|$)/.test(metric)) continue;
      const least = leastRate(limit);
      const name = /^checks\{\s*check:(.*)\}$/s.exec(metric)?.[1];
      if (least === undefined || (metric !== "checks" && name === undefined)) other = true;
      else if (name === undefined) all = least;
      else byName.set(name, least);
    }
  }
  return { all, byName, other };
}

/** Parses "rate>0.99", "rate>=0.99" and "rate==1"; undefined for anything else. */
export function leastRate(limit: string): Least | undefined {
  const [, op, found] = /^\s*rate\s*(>=?|===?)\s*(\d+(?:\.\d+)?|\.\d+)\s*$/.exec(limit) ?? [];
  return found === undefined ? undefined : { rate: Number(found), strict: op === ">" };
}
