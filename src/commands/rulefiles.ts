import { resolve } from "node:path";
import { SteelyardError } from "../base/errors.ts";
import type { World } from "../base/world.ts";
import type { Waivers } from "../compare/waivers.ts";
import { readConfig } from "../config/read.ts";
import { readWaivers, WAIVERS_PATH } from "../config/waivers.ts";
import type { Config } from "../model/config.ts";
import type { TreeFiles } from "../model/tree.ts";
import { readText } from "../store/files.ts";

/**
 * The config that a person asked for, and its text.
 *
 * @param path relative to the working directory
 * @throws SteelyardError (user) for one that is missing or cannot be used
 */
export async function readConfigFile(
  { cwd }: Pick<World, "cwd">,
  path: string,
): Promise<{ readonly text: string; readonly config: Config }> {
  const remedy = "`steelyard init` at the top of your checkout writes one; or name it: --config PATH";
  const text = await readText(resolve(cwd, path), "config", remedy);
  return { text, config: readConfig(text, path) };
}

/** The outcome of looking for a config; `config` is null in every case but the first. */
export type ConfigFound =
  | { readonly kind: "read"; readonly config: Config }
  | { readonly kind: "absent"; readonly config: null }
  | { readonly kind: "unreadable"; readonly config: null; readonly error: SteelyardError };

/**
 * The config in a tree; null where it has none.
 *
 * @param path  from the top of the tree
 * @param where the file's name, for messages
 * @throws SteelyardError (user) for a config that cannot be used; as the tree does where the file cannot be fetched
 */
export async function configAt(tree: TreeFiles, path: string, where = path): Promise<Config | null> {
  const text = await tree.file(path);
  return text === null ? null : readConfig(text, where);
}

/**
 * Looks for the config in a tree, where a damaged one is no failure.
 *
 * @throws as the tree does where the file cannot be fetched: a forge that does not answer is no damaged config
 */
export async function findConfig(tree: TreeFiles, path: string): Promise<ConfigFound> {
  try {
    const config = await configAt(tree, path);
    return config === null ? { kind: "absent", config } : { kind: "read", config };
  } catch (error) {
    if (!(error instanceof SteelyardError) || error.fault !== "user") throw error;
    return { kind: "unreadable", config: null, error };
  }
}

type WaiverRows = Pick<Waivers, "rows" | "loads">;

/** The rows in the text of a waivers file. @throws SteelyardError (user) for one that cannot be used */
export function waiversIn(text: string, where: string): WaiverRows {
  const { waivers: rows, loads } = readWaivers(text, where);
  return { rows, loads };
}

/**
 * The waivers in a tree; null where it has no such file.
 *
 * @param where the file's name, for messages
 * @throws SteelyardError (user) as `waiversIn`; as the tree does where the file cannot be fetched
 */
export async function waiversAt(tree: TreeFiles, where = WAIVERS_PATH): Promise<WaiverRows | null> {
  const text = await tree.file(WAIVERS_PATH);
  return text === null ? null : waiversIn(text, where);
}
