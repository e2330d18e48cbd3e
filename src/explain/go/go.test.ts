import { gzipSync } from "node:zlib";
import {
  Function as Fn,
  Label,
  Line,
  Location,
  Mapping,
  Profile,
  Sample,
  StringTable,
  ValueType,
} from "pprof-format";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Sampler } from "../../model/profiler.ts";
import { waitsOf } from "../../testing/agents.ts";
import { type LocalServer, openServer } from "../../testing/server.ts";
import { together } from "../together.ts";
import { goSampler } from "./go.ts";
import { goAllocations, goProfile, goWaits } from "./pprof.ts";

/** A function: its name, its file, and the line of its beginning. */
type Named = readonly [name: string, file: string, line: number];
type Stack = readonly [readonly Named[], millis: number];
/**
 * A profile as Go makes it: stacks from the outermost function on, with their milliseconds; or with millions of another unit.
 *
 * @param secret a text where the service may put some: labels, comments, and names of its programs
 */
function encoded(
  stacks: readonly Stack[],
  [kind, seconds, unit = "nanoseconds"] = ["cpu", 1] as readonly [string, number, string?],
  secret = "",
): Uint8Array {
  const strings = new StringTable();
  const text = (value: string) => strings.dedup(value);
  const all = [...new Map(stacks.flatMap(([names]) => names).map((one) => [one[0], one])).values()];
  const idOf = (name: string) => 1 + all.findIndex(([other]) => other === name);
  return new Profile({
    stringTable: strings,
    sampleType: [
      new ValueType({ type: text("samples"), unit: text("count") }),
      new ValueType({ type: text(kind), unit: text(unit) }),
    ],
    function: all.map(
      ([name, file, line], i) =>
        new Fn({
          id: i + 1,
          name: text(name),
          systemName: text(name),
          filename: text(file),
          startLine: line,
        }),
    ),
    // The innermost of two stacked functions is inlined in the other: one location has both.
    location: stacks.map(
      ([names], i) =>
        new Location({
          id: i + 1,
          line: names.toReversed().map(([name]) => new Line({ functionId: idOf(name), line: 99 })),
        }),
    ),
    durationNanos: seconds * 1e9,
    comment: [text(secret)],
    mapping: [new Mapping({ id: 1, filename: text(`/app/${secret}`), buildId: text(secret) })],
    sample: stacks.map(
      ([, millis], i) =>
        new Sample({
          locationId: [i + 1],
          value: [1, millis * 1e6],
          label: [new Label({ key: text(`${secret} of`), str: text(secret) })],
        }),
    ),
  }).encode();
}

const RUNTIME: Named = ["runtime.memmove", "/usr/local/go/src/runtime/memmove_amd64.s", 40];
const SERVE: Named = ["net/http.(*conn).serve", "/usr/local/go/src/net/http/server.go", 1900];
const HANDLE: Named = ["main.handle", "/go/src/app/main.go", 12];
const SCORE: Named = ["example.com/shop/rank.Score", "/go/src/app/rank/rank.go", 5];
const GIN: Named = [
  "github.com/gin-gonic/gin.(*Context).Next",
  "/go/pkg/mod/github.com/gin-gonic/gin@v1.9.1/context.go",
  170,
];
const STACKS = [
  [[SERVE, GIN, HANDLE, SCORE], 70],
  [[SERVE, GIN, HANDLE], 20],
  [[SERVE, GIN, HANDLE, RUNTIME], 10],
] as const;

describe("a profile of Go", () => {
  test("is a tree of functions with their beginnings, inlined ones included", () => {
    const { functions, nodes } = goProfile(encoded(STACKS));
    const path = (at: number): string =>
      at < 0 ? "" : `${path(nodes[at]![0])}/${functions[nodes[at]![1]]![0]}`;
    expect(nodes.map((node, i) => [path(i), node[2]])).toEqual([
      ["/http.(*conn).serve", 0],
      ["/http.(*conn).serve/gin.(*Context).Next", 0],
      ["/http.(*conn).serve/gin.(*Context).Next/handle", 20_000],
      ["/http.(*conn).serve/gin.(*Context).Next/handle/rank.Score", 70_000],
      ["/http.(*conn).serve/gin.(*Context).Next/handle/runtime.memmove", 10_000],
    ]);
    expect(functions).toContainEqual(["rank.Score", "/go/src/app/rank/rank.go", 5]);
    expect(functions).toContainEqual(["http.(*conn).serve", "", 1900]);
    expect(functions).toContainEqual(["runtime.memmove", "", 40]);
  });

  test("the threads that collect garbage are the collector", () => {
    const go = (name: string): Named => [name, "/usr/local/go/src/runtime/mgc.go", 1];
    const marking = ["runtime.gcBgMarkWorker", "runtime.systemstack", "runtime.gcDrain"].map(go);
    const { functions, nodes } = goProfile(encoded([...STACKS, [marking, 7]]));
    expect(functions.at(-1)).toEqual(["(garbage collector)", "", null]);
    expect(nodes.at(-1)).toEqual([-1, functions.length - 1, 7000]);
    expect(functions.map(([name]) => name)).not.toContain("runtime.gcDrain");
  });

  test("threads between two goroutines are the scheduler", () => {
    const go = (name: string): Named => [name, "/usr/local/go/src/runtime/proc.go", 1];
    const parked = ["runtime.mcall", "runtime.park_m", "runtime.schedule", "runtime.findRunnable"].map(go);
    const started = ["runtime.mstart", "runtime.mstart0", "runtime.schedule"].map(go);
    const { functions, nodes } = goProfile(encoded([...STACKS, [parked, 7], [started, 2]]));
    expect(functions.at(-1)).toEqual(["(scheduler)", "", null]);
    expect(nodes.at(-1)).toEqual([-1, functions.length - 1, 9000]);
  });

  test("compressed it is the same", () => {
    expect(goProfile(gzipSync(encoded(STACKS)))).toEqual(goProfile(encoded(STACKS)));
  });

  test("that unpacks to more than 64 MiB is none", () => {
    const bomb = gzipSync(Buffer.concat([encoded(STACKS), Buffer.alloc(65 * 2 ** 20)]));
    expect(() => goProfile(bomb)).toThrow(/larger than 67108864 bytes/);
  });

  test("of a program that was built with -trimpath: modules and the program's own files are found", () => {
    const trimmed = (file: string) =>
      file
        .replace("/usr/local/go/src/", "")
        .replace("/go/pkg/mod/", "")
        .replace("/go/src/app/", "example.com/shop/");
    const stacks = STACKS.map(
      ([names, millis]) =>
        [names.map(([name, file, line]) => [name, trimmed(file), line] as const), millis] as const,
    );
    const files = Object.fromEntries(
      goProfile(encoded(stacks)).functions.map(([name, file]) => [name, file]),
    );
    expect(files).toEqual({
      "http.(*conn).serve": "",
      "runtime.memmove": "",
      handle: "/example.com/shop/main.go",
      "rank.Score": "/example.com/shop/rank/rank.go",
      "gin.(*Context).Next": "/pkg/mod/github.com/gin-gonic/gin@v1.9.1/context.go",
    });
  });

  test("with -trimpath a module without a dot is no part of Go's library", () => {
    const stack: readonly Named[] = [
      ["net/http.(*conn).serve", "net/http/server.go", 1900],
      ["shop/rank.Score", "shop/rank/rank.go", 5],
    ];
    const main: Named = ["main.handle", "shop/cmd/main.go", 9];
    const filesOf = (names: readonly Named[], modules?: readonly string[]) =>
      goProfile(encoded([[names, 1]]), modules).functions.map(([, file]) => file);
    expect(filesOf([main, ...stack])).toEqual(["/shop/cmd/main.go", "", "/shop/rank/rank.go"]);
    expect(filesOf(stack, ["shop"])).toEqual(["", "/shop/rank/rank.go"]);
    expect(filesOf(stack, ["shopping"])).toEqual(["", ""]);
  });

  test.each([
    ["another kind of profile", () => new Profile({ sampleType: [], sample: [] }).encode()],
    ["a page", () => new TextEncoder().encode("<html>no such page</html>")],
    ["an archive that is none", () => Uint8Array.from([0x1f, 0x8b, 1, 2, 3])],
  ])("%s is none", (_, bytes) => expect(() => goProfile(bytes())).toThrow());
});

describe("a profile of Go's allocations", () => {
  const BYTES = ["alloc_space", 1, "bytes"] as const;

  test("has the bytes of each function", () => {
    const { functions, nodes } = goAllocations(encoded(STACKS, BYTES));
    const own = nodes.filter(([, , bytes]) => bytes > 0).map(([, of, bytes]) => [functions[of]![0], bytes]);
    expect(own).toEqual([
      ["handle", 20e6],
      ["rank.Score", 70e6],
      ["runtime.memmove", 10e6],
    ]);
  });

  test("knows Go's library without a function of package runtime, which it hides", () => {
    const upper: Named = ["strings.ToUpper", "/usr/local/go/src/strings/strings.go", 600];
    const stacks: readonly Stack[] = [[[SERVE, ["main.handle", "/go/src/app/main.go", 9], upper], 1]];
    const files = goAllocations(encoded(stacks, BYTES)).functions.map(([, file]) => file);
    expect(files).toEqual(["", "/go/src/app/main.go", ""]);
  });

  test.each([
    ["one since the start", () => encoded(STACKS, ["alloc_space", 0, "bytes"])],
    ["a profile of CPU time", () => encoded(STACKS)],
    ["one in another unit", () => encoded(STACKS, ["alloc_space", 1])],
  ])("%s is none", (_, bytes) => expect(() => goAllocations(bytes())).toThrow());
});

describe("a block profile of Go", () => {
  const own = (name: string): Named => [name, "/go/src/app/main.go", 7];
  const go = (name: string): Named => [name, "/usr/local/go/src/somewhere.go", 30];
  const puddle: Named = [
    "github.com/jackc/puddle/v2.(*Pool[go.shape.*uint8]).Acquire",
    "/go/pkg/mod/github.com/jackc/puddle/v2@v2.2.2/pool.go",
    350,
  ];
  const stacks: readonly Stack[] = [
    [[SERVE, own("main.lock"), go("sync.(*Mutex).Lock"), go("internal/sync.(*Mutex).lockSlow")], 1],
    [[SERVE, own("main.read"), go("sync.(*RWMutex).RLock")], 2],
    [[SERVE, own("main.query"), go("database/sql.(*DB).conn"), go("runtime.selectgo")], 3],
    [[SERVE, own("main.pgx"), puddle, go("golang.org/x/sync/semaphore.(*Weighted).Acquire")], 4],
    [[SERVE, own("main.dial"), go("net/http.(*Transport).getConn"), go("runtime.selectgo")], 5],
    [[SERVE, own("main.get"), go("net/http.(*persistConn).roundTrip"), go("runtime.selectgo")], 6],
    [[SERVE, own("main.found"), go("runtime.chanrecv1")], 7],
    [[go("net/http.(*persistConn).writeLoop"), go("runtime.selectgo")], 8],
    [[RUNTIME], 9],
  ];
  const DELAY = ["delay", 1] as const;

  test("says how long functions waited, and what for; goroutines that have nothing to do are none", () => {
    const { functions, nodes } = goWaits(encoded(stacks, DELAY));
    const name = (at: number) => functions[nodes[at]![1]]![0];
    const callers = (at: number): string[] => (at < 0 ? [] : [...callers(nodes[at]![0]), name(at)]);
    const found = nodes.flatMap(([caller, , micros], at) =>
      micros === 0 ? [] : [`${callers(caller)[1]} waits ${micros / 1e3} ms for ${name(at)}`],
    );
    expect(found).toEqual([
      "lock waits 1 ms for a lock",
      "read waits 2 ms for a lock",
      "query waits 3 ms for a connection",
      "pgx waits 4 ms for a connection",
      "dial waits 5 ms for a connection",
      "get waits 6 ms for an answer",
      "found waits 7 ms for another goroutine",
    ]);
  });

  test.each([
    ["one of all time since the start, as Go before 1.17 answers", () => encoded(stacks, ["delay", 0])],
    ["a profile of CPU time", () => encoded(STACKS)],
    ["a page", () => new TextEncoder().encode("<html>no such page</html>")],
  ])("%s is none", (_, bytes) => expect(() => goWaits(bytes())).toThrow());
});

describe("from a service", () => {
  let server: LocalServer | undefined;
  afterEach(() => server?.[Symbol.asyncDispose]());
  const asked: string[] = [];
  /** A service that answers with these, by path. */
  async function served(pages: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
    asked.length = 0;
    server = await openServer((request, response) => {
      asked.push(request.url!);
      const body = pages[request.url!];
      setTimeout(() => response.writeHead(body === undefined ? 404 : 200).end(body), 5);
    });
    return server.url;
  }
  const INDEX = '<a href="goroutine?debug=1">goroutine</a>';
  const PROFILE = "/debug/pprof/profile?seconds=1";
  const BLOCK = "/debug/pprof/block?seconds=1";
  const ALLOCS = "/debug/pprof/allocs?seconds=1";

  const profiles = () => asked.filter((path) => path === PROFILE).length;
  /** @param least profiles that the service is to give before the end; none where it is only seen what is not asked */
  async function sampled(target: string, covered: readonly string[] = [], least = 0) {
    const placed = (url: string) => (url.startsWith("/go/src/app/") ? url.slice(12) : null);
    const one = goSampler(placed, { api: "web", admin: "web" }, "/nowhere");
    await one.begin({ targets: { api: target, admin: target }, headers: {} }, new Set(covered));
    if (least > 0) await vi.waitUntil(() => profiles() >= least, { interval: 1, timeout: 10_000 });
    else await new Promise((done) => setTimeout(done, 40));
    return one.end();
  }

  test("its seconds are one profile, from one of its endpoints", async () => {
    const [profile, ...others] = await sampled(
      await served({ "/debug/pprof/": INDEX, [PROFILE]: gzipSync(encoded(STACKS)) }),
      [],
      3,
    );
    expect(others).toEqual([]);
    expect(profile).toMatchObject({ service: "web", source: "go", interval: 0.01 });
    expect(profile!.frames).toContainEqual({ name: "rank.Score", file: "rank/rank.go", line: 5 });
    const seconds = profile!.nodes.reduce((sum, [, , one]) => sum + one, 0);
    expect(profiles()).toBeGreaterThan(2);
    expect(seconds).toBeCloseTo(0.1 * profiles(), 6);
    expect(profile!.waits).toEqual([]);
  });

  test("the waits of its goroutines are with them", async () => {
    const blocked = encoded([[[SERVE, HANDLE, ["sync.(*Mutex).Lock", SERVE[1], 40]], 500]], ["delay", 1]);
    const pages = { "/debug/pprof/": INDEX, [PROFILE]: encoded(STACKS), [BLOCK]: gzipSync(blocked) };
    const [profile] = await sampled(await served(pages), [], 2);
    const found = waitsOf(profile!);
    expect(Object.keys(found)).toEqual(["handle: a lock"]);
    expect(found["handle: a lock"]).toBeCloseTo(0.5 * profiles(), 6);
    await server![Symbol.asyncDispose]();
    const [other] = await sampled(await served({ ...pages, [BLOCK]: "busy" }), [], 2);
    expect([other!.nodes.length > 0, other!.waits]).toEqual([true, []]);
  });

  test("its allocations are with them, where each second has some", async () => {
    const allocated = encoded(STACKS, ["alloc_space", 1, "bytes"]);
    const pages = { "/debug/pprof/": INDEX, [PROFILE]: encoded(STACKS), [ALLOCS]: allocated };
    const [profile] = await sampled(await served(pages), [], 2);
    const bytes = profile!.allocated!.reduce((sum, [, , one]) => sum + one, 0);
    expect(bytes).toBe(100e6 * profiles());
    await server![Symbol.asyncDispose]();
    const [other] = await sampled(await served({ ...pages, [ALLOCS]: "busy" }), [], 2);
    expect(other).not.toHaveProperty("allocated");
  });

  test("its labels, comments and programs are left out, which may hold a customer's name", async () => {
    const secret = "planted-secret";
    const cpu = encoded(STACKS, ["cpu", 1], secret);
    const blocked = encoded([[[SERVE, HANDLE, RUNTIME], 500]], ["delay", 1], secret);
    const allocated = encoded(STACKS, ["alloc_space", 1, "bytes"], secret);
    for (const one of [cpu, blocked, allocated]) expect(Buffer.from(one).includes(secret)).toBe(true);
    const pages = { "/debug/pprof/": INDEX, [PROFILE]: cpu, [BLOCK]: blocked, [ALLOCS]: allocated };
    const [profile] = await sampled(await served(pages), [], 2);
    expect(Object.keys(waitsOf(profile!))).toEqual(["handle: another goroutine"]);
    expect(JSON.stringify(profile)).not.toContain(secret);
  });

  test("one that makes no CPU profile, as beside a continuous profiler, is left to others, with its words", async () => {
    const refused = async (headers: Readonly<Record<string, string>>) => {
      await server?.[Symbol.asyncDispose]();
      server = await openServer((request, response) => {
        if (request.url === "/debug/pprof/") response.end(INDEX);
        else if (request.url === PROFILE)
          response
            .writeHead(500, headers)
            .end("Could not enable CPU profiling: cpu profiling already in use\n");
        // the block profile goes on for its second
      });
      const go = goSampler((url) => url, { api: "web" }, "/nowhere");
      const next: string[][] = [];
      const other: Sampler = {
        lacking: new Map([["web", "perf may not watch it"]]),
        async begin(_, covered) {
          next.push([...covered]);
          return [];
        },
        end: async () => [],
      };
      const none = { begin: async () => [], end: async () => [], [Symbol.asyncDispose]: async () => {} };
      const all = together({ ...none, attach: { folder: "/", env: () => ({}) } }, go, other);
      expect(await all.begin({ targets: { api: server.url }, headers: {} }, new Set())).toEqual([]);
      expect(next).toEqual([[]]); // the next one is asked
      expect(await all.end()).toEqual([]);
      return all.lacking!.get("web");
    };
    expect(await refused({ "X-Go-Pprof": "1" })).toBe(
      "its pprof makes no CPU profile: Could not enable CPU profiling: cpu profiling already in use; perf may not watch it",
    );
    expect(await refused({})).toBe("its pprof makes no CPU profile: it answers 500; perf may not watch it");
  });

  test("one whose answer is longer than 16 MiB has none", async () => {
    const long = encoded(STACKS, ["cpu", 1], "x".repeat(17 * 2 ** 20));
    const pages = (profile: Uint8Array) => ({ "/debug/pprof/": INDEX, [PROFILE]: profile });
    expect(await sampled(await served(pages(long)), [], 1)).toEqual([]);
    await server![Symbol.asyncDispose]();
    expect(await sampled(await served(pages(gzipSync(long))), [], 1)).toHaveLength(1); // which is what is too long
  });

  test("one without such pages, or with others of that name, has none, and is not asked again", async () => {
    expect(await sampled(await served({}))).toEqual([]);
    expect(asked).toEqual(["/debug/pprof/", "/debug/pprof/"]);
    await server![Symbol.asyncDispose]();
    expect(await sampled(await served({ "/debug/pprof/": INDEX }), ["web"])).toEqual([]); // another one profiles it
    expect(asked).toEqual([]);
    await server![Symbol.asyncDispose]();
    expect(await sampled(await served({ "/debug/pprof/": "<html>Welcome</html>" }))).toEqual([]);
    await server![Symbol.asyncDispose]();
    expect(await sampled(await served({ "/debug/pprof/": INDEX, [PROFILE]: "busy" }))).toEqual([]);
  });
});
