import type { Log } from "../../../base/log.ts";
import type { Workload } from "../../../model/config.ts";
import { pausesText } from "../../../model/duel.ts";
import { itemKey, itemName } from "../../../model/item.ts";
import type { PairsRequest } from "../../../model/ports.ts";
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
 * Whether pauses of the script are shortened: where the config asks for it, and VUs pause. A script whose try broke off
 * may pause later: it does if it knows the word.
 */
export function isPaced({ measure: { pace } }: Workload, { read, iteration }: Tried): boolean {
  if (pace !== "full" || vusOf(read.load) === 0) return false;
  return iteration === null
    ? read.files.some(({ content }) => content.includes("sleep"))
    : iteration.pause > 0;
}

/** The pace of each workload and variant, found in its first start and the same in every later one. */
export class Paces {
  private readonly log: Log;
  private readonly found = new Map<string, number>();

  constructor(log: Log) {
    this.log = log;
  }

  /** The pace of an earlier call, or one to be found. */
  of(request: PairsRequest, { read, iteration }: Tried): Pacer {
    const known = this.found.get(itemKey(itemOf(request)));
    if (known !== undefined) return new Pacer(known, true);
    return new Pacer(iteration === null ? 1 : requestRate(read.load, iteration) / BRISK);
  }

  /** Keeps the pace that a call found, and says it once. Returns the share of the pauses that is left. */
  keep(request: PairsRequest, pace: Pacer): number {
    const item = itemOf(request);
    const known = this.found.get(itemKey(item));
    if (known !== undefined) return known;
    const { found, utilisation } = pace;
    this.found.set(itemKey(item), found);
    const at = utilisation === null ? "" : `, at ${Math.round(100 * utilisation)} % utilisation`;
    this.log.info(`${itemName(item)}: ${pausesText(found)}${at}`);
    return found;
  }
}

const itemOf = ({ name, variant }: PairsRequest) => ({ workload: name, variant });
