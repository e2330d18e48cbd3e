import { counted } from "../base/text.ts";
import type { Comparison } from "../model/comparison.ts";
import { itemName } from "../model/item.ts";
import { format } from "../model/quantity.ts";
import type { SlowShown } from "../model/slow.ts";

/** Most clusters of slow requests in a report. */
const MOST = 5;

/** Formats text from the data for a medium. */
interface Set {
  readonly name: (text: string) => string;
  readonly prose: (text: string) => string;
}

/** A line per cluster of slow requests, slowest first, with the log lines that services wrote at that time. */
export function slowLines(clusters: readonly SlowShown[], { name, prose }: Set): string[] {
  const more = clusters.length - MOST;
  return [
    ...clusters.slice(0, MOST).map((cluster) => {
      const wrote = cluster.lines.map(({ service, text }) => `${name(service)} wrote ${name(text)}`);
      return [`${name(itemName(cluster))}: ${prose(cluster.text)}`, ...wrote].join("; ");
    }),
    ...(more > 0 ? [`and ${counted(more, "more cluster")} of slow requests`] : []),
  ];
}

/** "4 slow requests, up to 42 s", for a heading; empty for none. */
export function slowTitle({ slow = [] }: Pick<Comparison, "slow">): string {
  if (slow.length === 0) return "";
  const requests = slow.reduce((sum, cluster) => sum + cluster.requests, 0);
  return `${counted(requests, "slow request")}, up to ${format(Math.max(...slow.map(({ most }) => most)), "s")}`;
}
