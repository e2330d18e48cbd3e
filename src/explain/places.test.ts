import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { placer } from "./places.ts";

const tree = mkdtempSync(join(realpathSync(tmpdir()), "steelyard-places-"));
mkdirSync(join(tree, "src/api"), { recursive: true });
for (const file of ["src/rank.ts", "src/api/index.js", "server.js"]) writeFileSync(join(tree, file), "");
const SERVICES = [
  "services/web/src/items/index.js",
  "services/web/src/users/index.js",
  "services/web/src/main.js",
  "services/jobs/src/main.js",
  "services/jobs/src/queue.js",
  "examples/app/server.js",
];
for (const file of SERVICES) {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), "");
}
afterAll(() => rmSync(tree, { recursive: true }));

test.each([
  ["in the tree", `file://${tree}/src/rank.ts`, "src/rank.ts"],
  ["in the tree, as a path", `${tree}/src/new.ts`, "src/new.ts"],
  ["in a container's copy of it", "file:///app/src/rank.ts", "src/rank.ts"],
  ["at the top of a container's copy", "/usr/src/app/server.js", "server.js"],
  ["of a service in a folder of its own", "/app/src/items/index.js", "services/web/src/items/index.js"],
  ["of the same, in another folder", "file:///app/src/users/index.js", "services/web/src/users/index.js"],
  ["whose end two services have: that end", "/app/src/main.js", "src/main.js"],
  ["that only has a container's folder in common with another", "/srv/app/server.js", "server.js"],
  ["that a build wrote, which is not its source", "/app/dist/src/queue.js", "queue.js"],
  ["that has only its name in common with another", "/app/jobs/queue.js", "queue.js"],
  ["at the top of a copy of another folder", "/usr/src/app/queue.js", "services/jobs/src/queue.js"],
  ["the same, of a user's", "/home/app-user/app/queue.js", "services/jobs/src/queue.js"],
  ["the same, where two have the name: only that", "/app/main.js", "main.js"],
  ["at the top of another folder", "/etc/queue.js", "queue.js"],
  ["of a bundler", "webpack:///./src/api/index.js", "src/api/index.js"],
  ["of a package", "file:///home/alice/shop/node_modules/pg/lib/client.js", "node_modules/pg/lib/client.js"],
  ["of a package in a package", "/a/node_modules/b/node_modules/@c/d/e.js", "node_modules/@c/d/e.js"],
  [
    "of a package of Python",
    "/shop/.venv/lib/python3.12/site-packages/flask/app.py",
    "site-packages/flask/app.py",
  ],
  [
    "of a module of Go",
    "/go/pkg/mod/github.com/lib/pq@v1.10.9/conn.go",
    "pkg/mod/github.com/lib/pq@v1.10.9/conn.go",
  ],
  ["in a folder that is no module's", `${tree}/pkg/mod/rank.go`, "pkg/mod/rank.go"],
  ["somewhere else: only its name", "/home/alice/secret/tool.js", "tool.js"],
  ["above the tree: only its name", "file:///app/../../etc/passwd", "passwd"],
  ["of Windows: only its name", String.raw`C:\Users\alice\tool.js`, "tool.js"],
  ["of Windows, as an address", "file:///C:/Users/alice/tool.js", "tool.js"],
  ["whose name looks like an address", "/app/file:tool.js", "tool.js"],
  ["that is cut before a slash", `/node_modules/${"a".repeat(50)}/${"b".repeat(399)}`, "b".repeat(399)],
  ["with a blank", `file://${tree}/src/my%20rank.ts`, "src/my rank.ts"],
  ["of Node.js", "node:internal/timers", null],
  ["without a place", "", null],
  ["of WebAssembly", "wasm://wasm/0001", null],
  ["that is no address", "evalmachine.<anonymous>", null],
  [
    "of a package, cut at a folder: no absolute path",
    `/a/node_modules/b/${"c".repeat(399)}`,
    "c".repeat(399),
  ],
  ["that is too long", `/${"a".repeat(5_000)}`, null],
])("the file of a function %s", (_, url, wanted) => expect(placer(tree)(url)).toBe(wanted));
