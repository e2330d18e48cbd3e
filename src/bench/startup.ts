import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { loadedBy } from "../dev/chunks.ts";
import { ROOT } from "../dev/command.ts";
import { nodes } from "../dev/tools.ts";

// What each bundle costs before it does anything: the size of all files that it loads first, and the time from start to
// end of a call that has nothing to do, on the oldest Node and on that of the runners, and the same of an empty program.
const REPEATS = 15;
const DIST = join(ROOT, "action/dist");
const CALLS: readonly (readonly [what: string, args: readonly string[]])[] = [
  ["(an empty program)", ["-e", ""]],
  ["cli.mjs --version", [join(DIST, "cli.mjs"), "--version"]],
  ["cli.mjs --help", [join(DIST, "cli.mjs"), "--help"]],
  ["measure.mjs, no inputs", [join(DIST, "measure.mjs")]],
  ["post.mjs, nothing started", [join(DIST, "post.mjs")]],
  ["report.mjs, no inputs", [join(DIST, "report.mjs")]],
  ["target.mjs, no inputs", [join(DIST, "target.mjs")]],
  ["refresh.mjs, no inputs", [join(DIST, "refresh.mjs")]],
  ["track.mjs, no inputs", [join(DIST, "track.mjs")]],
];

/** Bytes of a bundle and of all that it loads before it runs. */
function bytes(name: string): number {
  return [...loadedBy(DIST, name)].reduce((sum, file) => sum + statSync(join(DIST, file)).size, 0);
}

/** Milliseconds of one call. */
function timed(node: string, args: readonly string[]): number {
  const began = performance.now();
  spawnSync(node, args, { env: { PATH: process.env.PATH }, stdio: "ignore" });
  return performance.now() - began;
}

const { oldest, actions } = nodes();
console.log(
  `${"".padEnd(28)}${"bytes".padStart(12)}${"Node 20".padStart(12)}${"Node 24".padStart(12)}   median of ${REPEATS}`,
);
for (const [what, args] of CALLS) {
  const size = args[0] === "-e" ? "" : bytes(basename(args[0]!)).toLocaleString("en-US");
  const times = [oldest, actions].map((node) => {
    const all = Array.from({ length: REPEATS }, () => timed(node, args)).sort((a, b) => a - b);
    return `${all[(REPEATS - 1) / 2]!.toFixed(0)} ms`;
  });
  console.log(`${what.padEnd(28)}${size.padStart(12)}${times.map((time) => time.padStart(12)).join("")}`);
}
