import { expect, test } from "vitest";
import { Workload } from "../../model/config.ts";
import { overruling, runArgv, scriptEnv } from "./argv.ts";
import { archiveName, checksum } from "./download.ts";
import { logParser } from "./log.ts";
import { labeller, portable } from "./names.ts";
import { answers } from "./statuses.ts";
import { untar } from "./tar.ts";
import { declaredMetrics, digest, sources } from "./workloaddigest.ts";

test("the command of a trial", () => {
  const argv = runArgv("/bin/k6", { wrapper: "/s/w.js", config: "/s/c.json", points: null });
  expect(argv.slice(0, 4)).toEqual(["/bin/k6", "run", "--address", ""]);
  expect(argv.at(-1)).toBe("/s/w.js");
  expect(argv).toEqual(expect.arrayContaining(["--quiet", "--no-color", "--no-usage-report"]));
  expect(argv.join(" ")).toContain("--config /s/c.json --log-format json");
  const stats = argv[argv.indexOf("--summary-trend-stats") + 1]!.split(",");
  expect(stats).toHaveLength(107); // 99 percentiles, 4 beyond them, avg, min, max, count
  expect(stats.slice(-6)).toEqual(["p(99.95)", "p(99.99)", "avg", "min", "max", "count"]);
  expect(argv).not.toContain("--out");
  expect(runArgv("k6", { wrapper: "w", config: "c", points: "/p" })).toContain("json=/p");
});

test("the environment of a script: its own, then ours; headers only where there are any", () => {
  const env = scriptEnv({
    env: { K: "20", STEELYARD_SEED: "mine" },
    targets: { api: "http://a:1", "my.api-2": "http://b:2" },
    headers: { api: {}, "my.api-2": { authorization: "t" } },
    seed: 7,
  });
  expect(env).toEqual({
    K: "20",
    STEELYARD_SEED: "7",
    STEELYARD_TARGET_API: "http://a:1",
    STEELYARD_TARGET_MY_API_2: "http://b:2",
    STEELYARD_HEADERS_MY_API_2: `{"authorization":"t"}`,
    K6_AUTO_EXTENSION_RESOLUTION: "false",
  });
});

test.each([
  ["K6_VUS", true],
  ["K6_NO_THRESHOLDS", true],
  ["K6_SUMMARY_TREND_STATS", true],
  ["K6_NO_CONNECTION_REUSE", false],
  ["K6_INSECURE_SKIP_TLS_VERIFY", false],
  ["VUS", false],
])("%s overrules the load: %s", (name, want) => {
  expect(overruling({ [name]: "1" })).toBe(want ? name : undefined);
});

/** What k6 writes in place of an expression in a URL template. */
const HOLE = "$".concat("{}");
const TARGETS = { api: "http://127.0.0.1:4001", web: "http://127.0.0.1:4002/base" };
test.each([
  ["http://127.0.0.1:4001/v1/x?a=1", "/v1/x?a=1"],
  ["http://127.0.0.1:4001", "/"],
  ["ws://127.0.0.1:4002/base/s", "/base/s"],
  ["http://127.0.0.1:40011/x", "http://127.0.0.1:40011/x"], // another port
  [`http://127.0.0.1:4001/item/${HOLE}`, "/item/*"],
  [`${HOLE}/item/${HOLE}`, "/item/*"],
  ["named", "named"],
  ["a{b}", "a(b)"],
])("a request named %s is %s to us, at whatever port the target is now", (value, ours) => {
  const kept = portable(value, TARGETS);
  expect(labeller([kept], TARGETS)(kept)).toEqual({ k6: value, ours });
  const moved = { api: "http://127.0.0.1:5001", web: "http://127.0.0.1:5002/base" };
  const now = value.replace(/:4001(?=\/|$)/, ":5001").replace(":4002/", ":5002/");
  expect(labeller([kept], moved)(kept)).toEqual({ k6: now, ours });
});

test("the same path of two endpoints is told apart", () => {
  const kept = ["http://127.0.0.1:4001/x", "http://127.0.0.1:4002/x", "http://127.0.0.1:4001/y"].map(
    (value) => portable(value, TARGETS),
  );
  const label = labeller(kept, TARGETS);
  expect(kept.map((value) => label(value).ours)).toEqual(["api/x", "web/x", "/y"]);
});

test("answers: what is on no list is other, and refused handshakes have no status", () => {
  // 10 requests: 5 + 1 listed, 3 unanswered, so 1 with an unlisted status; 2 of 4 handshakes carry none
  expect(
    answers(
      { http: 10, ws: 4, grpc: 2 },
      { http: { 0: 3, 200: 5, 503: 1, 404: 0 }, ws: { 101: 2 } },
      { 1050: 1, 1212: 1, 1220: 0 },
    ),
  ).toEqual({
    statuses: { 200: 5, 503: 1, 101: 2, other: 3 }, // 1 + 2 of gRPC
    unanswered: { timeouts: 1, refused: 1, other: 3 }, // 3 − 2, and the 2 handshakes
    answered: 11,
  });
});

const line = (fields: object) => JSON.stringify({ level: "error", ...fields });
test("k6's log: marks, exceptions of the measured part, errors; floods are only counted", () => {
  let begins = 0;
  const log = logParser(() => void begins++);
  const thrown = { source: "stacktrace", msg: "TypeError: x\n" };
  for (const text of [
    line({ level: "info", source: "console", msg: "hello" }),
    line({ ...thrown, scenario: "steelyard_warmup_a", msg: "not this" }),
    line({ level: "info", source: "console", msg: "steelyard:begin 1000" }),
    ...Array.from({ length: 1000 }, () => line({ ...thrown, scenario: "a" })),
    line({ level: "warning", msg: "Request Failed", error: "refused" }),
    ...Array.from({ length: 20 }, (_, i) => line({ msg: `broken ${i}`, error: "why" })),
    line({ level: "info", source: "console", msg: "steelyard:end 3500" }),
    "not JSON",
    `{"level":"error", cut off`,
  ]) {
    log.line(text);
  }
  expect(begins).toBe(1);
  const said = log.result();
  expect(said).toMatchObject({ begin: 1000, end: 3500, thrown: 1000, exception: "TypeError: x" });
  expect(said.failedRequest).toBe("refused");
  expect(said.errors).toEqual([0, 1, 2, 3, 4].map((i) => `broken ${i}: why`));
});

/** A tar entry, as ustar has it. */
function entry(path: string, text: string, { type = "0", link = "", prefix = "" } = {}): Buffer {
  const header = Buffer.alloc(512);
  header.write(path, 0);
  header.write(`${Buffer.byteLength(text).toString(8).padStart(11, "0")}\0`, 124);
  header.write(type, 156);
  header.write(link, 157);
  header.write(prefix, 345);
  const body = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 512) * 512);
  body.write(text);
  return Buffer.concat([header, body]);
}
const END = Buffer.alloc(1024);
const read = (...entries: Buffer[]) => untar(Buffer.concat([...entries, END]));

test("tar: long names, links, directories, and the end", () => {
  const long = `file/${"d/".repeat(80)}x.json`;
  const record = ` path=${long}\n`;
  const pax = `${record.length + 3}${record}`; // three digits, which count themselves
  const found = read(
    entry("data", "DATA"),
    entry("file", "", { type: "5" }),
    entry("x.ts", "", { type: "1", link: "data", prefix: "file/tmp" }),
    entry("pax", pax, { type: "x" }),
    entry("short", "{}"),
  );
  expect(found.map(({ path, link, content }) => [path, link, content.toString()])).toEqual([
    ["data", null, "DATA"],
    ["file/tmp/x.ts", "data", ""],
    [long, null, "{}"],
  ]);
  expect(() => untar(entry("data", "x".repeat(600)).subarray(0, 700))).toThrow("cut off");
  expect(() => untar(entry("data", "x"))).toThrow("cut off"); // no end
});

const workload = (more: object = {}) => Workload.parse({ k6: "s.ts", ...more });
const at = (root: string, data = "1") =>
  sources(
    read(
      entry("data", "SCRIPT"),
      entry(`file/${root}/lib/data.json`, data),
      entry(`file/${root}/s.ts`, "", { type: "1", link: "data" }),
      entry("https/lib.test/a.js", "LIBRARY"),
    ),
  );

test("the digest is of the files and of what shapes the load, wherever the checkout is", () => {
  const own = digest(at("home/a"), workload(), "1.8.1");
  expect(at("home/a").map(({ path }) => path)).toEqual(["https://lib.test/a.js", "lib/data.json", "s.ts"]);
  for (const same of [
    digest(at("srv/b/c"), workload(), "1.8.1"),
    digest(at("home/a"), workload(), "1.9.0"),
    digest(at("home/a"), workload({ gate: ["http_reqs.rate"], timeout: "9s" }), "1.8.1"),
    digest(at("home/a"), workload({ variants: { a: { stack_env: { X: "1" } } } }), "1.8.1"),
  ]) {
    expect(same).toBe(own);
  }
  const others = [
    digest(at("home/a", "2"), workload(), "1.8.1"),
    digest(at("home/a"), workload({ env: { K: "1" } }), "1.8.1"),
    digest(at("home/a"), workload({ warmup: "3s" }), "1.8.1"),
    digest(at("home/a"), workload({ measure: { duration: "9s" } }), "1.8.1"),
    digest(at("home/a"), workload({ variants: { a: { env: { X: "1" } } } }), "1.8.1"),
    digest(at("home/a"), workload(), "2.0.0"),
  ];
  expect(new Set([own, ...others]).size).toBe(7);
});

test("metrics a script seems to declare", () => {
  const content = Buffer.from(
    `new Counter("rows"); new metrics.Trend( 'wait', true); new Rate(name); new Map("no"); // new Gauge("old")`,
  );
  expect(declaredMetrics([{ path: "a.ts", content }])).toEqual(["old", "rows", "wait"]);
  expect(declaredMetrics([{ path: "a.json", content }])).toEqual([]);
});

test.each([
  ["linux", "x64", "k6-v1.8.1-linux-amd64.tar.gz"],
  ["linux", "arm64", "k6-v1.8.1-linux-arm64.tar.gz"],
  ["linux", "riscv64", undefined],
  ["darwin", "arm64", undefined], // a zip
])("the archive for %s on %s", (platform, arch, want) => {
  expect(archiveName(platform, arch)).toBe(want);
});

test("a checksum is found by the exact name", () => {
  const text = `${"a".repeat(64)}  k6.tar.gz.sig\r\n${"B".repeat(64)} *k6.tar.gz\n`;
  expect(checksum(text, "k6.tar.gz")).toBe("b".repeat(64));
  expect(checksum(text, "tar.gz")).toBeUndefined();
});
