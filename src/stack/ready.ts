import { get as httpGet } from "node:http";
import { get as httpsGet } from "node:https";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { interruption } from "../base/errors.ts";

/** What one look found: ready, or what was seen instead, for people. */
export type ProbeResult = { readonly ready: true } | { readonly ready: false; readonly seen: string };

/** Longest that one look may take, in seconds. */
const PATIENCE = 2;
/** Pauses between looks, in milliseconds: short at first, since most services are up within a tenth of a second. */
const FIRST_PAUSE = 5;
const LONGEST_PAUSE = 250;

/**
 * Looks until something is ready.
 *
 * @param over settles when waiting has no more point, such as a service's end
 * @param within seconds
 * @throws Interrupted when `signal` aborts
 */
export async function untilReady(
  look: (signal: AbortSignal) => Promise<ProbeResult>,
  within: number,
  signal: AbortSignal,
  over: { readonly promise: Promise<unknown>; readonly is: () => boolean },
): Promise<{ readonly outcome: "ready" | "over" } | { readonly outcome: "late"; readonly seen: string }> {
  const until = performance.now() + within * 1000;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, pause * 1.5)) {
    if (signal.aborted) throw interruption(signal);
    const found = await look(signal);
    if (signal.aborted) throw interruption(signal);
    if (over.is()) return { outcome: "over" }; // even if somebody answered: it was not this service
    if (found.ready) return { outcome: "ready" };
    const left = until - performance.now();
    if (left <= 0) return { outcome: "late", seen: found.seen };
    const wait = new AbortController();
    const paused = delay(Math.min(pause, left), undefined, {
      signal: AbortSignal.any([signal, wait.signal]),
    });
    await Promise.race([paused.catch(() => {}), over.promise]);
    wait.abort();
  }
}

/** Whether a URL answers with a status below 400. */
export function answers(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ProbeResult> {
  return new Promise((resolve) => {
    const unready = (seen: string) => resolve({ ready: false, seen });
    try {
      const get = url.startsWith("https:") ? httpsGet : httpGet;
      const request = get(url, { headers, agent: false, signal, timeout: PATIENCE * 1000 }, (response) => {
        const status = response.statusCode ?? 0;
        response.destroy();
        if (status > 0 && status < 400) resolve({ ready: true });
        else unready(`status ${status}`);
      });
      request.on("timeout", () => request.destroy(new Error(`no answer within ${PATIENCE} s`)));
      request.on("error", (error) => unready(words(error)));
    } catch (error) {
      unready(words(error)); // a URL or header that cannot be sent
    }
  });
}

/** Whether a port accepts a connection. */
export function accepts(host: string, port: number, signal: AbortSignal): Promise<ProbeResult> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: PATIENCE * 1000 });
    const settle = (look: ProbeResult) => {
      signal.removeEventListener("abort", abort);
      socket.destroy();
      resolve(look);
    };
    const unready = (seen: string) => settle({ ready: false, seen });
    const abort = () => unready("interrupted");
    // Not by the option `signal`: Node 20 keeps the listener of a connection that was refused, and warns of the eleventh.
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
    socket.on("connect", () => settle({ ready: true }));
    socket.on("timeout", () => unready(`no connection within ${PATIENCE} s`));
    socket.on("error", (error) => unready(words(error)));
  });
}

const CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection reset",
  ENOTFOUND: "the host name is not known",
  EAI_AGAIN: "the host name cannot be looked up",
  ETIMEDOUT: "no connection in time",
};

function words(error: unknown): string {
  const { code = "", message = "" } = error as NodeJS.ErrnoException;
  return CODES[code] ?? (message || code || "no answer");
}
