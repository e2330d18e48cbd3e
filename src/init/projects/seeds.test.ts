import { expect, test } from "vitest";
import { findings, readable } from "../findings.ts";

type Files = Readonly<Record<string, string>>;

/** The candidate of a Compose service. */
function found(service: string, files: Files) {
  const all: Files = { "compose.yaml": `services:\n  app: { ports: [80], ${service} }`, ...files };
  return findings(Object.keys(all), (path) => all[path] ?? "", "compose").chosen;
}

/** The seed of a Compose service. */
function seed(service: string, files: Files) {
  const plan = found(service, files)?.plan;
  return plan?.kind === "compose" ? plan.seed : null;
}

const DJANGO: Files = { Dockerfile: "FROM x", "manage.py": "" };
const MIGRATE = ["python", "manage.py", "migrate", "--noinput"];

test.each<[string, string, readonly string[] | null]>([
  ["its own server", "build: ., command: python manage.py runserver 0.0.0.0:80", MIGRATE],
  ["Gunicorn by uv", "build: ., command: uv run gunicorn shop.wsgi", ["uv", "run", ...MIGRATE]],
  ["a mounted checkout", 'image: python, volumes: ["./:/app"], command: ./manage.py runserver', MIGRATE],
  ["a command that migrates", "build: ., command: sh -c 'python manage.py migrate && gunicorn shop'", null],
  ["a shell that only starts a server", "build: ., command: 'bash -c \" gunicorn shop.wsgi \"'", MIGRATE],
  ["a script", "build: ., command: ./start.sh", null],
  ["an entrypoint", "build: ., entrypoint: ./entrypoint.sh, command: gunicorn shop.wsgi", null],
  ["a server as entrypoint", "build: ., entrypoint: gunicorn, command: shop.wsgi", null],
  [
    "another service that migrates",
    "build: ., command: gunicorn shop }\n  x: { build: ., command: ./manage.py migrate",
    null,
  ],
])("Django's migrations are the seed where nothing runs them: %s", (_, service, want) =>
  expect(seed(service, { ...DJANGO, "shop/views.py": "" })?.command ?? null).toEqual(want),
);

const BEHIND =
  'ENTRYPOINT ["/app/bin/docker-entrypoint-web"]\nWORKDIR /app/src\nCMD ["gunicorn", "shop.wsgi"]';

test.each<[string, string, readonly string[] | null]>([
  ["that runs its arguments", 'cp -r /public /app\nexec "$@"', MIGRATE],
  ["that runs something else", "exec gunicorn shop.wsgi", null],
  ["that migrates", 'python manage.py migrate\nexec "$@"', null],
])("Django's migrations are the seed behind a script as entrypoint: %s", (_, script, want) => {
  const files = { Dockerfile: `FROM x\n${BEHIND}`, "bin/docker-entrypoint-web": script, "src/manage.py": "" };
  expect(readable(Object.keys(files))).toContain("bin/docker-entrypoint-web");
  expect(seed("build: .", files)?.command ?? null).toEqual(want);
});

test("not without Django", () =>
  expect(seed("build: ., command: gunicorn shop", { Dockerfile: "FROM x" })).toBeNull());

test.each<[string, string, readonly string[] | null]>([
  [
    "of its image",
    'CMD ["bundle", "exec", "rails", "server", "-b", "0.0.0.0"]',
    ["bundle", "exec", "rails", "db:prepare"],
  ],
  ["of a script in front", 'ENTRYPOINT ["bin/docker-entrypoint"]\nCMD ["bin/rails", "server"]', null],
])("Rails' migrations are the seed of a server: %s", (_, start, want) => {
  const all = { Dockerfile: `FROM x\n${start}`, "config.ru": "", "db/migrate/1_a.rb": "" };
  expect(seed("build: .", all)?.command ?? null).toEqual(want);
});

test("a script that brings the database up to date comes first", () =>
  expect(
    seed("build: ., command: gunicorn shop.wsgi", { ...DJANGO, "scripts/prestart.sh": "" })?.command,
  ).toEqual(["bash", "scripts/prestart.sh"]));

test.each<[string, Files, readonly string[] | null]>([
  ["by its settings", { "alembic.ini": "" }, ["alembic", "upgrade", "head"]],
  [
    "tables that the code makes",
    { "alembic.ini": "", "shop/db.py": "Base.metadata.create_all(engine)" },
    null,
  ],
  [
    "a function that makes tables and is imported without a call",
    {
      "alembic.ini": "",
      "shop/db.py": "from x import y\n\nasync def init_db():\n    await run(Base.metadata.create_all)\n",
      "shop/main.py": "from shop.db import get_db, init_db\n# init_db()\n",
    },
    ["alembic", "upgrade", "head"],
  ],
  [
    "a function that makes tables and is handed on",
    {
      "alembic.ini": "",
      "shop/db.py": "def init_db():\n    Base.metadata.create_all(engine)\n",
      "shop/main.py": "from shop.db import init_db\napp.add_event_handler('startup', init_db)\n",
    },
    null,
  ],
  [
    "a hook that makes tables",
    {
      "alembic.ini": "",
      "shop/main.py": "@app.on_event('startup')\nasync def init():\n    Base.metadata.create_all(engine)\n",
    },
    null,
  ],
])("Alembic's migrations are the seed: %s", (_, files, want) =>
  expect(
    seed("build: ., command: uvicorn shop:app", { Dockerfile: "FROM x", ...files })?.command ?? null,
  ).toEqual(want),
);

const DB = "build: . }\n  db: { image: postgres";
const IMAGE = 'FROM node:22\nCOPY . .\nRUN npm ci\nCMD ["npm", "start"]';
const PRISMA: Files = { "prisma/schema.prisma": "", "prisma/migrations/1/migration.sql": "" };

/** A package that is started by `npm start`. */
const node = (scripts: Files, more: Files = {}, others: readonly string[] = []): Files => ({
  Dockerfile: IMAGE,
  "package.json": JSON.stringify({
    scripts: { start: "node server.js", ...scripts },
    dependencies: { prisma: "6", knex: "3", "sequelize-cli": "6" },
    devDependencies: Object.fromEntries(others.map((name) => [name, "1"])),
  }),
  "server.js": "app.listen(80)",
  ...more,
});

test.each<[string, Files, string | null]>([
  ["its own script", node({ "db:migrate": "node migrate.js" }), "npm run db:migrate"],
  ["TypeORM", node({ "migration:run": "typeorm migration:run -d dist/db.js" }), "npm run migration:run"],
  [
    "the script for deployments",
    node({ "prisma:migrate:deploy": "x" }, PRISMA),
    "npm run prisma:migrate:deploy",
  ],
  ["Prisma", node({}, PRISMA), "npx prisma migrate deploy"],
  ["a script for developers", node({ migrate: "prisma migrate dev" }, PRISMA), "npx prisma migrate deploy"],
  ["Prisma's schema alone", node({}, { "prisma/schema.prisma": "" }), "sh -c npx prisma db push >&2"],
  ["Knex", node({}, { "knexfile.js": "" }), "npx knex migrate:latest"],
  [
    "Knex in a folder",
    node({}, { "src/knexfile.js": "" }),
    "npx knex migrate:latest --knexfile src/knexfile.js",
  ],
  ["Sequelize", node({}, { ".sequelizerc": "" }), "sh -c npx sequelize-cli db:migrate >&2"],
  [
    "Sequelize without settings of its own",
    node({}, { "config/config.json": "{}", "migrations/20240101000000-a.js": "" }),
    "sh -c npx sequelize-cli db:migrate >&2",
  ],
  ["no migration", node({}), null],
  ["a start that migrates", node({ start: "prisma migrate deploy && node a.js" }, PRISMA), null],
  [
    "a script before the start",
    node({ prestart: "npm run db:up", "db:up": "knex migrate:up" }, { "knexfile.js": "" }),
    null,
  ],
  ["a start by a script of shell", node({ start: "./start.sh" }, PRISMA), null],
  ["code that migrates", node({}, { ...PRISMA, "db.ts": "({ migrationsRun: true })" }), null],
  ["a workspace", node({}, { ...PRISMA, "pnpm-workspace.yaml": "" }), null],
  ["an entrypoint", node({}, { ...PRISMA, Dockerfile: `${IMAGE}\nENTRYPOINT ["./entry"]` }), null],
  [
    "an entrypoint that runs commands",
    node({}, { ...PRISMA, Dockerfile: `${IMAGE}\nENTRYPOINT ["/sbin/tini", "--"]` }),
    "npx prisma migrate deploy",
  ],
])("the migration of a package of Node.js is the seed: %s", (_, files, want) =>
  expect(seed(DB, files)?.command?.join(" ") ?? null).toBe(want),
);

const LATER = 'CMD ["node", "dist/a.js"]';
const stages = (line: string) => ({
  Dockerfile: `FROM node AS build\nWORKDIR /app\nCOPY . .\nFROM node\n${line}\n${LATER}`,
});

test.each<[string, Files, string | null]>([
  ["everything", { ...PRISMA, ...stages("COPY --from=build /app/ .") }, null],
  ["a stage with everything", { ...PRISMA, ...stages("FROM build") }, null],
  ["its folder", { ...PRISMA, ...stages("COPY --from=build /app/prisma ./prisma") }, null],
  [
    "other folders",
    { ...PRISMA, ...stages("COPY --from=build /app/dist /app/node_modules/prisma ./") },
    "nothing runs `npx prisma migrate deploy` for app: as `seed`, it needs prisma/, which its image seems to lack.",
  ],
])("a migration needs files in the image of a package of Node.js: %s", (_, files, want) => {
  const chosen = found(DB, node({}, files));
  expect(chosen?.checks.find((one) => one.includes("seems to lack")) ?? null).toBe(want);
  expect(chosen?.plan.kind === "compose" && chosen.plan.seed === null).toBe(want !== null);
});

test.each([
  ["npm ci", null],
  ["npm ci --omit=dev", "tsx"],
  ["yarn install --production", "tsx"],
  ["true\nENV NODE_ENV=production\nRUN npm install", "tsx"],
])("a migration needs programs in the image of a package of Node.js: %s", (install, want) => {
  const files = node({ migrate: "tsx src/up.ts" }, { Dockerfile: IMAGE.replace("npm ci", install) }, ["tsx"]);
  const [lacks] =
    found(DB, files)?.checks.flatMap((one) => /it needs (.*), which/.exec(one)?.[1] ?? []) ?? [];
  expect(lacks ?? null).toBe(want);
});

test.each(["build: .", "build: . }\n  cache: { image: redis"])(
  "a migration of Node.js is no seed where the files start no database for it: %s",
  (services) =>
    expect(found(services, node({}, PRISMA))?.checks).toContain(
      "nothing runs `npx prisma migrate deploy` for app: as `seed`, it needs a database, which the files do not start.",
    ),
);

test.each([
  ["npm start", "run its command behind that of `seed`"],
  ["sh -c 'knex migrate:latest; npm start'", "give its command as `seed`"],
])("data that nothing loads is reported, whatever migrates: %s", (command, remedy) => {
  const start = DB.replace(" }", `, command: ${JSON.stringify(command)} }`);
  const files = node({}, { "knexfile.js": "", "seeds/users.js": "" });
  expect(found(start, files)?.checks).toContain(
    `seeds/users.js is for a database, by its name, and nothing loads it: ${remedy}.`,
  );
});

test.each([
  ["a script of npm that fills", "npm run fill\nnode index.js", false],
  ["a server", "node index.js", true],
  ["a comment about one", "# npm run fill\nnode index.js", true],
])("data is not reported where a shell script that is the start loads it: %s", (_, text, want) => {
  const files = node({ fill: "knex seed:run" }, { "up.sh": text, "seeds/users.js": "" });
  const checks = found(DB.replace(" }", ", command: ./up.sh }"), files)?.checks ?? [];
  expect(checks.some((one) => one.startsWith("seeds/users.js is for a database"))).toBe(want);
});

test("a database by the image of another maker", () =>
  expect(seed(DB.replace("postgres", "bitnami/postgresql:17"), node({}, PRISMA))).not.toBeNull());

test("the command of production counts", () => {
  const files = node({}, { ...PRISMA, Dockerfile: "FROM node:22\nCOPY . ." });
  const start = { "compose.prod.yaml": "services: { app: { command: npm start } }" };
  expect(seed(DB, files)).toBeNull();
  expect(seed(DB, { ...files, ...start })?.command).toEqual(["npx", "prisma", "migrate", "deploy"]);
});

const GO_DB = "services: { app: { build: ., ports: [80] }, db: { image: postgres } }";

test.each<[string, Files, boolean]>([
  ["of goose", {}, true],
  ["of golang-migrate", { "migrations/1.sql": "", "migrations/1_a.up.sql": "CREATE TABLE a ();" }, true],
  ["but not where code does", { "main.go": 'goose.Up(db, ".")' }, false],
  ["nor a service", { "compose.yaml": GO_DB.replace("db:", "up: { image: migrate/migrate }, db:") }, false],
  ["nor where a script does", { "run.sh": "cat migrations/*.sql | psql" }, false],
  ["nor without a database", { "compose.yaml": "services: { app: { build: ., ports: [80] } }" }, false],
  ["and where a Makefile alone does", { Makefile: "up:\n\tmigrate -path migrations up" }, true],
])("migrations in SQL that nothing runs are named: %s", (_, more, want) => {
  const files: Files = {
    "compose.yaml": GO_DB,
    Dockerfile: "FROM golang",
    "go.mod": "module a",
    "main.go": "func main() {}",
    "migrations/1.sql": "-- +goose Up\nCREATE TABLE a ();",
    ...more,
  };
  const checks = findings(Object.keys(files), (path) => files[path]!, "compose").chosen?.checks ?? [];
  expect(checks.some((one) => one.startsWith("nothing runs the migrations in migrations"))).toBe(want);
});
