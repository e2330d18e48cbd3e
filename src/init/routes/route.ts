import type { Evidence } from "../tree.ts";

/** A path that answers to GET, as code or an OpenAPI document declares it. */
export interface Route extends Evidence {
  readonly path: string;
  /** Whether a router may stand before it with a prefix that was not found. */
  readonly isRelative: boolean;
  /** Set where only those with an account are let in. */
  readonly isGuarded?: true;
}

/** A path below a prefix. Slashes at the end are kept: some routers answer to one form only. */
export function below(prefix: string, path: string): string {
  const joined = path === "" ? prefix : `${prefix}/${path}`;
  return `/${joined}`.replace(/\/{2,}/g, "/");
}

/** A path without a slash at its end, for frameworks whose routes have none; the top keeps its own. */
export const withoutSlash = (path: string): string => path.replace(/(.)\/$/, "$1");

/** Whether a path has parameters, so that nobody can ask it as it stands. */
export const hasParameter = (path: string): boolean => /[{}<>:*()[\]\\]/.test(path);

const HEALTH =
  /^\/(?:[\w.-]+\/){0,3}(?:health|healthz|healthcheck|healthchecker|health-check|health_check|ready|readyz|readiness|live|livez|liveness|heartbeat|ping|up|status)\/?$/i;
export const isHealth = (path: string): boolean => HEALTH.test(path);
/** The order in which of several such paths one is asked. */
const PREFERENCE = [/read/i, /health/i, /live/i, /heartbeat|up|ping|status/i];
/** Paths that are no load: they change a session or data, need an account, or serve those who operate or test the service. */
const NO_LOAD =
  /log-?(?:in|out|off)|(?<!as|de)sign|admin|auth(?!ors?\b)|callback|confirm|password|forgot|setup|restore|\/[_.]|oauth|debug|shutdown|delete|websocket|stream|\/(?:ws|sse)\b|metrics|swagger|openapi|\/(?:me|user|account|profile|feed|self)\b|\*|\.(?:js|css|png|svg|ico|txt|xml)$|(?:^|\/)(?:test)?[45]\d\d\/?$|download|reset|verify|crash|o[ou]ps|error|settings|edit|new$/i;
/** Pages that everybody sees where all others need an account. */
const FORM = /(?:log-?in|sign-?(?:in|up)|register)\/?$/i;

/** The path that tells whether a service is up, where its code declares one. */
export function healthIn(routes: readonly Route[]): Route | null {
  const found = routes.filter(({ path, isRelative }) => HEALTH.test(path) && !isRelative);
  const rank = ({ path }: Route) => PREFERENCE.findIndex((pattern) => pattern.test(path));
  return [...found].sort((a, b) => rank(a) - rank(b) || a.path.length - b.path.length)[0] ?? null;
}

/** Routes that a first load can ask: the top and those of users, else the one for health, else forms. At most five. */
export function loadable(routes: readonly Route[]): Route[] {
  const useful = routes.filter(({ path }) => !NO_LOAD.test(path));
  const own = useful.filter(({ path }) => !HEALTH.test(path));
  const rank = ({ path, isRelative }: Route) => (path === "/" ? 0 : isRelative ? 2 : 1);
  const forms = routes.filter(({ path }) => FORM.test(path));
  const best = [own, useful, forms].find((list) => list.length > 0) ?? [];
  return [...best].sort((a, b) => rank(a) - rank(b)).slice(0, 5);
}
