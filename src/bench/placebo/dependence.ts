import { shuffled, stream } from "../../base/random.ts";
import { mean, quantile } from "../../stats/samples.ts";
import { markdown } from "../markdown.ts";
import { grouped } from "../rows.ts";
import type { Kept } from "./kept.ts";

/** Fewest starts of a comparison whose order says something. */
const FEWEST_STARTS = 6;
const DRAWS = 1_000;
const METRICS = ["http_req_duration.p50", "cpu_per_request"];

/** Mean log ratios of a comparison's starts, in their order. */
type Series = readonly number[];

/**
 * Whether starts of unchanged code depend on each other, as the rule takes them not to, and whether workloads of one comparison
 * do: as a Markdown table. In brackets are 95 % of the figures that the same starts have in random orders, and with random sides.
 */
export function dependenceTable(all: readonly Kept[]): string {
  const same = all.filter(({ branch }) => branch === "same");
  const next = stream(1);
  const rows = METRICS.map((metric) => {
    const found = same.map((one) => seriesOf(one, metric));
    const series = found.flat().filter(({ length }) => length >= FEWEST_STARTS);
    const ordered = () => series.map((one) => shuffled(one, next));
    const turned = () => series.map((one) => one.map((ratio) => (next() < 0.5 ? ratio : -ratio)));
    const pairs = found.flatMap(([a, b]) => (a === undefined || b === undefined ? [] : [[a, b] as const]));
    return [
      metric,
      `${series.length}`,
      `${series.flat().length}`,
      against(succession(series), ordered, succession),
      against(inflation(series), turned, inflation),
      `${correlation(pairs).toFixed(2)} in ${pairs.length}`,
    ];
  });
  return markdown(
    [
      "unchanged code",
      "workloads",
      "starts",
      "a start and the next one: r",
      "variance of means, of independent starts = 1",
      "two workloads of a comparison: r",
    ],
    rows,
  );
}

const seriesOf = ({ pairs }: Kept, metric: string): Series[] =>
  Object.entries(pairs).flatMap(([key, one]) =>
    key.endsWith(metric)
      ? [grouped(one, ([start]) => `${start}`).map(([, of]) => mean(of.map(([, r]) => r)))]
      : [],
  );

/** A figure, with 95 % of those that chance gives. */
function against(
  figure: number,
  draw: () => readonly Series[],
  of: (series: readonly Series[]) => number,
): string {
  const chance = Array.from({ length: DRAWS }, () => of(draw()));
  const [low, high] = [0.025, 0.975].map((share) => quantile(chance, share).toFixed(2));
  return `${figure.toFixed(2)} [${low}, ${high}]`;
}

/** Correlation of starts with the ones before, around the mean of each comparison. Of n independent starts it is −1/n. */
const succession = (all: readonly Series[]): number =>
  mean(
    all.flatMap((one) => {
      const off = centred(one);
      const variance = mean(off.map((ratio) => ratio ** 2));
      return off.slice(1).map((ratio, i) => (ratio * off[i]!) / variance);
    }),
  );

/** Square of a comparison's mean over that which independent starts without a difference have. */
const inflation = (all: readonly Series[]): number =>
  mean(all.map((one) => (one.length * mean(one) ** 2) / mean(one.map((ratio) => ratio ** 2))));

/** Of the same starts of two workloads, around the means of each comparison. */
function correlation(all: readonly (readonly [Series, Series])[]): number {
  const both = all.flatMap(([a, b]) => {
    const n = Math.min(a.length, b.length);
    const [x, y] = [centred(a.slice(0, n)), centred(b.slice(0, n))];
    return x.map((one, i) => [one, y[i]!] as const);
  });
  const sum = (of: (x: number, y: number) => number) => both.reduce((total, [x, y]) => total + of(x, y), 0);
  return sum((x, y) => x * y) / Math.sqrt(sum((x) => x * x) * sum((_, y) => y * y));
}

function centred(all: Series): number[] {
  const centre = mean(all);
  return all.map((one) => one - centre);
}
