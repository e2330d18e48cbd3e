import { HERE } from "../../model/literals.ts";

/** The host and port of an address, the usual ports left out, and all names of this machine as one. */
export function hostOf(url: string): string {
  const [, host = url] = /^\w+:\/\/(?:[^/?#@]*@)?([^/?#]*)/.exec(url) ?? [];
  const [name = "", port = ""] = host.toLowerCase().split(/(?=:\d+$)/);
  return `${HERE.includes(name) ? "localhost" : name}${port === ":80" || port === ":443" ? "" : port}`;
}

/** Whether a URL, or a host and port alone, is one of a target. */
export function among(targets: Readonly<Record<string, string>>): (url: string) => boolean {
  const hosts = new Set(Object.values(targets).map(hostOf));
  return (url) => hosts.has(hostOf(url));
}
