import { own } from "../base/own.ts";
import { isMeant, meanings } from "../model/literals.ts";
import { targetVariable } from "../model/target.ts";
import type { Candidate, OtherService } from "./candidate.ts";
import type { Script } from "./scripts.ts";

/** An endpoint besides `api`: another service, which a variable of a script has the address of. */
export interface Endpoint extends OtherService {
  readonly name: string;
}

/** The endpoints that variables of scripts need besides `api`, by the ports of their defaults. */
export function moreEndpoints(chosen: Candidate | null, scripts: readonly Script[]): Endpoint[] {
  if (chosen?.plan.kind !== "compose") return [];
  const asked = scripts.flatMap(({ variables: names, defaults }) =>
    names.map((name) => own(defaults, name)?.port),
  );
  const used = chosen.plan.others.filter(
    ({ outside }) => outside !== chosen.reached && asked.includes(outside),
  );
  const taken = new Set([targetVariable("api")]);
  return used.map((one, i) => {
    const short = one.service.replace(/[^A-Za-z0-9_-]+/g, "-").slice(0, 60); // it begins with a letter or a digit
    const longer = `${short}-${one.port}`;
    const name = [short, longer].find((free) => !taken.has(targetVariable(free))) ?? `${longer}-${i}`;
    taken.add(targetVariable(name));
    return { ...one, name };
  });
}

/** Whether a script reads no variable with an address, and an address that it names stands for no endpoint. */
export function asksItsOwn(
  { ready, variables, addresses = [] }: Script,
  chosen: Candidate | null,
  more: readonly Endpoint[],
): boolean {
  if (ready || variables.length > 0) return false;
  if (chosen === null || addresses.length === 0) return true;
  const { plan } = chosen;
  const api = { service: plan.service, port: plan.kind === "compose" ? plan.port : plan.given.port };
  const endpoints = { ...Object.fromEntries(more.map((one) => [one.name, one])), api };
  const known = meanings(endpoints, plan.kind === "compose" ? plan.published : {});
  return !addresses.every((address) => isMeant(known, address));
}

/** A sentence about variables whose default has the port of no endpoint: they may mean another service. */
export function elsewhere(
  { ready, variables: names, defaults }: Script,
  chosen: Candidate | null,
  more: readonly Endpoint[],
): string[] {
  const reached = chosen?.reached ?? null;
  if (ready || reached === null) return [];
  const known = [reached, ...more.map(({ outside }) => outside), null];
  const at = names.flatMap((name) => {
    const url = own(defaults, name);
    return url === undefined || known.includes(url.port) ? [] : [`${name} (port ${url.port})`];
  });
  return at.length === 0
    ? []
    : [
        `by default the script asks another address than that of api, which is at port ${reached}: ${at.join(", ")}.`,
      ];
}

/** The variables in which a script expects the address of the service, and the reference that each gets. */
export function pointedVariables(
  { ready, variables: names, defaults }: Script,
  more: readonly Endpoint[],
): [name: string, value: string][] {
  const host = names.some(isPort) ? "api.hostname" : "api.host";
  const value = (name: string) => {
    const url = own(defaults, name); // the script takes a URL then, whatever the variable is called
    const endpoint = more.find(({ outside }) => outside === url?.port)?.name ?? "api";
    if (url !== undefined)
      return `${url.isSocket ? `ws://$\{${endpoint}.host}` : `$\{${endpoint}}`}${url.path}`;
    return `$\{${isPort(name) ? "api.port" : isHost(name) ? host : "api"}}`;
  };
  return ready ? [] : names.map((name) => [name, value(name)]);
}
const isPort = (name: string) => /(?:^|_)PORT$/i.test(name);
const isHost = (name: string) => /HOST|ADDR/i.test(name) && !/UR[LI]/i.test(name);
