import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { build } from "rolldown";
import { afterEach, expect, test } from "vitest";
import { statOf } from "../../exec/proc.ts";
import type { Taken } from "../../model/profiler.ts";
import type { StatementCount } from "../../model/profiling.ts";
import { median } from "../../stats/samples.ts";
import { Profiled, shareOf, total, waitsOf, worked } from "../../testing/agents.ts";
import { AgentProfiler } from "../agents.ts";
import { NODE } from "./preload.ts";

// Real processes, which work whenever nobody asks them anything.
let profiled: Profiled;
afterEach(() => profiled[Symbol.asyncDispose]());

const SPIN = `
  function spin() { let sum = 0; for (let i = 0; i < 3e6; i++) sum += i % 7; return sum; }
  setInterval(spin, 10);
  console.log("ready");
`;

test("a function's time is found, by file and line, and only that between begin and end", async () => {
  profiled = new Profiled(NODE, {
    "src/server.mjs": SPIN.replace(
      "console",
      "for (const end = performance.now() + 300; performance.now() < end; );\nconsole",
    ),
  });
  await profiled.up("web", [process.execPath, "src/server.mjs"]);
  const [profile] = await profiled.worked();
  expect(profile).toMatchObject({ service: "web", source: "node", interval: 0.0005 });
  expect(profile!.frames).toContainEqual({ name: "spin", file: "src/server.mjs", line: 2 });
  // The file's own code has spun for as long, before the profile began.
  expect([shareOf(profile!, "spin") > 0.6, shareOf(profile!, "(anonymous)")]).toEqual([true, 0]);
});

test("the time of the garbage collector is known, and who allocates", async () => {
  profiled = new Profiled(NODE, {
    "a.js": `let kept = [];
      function computing() { let sum = 0; for (let i = 0; i < 5e5; i++) sum = (sum + i) & 1023; return sum; }
      function one(i) { return { i, text: "x" + i, list: [i] }; }
      function allocating() { for (let i = 0; i < 20000; i++) kept.push(one(i)); if (kept.length > 4e5) kept = []; }
      setInterval(() => { computing(); allocating(); }, 10);
      console.log("ready");`,
  });
  await profiled.up("web", [process.execPath, "a.js"]);
  const [profile] = await profiled.worked(1);
  const { frames, allocated } = profile!;
  const bytesOf = (...names: string[]) =>
    total(allocated!.flatMap(([, frame, bytes]) => (names.includes(frames[frame]!.name) ? bytes : [])));
  expect(shareOf(profile!, "(garbage collector)")).toBeGreaterThan(0.1);
  const all = total(allocated!.map(([, , bytes]) => bytes));
  expect(all).toBeGreaterThan(1e7);
  // `push` makes the list longer, and is a function of its own until it is compiled into its caller.
  expect(bytesOf("one", "allocating", "push") / all).toBeGreaterThan(0.97);
  expect(bytesOf("computing") / all).toBeLessThan(0.01);
});

test("small functions that the compiler would inline are named", async () => {
  profiled = new Profiled(NODE, {
    "a.js": `const data = Array.from({ length: 300 }, (_, i) => ({ a: i, b: "x" + (i % 13) }));
      function hash(item) { let h = 0; for (const ch of item.b) h = (h * 31 + ch.charCodeAt(0)) | 0; return h; }
      function tiny(x) { return (x * 2654435761) >>> 7; }
      function outer() { let sum = 0; for (const one of data) sum = (sum + hash(one) + tiny(one.a)) | 0; return sum; }
      globalThis.z = 0; const turn = () => { for (let i = 0; i < 1500; i++) globalThis.z ^= outer(); };
      for (let i = 0; i < 20; i++) turn(); // until it is compiled
      setInterval(turn, 5);
      console.log("ready");`,
  });
  await profiled.up("web", [process.execPath, "a.js"]);
  const [profile] = await profiled.worked();
  const shares = ["outer", "hash", "tiny"].map((name) => shareOf(profile!, name));
  expect(
    shares.map((share) => share > 0.02),
    JSON.stringify(shares),
  ).toEqual([true, true, true]);
  expect(total(shares)).toBeGreaterThan(0.8);
});

test("a second time begins anew", async () => {
  profiled = new Profiled(NODE, { "a.js": SPIN.replace("3e6", "3e7") });
  await profiled.up("web", [process.execPath, "a.js"]);
  for (let moment = 0; moment < 2; moment++) {
    const began = performance.now();
    const [profile] = await profiled.worked(1);
    expect(shareOf(profile!, "spin")).toBeGreaterThan(0.6);
    // Of a thread that is always busy, both together are longer than the second took.
    expect(total(profile!.nodes.map((node) => node[2]))).toBeLessThan((performance.now() - began) / 1000);
  }
});

test("source maps are followed, in a file of their own or within the code", async () => {
  // Every position of the first two lines is line 7 of the source: "A" is no move, "M" is six lines.
  const map = {
    version: 3,
    sources: ["../src/rank.ts"],
    sourceRoot: "",
    names: [],
    mappings: "AAMA;AAAA;AAAA",
  };
  const text = JSON.stringify(map);
  const inline = `data:application/json;base64,${Buffer.from(text).toString("base64")}`;
  const code =
    "module.exports = function spin() { let sum = 0; for (let i = 0; i < 3e6; i++) sum += i % 7; return sum; };";
  profiled = new Profiled(NODE, {
    "src/rank.ts": "",
    "dist/a.js": `${code}\n//# sourceMappingURL=a.js.map\n`,
    "dist/a.js.map": text,
    "dist/b.js": `${code.replace("spin", "turn")}\n//# sourceMappingURL=${inline}\n`,
    "main.cjs": `const [a, b] = [require("./dist/a.js"), require("./dist/b.js")];
      setInterval(() => { a(); b(); }, 10); console.log("ready");`,
  });
  await profiled.up("web", [process.execPath, "main.cjs"]);
  const [profile] = await profiled.worked();
  for (const name of ["spin", "turn"])
    expect(profile!.frames).toContainEqual({ name, file: "src/rank.ts", line: 7 });
});

test("files that a loader compiles in memory have their own lines, by the map that the loader adds", async () => {
  const source = "// a comment\n\n\n\n\n\nexport const spin = (): number => 1;\n";
  const map = JSON.stringify({ version: 3, sources: ["rank.ts"], names: [], mappings: "AAMA;AAAA;AAAA" });
  const inline = `data:application/json;charset=utf-8;base64,${Buffer.from(map).toString("base64")}`;
  const code =
    "exports.spin = function spin() { let all = []; for (let i = 0; i < 3e6; i++) if (i % 7 === 0) all.push({ i }); return all; };";
  profiled = new Profiled(NODE, {
    "src/rank.ts": source,
    "main.cjs": `require("node:module")._extensions[".ts"] = (module, file) =>
        module._compile(${JSON.stringify(`${code}\n//# sourceMappingURL=${inline}\n`)}, file);
      const { spin } = require("./src/rank.ts");
      setInterval(spin, 10); console.log("ready");`,
  });
  await profiled.up("web", [process.execPath, "main.cjs"]);
  const [profile] = await profiled.worked();
  // V8 names files of allocations by their path, and those of samples by their address.
  const found = profile!.frames.filter(({ name }) => name === "spin");
  expect(found).toEqual([{ name: "spin", file: "src/rank.ts", line: 7 }]);
  const frame = profile!.frames.indexOf(found[0]!);
  expect(total(profile!.allocated!.map(([, of, bytes]) => (of === frame ? bytes : 0)))).toBeGreaterThan(1e6);
  expect(shareOf(profile!, "spin")).toBeGreaterThan(0.2);
});

test("functions of a minified bundle have the names and lines of its sources", async () => {
  const spin = "{ let sum = 0; for (let i = 0; i < 4e5; i++) sum += (i % 7) * item; globalThis.z = sum; }";
  const source = [
    `const ranked = (item) => ${spin};`,
    `function scored(item, other) ${spin}`,
    `const found = async function (item) ${spin};`,
    `class Store { get(item) ${spin} }`,
    "const store = new Store();",
    "setInterval(() => { for (const of of [ranked, scored, found]) of(3); store.get(4); }, 5);",
    'console.log("ready");',
  ].join("\n");
  profiled = new Profiled(NODE, { "src/main.ts": source });
  await build({
    input: join(profiled.tree, "src/main.ts"),
    cwd: profiled.tree,
    logLevel: "silent",
    output: { file: join(profiled.tree, "dist/main.mjs"), minify: true, sourcemap: true },
  });
  expect(readFileSync(join(profiled.tree, "dist/main.mjs"), "utf8")).not.toContain("scored");
  await profiled.up("web", [process.execPath, "dist/main.mjs"]);
  const [profile] = await profiled.worked();
  for (const [i, name] of ["ranked", "scored", "found", "get"].entries())
    expect(profile!.frames).toContainEqual({ name, file: "src/main.ts", line: i + 1 });
});

test("processes of one service are one profile, worker threads and children included; services are apart", async () => {
  profiled = new Profiled(NODE, {
    "parent.mjs": `import { fork } from "node:child_process"; import { Worker } from "node:worker_threads";
      import { once } from "node:events"; setInterval(() => {}, 1000);
      await Promise.all([once(fork("./child.mjs"), "message"), once(new Worker("./worker.mjs"), "message")]);
      console.log("ready");`,
    "child.mjs": SPIN.replace('console.log("ready")', 'process.send("ready")'),
    "worker.mjs": `import { parentPort } from "node:worker_threads"; ${SPIN.replaceAll("spin", "turn").replace('console.log("ready")', 'parentPort.postMessage("ready")')}`,
    "other.mjs": SPIN.replaceAll("spin", "other"),
  });
  await profiled.up("web", [process.execPath, "parent.mjs"]);
  await profiled.up("worker-1", [process.execPath, "other.mjs"]);
  const all = await profiled.worked();
  expect(all.map(({ service }) => service).sort()).toEqual(["web", "worker-1"]);
  const web = all.find(({ service }) => service === "web")!;
  expect([shareOf(web, "spin") > 0.2, shareOf(web, "turn") > 0.2, shareOf(web, "other")]).toEqual([
    true,
    true,
    0,
  ]);
});

test("options of the service's own stay, and paths with a blank do", async () => {
  profiled = new Profiled(NODE, {
    "own options.cjs": "globalThis.mark = 1;",
    "a.cjs": `if (globalThis.mark !== 1) process.exit(3);${SPIN}`,
  });
  const NODE_OPTIONS = `--stack-trace-limit=5 --require ${JSON.stringify(join(profiled.tree, "own options.cjs"))}`;
  await profiled.up("web", [process.execPath, "a.cjs"], { NODE_OPTIONS });
  expect(shareOf((await profiled.worked())[0]!, "spin")).toBeGreaterThan(0.6);
});

test("the agent is no part of a profile, in a folder whose name is encoded in URLs, too", async () => {
  const nap = "setInterval(function nap() { setTimeout(spin, 3); }, 10);";
  profiled = new Profiled(NODE, { "a.cjs": `${nap}${SPIN}` }, "steelyard é #1%20[~]-");
  await profiled.up("web", [process.execPath, "a.cjs"]);
  const [profile] = await profiled.worked();
  expect(shareOf(profile!, "spin")).toBeGreaterThan(0.6);
  expect(profile!.frames.filter(({ file }) => file?.endsWith("agent.cjs"))).toEqual([]);
});

test("the agent is no part of waits: in a timer that a timer's callback sets, in a package", async () => {
  profiled = new Profiled(NODE, {
    "node_modules/x/index.js": "function again() { setTimeout(again, 5); } again();",
    "a.cjs": 'require("x"); console.log("ready");',
  });
  await profiled.up("web", [process.execPath, "a.cjs"]);
  const [profile] = await profiled.taken();
  expect(Object.keys(waitsOf(profile!, 2))).toEqual(["again: a timer"]);
  expect(profile!.frames.filter(({ file }) => file?.endsWith("agent.cjs"))).toEqual([]);
});

test("what is no Node.js has no profile, and a process that ends meanwhile holds nothing up", async () => {
  profiled = new Profiled(NODE, { "a.mjs": SPIN });
  await profiled.up("db", ["sh", "-c", "echo ready; exec sleep 5"]);
  expect(await profiled.taken()).toEqual([]);
  await profiled.up("web", [process.execPath, "a.mjs"]);
  expect(await profiled.taken(() => profiled.children[1]!.stop({ grace: 0 }))).toEqual([]);
});

test("another user, as in a container, may read the folder and connect to the socket", async () => {
  profiled = new Profiled(NODE, {});
  profiled.profiler.attach.env("web", {});
  const { folder } = profiled.profiler.attach;
  const mode = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8);
  await expect.poll(() => existsSync(join(folder, "socket")) && mode("socket")).toBe("777");
  expect(["", "agent.cjs", "web.cjs"].map(mode)).toEqual(["755", "644", "644"]);
});

test("folders of processes that were killed are removed, and no others", async () => {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "steelyard-parent-")));
  const folder = (name: string) => mkdtempSync(join(parent, `steelyard-why-${name}-`));
  const gone = spawnSync("true").pid;
  const [dead, mine] = [folder(String(gone)), folder(String(process.pid))];
  writeFileSync(join(dead, "agent.cjs"), "");
  profiled = new Profiled(NODE, {});
  const profiler = new AgentProfiler((url) => url, [NODE], parent);
  expect(dirname(profiler.attach.folder)).toBe(parent);
  await profiler[Symbol.asyncDispose]();
  expect([dead, mine].map((path) => existsSync(path))).toEqual([false, true]);
  rmSync(parent, { recursive: true });
});

test("where a path would be too long for a socket, the folder is in the temporary one", async () => {
  profiled = new Profiled(NODE, {});
  const profiler = new AgentProfiler((url) => url, [NODE], join(profiled.tree, "x".repeat(90)));
  expect(dirname(profiler.attach.folder)).toBe(realpathSync(tmpdir()));
  await profiler[Symbol.asyncDispose]();
});

test("a service ends as it would without a profiler", async () => {
  profiled = new Profiled(NODE, { "a.mjs": 'console.log("ready");' });
  await profiled.up("web", [process.execPath, "a.mjs"]);
  expect(await profiled.children[0]!.exited).toMatchObject({ code: 0 });
});

test("no path of this machine, no value and no environment is in a profile", async () => {
  const SECRET = "planted-secret";
  profiled = new Profiled(NODE, {
    "a.mjs": `const token = "${SECRET}"; process.title = token; function f(x) { return x + token; }
      ${SPIN}setInterval(() => f(process.env.TOKEN), 5);`,
  });
  await profiled.up("web", [process.execPath, "a.mjs", `--password=${SECRET}`], { TOKEN: SECRET });
  const text = JSON.stringify(await profiled.worked());
  expect(text).toContain("a.mjs");
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain(profiled.tree);
  expect(text).not.toMatch(/\/(?:tmp|usr|home|root|var)\//);
});

test.runIf(process.platform === "linux")(
  "a thread that waits for a core has what it ran, by function; the profiler's own time is apart",
  async () => {
    profiled = new Profiled(NODE, {
      // A long function and many short ones, in two halves; and threads that compress.
      "a.cjs": `const { deflate } = require("node:zlib");
        function long() { for (const end = process.cpuUsage().user + 4e3; process.cpuUsage().user < end; ); }
        setInterval(long, 30);
        const text = Buffer.alloc(6e5, "abcdefghijk");
        setInterval(() => deflate(text, () => {}), 20);
        console.log("ready " + process.pid);`,
    });
    const oneCore = ["taskset", "-c", "0"];
    await profiled.up("other", [...oneCore, "sh", "-c", "echo ready; while :; do :; done"]);
    await profiled.up("web", [...oneCore, process.execPath, "a.cjs"]);
    const pid = Number(/ready (\d+)/.exec(profiled.children[1]!.tail().join(" "))![1]);
    const used = () => statOf(pid)!.cpu;
    const moments: { profile: Taken; cpu: number }[] = [];
    for (let moment = 0; moment < 3; moment++) {
      let cpu = 0;
      const [profile] = await profiled.taken(async () => {
        const before = used();
        await worked(profiled.children[1]!, 0.5);
        cpu = used() - before;
      });
      moments.push({ profile: profile!, cpu });
    }
    /** As the comparison does, since a price is that of 0.2 s. */
    const typical = (of: (profile: Taken, cpu: number) => number) =>
      median(moments.map(({ profile, cpu }) => of(profile, cpu)));
    const thread = typical(({ sampling }, cpu) => sampling!.thread / cpu);
    const sum = typical(
      ({ nodes, sampling }, cpu) => (total(nodes.map((node) => node[2])) + sampling!.thread) / cpu,
    );
    expect(sum).toBeGreaterThan(0.7); // ticks are of 10 ms
    expect(sum).toBeLessThan(1.1);
    expect(thread).toBeGreaterThan(0.01);
    const samples = typical(({ sampling }) => sampling!.samples);
    const price = typical(({ sampling }) => sampling!.price);
    const cost = typical(({ sampling }, cpu) => (sampling!.samples * sampling!.price) / cpu);
    expect([samples > 50, price > 1e-6, cost < 0.5]).toEqual([true, true, true]);
    expect(typical((profile) => shareOf(profile, "(other threads)"))).toBeGreaterThan(0.02);
  },
);

/** Waits until the service has printed that it answered so many more requests. */
async function answered(more: number): Promise<void> {
  const count = () => Number(/\d+/.exec(profiled.children[0]!.tail(1)[0]!));
  for (const until = count() + more; count() < until; ) await delay(10);
}

test("calls of other services are counted with their waits, by node:http and by fetch, without paths", async () => {
  profiled = new Profiled(NODE, {
    "server.cjs": `const { createServer, request } = require("node:http");
      let answered = 0;
      const pricing = createServer((_, answer) => setTimeout(() => {
        answer.end("5");
        console.log("answered " + ++answered);
      }, 20)).listen(0, "127.0.0.1", () => {
        const at = "http://127.0.0.1:" + pricing.address().port;
        setInterval(() => {
          request(at + "/prices/alice?token=secret", { method: "PUT" }, (answer) => answer.resume()).end();
          fetch(at + "/stock/alice?token=secret").then((answer) => answer.text());
        }, 25);
        request("http://127.0.0.1:1/gone").on("error", () => {}).end();
        console.log("ready " + at);
      });`,
  });
  await profiled.up("web", [process.execPath, "server.cjs"]);
  const [profile] = await profiled.taken(() => answered(40));
  const calls = profile!.calls ?? [];
  expect(calls.map(({ text }) => text.replace(/\d+$/, "PORT")).sort()).toEqual([
    "GET 127.0.0.1:PORT",
    "PUT 127.0.0.1:PORT",
  ]);
  for (const { calls: n, rows, seconds } of calls) {
    expect([n > 5, rows]).toEqual([true, 0]);
    expect(seconds / n).toBeGreaterThan(0.018); // a timer of 20 ms may be early by one
  }
  expect(JSON.stringify(profile)).not.toMatch(/alice|secret/);
  const [again] = await profiled.taken(() => answered(40));
  expect(again!.calls![0]!.calls / calls[0]!.calls).toBeLessThan(2); // counted anew
});

test("calls by HTTP/2 are counted as well, as those of gRPC are", async () => {
  profiled = new Profiled(NODE, {
    "server.mjs": `import { connect, createServer } from "node:http2";
      let answered = 0;
      const stock = createServer((_, answer) => setTimeout(() => {
        answer.end("5");
        console.log("answered " + ++answered);
      }, 10)).listen(0, "127.0.0.1", () => {
        const client = connect("http://127.0.0.1:" + stock.address().port);
        setInterval(() => client.request({ ":method": "POST", ":path": "/stock/alice" }).resume().end(), 25);
        const grpc = { ":method": "POST", ":path": "/shop.Stock/Get", "content-type": "application/grpc+proto" };
        setInterval(() => client.request(grpc).resume().end(), 25);
        console.log("ready");
      });`,
  });
  await profiled.up("web", [process.execPath, "server.mjs"]);
  const [profile] = await profiled.taken(() => answered(40));
  const [{ calls, seconds }] = profile!.calls as [StatementCount];
  const texts = profile!.calls!.map(({ text }) => text.replace(/:\d+/, ":PORT")).sort();
  expect([texts, calls > 5]).toEqual([["POST 127.0.0.1:PORT", "POST 127.0.0.1:PORT/shop.Stock/Get"], true]);
  expect(seconds / calls).toBeGreaterThan(0.008);
});

test("functions that wait for a timer are named with the time until it fired, and not those whose timers are cleared", async () => {
  profiled = new Profiled(NODE, {
    "src/nap.mjs": `import { setTimeout as sleep } from "node:timers/promises";
      import { setTimeout as later } from "node:timers";
      import { promisify } from "node:util";
      export async function nap() { await sleep(10); }
      export const doze = async () => { await promisify(later)(10); };
      export function rest() { return new Promise((done) => { setTimeout(done, 20); }); }`,
    "src/server.mjs": `import { doze, nap, rest } from "./nap.mjs";
      function guarded() { clearTimeout(setTimeout(() => {}, 1)); }
      async function go() { await rest(); await nap(); await doze(); guarded(); }
      setTimeout(async function () { for (;;) await go(); }, 1);
      console.log("ready");`,
  });
  await profiled.up("web", [process.execPath, "src/server.mjs"]);
  const moments = await waitsThrough(2);
  expect(namesOf(moments)).toEqual(["go > doze", "go > nap", "go > rest"].map((one) => `${one}: a timer`));
  for (const { profile } of moments)
    expect(profile.frames).toContainEqual({ name: "rest", file: "src/nap.mjs", line: 6 });
  expect(typicalShare(moments, "go > rest: a timer")).toBeGreaterThan(0.4);
});

/** What functions wait for in five moments, each measured anew. @param but a reason that is left out */
async function waitsThrough(depth: number, but?: string) {
  const moments: { readonly profile: Taken; readonly found: Record<string, number>; readonly sum: number }[] =
    [];
  const shares: number[] = [];
  while (moments.length < 5) {
    const began = performance.now();
    const [profile] = await profiled.taken();
    const all = (performance.now() - began) / 1000;
    const waits = Object.entries(waitsOf(profile!, depth)).filter(([name]) => !name.endsWith(`: ${but}`));
    const sum = total(waits.map(([, seconds]) => seconds));
    expect(sum).toBeLessThan(all);
    shares.push(sum / all);
    moments.push({ profile: profile!, found: Object.fromEntries(waits), sum });
  }
  expect(median(shares), shares.join(", ")).toBeGreaterThan(0.3);
  return moments;
}
type Moments = Awaited<ReturnType<typeof waitsThrough>>;
const namesOf = (moments: Moments) => [...new Set(moments.flatMap(({ found }) => Object.keys(found)))].sort();
/** The share of all waits, in most moments: a machine that stands still does so in one of the functions. */
const typicalShare = (moments: Moments, name: string) =>
  median(moments.map(({ found, sum }) => (found[name] ?? 0) / sum));

test("functions that wait for a pool or a lock are named; what these give, and their errors, are as before", async () => {
  // The packages as far as they are touched: by callback or promise, by an object with a promise, and by a promise alone.
  profiled = new Profiled(NODE, {
    "node_modules/pg-pool/index.js": `module.exports = class Pool {
        constructor(delay) { this.delay = delay; }
        connect(callback) {
          if (callback) setTimeout(callback, this.delay, null, this);
          else return new Promise((done, failed) => setTimeout(this.delay ? done : failed, this.delay, this));
        }
      };`,
    "node_modules/tarn/dist/Pool.js": `exports.Pool = class { acquire() { return { promise: new Promise((done) => setTimeout(done, 5, "a")) }; } };`,
    "node_modules/async-mutex/lib/Semaphore.js": `exports.default = class { acquire(weight) { return new Promise((done) => setTimeout(done, 5, weight)); } };`,
    "src/server.cjs": `const assert = require("node:assert");
      const { promisify } = require("node:util");
      const Pool = require("pg-pool");
      const { Pool: Tarn } = require("tarn/dist/Pool.js");
      const { default: Semaphore } = require("async-mutex/lib/Semaphore.js");
      const [pool, broken, tarn, semaphore] = [new Pool(5), new Pool(0), new Tarn(), new Semaphore()];
      const query = promisify(function query(done) { pool.connect((error, client) => done(error, client)); });
      async function connect() { assert.strictEqual(await pool.connect(), pool); }
      async function acquire() { assert.strictEqual(await tarn.acquire().promise, "a"); }
      async function enter() { assert.strictEqual(await semaphore.acquire(3), 3); }
      async function refused() { await assert.rejects(broken.connect(), (thrown) => thrown === broken); }
      async function go() { assert.strictEqual(await query(), pool); await connect(); await acquire(); await enter(); await refused(); }
      (async function () { for (;;) await go(); })().catch((error) => { console.log(error); process.exit(1); });
      process.on("unhandledRejection", () => process.exit(2));
      console.log("ready");`,
  });
  await profiled.up("web", [process.execPath, "src/server.cjs"]);
  const names = ["acquire: a connection", "connect: a connection", "enter: a lock", "query: a connection"];
  const moments = await waitsThrough(1, "a timer");
  expect(namesOf(moments)).toEqual(names);
  for (const name of names) {
    const share = typicalShare(moments, name);
    expect([share > 0.125, share < 0.4], `${name}: ${share}`).toEqual([true, true]);
  }
});

test("timers work as they do without a profiler, and what they call is profiled", async () => {
  profiled = new Profiled(NODE, {
    "a.cjs": `const assert = require("node:assert"), timers = require("node:timers");
      assert.strictEqual(setTimeout, timers.setTimeout);
      assert.deepStrictEqual([setTimeout.name, setTimeout.length], ["setTimeout", Number(process.env.LENGTH)]);
      assert.throws(() => setTimeout("no function", 1), { code: "ERR_INVALID_ARG_TYPE" });
      assert.rejects(timers.promises.setTimeout(1, 0, { signal: AbortSignal.abort() }), { name: "AbortError" });
      function spin() { let sum = 0; for (let i = 0; i < 3e6; i++) sum += i % 7; return sum; }
      const one = setTimeout(function turn(a, b) {
        assert.deepStrictEqual([this === one, a, b], [true, 1, 2]);
        spin();
        one.refresh();
      }, 2, 1, 2);
      console.log("ready");`,
  });
  await profiled.up("web", [process.execPath, "a.cjs"], { LENGTH: `${setTimeout.length}` });
  const [profile] = await profiled.worked();
  expect(shareOf(profile!, "spin")).toBeGreaterThan(0.6);
  const { frames, nodes } = profile!;
  const callers = nodes.flatMap(([caller, frame]) =>
    frames[frame]!.name === "spin" ? [frames[nodes[caller]![1]]!.name] : [],
  );
  expect([...new Set(callers)]).toEqual(["turn"]);
  expect(frames.map(({ name }) => name)).not.toContain("fired");
});
