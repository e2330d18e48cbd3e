import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../dev/command.ts";
import { nodes } from "../dev/tools.ts";

// What each bundle costs before it does anything: its size, and the time from start to end of a call that has nothing
// to do, on the oldest Node and on that of the runners. Beside it, a Node that is given an empty program.
const REPEATS = 15;
const DIST = join(ROOT, "action/dist");
const CALLS: readonly (readonly [what: string, args: readonly string[]])[] = [
  ["(an empty program)", ["-e", ""]],
  ["cli.mjs --version", [join(DIST, "cli.mjs"), "--version"]],
  ["measure.mjs, no inputs", [join(DIST, "measure.mjs")]],
  ["post.mjs, nothing started", [join(DIST, "post.mjs")]],
  ["report.mjs, no inputs", [join(DIST, "report.mjs")]],
  ["target.mjs, no inputs", [join(DIST, "target.mjs")]],
  ["refresh.mjs, no inputs", [join(DIST, "refresh.mjs")]],
];

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
  const size = args[0] === "-e" ? "" : statSync(args[0]!).size.toLocaleString("en-US");
  const times = [oldest, actions].map((node) => {
    const all = Array.from({ length: REPEATS }, () => timed(node, args)).sort((a, b) => a - b);
    return `${all[(REPEATS - 1) / 2]!.toFixed(0)} ms`;
  });
  console.log(`${what.padEnd(28)}${size.padStart(12)}${times.map((time) => time.padStart(12)).join("")}`);
}
