import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { PINNED } from "../load/k6/download.ts";
import { Comparison } from "../model/comparison.ts";
import { Run } from "../model/run.ts";
import { abandoned, noEngine, useEngine } from "../testing/engine.ts";
import { Project } from "../testing/project.ts";
import { ROOT } from "./command.ts";
import { obtainImages } from "./engine.ts";
import { LAPTOP_IMAGES } from "./standins.ts";

useEngine();

// The image for laptops, built and used by the commands of its page.
const AT = "compose/laptop";
const read = (name: string) => readFileSync(join(ROOT, AT, name), "utf8");
const [building = "", using = ""] = [...read("README.md").matchAll(/```sh\n([\s\S]*?)```/g)].map(
  ([, block]) => block!,
);
const dockerfile = read("Dockerfile");
/** What builds see of the checkout. */
const admitted = read("Dockerfile.dockerignore")
  .split("\n")
  .flatMap((line) => (line.startsWith("!") ? line.slice(1) : []));

/** Another name than the page's, so that a developer's own image stays. */
const IMAGE = "steelyard-laptop-test";
const renamed = (block: string) =>
  block.replaceAll(/(--tag|"\$PWD") steelyard\b/g, (_, before) => `${before} ${IMAGE}`);
/** Somebody who is not root; where the tests are not root either, that is who runs them. */
const OWNER = process.getuid?.() === 0 ? 1234 : process.getuid!();

const CONFIG = `
version: 1
stack:
  compose: { files: [compose.yaml], wait: 60s, ready: { shop: { http: /health } } }
  endpoints: { api: { service: shop, port: 8080 } }
workloads:
  browse: { k6: load.ts, gate: [cpu_per_request], measure: { mode: trial, duration: 400ms, pairs: [6, 10] } }
`;
const COMPOSE = `
services:
  shop: { image: "node:24-slim", volumes: [".:/app:ro"], command: ["node", "/app/server.mjs"] }
`;
const server = (seconds: number) => `
import { createServer } from "node:http";
const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };
createServer((request, response) => {
  const until = used() + (request.url === "/health" ? 0 : ${seconds});
  while (used() < until);
  response.end("[]");
}).listen(8080, "0.0.0.0");
process.on("SIGTERM", () => process.exit(0));
`;
const BURN = 0.002;

let project: Project | undefined;
let context: string | undefined;
afterEach(() => {
  project?.[Symbol.dispose]();
  if (context !== undefined) rmSync(context, { recursive: true, force: true });
});

test("the image has the k6 that is fetched elsewhere, and what is copied into it is admitted to the build", () => {
  const from = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image!);
  expect(from).toContain(`grafana/k6:${PINNED}`);
  expect(from.filter((image) => LAPTOP_IMAGES.includes(image)).sort()).toEqual([...LAPTOP_IMAGES].sort());
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, files]) =>
    files!.split(" "),
  );
  expect(copied.map((name) => name.replace(/\/$/, "")).sort()).toEqual([...admitted].sort());
});

describe.skipIf(noEngine !== null)("through the image", () => {
  test("a branch is compared by CPU a request, and its files belong to the checkout's owner", async () => {
    obtainImages(LAPTOP_IMAGES);
    context = mkdtempSync(join(tmpdir(), "steelyard-image-"));
    for (const name of [...admitted, `${AT}/Dockerfile`]) {
      mkdirSync(dirname(join(context, name)), { recursive: true });
      cpSync(join(ROOT, name), join(context, name), { recursive: true });
    }
    const build = renamed(building).replace(/https:\S+/, ".");
    const built = spawnSync("sh", ["-ec", build], { cwd: context, encoding: "utf8" });
    expect(built.status, built.stderr.slice(-2_000)).toBe(0);

    const base = { ".github/steelyard.yml": CONFIG, "compose.yaml": COMPOSE, "server.mjs": server(BURN) };
    project = Project.branch(base, { "server.mjs": server(4 * BURN) });
    spawnSync("chown", ["-R", String(OWNER), project.folder]);
    const before = await abandoned();
    const used = renamed(using)
      .replace("steelyard init\n", "")
      .replace(/--base$/m, "--base --why never");
    const done = spawnSync("bash", ["-c", used], {
      cwd: project.folder,
      encoding: "utf8",
      timeout: 240_000,
      stdio: ["ignore", "pipe", "pipe"],
    });
    expect(done.status, done.stderr.slice(-3_000) + done.stdout.slice(-3_000)).toBe(1);
    const { rows } = Comparison.parse(project.json(".steelyard/comparison.json"));
    const cpu = rows.find(({ metric }) => metric === "cpu_per_request");
    // Each request burns that much at least: a figure from too short or too late a reading is out of this range.
    expect(cpu?.base?.center).toBeGreaterThan(BURN);
    expect(cpu?.base?.center).toBeLessThan(2 * BURN);
    expect(cpu?.head?.center).toBeGreaterThan(4 * BURN);
    expect(cpu).toMatchObject({ verdict: "regressed" });
    expect(Run.parse(project.json(".steelyard/run.json")).fingerprint.generators).toMatchObject({
      k6: expect.stringContaining(PINNED),
    });
    for (const name of [".steelyard", ".steelyard/run.json", ".steelyard/comment.md"])
      expect(statSync(project.path(name)).uid, name).toBe(OWNER);
    expect(await abandoned()).toEqual(before);
  }, 400_000);
});
