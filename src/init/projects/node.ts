import { own } from "../../base/own.ts";
import { shellWord } from "../../base/shell.ts";
import { FIXED_YOUNG_GENERATION } from "../../model/runtime.ts";
import type { Candidate, GivenPort, ProjectKind } from "../candidate.ts";
import { dockerfilesOf, isOwnPort, mayBeHttp } from "../code.ts";
import { ancestors, type Evidence, isBelow, join, type Tree } from "../tree.ts";
import { knex, migrationOf, PUSH, unpushedSchema } from "./migrations.ts";
import { type Start, startOf } from "./nodestart.ts";
import { dataFiles, inFolder, inFoldersWith, lineIn, processCandidate, procfileRelease } from "./shared.ts";
import { builtBefore, filteredBuild } from "./workspace.ts";

const CODE = /\.[cm]?[jt]sx?$/;

/** The installed programs of a package manager: how it installs and runs scripts. */
interface Manager {
  readonly name: "npm" | "pnpm" | "yarn" | "bun";
  readonly install: readonly string[];
}

/** Frameworks that serve HTTP; those in the second list serve pages that a build makes. */
const SERVERS =
  /^(?:express|fastify|koa|@nestjs\/core|@hapi\/hapi|hono|@hono\/node-server|restify|polka|@feathersjs\/\w+|@adonisjs\/core|apollo-server(?:-express)?|@apollo\/server|graphql-yoga|@trpc\/server|socket\.io|moleculer-web|json-server|@loopback\/rest|h3|elysia)$/;
const PAGES = /^(?:next|nuxt|@remix-run\/serve|@sveltejs\/adapter-node|astro)$/;
/** Scripts that compile at each start, watch files, or only show a front end. */
const WATCHES =
  /\bnest start\b|nodemon|ts-node-dev|--watch|\b-w\b|\btsx watch\b|\bvite(?: dev)?$|react-scripts start|next dev|nuxt dev|ng serve|vue-cli-service serve|webpack serve|http-server|expo start|electron|storybook|\bnx (?:serve|run \S+:serve)\b/;

export const NODE: ProjectKind = {
  files:
    /(?:^|\/)(?:package\.json|project\.json|config\/(?:custom-environment-variables|default)\.(?:json|ya?ml)|(?:npm-shrinkwrap|package-lock)\.json|yarn\.lock|pnpm-(?:lock|workspace)\.yaml|bun\.lockb?|Procfile|[\w.-]+\.prisma|\.npmrc|nest-cli\.json|turbo\.json|\.yarnrc\.yml|ecosystem\.config\.json)$/,
  code: CODE,
  candidates: inFoldersWith(/^package\.json$/, inPackage),
};

/** The findings of one package. */
interface Package {
  readonly folder: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly start: Start;
  readonly isServer: boolean;
  readonly isPages: boolean;
}

/** Whether the package of a folder serves pages, and no API of its own. */
export function isOfPages(tree: Tree, folder: string): boolean {
  const names = Object.keys(texts(tree.json(join(folder, "package.json")).dependencies));
  return names.some((name) => PAGES.test(name)) && !names.some((name) => SERVERS.test(name));
}

function packageIn(tree: Tree, folder: string): Package | null {
  const manifest = tree.json(join(folder, "package.json"));
  const scripts = texts(manifest.scripts);
  const start = startOf(tree, folder, scripts);
  if (start === null) return null;
  const dependencies = texts(manifest.dependencies);
  const has = (pattern: RegExp) => Object.keys(dependencies).some((name) => pattern.test(name));
  // Some keep the framework of their pages among the packages of developers.
  const isPages = has(PAGES) || /^(?:next|nuxt) start\b/.test(start.command);
  return { folder, scripts, dependencies, start, isServer: has(SERVERS), isPages };
}

function inPackage(tree: Tree, folder: string): Candidate | null {
  const found = packageIn(tree, folder);
  if (found === null) return null;
  const { scripts, start, isServer, isPages } = found;
  const manager = managerOf(tree, folder);
  const setsMode = /\bNODE_ENV=/.test(start.command);
  const production = setsMode ? null : productionAt(tree, folder);
  const seed = seedOf(tree, found, manager.name);
  const migrates = migration(tree, found, manager.name);
  const schema =
    migrates.length > 0
      ? null
      : unpushedSchema(tree, found, `${start.command} ${scripts[start.before ?? ""] ?? ""}`);
  const where = folder === "." ? "" : ` in ${folder}`;
  const checks = [
    ...(WATCHES.test(start.command)
      ? [`${start.at.file} starts it with \`${start.command}\`, which compiles or watches at every start.`]
      : []),
    ...(manager.locked ? [] : [`no lock file${where}: base and head may get other versions of packages.`]),
    ...(schema === null || seed !== null
      ? []
      : [`no migration of ${schema} was found: \`npx prisma db push\`, as \`seed\`, creates the tables.`]),
  ];
  return processCandidate(tree, {
    title: start.title,
    folder,
    build: [...buildOf(tree, found, manager), ...migrates],
    migrates: migrates.length > 0 || /migrat|prisma db push/.test(scripts[start.before ?? ""] ?? ""),
    run: start.run,
    env: production === null ? {} : { NODE_ENV: "production" },
    hints: [
      ...(start.run[0] === "node" ? STEADIER : []),
      ...(production === null && !setsMode && isServer ? [MODE] : []),
    ],
    usual: 3000,
    given: isPages && !isServer ? { port: 3000, env: "PORT" } : configuredPort(tree, folder),
    seed:
      seed === null
        ? null
        : schema === null
          ? inFolder(folder, seed)
          : lineIn(folder, `${PUSH} && ${seed.map(shellWord).join(" ")}`),
    confidence: confidenceOf(found),
    evidence: [start.at, ...(production === null ? [] : [production])],
    checks,
    ending: CODE,
    entries: start.entries,
    readsDotenv: readsDotenv(tree, found),
  });
}

/** The variable from which the package `config` takes the port, and that port's default. */
function configuredPort(tree: Tree, folder: string): GivenPort | undefined {
  const named = (name: string) => ["json", "yml", "yaml"].map((end) => join(folder, `config/${name}.${end}`));
  const found = (name: string, value: string) =>
    tree
      .all(named(name), new RegExp(`\\bport["']?\\s*:\\s*["']?(${value})\\b`, "g"))
      .flatMap(({ groups: [one] }) => one ?? []);
  const env = found("custom-environment-variables", "\\w*PORT").find(isOwnPort);
  const port = found("default", "\\d{2,5}").map(Number).find(mayBeHttp);
  return env === undefined ? undefined : { env, port: port ?? 3000 };
}

/** The step that generates Prisma's client, where no script does. Package managers may not run the scripts of packages. */
export const generated = (
  folder: string,
  { dependencies, scripts }: Readonly<Record<"dependencies" | "scripts", unknown>>,
): (readonly string[])[] =>
  own(Object(dependencies), "@prisma/client") === undefined ||
  /prisma generate/.test(Object.values(Object(scripts)).join(" "))
    ? []
    : [inFolder(folder, ["npx", "prisma", "generate"])];

/** The steps that make a package ready to start: its installation and its build. */
function buildOf(tree: Tree, found: Package, manager: ReturnType<typeof managerOf>): (readonly string[])[] {
  const { folder, scripts, dependencies, start, isServer, isPages } = found;
  const compiles = start.before !== null && /build|\btsc\b/.test(scripts[start.before]!);
  const building = start.builds ?? (scripts.build === undefined || compiles ? [] : ["build"]);
  const isPlain =
    isServer && !isPages && !start.needsBuild && start.builds === null && !servesBuilt(tree, folder);
  const own = isPlain ? [] : building;
  const before = builtBefore(tree, folder, manager.folder);
  const isBuilt = own.length === 1 && own[0] === "build";
  const together =
    before.length === 0
      ? null
      : filteredBuild(tree, { folder, root: manager.folder, manager: manager.name, isBuilt });
  return [
    inFolder(manager.folder, manager.install),
    ...generated(folder, { dependencies, scripts }),
    ...(together === null
      ? before.map((at) => script(manager.name, at, "build"))
      : [inFolder(manager.folder, together)]),
    ...(together !== null && isBuilt ? [] : own.map((name) => script(manager.name, folder, name))),
    ...(start.before === null ? [] : [script(manager.name, folder, start.before)]),
  ];
}

/** Whether a server sends files that are not in the checkout, as a build makes them: pages of a front end. */
function servesBuilt(tree: Tree, folder: string): boolean {
  const code = tree.sources(folder, CODE).filter((path) => !/config/.test(path));
  const sent = tree.all(code, /(?:static|sendFile|readFile)[^\n]*["'`/]((?:client\/)?(?:dist|build))\b/gi);
  return sent.some(({ groups: [at = ""] }) => !tree.paths.some((path) => isBelow(path, join(folder, at))));
}

const confidenceOf = ({ start, isServer, isPages }: Package): number =>
  (isServer ? 0.75 : isPages ? 0.7 : start.listens ? 0.55 : 0.2) - (WATCHES.test(start.command) ? 0.25 : 0);

const DOTENV = ["dotenv", "@nestjs/config", "@fastify/env", "env-cmd", "dotenv-cli", "dotenv-safe"];
const readsDotenv = (tree: Tree, { dependencies, scripts, start }: Package): boolean =>
  DOTENV.some((name) => Object.hasOwn(dependencies, name)) ||
  /env-file/.test(Object.values(scripts).join(" ")) ||
  tree.first(start.entries, /\bloadEnvFile\(/) !== null;

/** What limits verdicts about most services of Node: workloads/README.md has the figures. */
const STEADIER = [
  "Starts differ less, and smaller changes are found sooner, with a young generation of fixed size:",
  `node ${FIXED_YOUNG_GENERATION} …`,
];
/** Express keeps no compiled views without it, and others check more. */
const MODE = "Packages may be slower without it. If production sets it: env: { NODE_ENV: production }";

/** The line of a Dockerfile that sets the mode of production. */
const productionAt = (tree: Tree, folder: string): Evidence | null =>
  tree.first(dockerfilesOf(tree, folder).slice(0, 3), /^ENV\s(?:[^\n]*\s)?NODE_ENV[= ]"?production\b/m);

/** The package manager of a package: by `packageManager`, or the lock file in its folder or a workspace above. */
export function managerOf(
  tree: Tree,
  folder: string,
): Manager & { readonly folder: string; readonly locked: boolean } {
  const above = [folder, ...ancestors(folder)];
  for (const at of above) {
    const has = (file: string) => tree.has(join(at, file));
    const pinned = /^(npm|pnpm|yarn|bun)@(\d+)?/.exec(
      String(tree.json(join(at, "package.json")).packageManager ?? ""),
    );
    const found = { folder: at, locked: true };
    if (has("pnpm-lock.yaml"))
      return { name: "pnpm", install: ["pnpm", "install", "--frozen-lockfile"], ...found };
    if (has("bun.lock") || has("bun.lockb"))
      return { name: "bun", install: ["bun", "install", "--frozen-lockfile"], ...found };
    if (has("yarn.lock")) {
      const isBerry = has(".yarnrc.yml") || Number(pinned?.[2] ?? 1) > 1;
      return {
        name: "yarn",
        install: ["yarn", "install", isBerry ? "--immutable" : "--frozen-lockfile"],
        ...found,
      };
    }
    if (has("package-lock.json") || has("npm-shrinkwrap.json"))
      return { name: "npm", install: ["npm", "ci"], ...found };
    const name = pinned?.[1] as Manager["name"] | undefined;
    if (name !== undefined) return { name, install: [name, "install"], folder: at, locked: false };
  }
  return { name: "npm", install: ["npm", "install", "--no-audit", "--no-fund"], folder, locked: false };
}

export const script = (manager: Manager["name"], folder: string, name: string): readonly string[] =>
  inFolder(folder, [manager, "run", name]);

/** The steps that bring the database to the state that the code expects, before it starts. */
function migration(tree: Tree, found: Package, manager: Manager["name"]): (readonly string[])[] {
  const step = migrationOf(tree, found, manager);
  return step === null
    ? procfileRelease(tree, found.folder, "node_modules/.bin")
    : [inFolder(found.folder, step)];
}

/**
 * The command that fills the database, run in the folder of the package: a script of the package, Prisma's or Knex's seeds, or
 * the one program that is named so.
 */
function seedOf(
  tree: Tree,
  { folder, scripts }: Package,
  manager: Manager["name"],
): readonly string[] | null {
  const name = Object.keys(scripts).find((one) =>
    /^(?:db:)?seed(?:[:_-](?:run|db|relational|up|data))*$/.test(one),
  );
  if (name !== undefined) return [manager, "run", name];
  if (Object.hasOwn(texts(tree.json(join(folder, "package.json")).prisma), "seed"))
    return ["npx", "prisma", "db", "seed"];
  const data = dataFiles(tree, folder);
  const ofKnex = data.some((path) => /(?:^|\/)seeds\//.test(path));
  const seeds = ofKnex ? knex(tree, folder, "seed:run") : null;
  if (seeds !== null) return seeds;
  const [only, ...more] = data;
  return only !== undefined && more.length === 0 && /\.[cm]?js$/.test(only)
    ? ["node", folder === "." ? only : only.slice(folder.length + 1)]
    : null;
}

const texts = (value: unknown): Readonly<Record<string, string>> =>
  typeof value === "object" && value !== null
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
      )
    : {};
