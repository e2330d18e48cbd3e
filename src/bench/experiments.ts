import { parseArgs } from "node:util";
import { say } from "../dev/command.ts";
import { betaTails } from "../stats/beta.ts";
import { ENVIRONMENTS } from "./judge/environments.ts";
import { CANDIDATES, SPECIFIED, TAILS } from "./judge/experiments/candidates.ts";
import { type Place, recordedPlace, simulatedPlace } from "./judge/experiments/parts.ts";
import { CHANGES, type Found, tallies } from "./judge/experiments/tallies.ts";
import { trials } from "./judge/recorded.ts";
import { bounds, type Share } from "./judge/results.ts";

// Ways to judge pairs beside the specified one, on the same draws. `--place choosing`, `held` (rounds 9 to 16),
// `real`, or a simulated place; `--only NAME` one candidate beside the specified rule; `--tails p95` (or p99) as gates.
const { values } = parseArgs({
  options: {
    place: { type: "string", multiple: true, default: ["choosing", "shared"] },
    only: { type: "string", multiple: true },
    harmless: { type: "string", default: "1000" },
    changed: { type: "string", default: "500" },
    seed: { type: "string", default: "20261122" },
    tails: { type: "string" },
  },
});
const series = trials();
const PLACES: readonly Place[] = [
  recordedPlace("choosing", series, (round) => round <= 8),
  recordedPlace("held", series, (round) => round > 8),
  recordedPlace("real", series, () => true),
  ...ENVIRONMENTS.map(simulatedPlace),
];
const candidates = values.tails
  ? TAILS.filter(({ gates }) => gates.some((gate) => gate === values.tails))
  : CANDIDATES.filter(({ name }) => name === SPECIFIED.name || !values.only || values.only.includes(name));
const sizes = {
  harmless: Number(values.harmless),
  changed: Number(values.changed),
  seed: Number(values.seed),
};
say(`seed ${sizes.seed}, ${sizes.harmless} harmless pull requests a place, ${sizes.changed} also changed`);
for (const place of PLACES.filter(({ name }) => values.place.includes(name))) {
  const names = CHANGES.map(({ name }) => name);
  console.log(`\n${place.name}\n`);
  console.log(line(["rule", "false alarms", ...names, "shown unchanged", "pairs"]));
  console.log(line(["---", "---", ...names.map(() => "---"), "---", "---"]));
  for (const found of tallies(place, candidates, sizes)) console.log(line(cells(found)));
}

/** Cells: found %, (+gained −lost, p of the exact sign test) against the first, shown unchanged u, pairs n. */
function cells({ candidate, alarms, found, unchanged, differ, shown, pairs, slowPairs }: Found): string[] {
  return [
    candidate,
    exactly(alarms),
    ...found.map((share, k) => {
      const [gained, lost] = differ[k]!;
      const against = gained + lost > 0 ? ` (+${gained} −${lost}, p ${sign(gained, lost)})` : "";
      return `${percent(share)}${against}, u ${percent(unchanged[k]!)}, n ${slowPairs[k]!.toFixed(1)}`;
    }),
    percent(shown),
    pairs.toFixed(1),
  ];
}

/** Two-sided exact sign test. */
function sign(gained: number, lost: number): string {
  const n = gained + lost;
  const k = Math.max(gained, lost);
  const tail = betaTails(k, n - k + 1, 0.5, 0.5).lower; // P(X ≥ k), X binomial of n and a half
  return Math.min(1, 2 * tail).toPrecision(1);
}

function exactly(share: Share): string {
  const [low, high] = bounds(share).map((v) => (100 * v).toFixed(2));
  return `${percent(share)} [${low}, ${high}]`;
}
function percent({ k, n }: Share): string {
  return n === 0 ? "–" : ((100 * k) / n).toFixed(1);
}
function line(row: readonly string[]): string {
  return `| ${row.join(" | ")} |`;
}
