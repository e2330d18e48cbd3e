/** Versions of packages, by name; those of Java as `group:artifact`. A package may be there in several. */
export type Packages = ReadonlyMap<string, ReadonlySet<string>>;
type Entry = readonly [name: string, version: string];

/** The most characters of a lock file that is read. */
const LONGEST = 20_000_000;

/**
 * The packages of a lock file, or of a manifest of Java; null for one that is not understood.
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

interface Format {
  readonly names: RegExp;
  readonly read: (text: string) => Iterable<Entry>;
}
/** Files of Maven and Gradle that name versions: hardly any project of theirs has a lock file. */
const MANIFESTS_OF_JAVA: readonly Format[] = [
  { names: /^pom\.xml$/, read: maven },
  { names: /^build\.gradle(?:\.kts)?$/, read: gradle },
  { names: /^libs\.versions\.toml$/, read: gradleCatalog },
];
const FORMATS: readonly Format[] = [
  ...MANIFESTS_OF_JAVA,
  { names: /^(?:package-lock|npm-shrinkwrap)\.json$/, read: npm },
  { names: /^yarn\.lock$/, read: yarn },
  { names: /^pnpm-lock\.yaml$/, read: pnpm },
  { names: /^bun\.lock$/, read: (text) => matches(text, /^ +"[^"\n]+": \["(@?[^@"\s]+)@([^@"\s]+)"/gm) },
  { names: /^go\.sum$/, read: (text) => matches(text, /^(\S+) (v[^\s/]+) h1:/gm) },
  { names: /^(?:Cargo|poetry|uv|pdm)\.lock$/, read: toml },
  { names: /^Gemfile\.lock$/, read: (text) => matches(text, /^ {4}([\w.-]+) \(([\w.-]+)\)$/gm) },
  { names: /^composer\.lock$/, read: composer },
  { names: /^Pipfile\.lock$/, read: pipfile },
  { names: /^gradle\.lockfile$/, read: (text) => matches(text, /^([\w.-]+:[\w.-]+):([\w.+-]+)=/gm) },
  { names: /\.(?:txt|in)$/, read: (text) => matches(text, /^([\w.-]+)(?:\[[\w,-]*\])?==([\w.+!-]+)/gm) },
];

/** @param name the file's, without folders */
export const isManifestOfJava = (name: string): boolean =>
  MANIFESTS_OF_JAVA.some(({ names }) => names.test(name));

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

function pipfile(text: string): Entry[] {
  const { default: own = {} } = JSON.parse(text) as { default?: Record<string, { version?: string }> };
  return Object.entries(own).flatMap(([name, { version }]) =>
    version === undefined ? [] : [[name, version.replace("==", "")] as const],
  );
}

/** The dependencies and the parent of a project of Maven; properties are replaced. */
function maven(text: string): Entry[] {
  const [, listed = ""] = text.split("<properties>");
  const [properties = ""] = listed.split("</properties>");
  const values = new Map(matches(properties, /<([\w.-]+)>([^<]*)</g));
  const all = ["dependency", "parent"].flatMap((tag) => text.split(`<${tag}>`).slice(1));
  return all.flatMap((rest): Entry[] => {
    const [one = ""] = rest.split(/<\/(?:dependency|parent)>/, 1);
    const [group, artifact, version] = ["groupId", "artifactId", "version"].map((tag) => {
      const [, value = ""] = new RegExp(`<${tag}>([^<]*)<`).exec(one) ?? [];
      return value.trim().replace(/^\$\{([^{}]*)\}$/, (whole, name) => values.get(name) ?? whole);
    });
    return group && artifact && version ? [[`${group}:${artifact}`, version]] : [];
  });
}

/** The dependencies of a script of Gradle that have a version, and its plugins: Spring Boot's fixes many others. */
function gradle(text: string): Entry[] {
  return [
    ...matches(text, /["']([\w.-]{1,100}:[\w.-]{1,100}):([\w.+-]{1,100})["'@]/g),
    ...matches(
      text,
      /\bid[ (]{1,2}["']([\w.-]{1,100})["'] {0,2}\)? {0,4}version {1,4}["']([\w.+-]{1,100})["']/g,
    ),
  ];
}

/** The libraries of a version catalog of Gradle. */
function gradleCatalog(text: string): Entry[] {
  const versions = new Map(matches(text, /^([\w.-]+) *= *"([^"]*)"/gm));
  return text.split("\n").flatMap((line): Entry[] => {
    const value = (key: string) => new RegExp(`\\b${key} *= *"([^"]*)"`).exec(line)?.[1];
    const [, short, direct] = /^[\w.-]+ *= *"([\w.-]+:[\w.-]+):([\w.+-]+)"/.exec(line) ?? [];
    const name = short ?? value("module") ?? [value("group"), value("name")].join(":");
    const version = direct ?? versions.get(value("version\\.ref") ?? "") ?? value("version");
    return /^[^:]+:[^:]+$/.test(name) && version !== undefined ? [[name, version]] : [];
  });
}
