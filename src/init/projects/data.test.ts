import { describe, expect, test } from "vitest";
import { readConfig } from "../../config/read.ts";
import { configText } from "../config.ts";
import { findings } from "../findings.ts";

// What makes and fills a database: steps of the build, which are then not kept, and the seed.

type Files = Readonly<Record<string, string>>;

function written(files: Files) {
  const text = configText(findings(Object.keys(files), (path) => files[path]!));
  return { text, stack: readConfig(text, "steelyard.yml").stack };
}
const line = (argv: readonly string[] | undefined) => argv?.join(" ");

const node = (more: object = {}, files: Files = {}): Files => ({
  "package.json": JSON.stringify({ scripts: { start: "node a.js" }, dependencies: { koa: "1" }, ...more }),
  "package-lock.json": "{}",
  "a.js": "app.listen(process.env.PORT || 4000);",
  ...files,
});
const flask = (files: Files): Files => ({
  "requirements.txt": "flask\ngunicorn",
  "app.py": "app = Flask(__name__)",
  ...files,
});
const spring = (more: string): Files => ({
  "pom.xml": `<project><artifactId>a</artifactId><version>1</version><x>org.springframework.boot</x>${more}</project>`,
  mvnw: "",
  "src/main/java/A.java": "@SpringBootApplication class A {}",
});
const rust = (code: string, files: Files): Files => ({
  "a/Cargo.toml": `[package]\nname = "x"\n[dependencies]\naxum = "1"\nsqlx = "1"`,
  "a/src/main.rs": `fn main() { ${code}; let port = env::var("PORT"); }`,
  ...files,
});

/** The last step of the build, whether base's build is kept, and the seed. */
const STEPS: Record<string, readonly [Files, last: string, kept: boolean, seed: string | undefined]> = {
  "Prisma: its migrations, and its seed without a script": [
    node({ prisma: { seed: "tsx prisma/seed.ts" } }, { "prisma/migrations/1/migration.sql": "" }),
    "npx prisma migrate deploy",
    false,
    "npx prisma db seed",
  ],
  "Prisma without migrations: its tables, before the seed": [
    node({ scripts: { start: "node a.js", seed: "node seed.js" } }, { "prisma/schema.prisma": "" }),
    "npm ci",
    true,
    "sh -c npx prisma db push >&2 && npm run seed",
  ],
  "the same where the seed itself does that": [
    node(
      { scripts: { start: "node a.js", seed: "prisma db push && tsx x.ts" } },
      { "prisma/schema.prisma": "" },
    ),
    "npm ci",
    true,
    "npm run seed",
  ],
  "Knex: its migrations and its seeds": [
    node({}, { "knexfile.js": "", "seeds/01_items.js": "" }),
    "npx knex migrate:latest",
    false,
    "npx knex seed:run",
  ],
  "Drizzle: its migrations": [
    node({}, { "drizzle.config.ts": "", "src/db/migrations/meta/_journal.json": "{}" }),
    "npx drizzle-kit migrate",
    false,
    undefined,
  ],
  "the only program that is called seed": [node({}, { "db/seed.js": "" }), "npm ci", true, "node db/seed.js"],
  "Alembic, and a program in Python": [
    flask({ "alembic.ini": "", "db/seed.py": "fill()\n" }),
    ".venv/bin/alembic upgrade head",
    false,
    ".venv/bin/python db/seed.py",
  ],
  "a program in Python that imports from its package": [
    flask({
      "shop/seed.py": "from . import models\n\ndef fill(): ...\n\nif __name__ == '__main__':\n    fill()\n",
    }),
    ".venv/bin/pip install --quiet -r requirements.txt",
    true,
    ".venv/bin/python -m shop.seed",
  ],
  "and from another one": [
    flask({
      "shop/models.py": "",
      "scripts/seed.py": "import os\nfrom shop.models import Item\n\nItem.fill()\n",
    }),
    ".venv/bin/pip install --quiet -r requirements.txt",
    true,
    ".venv/bin/python -m scripts.seed",
  ],
  "the release of a Procfile": [
    flask({ Procfile: "release: flask db upgrade\nweb: gunicorn app:app" }),
    'sh -c PATH="$PWD/.venv/bin:$PATH"; exec flask db upgrade',
    false,
    undefined,
  ],
  "Rails prepares its own": [
    { Gemfile: 'gem "rails"', "db/seeds.rb": "" },
    "bundle exec rails db:prepare",
    false,
    "bundle exec rails db:seed",
  ],
  "sqlx, before it compiles": [
    {
      "Cargo.toml": '[package]\nname = "x"\n[dependencies]\naxum = "1"\nsqlx = "1"',
      "src/main.rs": 'query!("select 1"); let port = env::var("PORT");',
    },
    "cargo build --release --bin x",
    false,
    undefined,
  ],
  "sqlx without queries that are checked": [
    rust("", { "a/migrations/1_users.sql": "" }),
    "sh -c cd a && cargo build --release --bin x",
    false,
    undefined,
  ],
  "sqlx whose program runs its migrations": [
    rust('sqlx::migrate!("./migrations").run(&pool)', { "a/migrations/1_users.sql": "" }),
    "sh -c cd a && cargo build --release --bin x",
    true,
    undefined,
  ],
  "Flyway as a plugin": [
    spring("<artifactId>flyway-maven-plugin</artifactId>"),
    "sh ./mvnw --batch-mode -q flyway:migrate",
    false,
    undefined,
  ],
  "Flyway as a library, which migrates at the start": [
    spring("<artifactId>flyway-core</artifactId>"),
    "sh ./mvnw --batch-mode -q -DskipTests package",
    true,
    undefined,
  ],
};

test.each(Object.entries(STEPS))("%s", (_, [files, last, kept, seed]) => {
  const { process, seed: fills } = written(files).stack;
  expect(line(process?.build.at(-1))).toBe(last);
  expect(process?.keep_build).toBe(kept);
  expect(line(fills?.run)).toBe(seed);
});

test("tables of Prisma that nothing creates are said where there is no seed", () => {
  const of = (schema: string, more: Files = {}) =>
    written(node({}, { "prisma/schema.prisma": schema, ...more })).text;
  const said =
    "# check: no migration of prisma/schema.prisma was found: `npx prisma db push`, as `seed`, creates the tables.";
  const schemas = { "prisma/schema/shop.prisma": "", "prisma/schema/main.prisma": "" };
  for (const text of [
    of(""),
    of("", { Makefile: "db:\n\tnpx prisma db push" }),
    of("", { "test/shop.db": "" }),
    of("", { "packages/reports/migrations/1.sql": "" }),
  ])
    expect(text).toContain(said);
  expect(written(node({}, schemas)).text).toContain("# check: no migration of prisma/schema was found");
  for (const text of [
    of('datasource db { provider = "mongodb" }'),
    of("", { "prisma/migrations/1/migration.sql": "" }),
    of("", { "prisma/dev.db": "" }),
    written(node({}, { ...schemas, "prisma/schema/migrations/1/migration.sql": "" })).text,
    written(node({}, { ...schemas, "prisma/migrations/1/migration.sql": "" })).text,
  ])
    expect(text).not.toContain("creates the tables");
});

test("a program that fills the database runs in the folder of its package, after its tables are created", () => {
  const files = node({}, { "prisma/schema.prisma": "", "prisma/seed.js": "" });
  const below = Object.fromEntries(Object.entries(files).map(([path, text]) => [`shop/${path}`, text]));
  expect(line(written(below).stack.seed?.run)).toBe(
    "sh -c cd shop && npx prisma db push >&2 && node prisma/seed.js",
  );
});

describe("what nothing loads is said", () => {
  test.each<[string, Files, RegExp]>([
    [
      "SQL beside a service",
      node({}, { "db/schema.sql": "", "db/seed.sql": "" }),
      /# check: db\/schema\.sql \(and 1 more\) is for a database/,
    ],
    ["two programs", node({}, { "db/seed.js": "", "scripts/seed.js": "" }), /# check: db\/seed\.js \(and 1/],
    [
      "functions in Python, which the service may call",
      flask({
        "shop/seed.py": "from . import models\n\ndef fill(session):\n    session.add(models.Item())\n",
      }),
      /# check: shop\/seed\.py is for a database, by its name, and nothing loads it/,
    ],
    ["TypeScript", node({}, { "prisma/seed.ts": "" }), /# check: prisma\/seed\.ts is for a database/],
    [
      "a fixture of Django",
      {
        "manage.py": "DJANGO_SETTINGS_MODULE",
        "shop/fixtures/items.json": "[]",
        "shop/settings.py": "",
      },
      /# check: shop\/fixtures\/items\.json is a fixture: `manage\.py loaddata`/,
    ],
    [
      "beside a container",
      { "compose.yaml": "services: { app: { build: ., ports: [80] } }", Dockerfile: "", "db/seed.sql": "" },
      /# check: db\/seed\.sql is for a database/,
    ],
  ])("%s", (_, files, want) => expect(written(files).text).toMatch(want));

  test("but not what the database's own image loads, nor tests' data or comments", () => {
    const mounted =
      'services: { app: { build: ., ports: [80] }, db: { image: postgres, volumes: ["./db:/docker-entrypoint-initdb.d"] } }';
    for (const files of [
      { "compose.yaml": mounted, Dockerfile: "", "db/seed.sql": "" },
      node({}, { "tests/db/seed.sql": "" }),
      flask({ "db/seeds.py": "# Seed the database here:\n\n# session.add(Item())\n" }),
    ])
      expect(written(files).text).not.toContain("for a database");
  });
});

test("the address of a database that only Prisma's schema reads is named, and its example", () => {
  const files = node(
    { dependencies: { koa: "1", "@prisma/client": "6" } },
    { "prisma/schema.prisma": 'datasource db {\n  url = env("DATABASE_URL")\n}' },
  );
  expect(written(files).text).toMatch(
    /# check: it reads DATABASE_URL \(prisma\/schema\.prisma:2\), which nothing in the checkout sets/,
  );
  expect(written({ ...files, ".env.example": "DATABASE_URL=postgres://localhost/x" }).text).toMatch(
    /DATABASE_URL \(prisma\/schema\.prisma:2\), of which \.env\.example has an example: write it/,
  );
  expect(written({ ...files, "prisma/seed.js": "" }).text).toMatch(
    /DATABASE_URL .*: write it under `env`, and under `seed\.env`, as the seed gets no variable of the service\./,
  );
  const committed = (value: string) => written({ ...files, ".env": `DATABASE_URL=${value}` }).text;
  expect(committed("mysql://localhost/x")).toMatch(
    /DATABASE_URL .*, which \.env sets: both sides would share/,
  );
  expect(committed("file:./dev.db")).not.toContain("DATABASE_URL");
});

test("also one of another name, and the example that Node.js itself loads", () => {
  const server = { "server.js": 'connect(process.env["MONGODB_URI"]); app.listen(process.env.PORT || 80);' };
  const files = node({ scripts: { start: "node server.js" }, dependencies: { express: "5" } }, server);
  expect(written(files).text).toMatch(/# check: it reads MONGODB_URI \(server\.js:1\), which nothing/);
  const example = { ".env.example": "MONGODB_URI=mongodb://localhost:27017/test" };
  const loads = { "server.js": `process.loadEnvFile(); ${server["server.js"]}` };
  expect(written({ ...files, ...example, ...loads }).text).toMatch(
    /# check: it needs what \.env\.example names.*MONGODB_URI/,
  );
});

test("a port that a library reads is that of the example; a host that 127.0.0.1 does not reach is replaced", () => {
  const { process } = written({
    ...node({ dependencies: { express: "5", dotenv: "17" } }),
    "a.js": "app.listen(config.HTTP_PORT, config.HTTP_HOST);",
    ".env.template": 'HTTP_HOST="::1"\nHTTP_PORT=8081\nDB_HOST=::1\n',
    Dockerfile: "FROM node\nEXPOSE 8080",
  }).stack;
  expect(process?.services.app).toMatchObject({ ports: { 8081: { env: "HTTP_PORT" } } });
  expect(process?.services.app?.env).toMatchObject({ HTTP_HOST: "127.0.0.1" });
  expect(process?.services.app?.env).not.toHaveProperty("DB_HOST");
});

test("and so is one with a name that nothing resolves", () => {
  const { process } = written(
    node(
      { dependencies: { express: "5", dotenv: "17" } },
      { ".env.example": "SERVER_HOST=server\nHOST=localhost\n" },
    ),
  ).stack;
  expect(process?.services.app?.env).toEqual({ SERVER_HOST: "127.0.0.1" });
});

test("files that the checkout ignores are made from their examples, and named", () => {
  const { text, stack } = written(
    node(
      {},
      {
        ".gitignore":
          "node_modules\normconfig.json\n/src/config.ts\n$(touch x).json\nphpunit.xml\n.php-cs-fixer.php\n",
        "ormconfig.json.example": "{}",
        "src/config.example.ts": "",
        "$(touch x).json.example": "", // no name for a line of shell
        "src/there.sample.ts": "", // nothing ignores it
        ...{ "phpunit.dist.xml": "", ".php-cs-fixer.dist.php": "" }, // PHP's tools read these themselves
      },
    ),
  );
  expect(stack.process?.build.slice(0, -1)).toEqual([
    ["sh", "-c", "test -e ormconfig.json || cp ormconfig.json.example ormconfig.json"],
    ["sh", "-c", "test -e src/config.ts || cp src/config.example.ts src/config.ts"],
  ]);
  expect(text).toMatch(/# check: ormconfig\.json gets the text of ormconfig\.json\.example\./);
});

test.each<[string, string, string]>([
  ["YAML", "config/custom-environment-variables.yml", "db:\n  port: DB_PORT\nserver:\n  port: APP_PORT\n"],
  ["JSON", "config/custom-environment-variables.json", '{ "server": { "port": "APP_PORT" } }'],
])("the port that the package config takes from a variable, in %s", (_, path, content) => {
  const { process } = written({
    ...node(),
    "a.js": "app.listen(config.get('server.port'))",
    [path]: content,
    "config/default.json": '{ "db": { "port": 5432 }, "server": { "port": 3100 } }',
  }).stack;
  expect(process?.services.app?.ports).toMatchObject({ 3100: { env: "APP_PORT" } });
});

test("Bun runs what its scripts name", () => {
  const { process } = written({
    "package.json": JSON.stringify({
      scripts: { start: "bun run src/index.ts" },
      dependencies: { elysia: "1" },
    }),
    "bun.lock": "",
    "src/index.ts": "app.listen(process.env.PORT ?? 3000)",
  }).stack;
  expect(line(process?.services.app?.run)).toBe("bun run src/index.ts");
  expect(process?.build.map(line)).toEqual(["bun install --frozen-lockfile"]);
});

test("a folder is one word for the shell, whatever its name", () => {
  const at = (folder: string, files: Files): Files =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
  const prisma = node(
    { dependencies: { koa: "1", dotenv: "1" } },
    { "prisma/schema.prisma": "", "prisma/seed.js": "", ".env.example": "A=1" },
  );
  const { process, seed } = written({ ...at("my api", prisma), ".env.example": "A=2" }).stack;
  expect(process?.build.slice(0, 2)).toEqual([
    ["sh", "-c", "test -e 'my api/.env' || cp 'my api/.env.example' 'my api/.env'"],
    ["sh", "-c", "cd 'my api' && npm ci"],
  ]);
  expect(seed?.run?.at(-1)).toBe("cd 'my api' && npx prisma db push >&2 && node prisma/seed.js");
  const procfile = flask({ Procfile: "release: flask db upgrade\nweb: gunicorn app:app" });
  expect(written(at("it's", procfile)).stack.process?.build.at(-1)?.at(-1)).toMatch(
    /^cd 'it'\\''s' && PATH=/,
  );
  const deploy = "app = Flask(__name__)\n@app.cli.command()\ndef deploy():\n  pass";
  expect(
    written(at("my api", flask({ "app.py": deploy })))
      .stack.process?.build.at(-1)
      ?.at(-1),
  ).toBe("cd 'my api' && FLASK_APP=app.py .venv/bin/flask deploy");
});

test("a file of variables in a folder below comes from the nearest example above it", () => {
  const app = node(
    { dependencies: { koa: "1", dotenv: "1" } },
    { "config/a.json": "", "a.js": 'require("dotenv").config({ path: "config/.env" }); app.listen(4000);' },
  );
  const below = Object.fromEntries(Object.entries(app).map(([path, text]) => [`api/${path}`, text]));
  const { process } = written({ ...below, "api/.env.example": "A=1", ".env.example": "A=2" }).stack;
  expect(process?.build[0]?.at(-1)).toBe("test -e api/config/.env || cp api/.env.example api/config/.env");
});

const DEFINED = "import os\n\ndef fill():\n    Item.save()\n\n";
test.each<[string, string, boolean]>([
  ["a main part", `${DEFINED}if __name__ == "__main__":\n    fill()\n`, true],
  ["a call", `${DEFINED}fill()\n`, true],
  ["a call within a context", `${DEFINED}with app.app_context():\n    fill()\n`, true],
  ["a call with its errors", `${DEFINED}try:\n    fill()\nfinally:\n    db.close()\n`, true],
  ["a call whose result is kept", `${DEFINED}res = fill()\n`, true],
  ["a loop", "for n in range(9):\n    Item.save(n)\n", true],
  ["calls without functions", 'db = connect()\ndb.execute("INSERT")\n', true],
  ["functions alone", DEFINED, false],
  ["functions and an object for them", `app = Flask(__name__)\n${DEFINED}`, false],
  [
    "functions and setting up",
    `logging.basicConfig()\nload_dotenv()\nsys.path.append("..")\n${DEFINED}`,
    false,
  ],
  [
    "functions and an import that may fail",
    `try:\n    import ujson\nexcept ImportError:\n    pass\n${DEFINED}`,
    false,
  ],
  ["a class alone", "class Seed:\n    def fill(self):\n        Item.save()\n", false],
  ["data alone", "ITEMS = [1, 2]\n", false],
])("a seed in Python is run where its file does something: %s", (_, text, isRun) => {
  const found = written(flask({ "db/seed.py": text }));
  expect(line(found.stack.seed?.run)).toBe(isRun ? ".venv/bin/python db/seed.py" : undefined);
  expect(found.text.includes("db/seed.py is for a database")).toBe(!isRun);
});

test("a command of Django's manage.py is no program of its own", () => {
  const found = written(flask({ "shop/management/commands/seed.py": "print()\nclass Command:\n    pass\n" }));
  expect(found.stack.seed).toBeUndefined();
});
