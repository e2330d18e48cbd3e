import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { retrieve } from "../retrieve/routes.ts";
import { type Cache, cached } from "./cache.ts";
import { type Endpoint, injector } from "./faults.ts";
import { bucket, buckets, bypass } from "./limiter.ts";
import { CONTENT_TYPE, metrics } from "./metrics.ts";
import { type Fanout, local, type Sessions, sessions } from "./notify.ts";
import { notifications } from "./notifyroutes.ts";
import { recommend, type Source } from "./recommend.ts";
import * as schemas from "./schemas.ts";
import { searches } from "./searchroute.ts";
import type { Settings } from "./settings.ts";
import { fromEvents, fromManifest, type Manifest, manifest } from "./sources.ts";
import type { Store } from "./store.ts";

/** An answer below 500 that is not a success: thrown by handlers, rendered by fastify. */
class Refusal extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/**
 * The gateway as a fastify app that does not listen yet.
 *
 * @param now a clock in seconds that does not go back, for the limiters
 */
export function build(
  settings: Settings,
  store: Store,
  now: () => number = () => performance.now() / 1e3,
  fanout: Fanout = local(),
  cache: Cache = cached(now),
): FastifyInstance {
  const app = fastify({
    logger: settings.log,
    // Stops quickly: idle connections are closed, requests in flight are answered first.
    forceCloseConnections: "idle",
    // Strict: an unknown field or a wrong type is the caller's error, and is not corrected silently.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
  });
  app.addHook("onClose", () => store.close());
  const streams = sessions();
  const searched = searches(app, settings, cache, now);
  observed(app, streams, searched);
  health(app, settings, store);
  const limit = limits(settings, now);
  app.addHook("onRequest", async (request, reply) => {
    // The matched route, because one route has many spellings: /%761/recommend is /v1/recommend.
    if (request.routeOptions.url?.startsWith("/v1/")) limit.all(request, reply);
  });
  data(app, store);
  recommendations(app, settings, store, limit.tenant);
  notifications(app, settings, fanout, streams, now);
  retrieve(app, settings.retrieve, now);
  return app;
}

/** `GET /metrics`, and the hooks that count for it. */
function observed(app: FastifyInstance, { counts }: Sessions, more: () => readonly string[]): void {
  const { observe, page } = metrics();
  app.addHook("onResponse", async (request, reply) => {
    observe(request.routeOptions.url ?? "unmatched", reply.statusCode, reply.elapsedTime / 1e3);
  });
  app.get("/metrics", async (_request, reply) => {
    const { user, system } = process.cpuUsage();
    reply.header("content-type", CONTENT_TYPE);
    return page({ cpu: (user + system) / 1e6, memory: process.memoryUsage.rss() }, counts, more());
  });
}

function health(app: FastifyInstance, settings: Settings, store: Store): void {
  app.get("/health/live", { preHandler: fault(settings, "health") }, async () => ({ status: "live" }));
  app.get("/health/ready", async (_request, reply) => {
    const ready = await store.ready();
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ready" : "starting" });
  });
}

/** Routes for ingest, publishing, and a tenant's counts. */
function data(app: FastifyInstance, store: Store): void {
  app.post<{ Body: schemas.EventsBody }>(
    "/v1/events",
    { schema: { body: schemas.eventsBody } },
    async (request) => {
      const { tenant, events } = request.body;
      const outcome = await store.ingest(tenant, events);
      if ("conflict" in outcome) {
        throw new Refusal(409, `event ${outcome.conflict} is already there with other contents`);
      }
      return outcome;
    },
  );
  app.post<{ Body: schemas.Tenant }>(
    "/v1/artifacts",
    { schema: { body: schemas.tenantOnly } },
    async (request) => {
      const { tenant } = request.body;
      const built = manifest(await known(store, tenant));
      await store.publish(tenant, built);
      return summary(built);
    },
  );
  app.get<{ Params: schemas.Tenant }>(
    "/v1/tenants/:tenant",
    { schema: { params: schemas.tenantOnly } },
    async (request) => {
      const { tenant } = request.params;
      const events = await known(store, tenant);
      const published = await store.manifest(tenant);
      return { tenant, events: events.length, artifact: published ? summary(published) : null };
    },
  );
}

function recommendations(
  app: FastifyInstance,
  settings: Settings,
  store: Store,
  limit: (tenant: string, request: FastifyRequest, reply: FastifyReply) => void,
): void {
  const schema = { body: schemas.recommendBody, response: { 200: schemas.recommendAnswer } };
  const from = settings.artifact
    ? artifacts(store)
    : async (tenant: string) => fromEvents(await known(store, tenant));
  app.post<{ Body: schemas.RecommendBody }>(
    "/v1/recommend",
    { schema, preHandler: fault(settings, "recommend") },
    async (request, reply) => {
      const { tenant, user, item, k } = request.body;
      const source = await from(tenant);
      limit(tenant, request, reply);
      const query = { k, ...(user === undefined ? {} : { user }), ...(item === undefined ? {} : { item }) };
      return {
        tenant,
        algorithm: settings.algorithm,
        source: settings.artifact ? "artifact" : "events",
        items: recommend(source, settings.algorithm, query),
      };
    },
  );
}

/** Sources over published manifests, each made ready for look-ups once. */
function artifacts(store: Store): (tenant: string) => Promise<Source> {
  const sources = new WeakMap<Manifest, Source>();
  return async (tenant) => {
    const published = await store.manifest(tenant);
    if (published === undefined) throw new Refusal(404, `no artifact is published for tenant ${tenant}`);
    const source = sources.get(published) ?? fromManifest(published);
    sources.set(published, source);
    return source;
  };
}

/** Both limits as checks that refuse with 429; the bypass opens both. */
function limits(settings: Settings, now: () => number) {
  const open = bypass(settings.bypass);
  const all = settings.limit && bucket(settings.limit, now);
  const each = settings.tenantLimit && buckets(settings.tenantLimit, now);
  const check = (wait: () => number, request: FastifyRequest, reply: FastifyReply) => {
    if (open(request.headers["x-bench-bypass"])) return;
    const seconds = wait();
    if (seconds === 0) return;
    reply.header("retry-after", Math.max(1, Math.ceil(seconds)));
    throw new Refusal(429, "too many requests");
  };
  return {
    all: (request: FastifyRequest, reply: FastifyReply) => all && check(all, request, reply),
    tenant: (tenant: string, request: FastifyRequest, reply: FastifyReply) =>
      each && check(() => each(tenant), request, reply),
  };
}

/** The hooks that inject an endpoint's configured fault, if any. */
function fault(settings: Settings, endpoint: Endpoint) {
  const configured = settings.faults[endpoint];
  if (configured === undefined) return [];
  const inject = injector(configured, settings.faultSeed);
  return [
    async () => {
      if (await inject()) throw new Error("injected fault");
    },
  ];
}

async function known(store: Store, tenant: string) {
  const events = await store.events(tenant);
  if (events === undefined) throw new Refusal(404, `tenant ${tenant} has no events`);
  return events;
}

const summary = ({ digest, popularity, cooccurrence }: Manifest) => ({
  digest,
  popularity: popularity.length,
  cooccurrence: cooccurrence.length,
});
