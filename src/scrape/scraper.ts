import type { Log } from "../base/log.ts";
import { own } from "../base/own.ts";
import { bodyOf } from "../base/response.ts";
import type { Scrape } from "../model/config.ts";
import { type Metrics, prefixOf } from "../model/metric.ts";
import type { RunningStack, Scraper } from "../model/ports.ts";
import { families } from "./families.ts";
import { figures, startOf } from "./figures.ts";
import { perRequest } from "./statements.ts";
import { Malformed, type Page, page } from "./text.ts";

/** Time limit of a page, in seconds. It is rendered while the load runs. */
const PATIENCE = 3;
/** Size limit of a page in bytes. */
const MOST_BYTES = 8 * 2 ** 20;

type Reading = { readonly page: Page; readonly at: number } | { readonly lacking: string };
type Where = Pick<RunningStack, "targets" | "headers" | "statements">;

/**
 * Reads the pages of figures that the config names, over HTTP. Rendering a page costs the service CPU, once before
 * and once after each trial, which is part of its CPU time.
 */
export function scraper(scrapes: Readonly<Record<string, Scrape>>, log: Log): Scraper {
  const told = new Set<string>();
  const tell = (name: string, why: string) => {
    const message = `metrics of ${name}: ${why}`;
    if (!told.has(message)) log.info(message);
    told.add(message);
  };
  const all = Object.entries(scrapes).flatMap(([name, one]) =>
    one.endpoint === undefined ? [] : [[name, { ...one, endpoint: one.endpoint }] as const],
  );
  const servers = Object.keys(scrapes).filter((name) => own(scrapes, name)?.postgres !== undefined);
  const read = (where: Where, signal: AbortSignal) =>
    Promise.all(all.map(([, scrape]) => reading(scrape, where, signal)));
  return {
    async begin(where, signal) {
      const counting = Promise.all(servers.map((name) => counted(name, where)));
      const before = await read(where, signal);
      const earlier = await counting;
      return async (ending, requests = 0) => {
        const later = await Promise.all(servers.map((name) => counted(name, where)));
        const after = await read(where, ending);
        const metrics: Metrics = {};
        for (const [i, name] of servers.entries()) {
          const found = perRequest(earlier[i]!, later[i]!, requests, `${prefixOf(name)}:`);
          if ("lacking" in found) tell(name, found.lacking);
          else Object.assign(metrics, found.metrics);
        }
        for (const [i, [name, scrape]] of all.entries()) {
          const [first, last] = [before[i]!, after[i]!];
          const lacking = "lacking" in first ? first : "lacking" in last ? last : null;
          if (lacking) tell(name, lacking.lacking);
          if ("lacking" in first || "lacking" in last) continue;
          const seconds = Math.max(1e-6, (last.at - first.at) / 1000);
          const found = figures(first.page, last.page, seconds, scrape, `${prefixOf(name)}:`);
          for (const note of found.notes) tell(name, note);
          Object.assign(metrics, found.metrics);
        }
        return metrics;
      };
    },
    async started(where, signal) {
      const pages = await read(where, signal);
      return pages.flatMap((one, i) => {
        const at = "page" in one ? startOf(families(one.page)) : undefined;
        // an impossible clock
        if (at === undefined || !(at > 0 && at < 8e12)) return [];
        const service = prefixOf(all[i]![0]);
        return [{ at: new Date(1000 * at).toISOString(), service, kind: "start" as const, text: "" }];
      });
    },
  };
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
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE * 1000)]),
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
  if (name === "TimeoutError") return `did not answer within ${PATIENCE} s`;
  return `cannot be read: ${cause instanceof Error ? cause.message : message}`;
}

async function textOf(answer: Response): Promise<string> {
  const body = await bodyOf(answer, MOST_BYTES);
  if (body === null) throw new Malformed(`it is longer than ${MOST_BYTES / 2 ** 20} MiB`);
  return new TextDecoder().decode(body);
}
