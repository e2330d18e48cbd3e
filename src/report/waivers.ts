import type { Comparison } from "../model/comparison.ts";
import { itemName } from "../model/item.ts";
import { format } from "../model/quantity.ts";
import { WaiverFate, type WaiversUsed } from "../model/waiver.ts";

type Used = WaiversUsed["rows"][number];

/** Formats names and sentences from the data for a medium. */
export interface Setting {
  readonly name: (text: string) => string;
  readonly prose: (text: string) => string;
}

/** The text for each fate of a waiver; null where the workload was not measured. */
const SAY: Readonly<Record<WaiverFate, ((used: Used["waiver"], set: Setting) => string) | null>> = {
  accepted: ({ ceiling, expires, because }, { prose }) =>
    `accepted up to ${format(ceiling, "ratio")} until ${expires}: ${prose(because)}`,
  exceeded: ({ ceiling, expires }) =>
    `not accepted: worse than the ${format(ceiling, "ratio")} allowed until ${expires}`,
  expired: ({ ceiling, expires }) =>
    `expired: up to ${format(ceiling, "ratio")} was accepted until ${expires}; delete the row`,
  unused: ({ ceiling, expires }) =>
    `not needed by this run: up to ${format(ceiling, "ratio")} until ${expires}`,
  unmatched: () => "no measured metric has this name",
  unmeasured: null,
};

/** A line for each waiver that was used or should be deleted: used ones first, then by fate and order of the file. */
export function waiverLines({ waivers }: Comparison, set: Setting): string[] {
  const rank = ({ fate }: Used) => WaiverFate.options.indexOf(fate);
  const metrics = [...(waivers?.rows ?? [])]
    .sort((a, b) => rank(a) - rank(b))
    .flatMap(({ waiver, fate }) => {
      const sentence = SAY[fate]?.(waiver, set);
      const of = itemName(waiver);
      return sentence === undefined ? [] : [`${set.name(of)} ${set.name(waiver.metric)}: ${sentence}`];
    });
  const loads = (waivers?.loads ?? []).map(({ waiver: { workload, variant, expires, because }, fate }) => {
    const of = set.name(itemName({ workload, variant }));
    if (fate === "accepted")
      return `${of}: its edited load is accepted until ${expires}: ${set.prose(because)}`;
    if (fate === "expired") return `${of}: an edited load was accepted until ${expires}; delete the row`;
    return `${of}: an edited load is accepted until ${expires}; this change does not edit it`;
  });
  return [...metrics, ...loads];
}
