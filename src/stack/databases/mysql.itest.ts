import { execFileSync, spawnSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { noEngine, useEngine } from "../../testing/engine.ts";
import { statementsBy } from "./client.ts";
import { databaseAt } from "./databases.ts";
import { MYSQL } from "./mysql.ts";
import { Session } from "./session.ts";

useEngine();

// A real MariaDB, asked by its own client: that of its container, because machines for tests need not have one.
const PASSWORD = "planted-secret";
let container = "";
afterEach(() => {
  spawnSync("docker", ["rm", "-f", "-v", container]);
});

/** As root, in the container. */
const client = (argv = MYSQL.argv(container)) => ({ argv, cwd: "/", env: { PATH: process.env.PATH! } });
/** By an address. */
const remote = () => {
  const { argv, env } = MYSQL.at(databaseAt(`mariadb://root:${PASSWORD}@127.0.0.1/mysql`).url);
  const variables = Object.entries(env).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  return client(["docker", "exec", "-i", ...variables, container, ...argv]);
};
/** As the service's own client, which may write. */
const writing = () => client(["docker", "exec", "-i", container, "mariadb", "-N", "-uroot", `-p${PASSWORD}`]);
const execute = ({ argv: [program, ...args] }: ReturnType<typeof client>, input: string) =>
  spawnSync(program!, args, { encoding: "utf8", input });

async function start(schema: "ON" | "OFF"): Promise<void> {
  const server = ["mariadb:10.11", "mariadbd", `--performance-schema=${schema}`];
  const password = ["-e", `MARIADB_ROOT_PASSWORD=${PASSWORD}`];
  container = execFileSync("docker", ["run", "-d", ...password, ...server], { encoding: "utf8" }).trim();
  const until = Date.now() + 60_000;
  for (;;) {
    const { status, stderr } = execute(remote(), "select 1;");
    if (status === 0) return;
    if (Date.now() > until) throw new Error(`MariaDB does not answer: ${stderr}`);
    await delay(200);
  }
}
const statements = (input: string, of = client()) =>
  statementsBy(of, input, MYSQL, async () => undefined, new AbortController().signal);

describe.skipIf(noEngine !== null)("statements of MariaDB", () => {
  test("are counted by their digests, where the performance schema is on", async () => {
    await start("ON");
    const made = "create table mysql.items (id int); insert into mysql.items values (1), (2), (3);";
    const read = [17, 18].map((id) => `select * from mysql.items where id <> ${id};`).join("");
    const done = execute(writing(), `${made}${read}select sleep(0.2);`);
    expect(done.status, done.stderr).toBe(0);
    const { own, foreign } = MYSQL.input;
    for (const found of [await statements(own), await statements(foreign, remote())]) {
      if ("lacking" in found) throw new Error(found.lacking);
      const of = (pattern: RegExp) => found.counts.filter(({ text }) => pattern.test(text));
      expect(of(/^SELECT \* FROM/)).toEqual([expect.objectContaining({ calls: 2, rows: 6 })]);
      expect(of(/^INSERT/)).toEqual([expect.objectContaining({ calls: 1, rows: 3 })]);
      const [slept] = of(/sleep/);
      expect(slept!.seconds).toBeGreaterThan(0.2);
      expect(slept!.seconds).toBeLessThan(2); // a unit that is wrong is so by a thousand at least
      expect(of(/digest/)).toEqual([]);
    }
  });

  test("are lacking where it is off, as it is by default; the sum of all is counted", async () => {
    await start("OFF");
    const lacking = "performance_schema is off: start the server with --performance-schema=ON";
    expect(await statements(MYSQL.input.own)).toEqual({ lacking });
    expect(await statements(MYSQL.input.foreign, remote())).toEqual({ lacking });
    await using session = await Session.open(client(), MYSQL.asked!({ command: [] }));
    const first = await session.counts();
    execute(client(), "select 1; select 2; select 3;");
    const second = await session.counts();
    if ("lacking" in first || "lacking" in second) throw new Error(JSON.stringify([first, second]));
    expect(second.connections! - first.connections!).toBe(1);
    expect(second.statements! - first.statements!).toBeGreaterThanOrEqual(3); // and the client's own
    for (const one of [client(), remote()]) {
      const refused = execute(one, "create table mysql.planted (id int);");
      expect(refused.stderr).toMatch(/READ ONLY transaction/);
    }
  });
});
