import { own } from "../base/own.ts";
import { ADDRESS_PARTS, headersVariable, targetVariable } from "../model/target.ts";

/** The facts of a stack that a script or a program gets. */
export interface ScriptWorld {
  readonly env: Readonly<Record<string, string>>;
  readonly targets: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly seed: number;
}

/**
 * In a workload's variable, `${api}` is the URL of an endpoint, `${api.host}` its host and port, and `${api.hostname}`
 * and `${api.port}` are each of the two. Other texts in dollar braces stay as they are.
 */
const REFERENCE = new RegExp(`\\$\\{([A-Za-z0-9][A-Za-z0-9_-]*)(?:\\.(${ADDRESS_PARTS.join("|")}))?\\}`, "g");

/** A part of an endpoint's URL, as `URL` names it. The port is written out, also where it is the usual one. */
function partOf(url: string, part: string | undefined): string {
  if (part === undefined) return url;
  const { host, hostname, port, protocol } = new URL(url);
  return part === "host"
    ? host
    : part === "hostname"
      ? hostname
      : port || (protocol === "https:" ? "443" : "80");
}

/** A workload's variables with their references replaced. @param url of an endpoint; undefined where there is none */
export const withAddresses = (
  env: Readonly<Record<string, string>>,
  url: (endpoint: string) => string | undefined,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).map(([name, text]) => [
      name,
      text.replace(REFERENCE, (all, endpoint: string, part?: string) => {
        const found = url(endpoint);
        return found === undefined ? all : partOf(found, part);
      }),
    ]),
  );

/** The variables of a workload that refer to an endpoint. */
export const addressVariables = (env: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([, text]) => text.search(REFERENCE) >= 0));

/**
 * The environment of what loads a stack, added to the allow-listed one: that of the workload, then ours. Headers
 * may be secrets, which is why nothing of this is ever an argument.
 */
export function loadEnv({ env, targets, headers, seed }: ScriptWorld): Record<string, string> {
  const ours: Record<string, string> = { STEELYARD_SEED: String(seed) };
  for (const [endpoint, url] of Object.entries(targets)) ours[targetVariable(endpoint)] = url;
  for (const [endpoint, list] of Object.entries(headers)) {
    if (Object.keys(list).length > 0) ours[headersVariable(endpoint)] = JSON.stringify(list);
  }
  return { ...withAddresses(env, (endpoint) => own(targets, endpoint)), ...ours };
}
