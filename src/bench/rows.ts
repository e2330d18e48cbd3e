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

/** The groups of a list by a key, in the order of their first members. */
export function grouped<T>(all: readonly T[], key: (one: T) => string): [string, T[]][] {
  const found = new Map<string, T[]>();
  for (const one of all) found.set(key(one), [...(found.get(key(one)) ?? []), one]);
  return [...found];
}
