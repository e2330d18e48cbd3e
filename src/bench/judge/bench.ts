import { replayed } from "./draws.ts";
import { ENVIRONMENTS, simulated } from "./environments.ts";
import { peerRows } from "./others.ts";
import { ourRows } from "./ours.ts";
import { duettedShares, injectedShares, requestedShares } from "./real.ts";
import { duets, runs, trials } from "./recorded.ts";
import type { Results, Sizes } from "./results.ts";

/** Minutes on two cores. */
export const SHORT: Sizes = {
  harmless: 1000,
  slowed: 150,
  peersHarmless: 100,
  peersSlowed: 50,
  recorded: 600,
};
/** Sizes of the committed results. */
export const FULL: Sizes = {
  harmless: 4000,
  slowed: 1000,
  peersHarmless: 600,
  peersSlowed: 300,
  recorded: 600,
};

/**
 * The whole comparison. The same seed and sizes give the same results.
 *
 * @param say  told what is being done
 * @param only names of environments; all without. The random numbers of one do not depend on the others.
 */
export function results(
  sizes: Sizes,
  seed: number,
  say: (what: string) => void,
  only?: readonly string[],
): Results {
  const series = trials();
  const all = [replayed(series), ...ENVIRONMENTS.map(simulated)];
  const sources = all.flatMap((source, i) =>
    only && !only.includes(source.name) ? [] : [{ source, seed: seed + i }],
  );
  say(
    `our rules: ${sizes.harmless} harmless pull requests an environment, ${sizes.slowed} of them also slowed`,
  );
  const ours = ourRows(sources, sizes);
  say("recorded slow-downs, and request mode");
  const injected = injectedShares(series, sizes.recorded, seed + 10_000);
  const requested = requestedShares(runs(), sizes.recorded, seed + 20_000);
  const duetted = duettedShares(duets(), sizes.recorded, seed + 30_000);
  say(
    `peers: ${sizes.peersHarmless} harmless pull requests an environment, ${sizes.peersSlowed} also slowed`,
  );
  const peers = peerRows(sources, sizes);
  return {
    schema: "judge-bench/1",
    seed,
    sizes,
    environments: sources.map(({ source }) => source.name),
    rows: [...ours, ...peers],
    injected,
    requested,
    duetted,
  };
}
