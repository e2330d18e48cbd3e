import { statSync } from "node:fs";
import { resolve } from "node:path";
import { environmentError, type SteelyardError, userError } from "../base/errors.ts";
import { readWhole } from "./linkless.ts";

/** The error for a program that could not be started. */
export function refusal(argv: readonly string[], cwd: string, cause: unknown): SteelyardError {
  const program = argv[0] ?? "";
  const code = (cause as { code?: string } | null)?.code ?? "";
  if (!isDirectory(cwd)) {
    return userError(`Cannot start ${program}: its working directory does not exist.`, {
      where: cwd,
      remedy: "create the directory, or correct `cwd` (it is relative to the checkout)",
    });
  }
  if (code === "ENOENT") {
    const path = program.includes("/");
    return userError(
      path
        ? `Cannot start ${program}: there is no such file, or the interpreter its first line names is missing.`
        : `Cannot start ${program}: no program of this name is on the PATH.`,
      { where: cwd, remedy: path ? "correct the path (it is relative to `cwd`)" : installing(program) },
    );
  }
  if (code === "EACCES") {
    return userError(`Cannot start ${program}: it is not executable.`, {
      where: cwd,
      remedy: `chmod +x ${program}${interpreted(program, cwd)}`,
    });
  }
  return environmentError(`Cannot start ${program}.`, {
    where: cwd,
    remedy: code === "E2BIG" ? "shorten its arguments or environment" : "check the machine's limits",
    cause,
  });
}

/** A remedy for a script that is not executable: the interpreter that its first line names. Empty where there is none. */
function interpreted(program: string, cwd: string): string {
  if (!program.includes("/")) return "";
  const [, interpreter] =
    /^#! *(?:\S*\/env +(?:-S +)?)?(?:\S*\/)?([\w.+-]+)/.exec(textOf(resolve(cwd, program))) ?? [];
  return interpreter === undefined ? "" : `, or name its interpreter first: ["${interpreter}", "${program}"]`;
}

/** The text of a script; empty where it cannot be read. */
function textOf(path: string): string {
  try {
    return readWhole(path);
  } catch {
    return "";
  }
}

/** How to come by a program. Corepack brings the version of these two that the project asks for. */
const installing = (program: string): string =>
  program === "yarn" || program === "pnpm"
    ? `run \`corepack enable\` (\`npm install --global corepack\` brings it), or install ${program}`
    : `install ${program}`;

/** Whether a path leads to a directory; false where it cannot be looked at. */
export function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
