import type { Metrics } from "../model/metric.ts";
import type { RunningStack } from "../model/ports.ts";
import type { Scraped, Scraper } from "../model/scraper.ts";

/** The figures that the services of a stack have published since `before`; none without that reading. */
export async function scrapedSince(
  before: Scraped | undefined,
  { stack, scraper }: { readonly stack: RunningStack; readonly scraper?: Scraper | undefined },
  requests: number,
  signal: AbortSignal,
): Promise<Metrics> {
  if (before === undefined || scraper === undefined) return {};
  return scraper.between(before, await scraper.read(stack, signal), { requests });
}
