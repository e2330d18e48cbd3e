import { describe, expect, test } from "vitest";
import { SteelyardError } from "./base/errors.ts";
import { visible } from "./base/log.ts";
import { redactor } from "./base/redact.ts";
import { withoutEnd } from "./base/text.ts";
import { leastRate } from "./compare/checks.ts";
import { readConfig } from "./config/read.ts";
import { scriptIn } from "./init/scripts.ts";
import { unitOf } from "./load/command/benchmark.ts";
import { around } from "./measure/slow.ts";
import { family, selector } from "./model/metric.ts";
import { quantity } from "./model/quantity.ts";
import { parts } from "./model/record.ts";
import { codeSpan, markdownTable, markdownText, plainText } from "./report/escape.ts";
import { recordDocument } from "./report/record.ts";
import { Malformed, page } from "./scrape/text.ts";
import { reviewable } from "./store/records.ts";
import { comparing, trialsAt } from "./testing/comparing.ts";
import { aRun } from "./testing/runs.ts";
import { benchmarkEntries } from "./trend/benchmark.ts";

// Whatever others may have written is read in time that grows as its length does: ten times as much takes about ten
// times as long. What is quadratic takes a hundred times, and is far beyond the border.

const BORDER = 40;
/** Milliseconds added to both times: below them, a time is the machine's mood. */
const FLOOR = 3;
const SHORT = 10_000;
const many = (n: number, make: (i: number) => string) => Array.from({ length: n }, (_, i) => make(i));

function milliseconds(act: () => unknown): number {
  const began = performance.now();
  try {
    act();
  } catch (error) {
    if (!(error instanceof SteelyardError || error instanceof Malformed)) throw error; // a refusal is an answer
  }
  return performance.now() - began;
}
/** How many times as long a text of ten times the length takes: the best of three, of whatever else runs here. */
function growth(act: (text: string) => unknown, make: (length: number) => string, from = SHORT): number {
  const [short, long] = [make(from), make(10 * from)];
  const best = (text: string) => Math.min(...[1, 2, 3].map(() => milliseconds(() => act(text))));
  return (best(long) + FLOOR) / (best(short) + FLOOR);
}

const TEXTS: Readonly<Record<string, (length: number) => string>> = {
  blanks: (n) => `x${" ".repeat(n)}x`,
  "new lines": (n) => `x${"\n".repeat(n)}x`,
  backticks: (n) => "`".repeat(n),
  "backticks apart": (n) => "` ".repeat(n / 2),
  brackets: (n) => "[".repeat(n),
  braces: (n) => "{".repeat(n),
  parentheses: (n) => `${"(".repeat(n / 2)}x${")".repeat(n / 2)}x`,
  dots: (n) => `x${".".repeat(n)}x`,
  colons: (n) => ":a".repeat(n / 2),
  backslashes: (n) => `x${"\\".repeat(n)}x`,
  slashes: (n) => `x${"/".repeat(n)}x`,
  digits: (n) => `rate>${"1".repeat(n)}x`,
  letters: (n) => "a".repeat(n),
  "an unclosed list": (n) => `[ ${"-1, ".repeat(n / 4)}x`,
  "openings of comments": (n) => "<!-- ".repeat(n / 5),
  "openings of records": (n) => "<!-- steelyard:record a -->".repeat(n / 27),
  limits: (n) => `< ${" ".repeat(n)}\nx`,
};

/** Reads a script of k6 with a text in it, and a module with the same. */
const script = (text: string) =>
  ["export default () => 0;", ""].map((entry) => scriptIn("a.js", `import "k6/http"; ${entry}\n${text}`));

const comparison = comparing(aRun({ workloads: { browse: { trials: trialsAt(0.01) } } }));
const records = { artifacts: null, setting: [], labels: {} } as never as Parameters<typeof recordDocument>[1];

const AT = { at: "2026-11-21T10:00:00Z", seconds: 1 } as never as Parameters<typeof around>[0][number];

/** What reads text that others wrote, by its name. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  visible,
  redacted: redactor(["a secret of some length"]),
  "without its end": (text) => withoutEnd(text, ".: `"),
  plain: (text) => plainText(text, text.length),
  "a code span": (text) => codeSpan(text, text.length),
  prose: (text) => markdownText(text, text.length),
  "a table": (text) => markdownTable(["a"], [[text]]),
  "a selector": selector,
  "a family of metrics": family,
  "a quantity": quantity,
  "a unit": unitOf,
  "a least rate": leastRate,
  "a cell of a record": parts,
  "a page of metrics": page,
  "a config": (text) => readConfig(`version: 1\nstack: ${JSON.stringify(text)}`.slice(0, 99_000), "a.yml"),
  "a stored file": (text) => reviewable({ subject: text, all: [1, -2] }),
  "a document of records": (text) => recordDocument(comparison, { ...records, before: text }),
  "a history of github-action-benchmark": (text) =>
    benchmarkEntries(`window.BENCHMARK_DATA = {"entries": {"${text}": 1}} x`, "data.js"),
  "a script": script,
  "lines of a log": (text) => around([AT], [{ ...AT, kind: "log", service: "api", text }] as never, false),
};

describe.each(Object.entries(READERS))("%s", (_, act) => {
  test.each(Object.entries(TEXTS))("of %s", (_, make) => {
    expect(growth(act, make)).toBeLessThan(BORDER);
  });
});

const SCRIPTS: Readonly<Record<string, (n: number) => string>> = {
  exports: (n) => "export{".repeat(n / 7),
  stages: (n) => "stages:[".repeat(n / 8),
  imports: (n) => "from 'k6/".repeat(n / 9),
  variables: (n) => "__ENV.".repeat(n / 6),
  "a long variable": (n) => `\${__ENV.${"_URL_PORT".repeat(n / 9)}`,
  "a long constant": (n) => `\${${"a".repeat(n)}`,
  "names of variables": (n) => many(n / 32, (i) => `__ENV.a${1e6 + i} __ENV.URL${1e6 + i} `).join(""),
  defaults: (n) => `__ENV.a||"http://a`.repeat(n / 18),
  "defaults that are variables": (n) => "__ENV.a?__ENV.a:".repeat(n / 16),
  "constants with ports": (n) =>
    many(n / 48, (i) => `var a${1e6 + i}=__ENV.b||"x";\${a${1e6 + i}}:2222 `).join(""),
  "a long default in many places": (n) =>
    `var a=__ENV.b||"${"x".repeat(n / 2)}";${`\${a}`.repeat(n / 8)}\${a}:22`,
  calls: (n) => `http.get('GET',`.repeat(n / 15),
  headers: (n) => `Origin${" ".repeat(n / 2)}:${" ".repeat(n / 2)}`,
  "a long host": (n) => `"https://${"ab.c-".repeat(n / 5)}`,
};
test.each(Object.entries(SCRIPTS))("a script of %s", (_, make) => {
  expect(growth(script, make)).toBeLessThan(BORDER);
});

/** Configs by their number of aliases; 1,000 are allowed. */
const CONFIG =
  'version: 1\nstack: { external: { endpoints: { api: { url: "http://127.0.0.1:1" } } } }\nworkloads:\n';
const ALIASES: Readonly<Record<string, (n: number) => string>> = {
  "of as many anchors": (n) =>
    CONFIG + many(n / 2, (i) => `  a${i}: &a${i} { k6: a.ts }\n  b${i}: { <<: *a${i} }\n`).join(""),
  "merged into one value": (n) => `${CONFIG}  a: &a { k6: a.ts }\n  b: { <<: [${many(n, () => "*a")}] }\n`,
  "of one text": (n) => `${CONFIG}  a: { k6: a.ts, env: { A: &v "1", ${many(n, (i) => `K${i}: *v`)} } }\n`,
  "without anchors": (n) => `${CONFIG}  a: { k6: a.ts }\nx: [${many(n, (i) => `*n${i}`)}]\n`,
  "each of the one before": (n) =>
    `${CONFIG}  a: { k6: a.ts }\nx0: &x0 { k: v }\n${many(n, (i) => `x${i + 1}: &x${i + 1} [*x${i}]\n`).join("")}`,
  "of a large value": (n) =>
    `${CONFIG}  a: { k6: a.ts }\nx: &x { ${many(900, (i) => `k${i}: v`)} }\ny: [${many(n, () => "*x")}]\n`,
};
test.each(Object.entries(ALIASES))("aliases %s", (_, make) => {
  expect(growth((text) => readConfig(text, "a.yml"), make, 90)).toBeLessThan(BORDER);
});
