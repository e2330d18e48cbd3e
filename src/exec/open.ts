import { spawn } from "node:child_process";
import { environmentError } from "../base/errors.ts";

/** The program that shows a file as its user is used to, by platform. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: "open", linux: "xdg-open" };

/**
 * Shows a file in the program that its user has for such files, which goes on after this one has ended.
 *
 * @param env all of the user's own: a browser has to find its display
 * @throws SteelyardError (environment) where there is no such program
 */
export async function openInViewer(
  path: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  const opener = OPENERS[platform];
  const begun =
    opener === undefined
      ? false
      : await new Promise<boolean>((done) => {
          const child = spawn(opener, [path], { env, detached: true, stdio: "ignore" });
          child.on("spawn", () => done(true));
          child.on("error", () => done(false));
          child.unref();
        });
  if (!begun)
    throw environmentError(`Nothing here opens files${opener === undefined ? "" : ` (${opener})`}.`, {
      where: path,
      remedy: "open it in a browser",
    });
}
