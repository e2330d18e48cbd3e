import type { Metrics } from "./metric.ts";
import type { RunningStack } from "./ports.ts";
import type { ServiceEvent } from "./slow.ts";

/** Figures that services publish themselves, and what their databases count. */
export interface Scraper {
  /** Reads all of them now. Never rejects: absent pages are reported when their figures are made. */
  read(
    stack: Pick<RunningStack, "targets" | "headers" | "statements" | "executed">,
    signal: AbortSignal,
  ): Promise<Scraped>;
  /**
   * The figures between two readings. One that is not available is absent, and the reason is logged once.
   *
   * @param load the requests in between, for figures per request (none without), and the seconds in which they were made
   *   (those between the readings where absent)
   */
  between(
    before: Scraped,
    after: Scraped,
    load: { readonly requests: number; readonly seconds?: number },
  ): Metrics;
  /** Start times of the processes behind the pages, where they publish them. Never rejects. */
  started?(
    stack: Pick<RunningStack, "targets" | "headers">,
    signal: AbortSignal,
  ): Promise<readonly ServiceEvent[]>;
}

/** One reading; what else is in it only the scraper knows that made it. */
export interface Scraped {
  /** Milliseconds, of the clock that only goes forward. */
  readonly at: number;
}
