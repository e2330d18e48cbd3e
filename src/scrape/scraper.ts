import type { Log } from "../base/log.ts";
import { own } from "../base/own.ts";
import { bodyOf } from "../base/response.ts";
import { isShared, type Scrape } from "../model/config.ts";
import { type Metrics, prefixOf } from "../model/metric.ts";
import type { Executed } from "../model/ports.ts";
import type { Scraped, Scraper } from "../model/scraper.ts";
import { families } from "./families.ts";
import { figures, startOf } from "./figures.ts";
import { perRequest } from "./perrequest.ts";
import { Malformed, type Page, page } from "./text.ts";

/** Time limit of a page, in seconds. It is rendered while the load runs. */
const TIMEOUT = 3;
/** Size limit of a page in bytes. */
const MOST_BYTES = 8 * 2 ** 20;

const SHARED = "base and head use the same database, and what it executes is not told apart";

type Reading = { readonly page: Page; readonly at: number } | { readonly lacking: string };
type Where = Parameters<Scraper["read"]>[0];
interface Read extends Scraped {
  /** In the order of the config. */
  readonly statements: readonly Executed[];
  readonly executed: Readonly<Record<string, Executed>>;
  readonly pages: readonly Reading[];
}

/**
 * Reads the pages of figures that the config names, over HTTP, and the counts of databases. Rendering a page costs the
 * service CPU, once before and once after each trial, which is part of its CPU time; in interleaved pairs it is not.
 *
 * @param how.paired whether base and head are loaded at the same time, so that a database of both counts for neither
 */
export function scraper(
  scrapes: Readonly<Record<string, Scrape>>,
  log: Log,
  { paired = false }: { readonly paired?: boolean } = {},
): Scraper {
  const tell = once(log);
  const pages = Object.entries(scrapes).flatMap(([name, one]) =>
    one.endpoint === undefined ? [] : [[name, { ...one, endpoint: one.endpoint }] as const],
  );
  const servers = Object.entries(scrapes).flatMap(([name, { postgres, database }]) =>
    postgres === undefined && database === undefined
      ? []
      : [{ name, lacking: paired && database !== undefined && isShared(database) ? SHARED : undefined }],
  );
  const pagesOf = (where: Where, signal: AbortSignal) =>
    Promise.all(pages.map(([, scrape]) => reading(scrape, where, signal)));
  return {
    async read(where, signal): Promise<Read> {
      const [statements, executed] = await Promise.all([
        Promise.all(servers.map(({ name, lacking }) => (lacking ? { lacking } : counted(name, where)))),
        where.executed?.() ?? {},
      ]);
      return { statements, executed, pages: await pagesOf(where, signal), at: performance.now() };
    },
    between: (before: Read, after: Read, load) => ({
      ...statementMetrics(
        servers.map(({ name }) => name),
        before,
        after,
        load.requests,
        tell,
      ),
      ...pageMetrics(pages, before, after, load.seconds, tell),
    }),
    started: async (where, signal) =>
      (await pagesOf(where, signal)).flatMap((one, i) => {
        const at = "page" in one ? startOf(families(one.page)) : undefined;
        // an impossible clock
        if (at === undefined || !(at > 0 && at < 8e12)) return [];
        const service = prefixOf(pages[i]![0]);
        return [{ at: new Date(1000 * at).toISOString(), service, kind: "start" as const, text: "" }];
      }),
  };
}

/** Says why something is lacking. */
type Tell = (name: string, why: string) => void;

/** Says everything once. */
function once(log: Log): Tell {
  const reported = new Set<string>();
  return (name, why) => {
    const message = `metrics of ${name}: ${why}`;
    if (!reported.has(message)) log.info(message);
    reported.add(message);
  };
}

/** What databases executed for a request: of those that the config names, and of those that were found. */
function statementMetrics(
  servers: readonly string[],
  before: Read,
  after: Read,
  requests: number,
  tell: Tell,
): Metrics {
  const metrics: Metrics = {};
  const count = (name: string, from: Executed, to: Executed, named: (metric: string) => string) => {
    const found = perRequest(from, to, requests, named);
    if ("lacking" in found) tell(name, found.lacking);
    else Object.assign(metrics, found.metrics);
  };
  for (const [i, name] of servers.entries()) {
    const prefix = `${prefixOf(name)}:`;
    count(name, before.statements[i]!, after.statements[i]!, (metric) => prefix + metric);
  }
  for (const [service, to] of Object.entries(after.executed)) {
    const from = own(before.executed, service) ?? { lacking: "it was not there before" };
    count(service, from, to, (metric) => `${metric}{service:${service}}`);
  }
  return metrics;
}

function pageMetrics(
  pages: readonly (readonly [name: string, scrape: Scrape])[],
  before: Read,
  after: Read,
  seconds: number | undefined,
  tell: Tell,
): Metrics {
  const metrics: Metrics = {};
  for (const [i, [name, scrape]] of pages.entries()) {
    const [first, last] = [before.pages[i]!, after.pages[i]!];
    const lacking = "lacking" in first ? first : "lacking" in last ? last : null;
    if (lacking) tell(name, lacking.lacking);
    if ("lacking" in first || "lacking" in last) continue;
    const long = seconds ?? Math.max(1e-6, (last.at - first.at) / 1000);
    const found = figures(first.page, last.page, long, scrape, `${prefixOf(name)}:`);
    for (const note of found.notes) tell(name, note);
    Object.assign(metrics, found.metrics);
  }
  return metrics;
}

const counted = async (name: string, where: Where) =>
  where.statements ? where.statements(name) : { lacking: "only a Compose stack has it" };

async function reading(
  { endpoint, path }: Scrape & { readonly endpoint: string },
  { targets, headers }: Where,
  signal: AbortSignal,
): Promise<Reading> {
  const target = own(targets, endpoint);
  if (target === undefined) return { lacking: `the stack has no endpoint ${endpoint}` };
  try {
    const answer = await fetch(`${target}${path}`, {
      headers: {
        accept: "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4",
        ...own(headers, endpoint),
      },
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT * 1000)]),
    });
    const at = performance.now();
    if (!answer.ok) {
      await answer.body?.cancel();
      return { lacking: `${path} answers with status ${answer.status}` };
    }
    return { page: page(await textOf(answer)), at };
  } catch (error) {
    return { lacking: `${path} ${why(error)}` };
  }
}

function why(error: unknown): string {
  if (error instanceof Malformed) return `is not a page of metrics: ${error.message}`;
  const { name, cause, message } = error as Error;
  if (name === "TimeoutError") return `did not answer within ${TIMEOUT} s`;
  return `cannot be read: ${cause instanceof Error ? cause.message : message}`;
}

async function textOf(answer: Response): Promise<string> {
  const body = await bodyOf(answer, MOST_BYTES);
  if (body === null) throw new Malformed(`it is longer than ${MOST_BYTES / 2 ** 20} MiB`);
  return new TextDecoder().decode(body);
}
