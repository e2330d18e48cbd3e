import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { say } from "./command.ts";

/** The releases that workflows are checked with: others find other things. */
const ACTIONLINT = "v1.7.12";
const ZIZMOR = "1.32.0";

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "steelyard");

/** actionlint, built with Go into our cache where it is not there yet; undefined where that cannot be. */
export function actionlint(): string | undefined {
  const folder = join(CACHE, `actionlint-${ACTIONLINT}`);
  const module = `github.com/rhysd/actionlint/cmd/actionlint@${ACTIONLINT}`;
  return tool(join(folder, "actionlint"), {
    what: `building actionlint ${ACTIONLINT} with Go`,
    argv: ["go", "install", module],
    env: { GOBIN: folder },
    lacking: "there is no actionlint here, and Go could not build it: install Go",
  });
}

/** zizmor, from its Python package into our cache, likewise. */
export function zizmor(): string | undefined {
  const folder = join(CACHE, `zizmor-${ZIZMOR}`);
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"];
  return tool(join(folder, "bin/zizmor"), {
    what: `fetching zizmor ${ZIZMOR} (pip)`,
    argv: ["python3", ...pip, "--target", folder, `zizmor==${ZIZMOR}`],
    env: { PIP_ROOT_USER_ACTION: "ignore" },
    lacking: "there is no zizmor here, and pip could not fetch it: install Python 3 with pip",
  });
}

interface Making {
  readonly what: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly lacking: string;
}

/** The program, made once; a file beside it says that its making ended well. */
function tool(program: string, { what, argv, env, lacking }: Making): string | undefined {
  const stamp = `${program}.made`;
  const command = argv.join(" ");
  if (existsSync(program) && existsSync(stamp) && readFileSync(stamp, "utf8") === command) return program;
  say(what);
  mkdirSync(join(program, ".."), { recursive: true });
  const [start = "", ...args] = argv;
  const done = spawnSync(start, args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...env },
  });
  if (done.status !== 0 || !existsSync(program)) {
    say(lacking);
    return undefined;
  }
  writeFileSync(stamp, command);
  return program;
}
