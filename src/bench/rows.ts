/**
 * JSON with a line for each element of a list, so that a change of one shows as one line.
 *
 * @param list the key of the list; it comes last
 */
export function withRows<K extends string>(value: Readonly<Record<K, readonly unknown[]>>, list: K): string {
  const { [list]: rows, ...head } = value;
  const lines = rows.map((row) => JSON.stringify(row)).join(",\n");
  return `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(list)}:[\n${lines}\n]}\n`;
}
