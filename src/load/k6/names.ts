import { own } from "../../base/own.ts";

/**
 * Tag values that are addresses. A request without a `name` tag is named by its URL, whose port differs at each
 * start of the stack. Values are therefore kept with the endpoint in place of its address.
 */
const ADDRESS = /^(https?|wss?):\/\/([^/?#]+)(.*)$/s;
const PLACE = /^\u0000(\w+)\u0000([^\u0000]+)\u0000(.*)$/s;

type Targets = Readonly<Record<string, string>>;

/** A tag value without the address of a target. */
export function portable(value: string, targets: Targets): string {
  const [, scheme, host, rest] = ADDRESS.exec(value) ?? [];
  const [endpoint] = Object.entries(targets).find(([, url]) => ADDRESS.exec(url)?.[2] === host) ?? [];
  return endpoint === undefined ? value : `\u0000${scheme}\u0000${endpoint}\u0000${rest}`;
}

/**
 * What k6 and we call a portable value, under the current targets. Ours is the path alone, with the endpoint
 * before it where two endpoints have the same one among `values`.
 */
export function labeller(
  values: readonly string[],
  targets: Targets,
): (value: string) => { readonly k6: string; readonly ours: string } {
  const rests = new Map<string, Set<string>>();
  for (const value of values) {
    const [, , endpoint, rest] = PLACE.exec(value) ?? [];
    if (rest !== undefined) rests.set(rest, (rests.get(rest) ?? new Set()).add(endpoint!));
  }
  return (value) => {
    const [, scheme, endpoint, rest] = PLACE.exec(value) ?? [];
    if (endpoint === undefined || rest === undefined) return { k6: value, ours: plain(value) };
    const host = ADDRESS.exec(own(targets, endpoint) ?? "")?.[2] ?? endpoint;
    const path = rest === "" ? "/" : rest;
    const shared = (rests.get(rest)?.size ?? 0) > 1;
    return { k6: `${scheme}://${host}${rest}`, ours: plain(shared ? `${endpoint}${path}` : path) };
  };
}

/** What k6 writes in place of each expression of an `http.url` template. */
const VARIES = /\$\{\}/g;

/** A value that may stand between the braces of a metric's name; a template begins with the target's address. */
function plain(value: string): string {
  return value
    .replace(/^\$\{\}(?=\/)/, "")
    .replaceAll(VARIES, "*")
    .replaceAll("{", "(")
    .replaceAll("}", ")");
}
