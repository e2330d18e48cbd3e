import type { Workload } from "../model/config.ts";

/** Settings of a workload that shape its load: neither gates and budgets, nor a variant that only changes the stack. */
export function shaping({ env, variants, warmup, settle, measure }: Workload) {
  const load = Object.entries(variants)
    .filter(([, variant]) => Object.keys(variant.env).length > 0)
    .map(([name, variant]) => [name, sorted(variant.env)]);
  return { env: sorted(env), load, warmup, settle, duration: measure.duration };
}

const sorted = (record: Readonly<Record<string, string>>) =>
  Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
