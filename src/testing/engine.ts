import { execFileSync, spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll } from "vitest";
import { lacking } from "../dev/engine.ts";
import { lockWhenFree } from "../exec/lock.ts";
import { engineAt } from "../stack/compose/engine.ts";
import { remnants, removeProject } from "../stack/compose/remove.ts";
import { allowEngine } from "./project.ts";

/** Seconds that a file waits for its turn with the engine. */
const LONGEST_WAIT = 3 * 3600;

const missing = lacking();
/** Why the tests that need a real engine cannot run here; null where they can. */
export const noEngine: string | null = missing[0] ?? null;
if (noEngine !== null) process.stderr.write(`skipped, because ${noEngine}\n`);

const address =
  process.env.DOCKER_HOST ||
  spawnSync("docker", ["context", "inspect", "--format", "{{.Endpoints.docker.Host}}"], {
    encoding: "utf8",
  }).stdout?.trim() ||
  "unix:///var/run/docker.sock";
export const engine = engineAt(address, process.env);

/** Projects that nobody looks after any more: whoever made them is dead. Stacks of others that are up are not. */
export async function abandoned(): Promise<string[]> {
  return (await remnants(engine)).filter(({ owned }) => owned === false).map(({ project }) => project);
}

/** Removes what a failed test left, this process's own stacks as well. */
export async function tidyEngine(): Promise<void> {
  for (const { project, owner } of await remnants(engine)) {
    if (owner.includes(`/${process.pid}/`)) await removeProject(engine, project);
  }
  for (const project of await abandoned()) await removeProject(engine, project);
}

/**
 * Gives the engine to the tests of this file; call it before the file's own hooks. One test file at a time has it, so
 * that assertions about remaining stacks concern its own. Whatever a failed test left is removed after it.
 *
 * @param stacks "kept" where the file has stacks that outlive a test: then everything is removed at its end
 */
export function useEngine(stacks: "fresh" | "kept" = "fresh"): void {
  let turn: Disposable | undefined;
  beforeAll(async () => {
    turn = await lockWhenFree(join(tmpdir(), "steelyard-tests-engine.lock"), {
      waiting: () => {},
      signal: new AbortController().signal,
      most: LONGEST_WAIT,
      busy: "Another test has been using the engine for hours.",
    });
    allowEngine(true);
    if (noEngine === null) await tidyEngine(); // a killed test run's stacks would be counted as this file's
  }, LONGEST_WAIT * 1000);
  const tidy = async () => {
    if (noEngine === null) await tidyEngine();
  };
  if (stacks === "fresh") afterEach(tidy, 60_000);
  afterAll(async () => {
    if (stacks === "kept") await tidy();
    allowEngine(false);
    turn?.[Symbol.dispose]();
  }, 60_000);
}

/** Makes an image that holds wrk of this machine and the libraries it needs. */
export function importWrk(image: string): void {
  const wrk = execFileSync("which", ["wrk"], { encoding: "utf8" }).trim();
  const libraries = execFileSync("ldd", [wrk], { encoding: "utf8" }).matchAll(/(\/\S+) \(0x/g);
  const files = [wrk, ...[...libraries].map((match) => match[1]!)].map((file) => file.slice(1));
  const tar = execFileSync("tar", ["-C", "/", "-ch", ...files], { maxBuffer: 2 ** 27 });
  execFileSync("docker", ["import", "-", image], { input: tar, stdio: ["pipe", "ignore", "inherit"] });
}

/** A service controlled by request paths and its environment. */
export const COMPOSED_SERVER = `
import { createServer } from "node:http";
const { NEVER_READY, DEAF, DIE_AFTER } = process.env;
const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };
let seen = 0;
const seeded = [];
createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://x");
  if (pathname === "/health") return void response.writeHead(NEVER_READY ? 503 : 200).end();
  if (pathname === "/env") return void response.end(JSON.stringify(process.env));
  if (pathname === "/usage") return void response.end(JSON.stringify({ cpu: used() }));
  if (pathname === "/burn") { const until = used() + Number(searchParams.get("seconds")); while (used() < until); }
  if (pathname === "/die") process.exit(9);
  if (pathname === "/oom") { const all = []; for (;;) all.push(Buffer.alloc(8e6, 1)); }
  if (pathname === "/seed") return void response.end(String(seeded.push(1)));
  if (DIE_AFTER && ++seen > Number(DIE_AFTER)) process.exit(9);
  response.writeHead(200, { "content-type": "application/json" }).end('{"items":[]}');
}).listen(8080, "0.0.0.0", () => console.log("::error::listening"));
process.on("SIGTERM", () => { if (!DEAF) process.exit(0); });
`;
