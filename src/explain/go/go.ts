import { setTimeout as delay } from "node:timers/promises";
import { own } from "../../base/own.ts";
import { bodyOf } from "../../base/response.ts";
import { firstLine } from "../../base/text.ts";
import type { Sampler, Taken } from "../../model/profiler.ts";
import { Answer, treeOf } from "../answer.ts";
import { withTrees } from "../calltree.ts";
import type { Placer } from "../places.ts";
import { modulesOf } from "./modules.ts";
import { goAllocations, goProfile, goWaits } from "./pprof.ts";

/** Seconds between two samples of Go. */
const INTERVAL = 0.01;
/** Seconds of each profile. */
const EACH = 1;
/** Milliseconds to wait for a profile beyond its length. */
const TIMEOUT = 5_000;
/** Milliseconds in which a service refuses a profile; one that it makes takes its whole second. */
const SOON = 200;
/** Bytes of an answer, at most. */
const MOST_BYTES = 16 * 2 ** 20;
/** Characters of a refusal that are kept. */
const MOST_WORDS = 200;

/**
 * Profiles the services of Go that serve `net/http/pprof` at one of their endpoints, one second after the other. Nothing ends
 * such a request early, so the last second may be idle.
 *
 * @param services the service of each endpoint
 * @param tree     the side's files
 */
export function goSampler(placed: Placer, services: Readonly<Record<string, string>>, tree: string): Sampler {
  let modules: readonly string[] | undefined;
  let watches: readonly Watch[] = [];
  const lacking = new Map<string, string>();
  const keepRefusals = () => {
    for (const { service, refusal } of watches) if (refusal !== null) lacking.set(service, refusal);
  };
  return {
    lacking,
    async begin({ targets, headers }, covered) {
      const seen = new Set<string>();
      const found = Object.entries(services).map(async ([endpoint, service]) => {
        const target = own(targets, endpoint);
        if (target === undefined || covered.has(service)) return [];
        const one = new Watch(service, target, own(headers, endpoint) ?? {});
        return (await one.isThere()) ? [one] : [];
      });
      watches = (await Promise.all(found))
        .flat()
        .filter(({ service }) => !seen.has(service) && seen.add(service));
      if (watches.length > 0) modules ??= modulesOf(tree); // before the load, which nothing may disturb
      for (const one of watches) one.begin(modules ?? []);
      if (watches.length > 0) await delay(SOON);
      keepRefusals();
      // A process has one CPU profile at a time, and a continuous profiler may have it: other samplers can take over.
      watches = watches.filter(({ refusal }) => refusal === null);
      return watches.map(({ service }) => service);
    },
    async end(): Promise<Taken[]> {
      const all = await Promise.all(
        watches.map(async (one) => ({ service: one.service, answers: await one.end() })),
      );
      keepRefusals();
      watches = [];
      return all
        .filter(({ answers }) => answers.length > 0)
        .map(({ service, answers }) => ({
          service,
          source: "go",
          interval: INTERVAL,
          ...treeOf(answers, placed),
        }));
    },
  };
}

/** The tree that a reader finds in a profile; undefined where there is none that can be read. */
function foundIn(
  profile: Uint8Array | null,
  read: (profile: Uint8Array, modules: readonly string[]) => Answer,
  modules: readonly string[],
): Answer | undefined {
  try {
    return profile === null ? undefined : read(profile, modules);
  } catch {
    return undefined; // of a version that has no profile of one second
  }
}

/** The profiles of one service. */
class Watch {
  readonly service: string;
  private readonly base: string;
  private readonly headers: Readonly<Record<string, string>>;
  private readonly answers: Answer[] = [];
  private ending = false;
  private done: Promise<void> = Promise.resolve();
  /** Why the service makes no profile; null where it does. */
  refusal: string | null = null;

  constructor(service: string, target: string, headers: Readonly<Record<string, string>>) {
    this.service = service;
    this.base = `${target.replace(/\/$/, "")}/debug/pprof/`;
    this.headers = headers;
  }

  /** Whether its index page is the one of Go. */
  async isThere(): Promise<boolean> {
    const body = await this.get("", TIMEOUT, () => {});
    return body !== null && new TextDecoder().decode(body).includes("goroutine?debug=");
  }

  begin(modules: readonly string[]): void {
    this.done = this.profile(modules);
  }

  async end(): Promise<readonly Answer[]> {
    this.ending = true;
    await this.done;
    return this.answers;
  }

  private async profile(modules: readonly string[]): Promise<void> {
    while (!this.ending) {
      const of = (kind: string, refuse: (words: string) => void) =>
        this.get(`${kind}?seconds=${EACH}`, EACH * 1000 + TIMEOUT, refuse);
      const [blocked, allocated] = ["block", "allocs"].map((kind) => of(kind, () => {}));
      const body = await of("profile", (words) => {
        this.refusal = `its pprof makes no CPU profile: ${words}`;
      });
      if (body === null) return;
      try {
        const waits = foundIn(await blocked!, goWaits, modules) ?? { functions: [], nodes: [] };
        const allocations = foundIn(await allocated!, goAllocations, modules);
        const trees = withTrees(goProfile(body, modules), {
          waits,
          ...(allocations && { allocated: allocations }),
        });
        this.answers.push(Answer.parse(trees));
      } catch {
        return; // it is no profile, and what there is so far counts
      }
    }
  }

  /** Null where there is no such page. @param refuse gets the reason in words */
  private async get(
    path: string,
    timeout: number,
    refuse: (words: string) => void,
  ): Promise<Uint8Array | null> {
    try {
      const answer = await fetch(this.base + path, {
        headers: this.headers,
        redirect: "error",
        signal: AbortSignal.timeout(timeout),
      });
      if (answer.ok) return await bodyOf(answer, MOST_BYTES);
      // The words of Go itself, which marks its errors; those of whatever stands before it may hold anything.
      const words = answer.headers.has("x-go-pprof") ? await bodyOf(answer, MOST_WORDS) : null;
      refuse(words === null ? `it answers ${answer.status}` : firstLine(new TextDecoder().decode(words)));
      await answer.body?.cancel();
      return null;
    } catch {
      return null;
    }
  }
}
