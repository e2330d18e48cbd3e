import { median } from "../stats/samples.ts";

/** A table in Markdown. */
export const markdown = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** "92, 316" */
export const medianAndWorst = (all: readonly number[]): string =>
  `${median(all).toFixed(0)}, ${Math.max(...all).toFixed(0)}`;
