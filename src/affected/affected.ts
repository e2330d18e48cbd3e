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
  const links = linksIn([base, head]);
  let stack: Part[] | undefined;
  for (const [name, workload] of Object.entries(config.workloads)) {
    const written = workload.paths ?? config.policy.paths;
    if (written === undefined) continue;
    stack ??= await stackParts(config, base);
    const load = await loadParts(workload, base);
    const always: Part[] = [{ path: normal(path), because: "the config" }, ...load.files];
    const parts = [...stack, ...load.folders];
    const rules = patterns(written);
    const linked = await linkedParts([...parts, ...always], rules, links);
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

/** Different links of both commits, at most. */
const MOST_LINKS = 500;
/** Links that are read, at most: each is a request where the commits are a forge's. Job and report have to agree on it. */
const MOST_READ = 100;

/** A link, whose target is read once, and null where it is outside of the repository. */
interface Link {
  readonly path: string;
  readonly target: () => Promise<string | null>;
}

/** The links of the commits. One that both have is one, and each remembers its target. */
interface Links {
  readonly all: readonly Link[];
  /** Those that were read. */
  readonly read: Set<Link>;
}

function linksIn(listings: readonly Listing[]): Links {
  const found = new Map<string, Link>();
  for (const listing of listings) {
    for (const [path, { kind, id }] of listing.entries) {
      if (kind !== "link") continue;
      let target: Promise<string | null> | undefined;
      found.set(`${id} ${path}`, { path, target: () => (target ??= targetOf(path, listing)) });
    }
  }
  return { all: [...found.values()], read: new Set() };
}

async function targetOf(path: string, listing: Listing): Promise<string | null> {
  const target = normal(posix.join(posix.dirname(path), (await listing.text(path)) ?? "."));
  return target.startsWith("..") || target.startsWith("/") ? null : target;
}

/** The targets of links that lie in parts or match `paths`, of links there, and so on. */
async function linkedParts(parts: readonly Part[], rules: Patterns, { all, read }: Links): Promise<Part[]> {
  const whole = [{ path: ".", because: "there are too many links to follow" }];
  if (all.length > MOST_LINKS) return whole;
  const found: Part[] = [];
  let links = all;
  const leads = ({ path }: Link) =>
    rules(path) === true ||
    [...parts, ...found].some((part) => isIn(path, part) || isIn(part.path, { path }));
  for (let next = links.filter(leads); next.length > 0; next = links.filter(leads)) {
    links = links.filter((one) => !next.includes(one));
    for (const link of next) {
      if (read.add(link).size > MOST_READ) return whole;
      const target = await link.target();
      if (target !== null) found.push({ path: target, because: `the link ${link.path} leads there` });
    }
  }
  return found;
}
