import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Scrape } from "../../model/config.ts";
import { AddressedDatabases, passwordsIn } from "./addressed.ts";

// Programs in place of the databases' clients: `cli/databaseurl.e2e.itest.ts` has a real one.
let folder: string;
let databases: AddressedDatabases;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "steelyard-addressed-"));
});
afterEach(async () => {
  await databases.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A client that writes its arguments and password to a file, and answers each line of input. @param answers shell patterns and answers */
function client(name: string, answers: readonly (readonly [pattern: string, answer: string])[]): void {
  const cases = answers.map(([pattern, answer]) => `${pattern}) ${answer} ;;`).join("\n");
  const script = `#!/bin/sh
echo "$*|$PGPASSWORD|$REDISCLI_AUTH" > "${folder}/called"
while read -r line; do case "$line" in
${cases}
esac; done
`;
  writeFileSync(join(folder, name), script);
  chmodSync(join(folder, name), 0o755);
}
const page = { path: "/metrics", split: [] };
// biome-ignore lint/suspicious/noTemplateCurlyInString: the config has it so
const AT_SERVICE = "postgres://shop:planted-secret@${db:5432}/shop";
async function opened(
  database: Scrape["database"],
  env: Record<string, string> = {},
  addresses: Record<string, string> = {},
) {
  databases = new AddressedDatabases(
    { db: { ...page, database } },
    { cwd: folder, env: { PATH: `${folder}:/usr/bin:/bin`, ...env } },
  );
  await databases.open(new Map(Object.entries(addresses)));
  return databases;
}
const called = () => readFileSync(join(folder, "called"), "utf8").trim();
const { signal } = new AbortController();

test("a service of the stack is asked at its address; the password is in the environment alone", async () => {
  client("psql", [
    ["*pg_stat_activity*", ":"],
    ["*jsonb_agg*", `echo '[{"text":"select 1","calls":3,"rows":3,"seconds":0.5,"numbers":["7"]}]'`],
    ["*pg_stat_statements*", "echo 'steelyard statements=12 rows=340 connections=4'"],
  ]);
  const found = await opened(AT_SERVICE, {}, { "db:5432": "127.0.0.1:41234" });
  expect(await found.counts("db")).toEqual({ statements: 12, rows: 340, connections: 4 });
  expect(called()).toBe("-wXAtq -d postgres://shop@127.0.0.1:41234/shop|planted-secret|");
  const text = { text: "select ?", calls: 3, rows: 3, seconds: 0.5 };
  expect(await found.statements(signal)).toEqual({ db: { counts: [text] } });
});

test("a PostgreSQL without the module tells what it counts anyway, after its error", async () => {
  client("psql", [
    ["*pg_stat_statements*", `echo 'ERROR:  relation "pg_stat_statements" does not exist' >&2`],
    ["*pg_stat_database*", "echo 'steelyard transactions=7 rows_read=500'"],
  ]);
  const found = await opened("postgres://127.0.0.1/shop");
  expect(await found.counts("db")).toEqual({ transactions: 7, rows_read: 500 });
  // base and head have the same one: nothing of it is the one's or the other's
  expect(await found.statements(signal)).toEqual({});
});

test("an address in a variable", async () => {
  client("redis-cli", [
    ["*commandstats", "printf '# Commandstats\\r\\ncmdstat_get:calls=250,usec=1250\\r\\n'"],
    ["*stats", "echo total_connections_received:8"],
    ["PING", "echo PONG"],
  ]);
  const found = await opened({ env: "CACHE_URL" }, { CACHE_URL: "redis://:planted-secret@127.0.0.1:6380/2" });
  expect(await found.counts("db")).toEqual({ statements: 250, connections: 8 });
  expect(called()).toBe("-h 127.0.0.1 -p 6380 -n 2||planted-secret");
});

test.each<[string, Scrape["database"], Record<string, string>, RegExp]>([
  ["a variable that is not set", { env: "CACHE_URL" }, {}, /^The variable CACHE_URL is not set\.$/],
  [
    "a variable that holds something else",
    { env: "TOKEN" },
    { TOKEN: "planted-secret" },
    /^The address of the database cannot be read\.$/,
  ],
  [
    "a client that is not installed",
    "mysql://127.0.0.1/shop",
    { PATH: "/bin/nowhere:/usr/bin" },
    /^mysql is not installed$/,
  ],
  ["a database whose client does not stay open", "mongodb://127.0.0.1/shop", {}, /asked after a verdict/],
  ["no address at all", undefined, {}, /only a Compose stack has it/],
])("%s is said where the counts are wanted", async (_, database, env, wanted) => {
  const counts = await (await opened(database, env)).counts("db");
  expect(counts).toEqual({ lacking: expect.stringMatching(wanted) });
});

const PRIVATE = "planted-user:planted-secret@db.planted.internal:7777/planted-shop";
test.each([
  [
    "psql",
    "postgres",
    'psql: error: connection to server at "db.planted.internal" (10.1.2.3), port 7777 failed: FATAL:  password authentication failed for user "planted-user"',
  ],
  [
    "psql",
    "postgres",
    'psql: error: connection to server at "db.planted.internal" (2001:db8::5), port 7777 failed: FATAL:  database "planted-shop" does not exist',
  ],
  [
    "psql",
    "postgres",
    'psql: error: connection to server at "db.planted.internal" (10.1.2.3), port 7777 failed: FATAL:  no pg_hba.conf entry for host "10.1.2.9", user "planted-user", database "planted-shop", no encryption',
  ],
  [
    "psql",
    "postgres",
    'psql: error: could not translate host name "db.planted.internal" to address: Name or service not known',
  ],
  [
    "mysql",
    "mysql",
    "ERROR 1045 (28000): Access denied for user 'planted-user'@'10.1.2.9' (using password: YES)",
  ],
  ["mysql", "mysql", "ERROR 2005 (HY000): Unknown server host 'db.planted.internal' (-2)"],
  ["mysql", "mysql", "ERROR 1049 (42000): Unknown database 'planted-shop'"],
  ["redis-cli", "redis", "Could not connect to Redis at db.planted.internal:7777: Name or service not known"],
  ["redis-cli", "redis", "Could not connect to Redis at 10.1.2.3:7777: Connection refused"],
])(
  "of an address in a variable, no complaint of %s has a part (%s): %s",
  async (program, scheme, complaint) => {
    writeFileSync(join(folder, program), `#!/bin/sh\ncat >&2 <<'END'\n${complaint}\nEND\nexit 2\n`);
    chmodSync(join(folder, program), 0o755);
    const address = `${scheme}://${PRIVATE}`;
    const lacking = async (database: Scrape["database"]) => {
      const counts = await (await opened(database, { URL: address })).counts("db");
      await databases.close();
      return "lacking" in counts ? String(counts.lacking) : "";
    };
    const told = await lacking({ env: "URL" });
    expect(told).not.toMatch(/planted|10\.1|2001/);
    expect(told).toContain("***");
    expect(complaint).toContain(await lacking(address)); // written in the config, it is public
  },
);

test("addresses from the environment, and their passwords, are never printed", async () => {
  await opened(undefined);
  const metrics = {
    a: { ...page, database: { env: "A" } },
    b: { ...page, database: { env: "B" } },
    c: { ...page, database: "redis://127.0.0.1" },
    d: { ...page, database: { env: "D" } },
  };
  const address = "postgres://shop:planted%2Fsecret@h/shop";
  expect(passwordsIn(metrics, { A: address, B: "a-token" })).toEqual([address, "planted/secret", "a-token"]);
});
