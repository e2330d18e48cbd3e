import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { userError } from "../base/errors.ts";
import { withAddresses } from "./environment.ts";

/** Whether a path is an ordinary file: no directory, pipe or device. One that cannot be read is none. */
export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Bytes of a script that is looked through: one that people write has far fewer. */
const LONGEST = 16 * 2 ** 20;

/** A file's text; empty for what cannot be read, of which k6 itself will say so where it matters. */
function textOf(file: string): string {
  try {
    return isFile(file) && statSync(file).size <= LONGEST ? readFileSync(file, "utf8") : "";
  } catch {
    return "";
  }
}

/** Variables of ours that a script or its relative imports mention: `STEELYARD_TARGET_API`, `STEELYARD_HEADERS_API`. */
export function mentionedVariables(script: string): string[] {
  const names = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = textOf(file);
    for (const [name] of text.matchAll(/\bSTEELYARD_(?:TARGET|HEADERS)_[A-Z0-9_]+/g)) names.add(name);
    for (const [, from] of text.matchAll(/\b(?:from|import|require\()\s*["'](\.[^"']+)["']/g)) {
      visit(resolve(dirname(file), from!));
    }
  };
  visit(script);
  return [...names].sort();
}

/** The target of a script that is only read: nothing listens there. */
export const NOWHERE = "http://127.0.0.1:9";

/**
 * The environment of a script that is only read: its workload's variables and those of ours that it mentions, without any
 * target. Headers are empty.
 */
export function readingEnv(script: string, env: Readonly<Record<string, string>>): Record<string, string> {
  const mentioned = mentionedVariables(script).map((name) => {
    return [name, name.startsWith("STEELYARD_TARGET_") ? NOWHERE : "{}"];
  });
  return { ...Object.fromEntries(mentioned), ...withAddresses(env, () => NOWHERE) };
}

/**
 * @param key where the config names it, such as `k6`
 * @throws SteelyardError (user) for a script that is not there, or is no file
 */
export function demandFile(script: string, workload: string, kind: string, key: string): void {
  if (isFile(script)) return;
  const what = existsSync(script) ? "is not a file" : "does not exist";
  throw userError(`The ${kind} script of the workload "${workload}" ${what}.`, {
    where: script,
    remedy: `create it, or correct \`${key}\` of the workload (relative to the checkout)`,
  });
}
