// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Compose files write variables this way
import { expect, test } from "vitest";
import { findings } from "./findings.ts";

test.each([
  [
    "DATABASE_URL: postgres://shop:secret@host.docker.internal:5432/shop",
    "DATABASE_URL of app names host.docker.internal",
  ],
  ["API: http://host.docker.internal:9000", "API of app names host.docker.internal"],
  ["MONGO_URI: mongodb+srv://a:b@shop.x2.mongodb.net/shop", "MONGO_URI of app names shop.x2.mongodb.net"],
  ["DB: jdbc:mysql://sql:3306/shop", "DB of app names sql"],
  ["CACHE: redis://cache:6379", null],
  ["CACHE: redis://shop-cache:6379", null],
  ["CACHE: redis://store:6379", null],
  ["CACHE: redis://localhost:6379", null],
  ['DB: "postgres://${DB_HOST}/shop"', null],
  ['DB: "postgres://postgres:postgres@${DB_HOST}:5432/shop"', null], // the name of a user is no host
  ["CACHE: redis://STORE:6379", null], // DNS does not tell cases apart
  ["CACHE: redis://linked:6379", null],
  ["DB: postgres://USER:PASSWORD@HOST:5432/DB", null],
  ["TEST_DATABASE_URL: postgres://a:b@test-db:5432/shop", null],
  ["NO_PROXY: host.docker.internal", null],
  ['AI: "${AI_URL:-http://host.docker.internal:11434}"', null],
  ["API: https://api.example.test", null],
])("a server that the Compose files do not start is named: %s", (variable, want) => {
  const compose = [
    "services:",
    `  app: { build: ., ports: [80], links: ["cache:linked"], environment: { ${variable} } }`,
    "  cache: { image: redis, container_name: shop-cache, networks: { default: { aliases: [store] } } }",
  ].join("\n");
  const checks = findings(["compose.yaml"], () => compose).chosen?.checks ?? [];
  expect(checks.filter((check) => check.includes("do not start"))).toEqual(
    want === null
      ? []
      : [`${want}, which the files do not start: it has to be up, and both sides would share it.`],
  );
});

test("a container's name may be a variable", () => {
  const files: Readonly<Record<string, string>> = {
    "compose.yaml":
      'services:\n  app: { build: ., ports: [80], env_file: .env }\n  db: { image: postgres, container_name: "${DB_HOST}" }',
    ".env.example": "DB_HOST=shop-db",
  };
  const { chosen } = findings(Object.keys(files), (path) => files[path]!);
  expect(chosen?.checks.filter((check) => check.includes("do not start"))).toEqual([]);
});

const DB = "  db: { image: postgres:16, env_file: .env }";

test.each<[string, string, Readonly<Record<string, string>>, string | null]>([
  [
    "of the example that makes its file of variables",
    `  app: { build: ., ports: [80], env_file: ./.env }\n${DB}`,
    { ".env.example": "DATABASE_DSN=postgres://a:b@127.0.0.1:5432/shop" },
    "DATABASE_DSN of app (.env.example) names 127.0.0.1, which is the container itself: name db instead, in `environment`.",
  ],
  [
    "of a committed file, which two services read",
    `  app: { build: ., ports: [80], env_file: [.env] }\n  jobs: { build: ., env_file: [{ path: .env }] }\n${DB}`,
    { ".env": "DB_HOST=localhost" },
    "DB_HOST of app, jobs (.env) names localhost, which is the container itself: name db instead, in `environment`.",
  ],
  [
    "of the example of a file that the code reads",
    `  app: { build: ., ports: [80], volumes: [".:/app"] }\n${DB}`,
    {
      "package.json": '{ "dependencies": { "dotenv": "1" } }',
      "a.js": "",
      ".env.example": "DATABASE_URL=postgres://a:b@localhost/shop",
    },
    "DATABASE_URL of app (.env.example) names localhost, which is the container itself: name db instead, in `environment`.",
  ],
  ...(
    [
      ["an image gets a copy of", "COPY . .", "", true],
      ["an image gets no copy of, because it ignores it", "COPY ./ .", "node_modules\n.env", false],
      [
        "an image gets no copy of, because it copies others",
        "COPY src ./src\nCOPY package.json ./",
        "",
        false,
      ],
    ] as const
  ).map(
    ([name, dockerfile, ignored, isRead]): [
      string,
      string,
      Readonly<Record<string, string>>,
      string | null,
    ] => [
      `of the example of a file that ${name}`,
      `  app: { build: ., ports: [80] }\n${DB}`,
      {
        Dockerfile: dockerfile,
        ".dockerignore": ignored,
        "package.json": '{ "dependencies": { "@nestjs/config": "4" } }',
        "a.js": "",
        ".env.example": "DATABASE_URL=postgres://a:b@localhost/shop",
      },
      isRead
        ? "DATABASE_URL of app (.env.example) names localhost, which is the container itself: name db instead, in `environment`."
        : null,
    ],
  ),
  [
    "that a Compose file fills in",
    '  app: { build: ., ports: [80], environment: { CACHE: "${CACHE_URL}" } }',
    { ".env.example": "CACHE_URL=redis://localhost:6379" },
    "CACHE of app names localhost, which is the container itself: the files start no server, so add one and name it, in `environment`.",
  ],
  [
    "of a server in an image of its own",
    "  app: { build: ., ports: [80], env_file: .env }\n  db: { build: ./sql }",
    { ".env.example": "DB_HOST=localhost" },
    "DB_HOST of app (.env.example) names localhost, which is the container itself: name the server instead, in `environment`.",
  ],
  [
    "but not one that a Compose file replaces",
    `  app: { build: ., ports: [80], env_file: .env, environment: ["URL=postgres://a:b@db/shop"] }\n${DB}`,
    { ".env": "URL=postgres://a:b@localhost/shop" },
    null,
  ],
  [
    "nor one of a service in the network of the machine, or of a database itself",
    `  app: { build: ., ports: [80] }\n  jobs: { build: ., network_mode: host, env_file: .env }\n${DB}`,
    { ".env": "URL=postgres://a:b@localhost/shop" },
    null,
  ],
  [
    "nor an address of something else",
    "  app: { build: ., ports: [80], env_file: .env }",
    { ".env": "HOST=localhost\nAPI=http://localhost:80\nDB_NAME=localhost" },
    null,
  ],
])("a database at the address of the container itself is named: %s", (_, services, files, want) => {
  const all: Readonly<Record<string, string>> = { "compose.yaml": `services:\n${services}`, ...files };
  const checks = findings(Object.keys(all), (path) => all[path]!, "compose").chosen?.checks ?? [];
  expect(checks.filter((check) => check.includes("the container itself"))).toEqual(
    want === null ? [] : [want],
  );
});

test("a server that a file of variables names, and the Compose files do not start, is named", () => {
  const all: Readonly<Record<string, string>> = {
    "compose.yaml": "services: { app: { build: ., ports: [80], env_file: .env } }",
    ".env.example": "DATABASE_URL=postgres://a:b@10.0.0.5/shop",
  };
  expect(findings(Object.keys(all), (path) => all[path]!).chosen?.checks).toContain(
    "DATABASE_URL of app names 10.0.0.5, which the files do not start: it has to be up, and both sides would share it.",
  );
});

test.each<[string, string, string, string | null]>([
  [
    "of its example",
    "env_file: .env",
    "export NODE_ENV=development",
    "NODE_ENV of app (.env.example) is development",
  ],
  ["of another framework", "env_file: .env", "RAILS_ENV=dev", "RAILS_ENV of app (.env.example) is dev"],
  ["a debug mode", "env_file: .env", "FLASK_DEBUG=true", "FLASK_DEBUG of app (.env.example) is true"],
  ["a debug mode of a part", "env_file: .env", "DB_DEBUG=true", "DB_DEBUG of app (.env.example) is true"],
  ["a reloader", "env_file: .env", "WEB_RELOAD=true", "WEB_RELOAD of app (.env.example) is true"],
  ["not one that is off", "env_file: .env", "DEBUG=False", null],
  ["not one for production", "env_file: .env", "NODE_ENV=production", null],
  [
    "not one that the Compose file replaces",
    "env_file: .env, environment: [NODE_ENV=test]",
    "NODE_ENV=dev",
    null,
  ],
  ["not one that the service does not read", "command: x", "NODE_ENV=dev", null],
])("the environment of developers is named: %s", (_, service, example, want) => {
  const all: Readonly<Record<string, string>> = {
    "compose.yaml": `services: { app: { build: ., ports: [80], ${service} } }`,
    ".env.example": example,
  };
  const checks = findings(Object.keys(all), (path) => all[path]!, "compose").chosen?.checks ?? [];
  expect(checks.filter((check) => check.includes("as production does"))).toEqual(
    want === null
      ? []
      : [
          `${want}: measure as production does; edit that file in \`build\`, because \`env\` is only for the Compose files.`,
        ],
  );
});

test("the environment of developers in the Compose file itself is named", () => {
  const text = 'services: { app: { build: ., ports: [80], environment: { DEBUG: "True" } } }';
  expect(findings(["compose.yaml"], () => text).chosen?.checks).toContain(
    "DEBUG of app is True: measure as production does; a further file in `files` can replace it.",
  );
});

const SETTINGS = "src/main/resources/application.yml";
const APP = "services:\n  app: { build: ., ports: [80], environment: { DB_HOST: sql } }";
const SQL = "services:\n  sql: { image: postgres }";
const ONLY = (file: string) =>
  `DB_HOST of app names sql, which only ${file} starts: add that file to \`files\`, or one with this service alone.`;

test.each<[string, Readonly<Record<string, string>>, readonly string[], string | null]>([
  ["a file with it alone", { "compose.db.yaml": SQL }, ["compose.yaml", "compose.db.yaml"], null],
  [
    "by the name of its container",
    { "compose.db.yaml": "services:\n  x: { image: postgres, container_name: sql }" },
    ["compose.yaml", "compose.db.yaml"],
    null,
  ],
  [
    "a file that waits for it",
    { "compose.dev.yaml": `${SQL}\n  app: { depends_on: [sql] }` },
    ["compose.yaml", "compose.dev.yaml"],
    null,
  ],
  [
    "a host in a file that the code reads",
    {
      "compose.yaml": 'services:\n  app: { build: ., ports: [80], volumes: [".:/app"] }',
      "compose.db.yaml": SQL,
      ".env": "DB_HOST=sql",
      "package.json": '{ "devDependencies": { "dotenv": "1" } }',
      "a.js": 'import "dotenv/config"',
    },
    ["compose.yaml", "compose.db.yaml"],
    null,
  ],
  [
    "a file that changes the service",
    { "compose.dev.yaml": `${SQL}\n  app: { command: npm run dev }` },
    ["compose.yaml"],
    ONLY("compose.dev.yaml"),
  ],
  [
    "another network",
    { "compose.db.yaml": "services:\n  sql: { image: postgres, networks: [own] }\nnetworks: { own: }" },
    ["compose.yaml"],
    ONLY("compose.db.yaml"),
  ],
  [
    "a profile",
    { "compose.db.yaml": "services:\n  sql: { image: postgres, profiles: [db] }" },
    ["compose.yaml"],
    ONLY("compose.db.yaml"),
  ],
  [
    "an override, which Compose reads already",
    { "compose.override.yaml": "services: { app: { tty: true } }", "compose.db.yaml": SQL },
    ["compose.yaml", "compose.override.yaml"],
    ONLY("compose.db.yaml"),
  ],
  [
    "no file",
    { "perf/compose.yaml": SQL },
    ["compose.yaml"],
    "DB_HOST of app names sql, which the files do not start: it has to be up, and both sides would share it.",
  ],
])("a server that another Compose file starts: %s", (_, more, files, want) => {
  const all: Readonly<Record<string, string>> = { "compose.yaml": APP, Dockerfile: "FROM x", ...more };
  const { chosen } = findings(Object.keys(all), (path) => all[path] ?? "", "compose");
  expect(chosen?.plan.kind === "compose" ? chosen.plan.files : null).toEqual(files);
  expect(chosen?.checks.find((one) => one.includes("names sql")) ?? null).toBe(want);
});

test.each<[string, Readonly<Record<string, string>>, boolean]>([
  ["nothing", {}, true],
  ["an example that nothing uses", { ".env.example": "DATABASE_URL=file:a.db" }, true],
  ["its environment", { "compose.yaml": APP.replace("DB_HOST: sql", "DATABASE_URL: x") }, false],
  [
    "the environment of the shell",
    { "compose.yaml": APP.replace("{ DB_HOST: sql }", "[DATABASE_URL]") },
    false,
  ],
  ["a committed file", { ".env": "DATABASE_URL=file:a.db" }, false],
  ["its image", { Dockerfile: "FROM x\nENV DATABASE_URL=file:a.db" }, false],
  ["its code", { "src/a.ts": "process.env.DATABASE_URL ??= url;" }, false],
  ["its client", { "src/a.ts": "new PrismaClient({ datasourceUrl: url })" }, false],
  ["a comparison", { "src/a.ts": "process.env.DATABASE_URL === url" }, true],
])("a variable in a schema of Prisma that is set by %s", (_, more, isUnset) => {
  const all: Readonly<Record<string, string>> = {
    "compose.yaml": APP,
    Dockerfile: "FROM x",
    "package.json": "{}",
    "prisma/schema.prisma": '\ndatasource db { url = env("DATABASE_URL") }',
    ...more,
  };
  const { chosen } = findings(Object.keys(all), (path) => all[path] ?? "", "compose");
  expect(chosen?.checks.filter((one) => one.includes("schema.prisma"))).toEqual(
    isUnset
      ? [
          "app reads DATABASE_URL (prisma/schema.prisma:2), which nothing in the checkout sets: add it to its `environment`.",
        ]
      : [],
  );
});

test.each<[string, Readonly<Record<string, string>>, string | null]>([
  ["nothing", {}, "DB_HOST, DB_PORT"],
  ["its environment", { "compose.yaml": APP.replace("DB_HOST: sql", "DB_HOST: sql, DB_PORT: 1") }, null],
  ["its image", { Dockerfile: "FROM x\nENV DB_PORT=1 DB_HOST=a" }, null],
  ["a default", { [SETTINGS]: "a: ${DB_HOST:sql}" }, null],
  ["no need of it", { [SETTINGS]: "# a: ${DB_HOST}\nb: 1 # ${DB_PORT}" }, null],
  ["a profile, perhaps", { Dockerfile: "FROM x\nENV SPRING_PROFILES_ACTIVE=prod" }, null],
])("a variable in settings of Spring that is set by %s", (_, more, want) => {
  const all: Readonly<Record<string, string>> = {
    "compose.yaml": "services: { app: { build: ., ports: [80] } }",
    Dockerfile: "FROM x",
    "pom.xml": "",
    [SETTINGS]: "a:\n  b: jdbc:postgresql://${DB_HOST}:${DB_PORT}/db",
    ...more,
  };
  const { chosen } = findings(Object.keys(all), (path) => all[path] ?? "", "compose");
  expect(chosen?.checks.filter((one) => one.includes("application.yml"))).toEqual(
    want === null
      ? []
      : [
          `app reads ${want} (${SETTINGS}:2), which nothing in the checkout sets: add them to its \`environment\`.`,
        ],
  );
});

test.each<[string, string, string, boolean]>([
  ["where a variable names HTTPS", "https://+:81;http://+:80", "app.UseHttpsRedirection();", true],
  ["not where none does", "http://+:80", "app.UseHttpsRedirection();", false],
  ["nor where nothing redirects", "https://+:81;http://+:80", "app.Run();", false],
])("a redirect of ASP.NET Core is named: %s", (_, urls, code, want) => {
  const all: Readonly<Record<string, string>> = {
    "compose.yaml": `services: { app: { build: ., ports: [80], environment: { ASPNETCORE_URLS: "${urls}" } } }`,
    Dockerfile: "FROM x",
    "Program.cs": code,
  };
  const checks = findings(Object.keys(all), (path) => all[path]!, "compose").chosen?.checks ?? [];
  expect(checks.some((one) => one.includes("redirects HTTP to HTTPS (Program.cs:1)"))).toBe(want);
});
