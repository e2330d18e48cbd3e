import { z } from "zod";
import { type FoundScript, generatorKind, type KnownMetric, metricsOf } from "../../model/generator.ts";
import { HERE } from "../../model/here.ts";
import { seconds } from "../../model/quantity.ts";
import { Path } from "../../model/stack.ts";

/** k6's built-in metrics; those that a script declares are known only when it has run. */
const METRICS: Readonly<Record<string, KnownMetric>> = {
  ...metricsOf(
    "trend",
    "s",
    "http_req_duration http_req_blocked http_req_connecting http_req_tls_handshaking",
  ),
  ...metricsOf("trend", "s", "http_req_sending http_req_waiting http_req_receiving iteration_duration"),
  ...metricsOf("trend", "s", "group_duration ws_connecting ws_session_duration ws_ping grpc_req_duration"),
  ...metricsOf("share", "ratio", "http_req_failed checks"),
  ...metricsOf(
    "counter",
    "1",
    "http_reqs iterations dropped_iterations ws_sessions ws_msgs_sent ws_msgs_received",
  ),
  ...metricsOf("counter", "B", "data_sent data_received"),
  ...metricsOf("gauge", "1", "vus"),
};

const IMPORT = /(?:\bfrom|\bimport|\brequire\()\s*["']k6(?:\/[\w./-]+)?["']/;
/** What k6 calls: without one, a file is a part of a script. */
const ENTRY =
  /\bexport\s+default\b(?!\s*[{[])|\bexport\s*\{[^{}]*\bdefault\b|\bexports\.default\b|\bscenarios\s*:/;
/** Names of variables with the address of something else than the service that is loaded. */
const OTHERS =
  /DATABASE|_DB_|^DB_|REDIS|KAFKA|RABBIT|MONGO|POSTGRES|MYSQL|INFLUX|PROM|LOKI|GRAFANA|SLACK|WEBHOOK|PROXY/i;
const ADDRESS =
  /__ENV(?:\.|\[["'])(\w*(?:URL|URI|HOST|TARGET|ENDPOINT|ADDR|BASE|ORIGIN)\w*|(?:\w*_)?PORT\b)/gi;
/** A variable that a script reads as a number, or gives a number as its default: no address, but a port may be one. */
const NUMBER =
  /(?:(?:\b(?:Number|parseInt|parseFloat)\(|[=(,:?[{|&]\s*\+)\s*__ENV(?:\.|\[["'])(\w+)|__ENV(?:\.|\[["'])(\w+)(?:["']\])?\s*(?:\|\||\?\?)\s*["'`]?\d[\d_]*(?:\.\d+)?\b(?![.:/]))/g;
/** An address with its port; that of HTTP where the machine itself is named without one. */
const NAMED =
  /\b(?:https?|wss?):\/\/([\w.-]+:\d{2,5})\b|["'`]((?:localhost|127\.0\.0\.1|0\.0\.0\.0):\d{2,5})\b|\bhttp:\/\/(localhost|127\.0\.0\.1)(?=[/"'`])/g;
const COMMENT = /^[ \t]*(?:\/\/|\/?\*).*$/gm;
/** A variable, and the beginning of its default in quotes. */
const GIVEN = String.raw`__ENV(?:\.|\[["'])(\w+)(?:["']\])?\s*(?:\|\||\?\?|\?\s*__ENV(?:\.|\[["'])\1\b(?:["']\])?\s*:)\s*["'\x60]`;
/** A variable whose default is a URL in quotes: whether that is of a WebSocket, its host, port and path. */
const DEFAULT = new RegExp(
  String.raw`${GIVEN}(?:https?|(wss?))://([^\s/:"'\x60$]+)(?::(\d{2,5}))?(/[\w./~%?=&+-]*)?["'\x60]`,
  "g",
);
/** A variable whose default has a port. */
const WITH_PORT = new RegExp(String.raw`${GIVEN}(?:\w+://)?[^\s/:"'\x60$]+:\d{2,5}(?=[/"'\x60])`, "g");
/** The modules that a script imports. */
const IMPORTED = /\b(?:from|import|require\()\s*["'][^"'\n]*["']/g;
/** The host of a URL at the beginning of a text in quotes, if it has a domain. */
const SITE = /["'`]https?:\/\/((?:[\w-]+\.)+[a-z]{2,})(?=[/:?#"'`])/gi;
/** The code before a URL that the script itself asks, or names as the page from which a request comes. */
const OWN =
  /(?:\bhttp\.\w+\(?\s*(?:["'`]\w+["'`],\s*)?|\b(?:Origin|Referer)["'`]?\]?\s*[:=]\s*)["'`]https?:\/\//gi;
/** Hosts that are no public sites: of examples, and of networks without names of the internet. */
const RESERVED = /(?:^|\.)(?:example\.\w+|test|example|invalid|localhost|local|internal|svc)$/i;

/** Whether a host is this machine, or a service by its name: the default of a variable with an address of the stack. */
const isNear = (host: string) => HERE.includes(host) || !host.includes(".");

/** The public hosts of the URLs in a script that it may give to the service: no imports, and no defaults of addresses. */
const sitesIn = (code: string, variables: ReadonlySet<string>): string[] => [
  ...new Set(
    [
      ...code
        .replace(IMPORTED, "")
        .replace(OWN, "")
        .replace(DEFAULT, (all, name) => (variables.has(name) ? "" : all))
        .matchAll(SITE),
    ]
      .map(([, host]) => host!.toLowerCase())
      .filter((host) => !RESERVED.test(host)),
  ),
];

/** A variable, or a constant, that a template gives a port: `${BASE}:8081`. */
const PORTED = /\$\{(?:__ENV(?:\.|\[["'])(\w+)|(\w+))\b[^}\n]{0,80}\}:\d{2,5}\b/g;
/** The same where the variable has its default there. */
const PORTED_DEFAULT =
  /\$\{__ENV(?:\.|\[["'])(\w+)[^|?}\n]{0,80}(?:\|\||\?\?)\s*["'`]([^"'`$}\n]*)["'`]\s*\}(?=:\d{2,5}\b)/g;
/** A constant with a variable, and its default in quotes, which is short: it stands in many places afterwards. */
const CONSTANT =
  /\b(?:const|let|var)\s+(\w+)\s*=\s*__ENV(?:\.|\[["'])(\w+)(?:["']\])?(?:\s*(?:\|\||\?\?)\s*(["'`][^"'`$\n]{0,80}["'`]))?/g;

/**
 * Code with the defaults of such variables in their places, and these variables. An address of ours has a port, so they
 * cannot get one. Their defaults stand for the endpoint with the port, as other literal addresses do. Behind a default
 * with a port, `:200` is no second one: such a template is the name of a check.
 */
function withPorts(code: string) {
  const full = new Set([...code.matchAll(WITH_PORT)].map(([, name]) => name));
  const found = [...code.matchAll(PORTED)].filter(([, name]) => !full.has(name));
  const names = new Set(found.map(([, , name]) => name));
  const constants = [...code.matchAll(CONSTANT)].filter(
    ([, constant, variable]) => !full.has(variable) && names.has(constant),
  );
  const defaults = new Map(
    constants.flatMap(([, constant = "", , quoted]) => (quoted === undefined ? [] : [[constant, quoted]])),
  );
  return {
    ported: new Set([...found.map(([, name]) => name), ...constants.map(([, , name]) => name)]),
    code: code
      .replace(PORTED_DEFAULT, (all, name, given) => (full.has(name) ? all : given))
      .replace(/\$\{(\w+)\}/g, (all, name) => defaults.get(name)?.slice(1, -1) ?? all)
      .replace(CONSTANT, (all, constant, _, quoted) =>
        defaults.has(constant) && quoted !== undefined ? all.replace(quoted, '""') : all,
      ),
  };
}

/** A variable, and the sign behind it that gives it a default, or asks whether it is set. */
const READ = /__ENV(?:\.|\[["'])(\w+)(?:["']\])?(\s*(?:\|\||\?|&&|[!=]==?|\)))?/g;

/** A sentence about variables that a script needs, and that nothing sets; none where each has a default. */
function unset(code: string, addresses: ReadonlySet<string>): { readonly doubt?: string } {
  const reads = [...code.matchAll(READ)];
  const optional = new Set(reads.flatMap(([, name, more]) => (more === undefined ? [] : [name])));
  const names = new Set(reads.map(([, name = ""]) => name));
  const open = [...names].filter(
    (name) => !optional.has(name) && !addresses.has(name) && !/^(?:STEELYARD|K6)_/.test(name),
  );
  return open.length === 0
    ? {}
    : {
        doubt: `variables without a default: ${open.slice(0, 6).join(", ")}. Write their values under \`env\`.`,
      };
}

const Script = Path.meta({ description: "a k6 script (JavaScript or TypeScript), relative to the checkout" });
/** Most k6 processes of one load. */
const MOST_SEGMENTS = 64;

/** A script's path, or a script whose load several k6 processes share. */
export const K6Settings = z
  .union(
    [
      Script,
      z.strictObject({
        script: Script,
        segments: z.number().int().min(1).max(MOST_SEGMENTS).default(1).meta({
          description:
            "k6 processes that share the load by k6's execution segments, on this machine or on those in STEELYARD_GENERATORS",
        }),
      }),
    ],
    "a script's path, or { script: load/browse.ts, segments: 4 }",
  )
  .meta({ description: "a k6 script (JavaScript or TypeScript), relative to the checkout" });
export type K6Settings = z.infer<typeof K6Settings>;

/** The path of the script in a workload's settings. */
export const scriptOf = (settings: K6Settings): string =>
  typeof settings === "string" ? settings : settings.script;
/** The number of k6 processes that share its load. */
export const segmentsOf = (settings: K6Settings): number =>
  typeof settings === "string" ? 1 : settings.segments;

const OTHER_PROTOCOL = "speaks another protocol than HTTP";
/** What makes a script another kind of load than HTTP requests to a server, and the latency of those that speak another protocol. */
const SPECIAL: readonly (readonly [sign: RegExp, reason: string, latency?: string])[] = [
  [/["']k6\/(?:experimental\/)?browser["']|browser:\s*\{\s*type:/, "drives a browser"],
  [/["']k6\/x\//, "needs an extension of k6"],
  [/["']k6\/net\/grpc["']/, OTHER_PROTOCOL, "grpc_req_duration.p50"],
  [/["']k6\/(?:experimental\/)?(?:ws|websockets)["']/, OTHER_PROTOCOL, "ws_connecting.p50"],
  [/["']k6\/(?:experimental\/)?redis["']|xk6/, "loads another program than the service"],
];

/** Why a script is another kind of load, and its gate where the one reason is its protocol. */
function specialIn(text: string): Pick<FoundScript, "special" | "gate"> {
  const found = SPECIAL.filter(([sign]) => sign.test(text));
  const [[, special, latency] = [null, null]] = found;
  const isOnly = found.every(([, reason]) => reason === special);
  return { special, ...(latency !== undefined && isOnly && { gate: [latency, "cpu_per_request"] }) };
}

const STAGES = /\bstages\s*[:=]\s*\[([^\]]*)/g;
const STAGE = /\bduration\s*:\s*["'`]([\w.]+)["'`]/g;

/** The length of the longest list of stages; nothing where a script has none. */
function courseOf(code: string): { readonly course?: number } {
  const lengths = [...code.matchAll(STAGES)].map(([, stages = ""]) =>
    [...stages.matchAll(STAGE)].reduce((sum, [, length = ""]) => sum + (seconds(length) ?? 0), 0),
  );
  return lengths.length === 0 ? {} : { course: Math.max(...lengths) };
}

/** k6: a script in JavaScript or TypeScript. */
export const k6 = generatorKind({
  schema: K6Settings,
  names: "a script",
  subject: "k6",
  metrics: METRICS,
  placeable: true,
  countsDropped: true,
  bad: "statuses",
  exposesHeaders: false,
  levelVariable: "default",
  levels: {},
  scripts: (settings) => [{ at: typeof settings === "string" ? [] : ["script"], file: scriptOf(settings) }],
  // k6 runs scripts in an interpreter of its own: they read files and open connections, and start nothing.
  hostCommands: () => [],
  label: scriptOf,
  init: {
    files: /\.[cm]?[jt]s$/,
    module: IMPORT,
    find(text, through, modules) {
      if ((!through && !IMPORT.test(text)) || !ENTRY.test(text)) return null;
      // Through a module of its own, only what k6 alone has makes a script of a file.
      if (
        through &&
        !IMPORT.test(text) &&
        !/__ENV\b|\bexport\s+(?:const|let)\s+options\b|\bsleep\(/.test(text)
      )
        return null;
      const { code, ported } = withPorts([text, ...modules()].join("\n"));
      const plain = code.replace(COMMENT, "");
      const named = plain.matchAll(NAMED);
      const numbers = new Set([...code.matchAll(NUMBER)].map(([, read, given]) => read ?? given!));
      const defaults = [...code.matchAll(DEFAULT)];
      const near = defaults.filter(([, , , host = ""]) => isNear(host)); // whatever the variables are called
      const variables = new Set(
        [...code.matchAll(ADDRESS), ...near]
          .map(([, name]) => name!)
          .filter((name) => !ported.has(name) && (name.endsWith("PORT") || !numbers.has(name))),
      );
      return {
        ready: [...variables].some((name) => name.startsWith("STEELYARD_TARGET_")),
        variables: [...variables].filter((name) => !name.startsWith("STEELYARD_") && !OTHERS.test(name)),
        defaults: Object.fromEntries(
          defaults.map(([, name = "", socket, , port, path = ""]) => [
            name,
            { isSocket: socket !== undefined, port: port === undefined ? null : Number(port), path },
          ]),
        ),
        addresses: [
          ...new Set([...named].map(([, address, other, host]) => address ?? other ?? `${host}:80`)),
        ],
        sites: sitesIn(plain, variables),
        pauses: /\bsleep\s*\(/.test(text),
        ...courseOf(plain),
        ...specialIn(text),
        ...unset(plain, variables),
      };
    },
    line: (path) => `k6: ${path}`,
  },
});
