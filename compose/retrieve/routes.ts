import type { FastifyInstance } from "fastify";
import { bearer } from "../gateway/bearer.ts";
import { name, object } from "../gateway/schemas.ts";
import { BACKENDS, type Backend } from "./backends.ts";
import { MODALITIES, type Modality } from "./corpus.ts";
import { engine, FED, type Fed } from "./engine.ts";
import { files } from "./files.ts";
import { intake } from "./intake.ts";
import type { Retrieval } from "./settings.ts";
import { words } from "./vectors.ts";

/** Bytes of a file, and of a question with its image. */
const MOST_BYTES = 4 * 2 ** 20;
/** Files that may wait for a worker. */
const MOST_WAITING = 1_000;

const text = { type: "string", maxLength: 10_000 } as const;
const queryBody = object(
  {
    text,
    image: { type: "string", pattern: "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$" },
    modality: { type: "string", enum: [...MODALITIES, ...FED] },
    backend: { type: "string", enum: Object.keys(BACKENDS) },
    k: { type: "integer", minimum: 1, maximum: 100 },
  },
  ["text", "modality"],
);
interface QueryBody {
  readonly text: string;
  readonly image?: string;
  readonly modality: Modality | Fed;
  readonly backend?: Backend;
  readonly k?: number;
}
const eventBody = object({ id: name, text }, ["id", "text"]);
interface EventBody {
  readonly id: string;
  readonly text: string;
}

/**
 * The retrieval service. `POST /v1/query` finds documents similar to a text and an image. `POST /v1/files` accepts a file
 * for processing in the background, and `GET /v1/files/:id` returns its progress. `POST /v1/ingest` accepts events, or
 * refuses them with 429 while its queue is full. All require the token if one is configured.
 */
export function retrieve(app: FastifyInstance, settings: Retrieval, now: () => number): void {
  const found = engine(settings.backend, settings.warm, (backend, seconds) =>
    app.log.info({ backend, seconds }, "index built"),
  );
  const stored = files({
    workers: settings.workers,
    waiting: MOST_WAITING,
    index: (id, chunk) => found.add("files", { id, words: words(chunk) }),
  });
  const taken = intake<EventBody>({
    capacity: settings.queue,
    perSecond: settings.drain,
    now,
    take: ({ id, text }) => found.add("stream", { id, words: words(text) }),
  });
  app.addHook("onClose", async () => {
    stored.close();
    taken.close();
  });
  const onRequest = bearer(settings.token);
  app.post<{ Body: QueryBody }>(
    "/v1/query",
    { schema: { body: queryBody }, onRequest, bodyLimit: MOST_BYTES },
    async ({ body: { text, image, modality, backend = settings.backend, k = 10 } }) => {
      const seen = image === undefined ? {} : { image: Buffer.from(image, "base64") };
      return { modality, backend, hits: found.query({ text, ...seen, modality, backend, k }) };
    },
  );
  app.post<{ Body: EventBody }>(
    "/v1/ingest",
    { schema: { body: eventBody }, onRequest },
    async (request, reply) => {
      if (taken.offer(request.body)) return reply.code(202).send({ id: request.body.id });
      return busy(reply, 1 / settings.drain);
    },
  );
  app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/octet-stream",
      { parseAs: "buffer", bodyLimit: MOST_BYTES },
      (_request, content, done) => done(null, content),
    );
    scope.post<{ Querystring: { name: string }; Body: Buffer }>(
      "/v1/files",
      { schema: { querystring: object({ name }, ["name"]) }, onRequest },
      async (request, reply) => {
        if (!Buffer.isBuffer(request.body)) {
          return reply.code(415).send({
            statusCode: 415,
            error: "Unsupported Media Type",
            message: "application/octet-stream is wanted",
          });
        }
        const job = stored.upload(request.query.name, request.body);
        return job === null ? busy(reply, 1) : reply.code(202).send(job);
      },
    );
  });
  app.get<{ Params: { id: string } }>("/v1/files/:id", { onRequest }, async (request, reply) => {
    const job = stored.job(request.params.id);
    if (job !== undefined) return job;
    return reply.code(404).send({ statusCode: 404, error: "Not Found", message: "no such file" });
  });
}

function busy(
  reply: { header(name: string, value: number): unknown; code(n: number): { send(body: object): unknown } },
  seconds: number,
) {
  reply.header("retry-after", Math.max(1, Math.ceil(seconds)));
  return reply.code(429).send({ statusCode: 429, error: "Too Many Requests", message: "overloaded" });
}
