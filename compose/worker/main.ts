import { ACCEPTED, CHANGED, connected, type Servers } from "../gateway/servers.ts";

// Counts each tenant's events by item into the table `popularity`. As a service it waits for tenants whose data changed,
// and stores accepted notifications. With `--all`, as a job, it processes every tenant once and ends.

/** Notifications written down at once, besides the one that was waited for. */
const BATCH = 500;

const { DATABASE_URL: database = "", REDIS_URL: redis = "" } = process.env;
if (database === "" || redis === "") {
  process.stderr.write("worker: DATABASE_URL and REDIS_URL are wanted\n");
  process.exit(1);
}
const servers = await connected({ database, redis });
process.once("SIGTERM", () => process.exit(0));
process.once("SIGINT", () => process.exit(0));

if (process.argv.includes("--all")) {
  const { rows } = await servers.pool.query<{ tenant: string }>(
    "select distinct tenant from events order by 1",
  );
  for (const { tenant } of rows) await refresh(servers, tenant);
  await servers.close();
} else {
  process.stdout.write("worker waits for work\n");
  for (;;) {
    try {
      const next = await servers.redis.blPop([CHANGED, ACCEPTED], 0);
      if (next === null) continue;
      if (next.key === ACCEPTED) {
        await keep(servers, [next.element, ...((await servers.redis.lPopCount(ACCEPTED, BATCH)) ?? [])]);
        continue;
      }
      await servers.redis.lRem(CHANGED, 0, next.element); // once is enough, however often it changed
      await refresh(servers, next.element);
    } catch (error) {
      process.stderr.write(`worker: ${(error as Error).message}\n`);
      await new Promise((done) => setTimeout(done, 1_000));
    }
  }
}

/** Writes notifications down. */
async function keep({ pool }: Servers, texts: readonly string[]): Promise<void> {
  await pool.query(
    `insert into notifications (id, tenant, "user", message, at)
     select id, tenant, "user", message, to_timestamp(at / 1000.0)
     from jsonb_to_recordset($1::jsonb) as given(id uuid, tenant text, "user" text, message text, at bigint)
     on conflict do nothing`,
    [`[${texts.join(",")}]`],
  );
}

async function refresh({ pool }: Servers, tenant: string): Promise<void> {
  const { rowCount } = await pool.query(
    `insert into popularity (tenant, item, events)
     select tenant, item, count(*) from events where tenant = $1 group by tenant, item
     on conflict (tenant, item) do update set events = excluded.events`,
    [tenant],
  );
  process.stdout.write(`${tenant}: ${rowCount} items counted\n`);
}
