import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { groundedPath } from "./grounded.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** The user's home folder. */
export const homeFolder = ({ HOME = "" }: Env): string => (isAbsolute(HOME) ? HOME : homedir());

/**
 * The folder of what later measurements on this machine use again, a path without links. Relative values of
 * XDG_CACHE_HOME do not count, as its specification says.
 */
export function cacheFolder(env: Env): string {
  const given = env.XDG_CACHE_HOME ?? "";
  const cache = isAbsolute(given) ? given : join(homeFolder(env), ".cache");
  return join(groundedPath("/", cache), "steelyard");
}
