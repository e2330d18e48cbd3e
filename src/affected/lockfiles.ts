/** Versions of packages, by name. A package may be there in several. */
export type Packages = ReadonlyMap<string, ReadonlySet<string>>;
type Entry = readonly [name: string, version: string];

/** The most characters of a lock file that is read. */
const LONGEST = 20_000_000;

/**
 * The packages of a lock file; null for one that is not understood.
 *
 * @param name the file's, without folders
 */
export function packagesIn(name: string, text: string): Packages | null {
  const read = FORMATS.find(({ names }) => names.test(name))?.read;
  if (read === undefined || text.length > LONGEST) return null;
  try {
    const found = new Map<string, Set<string>>();
    for (const [pack, version] of read(text)) {
      const versions = found.get(pack);
      if (versions) versions.add(version);
      else found.set(pack, new Set([version]));
    }
    return found;
  } catch {
    return null;
  }
}

const FORMATS: readonly { readonly names: RegExp; readonly read: (text: string) => Iterable<Entry> }[] = [
  { names: /^(?:package-lock|npm-shrinkwrap)\.json$/, read: npm },
  { names: /^yarn\.lock$/, read: yarn },
  { names: /^pnpm-lock\.yaml$/, read: pnpm },
  { names: /^go\.sum$/, read: (text) => matches(text, /^(\S+) (v[^\s/]+) h1:/gm) },
  { names: /^(?:Cargo|poetry|uv|pdm)\.lock$/, read: toml },
  { names: /^Gemfile\.lock$/, read: (text) => matches(text, /^ {4}([\w.-]+) \(([\w.-]+)\)$/gm) },
  { names: /^composer\.lock$/, read: composer },
  { names: /\.(?:txt|in)$/, read: (text) => matches(text, /^([\w.-]+)(?:\[[\w,-]*\])?==([\w.+!-]+)/gm) },
];

const matches = (text: string, pattern: RegExp): Entry[] =>
  [...text.matchAll(pattern)].map(([, name, version]) => [name!, version!]);

interface NpmPackage {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, NpmPackage>>;
}

function npm(text: string): Entry[] {
  const { packages, dependencies } = JSON.parse(text) as NpmPackage & {
    packages?: Record<string, NpmPackage>;
  };
  if (packages === undefined) return nested(dependencies ?? {});
  return Object.entries(packages).flatMap(([path, { version }]) => {
    const [name] = path.split("node_modules/").slice(-1);
    return version === undefined || !path.includes("node_modules/") ? [] : [[name!, version] as const];
  });
}

/** The tree of packages in lock files of npm 6 and before. */
const nested = (packages: Readonly<Record<string, NpmPackage>>): Entry[] =>
  Object.entries(packages).flatMap(([name, { version = "", dependencies = {} }]) => [
    [name, version] as const,
    ...nested(dependencies),
  ]);

/** Of yarn 1 (`version "1.2.3"`) and later (`version: 1.2.3`). */
function* yarn(text: string): Iterable<Entry> {
  let name: string | undefined;
  for (const line of text.split("\n")) {
    if (/^[^\s#]/.test(line)) name = /^"?(@?[^@"\s]+)@/.exec(line)?.[1];
    const version = /^ {2}version:? "?([^"\s]+)"?$/.exec(line)?.[1];
    if (name !== undefined && version !== undefined) yield [name, version];
  }
}

function* pnpm(text: string): Iterable<Entry> {
  let section = "";
  for (const line of text.split("\n")) {
    section = /^(\w+):/.exec(line)?.[1] ?? section;
    const key = section === "packages" ? /^ {2}['"]?\/?([^\s'"]+?)['"]?:/.exec(line)?.[1] : undefined;
    if (key === undefined) continue;
    const plain = key.replace(/\(.*$/, "");
    const [, name, version] = /^(@?[^@]+)@(.+)$/.exec(plain) ?? /^(.+)\/([^/]+)$/.exec(plain) ?? [];
    if (name !== undefined && version !== undefined) yield [name, version];
  }
}

/** Of `[[package]]` tables. */
function* toml(text: string): Iterable<Entry> {
  let name: string | undefined;
  for (const line of text.split("\n")) {
    if (line.startsWith("[")) name = undefined;
    const [, key, value] = /^(name|version) = "([^"]*)"/.exec(line) ?? [];
    if (key === "name") name = value;
    else if (key === "version" && name !== undefined) yield [name, value!];
  }
}

function composer(text: string): Entry[] {
  type Listed = readonly { readonly name: string; readonly version: string }[];
  const found = JSON.parse(text) as { readonly packages?: Listed; readonly "packages-dev"?: Listed };
  return [...(found.packages ?? []), ...(found["packages-dev"] ?? [])].map(({ name, version }) => [
    name,
    version,
  ]);
}
