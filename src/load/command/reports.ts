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

/** Columns of a JMeter results file that are read. */
const COLUMNS = ["elapsed", "responseCode", "success"] as const;

/**
 * JMeter's results as CSV (`-l FILE`, with the header that it writes by default): one line for each sample.
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
  const samples = rows.map((row, i) => {
    const ms = Number(row[elapsed] || Number.NaN);
    if (!Number.isFinite(ms) || ms < 0)
      throw new Unreadable(`line ${i + 2}: elapsed is ${quoted(row[elapsed] ?? null)}, no time`);
    const status = /^\d{3}$/.test(row[code] ?? "") ? row[code]! : "other";
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (row[success] !== "true") errors++;
    return ms / 1000;
  });
  return requested({ samples, requests: samples.length, errors, statuses: Object.fromEntries(statuses) });
}

function requested({
  samples,
  requests,
  errors,
  statuses,
}: Pick<Seen, "requests" | "errors" | "statuses"> & { readonly samples: readonly number[] }): Seen {
  if (samples.length === 0) throw new Unreadable("it has no request");
  if (errors > requests) throw new Unreadable(`there are ${errors} errors of ${requests} requests`);
  return {
    ...UNCOUNTED,
    requests,
    errors,
    statuses,
    metrics: {
      http_req_duration: trend(samples, "s"),
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
