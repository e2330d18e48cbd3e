/**
 * The value that a record holds under a name from data. It is never one that every object inherits: `constructor` and
 * `toString` are names like any other.
 */
export function own<T>(record: Readonly<Record<string, T>> | null | undefined, name: string): T | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}
