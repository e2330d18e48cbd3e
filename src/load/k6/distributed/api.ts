import { setTimeout as delay } from "node:timers/promises";

/** k6's execution status before a paused test is resumed: all VUs have run their init code. */
const PAUSED_BEFORE_RUN = 4;
/** Milliseconds between two looks at a k6 that is getting ready, and that a request to stop may take. */
const LOOK = 50;
const STOPPING = 1_000;

/** A refusal of k6's API, in its words. */
export class Refused extends Error {}

interface Answer {
  readonly data?: { readonly attributes?: Readonly<Record<string, unknown>> };
  readonly errors?: readonly { readonly title?: string; readonly detail?: string }[];
}

/** k6's REST API, by which a paused k6 is started with others. */
export class Api {
  private readonly url: string;

  /** @param url such as http://127.0.0.1:6565 */
  constructor(url: string) {
    this.url = url;
  }

  /** Resolves when k6 has its VUs and waits to be resumed. Rejects when the signal is aborted. */
  async ready(signal: AbortSignal): Promise<void> {
    for (;;) {
      const status = await this.call("GET", "status", undefined, signal).catch((error: unknown) => {
        if (signal.aborted) throw error;
        return undefined; // it does not listen yet
      });
      if (status?.status === PAUSED_BEFORE_RUN && status.paused === true) return;
      await delay(LOOK, undefined, { signal });
    }
  }

  /** Hands over the data of `setup()`, which ran elsewhere. */
  async put(data: unknown, signal: AbortSignal): Promise<void> {
    await this.call("PUT", "setup", JSON.stringify(data), signal);
  }

  async resume(signal: AbortSignal): Promise<void> {
    await this.patch({ paused: false }, signal);
  }

  /** Stops the load, if k6 still answers. Takes a second at most. */
  async stop(): Promise<void> {
    await this.patch({ stopped: true }, AbortSignal.timeout(STOPPING)).catch(() => {});
  }

  private patch(attributes: Readonly<Record<string, boolean>>, signal: AbortSignal) {
    const body = JSON.stringify({ data: { type: "status", id: "default", attributes } });
    return this.call("PATCH", "status", body, signal);
  }

  private async call(
    method: string,
    path: string,
    body: string | undefined,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>> {
    const response = await fetch(`${this.url}/v1/${path}`, {
      method,
      signal,
      ...(body !== undefined && { body, headers: { "content-type": "application/json" } }),
    });
    const answer = (await response.json()) as Answer;
    if (response.ok) return answer.data?.attributes ?? {};
    const [error] = answer.errors ?? [];
    throw new Refused(error?.detail ?? error?.title ?? `status ${response.status}`);
  }
}
