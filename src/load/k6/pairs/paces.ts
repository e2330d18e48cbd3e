import type { Log } from "../../../base/log.ts";
import type { Workload } from "../../../model/config.ts";
import { pausesText } from "../../../model/duel.ts";
import { itemKey, itemName } from "../../../model/item.ts";
import type { PairsRequest } from "../../../model/ports.ts";
import { mention } from "../workloaddigest.ts";
import { type Iteration, requestRate, vusOf } from "./load.ts";
import { Pacer } from "./pace.ts";
import type { Read } from "./read.ts";

/** Requests a second at which a load is known well enough to shorten its pauses from there on. */
const BRISK = 50;

/** A script, and its iteration in the try; null where that broke off. */
interface Tried {
  readonly read: Read;
  readonly iteration: Iteration | null;
}

/**
 * Whether pauses of the script are shortened: where the config asks for it, and VUs pause. A script that did not pause in
 * its try may have left early, over the answer of a probe: it pauses if it knows the word.
 */
export function isPaced({ measure: { pace } }: Workload, { read, iteration }: Tried): boolean {
  if (pace !== "full" || vusOf(read.load) === 0) return false;
  return didPause(iteration) || mention(read.files, "sleep");
}

const didPause = (iteration: Iteration | null): iteration is Iteration => (iteration?.pause ?? 0) > 0;

/** The pace of each workload and variant, found in its first start and the same in every later one. */
export class Paces {
  private readonly log: Log;
  /** Undefined where a script never pauses. */
  private readonly found = new Map<string, number | undefined>();

  constructor(log: Log) {
    this.log = log;
  }

  /** The pace of an earlier call, or one to be found. */
  of(request: PairsRequest, { read, iteration }: Tried): Pacer {
    const key = itemKey(itemOf(request));
    if (this.found.has(key)) return new Pacer(this.found.get(key) ?? 1, true);
    return new Pacer(didPause(iteration) ? requestRate(read.load, iteration) / BRISK : 1);
  }

  /** Keeps the pace that a call found, and says it once. Returns the share of the pauses that is left, if there are any. */
  keep(request: PairsRequest, pace: Pacer): number | undefined {
    const item = itemOf(request);
    const key = itemKey(item);
    if (this.found.has(key)) return this.found.get(key);
    const { utilisation } = pace;
    const found = pace.paused === false ? undefined : pace.found;
    this.found.set(key, found);
    if (found === undefined) return found;
    const at = utilisation === null ? "" : `, at ${Math.round(100 * utilisation)} % utilisation`;
    this.log.info(`${itemName(item)}: ${pausesText(found)}${at}`);
    return found;
  }
}

const itemOf = ({ name, variant }: PairsRequest) => ({ workload: name, variant });
