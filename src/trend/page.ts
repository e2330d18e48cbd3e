import type { Charts } from "../model/chart.ts";

/** The place of the data in the built page. */
export const SLOT = "__STEELYARD_CHARTS__";

/**
 * The page with its data: one file that loads nothing else.
 *
 * The data is a JSON block, which browsers do not run. Every `<` in it is escaped, so no text can end the block.
 */
export const pageOf = (template: string, charts: Charts): string =>
  template.replace(SLOT, () => JSON.stringify(charts).replaceAll("<", "\\u003c"));
