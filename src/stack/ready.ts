import { get as httpGet } from "node:http";
import { get as httpsGet } from "node:https";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { interruption } from "../base/errors.ts";

/** The result of one probe. If it is not ready, `seen` is the observation, for people. */
export type ProbeResult = { readonly ready: true } | { readonly ready: false; readonly seen: string };

/** Time limit of one probe, in seconds. */
const TIMEOUT = 2;
/** Pauses between probes, in milliseconds. Short at first, because most services are up within a tenth of a second. */
const FIRST_PAUSE = 5;
const LONGEST_PAUSE = 250;
const NEVER = { promise: new Promise(() => {}), is: () => false };

/**
 * Probes until a service is ready.
 *
 * @param over settles when waiting is pointless, such as at the exit of the service; never by default
 * @param within seconds
 * @throws Interrupted when `signal` aborts
 */
export async function untilReady(
  look: (signal: AbortSignal) => Promise<ProbeResult>,
  within: number,
  signal: AbortSignal,
  over: { readonly promise: Promise<unknown>; readonly is: () => boolean } = NEVER,
): Promise<{ readonly outcome: "ready" | "over" } | { readonly outcome: "late"; readonly seen: string }> {
  const until = performance.now() + within * 1000;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, pause * 1.5)) {
    if (signal.aborted) throw interruption(signal);
    const found = await look(signal);
    if (signal.aborted) throw interruption(signal);
    if (over.is()) return { outcome: "over" }; // even after an answer: another program sent it
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
      const request = get(url, { headers, agent: false, signal, timeout: TIMEOUT * 1000 }, (response) => {
        const status = response.statusCode ?? 0;
        response.destroy();
        if (status > 0 && status < 400) resolve({ ready: true });
        else unready(`status ${status}`);
      });
      request.on("timeout", () => request.destroy(new Error(`no answer within ${TIMEOUT} s`)));
      request.on("error", (error) => unready(words(error)));
    } catch (error) {
      unready(words(error)); // an invalid URL or header
    }
  });
}

/** Whether a port accepts a connection. */
export function accepts(host: string, port: number, signal: AbortSignal): Promise<ProbeResult> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: TIMEOUT * 1000 });
    const settle = (look: ProbeResult) => {
      signal.removeEventListener("abort", abort);
      socket.destroy();
      resolve(look);
    };
    const unready = (seen: string) => settle({ ready: false, seen });
    const abort = () => unready("interrupted");
    // Not with the option `signal`: after a refused connection Node 20 keeps its listener, and warns at the eleventh.
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
    socket.on("connect", () => settle({ ready: true }));
    socket.on("timeout", () => unready(`no connection within ${TIMEOUT} s`));
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
