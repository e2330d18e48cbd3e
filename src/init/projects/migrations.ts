import { folderOf, isAside, isBelow, join, type Tree } from "../tree.ts";

/** The parts of a package of Node.js that say how its database gets its tables. */
interface Package {
  readonly folder: string;
  readonly scripts: Readonly<Record<string, string>>;
}

const SCRIPT =
  /^(?:(?:db|prisma|database|knex|drizzle|typeorm|sequelize):)?migrat(?:e|ions?)(?:[:_-](?:run|up|latest|deploy|prod))?$/;
const KNEX = /(?:^|\/)knexfile\.[cm]?[jt]s$/;

/** A command of Knex in the folder of a package; null without its settings. Knex looks for those in that folder alone. */
export function knex(tree: Tree, folder: string, command: string): readonly string[] | null {
  const file = tree.paths.find((path) => isBelow(path, folder) && KNEX.test(path));
  if (file === undefined) return null;
  const way = folder === "." ? file : file.slice(folder.length + 1);
  return ["npx", "knex", command, ...(folderOf(file) === folder ? [] : ["--knexfile", way])];
}

/** The migration of a package, run in its folder: its own script, else that of the program whose files it has. */
export function migrationOf(
  tree: Tree,
  { folder, scripts }: Package,
  manager: string,
): readonly string[] | null {
  // Prisma's `migrate dev` asks questions, and may empty the database.
  const name = Object.keys(scripts).find((one) => SCRIPT.test(one) && !/migrate dev\b/.test(scripts[one]!));
  if (name !== undefined) return [manager, "run", name];
  const below = (pattern: RegExp) => tree.paths.some((path) => isBelow(path, folder) && pattern.test(path));
  const found = PROGRAMS.find(([, ...files]) => files.every(below));
  return found ? ["npx", ...found[0].split(" ")] : knex(tree, folder, "migrate:latest");
}

/** Programs that migrate, each with the files that it has in a checkout. */
const PROGRAMS: readonly (readonly [string, ...RegExp[]])[] = [
  ["prisma migrate deploy", /(?:^|\/)prisma\/migrations\//],
  ["sequelize-cli db:migrate", /(?:^|\/)\.sequelizerc$/],
  [
    "sequelize-cli db:migrate",
    /(?:^|\/)config\/config\.js(?:on)?$/,
    /(?:^|\/)migrations\/\d{8,}[\w-]*\.c?js$/,
  ],
  // Drizzle Kit lists its migrations in a journal; other files with SQL may be anything.
  ["drizzle-kit migrate", /(?:^|\/)drizzle\.config\.[cm]?[jt]s$/, /(?:^|\/)meta\/_journal\.json$/],
];

/** Creates the tables of Prisma's schema. Its output has the time: on standard output it would change the digest of the data. */
export const PUSH = "npx prisma db push >&2";

/**
 * Prisma's schema of a package: a file, or a folder of files. Null where a migration or a script creates its tables.
 *
 * @param start the words of its start
 */
export function unpushedSchema(tree: Tree, { folder, scripts }: Package, start: string): string | null {
  const inFiles = (at: string) =>
    tree.paths.filter((path) => path === at || (folderOf(path) === at && path.endsWith(".prisma")));
  const schema = ["prisma/schema.prisma", "schema.prisma", "prisma/schema"]
    .map((path) => join(folder, path))
    .find((at) => inFiles(at).length > 0);
  if (schema === undefined || tree.first(inFiles(schema), /provider\s*=\s*["']mongodb/) !== null) return null;
  const migrations = [schema, folderOf(schema)].map((at) => join(at, "migrations"));
  const isMade = (path: string) =>
    migrations.some((at) => isBelow(path, at)) ||
    (isBelow(path, folder) && /\.(?:db|sqlite3?)$/.test(path) && !isAside(path));
  const { build = "", postinstall = "", seed = "", "db:seed": other = "" } = scripts;
  const run = [start, build, postinstall, seed, other].join(" ");
  return tree.paths.some(isMade) || /prisma (?:db push|migrate)/.test(run) ? null : schema;
}
