// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the config writes references this way
import { describe, expect, test } from "vitest";
import { expectRefused, FILE, refusal } from "../testing/refusals.ts";
import { readConfig } from "./read.ts";

const WEB = `version: 1
stack:
  process:
    services:
      web: { run: [node, web.mjs], ports: { 8080: PORT } }
      worker: { run: [node, worker.mjs], ports: { 9000: PORT } }
  endpoints: { api: { service: web, port: 8080 } }
workloads:
  browse:
    k6: browse.ts
`;
const workload = (lines: string) => `${WEB}${lines}`;
const web = (service: string) => WEB.replace("{ run: [node, web.mjs], ports: { 8080: PORT } }", service);
const endpoints = (all: string) => WEB.replace("{ api: { service: web, port: 8080 } }", all);
const external = (endpoint: string, more = "") =>
  `version: 1\nstack:\n  external:\n    endpoints: { api: ${endpoint} }\n${more}workloads: { a: { k6: a.ts } }\n`;

const ENDPOINT = "endpoints: { api: { service: web, port: 8080 } }";
const composed = (rest: string, more = "") =>
  `version: 1\nstack:\n  compose: { files: [c.yaml], ${more} }\n  ${rest}\nworkloads: { a: { k6: a.ts } }\n`;

/** A record with the buckets of a histogram. */
const buckets = (each: string) =>
  `${WEB.replace("  endp", "  metrics: { web: { endpoint: api, split: [route] } }\n  endp")}records: { one: { title: One, tables: { T: { workloads: [browse], columns: { n: "{bucket}" }, each: ${each} } } } }\n`;

test.each([
  // endpoints, references, ports
  // the trend page
  ["a site that runs", `${WEB}site: ¦javascript:alert(1)\n`, 'site is "javascript:alert(1)"', "allowed"],
  [
    "a site with a password",
    `${WEB}site: ¦https://me:secret@example.com/\n`,
    "an address such as",
    "change it",
  ],
  // the variables of a load
  [
    "an address as a shell would write it",
    workload('    env: { BASE_URL: ¦"${STEELYARD_TARGET_API}/v1" }\n'),
    "no shell replaces STEELYARD_TARGET_API",
    'write the endpoint\'s name: BASE_URL: "${api}"',
  ],
  [
    "an address of a misspelt endpoint",
    workload('    env: { BASE_URL: ¦"${apo}/v1" }\n'),
    'There is no endpoint "apo".',
    "did you mean api?",
  ],
  [
    "a port of a misspelt endpoint, in a variant",
    workload('    variants: { a: { env: { PORT: ¦"${aip.port}" } } }\n'),
    'There is no endpoint "aip".',
    "did you mean api?",
  ],
  [
    "a part that no address has",
    workload('    env: { HOST: ¦"${api.hots}" }\n'),
    'There is no part of an address "hots".',
    "did you mean host?",
  ],
  [
    "a misspelt endpoint of a command",
    workload('    env: { A: ¦"${apo}" }\n').replace(
      "k6: browse.ts",
      "command: { run: [load], format: locust }\n    gate: [cpu_per_request]",
    ),
    'There is no endpoint "apo".',
    "did you mean api?",
  ],
  // metrics
  [
    "statements of processes",
    WEB.replace("  endp", "  metrics: { db: { ¦postgres: { service: db } } }\n  endp"),
    "asked in a container",
    "give its address",
  ],
  [
    "a page of nothing",
    WEB.replace("  endp", "  metrics: { ¦db: { path: /m } }\n  endp"),
    "no source",
    "name one",
  ],
  [
    "a page that is a database as well",
    WEB.replace("  endp", '  metrics: { ¦db: { endpoint: api, database: "redis://h" } }\n  endp'),
    "more than one source: endpoint, database",
    "name one",
  ],
  [
    "a database of another scheme",
    WEB.replace("  endp", '  metrics: { db: { database: ¦"oracle://h/shop" } }\n  endp'),
    'an address such as "postgres://',
    "",
  ],
  [
    "a database of a missing service",
    WEB.replace("  endp", '  metrics: { db: { database: ¦"postgres://${wbe:8080}/shop" } }\n  endp'),
    'There is no service "wbe"',
    "web?",
  ],
  [
    "a database at a service of Compose",
    composed(`${ENDPOINT}\n  metrics: { db: { ¦database: "postgres://\${db:5432}/shop" } }`),
    "names a service, but there is no stack.process",
    "found by their image",
  ],
  // records
  [
    "a record of no workload",
    `${WEB}records: { one: { title: One, tables: { Runs: { workloads: [¦brwose], columns: { n: "{requests}" } } } } }\n`,
    'There is no workload "brwose".',
    "browse?",
  ],
  [
    "a statement about no workload",
    `${WEB}records: { one: { title: One, tables: { T: { workloads: [browse], columns: { n: "{date}" } } }, signals: [{ say: ok, workload: ¦other, metric: checks.rate, between: [1, 1] }] } }\n`,
    'There is no workload "other".',
    "name an existing workload",
  ],
  [
    "buckets of no page",
    buckets("{ histogram: ¦wbe:took_seconds, bounds: [1s] }"),
    'There are no metrics named "wbe".',
    "name those of web",
  ],
  [
    "buckets told apart by a label that the page is not split by",
    buckets("{ histogram: web:took_seconds, bounds: [1s], by: ¦path }"),
    'The metrics of "web" are not split by "path".',
    "split: [path]",
  ],
  [
    "a decision on no table",
    `${WEB}records: { one: { title: One, tables: { T: { workloads: [browse], columns: { n: "{date}" } } }, decisions: [{ title: D, date: 2026-11-21, decision: x, rationale: y, table: ¦Runs }] } }\n`,
    'There is no table "Runs".',
    "name an existing table",
  ],
  [
    "a decision on no variant",
    `${WEB}records: { one: { title: One, tables: { T: { workloads: [browse], columns: { n: "{date}" } } }, decisions: [{ title: D, date: 2026-11-21, decision: x, rationale: y, table: T, variants: [¦fast] }] } }\n`,
    'There is no variant "fast".',
    "name an existing variant",
  ],
  // places
  [
    "an inside of processes",
    workload("    in: ¦network\n"),
    'from "network", but there is no stack.compose.',
    "leave `in` out",
  ],
  [
    "a command in a container",
    workload("  a: { command: { run: [x], format: benchmark-bigger }, gate: [x], in: ¦web }\n"),
    "A command runs on this machine only.",
    "k6, wrk or oha",
  ],
  [
    "an endpoint of no service",
    endpoints("{ api: { service: ¦wbe, port: 8080 } }"),
    'There is no service "wbe".',
    "web?",
  ],
  [
    "an endpoint of no port",
    endpoints("{ api: { service: web, port: ¦8081 } }"),
    "has no port 8081.",
    "its ports",
  ],
  [
    "a service that every object has",
    endpoints("{ api: { service: ¦constructor, port: 1 } }"),
    "no service",
    "name a",
  ],
  [
    "no endpoint",
    endpoints("{}").replace("endpoints", "¦endpoints"),
    "no endpoint to load",
    "add stack.endpoints",
  ],
  [
    "no service",
    WEB.replace(/ {4}services(?:.|\n)*worker.*\n/, "    ¦services: {}\n"),
    "has no service.",
    "add one",
  ],
  [
    "a reference to no service",
    web('{ run: [node, ¦"${wroker:9000}"], ports: { 8080: PORT } }'),
    '"wroker"',
    "worker?",
  ],
  [
    "a reference to no port",
    web('{ run: [x], env: { A: ¦"http://${worker:80}" }, ports: { 8080: PORT } }'),
    "no port 80",
    "ports",
  ],
  [
    "an address as a port",
    web('{ run: [x], env: { DB_PORT: ¦"${worker:9000}" }, ports: { 8080: PORT } }'),
    "DB_PORT would be an address",
    "${worker:9000.port}",
  ],
  [
    "a reference of a variant",
    workload('    variants: { v: { stack_env: { A: ¦"${db:1}" } } }\n'),
    '"db"',
    "name an existing service",
  ],
  [
    "a reference of the seed",
    WEB.replace("  endp", '  seed: { run: [x, ¦"${db:1}"] }\n  endp'),
    '"db"',
    "name an existing service",
  ],
  [
    "readiness of no port",
    web("{ run: [x], ports: { 8080: PORT }, ready: { port: ¦81 } }"),
    "has no port 81",
    "its ports",
  ],
  [
    "readiness without port",
    WEB.replace("9000: PORT }", "}, ready: { ¦http: /up }"),
    "but no port",
    "declare the port",
  ],
  [
    "a port as a shell would write it",
    web('{ run: [gunicorn, -b, ¦"127.0.0.1:$PORT"], ports: { 8080: PORT } }'),
    "run[2] has $PORT, but no shell replaces it there",
    'run: ["sh", "-c", "exec … $PORT"]',
  ],
  [
    "a variable as a shell would write it",
    web("{ run: [./web, ¦'--mode=${MODE}'], env: { MODE: fast }, ports: { 8080: PORT } }"),
    "run[1] has $MODE",
    "have a shell run it",
  ],
  [
    "a fixed port twice",
    web("{ run: [x], ports: { 81: { env: PORT, fixed: 7000 }, 8080: { env: B, fixed: ¦7000 } } }"),
    "web:81 and web:8080 are both fixed to 7000",
    "leave `fixed` out",
  ],
  [
    "a variable for two ports",
    web("{ run: [x], ports: { 8080: PORT, 8081: ¦PORT } }"),
    "PORT of service web is set twice",
    "of its own",
  ],
  [
    "a port's variable set by hand",
    web("{ run: [x], env: { PORT: 1 }, ports: { 8080: ¦PORT } }"),
    "is set twice",
    "of its own",
  ],
  // external
  [
    "endpoints without processes",
    external("{ url: http://a }", "  ¦endpoints: { b: { service: c, port: 1 } }\n"),
    "there is no stack.process or stack.compose",
    "stack.external.endpoints",
  ],
  // compose
  [
    "a stack of Compose without endpoints",
    composed("¦endpoints: {}"),
    "no endpoint to load",
    "add stack.endpoints",
  ],
  ["no file", composed(ENDPOINT).replace("[c.yaml]", "¦[]"), "at least one file", ""],
  ["a file outside", composed(ENDPOINT).replace("c.yaml", "¦../c.yaml"), "leaves the checkout", ""],
  ["an allowance there is not", composed(ENDPOINT, "allow: [¦priviledged]"), "privileged", "did you mean"],
  ["a reset there is not", composed(ENDPOINT, "reset: ¦volume"), "volumes", "did you mean"],
  ["a variable of the runner", composed(ENDPOINT, "env: { ¦GITHUB_TOKEN: x }"), "may not set", "your own"],
  [
    "a seed that is a service, without Compose",
    WEB.replace("  endpoints", "  seed: { ¦service: seed }\n  endpoints"),
    "there is no stack.compose",
    "run: [...]",
  ],
  [
    "a command for no service",
    composed(`${ENDPOINT}\n  seed: { run: [a], ¦command: [b] }`),
    "names no service",
    "name",
  ],
  [
    "a seed of a service and of a command",
    composed(`${ENDPOINT}\n  seed: { service: db, ¦run: [a] }`),
    "its service runs instead",
    "command: [...]",
  ],
  ["a seed of nothing", composed(`${ENDPOINT}\n  seed: ¦{ env: { A: b } }`), "with `run`", ""],
  [
    "nothing to load outside",
    external("{}").replace("endpoints: { api: {} }", "¦endpoints: {}"),
    "no endpoint to load",
    "add one",
  ],
  [
    "a password in an address",
    external('{ url: ¦"https://me:s3cret@host" }'),
    "contains a user name or password",
    "header",
  ],
  [
    "a header that ends early",
    external('{ url: http://a, headers: { A: ¦"b\\nHost: c" } }'),
    "contains a line break",
    "one line",
  ],
  [
    "a header's name",
    external('{ url: http://a, headers: { ¦"A:": b } }'),
    "is not a valid header name",
    "letters",
  ],
  [
    "a secret of the runner, sent",
    external("{ url: http://a, headers: { A: { env: ¦GITHUB_TOKEN } } }"),
    "may not send",
    "of your own",
  ],
  [
    "a base with other endpoints",
    external("{ url: http://a }", "    ¦base: { endpoints: { web: { url: http://b } } }\n").replace(
      "¦base: { endpoints",
      "base: { ¦endpoints",
    ),
    "different endpoints: only one of them has api, web",
    "the same endpoints in both",
  ],
  [
    "a secret of the runner, sent to base",
    external(
      "{ url: http://a }",
      "    base: { endpoints: { api: { url: http://b, headers: { A: { env: ¦GITHUB_TOKEN } } } } }\n",
    ),
    "may not send",
    "of your own",
  ],
  [
    "a label that YAML respells",
    external("{ url: http://a }", "    labels: { image: ¦1.10 }\n"),
    'written "1.10", which YAML reads as the number 1.1',
    '"1.10"',
  ],
  // names
  [
    "workloads alike but for capitals",
    workload("  ¦Browse: { k6: b.ts }\n"),
    '"browse" and "Browse" collide',
    "rename",
  ],
  [
    "variants alike",
    workload("    variants: { a: {}, ¦A: {} }\n"),
    '"browse/a" and "browse/A" collide',
    "rename",
  ],
  [
    "a variant and a workload",
    workload("    variants: { a: {} }\n  ¦browse-a: { k6: a.ts }\n"),
    '"browse/a" and "browse-a"',
    "rename",
  ],
  ["services alike", WEB.replace("worker:", "¦WEB:"), '"web" and "WEB" collide', "rename"],
  [
    "endpoints of one variable",
    endpoints("{ my-api: { service: web, port: 8080 }, ¦my_api: { service: web, port: 8080 } }"),
    "from the same variable",
    "rename",
  ],
  // loads
  [
    "no load",
    WEB.replace("browse:\n    k6: browse.ts", "¦browse:\n    env: {}"),
    "does not say what",
    "add it",
  ],
  ["two loads", workload("    wrk: {}\n").replace("browse:", "¦browse:"), "has k6 and wrk", "keep one"],
  [
    "a command without a gate",
    workload("  ¦a: { command: { run: [x], format: steelyard } }\n"),
    "without a gate",
    "gate: [query_time]",
  ],
  ["wrk at no endpoint", workload("  a: { wrk: { endpoint: ¦apii } }\n"), 'no endpoint "apii"', "api?"],
  [
    "wrk at one of several endpoints",
    `${endpoints("{ api: { service: web, port: 8080 }, b: { service: worker, port: 9000 } }")}  a: { ¦wrk: {} }\n`,
    "several",
    "endpoint: api",
  ],
  [
    "wrk with more threads than connections",
    workload("  a: { wrk: { threads: ¦4, connections: 2 } }\n"),
    "4 threads for 2",
    "one connection",
  ],
  [
    "oha with more threads than connections",
    workload("  a: { oha: { threads: ¦4, connections: 2 } }\n"),
    "4 threads for 2",
    "one connection",
  ],
  [
    "oha at an endpoint with headers",
    external("{ url: http://a, headers: { Authorization: { env: TOKEN } } }").replace("k6: a.ts", "¦oha: {}"),
    "oha takes headers as arguments",
    "load it with k6 or wrk",
  ],
  ["a body outside", workload("  a: { oha: { body: ¦/a.json } }\n"), "is absolute", "workloads/"],
  [
    "a gate on a percentile that oha does not print",
    workload("  a: { oha: {}, gate: [¦http_req_duration.p97] }\n"),
    'oha does not measure the p97 of "http_req_duration"',
    "name the nearest, p95",
  ],
  [
    "a budget on one",
    workload("  a: { oha: {}, budgets: { ¦http_req_duration.p99.5: < 1s } }\n"),
    "does not measure the p99.5",
    "p99.9",
  ],
  ["a Lua script outside", workload("  a: { wrk: { script: ¦/a.lua } }\n"), "is absolute", "workloads/"],
  [
    "a gate that is not mapped",
    workload(
      "  a: { command: { run: [x], format: { json: { metrics: { rows: { at: /r, unit: '1', better: lower } } } } }, gate: [¦row] }\n",
    ),
    'no metric "row"',
    "rows?",
  ],
  [
    "a mapped name of already a metric",
    workload(
      "  a: { command: { run: [x], format: { json: { metrics: { ¦vus: { at: /r, unit: '1', better: lower } } } } }, gate: [vus] }\n",
    ),
    "already a metric",
    "your own",
  ],
  [
    "CPU a request without requests",
    workload(
      "  a: { command: { run: [x], format: { json: { metrics: { r: { at: /r, unit: ms, better: lower } } } } }, gate: [¦cpu_per_request] }\n",
    ),
    "number of requests",
    "requests: /requests",
  ],
  [
    "a budget in another unit than the mapping's",
    workload(
      '  a: { command: { run: [x], format: { json: { metrics: { r: { at: /r, unit: ms, better: lower } } } } }, gate: [r], budgets: { r: ¦"< 5MB" } }\n',
    ),
    "in bytes, and the metric in time",
    "250ms",
  ],
  [
    "metrics at no endpoint",
    WEB.replace("  endpoints", "  metrics: { web: { endpoint: ¦wbe } }\n  endpoints"),
    'no endpoint "wbe"',
    "name a",
  ],
  // paths
  ["a script outside", WEB.replace("browse.ts", "¦../browse.ts"), "leaves the checkout", "workloads/"],
  [
    "a script outside, on a detour",
    WEB.replace("browse.ts", "¦a/../../b.ts"),
    "leaves the checkout",
    "workloads/",
  ],
  [
    "a script outside, for Windows",
    WEB.replace("browse.ts", "¦a\\..\\..\\b.ts"),
    "leaves the checkout",
    "workloads/",
  ],
  ["an absolute script", WEB.replace("browse.ts", "¦/etc/passwd"), "is absolute", "workloads/"],
  [
    "a script on a drive",
    WEB.replace("browse.ts", "¦C:/b.ts"),
    "is an address or names a drive",
    "workloads/",
  ],
  ["a script from the net", WEB.replace("browse.ts", "¦https://evil/b.ts"), "is an address", "workloads/"],
  [
    "a service outside",
    web("{ run: [x], cwd: ¦.., ports: { 8080: PORT } }"),
    "leaves the checkout",
    "workloads/",
  ],
  // variables
  [
    "the runner's token",
    workload("    env: { ¦GITHUB_TOKEN: x }\n"),
    'may not set "GITHUB_TOKEN"',
    "of your own",
  ],
  [
    "the runner's commands",
    web("{ run: [x], env: { ¦ACTIONS_RUNTIME_TOKEN: x }, ports: { 8080: PORT } }"),
    "ACTIONS_…",
    "own",
  ],
  [
    "the runner's folder",
    WEB.replace("  endp", "  seed: { run: [x], env: { ¦RUNNER_TEMP: x } }\n  endp"),
    "RUNNER_…",
    "own",
  ],
  [
    "k6's own options",
    workload("    variants: { v: { env: { ¦K6_VUS: 1 } } }\n"),
    "how k6 itself runs",
    "own",
  ],
  [
    "ours, in small letters",
    workload("    variants: { v: { stack_env: { ¦steelyard_target_api: x } } }\n"),
    "STEELYARD_…",
    "own",
  ],
  [
    "a port in such a variable",
    web("{ run: [x], ports: { 8080: ¦RUNNER_PORT } }"),
    "RUNNER_…",
    "of your own",
  ],
  [
    "a version as a number",
    workload("    env: { VERSION: ¦1.10 }\n"),
    "which YAML reads as the number 1.1",
    '"1.10"',
  ],
  [
    "a number in octal",
    workload("    env: { MODE: ¦0o17 }\n"),
    "which YAML reads as the number 15",
    '"0o17"',
  ],
  // metrics
  ["a gate twice", workload("    gate: [checks.rate, ¦checks.rate]\n"), "appears twice", "keep one"],
  ["a gate twice, spelt otherwise", workload("    gate: [x.p50, ¦x.p50.0]\n"), "appears twice", "keep one"],
  [
    "a trend without statistic",
    workload("    gate: [¦http_req_duration]\n"),
    "names no statistic",
    "duration.p50",
  ],
  [
    "a quantile of a share",
    workload("    gate: [¦http_req_failed.p95]\n"),
    "has no p95",
    "http_req_failed.rate",
  ],
  [
    "a rate of a trend",
    workload('    gate: [¦"http_req_waiting{name:a}.rate"]\n'),
    "has no rate",
    "{name:a}.p50",
  ],
  ["a quantile that is not kept", workload("    metrics: { ¦own.p99.7: {} }\n"), "p99.7", "nearest, p99.5"], // .2 from p99.5 and from p99.9
  [
    "a budget and an expectation",
    workload("    budgets: { checks.rate: < 1% }\n    expect: { ¦checks.rate: equal }\n"),
    "a budget and an expectation",
    "keep",
  ],
  [
    "a budget against its rule",
    workload("    budgets: { rows.count: ¦< 5 }\n    metrics: { rows.count: { better: higher } }\n"),
    "higher is better",
    "reverse",
  ],
  [
    "a time without unit",
    workload("    budgets: { http_req_duration.p99: ¦< 250 }\n"),
    "it would mean 4.17 min",
    "250ms",
  ], // 250 s / 60
  [
    "a time in percent",
    workload("    budgets: { cpu_per_request: ¦< 5% }\n"),
    "is in percent, and the metric in time",
    "250ms",
  ],
  [
    "a share in time",
    workload("    budgets: { http_req_failed.rate: ¦< 5ms }\n"),
    "is in time, and the metric in percent",
    "1%",
  ],
  [
    "a share without percent sign",
    workload('    budgets: { http_req_failed.rate: ¦"< 1" }\n'),
    "it would mean 100 %",
    '"< 1%"',
  ],
  [
    "a share as a fraction",
    workload("    budgets: { checks.rate: ¦'> 0.99' }\n"),
    "has no unit; it would mean 99 %",
    '"> 1%"',
  ],
  [
    "expected shares without percent sign",
    workload("    expect: { http_req_failed.rate: { between: [0, ¦55], because: overload } }\n"),
    "between[1] has no unit; it would mean 5,500 %",
    "1%",
  ],
  [
    "a target without unit",
    workload(
      "    expect: { http_req_duration.p95: { between: [1s, 9s], target: ¦'< 0.5', because: overload } }\n",
    ),
    "has no unit; it would mean 500 ms",
    '"< 250ms"',
  ],
  [
    "expected bytes without unit",
    workload("    expect: { memory_peak: { equal: ¦500, because: x } }\n"),
    "equal has no unit; it would mean 500 B",
    "64MiB",
  ],
  [
    "an expectation equal to what does not exist",
    workload("    expect: { iterations.count: { equal: ¦http_reqs.p50, because: x } }\n"),
    '"http_reqs" has no p50',
    "http_reqs.rate",
  ],
  [
    "a metric's floor without unit",
    workload("    metrics: { http_req_duration.p50: { floor: ¦50 } }\n"),
    "floor has no unit; it would mean 50 s",
    "250ms",
  ],
  ...[
    ["measure.duration", workload("    measure: { duration: ¦400 }\n")],
    ["measure.block", workload("    measure: { block: ¦0.5 }\n")],
    ["browse.warmup", workload("    warmup: ¦6\n")],
    ["browse.settle", workload("    settle: ¦1.5\n")],
    ["browse.timeout", workload("    timeout: ¦60\n")],
    ["ready.within", web("{ run: [x], ports: { 8080: PORT }, ready: { within: ¦30 } }")],
    ["seed.within", WEB.replace("  endp", "  seed: { run: [x], within: ¦30 }\n  endp")],
    ["profiles.quick.duration", `${WEB}profiles: { quick: { duration: ¦2 } }\n`],
    ["policy.floor", `${WEB}policy: { floor: ¦50 }\n`],
  ].map(([name = "", text = ""]): [string, string, string, string] => [
    `a bare number for ${name}`,
    text,
    "without a unit",
    "give a unit",
  ]),
  [
    "an own metric in its declared unit",
    workload("    budgets: { own.p99: ¦< 5 }\n    metrics: { own.p99: { unit: B } }\n"),
    "has no unit; it would mean 5 B",
    "MiB",
  ],
  [
    "pairs the wrong way round",
    workload("    measure: { pairs: ¦[30, 6] }\n"),
    "fewest pairs (30) are more than the most (6)",
    "[6, 30]",
  ],
  // policy and profiles
  ["a band without percent sign", `${WEB}policy: { band: ¦3 }\n`, "policy.band is 300 %", "percent sign: 3%"],
  ["no band", `${WEB}policy: { band: ¦0% }\n`, "policy.band is 0 %", '"3%"'],
  [
    "a band of a metric",
    workload("    metrics: { a.p50: { band: ¦5 } }\n"),
    'metrics["a.p50"].band is 500 %',
    "5%",
  ],
  [
    "more trials than all",
    `${WEB}policy: { failed_trials: ¦20 }\n`,
    "policy.failed_trials is 2,000 %",
    "20%",
  ],
  [
    "a profile of no workload",
    `${WEB}profiles: { quick: { only: [browse, ¦brows] } }\n`,
    'no workload "brows"',
    "browse?",
  ],
  [
    "a profile of nothing",
    `${WEB}profiles: { quick: { only: ¦[] } }\n`,
    'The profile "quick" has no workloads',
    "leave `only` out",
  ],
  ["profiles alike", `${WEB}profiles: { quick: {}, ¦Quick: {} }\n`, '"quick" and "Quick" collide', "rename"],
])("%s", (_, text, what, remedy) => expectRefused(text, what, remedy));

test("a password in an address is not repeated", () => {
  expect(refusal(external('{ url: ¦"https://me:s3cret@host" }')).message).not.toContain("s3cret");
});

test("problems of several kinds are reported together, in the order of the file", () => {
  const text = WEB.replace("service: web", "service: ¦wbe").replace("browse.ts", "../browse.ts");
  const { message } = refusal(
    `${text}    env: { K6_VUS: 1 }\n    measure: { pairs: [30, 6] }\nprofiles: { q: { only: [x] } }\n`,
  );
  expect([...message.matchAll(/:(\d+):\d+$/gm)].map(([, line]) => Number(line))).toEqual([7, 10, 11, 12, 13]);
  expect(message).toMatch(/^5 problems/);
});

test("a problem in a merged mapping is reported where it is written", () => {
  const text = workload(
    "    env: &env { ¦K6_VUS: 1 }\n  other:\n    k6: b.ts\n    env: { <<: *env, A: b }\n",
  );
  const { message, at } = refusal(text);
  expect(message.split(`at ${at}\n`)).toHaveLength(3); // once for each that has it
});

describe("what is allowed", () => {
  test.each([
    [
      "braces that are no reference",
      web('{ run: [sh, -c, "echo ${A} ${B:-c} `${x}`"], ports: { 8080: PORT } }'),
    ],
    ["a variable for a shell", web('{ run: [bash, -lc, "exec web $PORT"], ports: { 8080: PORT } }')],
    ["a command for another program", web('{ run: [concurrently, "web $PORT"], ports: { 8080: PORT } }')],
    ["a variable of another name", web('{ run: [web, "$PORTS", "$2b$10"], ports: { 8080: PORT } }')],
    ["a reference to itself", web('{ run: [x, "${web:8080}"], ports: { 8080: PORT } }')],
    [
      "an expectation beside a gate",
      workload("    gate: [http_reqs.count]\n    expect: { http_reqs.count: equal }\n"),
    ],
    [
      "a budget in the direction of its rule",
      workload("    budgets: { a.count: < 5 }\n    metrics: { a.count: { better: lower } }\n"),
    ],
    [
      "a bare rate, and no share at all",
      workload('    budgets: { http_reqs.rate: "> 100", http_req_failed.rate: <= 0 }\n'),
    ],
    ["a site", `${WEB}site: https://example.github.io/shop/steelyard/\n`],
    [
      "no errors at all",
      workload("    budgets: { http_req_failed.count: < 1, dropped_iterations.count: <= 0 }\n"),
    ],
    ["zero without a unit", workload("    budgets: { http_req_blocked.p50: <= 0s }\n")],
    ["no warm-up, without a unit", workload("    warmup: 0\n    settle: 0.0\n")],
    [
      "bare bounds of a number and of a metric that nobody knows",
      workload(
        "    expect: { iterations.count: { between: [5, 9], because: x }, own: { between: [1, 2], because: x } }\n",
      ),
    ],
    [
      "what equals a number, a size or already a metric",
      workload(
        "    expect: { iterations.count: { equal: 5, because: x }, own: { equal: 5kB, within: 5%, because: x }, rows: { equal: 'rows_in{t:a}', because: x } }\n",
      ),
    ],
    ["traffic a second", workload("    budgets: { data_received.rate: < 1MB }\n")],
    [
      "a metric of the script's own",
      workload('    gate: [queue_depth, orders.rate, "wait{q:a.b}.p99.99"]\n'),
    ],
    ["steps that come back", WEB.replace("browse.ts", "./a/../b/./browse.ts")],
    ["two dots in a name", WEB.replace("browse.ts", "a..b/..c.ts")],
    [
      "a name that only begins alike",
      workload("    env: { K6: 1, GITHUB: 1, RUNNERS: 1, LD_LIBRARY_PATH: x }\n"),
    ],
    [
      "numbers as they are written",
      workload("    env: { A: 1, B: -1.5, C: 1e3x, D: '1.10', E: true, F: ~x }\n"),
    ],
    [
      "processes and a deployed system",
      WEB.replace("  endp", "  external: { endpoints: { api: { url: https://a } } }\n  endp"),
    ],
    [
      "oha at a rate, with percentiles that it prints",
      workload("  a: { oha: { rate: 50 }, gate: [http_req_duration.p99.9, http_req_duration.p50] }\n"),
    ],
    ["wrk at the only endpoint", workload("  a: { wrk: { path: /x?y=1, script: a.lua } }\n")],
    [
      "a scraped metric as the gate of a command",
      workload(
        '  a: { command: { run: [x], format: benchmark-bigger }, gate: ["web:queries_total.count"] }\n',
      ),
    ],
    ["equal pairs", workload("    measure: { pairs: [6, 6] }\n")],
    [
      "the parts of an address, and addresses of other names",
      web(
        '{ run: [x], env: { DB_PORT: "${worker:9000.port}", DB_HOST: "${worker:9000.hostname}", PORTS: "${worker:9000}", A_PORT: "a:${worker:9000}" }, ports: { 8080: PORT } }',
      ),
    ],
    [
      "the same variant names in two workloads",
      workload("    variants: { a: {} }\n  other: { k6: b.ts, variants: { a: {} } }\n"),
    ],
  ])("%s", (_, text) => expect(() => readConfig(text, FILE)).not.toThrow());
});

test.each([
  [
    "parts of an address",
    "k6: browse.ts",
    '{ A: "${api}", B: "${api.host}:80", C: "${api.hostname}", D: "${api.port}" }',
  ],
  ["what follows other text", "k6: browse.ts", '{ A: "http://${apo}/", B: "$${apo}" }'],
  ["a pattern or a template", "k6: browse.ts", '{ A: "${apo} and more", B: "${apo}x", C: "${a b}" }'],
  [
    "a default of a shell",
    "command: { run: [load], format: locust }\n    gate: [cpu_per_request]",
    '{ A: "${PORT:-8080}", B: "${apo:-x}", C: "$apo" }',
  ],
  [
    "a name that a script may replace",
    "k6: browse.ts",
    '{ PATHS: "${id}/reviews", WHO: "${user}", BASE_URL: "${HOME}:80" }',
  ],
  [
    "a name that a command may replace",
    "command: { run: [load], format: locust }\n    gate: [cpu_per_request]",
    '{ A: "${HOME}/data", B: "${__P(x)}" }',
  ],
])("a variable may have %s", (_, load, env) => {
  const text = `${WEB.replace("k6: browse.ts", load)}    env: ${env}\n`;
  expect(() => readConfig(text, FILE)).not.toThrow();
});
