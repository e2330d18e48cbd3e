import { expect } from "vitest";
import { SteelyardError } from "../base/errors.ts";
import { readConfig } from "../config/read.ts";

/** What configs of tests are called. */
export const FILE = "steelyard.yml";

/** The message for a config whose wrong place is marked by "¦", and that place. */
export function refusal(marked: string): { message: string; at: string } {
  const before = marked.slice(0, marked.indexOf("¦")).split("\n");
  const at = `${FILE}:${before.length}:${before.at(-1)!.length + 1}`;
  try {
    readConfig(marked.replace("¦", ""), FILE);
  } catch (error) {
    if (error instanceof SteelyardError && error.fault === "user") return { message: error.message, at };
    throw error;
  }
  throw new Error("it was read");
}

/** Demands that a config is refused for one problem, at the marked place, in these words and with this remedy. */
export function expectRefused(marked: string, what: string, remedy: string): void {
  const { message, at } = refusal(marked);
  expect(message).toMatch(/^1 problem in /);
  expect(message).toContain(`  at ${at}\n`);
  expect(message).toContain(what);
  expect(message.slice(message.indexOf("  fix: "))).toContain(remedy);
}
