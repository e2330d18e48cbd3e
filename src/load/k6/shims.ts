import { own } from "../../base/own.ts";
import { PRIVATE } from "../../model/literals.ts";
import { paced, pauses } from "./pauses.ts";
import { SIGNATURES } from "./watch.ts";

/** How a copy of a script differs from the original. */
export interface Shims {
  /** The side that it belongs to; null for the only one. */
  readonly side: "base" | "head" | null;
  /** Whether literal addresses in it are replaced. */
  readonly addresses: boolean;
  /** Whether it has a cookie jar of its own that outlives an iteration. A side has one in setup() and teardown() anyway. */
  readonly cookies: boolean;
  /** Whether its iterations are turns, which are numbered anew: `__ITER`, and numbers of `k6/execution`. */
  readonly turns: boolean;
  /** Most seconds of a pause; as many as the script wants where absent. */
  readonly pause?: number;
  /** Address of the module that tells how far pauses are shortened (`paceModule`); they are not where absent. */
  readonly pace?: string;
}

/** The variable that tells a copy, by its side, which literal addresses (`localhost:3000`) stand for which target. */
export const PLACES = "STEELYARD_PLACES";
/** The key of the only side in it. */
export const ONLY = "only";
/** Variables with `iterationInTest` of a turn of a script with a number of iterations, and the scenario of an attempt. */
export const ITERATION = "STEELYARD_ITERATION";
export const SCENARIO = "STEELYARD_SCENARIO";
/** The words in the log for an address that was replaced, and for one that was not, followed by it. */
export const MOVED = "steelyard:moved";
export const STAYED = "steelyard:stayed";

/** The targets for which literal addresses stand. @param literals endpoint by address, as `localhost:3000` */
export const placesOf = (
  literals: Readonly<Record<string, string>>,
  targets: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(literals).flatMap(([address, endpoint]) => {
      const target = own(targets, endpoint);
      return target === undefined ? [] : [[address, target]];
    }),
  );

interface Shim {
  readonly file: string;
  readonly text: string;
}

/**
 * Modules that a copy of a script imports in place of k6's, by the name of k6's. Each exports everything that k6's does.
 * The empty name is for the module that they share.
 *
 * @param folder of the copied script, against which k6 would resolve what a gRPC client loads, and what `fs` opens
 * @param forms whether the script sends forms or follows links of answers
 */
export function shims(
  { side, addresses, cookies, turns, pause, pace }: Shims,
  folder: string,
  forms: boolean,
): Record<string, Shim> {
  const asks = side !== null || addresses || cookies || pace !== undefined;
  const all: (readonly [name: string, file: string, text: string])[] = [
    ["", "side.js", shared(side, pace !== undefined, cookies)],
    ["k6/data", "data.js", data(side)],
    ["k6/net/grpc", "grpc.js", grpc(folder)],
    ["k6/experimental/fs", "fs.js", fs(folder)],
    ...(asks ? ([["k6/http", "http.js", http(forms)], ...SOCKETS] as const) : []),
    ...(turns ? ([["k6/execution", "execution.js", EXECUTION]] as const) : []),
    ...(pause === undefined ? [] : ([["k6", "k6.js", pauses(pause)]] as const)),
    ...(pace === undefined ? [] : ([["k6", "k6.js", paced(pace)]] as const)),
  ];
  return Object.fromEntries(all.map(([name, file, text]) => [name, { file, text }]));
}

/**
 * Replaces literal addresses: by host and port, any private address by its port alone. Addresses are kept until the next
 * pause where pauses are shortened, and only there: without pauses they would fill the memory. The methods of k6's cookie
 * jars cannot be replaced, so that scripts get jars of ours. k6 ignores those: `kept` gives each call k6's own.
 */
const shared = (side: Shims["side"], keeps: boolean, cookies: boolean) => `import http from "k6/http";
const places = JSON.parse(__ENV.${PLACES} || "{}")[${JSON.stringify(side ?? ONLY)}] || {};
const noted = __ENV.STEELYARD_PHASE === "discovery" ? {} : null;
const PLACE = /^(https?|wss?):\\/\\/([^/?#@]*@)?(\\[[^\\]]+\\]|[^/?#:@]+)(?::(\\d+))?/i;
function place(host, port) {
  const to = places[host.toLowerCase() + ":" + port] ?? (${PRIVATE}.test(host) ? places["private:" + port] : undefined);
  if (noted !== null && !noted[host + ":" + port]) {
    noted[host + ":" + port] = true;
    console.log((to === undefined ? "${STAYED} " : "${MOVED} ") + host + ":" + port);
  }
  return to;
}
/** Addresses asked since the last pause. */
export const asked = new Set();
/** The length of the beginning of an address that is replaced, and by what; null where it stays. */
export function begin(url) {
  const [all, scheme, user = "", host, port] = PLACE.exec(url) ?? [];
  const to = all === undefined ? undefined : place(host, port ?? (/s$/i.test(scheme) ? "443" : "80"));
  if (to === undefined) return null;
  const socket = scheme.toLowerCase().startsWith("ws");
  return { length: all.length, to: (socket ? to.replace(/^http/, "ws") : to).replace("://", "://" + user) };
}
export function moved(url) {
  const found = typeof url === "string" ? begin(url) : null;
  return found === null ? url : found.to + url.slice(found.length);
}
export function at(url) {
  called(url?.url ?? url);
  return moved(url);
}
/** Keeps what is asked: the method of a gRPC call, or an address without its query, in which a poll may count. */
export function called(what) {
  ${keeps ? 'asked.add(String(what).replace(/[?#].*$/s, ""));' : ""}
}
export function host(address) {
  const [, name, port] = /^(.+):(\\d+)$/.exec(address) ?? [];
  const to = name === undefined ? undefined : place(name, port);
  return to === undefined ? address : to.replace(/^\\w+:\\/\\//, "");
}
/** An object that stands for one of k6's, whose properties cannot be replaced, and gives some of them otherwise. */
export const instead = (of, get) => new Proxy({}, {
  get,
  has: (_, name) => name in of(),
  ownKeys: () => Reflect.ownKeys(of()),
  getOwnPropertyDescriptor(_, name) {
    const found = Reflect.getOwnPropertyDescriptor(of(), name);
    return found && { ...found, configurable: true };
  },
});
export class CookieJar {
  constructor(own = new http.CookieJar()) { this.own = own; }
  cookiesForURL(url) { return this.own.cookiesForURL(moved(url)); }
  set(url, ...more) { return this.own.set(moved(url), ...more); }
  clear(url) { return this.own.clear(moved(url)); }
  delete(url, name) { return this.own.delete(moved(url), name); }
}
let own;
/** The jar of this side; k6's own where undefined. setup() and teardown() of both sides run in one VU (0) each. */
const jar = () => (${cookies || `${side !== null} && __VU === 0`} ? (own ??= new http.CookieJar()) : undefined);
export const cookieJar = () => new CookieJar(jar() ?? http.cookieJar());
export const kept = (params) => {
  if (params && params.jar) return params.jar instanceof CookieJar ? { ...params, jar: params.jar.own } : params;
  const mine = jar();
  return mine === undefined ? params : { ...params, jar: mine };
};
`;

/** k6 shares arrays between VUs by name, and would share them between the sides. */
const data = (side: Shims["side"]) => `import { SharedArray as Own } from "k6/data";
export * from "k6/data";
export function SharedArray(name, make) { return new Own(${JSON.stringify(side === null ? "" : `${side}:`)} + name, make); }
export default { SharedArray };
`;

/** An answer whose forms and links get their jar from `kept`; k6 would take that of the VU. */
const ANSWERED = `const answered = (answer) => instead(() => answer, (_, name) =>
  name === "submitForm" || name === "clickLink"
    ? (how) => answered(answer[name]({ ...how, params: kept(how && how.params) }))
    : answer[name],
);
`;

function http(forms: boolean): string {
  const answered = (answer: string) => (forms ? `answered(${answer})` : answer);
  const calls = Object.entries(SIGNATURES).flatMap(([given, names]) =>
    names.map((name) => {
      const passed = given.replace("url", "at(url)").replace("params", "kept(params)");
      return `const ${name} = (${given}) => ${answered(`http.${name}(${passed})`)};`;
    }),
  );
  const names = [
    ...Object.values(SIGNATURES).flat(),
    "asyncRequest",
    "batch",
    "url",
    "cookieJar",
    "CookieJar",
  ];
  return `import http from "k6/http";
import { at, begin, CookieJar, cookieJar, instead, kept } from "./side.js";
export * from "k6/http";
${forms ? ANSWERED : ""}${calls.join("\n")}
const asyncRequest = (method, url, body, params) => http.asyncRequest(method, at(url), body, kept(params))${forms ? ".then(answered)" : ""};
const isRequest = (of) => of !== null && typeof of === "object" && ("method" in of || ("url" in of && !("name" in of)));
const one = (of) => {
  if (Array.isArray(of)) {
    const [method, url, body, params] = of;
    return [method, at(url), body, kept(params)];
  }
  if (!isRequest(of)) return ["GET", at(of), null, kept()];
  return { ...of, url: at(of.url), params: kept(of.params) };
};
const all = (of, each) =>
  Array.isArray(of) ? of.map(each) : Object.fromEntries(Object.entries(of).map(([key, value]) => [key, each(value)]));
const batch = (of) => ${forms ? "all(http.batch(all(of, one)), answered)" : "http.batch(all(of, one))"};
/** Replaces the beginning, which several pieces may share; the name of the request keeps its places for values. */
const url = (parts, ...values) => {
  const pieces = parts.flatMap((part, i) => (i < values.length ? [part, String(values[i])] : [part]));
  let { length, to } = begin(pieces.join("")) ?? { length: 0, to: "" };
  const left = pieces.map((piece) => {
    const cut = Math.min(length, piece.length);
    const before = cut > 0 ? to : "";
    if (cut > 0) to = "";
    length -= cut;
    return before + piece.slice(cut);
  });
  return http.url(left.filter((_, i) => i % 2 === 0), ...left.filter((_, i) => i % 2 === 1));
};
export { ${names.join(", ")} };
export default Object.assign({}, http, { ${names.join(", ")} });
`;
}

const socketClass = (name: string) => `import { WebSocket as Own } from "${name}";
import { at, kept } from "./side.js";
export * from "${name}";
export class WebSocket extends Own {
  constructor(url, protocols, params) { super(at(String(url)), protocols, kept(params)); }
}
`;

const SOCKETS = [
  [
    "k6/ws",
    "ws.js",
    `import ws from "k6/ws";
import { at, kept } from "./side.js";
export * from "k6/ws";
const connect = (url, ...more) => ws.connect(at(String(url)), kept(more.length > 1 ? more[0] : undefined), more[more.length - 1]);
export { connect };
export default Object.assign({}, ws, { connect });
`,
  ],
  ["k6/websockets", "websockets.js", socketClass("k6/websockets")],
  ["k6/experimental/websockets", "experimental.js", socketClass("k6/experimental/websockets")],
] as const;

/** Paths are relative to the folder of the script, which is not the folder of the file that k6 runs. */
const paths = (folder: string) => `const folder = ${JSON.stringify(folder)};
const from = (path) => (/^(?:file:\\/)?\\//.test(path) ? path : folder + "/" + path);
`;

/** Opens a file in the init code; `k6/experimental/csv` gets its files from here. */
const fs = (folder: string) => `import * as fs from "k6/experimental/fs";
export * from "k6/experimental/fs";
${paths(folder)}const open = (path) => fs.open(path && from(path));
export { open };
export default Object.assign({}, fs, { open });
`;

const grpc = (folder: string) => `import grpc from "k6/net/grpc";
import { called, host } from "./side.js";
export * from "k6/net/grpc";
${paths(folder)}class Client {
  constructor() { this.own = new grpc.Client(); }
  load(paths, ...names) { return this.own.load(paths && paths.length > 0 ? paths.map(from) : [folder], ...names); }
  loadProtoset(path) { return this.own.loadProtoset(from(path)); }
  connect(address, params) { return params === undefined ? this.own.connect(host(address)) : this.own.connect(host(address), params); }
  invoke(method, ...all) { called(method); return this.own.invoke(method, ...all); }
  asyncInvoke(method, ...all) { called(method); return this.own.asyncInvoke(method, ...all); }
  healthCheck(...all) { called("health"); return this.own.healthCheck(...all); }
  close() { return this.own.close(); }
}
function Stream(client, method, ...more) { called(method); return new grpc.Stream(client.own, method, ...more); }
export { Client, Stream };
export default Object.assign({}, grpc, { Client, Stream });
`;

/** k6's own parts throw before the first iteration, where CommonJS copies the properties of a module. */
const EXECUTION = `import own from "k6/execution";
import { instead } from "./side.js";
const numbers = ["iterationInInstance", "iterationInScenario"];
const counted = ["iterationInInstance", "iterationInTest"];
const part = (of) => instead(() => own[of], (_, name) => {
  if (of === "vu" && numbers.includes(name) && typeof __ITER !== "undefined") return __ITER;
  if (of === "scenario" && name === "name") return __ENV.${SCENARIO} ?? own.scenario.name;
  const iteration = of === "scenario" && counted.includes(name) ? __ENV.${ITERATION} : undefined;
  return iteration === undefined ? own[of][name] : Number(iteration);
});
const all = { instance: part("instance"), scenario: part("scenario"), test: part("test"), vu: part("vu") };
export const { instance, scenario, test, vu } = all;
export default all;
`;
