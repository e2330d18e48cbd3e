import { QUANTILES, type Trend } from "../../model/metric.ts";

/** The distribution of samples, quantiles between two of them interpolated as k6 does. */
export function trend(samples: readonly number[], unit: Trend["unit"]): Trend {
  const sorted = Float64Array.from(samples).sort();
  const at = (q: number) => {
    const place = (q / 100) * (sorted.length - 1);
    const low = sorted[Math.floor(place)]!;
    return low + (sorted[Math.ceil(place)]! - low) * (place % 1);
  };
  const n = sorted.length;
  const mean = sorted.reduce((sum, value) => sum + value / n, 0);
  return { kind: "trend", unit, n, mean, min: sorted[0]!, max: sorted[n - 1]!, quantiles: QUANTILES.map(at) };
}
