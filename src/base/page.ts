/** The place of the data in a built page. */
export const SLOT = "__STEELYARD_DATA__";

/**
 * A page with its data: one file that loads nothing else.
 *
 * The data is a JSON block, which browsers do not run. Every `<` in it is escaped, so no text can end the block.
 */
export const pageOf = (template: string, data: unknown): string =>
  template.replace(SLOT, () => JSON.stringify(data).replaceAll("<", "\\u003c"));
