import { say } from "../../dev/command.ts";
import { mean, variance } from "../../stats/samples.ts";
import { CPU, computing, type Knobs, P50 } from "./conditions.ts";
import type { Lab, Setting } from "./lab.ts";
import { beside } from "./trial.ts";

/** Microseconds of CPU that are tried. */
const MORE = 400;
/** Least and most long runs. */
const RUNS = [3, 12] as const;
/** Standard error that the true change may have at 5 %. */
const SURE = 0.0025;

/**
 * Finds the setting that makes a request cost 1 % more CPU. The added work is proportional to the setting, so a larger
 * one is measured in long runs until they agree on the CPU of a request. Most of a request's time is that work, so its
 * median moves with it. That movement is reported; it spreads more, because other programs use the machine.
 *
 * @throws Error where the runs do not agree: such a machine cannot show a small change
 */
export function calibrated(lab: Lab, setting: Setting): Knobs {
  const condition = { name: "knob", base: computing(), head: computing(MORE), band: "3%" };
  const tried = {
    ...condition,
    loads: ["health"],
    young: null,
    wanted: [],
    spared: [],
    repeats: {},
  } as const;
  const p50: number[] = [];
  const cpu: number[] = [];
  while (cpu.length < RUNS[1]) {
    const at = { ...setting, pairs: [40, 40] } as const;
    const { estimates } = beside(lab, tried, at, "knob", 1_000 + cpu.length);
    const [slower, dearer] = [estimates[P50], estimates[CPU]];
    if (slower == null || dearer == null) throw new Error("the knob's effect was not seen");
    p50.push(Math.expm1(slower));
    cpu.push(Math.expm1(dearer));
    const percent = (share: number) => `${(100 * Math.expm1(share)).toFixed(2)} %`;
    say(`${MORE} µs of CPU: CPU a request ${percent(dearer)} up, p50 ${percent(slower)}`);
    if (cpu.length < RUNS[0]) continue;
    const error = (0.05 * Math.sqrt(variance(cpu) / cpu.length)) / mean(cpu);
    if (error <= SURE) return { percent: (0.01 * MORE) / mean(cpu), p50: mean(p50) / mean(cpu) };
  }
  throw new Error(`${RUNS[1]} long runs do not agree on what the knob does: wait for a quieter machine`);
}
