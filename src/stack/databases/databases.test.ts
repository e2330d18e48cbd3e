import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { databaseAt, databaseOf } from "./databases.ts";

const named = (name: string, exposed: readonly number[] = []) => databaseOf({ name, exposed });
const counts = (image: string, printed: string) => named(image)!.counts(printed);

test.each([
  ["postgres:16", "psql"],
  ["docker.io/library/postgres@sha256:0", "psql"],
  ["mysql:8.4", "mysql"],
  ["mariadb", "mysql"],
  ["percona/percona-server:8.0", "mysql"],
  ["redis:7-alpine", "redis-cli"],
  ["valkey/valkey:8", "redis-cli"],
  ["redis/redis-stack-server:latest", "redis-cli"],
  ["mongo:7", "mongosh"],
])("%s is asked by %s", (image, client) => expect(named(image)?.client).toBe(client));

test.each(["node:24", "shop-redis-proxy", "mysql-backup:1", "prom/mysqld-exporter", "redis-exporter", ""])(
  "%s is no database",
  (image) => expect(named(image, [8080])).toBeUndefined(),
);

test.each([
  ["bitnami/postgresql:16", 5432, "psql"],
  ["shop-db", 3306, "mysql"],
  ["shop-cache", 6379, "redis-cli"],
  ["shop-documents", 27017, "mongosh"],
])("%s, of another name, is asked for the port that it exposes", (image, port, client) =>
  expect(named(image, [8080, port])?.client).toBe(client),
);

describe("by an address", () => {
  const PASSWORD = "planted-secret:/@?";
  const written = encodeURIComponent(PASSWORD);
  test.each([
    ["postgres://shop:PASSWORD@127.0.0.1:5433/shop?sslmode=require", "psql"],
    ["postgresql://shop:PASSWORD@[::1]/shop", "psql"],
    ["postgresql+asyncpg://shop:PASSWORD@db.example.com/shop", "psql"],
    ["postgis://shop@db.example.com/shop?password=PASSWORD", "psql"],
    ["mysql+pymysql://shop:PASSWORD@db.example.com/shop", "mysql"],
    ["mysql2://shop:PASSWORD@db.example.com/shop", "mysql"],
    ["mysql://shop:PASSWORD@db.example.com/shop", "mysql"],
    ["mariadb://shop:PASSWORD@127.0.0.1", "mysql"],
    ["redis://:PASSWORD@127.0.0.1:6380/2", "redis-cli"],
    ["rediss://default:PASSWORD@127.0.0.1", "redis-cli"],
    ["mongodb+srv://shop:PASSWORD@cluster.example.com/shop", "mongosh"],
  ])("%s is asked by %s, and no argument holds the password", (text, client) => {
    const { database, url } = databaseAt(text.replace("PASSWORD", written));
    const { argv, env } = database.at(url);
    expect(database.client).toBe(client);
    expect(url.password).toBe(PASSWORD);
    expect(argv.join(" ")).not.toMatch(/planted-secret/);
    expect(JSON.stringify(env)).toContain(client === "mongosh" ? written : PASSWORD);
  });

  test("host, port, user and database are the client's", () => {
    const argvOf = (text: string) => {
      const { database, url } = databaseAt(text);
      return database.at(url).argv.slice(4);
    };
    expect(argvOf("redis://me@[::1]:6380/2")).toEqual(["-h", "::1", "-p", "6380", "-n", "2", "--user", "me"]);
    expect(argvOf("rediss://cache")).toEqual(["-h", "cache", "-p", "6379", "--tls"]);
    expect(argvOf("mysql://me@h:3307/shop%20two")).toEqual(
      expect.arrayContaining(["--host=h", "--port=3307", "--user=me", "--database=shop two"]),
    );
    expect(argvOf("postgres://me:x@h:1/d").slice(-2)).toEqual(["-d", "postgres://me@h:1/d"]);
    expect(
      argvOf(
        "postgresql+psycopg://me@h/d?schema=public&sslmode=require&options=-c%20a%3Db&pgbouncer=true",
      ).at(-1),
    ).toBe(
      "postgresql://me@h/d?sslmode=require&options=-c%20a%3Db%20-c%20default_transaction_read_only%3Don",
    );
  });

  test("of PostgreSQL and MySQL nothing can be changed", () => {
    const how = (text: string) => {
      const { database, url } = databaseAt(text);
      return JSON.stringify([database.at(url), database.input.foreign, database.asked?.({ command: [] })]);
    };
    expect(how("postgres://h/d")).toContain("default_transaction_read_only=on");
    // libpq ignores PGOPTIONS where an address has options, and takes the last of those
    expect(how("postgres://h/d?options=-c%20default_transaction_read_only%3Doff&options=-cb%3D1")).toMatch(
      /%3Doff%20-c%20default_transaction_read_only%3Don&options=-cb%3D1%20-c%20default_transaction_read_only%3Don"/,
    );
    expect(how("postgres://h/d")).not.toMatch(/create extension/i);
    expect(how("mysql://h/d")).toMatch(/--local-infile=0.*set session transaction read only/);
  });

  test.each([
    "shop",
    "http://127.0.0.1/x",
    "postgres:///shop",
    "redis://a:%zz@h",
    "mysql:",
    "constructor://h/",
  ])("%s is none, and the message does not repeat it", (text) => {
    expect(() => databaseAt(`${text}planted`)).toThrow(/^The address of the database cannot be read\.$/);
  });
});

test("statements of others that a user may not see are no statements", () => {
  const row = { text: "<insufficient privilege>", calls: 3, rows: 3, seconds: 1, numbers: [null] };
  expect(() => counts("postgres:16", JSON.stringify([row]))).toThrow(/grant it pg_read_all_stats/);
});

test("of SQL: without values, without what may hold a password, and null where nothing was counted", () => {
  const rows = [
    { text: "SELECT * FROM `items` WHERE `id` = ?", calls: 3, rows: 3, seconds: 0.002 },
    { text: "select 'planted-secret', 17 from t -- planted-secret", calls: "4", rows: "0", seconds: "0.5" },
    { text: "SELECT 1", calls: 2, rows: 2, seconds: 0.5, blocks: "6" },
    { text: "ALTER ROLE shop PASSWORD 'planted-secret'", calls: 1, rows: 0, seconds: 0.1 },
    { text: "SET PASSWORD = 'planted-secret'", calls: 1, rows: 0, seconds: 0.1 },
  ];
  const wanted = [
    rows[0],
    { text: "select ?, ? from t", calls: 4, rows: 0, seconds: 0.5 },
    { text: "SELECT ?", calls: 2, rows: 2, seconds: 0.5, blocks: 6 },
  ];
  for (const image of ["postgres:16", "mysql:8", "mariadb:11"])
    expect(counts(image, `NOTICE: something\n${JSON.stringify(rows)}\n`)).toEqual(wanted);
  expect(counts("mysql:8", "")).toBeNull();
  expect(() => counts("mysql:8", '[{"text": 1}]')).toThrow();
});

test("more statements than were asked for are no answer", () => {
  const many = (n: number) => JSON.stringify(Array(n).fill({ text: "ok", calls: 1, rows: 1, seconds: 1 }));
  expect(() => counts("postgres:16", many(500))).not.toThrow();
  expect(() => counts("postgres:16", many(501))).toThrow();
});

test("a digest of MySQL and MariaDB is written like a statement", () => {
  const text =
    "SELECT `i` . `id` , COUNT ( * ) FROM `shop` . `items` `i` WHERE `i` . `price` IN ( ... ) LIMIT ?";
  const row = { text, calls: 3, rows: 3, seconds: 0.5 };
  expect(counts("mysql:8", JSON.stringify([row]))).toEqual([
    { ...row, text: "SELECT `i`.`id`, COUNT (*) FROM `shop`.`items` `i` WHERE `i`.`price` IN (...) LIMIT ?" },
  ]);
});

test("waits for locks are those of all numbers of a statement, or what the database counted", () => {
  const row = { text: "UPDATE t SET n = $1", calls: 3, rows: 3, seconds: 0.5 };
  const printed = JSON.stringify([{ ...row, numbers: ["-7", "8", "9"] }]);
  const waits = new Map([
    ["-7", 0.25],
    ["8", 0.125],
  ]);
  const { counts: told } = named("postgres:16")!;
  expect(told(printed, waits)).toEqual([{ ...row, locked: 0.375 }]);
  expect(told(printed, new Map())).toEqual([{ ...row, locked: 0 }]);
  expect(told(printed)).toEqual([row]); // nobody looked
  expect(counts("mysql:8", JSON.stringify([{ ...row, locked: "0.25" }]))).toEqual([{ ...row, locked: 0.25 }]);
});

describe("of Redis", () => {
  // As redis-server 7.0.15 prints it, shortened.
  const PRINTED = `# Commandstats\r
cmdstat_get:calls=250,usec=1250,usec_per_call=5.00,rejected_calls=0,failed_calls=0\r
cmdstat_xgroup|create:calls=1,usec=64,usec_per_call=64.00,rejected_calls=0,failed_calls=0\r
cmdstat_info:calls=2,usec=100,usec_per_call=50.00,rejected_calls=0,failed_calls=0\r
cmdstat_client|setinfo:calls=8,usec=9,usec_per_call=1.12,rejected_calls=0,failed_calls=0\r
cmdstat_command|docs:calls=1,usec=614,usec_per_call=614.00,rejected_calls=0,failed_calls=0\r
`;
  test("commands are told, but those of a connection and our own", () => {
    expect(counts("redis:7", PRINTED)).toEqual([
      { text: "GET", calls: 250, rows: 0, seconds: 0.00125 },
      { text: "XGROUP CREATE", calls: 1, rows: 0, seconds: 0.000064 },
    ]);
  });

  test("one that nobody has asked yet has none, and a refusal is none", () => {
    expect(counts("redis:7", "# Commandstats\r\n")).toEqual([]);
    expect(counts("redis:7", "NOAUTH Authentication required.\n")).toBeNull();
  });
});

test("of MongoDB: reads, writes and commands", () => {
  // The figures of a server 4.0.25, which opentelemetry-collector-contrib keeps (mongodbreceiver/testdata/serverStatus.json).
  const none = { latency: 0, ops: 0 };
  const real = { commands: { latency: 8631, ops: 23 }, reads: none, transactions: none, writes: none };
  expect(counts("mongo:4", `[${JSON.stringify(real)}]`)).toEqual([
    { text: "commands", calls: 23, rows: 0, seconds: 0.008631 },
    ...["reads", "transactions", "writes"].map((text) => ({ text, calls: 0, rows: 0, seconds: 0 })),
  ]);
  const printed =
    'Current Mongosh Log ID: 65\n[{"reads":{"latency":5200,"ops":26},"writes":{"latency":900,"ops":3},"commands":{"latency":10,"ops":1}}]\n';
  expect(counts("mongo:7", printed)).toEqual([
    { text: "reads", calls: 26, rows: 0, seconds: 0.0052 },
    { text: "writes", calls: 3, rows: 0, seconds: 0.0009 },
    { text: "commands", calls: 1, rows: 0, seconds: 0.00001 },
  ]);
  expect(counts("mongo:7", "MongoServerError: requires authentication")).toBeNull();
  expect(() => counts("mongo:7", '[{"reads":{"ops":"many"}}]')).toThrow();
});

describe("the sum of all, in a session that stays open", () => {
  /** The first counts that are known after a question, of the lines that the client prints. */
  const answer = (
    image: string,
    printed: readonly string[],
    asked = named(image)!.asked!({ command: [] })[0],
  ) => {
    for (const at of printed.keys()) {
      const found = asked.counts(printed.slice(0, at + 1));
      if (found) return found;
    }
    return undefined;
  };
  test("of PostgreSQL, by the module that it loads, else by the counts that it has anyway", () => {
    const asked = (...command: string[]) => named("postgres:16")!.asked!({ command });
    const [loaded, ...more] = asked("postgres", "-c", "shared_preload_libraries=pg_stat_statements");
    expect(
      answer("postgres:16", ["NOTICE", "steelyard statements=12 rows=340 connections=4"], loaded),
    ).toEqual({
      statements: 12,
      rows: 340,
      connections: 4,
    });
    expect(loaded.hello).toContain("create extension");
    expect(loaded.question).toContain("pg_stat_statements");
    const [untold, kept] = asked("postgres");
    expect(untold).toEqual({ ...loaded, hello: undefined });
    const before = "steelyard transactions=7 blocks=90"; // until version 13
    expect(answer("postgres:12", ["NOTICE", before], kept)).toEqual({ transactions: 7, blocks: 90 });
    expect(kept!.hello).toMatch(
      /^do .*'track_counts', 'off'.* exception when others then null; end \$\$;\n$/,
    );
    expect(kept!.question).not.toContain("pg_stat_statements");
    expect(more).toEqual([kept]);
  });
  test("of MySQL and MariaDB, without the questions themselves", () => {
    const asked = named("mariadb:11")!.asked!({ command: [] })[0];
    const told = [100, 121].map(
      (questions) => answer("mariadb:11", ["Connections\t5", `Questions\t${questions}`], asked)!,
    );
    expect(told[1]!.statements! - told[0]!.statements!).toBe(20);
    expect(told[1]!.connections).toBe(5);
    expect(answer("mysql:8", ["ERROR 1045 (28000): Access denied"])).toBeUndefined();
  });
  test.each([
    ["MYSQL_ROOT_PASSWORD", "secret", "secret"],
    ["MARIADB_ROOT_PASSWORD", "secret", "secret"],
    ["MYSQL_ROOT_PASSWORD_FILE", "password.txt", "of a file"],
    ["MARIADB_ROOT_PASSWORD_FILE", "password.txt", "of a file"],
    ["MYSQL_ALLOW_EMPTY_PASSWORD", "1", ""],
  ])("of MySQL and MariaDB, as root by %s", (name, value, want) => {
    const folder = mkdtempSync(join(tmpdir(), "steelyard-mysql-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "mysql"), '#!/bin/sh\necho "$MYSQL_PWD"\n', { mode: 0o755 });
    writeFileSync(join(folder, "password.txt"), "of a file\n");
    const env = { PATH: `${folder}:/usr/bin:/bin`, [name]: value };
    const script = named("mysql:8")!.argv("c").at(-1)!;
    const printed = execFileSync("sh", ["-c", script], { cwd: folder, env, encoding: "utf8" });
    expect(printed).toBe(`${want}\n`);
  });
  test("of Redis, without commands of a connection", () => {
    const lines = ["# Commandstats", "cmdstat_get:calls=250,usec=1250", "cmdstat_info:calls=9,usec=9", ""];
    expect(answer("redis:7", lines)).toBeUndefined(); // more may come
    expect(answer("redis:7", [...lines, "PONG"])).toEqual({ statements: 250 });
    const stats = ["# Stats", "total_connections_received:8\r", "PONG"];
    expect(answer("redis:7", [...lines, ...stats])).toEqual({ statements: 250, connections: 8 });
    expect(answer("redis:7", ["NOAUTH Authentication required.", "PONG"])).toBeUndefined();
  });
  test("of MongoDB is not asked for: its client is too heavy to stay in the container", () => {
    expect(named("mongo:7")!.asked).toBeUndefined();
  });
});
