import { posix } from "node:path";
import type { Config } from "../model/config.ts";
import type { Listing } from "../model/tree.ts";
import { EVERYWHERE, everywhere, isIn, loadParts, normal, type Part, stackParts } from "./parts.ts";
import { type Patterns, patterns } from "./patterns.ts";

/** Whether a change can affect a workload: by which file and why, or how many files it changes that cannot. */
export type Effect =
  | { readonly kind: "affected"; readonly file: string | null; readonly because: string }
  | { readonly kind: "unaffected"; readonly files: number };

/** The rules and both commits. */
export interface Change {
  /** Base's config, and its path. A change that edits it affects everything, so that head's is the same. */
  readonly config: Config;
  readonly path: string;
  readonly base: Listing;
  readonly head: Listing;
}

/**
 * Tells for each workload with `paths` whether a change can affect it. In doubt it can.
 *
 * The config, lock files, files that fix a toolchain's version and those of the load always affect it. For any other file
 * the last pattern of `paths` that matches decides. Where none matches, a file affects the workload if the stack is built
 * or started from its folder, or if a link in such a folder leads to it.
 *
 * @returns by workload; those without `paths` are absent, and always measured
 */
export async function effects({ config, path, base, head }: Change): Promise<ReadonlyMap<string, Effect>> {
  const found = new Map<string, Effect>();
  const changed = changedFiles(base, head);
  let stack: Part[] | undefined;
  for (const [name, workload] of Object.entries(config.workloads)) {
    const written = workload.paths ?? config.policy.paths;
    if (written === undefined) continue;
    stack ??= await stackParts(config, base);
    const load = await loadParts(workload, base);
    const always: Part[] = [{ path: normal(path), because: "the config" }, ...load.files];
    const parts = [...stack, ...load.folders];
    const rules = patterns(written);
    const linked = await linkedParts([...parts, ...always], rules, [base, head]);
    found.set(name, effect(changed, rules, { always, parts: [...parts, ...linked] }, { base, head }));
  }
  return found;
}

/** Paths of entries that differ, sorted. Of a renamed file both names are among them. */
export function changedFiles(base: Listing, head: Listing): string[] {
  const paths = new Set([...base.entries.keys(), ...head.entries.keys()]);
  return [...paths].filter((path) => base.entries.get(path)?.id !== head.entries.get(path)?.id).sort();
}

function effect(
  changed: readonly string[],
  rules: Patterns,
  { always, parts }: { readonly always: readonly Part[]; readonly parts: readonly Part[] },
  { base, head }: Pick<Change, "base" | "head">,
): Effect {
  for (const file of changed) {
    const why = (because: string): Effect => ({ kind: "affected", file, because });
    const kind = everywhere(file);
    const fixed = kind ? EVERYWHERE[kind] : always.find((part) => isIn(file, part))?.because;
    if (fixed !== undefined) return why(fixed);
    const ruled = rules(file);
    if (ruled === true) return why("named by `paths`");
    if (ruled === false) continue;
    if ([base, head].some(({ entries }) => entries.get(file)?.kind === "submodule"))
      return why("a submodule");
    const part = parts.find((one) => isIn(file, one));
    if (part !== undefined) return why(part.because);
  }
  return { kind: "unaffected", files: changed.length };
}

/** Links that are followed, at most. */
const MOST_LINKS = 500;

/** The targets of links that lie in parts or match `paths`, of links there, and so on. */
async function linkedParts(
  parts: readonly Part[],
  rules: Patterns,
  listings: readonly Listing[],
): Promise<Part[]> {
  const found: Part[] = [];
  let links = (await Promise.all(listings.map(linksIn))).flat();
  if (links.length > MOST_LINKS) return [{ path: ".", because: "there are too many links to follow" }];
  const leads = ({ path }: Link) =>
    rules(path) === true ||
    [...parts, ...found].some((part) => isIn(path, part) || isIn(part.path, { path }));
  for (let next = links.filter(leads); next.length > 0; next = links.filter(leads)) {
    links = links.filter((one) => !next.includes(one));
    for (const { path, target } of next)
      found.push({ path: target, because: `the link ${path} leads there` });
  }
  return found;
}

interface Link {
  readonly path: string;
  readonly target: string;
}

/** The links of a commit to places inside of the repository. */
async function linksIn(listing: Listing): Promise<Link[]> {
  const paths = [...listing.entries].flatMap(([path, { kind }]) => (kind === "link" ? [path] : []));
  const found: Link[] = [];
  for (const path of paths.slice(0, MOST_LINKS + 1)) {
    const target = normal(posix.join(posix.dirname(path), (await listing.text(path)) ?? "."));
    if (!target.startsWith("..") && !target.startsWith("/")) found.push({ path, target });
  }
  return found;
}
