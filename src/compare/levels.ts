import type { Row } from "../model/comparison.ts";
import type { Config, Workload } from "../model/config.ts";
import type { Knee, LevelRecord, LevelRow, LevelsShown, Probe } from "../model/levelrun.ts";
import {
  type Along,
  alongOf,
  axesIn,
  levelText,
  MOST_PROBES,
  type Sweep,
  wantedKnee,
} from "../model/levels.ts";
import { select } from "../model/metric.ts";
import type { GoodTrial, Run } from "../model/run.ts";
import { median } from "../stats/samples.ts";
import { judgedLevel, type LevelRules } from "./level.ts";
import { type About, row, sample } from "./row.ts";
import { compared, own, saturated } from "./subject.ts";
import { crossing, kneeOf, type LevelState, nextProbe, type Search, type Step } from "./sweep.ts";
import { counted, warning } from "./words.ts";

/** All probes of one level. */
interface Level {
  readonly level: number;
  readonly probes: readonly Probe[];
}

/** Probes by level, lowest first. */
export function byLevel(probes: readonly Probe[]): Level[] {
  const levels = [...new Set(probes.map(({ level }) => level))].sort((a, b) => a - b);
  return levels.map((level) => ({ level, probes: probes.filter((probe) => probe.level === level) }));
}

export const trialsOf = ({ probes }: Level) => probes.flatMap(({ trials }) => trials);
export const goodOf = (level: Level): GoodTrial[] =>
  trialsOf(level).flatMap((trial) => (trial.outcome === "ok" ? trial : []));

/** A search as a workload's sweep plans it. */
export function searchOf(sweep: Sweep, config: Pick<Workload, "wrk">, seed: number): Search {
  const [low = 1, high = 1] = alongOf(sweep, config).levels;
  const { precision, confirm, probes } = sweep;
  return { low, high, precision, confirm, probes, seed };
}

const statesOf = (
  probes: readonly Probe[],
  rules: LevelRules,
): (LevelState & { readonly reason: string })[] =>
  byLevel(probes).map((level) => ({
    level: level.level,
    ...judgedLevel(trialsOf(level), rules),
    probes: level.probes.length,
    confirmed: level.probes.filter(({ why }) => why === "confirm").length,
  }));

/** What a sweep measures next, and what it knows by now; the rule that its result is later judged by. */
export function sweepStep(search: Search, probes: readonly Probe[], rules: LevelRules): Step | null {
  return nextProbe(search, statesOf(probes, rules), probes.at(-1));
}

/** What the last level measured showed, for people who watch. */
export function lastSaid(probes: readonly Probe[], rules: LevelRules): string {
  const level = probes.at(-1)?.level;
  const state = statesOf(probes, rules).find((one) => one.level === level);
  return state === undefined ? "" : `${state.status}: ${state.reason}`;
}

/** What levels showed of every workload that was measured at some, by a config's budgets. */
export const levelsOf = (run: Run, config: Config): LevelsShown[] =>
  [...(run.levels ?? [])]
    .sort((a, b) => compared(a.workload, b.workload) || compared(a.variant ?? "", b.variant ?? ""))
    .flatMap((record) => shown(record, run, config) ?? []);

function shown(record: LevelRecord, run: Run, config: Config): LevelsShown | undefined {
  const { workload, variant, probes } = record;
  const measured = own(run.config.resolved.workloads, workload);
  if (measured?.sweep === undefined || axesIn(measured.sweep).length !== 1) return undefined;
  const judging = own(config.workloads, workload) ?? measured; // limits are today's, levels those that were measured
  const { cores } = run.fingerprint;
  const rules = { config: judging, policy: config.policy, cores };
  const along = alongOf(measured.sweep, measured);
  const states = statesOf(probes, rules);
  const rows = byLevel(probes).map((level, i) => rowOf(level, along, states[i]!));
  const knee = kneeOf(searchOf(measured.sweep, measured, record.seed), states);
  const full = byLevel(probes)
    .filter((level) => saturated(goodOf(level), cores))
    .map(({ level }) => level);
  return {
    ...{ workload, variant, axis: along.axis, rows: rows.slice(0, MOST_PROBES), knee },
    said: kneeSaid(knee, along, states),
    notes: [
      ...ending(record),
      ...crossing(states).map(
        ({ level, status, leans }) =>
          `not monotone: ${levelText(level, along.axis)} ${status === "undecided" ? `leans to "${leans}"` : status}, among levels that do the opposite`,
      ),
      ...(knee.holds !== null && full.includes(knee.holds)
        ? [
            "at the knee this machine was full: services and generator share it, so the knee is theirs together",
          ]
        : []),
      ...unconfirmed(knee, measured.sweep),
    ].slice(0, 50),
  };
}

function ending({ ended, because }: LevelRecord): string[] {
  const why = because === null ? "" : `: ${because}`;
  if (ended === "time") return ["the time was up before the search was over"];
  if (ended === "failing") return [`ended early${why}`.slice(0, 2_000)];
  return ended === "interrupted" ? ["interrupted before the search was over"] : [];
}

function unconfirmed({ holds, breaks, confirmed }: Knee, { confirm }: Sweep): string[] {
  const lacking = [holds === null ? confirm : confirmed[0], breaks === null ? confirm : confirmed[1]];
  const least = Math.min(...lacking);
  if (least >= confirm) return [];
  return [`confirmed by ${counted(least, "fresh start")} of the stack, ${confirm} were asked for`];
}

/** "holds up to 40 /s and breaks at 42 /s (http_req_failed.rate 9 %, wanted < 1 %)" */
function kneeSaid(
  { holds, breaks, limit }: Knee,
  { axis }: Along,
  states: readonly (LevelState & { readonly reason: string })[],
): string {
  const reason = states.find(({ level }) => level === breaks)?.reason;
  const because = reason === undefined ? "" : ` (${reason})`;
  const from = holds === null ? "no level was shown to hold" : `holds up to ${levelText(holds, axis)}`;
  const to =
    breaks === null
      ? limit === "range"
        ? "the highest level asked for"
        : "no level was shown to break"
      : limit === "generator"
        ? `what comes next is the generator's limit, not the service's: ${levelText(breaks, axis)}${because}`
        : `breaks at ${levelText(breaks, axis)}${because}`;
  const join =
    breaks === null && limit === "range" ? ", " : breaks !== null && limit !== "generator" ? " and " : "; ";
  return `${from}${join}${to}`.slice(0, 2_000);
}

/** What clients waited for, the first that a workload has. */
const WAITS = ["http_req_duration", "grpc_req_duration", "ws_session_duration", "iteration_duration"];

function rowOf(
  level: Level,
  { axis }: Along,
  { status, reason }: Pick<LevelRow, "status" | "reason">,
): LevelRow {
  const good = goodOf(level);
  const wait = WAITS.find((name) => good.some(({ observed }) => Object.hasOwn(observed.metrics, name)));
  const at = (stat: string) =>
    middle(good.flatMap(({ observed }) => select(observed.metrics, `${wait}.${stat}`) ?? []));
  const sum = (of: (trial: GoodTrial) => number) => good.reduce((all, trial) => all + of(trial), 0);
  const trials = trialsOf(level).length;
  return {
    ...{ level: level.level, probes: level.probes.length, trials, failed: trials - good.length },
    achieved: middle(good.flatMap((trial) => achieved(trial, level.level, axis))),
    ...{ p50: at("p50"), p95: at("p95"), p99: at("p99") },
    requests: sum(({ observed }) => observed.requests),
    errors: sum(({ observed }) => observed.errors),
    statuses: statuses(good),
    ...{ status, reason: reason.slice(0, 2_000) },
  };
}

const middle = (all: readonly number[]) => (all.length === 0 ? null : median(all));

/** Arrivals a second where there is a rate to be reached, else requests a second. */
function achieved({ observed }: GoodTrial, level: number, axis: Along["axis"]): number[] {
  const { generator, requests, seconds } = observed;
  if (axis === "rate" && generator.achieved !== null) return [generator.achieved * level];
  return requests > 0 ? [requests / seconds] : [];
}

/** "202: 1,200, 429: 31, no answer: 2" */
function statuses(good: readonly GoodTrial[]): string {
  const all = new Map<string, number>();
  const add = (what: string, n: number) => n > 0 && all.set(what, (all.get(what) ?? 0) + n);
  for (const { observed } of good) {
    for (const [code, n] of Object.entries(observed.statuses)) add(code, n);
    add(
      "no answer",
      Object.values(observed.unanswered).reduce((a, b) => a + b, 0),
    );
  }
  return [...all]
    .sort(([a], [b]) => compared(a, b))
    .map(([what, n]) => `${what}: ${n.toLocaleString("en-US")}`)
    .join(", ");
}

/** A row for each budget of a knee. Others of a sweep fail no check: they say what is, not what should be. */
export function kneeRows(levels: readonly LevelsShown[], config: Config): Row[] {
  return levels.flatMap(({ workload, variant, knee, axis, said }) => {
    const wanted = own(config.workloads, workload)?.sweep?.knee;
    if (wanted === undefined || knee === null) return [];
    const least = wantedKnee(wanted);
    const { holds, breaks, limit } = knee;
    const outcome =
      holds !== null && holds >= least
        ? "pass"
        : breaks !== null && limit === "service" && breaks <= least
          ? "fail"
          : "risk";
    const words = { pass: "holds", fail: "broken beyond its noise", risk: "at risk" } as const;
    const about: About = {
      kind: "budget",
      metric: "knee",
      subject: { workload, variant },
      rule: { unit: axis === "rate" ? "/s" : "1", better: "higher" },
    };
    const seen = holds ?? 0;
    return row(
      about,
      {
        verdict: outcome === "fail" ? "budget" : "unchanged",
        reason: `${words[outcome]}: ${said}; wanted ${wanted.trim()}`,
        head: sample(holds === null ? [] : [holds]),
        limit: {
          ...{ wanted: wanted.trim(), range: [least, null], because: null, seen, outcome },
          bounds: breaks === null ? null : [seen, breaks],
        },
      },
      outcome === "risk"
        ? [
            warning(
              "at-risk",
              `The knee of \`${workload}\` is at its limit: ${said}.`,
              "Longer trials, or more of them, say which side it is on.",
            ),
          ]
        : [],
    );
  });
}
