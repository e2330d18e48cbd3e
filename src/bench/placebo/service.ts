import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A service that is not the demo's: how it is installed, started and loaded. */
export interface Service {
  readonly name: string;
  /** Commands that install it, in its folder. */
  readonly install: readonly (readonly string[])[];
  /** Further files in that folder, by path. */
  readonly beside: Readonly<Record<string, string>>;
  /** Files of the repository that is measured, by path. @param at the folder of the installation */
  files(at: string): Readonly<Record<string, string>>;
  /** The `stack` of the config. */
  stack(at: string): object;
  /** The `workloads` of the config. */
  readonly workloads: Readonly<Record<string, object>>;
  /** The files of a head that is slower, where the service has such a knob. */
  readonly slower?: Edit;
  /** The files of a head whose requests cost some 5 % more CPU time. */
  readonly fivePercent?: Edit;
}
type Edit = (files: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;

/** A k6 script as most people write them: an address at the top, a pause at the end. */
export const script = (
  requests: readonly string[],
  pause: string,
  options: string,
) => `import http from "k6/http";
import { check, sleep } from "k6";
const BASE_URL = __ENV.BASE_URL || "http://localhost:3000";
export const options = ${options};
export default function () {
${requests.map((one) => `  check(${one}, { ok: (r) => r.status === 200 });`).join("\n")}
${pause === "" ? "" : `  sleep(${pause});\n`}}
`;
/** What services answer with. */
export const ITEMS = Array.from({ length: 300 }, (_, id) => ({
  id,
  name: `item ${id}`,
  price: (id * 7919) % 1000,
}));
export const VUS = `{ vus: 5, duration: "30s" }`;
export const STEADY = `{ scenarios: { steady: { executor: "constant-arrival-rate", rate: 100, timeUnit: "1s", duration: "30s", preAllocatedVUs: 20 } } }`;

export const workload = (k6: string, more: object = {}) => ({
  k6,
  env: { BASE_URL: "$" + "{api}" },
  measure: { pace: "full" },
  ...more,
});
export const service = (run: readonly string[], path: string) => ({
  process: { services: { app: { run, ports: { 8080: "PORT" }, ready: { http: path, within: "60s" } } } },
  endpoints: { api: { service: "app", port: 8080 } },
});

/** The command that installs packages in the service's folder. */
export const npmInstall = (...packages: readonly string[]): readonly string[] => {
  const options = ["--prefix", ".", "--no-fund", "--no-audit", "--loglevel=error"];
  return ["npm", "install", ...options, ...packages];
};

/** Installs a service once. @throws Error with the last words of a command that fails */
export function installed({ name, install, beside }: Service, parent: string): string {
  const at = join(parent, name);
  const done = join(at, ".installed");
  if (existsSync(done)) return at;
  mkdirSync(at, { recursive: true });
  for (const [program = "", ...args] of install) {
    const ended = spawnSync(program, args, { cwd: at, encoding: "utf8" });
    if (ended.status !== 0)
      throw new Error(`${program} ${args.join(" ")}: ${(ended.stderr ?? "").slice(-2_000)}`);
  }
  writeAll(at, beside);
  writeFileSync(done, "");
  return at;
}

export function writeAll(at: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    writeFileSync(join(at, path), text);
  }
}
