import { stream } from "../../base/random.ts";
import { LOOKS, looks } from "../../compare/duel/looks.ts";
import { secondsTaken } from "../../model/run.ts";
import { clopperPearson } from "../../stats/beta.ts";
import { markdown } from "../markdown.ts";
import { grouped } from "../rows.ts";
import { isRegressed, type Kept } from "./kept.ts";

/** Seconds of wall-clock time. */
const TIMES = [60, 120, 300, 600];
const DRAWS = 1_000;
/** Of unchanged code, for this time. */
const DRAWS_OF_FALSE = 10_000;
const LONG = 300;
/** Pairs before the first look. */
const FEWEST = LOOKS[0]!;

/** One start of both sides: its seconds, and the log ratios of its pairs, by metric. */
interface OneStart {
  readonly seconds: number;
  readonly ratios: readonly (readonly number[])[];
}

/**
 * How often 5 % is found in a time, by service. Comparisons are put together from the starts of unchanged code that were
 * kept, each with its sides exchanged at random and head made slower by that. Their decision procedure is that of a run
 * with as many pairs as the time allows. The last column has no change.
 */
export function frontierTable(all: readonly Kept[]): string {
  const same = all.filter(({ branch }) => branch === "same");
  const rows = grouped(same, ({ service }) => service).flatMap(([service, group]) =>
    [...new Set(group.flatMap(workloadsOf))].map((workload) => {
      const starts = group.flatMap((one) => startsOf(one, workload));
      const found = TIMES.map((seconds) => shareRegressed(starts, seconds, Math.log1p(0.05), DRAWS));
      const falsely = shareRegressed(starts, LONG, 0, DRAWS_OF_FALSE);
      const [, upper] = clopperPearson(Math.round(falsely * DRAWS_OF_FALSE), DRAWS_OF_FALSE, 0.05);
      return [
        `${service} ${workload}`,
        `${starts.length}`,
        ...found.map((share) => `${(100 * share).toFixed(0)} %`),
        `${(100 * falsely).toFixed(2)} %, ≤ ${(100 * upper).toFixed(2)} %`,
      ];
    }),
  );
  return markdown(
    [
      "+5 % in p50 and CPU",
      "starts kept",
      ...TIMES.map((seconds) => `${seconds} s`),
      `the same commit called slower, ${LONG} s`,
    ],
    rows,
  );
}

/** The workloads in the names of metrics: "items http_req_duration.p50". */
const workloadsOf = ({ pairs }: Kept): string[] => [
  ...new Set(Object.keys(pairs).map((key) => key.split(" ")[0]!)),
];

function startsOf(of: Kept, workload: string): OneStart[] {
  const { pairs, seconds } = of;
  const metrics = Object.entries(pairs).flatMap(([key, one]) =>
    key.startsWith(`${workload} `) && one.length > 0 ? [one] : [],
  );
  const numbers = [...new Set(metrics[0]?.map(([start]) => start))];
  const all = workloadsOf(of).length;
  return numbers.map((number) => ({
    seconds: secondsTaken(seconds) / numbers.length / all,
    ratios: metrics.map((one) => one.flatMap(([start, ratio]) => (start === number ? [ratio] : []))),
  }));
}

/** The share of comparisons of so many seconds that are called regressed, with a log ratio added to every pair. */
export function shareRegressed(
  starts: readonly OneStart[],
  seconds: number,
  change: number,
  draws: number,
): number {
  const next = stream(seconds);
  let regressed = 0;
  for (let draw = 0; draw < draws; draw++) {
    const drawn: OneStart[] = [];
    for (let left = seconds; left > 0; left -= drawn.at(-1)!.seconds)
      drawn.push(starts[Math.floor(next() * starts.length)]!);
    const signs = drawn.map(() => (next() < 0.5 ? 1 : -1));
    const all = drawn[0]!.ratios.map((_, metric) =>
      drawn.flatMap(({ ratios }, start) =>
        ratios[metric]!.map((ratio) => [start, signs[start]! * ratio + change] as const),
      ),
    );
    const most = Math.min(...all.map(({ length }) => length));
    if (most >= FEWEST && isRegressed(all, looks(most))) regressed++;
  }
  return regressed / draws;
}
