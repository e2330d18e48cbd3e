import type { Log } from "../../../base/log.ts";
import type { Redirect } from "./redirects.ts";

/** Warnings about the pairs of a workload, each given once. */
export class Warnings {
  private readonly log: Pick<Log, "warn">;
  private readonly given = new Set<string>();

  constructor(log: Pick<Log, "warn">) {
    this.log = log;
  }

  /** The warm-up does not do. */
  cold(name: string, warmup: number): void {
    this.once(
      "cold",
      name,
      `after ${2 * warmup} s of warm-up the services still got faster; give it more, such as ` +
        `warmup: ${4 * Math.ceil(warmup)}s, or the first pairs of a start are of services that are not warm`,
    );
  }

  /** Answers came from elsewhere than a target of their side. */
  redirected(name: string, { side, to }: Redirect): void {
    this.once(
      "redirected",
      name,
      `redirects of ${side} lead to ${to}, which is none of its targets; the time of these answers counts for ` +
        "both sides. Let the service redirect to a path (Location: /there), or the script not follow it (redirects: 0)",
    );
  }

  private once(kind: string, name: string, text: string): void {
    const key = `${kind} ${name}`;
    if (this.given.has(key)) return;
    this.given.add(key);
    this.log.warn(`${name}: ${text}`);
  }
}
