import type { PairGenerator, PairsRequest } from "../model/ports.ts";
import { SIDES, type Side } from "../model/schedule.ts";

/** Functions for the time before the first pair of a load and after its last one, while nothing is loaded. */
export interface Watch {
  begin(side: Side): Promise<void>;
  /** Ends what was begun, on both sides. */
  end(): Promise<void>;
}

/** A generator whose pairs are watched from the beginning of the first one to the end of the last one. */
export function watched(generator: PairGenerator, watch: Watch): PairGenerator {
  return {
    finest: (...of) => generator.finest(...of),
    async pairs(request: PairsRequest, border: Parameters<PairGenerator["pairs"]>[1], signal: AbortSignal) {
      let begun = false;
      // A slice loads one side alone, so that the last pair ends twice.
      let ends = request.mode === "slice" ? 2 : 1;
      const result = await generator.pairs(
        request,
        async (at) => {
          if (!begun) await Promise.all(SIDES.map((side) => watch.begin(side)));
          begun = true;
          await border(at);
          if (at.pair === request.pairs - 1 && at.edge === "end" && --ends === 0) await watch.end();
        },
        signal,
      );
      if (begun && ends > 0) await watch.end(); // the generator ended early
      return result;
    },
  };
}
