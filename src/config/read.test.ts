// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the config writes references this way
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SteelyardError } from "../base/errors.ts";
import { Config } from "../model/config.ts";
import { readConfig } from "./read.ts";

const FILE = "steelyard.yml";

/** A config with every key once. */
const FULL = `# yaml-language-server: $schema=./steelyard.schema.json
version: 1
stack:
  process:
    services:
      gateway:
        run: [node, gateway.mjs, --upstream, "\${worker:9000}"]
        cwd: compose
        env: { WORKER_URL: "http://\${worker:9000}", LOG: false, POOL: 4 }
        ports: { 8080: PORT }
        ready: { http: /health, within: 30s }
      worker:
        run: [node, worker.mjs]
        ports: { 9000: { env: WORKER_PORT, fixed: 9100 } }
  external:
    endpoints:
      api:
        url: https://staging.example.com
        headers: { Authorization: { env: STAGING_TOKEN, prefix: "Bearer " }, X-Client: perf }
    ready: { http: /health }
    labels: { image: "1.10", instances: 2 }
  seed: { run: [node, seed.mjs], env: { DB: "\${worker:9000}" }, within: 2m }
  endpoints: { api: { service: gateway, port: 8080 } }
  metrics: { gw: { endpoint: api, path: /internal, include: ["http_*"], split: [error_type] } }
workloads:
  recommend: &recommend
    k6: workloads/recommend/closed.ts
    warmup: 6s
    measure: { mode: request, block: 1s, pairs: [6, 30] }
    env: { K: "20" }
    variants:
      popularity: { stack_env: { ALGO: popularity } }
      cooccurrence: { stack_env: { ALGO: cooc } }
    gate: [http_req_duration.p50, cpu_per_request]
    budgets: { "http_req_duration.p99": "< 250ms", http_req_failed.rate: "<= 1 %" }
    metrics: { http_req_duration.p50: { better: lower, band: 4%, floor: 50us } }
  recommend-long:
    <<: *recommend
    variants: {}
    timeout: 5m
  browse:
    wrk: { endpoint: api, path: "/items?page=2", script: workloads/browse.lua, connections: 8, threads: 2, timeout: 5s }
  query:
    command:
      run: [python3, bench.py, --fast]
      format:
        json:
          requests: /total
          errors: /failed
          metrics: { query_time: { at: /latency/p50, unit: ms, better: lower } }
      output: file
    gate: [query_time, cpu_per_request]
    budgets: { query_time: "< 20ms" }
  burst:
    k6: workloads/notify/burst-spike.ts
    expect:
      http_req_failed.rate: { between: [25%, 55%], because: "overload profile" }
      rows{op:read}.count: equal
policy: { reference: auto, band: 3%, floor: 50us, fail_on: { add: [inconclusive], remove: [budget] } }
profiles:
  quick: { only: [recommend], trials: 6, duration: 2s }
`;

/** A small valid config; \`MORE\` stands where a workload's further keys go. */
const SMALL = `version: 1
stack:
  process: { services: { web: { run: [node, web.mjs], ports: { 8080: PORT } } } }
  endpoints: { api: { service: web, port: 8080 } }
workloads:
  browse:
    k6: browse.ts
MORE`;
const workload = (lines: string) => SMALL.replace("MORE", lines);
const policy = (value: string) => SMALL.replace("MORE", `policy: ${value}\n`);
const external = (endpoint: string) =>
  SMALL.replace(/ {2}process.*\n.*\n/, `  external: { endpoints: { api: ${endpoint} } }\n`).replace(
    "MORE",
    "",
  );
const web = (keys: string) => SMALL.replace("run: [node, web.mjs]", keys).replace("MORE", "");

function message(text: string): string {
  try {
    readConfig(text, FILE);
  } catch (error) {
    if (error instanceof SteelyardError && error.fault === "user") return error.message;
    throw error;
  }
  throw new Error("it was read");
}

/** The text without its mark "¦", and the mark's line and column. */
function marked(text: string): { text: string; at: string } {
  const before = text.slice(0, text.indexOf("¦")).split("\n");
  return { text: text.replace("¦", ""), at: `${FILE}:${before.length}:${before.at(-1)!.length + 1}` };
}

describe("a valid config", () => {
  const full = readConfig(FULL, FILE);

  test("is in base units, with its defaults", () => {
    expect(full.workloads.recommend).toEqual({
      k6: "workloads/recommend/closed.ts",
      in: "host",
      env: { K: "20" },
      variants: {
        popularity: { stack_env: { ALGO: "popularity" }, env: {} },
        cooccurrence: { stack_env: { ALGO: "cooc" }, env: {} },
      },
      warmup: 6,
      settle: 0.5,
      measure: {
        mode: "request",
        duration: 5,
        trials: 10,
        pairs: [6, 30],
        block: 1,
        pace: "script",
        cold: false,
      },
      split: ["name"],
      gate: ["http_req_duration.p50", "cpu_per_request"],
      budgets: {
        "http_req_duration.p99": { op: "<", limit: 0.25 },
        "http_req_failed.rate": { op: "<", limit: 0.01 },
      },
      expect: {},
      metrics: { "http_req_duration.p50": { better: "lower", band: 0.04, floor: 0.00005 } },
    });
    expect(full.workloads.burst?.expect["http_req_failed.rate"]).toEqual({
      between: [0.25, 0.55],
      because: "overload profile",
    });
    expect(full.profiles.quick).toEqual({ only: ["recommend"], trials: 6, duration: 2 });
  });

  test("has ports by number, variables as texts, merged mappings", () => {
    const { gateway, worker } = full.stack.process!.services;
    expect(gateway?.ports).toEqual({ "8080": { env: "PORT" } });
    expect(worker?.ports).toEqual({ "9000": { env: "WORKER_PORT", fixed: 9100 } });
    expect(gateway?.env).toEqual({ WORKER_URL: "http://${worker:9000}", LOG: "false", POOL: "4" });
    expect(full.stack.external?.labels).toEqual({ image: "1.10", instances: "2" });
    const { recommend, "recommend-long": long } = full.workloads;
    expect(long).toEqual({ ...recommend, variants: {}, timeout: 300 });
  });

  test("parses to itself again, as a run file carries it", () => {
    expect(Config.parse(full)).toEqual(full);
    expect(Config.parse(JSON.parse(JSON.stringify(full)))).toEqual(full);
    const small = readConfig(workload(""), FILE);
    expect(JSON.parse(JSON.stringify(Config.parse(small)))).toEqual(JSON.parse(JSON.stringify(small)));
  });

  test("may be this repository's own", () => {
    const own = join(import.meta.dirname, "../../.github/steelyard.yml");
    const config = readConfig(readFileSync(own, "utf8"), own);
    expect(Object.keys(config.workloads).length).toBeGreaterThan(0);
  });

  test("may have Windows line ends and a byte order mark", () => {
    expect(readConfig(`\ufeff${FULL.replaceAll("\n", "\r\n")}`, FILE)).toEqual(full);
  });
});

describe("each problem is reported with its position, the allowed values and a remedy", () => {
  test.each([
    // YAML
    ["a tab", "version: 1\nstack:\n¦\tprocess: 1", ["Tabs are not allowed", "fix: indent with spaces"]],
    ["an open quote", "version: 1\nstack: 'x¦", ["Missing closing 'quote"]],
    ["a colon in a text", "version: 1\nstack: ¦a: b", ["fix: put quotes around"]],
    ["a reserved character", workload("    env: { A: ¦@x }\n"), ["fix: put the text in quotes"]],
    ["a key twice", workload("¦version: 1\n"), ['The key "version" appears twice.', "fix: keep one of them"]],
    [
      "one port in two spellings",
      web('run: [x], ports: { 80: A, ¦"80": B }').replace(", ports: { 8080: PORT }", ""),
      ['The key "80" appears twice.'],
    ],
    ["a tag", web("run: ¦!!js/function [x]"), ["js/function", "is not allowed", "fix: leave the tag out"]],
    ["an alias without anchor", workload("    env: ¦*nothing\n"), ['no anchor "&nothing"']],
    ["an alias within itself", workload("    env: &me { A: ¦*me }\n"), ['"*me" contains itself']],
    ["a merge of no mapping", workload("    ¦<<: 3\n"), ["accepts only mappings"]],
    ["a list as key", workload("    ? ¦[a, b]\n    : 3\n"), ["This key is not a text."]],
    [
      "a key that JavaScript would swallow",
      workload("    env: { ¦__proto__: x }\n"),
      ['"__proto__" is not allowed'],
    ],
    ["a zero character", workload('    env: { A: ¦"a\\0b" }\n'), ["U+0000"]],
    ["two documents", workload("¦---\na: 1\n"), ["several YAML documents", "fix: keep one document"]],
    // the whole
    ["nothing", "¦", ["The file is empty.", "fix: begin with"]],
    ["comments only", "¦# to do\n", ["The file is empty."]],
    ["a list", "¦- a", ['The file is the list ["a"].', "allowed: a mapping"]],
    ["a text", "¦hello", ['The file is "hello".']],
    [
      "no version",
      SMALL.replace("version: 1\n", "¦"),
      ["lacks the key version", "fix: begin the file with: version: 1"],
    ],
    [
      "a newer version",
      "version: ¦2\nwhat: ever",
      ["of version 2; this steelyard reads version 1", "fix: update"],
    ],
    ["an older version", "version: ¦0", ["version is 0", "fix: write it as: version: 1"]],
    ["a version in quotes", 'version: ¦"1"', ['version is "1"', "fix: write it as: version: 1"]],
    // keys
    [
      "a misspelt key",
      workload("    ¦warmpu: 3s\n"),
      [
        'workloads.browse has no key "warmpu".',
        "allowed: k6, wrk, oha, command, in, env, variants, warmup,",
        "fix: did you mean warmup?",
      ],
    ],
    ["another spelling", policy("{ ¦failOn: {} }"), ["fix: did you mean fail_on?"]],
    [
      "a key of another place",
      workload("    ¦duration: 5s\n"),
      ["fix: move it: duration belongs under workloads.<name>.measure"],
    ],
    [
      "an unknown key at the top",
      workload("¦bogus: 1\n"),
      ['The file has no key "bogus".', "fix: delete it"],
    ],
    ["a misspelt key that is missing then", web("run: [x], ¦redy: {}"), ["fix: did you mean ready?"]],
    [
      "a missing key",
      workload("  ¦other: { warmup: 3s }\n"),
      ["workloads.other does not say what loads it.", "fix: add it"],
    ],
    [
      "no stack",
      SMALL.replace(/ {2}process.*\n.*\n/, "  ¦seed: { run: [x] }\n"),
      ["`process` (local commands)"],
    ],
    [
      "no workload",
      `${SMALL.slice(0, SMALL.indexOf("workloads"))}workloads: ¦{}`,
      ["allowed: at least one workload"],
    ],
    ["a bad name", workload("  ¦../x: { k6: x.ts }\n"), ["a name of letters, digits"]],
    ["a bad variable", workload("    env: { ¦1B: x }\n"), ["an environment variable name such as"]],
    // values
    [
      "a bad duration",
      workload("    warmup: ¦3 parsecs\n"),
      [
        'workloads.browse.warmup is "3 parsecs".',
        'allowed: a duration such as "0s"',
        "fix: use the units us, ms, s, m and h",
      ],
    ],
    [
      "no time to measure in",
      workload("    measure: { duration: ¦0s }\n"),
      ['allowed: a duration such as "500ms"'],
    ],
    ["a bad percentage", policy("{ band: ¦three }"), ["allowed: a percentage such as", "percent sign"]],
    ["a bad size", policy("{ floor: ¦3 furlongs }"), ["allowed: a number with a unit"]],
    ["a share of the wrong type", policy("{ band: ¦[3%] }"), ["allowed: a percentage such as"]],
    ["infinity", policy("{ band: ¦.inf }"), ["policy.band is Infinity.", "allowed: a percentage"]],
    [
      "a text for a number",
      workload("    measure: { trials: ¦ten }\n"),
      ["allowed: a whole number from 1 to 200"],
    ],
    ["a number in quotes", policy('{ starts: ¦"3" }'), ["fix: write it without quotes"]],
    [
      "a number out of range",
      policy("{ starts: ¦11 }"),
      ["allowed: a whole number from 1 to 10", "3 by default"],
    ],
    ["a choice misspelt", workload("    measure: { mode: ¦requst }\n"), ["fix: did you mean request?"]],
    [
      "a choice that is none",
      policy("{ fail_on: { add: [¦regressed] } }"),
      ["one of inconclusive, incomparable"],
    ],
    [
      "a text for a list",
      workload("    gate: ¦http_req_duration.p50\n"),
      ['fix: write it as a list: ["http_req_duration.p50"]'],
    ],
    ["an empty list", workload("    gate: ¦[]\n"), ["allowed: at least one metric"]],
    ["a value forgotten", SMALL.replace("MORE", "¦policy:\n"), ["policy is empty.", "or delete the key"]],
    [
      "one pair figure",
      workload("    measure: { pairs: ¦[6] }\n"),
      ["allowed: a list of 2: a whole number from 6"],
    ],
    [
      "a metric k6's way",
      workload("    gate: [¦http_req_duration.p(95)]\n"),
      ["did you mean http_req_duration.p95?"],
    ],
    [
      "k6's average",
      workload("    gate: [¦http_req_duration.avg]\n"),
      ["did you mean http_req_duration.mean?"],
    ],
    [
      "k6's median as a key",
      workload("    metrics: { ¦http_req_duration.med: {} }\n"),
      ["http_req_duration.p50?"],
    ],
    // unions: the branch that was meant
    ["a budget without < or >", workload("    budgets: { a.p99: ¦250ms }\n"), ['fix: write "<" or ">"']],
    [
      "a budget of parts",
      workload('    budgets: { a.p99: { op: ¦"=", limit: 3 } }\n'),
      ["allowed: one of <, >"],
    ],
    ["a budget list", workload("    budgets: { a.p99: ¦[1] }\n"), ['allowed: a limit such as "< 250ms"']],
    ["equal misspelt", workload("    expect: { a.count: ¦equl }\n"), ["fix: did you mean equal?"]],
    [
      "an expectation without reason",
      workload("    expect: { ¦a.count: { between: [1, 2] } }\n"),
      ['workloads.browse.expect["a.count"] lacks the key because.'],
    ],
    [
      "an expectation misspelt",
      workload("    expect: { a.count: { ¦betwen: [1, 2], because: x } }\n"),
      ["fix: did you mean between?"],
    ],
    [
      "bounds the wrong way round",
      workload("    expect: { a.count: { between: ¦[5%, 1%], because: x } }\n"),
      ['between is the list ["5%", "1%"].', "allowed: the lower bound first"],
    ],
    [
      "a target that the expected meets",
      workload('    expect: { a.p95: { between: [400ms, 2s], target: ¦"< 500ms", because: x } }\n'),
      ["allowed: a target that everything in `between` misses"],
    ],
    [
      "an expectation of a number",
      workload("    expect: { a.count: ¦5 }\n"),
      ['allowed: the word "equal", or {'],
    ],
    [
      "a port's variable misnamed",
      web("run: [x]").replace("PORT", "¦1PORT"),
      ["an environment variable name"],
    ],
    ["a port's number for its variable", web("run: [x]").replace("PORT", "¦8080"), ["name such as PORT, {"]],
    [
      "a port of no program",
      web("run: [x]").replace("8080: PORT", "8080: ¦{}"),
      ["the variable that gives the process its port"],
    ],
    [
      "a fixed port too high",
      web("run: [x]").replace("PORT", "{ env: P, fixed: ¦70000 }"),
      ["from 1 to 65535"],
    ],
    [
      "a port that is none",
      web("run: [x]").replace("8080: PORT", "8080: PORT, ¦99999: P"),
      ["a port number from"],
    ],
    ["a port by name", web("run: [x]").replace("8080: PORT", "8080: PORT, ¦http: P"), ["a port number from"]],
    [
      "a header that is a number",
      external("{ url: http://a, headers: { A: ¦3 } }"),
      ['fix: put it in quotes: "3"'],
    ],
    [
      "a header misspelt",
      external("{ url: http://a, headers: { A: { ¦evn: B } } }"),
      ["fix: did you mean env?"],
    ],
    [
      "a header's variable",
      external('{ url: http://a, headers: { A: { env: ¦"B C" } } }'),
      ["environment variable"],
    ],
    ["an address without scheme", external("{ url: ¦staging }"), ['an address such as "https://']],
    ["another scheme", external("{ url: ¦ftp://a }"), ['an address such as "https://']],
  ])("%s", (_, markedText, phrases) => {
    const { text, at } = marked(markedText.replace(/MORE$/, ""));
    const found = message(text);
    expect(found).toContain(`  at ${at}\n`);
    for (const phrase of phrases) expect(found).toContain(phrase);
    expect(found).toMatch(/^1 problem in steelyard\.yml:\n\n.+\n {2}at /);
    expect(found).toMatch(/\n {2}fix: \S.*$/);
    expect(found).not.toMatch(/Invalid|undefined|\[object/);
  });
});

describe("whole messages", () => {
  test("several problems, in the order of the file", () => {
    const text = workload(
      "    warmpu: 3s\n    gate: http_req_duration.p50\n    measure: { mode: requst, trials: 0 }\n",
    );
    expect(message(`${text}policies: {}\n`)).toMatchInlineSnapshot(`
      "5 problems in steelyard.yml:

      workloads.browse has no key "warmpu".
        at steelyard.yml:8:5
        allowed: k6, wrk, oha, command, in, env, variants, warmup, settle, measure, paths, timeout, split, gate, budgets, expect, metrics, sweep, scaling
        fix: did you mean warmup?

      workloads.browse.gate is "http_req_duration.p50".
        at steelyard.yml:9:11
        allowed: a list of at least 1, each a text
        meaning: the metrics that may fail the check; everything else is advisory
        fix: write it as a list: ["http_req_duration.p50"]

      workloads.browse.measure.mode is "requst".
        at steelyard.yml:10:22
        allowed: one of auto, trial, request, slice, turns, duet
        meaning: how finely a duel interleaves head and base; \`auto\` chooses the finest possible mode
        fix: did you mean request?

      workloads.browse.measure.trials is 0.
        at steelyard.yml:10:38
        allowed: a whole number from 1 to 200
        meaning: trials per session
        fix: change it, or delete the key: it is 10 by default

      The file has no key "policies".
        at steelyard.yml:11:1
        allowed: version, stack, workloads, policy, profiles, records, site
        fix: did you mean policy?"
    `);
  });

  test("a missing key points at the mapping that lacks it", () => {
    expect(message(web("cwd: .").replace("k6: browse.ts", "env: {}"))).toMatchInlineSnapshot(`
      "2 problems in steelyard.yml:

      stack.process.services.web lacks the key run.
        at steelyard.yml:3:26
        allowed: a list of at least 1, each a text
        meaning: a program and its arguments; no shell reads it
        fix: add run: …

      workloads.browse does not say what loads it.
        at steelyard.yml:6:3
        allowed: exactly one of k6 (a script), wrk (an endpoint), oha (an endpoint) and command (a program)
        fix: add it, such as k6: workloads/browse.ts"
    `);
  });

  test("an expectation with several errors", () => {
    const text = "    expect:\n      http_req_failed.rate: { betwen: [1%, 2%] }\n      http_reqs.count: 5%\n";
    expect(message(workload(text))).toMatchInlineSnapshot(`
      "3 problems in steelyard.yml:

      workloads.browse.expect["http_req_failed.rate"] lacks the key because.
        at steelyard.yml:9:7
        allowed: a text
        meaning: the reason, shown with the result
        fix: add because: …

      workloads.browse.expect["http_req_failed.rate"] has no key "betwen".
        at steelyard.yml:9:31
        allowed: between, because, target, equal, within
        fix: did you mean between?

      workloads.browse.expect["http_reqs.count"] is "5%".
        at steelyard.yml:10:24
        allowed: the word "equal", or { between: [25%, 55%], because: "overload profile" }, or { equal: rows_in, because: … }
        fix: change it to what is allowed"
    `);
  });

  test("broken YAML: the first problem of each line", () => {
    expect(message("version: 1\nstack: a: b: c\n  d: [\n")).toMatchInlineSnapshot(`
      "2 problems in steelyard.yml:

      This is not valid YAML: Nested mappings are not allowed in compact mappings.
        at steelyard.yml:2:8
        fix: put quotes around a text that contains ": ", or begin the nested mapping on a line of its own

      This is not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ].
        at steelyard.yml:4:1
        fix: fix the indentation, brackets or quotes here or on the line before"
    `);
  });

  test("hostile names are shown escaped and shortened", () => {
    const text = workload(
      `    "a\\e[31m\\u202e${"x".repeat(900)}": 1\n    warmup: "\\r${"y".repeat(10_000)}"\n`,
    );
    expect(message(text)).toMatchInlineSnapshot(`
      "2 problems in steelyard.yml:

      workloads.browse has no key "a\\u001b[31m\\u202exxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"….
        at steelyard.yml:8:5
        allowed: k6, wrk, oha, command, in, env, variants, warmup, settle, measure, paths, timeout, split, gate, budgets, expect, metrics, sweep, scaling
        fix: delete it

      workloads.browse.warmup is "\\ryyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"….
        at steelyard.yml:9:13
        allowed: a duration such as "0s", "500ms" or "5s"
        meaning: load after each start of the stack whose figures are discarded; 6s for Node and other JIT runtimes; paired closed loads take up to twice as long while they still get faster
        fix: use the units us, ms, s, m and h"
    `);
  });
});

describe("hostile files", () => {
  test("a key of 10 kB", () => {
    const found = message(workload(`    ? "${"k".repeat(10_000)}"\n    : 1\n`));
    expect(found).toContain("kkk");
    expect(found.length).toBeLessThan(600);
  });

  test("the file's own name cannot write to the terminal", () => {
    expect(() => readConfig("", "a\u001b[2J.yml")).toThrow(/\\u001b\[2J/);
  });

  test("many problems: the first 20, and their number", () => {
    const keys = Array.from({ length: 300 }, (_, i) => `    zzz${i}: 1\n`).join("");
    const found = message(workload(keys));
    expect(found).toMatch(/^300 problems in steelyard\.yml, the first 20 of them:/);
    expect(found.match(/\n {2}at /g)).toHaveLength(20);
    expect(found).toContain("zzz19");
    expect(found).not.toContain("zzz20");
  });

  test.each([
    [
      "aliases that multiply",
      `a: &a [${"x,".repeat(10)}]\nb: &b [${"*a,".repeat(10)}]\nc: [${"*b,".repeat(12)}]\n`,
      "expand",
    ],
    ["aliases without end", `a: &a 1\nb: [${"*a,".repeat(30_000)}]\n`, "more than 1000 aliases"],
    ["open brackets", "[".repeat(50_000), "nested too deeply"],
    ["closed brackets", `a: ${"[".repeat(5_000)}${"]".repeat(5_000)}`, "nested too deeply"],
    ["nested mappings", `${"{a: ".repeat(5_000)}1${"}".repeat(5_000)}`, "nested too deeply"],
    ["a huge file", "#".repeat(1_000_000), "1000000 characters"],
    ["many keys", Array.from({ length: 3_000 }, (_, i) => `k${i}: 1\n`).join(""), "3002 problems"],
  ])("%s", (_, text, want) => {
    expect(message(text.startsWith("k0") ? `version: 1\n${text}` : text)).toContain(want);
  });

  test("any text is read, or refused with a remedy", () => {
    const pieces = fc.constantFrom(
      "version",
      ": ",
      "1",
      "\n",
      "  ",
      "stack",
      "workloads",
      "- ",
      "[",
      "]",
      "{",
      "}",
      "*a",
      "&a ",
      "<<",
      "!!x ",
      "'",
      '"',
      "|",
      ">",
      "#",
      "null",
      "8080",
      "\t",
      "\u0000",
      "__proto__",
      "k6",
      ",",
      "?",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), fc.boolean(), (parts, whole) => {
        const text = (whole ? workload("    ") : "") + parts.join("");
        try {
          readConfig(text, FILE);
        } catch (error) {
          expect(error).toBeInstanceOf(SteelyardError);
          expect((error as Error).message).toMatch(/^\d+ problems? in /);
        }
      }),
      { numRuns: 300 },
    );
  });
});
