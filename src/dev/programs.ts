import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { say } from "./command.ts";

/** Pinned releases for checking and running the workflows, because other releases report other findings. */
const ACTIONLINT = "v1.7.12";
const ZIZMOR = "1.32.0";
const ACT = "v0.2.89";
const OHA = "1.16.0";

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "steelyard");

/** actionlint, built with Go into the cache if it is missing; undefined where that fails. */
export const actionlint = () =>
  goTool("actionlint", "github.com/rhysd/actionlint/cmd/actionlint", ACTIONLINT);

/** zizmor, installed from its Python package into the cache if it is missing; undefined where that fails. */
export const zizmor = (): string | undefined =>
  tool(`zizmor-${ZIZMOR}`, "bin/zizmor", {
    what: `fetching zizmor ${ZIZMOR} (pip)`,
    argv: (folder) => {
      const quiet = ["--quiet", "--disable-pip-version-check", "--no-deps"];
      return ["python3", "-m", "pip", "install", ...quiet, "--target", folder, `zizmor==${ZIZMOR}`];
    },
    env: () => ({ PIP_ROOT_USER_ACTION: "ignore" }),
    lacking: "there is no zizmor here, and pip could not fetch it: install Python 3 with pip",
  });

/** act, which runs workflows on this machine, built into the cache if it is missing; undefined where that fails. */
export const act = () => goTool("act", "github.com/nektos/act", ACT, " (about half a minute)");

/**
 * oha, which the tests of its generator run, built with Cargo into our cache. Optimised less than a release, and with this
 * machine's TLS library where it has one: that builds in half the time, and the tests load a stub over HTTP.
 */
export const oha = (): string | undefined =>
  tool(`oha-${OHA}`, "bin/oha", {
    what: `building oha ${OHA} with Cargo (some three minutes on two cores)`,
    argv: (folder) => {
      const profile = ["lto=false", "debug=false", "opt-level=1", "codegen-units=16"];
      return [
        ...(["cargo", "install", "oha", "--version", OHA, "--locked", "--quiet", "--root", folder] as const),
        // rustls, the default, compiles a library in C
        ...(hasOpenssl() ? ["--no-default-features", "--features", "native-tls"] : []),
        ...profile.flatMap((setting) => ["--config", `profile.release.${setting}`]),
      ];
    },
    env: () => ({}),
    lacking:
      "there is no oha here, and Cargo could not build it: install Rust 1.88 or later and a C compiler",
  });

const hasOpenssl = () => spawnSync("pkg-config", ["--exists", "openssl"]).status === 0;

/** A program that Go builds. @param lasting how long that takes, for a person who waits */
const goTool = (name: string, source: string, version: string, lasting = "") =>
  tool(`${name}-${version}`, name, {
    what: `building ${name} ${version} with Go${lasting}`,
    argv: () => ["go", "install", `${source}@${version}`],
    env: (folder) => ({ GOBIN: folder }),
    lacking: `there is no ${name} here, and Go could not build it: install Go`,
  });

interface Making {
  readonly what: string;
  readonly argv: (folder: string) => readonly [string, ...string[]];
  readonly env: (folder: string) => Readonly<Record<string, string>>;
  readonly lacking: string;
}

/** The program in a folder of the cache: built in a temporary folder and moved there, so that two builds do not collide. */
function tool(name: string, program: string, { what, argv, env, lacking }: Making): string | undefined {
  const folder = join(CACHE, name);
  const made = join(folder, program);
  if (existsSync(made)) return made;
  say(what);
  mkdirSync(CACHE, { recursive: true });
  const making = mkdtempSync(`${folder}-`);
  try {
    const [start, ...args] = argv(making);
    const done = spawnSync(start, args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, ...env(making) },
    });
    if (done.status === 0 && existsSync(join(making, program))) {
      if (!existsSync(made)) {
        rmSync(folder, { recursive: true, force: true }); // half of one, of another day
        renameSync(making, folder);
      }
      return made;
    }
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  say(lacking);
  return undefined;
}
