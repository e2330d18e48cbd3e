/** What only reads or changes rows; all else may hold passwords, names of files, or code. */
const STATEMENT = /^\(*\s*(?:select|insert|update|delete|merge|with|values|table)\b/i;
/** Longest statement that is kept, in characters. */
const KEPT = 2_000;
/** Longest statement that is read, in characters. */
const LONGEST = 100_000;

/** Begin and end of a string between dollar signs. */
const DOLLARS = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/u;
/**
 * The parts of a statement that may hold values: comments, strings (with escapes after E, and between dollar signs), and all that
 * begins as a number. The `#` of MySQL's comments is also an operator for JSON of PostgreSQL. Quoted names are matched first, so
 * that nothing within them is taken for one.
 */
const PARTS = new RegExp(
  [
    '("(?:[^"]|"")*")',
    String.raw`--[^\n]*|/\*[\s\S]*?\*/|#(?!(?:>>?|-)\s*(?:[$'(]|array\b))[^\n]*`,
    String.raw`\b[eE]'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'`,
    String.raw`(${DOLLARS.source})[\s\S]*?\2`,
    String.raw`(\$\d+)`,
    String.raw`\b\d[\p{L}\p{N}_.$]*(?:(?<=[eE])[+-]\d+)?`,
  ].join("|"),
  "gu",
);
/** A string that ends here for PostgreSQL, and later for MySQL, where a backslash escapes its quote. */
const UNSURE = /^'[\s\S]*(?<!\\)(?:\\\\)*\\'/;
/** Signs of a string or a comment whose other half is missing. */
const UNFINISHED = new RegExp(`'|/\\*|\\*/|--|${DOLLARS.source}`, "u");

/**
 * A statement of SQL without its values, for people: parameters stay (`$1`), strings and numbers become `?`, comments go.
 * Null for a statement that is more than a query or a change of rows, for an incomplete one, and for one whose strings end
 * elsewhere in another database.
 */
export function withoutValues(sql: string): string | null {
  if (sql.length > LONGEST) return null;
  let isUnsure = false;
  const text = sql
    .replace(PARTS, (part, name?: string, _tag?: string, parameter?: string) => {
      if (name !== undefined || parameter !== undefined) return part;
      if (UNSURE.test(part)) isUnsure = true;
      return /^(?:--|\/\*|#)/.test(part) ? " " : "?";
    })
    .replace(/\s+/g, " ")
    .trim();
  const unfinished = UNFINISHED.test(text.replace(/"(?:[^"]|"")*"/g, ""));
  return !STATEMENT.test(text) || unfinished || isUnsure ? null : text.slice(0, KEPT);
}
