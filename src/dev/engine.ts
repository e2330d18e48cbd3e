import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { firstLine } from "../base/text.ts";
import { ROOT, say, shownOrThrow } from "./command.ts";
import { IMAGES, standIn } from "./standins.ts";

/** The release of Compose that is built where there is none. */
const COMPOSE = "v2.40.3";
/** Seconds that a freshly started engine gets to answer. */
const TIMEOUT = 60;

const quiet = { encoding: "utf8", timeout: 60_000 } as const;
const works = (...argv: [string, ...string[]]) => spawnSync(argv[0], argv.slice(1), quiet).status === 0;
const engineAnswers = () => works("docker", "version");
const composeWorks = () => works("docker", "compose", "version");
const imageIsHere = (image: string) => works("docker", "image", "inspect", image);

/** The tools that the Compose tests lack on this machine, with the remedy; empty where they can run. */
export function lacking(): string[] {
  if (!engineAnswers()) {
    return ["Docker Engine does not answer: install it (https://docs.docker.com/engine/install/), start it"];
  }
  if (!composeWorks()) return ["Docker Compose v2 is missing: install the package docker-compose-plugin"];
  return IMAGES.filter((image) => !imageIsHere(image)).map(
    (image) => `the image ${image} is missing: docker pull ${image}`,
  );
}

/**
 * Makes the Compose tests runnable in CI on a bare Debian machine: installs missing tools, which needs root. On a
 * developer's machine it installs nothing. It lists the missing tools and how to get them, and the tests that need them
 * are skipped (which fails CI).
 */
export function prepareEngine(env: NodeJS.ProcessEnv = process.env): void {
  if (lacking().length === 0) return;
  if (mayInstall(env)) install();
  obtainImages(IMAGES, env);
  for (const what of lacking()) say(`tests of the compose stack cannot run: ${what}`);
}

/** Pulls missing images. In CI on a bare machine that reaches no registry, builds their stand-ins. */
export function obtainImages(images: readonly string[], env: NodeJS.ProcessEnv = process.env): void {
  pullImages(images);
  if (mayInstall(env)) for (const image of images) if (!imageIsHere(image)) standIn(image);
}

const mayInstall = (env: NodeJS.ProcessEnv) =>
  Boolean(env.CI) && process.getuid?.() === 0 && works("apt-get", "--version");

function install(): void {
  if (!works("docker", "--version") || !works("dockerd", "--version") || !works("debootstrap", "--version")) {
    say("installing Docker Engine and debootstrap (Debian packages docker.io, debootstrap)");
    shownOrThrow(["apt-get", "update", "-q"]);
    const packages = ["docker.io", "iptables", "debootstrap", "ca-certificates"];
    shownOrThrow(["apt-get", "install", "-q", "-y", "--no-install-recommends", ...packages], {
      DEBIAN_FRONTEND: "noninteractive",
    });
  }
  if (!engineAnswers()) startEngine();
  if (!composeWorks()) buildCompose();
}

/** Starts the engine by the system's service manager if there is one, else as a detached daemon. */
function startEngine(): void {
  if (works("systemctl", "is-system-running", "--quiet")) works("systemctl", "start", "docker");
  if (!engineAnswers()) {
    const log = "/var/log/dockerd.log";
    say(`starting dockerd, detached (its log: ${log})`);
    const output = openSync(log, "a");
    spawn("dockerd", [], { detached: true, stdio: ["ignore", output, output] }).unref();
  }
  const until = Date.now() + TIMEOUT * 1000;
  while (!engineAnswers()) {
    if (Date.now() > until) throw new Error(`dockerd does not answer after ${TIMEOUT} s: see its log`);
    execFileSync("sleep", ["0.5"]);
  }
}

/** Builds Compose through a temporary module, because `go install` refuses the `exclude` lines of its module. */
function buildCompose(): void {
  say(`building Docker Compose ${COMPOSE} with Go (about two minutes)`);
  const folder = mkdtempSync(join(tmpdir(), "steelyard-compose-"));
  try {
    writeFileSync(join(folder, "go.mod"), "module steelyard.invalid/compose\n\ngo 1.24\n");
    const plugins = join(process.env.DOCKER_CONFIG ?? join(homedir(), ".docker"), "cli-plugins");
    mkdirSync(plugins, { recursive: true });
    const command = "github.com/docker/compose/v2/cmd";
    shownOrThrow(["go", "get", "-tool", `${command}@${COMPOSE}`], {}, folder);
    const target = join(plugins, "docker-compose");
    shownOrThrow(["go", "build", "-trimpath", "-o", target, command], { CGO_ENABLED: "0" }, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The image for wrk inside of the demo's stack, as named in the config. */
const WRK = "steelyard-demo-wrk:1";

/** Builds that image if it is missing, on a Debian base that is present or can be pulled. */
export function wrkImage(): void {
  if (imageIsHere(WRK)) return;
  say(`building ${WRK}`);
  shownOrThrow(["docker", "build", "--tag", WRK, join(ROOT, "compose/wrk")]);
}

/** Pulls missing images if an engine answers and a registry is reachable. */
export function pullImages(images: readonly string[] = IMAGES): void {
  if (!engineAnswers()) return;
  for (const image of images) {
    if (imageIsHere(image)) continue;
    say(`pulling ${image}`);
    const done = spawnSync("docker", ["pull", "-q", image], { ...quiet, timeout: 300_000 });
    if (done.status === 0) continue;
    say(`${image} cannot be pulled: ${firstLine(done.stderr ?? "")}`);
    return; // one that is missing is enough, and each may take long to fail
  }
}
