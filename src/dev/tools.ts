import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { logTo } from "../base/log.ts";
import { obtainK6 } from "../load/k6/obtain.ts";
import { ROOT, say } from "./command.ts";

/** The k6 of the tests and benchmarks, fetched or built if this machine has none. */
export const k6 = () =>
  obtainK6({
    env: process.env,
    log: logTo({ write: (text) => void process.stderr.write(text), isTerminal: false, columns: 80 }),
    signal: new AbortController().signal,
  });

/**
 * wrk for the tests of its generator: installs the distribution's package if it is missing and permissions allow.
 * Without it these tests fail with a message.
 */
export const wrk = (): void => packaged("wrk", ["wrk"], "apt install wrk, or brew install wrk");

/** Python for the tests of its agent: installed in the same way. */
export const python = (): void =>
  packaged("python3", ["python3"], "apt install python3, or brew install python");

/** A JDK for the tests of its recordings: installed in the same way. */
export const java = (): void =>
  packaged("default-jdk-headless", ["javac"], "apt install default-jdk-headless, or brew install openjdk");

/** Program names of the browser for the tests of the trend page. */
const BROWSERS = ["chromium", "chromium-browser", "google-chrome"];

/** Chromium, for headless tests of the trend page: installed in the same way. */
export const chromium = (): void =>
  packaged("chromium", BROWSERS, "apt install chromium, or give its path as STEELYARD_CHROMIUM");

/** The browser's program, or undefined if there is none. */
export function browser(): string | undefined {
  const named = process.env.STEELYARD_CHROMIUM;
  return named ?? BROWSERS.find((name) => spawnSync(name, ["--version"]).error === undefined);
}

/** Installs a package of the distribution if its programs are missing and permissions allow. */
function packaged(name: string, programs: readonly string[], remedy: string): void {
  if (programs.some((program) => spawnSync(program, ["--version"]).error === undefined)) return;
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).error !== undefined) {
    say(`there is no ${name} here: ${remedy}`);
    return;
  }
  say(`installing ${name} (apt-get)`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args: string[]) =>
    spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
  const install = () => apt("install", "-y", "--no-install-recommends", name);
  if (!install() && apt("update", "-q")) install(); // a fresh machine has no lists of packages
}

const NODE_20 = "20.20.2";

/** Programs that are Node of the oldest and of the Actions' version: the bundles must start on both. */
export function nodes(): { readonly oldest: string; readonly actions: string } {
  return { oldest: node20(), actions: join(ROOT, "node_modules/.bin/node") };
}

function node20(): string {
  const outer = process.env.STEELYARD_OUTER_NODE;
  if (outer !== undefined && majorOf(outer) === 20) return outer;
  const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "steelyard/node-20");
  const binary = join(folder, "node_modules/node/bin/node");
  if (existsSync(binary)) return binary;
  say("fetching Node 20, the oldest that the bundles support (npm)");
  mkdirSync(folder, { recursive: true });
  // In a package of its own, because npm runs install scripts only if a manifest allows them.
  const manifest = { private: true, dependencies: { node: NODE_20 }, allowScripts: { node: true } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  const args = ["install", "--prefix", folder, "--loglevel=error"];
  const done = spawnSync("npm", args, { stdio: "inherit" });
  if (done.status !== 0 || majorOf(binary) !== 20) throw new Error("Node 20 could not be fetched with npm");
  return binary;
}

const majorOf = (binary: string) =>
  Number(/^v(\d+)/.exec(execFileSync(binary, ["--version"], { encoding: "utf8" }))?.[1]);
