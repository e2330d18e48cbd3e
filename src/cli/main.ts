import { Interrupted } from "../base/errors.ts";
import type { Sink } from "../base/world.ts";
import { cli } from "./cli.ts";

const sink = (stream: NodeJS.WriteStream): Sink => ({
  write: (text) => void stream.write(text),
  isTerminal: stream.isTTY === true,
  columns: stream.columns || 80, // some terminals say 0
});

const abort = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.on(name, () => abort.abort(new Interrupted(name)));
}
// A terminal that was closed is a request to end; without this the stack would stay up.
process.on("SIGHUP", () => abort.abort(new Interrupted("SIGTERM")));
// A reader that closes the pipe early (`| head`) is not an error of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await cli({
  argv: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  out: sink(process.stdout),
  err: sink(process.stderr),
  now: () => new Date(),
  random: Math.random,
  signal: abort.signal,
});
