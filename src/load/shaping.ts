import type { Workload } from "../model/config.ts";

/** Settings of a workload that shape its load: neither gates and budgets, nor a variant that only changes the stack. */
export function shaping({ env, variants, warmup, settle, measure, in: place }: Workload) {
  const load = Object.entries(variants)
    .filter(([, variant]) => Object.keys(variant.env).length > 0)
    .map(([name, variant]) => [name, sorted(variant.env)]);
  const placed = place === "host" ? {} : { in: place }; // digests of before there was a choice stay
  const stages = (measure.stages ?? 1) === 1 ? {} : { stages: measure.stages };
  const cold = measure.cold ? { cold: true } : {};
  return {
    env: sorted(env),
    load,
    warmup,
    settle,
    duration: measure.duration,
    ...stages,
    ...cold,
    ...placed,
  };
}

const sorted = (record: Readonly<Record<string, string>>) =>
  Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
