import { z } from "zod";
import { trend } from "./percentiles.ts";
import { quoted, type Seen, UNCOUNTED, Unreadable } from "./seen.ts";

/** Most requests whose times are kept one by one: sorting them is quick. */
const MOST_SAMPLES = 1_000_000;

/** The entries of `locust --json`, as far as they are read. Times are in milliseconds, rounded by Locust. */
const Locust = z
  .array(
    z.object({
      num_requests: z.number().int().min(0),
      num_failures: z.number().int().min(0),
      response_times: z.record(z.string().regex(/^\d+(?:\.\d+)?$/), z.number().int().min(0)),
    }),
  )
  .min(1);

/**
 * The statistics that `locust --headless --json` prints: one entry for each request by name, together one distribution.
 *
 * @throws Unreadable
 */
export function locust(data: unknown): Seen {
  const parsed = Locust.safeParse(data);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new Unreadable(`${quoted(`/${path.map(String).join("/")}`)}: ${message}`);
  }
  const { data: entries } = parsed;
  const sum = (of: (entry: z.infer<typeof Locust>[number]) => number) =>
    entries.reduce((total, entry) => total + of(entry), 0);
  const requests = sum(({ num_requests }) => num_requests);
  if (requests > MOST_SAMPLES) throw new Unreadable(`there are more than ${MOST_SAMPLES} requests`);
  const samples = entries.flatMap(({ response_times }) =>
    Object.entries(response_times).flatMap(([ms, count]) => {
      if (count > MOST_SAMPLES) throw new Unreadable(`there are more than ${MOST_SAMPLES} requests`);
      return Array.from({ length: count }, () => Number(ms) / 1000);
    }),
  );
  return requested({ samples, requests, errors: sum(({ num_failures }) => num_failures), statuses: {} });
}

/** The message of JMeter's lines that sum up requests with lines of their own. */
const TRANSACTION = "Number of samples in transaction :";
/** Columns of a JMeter results file that are read. */
const COLUMNS = ["elapsed", "responseCode", "success"] as const;

/**
 * JMeter's results as CSV (`-l FILE`, with the header that it writes by default): one line for each sample. Lines of transactions
 * are left out, unless there are no others.
 *
 * @throws Unreadable
 */
export function jmeter(text: string): Seen {
  const [header = [], ...rows] = csv(text);
  const [elapsed, code, success] = COLUMNS.map((name) => {
    const at = header.indexOf(name);
    if (at === -1) throw new Unreadable(`the first line has no column ${quoted(name)}`);
    return at;
  }) as [number, number, number];
  if (rows.length > MOST_SAMPLES) throw new Unreadable(`there are more than ${MOST_SAMPLES} samples`);
  const statuses = new Map<string, number>();
  let errors = 0;
  const message = header.indexOf("responseMessage");
  const isSum = (row: readonly string[]) => row[message]?.startsWith(TRANSACTION) === true;
  const hasRequests = rows.some((row) => !isSum(row));
  const samples = rows.flatMap((row, i) => {
    const ms = Number(row[elapsed] || Number.NaN);
    if (!Number.isFinite(ms) || ms < 0)
      throw new Unreadable(`line ${i + 2}: elapsed is ${quoted(row[elapsed] ?? null)}, no time`);
    if (hasRequests && isSum(row)) return [];
    const status = /^\d{3}$/.test(row[code] ?? "") ? row[code]! : "other";
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (row[success] !== "true") errors++;
    return ms / 1000;
  });
  return requested({ samples, requests: samples.length, errors, statuses: Object.fromEntries(statuses) });
}

/** The percentiles of Gatling's report, as they are unless its configuration has others. */
const GATLING = {
  http_p50: "percentiles1",
  http_p75: "percentiles2",
  http_p95: "percentiles3",
  http_p99: "percentiles4",
};

/**
 * Gatling's report: `js/stats.js`, or `js/stats.json` of older versions. Its first block is that of all requests. Times are
 * whole milliseconds.
 *
 * @throws Unreadable
 */
export function gatling(text: string): Seen {
  const figure = (name: string, of: "total" | "ko"): number => {
    const found = new RegExp(`"${name}"\\s*:\\s*\\{[^}]*"${of}"\\s*:\\s*"?(\\d{1,15})\\b`).exec(text)?.[1];
    if (found === undefined) throw new Unreadable(`it has no ${quoted(name)}`);
    return Number(found);
  };
  const [requests, errors] = [figure("numberOfRequests", "total"), figure("numberOfRequests", "ko")];
  const times = Object.entries({ http_mean: "meanResponseTime", ...GATLING }).map(
    ([metric, name]) => [metric, { kind: "gauge", unit: "s", value: figure(name, "total") / 1000 }] as const,
  );
  return counted({ requests, errors, statuses: {} }, Object.fromEntries(times));
}

type Counts = Pick<Seen, "requests" | "errors" | "statuses">;

const requested = ({ samples, ...counts }: Counts & { readonly samples: readonly number[] }): Seen =>
  counted(counts, samples.length === 0 ? {} : { http_req_duration: trend(samples, "s") });

/** @throws Unreadable where nothing was requested, or more failed than was requested */
function counted(counts: Counts, times: Seen["metrics"]): Seen {
  const { requests, errors } = counts;
  if (requests === 0 || Object.keys(times).length === 0) throw new Unreadable("it has no request");
  if (errors > requests) throw new Unreadable(`there are ${errors} errors of ${requests} requests`);
  return {
    ...UNCOUNTED,
    ...counts,
    metrics: {
      ...times,
      http_req_failed: { kind: "share", hits: errors, total: requests },
      http_reqs: { kind: "counter", unit: "1", count: requests },
    },
  };
}

/** The rows of a CSV text (RFC 4180): values in quotes may hold commas, quotes and line breaks. */
function csv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quotedValue, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quotedValue?.replaceAll('""', '"') ?? plain ?? "");
    if (end === ",") continue;
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
  }
  return rows;
}
