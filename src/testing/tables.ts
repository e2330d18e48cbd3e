/** The tables of a document of records, by heading: rows as their readers see them, under the names of their columns. */
export function tables(document: string): Record<string, Table> {
  const found = document.matchAll(/^### (.+)\n\n(?:<!-- .* -->\n\n)?((?:\|.*\|\n)+)/gm);
  return Object.fromEntries(
    [...found].map(([, heading, text]) => {
      const [columns = [], , ...rows] = text!.trim().split("\n").map(cells);
      return [heading!, rows.map((row) => Object.fromEntries(row.map((cell, i) => [columns[i]!, cell])))];
    }),
  );
}
export type Table = readonly Readonly<Record<string, string>>[];

const cells = (line: string) =>
  line
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim().replace(/`|&lt;|&gt;|&amp;/g, (mark) => SEEN[mark]!));

const SEEN: Readonly<Record<string, string>> = { "`": "", "&lt;": "<", "&gt;": ">", "&amp;": "&" };

/** A column from top to bottom. */
export const column = (table: Table | undefined, name: string) => table?.map((row) => row[name]);

/** The number that a cell says: "2,306" and "12.8 /s". */
export const figure = (cell: string | undefined) => Number.parseFloat((cell ?? "").replaceAll(",", ""));
