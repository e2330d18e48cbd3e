import { secondsTaken } from "../../model/run.ts";
import { signed } from "../../report/figures.ts";
import { clopperPearson } from "../../stats/beta.ts";
import { meanEstimate } from "../../stats/location.ts";
import { median } from "../../stats/samples.ts";
import { markdown, medianAndWorst } from "../markdown.ts";
import { grouped } from "../rows.ts";
import { exchanged, type Kept, spreads } from "./kept.ts";

/** Seconds within which a verdict is wanted. */
const WANTED = 120;
/** Exchanges of sides for each comparison. */
const EXCHANGES = 20;

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** Spreads of a metric, or its mean log ratios, in all comparisons that can tell. */
const figures = (group: readonly Kept[], metric: string, of: "within" | "between" | "mean") =>
  group.flatMap(({ pairs }) =>
    Object.entries(pairs).flatMap(([key, one]) => (key.endsWith(metric) ? (spreads(one)?.[of] ?? []) : [])),
  );

/** The comparisons of unchanged code by service, and of all, as a Markdown table. */
export function placeboTable(all: readonly Kept[]): string {
  const same = all.filter(({ branch }) => branch === "same");
  const groups = grouped(same, ({ service, busy }) => `${service}${busy ? ", busy" : ""}`);
  const rows = [...groups, ["all", same] as const].map(([name, group]) => {
    const red = group.filter(({ regressed }) => regressed.length > 0).length;
    const turned = group.flatMap((one, i) =>
      one.looks.length === 0
        ? []
        : Array.from({ length: EXCHANGES }, (_, k) => exchanged(one, 1 + i * EXCHANGES + k)),
    );
    const spread = (metric: string, of: "within" | "between") => {
      const found = figures(group, metric, of);
      return name === "all" || found.length === 0 ? "" : percent(median(found));
    };
    const leaning = (metric: string) => {
      const found = figures(group, metric, "mean");
      return `${found.filter((one) => one > 0).length} of ${found.length}`;
    };
    const seconds = group.map(({ seconds }) => secondsTaken(seconds));
    const wallOverLoad = group.flatMap(({ seconds }) =>
      seconds.load > 0 ? [secondsTaken(seconds) / seconds.load] : [],
    );
    return [
      name,
      `${group.length}`,
      `${red}, ≤ ${percent(clopperPearson(red, group.length, 0.05)[1])}`,
      turned.length === 0 ? "" : percent(turned.filter(Boolean).length / turned.length),
      leaning("p50"),
      leaning("cpu_per_request"),
      `${group.filter(({ overall }) => overall === "invalid" || overall === "failed").length}`,
      `${group.filter(({ untold }) => untold.length > 0).length}`,
      `${group.filter(({ untold }, i) => untold.length === 0 && seconds[i]! <= WANTED).length}`,
      spread("p50", "within"),
      spread("p50", "between"),
      spread("cpu_per_request", "within"),
      spread("cpu_per_request", "between"),
      medianAndWorst(seconds),
      wallOverLoad.length === 0 ? "" : median(wallOverLoad).toFixed(2),
    ];
  });
  return markdown(
    [
      "unchanged code",
      "comparisons",
      "regressed, upper 95 % limit",
      "with sides exchanged",
      "p50 higher in head",
      "CPU higher in head",
      "invalid or failed",
      "with a gate undecided",
      `settled within ${WANTED} s`,
      "sd of a pair: p50",
      "of a start",
      "sd of a pair: CPU",
      "of a start",
      "seconds: median, worst",
      "wall/load",
    ],
    rows,
  );
}

/** The comparisons of slower code, as a Markdown table. */
export function slowerTable(all: readonly Kept[]): string {
  const slower = all.filter(({ branch }) => branch === "slower");
  return markdown(["slower code", ...FOUND], grouped(slower, ({ service }) => service).map(foundOf));
}

/** The comparisons of code that takes 5 % more CPU, with the measured changes, as a Markdown table. */
export function fivePercentTable(all: readonly Kept[]): string {
  const five = all.filter(({ branch }) => branch === "five");
  const rows = grouped(five, ({ service }) => service).map(([name, group]) => {
    // Of the pairs that all of them have: those that go on do so because less was seen.
    const early = group.map((one) => ({ ...one, pairs: firstLook(one) }));
    const more = (metric: string) => {
      const { estimate, se } = meanEstimate(figures(early, metric, "mean"));
      return `${signed(Math.expm1(estimate))} ± ${(100 * se).toFixed(1)}`;
    };
    return [...foundOf([name, group]), more("p50"), more("cpu_per_request")];
  });
  return markdown(["+5 % of CPU", ...FOUND, "p50 measured", "CPU measured"], rows);
}

/** The pairs that a comparison has at its first look. */
const firstLook = ({ pairs, looks }: Kept): Kept["pairs"] =>
  Object.fromEntries(Object.entries(pairs).map(([name, all]) => [name, all.slice(0, looks[0])]));

const FOUND = ["found", "seconds: median, worst"];

function foundOf([name, group]: readonly [string, readonly Kept[]]): string[] {
  const found = group.filter(({ regressed }) => regressed.length > 0);
  const seconds = group.map(({ seconds }) => secondsTaken(seconds));
  return [name, `${found.length} of ${group.length}`, medianAndWorst(seconds)];
}

/** How often 5 % was found in the time that a comparison of unchanged code had asked for, as a Markdown table. */
export function forecastTable(all: readonly Kept[]): string {
  const tried = all.flatMap(({ branch, service, forecast, regressed, seconds }) =>
    branch === "forecast" && forecast !== undefined
      ? [{ service, forecast, found: regressed.includes(forecast.metric), took: secondsTaken(seconds) }]
      : [],
  );
  const rows = grouped(tried, ({ service }) => service).map(([name, group]) => [
    name,
    `${group.filter(({ found }) => found).length} of ${group.length}`,
    medianAndWorst(group.map(({ forecast }) => forecast.pairs)),
    medianAndWorst(group.map(({ forecast }) => forecast.seconds)),
    medianAndWorst(group.map(({ took }) => took)),
  ]);
  return markdown(
    ["+5 % in the time asked for", "found", "pairs: median, most", "seconds foretold", "seconds taken"],
    rows,
  );
}
