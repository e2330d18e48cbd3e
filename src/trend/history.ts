import type { Entry, Result } from "../model/trend.ts";

/** Days for which every run is kept; of an older day only its last. */
export const ALL_DAYS = 90;
const DAY = 86_400_000;

/** Two results of one key are the same measurement, whoever publishes it and how often. */
const keyOf = ({ commit, run, attempt, source }: Entry, { workload, variant }: Result): string =>
  JSON.stringify([source, commit?.sha ?? ["run", run], workload, variant, commit === null ? 1 : attempt]);

/**
 * What entries add to a history, one after the other: themselves without the results that are there already. What was
 * published first stays.
 */
export function additions(history: readonly Entry[], entries: readonly Entry[]): Entry[] {
  const known = new Set(history.flatMap((each) => each.results.map((result) => keyOf(each, result))));
  return entries.flatMap((entry) => {
    const results = entry.results.filter((result) => !known.has(keyOf(entry, result)));
    for (const result of results) known.add(keyOf(entry, result));
    return results.length === 0 ? [] : [{ ...entry, results }];
  });
}

/**
 * Entries that are kept at a time: all of the last 90 days; of an older day (UTC) the last of each runner class,
 * workload and variant; releases always. In the order given.
 */
export function retained<E extends Entry>(entries: readonly E[], now: Date): E[] {
  const border = now.getTime() - ALL_DAYS * DAY;
  const young = ({ at }: Entry) => Date.parse(at) >= border;
  const last = new Map<string, E>();
  const slots = (entry: E) =>
    entry.results.map(({ workload, variant }) =>
      JSON.stringify([new Date(entry.at).toISOString().slice(0, 10), entry.runnerClass, workload, variant]),
    );
  for (const entry of entries) {
    for (const slot of slots(entry)) {
      const before = last.get(slot);
      if (before === undefined || ordered(before, entry) <= 0) last.set(slot, entry);
    }
  }
  return entries.filter(
    (entry) =>
      young(entry) || entry.release !== null || slots(entry).some((slot) => last.get(slot) === entry),
  );
}

/** Oldest first; of one instant in an order that every publisher agrees on. */
export function ordered(a: Entry, b: Entry): number {
  const [x, y] = [`${a.run}/${a.attempt}`, `${b.run}/${b.attempt}`];
  return Date.parse(a.at) - Date.parse(b.at) || (x < y ? -1 : x > y ? 1 : 0);
}

/** Bytes at which is warned: half of what a file and a Pages site may have at most, before either is in the way. */
const LIMITS = { file: 50 * 2 ** 20, site: 500 * 2 ** 20 } as const;
/** A page beyond this is slow to load on a phone. */
const HEAVY = 10 * 2 ** 20;

/** What to say about the size of a site, in words; nothing while there is much room. */
export function sizeWarnings(size: { readonly page: number; readonly site: number }): string[] {
  const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
  const found: string[] = [];
  if (size.page > LIMITS.file)
    found.push(`the trend page is ${mib(size.page)} large, and a file of 100 MB is refused by GitHub`);
  else if (size.page > HEAVY)
    found.push(`the trend page is ${mib(size.page)} large: slow to load on a phone`);
  if (size.site > LIMITS.site)
    found.push(`the published branch holds ${mib(size.site)}, and GitHub Pages takes 1 GB`);
  return found;
}
