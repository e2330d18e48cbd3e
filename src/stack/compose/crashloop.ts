import { type Container, listens as listensHere } from "./container.ts";

/** Milliseconds for which all others must have listened, and restarts in that time, until waiting is pointless. */
const GIVEN = { time: 20_000, restarts: 3 };

/**
 * Tells whether waiting for a service is pointless: it ended and is not restarted, or its restart policy restarts it and it goes
 * on to end. A service that only waits for others ends, too; so all others must listen whose images expose a port.
 */
export class CrashLoops {
  /** When all others were first seen to listen, in milliseconds since the epoch, and the service's restarts by then. */
  private readonly since = new Map<string, { readonly at: number; readonly restarts: number }>();
  private readonly listens: (container: Container) => boolean | null;

  /** @param listens whether a container listens; null where that is not visible from here */
  constructor(listens = listensHere) {
    this.listens = listens;
  }

  /** Whether waiting is pointless, by all looks until now. */
  isOver(service: string, containers: readonly Container[], now = Date.now()): boolean {
    const own = containers.filter((one) => one.service === service);
    if (own.length === 0) return false;
    if (own.every(({ running, comesBack }) => !running && !comesBack)) return true;
    const others = containers.filter((one) => one.service !== service && one.image.exposed.length > 0);
    if (!others.every((one) => this.listens(one) === true || hasDone(one))) {
      this.since.delete(service);
      return false;
    }
    const restarts = Math.max(...own.map((one) => one.restarts));
    const first = this.since.get(service) ?? { at: now, restarts };
    this.since.set(service, first);
    return now - first.at >= GIVEN.time && restarts - first.restarts >= GIVEN.restarts;
  }
}

const hasDone = ({ status, exitCode }: Container) => status === "exited" && exitCode === 0;
