import { join } from "node:path";
import { SteelyardError } from "../base/errors.ts";
import { allowed } from "../exec/env.ts";
import { run } from "../exec/run.ts";
import type { Stack } from "../model/config.ts";
import { type Check, warn } from "./machinechecks.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** The line that a shell is given; empty for other programs. */
const lineOf = ([program = "", ...words]: readonly string[]): string => {
  const at = words.findIndex((word) => /^-\w*c$/.test(word));
  return at >= 0 && /(?:^|\/)(?:ba|da|k|z)?sh$/.test(program) ? (words[at + 1] ?? "") : "";
};

/** Whether a command starts the `java` of the PATH, directly or in a line of shell that does not set it. */
function startsJava(argv: readonly string[]): boolean {
  if (argv[0] === "java") return true;
  const line = lineOf(argv);
  return /(?:^|[;&|(]|\bexec\s|\b\w+=\S*\s)\s*java\s/m.test(line) && !/\bPATH=/.test(line);
}

/** Whether a build takes the Java of `JAVA_HOME`, and does not set it. */
const takesHome = (argv: readonly string[]): boolean =>
  argv.some((word) => /(?:^|[\s;&|/])(?:mvnw?|gradlew?)(?=$|[\s;&|])/.test(word)) &&
  !argv.some((word) => /\bJAVA_HOME=/.test(word));

/**
 * Warns where a service would run in another Java than its build: Maven and Gradle take that of `JAVA_HOME`, and a
 * command `java` is the first on the PATH. Minor versions may differ.
 *
 * @param cwd the checkout
 * @throws Interrupted
 */
export async function javaChecks(
  { process }: Stack,
  { cwd, env, signal }: { readonly cwd: string; readonly env: Env; readonly signal: AbortSignal },
): Promise<Check[]> {
  const { JAVA_HOME: home } = env;
  const users = Object.entries(process?.services ?? {}).filter(([, { run }]) => startsJava(run));
  if (home === undefined || home === "" || !process?.build.some(takesHome)) return [];
  const version = (program: string, own: Readonly<Record<string, string>>) =>
    versionOf(program, { cwd, env: allowed(env, own), signal });
  const checks: Check[] = [];
  for (const [service, { env: own }] of users) {
    const built = await version(join(home, "bin/java"), {});
    const ran = await version("java", own.PATH === undefined ? {} : { PATH: own.PATH });
    if (built === null || ran === null || built === ran) continue;
    const detail = `builds take Java ${built} of JAVA_HOME (${home}), and ${service} runs in Java ${ran} of the PATH`;
    checks.push(warn("java", detail, 'PATH="$JAVA_HOME/bin:$PATH", or another JAVA_HOME'));
  }
  return checks;
}

/** The major version of a Java; null where it does not start or tells none. */
async function versionOf(program: string, options: Parameters<typeof run>[1]): Promise<string | null> {
  try {
    const { stderr } = await run([program, "-version"], { ...options, timeout: 10 });
    return /\bversion "(?:1\.)?(\d+)/.exec(stderr)?.[1] ?? null;
  } catch (error) {
    if (!(error instanceof SteelyardError)) throw error;
    return null;
  }
}
