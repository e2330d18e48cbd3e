import { markdown } from "../markdown.ts";
import { REAL } from "./draws.ts";
import { KINDS, SIZES } from "./pull.ts";
import { RECORDED } from "./recorded.ts";
import { bounds, type Cell, type Results, type Row, type Share } from "./results.ts";

/**
 * The main table, Markdown: false alarms a pull request and power at +5 %, a rule a row, an environment a column.
 *
 * Cells read `0.5 [0.3, 0.8] · 94`: percent of harmless pull requests with any of the gate metrics reported as worse,
 * its exact 95 % interval, and percent of pull requests found in which one workload's metrics all are 5 % slower.
 */
export function table({ environments, rows }: Results): string {
  const ordered = [...rows.filter(({ ours }) => ours), ...rows.filter(({ ours }) => !ours)];
  const body = ordered.map((row) => [
    row.ours ? `**${row.rule}**` : row.rule,
    minutes(row),
    ...environments.map((name) => {
      const cell = row.cells[name]!;
      return `${percent(cell.alarms)} ${interval(cell.alarms)} · ${whole(cell.power.all["0.05"]!)}`;
    }),
  ]);
  return markdown(["rule", "minutes", ...environments], body);
}

/** Rules of the main table that stand for their kind, and how the short one calls them. */
const SHORT: readonly (readonly [rule: string, name: string])[] = [
  ["duel, trial mode", "**Steelyard**, base and head side by side"],
  ["benchstat, interleaved", "benchstat, base and head in turns"],
  ["Bencher t-test .99", "Bencher, t-test at 0.99"],
  ["github-action-benchmark 110 %", "github-action-benchmark, alert at 110 %"],
];

/** A table of a few rules on recorded noise: false alarms, power at +5 %, minutes of load. */
export function shortTable({ rows }: Results): string {
  const body = SHORT.map(([rule, name]) => {
    const row = rows.find((one) => one.rule === rule);
    const cell = row?.cells[REAL];
    if (row === undefined || cell === undefined)
      throw new Error(`the results have no rule ${rule} on ${REAL}`);
    return [name, `${percent(cell.alarms)} %`, `${whole(cell.power.all["0.05"]!)} %`, minutes(row)];
  });
  return markdown(["rule", "harmless called slower", "+5 % found", "minutes of load"], body);
}

/** Further Markdown tables: power by kind and size, shares shown unchanged, real slow-downs, request mode. */
export function details(results: Results): string {
  const { environments, rows } = results;
  const mine = rows.filter(({ ours }) => ours);
  const power = mine.flatMap((row) =>
    KINDS.map((kind) => [
      row.rule,
      kind,
      ...environments.map((name) => {
        const shares = Object.values(row.cells[name]!.power[kind]);
        return shares.map(whole).join(" · ");
      }),
    ]),
  );
  const byWorkload = mine.map((row) => [row.rule, ...(row.cells[REAL]?.byWorkload ?? []).map(whole)]);
  const shown = mine
    .filter((row) => row.cells[environments[0]!]!.unchanged !== null)
    .map((row) => [
      row.rule,
      ...environments.map((name) => {
        const { unchanged, wronglyUnchanged, pairs } = row.cells[name]!;
        return `${whole(unchanged!)} · ${percent(wronglyUnchanged!)} · ${pairs!.toFixed(1)}`;
      }),
    ]);
  const peers = rows
    .filter(({ ours }) => !ours)
    .map((row) => [row.rule, ...environments.map((name) => peerCell(row.cells[name]!))]);
  const injected = results.injected.map(({ variant, pairs, found, byWorkload }) => [
    variant,
    String(pairs),
    `${whole(found)} ${interval(found)}`,
    Object.entries(byWorkload)
      .map(([name, share]) => `${name} ${whole(share)}`)
      .join(", "),
  ]);
  const requested = results.requested.map((one) => [
    one.variant,
    `${100 * one.band} %`,
    `${one.blocks} s`,
    `${whole(one.found)} ${interval(one.found)}`,
    Object.entries(one.byMode)
      .map(([mode, { any, latency }]) => `${mode} ${whole(any)} (${whole(latency)})`)
      .join(", "),
    one.unchanged ? whole(one.unchanged) : "",
    one.pairs.toFixed(1),
  ]);
  const duetted = results.duetted.map(({ load, variant, band, pairs, recorded, sd, found, unchanged }) => [
    load,
    variant,
    `${100 * band} %`,
    `${pairs} of ${recorded}`,
    (100 * sd).toFixed(2),
    whole(found), // no interval: ten of the same twelve pairs
    whole(unchanged),
  ]);
  const sizes = SIZES.map((size) => `+${100 * size} %`).join(" · ");
  return [
    `Power of our rules at ${sizes} (the baseline's also at +50 %), by what is slower:`,
    markdown(["rule", "slower", ...environments], power),
    "Power at +5 % of latency alone on recorded noise, by workload, %:",
    markdown(["rule", ...RECORDED], byWorkload),
    "Gates of harmless pull requests shown unchanged, % · gates 5 % slower and shown unchanged, % · mean pairs:",
    markdown(["rule", ...environments], shown),
    "Peers: false alarms of all 30 metrics, % · power at +5 % where only latency, and only CPU, is slower:",
    markdown(["rule", ...environments], peers),
    "Real slow-downs in recorded trials (A2: none), in % of draws found:",
    markdown(["program", "pairs", "found", "by workload"], injected),
    "Request-level interleaving of recorded runs: found (by latency alone), in % of draws:",
    markdown(["program", "band", "at most", "found", "by mode", "gates shown unchanged", "pairs"], requested),
    "CPU a request of both sides on one core (duet): sd of a pair in %, found and shown unchanged in % of draws:",
    markdown(["load", "program", "band", "pairs", "sd", "found", "unchanged"], duetted),
  ].join("\n\n");
}

/** A peer that is better on one of false alarms and power at +5 %, and no worse on the other, than a rule of ours. */
export interface Dominating {
  readonly peer: string;
  readonly environment: string;
}

/** Where a peer beats the duel outright. */
export function dominating({ environments, rows }: Results): Dominating[] {
  const duel = rows.find(({ ours }) => ours)!;
  const share = ({ k, n }: Share) => (n === 0 ? 0 : k / n);
  return environments.flatMap((environment) => {
    const own = duel.cells[environment]!;
    const [alarms, power] = [share(own.alarms), share(own.power.all["0.05"]!)];
    return rows
      .filter(({ ours }) => !ours)
      .filter(({ cells }) => {
        const cell = cells[environment]!;
        const [a, p] = [share(cell.alarms), share(cell.power.all["0.05"]!)];
        return a <= alarms && p >= power && (a < alarms || p > power);
      })
      .map(({ rule }) => ({ peer: rule, environment }));
  });
}

/** Whether any peer is better on one axis at equal or better value of the other, in words. */
export function dominance(results: Results): string {
  const found = dominating(results);
  if (found.length === 0) {
    return "No other rule is better than the duel in false alarms or in power without being worse in the other, in any of these environments.";
  }
  const named = found.map(({ peer, environment }) => `${peer} (${environment})`).join(", ");
  return `Better than the duel in one of both and no worse in the other: ${named}.`;
}

/** The origin of the tables' figures. */
export function provenance({ seed, sizes }: Results): string {
  const counts = `${sizes.harmless} harmless pull requests an environment for our rules and ${sizes.peersHarmless} for others, ${sizes.slowed} and ${sizes.peersSlowed} slowed ones of each kind and size`;
  return `Seed ${seed}; ${counts}. \`npm run bench:judge -- --full\` makes them again.`;
}

function peerCell({ alarmsOfAll, power }: Cell): string {
  return `${whole(alarmsOfAll!)} · ${whole(power.latency["0.05"]!)} · ${whole(power.cpu["0.05"]!)}`;
}

/** Least and most minutes of load over environments, both sides included. */
function minutes({ cells }: Row): string {
  const all = Object.values(cells).map(({ seconds }) => seconds / 60);
  const [low, high] = [Math.min(...all).toFixed(1), Math.max(...all).toFixed(1)];
  return low === high ? low : `${low}–${high}`;
}

/** Shown for a figure that is not available. */
const NOTHING = "–";
const percent = ({ k, n }: Share): string =>
  n === 0 ? NOTHING : ((100 * k) / n).toFixed((100 * k) / n < 10 ? 1 : 0);
const whole = ({ k, n }: Share): string => (n === 0 ? NOTHING : ((100 * k) / n).toFixed(0));
function interval(share: Share): string {
  if (share.n === 0) return NOTHING;
  const [low, high] = bounds(share).map((v) => (100 * v).toFixed(100 * v < 10 ? 1 : 0));
  return `[${low}, ${high}]`;
}
