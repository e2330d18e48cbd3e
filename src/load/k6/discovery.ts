/** The findings of a short run of a script. */
export interface Discovery {
  /** Metrics of every run that are not built in: the script's own and those of modules it imports. */
  readonly metrics: readonly string[];
  readonly checks: readonly string[];
  /** Tag values worth a series of their own. */
  readonly split: readonly { readonly metric: string; readonly tag: string; readonly value: string }[];
  /** Tags with too many values to be split by. */
  readonly unbounded: readonly string[];
  /** Whether it made any request: a script that did and then makes none is broken. */
  readonly requests: boolean;
  /** Whether any request was answered: a script shows little of itself on a dead target. */
  readonly answers: boolean;
  /** The first request and its status, where every request got a status that counts as failed; else null. */
  readonly allFailed: string | null;
}

export const NOTHING: Discovery = {
  metrics: [],
  checks: [],
  split: [],
  unbounded: [],
  requests: false,
  answers: false,
  allFailed: null,
};

/** Metrics that are split by the tags of a workload. */
const SPLIT = ["http_req_duration", "http_req_failed", "grpc_req_duration", "ws_connecting"];
const REQUESTS = new Set(["http_reqs", "ws_sessions", "grpc_req_duration"]);
/** Most values of a tag that become series: a tag with more of them is an identifier, not a name. */
export const MOST_VALUES = 20;
const MOST_CHECKS = 100;
const LONGEST_VALUE = 200;

/** Sets under keys. */
class Sets {
  private readonly sets = new Map<string, Set<string>>();
  add(key: string, value: string): void {
    const set = this.sets.get(key) ?? new Set();
    this.sets.set(key, set.add(value));
  }
  get(key: string): ReadonlySet<string> {
    return this.sets.get(key) ?? new Set();
  }
}

/**
 * The findings in the lines of k6's JSON output. Lines that do not parse are skipped: the last one is cut off when k6
 * was killed.
 *
 * @param split tags whose values are wanted; one that has a single value is not split by, its whole says the same
 */
export function discovery(lines: Iterable<string>, split: readonly string[]): Discovery {
  const metrics = new Set<string>();
  const checks = new Set<string>();
  const values = new Sets();
  let requests = false;
  let answers = false;
  let failed: string | null = null;
  let good = false;
  for (const line of lines) {
    const entry = parsed(line);
    if (entry === undefined) continue;
    metrics.add(entry.metric);
    if (entry.type !== "Point") continue;
    const tags = entry.data?.tags ?? {};
    if (REQUESTS.has(entry.metric)) {
      requests = true;
      answers ||= tags.status !== undefined && !(entry.metric === "http_reqs" && tags.status === "0");
      if (entry.metric !== "http_reqs" || tags.expected_response !== "false") good = true;
      else failed ??= `${tags.method ?? ""} ${pathOf(String(tags.name))} answered ${tags.status}`.trim();
    }
    if (entry.metric === "checks" && typeof tags.check === "string") checks.add(tags.check);
    if (!SPLIT.includes(entry.metric)) continue;
    for (const tag of split) {
      const value = tags[tag];
      if (typeof value === "string") values.add(`${entry.metric} ${tag}`, value);
    }
  }
  const found = SPLIT.flatMap((metric) =>
    split.map((tag) => ({ metric, tag, values: [...values.get(`${metric} ${tag}`)].sort() })),
  );
  const some = found.filter((one) => one.values.length > 1 && one.values.length <= MOST_VALUES);
  return {
    metrics: [...metrics].sort(),
    checks: [...checks].sort().slice(0, MOST_CHECKS),
    split: some.flatMap(({ metric, tag, values: list }) =>
      list.filter((value) => value.length <= LONGEST_VALUE).map((value) => ({ metric, tag, value })),
    ),
    unbounded: [...new Set(found.filter((one) => one.values.length > MOST_VALUES).map(({ tag }) => tag))],
    requests,
    answers,
    allFailed: good ? null : failed,
  };
}

/** A request's name without the address of the target, which is another one in each start. */
const pathOf = (name: string) => name.replace(/^https?:\/\/[^/]+(?=\/|$)/, "").slice(0, LONGEST_VALUE) || "/";

interface Entry {
  readonly metric: string;
  readonly type: string;
  readonly data?: { readonly tags?: Readonly<Record<string, unknown>> | null };
}

function parsed(line: string): Entry | undefined {
  try {
    const entry = JSON.parse(line) as Partial<Entry> | null;
    return typeof entry?.metric === "string" && typeof entry.type === "string" ? (entry as Entry) : undefined;
  } catch {
    return undefined;
  }
}
