import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * A stand-in for ssh. As ssh does, it joins the words of the command with spaces for a shell, hands on its input, output and
 * exit code, forwards a local port to a port of the other machine, and gives the command nothing of its own environment but
 * PATH and HOME. The command runs on this machine, in a process group that outlives it, as behind a real connection.
 */
const SSH = `import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { connect, createServer } from "node:net";
const args = process.argv.slice(2);
appendFileSync(new URL("calls.jsonl", import.meta.url), JSON.stringify({ args, env: process.env }) + "\\n");
const at = args.indexOf("--");
const [machine, ...words] = args.slice(at + 1);
if (machine === "nowhere") {
  console.error("ssh: Could not resolve hostname nowhere");
  process.exit(255);
}
const forward = args[args.indexOf("-L") + 1];
let server;
if (args.includes("-L")) {
  const [, local, , remote] = forward.split(":");
  server = createServer((from) => {
    const to = connect(Number(remote), "127.0.0.1");
    for (const [one, other] of [[from, to], [to, from]]) one.pipe(other).on("error", () => one.destroy());
    to.unref();
    from.unref();
  }).listen(Number(local), "127.0.0.1");
}
const line = words.join(" ");
const env = { PATH: process.env.PATH, HOME: process.env.HOME };
// pipes of its own: a descriptor that this process shares with k6 does not block, which k6 does not bear
const child = spawn("sh", ["-c", line], { env });
process.stdin.pipe(child.stdin).on("error", () => {});
child.stdout.pipe(process.stdout);
child.stderr.pipe(process.stderr);
child.on("close", (code) => (process.exitCode = code ?? 255));
child.on("close", () => server?.close());
`;

/** Puts it and k6 into a folder; returns the PATH that finds them first, and the file that lists its calls. */
export function standInSSH(folder: string, k6: string): { readonly path: string; readonly calls: string } {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "ssh.mjs"), SSH);
  const program = (name: string, line: string) =>
    writeFileSync(join(bin, name), `#!/bin/sh\nexec ${line} "$@"\n`, { mode: 0o755 });
  program("ssh", `'${process.execPath}' '${join(bin, "ssh.mjs")}'`);
  program("k6", `'${k6}'`);
  return { path: `${bin}:${process.env.PATH}`, calls: join(bin, "calls.jsonl") };
}
