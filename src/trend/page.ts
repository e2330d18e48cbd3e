import type { Charts } from "../model/chart.ts";

/** Where the data goes in the page as it was built. */
export const SLOT = "__STEELYARD_CHARTS__";

/**
 * The page with its data in it: one file, which asks for nothing else.
 *
 * The data is a JSON block, which browsers do not run; no `<` of it stands as one, so no text of it can end the block.
 */
export const pageOf = (template: string, charts: Charts): string =>
  template.replace(SLOT, () => JSON.stringify(charts).replaceAll("<", "\\u003c"));
