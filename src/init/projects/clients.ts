import { locationOf } from "../../base/text.ts";
import { servicesIn } from "../../model/composefile.ts";
import { isCompose } from "../compose.ts";
import { join, type Tree } from "../tree.ts";
import { committed } from "../variables.ts";

const MANIFESTS = [
  "package.json",
  "go.mod",
  "requirements.txt",
  "pyproject.toml",
  "pom.xml",
  "build.gradle",
  "build.gradle.kts",
  "Cargo.toml",
  "Gemfile",
];

/** Programs that services keep data in, by the packages of their clients; the first list is of those with SQL. */
const SQL = {
  PostgreSQL:
    "pg|pg-promise|postgres|postgresql|psycopg\\d?(?:-binary)?|asyncpg|tokio-postgres|github\\.com/lib/pq|github\\.com/jackc/pgx/v\\d|gorm\\.io/driver/postgres",
  MySQL:
    "mysql2?|mariadb|PyMySQL|mysqlclient|aiomysql|mysql-connector(?:-j|-java)?|mariadb-java-client|github\\.com/go-sql-driver/mysql|gorm\\.io/driver/mysql",
  "SQL Server":
    "mssql|tedious|mssql-jdbc|github\\.com/(?:denisenkom|microsoft)/go-mssqldb|gorm\\.io/driver/sqlserver|tiberius",
};
const OTHERS = {
  MongoDB:
    "mongodb|mongoose|pymongo|motor|spring-boot-starter-data-mongodb(?:-reactive)?|go\\.mongodb\\.org/mongo-driver(?:/v\\d)?",
  Redis:
    "redis|ioredis|aioredis|deadpool-redis|redis-(?:rs-|actor-)?session(?:-\\w+)*|tower-sessions-redis-store|spring-boot-starter-data-redis(?:-reactive)?|github\\.com/(?:go-redis/redis|redis/go-redis)(?:/v\\d)?|github\\.com/gomodule/redigo",
  RabbitMQ: "amqplib|aio-pika|pika|lapin|spring-boot-starter-amqp|github\\.com/rabbitmq/amqp091-go",
  Kafka:
    "kafkajs|aiokafka|confluent-kafka|spring-kafka|spring-boot-starter-kafka|rdkafka|github\\.com/(?:segmentio/kafka-go|IBM/sarama)",
};
/** Databases that need no server: with one of them, the others may be choices of production. */
const EMBEDDED = /sqlite|\bh2\b|hsqldb/i;

/**
 * A sentence about the programs whose clients a folder's manifest has: a process is started without them.
 *
 * @param files its code, which may use a database that needs no server
 */
export function clientDoubt(tree: Tree, folder: string, files: readonly string[]): string[] {
  const manifests = MANIFESTS.map((name) => join(folder, name)).filter((path) => tree.has(path));
  // A go.mod has the packages of tests among the others: the code says which of them the service imports.
  const isEmbedded =
    manifests.some((path) => !path.endsWith("go.mod") && EMBEDDED.test(needed(tree, path))) ||
    usesSqlite(tree, files);
  const found = Object.entries(isEmbedded ? OTHERS : { ...SQL, ...OTHERS }).flatMap(([program, names]) => {
    const pattern = new RegExp(`(?<![\\w./@-])(?:${names})(?![\\w./-])`, "im");
    const at = manifests.find((path) => pattern.test(needed(tree, path)));
    if (at === undefined) return [];
    const line = at.endsWith("package.json")
      ? tree.first([at], pattern)!.line
      : lineOf(needed(tree, at), pattern);
    return [`${program} (${locationOf({ file: at, line })})`];
  });
  return found.length === 0
    ? []
    : [
        `it has a client of ${found.join(", ")}: this stack starts no such server, so both sides would share one. Give its address under \`env\`.`,
      ];
}

/**
 * Committed variables of a folder whose addresses are services of a Compose file. A process does not reach those.
 *
 * @param files the code and settings that read variables
 * @param known variables that another sentence is about
 */
export function containerDoubt(
  tree: Tree,
  folder: string,
  files: readonly string[],
  known: readonly string[],
): string[] {
  const services = new Map(
    tree.paths
      .filter(isCompose)
      .flatMap((file) => Object.keys(servicesIn(tree.text(file))).map((name) => [name, file] as const)),
  );
  const found = Object.entries(committed(tree, folder)).flatMap(([name, value]) => {
    const file = services.get(hostOf(name, value));
    const isRead = () => tree.first(files, new RegExp(`\\b${name}\\b`)) !== null;
    return file !== undefined && !known.includes(name) && isRead() ? [{ name, file }] : [];
  });
  const [first] = found;
  if (first === undefined) return [];
  const names = found.slice(0, 5).map(({ name }) => name);
  return [
    `${join(folder, ".env")} has addresses of services of ${first.file} (${names.join(", ")}), which a process does not reach: give others under \`env\`.`,
  ];
}

/** The host of an address; empty without one. A name alone is one where its variable is called so. */
function hostOf(name: string, value: string): string {
  const [, scheme, host = "", port] =
    /^([\w+:]+:\/\/(?:[^@/]*@)?)?([\w.-]+)(:\d+)?(?:[/?,]|$)/.exec(value) ?? [];
  return scheme !== undefined || port !== undefined || /(?:HOST|SERVER|ADDR(?:ESS)?)$/.test(name) ? host : "";
}

/** Imports of Go, as text. */
const IMPORTS = /^import[ \t]*(?:\([\s\S]*?^[ \t]*\)|.*)/gm;
/** An import of a driver for SQLite in Go, and not in a comment. */
const DRIVER =
  /^[ \t]*(?:import[ \t]+)?(?:[\w.]+[ \t]+)?"(?:github\.com\/(?:mattn\/go-sqlite3|glebarez\/|ncruces\/go-sqlite3)|modernc\.org\/sqlite|gorm\.io\/driver\/sqlite)/m;
/** Folders and files of Go that are no part of the service: helpers of tests, migrations as a program, lists of tools. */
const APART = /(?:^|\/)(?:test\w*|\w*test|cmd\/migrat\w*)\//;
const TOOLS = /^\/\/go:build (?:tools?|ignore)\b/m;

/** Whether code has SQLite, which needs no server, outside of comments. In Go, an import of a driver counts. */
export function usesSqlite(tree: Tree, files: readonly string[]): boolean {
  const isGo = (path: string) => path.endsWith(".go");
  const others = files.filter((path) => !isGo(path));
  const imports = (path: string) => {
    const text = tree.text(path).replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, "");
    return TOOLS.test(text) ? [] : (text.match(IMPORTS) ?? []);
  };
  return (
    files.some((path) => isGo(path) && !APART.test(path) && imports(path).some((one) => DRIVER.test(one))) ||
    tree.first(others, /^(?![ \t]*(?:\/\/|#|\*)).*sqlite/im) !== null
  );
}

const lineOf = (text: string, pattern: RegExp) => text.slice(0, text.search(pattern)).split("\n").length;

/** The lines of a text without what is in them, so that those after it keep their numbers. */
const emptied = (text: string) => text.replace(/[^\n]+/g, "");

/** The packages that a program runs with, as text: those of its tests, and those of other packages, are left out. */
function needed(tree: Tree, path: string): string {
  if (path.endsWith("package.json")) return Object.keys(Object(tree.json(path).dependencies)).join("\n");
  return tree
    .text(path)
    .replace(/<dependency>[\s\S]{0,3000}?<\/dependency>/g, (one) =>
      /<scope>\s*test\s*<\/scope>/.test(one) ? emptied(one) : one,
    )
    .replace(/^\[(?:\w+[.-])*dev(?:[.-]\w+)*\][^[]*/gm, emptied)
    .replace(/^.*(?:\/\/ indirect|\btest(?:Implementation|RuntimeOnly)\b).*$/gm, "")
    .replace(/^[ \t]*(?:#|\/\/).*$/gm, "");
}
