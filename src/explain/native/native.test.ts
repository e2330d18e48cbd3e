import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { treeOf } from "../answer.ts";
import { placer } from "../places.ts";
import { perfSampler, withoutSampling } from "./perf.ts";
import { stacksIn } from "./stacks.ts";
import { locator } from "./symbols.ts";

/** As perf 6.1 prints it, of a service of Go. */
const PRINTED = `
	ffffffff813a4413 finish_task_switch.isra.0 ([kernel.kallsyms])
	ffffffff821faa94 __schedule ([kernel.kallsyms])
	            b2ee internal/runtime/syscall/linux.Syscall6 (/app/shop)
	           8f535 runtime.mcall (/app/shop)


	ffffffff821faa94 __schedule ([kernel.kallsyms])
	            b2ee runtime.futex.abi0 (/app/shop)
	           8f6a0 runtime.mstart.abi0 (/app/shop)


	           2b3c0 runtime.gcDrain (/app/shop)
	           2b001 runtime.gcBgMarkWorker (/app/shop)
	           2af00 runtime.gcBgMarkStartWorkers.gowrap1 (/app/shop)
	           9a001 runtime.goexit.abi0 (/app/shop)


	          4a3b2c example.com/shop/rank.Score (/app/shop)
	          4a3c00 main.handle (/app/shop)
	          2465aa net/http.(*conn).serve (/app/shop)


	ffffffff821faa94 __schedule ([kernel.kallsyms])
	          4a3b30 example.com/shop/rank.Score+0x1c (/app/shop)
	          4a3c00 main.handle (/app/shop)
	          2465aa net/http.(*conn).serve (/app/shop)
`;

describe("stacks of perf", () => {
  test("are a tree with the time of its samples; the kernel is one function, and so are Go's scheduler and collector", () => {
    const { functions, nodes } = stacksIn(PRINTED, 1_000, ({ name }) => [name, "", null]);
    expect(functions.map(([name]) => name)).toEqual([
      "(scheduler)",
      "(garbage collector)",
      "net/http.(*conn).serve",
      "main.handle",
      "example.com/shop/rank.Score",
      "(kernel)",
    ]);
    expect(nodes).toEqual([
      [-1, 0, 2_000],
      [-1, 1, 1_000],
      [-1, 2, 0],
      [2, 3, 0],
      [3, 4, 1_000],
      [4, 5, 1_000],
    ]);
  });

  test.each([
    ["nothing", ""],
    ["something else", "Warning:\nNo such file\n"],
    ["one without symbols", "\n\t    7fd0667c5d50 [unknown] ([unknown])\n"],
  ])("of %s are few", (_, printed) =>
    expect(stacksIn(printed, 1, () => ["", "", null]).nodes.length).toBeLessThan(2),
  );
});

const tree = mkdtempSync(join(realpathSync(tmpdir()), "steelyard-native-"));
afterAll(() => rmSync(tree, { recursive: true }));
const FILES: Readonly<Record<string, string>> = {
  "go/go.mod": "module example.com/shop\n\ngo 1.22\n",
  "go/main.go": "package main\n\nfunc main() {}\nfunc handle(w int) {\n}\n",
  "go/rank/rank.go":
    "package rank\n\ntype Items []int\n\nfunc Score(i int) int {\n}\n\nfunc (items *Items) Sort() {\n}\n",
  "go/store/cache.go": "package store\n\nfunc (c *Cache) Get() {}\nfunc Get() {}\n",
  "go/store/disk.go":
    "package store\n\nfunc (d *Disk) Get() {}\nfunc (Tape) Get() {}\nfunc (s *Set[K, V]) Get() {}\n",
  "go/other/other.go": "package other\n\nfunc Score() {\n}\n",
  "go/rank/rank_test.go": "package rank\nfunc Score() {}\n",
  "go/vendor/github.com/lib/pq/conn.go": "package pq\nfunc Open() {}\n",
  "rust/Cargo.toml": '[package]\nname = "shop-api"\n',
  "rust/src/main.rs": "mod rank;\nfn main() {}\npub async fn handle() {}\n",
  "rust/src/rank.rs": "pub struct Items;\nimpl Items {\n    pub(crate) fn score(&self) -> u32 { 1 }\n}\n",
  "rust/src/store.rs": `impl Cache {
    fn get(&self) {}
}
fn get() {}
impl<'a, T: Into<Vec<u8>>> fmt::Debug for disk::Disk<T> {
    fn get(&self) {}
}
pub trait Store {
    fn get(&self) {}
}
`,
  "rust/src/other.rs": "fn score() {}\n",
};
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), text);
}

test("folders of a program outside of the tree are left out", () => {
  const printed = PRINTED.replaceAll("/app/shop", "/home/planted-secret/shop");
  const answer = stacksIn(printed, 1_000, locator(tree));
  const { frames } = treeOf([answer], placer(tree));
  expect(frames).toContainEqual({ name: "rank.Score", file: "go/rank/rank.go", line: 5 });
  expect(JSON.stringify(frames)).not.toContain("planted-secret");
});

describe("a symbol", () => {
  const found = (name: string, program = "/app/shop") => {
    const [short, url, line] = locator(tree)({ name, program });
    return [short, url.replace(`${tree}/`, ""), line];
  };

  test.each([
    ["of Go's package main", "main.handle", ["handle", "go/main.go", 4]],
    ["of a package of the module", "example.com/shop/rank.Score", ["rank.Score", "go/rank/rank.go", 5]],
    ["that is a method", "example.com/shop/rank.(*Items).Sort", ["rank.(*Items).Sort", "go/rank/rank.go", 8]],
    ["that is a closure", "main.handle.func1.2", ["handle.func1.2", "go/main.go", 4]],
    ["with types", "example.com/shop/rank.Score[...]", ["rank.Score[...]", "go/rank/rank.go", 5]],
    [
      "that is a method of one of two types",
      "example.com/shop/store.(*Disk).Get",
      ["store.(*Disk).Get", "go/store/disk.go", 3],
    ],
    ["of a value", "example.com/shop/store.Tape.Get", ["store.Tape.Get", "go/store/disk.go", 4]],
    [
      "of a type with types",
      "example.com/shop/store.(*Set[go.shape.int]).Get.func1",
      ["store.(*Set[go.shape.int]).Get.func1", "go/store/disk.go", 5],
    ],
    ["beside methods of its name", "example.com/shop/store.Get", ["store.Get", "go/store/cache.go", 4]],
    ["of one of two types of Rust", "shop_api::store::Cache::get", ["Cache::get", "rust/src/store.rs", 2]],
    ["beside methods of Rust", "shop_api::store::get", ["store::get", "rust/src/store.rs", 4]],
    [
      "of a trait's implementation",
      "<shop_api::store::Disk<T> as core::fmt::Debug>::get",
      ["Disk::get", "rust/src/store.rs", 6],
    ],
    ["of a trait itself", "shop_api::store::Store::get", ["Store::get", "rust/src/store.rs", 9]],
    ["of another module", "github.com/lib/pq.Open", ["pq.Open", "", null]],
    ["of Go itself", "net/http.(*conn).serve", ["http.(*conn).serve", "", null]],
    ["of Go's runtime", "runtime.mallocgc", ["runtime.mallocgc", "", null]],
    ["of a crate", "shop_api::rank::Items::score", ["Items::score", "rust/src/rank.rs", 3]],
    ["with its hash", "shop_api::handle::h0123456789abcdef", ["shop_api::handle", "rust/src/main.rs", 3]],
    [
      "that is a closure of Rust",
      "shop_api::handle::{{closure}}",
      ["shop_api::handle", "rust/src/main.rs", 3],
    ],
    [
      "of a trait",
      "<shop_api::rank::Items as core::fmt::Debug>::score",
      ["Items::score", "rust/src/rank.rs", 3],
    ],
    [
      "with types in types",
      "shop_api::store::Cache<dyn shop_api::Key<fn() -> u8>>::get::{closure#0}",
      ["Cache::get", "rust/src/store.rs", 2],
    ],
    [
      "of another crate, with an empty tuple among its types",
      "core::ptr::drop_in_place<core::result::Result<(),shop_api::Error>>",
      ["ptr::drop_in_place", "", null],
    ],
    ["of a reference to a type", "<&mut T as core::fmt::Debug>::fmt", ["T::fmt", "", null]],
    ["of a simple type", "<i32 as core::fmt::Display>::fmt", ["i32::fmt", "", null]],
    [
      "of a framework that calls a function of whatever type",
      "<F as axum::handler::Handler<(M,T1,T2),S>>::call::{{closure}}::h0123456789abcdef",
      ["<F as Handler>::call", "/app/shop", null],
    ],
    [
      "of a framework that calls a function",
      "<shop_api::handle as axum::handler::Handler<((), fn(u8) -> u8), ()>>::call::{closure#0}",
      ["shop_api::handle", "rust/src/main.rs", 3],
    ],
    [
      "of the standard library for any type",
      "<T as alloc::string::ToString>::to_string",
      ["T::to_string", "", null],
    ],
    ["of another crate", "tokio::runtime::park::score", ["park::score", "", null]],
    ["of C, in a program of its own", "compute", ["compute", "/app/shop", null]],
    ["of C++", "Shop::rank(int)", ["Shop::rank(int)", "/app/shop", null]],
  ] as const)("%s", (_, name, wanted) => expect(found(name)).toEqual(wanted));

  test.each(["/usr/lib/x86_64-linux-gnu/libc.so.6", "/usr/sbin/nginx", "[vdso]", "//anon", ""])(
    "in %s is not of the repository",
    (program) => expect(found("memcpy", program)).toEqual(["memcpy", "", null]),
  );
});

test("where perf is withheld, a program that it would sample has that reason, and others have theirs", async () => {
  const sampler = perfSampler(placer("/nowhere"), "/nowhere", "the base branch forbids it");
  const gone = 2 ** 22 + 1; // above every pid: no program that is known
  const roots = () => ({ web: gone, api: process.pid, covered: gone });
  expect(await sampler.begin({ targets: {}, headers: {}, roots }, new Set(["covered"]))).toEqual([]);
  expect(await sampler.end()).toEqual([]);
  expect([...sampler.lacking!]).toEqual([
    ["web", "the base branch forbids it"],
    ["api", "its Node.js gave no profile: it is older than 18, or its start replaces NODE_OPTIONS"],
  ]);
});

test.each<[string[], RegExp | null]>([
  [["sh", "postgres", "postgres"], /^it is a database, /],
  [["bash", "mariadbd"], /^it is a database, /],
  [["sh", "node"], /^its Node\.js gave no profile/],
  [["nginx"], /^it is no Node\.js, /],
  [["postgres", "shop"], null],
])("%j is sampled, or has a reason", (programs, want) => {
  if (want === null) expect(withoutSampling(programs)).toBeNull();
  else expect(withoutSampling(programs)).toMatch(want);
});
