import { dirname, join } from "node:path";
import { Interrupted, isExpected } from "../../base/errors.ts";
import { own } from "../../base/own.ts";
import { readBytes } from "../../exec/linkless.ts";
import type { Base } from "../../git/base.ts";
import { isAsIn } from "../../git/changes.ts";
import type { Checkout } from "../../git/git.ts";
import { trackedIn } from "../../git/tracked.ts";
import { composePath, servicesIn, withIncludes } from "../../model/composefile.ts";
import type { Composed } from "../../model/run.ts";
import { SIDES, type Side } from "../../model/schedule.ts";

/**
 * Whether both sides run the same images by the same Compose files, and mount no file of the checkout that differs between them,
 * so that nothing of the change runs. False where that is not known, and of other stacks than those of Compose.
 *
 * @param files of Compose, by their paths in the checkout
 */
export async function areAlike(
  composed: Readonly<Partial<Record<Side, Composed>>>,
  files: readonly string[],
  base: Base,
  checkout: Checkout,
): Promise<boolean> {
  const [before, after] = SIDES.map((side) => composed[side]);
  if (!before?.mounted || !after?.mounted) return false;
  const names = new Set([before, after].flatMap(({ services }) => Object.keys(services)));
  const isSame = [...names].every((name) => {
    const [one, other] = [before, after].map(({ services }) => own(services, name)?.content);
    return one !== undefined && one === other;
  });
  if (!isSame) return false;
  try {
    return await isAsIn(checkout, base.sha, [...files, ...before.mounted, ...after.mounted]);
  } catch (error) {
    if (!isExpected(error) && !(error instanceof Interrupted)) throw error;
    return false; // what was measured is not lost for it
  }
}

/** Most files that are named. */
const MOST = 10;

/**
 * The files of variables of a Compose stack that differ between the trees of both sides and that git does not track, by their paths
 * in them. `stack.compose.build` makes base's, while head's may be a developer's own.
 *
 * @param files of Compose, by their paths in the checkout
 */
export async function ownVariables(
  files: readonly string[],
  trees: Readonly<Record<Side, string>>,
  checkout: Checkout,
): Promise<string[]> {
  const text = (file: string) => contentOf(join(trees.head, file))?.toString() ?? "";
  const placed = files.map((file) => ({ file, folder: dirname(files[0]!) }));
  const paths = withIncludes(placed, text).flatMap(({ file, folder }) => {
    const named = Object.values(servicesIn(text(file))).flatMap(({ env_file }) =>
      [env_file].flat().map((one: unknown) => Object(one).path ?? one),
    );
    return [".env", ...named].flatMap((path: unknown) =>
      typeof path === "string" ? (composePath(folder, path) ?? []) : [],
    );
  });
  const differing = [...new Set(paths)].filter((path) => {
    const [before, after] = SIDES.map((side) => contentOf(join(trees[side], path))?.toString("hex"));
    return after !== undefined && before !== after;
  });
  const found: string[] = [];
  for (const path of differing.slice(0, MOST)) {
    const tracked = await trackedIn(checkout, join(trees.head, path)).catch(() => null); // what was measured is not lost for it
    if (tracked?.length === 0) found.push(path);
  }
  return found;
}

/** The bytes of a file; null where it is missing or no file. */
function contentOf(path: string): Buffer | null {
  try {
    return readBytes(path);
  } catch {
    return null;
  }
}
