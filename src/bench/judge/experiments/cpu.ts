import { type Estimate, meanEstimate, pValues, trimmedEstimate } from "../../../stats/location.ts";
import { mean } from "../../../stats/samples.ts";

export interface Besides {
  readonly floor: number;
  readonly extra: number;
  /** A p of CPU's own below which CPU has gone down. */
  readonly least: number;
  /** Whether the slope is that around the means. */
  readonly centred: boolean;
  /** Whether CPU is asked twice, by its mean and its trimmed mean. */
  readonly twice: boolean;
}

/** A trimmed mean of what CPU a request does not explain of a latency; null where CPU may have gone down. */
export function givenCpu(
  latency: readonly number[],
  cpu: readonly number[],
  { floor, extra, least, centred, twice }: Besides,
): Estimate | null {
  const own = [
    meanEstimate(cpu, { floor, extra }),
    ...(twice ? [trimmedEstimate(cpu, { floor, extra })] : []),
  ];
  if (own.some((estimate) => pValues(estimate).below < least)) return null;
  const [mx, my] = centred ? [mean(cpu), mean(latency)] : [0, 0];
  const products = cpu.reduce((sum, x, i) => sum + (x - mx) * (latency[i]! - my), 0);
  const squares = cpu.reduce((sum, x) => sum + (x - mx) ** 2, 0);
  const slope = Math.min(1, Math.max(0, products / Math.max(squares, cpu.length * floor)));
  return trimmedEstimate(
    latency.map((y, i) => y - slope * cpu[i]!),
    { floor, extra },
  );
}
