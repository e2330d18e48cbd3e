import type { ComposePlan } from "../candidate.ts";
import { codeIn } from "../code.ts";
import { type Composed, seedIn } from "../compose.ts";
import { copiesIn } from "../copies.ts";
import { programOf } from "../images.ts";
import { baseName, escaped, folderOf, isAside, isBelow, join, type Tree } from "../tree.ts";
import { migrationOf, PUSH, unpushedSchema } from "./migrations.ts";
import {
  commandOf,
  lastInstruction,
  lastStage,
  packageIn,
  scriptsOf,
  stagesOf,
  startText,
} from "./mounted.ts";
import { NODE } from "./node.ts";
import { PYTHON } from "./python.ts";
import { unloaded } from "./shared.ts";

/** Starts of a server of Python or Ruby that do nothing before it, with the words in front of each program. */
const SERVER =
  /^((?:uv|poetry|pipenv|bundle) (?:run|exec) )?(?:(?:python3? )?(?:\.\/)?manage\.py runserver|(?:python3? -m )?(?:gunicorn|uvicorn|daphne|hypercorn)\b|(?:\.\/)?(?:bin\/)?(?:rails s(?:erver)?|puma)\b)/;
/** A shell in front of it: `bash -c "uvicorn shop:app"`. */
const SHELL = /^(?:\S*\/)?(?:ba)?sh -\w*c\s+["']?\s*(?:exec\s+)?/;
const MIGRATES = /prestart|migrat|db:(?:prepare|setup|schema:load|sync)|db push|schema:sync/;

/** The step that fills a database, and sentences about one that was left out. */
interface Seeding {
  readonly seed: ComposePlan["seed"];
  readonly checks: readonly string[];
}
const NOTHING: Seeding = { seed: null, checks: [] };

/**
 * The step that fills a database before any load: a service with data, or a script of the service itself. Without these, the
 * migrations of Django, Alembic, Rails and packages of Node.js, where no service runs them.
 */
export function seedOf(tree: Tree, services: readonly Composed[], composed: Composed): Seeding {
  const { name, dockerfile, service } = composed;
  const seed = seedIn(services);
  if (seed !== null) return { seed: { service: seed, command: null }, checks: [] };
  const all = services.map((one) => (one.name === name ? composed : one));
  const entrypoint = service.entrypoint == null ? handingOn(tree, composed) : null;
  const starts = all.map((one) => `${one.name} ${startText(tree, one)}`);
  if ([...starts, entrypoint?.text ?? ""].some((words) => MIGRATES.test(words))) return NOTHING;
  const laravel = ofLaravel(tree, all, composed);
  if (laravel !== null) return { seed: laravel, checks: [] };
  const image = dockerfile === null ? "" : tree.text(dockerfile);
  const script = tree.paths.find(
    (path) => /(?:^|\/)scripts\/prestart\.sh$/.test(path) && isBelow(path, folderOf(dockerfile ?? "")),
  );
  if (/prestart/.test(image)) return NOTHING;
  const by = (command: readonly string[]): Seeding => ({ seed: { service: name, command }, checks: [] });
  if (script !== undefined) return by(["bash", "scripts/prestart.sh"]);
  // An entrypoint would get the words of the seed as its arguments. Only tini, dumb-init and such scripts run them as a command.
  const isTaken = service.entrypoint != null || /^ENTRYPOINT\b(?!.*\b(?:tini|dumb-init)\b)/im.test(image);
  if (isTaken && entrypoint === null) return NOTHING;
  const start = commandOf(tree, composed);
  const command = migration(
    tree,
    composed,
    entrypoint === null ? start : start.slice(entrypoint.word.length + 1),
  );
  return command === null ? ofNode(tree, services, composed) : by(command);
}

/** An image's entrypoint that is a script of the checkout and runs its arguments as a command; null for every other. */
function handingOn(tree: Tree, composed: Composed) {
  const [, word = ""] = /^\[\s*"([^"]+)"\s*\]/.exec(lastInstruction(tree, composed, "ENTRYPOINT")) ?? [];
  const script = tree.paths.find((path) => word !== "" && baseName(path) === baseName(word));
  const text = script === undefined ? "" : tree.text(script);
  return /^\s*exec "\$@"/m.test(text) ? { word, text } : null;
}

/** The migration of Laravel, in the service that runs its code: nginx in front of it has no PHP. */
function ofLaravel(tree: Tree, services: readonly Composed[], loaded: Composed): ComposePlan["seed"] {
  const found = [loaded, ...services].find(
    ({ role, mounted, context, dockerfile, service }) =>
      role === "other" &&
      [mounted, context].some((folder) => folder !== null && tree.has(join(folder, "artisan"))) &&
      service.entrypoint == null &&
      !/^ENTRYPOINT\b/im.test(dockerfile === null ? "" : tree.text(dockerfile)),
  );
  return found && services.some(isSql)
    ? { service: found.name, command: ["php", "artisan", "migrate", "--force"] }
    : null;
}

/** The migration of a service with Django, Alembic or Rails, in the folder that its server starts in; null for every other service. */
function migration(tree: Tree, composed: Composed, start: string): readonly string[] | null {
  const found = SERVER.exec(start.replace(SHELL, ""));
  if (found === null) return null;
  const [, before = ""] = found;
  const [, inside = "."] = /\/([\w.-]+)\/?\s*$/.exec(lastInstruction(tree, composed, "WORKDIR")) ?? [];
  const has = (path: string) =>
    [composed.mounted, composed.context].some(
      (folder) => folder !== null && [".", inside].some((at) => tree.lists(join(folder, join(at, path)))),
    );
  if (has("manage.py"))
    return [...before.split(" ").slice(0, -1), "python", "manage.py", "migrate", "--noinput"];
  const code = codeIn(tree, { folder: composed.mounted ?? composed.context ?? ".", ending: PYTHON.code });
  if (has("alembic.ini") && !makesTables(code.map((path) => tree.text(path))))
    return [...before.split(" ").slice(0, -1), "alembic", "upgrade", "head"];
  // It also loads db/seeds.rb into a database that it makes.
  return has("config.ru") && has("db/migrate") ? ["bundle", "exec", "rails", "db:prepare"] : null;
}

/** Whether modules of Python make the tables themselves. A function without a decorator that nothing uses does not count. */
function makesTables(modules: readonly string[]): boolean {
  const all = modules.map((text) =>
    text.replace(/^\s*#.*$|^\s*from\s+\S+\s+import\s+(?:\([^)]*\)|.*)$/gm, ""),
  );
  return all.some((text) =>
    [...text.matchAll(/\bcreate_all\b|\bcommand\.upgrade\(/g)].some(({ index }) => {
      const defs = [...text.slice(0, index).matchAll(/^(?:.*\n)?[ \t]*(?:async )?def (\w+)/gm)];
      const [definition = "", name = ""] = defs.at(-1) ?? [];
      return (
        name === "" ||
        /^\s*[@)]/.test(definition) ||
        all.some((other) => new RegExp(`(?<!def )\\b${name}\\b`).test(other))
      );
    }),
  );
}

/** Starts of a program of Node.js, behind a process that hands on signals. */
const OF_NODE =
  /^(?:(?:\S*\/)?(?:tini|dumb-init)\s+(?:-\S+\s+)*)?(?:npm|npx|yarn|pnpm|bun|node|nodemon|pm2(?:-runtime)?|tsx|ts-node)\b/;
/** Code that makes the tables itself as it starts. */
const MAKES_TABLES =
  /\b(?:migrationsRun|synchronize)\s*:\s*true\b|\b(?:run|apply)\w{0,20}Migrations?\(|\bmigrate(?:\.latest|ToLatest)\(|\bawait migrate\w*\(|\b(?:sequelize|connection|database|db|orm)\.sync\(|prisma migrate deploy/i;

/** The migration of a package of Node.js as a seed, where its image has what that needs; else a sentence about it. */
function ofNode(tree: Tree, services: readonly Composed[], composed: Composed): Seeding {
  const folder = packageIn(tree, composed);
  const command = commandOf(tree, composed);
  const start = `${command}\n${scriptsOf(tree, composed, command)}`;
  if (folder === null || !OF_NODE.test(command) || /\.sh\b/.test(start)) return NOTHING;
  const manifest = tree.json(join(folder, "package.json"));
  // The package of a workspace that has the migration may be another one.
  if (manifest.workspaces !== undefined || tree.has(join(folder, "pnpm-workspace.yaml"))) return NOTHING;
  const scripts = Object(manifest.scripts) as Readonly<Record<string, string>>;
  const [, manager = "npm"] = /\b(npm|yarn|pnpm|bun)\b/.exec(command) ?? [];
  const step = migrationOf(tree, { folder, scripts }, manager);
  const isPushed = step === null && unpushedSchema(tree, { folder, scripts }, start) !== null;
  const argv = step ?? (isPushed ? ["npx", "prisma", "db", "push"] : []);
  const code = codeIn(tree, { folder, ending: NODE.code });
  const served = code.filter((path) => !/migrat|seed/i.test(baseName(path)));
  if (argv.length === 0 || tree.first(served, MAKES_TABLES) !== null) return NOTHING;
  const line = argv.join(" ");
  const runs = `${line}\n${scriptsOf(tree, composed, line)}`;
  const stages = stagesOf(tree, composed);
  const lacks = [
    ...(composed.mounted === folder ? [] : uncarried(stages, runs)),
    ...absent(stages.join(""), manifest, { argv, runs }),
  ];
  const needs =
    lacks.length > 0
      ? `${lacks.join(" and ")}, which its image seems to lack`
      : "a database, which the files do not start";
  if (lacks.length > 0 || !services.some(isSql))
    return {
      seed: null,
      checks: [`nothing runs \`${line}\` for ${composed.name}: as \`seed\`, it needs ${needs}.`],
    };
  // A time on standard output would change the digest of the data.
  const quiet = isPushed ? PUSH : /sequelize/.test(runs) ? `${line} >&2` : null;
  const words = quiet === null ? argv : ["sh", "-c", quiet];
  return {
    seed: { service: composed.name, command: words },
    checks: unloaded(tree, folder, { isMade: true, isSeed: true }),
  };
}

/** Images of relational databases. */
const SQL = /^(?:postg|pgvector|timescale|mysql|mariadb|percona|mssql|oracle|cockroach)/;
/** Whether a service is a relational database, by its image; one that is built may be. */
const isSql = ({ role, image }: Composed): boolean =>
  role === "behind" && (image === null || SQL.test(programOf(image)));

/** The files that a migration needs and the last stage of an image does not copy. */
function uncarried(stages: readonly string[], runs: string): string[] {
  const plain = (path: string) => path.replace(/(?<=.)\/$/, "");
  const whole = [
    ".",
    ...[...stages.join("").matchAll(/^WORKDIR\s+(\S+)/gim)].map(([, at = ""]) => plain(at)),
  ];
  const [, named] = /(?:^|[\s=])(?:\.\/)?(?!node_modules\b)([\w-]+)\//m.exec(runs) ?? [];
  const what = /\bprisma\b/.test(runs) ? "prisma" : named;
  const isCarried = copiesIn(lastStage(stages)).some((path) => {
    const source = plain(path);
    return whole.includes(source) || (baseName(source) === what && !source.includes("node_modules"));
  });
  return isCarried ? [] : [what === undefined ? "the sources" : `${what}/`];
}

/** Installations without the packages of developers. */
const OMITS = /--omit[= ]dev\b|--prod(?:uction)?\b|--only[= ]prod/;
const INSTALLS = /\b(?:npm (?:ci|i|install)|pnpm (?:i|install)|yarn(?: install| --|\s*$))/m;

/** The programs that a migration runs and an image does not install. */
function absent(
  image: string,
  { dependencies, devDependencies }: Readonly<Record<string, unknown>>,
  { argv, runs }: { readonly argv: readonly string[]; readonly runs: string },
): string[] {
  const [own, others] = [dependencies, devDependencies].map((one) => Object.keys(Object(one)));
  const [, ...after] = image.split(/^ENV\b.*\bNODE_ENV[= ]"?production\b/m);
  const isOmitted = OMITS.test(image) || INSTALLS.test(after.join(""));
  const named = others!.filter((name) =>
    new RegExp(`(?:^|[\\s/])${escaped(name)}(?![\\w-])`, "m").test(runs),
  );
  const wanted = new Set([...named, ...(argv[0] === "npx" ? argv.slice(1, 2) : [])]);
  return [...wanted].filter((name) => !own!.includes(name) && (isOmitted || !others!.includes(name)));
}

/** The head of a migration in SQL of goose and of dbmate; those of golang-migrate are called `1_items.up.sql`. */
const MIGRATION = /^-- *(?:\+goose Up|migrate:up)\b/m;
/** Words of programs and scripts that may run migrations. */
const RUNS_SQL = /migrat|goose|dbmate|\.sql\b/i;
const PROGRAM = /\.(?:[cm]?[jt]s|py|go|rs|java|kt|rb|php|cs|exs?|sh)$/;

/** A sentence about migrations in SQL that no program, image or service of the checkout runs. */
export function unrunMigrations(tree: Tree, services: readonly Composed[]): string[] {
  const found = tree.paths.find(
    (path) =>
      path.endsWith(".sql") && !isAside(path) && (/\.up\.sql$/.test(path) || MIGRATION.test(tree.text(path))),
  );
  if (found === undefined || !services.some(isSql)) return [];
  const images = services.flatMap(({ dockerfile }) => dockerfile ?? []);
  const isRun =
    RUNS_SQL.test(JSON.stringify(services.map(({ service }) => service))) ||
    tree.first([...codeIn(tree, { folder: ".", ending: PROGRAM }), ...images], RUNS_SQL) !== null;
  return isRun
    ? []
    : [
        `nothing runs the migrations in ${folderOf(found)}, so that a fresh database has no tables: give their command as \`seed\`, or have a service of the files run them.`,
      ];
}
