import { posix } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { own } from "../base/own.ts";
import type { PackageUpdate } from "../model/cause.ts";
import { type ComposeService, servicesIn } from "../model/composefile.ts";
import { SIDES, type Side } from "../model/schedule.ts";
import type { Listing } from "../model/tree.ts";
import { changedFiles } from "./affected.ts";
import { isManifestOfJava, type Packages, packagesIn } from "./lockfiles.ts";
import { everywhere } from "./parts.ts";

/** Most differences in a result, and most packages of a lock file, or keys of a Compose file, in one. */
const MOST = 20;
const MOST_PACKAGES = 3;
/** Characters of a value that are shown. */
const SHOWN = 80;
/** Characters of a package's name, at most: npm's limit. */
const LONGEST_NAME = 214;

/**
 * Changes besides code that could explain a verdict: packages of lock files, versions of toolchains, images that
 * Dockerfiles begin with, keys of services in Compose files. In words, sorted by file; names stand between backticks.
 *
 * @param options.composeKeys false where a warning of their own names keys of Compose files, as by base's rules
 */
export async function differencesBetween(
  base: Listing,
  head: Listing,
  { composeKeys: wanted = true }: { readonly composeKeys?: boolean } = {},
): Promise<string[]> {
  const found: string[] = [];
  for (const file of changedFiles(base, head)) {
    const compare = comparerOf(file);
    if (compare === undefined || (!wanted && compare === composeKeys) || found.length === MOST) continue;
    const [before, after] = [await base.text(file), await head.text(file)];
    const what = compare(before ?? "", after ?? "");
    if (what !== null) found.push(`\`${shown(file)}\`: ${what}`);
  }
  return found;
}

/**
 * The packages that lock files, or manifests of Java, of both sides have, in other versions.
 *
 * @param files those that differ
 * @param text of a file of a side; null where it cannot be read
 */
export function updatesIn(
  files: readonly string[],
  text: (side: Side, file: string) => string | null,
): PackageUpdate[] {
  return files.filter(namesVersions).flatMap((file) => {
    const [before, after] = SIDES.map((side) => packagesIn(posix.basename(file), text(side, file) ?? ""));
    return [...(before ?? [])].flatMap(([name, versions]) => {
      const [base, head] = [versionsOf(versions), versionsOf(after?.get(name))];
      const isUpdated = head !== "" && head !== base && name.length <= LONGEST_NAME;
      return isUpdated ? [{ name, file, base: shown(base), head: shown(head) }] : [];
    });
  });
}

const namesVersions = (file: string) =>
  everywhere(file) === "lockfile" || isManifestOfJava(posix.basename(file));

type Comparer = (before: string, after: string) => string | null;

/** What tells the difference between two versions of a file; undefined for files that are code. */
function comparerOf(file: string): Comparer | undefined {
  const name = posix.basename(file);
  if (/^(?:Dockerfile|Containerfile)|\.(?:dockerfile|Dockerfile)$/.test(name)) return images;
  if (name === "go.mod") return goVersion;
  if (/^(?:docker-)?compose[\w.-]*\.ya?ml$/.test(name)) return composeKeys;
  const kind = everywhere(file);
  if (kind === "toolchain") return (before, after) => step(firstOf(before), firstOf(after));
  return namesVersions(file) ? (before, after) => packages(name, before, after) : undefined;
}

const shown = (text: string) =>
  (text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text).replaceAll("`", "'");
/** "`1.22` → `1.23`", "`1.23` added" or "`1.22` removed"; null where nothing changed. */
function step(before: string, after: string): string | null {
  const [gone, come] = [before, after].map((text) => `\`${shown(text)}\``);
  if (before === after) return null;
  if (before === "") return `${come} added`;
  return after === "" ? `${gone} removed` : `${gone} → ${come}`;
}

/** The first line that says something. */
const firstOf = (text: string) =>
  text
    .split("\n")
    .find((line) => /^\s*[^\s#]/.test(line))
    ?.trim() ?? "";

const goVersion: Comparer = (before, after) => {
  const of = (text: string) => (text.match(/^(?:go|toolchain) \S+/gm) ?? []).join(", ");
  return step(of(before), of(after));
};

/** The images of `FROM` lines, in their order; without those that name an earlier stage. */
const images: Comparer = (before, after) => {
  const of = (text: string) => {
    const stages = [...text.matchAll(/^\s*FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?/gim)];
    const names = new Set(stages.map(([, , name]) => name));
    return stages.flatMap(([, image]) => (names.has(image) ? [] : [image!]));
  };
  const [gone, come] = [of(before), of(after)];
  const only = (one: readonly string[], other: readonly string[]) =>
    [...new Set(one.filter((image) => !other.includes(image)))].join(", ");
  return step(only(gone, come), only(come, gone));
};

/** "`web.environment`, `db.image`": the keys of services that differ; a service of one side alone is named as a whole. */
const composeKeys: Comparer = (before, after) => {
  const [gone, come] = [servicesIn(before), servicesIn(after)];
  const names = [...new Set([...Object.keys(gone), ...Object.keys(come)])].sort();
  const changed = names.flatMap((name) => {
    const [one, other] = [own(gone, name), own(come, name)];
    return one && other ? keysThatDiffer(one, other).map((key) => `${name}.${key}`) : [name];
  });
  const named = changed.slice(0, MOST_PACKAGES).map((key) => `\`${shown(key).replace(/\s+/g, " ")}\``);
  return changed.length === 0 ? null : `${named.join(", ")}${changed.length > MOST_PACKAGES ? ", …" : ""}`;
};

const keysThatDiffer = (one: ComposeService, other: ComposeService): string[] => {
  const [before, after] = [one, other].map((service) => new Map<string, unknown>(Object.entries(service)));
  const keys = [...new Set([...before!.keys(), ...after!.keys()])].sort();
  return keys.filter((key) => !isDeepStrictEqual(before!.get(key), after!.get(key))); // anchors may be circular
};

/** "3 packages: express 4.18.1 → 4.19.0, …" */
function packages(name: string, before: string, after: string): string | null {
  const [gone, come] = [before, after].map((text) => (text === "" ? new Map() : packagesIn(name, text)));
  if (!gone || !come) return "changed";
  const names = [...new Set([...gone.keys(), ...come.keys()])].sort();
  const isIn = (one: string) => Number(gone.has(one)) * 2 + Number(come.has(one)); // updates first, then what is gone
  names.sort((a, b) => isIn(b) - isIn(a));
  const changed = names.flatMap((one) => versionStep(one, gone, come));
  if (changed.length === 0) return null;
  const more = changed.length > MOST_PACKAGES ? ", …" : "";
  const count = changed.length === 1 ? "1 package" : `${changed.length} packages`;
  return `${count}: ${changed.slice(0, MOST_PACKAGES).join(", ")}${more}`;
}

function versionStep(name: string, before: Packages, after: Packages): string[] {
  const change = step(versionsOf(before.get(name)), versionsOf(after.get(name)));
  return change === null ? [] : [`${shown(name).replaceAll("\n", " ")} ${change.replaceAll("`", "")}`];
}

const versionsOf = (versions: ReadonlySet<string> = new Set()) => [...versions].sort().join(" and ");
