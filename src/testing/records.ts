/** The tables of a document of records, by heading: rows as cells. */
export function tables(document: string): Record<string, string[][]> {
  const found = document.matchAll(/^### (.+)\n\n(?:<!-- .* -->\n\n)?((?:\|.*\|\n)+)/gm);
  const cells = (line: string) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim());
  return Object.fromEntries(
    [...found].map(([, heading, text]) => [heading!, text!.trim().split("\n").slice(2).map(cells)]),
  );
}
