import type { Comparison, Row } from "../model/comparison.ts";
import { fragment, OVERVIEW } from "../model/view.ts";
import { short } from "./naming.ts";
import { worstFirst } from "./news.ts";

/** Longest linked address. */
const LONGEST = 500;

/**
 * The trend page at the chart of the worst metric, with head's figure marked; undefined where the config names no page.
 *
 * The figure is in the fragment of the address, which browsers do not send: nothing is published for a pull request.
 */
export function trendAddress(comparison: Comparison): string | undefined {
  const { site, rows, commit } = comparison;
  if (site === undefined) return undefined;
  const page = site.replace(/\/?$/, "/");
  const shown = worstFirst(rows).filter(({ metric, head }) => metric !== "" && head !== null);
  const row = shown.find(({ kind }) => kind === "gate") ?? shown[0];
  if (row === undefined) return page;
  const address = `${page}#${fragment({ ...OVERVIEW, ...viewOf(row, comparison.runnerClass, commit?.sha) })}`;
  return address.length <= LONGEST ? address : page;
}

function viewOf({ workload, variant, metric, head }: Row, runnerClass: string, sha: string | undefined) {
  return {
    chart: { runnerClass, workload, metric },
    mark: {
      value: Number(head!.center.toPrecision(6)),
      interval: null,
      label: sha === undefined ? "this run" : `head ${short(sha)}`,
      variant,
    },
  };
}
