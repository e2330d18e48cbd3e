/** What only reads or changes rows; all else may hold passwords, names of files, or code. */
const STATEMENT = /^\(*\s*(?:select|insert|update|delete|merge|with|values|table)\b/i;
/** Longest statement that is kept, in characters. */
const KEPT = 2_000;
/** Longest statement that is read, in characters. */
const LONGEST = 100_000;

/**
 * The parts of a statement that may hold values: comments, strings (with escapes after E, and between dollar signs), and
 * numbers. Quoted names are matched first, so that nothing within them is taken for one.
 */
const PARTS =
  /("(?:[^"]|"")*")|--[^\n]*|\/\*[\s\S]*?\*\/|[eE]'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\2|(\$\d+)|(\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b)/g;

/**
 * A statement of SQL without its values, for people: parameters stay (`$1`), strings and numbers become `?`, comments go.
 * Null for a statement that is more than a query or a change of rows, and for an incomplete one.
 */
export function withoutValues(sql: string): string | null {
  if (sql.length > LONGEST) return null;
  const text = sql
    .replace(PARTS, (part, name?: string, _tag?: string, parameter?: string) => {
      if (name !== undefined || parameter !== undefined) return part;
      return part.startsWith("--") || part.startsWith("/*") ? " " : "?";
    })
    .replace(/\s+/g, " ")
    .trim();
  const unfinished = /'|\/\*|\*\/|--/.test(text.replace(/"(?:[^"]|"")*"/g, ""));
  return !STATEMENT.test(text) || unfinished ? null : text.slice(0, KEPT);
}
