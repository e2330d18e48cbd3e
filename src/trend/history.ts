import type { Entry, Result } from "../model/trend.ts";

const DAY = 86_400_000;

/**
 * Results with a key in common are the same measurement, whoever publishes it and however often. A rerun of the job that
 * publishes brings the same run as another attempt. Other tools have no names of runs.
 */
function keysOf(entry: Entry, { workload, variant }: Result): string[] {
  const { commit, run, attempt, source, runnerClass } = entry;
  const measured = commit === null ? ["run", run] : [commit.sha, attempt];
  const keys: unknown[] = [[source, runnerClass, workload, variant, measured]];
  if (source === "steelyard") keys.push(["run", run, runnerClass, commit?.sha, workload, variant]);
  return keys.map((key) => JSON.stringify(key));
}

/**
 * The part of entries that a history lacks: each entry without the results that exist already. The first published result
 * stays.
 */
export function additions(history: readonly Entry[], entries: readonly Entry[]): Entry[] {
  const known = new Set(history.flatMap((each) => each.results.flatMap((result) => keysOf(each, result))));
  return entries.flatMap((entry) => {
    const results = entry.results.filter((result) => keysOf(entry, result).every((key) => !known.has(key)));
    for (const key of results.flatMap((result) => keysOf(entry, result))) known.add(key);
    return results.length === 0 ? [] : [{ ...entry, results }];
  });
}

/** The runner class, workload and variant of each result, as keys. */
const subjectsOf = ({ runnerClass, results }: Entry): string[] =>
  results.map(({ workload, variant }) => JSON.stringify([runnerClass, workload, variant]));

/**
 * The entries with a verdict of the latest commit that has any, in order: its shards and runner classes. Those without
 * the last attempt at any of their workloads are left out. Empty where nothing was judged.
 */
export function latestJudged<E extends Entry>(history: readonly E[]): E[] {
  const judged = history.filter(({ verdict }) => verdict !== null).sort(ordered);
  const last = judged.at(-1);
  const same = judged.filter(({ commit, run }) =>
    last?.commit ? commit?.sha === last.commit.sha : run === last?.run,
  );
  const attempts = new Map<string, number>();
  for (const entry of same) {
    for (const subject of subjectsOf(entry))
      attempts.set(subject, Math.max(entry.attempt, attempts.get(subject) ?? 0));
  }
  return same.filter((entry) => subjectsOf(entry).some((subject) => attempts.get(subject) === entry.attempt));
}

/** The rule by which older runs are kept. */
export interface Retention {
  /** Days for which every run is kept; null where all are, of any age. */
  readonly days: number | null;
  /** Entries that are kept whatever their age. */
  readonly spared?: ReadonlySet<Entry>;
}

/**
 * The entries to keep at a given time: all of so many days; of older days (UTC) the last of each runner class, workload
 * and variant. Releases and what other tools measured are always kept. In the given order.
 */
export function retained<E extends Entry>(
  entries: readonly E[],
  now: Date,
  { days, spared }: Retention,
): E[] {
  if (days === null) return [...entries];
  const border = now.getTime() - days * DAY;
  const young = ({ at }: Entry) => Date.parse(at) >= border;
  const last = new Map<string, E>();
  const slots = (entry: E) =>
    subjectsOf(entry).map((subject) => `${new Date(entry.at).toISOString().slice(0, 10)} ${subject}`);
  for (const entry of entries) {
    for (const slot of slots(entry)) {
      const before = last.get(slot);
      if (before === undefined || ordered(before, entry) <= 0) last.set(slot, entry);
    }
  }
  return entries.filter(
    (entry) =>
      young(entry) ||
      entry.release !== null ||
      entry.source !== "steelyard" ||
      spared?.has(entry) ||
      slots(entry).some((slot) => last.get(slot) === entry),
  );
}

/** Compares by age, oldest first; ties in an order that is the same for every publisher. */
export function ordered(a: Entry, b: Entry): number {
  const [x, y] = [`${a.run}/${a.attempt}`, `${b.run}/${b.attempt}`];
  return Date.parse(a.at) - Date.parse(b.at) || (x < y ? -1 : x > y ? 1 : 0);
}

/** Sizes that cause a warning, bytes: half of GitHub's limits for a file and a Pages site. */
const LIMITS = { file: 50 * 2 ** 20, site: 500 * 2 ** 20 } as const;
/** Size from which a page loads slowly on a phone. */
const HEAVY = 10 * 2 ** 20;

/** Warnings about the size of a site; empty while there is enough room. */
export function sizeWarnings(size: { readonly page: number; readonly site: number }): string[] {
  const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
  const found: string[] = [];
  if (size.page > LIMITS.file)
    found.push(`the trend page has ${mib(size.page)}; GitHub refuses files of 100 MB`);
  else if (size.page > HEAVY) found.push(`the trend page has ${mib(size.page)} and loads slowly on a phone`);
  if (size.site > LIMITS.site)
    found.push(`the published branch has ${mib(size.site)}; the limit of GitHub Pages is 1 GB`);
  return found;
}
