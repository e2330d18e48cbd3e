import { expect, test } from "vitest";
import { findings } from "../findings.ts";

type Files = Readonly<Record<string, string>>;

const checks = (files: Files) =>
  findings(Object.keys(files), (path) => files[path]!).chosen?.checks.join("\n") ?? "";
const node = (dependencies: object, more: object = {}): Files => ({
  "package.json": JSON.stringify({ scripts: { start: "node a.js" }, dependencies, ...more }, null, 1),
  "package-lock.json": "{}",
  "a.js": "app.listen(process.env.PORT || 4000);",
});
const GO = { "main.go": 'package main\nfunc main() { http.ListenAndServe(":"+os.Getenv("PORT"), nil) }' };
const spring = (dependencies: string): Files => ({
  "build.gradle": `plugins { id 'org.springframework.boot' }\ndependencies {\n${dependencies}\n}`,
  "src/main/java/A.java": "@SpringBootApplication class A {}",
});

test.each<[string, Files, string | null]>([
  ["Node.js", node({ koa: "1", mssql: "9" }), "SQL Server (package.json:7)"],
  ["Node.js, of which tests have one", node({ koa: "1" }, { devDependencies: { redis: "4" } }), null],
  ["a package of types", node({ koa: "1", "@types/pg": "8" }), null],
  [
    "Go",
    { ...GO, "go.mod": "module a\nrequire (\n\tgithub.com/go-redis/redis/v8 v8.0.0\n)" },
    "Redis (go.mod:3)",
  ],
  [
    "Go, of which another package has one",
    { ...GO, "go.mod": "module a\nrequire (\n\tgithub.com/lib/pq v1.0.0 // indirect\n)" },
    null,
  ],
  [
    "Python, two of them",
    {
      "requirements.txt": "fastapi\nuvicorn\nasyncpg==0.29\naio-pika>=9",
      "main.py": "app = FastAPI()",
    },
    "PostgreSQL (requirements.txt:3), RabbitMQ (requirements.txt:4)",
  ],
  ["Gradle", spring("runtimeOnly 'com.mysql:mysql-connector-j'"), "MySQL (build.gradle:3)"],
  [
    "Gradle, with a database for tests alone",
    spring("runtimeOnly 'com.mysql:mysql-connector-j'\ntestImplementation 'com.h2database:h2'"),
    "MySQL (build.gradle:3)",
  ],
  [
    "Maven, with another scope for tests before",
    {
      "pom.xml": `<project><parent><artifactId>spring-boot-starter-parent</artifactId></parent><dependencies>
<dependency><artifactId>postgresql</artifactId>
<scope>test</scope></dependency>
<dependency><artifactId>postgresql</artifactId></dependency></dependencies></project>`,
      "src/main/java/A.java": "@SpringBootApplication class A {}",
    },
    "PostgreSQL (pom.xml:4)",
  ],
  [
    "Maven, with a database for tests alone",
    {
      "pom.xml": `<project><parent><artifactId>spring-boot-starter-parent</artifactId></parent><dependencies>
<dependency><artifactId>postgresql</artifactId><scope>runtime</scope></dependency>
<dependency><artifactId>h2</artifactId><scope>test</scope></dependency></dependencies></project>`,
      "src/main/java/A.java": "@SpringBootApplication class A {}",
    },
    "PostgreSQL (pom.xml:2)",
  ],
  [
    "a choice of databases",
    spring("runtimeOnly 'org.postgresql:postgresql'\nruntimeOnly 'com.h2database:h2'"),
    null,
  ],
  [
    "Cargo, as a feature",
    {
      "Cargo.toml": '[package]\nname = "a"\n[dependencies]\naxum = "0.8"\nsqlx = { features = ["postgres"] }',
      "src/main.rs": 'fn main() { env::var("PORT"); }',
    },
    "PostgreSQL (Cargo.toml:5)",
  ],
  [
    "Cargo, as a store of sessions",
    {
      "Cargo.toml":
        '[package]\nname = "a"\n[dependencies]\nactix-session = { features = ["redis-session-rustls"] }\nactix-web = "4"',
      "src/main.rs": 'fn main() { env::var("PORT"); }',
    },
    "Redis (Cargo.toml:4)",
  ],
])("a process is started without the servers whose clients it has: %s", (_, files, want) => {
  const found = /it has a client of (.*?): this stack starts no such server/.exec(checks(files))?.[1];
  expect(found ?? null).toBe(want);
});

const GORM = {
  ...GO,
  "go.mod": "module a\nrequire (\n\tgorm.io/driver/postgres v1.6.0\n\tgorm.io/driver/sqlite v1.6.0\n)",
};
const SQLITE = 'import (\n\t"gorm.io/driver/sqlite"\n)\n';

test.each<[string, Files, string | null]>([
  [
    "of its tests alone",
    { "internal/testhelpers/db.go": SQLITE, "db_test.go": SQLITE },
    "PostgreSQL (go.mod:3)",
  ],
  [
    "that it names alone",
    { "db.go": 'func driver() string {\n\treturn "sqlite"\n}\n' },
    "PostgreSQL (go.mod:3)",
  ],
  ["in a comment", { "db.go": `package a\n/*\n${SQLITE}*/\nimport "fmt"\n` }, "PostgreSQL (go.mod:3)"],
  [
    "in a list of names",
    { "db.go": 'var known = []string{\n\t"gorm.io/driver/sqlite"\n}\n' },
    "PostgreSQL (go.mod:3)",
  ],
  ["of its tools", { "tools.go": `//go:build tools\n\npackage a\n${SQLITE}` }, "PostgreSQL (go.mod:3)"],
  ["of its migrations", { "cmd/migrate/main.go": SQLITE }, "PostgreSQL (go.mod:3)"],
  ["of helpers of its tests", { "pkg/dbtest/db.go": SQLITE }, "PostgreSQL (go.mod:3)"],
  [
    "in the name of a package of its own",
    { "db.go": 'import (\n\t"github.com/me/app/internal/adapters/sqlite"\n)\n' },
    "PostgreSQL (go.mod:3)",
  ],
  [
    "that it imports below a comment",
    { "db.go": `/* the\ndatabase */\npackage a\n\nimport "fmt"\n${SQLITE}` },
    null,
  ],
  ["that it imports", { "internal/db/db.go": SQLITE }, null],
  ["that it imports for its side effects", { "db.go": 'import _ "modernc.org/sqlite" // in memory\n' }, null],
])("a service in Go needs no server with an embedded database %s", (_, files, want) => {
  const found = /it has a client of (.*?): this stack/.exec(checks({ ...GORM, ...files }))?.[1];
  expect(found ?? null).toBe(want);
});

test("a comment about SQLite leaves a database necessary", () => {
  const prisma = { "prisma/schema.prisma": 'url = env("DATABASE_URL")' };
  const of = (code: string) => checks({ ...node({ koa: "1" }), ...prisma, "b.js": code });
  expect(of("// as SQLite does")).toContain("it reads DATABASE_URL");
  expect(of('open("sqlite:a.db")')).not.toContain("DATABASE_URL");
});

// biome-ignore lint/suspicious/noTemplateCurlyInString: Spring writes variables this way
const SETTINGS = "url=${DB_URL:}\nhost=${MAIL_HOST:}\nname=${DB_NAME:}";

test.each<[string, string, string | null]>([
  ["in an address", "DB_URL=jdbc:postgresql://db:5432/shop", "DB_URL"],
  ["with a user", "DB_URL=postgres://me:pw@db/shop", "DB_URL"],
  ["with a port", "DB_URL=db:5432", "DB_URL"],
  ["alone", "MAIL_HOST=mail", "MAIL_HOST"],
  ["several", "DB_URL=jdbc:postgresql://db/shop\nMAIL_HOST=mail", "DB_URL, MAIL_HOST"],
  ["in a name that is no host", "DB_NAME=db", null],
  ["that nothing reads", "OTHER_HOST=db", null],
  ["of another machine", "MAIL_HOST=mail.test\nDB_URL=jdbc:postgresql://localhost/db", null],
])("services of a Compose file in committed variables of a process: %s", (_, variables, want) => {
  const files: Files = {
    ...spring(""),
    "src/main/resources/application.properties": SETTINGS,
    ".env": variables,
    "compose.yaml": "services: { db: { image: postgres }, mail: { image: mailhog/mailhog } }",
  };
  const { chosen } = findings(Object.keys(files), (path) => files[path]!, "process");
  const all = chosen?.checks.join("\n") ?? "";
  const found = /\.env has addresses of services of compose\.yaml \((.*)\), which a process/.exec(all)?.[1];
  expect([found ?? null, chosen?.confidence]).toEqual([want, want === null ? 0.75 : 0.6]);
});
