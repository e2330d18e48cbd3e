import { own } from "../../base/own.ts";
import { shellWord } from "../../base/shell.ts";
import { locationOf } from "../../base/text.ts";
import type { Candidate, GivenPort, ProcessPlan } from "../candidate.ts";
import { codeIn, dockerfilesOf, dockerPort, type FoundPort, isOwnPort, portIn } from "../code.ts";
import { healthIn } from "../routes/route.ts";
import { routesIn } from "../routes/routes.ts";
import { baseName, type Evidence, folderOf, isAside, isBelow, join, type Tree } from "../tree.ts";
import { committed, copied, doubts, exampleFor, ignoredFiles, overruled, permitting } from "../variables.ts";
import { clientDoubt, containerDoubt, usesSqlite } from "./clients.ts";
import { demanded } from "./demanded.ts";
import { dotenvFiles, refused } from "./dotenv.ts";

/** The findings of one kind of project; the rest is the same for all of them. */
export interface Draft {
  readonly title: string;
  readonly folder: string;
  readonly build: readonly (readonly string[])[];
  /** Whether the build also changes a database. */
  readonly migrates?: boolean;
  readonly run: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly hints?: readonly string[];
  /** How the port is given, where the framework says it; found in code otherwise. */
  readonly given?: GivenPort | undefined;
  /** The port of the framework where nothing says another one. */
  readonly usual: number;
  /** The path of its health; null where none may be asked, and looked up in its routes where left out. */
  readonly health?: string | null | undefined;
  readonly seed?: readonly string[] | null;
  readonly confidence: number;
  readonly evidence: readonly Evidence[];
  readonly checks?: readonly string[];
  readonly ending: RegExp;
  /** Folders of other programs, whose ports and routes are not this one's. */
  readonly except?: readonly string[];
  /** Whether the program reads `.env` of its folder, so that one has to be made from the example. */
  readonly readsDotenv?: boolean;
  /** Whether it needs servers that are not started with it; looked up in its code and variables as well. */
  readonly needs?: boolean;
  /** Files other than code that read variables. */
  readonly settings?: readonly string[];
  /** Files whose ports count before those of other code: where the program begins. */
  readonly entries?: readonly string[];
}

/** A candidate from a draft: its port, health path and variables are looked up in the code of its folder. */
export function processCandidate(tree: Tree, draft: Draft): Candidate {
  const { folder, ending, except = [], evidence } = draft;
  const code = codeIn(tree, { folder, ending, except });
  const files = [...(draft.entries ?? []), ...code.filter((path) => !draft.entries?.includes(path))];
  const dotenv = draft.readsDotenv === true ? dotenvFiles(tree, folder, files) : [];
  const made = dotenv.filter(({ path }) => !tree.has(path));
  const lacking = ignoredFiles(tree, folder);
  const copies = [...made.map(({ path, from }) => ({ path, from: from.path })), ...lacking];
  const examples = [...new Map(dotenv.map(({ from }) => [from.path, from])).values()];
  const { given, at, checks, isGuessed } = portOf(tree, draft, files, [
    ...examples.map(({ path }) => path),
    ...lacking.filter(({ path }) => path.endsWith(".env")).map(({ from }) => from),
  ]);
  const routes = routesIn(tree, files);
  const health = draft.health === undefined ? healthIn(routes) : null;
  const about = examples.flatMap((one) =>
    doubts(
      one,
      made.filter(({ from }) => from.path === one.path).map(({ path }) => path),
    ),
  );
  const exampleNeeds = about.some((doubt) => doubt.about === "database");
  const database = exampleNeeds ? null : databaseDoubt(tree, { ...draft, files });
  const known = database === null ? [] : [database.name];
  const contained = containerDoubt(tree, folder, [...files, ...(draft.settings ?? [])], known);
  const needs = draft.needs === true || exampleNeeds || database !== null || contained.length > 0;
  const demands = demanded(tree, folder, files, [...Object.keys(draft.env ?? {}), given.env ?? "", ...known]);
  // Base and head take turns with a fixed port, but in containers, which do not reach a database of this machine.
  const fixedCosts = needs ? 0.1 : 0.3;
  const settings = examples.map(overruled);
  const plain = (word: string) => unreferred(word, `${nameOf(folder)}:${given.port}`);
  const plan: ProcessPlan = {
    kind: "process",
    service: nameOf(folder),
    folder,
    build: [...copies.map(({ path, from }) => copied(from, path)), ...draft.build],
    migrates: draft.migrates ?? false,
    run: draft.run.map(plain),
    env: { ...Object.assign({}, ...settings.map(({ env }) => env)), ...draft.env },
    hints: draft.hints ?? [],
    given,
    health: draft.health ?? health?.path ?? null,
    seed: draft.seed
      ? { run: draft.seed.map(plain), env: Object.assign({}, ...examples.map(permitting)) }
      : null,
  };
  return {
    title: folder === "." ? draft.title : `${draft.title} in ${folder}/`,
    plan,
    reached: isGuessed ? null : given.port,
    isPortGuessed: isGuessed,
    confidence:
      draft.confidence -
      (given.env === null ? fixedCosts : 0) -
      (needs ? 0.15 : 0) -
      (demands.length > 0 ? 0.1 : 0) -
      0.02 * (folder === "." ? 0 : 1),
    evidence: [
      ...evidence,
      ...(at ? [at] : []),
      ...(health ? [{ file: health.file, line: health.line }] : []),
    ],
    checks: [
      ...(draft.checks ?? []),
      ...demands,
      ...about.map(({ text }) => text),
      ...refused(tree, files, made, [...Object.keys(plan.env), given.env ?? ""]),
      ...lacking.map(({ from, path }) => `${path} gets the text of ${from}.`),
      ...settings.flatMap((one) => one.checks),
      ...(database !== null ? [database.check] : exampleNeeds ? [] : clientDoubt(tree, folder, files)),
      ...contained,
      ...(draft.seed ? [] : unloaded(tree, folder, { isMade: plan.migrates })),
      ...checks,
    ],
    code: { folder, ending, except },
  };
}

/** Where code reads the address of a database from a variable. */
const DATABASE_READ =
  /(?:process\.env\.|process\.env\[["']|env\(["']|environ(?:\.get)?[([]["']|[gG]etenv\(["']|env::var\(")((?:DATABASE|DB|MONGO(?:DB)?|POSTGRES(?:QL)?|PG|MYSQL|MARIADB)_(?:URL|URI|DSN))\b/;

/** A variable with the address of a database that the code reads and the config does not set, and a sentence about it. */
export function databaseDoubt(
  tree: Tree,
  {
    folder,
    env = {},
    files,
    seed,
  }: Pick<Draft, "folder" | "env" | "seed"> & { readonly files: readonly string[] },
): { readonly name: string; readonly check: string } | null {
  if (usesSqlite(tree, files)) return null;
  const schemas = tree.paths.filter((path) => /\.prisma$|prisma\.config\.[jt]s$/.test(path));
  const read = tree.first([...files, ...schemas], DATABASE_READ);
  const name = read?.groups[0] ?? "";
  if (read === null || Object.hasOwn(env, name)) return null;
  const set = own(committed(tree, folder), name);
  if (set !== undefined && /^(?:file|sqlite)\b/.test(set)) return null;
  if (set !== undefined) {
    const dotenv = join(folder, ".env");
    const check = `it reads ${name} (${locationOf(read)}), which ${dotenv} sets: both sides would share that database.`;
    return { name, check };
  }
  const example = exampleFor(tree, folder);
  const known =
    example !== null && Object.hasOwn(example.values, name)
      ? `of which ${example.path} has an example`
      : "which nothing in the checkout sets";
  const where = seed ? "`env`, and under `seed.env`, as the seed gets no variable of the service" : "`env`";
  return { name, check: `it reads ${name} (${locationOf(read)}), ${known}: write it under ${where}.` };
}

/** A word whose `${name:80}` is the shell's own: a config would take it for the address of a service. */
const unreferred = (word: string, own: string) =>
  word.replace(/\$\{([A-Za-z0-9][\w.-]*):(\d{1,5})\}/g, (all, name: string, port: string) =>
    `${name}:${port}` === own ? all : `\${${name}: ${port}}`,
  );

/** A service's name from its folder. */
export const nameOf = (folder: string): string =>
  baseName(folder === "." ? "app" : folder)
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "") || "app";

/**
 * The port: as the framework gives it, from a variable of code, of a Dockerfile or of an example, then as a number.
 *
 * @param examples files with examples of variables
 */
function portOf(tree: Tree, draft: Draft, files: readonly string[], examples: readonly string[]) {
  if (draft.given) return { given: draft.given, at: null, checks: [], isGuessed: false };
  const docker = dockerfilesOf(tree, draft.folder)
    .slice(0, 3)
    .flatMap((file) => dockerPort(tree, file) ?? []);
  const named = docker.find(({ env }) => env !== null);
  const code = portIn(tree, files, docker[0]?.port ?? draft.usual);
  const example = portInExamples(tree, examples);
  const found: FoundPort | null = code?.env ? code : (named ?? example ?? code ?? docker[0] ?? null);
  if (found === null)
    return { given: { port: draft.usual, env: "PORT" }, at: null, checks: [], isGuessed: true };
  const { port, env } = found;
  const fixed = `port ${port} is fixed in ${locationOf(found)}: base and head take turns, which takes longer, until the program reads it from a variable.`;
  return { given: { port, env }, at: found, checks: env === null ? [fixed] : [], isGuessed: false };
}

/** The service's own port in examples of its variables: code may read that by a library, under a key of its own. */
function portInExamples(tree: Tree, examples: readonly string[]): FoundPort | null {
  const found = tree.all(examples, PORT_LINE).find(({ groups: [name = ""] }) => isOwnPort(name));
  return found
    ? { file: found.file, line: found.line, env: found.groups[0]!, port: Number(found.groups[1]) }
    : null;
}

/** A line of an example with a port of the service, which may be switched off: "# SHOP_SERVER_PORT=80". */
const PORT_LINE =
  /^[ \t]*(?:#[ \t]*)?(?:export\s+)?(PORT|(?:\w+_)?(?:HTTP|APP|SERVER|WEB|LISTEN)_PORT)[ \t]*=[ \t]*["']?(\d{2,5})\b/gm;

/** The command that a Procfile of the folder starts for the web; null where it has none. */
export const procfileWeb = (tree: Tree, folder: string) => procfile(tree, folder, "web");

/** The step of a Procfile before each release, such as a migration, with a folder of programs in front of the PATH. */
export function procfileRelease(tree: Tree, folder: string, programs: string): (readonly string[])[] {
  const found = procfile(tree, folder, "release");
  if (found === null) return [];
  return [lineIn(folder, `PATH="$PWD/${programs}:$PATH"; ${execLast(found.command)}`)];
}

function procfile(tree: Tree, folder: string, process: "web" | "release") {
  const found = tree.first([join(folder, "Procfile")], new RegExp(`^${process}:\\s*(\\S.*)$`, "m"));
  return found && { command: found.groups[0]!.trim(), at: { file: found.file, line: found.line } };
}

/** Files that make a database, by their names. */
const SCHEMA = /(?:^|\/)(?:schema|structure|init|dump)\.sql$/i;
/** Files that fill one. */
const DATA =
  /(?:^|\/)(?:seeds?|seeders?|seed[-_.]?(?:data|db|dev|all)|(?:demo|sample)[-_]?data)\.(?:sql|[cm]?[jt]s|py|rb|sh)$|(?:^|\/)seeds\/[^/]+\.(?:sql|[cm]?[jt]s)$/i;

const filesOf = (tree: Tree, folder: string, pattern: RegExp): string[] =>
  // Frameworks of Java load their resources.
  tree.paths.filter(
    (path) => isBelow(path, folder) && pattern.test(path) && !isAside(path) && !/\bresources\//.test(path),
  );

/** A line that is no comment. Generators of projects write seeds without one. */
const STATEMENT = /^[ \t]*(?!#|\/\/|--)\S/m;

/** The files of a folder that fill its database, by their names, without those that have only comments. */
export const dataFiles = (tree: Tree, folder: string): string[] =>
  filesOf(tree, folder, DATA).filter((path) => tree.text(path) === "" || STATEMENT.test(tree.text(path)));

/**
 * A sentence about files for a database that nothing loads.
 *
 * @param isMade whether something else makes the database
 * @param isSeed whether the seed does
 */
export function unloaded(
  tree: Tree,
  folder: string,
  { isMade, isSeed = false }: { readonly isMade: boolean; readonly isSeed?: boolean },
): string[] {
  const made = isMade ? [] : filesOf(tree, folder, SCHEMA);
  const [first, ...more] = [...made, ...dataFiles(tree, folder)];
  if (first === undefined) return [];
  const others = more.length === 0 ? "" : ` (and ${more.length} more)`;
  const remedy = isSeed ? "run its command behind that of `seed`" : "give its command as `seed`";
  return [`${first}${others} is for a database, by its name, and nothing loads it: ${remedy}.`];
}

/**
 * A line of shell whose last program takes the shell's place: signals then reach the server. What stands before it, such
 * as a migration, runs first.
 */
export function execLast(command: string): string {
  const [, before = "", last = ""] = /^(.*(?:;|&&)\s*)?(.*)$/s.exec(command) ?? [];
  return /[|&]/.test(last) || /^\w+=|^exec\s/.test(last) ? command : `${before}exec ${last}`;
}

/** A command line as an argv: through a shell only where it needs one. */
export const argvOf = (command: string): readonly string[] =>
  /[$&|;<>()`"'\\*?~={}]/.test(command) ? ["sh", "-c", execLast(command)] : command.split(/\s+/);

/** A command that begins in a folder of the checkout, for builds, which begin at its top. */
export const inFolder = (folder: string, argv: readonly string[]): readonly string[] =>
  folder === "." ? argv : lineIn(folder, argv.map(shellWord).join(" "));

/** The same for a line of shell. */
export const lineIn = (folder: string, line: string): readonly string[] => [
  "sh",
  "-c",
  folder === "." ? line : `cd ${shellWord(folder)} && ${line}`,
];

/**
 * Looks for candidates in every folder that has a manifest, except in those of tests and examples: in the nearest to the
 * top first, and in twenty at most.
 */
export const inFoldersWith =
  (manifest: RegExp, candidate: (tree: Tree, folder: string) => Candidate | null) =>
  (tree: Tree): Candidate[] => {
    const paths = tree.named(manifest).filter((path) => !ASIDE.test(path));
    const folders = [...new Set(paths.map(folderOf))].slice(0, 20);
    return folders.flatMap((folder) => candidate(tree, folder) ?? []);
  };

const ASIDE = /(?:^|\/)(?:tests?|examples?|docs?|e2e|fixtures)\//;

/** A folder that the checkout ignores, for what a build makes; "bin" where it names none. */
export function outputFolder(tree: Tree): string {
  const ignored = new Set(
    tree
      .text(".gitignore")
      .split("\n")
      .map((line) => line.trim().replace(/^\/|\/\*?$/g, "")),
  );
  return ["bin", "build", "dist", "out", "tmp"].find((name) => ignored.has(name)) ?? "bin";
}
