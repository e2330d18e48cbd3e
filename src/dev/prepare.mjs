// Makes a fresh clone ready, then hands over to a TypeScript file: `node src/dev/prepare.mjs [--then FILE ...]`.
// Plain JavaScript without dependencies, because it runs before there are any, on any Node from 20 on.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, join, resolve } from "node:path";

const root = resolve(import.meta.dirname ?? ".", "../..");
const say = (text) => process.stderr.write(`\u2022 ${text}\n`);

const modules = join(root, "node_modules");
const stamp = join(modules, ".steelyard-installed");
const lock = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");
const ready =
  existsSync(stamp) && readFileSync(stamp, "utf8") === lock && existsSync(join(modules, ".bin/node"));
if (!ready) {
  say("installing the pinned npm packages, Node 24 among them (npm ci)");
  handOn(
    spawnSync("npm", ["ci", "--no-fund", "--no-audit", "--loglevel=error"], { cwd: root, stdio: "inherit" }),
  );
  writeFileSync(stamp, lock);
}

const then = process.argv.indexOf("--then");
if (then !== -1) {
  // The Actions runtime first on PATH: it runs TypeScript directly, including the demo's services. The caller's
  // Node stays known, because the bundles are also tested on it.
  const env = {
    ...process.env,
    PATH: [join(modules, ".bin"), process.env.PATH].join(delimiter),
    STEELYARD_OUTER_NODE: process.env.STEELYARD_OUTER_NODE ?? process.execPath,
  };
  const node = join(modules, ".bin/node");
  const [file, ...args] = process.argv.slice(then + 1);
  const done = spawnSync(node, [join(root, file), ...args], { cwd: root, env, stdio: "inherit" });
  handOn(done);
}

/** Ends with the child's exit code, unless it is 0. */
function handOn(done) {
  if (done.error) {
    say(`could not start: ${done.error.message}`);
    process.exit(3);
  }
  if (done.status === 0) return;
  process.exit(done.status ?? 128 + (constants.signals[done.signal] ?? 1));
}
