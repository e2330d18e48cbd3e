import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { resolve } from "node:path";

/** Path of the checkout. */
export const ROOT = resolve(import.meta.dirname, "../..");

/** Prints the next step. */
export const say = (text: string) => process.stderr.write(`\n\u2022 ${text}\n`);

/** Runs a program of the checkout in the foreground, shows its command line, returns its exit code. */
export function shown(argv: readonly string[], env: Record<string, string> = {}): number {
  process.stderr.write(`  $ ${argv.join(" ")}\n`);
  const [program = "", ...args] = argv;
  return ended(spawnSync(program, args, { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...env } }));
}

/** Runs a program of the checkout and returns its output. */
export function captured(argv: readonly string[]): { code: number; text: string } {
  const [program = "", ...args] = argv;
  const done = spawnSync(program, args, { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 28 });
  return { code: ended(done), text: `${done.stdout}${done.stderr}` };
}

/** A killed child is not a success: its exit code is null. */
const ended = (done: SpawnSyncReturns<unknown>) => done.status ?? 1;

/** Runs a step, niced, and shows its command line. @throws Error with its last words when it fails */
export function shownOrThrow(argv: readonly string[], env: Record<string, string> = {}, cwd?: string): void {
  process.stderr.write(`  $ ${argv.join(" ")}\n`);
  const done = spawnSync("nice", ["-n", "10", ...argv], {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    env: { ...process.env, ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
  if (done.status === 0) return;
  const words = (done.stderr ?? "").trim().split("\n").slice(-15).join("\n");
  throw new Error(`${argv.join(" ")} ended with ${done.status ?? done.signal}:\n${words}`);
}
