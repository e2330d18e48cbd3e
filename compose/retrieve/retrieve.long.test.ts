import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { build } from "../gateway/app.ts";
import { settings } from "../gateway/settings.ts";
import { embedded } from "../gateway/store.ts";
import { BACKENDS, type Backend } from "./backends.ts";
import { documents, MODALITIES, word } from "./corpus.ts";
import { engine } from "./engine.ts";
import { CHUNK } from "./files.ts";

const open: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});
/** A gateway; its clock stands still unless one is given. */
function gateway(env: Record<string, string> = {}, now = () => 0): FastifyInstance {
  const app = build(settings({ LIMIT: "off", RETRIEVE_BACKEND: "small", ...env }), embedded(), now);
  open.push(app);
  return app;
}
const query = (app: FastifyInstance, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: "POST", url: "/v1/query", payload, headers });
const upload = (app: FastifyInstance, name: string, payload: Buffer, headers: object = {}) =>
  app.inject({
    method: "POST",
    url: `/v1/files?name=${name}`,
    payload,
    headers: { "content-type": "application/octet-stream", ...headers },
  });
const ingest = (app: FastifyInstance, id: string, text = "something") =>
  app.inject({ method: "POST", url: "/v1/ingest", payload: { id, text } });
const ids = (answer: { json(): { hits: { id: string }[] } }) => answer.json().hits.map(({ id }) => id);
/** Until a file is in an end state; the test's own time limit ends it. */
async function processed(app: FastifyInstance, id: string) {
  for (;;) {
    const job = (await app.inject(`/v1/files/${id}`)).json();
    if (job.status === "completed" || job.status === "failed") return job;
    await new Promise((done) => setTimeout(done, 2));
  }
}

describe("a query", () => {
  /** One for all of them: each index is built once. */
  const shared = build(settings({ LIMIT: "off" }), embedded());
  afterAll(() => shared.close());
  test.each(
    MODALITIES.flatMap((modality) => Object.keys(BACKENDS).map((backend) => [modality, backend] as const)),
  )(
    "for the very words of a document of %s is answered by it, with the back end %s",
    async (modality, backend) => {
      const { id, words, image } = documents(modality)[42]!;
      const shown = image === undefined ? {} : { image: Buffer.from(image).toString("base64") };
      const answer = await query(shared, { text: words.join(" "), ...shown, modality, backend, k: 3 });
      expect(answer.json()).toMatchObject({ modality, backend });
      expect(ids(answer)).toHaveLength(3);
      expect(ids(answer)[0]).toBe(id);
    },
  );

  test("is answered the same by another process, and differently by another back end", async () => {
    const asked = { text: `${word(3)} ${word(99)} ${word(200)}`, modality: "text" };
    const [one, other] = [gateway(), gateway()];
    const first = (await query(one, asked)).body;
    expect((await query(one, asked)).body).toBe(first);
    expect((await query(other, asked)).body).toBe(first);
    expect((await query(shared, asked)).json().hits).not.toEqual(JSON.parse(first).hits);
  });

  const found = engine("base", false);
  test.each(MODALITIES)("about %s is answered as by large more often by base than by small", (modality) => {
    const first = (backend: Backend, n: number) => {
      const text = [7, 77, 177, 277, 377, 477].map((at) => word((at * (n + 1)) % 512)).join(" ");
      return found.query({ text, modality, backend, k: 1 })[0]?.id;
    };
    const asked = Array.from({ length: 40 }, (_, n) => n);
    const alike = (backend: Backend) => asked.filter((n) => first(backend, n) === first("large", n)).length;
    expect(alike("base")).toBeGreaterThan(2 * alike("small")); // what the record's decision rests on
  });

  test("with an image alone finds what looks like it", async () => {
    const { id, image } = documents("image")[7]!;
    const answer = await query(shared, {
      text: "",
      modality: "image",
      k: 1,
      image: Buffer.from(image!).toString("base64"),
    });
    expect(ids(answer)).toEqual([id]);
  });

  test.each([
    [{ modality: "text" }],
    [{ text: "a", modality: "smell" }],
    [{ text: "a", modality: "text", backend: "huge" }],
    [{ text: "a", modality: "text", k: 0 }],
    [{ text: "a", modality: "text", image: "not base64!" }],
    [{ text: "a", modality: "text", image: "QQ" }], // without its padding
    [{ text: "a", modality: "text", more: 1 }],
  ])("%j is refused with 400", async (body) => {
    expect((await query(shared, body)).statusCode).toBe(400);
  });
});

test("with a token configured every route wants it, and the refusal does not name it", async () => {
  const app = gateway({ RETRIEVE_TOKEN: "s3cret-t0ken" });
  const asked = { text: "a", modality: "text" };
  const answers = [
    await query(app, asked),
    await query(app, asked, { authorization: "Bearer other" }),
    await upload(app, "a", Buffer.from("a")),
    await app.inject("/v1/files/x"),
    await ingest(app, "e1"),
  ];
  for (const { statusCode, body, headers } of answers) {
    expect([statusCode, headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    expect(body).not.toContain("s3cret");
  }
  expect((await query(app, asked, { authorization: "Bearer s3cret-t0ken" })).statusCode).toBe(200);
  expect((await app.inject("/health/ready")).statusCode).toBe(200);
});

describe("a file", () => {
  const lines = Buffer.from(`zanzibar ${"x ".repeat(CHUNK)}`); // two chunks and 9 bytes
  test("is cut, hashed and found", async () => {
    const app = gateway();
    const taken = await upload(app, "report.txt", lines);
    expect(taken.statusCode).toBe(202);
    expect(taken.json()).toMatchObject({ name: "report.txt", bytes: 2 * CHUNK + 9 });
    const job = await processed(app, taken.json().id);
    const sha = (data: Buffer) => createHash("sha256").update(data).digest();
    const parts = [0, 1, 2].map((n) => sha(lines.subarray(n * CHUNK, (n + 1) * CHUNK)));
    const digest = sha(Buffer.concat(parts)).toString("hex");
    expect(job).toMatchObject({ status: "completed", chunks: 3, digest });
    expect(ids(await query(app, { text: "zanzibar", modality: "files", k: 1 }))).toEqual(["report.txt#0"]);
  });

  test("waits while all workers are busy, and all are completed in the end", async () => {
    const app = gateway({ RETRIEVE_WORKERS: "1" });
    const taken = [];
    for (let n = 0; n < 5; n++) taken.push((await upload(app, `f${n}`, lines)).json());
    const states = await Promise.all(
      taken.map(async ({ id }) => (await app.inject(`/v1/files/${id}`)).json().status),
    );
    expect(states.filter((status) => status === "processing").length).toBeLessThanOrEqual(1);
    for (const { id } of taken) expect((await processed(app, id)).status).toBe("completed");
  });

  test("that is nobody's, of another type, or without a name", async () => {
    const app = gateway();
    expect((await app.inject("/v1/files/none")).statusCode).toBe(404);
    expect((await upload(app, "a", lines, { "content-type": "text/plain" })).statusCode).toBe(415);
    expect((await upload(app, "", lines)).statusCode).toBe(400);
    expect((await upload(app, "a", Buffer.alloc(5 * 2 ** 20))).statusCode).toBe(413);
  });

  test("one that is empty is completed with nothing in it", async () => {
    const app = gateway();
    const { id } = (await upload(app, "empty", Buffer.alloc(0))).json();
    expect(await processed(app, id)).toMatchObject({ status: "completed", chunks: 0, bytes: 0 });
  });
});

describe("streaming ingest", () => {
  /** Statuses of `perSecond` events a second for so many seconds, evenly spaced. */
  async function offered(perSecond: number, seconds: number) {
    let time = 0;
    const app = gateway({ RETRIEVE_QUEUE: "10", RETRIEVE_DRAIN: "20" }, () => time);
    const statuses: number[] = [];
    for (let n = 0; n < perSecond * seconds; n++) {
      time = n / perSecond;
      statuses.push((await ingest(app, `e${n}`)).statusCode);
    }
    const count = (status: number) => statuses.filter((one) => one === status).length;
    return { accepted: count(202), refused: count(429), all: statuses.length };
  }

  test.each([
    [10, 200, 0],
    [15, 300, 0],
    [20, 400, 0], // at the knee
    [25, 410, 90], // 20 a second for 20 s, and the queue's ten
    [35, 410, 290],
  ])("at %d a second for 20 s accepts %d and refuses %d", async (rate, accepted, refused) => {
    const seen = await offered(rate, 20);
    expect(seen.all).toBe(accepted + refused);
    expect(Math.abs(seen.accepted - accepted)).toBeLessThanOrEqual(1); // one may be due at the border
  });

  test("what was accepted is found once it was taken, with no more events coming", async () => {
    let time = 0;
    const app = gateway({ RETRIEVE_QUEUE: "10", RETRIEVE_DRAIN: "1" }, () => time);
    for (const id of ["first", "second"]) await ingest(app, id, `zanzibar ${id}`);
    time = 1.5;
    const asked = { text: "zanzibar second", modality: "stream", k: 1 };
    for (;;) {
      if (ids(await query(app, asked))[0] === "second") break;
      await new Promise((done) => setTimeout(done, 5));
    }
  });

  test("a refusal says when to come back", async () => {
    const app = gateway({ RETRIEVE_QUEUE: "1", RETRIEVE_DRAIN: "1" });
    for (const id of ["a", "b"]) await ingest(app, id); // the first is taken at once
    const refused = await ingest(app, "c");
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "1"]);
  });
});

test.each([
  ["on", ["small"]],
  ["off", []],
])("with RETRIEVE_WARM=%s there is an index before anybody asks: %j", (warm, want) => {
  const built: unknown[] = [];
  const found = engine("small", warm === "on", (backend) => built.push(backend));
  expect(built).toEqual(want);
  found.query({ text: "a", modality: "text", backend: "small", k: 1 });
  expect(built).toEqual(["small"]);
});
