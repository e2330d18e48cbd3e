import { own } from "../../base/own.ts";
import type { Observed } from "../../model/run.ts";

/**
 * Status codes counted one by one; the rest is "other". Each is one more comparison for every request. All series
 * together cost some 5 to 10 % of k6's CPU (about 5 µs a request, k6 1.8.1), the same on both sides of a comparison. "0" is k6's status of a request without an answer, 101 a WebSocket handshake.
 */
export const STATUSES: readonly string[] = [
  0, 101, 200, 201, 202, 204, 206, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 409, 413, 422, 429,
  500, 502, 503, 504,
].map(String);

/** k6's codes of requests that got no answer in time: the request's own limit, and the dial's. */
const TIMEOUTS: readonly number[] = [1050, 1211];
/** Not resolved, blocked, not connected, reset: the codes of DNS and TCP. */
const REFUSED: readonly number[] = [1100, 1101, 1110, 1111, 1200, 1201, 1202, 1210, 1212, 1213, 1220];
export const CODES = [...TIMEOUTS, ...REFUSED];

export interface Answers {
  readonly statuses: Observed["statuses"];
  readonly unanswered: Observed["unanswered"];
  /** Requests that got any answer. */
  readonly answered: number;
}

/** What became of `requests`, from the counts by status (k6's "0" included) and by error code. */
export function answers(
  requests: { readonly http: number; readonly ws: number; readonly grpc: number },
  byStatus: {
    readonly http: Readonly<Record<string, number>>;
    readonly ws: Readonly<Record<string, number>>;
  },
  byCode: Readonly<Record<number, number>>,
): Answers {
  const statuses: Record<string, number> = {};
  const add = (status: string, n: number) => {
    if (n > 0) statuses[status] = (own(statuses, status) ?? 0) + n;
  };
  for (const by of [byStatus.http, byStatus.ws]) {
    for (const [status, n] of Object.entries(by)) if (status !== "0") add(status, n);
  }
  const sum = (counts: readonly (number | undefined)[]) => counts.reduce<number>((a, b) => a + (b ?? 0), 0);
  const zero = byStatus.http["0"] ?? 0;
  // A handshake that was refused carries no status at all; one with an unlisted status is as rare as strange.
  const wsLost = Math.max(0, requests.ws - sum(Object.values(byStatus.ws)));
  add("other", Math.max(0, requests.http - sum(Object.values(byStatus.http))) + requests.grpc);
  const timeouts = sum(TIMEOUTS.map((code) => byCode[code]));
  const refused = sum(REFUSED.map((code) => byCode[code]));
  const other = Math.max(0, zero - timeouts - refused) + wsLost;
  return { statuses, unanswered: { timeouts, refused, other }, answered: sum(Object.values(statuses)) };
}
