import { statSync } from "node:fs";
import { environmentError, type SteelyardError, userError } from "../base/errors.ts";

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
      remedy: `chmod +x ${program}, or name its interpreter first, such as ["node", "${program}"]`,
    });
  }
  return environmentError(`Cannot start ${program}.`, {
    where: cwd,
    remedy: code === "E2BIG" ? "shorten its arguments or environment" : "check the machine's limits",
    cause,
  });
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
