import type { Tree } from "../../tree.ts";
import { goMount } from "./go.ts";
import { MOST_ROUTERS, type Mount, type Place } from "./mount.ts";
import { NODE, nodeMount } from "./node.ts";
import { pythonMount } from "./python.ts";

/**
 * The prefix under which a router answers, from all places that mount it; null where one of them was not found.
 *
 * @param files the code of the service
 */
export function prefixOf(tree: Tree, files: readonly string[], place: Place, above = 0): string | null {
  if (above > MOST_ROUTERS) return null;
  const mount = mountOf(tree, files, place);
  if (mount === null) return null;
  if (mount.into === null) return mount.prefix;
  const rest = prefixOf(tree, files, mount.into, above + 1);
  return rest === null ? null : `${rest}${mount.prefix}`;
}

function mountOf(tree: Tree, files: readonly string[], place: Place): Mount | null {
  if (place.file.endsWith(".py")) return pythonMount(tree, files, place);
  if (place.file.endsWith(".go")) return goMount(tree, files, place);
  if (NODE.test(place.file)) return nodeMount(tree, files, place);
  return null;
}
