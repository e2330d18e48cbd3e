import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { packageIn } from "../../model/packages.ts";
import type { Taken } from "../../model/profiler.ts";
import { median } from "../../stats/samples.ts";
import { Profiled, shareOf, total, waitsOf } from "../../testing/agents.ts";
import { PYTHON } from "./python.ts";

// Real processes of Python, which work whenever nobody asks them anything.
let profiled: Profiled;
afterEach(() => profiled[Symbol.asyncDispose]());

const made = (files: Readonly<Record<string, string>>) => {
  profiled = new Profiled(PYTHON, files);
};
/** It waits for different times, since a kernel's ticks come at equal ones. */
const SPIN = `
import random, time
def spin():
    total = 0
    for i in range(60000): total += i % 7
    return total
def work():
    while True:
        spin()
        time.sleep(0.004 * random.random())
`;
const MAIN = `${SPIN}\nprint("ready", flush=True)\nwork()\n`;
const PYTHON3 = "python3";

test("a function's time is found, by file and the line of its beginning; waiting is none", async () => {
  made({ "src/server.py": MAIN });
  await profiled.up("web", [PYTHON3, "src/server.py"]);
  const [profile] = await profiled.worked();
  expect(profile).toMatchObject({ service: "web", source: "python", interval: 0.002 });
  expect(profile!.frames).toContainEqual({ name: "spin", file: "src/server.py", line: 3 });
  expect(shareOf(profile!, "spin")).toBeGreaterThan(0.8);
});

test("a program that pip installed is no code of the service, and what it calls is", async () => {
  const program = `import sys\nsys.path.insert(0, "src")\nimport server\n`;
  made({ "src/server.py": MAIN, "env/bin/serve": program });
  execFileSync(PYTHON3, ["-m", "venv", "--without-pip", join(profiled.tree, "env")]);
  await profiled.up("web", ["env/bin/python", "env/bin/serve"]);
  const [profile] = await profiled.worked();
  const modules = profile!.frames.filter(({ name }) => name === "<module>").map(({ file }) => file);
  expect(modules).toContain("src/server.py");
  expect(modules).not.toContain("env/bin/serve");
  expect(shareOf(profile!, "spin")).toBeGreaterThan(0.8);
});

test("what a process that only waits did is next to nothing", async () => {
  made({ "a.py": 'import time\nprint("ready", flush=True)\ntime.sleep(30)\n', "b.py": MAIN });
  await profiled.up("idle", [PYTHON3, "a.py"]);
  await profiled.up("web", [PYTHON3, "b.py"]);
  const all = await profiled.taken();
  const seconds = (service: string) =>
    total(all.filter((one) => one.service === service).flatMap(({ nodes }) => nodes.map((node) => node[2])));
  expect(seconds("idle") / seconds("web")).toBeLessThan(0.2);
});

test("of two functions each has its share, and C code counts for its caller", async () => {
  made({
    "a.py": `
import json, time
data = [{"id": i, "name": "item %d" % i} for i in range(400)]
def parse():
    return json.loads(json.dumps(data))
def spin():
    total = 0
    for i in range(30000): total += i % 7
    return total
print("ready", flush=True)
while True:
    began = time.thread_time()
    while time.thread_time() - began < 0.024: parse()
    began = time.thread_time()
    while time.thread_time() - began < 0.012: spin()
`,
  });
  await profiled.up("web", [PYTHON3, "a.py"]);
  const profiles: Taken[] = [];
  for (let moment = 0; moment < 3; moment++) profiles.push((await profiled.worked())[0]!);
  // With the functions of the standard library that it calls.
  const under = ({ frames, nodes }: Taken, name: string) => {
    const inside: boolean[] = [];
    for (const [caller, frame] of nodes)
      inside.push(frames[frame]!.name === name || (caller >= 0 && inside[caller]!));
    return total(nodes.filter((_, i) => inside[i]).map((node) => node[2]));
  };
  const ratios = profiles.map((one) => under(one, "parse") / under(one, "spin"));
  expect(median(ratios), ratios.join(", ")).toBeGreaterThan(1.2);
  expect(median(ratios), ratios.join(", ")).toBeLessThan(3.5);
  const library = profiles.flatMap(({ frames }) => frames.filter(({ file }) => file === null));
  expect(library.map(({ name }) => name)).toContain("JSONEncoder.iterencode");
});

test("threads, forked and spawned processes are one profile; a second time begins anew", async () => {
  made({
    "spin.py": SPIN,
    "a.py": `
import os, threading, multiprocessing
import spin
def turn(): spin.work()
def other(): spin.work()
def begin():
    print("ready", flush=True)
    spin.work()
if __name__ == "__main__":
    threading.Thread(target=turn, daemon=True).start()
    if os.fork() == 0: other()
    multiprocessing.set_start_method("spawn")
    multiprocessing.Process(target=begin, daemon=True).start()
    threading.Event().wait()
`,
  });
  await profiled.up("web", [PYTHON3, "a.py"]);
  const first = await profiled.worked(1);
  expect(first.map(({ service }) => service)).toEqual(["web"]);
  const names = first[0]!.frames.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["turn", "other", "BaseProcess.run"]));
  expect(shareOf(first[0]!, "spin")).toBeGreaterThan(0.7);
  const [second] = await profiled.worked(1);
  const sum = (of: typeof second) => total(of!.nodes.map((node) => node[2]));
  expect(sum(second) / sum(first[0])).toBeLessThan(1.6); // and not both together
});

test("coroutines count for those that wait for them; lambdas are known by their line", async () => {
  made({
    "a.py": `
import asyncio
def spin(): return sum(map(lambda i: i % 7, range(30000)))
async def inner(): spin()
async def handler(): await inner()
async def main():
    print("ready", flush=True)
    while True:
        await handler()
        await asyncio.sleep(0.001)
asyncio.run(main())
`,
  });
  await profiled.up("web", [PYTHON3, "a.py"]);
  const { frames, nodes } = (await profiled.worked())[0]!;
  const path = (at: number): string[] =>
    at < 0 ? [] : [...path(nodes[at]![0]), frames[nodes[at]![1]]!.name];
  const heaviest = nodes.map((node, i) => [node[2], i] as const).sort((a, b) => b[0] - a[0])[0]![1];
  expect(path(heaviest).slice(-5)).toEqual(expect.arrayContaining(["main", "handler", "inner", "spin"]));
  expect(frames).toContainEqual({ name: "", file: "a.py", line: 3 });
});

test("a service's own sitecustomize, module path and signals stay as they are", async () => {
  made({
    "own/sitecustomize.py": "import builtins\nbuiltins.mark = 1\n",
    "own/extra.py": "value = 2\n",
    "a.py": `
import os, signal, sys, extra
assert mark == 1 and extra.value == 2
assert not any("steelyard-why" in path for path in sys.path)
read, write = os.pipe()
signal.signal(signal.SIGALRM, lambda *_: os.write(write, b"x"))
signal.setitimer(signal.ITIMER_REAL, 0.05)
assert os.read(read, 1) == b"x"
${MAIN}`,
  });
  await profiled.up("web", [PYTHON3, "a.py"], { PYTHONPATH: join(profiled.tree, "own") });
  expect(shareOf((await profiled.worked())[0]!, "spin")).toBeGreaterThan(0.8);
});

test("threads of a pool that work in short bursts: their functions, and not the place where they wait", async () => {
  made({
    "a.py": `
import random, threading, time
from concurrent.futures import ThreadPoolExecutor
def burst():
    total = 0
    for i in range(30000): total += i % 7
pool = ThreadPoolExecutor(4)
def feed():
    while True:
        pool.submit(burst)
        time.sleep(0.006 * random.random())
threading.Thread(target=feed, daemon=True).start()
print("ready", flush=True)
threading.Event().wait()
`,
  });
  await profiled.up("web", [PYTHON3, "a.py"]);
  // A thread is best seen when it waits: some of its time counts for that place after all. Two thirds are found on busy
  // cores, and a tenth where threads are looked at only once. One moment has few bursts: three decide.
  const shares: number[] = [];
  for (let moment = 0; moment < 3; moment++) shares.push(shareOf((await profiled.worked())[0]!, "burst"));
  expect(total(shares) / shares.length, shares.join(", ")).toBeGreaterThan(0.25);
});

test("a service that uses the signal itself is left alone", async () => {
  made({
    "a.py": `
import signal, time
heard = []
signal.signal(signal.SIGPROF, lambda *_: heard.append(1))
signal.raise_signal(signal.SIGPROF)
assert heard == [1]
print("ready", flush=True)
end = time.time() + 20
while time.time() < end: pass
`,
  });
  await profiled.up("web", [PYTHON3, "a.py"]);
  const [profile] = await profiled.taken();
  expect(total((profile?.nodes ?? []).map((node) => node[2]))).toBe(0);
});

test("a service ends as it would without a profiler", async () => {
  made({ "a.py": 'import sys\nprint("ready", flush=True)\nsys.exit(3)\n' });
  await profiled.up("web", [PYTHON3, "a.py"]);
  expect(await profiled.children[0]!.exited).toMatchObject({ code: 3 });
});

test("work in a greenlet counts for the function that waits for it, as in SQLAlchemy with asyncio", async () => {
  made({
    // A stand-in: the frame of a function that waits, which greenlet has as \`gr_frame\`.
    "greenlet.py": `
import sys, threading, types
parent = types.SimpleNamespace(gr_frame=None, parent=None)
def getcurrent(): return types.SimpleNamespace(parent=parent)
def handler():
    parent.gr_frame = sys._getframe()
    threading.Event().wait()
def wait():
    threading.Thread(target=handler, daemon=True).start()
    while parent.gr_frame is None: pass
`,
    "a.py": `${SPIN}\nimport greenlet\ngreenlet.wait()\nprint("ready", flush=True)\nwork()\n`,
  });
  await profiled.up("web", [PYTHON3, "a.py"]);
  const [profile] = (await profiled.worked()) as [Taken];
  const spin = profile.nodes.findLast(([, frame]) => profile.frames[frame]!.name === "spin")!;
  const callers = function* (node = spin): Generator<string> {
    for (let [at] = node; at >= 0; at = profile.nodes[at]![0])
      yield profile.frames[profile.nodes[at]![1]]!.name;
  };
  expect([...callers()]).toContain("handler");
});

test("another user, as in a container, may read the agent", async () => {
  made({});
  profiled.profiler.attach.env("web", {});
  const mode = (name: string) =>
    (statSync(join(profiled.profiler.attach.folder, name)).mode & 0o777).toString(8);
  expect(["web.py", "web.py/sitecustomize.py"].map(mode)).toEqual(["755", "644"]);
});

test("packages are apart from the repository, and no path, value or environment of this machine is in a profile", async () => {
  const SECRET = "planted-secret";
  made({
    "venv/lib/python3.11/site-packages/shop/core.py": SPIN,
    "a.py": `
import sys
sys.path.append("venv/lib/python3.11/site-packages")
from shop import core
token = "${SECRET}"
print("ready", flush=True)
core.work()
`,
  });
  await profiled.up("web", [PYTHON3, "a.py", `--password=${SECRET}`], { TOKEN: SECRET });
  const all = await profiled.worked();
  expect(all[0]!.frames).toContainEqual({ name: "spin", file: "site-packages/shop/core.py", line: 3 });
  const text = JSON.stringify(all);
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain(profiled.tree);
  expect(text).not.toMatch(/\/(?:tmp|usr|home|root|var)\//);
});

test("a package is named as lock files name it, not as its module", async () => {
  const packages = "venv/lib/python3.11/site-packages";
  made({
    [`${packages}/stock/core.py`]: SPIN,
    [`${packages}/PyStock-1.0.dist-info/METADATA`]: "Name: PyStock\nVersion: 1.0\n",
    [`${packages}/PyStock-1.0.dist-info/top_level.txt`]: "stock\n",
    [`${packages}/one_file.py`]: "def call(of):\n    of()\n",
    [`${packages}/One_File-1.0.dist-info/METADATA`]: "Name: One_File\nVersion: 2.1.0\n",
    [`${packages}/One_File-1.0.dist-info/top_level.txt`]: "one_file\n",
    "a.py": `
import sys
sys.path.append("${packages}")
import one_file
from stock import core
print("ready", flush=True)
one_file.call(core.work)
`,
  });
  await profiled.up("web", [PYTHON3, "a.py"]);
  const [{ frames, versions }] = (await profiled.worked()) as [Taken];
  expect(versions).toEqual({ pystock: "1.0", "one-file": "2.1.0" });
  expect(frames).toContainEqual({ name: "spin", file: "site-packages/pystock/stock/core.py", line: 3 });
  const packaged = frames.flatMap(({ file }) => (file === null ? [] : (packageIn(file)?.[1] ?? [])));
  expect(new Set(packaged)).toEqual(new Set(["pystock", "one-file"]));
});

test("functions that sleep are named with the time, in threads and in coroutines; afterwards all is as it was", async () => {
  made({
    "src/naps.py": `
import asyncio
from time import sleep
def nap():
    sleep(0.01)
async def doze():
    await asyncio.sleep(0.01)
`,
    "server.py": `
import asyncio, sys, threading
sys.path.append("src")
import naps
mine = (naps.sleep, asyncio.sleep)
def go():
    while True: naps.nap()
async def main():
    print("ready", flush=True)
    was_ours = False
    while True:
        await naps.doze()
        is_ours = (naps.sleep, asyncio.sleep) != mine
        if was_ours and not is_ours: print("restored", flush=True)
        was_ours = is_ours
threading.Thread(target=go, daemon=True).start()
asyncio.run(main())
`,
  });
  await profiled.up("web", [PYTHON3, "server.py"]);
  const began = performance.now();
  // So long that a busy machine can stop it for half a second.
  const [profile] = await profiled.taken(() => delay(2_000));
  const all = (performance.now() - began) / 1000;
  const found = waitsOf(profile!);
  expect(Object.keys(found).sort()).toEqual(["doze: a timer", "nap: a timer"]);
  expect(profile!.frames).toContainEqual({ name: "nap", file: "src/naps.py", line: 4 });
  for (const [name, seconds] of Object.entries(found))
    expect([seconds > 0.3 * all, seconds < all], `${name}: ${seconds} s of ${all} s`).toEqual([true, true]);
  await expect.poll(() => profiled.children[0]!.tail().join(" ")).toContain("restored");
});

test("locks, connections, other threads and other tasks are named with the time that functions wait for them", async () => {
  made({
    "asyncpg/pool.py": `
async def acquire(jobs): await jobs.get()
`,
    "sqlalchemy/pool/impl.py": `
def acquire(permits):
    with permits: pass
`,
    "threads.py": `
import queue, threading, time
from sqlalchemy.pool import impl
lock, again, permits, jobs = threading.Lock(), threading.RLock(), threading.Semaphore(1), queue.Queue()
def hold():
    with lock, again, permits: time.sleep(0.02)
def enter():
    with lock: pass
def acquire():
    again.acquire(timeout=1)
    again.release()
def permit():
    with permits: pass
def connect(): impl.acquire(permits)
def take(): jobs.get()
def give():
    time.sleep(0.01)
    jobs.put(1)
def repeat(one):
    def go():
        while True:
            one()
            time.sleep(0.001)
    threading.Thread(target=go, daemon=True).start()
for one in (hold, enter, acquire, permit, connect, take, give): repeat(one)
print("ready", flush=True)
threading.Event().wait()
`,
    "tasks.py": `
import asyncio
import asyncpg.pool
async def hold():
    async with lock, permits: await asyncio.sleep(0.02)
async def lock_first():
    async with lock: pass
async def permit():
    async with permits: pass
async def take(): await jobs.get()
async def connect(): await asyncpg.pool.acquire(jobs)
async def hear(): await event.wait()
async def notice():
    async with condition: await condition.wait()
async def give():
    await asyncio.sleep(0.01)
    jobs.put_nowait(1)
    jobs.put_nowait(1)
    event.set()
    event.clear()
    async with condition: condition.notify_all()
async def repeat(one):
    while True:
        await one()
        await asyncio.sleep(0.001)
async def main():
    global lock, permits, jobs, event, condition
    lock, permits, jobs = asyncio.Lock(), asyncio.Semaphore(1), asyncio.Queue()
    event, condition = asyncio.Event(), asyncio.Condition()
    print("ready", flush=True)
    all = (hold, lock_first, permit, take, connect, hear, notice, give)
    await asyncio.gather(*(repeat(one) for one in all))
asyncio.run(main())
`,
  });
  await profiled.up("threads", [PYTHON3, "threads.py"]);
  await profiled.up("tasks", [PYTHON3, "tasks.py"]);
  const began = performance.now();
  const all = await profiled.taken();
  const whole = (performance.now() - began) / 1000;
  const found = (service: string) => {
    const timed = Object.entries(waitsOf(all.find((one) => one.service === service)!));
    // Functions of the standard library that wait for each other for a moment are none of these.
    return timed.filter(([name, seconds]) => !name.endsWith("a timer") && seconds > 0.2 * whole);
  };
  const names = (service: string) =>
    found(service)
      .map(([name]) => name)
      .sort();
  const of = (reason: string, ...functions: string[]) => functions.map((name) => `${name}: ${reason}`);
  expect(names("threads")).toEqual(
    [
      ...of("a lock", "enter", "acquire", "permit"),
      ...of("another thread", "take", "<module>"),
      ...of("a connection", "acquire"),
    ].sort(),
  );
  expect(names("tasks")).toEqual(
    [
      ...of("a lock", "lock_first", "permit"),
      ...of("another task", "take", "hear", "notice"),
      ...of("a connection", "acquire"),
    ].sort(),
  );
  for (const [name, seconds] of [...found("threads"), ...found("tasks")])
    expect(seconds, name).toBeLessThan(1.1 * whole);
});

test("calls of other services are counted with their waits, without paths; clients are as they were afterwards", async () => {
  // The clients of httpx and aiohttp as far as they are touched.
  const client = (name: string) => `
import asyncio
class URL:
    host, port, netloc = "${name}", 80, b"${name}:80"
class Request:
    method, url = "GET", URL
`;
  made({
    "httpx.py": `${client("sync")}
class Other(URL):
    netloc = b"async:80"
class OtherRequest(Request):
    url = Other
class HTTPTransport:
    def handle_request(self, request): return 1
class AsyncHTTPTransport:
    async def handle_async_request(self, request): await asyncio.sleep(0.01)
`,
    "aiohttp/__init__.py": "",
    "aiohttp/client.py": `${client("pool")}
class ClientSession:
    async def _request(self, method, url):
        await asyncio.sleep(0.01)
        return Request
`,
    "server.py": `
import aiohttp.client, asyncio, http.client, httpx, http.server, threading, time, urllib.request
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        time.sleep(0.01)
        self.send_response(200)
        self.end_headers()
    def log_message(self, *args): pass
server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
mine = [http.client.HTTPConnection.putrequest, httpx.HTTPTransport.handle_request, aiohttp.client.ClientSession._request]
print("ready", flush=True)
async def ask():
    await httpx.AsyncHTTPTransport().handle_async_request(httpx.OtherRequest)
    await aiohttp.client.ClientSession()._request("GET", "http://pool/alice?token=secret")
was_ours = False
while True:
    urllib.request.urlopen("http://127.0.0.1:%d/prices/alice?token=secret" % server.server_port)
    httpx.HTTPTransport().handle_request(httpx.Request)
    asyncio.run(ask())
    is_ours = mine != [http.client.HTTPConnection.putrequest, httpx.HTTPTransport.handle_request, aiohttp.client.ClientSession._request]
    if was_ours and not is_ours: print("restored", flush=True)
    was_ours = is_ours
`,
  });
  await profiled.up("web", [PYTHON3, "server.py"]);
  const [profile] = await profiled.taken();
  const calls = profile!.calls ?? [];
  const slow = ["GET 127.0.0.1:PORT", "GET async:80", "GET pool:80"];
  expect(calls.map(({ text }) => text.replace(/\d{3,}$/, "PORT")).sort()).toEqual([...slow, "GET sync:80"]);
  for (const { text, calls: n, seconds } of calls) {
    expect(n, text).toBeGreaterThan(3);
    if (!text.includes("sync:80")) expect(seconds / n, text).toBeGreaterThan(0.009);
  }
  expect(JSON.stringify(profile)).not.toMatch(/alice|secret/);
  await expect.poll(() => profiled.children[0]!.tail().join(" ")).toContain("restored");
});
