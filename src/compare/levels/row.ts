import { own } from "../../base/own.ts";
import { number } from "../../base/text.ts";
import type { LevelRow, Probe } from "../../model/levelrun.ts";
import type { Along } from "../../model/levels.ts";
import { LATENCIES, select } from "../../model/metric.ts";
import type { GoodTrial } from "../../model/run.ts";
import { median } from "../../stats/samples.ts";
import { compared } from "../subject.ts";
import { servedBy } from "./scaling.ts";

/** All probes of one level. */
export interface Level {
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

/** A level as it is shown: all its trials together. */
export function rowOf(
  level: Level,
  { axis }: Along,
  { status, reason }: Pick<LevelRow, "status" | "reason">,
): LevelRow {
  const good = goodOf(level);
  const wait = LATENCIES.find((name) => good.some(({ observed }) => Object.hasOwn(observed.metrics, name)));
  const at = (stat: string) =>
    middle(good.flatMap(({ observed }) => select(observed.metrics, `${wait}.${stat}`) ?? []));
  const sum = (of: (trial: GoodTrial) => number) => good.reduce((all, trial) => all + of(trial), 0);
  const trials = trialsOf(level).length;
  return {
    level: level.level,
    probes: level.probes.length,
    trials,
    failed: trials - good.length,
    served: middle(good.map(servedBy)),
    cpu: middle(good.flatMap(({ observed }) => select(observed.metrics, "cpu_per_request") ?? [])),
    services: serviceCpu(good),
    achieved: middle(good.flatMap((trial) => achieved(trial, level.level, axis))),
    p50: at("p50"),
    p95: at("p95"),
    p99: at("p99"),
    requests: sum(({ observed }) => observed.requests),
    errors: sum(({ observed }) => observed.errors),
    statuses: statuses(good),
    status,
    reason: reason.slice(0, 2_000),
  };
}

const middle = (all: readonly number[]) => (all.length === 0 ? null : median(all));

/** CPU seconds per request of each service, the median over trials; services without CPU figures are left out. */
function serviceCpu(good: readonly GoodTrial[]): Record<string, number> {
  const names = [...new Set(good.flatMap(({ services }) => Object.keys(services)))].sort();
  const of = (name: string) =>
    good.flatMap(({ observed, services }) => {
      const cpu = own(services, name)?.cpu ?? null;
      return cpu === null || observed.requests === 0 ? [] : cpu / observed.requests;
    });
  const found = names.map((name) => [name, middle(of(name))] as const);
  return Object.fromEntries(found.flatMap(([name, cpu]) => (cpu === null ? [] : [[name, cpu]])));
}

/** Arrivals per second where the load has a target rate, else requests per second. */
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
    .map(([what, n]) => `${what}: ${number(n)}`)
    .join(", ");
}
