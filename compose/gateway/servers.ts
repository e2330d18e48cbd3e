import { Pool } from "pg";
import { createClient } from "redis";
import { type Cache, KEPT } from "./cache.ts";
import type { Fanout } from "./notify.ts";
import type { Event } from "./recommend.ts";
import type { Manifest } from "./sources.ts";
import type { Ingested, Store } from "./store.ts";

/** List of the tenants whose data changed, oldest first, for the worker. */
export const CHANGED = "changed";
/** Notifications for the worker to store, as JSON, oldest first. */
export const ACCEPTED = "accepted";
/** The channel on which every gateway receives every notification. */
const NOTIFICATIONS = "notifications";
const versionOf = (tenant: string) => `version:${tenant}`;
const manifestOf = (tenant: string) => `manifest:${tenant}`;

export const TABLES = `
  create table if not exists events (
    seq bigint generated always as identity,
    tenant text not null, id text not null, "user" text not null, item text not null,
    primary key (tenant, id)
  );
  create table if not exists popularity (
    tenant text not null, item text not null, events bigint not null,
    primary key (tenant, item)
  );
  create table if not exists notifications (
    id uuid primary key, tenant text not null, "user" text not null, message text not null,
    at timestamptz not null
  )`;

/** Connections to both servers. */
export interface Servers {
  readonly pool: Pool;
  readonly redis: ReturnType<typeof connectRedis>;
  close(): Promise<void>;
}

/** Milliseconds between two attempts to reach a server that is still starting. */
const AGAIN = 250;
/** Serialises the creation of the tables, because two concurrent creations conflict. */
const TABLES_LOCK = 7_071_068;

/** Connects to both servers and creates the tables; retries until both answer or `attempts` are used up. */
export async function connected(
  urls: { readonly database: string; readonly redis: string },
  attempts = 240,
): Promise<Servers> {
  const pool = new Pool({ connectionString: urls.database, max: 10 });
  pool.on("error", () => {}); // an idle connection that broke is replaced at its next use
  const redis = connectRedis(urls.redis);
  for (let attempt = 1; ; attempt++) {
    try {
      await pool.query(`begin; select pg_advisory_xact_lock(${TABLES_LOCK}); ${TABLES}; commit`);
      break;
    } catch (error) {
      if (attempt >= attempts) throw error;
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }
  await redis.connect();
  const close = async () => {
    redis.destroy();
    await pool.end();
  };
  return { pool, redis, close };
}

function connectRedis(url: string) {
  const redis = createClient({ url, socket: { reconnectStrategy: AGAIN } });
  redis.on("error", () => {}); // it connects again by itself; a request meanwhile fails and says so
  return redis;
}

/**
 * The store on PostgreSQL (events) and Redis (manifests, and a version for each tenant), with the same answers as
 * `embedded`. This process caches a tenant's data while its version stays the same. A read therefore costs one query to
 * Redis, and several gateways see each other's writes.
 */
export function served({ pool, redis, close }: Servers): Store {
  const lists = new Map<string, { version: string; events: readonly Event[] }>();
  const manifests = new Map<string, { digest: string; manifest: Manifest }>();
  return {
    async ingest(tenant, events) {
      const outcome = await inserted(pool, tenant, events);
      if ("added" in outcome && outcome.added > 0) {
        await redis.multi().incr(versionOf(tenant)).rPush(CHANGED, tenant).exec();
      }
      return outcome;
    },
    async events(tenant) {
      const version = await redis.get(versionOf(tenant));
      if (version === null) return undefined;
      const known = lists.get(tenant);
      if (known?.version === version) return known.events;
      const { rows } = await pool.query<Event>(
        'select id, "user", item from events where tenant = $1 order by seq',
        [tenant],
      );
      lists.set(tenant, { version, events: rows });
      return rows;
    },
    async publish(tenant, manifest) {
      const fields = { digest: manifest.digest, text: JSON.stringify(manifest) };
      await redis.hSet(manifestOf(tenant), fields);
    },
    async manifest(tenant) {
      const digest = await redis.hGet(manifestOf(tenant), "digest");
      if (digest === null) return undefined;
      const known = manifests.get(tenant);
      if (known?.digest === digest) return known.manifest;
      const manifest = JSON.parse((await redis.hGet(manifestOf(tenant), "text")) ?? "null") as Manifest;
      manifests.set(tenant, { digest: manifest.digest, manifest });
      return manifest;
    },
    async ready() {
      const answers = await Promise.allSettled([pool.query("select 1"), redis.ping()]);
      return answers.every(({ status }) => status === "fulfilled");
    },
    close,
  };
}

/** Through Redis: each gateway listens on a connection of its own, and the worker keeps what was accepted. */
export function fannedOut({ redis }: Servers): Fanout {
  const listening: (typeof redis)[] = [];
  return {
    async publish(notification) {
      const text = JSON.stringify(notification);
      await redis.multi().rPush(ACCEPTED, text).publish(NOTIFICATIONS, text).exec();
    },
    async listen(listener) {
      const own = redis.duplicate();
      own.on("error", () => {}); // it connects and subscribes again by itself
      await own.connect();
      listening.push(own);
      await own.subscribe(NOTIFICATIONS, (text) =>
        listener((JSON.parse(text) as { tenant: string }).tenant, text),
      );
    },
    async close() {
      for (const own of listening.splice(0)) own.destroy();
    },
  };
}

/** A cache in Redis, shared by all gateways. While Redis is not reachable, the cache is empty. */
export const cachedIn = ({ redis }: Pick<Servers, "redis">): Cache => ({
  get: (key) => redis.get(key).catch(() => null),
  async set(key, text) {
    await redis.set(key, text, { expiration: { type: "EX", value: KEPT } }).catch(() => {});
  },
});

/** Stores a batch completely or, with a conflict, not at all. */
async function inserted(pool: Pool, tenant: string, events: readonly Event[]): Promise<Ingested> {
  const fresh = new Map<string, Event>();
  for (const event of events) {
    const known = fresh.get(event.id);
    if (known === undefined) fresh.set(event.id, event);
    else if (known.user !== event.user || known.item !== event.item) return { conflict: event.id };
  }
  const client = await pool.connect();
  try {
    await client.query("begin");
    // One batch of a tenant after another: rows keep the order in which they were sent.
    await client.query("select pg_advisory_xact_lock(hashtext($1))", [tenant]);
    const column = (of: (event: Event) => string) => [...fresh.values()].map(of);
    const given = [tenant, column((e) => e.id), column((e) => e.user), column((e) => e.item)];
    const list = 'unnest($2::text[], $3::text[], $4::text[]) with ordinality as given(id, "user", item, at)';
    const clash = await client.query<{ id: string }>(
      `select given.id from ${list} join events e on e.tenant = $1 and e.id = given.id
       where e."user" <> given."user" or e.item <> given.item order by given.at limit 1`,
      given,
    );
    if (clash.rows[0]) {
      await client.query("rollback");
      return { conflict: clash.rows[0].id };
    }
    const added = await client.query(
      `insert into events (tenant, id, "user", item)
       select $1, id, "user", item from ${list} order by at on conflict do nothing`,
      given,
    );
    await client.query("commit");
    const count = added.rowCount ?? 0;
    return { added: count, known: events.length - count };
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
