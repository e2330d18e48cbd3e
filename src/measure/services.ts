import { own } from "../base/own.ts";
import { family, type Metrics } from "../model/metric.ts";
import type { ServiceCounters, ServiceUse, StartupTime } from "../model/ports.ts";
import { perRequestName, WORK, WORK_NAMES, workBetween, workSum } from "../model/work.ts";

type Counters = Readonly<Record<string, ServiceCounters>>;

/** The usage of two spans of one service, together. */
export function useSum(first: ServiceUse, then: ServiceUse): ServiceUse {
  const cpu = first.cpu === null || then.cpu === null ? null : first.cpu + then.cpu;
  const work = workSum(first.work, then.work);
  return {
    cpu,
    memory: then.memory,
    restarts: first.restarts + then.restarts,
    ...(Object.keys(work).length > 0 && { work }),
  };
}

/** The usage of each service between two readings of its counters; null for a counter that ran backwards. */
export function servicesUse(before: Counters, after: Counters): Record<string, ServiceUse> {
  const use: Record<string, ServiceUse> = {};
  for (const [service, end] of Object.entries(after)) {
    const begin = before[service];
    const cpu = begin?.cpu == null || end.cpu === null ? null : end.cpu - begin.cpu;
    const work = workBetween(begin?.work, end.work);
    use[service] = {
      cpu: cpu === null || cpu < 0 ? null : cpu,
      memory: end.memory,
      restarts: Math.max(0, end.restarts - (begin?.restarts ?? 0)),
      ...(Object.keys(work).length > 0 && { work }),
    };
  }
  return use;
}

/** The share of one core, or of its own limit below that, that each service used in so many seconds; none in no time. */
export const sharesUsed = (
  used: Readonly<Record<string, Pick<ServiceUse, "cpu">>>,
  counters: Counters,
  seconds: number,
): number[] =>
  Object.entries(used).flatMap(([service, { cpu }]) =>
    cpu === null || seconds <= 0 ? [] : [cpu / seconds / Math.min(1, own(counters, service)?.cores ?? 1)],
  );

/**
 * The start-up times of a cold trial's stack: `cold_ready`, from the start of the first service until all are ready,
 * and the same for each service from its own start. Empty where they are not known.
 */
export function readyMetrics(startupTimes: Readonly<Record<string, StartupTime>>): Metrics {
  const all = Object.entries(startupTimes);
  if (all.length === 0) return {};
  const gauge = (value: number) => ({ kind: "gauge", unit: "s", value }) as const;
  const first = Math.min(...all.map(([, { began }]) => began));
  const last = Math.max(...all.map(([, { began, ready }]) => began + 1000 * ready));
  const each = all.length > 1 ? all : [];
  return {
    cold_ready: gauge((last - first) / 1000),
    ...Object.fromEntries(
      each.map(([service, { ready }]) => [`cold_ready{service:${service}}`, gauge(ready)]),
    ),
  };
}

/**
 * The server-side metrics of a trial: CPU seconds (`cpu_per_request`) and work for one request, and `memory_peak` in bytes. Of
 * several services each has its own, by name, and the sum is that of all: a change that adds a service keeps it. Figures that are
 * not available are absent; a sum is absent unless the figure of every service is known.
 */
export function serviceMetrics(use: Readonly<Record<string, ServiceUse>>, requests: number): Metrics {
  const metrics: Metrics = {};
  const services = Object.entries(use);
  for (const [service, { cpu, memory, work }] of services) {
    const at = (name: string) => (services.length > 1 ? `${name}{service:${service}}` : name);
    if (cpu !== null && requests > 0) {
      metrics[at("cpu_per_request")] = { kind: "gauge", unit: "s", value: cpu / requests };
    }
    for (const name of requests > 0 && work !== undefined ? WORK_NAMES : []) {
      const count = own(work, name);
      if (count === undefined) continue;
      metrics[at(perRequestName(name))] = { kind: "gauge", unit: WORK[name], value: count / requests };
    }
    if (memory !== null) metrics[at("memory_peak")] = { kind: "gauge", unit: "B", value: memory };
  }
  if (services.length < 2) return metrics;
  for (const name of new Set(Object.keys(metrics).map(family))) {
    const each = services.flatMap(([service]) => {
      const one = own(metrics, `${name}{service:${service}}`);
      return one?.kind === "gauge" ? [one] : [];
    });
    if (each.length < services.length) continue;
    metrics[name] = { ...each[0]!, value: each.reduce((sum, { value }) => sum + value, 0) };
  }
  return metrics;
}
