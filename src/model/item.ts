/** A workload, or one variant of it: the unit that is planned, measured and judged. */
export interface Item {
  readonly workload: string;
  /** Null for a workload without variants. */
  readonly variant: string | null;
}

/** A key for maps. */
export const itemKey = ({ workload, variant }: Item) => JSON.stringify([workload, variant]);

/** "recommend", "search/popularity" */
export const itemName = ({
  workload,
  variant,
}: {
  readonly workload: string;
  readonly variant?: string | null | undefined;
}) => (variant === null || variant === undefined ? workload : `${workload}/${variant}`);

/** Whether another is the same one. */
export const isItem =
  (a: Item) =>
  (b: Item): boolean =>
    a.workload === b.workload && a.variant === b.variant;

/** Groups by workload and variant in one pass, and returns the group of one of them. */
export function byItem<T extends Item>(all: readonly T[]): (of: Item) => readonly T[] {
  const found = new Map<string, T[]>();
  for (const one of all) {
    const key = itemKey(one);
    const list = found.get(key);
    if (list) list.push(one);
    else found.set(key, [one]);
  }
  return (of) => found.get(itemKey(of)) ?? [];
}
