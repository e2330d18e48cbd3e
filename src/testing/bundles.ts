import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../dev/command.ts";

// Integration tests run the bundles, as users do: they start in less than half the time of the sources.

/** Path of a bundle: the command line (`cli`), or a step of an action. */
export const bundle = (name: string): string => join(ROOT, `action/dist/${name}.mjs`);

/** Builds the bundles before the first integration test. */
export default function setup(): void {
  const { status, stderr } = spawnSync("npm", ["run", "--silent", "bundle"], { cwd: ROOT, encoding: "utf8" });
  if (status !== 0) throw new Error(`npm run bundle ended with ${status}:\n${stderr}`);
}
